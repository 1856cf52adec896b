//! Linear inequalities that follow from one with products, powers or recurrences of amounts: for `k * x <= y` with 1 <= k and
//! 1 <= x, that k + x - 1 <= y. Knows no more than the inequalities that stand beside it.
use super::{BranchSlot, Sparse, form, scaled_parts};
use crate::ruleset::linear::infeasible;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Term, Variable};

/// Factors of the parts that are looked at are smaller.
const LARGEST: i128 = 1 << 40;

/// Of the factors below a quotient, it is seen that they are at least this.
const LARGEST_FACTOR: i128 = 4;

/// Values of a recurrence that are computed.
const LONGEST: i128 = 64;

/// What is taken from a recurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TakenNumber {
    /// That its values grow with the argument.
    Growth,
    /// That its values are at least 1.
    One,
    /// That a power is at least its base.
    Base,
}

/// What stands beside the inequality.
pub(super) struct Cuts<'a> {
    pub(super) rows: &'a [Sparse],
    pub(super) opaques: &'a [Term],
    pub(super) coordinates: usize,
    pub(super) amounts: usize,
}

impl Cuts<'_> {
    /// Rows that follow from `term <= 0`.
    pub(super) fn of(&self, term: &Term) -> Vec<Sparse> {
        let growth = self.least(term, TakenNumber::Growth);
        let one = self.least(term, TakenNumber::One).filter(|one| growth.as_ref() != Some(one));
        let factors = self.positive_factors(term).into_iter().flatten();
        // What speaks of nothing excludes nothing, or all.
        let says = |row: &Sparse| !row.parts.is_empty() || 0 < row.constant;
        let mut all: Vec<Sparse> = growth.into_iter().chain(one).chain(factors).filter(says).collect();
        // The explorer has a limit of bytes, and does without.
        if !cfg!(target_arch = "wasm32") {
            all.extend(self.roots(term).into_iter().flatten().filter(says));
            all.extend(self.definite(term).into_iter().filter(says));
            all.extend(self.least(term, TakenNumber::Base).filter(|row| says(row) && !all.contains(row)));
        }
        all
    }

    /// That both factors of a product are at least 1, where the product is and one factor is not negative: `1 <= k * x`.
    fn positive_factors(&self, term: &Term) -> Option<[Sparse; 2]> {
        let parts = collected(term);
        let is_product = |part: &&(i128, Term)| part.0 < 0 && matches!(part.1, Term::Product(..));
        let (_, Term::Product(left, right)) = parts.iter().find(is_product)? else { return None };
        let mut rest = constant(0);
        for (factor, part) in parts.iter().filter(|part| !is_product(part)) {
            rest = rest.plus(*factor, &self.linear(part)?)?;
        }
        let factors = [self.linear(left)?, self.linear(right)?];
        let is_one = 1 == parts.iter().filter(is_product).count();
        if !is_one || !self.is_at_least(&rest, 1) || !factors.iter().any(|factor| self.is_at_least(factor, 0)) {
            return None;
        }
        // 1 - A <= 0
        let [left, right] = factors.map(|factor| constant(1).plus(-1, &factor));
        Some([left?, right?])
    }

    /// Of a square that squares and products of natural numbers bound, that its root is at most the sum of these numbers: for
    /// `k * k <= i * i + 2 * i * j` with 0 <= i and 0 <= j, that k and -k are at most i + 2 * (i + j), which is above both roots. A product is at most the square of
    /// the sum of its factors, and the root of a sum at most the sum of the roots.
    fn roots(&self, term: &Term) -> Option<[Sparse; 2]> {
        let (mut root, mut most, mut rest) = (None, None, constant(0));
        for (factor, part) in collected(term) {
            if let Some(form) = self.linear(&part) {
                rest = rest.plus(factor.checked_neg()?, &form)?;
                continue;
            }
            let (left, right) = factors(&part)?;
            let (left, right) = (self.linear(left)?, self.linear(right)?);
            if 0 < factor {
                // One square alone is bounded.
                root = (root.is_none() && left == right).then_some(Some(left))?;
                continue;
            }
            if factor <= -LARGEST || !self.is_at_least(&left, 0) || !self.is_at_least(&right, 0) {
                return None;
            }
            let root = (-factor).isqrt();
            let root_above = root + i128::from(root * root < -factor);
            let most = most.get_or_insert(constant(0));
            *most = most.plus(root_above, &left)?;
            if left != right {
                *most = most.plus(root_above, &right)?;
            }
        }
        let (root, most) = (root?, most?);
        let most = match self.is_at_least(&rest, 0) {
            true => most.plus(1, &rest)?,
            false if self.is_at_least(&constant(0).plus(-1, &rest)?, 0) => most,
            false => return None,
        };
        // A - M <= 0 and -A - M <= 0
        Some([root.plus(-1, &most)?, constant(0).plus(-1, &root)?.plus(-1, &most)?])
    }

    /// A linear form that the term is never below.
    fn least(&self, term: &Term, taken: TakenNumber) -> Option<Sparse> {
        let mut sum = Sparse { parts: Vec::new(), constant: 0 };
        for (factor, part) in collected(term) {
            if LARGEST <= factor.abs() {
                return None;
            }
            let form = match self.linear(&part) {
                Some(form) => form,
                None if 0 < factor => self.least_of(&part, taken)?,
                None => return None,
            };
            sum = sum.plus(factor, &form)?;
        }
        Some(sum)
    }

    /// The same for a part that is not linear.
    fn least_of(&self, part: &Term, taken: TakenNumber) -> Option<Sparse> {
        match part {
            Term::Product(left, right) if left == right => self.square(left, taken),
            Term::Product(left, right) => {
                // (A - a) (B - b) is at least 0 where A is at least a, and B at least b.
                let (left, right) = (self.least(left, taken)?, self.least(right, taken)?);
                let (a, b) = (self.number_below(&left)?, self.number_below(&right)?);
                constant(-a * b).plus(b, &left)?.plus(a, &right)
            }
            Term::Power(base, exponent) => self.least_power(base, exponent, taken),
            Term::Recursive(recursion, argument) => {
                let growth = Growth::of(recursion)?;
                let argument = self.least(argument, taken)?;
                if !self.is_at_least(&argument, growth.first) {
                    return None;
                }
                match (taken, growth.behind) {
                    (TakenNumber::Growth, Some(behind)) => constant(-behind).plus(1, &argument),
                    _ => Some(constant(i128::from(self.is_at_least(&argument, growth.from)))),
                }
            }
            Term::SquareRoot(inner) => {
                let one = self.least(inner, taken).is_some_and(|inner| self.is_at_least(&inner, 1));
                Some(constant(i128::from(one)))
            }
            Term::Xor(_) => Some(constant(0)),
            Term::Number(function, parts) => {
                (function.is_total() && parts.iter().all(|part| self.least(part, taken).is_some())).then(|| constant(0))
            }
            Term::Modulo(_, divisor) => matches!(**divisor, Term::Constant(1..)).then(|| constant(0)),
            Term::FloorDivide(above, divisor) => match **divisor {
                Term::Constant(divisor @ 1..) => Some(constant(self.least_number(above, taken)? / divisor)),
                _ => None,
            },
            Term::Max(parts) => parts.iter().find_map(|part| self.least(part, taken)),
            Term::Min(parts) => self.number_below_all(&mut parts.iter(), taken),
            Term::Cases(cases) => self.number_below_all(&mut cases.iter().map(|case| &case.1), taken),
            Term::Constant(_) | Term::Variable(_) | Term::Sum(_) | Term::Own(_) => None,
            Term::Grid(..) | Term::OwnGrid(_) => None,
        }
    }

    /// The same for a power.
    fn least_power(&self, base: &Term, exponent: &Term, taken: TakenNumber) -> Option<Sparse> {
        match (base, exponent) {
            // Bernoulli's inequality.
            (Term::Constant(base @ 2..LARGEST), exponent) => {
                let exponent = self.least(exponent, taken)?;
                self.number_below(&exponent)?;
                constant(1).plus(base - 1, &exponent)
            }
            (base, Term::Constant(2)) => self.square(base, taken),
            (base, Term::Constant(1..)) => {
                let base = self.least(base, taken)?;
                self.number_below(&base).map(|_| base)
            }
            // A power of what is at least 1 is at least that, where the exponent is.
            (base, exponent) if !cfg!(target_arch = "wasm32") && taken == TakenNumber::Base => {
                let base = self.least(base, taken).filter(|base| self.is_at_least(base, 1))?;
                self.is_at_least(&self.least(exponent, taken)?, 1).then_some(base)
            }
            // A power of what is at least 2 is one of 2 or more.
            (base, exponent) if self.is_at_least(&self.least(base, taken)?, 2) => {
                let exponent = self.least(exponent, taken)?;
                self.number_below(&exponent)?;
                constant(1).plus(1, &exponent)
            }
            _ => None,
        }
    }

    /// A natural number that a term is never below: of a product, the product of such numbers.
    fn least_number(&self, term: &Term, taken: TakenNumber) -> Option<i128> {
        // The explorer has a limit of bytes, and does with what is linear.
        if let Term::Product(left, right) = term
            && !cfg!(target_arch = "wasm32")
        {
            let factors = [self.least_number(left, taken), self.least_number(right, taken)];
            if let [Some(left), Some(right)] = factors {
                return left.checked_mul(right);
            }
        }
        let form = self.least(term, taken)?;
        (0..=LARGEST_FACTOR).rev().find(|bound| self.is_at_least(&form, *bound))
    }

    /// (A - a) (A - a - 1) is at least 0 for whole numbers.
    fn square(&self, base: &Term, taken: TakenNumber) -> Option<Sparse> {
        let exact = self.linear(base);
        let base = exact.clone().or_else(|| self.least(base, taken))?;
        let low = match (self.number_below(&base), exact) {
            (Some(low), _) => low,
            (None, Some(_)) => 0,
            (None, None) => return None,
        };
        constant(-low * (low + 1)).plus(2 * low + 1, &base)
    }

    fn number_below_all(&self, terms: &mut dyn Iterator<Item = &Term>, taken: TakenNumber) -> Option<Sparse> {
        let mut least: Option<i128> = None;
        for term in terms {
            let own = self.number_below(&self.least(term, taken)?)?;
            least = Some(least.map_or(own, |known| known.min(own)));
        }
        least.map(constant)
    }

    /// 1 or 0, or the number itself, if the form is at least that.
    fn number_below(&self, form: &Sparse) -> Option<i128> {
        if form.parts.is_empty() {
            return (0..LARGEST).contains(&form.constant).then_some(form.constant);
        }
        [1, 0].into_iter().find(|bound| self.is_at_least(form, *bound))
    }

    fn is_at_least(&self, form: &Sparse, bound: i128) -> bool {
        let dense = |sparse: &Sparse| sparse.dense(self.coordinates, self.opaques.len(), self.amounts);
        let mut system: Vec<_> = self.rows.iter().map(dense).collect();
        let mut below = dense(form);
        below.constant -= bound - 1;
        system.push(below);
        infeasible(&system, self.coordinates + self.opaques.len() + self.amounts)
    }

    /// A linear form without terms that nobody has computed: those may have no value where this one is not asked.
    pub(super) fn linear(&self, term: &Term) -> Option<Sparse> {
        let mut opaques = self.opaques.to_vec();
        form(term, &mut opaques, self.coordinates).filter(|_| opaques.len() == self.opaques.len())
    }
}

