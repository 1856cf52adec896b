//! A picture before it has a size: cells, spots and strokes on boards that are counted in cells. Knows nothing of games.
use super::ink::Ink;
use super::look::Corner;

/// One thousandth of a cell: all places on a board are whole numbers of these.
pub const CELL: i64 = 1_000;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The boards, one for each choice of the registers.
    pub panels: Vec<Panel>,
    /// The inks of all cells, and the letter that stands for each in a terminal.
    pub inks: Vec<(Ink, char)>,
    /// What the inks and spots mean.
    pub key: Vec<KeyEntry>,
    /// What it shows, in a few words.
    pub title: String,
    /// Where it comes from, in one line.
    pub cite: String,
    /// The same, short enough to stand below a picture.
    pub short_cite: String,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What stands above it; may be empty.
    pub heading: String,
    /// Where both axes begin.
    pub origin: Corner,
    /// To the right.
    pub across: Axis,
    /// Down if the origin is above, up if it is below; of one heap it has no name and one cell.
    pub along: Axis,
    /// Whether cells are as wide as they are high.
    pub is_square: bool,
    /// The cells, if they are inked.
    pub tints: Option<Tints>,
    /// Whether lines are drawn between cells.
    pub has_grid: bool,
    /// Lines, below the spots.
    pub strokes: Vec<Stroke>,
    /// Points.
    pub spots: Vec<Spot>,
}

/// One of the two axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What is counted.
    pub name: String,
    /// How many cells there are.
    pub count: usize,
    /// What stands beside it.
    pub ticks: Ticks,
}

/// The numbers beside an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ticks {
    /// Cells are counted from 0.
    Cells,
    /// These, each at its place.
    Given(Vec<(i64, String)>),
}

/// The inks of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tints {
    /// The number of the ink of each cell: line by line, the lines in the order of the axis `along`.
    pub shades: Vec<u8>,
    /// What is written into the cells; empty if there are too many.
    pub numbers: Vec<Option<i64>>,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Where: across and along.
    pub at: (i64, i64),
    /// What it stands for.
    pub kind: SpotKind,
}

/// What a point stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotKind {
    /// A P-position.
    First,
    /// A P-position of a second game.
    Second,
    /// The position that is looked at.
    Here,
    /// An option.
    Reached,
    /// An option where a register has another value.
    Elsewhere,
}

/// A line from place to place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Two places at least: across and along.
    pub through: Vec<(i64, i64)>,
    /// What it stands for.
    pub kind: StrokeKind,
}

/// What a line stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    /// The options of a move, up to the last: an arrow.
    Ray,
    /// A winning move: a thick arrow.
    Winning,
    /// A line that was asked for.
    Given,
}

/// What an ink or a spot means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyEntry {
    /// What is shown.
    pub swatch: Swatch,
    /// What it means.
    pub words: String,
}

/// An example of an ink or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swatch {
    /// A cell.
    Cell(Ink),
    /// Many, from the least value to the greatest, which are written at its ends.
    Ramp(Vec<Ink>, String, String),
    /// A point.
    Spot(SpotKind),
    /// A line.
    Stroke(StrokeKind),
    /// Nothing but the words.
    Nothing,
}

impl Panel {
    /// A board without anything on it.
    #[must_use]
    pub fn empty(heading: String, origin: Corner, across: Axis, along: Axis) -> Self {
        Self {
            heading,
            origin,
            across,
            along,
            is_square: true,
            tints: None,
            has_grid: false,
            strokes: Vec::new(),
            spots: Vec::new(),
        }
    }
}

impl KeyEntry {
    /// An entry of a key.
    pub fn new(swatch: Swatch, words: impl Into<String>) -> Self {
        Self { swatch, words: words.into() }
    }
}

/// The middle of a cell, in thousandths of cells.
#[must_use]
pub fn middle(cell: i64) -> i64 {
    cell * CELL + CELL / 2
}

impl Panel {
    /// Where the arrows of winning moves end.
    pub(super) fn winning(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let arrows = self.strokes.iter().filter(|stroke| stroke.kind == StrokeKind::Winning);
        arrows.filter_map(|stroke| stroke.through.last().copied())
    }
}
