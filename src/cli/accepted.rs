//! What each command gives, and so which forms of output it has; and which takes registers.
use super::args::{Arguments, Command};
use super::help::takes_registers;
use super::output::{Format, Gives};
use super::stop::Stop;

/// Refuses a format that a command does not have, and registers where it does nothing with them.
pub(in crate::cli) fn accepted(arguments: &Arguments) -> Result<(), Stop> {
    let Arguments { command, name, format, at, .. } = arguments;
    let (option, gives) = match command {
        Command::PPositions(asked) if asked.chain => (" --chain", Gives::Chain),
        Command::PPositions(asked) if asked.pairs => (" --pairs", Gives::Answer),
        Command::Prove(asked) if asked.export.is_some() => (" --export", Gives::Answer),
        Command::Table(asked) if asked.plot => (" --plot", Gives::Script),
        Command::Completions(_) | Command::Export(_) | Command::Import(_) | Command::Man(_) | Command::Report(_) => {
            ("", Gives::Script)
        }
        Command::PPositions(_) => ("", Gives::Positions),
        Command::Prove(_) => ("", Gives::Proofs),
        Command::Show(_) => ("", Gives::Rules),
        Command::Table(_) => ("", Gives::Table),
        Command::Check(_)
        | Command::Explain(_)
        | Command::Fmt(_)
        | Command::Identify(_)
        | Command::Merge(_)
        | Command::Misere(_)
        | Command::Options(_)
        | Command::Page(_)
        | Command::Periods(_)
        | Command::Plan(_)
        | Command::Plot(_)
        | Command::Recheck(_)
        | Command::Run(_)
        | Command::Solve(_)
        | Command::Status(_)
        | Command::Verify(_) => ("", Gives::Answer),
    };
    if let Some(first) = at.first().filter(|_| !takes_registers(name)) {
        let help = match command {
            Command::Misere(_) => "write a register behind its position, for example \"5;2\", or bound it in the file",
            Command::Prove(_) | Command::Solve(_) | Command::Verify(_) => {
                "it speaks of all values of registers; a claim says which it is about"
            }
            _ => "leave it out",
        };
        return Err(Stop::refused(format!("--at {first}: `{name}` takes no registers: {help}")));
    }
    if format.has(gives) {
        return Ok(());
    }
    let known: Vec<&str> = Format::all_that_have(gives).map(Format::name).collect();
    Err(Stop::refused(format!("`{name}{option}` has no --format {}; it has {}", format.name(), known.join(", "))))
}
