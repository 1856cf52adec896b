//! What conditions that are not linear say of the last amount of a move, once the position and the other amounts are
//! known: an interval, or a residue class. Knows nothing of options; all conditions are tested besides.
use super::branch::{Branch, scaled_parts};
use super::rising::rises_from;
use super::{Comparison, Condition, Term, Variable, mentions};

/// The conditions of a branch that narrow its last amount. Only those that are tested first count: what they leave out would
/// never have reached the others.
#[derive(Clone, Debug)]
pub(super) struct Last {
    congruence: Option<Congruence>,
    products: Vec<Products>,
}

/// That a difference is 0 modulo a number; the last amount counts in it once, with a sign, and not in the number.
#[derive(Clone, Debug)]
pub(crate) struct Congruence {
    pub(crate) difference: Term,
    pub(crate) modulus: Term,
    pub(crate) sign: i128,
}

/// A sum of amounts times terms of the position, plus such a term, that is at most 0.
#[derive(Clone, Debug)]
pub(super) struct Products {
    factors: Vec<Term>,
    constant: Term,
}

/// As [`Products`], at a position.
#[derive(Clone, Debug)]
pub(super) struct Sloped {
    factors: Vec<i128>,
    constant: i128,
}

impl Last {
    pub(super) fn of(branch: &Branch) -> Self {
        let products = branch.residual.iter().map_while(|condition| Products::of(condition, branch.amounts));
        Self { congruence: Congruence::of(branch), products: products.collect() }
    }

    /// The sums at a position.
    pub(super) fn at(&self, position: &[i64]) -> Vec<Sloped> {
        let value = |term: &Term| term.evaluate(position, &[]).ok();
        let sloped = |products: &Products| {
            let factors = products.factors.iter().map(value).collect::<Option<_>>()?;
            Some(Sloped { factors, constant: value(&products.constant)? })
        };
        self.products.iter().map_while(sloped).collect()
    }

    /// The first value of the last amount from `low` on that may be allowed, and the distance of those that follow.
    pub(super) fn step(&self, position: &[i64], amounts: &mut [i64], low: i128) -> (i128, i128) {
        let (Some(congruence), Ok(first), Some(last)) = (&self.congruence, i64::try_from(low), amounts.last_mut())
        else {
            return (low, 1);
        };
        *last = first;
        congruence.next(position, amounts).map_or((low, 1), |(skipped, modulus)| (low.saturating_add(skipped), modulus))
    }
}

/// A branch in which a congruence of the last amount is tested first, if there is one. The same ways are allowed; where a test has no
/// value, another one may say no before it.
pub(crate) fn congruence_first(mut branch: Branch) -> Branch {
    let found = |is: &dyn Fn(&Congruence) -> bool| {
        branch.residual.iter().position(|test| Congruence::from(&branch, test).is_some_and(|own| is(&own)))
    };
    // One by a number that varies leaves out more.
    let varying = found(&|own| !matches!(own.modulus, Term::Constant(_)));
    if let Some(at) = varying.or_else(|| found(&|_| true)) {
        branch.residual[..=at].rotate_right(1);
    }
    branch
}

impl Congruence {
    /// That of the condition that is tested first.
    pub(crate) fn of(branch: &Branch) -> Option<Self> {
        Self::from(branch, branch.residual.first()?)
    }

    fn from(branch: &Branch, test: &Condition) -> Option<Self> {
        let Condition::Compare(Term::Modulo(difference, modulus), Comparison::Equal, Term::Constant(left)) = test
        else {
            return None;
        };
        let difference = match (left, &**modulus) {
            (0, _) => (**difference).clone(),
            (1.., Term::Constant(modulus)) if left < modulus => {
                Term::Sum(vec![(**difference).clone(), Term::Constant(-left)])
            }
            _ => return None,
        };
        let last = branch.amounts.checked_sub(1)?;
        let sign = *branch.linear(&difference)?.coefficients.last()?;
        let mut again = false;
        modulus.visit_variables(&mut |variable| again |= variable == Variable::Amount(last));
        (sign.abs() == 1 && !again).then(|| Self { difference, modulus: (**modulus).clone(), sign })
    }

