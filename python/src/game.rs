//! A game for Python: rules at their parameters, and the questions about them. Computes nothing itself; long questions go to [`work`].
use crate::arrays::{GivenArray, WholeArray, fits};
use crate::failures::{as_json, no_answer, of_faults, question};
use crate::figures::{AskedFigure, NativeFigure};
use crate::near::{Near, no_value};
use crate::positions::{ToldOption, integer, letter, no_position, option, tuples};
use crate::shelf::Shelf;
use crate::texts::{GivenText, opened};
use crate::work::{GivenLimits, work};
use nimdsl::check::Settings;
use nimdsl::engine::periods::Lines;
use nimdsl::engine::{Context, is_symmetric};
use nimdsl::rules::{
    Certificates, NoAnswer, Positions, ProofLanguage, Proved, Rechecked, Rules, ScriptTarget, Target, certificates,
    to_json,
};
use nimdsl::ruleset::{ParameterValue, Position};
use nimdsl::table::Region;
use nimdsl::value::{Outcome, Play};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

/// A value of a parameter: a number or a set.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
pub(crate) enum GivenValue {
    /// A number.
    Number(i64),
    /// A set.
    Set(Vec<i64>),
    /// A set of brackets of numbers.
    Brackets(Vec<Vec<i64>>),
}

/// Misère play or not, else as the text says; the values of registers that are shown; one engine alone.
pub(crate) type GivenWay = (Option<bool>, Vec<(String, i64, i64)>, Option<String>);

/// A register: its name, its least and its greatest value, and those that tables show.
type KnownRegister = (String, i64, Option<i64>, Option<(i64, i64)>);

/// A claim with what came out, as JSON; its certificates if it is proved, as JSON; and why others were refused.
type ProvedClaim = (String, Option<String>, Vec<String>);

/// What is found of a claim, by its name.
type ClaimJudge<'a, T> = Box<dyn Fn(&str) -> Result<T, NoAnswer> + 'a>;

/// A script for another prover: its title, the script, or why there is none.
type ToldScript = (String, Option<String>, Option<String>);

/// Rules of a heap game at their parameters.
#[pyclass(frozen, name = "Game", module = "nimdsl._native")]
#[derive(Debug)]
pub(crate) struct NativeGame {
    pub(crate) rules: Arc<Rules>,
    pub(crate) shelf: Arc<Shelf>,
    near: Arc<Near>,
}

fn settings(given: Vec<(String, GivenValue)>) -> Settings {
    let value = |value| match value {
        GivenValue::Number(number) => ParameterValue::Number(number),
        GivenValue::Set(mut numbers) => {
            numbers.sort_unstable();
            numbers.dedup();
            ParameterValue::Set(numbers)
        }
        GivenValue::Brackets(mut brackets) => {
            brackets.sort_unstable();
            brackets.dedup();
            ParameterValue::Brackets(brackets)
        }
    };
    given.into_iter().map(|(name, given)| (name, value(given))).collect()
}

fn given(values: &Settings) -> Vec<(String, GivenValue)> {
    let value = |value: &ParameterValue| match value {
        ParameterValue::Number(number) => GivenValue::Number(*number),
        ParameterValue::Set(numbers) => GivenValue::Set(numbers.clone()),
        ParameterValue::Brackets(brackets) => GivenValue::Brackets(brackets.clone()),
    };
    values.iter().map(|(name, one)| (name.clone(), value(one))).collect()
}

fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

impl NativeGame {
    pub(crate) fn new(rules: Rules, shelf: Arc<Shelf>) -> Self {
        Self { rules: Arc::new(rules), shelf, near: Arc::default() }
    }

    /// The rules, played and shown as it is asked.
    fn asked(&self, py: Python<'_>, (misere, showing, engine): GivenWay) -> PyResult<Arc<Rules>> {
        if misere.is_none() && showing.is_empty() && engine.is_none() {
            return Ok(self.rules.clone());
        }
        let mut rules = (*self.rules).clone();
        for (register, low, high) in showing {
            rules = rules.showing(&register, low..=high).map_err(|why| no_answer(py, &why))?;
        }
        Ok(Arc::new(rules.played(self.play(misere)).answered_by(engine.as_deref())))
    }

    fn play(&self, misere: Option<bool>) -> Play {
        misere.map_or(self.rules.play(), play)
    }

    /// How many numbers a position has.
    fn dimension(&self) -> usize {
        self.rules.ruleset().heaps.len() + self.rules.ruleset().registers.len()
    }

