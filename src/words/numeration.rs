//! How the numbers of a certificate are written, in words: the list of numerations is the checker's. Reads no digits.
use crate::certificate::Certificate;
use crate::recheck::table::Numeration;
use serde::Deserialize;
use serde_json::Value;

/// The numeration that a certificate names.
pub(super) fn named(value: &Value) -> Option<Numeration> {
    Numeration::deserialize(value).ok()
}

/// How numbers are written, with the weights of digits.
pub(super) fn in_words(numeration: Numeration) -> String {
    match numeration {
        Numeration::Base(radix) => format!("in base ${radix}$"),
        Numeration::Zeckendorf => "in Zeckendorf's numeration (weights $1, 2, 3, 5, \\dots$)".to_owned(),
        Numeration::Metallic(factor) => {
            format!(
                "in the metallic numeration of ${factor}$ (weights $1, {}, \\dots$, each ${factor}$ times the one before and the one before that)",
                factor + 1
            )
        }
        Numeration::Chebyshev(factor) => {
            format!(
                "in Chebyshev's numeration of ${factor}$ (weights $1, {factor}, \\dots$, each ${factor}$ times the one before less the one before that)"
            )
        }
        Numeration::Cubic([1, 1, 1]) => {
            "in the Tribonacci numeration (weights $1, 2, 4, 7, \\dots$, each the sum of the three before)".to_owned()
        }
        Numeration::Cubic([a, b, c]) => {
            format!(
                "in the cubic numeration of ${a}, {b}, {c}$ (weights $1, {}, {}, \\dots$, each the sum of the three before, times ${a}$, ${b}$ and ${c}$, the last one first)",
                a + 1,
                a * (a + 1) + b + 1
            )
        }
    }
}

/// How the numbers that the automaton of a certificate reads are written, by the name alone: `in base 2`. None without an automaton.
#[must_use]
pub fn written_in(certificate: &Certificate) -> Option<String> {
    Some(match named(&certificate.set["numeration"])? {
        Numeration::Base(radix) => format!("in base {radix}"),
        Numeration::Zeckendorf => "in Zeckendorf's numeration".to_owned(),
        Numeration::Metallic(factor) => format!("in the metallic numeration of {factor}"),
        Numeration::Chebyshev(factor) => format!("in Chebyshev's numeration of {factor}"),
        Numeration::Cubic([1, 1, 1]) => "in the Tribonacci numeration".to_owned(),
        Numeration::Cubic([a, b, c]) => format!("in the cubic numeration of {a}, {b}, {c}"),
    })
}

/// The weights of digits up to a number, the least first.
pub(super) fn weights(numeration: Numeration, most: u64) -> Vec<u64> {
    if let Some(weights) = numeration.cubic() {
        let mut last = weights.first.map(i128::from);
        let [a, b, c] = weights.factors.map(i128::from);
        let first = last.map(u64::try_from).into_iter().filter_map(Result::ok);
        let mut all: Vec<u64> = first.filter(|weight| *weight <= most.max(1)).collect();
        loop {
            // Below 2^64 * 2^4, three times.
            last = [last[1], last[2], a * last[2] + b * last[1] + c * last[0]];
            let Some(weight) = u64::try_from(last[2]).ok().filter(|weight| *weight <= most) else { return all };
            all.push(weight);
        }
    }
    let step = numeration.recurrence();
    let factor = step.map_or(i128::from(numeration.digits()), |step| step.factor.into());
    let (sign, mut before) = step.map_or((0, 0), |step| (i128::from(step.sign), i128::from(step.before)));
    let (mut all, mut last) = (vec![1], 1_i128);
    loop {
        // Below 2^64 * 2^10 and as much again.
        let next = factor * last + sign * before;
        let Some(weight) = u64::try_from(next).ok().filter(|weight| *weight <= most) else { return all };
        (before, last) = (last, next);
        all.push(weight);
    }
}
