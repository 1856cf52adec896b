//! The options of a position on a board: an arrow for each line of options, an area for each cone, thick arrows to the options
//! that win. Lines and cones are the runs of the engine's own loops, never guessed from the picture.
use super::slice::Slice;
use super::{AskedPicture, Drawn, DrawnGame, note, refused};
use crate::asked::TaskFailure;
use crate::engine::EngineError;
use crate::figure::sketch::Sketch;
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset, words};
use crate::value::Saturate;
use nimdsl_figures::{Ink, KeyEntry, Panel, Spot, SpotKind, Stroke, StrokeKind, Swatch, Tints, middle};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A move with more lines of options than this, or with others than through the position, is an area.
const MOST_RAYS: usize = 4;
/// Options that are drawn as points.
const MOST_OPTIONS: usize = 20_000;
/// Lines are drawn between the cells of boards up to this size.
const LINED: usize = 64;
/// Empty cells beyond the position, if no size is asked for.
const BEYOND: i64 = 3;

/// The options of a move in one line: the first, the last, and how many there are.
struct DrawnRun {
    first: Position,
    last: Position,
    count: u64,
}

/// The number of the ink of an empty cell, of one with a P-position, and of one in an area.
const EMPTY: u8 = 2;
const P: u8 = 3;
const AREA: u8 = 4;

/// A position, its options and those that win.
pub(super) fn draw(asked: &AskedPicture<'_>, position: &[i64]) -> Result<Drawn, TaskFailure> {
    let ruleset = asked.side.ruleset;
    if ruleset.breaks() {
        return refused("options are sums of positions, which have no place on a board: `explain` lists them");
    }
    let position = completed(ruleset, position)?;
    let moves = moves(ruleset, &position, asked)?;
    let slice = slice(asked, &position, &moves)?;
    let Some(here) = slice.cell(&position) else {
        let shown = words::numbers(&position, ruleset.heaps.len());
        return refused(format!("{shown} is not on the board: choose a larger size, or fix the heaps where they are"));
    };
    let ruleset = showing(ruleset, &position, &moves);
    let table = asked.outcomes(&DrawnGame { ruleset: &ruleset, ..*asked.side }, &slice.region())?;
    let heaps = ruleset.heaps.len();
    let Some(layer) = table.layers.iter().find(|layer| layer.0 == position[heaps..]) else {
        return refused("a register of the position has a value that it never has");
    };
    let mut panel = slice.panel(asked, asked.heading(&position[heaps..]));
    let outcomes = slice.places(&table).map(|place| place.and_then(|place| layer.1.get(place)));
    let shades = outcomes.map(|outcome| if outcome == Some(0) { P } else { EMPTY }).collect();
    panel.tints = Some(Tints { shades, numbers: Vec::new() });
    panel.has_grid = panel.across.count.max(panel.along.count) <= LINED;
    let mut board = OptionsBoard { slice, panel, here, registers: position[heaps..].to_vec(), heaps, hidden: 0 };
    board.rays(&moves);
    let options: BTreeSet<Position> = moves.iter().flatten().flat_map(DrawnRun::options).collect();
    let winning: BTreeSet<&Position> = options.iter().filter(|option| table.get(option) == Some(0)).collect();
    board.options(&options, &winning);
    let palette = asked.sketch.palette;
    let marks = [(palette.p_positions(), '#'), (palette.others(), 'o')];
    let inks = vec![marks[0], marks[1], (Ink::WHITE, ' '), (palette.tint(), '#'), (Ink::AREA, '░')];
    let key = board.key(&inks, &winning);
    Ok(Drawn { panels: vec![board.panel], inks, key })
}

/// A position with registers where they are left out.
fn completed(ruleset: &Ruleset, position: &[i64]) -> Result<Position, TaskFailure> {
    let (heaps, all) = (ruleset.heaps.len(), ruleset.heaps.len() + ruleset.registers.len());
    let mut whole = position.to_vec();
    if position.len() == heaps {
        whole.extend(ruleset.registers.iter().map(|register| register.high.unwrap_or(register.low)));
    }
    let fits = whole.len() == all && whole[..heaps].iter().all(|heap| (0..1 << 31).contains(heap));
    if fits {
        Ok(whole)
    } else {
        refused(format!("position {position:?} does not fit: heaps are {}", ruleset.heaps.join(", ")))
    }
}

