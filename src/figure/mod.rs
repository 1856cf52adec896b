//! Pictures of a game: what a paper shows of its tables, P-positions and moves, as plain data, as SVG, as `TikZ`, and as letters
//! for a terminal. Opens no file, and the same question gives the same bytes.
//!
//! ```text
//! Sketch x DrawnGame (rules at their parameters) --draw--> Chart, in cells --lay_out--> Figure, in lengths --svg, tikz--> text
//!                                                          +--blocks--> letters
//! ```
//!
//! No file here knows commands; those that draw do not know lengths, and those that write do not know games.
mod axes;
mod blocks;
mod chart;
mod cite;
mod draw;
mod ink;
mod layout;
mod marks;
mod sketch;
mod svg;
mod tikz;

pub use blocks::blocks;
pub use chart::{Axis, CELL, Chart, KeyEntry, Panel, Spot, SpotKind, Stroke, StrokeKind, Swatch, Ticks, Tints};
pub(crate) use cite::source_line;
pub use draw::{DrawnGame, draw};
pub use ink::{Ink, Palette};
pub use layout::lay_out;
pub use marks::{Anchor, Face, Figure, Length, Mark, Outline, SheetPlace};
pub use sketch::{CellNumbers, Corner, FigureKind, Look, Sketch, length};
pub use svg::{OPENING as SVG_OPENING, svg};
pub use tikz::{OPENING as TIKZ_OPENING, tikz};
