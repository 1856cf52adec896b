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
