//! Last amounts that conditions on them alone allow, found once for a board: the primes p of `n -> floor(n / p)`. Knows nothing of values.
//!
//! Right because such conditions say the same at every position; they are tested for all numbers between which the amount lies on the board.
use super::keyed::{KeyedAmounts, divisors, keyed};
use super::lane::{LANES, Lanes, arithmetic};
use super::lister::Membership;
use super::program::{Program, Range};
use super::shared::SharedLists;
use crate::ruleset::branch::Branch;
use crate::ruleset::{Condition, Term, Variable};
use std::sync::{Arc, Mutex, PoisonError};

/// Between so many numbers an amount lies that is listed: fewer are tested in no time, and more take long to list.
pub(super) const FEWEST: i128 = 64;
pub(super) const MOST: i128 = 1 << 17;

/// Amounts, ascending.
pub(super) type AmountList = Arc<Vec<i64>>;

/// What conditions of one amount, which is coordinate 0 in them, allow between two numbers; none if listing does not pay.
type KnownLists = Vec<(Vec<Condition>, Range, Option<AmountList>)>;

/// Amounts between two numbers by what a term of coordinate 0 comes to; none if that does not pay.
type KnownKeys = Vec<(Term, Range, Option<Arc<KeyedAmounts>>)>;

/// What tests of an amount and one number allow, each between two numbers.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug)]
pub(super) struct KnownRelation {
    pub(super) conditions: Vec<Condition>,
    pub(super) ranges: [Range; 2],
    /// The amounts by the number, and whether they say all of the tests; none if that does not pay.
    pub(super) found: Option<(Arc<KeyedAmounts>, bool)>,
}

/// The lists of a board, and what its programs look up.
#[derive(Clone, Debug, Default)]
pub(super) struct AmountLists {
    known: Arc<Mutex<KnownLists>>,
    keyed: Arc<Mutex<KnownKeys>>,
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) relations: Arc<Mutex<Vec<KnownRelation>>>,
    pub(super) shared: SharedLists,
}

impl AmountLists {
    /// Which last amounts between two numbers all tests allow that ask for nothing else, and which tests these are; `None` if there are no
    /// such tests, or if no list pays. Cost: a test of each number, once.
    pub(super) fn of(&self, branch: &Branch, said: &[usize], range: Range) -> Option<(AmountList, Vec<usize>)> {
        let last = Variable::Amount(branch.amounts.checked_sub(1)?);
        if !(FEWEST..MOST).contains(&range.1.saturating_sub(range.0)) {
            return None;
        }
        let is_own = |condition: &Condition| {
            let (mut asks, mut alone) = (false, true);
            condition.visit_variables(&mut |variable| {
                asks |= variable == last;
                alone &= variable == last;
            });
            asks && alone
        };
        let tests: Vec<usize> =
            (0..branch.residual.len()).filter(|at| !said.contains(at) && is_own(&branch.residual[*at])).collect();
        if tests.is_empty() {
            return None;
        }
        let mut as_position = |part: &Term| match part {
            Term::Variable(variable) if *variable == last => Some(Term::Variable(Variable::Coordinate(0))),
            _ => None,
        };
        let conditions: Vec<Condition> =
            tests.iter().map(|at| branch.residual[*at].map_terms(&mut as_position)).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match known.iter().find(|own| own.0 == conditions && own.1 == range) {
            Some((_, _, found)) => found.clone(),
            None => {
                let found = listed(&conditions, range);
                known.push((conditions, range, found.clone()));
                found
            }
        };
        Some((found?, tests))
    }

    /// The amounts of a range by the numbers of another range that they divide.
    pub(super) fn by_divided(&self, range: Range, divided: Range) -> Option<Arc<KeyedAmounts>> {
        let size = [Term::Constant(divided.0), Term::Constant(divided.1)].to_vec();
        let own = Term::Modulo(Box::new(Term::Sum(size)), Box::new(Term::Variable(Variable::Coordinate(0))));
        self.kept(&own, range, || divisors(range, divided))
    }

    /// The amounts of a range by what a term of coordinate 0 comes to; `None` if it does not pay. Cost: each amount once.
    pub(super) fn by_key(&self, term: &Term, range: Range) -> Option<Arc<KeyedAmounts>> {
        self.kept(term, range, || keyed(term, range))
    }

    fn kept(
        &self,
        term: &Term,
        range: Range,
        made: impl FnOnce() -> Option<Arc<KeyedAmounts>>,
    ) -> Option<Arc<KeyedAmounts>> {
        let mut known = self.keyed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, found)) = known.iter().find(|own| own.0 == *term && own.1 == range) {
            return found.clone();
        }
        let found = made();
        known.push((term.clone(), range, found.clone()));
        found
    }
}

/// The numbers of a range that some conditions allow; `None` if one of these may have no value, or if they allow most.
fn listed(conditions: &[Condition], (low, high): Range) -> Option<AmountList> {
    let mut program = Program::default();
    program.coordinate(0, (low, high));
    let allowed = program.condition(&Condition::And(conditions.to_vec())).ok().filter(|all| all.fails.is_none())?;
    program.bounded().ok()?;
    let mut tests = Membership::<i64>::new(program, allowed.id);
    let mut all = Vec::new();
    in_lanes((low, high), |lanes, count| {
        tests.place(lanes, count);
        all.extend((0..count).filter(|at| tests.has(*at)).map(|at| lanes[0][at]));
        Some(())
    })?;
    let are_few = all.len() as i128 * 4 <= high.saturating_sub(low).saturating_mul(3);
    are_few.then(|| Arc::new(all))
}

/// Shows the numbers of a range, as many at once as there are lanes; `None` if one leaves 64 bits, or if that is answered.
pub(super) fn in_lanes((low, high): Range, mut see: impl FnMut(&[Lanes<i64>], usize) -> Option<()>) -> Option<()> {
    let (low, high) = (i64::try_from(low).ok()?, i64::try_from(high).ok()?);
    let (mut lanes, mut first) = ([[0i64; LANES]], low);
    while first <= high {
        let count = usize::try_from(high - first).ok()?.saturating_add(1).min(LANES);
        arithmetic(&mut lanes[0], first, 1);
        see(&lanes, count)?;
        first = first.checked_add(i64::try_from(count).ok()?)?;
    }
    Some(())
}

/// Those of a list between two numbers.
pub(super) fn between(list: &[i64], (low, high): (i64, i64)) -> &[i64] {
    let (first, end) = (list.partition_point(|own| *own < low), list.partition_point(|own| *own <= high));
    &list[first..end.max(first)]
}
