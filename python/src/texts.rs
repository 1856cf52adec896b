//! Questions about texts alone: what is wrong with them, what mends it, their layout; lists of integers; certificates. Opens no file
//! but those that texts name.
use crate::failures::{as_json, no_answer, of_faults, question, rendered};
use crate::shelf::{SHIPPED, Shelf};
use crate::work::{GivenLimits, work};
use nimdsl::rules::{self, ImportForm, Rules, check_experiment, mend, to_json};
use nimdsl::source::Source;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A text with its name, the folder and the texts in which others are looked for.
pub(crate) type GivenText = (String, String, Option<PathBuf>, BTreeMap<String, String>);

/// The version of the library.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The rulesets that are shipped: names and texts.
#[pyfunction]
pub(crate) fn shipped() -> Vec<(&'static str, &'static str)> {
    SHIPPED.to_vec()
}

/// All faults and warnings of a ruleset or an experiment, as JSON, and as a terminal shows them.
#[pyfunction]
pub(crate) fn faults(py: Python<'_>, given: GivenText, limits: GivenLimits) -> PyResult<(String, String)> {
    let (name, text, folder, texts) = given;
    work(py, &limits, move |_| {
        let (source, shelf) = (Source::new(name, text), Shelf::new(folder, texts));
        let is_experiment = Path::new(&source.name).extension().is_some_and(|ending| ending == "ron");
        let found = if is_experiment {
            check_experiment(&source, &shelf).err().map(|faults| faults.0).unwrap_or_default()
        } else {
            match Rules::open(&source, &shelf) {
                Ok(rules) => rules.document().warnings.clone(),
                Err(faults) => faults.0,
            }
        };
        (as_json(&found), rendered(&found))
    })
}

/// A replacement that was made: line, column, what stood there, what stands there.
type Mended = (usize, usize, String, String);

/// A text with all sure fixes made, and what was changed; none if nothing is sure.
#[pyfunction]
pub(crate) fn fixed(py: Python<'_>, given: GivenText, limits: GivenLimits) -> PyResult<Option<(String, Vec<Mended>)>> {
    let (name, text, folder, texts) = given;
    work(py, &limits, move |_| {
        let (text, places) = mend(&Source::new(name, text), &Shelf::new(folder, texts))?;
        let places = places.into_iter().map(|place| (place.line, place.column, place.old, place.new));
        Some((text, places.collect()))
    })
}

/// A ruleset in canonical layout.
#[pyfunction]
pub(crate) fn formatted(py: Python<'_>, name: String, text: String, limits: GivenLimits) -> PyResult<String> {
    let done = work(py, &limits, move |_| rules::formatted(&Source::new(name, text)))?;
    done.map_err(|why| no_answer(py, &why))
}

/// A ruleset from what tables and papers list a game by.
#[pyfunction]
pub(crate) fn imported(
    py: Python<'_>,
    form: &str,
    data: String,
    symmetric: bool,
    limits: GivenLimits,
) -> PyResult<String> {
    let form = match form {
        "octal" => ImportForm::Octal,
        "hexadecimal" => ImportForm::Hexadecimal,
        "subtraction" => ImportForm::Subtraction,
        "vectors" => ImportForm::Vectors,
        other => {
            let known = "octal, hexadecimal, subtraction, vectors";
            return Err(question(py, &format!("there is no form \"{other}\"; choose one of {known}")));
        }
    };
    let done = work(py, &limits, move |_| rules::imported(form, &data, symmetric))?;
    done.map_err(|why| no_answer(py, &why))
}

/// What a list of integers may be, as JSON.
#[pyfunction]
pub(crate) fn identify(py: Python<'_>, terms: String, limits: GivenLimits) -> PyResult<String> {
    let done =
        work(py, &limits, move |_| rules::terms(&terms).map(|terms| to_json(&rules::identify(&terms)).to_string()))?;
    done.map_err(|why| no_answer(py, &why))
}

/// The name of the ruleset file that certificates speak of, and how many they are; or why they are none, as JSON.
#[pyfunction]
pub(crate) fn certificates_of(
    py: Python<'_>,
    text: String,
    limits: GivenLimits,
) -> PyResult<(Option<(String, usize)>, String)> {
    work(py, &limits, move |_| match rules::certificates(&text) {
        Ok(all) => (Some((all.file, all.certificates.len())), String::new()),
        Err(refused) => (None, to_json(&refused).to_string()),
    })
}

/// Opens a text on a thread that is deep enough.
pub(crate) fn opened(py: Python<'_>, given: GivenText, limits: &GivenLimits) -> PyResult<(Rules, Shelf)> {
    let (name, text, folder, texts) = given;
    let done = work(py, limits, move |_| {
        let shelf = Shelf::new(folder, texts);
        Rules::open(&Source::new(name, text), &shelf).map(|rules| (rules, shelf))
    })?;
    done.map_err(|faults| of_faults(py, &faults))
}
