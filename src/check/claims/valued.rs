//! Where a statement has a value: every position that it asks for belongs to its game, and every term has a value, or what
//! has one decides it. Knows nothing of tables and proofs, which both use it.
use crate::check::lower::fold;
use crate::check::lower::substitute::substituted;
use crate::check::scope::unfold::has_few_parts;
use crate::diagnostic::Sink;
use crate::ruleset::statement::{Body, Bound, Formula, Lookup, Place, Property, Value};
use crate::ruleset::{Comparison, Condition, NumberFunction, Part, Ruleset, Term, Variable};
use crate::source::Span;
use std::cell::Cell;
use std::rc::Rc;

/// What the formulas of a claim speak of.
#[derive(Clone, Debug)]
pub(super) struct ClaimGames<'a> {
    /// The rulesets, that of the claim first.
    pub(super) games: Vec<&'a Ruleset>,
    /// Slots, and numbers that they are not below.
    least: Vec<(usize, i128)>,
    /// Whether the answer became too large to go on.
    overfull: Rc<Cell<bool>>,
}

/// Where a formula has a value.
#[derive(Clone, Debug)]
enum WhereValued {
    /// Everywhere.
    Always,
    /// Where it has one, where it has one and is true, and where it has one and is false.
    Where { valued: Formula, holds: Formula, fails: Formula },
}

impl WhereValued {
    /// A formula that has a value where another one says, and no parts that decide.
    fn undivided(valued: Formula, formula: &Formula) -> Self {
        if matches!(valued, Formula::Known(true)) {
            return Self::Always;
        }
        let known = |truth| both(vec![valued.clone(), turned(formula, truth)]);
        Self::Where { holds: known(true), fails: known(false), valued }
    }

    /// Where it is decided by being true, or false, and where it has a value and is not.
    fn decided(decisive: bool, valued: Formula, deciding: Formula, undecided: Formula) -> Self {
        let (holds, fails) = if decisive { (deciding, undecided) } else { (undecided, deciding) };
        Self::Where { valued, holds, fails }
    }

    fn valued(self) -> Formula {
        match self {
            Self::Always => Formula::Known(true),
            Self::Where { valued, .. } => valued,
        }
    }

    /// Where the formula that this speaks of has a value, and is true or false.
    fn as_known(&self, formula: &Formula, truth: bool) -> Formula {
        match self {
            Self::Always => turned(formula, truth),
            Self::Where { holds, .. } if truth => holds.clone(),
            Self::Where { fails, .. } => fails.clone(),
        }
    }

    /// What is said for all, or for some, where this speaks of the body: one body that is as wanted decides.
    fn quantified(
        self,
        body: &Formula,
        wanted: bool,
        all: &dyn Fn(Formula) -> Formula,
        some: &dyn Fn(Formula) -> Formula,
    ) -> Self {
        if matches!(self, Self::Always) {
            return Self::Always;
        }
        let (deciding, undecided) = (some(self.as_known(body, wanted)), all(self.as_known(body, !wanted)));
        let valued = Formula::Or(vec![all(self.valued()), deciding.clone()]);
        Self::decided(wanted, valued, deciding, undecided)
    }

    /// The same, where something else must have a value, too.
    fn given(self, other: Formula, formula: &Formula) -> Self {
        match self {
            Self::Always => Self::undivided(other, formula),
            Self::Where { valued, holds, fails } => {
                let with = |own| both(vec![other.clone(), own]);
                Self::Where { valued: with(valued), holds: with(holds), fails: with(fails) }
            }
        }
    }
}

impl<'a> ClaimGames<'a> {
    pub(super) fn new(games: Vec<&'a Ruleset>) -> Self {
        Self { games, least: Vec::new(), overfull: Rc::default() }
    }

    /// Where the body of a claim has a value; `Known(true)` if that is everywhere, and nothing after a fault: it takes too many
    /// words.
    pub(super) fn body(&self, body: &Body, place: Span, sink: &mut Sink) -> Option<Formula> {
        let valued = match body {
            Body::Equal(..) => Formula::Known(true),
            Body::Holds(formula) => self.formula(formula).valued(),
        };
        if self.overfull.get() {
            let message = "where this has a value takes too many words: `iff` stands inside too many others";
            sink.error("item-too-long", place, message, "this statement", "nest fewer of them, or split the claim");
            return None;
        }
        Some(valued)
    }