    /// How far the next value is, and the modulus; `None` if all values have to be tried.
    fn next(&self, position: &[i64], amounts: &[i64]) -> Option<(i128, i128)> {
        let modulus = self.modulus.evaluate(position, amounts).ok().filter(|modulus| 0 < *modulus)?;
        let difference = self.difference.evaluate(position, amounts).ok()?.checked_mul(-self.sign)?;
        Some((difference.rem_euclid(modulus), modulus))
    }
}

/// `factor * amount + rest`; the factor and the rest may depend on everything else.
#[derive(Debug)]
pub(crate) struct AmountShare {
    pub(crate) factor: Term,
    pub(crate) rest: Term,
}

impl AmountShare {
    /// What a condition says is at most 0; `None` if that is not linear in the amount.
    pub(crate) fn bounded(condition: &Condition, amount: usize) -> Option<Self> {
        let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
        Self::of_sum(&[(1, left), (-1, right)], amount)
    }

    /// A term; `None` if it is not linear in the amount.
    pub(crate) fn of(term: &Term, amount: usize) -> Option<Self> {
        Self::of_sum(&[(1, term)], amount)
    }

    fn of_sum(sum: &[(i128, &Term)], amount: usize) -> Option<Self> {
        let (mut factors, mut rest) = (Vec::new(), Vec::new());
        let mut parts = Vec::new();
        for (sign, term) in sum {
            scaled_parts(term, *sign, &mut parts);
        }
        for (scale, part) in parts {
            let times = |term: Term| Term::Product(Box::new(Term::Constant(scale)), Box::new(term));
            let mut count = 0;
            part.visit_variables(&mut |variable| count += usize::from(variable == Variable::Amount(amount)));
            match count {
                0 => rest.push(times(part)),
                1 => factors.push(times(factor(&part, amount)?)),
                _ => return None,
            }
        }
        Some(Self { factor: Term::Sum(factors), rest: Term::Sum(rest) })
    }
}

/// Parts of a sum with their factors.
type ScaledParts = Vec<(i128, Term)>;

/// The parts of `left - right <= 0` in which an amount occurs, and the others.
fn parted(condition: &Condition, amount: usize) -> Option<(ScaledParts, ScaledParts)> {
    let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    Some(parts.into_iter().partition(|(_, part)| mentions(part, amount)))
}

fn summed(parts: ScaledParts) -> Term {
    let times = |(scale, part): (i128, Term)| Term::Product(Box::new(Term::Constant(scale)), Box::new(part));
    Term::Sum(parts.into_iter().map(times).collect())
}

/// `factor * amount^2 + rest <= 0` with a positive factor; the rest may depend on everything else.
#[derive(Debug)]
pub(crate) struct SquareBound {
    pub(crate) factor: i128,
    pub(crate) rest: Term,
}

impl SquareBound {
    /// `None` if the condition has the amount in another way.
    pub(crate) fn of(condition: &Condition, amount: usize) -> Option<Self> {
        let (squares, others) = parted(condition, amount)?;
        let own = Term::Variable(Variable::Amount(amount));
        let is_square = |part: &Term| match part {
            Term::Product(left, right) => **left == own && **right == own,
            Term::Power(base, exponent) => **base == own && **exponent == Term::Constant(2),
            _ => false,
        };
        let factor = squares.iter().try_fold(0i128, |sum, (factor, _)| sum.checked_add(*factor))?;
        let fits = 0 < factor && squares.iter().all(|(_, part)| is_square(part));
        fits.then(|| Self { factor, rest: summed(others) })
    }
}

/// `square * amount^2 + linear * amount + rest <= 0` with a positive number for the square; the others may depend on everything else.
#[derive(Debug)]
pub(crate) struct QuadraticBound {
    pub(crate) square: i128,
    pub(crate) linear: Term,
    pub(crate) rest: Term,
}

