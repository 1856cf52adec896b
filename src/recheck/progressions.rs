//! Sets of positions whose coordinates are made of the powers of an open parameter, or of a number: geometric progressions, and what follows
//! `a(k + 1) = d a(k) + e`. The two conditions for P-positions, for every value of the parameter at once. Shares nothing with the graphs of
//! digits, and nothing with the search for proofs.
//!
//! Let the parameter be `s + t`, with a number s and a natural number t that is not known. A product of t, or of a power of it, with a heap,
//! an amount or a power of the ratio d is a number that is not known, either; the rules and the claim are then linear conditions on all these
//! numbers (`monomials`). Used of them is only what is true of them:
//! - heaps and t are natural; an inequality stays true if both sides are multiplied by t, and so does an equation;
//! - a power q of d with an index from l on is `d^l`, or `d^(l + 1)` or more; of two powers q and r, `q = r`, `d q <= r` or `d r <= q`;
//! - a quotient by D > 0 that is rounded down is the w with `D w <= n < D w + D`, and `D w = n` where it comes out even: if D divides `u q + v`
//!   as a polynomial in t for the first of the powers q, and `v (d - 1)`, then for all of them, since `u d q + v = d (u q + v) - v (d - 1)`.
//!
//! So a condition holds for every parameter if no integers satisfy its opposite and these facts (`refute`). For a set S they are two:
//! - no move leads from S into S: two elements with powers that are not known, and amounts of a move between them, contradict the facts;
//! - from every other position some move leads into S. With positive polynomials A in t and linear L, there is a last power q of an index from
//!   l on with `A q <= L`, or `L < A d^l`; the certificate names some such A and L. That the position is an element at q, `d q`, ..., or has a
//!   move to one of the elements that the certificate makes of these, is denied: that contradicts the facts.
//!
//! What the certificate calls an element need be none: for each it is asked, or assumed in the denial, whether it belongs to the game and to S.
//! The first values of the parameter may be taken one by one (t = 0), the others at once.

mod monomials;
mod pairs;
mod reader;
mod statements;
mod told;

pub(crate) use monomials::UnknownOf;
pub(crate) use pairs::pair_set;
pub(super) use statements::follows;
pub(crate) use statements::follows_until;
pub(crate) use told::{SaidBy, ShownPart, ToldAssertion, ToldContradiction, ToldForm, ToldProgression, reasons_of};

use super::claims::orders;
use super::lookups::alone;
use super::products::forms::{Asserted, Formed, IntegerForm, at_most, equal, less, not};
use super::products::{refute, told_amount};
use super::spent::CheckEffort;
use crate::certificate::{Progression, ProgressionTerm};
use crate::ruleset::definition::{Definition, Given, definition};
use crate::ruleset::statement::{Formula, Set, Statement};
use crate::ruleset::{Move, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};
use monomials::{Monomials, is_positive, multiplied, product};
use pairs::ComplementaryPair;
use reader::{IndexedBy, ProgressionReader, ReadScope, ReadSlot};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use told::SaidPart;

/// Values of the parameter that are taken one by one, at most.
const MOST_SINGLE: i64 = 4;
/// How often inequalities are multiplied by t, at most.
const HIGHEST: usize = 6;
/// Elements of the certificate, and numbers by which powers are chosen, at most.
const MOST_ELEMENTS: usize = 40;
const MOST_CHOICES: usize = 3;
/// How many powers after the chosen one are looked at, and from which index on, at most.
const FARTHEST: usize = 3;
/// Coefficients of a polynomial of the certificate, at most.
const MOST_COEFFICIENTS: usize = 8;
/// Work that one attempt may cost where something is only tried, and all attempts for one claim.
const TRIED: usize = 150_000;
const TRIED_IN_ALL: usize = 1_000_000;

/// Part of what has to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressionStage {
    /// No move leads from the set into the set.
    Inside,
    /// Every other position has a move into the set.
    Outside,
}

