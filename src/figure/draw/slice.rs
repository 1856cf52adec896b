//! Which two heaps run on a board, how far, and where the others stay. Computes no value.
use super::{AskedPicture, counting, refused, turned};
use crate::asked::TaskFailure;
use crate::ruleset::Ruleset;
use crate::table::{Region, Table};
use crate::value::Saturate;
use nimdsl_figures::Panel;

/// Boards have at most so many cells on a side.
const MOST: u64 = 100_000;

/// A plane of positions, or a line of one heap.
#[derive(Debug)]
pub(super) struct Slice {
    /// For each heap where it stays; none for those that run.
    pub(super) stays: Vec<Option<i64>>,
    /// The heaps that run: across, then along if there are two.
    pub(super) running: Vec<usize>,
    /// Their exclusive bounds.
    pub(super) sizes: Vec<u64>,
    /// Positions have fewer tokens than this.
    total: Option<u64>,
}

impl Slice {
    /// What a sketch asks for.
    pub(super) fn of(asked: &AskedPicture<'_>) -> Result<Self, TaskFailure> {
        let (ruleset, sketch) = (asked.side.ruleset, asked.sketch);
        let stays = stays(ruleset, &sketch.fixed)?;
        let free: Vec<usize> = (0..stays.len()).filter(|heap| stays[*heap].is_none()).collect();
        if free.is_empty() || 2 < free.len() {
            return refused(fix_some(ruleset, &free));
        }
        let sizes = match (sketch.total, sketch.sizes.as_slice()) {
            (Some(total), []) => vec![total; free.len()],
            (Some(_), _) => return refused("a size and a total exclude each other: choose one"),
            (None, []) => vec![sketch.kind.usual_size(); free.len()],
            (None, [one]) => vec![*one; free.len()],
            (None, several) if several.len() == free.len() => several.to_vec(),
            (None, several) => {
                let (given, names) = (several.len(), free.iter().map(|heap| ruleset.heaps[*heap].as_str()));
                let names = names.collect::<Vec<_>>().join(", ");
                return refused(format!("{given} sizes are given, and {} heaps run ({names})", free.len()));
            }
        };
        if let Some(size) = sizes.iter().find(|size| **size == 0 || MOST < **size) {
            return refused(format!("a board of size {size} cannot be drawn: sizes lie between 1 and {MOST}"));
        }
        let (running, sizes) = match (free.as_slice(), sizes.as_slice()) {
            ([first, second], [one, two]) => {
                let (across, along) = turned(sketch.origin(), (*first, *one), (*second, *two));
                (vec![across.0, along.0], vec![across.1, along.1])
            }
            _ => (free, sizes),
        };
        Ok(Self { stays, running, sizes, total: sketch.total })
    }

    /// The positions that have to be known.
    pub(super) fn region(&self) -> Region {
        if let Some(total) = self.total {
            return Region::Total(total);
        }
        let stay = |value: i64| value.saturated::<u64>() + 1;
        let mut bounds: Vec<u64> = self.stays.iter().map(|value| value.map_or(1, stay)).collect();
        for (heap, size) in self.running.iter().zip(&self.sizes) {
            bounds[*heap] = *size;
        }
        Region::Box(bounds)
    }

    /// How many cells there are to the right, and along.
    pub(super) fn cells(&self) -> (u64, u64) {
        (self.sizes[0], self.sizes.get(1).copied().unwrap_or(1))
    }

    /// The place in a layer of a table of each cell, line by line along the board; none outside of the total.
    pub(super) fn places<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = Option<usize>> + 'a {
        let count = |size: u64| size.saturated::<usize>();
        let mut steps = vec![1; table.shape.len()];
        for heap in (0..steps.len().saturating_sub(1)).rev() {
            steps[heap] = steps[heap + 1] * count(table.shape[heap + 1]);
        }
        let stays = self.stays.iter().map(|value| value.unwrap_or(0).saturated::<usize>());
        let fixed: Vec<usize> = stays.collect();
        let base: usize = fixed.iter().zip(&steps).map(|(value, step)| value * step).sum();
        let tokens: usize = fixed.iter().sum();
        let (across, along) = self.cells();
        let far_step = self.running.get(1).map_or(0, |heap| steps[*heap]);
        let step = steps[self.running[0]];
        let most = self.total.map(count);
        (0..count(along)).flat_map(move |far| {
            (0..count(across)).map(move |right| {
                let inside = most.is_none_or(|most| tokens + far + right < most);
                inside.then_some(base + far * far_step + right * step)
            })
        })
    }

    /// Where a position is on the board: across and along; none if it lies elsewhere.
    pub(super) fn cell(&self, position: &[i64]) -> Option<(i64, i64)> {
        let fits = self.stays.iter().zip(position).all(|(stays, heap)| stays.is_none_or(|stays| stays == *heap));
        let shown = self.total.is_none_or(|total| {
            u64::try_from(position[..self.stays.len()].iter().sum::<i64>()).is_ok_and(|tokens| tokens < total)
        });
        let mut at = self.running.iter().zip(&self.sizes).map(|(heap, size)| {
            u64::try_from(position[*heap]).ok().filter(|heap| heap < size).map(|_| position[*heap])
        });
        let across = at.next().flatten()?;
        let along = at.next().map_or(Some(0), |along| along)?;
        (fits && shown).then_some((across, along))
    }

    /// An empty board.
    pub(super) fn panel(&self, asked: &AskedPicture<'_>, heading: String) -> Panel {
        let heaps = &asked.side.ruleset.heaps;
        let across = counting(&heaps[self.running[0]], self.sizes[0]);
        let along = self.running.get(1).map_or_else(|| counting("", 1), |heap| counting(&heaps[*heap], self.sizes[1]));
        Panel::empty(heading, asked.sketch.origin(), across, along)
    }
}

/// Where heaps stay.
fn stays(ruleset: &Ruleset, fixed: &[(String, i64)]) -> Result<Vec<Option<i64>>, TaskFailure> {
    let mut stays = vec![None; ruleset.heaps.len()];
    for (name, value) in fixed {
        let Some(heap) = ruleset.heaps.iter().position(|heap| heap == name) else {
            return refused(format!("there is no heap `{name}` to fix; heaps are {}", ruleset.heaps.join(", ")));
        };
        if !(0..1 << 31).contains(value) {
            return refused(format!("heap `{name}` cannot stay at {value}: heaps lie between 0 and 2^31"));
        }
        stays[heap] = Some(*value);
    }
    Ok(stays)
}

/// That one or two heaps have to run, in words.
fn fix_some(ruleset: &Ruleset, free: &[usize]) -> String {
    let (count, names) = (ruleset.heaps.len(), ruleset.heaps.join(", "));
    if free.is_empty() {
        return format!("all heaps ({names}) are fixed: let one or two of them run");
    }
    let fixes = free[2..].iter().map(|heap| format!("--fix {}=0", ruleset.heaps[*heap])).collect::<Vec<_>>().join(" ");
    format!("a board shows two heaps, and the game has {count} ({names}): fix the others, for example {fixes}")
}
