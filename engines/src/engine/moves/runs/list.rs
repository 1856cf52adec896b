//! Turns moves that concern one heap alone into lists of what they take, one list for each value of the heap, whatever their
//! condition is. Knows nothing of tables.
use crate::engine::moves::exchange::{swapped, swapped_term};
use crate::engine::{Context, EngineError};
use crate::ruleset::determined::shortened;
use crate::ruleset::options::Options;
use crate::ruleset::{Condition, Move, Ruleset, Term, Variable};
use std::ops::ControlFlow;

/// A move of one heap, in one layer, which it does not leave.
#[derive(Clone, Debug)]
pub(crate) struct ListedMove {
    pub(crate) from: usize,
    pub(crate) heap: usize,
    pub(crate) family: Move,
}

impl ListedMove {
    /// `None` if the move changes or asks for anything but one heap and registers, or changes a register.
    pub(crate) fn new(family: &Move, heaps: usize, from: usize) -> Option<Self> {
        let coordinate = |at: usize| Term::Variable(Variable::Coordinate(at));
        let changed: Vec<usize> =
            (0..family.targets.len()).filter(|at| family.targets[*at] != coordinate(*at)).collect();
        let [heap] = changed[..] else { return None };
        let mut alone = heap < heaps;
        let mut note = |variable: Variable| {
            alone &= !matches!(variable, Variable::Coordinate(at) if at < heaps && at != heap);
        };
        family.guard.visit_variables(&mut note);
        family.targets[heap].visit_variables(&mut note);
        alone.then(|| Self { from, heap, family: family.clone() })
    }

    /// Whether an exchange of two heaps maps another list to this one.
    pub(crate) fn is_image(&self, list: &Self, one: usize, other: usize) -> bool {
        let heap = if list.heap == one {
            other
        } else if list.heap == other {
            one
        } else {
            list.heap
        };
        (self.from, self.heap, self.family.amounts.len()) == (list.from, heap, list.family.amounts.len())
            && self.family.guard == swapped(&list.family.guard, one, other)
            && self.family.targets[heap] == swapped_term(&list.family.targets[list.heap], one, other)
    }

    /// What can be taken from each value of the heap below a size. Cost: the ways to move from each.
    ///
    /// # Errors
    /// A move that raises the heap, memory, cancellation, or a rule that cannot be evaluated somewhere.
    pub(crate) fn takes(
        &self,
        ruleset: &Ruleset,
        (layer, size): (&[i64], usize),
        others: u128,
        context: &Context,
    ) -> Result<Vec<Vec<u32>>, EngineError> {
        let mut alone = ruleset.clone();
        alone.moves = vec![self.family.clone()];
        alone.positions = Condition::Known(true);
        let options = Options::new(&shortened(&alone)).map_err(|_| EngineError::unfit_region())?.until(&context.cancel);
        let mut position = vec![0; ruleset.heaps.len()];
        position.extend(layer);
        let mut all = Vec::new();
        let mut bytes = others;
        for value in 0..size {
            context.go_on()?;
            position[self.heap] = i64::try_from(value).map_err(|_| EngineError::unfit_region())?;
            // Many ways may lead to one option.
            let (mut found, mut rises) = (vec![false; value + 1], false);
            let _ = options
                .visit(&position, &mut |_, _, option| {
                    match usize::try_from(position[self.heap] - option[self.heap]) {
                        Ok(fallen) if 0 < fallen && fallen <= value => found[fallen] = true,
                        _ => rises = true,
                    }
                    ControlFlow::Continue(())
                })
                .map_err(|_| context.go_on().err().unwrap_or_else(EngineError::unfit_region))?;
            if rises {
                return Err(EngineError::unfit_region());
            }
            let takes: Vec<u32> = (0..).zip(&found).filter(|(_, found)| **found).map(|(fallen, _)| fallen).collect();
            bytes = bytes.saturating_add(takes.len() as u128 * 4 + 24);
            context.fits(bytes)?;
            all.push(takes);
        }
        Ok(all)
    }
}
