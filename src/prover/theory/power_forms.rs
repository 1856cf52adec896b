//! Terms of a claim as quotients of linear forms, in heaps and in one power of a ratio, with polynomials in a parameter for coefficients.
//! Proves nothing: what is found is tried.
use crate::certificate::ProgressionTerm;
use crate::ruleset::{Ruleset, Term, Variable};
use num_integer::Integer;

/// Coefficients from the constant on, the last of them not 0.
pub(super) type Coefficients = Vec<i64>;

/// Coefficients of one polynomial at most.
const MOST_COEFFICIENTS: usize = 8;
/// Exponents beside an index, at most.
const MOST_EXPONENT: i128 = 6;

/// `(sum of heaps[i] x_i + times q + constant) / over`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PowerForm {
    pub(super) heaps: Vec<Coefficients>,
    pub(super) times: Coefficients,
    pub(super) constant: Coefficients,
    pub(super) over: Coefficients,
}

/// How the terms of a game are read.
pub(super) struct PowerReading<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// The coordinate that the parameter is.
    pub(super) parameter: usize,
    /// The heaps from the smallest to the largest.
    pub(super) order: &'a [usize],
    /// The ratio, once a power of it was read.
    pub(super) ratio: Option<Coefficients>,
}

fn trimmed(mut polynomial: Coefficients) -> Option<Coefficients> {
    while polynomial.last() == Some(&0) {
        polynomial.pop();
    }
    (polynomial.len() <= MOST_COEFFICIENTS).then_some(polynomial)
}

pub(super) fn sum(left: &[i64], factor: i64, right: &[i64]) -> Option<Coefficients> {
    let at = |of: &[i64], place: usize| of.get(place).copied().unwrap_or(0);
    let places = 0..left.len().max(right.len());
    let all = places.map(|place| at(right, place).checked_mul(factor)?.checked_add(at(left, place)));
    trimmed(all.collect::<Option<_>>()?)
}

pub(super) fn product(left: &[i64], right: &[i64]) -> Option<Coefficients> {
    let mut all = vec![0_i64; (left.len() + right.len()).saturating_sub(1)];
    for (at, one) in left.iter().enumerate() {
        for (also, other) in right.iter().enumerate() {
            all[at + also] = one.checked_mul(*other)?.checked_add(all[at + also])?;
        }
    }
    trimmed(all)
}

/// What divides the coefficients of a polynomial by a number, if they come out even.
pub(super) fn exactly(by: i64) -> impl Fn(&[i64]) -> Option<Coefficients> {
    move |polynomial| {
        let part = |one: &i64| (one.checked_rem(by)? == 0).then(|| one.checked_div(by)).flatten();
        polynomial.iter().map(part).collect()
    }
}

/// The polynomial of degree 1 with a positive leading coefficient whose square this is.
pub(super) fn polynomial_root(square: &[i64]) -> Option<Coefficients> {
    let [constant, middle, leading] = *square else { return None };
    let (first, second) = (constant.checked_isqrt()?, leading.checked_isqrt()?);
    let root = vec![if middle < 0 { -first } else { first }, second];
    (product(&root, &root)? == square).then_some(root)
}

/// A polynomial over another one, if it comes out even.
fn quotient(above: &[i64], below: &[i64]) -> Option<Coefficients> {
    let mut rest = above.to_vec();
    let by = *below.last()?;
    let mut found = vec![0_i64; above.len()];
    while rest.len() >= below.len() && !rest.is_empty() {
        let (own, shift) = (*rest.last()?, rest.len() - below.len());
        if own.checked_rem(by)? != 0 {
            return None;
        }
        found[shift] = own.checked_div(by)?;
        rest = sum(&rest, -1, &product(&[vec![0; shift], vec![found[shift]]].concat(), below)?)?;
    }
    if rest.is_empty() { trimmed(found) } else { None }
}

/// A polynomial over the greatest number that divides its coefficients, with a positive leading one.
fn primitive(polynomial: &[i64]) -> Option<(i64, Coefficients)> {
    let content = polynomial.iter().fold(0_i64, |so_far, one| so_far.gcd(one));
    let sign = polynomial.last().map_or(1, |last| last.signum());
    let parts = polynomial.iter().map(|one| one.checked_div(content)?.checked_mul(sign));
    Some((content, parts.collect::<Option<_>>()?))
}

