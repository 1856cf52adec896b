//! What is shown of a progression, to be read: each contradiction with its alternatives and inequalities, and what the unknown numbers are.
//! What is confirmed rests on nothing here.
use super::monomials::{ToldMonomial, UnknownOf, multiplied, told};
use super::reader::ProgressionReader;
use super::{ParameterPart, ProgressionCheck};
use crate::certificate::Progression;
use crate::recheck::products::forms::{Asserted, Formed, IntegerForm};
use crate::recheck::products::refute::reasons::{ReasonTree, reasons};
use crate::recheck::spent::CheckEffort;
use crate::ruleset::Ruleset;
use crate::ruleset::statement::Statement;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

/// Work that the reasons of one contradiction may cost.
const TOLD: usize = 200_000;

/// A linear form of monomials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldForm {
    pub(crate) terms: Vec<ToldMonomial>,
    pub(crate) constant: i128,
}

/// What is said of forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToldAssertion {
    /// The form is 0 or less.
    AtMost(ToldForm),
    Zero(ToldForm),
    All(Vec<ToldAssertion>),
    One(Vec<ToldAssertion>),
}

/// Where something that is said comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SaidBy {
    /// The conditions of the move.
    Guard,
    /// The position, or the option of it, belongs to the set.
    Belongs,
    /// The order of the heaps.
    Order,
    /// How a power is chosen.
    Choice,
    /// Some move can be made.
    Ongoing,
    /// No move that takes 1 of everything can be made.
    Terminal,
    /// The position does not belong to the set.
    Outside,
    /// The element does not belong to the set.
    NoElement,
    /// A move, if it is one, does not lead to an element of the set.
    Missed(Option<usize>, Vec<ToldForm>),
    /// What is so of all powers and quotients.
    Fact,
}

/// Part of what leads to a contradiction.
#[derive(Clone, Debug)]
pub(super) struct SaidPart {
    pub(super) by: SaidBy,
    pub(super) what: Asserted,
}

/// Why it is one.
#[derive(Clone, Debug)]
pub(crate) enum ToldContradiction {
    /// No integers satisfy all of these.
    Rows(Vec<ToldAssertion>),
    /// One of these is so, and none of them can be; with no place, that is so of all integers.
    Cases(Option<SaidBy>, Vec<(ToldAssertion, ToldContradiction)>),
}

/// What a contradiction shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShownPart {
    /// The move with this number leads nowhere from the set into the set.
    Inside(usize),
    /// A position outside of the set with its heaps in this order has a move into it.
    Moves(Vec<usize>),
    /// No position of the set is terminal.
    Ongoing,
    /// The element with this number always belongs to the set.
    Element(usize),
}

/// Something that is shown.
#[derive(Clone, Debug)]
pub(crate) struct ToldProgression {
    pub(crate) step: ShownPart,
    /// The least value of the parameter, and whether all from it on are looked at.
    pub(crate) parameter: (i64, bool),
    /// What the unknowns are.
    pub(crate) unknowns: Vec<UnknownOf>,
    /// None if it took too many steps.
    pub(crate) why: Option<ToldContradiction>,
}

/// All that is shown for a set of P-positions, with its reasons.
pub(crate) fn reasons_of(
    cancel: &AtomicBool,
    about: (&Ruleset, &Statement),
    made: &Progression,
) -> Formed<Vec<ToldProgression>> {
    let (spent, told) = (CheckEffort::new(cancel), RefCell::default());
    let mut check = ProgressionCheck::new(&spent, about, made)?;
    check.told = Some(&told);
    check.is_confirmed()?;
    Ok(told.into_inner())
}

impl ProgressionCheck<'_> {
    /// Notes why parts and facts contradict each other, if somebody wants to read it.
    pub(super) fn tell(
        &self,
        part: ParameterPart,
        reader: &ProgressionReader,
        (step, parts): (ShownPart, &[SaidPart]),
    ) -> Formed<()> {
        // The explorer has a limit of bytes, and does without.
        let Some(told) = self.told.filter(|_| !cfg!(target_arch = "wasm32")) else { return Ok(()) };
        let parameter = (part.least, part.is_open);
        // Elements are asked for each order of the heaps.
        if told.borrow().iter().any(|known| known.step == step && known.parameter == parameter) {
            return Ok(());
        }
        let mut all = parts.to_vec();
        all.extend(reader.facts()?.into_iter().map(|what| SaidPart { by: SaidBy::Fact, what }));
        let (by, what): (Vec<SaidBy>, Vec<Asserted>) = all.into_iter().map(|part| (part.by, part.what)).unzip();
        let degree = if part.is_open { self.made.degree } else { 0 };
        let work = CheckEffort::default().at_most(TOLD);
        let why = reasons(&work, &what, &|one| multiplied(one, degree)).unwrap_or(None);
        told.borrow_mut().push(ToldProgression {
            step,
            parameter,
            unknowns: reader.numbers.unknowns().to_vec(),
            why: why.map(|why| contradiction(&why, &by)),
        });
        Ok(())
    }
}

fn contradiction(why: &ReasonTree, by: &[SaidBy]) -> ToldContradiction {
    match why {
        ReasonTree::Rows(rows) => ToldContradiction::Rows(rows.iter().map(assertion).collect()),
        ReasonTree::Cases { said, cases } => {
            let cases = cases.iter().map(|(what, why)| (assertion(what), contradiction(why, by)));
            ToldContradiction::Cases(said.and_then(|at| by.get(at).cloned()), cases.collect())
        }
    }
}

/// A form to be read.
pub(super) fn form(form: &IntegerForm) -> ToldForm {
    ToldForm { terms: told(form), constant: form.constant }
}

fn assertion(said: &Asserted) -> ToldAssertion {
    match said {
        Asserted::AtMost(own) => ToldAssertion::AtMost(form(own)),
        Asserted::Zero(own) => ToldAssertion::Zero(form(own)),
        Asserted::All(parts) => ToldAssertion::All(parts.iter().map(assertion).collect()),
        Asserted::One(parts) => ToldAssertion::One(parts.iter().map(assertion).collect()),
    }
}
