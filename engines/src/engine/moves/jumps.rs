//! Turns the moves of a ruleset with any heaps and finite registers into jumps between layers: modules of difference
//! vectors where a move is translation-invariant, and linear bands between two heaps where it is not. Knows nothing of boards.
mod sides;
mod views;
mod words;

use super::differences::{Columns, KnownRows, MOST_VECTORS, Unlike, image, natural, nearest, opposite};
use super::exchange::{classes, keeps, swapped};
use super::hilbert_basis::{NoModule, Vector, generators};
use super::modulus::modulus;
use crate::engine::numbers::signed;
use crate::engine::question::Unfit;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Condition, Move, Ruleset};
use crate::value::Saturate;
use sides::{band, narrow, needed};
use std::collections::VecDeque;
use views::views;

const MOST_LAYERS: usize = 64;
const MOST_HEAPS: usize = 4;
const MOST_CASES: usize = 64;
const MOST_BORDER: i64 = 200;
/// The most rows of a band.
pub(crate) const MOST_SIDES: usize = 24;
const LARGEST: i128 = 1 << 20;

/// The moves of one alternative from one layer to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: Kind,
    /// What a position has to satisfy besides: sums of multiples of heaps and constants that are at most 0. Bands have none.
    pub(crate) guard: Vec<Guard>,
    /// Conditions on the position (by number) that have to hold besides.
    pub(crate) conditions: Vec<usize>,
}

/// Factors of the heaps and a constant: `factors . heaps + constant <= 0`.
pub(crate) type Guard = (Vec<i64>, i64);

/// What the moves add to the heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A start, plus a sum of steps.
    Module {
        /// Where it begins.
        starts: Vec<Vector>,
        /// What can be added.
        steps: Vec<Vector>,
    },
    /// All pairs of positions and options of two heaps that satisfy the rows: factors of x, y, x', y', and a constant.
    Band(Vec<([i64; 4], i64)>),
}

/// All moves.
#[derive(Clone, Debug)]
pub(crate) struct JumpTable {
    /// The values of the registers in each layer.
    pub(crate) layers: Vec<Vec<i64>>,
    /// Positive weights of the heaps; no move raises the weighted sum, which is the level.
    pub(crate) weights: Vec<i64>,
    /// Entries of the measure: the factor of the level, and what each layer adds.
    pub(crate) order: Vec<(i64, Vec<i64>)>,
    pub(crate) jumps: Vec<Jump>,
    /// Conditions on heaps and registers that are not linear.
    pub(crate) conditions: Vec<Condition>,
    /// Whether some move may raise a heap.
    pub(crate) rises: bool,
    /// How far below 0 boards have to go in each heap.
    pub(crate) border: Vec<i64>,
    /// For each heap, the first one that it can be exchanged with.
    pub(crate) classes: Vec<usize>,
    /// Each alternative of each move: the name of the move and the shape.
    pub(crate) shapes: Vec<(String, String)>,
}

impl JumpTable {
    /// The relation of a ruleset.
    ///
    /// # Errors
    /// Why it has none of this kind, in words.
    pub(crate) fn new(ruleset: &Ruleset) -> Result<Self, String> {
        let heaps = ruleset.heaps.len();
        if !(2..=MOST_HEAPS).contains(&heaps) {
            return Err("boards are for two to four heaps".to_owned());
        }
        let layers = layers(ruleset)?;
        let (weights, order) = order(ruleset, &layers)?;
        let mut relation = Self {
            layers,
            weights,
            order,
            jumps: Vec::new(),
            conditions: Vec::new(),
            rises: false,
            border: vec![0; heaps],
            classes: Vec::new(),
            shapes: Vec::new(),
        };
        let coordinates = heaps + ruleset.registers.len();
        for family in &ruleset.moves {
            let alternatives = branches(&family.guard, coordinates, family.amounts.len())
                .map_err(|_| format!("the condition of move `{}` has too many alternatives", family.name))?;
            for branch in alternatives {
                for from in 0..relation.layers.len() {
                    relation.add(family, &branch, from).map_err(|why| format!("move `{}`: {why}", family.name))?;
                }
            }
        }
        relation.join();
        relation.classes = classes(heaps, |one, other| relation.survives(&ruleset.positions, one, other));
        let vectors = relation.jumps.iter().map(|jump| match &jump.kind {
            Kind::Module { starts, steps } => starts.len() + steps.len(),
            Kind::Band(rows) => rows.len(),
        });
        if MOST_VECTORS < vectors.sum() {
            return Err("its moves have too many generators".to_owned());
        }
        Ok(relation)
    }

