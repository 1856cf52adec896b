//! Games of taking and breaking: printed values and periods, a program beside the engines, and what is refused.
use crate::files::{Folder, files};
use crate::slips::root;
use nimdsl::engine::periods::Period;
use nimdsl::engine::{Context, EngineError, Plan, applicable, reference};
use nimdsl::ruleset::ParameterValue;
use nimdsl::table::Region;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn values(plan: &Plan<'_>, bound: u64) -> Vec<u32> {
    let table = plan.grundy(&Region::Box(vec![bound]), &Context::default()).expect("a table");
    (0..bound as i64).map(|heap| table.get(&[heap]).expect("a heap")).collect()
}

fn of(text: &str, bound: u64) -> Vec<u32> {
    let rules = nimdsl::open(text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    values(&Plan::of(rules.ruleset()), bound)
}

fn by_code(code: &str, bound: u64) -> Vec<u32> {
    of(&format!("heaps n\noctal \"{code}\""), bound)
}

/// OEIS A002186, A002187, A002188: Kayles, Dawson's Kayles, Grundy's game.
#[test]
fn printed_values_come_out() {
    let kayles = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4,
        1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7,
    ];
    let dawson = [
        0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0, 1,
        1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2,
    ];
    let grundy = [
        0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4,
        1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0, 2, 1, 0, 2, 1, 5, 2, 1, 3,
    ];
    assert_eq!(by_code("0.77", kayles.len() as u64), kayles);
    assert_eq!(by_code("0.07", dawson.len() as u64), dawson);
    let parted = "heaps n\nmove part: n -> (a, b) where a + b = n, 1 <= a < b";
    assert_eq!(of(parted, grundy.len() as u64), grundy);
    // Winning Ways, chapter 4.
    let lasker = "heaps n\nmove take(i): n -> n - i where 1 <= i\nmove part: n -> (a, b) where a + b = n, 1 <= a <= b";
    let closed = |heap: u32| match heap % 4 {
        _ if heap == 0 => 0,
        3 => heap + 1,
        0 => heap - 1,
        _ => heap,
    };
    assert_eq!(of(lasker, 400), (0..400).map(closed).collect::<Vec<u32>>());
    // Three equal steps, and the same in words.
    let three = of("heaps n\nhexadecimal \"0.8\"", 200);
    assert_eq!(three[1..], (1..200).map(|heap| (heap - 1) / 3).collect::<Vec<u32>>());
    let words = "heaps n\nmove part: n -> (a, b, c) where a + b + c = n - 1, 1 <= a <= b, b <= c";
    let rules = nimdsl::open(words).expect("a ruleset");
    assert_eq!(Plan::of(rules.ruleset()).kind().name(), "codes");
    assert_eq!(of(words, 200), three);
    // Nim is 0.333..., and taking one of at most three heaps is a subtraction game.
    assert_eq!(of("heaps n\noctal \"0.333...\"", 50), (0..50).collect::<Vec<u32>>());
    assert_eq!(by_code("0.333", 50), (0..50).map(|heap| heap % 4).collect::<Vec<u32>>());
}

/// Preperiod, as the first heap from which on values repeat, and period: Guy and Smith 1956; Gangolli and Plambeck 1989.
#[test]
fn published_periods_are_proved() {
    for (code, preperiod, period) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.45", 498, 20),
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.644", 3256, 442),
        ("0.165", 5181, 1550),
        ("0.127", 46578, 4),
    ] {
        let rules = nimdsl::open(&format!("heaps n\noctal \"{code}\"")).expect("a ruleset");
        let found = rules.periods(nimdsl::engine::periods::Lines::Rows, &(0..=0), None, &Context::default());
        let answer = found.expect("periods").answers.remove(0);
        let seen = answer.period.map(|found| (found.preperiod, found.period, found.saltus));
        assert_eq!((seen, answer.seen_up_to), (Some((preperiod, period, 0)), None), "{code}");
    }
}

/// The least period that the theorem proves by so many values, found by trying all: every n below m n0 + (m - 1) p + k is looked at.
fn decided(values: &[u32], most_left: usize, most_taken: usize) -> Option<usize> {
    let proves = |start: usize, period: usize| {
        let end = most_left * start + (most_left - 1) * period + most_taken;
        end + period <= values.len() && (start..end).all(|heap| values[heap] == values[heap + period])
    };
    (1..values.len()).find(|period| (1..values.len() / most_left).any(|start| proves(start, *period)))
}

