//! `nimdsl periods`: a line for every row, column or diagonal.
use crate::cli::args::PeriodsArgs;
use crate::cli::budget::Phase;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::engine::periods::{Answer, Lines, Period};
use nimdsl::rules::{LinePeriods, Periods, Rules, to_json};
use nimdsl::value::Play;
use std::io::{BufWriter, Write};
use std::ops::RangeInclusive;

/// Finds the periods that are asked for.
pub(in crate::cli) fn run(asked: &PeriodsArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_shown(&asked.file)?;
    let ruleset = rules.ruleset();
    let is_plain = ruleset.heaps.len() <= 2 && ruleset.registers.is_empty();
    let done = match &asked.diagonal {
        _ if is_plain => {
            lines(asked, &ruleset.heaps).and_then(|(lines, range)| find(lines, &range, asked.up_to, &rules, session))
        }
        Some(text) => {
            let found = rules.diagonals(&signed_range(text)?, asked.up_to, &session.context)?;
            print_slices(&found, session)
        }
        None => fixed(asked, &ruleset.heaps).and_then(|fixed| find_slices(&fixed, asked.up_to, &rules, session)),
    };
    session.clock.stop(Phase::Engine);
    done
}

/// Which lines of a game with one or two heaps.
fn lines(asked: &PeriodsArgs, heaps: &[String]) -> Result<(Lines, RangeInclusive<i64>), Stop> {
    if !asked.fix.is_empty() {
        return match fixed(asked, heaps)?.as_slice() {
            [Some(row), None] => Ok((Lines::Rows, signed(row))),
            [None, Some(column)] => Ok((Lines::Columns, signed(column))),
            _ => Ok((Lines::Rows, 0..=0)),
        };
    }
    let all = [(&asked.row, Lines::Rows), (&asked.column, Lines::Columns), (&asked.diagonal, Lines::Diagonals)];
    let given = all.iter().find_map(|(text, lines)| text.as_deref().map(|text| (text, *lines)));
    let (text, lines) = match given {
        Some(given) => given,
        None if heaps.len() == 1 => ("0", Lines::Rows),
        None => {
            return Err(Stop::Message(
                "say which lines: --row 5, --rows 0..100, --column 5, --diagonal 0".to_owned(),
                2,
            ));
        }
    };
    Ok((lines, signed_range(text)?))
}

fn signed(range: &RangeInclusive<u64>) -> RangeInclusive<i64> {
    range.start().cast_signed()..=range.end().cast_signed()
}

fn find(
    lines: Lines,
    range: &RangeInclusive<i64>,
    up_to: Option<u64>,
    rules: &Rules,
    session: &Session<'_>,
) -> Result<(), Stop> {
    let found = rules.periods(lines, range, up_to, &session.context)?;
    print(&found, session)?;
    // A line without an answer needs more terms than were computed.
    if found.answers.iter().all(|answer| answer.period.is_some()) { Ok(()) } else { Err(Stop::Code(3)) }
}

/// The heaps that are fixed: all but one.
fn fixed(asked: &PeriodsArgs, heaps: &[String]) -> Result<Vec<Option<RangeInclusive<u64>>>, Stop> {
    let mut fixed: Vec<Option<RangeInclusive<u64>>> = vec![None; heaps.len()];
    for one in &asked.fix {
        let wrong = |why: String| Stop::refused(format!("--fix {one}: {why}; write HEAP=3 or HEAP=0..3"));
        let (name, value) = one.split_once('=').ok_or_else(|| wrong("there is no `=`".to_owned()))?;
        let heap = heaps.iter().position(|heap| heap == name.trim());
        let heap = heap.ok_or_else(|| wrong(format!("`{name}` is none of the heaps {}", heaps.join(", "))))?;
        fixed[heap] = Some(range(value)?);
    }
    if let ([first, second], None) = (fixed.as_mut_slice(), &asked.diagonal) {
        for (given, heap) in [(&asked.row, first), (&asked.column, second)] {
            if let Some(text) = given {
                *heap = Some(range(text)?);
            }
        }
    }
    if fixed.iter().filter(|range| range.is_none()).count() != 1 {
        let names = heaps[1..].iter().map(|heap| format!("--fix {heap}=3")).collect::<Vec<_>>().join(" ");
        return Err(Stop::refused(format!("one heap runs and all others are fixed: {names}")));
    }
    Ok(fixed)
}

