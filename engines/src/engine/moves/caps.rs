//! Greatest exponents, indices and roots on a board: `2^k <= n` with n below 1,000 bounds k by 9, where its loop nest, which is linear,
//! knows `k < n` alone; `i * i + j * j <= x + y` with heaps below 1,000 bounds i and j by 44, and `2^a * 3^b <= n` a by 9 and b by 6.
use crate::ruleset::branch::{never_falls_from, scaled_parts};
use crate::ruleset::determined::{conjuncts, is_bounded};
use crate::ruleset::rising::{at_number, rises_from};
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};

/// The least and the greatest value of each coordinate.
pub(in crate::engine) type CoordinateRange = (i64, i64);

/// Indices of a sequence that are looked at.
const MOST: i128 = 1 << 12;

/// How often what is known of one amount is used for the others.
const ROUNDS: usize = 3;

/// An amount that runs so many times as far as one behind it is counted behind that.
const FARTHER: i128 = 4;

/// What the conditions of a move say of its amounts on a board.
struct AmountCaps {
    ranges: Vec<AmountRange>,
}

/// The least and the greatest value of an amount, where they are known, and whether an exponent, an index or a power says the latter.
#[derive(Clone, Copy, Debug, Default)]
struct AmountRange {
    low: Option<i128>,
    high: Option<i128>,
    curved: Option<i128>,
}

/// The same options between bounds of the coordinates, with the greatest values of amounts as conditions, and in an order in which
/// fewer are tried; `None` if nothing is gained. Cost: a look at each part of each comparison, three times.
pub(in crate::engine) fn capped(family: &Move, board: &[CoordinateRange]) -> Option<Move> {
    let caps = AmountCaps::of(family, board);
    let capped = caps.on(family)?;
    Some(caps.reordered(&capped).filter(|other| is_bounded(other, board.len())).unwrap_or(capped))
}

impl AmountCaps {
    /// What is known between bounds of the coordinates.
    fn of(family: &Move, board: &[CoordinateRange]) -> Self {
        let conditions = conjuncts(&family.guard);
        let mut caps = Self { ranges: vec![AmountRange::default(); family.amounts.len()] };
        for _ in 0..ROUNDS {
            for condition in &conditions {
                let below;
                let condition = match condition {
                    // In a browser every loop counts for the size of the page.
                    Condition::Not(_) if cfg!(target_arch = "wasm32") => continue,
                    // Among whole numbers, left < right says that left + 1 is at most right.
                    Condition::Not(inner) => match &**inner {
                        Condition::Compare(right, Comparison::AtMost, left) => {
                            let next = Term::Sum(vec![left.clone(), Term::Constant(1)]);
                            below = Condition::Compare(next, Comparison::AtMost, right.clone());
                            &below
                        }
                        _ => continue,
                    },
                    condition => condition,
                };
                let Condition::Compare(left, comparison, right) = condition else { continue };
                match comparison {
                    Comparison::AtMost => caps.note(left, right, board),
                    Comparison::Equal => {
                        caps.note(left, right, board);
                        caps.note(right, left, board);
                    }
                    Comparison::Different => {}
                }
            }
        }
        caps
    }

    /// The move with what exponents, indices and powers bound as conditions; `None` if that is nothing.
    fn on(&self, family: &Move) -> Option<Move> {
        let caps: Vec<(usize, i128)> =
            self.ranges.iter().enumerate().filter_map(|(amount, range)| Some((amount, range.curved?))).collect();
        if caps.is_empty() {
            return None;
        }
        let at_most = |(amount, most): (usize, i128)| {
            Condition::Compare(Term::Variable(Variable::Amount(amount)), Comparison::AtMost, Term::Constant(most))
        };
        let mut conditions = conjuncts(&family.guard);
        conditions.extend(caps.into_iter().map(at_most));
        Some(Move { guard: Condition::And(conditions), ..family.clone() })
    }

