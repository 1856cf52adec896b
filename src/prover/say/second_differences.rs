//! Families whose elements grow like polynomials of degree 2 (polygonal numbers, multiples of an open parameter): the terms of
//! the sequence become numbers of which only linear facts are known. Knows nothing of moves.
//!
//! For a sequence a with first differences d and a second difference s that does not depend on k, an *index* is a pair `(a_k,
//! d_k)`. Facts, all of them consequences of `a(k + 1) = a(k) + d(k)`, `d(k + 1) = d(k) + s`, `0 <= d(L)` and `0 <= s`, where L
//! is the first index:
//! - if l < k then `a_l + d_l <= a_k` and `d_l + s <= d_k`; otherwise l = k, or the same with k and l exchanged;
//! - if s = 0 then `d_k = d(L)`;
//! - if d(L) or s is positive, every `a(L) <= t` has an index with `a_k <= t < a_k + d_k`;
//! - if s is positive, every `d(L) <= t` has an index with `d_k <= t < d_k + s`.
//!
//! What follows from these facts is true. What does not may be true as well: nothing is refuted here.
use super::polynomial::{Polynomial, polynomial, written as as_term};
use super::translate::{Meaning, Translator, cannot};
use crate::certificate::{self, Choice, Sequence, Sum};
use crate::prover::Obstacle;
use crate::ruleset;
use crate::ruleset::statement::{Bound, Set, SetKind, Value};
use indexmap::IndexMap;
use nimdsl_automata::{Integer, Natural, Numeration, Presburger};
use num_integer::gcd;
use std::collections::BTreeMap;

/// `scale * component = of_term * a_k + of_difference * d_k + rest`.
#[derive(Clone, Debug)]
struct FamilyEquation {
    scale: i64,
    of_term: i64,
    of_difference: i64,
    rest: ruleset::Term,
}

/// A family over the indices of the sequence.
#[derive(Clone, Debug)]
pub(in crate::prover) struct IndexedFamily {
    /// The slot of the index.
    pub(in crate::prover) index: usize,
    /// One for each component; none for a component that may have any value.
    components: Vec<Option<FamilyEquation>>,
}

/// The sequence of a set, and the families over it.
#[derive(Clone, Debug)]
pub(in crate::prover) struct Abstraction {
    families: BTreeMap<usize, IndexedFamily>,
    first_term: ruleset::Term,
    first_difference: ruleset::Term,
    step: ruleset::Term,
}

/// The numbers `a_k` and `d_k` of some index.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct SequenceIndex {
    pub(in crate::prover) term: Natural,
    pub(in crate::prover) difference: Natural,
}

/// What a reader needs to read a family at an index.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct At<'a> {
    pub(in crate::prover) abstraction: &'a Abstraction,
    pub(in crate::prover) index: SequenceIndex,
}

/// A sequence, before all families were looked at.
struct SeenSequence {
    slot: usize,
    low: i128,
    term: Polynomial,
    difference: Polynomial,
}

impl Abstraction {
    /// The sequence that the families of a set are made of, if some family needs one and one is enough.
    pub(in crate::prover) fn of(set: &Set) -> Result<Option<Self>, Obstacle> {
        let mut families = Vec::new();
        collect(set, false, &mut families)?;
        let Some((_, bound, element)) = families.first() else { return Ok(None) };
        let Some(sequence) = sequence(bound, element) else {
            return cannot("no family of the set has second differences that do not depend on its index");
        };
        let one = Polynomial::constant(1);
        let slot = ruleset::Variable::Amount(sequence.slot);
        let next = |what: &Polynomial| Polynomial::variable(slot).plus(1, &one).and_then(|next| what.with(slot, &next));
        let step = next(&sequence.difference).and_then(|next| next.plus(-1, &sequence.difference));
        let at_first = |what: &Polynomial| what.with(slot, &Polynomial::constant(sequence.low));
        let ends = (at_first(&sequence.term), at_first(&sequence.difference), step);
        let (Some(term), Some(difference), Some(step)) = ends else { return cannot("a polynomial is too large") };
        let plain =
            |what: &Polynomial| what.linear().filter(|linear| linear.denominator == 1).map(|linear| as_term(&linear));
        let (Some(first_term), Some(first_difference), Some(step)) = (plain(&term), plain(&difference), plain(&step))
        else {
            return cannot("the first terms of a sequence are not linear in the parameters");
        };
        let mut known = BTreeMap::new();
        for (id, bound, element) in &families {
            let Some(family) = family(bound, element, &sequence) else {
                return cannot("the families of the set are made of more than one sequence that is not linear");
            };
            known.insert(*id, family);
        }
        Ok(Some(Self { families: known, first_term, first_difference, step }))
    }

