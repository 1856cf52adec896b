//! What picture is asked for. Draws nothing.
use nimdsl_figures::{Corner, Palette};
use serde::Deserialize;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Kind")]
pub enum FigureKind {
    /// Grundy values as colours.
    Heat,
    /// P- and N-positions as colours.
    Outcomes,
    /// The options of a position (heaps, then registers, which may be left out where all have a greatest value).
    Board(Vec<i64>),
    /// P-positions as points.
    Scatter,
    /// Grundy values less the last heap: where additive periods begin.
    Rows,
    /// Grundy values modulo a number.
    Residues(u32),
    /// The heaps of the P-positions of two heaps, one after the other.
    Growth,
    /// P-positions of two games as points.
    Overlay,
    /// Grundy values of a game less those of another.
    Difference,
    /// Grundy values along one heap in rows of so many; of the period that is found, if it is not given.
    Strip(Option<u32>),
}

impl FigureKind {
    /// As commands and reports call it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Heat => "heat",
            Self::Outcomes => "outcomes",
            Self::Board(_) => "board",
            Self::Scatter => "scatter",
            Self::Rows => "rows",
            Self::Residues(_) => "residues",
            Self::Growth => "growth",
            Self::Overlay => "overlay",
            Self::Difference => "difference",
            Self::Strip(_) => "strip",
        }
    }

    /// Whether two games are compared.
    #[must_use]
    pub fn compares(&self) -> bool {
        matches!(self, Self::Overlay | Self::Difference)
    }

    /// Where both axes begin if nothing else is asked for: as in tables for what tables show, else as in plots.
    #[must_use]
    pub fn origin(&self) -> Corner {
        match self {
            Self::Heat | Self::Outcomes | Self::Rows | Self::Residues(_) | Self::Difference | Self::Strip(_) => {
                Corner::Upper
            }
            Self::Board(_) | Self::Scatter | Self::Growth | Self::Overlay => Corner::Lower,
        }
    }

    /// Heaps are below this if nothing else is asked for.
    pub(super) fn usual_size(&self) -> u64 {
        match self {
            Self::Heat | Self::Outcomes | Self::Board(_) | Self::Residues(_) | Self::Difference => 16,
            Self::Rows => 32,
            Self::Scatter | Self::Overlay | Self::Strip(_) => 60,
            Self::Growth => 200,
        }
    }
}

/// A picture that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// What it shows.
    pub kind: FigureKind,
    /// Heaps are below this: one number for all heaps that are not fixed, or one for each.
    pub sizes: Vec<u64>,
    /// Positions have fewer tokens than this.
    pub total: Option<u64>,
    /// Heaps that do not vary.
    pub fixed: Vec<(String, i64)>,
    /// Lines such as `y = phi * x`.
    pub lines: Vec<String>,
    /// Where both axes begin; as usual for the kind if it is not given.
    pub origin: Option<Corner>,
    /// How values are told apart.
    pub palette: Palette,
}

impl Sketch {
    /// What it is if nothing but the kind is asked for.
    #[must_use]
    pub fn of(kind: FigureKind) -> Self {
        let (sizes, fixed, lines) = (Vec::new(), Vec::new(), Vec::new());
        Self { kind, sizes, total: None, fixed, lines, origin: None, palette: Palette::default() }
    }

    /// Where both axes begin.
    #[must_use]
    pub fn origin(&self) -> Corner {
        self.origin.unwrap_or(self.kind.origin())
    }
}
