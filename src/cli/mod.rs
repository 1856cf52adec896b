//! The commands. The only place that reads and writes files and clocks.

pub(crate) mod args;
mod budget;
mod commands;
mod files;
mod formats;
mod parallel;
mod store;
mod terminal;

use args::{Arguments, Command};
use budget::{Clock, Phase};
use clap::CommandFactory;
use clap_complete::Shell;
use commands::{check, fmt, identify, merge, periods, prove, recheck, run, show, verify};
use files::{Folder, in_folders, read, why};
use miette::{GraphicalReportHandler, GraphicalTheme, Severity};
use nimdsl::check::{Document, Settings, analyse, rules};
use nimdsl::diagnostic::{Fault, Faults, Sink};
use nimdsl::engine::{Context, EngineError, EvaluationError};
use nimdsl::prover::ask::claims::Request;
use nimdsl::ruleset::branch::branches;
use nimdsl::ruleset::linear::infeasible;
use nimdsl::ruleset::{Move, ParameterValue, Ruleset};
use nimdsl::search::task::Extent;
use nimdsl::source::Source;
use nimdsl::syntax::ast::{Item, ItemKind};
use nimdsl::syntax::parse;
use nimdsl::value::Play;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

const LONGEST_LINE: usize = 500;

/// How a command ended if not well.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Told already; the exit code.
    Code(u8),
    /// To be told; the exit code.
    Message(String, u8),
    /// Faults of an input file.
    Faults(Faults),
    /// A rule has no value somewhere; the document can say where.
    Evaluation(EvaluationError),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        let told = || Self::Message(format!("the output cannot be written: {}", why(&error)), 2);
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Code(0) } else { told() }
    }
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Self {
        let code = match error {
            EngineError::Memory { .. } => 3,
            EngineError::Cancelled => 130,
            EngineError::Question(_) | EngineError::Endless(_) => 2,
            EngineError::Evaluation(error) => return Self::Evaluation(error),
        };
        Self::Message(error.to_string(), code)
    }
}

