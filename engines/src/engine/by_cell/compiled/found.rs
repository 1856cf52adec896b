//! What the options of one cell have: stamps of their values, or whether one is a P-position. Knows nothing of moves.
use super::blocked::Forbidding;
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::lane::LaneNumber;
use super::splits::SplitPart;
use super::step::OptionSink;
use crate::engine::Question;
use crate::table::{Kept, SharedCell};
use crate::value::Play;

/// What the options of the cell at hand have: stamps of values, those of value v at v + 2. At 1 stands that an option has no
/// value yet, at 0 what does not count.
pub(super) struct OptionValues {
    pub(super) stamps: Vec<u32>,
    pub(super) now: u32,
    /// All smaller values are among those of the options.
    least: usize,
    /// Whether there is an option, and whether one is a P-position.
    any: bool,
    pub(super) p: bool,
    /// The different options that are P-positions, where some may be forbidden; no more than one beyond what may be.
    won: Vec<usize>,
    /// No cell may have a greater value: all that read what is kept have room for it, other threads, too.
    pub(super) most: usize,
}

/// Where options are sums, a value may be greater than the number of cells; greater ones than this are left to wider numbers, or refused.
const MOST_OF_SUMS: usize = 1 << 20;

impl OptionValues {
    /// For so many cells, with room for all values that are kept, others' too: what is not used is not touched. `breaks` tells whether
    /// options are sums; where none is, no value is greater than the number of cells.
    pub(super) fn new<K: Kept>(cells: usize, breaks: bool) -> Self {
        let values = if breaks && !IS_SMALL { cells.max(MOST_OF_SUMS) } else { cells };
        let most = values.min(K::of(usize::MAX).kept());
        Self { stamps: vec![0; most + 4], now: 0, least: 2, any: false, p: false, won: Vec::new(), most }
    }

    /// Whether an option of the cell at hand has no value yet.
    pub(super) fn lacks_value(&self) -> bool {
        self.stamps[1] == self.now
    }

    pub(super) fn begin(&mut self) {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
        (self.least, self.any, self.p) = (2, false, false);
        self.won.clear();
    }

    /// Notes an option by its value, which may be greater than that of any cell; none if it has no value yet.
    #[inline]
    pub(super) fn note_value(&mut self, value: Option<usize>) {
        let slot = value.map_or(1, |value| value + 2);
        // Behind the last one that is met there is one that is not.
        match self.stamps.get_mut(slot..=slot + 1) {
            Some(stamps) => stamps[0] = self.now,
            None => self.note_beyond(slot),
        }
    }

    /// Notes sums of what some parts come to and of two cells.
    #[inline]
    pub(super) fn note_pairs<'c, S: SharedCell<Kept: Kept> + 'c>(
        &mut self,
        rest: usize,
        mut cells: impl Iterator<Item = (&'c S, &'c S)>,
    ) {
        loop {
            let (now, stamps) = (self.now, self.stamps.as_mut_slice());
            // Behind the last value that is met there is room for one that is not.
            let most = stamps.len() - 3;
            let unusual = cells.find_map(|(one, other)| {
                let (one, other) = (one.load().kept().wrapping_sub(1), other.load().kept().wrapping_sub(1));
                let value = rest ^ one ^ other;
                // What has no value yet is the greatest number now.
                if most <= one | other | rest {
                    return Some((one.max(other) != usize::MAX).then_some(value));
                }
                stamps[value + 2] = now;
                None
            });
            match unusual {
                Some(value) => self.note_value(value),
                None => return,
            }
        }
    }

    /// Notes sums: the least of what is kept of their parts, which is 0 if one has no value yet, and what they come to.
    #[inline]
    fn note_sums(&mut self, mut sums: impl Iterator<Item = (usize, usize)>) {
        loop {
            let (now, stamps) = (self.now, self.stamps.as_mut_slice());
            // Behind the last value that is met there is room for one that is not.
            let most = stamps.len() - 3;
            let unusual = sums.find(|(least, value)| {
                let is_usual = *least != 0 && *value < most;
                if is_usual {
                    stamps[*value + 2] = now;
                }
                !is_usual
            });
            let Some((least, value)) = unusual else { return };
            self.note_value((least != 0).then_some(value));
        }
    }

