//! Tables as inked cells: Grundy values, outcomes, values less the column, residues, the difference of two games.
use super::slice::Slice;
use super::{AskedPicture, Drawn, refused};
use crate::asked::TaskFailure;
use crate::figure::sketch::FigureKind;
use crate::table::Table;
use crate::value::Saturate;
use nimdsl_figures::{Ink, KeyEntry, Palette, Panel, Swatch, Tints};

/// Boards with more cells have no numbers in them.
const NUMBERED: usize = 4_096;
/// Larger boards have fewer inks, which nobody can tell apart there: their images are half as large.
const FINE: u64 = 1 << 20;
/// Residues beyond cannot be told apart.
const MOST_RESIDUES: u32 = 64;

/// The ink of N-positions.
const N: Ink = Ink(232, 232, 232);
/// Letters from the least value to the greatest.
const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];

/// How numbers become inks.
enum Scale {
    /// P-positions apart, and values from 1 to the greatest in one ink more than this.
    Values(i64, i64),
    /// P and N.
    Outcomes,
    /// Numbers from minus to plus the greatest.
    Signed(i64),
    /// Numbers below this.
    Kinds(u32),
}

/// Inks the cells of a board for each choice of the registers.
pub(super) fn draw(asked: &AskedPicture<'_>) -> Result<Drawn, TaskFailure> {
    let slice = Slice::of(asked)?;
    let modulus = match asked.sketch.kind {
        FigureKind::Residues(modulus) if !(2..=MOST_RESIDUES).contains(&modulus) => {
            return refused(format!("residues modulo {modulus} are not shown: choose --mod 2 to {MOST_RESIDUES}"));
        }
        FigureKind::Residues(modulus) => Some(modulus),
        _ => None,
    };
    let region = slice.region();
    let table = if asked.sketch.kind == FigureKind::Outcomes {
        asked.outcomes(asked.side, &region)?
    } else {
        asked.grundy(asked.side, &region)?
    };
    asked.fit(table.layers.len())?;
    let other = asked.other.map(|other| asked.grundy(other, &region)).transpose()?;
    if other.as_ref().is_some_and(|other| other.layers.len() != table.layers.len()) {
        return refused("the registers of both games have different values: choose the same, for example with --at");
    }
    let mut greatest = 0;
    for layer in 0..table.layers.len() {
        let values = numbers(asked, &slice, &table, other.as_ref(), layer);
        greatest = values.flatten().map(i64::abs).max().unwrap_or(0).max(greatest);
    }
    let scale = match (&asked.sketch.kind, modulus) {
        (FigureKind::Outcomes, _) => Scale::Outcomes,
        (FigureKind::Rows | FigureKind::Difference, _) => Scale::Signed(greatest.max(1)),
        (_, Some(modulus)) => Scale::Kinds(modulus),
        _ => Scale::Values(greatest, if slice.cells().0 * slice.cells().1 <= FINE { 253 } else { 63 }),
    };
    let panels = (0..table.layers.len()).map(|layer| {
        let values = numbers(asked, &slice, &table, other.as_ref(), layer);
        inked(asked, &slice, (asked.heading(&table.layers[layer].0), &scale), values)
    });
    let panels = panels.collect();
    let palette = asked.sketch.palette;
    Ok(Drawn { panels, inks: scale.inks(palette), key: scale.key(palette, &asked.sketch.kind) })
}

/// The number of each cell of a layer.
fn numbers<'a>(
    asked: &'a AskedPicture<'_>,
    slice: &'a Slice,
    table: &'a Table,
    other: Option<&'a Table>,
    layer: usize,
) -> impl Iterator<Item = Option<i64>> + 'a {
    let columns = slice.cells().0.max(1);
    let last = asked.side.ruleset.heaps.len() - 1;
    // The last heap is the column of a row, also where rows run upwards.
    let (by_right, by_far) = (slice.running[0] == last, slice.running.get(1) == Some(&last));
    let stays = slice.stays[last].unwrap_or(0);
    let values = &table.layers[layer].1;
    (0_u64..).zip(slice.places(table)).map(move |(cell, place)| {
        let value = i64::from(values.get(place?)?);
        let number = |number: u64| number.saturated::<i64>();
        let column = match (by_right, by_far) {
            (true, _) => number(cell % columns),
            (false, true) => number(cell / columns),
            (false, false) => stays,
        };
        Some(match asked.sketch.kind {
            FigureKind::Rows => value - column,
            FigureKind::Residues(modulus) => value % i64::from(modulus.max(1)),
            FigureKind::Difference => value - i64::from(other?.layers[layer].1.get(place?)?),
            _ => value,
        })
    })
}

