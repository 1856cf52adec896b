//! Tests of the file above.
use super::*;

#[test]
fn values_are_those_of_trial_division() {
    let at = |function: NumberFunction, first, second| function.at(first, second);
    for a in -12..=12i128 {
        for b in -12..=12 {
            let divides = |d: i128| a % d == 0 && b % d == 0;
            let common = (1..=12).rev().find(|d| divides(*d)).filter(|_| (a, b) != (0, 0)).unwrap_or(0);
            assert_eq!(at(NumberFunction::CommonDivisor, a, b), Ok(common), "gcd({a}, {b})");
            let times = (0..=4).rev().find(|e| 2 <= a && 1 <= b && b % a.pow(*e) == 0).map(i128::from);
            assert_eq!(at(NumberFunction::Valuation, a, b).ok(), times, "valuation({a}, {b})");
        }
    }
    for m in -3..2_000 {
        let prime = 2 <= m && (2..m).take_while(|d| d * d <= m).all(|d| m % d != 0);
        assert_eq!(at(NumberFunction::IsPrime, m, m), Ok(i128::from(prime)), "{m}");
    }
    // 2^61 - 1 is a Mersenne prime; the strong pseudoprime 3825123056546413051 to nine bases (OEIS A014233) is not prime.
    assert_eq!(at(NumberFunction::IsPrime, (1 << 61) - 1, 0), Ok(1));
    assert_eq!(at(NumberFunction::IsPrime, 3_825_123_056_546_413_051, 0), Ok(0));
    assert_eq!(at(NumberFunction::IsPrime, 1 << 70, 0), Err(EvaluationError::Overflow));
    assert_eq!(at(NumberFunction::CommonDivisor, i128::MIN, 0), Err(EvaluationError::Overflow));
    assert_eq!(at(NumberFunction::CommonDivisor, i128::MIN, 12), Ok(4));
}
