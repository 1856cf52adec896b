//! What is kept of one game for questions about small positions: a table that the first question fills, since whoever asks for one
//! position asks for its neighbours, and the enumerator of options. What these cannot tell at once is asked of the rules.
use nimdsl::engine::Context;
use nimdsl::rules::{NoAnswer, Rules};
use nimdsl::ruleset::options::{Options, Reached};
use nimdsl::table::{Region, Table};
use nimdsl::value::{Outcome, Play};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Heaps are below this at least.
const LEAST: u64 = 16;
/// A table has so many cells at most; fewer where the engine is slow.
const MOST: u64 = 1 << 16;
const MOST_BY_REFERENCE: u64 = 1 << 10;
/// More ways to move are not listed without a thread that can be interrupted.
const MOST_WAYS: u64 = 1_000;

/// A corner of the board.
#[derive(Debug)]
struct NearCorner {
    play: Play,
    values: Table,
    outcomes: Table,
}

/// What is known of small positions.
#[derive(Debug, Default)]
pub(crate) struct Near {
    corner: Mutex<Option<NearCorner>>,
    options: OnceLock<Option<Options>>,
}

/// A Grundy value and an outcome.
pub(crate) type Known = (u32, Outcome);

/// Why there is no value where options are forbidden.
pub(crate) fn no_value() -> NoAnswer {
    let why =
        "the previous player forbids options (`play blocking`), and positions then have outcomes and no Grundy values";
    NoAnswer::Question(why.to_owned())
}

impl NearCorner {
    fn get(&self, position: &[i64]) -> Option<Known> {
        let is_p = self.outcomes.get(position)? == 0;
        Some((self.values.get(position)?, if is_p { Outcome::P } else { Outcome::N }))
    }
}

impl Near {
    fn kept(&self) -> MutexGuard<'_, Option<NearCorner>> {
        self.corner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, position: &[i64], play: Play) -> Option<Known> {
        self.kept().as_ref().filter(|corner| corner.play == play)?.get(position)
    }

    /// Fills the table that a position lies in, where it is small; and prepares the enumerator.
    pub(crate) fn fill(&self, rules: &Rules, position: &[i64], context: &Context) {
        self.prepare(rules);
        let Some(region) = region(rules, position) else { return };
        let rules = rules.clone().with_pages();
        let values = rules.clone().played(Play::Normal).grundy(&region, context);
        let outcomes = rules.outcomes(&region, context);
        if let (Ok(values), Ok(outcomes)) = (values, outcomes) {
            *self.kept() = Some(NearCorner { play: rules.play(), values: values.table, outcomes: outcomes.table });
        }
    }

    /// Prepares the enumerator.
    pub(crate) fn prepare(&self, rules: &Rules) {
        self.options.get_or_init(|| Options::new(rules.ruleset()).ok().map(|options| options.at_most(MOST_WAYS)));
    }

    /// The value of a position from the rules, which fill the table where it is small.
    pub(crate) fn find(&self, rules: &Rules, position: &[i64], context: &Context) -> Result<Known, NoAnswer> {
        self.fill(rules, position, context);
        if let Some(known) = self.get(position, rules.play()) {
            return Ok(known);
        }
        let valued = rules.value(position, context)?;
        Ok((valued.grundy.ok_or_else(no_value)?, valued.outcome))
    }

    /// The options of a position, if they are few.
    pub(crate) fn options(&self, position: &[i64]) -> Option<Vec<Reached>> {
        let options = self.options.get()?.as_ref()?;
        let belongs = options.in_domain(position).is_ok_and(|belongs| belongs);
        if belongs { options.list(position).ok() } else { None }
    }

    /// What is known of a position and of its options, if it is all.
    pub(crate) fn explained(&self, position: &[i64], play: Play) -> Option<(Known, Vec<(Reached, Known)>)> {
        // Where nothing is known of the position, its options are not listed.
        self.get(position, play)?;
        let options = self.options(position)?;
        let kept = self.kept();
        let corner = kept.as_ref().filter(|corner| corner.play == play)?;
        let known = |option: Reached| corner.get(&option.position).map(|known| (option, known));
        Some((corner.get(position)?, options.into_iter().map(known).collect::<Option<_>>()?))
    }
}

/// The corner in which a position lies, if it is small: powers of two, so that neighbours lie in the same one.
fn region(rules: &Rules, position: &[i64]) -> Option<Region> {
    let ruleset = rules.ruleset();
    let layers = ruleset.registers.iter().try_fold(1_u64, |all, register| {
        let (low, high) = register.shown?;
        all.checked_mul(u64::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?)
    })?;
    let heaps = position.get(..ruleset.heaps.len())?;
    let greatest = heaps.iter().max().copied().and_then(|heap| u64::try_from(heap).ok())?;
    let bound = (greatest + 1).next_power_of_two().max(LEAST);
    let cells = heaps.iter().try_fold(layers, |all, _| all.checked_mul(bound))?;
    let most = if rules.is_enumerated() { MOST_BY_REFERENCE } else { MOST };
    (cells <= most && ruleset.finite_options && !ruleset.breaks()).then(|| Region::Box(vec![bound; heaps.len()]))
}
