//! P-positions that are made of a complementary pair of sequences with an open parameter in its slope: the slope, elements, and how indices are
//! chosen for a position are guessed from the claim, and decided by the checker of certificates.
use super::power_forms::{Coefficients, PowerReading, exactly, polynomial_root, product, sum};
use crate::certificate::{ProgressionChoice, ProgressionTerm};
use crate::ruleset::definition::Given;
use crate::ruleset::statement::{Bound, Set, SetKind, Value};
use crate::ruleset::{Part, Term, Variable};

/// Slopes that are tried for one game.
const MOST_SUGGESTED: usize = 3;

/// What a claim about two heaps says of a pair.
#[derive(Debug)]
pub(super) struct SeenPair {
    pub(super) slope: Coefficients,
    /// `A(n) = floor(n alpha + 1 / alpha)` in place of `floor(n alpha)`.
    pub(super) shifted: bool,
    pub(super) elements: Vec<Vec<ProgressionTerm>>,
    pub(super) strategies: Vec<Vec<ProgressionChoice>>,
}

/// A quotient with a root of a number: `floor((rational + floor(sqrt(n^2 times))) / divisor)`.
struct RootQuotient<'t> {
    rational: Vec<&'t Term>,
    times: Coefficients,
    divisor: Coefficients,
}

/// What is seen of a pair; none if there is no root with the parameter in it, or if it is no such pair.
pub(super) fn seen(mut reading: PowerReading<'_>, given: Given<'_>) -> Option<SeenPair> {
    if reading.ruleset.heaps.len() != 2 {
        return None;
    }
    let part = match given {
        Given::Set(set) => Part::Set(set),
        Given::Formula(formula) => Part::Formula(formula),
    };
    let mut slope = None;
    part.any(&mut |part| {
        if let Part::Term(term) = part {
            slope = slope.take().or_else(|| slope_of(&root_quotient(&mut reading, term)?));
        }
        slope.is_some()
    });
    let (slope, shifted) = slope?;
    let own = |index: &[i64], constant: &[i64]| ProgressionTerm {
        times: vec![1],
        index: index.to_vec(),
        constant: constant.to_vec(),
        over: vec![1],
    };
    let ahead: &[i64] = if shifted { &[1] } else { &[] };
    let mut elements = vec![vec![own(&[], &[]), own(&slope, ahead)]];
    if let Given::Set(set) = given {
        look(&mut reading, &slope, set, &mut elements);
    }
    let strategies = strategies(&slope, &elements);
    let turned: Vec<_> = elements.iter().map(|element| element.iter().rev().cloned().collect()).collect();
    for element in turned {
        if !elements.contains(&element) {
            elements.push(element);
        }
    }
    Some(SeenPair { slope, shifted, elements, strategies })
}

/// Slopes that conditions of moves suggest: what depends on the parameter alone in them, and 1 more or less.
pub(super) fn suggested(mut reading: PowerReading<'_>) -> Vec<Coefficients> {
    let mut found: Vec<Coefficients> = Vec::new();
    for family in &reading.ruleset.moves {
        Part::Condition(&family.guard).any(&mut |part| {
            if let Part::Term(term) = part
                && let Some(polynomial) = reading.polynomial(term).filter(|polynomial| polynomial.len() == 2)
            {
                let near = [0, 1, -1].map(|more| sum(&polynomial, 1, &[more]));
                for slope in near.into_iter().flatten() {
                    if slope[1] > 0 && !found.contains(&slope) {
                        found.push(slope);
                    }
                }
            }
            false
        });
    }
    found.truncate(MOST_SUGGESTED);
    found
}

/// The elements of families that are made of the pair.
fn look(reading: &mut PowerReading<'_>, slope: &[i64], set: &Set, found: &mut Vec<Vec<ProgressionTerm>>) {
    match &set.kind {
        SetKind::Family { bound, element, .. } => {
            let [Bound { slot, .. }] = bound.as_slice() else { return };
            let own = |value: &Value| made_of_the_pair(reading, slope, *slot, &value.term);
            let terms: Option<Vec<ProgressionTerm>> = element.iter().take(2).map(own).collect();
            found.extend(terms.filter(|terms| !found.contains(terms)));
        }
        SetKind::Union(left, right) => {
            look(reading, slope, left, found);
            look(reading, slope, right, found);
        }
        SetKind::Intersection(left, _) | SetKind::Difference(left, _) | SetKind::Symmetric(left, _) => {
            look(reading, slope, left, found);
        }
        SetKind::List(_) | SetKind::Outcome(_) => {}
    }
}