fn inked(
    asked: &AskedPicture<'_>,
    slice: &Slice,
    (heading, scale): (String, &Scale),
    values: impl Iterator<Item = Option<i64>>,
) -> Panel {
    let mut panel = slice.panel(asked, heading);
    let is_small = panel.across.count * panel.along.count <= NUMBERED && !matches!(scale, Scale::Outcomes);
    let mut tints = Tints { shades: Vec::new(), numbers: Vec::new() };
    for value in values {
        tints.shades.push(value.map_or(0, |value| scale.shade(value)));
        if is_small {
            tints.numbers.push(value);
        }
    }
    panel.tints = Some(tints);
    panel
}

impl Scale {
    /// The number of the ink of a value; 0 is that of no value.
    fn shade(&self, value: i64) -> u8 {
        let shade = match self {
            Self::Values(..) if value == 0 => 1,
            Self::Values(greatest, most) => 2 + (value - 1) * most / (greatest - 1).max(*most),
            Self::Outcomes => 1 + value.min(1),
            Self::Signed(greatest) => 128 + value * 127 / greatest.max(&127),
            Self::Kinds(_) => 1 + value,
        };
        shade.saturated::<u8>()
    }

    /// The inks, the first that of no value, and their letters.
    fn inks(&self, palette: Palette) -> Vec<(Ink, char)> {
        let rest: Vec<(Ink, char)> = match self {
            Self::Values(greatest, most) => {
                let shades = (greatest - 1).clamp(1, *most);
                let values = (0..=shades).map(|part| (palette.value(part, shades), letter(part, shades)));
                std::iter::once((palette.p_positions(), '#')).chain(values).collect()
            }
            Self::Outcomes => vec![(palette.p_positions(), '#'), (N, SHADES[0])],
            Self::Signed(greatest) => {
                let most = (*greatest).min(127);
                let parts = (-127..=127_i64).map(|part| part.clamp(-most, most));
                parts.map(|part| (palette.signed(part, most), letter(part + most, 2 * most))).collect()
            }
            Self::Kinds(count) => {
                let letters = (0..).map(|kind| char::from_digit(kind, 36).unwrap_or('+'));
                palette.kinds((*count).saturated::<usize>()).into_iter().zip(letters).collect()
            }
        };
        std::iter::once((Ink::WHITE, ' ')).chain(rest).collect()
    }

    fn key(&self, palette: Palette, kind: &FigureKind) -> Vec<KeyEntry> {
        let p = |words: &str| KeyEntry::new(Swatch::Cell(palette.p_positions()), words);
        match self {
            Self::Values(greatest, _) => {
                let ramp = (0..64).map(|part| palette.value(part, 63)).collect();
                let ramp = KeyEntry::new(Swatch::Ramp(ramp, "1".to_owned(), greatest.to_string()), "");
                if *greatest < 2 { vec![p("0")] } else { vec![p("0"), ramp] }
            }
            Self::Outcomes => vec![p("P"), KeyEntry::new(Swatch::Cell(N), "N")],
            Self::Signed(greatest) => {
                let ramp = (-32..=32).map(|part| palette.signed(part, 32)).collect();
                let words = if *kind == FigureKind::Rows { "value less column" } else { "first less second" };
                vec![KeyEntry::new(Swatch::Ramp(ramp, (-greatest).to_string(), greatest.to_string()), words)]
            }
            Self::Kinds(count) => {
                let inks = palette.kinds((*count).saturated::<usize>());
                let entries = (0..*count).zip(inks);
                entries.map(|(kind, ink)| KeyEntry::new(Swatch::Cell(ink), kind.to_string())).collect()
            }
        }
    }
}

/// The letter of a part of the greatest value.
fn letter(part: i64, of: i64) -> char {
    let last = SHADES.len().saturated::<i64>() - 1;
    SHADES[((part * last + of / 2) / of.max(1)).saturated::<usize>().min(SHADES.len() - 1)]
}