impl QuadraticBound {
    /// `None` if the condition has the amount in another way.
    pub(crate) fn of(condition: &Condition, amount: usize) -> Option<Self> {
        // In a browser every loop counts for the size of the page.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
        let (left, right) = (powers(left, amount)?, powers(right, amount)?);
        let less = |at: usize| {
            let own = right[at].iter().map(|term| Term::Product(Box::new(Term::Constant(-1)), Box::new(term.clone())));
            Term::Sum(left[at].iter().cloned().chain(own).collect())
        };
        let square = less(2);
        if square.mentions_amounts() || square.mentions_coordinates() {
            return None;
        }
        let square = square.evaluate(&[], &[]).ok().filter(|square| 0 < *square)?;
        Some(Self { square, linear: less(1), rest: less(0) })
    }
}

/// `factor * amount^2 + rest <= 0`, where both may depend on everything else.
#[derive(Debug)]
pub(crate) struct SteepBound {
    pub(crate) factor: Term,
    pub(crate) rest: Term,
}

impl SteepBound {
    /// `None` if the condition has the amount in another way.
    pub(crate) fn of(condition: &Condition, amount: usize) -> Option<Self> {
        // In a browser every loop counts for the size of the page.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let (own, others) = parted(condition, amount)?;
        let [rest, linear, square] = powers(&summed(own), amount)?;
        let fits = rest.is_empty() && linear.is_empty() && !square.is_empty();
        fits.then(|| Self { factor: Term::Sum(square), rest: summed(others) })
    }
}

/// The sums by which the powers 0, 1 and 2 of an amount are multiplied in a term; `None` if it is no such polynomial.
fn powers(term: &Term, amount: usize) -> Option<[Vec<Term>; 3]> {
    if !mentions(term, amount) {
        return Some([vec![term.clone()], Vec::new(), Vec::new()]);
    }
    let mut all = [const { Vec::new() }; 3];
    match term {
        Term::Variable(_) => all[1].push(Term::Constant(1)),
        Term::Sum(parts) => {
            for part in parts {
                let own = powers(part, amount)?;
                all.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
            }
        }
        Term::Product(left, right) => {
            let (left, right) = (powers(left, amount)?, powers(right, amount)?);
            for (one, left) in left.into_iter().enumerate().filter(|(_, left)| !left.is_empty()) {
                for (other, right) in right.iter().enumerate().filter(|(_, right)| !right.is_empty()) {
                    let product = Term::Product(Box::new(Term::Sum(left.clone())), Box::new(Term::Sum(right.clone())));
                    all.get_mut(one + other)?.push(product);
                }
            }
        }
        _ => return None,
    }
    Some(all)
}

/// `factor * rising + rest <= 0`, where what rises is a polynomial of the amount, or a power with it as exponent, or a sequence at it; the rest may
/// depend on everything else, and the factor is not 0.
#[derive(Debug)]
pub(crate) struct RisingBound {
    pub(crate) factor: i128,
    pub(crate) rising: Term,
    /// From which amount on what rises is not negative and does not fall.
    pub(crate) first: i128,
    pub(crate) rest: Term,
}

impl RisingBound {
    /// `None` if the condition has the amount in another way.
    pub(crate) fn of(condition: &Condition, amount: usize) -> Option<Self> {
        // In a browser every loop counts for the size of the page.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let (mut own, others) = parted(condition, amount)?;
        if 1 < own.len() {
            let less = own.iter().map(|(factor, part)| Some((factor.checked_neg()?, part.clone())));
            let less = summed(less.collect::<Option<_>>()?);
            let sums = [(1, summed(own)), (-1, less)];
            return sums.into_iter().find_map(|(factor, rising)| {
                let first = rises_from(&rising, amount)?;
                Some(Self { factor, rising, first, rest: summed(others.clone()) })
            });
        }
        let (factor, rising) = own.pop()?;
        let first = rises_from(&rising, amount).filter(|_| factor != 0)?;
        Some(Self { factor, rising, first, rest: summed(others) })
    }