/// The parameter at a number, or from it on.
#[derive(Clone, Copy, Debug)]
struct ParameterPart {
    least: i64,
    is_open: bool,
}

/// A game, its P-positions as a claim gives them, and a certificate.
struct ProgressionCheck<'a> {
    spent: &'a CheckEffort<'a>,
    ruleset: &'a Ruleset,
    given: Given<'a>,
    valued: &'a Formula,
    play: Play,
    made: &'a Progression,
    /// Which register the parameter is.
    register: usize,
    /// Where somebody wants to read why something is shown.
    told: Option<&'a RefCell<Vec<ToldProgression>>>,
}

/// A position that the certificate names, and whether it is known to belong to the set and the game.
struct NamedElement {
    position: Vec<IntegerForm>,
    is_certain: bool,
}

/// Confirms that a claim gives the P-positions, and has a value everywhere.
pub(super) fn outcomes(
    spent: &CheckEffort<'_>,
    (ruleset, statement): (&Ruleset, &Statement),
    made: &Progression,
) -> Formed<()> {
    ProgressionCheck::new(spent, (ruleset, statement), made)?.is_confirmed()
}

/// The set of the complementary pair of a certificate, if that is the set of all P-positions of a game of two heaps.
pub(super) fn pair_of(spent: &CheckEffort<'_>, (ruleset, play): (&Ruleset, Play), made: &Progression) -> Formed<Set> {
    let register = ruleset.registers.iter().position(|register| register.name == made.parameter);
    let Some(register) = register.filter(|_| ruleset.heaps.len() == 2 && !made.slope.is_empty()) else {
        return Err("the certificate names no claim, and no pair for two heaps".to_owned());
    };
    let (set, valued) = (pair_set(ruleset, register, made), Formula::Known(true));
    ProgressionCheck::of_game(spent, ruleset, (Given::Set(&set), &valued, play), made)?.is_confirmed()?;
    Ok(set)
}

/// Attempts without a certificate, which together may cost so much.
pub(crate) struct ProgressionTrial<'a> {
    about: (&'a Ruleset, &'a Statement),
    cancel: &'a AtomicBool,
    left: Cell<usize>,
}

impl<'a> ProgressionTrial<'a> {
    pub(crate) fn new(about: (&'a Ruleset, &'a Statement), cancel: &'a AtomicBool) -> Self {
        Self { about, cancel, left: Cell::new(TRIED_IN_ALL) }
    }

    /// What is asked, with a part of the work that is left; none if nothing came out.
    fn asked<T>(&self, made: &Progression, of: &dyn Fn(&ProgressionCheck<'_>) -> Formed<T>) -> Option<T> {
        let most = TRIED.min(self.left.get());
        let spent = CheckEffort::new(self.cancel).at_most(most);
        let found = ProgressionCheck::new(&spent, self.about, made).and_then(|check| of(&check)).ok();
        self.left.set(self.left.get().saturating_sub(most.saturating_sub(spent.left())));
        found
    }

    /// Whether nothing more is to be tried.
    pub(crate) fn is_spent(&self) -> bool {
        self.left.get() == 0 || self.cancel.load(Ordering::Relaxed)
    }

    /// Whether one part is shown.
    pub(crate) fn shows(&self, made: &Progression, stage: ProgressionStage) -> bool {
        self.asked(made, &|check| check.shows(stage)).is_some()
    }

    /// Whether an element cannot be shown to lie outside of the set.
    pub(crate) fn may_belong(&self, made: &Progression, element: &[ProgressionTerm]) -> bool {
        let inside = |check: &ProgressionCheck<'_>| {
            let mut parts = check.parts();
            parts.try_fold(false, |may, part| Ok(may || !check.is_outside(part, element)?))
        };
        self.asked(made, &inside) != Some(false)
    }
}

