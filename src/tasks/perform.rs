//! Runs tasks: documents and parameters to rows. Reads texts from a library only.
use super::{Compare, Done, PPositions, Periods, Sweep, TableTask, Verify, What, text};
use crate::check::{Document, Settings};
use crate::claim::verify::{Expectation, Failure as ClaimFailure, Request, verify};
use crate::claim::{Verdict, written};
use crate::diagnostic::Faults;
use crate::engine::periods::{Lines, periods};
use crate::engine::{self, Context, EngineError};
use crate::experiment::Failure;
use crate::identify::Chain;
use crate::ruleset::{ParameterValue, Position, Ruleset};
use crate::search::space::choices::Choices;
use crate::search::task::{Extent, Values};
use crate::syntax::nearest;
use crate::table::{Region, Table};
use crate::value::Play;
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::collections::HashSet;

/// P-positions that a line of a sweep shows.
const SHOWN: usize = 8;
/// A chain with fewer terms is not named.
const FEWEST_TERMS: usize = 4;
/// P-positions that a list shows to people; the data have all of them.
const LISTED: usize = 60;

/// Where tasks happen.
pub(crate) struct Ground<'a> {
    /// The ruleset of the experiment.
    pub(crate) document: &'a Document,
    /// Its name in the experiment.
    pub(crate) name: &'a str,
    /// The choices of its parameters.
    pub(crate) candidates: &'a Choices,
    /// Reads and checks another ruleset.
    pub(crate) other: &'a dyn Fn(&str) -> Result<Document, Failure>,
    /// Quick or full bounds.
    pub(crate) extent: Extent,
}

impl std::fmt::Debug for Ground<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ground").field("name", &self.name).finish_non_exhaustive()
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

fn done(task: &'static str) -> Done {
    Done { task, rows: Vec::new(), missed: 0, open: 0, text: format!("{task}\n") }
}

impl Ground<'_> {
    /// Every ruleset that a task names, with the choices of parameters of the experiment's own.
    fn each(
        &self,
        names: &[String],
        act: &mut dyn FnMut(&str, &Document, &Settings) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        // A rule that has no value is shown in its file.
        let mut act = |name: &str, document: &Document, settings: &Settings| {
            act(name, document, settings).map_err(|failure| blamed(failure, document, settings))
        };
        if names.is_empty() {
            return self.candidates.iter().try_for_each(|settings| act(self.name, self.document, &settings));
        }
        for name in names {
            let document = (self.other)(name)?;
            // Parameters that another ruleset does not have do not vary there.
            if self.candidates.names().all(|name| document.parameters.contains_key(name)) {
                self.candidates.iter().try_for_each(|settings| act(name, &document, &settings))?;
            } else {
                act(name, &document, &Settings::new())?;
            }
        }
        Ok(())
    }
}

fn blamed(failure: Failure, document: &Document, settings: &Settings) -> Failure {
    match (failure, document.at(settings)) {
        (Failure::Engine(EngineError::Evaluation(error)), Ok(ruleset)) => {
            Failure::Faults(document.blame(&ruleset, &error))
        }
        (failure, _) => failure,
    }
}

