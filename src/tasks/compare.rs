//! The first position where two rulesets differ, or one with two choices of parameters.
use super::input::{TaskInput, What, blamed, heading, play, table};
use crate::asked::TaskFailure;
use crate::asked::values::HeapBound;
use crate::check::{Document, Settings};
use crate::ruleset::{ParameterValue, Position, Ruleset, words};
use crate::table::Table;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Two rulesets, or one with two choices of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The other ruleset; the same one if none is named.
    #[serde(default)]
    pub with: Option<String>,
    /// Parameters of the other ruleset.
    #[serde(default)]
    pub set: IndexMap<String, i64>,
    /// What is compared.
    #[serde(default)]
    pub what: What,
    /// Misère play, for outcomes.
    #[serde(default)]
    pub misere: bool,
    /// The largest heap.
    pub up_to: HeapBound,
}

/// Two rulesets, and where they differ.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The ruleset of the experiment.
    pub left: ComparedSide,
    /// The other one.
    pub right: ComparedSide,
    /// What was compared.
    pub what: What,
    /// All heaps up to this were compared.
    pub up_to: u64,
    /// The first difference.
    pub difference: Option<Difference>,
    /// The names of the heaps, which say how a position is written.
    #[serde(skip)]
    pub heaps: Vec<String>,
}

/// One of two rulesets.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedSide {
    /// Its title.
    pub ruleset: String,
    /// All its parameters.
    pub params: Settings,
}

/// A position where two tables differ.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// What the ruleset of the experiment has there; none outside of the game.
    pub left: Option<u32>,
    /// What the other one has.
    pub right: Option<u32>,
}

impl Compare {
    /// Finds the first difference of two rulesets, for each choice of the parameters.
    ///
    /// # Errors
    /// A ruleset or parameter that is faulty, an engine that gave up.
    pub(crate) fn perform(&self, input: &TaskInput<'_>) -> Result<Vec<Compared>, TaskFailure> {
        let other = self.with.as_deref().map(input.other).transpose()?;
        let other = other.as_ref().unwrap_or(input.document);
        input.choices.iter().map(|settings| self.at(&settings, other, input)).collect()
    }

    fn at(&self, settings: &Settings, other: &Document, input: &TaskInput<'_>) -> Result<Compared, TaskFailure> {
        let left = input.document.at(settings)?;
        let mut also: Settings = settings.clone();
        also.retain(|name, _| other.parameters.contains_key(name));
        also.extend(self.set.iter().map(|(name, value)| (name.clone(), ParameterValue::Number(*value))));
        let right = other.at(&also)?;
        if left.heaps.len() != right.heaps.len() || left.registers.len() != right.registers.len() {
            return Err(TaskFailure::Request(format!(
                "`{}` and `{}` have different numbers of heaps or registers",
                left.name, right.name
            )));
        }
        let size = input.size(self.up_to)?;
        let table = |ruleset: &Ruleset| table(ruleset, size, (self.what, play(ruleset, self.misere)), input.context);
        let first = table(&left).map_err(|error| blamed(error.into(), input.document, settings))?;
        let second = table(&right).map_err(|error| blamed(error.into(), other, &also))?;
        Ok(Compared {
            difference: first_difference(&first, &second),
            what: self.what,
            up_to: self.up_to.at(input.extent),
            heaps: left.heaps,
            left: ComparedSide { ruleset: left.name, params: left.parameters },
            right: ComparedSide { ruleset: right.name, params: right.parameters },
        })
    }
}

/// The least position, by total and then lexicographically, where two tables of the same shape differ.
fn first_difference(first: &Table, second: &Table) -> Option<Difference> {
    let heaps = first.shape.len();
    let mut least: Option<Difference> = None;
    for (registers, values) in &first.layers {
        for (position, left) in first.heaps().zip(values.iter()) {
            let position = [position.as_slice(), registers].concat();
            let right = second.get(&position);
            if left == right {
                continue;
            }
            let rank = |position: &Position| (position[..heaps].iter().sum::<i64>(), position.clone());
            if least.as_ref().is_none_or(|known| rank(&position) < rank(&known.position)) {
                least = Some(Difference { position, left, right });
            }
        }
    }
    least
}

impl Compared {
    pub(super) fn text(&self) -> String {
        let [left, right] = [&self.left, &self.right].map(|side| heading(&side.ruleset, &side.params));
        let found = match &self.difference {
            None => format!("the same for all heaps up to {}", self.up_to),
            Some(Difference { position, left, right }) => {
                let position = words::position(position, &self.heaps);
                let [left, right] =
                    [left, right].map(|value| value.map_or_else(|| "none".to_owned(), |value| value.to_string()));
                format!("different first at {position}: {left} and {right}")
            }
        };
        format!("  {left} and {right}: {found}\n")
    }
}
