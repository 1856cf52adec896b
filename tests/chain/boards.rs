//! Tables of all engines against the reference engine, and the relation against its enumeration.
use super::{Judge, gave_up};
use nimdsl::check::{Document, Settings};
use nimdsl::engine::far::rare;
use nimdsl::engine::periods::{Answer, Lines, periods};
use nimdsl::engine::{self, Context, EngineError, Plan, applicable, p_positions, reference, value_at};
use nimdsl::prover::ask::solve::{Solved, solve};
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use nimdsl::ruleset::{error::EvaluationError, options::Options};
use nimdsl::table::{Region, Table};
use nimdsl::value::{Outcome, Play};
use std::ops::ControlFlow;

const TABLE: u64 = 250;

/// Regions that the reference engine can fill.
fn regions(heaps: usize) -> Vec<Region> {
    match heaps {
        1 => vec![Region::Box(vec![7]), Region::Box(vec![90])],
        2 => vec![Region::Box(vec![5, 6]), Region::Box(vec![19, 23]), Region::Total(30)],
        3 => vec![Region::Box(vec![4, 3, 5]), Region::Total(11)],
        4 => vec![Region::Box(vec![3, 3, 2, 4]), Region::Total(6)],
        _ => vec![Region::Total(4)],
    }
}

/// With a window of values for registers without bound.
pub(super) fn shown(mut ruleset: Ruleset) -> Ruleset {
    for register in &mut ruleset.registers {
        register.shown = register.shown.or(Some((0, 3)));
    }
    ruleset
}

