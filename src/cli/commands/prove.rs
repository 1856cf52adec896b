//! `nimdsl prove`: a line for every claim, for all positions.
use crate::cli::args::{ProveArgs, ScriptLanguage};
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::shares::{NO_ANSWER, NO_TIME, SharedWork, in_shares};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::{Context, EngineError};
use nimdsl::rules::{
    Certificates, ClaimKind, ConfirmedCertificates as Confirmed, Expectation, JudgedClaims, NoAnswer, ProofLanguage,
    Proved, Rules, Target, Verdict, to_json,
};
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Proves the claims of a file, and says whether all is as the file says.
pub(in crate::cli) fn run(asked: &ProveArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open(&asked.file)?;
    let done = match asked.export {
        Some(language) => wanted(asked, &rules).and_then(|claims| exported(&rules, &claims, language)),
        None => prove(asked, &rules, session),
    };
    session.clock.stop(Phase::Engine);
    done
}

/// The names of the claims that are asked for.
fn wanted<'a>(asked: &ProveArgs, rules: &'a Rules) -> Result<Vec<&'a str>, Stop> {
    match &asked.claim {
        Some(name) => Ok(vec![&rules.claim(name)?.name]),
        None => Ok(rules.claims().map(|claim| claim.name.as_str()).collect()),
    }
}

/// Proves claims, several at a time, each with its certificates rechecked, tells each as soon as those before it are told or have no answer in
/// their share of the time, and writes the certificates at the end: those of what was told.
fn prove(asked: &ProveArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let claims = wanted(asked, rules)?;
    if let Some(path) = &asked.certificate {
        is_free(path, FileKind::Certificates)?;
    }
    let end = session.deadline.map(|deadline| proofs_end(deadline, session));
    let (proving, confirming) = (rules.proving(&session.context), rules.confirming(&session.context));
    let work = |claim: &&str, own: &Context| -> SharedWork<Result<ClaimAnswer, NoAnswer>> {
        let proved = terminal::part(&format!("\"{claim}\""), || proving.within(own).prove(claim));
        let was_stopped = own.go_on().is_err();
        let proved = match proved {
            Err(NoAnswer::Engine(EngineError::Cancelled)) => return SharedWork::Cut(None),
            // Who is stopped may take that for an obstacle.
            Ok(proved) if was_stopped && matches!(proved.verdict, Verdict::Open(_)) => return SharedWork::Cut(None),
            Err(refusal) => return SharedWork::Done(Err(refusal)),
            Ok(proved) => proved,
        };
        let found = if asked.certificate.is_some() { proved.certificates.as_slice() } else { &[] };
        let confirmed = confirming.within(own).confirmed(found);
        let is_whole = !confirmed.refused.iter().any(|refused| refused.is_unchecked);
        let answer = Ok((proved, confirmed));
        if is_whole { SharedWork::Done(answer) } else { SharedWork::Cut(Some(answer)) }
    };
    let mut told = ToldProofs {
        asked,
        rules,
        session,
        outcome: ProofsAsSaid::default(),
        kept: Confirmed::default(),
        without: 0,
        results: Vec::new(),
    };
    let mut ended = Ok(());
    let left = in_shares(&claims, (&session.context, end), work, |number, answer| {
        ended = answer.map_err(Stop::from).and_then(|answer| told.tell(number, answer));
        if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended?;
    let by_time = end.is_some_and(|end| end <= Instant::now());
    let why = if by_time { NO_TIME } else { NO_ANSWER };
    told.outcome.cut = left.len();
    for (number, known) in left {
        let nothing = || Ok((proving.unanswered(claims[number], why)?, Confirmed::default()));
        told.tell(number, known.unwrap_or_else(nothing)?)?;
    }
    told.end(by_time, claims.len())
}

/// When the time for proofs is over: proofs in words are checked once more while they are written.
fn proofs_end(deadline: Instant, session: &Session<'_>) -> Instant {
    let now = Instant::now();
    let left = deadline.saturating_duration_since(now);
    if session.in_words().is_some() { now + left.saturating_sub(left / TO_WRITE) } else { deadline }
}

/// This part of the time is for writing proofs in words.
const TO_WRITE: u32 = 5;

/// What came out of a claim, and what the checker says of its certificates.
type ClaimAnswer = (Proved, Confirmed);

/// Whether all is as the file says.
#[derive(Debug, Default)]
struct ProofsAsSaid {
    missed: bool,
    open: bool,
    /// How many claims were not done.
    cut: usize,
}

/// What is told of claims, and what is kept for the end.
struct ToldProofs<'a> {
    asked: &'a ProveArgs,
    rules: &'a Rules,
    session: &'a Session<'a>,
    outcome: ProofsAsSaid,
    kept: Confirmed,
    /// How many claims have no certificate, where that is told.
    without: usize,
    results: Vec<(usize, Proved)>,
}

impl ToldProofs<'_> {
    /// Tells what came out of a claim, or keeps it where all are told together.
    fn tell(&mut self, number: usize, (proved, confirmed): ClaimAnswer) -> Result<(), Stop> {
        if self.asked.certificate.is_some()
            && let Some(why) = without_certificate(&proved, &confirmed)
        {
            self.without += 1;
            writeln!(terminal::err(), "nimdsl: no certificate for \"{}\": {why}", proved.name)?;
        }
        if !confirmed.certificates.is_empty() {
            let whys: BTreeSet<&str> = confirmed.refused.iter().map(|refused| refused.why.as_str()).collect();
            for why in whys {
                writeln!(terminal::err(), "nimdsl: a certificate of \"{}\" is missing: {why}", proved.name)?;
            }
        }
        self.kept.append(confirmed);
        self.outcome.missed |= proved.as_expected == Expectation::Missed;
        self.outcome.open |= proved.as_expected == Expectation::Open;
        if self.session.wants_data() || self.session.in_words().is_some() {
            self.results.push((number, proved));
            return Ok(());
        }
        let mut out = terminal::out();
        writeln!(out, "{}", proved.line(&self.rules.document().ruleset))?;
        Ok(out.flush()?)
    }

    /// Tells what is told together, writes certificates, and says whether all is as the file says; of so many claims.
    fn end(self, by_time: bool, claims: usize) -> Result<(), Stop> {
        let Self { asked, rules, session, outcome, kept, without, mut results } = self;
        results.sort_by_key(|(number, _)| *number);
        let results: Vec<Proved> = results.into_iter().map(|(_, proved)| proved).collect();
        let (mut out, mut was_stopped) = (terminal::out(), false);
        if let Some(how) = session.in_words() {
            let shown = asked.file.display().to_string();
            write!(out, "{}", rules.proofs_in_words(&results, (&shown, how), &session.context))?;
            was_stopped = session.context.go_on().is_err();
        } else if session.wants_data() {
            writeln!(out, "{}", to_json(&JudgedClaims::of(rules, results)))?;
        }
        out.flush()?;
        if let Some(path) = &asked.certificate {
            write_certificates(path, &asked.file, kept, without)?;
        }
        if 0 < outcome.cut && by_time {
            return Err(session.out_of_time(outcome.cut, claims, outcome.missed));
        }
        if was_stopped || 0 < outcome.cut {
            return Err(Stop::from(EngineError::Cancelled));
        }
        if outcome.missed {
            return Err(Stop::Code(1));
        }
        if outcome.open { Err(Stop::Code(3)) } else { Ok(()) }
    }
}

