//! Claims that all rows, or all columns, have one period: proved for all values of parameters, never where a table says otherwise, and with
//! certificates of which each part is checked.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::engine::{Context, reference};
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Prover, Request};
use nimdsl::recheck::recheck;
use nimdsl::table::Region;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Rows take 1, ..., q - 1; the rows before are looked at as far as p and the number of rows tell.
const SKEW: &str = "param p = 2 where p >= 1\nparam q = 3 where q >= 1\nheaps x, y\nmove row(j): y -> y - j where 1 <= j < q\n\
    move skew(i, j): (x, y) -> (x - i, y - j) where 1 <= i <= p, 0 <= j <= 2 * i\n";
/// SRT, section 5.1, for sets {1} and {1, 2}.
const RECTANGLE: &str =
    "heaps x, y\nmove take(i, j): (x, y) -> (x - i, y - j) where 0 <= i < 2, 0 <= j < 3, 1 <= i + j\n";
/// All but multiples of 3, and rows that are reached farther to the right.
const ALL_BUT: &str = "heaps x, y\nmove row(j): y -> y - j where 1 <= j, j mod 3 != 0\n\
    move up(i, j): (x, y) -> (x - i, y + j) where 1 <= i, 0 <= j < i\n";
/// The period is one more than a register.
const REGISTER: &str = "heaps x, y\nregister s in 0..3\nmove row(j): y -> y - j where 1 <= j <= s\n\
    move up(i): (x, y) -> (x - 1, y - i) where 0 <= i <= 2\n";
/// Conditions of the line, and of places that are too near to its beginning.
const ODD_LINES: &str = "param q = 3 where q >= 1\nheaps x, y\nmove row(j): y -> y - j where 1 <= j < q, x mod 2 = 1\n\
    move up(i): (x, y) -> (x - 1, y - i) where 0 <= i <= x, i + 7 <= y\n";
/// Moves to a row before go as far as they like; to every place, and to every second one.
const FAR: &str = "param q = 3 where q >= 1\nheaps x, y\nmove row(j): y -> y - j where 1 <= j < q\n\
    move up(j): (x, y) -> (x - 1, y - j) where 0 <= j\n";
const EVERY_SECOND: &str = "heaps x, y\nmove row(j): y -> y - j where 1 <= j < 3\n\
    move up(j): (x, y) -> (x - 1, y - 2 * j) where 0 <= j\n";
/// A condition of the place.
const ODD_PLACES: &str = "heaps x, y\nmove row(j): y -> y - j where 1 <= j < 3, y mod 2 = 1\n\
    move up: (x, y) -> (x - 1, y) where 1 <= x\n";

/// Places of row 1 look at the beginning of row 0, every second one at one place more.
const BEGINNING: &str = "heaps x, y\nmove step: y -> y - 1 where y = 1\nmove zero: (x, y) -> (x - 1, 0) where 1 <= x\n\
    move one: (x, y) -> (x - 1, 1) where 1 <= x, 3 <= y, y mod 2 = 1\n";
/// Row 1 at one value of a register looks at row 0 at another, where the period is another one.
const CHANGED: &str = "heaps x, y\nregister s in 0..3\nmove row(j): y -> y - j where 1 <= j <= s\n\
    move up(i): (x, y, s) -> (x - 1, y - i, s - 1) where 0 <= i <= 2\n";

/// That all rows have a period.
fn rows(period: &str) -> String {
    format!("forall m >= 0: exists a >= 0: forall n >= a: grundy(m, n + {period}) = grundy(m, n)")
}

/// That all columns have a period.
fn columns(period: &str) -> String {
    format!("forall m >= 0: exists a >= 0: forall n >= a: grundy(n + {period}, m) = grundy(n, m)")
}

fn document(game: &str, head: &str, claim: &str) -> Document {
    let text = format!("ruleset \"C\"\n{game}claim \"a\"{head}: {claim}\n");
    checked(&text).unwrap_or_else(|faults| panic!("{text}{faults}"))
}

