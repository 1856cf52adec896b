//! A move without the amounts that an equation gives by the others: `n - i` with `i = k * k` is `n - k * k`.
//!
//! Right because an equation that stands beside all other conditions holds for one value of the amount at most, and that is a
//! whole number wherever the other side has a value, or is asked to be one; so the same options are reached, by the same ways.
use super::branch::{branches, scaled_parts, with_own_opaques};
use super::last::{AmountShare, bounded};
use super::{Comparison, Condition, Move, Part, Ruleset, Term, Variable, mentions};
use num_integer::gcd;

/// Amounts that two multiples give have steps of this, at most.
const MOST_STEPS: i128 = 1 << 10;

/// Equations with larger factors are left as they are.
const LARGEST_FACTOR: i128 = 1 << 60;

/// So many values of an amount are alternatives, at most.
const MOST_VALUES: i128 = 8;

/// The same options of all positions by fewer amounts, where the rest is still bounded. The ways are other ones: amounts are left out.
pub(crate) fn shortened(ruleset: &Ruleset) -> Ruleset {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let shorter = |family: &Move| {
        let shorter = without_determined(family).filter(|shorter| is_bounded(shorter, dimension));
        shorter.unwrap_or_else(|| family.clone())
    };
    Ruleset {
        moves: ruleset
            .moves
            .iter()
            .map(with_few_apart)
            .flat_map(|family| alternatives(&family))
            .map(|family| shorter(&family))
            .collect(),
        ..ruleset.clone()
    }
}

/// The same ways with an equation for each value of an amount that has few and multiplies what another amount says, or is the exponent of one: `j = 1 or j = 2
/// or j = 3` in the place of `1 <= j <= 3`, where `j * F(k)` or `p^j` is taken. Each is a move of its own then, in which that is a multiple of what rises, or a
/// power of a fixed exponent.
fn with_few_apart(family: &Move) -> Move {
    // In a browser every loop counts for the size of the page.
    if cfg!(target_arch = "wasm32") {
        return family.clone();
    }
    few_apart(family, |amount| multiplies(family, amount) || is_exponent(family, amount))
}

/// The same of exponents of what other amounts say alone: without powers of two amounts.
pub(crate) fn with_exponents_apart(family: &Move) -> Move {
    few_apart(family, |amount| is_exponent(family, amount))
}

fn few_apart(family: &Move, is_asked: impl Fn(usize) -> bool) -> Move {
    let conditions = conjuncts(&family.guard);
    let found = (0..family.amounts.len()).filter(|amount| is_asked(*amount)).find_map(|amount| {
        let bounds: Vec<Option<(i128, i128)>> = conditions.iter().map(|condition| bound(condition, amount)).collect();
        let low = bounds.iter().flatten().filter(|bound| bound.0 == -1).map(|bound| bound.1).max()?;
        let high = bounds.iter().flatten().filter(|bound| bound.0 == 1).map(|bound| bound.1).min()?;
        ((0..MOST_VALUES).contains(&high.checked_sub(low)?)).then_some((amount, (low, high), bounds))
    });
    let Some((amount, (low, high), bounds)) = found else { return family.clone() };
    let own = Term::Variable(Variable::Amount(amount));
    let one = |value: i128| Condition::Compare(own.clone(), Comparison::Equal, Term::Constant(value));
    let others = conditions.into_iter().zip(&bounds).filter(|(_, bound)| bound.is_none()).map(|(other, _)| other);
    let all = others.chain([Condition::Or((low..=high).map(one).collect())]).collect();
    Move { guard: Condition::And(all), ..family.clone() }
}

/// Whether an amount is the exponent of what other amounts say, in a target.
fn is_exponent(family: &Move, amount: usize) -> bool {
    let is_power = |part: Part<'_>| match part {
        Part::Term(Term::Power(base, exponent)) => {
            **exponent == Term::Variable(Variable::Amount(amount)) && base.mentions_amounts() && !mentions(base, amount)
        }
        _ => false,
    };
    family.targets.iter().any(|target| Part::Term(target).any(&mut |part| is_power(part)))
}

