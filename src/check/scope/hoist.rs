//! What the parts of a claim note while they are lowered: look-ups of values, and numbers for what they bind. Knows nothing of
//! what claims say.
use crate::ruleset::statement::Lookup;
use crate::ruleset::{Condition, Term, Variable};
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};

/// What look-ups, slots and sets a claim has so far; shared by all its parts.
#[derive(Debug, Default)]
pub(in crate::check) struct Hoist {
    /// Look-ups of the term at hand.
    pending: RefCell<Vec<Lookup>>,
    slots: Cell<usize>,
    sets: Cell<usize>,
    /// Other rulesets by name: index, heaps, registers.
    games: IndexMap<String, (usize, usize, usize)>,
    /// Which positions belong to the ruleset of the claim; true of all if it is not said.
    positions: Option<Condition>,
}

impl Hoist {
    /// What nothing was said with yet, in a claim that speaks of these other rulesets and of these positions.
    pub(in crate::check) fn new(games: IndexMap<String, (usize, usize, usize)>, positions: Condition) -> Self {
        Self { games, positions: Some(positions), ..Self::default() }
    }

    /// A slot that nothing has yet.
    pub(in crate::check) fn slot(&self) -> usize {
        self.slots.set(self.slots.get() + 1);
        self.slots.get() - 1
    }

    /// How many slots there are.
    pub(in crate::check) fn slots(&self) -> usize {
        self.slots.get()
    }

    /// A number for a set that no other has.
    pub(in crate::check) fn set(&self) -> usize {
        self.sets.set(self.sets.get() + 1);
        self.sets.get()
    }

    /// The number of another ruleset, by its name.
    pub(super) fn game(&self, file: &str) -> Option<usize> {
        self.games.get(file).map(|game| game.0)
    }

    /// How many heaps and registers another ruleset has, by its number.
    pub(in crate::check) fn sizes(&self, game: usize) -> Option<(usize, usize)> {
        self.games.values().find(|known| known.0 == game).map(|(_, heaps, registers)| (*heaps, *registers))
    }

    /// Whether the game has the position, as far as its numbers are known.
    pub(in crate::check) fn may_have(&self, heaps: usize, position: &[Term]) -> bool {
        let known = |term: &Term| match term {
            Term::Constant(number) => i64::try_from(*number).ok(),
            _ => None,
        };
        if position[..heaps].iter().filter_map(known).any(|heap| heap < 0) {
            return false;
        }
        let all: Option<Vec<i64>> = position.iter().map(known).collect();
        let (Some(all), Some(positions)) = (all, &self.positions) else { return true };
        positions.holds(&all, &[]) != Ok(false)
    }

    /// A look-up of a Grundy value, as a term.
    pub(in crate::check) fn grundy(&self, game: usize, position: Vec<Term>) -> Term {
        let slot = self.slot();
        self.pending.borrow_mut().push(Lookup { slot, game, position });
        Term::Variable(Variable::Amount(slot))
    }

    /// What `lower` gives, with the look-ups that were noted meanwhile.
    pub(in crate::check) fn noting<T>(&self, lower: impl FnOnce() -> T) -> (T, Vec<Lookup>) {
        let before = std::mem::take(&mut *self.pending.borrow_mut());
        let lowered = lower();
        let found = std::mem::replace(&mut *self.pending.borrow_mut(), before);
        (lowered, found)
    }
}