/// The two factors of a product or square.
pub(super) fn factors(term: &Term) -> Option<(&Term, &Term)> {
    match term {
        Term::Product(left, right) => Some((left, right)),
        Term::Power(base, exponent) if matches!(**exponent, Term::Constant(2)) => Some((base, base)),
        _ => None,
    }
}

pub(super) fn constant(constant: i128) -> Sparse {
    Sparse { parts: Vec::new(), constant }
}

impl Sparse {
    pub(super) fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut parts = self.parts.clone();
        for (slot, own) in &other.parts {
            parts.push((*slot, own.checked_mul(factor).filter(|own| own.abs() >> 80 == 0)?));
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        (constant.abs() >> 80 == 0).then_some(Self { parts, constant })
    }
}

/// The parts of a sum; what is not linear stands there once.
pub(super) fn collected(term: &Term) -> Vec<(i128, Term)> {
    let mut parts = Vec::new();
    scaled_parts(term, 1, &mut parts);
    let mut all: Vec<(i128, Term)> = Vec::new();
    for (factor, part) in parts {
        match all.iter_mut().find(|known| known.1 == part) {
            Some(known) => known.0 = known.0.saturating_add(factor),
            None => all.push((factor, part)),
        }
    }
    all.retain(|(factor, _)| *factor != 0);
    all
}

