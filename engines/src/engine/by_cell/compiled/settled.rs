//! Alternatives that leave each amount one value, as those of `k in {2, 3, 5}` do, without amounts: nothing is tried, and what is divided
//! by an amount is divided by a number. Knows nothing of boards.
use crate::ruleset::branch::{Branch, Loops};
use crate::ruleset::{Condition, Term, Variable};

/// An alternative with its one value in the place of each amount; `None` if some amount has more than one, or none.
pub(super) fn settled(branch: &Branch, targets: &[Term]) -> Option<(Branch, Loops, Vec<Term>)> {
    if branch.amounts == 0 {
        return None;
    }
    let values: Vec<i128> = (0..branch.amounts).map(|amount| only_value(branch, amount)).collect::<Option<_>>()?;
    let first = branch.variables() - branch.amounts;
    let mut inequalities = branch.inequalities.clone();
    for row in &mut inequalities {
        for (factor, value) in row.coefficients[first..].iter().zip(&values) {
            row.constant = row.constant.checked_add(factor.checked_mul(*value)?)?;
        }
        row.coefficients.truncate(first);
    }
    let mut value_of = |term: &Term| match term {
        Term::Variable(Variable::Amount(amount)) => values.get(*amount).map(|value| Term::Constant(*value)),
        _ => None,
    };
    let residual: Vec<Condition> = branch.residual.iter().map(|test| test.map_terms(&mut value_of)).collect();
    let targets = targets.iter().map(|target| target.map(&mut value_of)).collect();
    let loops = Loops { entry: inequalities.clone(), bounds: Vec::new() };
    Some((Branch { amounts: 0, inequalities, residual, ..branch.clone() }, loops, targets))
}

/// The value of an amount where inequalities in nothing else leave it one.
fn only_value(branch: &Branch, amount: usize) -> Option<i128> {
    let place = branch.variables() - branch.amounts + amount;
    let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
    for row in &branch.inequalities {
        let factor = row.coefficients[place];
        let speaks_of_others =
            row.coefficients.iter().enumerate().any(|(other, factor)| other != place && *factor != 0);
        if factor == 0 || speaks_of_others {
            continue;
        }
        // factor * amount <= -constant
        if 0 < factor {
            let bound = (-row.constant).div_euclid(factor);
            high = Some(high.map_or(bound, |high| high.min(bound)));
        } else {
            let bound = -(-row.constant).div_euclid(-factor);
            low = Some(low.map_or(bound, |low| low.max(bound)));
        }
    }
    low.filter(|low| high == Some(*low))
}
