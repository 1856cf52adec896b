//! What is told of a game beside tables, positions and verdicts: P-positions in columns, proofs in words, misère play of sums, and the
//! same rules with a claim more. Computes nothing itself.
use crate::failures::of_faults;
use crate::game::{NativeGame, listed, wanted};
use crate::work::{GivenLimits, work};
use nimdsl::rules::{Typesetting, to_json};
use pyo3::prelude::*;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// What a proof calls the file of rules that were given as a text.
const SOME_FILE: &str = "RULESET.nim";

/// The same rules with more text behind theirs.
#[pyfunction]
pub(crate) fn with_text(py: Python<'_>, game: &NativeGame, more: String, limits: GivenLimits) -> PyResult<NativeGame> {
    let (rules, shelf) = (game.rules.clone(), Arc::new(game.shelf.again()));
    let library = shelf.clone();
    let opened = work(py, &limits, move |_| rules.with_text(&more, &*library))?;
    opened.map(|rules| NativeGame::new(rules, shelf)).map_err(|faults| of_faults(py, &faults))
}

/// P-positions of two heaps in columns, with what each column is, and a claim that says so and holds as far, as JSON.
#[pyfunction]
pub(crate) fn pairs(
    py: Python<'_>,
    game: &NativeGame,
    up_to: u64,
    grundy: Option<u32>,
    misere: Option<bool>,
    limits: GivenLimits,
) -> PyResult<String> {
    let shelf = game.shelf.again();
    game.answer(py, (misere, Vec::new(), None), &limits, move |rules, context| {
        let columns = rules.pairs(&listed(rules, up_to, grundy, context)?.positions)?;
        let claim = if grundy.is_some() { None } else { rules.holding(&columns, up_to, &shelf, context)? };
        let mut told = to_json(&columns);
        told["claim"] = json!(claim);
        Ok(told.to_string())
    })
}

/// Proofs in words, of one claim by its name or of all: Markdown, or LaTeX.
#[pyfunction]
pub(crate) fn proofs(
    py: Python<'_>,
    game: &NativeGame,
    claim: Option<String>,
    latex: bool,
    misere: Option<bool>,
    limits: GivenLimits,
) -> PyResult<String> {
    let how = if latex { Typesetting::Latex } else { Typesetting::Markdown };
    game.answer(py, (misere, Vec::new(), None), &limits, move |rules, context| {
        let proving = rules.proving(context);
        let all = wanted(rules, claim)?.iter().map(|name| proving.prove(name)).collect::<Result<Vec<_>, _>>()?;
        let name = rules.document().source.name.as_str();
        let is_file = Path::new(name).extension().is_some_and(|ending| ending == "nim");
        let file = if is_file { name } else { SOME_FILE };
        Ok(rules.proofs_in_words(&all, (file, how), context))
    })
}

/// The misère quotient of the positions up to a heap, as JSON.
#[pyfunction]
pub(crate) fn misere_quotient(
    py: Python<'_>,
    game: &NativeGame,
    up_to: u64,
    order: usize,
    limits: GivenLimits,
) -> PyResult<String> {
    game.answer(py, (None, Vec::new(), None), &limits, move |rules, context| {
        rules.misere_quotient(up_to, order, context).map(|found| to_json(&found).to_string())
    })
}

/// The genus symbols of the positions up to a heap, as JSON.
#[pyfunction]
pub(crate) fn genus(py: Python<'_>, game: &NativeGame, up_to: u64, limits: GivenLimits) -> PyResult<String> {
    game.answer(py, (None, Vec::new(), None), &limits, move |rules, context| {
        rules.genus(up_to, context).map(|found| to_json(&found).to_string())
    })
}

/// Who wins a sum of positions in misère play, and by which moves, as JSON.
#[pyfunction]
pub(crate) fn misere_outcome(
    py: Python<'_>,
    game: &NativeGame,
    sum: Vec<Bound<'_, PyAny>>,
    limits: GivenLimits,
) -> PyResult<String> {
    let sum = sum.iter().map(|one| game.position(one)).collect::<PyResult<Vec<_>>>()?;
    game.answer(py, (None, Vec::new(), None), &limits, move |rules, context| {
        rules.misere_outcome(&sum, context).map(|found| to_json(&found).to_string())
    })
}
