//! `nimdsl periods`: a line for every row, column or diagonal.
use crate::cli::args::PeriodsArgs;
use crate::cli::budget::Phase;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::periods::{Answer, Lines};
use nimdsl::rules::{Periods, Rules, to_json};
use std::io::{BufWriter, Write};
use std::ops::RangeInclusive;

/// Finds the periods that are asked for.
pub(in crate::cli) fn run(asked: &PeriodsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_rules(&asked.file)?;
    let done = find(asked, &rules, session);
    session.clock.stop(Phase::Engine);
    done
}

fn find(asked: &PeriodsArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let all = [(&asked.row, Lines::Rows), (&asked.column, Lines::Columns), (&asked.diagonal, Lines::Diagonals)];
    let given = all.iter().find_map(|(text, lines)| text.as_deref().map(|text| (text, *lines)));
    let (text, lines) = match given {
        Some(given) => given,
        None if rules.ruleset().heaps.len() == 1 => ("0", Lines::Rows),
        None => {
            return Err(Stop::Message(
                "say which lines: --row 5, --rows 0..100, --column 5, --diagonal 0".to_owned(),
                2,
            ));
        }
    };
    let found = rules.periods(lines, &range(text)?, asked.up_to, &session.context)?;
    print(&found, session)?;
    // A line without an answer needs more terms than were computed.
    if found.answers.iter().all(|answer| answer.period.is_some()) { Ok(()) } else { Err(Stop::Code(3)) }
}

fn range(text: &str) -> Result<RangeInclusive<u64>, Stop> {
    let wrong = || Stop::Message(format!("{text}: write a number such as 5, or a range such as 0..100"), 2);
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str| part.trim().parse::<u64>().ok().filter(|number| *number < 1 << 31);
    let (low, high) = number(low).zip(number(high)).ok_or_else(wrong)?;
    if low <= high { Ok(low..=high) } else { Err(wrong()) }
}

/// A line, or a JSON object, for each row, column or diagonal.
fn print(found: &Periods, session: &Session<'_>) -> Result<(), Stop> {
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        writeln!(out, "{}", to_json(found))?;
        out.flush()?;
        return Ok(());
    }
    let name = found.name();
    writeln!(out, "{name:>8} {:>10} {:>10} {:>10}", "preperiod", "period", "saltus")?;
    for Answer { line, period, seen_up_to, needed } in &found.answers {
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