    fn heaps(&self) -> usize {
        self.weights.len()
    }

    /// Adds an alternative of a move as seen from a layer.
    fn add(&mut self, family: &Move, branch: &Branch, from: usize) -> Result<(), String> {
        let heaps = self.heaps();
        let mut waiting: VecDeque<LayerView> = views(family, branch, heaps, &self.layers[from])?.into();
        let mut split = 0;
        while let Some(view) = waiting.pop_front() {
            let mut known = view.rows.clone();
            known.extend((0..heaps).map(|heap| natural(heap, view.variables())));
            if infeasible(&known, view.variables()) {
                continue;
            }
            let registers = view.registers()?;
            let Some(to) = self.layers.iter().position(|layer| *layer == registers) else {
                return Err("a register leaves its range".to_owned());
            };
            let mut guard = Vec::new();
            let generated = module(&view);
            if split < MOST_CASES && generated.as_ref().is_err_and(|why| *why == NoModule::BothWays) {
                // Where each heap only rises or only falls, no straight line is left.
                let parts = view.by_signs();
                split += parts.len();
                if 1 < parts.len() {
                    waiting.extend(parts);
                    continue;
                }
            }
            let generated = generated.and_then(|found| {
                self.module_descends(from, to, &found.0, &found.1)?;
                Ok(found)
            });
            let kind = match generated {
                Ok((starts, steps, allowed)) => {
                    guard = allowed;
                    self.rises |= starts.iter().chain(&steps).any(|delta| delta.iter().any(|heap| 0 < *heap));
                    Kind::Module { starts, steps }
                }
                Err(why) if heaps != 2 => return Err(why.into()),
                Err(_) => {
                    let rows = needed(band(&view)?, &self.weights);
                    if MOST_SIDES < rows.len() {
                        return Err("its condition has too many sides".to_owned());
                    }
                    self.band_descends(from, to, &rows)?;
                    self.rises |= (0..2).any(|heap| {
                        let mut up = Inequality::zero(4);
                        (up.coefficients[heap], up.coefficients[heap + 2], up.constant) = (1, -1, 1);
                        !refuted(&rows, up)
                    });
                    Kind::Band(rows.iter().map(narrow).collect::<Result<_, _>>()?)
                }
            };
            let conditions = self.numbers(&view.conditions);
            let jump = Jump { from, to, kind, guard, conditions };
            let shape = (family.name.clone(), jump.words());
            if !self.shapes.contains(&shape) {
                self.shapes.push(shape);
            }
            self.jumps.push(jump);
        }
        Ok(())
    }

