//! A table as one sequence: the values of one heap, or of two heaps by antidiagonals. Knows no form of output.
use super::TableAnswer;
use crate::cli::stop::Stop;
use nimdsl::tasks::What;

/// The values in order: of two heaps T(0, 0), T(0, 1), T(1, 0), T(0, 2), ..., as far as antidiagonals are whole.
///
/// # Errors
/// A table that is no sequence, with what to ask for.
pub(super) fn terms(table: &TableAnswer<'_>, format: &str) -> Result<Vec<i64>, Stop> {
    let refused = |why: &str| Stop::refused(format!("--format {format}: {why}"));
    if table.what == What::Outcomes {
        return Err(refused("a sequence of Grundy values is written; leave out --outcomes"));
    }
    let [(_, cells)] = table.table.layers.as_slice() else {
        return Err(refused("one table is written; choose the values of registers with --at"));
    };
    let (shape, cells) = (table.shape(), cells.to_vec());
    let values: Vec<Option<u32>> = match shape.as_slice() {
        [_] => cells,
        [rows, columns] => {
            let whole = *rows.min(columns);
            let diagonals = (0..whole).flat_map(|sum| (0..=sum).map(move |row| (row, sum - row)));
            diagonals.map(|(row, column)| cells[row * columns + column]).collect()
        }
        _ => return Err(refused("tables of one heap or two are written")),
    };
    let known: Option<Vec<i64>> = values.into_iter().map(|value| value.map(i64::from)).collect();
    known.ok_or_else(|| refused("some of these positions are not in the game, and a sequence has no gaps"))
}

/// How two heaps are read, in words.
pub(super) fn order(table: &TableAnswer<'_>) -> &'static str {
    if table.table.shape.len() == 2 { "; read by descending antidiagonals: T(0,0), T(0,1), T(1,0), ..." } else { "" }
}
