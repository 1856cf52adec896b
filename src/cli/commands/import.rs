//! `nimdsl import`: a code, a set of numbers or vectors as a ruleset.
use crate::cli::args::{ImportArgs, ImportedForm};
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::files::standard_input;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{ImportForm, NoAnswer, imported};
use std::io::Write;

/// Prints the ruleset, or writes it to a file.
pub(in crate::cli) fn run(asked: &ImportArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    if let Some(path) = &asked.out {
        is_free(path, FileKind::Imported)?;
    }
    let form = match asked.form {
        ImportedForm::Octal => ImportForm::Octal,
        ImportedForm::Hexadecimal => ImportForm::Hexadecimal,
        ImportedForm::Subtraction => ImportForm::Subtraction,
        ImportedForm::Vectors => ImportForm::Vectors,
    };
    let given = asked.data.join(" ");
    let data = if given.trim() == "-" { standard_input()? } else { given };
    let text = imported(form, &data, asked.symmetric).map_err(|refusal| match refusal {
        NoAnswer::Question(why) => Stop::refused(format!("import: {why}")),
        other => other.into(),
    })?;
    let mut out = terminal::out();
    match &asked.out {
        Some(path) => {
            write(path, FileKind::Imported, &text)?;
            let shown = path.display();
            writeln!(out, "{shown}: written; try `nimdsl table {shown} --size 20`")?;
        }
        None => write!(out, "{text}")?,
    }
    session.answered(Phase::Rendering);
    Ok(())
}