/// All octal games of at most two digits, as one file says them: their values, and which periods 400 heaps prove.
#[test]
fn parameters_are_the_digits_of_codes() {
    let all = nimdsl::open("param a = 1\nparam b = 2\nheaps n\noctal 0, a, b").expect("a ruleset");
    for (a, b) in (0..8u32).flat_map(|a| (0..8u32).map(move |b| (a, b))) {
        let at = [("a", a), ("b", b)].map(|(name, value)| (name.to_owned(), ParameterValue::Number(i64::from(value))));
        let rules = all.at(&at.into_iter().collect()).expect("digits");
        let expected = counted(&[0, a, b], 400);
        assert_eq!(values(&Plan::of(rules.ruleset()), 400), expected, "0.{a}{b}");
        let found = rules.periods(nimdsl::engine::periods::Lines::Rows, &(0..=0), Some(400), &Context::default());
        let answer = found.expect("periods").answers.remove(0);
        if a < 4 && b < 4 {
            // Nothing breaks: all have a period.
            let found = answer.period.filter(|_| answer.seen_up_to.is_none());
            let Some(Period { preperiod, period, saltus }) = found else { panic!("0.{a}{b}: {answer:?}") };
            let same = |heap: u64| {
                u64::from(expected[heap as usize]) + saltus == u64::from(expected[(heap + period) as usize])
            };
            assert!((preperiod..400 - period).all(same), "0.{a}{b}: {answer:?}");
            assert!(preperiod == 0 || !same(preperiod - 1), "0.{a}{b}: {answer:?}");
            continue;
        }
        let period = decided(&expected, 2, if b == 0 { 1 } else { 2 });
        assert_eq!(answer.period.map(|found| found.period as usize), period, "0.{a}{b}");
        let rare = answer.rare.expect("what is rare");
        let ones = |value: u32| (value & rare.mask).count_ones() % 2;
        if answer.seen_up_to.is_some() && !rare.turns {
            let heaps: Vec<usize> = (1..400).filter(|heap| ones(expected[*heap]) == 0).collect();
            assert_eq!(
                (rare.rare, rare.last_rare),
                (heaps.len() as u64, heaps.last().map(|heap| *heap as u64)),
                "0.{a}{b}"
            );
            assert_eq!(Some(u32::from(rare.largest_value)), expected.iter().copied().max(), "0.{a}{b}");
        }
    }
}

/// The theorem needs G(n) below 2 (preperiod + period) + k, and nothing less: with one heap fewer there is no proof.
#[test]
fn a_period_is_proved_by_as_many_heaps_as_the_theorem_asks() {
    for (code, preperiod, period, places) in [("0.77", 71, 12, 2), ("0.137", 52, 34, 3), ("0.45", 498, 20, 2)] {
        let needed = 2 * (preperiod + period) + places;
        let rules = nimdsl::open(&format!("heaps n\noctal \"{code}\"")).expect("a ruleset");
        for (most, is_proved) in [(needed - 1, false), (needed, true)] {
            let lines = nimdsl::engine::periods::Lines::Rows;
            let found = rules.periods(lines, &(0..=0), Some(most), &Context::default()).expect("periods");
            let answer = &found.answers[0];
            assert_eq!(answer.period.is_some() && answer.seen_up_to.is_none(), is_proved, "{code} {most} {answer:?}");
        }
    }
}

/// What lies beyond the heaps that prove a period is filled by it: Kayles, Dawson's Kayles and others, far beyond.
#[test]
fn tables_go_on_by_their_periods() {
    for digits in [[0, 7, 7, 0], [0, 0, 7, 0], [0, 1, 7, 0], [0, 1, 3, 7], [0, 4, 5, 0], [0, 7, 5, 0], [0, 1, 2, 3]] {
        let code = format!("0.{}{}{}", digits[1], digits[2], digits[3]);
        assert_eq!(by_code(&code, 1500), counted(&digits, 1500), "{code}");
    }
}

