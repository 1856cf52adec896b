//! Claims about heaps that break, and about fixed rows, columns and other lines, by the periods of their values. The engine finds these, and the checker
//! of certificates decides the claim with them; there is no second way.
use super::evidence::Evidence;
use super::instance::{Decided, Instance};
use crate::certificate::{
    CommonPeriod, FixedHeap, GameLines, GamePeriod, LineOrder, OrderedLine, PlacesOnLine, RepeatedLine, Sum, TakenRay,
};
use crate::claim::written;
use crate::engine::EngineError;
use crate::engine::periods::{Lines, Period, ProvedLine, periods, proved_lines, taken_rays};
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::recheck::periods::{
    LineOfClaim, LineVerdict, common_period, every_line, first_confirmed, holds_until, judged_until, wanted,
};
use crate::ruleset::definition::{Needs, needs};
use crate::value::Play;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// Lines that are looked at for one claim at most, and places of all of them together.
const MOST_LINES: i64 = 100;
const MOST_PLACES: u64 = 1 << 22;
/// The same with those that they look at.
const MOST_IN_ORDER: usize = 400;
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
            let answers = periods((ruleset, Play::Normal), Lines::Rows, &(0..=0), None, context)?;
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
        let rulesets = self.rulesets();
        let about = (rulesets.as_slice(), self.statement);
        let every = if 0 < self.open { None } else { every_line(self.statement) };
        let found = every.and_then(|fixed| self.every_line(fixed)).or_else(|| self.common_period());
        if found.is_some() || every.is_some() || 0 < self.open {
            return Ok(found);
        }
        let Ok(wanted) = wanted(about) else { return Ok(None) };
        if self.statement.play == Play::Normal
            && let Some(told) = wanted.rows.map_or(Ok(None), |rows| self.rows_known(rows))?
            && let Some(decided) = self.by_told((told, Vec::new()))?
        {
            return Ok(Some(decided));
        }
        let Some(told) = wanted.lines.map_or(Ok(None), |lines| self.lines_known(lines))? else { return Ok(None) };
        self.by_told((Vec::new(), told))
    }

    /// What lines tell of the claim, if they tell enough.
    fn by_told(&self, (rows, lines): (Vec<GameLines>, Vec<LineOrder>)) -> Result<Option<Decided>, Obstacle> {
        if rows.is_empty() && lines.is_empty() {
            return Ok(None);
        }
        let (rulesets, cancel) = (self.rulesets(), &self.prover.context.cancel);
        let verdict = judged_until(cancel, (&rows, &lines), (&rulesets, self.statement));
        if cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        Ok(verdict.ok().map(|verdict| match verdict {
            LineVerdict::Holds => {
                let orders = lines.iter().filter_map(|order| self.last_of(order));
                let numeration = words(&rows).into_iter().chain(orders).collect::<Vec<_>>().join("; ");
                let figures = Figures { numeration, states: 0, nodes: 0, limits: Limits::default() };
                Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Lines(rows, lines)) }
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
        let verdict = judged_until(&self.prover.context.cancel, (&told, &[]), (&about.0, about.1)).ok()?;
        (verdict == LineVerdict::Holds).then(|| by_all_lines(told))
    }

    /// A proof that all rows, or all columns, have one period, by a theorem that asks only what moves take.
    fn common_period(&self) -> Option<Decided> {
        let (fixed, claimed) = common_period(self.ruleset, self.statement)?;
        let registers = self.ruleset.registers.iter().map(|register| register.name.as_str());
        let periods = claimed.map_or_else(|| some_periods(registers), |claimed| parts_of(&claimed));
        let told = first_confirmed(&self.prover.context.cancel, (fixed, periods), (self.ruleset, self.statement))?;
        Some(by_all_lines(vec![told]))
    }

    /// Rows and columns with their periods, if all are proved.
    fn rows_known(&self, wanted: Vec<(usize, FixedHeap, i64)>) -> Result<Option<Vec<GameLines>>, Obstacle> {
        let known = wanted.into_iter().map(|(game, fixed, last)| self.known_lines(game, fixed, last));
        known.collect()
    }

    /// Other lines with their periods, those along the same heaps in one order with all that they look at, if all are proved.
    fn lines_known(&self, wanted: Vec<LineOfClaim>) -> Result<Option<Vec<LineOrder>>, Obstacle> {
        let mut orders: BTreeMap<(usize, Vec<usize>), Vec<Vec<i64>>> = BTreeMap::new();
        for (game, along, first) in wanted {
            orders.entry((game, along)).or_default().push(first);
        }
        let mut told = Vec::new();
        for ((game, along), firsts) in orders {
            let Some(ruleset) = self.rulesets().get(game).copied() else { return Ok(None) };
            if MOST_LINES.unsigned_abs() < firsts.len() as u64 {
                return Ok(None);
            }
            let play = if game == 0 { self.statement.play } else { Play::Normal };
            let most = MOST_PLACES / firsts.len().max(1) as u64;
            let proved = match proved_lines((ruleset, play), &along, &firsts, Some(most), self.prover.context) {
                Err(EngineError::Cancelled) => return Err(Obstacle::Cancelled),
                Err(_) => return Ok(None),
                Ok(proved) => proved,
            };
            let are_all = firsts.iter().all(|first| proved.iter().any(|line| line.first == *first));
            if !are_all || MOST_IN_ORDER < proved.len() {
                return Ok(None);
            }
            told.push(LineOrder { game, along, lines: proved.into_iter().map(ordered_line).collect() });
        }
        Ok(Some(told))
    }

    /// The last line of an order, in words.
    fn last_of(&self, order: &LineOrder) -> Option<String> {
        let OrderedLine { first, repeated: RepeatedLine { preperiod, period, saltus }, .. } = order.lines.last()?;
        let first = written(first, self.rulesets().get(order.game)?);
        Some(format!("the line from {first} gains {saltus} in {period} from {preperiod} on"))
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
        let found = match periods((ruleset, Play::Normal), lines, &(0..=last), Some(most), self.prover.context) {
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

/// A line as a certificate has it.
fn ordered_line(line: ProvedLine) -> OrderedLine {
    let Period { preperiod, period, saltus } = line.period;
    let options = line.options.into_iter();
    let options = options.map(|one| PlacesOnLine { line: one.line, start: one.start, step: one.step, from: one.from });
    let repeated = RepeatedLine { preperiod, period, saltus };
    OrderedLine { first: line.first, options: options.collect(), repeated }
}

/// A proof that says something of all lines.
fn by_all_lines(told: Vec<GameLines>) -> Decided {
    let numeration = words(&told).join("; ");
    let figures = Figures { numeration, states: 0, nodes: 0, limits: Limits::default() };
    Decided { verdict: Verdict::Proved(figures), evidence: Some(Evidence::Lines(told, Vec::new())) }
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
fn words(told: &[GameLines]) -> Vec<String> {
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
    told.iter().map(one).collect()
}
