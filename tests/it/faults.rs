//! Every bad text gets a fault with its code, its place and a remedy; nothing panics.
use crate::checked;
use proptest::prelude::*;

/// The codes of all faults of a text.
fn codes(text: &str) -> Vec<&'static str> {
    match checked(text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0.iter().map(|fault| fault.code).collect(),
    }
}

fn with_move(conditions: &str) -> String {
    format!("heaps x, y\nmove m(i, j): (x, y) -> (x - i, y - j) where {conditions}\n")
}

#[test]
fn each_fault_has_its_code() {
    for (conditions, code) in [
        ("1 <= i, 1 <= k", "unknown-name"),
        ("1 <= i, j <= 3", "unbounded-amount"),
        ("3 <= i < 3, 1 <= j", "contradiction"),
        ("1 <= 2i, 1 <= j", "missing-sign"),
        ("1 == i, 1 <= j", "foreign-sign"),
        ("1 <= i, i != j != 3", "unclear-chain"),
        ("1 <= i, 1 <= x(i - j)", "unknown-function"),
        ("1 <= i <= 99999999999999999999, 1 <= j", "number-too-large"),
        ("1 <= i, j in x", "not-a-set"),
        ("1 <= i, i + j", "not-a-condition"),
        ("1 <= i, i = 0 mod 0, 1 <= j", "zero-divisor"),
        ("1 <= i, 1 <= j, i <= h[1]", "unknown-name"),
        ("1 <= i, 1 <= max()", "wrong-arity"),
    ] {
        assert!(codes(&with_move(conditions)).contains(&code), "{conditions}: {:?}", codes(&with_move(conditions)));
    }
    for (text, code) in [
        ("heaps x, y\nmove m: (x, y) -> (x - 1, y + 1)\nmove n: (x, y) -> (x + 1, y - 1)", "endless-play"),
        ("heaps x, y\nmove m symmetric: (x, y) -> (x - 1, y + 1)", "endless-play"),
        ("heaps x, y\nmove m(i): (x, y) -> (x - i) where 1 <= i", "wrong-arity"),
        ("heaps x, x\nmove m(i): x -> x - i where 1 <= i", "duplicate-name"),
        ("heaps h[1000000]\nmove m(i) for each a in h: a -> a - i where 1 <= i", "too-many-heaps"),
        ("param c = 1 where c >= 2\nheaps x\nmove m(i): x -> x - i where 1 <= i <= c", "parameter-condition"),
        ("move m(i): x -> x - i where 1 <= i", "no-heaps"),
        ("heaps x", "no-moves"),
        ("heps x\nmove m(i): x -> x - i where 1 <= i", "unknown-item"),
        ("ruleset \"open\nheaps x", "unclosed-string"),
        ("heaps x\nmove m(i): x -> x - i where 1 <= i\ntheorem \"T\": P = {a(k) for k >= 0}", "unknown-function"),
        ("", "no-heaps"),
        ("\u{1}\u{2}", "not-text"),
    ] {
        assert!(codes(text).contains(&code), "{text}: {:?}", codes(text));
    }
}

#[test]
fn a_cycle_is_written_out() {
    let faults = checked("heaps x, y\nmove m symmetric: (x, y) -> (x - 1, y + 1)").expect_err("it cycles");
    assert!(
        faults.to_string().contains("(1, 0) -> (0, 1) -> (1, 0)")
            || faults.to_string().contains("(0, 1) -> (1, 0) -> (0, 1)"),
        "{faults}"
    );
}

#[test]
fn all_faults_come_at_once() {
    let text = "heaps x, y\nmove a(i): x -> x - i where 1 <= q\nmove b(i): y -> y - i where 1 <= r\n";
    assert_eq!(codes(text), ["unknown-name", "unknown-name"]);
    let text = "heaps x,\nmove a(i): x -> x - i where 1 <=\nparam p = \nparam q == 3\nplay tennis";
    assert_eq!(codes(text), ["foreign-sign", "syntax", "syntax", "syntax", "syntax"]);
}

#[test]
fn syntax_faults_do_not_hide_others() {
    let text = "heaps x, y\nparam c == 2\nmvoe one(i): x -> x - i where 1 <= i\nmove two(i): x -> x - i where 1 <= k\n\
                move three(i, j): x -> x - i where 0 <= i, j < 3\nmove four(i): y -> y - i where 3 <= i, i <= c, i < 3";
    assert_eq!(codes(text), ["foreign-sign", "unknown-item", "unknown-name", "unbounded-amount"]);
    let faults = checked(text).expect_err("it has slips").to_string();
    assert!(faults.contains("`mvoe`") && faults.contains("did you mean `move`"), "{faults}");
    assert!(faults.contains("`0 <= (i, j) < 3`"), "{faults}");
}

#[test]
fn what_is_said_twice_is_a_warning() {
    let warnings = |text: &str| -> Vec<&'static str> {
        let document = checked(text).expect("warnings only");
        document.warnings.iter().map(|fault| fault.code).collect()
    };
    let two = "heaps x, y\nmove a(i): x -> x - i where 1 <= i\n";
    assert_eq!(warnings(&format!("{two}move b(i): y -> y - i where 1 <= i, 2 <= i")), ["implied-condition"]);
    assert_eq!(warnings(&format!("{two}move b(i): x -> x - i where 2 <= i <= 4")), ["contained-move"]);
    assert_eq!(
        warnings(&format!("{two}move b(i, j): x -> x - i, y -> y - j where 1 <= i\n - j < 3, 0 <= j < 4")),
        ["line-begins-with-sign"]
    );
    assert!(warnings(&format!("{two}move b(i, j): y -> y - i, x -> x + j where 2 <= i, 1 <= j < i")).is_empty());
}

#[test]
fn deep_and_long_texts_are_refused() {
    let deep = with_move(&format!("1 <= {}i{}", "(".repeat(100_000), ")".repeat(100_000)));
    assert_eq!(codes(&deep), ["nesting-too-deep"]);
    assert_eq!(codes(&"heaps x\n".repeat(2 << 20)), ["file-too-long"]);
    assert!(codes(&with_move(&vec!["1 <= i"; 100_000].join(", "))).contains(&"item-too-long"));
}

#[test]
fn crlf_bom_and_signs_are_accepted() {
    let text = "\u{FEFF}heaps x, y\r\nmove m(i): x → x − i where 1 ≤ i ∧ i ≠ 3 or i ∈ {7, 9..11}\r\n";
    assert!(checked(text).is_ok(), "{:?}", checked(text).err().map(|faults| faults.to_string()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn no_text_panics(text in "(heaps x, y\n)?(move |param |let |[a-z]{1,3}|[0-9]|[(){}<>=+*/|,:;.'\"#-]|where |mod |->|\n| ){0,60}") {
        let _ = checked(&text);
    }
}
