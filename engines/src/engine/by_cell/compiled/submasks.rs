//! Last amounts whose bits are all among those of a number, as `bitand(i, n) = i` asks for: only these are tried.
use super::bits::common_bits;
use crate::ruleset::branch::scaled_parts;
use crate::ruleset::{Comparison, Condition, Term, Variable, mentions};

/// Numbers whose bits are all among those of a mask, ascending, up to a greatest one.
pub(super) struct Submasks {
    mask: i64,
    next: Option<i64>,
    high: i64,
}

impl Submasks {
    /// Those of a mask between two numbers; none of a mask below 0.
    pub(super) fn new(mask: i64, (low, high): (i64, i64)) -> Self {
        let next = if mask < 0 { None } else { first_from(mask, low.max(0)) };
        Self { mask, next, high }
    }
}

/// The least number from another one on whose bits are all among those of a mask.
fn first_from(mask: i64, low: i64) -> Option<i64> {
    // What the bits so far are equal to those of the number in, and the least greater number that was passed.
    let (mut own, mut greater) = (0, None);
    for bit in (0..63).rev().map(|bit| 1i64 << bit) {
        match (mask & bit != 0, low & bit != 0) {
            (true, true) => own |= bit,
            (true, false) => greater = Some(own | bit),
            (false, true) => return greater,
            (false, false) => {}
        }
    }
    Some(own)
}

impl Iterator for Submasks {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let own = self.next.filter(|own| *own <= self.high)?;
        // The bits that the mask has not carry a one on.
        self.next = (own != self.mask).then(|| own.wrapping_sub(self.mask) & self.mask);
        Some(own)
    }
}

/// The number of which a condition says that an amount has no other bits: `amount <= bitand(amount, number)`, up to a factor; or that it has none in
/// common with what is left of a number, `bitand(amount, number - amount) <= 0`, as nothing is carried where they are added.
pub(super) fn mask_of(condition: &Condition, amount: usize) -> Option<Term> {
    let Condition::Compare(left, Comparison::AtMost | Comparison::Equal, right) = condition else { return None };
    let own = Term::Variable(Variable::Amount(amount));
    let difference = |from: &Term, taken: &Term| {
        let less = Term::Product(Box::new(Term::Constant(-1)), Box::new(taken.clone()));
        common_bits(&[from.clone(), less])
    };
    if let Some((parts, times, [one, other])) = difference(left, right) {
        // times * bitand(one, other) <= most
        let most = parts.iter().try_fold(0i128, |most, (factor, part)| match part {
            Term::Constant(value) => most.checked_sub(factor.checked_mul(*value)?),
            _ => None,
        })?;
        let rest = if one == own { other } else { Some(one).filter(|_| other == own)? };
        let whole = without_amount(&rest, amount).filter(|_| 0 <= most && most < times)?;
        return Some(Term::Max(vec![whole, Term::Constant(0)]));
    }
    let (parts, times, [one, other]) = difference(right, left)?;
    let [(factor, part)] = &parts[..] else { return None };
    // 0 <= factor * amount + times * bitand(one, other)
    let says_so = *part == own && 0 < times && factor.checked_neg() == Some(times);
    let mask = match (one == own, other == own) {
        (true, _) => other,
        (_, true) => one,
        // The bits of two other numbers bound the amount, and say nothing of its own.
        _ => return None,
    };
    (says_so && !mentions(&mask, amount)).then_some(mask)
}

/// The number of which a term is what is left without an amount.
fn without_amount(rest: &Term, amount: usize) -> Option<Term> {
    let mut parts = Vec::new();
    scaled_parts(rest, 1, &mut parts);
    let own = Term::Variable(Variable::Amount(amount));
    let at = parts.iter().position(|part| *part == (-1, own.clone()))?;
    parts.remove(at);
    let whole = parts.into_iter().map(|(factor, part)| Term::Product(Box::new(Term::Constant(factor)), Box::new(part)));
    Some(Term::Sum(whole.collect())).filter(|whole| !mentions(whole, amount))
}

#[cfg(test)]
mod tests {
    use super::Submasks;

    #[test]
    fn all_between_two_numbers_in_order() {
        for mask in -1i64..40 {
            for low in -2..45 {
                for high in low - 2..50 {
                    let all: Vec<i64> = Submasks::new(mask, (low, high)).collect();
                    let expected: Vec<i64> =
                        (low.max(0)..=high).filter(|own| 0 <= mask && own & mask == *own).collect();
                    assert_eq!(all, expected, "{mask} {low} {high}");
                }
            }
        }
        let wide = i64::MAX;
        assert_eq!(Submasks::new(wide, (wide - 1, wide)).collect::<Vec<_>>(), [wide - 1, wide]);
    }
}
