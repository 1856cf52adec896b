//! Certificates of claims with exponents: held against claims in which an end, a base or a place is another one.
use super::certificates::is_refused;
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, hash};
use nimdsl::recheck::recheck;

/// From every other number one goes to 0, 1, 2 or 4 tokens, or to 0, 1 or 4.
fn to(goals: &str) -> String {
    format!("ruleset \"G\"\nheaps x\nmove to(i): x -> x - i where 1 <= i, x' in {goals}, x not in {goals}\n")
}

#[test]
fn ends_of_exponents_are_those_of_the_claim() {
    let said = |range: &str, element: &str| format!("claim \"a\": P(x) iff x = 0 or (exists k {range}: x = {element})");
    let game = to("{1, 2, 4}");
    let right = said("in 0..2", "2^k");
    for (range, element) in [
        ("in 0..3", "2^k"),
        ("in 0..1", "2^k"),
        ("in 1..2", "2^k"),
        (">= 0", "2^k"),
        ("in 0..2", "2^(k + 1)"),
        ("in 0..2", "2^k + 1"),
        ("in 0..2", "4^k"),
        ("in 0..2", "3 * k"),
    ] {
        assert!(is_refused(&game, &right, &said(range, element)), "{range}: {element}");
    }
    let squares = to("{1, 4, 16}");
    let right = said("in 0..2", "4^k");
    for (range, element) in
        [("in 0..4", "2^k"), ("in 0..3", "4^k"), ("in 0..1", "4^k"), (">= 0", "4^k"), ("in 0..2", "8^k")]
    {
        assert!(is_refused(&squares, &right, &said(range, element)), "{range}: {element}");
    }
}

#[test]
fn powers_without_an_end_are_those_of_the_claim() {
    // Powers of 4 from 4 on, by a register that tells them apart from the rest.
    let game = "ruleset \"N\"\nheaps x, y\nmove take(i) symmetric:\n    x -> x - i\n    where 1 <= i\n";
    let right = "claim \"a\": P(x, y) iff x = y and not (exists k >= 1: x = 4^k and y = 4^k + 1)";
    for wrong in [
        "claim \"a\": P(x, y) iff x = y and not (exists k >= 1: x = 4^k and y = 4^k)",
        "claim \"a\": P(x, y) iff x = y or (exists k >= 1: x = 4^k and y = 4^k + 1)",
        "claim \"a\": P(x, y) iff x = y and not (exists k >= 9: x = 2^k and y = x)",
        "claim \"a\": P(x, y) iff x = y and (exists k >= 0: x <= 4^k and k <= 9)",
    ] {
        assert!(is_refused(game, right, wrong), "{wrong}");
    }
}

/// A heap from which so many tokens are taken.
fn take(amount: &str, condition: &str) -> String {
    let amounts = if amount.contains('j') { "j, k" } else { "k" };
    format!("ruleset \"T\"\nheaps n\nmove take({amounts}): n -> n - ({amount}) where {condition}\n")
}

/// Subtraction games by powers: as no power of 2 is a multiple of 3, the multiples of 3 are the P-positions of those with 1 and 2, and
/// so on; the same certificate is held against games with another end, base or place.
#[test]
fn exponents_of_moves_are_those_of_the_game() {
    for (amount, condition, claim, others) in [
        (
            "2^k",
            "0 <= k",
            "P(n) iff n mod 3 = 0",
            vec![
                ("2^k", "1 <= k"),
                ("2^k", "0 <= k, 3 * k <= 2"),
                ("2^k", "0 <= k, k != 1"),
                ("2^k", "k in {0, 2}"),
                ("2^(k + 1)", "0 <= k"),
                ("3 * 2^k", "0 <= k"),
                ("4^k", "0 <= k"),
            ],
        ),
        ("2^k", "k > -1", "grundy(n) = n mod 3", vec![("2^k", "k > 0"), ("2^k", "k > -1, k < 1")]),
        ("2^k", "1 <= k", "grundy(n) = floor(n / 2) mod 3", vec![("2^k", "0 <= k"), ("2^k", "2 <= k")]),
        (
            "4^k",
            "0 <= k, 2 * k <= 1",
            "P(n) iff n mod 2 = 0",
            vec![("4^k", "0 <= k, 2 * k <= 2"), ("4^k", "0 <= k"), ("4^k", "k = 1"), ("4^k", "1 <= k")],
        ),
        ("4^k", "0 <= k", "P(n) iff n mod 5 in {0, 2}", vec![("4^k", "1 <= k"), ("4^k", "k = 0"), ("2^k", "0 <= k")]),
        ("3^k", "0 <= k", "grundy(n) = n mod 2", vec![("3^k + 1", "0 <= k"), ("3^k", "1 <= k")]),
        (
            "2^j + 2^k",
            "0 <= j, 0 <= k, k = j + 1",
            "P(n) iff n mod 9 <= 2",
            vec![
                ("2^j + 2^k", "0 <= j, 0 <= k, k = j + 2"),
                ("2^j + 2^k", "0 <= j, 0 <= k, j = k"),
                ("2^j + 2^k", "0 <= j, 0 <= k, j + 1 <= k"),
                ("2^j + 2^k", "0 <= j, 0 <= k, k <= j + 1"),
            ],
        ),
        (
            "2^j + 2^k",
            "0 <= j, k = j + 1",
            "P(n) iff n mod 9 <= 2",
            vec![("2^j + 2^k", "0 <= j, k = j + 2"), ("2^j + 2^k", "1 <= j, k = j + 1")],
        ),
    ] {
        let said = |game: &str| {
            let text = format!("{game}claim \"a\": {claim}\n");
            checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
        };
        let document = said(&take(amount, condition));
        let all = proved(&document);
        assert_eq!((all[0].word(), all[0].certificates.len()), ("proved", 1), "{amount}, {condition}: {:?}", all[0]);
        let made = &all[0].certificates[0];
        assert_eq!(recheck(made, &document), Ok(()), "{amount}, {condition}");
        for (amount, condition) in others {
            let other = said(&take(amount, condition));
            let transplanted = Certificate { measure: None, ruleset: hash(&other), ..made.clone() };
            assert!(recheck(&transplanted, &other).is_err(), "{amount}, {condition}");
            assert_ne!(proved(&other)[0].word(), "proved", "{amount}, {condition}");
        }
    }
}
