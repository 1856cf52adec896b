//! Turns moves that are the same difference vectors at every position, whatever condition picks these, into tables: the
//! vectors of a board are listed once. Knows nothing of their shapes.
//!
//! If no heap rises and the condition says nothing of the position but that heaps stay at 0 or above, the options of the
//! greatest position of a board show all difference vectors that matter on it.
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::options::Options;
use crate::ruleset::{Condition, Move, Ruleset};
use crate::table::{Cells, Region, Table};
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
        && ruleset.moves.iter().all(|family| {
            branches(&family.guard, heaps, family.amounts.len())
                .is_ok_and(|all| all.iter().all(|branch| invariant(family, branch, heaps)))
        })
}

fn invariant(family: &Move, branch: &Branch, heaps: usize) -> bool {
    let variables = branch.variables();
    if branch.residual.iter().any(Condition::mentions_coordinates) || !branch.opaques.is_empty() {
        return false;
    }
    let speaks_of_position = |row: &Inequality| row.coefficients[..heaps].iter().any(|factor| *factor != 0);
    let natural = |heap: usize| {
        let mut row = Inequality::zero(variables);
        row.coefficients[heap] = -1;
        row
    };
    let (other, mut known): (Vec<_>, Vec<_>) = branch.inequalities.iter().cloned().partition(speaks_of_position);
    let mut deltas = Vec::new();
    for (heap, target) in family.targets.iter().enumerate() {
        let Some(target) = branch.linear(target) else { return false };
        let (Some(delta), Some(stays)) = (target.plus(1, &natural(heap)), target.times(-1)) else { return false };
        if speaks_of_position(&delta) {
            return false;
        }
        known.extend([stays, natural(heap)]);
        deltas.push(delta);
    }
    let fails = |row: Inequality| {
        let mut system = known.clone();
        system.push(row);
        infeasible(&system, variables)
    };
    let opposite = |row: &Inequality| {
        row.times(-1).map(|mut row| {
            row.constant += 1;
            row
        })
    };
    // No delta is 1 or more.
    other.iter().chain(&deltas).all(|row| opposite(row).is_some_and(fails))
}

/// The table of a region. Cost: that of the options of one position, and one look at each option of each position.
fn table(ruleset: &Ruleset, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
    let heaps = ruleset.heaps.len();
    let shape = region.shape(heaps).filter(|shape| !shape.contains(&0)).ok_or_else(EngineError::unfit_region)?;
    let total = if let Region::Total(total) = region { *total } else { u64::MAX };
    let sizes: Vec<usize> = shape.iter().map(|bound| usize::try_from(*bound).unwrap_or(usize::MAX)).collect();
    let cells =
        sizes.iter().try_fold(1usize, |cells, size| cells.checked_mul(*size)).ok_or_else(EngineError::unfit_region)?;
    context.fits(cells as u128 * 6)?;
    let groups = groups(ruleset, &sizes, total, context)?;
    let mut board = Board { last: sizes[heaps - 1], sizes: &sizes[..heaps - 1], total, kept: vec![0; cells] };
    board.fill(&groups, question, context)?;
    Ok(Table { shape, layers: vec![(Vec::new(), cells_of(&board.kept))] })
}

fn cells_of(kept: &[u32]) -> Cells {
    kept.iter().map(|kept| kept.checked_sub(1)).collect()
}

/// The difference vectors of a board.
fn groups(ruleset: &Ruleset, sizes: &[usize], total: u64, context: &Context) -> Result<Vec<Group>, EngineError> {
    let top: Vec<i64> = sizes.iter().map(|size| i64::try_from(size - 1).unwrap_or(i64::MAX)).collect();
    let mut taken: Vec<Vec<usize>> = Vec::new();
    let (mut fits, mut steps) = (Ok(()), 0u64);
    let _ = Options::new(ruleset)?.until(&context.cancel).visit(&top, &mut |_, _, option| {
        let vector = top.iter().zip(option).map(|(own, left)| usize::try_from(own - left).unwrap_or(usize::MAX));
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

/// Values one greater, row by row along the last heap.
struct Board<'a> {
    sizes: &'a [usize],
    last: usize,
    total: u64,
    kept: Vec<u32>,
}

impl Board<'_> {
    /// Options have smaller indices: they come first.
    fn fill(&mut self, groups: &[Group], question: Question, context: &Context) -> Result<(), EngineError> {
        let mut heaps = vec![0; self.sizes.len()];
        let mut stamps: Vec<usize> = vec![0; 2];
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
            let shown = usize::try_from(self.total.saturating_sub(used)).unwrap_or(usize::MAX).min(self.last);
            for place in 0..shown {
                self.kept[row * self.last + place] = match question {
                    Question::Grundy => self.least(&near, place, row * self.last + place + 1, &mut stamps),
                    Question::Outcome(play) => self.outcome(&near, place, play),
                };
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

    /// One greater than the least value that no option has.
    fn least(&self, near: &[(usize, &[usize])], place: usize, stamp: usize, stamps: &mut Vec<usize>) -> u32 {
        for (row, taken) in near {
            for taken in taken.iter().take_while(|taken| **taken <= place) {
                stamps[self.kept[row + place - taken] as usize] = stamp;
            }
        }
        let kept = (1..stamps.len()).find(|kept| stamps[*kept] != stamp).unwrap_or(stamps.len());
        if stamps.len() <= kept {
            stamps.resize(kept + 1, 0);
        }
        u32::try_from(kept).unwrap_or(u32::MAX)
    }

    fn outcome(&self, near: &[(usize, &[usize])], place: usize, play: Play) -> u32 {
        let mut ends = true;
        for (row, taken) in near {
            for taken in taken.iter().take_while(|taken| **taken <= place) {
                if self.kept[row + place - taken] == 1 {
                    return 2;
                }
                ends = false;
            }
        }
        if ends && play == Play::Misere { 2 } else { 1 }
    }
}
