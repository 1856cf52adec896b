//! The claims of a document against tables: each at the parameters that its head speaks of.
use super::{Gaps, Verdict, evaluate, evaluate_in_time, written};
use crate::check::{Document, Settings};
use crate::diagnostic::Faults;
use crate::engine::{Context, EngineError};
use crate::ruleset::statement::Statement;
use crate::ruleset::{ParameterValue, Position, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::Play;
use std::fmt;

/// One claim and what came out.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Its name.
    pub name: String,
    /// What the file says of it.
    pub kind: ClaimKind,
    /// The parameters at which it failed; empty if it did not.
    pub parameters: Settings,
    /// How many combinations of parameters were tried.
    pub instances: usize,
    /// What came out.
    pub verdict: Verdict,
    /// The position that a `refuted` claim names.
    pub named: Option<Position>,
    /// Whether that is what the file says.
    pub as_expected: Expectation,
}

/// Whether the verdict is the one that the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// It is.
    Met,
    /// It is not.
    Missed,
    /// There is no verdict.
    Open,
}

/// Why a claim has no verdict at all.
#[derive(Debug)]
pub enum Failure {
    /// The claim, or the ruleset at some parameters, is faulty.
    Faults(Faults),
    /// Stopped from outside.
    Engine(EngineError),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faults(faults) => faults.fmt(f),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

/// What is asked besides the claim itself.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Parameters chosen from outside.
    pub settings: Settings,
    /// The play where neither the claim nor the file asks for another.
    pub play: Option<Play>,
    /// The largest heap; none for the usual bound.
    pub up_to: Option<u64>,
}

/// Evaluates one claim at all parameters of its head. Cost: a table for each combination.
///
/// # Errors
/// A faulty claim, or cancellation; a table that does not fit makes the verdict unknown.
pub fn verify(document: &Document, claim: &Claim, request: &Request, context: &Context) -> Result<Verified, Failure> {
    let others: Vec<&Ruleset> = document.others.values().map(|other| &other.ruleset).collect();
    let instances = document.instances(claim, &request.settings).map_err(Failure::Faults)?;
    let mut least: Option<u64> = None;
    let mut all_exceptions: Vec<Position> = Vec::new();
    let mut all_gaps = Gaps::default();
    let mut unknown = None;
    let mut untested = None;
    let mut verdict = None;
    let mut named = None;
    for settings in &instances {
        let ruleset = document.at(settings).map_err(Failure::Faults)?;
        let mut statement = document.statement(claim, &ruleset).map_err(Failure::Faults)?;
        if let (None, Some(play)) = (claim.play, request.play) {
            statement.play = play;
        }
        if named.is_none() {
            named = document.named_position(claim, &ruleset).map_err(Failure::Faults)?;
        }
        let bound = (request.up_to, instances.len());
        match decided(&statement, &ruleset, &others, bound, named.as_deref(), context)? {
            Verdict::Holds { up_to, exceptions, gaps } => {
                all_gaps = all_gaps.with(gaps);
                least = Some(least.map_or(up_to, |known| known.min(up_to)));
                for exception in exceptions {
                    if !all_exceptions.contains(&exception) {
                        all_exceptions.push(exception);
                    }
                }
            }
            refuted @ Verdict::Refuted { .. } => {
                verdict = Some((refuted, settings.clone()));
                break;
            }
            // Other parameters may do; what no parameters test is unknown.
            Verdict::Untested(why) => {
                untested.get_or_insert((Verdict::Unknown(why), settings.clone()));
            }
            Verdict::Unknown(why) => {
                unknown.get_or_insert((Verdict::Unknown(why), settings.clone()));
            }
        }
    }
    // Not to speak of the parameters that were chosen is no fault.
    let elsewhere = instances.is_empty() && !request.settings.is_empty();
    let holds = || match least {
        Some(up_to) => Verdict::Holds { up_to, exceptions: all_exceptions, gaps: all_gaps },
        None if elsewhere => Verdict::Untested("it speaks of other parameters".to_owned()),
        None => Verdict::Unknown("its head speaks of no parameters: nothing was tested".to_owned()),
    };
    let (verdict, parameters) =
        verdict.or(unknown).or(untested.filter(|_| least.is_none())).unwrap_or_else(|| (holds(), Settings::new()));
    let expected_refuted = claim.kind == ClaimKind::Refuted;
    let as_expected = match &verdict {
        Verdict::Untested(_) if elsewhere => Expectation::Met,
        Verdict::Unknown(_) | Verdict::Untested(_) => Expectation::Open,
        // What is false at the defaults may be true at other parameters, or false elsewhere.
        _ if expected_refuted && document.leaves_defaults(claim, &request.settings) => Expectation::Met,
        Verdict::Holds { .. } if expected_refuted => Expectation::Missed,
        // A claim that has no value at a position is none there: its author has to say what is meant.
        Verdict::Holds { gaps, .. } if 0 < gaps.valueless => Expectation::Open,
        Verdict::Holds { .. } => Expectation::Met,
        // A position is not named as the least while smaller ones are not decided.
        Verdict::Refuted { before, .. } if expected_refuted && named.is_some() && before.undecided != 0 => {
            Expectation::Open
        }
        Verdict::Refuted { position, .. } if expected_refuted && (named.is_none() || *position == named) => {
            Expectation::Met
        }
        Verdict::Refuted { .. } => Expectation::Missed,
    };
    let (name, kind) = (claim.name.clone(), claim.kind);
    Ok(Verified { name, kind, parameters, instances: instances.len(), verdict, named, as_expected })
}