/// Evaluates claims at all choices of the parameters.
///
/// # Errors
/// A ruleset or parameter that is faulty, an engine that gave up.
pub(crate) fn claims(task: &Verify, ground: &Ground<'_>, context: &Context) -> Result<Done, Failure> {
    let mut done = done("verify");
    let mut found: Vec<String> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    ground.each(&task.rulesets, &mut |name, document, settings| {
        known.extend(document.claims().map(|claim| claim.name.clone()));
        let request =
            Request { settings: settings.clone(), play: None, up_to: task.up_to.map(|bound| bound.at(ground.extent)) };
        for claim in document.claims() {
            if !task.claims.is_empty() && !task.claims.contains(&claim.name) {
                continue;
            }
            found.push(claim.name.clone());
            let verified = verify(document, claim, &request, context).map_err(|failure| match failure {
                ClaimFailure::Faults(faults) => Failure::Faults(faults),
                ClaimFailure::Engine(error) => Failure::Engine(error),
            })?;
            let (up_to, counterexample) = match &verified.verdict {
                Verdict::Holds { up_to, .. } => (json!(up_to), Value::Null),
                Verdict::Refuted { position, up_to, .. } => (json!(up_to), json!(position)),
                Verdict::Unknown(_) | Verdict::Untested(_) => (Value::Null, Value::Null),
            };
            let mark = match verified.as_expected {
                Expectation::Met => "as expected",
                Expectation::Missed => "NOT AS EXPECTED",
                Expectation::Open => "open",
            };
            done.missed += usize::from(verified.as_expected == Expectation::Missed);
            done.open += usize::from(verified.as_expected == Expectation::Open);
            let words = verified.words(&document.ruleset);
            done.text.push_str(&format!("  {:<8} {name}: {} {words} [{mark}]\n", verified.word(), verified.name));
            done.rows.push(json!({
                "ruleset": name, "name": verified.name, "kind": verified.kind, "params": params(settings),
                "failing_params": params(&verified.parameters), "expected": verified.expected(),
                "verdict": verified.word(), "as_expected": verified.as_expected == Expectation::Met,
                "up_to": up_to, "counterexample": counterexample, "words": words
            }));
        }
        Ok(())
    })?;
    if let Some(missing) = task.claims.iter().find(|name| !found.contains(name)) {
        let near = nearest(missing, known.iter().map(String::as_str));
        let help = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(Failure::Experiment(format!("no ruleset of the task has a claim \"{missing}\"{help}")));
    }
    Ok(done)
}

fn params(settings: &IndexMap<String, ParameterValue>) -> Value {
    let one = |(name, value): (&String, &ParameterValue)| {
        let value = match value {
            ParameterValue::Number(number) => json!(number),
            ParameterValue::Set(set) => json!(set),
        };
        (name.clone(), value)
    };
    Value::Object(settings.iter().map(one).collect())
}

fn region(ruleset: &Ruleset, bound: u64) -> Region {
    Region::Box(vec![bound; ruleset.heaps.len()])
}

fn computed(ruleset: &Ruleset, bound: u64, what: What, play: Play, context: &Context) -> Result<Table, EngineError> {
    match what {
        What::Grundy => engine::grundy(ruleset, &region(ruleset, bound), context),
        What::Outcomes => engine::outcomes(ruleset, &region(ruleset, bound), play, context),
    }
}

fn play(ruleset: &Ruleset, misere: bool) -> Play {
    if misere { Play::Misere } else { ruleset.play }
}

/// Finds the first difference of two rulesets, for each choice of the parameters.
///
/// # Errors
/// A ruleset or parameter that is faulty, an engine that gave up.
pub(crate) fn compare(task: &Compare, ground: &Ground<'_>, context: &Context) -> Result<Done, Failure> {
    let mut done = done("compare");
    let other = task.with.as_deref().map(ground.other).transpose()?;
    let other = other.as_ref().unwrap_or(ground.document);
    let bound = task.up_to.at(ground.extent);
    let size = bound.checked_add(1).ok_or_else(|| Failure::Experiment("`up_to` is too large".to_owned()))?;
    for settings in ground.candidates.iter() {
        let settings = &settings;
        let left = ground.document.at(settings)?;
        let mut also: Settings = settings.clone();
        also.retain(|name, _| other.parameters.contains_key(name));
        also.extend(task.set.iter().map(|(name, value)| (name.clone(), ParameterValue::Number(*value))));
        let right = other.at(&also)?;
        if left.heaps.len() != right.heaps.len() || left.registers.len() != right.registers.len() {
            return Err(Failure::Experiment(format!(
                "`{}` and `{}` have different numbers of heaps or registers",
                left.name, right.name
            )));
        }
        let tables =
            [&left, &right].map(|ruleset| computed(ruleset, size, task.what, play(ruleset, task.misere), context));
        let [first, second] = tables;
        let first = first.map_err(|error| blamed(error.into(), ground.document, settings))?;
        let second = second.map_err(|error| blamed(error.into(), other, &also))?;
        let differs = first_difference(&first, &second, left.heaps.len());
        let (a, b) = (text::heading(&left), text::heading(&right));
        let (position, words) = match differs {
            None => (Value::Null, format!("the same for all heaps up to {bound}")),
            Some((position, one, two)) => {
                let shown = |value: Option<u32>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
                let words =
                    format!("different first at {}: {} and {}", written(&position, &left), shown(one), shown(two));
                (json!({"position": position, "left": one, "right": two}), words)
            }
        };
        done.text.push_str(&format!("  {a} and {b}: {words}\n"));
        done.rows.push(json!({
            "left": {"ruleset": left.name, "params": params(&left.parameters)},
            "right": {"ruleset": right.name, "params": params(&right.parameters)},
            "what": task.what, "up_to": bound, "difference": position
        }));
    }
    Ok(done)
}

