//! `nimdsl verify`: a line for every claim.
use crate::cli::args::VerifyArgs;
use crate::cli::budget::Phase;
use crate::cli::files::in_folders;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::session::Session;
use crate::cli::shares::{NO_ANSWER, NO_TIME, SharedWork, in_shares};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::{Context, EngineError};
use nimdsl::rules::{Entry, Expectation, JudgedClaims, NoAnswer, Rules, Verified, errata, statements, to_json};
use nimdsl::value::Saturate;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// What came out of a claim, and how the lists say it.
type JudgedEntry = (Verified, Option<Entry>);

/// Whether all is as the files say.
#[derive(Debug, Default)]
struct AsSaid {
    missed: bool,
    open: bool,
    /// How many claims were not done.
    cut: usize,
    /// The command was stopped, and not because the time was up.
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
        let all: usize = files.iter().map(|file| self.wanted(file).len()).sum();
        let mut waiting = all;
        for file in files {
            let shown = file.path.display().to_string();
            if 1 < files.len() && !self.session.wants_data() {
                writeln!(out, "{shown}")?;
            }
            let claims = self.of_file(file, (waiting, &mut out))?;
            waiting -= self.wanted(file).len();
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
        out.flush()?;
        self.end(all)
    }

    /// The names of the claims of a file that are asked for.
    fn wanted<'f>(&self, file: &'f RulesetFile) -> Vec<&'f str> {
        let names = file.rules.claims().map(|claim| claim.name.as_str());
        names.filter(|name| self.asked.claim.as_ref().is_none_or(|wanted| name == wanted)).collect()
    }

    /// When the time for the claims of one file is up, where so many of all files have none yet.
    fn end_of(&self, count: usize, waiting: usize) -> Option<Instant> {
        let (deadline, now) = (self.session.deadline?, Instant::now());
        let left = deadline.saturating_duration_since(now);
        Some(if count < waiting {
            now + left / waiting.saturated::<u32>() * count.saturated::<u32>()
        } else {
            deadline
        })
    }

    /// A name that `--claim` gives is that of a claim.
    fn claim_is_known(&self, files: &[RulesetFile]) -> Result<(), Stop> {
        let Some(wanted) = &self.asked.claim else { return Ok(()) };
        let names = || files.iter().flat_map(|file| file.rules.claims()).map(|claim| claim.name.as_str());
        let is_known = names().any(|name| name == wanted);
        if is_known { Ok(()) } else { Err(NoAnswer::unknown_claim(wanted, names()).into()) }
    }

    /// The claims of one file, several at a time, told in order, those last that have no answer in time; what came out of them if data is
    /// asked for. So many claims of all files have no answer yet.
    fn of_file(
        &mut self,
        file: &RulesetFile,
        (waiting, out): (usize, &mut terminal::Out),
    ) -> Result<Vec<Verified>, Stop> {
        let (rules, session, up_to) = (&file.rules, self.session, self.asked.up_to);
        let claims = self.wanted(file);
        let end = self.end_of(claims.len(), waiting);
        let judge = JudgeClaims {
            rules,
            stem: file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            is_listed: self.asked.statements.is_some() || self.asked.errata.is_some(),
        };
        let mut results = BTreeMap::new();
        let mut told = |number: usize, (verified, entry): JudgedEntry| {
            self.outcome.missed |= verified.as_expected == Expectation::Missed;
            self.outcome.open |= verified.as_expected == Expectation::Open;
            self.listed.extend(entry);
            if session.wants_data() {
                results.insert(number, verified);
                return Ok(());
            }
            tell(out, rules, &verified)
        };
        let known = match end.zip(up_to) {
            Some((end, up_to)) => judge.near(&claims, (&session.context, end), up_to, &mut told)?,
            None => vec![NearVerdict::Unknown; claims.len()],
        };
        let left: Vec<usize> = (0..claims.len()).filter(|number| known[*number] != NearVerdict::Told).collect();
        let work = |number: &usize, own: &Context| cut_or_done(judge.judged(claims[*number], up_to, own));
        let mut ended = Ok(());
        let cut = in_shares(&left, (&session.context, end), work, |at, judged| {
            ended = judged.map_err(Stop::from).and_then(|judged| told(left[at], judged));
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ended?;
        let by_time = end.is_some_and(|end| end <= Instant::now());
        for number in cut.iter().map(|(at, _)| left[*at]) {
            let why = known[number].without_answer(by_time);
            told(number, (rules.unanswered(claims[number], &why)?, None))?;
        }
        self.outcome.cut += cut.len();
        self.outcome.interrupted |= !cut.is_empty() && !by_time;
        Ok(results.into_values().collect())
    }

    /// Writes the lists that are asked for, if all of so many claims have an answer, and says whether all is as the files say.
    fn end(self, claims: usize) -> Result<(), Stop> {
        if self.outcome.interrupted {
            return Err(Stop::from(EngineError::Cancelled));
        }
        if 0 < self.outcome.cut {
            return Err(self.session.out_of_time(self.outcome.cut, claims, self.outcome.missed));
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

/// What was found near, where a larger board is asked for and time is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NearVerdict {
    /// It is false, and told.
    Told,
    /// It holds up to this.
    Holds(u64),
    /// Nothing.
    Unknown,
}

impl NearVerdict {
    /// Why a claim has no answer, with what is known of it.
    fn without_answer(self, by_time: bool) -> String {
        let why = if by_time { NO_TIME } else { NO_ANSWER };
        if let Self::Holds(up_to) = self { format!("{why}; it holds up to {up_to}") } else { why.to_owned() }
    }
}

/// Who judges the claims of one file.
struct JudgeClaims<'a> {
    rules: &'a Rules,
    /// The name of the file without its ending.
    stem: String,
    /// Whether lists of statements are asked for.
    is_listed: bool,
}

impl JudgeClaims<'_> {
    /// A claim on a table.
    fn judged(&self, claim: &str, up_to: Option<u64>, context: &Context) -> Result<JudgedEntry, NoAnswer> {
        let verified = terminal::part(&format!("\"{claim}\""), || self.rules.verify(claim, up_to, context))?;
        let entry = self.is_listed.then(|| self.rules.entry(&verified, &self.stem, context));
        Ok((verified, entry.transpose()?))
    }

    /// Tells those claims that are false near, before any is tried on the board that is asked for; in a part of the time.
    fn near(
        &self,
        claims: &[&str],
        (context, end): (&Context, Instant),
        up_to: u64,
        told: &mut dyn FnMut(usize, JudgedEntry) -> Result<(), Stop>,
    ) -> Result<Vec<NearVerdict>, Stop> {
        let mut known = vec![NearVerdict::Unknown; claims.len()];
        let near = if self.rules.document().ruleset.heaps.len() <= 2 { NEAR } else { NEAR_OF_MANY };
        if up_to <= near {
            return Ok(known);
        }
        let now = Instant::now();
        let end = now + end.saturating_duration_since(now) / FOR_NEAR;
        let work = |claim: &&str, own: &Context| cut_or_done(self.judged(claim, Some(near), own));
        let mut ended = Ok(());
        in_shares(claims, (context, Some(end)), work, |number, judged| {
            ended = judged.map_err(Stop::from).and_then(|judged| {
                known[number] = judged.0.holds_up_to().map_or(NearVerdict::Unknown, NearVerdict::Holds);
                if judged.0.is_false() {
                    known[number] = NearVerdict::Told;
                    return told(number, judged);
                }
                Ok(())
            });
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ended.map(|()| known)
    }
}

/// Heaps up to this are tried first where time is short and a larger board is asked for.
const NEAR: u64 = 64;
/// The same where there are more than two.
const NEAR_OF_MANY: u64 = 8;
/// This part of the time is for that.
const FOR_NEAR: u32 = 4;

/// What came out in a share of the time.
fn cut_or_done(judged: Result<JudgedEntry, NoAnswer>) -> SharedWork<Result<JudgedEntry, NoAnswer>> {
    match judged {
        Err(NoAnswer::Engine(EngineError::Cancelled)) => SharedWork::Cut(None),
        judged => SharedWork::Done(judged),
    }
}

fn tell(out: &mut terminal::Out, rules: &Rules, verified: &Verified) -> Result<(), Stop> {
    writeln!(out, "{}", verified.line(&rules.document().ruleset))?;
    out.flush()?;
    Ok(())
}
