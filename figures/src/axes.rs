//! Which numbers stand beside an axis, and how wide words are about. Knows no games.
use super::chart::{Axis, CELL, Ticks, middle};
use super::marks::{Length, cells};

/// How wide a text is about, in letters of a size: half of it for each.
pub(super) fn wide(text: &str, size: Length) -> Length {
    // A minus is as wide as a plus.
    text.chars().map(|letter| if letter == '-' { 8 } else { 5 }).sum::<i64>() * size / 10
}

/// The numbers beside an axis and their places, so far apart that they can be read. `extent` is how long the axis is, `room`
/// what a number with this many digits takes.
pub(super) fn ticks(axis: &Axis, extent: Length, room: impl Fn(usize) -> Length) -> Vec<(i64, String)> {
    let count = cells(axis.count);
    match &axis.ticks {
        Ticks::Given(given) => given.clone(),
        Ticks::Cells => {
            let digits = (count - 1).max(0).to_string().len();
            let fits =
                |step: &i64| i128::from(room(digits)) * i128::from(count) <= i128::from(extent) * i128::from(*step);
            let step = steps().find(fits).unwrap_or(count).max(1);
            let shown = (0..count).step_by(usize::try_from(step).unwrap_or(axis.count.max(1)));
            shown.map(|cell| (middle(cell), cell.to_string())).collect()
        }
    }
}

/// Steps between numbers: 1, 2, 5, 10, 20, 50, ..., 5 * 10^17.
pub fn steps() -> impl Iterator<Item = i64> {
    (0..18).flat_map(|power| [1, 2, 5].map(|factor| factor * 10_i64.pow(power)))
}

/// How long an axis is, in thousandths of cells.
#[must_use]
pub fn whole(axis: &Axis) -> i64 {
    cells(axis.count) * CELL
}