    /// The numbers of conditions, which are noted.
    fn numbers(&mut self, conditions: &[Condition]) -> Vec<usize> {
        let mut numbers = Vec::new();
        for condition in conditions {
            let known = self.conditions.iter().position(|known| known == condition);
            numbers.push(known.unwrap_or(self.conditions.len()));
            if known.is_none() {
                self.conditions.push(condition.clone());
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Modules with the same steps between the same layers become one.
    fn join(&mut self) {
        let mut joined: Vec<Jump> = Vec::new();
        for jump in std::mem::take(&mut self.jumps) {
            let Kind::Module { starts, steps } = &jump.kind else {
                if !joined.contains(&jump) {
                    joined.push(jump);
                }
                continue;
            };
            let same = joined.iter_mut().find_map(|known| match &mut known.kind {
                Kind::Module { starts, steps: own }
                    if (known.from, known.to, &known.guard, &known.conditions)
                        == (jump.from, jump.to, &jump.guard, &jump.conditions)
                        && own == steps =>
                {
                    Some(starts)
                }
                _ => None,
            });
            match same {
                Some(known) => known.extend(starts.iter().cloned()),
                None => joined.push(jump),
            }
        }
        for jump in &mut joined {
            if let Kind::Module { starts, .. } = &mut jump.kind {
                starts.sort_unstable();
                starts.dedup();
            }
        }
        self.jumps = joined;
    }

    /// Whether exchanging two heaps maps weights, positions and jumps to themselves.
    fn survives(&self, positions: &Condition, one: usize, other: usize) -> bool {
        let turned = |vectors: &[Vector]| {
            let mut all = vectors.to_vec();
            for vector in &mut all {
                vector.swap(one, other);
            }
            all.sort_unstable();
            all
        };
        let number = |at: &usize| {
            let turned = swapped(&self.conditions[*at], one, other);
            self.conditions.iter().position(|known| *known == turned)
        };
        let image = |jump: &Jump| {
            let Kind::Module { starts, steps } = &jump.kind else { return None };
            let mut guard = jump.guard.clone();
            for row in &mut guard {
                row.0.swap(one, other);
            }
            guard.sort();
            let kind = Kind::Module { starts: turned(starts), steps: turned(steps) };
            let mut conditions: Vec<usize> = jump.conditions.iter().map(number).collect::<Option<_>>()?;
            conditions.sort_unstable();
            Some(Jump { from: jump.from, to: jump.to, kind, guard, conditions })
        };
        self.weights[one] == self.weights[other]
            && keeps(positions, one, other)
            && self.jumps.iter().all(|jump| image(jump).is_some_and(|image| self.jumps.contains(&image)))
    }

    pub(crate) fn rise(&self, delta: &[i64]) -> i64 {
        self.weights.iter().zip(delta).map(|(weight, change)| weight * change).sum()
    }

    /// The heap that the level determines: its weight is 1.
    pub(crate) fn dropped(&self) -> usize {
        self.weights.iter().position(|weight| *weight == 1).unwrap_or(0)
    }

    /// The heap that tells the cells of a row apart.
    pub(crate) fn bit(&self) -> usize {
        if self.dropped() + 1 == self.heaps() { self.heaps() - 2 } else { self.heaps() - 1 }
    }

    /// Every start descends the measure, and no step raises the level; takes note of the border that the steps need.
    fn module_descends(&mut self, from: usize, to: usize, starts: &[Vector], steps: &[Vector]) -> Result<(), String> {
        let lowers = |rise: i64| {
            let changes = self.order.iter().map(|(factor, own)| factor * rise + own[to] - own[from]);
            changes.into_iter().find(|change| *change != 0).is_some_and(|change| change < 0)
        };
        if starts.iter().any(|start| 0 < self.rise(start) || !lowers(self.rise(start)))
            || steps.iter().any(|step| 0 < self.rise(step))
            || self.order.iter().any(|(factor, _)| *factor < 0)
        {
            return Err("its measure is not lowered by every step".to_owned());
        }
        for heap in 0..self.heaps() {
            let border = border(heap, starts, steps);
            self.border[heap] = self.border[heap].max(border);
        }
        if self.border.iter().any(|border| MOST_BORDER < *border) {
            return Err("a path of its steps can leave the board too far".to_owned());
        }
        Ok(())
    }

    /// Proves that every move of a band lowers the level, or keeps it and lowers a later entry of the measure.
    fn band_descends(&self, from: usize, to: usize, rows: &[Inequality]) -> Result<(), String> {
        // factor * (level of the option - level) + constant >= 1.
        let above = |factor: i64, constant: i64| {
            let mut row = Inequality::zero(4);
            for (heap, weight) in self.weights.iter().enumerate() {
                row.coefficients[heap] = i128::from(factor * weight);
                row.coefficients[heap + 2] = -i128::from(factor * weight);
            }
            row.constant = 1 - i128::from(constant);
            row
        };
        let fails = || "its measure is not lowered by every move".to_owned();
        if !refuted(rows, above(1, 0)) {
            return Err(fails());
        }
        for (factor, own) in &self.order {
            let gained = own[to] - own[from];
            if !refuted(rows, above(*factor, gained)) {
                return Err(fails());
            }
            if refuted(rows, above(*factor, gained + 1)) {
                return Ok(());
            }
        }
        Err(fails())
    }
}

/// How far below 0 a heap may have to go, so that the steps of a module lead from a start to every cell on the board.
///
/// A heap that only falls along the steps stays between where it comes from and where it ends, and one that only rises is
/// never below its start. Otherwise the steps can be put in an order in which they stay within twice the number of heaps times
/// the largest step of the straight way (E. Steinitz, Bedingt konvergente Reihen und konvexe Systeme, J. reine angew. Math.
/// 143 (1913) 128-176, with the number of heaps as its constant: V. S. Grinberg, S. V. Sevast'yanov, Value of the Steinitz
/// constant, Funct. Anal. Appl. 14 (1980) 125-126; steps less their mean are at most twice as long).
fn border(heap: usize, starts: &[Vector], steps: &[Vector]) -> i64 {
    let low = starts.iter().map(|start| -start[heap]).max().unwrap_or(0).max(0);
    if steps.iter().all(|step| step[heap] <= 0) {
        return 0;
    }
    if steps.iter().all(|step| 0 <= step[heap]) {
        return low;
    }
    let largest = steps.iter().flatten().map(|change| change.abs()).max().unwrap_or(0);
    low + 2 * signed(starts.first().map_or(0, Vec::len)) * largest
}

/// Whether rows over x, y, x', y' and one more have no solution among natural numbers.
fn refuted(rows: &[Inequality], more: Inequality) -> bool {
    let mut system = rows.to_vec();
    system.extend((0..4).map(|at| natural(at, 4)));
    system.push(more);
    infeasible(&system, 4)
}

/// The values of the registers in each layer.
pub(crate) fn layers(ruleset: &Ruleset) -> Result<Vec<Vec<i64>>, String> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for register in &ruleset.registers {
        let high = register.high.ok_or_else(|| format!("register `{}` has no bound", register.name))?;
        let count = high.abs_diff(register.low).saturated::<usize>().saturating_add(1);
        if MOST_LAYERS < count.saturating_mul(all.len()) {
            return Err(format!("its registers have more than {MOST_LAYERS} values"));
        }
        all = all
            .iter()
            .flat_map(|begun| (register.low..=high).map(|value| [begun.as_slice(), &[value]].concat()))
            .collect();
    }
    Ok(all)
}

type LevelMeasure = Vec<(i64, Vec<i64>)>;

/// The weights of the level, and the measure in terms of it.
fn order(ruleset: &Ruleset, layers: &[Vec<i64>]) -> Result<(Vec<i64>, LevelMeasure), String> {
    let heaps = ruleset.heaps.len();
    let unfit = || "its measure does not weigh all heaps alike".to_owned();
    let first =
        ruleset.measure.iter().find(|entry| entry[..heaps].iter().any(|weight| *weight != 0)).ok_or_else(unfit)?;
    let weights = first[..heaps].to_vec();
    if weights.iter().any(|weight| *weight < 1 || 1 << 16 < *weight) || !weights.contains(&1) {
        return Err(unfit());
    }
    let mut order = Vec::new();
    for entry in &ruleset.measure {
        let factor = entry[0] / weights[0];
        let alike = entry[..heaps].iter().zip(&weights).all(|(own, weight)| Some(*own) == weight.checked_mul(factor));
        if !alike || !(0..=1 << 20).contains(&factor) {
            return Err(unfit());
        }
        let added = layers.iter().map(|layer| {
            let parts = entry[heaps..].iter().zip(layer).map(|(weight, value)| weight.checked_mul(*value));
            parts.sum::<Option<i64>>().filter(|sum| sum.abs() < 1 << 40).ok_or_else(unfit)
        });
        order.push((factor, added.collect::<Result<_, _>>()?));
    }
    Ok((weights, order))
}

/// An alternative of a move in one layer, over heaps and amounts.
#[derive(Clone, Debug)]
struct LayerView {
    heaps: usize,
    amounts: usize,
    rows: Vec<Inequality>,
    /// The heaps, then the registers, after the move.
    targets: Vec<Inequality>,
    /// What amounts alone have to satisfy besides.
    residual: Vec<Condition>,
    /// What the position alone has to satisfy besides, in coordinates.
    conditions: Vec<Condition>,
}

impl LayerView {
    fn variables(&self) -> usize {
        self.heaps + self.amounts
    }

    /// The parts in which each heap rises or stays, or falls; those that are empty are left out.
    fn by_signs(&self) -> Vec<Self> {
        let mut parts = vec![self.clone()];
        for heap in 0..self.heaps {
            // What is added to the heap is at most -1, or at least 0.
            let mut falls = self.targets[heap].clone();
            falls.coefficients[heap] -= 1;
            falls.constant += 1;
            let Some(stays) = opposite(&falls) else { return Vec::new() };
            let with = |part: &Self, row: &Inequality| {
                let mut part = part.clone();
                part.rows.push(row.clone());
                (!infeasible(&part.rows, part.variables())).then_some(part)
            };
            parts = parts.iter().flat_map(|part| [with(part, &stays), with(part, &falls)]).flatten().collect();
        }
        parts
    }

    fn registers(&self) -> Result<Vec<i64>, String> {
        let constant = |form: &Inequality| {
            let constant = form.coefficients.iter().all(|factor| *factor == 0);
            i64::try_from(form.constant).ok().filter(|_| constant)
        };
        let all: Option<Vec<i64>> = self.targets[self.heaps..].iter().map(constant).collect();
        all.ok_or_else(|| "a register after the move depends on the heaps or amounts".to_owned())
    }
}

type Generated = (Vec<Vector>, Vec<Vector>, Vec<Guard>);

/// The difference vectors of an alternative that says nothing of the position and the amounts together: starts, steps, and
/// what it says of the position alone.
fn module(view: &LayerView) -> Result<Generated, NoModule> {
    let depends = || "its condition depends on the position".to_owned();
    let columns = Columns { heaps: view.heaps, fixed: view.heaps, amounts: view.amounts };
    let words = |why: Unlike| why.words(&depends());
    let mut rows = view.rows.clone();
    let mut deltas = view.targets[..view.heaps].to_vec();
    columns.substitute(&mut rows, &mut deltas, view.residual.is_empty()).map_err(words)?;
    let (own, other): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| columns.is_of_amounts(row));
    let mut known = KnownRows::new(&columns, &own, &deltas).map_err(words)?;
    let mut guard: Vec<Guard> = Vec::new();
    for row in other {
        if known.implies(&row).map_err(words)? {
            continue;
        }
        if !columns.is_of_position(&row) {
            return Err(depends().into());
        }
        let factors = row.coefficients[..view.heaps].iter().map(|factor| small(*factor)).collect::<Result<_, _>>()?;
        let row = (factors, small(row.constant)?);
        if !guard.contains(&row) {
            guard.push(row);
        }
    }
    guard.sort();
    let own: Vec<Inequality> = own.iter().map(|row| columns.bare(row)).collect();
    let deltas: Vec<Inequality> = deltas.iter().map(|delta| columns.bare(delta)).collect();
    let found = generators(&own, view.amounts)?;
    let modulus = modulus(&view.residual)?;
    let vector = |amounts: &[i64], constants: i128| -> Result<Vector, Unfit> {
        image(&deltas, amounts, constants).into_iter().map(small).collect()
    };
    let nearest = nearest(&found, modulus, &view.residual, view.heaps)?;
    let mut starts: Vec<Vector> = nearest.iter().map(|amounts| vector(amounts, 1)).collect::<Result<_, _>>()?;
    let mut steps: Vec<Vector> = found.times(modulus).map(|step| vector(&step, 0)).collect::<Result<_, _>>()?;
    steps.retain(|step| step.iter().any(|change| *change != 0));
    for vectors in [&mut starts, &mut steps] {
        vectors.sort_unstable();
        vectors.dedup();
    }
    Ok((starts, steps, guard))
}

/// A number that boards can reckon with.
fn small(value: i128) -> Result<i64, Unfit> {
    let small = i64::try_from(value).ok().filter(|_| value.abs() <= LARGEST);
    small.ok_or_else(|| "its numbers are too large".to_owned())
}