/// Whether an amount is a factor of a product in a target whose other factor is made of other amounts, and is no number or variable.
fn multiplies(family: &Move, amount: usize) -> bool {
    let own = Term::Variable(Variable::Amount(amount));
    let is_product = |part: Part<'_>| {
        let Part::Term(Term::Product(left, right)) = part else { return false };
        [(left, right), (right, left)].into_iter().any(|(one, other)| {
            let is_simple = matches!(**other, Term::Constant(_) | Term::Variable(_));
            **one == own && !is_simple && other.mentions_amounts() && !mentions(other, amount)
        })
    };
    family.targets.iter().any(|target| Part::Term(target).any(&mut |part| is_product(part)))
}

/// What a comparison with a number says of an amount alone: with 1 the greatest value, with -1 the least.
pub(super) fn bound(condition: &Condition, amount: usize) -> Option<(i128, i128)> {
    let Condition::Compare(left, Comparison::AtMost, right) = condition else { return None };
    let (mut parts, mut constant, mut sign) = (Vec::new(), 0i128, 0i128);
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    for (factor, part) in parts {
        match part {
            Term::Constant(number) => constant = constant.checked_add(factor.checked_mul(number)?)?,
            Term::Variable(Variable::Amount(own)) if own == amount => sign = sign.checked_add(factor)?,
            _ => return None,
        }
    }
    // sign * amount + constant <= 0
    (sign.abs() == 1).then(|| Some((sign, constant.checked_mul(-sign)?)))?
}

/// Whether all amounts of a move have bounds, where a position has so many coordinates.
pub(crate) fn is_bounded(family: &Move, dimension: usize) -> bool {
    let all = branches(&family.guard, dimension, family.amounts.len());
    all.is_ok_and(|all| all.into_iter().all(|branch| with_own_opaques(branch, &family.targets).loops().is_ok()))
}

/// The same options by several moves, where a condition is an alternative of equations that each give an amount: `i = k * k or
/// i = k * k + 1`. An alternative that may have no value stays, since of a move it would be asked for although another one holds.
pub(crate) fn alternatives(family: &Move) -> Vec<Move> {
    let conditions = conjuncts(&family.guard);
    let is_asked = |amount| family.targets.iter().any(|target| mentions(target, amount));
    let gives = |part: &Condition| {
        let all = conjuncts(part);
        all.iter().all(has_value)
            && all.iter().filter_map(|own| solved(own, &all)).any(|solution| is_asked(solution.amount))
    };
    let found = conditions.iter().enumerate().find_map(|(at, condition)| match condition {
        Condition::Or(parts) if parts.iter().all(gives) => Some((at, parts)),
        _ => None,
    });
    let Some((at, parts)) = found else { return vec![family.clone()] };
    let with = |part: &Condition| {
        let mut conditions = conditions.clone();
        conditions[at] = part.clone();
        Move { guard: Condition::And(conditions), ..family.clone() }
    };
    parts.iter().map(with).collect()
}

/// Whether a condition has a value everywhere, short of numbers that are too large: no divisor, root or exponent varies.
pub(crate) fn has_value(condition: &Condition) -> bool {
    fn is_sound(term: &Term) -> bool {
        match term {
            Term::Constant(_) | Term::Variable(_) => true,
            Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) => parts.iter().all(is_sound),
            Term::Product(left, right) => is_sound(left) && is_sound(right),
            Term::FloorDivide(above, below) | Term::Modulo(above, below) => {
                is_sound(above) && matches!(**below, Term::Constant(divisor) if divisor != 0)
            }
            Term::Power(base, exponent) => is_sound(base) && matches!(**exponent, Term::Constant(0..)),
            _ => false,
        }
    }
    match condition {
        Condition::Known(_) => true,
        Condition::Compare(left, _, right) => is_sound(left) && is_sound(right),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(has_value),
        Condition::Not(inner) => has_value(inner),
    }
}

