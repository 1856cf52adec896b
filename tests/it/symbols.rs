//! Claims about all values of a parameter: the game with a register in its place has, at each value of the register, the
//! options of the game at that parameter, and the words of the head are those of the file.
use super::checked;
use nimdsl::check::{Document, OneHeap, Settings, head, is_endless};
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::{ParameterValue, Ruleset};
use std::fmt::Write;

const ONE: &str = "param c = 2\nparam d = 1\nparam S = {1, 4}\nheaps x, y\nregister q in 0..1\n\
                   let f(m) = m + c\n\
                   move a(i) symmetric: x -> x - i where 1 <= i, i <= c + d\n\
                   move b: x -> x - 1, q -> 0 where q = 1, f(x) <= 4 + d or x in S\n";

/// The options of a position, without the registers behind those of the file.
fn options(ruleset: &Ruleset, position: &[i64]) -> Option<Vec<Vec<i64>>> {
    let options = Options::new(ruleset).expect("options");
    if !options.in_domain(position).expect("a truth") {
        return None;
    }
    let list = options.list(position).expect("a list");
    let mut all: Vec<Vec<i64>> = list.into_iter().map(|reached| reached.position[..3].to_vec()).collect();
    all.dedup();
    Some(all)
}

fn number(settings: &Settings, name: &str) -> Option<i64> {
    match settings.get(name) {
        Some(ParameterValue::Number(number)) => Some(*number),
        _ => None,
    }
}

fn document(claim: &str) -> Document {
    checked(&format!("{ONE}{claim}\n")).unwrap_or_else(|faults| panic!("{claim}: {faults}"))
}

/// How many values of the registers belong to the head.
fn agrees(claim: &str, settings: &Settings) -> (Vec<String>, String, usize) {
    let document = document(claim);
    let claim_ = document.claims().next().expect("a claim");
    let opened = document.symbolic(claim_, settings).unwrap_or_else(|| panic!("{claim}"));
    let ruleset = &opened.document.ruleset;
    assert_eq!(ruleset.registers.len(), 1 + opened.symbols.len(), "{claim}");
    assert!(opened.claim.binders.len() < claim_.binders.len() && opened.claim.head_condition.is_none());
    let mut within = 0;
    for first in 0..5 {
        for second in 0..if opened.symbols.len() == 2 { 5 } else { 1 } {
            let symbols = &[first, second][..opened.symbols.len()];
            let own = opened.settings(symbols).expect("values");
            let mut given = settings.clone();
            given.extend(own.clone());
            let Ok(plain) = document.at(&given) else { continue };
            let instances = document.instances(claim_, &given).expect("instances");
            let is_meant = !instances.is_empty();
            within += usize::from(is_meant);
            for position in (0..40).map(|at| [at % 5, at / 5 % 4, at / 20]) {
                let here = [&position[..], symbols].concat();
                let found = options(ruleset, &here);
                let expected = is_meant.then(|| options(&plain, &position).expect("a position"));
                assert_eq!(found, expected, "{claim} {given:?} {here:?}");
            }
        }
    }
    (opened.symbols, opened.range, within)
}

#[test]
fn open_parameters_are_registers() {
    let none = Settings::new();
    let is = |claim: &str, symbols: &[&str], range: &str, within: usize| {
        let (found, words, count) = agrees(claim, &none);
        assert_eq!(
            (found.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), words.as_str()),
            (symbols, range),
            "{claim}"
        );
        assert_eq!(count, within, "{claim}");
    };
    is("claim \"t\" for c >= 0: grundy(x, y; 0) >= 0", &["c"], "c >= 0", 5);
    is("claim \"t\" for c >= 3: grundy(x, y; 0) >= 0", &["c"], "c >= 3", 5);
    is("claim \"t\" for c > 1: grundy(x, y; 0) >= 0", &["c"], "c > 1", 5);
    is("claim \"t\" for c >= 1 where c != 3: grundy(x, y; 0) >= 0", &["c"], "c >= 1 where c != 3", 4);
    is("claim \"t\" for c <= 9: grundy(x, y; 0) >= 0", &["c"], "c <= 9", 5);
    is("claim \"t\" for c < 9: grundy(x, y; 0) >= 0", &["c"], "c < 9", 5);
    is("claim \"t\" for c >= 0, d = 2 * c + 1: grundy(x, y; 0) >= 0", &["c"], "c >= 0, d = 2 * c + 1", 5);
    is("claim \"t\" for c >= 0, d >= c: grundy(x, y; 0) >= 0", &["c", "d"], "c >= 0, d >= c", 25);
    is("claim \"t\" for c >= 0, d > c: grundy(x, y; 0) >= 0", &["c", "d"], "c >= 0, d > c", 25);
    is("claim \"t\" for c >= 2, d in 1..c: grundy(x, y; 0) >= 0", &["c", "d"], "c >= 2, d in 1..c", 19);
    is(
        "claim \"t\" for c >= 0, d >= 0 where c + d <= 4: grundy(x, y; 0) >= 0",
        &["c", "d"],
        "c >= 0, d >= 0 where c + d <= 4",
        15,
    );
    is("claim \"t\" for c >= 0, d in {1}: grundy(x, y; 0) >= 0", &["c"], "c >= 0", 5);
}

