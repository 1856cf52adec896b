//! Consecutive terms of a sequence with a linear recurrence, as linear forms in the first few of them, and linear inequalities about them that
//! are proved by induction. Knows nothing of games.
//!
//! Let b(k + r) be a number and multiples of b(k), ..., b(k + r - 1) from k = f on. A sum of terms is *never negative* from f on if it is not at
//! f, and if it is not at k + 1 where all facts hold at k; it *never falls* if that it does contradicts the facts, and it *grows* if that it is
//! not larger r terms later contradicts them. All terms are facts as well: they are naturals.
use super::cases::contradict;
use super::search::{Linear, OnTracks};
use super::spent::CheckEffort;
use super::tracks::{Read, at_most, number, plus, track};
use crate::certificate::{ConsecutiveSum, LinkedChain};

/// Terms that one term is made of, at most.
const MOST_TERMS: usize = 12;
/// Sums that a certificate says something of, at most.
const MOST_SUMS: usize = 80;

/// What may be so of a sum at all indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trend {
    /// If it is not negative at an index, with all facts, it is not at the next.
    NeverNegative,
    /// It is not less at the next index.
    NeverFalls,
    /// It is more after as many indices as the recurrence has terms.
    Grows,
}

/// The recurrence and the facts of a certificate.
#[derive(Clone, Copy)]
pub(super) struct Links<'a> {
    pub(super) made: &'a LinkedChain,
    pub(super) spent: &'a CheckEffort<'a>,
}

impl<'a> Links<'a> {
    pub(super) fn new(made: &'a LinkedChain, spent: &'a CheckEffort<'a>) -> Read<Self> {
        let sums = [&made.facts, &made.rising];
        let sizes = sums.iter().all(|sums| sums.len() <= MOST_SUMS);
        let all = sums.into_iter().chain(&made.families).flatten().chain([&made.recurrence]);
        let short = all.into_iter().all(|sum| sum.of.len() <= MOST_TERMS);
        let order = made.recurrence.of.len();
        if order == 0 || !short || !sizes || MOST_TERMS < made.near || MOST_TERMS < made.reach {
            return Err("a recurrence of this size is not checked".to_owned());
        }
        Ok(Self { made, spent })
    }

    pub(super) fn order(&self) -> usize {
        self.made.recurrence.of.len()
    }

    /// How many terms a sum of the certificate may need.
    pub(super) fn longest(&self) -> usize {
        let LinkedChain { families, facts, rising, .. } = self.made;
        let all = families.iter().chain([facts, rising]).flatten().map(|sum| sum.of.len());
        all.max().unwrap_or(0).max(self.order())
    }

    /// Terms from an index on: the first ones as they are given, the others by the recurrence.
    pub(super) fn window(&self, first: Vec<Linear>, length: usize) -> Read<Vec<Linear>> {
        let mut terms = first;
        while terms.len() < length {
            let next = sum_at(&self.made.recurrence, &terms[terms.len() - self.order()..])?;
            terms.push(next);
        }
        Ok(terms)
    }

    /// What is known at the beginning of a window.
    pub(super) fn known(&self, window: &[Linear]) -> Read<Vec<OnTracks>> {
        let facts = self.made.facts.iter();
        facts.map(|fact| at_most(&number(0), &sum_at(fact, window)?)).collect()
    }

    /// Whether a sum has a trend, by the facts alone.
    pub(super) fn has(&self, trend: Trend, sum: &ConsecutiveSum) -> Read<bool> {
        let tracks = self.order();
        let window = self.window((0..tracks).map(track).collect(), self.longest().max(sum.of.len()) + tracks + 1)?;
        let here = sum_at(sum, &window)?;
        let wrong = match trend {
            Trend::NeverNegative => at_most(&sum_at(sum, &window[1..])?, &number(-1))?,
            Trend::NeverFalls => at_most(&plus(&sum_at(sum, &window[1..])?, 1, &number(1))?, &here)?,
            Trend::Grows => at_most(&sum_at(sum, &window[tracks..])?, &here)?,
        };
        contradict(self.spent, tracks, &[self.known(&window)?, vec![wrong]].concat())
    }

    /// The facts hold at the first terms and stay true; what is said to rise never falls.
    pub(super) fn are_true(&self, first: &[Linear]) -> Read<()> {
        let term = ConsecutiveSum { constant: 0, of: vec![1] };
        let window = self.window(first.to_vec(), self.longest() + 1)?;
        // Of the terms, all but the last are terms of the index before.
        let last = ConsecutiveSum { constant: 0, of: [vec![0; self.order() - 1], vec![1]].concat() };
        let own = (0..self.order()).map(|at| sum_at(&term, &window[at..]));
        let facts = self.made.facts.iter().map(|fact| sum_at(fact, &window));
        for form in own.chain(facts).collect::<Read<Vec<_>>>()? {
            if !form.terms.is_empty() || form.constant < 0 {
                return Err("a fact of the certificate is false at the first index".to_owned());
            }
        }
        for fact in self.made.facts.iter().chain([&last]) {
            if !self.has(Trend::NeverNegative, fact)? {
                return Err("a fact of the certificate does not stay true".to_owned());
            }
        }
        for sum in &self.made.rising {
            if !self.has(Trend::NeverFalls, sum)? {
                return Err("that a sum of the certificate never falls does not follow".to_owned());
            }
        }
        Ok(())
    }
}

/// A sum at the beginning of a window.
pub(super) fn sum_at(sum: &ConsecutiveSum, window: &[Linear]) -> Read<Linear> {
    if window.len() < sum.of.len() {
        return Err("a sum of the certificate has too many terms".to_owned());
    }
    let mut form = plus(&number(0), 1, &number(sum.constant))?;
    for (times, term) in sum.of.iter().zip(window) {
        form = plus(&form, *times, term)?;
    }
    Ok(form)
}