    /// The same options with amounts in another order, where an exponent, an index or a root stands behind an amount that runs much
    /// farther: `k * k <= i <= k * k + 1` has few k, and few i for each.
    fn reordered(&self, family: &Move) -> Option<Move> {
        let is_behind = |(at, range): (usize, &AmountRange)| {
            let own = range.curved.and_then(|own| own.max(1).checked_mul(FARTHER));
            own.is_some_and(|own| self.ranges[..at].iter().any(|before| before.high.is_none_or(|high| own <= high)))
        };
        if !self.ranges.iter().enumerate().any(is_behind) {
            return None;
        }
        let mut order: Vec<usize> = (0..self.ranges.len()).collect();
        order.sort_by_key(|at| self.ranges[*at].high.unwrap_or(i128::MAX));
        let mut place = vec![0; order.len()];
        for (to, from) in order.iter().enumerate() {
            place[*from] = to;
        }
        let mut moved = |part: &Term| match part {
            Term::Variable(Variable::Amount(own)) => Some(Term::Variable(Variable::Amount(place[*own]))),
            _ => None,
        };
        Some(Move {
            guard: family.guard.map_terms(&mut moved),
            targets: family.targets.iter().map(|target| target.map(&mut moved)).collect(),
            amounts: order.iter().map(|from| family.amounts[*from].clone()).collect(),
            ..family.clone()
        })
    }

    /// Learns from `left - right <= 0`, of each part by the least values of all others.
    fn note(&mut self, left: &Term, right: &Term, board: &[CoordinateRange]) {
        let mut parts = Vec::new();
        scaled_parts(left, 1, &mut parts);
        scaled_parts(right, -1, &mut parts);
        for (at, (factor, part)) in parts.iter().enumerate() {
            // factor * part <= most
            let mut others = parts.iter().enumerate().filter(|(other, _)| *other != at);
            let most =
                others.try_fold(0i128, |most, (_, (factor, part))| most.checked_sub(self.least(*factor, part, board)?));
            let Some(most) = most else { continue };
            if let Term::Variable(Variable::Amount(amount)) = part {
                self.ranges[*amount].plain(*factor, most);
            } else if 0 < *factor {
                // No power in a product of some is below 1.
                let powers = powers_in(part).unwrap_or_else(|| vec![part]);
                let caps = powers.into_iter().filter_map(|power| cap(*factor, power, most));
                for (amount, most) in caps.chain(risen(*factor, part, most)).collect::<Vec<_>>() {
                    let range = &mut self.ranges[amount];
                    range.curved = Some(range.curved.map_or(most, |known| known.min(most)));
                    range.high = Some(range.high.map_or(most, |known| known.min(most)));
                }
            }
        }
    }

    /// The least value of a multiple of a part on a board.
    fn least(&self, factor: i128, part: &Term, board: &[CoordinateRange]) -> Option<i128> {
        match part {
            Term::Constant(value) => factor.checked_mul(*value),
            Term::Variable(Variable::Coordinate(at)) => {
                let (low, high) = *board.get(*at)?;
                let end = if 0 < factor { low } else { high };
                factor.checked_mul(i128::from(end))
            }
            Term::Variable(Variable::Amount(at)) => {
                let range = self.ranges[*at];
                factor.checked_mul(if 0 < factor { range.low? } else { range.high? })
            }
            _ if 0 < factor && powers_in(part).is_some() => Some(factor),
            _ if 0 < factor && power_of(part).is_some_and(|(_, exponent)| exponent % 2 == 0) => Some(0),
            _ if 0 < factor => factor.checked_mul(self.least_risen(part)?),
            _ => None,
        }
    }
}

impl AmountCaps {
    /// The amount that is alone in a term which rises with it, and from which number on it does.
    fn rises(part: &Term) -> Option<(usize, i128)> {
        // In a browser every loop counts for the size of the page.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let mut some = None;
        part.visit_variables(&mut |variable| some = some.or(Some(variable)));
        let Some(Variable::Amount(amount)) = some else { return None };
        Some((amount, rises_from(part, amount)?))
    }

    /// The least value of such a term, if the amount is never before.
    fn least_risen(&self, part: &Term) -> Option<i128> {
        let (amount, first) = Self::rises(part)?;
        at_number(part, self.ranges[amount].low.filter(|low| first <= *low)?)
    }
}

