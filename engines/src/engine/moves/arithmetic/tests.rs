//! Tests of the file above.
use super::*;

#[test]
fn factors_give_the_greatest_common_divisor() {
    for (a, b) in (-12..=12).flat_map(|a| (-12..=12).map(move |b| (a, b))) {
        let (p, q) = bezout(a, b);
        assert_eq!((p * a + q * b).abs(), num_integer::gcd(a, b), "{a}, {b}");
    }
}
