//! What a game is: the relation M(position, amounts, option). Has no places in any text and reads no file.
//!
//! Coordinates are the heaps, in order, then the registers. Every move gives each coordinate's value after the move as
//! a term over the coordinates and the amounts; its guard is a condition over the same variables.
mod asks;
mod between;
pub mod branch;
pub mod definition;
pub(crate) mod determined;
pub mod digits;
mod earlier;
pub mod error;
pub mod evaluate;
pub mod few_amounts;
pub mod grid;
mod halt;
pub(crate) mod last;
pub mod linear;
mod numbers;
pub mod options;
mod parts;
mod reach;
pub mod recursion;
pub(crate) mod rising;
pub mod small;
pub mod statement;
pub mod surds;
pub mod taking;
mod term;
pub(crate) mod told_cases;
pub mod words;

pub use numbers::NumberFunction;
pub use parts::Part;
pub(crate) use term::mentions;
pub use term::{Comparison, Condition, Term, Variable};

use crate::value::Play;
use indexmap::IndexMap;
use serde::Serialize;

/// The values of heaps, then registers.
pub type Position = Vec<i64>;

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// As the author calls it.
    pub name: String,
    /// Which instance of a `symmetric` or `for each` family, in words (may be empty).
    pub instance: String,
    /// Names of the amounts (a primed heap that is free is an amount, too).
    pub amounts: Vec<String>,
    /// Every coordinate after the move; where the position breaks, those of its first part.
    pub targets: Vec<Term>,
    /// The other parts, each with every coordinate: the option is the sum of all of them. Empty if the position does not break.
    pub more: Vec<Vec<Term>>,
    /// When it may be made; includes that heaps stay at 0 or above, registers in range, and `positions where`.
    pub guard: Condition,
}

impl Move {
    /// The parts that the move leaves, one if the position does not break.
    pub fn parts(&self) -> impl Iterator<Item = &Vec<Term>> {
        std::iter::once(&self.targets).chain(&self.more)
    }

    /// Whether another move gives the coordinates the same terms.
    #[must_use]
    pub fn leads_as(&self, other: &Self) -> bool {
        self.targets == other.targets && self.more == other.more
    }
}

/// A register and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Its least value.
    pub low: i64,
    /// Its greatest value; none if it has no bound.
    pub high: Option<i64>,
    /// The values that tables show, both ends included; none if a bound has to be chosen first.
    pub shown: Option<(i64, i64)>,
    /// Its value when play begins, a term of the heaps; none if nothing is said of it.
    pub start: Option<Term>,
}

impl Register {
    /// What it is when play begins with these heaps; `None` where nothing is said of it, or it would leave its range.
    #[must_use]
    pub fn start_at(&self, heaps: &[i64]) -> Option<i64> {
        let value = i64::try_from(self.start.as_ref()?.evaluate(heaps, &[]).ok()?).ok()?;
        (self.low <= value && self.high.is_none_or(|high| value <= high)).then_some(value)
    }
}

/// What a parameter can be; as data a number, a list of numbers, or a list of such lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum ParameterValue {
    /// A number.
    Number(i64),
    /// A finite set, ascending.
    Set(Vec<i64>),
    /// A finite set of brackets of numbers, ascending; each with two numbers at least, perhaps not all with as many.
    Brackets(Vec<Vec<i64>>),
}

/// One entry of a lexicographic measure: a weight for every coordinate.
pub type Weights = Vec<i64>;

/// A part of a disjunctive sum.
#[derive(Clone, Debug)]
pub struct Component {
    /// The ruleset alone.
    pub ruleset: Ruleset,
    /// Where its coordinates lie in the sum.
    pub coordinates: Vec<usize>,
}