/// The same options by fewer amounts; `None` if no equation gives one of them. Only amounts that a coordinate after the move asks
/// for are left out, so where the other side has no value the move has none either; and those whose square a term is that has a value
/// everywhere.
pub(crate) fn without_determined(family: &Move) -> Option<Move> {
    let mut shorter = family.clone();
    let mut conditions: Vec<Condition> =
        conjuncts(&family.guard).into_iter().flat_map(without_common_divisor).collect();
    let dimension = family.targets.len();
    while let Some((at, SolvedAmount { amount, term, whole, stepped, multiple })) =
        conditions.iter().enumerate().find_map(|(at, condition)| {
            let is_asked = |own: &SolvedAmount| shorter.targets.iter().any(|target| mentions(target, own.amount));
            let plain = solved(condition, &conditions).filter(is_asked);
            let (whole, other) = plain
                .map_or((None, None), |own| if own.whole.is_none() { (Some(own), None) } else { (None, Some(own)) });
            // What an amount leaves alone is fewer choices than the numbers that may be squares.
            let sizes = (dimension, shorter.amounts.len());
            let curved = || rooted(condition, &conditions, sizes);
            let steep = || quotient(condition, &conditions, sizes).filter(is_asked);
            let both = || in_steps(condition).filter(is_asked);
            let solution = from_nim_sum(condition, &conditions).or(whole).or_else(curved).or_else(both);
            let solution = solution.or(other).or_else(steep);
            Some((at, solution?))
        })
    {
        // The explorer has a limit of bytes, and finds no two amounts at once.
        let stepped = stepped.filter(|_| !cfg!(target_arch = "wasm32"));
        conditions.remove(at);
        conditions.splice(at..at, whole);
        // Where it is known to be whole, a multiple of the quotient is what was divided.
        let exact = |part: &Term| {
            let (size, above) = multiple.as_ref()?;
            let mut parts = Vec::new();
            scaled_parts(part, 1, &mut parts);
            let [(factor, Term::Variable(Variable::Amount(own)))] = parts[..] else { return None };
            (own == amount && factor % size == 0).then(|| scaled(factor / size, &without(above, amount)))
        };
        let mut replace = |part: &Term| match (part, &stepped) {
            (Term::Product(..), _) => exact(part),
            (Term::Variable(Variable::Amount(own)), _) if *own == amount => Some(without(&term, amount)),
            (Term::Variable(Variable::Amount(own)), Some((other, term))) if own == other => Some(without(term, amount)),
            (Term::Variable(Variable::Amount(own)), _) if amount < *own => {
                Some(Term::Variable(Variable::Amount(own - 1)))
            }
            _ => None,
        };
        shorter.targets = shorter.targets.iter().map(|target| target.map(&mut replace)).collect();
        conditions = conditions.iter().map(|condition| condition.map_terms(&mut replace)).collect();
        shorter.amounts.remove(amount);
    }
    shorter.guard = Condition::And(conditions);
    (shorter.amounts.len() < family.amounts.len()).then_some(shorter)
}

/// The same options by more amounts, so that targets are linear: `n - 2^k` is `n - i` with `i = 2^k`. Where a target is not a coordinate
/// less what amounts say, it stays.
pub(crate) fn with_differences(family: &Move) -> Move {
    let mut longer = family.clone();
    let mut conditions = conjuncts(&family.guard);
    for (at, target) in family.targets.iter().enumerate() {
        let own = Term::Variable(Variable::Coordinate(at));
        let Some(taken) = taken(target, &own) else { continue };
        let amount = Term::Variable(Variable::Amount(longer.amounts.len()));
        let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(amount.clone()));
        let lifted = Term::Sum(vec![own, less]);
        conditions = conditions
            .iter()
            .map(|condition| condition.map_terms(&mut |part| (part == target).then(|| lifted.clone())))
            .map(|condition| compared(&condition, &taken, &amount).unwrap_or(condition))
            .collect();
        conditions.push(Condition::Compare(amount, Comparison::Equal, taken));
        longer.targets[at] = lifted;
        longer.amounts.push(String::new());
    }
    longer.guard = Condition::And(conditions);
    longer
}