    /// What rises, from the first amount on, as long as it is at most a number; `None` if that is longer than asked for.
    pub(crate) fn values(&self, amount: usize, most: i128, longest: usize) -> Option<Vec<i128>> {
        let mut amounts = vec![0; amount + 1];
        let mut values = Vec::new();
        for at in self.first.. {
            amounts[amount] = i64::try_from(at).ok()?;
            // Values that are not below 0 and leave 128 bits are larger.
            match self.rising.evaluate(&[], &amounts) {
                Ok(value) if value <= most => values.push(value),
                _ => return Some(values),
            }
            if longest < values.len() {
                return None;
            }
        }
        None
    }
}

/// What an amount that occurs once in a product is multiplied by.
fn factor(part: &Term, amount: usize) -> Option<Term> {
    match part {
        Term::Variable(variable) if *variable == Variable::Amount(amount) => Some(Term::Constant(1)),
        Term::Product(left, right) => {
            let (own, other) = match factor(left, amount) {
                Some(own) => (own, right),
                None => (factor(right, amount)?, left),
            };
            Some(Term::Product(Box::new(own), other.clone()))
        }
        _ => None,
    }
}

impl Products {
    fn of(condition: &Condition, amounts: usize) -> Option<Self> {
        let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
        let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(right.clone()));
        Self::sum(&Term::Sum(vec![left.clone(), less]), amounts)
    }

    /// A term as a sum of multiples of amounts, whose factors depend on the position alone.
    fn sum(term: &Term, amounts: usize) -> Option<Self> {
        let none = |constant: Term| Self { factors: vec![Term::Constant(0); amounts], constant };
        if !term.mentions_amounts() {
            return Some(none(term.clone()));
        }
        match term {
            Term::Variable(Variable::Amount(amount)) => {
                let mut one = none(Term::Constant(0));
                *one.factors.get_mut(*amount)? = Term::Constant(1);
                Some(one)
            }
            Term::Sum(parts) => {
                let parts: Vec<Self> = parts.iter().map(|part| Self::sum(part, amounts)).collect::<Option<_>>()?;
                let sum =
                    |pick: &dyn Fn(&Self) -> &Term| Term::Sum(parts.iter().map(|part| pick(part).clone()).collect());
                let factors = (0..amounts).map(|at| sum(&|part| &part.factors[at])).collect();
                Some(Self { factors, constant: sum(&|part| &part.constant) })
            }
            Term::Product(left, right) => {
                let (factor, rest) = if left.mentions_amounts() { (right, left) } else { (left, right) };
                if factor.mentions_amounts() {
                    return None;
                }
                let rest = Self::sum(rest, amounts)?;
                let times = |term: Term| Term::Product(factor.clone(), Box::new(term));
                Some(Self { factors: rest.factors.into_iter().map(times).collect(), constant: times(rest.constant) })
            }
            _ => None,
        }
    }
}

impl Sloped {
    /// Narrows a range of the last amount; the others are known. Numbers that are too large narrow nothing.
    pub(super) fn narrow(&self, amounts: &[i64], (low, high): (i128, i128)) -> (i128, i128) {
        let Some((last, others)) = self.factors.split_last() else { return (low, high) };
        let sum = others
            .iter()
            .zip(amounts)
            .try_fold(self.constant, |sum, (factor, amount)| sum.checked_add(factor.checked_mul(i128::from(*amount))?));
        let Some(rest) = sum.and_then(i128::checked_neg) else { return (low, high) };
        match last {
            0 if rest < 0 => (0, -1),
            0 => (low, high),
            1.. => (low, high.min(rest.div_euclid(*last))),
            _ => (last.checked_neg().map_or(low, |by| low.max(-rest.div_euclid(by))), high),
        }
    }
}

/// The amounts that are at most what numbers and others of them tell, whatever the position is.
pub(super) fn bounded(conditions: &[Condition]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let more = |found: &[usize]| {
        conditions.iter().find_map(|condition| {
            let Condition::Compare(left, Comparison::AtMost, most) = condition else { return None };
            let Term::Variable(Variable::Amount(amount)) = left else { return None };
            let mut is_told = !found.contains(amount);
            most.visit_variables(&mut |variable| {
                is_told &= matches!(variable, Variable::Amount(own) if found.contains(&own));
            });
            is_told.then_some(*amount)
        })
    };
    while let Some(amount) = more(&found) {
        found.push(amount);
    }
    found
}