impl From<Faults> for Stop {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

/// Runs a command and returns its exit code.
pub(crate) fn run(arguments: &Arguments) -> u8 {
    match command(arguments) {
        Ok(()) => 0,
        Err(Stop::Code(code)) => code,
        Err(Stop::Message(message, code)) => {
            let _ = writeln!(terminal::err(), "nimdsl: {message}");
            code
        }
        Err(Stop::Evaluation(error)) => {
            let _ = writeln!(terminal::err(), "nimdsl: {error}");
            2
        }
        Err(Stop::Faults(faults)) => {
            let _ = render(&faults.0);
            2
        }
    }
}

/// Renders faults for people on the error stream.
fn render(faults: &[Fault]) -> io::Result<()> {
    let mut out = terminal::err_in_colour();
    let theme = if terminal::is_coloured(&io::stderr()) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110);
    for fault in faults {
        let fault = fault.legible();
        let mut text = String::new();
        let long = fault.source.text.lines().any(|line| LONGEST_LINE < line.len());
        if long || handler.render_report(&mut text, &fault).is_err() {
            // A line that fills the screen hides the message.
            text = format!("{}: {}", fault.code, Faults(vec![fault.clone()]));
        }
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn command(arguments: &Arguments) -> Result<(), Stop> {
    terminal::begin(arguments.color);
    let limits = budget::Limits::new(arguments.time.as_deref(), &arguments.memory)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let context = Context {
        memory: limits.memory,
        threads: arguments.threads.map_or(cores, usize::from),
        progress: Some(Arc::new(terminal::progress)),
        ..Context::default()
    };
    let watch = budget::Watch::start(limits, &context.cancel);
    let mut clock = Clock::default();
    let done = dispatch(arguments, &context, &mut clock);
    watch.end();
    if arguments.timing {
        let _ = writeln!(terminal::err(), "{}", clock.line());
    }
    watch.told(done)
}

fn dispatch(arguments: &Arguments, context: &Context, clock: &mut Clock) -> Result<(), Stop> {
    formats::accepted(&arguments.command, arguments.format)?;
    match &arguments.command {
        Command::Fmt { files, check } => fmt::command(&in_folders(files)?, *check, arguments.format),
        Command::Completions { shell } => completions(*shell),
        Command::Check { files, fix } => check::command(&in_folders(files)?, *fix, arguments.format),
        Command::Identify { terms, more, oeis } => identify::command(terms, more, oeis.as_deref(), arguments.format),
        Command::Run { experiment, full, out, resume, shard } => {
            let asked = run::Asked {
                extent: if *full { Extent::Full } else { Extent::Quick },
                out: out.as_deref(),
                start: if *resume { run::Start::Resume } else { run::Start::Afresh },
                shard: shard.as_deref(),
                format: arguments.format,
            };
            run::run(experiment, &asked, context)
        }
        Command::Merge { shards, out } => merge::merge(shards, out.as_deref(), arguments.format, context),
        Command::Verify { files, up_to, claim, statements, errata } => {
            let mut documents = Vec::new();
            let files = in_folders(files)?;
            for file in &files {
                documents.push((file.as_path(), open(file, &arguments.set, clock)?.0));
            }
            let asked = verify::Asked {
                up_to: *up_to,
                claim: claim.as_deref(),
                settings: settings(&arguments.set)?,
                play: arguments.misere.then_some(Play::Misere),
                statements: statements.as_deref(),
                errata: errata.as_deref(),
            };
            let done = verify::run(&documents, &asked, arguments.format, context);
            clock.stop(Phase::Engine);
            done
        }
        Command::Periods { file, .. } => {
            let (document, ruleset) = open_rules(file, &arguments.set, clock)?;
            let done = periods::run(&arguments.command, &ruleset, arguments.format, context);
            clock.stop(Phase::Engine);
            blamed(done, &document, &ruleset)
        }
        Command::Recheck { file, ruleset } => recheck::run(file, ruleset.as_deref(), arguments.format, clock),
        Command::Prove { file, claim, certificate, export } => {
            let (document, ruleset) = open(file, &arguments.set, clock)?;
            let play = arguments.misere.then_some(Play::Misere);
            let request = Request { settings: settings(&arguments.set)?, play, up_to: None };
            let asked = prove::Asked {
                file,
                claim: claim.as_deref(),
                certificate: certificate.as_deref(),
                export: *export,
                request,
            };
            let done = prove::run(&document, &asked, arguments.format, context);
            clock.stop(Phase::Engine);
            blamed(done, &document, &ruleset)
        }
        Command::Solve { file, dot } => {
            let (document, ruleset) = open(file, &arguments.set, clock)?;
            let play = if arguments.misere { Play::Misere } else { ruleset.play };
            let done = prove::solve(&document, &ruleset, play, dot.as_deref(), arguments.format, context);
            clock.stop(Phase::Engine);
            blamed(done, &document, &ruleset)
        }
        Command::Explain { file, .. }
        | Command::Options { file, .. }
        | Command::Table { file, .. }
        | Command::PPositions { file, .. } => {
            let (document, mut ruleset) = open_rules(file, &arguments.set, clock)?;
            show::fixed(&mut ruleset, &arguments.at)?;
            let play = if arguments.misere { Play::Misere } else { ruleset.play };
            let done = show::command(&arguments.command, (&document, &ruleset, play), arguments.format, context, clock);
            blamed(done, &document, &ruleset)
        }
    }
}

/// A rule that has no value is shown in its file.
fn blamed(done: Result<(), Stop>, document: &Document, ruleset: &Ruleset) -> Result<(), Stop> {
    done.map_err(|stop| match stop {
        Stop::Evaluation(error) => Stop::Faults(document.blame(ruleset, &error)),
        stop => stop,
    })
}

fn completions(shell: Shell) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "nimdsl", &mut script);
    terminal::out().write_all(&script)?;
    Ok(())
}

