//! Options of every smaller value, guessed from a small table: made of the heaps, the value w that is to be reached, the d with
//! `d (d - 1) / 2 <= w < d (d + 1) / 2`, and a multiple of d. Proves nothing.
use crate::certificate::{MULTIPLE, STEP, SmallerOption, Sum, VALUE};
use crate::engine::{Context, Plan};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use indexmap::IndexMap;

/// Heaps of positions that are looked at are below this, and those of the table below three times as much, by the number of heaps.
const REACH: [i64; 4] = [0, 40, 16, 6];
/// Ways at most.
const MOST_WAYS: usize = 8;
/// Of the values below that of a position, every so many are looked at.
const STRIDE: usize = 3;

/// A position and a smaller value.
struct SmallerValue {
    position: Position,
    value: i64,
    step: i64,
}

/// A way, and at which places of the list it leads to an option of the value.
struct GuessedWay {
    way: SmallerOption,
    leads: Vec<bool>,
}

/// A number made of names.
fn sum(constant: i64, of: &[(&str, i64)]) -> Sum {
    let mut names: IndexMap<String, i64> = IndexMap::new();
    for (name, coefficient) in of {
        *names.entry((*name).to_owned()).or_default() += coefficient;
    }
    names.retain(|_, coefficient| *coefficient != 0);
    Sum { constant, of: names }
}

/// Ways to all smaller values, as a table suggests them; none if there are none of this kind.
pub(in crate::prover) fn guessed(ruleset: &Ruleset, context: &Context) -> Option<Vec<SmallerOption>> {
    let heaps = ruleset.heaps.len();
    let reach = *REACH.get(heaps).filter(|reach| 0 < **reach && ruleset.registers.is_empty())?;
    let side = u64::try_from(3 * reach).ok()?;
    let table = Plan::of(ruleset).grundy(&Region::Box(vec![side; heaps]), context).ok()?;
    let options = Options::new(ruleset).ok()?;
    let wanted = wanted(&table, heaps, reach);
    let mut candidates = Vec::new();
    for (multiple, option) in forms(ruleset) {
        let leads = wanted.iter().map(|one| {
            let option = position(ruleset, one, multiple.as_ref(), &option)?;
            let same = table.get(&option).map(i64::from) == Some(one.value);
            (same && options.is_option(&one.position, &option).ok()?).then_some(())
        });
        let leads: Vec<bool> = leads.map(|found| found.is_some()).collect();
        if leads.contains(&true) {
            candidates.push(GuessedWay {
                way: SmallerOption { numbers: Vec::new(), given: Vec::new(), multiple, option },
                leads,
            });
        }
    }
    covered(ruleset, &wanted, &candidates)
}

fn wanted(table: &Table, heaps: usize, reach: i64) -> Vec<SmallerValue> {
    let mut all = Vec::new();
    let mut position: Position = vec![0; heaps].into_iter().collect();
    loop {
        if let Some(known) = table.get(&position) {
            let first = usize::try_from(position.iter().sum::<i64>()).expect("heaps are not negative") % STRIDE;
            for value in (0..i64::from(known)).skip(first).step_by(STRIDE) {
                let step = (1 + (8 * value + 1).isqrt()) / 2;
                all.push(SmallerValue { position: position.clone(), value, step });
            }
        }
        let Some(at) = (0..heaps).find(|at| position[*at] + 1 < reach) else { return all };
        position[at] += 1;
        position[..at].fill(0);
    }
}