/// What is known of a recurrence with natural coefficients, f(m) = c f(m - 1) + ... + d; a coefficient may grow with m, as in m f(m - 1).
struct Growth {
    /// From this argument on, its values are at least 0.
    first: i128,
    /// From this argument on, its values are at least 1.
    from: i128,
    /// If it grows by 1 or more: f(m) is at least m minus this.
    behind: Option<i128>,
}

impl Growth {
    /// The growth of a recursion that adds positive multiples of earlier values, and perhaps a number; none for any other.
    fn of(recursion: &Recursion) -> Option<Self> {
        let mut given = recursion.given.clone();
        given.sort_unstable();
        let (first, mut last) = (given.first()?.0, given.last()?.0);
        let contiguous = given.windows(2).all(|two| two[1].0 == two[0].0 + 1);
        let (mut steps, mut added) = (Vec::new(), 0);
        for (factor, part) in collected(&recursion.body) {
            match &part {
                Term::Constant(value) => added += factor.checked_mul(*value)?,
                Term::Own(argument) => steps.push((step(argument)?, (0, factor))),
                Term::Product(left, right) => {
                    let ((Term::Own(argument), other) | (other, Term::Own(argument))) = (&**left, &**right) else {
                        return None;
                    };
                    let (slope, constant) = line(other)?;
                    steps.push((step(argument)?, (slope.checked_mul(factor)?, constant.checked_mul(factor)?)));
                }
                _ => return None,
            }
        }
        let rises = |(slope, constant): (i128, i128), last: i128| {
            0 <= slope && slope.checked_mul(last + 1).and_then(|all| all.checked_add(constant)).is_some_and(|at| 0 < at)
        };
        let natural = 0 <= added && steps.iter().all(|(step, factor)| 1 <= *step && rises(*factor, last));
        let reached = steps.iter().all(|(step, _)| first <= last + 1 - step);
        if !contiguous || !natural || !reached || given.iter().any(|given| given.1 < 0) {
            return None;
        }
        // One round of values more: 0, 1, 1, 2 tells more of Fibonacci's numbers than 0, 1.
        for _ in 0..steps.iter().map(|(step, _)| *step).max().unwrap_or(0).min(LONGEST) {
            last += 1;
            given.push((last, recursion.at(last).ok()?));
        }
        // What a coefficient is at the next argument, it is at least at all behind.
        let steps: Vec<(i128, i128)> = steps
            .into_iter()
            .map(|(step, (slope, constant))| Some((step, slope.checked_mul(last + 1)?.checked_add(constant)?)))
            .collect::<Option<_>>()?;
        // The given values from here on are positive.
        let from = given.iter().rev().take_while(|given| 0 < given.1).last()?.0;
        let positive = |step: i128| from <= last + 1 - step;
        if added == 0 && !steps.iter().any(|(step, _)| positive(*step)) {
            return None;
        }
        let kept: i128 = steps.iter().filter(|(step, _)| *step == 1).map(|(_, factor)| factor).sum();
        let more = 1 < kept || steps.iter().any(|(step, _)| 1 < *step && positive(*step));
        let grows = 1 <= kept && (1 <= added || more);
        let behind = given.iter().map(|given| given.0 - given.1).max();
        Some(Self { first, from, behind: behind.filter(|_| grows) })
    }
}