    /// What is asked of the rules, on a thread of [`work`].
    pub(crate) fn answer<T: Send + 'static>(
        &self,
        py: Python<'_>,
        way: GivenWay,
        limits: &GivenLimits,
        ask: impl FnOnce(&Rules, &Context) -> Result<T, NoAnswer> + Send + 'static,
    ) -> PyResult<T> {
        let rules = self.asked(py, way)?;
        work(py, limits, move |context| ask(&rules, context))?.map_err(|why| no_answer(py, &why))
    }

    /// Judges claims in the order of the text. An error has the verdicts that were found before it, as `partial`.
    fn one_by_one<'py, T: Clone + Send + 'static>(
        &self,
        py: Python<'py>,
        claim: Option<String>,
        misere: Option<bool>,
        limits: &GivenLimits,
        judging: impl for<'a> FnOnce(&'a Rules, &'a Context) -> ClaimJudge<'a, T> + Send + 'static,
    ) -> PyResult<Vec<T>>
    where
        Vec<T>: IntoPyObject<'py>,
    {
        let done: Arc<Mutex<Vec<T>>> = Arc::default();
        let kept = done.clone();
        let all = self.answer(py, (misere, Vec::new(), None), limits, move |rules, context| {
            let judge = judging(rules, context);
            for name in wanted(rules, claim)? {
                let one = judge(&name)?;
                done.lock().unwrap_or_else(PoisonError::into_inner).push(one);
            }
            Ok(())
        });
        let found = kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match all {
            Ok(()) => Ok(found),
            Err(error) => {
                error.value(py).setattr("partial", found)?;
                Err(error)
            }
        }
    }

    /// A position: heaps, then registers, which may be left out; a single number for a single heap.
    pub(crate) fn position(&self, given: &Bound<'_, PyAny>) -> PyResult<Position> {
        let numbers: PyResult<Vec<i64>> = match given.try_iter() {
            Ok(numbers) => numbers.map(|number| integer(&number?)).collect(),
            Err(_) => integer(given).map(|number| vec![number]),
        };
        let numbers = numbers.map_err(|error| no_position(given, error))?;
        let (heaps, registers) = numbers.split_at(self.rules.ruleset().heaps.len().min(numbers.len()));
        let registers = (!registers.is_empty()).then_some(registers);
        self.rules.position(heaps, registers).map_err(|why| no_answer(given.py(), &why))
    }
}

#[pymethods]
impl NativeGame {
    /// Opens a text.
    #[staticmethod]
    fn open(py: Python<'_>, given: GivenText, limits: GivenLimits) -> PyResult<Self> {
        let (rules, shelf) = opened(py, given, &limits)?;
        Ok(Self::new(rules, Arc::new(shelf)))
    }

    /// The same at other parameters.
    fn at(&self, py: Python<'_>, parameters: Vec<(String, GivenValue)>, limits: GivenLimits) -> PyResult<Self> {
        let (rules, chosen) = (self.rules.clone(), settings(parameters));
        let rules = work(py, &limits, move |_| rules.at(&chosen))?.map_err(|faults| of_faults(py, &faults))?;
        Ok(Self::new(rules, self.shelf.clone()))
    }

    /// The same, played misère or not.
    fn played(&self, misere: bool) -> Self {
        Self::new((*self.rules).clone().played(play(misere)), self.shelf.clone())
    }

    #[getter]
    fn name(&self) -> &str {
        &self.rules.ruleset().name
    }

    #[getter]
    fn source(&self) -> &str {
        &self.rules.document().source.name
    }

    #[getter]
    fn text(&self) -> &str {
        &self.rules.document().source.text
    }

    #[getter]
    fn heaps(&self) -> Vec<String> {
        self.rules.ruleset().heaps.clone()
    }

    #[getter]
    fn registers(&self) -> Vec<KnownRegister> {
        let all = self.rules.ruleset().registers.iter();
        all.map(|one| (one.name.clone(), one.low, one.high, one.shown)).collect()
    }

    #[getter]
    fn parameters(&self) -> Vec<(String, GivenValue)> {
        given(&self.rules.ruleset().parameters)
    }

    #[getter]
    fn misere(&self) -> bool {
        self.rules.play() == Play::Misere
    }

    /// The texts that this one names, by name.
    #[getter]
    fn others(&self) -> BTreeMap<String, String> {
        self.shelf.was_read()
    }

    /// The names of the claims, each with what the author says of it.
    #[getter]
    fn claims(&self) -> Vec<(String, String)> {
        self.rules.claims().map(|claim| (claim.kind.to_string(), claim.name.clone())).collect()
    }