/// A ruleset: exists only if play ends, perhaps on the author's word, and, unless heaps are ordinals, every option set is
/// finite.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its title.
    pub name: String,
    /// Names of the heaps.
    pub heaps: Vec<String>,
    /// The registers.
    pub registers: Vec<Register>,
    /// All instances of all moves, in the order of the file.
    pub moves: Vec<Move>,
    /// Which positions belong to the game (a condition over coordinates).
    pub positions: Condition,
    /// The play that the file asks for.
    pub play: Play,
    /// How many options the previous player may forbid before each move: a position is P if at most so many of its options
    /// are. 0 in play without blocking, where positions have Grundy values.
    pub blocking: usize,
    /// What every move decreases, lexicographically. Every entry is bounded from below on all positions.
    pub measure: Vec<Weights>,
    /// The moves, as indices, of which only the author says that they decrease the measure. Where there are any, that play
    /// ends is an assumption.
    pub unproved: Vec<usize>,
    /// Whether every option set is finite. Where one is not, options cannot be listed and there are tables only of
    /// positions from which finitely many can be reached.
    pub finite_options: bool,
    /// The parameters that were put in.
    pub parameters: IndexMap<String, ParameterValue>,
    /// The parts if this is a disjunctive sum; a move of the sum is a move in one of them.
    pub components: Vec<Component>,
}

impl Ruleset {
    /// Whether some option is a sum of several positions.
    #[must_use]
    pub fn breaks(&self) -> bool {
        self.moves.iter().any(|family| !family.more.is_empty())
    }

    /// The names of the heaps as a claim writes them, an array by its name alone, and those of the registers.
    #[must_use]
    pub fn named_coordinates(&self) -> (Vec<&str>, Vec<&str>) {
        let mut heaps: Vec<&str> = Vec::new();
        for heap in &self.heaps {
            let name = heap.split('[').next().unwrap_or(heap);
            if heaps.last() != Some(&name) {
                heaps.push(name);
            }
        }
        (heaps, self.registers.iter().map(|register| register.name.as_str()).collect())
    }

    /// The game in which each part of an option is an option by itself: the same positions are reached, and the same measures
    /// fall. The index of each of its moves in this ruleset comes with it.
    #[must_use]
    pub fn part_by_part(&self) -> (Self, Vec<usize>) {
        let mut alone = Self { moves: Vec::new(), ..self.clone() };
        let mut origins = Vec::new();
        for (index, family) in self.moves.iter().enumerate() {
            for targets in family.parts() {
                alone.moves.push(Move { targets: targets.clone(), more: Vec::new(), ..family.clone() });
                origins.push(index);
            }
        }
        (alone, origins)
    }

    /// The measure in words: `x + 2 * y, then pass`.
    #[must_use]
    pub fn measure_in_words(&self) -> String {
        let heaps = self.heaps.iter().map(String::as_str);
        let names: Vec<&str> = heaps.chain(self.registers.iter().map(|register| register.name.as_str())).collect();
        let entries = self.measure.iter().map(|weights| in_words(weights, &names));
        entries.collect::<Vec<_>>().join(", then ")
    }

    /// What is taken for granted where it is said that play ends, in words: ``move `b` decreases x``. `None` if nothing is.
    #[must_use]
    pub fn assumption(&self) -> Option<String> {
        let names = self.unproved_names();
        let verb = if names.len() == 1 { "decreases" } else { "decrease" };
        Some(format!("{} {verb} {}", moves_called(&names)?, self.measure_in_words()))
    }

    /// That play ends, in words: shown by the measure, or taken for granted.
    #[must_use]
    pub fn ending(&self) -> String {
        let measure = self.measure_in_words();
        match moves_called(&self.unproved_names()) {
            None => format!("every move decreases {measure}"),
            Some(moves) => format!("play is taken to end (measure {measure}, not proved for {moves})"),
        }
    }

    /// The names of the moves of which it is not proved that they decrease the measure, each once.
    fn unproved_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for rule in self.unproved.iter().filter_map(|at| self.moves.get(*at)) {
            let name = format!("`{}`", rule.name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Some moves in words; none if there are none.
fn moves_called(names: &[String]) -> Option<String> {
    let word = if names.len() == 1 { "move" } else { "moves" };
    (!names.is_empty()).then(|| format!("{word} {}", names.join(", ")))
}

fn in_words(weights: &[i64], names: &[&str]) -> String {
    let mut words = String::new();
    for (weight, name) in weights.iter().zip(names).filter(|(weight, _)| **weight != 0) {
        let sign = match (words.is_empty(), *weight < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        words.push_str(sign);
        if weight.unsigned_abs() != 1 {
            words.push_str(&format!("{} * ", weight.unsigned_abs()));
        }
        words.push_str(name);
    }
    words
}
