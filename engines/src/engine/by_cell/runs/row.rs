//! Gives the cells of a row their values where all runs are lines behind the cell or single options, all of which move along with
//! the cell. Knows nothing of layers.
use super::RunSource;
use super::cells::{Fill, less};
use super::room::{LayerValues, Room};
use crate::engine::EngineError;
use crate::engine::numbers::value_of;
use crate::table::{Kept, SharedCell};
use std::ops::Range;

/// The most lines of a cell that are looked at in one loop.
const MOST_LINES: usize = 16;

/// The bits of a word of values seen.
const WORD: usize = 64;

/// So many cells between two looks at whether to go on.
const STRETCH: usize = 1 << 16;

impl Fill<'_, '_> {
    /// The cell from which on every run of the cells of a row that applies to it looks at a line or at an option that moves along
    /// with the cell.
    pub(super) fn plain_from(&mut self, cell: &[usize], begin: usize) -> usize {
        let all = self.all;
        let last = all.plan.heaps - 1;
        let mut from = begin;
        self.scratch.offsets.clear();
        if MOST_LINES < self.lines.len() || self.lines.iter().any(|line| line.1.is_none()) {
            return usize::MAX;
        }
        // A line on which nothing lies behind the cell has an empty set: it does no harm to look at it.
        let points = all.lanes[0].iter().filter(|lane| matches!(lane.source, RunSource::Point));
        for start in points.map(|lane| &lane.run.start) {
            if cell[..last].iter().zip(start).all(|(heap, taken)| taken <= heap) {
                from = from.max(start[last]);
                let mut place = less(&cell[..last], start);
                let index = all.board.index(&mut place[..last]);
                // The last heap stays the largest of its class.
                if let Some(before) = all.board.before(last) {
                    from = from.max(place[before] + start[last]);
                }
                self.scratch.offsets.push(index.wrapping_sub(start[last]));
            }
        }
        from
    }

    /// Gives the cells of a row their values, from the first on of which this holds.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub(super) fn plain(&mut self, cells: Range<usize>) -> Result<(), EngineError> {
        match self.lines.len() {
            0 => self.along::<0>(cells),
            1 => self.along::<1>(cells),
            2 => self.along::<2>(cells),
            3 => self.along::<3>(cells),
            4 => self.along::<4>(cells),
            _ => self.along::<MOST_LINES>(cells),
        }
    }

    /// The same, where each cell looks at `N` lines.
    fn along<const N: usize>(&mut self, cells: Range<usize>) -> Result<(), EngineError> {
        let (mut lines, mut slopes) = ([0usize; N], [0isize; N]);
        for ((line, slope), known) in lines.iter_mut().zip(&mut slopes).zip(&self.lines) {
            (*line, *slope) = (known.0, known.1.unwrap_or(0));
        }
        let count = if N == MOST_LINES { self.lines.len() } else { N };
        let looks = RowLooks { slopes: &slopes[..count], offsets: &self.scratch.offsets, index: self.index };
        let mut at = cells.start;
        while at < cells.end {
            let end = cells.end.min(at + STRETCH);
            let lacks = if looks.are_few(&self.held) {
                looks.few(&self.held, at..end);
                at = end;
                None
            } else {
                looks.stretch(&self.held, &mut lines[..count], &mut at, end)
            };
            if let Some(value) = lacks {
                self.held.grow(value, 0, self.all.context)?;
            }
            if at < cells.end && STRETCH < cells.len() {
                self.all.context.go_on()?;
            }
        }
        Ok(())
    }
}

/// Where the cells of a row look.
struct RowLooks<'a> {
    /// How the number of each line changes from cell to cell.
    slopes: &'a [isize],
    /// Where single options lie before the cells.
    offsets: &'a [usize],
    /// Where the table has the cell of the row whose last heap is empty.
    index: usize,
}

impl RowLooks<'_> {
    /// Whether all options are single ones, and so few that one word holds what is kept of them, for which there is room.
    fn are_few(&self, room: &Room) -> bool {
        self.slopes.is_empty() && self.offsets.len() + 1 < WORD && WORD <= room.most()
    }

    /// Gives cells their values where options are few: a value is at most their number.
    fn few(&self, room: &Room, cells: Range<usize>) {
        match &room.tables[0] {
            LayerValues::Small(all) => self.by_words(all, cells),
            LayerValues::Large(all) => self.by_words(all, cells),
        }
    }

    fn by_words<S: SharedCell<Kept: Kept>>(&self, all: &[S], cells: Range<usize>) {
        for at in cells {
            // Bit v + 1 is for value v, and bit 0 for no value.
            let mut seen = 0u64;
            for offset in self.offsets {
                seen |= 1 << all.get(offset.wrapping_add(at)).map_or(0, |kept| kept.load().kept().min(WORD - 1));
            }
            all[self.index + at].store(Kept::of((seen >> 1).trailing_ones() as usize + 1));
        }
    }

    /// Gives cells their values, from one on to before another; a value for which there is no room, with the cell that has it.
    fn stretch(&self, room: &Room, lines: &mut [usize], at: &mut usize, end: usize) -> Option<usize> {
        let (sets, table, most) = (&room.sets, &room.tables[0], room.most());
        while *at < end {
            let mut word = lines.iter().fold(0, |word, line| word.max(sets.full(*line)));
            let value = loop {
                let mut taken = lines.iter().fold(0, |taken, line| taken | sets.word(*line, word));
                for offset in self.offsets {
                    let near = table.get(offset.wrapping_add(*at)).map_or(usize::MAX, |value| value as usize);
                    taken |= u64::from(near / 64 == word) << (near % 64);
                }
                if taken != u64::MAX {
                    break word * 64 + taken.trailing_ones() as usize;
                }
                word += 1;
            };
            if most <= value {
                return Some(value);
            }
            for (line, slope) in lines.iter_mut().zip(self.slopes) {
                sets.insert(*line, value);
                *line = line.wrapping_add_signed(*slope);
            }
            table.set(self.index + *at, value_of(value));
            *at += 1;
        }
        None
    }
}
