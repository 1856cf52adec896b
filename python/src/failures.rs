//! What went wrong, as exceptions of the package `nimdsl`. Words nothing that the library has words for.
use miette::{GraphicalReportHandler, GraphicalTheme};
use nimdsl::asked::TaskFailure;
use nimdsl::diagnostic::{Fault, Faults};
use nimdsl::engine::EngineError;
use nimdsl::rules::{NoAnswer, faulty};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;

/// A line that fills the screen hides the message.
const LONGEST_LINE: usize = 500;
const COLUMNS: usize = 110;

/// An exception that `nimdsl.errors` makes.
fn made(py: Python<'_>, kind: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
    let errors = py.import("nimdsl.errors");
    match errors.and_then(|errors| errors.getattr(kind)).and_then(|make| make.call1(arguments)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Faults as JSON, an array.
pub(crate) fn as_json(faults: &[Fault]) -> String {
    json!(faults.iter().map(faulty).collect::<Vec<_>>()).to_string()
}

/// Faults as a terminal shows them, without colour.
pub(crate) fn rendered(faults: &[Fault]) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(COLUMNS);
    let each = faults.iter().map(|fault| {
        let fault = fault.legible();
        let mut text = String::new();
        let is_long = fault.source.text.lines().any(|line| LONGEST_LINE < line.len());
        if is_long || handler.render_report(&mut text, &fault).is_err() {
            text = format!("{}: {}", fault.code, Faults(vec![fault.clone()]));
        }
        text
    });
    each.collect::<Vec<_>>().join("\n")
}

pub(crate) fn of_faults(py: Python<'_>, faults: &Faults) -> PyErr {
    made(py, "ruleset_error", (rendered(&faults.0), as_json(&faults.0)))
}

pub(crate) fn question(py: Python<'_>, why: &str) -> PyErr {
    made(py, "QuestionError", (in_keywords(why),))
}

/// Words of the command line as keywords of Python: `--memory 4GiB` is `memory="4GiB"`, `--at q=0..10` is `register={"q": (0, 10)}`. What
/// stands between backquotes is left alone.
fn in_keywords(words: &str) -> String {
    let quotes = |text: &str| text.matches('`').count() % 2 == 1;
    let (mut told, mut rest) = (String::new(), words);
    while let Some((before, after)) = rest.split_once("--") {
        told.push_str(before);
        let length = after.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(after.len());
        let (name, then) = after.split_at(length);
        if name.is_empty() || quotes(&told) {
            told.push_str("--");
            rest = after;
            continue;
        }
        let name = if name == "at" { "register".to_owned() } else { name.replace('-', "_") };
        let end = |text: &str| text.find([' ', ',', ';', ':', ')']).unwrap_or(text.len());
        let value = then.strip_prefix(' ').map(|then| then.split_at(end(then)));
        let given = value.and_then(|(value, beyond)| Some((as_value(value)?, beyond)));
        let (value, beyond) = given.unwrap_or((String::new(), then));
        told.push_str(&format!("{name}={value}"));
        rest = beyond;
    }
    told + rest
}

/// A value of the command line in Python: a number, a text that begins with one, or a name with a number or a range.
fn as_value(word: &str) -> Option<String> {
    if let Some((name, value)) = word.split_once('=') {
        let value = value.split_once("..").map_or_else(|| value.to_owned(), |(low, high)| format!("({low}, {high})"));
        return Some(format!("{{\"{name}\": {value}}}"));
    }
    let is_number = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    let begins = word.starts_with(|letter: char| letter.is_ascii_digit());
    begins.then(|| if is_number(word) { word.to_owned() } else { format!("\"{word}\"") })
}

pub(crate) fn out_of_time(py: Python<'_>, seconds: f64) -> PyErr {
    made(py, "TimeBudgetError", (format!("not done in {seconds} s; allow more by time=, or ask for less"),))
}

pub(crate) fn too_many_pixels(py: Python<'_>, width: u32, height: u32) -> PyErr {
    let remedy = "choose fewer by dpi= or width=, or allow more by memory=";
    made(py, "MemoryBudgetError", (format!("{width} x {height} pixels do not fit the memory: {remedy}"),))
}

/// Something that must not happen.
pub(crate) fn own_fault(_py: Python<'_>, why: &str) -> PyErr {
    PyRuntimeError::new_err(format!("this is a fault of nimdsl, not of your rules; please report it: {why}"))
}

fn of_engine(py: Python<'_>, error: &EngineError) -> PyErr {
    let words = in_keywords(&error.to_string());
    match error {
        EngineError::Memory { .. } => made(py, "MemoryBudgetError", (words,)),
        EngineError::TooMuchWork => made(py, "BudgetError", (words,)),
        _ => made(py, "QuestionError", (words,)),
    }
}

/// Why a question has no answer.
pub(crate) fn no_answer(py: Python<'_>, why: &NoAnswer) -> PyErr {
    match why {
        NoAnswer::Faults(faults) => of_faults(py, faults),
        NoAnswer::Question(why) => question(py, why),
        NoAnswer::Engine(error) => of_engine(py, error),
        NoAnswer::Open(why) => made(py, "OpenError", (why.to_string(),)),
    }
}

/// Why an experiment was not run.
pub(crate) fn of_task(py: Python<'_>, failure: &TaskFailure) -> PyErr {
    match failure {
        TaskFailure::Faults(faults) => of_faults(py, faults),
        TaskFailure::Engine(error) => of_engine(py, error),
        other => question(py, &other.to_string()),
    }
}