/// The greatest common divisor of two polynomials (Euclid).
fn common_divisor(left: Coefficients, right: Coefficients) -> Option<Coefficients> {
    if left.is_empty() || right.is_empty() {
        return Some([left, right].concat());
    }
    let ((first, mut left), (second, mut right)) = (primitive(&left)?, primitive(&right)?);
    while !right.is_empty() {
        while right.len() <= left.len() && !left.is_empty() {
            // So many times one less so many times the other has a smaller degree.
            let (own, by) = (*left.last()?, *right.last()?);
            let shifted = [vec![0; left.len() - right.len()], right.clone()].concat();
            left = sum(&product(&left, &[by])?, own.checked_neg()?, &shifted)?;
        }
        let rest = if left.is_empty() { Vec::new() } else { primitive(&left)?.1 };
        left = std::mem::replace(&mut right, rest);
    }
    product(&left, &[first.gcd(&second)])
}

impl PowerForm {
    fn polynomial(heaps: usize, constant: Coefficients) -> Self {
        Self { heaps: vec![Vec::new(); heaps], times: Vec::new(), constant, over: vec![1] }
    }

    /// What stands above the line.
    fn parts(&self) -> impl Iterator<Item = &Coefficients> {
        self.heaps.iter().chain([&self.times, &self.constant])
    }

    fn map(&self, of: &dyn Fn(&Coefficients) -> Option<Coefficients>) -> Option<Self> {
        let heaps = self.heaps.iter().map(of).collect::<Option<_>>()?;
        Some(Self { heaps, times: of(&self.times)?, constant: of(&self.constant)?, over: self.over.clone() })
    }

    /// Without what divides all that is above and below the line.
    fn reduced(self) -> Self {
        let common = self.parts().try_fold(self.over.clone(), |so_far, part| common_divisor(so_far, part.clone()));
        let less = common.and_then(|common| {
            Some(Self { over: quotient(&self.over, &common)?, ..self.map(&|part| quotient(part, &common))? })
        });
        less.unwrap_or(self)
    }

    /// The polynomial that it is, if it is one.
    fn pure(&self) -> Option<&Coefficients> {
        let mut parts = self.heaps.iter().chain([&self.times]);
        (parts.all(Vec::is_empty) && self.over == [1]).then_some(&self.constant)
    }

    pub(super) fn plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let (left, right) =
            (self.map(&|part| product(part, &other.over))?, other.map(&|part| product(part, &self.over))?);
        let pairs = left.heaps.iter().zip(&right.heaps);
        let all = Self {
            heaps: pairs.map(|(one, two)| sum(one, factor, two)).collect::<Option<_>>()?,
            times: sum(&left.times, factor, &right.times)?,
            constant: sum(&left.constant, factor, &right.constant)?,
            over: product(&self.over, &other.over)?,
        };
        Some(all.reduced())
    }

    /// Times a polynomial.
    pub(super) fn scaled(&self, by: &[i64]) -> Option<Self> {
        self.map(&|part| product(part, by)).map(Self::reduced)
    }

    /// For a form without heaps.
    pub(super) fn term(&self) -> Option<ProgressionTerm> {
        let (times, constant, over) = (self.times.clone(), self.constant.clone(), self.over.clone());
        self.heaps.iter().all(Vec::is_empty).then_some(ProgressionTerm { times, index: Vec::new(), constant, over })
    }
}

