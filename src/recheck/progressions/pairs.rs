//! Two sequences that have every positive number between them once: `A(n) = floor(n (2 - g + sqrt(g^2 + 4)) / 2)` and `B(n) = A(n) + g n`, for
//! a natural number g >= 1 that is a polynomial in the parameter; and two that have every natural number once, which are shifted. Knows terms that
//! are these, and what is true of them.
//!
//! Let alpha be what n is multiplied by in A, and beta = alpha + g. As `alpha^2 + (g - 2) alpha - g = 0`, `1 / alpha + 1 / beta = 1`; two squares
//! that differ by 4 are 0 and 4, so `g^2 + 4` is none, and alpha is irrational. So the numbers A(n) and B(n) with n >= 1 are all positive numbers,
//! each once (Beatty 1926; these two are those of Fraenkel's a-Wythoff, 1982). And `1 < alpha < 2`: `m <= A(n + m) - A(n) <= 2 m` for m >= 0. With
//! `d = alpha - 1`, `d (d + g) = 1` and `0 < d < 1`: `n d < 1` if and only if `n < g + d`, which is `n <= g`; so `A(n) = n` for these n alone.
//!
//! Shifted they are `A(n) = floor(n alpha + 1 / alpha)` and `B(n) = A(n) + g n + 1 = floor(n beta + 1 / alpha + 1)`. For N >= 0 the indices n >= 0
//! with `A(n) <= N` are those below `(N + 1) / alpha - 1 / alpha^2`, and those with `B(n) <= N` below `N / beta - 1 / (alpha beta)`; neither of
//! these is whole, the second is above -1, and their sum is N. So N + 1 of the numbers up to N are there, for every N, and each is once (Fraenkel 1984).
//! The same bounds hold for what they grow by, A(0) = 0, and n < A(n) for n >= 1, as `d + 1 / alpha = 1 + d^2 / alpha`.
use super::monomials::{Monomials, UnknownOf, degree, divided, is_positive, is_pure, of_one, product};
use super::reader::{ProgressionReader, ReadScope};
use crate::certificate::Progression;
use crate::recheck::products::forms::{Asserted, Formed, IntegerForm, at_most, equal, less};
use crate::ruleset::statement::{Bound, Domain, Set, SetKind, Value};
use crate::ruleset::{Condition, Ruleset, Term, Variable};

/// The numbers A(n) that were asked for.
#[derive(Clone, Debug)]
pub(super) struct ComplementaryPair {
    slope: IntegerForm,
    shifted: bool,
    /// Naturals of which A is asked: unknown numbers, each with 0 or more added.
    indices: Vec<IntegerForm>,
    /// Of such an index, and its A.
    terms: Vec<(IntegerForm, IntegerForm)>,
}

impl ComplementaryPair {
    pub(super) fn new(slope: IntegerForm, shifted: bool) -> Formed<Self> {
        if is_positive(&slope) {
            Ok(Self { slope, shifted, indices: Vec::new(), terms: Vec::new() })
        } else {
            Err("the slope of the certificate need not be 1 or more".to_owned())
        }
    }

    /// An index that is this number or more, and that as a fact.
    pub(super) fn index(&mut self, numbers: &mut Monomials, low: usize) -> Formed<(IntegerForm, Asserted)> {
        let index = numbers.fresh(UnknownOf::Index)?;
        self.indices.push(index.clone());
        let from = at_most(&number(low)?, &index)?;
        Ok((index, from))
    }

    /// A number that is natural is an index.
    pub(super) fn is_an_index(&mut self, number: &IntegerForm) {
        self.indices.push(number.clone());
    }

    /// For each quotient and index, which of the two numbers, or of one and the opposite of the other, is the smaller one.
    pub(super) fn compared(&self, quotients: &[IntegerForm]) -> Formed<Vec<Asserted>> {
        let (zero, mut all) = (IntegerForm::default(), Vec::new());
        for (quotient, index) in quotients.iter().flat_map(|one| self.indices.iter().map(move |index| (one, index))) {
            for sign in [1, -1] {
                let sum = quotient.plus(sign, index)?;
                all.push(Asserted::One(vec![less(&sum, &zero)?, equal(&sum, &zero)?, less(&zero, &sum)?]));
            }
        }
        Ok(all)
    }

