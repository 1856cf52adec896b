//! Prints what is known of one ruleset: tables, P-positions, options, explanations.
use crate::cli::args::{Command, Format};
use crate::cli::budget::{Clock, Phase};
use crate::cli::{Stop, formats, terminal};
use nimdsl::check::{Document, Settings};
use nimdsl::engine::{self, Context, EngineKind, Plan};
use nimdsl::identify::Chain;
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use nimdsl::syntax::ast::ItemKind;
use nimdsl::syntax::print_item;
use nimdsl::table::{Region, Table};
use nimdsl::value::{Outcome, Play};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{self, Write};

/// Cells that are hashed at once.
const HASHED: usize = 1 << 14;

type About<'a> = (&'a Document, &'a Ruleset, Play);

/// Runs a command about one ruleset.
pub(in crate::cli) fn command(
    command: &Command,
    about: About<'_>,
    format: Format,
    context: &Context,
    clock: &mut Clock,
) -> Result<(), Stop> {
    let mut out = io::BufWriter::new(terminal::out());
    match command {
        Command::Explain { position, .. } => explain(about, position.as_deref(), format, context, &mut out)?,
        Command::Options { position, .. } => options(about, position, format, &mut out)?,
        Command::Table { size, total, outcomes, engine, .. } => {
            let plan = Plan::named(engine.as_deref(), about.1)?;
            let region = region(about.1, size.as_deref(), *total)?;
            let values = if *outcomes {
                plan.outcomes(&region, about.2, context)?
            } else if about.2 == Play::Misere {
                return Err(Stop::Message("Grundy values are those of normal play; ask for --outcomes".to_owned(), 2));
            } else {
                plan.grundy(&region, context)?
            };
            clock.stop(Phase::Engine);
            terminal::end();
            table(about, (&values, *outcomes), format, &region, &mut out)?;
        }
        Command::PPositions { up_to, sorted, grundy, chain, engine, .. } => {
            let plan = Plan::named(engine.as_deref(), about.1)?;
            p_positions(about, &plan, *up_to, (*sorted, *grundy, *chain), format, context, &mut out)?;
        }
        Command::Check { .. }
        | Command::Completions { .. }
        | Command::Fmt { .. }
        | Command::Identify { .. }
        | Command::Merge { .. }
        | Command::Periods { .. }
        | Command::Prove { .. }
        | Command::Recheck { .. }
        | Command::Run { .. }
        | Command::Solve { .. }
        | Command::Verify { .. } => {}
    }
    out.flush()?;
    // P-positions, options and explanations are computed while they are printed.
    clock.stop(if matches!(command, Command::Table { .. }) { Phase::Rendering } else { Phase::Engine });
    clock.engine = context.answered.kind().map(EngineKind::name);
    Ok(())
}

fn position(text: &str, ruleset: &Ruleset) -> Result<Position, Stop> {
    let wrong = |why: String| {
        Stop::Message(format!("position {text}: {why}; positions are written 9,12 or 9,12;1 (heaps; registers)"), 2)
    };
    let (heaps, registers) = text.split_once(';').map_or((text, None), |(heaps, registers)| (heaps, Some(registers)));
    let numbers = |part: &str| {
        part.split(',')
            .map(|number| number.trim().trim_matches(['(', ')']).parse::<i64>())
            .collect::<Result<Vec<_>, _>>()
    };
    let mut all = numbers(heaps)
        .map_err(|_| wrong(format!("not a list of numbers, one for each of {}", ruleset.heaps.join(", "))))?;
    if all.len() != ruleset.heaps.len() {
        return Err(wrong(format!(
            "{} heaps are given, and the game has {} ({})",
            all.len(),
            ruleset.heaps.len(),
            ruleset.heaps.join(", ")
        )));
    }
    if all.iter().any(|heap| *heap < 0 || 1 << 31 <= *heap) {
        return Err(wrong("heaps lie between 0 and 2^31".to_owned()));
    }
    match registers {
        Some(registers) => all.extend(numbers(registers).map_err(|_| wrong("not a list of numbers".to_owned()))?),
        None => {
            for register in &ruleset.registers {
                let name = &register.name;
                let high =
                    register.high.ok_or_else(|| wrong(format!("register `{name}` has no bound: give its value")))?;
                all.push(high);
            }
        }
    }
    let registers = &all[ruleset.heaps.len()..];
    let fits = registers.len() == ruleset.registers.len()
        && registers
            .iter()
            .zip(&ruleset.registers)
            .all(|(value, register)| register.low <= *value && register.high.is_none_or(|high| *value <= high));
    if fits { Ok(all) } else { Err(wrong("the registers do not fit".to_owned())) }
}