    /// Where a formula has a value. A part that has one may decide, whatever the others have (Kleene's strong logic): so where
    /// it has a value, where it holds and where it fails are built side by side, each from those of the parts. Size: that of the
    /// formula times its depth, where no `iff` stands inside another.
    fn formula(&self, formula: &Formula) -> WhereValued {
        match formula {
            Formula::Known(_) | Formula::Admissible(_) => WhereValued::Always,
            Formula::Test(lookups, condition) => {
                let mut inner = self.clone();
                inner.least.extend(lookups.iter().map(|lookup| (lookup.slot, 0)));
                WhereValued::undivided(
                    both(vec![self.lookups(lookups), tested(lookups, inner.condition(condition))]),
                    formula,
                )
            }
            Formula::Is(Property::Outcome(_) | Property::Terminal | Property::Final, place) => {
                WhereValued::undivided(self.place(place), formula)
            }
            Formula::Member(place, set) => {
                let asked = if set.asks_outcomes() { self.place(place) } else { Formula::Known(true) };
                WhereValued::undivided(both(vec![self.lookups(&place.lookups), asked]), formula)
            }
            Formula::And(parts) => self.every(parts, false),
            Formula::Or(parts) => self.every(parts, true),
            Formula::Not(inner) => match self.formula(inner) {
                WhereValued::Always => WhereValued::Always,
                WhereValued::Where { valued, holds, fails } => {
                    WhereValued::Where { valued, holds: fails, fails: holds }
                }
            },
            Formula::Iff(left, right) => {
                // Both sides are needed here and for each side of what this stands in: it is the one place that doubles.
                let valued = both(vec![self.formula(left).valued(), self.formula(right).valued()]);
                if self.overfull.get() || !has_few_parts(Part::Formula(&valued)) {
                    self.overfull.set(true);
                    return WhereValued::Always;
                }
                WhereValued::undivided(valued, formula)
            }
            Formula::ForAll(bound, body) | Formula::Exists(bound, body) => self.bound(bound, body, formula),
            Formula::AllOptions(place, slots, body) | Formula::SomeOption(place, slots, body) => {
                let wanted = matches!(formula, Formula::SomeOption(..));
                let mut inner = self.clone();
                inner.least.extend(slots.iter().take(self.heaps(place.game)).map(|slot| (*slot, 0)));
                let all = |body| Formula::AllOptions(place.clone(), slots.clone(), Box::new(body));
                let some = |body| Formula::SomeOption(place.clone(), slots.clone(), Box::new(body));
                inner.formula(body).quantified(body, wanted, &all, &some).given(self.place(place), formula)
            }
        }
    }

    fn heaps(&self, game: usize) -> usize {
        self.games.get(game).map_or(0, |game| game.heaps.len())
    }

    /// All parts have a value, or one that has decides by being true, or false.
    fn every(&self, parts: &[Formula], decisive: bool) -> WhereValued {
        let valued: Vec<WhereValued> = parts.iter().map(|part| self.formula(part)).collect();
        if valued.iter().all(|part| matches!(part, WhereValued::Always)) {
            return WhereValued::Always;
        }
        let decided = |truth: bool| {
            valued.iter().zip(parts).map(move |(own, part)| own.as_known(part, truth)).collect::<Vec<_>>()
        };
        let deciding = Formula::Or(decided(decisive));
        let undecided = both(decided(!decisive));
        let all = both(valued.iter().map(|part| part.clone().valued()).collect());
        let valued = Formula::Or(std::iter::once(all).chain(decided(decisive)).collect());
        WhereValued::decided(decisive, valued, deciding, undecided)
    }

    fn bound(&self, bound: &Bound, body: &Formula, formula: &Formula) -> WhereValued {
        let mut ends = Vec::new();
        for (low, high) in &bound.domain.0 {
            for end in std::iter::once(low).chain(high) {
                ends.push(self.value(end));
            }
        }
        let mut inner = self.clone();
        let lows: Option<Vec<i128>> = bound.domain.0.iter().map(|(low, _)| self.bound_below(&low.term)).collect();
        if let Some(low) = lows.and_then(|lows| lows.into_iter().min()) {
            inner.least.push((bound.slot, low));
        }
        let all = |body| Formula::ForAll(bound.clone(), Box::new(body));
        let some = |body| Formula::Exists(bound.clone(), Box::new(body));
        let wanted = matches!(formula, Formula::Exists(..));
        inner.formula(body).quantified(body, wanted, &all, &some).given(both(ends), formula)
    }

    fn value(&self, value: &Value) -> Formula {
        let mut inner = self.clone();
        inner.least.extend(value.lookups.iter().map(|lookup| (lookup.slot, 0)));
        both(vec![self.lookups(&value.lookups), tested(&value.lookups, inner.term(&value.term))])
    }

