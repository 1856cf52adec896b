//! Which cells of a row are positions of the game. Knows nothing of moves.
use crate::ruleset::branch::branches;
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Condition, Ruleset};

/// Which cells belong to the game.
pub(super) enum RowDomain {
    /// All.
    All,
    /// In each row those of an interval, which inequalities over the heaps say.
    Interval(Vec<Inequality>),
    /// Those of which the condition is true.
    Tested,
}

impl RowDomain {
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        if ruleset.positions == Condition::Known(true) {
            return Self::All;
        }
        let heaps = ruleset.heaps.len();
        let single = branches(&ruleset.positions, heaps, 0).ok().filter(|_| ruleset.registers.is_empty());
        match single.as_deref() {
            Some([only]) if only.residual.is_empty() && only.opaques.is_empty() => {
                Self::Interval(only.inequalities.clone())
            }
            _ => Self::Tested,
        }
    }

    pub(super) fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    pub(super) fn is_interval(&self) -> bool {
        matches!(self, Self::Interval(_))
    }

    pub(super) fn is_tested(&self) -> bool {
        matches!(self, Self::Tested)
    }

    /// The cells of a row that belong to the game, among those from one to before another; the row is that of a cell.
    pub(super) fn clipped(&self, cell: &[usize], (begin, end): (usize, usize)) -> (usize, usize) {
        let Self::Interval(rows) = self else { return (begin, end) };
        let (mut low, mut high) = (begin as i128, end as i128 - 1);
        for row in rows {
            let Some((last, others)) = row.coefficients.split_last() else { continue };
            // last * x + rest <= 0
            let rest: i128 = others.iter().zip(cell).map(|(factor, heap)| factor * *heap as i128).sum();
            let rest = rest + row.constant;
            match *last {
                0 if 0 < rest => return (begin, begin),
                0 => {}
                factor if 0 < factor => high = high.min((-rest).div_euclid(factor)),
                factor => low = low.max(-(-rest).div_euclid(-factor)),
            }
        }
        let place = |at: i128| usize::try_from(at).expect("between the ends of a row");
        if high < low { (begin, begin) } else { (place(low), place(high + 1)) }
    }
}
