//! What can be seen beforehand is seen: rules without values, experiments that name what is not there, faults of claims.
use crate::checked;
use nimdsl::engine::{Context, reference};
use nimdsl::table::Region;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn nimdsl(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).current_dir(folder).output().expect("it starts")
}

/// An empty folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_sight_{name}_{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("a file");
    }
    folder
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The order of conditions does not matter, and a false one excuses those without a value.
#[test]
fn a_false_condition_excuses_one_without_a_value() {
    for (conditions, works) in [
        ("1 <= i <= x mod y, 1 <= y", true),
        ("1 <= y, 1 <= i <= x mod y", true),
        ("1 <= i <= x mod (y mod 3), y mod 3 != 0", true),
        ("y mod 3 != 0, 1 <= i <= x mod (y mod 3)", true),
        ("1 <= i, y mod (i - 1) = 0, i != 1", true),
        ("1 <= i, y mod (i - 1) = 0", false),
        ("1 <= i <= x mod y", false),
        ("1 <= i, y = 0 or 1 <= y and i <= x mod y", true),
        ("1 <= i, y = 0 or i <= x mod y", false),
        ("1 <= i <= floor(sqrt(x - 3)), 3 <= x", true),
        ("1 <= i <= 2^(x - y), y <= x", true),
        ("1 <= i <= 2^(x - y)", false),
    ] {
        let text = format!("heaps x, y\nmove take(i): x -> x - i where {conditions}\n");
        let document = checked(&text);
        assert_eq!(document.is_ok(), works, "{conditions}: {:?}", document.err().map(|faults| faults.to_string()));
        if let Ok(document) = document {
            let table = reference::grundy(&document.ruleset, &Region::Box(vec![9, 9]), &Context::default());
            assert!(table.is_ok(), "{conditions}: {:?}", table.err());
        }
    }
}

/// What lies beyond the small positions is told by the table, with move, position and words.
#[test]
fn a_late_failure_has_its_place() {
    for (text, arguments, parts) in [
        (
            "heaps x\nmove take(i): x -> x - i where 1 <= i <= floor(60 / (150 - x))\n",
            &["table", "a.nim", "--size", "200"][..],
            &["no-value", "move `take` at (150)", "`150 - x` is 0", "a.nim:2:"][..],
        ),
        (
            "heaps x\nregister q\nmove take(i): x -> x - i, q -> 3 * q where 1 <= i <= q\n",
            &["table", "a.nim", "--size", "40", "--at", "q=1"],
            &["out-of-range", "register `q` becomes 3486784401", "move `take` at (", "a.nim:3:"],
        ),
        (
            "param c = 5\nheaps x\nmove take(i): x -> x - i where 1 <= i <= floor(60 / (x - 20 * c))\n",
            &["options", "a.nim", "140", "--set", "c=7"],
            &["move `take` at (140), where c = 7: `x - 20 * c` is 0"],
        ),
    ] {
        let folder = folder("late", &[("a.nim", text)]);
        let output = nimdsl(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        for part in parts {
            assert!(told(&output).contains(part), "{part}: {}", told(&output));
        }
    }
}

/// A copy of a ruleset has claims about files that are not there: what needs no claims works, and says so once.
#[test]
fn a_faulty_claim_does_not_keep_tables_from_working() {
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let copy = std::fs::read_to_string(rulesets.join("triangular.nim")).expect("a ruleset");
    let broken =
        "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\ntheorem \"T\": P = {(k, k / 0) for k >= 0}\n";
    let unread = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\ntheorem \"T\": P = {(k, }\n";
    let endless = "sequence F(k) = F(k - 1)\nheaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n\
                   theorem \"T\": P = {(F(k), k) for k >= 0}\n";
    for (name, text) in [("copy", copy.as_str()), ("broken", broken), ("unread", unread), ("endless", endless)] {
        let folder = folder(name, &[("a.nim", text)]);
        for arguments in [
            &["table", "a.nim", "--size", "4"][..],
            &["options", "a.nim", "2,3"],
            &["explain", "a.nim"],
            &["explain", "a.nim", "2,3"],
            &["periods", "a.nim", "--row", "0"],
            &["p-positions", "a.nim", "--up-to", "4"],
        ] {
            let output = nimdsl(&folder, arguments);
            let told = told(&output);
            assert_eq!(output.status.code(), Some(0), "{name} {arguments:?}: {told}");
            assert!(!output.stdout.is_empty(), "{name} {arguments:?}");
            assert_eq!(told.matches("see `nimdsl check a.nim`").count(), 1, "{name} {arguments:?}: {told}");
        }
        for command in ["check", "verify", "prove"] {
            let output = nimdsl(&folder, &[command, "a.nim"]);
            assert_ne!(output.status.code(), Some(0), "{name} {command}");
            assert!(told(&output).contains("a.nim:"), "{name} {command}: {}", told(&output));
        }
    }
}

/// A run that cannot succeed leaves what was there before as it is.
#[test]
fn a_faulty_experiment_writes_nothing() {
    let rules = "param c = 1 where 1 <= c\nheaps x\nmove take(i): x -> x - i where 1 <= i <= c\n";
    let good = "(title: \"A\", ruleset: \"a.nim\", tasks: [Table(size: 4), Verify(up_to: 5), PPositions(up_to: Some(3), grundy: 1)])";
    let folder = folder("run", &[("a.nim", rules), ("a.ron", good)]);
    let output = nimdsl(&folder, &["run", "a.ron", "--out", "out"]);
    assert!(output.status.code().is_some_and(|code| code != 2), "{}", told(&output));
    let content = |folder: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(folder.join("out")).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let before = content(&folder);
    let bad = "(title: \"A\", ruleset: \"a.nim\", vary: {\"d\": Range(0, 1)}, tasks: [Table(size: 4), Sweep(up_to: -1), \
               Verify(rulesets: [\"b.nim\"], claims: [\"T\"]), Compare(set: {\"d\": 1}, up_to: 3)])";
    std::fs::write(folder.join("a.ron"), bad).expect("a file");
    let (run, check) = (nimdsl(&folder, &["run", "a.ron", "--out", "out"]), nimdsl(&folder, &["check", "a.ron"]));
    assert_eq!((run.status.code(), check.status.code()), (Some(2), Some(1)));
    assert_eq!(told(&run), told(&check));
    for part in ["bad-bound", "`up_to: -1`", "`a.nim` has no parameter `d`", "`b.nim` cannot be read", "a.ron:1:"] {
        assert!(told(&run).contains(part), "{part}: {}", told(&run));
    }
    assert_eq!(content(&folder), before);
}

/// What `check` says of an experiment is about the experiment: values that the ruleset excludes, too.
#[test]
fn values_that_a_ruleset_excludes_are_seen() {
    let rules = "param c = 1 where 1 <= c\nheaps x\nmove take(i): x -> x - i where 1 <= i <= c\n";
    let text =
        |task: &str| format!("(title: \"A\", ruleset: \"a.nim\", vary: {{\"c\": Range(0, 2)}}, tasks: [{task}])");
    for (task, fine) in [("Table(size: 4)", false), ("Sweep(up_to: 4)", true)] {
        let folder = folder("values", &[("a.nim", rules), ("a.ron", &text(task))]);
        let output = nimdsl(&folder, &["check", "a.ron"]);
        assert_eq!(output.status.success(), fine, "{task}: {}", told(&output));
    }
}
