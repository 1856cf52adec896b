//! A picture as letters for a terminal: a letter for each cell, or for several where the lines are too short. Knows no games.
use super::axes::whole;
use super::chart::{CELL, Chart, Panel, SpotKind, StrokeKind, Swatch, Ticks};
use super::look::Corner;
use super::marks::cells;
use std::fmt::Write;

/// Writes a picture in lines of at most so many letters. P-positions are `#`, of a second game `o`, of both `8`; on a board
/// `@` is the position, `+` an option, `*` one that wins; elsewhere `·░▒▓█` are values from the least to the greatest.
#[must_use]
pub fn blocks(chart: &Chart, width: usize) -> String {
    let mut text = String::new();
    for panel in &chart.panels {
        if !panel.heading.is_empty() {
            let _ = writeln!(text, "{}", panel.heading);
        }
        write_panel(chart, panel, width.max(20), &mut text);
    }
    for entry in &chart.key {
        match &entry.swatch {
            Swatch::Ramp(_, low, high) => {
                let _ = writeln!(text, "{low} · ░ ▒ ▓ █ {high} {}", entry.words);
            }
            Swatch::Nothing => {
                let _ = writeln!(text, "{}", entry.words);
            }
            Swatch::Spot(SpotKind::First) => {
                let _ = writeln!(text, "# {}", entry.words);
            }
            Swatch::Spot(SpotKind::Second) => {
                let _ = writeln!(text, "o {}", entry.words);
            }
            _ => {}
        }
    }
    text
}

/// Letters of a board: how many, and what stands in each.
struct Letters {
    columns: usize,
    rows: usize,
    cells: Vec<char>,
}

impl Letters {
    /// The letter of a place on a board.
    fn at(&mut self, (across, along): (i64, i64), panel: &Panel) -> Option<&mut char> {
        let part = |at: i64, of: i64, count: usize| {
            let count = i64::try_from(count).ok()?;
            let at = i64::try_from(i128::from(at) * i128::from(count) / i128::from(of.max(1))).ok()?;
            usize::try_from(at.clamp(0, count - 1)).ok()
        };
        let column = part(across, whole(&panel.across), self.columns)?;
        let row = part(along, whole(&panel.along), self.rows)?;
        self.cells.get_mut(row * self.columns + column)
    }

    fn put(&mut self, place: (i64, i64), panel: &Panel, letter: char) {
        if let Some(cell) = self.at(place, panel) {
            *cell = letter;
        }
    }
}

/// A panel as letters; one stands for several cells where there is no room for all.
fn write_panel(chart: &Chart, panel: &Panel, width: usize, text: &mut String) {
    let beside = longest_number(panel) + 2;
    let room = (width - beside).max(1);
    let by = panel.across.count.div_ceil(room).max(1);
    let columns = panel.across.count.div_ceil(by).max(1);
    // Letters are about twice as high as wide, which matters once one stands for several cells.
    let down = if by == 1 || panel.along.count == 1 { 1 } else { 2 * by };
    let rows = if panel.is_square { panel.along.count.div_ceil(down) } else { panel.along.count.min(20) }.max(1);
    let mut letters = Letters { columns, rows, cells: vec![' '; columns * rows] };
    if let Some(tints) = &panel.tints {
        shade(chart, panel, &tints.shades, &mut letters);
    }
    for stroke in &panel.strokes {
        if stroke.kind == StrokeKind::Given {
            stroke.through.iter().for_each(|place| letters.put(*place, panel, '.'));
        }
    }
    let winning: Vec<(i64, i64)> = panel.winning().collect();
    // In rows of a strip the digits say more than what is ringed.
    let shows_digits = panel.across.name.is_empty();
    for spot in panel.spots.iter().filter(|_| !shows_digits) {
        let before = letters.at(spot.at, panel).map_or(' ', |letter| *letter);
        let letter = match spot.kind {
            SpotKind::First => '#',
            SpotKind::Second if before == '#' => '8',
            SpotKind::Second => 'o',
            SpotKind::Here => '@',
            SpotKind::Reached | SpotKind::Elsewhere if winning.contains(&spot.at) => '*',
            SpotKind::Reached | SpotKind::Elsewhere => '+',
        };
        letters.put(spot.at, panel, letter);
    }
    lines(panel, &letters, beside, text);
}

/// How many digits stand beside a row at most.
fn longest_number(panel: &Panel) -> usize {
    match &panel.along.ticks {
        Ticks::Given(given) if panel.is_square => given.iter().map(|(_, text)| text.len()).max().unwrap_or(1),
        _ => panel.along.count.to_string().len(),
    }
}

/// The first number that stands beside some rows.
fn given_in(given: &[(i64, String)], first: usize, count: usize) -> String {
    let rows = cells(first)..cells(first + count);
    let number = given.iter().find(|(at, _)| rows.contains(&(at / CELL)));
    number.map_or_else(String::new, |(_, text)| text.clone())
}

/// The letters of inks; that of P-positions before all others.
fn shade(chart: &Chart, panel: &Panel, shades: &[u8], letters: &mut Letters) {
    let columns = panel.across.count.max(1);
    for (place, shade) in shades.iter().enumerate() {
        let cell = |at: usize| cells(at) * CELL + CELL / 2;
        let letter = chart.inks.get(usize::from(*shade)).map_or(' ', |ink| ink.1);
        let place = (cell(place % columns), cell(place / columns));
        if let Some(known) = letters.at(place, panel)
            && *known != '#'
        {
            *known = letter;
        }
    }
}

/// The rows, the uppermost first, with the number of the first cell of some.
fn lines(panel: &Panel, letters: &Letters, beside: usize, text: &mut String) {
    let down = panel.along.count.div_ceil(letters.rows).max(1);
    let mut rows: Vec<(usize, &[char])> = letters.cells.chunks(letters.columns).enumerate().collect();
    if panel.origin == Corner::Lower {
        rows.reverse();
    }
    for (row, cells) in rows {
        let number = match &panel.along.ticks {
            Ticks::Given(given) if panel.is_square => given_in(given, row * down, down),
            _ if row % 5 == 0 && !panel.along.name.is_empty() => (row * down).to_string(),
            _ => String::new(),
        };
        let line: String = cells.iter().collect();
        let line = format!("{number:>0$} {line}", beside - 1);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if panel.across.name.is_empty() {
        let _ = writeln!(text, "{:beside$}{} in rows of {}", "", panel.along.name, panel.across.count);
        return;
    }
    let name = if panel.along.name.is_empty() { String::new() } else { format!("{} by ", panel.along.name) };
    let count = panel.across.count - 1;
    let _ = writeln!(text, "{:beside$}{name}{}, 0 to {count}", "", panel.across.name);
}