/// A comparison with an amount in the place of what it is, where a multiple of all parts of that stands in it: `p * q <= n` as `i <= n`.
fn compared(condition: &Condition, taken: &Term, amount: &Term) -> Option<Condition> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let Condition::Compare(left, comparison, right) = condition else { return None };
    let (mut own, mut all) = (Vec::new(), Vec::new());
    scaled_parts(taken, 1, &mut own);
    scaled_parts(left, 1, &mut all);
    scaled_parts(right, -1, &mut all);
    let times = [1, -1].into_iter().find_map(|times: i128| {
        let mut rest = all.clone();
        for (factor, part) in &own {
            let at = rest.iter().position(|(other, same)| Some(*other) == factor.checked_mul(times) && same == part)?;
            rest.swap_remove(at);
        }
        Some((times, rest))
    });
    let (times, mut rest) = times?;
    rest.push((times, amount.clone()));
    let sum = rest.iter().map(|(factor, part)| scaled(*factor, part)).collect();
    Some(Condition::Compare(Term::Sum(sum), *comparison, Term::Constant(0)))
}

/// What a target that is not linear takes from its coordinate, if that depends on amounts alone.
fn taken(target: &Term, own: &Term) -> Option<Term> {
    let mut parts = Vec::new();
    scaled_parts(target, 1, &mut parts);
    let at = parts.iter().position(|part| *part == (1, own.clone()))?;
    parts.remove(at);
    let is_linear = parts.iter().all(|(_, part)| matches!(part, Term::Constant(_) | Term::Variable(_)));
    if is_linear || parts.iter().any(|(_, part)| part.mentions_coordinates()) {
        return None;
    }
    let mut less: Vec<Term> =
        parts.iter().map(|(factor, part)| Some(scaled(factor.checked_neg()?, part))).collect::<Option<_>>()?;
    Some(if less.len() == 1 { less.remove(0) } else { Term::Sum(less) })
}

/// The parts of a condition that all have to hold; `b + 1 <= a` in the place of `not a <= b`.
pub(crate) fn conjuncts(condition: &Condition) -> Vec<Condition> {
    let negated = |inner: &Condition| match inner {
        Condition::Compare(left, Comparison::AtMost, right) if !cfg!(target_arch = "wasm32") => {
            let next = Term::Sum(vec![right.clone(), Term::Constant(1)]);
            Some(Condition::Compare(next, Comparison::AtMost, left.clone()))
        }
        _ => None,
    };
    match condition {
        Condition::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        Condition::Not(inner) => vec![negated(inner).unwrap_or_else(|| condition.clone())],
        other => vec![other.clone()],
    }
}

/// An amount and what it is, in terms of everything else.
struct SolvedAmount {
    amount: usize,
    term: Term,
    /// That it is a whole number, where that is not clear.
    whole: Option<Condition>,
    /// Another amount that becomes a term of itself, as it has to leave a remainder.
    stepped: Option<(usize, Term)>,
    /// What so many times the amount is, where that is asked to be whole.
    multiple: Option<(i128, Term)>,
}

/// The amount that an equation gives: one that stands there alone, or a multiple of it beside what is not linear.
fn solved(condition: &Condition, all: &[Condition]) -> Option<SolvedAmount> {
    let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let is_curved = parts.iter().any(|(_, part)| !matches!(part, Term::Constant(_) | Term::Variable(_)));
    let fits = |factor: i128| factor.abs() == 1 || is_curved && factor != 0;
    let mut places: Vec<usize> = (0..parts.len()).filter(|at| fits(parts[*at].0)).collect();
    places.sort_by_key(|at| parts[*at].0.unsigned_abs());
    if !cfg!(target_arch = "wasm32") && 2 < parts.iter().filter(|(_, part)| amount_of(part).is_some()).count() {
        // What is left is chosen by amounts with few values.
        let bounded = bounded(all);
        places.sort_by_key(|at| amount_of(&parts[*at].1).is_some_and(|amount| bounded.contains(&amount)));
    }
    places.into_iter().find_map(|at| {
        let amount = amount_of(&parts[at].1)?;
        let sign = parts[at].0.signum();
        let mut rest = Vec::new();
        for (other, (factor, part)) in parts.iter().enumerate() {
            if other == at {
                continue;
            }
            if mentions(part, amount) {
                return None;
            }
            rest.push(scaled(factor.checked_mul(-sign)?, part));
        }
        let term = if rest.len() == 1 { rest.remove(0) } else { Term::Sum(rest) };
        let size = parts[at].0.checked_mul(sign)?;
        if size == 1 {
            return Some(SolvedAmount { amount, term, whole: None, stepped: None, multiple: None });
        }
        let multiple = Some((size, term.clone()));
        let [above, divisor] = [term, Term::Constant(size)].map(Box::new);
        let left = Term::Modulo(above.clone(), divisor.clone());
        let whole = Some(Condition::Compare(left, Comparison::Equal, Term::Constant(0)));
        Some(SolvedAmount { amount, term: Term::FloorDivide(above, divisor), whole, stepped: None, multiple })
    })
}