impl<'a> ProgressionCheck<'a> {
    /// With a certificate whose sizes are checked, of a claim about all P-positions in a game whose moves keep the registers.
    fn new(
        spent: &'a CheckEffort<'a>,
        (ruleset, statement): (&'a Ruleset, &'a Statement),
        made: &'a Progression,
    ) -> Formed<Self> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Err("the explorer does not check this kind of certificate".to_owned());
        }
        let heaps = ruleset.heaps.len();
        let everywhere = matches!(statement.condition, None | Some(Formula::Known(true)));
        if !everywhere || 0 < ruleset.blocking {
            return Err("conditions and forbidden options are not checked with a progression".to_owned());
        }
        let defined = definition(statement, heaps + ruleset.registers.len());
        let Some(Definition::Outcomes(Outcome::P, given)) = defined else {
            return Err("the claim does not say what all P-positions are".to_owned());
        };
        Self::of_game(spent, ruleset, (given, &statement.valued, statement.play), made)
    }

    /// The same for a game and what is known of its P-positions.
    fn of_game(
        spent: &'a CheckEffort<'a>,
        ruleset: &'a Ruleset,
        (given, valued, play): (Given<'a>, &'a Formula, Play),
        made: &'a Progression,
    ) -> Formed<Self> {
        let heaps = ruleset.heaps.len();
        let sizes = made.elements.len() <= MOST_ELEMENTS && made.choices.len() <= MOST_CHOICES;
        let numbers = made.degree <= HIGHEST && made.reach <= FARTHEST && made.low <= FARTHEST;
        if !sizes || !numbers || !(0..=MOST_SINGLE).contains(&made.single) {
            return Err("a certificate of this size is not checked".to_owned());
        }
        let register = ruleset.registers.iter().position(|register| register.name == made.parameter);
        let register = register.ok_or("there is no such parameter")?;
        if ruleset.registers[register].high.is_some() {
            return Err("the parameter of the certificate has an end".to_owned());
        }
        for family in &ruleset.moves {
            alone(family)?;
            let kept = |at: usize| family.targets.get(at) == Some(&Term::Variable(Variable::Coordinate(at)));
            if !(heaps..heaps + ruleset.registers.len()).all(kept) {
                return Err(format!("move `{}` changes a register", family.name));
            }
        }
        Ok(Self { spent, ruleset, given, valued, play, made, register, told: None })
    }

    fn is_confirmed(&self) -> Formed<()> {
        self.shows(ProgressionStage::Inside)?;
        self.shows(ProgressionStage::Outside)?;
        self.has_a_value()
    }

    /// The first values of the parameter one by one, and then all others.
    fn parts(&self) -> impl Iterator<Item = ParameterPart> + use<> {
        let (low, single) = (self.ruleset.registers[self.register].low, self.made.single);
        (0..=single).map(move |more| ParameterPart { least: low.saturating_add(more), is_open: more == single })
    }

    fn shows(&self, stage: ProgressionStage) -> Formed<()> {
        self.parts().try_for_each(|part| match stage {
            ProgressionStage::Inside => {
                (0..self.ruleset.moves.len()).try_for_each(|at| self.is_no_move_inside(part, at))?;
                if self.play == Play::Misere { self.is_never_terminal(part) } else { Ok(()) }
            }
            ProgressionStage::Outside => {
                let orders = orders(self.ruleset.heaps.len().min(4));
                orders.iter().try_for_each(|order| self.has_a_move_inside(part, order))
            }
        })
    }

    fn polynomial(numbers: &Monomials, coefficients: &[i64]) -> Formed<IntegerForm> {
        if MOST_COEFFICIENTS < coefficients.len() {
            return Err("a polynomial of the certificate is too long".to_owned());
        }
        numbers.polynomial(coefficients)
    }

    /// By powers of a ratio that is 2 or more whatever the parameter is, or by a complementary pair.
    fn indexed(&self, numbers: &Monomials) -> Formed<IndexedBy> {
        let Progression { ratio, slope, shifted, .. } = self.made;
        if ratio.is_empty() {
            return ComplementaryPair::new(Self::polynomial(numbers, slope)?, *shifted).map(IndexedBy::Pairs);
        }
        let ratio = Self::polynomial(numbers, ratio)?;
        if is_positive(&ratio.and(-1)?) && slope.is_empty() && !shifted {
            Ok(IndexedBy::Powers(ratio, Vec::new()))
        } else {
            Err("the ratio of the certificate need not be 2 or more".to_owned())
        }
    }

    /// A reader, and a position of the game.
    fn begun(&self, part: ParameterPart) -> Formed<(ProgressionReader, Vec<IntegerForm>)> {
        let numbers = Monomials::new(part.least.into(), part.is_open)?;
        let indexed = self.indexed(&numbers)?;
        let mut reader = ProgressionReader::new(numbers, indexed, self.ruleset.heaps.len());
        if part.is_open {
            // The parameter is its least value and t.
            let least = IntegerForm::number(part.least.into());
            reader.note(at_most(&least, &reader.numbers.parameter().clone())?);
        }
        let mut position = Vec::new();
        for heap in 0..self.ruleset.heaps.len() {
            position.push(reader.numbers.fresh(UnknownOf::Heap(heap))?);
        }
        for register in 0..self.ruleset.registers.len() {
            let own = reader.numbers.parameter().clone();
            let other = || UnknownOf::Register(register);
            position.push(if register == self.register { own } else { reader.numbers.fresh(other())? });
        }
        let domain = self.domain(&mut reader, &position)?;
        reader.note(domain);
        Ok((reader, position))
    }

    /// That coordinates are those of a position of the game.
    fn domain(&self, reader: &mut ProgressionReader, position: &[IntegerForm]) -> Formed<Asserted> {
        let (heaps, registers) = position.split_at(self.ruleset.heaps.len());
        let scope = ReadScope { coordinates: position.to_vec(), ..ReadScope::default() };
        let mut parts = vec![reader.condition(&self.ruleset.positions, &scope)?];
        for heap in heaps {
            parts.push(at_most(&IntegerForm::default(), heap)?);
        }
        for (own, register) in registers.iter().zip(&self.ruleset.registers) {
            parts.push(at_most(&IntegerForm::number(register.low.into()), own)?);
            if let Some(high) = register.high {
                parts.push(at_most(own, &IntegerForm::number(high.into()))?);
            }
        }
        Ok(Asserted::All(parts))
    }

    /// Whether nothing satisfies the parts and all facts.
    fn is_impossible(&self, part: ParameterPart, reader: &ProgressionReader, parts: Vec<Asserted>) -> Formed<bool> {
        let all = Asserted::All([parts, reader.facts()?].concat());
        let degree = if part.is_open { self.made.degree } else { 0 };
        refute::is_impossible(self.spent, &multiplied(&all, degree)?)
    }

    /// The parts contradict each other, which shows something.
    fn never(
        &self,
        part: ParameterPart,
        reader: &ProgressionReader,
        (step, parts): (ShownPart, &[SaidPart]),
        otherwise: &str,
    ) -> Formed<()> {
        if !self.is_impossible(part, reader, parts.iter().map(|part| part.what.clone()).collect())? {
            return Err(otherwise.to_owned());
        }
        self.tell(part, reader, (step, parts))
    }

    /// A move does not lead from the set into the set.
    fn is_no_move_inside(&self, part: ParameterPart, at: usize) -> Formed<()> {
        let family = &self.ruleset.moves[at];
        let (mut reader, position) = self.begun(part)?;
        let mut scope = ReadScope { coordinates: position.clone(), ..ReadScope::default() };
        for amount in 0..family.amounts.len() {
            scope.slots.insert(amount, ReadSlot::Number(reader.numbers.fresh(UnknownOf::Amount(amount))?));
        }
        let mut parts = vec![SaidPart { by: SaidBy::Guard, what: reader.condition(&family.guard, &scope)? }];
        let option = reader.terms(&family.targets, &scope)?;
        for place in [&position, &option] {
            parts.push(SaidPart { by: SaidBy::Belongs, what: reader.belongs(self.given, place, true)? });
        }
        let why = format!("that move `{}` leads nowhere from the set into the set does not follow", family.name);
        self.never(part, &reader, (ShownPart::Inside(at), &parts), &why)
    }

    /// A position of the set has an option, which takes 1 of whatever a move takes.
    fn is_never_terminal(&self, part: ParameterPart) -> Formed<()> {
        let (mut reader, position) = self.begun(part)?;
        let belongs = reader.belongs(self.given, &position, true)?;
        let mut parts = vec![SaidPart { by: SaidBy::Belongs, what: belongs }];
        for family in &self.ruleset.moves {
            let one = |slot| (slot, ReadSlot::Number(IntegerForm::number(1)));
            let slots = (0..family.amounts.len()).map(one).collect();
            let scope = ReadScope { coordinates: position.clone(), slots };
            let what = not(self.is_made(&mut reader, family, &scope)?)?;
            parts.push(SaidPart { by: SaidBy::Terminal, what });
        }
        self.never(
            part,
            &reader,
            (ShownPart::Ongoing, &parts),
            "that no position of the set is terminal does not follow",
        )
    }

    /// A move with these amounts leads to a position of the game.
    fn is_made(&self, reader: &mut ProgressionReader, family: &Move, scope: &ReadScope) -> Formed<Asserted> {
        let guard = reader.condition(&family.guard, scope)?;
        let option = reader.terms(&family.targets, scope)?;
        Ok(Asserted::All(vec![guard, self.domain(reader, &option)?]))
    }

    /// Some move can be made.
    fn goes_on(&self, reader: &mut ProgressionReader, position: &[IntegerForm]) -> Formed<Asserted> {
        let mut some = Vec::new();
        for family in &self.ruleset.moves {
            let mut scope = ReadScope { coordinates: position.to_vec(), ..ReadScope::default() };
            for amount in 0..family.amounts.len() {
                scope.slots.insert(amount, ReadSlot::Number(reader.numbers.fresh(UnknownOf::Made)?));
            }
            some.push(self.is_made(reader, family, &scope)?);
        }
        Ok(Asserted::One(some))
    }

    /// Every position outside of the set with its heaps in an order has a move into it; in misère play, if it has any.
    fn has_a_move_inside(&self, part: ParameterPart, order: &[usize]) -> Formed<()> {
        if order.len() != self.ruleset.heaps.len() {
            return Err("so many heaps are not checked with a progression".to_owned());
        }
        let (mut reader, position) = self.begun(part)?;
        let mut parts = Vec::new();
        for pair in order.windows(2) {
            let what = at_most(&position[pair[0]], &position[pair[1]])?;
            parts.push(SaidPart { by: SaidBy::Order, what });
        }
        let asked = self.chosen(&mut reader, &position, order, &mut parts)?;
        reader.asked.clone_from(&asked);
        parts.push(SaidPart { by: SaidBy::Outside, what: reader.belongs(self.given, &position, false)? });
        if self.play == Play::Misere {
            parts.push(SaidPart { by: SaidBy::Ongoing, what: self.goes_on(&mut reader, &position)? });
        }
        let mut found: Vec<Vec<IntegerForm>> = Vec::new();
        for (at, element) in self.made.elements.iter().enumerate() {
            let is_certain = self.belongs_always(part, (at, element))?;
            let single = [IntegerForm::number(1)];
            let has_index = element.iter().any(|term| term.times.iter().chain(&term.index).any(|times| *times != 0));
            for index in if has_index { asked.as_slice() } else { single.as_slice() } {
                let named = Self::named(&mut reader, element, index, &position)?;
                let Some(named) = named.filter(|named| !found.contains(named)) else { continue };
                found.push(named.clone());
                let named = NamedElement { position: named, is_certain };
                parts.append(&mut self.is_missed(&mut reader, &position, &named)?);
            }
        }
        let why = "that every position outside of the set has a move into it does not follow";
        self.never(part, &reader, (ShownPart::Moves(order.to_vec()), &parts), why)
    }

    /// The powers that are chosen for a position, and those after them.
    fn chosen(
        &self,
        reader: &mut ProgressionReader,
        position: &[IntegerForm],
        order: &[usize],
        parts: &mut Vec<SaidPart>,
    ) -> Formed<Vec<IntegerForm>> {
        let first = reader.first(self.made.low)?;
        let mut all = Vec::new();
        for choice in &self.made.choices {
            let mut number = Self::polynomial(&reader.numbers, &choice.constant)?;
            for (heap, coefficients) in order.iter().zip(&choice.heaps) {
                let own = Self::polynomial(&reader.numbers, coefficients)?;
                number = number.plus(1, &product(&own, &position[*heap])?)?;
            }
            if choice.times.is_empty() {
                // Of a pair, one number is this one at some index from 0 on.
                let index = reader.index(0)?;
                parts.push(SaidPart { by: SaidBy::Choice, what: reader.is_of_the_pair(&number, &index)? });
                all.push(index);
                continue;
            }
            let times = Self::polynomial(&reader.numbers, &choice.times)?;
            if !is_positive(&times) {
                return Err("that there is a last power does not follow".to_owned());
            }
            let mut index = reader.index(self.made.low)?;
            let (here, next) = (product(&times, &index)?, product(&times, &reader.next(&index)?)?);
            // Even the first one may be beyond the number: then that one is taken.
            let last = Asserted::One(vec![at_most(&here, &number)?, equal(&index, &first)?]);
            let both = [less(&number, &next)?, last];
            parts.extend(both.map(|what| SaidPart { by: SaidBy::Choice, what }));
            for _ in 0..=self.made.reach {
                all.push(index.clone());
                index = reader.next(&index)?;
            }
        }
        Ok(all)
    }

    /// An element of the certificate at a power, beside the registers of a position; none if it is not made of whole numbers.
    fn named(
        reader: &mut ProgressionReader,
        element: &[ProgressionTerm],
        index: &IntegerForm,
        position: &[IntegerForm],
    ) -> Formed<Option<Vec<IntegerForm>>> {
        let mut named = Vec::new();
        for ProgressionTerm { times, index: by, constant, over } in element {
            let polynomials = [times, by, constant, over].map(|one| Self::polynomial(&reader.numbers, one));
            let [times, by, constant, over] = polynomials;
            let (times, by) = (times?, by?);
            let mut above = constant?;
            if times != IntegerForm::default() {
                above = above.plus(1, &product(&times, &reader.lower(index)?)?)?;
            }
            if by != IntegerForm::default() {
                if reader.pair().is_none() {
                    return Err("indices are read in exponents only".to_owned());
                }
                above = above.plus(1, &product(&by, index)?)?;
            }
            let (quotient, is_even) = reader.quotient(&above, &over?)?;
            if !is_even {
                return Ok(None);
            }
            named.push(quotient);
        }
        let heaps = named.len();
        named.extend(position.iter().skip(heaps).cloned());
        if named.len() == position.len() {
            Ok(Some(named))
        } else {
            Err("an element of the certificate has another number of heaps".to_owned())
        }
    }

    /// A reader with an element at some power of which nothing else is known.
    fn at_some_power(
        &self,
        part: ParameterPart,
        element: &[ProgressionTerm],
    ) -> Formed<Option<(ProgressionReader, Vec<IntegerForm>)>> {
        let (mut reader, position) = self.begun(part)?;
        let index = reader.index(self.made.low)?;
        reader.asked = vec![index.clone()];
        let named = Self::named(&mut reader, element, &index, &position)?;
        Ok(named.map(|named| (reader, named)))
    }

    /// Whether an element belongs to the game and to the set at every power, as far as that is shown.
    fn belongs_always(&self, part: ParameterPart, (at, element): (usize, &[ProgressionTerm])) -> Formed<bool> {
        let Some((mut reader, named)) = self.at_some_power(part, element)? else { return Ok(false) };
        let what = self.is_no_target(&mut reader, &named)?;
        let always = self.is_impossible(part, &reader, vec![what.clone()])?;
        if always {
            let parts = [SaidPart { by: SaidBy::NoElement, what }];
            self.tell(part, &reader, (ShownPart::Element(at), &parts))?;
        }
        Ok(always)
    }

    /// Whether an element is outside of the set or the game at every power.
    fn is_outside(&self, part: ParameterPart, element: &[ProgressionTerm]) -> Formed<bool> {
        let Some((mut reader, named)) = self.at_some_power(part, element)? else { return Ok(true) };
        let domain = self.domain(&mut reader, &named)?;
        let inside = reader.belongs(self.given, &named, true)?;
        self.is_impossible(part, &reader, vec![domain, inside])
    }

    /// Coordinates are no position of the game, or are not in the set at any of the powers that are asked.
    fn is_no_target(&self, reader: &mut ProgressionReader, named: &[IntegerForm]) -> Formed<Asserted> {
        let domain = self.domain(reader, named)?;
        Ok(Asserted::One(vec![not(domain)?, reader.belongs(self.given, named, false)?]))
    }

    /// No move leads from a position to an element, or the element is none.
    fn is_missed(
        &self,
        reader: &mut ProgressionReader,
        position: &[IntegerForm],
        named: &NamedElement,
    ) -> Formed<Vec<SaidPart>> {
        let element: Vec<ToldForm> = named.position[..self.ruleset.heaps.len()].iter().map(told::form).collect();
        let mut missed = Vec::new();
        for (at, family) in self.ruleset.moves.iter().enumerate() {
            if let Some(leads) = leads_to(reader, position, family, &named.position)? {
                missed.push(SaidPart { by: SaidBy::Missed(Some(at), element.clone()), what: not(leads)? });
            }
        }
        if named.is_certain {
            return Ok(missed);
        }
        let missed = Asserted::All(missed.into_iter().map(|missed| missed.what).collect());
        let what = Asserted::One(vec![self.is_no_target(reader, &named.position)?, missed]);
        Ok(vec![SaidPart { by: SaidBy::Missed(None, element), what }])
    }

    /// The claim has a value at all positions.
    fn has_a_value(&self) -> Formed<()> {
        if matches!(self.valued, Formula::Known(true)) {
            return Ok(());
        }
        self.parts().try_for_each(|part| {
            let (mut reader, position) = self.begun(part)?;
            let scope = ReadScope { coordinates: position, ..ReadScope::default() };
            let none = reader.formula(self.valued, &scope, false)?;
            if self.is_impossible(part, &reader, vec![none])? {
                Ok(())
            } else {
                Err("that the claim has a value at all positions does not follow".to_owned())
            }
        })
    }
}

/// That a move leads to an option, with amounts that its coordinates tell; none if they do not.
fn leads_to(
    reader: &mut ProgressionReader,
    position: &[IntegerForm],
    family: &Move,
    option: &[IntegerForm],
) -> Formed<Option<Asserted>> {
    let mut scope = ReadScope { coordinates: position.to_vec(), ..ReadScope::default() };
    while scope.slots.len() < family.amounts.len() {
        let at = |target: &Term, slot, number| {
            let mut scope = scope.clone();
            scope.slots.insert(slot, ReadSlot::Number(IntegerForm::number(number)));
            reader.term(target, &scope)
        };
        let is_known = |slot| scope.slots.contains_key(&slot);
        let Some((slot, form)) = told_amount(family, option, is_known, at)? else { return Ok(None) };
        scope.slots.insert(slot, ReadSlot::Number(form));
    }
    let mut parts = vec![reader.condition(&family.guard, &scope)?];
    for (target, wanted) in family.targets.iter().zip(option) {
        parts.push(equal(&reader.term(target, &scope)?, wanted)?);
    }
    Ok(Some(Asserted::All(parts)))
}
