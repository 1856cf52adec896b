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
    let heaps = "heaps h[2]\nmove nim(i) for each a in h: a -> a - i where 1 <= i\nmove other(i[A]) for each subset A of h: A -> A - i";
    assert!(
        warnings(&format!("{heaps} where 1 <= i, sum(i) mod 2 = 1")).is_empty(),
        "of one heap alone it is contained"
    );
    let few =
        "heaps h[2]\nmove nim(i) for each a in h: a -> a - i where 1 <= i\nmove few(i) for each a in h: a -> a - i";
    assert_eq!(warnings(&format!("{few} where 1 <= i <= 3")), ["contained-move"]);
    assert_eq!(
        warnings(&format!("{two}move b(i, j): x -> x - i, y -> y - j where 1 <= i\n - j < 3, 0 <= j < 4")),
        ["line-begins-with-sign"]
    );
    assert!(warnings(&format!("{two}move b(i, j): y -> y - i, x -> x + j where 2 <= i, 1 <= j < i")).is_empty());
}

/// The messages of a text, and how many places each has.
fn messages(text: &str) -> Vec<(String, usize)> {
    let faults = checked(text).map_or_else(|faults| faults.0, |document| document.warnings);
    faults.into_iter().map(|fault| (fault.message, fault.labels.len())).collect()
}

#[test]
fn one_cause_is_one_fault() {
    let chain: String = (1..=60).map(|n| format!("let a{n}(m) = a{}(m) + a{}(m)\n", n - 1, n - 1)).collect();
    let uses: String = (40..60).map(|n| format!("move m{n}(i): x -> x - i where 1 <= i <= a{n}(x)\n")).collect();
    let claims = "claim \"c\": P(x, y) iff a50(x) = a51(y)\n";
    let found = messages(&format!("let a0(m) = m\n{chain}heaps x, y\n{uses}{claims}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].0.starts_with("`a15` unfolds to too large a term"), "{found:?}");
    let many: String = (0..30).map(|n| format!("move m{n}(i): x -> x - i where 1 <= i <= q + {n}\n")).collect();
    assert_eq!(messages(&format!("heaps x, y\n{many}")), [("nothing binds `q`".to_owned(), 13)]);
    let many: String = (0..9).map(|n| format!("move m{n}(i): x -> x - i where 1 <= i <= f(x) + {n}\n")).collect();
    for (first, count) in [
        ("let f(m) = m + q", 1),
        ("let f(m) = m +", 1),
        ("let f(m) = g(m)\nlet g(m) = f(m)", 1),
        ("let f(m) = cases { 0 if m = 0; f(m - 1) + x otherwise }", 1),
        ("param f = 3 where", 1),
        ("", 1),
    ] {
        let found = messages(&format!("{first}\nheaps x, y\n{many}"));
        assert_eq!(found.len(), count, "{first}: {found:?}");
    }
    for (text, count) in [
        ("param c = d + 1\nparam e = c + 1\nheaps x\nmove a(i): x -> x - i where 1 <= i <= c + e", 1),
        ("param n == 2\nheaps h[n]\nmove a(i) for each b in h: b -> b - i where 1 <= i", 1),
        ("extends \"nothing.nim\"\nmove a(i): x -> x - i where 1 <= i\nclaim \"y\": P(x, y) iff x = y", 1),
        ("heaps x, y\nmove a(x): y -> y - x where 1 <= x", 1),
        ("heaps x\nmove a(i): x -> x - i where 1 <= i\nmove b(i): x -> x - i where 1 <= i", 1),
        ("heaps x\nmove a(i): x -> x - i where 1 <= i\nclaim \"1\": x = A(1)\nclaim \"2\": x = A(2) + B(1)", 2),
    ] {
        let found = messages(text);
        assert_eq!(found.len(), count, "{text}: {found:?}");
    }
    let found = messages(&format!("let f(m) = m\nheaps x y\n{many}claim \"c\": P(x, y) iff x = y\n"));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn moves_of_equal_targets_may_have_different_numbers_of_amounts() {
    let one = "move one(i): x -> x - i where 1 <= i\n";
    let helper = "move odd(i, k): x -> x - i where i = 2 * k + 1, 0 <= k\n";
    let (fixed, upto) = ("move a: x -> x - 1\n", "move b(i): x -> x - 1 where 1 <= i <= y\n");
    let found = |moves: [&str; 2]| {
        let document = checked(&format!("heaps x, y\n{}", moves.concat())).expect("warnings only");
        document.warnings.iter().map(|fault| fault.message.clone()).collect::<Vec<_>>()
    };
    for moves in [[one, helper], [helper, one]] {
        assert_eq!(found(moves), ["move `odd` is contained in move `one`"]);
    }
    for moves in [[fixed, upto], [upto, fixed]] {
        assert_eq!(found(moves), ["move `b` is contained in move `a`"]);
    }
}

#[test]
fn reasons_are_the_reason() {
    let found = messages(&with_move("1 <= i <= h[i + 1]"));
    assert!(found.iter().any(|(found, _)| found == "nothing binds `h`"), "{found:?}");
    let index = messages("heaps u[3]\nmove m(i): u[i + 1] -> 0 where 0 <= i < 3");
    assert_eq!(index, [("which heap `u[i + 1]` is must be known before play".to_owned(), 1)]);
    for (text, code) in [
        ("heaps x\rmove m(i): x -> x - i where 1 <= i", "lone-carriage-return"),
        ("heaps x\nmove m(i): x -> x - i where 1 <= i # \u{2067}", "not-text"),
        ("heaps x\nmove m(i): x\u{200B} -> x - i where 1 <= i", "not-text"),
    ] {
        assert_eq!(codes(text), [code], "{text:?}");
    }
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

/// A guard over the heap, the first amounts, and one number.
fn guard() -> impl Strategy<Value = String> {
    let sides = prop::sample::select(vec!["i", "j", "k", "x", "y", "i + k", "2 * j", "i - 1", "x - j", "3"]);
    let relations = prop::sample::select(vec!["<=", "<", "=", "!="]);
    (sides.clone(), relations, sides).prop_map(|(left, relation, right)| format!("{left} {relation} {right}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn moves_with_other_numbers_of_amounts_are_compared(
        first in (1usize..=3, prop::collection::vec(guard(), 0..4)),
        second in (1usize..=3, prop::collection::vec(guard(), 0..4)),
    ) {
        let written = |name: &str, (amounts, guards): &(usize, Vec<String>)| {
            let names = &["i", "j", "k"][..*amounts];
            let known = |guard: &&String| ["i", "j", "k"][*amounts..].iter().all(|name| !guard.contains(name));
            let mut all: Vec<String> = names.iter().map(|name| format!("0 <= {name} <= x")).collect();
            all.extend(guards.iter().filter(known).cloned());
            format!("move {name}({}): x -> x - 1 where {}\n", names.join(", "), all.join(", "))
        };
        let _ = checked(&format!("heaps x, y\n{}{}", written("a", &first), written("b", &second)));
    }

    #[test]
    fn no_text_panics(text in "(heaps x, y\n)?(move |param |let |[a-z]{1,3}|[0-9]|[(){}<>=+*/|,:;.'\"#-]|where |mod |->|\n| ){0,60}") {
        let _ = checked(&text);
    }
}
