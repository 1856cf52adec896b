//! How far a move may reach along a line of a table, as far as the numbers of a ruleset and some options show: terms that
//! are fewer than several times this tell no period. Nothing is proved here.
use super::lines::Lines;
use crate::ruleset::options::Options;
use crate::ruleset::{Part, Ruleset, Term};
use crate::value::Saturate;

/// Where options are looked at, along the line, and the last row or column where that is done.
const LOOKED_AT: i64 = 1 << 14;
const LAST_LINE: u64 = 8;
/// Combinations of amounts beyond which no step is told.
const MOST_COMBINATIONS: u64 = 1 << 22;

/// The largest number that the moves speak of, or the largest step of a few positions if steps end there.
pub(in crate::engine) fn reach(ruleset: &Ruleset, lines: Lines, last: i64) -> u64 {
    let line = last.min(LAST_LINE.cast_signed());
    match (ruleset.heaps.len(), lines) {
        (1, _) => reach_along(ruleset, &[line], 0),
        (2, Lines::Rows) => reach_along(ruleset, &[line, line], 1),
        (2, Lines::Columns) => reach_along(ruleset, &[line, line], 0),
        // The options of a far position of a diagonal may be too many.
        _ => largest_number(ruleset),
    }
}

/// The same for the line along one heap; the others are as they are given, as far as they are small.
pub(in crate::engine) fn reach_along(ruleset: &Ruleset, heaps: &[i64], along: usize) -> u64 {
    let mut place: Vec<i64> = heaps.iter().map(|heap| (*heap).min(LAST_LINE.cast_signed())).collect();
    place[along] = LOOKED_AT;
    place.extend(ruleset.registers.iter().map(|register| register.high.unwrap_or(register.low)));
    largest_number(ruleset).max(largest_step(ruleset, &place, along).unwrap_or(0))
}

fn largest_number(ruleset: &Ruleset) -> u64 {
    let mut largest = 1;
    for family in &ruleset.moves {
        for target in family.parts().flatten() {
            in_part(Part::Term(target), &mut largest);
        }
        in_part(Part::Condition(&family.guard), &mut largest);
    }
    largest
}

/// The largest step along the line from a far position, unless steps go on to its beginning.
fn largest_step(ruleset: &Ruleset, place: &[i64], along: usize) -> Option<u64> {
    // A move with several amounts may have as many options as a plane has cells.
    let amounts = if ruleset.heaps.len() == 1 { 2 } else { 1 };
    if ruleset.moves.iter().any(|family| amounts < family.amounts.len()) {
        return None;
    }
    let options = Options::new(ruleset).ok()?.at_most(MOST_COMBINATIONS);
    let reached = options.list(place).ok()?;
    let steps = reached.iter().map(|option| (place[along] - option.position[along]).unsigned_abs());
    steps.max().filter(|step| *step <= LOOKED_AT.unsigned_abs() / 2)
}

fn note(number: i128, largest: &mut u64) {
    *largest = (*largest).max(number.unsigned_abs().saturated());
}

/// Notes the numbers of a part, also those that powers of them and recursions come to.
fn in_part(part: Part<'_>, largest: &mut u64) {
    part.visit(&mut |part| match part {
        Part::Term(Term::Constant(number)) => note(*number, largest),
        Part::Term(Term::Power(base, exponent)) => {
            if let (Term::Constant(base), Term::Constant(exponent)) = (&**base, &**exponent) {
                let power = u32::try_from(*exponent).ok().and_then(|exponent| base.checked_pow(exponent));
                note(power.unwrap_or(i128::MAX), largest);
            }
        }
        Part::Term(Term::Recursive(function, _)) => {
            for (argument, _) in &function.given {
                note(*argument, largest);
            }
            in_part(Part::Term(&function.body), largest);
        }
        Part::Term(Term::Grid(grid, _)) => {
            for argument in grid.given.iter().flat_map(|given| &given.0) {
                note(*argument, largest);
            }
            in_part(Part::Term(&grid.body), largest);
        }
        _ => {}
    });
}
