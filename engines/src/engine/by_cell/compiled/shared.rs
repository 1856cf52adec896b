//! Lists of numbers that programs of one board look at, each made once: a move that is written out for each of its amounts asks for the
//! same list thirty times. Knows nothing of moves.
use super::amounts::in_lanes;
use super::lister::Membership;
use super::program::{Program, Range};
use crate::ruleset::Term;
use crate::ruleset::recursion::NumberList;
use std::sync::{Arc, Mutex, PoisonError};

/// What terms of coordinate 0 are between two numbers, one for each; none where one has no value somewhere.
#[cfg(not(target_arch = "wasm32"))]
type KnownTables = Vec<(Term, Range, Option<NumberTable>)>;

/// All tables of a board have fewer numbers, of 8 bytes each; what is chosen from them is kept once more by each alternative.
#[cfg(not(target_arch = "wasm32"))]
const MOST_KEPT: usize = 1 << 21;

/// A number for each of a range.
pub(super) type NumberTable = Arc<Vec<i64>>;

/// What a list says of numbers below bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListOf {
    /// The common divisors of two numbers, row by row.
    #[cfg(not(target_arch = "wasm32"))]
    Divisors(usize, usize),
    /// Which numbers are prime.
    Primes(usize),
    /// How often a number is divided by this one.
    Valuations(i64, usize),
}

/// The lists that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedLists {
    lists: Arc<Mutex<Vec<(ListOf, NumberList)>>>,
    #[cfg(not(target_arch = "wasm32"))]
    tables: Arc<Mutex<KnownTables>>,
}

impl SharedLists {
    /// The list, which is made if it is not known and all lists that are known allow it; `None` if they do not.
    pub(super) fn of(
        &self,
        what: ListOf,
        allow: impl FnOnce(&[(ListOf, NumberList)]) -> bool,
        make: impl FnOnce() -> Vec<i64>,
    ) -> Option<NumberList> {
        let mut known = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, list)) = known.iter().find(|(own, _)| *own == what) {
            return Some(list.clone());
        }
        if !allow(&known) {
            return None;
        }
        let list = NumberList::of(Arc::new(make()));
        known.push((what, list.clone()));
        Some(list)
    }

    /// What a term of coordinate 0 is at each number of a range; `None` if it has no value somewhere, or if there are too many numbers. Cost: each number once.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn table(&self, term: &Term, range: Range) -> Option<NumberTable> {
        let mut known = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, found)) = known.iter().find(|own| own.0 == *term && own.1 == range) {
            return found.clone();
        }
        let kept: usize = known.iter().filter_map(|own| own.2.as_ref()).map(|own| own.len()).sum();
        let is_small =
            usize::try_from(range.1.saturating_sub(range.0)).is_ok_and(|more| kept.saturating_add(more) < MOST_KEPT);
        let found = if is_small { table_of(term, range).map(Arc::new) } else { None };
        known.push((term.clone(), range, found.clone()));
        found
    }

    /// A page has no tables: they count for its size.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "elsewhere it keeps what was found")]
    pub(super) fn table(&self, _term: &Term, _range: Range) -> Option<NumberTable> {
        None
    }
}

/// The same, not kept.
pub(super) fn table_of(term: &Term, range: Range) -> Option<Vec<i64>> {
    let mut program = Program::default();
    program.coordinate(0, range);
    let own = program.term(term).ok()?;
    program.bounded().ok()?;
    let mut lacks = own.fails.map(|fails| Membership::<i64>::new(program.clone(), fails));
    let mut numbers = Membership::<i64>::new(program, own.id);
    let mut all = Vec::new();
    in_lanes(range, |lanes, count| {
        numbers.place(lanes, count);
        if let Some(lacks) = &mut lacks {
            lacks.place(lanes, count);
            if (0..count).any(|at| lacks.has(at)) {
                return None;
            }
        }
        all.extend((0..count).map(|at| numbers.number(at)));
        Some(())
    })?;
    Some(all)
}

/// A bound that is not less, by at most an eighth more, and that many bounds near it have in common: a multiple of a sixteenth of the next power of 2.
pub(super) fn rounded(bound: usize) -> usize {
    let step = (bound.next_power_of_two() / 16).max(1);
    bound.div_ceil(step) * step
}