/// A sum of polynomials in the parameter, multiples of the index, and one of the pair.
fn made_of_the_pair(
    reading: &mut PowerReading<'_>,
    slope: &[i64],
    slot: usize,
    term: &Term,
) -> Option<ProgressionTerm> {
    if let Some(found) = root_quotient(reading, term) {
        // Shifted, no other form of it is known.
        let [divisor] = *found.divisor else { return None };
        let (mut rational, by) = (Vec::new(), exactly(divisor.checked_mul(2)?));
        for part in &found.rational {
            let ProgressionTerm { times, index, constant, .. } = made_of_the_pair(reading, slope, slot, part)?;
            if !times.is_empty() || !constant.is_empty() {
                return None;
            }
            rational = sum(&rational, 1, &index)?;
        }
        let more = sum(&product(&rational, &[2])?, divisor, &sum(slope, -2, &[1])?)?;
        return Some(ProgressionTerm { times: vec![1], index: by(&more)?, constant: Vec::new(), over: vec![1] });
    }
    let none = || ProgressionTerm { times: Vec::new(), index: Vec::new(), constant: Vec::new(), over: vec![1] };
    match term {
        Term::Variable(Variable::Amount(own)) if *own == slot => Some(ProgressionTerm { index: vec![1], ..none() }),
        Term::Sum(parts) => parts.iter().try_fold(none(), |all, part| {
            let own = made_of_the_pair(reading, slope, slot, part)?;
            Some(ProgressionTerm {
                times: sum(&all.times, 1, &own.times)?,
                index: sum(&all.index, 1, &own.index)?,
                constant: sum(&all.constant, 1, &own.constant)?,
                ..all
            })
        }),
        Term::Product(left, right) => {
            let (left, right) =
                (made_of_the_pair(reading, slope, slot, left)?, made_of_the_pair(reading, slope, slot, right)?);
            let is_pure = |term: &ProgressionTerm| term.times.is_empty() && term.index.is_empty();
            let (by, other) = match (is_pure(&left), is_pure(&right)) {
                (true, _) => (left.constant, right),
                (false, true) => (right.constant, left),
                (false, false) => return None,
            };
            let scaled = |part: &[i64]| product(part, &by);
            Some(ProgressionTerm {
                times: scaled(&other.times)?,
                index: scaled(&other.index)?,
                constant: scaled(&other.constant)?,
                ..other
            })
        }
        other => Some(ProgressionTerm { constant: reading.polynomial(other)?, ..none() }),
    }
}

/// The parts of a quotient with a root.
fn root_quotient<'t>(reading: &mut PowerReading<'_>, term: &'t Term) -> Option<RootQuotient<'t>> {
    let Term::FloorDivide(above, below) = term else { return None };
    let (Term::Sum(parts), divisor) = (above.as_ref(), reading.polynomial(below)?) else { return None };
    let (mut rational, mut inner) = (Vec::new(), None);
    for part in parts {
        match root_in(part) {
            Some(found) if inner.is_none() => inner = Some(found),
            _ => rational.push(part),
        }
    }
    let (mut factors, mut times, mut others) = (Vec::new(), vec![1], 0);
    collect(inner?, &mut factors);
    for factor in factors {
        match reading.polynomial(factor) {
            Some(polynomial) => times = product(&times, &polynomial)?,
            None => others += 1,
        }
    }
    (others == 2 || others == 1).then_some(RootQuotient { rational, times, divisor })
}

/// What stands under a root, alone or in the first case.
fn root_in(term: &Term) -> Option<&Term> {
    match term {
        Term::SquareRoot(inner) => Some(inner),
        Term::Cases(cases) => match &cases.first()?.1 {
            Term::SquareRoot(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

fn collect<'t>(term: &'t Term, factors: &mut Vec<&'t Term>) {
    match term {
        Term::Product(left, right) => {
            collect(left, factors);
            collect(right, factors);
        }
        other => factors.push(other),
    }
}

/// The g with `4 times = divisor^2 (g^2 + 4)`, if there is one and it is no number; and whether the pair is shifted: then the divisor is 2 g.
fn slope_of(found: &RootQuotient<'_>) -> Option<(Coefficients, bool)> {
    let [divisor] = *found.divisor else {
        let slope = exactly(2)(&found.divisor)?;
        let square = sum(&product(&slope, &slope)?, 1, &[4])?;
        return (square == found.times).then_some((slope, true));
    };
    let by = exactly(divisor.checked_mul(divisor)?);
    let square = sum(&by(&product(&found.times, &[4])?)?, -1, &[4])?;
    polynomial_root(&square).filter(|slope| 1 < slope.len()).map(|slope| (slope, false))
}

/// How indices may be chosen, the simplest first: by the smaller heap as one of the pair, and by the difference of the heaps.
fn strategies(slope: &[i64], elements: &[Vec<ProgressionTerm>]) -> Vec<Vec<ProgressionChoice>> {
    let mut all = Vec::new();
    for element in elements {
        let [smaller, larger] = element.as_slice() else { continue };
        let opposite = |constant: &[i64]| sum(&[], -1, constant);
        let apart = sum(&smaller.constant, -1, &larger.constant);
        let (Some(own), Some(apart)) = (opposite(&smaller.constant), apart) else { continue };
        let by_heap = ProgressionChoice { times: Vec::new(), heaps: vec![vec![1], Vec::new()], constant: own };
        let by_difference =
            ProgressionChoice { times: slope.to_vec(), heaps: vec![vec![-1], vec![1]], constant: apart };
        all.extend([vec![by_heap.clone()], vec![by_heap, by_difference]]);
    }
    all
}