#[test]
fn parameters_that_are_chosen_are_not_open() {
    let three = Settings::from([("d".to_owned(), ParameterValue::Number(3))]);
    let (symbols, range, within) = agrees("claim \"t\" for c >= 1, d >= 0: grundy(x, y; 0) >= 0", &three);
    assert_eq!((symbols, range.as_str(), within), (vec!["c".to_owned()], "c >= 1", 5));
    for (claim, settings) in [
        ("claim \"t\" for c in 0..4: grundy(x, y; 0) >= 0", Settings::new()),
        ("claim \"t\": grundy(x, y; 0) >= 0", Settings::new()),
        ("claim \"t\" for c = 3: grundy(x, y; 0) >= 0", Settings::new()),
        ("claim \"t\" for d >= 3: grundy(x, y; 0) >= 0", three.clone()),
        ("refuted \"t\" for c >= 0: grundy(x, y; 0) < 0", Settings::new()),
        // What depends on an open parameter cannot be chosen, and is no list.
        ("claim \"t\" for c >= 0, d = c: grundy(x, y; 0) >= 0", three.clone()),
        ("claim \"t\" for c >= 0, d in {c, c + 2}: grundy(x, y; 0) >= 0", Settings::new()),
    ] {
        let document = document(claim);
        let claim_ = document.claims().next().expect("a claim");
        assert!(document.symbolic(claim_, &settings).is_none(), "{claim}");
    }
    // A parameter of a sum is no register; nor is one that says how many heaps there are, which may be proved by one heap more.
    let sum = "param n = 2\nsum of \"nim.nim\" with n = n, \"nim.nim\"\nclaim \"t\" for n >= 1: 1 = 1\n";
    if let Ok(document) = checked(sum) {
        let claim = document.claims().next().expect("a claim");
        assert!(document.symbolic(claim, &Settings::new()).is_none(), "{sum}");
    }
    let heaps = "param n = 2 where n >= 1\nheaps h[n]\nmove a(i) for each b in h: b -> b - i where 1 <= i\nclaim \"t\" for n >= 1: ";
    for (body, by) in [
        ("xor(h) >= 0", Some(OneHeap::HeapByHeap)),
        ("xor(h) = grundy(h)", Some(OneHeap::Apart)),
        ("forall i in 1..n: h[i] >= 0", Some(OneHeap::HeapByHeap)),
        ("forall i in 2..n: h[i] >= 0", None),
    ] {
        let document = checked(&format!("{heaps}{body}\n")).expect("a document");
        let claim = document.claims().next().expect("a claim");
        let symbolic = document.symbolic(claim, &Settings::new());
        assert!(symbolic.as_ref().is_none_or(|symbolic| symbolic.symbols.is_empty()), "{body}");
        let heaps = symbolic.and_then(|symbolic| symbolic.heaps);
        assert_eq!(heaps, by.map(|by| ("n".to_owned(), by)), "{body}");
    }
}

#[test]
fn heads_are_told_in_words() {
    let mut said = String::new();
    for claim in [
        "claim \"t\": x >= 0",
        "claim \"t\" for c in 0..3: x >= 0",
        "claim \"t\" for c in {1, 3..4} where c != 3: x >= 0",
        "claim \"t\" for c >= 0: x >= 0",
        "claim \"t\" for c > 0, d = c + 1: x >= 0",
        "claim \"t\" for c <= 3, d < c: x >= 0",
        "claim \"t\" for c = 3: x >= 0",
    ] {
        let document = document(claim);
        let claim = document.claims().next().expect("a claim");
        let chosen = |name: &str| Settings::from([(name.to_owned(), ParameterValue::Number(1))]);
        let endless = [Settings::new(), chosen("c"), chosen("d")].map(|settings| is_endless(claim, &settings));
        writeln!(said, "{:?} {endless:?}", head(claim)).expect("text");
    }
    assert_eq!(
        said,
        "\"\" [false, false, false]\n\
         \"c in 0..3\" [false, false, false]\n\
         \"c in {1, 3..4} where c != 3\" [false, false, false]\n\
         \"c >= 0\" [true, false, true]\n\
         \"c > 0, d = c + 1\" [true, false, true]\n\
         \"c <= 3, d < c\" [true, true, true]\n\
         \"c = 3\" [false, false, false]\n"
    );
    let document = document("claim \"t\" for c >= 2, d = c + 3: x >= 0");
    let claim = document.claims().next().expect("a claim");
    let opened = document.symbolic(claim, &Settings::new()).expect("it is open");
    let settings = opened.settings(&[4]).expect("values");
    assert_eq!((number(&settings, "c"), number(&settings, "d")), (Some(6), Some(9)));
}
