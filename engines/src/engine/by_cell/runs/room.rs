//! Keeps the values of cells and the sets of lines, and makes more room for them while no thread looks at them. Knows nothing of
//! who looks at which.
use super::line::Sets;
use crate::engine::{Context, EngineError};
use crate::table::{Cells, Kept, SharedCell};
use std::mem::take;
use std::ops::Deref;
use std::sync::atomic::{AtomicU16, AtomicU32};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The values of the cells of a layer; several threads may give values, each to its own cells.
pub(super) enum LayerValues {
    /// Two bytes each.
    Small(Vec<AtomicU16>),
    /// Four bytes each.
    Large(Vec<AtomicU32>),
}

impl LayerValues {
    /// The value of a cell, if it has one.
    pub(super) fn get(&self, index: usize) -> Option<u32> {
        let kept = match self {
            Self::Small(cells) => SharedCell::load(cells.get(index)?).into(),
            Self::Large(cells) => SharedCell::load(cells.get(index)?),
        };
        kept.checked_sub(1)
    }

    /// Gives a cell a value that there is room for.
    pub(super) fn set(&self, index: usize, value: u32) {
        match self {
            Self::Small(cells) => SharedCell::store(&cells[index], u16::of(value as usize + 1)),
            Self::Large(cells) => SharedCell::store(&cells[index], value + 1),
        }
    }

    fn widen(&mut self) {
        if let Self::Small(cells) = self {
            *self = Self::Large(cells.iter().map(|kept| SharedCell::new(u32::from(SharedCell::load(kept)))).collect());
        }
    }

    fn into_cells(self) -> Cells {
        match self {
            Self::Small(cells) => Kept::cells(cells.into_iter().map(SharedCell::into_kept).collect()),
            Self::Large(cells) => Kept::cells(cells.into_iter().map(SharedCell::into_kept).collect()),
        }
    }
}

/// All that is known of the values of a board.
pub(super) struct Room {
    pub(super) sets: Sets,
    /// The values of each layer.
    pub(super) tables: Vec<LayerValues>,
    /// Bytes of the tables.
    shown: u128,
    /// What they take besides when values need four bytes and those of two are still there; then nothing.
    wider: u128,
    is_small: bool,
}

impl Room {
    /// No values in so many layers of so many cells, whose tables take `shown` bytes, and `wider` more when they are widened.
    pub(super) fn new(sets: Sets, (layers, cells): (usize, usize), (shown, wider): (u128, u128)) -> Self {
        let tables = (0..layers).map(|_| LayerValues::Small(SharedCell::none(cells))).collect();
        Self { sets, tables, shown, wider, is_small: true }
    }

    /// There is room for values below this one.
    pub(super) fn most(&self) -> usize {
        let most = self.sets.most();
        if self.is_small { most.min(u16::MAX.into()) } else { most }
    }

    /// Makes room for a value; `others` are bytes that are taken besides.
    fn reserve(&mut self, value: usize, others: u128, context: &Context) -> Result<(), EngineError> {
        let widens = self.is_small && usize::from(u16::MAX) <= value;
        if widens {
            self.shown = self.shown.saturating_add(take(&mut self.wider));
        }
        let others = self.shown.saturating_add(others);
        self.sets.reserve(value, others, context)?;
        if widens {
            context.fits(self.sets.own_bytes().saturating_add(others))?;
            self.tables.iter_mut().for_each(LayerValues::widen);
            self.is_small = false;
        }
        Ok(())
    }

    /// The tables of all layers.
    pub(super) fn into_tables(self) -> Vec<Cells> {
        self.tables.into_iter().map(LayerValues::into_cells).collect()
    }
}

/// A room that several threads look at, each while it works on a tile.
pub(super) struct HeldRoom<'s> {
    lock: &'s RwLock<Room>,
    guard: Option<RwLockReadGuard<'s, Room>>,
}

impl<'s> HeldRoom<'s> {
    /// One that is not looked at.
    pub(super) fn new(lock: &'s RwLock<Room>) -> Self {
        Self { lock, guard: None }
    }

    /// Begins to look at the room: until it is left, nobody makes it larger.
    pub(super) fn take(&mut self) {
        self.guard = Some(self.lock.read().unwrap_or_else(PoisonError::into_inner));
    }

    /// Looks at the room no more.
    pub(super) fn leave(&mut self) {
        self.guard = None;
    }

    /// Makes room for a value when no thread looks at it; `others` are bytes that are taken besides.
    ///
    /// # Errors
    /// Memory.
    pub(super) fn grow(&mut self, value: usize, others: u128, context: &Context) -> Result<(), EngineError> {
        self.leave();
        let mut room = self.lock.write().unwrap_or_else(PoisonError::into_inner);
        let grown = if room.most() <= value { room.reserve(value, others, context) } else { Ok(()) };
        drop(room);
        self.take();
        grown
    }
}

impl Deref for HeldRoom<'_> {
    type Target = Room;

    fn deref(&self) -> &Room {
        self.guard.as_deref().expect("a tile is worked on")
    }
}
