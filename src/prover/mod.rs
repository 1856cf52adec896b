//! A claim, for all positions: proved by automata, refuted at the least position, or left open with the reason.
//!
//! ```text
//! Statement + Ruleset --reading, game--> automata::Formula --kernel--> Automaton --conditions--> Proved | Refuted | Open
//!                                                               |
//!                                  learn (guesses from a table) +--> facts that other claims are read with
//! ```
//!
//! Play always ends, and no option leaves the game (the checker of rulesets sees to both). Then a set S is the set of
//! P-positions of normal play if and only if no move leads from S into S, and every position outside of S has a move into S;
//! and a relation between positions and numbers is the graph of the Grundy values if and only if it is total and
//! single-valued, no option has the value of its position, and for each smaller number there is an option of this value
//! (Grundy 1939). Both are sentences of arithmetic that automata decide, as in Walnut; see Mignoty, Renard, Rigo and
//! Whiteland, *Automatic proofs in combinatorial game theory* (2025).
mod abstraction;
pub mod certificate;
mod constants;
mod dense;
mod exceptions;
mod exponents;
pub mod export;
mod facts;
mod forms;
mod game;
mod growth;
mod instance;
mod kernel;
mod knowledge;
mod learn;
mod numerations;
mod patterns;
mod phases;
mod polynomial;
mod reading;
pub mod recheck;
pub mod run;
mod shapes;
pub mod solve;
mod symbolic;
mod telling;
mod theory;
mod translate;

use crate::automata::{Conflict, GaveUp, Stop};
use crate::engine::EngineError;
use crate::ruleset::Position;
use std::fmt;

/// Why there is neither a proof nor a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// No automaton can say it.
    Cannot(String),
    /// The budget was too small.
    Budget(String),
    /// Stopped from outside.
    Cancelled,
}

impl Obstacle {
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
            Self::Cannot(why) => write!(f, "cannot be expressed: {why}"),
            Self::Budget(why) => f.write_str(why),
            Self::Cancelled => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Obstacle {}

impl From<GaveUp> for Obstacle {
    fn from(gave_up: GaveUp) -> Self {
        match gave_up.why {
            Stop::Cancelled(_) => Self::Cancelled,
            Stop::Nodes(_) => Self::Budget(gave_up.to_string()),
            _ => Self::Cannot(gave_up.to_string()),
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
    },
    /// It was not decided.
    Open(Obstacle),
}
