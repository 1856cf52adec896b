//! Boards and positions on them: the cells of a slice of a table, and what can be done from a position.
use crate::desk::Desk;
use crate::games::PageGame;
use nimdsl::rules::{NoAnswer, ReachedOption, ReachedRun, Rules, Tabled, to_json};
use nimdsl::ruleset::Position;
use nimdsl::table::Region;
use nimdsl::value::{Outcome, Play, Saturate};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::rc::Rc;

/// What cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Shows {
    /// Grundy values of normal play.
    Grundy,
    /// 0 at P-positions, 1 at the others.
    Outcomes,
}

/// What a cell without a value holds.
const NONE: u32 = u32::MAX;
/// A heap that is fixed is rounded up to a multiple of this, so that its slider moves in one table; an empty one is left out, since
/// positions without it may be the only ones with finitely many options.
const SLICES: u64 = 8;
/// Tables that tell which options win have at most so many cells.
const MOST_CELLS: u64 = 1 << 25;
/// Options that are listed, and winning ones that are told.
const MOST_OPTIONS: u64 = 4_000;
const MOST_WINNING: usize = 60;
/// Ways to move among which those to winning options are looked for.
const MOST_WAYS: u64 = 4_000_000;

fn asked(game: &PageGame, what: Shows, region: &Region, desk: &mut Desk) -> Result<Rc<Tabled>, NoAnswer> {
    let rules = desk.rules(game)?;
    let key = format!("{} {what:?} {region:?}", game.key());
    desk.table(&key, || match what {
        Shows::Grundy => rules.grundy(region, &Desk::context()),
        Shows::Outcomes => rules.outcomes(region, &Desk::context()),
    })
}

/// The cells of a slice: `sizes` bounds each heap, and heaps with a fixed value do not run. Every register is to be given a value.
pub(crate) fn board(
    game: &PageGame,
    what: Shows,
    sizes: &[u64],
    fixed: &[Option<u64>],
    desk: &mut Desk,
) -> Result<Value, NoAnswer> {
    let heaps = desk.rules(game)?.ruleset().heaps.len();
    if sizes.len() != heaps || fixed.len() != heaps {
        return Err(NoAnswer::Question(format!("a board needs a size and a slice for each of {heaps} heaps")));
    }
    let slices = |at: u64| if at == 0 { 1 } else { at.saturating_add(1).next_multiple_of(SLICES) };
    let bound = |(size, fixed): (&u64, &Option<u64>)| fixed.map_or(*size, slices);
    let bounds: Vec<u64> = sizes.iter().zip(fixed).map(bound).collect();
    let table = asked(game, what, &Region::Box(bounds), desk)?;
    let shape: Vec<u64> = sizes.iter().zip(fixed).filter(|(_, fixed)| fixed.is_none()).map(|(size, _)| *size).collect();
    let registers = table.table.layers.first().map(|layer| layer.0.clone()).unwrap_or_default();
    desk.cells.clear();
    if shape.len() == heaps {
        let values = table.table.layers.first().into_iter().flat_map(|layer| layer.1.iter());
        desk.cells.extend(values.map(|value| value.unwrap_or(NONE)));
    } else {
        let count: u64 = shape.iter().product();
        for index in 0..count {
            let mut place: Position = place(index, sizes, fixed);
            place.extend(&registers);
            desk.cells.push(table.table.get(&place).unwrap_or(NONE));
        }
    }
    let p_positions = desk.cells.iter().filter(|value| **value == 0).count();
    let most = desk.cells.iter().filter(|value| **value != NONE).max().copied();
    let (cite, engine) = (table.cite(), desk.rules(game)?.about().engine);
    Ok(json!({"shape": shape, "most": most, "p_positions": p_positions, "cite": cite, "engine": engine}))
}

/// The heaps of a cell of a slice.
fn place(mut index: u64, sizes: &[u64], fixed: &[Option<u64>]) -> Position {
    let mut place = vec![0; sizes.len()];
    for ((heap, size), fixed) in place.iter_mut().zip(sizes).zip(fixed).rev() {
        let value = fixed.unwrap_or(index % size.max(&1));
        if fixed.is_none() {
            index /= size.max(&1);
        }
        *heap = value.saturated();
    }
    place
}

/// A whole table in the JSON form of the library.
pub(crate) fn table(game: &PageGame, what: Shows, size: u64, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let heaps = desk.rules(game)?.ruleset().heaps.len();
    let table = asked(game, what, &Region::Box(vec![size; heaps]), desk)?;
    Ok(json!(*table))
}

/// How many options, at most: those that several ways lead to are counted for each.
fn ways_in_all(runs: &[ReachedRun]) -> u64 {
    runs.iter().fold(0, |all, run| all.saturating_add(run.count))
}

/// Outcomes of a position and all its options, if a table of moderate size holds them.
fn outcomes(game: &PageGame, position: &[i64], runs: &[ReachedRun], desk: &mut Desk) -> Option<Rc<Tabled>> {
    let game = game.with_all_registers();
    let rules = desk.rules(&game).ok()?;
    let ruleset = rules.ruleset();
    let mut bounds = position[..ruleset.heaps.len()].to_vec();
    for place in runs.iter().flat_map(|run| [run.first.clone(), run.last()]) {
        bounds.iter_mut().zip(place).for_each(|(bound, heap)| *bound = (*bound).max(heap));
    }
    // Powers of two, so that neighbours need the same table.
    let bounds: Vec<u64> =
        bounds.iter().map(|bound| (bound.saturated::<u64>() + 1).next_power_of_two().max(16)).collect();
    let layers = ruleset.registers.iter().try_fold(1_u64, |all, register| {
        let (low, high) = register.shown?;
        all.checked_mul(u64::try_from(high - low + 1).ok()?)
    })?;
    let cells = bounds.iter().try_fold(layers, |all, bound| all.checked_mul(*bound))?;
    if MOST_CELLS < cells {
        return None;
    }
    asked(&game, Shows::Outcomes, &Region::Box(bounds), desk).ok()
}

