//! The claims of a document against tables.
use super::instances::{ClaimAt, Decision, Joined, Judged, Said};
use super::verdict::{Verdict, others};
use super::{evaluate, evaluate_in_time, written};
use crate::check::Document;
use crate::engine::{Context, EngineError};
use crate::ruleset::Ruleset;
use crate::syntax::ast::Claim;

pub use super::instances::{Expectation, Failure, Request};

/// One claim and what came out on tables.
pub type Verified = Judged<Verdict>;

/// Evaluates one claim at all parameters of its head. Cost: a table for each combination.
///
/// # Errors
/// A faulty claim, or cancellation; a table that does not fit makes the verdict unknown.
pub fn verify(document: &Document, claim: &Claim, request: &Request, context: &Context) -> Result<Verified, Failure> {
    let others: Vec<&Ruleset> = document.others.values().map(|other| &other.ruleset).collect();
    let judge = |at: &ClaimAt<'_>| decided(at, &others, request.up_to, context);
    let joined = Joined::of_several(document, claim, request, (context.workers(usize::MAX), &judge))?;
    // Not to speak of the parameters that were chosen is no fault.
    let elsewhere = joined.instances == 0 && !request.settings.is_empty();
    let mut judged = joined.judged(document, claim, request, || {
        if elsewhere {
            Verdict::Untested("it speaks of other parameters".to_owned())
        } else {
            Verdict::Unknown("its head speaks of no parameters: nothing was tested".to_owned())
        }
    });
    if elsewhere {
        judged.as_expected = Expectation::Met;
    } else if let Verdict::Untested(why) = judged.verdict {
        // What no parameters test is unknown.
        judged.verdict = Verdict::Unknown(why);
    }
    Ok(judged)
}

/// A claim that is not decided, and why, without a look at it.
#[must_use]
pub fn unanswered(document: &Document, claim: &Claim, request: &Request, why: String) -> Verified {
    Joined::nothing(0).judged(document, claim, request, || Verdict::Unknown(why))
}

fn decided(at: &ClaimAt<'_>, others: &[&Ruleset], up_to: Option<u64>, context: &Context) -> Result<Verdict, Failure> {
    let ClaimAt { ruleset, statement, named, instances, .. } = *at;
    // A named counterexample lies on the board, whatever the usual bound is.
    let heaps = named.map_or(&[][..], |named| &named[..ruleset.heaps.len().min(named.len())]);
    let farthest = heaps.iter().map(|heap| heap.unsigned_abs()).max().unwrap_or(0);
    let verdict = match up_to {
        Some(up_to) => evaluate(statement, ruleset, others, up_to, context),
        None => evaluate_in_time(statement, ruleset, others, (farthest, instances), context),
    };
    match verdict {
        Ok(verdict) => Ok(verdict),
        Err(EngineError::Cancelled) => Err(Failure::CANCELLED),
        Err(error) => Ok(Verdict::Unknown(error.to_string())),
    }
}

impl Decision for Verdict {
    fn undecided(why: String) -> Self {
        Self::Unknown(why)
    }

    fn said(&self) -> Said<'_> {
        match self {
            Self::Holds { gaps, .. } => Said::Holds { everywhere: gaps.valueless == 0 },
            Self::Refuted { position, reason, before, .. } => {
                let also = before.first_undecided.as_ref().map_or_else(String::new, |first| {
                    format!("; undecided before: {first}{}", others(before.undecided))
                });
                let is_least = before.undecided == 0;
                Said::Refuted { position: position.as_ref(), reason, is_least, also }
            }
            Self::Untested(why) => Said::Untested(why.clone()),
            Self::Unknown(why) => Said::Open(why.clone()),
        }
    }

    /// The smaller bound, and the exceptions and gaps of both.
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (
                Self::Holds { up_to, mut exceptions, gaps },
                Self::Holds { up_to: other_bound, exceptions: more, gaps: other_gaps },
            ) => {
                for exception in more {
                    if !exceptions.contains(&exception) {
                        exceptions.push(exception);
                    }
                }
                Self::Holds { up_to: up_to.min(other_bound), exceptions, gaps: gaps.with(other_gaps) }
            }
            (Self::Holds { .. }, other) => other,
            (known, _) => known,
        }
    }
}

impl Verified {
    /// The verdict in one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Holds { .. } => "holds",
            Verdict::Refuted { .. } => "refuted",
            Verdict::Unknown(_) | Verdict::Untested(_) => "unknown",
        }
    }

    /// Whether it is false, and nothing more is told of it on a larger board.
    #[must_use]
    pub fn is_false(&self) -> bool {
        matches!(&self.verdict, Verdict::Refuted { before, .. } if before.undecided == 0)
    }

    /// The largest heap of the positions on which it holds, if it does.
    #[must_use]
    pub fn holds_up_to(&self) -> Option<u64> {
        if let Verdict::Holds { up_to, .. } = self.verdict { Some(up_to) } else { None }
    }

    /// The line of a report about this claim.
    #[must_use]
    pub fn line(&self, ruleset: &Ruleset) -> String {
        self.line_of(self.word(), &self.words(ruleset))
    }

    /// The rest of a line about this claim.
    #[must_use]
    pub fn words(&self, ruleset: &Ruleset) -> String {
        self.words_with(ruleset, || {
            let Verdict::Holds { up_to, exceptions, gaps } = &self.verdict else { return String::new() };
            let mut words = format!("up to {up_to}");
            if 1 < self.instances {
                words.push_str(&format!(", for {} choices of parameters", self.instances));
            }
            if !exceptions.is_empty() {
                let shown: Vec<String> = exceptions.iter().map(|position| written(position, ruleset)).collect();
                words.push_str(&format!(", except {}", shown.join(" ")));
            }
            [vec![words], gaps.told()].concat().join(", ")
        })
    }
}
