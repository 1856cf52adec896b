//! Gives rows of two heaps values band after band, so that they can be gone on with: all cells before them are kept. Knows nothing of
//! moves.
//!
//! Right because cells come in the order of the table: those of a band look at cells of the band and of bands before it. Where an
//! option comes later, the table is not found row by row.
use super::ByProgram;
use super::board::Order;
use super::trouble::Trouble;
use crate::engine::numbers::whole;
use crate::engine::reference::shape_of;
use crate::engine::rows::{FindsBands, PutBytes, RowBand, RowsInTurn, TakeBytes};
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::Ruleset;
use crate::table::{Kept, Region, SharedCell};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU32};

/// How many bands a table has, about.
const BANDS: usize = 64;
/// Cells that are put down at once.
const TOGETHER: usize = 1 << 14;

/// All cells of a table, of which the first rows have values.
#[derive(Debug)]
struct CellBands {
    ruleset: Ruleset,
    region: Region,
    question: Question,
    shape: [usize; 2],
    kept: KeptCells,
}

/// Cells that get values, in two bytes each or in four.
#[derive(Debug)]
enum KeptCells {
    Small(Vec<AtomicU16>),
    Large(Vec<AtomicU32>),
}

/// The rows of a region of two heaps. Cost: no row is found yet.
///
/// # Errors
/// Memory; registers, or not two heaps.
pub(super) fn rows(
    ruleset: &Ruleset,
    region: &Region,
    question: Question,
    context: &Context,
) -> Result<RowsInTurn, EngineError> {
    let shape = shape_of(region, ruleset.heaps.len())?;
    let [rows, columns] = *shape.as_slice() else { return Err(EngineError::unfit_region()) };
    if !ruleset.registers.is_empty() || rows == 0 || columns == 0 {
        return Err(EngineError::unfit_region());
    }
    let shape = [whole(rows), whole(columns)];
    let cells = shape[0].checked_mul(shape[1]).ok_or_else(EngineError::too_large)?;
    // All cells, and a band of them once more.
    context.fits(cells as u128 * 2 + (cells / BANDS) as u128 * 2)?;
    let kept = KeptCells::Small(SharedCell::none(cells));
    let finds = CellBands { ruleset: ruleset.clone(), region: region.clone(), question, shape, kept };
    Ok(RowsInTurn::new(EngineKind::Compiled, shape, Box::new(finds)))
}

impl CellBands {
    /// Gives the cells of some rows values.
    fn sweep(&self, rows: Range<usize>, context: &Context) -> Result<(), Trouble> {
        let engine = ByProgram::new(&self.ruleset).map_err(EngineError::Unfit)?;
        let board = engine.board(&self.shape.map(|size| size as u64)).map_err(EngineError::Unfit)?;
        let part = (&board, Order::Rows(&self.region), Some(rows));
        match &self.kept {
            KeptCells::Small(kept) => engine.sweep::<u16>(part, self.question, kept, context),
            KeptCells::Large(kept) => engine.sweep::<u32>(part, self.question, kept, context),
        }
    }

    /// Takes four bytes for each cell.
    fn widen(&mut self, context: &Context) -> Result<(), EngineError> {
        if let KeptCells::Small(kept) = &self.kept {
            context.fits(kept.len() as u128 * 6)?;
            let wide = |cell: &AtomicU16| SharedCell::new(u32::from(SharedCell::load(cell)));
            self.kept = KeptCells::Large(kept.iter().map(wide).collect());
        }
        Ok(())
    }
}

impl FindsBands for CellBands {
    fn band(&mut self, from: usize, context: &Context) -> Result<RowBand, EngineError> {
        let [all, columns] = self.shape;
        let rows = from..all.min(from + all.div_ceil(BANDS));
        let within = context.within(rows.clone(), all);
        let done = match self.sweep(rows.clone(), &within) {
            Err(Trouble::Wide) => {
                self.widen(context)?;
                self.sweep(rows.clone(), &within)
            }
            done => done,
        };
        done.map_err(|trouble| match trouble {
            Trouble::Engine(error) => error,
            _ => EngineError::Unfit("an option comes later than its position".to_owned()),
        })?;
        let cells = rows.start * columns..rows.end * columns;
        Ok(RowBand::behind(
            match &self.kept {
                KeptCells::Small(kept) => Kept::cells(kept[cells].iter().map(SharedCell::load).collect()),
                KeptCells::Large(kept) => Kept::cells(kept[cells].iter().map(SharedCell::load).collect()),
            },
            0,
        ))
    }

    /// How many cells, up to the last that has a value, and how wide they are; then these.
    fn keep(&self, put: &mut PutBytes<'_>) -> bool {
        fn keep<S: SharedCell<Kept: Kept>>(all: &[S], bytes: usize, put: &mut PutBytes<'_>) -> bool {
            let count = all.iter().rposition(|cell| cell.load().kept() != 0).map_or(0, |last| last + 1);
            let mut part = (count as u64).to_le_bytes().to_vec();
            part.extend((bytes as u64).to_le_bytes());
            let mut chunks = all[..count].chunks(TOGETHER);
            while put(&part) {
                let Some(cells) = chunks.next() else { return true };
                part.clear();
                part.extend(cells.iter().flat_map(|cell| cell.load().kept().to_le_bytes().into_iter().take(bytes)));
            }
            false
        }
        match &self.kept {
            KeptCells::Small(kept) => keep(kept, 2, put),
            KeptCells::Large(kept) => keep(kept, 4, put),
        }
    }

    fn take_up(&mut self, take: &mut TakeBytes<'_>) -> bool {
        fn take_up<S: SharedCell<Kept: Kept>>(
            (cells, all): (&[S], usize),
            bytes: usize,
            take: &mut TakeBytes<'_>,
        ) -> bool {
            let mut part = vec![0; bytes * TOGETHER];
            cells.chunks(TOGETHER).all(|cells| {
                let part = &mut part[..cells.len() * bytes];
                let is_there = take(part);
                cells.iter().zip(part.chunks(bytes)).all(|(cell, bytes)| {
                    let kept = bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte));
                    cell.store(Kept::of(kept));
                    // No value is greater than the number of cells.
                    is_there && kept <= all + 1
                })
            })
        }
        let (mut count, mut bytes) = ([0; 8], [0; 8]);
        let is_there = take(&mut count) && take(&mut bytes);
        let all = self.shape[0] * self.shape[1];
        let Some(count) = usize::try_from(u64::from_le_bytes(count)).ok().filter(|count| is_there && *count <= all)
        else {
            return false;
        };
        match u64::from_le_bytes(bytes) {
            2 => {
                let kept: Vec<AtomicU16> = SharedCell::none(all);
                let is_there = take_up((&kept[..count], all), 2, take);
                self.kept = KeptCells::Small(kept);
                is_there
            }
            4 => {
                let kept: Vec<AtomicU32> = SharedCell::none(all);
                let is_there = take_up((&kept[..count], all), 4, take);
                self.kept = KeptCells::Large(kept);
                is_there
            }
            _ => false,
        }
    }
}