/// Why a claim has no certificate of its proof at all, where somebody may look for one.
fn without_certificate(proved: &Proved, confirmed: &Confirmed) -> Option<String> {
    let refused = confirmed.refused.first();
    match &proved.verdict {
        _ if !confirmed.certificates.is_empty() => None,
        Verdict::Refuted { .. } if proved.kind == ClaimKind::Refuted => None,
        Verdict::Refuted { .. } => Some("it is refuted".to_owned()),
        Verdict::Open(_) => Some("it is not proved".to_owned()),
        Verdict::Proved(figures) if figures.limits.without_value.is_some() => {
            Some("it has no value everywhere, and is proved only where it has one".to_owned())
        }
        Verdict::Proved(_) => Some(match refused {
            None => "it is proved, in a way that leaves none".to_owned(),
            Some(stopped) if stopped.is_unchecked => {
                "it is proved, but the command was stopped before the certificate was checked; allow more with --time"
                    .to_owned()
            }
            Some(refused) => {
                format!("it is proved, but the checker of certificates does not confirm it: {}", refused.why)
            }
        }),
    }
}

/// Prints a script for each claim and choice of parameters; what cannot be said is told on the error stream.
fn exported(rules: &Rules, claims: &[&str], language: ScriptLanguage) -> Result<(), Stop> {
    let target = match language {
        ScriptLanguage::Walnut => ProofLanguage::Conditions(Target::Walnut),
        ScriptLanguage::Mona => ProofLanguage::Conditions(Target::Mona),
        ScriptLanguage::Smt2 => ProofLanguage::Conditions(Target::Smt),
        ScriptLanguage::Coq => ProofLanguage::Coq,
    };
    let mut out = terminal::out();
    let mut count = 0;
    for claim in claims {
        for of_claim in rules.claim_scripts(claim, target)? {
            let name = of_claim.title();
            let Some(script) = &of_claim.script else {
                let why = of_claim.reason.unwrap_or_default();
                writeln!(terminal::err(), "nimdsl: \"{name}\": {why}")?;
                continue;
            };
            count += 1;
            if count == 1 {
                write!(out, "{}", target.preamble())?;
            }
            let title = format!("{}: {name}", rules.document().ruleset.name);
            write!(out, "{}", target.titled(&title, count, script))?;
            // Walnut has no comments in scripts: the name goes to the error stream.
            if language == ScriptLanguage::Walnut {
                writeln!(terminal::err(), "nimdsl: {name}")?;
            }
        }
    }
    if language == ScriptLanguage::Mona && 1 < count {
        let help = "choose one with --claim and --set";
        writeln!(terminal::err(), "nimdsl: these are {count} scripts, and MONA takes one at a time: {help}")?;
    }
    if count == 0 { Err(Stop::Message("no claim of this file can be exported".to_owned(), 3)) } else { Ok(()) }
}

/// Writes what other code has rechecked, and says what is partial, and how many claims have nothing.
fn write_certificates(path: &Path, file: &Path, confirmed: Confirmed, without: usize) -> Result<(), Stop> {
    for claim in confirmed.claims.iter().filter(|claim| !claim.is_complete()) {
        writeln!(terminal::err(), "nimdsl: the certificates of \"{}\" are partial: {}", claim.name, claim.words())?;
    }
    let told = match confirmed.certificates.len() {
        0 => format!("nimdsl: no certificates in {}", path.display()),
        1 => format!("nimdsl: 1 certificate, rechecked, in {}", path.display()),
        count => format!("nimdsl: {count} certificates, all rechecked, in {}", path.display()),
    };
    let all = Certificates { file: file.display().to_string(), certificates: confirmed.certificates };
    let text = serde_json::to_string(&all)?;
    write(path, FileKind::Certificates, &text)?;
    let others = match without {
        0 => String::new(),
        1 => "; 1 claim has none".to_owned(),
        count => format!("; {count} claims have none"),
    };
    writeln!(terminal::err(), "{told}{others}")?;
    Ok(())
}
