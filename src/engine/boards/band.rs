//! Turns a cell of the value at hand into the intervals of the rows above it that a band attacks. Knows nothing of modules.
use super::Board;
use super::sweep::mark;
use crate::engine::relation::MOST_SIDES;

/// A band as seen from an option: bounds on the bit and the level of a position.
#[derive(Clone, Debug)]
pub(super) struct Band {
    pub(super) from: usize,
    /// Factors of level and bit of the position, of level and bit of the option, and a constant.
    pub(super) rows: Vec<[i64; 5]>,
}

impl Board<'_> {
    /// A row over x, y, x', y' in terms of level and bit of the position, level and bit of the option.
    pub(super) fn seen_from_option(&self, (factors, constant): &([i64; 4], i64)) -> [i64; 5] {
        // The dropped heap is level - weight * bit.
        let weight = self.relation.weights[self.bit];
        let pair = |own: &[i64]| [own[self.dropped], own[self.bit] - weight * own[self.dropped]];
        let ([level, bit], [level_, bit_]) = (pair(&factors[..2]), pair(&factors[2..]));
        [level, bit, level_, bit_, *constant]
    }
}

impl Band {
    /// Marks what a cell attacks, in all rows that may have open cells.
    pub(super) fn attack(
        &self,
        board: &Board<'_>,
        (level, bit): (i64, i64),
        (free, attacked, open): (&[u64], &mut [u64], &mut [u32]),
        next: &mut [u32],
    ) {
        let starts = &board.starts[self.from];
        let (mut low, mut high) = (level, i64::try_from(starts.len()).unwrap_or(i64::MAX) - 1);
        let known = |row: &[i64; 5]| row[2] * level + row[3] * bit + row[4];
        for row in self.rows.iter().filter(|row| row[1] == 0) {
            let rest = -known(row);
            match row[0] {
                0 if rest < 0 => return,
                0 => {}
                1.. => high = high.min(rest.div_euclid(row[0])),
                _ => low = low.max(-rest.div_euclid(-row[0])),
            }
        }
        let mut sides = [(0, 0, 0); MOST_SIDES];
        let sloped = self.rows.iter().filter(|row| row[1] != 0);
        let mut count = 0;
        for (side, row) in sides.iter_mut().zip(sloped) {
            *side = (row[0], known(row), row[1]);
            count += 1;
        }
        let sides = &sides[..count];
        let mut at = find(next, low.max(0));
        while at <= high {
            let row = &board.rows[starts[usize::try_from(at).unwrap_or(0)]];
            let (mut first, mut last) = (0, i64::try_from(row.words * 64).unwrap_or(0) - 1);
            for (slope, constant, factor) in sides {
                let rest = -(slope * at + constant);
                match *factor {
                    1 => last = last.min(rest),
                    -1 => first = first.max(-rest),
                    2.. => last = last.min(rest.div_euclid(*factor)),
                    _ => first = first.max(-rest.div_euclid(-factor)),
                }
            }
            if first <= last {
                let ends = [first, last].map(|end| usize::try_from(end).unwrap_or(0));
                let index = starts[usize::try_from(at).unwrap_or(0)];
                let mut gone = 0;
                let mut word = ends[0] / 64;
                mark(&mut attacked[row.offset..row.offset + row.words], ends[0], ends[1], |slot, mask| {
                    let fresh = mask & free[row.offset + word] & !*slot;
                    if fresh != 0 {
                        gone += fresh.count_ones();
                        *slot |= fresh;
                    }
                    word += 1;
                });
                open[index] = open[index].saturating_sub(gone);
                if open[index] == 0 {
                    let at = usize::try_from(at).unwrap_or(0);
                    next[at] = next[at].max(u32::try_from(at + 1).unwrap_or(u32::MAX));
                }
            }
            at = find(next, at + 1);
        }
    }
}

/// The first level from `at` on that is open, with short cuts for the next time.
fn find(next: &mut [u32], at: i64) -> i64 {
    let mut at = usize::try_from(at).unwrap_or(usize::MAX);
    if next.len() <= at {
        return i64::MAX;
    }
    while at + 1 < next.len() && next[at] as usize != at {
        let further = next[next[at] as usize];
        next[at] = further;
        at = further as usize;
    }
    if at + 1 < next.len() { i64::try_from(at).unwrap_or(i64::MAX) } else { i64::MAX }
}
