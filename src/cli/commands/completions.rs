//! `nimdsl completions`: a script for a shell.
use crate::cli::args::{Arguments, CompletionsArgs};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use clap::CommandFactory;
use std::io::Write;

/// Prints the script.
pub(in crate::cli) fn run(asked: &CompletionsArgs) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut Arguments::command(), "nimdsl", &mut script);
    terminal::out().write_all(&script)?;
    Ok(())
}
