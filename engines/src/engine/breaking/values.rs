//! The values of a game of taking and breaking, heap by heap.
//!
//! Right because all options are looked at, or enough of them: a value is the least that no option has, and what is not looked
//! at would only give values that are met already. Quick where almost all values lie outside of a *sparse space*, the numbers
//! with an even number of ones under a mask (Berlekamp, Conway and Guy, Winning Ways, chapter 4; Gangolli and Plambeck, A note
//! on periodicity in some octal games, 1989): the nim-sum of two values outside lies in the space, so that only options with a
//! *rare* heap, one whose value is in the space, can have values outside. The least value outside that none of those has is
//! found first; then other options are looked at until every smaller number in the space is met. Where all numbers that are
//! taken before a heap is parted are even, or all are odd, the space may be another one for odd heaps (0.104: no value is rare
//! from some heap on): whether two parts are odd together is known as well as the nim-sum.
use super::triples::PairSets;
use crate::engine::{Context, EngineError};
use crate::ruleset::taking::{Code, Taken, Taking};
use serde::Serialize;

/// Values that fit the table.
const MOST_VALUE: usize = 1 << 15;
/// The first heaps after which the mask is chosen anew; then after twice as many, each time.
const FIRST_CHOICE: usize = 128;
/// So many heaps between two reports of progress and looks at the memory.
const BETWEEN_LOOKS: usize = 64;

/// Which values of a game of taking and breaking are rare, and how many heaps have them: what makes its values quick to find,
/// and what published tables list of games without a known period (Gangolli and Plambeck 1989).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RareHeaps {
    /// A value is rare if it has an even number of ones under this mask.
    pub mask: u32,
    /// Whether that is so for every other heap only, and an odd number makes the values of those between rare.
    pub turns: bool,
    /// How many heaps have a rare value, among those that were looked at; the empty heap does not count.
    pub rare: u64,
    /// The largest of them.
    pub last_rare: Option<u64>,
    /// The greatest value.
    pub largest_value: u16,
}

impl RareHeaps {
    /// For people.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { mask, rare, largest_value, .. } = self;
        let last = self.last_rare.map_or_else(String::new, |heap| format!(", the last {heap}"));
        let turns = if self.turns { " for every other heap, an odd number for those between" } else { "" };
        format!(
            "values with an even number of ones under {mask:b}{turns} are rare: {rare} heaps{last}; the greatest value is {largest_value}"
        )
    }
}

/// The values of the first heaps.
#[derive(Debug)]
pub(super) struct BreakingValues {
    code: Code,
    /// The value of each heap.
    values: Vec<u16>,
    /// The rare heaps, ascending, without the empty one.
    rare: Vec<u32>,
    /// What tells which values are rare.
    space: SparseSpace,
    /// 1 for each value in the space of even sums, and of odd ones; each as long as `met`.
    sparse: [Vec<u8>; 2],
    /// 1 for each value that an option of the heap at hand has; its length is a power of two.
    met: Vec<u8>,
    /// The first heap with each value, 0 where there is none; heap 0 is no heap.
    first: Vec<u32>,
    /// Whether an odd number is taken before a heap is parted, 1 or 0: a value is outside if it can be that of no sum of two others.
    parity: usize,
    /// What two heaps come to, where three may be left.
    pairs: PairSets,
    /// When the mask is chosen next.
    next_choice: usize,
}

impl BreakingValues {
    /// Of no heap yet.
    pub(super) fn new(code: Code) -> Result<Self, String> {
        let is_served = |rule: &Taking| rule.left < 2 || matches!(rule.taken, Taken::Exactly(_));
        if !code.rules.iter().all(is_served) {
            return Err("any number may be taken before a heap is parted".to_owned());
        }
        let (met, first) = (vec![0; 64], vec![0; 64]);
        let space = SparseSpace { mask: 0, turns: false };
        let sparse = space.tables(met.len());
        let (parity, next_choice) = (parted_after(&code).first().map_or(0, |taken| taken & 1), FIRST_CHOICE);
        let (values, rare, pairs) = (vec![0], Vec::new(), PairSets::default());
        Ok(Self { code, values, rare, space, sparse, met, first, parity, pairs, next_choice })
    }

    /// What is known, from heap 0 on.
    pub(super) fn known(&self) -> &[u16] {
        &self.values
    }

    /// The space of rare values, and the heaps that have them, as far as values are known.
    pub(super) fn rare_heaps(&self) -> RareHeaps {
        RareHeaps {
            mask: self.space.mask,
            turns: self.space.turns,
            rare: self.rare.len() as u64,
            last_rare: self.rare.last().map(|heap| u64::from(*heap)),
            largest_value: self.values.iter().copied().max().unwrap_or(0),
        }
    }

