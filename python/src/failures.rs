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
    made(py, "QuestionError", (why,))
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
    let words = error.to_string();
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