/// A program of its own: values of a code from its digits.
fn counted(digits: &[u32], bound: usize) -> Vec<u32> {
    let mut known: Vec<u32> = Vec::new();
    for heap in 0..bound {
        let mut met = BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if digit & 1 == 1 && rest == 0 && 0 < heap {
                met.insert(0);
            }
            if digit & 2 == 2 && 0 < rest && 0 < taken {
                met.insert(known[rest]);
            }
            if digit & 4 == 4 {
                met.extend((1..rest).map(|one| known[one] ^ known[rest - one]));
            }
            if digit & 8 == 8 {
                for one in 1..rest {
                    met.extend((1..(rest - one)).map(|other| known[one] ^ known[other] ^ known[rest - one - other]));
                }
            }
        }
        known.push((0..).find(|value| !met.contains(value)).expect("a value"));
    }
    known
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn codes_are_what_their_digits_say(
        first in 0u32..4, others in proptest::collection::vec(0u32..16, 1..5), hexadecimal in any::<bool>()
    ) {
        let limit = if hexadecimal { 16 } else { 8 };
        let mut digits = vec![first * 4 % limit];
        digits.extend(others.iter().map(|digit| digit % limit));
        prop_assume!(digits.iter().any(|digit| *digit != 0));
        let letters: String = digits[1..].iter().map(|digit| char::from_digit(*digit, 16).expect("a digit")).collect();
        let word = if hexadecimal { "hexadecimal" } else { "octal" };
        let text = format!("heaps n\n{word} \"{:X}.{}\"", digits[0], letters.to_uppercase());
        // Sums of three take the cube of the heaps here; the others go on beyond the first choice of a sparse space.
        let bound = if digits.iter().any(|digit| digit & 8 == 8) { 150 } else { 420 };
        let expected = counted(&digits, bound as usize);
        let rules = nimdsl::open(&text);
        prop_assert!(rules.is_ok(), "{} {:?}", text, rules.err());
        let rules = rules.expect("a ruleset");
        for plan in applicable(rules.ruleset()) {
            prop_assert_eq!(&values(&plan, bound), &expected, "{} {}", text, plan.kind());
        }
        // The same with a number or a parameter for each digit.
        let listed: Vec<String> = digits.iter().enumerate().map(|(place, digit)| match place % 2 {
            0 => digit.to_string(),
            _ => format!("p{place}"),
        }).collect();
        let odd = digits.iter().enumerate().filter(|(place, _)| place % 2 == 1);
        let parameters: String = odd.map(|(place, digit)| format!("param p{place} = {digit}\n")).collect();
        let text = format!("{parameters}heaps n\n{word} {}", listed.join(", "));
        prop_assert_eq!(of(&text, bound), expected, "{}", text);
    }

    /// Moves in other words: amounts, orders, empty parts, and what no code says.
    #[test]
    fn moves_that_break_a_heap_agree_with_the_definition(
        takes in proptest::collection::vec(1i64..5, 1..4), least in 0i64..3, order in 0usize..4, rest in any::<bool>(), least_heap in 0i64..6
    ) {
        let order = ["a <= b", "a < b", "a != b", "0 <= b"][order];
        let takes: Vec<String> = takes.iter().map(ToString::to_string).collect();
        let right = if rest { "n - i - a" } else { "b" };
        let order = if rest { order.replace('b', "n - i - a") } else { format!("a + b = n - i, {order}") };
        let text = format!(
            "heaps n\nmove m(i): n -> (a, {right}) where i in {{{}}}, {least} <= a, {order}, {least_heap} <= n\n\
             move one(i): n -> n - i where i in {{1, 3}}",
            takes.join(", ")
        );
        let rules = nimdsl::open(&text);
        prop_assert!(rules.is_ok(), "{} {:?}", text, rules.err());
        let rules = rules.expect("a ruleset");
        let all: Vec<Vec<u32>> = applicable(rules.ruleset()).iter().map(|plan| values(plan, 300)).collect();
        prop_assert!(all.windows(2).all(|two| two[0] == two[1]), "{}", text);
    }
}

