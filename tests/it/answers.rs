//! Answers are complete: no position, step or reason is left out without a word.
use crate::{checked, ruleset};
use nimdsl::engine::periods::{Lines, periods};
use nimdsl::engine::{Context, EngineError, EngineKind, grundy, is_symmetric, p_positions, reference};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use std::path::PathBuf;
use std::process::{Command, Output};

const CHOMP: &str = "ruleset \"Chomp\"\nheaps x, y\npositions where y <= x, 1 <= x\n\
    move top(i): x -> x - i, y -> min(y, x - i) where 1 <= i\nmove bottom(i): y -> y - i where 1 <= i\n";

fn nimdsl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of its own for a test, removed at its end with its folder.
struct File(PathBuf);

impl File {
    fn new(test: &str, name: &str, text: &str) -> Self {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("nimdsl_answers_{test}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(name), text).expect("a file");
        Self(folder.join(name))
    }

    fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().expect("a folder"));
    }
}

#[test]
fn games_are_symmetric_only_if_every_part_of_them_is() {
    for (symmetric, text) in [
        (true, "heaps x, y\nmove a(i) symmetric: x -> x - i where 1 <= i"),
        (true, "heaps x, y\nmove a(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - j| <= 2"),
        (true, "heaps h[4]\nmove a(i) for each a, b in h: a -> a - i, b -> b + 1 where 2 <= i, 1 <= b"),
        (true, "heaps h[3]\nmove a(i[A]) for each subset A of h: A -> A - i where 1 <= i, sum(i) < 4"),
        (
            true,
            "heaps x, y\nregister q in 0..1\nmove a(i) symmetric: x -> x - i where 1 <= i, q = 0\nmove b: q -> 0 where q = 1",
        ),
        (
            true,
            "heaps x, y\npositions where x + y <= 9\nmove a(i) symmetric: x -> x - i where 1 <= i <= max(x, y), x * y != 4",
        ),
        (true, "heaps x\nmove a: x -> x - 1"),
        (false, CHOMP),
        (false, "heaps x, y\nmove a(i): x -> x - i where 1 <= i\nmove b(i): y -> y - i where 2 <= i"),
        (false, "heaps x, y\npositions where x <= y\nmove a(i) symmetric: x -> x - i where 1 <= i"),
        (
            false,
            "heaps x, y\nmove a(i) symmetric: x -> x - i where 1 <= i\nmove b: x -> x - 1, y -> y - 1 where 50 <= x",
        ),
        (false, "heaps x, y, z\nmove a(i) for each a in (x, y): a -> a - i where 1 <= i\nmove b: z -> z - 1"),
        (
            false,
            "heaps x, y\nregister q in 0..1\nmove a(i): x -> x - i where 1 <= i, q = 0\nmove c(i): y -> y - i where 1 <= i, q = 1",
        ),
    ] {
        let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        assert_eq!(is_symmetric(&document.ruleset), symmetric, "{text}");
    }
}

/// Symmetry that is proved is seen in tables.
#[test]
fn symmetric_rulesets_of_the_project_have_symmetric_p_positions() {
    let mut symmetric = 0;
    for name in [
        "triangular",
        "triangular_wythoff",
        "nim",
        "yama",
        "ryuo",
        "ryuo_pass",
        "maximum_nim",
        "moore",
        "ab_triangular",
    ] {
        let document = ruleset(name);
        if !is_symmetric(&document.ruleset) {
            continue;
        }
        symmetric += 1;
        let heaps = document.ruleset.heaps.len();
        let all = p_positions(&document.ruleset, 8, Play::Normal, &Context::default()).expect("it fits");
        for position in &all {
            for one in 1..heaps {
                let mut mirrored = position.clone();
                mirrored.swap(one - 1, one);
                assert!(all.contains(&mirrored), "{name}: {position:?}");
            }
        }
    }
    assert!(5 <= symmetric);
}

