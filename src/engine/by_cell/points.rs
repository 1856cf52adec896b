//! Turns moves that are the same difference vectors at every position, whatever condition picks these, into tables: the
//! vectors of a board are listed once. Knows nothing of their shapes.
//!
//! If no heap rises and the condition says nothing of the position but that heaps stay at 0 or above, the options of the
//! greatest position of a board show all difference vectors that matter on it.
//!
//! Right because the options of a position p are then exactly p + d for the difference vectors d that keep p + d on the board,
//! and of those of the greatest position every one that keeps a smaller position on the board is among them. No heap rises, so
//! options come earlier row by row.
use crate::engine::board::mex::Met;
use crate::engine::moves::differences::{Columns, Known};
use crate::engine::numbers::{index, signed, whole};
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::determined::{shortened, with_differences};
use crate::ruleset::linear::Inequality;
use crate::ruleset::options::Options;
use crate::ruleset::{Condition, Move, Ruleset};
use crate::table::{Cells, Kept, Region, Table};
use crate::value::Play;
use std::ops::ControlFlow;

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByPoints<'a>(&'a Ruleset);

impl<'a> ByPoints<'a> {
    pub(in crate::engine) fn new(ruleset: &'a Ruleset) -> Result<Self, Unfit> {
        if apply(ruleset) {
            return Ok(Self(ruleset));
        }
        Err("a move raises a heap, changes a register, or is not allowed wherever its option exists".to_owned())
    }
}

impl Engine for ByPoints<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        table(self.0, region, question, context)
    }

    fn why(&self, passed: &Passed) -> String {
        format!(
            "{}, but every move raises no heap and is allowed wherever its option exists; the difference vectors of a \
             table are listed once, and a cell costs one look at each of them",
            passed.words(EngineKind::Boards)
        )
    }
}

/// What is taken from the last heap, ascending, along with what is taken from the others.
struct Group {
    others: Vec<usize>,
    last: Vec<usize>,
}

/// Whether all moves are difference vectors that are the same at every position and raise no heap.
fn apply(ruleset: &Ruleset) -> bool {
    let heaps = ruleset.heaps.len();
    ruleset.registers.is_empty()
        && ruleset.positions == Condition::Known(true)
        && ruleset.moves.iter().map(with_differences).all(|family| {
            branches(&family.guard, heaps, family.amounts.len())
                .is_ok_and(|all| all.iter().all(|branch| is_invariant(&family, branch, heaps) == Some(true)))
        })
}

/// Whether an alternative adds the same to the heaps wherever its option exists, and raises none.
fn is_invariant(family: &Move, branch: &Branch, heaps: usize) -> Option<bool> {
    if branch.residual.iter().any(Condition::mentions_coordinates) || !branch.opaques.is_empty() {
        return None;
    }
    let columns = Columns { heaps, fixed: heaps, amounts: branch.amounts };
    let mut rows = branch.inequalities.clone();
    let mut deltas: Vec<Inequality> =
        family.targets.iter().map(|target| branch.linear(target)).collect::<Option<_>>()?;
    columns.substitute(&mut rows, &mut deltas, branch.residual.is_empty()).ok()?;
    let (own, other): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| columns.is_of_amounts(row));
    let mut known = Known::new(&columns, &own, &deltas).ok()?;
    // The row of a difference says that it is at most 0.
    let mut follows = other.iter().chain(&deltas).map(|row| known.implies(row));
    Some(follows.all(|follows| follows == Ok(true)))
}

/// The table of a region. Cost: that of the options of one position, and one look at each option of each position.
fn table(ruleset: &Ruleset, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
    let heaps = ruleset.heaps.len();
    let shape = region.shape(heaps).filter(|shape| !shape.contains(&0)).ok_or_else(EngineError::unfit_region)?;
    let total = if let Region::Total(total) = region { *total } else { u64::MAX };
    let sizes: Vec<usize> = shape
        .iter()
        .map(|bound| usize::try_from(*bound))
        .collect::<Result<_, _>>()
        .map_err(|_| EngineError::too_large())?;
    let cells =
        sizes.iter().try_fold(1usize, |cells, size| cells.checked_mul(*size)).ok_or_else(EngineError::too_large)?;
    context.fits(cells as u128 * 2)?;
    let groups = groups(ruleset, &sizes, total, context)?;
    // No value exceeds the number of options.
    let options: usize = groups.iter().map(|group| group.last.len()).sum();
    let cells = if options + 1 < usize::from(u16::MAX) {
        filled::<u16>(&sizes, total, cells, (&groups, question), context)?
    } else {
        context.fits(cells as u128 * 4)?;
        filled::<u32>(&sizes, total, cells, (&groups, question), context)?
    };
    Ok(Table { shape, layers: vec![(Vec::new(), cells)] })
}

