//! `nimdsl verify`: a line for every claim.
use crate::cli::args::VerifyArgs;
use crate::cli::budget::Phase;
use crate::cli::files::in_folders;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::EngineError;
use nimdsl::parallel::in_order;
use nimdsl::rules::{Entry, Expectation, JudgedClaims, NoAnswer, Rules, Verified, errata, statements, to_json};
use serde::Serialize;
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
    let done = Verification { asked, session, outcome: AsSaid::default(), listed: Vec::new() }.all(&read);
    session.clock.stop(Phase::Engine);
    done
}

/// A ruleset file.
struct RulesetFile {
    path: PathBuf,
    rules: Rules,
}

/// The claims of a file as data.
#[derive(Serialize)]
struct JudgedFile {
    #[serde(flatten)]
    claims: JudgedClaims<Verified>,
    file: String,
}

/// The claims of several files as data.
#[derive(Serialize)]
struct JudgedFiles {
    rulesets: Vec<JudgedFile>,
}

/// What is asked, and what came out so far.
struct Verification<'a> {
    asked: &'a VerifyArgs,
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
        let mut rulesets = Vec::new();
        for file in files {
            let shown = file.path.display().to_string();
            if 1 < files.len() && !self.session.wants_data() {
                writeln!(out, "{shown}")?;
            }
            let claims = self.of_file(file, &mut out)?;
            rulesets.push(JudgedFile { claims: JudgedClaims::of(&file.rules, claims), file: shown });
            if self.outcome.interrupted {
                break;
            }
        }
        if self.session.wants_data() {
            let whole = match rulesets.as_slice() {
                [one] => to_json(one),
                _ => to_json(&JudgedFiles { rulesets }),
            };
            writeln!(out, "{whole}")?;
        }
        self.end()
    }

    /// A name that `--claim` gives is that of a claim.
    fn claim_is_known(&self, files: &[RulesetFile]) -> Result<(), Stop> {
        let Some(wanted) = &self.asked.claim else { return Ok(()) };
        let names = || files.iter().flat_map(|file| file.rules.claims()).map(|claim| claim.name.as_str());
        let is_known = names().any(|name| name == wanted);
        if is_known { Ok(()) } else { Err(NoAnswer::unknown_claim(wanted, names()).into()) }
    }

    /// The claims of one file, several at a time, told in order; what came out of them if data is asked for.
    fn of_file(&mut self, file: &RulesetFile, out: &mut terminal::Out) -> Result<Vec<Verified>, Stop> {
        let (rules, context) = (&file.rules, &self.session.context);
        let wanted = |name: &&str| self.asked.claim.as_ref().is_none_or(|wanted| name == wanted);
        let claims: Vec<&str> = rules.claims().map(|claim| claim.name.as_str()).filter(wanted).collect();
        let stem = file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let is_listed = self.asked.statements.is_some() || self.asked.errata.is_some();
        let up_to = self.asked.up_to;
        let work = |claim: &&str| -> Result<(Verified, Option<Entry>), NoAnswer> {
            let verified = terminal::part(&format!("\"{claim}\""), || rules.verify(claim, up_to, context))?;
            let entry = is_listed.then(|| rules.entry(&verified, &stem, context));
            Ok((verified, entry.transpose()?))
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
                        results.push(verified);
                        return ControlFlow::Continue(());
                    }
                    tell(out, rules, &verified)
                }
                Err(NoAnswer::Engine(EngineError::Cancelled)) => {
                    outcome.interrupted = true;
                    return ControlFlow::Break(());
                }
                Err(refusal) => Err(refusal.into()),
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
            write(path, FileKind::Statements, statements(&self.listed, &command))?;
        }
        if let Some(path) = &self.asked.errata {
            write(path, FileKind::Errata, errata(&self.listed, &command))?;
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

fn tell(out: &mut terminal::Out, rules: &Rules, verified: &Verified) -> Result<(), Stop> {
    writeln!(out, "{}", verified.line(&rules.document().ruleset))?;
    out.flush()?;
    Ok(())
}