#[test]
fn p_positions_of_chomp_are_all_listed() {
    let file = File::new("chomp", "chomp.nim", CHOMP);
    let listed = nimdsl(&["p-positions", &file.path(), "--up-to", "8", "--sorted"]);
    assert!(out(&listed).starts_with("(1, 0)\n(2, 1)\n(3, 2)\n"), "{}", out(&listed));
    assert!(err(&listed).contains("not shown to be symmetric"), "{}", err(&listed));
    let chain = nimdsl(&["p-positions", &file.path(), "--up-to", "8", "--chain"]);
    assert_eq!(chain.status.code(), Some(1));
    assert!(err(&chain).contains("(1, 0) is listed and (0, 1) is not"), "{}", err(&chain));
    let wythoff = nimdsl(&["p-positions", "rulesets/wythoff.nim", "--up-to", "5", "--sorted"]);
    assert_eq!((out(&wythoff).as_str(), err(&wythoff).as_str()), ("(0, 0)\n(1, 2)\n(3, 5)\n", ""));
    let experiment = "(title: \"t\", ruleset: \"chomp.nim\", tasks: [PPositions(up_to: 8), Sweep(up_to: 8)])";
    let ron = file.0.with_file_name("t.ron");
    std::fs::write(&ron, experiment).expect("a file");
    let folder = ron.with_file_name("out").display().to_string();
    let run = nimdsl(&["run", &ron.display().to_string(), "--out", &folder]);
    assert_eq!(out(&run).matches("(1, 0) (2, 1) (3, 2)").count(), 2, "{}", out(&run));
}

/// Positions of different numbers of heaps are different, whatever their numbers are in a row.
#[test]
fn a_sweep_tells_games_apart() {
    let text = "param n = 1 where n >= 1\nheaps h[n]\nmove never(i) for each a in h: a -> a - i where i = 100\n";
    let file = File::new("sweep", "never.nim", text);
    let ron = file.0.with_file_name("t.ron");
    let experiment = "(title: \"t\", ruleset: \"never.nim\", vary: {\"n\": Range(1, 2)}, tasks: [Sweep(up_to: 0)])";
    std::fs::write(&ron, experiment).expect("a file");
    let folder = ron.with_file_name("out").display().to_string();
    let run = nimdsl(&["run", &ron.display().to_string(), "--out", &folder]);
    assert!(out(&run).contains("n = 1: class 1") && out(&run).contains("n = 2: class 2"), "{}", out(&run));
}

/// The values of one heap from which the numbers of a set may be taken.
fn by_hand(set: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    for n in 0..count {
        let seen: Vec<u32> = set.iter().filter(|taken| **taken <= n).map(|taken| values[n - taken]).collect();
        values.push((0..).find(|value| !seen.contains(value)).expect("a least value"));
    }
    values
}

fn takes(set: &[usize]) -> String {
    let list = set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!("heaps x\nmove m(i): x -> x - i where i in {{{list}}}\n")
}