/// All cells of a board.
fn filled<K: Kept>(
    sizes: &[usize],
    total: u64,
    cells: usize,
    (groups, question): (&[Group], Question),
    context: &Context,
) -> Result<Cells, EngineError> {
    let (last, sizes) = sizes.split_last().ok_or_else(EngineError::unfit_region)?;
    let mut board = Board { last: *last, sizes, total, kept: vec![K::default(); cells] };
    board.fill(groups, question, context)?;
    Ok(K::cells(board.kept))
}

/// The difference vectors of a board.
fn groups(ruleset: &Ruleset, sizes: &[usize], total: u64, context: &Context) -> Result<Vec<Group>, EngineError> {
    let top: Vec<i64> = sizes.iter().map(|size| signed(size - 1)).collect();
    let mut taken: Vec<Vec<usize>> = Vec::new();
    let (mut fits, mut steps) = (Ok(()), 0u64);
    let _ = Options::new(&shortened(ruleset))?.until(&context.cancel).visit(&top, &mut |_, _, option| {
        let vector = top.iter().zip(option).map(|(own, left)| index(own - left));
        let vector: Vec<usize> = vector.collect();
        steps += 1;
        if steps.is_multiple_of(1 << 16) && fits.is_ok() {
            fits = context.go_on().and_then(|()| context.fits(taken.len() as u128 * 64));
        }
        if vector.iter().map(|heap| *heap as u64).fold(0, u64::saturating_add) < total {
            taken.push(vector);
        }
        if fits.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    fits?;
    taken.sort_unstable();
    taken.dedup();
    let mut groups: Vec<Group> = Vec::new();
    for mut vector in taken {
        let last = vector.pop().unwrap_or(0);
        match groups.last_mut() {
            Some(group) if group.others == vector => group.last.push(last),
            _ => groups.push(Group { others: vector, last: vec![last] }),
        }
    }
    Ok(groups)
}

/// Values row by row along the last heap.
struct Board<'a, K> {
    sizes: &'a [usize],
    last: usize,
    total: u64,
    kept: Vec<K>,
}

impl<K: Kept> Board<'_, K> {
    /// Options have smaller indices: they come first.
    fn fill(&mut self, groups: &[Group], question: Question, context: &Context) -> Result<(), EngineError> {
        let mut heaps = vec![0; self.sizes.len()];
        let mut met = Met::default();
        let mut near: Vec<(usize, &[usize])> = Vec::new();
        for row in 0..self.kept.len() / self.last {
            context.go_on()?;
            if let Some(progress) = &context.progress {
                progress((row * self.last) as u64, self.kept.len() as u64);
            }
            near.clear();
            for group in groups {
                if group.others.iter().zip(&heaps).all(|(taken, heap)| taken <= heap) {
                    let back = group.others.iter().zip(self.sizes).fold(0, |back, (taken, size)| back * size + taken);
                    near.push(((row - back) * self.last, &group.last));
                }
            }
            let used = heaps.iter().map(|heap| *heap as u64).fold(0, u64::saturating_add);
            let shown = whole(self.total.saturating_sub(used).min(self.last as u64));
            for place in 0..shown {
                if place % (1 << 14) == (1 << 14) - 1 {
                    context.go_on()?;
                }
                let value = match question {
                    Question::Grundy => self.least(&near, place, &mut met),
                    Question::Outcome(play) => self.outcome(&near, place, play),
                };
                self.kept[row * self.last + place] = K::of(value + 1);
            }
            for heap in (0..heaps.len()).rev() {
                heaps[heap] += 1;
                if heaps[heap] < self.sizes[heap] {
                    break;
                }
                heaps[heap] = 0;
            }
        }
        Ok(())
    }

    /// The least value that no option has.
    fn least(&self, near: &[(usize, &[usize])], place: usize, met: &mut Met) -> usize {
        met.begin();
        for (row, taken) in near {
            for taken in taken.iter().take_while(|taken| **taken <= place) {
                met.note(self.value(row + place - taken));
            }
        }
        met.least()
    }

    /// 0 if no option is a P-position, else 1.
    fn outcome(&self, near: &[(usize, &[usize])], place: usize, play: Play) -> usize {
        let mut ends = true;
        for (row, taken) in near {
            for taken in taken.iter().take_while(|taken| **taken <= place) {
                if self.value(row + place - taken) == 0 {
                    return 1;
                }
                ends = false;
            }
        }
        usize::from(ends && play == Play::Misere)
    }

    /// The value of a cell that was filled.
    fn value(&self, cell: usize) -> usize {
        self.kept[cell].kept() - 1
    }
}