impl PowerReading<'_> {
    /// A term as a polynomial in the parameter.
    pub(super) fn polynomial(&mut self, term: &Term) -> Option<Coefficients> {
        self.term(term)?.pure().cloned()
    }

    /// A term as a quotient of linear forms, the least and the greatest heap being those of the order at hand; none if it is no such one.
    pub(super) fn term(&mut self, term: &Term) -> Option<PowerForm> {
        let heaps = self.ruleset.heaps.len();
        let polynomial = |constant| Some(PowerForm::polynomial(heaps, constant));
        match term {
            Term::Constant(number) => polynomial(trimmed(vec![i64::try_from(*number).ok()?])?),
            Term::Variable(Variable::Coordinate(at)) if *at == self.parameter => polynomial(vec![0, 1]),
            Term::Variable(Variable::Coordinate(at)) if *at < heaps => {
                let mut form = PowerForm::polynomial(heaps, Vec::new());
                form.heaps[*at] = vec![1];
                Some(form)
            }
            Term::Sum(parts) => {
                let mut all = PowerForm::polynomial(heaps, Vec::new());
                for part in parts {
                    all = all.plus(1, &self.term(part)?)?;
                }
                Some(all)
            }
            Term::Product(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                match (left.pure(), right.pure()) {
                    (Some(by), _) => right.scaled(by),
                    (_, Some(by)) => left.scaled(by),
                    _ => None,
                }
            }
            Term::FloorDivide(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let over = product(&left.over, right.pure()?)?;
                Some(PowerForm { over, ..left }.reduced())
            }
            Term::Power(base, exponent) => self.power(base, exponent),
            Term::Min(parts) | Term::Max(parts) => {
                let rank = |part: &Term| match part {
                    Term::Variable(Variable::Coordinate(at)) => self.order.iter().position(|heap| heap == at),
                    _ => None,
                };
                let ranks = parts.iter().map(rank).collect::<Option<Vec<_>>>()?;
                let rank = if matches!(term, Term::Min(_)) { ranks.iter().min() } else { ranks.iter().max() };
                self.term(&Term::Variable(Variable::Coordinate(self.order[*rank?])))
            }
            _ => None,
        }
    }

    /// The ratio to an index and a number.
    fn power(&mut self, base: &Term, exponent: &Term) -> Option<PowerForm> {
        let base = self.term(base)?.pure()?.clone();
        let parts = match exponent {
            Term::Sum(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut has_index, mut more) = (false, 0_i128);
        for part in parts {
            match part {
                Term::Constant(number) => more = more.checked_add(*number)?,
                Term::Variable(Variable::Amount(_)) if !has_index => has_index = true,
                _ => return None,
            }
        }
        if !(0..=MOST_EXPONENT).contains(&more) || *self.ratio.get_or_insert_with(|| base.clone()) != base {
            return None;
        }
        let all = (0..more).try_fold(vec![1], |all, _| product(&all, &base))?;
        let form = PowerForm::polynomial(self.ruleset.heaps.len(), Vec::new());
        Some(if has_index { PowerForm { times: all, ..form } } else { PowerForm { constant: all, ..form } })
    }
}

/// The heaps as equations tell them, each of them a form that is 0; none if they do not.
pub(super) fn solved(mut equations: Vec<PowerForm>, heaps: usize) -> Option<Vec<PowerForm>> {
    let mut rows = Vec::new();
    for heap in 0..heaps {
        let at = equations.iter().position(|form| !form.heaps[heap].is_empty())?;
        let pivot = equations.swap_remove(at);
        for other in rows.iter_mut().chain(&mut equations) {
            *other = cleared(other, &pivot, heap)?;
        }
        rows.push(pivot);
    }
    let heap_of = |(heap, form): (usize, PowerForm)| {
        // The multiple of the heap is minus the rest.
        let by = if form.heaps[heap].last().is_some_and(|last| *last < 0) { 1 } else { -1 };
        let over = sum(&[], -by, &form.heaps[heap])?;
        let rest = PowerForm { heaps: vec![Vec::new(); heaps], over, ..form.map(&|part| sum(&[], by, part))? };
        Some(rest.reduced())
    };
    rows.into_iter().enumerate().map(heap_of).collect()
}

/// A form without a heap, by a multiple of another one that has it.
fn cleared(form: &PowerForm, pivot: &PowerForm, heap: usize) -> Option<PowerForm> {
    if form.heaps[heap].is_empty() {
        return Some(form.clone());
    }
    let (own, by) = (form.heaps[heap].clone(), pivot.heaps[heap].clone());
    // What is below the line does not matter where a form is 0.
    let plain = |form: &PowerForm, by: &[i64]| PowerForm { over: vec![1], ..form.clone() }.scaled(by);
    plain(form, &by)?.plus(-1, &plain(pivot, &own)?)
}