    /// A at an index.
    pub(super) fn lower(&mut self, numbers: &mut Monomials, index: &IntegerForm) -> Formed<IntegerForm> {
        let more = |own: &IntegerForm| index.plus(-1, own).ok()?.known().filter(|more| 0 <= *more);
        if let Some((_, known)) = self.terms.iter().find(|term| term.0 == *index) {
            return Ok(known.clone());
        }
        let place = self.indices.iter().enumerate().find_map(|(at, own)| Some((at, more(own)?)));
        let (at, more) = place.ok_or("a sequence is asked at what is no index")?;
        let found = numbers.fresh(UnknownOf::Lower(at, more))?;
        self.terms.push((index.clone(), found.clone()));
        Ok(found)
    }

    /// B at an index.
    pub(super) fn upper(&mut self, numbers: &mut Monomials, index: &IntegerForm) -> Formed<IntegerForm> {
        let lower = self.lower(numbers, index)?;
        self.above(index, &lower)
    }

    fn above(&self, index: &IntegerForm, lower: &IntegerForm) -> Formed<IntegerForm> {
        lower.plus(1, &product(&self.slope, index)?)?.and(i128::from(self.shifted))
    }

    /// What is so of all of them.
    pub(super) fn facts(&self) -> Formed<Vec<Asserted>> {
        let (zero, mut all) = (IntegerForm::default(), Vec::new());
        let upper = |(index, lower): &(IntegerForm, IntegerForm)| self.above(index, lower);
        for (at, one) in self.terms.iter().enumerate() {
            let (index, lower) = one;
            // This holds in both cases, and is more of a fact for fractions.
            all.extend([at_most(index, lower)?, at_most(lower, &index.times(2)?)?]);
            let first = Asserted::All(vec![equal(index, &zero)?, equal(lower, &zero)?]);
            let most = index.times(2)?.and(i128::from(self.shifted))?;
            let later = [less(&zero, index)?, less(lower, &most)?, less(lower, &upper(one)?)?];
            let mut later = vec![[&later[..], &[less(index, lower)?]].concat()];
            if !self.shifted {
                later[0].push(less(&self.slope, index)?);
                later.push(vec![less(&zero, index)?, at_most(index, &self.slope)?, equal(index, lower)?]);
            }
            all.push(Asserted::One([first].into_iter().chain(later.into_iter().map(Asserted::All)).collect()));
            for other in &self.terms[..at] {
                let same = Asserted::All(vec![equal(index, &other.0)?, equal(lower, &other.1)?]);
                all.push(Asserted::One(vec![same, is_before(one, other)?, is_before(other, one)?]));
                // Not shifted, both are 0 at 0.
                let both = [equal(index, &zero)?, equal(&other.0, &zero)?];
                let first = if self.shifted { Asserted::One(Vec::new()) } else { Asserted::All(both.to_vec()) };
                for (lower, upper) in [(lower, upper(other)?), (&other.1, upper(one)?)] {
                    all.push(Asserted::One(vec![less(lower, &upper)?, less(&upper, lower)?, first.clone()]));
                }
            }
        }
        Ok(all)
    }
}

/// One index is below the other, and A grows from it by at least what they differ in, and by twice that at most.
fn is_before(one: &(IntegerForm, IntegerForm), other: &(IntegerForm, IntegerForm)) -> Formed<Asserted> {
    let (apart, growth) = (other.0.plus(-1, &one.0)?, other.1.plus(-1, &one.1)?);
    Ok(Asserted::All(vec![less(&one.0, &other.0)?, at_most(&apart, &growth)?, at_most(&growth, &apart.times(2)?)?]))
}

fn number(value: usize) -> Formed<IntegerForm> {
    i128::try_from(value).map(IntegerForm::number).map_err(|_| "an index is too large".to_owned())
}

