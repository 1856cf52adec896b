//! Certificates of claims with exponents: held against claims in which an end, a base or a place is another one.
use super::certificates::is_refused;

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
