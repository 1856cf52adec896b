//! What has no value has none however it is written, and every engine makes the moves that are said; names of sums.
use crate::agree::agree;
use crate::checked;
use nimdsl::check::{Library, check};
use nimdsl::diagnostic::Faults;
use nimdsl::ruleset::options::Options;
use nimdsl::source::Source;
use nimdsl::table::Region;
use std::collections::BTreeSet;

fn codes(faults: &Faults) -> Vec<&'static str> {
    faults.0.iter().map(|fault| fault.code).collect()
}

/// Nim-sums and bits are those of natural numbers: `x - y` has none where x < y, whatever it is joined with.
#[test]
fn negative_numbers_have_no_nim_sum() {
    let same =
        ["(x - y) xor 0", "0 xor (x - y)", "xor(x - y)", "bitor(x - y, 0)", "bitor(0, x - y)", "xor(x - y, 2, 2)"];
    for (written, value) in same.map(|written| (written, "x - y")).into_iter().chain([("bitand(x - y, 0)", "0")]) {
        let bare = format!("heaps x, y\nmove take: x -> x - 1 where {written} <= 9\n");
        let faults = checked(&bare).expect_err(written);
        assert_eq!(codes(&faults), ["no-value"], "{written}");
        let limited = |term: &str| {
            let rules = format!("heaps x, y\nmove take: x -> x - 1 where y <= x, {term} <= 3\n");
            checked(&rules).unwrap_or_else(|faults| panic!("{rules}{faults}")).ruleset
        };
        let (found, expected) = (limited(written), limited(value));
        let (first, second) = (Options::new(&found).expect("finite"), Options::new(&expected).expect("finite"));
        for at in (0..8).flat_map(|x| (0..8).map(move |y| [x, y])) {
            assert_eq!(first.list(&at), second.list(&at), "{written} at {at:?}");
        }
        agree(&found, &Region::Box(vec![8, 8]), written).expect(written);
    }
}

/// A heap alone is its nim-sum, and stays a linear term.
#[test]
fn a_nim_sum_of_one_heap_is_that_heap() {
    let [folded, plain] = ["xor(x) xor 0", "x"].map(|term| {
        checked(&format!("heaps x, y\nmove take(i): y -> y - i where 1 <= i <= {term}\n")).expect("fine").ruleset
    });
    assert_eq!(format!("{:?}", folded.moves), format!("{:?}", plain.moves));
}

