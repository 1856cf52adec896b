//! Turns lines into rows of Grundy values, band after band, and keeps of the bands before only the sets of values. Knows nothing of
//! moves.
//!
//! A band is computed on a board of a few more rows: those that single vectors and late lines look back at. From band to band the
//! board moves down, and its lines are numbered from its first row; so the sets are moved to their new numbers.
//!
//! Right because a cell needs of each line through it only the set of the values behind it, and of the cells before it only those
//! that single vectors and the nearest options of late lines take, which lie no more than the kept rows above it. The board moves
//! by a multiple of what every line goes down in a step, so all rows of one remainder keep it, and a line that was not on the board
//! before has no cell behind it.
use super::{Fitted, LineSets, Marks, RegionRows, TileTrack, Tiling};
use crate::engine::rows::{FindsBands, PutBytes, RowBand, TakeBytes};
use crate::engine::{Context, EngineError};
use crate::table::{Kept, Region, SharedCell};
use num_integer::gcd;
use std::sync::atomic::Ordering;

/// The rows of a band, at least and at most, about.
const LEAST: usize = 16;
const MOST: usize = 1024;

/// The rows of a table, found one band after the other.
#[derive(Debug)]
struct LineBands<C: Kept> {
    fitted: Fitted,
    marks: Marks,
    tall: Tall,
    /// How many cells of each row of the table have values.
    rows: RegionRows,
    /// The cells of the last rows that were found, which later ones look back at.
    last: Vec<C>,
}

/// The rows of a board.
#[derive(Clone, Copy, Debug)]
struct Tall {
    /// Those that a band looks back at.
    behind: usize,
    /// Those of a band.
    band: usize,
}

impl Tall {
    fn board(self) -> usize {
        self.behind + self.band
    }

    /// How far boards reach for these moves on a table, so that bands take a quarter of what the sets take; `None` if lines go down
    /// in too many ways.
    fn of(Fitted { sets, points, most, .. }: &Fitted, bytes: usize) -> Option<Self> {
        let mut common = 1usize;
        for down in sets.iter().map(|set| set.step[0]).filter(|down| 0 < *down) {
            common = common.checked_mul(down / gcd_of(common, down)).filter(|common| *common <= MOST)?;
        }
        let lags = sets.iter().filter_map(|set| set.lag);
        let back = points.iter().copied().chain(lags).map(|taken| taken[0]).max().unwrap_or(0);
        let kept = sets.iter().filter(|set| 0 < set.step[0]).count();
        let wanted = (2 * kept * Marks::sizes(*most).1 / bytes).clamp(LEAST, MOST);
        Some(Self { behind: back.next_multiple_of(common), band: wanted.next_multiple_of(common) })
    }
}

fn gcd_of(one: usize, other: usize) -> usize {
    usize::try_from(gcd(one as i128, other as i128)).expect("a divisor of a length is a length").max(1)
}

/// The rows of a region, with their number and that of columns.
///
/// # Errors
/// Memory, or lines that do not fit.
pub(super) fn rows(
    lines: &LineSets,
    region: &Region,
    context: &Context,
) -> Result<([usize; 2], Box<dyn FindsBands>), EngineError> {
    let rows = RegionRows::new(region);
    let shape = rows.shape;
    let fitted = lines.fitted(&rows)?;
    // In a browser every loop counts for the size of the page.
    let finds: Box<dyn FindsBands> = if !cfg!(target_arch = "wasm32") && fitted.most + 1 < usize::from(u16::MAX) {
        Box::new(LineBands::<u16>::new(fitted, rows, context)?)
    } else {
        Box::new(LineBands::<u32>::new(fitted, rows, context)?)
    };
    Ok((shape, finds))
}

impl<C: Kept> LineBands<C> {
    fn new(mut fitted: Fitted, rows: RegionRows, context: &Context) -> Result<Self, EngineError> {
        let unfit =
            || EngineError::Unfit("its lines go down in too many ways to be followed from band to band".to_owned());
        let [all, columns] = rows.shape;
        let cell = size_of::<C>();
        let tall = Tall::of(&fitted, cell).ok_or_else(unfit)?;
        let mut count = 0;
        for set in &mut fitted.sets {
            set.fit(count, [tall.board(), columns]).ok_or_else(EngineError::unfit_region)?;
            count += set.lines;
        }
        fitted.count = count;
        let marks = (count as u128).saturating_mul(Marks::sizes(fitted.most).1 as u128 * 8);
        let cells = (tall.board().min(all) + tall.behind) as u128 * columns as u128;
        context.fits(marks.saturating_add(cells.saturating_mul(cell as u128)))?;
        let marks = Marks::none(count, fitted.most);
        Ok(Self { fitted, marks, tall, rows, last: Vec::new() })
    }

