//! The child: draws inputs, judges them, and tells the parent line by line what happens.
use crate::arguments::FuzzArguments;
use crate::chain::{Finding, Judge, Watch};
use crate::corpus::CorpusShelf;
use crate::inputs::{Input, Inputs};
use crate::{MEMORY, stores};
use dashu_int::IBig;
use std::cell::RefCell;
use std::io::Write;
use std::process::ExitCode;
use std::str::FromStr;
use std::{fs, panic};

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Tells the parent.
struct Teller {
    /// Bytes that a step may take beside what is there when it begins.
    allowance: usize,
}

impl Watch for Teller {
    fn begins(&mut self, step: &'static str, _: u64) {
        let _ = MEMORY.set_limit(MEMORY.allocated().saturating_add(self.allowance));
        say(&format!("step {step}"));
    }

    fn place(&self) -> String {
        PLACE.with_borrow(Clone::clone)
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

/// Text on one line.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', " ").replace('\r', "\\r")
}

/// Judges inputs until it is ended, or the files that were given.
pub fn work(arguments: &FuzzArguments) -> ExitCode {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
        PLACE.with_borrow_mut(|kept| *kept = place.unwrap_or_default());
    }));
    let inputs = match Inputs::new() {
        Ok(inputs) => inputs,
        Err(why) => {
            eprintln!("the grammar: {why}");
            return ExitCode::from(2);
        }
    };
    if !arguments.files.is_empty() {
        for path in &arguments.files {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
            let ending = ["nim", "ron", "terms", "store"].into_iter().find(|known| *known == ending).unwrap_or("nim");
            let Ok(bytes) = fs::read(path) else {
                eprintln!("{} cannot be read", path.display());
                return ExitCode::from(2);
            };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            one(arguments, &inputs, 0, &Input { stage: "replay", text, ending });
        }
        return ExitCode::SUCCESS;
    }
    for number in arguments.from.. {
        let input = inputs.get(arguments.seed, number, arguments.only.as_deref());
        one(arguments, &inputs, number, &input);
    }
    ExitCode::SUCCESS
}

/// Prints the input of a number.
pub fn print(arguments: &FuzzArguments) -> ExitCode {
    match Inputs::new() {
        Ok(inputs) => {
            print!("{}", inputs.get(arguments.seed, arguments.from, arguments.only.as_deref()).text);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("the grammar: {why}");
            ExitCode::from(2)
        }
    }
}

/// Lets one input through everything that its kind has to stand, and tells what was found.
fn one(arguments: &FuzzArguments, inputs: &Inputs, number: u64, input: &Input) {
    let path = arguments.findings.join(format!("current.{}", input.ending));
    if arguments.files.is_empty() && fs::write(&path, &input.text).is_err() {
        eprintln!("{} cannot be written", path.display());
    }
    say(&format!("input {number} {} {}", input.stage, input.ending));
    let mut teller = Teller { allowance: arguments.memory << 20 };
    let mut judge = Judge::new(&mut teller);
    let shelf = CorpusShelf { corpus: &inputs.corpus, game: "" };
    match input.ending {
        "nim" => judge.ruleset(&input.text, &shelf),
        "ron" => judge.experiment(&input.text, &shelf),
        "terms" => {
            let terms: Vec<IBig> = input.text.split(',').filter_map(|term| IBig::from_str(term.trim()).ok()).collect();
            judge.named(&terms);
        }
        _ => {
            let findings = stores::damaged(arguments, &input.text, &mut |step| say(&format!("step {step}")));
            for Finding { key, detail } in findings {
                judge.finds(key, detail);
            }
        }
    }
    for (name, count) in &judge.counts {
        say(&format!("count {count} {name}"));
    }
    for Finding { key, detail } in &judge.findings {
        let detail: String = detail.chars().take(4_000).collect();
        say(&format!("finding {}\t{}", escaped(key), escaped(&detail)));
    }
    say("done");
}
