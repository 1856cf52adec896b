//! Claims about heaps that break, and about fixed rows and columns, by the periods of their values. The engine finds these, and the checker
//! of certificates decides the claim with them; there is no second way.
use super::instance::{Decided, Evidence, Instance};
use crate::certificate::{CommonPeriod, FixedHeap, GameLines, GamePeriod, RepeatedLine, Sum, TakenRay};
use crate::claim::written;
use crate::engine::EngineError;
use crate::engine::periods::{Lines, Period, periods, taken_rays};
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::recheck::periods::{
    LineVerdict, common_period, every_line, first_confirmed, holds_until, judged_until, wanted,
};
use crate::ruleset::definition::{Needs, needs};
use std::sync::atomic::Ordering;

/// Lines that are looked at for one claim at most, and places of all of them together.
const MOST_LINES: i64 = 100;
const MOST_PLACES: u64 = 1 << 22;
/// A period is tried with its parts down to one so many times smaller, and numbers up to this where none is told.
const MOST_PARTS: i64 = 16;

impl Instance<'_> {
    /// By the periods of the values of games of taking and breaking, which the theorem of Guy and Smith proves. What is found is
    /// what the checker of certificates confirms.
    pub(in crate::prover) fn by_periods(&self) -> Result<Decided, Obstacle> {
        let (rulesets, context) = (self.rulesets(), self.prover.context);
        let needs = needs(self.statement, rulesets.len());
        let mut told = Vec::new();
        for (game, (ruleset, needs)) in rulesets.iter().zip(needs).enumerate() {
            if 0 < game && needs == Needs::default() {
                continue;
            }
            let name = if ruleset.name.is_empty() { "this game" } else { &ruleset.name };
            let cannot = |why: &str| Err(Obstacle::Cannot(format!("{name}: {why}")));
            if !ruleset.breaks() || ruleset.heaps.len() != 1 || !ruleset.registers.is_empty() {
                return cannot("only values of one heap that breaks, without a register, are proved to be periodic");
            }
            let answers = periods(ruleset, Lines::Rows, &(0..=0), None, context)?;
            let found = answers.first().filter(|answer| answer.seen_up_to.is_none()).and_then(|answer| answer.period);
            let Some(Period { preperiod, period, .. }) = found else {
                return cannot(
                    "no period of its values is proved by the heaps that `nimdsl periods` looks at by itself",
                );
            };
            told.push(GamePeriod { game, preperiod, period });
        }
        holds_until(&context.cancel, &told, (&rulesets, self.statement)).map_err(|why| {
            if context.cancel.load(Ordering::Relaxed) { Obstacle::Cancelled } else { Obstacle::Cannot(why) }
        })?;
        let words = told.iter().map(|one| format!("period {} from {} on", one.period, one.preperiod));
        let numeration = words.collect::<Vec<_>>().join("; ");
        let figures = Figures { numeration, states: 0, nodes: 0, limits: Limits::default() };
        Ok(Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Periods(told)) })
    }

    /// A proof or a counterexample by the periods of fixed rows and columns; none if the claim is not about such, or if no periods are
    /// proved.
    pub(super) fn by_lines(&self) -> Result<Option<Decided>, Obstacle> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") || self.digits.is_some() {
            return Ok(None);
        }
        let (rulesets, cancel) = (self.rulesets(), &self.prover.context.cancel);
        let about = (rulesets.as_slice(), self.statement);
        let every = if 0 < self.open { None } else { every_line(self.statement) };
        let found = every.and_then(|fixed| self.every_line(fixed)).or_else(|| self.common_period());
        if found.is_some() || every.is_some() || 0 < self.open {
            return Ok(found);
        }
        let Ok(wanted) = wanted(about) else { return Ok(None) };
        let mut told = Vec::new();
        for (game, fixed, last) in wanted {
            let Some(lines) = self.known_lines(game, fixed, last)? else { return Ok(None) };
            told.push(lines);
        }
        if told.is_empty() {
            return Ok(None);
        }
        let verdict = judged_until(cancel, &told, about);
        if cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        Ok(verdict.ok().map(|verdict| match verdict {
            LineVerdict::Holds => {
                let figures = Figures { numeration: words(&told), states: 0, nodes: 0, limits: Limits::default() };
                Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Lines(told)) }
            }
            LineVerdict::FalseAt(position) => {
                let here = written(&position, self.ruleset);
                let reason = format!("{here} is the least position where it differs from the values of the line");
                Verdict::Refuted { position: Some(position), reason, is_least: true }.into()
            }
            LineVerdict::FalseFor(numbers) => {
                let all: Vec<String> = numbers.iter().map(|(name, number)| format!("{name} = {number}")).collect();
                let reason =
                    if all.is_empty() { "it is false".to_owned() } else { format!("it fails for {}", all.join(", ")) };
                Verdict::Refuted { position: None, reason, is_least: true }.into()
            }
        }))
    }

    /// A proof that every row, or every column, repeats, by a theorem that asks only what moves take.
    fn every_line(&self, fixed: FixedHeap) -> Option<Decided> {
        let lines = if fixed == FixedHeap::First { Lines::Rows } else { Lines::Columns };
        let options = taken_rays(self.ruleset, lines).ok()?;
        let options = options.into_iter().map(|[start, step]| TakenRay { start, step }).collect();
        let told = vec![GameLines { game: 0, fixed, options, lines: Vec::new(), common: None }];
        let about = (self.rulesets(), self.statement);
        let verdict = judged_until(&self.prover.context.cancel, &told, (&about.0, about.1)).ok()?;
        let figures = Figures { numeration: words(&told), states: 0, nodes: 0, limits: Limits::default() };
        let proved = Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Lines(told)) };
        (verdict == LineVerdict::Holds).then_some(proved)
    }

    /// A proof that all rows, or all columns, have one period, by a theorem that asks only what moves take.
    fn common_period(&self) -> Option<Decided> {
        let (fixed, claimed) = common_period(self.ruleset, self.statement)?;
        let registers = self.ruleset.registers.iter().map(|register| register.name.as_str());
        let periods = claimed.map_or_else(|| some_periods(registers), |claimed| parts_of(&claimed));
        let told = first_confirmed(&self.prover.context.cancel, (fixed, periods), (self.ruleset, self.statement))?;
        let told = vec![told];
        let figures = Figures { numeration: words(&told), states: 0, nodes: 0, limits: Limits::default() };
        Some(Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Lines(told)) })
    }

    /// The first lines of a game with their periods, if all are proved.
    fn known_lines(&self, game: usize, fixed: FixedHeap, last: i64) -> Result<Option<GameLines>, Obstacle> {
        let Some(ruleset) = self.rulesets().get(game).copied() else { return Ok(None) };
        let lines = if fixed == FixedHeap::First { Lines::Rows } else { Lines::Columns };
        if !(0..MOST_LINES).contains(&last) {
            return Ok(None);
        }
        let Ok(rays) = taken_rays(ruleset, lines) else { return Ok(None) };
        let most = MOST_PLACES / (last.unsigned_abs() + 1);
        let found = match periods(ruleset, lines, &(0..=last), Some(most), self.prover.context) {
            Err(EngineError::Cancelled) => return Err(Obstacle::Cancelled),
            Err(_) => return Ok(None),
            Ok(found) => found,
        };
        let repeated = found.iter().map(|answer| {
            let period = answer.period.filter(|_| answer.seen_up_to.is_none())?;
            Some(RepeatedLine { preperiod: period.preperiod, period: period.period, saltus: period.saltus })
        });
        let Some(repeated) = repeated.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let options = rays.into_iter().map(|[start, step]| TakenRay { start, step }).collect();
        Ok(Some(GameLines { game, fixed, options, lines: repeated, common: None }))
    }
}

