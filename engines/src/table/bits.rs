//! Outcomes of the cells of a layer, one bit each, and one more where some cells have none. Knows nothing of heaps.
use std::ops::Range;

/// Zeros and ones of cells in storage order.
#[derive(Clone, Debug)]
pub(super) struct OutcomeBits {
    pub(super) count: usize,
    ones: Vec<u64>,
    columns: usize,
    /// How many of the first cells of each row have a value; without it, all cells have one.
    shown: Option<Vec<usize>>,
}

impl OutcomeBits {
    /// Ones in the first cells of each row, as many as are shown; the rest has no value. Cost: one step for 64 cells.
    pub(super) fn ones([rows, columns]: [usize; 2], shown: impl Fn(usize) -> usize) -> Self {
        let count = rows * columns;
        if (0..rows).all(|row| shown(row) == columns) {
            return Self { count, ones: vec![u64::MAX; count.div_ceil(64)], columns, shown: None };
        }
        let shown: Vec<usize> = (0..rows).map(shown).collect();
        // Memory that nobody writes to costs nothing.
        let mut ones = vec![0; count.div_ceil(64)];
        for (row, shown) in shown.iter().enumerate() {
            each_word(row * columns..row * columns + shown, |word, mask| ones[word] |= mask);
        }
        Self { count, ones, columns, shown: Some(shown) }
    }

    pub(super) fn get(&self, index: usize) -> Option<u32> {
        let is_shown = |shown: &Vec<usize>| index % self.columns < shown[index / self.columns];
        let has_value = index < self.count && self.shown.as_ref().is_none_or(is_shown);
        has_value.then(|| u32::from(self.ones[index / 64] >> (index % 64) & 1 == 1))
    }

    /// Makes the value of a cell that has one 0.
    pub(super) fn clear(&mut self, index: usize) {
        if let Some(word) = self.ones.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    /// Makes all values 0.
    pub(super) fn clear_all(&mut self) {
        self.ones.fill(0);
    }

    /// The cells that have a value, run after run.
    fn runs(&self) -> Box<dyn Iterator<Item = Range<usize>> + '_> {
        match &self.shown {
            None => Box::new(std::iter::once(0..self.count)),
            Some(shown) => {
                let first = |row: usize| row * self.columns;
                Box::new(shown.iter().enumerate().map(move |(row, shown)| first(row)..first(row) + shown))
            }
        }
    }

    /// The cells with a value, in order. Cost: one step for 64 cells, and one for each that is found.
    pub(super) fn places(&self, wanted: u32) -> impl Iterator<Item = usize> + '_ {
        let flip = if wanted == 0 { u64::MAX } else { 0 };
        let runs = self.runs().take(if wanted <= 1 { usize::MAX } else { 0 });
        let words =
            runs.flat_map(|run| (run.start / 64..run.end.div_ceil(64)).map(move |word| (word, within(&run, word))));
        words.flat_map(move |(word, mask)| {
            let found = Some((self.ones[word] ^ flip) & mask).filter(|found| *found != 0);
            let next = |rest: &u64| Some(rest & (rest - 1)).filter(|rest| *rest != 0);
            std::iter::successors(found, next).map(move |rest| word * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// All values, a byte each; -1 for none. Cost: a few steps for eight cells.
    pub(super) fn to_bytes(&self) -> Vec<i8> {
        // One bit of each byte of a number, and the bit by which a byte tells that it is not 0.
        const EACH: u64 = 0x8040_2010_0804_0201;
        const ONES: u64 = 0x0101_0101_0101_0101;
        let spread = |bits: u8| {
            let apart = u64::from(bits).wrapping_mul(ONES) & EACH;
            (((apart & (0x7f * ONES)) + 0x7f * ONES) | apart) >> 7 & ONES
        };
        let mut bytes = Vec::with_capacity(self.ones.len() * 64);
        for word in &self.ones {
            for eight in word.to_le_bytes() {
                bytes.extend(spread(eight).to_le_bytes().map(u8::cast_signed));
            }
        }
        bytes.truncate(self.count);
        for (row, shown) in self.shown.iter().flatten().enumerate() {
            bytes[row * self.columns + shown..(row + 1) * self.columns].fill(-1);
        }
        bytes
    }

    /// Appends the values of some cells as four bytes each, as [`super::Cells::append_to`] does.
    pub(super) fn append_to(&self, bytes: &mut Vec<u8>, range: Range<usize>) {
        if self.shown.is_none() {
            return self.append_known(bytes, range);
        }
        let mut at = range.start;
        while at < range.end {
            let row = at / self.columns;
            let shown = self.shown.as_ref().map_or(self.columns, |shown| shown[row]);
            let (known, end) = (row * self.columns + shown, range.end.min((row + 1) * self.columns));
            let middle = known.clamp(at, end);
            self.append_known(bytes, at..middle);
            bytes.resize(bytes.len() + 4 * (end - middle), u8::MAX);
            at = end;
        }
    }

    /// The same for cells that all have values.
    fn append_known(&self, bytes: &mut Vec<u8>, range: Range<usize>) {
        each_word(range.clone(), |word, _| {
            let (first, last) = (range.start.max(word * 64) % 64, (range.end - 1).min(word * 64 + 63) % 64);
            let bits = self.ones[word];
            bytes.extend((first..=last).flat_map(|bit| [u8::from(bits >> bit & 1 == 1), 0, 0, 0]));
        });
    }
}

/// The bits of a word that lie in a range.
fn within(range: &Range<usize>, word: usize) -> u64 {
    let head = range.start.saturating_sub(word * 64);
    let tail = (word + 1) * 64 - range.end.min((word + 1) * 64);
    if 64 <= head + tail { 0 } else { u64::MAX << head & u64::MAX >> tail }
}

/// Shows the words in which a range of bits lies, each with the bits of it.
fn each_word(range: Range<usize>, mut visit: impl FnMut(usize, u64)) {
    if !range.is_empty() {
        (range.start / 64..range.end.div_ceil(64)).for_each(|word| visit(word, within(&range, word)));
    }
}

#[cfg(test)]
mod tests;
