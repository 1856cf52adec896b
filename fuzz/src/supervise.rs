//! The parent: starts children one after the other, watches them, and keeps one file for each cause of a finding.
use crate::arguments::FuzzArguments;
use crate::minimise::minimise;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What came of one child.
#[derive(Debug, Default)]
pub struct ChildReport {
    /// Keys and details of findings, each with the number, stage and ending of its input.
    pub findings: Vec<(String, String, ToldInput)>,
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
pub struct ToldInput {
    number: u64,
    stage: String,
    /// How files of it end.
    pub ending: String,
}

/// How a child is asked for files or random inputs.
pub fn child(arguments: &FuzzArguments, from: u64, files: &[&Path]) -> Command {
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

/// Where a child is, by what it says line by line.
struct Heard {
    report: ChildReport,
    input: ToldInput,
    step: String,
    /// Whether it is at an input.
    is_open: bool,
}

impl Heard {
    /// Reads a line of the child: a word, and what it is about.
    fn take(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "input" => {
                let mut parts = rest.split(' ').map(str::to_owned);
                let mut next = || parts.next().unwrap_or_default();
                let Ok(number) = next().parse() else { return };
                self.input = ToldInput { number, stage: next(), ending: next() };
                self.report.last = self.input.number;
                *self.report.inputs.entry(self.input.stage.clone()).or_default() += 1;
                self.is_open = true;
                "input".clone_into(&mut self.step);
            }
            "step" => rest.clone_into(&mut self.step),
            "count" => {
                if let Some((count, name)) = rest.split_once(' ')
                    && let Ok(count) = count.parse::<u64>()
                {
                    *self.report.counts.entry(name.to_owned()).or_default() += count;
                }
            }
            "finding" => {
                let (key, detail) = rest.split_once('\t').unwrap_or((rest, ""));
                self.report.findings.push((key.to_owned(), detail.replace("\\n", "\n"), self.input.clone()));
            }
            "done" => self.is_open = false,
            _ => {}
        }
    }

    /// What is found of a child that fell silent, or ended and not well.
    fn ended(mut self, silence: Silence, status: std::io::Result<ExitStatus>, errors: &str) -> ChildReport {
        let step = &self.step;
        let is_well = status.as_ref().is_ok_and(ExitStatus::success);
        self.report.is_whole = silence == Silence::End && is_well;
        if !self.report.is_whole {
            let key = if errors.contains("memory allocation of") {
                format!("too much memory in step {step}")
            } else if errors.contains("overflowed its stack") {
                format!("stack overflow in step {step}")
            } else if silence == Silence::End {
                format!("end in step {step}")
            } else {
                format!("hang in step {step}")
            };
            let status = status.map(|status| status.to_string()).unwrap_or_default();
            self.report.findings.push((key, format!("{status}: {errors}"), self.input));
        }
        self.report
    }
}

/// Why a child says nothing more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Silence {
    Hang,
    End,
}

/// Listens to a child until it ends, hangs, or the time is over.
pub fn listen(mut command: Command, patience: Duration, end: Instant) -> ChildReport {
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(why) => {
            eprintln!("a child cannot be started: {why}");
            return ChildReport::default();
        }
    };
    let (lines, errors) = told(&mut child);
    let (report, input) = (ChildReport::default(), ToldInput::default());
    let mut heard = Heard { report, input, step: "start".to_owned(), is_open: false };
    let mut pace = Instant::now();
    let silence = loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() && !heard.is_open {
            break None;
        }
        match lines.recv_timeout(patience.saturating_sub(pace.elapsed()).max(Duration::from_millis(1))) {
            Ok(line) => heard.take(&line),
            Err(RecvTimeoutError::Timeout) => break Some(Silence::Hang),
            Err(RecvTimeoutError::Disconnected) => break Some(Silence::End),
        }
        pace = Instant::now();
    };
    // An end of our own making is a kill of our own child.
    let _ = child.kill();
    let status = child.wait();
    let errors = errors.join().unwrap_or_default();
    match silence {
        None => heard.report,
        Some(silence) => heard.ended(silence, status, &errors),
    }
}

/// Runs for the time that was given, and says what was done and found.
pub fn supervise(arguments: &FuzzArguments) -> ExitCode {
    if let Err(why) = fs::create_dir_all(&arguments.findings) {
        eprintln!("{}: {why}", arguments.findings.display());
        return ExitCode::from(2);
    }
    let patience = Duration::from_secs(arguments.patience);
    let mut all = ChildReport::default();
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

fn add(all: &mut ChildReport, one: ChildReport) {
    for (name, count) in one.counts {
        *all.counts.entry(name).or_default() += count;
    }
    for (name, count) in one.inputs {
        *all.inputs.entry(name).or_default() += count;
    }
}

/// Writes what was found: the input, as small as it gets, and a note beside it.
fn keep(arguments: &FuzzArguments, key: &str, detail: &str, input: &ToldInput) {
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
