//! The table of a region from the values of a board, which may be larger and has registers beside the heaps. Computes no values.
use super::board::CellBoard;
use crate::table::{Kept, Region, Table};

/// Values as they are kept.
pub(super) enum KeptValues {
    Small(Vec<u16>),
    Large(Vec<u32>),
}

impl KeptValues {
    /// A table of the cells as they lie: of a board that is its region, without registers.
    pub(super) fn into_table(self, shape: Vec<u64>) -> Table {
        let cells = match self {
            Self::Small(kept) => Kept::cells(kept),
            Self::Large(kept) => Kept::cells(kept),
        };
        Table { shape, layers: vec![(Vec::new(), cells)] }
    }
}

/// So many cells of each layer are read at once: cells of neighbouring layers share what the processor reads.
const BLOCK: usize = 32;

/// The table of a region from the values of a board.
pub(super) fn shown(values: KeptValues, board: &CellBoard, wanted: (&Region, Vec<u64>, Vec<Vec<i64>>)) -> Table {
    match values {
        KeptValues::Small(kept) => layers_of(&kept, board, wanted),
        KeptValues::Large(kept) => layers_of(&kept, board, wanted),
    }
}

/// For all registers at once: some cells of one layer after the other, then the next of all.
fn layers_of<K: Kept>(
    kept: &[K],
    board: &CellBoard,
    (region, shape, layers): (&Region, Vec<u64>, Vec<Vec<i64>>),
) -> Table {
    let count = usize::try_from(shape.iter().product::<u64>()).expect("a table that was computed fits the memory");
    let mut heaps = vec![0; board.heaps];
    let firsts: Vec<Option<usize>> =
        layers.iter().map(|registers| board.index(heaps.iter().chain(registers).copied())).collect();
    let mut all: Vec<Vec<K>> = layers.iter().map(|_| K::none(count)).collect();
    let (mut at, mut block) = (0, Vec::with_capacity(BLOCK));
    for index in 0..count {
        if region.shows(&heaps) {
            block.push((index, at));
        }
        if block.len() == BLOCK || index + 1 == count {
            for (cells, first) in all.iter_mut().zip(&firsts).filter_map(|(cells, first)| Some((cells, (*first)?))) {
                for (index, at) in &block {
                    cells[*index] = kept[first + at];
                }
            }
            block.clear();
        }
        for ((heap, bound), stride) in heaps.iter_mut().zip(&shape).zip(&board.stride).rev() {
            *heap += 1;
            at += stride;
            if heap.unsigned_abs() < *bound {
                break;
            }
            at -= stride * usize::try_from(*bound).expect("a bound of a board");
            *heap = 0;
        }
    }
    Table { shape, layers: layers.into_iter().zip(all.into_iter().map(K::cells)).collect() }
}
