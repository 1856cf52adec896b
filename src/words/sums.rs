//! The sums of certificates as formulas. Knows nothing of proofs.
use crate::certificate::{ConsecutiveSum, MULTIPLE, STEP, Sum, VALUE};
use crate::latex::symbol;

/// A sum in the names of heaps and registers.
pub(super) fn sum(sum: &Sum) -> String {
    let named = |name: &String| match name.as_str() {
        VALUE => "w".to_owned(),
        STEP => "d".to_owned(),
        MULTIPLE => "m".to_owned(),
        name => symbol(name),
    };
    joined(sum.of.iter().map(|(name, factor)| (named(name), i128::from(*factor))), sum.constant.into())
}

/// A sum of consecutive terms `b(k), b(k + 1), ...`.
pub(super) fn consecutive(sum: &ConsecutiveSum) -> String {
    let name = |at: usize| if at == 0 { "b_{k}".to_owned() } else { format!("b_{{k + {at}}}") };
    joined(sum.of.iter().enumerate().map(|(at, factor)| (name(at), i128::from(*factor))), sum.constant.into())
}

/// Names with their factors and a number behind them.
pub(super) fn joined(parts: impl Iterator<Item = (String, i128)>, constant: i128) -> String {
    let mut text = String::new();
    for (name, factor) in parts.filter(|part| part.1 != 0) {
        let sign = match (text.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = factor.unsigned_abs();
        text.push_str(&if size == 1 { format!("{sign}{name}") } else { format!("{sign}{size} {name}") });
    }
    match constant {
        0 if !text.is_empty() => text,
        _ if text.is_empty() => constant.to_string(),
        _ if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
        _ => format!("{text} + {constant}"),
    }
}