type Difference = (Position, Option<u32>, Option<u32>);

/// The least position, by total and then lexicographically, where two tables of the same shape differ.
fn first_difference(first: &Table, second: &Table, heaps: usize) -> Option<Difference> {
    let mut least: Option<Difference> = None;
    for (registers, values) in &first.layers {
        for (position, value) in first.heaps().zip(values.iter()) {
            let position = [position.as_slice(), registers].concat();
            let other = second.get(&position);
            if value == other {
                continue;
            }
            let rank = |position: &Position| (position[..heaps].iter().sum::<i64>(), position.clone());
            if least.as_ref().is_none_or(|known| rank(&position) < rank(&known.0)) {
                least = Some((position, value, other));
            }
        }
    }
    least
}

/// Lists the P-positions for each choice of the parameters, and which choices have the same ones.
///
/// # Errors
/// A ruleset or parameter that is faulty, an engine that gave up.
pub(crate) fn sweep(task: &Sweep, ground: &Ground<'_>, context: &Context) -> Result<Done, Failure> {
    let mut done = done("sweep");
    let bound = task.up_to.at(ground.extent);
    let mut classes: IndexMap<String, usize> = IndexMap::new();
    for settings in ground.candidates.iter() {
        let settings = &settings;
        let ruleset = match ground.document.at(settings) {
            Ok(ruleset) => ruleset,
            // A condition of the parameters excludes this choice.
            Err(Faults(faults)) => {
                let why = faults.first().map_or("", |fault| fault.code).to_owned();
                done.text.push_str(&format!("  {}: not possible ({why})\n", chosen(settings)));
                done.rows.push(json!({"params": params(settings), "possible": false, "reason": why}));
                continue;
            }
        };
        let all = engine::p_positions(&ruleset, bound, play(&ruleset, task.misere), context)
            .map_err(|error| blamed(error.into(), ground.document, settings))?;
        let mut hasher = blake3::Hasher::new();
        // Positions of different numbers of heaps or registers are never the same.
        for count in [ruleset.heaps.len(), ruleset.registers.len()] {
            hasher.update(&(count as u64).to_le_bytes());
        }
        for number in all.iter().flatten() {
            hasher.update(&number.to_le_bytes());
        }
        let hash = hasher.finalize().to_hex().to_string();
        let next = classes.len() + 1;
        let class = *classes.entry(hash).or_insert(next);
        let name = chain(&all, &ruleset);
        let (listed, symmetric) = without_mirror_images(&all, &ruleset);
        let shown: Vec<String> = listed.iter().take(SHOWN).map(|position| written(position, &ruleset)).collect();
        let more = if listed.len() <= SHOWN { "" } else { " ..." };
        let called = name.as_ref().map_or_else(String::new, |name| format!("; {name}"));
        done.text.push_str(&format!(
            "  {}: class {class}, {} P-positions: {}{more}{called}\n",
            chosen(settings),
            all.len(),
            shown.join(" ")
        ));
        done.rows.push(json!({
            "params": params(settings), "possible": true, "class": class, "up_to": bound, "count": all.len(),
            "symmetric": symmetric, "p_positions": listed.iter().take(SHOWN).collect::<Vec<_>>(), "chain": name
        }));
    }
    Ok(done)
}

