//! The parent: starts children one after the other, watches them, and keeps one file for each cause of a finding.
use crate::arguments::Arguments;
use crate::minimise::minimise;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What came of one child.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Keys and details of findings, each with the number, stage and ending of its input.
    pub findings: Vec<(String, String, Told)>,
    /// What was counted.
    pub counts: BTreeMap<String, u64>,
    /// Inputs by stage.
    pub inputs: BTreeMap<String, u64>,
    /// The number of the last input.
    pub last: u64,
    /// Whether the child ended by itself without a fault.
    pub is_whole: bool,
}

/// Which input it was.
#[derive(Clone, Debug, Default)]
pub struct Told {
    number: u64,
    stage: String,
    /// How files of it end.
    pub ending: String,
}

/// How a child is asked for files or random inputs.
pub fn child(arguments: &Arguments, from: u64, files: &[&Path]) -> Command {
    let program = std::env::current_exe().unwrap_or_else(|_| "nimdsl-fuzz".into());
    let mut command = Command::new(program);
    command.arg("--work").args(["--seed", &arguments.seed.to_string(), "--from", &from.to_string()]);
    command.args(["--memory", &arguments.memory.to_string()]);
    command.arg("--findings").arg(&arguments.findings).arg("--program").arg(&arguments.program);
    command.args(["--only", arguments.only.as_deref().unwrap_or("")]);
    command.args(files).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn told(child: &mut Child) -> (Receiver<String>, JoinHandle<String>) {
    let (send, lines) = channel();
    if let Some(out) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
    }
    let errors = child.stderr.take();
    let last = thread::spawn(move || {
        let mut kept = VecDeque::new();
        for byte in errors.into_iter().flat_map(|errors| BufReader::new(errors).bytes()).map_while(Result::ok) {
            kept.push_back(byte);
            if 3_000 < kept.len() {
                kept.pop_front();
            }
        }
        String::from_utf8_lossy(&Vec::from(kept)).into_owned()
    });
    (lines, last)
}

/// Listens to a child until it ends, hangs, or the time is over.
pub fn listen(mut command: Command, patience: Duration, end: Instant) -> Outcome {
    let mut outcome = Outcome::default();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(why) => {
            eprintln!("a child cannot be started: {why}");
            return outcome;
        }
    };
    let (lines, errors) = told(&mut child);
    let mut input = Told::default();
    let mut step = "start".to_owned();
    let mut is_open = false;
    let mut pace = Instant::now();
    let ended = loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() && !is_open {
            break None;
        }
        let line = match lines.recv_timeout(patience.saturating_sub(pace.elapsed()).max(Duration::from_millis(1))) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => break Some(format!("hang in step {step}")),
            Err(RecvTimeoutError::Disconnected) => break Some(format!("end in step {step}")),
        };
        pace = Instant::now();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "input" => {
                let mut parts = rest.split(' ').map(str::to_owned);
                let mut next = || parts.next().unwrap_or_default();
                input = Told { number: next().parse().unwrap_or(0), stage: next(), ending: next() };
                outcome.last = input.number;
                *outcome.inputs.entry(input.stage.clone()).or_default() += 1;
                is_open = true;
                "input".clone_into(&mut step);
            }
            "step" => rest.clone_into(&mut step),
            "count" => {
                if let Some((count, name)) = rest.split_once(' ') {
                    *outcome.counts.entry(name.to_owned()).or_default() += count.parse::<u64>().unwrap_or(0);
                }
            }
            "finding" => {
                let (key, detail) = rest.split_once('\t').unwrap_or((rest, ""));
                outcome.findings.push((key.to_owned(), detail.replace("\\n", "\n"), input.clone()));
            }
            "done" => is_open = false,
            _ => {}
        }
    };
    // An end of our own making is a kill of our own child.
    let _ = child.kill();
    let status = child.wait();
    let errors = errors.join().unwrap_or_default();
    if let Some(how) = ended {
        let is_whole = how.starts_with("end") && status.as_ref().is_ok_and(std::process::ExitStatus::success);
        outcome.is_whole = is_whole;
        if !is_whole {
            let mut key = how;
            if errors.contains("memory allocation of") {
                key = format!("too much memory in step {step}");
            } else if errors.contains("overflowed its stack") {
                key = format!("stack overflow in step {step}");
            }
            let status = status.map(|status| status.to_string()).unwrap_or_default();
            outcome.findings.push((key, format!("{status}: {errors}"), input));
        }
    }
    outcome
}

