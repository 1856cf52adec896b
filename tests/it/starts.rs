//! What registers are when play begins: positions, tables, P-positions of the beginning, and what is no start.
use nimdsl::asked::values::Effort;
use nimdsl::check::Library;
use nimdsl::engine::Context;
use nimdsl::rules::{Rules, check_experiment, run_experiment, to_json};
use nimdsl::source::Source;
use nimdsl::table::Region;
use std::process::Command;

const FIBONACCI: &str =
    "heaps n\nregister q\nstart q = n - 1\nmove take(i): (n; q) -> (n - i; 2 * i) where 1 <= i <= q\n";

fn opened(text: &str) -> Rules {
    nimdsl::open(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn codes(text: &str) -> Vec<&'static str> {
    nimdsl::open(text).err().map_or_else(Vec::new, |faults| faults.0.iter().map(|fault| fault.code).collect())
}

#[test]
fn fibonacci_nim_is_lost_at_fibonacci_numbers() {
    let found = opened(FIBONACCI).p_positions(100, &Context::default()).expect("P-positions").positions;
    // Whinihan 1963: F(2), F(3), ...; 89 is the last one below 100.
    let expected: Vec<Vec<i64>> = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89].map(|heap| vec![heap, heap - 1]).to_vec();
    assert_eq!(found, expected);
}

#[test]
fn positions_are_written_without_their_start() {
    let rules = opened(FIBONACCI);
    assert_eq!(rules.position(&[13], None).expect("a start"), [13, 12]);
    assert_eq!(rules.position(&[13], Some(&[3])).expect("a position"), [13, 3]);
    let why = rules.position(&[0], None).expect_err("q is never -1").to_string();
    assert!(why.contains("play cannot begin there"), "{why}");
}

/// The values of a table of one page, cell by cell.
fn page(rules: &Rules, region: &Region) -> Vec<Option<u32>> {
    let table = rules.grundy(region, &Context::default()).expect("a table").table;
    let [(registers, cells)] = table.layers.as_slice() else { panic!("{} pages", table.layers.len()) };
    assert!(registers.is_empty());
    cells.to_vec()
}

#[test]
fn tables_show_the_beginning_of_play() {
    for text in [
        FIBONACCI,
        "heaps x, y\nregister q\nstart q = min(x, y)\nmove a(i): (x, y; q) -> (x - i, y; i) where 1 <= i <= q + 1\nmove b(i): (x, y; q) -> (x, y - i; i) where 1 <= i <= q\n",
        "heaps x, y\nregister p in 0..2\nstart p = x - y\nmove a(i) symmetric: x -> x - i where 1 <= i\nmove pass: p -> p - 1 where x + y >= 1\n",
    ] {
        let rules = opened(text);
        let heaps = rules.ruleset().heaps.len();
        for region in [Region::Box(vec![9; heaps]), Region::Total(9)] {
            let name = rules.ruleset().registers[0].name.clone();
            let most = rules.ruleset().registers[0].high.unwrap_or(9);
            let all = rules.clone().showing(&name, 0..=most).expect("values");
            let pages = all.grundy(&region, &Context::default()).expect("pages").table;
            assert_eq!(pages.layers.len(), usize::try_from(most).expect("few") + 1);
            let shown = page(&rules, &region);
            assert!(shown.iter().any(|value| value.is_some_and(|value| 0 < value)), "{text}");
            for (index, value) in shown.into_iter().enumerate() {
                let cell = i64::try_from(index).expect("few");
                let heaps = if heaps == 1 { vec![cell] } else { vec![cell / 9, cell % 9] };
                let expected = rules.position(&heaps, None).ok().and_then(|position| pages.get(&position));
                assert_eq!(value, expected, "{text}{heaps:?}");
            }
        }
    }
}

#[test]
fn a_start_is_a_term_of_the_heaps_for_a_register() {
    let game = "heaps n\nregister q\nregister r[2] in 0..3\nmove take(i): n -> n - i where 1 <= i <= q + r[1]\n";
    assert_eq!(codes(game), Vec::<&str>::new());
    for (start, code) in [
        ("start q = n\n", None),
        ("start r = 1\n", None),
        ("start q = floor(n / 2)\n", None),
        ("start q = n / 2\n", Some("bad-start")),
        ("start q = r[1]\n", Some("bad-start")),
        ("start n = 5\n", Some("bad-start")),
        ("start take = 5\n", Some("bad-start")),
        ("start q = m\n", Some("unknown-name")),
        ("start q = 1\nstart q = 2\n", Some("duplicate-item")),
        ("start q 1\n", Some("syntax")),
    ] {
        assert_eq!(codes(&format!("{game}{start}")), code.into_iter().collect::<Vec<_>>(), "{start}");
    }
    // It is a name elsewhere.
    assert_eq!(codes("param start = 2\nheaps n\nmove take(i): n -> n - i where 1 <= i <= start\n"), Vec::<&str>::new());
    let rules = opened(&format!("{game}start r = 1\nstart q = n\n"));
    assert_eq!(rules.position(&[4], None).expect("a start"), [4, 4, 1, 1]);
}

/// What the program says, and whether it is content.
fn said(arguments: &[&str]) -> (String, bool) {
    let done = Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).output().expect("it starts");
    let text = if done.status.success() { done.stdout } else { done.stderr };
    (String::from_utf8(text).expect("text"), done.status.success())
}