    #[cold]
    fn note_beyond(&mut self, slot: usize) {
        self.stamps.resize((slot + 2).next_power_of_two(), 0);
        self.stamps[slot] = self.now;
    }

    /// Notes a sum of positions, one after the other; whether all of them stand on the board.
    pub(super) fn note_sum<S: SharedCell<Kept: Kept>>(&mut self, kept: &[S], board: &CellBoard, sum: &[i64]) -> bool {
        let cell = |part: &[i64]| board.index(part.iter().copied());
        let cells: Option<Vec<usize>> = sum.chunks(board.size.len()).map(cell).collect();
        cells.is_some_and(|cells| {
            self.note_value(value_of_sum(kept, cells.into_iter()));
            true
        })
    }

    /// Notes an option that is a P-position where so many may be forbidden.
    #[inline]
    pub(super) fn win(&mut self, cell: usize, most: usize) {
        if !self.p && !self.won.contains(&cell) {
            self.won.push(cell);
            self.p = most < self.won.len();
        }
    }

    /// Notes an option by what is kept of it.
    #[inline]
    pub(super) fn note(&mut self, kept: usize) {
        self.stamps[kept + 1] = self.now;
        self.any = true;
        self.p |= kept == 1;
    }

    /// The value of the cell at hand.
    pub(super) fn value(&mut self, question: Question) -> usize {
        match question {
            Question::Grundy => {
                let mut slot = self.least;
                while self.stamps[slot] == self.now {
                    slot += 1;
                }
                self.least = slot;
                slot - 2
            }
            Question::Outcome(_) if self.p => 1,
            Question::Outcome(play) => usize::from(!self.any && play == Play::Misere),
        }
    }
}

/// The nim-sum of what cells were given; none if one has no value yet.
#[inline]
pub(super) fn value_of_sum<S: SharedCell<Kept: Kept>>(kept: &[S], cells: impl Iterator<Item = usize>) -> Option<usize> {
    let (mut value, mut known) = (0, true);
    for cell in cells {
        let kept = kept[cell].load().kept();
        known &= kept != 0;
        value ^= kept.wrapping_sub(1);
    }
    known.then_some(value)
}

/// What was given values before, as a sink of options.
pub(super) struct Behind<'a, S> {
    pub(super) kept: &'a [S],
    pub(super) found: &'a mut OptionValues,
    pub(super) question: Question,
}

impl<S: SharedCell<Kept: Kept>> Behind<'_, S> {
    /// Options by their cells.
    pub(super) fn all(&mut self, cells: &[u32]) {
        let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
        for cell in cells {
            stamps[self.kept[*cell as usize].load().kept() + 1] = now;
        }
    }

    /// Options of one heap of a value, by what they take; what is more than the value comes last, ascending.
    #[inline]
    pub(super) fn taken(&mut self, cell: usize, (value, stride): (usize, usize), all: &[u32]) {
        let all = all.iter().map(|taken| *taken as usize).take_while(|taken| *taken <= value);
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            for taken in all {
                stamps[self.kept[cell - taken * stride].load().kept() + 1] = now;
            }
            return;
        }
        for taken in all {
            self.found.note(self.kept[cell - taken * stride].load().kept());
            if self.found.p {
                return;
            }
        }
    }
}

