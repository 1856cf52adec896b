//! `nimdsl misere`: the misère quotient of the positions of a game, their genus symbols, or the outcome of a sum.
use crate::cli::args::MisereArgs;
use crate::cli::budget::Phase;
use crate::cli::input::position;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{GenusAnswer, GenusOf, QuotientAnswer, Rules, SumAnswer, to_json};
use nimdsl::ruleset::Position;
use nimdsl::ruleset::words::numbers;
use nimdsl::value::Outcome;
use std::io::{BufWriter, Write};

/// Relations and elements that are printed; all are in the data.
const MOST_SHOWN: usize = 60;
/// Heaps in a row.
const IN_ROW: usize = 10;

/// Answers what is asked for of misère play.
pub(in crate::cli) fn run(asked: &MisereArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let rules = session.open_rules(&asked.file)?;
    let done = match &asked.sum {
        Some(sum) => tell_sum(sum, &rules, session),
        None if asked.genus => tell_genus(asked, &rules, session),
        None => tell_quotient(asked, &rules, session),
    };
    session.answered(Phase::Engine);
    done
}

fn tell_sum(text: &str, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let parts = text.split('+').map(|part| position(rules, part.trim())).collect::<Result<Vec<Position>, Stop>>()?;
    let answer = rules.misere_outcome(&parts, &session.context)?;
    terminal::end();
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        writeln!(out, "{}", to_json(&answer))?;
    } else {
        print_sum(&answer, rules, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

fn print_sum(answer: &SumAnswer, rules: &Rules, out: &mut impl Write) -> Result<(), Stop> {
    let heaps = rules.ruleset().heaps.len();
    let sum = |parts: &[Position]| parts.iter().map(|part| numbers(part, heaps)).collect::<Vec<_>>().join(" + ");
    let kind = if answer.outcome == Outcome::P { "a P-position" } else { "an N-position" };
    writeln!(out, "{} is {kind} of misère play", sum(&answer.sum))?;
    for (part, option) in &answer.winning {
        writeln!(out, "* {} to {}", numbers(&answer.sum[*part], heaps), sum(option))?;
    }
    if !answer.winning.is_empty() {
        writeln!(out, "* marks the winning moves")?;
    } else if answer.outcome == Outcome::N {
        writeln!(out, "no move leads from it, and who has to move has won")?;
    }
    Ok(())
}

fn tell_genus(asked: &MisereArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let GenusAnswer { ruleset, genus } = rules.genus(asked.up_to, &session.context)?;
    terminal::end();
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        writeln!(out, "{}", to_json(&GenusAnswer { ruleset, genus }))?;
        out.flush()?;
        return Ok(());
    }
    let heaps = rules.ruleset().heaps.len();
    let names: Vec<String> = genus.iter().map(|one| numbers(&one.position, heaps)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    for (one, name) in genus.iter().zip(&names) {
        writeln!(out, "{name:>width$}  {:<16} {}", one.symbol, one.temper)?;
    }
    match genus.iter().position(GenusOf::is_wild) {
        None => writeln!(out, "all are tame: sums are played as sums of Nim are")?,
        Some(first) => writeln!(out, "the first wild one is {}", names[first])?,
    }
    out.flush()?;
    Ok(())
}

fn tell_quotient(asked: &MisereArgs, rules: &Rules, session: &Session<'_>) -> Result<(), Stop> {
    let answer = rules.misere_quotient(asked.up_to, asked.order, &session.context)?;
    terminal::end();
    let mut out = BufWriter::new(terminal::out());
    if session.wants_data() {
        writeln!(out, "{}", to_json(&answer))?;
    } else {
        print_quotient(&answer, asked, rules, &mut out)?;
    }
    out.flush()?;
    // What is beyond the limits is not known.
    if answer.quotient.beyond.is_none() { Ok(()) } else { Err(Stop::Code(3)) }
}

/// How many elements there are and of what, generators, relations, P-portion, orders, the period of heaps, and the elements of positions.
fn print_quotient(
    answer: &QuotientAnswer,
    asked: &MisereArgs,
    rules: &Rules,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let (told, heaps) = (&answer.quotient, rules.ruleset().heaps.len());
    let name = |number: u32| numbers(&answer.positions[number as usize], heaps);
    let of_what = match (answer.is_of_all, told.beyond) {
        (true, _) => "of all heaps".to_owned(),
        (false, Some(beyond)) => format!("of all that comes before {}", name(beyond)),
        (false, None) => format!("of all up to {}", asked.up_to),
    };
    writeln!(out, "proved      the misère quotient {of_what} has {} elements", told.order)?;
    if let Some(beyond) = told.beyond {
        let most = asked.order;
        writeln!(
            out,
            "unknown     with {} none of at most {most} elements was found (--order N looks further); it may be infinite",
            name(beyond)
        )?;
    }
    let generators = told.generators.iter().map(|(letter, first)| format!("{letter} = {}", name(*first)));
    writeln!(out, "generators  {}", generators.collect::<Vec<_>>().join(", "))?;
    let relations = told.relations.iter().map(|(left, right)| format!("{left} = {right}"));
    writeln!(out, "relations   {}", shown(relations))?;
    writeln!(out, "P-portion   {}", shown(told.p_portion.iter().map(|place| told.elements[*place].clone())))?;
    let orders = told.orders.iter().enumerate().filter(|(at, order)| *at == 0 || told.orders[at - 1] != **order);
    let orders = orders.map(|(at, order)| {
        format!(
            "{order} from {}",
            (0..).zip(&answer.positions).nth(at).map_or_else(String::new, |(number, _)| name(number))
        )
    });
    writeln!(out, "orders      {}", shown(orders))?;
    if let Some(period) = told.period {
        let (length, first) = (period.period, period.preperiod);
        if answer.is_of_all {
            writeln!(out, "period      {length} from heap {first} on, for all heaps")?;
        } else {
            let needed = period.needed - 1;
            writeln!(
                out,
                "period      {length} from heap {first} on as far as is known; --up-to {needed} would prove it"
            )?;
        }
    }
    print_elements(answer, heaps, out)
}

/// The element of each position: heaps in rows of ten, others in a line each.
fn print_elements(answer: &QuotientAnswer, heaps: usize, out: &mut impl Write) -> Result<(), Stop> {
    let told = &answer.quotient;
    let words: Vec<&str> = told.values.iter().map(|place| told.elements[*place].as_str()).collect();
    let is_list = (0..).zip(&answer.positions).all(|(heap, position)| *position == [heap]);
    writeln!(out)?;
    if !is_list {
        for (position, word) in answer.positions.iter().zip(words) {
            writeln!(out, "{}  {word}", numbers(position, heaps))?;
        }
        return Ok(());
    }
    let width = words.iter().map(|word| word.len()).max().unwrap_or(1).max(2);
    let head = words.len().to_string().len().max(4);
    let columns: Vec<String> = (0..IN_ROW).map(|column| format!("{column:>width$}")).collect();
    writeln!(out, "{:>head$} | {}", "heap", columns.join(" "))?;
    for (row, words) in words.chunks(IN_ROW).enumerate() {
        let words: Vec<String> = words.iter().map(|word| format!("{word:>width$}")).collect();
        writeln!(out, "{:>head$} | {}", row * IN_ROW, words.join(" "))?;
    }
    Ok(())
}

/// A list, and how many more there are if it is long.
fn shown(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    let more = all.len().saturating_sub(MOST_SHOWN);
    let list = all[..all.len() - more].join(", ");
    match (list.is_empty(), more) {
        (true, _) => "none".to_owned(),
        (false, 0) => list,
        (false, more) => format!("{list}, and {more} more (--format json has all)"),
    }
}
