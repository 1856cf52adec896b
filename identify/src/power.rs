//! Turns a list into a geometric sequence or the repunits of a base.
use super::term::{Closed, ClosedTerm, TermFactor};
use super::title::Title;
use super::{PREDICTED, SequenceName, write};
use dashu_int::IBig;

/// A geometric sequence c * r^k with r other than -1, 0 and 1, or repunits.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    geometric(terms).or_else(|| repunit(terms))
}

/// Each term is the same multiple of the one before it.
fn geometric(terms: &[IBig]) -> Option<SequenceName> {
    let [first, second, ..] = terms else { return None };
    if first.is_zero() || second.is_zero() || first == second || (first + second).is_zero() || terms.len() < 5 {
        return None;
    }
    if !terms.windows(2).all(|pair| &pair[1] * first == &pair[0] * second) {
        return None;
    }
    let mut ratio = [second.clone()];
    let mut below = first.clone();
    write::reduce(&mut ratio, &mut below);
    let [ratio] = ratio;
    let name = match exponent(first, &ratio) {
        Some(_) if below == IBig::ONE => powers(&ratio),
        _ => format!("geometric with ratio {}", write::over(&ratio.to_string(), &below)).into(),
    };
    let power = TermFactor::Exponential { base: ratio.clone(), below: below.clone(), shift: 0 };
    let closed = Closed::always(ClosedTerm::sum(vec![(first.clone(), power)], IBig::ONE));
    let hit = SequenceName::closed(name, closed, 2, terms.len());
    if below != IBig::ONE {
        return Some(hit);
    }
    Some(hit.going_on(iterate(terms, |last| last * &ratio)))
}

fn powers(ratio: &IBig) -> Title {
    let name = format!("powers of {ratio}");
    match i64::try_from(ratio) {
        Ok(2) => Title::numbered(&name, "A000079"),
        Ok(3) => Title::numbered(&name, "A000244"),
        Ok(4) => Title::numbered(&name, "A000302"),
        Ok(5) => Title::numbered(&name, "A000351"),
        Ok(10) => Title::numbered(&name, "A011557"),
        _ => name.into(),
    }
}

/// The e with base^e = value, for a base of at least 2.
fn exponent(value: &IBig, base: &IBig) -> Option<usize> {
    if *base < IBig::from(2) || *value < IBig::ONE {
        return None;
    }
    let mut power = IBig::ONE;
    let mut exponent = 0;
    while power < *value {
        power *= base;
        exponent += 1;
    }
    (power == *value).then_some(exponent)
}

/// Numbers 1 + b + ... + b^(n - 1): each is b times the one before and one more.
fn repunit(terms: &[IBig]) -> Option<SequenceName> {
    let [first, second, ..] = terms else { return None };
    if *first < IBig::ZERO || terms.len() < 5 {
        return None;
    }
    // From 0 comes 1 in every base, so that the base shows one term later.
    let (base, used) =
        if first.is_zero() { (terms.get(2)? - IBig::ONE, 3) } else { (((second - IBig::ONE) / first), 2) };
    if base < IBig::from(2) || !terms.windows(2).all(|pair| pair[1] == &pair[0] * &base + IBig::ONE) {
        return None;
    }
    let shift = exponent(&(first * (&base - IBig::ONE) + IBig::ONE), &base)?;
    let name = format!("repunits in base {base}");
    let name = match i64::try_from(&base) {
        Ok(2) => Title::numbered(&name, "A000225"),
        Ok(3) => Title::numbered(&name, "A003462"),
        Ok(4) => Title::numbered(&name, "A002450"),
        Ok(10) => Title::numbered(&name, "A002275"),
        _ => name.into(),
    };
    let power = TermFactor::exponential(base.clone(), i128::try_from(shift).ok()?);
    let parts = vec![(IBig::ONE, power), (-IBig::ONE, TermFactor::Power(0))];
    let closed = Closed::always(ClosedTerm::sum(parts, &base - IBig::ONE));
    let hit = SequenceName::closed(name, closed, used, terms.len());
    Some(hit.going_on(iterate(terms, |last| last * &base + IBig::ONE)))
}

/// What comes next where each term tells the one after it.
fn iterate(terms: &[IBig], next: impl Fn(&IBig) -> IBig) -> Vec<IBig> {
    std::iter::successors(terms.last().map(&next), |last| Some(next(last))).take(PREDICTED).collect()
}