impl<S: SharedCell<Kept: Kept>> Behind<'_, S> {
    /// Options that part a heap of a value, as one list says them for all heaps: how large the heap has to be in each, ascending, and then cells for each
    /// part of all.
    pub(super) fn split(&mut self, cell: usize, (value, low): (usize, usize), all: &[u32], parts: &[SplitPart]) {
        let count = all.len() / (1 + parts.len());
        let seen = all[..count].partition_point(|needed| *needed as usize <= value);
        let column = |at: usize| all[count * (1 + at)..][..seen].iter().map(|own| *own as usize);
        let kept = self.kept;
        let mut pairs = |fixed: usize, left: usize| {
            let cells = column(fixed).zip(column(left));
            self.found.note_pairs(0, cells.map(|(fixed, left)| (&kept[low + fixed], &kept[cell - left])));
        };
        match parts {
            [SplitPart::Fixed, SplitPart::Left] => return pairs(0, 1),
            [SplitPart::Left, SplitPart::Fixed] => return pairs(1, 0),
            [one, two, three] => {
                let base = |part: &SplitPart| if *part == SplitPart::Fixed { (low, false) } else { (cell, true) };
                let at = |(base, is_below): (usize, bool), own: usize| if is_below { base - own } else { base + own };
                let [one, two, three] = [one, two, three].map(base);
                let sums = column(0).zip(column(1)).zip(column(2)).map(|((first, second), third)| {
                    let all = [at(one, first), at(two, second), at(three, third)].map(|own| kept[own].load().kept());
                    let [first, second, third] = all.map(|kept| kept.wrapping_sub(1));
                    (all[0].min(all[1]).min(all[2]), first ^ second ^ third)
                });
                return self.found.note_sums(sums);
            }
            _ => {}
        }
        for option in 0..seen {
            let cells = parts.iter().enumerate().map(|(at, part)| {
                let own = all[count * (1 + at) + option] as usize;
                if *part == SplitPart::Fixed { low + own } else { cell - own }
            });
            self.found.note_value(value_of_sum(kept, cells));
        }
    }

    /// The same where an option is a sum, by what each part lacks, or where so many options may be forbidden.
    pub(super) fn taken_by_parts(
        &mut self,
        cell: usize,
        (value, stride): (usize, usize),
        (all, parts): (&[u32], usize),
        blocking: usize,
    ) {
        let cell_of = |taken: &u32| cell - *taken as usize * stride;
        if 1 < parts {
            for option in all.chunks_exact(parts) {
                self.found.note_value(value_of_sum(self.kept, option.iter().map(cell_of)));
            }
            return;
        }
        let mut sink = Forbidding { kept: self.kept, found: self.found, most: blocking };
        for taken in all.iter().take_while(|taken| **taken as usize <= value) {
            sink.one(cell_of(taken));
            if sink.has_enough() {
                return;
            }
        }
    }
}

impl<S: SharedCell<Kept: Kept>> OptionSink for Behind<'_, S> {
    fn one(&mut self, cell: usize) {
        self.found.note(self.kept[cell].load().kept());
    }

    fn run(&mut self, first: usize, stride: i64, count: usize) {
        let width = usize::try_from(stride.unsigned_abs()).expect("it lies on a board");
        let between = (count - 1) * width;
        let start = if stride < 0 { first - between } else { first };
        let cells = &self.kept[start..=start + between];
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            let mut stamp = |kept: &S| stamps[kept.load().kept() + 1] = now;
            if width <= 1 {
                cells.iter().for_each(stamp);
            } else {
                cells.iter().step_by(width).for_each(&mut stamp);
            }
            return;
        }
        for kept in cells.iter().step_by(width.max(1)) {
            self.found.note(kept.load().kept());
            if self.found.p {
                return;
            }
        }
    }

    fn lanes<N: LaneNumber>(&mut self, allowed: &[N], cells: &[N]) {
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            for (mask, cell) in allowed.iter().zip(cells) {
                let kept = self.kept[cell.index(*mask)].load().kept();
                stamps[if mask.is_true() { kept + 1 } else { 0 }] = now;
            }
            return;
        }
        for (mask, cell) in allowed.iter().zip(cells) {
            if mask.is_true() {
                self.found.note(self.kept[cell.index(*mask)].load().kept());
                if self.found.p {
                    return;
                }
            }
        }
    }

    fn every<N: LaneNumber>(&mut self, cells: &[N]) {
        let cells = cells.iter().map(|cell| self.kept[cell.index(N::truth(true))].load().kept());
        if self.question == Question::Grundy {
            let (now, stamps) = (self.found.now, self.found.stamps.as_mut_slice());
            cells.for_each(|kept| stamps[kept + 1] = now);
            return;
        }
        for kept in cells {
            self.found.note(kept);
            if self.found.p {
                return;
            }
        }
    }

    fn has_enough(&self) -> bool {
        self.found.p && self.question != Question::Grundy
    }
}