fn decided(
    statement: &Statement,
    ruleset: &Ruleset,
    others: &[&Ruleset],
    (up_to, instances): (Option<u64>, usize),
    named: Option<&[i64]>,
    context: &Context,
) -> Result<Verdict, Failure> {
    // A named counterexample lies on the board, whatever the usual bound is.
    let heaps = named.map_or(&[][..], |named| &named[..ruleset.heaps.len().min(named.len())]);
    let farthest = heaps.iter().map(|heap| heap.unsigned_abs()).max().unwrap_or(0);
    let verdict = match up_to {
        Some(up_to) => evaluate(statement, ruleset, others, up_to, context),
        None => evaluate_in_time(statement, ruleset, others, (farthest, instances), context),
    };
    match verdict {
        Ok(verdict) => Ok(verdict),
        Err(EngineError::Cancelled) => Err(Failure::Engine(EngineError::Cancelled)),
        Err(error) => Ok(Verdict::Unknown(error.to_string())),
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

    /// What the file expects in one word.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.kind.expected()
    }

    /// The rest of a line about this claim.
    #[must_use]
    pub fn words(&self, ruleset: &Ruleset) -> String {
        let mut words = String::new();
        let parameters =
            self.parameters.iter().map(|(name, value)| setting(name, value)).collect::<Vec<_>>().join(", ");
        match &self.verdict {
            Verdict::Holds { up_to, exceptions, gaps } => {
                words.push_str(&format!("up to {up_to}"));
                if 1 < self.instances {
                    words.push_str(&format!(", for {} choices of parameters", self.instances));
                }
                if !exceptions.is_empty() {
                    let shown: Vec<String> = exceptions.iter().map(|position| written(position, ruleset)).collect();
                    words.push_str(&format!(", except {}", shown.join(" ")));
                }
                words.push_str(&gaps.words());
            }
            Verdict::Refuted { position, reason, before, .. } => {
                if let Some(position) = position {
                    words.push_str(&format!("at {}", written(position, ruleset)));
                }
                if !parameters.is_empty() {
                    words.push_str(&format!(" with {parameters}"));
                }
                if !reason.is_empty() {
                    words.push_str(&format!(": {reason}"));
                }
                if let Some(first) = &before.first_undecided {
                    words.push_str(&format!("; undecided before: {first}{}", super::others(before.undecided)));
                }
            }
            Verdict::Unknown(why) | Verdict::Untested(why) => {
                words.push_str(why);
                if !parameters.is_empty() {
                    words.push_str(&format!(" (with {parameters})"));
                }
            }
        }
        if self.as_expected == Expectation::Missed
            && let Some(named) = &self.named
        {
            words.push_str(&format!("; the file says at {}", written(named, ruleset)));
        }
        words.trim_start().to_owned()
    }
}

/// A parameter and its value.
pub(super) fn setting(name: &str, value: &ParameterValue) -> String {
    match value {
        ParameterValue::Number(number) => format!("{name} = {number}"),
        ParameterValue::Set(set) => format!("{name} = {set:?}"),
    }
}