/// A position that belongs to the game.
fn position_of(document: &Document, ruleset: &Ruleset, text: &str) -> Result<Position, Stop> {
    let position = position(text, ruleset)?;
    if let Some(condition) = document.excluding(ruleset, &position)? {
        let written = written(&position, ruleset);
        let message = format!("{written} does not belong to the game: `positions where` asks for `{condition}`");
        return Err(Stop::Message(message, 2));
    }
    Ok(position)
}

fn written(position: &[i64], ruleset: &Ruleset) -> String {
    let list = |part: &[i64]| part.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let (heaps, registers) = position.split_at(ruleset.heaps.len());
    if registers.is_empty() { format!("({})", list(heaps)) } else { format!("({}; {})", list(heaps), list(registers)) }
}

pub(in crate::cli) fn parameters(ruleset: &Ruleset) -> Value {
    settings_json(&ruleset.parameters)
}

/// What is taken for granted, as a JSON list.
pub(in crate::cli) fn assumed(ruleset: &Ruleset) -> Value {
    json!(ruleset.assumption().into_iter().collect::<Vec<_>>())
}

/// Parameters as a JSON object.
pub(in crate::cli) fn settings_json(settings: &Settings) -> Value {
    let values = settings.iter().map(|(name, value)| {
        let value = match value {
            ParameterValue::Number(number) => json!(number),
            ParameterValue::Set(set) => json!(set),
        };
        (name.clone(), value)
    });
    Value::Object(values.collect())
}

fn ways(ways: &[(usize, Vec<i64>)], ruleset: &Ruleset) -> String {
    let all = ways.iter().map(|(rule, amounts)| {
        let rule = &ruleset.moves[*rule];
        let amounts: Vec<String> =
            rule.amounts.iter().zip(amounts).map(|(name, value)| format!("{name} = {value}")).collect();
        let instance = if rule.instance.is_empty() { String::new() } else { format!(" [{}]", rule.instance) };
        format!("{}{instance} {}", rule.name, amounts.join(", ")).trim_end().to_owned()
    });
    all.collect::<Vec<_>>().join("; ")
}

fn ways_json(ways: &[(usize, Vec<i64>)], ruleset: &Ruleset) -> Value {
    let all = ways.iter().map(|(rule, amounts)| {
        let rule = &ruleset.moves[*rule];
        let amounts: serde_json::Map<String, Value> =
            rule.amounts.iter().cloned().zip(amounts.iter().map(|value| json!(value))).collect();
        let mut way = json!({"move": rule.name, "amounts": amounts});
        if !rule.instance.is_empty() {
            way["instance"] = json!(rule.instance);
        }
        way
    });
    all.collect()
}

fn options((document, ruleset, _): About<'_>, text: &str, format: Format, out: &mut impl Write) -> Result<(), Stop> {
    let from = position_of(document, ruleset, text)?;
    let options = Options::new(ruleset).map_err(engine::EngineError::from)?;
    let reached = options.list(&from).map_err(engine::EngineError::from)?;
    if format == Format::Json {
        let list: Vec<Value> = reached
            .iter()
            .map(|option| json!({"position": option.position, "ways": ways_json(&option.ways, ruleset)}))
            .collect();
        writeln!(out, "{}", json!({"schema": 1, "position": from, "options": list}))?;
        return Ok(());
    }
    writeln!(out, "{} has {} options", written(&from, ruleset), reached.len())?;
    for option in &reached {
        writeln!(out, "{}  by {}", written(&option.position, ruleset), ways(&option.ways, ruleset))?;
    }
    Ok(())
}