impl Judge<'_> {
    /// The tables of a document, at its parameters and at others.
    pub(super) fn boards(&mut self, document: &Document) {
        let ruleset = shown(document.ruleset.clone());
        self.relation(&ruleset);
        self.tables(&ruleset);
        self.lines(&ruleset);
        self.solutions(document, &ruleset);
        for name in document.parameters.keys().take(2) {
            for value in [0, 1, -1, 2_147_483_648] {
                let settings: Settings = [(name.clone(), ParameterValue::Number(value))].into_iter().collect();
                let Some(Ok(other)) = self.step("parameters", 4_000, |_| document.at(&settings)) else { continue };
                let other = shown(other);
                if value == 0 || value == 1 {
                    self.count("rulesets at parameters");
                    self.relation(&other);
                    self.tables(&other);
                }
            }
        }
    }

    /// Whether enumeration, option test, relation and measure agree at small positions.
    fn relation(&mut self, ruleset: &Ruleset) {
        let compiled = |context: &Context| Options::new(ruleset).map(|options| options.until(&context.cancel));
        let Some(options) = self.step("compile options", 2_000, compiled) else { return };
        let Ok(options) = options else { return };
        let window = window(ruleset);
        if let Some(Some(wrong)) =
            self.step("options", 500, |context| disagreement(ruleset, &options, &window, context))
        {
            self.finds(format!("relation: {}", wrong.0), wrong.1);
        }
    }

    fn tables(&mut self, ruleset: &Ruleset) {
        let Some(engine) = self.step("choose", 2_000, |_| Plan::of(ruleset).kind()) else { return };
        let Some(engines) = self.step("all engines", 8_000, |_| applicable(ruleset)) else { return };
        self.count(engine.name());
        for region in regions(ruleset.heaps.len()) {
            let expected = self.step("reference table", TABLE, |context| reference::grundy(ruleset, &region, context));
            let found = self.step("table", TABLE, |context| engine::grundy(ruleset, &region, context));
            let (Some(expected), Some(found)) = (expected, found) else { return };
            let slow = expected == Err(EngineError::Cancelled);
            self.agree(&format!("{engine}: values"), &region, &expected, found);
            for alone in &engines {
                let found = self.step("table of one engine", TABLE, |context| alone.grundy(&region, context));
                // Another engine answers where a rule has no value.
                let Some(found) = found.filter(|found| !matches!(found, Err(EngineError::Evaluation(_)))) else {
                    continue;
                };
                self.agree(&format!("{} alone: values", alone.kind()), &region, &expected, found);
            }
            if slow {
                return;
            }
            for play in [Play::Normal, Play::Misere] {
                let expected = self
                    .step("reference outcomes", TABLE, |context| reference::outcomes(ruleset, &region, play, context));
                let found = self.step("outcomes", TABLE, |context| engine::outcomes(ruleset, &region, play, context));
                let (Some(expected), Some(found)) = (expected, found) else { return };
                self.agree(&format!("{engine}: outcomes {play:?}"), &region, &expected, found);
                for alone in &engines {
                    let found =
                        self.step("outcomes of one engine", TABLE, |context| alone.outcomes(&region, play, context));
                    let Some(found) = found.filter(|found| !matches!(found, Err(EngineError::Evaluation(_)))) else {
                        continue;
                    };
                    self.agree(&format!("{} alone: outcomes {play:?}", alone.kind()), &region, &expected, found);
                }
            }
        }
        let bound = [30, 30, 12, 5, 3].get(ruleset.heaps.len()).copied().unwrap_or(2);
        for play in [Play::Normal, Play::Misere] {
            let expected = self
                .step("reference p-positions", TABLE, |context| reference::p_positions(ruleset, bound, play, context));
            let Some(Ok(expected)) = expected else { return };
            match self.step("p-positions", TABLE, |context| p_positions(ruleset, bound, play, context)) {
                Some(Ok(found)) if found != expected => {
                    self.finds(format!("{engine}: P-positions {play:?}"), format!("{found:?} and {expected:?}"));
                }
                _ => self.count("lists compared"),
            }
            if play == Play::Normal
                && let Some(Ok(found)) =
                    self.step("sparse", TABLE, |context| rare::p_positions_up_to(ruleset, bound, context))
                && found != expected
            {
                self.finds("sparse: P-positions", format!("{found:?} and {expected:?}"));
            }
            let far: Position = corner(ruleset);
            let expected =
                self.step("reference value", TABLE, |context| reference::value_at(ruleset, &far, play, context));
            let found = self.step("value", TABLE, |context| value_at(ruleset, &far, play, context));
            if let (Some(Ok(expected)), Some(Ok(found))) = (expected, found) {
                if expected != found {
                    self.finds(format!("{engine}: value_at"), format!("{far:?}: {found:?} and {expected:?}"));
                }
                // Sprague and Grundy: the value is 0 exactly at P-positions of normal play.
                if play == Play::Normal && (expected.0 == 0) != (expected.1 == Outcome::P) {
                    self.finds("reference: a value against its outcome", format!("{far:?}: {expected:?}"));
                }
            }
        }
    }

    fn agree(
        &mut self,
        what: &str,
        region: &Region,
        expected: &Result<Table, EngineError>,
        found: Result<Table, EngineError>,
    ) {
        match (expected, found) {
            (Ok(expected), Ok(found)) => {
                self.count("tables compared");
                if *expected != found {
                    let place = expected.layers.iter().find_map(|(registers, _)| {
                        let positions = expected.heaps().map(|heaps| [heaps, registers.clone()].concat());
                        positions.into_iter().find(|at| expected.get(at) != found.get(at))
                    });
                    let at = place.unwrap_or_default();
                    let values = (found.get(&at), expected.get(&at));
                    self.finds(what, format!("{region:?} at {at:?}: {values:?}"));
                }
            }
            (Ok(_), Err(error)) if !gave_up(&error) => {
                self.finds(format!("{what}, refused"), format!("{region:?}: {error}"));
            }
            _ => self.count("tables not compared"),
        }
    }

    /// Periods of lines; those that are proved hold in a table.
    fn lines(&mut self, ruleset: &Ruleset) {
        let heaps = ruleset.heaps.len();
        if 2 < heaps || !ruleset.registers.is_empty() {
            return;
        }
        for lines in [Lines::Rows, Lines::Columns, Lines::Diagonals] {
            let found = self.step("periods", TABLE, |context| {
                periods((ruleset, Play::Normal), lines, &(0..=2), Some(300), context)
            });
            let Some(Ok(answers)) = found else { continue };
            let proved: Vec<Answer> = answers.into_iter().filter(|one| one.seen_up_to.is_none()).collect();
            if proved.is_empty() || lines != Lines::Rows {
                continue;
            }
            let region = Region::Box(if heaps == 1 { vec![80] } else { vec![3, 60] });
            let table = self.step("reference table", TABLE, |context| reference::grundy(ruleset, &region, context));
            let Some(Ok(table)) = table else { continue };
            for answer in proved {
                self.count("periods compared");
                if let Some(at) = broken(&table, &answer) {
                    self.finds("periods: not that of a table", format!("{answer:?} at {at:?}"));
                }
            }
        }
    }

    /// What `solve` proves is the set of P-positions of a table.
    fn solutions(&mut self, document: &Document, ruleset: &Ruleset) {
        for play in [Play::Normal, Play::Misere] {
            let solved = self.step("solve", 300, |context| {
                let solved = solve(document, &document.ruleset, play, context).ok()?;
                let bound = [20, 20, 6, 3].get(ruleset.heaps.len()).copied().unwrap_or(2);
                let table = reference::outcomes(ruleset, &Region::Box(vec![bound; ruleset.heaps.len()]), play, context);
                Some(wrong_solution(&solved, ruleset, &table.ok()?))
            });
            let Some(Some(wrong)) = solved else { continue };
            self.count("games solved");
            if let Some(at) = wrong {
                self.finds("solve: P-positions", format!("{play:?} at {at:?}"));
            }
        }
    }
}

