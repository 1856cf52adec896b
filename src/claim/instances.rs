//! A claim at all the parameters that its head speaks of: the loop over them, how verdicts at single choices become one, and
//! whether that is what the file says. Knows nothing of how a verdict is reached: a table and a proof come here alike.
//!
//! ```text
//! Document, Claim, Request --choices of parameters--> ClaimAt --judge--> V, V, ... --joined--> Judged<V>
//! ```
use super::written;
use crate::check::{Document, Settings, VALUELESS};
use crate::diagnostic::Faults;
use crate::engine::EngineError;
use crate::latex::{Symbols, claim as in_latex};
use crate::parallel::in_order;
use crate::ruleset::statement::Statement;
use crate::ruleset::{Position, Ruleset, words};
use crate::source::legible;
use crate::syntax::ast::{Claim, ClaimKind};
use crate::syntax::print_statement;
use crate::value::Play;
use miette::Severity;
use std::fmt;
use std::ops::ControlFlow;

/// What is asked besides the claim itself.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Parameters chosen from outside.
    pub settings: Settings,
    /// The play where neither the claim nor the file asks for another.
    pub play: Option<Play>,
    /// The largest heap of a table; none for the usual bound. A proof has no bound.
    pub up_to: Option<u64>,
}

impl Request {
    /// The play of a claim for which the file says `play`.
    pub(crate) fn played(&self, claim: &Claim, play: Play) -> Play {
        if claim.play.is_some() { play } else { self.play.unwrap_or(play) }
    }
}

/// Why a claim has no verdict at all.
#[derive(Debug)]
pub enum Failure {
    /// The claim, or the ruleset at some parameters, is faulty.
    Faults(Faults),
    /// Stopped from outside.
    Engine(EngineError),
}

impl Failure {
    /// Stopped by whoever asked.
    pub(crate) const CANCELLED: Self = Self::Engine(EngineError::Cancelled);
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

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
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

impl Expectation {
    /// The mark behind a verdict in a report.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Self::Met => "as expected",
            Self::Missed => "NOT AS EXPECTED",
            Self::Open => "open",
        }
    }
}

/// A verdict on a claim, by whatever way it was reached.
pub trait Decision: Sized {
    /// What it says, in the terms that all ways share.
    fn said(&self) -> Said<'_>;

    /// That a claim holds at one choice of parameters and at another, as one verdict.
    #[must_use]
    fn joined(self, other: Self) -> Self;

    /// That a claim is not decided, and why.
    fn undecided(why: String) -> Self;
}

/// What a verdict says, in the terms that all ways to one share.
#[derive(Clone, Debug)]
pub enum Said<'a> {
    /// The claim holds.
    Holds {
        /// Nothing of it is left open: it has a value at all positions.
        everywhere: bool,
    },
    /// It is false.
    Refuted {
        /// Where, if it speaks of positions.
        position: Option<&'a Position>,
        /// What is the case there.
        reason: &'a str,
        /// Whether it is known to be false at no position before.
        is_least: bool,
        /// What is to be told besides, with the sign that separates it.
        also: String,
    },
    /// Nothing satisfies its conditions; at other parameters something may.
    Untested(String),
    /// It was not decided.
    Open(String),
}

/// One claim, and what came out.
#[derive(Clone, Debug)]
pub struct Judged<V> {
    /// Its name.
    pub name: String,
    /// What the file says of it.
    pub kind: ClaimKind,
    /// What it says, in canonical text.
    pub statement: String,
    /// What it says, as a sentence in LaTeX.
    pub latex: String,
    /// The parameters at which it failed or stayed open; empty if it did neither.
    pub parameters: Settings,
    /// How many choices of parameters there are.
    pub instances: usize,
    /// What came out.
    pub verdict: V,
    /// The position that a `refuted` claim names.
    pub named: Option<Position>,
    /// Whether that is what the file says.
    pub as_expected: Expectation,
}

/// A claim at one choice of parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimAt<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) statement: &'a Statement,
    /// The position that a `refuted` claim names.
    pub(crate) named: Option<&'a [i64]>,
    /// How many choices there are in all.
    pub(crate) instances: usize,
}

/// The verdicts at the choices of parameters so far, joined.
#[derive(Clone, Debug)]
pub(crate) struct Joined<V> {
    /// How many choices there are.
    pub(crate) instances: usize,
    /// At how many of them the claim holds.
    pub(crate) holding: usize,
    /// The verdict at those, as one.
    pub(crate) holds: Option<V>,
    /// The first choice at which it is false. No choice behind it was looked at.
    pub(crate) refuted: Option<(V, Settings)>,
    /// The first choice at which it was not decided.
    pub(crate) open: Option<(V, Settings)>,
    /// The first choice at which it says nothing: others may do.
    untested: Option<(V, Settings)>,
    /// The position that a `refuted` claim names.
    named: Option<Position>,
}