/// A cake that is cut: a program of its own for positions of two coordinates.
#[test]
fn positions_of_several_heaps_break() {
    let text = std::fs::read_to_string(root().join("rulesets/gallery/cutting_a_cake.nim")).expect("a ruleset");
    let rules = nimdsl::open(&text).expect("a ruleset");
    let table = rules.grundy(&Region::Box(vec![12, 12]), &Context::default()).expect("a table").table;
    let mut known = vec![vec![0; 12]; 12];
    for x in 1..12 {
        for y in 1..12 {
            let down = (1..x).map(|a| known[a][y] ^ known[x - a][y]);
            let across = (1..y).map(|b| known[x][b] ^ known[x][y - b]);
            let met: BTreeSet<u32> = down.chain(across).collect();
            known[x][y] = (0..).find(|value| !met.contains(value)).expect("a value");
            assert_eq!(table.get(&[x as i64, y as i64]), Some(known[x][y]), "{x} {y}");
        }
    }
    let outcomes = rules.outcomes(&Region::Box(vec![12, 12]), &Context::default()).expect("a table").table;
    for position in outcomes.heaps() {
        let value = table.get(&position);
        assert_eq!(outcomes.get(&position), value.map(|value| u32::from(value != 0)), "{position:?}");
    }
    let why = Plan::of(rules.ruleset()).why();
    assert!(why.contains("positions break into several, which no code says (") && !why.contains("boards"), "{why}");
    assert!(
        why.contains("options of every position are enumerated, by 2 loop nests whose conditions are compiled"),
        "{why}"
    );
}

#[test]
fn registers_go_with_each_part() {
    // A heap is split once: afterwards only one counter is taken.
    let text = "heaps n\nregister split in 0..1\nmove take: n -> n - 1\n\
                move part: (n; split) -> (a; 0) + (n - a; 0) where split = 1, 1 <= a <= n - a";
    let rules = nimdsl::open(text).expect("a ruleset");
    let table = rules.grundy(&Region::Box(vec![40]), &Context::default()).expect("a table").table;
    let mut split = vec![0u32];
    for heap in 1..40usize {
        assert_eq!(table.get(&[heap as i64, 0]), Some(heap as u32 % 2));
        let parts = (1..=heap / 2).map(|one| (one as u32 % 2) ^ ((heap - one) as u32 % 2));
        let met: BTreeSet<u32> = parts.chain([split[heap - 1]]).collect();
        split.push((0..).find(|value| !met.contains(value)).expect("a value"));
        assert_eq!(table.get(&[heap as i64, 1]), Some(split[heap]), "{heap}");
    }
}

#[test]
fn options_that_are_sums_are_told_as_sums() {
    let folder = files("sums");
    folder.write("kayles.nim", "heaps n\nmove knock(i): n -> (a, b) where i in {1, 2}, a + b = n - i, a <= b\n");
    let told = |arguments: &[&str]| String::from_utf8(folder.nimdsl(arguments).stdout).expect("text");
    let words = told(&["explain", "kayles.nim", "7"]);
    assert!(words.contains("* (1) + (4) P 0  by knock i = 2, a = 1, b = 4\n"), "{words}");
    let data: serde_json::Value =
        serde_json::from_str(&told(&["explain", "kayles.nim", "7", "--format", "json"])).expect("JSON");
    let winning: Vec<&serde_json::Value> =
        data["options"].as_array().expect("options").iter().filter(|one| one["outcome"] == "P").collect();
    assert_eq!(winning.len(), 2);
    assert_eq!(winning[0]["parts"], serde_json::json!([[1], [4]]));
    assert_eq!(told(&["fmt", "kayles.nim", "--check"]), "kayles.nim: would change\n");
    let latex = told(&["show", "kayles.nim", "--format", "latex"]);
    assert!(latex.contains(r"\{(a) + (b) : i \in") && latex.contains("disjunctive sum"), "{latex}");
}