#[test]
fn periods_of_large_steps_are_right() {
    for (set, period) in [(vec![1, 4098], 4099), (vec![1, 300, 7000], 7300), (vec![2, 5, 7, 11], 0)] {
        let document = checked(&takes(&set)).expect("a ruleset");
        let found = periods((&document.ruleset, Play::Normal), Lines::Rows, &(0..=0), None, &Context::default())
            .expect("it fits");
        let own = found[0].period.expect("it is proved");
        assert_eq!(found[0].seen_up_to, None, "{set:?}");
        assert!(period == 0 || own.period == period, "{set:?}: {own:?}");
        let values = by_hand(&set, 60_000);
        let (from, step) = (own.preperiod as usize, own.period as usize);
        assert!((from..values.len() - step).all(|n| values[n] == values[n + step]), "{set:?}: {own:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// What is shown of a subtraction set holds as far as anyone looks, and nothing shorter does.
    #[test]
    fn periods_of_subtraction_sets_hold(
        set in prop::collection::btree_set(1..3_000usize, 1..4),
        most in prop::option::of(10..20_000u64),
    ) {
        let set: Vec<usize> = set.into_iter().collect();
        let document = checked(&takes(&set)).expect("a ruleset");
        let most = Some(most.unwrap_or(200_000));
        let found = periods((&document.ruleset, Play::Normal), Lines::Rows, &(0..=0), most, &Context::default()).expect("it fits");
        if let Some(own) = found[0].period {
            prop_assert_eq!(found[0].seen_up_to, None);
            let (from, step) = (own.preperiod as usize, own.period as usize);
            let values = by_hand(&set, (from + 4 * step).clamp(20_000, 250_000));
            prop_assert!((from..values.len() - step).all(|n| values[n] == values[n + step]), "{set:?}: {own:?}");
            let shorter = (1..step).filter(|shorter| step % shorter == 0);
            for shorter in shorter {
                let all = (from..values.len() - shorter).all(|n| values[n] == values[n + shorter]);
                prop_assert!(!all, "{set:?}: {own:?}, but {shorter} is a period");
            }
        }
    }
}

/// Numbers that a few thousand terms do not reach: a period that is shown holds far beyond them, or none is shown.
#[test]
fn what_few_terms_cannot_tell_is_not_told() {
    for (text, most) in [
        ("heaps x\nmove m(i): x -> x - i where i in {1, 2}, x < 5000 or i = 1\n", None),
        ("heaps x\nmove m(i): x -> x - i where i in {1, 6000}, x mod 2 = 0 or i = 1\n", None),
        ("heaps x\nmove m(i): x -> x - i where i in {1, 6000}, x mod 2 = 0 or i = 1\n", Some(4_000)),
        ("heaps x\nmove m(i, k): x -> x - i where 0 <= k <= 12, i = 2^k, 1 <= i, x != 7\n", Some(4_000)),
        (
            "heaps x, y\nmove m(i): y -> y - i where i in {1, 3, 4500}, x <= y or i = 1\nmove n: x -> x - 1\n",
            Some(4_000),
        ),
    ] {
        let ruleset = checked(text).expect("a ruleset").ruleset;
        let answers =
            periods((&ruleset, Play::Normal), Lines::Rows, &(0..=0), most, &Context::default()).expect("it fits");
        let answer = &answers[0];
        let Some(own) = answer.period else {
            assert!(answer.needed.is_some() || most.is_none(), "{text}");
            continue;
        };
        let size = 30_000;
        let shape = if ruleset.heaps.len() == 1 { vec![size] } else { vec![1, size] };
        let table = reference::grundy(&ruleset, &Region::Box(shape), &Context::default()).expect("it fits");
        let values = table.layers[0].1.to_vec();
        let (from, step, saltus) = (own.preperiod as usize, own.period as usize, own.saltus as u32);
        let holds = (from..values.len() - step).all(|n| values[n].map(|value| value + saltus) == values[n + step]);
        assert!(holds, "{text}: {own:?}");
    }
}

/// A chain has the name that `identify` gives its terms.
#[test]
fn chains_and_identify_give_the_same_names() {
    for (file, up_to, set) in
        [("triangular_wythoff", "60", "c=1"), ("triangular_wythoff", "200", "c=1"), ("triangular", "80", "")]
    {
        let path = format!("rulesets/{file}.nim");
        let mut arguments = vec!["p-positions", &path, "--up-to", up_to, "--chain"];
        if !set.is_empty() {
            arguments.extend(["--set", set]);
        }
        let chain = nimdsl(&arguments);
        let text = out(&chain);
        let (terms, name) = text.trim_end().split_once('\n').expect("terms and a name");
        let known = out(&nimdsl(&["identify", terms]));
        let word = name.split(": ").next().expect("a name");
        assert!(known.lines().any(|line| line == word), "{text}{known}");
    }
    let few = nimdsl(&["p-positions", "rulesets/triangular_wythoff.nim", "--up-to", "60", "--chain", "--set", "c=1"]);
    assert!(out(&few).contains("squares (A000290)?") && out(&few).contains("too few to be sure"), "{}", out(&few));
}

/// An engine that lacks memory says so, and how much is enough; no other engine answers in its place, many times slower.
#[test]
fn too_little_memory_is_told() {
    let wythoff = ruleset("wythoff").ruleset;
    let little = Context { memory: 1 << 20, ..Context::default() };
    let answer = grundy(&wythoff, &Region::Box(vec![1_500, 1_500]), &little);
    let Err(error @ EngineError::Memory { .. }) = answer else { panic!("{answer:?}") };
    assert!(error.to_string().ends_with("--memory 8MiB"), "{error}");
    let enough = Context { memory: 8 << 20, ..Context::default() };
    grundy(&wythoff, &Region::Box(vec![1_500, 1_500]), &enough).expect("what it asked for is enough");
    assert_eq!(enough.answered.kind(), Some(EngineKind::Lines));
    let far = nimdsl(&["p-positions", "rulesets/wythoff.nim", "--up-to", "30000000"]);
    assert_eq!(far.status.code(), Some(3));
    assert!(err(&far).contains("--memory 4GiB") && !err(&far).contains("dense"), "{}", err(&far));
    let timed = nimdsl(&["p-positions", "rulesets/triangular.nim", "--up-to", "100000", "--timing"]);
    assert!(err(&timed).contains("\"engine_name\":\"sparse\""), "{}", err(&timed));
}

/// Work is counted for some phase, whatever the command.
#[test]
fn timing_says_something_of_every_command() {
    let yama = "rulesets/yama.nim";
    for command in [&["check", yama][..], &["fmt", "--check", yama], &["identify", "0,1,3,6,10,15"], &["solve", yama]] {
        let told = err(&nimdsl(&[command, &["--timing"]].concat()));
        let line = told.lines().rev().find(|line| line.starts_with('{')).expect("a line");
        let phases: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let spent =
            ["parsing", "analysis", "engine", "rendering"].map(|phase| phases[phase].as_f64().expect("seconds"));
        assert!(0.0 < spent.iter().sum::<f64>(), "{command:?}: {told}");
    }
}

#[test]
fn the_reference_engine_has_a_true_reason() {
    let file = File::new("reason", "euclid.nim", "heaps x\nmove a: x -> x' where x' * x' <= x, x' < x\n");
    let explained = out(&nimdsl(&["explain", &file.path()]));
    assert!(!explained.contains("it has 1 heap"), "{explained}");
}

#[test]
fn small_words_are_right() {
    let file = File::new("words", "one.nim", "heaps x\nmove a(i): x -> x - i where i in {1, 2}\n");
    let line = out(&nimdsl(&["check", &file.path()]));
    assert!(line.contains("ok, 1 heap, 1 move, "), "{line}");
    let terminal = out(&nimdsl(&["explain", &file.path(), "0"]));
    assert!(terminal.contains("it is terminal") && !terminal.contains("* marks"), "{terminal}");
    let spaced = nimdsl(&["identify", "0", "1", "3", "6", "10", "15", "--format", "json"]);
    assert_eq!(out(&spaced), out(&nimdsl(&["identify", "0,1,3,6,10,15", "--format", "json"])));
    let negative = out(&nimdsl(&["identify", "-3", "-1", "1", "3", "5", "7", "9", "11", "13", "15"]));
    assert_eq!(negative, out(&nimdsl(&["identify", "-3,-1,1,3,5,7,9,11,13,15"])));
    let exact = "heaps h[4]\nmove a(i[A]) for each subset A of h: A -> A - i where size(A) = 2, 1 <= i\n";
    let file = File::new("exact", "exact.nim", exact);
    let line = out(&nimdsl(&["check", &file.path()]));
    assert!(line.contains("4 heaps, 6 moves"), "{line}");
}

#[test]
fn registers_come_in_the_order_of_the_file() {
    let text = "heaps x\nregister q in 0..1\nregister a in 0..0\nmove m(i): x -> x - i where 1 <= i\n";
    let file = File::new("registers", "order.nim", text);
    let table = out(&nimdsl(&["table", &file.path(), "--size", "2", "--format", "json"]));
    assert!(table.contains("\"registers\":{\"q\":0,\"a\":0}"), "{table}");
}

/// An amount that is the new size of a heap has the name of that heap in every instance.
#[test]
fn ways_name_the_heaps_that_they_change() {
    let text = "heaps x, y\nmove m symmetric: (x, y) -> (x', y') where x' + y' < x + y, x' <= 1, y' <= 5\n";
    let file = File::new("ways", "ways.nim", text);
    let listed = out(&nimdsl(&["options", &file.path(), "4,4", "--format", "json"]));
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    for option in listed["options"].as_array().expect("options") {
        for way in option["ways"].as_array().expect("ways") {
            assert_eq!(way["amounts"]["x'"], option["position"][0], "{option}");
            assert_eq!(way["amounts"]["y'"], option["position"][1], "{option}");
        }
    }
}

/// One task that fails leaves the others their answers.
#[test]
fn a_task_that_fails_does_not_end_a_run() {
    // No engine but the reference has a table of this, and that takes more memory than there is.
    let text =
        "heaps x, y\nmove take(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, (i * y) mod 3 != 1\n";
    let file = File::new("fails", "large.nim", text);
    let ron = file.0.with_file_name("t.ron");
    let nim = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("rulesets/nim.nim");
    std::fs::write(ron.with_file_name("nim.nim"), std::fs::read_to_string(nim).expect("a ruleset")).expect("a file");
    let experiment =
        "(title: \"t\", ruleset: \"large.nim\", tasks: [Table(size: 9000), Table(rulesets: [\"nim.nim\"], size: 3)])";
    std::fs::write(&ron, experiment).expect("a file");
    let folder = ron.with_file_name("out");
    let run = nimdsl(&["run", &ron.display().to_string(), "--out", &folder.display().to_string(), "--memory", "16MiB"]);
    assert_eq!(run.status.code(), Some(3), "{}", err(&run));
    assert!(err(&run).contains("task 1") && err(&run).contains("--memory"), "{}", err(&run));
    assert!(out(&run).contains("not done") && out(&run).contains("   2 | 2 3 0"), "{}", out(&run));
    assert!(folder.join("report.json").is_file());
}
