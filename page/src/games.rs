//! A game as a page names it: a text, values for parameters and registers, a way to play; and what it is. Draws no board.
use crate::desk::Desk;
use indexmap::IndexMap;
use nimdsl::check::Settings;
use nimdsl::rules::{NoAnswer, Rules, to_json};
use nimdsl::ruleset::ParameterValue;
use nimdsl::value::Play;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageGame {
    /// The name of its file.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// Values of parameters; the others have their defaults.
    #[serde(default)]
    pub(crate) set: IndexMap<String, GivenParameter>,
    /// Values of registers; the others are shown whole.
    #[serde(default)]
    pub(crate) at: IndexMap<String, i64>,
    /// Whether it is played misère; as the text says where nothing is said.
    #[serde(default)]
    pub(crate) misere: Option<bool>,
}

/// A value of a parameter.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum GivenParameter {
    /// A number.
    Number(i64),
    /// A set.
    Set(Vec<i64>),
    /// A set of brackets of numbers.
    Brackets(Vec<Vec<i64>>),
}

impl PageGame {
    /// What tells it from all others.
    pub(crate) fn key(&self) -> String {
        json!(self).to_string()
    }

    /// The same game with all values of its registers.
    pub(crate) fn with_all_registers(&self) -> Self {
        Self { at: IndexMap::new(), ..self.clone() }
    }

    /// Rules at the parameters, registers and play of this game.
    pub(crate) fn chosen(&self, rules: &Rules) -> Result<Rules, NoAnswer> {
        let settings: Settings = self.set.iter().map(|(name, value)| (name.clone(), parameter(value))).collect();
        let mut rules = if settings.is_empty() { rules.clone() } else { rules.at(&settings)? };
        // The board has all registers beside it.
        rules = rules.with_pages();
        for (register, value) in &self.at {
            rules = rules.showing(register, *value..=*value)?;
        }
        let play = match self.misere {
            None => rules.play(),
            Some(true) => Play::Misere,
            Some(false) => Play::Normal,
        };
        Ok(rules.played(play))
    }
}

fn parameter(value: &GivenParameter) -> ParameterValue {
    match value {
        GivenParameter::Number(number) => ParameterValue::Number(*number),
        GivenParameter::Set(numbers) => {
            let mut numbers = numbers.clone();
            numbers.sort_unstable();
            numbers.dedup();
            ParameterValue::Set(numbers)
        }
        GivenParameter::Brackets(brackets) => {
            let mut brackets = brackets.clone();
            brackets.sort_unstable();
            brackets.dedup();
            ParameterValue::Brackets(brackets)
        }
    }
}

/// Values below the default of a parameter that are tried for the end of its slider.
const LOWEST: i64 = -2;

/// What a game is, with the least value that each number may be given.
pub(crate) fn about(game: &PageGame, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let plain = PageGame { set: IndexMap::new(), ..game.with_all_registers() };
    let (rules, given) = (desk.rules(&plain)?, desk.rules(&game.with_all_registers())?);
    let parameters = rules.document().parameters.iter().map(|(name, value)| {
        let least = match value {
            ParameterValue::Number(number) => Some(least(&given, name, *number)),
            ParameterValue::Set(_) | ParameterValue::Brackets(_) => None,
        };
        json!({"name": name, "default": value, "least": least})
    });
    let parameters: Vec<Value> = parameters.collect();
    let registers = rules.ruleset().registers.iter().map(
        |register| json!({"name": register.name, "low": register.low, "high": register.high, "shown": register.shown}),
    );
    let mut answer = to_json(&given.about());
    answer["parameters"] = json!(parameters);
    answer["registers"] = registers.collect();
    answer["cited"] = json!(rules.document().cited());
    answer["ending"] = json!(given.ruleset().ending());
    answer["misere"] = json!(given.play() == Play::Misere);
    answer["finite"] = json!(given.ruleset().finite_options);
    Ok(answer)
}

/// The least value of a parameter that the rules allow, not below [`LOWEST`].
fn least(rules: &Rules, name: &str, default: i64) -> i64 {
    let allowed = |value: i64| {
        let settings: Settings = [(name.to_owned(), ParameterValue::Number(value))].into_iter().collect();
        rules.at(&settings).is_ok()
    };
    let mut least = default;
    while LOWEST < least && default - least < 8 && allowed(least - 1) {
        least -= 1;
    }
    least
}