    /// Warnings, as JSON.
    #[getter]
    fn warnings(&self) -> String {
        as_json(&self.rules.document().warnings)
    }

    /// Names, measure, engine, as JSON; and why play ends.
    fn about(&self, py: Python<'_>, limits: GivenLimits) -> PyResult<(String, String)> {
        let rules = self.rules.clone();
        work(py, &limits, move |_| (to_json(&rules.about()).to_string(), rules.ruleset().ending()))
    }

    /// Rules and claims as texts, as JSON.
    fn shown(&self, py: Python<'_>, limits: GivenLimits) -> PyResult<String> {
        let rules = self.rules.clone();
        work(py, &limits, move |_| to_json(&rules.shown()).to_string())
    }

    /// The Grundy value and the outcome of a position.
    fn value(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: Option<bool>,
        limits: GivenLimits,
    ) -> PyResult<(u32, &'static str)> {
        let position = self.position(position)?;
        if let Some((value, outcome)) = self.near.get(&position, self.play(misere)) {
            return Ok((value, letter(outcome)));
        }
        let near = self.near.clone();
        let (value, outcome) = self.answer(py, (misere, Vec::new(), None), &limits, move |rules, context| {
            near.find(rules, &position, context)
        })?;
        Ok((value, letter(outcome)))
    }

