//! The values of small positions of one game, from a table that the first question fills: whoever asks for one asks for its
//! neighbours. What the table cannot tell is asked of the rules.
use nimdsl::engine::Context;
use nimdsl::rules::{NoAnswer, Rules};
use nimdsl::table::{Region, Table};
use nimdsl::value::{Outcome, Play};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Heaps are below this at least.
const LEAST: u64 = 16;
/// A table has so many cells at most; fewer where the engine is slow.
const MOST: u64 = 1 << 16;
const MOST_BY_REFERENCE: u64 = 1 << 10;

/// A corner of the board.
#[derive(Debug)]
struct Corner {
    play: Play,
    values: Table,
    outcomes: Table,
}

/// What is known of small positions.
#[derive(Debug, Default)]
pub(crate) struct Small(Mutex<Option<Corner>>);

impl Small {
    fn kept(&self) -> MutexGuard<'_, Option<Corner>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, position: &[i64], play: Play) -> Option<(u32, Outcome)> {
        let kept = self.kept();
        let corner = kept.as_ref().filter(|corner| corner.play == play)?;
        let is_p = corner.outcomes.get(position)? == 0;
        Some((corner.values.get(position)?, if is_p { Outcome::P } else { Outcome::N }))
    }

    /// The same from the rules, which fill the table where it is small.
    pub(crate) fn find(
        &self,
        rules: &Rules,
        position: &[i64],
        context: &Context,
    ) -> Result<(u32, Outcome), NoAnswer> {
        if let Some(region) = corner(rules, position) {
            let values = rules.clone().played(Play::Normal).grundy(&region, context);
            let outcomes = rules.outcomes(&region, context);
            if let (Ok(values), Ok(outcomes)) = (values, outcomes) {
                *self.kept() = Some(Corner { play: rules.play(), values: values.table, outcomes: outcomes.table });
                if let Some(known) = self.get(position, rules.play()) {
                    return Ok(known);
                }
            }
        }
        let valued = rules.value(position, context)?;
        Ok((valued.grundy, valued.outcome))
    }
}

/// The corner in which a position lies, if it is small: powers of two, so that neighbours lie in the same one.
fn corner(rules: &Rules, position: &[i64]) -> Option<Region> {
    let ruleset = rules.ruleset();
    let layers = ruleset.registers.iter().try_fold(1_u64, |all, register| {
        let (low, high) = register.shown?;
        all.checked_mul(u64::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?)
    })?;
    let heaps = position.get(..ruleset.heaps.len())?;
    let greatest = heaps.iter().max().copied().and_then(|heap| u64::try_from(heap).ok())?;
    let bound = (greatest + 1).next_power_of_two().max(LEAST);
    let cells = heaps.iter().try_fold(layers, |all, _| all.checked_mul(bound))?;
    let most = if rules.about().engine == "reference" { MOST_BY_REFERENCE } else { MOST };
    (cells <= most && ruleset.finite_options && !ruleset.breaks()).then(|| Region::Box(vec![bound; heaps.len()]))
}