/// Where a period of a row does not hold.
fn broken(table: &Table, answer: &Answer) -> Option<Position> {
    let period = answer.period?;
    let row: Vec<i64> = if table.shape.len() == 1 { Vec::new() } else { vec![answer.line] };
    let last = *table.shape.last()?;
    let at = |column: u64| [row.as_slice(), &[i64::try_from(column).unwrap_or(i64::MAX)]].concat();
    let mut columns = period.preperiod..last.saturating_sub(period.period);
    let found = columns.find(|column| {
        let (here, there) = (table.get(&at(*column)), table.get(&at(column + period.period)));
        here.zip(there).is_some_and(|(here, there)| u64::from(here) + period.saltus != u64::from(there))
    });
    found.map(at)
}

fn wrong_solution(solved: &Solved, ruleset: &Ruleset, table: &Table) -> Option<Position> {
    // A track counts a register that may be negative from its least value.
    let least = |at: usize| at.checked_sub(ruleset.heaps.len()).map_or(0, |at| ruleset.registers[at].low.min(0));
    for (registers, _) in &table.layers {
        for heaps in table.heaps() {
            let position = [heaps, registers.clone()].concat();
            let values: Option<Vec<u128>> =
                position.iter().enumerate().map(|(at, value)| u128::try_from(value - least(at)).ok()).collect();
            let (Some(values), Some(outcome)) = (values, table.get(&position)) else { continue };
            if solved.automaton.accepts(&values) != (outcome == 0) {
                return Some(position);
            }
        }
    }
    None
}

fn corner(ruleset: &Ruleset) -> Position {
    let far = [30, 17, 8, 5].get(ruleset.heaps.len() - 1).copied().unwrap_or(2);
    let heaps = (0..ruleset.heaps.len()).map(|at| far - i64::try_from(at % 2).unwrap_or(0));
    heaps.chain(ruleset.registers.iter().map(|register| register.high.unwrap_or(2).min(3).max(register.low))).collect()
}

/// Some small positions, whether or not they belong to the game.
fn window(ruleset: &Ruleset) -> Vec<Position> {
    let side = [12, 12, 6, 4, 3].get(ruleset.heaps.len()).copied().unwrap_or(1);
    let heaps = ruleset.heaps.iter().map(|_| (0, side - 1));
    let registers = ruleset.registers.iter().map(|register| {
        let (low, high) = register.shown.unwrap_or((0, 2));
        (low, high.min(low.saturating_add(2)))
    });
    let mut all: Vec<Position> = vec![Vec::new()];
    for (low, high) in heaps.chain(registers) {
        all = all.iter().flat_map(|begun| (low..=high).map(|value| [begun.as_slice(), &[value]].concat())).collect();
        if 3_000 < all.len() {
            all.truncate(3_000);
        }
    }
    all
}

