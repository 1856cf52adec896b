//! The outcomes of sums in misère play, from the definition: a sum is P if no option of it is, unless it has none. Cost: all sums
//! that can be reached.
use super::closed::{ClosedSet, SummandList};
use nimdsl_engines::engine::{Context, EngineError};
use nimdsl_engines::value::Outcome;
use std::collections::HashMap;

/// Bytes of a known sum in the table of all, a seventh of whose places stay empty.
const PLACE: u128 = (size_of::<(SummandList, bool)>() as u128 + 1) * 8 / 7;

/// Bytes of the summands of a sum: memory is given out in pieces of 16, with a word before each.
fn piece(summands: usize) -> u128 {
    (summands as u128 * 4 + 8).next_multiple_of(16).max(32)
}

/// Outcomes of sums of the positions of a set, found when they are asked for and kept.
#[derive(Debug)]
pub struct SumOutcomes<'a> {
    set: &'a ClosedSet,
    known: HashMap<SummandList, bool>,
    /// What the summands of all known sums take.
    bytes: u128,
}

impl<'a> SumOutcomes<'a> {
    /// None is known yet.
    #[must_use]
    pub fn new(set: &'a ClosedSet) -> Self {
        Self { set, known: HashMap::new(), bytes: 0 }
    }

    /// The outcome of a sum.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub fn of(&mut self, sum: &[u32], context: &Context) -> Result<Outcome, EngineError> {
        let mut open = vec![sum.to_vec()];
        while let Some(last) = open.last() {
            if self.known.contains_key(last) {
                open.pop();
                continue;
            }
            context.go_on()?;
            let mut unknown = None;
            let mut has_p = false;
            for option in self.set.options_of_sum(last) {
                match self.known.get(&option) {
                    Some(true) => {
                        has_p = true;
                        break;
                    }
                    Some(false) => {}
                    None => unknown = unknown.or(Some(option)),
                }
            }
            if let Some(option) = unknown.filter(|_| !has_p) {
                open.push(option);
                continue;
            }
            let Some(mut done) = open.pop() else { break };
            done.shrink_to_fit();
            self.bytes += piece(done.len());
            let places = self.known.capacity() as u128;
            // A table that grows stands beside one of twice its size.
            let tables = if self.known.len() == self.known.capacity() { 3 * places } else { places };
            context.fits(self.bytes + tables * PLACE)?;
            // Who has no move left wins.
            let is_p = !done.is_empty() && !has_p;
            self.known.insert(done, is_p);
        }
        Ok(if self.known[sum] { Outcome::P } else { Outcome::N })
    }
}
