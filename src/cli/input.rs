//! Words of the command line to what they mean: parameters, registers, positions, regions. Reads no file.
use super::output::words;
use super::stop::Stop;
use nimdsl::check::{Document, Settings};
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use nimdsl::table::Region;

/// Heaps and registers are below this.
const MOST: i64 = 1 << 31;

/// Parameters: `c=2`, `S=1,2,5`.
pub(in crate::cli) fn settings(given: &[String]) -> Result<Settings, Stop> {
    let mut chosen = Settings::new();
    for one in given {
        let wrong = || Stop::Message(format!("--set {one}: write NAME=NUMBER, or NAME=1,2,5 for a set"), 2);
        let (name, value) = one.split_once('=').ok_or_else(wrong)?;
        let value = value.trim().trim_start_matches('{').trim_end_matches('}');
        let mut numbers = value
            .split(',')
            .map(|part| part.trim().parse::<i64>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| wrong())?;
        let value = if numbers.len() == 1 {
            ParameterValue::Number(numbers[0])
        } else {
            numbers.sort_unstable();
            numbers.dedup();
            ParameterValue::Set(numbers)
        };
        chosen.insert(name.trim().to_owned(), value);
    }
    Ok(chosen)
}

/// Restricts what tables show of registers: `pass=1`, `q=0..10`.
pub(in crate::cli) fn show_registers(ruleset: &mut Ruleset, at: &[String]) -> Result<(), Stop> {
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
        if low < register.low || high < low || register.high.is_some_and(|most| most < high) || MOST <= high {
            return Err(wrong("the register never has this value"));
        }
        register.shown = Some((low, high));
    }
    Ok(())
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

/// A position that belongs to the game.
pub(in crate::cli) fn position(document: &Document, ruleset: &Ruleset, text: &str) -> Result<Position, Stop> {
    let position = read_position(text, ruleset)
        .map_err(|why| format!("position {text}: {why}; positions are written 9,12 or 9,12;1 (heaps; registers)"))
        .map_err(Stop::refused)?;
    if let Some(condition) = document.excluding(ruleset, &position)? {
        let written = words::position(&position, ruleset);
        let message = format!("{written} does not belong to the game: `positions where` asks for `{condition}`");
        return Err(Stop::refused(message));
    }
    Ok(position)
}

/// Heaps and registers, or what is wrong; registers that are not given have their greatest values.
fn read_position(text: &str, ruleset: &Ruleset) -> Result<Position, String> {
    let (heaps, registers) = text.split_once(';').map_or((text, None), |(heaps, registers)| (heaps, Some(registers)));
    let numbers = |part: &str| {
        part.split(',')
            .map(|number| number.trim().trim_matches(['(', ')']).parse::<i64>())
            .collect::<Result<Vec<_>, _>>()
    };
    let names = ruleset.heaps.join(", ");
    let mut all = numbers(heaps).map_err(|_| format!("not a list of numbers, one for each of {names}"))?;
    if all.len() != ruleset.heaps.len() {
        return Err(format!("{} heaps are given, and the game has {} ({names})", all.len(), ruleset.heaps.len()));
    }
    if all.iter().any(|heap| !(0..MOST).contains(heap)) {
        return Err("heaps lie between 0 and 2^31".to_owned());
    }
    match registers {
        Some(registers) => all.extend(numbers(registers).map_err(|_| "not a list of numbers".to_owned())?),
        None => {
            for register in &ruleset.registers {
                let unbounded = || format!("register `{}` has no bound: give its value", register.name);
                all.push(register.high.ok_or_else(unbounded)?);
            }
        }
    }
    let registers = &all[ruleset.heaps.len()..];
    let fits = registers.len() == ruleset.registers.len()
        && registers
            .iter()
            .zip(&ruleset.registers)
            .all(|(value, register)| register.low <= *value && register.high.is_none_or(|high| *value <= high));
    if fits { Ok(all) } else { Err("the registers do not fit".to_owned()) }
}
