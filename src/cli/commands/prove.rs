//! `nimdsl prove`: a line for every claim, for all positions.
use crate::cli::args::{ProveArgs, ScriptLanguage};
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::EngineError;
use nimdsl::parallel::in_order;
use nimdsl::rules::{
    Certificates, ClaimKind, ConfirmedCertificates as Confirmed, Expectation, JudgedClaims, NoAnswer, ProofLanguage,
    Proved, Rules, Target, Verdict, to_json,
};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

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

/// Proves claims, several at a time, each with its certificates rechecked, tells each as soon as those before it are told or have no answer in time,
/// and writes the certificates at the end: those of what was told.
fn prove(asked: &ProveArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let claims = wanted(asked, rules)?;
    if let Some(path) = &asked.certificate {
        is_free(path, FileKind::Certificates)?;
    }
    let (proving, context) = (rules.proving(&session.context), &session.context);
    let mut out = terminal::out();
    let (mut missed, mut open, mut interrupted) = (false, false, false);
    let (confirming, mut kept, mut results) = (rules.confirming(context), Confirmed::default(), Vec::new());
    let work = |claim: &&str| -> Result<(Proved, Confirmed), NoAnswer> {
        let proved = terminal::part(&format!("\"{claim}\""), || proving.prove(claim))?;
        let found = if asked.certificate.is_some() { proved.certificates.as_slice() } else { &[] };
        let confirmed = confirming.confirmed(found);
        Ok((proved, confirmed))
    };
    let mut tell = |(proved, confirmed): (Proved, Confirmed)| -> Result<(), Stop> {
        kept.append(confirmed);
        if asked.certificate.is_some() {
            tell_refuted(&proved)?;
        }
        missed |= proved.as_expected == Expectation::Missed;
        open |= proved.as_expected == Expectation::Open;
        if session.wants_data() || session.in_words().is_some() {
            results.push(proved);
            return Ok(());
        }
        writeln!(out, "{}", proved.line(&rules.document().ruleset))?;
        Ok(out.flush()?)
    };
    let (mut ended, mut names, mut unanswered) = (Ok(()), claims.iter(), Vec::new());
    in_order(&claims, context.workers(claims.len()), work, |proved| {
        let name = names.next();
        ended = match proved {
            Ok(proved) => tell(proved),
            Err(NoAnswer::Engine(EngineError::Cancelled)) => {
                unanswered.extend(name.map(|name| format!("\"{name}\"")));
                return ControlFlow::Continue(());
            }
            Err(refusal) => Err(refusal.into()),
        };
        if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended?;
    if let Some(how) = session.in_words() {
        write!(out, "{}", rules.proofs_in_words(&results, (&asked.file.display().to_string(), how), context))?;
        interrupted |= session.context.go_on().is_err();
    } else if session.wants_data() {
        writeln!(out, "{}", to_json(&JudgedClaims::of(rules, results)))?;
    }
    if let Some(path) = &asked.certificate {
        write_certificates(path, &asked.file, kept)?;
    }
    if interrupted || !unanswered.is_empty() {
        return Err(cancelled(&unanswered)?);
    }
    if missed {
        return Err(Stop::Code(1));
    }
    if open { Err(Stop::Code(3)) } else { Ok(()) }
}

/// Names the claims that have no answer yet, and why there is none.
fn cancelled(unanswered: &[String]) -> Result<Stop, Stop> {
    if !unanswered.is_empty() {
        writeln!(terminal::err(), "nimdsl: no answer to {}", unanswered.join(", "))?;
    }
    Ok(Stop::from(EngineError::Cancelled))
}

/// Says that a claim that is refuted against its file has no certificate.
fn tell_refuted(proved: &Proved) -> Result<(), Stop> {
    if matches!(proved.verdict, Verdict::Refuted { .. }) && proved.kind != ClaimKind::Refuted {
        writeln!(terminal::err(), "nimdsl: no certificate for \"{}\": it is refuted", proved.name)?;
    }
    Ok(())
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

/// Writes what other code has rechecked, and says what it has not.
fn write_certificates(path: &Path, file: &Path, confirmed: Confirmed) -> Result<(), Stop> {
    for refused in &confirmed.refused {
        writeln!(terminal::err(), "nimdsl: no certificate for {}", refused.reason)?;
    }
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
    writeln!(terminal::err(), "{told}")?;
    Ok(())
}
