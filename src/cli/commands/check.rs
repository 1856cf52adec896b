//! Checks rulesets and experiments, and makes the replacements that are sure. Writes only the files that it mends.
use crate::cli::args::CheckArgs;
use crate::cli::budget::Phase;
use crate::cli::faults::render;
use crate::cli::files::{Folder, in_folders, is_standard_input, read_or_input, rewrite};
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use miette::Severity;
use nimdsl::diagnostic::Fault;
use nimdsl::rules::{CheckedText, CheckedTexts, MendedPlace, check_experiment, check_ruleset, mend, to_json};
use nimdsl::source::Source;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Says what is wrong with each file; with `--fix` after its sure replacements.
pub(in crate::cli) fn run(asked: &CheckArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let mut checked = CheckedTexts { files: Vec::new() };
    let mut code = 0;
    for file in &in_folders(&asked.files)? {
        let judged = judge(file, asked.fix)?;
        session.clock.stop(Phase::Analysis);
        code = code.max(judged.code());
        if session.wants_data() {
            checked.files.push(judged.checked);
        } else {
            judged.print()?;
        }
    }
    if session.wants_data() {
        writeln!(terminal::out(), "{}", to_json(&checked))?;
    }
    if code == 0 { Ok(()) } else { Err(Stop::Code(code)) }
}

/// What is to be said of one file.
struct ToldFile {
    checked: CheckedText,
    /// That it is right, in words.
    line: String,
}

fn judge(path: &Path, fix: bool) -> Result<ToldFile, Stop> {
    let file = path.display().to_string();
    let mut source = match read_or_input(path) {
        Ok(source) => source,
        Err(Stop::Message(message, _)) => {
            let (unreadable, faults, assumes) = (Some(message), Vec::new(), Vec::new());
            let checked = CheckedText { file, unreadable, faults, assumes, fixed: None };
            return Ok(ToldFile { checked, line: String::new() });
        }
        Err(stop) => return Err(stop),
    };
    if fix && is_standard_input(path) {
        return Err(Stop::refused("-: what is piped in is no file that could be mended; leave `--fix` out"));
    }
    let fixed = if fix { Some(mended(&mut source, path)?) } else { None };
    let (faults, line, assumes) = check_one(&source, path);
    Ok(ToldFile { checked: CheckedText { file, unreadable: None, faults, assumes, fixed }, line })
}

impl ToldFile {
    fn is_wrong(&self) -> bool {
        self.checked.unreadable.is_some() || self.checked.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// 2 if it cannot be read, 1 if it is faulty.
    fn code(&self) -> u8 {
        if self.checked.unreadable.is_some() { 2 } else { u8::from(self.is_wrong()) }
    }

    fn print(&self) -> Result<(), Stop> {
        if let Some(message) = &self.checked.unreadable {
            writeln!(terminal::err(), "nimdsl: {message}")?;
            return Ok(());
        }
        let (mut out, name) = (terminal::out(), &self.checked.file);
        for MendedPlace { line, column, old, new } in self.checked.fixed.iter().flatten() {
            writeln!(out, "{name}:{line}:{column}: {}", change(old, new))?;
        }
        render(&self.checked.faults)?;
        if !self.is_wrong() {
            writeln!(out, "{name}: {}", self.line)?;
        }
        Ok(())
    }
}

/// Makes the sure replacements of a ruleset, and writes it whole if there is one; an experiment has none.
fn mended(source: &mut Arc<Source>, file: &Path) -> Result<Vec<MendedPlace>, Stop> {
    if is_experiment(file) {
        return Ok(Vec::new());
    }
    let Some((text, changes)) = mend(source, &Folder::of(file)) else { return Ok(Vec::new()) };
    rewrite(file, &text)?;
    *source = Source::new(source.name.clone(), text);
    Ok(changes)
}

fn change(old: &str, new: &str) -> String {
    let shown = |text: &str| text.escape_debug().collect::<String>().replace("\\\"", "\"").replace("\\'", "'");
    let (old, new) = (shown(old), shown(new));
    match (old.trim(), new.trim()) {
        ("", new) => format!("wrote `{new}`"),
        (old, "") => format!("removed `{old}`"),
        (old, new) => format!("wrote `{new}` for `{old}`"),
    }
}

fn is_experiment(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ron")
}

/// The faults of one file, a line about it, and what is taken for granted of it.
fn check_one(source: &Arc<Source>, file: &Path) -> (Vec<Fault>, String, Vec<String>) {
    if is_experiment(file) {
        return match check_experiment(source, &Folder::of(file)) {
            Ok(experiment) => {
                (Vec::new(), format!("ok, an experiment with {}", counted(experiment.tasks.len(), "task")), Vec::new())
            }
            Err(faults) => (faults.0, String::new(), Vec::new()),
        };
    }
    match check_ruleset(source, &Folder::of(file)) {
        Ok(right) => {
            let (heaps, moves) = (counted(right.heaps, "heap"), counted(right.moves, "move"));
            (right.warnings, format!("ok, {heaps}, {moves}, {}", right.ending), right.assumes)
        }
        Err(faults) => (faults.0, String::new(), Vec::new()),
    }
}
