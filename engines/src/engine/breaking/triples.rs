//! The values of all sums of three heaps with so many together: sets of values as bits, moved by a nim-sum.
//!
//! Right because a sum of three heaps is one heap beside a sum of two, and all heaps are tried as the one.

/// The sets of values that two heaps with so many together may have.
#[derive(Debug, Default)]
pub(super) struct PairSets {
    /// One for each number, a bit for each value.
    sets: Vec<Vec<u64>>,
}

impl PairSets {
    /// Bytes that the sets of so many numbers take if values are below a bound.
    pub(super) fn bytes(numbers: usize, bound: usize) -> u128 {
        numbers as u128 * (bound.div_ceil(64) as u128 * 8 + 24)
    }

    /// Knows the sets of all numbers below a bound; the values of heaps below it are known, and below another bound.
    pub(super) fn know(&mut self, numbers: usize, values: &[u16], bound: usize) {
        while self.sets.len() < numbers {
            let set = of_pairs(self.sets.len(), values, bound);
            self.sets.push(set);
        }
    }

    /// Whether three heaps, none of them empty, with so many together have a value; if they do, all values that they have with the
    /// same smallest heap are met. The sets of all smaller numbers are known.
    ///
    /// A look at one bit for each smallest heap: what is met by many is found soon, and what is not met is asked for once a heap.
    pub(super) fn meet(&self, left: usize, value: usize, values: &[u16], met: &mut [u8]) -> bool {
        let has = |one: &usize| {
            let other = value ^ usize::from(values[*one]);
            self.sets[left - one].get(other / 64).is_some_and(|word| word >> (other % 64) & 1 == 1)
        };
        let Some(one) = (1..=left / 3).find(has) else { return false };
        let mut all = vec![0u64; met.len().div_ceil(64)];
        moved(&self.sets[left - one], usize::from(values[one]), &mut all);
        for (value, met) in met.iter_mut().enumerate() {
            *met |= u8::from(all[value / 64] >> (value % 64) & 1 == 1);
        }
        true
    }
}

/// The values of two heaps, none of them empty, with so many together.
fn of_pairs(left: usize, values: &[u16], bound: usize) -> Vec<u64> {
    let mut set = vec![0u64; bound.div_ceil(64)];
    for one in 1..=left / 2 {
        let value = usize::from(values[one] ^ values[left - one]);
        set[value / 64] |= 1 << (value % 64);
    }
    set
}

/// Bits that are exchanged with those so many places higher, for each power of two.
const LOWER: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Adds to a set the nim-sums of the values of another one with a value.
fn moved(set: &[u64], value: usize, all: &mut [u64]) {
    for (at, word) in set.iter().enumerate() {
        let mut word = *word;
        for (power, lower) in LOWER.iter().enumerate().filter(|(power, _)| value >> power & 1 == 1) {
            let by = 1 << power;
            word = (word & lower) << by | word >> by & lower;
        }
        if word != 0 {
            all[at ^ (value / 64)] |= word;
        }
    }
}

#[cfg(test)]
mod tests;