/// What values do not decide, and what is not said of sums, is refused with a reason.
#[test]
fn what_sums_do_not_have_is_refused() {
    let folder: Folder = files("no_sums");
    folder.write("kayles.nim", "heaps n\noctal \"0.77\"\nclaim \"a\": grundy(n) <= 9\n");
    folder.refuses(&["table", "kayles.nim", "--outcomes", "--misere"], &["misère play", "`nimdsl misere FILE`"]);
    folder.refuses(&["plot", "kayles.nim", "board", "--at", "5"], &["`explain` lists them"]);
    folder.refuses(&["export", "kayles.nim", "--to", "sage"], &["break into several"]);
    folder.write(
        "cake.nim",
        "heaps x, y\nmove m(a): (x, y) -> (a, y) + (x - a, y) where 1 <= a < x\nclaim \"a\": grundy(x, y) <= 9\n",
    );
    let proved = folder.nimdsl(&["prove", "cake.nim"]);
    let words = String::from_utf8_lossy(&proved.stdout).into_owned();
    assert!(words.contains("unknown") && words.contains("this game: only values of one heap that breaks"), "{words}");
    for (text, why) in [
        ("heaps n\noctal \"0.79\"", "`9` is no digit of an octal code"),
        ("heaps n\noctal \"77\"", "has no point"),
        ("heaps n\noctal \"1.7\"", "a move that changes nothing"),
        ("heaps n\noctal \"0.00\"", "allows no move"),
        ("heaps x, y\noctal \"0.77\"", "speaks of one heap, and this game has 2"),
        ("heaps x, y\nmove m: x -> (a, b) where a + b = x - 1, a <= b", "which part the other heaps belong to"),
        ("heaps n\nmove m: n -> (a, b) where a + b = n", "play"),
        ("heaps n\nmove m: n -> (n', b) where b + n' < n", "not clear which heap this is"),
        (
            "heaps n\noctal \"0.77\"\nclaim \"a\": exists option (m) of (n): P(m) where 1 <= n",
            "options are sums of positions",
        ),
        ("heaps h[2]\nmove m(i): h[1] -> (i, h[1] - i) where 1 <= i < h[1]", "heaps of arrays do not break"),
        ("heaps x below omega^2\nmove m: x -> (0, x)", "heaps are ordinals"),
        ("sum of \"kayles.nim\", \"kayles.nim\"", "a part of a sum may not"),
    ] {
        folder.write("wrong.nim", text);
        folder.refuses(&["verify", "wrong.nim"], &[why]);
    }
}

#[test]
fn the_gallery_holds() {
    let mut count = 0;
    for file in std::fs::read_dir(root().join("rulesets/gallery")).expect("the gallery") {
        let file = file.expect("a file").path();
        let name = file.display().to_string();
        let run = |arguments: &[&str]| {
            let output =
                std::process::Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).output().expect("the program");
            assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        };
        run(&["fmt", "--check", &name]);
        run(&["verify", &name]);
        let text = std::fs::read_to_string(&name).expect("text");
        let heaps = text.lines().find(|line| line.starts_with("heaps"));
        // Each of the places of Kotzig's game is a heap of 0 or 1; many heaps are small ones.
        let size = match heaps {
            Some(heaps) if heaps.contains("free[") => "2",
            Some(heaps) if heaps.contains('[') => "4",
            _ => "20",
        };
        let has_no_values = text.contains("play blocking") || text.contains("play misere");
        let what: &[&str] = if has_no_values { &["--outcomes"] } else { &[] };
        run(&[&["table", &name, "--size", size], what].concat());
        count += 1;
    }
    assert!(7 <= count);
}

/// Claims of all forms that are read, each with what is true of it for the values of a program of the tests' own: `None` where a
/// claim is true and not read.
const KAYLES: &[(&str, Option<bool>)] = &[
    ("grundy(n + 12) = grundy(n) where 71 <= n", Some(true)),
    ("grundy(n + 12) = grundy(n) where 70 <= n", Some(false)),
    ("grundy(n + 12) = grundy(n)", Some(false)),
    ("grundy(n + 24) = grundy(n) where 75 <= n, n mod 5 != 2", Some(true)),
    ("grundy(n) <= 8", Some(true)),
    ("grundy(n) < 8", Some(false)),
    ("grundy(n) <= n", Some(true)),
    ("n - 70 <= grundy(n) + 2000 * (n mod 3) where 90 <= n", Some(false)),
    ("P = {0}", Some(true)),
    ("P = {0, 100}", Some(false)),
    ("N = {(n) where 1 <= n}", Some(true)),
    ("P = {(7 * k) for k in 0..3} except {(7), (14), (21)}", Some(true)),
    ("P(n) iff n = 0", Some(true)),
    ("N(n + 3) and not P(2 * n + 1)", Some(true)),
    ("forall m >= 71: grundy(m) = grundy(m + 12)", Some(true)),
    ("forall m in 0..200: grundy(m) = grundy(m + 12) or m < 71", Some(true)),
    ("forall m in 60..200: grundy(m) = grundy(m + 12)", Some(false)),
    ("grundy(0) = 0 and grundy(1) = 1 and grundy(70) = 6", Some(true)),
    ("grundy(70) = 7", Some(false)),
    ("exists k in 0..11: grundy(n + k) = 8", None),
    ("grundy(3 * n + 300) = grundy(3 * n + 312) and grundy(n) != grundy(n + 1)", Some(true)),
    ("(grundy(n) xor grundy(n + 12)) = 0 where 71 <= n", Some(true)),
    ("floor(grundy(n) / 2) * 2 + grundy(n) mod 2 = grundy(n)", Some(true)),
    ("grundy(n) in {1, 2, 4, 7, 8} where 71 <= n", Some(true)),
    ("grundy(n) in {1, 2, 4, 7} where 71 <= n", Some(false)),
    ("grundy(n - 12) = grundy(n) where 83 <= n", Some(true)),
    ("grundy(n) = 4 where n mod 12 = 1, 72 <= n", None),
    ("exists k >= 0: n = k", None),
    ("n * n >= n", None),
];

