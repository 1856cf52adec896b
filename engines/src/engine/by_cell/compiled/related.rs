//! Last amounts by a number that is known before them, where tests ask for nothing but the two: of `i * i mod (y + 2) = 1` the i for each y. Found once
//! for a board. Knows nothing of values.
//!
//! Right because such tests say the same wherever the number is the same; where one has no value for some amount, all amounts are tried, and the test with
//! them.
use super::amounts::{AmountLists, FEWEST, KnownRelation, in_lanes};
use super::board::CellBoard;
use super::keyed::{Keyed, KeyedAmounts};
use super::lane::{LANES, LaneNumber, Lanes};
use super::lister::Membership;
use super::program::{LaneValue, Program, Range};
use crate::engine::question::Unfit;
use crate::ruleset::branch::Branch;
use crate::ruleset::{Condition, Term, Variable, mentions};
use std::ops::RangeInclusive;
use std::sync::{Arc, PoisonError};

/// A number is the same at so many cells of a board, or it does not pay to find amounts for it.
const FEWEST_CELLS: i128 = 16;

/// So many pairs of a number and an amount are tested for a board, at most.
const MOST_PAIRS: i128 = 1 << 27;

/// All lists of a board have no more amounts, of 8 bytes each.
const MOST_KEPT: usize = 1 << 21;

/// Conditions of an amount and a number that is known before it, which are coordinates 0 and 1 in them.
struct Relation {
    conditions: Vec<Condition>,
    key: Term,
    /// Which tests they are.
    tests: Vec<usize>,
}

impl Relation {
    /// The first test that says so much, and those that ask for the same number; those whose numbers are said are left out.
    fn of(branch: &Branch, said: &[usize]) -> Option<Self> {
        let last = branch.amounts.checked_sub(1)?;
        let mut all: Option<Self> = None;
        for (at, test) in branch.residual.iter().enumerate().filter(|(at, _)| !said.contains(at)) {
            let known = all.as_ref().map(|all| &all.key);
            let Some((condition, key)) = with_variable(test, last, known).or_else(|| with_term(test, last, known))
            else {
                continue;
            };
            let own = all.get_or_insert_with(|| Self { conditions: Vec::new(), key, tests: Vec::new() });
            own.conditions.push(condition);
            own.tests.push(at);
        }
        all
    }

    /// The same as [`Self::amounts`], found once for a board; `None` also if too much would be tested or kept for it.
    fn known(&self, lists: &AmountLists, range: Range, keys: Range) -> Option<(Arc<KeyedAmounts>, bool)> {
        let mut known = lists.relations.lock().unwrap_or_else(PoisonError::into_inner);
        let ranges = [range, keys];
        if let Some(own) = known.iter().find(|own| own.conditions == self.conditions && own.ranges == ranges) {
            return own.found.clone();
        }
        let pairs = |ranges: &[Range; 2]| -> i128 {
            let lengths = ranges.iter().map(|(low, high)| high.saturating_sub(*low).saturating_add(1));
            lengths.fold(1, i128::saturating_mul)
        };
        let all = known.iter().map(|own| pairs(&own.ranges)).fold(pairs(&ranges), i128::saturating_add);
        let kept: usize = known.iter().filter_map(|own| own.found.as_ref()).map(|own| own.0.len()).sum();
        if MOST_PAIRS < all {
            return None;
        }
        let found = self.amounts(range, keys, MOST_KEPT.saturating_sub(kept));
        let found = found.map(|(amounts, says_all)| (Arc::new(amounts), says_all));
        known.push(KnownRelation { conditions: self.conditions.clone(), ranges, found: found.clone() });
        found
    }

    /// The amounts of a range for each number of another one, and whether that says all of the tests; `None` if these allow most or more than so many, or if a number
    /// leaves 64 bits. Cost: the tests of each pair.
    fn amounts(&self, range: Range, keys: Range, most: usize) -> Option<(KeyedAmounts, bool)> {
        let mut program = Program::default();
        program.coordinate(0, range);
        program.coordinate(1, keys);
        let allowed = program.condition(&Condition::And(self.conditions.clone())).ok()?;
        program.bounded().ok()?;
        let ends = [range.0, range.1, keys.0, keys.1].map(|end| i64::try_from(end).ok());
        let [Some(low), Some(high), Some(first), Some(last)] = ends else { return None };
        let ranges = (low..=high, first..=last);
        if program.fits::<i32>() {
            found::<i32>(program, allowed, ranges, most)
        } else {
            found::<i64>(program, allowed, ranges, most)
        }
    }
}