    /// Numbers the lines from the first row of the next board on.
    fn move_down(&mut self) {
        let (Tall { behind, band }, length) = (self.tall, self.marks.length);
        for set in &self.fitted.sets {
            let [down, across] = set.step;
            let words = &mut self.marks.words[set.first * length..(set.first + set.lines) * length];
            if down == 0 {
                words.rotate_left(band * across * length);
                words[behind * across * length..].iter_mut().for_each(|word| *word.get_mut() = 0);
                continue;
            }
            // All lines of a remainder move along by as much as they go across while the board moves down.
            let by = (across * (band / down)).min(set.width);
            for words in words.chunks_mut((set.width * length).max(1)) {
                words.rotate_right(by * length);
                words[..by * length].iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
    }
}

impl<C: Kept> FindsBands for LineBands<C> {
    fn band(&mut self, from: usize, context: &Context) -> Result<RowBand, EngineError> {
        let [all, columns] = self.rows.shape;
        let first = if from == 0 { 0 } else { self.tall.behind };
        if 0 < from {
            self.move_down();
        }
        let shown = self.rows.lengths[from.saturating_sub(first)..from].iter();
        let is_known = |(row, shown): (&[C], &usize)| row[..*shown].iter().all(|kept| 0 < kept.kept());
        let are_known = self.last.chunks(columns).zip(shown).all(is_known);
        let Some(origin) = from.checked_sub(first).filter(|_| are_known && self.last.len() == first * columns) else {
            return Err(EngineError::Unfit("what was kept of the rows before is not of them".to_owned()));
        };
        let limit = all.min(origin + self.tall.board());
        let board = RegionRows { shape: [limit - origin, columns], lengths: self.rows.lengths[origin..limit].to_vec() };
        let mut values: Vec<C::Shared> = SharedCell::none((limit - origin) * columns);
        for (cell, kept) in values.iter_mut().zip(&self.last) {
            *cell = SharedCell::new(*kept);
        }
        let tracks: Vec<TileTrack> = self.fitted.sets.iter().map(TileTrack::of).collect();
        // How far a band is says nothing of the table.
        let context = Context { progress: None, ..context.clone() };
        let tiling = Tiling { points: &self.fitted.points, rows: &board, from: first, half: false };
        tiling.run::<C>(&tracks, (&self.marks, &values), &context)?;
        let kept = values.len().saturating_sub(self.tall.behind * columns);
        self.last = values[kept..].iter().map(SharedCell::load).collect();
        let cells = C::cells(values.into_iter().map(SharedCell::into_kept).collect());
        Ok(RowBand::behind(cells, first * columns))
    }

    /// The sets, without which of their words are full and the empty words at their ends; then the last rows.
    fn keep(&self, put: &mut PutBytes<'_>) -> bool {
        let mut bytes = Vec::new();
        for line in self.marks.words.chunks(self.marks.length.max(1)) {
            let line = &line[self.marks.heads..];
            let words = line.iter().rposition(|word| word.load(Ordering::Relaxed) != 0).map_or(0, |last| last + 1);
            bytes.clear();
            bytes.extend(u32::try_from(words).expect("sets are of values, which are below 2^32").to_le_bytes());
            bytes.extend(line[..words].iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()));
            if !put(&bytes) {
                return false;
            }
        }
        bytes.clear();
        bytes.extend((self.last.len() as u64).to_le_bytes());
        bytes.extend(self.last.iter().flat_map(|kept| (kept.kept() as u64).to_le_bytes()));
        put(&bytes)
    }

    fn take_up(&mut self, take: &mut TakeBytes<'_>) -> bool {
        let (heads, length) = (self.marks.heads, self.marks.length);
        // The last word of a set is empty.
        let mut bytes = vec![0; (length - heads - 1) * 8];
        for line in self.marks.words.chunks_mut(length) {
            let mut words = [0; 4];
            let is_there = take(&mut words);
            let words = u32::from_le_bytes(words) as usize;
            let Some(bytes) = bytes.get_mut(..words.saturating_mul(8)).filter(|_| is_there) else { return false };
            if !take(bytes) {
                return false;
            }
            for word in line.iter_mut() {
                *word.get_mut() = 0;
            }
            let (full, words) = line.split_at_mut(heads);
            for (at, (word, bytes)) in words.iter_mut().zip(bytes.as_chunks().0).enumerate() {
                *word.get_mut() = u64::from_le_bytes(*bytes);
                *full[at / 64].get_mut() |= u64::from(*word.get_mut() == u64::MAX) << (at % 64);
            }
        }
        let mut number = [0; 8];
        let most = self.tall.behind.saturating_mul(self.rows.shape[1]) as u64;
        if !take(&mut number) || most < u64::from_le_bytes(number) {
            return false;
        }
        self.last.clear();
        for _ in 0..u64::from_le_bytes(number) {
            let is_there = take(&mut number);
            match usize::try_from(u64::from_le_bytes(number)) {
                Ok(kept) if is_there && kept <= self.fitted.most + 1 => self.last.push(C::of(kept)),
                _ => return false,
            }
        }
        true
    }
}