/// A file with all its claims.
fn open(file: &Path, set: &[String], clock: &mut Clock) -> Result<(Document, Ruleset), Stop> {
    opened(file, set, clock, |_, _, faults| Err(Stop::Faults(faults)))
}

/// A file for its rules: a fault that only claims have is told, and does not stop anything.
fn open_rules(file: &Path, set: &[String], clock: &mut Clock) -> Result<(Document, Ruleset), Stop> {
    opened(file, set, clock, |source, claims, faults| {
        let folder = Folder(file.parent().unwrap_or(Path::new("")).to_path_buf());
        let Ok(mut document) = rules(source, &folder) else { return Err(Stop::Faults(faults)) };
        let shown = file.display();
        let line = format!("nimdsl: {}; nothing here needs it (see `nimdsl check {shown}`)", faulty(&claims, &faults));
        writeln!(terminal::err(), "{line}")?;
        document.file.items.extend(claims);
        Ok(document)
    })
}

/// Which claims have faults, in words.
fn faulty(claims: &[Item], faults: &Faults) -> String {
    let errors = faults.0.iter().filter(|fault| fault.severity == Severity::Error);
    let places: Vec<usize> = errors.filter_map(|fault| fault.labels.first()).map(|label| label.0.start).collect();
    let is_faulty = |item: &&Item| places.iter().any(|place| item.span.start <= *place && *place < item.span.end);
    let names: Vec<String> = claims
        .iter()
        .filter(is_faulty)
        .filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(format!("\"{}\"", claim.name)),
            _ => None,
        })
        .collect();
    match names.as_slice() {
        [] => "a claim, or what only claims need, has a fault".to_owned(),
        [one] => format!("claim {one} has a fault"),
        [first, rest @ ..] => format!("claim {first} and {} more have faults", rest.len()),
    }
}

fn opened(
    file: &Path,
    set: &[String],
    clock: &mut Clock,
    otherwise: impl FnOnce(&Arc<Source>, Vec<Item>, Faults) -> Result<Document, Stop>,
) -> Result<(Document, Ruleset), Stop> {
    let source = read(file)?;
    let folder = Folder(file.parent().unwrap_or(Path::new("")).to_path_buf());
    clock.start();
    let mut sink = Sink::new(source.clone());
    let tree = parse(&source, &mut sink);
    clock.stop(Phase::Parsing);
    let claims: Vec<Item> = tree.items.iter().filter(|item| matches!(item.kind, ItemKind::Claim(_))).cloned().collect();
    let document = match analyse(&source, tree, sink, &folder) {
        Ok(document) => document,
        Err(faults) => otherwise(&source, claims, faults)?,
    };
    render(&document.warnings)?;
    let ruleset = document.at(&settings(set)?)?;
    clock.stop(Phase::Analysis);
    Ok((document, ruleset))
}

fn settings(given: &[String]) -> Result<Settings, Stop> {
    let mut chosen = Settings::new();
    for one in given {
        let wrong = || Stop::Message(format!("--set {one}: write NAME=NUMBER, or NAME=1,2,5 for a set"), 2);
        let (name, value) = one.split_once('=').ok_or_else(wrong)?;
        let value = value.trim().trim_start_matches('{').trim_end_matches('}');
        let mut numbers = value
            .split(',')
            .map(|part| part.trim().parse::<i64>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| wrong())?;
        let value = if numbers.len() == 1 {
            ParameterValue::Number(numbers[0])
        } else {
            numbers.sort_unstable();
            numbers.dedup();
            ParameterValue::Set(numbers)
        };
        chosen.insert(name.trim().to_owned(), value);
    }
    Ok(chosen)
}

/// A number with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Whether no position allows a move, which happens to some instances of a family.
fn never_made(family: &Move, ruleset: &Ruleset) -> bool {
    let coordinates = ruleset.heaps.len() + ruleset.registers.len();
    branches(&family.guard, coordinates, family.amounts.len())
        .is_ok_and(|all| all.iter().all(|branch| infeasible(&branch.inequalities, branch.variables())))
}
