//! How much work a claim takes, whoever does it.
use super::*;
use crate::check::{Library, check};
use crate::source::Source;

const NIM: &str = "heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i\nparam c = 2\n\
                   let f(m) = cases { m if m <= 4; 9 - m otherwise }\nsequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\n";

/// One other ruleset.
struct One;

impl Library for One {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok("heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i <= 3\n".to_owned())
    }
}

#[test]
fn work_is_counted() {
    // All positions with a total up to 12 are looked at alone, and then rows of the board: 79 of 100, and 10.
    let still = "heaps x, y\nmove t: x -> x - 1 where x >= 1000\n";
    for (text, claim, least) in [
        (NIM, "x + y >= 0", 79),
        (NIM, "P(x, y) iff P(y, x)", 2 * 79),
        (NIM, "terminal(x, y) implies final(x, y) and x + y = 0", 79),
        (NIM, "forall k in 0..3: x + y + k >= 0", 4 * 79),
        (NIM, "exists k in 0..50: k * k + k = 2 * x + 1001", 51),
        (NIM, "forall option (a, b) of (x, y): a + b < x + y", 79),
        (NIM, "(x, y) in {(k + j, j) for k in 0..20, j in 0..20} or x < y", 441 / 4),
        (still, "admissible", 100),
        (still, "universally admissible", 100),
    ] {
        let source = Source::new("t.nim", format!("{text}claim \"c\": {claim}\n"));
        let document = check(&source, &One).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let ruleset = &document.ruleset;
        let statement = document.statement(document.claims().next().expect("a claim"), ruleset).expect("a statement");
        let within = |steps: u64| {
            let extent = ClaimExtent::even(&statement, 2, 9);
            evaluate_with(&statement, ruleset, &[], extent, steps, &Context::default())
        };
        assert!(matches!(within(least - 1), Err(EngineError::TooMuchWork)), "{claim}");
        assert!(within(40 * least).is_ok(), "{claim}");
    }
}