    /// The options of a position: tuples, in lexicographic order.
    fn options<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        limits: GivenLimits,
    ) -> PyResult<Bound<'py, PyList>> {
        let (position, dimension) = (self.position(position)?, self.dimension());
        let found: Vec<Position> = match self.near.options(&position) {
            Some(known) => known.into_iter().map(|one| one.position).collect(),
            None => {
                let near = self.near.clone();
                self.answer(py, (None, Vec::new(), None), &limits, move |rules, _| {
                    near.prepare(rules);
                    let found = rules.options(&position)?;
                    Ok(found.options.into_iter().map(|one| one.summands().concat()).collect())
                })?
            }
        };
        PyList::new(py, found.iter().map(|one| option(py, one, dimension)).collect::<PyResult<Vec<_>>>()?)
    }

    /// A position, its value and its outcome, and its options, or those that win.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        winning: bool,
        misere: Option<bool>,
        limits: GivenLimits,
    ) -> PyResult<(Bound<'py, PyTuple>, u32, &'static str, Vec<ToldOption<'py>>)> {
        let position = self.position(position)?;
        let rules = self.rules.ruleset();
        let is_told = |outcome: Outcome| !winning || outcome == Outcome::P;
        if let Some(((value, outcome), options)) = self.near.explained(&position, self.play(misere)) {
            let told = options.into_iter().filter(|one| is_told(one.1.1));
            let told = told.map(|(one, (value, outcome))| ToldOption::known(py, rules, &one, value, outcome));
            return Ok((PyTuple::new(py, &position)?, value, letter(outcome), told.collect::<PyResult<_>>()?));
        }
        let (near, place) = (self.near.clone(), position.clone());
        let found = self.answer(py, (misere, Vec::new(), None), &limits, move |rules, context| {
            near.fill(rules, &place, context);
            let told = rules.explain(&place, context)?;
            let value = told.own.grundy.ok_or_else(no_value)?;
            Ok((told, value))
        })?;
        let (found, value) = found;
        let told = found.options.iter().filter(|one| is_told(one.outcome)).map(|one| ToldOption::of(py, one));
        let told = told.collect::<PyResult<_>>()?;
        Ok((PyTuple::new(py, position)?, value, letter(found.own.outcome), told))
    }

    /// A table as an array: of these sizes, or of all positions below a total.
    fn table<'py>(
        &self,
        py: Python<'py>,
        asked: (Option<Vec<u64>>, Option<u64>),
        outcomes: bool,
        fixed: Vec<(String, u64)>,
        way: GivenWay,
        limits: GivenLimits,
    ) -> PyResult<GivenArray<'py>> {
        let names = &self.rules.ruleset().heaps;
        let heaps = names.len();
        let mut region = match asked {
            (_, Some(total)) => Region::Total(total),
            (Some(sizes), None) if sizes.len() == 1 => Region::Box(vec![sizes[0]; heaps]),
            (Some(sizes), None) => Region::Box(sizes),
            (None, None) => return Err(question(py, "say how large the table is, by size= or total=")),
        };
        if let Region::Box(sizes) = &mut region {
            for (heap, size) in names.iter().zip(sizes) {
                *size = fixed.iter().find(|one| one.0 == *heap).map_or(*size, |one| one.1.saturating_add(1));
            }
        }
        let whole = self.answer(py, way, &limits, move |rules, context| {
            fits(rules, &region, outcomes, context)?;
            let tabled = if outcomes { rules.outcomes(&region, context) } else { rules.grundy(&region, context) };
            tabled.map(|tabled| WholeArray::of(tabled.with(&fixed)))
        })?;
        whole.into_array(py)
    }

    /// P-positions, or those of a Grundy value; sorted ones alone if it is so asked and the game is symmetric, and whether it is.
    fn p_positions<'py>(
        &self,
        py: Python<'py>,
        up_to: u64,
        grundy: Option<u32>,
        sorted: bool,
        way: GivenWay,
        limits: GivenLimits,
    ) -> PyResult<(Bound<'py, PyList>, bool)> {
        let (found, alike) = self.answer(py, way, &limits, move |rules, context| {
            let mut found = listed(rules, up_to, grundy, context)?.positions;
            let alike = !sorted || is_symmetric(rules.ruleset());
            if sorted && alike {
                let heaps = rules.ruleset().heaps.len();
                found.retain(|position| position.iter().take(heaps).is_sorted());
            }
            Ok((found, alike))
        })?;
        Ok((tuples(py, &found)?, alike))
    }

    /// a1, a2, ... if the P-positions are their pairs, with the name, as JSON; and the name in words.
    fn chain(
        &self,
        py: Python<'_>,
        up_to: u64,
        grundy: Option<u32>,
        way: GivenWay,
        limits: GivenLimits,
    ) -> PyResult<(String, Option<String>)> {
        self.answer(py, way, &limits, move |rules, context| {
            let chain = rules.chain(&listed(rules, up_to, grundy, context)?.positions)?;
            Ok((to_json(&chain).to_string(), chain.words()))
        })
    }

    /// The additive periods of rows, columns or diagonals, as JSON; those of diagonals of a game with registers have the form of [`Self::slices`].
    fn periods(
        &self,
        py: Python<'_>,
        lines: &str,
        range: (i64, i64),
        most: Option<u64>,
        limits: GivenLimits,
    ) -> PyResult<String> {
        let lines = match lines {
            "columns" => Lines::Columns,
            "diagonals" => Lines::Diagonals,
            _ => Lines::Rows,
        };
        self.answer(py, (None, Vec::new(), None), &limits, move |rules, context| {
            let range = range.0..=range.1;
            if lines == Lines::Diagonals && !rules.ruleset().registers.is_empty() {
                return rules.diagonals(&range, most, context).map(|found| to_json(&found).to_string());
            }
            rules.periods(lines, &range, most, context).map(|found| to_json(&found).to_string())
        })
    }

    /// The additive periods along the heap that is not fixed, as JSON.
    fn slices(
        &self,
        py: Python<'_>,
        fixed: Vec<Option<(u64, u64)>>,
        most: Option<u64>,
        way: GivenWay,
        limits: GivenLimits,
    ) -> PyResult<String> {
        let fixed: Vec<Option<RangeInclusive<u64>>> =
            fixed.into_iter().map(|one| one.map(|(low, high)| low..=high)).collect();
        self.answer(py, way, &limits, move |rules, context| {
            rules.slices(&fixed, most, context).map(|found| to_json(&found).to_string())
        })
    }

    /// Claims on tables, each as JSON: one by its name, or all. Where the work ends before, the error has those that were done.
    fn verify(
        &self,
        py: Python<'_>,
        claim: Option<String>,
        up_to: Option<u64>,
        misere: Option<bool>,
        limits: GivenLimits,
    ) -> PyResult<Vec<String>> {
        self.one_by_one(py, claim, misere, &limits, move |rules, context| {
            Box::new(move |name: &str| Ok(to_json(&rules.verify(name, up_to, context)?).to_string()))
        })
    }

    /// Claims for all positions: one by its name, or all. Where the work ends before, the error has those that were done.
    fn prove(
        &self,
        py: Python<'_>,
        claim: Option<String>,
        misere: Option<bool>,
        limits: GivenLimits,
    ) -> PyResult<Vec<ProvedClaim>> {
        let file = self.source().to_owned();
        self.one_by_one(py, claim, misere, &limits, move |rules, context| {
            let proving = rules.proving(context);
            Box::new(move |name: &str| Ok(told(rules, proving.prove(name)?, &file)))
        })
    }

    /// The P-positions for all positions: as JSON, in words, and the first of them.
    fn solve(&self, py: Python<'_>, misere: Option<bool>, limits: GivenLimits) -> PyResult<(String, String, String)> {
        self.answer(py, (misere, Vec::new(), None), &limits, |rules, context| {
            let solution = rules.solve(context)?;
            let (words, first) = (solution.words(rules.ruleset()), solution.first_positions(rules.ruleset()));
            Ok((to_json(&solution).to_string(), words, first))
        })
    }

    /// Whether certificates are valid for these rules, and what they cover, as JSON.
    fn recheck(&self, py: Python<'_>, text: String, limits: GivenLimits) -> PyResult<String> {
        self.answer(py, (None, Vec::new(), None), &limits, move |rules, context| {
            let told = match certificates(&text) {
                Err(refused) => Rechecked::Refused(refused),
                Ok(all) => rules.recheck(&all, context)?,
            };
            Ok(to_json(&told).to_string())
        })
    }

    /// The rules as a script for another program.
    fn exported(&self, py: Python<'_>, to: &str, limits: GivenLimits) -> PyResult<String> {
        let target = match to {
            "sage" => ScriptTarget::Sage,
            "mathematica" => ScriptTarget::Mathematica,
            "cgsuite" => ScriptTarget::CgSuite,
            other => {
                let why = format!("there is no program \"{other}\"; choose one of sage, mathematica, cgsuite");
                return Err(question(py, &why));
            }
        };
        self.answer(py, (None, Vec::new(), None), &limits, move |rules, context| rules.exported(target, context))
    }

    /// The conditions of a claim as scripts for another prover: title, script, or why there is none.
    fn claim_scripts(&self, py: Python<'_>, claim: String, to: &str, limits: GivenLimits) -> PyResult<Vec<ToldScript>> {
        let target = match to {
            "walnut" => ProofLanguage::Conditions(Target::Walnut),
            "mona" => ProofLanguage::Conditions(Target::Mona),
            "smt2" => ProofLanguage::Conditions(Target::Smt),
            "coq" => ProofLanguage::Coq,
            other => {
                let why = format!("there is no prover \"{other}\"; choose one of walnut, mona, smt2, coq");
                return Err(question(py, &why));
            }
        };
        self.answer(py, (None, Vec::new(), None), &limits, move |rules, _| {
            let scripts = rules.claim_scripts(&claim, target)?;
            let mut count = 0;
            let told = scripts.into_iter().map(|one| {
                let title = one.title();
                let script = one.script.map(|script| {
                    count += 1;
                    match target {
                        ProofLanguage::Conditions(_) => script,
                        // Modules of one file, behind what all of them need.
                        ProofLanguage::Coq if count == 1 => target.preamble() + &target.titled(&title, count, &script),
                        ProofLanguage::Coq => target.titled(&title, count, &script),
                    }
                });
                (title, script, one.reason)
            });
            Ok(told.collect())
        })
    }

    /// A picture of this game, or of this and another one.
    fn picture(
        &self,
        py: Python<'_>,
        asked: AskedFigure,
        other: Option<&Self>,
        way: GivenWay,
        limits: GivenLimits,
    ) -> PyResult<NativeFigure> {
        let (sketch, look) = asked.read().map_err(|why| question(py, &why))?;
        let other = other.map(|other| other.rules.clone());
        self.answer(py, way, &limits, move |rules, context| {
            let chart = rules.picture(other.as_deref(), &sketch, context)?;
            Ok(NativeFigure::new(chart, &look))
        })
    }
}

