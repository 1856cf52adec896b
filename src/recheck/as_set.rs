//! The set that a claim says that of all P-positions to be: as it is written, or, of `P(x, y) iff ...`, as the formula tells it when it is solved
//! for the heaps. Decides nothing.
//!
//! A formula is a set if it is made of alternatives, each with quantifiers `exists` in front of conditions among which some equation tells each
//! heap: `exists k >= 0: x = k^2 and y = x + 2 * k + 1` is `{(k^2, k^2 + 2 * k + 1) for k >= 0}`. With two heaps, `min(x, y) = A` and
//! `max(x, y) = B` are `sym {(A, B)}`, as far as A <= B.
use super::claims::orders;
use super::polynomial::Polynomial;
use crate::ruleset::definition::{Definition, Given, definition};
use crate::ruleset::statement::{Body, Bound, Except, Formula, Set, SetKind, Statement, Value};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::Outcome;
use std::borrow::Cow;

/// Alternatives of one formula, at most.
const MOST_ALTERNATIVES: usize = 16;

/// The set of all P-positions that a statement gives, if that is what it does.
pub(crate) fn p_positions<'a>(ruleset: &Ruleset, statement: &'a Statement) -> Option<Cow<'a, Set>> {
    let everywhere = matches!(statement.condition, None | Some(Formula::Known(true)));
    if !everywhere || !matches!(statement.except, Except::Nothing) {
        return None;
    }
    if let Body::Equal(Outcome::P, set) = &statement.body {
        return Some(Cow::Borrowed(set));
    }
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let Definition::Outcomes(Outcome::P, Given::Formula(formula)) = definition(statement, dimension)? else {
        return None;
    };
    let mut sets = Vec::new();
    for alternative in alternatives(ruleset.heaps.len(), formula)? {
        sets.push(solved(ruleset, alternative)?);
    }
    united(sets).map(Cow::Owned)
}

/// Conditions all of which hold for some numbers.
#[derive(Clone, Default)]
struct Disjunct {
    bounds: Vec<Bound>,
    conditions: Vec<Condition>,
}

/// Alternatives one of which holds wherever a formula does; none if it is not made of such.
fn alternatives(heaps: usize, formula: &Formula) -> Option<Vec<Disjunct>> {
    match formula {
        Formula::Known(true) => Some(vec![Disjunct::default()]),
        Formula::Known(false) => Some(Vec::new()),
        Formula::Test(lookups, condition) if lookups.is_empty() => of_condition(condition),
        Formula::And(parts) => all_of(parts.iter().map(|part| alternatives(heaps, part))),
        Formula::Or(parts) => one_of(parts.iter().map(|part| alternatives(heaps, part))),
        Formula::Member(place, set) if place.game == 0 && place.lookups.is_empty() => {
            of_set(heaps, &place.position, set)
        }
        Formula::Exists(bound, body) if !looks_up(bound) => {
            let mut inner = alternatives(heaps, body)?;
            for alternative in &mut inner {
                alternative.bounds.insert(0, bound.clone());
            }
            let is_new = |alternative: &Disjunct| alternative.bounds[1..].iter().all(|own| own.slot != bound.slot);
            inner.iter().all(is_new).then_some(inner)
        }
        _ => None,
    }
}

/// That a position is one of a set.
fn of_set(heaps: usize, position: &[Term], set: &Set) -> Option<Vec<Disjunct>> {
    match &set.kind {
        SetKind::List(elements) => one_of(elements.iter().map(|element| Some(vec![is_at(position, element)?]))),
        SetKind::Family { bound, condition, element } => {
            let always = || Some(vec![Disjunct::default()]);
            let said = condition.as_ref().map_or_else(always, |said| alternatives(heaps, said));
            let here = Disjunct { bounds: bound.clone(), ..is_at(position, element)? };
            let is_plain = bound.iter().all(|bound| !looks_up(bound));
            all_of([Some(vec![here]).filter(|_| is_plain), said].into_iter())
        }
        SetKind::Union(left, right) => one_of([left, right].into_iter().map(|set| of_set(heaps, position, set))),
        SetKind::Symmetric(inner, 1) if heaps <= 3 && heaps <= position.len() => {
            let registers = position[heaps..].to_vec();
            let heap = |at: usize| position[at].clone();
            let permuted = orders(heaps).into_iter().map(|order| order.into_iter().map(heap).collect::<Vec<_>>());
            let permuted = permuted.map(|heaps| [heaps, registers.clone()].concat());
            one_of(permuted.map(|position| of_set(heaps, &position, inner)))
        }
        _ => None,
    }
}