/// An equation whose amounts all have factors with a common divisor, as one without it, and that the rest is a multiple of the divisor:
/// `3 * a + 3 * d = n` as `a + d = floor(n / 3)` and `n mod 3 = 0`. Any other condition as it is.
fn without_common_divisor(condition: Condition) -> Vec<Condition> {
    let reduced = || {
        let Condition::Compare(left, Comparison::Equal, right) = &condition else { return None };
        let mut parts = Vec::new();
        scaled_parts(left, 1, &mut parts);
        scaled_parts(right, -1, &mut parts);
        let (amounts, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, part)| part.mentions_amounts());
        if amounts.iter().any(|(factor, _)| LARGEST_FACTOR < factor.saturating_abs()) {
            return None;
        }
        let divisor = amounts.iter().fold(0, |divisor, (factor, _)| gcd(divisor, *factor));
        let are_plain = amounts.iter().all(|(_, part)| amount_of(part).is_some());
        if amounts.len() < 2 || divisor < 2 || !are_plain || !has_value(&condition) || cfg!(target_arch = "wasm32") {
            return None;
        }
        let own = amounts.iter().map(|(factor, part)| scaled(factor / divisor, part)).collect();
        let rest: Option<Vec<Term>> =
            rest.iter().map(|(factor, part)| Some(scaled(factor.checked_neg()?, part))).collect();
        let [rest, divisor] = [Term::Sum(rest?), Term::Constant(divisor)].map(Box::new);
        let whole = Term::Modulo(rest.clone(), divisor.clone());
        let quotient = Term::FloorDivide(rest, divisor);
        Some(vec![
            Condition::Compare(whole, Comparison::Equal, Term::Constant(0)),
            Condition::Compare(Term::Sum(own), Comparison::Equal, quotient),
        ])
    };
    match reduced() {
        Some(parts) => parts,
        None => vec![condition],
    }
}

/// Two amounts of which an equation gives multiples, by numbers without a common divisor: `3 * b + 2 * c = n` says that b is n mod 2 + 2 t and that
/// c is floor((n - 3 (n mod 2)) / 2) - 3 t. The first one stands for t then.
fn in_steps(condition: &Condition) -> Option<SolvedAmount> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
    if !has_value(condition) {
        return None;
    }
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let (amounts, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, part)| part.mentions_amounts());
    let [(one, first), (other, second)] = amounts.as_slice() else { return None };
    let (first, second) = (amount_of(first)?, amount_of(second)?);
    let (size, factor) = (other.abs(), one.checked_mul(other.signum())?);
    let rest: Vec<Term> = rest
        .iter()
        .map(|(scale, part)| Some(scaled(scale.checked_mul(-other.signum())?, part)))
        .collect::<Option<_>>()?;
    let whole = Term::Sum(rest);
    // size * second = whole - factor * first
    if first == second || MOST_STEPS < size || MOST_STEPS < factor.abs() {
        return None;
    }
    let inverse = (1..size).find(|inverse| (factor * inverse).rem_euclid(size) == 1)?;
    let steps = |by: i128| scaled(by, &Term::Variable(Variable::Amount(first)));
    let remainder = Term::Modulo(Box::new(scaled(inverse, &whole)), Box::new(Term::Constant(size)));
    let left = Term::Sum(vec![whole.clone(), scaled(-factor, &remainder)]);
    let quotient = Term::FloorDivide(Box::new(left), Box::new(Term::Constant(size)));
    Some(SolvedAmount {
        amount: second,
        term: Term::Sum(vec![quotient, steps(-factor)]),
        whole: None,
        stepped: Some((first, Term::Sum(vec![remainder, steps(size)]))),
        multiple: None,
    })
}

