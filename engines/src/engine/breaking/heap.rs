//! The engine of games of taking and breaking: values heap by heap, periods that they prove.
//!
//! Right because the code says what the moves say (`read`), the values are those of the code (`values`), and those of larger heaps
//! repeat them once the theorem of Guy and Smith says so (`period`).
use super::period::{Repeated, is_decided, proved};
use super::values::{BreakingValues, RareHeaps};
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::reference::shape_of;
use crate::engine::{Context, EngineError, Progress, Question};
use crate::ruleset::Ruleset;
use crate::ruleset::taking::{Code, code, taking};
use crate::table::{Cells, Region, Table};
use crate::value::Play;
use std::sync::Arc;

/// Heaps that are known before a period is looked for; then by a fifth more, each time.
const FIRST_LOOK: usize = 512;

/// The engine of a ruleset of one heap that is taken from and broken.
#[derive(Debug)]
pub(in crate::engine) struct ByCode {
    code: Code,
}

impl ByCode {
    pub(in crate::engine) fn new(ruleset: &Ruleset) -> Result<Self, Unfit> {
        let code = code(ruleset)?;
        BreakingValues::new(code.clone()).map(|_| Self { code })
    }
}

impl Engine for ByCode {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        if question == Question::Outcome(Play::Misere) {
            return Err(EngineError::Unfit("misère play of a sum is not that of its parts".to_owned()));
        }
        let shape = shape_of(region, 1)?;
        let bound = usize::try_from(shape[0]).map_err(|_| EngineError::too_large())?;
        let mut values = BreakingValues::new(self.code.clone()).map_err(EngineError::Unfit)?;
        context.fits(values.bytes(bound) + bound as u128 * 2)?;
        let repeated = extend_until_proved(&mut values, &self.code, bound, context)?;
        let known = values.known();
        let same = |heap: usize| match repeated {
            Some(Repeated { preperiod, period }) if known.len() <= heap => preperiod + (heap - preperiod) % period,
            _ => heap,
        };
        let mut cells = Cells::none(bound);
        for heap in 0..bound {
            let value = u32::from(known[same(heap)]);
            cells.set(heap, if question == Question::Grundy { value } else { value.min(1) });
        }
        Ok(Table { shape, layers: vec![(Vec::new(), cells)] })
    }

    fn why(&self, _passed: &Passed) -> String {
        format!(
            "heaps are taken from and broken by {}: values outside of a sparse space are given by options with a rare heap, and \
             values that repeat by their period, once it is proved",
            self.code.name()
        )
    }
}

/// What is known of the values of a game of taking and breaking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct HeapPeriod {
    /// Preperiod and period, if they are proved.
    pub(in crate::engine) repeated: Option<(usize, usize)>,
    /// How many heaps were looked at.
    pub(in crate::engine) known: usize,
    /// The rare ones among them.
    pub(in crate::engine) rare: RareHeaps,
}

/// The period of a game of taking and breaking, if fewer heaps than so many prove it; `None` if the theorem does not speak of it.
///
/// # Errors
/// As for [`BreakingValues::extend`].
pub(in crate::engine) fn period_of(
    ruleset: &Ruleset,
    most: usize,
    context: &Context,
) -> Result<Option<HeapPeriod>, EngineError> {
    let Ok(code) = taking(ruleset) else { return Ok(None) };
    if !is_decided(&code) {
        return Ok(None);
    }
    let Ok(mut values) = BreakingValues::new(code.clone()) else { return Ok(None) };
    let repeated = extend_until_proved(&mut values, &code, most, context)?;
    let repeated = repeated.map(|found| (found.preperiod, found.period));
    Ok(Some(HeapPeriod { repeated, known: values.known().len(), rare: values.rare_heaps() }))
}

/// Computes the values of all heaps below a bound, or of so many that they prove a period.
///
/// # Errors
/// As for [`BreakingValues::extend`].
fn extend_until_proved(
    values: &mut BreakingValues,
    code: &Code,
    bound: usize,
    context: &Context,
) -> Result<Option<Repeated>, EngineError> {
    // Of all heaps that may be looked at, not of those before the next look.
    let told = |progress: &Progress| -> Progress {
        let progress = progress.clone();
        Arc::new(move |heaps, _| progress(heaps, bound as u64))
    };
    let context = &Context { progress: context.progress.as_ref().map(told), ..context.clone() };
    let mut look = FIRST_LOOK.min(bound);
    loop {
        values.extend(look, context)?;
        if let Some(found) = proved(code, values.known()) {
            return Ok(Some(found));
        }
        if look == bound {
            return Ok(None);
        }
        look = look.saturating_add(look / 5).min(bound);
    }
}
