//! The outcomes of sums in misère play, from the definition: a sum is P if no option of it is, unless it has none. Cost: all sums
//! that can be reached.
use super::closed::{ClosedSet, SummandList};
use crate::engine::{Context, EngineError};
use crate::value::Outcome;
use std::collections::HashMap;

/// Bytes that a known sum takes beside its parts, about.
const ENTRY: u128 = 64;

/// Outcomes of sums of the positions of a set, found when they are asked for and kept.
#[derive(Debug)]
pub struct SumOutcomes<'a> {
    set: &'a ClosedSet,
    known: HashMap<SummandList, bool>,
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
            let Some(done) = open.pop() else { break };
            self.bytes += done.len() as u128 * 4 + ENTRY;
            context.fits(self.bytes)?;
            // Who has no move left wins.
            let is_p = !done.is_empty() && !has_p;
            self.known.insert(done, is_p);
        }
        Ok(if self.known[sum] { Outcome::P } else { Outcome::N })
    }
}