/// The greatest value of an amount where a positive multiple of a term that rises with it is at most a number.
fn risen(factor: i128, part: &Term, most: i128) -> Option<(usize, i128)> {
    let (amount, first) = AmountCaps::rises(part)?;
    let fits =
        |at: i128| at_number(part, at).and_then(|value| value.checked_mul(factor)).is_some_and(|value| value <= most);
    if !fits(first) {
        return Some((amount, first - 1));
    }
    let (mut low, mut step) = (first, 1_i128);
    while fits(low.checked_add(step)?) {
        low += step;
        step = step.checked_mul(2)?;
    }
    let mut high = low + step;
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    Some((amount, low))
}

impl AmountRange {
    /// Learns from `factor * amount <= most`.
    fn plain(&mut self, factor: i128, most: i128) {
        if 0 < factor {
            let most = most.div_euclid(factor);
            self.high = Some(self.high.map_or(most, |known| known.min(most)));
        } else if let (Some(size @ 1..), Some(least)) = (factor.checked_neg(), most.checked_neg()) {
            let least = least.div_euclid(size) + i128::from(least.rem_euclid(size) != 0);
            self.low = Some(self.low.map_or(least, |known| known.max(least)));
        }
    }
}

/// The amount that is multiplied by itself, and how often it stands in the product.
fn power_of(part: &Term) -> Option<(usize, u32)> {
    match part {
        Term::Variable(Variable::Amount(amount)) => Some((*amount, 1)),
        Term::Product(left, right) => {
            let ((left, own), (right, other)) = (power_of(left)?, power_of(right)?);
            (left == right).then_some((left, own + other))
        }
        Term::Power(base, exponent) => match (&**base, &**exponent) {
            (Term::Variable(Variable::Amount(amount)), Term::Constant(exponent @ 2..=16)) => {
                Some((*amount, u32::try_from(*exponent).expect("at most 16")))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The powers of positive numbers by amounts of which a part is the product.
fn powers_in(part: &Term) -> Option<Vec<&Term>> {
    // In a browser every loop counts for the size of the page.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    match part {
        Term::Power(base, exponent) => {
            let is_one = matches!((&**base, &**exponent), (Term::Constant(1..), Term::Variable(Variable::Amount(_))));
            is_one.then(|| vec![part])
        }
        Term::Product(left, right) => Some([powers_in(left)?, powers_in(right)?].concat()),
        _ => None,
    }
}

/// The greatest value of an amount where a positive multiple of a part that rises with it is at most a number.
fn cap(factor: i128, rising: &Term, most: i128) -> Option<(usize, i128)> {
    if let Some((amount, exponent)) = power_of(rising) {
        // Where nothing is left for the power, the amount is not positive.
        return Some((amount, root(most.max(0).div_euclid(factor), exponent)));
    }
    match rising {
        Term::Power(base, exponent) => {
            let (Term::Constant(base @ 2..), Term::Variable(Variable::Amount(amount))) = (&**base, &**exponent) else {
                return None;
            };
            let mut value = factor;
            let mut exponent = -1;
            while value <= most {
                exponent += 1;
                value = value.saturating_mul(*base);
            }
            Some((*amount, exponent))
        }
        Term::Recursive(recursion, argument) => {
            let Term::Variable(Variable::Amount(amount)) = **argument else { return None };
            let first = never_falls_from(recursion)?;
            let is_beyond = |at: &i128| match recursion.at(*at) {
                Ok(value) => value.checked_mul(factor).is_none_or(|value| most < value),
                // Values that are not below 0 and leave 128 bits are larger than all of a board.
                Err(_) => true,
            };
            (first..first + MOST).find(is_beyond).map(|at| (amount, at - 1))
        }
        _ => None,
    }
}

/// The greatest number whose power is no greater, of a number that is not negative.
fn root(most: i128, exponent: u32) -> i128 {
    if exponent == 2 {
        return most.isqrt();
    }
    let fits = |base: i128| base.checked_pow(exponent).is_some_and(|power| power <= most);
    let (mut low, mut high) = (0, most.isqrt() + 1);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}
