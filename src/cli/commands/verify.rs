//! `nimdsl verify`: a line for every claim.
use crate::cli::args::VerifyArgs;
use crate::cli::budget::Phase;
use crate::cli::files::in_folders;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::parallel::in_order;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::check::Document;
use nimdsl::claim::listing::{Entry, errata, statements};
use nimdsl::claim::verify::{Expectation, Failure, Request, Verified, verify};
use nimdsl::engine::EngineError;
use nimdsl::rules::{Rules, verified_json};
use nimdsl::syntax::ast::Claim;
use nimdsl::syntax::nearest;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Whether all is as the files say.
#[derive(Debug, Default)]
struct AsSaid {
    missed: bool,
    open: bool,
    interrupted: bool,
}

/// Evaluates the claims of files, and says whether all is as the files say.
pub(in crate::cli) fn run(asked: &VerifyArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let mut read = Vec::new();
    for path in in_folders(&asked.files)? {
        let rules = session.open(&path)?;
        read.push(RulesetFile { path, rules });
    }
    let request = Request { settings: session.settings()?, play: session.asked_play(), up_to: asked.up_to };
    let done = Verification { asked, request, session, outcome: AsSaid::default(), listed: Vec::new() }.all(&read);
    session.clock.stop(Phase::Engine);
    done
}

/// A ruleset file.
struct RulesetFile {
    path: PathBuf,
    rules: Rules,
}

/// What is asked, and what came out so far.
struct Verification<'a> {
    asked: &'a VerifyArgs,
    request: Request,
    session: &'a Session<'a>,
    outcome: AsSaid,
    /// What the lists of statements and errata say.
    listed: Vec<Entry>,
}

impl Verification<'_> {
    /// The claims of all files, told as they are judged; and whether all is as the files say.
    fn all(mut self, files: &[RulesetFile]) -> Result<(), Stop> {
        self.claim_is_known(files)?;
        let lists = [(&self.asked.statements, FileKind::Statements), (&self.asked.errata, FileKind::Errata)];
        for (path, kind) in lists.iter().filter_map(|(path, kind)| Some((path.as_ref()?, *kind))) {
            is_free(path, kind)?;
        }
        let mut out = terminal::out();
        let mut results = Vec::new();
        for file in files {
            let shown = file.path.display().to_string();
            if 1 < files.len() && !self.session.wants_data() {
                writeln!(out, "{shown}")?;
            }
            let claims = self.of_file(file, &mut out)?;
            results.push(json!({"ruleset": file.rules.document().ruleset.name, "file": shown, "claims": claims}));
            if self.outcome.interrupted {
                break;
            }
        }
        if self.session.wants_data() {
            let mut whole = match results.len() {
                1 => results.swap_remove(0),
                _ => json!({ "rulesets": results }),
            };
            whole["schema"] = json!(1);
            writeln!(out, "{whole}")?;
        }
        self.end()
    }

    /// A name that `--claim` gives is that of a claim.
    fn claim_is_known(&self, files: &[RulesetFile]) -> Result<(), Stop> {
        let Some(wanted) = &self.asked.claim else { return Ok(()) };
        let names = || files.iter().flat_map(|file| file.rules.document().claims()).map(|claim| claim.name.as_str());
        if names().any(|name| name == wanted) {
            return Ok(());
        }
        let help = nearest(wanted, names()).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Err(Stop::refused(format!("there is no claim \"{wanted}\"{help}")))
    }

    /// The claims of one file, several at a time, told in order; as data if that is asked for.
    fn of_file(&mut self, file: &RulesetFile, out: &mut terminal::Out) -> Result<Vec<Value>, Stop> {
        let (document, context) = (file.rules.document(), &self.session.context);
        let request = &self.request;
        let wanted = |claim: &&Claim| self.asked.claim.as_ref().is_none_or(|wanted| claim.name == *wanted);
        let claims: Vec<&Claim> = document.claims().filter(wanted).collect();
        let stem = file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let is_listed = self.asked.statements.is_some() || self.asked.errata.is_some();
        let work = |claim: &&Claim| -> Result<(Verified, Option<Entry>), Failure> {
            let verified = verify(document, claim, request, context)?;
            let entry = is_listed.then(|| Entry::new(document, claim, &verified, &stem, context));
            Ok((verified, entry.transpose().map_err(Failure::Engine)?))
        };
        let (outcome, listed) = (&mut self.outcome, &mut self.listed);
        let wants_data = self.session.wants_data();
        let mut results = Vec::new();
        let mut ended = Ok(());
        in_order(&claims, context.workers(claims.len()), work, |judged| {
            let told = match judged {
                Ok((verified, entry)) => {
                    outcome.missed |= verified.as_expected == Expectation::Missed;
                    outcome.open |= verified.as_expected == Expectation::Open;
                    listed.extend(entry);
                    if wants_data {
                        results.push(verified_json(&verified));
                        return ControlFlow::Continue(());
                    }
                    tell(out, document, &verified)
                }
                Err(Failure::Engine(EngineError::Cancelled)) => {
                    outcome.interrupted = true;
                    return ControlFlow::Break(());
                }
                Err(failure) => Err(failure.into()),
            };
            let flow = if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            ended = told;
            flow
        });
        ended.map(|()| results)
    }

    /// Writes the lists that are asked for, and says whether all is as the files say.
    fn end(self) -> Result<(), Stop> {
        if self.outcome.interrupted {
            return Err(Stop::from(EngineError::Cancelled));
        }
        let command = command_line();
        if let Some(path) = &self.asked.statements {
            write(path, FileKind::Statements, &statements(&self.listed, &command))?;
        }
        if let Some(path) = &self.asked.errata {
            write(path, FileKind::Errata, &errata(&self.listed, &command))?;
        }
        if self.outcome.missed {
            return Err(Stop::Code(1));
        }
        if self.outcome.open { Err(Stop::Code(3)) } else { Ok(()) }
    }
}

/// The command as it was typed, to be cited; the program by its name alone.
fn command_line() -> String {
    let words = std::env::args().skip(1);
    std::iter::once("nimdsl".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn tell(out: &mut terminal::Out, document: &Document, verified: &Verified) -> Result<(), Stop> {
    writeln!(out, "{}", verified.line(&document.ruleset))?;
    out.flush()?;
    Ok(())
}
