//! `nimdsl export`: rules as a script for another program.
use crate::cli::args::{ExportArgs, ExportProgram};
use crate::cli::budget::Phase;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::ScriptTarget;
use std::io::Write;

/// Prints a script, or says what the program cannot say.
pub(in crate::cli) fn run(asked: &ExportArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?;
    let target = match asked.to {
        ExportProgram::Mathematica => ScriptTarget::Mathematica,
        ExportProgram::Cgsuite => ScriptTarget::CgSuite,
        ExportProgram::Sage => ScriptTarget::Sage,
    };
    let script = rules.exported(target, &session.context)?;
    terminal::end();
    let mut out = terminal::out();
    write!(out, "{script}")?;
    out.flush()?;
    session.answered(Phase::Rendering);
    Ok(())
}
