//! Turns a linear recurrence into a closed form, or into a named sequence plus a constant or summed up; finds no recurrence.
use super::famous::{Stretch, known, multiple, times};
use super::term::{ClosedTerm, TermFactor};
use super::title::Title;
use super::write;
use dashu_int::IBig;

/// The largest index at which a stretch of a Lucas sequence is looked for.
const SHIFT: usize = 6;

/// What a sequence is called, and a formula for it.
pub(super) struct NamedForm {
    pub(super) name: Title,
    pub(super) formula: ClosedFormula,
}

/// What a closed form says of the terms.
pub(super) enum ClosedFormula {
    /// a(k), by k alone.
    Whole(ClosedTerm),
    /// What stands beside the recurrence.
    Beside(String),
}

impl NamedForm {
    fn beside(name: Title, rule: String) -> Self {
        Self { name, formula: ClosedFormula::Beside(rule) }
    }
}

/// A name for the sequence of a recurrence with whole coefficients, all its terms included.
pub(super) fn find(terms: &[IBig], coefficients: &[IBig]) -> Option<NamedForm> {
    let order = coefficients.len();
    let first = terms.get(..order)?;
    // The characteristic polynomial is (x - 1) q(x), with q(x) = x^(order - 1) + q1 x^(order - 2) + ...
    let mut q = vec![IBig::ONE];
    for coefficient in &coefficients[..order - 1] {
        q.push(q.last()? - coefficient);
    }
    if q.last()? != &coefficients[order - 1] {
        let found = lucas(first, coefficients)?;
        return Some(NamedForm::beside(found.name(), format!("index n = {}", write::shifted("k", found.shift))));
    }
    let rest: Vec<IBig> = q[1..].iter().map(|one| -one).collect();
    let weight: IBig = q.iter().sum();
    if weight.is_zero() {
        return if order == 3 { exponential_and_line(first, &(&rest[0] - IBig::ONE)) } else { None };
    }
    // Applied to the terms, q leaves the constant alone, times q(1).
    let constant: IBig = q.iter().zip(first.iter().rev()).map(|(one, term)| one * term).sum();
    match order {
        0 | 1 => None,
        2 => exponential(first, &rest[0], &constant, &weight),
        _ => plus_constant(first, &rest, &constant, &weight).or_else(|| summed(terms, &rest)),
    }
}

/// U(P, Q) from 0, 1 and V(P, Q) from 2, P, both with a(n) = P a(n-1) - Q a(n-2), or a multiple.
fn lucas(first: &[IBig], coefficients: &[IBig]) -> Option<Stretch> {
    let [p, minus_q] = coefficients else { return None };
    for (letter, mut window) in [("U", [IBig::ZERO, IBig::ONE]), ("V", [IBig::from(2), p.clone()])] {
        for shift in 0..=SHIFT {
            if let Some(multiple) = multiple(first, &window) {
                let of = format!("Lucas sequence {letter}({p}, {})", -minus_q).into();
                return Some(Stretch { multiple, of, shift: i128::try_from(shift).ok()? });
            }
            let next = p * &window[1] + minus_q * &window[0];
            window = [window[1].clone(), next];
        }
    }
    None
}

/// `base^(k + s)` with what is left of a factor.
fn power(mut factor: IBig, base: &IBig) -> (IBig, TermFactor) {
    let mut shift = 0;
    while IBig::ONE < *base && !factor.is_zero() && (&factor % base).is_zero() {
        factor /= base;
        shift += 1;
    }
    (factor, TermFactor::exponential(base.clone(), shift))
}

fn written(parts: Vec<(IBig, TermFactor)>, over: IBig) -> NamedForm {
    let term = ClosedTerm::sum(parts, over);
    NamedForm { name: term.written("k", None).into(), formula: ClosedFormula::Whole(term) }
}