/// `gcd` of a vector and numbers is one number, and vectors of moves are what is listed, in every engine.
#[test]
fn moves_by_vectors_are_what_is_said() {
    let plane = |condition: &dyn Fn(i64, i64) -> bool| -> BTreeSet<(i64, i64)> {
        (0..=6).flat_map(|i| (0..=6).map(move |j| (i, j))).filter(|(i, j)| condition(*i, *j)).collect()
    };
    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    type Allowed<'a> = &'a dyn Fn(i64, i64) -> bool;
    let pairs: [(&str, Allowed<'_>); 6] = [
        ("move t(i, j): (x, y) -> (x - i, y - j) where (i, j) in {(1, 2), (2, 1), (3, 3)}, gcd(i, 2) = 1", &|i, j| {
            (i, j) == (1, 2) || (i, j) == (3, 3)
        }),
        ("move t(k): (x, y) -> (x - k, y - 2 * k) where 1 <= k, gcd(k, 2) = 1", &|i, j| j == 2 * i && i % 2 == 1),
        ("move t(i, j): (x, y) -> (x - i, y - j) where (i, j) in {(k, 2 * k) for k >= 1}, gcd(i, 2) = 1", &|i, j| {
            j == 2 * i && i % 2 == 1
        }),
        (
            "move t(i, j, k): (x, y) -> (x - i * k, y - j * k) where (i, j) in {(1, 2), (2, 2)}, 1 <= k <= 5, gcd(k, 2) = 1",
            &|i, j| (1..=5).step_by(2).any(|k| (i, j) == (k, 2 * k) || (i, j) == (2 * k, 2 * k)),
        ),
        ("move t(i[h]): h -> h - i where 0 <= i, 1 <= sum(i), gcd(i, 2) = 1", &|i, j| gcd(gcd(i, j), 2) == 1),
        ("move t(i[A]) for each subset A of h: A -> A - i where 1 <= i, gcd(i) = 1", &|i, j| gcd(i, j) == 1),
    ];
    for (rule, allowed) in pairs {
        let heaps = if rule.contains("h") && rule.contains("[") { "h[2]" } else { "x, y" };
        let text = format!("heaps {heaps}\n{rule}\n");
        let ruleset = checked(&text).unwrap_or_else(|faults| panic!("{text}{faults}")).ruleset;
        let found = Options::new(&ruleset).expect("finite").list(&[6, 6]).expect("options");
        let taken: BTreeSet<(i64, i64)> = found.iter().map(|one| (6 - one.position[0], 6 - one.position[1])).collect();
        assert_eq!(taken, plane(allowed), "{rule}");
        agree(&ruleset, &Region::Box(vec![9, 9]), rule).expect(rule);
    }
}

/// A recursion that is asked too far says so, and not that a number is too large.
#[test]
fn a_recursion_beyond_its_reach_says_so() {
    let text = "let C(n, k) = cases { 1 if k = 0 or k = n; (C(n - 1, k - 1) + C(n - 1, k)) mod 1000 otherwise }\nheaps x\n\
                move take(i): x -> x - i where 1 <= i <= 3, i <= x, C(x, i) mod 2 = 1\n";
    let document = checked(text).expect("the binomials are defined where they are asked for");
    assert!(document.warnings.is_empty(), "{:?}", document.warnings);
    let options = Options::new(&document.ruleset).expect("finite");
    assert_eq!(options.list(&[4095]).map(|list| list.len()), Ok(3), "4095 is odd in each of its binary digits");
    let failed = options.list(&[5000]).expect_err("too far").to_string();
    assert!(failed.contains("`C` is needed at an argument beyond 4095") && !failed.contains("128"), "{failed}");
    let outside = text.replace("i <= x, ", "");
    let faults = checked(&outside.replace("1 <= i <= 3", "1 <= i <= 3, x <= i")).map(|document| document.warnings);
    assert!(faults.is_ok(), "heaps are not left below 0");
    let asks = text.replace("C(x, i)", "C(i, x)").replace("i <= x, ", "");
    assert_eq!(codes(&checked(&asks).expect_err("C(1, 2) has no value")), ["no-value"]);
}

/// Two parts of sums, by their names.
struct Parts;

impl Library for Parts {
    fn read(&self, name: &str) -> Result<String, String> {
        let take = |heaps: &[&str]| {
            heaps.iter().map(|heap| format!("move t{heap}: {heap} -> {heap} - 1\n")).collect::<String>()
        };
        match name {
            "one.nim" => Ok(format!(
                "heaps x, h[2]\nregister q in 0..1\nregister seen[2] in 0..1\n{}move p: q -> 0 where q = 1\n",
                take(&["x"])
            )),
            "two.nim" => Ok(format!("heaps x2, x, q, h[1]\n{}", take(&["x2", "x", "q"]))),
            _ => Err("no such file".to_owned()),
        }
    }
}

#[test]
fn heaps_and_registers_of_a_sum_have_names_of_their_own() {
    let text = "sum of \"one.nim\", \"two.nim\", \"one.nim\", \"two.nim\"\nclaim \"names\": x2_ >= 0 and h3[2] >= 0\n";
    let document = check(&Source::new("sum.nim", text), &Parts).unwrap_or_else(|faults| panic!("{faults}"));
    let ruleset = &document.ruleset;
    let registers = ruleset.registers.iter().map(|register| register.name.clone());
    let names: Vec<String> = ruleset.heaps.iter().cloned().chain(registers).collect();
    assert_eq!(names[..7], ["x", "h[1]", "h[2]", "x2", "x2_", "q2", "h2[1]"].map(str::to_owned));
    assert!(names.contains(&"seen3[2]".to_owned()), "{names:?}");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
}

/// What decides alone, where parameters are numbers, excuses what stands behind it and has no value there; other faults of that are told.
#[test]
fn what_parameters_decide_needs_no_value_behind_it() {
    for (written, same) in [
        ("p = 0 or x mod p = 0", "1 = 1"),
        ("p != 0 and x mod p = 0 or x = 3", "x = 3"),
        ("p != 0 implies x mod p = 0", "1 = 1"),
        ("p != 0 and x mod p = 0 or 4 <= x", "4 <= x"),
        ("(p = 0 or floor(x / p) = 1) and x <= 5", "x <= 5"),
    ] {
        let rules = |condition: &str| {
            format!("param p = 0 where p >= 0\nheaps x\nmove take(i): x -> x - i where 1 <= i <= 3, ({condition})\n")
        };
        let [found, expected] =
            [written, same].map(|one| checked(&rules(one)).unwrap_or_else(|faults| panic!("{one}{faults}")).ruleset);
        let (first, second) = (Options::new(&found).expect("finite"), Options::new(&expected).expect("finite"));
        for at in 0..12 {
            assert_eq!(first.list(&[at]), second.list(&[at]), "{written} at {at}");
        }
    }
    for (written, code) in [
        ("x mod p = 0 or p = 0", "zero-divisor"),
        ("p = 1 or x mod p = 0", "zero-divisor"),
        ("p = 0 or heap mod p = 0", "unknown-name"),
        ("p = 0 or x mod p", "not-a-condition"),
    ] {
        let text = format!("param p = 0 where p >= 0\nheaps x\nmove take: x -> x - 1 where {written}\n");
        let faults = checked(&text).expect_err(written);
        assert!(codes(&faults).contains(&code), "{written}: {faults}");
    }
}