/// What a certificate tells of a period: its number, registers in it, and how many times it is that of the claim.
type Told<'a> = (i64, &'a [(&'a str, i64)], u64);

/// A certificate that says of all rows, or of all columns, that they have a period.
fn certificate(document: &Document, open: &[&str], fixed: &str, (number, of, times): Told<'_>) -> Certificate {
    let of: serde_json::Map<String, Value> =
        of.iter().map(|(name, times)| ((*name).to_owned(), json!(times))).collect();
    let common = json!({"period": {"constant": number, "of": of}, "times": times});
    let made = json!({
        "schema": 1, "program": "", "ruleset": hash(document), "claim": "a", "claim_kind": "claim",
        "parameters": {}, "for_all": open, "play": "normal", "kind": "lines",
        "lines": [{"game": 0, "fixed": fixed, "options": [], "lines": [], "common": common}],
    });
    serde_json::from_value(made).expect("a certificate")
}

fn said(one: &Certificate, document: &Document) -> String {
    recheck(one, document).err().map_or_else(|| "confirmed".to_owned(), |why| why.to_string())
}

#[test]
fn rows_and_columns_of_rectangular_nim_repeat_for_all_p_and_q() {
    let (document, context) = (super::ruleset("rectangular"), Context::default());
    let prover = Prover::new(&document, &context);
    for name in ["section 5.1, rows are periodic", "section 5.1, columns are periodic"] {
        let claim = document.claims().find(|claim| claim.name == name).expect("a claim");
        let found = prover.prove(claim, &Request::default()).expect("a sound claim");
        let [one] = found.certificates.as_slice() else { panic!("{name}: {:?}", found.judged.verdict) };
        assert!(matches!(found.judged.verdict, Verdict::Proved(_)), "{name}: {:?}", found.judged.verdict);
        assert_eq!((one.kind, one.for_all.join(" ").as_str()), (CertificateKind::Lines, "p q"), "{name}");
        assert_eq!(said(one, &document), "confirmed", "{name}");
    }
}

#[test]
fn that_all_lines_have_one_period_is_proved() {
    let any = "forall m >= 0: exists d >= 5, a >= 0: forall n >= a: grundy(m, n) = grundy(m, n + d)";
    for (game, head, claim) in [
        (SKEW, " for p >= 1, q >= 1", rows("q")),
        (SKEW, " for p >= 1, q >= 1", rows("3 * q")),
        (SKEW, " for p >= 1, q >= 1", columns("p + 1")),
        (SKEW, " for q >= 2", any.to_owned()),
        (SKEW, "", rows("3")),
        (RECTANGLE, "", rows("6")),
        (RECTANGLE, "", columns("2")),
        (ALL_BUT, "", rows("3")),
        (ALL_BUT, "", any.to_owned()),
        (REGISTER, "", rows("s + 1").replace(") =", ", s) =").replace("(m, n)", "(m, n, s)")),
        (ODD_LINES, " for q >= 1", rows("q")),
        (FAR, " for q >= 1", rows("q")),
    ] {
        let document = document(game, head, &claim);
        let found = proved(&document).pop().expect("a claim");
        let [one] = found.certificates.as_slice() else { panic!("{game}{claim}: {:?}", found.judged.verdict) };
        assert!(matches!(found.judged.verdict, Verdict::Proved(_)), "{game}{claim}: {:?}", found.judged.verdict);
        let common = one.lines.first().and_then(|lines| lines.common.as_ref());
        assert!(one.kind == CertificateKind::Lines && common.is_some(), "{game}{claim}: {:?}", one.kind);
        assert_eq!(said(one, &document), "confirmed", "{game}{claim}");
    }
}

const MAY: &str = "an option may have the value of the place one period before";
const FORM: &str = "the claim does not say that all lines have one period";
const POSITIONS: &str = "only some positions belong to the game";

/// Claims that are false, or that the theorem does not speak of, with a certificate that says that they hold.
#[test]
fn what_the_theorem_does_not_say_is_not_confirmed() {
    let q: Told<'_> = (1, &[("any q", 1)], 1);
    let full = "param q = 3 where q >= 1\nheaps x, y\nmove row(j): y -> y - j where 1 <= j <= q\n";
    let bounded = format!("{RECTANGLE}positions where x <= y + 2\n");
    let none = format!("{RECTANGLE}positions where x + y < 0\n");
    let with_register = rows("s + 1").replace(") =", ", s) =").replace("(m, n)", "(m, n, s)");
    let three: Told<'_> = (3, &[], 1);
    for (game, open, claim, fixed, told, expected) in [
        (SKEW, true, rows("(q + 1)"), "first", (2, &[("any q", 1)][..], 1), MAY),
        (SKEW, true, rows("(q + p)"), "first", (2, &[("any q", 1), ("any p", 1)][..], 1), MAY),
        // It holds, and follows from q only.
        (SKEW, true, rows("2 * q"), "first", (2, &[("any q", 2)][..], 1), MAY),
        (SKEW, true, columns("p"), "second", (1, &[("any p", 1)][..], 1), MAY),
        (SKEW, true, rows("(q - 1)"), "first", (0, &[("any q", 1)][..], 1), "the period is not positive"),
        (SKEW, true, rows("0"), "first", (0, &[][..], 1), "the period is not positive"),
        (full, true, rows("q"), "first", q, MAY),
        (EVERY_SECOND, false, rows("3"), "first", three, MAY),
        (EVERY_SECOND, false, rows("6"), "first", (6, &[][..], 1), MAY),
        (ODD_PLACES, false, rows("3"), "first", three, MAY),
        (ODD_PLACES, false, rows("6"), "first", (6, &[][..], 1), MAY),
        (ODD_PLACES, false, rows("2"), "first", (2, &[][..], 1), MAY),
        (BEGINNING, false, rows("1"), "first", (1, &[][..], 1), MAY),
        (CHANGED, false, with_register, "first", (1, &[("s", 1)][..], 1), MAY),
        (RECTANGLE, false, rows("4"), "first", (4, &[][..], 1), MAY),
        (RECTANGLE, false, rows("2"), "first", (2, &[][..], 1), MAY),
        (RECTANGLE, false, rows("3"), "second", three, "the certificate is about other lines"),
        (&bounded, false, rows("3"), "first", three, POSITIONS),
        (&none, false, rows("3"), "first", three, POSITIONS),
        // Other claims: one place for all rows; gains; places from one before on; other lines; a period that grows.
        (
            RECTANGLE,
            false,
            rows("3").replace("forall m >= 0: exists a >= 0", "exists a >= 0: forall m >= 0"),
            "first",
            three,
            FORM,
        ),
        (RECTANGLE, false, format!("{} + 3", rows("3")), "first", three, FORM),
        (RECTANGLE, false, rows("3").replace("n >= a", "n >= a - 1"), "first", three, FORM),
        (RECTANGLE, false, rows("3").replace("n >= a", "n >= m"), "first", three, FORM),
        (RECTANGLE, false, rows("3").replace("exists a >= 0", "exists a in 0..5"), "first", three, FORM),
        (RECTANGLE, false, rows("3").replace("(m, n +", "(m + 1, n +"), "first", three, FORM),
        (RECTANGLE, false, rows("3").replace("= grundy", "!= grundy"), "first", three, FORM),
        (RECTANGLE, false, rows("3").replace("(m, n)", "(n, m)"), "first", three, FORM),
        (RECTANGLE, false, rows("m"), "first", three, FORM),
        (RECTANGLE, false, rows("n"), "first", three, FORM),
        (RECTANGLE, false, rows("a"), "first", three, FORM),
        (
            RECTANGLE,
            false,
            rows("3").replace("exists a >= 0", "exists d in 1..2, a >= 0").replace("+ 3", "+ d"),
            "first",
            three,
            FORM,
        ),
    ] {
        let (head, names): (&str, &[&str]) = match (open, game.contains("param p")) {
            (true, true) => (" for p >= 1, q >= 1", &["p", "q"]),
            (true, false) => (" for q >= 1", &["q"]),
            (false, _) => ("", &[]),
        };
        let document = document(game, head, &claim);
        let told = said(&certificate(&document, names, fixed, told), &document);
        assert!(told.contains(expected), "{game}{claim}: {told}");
    }
}

#[test]
fn each_part_of_a_certificate_of_a_common_period_is_checked() {
    let document = document(SKEW, " for p >= 1, q >= 1", &rows("3 * q"));
    let one = certificate(&document, &["p", "q"], "first", (1, &[("any q", 1)], 3));
    let other = "the claim tells of another period";
    let lines = "the certificate is about other lines";
    let parts = "the certificate has parts of another kind";
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [(Change<'_>, &str); 20] = [
        (&|_| {}, "confirmed"),
        (&|one| one["lines"][0]["common"]["times"] = 1.into(), other),
        (&|one| one["lines"][0]["common"]["times"] = 0.into(), other),
        (&|one| one["lines"][0]["common"]["times"] = u64::MAX.into(), other),
        (&|one| one["lines"][0]["common"]["times"] = (-3).into(), "not read"),
        (&|one| one["lines"][0]["common"]["period"]["constant"] = 2.into(), other),
        (&|one| one["lines"][0]["common"]["period"]["constant"] = i64::MAX.into(), other),
        (&|one| one["lines"][0]["common"]["period"]["of"] = json!({"any p": 1}), other),
        (&|one| one["lines"][0]["common"]["period"]["of"] = json!({"any q": 1, "any p": 1}), other),
        (&|one| one["lines"][0]["common"]["period"]["of"] = json!({"q": 1}), "there is no register `q`"),
        (&|one| one["lines"][0]["common"]["more"] = 1.into(), "not read"),
        (
            &|one| drop(one["lines"][0].as_object_mut().expect("one").remove("common")),
            "the claim does not say that every line repeats",
        ),
        (&|one| one["lines"][0]["fixed"] = "second".into(), lines),
        (&|one| one["lines"][0]["game"] = 1.into(), lines),
        (&|one| one["lines"][0]["options"] = json!([{"start": [0, 1], "step": [0, 0]}]), lines),
        (&|one| one["lines"][0]["lines"] = json!([{"preperiod": 0, "period": 3, "saltus": 0}]), lines),
        (
            &|one| one["lines"] = json!([one["lines"][0].clone(), one["lines"][0].clone()]),
            "a common period stands alone",
        ),
        (&|one| one["kind"] = "periods".into(), parts),
        (&|one| one["for_all"] = json!(["q"]), "the claim is not about all values of these parameters"),
        (&|one| one["for_all"] = json!([]), "the claim does not speak of these parameters"),
    ];
    for (at, (change, expected)) in changes.iter().enumerate() {
        let mut made = serde_json::to_value(&one).expect("data");
        change(&mut made);
        let told =
            serde_json::from_value(made).map_or_else(|why| format!("not read: {why}"), |one| said(&one, &document));
        assert!(told.contains(expected), "{at}: {expected}: {told}");
    }
    // Where the claim only says that there is a period, it is that of the certificate.
    let any = "forall m >= 0: exists d >= 5, a >= 0: forall n >= a: grundy(m, n + d) = grundy(m, n)";
    let any = self::document(RECTANGLE, "", any);
    for (number, times, expected) in [(3, 1, "confirmed"), (3, 2, other), (4, 1, MAY), (0, 1, "is not positive")] {
        let told = said(&certificate(&any, &[], "first", (number, &[], times)), &any);
        assert!(told.contains(expected), "{number}, {times}: {told}");
    }
}

/// Moves within a row, and to other rows; with the period that a row has by itself.
fn moves() -> impl Strategy<Value = (i64, String)> {
    let condition = prop_oneof![
        6 => Just(""),
        1 => Just(", x mod 2 = 1"),
        1 => Just(", y mod 2 = 1"),
        1 => Just(", y mod 3 != 1"),
        1 => Just(", 5 <= y"),
        1 => Just(", y <= x + 6"),
        1 => Just(", x <= y"),
    ];
    let row = prop_oneof![
        4 => (2..5i64).prop_map(|k| (k, format!("1 <= j < {k}"))),
        2 => (2..5i64).prop_map(|k| (k, format!("1 <= j, j mod {k} != 0"))),
        2 => (1..4i64, 1..5i64).prop_map(|(a, b)| (a + b, format!("j in {{{a}, {}}}", a + b - 1))),
        1 => (2..5i64).prop_map(|k| (k, format!("1 <= j < {}", 2 * k))),
        1 => (1..3i64).prop_map(|k| (k, format!("{k} <= j"))),
    ];
    let other = prop_oneof![
        3 => (1..3i64, 1..3i64)
            .prop_map(|(a, b)| format!("(i, j): (x, y) -> (x - i, y - j) where 1 <= i <= {a}, 0 <= j <= {b} * i")),
        1 => (0..3i64).prop_map(|c| format!("(j): (x, y) -> (x - 1, y - j) where {c} <= j")),
        1 => (2..4i64).prop_map(|c| format!("(j): (x, y) -> (x - 1, y - {c} * j) where 0 <= j")),
        1 => (2..4i64).prop_map(|c| format!("(i, j): (x, y) -> (x - i, y + j) where 1 <= i <= {c}, 0 <= j < i")),
        1 => (2..4i64).prop_map(|c| format!("(j): (x, y) -> (x + 1, y - j) where {c} <= j <= 3")),
        1 => Just("(j): (x, y) -> (x - 1, j) where 0 <= j <= 2, j <= y".to_owned()),
    ];
    let others = prop::collection::vec((other, condition.clone()), 1..3);
    (row, condition, others).prop_map(|((period, row), condition, others)| {
        let mut text = format!("move row(j): y -> y - j where {row}{condition}\n");
        for (index, (other, condition)) in others.iter().enumerate() {
            text.push_str(&format!("move m{index}{other}{condition}\n"));
        }
        (period, text)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is confirmed of a random game is so on a table.
    #[test]
    fn confirmed_periods_are_those_of_tables(
        (own, moves) in moves(), other in 1..7i64, is_own in any::<bool>(), is_column in any::<bool>()
    ) {
        let period = if is_own { own } else { other };
        let (heaps, claim, fixed) = if is_column {
            ("heaps y, x\n", columns(&period.to_string()), "second")
        } else {
            ("heaps x, y\n", rows(&period.to_string()), "first")
        };
        let text = format!("ruleset \"R\"\n{heaps}{moves}claim \"a\": {claim}\n");
        let Ok(document) = checked(&text) else { return Ok(()) };
        if recheck(&certificate(&document, &[], fixed, (period, &[], 1)), &document).is_err() {
            return Ok(());
        }
        let table = reference::grundy(&document.ruleset, &Region::Total(180), &Context::default()).expect("it fits");
        let at = |m: i64, n: i64| table.get(&if is_column { [n, m] } else { [m, n] }).expect("a value");
        for m in 0..4 {
            let differs = (100..170 - period).find(|n| at(m, n + period) != at(m, *n));
            prop_assert_eq!(differs, None, "{}row {}", text, m);
        }
    }
}