#[test]
fn claims_about_heaps_that_break_are_proved_by_their_periods() {
    let known = counted(&[0, 7, 7], 1000);
    let folder: Folder = files("by_periods");
    let mut text = "heaps n\noctal \"0.77\"\n".to_owned();
    for (at, (claim, _)) in KAYLES.iter().enumerate() {
        text.push_str(&format!("claim \"{at}\": {claim}\n"));
    }
    folder.write("kayles.nim", &text);
    let output = folder.nimdsl(&["prove", "kayles.nim", "--format", "json", "--certificate", "kayles.json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    let verdicts = told["claims"].as_array().expect("claims");
    let mut proved = 0;
    for (at, (claim, truth)) in KAYLES.iter().enumerate() {
        let verdict = verdicts[at]["verdict"].as_str().expect("a word");
        match truth {
            Some(true) => assert_eq!(verdict, "proved", "{claim}: {}", verdicts[at]),
            Some(false) => assert_eq!(verdict, "refuted", "{claim}"),
            None => {}
        }
        proved += usize::from(verdict == "proved");
    }
    // What is not certain above, by the program of the tests' own.
    let eights = (71..400).all(|n| (0..12).any(|k| known[n + k] == 8));
    assert_eq!(verdicts[19]["verdict"] == "proved", eights && (0..71).all(|n| (0..12).any(|k| known[n + k] == 8)));
    let fours = (72..400).all(|n| n % 12 != 1 || known[n] == 4);
    assert_eq!(verdicts[26]["verdict"] == "proved", fours);
    let valid = folder.nimdsl(&["recheck", "kayles.json"]);
    assert!(String::from_utf8_lossy(&valid.stdout).contains(&format!("{proved} certificates")), "{valid:?}");

    let told = std::fs::read_to_string(folder.path("kayles.json")).expect("certificates");
    let certificates: serde_json::Value = serde_json::from_str(&told).expect("an object");
    let forge = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut forged = certificates.clone();
        forged["certificates"].as_array_mut().expect("a list").truncate(1);
        change(&mut forged["certificates"][0]);
        folder.write("forged.json", &forged.to_string());
        let output = folder.nimdsl(&["recheck", "forged.json"]);
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
        )
    };
    assert!(forge(&|_| {}).0);
    assert!(forge(&|one| one["periods"][0]["preperiod"] = 80.into()).0);
    for (key, value, why) in [
        ("preperiod", 70, "are not the same"),
        ("period", 6, "are not the same"),
        ("period", 0, "the period is 0"),
        ("period", i64::MAX, "too long"),
        ("game", 1, "there is no game 1"),
    ] {
        let (valid, told) = forge(&|one| one["periods"][0][key] = value.into());
        assert!(!valid && told.contains(why), "{key}: {told}");
    }
    for claim in ["1", "2", "7", "9", "16", "18"] {
        let (valid, told) = forge(&|one| one["claim"] = claim.into());
        assert!(!valid && told.contains("does not hold at"), "{claim}: {told}");
    }
    assert!(forge(&|one| one["periods"] = serde_json::json!([])).1.contains("no period"));
    assert!(forge(&|one| one["kind"] = "statement".into()).1.contains("another kind"));
    assert!(
        forge(&|one| one["lookups"] = serde_json::json!({"numeration": {"Base": 2}, "known": []}))
            .1
            .contains("another kind")
    );
}