/// A position: its outcome, how many ways lead from it, the winning ones, and its options as runs among the cells: first coordinates,
/// steps, count. What the table cannot tell is `null`.
pub(crate) fn look(game: &PageGame, position: &[i64], desk: &mut Desk) -> Result<Value, NoAnswer> {
    let rules = desk.rules(&game.with_all_registers())?;
    belongs(&rules, position)?;
    if rules.ruleset().breaks() {
        return sums(&rules, position, desk);
    }
    let runs = rules.runs(position)?;
    let ways = ways_in_all(&runs);
    let table = outcomes(game, position, &runs, desk);
    let mut winning: Vec<Position> = Vec::new();
    let mut outcome = Value::Null;
    if let Some(table) = &table {
        let is_p = |place: &[i64]| table.table.get(place) == Some(0);
        outcome = json!(if is_p(position) { "P" } else { "N" });
        for run in &runs {
            let mut place = run.first.clone();
            for _ in 0..run.count {
                if is_p(&place) {
                    winning.push(place.clone());
                }
                place.iter_mut().zip(&run.step).for_each(|(heap, step)| *heap += step);
            }
        }
    } else if ways <= MOST_OPTIONS
        && let Ok(explained) = rules.explain(position, &Desk::context())
    {
        outcome = to_json(&explained)["outcome"].clone();
        winning = explained.winning;
    }
    winning.sort_unstable();
    winning.dedup();
    let count = winning.len();
    winning.truncate(MOST_WINNING);
    let told = if ways <= MOST_WAYS { json!(rules.ways(position, &winning)?) } else { Value::Null };
    put(&runs, desk);
    Ok(json!({
        "position": position, "outcome": outcome, "ways": ways, "runs": runs.len(), "winning_count": count,
        "winning": winning, "told": told
    }))
}

/// A position whose options are sums of positions: the winning ones, none of which has a place on the board.
fn sums(rules: &Rules, position: &[i64], desk: &mut Desk) -> Result<Value, NoAnswer> {
    let explained = rules.explain(position, &Desk::context())?;
    let winning: Vec<&ReachedOption> =
        explained.options.iter().filter(|one| one.outcome == Outcome::P).map(|one| &one.option).collect();
    put(&[], desk);
    let outcome = to_json(&explained)["outcome"].clone();
    let told = &winning[..winning.len().min(MOST_WINNING)];
    Ok(json!({
        "position": position, "outcome": outcome, "ways": explained.options.len(), "runs": 0, "winning_count": winning.len(),
        "winning": [], "told": told, "sums": true
    }))
}

/// Runs as cells, numbers below zero as the 32 bits of two's complement.
fn put(runs: &[ReachedRun], desk: &mut Desk) {
    let bits = |number: i64| number.saturated::<i32>().cast_unsigned();
    desk.cells.clear();
    for run in runs {
        desk.cells.extend(run.first.iter().chain(&run.step).map(|number| bits(*number)));
        desk.cells.push(run.count.saturated());
    }
}

fn belongs(rules: &Rules, position: &[i64]) -> Result<(), NoAnswer> {
    let heaps = rules.ruleset().heaps.len().min(position.len());
    let (heaps, registers) = position.split_at(heaps);
    rules.position(heaps, Some(registers)).map(|_| ())
}

/// A position with all its options and their values; refused where there are too many to list.
pub(crate) fn explain(game: &PageGame, position: &[i64], desk: &mut Desk) -> Result<Value, NoAnswer> {
    let rules = desk.rules(&game.with_all_registers())?;
    belongs(&rules, position)?;
    if rules.ruleset().breaks() {
        let why = "positions break into several here, and the board has place for one: play this game on paper";
        return Err(NoAnswer::Question(why.to_owned()));
    }
    let ways = ways_in_all(&rules.runs(position)?);
    if MOST_OPTIONS < ways {
        let why = format!("{ways} ways lead from here, and at most {MOST_OPTIONS} are listed");
        return Err(NoAnswer::Question(why));
    }
    Ok(to_json(&rules.explain(position, &Desk::context())?))
}

/// The P-positions with heaps up to a bound, and their chain with its name, or why they are none.
pub(crate) fn positions(game: &PageGame, up_to: u64, desk: &mut Desk) -> Result<Value, NoAnswer> {
    let rules = desk.rules(game)?;
    let found = rules.p_positions(up_to, &Desk::context())?;
    let chain = rules.chain(&found.positions);
    let mut answer = to_json(&found);
    answer["misere"] = json!(rules.play() == Play::Misere);
    (answer["chain"], answer["name"], answer["no_chain"]) = match chain {
        Ok(chain) => (to_json(&chain)["chain"].take(), json!(chain.words()), Value::Null),
        Err(why) => (Value::Null, Value::Null, json!(why.to_string())),
    };
    Ok(answer)
}
