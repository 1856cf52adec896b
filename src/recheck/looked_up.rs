//! What follows for the value of a position of which all options are looked up as well: it is the least number that is the value of none of them.
//! Decides nothing.
use super::induction::{is, more_and_fewer, options};
use super::making::{Making, before, constant, number, outside, slot, without_a_value};
use super::windows::not;
use crate::ruleset::Ruleset;
use crate::ruleset::statement::Formula;

/// More positions of a game are not taken for the options of one.
const MOST_LOOKED_UP: usize = 8;

/// For each position: some option is no other position that is looked up, or every number below its value is the value of one of these. So
/// `P(n) or P(n - c) or P(n - c - 1)` follows where c or c + 1 tokens are taken.
pub(super) fn all_options(rulesets: &[&Ruleset], making: &mut Making<'_>) -> Result<Vec<Formula>, String> {
    let heaps = rulesets[0].heaps.len();
    let looked_up = making.unknown.clone();
    let mut all = Vec::new();
    for from in &looked_up {
        let ruleset = rulesets[from.game];
        let others: Vec<_> = looked_up.iter().filter(|to| to.game == from.game && to.slot != from.slot).collect();
        if ruleset.breaks() || 0 < ruleset.blocking || others.is_empty() || MOST_LOOKED_UP < others.len() {
            continue;
        }
        let (more, _) = more_and_fewer(from.game, rulesets.len());
        let (place, slots) = options(more, from, making);
        let mut either = outside(ruleset, &from.position, heaps)?;
        let mut are = Vec::new();
        for to in &others {
            either.append(&mut without_a_value(&to.position, heaps)?);
            are.push(Formula::And(
                slots.iter().zip(&to.position).map(|(own, term)| is(slot(*own), term.clone())).collect(),
            ));
        }
        either.push(not(Formula::AllOptions(place, slots, Box::new(Formula::Or(are)))));
        let smaller = making.fresh();
        let has_it = others.iter().map(|to| is(slot(to.slot), slot(smaller)));
        let below = number(smaller, constant(0), Some(before(slot(from.slot))));
        either.push(Formula::ForAll(below, Box::new(Formula::Or(has_it.collect()))));
        all.push(Formula::Or(either));
    }
    Ok(all)
}
