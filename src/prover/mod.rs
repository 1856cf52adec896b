//! A claim, for all positions: proved by automata, refuted at the least position, or left open with the reason.
//!
//! ```text
//! Statement + Ruleset --reading, game--> Presburger --decider--> Automaton --conditions--> Proved | Refuted | Open
//!                                           |
//!              learn (guesses from a table) +--> facts that other claims are read with
//! ```
//!
//! No option leaves the game, and play always ends: the checker of rulesets sees to both, and where it takes the author's word
//! for a measure, `ending` decides it before anything is proved. Then a set S is the set of
//! P-positions of normal play if and only if no move leads from S into S, and every position outside of S has a move into S;
//! and a relation between positions and numbers is the graph of the Grundy values if and only if it is total and
//! single-valued, no option has the value of its position, and for each smaller number there is an option of this value
//! (Grundy 1939). Both are sentences of arithmetic that automata decide, as in Walnut; see Mignoty, Renard, Rigo and
//! Whiteland, *Automatic proofs in combinatorial game theory* (2025).

pub mod ask;
mod know;
mod name;
mod say;
mod theory;

use crate::check::Settings;
use crate::engine::{Context, EngineError};
use crate::ruleset::Position;
use crate::value::Saturate;
use nimdsl_automata::{Abandoned, Conflict, GaveUp};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Why nothing is proved where options are forbidden.
const FORBIDDEN: &str = "the previous player forbids options (`play blocking`): how many options are P-positions would have to be \
     counted, and the conditions that are decided here say whether there is one";

/// What is taken for granted of a game, where that play ends was not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// In words: ``move `b` decreases x``.
    pub assumed: String,
    /// Why it is open, or where it is false.
    pub why: String,
}

/// Why there is neither a proof nor a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// That play ends is not shown: conditions on P-positions and values determine them only where it does.
    Endless(Assumption),
    /// No automaton can say it.
    Cannot(String),
    /// There is nothing to prove.
    Empty(String),
    /// The budget was too small.
    Budget(String),
    /// The nodes of all automata of one proof are used up.
    Spent,
    /// Stopped from outside.
    Cancelled,
}

/// What a set of positions is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetName {
    /// It is empty.
    Nothing,
    /// All positions are in it.
    Everything,
    /// By a condition on the coordinates.
    Condition(String),
    /// By the digits of a heap.
    Digits {
        /// In words.
        words: String,
        /// The same as the condition of a claim.
        condition: String,
    },
    /// As a set of places.
    Set(String),
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "no position",
            Self::Everything => "every position",
            Self::Condition(words) | Self::Digits { condition: words, .. } | Self::Set(words) => words,
        })
    }
}

impl Obstacle {
    /// Whether nothing else is to be tried after it.
    pub(crate) fn ends_everything(&self) -> bool {
        matches!(self, Self::Cancelled | Self::Spent)
    }

    /// The same, with the place where it stands.
    pub(crate) fn inside(self, place: &str) -> Self {
        match self {
            Self::Cannot(why) => Self::Cannot(format!("{why} ({place})")),
            other => other,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless(Assumption { assumed, why }) => {
                write!(f, "it is not shown that play ends: only the author says that {assumed} ({why})")
            }
            Self::Cannot(why) => write!(f, "cannot be expressed: {why}"),
            Self::Empty(why) | Self::Budget(why) => f.write_str(why),
            Self::Spent => f.write_str("the nodes of automata are used up"),
            Self::Cancelled => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Obstacle {}

impl From<GaveUp> for Obstacle {
    fn from(gave_up: GaveUp) -> Self {
        match gave_up.why {
            Abandoned::Cancelled(_) => Self::Cancelled,
            Abandoned::Together(_) => Self::Spent,
            Abandoned::Nodes(_) => Self::Budget(gave_up.to_string()),
            Abandoned::Overflow | Abandoned::TooWide | Abandoned::Foreign | Abandoned::Tracks => {
                Self::Cannot(gave_up.to_string())
            }
        }
    }
}

impl From<Conflict> for Obstacle {
    fn from(conflict: Conflict) -> Self {
        Self::Cannot(conflict.to_string())
    }
}

impl From<EngineError> for Obstacle {
    fn from(error: EngineError) -> Self {
        if error == EngineError::Cancelled { Self::Cancelled } else { Self::Budget(error.to_string()) }
    }
}

/// What a proof consists of, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// How numbers are written.
    pub numeration: String,
    /// States of the automaton of the set or of the values; 0 where there is none.
    pub states: usize,
    /// Nodes of the largest automaton that was kept.
    pub nodes: usize,
    /// What the proof does not say.
    pub limits: Limits,
}

/// What a proof does not say, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Where the claim has no value; none if it has one everywhere.
    pub without_value: Option<String>,
    /// Whether the claim speaks of nothing: no position or value satisfies its conditions.
    pub is_vacuous: bool,
    /// The values of parameters for which it is one proof, in words; none if each choice has a proof of its own.
    pub range: Option<String>,
    /// Whether the head of the claim speaks of more values of parameters than those for which there is a proof.
    pub is_partial: bool,
    /// The first choice of parameters at which a proof took too much, where others are proved and the head has no end.
    pub gave_up: Option<Settings>,
}

/// What several threads remember; a thread that panicked has left it whole.
fn locked<T>(memory: &Mutex<T>) -> MutexGuard<'_, T> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bytes that a node of an automaton takes while it is made, about.
const NODE: u64 = 400;

/// The nodes of one automaton that the memory of a context allows.
fn nodes_in(context: &Context) -> usize {
    // More than there are addresses is no bound.
    (context.memory / NODE).saturated()
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all positions.
    Proved(Figures),
    /// It is false.
    Refuted {
        /// The least position, by total and then lexicographically, if it speaks of positions.
        position: Option<Position>,
        /// What is the case there.
        reason: String,
        /// Whether it is false at no position before.
        is_least: bool,
    },
    /// It was not decided.
    Open(Obstacle),
}
