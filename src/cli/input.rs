//! Words of the command line to what they mean: parameters, registers, positions, regions. Reads no file.
use super::stop::Stop;
use nimdsl::check::Settings;
use nimdsl::rules::Rules;
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use nimdsl::table::Region;

/// Parameters: `c=2`, `S=1,2,5`, `M=(1,2),(2,1)`, as they stand behind this option.
pub(in crate::cli) fn settings(option: &str, given: &[String]) -> Result<Settings, Stop> {
    let mut chosen = Settings::new();
    for one in given {
        let wrong = || {
            let form = "write NAME=NUMBER, NAME=1,2,5 for a set, or NAME=(1,2),(2,1) for a set of brackets";
            Stop::Message(format!("{option} {one}: {form}"), 2)
        };
        let (name, value) = one.split_once('=').ok_or_else(wrong)?;
        let value = value.trim().trim_start_matches('{').trim_end_matches('}');
        let value = if value.contains('(') { brackets(value) } else { numbers(value).map(of_numbers) };
        if chosen.insert(name.trim().to_owned(), value.ok_or_else(wrong)?).is_some() {
            let name = name.trim();
            return Err(Stop::Message(format!("{option} {one}: `{name}` is given twice; keep one of them"), 2));
        }
    }
    Ok(chosen)
}

fn numbers(list: &str) -> Option<Vec<i64>> {
    list.split(',').map(|part| part.trim().parse::<i64>().ok()).collect()
}

/// One number, or a set of several.
fn of_numbers(mut numbers: Vec<i64>) -> ParameterValue {
    if numbers.len() == 1 {
        return ParameterValue::Number(numbers[0]);
    }
    numbers.sort_unstable();
    numbers.dedup();
    ParameterValue::Set(numbers)
}

/// `(1, 2), (2, 1)`.
fn brackets(list: &str) -> Option<ParameterValue> {
    let mut all = Vec::new();
    let mut rest = list.trim();
    loop {
        let (inside, after) = rest.strip_prefix('(')?.split_once(')')?;
        all.push(numbers(inside)?);
        let after = after.trim();
        if after.is_empty() {
            break;
        }
        rest = after.strip_prefix(',')?.trim();
    }
    all.sort_unstable();
    all.dedup();
    Some(ParameterValue::Brackets(all))
}

/// Restricts what tables show of registers: `pass=1`, `q=0..10`.
pub(in crate::cli) fn show_registers(mut rules: Rules, at: &[String]) -> Result<Rules, Stop> {
    for one in at {
        let wrong = |why: &str| Stop::refused(format!("--at {one}: {why}; write REGISTER=VALUE or REGISTER=0..10"));
        let (name, value) = one.split_once('=').ok_or_else(|| wrong("there is no `=`"))?;
        let (low, high) = value.split_once("..").unwrap_or((value, value));
        let low = low.trim().parse::<i64>().ok();
        let (low, high) = low.zip(high.trim().parse::<i64>().ok()).ok_or_else(|| wrong("this is no number"))?;
        rules = rules.showing(name.trim(), low..=high).map_err(|why| wrong(&why.to_string()))?;
    }
    Ok(rules)
}

/// The positions of a table: `16`, or `16,20` for each heap; or all below a total.
pub(in crate::cli) fn region(ruleset: &Ruleset, size: Option<&str>, total: Option<u64>) -> Result<Region, Stop> {
    if let Some(total) = total {
        return Ok(Region::Total(total));
    }
    let text = size.unwrap_or("16");
    let sizes = text.split(',').map(|part| part.trim().parse::<u64>()).collect::<Result<Vec<_>, _>>();
    let mut sizes = sizes.map_err(|_| Stop::refused(format!("--size {text}: write N, or N,M for each heap")))?;
    if sizes.len() == 1 {
        sizes = vec![sizes[0]; ruleset.heaps.len()];
    }
    Ok(Region::Box(sizes))
}

/// A position as it is written: `9,12`, or `9,12;1` with registers, which have their greatest values where they are left out.
pub(in crate::cli) fn position(rules: &Rules, text: &str) -> Result<Position, Stop> {
    let wrong = |why: &str| {
        Stop::refused(format!("position {text}: {why}; positions are written 9,12 or 9,12;1 (heaps; registers)"))
    };
    let (heaps, registers) = text.split_once(';').map_or((text, None), |(heaps, registers)| (heaps, Some(registers)));
    let numbers = |part: &str| {
        part.split(',')
            .map(|number| number.trim().trim_matches(['(', ')']).parse::<i64>())
            .collect::<Result<Vec<_>, _>>()
    };
    let names = rules.ruleset().heaps.join(", ");
    let heaps = numbers(heaps).map_err(|_| wrong(&format!("not a list of numbers, one for each of {names}")))?;
    let registers = registers.map(numbers).transpose().map_err(|_| wrong("not a list of numbers"))?;
    rules.position(&heaps, registers.as_deref()).map_err(|why| wrong(&why.to_string()))
}
