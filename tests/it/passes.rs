//! One heap with passes, beside moves that take the last few heaps below it: what the values with a pass left are, by those without (RNP, Theorem
//! 3). Proved with certificates where that is so; claims that are nearly the same, other games and damaged certificates are refused, and what
//! is confirmed is compared with tables.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind, GameFacts, Knowledge, Lookups, PassedValues, hash};
use nimdsl::check::Document;
use nimdsl::engine::{Context, Question, Values};
use nimdsl::recheck::recheck;
use nimdsl::ruleset::options::Options;
use proptest::prelude::*;
use serde_json::{Value, json};

const PASS: &str = "move pass: p -> 0 where p = 1, 1 <= t\n";
const STEP: &str = "move pass: p -> p - 1 where 1 <= p, 1 <= t\n";
const TAKE: &str = "move take(v): t -> t - v where 1 <= v <= f(t)\n";
const S: &str = "let S(x) = cases { 1 if x = 0; 2 if x = 1; 0 if x = 2; x - 1 if x mod 2 = 0; x + 1 otherwise }\n";
const THEOREM: &str = "grundy(t; 1) = S(grundy(t; 0)) where 1 <= t";

/// A game with this rule, these numbers in the register, moves, and one claim.
fn document(rule: &str, most: u32, moves: &str, claim: &str) -> Document {
    let text =
        format!("ruleset \"R\"\nheaps t\nregister p in 0..{most}\nlet f(x) = {rule}\n{moves}{S}claim \"a\": {claim}\n");
    checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn both(pass: &str) -> String {
    format!("{TAKE}{pass}")
}

/// The word for the claim, and whether its certificate, which is confirmed, speaks of passes.
fn word(document: &Document) -> (String, bool) {
    let all = proved(document);
    for certificate in &all[0].certificates {
        assert_eq!(recheck(certificate, document), Ok(()));
    }
    let speaks = |certificate: &Certificate| {
        certificate.lookups.iter().flat_map(|told| &told.known).any(|facts| facts.what == Knowledge::Passes)
    };
    (all[0].word().to_owned(), all[0].certificates.iter().any(speaks))
}

#[test]
fn values_with_a_pass_left_are_told_by_those_without() {
    let swap = "grundy(t; 1) = grundy(t; 0) xor 1";
    let steps = "grundy(t; 2) = grundy(t; 0) and grundy(t; 3) = grundy(t; 1)";
    let shorter = "grundy(t; 1) = cases { 2 if x = 0; 0 if x = 1; x - 1 if x mod 2 = 0; x + 1 otherwise } where 9 <= t";
    let shorter = shorter.replace('x', "grundy(t; 0)");
    for (rule, most, pass, claim) in [
        ("ceil(x / 2)", 1, PASS, THEOREM),
        ("cases { ceil(x / 2) if x < 70; ceil(x / 2) + 1 otherwise }", 1, PASS, THEOREM),
        ("ceil(x / 2)", 1, PASS, "grundy(t; 0) mod 2 = 1 implies grundy(t; 1) = grundy(t; 0) + 1 where 1 <= t"),
        ("ceil(x / 2)", 1, PASS, "grundy(t; 1) <= grundy(t; 0) + 1 where 1 <= t"),
        ("ceil(x / 2)", 1, PASS, "grundy(t; 1) = S(ceil(t / 2)) where t mod 2 = 1"),
        (
            "ceil(x / 2)",
            1,
            PASS,
            "grundy(t; p) = cases { grundy(t; 0) if p = 0; S(grundy(t; 0)) otherwise } where 1 <= t",
        ),
        ("floor(x / 2)", 1, PASS, "grundy(t; 1) = (grundy(t; 0) xor 1) where 1 <= t"),
        ("ceil(2 * x / 3)", 1, PASS, "grundy(t; 0) = 3 implies grundy(t; 1) = 0 where 1 <= t"),
        ("floor(sqrt(x))", 1, PASS, "grundy(t; 0) mod 2 = 0 implies grundy(t; 1) = grundy(t; 0) + 1 where 2 <= t"),
        ("floor(sqrt(x))", 1, "move pass: p -> 0 where p = 1, 3 <= t\n", &shorter),
        ("floor(x / 2)", 1, "move pass: p -> 0 where p = 1\n", swap),
        ("ceil(x / 2)", 3, STEP, &format!("{steps} and grundy(t; 1) = S(grundy(t; 0)) where 1 <= t")),
        // A pass that gives a pass.
        (
            "ceil(x / 2)",
            1,
            "measure t, 1 - p\nmove take(v): t -> t - v where 1 <= v <= f(t)\nmove pass: p -> 1 where p = 0, 1 <= t\n",
            "grundy(t; 0) = S(grundy(t; 1)) where 1 <= t",
        ),
    ] {
        let moves = if pass.starts_with("measure") { pass.to_owned() } else { both(pass) };
        let document = document(rule, most, &moves, claim);
        assert_eq!(word(&document), ("proved".to_owned(), true), "{rule} {pass} {claim}");
    }
}

/// Some of them hold on tables: what the certificate says of the game does not.
#[test]
fn claims_that_are_nearly_true_are_not_confirmed() {
    for (rule, pass, claim) in [
        ("ceil(x / 2)", PASS, "grundy(t; 1) = S(grundy(t; 0))"),
        ("ceil(x / 2)", PASS, "grundy(t; 1) = S(grundy(t; 0)) + floor(t / 100) where 1 <= t"),
        ("ceil(x / 2)", PASS, "grundy(t; 1) = S(grundy(t; 0)) where 1 <= t or grundy(t; 0) = 0"),
        ("ceil(x / 2)", PASS, "grundy(t; 1) = S(grundy(t; 0)) and grundy(t; 0) != 20 where 1 <= t"),
        ("ceil(x / 2)", PASS, "t != 101 or (t != 101 and grundy(t - 102; 1) = 5)"),
        ("ceil(x / 2)", PASS, "t != 101 or (t != 101 and grundy(t; 2 - t) = 5)"),
        ("ceil(x / 2)", "move pass: p -> 0 where p = 1, 2 <= t\n", THEOREM),
        ("ceil(x / 2)", "move pass: p -> 0 where p = 1, 1 <= t, t != 70\n", THEOREM),
        ("ceil(x / 2)", "move pass: p -> 0 where p = 1, 1 <= t <= 70\n", THEOREM),
        ("ceil(x / 2)", "move pass: (t, p) -> (t - 1, 0) where p = 1, 1 <= t\n", THEOREM),
        ("floor(x / 2)", PASS, THEOREM),
        ("ceil(x / 2) + floor(x / 71)", PASS, THEOREM),
        ("cases { ceil(x / 2) if x < 70; ceil(x / 2) - 1 otherwise }", PASS, THEOREM),
        ("ceil((x + p) / 2)", PASS, THEOREM),
    ] {
        let document = document(rule, 1, &both(pass), claim);
        let told = made(&document, &json!({"Base": 2}), vec![one_pass(3, &[1, 2, 0], &[1, -1])]);
        assert!(recheck(&told, &document).is_err(), "{rule} {pass} {claim}");
    }
}

/// A certificate that tells this.
fn made(document: &Document, numeration: &Value, passes: Vec<PassedValues>) -> Certificate {
    let known = vec![GameFacts { game: 0, what: Knowledge::Passes, sets: Vec::new(), passes }];
    let honest = self::document("ceil(x / 2)", 1, &both(PASS), THEOREM);
    Certificate {
        measure: None,
        ruleset: hash(document),
        kind: CertificateKind::Axioms,
        lookups: Some(Lookups { numeration: numeration.clone(), known }),
        ..proved(&honest)[0].certificates[0].clone()
    }
}

fn one_pass(start: u64, first: &[u64], then: &[i64]) -> PassedValues {
    PassedValues { register: 1, passed: 0, start, first: first.to_vec(), then: then.to_vec() }
}

#[test]
fn certificates_that_say_something_else_are_refused() {
    let binary = json!({"Base": 2});
    // What is claimed is true of every game, so only what is told is in question.
    let always = "grundy(t; 1) = 0 iff P(t; 1)";
    let game = document("ceil(x / 2)", 1, &both(PASS), always);
    let told = |passes: Vec<PassedValues>| recheck(&made(&game, &binary, passes), &game);
    for (start, first, then) in
        [(3, &[1, 2, 0][..], &[1, -1][..]), (30, &[1, 2, 0, 4], &[-1, 1]), (3, &[1, 2, 0], &[1, -1, 1, -1])]
    {
        assert_eq!(told(vec![one_pass(start, first, then)]), Ok(()), "{start} {first:?} {then:?}");
    }
    for (start, first, then) in [
        // Windows that are too short, or with the empty heap in them.
        (2, &[1, 2, 0][..], &[1, -1][..]),
        (1, &[1, 2, 0], &[1, -1]),
        (0, &[1, 2, 0], &[1, -1]),
        // Other images.
        (3, &[1, 2, 0], &[-1, 1]),
        (3, &[1, 2, 0], &[1, -1, 1]),
        (3, &[1, 2, 0], &[0]),
        (3, &[1, 2, 0], &[]),
        (3, &[1, 2, 3], &[1, -1]),
        (3, &[1, 2], &[1, -1]),
        (3, &[1, 2, 0, 4, 3, 6, 6], &[1, -1]),
        (3, &[1, 2, 0, 4, 3, 5, 7, 6], &[1, -1]),
        (3, &[1, 2, 0], &[1, -1, 1 << 40]),
        (3, &[1, 2, 1 << 50], &[1, -1]),
        (3, &[], &[-1, 1]),
        (1 << 50, &[1, 2, 0], &[1, -1]),
    ] {
        assert!(told(vec![one_pass(start, first, then)]).is_err(), "{start} {first:?} {then:?}");
    }
    let right = one_pass(3, &[1, 2, 0], &[1, -1]);
    for passes in [
        Vec::new(),
        vec![right.clone(), right.clone()],
        vec![PassedValues { passed: 1, ..right.clone() }],
        vec![PassedValues { passed: 1, register: 0, ..right.clone() }],
        vec![PassedValues { register: 2, ..right.clone() }],
        vec![PassedValues { passed: -1, ..right.clone() }],
        vec![right.clone(), PassedValues { register: 2, passed: 1, ..right.clone() }],
    ] {
        assert!(told(passes.clone()).is_err(), "{passes:?}");
    }
    // By its rule, without automata.
    assert_eq!(recheck(&made(&game, &Value::Null, vec![right.clone()]), &game), Ok(()));
    let mixed = |what: Knowledge, sets: Vec<Value>| {
        let mut certificate = made(&game, &binary, vec![right.clone()]);
        for facts in certificate.lookups.iter_mut().flat_map(|told| &mut told.known) {
            (facts.what, facts.sets) = (what, sets.clone());
        }
        recheck(&certificate, &game)
    };
    assert!(mixed(Knowledge::Windows, Vec::new()).is_err());
    assert!(mixed(Knowledge::Passes, vec![json!({})]).is_err());
    assert!(mixed(Knowledge::Levels, Vec::new()).is_err());
}

#[test]
fn other_games_are_refused() {
    let always = "grundy(t; 1) = 0 iff P(t; 1)";
    let told = |rule: &str, most: u32, moves: &str| {
        let game = document(rule, most, moves, always);
        recheck(&made(&game, &json!({"Base": 2}), vec![one_pass(3, &[1, 2, 0], &[1, -1])]), &game)
    };
    assert_eq!(told("ceil(x / 2)", 1, &both(PASS)), Ok(()));
    assert_eq!(
        told("ceil(x / 2)", 1, &both("move pass: p -> 0 where p = 1, 1 <= t\nmove too: p -> 0 where p = 1, t >= 7\n")),
        Ok(())
    );
    assert_eq!(told("ceil(x / 2)", 1, &both("move pass(q): p -> q where q < p, 1 <= t\n")), Ok(()));
    for (rule, most, moves) in [
        ("ceil(x / 2)", 2, both("move pass: p -> 0 where p = 2, 1 <= t\n")),
        ("ceil(x / 2)", 1, both("move pass: p -> 0 where p = 1, 1 <= t, t != 9\n")),
        (
            "ceil(x / 2)",
            1,
            both("move pass: p -> 0 where p = 1, 1 <= t\nmove all: (t, p) -> (0, 0) where p = 1, 9 <= t\n"),
        ),
        ("ceil(x / 2)", 1, both("move pass: p -> 0 where p = 1, 1 <= t\nmove all: t -> 0 where 9 <= t\n")),
        ("ceil(x / 2)", 1, both("move pass: p -> 0 where p = 1, 1 <= t\nmove all: t -> 0 where p = 1, 9 <= t\n")),
        ("ceil(x / 2)", 1, format!("positions where t != 9\n{}", both(PASS))),
        ("ceil(x / 2)", 1, format!("positions where p = 0 or t != 9\n{}", both(PASS))),
        ("2 * floor(x / 3)", 1, both(PASS)),
        ("ceil((x + p) / 2)", 1, both(PASS)),
        ("ceil(x / 2) + p", 1, both(PASS)),
        ("x", 1, both(PASS)),
    ] {
        assert!(told(rule, most, &moves).is_err(), "{rule} {moves}");
    }
    // Somebody passes after all passes that are told of, and one pass leads elsewhere.
    let elsewhere = both("move pass: p -> 0 where p = 2, 1 <= t, t != 9\nmove too: p -> 1 where p = 2, t = 9\n");
    for (moves, passed, expected) in
        [(both(STEP), 1, false), (elsewhere, 0, false), (both("move pass: p -> 0 where p = 2, 1 <= t\n"), 0, true)]
    {
        let game = document("ceil(x / 2)", 2, &moves, always);
        let one = PassedValues { register: 2, passed, ..one_pass(3, &[1, 2, 0], &[1, -1]) };
        assert_eq!(recheck(&made(&game, &json!({"Base": 2}), vec![one]), &game).is_ok(), expected, "{moves}");
    }
}

/// The values of the heaps below a number, by definition.
fn values(document: &Document, below: i64, most: i64) -> Vec<Vec<u32>> {
    let ruleset = &document.ruleset;
    let (options, context) = (Options::new(ruleset).expect("options"), Context::default());
    let shape = [u64::try_from(below).expect("a small number")];
    let mut table = Values::new(ruleset, &options, &shape, Question::Grundy, &context).expect("a table");
    let mut row =
        |register: i64| (0..below).map(|heap| table.at(&[heap, register]).expect("a value")).collect::<Vec<_>>();
    (0..=most).map(&mut row).collect()
}

/// Rules, regular or not.
fn rule() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (1_i64..5, 2_i64..6, 0_i64..5).prop_map(|(a, b, c)| format!("floor(({a} * x + {c}) / {b})")),
        2 => (1_i64..5, 0_i64..3).prop_map(|(a, b)| format!("floor(sqrt({a} * x + {b}))")),
        2 => (1_i64..7).prop_map(|a| format!("min(x, {a})")),
        1 => (1_i64..7, 2_i64..9).prop_map(|(a, b)| format!("min(x, {a} + floor(x / {b}))")),
        1 => (2_i64..9, 2_i64..5).prop_map(|(a, b)| format!("cases {{ x if x < {a}; floor(x / {b}) otherwise }}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// What a certificate that is confirmed tells of values is so in a table, far beyond the heaps that were looked at.
    #[test]
    fn what_is_confirmed_is_in_the_table(rule in rule(), first in 0_u32..4, most in 1_u32..3, other in 0_usize..40) {
        let pass = format!("move pass: p -> p - 1 where 1 <= p, {first} <= t\n");
        let claim = "grundy(t; 1) = 0 iff P(t; 1)";
        let game = document(&rule, most, &both(&pass), "grundy(t; 1) != grundy(t; 0) where 9999 <= t or 2 <= grundy(t; 0)");
        let found = proved(&game)[0].certificates.clone();
        let told = found.iter().filter_map(|one| one.lookups.as_ref()).flat_map(|told| &told.known);
        let Some(facts) = told.clone().find(|facts| facts.what == Knowledge::Passes) else { return Ok(()) };
        let game = document(&rule, most, &both(&pass), claim);
        let table = values(&game, 400, most.into());
        let agrees = |told: &PassedValues| {
            let image = |without: u32| {
                let place = usize::try_from(without).expect("a small number");
                let more = place.checked_sub(told.first.len()).map(|place| told.then[place % told.then.len()]);
                more.map_or_else(|| told.first[place].cast_signed(), |more| i64::from(without) + more)
            };
            let rows = [0, told.register].map(|row| &table[usize::try_from(row).expect("a register")]);
            let start = usize::try_from(told.start).expect("a small number");
            (start..400).all(|heap| image(rows[0][heap]) == i64::from(rows[1][heap]))
        };
        for told in &facts.passes {
            prop_assert!(agrees(told), "{} {:?}", rule, told);
        }
        // One number of a certificate changed: it is refused, or still true.
        let numeration = found[0].lookups.as_ref().expect("parts").numeration.clone();
        let mut passes = facts.passes.clone();
        let at = other % passes.len();
        let told = &mut passes[at];
        match other % 5 {
            0 => told.start = told.start.saturating_sub(1),
            1 if !told.first.is_empty() => { let at = other % told.first.len(); told.first[at] += 1; }
            2 => { let at = other % told.then.len(); told.then[at] -= 1; }
            3 => { told.first.pop(); }
            _ => told.start += 7,
        }
        if recheck(&made(&game, &numeration, passes.clone()), &game) == Ok(()) {
            for told in &passes {
                prop_assert!(agrees(told), "{} {:?}", rule, told);
            }
        }
    }
}