/// That the coordinates of a position are those of an element.
fn is_at(position: &[Term], element: &[Value]) -> Option<Disjunct> {
    let conditions = position.iter().zip(element).map(|(own, value)| {
        let same = Condition::Compare(own.clone(), Comparison::Equal, value.term.clone());
        value.lookups.is_empty().then_some(same)
    });
    Some(Disjunct { bounds: Vec::new(), conditions: conditions.collect::<Option<_>>()? })
}

fn of_condition(condition: &Condition) -> Option<Vec<Disjunct>> {
    match condition {
        Condition::Known(true) => Some(vec![Disjunct::default()]),
        Condition::Known(false) => Some(Vec::new()),
        Condition::And(parts) => all_of(parts.iter().map(of_condition)),
        Condition::Or(parts) => one_of(parts.iter().map(of_condition)),
        other => Some(vec![Disjunct { bounds: Vec::new(), conditions: vec![other.clone()] }]),
    }
}

fn one_of(parts: impl Iterator<Item = Option<Vec<Disjunct>>>) -> Option<Vec<Disjunct>> {
    let all: Vec<Disjunct> = parts.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    (all.len() <= MOST_ALTERNATIVES).then_some(all)
}

/// One alternative of each part, chosen in all ways.
fn all_of(mut parts: impl Iterator<Item = Option<Vec<Disjunct>>>) -> Option<Vec<Disjunct>> {
    parts.try_fold(vec![Disjunct::default()], |chosen, next| {
        let next = next?;
        let mut all = Vec::new();
        for (first, second) in chosen.iter().flat_map(|first| next.iter().map(move |second| (first, second))) {
            // Two quantifiers with one slot are not told apart here.
            if first.bounds.iter().any(|own| second.bounds.iter().any(|other| own.slot == other.slot)) {
                return None;
            }
            all.push(Disjunct {
                bounds: [first.bounds.as_slice(), &second.bounds].concat(),
                conditions: [first.conditions.as_slice(), &second.conditions].concat(),
            });
        }
        (all.len() <= MOST_ALTERNATIVES).then_some(all)
    })
}

fn looks_up(bound: &Bound) -> bool {
    ends(bound).any(|end| !end.lookups.is_empty())
}

/// The ends of what a variable runs through.
fn ends(bound: &Bound) -> impl Iterator<Item = &Value> {
    bound.domain.0.iter().flat_map(|(low, high)| std::iter::once(low).chain(high))
}

/// The positions of one alternative, if its equations tell every heap.
fn solved(ruleset: &Ruleset, Disjunct { mut bounds, mut conditions }: Disjunct) -> Option<Set> {
    let heaps = ruleset.heaps.len();
    let mut told: Vec<Option<Term>> = vec![None; heaps];
    let is_ordered = in_order(heaps, &mut conditions, &mut told);
    while let Some((at, heap, term)) = equation(&conditions, &told) {
        conditions.remove(at);
        for condition in &mut conditions {
            *condition = put_in(condition, heap, &term);
        }
        told[heap] = Some(term);
    }
    let mut element = told.into_iter().collect::<Option<Vec<Term>>>()?;
    without_told_bounds(&mut bounds, &mut conditions, &mut element);
    // What bounds of numbers say of heaps is not read.
    let speaks_of_heaps = |bound: &Bound| ends(bound).any(|end| names_a_heap(&end.term, heaps));
    if bounds.iter().any(speaks_of_heaps) {
        return None;
    }
    conditions.retain(|condition| !is_true(ruleset, &bounds, condition));
    let conditions: Vec<Formula> = conditions.into_iter().map(|own| Formula::Test(Vec::new(), own)).collect();
    let condition = (!conditions.is_empty()).then(|| Box::new(Formula::And(conditions)));
    let element: Vec<Value> = element.into_iter().map(|term| Value { lookups: Vec::new(), term }).collect();
    let kind = if bounds.is_empty() && condition.is_none() {
        SetKind::List(vec![element])
    } else {
        SetKind::Family { bound: bounds, condition, element }
    };
    let set = of_kind(kind);
    Some(if is_ordered { of_kind(SetKind::Symmetric(Box::new(set), 1)) } else { set })
}

