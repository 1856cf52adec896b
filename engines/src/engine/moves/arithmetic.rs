//! Bézout's factors. Knows nothing of moves.

/// Factors (p, q) with p * a + q * b = gcd(a, b) (Bézout), for positive a and b.
pub(in crate::engine) fn bezout(a: i128, b: i128) -> (i128, i128) {
    if b == 0 {
        return (a.signum(), 0);
    }
    let (p, q) = bezout(b, a % b);
    (q, p - a / b * q)
}

#[cfg(test)]
mod tests;