#[test]
fn a_heap_that_is_fixed_cuts_a_table() {
    let nim = concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets/nim.nim");
    let asked = |fix: &[&str], format: &str| {
        let mut arguments = vec!["table", nim, "--set", "n=3", "--size", "5", "--format", format];
        fix.iter().for_each(|fix| arguments.extend(["--fix", fix]));
        said(&arguments)
    };
    for (at, name) in ["h[1]", "h[2]", "h[3]"].into_iter().enumerate() {
        let (text, fine) = asked(&[&format!("{name}=6")], "json");
        assert!(fine, "{text}");
        let told: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert!(told["cite"].as_str().is_some_and(|cite| cite.ends_with(&format!(", {name} = 6"))), "{told}");
        for (x, y) in (0..5_usize).flat_map(|x| (0..5_usize).map(move |y| (x, y))) {
            assert_eq!(told["grundy"][x][y], serde_json::json!(x ^ y ^ 6), "heap {at}, {x}, {y}");
        }
    }
    let (text, fine) = asked(&["h[1]=3", "h[3]=1"], "csv");
    assert!(fine && text.trim() == "2,3,0,1,6", "{text}");
    for (fix, word) in [
        (&["h[1]"][..], "no `=`"),
        (&["h[1]=x"], "no number"),
        (&["z=1"], "heaps are h[1], h[2], h[3]"),
        (&["h[1]=1", "h[1]=2"], "fixed already"),
        (&["h[1]=1", "h[2]=1", "h[3]=1"], "leaves no heap"),
    ] {
        let (text, fine) = asked(fix, "text");
        assert!(!fine && text.contains(word), "{text}");
    }
}

#[test]
fn every_form_writes_the_beginning_of_play() {
    let file = std::env::temp_dir().join("nimdsl_starts.nim");
    std::fs::write(&file, FIBONACCI.replace("n - 1", "max(n - 1, 0)")).expect("a file");
    let file = file.to_str().expect("a name");
    for (format, part) in [
        ("text", "n |   0   1   2"),
        ("csv", "0,0,0,0,3,0"),
        ("json", "\"grundy\":[0,0,0,0,3,0]"),
        ("mathematica", "{0, 0, 0, 0, 3, 0}"),
        ("latex", "as play begins"),
        ("oeis", "(as play begins)"),
        ("bfile", "4 3"),
    ] {
        let (text, fine) = said(&["table", file, "--size", "6", "--format", format]);
        assert!(fine && text.contains(part), "{format}: {text}");
    }
    let (text, fine) = said(&["explain", file, "13"]);
    assert!(fine && text.contains("(13; 12)"), "{text}");
    let (text, fine) = said(&["show", file, "--format", "latex"]);
    assert!(fine && text.contains(r"Play begins with $q = "), "{text}");
    let (text, fine) = said(&["fmt", file]);
    assert!(fine, "{text}");
    let written = std::fs::read_to_string(file).expect("a file");
    assert!(written.contains("\nstart q = max(n - 1, 0)\n"), "{written}");
}

/// Fibonacci Nim, by any name.
struct Fibonacci;

impl Library for Fibonacci {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(FIBONACCI.to_owned())
    }
}

/// What a task of an experiment tells of Fibonacci Nim.
fn told(task: &str) -> Result<serde_json::Value, String> {
    let text = format!("(title: \"t\", ruleset: \"game.nim\", tasks: [{task}])");
    let experiment =
        check_experiment(&Source::new("t.ron", text), &Fibonacci).map_err(|faults| format!("{:?}", faults.0))?;
    let results = run_experiment(&experiment, &Fibonacci, Effort::Quick, &Context::default()).expect("results");
    assert!(results.failures.is_empty(), "{task}");
    Ok(to_json(&results)["tasks"][0]["rows"][0].clone())
}

#[test]
fn tasks_speak_of_the_beginning_of_play() {
    let lost: Vec<[i64; 2]> = [1, 2, 3, 5, 8, 13, 21].map(|heap| [heap, heap - 1]).to_vec();
    let rules = opened(FIBONACCI);
    let listed = told("PPositions(up_to: 30)").expect("a row");
    assert_eq!(listed["positions"], serde_json::json!(lost), "{listed}");
    let swept = told("Sweep(up_to: 30)").expect("a row");
    assert_eq!((&swept["p_positions"], &swept["count"]), (&serde_json::json!(lost), &serde_json::json!(7)), "{swept}");
    let ones = told("PPositions(up_to: 30, grundy: 1)").expect("a row");
    let expected = rules.positions_of(1, 30, &Context::default()).expect("positions").positions;
    assert_eq!(ones["positions"], serde_json::json!(expected), "{ones}");
    let table = told("Table(size: 12)").expect("a row");
    let expected = page(&rules, &Region::Box(vec![12]));
    assert_eq!(table["grundy"], serde_json::json!(expected), "{table}");
}

#[test]
fn tasks_give_registers_one_value() {
    let rules = opened(FIBONACCI).showing("q", 3..=3).expect("a value");
    let expected = rules.p_positions(30, &Context::default()).expect("positions").positions;
    let listed = told("PPositions(up_to: 30, at: {\"q\": 3})").expect("a row");
    assert_eq!(listed["positions"], serde_json::json!(expected), "{listed}");
    let table = told("Table(size: 12, at: {\"q\": 3})").expect("a row");
    assert_eq!(table["layers"][0]["registers"], serde_json::json!({"q": 3}), "{table}");
    for (task, word) in [
        ("Table(size: 12, at: {\"p\": 3})", "registers of `game.nim` are q"),
        ("Sweep(up_to: 12, at: {\"q\": -1})", "no register has this name and value"),
        ("Compare(up_to: 12, set: {})", "has no greatest value"),
    ] {
        let why = told(task).expect_err(task);
        assert!(why.contains(word), "{task}: {why}");
    }
}