/// Takes `min(x, y) = A` and `max(x, y) = B` of two heaps for `(A, B)` in any order, where A <= B.
fn in_order(heaps: usize, conditions: &mut Vec<Condition>, told: &mut [Option<Term>]) -> bool {
    let all: Vec<Term> = (0..heaps).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
    let is_all = |parts: &[Term]| parts.len() == heaps && all.iter().all(|own| parts.contains(own));
    let extreme = |is_least: bool| {
        conditions.iter().enumerate().find_map(|(at, condition)| {
            let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
            sides(left, right).into_iter().find_map(|(own, divisor, other)| match own {
                Term::Min(parts) if is_least && is_all(parts) => Some((at, divided(other, divisor)?)),
                Term::Max(parts) if !is_least && is_all(parts) => Some((at, divided(other, divisor)?)),
                _ => None,
            })
        })
    };
    let (Some((first, least)), Some((second, greatest))) = (extreme(true), extreme(false)) else { return false };
    let names_a_heap = |condition: &Condition| {
        let mut found = false;
        condition.visit_variables(&mut |variable| {
            found |= matches!(variable, Variable::Coordinate(at) if at < heaps);
        });
        found
    };
    let others = conditions.iter().enumerate().filter(|(at, _)| ![first, second].contains(at));
    let others: Vec<Condition> = others.map(|(_, condition)| condition.clone()).collect();
    let between = Condition::Compare(least.clone(), Comparison::AtMost, greatest.clone());
    // What else is said of the heaps may be so in one order alone.
    if heaps != 2 || others.iter().chain([&between]).any(names_a_heap) {
        return false;
    }
    *conditions = others;
    conditions.push(between);
    (told[0], told[1]) = (Some(least), Some(greatest));
    true
}

/// An equation that tells a heap of which nothing was told by terms without heaps: its place, the heap, and the term.
fn equation(conditions: &[Condition], told: &[Option<Term>]) -> Option<(usize, usize, Term)> {
    conditions.iter().enumerate().find_map(|(at, condition)| {
        let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
        sides(left, right).into_iter().find_map(|(own, divisor, other)| match own {
            Term::Variable(Variable::Coordinate(heap))
                if told.get(*heap).is_some_and(Option::is_none) && !names_a_heap(other, told.len()) =>
            {
                Some((at, *heap, divided(other, divisor)?))
            }
            _ => None,
        })
    })
}

/// Both sides of an equation, each as a positive multiple of something and with the other side.
fn sides<'a>(left: &'a Term, right: &'a Term) -> [(&'a Term, i128, &'a Term); 2] {
    [(left, right), (right, left)].map(|(own, other)| match own {
        Term::Product(factor, inner) => match (&**factor, &**inner) {
            (Term::Constant(number @ 1..), inner) | (inner, Term::Constant(number @ 1..)) => (inner, *number, other),
            _ => (own, 1, other),
        },
        _ => (own, 1, other),
    })
}

/// A quotient that comes out even whatever the variables are.
fn divided(term: &Term, divisor: i128) -> Option<Term> {
    if divisor == 1 {
        return Some(term.clone());
    }
    let quotient = Term::FloorDivide(Box::new(term.clone()), Box::new(Term::Constant(divisor)));
    Polynomial::of(&quotient).map(|_| quotient)
}

