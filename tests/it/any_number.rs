//! Claims about any number of heaps: which follow from one heap, that both theorems hold on tables, and that no certificate says it of a
//! game to which they do not apply.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::Certificate;
use nimdsl::check::{Document, OneHeap, Settings};
use nimdsl::claim::instances::Said;
use nimdsl::engine::{Context, Question, Values};
use nimdsl::recheck::recheck;
use nimdsl::ruleset::ParameterValue;
use nimdsl::ruleset::options::Options;
use nimdsl::value::Play;
use proptest::prelude::*;

const APART: &str = "move take(i) for each a in h: a -> a - i where 1 <= i <= p\n";
const NIM: &str = "move take(i) for each a in h: a -> a - i where 1 <= i\n";
const TOTALS: &str = "move take(x[h]): h -> h - x where 0 <= x, 1 <= sum(x) <= p\n";

fn document(moves: &str, claim: &str) -> Document {
    let text =
        format!("ruleset \"H\"\nparam n = 2 where n >= 1\nparam p = 2 where p >= 1\nheaps h[n]\n{moves}{claim}\n");
    checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// Which theorem applies to the only claim.
fn theorem(moves: &str, claim: &str) -> Option<OneHeap> {
    let document = document(moves, claim);
    let claim = document.claims().next().expect("a claim");
    document.symbolic(claim, &Settings::new())?.heaps.map(|(_, by)| by)
}

/// Moves and claims to which a theorem applies, and are true.
const TRUE: [(&str, &str, OneHeap, &str); 9] = [
    (NIM, "claim \"a\" for n >= 1: P(h) iff xor(h) = 0", OneHeap::Apart, "n >= 1"),
    (NIM, "claim \"a\" for n >= 1: xor(h) = grundy(h)", OneHeap::Apart, "n >= 1"),
    (NIM, "claim \"a\" for n > 4: P = {h where 0 = xor(h)}", OneHeap::Apart, "n > 4"),
    (
        APART,
        "claim \"a\" for n >= 1, p >= 1: N(h) iff xor(a mod (p + 1) for a in h) != 0",
        OneHeap::Apart,
        "n >= 1, p >= 1",
    ),
    (APART, "let E(k) = k mod 3\nclaim \"a\" for n >= 1: grundy(h) = xor(E(a) for a in h)", OneHeap::Apart, "n >= 1"),
    (TOTALS, "claim \"a\" for n >= 1, p >= 1: grundy(h) = total mod (p + 1)", OneHeap::Totals, "n >= 1, p >= 1"),
    (TOTALS, "claim \"a\" misere for n >= 1: P(h) iff sum(h) mod 3 = 1", OneHeap::Totals, "n >= 1"),
    (TOTALS, "claim \"a\" for n >= 1: grundy(h) = 2 where total mod 3 = 2", OneHeap::Totals, "n >= 1"),
    (
        TOTALS,
        "let f(k) = k mod 3\nclaim \"a\" for n >= 2: forall k >= 0: grundy(h) = k implies f(total) = k",
        OneHeap::Totals,
        "n >= 2",
    ),
];

#[test]
fn what_holds_of_one_heap_is_proved_of_any_number() {
    for (moves, claim, by, range) in TRUE {
        assert_eq!(theorem(moves, claim), Some(by), "{claim}");
        let document = document(moves, claim);
        let all = proved(&document);
        let [proved] = all.as_slice() else { panic!("{claim}") };
        let found = proved.limits().and_then(|limits| limits.range.as_deref());
        assert_eq!((proved.word(), found), ("proved", Some(range)), "{claim}");
        let said = nimdsl::syntax::print_expression(&document.claims().next().expect("a claim").body);
        assert!(proved.judged.statement.contains(&said), "{said}: {}", proved.judged.statement);
        let [certificate] = proved.certificates.as_slice() else { panic!("{claim}: {:?}", proved.certificates) };
        assert_eq!(certificate.for_all[0], "n", "{claim}");
        assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
        // It says nothing of one number of heaps, nor of another parameter.
        for for_all in [vec![], vec!["p".to_owned()], [&["n".to_owned()], certificate.for_all.as_slice()].concat()] {
            assert!(recheck(&Certificate { for_all, ..certificate.clone() }, &document).is_err(), "{claim}");
        }
    }
}

/// Moves and claims to which no theorem applies.
const OTHERS: [(&str, &str); 25] = [
    // The total, the number of heaps, another heap, a definition or an index tell heaps of each other.
    ("move take(i) for each a in h: a -> a - i where 1 <= i <= total\n", "claim \"a\" for n >= 1: P(h) iff xor(h) = 0"),
    ("move take(i) for each a in h: a -> a - i where 1 <= i <= n\n", "claim \"a\" for n >= 1: P(h) iff xor(h) = 0"),
    (
        "move take(i) for each a in h: a -> a - i where 1 <= i <= size(h)\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    (
        "let m = max(h)\nmove take(i) for each a in h: a -> a - i where 1 <= i <= m\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    (
        "let m(k) = k + n\nmove take(i) for each a in h: a -> a - i where 1 <= i <= m(2)\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    (
        "move take(i) for each a in h: a -> a - i where 1 <= i, h[1] <= i\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    (
        "positions where max(h) <= 9\nmove take(i) for each a in h: a -> a - i where 1 <= i\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    (
        "register q in 0..1\nmove take(i) for each a in h: a -> a - i where 1 <= i, i <= a + q\n",
        "claim \"a\" for n >= 1: P(h; q) iff xor(h) = 0",
    ),
    (
        "move both(i) for each a, b in h: a -> a - i, b -> b - i where 1 <= i\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    (
        "move some(i) for each subset A of h: A -> A - 1 where i = 1, 1 <= size(A)\n",
        "claim \"a\" for n >= 1: P(h) iff xor(h) = 0",
    ),
    // Of these claims nothing follows for more heaps.
    (NIM, "claim \"a\" for n >= 1: P(h) iff xor(a + n - 1 for a in h) = 0"),
    (NIM, "claim \"a\" for n >= 1: P(h) iff xor(max(a, total) for a in h) = 0"),
    (NIM, "claim \"a\" for n >= 1: P(h) iff min(h) = 0"),
    (NIM, "claim \"a\" for n >= 1: P(h) implies h[1] <= sum(h)"),
    (NIM, "claim \"a\" for n >= 1: exists option (u) of h: P(u)"),
    (NIM, "claim \"a\" for n >= 1: forall k in 1..n: P(h) implies h[k] <= h[1]"),
    (NIM, "claim \"a\" for n >= 1: exists k in 2..n: h[k] >= 0"),
    // A name that hides another stands for something else.
    (NIM, "claim \"a\" for n >= 1: (forall k in 1..n: exists k in 1..1: h[k] = 0) implies P(h)"),
    (NIM, "claim \"a\" for n >= 1: count(a in h where exists a in 1..2: a = 1) = 0 implies P(h)"),
    (NIM, "claim \"a\" for n in 1..5: P(h) iff xor(h) = 0"),
    // Amounts that may be negative, that have bounds of their own, or that are told apart.
    (
        "move take(x[h]): h -> h - x where -1 <= x, 1 <= sum(x) <= 2\n",
        "claim \"a\" for n >= 1: P(h) iff sum(h) mod 3 = 0",
    ),
    (
        "move take(x[h]): h -> h - x where 0 <= x <= 1, 1 <= sum(x) <= 2\n",
        "claim \"a\" for n >= 1: P(h) iff sum(h) mod 3 = 0",
    ),
    (
        "move take(x[h]): h -> h - x where 0 <= x, 1 <= sum(x) <= 2, max(x) <= 1\n",
        "claim \"a\" for n >= 1: P(h) iff sum(h) mod 3 = 0",
    ),
    (TOTALS, "claim \"a\" for n >= 1: P(h) iff xor(h) mod 3 = 0"),
    (TOTALS, "claim \"a\" for n >= 1: grundy(h) = h[1] mod 3"),
];

/// Claims that follow by looking at one heap more: corollaries of Bouton's theorem and others.
const BY_ONE_MORE: [(&str, &str); 26] = [
    (NIM, "claim \"a\" for n >= 1: grundy(h) mod 2 = sum(h) mod 2"),
    (NIM, "claim \"a\" for n >= 1: P(h) implies 2 * max(h) <= total"),
    (NIM, "claim \"a\" for n >= 2: grundy(h) <= sum(h)"),
    (SET, "claim \"a\" for n >= 1: grundy(h) <= 3"),
    (SET, "claim \"a\" for n >= 1: grundy(h) <= sum(h)"),
    // Low digits of values, and of what else heaps come to.
    (ONE, "claim \"a\" for n >= 1: P(h) iff total mod 2 = 0"),
    (ONE, "claim \"a\" misere for n >= 1: N(h) iff total mod 2 = 0"),
    (THREE, "claim \"a\" for n >= 1: sum(h) mod 2 = 1 implies N(h)"),
    (THREE, "claim \"a\" for n >= 1: grundy(h) != 0 or xor(h) mod 4 = 0"),
    (NIM, "claim \"a\" for n >= 1: 2 * max(h) > total implies N(h)"),
    (APART, "claim \"a\" for n >= 1, p >= 1: grundy(h) <= 2 * p"),
    // What is small of all heaps together is small of each.
    (NIM, "claim \"a\" for n >= 1: P(h) and 1 <= sum(h) implies 2 <= count(a in h where a >= 1)"),
    (NIM, "claim \"a\" for n >= 1: N(h) implies 0 < max(h)"),
    (SET, "claim \"a\" for n >= 1: max(h) <= 2 implies (P(h) iff count(a in h where a = 1) mod 2 = 0)"),
    (SET, "claim \"a\" for n >= 1: count(a in h where a mod 7 in {1, 3, 4, 5, 6}) = 1 implies N(h)"),
    (APART, "claim \"a\" for n >= 1, p >= 1: (forall k in 1..n: h[k] mod (p + 1) = 0) implies P(h)"),
    // Misère play.
    (NIM, "claim \"a\" misere for n >= 1: P(h) iff (xor(h) = 0 and 2 <= max(h)) or (max(h) <= 1 and sum(h) mod 2 = 1)"),
    (
        NIM,
        "claim \"a\" misere for n >= 1: P(h) iff (xor(h) = 0 and 1 <= count(a in h where a >= 2)) or (count(a in h where a >= 2) = 0 and count(a in h where a = 1) mod 2 = 1)",
    ),
    (
        THREE,
        "claim \"a\" misere for n >= 1: P(h) iff (xor(h) mod 4 = 0 and 1 <= count(a in h where a mod 4 >= 2)) or (count(a in h where a mod 4 >= 2) = 0 and sum(h) mod 2 = 1)",
    ),
    (
        TWICE,
        "claim \"a\" misere for n >= 1: P(h) iff (max(h) <= 3 and count(a in h where a >= 2) mod 2 = 1) or (max(h) >= 4 and xor(floor(a / 2) for a in h) = 0)",
    ),
    (MISERE, "claim \"a\" for n >= 1: P(h) implies total mod 2 = 0 or max(h) <= 1"),
    (MISERE, "claim \"a\" for n >= 1: N(h) where total mod 2 = 1, max(h) >= 2"),
    (NIM, "claim \"a\" misere for n >= 1: P(h) iff count(a in h where a = 1) mod 2 = 1 where max(h) <= 1"),
    (NIM, "claim \"a\" misere for n >= 1: (forall k in 1..n: h[k] = 0) implies N(h)"),
    (NIM, "claim \"a\" misere for n >= 1: (exists k in 1..n: h[k] >= 2) implies (P(h) iff xor(h) = 0)"),
    (NIM, "claim \"a\" misere for n >= 1: P(h) implies sum(h) >= 1"),
];

/// The same where one number is another.
const FALSE_BY_ONE_MORE: [(&str, &str); 22] = [
    // One heap is as the claim says, and a move leads from a fickle heap of value 0 to a firm one of value 1.
    (
        WILD,
        "claim \"a\" misere for n >= 1: P(h) iff (count(a in h where a in {2, 3, 4}) = 0 and xor(v(a) for a in h) = 1) or (count(a in h where a in {2, 3, 4}) >= 1 and xor(v(a) for a in h) = 0)",
    ),
    (NIM, "claim \"a\" misere for n >= 1: P(h) iff (xor(h) = 0 and 1 <= max(h)) or (max(h) <= 1 and sum(h) mod 2 = 1)"),
    (NIM, "claim \"a\" misere for n >= 1: P(h) iff (xor(h) = 0 and 3 <= max(h)) or (max(h) <= 1 and sum(h) mod 2 = 1)"),
    (NIM, "claim \"a\" misere for n >= 1: P(h) iff xor(h) = 0"),
    (NIM, "claim \"a\" for n >= 1: P(h) iff (xor(h) = 0 and 2 <= max(h)) or (max(h) <= 1 and sum(h) mod 2 = 1)"),
    (NIM, "claim \"a\" for n >= 1: P(h) implies 2 * max(h) + 1 <= sum(h)"),
    (NIM, "claim \"a\" for n >= 1: P(h) implies sum(h) mod 4 = 0"),
    (NIM, "claim \"a\" for n >= 1: grundy(h) <= max(h)"),
    (NIM, "claim \"a\" for n >= 1: P(h) iff xor(h) = 1"),
    (THREE, "claim \"a\" for n >= 1: grundy(h) <= 2"),
    (ONE, "claim \"a\" for n >= 1: P(h) iff sum(h) mod 2 = 1"),
    (MISERE, "claim \"a\" for n >= 1: P(h) iff xor(h) = 0"),
    (THREE, "claim \"a\" for n >= 1: sum(h) mod 2 = 0 implies P(h)"),
    (THREE, "claim \"a\" for n >= 1: P(h) iff xor(h) mod 8 = 0"),
    (NIM, "claim \"a\" for n >= 1: 2 * max(h) >= total implies N(h)"),
    (APART, "claim \"a\" for n >= 1, p >= 1: grundy(h) <= p"),
    (SET, "claim \"a\" for n >= 1: max(h) <= 3 implies (P(h) iff count(a in h where a = 1) mod 2 = 0)"),
    (SET, "claim \"a\" for n >= 1: count(a in h where a mod 7 in {1, 3, 4, 5}) = 1 implies N(h)"),
    (NIM, "claim \"a\" misere for n >= 1: (exists k in 1..n: h[k] >= 1) implies (P(h) iff xor(h) = 0)"),
    (NIM, "claim \"a\" misere for n >= 1: P(h) iff not P(h)"),
    (NIM, "claim \"a\" misere for n >= 1: N(h) iff P(h) and sum(h) >= 1"),
    (
        TWICE,
        "claim \"a\" misere for n >= 1: P(h) iff (max(h) <= 3 and count(a in h where a >= 2) mod 2 = 1) or (max(h) >= 3 and xor(floor(a / 2) for a in h) = 0)",
    ),
];

const THREE: &str = "move take(i) for each a in h: a -> a - i where 1 <= i <= 3\n";
const ONE: &str = "move take for each a in h: a -> a - 1\n";
const WILD: &str = "let v(k) = cases { 1 if k = 1 or k = 4; 2 if k = 2; 0 otherwise }\nmove take(i) for each a in h: a -> a - i where a in {1, 3, 4, 5} and i = 1 or a = 2 and 1 <= i <= 2 or a = 5 and i = 4\n";
const TWICE: &str = "move take(i) for each a in h: a -> a - 2 * i where 1 <= i\n";
const SET: &str = "move take(i) for each a in h: a -> a - i where i in {1, 3, 4}\n";
const MISERE: &str = "play misere\nmove take(i) for each a in h: a -> a - i where 1 <= i\n";

#[test]
fn what_one_heap_more_keeps_is_proved_of_any_number() {
    let mut certificates = Vec::new();
    for (moves, claim) in BY_ONE_MORE {
        assert_eq!(theorem(moves, claim), Some(OneHeap::HeapByHeap), "{claim}");
        let document = document(moves, claim);
        let all = proved(&document);
        let [proved] = all.as_slice() else { panic!("{claim}") };
        let range = proved.limits().and_then(|limits| limits.range.clone());
        assert!(proved.word() == "proved" && range.is_some(), "{moves}{claim}: {}", proved.word());
        let [certificate] = proved.certificates.as_slice() else { panic!("{claim}: {:?}", proved.certificates) };
        assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
        certificates.push(certificate.clone());
    }
    for (moves, claim) in FALSE_BY_ONE_MORE {
        let document = document(moves, claim);
        assert_eq!(proved(&document)[0].word(), "refuted", "{moves}{claim}");
        // The values are those of the game, so that only the step to one heap more can be false.
        let own = self::document(moves, "claim \"a\" for n >= 1: grundy(h) <= sum(h)");
        let donor = proved(&own)[0].certificates.first().cloned();
        assert!(donor.as_ref().is_some_and(|donor| donor.for_all == ["n"]) || moves == APART, "{moves}");
        for certificate in certificates.iter().take(3).chain(&donor) {
            for play in [Play::Normal, Play::Misere] {
                let forged = Certificate {
                    measure: None,
                    ruleset: nimdsl::certificate::hash(&document),
                    play,
                    ..certificate.clone()
                };
                assert!(recheck(&forged, &document).is_err(), "{moves}{claim}");
            }
        }
    }
}

#[test]
fn nothing_else_follows_from_one_heap() {
    let (_, claim, _, _) = TRUE[0];
    let document = document(NIM, claim);
    let certificate = proved(&document)[0].certificates[0].clone();
    for (moves, claim) in OTHERS {
        assert_eq!(theorem(moves, claim), None, "{moves}{claim}");
        let document = self::document(moves, claim);
        let forged =
            Certificate { measure: None, ruleset: nimdsl::certificate::hash(&document), ..certificate.clone() };
        assert!(recheck(&forged, &document).is_err(), "{moves}{claim}");
    }
}

#[test]
fn false_claims_about_any_number_are_refuted() {
    for (moves, claim) in [
        (APART, "claim \"a\" for n >= 1, p >= 1: P(h) iff xor(a mod p for a in h) = 0"),
        (APART, "claim \"a\" for n >= 3: P(h) iff xor(min(a, 7) for a in h) = 0"),
        (NIM, "claim \"a\" for n >= 1: P(h) iff xor(min(a, 200) for a in h) = 0"),
        (TOTALS, "claim \"a\" for n >= 1, p >= 1: grundy(h) = total mod p"),
        (TOTALS, "claim \"a\" for n >= 2: grundy(h) = min(total, 50) mod 3"),
    ] {
        let all = proved(&document(moves, claim));
        assert!(all[0].certificates.is_empty() && all[0].word() != "proved", "{claim}");
    }
    let said = proved(&document(NIM, "claim \"a\" for n >= 1: grundy(h) = xor(a + 1 for a in h)"));
    assert!(matches!(nimdsl::claim::instances::Decision::said(&said[0].verdict), Said::Refuted { .. }));
}

/// The values of all positions with so many heaps, all below `side`.
fn values(document: &Document, heaps: usize, side: i64) -> Vec<(Vec<i64>, u32)> {
    let number = i64::try_from(heaps).expect("a small number");
    let settings = Settings::from_iter([("n".to_owned(), ParameterValue::Number(number))]);
    let ruleset = document.at(&settings).expect("a ruleset");
    let (options, context) = (Options::new(&ruleset).expect("options"), Context::default());
    let shape = vec![u64::try_from(side).expect("a small number"); heaps];
    let mut table = Values::new(&ruleset, &options, &shape, Question::Grundy, &context).expect("a table");
    let all = (0..heaps).fold(vec![Vec::new()], |all: Vec<Vec<i64>>, _| {
        all.iter().flat_map(|begun| (0..side).map(move |next| [begun.as_slice(), &[next]].concat())).collect()
    });
    all.into_iter().map(|position| (position.clone(), table.at(&position).expect("a value"))).collect()
}

/// Conditions on an amount i that is taken from a heap a, and on the sum s of what is taken from a total t.
fn condition() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        (1_i64..6).prop_map(|most| format!("$i <= {most}")),
        (2_i64..5, 0_i64..5).prop_map(|(by, rest)| format!("$i mod {by} != {rest}")),
        (2_i64..5, 0_i64..5).prop_map(|(by, rest)| format!("$a mod {by} != {rest}")),
        (1_i64..4).prop_map(|times| format!("{times} * $i <= $a + 1")),
        Just("($a xor $i) mod 2 = 1".to_owned()),
        Just("$i in {1, 3, 4}".to_owned()),
    ];
    proptest::collection::vec(part, 0..3).prop_map(|parts| parts.iter().map(|part| format!(", {part}")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Both theorems, by the definition of values: of moves of their form, with two and three heaps.
    #[test]
    fn one_heap_tells_of_more(first in condition(), second in condition(), is_apart in any::<bool>()) {
        let written = |condition: &str| {
            let [amount, heap] = if is_apart { ["i", "a"] } else { ["sum(i)", "total"] };
            condition.replace("$i", amount).replace("$a", heap)
        };
        let own = |name: &str, condition: &str| {
            let condition = written(condition);
            if is_apart {
                format!("move {name}(i) for each a in h: a -> a - i where 1 <= i{condition}\n")
            } else {
                format!("move {name}(i[h]): h -> h - i where 0 <= i, 1 <= sum(i){condition}\n")
            }
        };
        let moves = own("one", &first) + &own("two", &second);
        let claim = if is_apart { "claim \"a\" for n >= 1: grundy(h) = xor(h)" } else { "claim \"a\" for n >= 1: grundy(h) = total" };
        let expected = if is_apart { OneHeap::Apart } else { OneHeap::Totals };
        prop_assert_eq!(theorem(&moves, claim), Some(expected), "{}", moves);
        let document = document(&moves, claim);
        let alone: Vec<u32> = values(&document, 1, 16).into_iter().map(|(_, value)| value).collect();
        let at = |heap: i64| alone[usize::try_from(heap).expect("a small number")];
        for (heaps, side) in [(2, 8), (3, 5)] {
            for (position, value) in values(&document, heaps, side) {
                let told = if is_apart { position.iter().fold(0, |sum, heap| sum ^ at(*heap)) } else { at(position.iter().sum()) };
                prop_assert_eq!(value, told, "{} {:?}", moves, position);
            }
        }
    }
}