fn chosen(settings: &Settings) -> String {
    let one = |(name, value): (&String, &ParameterValue)| match value {
        ParameterValue::Number(number) => format!("{name} = {number}"),
        ParameterValue::Set(set) => format!("{name} = {set:?}"),
    };
    if settings.is_empty() { "as it is".to_owned() } else { settings.iter().map(one).collect::<Vec<_>>().join(", ") }
}

/// Positions with the heaps in order, if mirror images tell nothing else: only if the game is proved to be symmetric.
/// Otherwise all of them. The second part says which.
fn without_mirror_images<'a>(all: &'a [Position], ruleset: &Ruleset) -> (Vec<&'a Position>, bool) {
    let symmetric = engine::is_symmetric(ruleset);
    let kept = all.iter().filter(|position| !symmetric || position[..ruleset.heaps.len()].is_sorted());
    (kept.collect(), symmetric)
}

/// What a1, a2, ... is called if the positions are (a1, a2), (a2, a3), ... and their mirror images.
fn chain(all: &[Position], ruleset: &Ruleset) -> Option<String> {
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return None;
    }
    let known: HashSet<&Position> = all.iter().collect();
    if !all.iter().all(|position| known.contains(&vec![position[1], position[0]])) {
        return None;
    }
    let sorted: Vec<&[i64]> = all.iter().map(Vec::as_slice).filter(|position| position.is_sorted()).collect();
    Chain::of(&sorted).filter(|chain| FEWEST_TERMS <= chain.terms.len())?.words()
}

/// Computes tables.
///
/// # Errors
/// A ruleset or parameter that is faulty, an engine that gave up.
pub(crate) fn tables(task: &TableTask, ground: &Ground<'_>, context: &Context) -> Result<Done, Failure> {
    let mut done = done("table");
    let size = task.size.at(ground.extent);
    ground.each(&task.rulesets, &mut |name, document, settings| {
        let ruleset = document.at(settings)?;
        let table = computed(&ruleset, size, task.what, play(&ruleset, task.misere), context)?;
        done.text.push_str(&format!("\n{}\n{}", text::heading(&ruleset), text::table(&table)));
        let layers: Vec<Value> = table
            .layers
            .iter()
            .map(
                |(registers, values)| json!({"registers": registers, "values": nested(&values.to_vec(), &table.shape)}),
            )
            .collect();
        done.rows.push(json!({
            "ruleset": name, "params": params(&ruleset.parameters), "what": task.what, "size": size, "layers": layers
        }));
        Ok(())
    })?;
    Ok(done)
}

fn nested(values: &[Option<u32>], shape: &[u64]) -> Value {
    match shape {
        [] | [_] => json!(values),
        [first, rest @ ..] => {
            let size = values.len() / usize::try_from(*first).unwrap_or(usize::MAX).max(1);
            Value::Array(values.chunks(size.max(1)).map(|part| nested(part, rest)).collect())
        }
    }
}