/// The set of all `(A(n), B(n))` and `(B(n), A(n))` in a game of two heaps, where the number g is a polynomial in a register.
pub(crate) fn pair_set(ruleset: &Ruleset, register: usize, made: &Progression) -> Set {
    let index = || Term::Variable(Variable::Amount(0));
    let product = |left: Term, right: Term| Term::Product(Box::new(left), Box::new(right));
    let coordinate = |at: usize| Term::Variable(Variable::Coordinate(at));
    let of_slope = || {
        made.slope.iter().rev().fold(Term::Constant(0), |sum, coefficient| {
            let more = Term::Constant((*coefficient).into());
            Term::Sum(vec![product(coordinate(ruleset.heaps.len() + register), sum), more])
        })
    };
    let square = Term::Sum(vec![product(of_slope(), of_slope()), Term::Constant(4)]);
    let rational = Term::Sum(vec![Term::Constant(2), product(Term::Constant(-1), of_slope())]);
    let (side, other, below) = if made.shifted {
        let and = |more| Term::Sum(vec![product(of_slope(), index()), Term::Constant(more)]);
        (and(1), and(-1), product(Term::Constant(2), of_slope()))
    } else {
        (index(), index(), Term::Constant(2))
    };
    let root = Term::SquareRoot(Box::new(product(product(side.clone(), side), square)));
    let above = Term::Sum(vec![product(other, rational), root]);
    let lower = Term::FloorDivide(Box::new(above), Box::new(below));
    let upper = Term::Sum(vec![lower.clone(), product(of_slope(), index()), Term::Constant(i128::from(made.shifted))]);
    let count = ruleset.heaps.len() + ruleset.registers.len();
    let registers: Vec<usize> = (ruleset.heaps.len()..count).collect();
    let value = |term| Value { lookups: Vec::new(), term };
    let element = [lower, upper].into_iter().chain(registers.iter().copied().map(coordinate)).map(value).collect();
    let domain = Domain(vec![(value(Term::Constant(0)), None)]);
    let bound = vec![Bound { name: "n".to_owned(), slot: 0, domain }];
    let free: Vec<Variable> = registers.into_iter().map(Variable::Coordinate).collect();
    let family = Set { id: 1, kind: SetKind::Family { bound, condition: None, element }, free: free.clone() };
    Set { id: 2, kind: SetKind::Symmetric(Box::new(family), 1), free }
}

/// A multiple of a square of a number: the multiple, as a polynomial in the parameter, and the number.
struct ScaledSquare {
    times: IntegerForm,
    side: IntegerForm,
}

impl ProgressionReader {
    /// `floor((r n + floor(sqrt(n^2 E))) / v)` with polynomials r and E in the parameter, where that is `A(n) + m n` for one m: if and only if
    /// `4 E = v^2 (g^2 + 4)` and `2 r - (2 - g) v = 2 v m`. None if it is something else.
    pub(super) fn of_a_pair(&mut self, above: &Term, below: &Term, scope: &ReadScope) -> Formed<Option<IntegerForm>> {
        let Some(growth) = self.pair().map(|pair| pair.slope.clone()) else { return Ok(None) };
        let Term::Sum(parts) = above else { return Ok(None) };
        let roots: Vec<&Term> = parts.iter().filter(|part| root_in(part).is_some()).collect();
        let [root] = roots.as_slice() else { return Ok(None) };
        let Some((condition, inner)) = root_in(root) else { return Ok(None) };
        let Some(ScaledSquare { times, side }) = self.scaled_square(inner, scope)? else { return Ok(None) };
        if let Some(condition) = condition
            && !is_natural(&self.condition(condition, scope)?, &side)?
        {
            return Ok(None);
        }
        let others: Vec<Term> = parts.iter().filter(|part| part != root).cloned().collect();
        let rest = self.term(&Term::Sum(others), scope)?;
        if self.pair().is_some_and(|pair| pair.shifted) {
            let below = self.term(below, scope)?;
            return self.of_a_shifted_pair(&growth, (&ScaledSquare { times, side }, &rest, &below));
        }
        let Term::Constant(divisor @ 1..) = below else { return Ok(None) };
        let Some(rational) = multiple_of(&rest, &side)? else { return Ok(None) };
        let (square, under) = (product(&growth, &growth)?.and(4)?, times.times(4)?);
        let whole = divisor.checked_mul(*divisor).ok_or("a divisor is too large")?;
        let more = rational.times(2)?.plus(*divisor, &growth.and(-2)?)?;
        let twice = divisor.checked_mul(2).ok_or("a divisor is too large")?;
        let Some(more) = divided(&more, twice).filter(|_| square.times(whole) == Ok(under)) else { return Ok(None) };
        let lower = self.lower(&side)?;
        lower.plus(1, &product(&more, &side)?).map(Some)
    }