/// The natural amount whose square an equation gives: `k * k = x * x + y * y` says that k is the root, rounded down, and that its square is the
/// right side. What is at most the amount has a square that is at most this.
fn rooted(condition: &Condition, beside: &[Condition], sizes: (usize, usize)) -> Option<SolvedAmount> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
    let of_square = |term: &Term| match term {
        Term::Product(one, other) if one == other => amount_of(one),
        Term::Power(base, exponent) if **exponent == Term::Constant(2) => amount_of(base),
        _ => None,
    };
    let mut parts = Vec::new();
    scaled_parts(left, 1, &mut parts);
    scaled_parts(right, -1, &mut parts);
    let is_sure = has_value(condition);
    (0..parts.len()).rev().filter(|_| is_sure).find_map(|at| {
        let (sign @ (1 | -1), amount) = (parts[at].0, of_square(&parts[at].1)?) else { return None };
        let others = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| part);
        if others.clone().any(|(_, part)| mentions(part, amount)) {
            return None;
        }
        let own = Term::Variable(Variable::Amount(amount));
        let next = |term: &Term| Term::Sum(vec![term.clone(), Term::Constant(1)]);
        let is_natural = |term: &Term| is_positive(&next(term), beside, sizes.0, sizes.1);
        if !is_natural(&own) {
            return None;
        }
        let mut rest: Vec<Term> =
            others.map(|(factor, part)| Some(scaled(factor.checked_mul(-sign)?, part))).collect::<Option<_>>()?;
        let square = if rest.len() == 1 { rest.remove(0) } else { Term::Sum(rest) };
        let root = Term::SquareRoot(Box::new(Term::Max(vec![square.clone(), Term::Constant(0)])));
        let product = |term: &Term| Term::Product(Box::new(term.clone()), Box::new(term.clone()));
        let below = beside.iter().filter_map(|other| match other {
            Condition::Compare(less, Comparison::AtMost, more) if *more == own && is_natural(less) => {
                Some(product(less))
            }
            _ => None,
        });
        let at_most = |least| Condition::Compare(least, Comparison::AtMost, square.clone());
        let mut whole: Vec<Condition> = below.chain([Term::Constant(0)]).map(at_most).collect();
        whole.push(Condition::Compare(product(&own), Comparison::Equal, square.clone()));
        Some(SolvedAmount { amount, term: root, whole: Some(Condition::And(whole)), stepped: None, multiple: None })
    })
}

/// The amount of which an equation gives a multiple by a number that varies and is positive wherever all conditions hold: `i * y = j * x` with
/// `1 <= i <= x` says that j is the quotient of i y by x, and that this is a whole number; `a * b = n` with `1 <= a`, that b is the quotient of n by a.
fn quotient(
    condition: &Condition,
    beside: &[Condition],
    (coordinates, amounts): (usize, usize),
) -> Option<SolvedAmount> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
    let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(right.clone()));
    let difference = Term::Sum(vec![left.clone(), less]);
    (0..amounts).rev().find_map(|amount| {
        let AmountShare { factor, rest } = AmountShare::of(&difference, amount)?;
        // Of two factors that are amounts, the first one divides what is known of the position.
        let varies = factor.mentions_coordinates() && !factor.mentions_amounts();
        let divides = || factor.mentions_amounts() && !factor.mentions_coordinates() && !rest.mentions_amounts();
        if !(varies || divides()) || mentions(&rest, amount) || !has_value(condition) {
            return None;
        }
        let sign =
            [1, -1].into_iter().find(|sign| is_positive(&scaled(*sign, &factor), beside, coordinates, amounts))?;
        let above = scaled(-1, &scaled(sign, &rest));
        let divisor = scaled(sign, &factor);
        let mut whole = Vec::new();
        if divides() {
            // What is said of the quotient bounds the divisor, which nothing else may do.
            let own = Term::Variable(Variable::Amount(amount));
            let times = |term: &Term| Term::Product(Box::new(term.clone()), Box::new(divisor.clone()));
            let below = beside.iter().filter_map(|other| match other {
                Condition::Compare(less, Comparison::AtMost, more) if *more == own => Some(times(less)),
                _ => None,
            });
            let least = is_positive(&own, beside, coordinates, amounts).then(|| divisor.clone());
            whole.extend(below.chain(least).map(|least| Condition::Compare(least, Comparison::AtMost, above.clone())));
        }
        let [above, divisor] = [above, divisor].map(Box::new);
        let left = Term::Modulo(above.clone(), divisor.clone());
        // Of several factors each divides, which is known as soon as it is chosen.
        if divides() {
            let own = |factor: &Term| {
                let left = Term::Modulo(above.clone(), Box::new(factor.clone()));
                Condition::Compare(left, Comparison::Equal, Term::Constant(0))
            };
            let factors = factors_of(&divisor);
            whole.extend(factors.iter().filter(|_| 1 < factors.len()).map(|factor| own(factor)));
        }
        whole.push(Condition::Compare(left, Comparison::Equal, Term::Constant(0)));
        Some(SolvedAmount {
            amount,
            term: Term::FloorDivide(above, divisor),
            whole: Some(Condition::And(whole)),
            stepped: None,
            multiple: None,
        })
    })
}