    /// Bytes that are taken for so many heaps: two for each, four for each of the rare ones that are known, and sets of values
    /// where three heaps may be left.
    pub(super) fn bytes(&self, heaps: usize) -> u128 {
        let sets = if self.code.most_left() == 3 { PairSets::bytes(heaps, self.met.len()) } else { 0 };
        heaps as u128 * 2 + self.rare.len() as u128 * 4 + sets
    }

    /// Computes the values of all heaps below a bound.
    ///
    /// # Errors
    /// Cancellation, memory, or a value that does not fit ([`EngineError::Unfit`]).
    pub(super) fn extend(&mut self, bound: usize, context: &Context) -> Result<(), EngineError> {
        context.fits(self.bytes(bound))?;
        self.values.reserve_exact(bound.saturating_sub(self.values.len()));
        while self.values.len() < bound {
            // A large heap may take as long as all its options.
            context.go_on()?;
            if self.values.len().is_multiple_of(BETWEEN_LOOKS) {
                context.fits(self.bytes(bound))?;
                if let Some(progress) = &context.progress {
                    progress(self.values.len() as u64, bound as u64);
                }
            }
            let value = self.next();
            self.keep(value)?;
        }
        Ok(())
    }

    /// Appends the value of the next heap.
    fn keep(&mut self, value: usize) -> Result<(), EngineError> {
        if MOST_VALUE <= value {
            return Err(EngineError::Unfit(format!("a heap has a value of {MOST_VALUE} or more")));
        }
        let heap = self.values.len();
        if self.met.len() <= 2 * value {
            let size = (2 * value + 1).next_power_of_two();
            self.met.resize(size, 0);
            self.first.resize(size, 0);
            self.sparse = self.space.tables(size);
        }
        self.values.push(u16::try_from(value).expect("a value below the bound"));
        if self.first[value] == 0 {
            self.first[value] = u32::try_from(heap).map_err(|_| EngineError::too_large())?;
        }
        if self.space.has(value, heap + self.parity) {
            self.rare.push(u32::try_from(heap).map_err(|_| EngineError::too_large())?);
        }
        if self.values.len() == self.next_choice {
            self.next_choice *= 2;
            self.choose();
        }
        Ok(())
    }