/// Lists positions.
///
/// # Errors
/// A ruleset or parameter that is faulty, an engine that gave up.
pub(crate) fn positions(task: &PPositions, ground: &Ground<'_>, context: &Context) -> Result<Done, Failure> {
    let mut done = done("p-positions");
    let bound = task.up_to.at(ground.extent);
    let size = bound.checked_add(1).ok_or_else(|| Failure::Experiment("`up_to` is too large".to_owned()))?;
    ground.each(&task.rulesets, &mut |name, document, settings| {
        let ruleset = document.at(settings)?;
        let all = match task.grundy {
            None => engine::p_positions(&ruleset, bound, play(&ruleset, task.misere), context)?,
            Some(wanted) => engine::grundy(&ruleset, &region(&ruleset, size), context)?.positions_of(wanted),
        };
        let (listed, symmetric) = without_mirror_images(&all, &ruleset);
        let shown: Vec<String> = listed.iter().take(LISTED).map(|position| written(position, &ruleset)).collect();
        let more = if listed.len() <= LISTED { "" } else { " ..." };
        done.text.push_str(&format!("  {}: {}{more}\n", text::heading(&ruleset), shown.join(" ")));
        let called = if task.grundy.is_none() { chain(&all, &ruleset) } else { None };
        if let Some(called) = &called {
            done.text.push_str(&format!("    a1, a2, ...: {called}\n"));
        }
        done.rows.push(json!({
            "ruleset": name, "params": params(&ruleset.parameters), "grundy": task.grundy, "up_to": bound,
            "symmetric": symmetric, "positions": listed, "chain": called
        }));
        Ok(())
    })?;
    Ok(done)
}

/// Finds periods of rows, columns and diagonals.
///
/// # Errors
/// A ruleset or parameter that is faulty, an engine that gave up.
pub(crate) fn period_lines(task: &Periods, ground: &Ground<'_>, context: &Context) -> Result<Done, Failure> {
    let mut done = done("periods");
    let asked = [
        ("row", &task.rows, Lines::Rows),
        ("column", &task.columns, Lines::Columns),
        ("diagonal", &task.diagonals, Lines::Diagonals),
    ];
    if asked.iter().all(|(_, values, _)| values.is_none()) {
        return Err(Failure::Experiment("a Periods task needs `rows`, `columns` or `diagonals`".to_owned()));
    }
    let up_to = task.up_to.map(|bound| bound.at(ground.extent));
    ground.each(&task.rulesets, &mut |name, document, settings| {
        let ruleset = document.at(settings)?;
        done.text.push_str(&format!("  {}\n", text::heading(&ruleset)));
        for (word, values, lines) in &asked {
            // The lines of a range are found together.
            let ranges: Vec<(i64, i64)> = match values {
                None => Vec::new(),
                Some(Values::Range(low, high)) => vec![(*low, *high)],
                Some(Values::List(list)) => list.iter().map(|line| (*line, *line)).collect(),
            };
            for (low, high) in ranges {
                let number = |line: i64| u64::try_from(line).ok().filter(|line| *line < 1 << 31);
                let Some((low, high)) = number(low).zip(number(high)).filter(|(low, high)| low <= high) else {
                    return Err(Failure::Experiment(format!("there are no {word}s {low} to {high}")));
                };
                for answer in periods(&ruleset, *lines, &(low..=high), up_to, context)? {
                    let line = answer.line;
                    let period = answer.period;
                    let found = period.map_or_else(
                        || if answer.needed.is_some() { "unknown" } else { "none" }.to_owned(),
                        |it| format!("preperiod {}, period {}, saltus {}", it.preperiod, it.period, it.saltus),
                    );
                    let how = match (answer.seen_up_to, answer.needed) {
                        (None, _) => "proved".to_owned(),
                        (Some(terms), None) => format!("seen in {terms} terms"),
                        (Some(terms), Some(needed)) => format!("{terms} terms tell nothing: up_to {needed} or more"),
                    };
                    done.text.push_str(&format!("    {word} {line}: {found} ({how})\n"));
                    done.rows.push(json!({
                        "ruleset": name, "params": params(&ruleset.parameters), "line": word, "number": line,
                        "preperiod": period.map(|it| it.preperiod), "period": period.map(|it| it.period),
                        "saltus": period.map(|it| it.saltus), "proved": answer.seen_up_to.is_none(),
                        "seen_up_to": answer.seen_up_to, "needed": answer.needed
                    }));
                }
            }
        }
        Ok(())
    })?;
    Ok(done)
}
