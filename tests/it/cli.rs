//! The binary as a stranger uses it.
use std::io::Read;
use std::process::{Command, Output, Stdio};

fn nimdsl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimdsl"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it starts")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_ruleset_and_experiment_of_the_project_passes_check() {
    for folder in ["rulesets", "experiments"] {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(folder).expect("a folder") {
            let path = file.expect("an entry").path();
            let output = nimdsl(&["check", &path.display().to_string()]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn exit_codes_tell_what_happened() {
    assert_eq!(nimdsl(&["table", "rulesets/nim.nim", "--size", "4"]).status.code(), Some(0));
    assert_eq!(nimdsl(&["check", "Cargo.toml"]).status.code(), Some(1));
    assert_eq!(nimdsl(&["table", "missing.nim"]).status.code(), Some(2));
    assert_eq!(nimdsl(&["table", "rulesets/nim.nim", "--set", "m=2"]).status.code(), Some(2));
    assert_eq!(nimdsl(&["table", "rulesets/wythoff.nim", "--size", "1000000"]).status.code(), Some(3));
}

#[test]
fn json_has_the_documented_fields() {
    let table = json(&nimdsl(&["table", "rulesets/wythoff.nim", "--size", "3", "--format", "json"]));
    assert_eq!(table["grundy"], serde_json::json!([[0, 1, 2], [1, 2, 0], [2, 0, 1]]));
    let options = json(&nimdsl(&["options", "rulesets/triangular.nim", "0,3", "--format", "json"]));
    assert_eq!(options["options"][0]["position"], serde_json::json!([1, 0]));
    let p_positions =
        json(&nimdsl(&["p-positions", "rulesets/wythoff.nim", "--up-to", "7", "--sorted", "--format", "json"]));
    assert_eq!(p_positions["p_positions"], serde_json::json!([[0, 0], [1, 2], [3, 5], [4, 7]]));
    let layers =
        json(&nimdsl(&["table", "rulesets/ryuo_pass.nim", "--size", "2", "--format", "json", "--at", "pass=0"]));
    assert_eq!(layers["layers"][0]["grundy"], serde_json::json!([[0, 1], [1, 2]]));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimdsl"))
        .args(["table", "rulesets/nim.nim", "--size", "300"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut some = [0; 100];
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut some).expect("some output");
    drop(out);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn an_unknown_field_names_the_nearest_one() {
    let folder = std::env::temp_dir().join(format!("nimdsl_field_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("bad.ron");
    std::fs::write(&file, "(titel: \"x\", ruleset: \"y\", tasks: [])").expect("a file");
    let output = nimdsl(&["run", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `title`"));
}

/// KY24, Question 2: the search finds the Fibonacci numbers by itself, and what it writes passes `check`.
#[test]
fn the_main_job_finds_the_fibonacci_numbers() {
    let folder = std::env::temp_dir().join(format!("nimdsl_fib_{}", std::process::id()));
    let output = nimdsl(&["run", "experiments/fib_search.ron", "--out", &folder.display().to_string()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("(1, 2) (2, 3) (3, 5) (5, 8) (8, 13) (13, 21) (21, 34) (34, 55) (55, 89) (89, 144)"),
        "{text}"
    );
    for file in std::fs::read_dir(&folder).expect("the output folder") {
        let path = file.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "nim") {
            let path = path.display().to_string();
            assert!(nimdsl(&["check", &path]).status.success());
            let pairs = json(&nimdsl(&["p-positions", &path, "--up-to", "60", "--sorted", "--format", "json"]));
            let expected = serde_json::json!([
                [0, 0],
                [0, 1],
                [1, 1],
                [1, 2],
                [2, 3],
                [3, 5],
                [5, 8],
                [8, 13],
                [13, 21],
                [21, 34],
                [34, 55]
            ]);
            assert_eq!(pairs["p_positions"], expected);
        }
    }
}