    /// The family of a set.
    pub(in crate::prover) fn family(&self, set: &Set) -> Option<&IndexedFamily> {
        self.families.get(&set.id)
    }

    /// What a certificate says of the sequence and the families; `None` if some number is too large for it.
    pub(in crate::prover) fn certified(
        &self,
        ruleset: &ruleset::Ruleset,
        set: &Set,
        (numeration, strategy): (Numeration, &[Choice]),
    ) -> Option<Sequence> {
        let sum = |term: &ruleset::Term| {
            let linear = polynomial(term)?.linear()?;
            let mut of = IndexMap::new();
            for (variable, coefficient) in linear.terms {
                let ruleset::Variable::Coordinate(at) = variable else { return None };
                let register = ruleset.registers.get(at.checked_sub(ruleset.heaps.len())?)?;
                of.insert(register.name.clone(), i64::try_from(coefficient).ok()?);
            }
            Some(Sum { constant: i64::try_from(linear.constant).ok()?, of })
        };
        let mut families = Vec::new();
        self.certified_families(set, &mut families);
        Some(Sequence {
            numeration: serde_json::to_value(numeration).ok()?,
            term: sum(&self.first_term)?,
            difference: sum(&self.first_difference)?,
            step: sum(&self.step)?,
            families,
            strategy: strategy.to_vec(),
        })
    }