type Wrong = (&'static str, String);
type Ways = Vec<(usize, Vec<i64>, Position)>;

/// The first place where two readings of the rules differ; nothing where a rule has no value.
fn disagreement(ruleset: &Ruleset, options: &Options, window: &[Position], context: &Context) -> Option<Wrong> {
    let cancelled = || context.cancel.load(std::sync::atomic::Ordering::Relaxed);
    let level = |position: &[i64]| -> Vec<i128> {
        let sum = |weights: &Vec<i64>| weights.iter().zip(position).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum();
        ruleset.measure.iter().map(sum).collect()
    };
    for (at, position) in window.iter().enumerate().step_by(1 + window.len() / 50) {
        if cancelled() {
            return None;
        }
        if options.in_domain(position) != Ok(true) {
            continue;
        }
        let Ok((ways, whole)) = listed(options, position, &cancelled) else { continue };
        for (rule, amounts, option) in ways.iter().take(40) {
            let words = || format!("{position:?} to {option:?} by {rule} {amounts:?}");
            if options.relates(*rule, position, amounts, option) == Ok(false) {
                return Some(("an option that the relation denies", words()));
            }
            if options.is_option(position, option) == Ok(false) {
                return Some(("an option that the option test denies", words()));
            }
            if ruleset.unproved.is_empty() && level(position) <= level(option) {
                return Some(("a move that does not lower the measure", words()));
            }
            if options.in_domain(option) == Ok(false) {
                return Some(("an option outside of the game", words()));
            }
        }
        if !whole {
            continue;
        }
        for other in window.iter().skip(at % 5).step_by(1 + window.len() / 25) {
            let found = options.is_option(position, other);
            let expected = ways.iter().any(|way| &way.2 == other);
            if found.is_ok_and(|found| found != expected) {
                return Some(("an option test that the enumeration denies", format!("{position:?} to {other:?}")));
            }
        }
        if let Some(wrong) = scan(ruleset, options, position, &ways) {
            return Some(wrong);
        }
    }
    None
}

/// The ways to move, and whether they are all.
fn listed(options: &Options, position: &[i64], cancelled: &dyn Fn() -> bool) -> Result<(Ways, bool), EvaluationError> {
    let mut ways = Ways::new();
    let flow = options.visit(position, &mut |rule, amounts, option| {
        ways.push((rule, amounts.to_vec(), option.to_vec()));
        if ways.len() < 2_000 && !cancelled() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok((ways, flow.is_continue()))
}

/// All amounts of a small box against the relation itself.
fn scan(ruleset: &Ruleset, options: &Options, position: &[i64], ways: &Ways) -> Option<Wrong> {
    for (index, rule) in ruleset.moves.iter().enumerate() {
        let (low, high) = if rule.amounts.len() <= 2 { (-1, 6) } else { (0, 2) };
        if 4 < rule.amounts.len() {
            continue;
        }
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in &rule.amounts {
            all = all.iter().flat_map(|begun| (low..=high).map(|next| [begun.as_slice(), &[next]].concat())).collect();
        }
        for amounts in all {
            let targets: Option<Position> = rule
                .targets
                .iter()
                .map(|target| target.evaluate(position, &amounts).ok().and_then(|value| i64::try_from(value).ok()))
                .collect();
            let Some(option) = targets else { continue };
            if options.relates(index, position, &amounts, &option) == Ok(true)
                && !ways.iter().any(|way| way.0 == index && way.1 == amounts && way.2 == option)
            {
                return Some((
                    "a way that the enumeration misses",
                    format!("{position:?} to {option:?} by {index} {amounts:?}"),
                ));
            }
        }
    }
    None
}