/// P-positions, or those of a Grundy value.
pub(crate) fn listed(rules: &Rules, up_to: u64, grundy: Option<u32>, context: &Context) -> Result<Positions, NoAnswer> {
    match grundy {
        Some(value) => rules.positions_of(value, up_to, context),
        None => rules.p_positions(up_to, context),
    }
}

/// The names of the claims that are asked for.
pub(crate) fn wanted(rules: &Rules, claim: Option<String>) -> Result<Vec<String>, NoAnswer> {
    match claim {
        Some(name) => Ok(vec![rules.claim(&name)?.name.clone()]),
        None => Ok(rules.claims().map(|claim| claim.name.clone()).collect()),
    }
}

/// A claim with those of its certificates that the checker confirms.
fn told(rules: &Rules, proved: Proved, file: &str) -> ProvedClaim {
    let answer = to_json(&proved).to_string();
    if proved.certificates.is_empty() {
        return (answer, None, Vec::new());
    }
    let confirmed = rules.confirmed(&proved.certificates, 1);
    let refused = confirmed.refused.into_iter().map(|one| one.reason).collect();
    let kept = Certificates { file: file.to_owned(), certificates: confirmed.certificates };
    let text = (!kept.certificates.is_empty()).then(|| serde_json::json!(kept).to_string());
    (answer, text, refused)
}