/// Why a set is not that of the P-positions is told by sums where options are sums: 100 has an option of value 0.
#[test]
fn what_is_wrong_of_a_set_is_told_by_sums() {
    let folder: Folder = files("told_by_sums");
    let known = counted(&[0, 7, 7], 101);
    folder.write("kayles.nim", "heaps n\noctal \"0.77\"\nclaim \"a\": P = {0, 100}\n");
    for command in ["verify", "prove"] {
        let told = String::from_utf8_lossy(&folder.nimdsl(&[command, "kayles.nim"]).stdout).into_owned();
        assert!(told.contains("refuted  claim \"a\" at (100): (100) is an N-position, and it is in the set"), "{told}");
        let option = told.split("its option ").nth(1).and_then(|rest| rest.split(" is a P").next()).expect("an option");
        let parts: Vec<usize> =
            option.split(" + ").map(|part| part.trim_matches(['(', ')']).parse().expect("a heap")).collect();
        assert!(
            parts.len() == 2 && known[parts[0]] == known[parts[1]] && (98..=99).contains(&(parts[0] + parts[1])),
            "{told}"
        );
    }
    folder.write("cake.nim", "heaps x, y\nmove m(a): (x, y) -> (a, y) + (x - a, y) where 1 <= a < x\nclaim \"a\": N = {(x, y) where 0 <= x}\n");
    let told = String::from_utf8_lossy(&folder.nimdsl(&["verify", "cake.nim"]).stdout).into_owned();
    assert!(told.contains("at (0, 0)") && told.contains("it has no options"), "{told}");
}

/// A claim about large heaps is tried there.
#[test]
fn a_claim_is_tried_where_it_speaks() {
    let folder: Folder = files("far");
    folder.write("far.nim", "heaps n\noctal \"0.156\"\ntheorem \"a\": grundy(n + 349) = grundy(n) where 3479 <= n\n");
    let said = |command| String::from_utf8_lossy(&folder.nimdsl(&[command, "far.nim"]).stdout).into_owned();
    assert!(said("verify").contains("holds    theorem \"a\" up to 5218"));
    assert!(said("prove").contains("proved   theorem \"a\""));
}

/// The theorems of the gallery, and two games at once.
#[test]
fn theorems_about_octal_games_are_proved() {
    for (name, words) in [
        ("kayles", "period 12 from 71 on"),
        ("dawsons_kayles", "period 34 from 53 on"),
        ("dawsons_chess", "period 34 from 52 on; period 34 from 53 on"),
    ] {
        let file = root().join(format!("rulesets/gallery/{name}.nim")).display().to_string();
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(["prove", &file]).output().expect("it");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && told.contains(words) && !told.contains("unknown"), "{told}");
    }
}

