//! Positions and options as tuples of Python. Computes nothing.
use crate::failures::question;
use nimdsl::rules::{ValuedOption, Way};
use nimdsl::ruleset::options::Reached;
use nimdsl::ruleset::{Position, Ruleset};
use nimdsl::value::Outcome;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

/// One way to an option: the move, its amounts by name, and which instance of it.
type ToldWay<'py> = (Bound<'py, PyString>, Bound<'py, PyDict>, Bound<'py, PyString>);

/// An option, its value, its outcome, and the ways that lead to it.
#[derive(Debug, IntoPyObject)]
pub(crate) struct ToldOption<'py>(Bound<'py, PyTuple>, u32, &'static str, Vec<ToldWay<'py>>);

/// The letter of an outcome.
pub(crate) fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P",
        Outcome::N => "N",
    }
}

/// Positions as a list of tuples.
pub(crate) fn tuples<'py>(py: Python<'py>, positions: &[Position]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, positions.iter().map(|one| PyTuple::new(py, one)).collect::<PyResult<Vec<_>>>()?)
}

/// An option as a tuple: of numbers, or of the positions whose sum it is, each of so many numbers.
pub(crate) fn option<'py>(py: Python<'py>, option: &[i64], dimension: usize) -> PyResult<Bound<'py, PyTuple>> {
    if option.len() <= dimension {
        return PyTuple::new(py, option);
    }
    let parts = option.chunks(dimension.max(1)).map(|part| PyTuple::new(py, part));
    PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)
}

fn way<'py, 'a>(
    py: Python<'py>,
    (rule, instance): (&str, &str),
    amounts: impl Iterator<Item = (&'a str, i64)>,
) -> PyResult<ToldWay<'py>> {
    let told = PyDict::new(py);
    for (name, value) in amounts {
        told.set_item(PyString::intern(py, name), value)?;
    }
    Ok((PyString::intern(py, rule), told, PyString::intern(py, instance)))
}

impl<'py> ToldOption<'py> {
    /// One that is a position.
    pub(crate) fn known(
        py: Python<'py>,
        ruleset: &Ruleset,
        reached: &Reached,
        value: u32,
        outcome: Outcome,
    ) -> PyResult<Self> {
        let ways = reached.ways.iter().map(|(rule, amounts)| {
            let rule = &ruleset.moves[*rule];
            let amounts = rule.amounts.iter().map(String::as_str).zip(amounts.iter().copied());
            way(py, (&rule.name, &rule.instance), amounts)
        });
        let ways = ways.collect::<PyResult<_>>()?;
        Ok(Self(PyTuple::new(py, &reached.position)?, value, letter(outcome), ways))
    }

    /// One that the rules tell.
    pub(crate) fn of(py: Python<'py>, told: &ValuedOption) -> PyResult<Self> {
        let ways = told.option.ways.iter().map(|one: &Way| {
            let amounts = one.amounts.iter().map(|(name, value)| (name.as_str(), *value));
            way(py, (&one.rule, &one.instance), amounts)
        });
        let ways = ways.collect::<PyResult<_>>()?;
        let dimension = told.option.summands().first().map_or(0, Vec::len);
        let position = option(py, &told.option.summands().concat(), dimension)?;
        // Where one option has no value, the position has none either, and is refused.
        Ok(Self(position, told.grundy.unwrap_or_default(), letter(told.outcome), ways))
    }
}

/// An integer, which `True` is not.
pub(crate) fn integer(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    if given.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a truth value"));
    }
    given.extract()
}

/// Why something is no position.
pub(crate) fn no_position(given: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = given.py();
    if error.is_instance_of::<PyOverflowError>(py) {
        return question(py, "heaps lie between 0 and 2^31");
    }
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let shown = given.repr().map_or_else(|_| "this".to_owned(), |shown| shown.to_string());
    PyTypeError::new_err(format!("position={shown}: a position is a tuple of integers: heaps, then registers"))
}
