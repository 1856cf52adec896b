//! What the values of one heap with a pass left seem to be, from a small table: a map of the values without. The checker of certificates says whether
//! it is one. Knows nothing of automata.
use crate::certificate::PassedValues;
use crate::engine::{Context, Question, Values};
use crate::prover::Obstacle;
use crate::ruleset::Ruleset;
use crate::ruleset::options::Options;
use crate::value::Saturate;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The largest heap of the table.
const REACH: i64 = 300;
/// Values whose images are worked out.
const VALUES: usize = 160;
/// Numbers in the register, at most.
const MOST_REGISTERS: i64 = 16;

/// Values and options of the positions of a small table.
struct PassTable<'a> {
    options: &'a Options,
    values: Values<'a>,
}

impl PassTable<'_> {
    fn value(&mut self, heap: i64, register: i64) -> Result<usize, Obstacle> {
        Ok(self.values.at(&[heap, register])?.saturated())
    }

    fn options(&self, heap: i64, register: i64) -> Result<Vec<[i64; 2]>, Obstacle> {
        let mut found = Vec::new();
        let visited = self.options.visit(&[heap, register], &mut |_, _, option| {
            found.extend(option.first_chunk::<2>());
            ControlFlow::Continue(())
        });
        let _ = visited.map_err(|why| Obstacle::Cannot(why.to_string()))?;
        Ok(found)
    }

    /// Where passes lead from a heap.
    fn passed(&self, heap: i64, register: i64) -> Result<Vec<i64>, Obstacle> {
        let there = self.options(heap, register)?.into_iter().filter(|to| to[0] == heap);
        let mut found: Vec<i64> = there.map(|to| to[1]).collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// The images of small values, and the first heap from which on they tell the values.
struct SeenImages {
    images: Vec<usize>,
    from: i64,
}

/// What a small table suggests of the values of a game of one heap and one register; nothing if it is no such game.
pub(in crate::prover) fn guessed(ruleset: &Ruleset, context: &Context) -> Result<Vec<PassedValues>, Obstacle> {
    let ([register], [_]) = (ruleset.registers.as_slice(), ruleset.heaps.as_slice()) else { return Ok(Vec::new()) };
    let high = register.high.unwrap_or(i64::MAX);
    if MOST_REGISTERS <= high.saturating_sub(register.low) || !ruleset.finite_options || ruleset.breaks() {
        return Ok(Vec::new());
    }
    let options = Options::new(ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
    let values = Values::new(ruleset, &options, &[REACH.unsigned_abs() + 1], Question::Grundy, context)?;
    let mut table = PassTable { options: &options, values };
    let mut waiting = Vec::new();
    let mut known: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    let mut base = None;
    for value in register.low..=high {
        match table.passed(REACH, value)?.as_slice() {
            [] if base.is_none() => {
                base = Some(value);
                known.insert(value, (0..VALUES).collect());
            }
            [passed] => waiting.push((value, *passed)),
            _ => {}
        }
    }
    let Some(base) = base else { return Ok(Vec::new()) };
    // Each behind the one that its pass leads to.
    let (mut found, mut begun) = (Vec::new(), BTreeMap::new());
    // A number whose pass leads to one that is known is found in each round at least, or no other ever is.
    for _ in 0..waiting.len() {
        for &(register, passed) in &waiting {
            let Some(after) = known.get(&passed).filter(|_| !known.contains_key(&register)) else { continue };
            let seen = images(&mut table, [base, register], after)?;
            let start =
                start(&table, [base, register, passed], begun.get(&passed).copied().unwrap_or(0), (&seen, after))?;
            let (Some(start), Some((first, then))) = (start, in_turn(&seen.images)) else { continue };
            found.push(PassedValues { register, passed, start: start.unsigned_abs(), first, then });
            begun.insert(register, start);
            known.insert(register, seen.images);
        }
    }
    Ok(found)
}

/// The images of small values: as the largest heaps have them, and the least that there may be where none has such a value.
fn images(table: &mut PassTable<'_>, [base, register]: [i64; 2], after: &[usize]) -> Result<SeenImages, Obstacle> {
    let mut known = BTreeMap::new();
    let mut from = 0;
    for heap in (0..=REACH).rev() {
        let (without, with) = (table.value(heap, base)?, table.value(heap, register)?);
        if *known.entry(without).or_insert(with) != with {
            from = heap + 1;
            break;
        }
    }
    let mut images: Vec<usize> = (0..VALUES).map_while(|value| known.get(&value).copied()).collect();
    for taken in after.iter().skip(images.len()) {
        let next = (0..2 * VALUES).find(|image| image != taken && !images.contains(image));
        images.extend(next);
    }
    Ok(SeenImages { images, from })
}

/// The first heap, from a given one on, from which on there are passes, and a window is long enough and has no heap before those whose values the
/// images tell.
fn start(
    table: &PassTable<'_>,
    [base, register, passed]: [i64; 3],
    begun: i64,
    (seen, after): (&SeenImages, &[usize]),
) -> Result<Option<i64>, Obstacle> {
    let images = &seen.images;
    // What has a smaller image than some number, and comes after it, is always in the window.
    let always = (0..images.len())
        .filter(|later| (0..*later).any(|value| images[*later] < images[value] && images[*later] != after[value]));
    let longest = always.max().unwrap_or(0);
    let length = i64::try_from(longest).expect("the table is small");
    let mut found = None;
    for heap in (begun.max(seen.from)..REACH).rev() {
        let least = table.options(heap, base)?.into_iter().map(|to| to[0]).min().unwrap_or(heap);
        if table.passed(heap, register)? != [passed] || least < seen.from || heap - least < length {
            break;
        }
        found = Some(heap);
    }
    Ok(found)
}

/// The first images, and what is added to all later numbers in turn, if it comes back early.
fn in_turn(images: &[usize]) -> Option<(Vec<u64>, Vec<i64>)> {
    let number = |at: usize| i64::try_from(at).expect("the table is small");
    let added: Vec<i64> = images.iter().enumerate().map(|(at, image)| number(*image) - number(at)).collect();
    let fits = |first: usize, period: usize| {
        added[first..].iter().zip(&added[first + period..]).all(|(one, other)| one == other)
    };
    let lengths = (1..images.len() / 3).flat_map(|both| (1..=both).map(move |period| (both - period, period)));
    let (first, period) = lengths.into_iter().find(|(first, period)| fits(*first, *period))?;
    let listed = images[..first].iter().map(|image| number(*image).unsigned_abs()).collect();
    Some((listed, added[first..first + period].to_vec()))
}
