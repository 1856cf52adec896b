//! Turns lines of positions into an order in which each looks at itself and at lines before it alone, with proofs that they are additively
//! periodic. Any number of heaps and registers; the heaps that run, run together: one for a row, two for a diagonal. Knows nothing of tables.
//!
//! A line is known by its place 0, a position in which some heap that runs is empty; place n has n tokens more in each heap that runs. No measure is asked
//! for: a line is worked out when all that it looks at is, and what looks at itself in a circle, or at lines without end, is not proved.
mod options;
mod repeat;

use super::rows::{KnownRow, Period};
use crate::engine::{Context, EngineError};
use crate::ruleset::{Condition, Register, Ruleset};
use crate::value::{Play, Saturate};
use options::{OptionsOnLine, options};
use repeat::{Looked, repeated};
use std::collections::{BTreeMap, BTreeSet};

/// Lines that are looked at for those that are asked for, at most.
const MOST_LINES: usize = 1 << 10;
/// Places of one line that are worked out if nothing else is said, and values that are looked at for all lines together.
const MOST_PLACES: usize = 1 << 20;
const MOST_WORK: u64 = 1 << 28;

/// Options of the places of a line on one line: of place n those at `n - start - k * step`, for all k >= 0 for which there is such a place, if `from <= n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOptions {
    /// The line, by its number among those that are proved.
    pub line: usize,
    /// How far before the place the first one lies.
    pub start: i64,
    /// The distance to the next, 0 if there is only one.
    pub step: u64,
    /// The first place with these options.
    pub from: u64,
}

/// A line whose period is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedLine {
    /// Heaps and registers at place 0.
    pub first: Vec<i64>,
    /// All options of its places.
    pub options: Vec<LineOptions>,
    /// The least period.
    pub period: Period,
}

/// The lines that are asked for, as far as they are proved to repeat, and all that they look at, each after those that it looks at. `along` are the
/// heaps that run, ascending; a line is told by its place 0; `most` is the greatest number of places of one line. In misère play the values are 1 for
/// N-positions and 0 for P-positions.
///
/// # Errors
/// Memory or cancellation.
pub fn proved_lines(
    (ruleset, play): (&Ruleset, Play),
    along: &[usize],
    asked: &[Vec<i64>],
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<ProvedLine>, EngineError> {
    let ascends = along.windows(2).all(|pair| pair[0] < pair[1]);
    let fits = ascends && along.last().is_some_and(|last| *last < ruleset.heaps.len());
    let serves = !ruleset.breaks() && ruleset.blocking == 0 && ruleset.finite_options;
    if !fits || !serves || ruleset.positions != Condition::Known(true) {
        return Ok(Vec::new());
    }
    let most = most.map_or(MOST_PLACES, Saturate::saturated::<usize>);
    let mut order =
        LineOrdering { ruleset, play, along, most, left: MOST_WORK, numbers: BTreeMap::new(), proved: Vec::new() };
    for first in asked {
        if order.is_line(first) && !order.numbers.contains_key(first) {
            order.prove(first, context)?;
        }
    }
    Ok(order.proved.into_iter().map(|(line, _)| line).collect())
}

/// Lines as far as they are ordered.
struct LineOrdering<'a> {
    ruleset: &'a Ruleset,
    play: Play,
    along: &'a [usize],
    most: usize,
    /// Values that may still be looked at.
    left: u64,
    /// Their numbers among those that are proved; none for those that are not.
    numbers: BTreeMap<Vec<i64>, Option<usize>>,
    proved: Vec<(ProvedLine, KnownRow)>,
}

impl LineOrdering<'_> {
    /// Whether this is the place 0 of a line.
    fn is_line(&self, first: &[i64]) -> bool {
        let (heaps, registers) = (self.ruleset.heaps.len(), &self.ruleset.registers);
        let in_range = |(value, register): (&i64, &Register)| {
            register.low <= *value && register.high.is_none_or(|high| *value <= high)
        };
        first.len() == heaps + registers.len()
            && first[..heaps].iter().all(|heap| (0..1 << 22).contains(heap))
            && first[heaps..].iter().zip(registers).all(in_range)
            && self.along.iter().any(|heap| first[*heap] == 0)
    }

    /// Proves a line after all that it looks at, as far as that goes.
    fn prove(&mut self, first: &[i64], context: &Context) -> Result<(), EngineError> {
        let mut waiting: Vec<(Vec<i64>, Vec<OptionsOnLine>)> = Vec::new();
        let mut open: BTreeSet<Vec<i64>> = BTreeSet::new();
        let mut next = Some(first.to_vec());
        loop {
            if let Some(line) = next.take() {
                context.go_on()?;
                let is_one_more = self.numbers.len() + waiting.len() < MOST_LINES;
                match is_one_more.then(|| options(self.ruleset, self.along, &line)) {
                    Some(Ok(options)) => {
                        open.insert(line.clone());
                        waiting.push((line, options));
                    }
                    _ => drop(self.numbers.insert(line, None)),
                }
            }
            let Some((line, options)) = waiting.last() else { return Ok(()) };
            let others = || options.iter().filter(|one| one.first != *line);
            let is_proved = |one: &OptionsOnLine| self.numbers.get(&one.first).copied();
            let comes_before = options.iter().all(|one| one.first != *line || 0 < one.start);
            if !comes_before || others().any(|one| is_proved(one) == Some(None) || open.contains(&one.first)) {
                self.numbers.insert(line.clone(), None);
            } else if let Some(one) = others().find(|one| is_proved(one).is_none()) {
                next = Some(one.first.clone());
                continue;
            } else {
                let (line, options) = (line.clone(), options.clone());
                let number = self.next_line(&line, &options, context)?;
                self.numbers.insert(line, number);
            }
            if let Some((line, _)) = waiting.pop() {
                open.remove(&line);
            }
        }
    }

    /// Proves a line of which all that it looks at is proved; its number, if it is.
    fn next_line(
        &mut self,
        first: &[i64],
        options: &[OptionsOnLine],
        context: &Context,
    ) -> Result<Option<usize>, EngineError> {
        let own = self.proved.len();
        let told = |one: &OptionsOnLine| {
            let line = if one.first == first { own } else { self.numbers.get(&one.first).copied().flatten()? };
            Some(LineOptions { line, start: one.start, step: one.step.unsigned_abs(), from: one.from.unsigned_abs() })
        };
        let Some(told) = options.iter().map(told).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let looked = |one: &LineOptions| Looked {
            line: self.proved.get(one.line).map(|line| &line.1),
            start: one.start,
            step: one.step.saturated(),
            from: one.from.saturated(),
        };
        let looks = told.iter().map(looked).collect();
        let Some(known) = repeated((looks, self.play), (self.most, &mut self.left), context)? else { return Ok(None) };
        let line = ProvedLine { first: first.to_vec(), options: told, period: known.period };
        self.proved.push((line, known));
        Ok(Some(own))
    }
}
