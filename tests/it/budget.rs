//! Time, memory and interrupts end every command, whatever its input; nobody waits for a clock that a test asserts.
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Who has not ended by now does not end.
const PATIENCE: Duration = Duration::from_secs(120);

const MANY_OPTIONS: &str = "heaps x, y, z\nmove m(i, j, k): (x, y, z) -> (x - i, y - j, z - k)\n    \
                            where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i * j * k != 7\n";
const SLOW_ROWS: &str = "heaps x, y\nmove m(i, j) symmetric: (x, y) -> (x - j, y - i)\n    \
                         where 1 <= i, 0 <= j <= i - 1, floor(sqrt(y)) != i\n\
                         move n(i) symmetric: x -> x - i where 1 <= i\n";
const LARGE_SET: &str = "heaps x, y\nmove m(i) symmetric: x -> x - i where 1 <= i\n\
                         claim \"h\": P = {(0, 0)} union {(i, i + j) for i in 0..100000, j in 0..100000}\n";
const WIDE: &str = "heaps x\nregister q in 0..2147483647\nmove a(i): x -> x - i where 1 <= i\n\
                    claim \"c\": P(x; q) iff x = 0\n";

fn written(name: &str, text: &str) -> PathBuf {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_budget_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn started(file: &PathBuf, arguments: &[&str]) -> Child {
    let (command, rest) = arguments.split_first().expect("a command");
    Command::new(env!("CARGO_BIN_EXE_nimdsl"))
        .arg(command)
        .arg(file)
        .args(rest)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn ended(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if PATIENCE < start.elapsed() {
            child.kill().expect("it can be killed");
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("its output")
}

/// The exit code and the last line of the messages.
fn said(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text.lines().last().unwrap_or("").to_owned())
}

#[test]
fn the_time_ends_what_does_not_listen() {
    let cases: [(&str, &str, &[&str]); 6] = [
        ("options.nim", MANY_OPTIONS, &["options", "1000,1000,1000"]),
        ("explain.nim", MANY_OPTIONS, &["explain", "1000,1000,1000"]),
        ("rays.nim", SLOW_ROWS, &["table", "--size", "4000"]),
        ("outcomes.nim", SLOW_ROWS, &["table", "--size", "4000", "--outcomes"]),
        ("p.nim", SLOW_ROWS, &["p-positions", "--up-to", "6000"]),
        ("set.nim", LARGE_SET, &["verify", "--up-to", "200000"]),
    ];
    for (name, text, arguments) in cases {
        let file = written(name, text);
        let (code, line) = said(&ended(started(&file, &[arguments, &["--time", "1s", "--memory", "4GiB"]].concat())));
        assert_eq!(code, Some(3), "{name}: {line}");
        assert!(line.contains("the time of 1s ran out"), "{name}: {line}");
    }
}

#[test]
fn the_memory_ends_what_takes_more() {
    let file = written("memory.nim", MANY_OPTIONS);
    let (code, line) = said(&ended(started(&file, &["options", "400,400,400", "--memory", "100MiB"])));
    assert_eq!(code, Some(3), "{line}");
    assert!(line.contains("allow more with --memory 256MiB"), "{line}");
    let file = written("wide.nim", WIDE);
    // Automata need no list of all values of a register.
    for (command, expected) in [("verify", 3), ("prove", 0)] {
        let output = ended(started(&file, &[command, "--memory", "64MiB"]));
        assert_eq!(output.status.code(), Some(expected), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_what_does_not_listen() {
    for (signal, name) in [("INT", "int.nim"), ("TERM", "term.nim")] {
        let child = started(&written(name, MANY_OPTIONS), &["explain", "2000,2000,2000", "--memory", "16GiB"]);
        std::thread::sleep(Duration::from_millis(500));
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.expect("a signal").success());
        assert_eq!(said(&ended(child)), (Some(130), "nimdsl: interrupted".to_owned()));
    }
}

/// What a terminal would obey is not written, wherever it comes from.
#[test]
fn no_text_of_a_stranger_reaches_a_terminal_as_a_command() {
    let bad = "\u{1b}[31mred\u{1b}[0m \u{202e}turned \u{9b}1m";
    let experiment = format!("(title: {bad:?}, ruleset: {bad:?}, tasks: [Table(size: 3)])");
    let certificate = format!("{{\"file\": {}, \"certificates\": []}}", serde_json::json!(bad));
    let cases = [
        ("run", written("title.ron", &experiment)),
        ("check", written("title.ron", &experiment)),
        ("recheck", written("title.json", &certificate)),
        ("check", written(&format!("{bad}.nim"), "heaps x\nmove m: x -> x - y\n")),
        ("table", PathBuf::from(bad)),
    ];
    for (command, file) in cases {
        for colour in ["never", "always"] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
            let output = child.arg(command).arg(&file).args(["--color", colour]).output().expect("it starts");
            for text in [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")) {
                let obeyed = text.contains("\u{1b}[31mred") || text.contains('\u{202e}') || text.contains('\u{9b}');
                assert!(!obeyed, "{command} --color {colour}: {text:?}");
                assert!(colour == "always" || !text.contains('\u{1b}'), "{command}: {text:?}");
            }
        }
    }
}

/// What takes long stands before what is quick.
const SLOW_FIRST: &str = "param c = 1 where c >= 1\nheaps x, y\n\
    move row(i) symmetric: x -> x - i where 1 <= i, (i + c) mod 17 != 3\n\
    move both(i): (x, y) -> (x - i, y - i) where 1 <= i <= c\n\
    theorem \"slow\" for c in 1..4000: P(x, y) and x + 3 * c = y implies x mod (c + 1) != y or x < 5\n\
    theorem \"quick\": P(0, 0)\n";

/// What a command writes, its messages, and its exit code.
fn answered(file: &PathBuf, arguments: &[&str]) -> (String, String, Option<i32>) {
    let (command, rest) = arguments.split_first().expect("a command");
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    let output = child.arg(command).arg(file).args(rest).output().expect("it starts");
    let [told, messages] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (told, messages, output.status.code())
}

#[test]
fn a_slow_claim_leaves_time_to_those_behind_it() {
    let file = written("slow_first.nim", SLOW_FIRST);
    let (told, messages, code) = answered(&file, &["prove", "--time", "3s", "--threads", "1"]);
    assert_eq!(code, Some(3), "{told}{messages}");
    let lines: Vec<&str> = told.lines().collect();
    assert!(matches!(lines.as_slice(), [quick, _] if quick.starts_with("proved   theorem \"quick\"")), "{told}");
    assert_eq!(lines[1], "unknown  theorem \"slow\" no answer in its share of the time [open]");
    assert!(messages.ends_with(
        "the time of 3s ran out before an answer to 1 of 2 claims; allow more, or ask for one with --claim\n"
    ));
    // What is false comes before what is missing.
    let file = written("slow_false.nim", &format!("{SLOW_FIRST}theorem \"false\": grundy(x, x) = 1\n"));
    let (told, _, code) = answered(&file, &["prove", "--time", "3s", "--threads", "1"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refuted  theorem \"false\"") && told.contains("unknown  theorem \"slow\""), "{told}");
}

#[test]
fn every_form_tells_which_claims_have_no_answer() {
    let file = written("slow_forms.nim", SLOW_FIRST);
    let (told, _, code) = answered(&file, &["prove", "--time", "2s", "--threads", "1", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let verdicts: Vec<&str> = (0..2).filter_map(|at| told["claims"][at]["verdict"].as_str()).collect();
    assert_eq!((verdicts.as_slice(), code), (["unknown", "proved"].as_slice(), Some(3)));
    assert_eq!(told["claims"][0]["reason"], "no answer in its share of the time");
    let (told, _, code) = answered(&file, &["prove", "--time", "2s", "--threads", "1", "--format", "md"]);
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("**Unknown.** no answer in its share of the time."), "{told}");
    assert!(told.contains("worked out by their definition"), "the other proof is told: {told}");
}

#[test]
fn a_claim_that_is_false_near_is_told_before_large_tables_are_made() {
    let claims =
        "claim \"slow\": forall k in 0..x: grundy(k, y) <= x + y + k mod 7\nclaim \"false\": grundy(1, 2) = 77\n";
    let rules = "heaps x, y\nmove n(i) symmetric: x -> x - i where 1 <= i\n";
    let file = written("false_near.nim", &format!("{rules}{claims}"));
    let arguments = ["verify", "--up-to", "6000", "--time", "3s", "--threads", "1"];
    let (told, _, code) = answered(&file, &arguments);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.starts_with("refuted  claim \"false\": the left side is"), "{told}");
    assert!(
        told.ends_with("unknown  claim \"slow\" no answer in its share of the time; it holds up to 64 [open]\n"),
        "{told}"
    );
}
