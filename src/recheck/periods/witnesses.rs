//! Numbers that are tried for a variable of which a claim says that some value makes it true: `exists q >= 1: forall n >= 0: grundy(3, n + q) =
//! grundy(3, n) + q`. Which are tried decides what is found, and not whether what is found is true.
use super::GameValues;
use super::fixed::FixedNumbers;
use super::lines::{RepeatingValues, multiple_of_both};
use super::places::line_of;
use crate::certificate::FixedHeap;
use crate::ruleset::statement::Formula;
use crate::ruleset::{Part, Term};

/// So many small numbers are tried as well.
const SMALL: i64 = 8;

/// What is told of the lines that a formula looks at, first where they begin to repeat, after how many, and what they gain; then small numbers;
/// all of them from a number on.
pub(super) fn candidates(games: &[GameValues], fixed: &FixedNumbers, formula: &Formula, low: i64) -> Vec<i64> {
    let lines = looked_at(games, fixed, formula);
    let mut all: Vec<i64> = Vec::new();
    let together = lines.iter().try_fold(1, |all, line| multiple_of_both(all, line.period));
    let starts = lines.iter().map(|line| line.from);
    for number in starts.max().into_iter().chain(together) {
        all.extend(i64::try_from(number));
    }
    for line in lines {
        all.extend([line.from, line.period].into_iter().flat_map(i64::try_from));
        all.push(line.saltus);
    }
    all.extend((0..SMALL).map(|more| low.saturating_add(more)));
    all.retain(|number| low <= *number);
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|number| seen.insert(*number));
    all
}

/// The lines that a formula looks at; all of a game where it is open which.
fn looked_at<'a>(games: &'a [GameValues], fixed: &FixedNumbers, formula: &Formula) -> Vec<&'a RepeatingValues> {
    let mut found: Vec<&RepeatingValues> = Vec::new();
    Part::Formula(formula).visit(&mut |part| {
        let (game, position): (usize, &[Term]) = match part {
            Part::Lookup(lookup) => (lookup.game, &lookup.position),
            Part::Formula(Formula::Is(_, place)) => (place.game, &place.position),
            _ => return,
        };
        let Some(game) = games.get(game) else { return };
        let line = |heap, term| fixed.number(term).and_then(|at| game.line(heap, at));
        let one = match position {
            [_] => game.line(FixedHeap::First, 0),
            [first, second] => line(FixedHeap::First, first).or_else(|| line(FixedHeap::Second, second)),
            _ => None,
        };
        let other = || {
            let told = line_of(fixed, game.heaps?, position)?;
            game.others.iter().filter(|one| one.along == told.along).find_map(|one| one.lines.get(&told.first))
        };
        match one.or_else(other) {
            Some(line) => found.push(line),
            None => found.extend(game.lines()),
        }
    });
    found
}
