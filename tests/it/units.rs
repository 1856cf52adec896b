//! Units of searches: done in any order, killed and done twice, they give the bytes of one run; what is damaged, foreign or stale is
//! refused with the reason; and whoever drives them is told what may be tried again.
use super::plots::Desk;
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// One search that mines, one that tries, and a task that is no search.
const BOTH: &str = "(title: \"Both\", ruleset: \"rulesets/triangular.nim\", tasks: [
    Search(target: AnyOf([Consecutive(Polygonal(4)), Consecutive(Recurrence(coefficients: [1, 2], start: [0, 1]))]),
        exceptions: 2, add: Conditions(at_most: 3, method: Mine, statistics: [\"i\", \"j\", \"large - small\"],
        relations: [\"<\", \"!=\"], terms: [\"small\", \"small'\", \"large'\", \"large' - small'\"],
        coefficients: Range(1, 3), constants: Range(0, 2)), bases: [Ruleset, Nothing], screen: 60, confirm: 2000, keep: 3),
    Search(target: Consecutive(Recurrence(coefficients: [1, 1], start: [0, 1])), exceptions: 4,
        add: Conditions(at_most: 2, method: Try, statistics: [\"i\", \"j\", \"i + j\", \"|i - j|\"],
        relations: [\"<\", \"<=\", \"!=\"], terms: [\"small\", \"large\", \"small'\", \"large'\"], coefficients: Range(1, 3),
        constants: Range(-1, 2)), bases: [Nothing], screen: 60, confirm: 2000, prove: true, keep: 3),
    Table(size: 4)])";
/// 1,024 choices of a parameter.
const SWEEP: &str = "(title: \"A sweep\", ruleset: \"base.nim\", vary: {\"c\": Range(-900, 123)},
    tasks: [Search(target: Open, board: 20, confirm: 200, keep: 3)])";
const BASE: &str = "param c = 1 where 0 <= c\nheaps x, y
move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i
move wythoff(i, j) symmetric: (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, |i - j| <= c\n";
/// Half a minute of work.
const LONG: &str = "(title: \"Long\", ruleset: \"rulesets/triangular.nim\", tasks: [Search(target: Open,
    add: Conditions(at_most: 3, statistics: [\"i\", \"j\", \"i + j\", \"|i - j|\"], relations: [\"<\", \"<=\", \"!=\"],
    terms: [\"small\", \"large\", \"small'\", \"large'\"], coefficients: Range(1, 5), constants: Range(-3, 3)),
    bases: [Nothing], screen: 40, confirm: 200, keep: 4)])";

fn desk(name: &str) -> Desk {
    let desk = Desk::new(&format!("units_{name}"));
    for (file, text) in [("both.ron", BOTH), ("sweep.ron", SWEEP), ("base.nim", BASE), ("long.ron", LONG)] {
        fs::write(desk.0.join(file), text).expect("a file");
    }
    desk
}

fn command(desk: &Desk, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    command.args(words.split(' ')).current_dir(&desk.0);
    command
}

fn start(desk: &Desk, words: &str) -> Child {
    command(desk, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

fn does(desk: &Desk, words: &str) -> String {
    desk.does(&words.split(' ').collect::<Vec<_>>())
}

fn refuses(desk: &Desk, words: &str, told: &str) {
    desk.refuses(&words.split(' ').collect::<Vec<_>>(), told);
}

fn bytes(desk: &Desk, name: &str) -> Vec<u8> {
    fs::read(desk.0.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// How many candidates or branches each search has.
fn counts(desk: &Desk, experiment: &str) -> Vec<(u64, u64)> {
    let plan: Value =
        serde_json::from_str(&does(desk, &format!("plan {experiment} --units 4 --format json"))).expect("JSON");
    let mut counts: Vec<(u64, u64)> = Vec::new();
    for unit in plan["units"].as_array().expect("units") {
        let task = unit["task"].as_u64().expect("a task");
        let count = unit["candidates"].as_u64().or(unit["branches"].as_u64()).expect("a count");
        match counts.last_mut().filter(|last| last.0 == task) {
            Some(last) => last.1 += count,
            None => counts.push((task, count)),
        }
    }
    counts
}

/// Units that are cut at these numbers, in no order.
fn cut(task: u64, cuts: &[u64]) -> Vec<String> {
    let mut units: Vec<String> = cuts.windows(2).map(|two| format!("{task}.{}-{}", two[0], two[1])).collect();
    units.sort_by_key(|unit| blake3::hash(unit.as_bytes()).to_hex().to_string());
    units
}

fn same_reports(desk: &Desk, one: &str, other: &str) {
    for name in ["report.json", "report.txt"] {
        assert!(bytes(desk, &format!("{one}/{name}")) == bytes(desk, &format!("{other}/{name}")), "{name}");
    }
}

/// The file again, with something else in it and the checksum that belongs to that.
fn forged(desk: &Desk, from: &str, to: &str, what: &str, by: &str) {
    let text = String::from_utf8(bytes(desk, from)).expect("text");
    let (body, _) = text.trim_end().rsplit_once('\n').expect("lines");
    let changed = format!("{body}\n").replacen(what, by, 1);
    assert_ne!(changed, format!("{body}\n"), "{what}");
    let sum = blake3::hash(changed.as_bytes()).to_hex();
    fs::write(desk.0.join(to), format!("{changed}{{\"blake3\":\"{sum}\"}}\n")).expect("a file");
}

#[test]
fn units_in_any_order_give_the_report_of_one_run() {
    let desk = desk("order");
    does(&desk, "run both.ron --out whole --threads 1");
    let counts = counts(&desk, "both.ron");
    let [(1, branches), (2, candidates)] = counts[..] else { panic!("{counts:?}") };
    assert!(200 < branches && 1 << 15 < candidates, "{counts:?}");
    let mut units = cut(1, &[0, 5, 64, 67, 131, branches]);
    units.extend(cut(2, &[0, 1 << 15, candidates]));
    units.rotate_left(3);
    for (place, unit) in units.iter().enumerate() {
        let words = format!("run both.ron --unit {unit} --out done/{unit}.json");
        if place == 2 {
            let mut child = start(&desk, &words);
            std::thread::sleep(Duration::from_millis(40));
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
        if place == 4 {
            refuses(&desk, "merge done --out merged", " missing: ");
            assert!(!desk.0.join("merged").exists());
        }
        does(&desk, &words);
    }
    // Whoever does a unit, and however often, writes the same bytes.
    let twice = &units[1];
    does(&desk, &format!("run both.ron --unit {twice} --out {twice}.json --threads 3"));
    assert!(bytes(&desk, &format!("{twice}.json")) == bytes(&desk, &format!("done/{twice}.json")));
    assert!(does(&desk, "status done").contains("nothing is missing"));
    does(&desk, &format!("merge {twice}.json done --out merged --experiment both.ron"));
    same_reports(&desk, "whole", "merged");
}

#[test]
fn a_plan_is_commands_that_do_all() {
    let desk = desk("plan");
    does(&desk, "run sweep.ron --out whole");
    for line in does(&desk, "plan sweep.ron --units 5 --out done").lines() {
        does(&desk, line.strip_prefix("nimdsl ").expect("a command"));
    }
    does(&desk, "merge done --out merged");
    same_reports(&desk, "whole", "merged");
    // Choices of parameters are cut within a chunk, and a chunk comes out as it was.
    for unit in cut(1, &[0, 8, 264, 512, 1000, 1024]) {
        does(&desk, &format!("run sweep.ron --unit {unit} --out other/{unit}.json"));
    }
    does(&desk, "merge other --out merged");
    same_reports(&desk, "whole", "merged");
    refuses(&desk, "merge other done --out merged", "is cut otherwise than in other units");
    refuses(&desk, "merge whole other/1.0-8.json --out merged", "merge units or shards, not both");
    refuses(&desk, "plan sweep.ron --units 0", "write how many units there may be, from 1");
}

#[test]
fn what_is_no_unit_is_refused() {
    let desk = desk("names");
    for (unit, told) in [
        ("1", "write a unit as `nimdsl plan` names it"),
        ("1.00-8", "write a unit as `nimdsl plan` names it"),
        ("1.8-8", "write a unit as `nimdsl plan` names it"),
        ("1.0-9", "begins and ends at multiples of 8, or at 1024"),
        ("1.0-1032", "it has 1024 candidates"),
        ("2.0-8", "task 2 is no search"),
    ] {
        refuses(&desk, &format!("run sweep.ron --unit {unit} --out u.json"), told);
    }
    fs::write(desk.0.join("mine.json"), "{\"mine\":1}").expect("a file");
    refuses(&desk, "run sweep.ron --unit 1.0-8 --out mine.json", "a file is there that is not a unit of nimdsl");
    refuses(&desk, "merge mine.json --out merged", "is no unit of a search");
    refuses(&desk, "merge nothing --out merged", "cannot be read");
    refuses(&desk, "merge rulesets --out merged", "holds no unit of a search");
}

#[test]
fn damaged_foreign_and_stale_units_are_refused() {
    let desk = desk("refused");
    let cuts = cut(1, &[0, 512, 1024]);
    for unit in &cuts {
        does(&desk, &format!("run sweep.ron --unit {unit} --out {unit}.json"));
    }
    let (one, other) = ("1.0-512.json", "1.512-1024.json");
    let fresh = bytes(&desk, other);
    let with = |bytes: &[u8], told: &str| {
        fs::write(desk.0.join("bad.json"), bytes).expect("a file");
        refuses(&desk, "merge 1.0-512.json bad.json --out merged", told);
        assert!(!desk.0.join("merged").exists());
    };
    let mut flipped = fresh.clone();
    let place = flipped.len() - 200;
    flipped[place] ^= 1;
    with(&flipped, "is damaged");
    with(&fresh[..fresh.len() - 30], "is not whole: its end is missing");
    with(&[&fresh[..], b"\n"].concat(), "is damaged: it goes on behind its end");
    let survivors = "\"survivors\":[]";
    for (from, what, by, told) in [
        (other, "\"build\":\"", "\"build\":\"0.0.", "was made by nimdsl 0.0."),
        (other, "\"layout\":1", "\"layout\":7", "has layout 7, and this program writes 1"),
        (other, "\"extent\":\"quick\"", "\"extent\":\"full\"", "its hash is not that of its texts"),
        (other, "\"unit\":\"1.512-1024\"", "\"unit\":\"1.512-1032\"", "does not hold what its name says"),
        (one, "\"candidates\":256", "\"candidates\":255", "says something else of 1.0-256 than"),
    ] {
        forged(&desk, from, "bad.json", what, by);
        refuses(&desk, "merge 1.0-512.json bad.json --out merged", told);
    }
    // A checksum is no secret; what cannot be is seen all the same, and what can be is tried again.
    let lie = "\"survivors\":[{\"number\":7777,\"target\":null,\"length\":1,\"meaning\":1}]";
    forged(&desk, one, "bad.json", survivors, lie);
    refuses(&desk, "merge bad.json 1.512-1024.json --out merged", "say what cannot be");
    // Others, and those of another text.
    does(&desk, "run both.ron --unit 1.0-8 --out foreign.json");
    refuses(&desk, "merge 1.0-512.json foreign.json --out merged", "is of another experiment (both, and not sweep)");
    does(&desk, "run sweep.ron --full --unit 1.512-1024 --out full.json");
    refuses(&desk, "merge 1.0-512.json full.json --out merged", "has the full bounds, and others have the quick ones");
    fs::write(desk.0.join("base.nim"), BASE.replace("2 <= i", "3 <= i")).expect("a file");
    does(&desk, "run sweep.ron --unit 1.512-1024 --out stale.json");
    refuses(&desk, "merge 1.0-512.json stale.json --out merged", "was made from another text of base.nim");
    let now = "merge 1.0-512.json 1.512-1024.json --out merged --experiment sweep.ron";
    refuses(&desk, now, "was made from another text of base.nim; run unit 1.0-512 again");
    fs::write(desk.0.join("base.nim"), BASE).expect("a file");
    fs::write(desk.0.join("sweep.ron"), SWEEP.replace("keep: 3", "keep: 2")).expect("a file");
    does(&desk, "run sweep.ron --unit 1.512-1024 --out stale.json");
    refuses(&desk, "merge 1.0-512.json stale.json --out merged", "is of another text of sweep.ron");
    refuses(&desk, "merge 1.0-512.json --out merged", "1 unit missing: 1.512-1024");
    assert!(does(&desk, "status 1.0-512.json").contains("512 of 1024 candidates done"));
    does(&desk, "merge 1.0-512.json 1.512-1024.json --out merged");
}

/// Whoever drives the program can tell what passes by itself (75) from what does not (2).
#[test]
fn a_folder_that_is_in_use_can_be_waited_for() {
    let desk = desk("lock");
    let folder = desk.0.join("out");
    fs::create_dir(&folder).expect("a folder");
    let held = fs::File::open(&folder).expect("a folder");
    held.lock().expect("a lock");
    let Output { status, stderr, .. } = command(&desk, "run sweep.ron --out out").output().expect("it starts");
    assert_eq!(status.code(), Some(75), "{}", String::from_utf8_lossy(&stderr));
    let mut waiting = start(&desk, "run sweep.ron --out out --wait-lock");
    std::thread::sleep(Duration::from_millis(700));
    assert!(waiting.try_wait().expect("a state").is_none());
    held.unlock().expect("a lock");
    assert_eq!(waiting.wait().expect("it ends").code(), Some(0));
    // Waiting has its limits, too.
    held.lock().expect("a lock");
    let ended = command(&desk, "run sweep.ron --out out --wait-lock --time 1s").output().expect("it starts");
    assert_eq!(ended.status.code(), Some(3));
}

#[test]
fn a_run_says_how_far_it_is() {
    let desk = desk("status");
    let mut child = start(&desk, "run long.ron --out out");
    let begun = Instant::now();
    while !desk.0.join("out/progress.json").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let told = does(&desk, "status out");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(told.starts_with("out: task 1 of 1, screening: "), "{told}");
    let data: Value = serde_json::from_str(&does(&desk, "status out --format json")).expect("JSON");
    assert_eq!((&data["state"], &data["task"]), (&Value::from("begun"), &Value::from(1)));
    assert!(data["done"].as_u64() < data["all"].as_u64());
    does(&desk, "run sweep.ron --out out");
    assert!(!desk.0.join("out/progress.json").exists());
    assert_eq!(does(&desk, "status out"), "out: done: its report is there\n");
}

#[cfg(unix)]
#[test]
fn a_child_ends_with_its_parent_if_it_is_asked_to() {
    let desk = desk("orphan");
    let is_alive =
        |id: &str| Command::new("kill").args(["-0", id]).stderr(Stdio::null()).status().expect("kill").success();
    for (words, ends) in [("--die-with-parent", true), ("--time 100s", false)] {
        let line = format!(
            "{} run long.ron --out {ends} {words} >/dev/null 2>&1 & echo $!; sleep 1",
            env!("CARGO_BIN_EXE_nimdsl")
        );
        let shell = Command::new("sh").args(["-c", &line]).current_dir(&desk.0).output().expect("a shell");
        let id = String::from_utf8_lossy(&shell.stdout).trim().to_owned();
        let begun = Instant::now();
        while is_alive(&id) && begun.elapsed() < Duration::from_secs(if ends { 20 } else { 2 }) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let was_alive = is_alive(&id);
        if was_alive {
            let _ = Command::new("kill").arg(&id).status();
        }
        assert_eq!(was_alive, !ends, "{words}");
    }
}