/// Puts what an equation tells a bound number to be in its place; what it runs through is a condition then.
fn without_told_bounds(bounds: &mut Vec<Bound>, conditions: &mut Vec<Condition>, element: &mut [Term]) {
    let told = |bounds: &[Bound], conditions: &[Condition]| {
        bounds.iter().enumerate().find_map(|(which, bound)| {
            let own = Term::Variable(Variable::Amount(bound.slot));
            let [(Value { term: low @ Term::Constant(_), .. }, None)] = bound.domain.0.as_slice() else { return None };
            // The range of another that speaks of it would lose it.
            let is_own = |part: Part<'_>| matches!(part, Part::Term(term) if *term == own);
            if bounds.iter().flat_map(ends).any(|end| Part::Term(&end.term).any(&mut { is_own })) {
                return None;
            }
            let is_free =
                |other: &Term| !Part::Term(other).any(&mut |part| matches!(part, Part::Term(term) if *term == own));
            let found = conditions.iter().enumerate().find_map(|(at, condition)| {
                let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
                let other =
                    [(left, right), (right, left)].into_iter().find(|(side, other)| **side == own && is_free(other));
                other.map(|(_, other)| (at, other.clone()))
            });
            found.map(|(at, other)| {
                (which, at, Condition::Compare(low.clone(), Comparison::AtMost, other.clone()), other)
            })
        })
    };
    while let Some((which, at, range, term)) = told(bounds, conditions) {
        let slot = bounds.remove(which).slot;
        conditions.remove(at);
        conditions.push(range);
        let replace = &mut |own: &Term| (*own == Term::Variable(Variable::Amount(slot))).then(|| term.clone());
        for condition in conditions.iter_mut() {
            *condition = condition.map_terms(replace);
        }
        for own in element.iter_mut() {
            *own = own.map(replace);
        }
    }
}

fn names_a_heap(term: &Term, heaps: usize) -> bool {
    let mut found = false;
    term.visit_variables(&mut |variable| found |= matches!(variable, Variable::Coordinate(at) if at < heaps));
    found
}

fn put_in(condition: &Condition, heap: usize, term: &Term) -> Condition {
    condition.map_terms(&mut |own| (*own == Term::Variable(Variable::Coordinate(heap))).then(|| term.clone()))
}

/// Whether a comparison is true of all numbers that it speaks of, as the difference is a polynomial in natural numbers without negative
/// coefficients.
fn is_true(ruleset: &Ruleset, bounds: &[Bound], condition: &Condition) -> bool {
    let Condition::Compare(low, Comparison::AtMost, high) = condition else {
        return matches!(condition, Condition::Known(true));
    };
    let least = |variable: Variable| match variable {
        Variable::Coordinate(at) => {
            let register = at.checked_sub(ruleset.heaps.len()).and_then(|at| ruleset.registers.get(at))?;
            Some(i128::from(register.low))
        }
        Variable::Amount(slot) => {
            let bound = bounds.iter().find(|bound| bound.slot == slot)?;
            match bound.domain.0.as_slice() {
                [(Value { term: Term::Constant(low), .. }, _)] => Some(*low),
                _ => None,
            }
        }
    };
    let mut is_bounded = true;
    Part::Condition(condition).visit(&mut |part| {
        if let Part::Term(Term::Variable(variable)) = part {
            is_bounded &= least(*variable).is_some();
        }
    });
    let from_zero = |term: &Term| {
        term.map(&mut |own| match own {
            Term::Variable(variable) => Some(Term::Sum(vec![own.clone(), Term::Constant(least(*variable)?)])),
            _ => None,
        })
    };
    let difference = || Polynomial::of(&from_zero(high))?.plus(-1, &Polynomial::of(&from_zero(low))?);
    is_bounded && difference().is_some_and(|difference| difference.has_no_negative_coefficient())
}

fn united(sets: Vec<Set>) -> Option<Set> {
    let mut id = 0;
    let joined = sets.into_iter().reduce(|left, right| of_kind(SetKind::Union(Box::new(left), Box::new(right))))?;
    Some(named(joined, &mut id))
}

/// The set with a name for each part, and the variables that they depend on.
fn named(set: Set, next: &mut usize) -> Set {
    let id = *next;
    *next += 1;
    let mut inner = |set: Box<Set>| Box::new(named(*set, next));
    let kind = match set.kind {
        SetKind::Union(left, right) => SetKind::Union(inner(left), inner(right)),
        SetKind::Symmetric(set, width) => SetKind::Symmetric(inner(set), width),
        kind => kind,
    };
    let mut free = Vec::new();
    let made = of_kind(kind);
    Part::Set(&made).visit(&mut |part| {
        if let Part::Term(Term::Variable(variable @ Variable::Coordinate(_))) = part
            && !free.contains(variable)
        {
            free.push(*variable);
        }
    });
    Set { id, free, ..made }
}

const fn of_kind(kind: SetKind) -> Set {
    Set { id: 0, kind, free: Vec::new() }
}
