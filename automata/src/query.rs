//! Questions to an automaton: its least tuple, its tuples below a bound.
use super::automaton::Automaton;
use super::graph::{DEAD, FULL};
use std::fmt;

/// A least tuple whose numbers have more than 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the least values have more than 128 bits")
    }
}

impl std::error::Error for TooLarge {}

/// The sum of the values and then the values, so that the smallest in the order of slices is the least tuple.
type Ranked = Option<Vec<u128>>;

/// Tuples, and how many of them are wanted.
struct Tuples {
    tuples: Vec<Vec<u128>>,
    most: usize,
}

impl Automaton {
    /// The accepted tuple with the smallest sum, and among those the lexicographically smallest; `None` if nothing is
    /// accepted.
    ///
    /// # Errors
    /// If the values, or their sum, have more than 128 bits.
    pub fn least(&self) -> Result<Option<Vec<u128>>, TooLarge> {
        if self.is_empty() {
            return Ok(None);
        }
        if self.tracks.is_empty() {
            return Ok(Some(Vec::new()));
        }
        // `best[node]` completes a node on level 0 by words of `rows` rows. The order of these tuples does not change
        // when the same tuple is added to two of them, so what is best for the rest is best for the whole.
        let nodes = self.graph.len();
        let nothing = vec![0; self.tracks.len() + 1];
        let mut best: Vec<Ranked> = (0..nodes)
            .map(|node| {
                let ends = (node < 2 || self.graph.levels[node] == 0) && self.graph.accepting[node];
                ends.then(|| nothing.clone())
            })
            .collect();
        let mut rows = 0;
        let mut enough = None;
        loop {
            let found = &best[self.graph.start as usize];
            if let Some(found) = found {
                // A tuple with a smaller sum has no value above the sum, hence no more digits than it.
                let needed = self.numeration.digits_of(found[0]).len();
                let enough = *enough.get_or_insert(needed);
                if enough <= rows {
                    return Ok(Some(found[1..].to_vec()));
                }
            }
            let weight = self.numeration.weight(u32::try_from(rows).map_err(|_| TooLarge)?).ok_or(TooLarge)?;
            best = self.with_a_row(best, weight)?;
            rows += 1;
        }
    }

    /// The best completions with one row more in front, whose digits weigh `weight`.
    fn with_a_row(&self, mut best: Vec<Ranked>, weight: u128) -> Result<Vec<Ranked>, TooLarge> {
        // The sinks stand on every level.
        for level in (0..self.tracks.len()).rev() {
            let mut next = vec![None; best.len()];
            for (node, slot) in next.iter_mut().enumerate() {
                let here = node == FULL as usize || usize::from(self.graph.levels[node]) == level;
                if !here || node == DEAD as usize {
                    continue;
                }
                let node = u32::try_from(node).expect("node numbers have 32 bits");
                for (digit, target) in self.graph.edges_of(node).iter().enumerate() {
                    let Some(rest) = &best[*target as usize] else { continue };
                    let mut ranked = rest.clone();
                    let value = weight.checked_mul(digit as u128).ok_or(TooLarge)?;
                    for index in [0, level + 1] {
                        ranked[index] = ranked[index].checked_add(value).ok_or(TooLarge)?;
                    }
                    if slot.as_ref().is_none_or(|known| ranked < *known) {
                        *slot = Some(ranked);
                    }
                }
            }
            best = next;
        }
        Ok(best)
    }

    /// All accepted tuples whose values are below `bound`, in lexicographic order.
    ///
    /// # Panics
    /// Never: a number of 128 bits has few digits.
    #[must_use]
    pub fn tuples_below(&self, bound: u128) -> Vec<Vec<u128>> {
        self.some_tuples_below(bound, usize::MAX)
    }

    /// As [`Self::tuples_below`], but so many of them at most, not always the first.
    ///
    /// # Panics
    /// Never: a number of 128 bits has few digits.
    #[must_use]
    pub fn some_tuples_below(&self, bound: u128, most: usize) -> Vec<Vec<u128>> {
        let Some(limit) = bound.checked_sub(1) else {
            return if self.tracks.is_empty() && !self.is_empty() { vec![Vec::new()] } else { Vec::new() };
        };
        let rows = u32::try_from(self.numeration.digits_of(limit).len()).expect("a number has few digits");
        let weights: Vec<u128> = (0..rows)
            .rev()
            .map(|place| self.numeration.weight(place).expect("the weight is at most the limit"))
            .collect();
        let mut found = Tuples { tuples: Vec::new(), most };
        let mut values = vec![0; self.tracks.len()];
        let mut memories = vec![0; self.tracks.len()];
        self.collect(self.graph.start, &weights, 0, limit, (&mut values, &mut memories), &mut found);
        found.tuples.sort_unstable();
        found.tuples
    }

    /// Adds the tuples below a limit that are accepted from a node on, in the order of their words.
    fn collect(
        &self,
        node: u32,
        weights: &[u128],
        level: usize,
        limit: u128,
        (values, memories): (&mut Vec<u128>, &mut Vec<u8>),
        found: &mut Tuples,
    ) {
        if node == DEAD || found.most <= found.tuples.len() {
            return;
        }
        let Some((weight, rest)) = weights.split_first().filter(|_| !values.is_empty()) else {
            if self.graph.accepts_at(node) {
                found.tuples.push(values.clone());
            }
            return;
        };
        let (next, weights) = if level + 1 < values.len() { (level + 1, weights) } else { (0, rest) };
        let (value, memory) = (values[level], memories[level]);
        for digit in 0..self.numeration.digits() {
            let Some(valid) = self.numeration.after(memory, digit) else { continue };
            let Some(larger) = weight.checked_mul(u128::from(digit)).and_then(|amount| value.checked_add(amount))
            else {
                break;
            };
            if limit < larger {
                break;
            }
            (values[level], memories[level]) = (larger, valid);
            let target = self.graph.edge(node, digit as usize);
            self.collect(target, weights, next, limit, (&mut *values, &mut *memories), found);
        }
        (values[level], memories[level]) = (value, memory);
    }
}
