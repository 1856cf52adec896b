//! Pictures of a game: what a paper shows of its tables, P-positions and moves, as plain data, as SVG, as `TikZ`, and as letters
//! for a terminal. Opens no file, and the same question gives the same bytes.
//!
//! ```text
//! Sketch x DrawnGame (rules at their parameters) --draw--> Chart, in cells --lay_out--> Figure, in lengths --svg, tikz--> text
//!                                                          +--blocks--> letters
//! ```
//!
//! No file here knows commands, and none knows lengths: what comes after [`Chart`] is the package `nimdsl-figures` in `figures/`, which
//! knows no games and is handed on from here.
mod cite;
mod draw;
mod sketch;
mod typeset;

pub(crate) use cite::source_line;
pub use draw::{DrawnGame, draw};
pub use nimdsl_figures::{
    Anchor, Axis, CELL, CellNumbers, Chart, Corner, Face, Figure, Ink, KeyEntry, Length, Look, Mark, Outline, Palette,
    Panel, SVG_OPENING, SheetPlace, Spot, SpotKind, Stroke, StrokeKind, Swatch, TIKZ_OPENING, Ticks, Tints, blocks,
    lay_out, length, svg,
};
#[cfg(feature = "pictures")]
pub use nimdsl_figures::{NoPicture, pdf, png};
pub use sketch::{FigureKind, Sketch};
pub use typeset::tikz;