/// The values of all engines that serve a region, beside those of the definition.
fn compared(text: &str, bounds: Vec<u64>) {
    let rules = nimdsl::open(text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    let (region, context) = (Region::Box(bounds), Context::default());
    let expected = reference::grundy(rules.ruleset(), &region, &context).expect("it fits");
    for plan in applicable(rules.ruleset()) {
        match plan.grundy(&region, &context) {
            Ok(found) => assert!(found == expected, "{text} by {}", plan.kind()),
            Err(error) => assert!(matches!(error, EngineError::Unfit(_)), "{text} by {}: {error}", plan.kind()),
        }
    }
}

/// Moves that part a heap into what amounts say and what is left, with a list for all heaps; others that look the same and are not; equations whose
/// amounts have a common divisor; moves that ask something of the heap alone.
#[test]
fn parts_and_amounts_that_one_list_has_are_those_of_the_definition() {
    for moves in [
        "move part(k, a): n -> (a, n - a) where a = k^2, 1 <= k, a < n",
        "move part(k): n -> (n - k^2 - 1, k^2) where 0 <= k, k^2 + 4 <= n",
        "move part(k): n -> (k * k, n - k * k - 2) where 1 <= k, 1 <= n - k * k - 3\nmove one: n -> n - 1 where n mod 3 = 2",
        "move part(k, a): n -> (a, n - 2 * a) where 1 <= k, 2 * a = k * (k + 1), 2 * a <= n",
        "move part(k, a): n -> (a, n - 3 * a) where 1 <= k, 2 * a = k * (k + 1), 3 * a <= n, n mod 4 != a mod 3",
        "move part(a): n -> (a, 2 * a, n - 3 * a) where 1 <= a, 3 * a < n",
        "move part(a): n -> (n - a, a, n - 2 * a) where 1 <= a, 2 * a <= n, a mod 3 = 1, n mod 2 = 0\nmeasure n",
        "move part(k): n -> (2^k, n - 2^k - k) where 0 <= k, 2^k + 2 * k <= n, n mod 5 != 1\nmeasure n",
        "move part(a, d): n -> (a, a + d, a + 2 * d) where 3 * a + 3 * d = n, 1 <= a, 1 <= d\nmove one: n -> n - 1 where n mod 3 != 0",
        "move part(a, b): n -> (a, b) where 4 * a + 6 * b = 2 * n - 2, 1 <= a, 1 <= b",
        "move part(a, b): n -> (a, b) where 6 * a - 4 * b = n - 40, 1 <= a, 1 <= b, a + b < n",
        "move a(k): n -> n - k^2 where 1 <= k, n mod 3 != 0\nmove b(k): n -> n - k * (k + 1) / 2 where 1 <= k, n mod 3 = 0",
        "move a(k): n -> n - k^3 where 1 <= k, floor(n / 7) mod 2 = 1\nmove b(k): n -> n - k^2 - k where 1 <= k, prime(n) or n > 50",
        "move a(i): n -> n - i where 1 <= i, n mod 5 = 2\nmove b(i): n -> n - i where i in {1, 4, 6}, n mod 2 = 0",
    ] {
        let text = format!("heaps n\n{moves}\n");
        compared(&text, vec![160]);
        // Some 128 amounts are written out, and have no list; the definition tries all pairs of two.
        let has_one_amount = moves.starts_with("move part(k):") || moves.starts_with("move a(k):");
        if has_one_amount && (moves.contains("k^2") || moves.contains("k * k")) {
            compared(&text, vec![18_000]);
        }
    }
    // The same beside another heap.
    for moves in [
        "move part(k): (x, y) -> (k^2, y) + (x - k^2, y) where 1 <= k, k^2 < x\nmove take(i): y -> y - i where 1 <= i",
        "move part(k): (x, y) -> (x, y - k^2) + (x, k^2) where 1 <= k, k^2 + 1 <= y, y mod 3 != 1\nmove take(i): x -> x - i where 1 <= i <= 2",
    ] {
        compared(&format!("heaps x, y\n{moves}\n"), vec![24, 23]);
    }
}

/// Sums whose cells have no place in one number of 60 bits: of six parts with 11 bits each.
#[test]
fn sums_of_many_parts_are_compiled() {
    let sixths: Vec<String> = (0..6).map(|more| format!("floor((n + {more}) / 6)")).collect();
    let one = |moves: &str| (format!("heaps n\n{moves}\n"), vec![1_100]);
    let two = |moves: &str| (format!("heaps x, y\n{moves}\n"), vec![40, 40]);
    for (text, bounds) in [
        one(&format!(
            "move part: n -> ({}) where 2 <= n\nmove take(i): n -> n - i where 1 <= i <= 2",
            sixths.join(", ")
        )),
        one(
            "move part(a, b): n -> (a, a, b, b, a, n - 3 * a - 2 * b - 1) where 0 <= a <= 3, a <= b <= a + 20, 3 * a + 2 * b < n",
        ),
        one(
            "move part(a): n -> (a, 2 * a, a, 3, 0, n - 4 * a - 4) where 1 <= a <= 300, a mod 7 != n mod 5, 4 * a + 4 <= n\nmove one: n -> n - 1",
        ),
        two(
            "move part(a): (x, y) -> (a, y) + (x - a - 1, y) + (a, 0) + (0, y) + (x - 1, 1) + (1, a) where 0 <= a < x, 1 <= y\nmove down: y -> y - 1",
        ),
    ] {
        compared(&text, bounds.clone());
        let rules = nimdsl::open(&text).expect("it was compared");
        let compiled = applicable(rules.ruleset())
            .into_iter()
            .find(|plan| plan.kind().name() == "compiled")
            .expect("it is compiled");
        assert!(compiled.grundy(&Region::Box(bounds), &Context::default()).is_ok(), "{text}");
    }
}
