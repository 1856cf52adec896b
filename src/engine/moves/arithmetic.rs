//! Greatest common divisors. Knows nothing of moves.

/// The greatest common divisor, which is not negative.
pub(in crate::engine) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Factors (p, q) with p * a + q * b = gcd(a, b) (Bézout), for positive a and b.
pub(in crate::engine) fn bezout(a: i128, b: i128) -> (i128, i128) {
    if b == 0 {
        return (a.signum(), 0);
    }
    let (p, q) = bezout(b, a % b);
    (q, p - a / b * q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_give_the_greatest_common_divisor() {
        for (a, b) in (-12..=12).flat_map(|a| (-12..=12).map(move |b| (a, b))) {
            let divisor = gcd(a, b);
            assert!((a, b) == (0, 0) || (a % divisor == 0 && b % divisor == 0 && 0 < divisor), "{a}, {b}");
            let (p, q) = bezout(a, b);
            assert_eq!((p * a + q * b).abs(), divisor, "{a}, {b}");
        }
    }
}
