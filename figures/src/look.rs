//! How a picture shall look on its sheet: how wide, where its axes begin, what stands in its cells. Draws nothing.
use super::marks::Length;
use serde::Deserialize;

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
/// assert_eq!(nimdsl_figures::length("8cm"), Ok(226_772));
/// assert!(nimdsl_figures::length("8").is_err());
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