/// Who decides a claim at one choice by itself.
type JudgeOne<'a, V> = dyn Fn(&ClaimAt<'_>) -> Result<V, Failure> + Sync + 'a;

impl<V: Decision> Joined<V> {
    /// Lets `judge` decide the claim at one choice after the other, until it is false at one. `judge` also sees what is
    /// known so far.
    ///
    /// # Errors
    /// A claim or ruleset that is faulty, or what `judge` fails with.
    pub(crate) fn of(
        document: &Document,
        claim: &Claim,
        request: &Request,
        judge: &mut dyn FnMut(&ClaimAt<'_>, &Self) -> Result<V, Failure>,
    ) -> Result<Self, Failure> {
        let choices = document.instances(claim, &request.settings)?;
        let mut all = Self::nothing(choices.len());
        for settings in choices {
            let (ruleset, statement) = match said_at(document, claim, request, &settings)? {
                SaidThere::Claim(ruleset, statement) => (ruleset, statement),
                SaidThere::Nothing(why) => {
                    all.add(V::undecided(why), settings);
                    continue;
                }
            };
            if all.named.is_none() {
                all.named = document.named_position(claim, &ruleset)?;
            }
            let (named, instances) = (all.named.as_deref(), all.instances);
            let at = ClaimAt { settings: &settings, ruleset: &ruleset, statement: &statement, named, instances };
            let verdict = judge(&at, &all)?;
            if all.add(verdict, settings) {
                break;
            }
        }
        Ok(all)
    }

    /// The same where what is known so far does not matter: so many choices at a time. The result does not depend on how many.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn of_several(
        document: &Document,
        claim: &Claim,
        request: &Request,
        (threads, judge): (usize, &JudgeOne<'_, V>),
    ) -> Result<Self, Failure>
    where
        V: Send,
    {
        let choices = document.instances(claim, &request.settings)?;
        let mut all = Self::nothing(choices.len());
        if let (Some(first), Some(_)) = (choices.first(), &claim.at) {
            all.named = document.named_position(claim, &document.at(first)?)?;
        }
        let (named, instances) = (all.named.clone(), all.instances);
        let work = |settings: &Settings| {
            let (ruleset, statement) = match said_at(document, claim, request, settings)? {
                SaidThere::Claim(ruleset, statement) => (ruleset, statement),
                SaidThere::Nothing(why) => return Ok((V::undecided(why), settings.clone())),
            };
            let named = named.as_deref();
            Ok((
                judge(&ClaimAt { settings, ruleset: &ruleset, statement: &statement, named, instances })?,
                settings.clone(),
            ))
        };
        let mut failed = Ok(());
        in_order(&choices, threads, work, |judged: Result<(V, Settings), Failure>| match judged {
            Ok((verdict, settings)) => {
                let is_settled = all.add(verdict, settings);
                if is_settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            Err(failure) => {
                failed = Err(failure);
                ControlFlow::Break(())
            }
        });
        failed.map(|()| all)
    }

    /// No verdict is known yet.
    pub(crate) fn nothing(instances: usize) -> Self {
        Self { instances, holding: 0, holds: None, refuted: None, open: None, untested: None, named: None }
    }

    /// Takes one more verdict in; whether it settles the claim.
    fn add(&mut self, verdict: V, settings: Settings) -> bool {
        let place = match verdict.said() {
            Said::Holds { .. } => {
                self.holding += 1;
                self.holds = Some(match self.holds.take() {
                    Some(known) => known.joined(verdict),
                    None => verdict,
                });
                return false;
            }
            Said::Refuted { .. } => {
                self.refuted = Some((verdict, settings));
                return true;
            }
            Said::Untested(_) => &mut self.untested,
            Said::Open(_) => &mut self.open,
        };
        place.get_or_insert((verdict, settings));
        false
    }

    /// The one verdict: false if it is false anywhere, else open if it is open anywhere, else that it holds where it says
    /// something; `nothing` if there is no choice of parameters at all.
    pub(crate) fn judged(
        self,
        document: &Document,
        claim: &Claim,
        request: &Request,
        nothing: impl FnOnce() -> V,
    ) -> Judged<V> {
        let Self { instances, holds, refuted, open, untested, named, .. } = self;
        let nowhere = untested.filter(|_| holds.is_none());
        let (verdict, parameters) =
            refuted.or(open).or(nowhere).unwrap_or_else(|| (holds.unwrap_or_else(nothing), Settings::new()));
        let as_expected = expectation(&verdict.said(), document, claim, request, named.as_ref());
        Judged {
            name: claim.name.clone(),
            kind: claim.kind,
            statement: statement(document, claim),
            latex: latex(document, claim),
            parameters,
            instances,
            verdict,
            named,
            as_expected,
        }
    }
}

/// What a claim says at one choice of parameters.
enum SaidThere {
    /// The game and the statement.
    Claim(Box<Ruleset>, Box<Statement>),
    /// It divides by 0, or takes a root of a negative number: why it has no value.
    Nothing(String),
}

/// What a claim says at one choice of parameters. What has no value at one choice of several ends the claim only.
fn said_at(document: &Document, claim: &Claim, request: &Request, settings: &Settings) -> Result<SaidThere, Failure> {
    let ruleset = document.at_head(claim, settings, &request.settings)?;
    let mut statement = match document.statement(claim, &ruleset) {
        Ok(statement) => statement,
        Err(faults) if !settings.is_empty() => {
            return without_value(&faults).map(SaidThere::Nothing).ok_or(Failure::Faults(faults));
        }
        Err(faults) => return Err(faults.into()),
    };
    statement.play = request.played(claim, statement.play);
    Ok(SaidThere::Claim(Box::new(ruleset), Box::new(statement)))
}

/// Why a claim has no value, if nothing else is wrong with it.
fn without_value(Faults(faults): &Faults) -> Option<String> {
    let mut wrong = faults.iter().filter(|fault| fault.severity == Severity::Error).peekable();
    let first = *wrong.peek()?;
    if !wrong.all(|fault| VALUELESS.contains(&fault.code)) {
        return None;
    }
    let place = first.labels.first().and_then(|(span, _)| first.source.text.get(span.start..span.end));
    let place = place.map_or_else(String::new, |text| format!(" in `{}`", legible(text)));
    Some(format!("{}{place}: it has no value there", first.message))
}

/// What a claim says, in canonical text.
pub(crate) fn statement(document: &Document, claim: &Claim) -> String {
    print_statement(claim, Some(&document.source.text))
}

/// What a claim says, as a sentence in LaTeX.
pub(crate) fn latex(document: &Document, claim: &Claim) -> String {
    in_latex(claim, &Symbols::of(&document.file))
}

/// Whether a verdict is the one that the file says.
pub(crate) fn expectation(
    said: &Said<'_>,
    document: &Document,
    claim: &Claim,
    request: &Request,
    named: Option<&Position>,
) -> Expectation {
    let is_false = claim.kind == ClaimKind::Refuted;
    match said {
        Said::Open(_) | Said::Untested(_) => Expectation::Open,
        // What is false at the defaults may be true at other parameters, or false elsewhere.
        _ if is_false && document.leaves_defaults(claim, &request.settings) => Expectation::Met,
        Said::Holds { .. } if is_false => Expectation::Missed,
        // A claim that has no value at a position is none there: its author has to say what is meant.
        Said::Holds { everywhere: false } => Expectation::Open,
        Said::Holds { everywhere: true } => Expectation::Met,
        Said::Refuted { .. } if !is_false => Expectation::Missed,
        // A position is not named as the least while smaller ones are not decided.
        Said::Refuted { is_least: false, .. } if named.is_some() => Expectation::Open,
        Said::Refuted { position, .. } if named.is_none() || *position == named => Expectation::Met,
        Said::Refuted { .. } => Expectation::Missed,
    }
}

impl<V: Decision> Judged<V> {
    /// What the file expects in one word.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.kind.expected()
    }

    /// The rest of a line about this claim; `holds` says how much of it holds, if it does.
    pub(crate) fn words_with(&self, ruleset: &Ruleset, holds: impl FnOnce() -> String) -> String {
        let parameters = words::settings(&self.parameters);
        let mut words = String::new();
        match self.verdict.said() {
            Said::Holds { .. } => words = holds(),
            Said::Refuted { position, reason, also, .. } => {
                if let Some(position) = position {
                    words.push_str(&format!("at {}", written(position, ruleset)));
                }
                if !parameters.is_empty() {
                    words.push_str(&format!(" with {parameters}"));
                }
                if !reason.is_empty() {
                    words.push_str(&format!(": {reason}"));
                }
                words.push_str(&also);
            }
            Said::Untested(why) | Said::Open(why) => {
                words.push_str(&why);
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

    /// The line of a report about this claim, of the word for its verdict and the rest of what is said.
    pub(crate) fn line_of(&self, word: &str, words: &str) -> String {
        // A reason alone begins with a colon.
        let gap = if words.starts_with(':') { "" } else { " " };
        format!("{word:<8} {} \"{}\"{gap}{words} [{}]", self.kind, self.name, self.as_expected.mark())
    }
}
