//! `nimdsl completions`: a script for a shell.
use crate::cli::args::CompletionsArgs;
use crate::cli::help::command;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use std::io::Write;

/// Prints the script, and on a terminal where it should have gone.
pub(in crate::cli) fn run(asked: &CompletionsArgs) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut command(), "nimdsl", &mut script);
    terminal::out().write_all(&script)?;
    let hint = "`nimdsl completions --help` says where bash, zsh and fish look for this";
    writeln!(terminal::err(), "nimdsl: {hint}")?;
    Ok(())
}
