//! The commands. The only place that reads and writes files and clocks.

mod accepted;
pub(crate) mod args;
mod budget;
mod commands;
mod faults;
mod files;
mod folder;
mod forecast;
pub(crate) mod help;
mod input;
mod onlooker;
mod output;
mod pages;
mod pictures;
mod row_file;
mod session;
mod shares;
mod stop;
mod store;
mod terminal;
mod units;
mod version;

use args::{Arguments, Command};
use budget::{BudgetLimits, Clock, LimitWatch};
use commands::{
    check, completions, explain, export, fmt, identify, import, man, merge, misere, options, p_positions, page,
    periods, plan, plot, prove, recheck, report, run, show, solve, status, table, verify,
};
use nimdsl::engine::Context;
use session::Session;
use std::io::Write;
use std::sync::Arc;
use stop::Stop;

/// Runs a command and returns its exit code.
pub(crate) fn run(arguments: &Arguments) -> u8 {
    match within_limits(arguments) {
        Ok(()) => 0,
        Err(stop) => stop.tell(None),
    }
}

/// Does a command with the time, memory and threads that it may use.
fn within_limits(arguments: &Arguments) -> Result<(), Stop> {
    terminal::begin(arguments.color);
    let limits = BudgetLimits::new(arguments.time.as_deref(), &arguments.memory)?;
    let limits = if arguments.die_with_parent { limits.with_parent()? } else { limits };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let context = Context {
        memory: limits.memory,
        threads: arguments.threads.map_or(cores, usize::from),
        progress: Some(Arc::new(terminal::progress)),
        ..Context::default()
    };
    let deadline = limits.deadline();
    let watch = LimitWatch::start(limits, &context.cancel);
    let mut session = Session { arguments, context, deadline, clock: Clock::default() };
    session.clock.start();
    let done = dispatch(&arguments.command, &mut session);
    session.clock.end();
    watch.end();
    if arguments.timing {
        let _ = writeln!(terminal::err(), "{}", session.clock.line());
    }
    watch.told(done)
}

/// Hands a command to its file, once its form of output is known to fit.
fn dispatch(command: &Command, session: &mut Session<'_>) -> Result<(), Stop> {
    accepted::accepted(session.arguments)?;
    match command {
        Command::Check(asked) => check::run(asked, session),
        Command::Completions(asked) => completions::run(asked),
        Command::Explain(asked) => explain::run(asked, session),
        Command::Export(asked) => export::run(asked, session),
        Command::Fmt(asked) => fmt::run(asked, session),
        Command::Identify(asked) => identify::run(asked, session),
        Command::Import(asked) => import::run(asked, session),
        Command::Man(asked) => man::run(asked),
        Command::Merge(asked) => merge::run(asked, session),
        Command::Misere(asked) => misere::run(asked, session),
        Command::Options(asked) => options::run(asked, session),
        Command::PPositions(asked) => p_positions::run(asked, session),
        Command::Page(asked) => page::run(asked, session),
        Command::Periods(asked) => periods::run(asked, session),
        Command::Plan(asked) => plan::run(asked, session),
        Command::Plot(asked) => plot::run(asked, session),
        Command::Prove(asked) => prove::run(asked, session),
        Command::Recheck(asked) => recheck::run(asked, session),
        Command::Report(asked) => report::run(asked, session),
        Command::Run(asked) => run::run(asked, session),
        Command::Show(asked) => show::run(asked, session),
        Command::Solve(asked) => solve::run(asked, session),
        Command::Status(asked) => status::run(asked, session),
        Command::Table(asked) => table::run(asked, session),
        Command::Verify(asked) => verify::run(asked, session),
    }
}
