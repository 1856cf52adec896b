//! Tests of `closed.rs`.
use super::*;
use crate::identify;

fn named(terms: impl Iterator<Item = i64>) -> String {
    let terms: Vec<IBig> = terms.map(IBig::from).collect();
    identify(&terms).first().map(|hit| format!("{}: {}", hit.name, hit.formula)).unwrap_or_default()
}

fn recurrence(coefficients: &[i64], start: &[i64]) -> impl Iterator<Item = i64> {
    let mut terms = start.to_vec();
    while terms.len() < 18 {
        let sum = coefficients.iter().zip(terms.iter().rev()).map(|(c, term)| c * term).sum();
        terms.push(sum);
    }
    terms.into_iter()
}

fn sums(terms: impl Iterator<Item = i64>) -> impl Iterator<Item = i64> {
    terms.scan(0, |sum, term| {
        *sum += term;
        Some(*sum)
    })
}

#[test]
fn closed_forms_are_those_of_the_terms() {
    let range = || 0..18_u32;
    assert_eq!(named(range().map(|k| 2_i64.pow(k + 1) - 2)), "2^(k + 1) - 2: a(k) = 2^(k + 1) - 2");
    assert_eq!(named(range().map(|k| 2_i64.pow(k) + 2)), "2^k + 2: a(k) = 2^k + 2");
    assert_eq!(named(range().map(|k| (3_i64.pow(k) + 1) / 2)), "(3^k + 1)/2: a(k) = (3^k + 1)/2");
    assert_eq!(named(range().map(|k| 5 * 4_i64.pow(k) - 7)), "5*4^k - 7: a(k) = 5*4^k - 7");
    let line = |k: u32| 2_i64.pow(k + 1) - i64::from(k) - 2;
    assert_eq!(named(range().map(line)), "Eulerian numbers 2^n - n - 1 (A000295): a(k) = 2^(k + 1) - k - 2");
    assert_eq!(
        named(range().map(|k| 2 * line(k))),
        "2 times the Eulerian numbers 2^n - n - 1 (A000295): a(k) = 2^(k + 2) - 2*k - 4"
    );
    assert_eq!(named(range().map(|k| 2 * line(k) + 1)), "2^(k + 2) - 2*k - 3: a(k) = 2^(k + 2) - 2*k - 3");
    let ternary = range().map(|k| (3_i64.pow(k + 1) - 2 * i64::from(k) - 3) / 4);
    assert_eq!(named(ternary), "(3^(k + 1) - 2*k - 3)/4: a(k) = (3^(k + 1) - 2*k - 3)/4");
}

#[test]
fn sums_and_constants_come_with_the_sequence_below() {
    let fibonacci = || recurrence(&[1, 1], &[0, 1]);
    assert!(named(fibonacci().map(|term| term + 5)).starts_with("Fibonacci numbers (A000045) plus 5: "));
    let odd = recurrence(&[3, -1], &[1, 2]).map(|term| term - 1);
    assert!(named(odd).starts_with("Fibonacci numbers of odd index (A001519) minus 1: "));
    let pell = || recurrence(&[2, 1], &[0, 1]);
    assert!(named(sums(pell()).map(|term| term + 1)).starts_with("partial sums of the Pell numbers (A000129) plus 1"));
    let bronze = sums(recurrence(&[3, 1], &[0, 1]));
    assert!(named(bronze).starts_with("partial sums of the bronze Fibonacci numbers (A006190): "));
    let threefold = sums(recurrence(&[3, 1], &[0, 3]));
    assert!(named(threefold).starts_with("partial sums of 3 times the bronze Fibonacci numbers (A006190): "));
    assert!(named(sums(pell().skip(3)).map(|term| term + 3)).starts_with("partial sums of the Pell numbers"));
    assert!(named(recurrence(&[4, 1], &[0, 1])).starts_with("Lucas sequence U(4, -1)"));
    assert!(named(recurrence(&[4, 1], &[2, 4])).starts_with("Lucas sequence V(4, -1)"));
    assert!(named(recurrence(&[5, -2], &[3, 15])).starts_with("3 times the Lucas sequence U(5, 2)"));
    assert!(named(recurrence(&[5, -2], &[3, 1])).starts_with("linear recurrence of order 2"));
}