fn explain(
    (document, ruleset, play): About<'_>,
    text: Option<&str>,
    format: Format,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let chosen = Plan::of(ruleset);
    let (engine, why) = (chosen.kind().name(), chosen.why());
    let Some(text) = text else {
        if format == Format::Json {
            let moves: Vec<&str> = ruleset.moves.iter().map(|rule| rule.name.as_str()).collect();
            writeln!(
                out,
                "{}",
                json!({"schema": 1, "ruleset": ruleset.name, "params": parameters(ruleset), "heaps": ruleset.heaps, "moves": moves, "measure": ruleset.measure, "assumes": assumed(ruleset), "engine": engine, "why": why})
            )?;
            return Ok(());
        }
        for item in &document.file.items {
            if !matches!(item.kind, ItemKind::Claim(_)) {
                writeln!(out, "{}", print_item(item))?;
            }
        }
        writeln!(out, "\nparameters: {}", parameters(ruleset))?;
        writeln!(out, "{}", ruleset.ending())?;
        writeln!(out, "engine: {engine}, because {why}")?;
        for item in &document.file.items {
            if let ItemKind::Claim(claim) = &item.kind {
                writeln!(out, "{} \"{}\" (see `verify` and `prove`)", claim.kind, claim.name)?;
            }
        }
        return Ok(());
    };
    let from = position_of(document, ruleset, text)?;
    let (grundy, outcome) = chosen.value_at(&from, play, context)?;
    let options = Options::new(ruleset).map_err(engine::EngineError::from)?;
    let mut list = Vec::new();
    for option in options.list(&from).map_err(engine::EngineError::from)? {
        let (grundy, outcome) = chosen.value_at(&option.position, play, context)?;
        list.push((option, grundy, outcome));
    }
    let letter = |outcome: Outcome| if outcome == Outcome::P { "P" } else { "N" };
    if format == Format::Json {
        let all: Vec<Value> = list.iter().map(|(option, grundy, outcome)| json!({"position": option.position, "grundy": grundy, "outcome": letter(*outcome), "ways": ways_json(&option.ways, ruleset)})).collect();
        let winning: Vec<&Position> =
            list.iter().filter(|entry| entry.2 == Outcome::P).map(|entry| &entry.0.position).collect();
        writeln!(
            out,
            "{}",
            json!({"schema": 1, "position": from, "outcome": letter(outcome), "grundy": grundy, "options": all, "winning": winning})
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "{} is {} and has Grundy value {grundy}",
        written(&from, ruleset),
        if outcome == Outcome::P { "a P-position" } else { "an N-position" }
    )?;
    for (option, grundy, outcome) in &list {
        let mark = if *outcome == Outcome::P { terminal::marked("*") } else { " ".to_owned() };
        writeln!(
            out,
            "{mark} {} {} {grundy}  by {}",
            written(&option.position, ruleset),
            letter(*outcome),
            ways(&option.ways, ruleset)
        )?;
    }
    if list.is_empty() {
        let ends = if play == Play::Normal { "who has to move has lost" } else { "who has to move has won" };
        writeln!(out, "it is terminal: no move leads from it, and {ends}")?;
    } else {
        writeln!(out, "* marks the winning moves")?;
    }
    Ok(())
}

fn region(ruleset: &Ruleset, size: Option<&str>, total: Option<u64>) -> Result<Region, Stop> {
    if let Some(total) = total {
        return Ok(Region::Total(total));
    }
    let text = size.unwrap_or("16");
    let sizes = text.split(',').map(|part| part.trim().parse::<u64>()).collect::<Result<Vec<_>, _>>();
    let mut sizes = sizes.map_err(|_| Stop::Message(format!("--size {text}: write N, or N,M for each heap"), 2))?;
    if sizes.len() == 1 {
        sizes = vec![sizes[0]; ruleset.heaps.len()];
    }
    Ok(Region::Box(sizes))
}

/// Restricts what tables show of registers: `pass=1`, `q=0..10`.
pub(in crate::cli) fn fixed(ruleset: &mut Ruleset, at: &[String]) -> Result<(), Stop> {
    for one in at {
        let wrong = |why: &str| Stop::Message(format!("--at {one}: {why}; write REGISTER=VALUE or REGISTER=0..10"), 2);
        let (name, value) = one.split_once('=').ok_or_else(|| wrong("there is no `=`"))?;
        let (low, high) = value.split_once("..").unwrap_or((value, value));
        let (low, high) = low
            .trim()
            .parse::<i64>()
            .ok()
            .zip(high.trim().parse::<i64>().ok())
            .ok_or_else(|| wrong("this is no number"))?;
        let known: Vec<String> = ruleset.registers.iter().map(|register| register.name.clone()).collect();
        let register = ruleset.registers.iter_mut().find(|register| register.name == name.trim()).ok_or_else(|| {
            let known = if known.is_empty() {
                "this ruleset has no registers".to_owned()
            } else {
                format!("registers are {}", known.join(", "))
            };
            wrong(&known)
        })?;
        if low < register.low || high < low || register.high.is_some_and(|most| most < high) || 1 << 31 <= high {
            return Err(wrong("the register never has this value"));
        }
        register.shown = Some((low, high));
    }
    Ok(())
}

pub(in crate::cli) fn cell(value: Option<u32>, outcomes: bool) -> String {
    match value {
        None => ".".to_owned(),
        Some(value) if outcomes => if value == 0 { "P" } else { "N" }.to_owned(),
        Some(value) => value.to_string(),
    }
}

/// The values of a table in lists of lists.
pub(in crate::cli) fn nested(shape: &[u64], values: &[Option<u32>], outcomes: bool) -> Value {
    let Some((first, rest)) = shape.split_first() else {
        return match values.first().copied().flatten() {
            None => Value::Null,
            Some(value) if outcomes => json!(if value == 0 { "P" } else { "N" }),
            Some(value) => json!(value),
        };
    };
    let step = values.len().checked_div(usize::try_from(*first).unwrap_or(1)).unwrap_or(0);
    (0..usize::try_from(*first).unwrap_or(0))
        .map(|index| nested(rest, &values[index * step..(index + 1) * step], outcomes))
        .collect()
}

fn table(
    (document, ruleset, play): About<'_>,
    (table, outcomes): (&Table, bool),
    format: Format,
    region: &Region,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let cite = || formats::cite(document, ruleset, region, play);
    match format {
        Format::Hash => {
            let mut hasher = blake3::Hasher::new();
            let mut bytes = Vec::new();
            for values in table.layers.iter().map(|layer| &layer.1) {
                for first in (0..values.len()).step_by(HASHED) {
                    bytes.clear();
                    values.append_to(&mut bytes, first..values.len().min(first + HASHED));
                    hasher.update(&bytes);
                }
            }
            writeln!(out, "{}", hasher.finalize().to_hex())?;
        }
        Format::Json => {
            let text = formats::json(ruleset, (table, outcomes), play, &cite());
            writeln!(out, "{}", text.map_err(|error| Stop::Message(error.to_string(), 2))?)?;
        }
        Format::Latex => formats::latex(ruleset, table, outcomes, &cite(), out)?,
        Format::Mathematica => formats::mathematica(ruleset, table, outcomes, &cite(), out)?,
        // No text: nothing is escaped.
        Format::Npy => formats::npy(ruleset, table, &mut io::BufWriter::new(io::stdout().lock()))?,
        Format::Text | Format::Csv => {
            for (registers, values) in &table.layers {
                if !ruleset.registers.is_empty() {
                    let names: Vec<String> = ruleset
                        .registers
                        .iter()
                        .zip(registers)
                        .map(|(register, value)| format!("{} = {value}", register.name))
                        .collect();
                    writeln!(out, "{}", names.join(", "))?;
                }
                slices(ruleset, &table.shape, &values.to_vec(), (outcomes, format), out)?;
            }
            if format == Format::Text && !outcomes {
                writeln!(out, "[0] marks P-positions of normal play")?;
            }
        }
    }
    Ok(())
}

fn slices(
    ruleset: &Ruleset,
    shape: &[u64],
    values: &[Option<u32>],
    (outcomes, format): (bool, Format),
    out: &mut impl Write,
) -> Result<(), Stop> {
    let columns = usize::try_from(shape[shape.len() - 1]).unwrap_or(0).max(1);
    let rows = if 1 < shape.len() { usize::try_from(shape[shape.len() - 2]).unwrap_or(0).max(1) } else { 1 };
    let show = |value: Option<u32>| {
        if format == Format::Text && !outcomes && value == Some(0) { "[0]".to_owned() } else { cell(value, outcomes) }
    };
    let width = values.iter().map(|value| show(*value).len()).chain([columns.to_string().len()]).max().unwrap_or(1);
    for (slice, part) in values.chunks(columns * rows).enumerate() {
        if 2 < shape.len() {
            let mut index = slice as u64;
            let mut heads = Vec::new();
            for heap in (0..shape.len() - 2).rev() {
                heads.push(format!("{} = {}", ruleset.heaps[heap], index % shape[heap]));
                index /= shape[heap];
            }
            heads.reverse();
            writeln!(out, "{}", heads.join(", "))?;
        }
        let last = &ruleset.heaps[shape.len() - 1];
        let corner = if 1 < shape.len() { format!("{}\\{last}", ruleset.heaps[shape.len() - 2]) } else { last.clone() };
        let head = corner.len().max(rows.to_string().len());
        if format == Format::Csv {
            for row in part.chunks(columns) {
                writeln!(
                    out,
                    "{}",
                    row.iter()
                        .map(|value| value.map_or_else(String::new, |_| cell(*value, outcomes)))
                        .collect::<Vec<_>>()
                        .join(",")
                )?;
            }
            continue;
        }
        // On a terminal a table wider than its lines is shown in blocks of columns.
        let fitting = terminal::width().map(|letters| letters.saturating_sub(head + 3).max(width) / (width + 1));
        let block = fitting.unwrap_or(columns).max(1);
        for first in (0..columns).step_by(block) {
            let shown = first..columns.min(first + block);
            if first != 0 {
                writeln!(out)?;
            }
            let numbers: Vec<String> = shown.clone().map(|column| format!("{column:>width$}")).collect();
            writeln!(out, "{corner:>head$} | {}", numbers.join(" "))?;
            for (row, cells) in part.chunks(columns).enumerate() {
                let cells: Vec<String> = cells[shown.clone()]
                    .iter()
                    .map(|value| {
                        let padded = format!("{:>width$}", show(*value));
                        if *value == Some(0) { terminal::marked(&padded) } else { padded }
                    })
                    .collect();
                let label = if 1 < shape.len() { row.to_string() } else { String::new() };
                writeln!(out, "{label:>head$} | {}", cells.join(" "))?;
            }
        }
    }
    Ok(())
}

fn p_positions(
    (_, ruleset, play): About<'_>,
    engine: &Plan<'_>,
    up_to: u64,
    (sorted, grundy, chain): (bool, Option<u32>, bool),
    format: Format,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let heaps = ruleset.heaps.len();
    let mut all = match grundy {
        None => engine.p_positions(up_to, play, context)?,
        Some(wanted) => {
            let bound = up_to.checked_add(1).ok_or_else(|| Stop::Message("--up-to is too large".to_owned(), 2))?;
            let table = engine.grundy(&Region::Box(vec![bound; heaps]), context)?;
            table.positions_of(wanted)
        }
    };
    terminal::end();
    if chain {
        return print_chain(&all, ruleset, format, out);
    }
    if sorted && engine::is_symmetric(ruleset) {
        all.retain(|position| position[..heaps].is_sorted());
    } else if sorted {
        writeln!(
            terminal::err(),
            "nimdsl: the game is not shown to be symmetric in its heaps, so --sorted leaves nothing out: all positions are listed"
        )?;
    }
    if format == Format::Json {
        writeln!(out, "{}", json!({"schema": 1, "p_positions": all}))?;
        return Ok(());
    }
    for position in &all {
        if format == Format::Csv {
            writeln!(out, "{}", position.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))?;
        } else {
            writeln!(out, "{}", written(position, ruleset))?;
        }
    }
    Ok(())
}