/// The amounts of a range that a test allows for each key, and whether it has a value for all of them; `None` if these are more than so many, or most.
fn found<N: LaneNumber>(
    program: Program,
    allowed: LaneValue,
    (amounts, keys): (RangeInclusive<i64>, RangeInclusive<i64>),
    most: usize,
) -> Option<(KeyedAmounts, bool)> {
    let range = (i128::from(*amounts.start()), i128::from(*amounts.end()));
    let mut lacks = allowed.fails.map(|fails| Membership::<N>::new(program.clone(), fails));
    let mut tests = Membership::<N>::new(program, allowed.id);
    let (mut all, mut says_all, mut pairs) = (KeyedAmounts::default(), true, 0);
    for key in keys {
        let (mut own, mut is_sound) = (Vec::new(), true);
        in_lanes(range, |lanes, count| {
            let both: [Lanes<i64>; 2] = [lanes[0], [key; LANES]];
            pairs += count;
            tests.place(&both, count);
            own.extend((0..count).filter(|at| tests.has(*at)).map(|at| both[0][at]));
            if let Some(lacks) = &mut lacks {
                lacks.place(&both, count);
                is_sound &= (0..count).all(|at| !lacks.has(at));
            }
            Some(())
        })?;
        if !is_sound {
            own = amounts.clone().collect();
        }
        says_all &= is_sound;
        all.add(key, own);
        if most < all.len() {
            return None;
        }
    }
    (all.len() * 2 <= pairs).then_some((all, says_all))
}

/// A test that asks for an amount and one more variable, which may have to be a given one.
fn with_variable(test: &Condition, last: usize, known: Option<&Term>) -> Option<(Condition, Term)> {
    let (mut others, mut asks) = (Vec::new(), false);
    test.visit_variables(&mut |variable| {
        asks |= variable == Variable::Amount(last);
        if variable != Variable::Amount(last) && !others.contains(&variable) {
            others.push(variable);
        }
    });
    let [only] = others[..] else { return None };
    let key = Term::Variable(only);
    let condition = test.map_terms(&mut |part| match part {
        Term::Variable(own) => Some(Term::Variable(Variable::Coordinate(usize::from(*own == only)))),
        _ => None,
    });
    (asks && known.is_none_or(|known| *known == key)).then_some((condition, key))
}

/// A test that asks for an amount and one term without it, which may have to be a given one.
fn with_term(test: &Condition, last: usize, known: Option<&Term>) -> Option<(Condition, Term)> {
    let (mut key, mut asks, mut is_one) = (known.cloned(), false, true);
    let condition = test.map_terms(&mut |part| {
        asks |= mentions(part, last);
        let own = abstracted(part, last, &mut key);
        is_one &= own.is_some();
        Some(own.unwrap_or(Term::Constant(0)))
    });
    if is_one && asks { Some((condition, key?)) } else { None }
}

/// A term with coordinate 0 for the amount, and coordinate 1 for all that stands in it without the amount; `None` if that is more than the one term.
fn abstracted(term: &Term, last: usize, key: &mut Option<Term>) -> Option<Term> {
    if *term == Term::Variable(Variable::Amount(last)) {
        return Some(Term::Variable(Variable::Coordinate(0)));
    }
    if !mentions(term, last) {
        if !term.mentions_amounts() && !term.mentions_coordinates() {
            return Some(term.clone());
        }
        let is_key = key.get_or_insert_with(|| term.clone()) == term;
        return is_key.then_some(Term::Variable(Variable::Coordinate(1)));
    }
    if let Term::Sum(parts) = term {
        let (own, known): (Vec<Term>, Vec<Term>) = parts.iter().cloned().partition(|part| mentions(part, last));
        let known = if known.len() == 1 { known.into_iter().next()? } else { Term::Sum(known) };
        let all = own.iter().chain([&known]).map(|part| abstracted(part, last, key));
        return Some(Term::Sum(all.collect::<Option<_>>()?));
    }
    let mut is_one = true;
    let whole = term.map(&mut |part| {
        if std::ptr::eq(part, term) {
            return None;
        }
        let own = abstracted(part, last, key);
        is_one &= own.is_some();
        Some(own.unwrap_or(Term::Constant(0)))
    });
    is_one.then_some(whole)
}

impl Keyed {
    /// Those that tests of the last amount and one number tell, if that number is the same at many cells of a board.
    pub(super) fn related(
        program: &mut Program,
        branch: &Branch,
        said: &mut Vec<usize>,
        (range, board): (Range, &CellBoard),
    ) -> Result<Option<Self>, Unfit> {
        if range.1.saturating_sub(range.0) < FEWEST {
            return Ok(None);
        }
        let Some(relation) = Relation::of(branch, said) else { return Ok(None) };
        let key = program.term(&relation.key)?;
        let keys = program.range(key.id);
        let count = keys.1.saturating_sub(keys.0).saturating_add(1);
        if key.fails.is_some() || (board.cells() as i128) < count.saturating_mul(FEWEST_CELLS) {
            return Ok(None);
        }
        let Some((amounts, says_all)) = relation.known(&board.amounts, range, keys) else { return Ok(None) };
        if says_all {
            said.extend(relation.tests);
        }
        Ok(Some(Self { amounts, key: key.id, moved: None, fails: None, said: None }))
    }
}
