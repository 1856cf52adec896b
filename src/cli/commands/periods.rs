//! `nimdsl periods`: a line for every row, column or diagonal.
use crate::cli::args::PeriodsArgs;
use crate::cli::budget::Phase;
use crate::cli::session::{Opened, Session};
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::periods::{Answer, Lines, periods};
use nimdsl::ruleset::Ruleset;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// Finds the periods that are asked for.
pub(in crate::cli) fn run(asked: &PeriodsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let opened = session.open_rules(&asked.file)?;
    let done = find(asked, &opened, session);
    session.clock.stop(Phase::Engine);
    opened.blamed(done)
}

fn find(asked: &PeriodsArgs, opened: &Opened, session: &Session<'_>) -> Result<(), Stop> {
    let ruleset = &opened.ruleset;
    let all = [(&asked.row, Lines::Rows), (&asked.column, Lines::Columns), (&asked.diagonal, Lines::Diagonals)];
    let given = all.iter().find_map(|(text, lines)| text.as_deref().map(|text| (text, *lines)));
    let (text, lines) = match given {
        Some(given) => given,
        None if ruleset.heaps.len() == 1 => ("0", Lines::Rows),
        None => {
            return Err(Stop::Message(
                "say which lines: --row 5, --rows 0..100, --column 5, --diagonal 0".to_owned(),
                2,
            ));
        }
    };
    let answers = periods(ruleset, lines, &range(text)?, asked.up_to, &session.context)?;
    let name = match lines {
        Lines::Rows => "row",
        Lines::Columns => "column",
        Lines::Diagonals => "diagonal",
    };
    print(ruleset, name, &answers, session)?;
    // A line without an answer needs more terms than were computed.
    if answers.iter().all(|answer| answer.period.is_some()) { Ok(()) } else { Err(Stop::Code(3)) }
}

fn range(text: &str) -> Result<RangeInclusive<u64>, Stop> {
    let wrong = || Stop::Message(format!("{text}: write a number such as 5, or a range such as 0..100"), 2);
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str| part.trim().parse::<u64>().ok().filter(|number| *number < 1 << 31);
    let (low, high) = number(low).zip(number(high)).ok_or_else(wrong)?;
    if low <= high { Ok(low..=high) } else { Err(wrong()) }
}

/// A line, or a JSON object, for each row, column or diagonal.
fn print(ruleset: &Ruleset, name: &str, answers: &[Answer], session: &Session<'_>) -> Result<(), Stop> {
    let mut out = io::BufWriter::new(terminal::out());
    if session.wants_data() {
        let all: Vec<Value> = answers
            .iter()
            .map(|answer| {
                let period = answer.period;
                let mut entry = json!({
                    "preperiod": period.map(|period| period.preperiod), "period": period.map(|period| period.period),
                    "saltus": period.map(|period| period.saltus), "proved": answer.seen_up_to.is_none(),
                    "seen_up_to": answer.seen_up_to, "needed": answer.needed
                });
                entry[name] = json!(answer.line);
                entry
            })
            .collect();
        let mut told = json!({"schema": 1, "ruleset": ruleset.name});
        told[format!("{name}s")] = json!(all);
        writeln!(out, "{told}")?;
        out.flush()?;
        return Ok(());
    }
    writeln!(out, "{name:>8} {:>10} {:>10} {:>10}", "preperiod", "period", "saltus")?;
    for Answer { line, period, seen_up_to, needed } in answers {
        let mark = match (seen_up_to, needed) {
            (None, _) => "proved".to_owned(),
            (Some(terms), Some(needed)) => format!("{terms} terms tell nothing: --up-to {needed} or more"),
            (Some(terms), None) if period.is_some() => format!("seen in {terms} terms"),
            (Some(terms), None) => format!("none is seen in {terms} terms"),
        };
        let [preperiod, length, saltus] = match period {
            Some(found) => [found.preperiod, found.period, found.saltus].map(|number| number.to_string()),
            None => ["-", "-", "-"].map(str::to_owned),
        };
        writeln!(out, "{line:>8} {preperiod:>10} {length:>10} {saltus:>10}  {mark}")?;
    }
    out.flush()?;
    Ok(())
}
