//! A figure as `TikZ` with names and texts as papers have them. Knows no marks.
use crate::latex::{symbol, text};
use nimdsl_figures::{Figure, Typesetter};

/// Writes a figure; letters are those of the paper.
///
/// # Errors
/// A board with too many cells, and what to do.
pub fn tikz(figure: &Figure) -> Result<String, String> {
    nimdsl_figures::tikz(figure, Typesetter { name: symbol, text })
}