    fn certified_families(&self, set: &Set, all: &mut Vec<Option<certificate::SequenceFamily>>) {
        match &set.kind {
            SetKind::List(_) | SetKind::Outcome(_) => {}
            SetKind::Family { bound, .. } => all.push(self.family(set).and_then(|family| {
                let index = bound.iter().find(|bound| bound.slot == family.index)?.name.clone();
                let numbers = |equation: &Option<FamilyEquation>| {
                    let equation = equation.as_ref();
                    equation.map_or([1, 0, 0], |known| [known.scale, known.of_term, known.of_difference])
                };
                Some(certificate::SequenceFamily { index, components: family.components.iter().map(numbers).collect() })
            })),
            SetKind::Union(left, right) | SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
                self.certified_families(left, all);
                self.certified_families(right, all);
            }
            SetKind::Symmetric(inner, _) => self.certified_families(inner, all),
        }
    }

    fn linear(term: &ruleset::Term, scope: &Meaning, translator: Translator<'_>) -> Result<Integer, Obstacle> {
        match translator.term(term, scope)?.as_slice() {
            [only] if only.guards.is_empty() => Ok(only.term.clone()),
            _ => cannot("a difference has several cases"),
        }
    }

    /// What must hold of the parameters for the facts to be true; the coordinates are those of a position.
    pub(in crate::prover) fn assumptions(
        &self,
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<Vec<Presburger>, Obstacle> {
        let (first, step) =
            (Self::linear(&self.first_difference, scope, translator)?, Self::linear(&self.step, scope, translator)?);
        let start = Self::linear(&self.first_term, scope, translator)?;
        Ok(vec![
            Presburger::at_most(0, start),
            Presburger::at_most(0, first.clone()),
            Presburger::at_most(0, step.clone()),
            Presburger::less(0, first + step),
        ])
    }

    /// The first index.
    pub(in crate::prover) fn first(
        &self,
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<(Integer, Integer), Obstacle> {
        let start = Self::linear(&self.first_term, scope, translator)?;
        Ok((start, Self::linear(&self.first_difference, scope, translator)?))
    }

    /// What is known of one index.
    pub(in crate::prover) fn of_one(
        &self,
        index: SequenceIndex,
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<Presburger, Obstacle> {
        let start = Self::linear(&self.first_term, scope, translator)?;
        let first = Self::linear(&self.first_difference, scope, translator)?;
        let step = Self::linear(&self.step, scope, translator)?;
        let (term, difference) = (Integer::from(index.term), Integer::from(index.difference));
        let constant =
            Presburger::or([Presburger::less(0, step.clone()), Presburger::equal(difference.clone(), first.clone())]);
        let place = Presburger::or([
            Presburger::and([
                Presburger::equal(term.clone(), start.clone()),
                Presburger::equal(difference.clone(), first.clone()),
            ]),
            Presburger::and([
                Presburger::at_most(start + first.clone(), term),
                Presburger::at_most(first + step, difference),
            ]),
        ]);
        Ok(Presburger::and([place, constant]))
    }

    /// What is known of two indices.
    pub(in crate::prover) fn of_two(
        &self,
        one: SequenceIndex,
        other: SequenceIndex,
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<Presburger, Obstacle> {
        let step = Self::linear(&self.step, scope, translator)?;
        let before = |first: SequenceIndex, second: SequenceIndex| {
            Presburger::and([
                Presburger::at_most(Integer::from(first.term) + first.difference, second.term),
                Presburger::at_most(Integer::from(first.difference) + step.clone(), second.difference),
            ])
        };
        let same = Presburger::and([
            Presburger::equal(one.term, other.term),
            Presburger::equal(one.difference, other.difference),
        ]);
        Ok(Presburger::or([same, before(one, other), before(other, one)]))
    }

    /// Whether there is an index with `a_k <= t < a_k + d_k`, and what it satisfies.
    pub(in crate::prover) fn by_term(
        &self,
        index: SequenceIndex,
        at: &Integer,
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<(Presburger, Presburger), Obstacle> {
        let start = Self::linear(&self.first_term, scope, translator)?;
        let above = Presburger::less(at.clone(), Integer::from(index.term) + index.difference);
        let found = Presburger::and([Presburger::at_most(index.term, at.clone()), above]);
        Ok((Presburger::at_most(start, at.clone()), found))
    }

    /// Whether there is an index with `d_k <= t < d_k + s`, and what it satisfies.
    pub(in crate::prover) fn by_difference(
        &self,
        index: SequenceIndex,
        at: &Integer,
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<(Presburger, Presburger), Obstacle> {
        let first = Self::linear(&self.first_difference, scope, translator)?;
        let step = Self::linear(&self.step, scope, translator)?;
        let above = Presburger::less(at.clone(), Integer::from(index.difference) + step.clone());
        let found = Presburger::and([Presburger::at_most(index.difference, at.clone()), above]);
        Ok((Presburger::and([Presburger::at_most(first, at.clone()), Presburger::less(0, step)]), found))
    }
}

impl At<'_> {
    /// Whether the coordinates are the element of the family at the index; `scope` holds the other variables of the family.
    pub(in crate::prover) fn element(
        &self,
        family: &IndexedFamily,
        terms: &[Integer],
        scope: &Meaning,
        translator: Translator<'_>,
    ) -> Result<Presburger, Obstacle> {
        let mut parts = Vec::new();
        for (equation, term) in family.components.iter().zip(terms) {
            let Some(equation) = equation else { continue };
            let sum = Integer::from(self.index.term) * equation.of_term
                + Integer::from(self.index.difference) * equation.of_difference;
            parts.push(translator.on(&equation.rest, scope, |rest| {
                Presburger::equal(term.clone() * equation.scale, sum.clone() + rest)
            })?);
        }
        Ok(Presburger::And(parts))
    }
}

type FamilyOf<'a> = (usize, &'a [Bound], &'a [Value]);

/// The families that are not linear; none may stand where a set is taken away, or on both sides of an intersection.
fn collect<'a>(set: &'a Set, taken: bool, families: &mut Vec<FamilyOf<'a>>) -> Result<(), Obstacle> {
    match &set.kind {
        SetKind::List(_) | SetKind::Outcome(_) => {}
        SetKind::Family { bound, condition, element } => {
            if element.iter().all(|value| is_linear(&value.term)) {
                return Ok(());
            }
            if taken || condition.is_some() || element.iter().any(|value| !value.lookups.is_empty()) {
                return cannot("a product of two variables has no automaton");
            }
            families.push((set.id, bound, element));
        }
        SetKind::Union(left, right) => {
            collect(left, taken, families)?;
            collect(right, taken, families)?;
        }
        SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            collect(left, taken, families)?;
            collect(right, true, families)?;
        }
        SetKind::Symmetric(inner, _) => collect(inner, taken, families)?,
    }
    Ok(())
}

fn is_linear(term: &ruleset::Term) -> bool {
    // Terms that are no polynomials are for the translator.
    polynomial(term).is_none_or(|known| known.linear().is_some())
}

/// The component with a variable that it is not linear in; of several the one that begins with the least number, as the others are later terms.
fn sequence(bound: &[Bound], element: &[Value]) -> Option<SeenSequence> {
    let mut all: Vec<SeenSequence> = element.iter().filter_map(|value| sequence_of(bound, value)).collect();
    let begins = |seen: &SeenSequence| {
        let first = seen.term.with(ruleset::Variable::Amount(seen.slot), &Polynomial::constant(seen.low))?.linear()?;
        (first.terms.is_empty() && first.denominator == 1).then_some(first.constant)
    };
    let first: Option<Vec<i128>> = all.iter().map(begins).collect();
    let least = first.and_then(|first| (0..first.len()).min_by_key(|at| first[*at])).unwrap_or(0);
    (least < all.len()).then(|| all.swap_remove(least))
}

/// The sequence that one component is, if it is no linear one.
fn sequence_of(bound: &[Bound], value: &Value) -> Option<SeenSequence> {
    let term = polynomial(&value.term).filter(|term| term.linear().is_none())?;
    for bound in bound {
        let slot = ruleset::Variable::Amount(bound.slot);
        let [(low, None)] = bound.domain.0.as_slice() else { continue };
        let (ruleset::Term::Constant(low), true) = (&low.term, low.lookups.is_empty()) else { continue };
        // Other variables of the family are no part of the sequence.
        let mut own = term.clone();
        for other in term.variables() {
            if other != slot && matches!(other, ruleset::Variable::Amount(_)) {
                own = own.with(other, &Polynomial::constant(0))?;
            }
        }
        let next = Polynomial::variable(slot).plus(1, &Polynomial::constant(1))?;
        let difference = own.with(slot, &next)?.plus(-1, &own)?;
        let step = difference.with(slot, &next)?.plus(-1, &difference)?;
        if !step.variables().contains(&slot) && own.is_whole() {
            return Some(SeenSequence { slot: bound.slot, low: *low, term: own, difference });
        }
    }
    None
}

/// A family over the same sequence, if all its components are linear in the terms and differences.
fn family(bound: &[Bound], element: &[Value], sequence: &SeenSequence) -> Option<IndexedFamily> {
    // The index of this family stands for that of the sequence: both begin at the same number.
    let index = bound.iter().find(|bound| {
        let first = bound.domain.0.as_slice();
        matches!(first, [(low, None)] if low.term == ruleset::Term::Constant(sequence.low) && low.lookups.is_empty())
            && element.iter().any(|value| {
                let slot = ruleset::Variable::Amount(bound.slot);
                polynomial(&value.term).is_some_and(|term| term.linear().is_none() && term.variables().contains(&slot))
            })
    })?;
    let from = Polynomial::variable(ruleset::Variable::Amount(index.slot));
    let own = ruleset::Variable::Amount(sequence.slot);
    let (term, difference) = (sequence.term.with(own, &from)?, sequence.difference.with(own, &from)?);
    let mut components = Vec::new();
    for (at, value) in element.iter().enumerate() {
        if value.term == ruleset::Term::Variable(ruleset::Variable::Coordinate(at)) {
            components.push(None);
            continue;
        }
        components.push(Some(equation(&value.term, &term, &difference, ruleset::Variable::Amount(index.slot))?));
    }
    Some(IndexedFamily { index: index.slot, components })
}

/// Solves `component = p * term + q * difference + (something linear without the index)` for rational p and q.
fn equation(
    component: &ruleset::Term,
    term: &Polynomial,
    difference: &Polynomial,
    index: ruleset::Variable,
) -> Option<FamilyEquation> {
    let Some(wanted) = polynomial(component) else {
        // What is no polynomial must not depend on the index.
        let mut mentions = false;
        component.visit_variables(&mut |variable| mentions |= variable == index);
        return (!mentions).then(|| FamilyEquation { scale: 1, of_term: 0, of_difference: 0, rest: component.clone() });
    };
    // With numerators T / t, D / d, W / w: (p / t) T + (q / d) D = W / w in every monomial with the index.
    let (of_term, of_difference) = (term.depending_on(index), difference.depending_on(index));
    let of_wanted = wanted.depending_on(index);
    let monomials: std::collections::BTreeSet<_> =
        of_term.keys().chain(of_difference.keys()).chain(of_wanted.keys()).collect();
    let rows: Vec<[i128; 3]> = monomials
        .into_iter()
        .map(|monomial| {
            let number = |of: &BTreeMap<_, i128>| of.get(monomial).copied().unwrap_or(0);
            [number(&of_term), number(&of_difference), number(&of_wanted)]
        })
        .collect();
    // p' = p / t and q' = q / d as fractions over one denominator, times w.
    let (above_p, above_q, below) = solved(&rows)?;
    let scale = below.checked_mul(wanted.denominator())?;
    let p = above_p.checked_mul(term.denominator())?;
    let q = above_q.checked_mul(difference.denominator())?;
    let divisor = [p, q, scale].into_iter().fold(0, gcd).max(1);
    let (p, q, scale) = (p / divisor, q / divisor, scale / divisor);
    let none = Polynomial::constant(0);
    let rest = none.plus(scale, &wanted)?.plus(-p, term)?.plus(-q, difference)?.linear()?;
    if rest.terms.iter().any(|(variable, _)| *variable == index) {
        return None;
    }
    let by = rest.denominator;
    let number = |value: i128| i64::try_from(value.checked_mul(by)?).ok();
    Some(FamilyEquation { scale: number(scale)?, of_term: number(p)?, of_difference: number(q)?, rest: as_term(&rest) })
}

/// Numbers p, q and a positive number n with `p * row[0] + q * row[1] = n * row[2]` for all rows.
fn solved(rows: &[[i128; 3]]) -> Option<(i128, i128, i128)> {
    let fits = |(p, q, n): &(i128, i128, i128)| {
        rows.iter().all(|[a, b, w]| {
            let sum = p.checked_mul(*a).zip(q.checked_mul(*b)).and_then(|(first, second)| first.checked_add(second));
            sum.is_some() && sum == n.checked_mul(*w)
        })
    };
    let mut tried = vec![(0, 0, 1)];
    for [a, b, w] in rows {
        for (number, candidate) in [(a, (*w, 0, *a)), (b, (0, *w, *b))] {
            if *number != 0 {
                tried.push(candidate);
            }
        }
        for [c, d, v] in rows {
            let determinant = a.checked_mul(*d)?.checked_sub(b.checked_mul(*c)?)?;
            if determinant != 0 {
                let p = w.checked_mul(*d)?.checked_sub(b.checked_mul(*v)?)?;
                let q = a.checked_mul(*v)?.checked_sub(w.checked_mul(*c)?)?;
                tried.push((p, q, determinant));
            }
        }
    }
    let positive = |(p, q, n): (i128, i128, i128)| if n < 0 { (-p, -q, -n) } else { (p, q, n) };
    tried.into_iter().map(positive).find(fits)
}
