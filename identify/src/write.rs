//! Turns polynomials and sums into text; knows nothing about what they stand for.
use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};

/// A sum such as `3*k^2 - k + 1`, from coefficients and what they multiply; an empty factor stands for 1.
pub(super) fn sum(parts: &[(IBig, String)]) -> String {
    let mut text = String::new();
    for (coefficient, factor) in parts {
        if coefficient.is_zero() {
            continue;
        }
        let negative = *coefficient < IBig::ZERO;
        text.push_str(match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let size = coefficient.clone().abs();
        match (factor.is_empty(), size == IBig::ONE) {
            (true, _) => text.push_str(&size.to_string()),
            (false, true) => text.push_str(factor),
            (false, false) => text.push_str(&format!("{size}*{factor}")),
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// A polynomial in a variable, from its coefficients, the constant one first.
pub(super) fn polynomial(coefficients: &[IBig], variable: &str) -> String {
    let power = |exponent: usize| match exponent {
        0 => String::new(),
        1 => variable.to_owned(),
        _ => format!("{variable}^{exponent}"),
    };
    let parts: Vec<(IBig, String)> =
        coefficients.iter().enumerate().rev().map(|(exponent, c)| (c.clone(), power(exponent))).collect();
    sum(&parts)
}

/// A polynomial over a common denominator: `(k^2 + k)/2`.
pub(super) fn quotient(coefficients: &[IBig], denominator: &IBig, variable: &str) -> String {
    let text = polynomial(coefficients, variable);
    over(&text, denominator)
}

/// A sum over a denominator, without either where it is 1.
pub(super) fn over(text: &str, denominator: &IBig) -> String {
    if *denominator == IBig::ONE {
        return text.to_owned();
    }
    if text.contains(' ') { format!("({text})/{denominator}") } else { format!("{text}/{denominator}") }
}

/// Divides numbers and their denominator by what they have in common; the denominator becomes positive.
pub(super) fn reduce(numbers: &mut [IBig], denominator: &mut IBig) {
    let mut common = denominator.clone().abs();
    for number in numbers.iter() {
        common = if number.is_zero() { common } else { IBig::from((&common).gcd(number)) };
    }
    if *denominator < IBig::ZERO {
        common = -common;
    }
    for number in numbers.iter_mut() {
        *number /= &common;
    }
    *denominator /= &common;
}

/// `k`, `k + 3`, `k - 2`.
pub(super) fn shifted(variable: &str, shift: i128) -> String {
    match shift {
        0 => variable.to_owned(),
        1.. => format!("{variable} + {shift}"),
        _ => format!("{variable} - {}", shift.unsigned_abs()),
    }
}

/// A few numbers, separated by commas.
pub(super) fn list(numbers: &[IBig]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
