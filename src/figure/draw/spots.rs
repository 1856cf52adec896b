//! P-positions as points, of one game or two; where there are too many, as cells.
use super::slice::Slice;
use super::{AskedPicture, Drawn, DrawnGame};
use crate::asked::TaskFailure;
use crate::engine::Plan;
use crate::ruleset::Position;
use crate::value::Saturate;
use nimdsl_figures::{Ink, KeyEntry, Panel, Spot, SpotKind, Swatch, Tints, middle};
use std::collections::BTreeMap;

/// More points of a board are cells instead.
const MOST_SPOTS: usize = 20_000;

/// P-positions, by the values of the registers.
type ByRegisters = BTreeMap<Vec<i64>, Vec<(i64, i64)>>;

/// Points on a board for each choice of the registers.
pub(super) fn draw(asked: &AskedPicture<'_>) -> Result<Drawn, TaskFailure> {
    let slice = Slice::of(asked)?;
    let first = found(asked, asked.side, &slice)?;
    let second = asked.other.map(|other| found(asked, other, &slice)).transpose()?.unwrap_or_default();
    let mut choices: Vec<&Vec<i64>> = first.keys().chain(second.keys()).collect();
    choices.sort();
    choices.dedup();
    asked.fit(choices.len())?;
    let of = |all: &ByRegisters, choice: &Vec<i64>| all.get(choice).cloned().unwrap_or_default();
    let panels = choices.into_iter().map(|choice| {
        let panel = slice.panel(asked, asked.heading(choice));
        spotted(panel, &of(&first, choice), &of(&second, choice))
    });
    let panels: Vec<Panel> = panels.collect();
    let palette = asked.sketch.palette;
    let (own, others) = ((palette.p_positions(), '#'), (palette.others(), 'o'));
    let inks = vec![own, others, (Ink::WHITE, ' '), own, others, (Ink::BLACK, '8')];
    Ok(Drawn { panels, inks, key: key(asked) })
}

fn key(asked: &AskedPicture<'_>) -> Vec<KeyEntry> {
    let Some(other) = asked.other else { return Vec::new() };
    let (own, others) = (&asked.side.ruleset, &other.ruleset);
    // One ruleset at two choices of parameters is told apart by these.
    let differs = |name: &String| own.parameters.get(name) != others.parameters.get(name);
    let words = |side: &DrawnGame<'_>| {
        let shown = side.ruleset.parameters.iter().filter(|(name, _)| own.name == others.name && differs(name));
        let shown: Vec<String> = shown.map(|(name, value)| format!(", {name} = {value}")).collect();
        format!("{}{}", side.ruleset.name, shown.concat())
    };
    vec![
        KeyEntry::new(Swatch::Spot(SpotKind::First), words(asked.side)),
        KeyEntry::new(Swatch::Spot(SpotKind::Second), words(other)),
    ]
}

/// The P-positions of a board, by registers: those that are shown have an entry, even if it is empty.
fn found(asked: &AskedPicture<'_>, side: &DrawnGame<'_>, slice: &Slice) -> Result<ByRegisters, TaskFailure> {
    let (plan, heaps) = (Plan::named(side.engine, side.ruleset)?, side.ruleset.heaps.len());
    let is_plain = slice.stays.iter().all(Option::is_none) && side.ruleset.registers.is_empty();
    let largest = slice.sizes.iter().max().copied().unwrap_or(1) - 1;
    let mut all = ByRegisters::new();
    // Without a table where the engine can do so.
    let alone = if is_plain { plan.p_positions_alone(largest, side.play, asked.context)? } else { None };
    let positions: Vec<Position> = match alone {
        Some(positions) => {
            all.insert(Vec::new(), Vec::new());
            positions
        }
        None => {
            let table = asked.outcomes(side, &slice.region())?;
            all.extend(table.layers.iter().map(|(registers, _)| (registers.clone(), Vec::new())));
            table.zeros()
        }
    };
    for position in positions {
        if let Some(cell) = slice.cell(&position) {
            all.entry(position[heaps..].to_vec()).or_default().push(cell);
        }
    }
    Ok(all)
}

/// A board with its points.
fn spotted(mut panel: Panel, first: &[(i64, i64)], second: &[(i64, i64)]) -> Panel {
    if MOST_SPOTS < first.len() + second.len() {
        let columns = panel.across.count;
        let mut shades = vec![2_u8; columns * panel.along.count];
        for (cells, own) in [(first, 3), (second, 4)] {
            for (across, along) in cells {
                let place = (*along).saturated::<usize>() * columns + (*across).saturated::<usize>();
                if let Some(shade) = shades.get_mut(place) {
                    *shade = if *shade == 2 { own } else { 5 };
                }
            }
        }
        panel.tints = Some(Tints { shades, numbers: Vec::new() });
        return panel;
    }
    for (cells, kind) in [(first, SpotKind::First), (second, SpotKind::Second)] {
        panel.spots.extend(cells.iter().map(|cell| Spot { at: (middle(cell.0), middle(cell.1)), kind }));
    }
    panel
}
