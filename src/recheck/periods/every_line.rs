//! Claims that every row, or every column, repeats: `forall m >= 0: exists q >= 1, b >= 0: forall n >= b: grundy(m, n + q) = grundy(m, n) + q`.
//!
//! Let a cell of line m look at finitely many cells of the lines before it, at fixed distances, and of its own line
//!
//! 1. at finitely many distances. Then g(m, n + q) = g(m, n) for some q >= 1 and all n from some number on. For values of line m are at most the
//!    number of its options, which has a bound; and the last few columns of the lines 0, ..., m tell the next one. So there are
//!    finitely many of these, and one comes again.
//! 2. at all cells before it. Then g(m, n + q) = g(m, n) + q for some q >= 1 and all n from some number on (Landman 2002, and Dress,
//!    Flammenkamp and Pink 1999, for Wythoff's game). For let cells of line m look at c cells of lines before. A value is at most n + c, and comes no
//!    more than once in a line. Where v has not come before n and is not the value there, the value is smaller, for at most v numbers n, or v
//!    is that of one of the c cells, for at most c numbers n, as v comes once in each line before. So v has come before n when v < n - c,
//!    and which values have come before n is told by those between n - c and n + c. With n taken from all of them, these sets are finitely
//!    many; so are, by induction on m, the values of the c cells with n taken from them, which come back after some number of places. Both
//!    together tell the same for n + 1, so both come again after some q, and then g(m, n) - n does.
//!
//! A multiple of such a q, and a number behind such a place, will do as well; so any least numbers may be asked of both.
use super::super::spent::CheckEffort;
use super::lines::LineReach;
use super::options;
use crate::certificate::{FixedHeap, GameLines};
use crate::ruleset::statement::{Body, Bound, Except, Formula, Lookup, Statement};
use crate::ruleset::{Comparison, Condition, Ruleset, Term, Variable};
use crate::value::Play;

/// What a claim says of all lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EveryLine {
    fixed: FixedHeap,
    /// Whether values gain as much as places.
    gains: bool,
}

/// What is fixed in the lines, if a claim says that every one of them repeats.
pub(crate) fn every_line(statement: &Statement) -> Option<FixedHeap> {
    EveryLine::of(statement).map(|told| told.fixed)
}

/// Confirms a claim that every line repeats.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    told: &GameLines,
    (ruleset, statement): (&Ruleset, &Statement),
) -> Result<(), String> {
    let claimed = EveryLine::of(statement).ok_or("the claim does not say that every line repeats")?;
    if ruleset.heaps.len() != 2 || told.fixed != claimed.fixed {
        return Err("the certificate is about other lines".to_owned());
    }
    options::are_all(spent, ruleset, &told.options)?;
    let reach = LineReach::of(&told.options, told.fixed)?;
    match (claimed.gains, reach.looks_at_all(), reach.looks_near()) {
        (true, true, _) | (false, _, true) => Ok(()),
        _ => Err("the theorem on every line does not speak of these options".to_owned()),
    }
}

/// Variables with numbers before them, in any order, each perhaps more than once; `None` stands for 1.
pub(super) type Linear = Vec<(Option<Variable>, i128)>;

/// Takes a term apart into a sum, so many times.
pub(super) fn add(term: &Term, times: i128, sum: &mut Linear) -> Option<()> {
    match term {
        Term::Constant(number) => sum.push((None, number.checked_mul(times)?)),
        Term::Variable(variable) => sum.push((Some(*variable), times)),
        Term::Sum(parts) => parts.iter().try_for_each(|part| add(part, times, sum))?,
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(factor), other) | (other, Term::Constant(factor)) => {
                add(other, times.checked_mul(*factor)?, sum)?;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}

/// Whether one term less another is these variables, so many times each.
pub(super) fn differ(left: &Term, right: &Term, by: &[(usize, i128)]) -> bool {
    let mut sum = Linear::new();
    let read = add(left, 1, &mut sum).and_then(|()| add(right, -1, &mut sum)).is_some();
    sum.extend(by.iter().map(|(slot, times)| (Some(Variable::Amount(*slot)), -times)));
    let times = |one: &Option<Variable>| {
        let own = sum.iter().filter(|(other, _)| other == one);
        own.map(|(_, times)| *times).try_fold(0_i128, i128::checked_add)
    };
    read && sum.iter().all(|(one, _)| times(one) == Some(0))
}

/// The variable of a range without end that begins at a number.
pub(super) fn from_number(bound: &Bound) -> Option<(usize, i128)> {
    let [(low, None)] = bound.domain.0.as_slice() else { return None };
    let Term::Constant(least) = low.term else { return None };
    low.lookups.is_empty().then_some((bound.slot, least))
}

impl EveryLine {
    /// Reads a claim `forall m: exists q, b: forall n >= b: V = W`, with `q` and `b` in any order: V is the value at place n + q of line m, and W
    /// that at n, perhaps with q added, or both the other way round.
    fn of(statement: &Statement) -> Option<Self> {
        let plain = statement.free.is_empty()
            && statement.condition.is_none()
            && matches!(statement.except, Except::Nothing)
            && statement.play == Play::Normal;
        let Body::Holds(Formula::ForAll(line, inner)) = &statement.body else { return None };
        let (Formula::Exists(one, inner), (line, 0..)) = (&**inner, from_number(line)?) else { return None };
        let Formula::Exists(other, inner) = &**inner else { return None };
        let Formula::ForAll(place, inner) = &**inner else { return None };
        let Formula::Test(lookups, Condition::Compare(left, Comparison::Equal, right)) = &**inner else { return None };
        let slots = [from_number(one)?.0, from_number(other)?.0];
        let [(begin, None)] = place.domain.0.as_slice() else { return None };
        let Term::Variable(Variable::Amount(from)) = begin.term else { return None };
        let period = *slots.iter().find(|slot| **slot != from)?;
        if !plain || !begin.lookups.is_empty() || !slots.contains(&from) || slots[0] == slots[1] {
            return None;
        }
        [FixedHeap::First, FixedHeap::Second].into_iter().find_map(|fixed| {
            let at = |lookup: &Lookup, by: &[(usize, i128)]| {
                let [first, second] = lookup.position.as_slice() else { return false };
                let (own, runs) = if fixed == FixedHeap::First { (first, second) } else { (second, first) };
                let zero = Term::Constant(0);
                lookup.game == 0 && differ(own, &zero, &[(line, 1)]) && differ(runs, &zero, by)
            };
            let [one, other] = lookups.as_slice() else { return None };
            let (here, there) = ([(place.slot, 1)], [(place.slot, 1), (period, 1)]);
            let (near, far) = match (at(one, &here) && at(other, &there), at(one, &there) && at(other, &here)) {
                (true, _) => (one.slot, other.slot),
                (_, true) => (other.slot, one.slot),
                _ => return None,
            };
            let sides = [(left, right), (right, left)];
            let says = |by: &[(usize, i128)]| sides.iter().any(|(left, right)| differ(left, right, by));
            let gains = says(&[(far, 1), (near, -1), (period, -1)]);
            (gains || says(&[(far, 1), (near, -1)])).then_some(Self { fixed, gains })
        })
    }
}
