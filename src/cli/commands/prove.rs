//! `nimdsl prove`: a line for every claim, for all positions.
use crate::cli::args::{Language, ProveArgs};
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::{Session, blamed};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::automata::export::Target;
use nimdsl::certificate::{Certificate, Certificates};
use nimdsl::check::Document;
use nimdsl::claim::verify::Expectation;
use nimdsl::engine::EngineError;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Failure, Proved, Prover, Request};
use nimdsl::prover::ask::export::export;
use nimdsl::recheck::coverage::covered;
use nimdsl::recheck::recheck as checked;
use nimdsl::rules::proved_json;
use nimdsl::syntax::ast::{Claim, ClaimKind};
use nimdsl::syntax::nearest;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Proves the claims of a file, and says whether all is as the file says.
pub(in crate::cli) fn run(asked: &ProveArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open(&asked.file)?;
    let request = Request { settings: session.settings()?, play: session.asked_play(), up_to: None };
    let done = prove(asked, rules.document(), &request, session);
    session.clock.stop(Phase::Engine);
    blamed(&rules, done)
}

/// Proves claim by claim, tells each at once, and writes the certificates at the end.
fn prove(asked: &ProveArgs, document: &Document, request: &Request, session: &Session<'_>) -> Result<(), Stop> {
    let wanted = asked.claim.as_deref();
    let claims: Vec<_> = document.claims().filter(|claim| wanted.is_none_or(|wanted| claim.name == wanted)).collect();
    if let Some(wanted) = wanted.filter(|_| claims.is_empty()) {
        let names = document.claims().map(|claim| claim.name.as_str());
        let help = nearest(wanted, names).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(Stop::Message(format!("there is no claim \"{wanted}\"{help}"), 2));
    }
    if let Some(language) = asked.export {
        return exported(document, &claims, request, language);
    }
    if let Some(path) = &asked.certificate {
        is_free(path, FileKind::Certificates)?;
    }
    let asks = Prover::new(document, &session.context);
    let mut out = terminal::out();
    let (mut missed, mut open, mut interrupted) = (false, false, false);
    let mut results = Vec::new();
    let mut certificates = Vec::new();
    for claim in claims {
        let proved = match asks.prove(claim, request) {
            Ok(proved) => proved,
            Err(Failure::Engine(EngineError::Cancelled)) => {
                interrupted = true;
                break;
            }
            Err(failure) => return Err(failure.into()),
        };
        certificates.extend(proved.certificates.iter().cloned());
        if asked.certificate.is_some()
            && matches!(proved.verdict, Verdict::Refuted { .. })
            && proved.kind != ClaimKind::Refuted
        {
            writeln!(terminal::err(), "nimdsl: no certificate for \"{}\": it is refuted", proved.name)?;
        }
        missed |= proved.as_expected == Expectation::Missed;
        open |= proved.as_expected == Expectation::Open;
        if session.wants_data() {
            results.push(proved_json(&proved));
            continue;
        }
        tell(&mut out, document, &proved)?;
    }
    if session.wants_data() {
        writeln!(out, "{}", json!({"schema": 1, "ruleset": document.ruleset.name, "claims": results}))?;
    }
    if let Some(path) = &asked.certificate {
        write_certificates(path, &asked.file, certificates, document)?;
    }
    if interrupted {
        return Err(Stop::from(EngineError::Cancelled));
    }
    if missed {
        return Err(Stop::Code(1));
    }
    if open { Err(Stop::Code(3)) } else { Ok(()) }
}

/// A line about a claim.
fn tell(out: &mut terminal::Out, document: &Document, proved: &Proved) -> Result<(), Stop> {
    writeln!(out, "{}", proved.line(&document.ruleset))?;
    out.flush()?;
    Ok(())
}

/// Prints a script for each claim and choice of parameters; what cannot be said is told on the error stream.
fn exported(document: &Document, claims: &[&Claim], request: &Request, language: Language) -> Result<(), Stop> {
    let (target, comment) = match language {
        Language::Walnut => (Target::Walnut, "#"),
        Language::Mona => (Target::Mona, "#"),
        Language::Smt2 => (Target::Smt, ";"),
    };
    let mut out = terminal::out();
    let mut count = 0;
    for claim in claims {
        let scripts = export(document, claim, request, target)?;
        for (parameters, script) in scripts {
            let name =
                if parameters.is_empty() { claim.name.clone() } else { format!("{} with {parameters}", claim.name) };
            match script {
                Ok(script) => {
                    count += 1;
                    // A solver begins anew with each script; MONA takes one script at a time.
                    if language == Language::Smt2 && 1 < count {
                        writeln!(out, "(reset)")?;
                    }
                    // Walnut has no comments in scripts: the name goes to the error stream.
                    if language == Language::Walnut {
                        writeln!(terminal::err(), "nimdsl: {name}")?;
                    } else {
                        writeln!(out, "{comment} {}: {name}", document.ruleset.name)?;
                    }
                    write!(out, "{script}")?;
                }
                Err(why) => writeln!(terminal::err(), "nimdsl: \"{name}\": {why}")?,
            }
        }
    }
    if language == Language::Mona && 1 < count {
        let help = "choose one with --claim and --set";
        writeln!(terminal::err(), "nimdsl: these are {count} scripts, and MONA takes one at a time: {help}")?;
    }
    if count == 0 { Err(Stop::Message("no claim of this file can be exported".to_owned(), 3)) } else { Ok(()) }
}

/// Writes what other code has rechecked, and says what it has not.
fn write_certificates(
    path: &Path,
    file: &Path,
    certificates: Vec<Certificate>,
    document: &Document,
) -> Result<(), Stop> {
    let mut kept: Vec<Certificate> = Vec::new();
    for certificate in certificates {
        match checked(&certificate, document) {
            Ok(()) => kept.push(certificate),
            Err(why) => writeln!(terminal::err(), "nimdsl: no certificate for \"{}\": {why}", certificate.claim)?,
        }
    }
    for claim in covered(document, &kept).iter().filter(|claim| !claim.is_complete()) {
        writeln!(terminal::err(), "nimdsl: the certificates of \"{}\" are partial: {}", claim.name, claim.words())?;
    }
    let told = format!("nimdsl: {} certificates, all rechecked, in {}", kept.len(), path.display());
    let all = Certificates { file: file.display().to_string(), certificates: kept };
    let text = serde_json::to_string(&all)?;
    write(path, FileKind::Certificates, &text)?;
    writeln!(terminal::err(), "{told}")?;
    Ok(())
}