/// An argument from which the values of a recurrence are at least 0 and never fall; `None` if that is not seen.
pub(crate) fn never_falls_from(recursion: &Recursion) -> Option<i128> {
    let growth = Growth::of(recursion).filter(|growth| growth.behind.is_some())?;
    recursion.given.iter().map(|given| given.0).max().map(|last| last.max(growth.first))
}

/// What a linear term of m has before m, and besides.
fn line(term: &Term) -> Option<(i128, i128)> {
    let (mut slope, mut constant) = (0i128, 0i128);
    for (factor, part) in collected(term) {
        match part {
            Term::Constant(value) => constant = constant.checked_add(factor.checked_mul(value)?)?,
            Term::Variable(Variable::Coordinate(0)) => slope = slope.checked_add(factor)?,
            _ => return None,
        }
    }
    Some((slope, constant))
}

/// How far m - j lies below m.
fn step(argument: &Term) -> Option<i128> {
    let mut below = 0;
    let mut own = 0;
    for (factor, part) in collected(argument) {
        match part {
            Term::Constant(value) => below -= factor.checked_mul(value)?,
            Term::Variable(Variable::Coordinate(0)) => own += factor,
            _ => return None,
        }
    }
    (own == 1).then_some(below)
}

/// Whether two forms are the same.
impl PartialEq for Sparse {
    fn eq(&self, other: &Self) -> bool {
        let value = |form: &Self, slot: BranchSlot| -> i128 {
            form.parts.iter().filter(|part| part.0 == slot).map(|part| part.1).sum()
        };
        let slots = self.parts.iter().chain(&other.parts).map(|part| part.0);
        self.constant == other.constant && slots.into_iter().all(|slot| value(self, slot) == value(other, slot))
    }
}
