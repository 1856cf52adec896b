//! What comes out of a statement on a table, and what was not decided on the way. Evaluates nothing.
use super::standing::Standing;
use crate::ruleset::Position;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all positions with heaps up to this (or all values of its variables up to this).
    Holds {
        /// The bound, included.
        up_to: u64,
        /// The exceptions that `except finitely many` found.
        exceptions: Vec<Position>,
        /// Where it was not decided.
        gaps: Gaps,
    },
    /// It is false.
    Refuted {
        /// The least position, by total and then lexicographically, if it speaks of positions.
        position: Option<Position>,
        /// What is the case there.
        reason: String,
        /// The bound that was tried, included.
        up_to: u64,
        /// Positions that come before it and were not decided.
        before: Gaps,
    },
    /// No position satisfies its conditions.
    Untested(String),
    /// It was not decided.
    Unknown(String),
}

/// Positions at which a statement that holds elsewhere was not decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// How many need something that is out of reach.
    pub undecided: u64,
    /// The first of them, in words.
    pub first_undecided: Option<String>,
    /// How many need something that has no value.
    pub valueless: u64,
    /// The first of them, in words, with what has no value there.
    pub first_valueless: Option<String>,
}

impl Gaps {
    pub(super) fn add(&mut self, standing: Standing, words: impl FnOnce() -> String) {
        let (count, first) = match standing {
            Standing::True | Standing::NoCounterexample | Standing::False => return,
            Standing::Undecided | Standing::NoWitness => (&mut self.undecided, &mut self.first_undecided),
            Standing::Void => (&mut self.valueless, &mut self.first_valueless),
        };
        *count += 1;
        if first.is_none() {
            *first = Some(words());
        }
    }

    /// Those of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            undecided: self.undecided.saturating_add(other.undecided),
            first_undecided: self.first_undecided.or(other.first_undecided),
            valueless: self.valueless.saturating_add(other.valueless),
            first_valueless: self.first_valueless.or(other.first_valueless),
        }
    }

    /// What is to be told of them behind "holds up to 100", each in words of its own; empty if there are none.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let valueless = self
            .first_valueless
            .as_ref()
            .map(|first| format!("where it has a value: it has none at {first}{}", others(self.valueless)));
        let undecided =
            self.first_undecided.as_ref().map(|first| format!("undecided at {first}{}", others(self.undecided)));
        valueless.into_iter().chain(undecided).collect()
    }
}

pub(super) fn others(count: u64) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " and one more".to_owned(),
        _ => format!(" and {} more", count - 1),
    }
}