/// The amounts that a product is made of.
fn factors_of(term: &Term) -> Vec<&Term> {
    let (mut open, mut found) = (vec![term], Vec::new());
    while let Some(own) = open.pop() {
        match own {
            Term::Product(left, right) => open.extend([&**left, &**right]),
            Term::Sum(parts) if parts.len() == 1 => open.extend(parts),
            Term::Variable(Variable::Amount(_)) => found.push(own),
            _ => {}
        }
    }
    found
}

/// Whether a term is positive wherever conditions hold.
fn is_positive(term: &Term, beside: &[Condition], coordinates: usize, amounts: usize) -> bool {
    let below = Condition::Compare(term.clone(), Comparison::AtMost, Term::Constant(0));
    let all = beside.iter().cloned().chain([below]).collect();
    branches(&Condition::And(all), coordinates, amounts).is_ok_and(|all| all.is_empty())
}

/// The natural amount that a nim-sum gives: `(i xor j) = z` says that j is the nim-sum of i and z, if z is natural.
fn from_nim_sum(condition: &Condition, beside: &[Condition]) -> Option<SolvedAmount> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let Condition::Compare(left, Comparison::Equal, right) = condition else { return None };
    [(left, right), (right, left)].into_iter().find_map(|(sum, other)| {
        let Term::Xor(parts) = sum else { return None };
        parts.iter().enumerate().find_map(|(at, part)| {
            let amount = amount_of(part).filter(|amount| is_natural(*amount, beside) && !mentions(other, *amount))?;
            let mut rest = parts.clone();
            rest.remove(at);
            let is_alone = !rest.iter().any(|part| mentions(part, amount));
            rest.push(Term::Max(vec![other.clone(), Term::Constant(0)]));
            let (term, whole) = (Term::Xor(rest), Some(condition.clone()));
            is_alone.then_some(SolvedAmount { amount, term, whole, stepped: None, multiple: None })
        })
    })
}

/// Whether a condition says of an amount that it is natural.
fn is_natural(amount: usize, beside: &[Condition]) -> bool {
    let own = Term::Variable(Variable::Amount(amount));
    beside
        .iter()
        .any(|part| matches!(part, Condition::Compare(Term::Constant(0..), Comparison::AtMost, term) if *term == own))
}

fn amount_of(term: &Term) -> Option<usize> {
    if let Term::Variable(Variable::Amount(amount)) = term { Some(*amount) } else { None }
}

fn scaled(factor: i128, part: &Term) -> Term {
    if factor == 1 { part.clone() } else { Term::Product(Box::new(Term::Constant(factor)), Box::new(part.clone())) }
}

/// A term in which an amount does not occur, for a list of amounts without it.
fn without(term: &Term, amount: usize) -> Term {
    term.map(&mut |part| match part {
        Term::Variable(Variable::Amount(own)) if amount < *own => Some(Term::Variable(Variable::Amount(own - 1))),
        _ => None,
    })
}
