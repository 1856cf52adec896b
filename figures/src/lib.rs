//! What of the pictures of `nimdsl` knows lengths and no games: boards that are counted in cells become marks on a sheet, and these
//! become SVG, `TikZ`, PNG and PDF; or letters for a terminal. Opens no file, and the same picture gives the same bytes.
//!
//! ```text
//! Chart, in cells --lay_out--> Figure, in lengths --svg, tikz--> text
//!       |                                   +--png, pdf--> bytes (features `pixels`, `pictures`)
//!       +--blocks--> letters
//! ```
//!
//! What a game is nobody here knows: whoever draws one fills a [`Chart`]. All numbers are whole.
//!
//! ```
//! use nimdsl_figures::{Axis, Chart, Corner, Ink, Look, Panel, Ticks, Tints, lay_out, svg};
//!
//! let axis = |name: &str| Axis { name: name.to_owned(), count: 2, ticks: Ticks::Cells };
//! let mut panel = Panel::empty(String::new(), Corner::Lower, axis("x"), axis("y"));
//! panel.tints = Some(Tints { shades: vec![0, 1, 1, 0], numbers: Vec::new() });
//! let (inks, key) = (vec![(Ink::BLACK, '#'), (Ink::WHITE, ' ')], Vec::new());
//! let (title, cite, short_cite) = ("nim".to_owned(), String::new(), String::new());
//! let figure = lay_out(&Chart { panels: vec![panel], inks, key, title, cite, short_cite }, &Look::default());
//! assert!(svg(&figure).contains("<title>nim</title>"));
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

mod axes;
mod blocks;
mod chart;
mod ink;
mod layout;
mod look;
mod marks;
#[cfg(feature = "pixels")]
mod pictures;
mod svg;
mod tikz;

pub use axes::{steps, whole};
pub use blocks::blocks;
pub use chart::{Axis, CELL, Chart, KeyEntry, Panel, Spot, SpotKind, Stroke, StrokeKind, Swatch, Ticks, Tints, middle};
pub use ink::{Ink, Palette};
pub use layout::lay_out;
pub use look::{CellNumbers, Corner, Look, length};
pub use marks::{Anchor, Face, Figure, Length, Mark, Outline, SheetPlace};
#[cfg(feature = "pictures")]
pub use pictures::pdf;
#[cfg(feature = "pixels")]
pub use pictures::{NoPicture, png};
pub use svg::{OPENING as SVG_OPENING, svg};
pub use tikz::{OPENING as TIKZ_OPENING, Typesetter, tikz};
