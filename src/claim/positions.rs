//! The positions of a board, in the order in which counterexamples are least; and how a position is written.
use crate::ruleset::{Position, Ruleset, words};

/// A position as the papers write it.
#[must_use]
pub fn written(position: &[i64], ruleset: &Ruleset) -> String {
    words::position(position, &ruleset.heaps)
}

/// Bytes that the list of all values of the registers that occur freely takes.
pub(super) fn registers_in_bytes(ruleset: &Ruleset, free: &[usize]) -> u128 {
    let heaps = ruleset.heaps.len();
    let each = (24 + 8 * ruleset.registers.len()) as u128;
    ruleset.registers.iter().enumerate().filter(|(at, _)| free.contains(&(heaps + at))).fold(
        each,
        |all, (_, register)| {
            let (low, high) = register.shown.unwrap_or((register.low, register.low.saturating_add(8)));
            all.saturating_mul(u128::from(high.abs_diff(low)) + 1)
        },
    )
}

/// All values of the registers that occur freely; the others stay at their least.
fn registers(ruleset: &Ruleset, free: &[usize]) -> Vec<Vec<i64>> {
    let heaps = ruleset.heaps.len();
    let mut all = vec![Vec::new()];
    for (at, register) in ruleset.registers.iter().enumerate() {
        let (low, high) = register.shown.unwrap_or((register.low, register.low.saturating_add(8)));
        let high = if free.contains(&(heaps + at)) { high } else { low };
        all = all
            .iter()
            .flat_map(|begun: &Vec<i64>| (low..=high).map(|value| [begun.as_slice(), &[value]].concat()))
            .collect();
    }
    all
}

/// All positions of a board in which one heap is 0, in lexicographic order: the first of each row along that heap.
pub(super) fn prefixes(
    ruleset: &Ruleset,
    free: &[usize],
    running: usize,
    limits: &[i64],
) -> impl Iterator<Item = Position> + use<> {
    let heaps = ruleset.heaps.len();
    let others: Vec<usize> = free.iter().copied().filter(|at| *at < heaps && *at != running).collect();
    let limits: Vec<i64> = others.iter().map(|at| limits[*at]).collect();
    let registers = registers(ruleset, free);
    let first = Some(vec![0; others.len()]);
    std::iter::successors(first, move |known| {
        let mut next = known.clone();
        for (value, limit) in next.iter_mut().zip(&limits).rev() {
            if *value < *limit {
                *value += 1;
                return Some(next);
            }
            *value = 0;
        }
        None
    })
    .flat_map(move |values| {
        let mut position = vec![0; heaps];
        for (at, value) in others.iter().zip(&values) {
            position[*at] = *value;
        }
        registers.iter().map(|registers| [position.as_slice(), registers].concat()).collect::<Vec<_>>()
    })
}

/// All positions of a board in order of total, then lexicographic; coordinates that do not occur stay at their least.
pub(super) struct BoardPositions {
    heaps: usize,
    free: Vec<usize>,
    /// The largest values of the free heaps.
    limits: Vec<i64>,
    registers: Vec<Vec<i64>>,
    total: i64,
    /// The largest total.
    last: i64,
    waiting: Vec<Position>,
}

impl BoardPositions {
    pub(super) fn new(ruleset: &Ruleset, free: &[usize], limits: &[i64]) -> Self {
        let heaps = ruleset.heaps.len();
        let registers = registers(ruleset, free);
        let free: Vec<usize> = free.iter().copied().filter(|at| *at < heaps).collect();
        let limits = free.iter().map(|at| limits[*at]).collect();
        Self { heaps, free, limits, registers, total: -1, last: i64::MAX, waiting: Vec::new() }
    }

    /// Only those with at most so many tokens.
    pub(super) fn up_to(self, last: i64) -> Self {
        Self { last, ..self }
    }

    /// Whether no position of the board is left out.
    pub(super) fn is_whole(&self) -> bool {
        self.most(0) <= self.last
    }

    /// The largest total of the free heaps from one on.
    fn most(&self, from: usize) -> i64 {
        self.limits[from..].iter().fold(0, |all, limit| all.saturating_add(*limit))
    }

    fn fill(&self, index: usize, left: i64, heaps: &mut Vec<i64>, found: &mut Vec<Position>) {
        let Some(&heap) = self.free.get(index) else {
            if left == 0 {
                found.extend(self.registers.iter().map(|registers| [heaps.as_slice(), registers].concat()));
            }
            return;
        };
        let low = left.saturating_sub(self.most(index + 1)).max(0);
        for value in low..=left.min(self.limits[index]) {
            heaps[heap] = value;
            self.fill(index + 1, left - value, heaps, found);
        }
        heaps[heap] = 0;
    }
}

impl Iterator for BoardPositions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        while self.waiting.is_empty() {
            self.total += 1;
            if self.most(0).min(self.last) < self.total {
                return None;
            }
            let mut heaps = vec![0; self.heaps];
            let mut found = Vec::new();
            self.fill(0, self.total, &mut heaps, &mut found);
            found.reverse();
            self.waiting = found;
        }
        self.waiting.pop()
    }
}

#[cfg(all(test, has_tests))]
mod tests;