/// A period and its parts, of which it is a multiple.
fn parts_of(period: &Sum) -> Vec<CommonPeriod> {
    let all = || period.of.values().copied().chain([period.constant]);
    let is_part = |times: &i64| all().all(|number| number % times == 0);
    let parts = (1..=MOST_PARTS).filter(is_part).map(|times| {
        let of = period.of.iter().map(|(name, number)| (name.clone(), number / times)).collect();
        CommonPeriod { period: Sum { constant: period.constant / times, of }, times: times.unsigned_abs() }
    });
    parts.collect()
}

/// What is tried where a claim only says that there is a period: registers and a little more, and small numbers.
fn some_periods<'a>(registers: impl Iterator<Item = &'a str>) -> Vec<CommonPeriod> {
    let of_registers = registers.flat_map(|name| [1, 0, 2].map(|more| (more, Some(name))));
    let all = of_registers.chain((1..=MOST_PARTS).map(|number| (number, None)));
    let sums =
        all.map(|(constant, name)| Sum { constant, of: name.map(|name| (name.to_owned(), 1)).into_iter().collect() });
    sums.map(|period| CommonPeriod { period, times: 1 }).collect()
}

/// The last line of each game, in words.
fn words(told: &[GameLines]) -> String {
    let one = |told: &GameLines| {
        let line = if told.fixed == FixedHeap::First { "row" } else { "column" };
        match &told.common {
            Some(common) if common.period.of.is_empty() => {
                return format!("every {line} has the period {}", common.period.constant);
            }
            Some(_) => return format!("every {line} has the same period"),
            None => {}
        }
        let Some(last) = told.lines.last() else { return format!("every {line} repeats") };
        let RepeatedLine { preperiod, period, saltus } = last;
        let number = told.lines.len() - 1;
        format!("{line} {number} gains {saltus} in {period} from {preperiod} on")
    };
    told.iter().map(one).collect::<Vec<_>>().join("; ")
}