    fn place(&self, place: &Place) -> Formula {
        both(vec![self.lookups(&place.lookups), tested(&place.lookups, self.inside(place.game, &place.position))])
    }

    fn lookups(&self, lookups: &[Lookup]) -> Formula {
        let mut inner = self.clone();
        let mut all = Vec::new();
        for (at, lookup) in lookups.iter().enumerate() {
            all.push(tested(&lookups[..at], inner.inside(lookup.game, &lookup.position)));
            inner.least.push((lookup.slot, 0));
        }
        both(all)
    }

    /// Whether a position belongs to a game.
    fn inside(&self, game: usize, position: &[Term]) -> Condition {
        let Some(ruleset) = self.games.get(game) else { return Condition::Known(true) };
        let is_own = game == 0
            && position.iter().enumerate().all(|(at, term)| *term == Term::Variable(Variable::Coordinate(at)));
        let mut parts: Vec<Condition> = position.iter().map(|term| self.term(term)).collect();
        // The position at hand belongs to the game.
        if is_own {
            return fold::and(parts);
        }
        for (at, term) in position.iter().enumerate() {
            let (low, high) = match at.checked_sub(ruleset.heaps.len()) {
                None => (0, None),
                Some(register) => ruleset.registers.get(register).map_or((0, None), |it| (it.low, it.high)),
            };
            let own = matches!(term, Term::Variable(Variable::Coordinate(own)) if game == 0 && *own == at);
            if own || (low == 0 && high.is_none() && self.is_natural(term)) {
                continue;
            }
            parts.push(at_most(Term::Constant(i128::from(low)), term.clone()));
            if let Some(high) = high {
                parts.push(at_most(term.clone(), Term::Constant(i128::from(high))));
            }
        }
        parts.push(substituted(&ruleset.positions, position));
        fold::and(parts)
    }

    /// Where a condition has a value; its parts are looked at in order until one decides.
    fn condition(&self, condition: &Condition) -> Condition {
        match condition {
            Condition::Known(_) => Condition::Known(true),
            Condition::Compare(left, _, right) => fold::and(vec![self.term(left), self.term(right)]),
            Condition::And(parts) => self.in_order(parts, &|part| part),
            Condition::Or(parts) => self.in_order(parts, &fold::not),
            Condition::Not(inner) => self.condition(inner),
        }
    }

    fn in_order(&self, parts: &[Condition], undecided: &dyn Fn(Condition) -> Condition) -> Condition {
        parts.iter().rev().fold(Condition::Known(true), |rest, part| {
            let rest = match rest {
                Condition::Known(true) => rest,
                rest => fold::or(vec![fold::not(undecided(part.clone())), rest]),
            };
            fold::and(vec![self.condition(part), rest])
        })
    }

