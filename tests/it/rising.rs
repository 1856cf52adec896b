//! What is known of variables without an end: terms that rise from some number on, fall, come back, or end, each in several
//! claims. That a value is there or not is held against the first values of the term.
use super::checked;
use super::said::shown;
use crate::slips::root;
use nimdsl::check::Settings;
use nimdsl::claim::Verdict;
use nimdsl::claim::verify::{Request, verify};
use nimdsl::engine::Context;
use std::fmt::Write;
use std::fs;

const HEAD: &str = "heaps x\nsequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\nsequence T(k) = k * (k + 1) / 2\n\
                    sequence D(k) = 2 * D(k - 1) + k from D(0) = 1\nsequence E(k) = E(k - 1) + 2 * E(k - 2) - 1 from E(0) = 1, E(1) = 1\n\
                    sequence G(k) = G(k - 2) + 3 from G(0) = 2, G(1) = 0\nsequence H(k) = 7 - H(k - 1) from H(0) = 3\n\
                    sequence L = [4, 2, 7]\nsequence M(k) = M(k - 1) + floor(k / 3) from M(0) = 0, M(1) = 0, M(2) = 1\n\
                    move t(i): x -> x - i where 1 <= i\n";

/// Claims about a term `@`.
const CLAIMS: [&str; 9] = [
    "exists k >= 0: @ = x",
    "exists k > 2: x = @",
    "exists k >= 0: @ <= x and 5 <= k",
    "exists k >= 0: @ >= 1000 * x",
    "forall k >= 0: @ >= x - 3",
    "forall k >= 1: @ != x",
    "forall k >= 0: @ <= x implies k <= 6",
    "(x) in {(@) for k >= 0}",
    "not ((x) in {(@) for k >= 2 where k mod 3 != 1})",
];

/// The values of a term at k = 0, 1, ... with x = `at`, as far as it has some.
fn values(term: &str, at: i64) -> Vec<i128> {
    let term = term.replace("max", "greatest").replace("xor", "nim").replace('x', &format!("({at})"));
    let term = term.replace("greatest", "max").replace("nim", "xor");
    let text = format!("{HEAD}let value(k) = {term}\nsequence s(k) = value(k)\n");
    let Ok(document) = checked(&text) else { return Vec::new() };
    let known = |count: usize| document.sequence("s", &Settings::new(), count).ok();
    // The longest beginning that has values.
    let mut count = 60;
    while known(count).is_none() {
        count /= 2;
    }
    while count < 60 && known(count + 1).is_some() {
        count += 1;
    }
    known(count).unwrap_or_default()
}

#[test]
fn what_rises_is_known() {
    let text = fs::read_to_string(root().join("tests/said/rising.txt")).expect("a file");
    let mut said = String::new();
    for term in text.lines() {
        writeln!(said, "{term}").expect("text");
        let known: Vec<Vec<i128>> = (0..13).map(|at| values(term, at)).collect();
        for claim in CLAIMS {
            let claim = claim.replace('@', &format!("({term})"));
            let Ok(document) = checked(&format!("{HEAD}claim \"c\": {claim}\n")) else {
                writeln!(said, "  {claim}: faulty").expect("text");
                continue;
            };
            let own = document.claims().next().expect("a claim");
            let request = Request { up_to: Some(12), ..Request::default() };
            let verified = verify(&document, own, &request, &Context::default()).expect("a verdict");
            writeln!(said, "  {claim}: {} {}", verified.word(), verified.words(&document.ruleset)).expect("text");
            // A value that is there refutes that there is none, and the other way round.
            let found = |at: i64, most: usize| {
                known[usize::try_from(at).expect("small")]
                    .iter()
                    .skip(1)
                    .take(most)
                    .any(|value| *value == i128::from(at))
            };
            if claim.starts_with("forall k >= 1") && !known[0].is_empty() {
                match verified.verdict {
                    Verdict::Refuted { position: Some(position), .. } => assert!(found(position[0], 60), "{claim}"),
                    Verdict::Holds { .. } => assert!(!(0..13).any(|at| found(at, 12)), "{claim}"),
                    _ => {}
                }
            }
        }
    }
    shown("rising", &said);
}
