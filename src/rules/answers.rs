//! What questions are answered with: plain types, each with one JSON form. Computes nothing.
use crate::check::Settings;
use crate::engine::Plan;
use crate::engine::periods::{Answer, LinePeriod, Lines};
use crate::prover::ask::solve::Solved;
use crate::ruleset::options::Reached;
use crate::ruleset::{Position, Ruleset};
use crate::tasks::{PeriodLine, line_form};
use crate::value::{Outcome, Play, Saturate};
use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// The version of all JSON forms.
pub(super) const SCHEMA: u32 = 1;

/// An answer as a JSON object that says the version of its form; names in alphabetic order.
///
/// # Panics
/// For a type with keys that are no names; no answer of this page is one.
#[must_use]
pub fn to_json(answer: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(answer).expect("answers have names for keys");
    value["schema"] = json!(SCHEMA);
    value
}

/// What the rules are.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The title.
    pub ruleset: String,
    /// The values of the parameters.
    pub params: Settings,
    /// The names of the heaps.
    pub heaps: Vec<String>,
    /// The names of the moves, one for each instance.
    pub moves: Vec<String>,
    /// What every move decreases, lexicographically: a weight for each coordinate.
    pub measure: Vec<Vec<i64>>,
    /// What is taken for granted.
    pub assumes: Vec<String>,
    /// Who answers questions about tables: the engine that was named, if one was.
    pub engine: String,
    /// Why; of a named engine that does not serve the rules, why not.
    pub why: String,
}

impl About {
    pub(super) fn of(ruleset: &Ruleset, engine: Option<&str>) -> Self {
        let (engine, why) = match Plan::named(engine, ruleset) {
            Ok(plan) => (plan.kind().name().to_owned(), plan.why()),
            Err(refusal) => (engine.unwrap_or_default().to_owned(), refusal.to_string()),
        };
        Self {
            ruleset: ruleset.name.clone(),
            params: ruleset.parameters.clone(),
            heaps: ruleset.heaps.clone(),
            moves: ruleset.moves.iter().map(|rule| rule.name.clone()).collect(),
            measure: ruleset.measure.clone(),
            assumes: ruleset.assumption().into_iter().collect(),
            engine,
            why,
        }
    }
}

/// The amounts of a move by their names.
pub type Amounts = IndexMap<String, i64>;

/// One way to an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The name of the move.
    #[serde(rename = "move")]
    pub rule: String,
    /// Which instance of it, if there are several: which heaps, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub instance: String,
    /// Its amounts.
    pub amounts: Amounts,
}

/// An option, and how it is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedOption {
    /// Heaps, then registers; empty if the option is a sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub position: Position,
    /// The positions whose sum the option is, in lexicographic order; none if it is a position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Position>,
    /// All ways, in the order of the moves.
    pub ways: Vec<Way>,
}

impl ReachedOption {
    pub(super) fn of(ruleset: &Ruleset, reached: Reached) -> Self {
        let ways = reached.ways.into_iter().map(|(rule, amounts)| {
            let rule = &ruleset.moves[rule];
            let amounts = rule.amounts.iter().cloned().zip(amounts).collect();
            Way { rule: rule.name.clone(), instance: rule.instance.clone(), amounts }
        });
        let ways = ways.collect();
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        if reached.position.len() <= dimension {
            return Self { position: reached.position, parts: Vec::new(), ways };
        }
        let parts = reached.position.chunks(dimension.max(1)).map(<[i64]>::to_vec).collect();
        Self { position: Vec::new(), parts, ways }
    }

    /// The positions whose sum it is; a position alone is one.
    #[must_use]
    pub fn summands(&self) -> &[Position] {
        if self.parts.is_empty() { std::slice::from_ref(&self.position) } else { &self.parts }
    }

    /// The ways in one line.
    #[must_use]
    pub fn words(&self) -> String {
        let all = self.ways.iter().map(|way| {
            let amounts: Vec<String> = way.amounts.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let instance = if way.instance.is_empty() { String::new() } else { format!(" [{}]", way.instance) };
            format!("{}{instance} {}", way.rule, amounts.join(", ")).trim_end().to_owned()
        });
        all.collect::<Vec<_>>().join("; ")
    }
}

/// The options of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reachable {
    /// Where the moves begin.
    pub position: Position,
    /// In lexicographic order.
    pub options: Vec<ReachedOption>,
}

impl Reachable {
    pub(super) fn of(ruleset: &Ruleset, position: &[i64], reached: Vec<Reached>) -> Self {
        let options = reached.into_iter().map(|reached| ReachedOption::of(ruleset, reached)).collect();
        Self { position: position.to_vec(), options }
    }
}

/// A position with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Valued {
    /// Heaps, then registers.
    pub position: Position,
    /// Of normal play; none where options are forbidden.
    pub grundy: Option<u32>,
    /// Of the play that was asked for.
    #[serde(serialize_with = "letter")]
    pub outcome: Outcome,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn letter<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match outcome {
        Outcome::P => "P",
        Outcome::N => "N",
    })
}