    /// `floor(((2 - g) (g n - 1) + floor(sqrt((g n + 1)^2 E))) / (2 g))` with `E = g^2 + 4`, which is `floor(n alpha + 1 / alpha)`, as
    /// `1 / alpha = (g - 2 + sqrt(E)) / (2 g)`.
    fn of_a_shifted_pair(
        &mut self,
        slope: &IntegerForm,
        (square, rest, below): (&ScaledSquare, &IntegerForm, &IntegerForm),
    ) -> Formed<Option<IntegerForm>> {
        if *below != slope.times(2)? || square.times != product(slope, slope)?.and(4)? {
            return Ok(None);
        }
        for index in self.pair().map(|pair| pair.indices.clone()).unwrap_or_default() {
            let multiple = product(slope, &index)?;
            let other = product(&slope.and(-2)?.times(-1)?, &multiple.and(-1)?)?;
            if square.side == multiple.and(1)? && *rest == other {
                return self.lower(&index).map(Some);
            }
        }
        Ok(None)
    }

    /// A product of polynomials in the parameter, and of one other number twice.
    fn scaled_square(&mut self, term: &Term, scope: &ReadScope) -> Formed<Option<ScaledSquare>> {
        let (mut factors, mut times, mut sides) = (Vec::new(), IntegerForm::number(1), Vec::new());
        collect(term, &mut factors);
        for factor in factors {
            let form = self.term(factor, scope)?;
            if is_pure(&form) {
                times = product(&times, &form)?;
            } else {
                sides.push(form);
            }
        }
        Ok(match sides.as_slice() {
            [one, other] if one == other => Some(ScaledSquare { times, side: one.clone() }),
            _ => None,
        })
    }
}

/// Whether it is said that a positive multiple of a number is 0 or more.
fn is_natural(said: &Asserted, number: &IntegerForm) -> Formed<bool> {
    let Asserted::AtMost(opposite) = said else { return Ok(false) };
    let (content, own) = (opposite.content(), number.content());
    Ok(own != 0 && content % own == 0 && *opposite == number.times(-(content / own))?)
}

/// What stands under a root, alone or where a condition holds.
fn root_in(term: &Term) -> Option<(Option<&Condition>, &Term)> {
    match term {
        Term::SquareRoot(inner) => Some((None, inner)),
        Term::Cases(cases) => match cases.first()? {
            (condition, Term::SquareRoot(inner)) => Some((Some(condition), inner)),
            _ => None,
        },
        _ => None,
    }
}

/// The factors of a product.
fn collect<'t>(term: &'t Term, factors: &mut Vec<&'t Term>) {
    match term {
        Term::Product(left, right) => {
            collect(left, factors);
            collect(right, factors);
        }
        Term::Power(base, exponent) if **exponent == Term::Constant(2) => factors.extend([&**base, &**base]),
        other => factors.push(other),
    }
}

/// By which polynomial in the parameter the second form is multiplied in the first.
fn multiple_of(form: &IntegerForm, side: &IntegerForm) -> Formed<Option<IntegerForm>> {
    let alone = IntegerForm { constant: 0, ..side.clone() };
    let Some((times, _)) = of_one(form, &alone).filter(|_| alone.terms.len() == 1 && degree(&alone) == 0) else {
        return Ok(None);
    };
    Ok((product(&times, side)? == *form).then_some(times))
}

#[cfg(test)]
mod tests;
