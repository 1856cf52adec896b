//! `nimdsl man`: manual pages, one for each command.
use crate::cli::args::ManArgs;
use crate::cli::files::kinds::{FileKind, MANUAL_PAGE, write};
use crate::cli::files::not_written;
use crate::cli::help::command;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use clap::Command;
use clap_mangen::Man;
use std::io::{self, Write};

/// Writes the pages into a folder, or prints the first of them.
pub(in crate::cli) fn run(asked: &ManArgs) -> Result<(), Stop> {
    let mut whole = command();
    whole.build();
    let Some(folder) = &asked.out else {
        terminal::out().write_all(&page(&whole)?)?;
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(|error| not_written(folder, &error))?;
    let commands = whole.get_subcommands().filter(|one| one.get_name() != "help");
    let all: Vec<&Command> = std::iter::once(&whole).chain(commands).collect();
    for one in &all {
        let name = one.get_display_name().unwrap_or_else(|| one.get_name());
        write(&folder.join(format!("{name}.1")), FileKind::ManualPage, page(one)?)?;
    }
    let shown = folder.display();
    writeln!(terminal::out(), "{shown}: {} pages; `man -l {shown}/nimdsl.1` shows the first", all.len())?;
    Ok(())
}

/// A page in the language of `man`.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = format!("{MANUAL_PAGE}{}\n", env!("CARGO_PKG_VERSION")).into_bytes();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