/// An option with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValuedOption {
    /// The option.
    #[serde(flatten)]
    pub option: ReachedOption,
    /// Of normal play; none where options are forbidden.
    pub grundy: Option<u32>,
    /// Of the play that was asked for.
    #[serde(serialize_with = "letter")]
    pub outcome: Outcome,
}

/// A position, its options, and their values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The position.
    #[serde(flatten)]
    pub own: Valued,
    /// In lexicographic order.
    pub options: Vec<ValuedOption>,
    /// The options that win: the P-positions among them, where options are positions; the outcomes tell it of sums.
    pub winning: Vec<Position>,
}

impl Explained {
    pub(super) fn of(own: Valued, options: Vec<(ReachedOption, Option<u32>, Outcome)>) -> Self {
        let judged = |(option, grundy, outcome)| ValuedOption { option, grundy, outcome };
        let options: Vec<ValuedOption> = options.into_iter().map(judged).collect();
        let winning = options.iter().filter(|judged| judged.outcome == Outcome::P);
        let winning = winning
            .filter(|judged| judged.option.parts.is_empty())
            .map(|judged| judged.option.position.clone())
            .collect();
        Self { own, options, winning }
    }
}

/// P-positions, or the positions of a Grundy value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    /// The value that was asked for; `None` for P-positions.
    pub grundy: Option<u32>,
    /// By total, then lexicographically.
    pub positions: Vec<Position>,
}

impl Serialize for Positions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match self.grundy {
            None => json!({"p_positions": self.positions}),
            Some(value) => json!({"grundy": value, "positions": self.positions}),
        };
        form.serialize(serializer)
    }
}

/// The additive periods of some lines of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The title of the ruleset.
    pub ruleset: String,
    /// Which lines.
    pub lines: Lines,
    /// The terms are Grundy values, in misère play outcomes.
    pub play: Play,
    /// One for each line.
    pub answers: Vec<Answer>,
}

impl Periods {
    /// What one line is called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.lines.name()
    }
}

impl Serialize for Periods {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = |answer: &Answer| json!(PeriodLine { lines: self.lines, answer: answer.clone() });
        let mut all = Map::new();
        all.insert("ruleset".to_owned(), json!(self.ruleset));
        all.insert(format!("{}s", self.name()), self.answers.iter().map(entry).collect());
        say_misere(self.play, &mut all);
        all.serialize(serializer)
    }
}

/// The additive periods of lines along one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePeriods {
    /// The title of the ruleset.
    pub ruleset: String,
    /// The names of the heaps.
    pub heaps: Vec<String>,
    /// The names of the registers.
    pub registers: Vec<String>,
    /// The terms are Grundy values, in misère play outcomes.
    pub play: Play,
    /// One for each line.
    pub answers: Vec<LinePeriod>,
}

impl LinePeriods {
    /// What is fixed on a line, by name; of a diagonal that is `y - x`.
    pub fn fixed<'a>(&'a self, slice: &'a LinePeriod) -> impl Iterator<Item = (Cow<'a, str>, i64)> {
        let number = |value: u64| value.saturated();
        let heaps = self.heaps.iter().zip(&slice.heaps);
        let heaps = heaps.filter_map(move |(name, value)| Some((Cow::from(name.as_str()), number((*value)?))));
        let diagonal = slice
            .diagonal
            .map(|line| (Cow::from(self.heaps.iter().rev().cloned().collect::<Vec<_>>().join(" - ")), line));
        let registers = self.registers.iter().map(|name| Cow::from(name.as_str())).zip(slice.registers.iter().copied());
        heaps.chain(diagonal).chain(registers)
    }
}

impl Serialize for LinePeriods {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = |answer: &LinePeriod| line_form(answer, &self.fixed(answer).collect());
        let heaps = |slice: &LinePeriod| {
            let runs = self.heaps.iter().zip(&slice.heaps).filter(|(_, fixed)| fixed.is_none());
            runs.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut all = Map::new();
        all.insert("ruleset".to_owned(), json!(self.ruleset));
        all.insert("along".to_owned(), json!(self.answers.first().map(heaps)));
        all.insert("answers".to_owned(), self.answers.iter().map(entry).collect());
        say_misere(self.play, &mut all);
        all.serialize(serializer)
    }
}

/// Terms are Grundy values if nothing is said.
fn say_misere(play: Play, form: &mut Map<String, Value>) {
    if play == Play::Misere {
        form.insert("play".to_owned(), json!(play));
    }
}

/// P-positions that were found and proved for all positions.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The title of the ruleset.
    pub ruleset: String,
    /// The set and its proof.
    pub solved: Solved,
}

impl Solution {
    /// The automaton as a drawing in the language of Graphviz.
    #[must_use]
    pub fn drawing(&self) -> String {
        self.solved.automaton.to_dot(&|track| self.solved.name(track))
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let solved = &self.solved;
        json!({
            "ruleset": self.ruleset, "verdict": "proved", "formula": solved.formula.as_ref().map(ToString::to_string),
            "said_by": solved.said_by.as_ref().map(|(_, claim)| claim),
            "numeration": solved.figures.numeration, "states": solved.figures.states, "nodes": solved.figures.nodes,
            "tracks": solved.names, "automaton": solved.automaton, "dot": self.drawing()
        })
        .serialize(serializer)
    }
}