    /// Where a term has a value.
    fn term(&self, term: &Term) -> Condition {
        let all = |parts: &[Term]| fold::and(parts.iter().map(|part| self.term(part)).collect());
        let natural = |term: &Term| {
            if self.is_natural(term) { Condition::Known(true) } else { at_most(Term::Constant(0), term.clone()) }
        };
        match term {
            Term::Constant(_) | Term::Variable(_) | Term::Own(_) | Term::OwnGrid(_) => Condition::Known(true),
            Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) => all(parts),
            Term::Product(left, right) => fold::and(vec![self.term(left), self.term(right)]),
            Term::FloorDivide(left, right) | Term::Modulo(left, right) => {
                let divides = match **right {
                    Term::Constant(number) => Condition::Known(number != 0),
                    _ => fold::compare(right.as_ref().clone(), Comparison::Different, Term::Constant(0)),
                };
                fold::and(vec![self.term(left), self.term(right), divides])
            }
            Term::Xor(parts) => fold::and(vec![all(parts), fold::and(parts.iter().map(natural).collect())]),
            Term::SquareRoot(inner) => fold::and(vec![self.term(inner), natural(inner)]),
            Term::Power(base, exponent) => fold::and(vec![self.term(base), self.term(exponent), natural(exponent)]),
            Term::Number(NumberFunction::Valuation, parts) => {
                let least = parts.iter().zip([2, 1]).map(|(part, least)| at_most(Term::Constant(least), part.clone()));
                fold::and(std::iter::once(all(parts)).chain(least).collect())
            }
            Term::Number(_, parts) => all(parts),
            Term::Grid(_, parts) => fold::and(vec![all(parts), fold::and(parts.iter().map(natural).collect())]),
            Term::Cases(cases) => self.cases(cases),
            Term::Recursive(recursion, argument) => {
                let inside = if matches!(&recursion.body, Term::Cases(cases) if cases.is_empty()) {
                    let at = |(at, _): &(i128, i128)| {
                        fold::compare(argument.as_ref().clone(), Comparison::Equal, Term::Constant(*at))
                    };
                    fold::or(recursion.given.iter().map(at).collect())
                } else {
                    let first = recursion.given.iter().map(|given| given.0).min().unwrap_or(0);
                    if self.bound_below(argument).is_some_and(|low| first <= low) {
                        Condition::Known(true)
                    } else {
                        at_most(Term::Constant(first), argument.as_ref().clone())
                    }
                };
                fold::and(vec![self.term(argument), inside])
            }
        }
    }

    fn cases(&self, cases: &[(Condition, Term)]) -> Condition {
        cases.iter().rev().fold(Condition::Known(false), |rest, (guard, value)| {
            let here = self.term(value);
            let chosen = match (&here, &rest) {
                (Condition::Known(true), Condition::Known(true)) => Condition::Known(true),
                _ if *guard == Condition::Known(true) => here,
                _ => fold::or(vec![
                    fold::and(vec![guard.clone(), here]),
                    fold::and(vec![fold::not(guard.clone()), rest]),
                ]),
            };
            fold::and(vec![self.condition(guard), chosen])
        })
    }

    fn is_natural(&self, term: &Term) -> bool {
        self.bound_below(term).is_some_and(|low| 0 <= low)
    }

    /// A number that a term is not below wherever it has a value, as its shape shows.
    fn bound_below(&self, term: &Term) -> Option<i128> {
        let natural = |known: bool| known.then_some(0);
        match term {
            Term::Constant(number) => Some(*number),
            Term::Variable(Variable::Coordinate(at)) => {
                let own = self.games.first()?;
                match at.checked_sub(own.heaps.len()) {
                    None => Some(0),
                    Some(register) => own.registers.get(register).map(|register| i128::from(register.low)),
                }
            }
            Term::Variable(Variable::Amount(slot)) => {
                self.least.iter().rev().find(|known| known.0 == *slot).map(|known| known.1)
            }
            Term::Sum(parts) => parts.iter().try_fold(0i128, |sum, part| sum.checked_add(self.bound_below(part)?)),
            Term::Min(parts) => {
                parts.iter().map(|part| self.bound_below(part)).collect::<Option<Vec<_>>>()?.into_iter().min()
            }
            Term::Max(parts) => {
                let known = parts.iter().filter_map(|part| self.bound_below(part)).max();
                if is_magnitude(parts) { Some(known.unwrap_or(0).max(0)) } else { known }
            }
            Term::Product(left, right) => natural(left == right || (self.is_natural(left) && self.is_natural(right))),
            Term::FloorDivide(left, right) => natural(self.is_natural(left) && self.is_natural(right)),
            Term::Modulo(_, right) => natural(self.is_natural(right)),
            Term::Xor(_) | Term::SquareRoot(_) => Some(0),
            Term::Number(function, _) => Some(function.range().0),
            Term::Power(base, _) => natural(self.is_natural(base)),
            Term::Cases(cases) => natural(cases.iter().all(|case| self.is_natural(&case.1))),
            Term::Recursive(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_) => None,
        }
    }
}

/// Whether these are a number and its opposite, whose maximum is its absolute value.
fn is_magnitude(parts: &[Term]) -> bool {
    let [left, right] = parts else { return false };
    let opposite = |one: &Term, other: &Term| {
        matches!(other, Term::Product(factor, inner) if **factor == Term::Constant(-1) && **inner == *one)
            || matches!(other, Term::Product(inner, factor) if **factor == Term::Constant(-1) && **inner == *one)
    };
    opposite(left, right) || opposite(right, left)
}

fn at_most(left: Term, right: Term) -> Condition {
    fold::compare(left, Comparison::AtMost, right)
}

fn tested(lookups: &[Lookup], condition: Condition) -> Formula {
    match condition {
        Condition::Known(known) => Formula::Known(known),
        condition => super::lazy::test(lookups.to_vec(), condition),
    }
}

fn both(parts: Vec<Formula>) -> Formula {
    let mut kept: Vec<Formula> = parts.into_iter().filter(|part| !matches!(part, Formula::Known(true))).collect();
    match kept.len() {
        0 => Formula::Known(true),
        1 => kept.swap_remove(0),
        _ => Formula::And(kept),
    }
}

fn turned(formula: &Formula, truth: bool) -> Formula {
    if truth { formula.clone() } else { Formula::Not(Box::new(formula.clone())) }
}