/// The lines along the heap that is not fixed, of games with registers or more than two heaps too.
fn find_slices(
    fixed: &[Option<RangeInclusive<u64>>],
    up_to: Option<u64>,
    rules: &Rules,
    session: &Session<'_>,
) -> Result<(), Stop> {
    let found = rules.slices(fixed, up_to, &session.context)?;
    print_slices(&found, session)
}

fn print_slices(found: &LinePeriods, session: &Session<'_>) -> Result<(), Stop> {
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        writeln!(out, "{}", to_json(found))?;
    } else {
        writeln!(out, "{:>10} {:>10} {:>10}{}", "preperiod", "period", "saltus", terms(found.play))?;
        for slice in &found.answers {
            let fixed =
                found.fixed(slice).map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ");
            let mark = mark(slice.period.is_some(), slice.seen_up_to, slice.needed);
            writeln!(out, "{}  {mark}  {fixed}", numbers(slice.period))?;
        }
    }
    out.flush()?;
    if found.answers.iter().all(|slice| slice.period.is_some()) { Ok(()) } else { Err(Stop::Code(3)) }
}

fn range(text: &str) -> Result<RangeInclusive<u64>, Stop> {
    let range = signed_range(text)?;
    let natural = |end: &i64| u64::try_from(*end).ok();
    let ends = natural(range.start()).zip(natural(range.end()));
    ends.map(|(low, high)| low..=high).ok_or_else(|| no_range(text))
}

fn signed_range(text: &str) -> Result<RangeInclusive<i64>, Stop> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str| part.trim().parse::<i64>().ok().filter(|number| number.abs() < 1 << 31);
    let ends = number(low).zip(number(high)).filter(|(low, high)| low <= high);
    ends.map(|(low, high)| low..=high).ok_or_else(|| no_range(text))
}

fn no_range(text: &str) -> Stop {
    Stop::Message(format!("{text}: write a number such as 5, or a range such as 0..100"), 2)
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
    writeln!(out, "{name:>8} {:>10} {:>10} {:>10}{}", "preperiod", "period", "saltus", terms(found.play))?;
    for Answer { line, period, seen_up_to, needed, memory, rare } in &found.answers {
        let mark = match memory {
            Some(bytes) => {
                format!("takes {} MiB of memory, and --memory allows {}", bytes >> 20, session.context.memory >> 20)
            }
            None => mark(period.is_some(), *seen_up_to, *needed),
        };
        let rare = rare.filter(|_| period.is_none()).map_or_else(String::new, |rare| format!("; {}", rare.words()));
        writeln!(out, "{line:>8} {}  {mark}{rare}", numbers(*period))?;
    }
    out.flush()?;
    Ok(())
}

/// Whose periods they are, where they are not those of Grundy values.
fn terms(play: Play) -> &'static str {
    match play {
        Play::Normal => "",
        Play::Misere => "  of outcomes in misère play",
    }
}

/// Preperiod, period and saltus in columns.
fn numbers(period: Option<Period>) -> String {
    let [preperiod, length, saltus] = match period {
        Some(found) => [found.preperiod, found.period, found.saltus].map(|number| number.to_string()),
        None => ["-", "-", "-"].map(str::to_owned),
    };
    format!("{preperiod:>10} {length:>10} {saltus:>10}")
}

/// How it is known.
fn mark(is_found: bool, seen_up_to: Option<u64>, needed: Option<u64>) -> String {
    match (seen_up_to, needed) {
        (None, _) => "proved".to_owned(),
        (Some(terms), Some(needed)) => format!("{terms} terms tell nothing: --up-to {needed} or more"),
        (Some(terms), None) if is_found => format!("seen in {terms} terms"),
        (Some(terms), None) => format!("none is seen in {terms} terms"),
    }
}
