//! Turns sweeps into tables: one sweep for each value, several at once; or one for outcomes, and one more in misère play. Knows
//! nothing of moves.
use super::sights::Sights;
use super::sweep::{BitSection, BitSweep, SweepGoal};
use super::{BitBoard, BitRow};
use crate::engine::by_value::relay::{Relay, Runner};
use crate::engine::numbers::index;
use crate::engine::{Context, EngineError};
use crate::table::{Cells, Kept, Region, SharedCell};
use crate::value::Play;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many values run together where there are several threads: with more, less of each is in caches.
const BLOCK: u32 = 4;
/// Values below this one are kept in two bytes.
const WIDE: u32 = u16::MAX as u32;

/// A board, and how many of its cells have values.
struct GivenCells<'g, 'a> {
    sights: &'g Sights<'a>,
    sections: Vec<Mutex<BitSection>>,
    cells: AtomicU64,
    all: u64,
    context: &'a Context,
}

/// The least values excluded.
///
/// # Errors
/// Memory or cancellation.
pub(super) fn values(board: &BitBoard<'_>, region: &Region, context: &Context) -> Result<Vec<Cells>, EngineError> {
    let sights = Sights::new(board, context)?;
    let count = Relay::new(0, sights.worth(), BLOCK, sights.memory(), context).sections();
    let sections = BitSection::all(&sights, count);
    let all = board.valid.iter().map(|word| u64::from(word.count_ones())).sum();
    let given = GivenCells { sights: &sights, sections, cells: AtomicU64::new(0), all, context };
    // The explorer keeps values in four bytes alone: its library is smaller for it.
    if cfg!(target_arch = "wasm32") {
        let large = blank::<u32>(board);
        given.run(&large, 0..u32::MAX)?;
        return Ok(large.into_iter().map(|table| Kept::cells(kept(table))).collect());
    }
    let small = blank::<u16>(board);
    given.run(&small, 0..WIDE)?;
    let small = small.into_iter().map(kept);
    if given.cells.load(Ordering::Relaxed) == all {
        return Ok(small.map(Kept::cells).collect());
    }
    // Cells of four bytes, and for a while those of two.
    context.fits(board.bytes(region).saturating_mul(3))?;
    let wide = |small: Vec<u16>| small.into_iter().map(|kept| SharedCell::new(u32::from(kept))).collect();
    let large: Vec<Vec<<u32 as Kept>::Shared>> = small.map(wide).collect();
    given.run(&large, WIDE..u32::MAX)?;
    Ok(large.into_iter().map(|table| Kept::cells(kept(table))).collect())
}

/// No cell of any layer has a value.
fn blank<K: Kept>(board: &BitBoard<'_>) -> Vec<Vec<K::Shared>> {
    board.relation.layers.iter().map(|_| SharedCell::none(board.grid.cells())).collect()
}

fn kept<S: SharedCell>(table: Vec<S>) -> Vec<S::Kept> {
    table.into_iter().map(SharedCell::into_kept).collect()
}

impl GivenCells<'_, '_> {
    /// Gives some values, as far as cells are left, in the tables of the layers.
    fn run<S: SharedCell<Kept: Kept>>(&self, tables: &[Vec<S>], values: Range<u32>) -> Result<(), EngineError> {
        let (all, each) = self.sights.memory();
        let relay = Relay::new(values.start, self.sights.worth(), BLOCK, (all, each), self.context);
        self.context.fits(all.saturating_add(each.saturating_mul(relay.values() - 1)))?;
        relay.run(|runner| {
            let mut sweeps: Vec<_> = (0..relay.block()).map(|_| BitSweep::new(self.sights, self.context)).collect();
            self.values(tables, values.end, &mut sweeps, runner)
        })
    }

    /// Goes through the board with some values after others, up to one that is not given.
    fn values<S: SharedCell<Kept: Kept>>(
        &self,
        tables: &[Vec<S>],
        end: u32,
        sweeps: &mut [BitSweep<'_, '_>],
        runner: &mut Runner<'_, '_>,
    ) -> Result<(), EngineError> {
        let stride = self.sights.board.stride;
        while !sweeps.iter().any(BitSweep::is_done) {
            let values = runner.begin();
            if end <= values.start {
                break;
            }
            for sweep in &mut *sweeps {
                sweep.begin(SweepGoal::Value);
            }
            for (number, section) in self.sections.iter().enumerate() {
                runner.enter(number)?;
                for (value, sweep) in (values.start..values.end.min(end)).zip(&mut *sweeps) {
                    let kept = value as usize + 1;
                    sweep.section(SweepGoal::Value, section, &mut |row: &BitRow, bit| {
                        let cell = index(row.base + bit * stride);
                        tables[row.layer as usize][cell].store(S::Kept::of(kept));
                    })?;
                }
            }
            runner.finish()?;
            let given = sweeps.iter_mut().map(BitSweep::end).sum();
            let given = self.cells.fetch_add(given, Ordering::Relaxed) + given;
            if values.start.is_multiple_of(16)
                && let Some(progress) = &self.context.progress
            {
                progress(given, self.all);
            }
        }
        Ok(())
    }
}

/// 0 at P-positions, 1 at others: one sweep, and one more in misère play.
///
/// # Errors
/// Memory or cancellation.
pub(super) fn outcomes(board: &BitBoard<'_>, play: Play, context: &Context) -> Result<Vec<Cells>, EngineError> {
    let sights = Sights::new(board, context)?;
    let sections = BitSection::all(&sights, 1);
    let mut tables: Vec<Cells> = board.relation.layers.iter().map(|_| Cells::none(board.grid.cells())).collect();
    let mut sweep = BitSweep::new(&sights, context);
    if play == Play::Misere {
        // Positions without options are N-positions: they are taken off before the P-positions are found.
        sweep.value(SweepGoal::All, &sections, &mut |_, _| ())?;
        sweep.keep_attacked(&sections);
    }
    sweep.value(SweepGoal::Value, &sections, &mut |row, bit| {
        let cell = index(row.base + bit * board.stride);
        tables[row.layer as usize].set(cell, 0);
    })?;
    for row in &board.rows {
        for bit in row.shown.0.max(row.free.0)..=row.shown.1.min(row.free.1) {
            let at = index(bit - row.origin);
            if board.valid[row.place + at / 64] >> (at % 64) & 1 == 1 {
                let cell = index(row.base + bit * board.stride);
                let table = &mut tables[row.layer as usize];
                if table.get(cell).is_none() {
                    table.set(cell, 1);
                }
            }
        }
    }
    Ok(tables)
}
