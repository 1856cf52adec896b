//! Random claims about the values of octal games: what is proved by periods, and by automata, against tables that go on for many periods.
use crate::checked;
use crate::files::{Folder, files};
use crate::prover::proved;
use nimdsl::certificate::{Certificate, hash};
use nimdsl::recheck::recheck;
use proptest::prelude::*;

/// A number about the heap n: its value or that of another heap, remainders, and what is made of them.
fn about_a_heap() -> impl Strategy<Value = String> {
    let heap = (1..3i64, -4..9i64).prop_map(|(factor, more)| match (factor, more) {
        (1, 0) => "n".to_owned(),
        (1, more) if more < 0 => format!("n - {}", -more),
        (factor, more) => format!("{factor} * n + {}", more.abs()),
    });
    let leaf = prop_oneof![
        4 => heap.prop_map(|heap| format!("grundy({heap})")),
        1 => (2..7i64).prop_map(|by| format!("n mod {by}")),
        1 => (0..9i64).prop_map(|number| number.to_string()),
        1 => Just("n".to_owned()),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        (inner.clone(), inner, 0..6usize, 2..5i64).prop_map(|(one, other, form, by)| match form {
            0 => format!("({one} + {other})"),
            // A number below 0 has no nim-sum, and one that is always below 0 is a fault.
            1 => format!("(max({one}, 0) xor max({other}, 0))"),
            2 => format!("max({one}, {other})"),
            3 => format!("(({one} + grundy(n)) mod {by})"),
            4 => format!("floor(({one}) / {by})"),
            _ => format!("(3 * ({one}) - {other})"),
        })
    })
}

fn said_of_a_heap() -> impl Strategy<Value = String> {
    let signs = prop::sample::select(vec!["=", "<=", "!=", ">="]);
    let leaf = prop_oneof![
        4 => (about_a_heap(), signs, about_a_heap()).prop_map(|(one, sign, other)| format!("{one} {sign} {other}")),
        1 => (0..9i64).prop_map(|more| format!("P(n + {more})")),
        1 => (0..9i64, 1..60i64).prop_map(|(one, other)| format!("n in {{{one}, {other}, 70}}")),
        1 => (0..60i64).prop_map(|least| format!("{least} <= n")),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        (inner.clone(), inner, 0..5usize).prop_map(|(one, other, form)| match form {
            0 => format!("(({one}) and ({other}))"),
            1 => format!("(({one}) or ({other}))"),
            2 => format!("(({one}) implies ({other}))"),
            3 => format!("(not ({one}))"),
            _ => format!("(({one}) iff ({other}))"),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is proved by periods holds on tables that go on for many of them, and what is refuted is false there.
    #[test]
    fn proofs_by_periods_agree_with_tables(
        code in prop::sample::select(vec!["0.77", "0.07", "0.137", "0.33", "0.17", "0.37", "4.3", "0.5"]),
        claims in prop::collection::vec((said_of_a_heap(), prop::option::of(0..90i64)), 40)
    ) {
        let folder: Folder = files("random_claims");
        let mut text = format!("heaps n\noctal \"{code}\"\n");
        for (at, (claim, least)) in claims.iter().enumerate() {
            let least = least.map_or(String::new(), |least| format!(" where {least} <= n"));
            text.push_str(&format!("claim \"{at}\": {claim}{least}\n"));
        }
        folder.write("game.nim", &text);
        let read = |arguments: &[&str]| -> (serde_json::Value, String) {
            let output = folder.nimdsl(arguments);
            let told = serde_json::from_slice(&output.stdout);
            (told.unwrap_or_else(|why| panic!("{why}: {text} {output:?}")), String::from_utf8_lossy(&output.stderr).into())
        };
        let (proved, certified) = read(&["prove", "game.nim", "--format", "json", "--certificate", "game.json"]);
        // Where no period is known, a claim may fail at a heap that no shorter table has: the one that is named has to be in it, and not among
        // the last ones, which look up what it has not.
        let places = proved["claims"].as_array().into_iter().flatten().map(|claim| claim["counterexample"][0].as_u64());
        let up_to = (places.flatten().fold(900, u64::max) + 20).to_string();
        let (tried, _) = read(&["verify", "game.nim", "--up-to", &up_to, "--format", "json"]);
        let verdict = |told: &serde_json::Value, at: usize| told["claims"][at]["verdict"].as_str().unwrap_or("").to_owned();
        // A claim whose automaton is larger than the checker reads is proved without a certificate, and that is said.
        let too_large = |at: usize| {
            let of_it = format!("no certificate for \"{at}\": ");
            certified.lines().any(|line| line.contains(&of_it) && line.ends_with("a hundred million nodes"))
        };
        let mut certain = 0;
        let mut any_certified = false;
        for (at, claim) in claims.iter().enumerate() {
            match (verdict(&proved, at).as_str(), verdict(&tried, at).as_str()) {
                ("proved", seen) => {
                    certain += 1;
                    any_certified |= !too_large(at);
                    prop_assert!(seen == "holds", "{}: {:?} is proved, and {}", text, claim, seen);
                }
                ("refuted", seen) => {
                    certain += 1;
                    prop_assert!(seen == "refuted", "{}: {:?} is refuted, and {}", text, claim, seen);
                }
                _ => {}
            }
        }
        prop_assert!(20 < certain, "{} of {}", certain, text);
        if any_certified {
            let output = folder.nimdsl(&["recheck", "game.json"]);
            prop_assert!(output.status.success(), "{} {:?}", text, output);
        }
    }
}

/// That values repeat from some heap on, whatever the period is; what is false has no certificate, and none can be forged from a true one.
#[test]
fn some_period_is_found_and_none_that_is_none() {
    let rules = "ruleset \"K\"\nheaps n\noctal \"0.77\"\n";
    let held = [
        "exists q >= 1, b >= 0: forall n >= b: grundy(n + q) = grundy(n)",
        "exists b >= 0: forall n >= b: grundy(n + 12) = grundy(n)",
        "exists q >= 1: forall n >= 71: grundy(n + q) = grundy(n)",
        "exists b >= 0: forall n >= b: grundy(n) <= 8",
        "exists b >= 0: forall n >= b: N(n)",
    ];
    let failed = [
        "exists q in 1..11, b >= 0: forall n >= b: grundy(n + q) = grundy(n)",
        "exists b >= 0: forall n >= b: grundy(n + 18) = grundy(n)",
        "exists q >= 1: forall n >= 70: grundy(n + q) = grundy(n)",
        "exists b >= 0: forall n >= b: grundy(n) <= 7",
        "exists b >= 0: forall n >= b: P(n)",
    ];
    let file = |claims: &[&str]| {
        let claims = claims.iter().enumerate().map(|(at, claim)| format!("claim \"{at}\": {claim}\n"));
        checked(&(rules.to_owned() + &claims.collect::<String>())).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let (right, wrong) = (file(&held), file(&failed));
    for claim in proved(&right) {
        let made = claim.certificates.first().unwrap_or_else(|| panic!("{}: {:?}", claim.word(), claim.judged));
        assert_eq!(recheck(made, &right), Ok(()));
        for (at, claim) in failed.iter().enumerate() {
            let forged = Certificate { measure: None, ruleset: hash(&wrong), claim: at.to_string(), ..made.clone() };
            assert!(recheck(&forged, &wrong).is_err(), "{claim}");
        }
    }
    assert!(proved(&wrong).iter().all(|claim| claim.word() != "proved"));
}