/// Forms of options: each coordinate is 0, as it was, the value, or the value, a multiple of the step up to a heap, and steps.
fn forms(ruleset: &Ruleset) -> Vec<(Option<Sum>, Vec<Sum>)> {
    let plain = |heap: &str| vec![sum(0, &[]), sum(0, &[(heap, 1)]), sum(0, &[(VALUE, 1)]), sum(1, &[(VALUE, 1)])];
    let mut all: Vec<(Option<Sum>, Vec<Sum>)> = Vec::new();
    let mut add = |multiple: Option<Sum>, more: &[Sum]| {
        let mut options: Vec<Vec<Sum>> = vec![Vec::new()];
        for heap in &ruleset.heaps {
            let coordinates: Vec<Sum> = plain(heap).into_iter().chain(more.iter().cloned()).collect();
            let longer = |option: &Vec<Sum>| {
                let option = option.clone();
                coordinates
                    .iter()
                    .map(move |one| [option.as_slice(), std::slice::from_ref(one)].concat())
                    .collect::<Vec<_>>()
            };
            options = options.iter().flat_map(longer).collect();
        }
        all.extend(options.into_iter().map(|option| (multiple.clone(), option)));
    };
    add(None, &[]);
    for heap in &ruleset.heaps {
        for offset in [0, 1] {
            let more: Vec<Sum> =
                (-1..=1).map(|steps| sum(offset, &[(VALUE, 1), (MULTIPLE, 1), (STEP, steps)])).collect();
            add(Some(sum(-offset, &[(heap, 1), (VALUE, -1)])), &more);
        }
    }
    all
}

/// What a number is at a position.
fn number(ruleset: &Ruleset, wanted: &SmallerValue, multiple: i64, sum: &Sum) -> i64 {
    let of = sum.of.iter().map(|(name, coefficient)| {
        let heap = ruleset.heaps.iter().position(|heap| heap == name);
        coefficient
            * match (heap, name.as_str()) {
                (Some(heap), _) => wanted.position[heap],
                (None, VALUE) => wanted.value,
                (None, STEP) => wanted.step,
                (None, _) => multiple,
            }
    });
    sum.constant + of.sum::<i64>()
}

/// An option by its form, if no heap is negative.
fn position(ruleset: &Ruleset, wanted: &SmallerValue, multiple: Option<&Sum>, option: &[Sum]) -> Option<Position> {
    let multiple = multiple.map_or(0, |up_to| {
        let up_to = number(ruleset, wanted, 0, up_to);
        up_to - up_to.rem_euclid(wanted.step)
    });
    let heaps: Position = option.iter().map(|one| number(ruleset, wanted, multiple, one)).collect();
    heaps.iter().all(|heap| 0 <= *heap).then_some(heaps)
}

/// Ways one after the other, each of which leads wherever it is for and no earlier one is, until nothing is left.
fn covered(ruleset: &Ruleset, wanted: &[SmallerValue], candidates: &[GuessedWay]) -> Option<Vec<SmallerOption>> {
    let mut orders = vec![Vec::new()];
    for heap in &ruleset.heaps {
        let others = ruleset.heaps.iter().filter(|other| *other != heap);
        orders.push(others.map(|other| sum(0, &[(other, 1), (heap, -1)])).collect::<Vec<_>>());
    }
    let mut left: Vec<usize> = (0..wanted.len()).collect();
    let mut ways = Vec::new();
    while !left.is_empty() && ways.len() < MOST_WAYS {
        let mut best: Option<(usize, SmallerOption)> = None;
        for candidate in candidates {
            for order in &orders {
                let given: Vec<Sum> = order.iter().cloned().chain(candidate.way.multiple.clone()).collect();
                let is_for = |at: &usize| given.iter().all(|one| 0 <= number(ruleset, &wanted[*at], 0, one));
                let mut count = 0;
                let good = left.iter().filter(|at| is_for(at)).all(|at| {
                    count += 1;
                    candidate.leads[*at]
                });
                if good && best.as_ref().map_or(0, |best| best.0) < count {
                    best = Some((count, SmallerOption { given, ..candidate.way.clone() }));
                }
            }
        }
        let (_, way) = best?;
        left.retain(|at| !way.given.iter().all(|one| 0 <= number(ruleset, &wanted[*at], 0, one)));
        ways.push(way);
    }
    left.is_empty().then_some(ways)
}
