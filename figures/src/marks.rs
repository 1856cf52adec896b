//! A figure as marks on a sheet: what is where, how large, in which ink. Knows nothing of games.
use super::ink::Ink;

/// A length in thousandths of a point, of which an inch has 72.
pub type Length = i64;

/// A place on a sheet: to the right, and down, from its upper left corner.
pub type SheetPlace = (Length, Length);

/// More cells are none of a board that can be drawn; thousandths of so many still have sums.
const MOST: i64 = 1 << 50;

/// A number of cells, as lengths are counted.
pub(crate) fn cells(count: usize) -> i64 {
    i64::try_from(count).map_or(MOST, |count| count.min(MOST))
}

/// A picture, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// How wide it is.
    pub width: Length,
    /// How high it is.
    pub height: Length,
    /// What it shows, in a few words.
    pub title: String,
    /// Where it comes from, in one line.
    pub cite: String,
    /// Everything that is drawn, in this order.
    pub marks: Vec<Mark>,
}

/// The line around something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Its ink.
    pub ink: Ink,
    /// How thick it is.
    pub width: Length,
}

/// Where the place of a word is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Numbers and words.
    Upright,
    /// Names of heaps, as in formulas.
    Name,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Cells without seams between them, row by row from the upper left.
    Raster {
        /// Its upper left corner.
        at: SheetPlace,
        /// How wide and high all cells are together.
        size: SheetPlace,
        /// Cells of a row.
        columns: usize,
        /// The inks.
        inks: Vec<Ink>,
        /// The number of the ink of each cell.
        cells: Vec<u8>,
    },
    /// A rectangle.
    Rectangle {
        /// Its upper left corner.
        at: SheetPlace,
        /// How wide and high it is.
        size: SheetPlace,
        /// What it is filled with.
        fill: Option<Ink>,
        /// The line around it.
        outline: Option<Outline>,
    },
    /// Lines from place to place.
    Line {
        /// Two places at least.
        through: Vec<SheetPlace>,
        /// How they are drawn.
        outline: Outline,
    },
    /// An area.
    Polygon {
        /// Three corners at least.
        corners: Vec<SheetPlace>,
        /// What it is filled with.
        fill: Ink,
    },
    /// A disc or a ring.
    Disc {
        /// What it stands for: a word for programs.
        class: &'static str,
        /// Its centre.
        at: SheetPlace,
        /// How large it is.
        radius: Length,
        /// What it is filled with.
        fill: Option<Ink>,
        /// The line around it.
        outline: Option<Outline>,
    },
    /// Words on a line.
    Words {
        /// A place on the line that the letters stand on.
        at: SheetPlace,
        /// Where in the words the place is.
        anchor: Anchor,
        /// The size of the letters.
        size: Length,
        /// Their ink.
        ink: Ink,
        /// How they look.
        face: Face,
        /// What they say.
        text: String,
    },
}
