//! What picture is asked for, and how it shall look. Draws nothing.
use super::ink::Palette;
use super::marks::Length;
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

/// Where both axes begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Corner {
    /// Above, as in a table: the first heap counts rows downwards, the second one columns.
    Upper,
    /// Below, as in a plot: the first heap counts to the right, the second one upwards.
    Lower,
}

/// When values are written into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum CellNumbers {
    /// Where they can be read.
    #[default]
    Auto,
    /// However small they are.
    Always,
    /// Never.
    Never,
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

/// How a picture looks on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How wide it is.
    pub width: Length,
    /// When values are written into cells.
    pub numbers: CellNumbers,
    /// Whether it says in small letters where it comes from.
    pub cites: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: 226_772, numbers: CellNumbers::Auto, cites: false }
    }
}

/// The narrowest picture, and the widest one.
const WIDTHS: (Length, Length) = (72_000, 2_835_000);

/// A length as it is written: `8cm`, `3.2in`, `120mm`, `240pt`.
///
/// # Errors
/// Why it is none, and how one is written.
///
/// ```
/// assert_eq!(nimdsl::figure::length("8cm"), Ok(226_772));
/// assert!(nimdsl::figure::length("8").is_err());
/// ```
pub fn length(text: &str) -> Result<Length, String> {
    const UNITS: [(&str, i64, i64); 5] =
        [("cm", 7_200_000, 254), ("mm", 720_000, 254), ("in", 72_000, 1), ("pt", 7_200_000, 7_227), ("bp", 1_000, 1)];
    let wrong = || format!("{text}: write a length such as 8cm, 120mm, 3.2in or 240pt");
    let found = UNITS.iter().find_map(|unit| text.trim().strip_suffix(unit.0).map(|number| (number.trim(), unit)));
    let (number, (_, factor, divisor)) = found.ok_or_else(wrong)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let is_short = |digits: &str| digits.len() <= 4 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_short(whole) || !is_short(part) {
        return Err(wrong());
    }
    let digit = |text: &str| text.parse::<i64>().map_err(|_| wrong());
    let scaled = digit(whole)? * 10_000 + digit(&format!("{part:0<4}"))?;
    let found = (scaled * factor + divisor * 5_000) / (divisor * 10_000);
    if found < WIDTHS.0 || WIDTHS.1 < found {
        return Err(format!("{text}: a picture is between 1in and 1m wide"));
    }
    Ok(found)
}