fn print_chain(all: &[Position], ruleset: &Ruleset, format: Format, out: &mut impl Write) -> Result<(), Stop> {
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return Err(Stop::Message("--chain needs two heaps and no registers".to_owned(), 2));
    }
    let known: HashSet<&Position> = all.iter().collect();
    let alone = all.iter().find(|position| !known.contains(&vec![position[1], position[0]]));
    if let Some(position) = alone {
        let (here, mirrored) = (written(position, ruleset), written(&[position[1], position[0]], ruleset));
        return Err(Stop::Message(
            format!("{here} is listed and {mirrored} is not, so the positions are no chain with its mirror images"),
            1,
        ));
    }
    let sorted: Vec<&[i64]> = all.iter().map(Vec::as_slice).filter(|position| position.is_sorted()).collect();
    let Some(chain) = Chain::of(&sorted) else {
        return Err(Stop::Message(
            "the positions with x <= y do not form a chain (a1, a2), (a2, a3), ...".to_owned(),
            1,
        ));
    };
    if format == Format::Json {
        writeln!(out, "{}", json!({"schema": 1, "chain": chain.terms, "is": chain.hit}))?;
        return Ok(());
    }
    writeln!(out, "{}", chain.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))?;
    writeln!(out, "{}", chain.words().unwrap_or_else(|| "no name is known for it".to_owned()))?;
    Ok(())
}