/// Runs for the time that was given, and says what was done and found.
pub fn supervise(arguments: &Arguments) -> ExitCode {
    if let Err(why) = fs::create_dir_all(&arguments.findings) {
        eprintln!("{}: {why}", arguments.findings.display());
        return ExitCode::from(2);
    }
    let patience = Duration::from_secs(arguments.patience);
    let mut all = Outcome::default();
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    if !arguments.files.is_empty() {
        for path in &arguments.files {
            let outcome = listen(child(arguments, 0, &[path]), patience, Instant::now() + Duration::from_secs(600));
            for (key, detail, _) in &outcome.findings {
                println!("{}: {key}\n{}", path.display(), indented(detail));
                *found.entry(key.clone()).or_default() += 1;
            }
            add(&mut all, outcome);
        }
    } else {
        let end = Instant::now() + Duration::from_secs(arguments.seconds);
        let mut from = 0;
        while Instant::now() < end {
            let outcome = listen(child(arguments, from, &[]), patience, end);
            from = outcome.last + 1;
            if outcome.inputs.is_empty() {
                eprintln!("a child did nothing: {:?}", outcome.findings);
                return ExitCode::from(2);
            }
            for (key, detail, input) in &outcome.findings {
                let times = found.entry(key.clone()).or_default();
                *times += 1;
                if *times == 1 {
                    keep(arguments, key, detail, input);
                }
            }
            add(&mut all, outcome);
        }
    }
    for (name, count) in &all.inputs {
        println!("{count:>8} inputs of {name}");
    }
    for (name, count) in &all.counts {
        println!("{count:>8} {name}");
    }
    for (key, times) in &found {
        println!("FOUND {times} times: {key}");
    }
    if found.is_empty() {
        println!("nothing found");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn add(all: &mut Outcome, one: Outcome) {
    for (name, count) in one.counts {
        *all.counts.entry(name).or_default() += count;
    }
    for (name, count) in one.inputs {
        *all.inputs.entry(name).or_default() += count;
    }
}

/// Writes what was found: the input, as small as it gets, and a note beside it.
fn keep(arguments: &Arguments, key: &str, detail: &str, input: &Told) {
    println!("found: {key} (seed {}, input {} of {})\n{}", arguments.seed, input.number, input.stage, indented(detail));
    let name: String = key.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).take(80).collect();
    let text = crate::inputs::Inputs::new()
        .map(|inputs| inputs.get(arguments.seed, input.number, arguments.only.as_deref()).text)
        .unwrap_or_default();
    let path = arguments.findings.join(format!("{name}.{}", input.ending));
    let only = arguments.only.as_ref().map_or_else(String::new, |only| format!(" --only {only}"));
    let note = format!("{key}\nseed {} input {} of {}{only}\n{detail}\n", arguments.seed, input.number, input.stage);
    let note_path = arguments.findings.join(format!("{name}.txt"));
    for (path, text) in [
        (&path, &text),
        (&note_path, &note),
        (&arguments.findings.join(format!("{name}.whole.{}", input.ending)), &text),
    ] {
        if let Err(why) = fs::write(path, text) {
            eprintln!("{}: {why}", path.display());
        }
    }
    if input.ending != "store" {
        let small = minimise(arguments, key, &text, &input.ending);
        if let Err(why) = fs::write(&path, &small) {
            eprintln!("{}: {why}", path.display());
        }
        println!("{}", indented(&small));
    }
}