    /// Takes the space in which the fewest heaps are.
    fn choose(&mut self) {
        let mut sums = [vec![0i64; self.met.len()], vec![0i64; self.met.len()]];
        for (heap, value) in self.values.iter().enumerate() {
            sums[heap & 1][usize::from(*value)] += 1;
        }
        for sums in &mut sums {
            transform(sums);
        }
        let [even, odd] = sums;
        let may_turn = parted_after(&self.code).windows(2).all(|two| two[0] & 1 == two[1] & 1);
        let sign = if self.parity == 1 { -1 } else { 1 };
        let whole = (0..even.len()).map(|mask| (even[mask] + odd[mask], false, mask));
        let turned = (0..even.len()).map(|mask| (sign * (even[mask] - odd[mask]), true, mask));
        let best = whole.chain(turned.filter(|_| may_turn)).min();
        let Some((_, turns, mask)) = best else { return };
        self.space = SparseSpace { mask: u32::try_from(mask).expect("a mask of 16 bits"), turns };
        self.sparse = self.space.tables(self.met.len());
        let numbered = self
            .values
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(heap, value)| self.space.has(usize::from(**value), *heap + self.parity));
        self.rare = numbered.filter_map(|(heap, _)| u32::try_from(heap).ok()).collect();
    }

    /// The value of the next heap: what is rare is met first, and the least value outside bounds what else has to be.
    fn next(&mut self) -> usize {
        let heap = self.values.len();
        self.met.fill(0);
        self.single(heap);
        let (mut parted, mut in_three): (Vec<(usize, bool)>, Vec<usize>) = (Vec::new(), Vec::new());
        for rule in &self.code.rules {
            match (rule.left, rule.taken) {
                (2, Taken::Exactly(taken)) if taken + 2 <= heap => parted.push((heap - taken, rule.different)),
                (3, Taken::Exactly(taken)) if taken + 3 <= heap => in_three.push(heap - taken),
                _ => {}
            }
        }
        if !in_three.is_empty() {
            return self.least_of_three(&parted, &in_three);
        }
        for (left, different) in &parted {
            self.with_rare(*left, *different);
        }
        // Where the space turns, all that are parted are odd together, or all even.
        let sum = parted.first().map_or(0, |(left, _)| left & 1);
        let (least, mut open) = self.least_outside(sum);
        if open == 0 {
            return least;
        }
        for (left, different) in parted {
            open = self.meet(left, different, least, open);
            if open == 0 {
                return least;
            }
        }
        (0..least).find(|value| self.met[*value] == 0).unwrap_or(least)
    }

    /// The value of the next heap where some options are three heaps, with so many together; `parted` are those of two. What is no
    /// heap or one is met already. The least value that is not met is looked for among three heaps, until they do not have it.
    fn least_of_three(&mut self, parted: &[(usize, bool)], in_three: &[usize]) -> usize {
        for (left, different) in parted {
            // No bound: all are looked at.
            self.meet(*left, *different, 0, 1);
        }
        self.pairs.know(self.values.len(), &self.values, self.met.len());
        loop {
            let least = self.met.iter().position(|met| *met == 0).unwrap_or(self.met.len());
            if !in_three.iter().any(|left| self.pairs.meet(*left, least, &self.values, &mut self.met)) {
                return least;
            }
        }
    }

    /// Meets the options that are no heap or one.
    fn single(&mut self, heap: usize) {
        for rule in &self.code.rules {
            match (rule.left, rule.taken) {
                (0, Taken::Exactly(taken)) if taken == heap => self.met[0] = 1,
                (0, Taken::AtLeast(taken)) if taken <= heap => self.met[0] = 1,
                (1, Taken::Exactly(taken)) if taken < heap => self.met[usize::from(self.values[heap - taken])] = 1,
                (1, Taken::AtLeast(taken)) if taken < heap => {
                    let most = heap - taken;
                    for (met, first) in self.met.iter_mut().zip(&self.first) {
                        *met |= u8::from((1..=most).contains(&(*first as usize)));
                    }
                }
                _ => {}
            }
        }
    }

    /// Meets the options in which one heap at least is rare: two heaps with so many together.
    fn with_rare(&mut self, left: usize, different: bool) {
        let (values, met) = (&self.values, &mut self.met);
        let size = met.len() - 1;
        for rare in &self.rare {
            let one = *rare as usize;
            if left <= one {
                break;
            }
            if different && 2 * one == left {
                continue;
            }
            let value = usize::from(values[one] ^ values[left - one]);
            met[value & size] = 1;
        }
    }

    /// The least value outside of the space of even sums or odd ones that was not met, and how many smaller ones in the space were not.
    fn least_outside(&self, sum: usize) -> (usize, usize) {
        let both = self.met.iter().zip(&self.sparse[sum]);
        let least = both.clone().position(|(met, sparse)| met | sparse == 0).unwrap_or(self.met.len());
        let open = both.take(least).filter(|(met, sparse)| **met == 0 && **sparse == 1).count();
        (least, open)
    }

    /// Meets options of two heaps until no value below a bound is open any more; gives how many still are.
    fn meet(&mut self, left: usize, different: bool, bound: usize, mut open: usize) -> usize {
        let last = if different { (left - 1) / 2 } else { left / 2 };
        let (values, met) = (&self.values, &mut self.met);
        let size = met.len() - 1;
        let (small, large) = (&values[1..=last], &values[left - last..left]);
        for (one, other) in small.iter().zip(large.iter().rev()) {
            let value = usize::from(one ^ other) & size;
            if met[value] == 0 {
                met[value] = 1;
                open -= usize::from(value < bound);
                if open == 0 {
                    return 0;
                }
            }
        }
        open
    }
}

/// The numbers that are taken before a heap is parted.
fn parted_after(code: &Code) -> Vec<usize> {
    let taken = |rule: &Taking| match rule.taken {
        Taken::Exactly(taken) if rule.left == 2 => Some(taken),
        _ => None,
    };
    code.rules.iter().filter_map(taken).collect()
}

/// The numbers with an even number of ones under a mask; for odd sums, if it turns, those with an odd one.
#[derive(Clone, Copy, Debug)]
struct SparseSpace {
    mask: u32,
    turns: bool,
}

impl SparseSpace {
    /// Whether a value is in the space that belongs to two heaps with so many together.
    fn has(self, value: usize, sum: usize) -> bool {
        let ones = u32::try_from(value).map_or(0, |value| (value & self.mask).count_ones());
        (ones & 1 == 1) == (self.turns && sum & 1 == 1)
    }

    /// 1 for each value below a bound that is in the space of even sums, and of odd ones.
    fn tables(self, bound: usize) -> [Vec<u8>; 2] {
        [0, 1].map(|sum| (0..bound).map(|value| u8::from(self.has(value, sum))).collect())
    }
}

/// The Walsh-Hadamard transform: for each mask, the sum over values with an even number of ones under it, less that over the
/// others. The length is a power of two.
fn transform(sums: &mut [i64]) {
    let mut step = 1;
    while step < sums.len() {
        for start in (0..sums.len()).step_by(2 * step) {
            for at in start..start + step {
                (sums[at], sums[at + step]) = (sums[at] + sums[at + step], sums[at] - sums[at + step]);
            }
        }
        step *= 2;
    }
}