/// (A base^k + constant) / weight.
fn exponential(first: &[IBig], base: &IBig, constant: &IBig, weight: &IBig) -> Option<NamedForm> {
    let mut numbers = [&first[0] * weight - constant, constant.clone()];
    let mut weight = weight.clone();
    write::reduce(&mut numbers, &mut weight);
    let [factor, constant] = numbers;
    if factor.is_zero() || (IBig::from(-1)..=IBig::ONE).contains(base) {
        return None;
    }
    let (factor, power) = power(factor, base);
    Some(written(vec![(factor, power), (constant, TermFactor::Power(0))], weight))
}

/// (A base^k + B k + C) / (base - 1)^2.
fn exponential_and_line(first: &[IBig], base: &IBig) -> Option<NamedForm> {
    let [zeroth, one, two] = first else { return None };
    if (IBig::from(-1)..=IBig::ONE).contains(base) {
        return None;
    }
    let step = base - IBig::ONE;
    let mut weight = &step * &step;
    let factor = two - IBig::from(2) * one + zeroth;
    let slope = (one - zeroth) * &weight - &factor * &step;
    let mut numbers = [factor.clone(), slope, zeroth * &weight - &factor];
    if numbers[0].is_zero() {
        return None;
    }
    write::reduce(&mut numbers, &mut weight);
    let [factor, slope, constant] = numbers;
    let multiple = -&slope;
    let (left, power) = power(factor, base);
    let parts =
        [(left.clone(), power.clone()), (slope, TermFactor::Power(1)), (constant.clone(), TermFactor::Power(0))]
            .to_vec();
    // 2^n - n - 1 at n = k + s has the constant -s - 1.
    let shift = (0..64).find(|shift| constant == -(&multiple * IBig::from(shift + 1)));
    let eulerian = shift.filter(|shift| {
        *base == IBig::from(2) && weight == IBig::ONE && IBig::ZERO < multiple && {
            let (of, exponent) = self::power(&multiple * (IBig::ONE << *shift), base);
            of == left && exponent == power
        }
    });
    let closed = written(parts, weight);
    Some(match eulerian {
        Some(_) => {
            let name = Title::numbered("Eulerian numbers 2^n - n - 1", "A000295");
            NamedForm { name: name.between(&times(&multiple), ""), ..closed }
        }
        None => closed,
    })
}

/// A named sequence, all its terms larger or smaller by the same.
fn plus_constant(first: &[IBig], rest: &[IBig], constant: &IBig, weight: &IBig) -> Option<NamedForm> {
    if !(constant % weight).is_zero() {
        return None;
    }
    let constant = constant / weight;
    let other: Vec<IBig> = first[..rest.len()].iter().map(|term| term - &constant).collect();
    let found = known(&other, rest).or_else(|| lucas(&other, rest))?;
    let name = found.name().between("", &more(&constant));
    Some(NamedForm::beside(name, format!("index n = {}", write::shifted("k", found.shift))))
}

fn more(constant: &IBig) -> String {
    match constant {
        zero if zero.is_zero() => String::new(),
        less if *less < IBig::ZERO => format!(" minus {}", -less),
        _ => format!(" plus {constant}"),
    }
}

/// Partial sums of a named sequence.
fn summed(terms: &[IBig], rest: &[IBig]) -> Option<NamedForm> {
    let order = rest.len();
    let steps: Vec<IBig> = terms.windows(2).take(order).map(|pair| &pair[1] - &pair[0]).collect();
    let found = known(&steps, rest).or_else(|| lucas(&steps, rest))?;
    // The terms of the named sequence before the first step, from its recurrence read backwards.
    let mut window = steps;
    let mut before = IBig::ZERO;
    for _ in 0..found.shift {
        let sum: IBig = (1..order).map(|back| &rest[back - 1] * &window[order - 1 - back]).sum();
        window.insert(0, (&window[order - 1] - sum) / &rest[order - 1]);
        window.truncate(order);
        before += &window[0];
    }
    let constant = &terms[0] - before;
    let name = found.with_article().between("partial sums of ", &more(&constant));
    Some(NamedForm::beside(name, format!("the terms with n < {}", write::shifted("k", found.shift))))
}

#[cfg(test)]
mod tests;