/// The rules with the values of registers shown that the position and its options have, whatever tables show.
fn showing(ruleset: &Ruleset, position: &[i64], moves: &[Vec<DrawnRun>]) -> Ruleset {
    let mut shown = ruleset.clone();
    let heaps = shown.heaps.len();
    for (number, register) in shown.registers.iter_mut().enumerate() {
        let ends = moves.iter().flatten().flat_map(|run| [run.first[heaps + number], run.last[heaps + number]]);
        let (low, high) = ends.fold((position[heaps + number], position[heaps + number]), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        register.shown = Some((low, high));
    }
    shown
}

/// The lines of options of each move. Cost: about their number.
fn moves(ruleset: &Ruleset, position: &[i64], asked: &AskedPicture<'_>) -> Result<Vec<Vec<DrawnRun>>, TaskFailure> {
    let all = Options::new(ruleset).map_err(EngineError::from)?;
    if !all.in_domain(position).map_err(EngineError::from)? {
        let shown = words::numbers(position, ruleset.heaps.len());
        return refused(format!("{shown} does not belong to the game: `positions where` excludes it"));
    }
    let mut found = Vec::new();
    for rule in &ruleset.moves {
        let mut alone = ruleset.clone();
        alone.moves = vec![rule.clone()];
        let options = Options::new(&alone).map_err(EngineError::from)?.until(&asked.context.cancel);
        let (mut runs, mut most) = (Vec::new(), 0_u64);
        let _ = options
            .runs(position, &mut |first, step, count| {
                most = most.saturating_add(count);
                let reach = count.saturated::<i64>() - 1;
                let last = first.iter().zip(step).map(|(at, step)| at + step * reach).collect();
                runs.push(DrawnRun { first: first.to_vec(), last, count });
                if most <= MOST_OPTIONS as u64 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .map_err(EngineError::from)?;
        if MOST_OPTIONS as u64 <= most {
            let name = &rule.name;
            return refused(format!(
                "move `{name}` has more than {MOST_OPTIONS} options here: choose a smaller position"
            ));
        }
        found.push(runs);
    }
    Ok(found)
}

impl DrawnRun {
    /// All of them.
    fn options(&self) -> impl Iterator<Item = Position> + '_ {
        let steps = self.count.saturated::<i64>().max(2) - 1;
        (0..self.count.saturated::<i64>()).map(move |number| {
            let between = self.first.iter().zip(&self.last);
            between.map(|(first, last)| first + (last - first) / steps * number).collect()
        })
    }
}

/// The plane through the position, large enough for it and its options.
fn slice(asked: &AskedPicture<'_>, position: &[i64], moves: &[Vec<DrawnRun>]) -> Result<Slice, TaskFailure> {
    let mut sketch: Sketch = asked.sketch.clone();
    if sketch.sizes.is_empty() && sketch.total.is_none() {
        let runs = moves.iter().flatten();
        let reached =
            runs.flat_map(|run| [&run.first, &run.last]).flat_map(|option| &option[..asked.side.ruleset.heaps.len()]);
        let own = position[..asked.side.ruleset.heaps.len()].iter().map(|heap| heap + BEYOND);
        let most = reached.map(|heap| heap + 1).chain(own).max().unwrap_or(1);
        sketch.sizes = vec![most.saturated::<u64>()];
    }
    Slice::of(&AskedPicture { side: asked.side, other: None, sketch: &sketch, context: asked.context })
}

struct OptionsBoard {
    slice: Slice,
    panel: Panel,
    here: (i64, i64),
    registers: Vec<i64>,
    heaps: usize,
    /// Options that lie elsewhere.
    hidden: usize,
}

impl OptionsBoard {
    /// Arrows for moves whose options lie on lines through the position, and areas for all others.
    fn rays(&mut self, moves: &[Vec<DrawnRun>]) {
        for runs in moves {
            let rays: Option<Vec<(i64, i64)>> = runs.iter().map(|run| self.ray(run)).collect();
            match rays {
                Some(ends) if ends.len() <= MOST_RAYS => {
                    let long = ends.into_iter().zip(runs).filter(|(_, run)| 1 < run.count);
                    long.for_each(|(end, _)| self.stroke(self.here, end, StrokeKind::Ray));
                }
                _ => runs.iter().flat_map(DrawnRun::options).for_each(|option| self.area(&option)),
            }
        }
    }

    /// The end of a line of options that begins at the position and lies on the board; none if it is none.
    fn ray(&self, run: &DrawnRun) -> Option<(i64, i64)> {
        let (first, last) = (self.slice.cell(&run.first)?, self.slice.cell(&run.last)?);
        let away = |to: (i64, i64)| (to.0 - self.here.0, to.1 - self.here.1);
        let (near, far) = (away(first), away(last));
        let is_on_one_side = near.0 * far.1 == near.1 * far.0 && 0 <= near.0 * far.0 + near.1 * far.1;
        let is_own = run.first[self.heaps..] == self.registers && run.last[self.heaps..] == self.registers;
        let is_farther = near.0.abs() + near.1.abs() <= far.0.abs() + far.1.abs();
        (is_on_one_side && is_own).then_some(if is_farther { last } else { first })
    }

    fn area(&mut self, option: &Position) {
        let cell = self.slice.cell(option).filter(|_| option[self.heaps..] == self.registers);
        let Some((across, along)) = cell else { return };
        let number = |at: i64| at.saturated::<usize>();
        let place = number(along) * self.panel.across.count + number(across);
        let shade = self.panel.tints.as_mut().and_then(|tints| tints.shades.get_mut(place));
        if let Some(shade) = shade.filter(|shade| **shade == EMPTY) {
            *shade = AREA;
        }
    }

    /// Points for options, and arrows to those that win.
    fn options(&mut self, options: &BTreeSet<Position>, winning: &BTreeSet<&Position>) {
        let at = (middle(self.here.0), middle(self.here.1));
        self.panel.spots.push(Spot { at, kind: SpotKind::Here });
        for option in options {
            let Some(cell) = self.slice.cell(option) else {
                self.hidden += 1;
                continue;
            };
            let own = option[self.heaps..] == self.registers;
            if winning.contains(option) && cell != self.here {
                self.stroke(self.here, cell, StrokeKind::Winning);
            }
            let kind = if own { SpotKind::Reached } else { SpotKind::Elsewhere };
            self.panel.spots.push(Spot { at: (middle(cell.0), middle(cell.1)), kind });
        }
    }

    fn stroke(&mut self, from: (i64, i64), to: (i64, i64), kind: StrokeKind) {
        let through = [from, to].map(|cell| (middle(cell.0), middle(cell.1))).to_vec();
        self.panel.strokes.push(Stroke { through, kind });
    }

    fn key(&self, inks: &[(Ink, char)], winning: &BTreeSet<&Position>) -> Vec<KeyEntry> {
        let mut key = vec![KeyEntry::new(Swatch::Cell(inks[usize::from(P)].0), "P-position")];
        key.push(KeyEntry::new(Swatch::Spot(SpotKind::Reached), "option"));
        let has = |kind| self.panel.strokes.iter().any(|stroke| stroke.kind == kind);
        if has(StrokeKind::Winning) {
            key.push(KeyEntry::new(Swatch::Stroke(StrokeKind::Winning), "winning move"));
        }
        if self.panel.spots.iter().any(|spot| spot.kind == SpotKind::Elsewhere) {
            key.push(KeyEntry::new(Swatch::Spot(SpotKind::Elsewhere), "option with other registers"));
        }
        if winning.iter().any(|option| self.slice.cell(option) == Some(self.here)) {
            key.push(note("a move that leaves the heaps as they are wins"));
        }
        if 0 < self.hidden {
            let wins = winning.iter().filter(|option| self.slice.cell(option).is_none()).count();
            key.push(note(format!("{} options lie elsewhere, {wins} of them win", self.hidden)));
        }
        key
    }
}
