//! What each command gives, and so which forms of output it has; and which takes registers.
use super::args::{Arguments, Command};
use super::help::takes_registers;
use super::output::{Format, Gives};
use super::stop::Stop;

/// Refuses a format that a command does not have, and registers where it does nothing with them.
pub(in crate::cli) fn accepted(arguments: &Arguments) -> Result<(), Stop> {
    let Arguments { command, format, at, .. } = arguments;
    let (name, gives) = match command {
        Command::Check(_) => ("check", Gives::Answer),
        Command::Completions(_) => ("completions", Gives::Script),
        Command::Explain(_) => ("explain", Gives::Answer),
        Command::Export(_) => ("export", Gives::Script),
        Command::Fmt(_) => ("fmt", Gives::Answer),
        Command::Identify(_) => ("identify", Gives::Answer),
        Command::Import(_) => ("import", Gives::Script),
        Command::Man(_) => ("man", Gives::Script),
        Command::Merge(_) => ("merge", Gives::Answer),
        Command::Misere(_) => ("misere", Gives::Answer),
        Command::Options(_) => ("options", Gives::Answer),
        Command::PPositions(asked) if asked.chain => ("p-positions --chain", Gives::Chain),
        Command::PPositions(asked) if asked.pairs => ("p-positions --pairs", Gives::Answer),
        Command::PPositions(_) => ("p-positions", Gives::Positions),
        Command::Page(_) => ("page", Gives::Answer),
        Command::Periods(_) => ("periods", Gives::Answer),
        Command::Plan(_) => ("plan", Gives::Answer),
        Command::Plot(_) => ("plot", Gives::Answer),
        Command::Prove(asked) if asked.export.is_some() => ("prove --export", Gives::Answer),
        Command::Prove(_) => ("prove", Gives::Proofs),
        Command::Recheck(_) => ("recheck", Gives::Answer),
        Command::Report(_) => ("report", Gives::Script),
        Command::Run(_) => ("run", Gives::Answer),
        Command::Show(_) => ("show", Gives::Rules),
        Command::Solve(_) => ("solve", Gives::Answer),
        Command::Status(_) => ("status", Gives::Answer),
        Command::Table(asked) if asked.plot => ("table --plot", Gives::Script),
        Command::Table(_) => ("table", Gives::Table),
        Command::Verify(_) => ("verify", Gives::Answer),
    };
    if let Some(first) = at.first().filter(|_| !takes_registers(name)) {
        let help = match name {
            "misere" => "write a register behind its position, for example \"5;2\", or bound it in the file",
            "prove" | "solve" | "verify" => "it speaks of all values of registers; a claim says which it is about",
            _ => "leave it out",
        };
        return Err(Stop::refused(format!("--at {first}: `{name}` takes no registers: {help}")));
    }
    if format.has(gives) {
        return Ok(());
    }
    let known: Vec<&str> = Format::all_that_have(gives).map(Format::name).collect();
    Err(Stop::refused(format!("`{name}` has no --format {}; it has {}", format.name(), known.join(", "))))
}
