//! Which kind of certificate a claim gets, what is known of which game in it, and whether it is confirmed: claims that say what the
//! P-positions or values are, in all ways to say it, and claims that only look them up.
use super::checked;
use super::prover::proved;
use super::said::shown;
use nimdsl::prover::Verdict;
use nimdsl::recheck::recheck;
use std::fmt::Write;

const NIM: &str = "ruleset \"N\"\nheaps x, y\nmove take(i) symmetric:\n    x -> x - i\n    where 1 <= i\n";
const PASS: &str =
    "heaps x\nregister p in 0..1\nmove take(i): x -> x - i where 1 <= i <= 2\nmove pass: p -> 0 where p = 1, 1 <= x\n";

const CLAIMS: [(&str, &[&str]); 2] = [
    (
        NIM,
        &[
            ": P(x, y) iff x = y",
            ": x = y iff P(x, y)",
            ": N(x, y) iff x != y",
            ": x != y iff N(x, y)",
            ": P = {(k, k) for k >= 0}",
            ": N = {(x, y) where x != y}",
            ": P(y, x) iff x = y",
            ": P(x, y) iff P(y, x)",
            ": P(x, y) iff grundy(x, y) = 0",
            ": not P(x, y) iff x != y",
            ": P(x, y) implies x = y",
            ": P(x, y) or x != y",
            ": P = {(x, y) where P(x, y)}",
            ": P = {(k, k) for k >= 0} except {(1, 1)}",
            ": P = {(k, k) for k >= 0} union {(0, 1)} except {(0, 1)}",
            ": P = {(x, y) where grundy(x, y) = 0}",
            " misere: P(x, y) iff x = y and 2 <= x or x + y = 1",
            " misere: P = {(k, k) for k >= 2} union sym {(0, 1)}",
            " misere: P(x, y) implies x + y != 2",
            ": P(x, y) iff x = y where x <= y + 9, y <= x + 9",
            ": P(x, y) iff x = y where x <= 9, y <= 9",
            ": P(x, y) iff x = y where 1 <= x",
            ": P(x, y) iff x = y where P(x, x)",
            ": grundy(x, y) = x xor y",
            ": x xor y = grundy(x, y)",
            ": grundy(x, y) + x = (x xor y) + x",
            ": grundy(x, y) = grundy(y, x)",
            ": grundy(x, y) = x xor y where x <= 5, y <= 5",
            ": grundy(x, y) = 0 iff x = y",
            ": x = y iff grundy(x, y) = 0",
            ": grundy(x, y) = 1 iff (x xor y) = 1",
            ": grundy(x, y) != 0 iff x != y",
            ": grundy(x, y) <= x + y",
            ": grundy(x, y) = x + y or x != 0",
            ": x = 0 implies grundy(x, y) = y",
            ": cases { grundy(x, y) = x xor y if x < y; grundy(x, y) = x xor y otherwise }",
            ": grundy(x, y) = cases { 0 if x = y; x xor y otherwise }",
            ": exists k >= 0: k = grundy(x, y) and k <= x + y",
            ": forall k >= 0: grundy(x, y) != x + y + 1 + k",
            ": forall k >= 0: grundy(k, k) = 0",
            ": grundy(3, 5) = 6",
            ": P(4, 4)",
            ": terminal(x, y) iff x = 0 and y = 0",
            ": exists option (u, v) of (x, y): P(u, v) where x != y",
            ": forall option (u, v) of (x, y): u != v where x = y",
            ": forall option (u, v) of (x, y): grundy(u, v) != grundy(x, y)",
            ": (x, y) in P iff x = y",
            ": (x, y) in {(k, k) for k >= 0} iff P(x, y)",
            ": x + y = y + x",
            ": x <= y or y <= x",
            ": forall k >= 0: exists j >= 0: j = k + 1",
            ": final(x, y) iff x <= 1 and y <= 1",
            ": P(x, y) of \"yama.nim\" iff grundy(x, y) of \"yama.nim\" = 0",
            ": 2 * grundy(x, y) = 2 * (x xor y)",
            ": grundy(x, y) * 3 <= 3 * (x + y)",
            ": grundy(x, 0) = x and grundy(0, y) = y",
            ": P(x, x)",
            ": grundy(x, y) = 3 iff (x xor y) = 3",
            ": (x xor y) = 3 iff 3 = grundy(x, y)",
            ": grundy(x, y) = 1 iff P(x, y)",
            ": P(grundy(x, y), 0) iff x = y",
            ": P(x, y) iff not (exists k in 1..grundy(x, y): k = 1)",
            ": P(x, y) iff (forall k in grundy(x, y)..0: k = 0) and x = y",
            ": x = y iff (x, y) in P",
            ": P = {(x, y) where P(x, y)} union {(0, 0)}",
            ": P = {(x, y) where x = y} intersect {(x, y) where grundy(x, y) = 0}",
            ": P = sym {(x, y) where P(x, y), x <= y}",
            ": P = {(grundy(k, k), 0) for k in 0..1} union {(k, k) for k >= 1}",
            ": P = {(x, y) where (x, y) in P}",
            ": P = {(x, y) where x = y} union {(x, y) where N(x, y), x = y}",
            ": P(x, y) iff x * 1 = y",
            ": P(x, y) iff x^2 = y^2",
            ": grundy(x, y) = (x xor y) and P(x, x)",
        ],
    ),
    (
        PASS,
        &[
            ": P(x; p) iff p = 0 and x mod 3 = 0 or p = 1 and x mod 3 = 0 and x = 0",
            ": P(x; p) iff (p = 0 and x mod 3 = 0) or (p = 1 and (x = 0 or x mod 3 = 9))",
            ": grundy(x; 0) = x mod 3",
            ": P(x; 0) iff x mod 3 = 0",
            ": grundy(x; p) <= 3",
            ": p <= 1",
            ": P = {(3 * k, 0) for k >= 0} union {(0, 1)} union {(3 * k + 4, 1) for k >= 0}",
            ": P = {(3 * k, 0) for k >= 0} union {(0, 1)}",
            ": exists k in 0..1: N(x; k) where 1 <= x",
            ": terminal(x; p) iff x = 0",
        ],
    ),
];

#[test]
fn claims_get_certificates_of_their_kind() {
    let mut said = String::new();
    for (game, claims) in CLAIMS {
        for claim in claims {
            let text = format!("{game}claim \"a\"{claim}\n");
            let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
            for proved in proved(&document) {
                let word = match &proved.verdict {
                    Verdict::Proved(_) => "proved".to_owned(),
                    Verdict::Refuted { position, .. } => format!("refuted at {position:?}"),
                    Verdict::Open(why) => why.to_string().lines().next().unwrap_or("").chars().take(70).collect(),
                };
                write!(said, "{claim}: {word}").expect("text");
                for certificate in &proved.certificates {
                    let told = recheck(certificate, &document);
                    assert!(!told.as_ref().is_err_and(|why| why.to_string().contains("follow")), "{text}: {told:?}");
                    if let Err(why) = told {
                        write!(said, " ({why})").expect("text");
                    }
                    let known = certificate.lookups.iter().flat_map(|lookups| &lookups.known);
                    let known: Vec<_> = known.map(|known| (known.game, known.what, known.sets.len())).collect();
                    write!(said, " {:?} {known:?}", certificate.kind).expect("text");
                }
                said.push('\n');
            }
        }
    }
    shown("kinds", &said);
}
