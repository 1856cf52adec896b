//! Turns the moves of a ruleset with any heaps and finite registers into runs of options: single options, lines of them, and
//! lines that end where a bound of the position says. Knows nothing of tables.

pub(crate) mod cone;
pub(crate) mod family;
pub(crate) mod list;
mod words;

use super::differences::{Columns, KnownRows, Unlike, image, natural, nearest};
use super::exchange::{classes, keeps, swapped, swapped_term};
use super::hilbert_basis::{Vector, generators};
use super::jumps::layers;
use super::modulus::modulus;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::told_cases::with_cases_apart;
use crate::ruleset::{Condition, Move, Ruleset, Term};
use cone::Cone;
use family::Family;
use list::ListedMove;
use std::ops::Range;

const MOST_HEAPS: usize = 6;
const MOST_RUNS: usize = 2_000;
const LARGEST: i128 = 1 << 20;

/// A sum of multiples of heaps and of terms of the position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Form {
    /// One factor for each heap.
    pub(crate) heaps: Vec<i64>,
    /// Terms (by number) and their factors.
    pub(crate) terms: Vec<(usize, i64)>,
    pub(crate) constant: i64,
}

/// The options `position - start - k * step` in one layer of positions in another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// What the nearest option takes.
    pub(crate) start: Vec<usize>,
    /// What each further option takes besides; nothing if there is one option only.
    pub(crate) step: Option<Vec<usize>>,
    /// `form + divisor * k <= 0`, for divisors of either sign.
    pub(crate) bounds: Vec<(Form, i64)>,
    /// `form <= 0`.
    pub(crate) guards: Vec<Form>,
    /// Conditions on the position (by number) that have to hold.
    pub(crate) conditions: Vec<usize>,
}

/// How far moves are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Into runs alone.
    Runs,
    /// Where several amounts are left, into cones, or else into a run for each choice of all but one; and into lists.
    Families,
}

/// All moves.
#[derive(Clone, Debug)]
pub(crate) struct MoveRuns {
    pub(crate) heaps: usize,
    /// The values of the registers in each layer.
    pub(crate) layers: Vec<Vec<i64>>,
    /// Layers in an order in which no move that leaves the heaps alone leads to a later one.
    pub(crate) order: Vec<usize>,
    pub(crate) runs: Vec<Run>,
    pub(crate) cones: Vec<Cone>,
    /// Alternatives with several amounts that are no cones.
    pub(crate) families: Vec<Family>,
    /// Moves of one heap that are nothing of all this.
    pub(crate) lists: Vec<ListedMove>,
    pub(crate) terms: Vec<Term>,
    pub(crate) conditions: Vec<Condition>,
    /// For each heap, the first one that it can be exchanged with.
    pub(crate) classes: Vec<usize>,
    /// Each alternative of each move: the name of the move and the shape.
    pub(crate) shapes: Vec<(String, String)>,
}

impl MoveRuns {
    /// The runs of a ruleset.
    ///
    /// # Errors
    /// Why its options are no such runs, in words.
    pub(crate) fn new(ruleset: &Ruleset, depth: Depth) -> Result<Self, String> {
        let heaps = ruleset.heaps.len();
        if !(1..=MOST_HEAPS).contains(&heaps) {
            return Err(format!("it has {heaps} heaps"));
        }
        let mut plan = Self {
            heaps,
            layers: layers(ruleset)?,
            order: Vec::new(),
            runs: Vec::new(),
            cones: Vec::new(),
            families: Vec::new(),
            lists: Vec::new(),
            terms: Vec::new(),
            conditions: Vec::new(),
            classes: Vec::new(),
            shapes: Vec::new(),
        };
        let coordinates = heaps + ruleset.registers.len();
        for family in &with_cases_apart(ruleset).moves {
            let before = (depth == Depth::Families).then(|| plan.clone());
            let Err(why) = plan.add_all(family, coordinates, depth) else { continue };
            let fails = || format!("move `{}`: {why}", family.name);
            if heaps == 1 {
                return Err(format!("{}, and lists of options save nothing for a single heap", fails()));
            }
            plan = before.ok_or_else(fails)?;
            let lists = (0..plan.layers.len()).map(|from| ListedMove::new(family, heaps, from));
            plan.lists.extend(lists.collect::<Option<Vec<ListedMove>>>().ok_or_else(fails)?);
            add_new(&mut plan.shapes, (family.name.clone(), "a list of options for each value of the heap".to_owned()));
        }
        plan.runs.sort();
        plan.runs.dedup();
        plan.order = plan.sorted_layers().ok_or("moves of registers alone go around")?;
        // The sets of a cone are kept for each cell, so all cells are visited.
        let exchangeable = plan.cones.is_empty();
        plan.classes = if exchangeable {
            classes(heaps, |one, other| plan.survives(&ruleset.positions, one, other))
        } else {
            (0..heaps).collect()
        };
        Ok(plan)
    }

    fn add_all(&mut self, family: &Move, coordinates: usize, depth: Depth) -> Result<(), String> {
        let alternatives = branches(&family.guard, coordinates, family.amounts.len())
            .map_err(|_| "its condition has too many alternatives")?;
        for branch in alternatives {
            for from in 0..self.layers.len() {
                self.add(family, &branch, (from, depth))?;
            }
        }
        Ok(())
    }

    /// Adds an alternative as seen from a layer: as runs, or as a cone or a family if so much is asked for.
    fn add(&mut self, family: &Move, branch: &Branch, (from, depth): (usize, Depth)) -> Result<(), String> {
        let Some(shape) = Shape::new(self, family, branch, from)? else { return Ok(()) };
        let runs = match (shape.runs(self, from), depth) {
            (Err(_), Depth::Families) => {
                let words = match shape.cone(self, from) {
                    Ok(cone) => {
                        let steps = if cone.steps.len() == 1 { "step" } else { "steps" };
                        let words = format!("a cone of {} {steps}", cone.steps.len());
                        add_new(&mut self.cones, cone);
                        words
                    }
                    Err(_) => {
                        let found = shape.family(self, from)?;
                        add_new(&mut self.families, found);
                        "a run along one amount for each choice of the others".to_owned()
                    }
                };
                add_new(&mut self.shapes, (family.name.clone(), words));
                return Ok(());
            }
            (runs, _) => runs?,
        };
        let words = match runs.as_slice() {
            [] => return Ok(()),
            [one] => one.words(),
            many => format!("{} runs such as {}", many.len(), many[0].words()),
        };
        add_new(&mut self.shapes, (family.name.clone(), words));
        for run in runs {
            // A line that begins at the position itself, in another layer, is that one position and the line behind it.
            match &run.step {
                Some(step) if run.bounds.is_empty() && run.start.iter().all(|taken| *taken == 0) => {
                    self.runs.push(Run { step: None, ..run.clone() });
                    self.runs.push(Run { start: step.clone(), ..run });
                }
                _ => self.runs.push(run),
            }
        }
        if MOST_RUNS < self.runs.len() { Err("its moves form too many lines".to_owned()) } else { Ok(()) }
    }

    /// Layers in an order in which every move that leaves the heaps alone leads to an earlier one.
    fn sorted_layers(&self) -> Option<Vec<usize>> {
        let mut edges = vec![Vec::new(); self.layers.len()];
        for run in self.runs.iter().filter(|run| run.start.iter().all(|taken| *taken == 0)) {
            edges[run.from].push(run.to);
        }
        let pairs = self.families.iter().map(|family| (family.from, family.to));
        for (from, to) in
            pairs.chain(self.cones.iter().map(|cone| (cone.from, cone.to))).filter(|(from, to)| from != to)
        {
            edges[from].push(to);
        }
        let mut sorted: Vec<usize> = Vec::new();
        while sorted.len() < edges.len() {
            let ready = |layer: &usize| !sorted.contains(layer) && edges[*layer].iter().all(|to| sorted.contains(to));
            let next = (0..edges.len()).find(ready)?;
            sorted.push(next);
        }
        Some(sorted)
    }

    fn term(&mut self, term: &Term) -> usize {
        let known = self.terms.iter().position(|known| known == term);
        known.unwrap_or_else(|| {
            self.terms.push(term.clone());
            self.terms.len() - 1
        })
    }

    fn condition(&mut self, condition: &Condition) -> usize {
        let known = self.conditions.iter().position(|known| known == condition);
        known.unwrap_or_else(|| {
            self.conditions.push(condition.clone());
            self.conditions.len() - 1
        })
    }

    /// Whether exchanging two heaps maps the moves to themselves.
    fn survives(&self, positions: &Condition, one: usize, other: usize) -> bool {
        let numbers = |terms: &[Term]| -> Option<Vec<usize>> {
            terms
                .iter()
                .map(|term| self.terms.iter().position(|known| *known == swapped_term(term, one, other)))
                .collect()
        };
        let Some(terms) = numbers(&self.terms) else { return false };
        let tests: Option<Vec<usize>> = self
            .conditions
            .iter()
            .map(|test| self.conditions.iter().position(|known| *known == swapped(test, one, other)))
            .collect();
        let Some(tests) = tests else { return false };
        let form = |form: &Form| {
            let mut form = form.clone();
            form.heaps.swap(one, other);
            for (term, _) in &mut form.terms {
                *term = terms[*term];
            }
            form.terms.sort_unstable();
            form
        };
        let image = |run: &Run| {
            let mut run = run.clone();
            run.start.swap(one, other);
            if let Some(step) = &mut run.step {
                step.swap(one, other);
            }
            for bound in &mut run.bounds {
                bound.0 = form(&bound.0);
            }
            for guard in &mut run.guards {
                *guard = form(guard);
            }
            for test in &mut run.conditions {
                *test = tests[*test];
            }
            run.tidied()
        };
        let own = keeps(positions, one, other);
        let turned = |family: &Family| {
            let mut family = family.clone();
            family.constants.swap(one, other);
            family.takes.iter_mut().for_each(|takes| takes.swap(one, other));
            for bound in family.bounds.iter_mut().flatten() {
                bound.form = form(&bound.form);
            }
            for guard in &mut family.guards {
                *guard = form(guard);
            }
            for test in &mut family.conditions {
                *test = tests[*test];
            }
            family.tidied()
        };
        own && self.runs.iter().all(|run| self.runs.binary_search(&image(run)).is_ok())
            && self.families.iter().all(|family| self.families.contains(&turned(family)))
            && self.lists.iter().all(|list| self.lists.iter().any(|image| image.is_image(list, one, other)))
    }
}

fn add_new<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

impl Run {
    fn tidied(mut self) -> Self {
        self.bounds.sort();
        self.bounds.dedup();
        self.guards.sort();
        self.guards.dedup();
        self.conditions.sort_unstable();
        self.conditions.dedup();
        self
    }

    fn words(&self) -> String {
        let signed = |taken: &[usize]| {
            let parts: Vec<String> =
                taken.iter().map(|taken| if *taken == 0 { "0".to_owned() } else { format!("-{taken}") }).collect();
            format!("({})", parts.join(", "))
        };
        let mut words = match &self.step {
            None => format!("the option at {}", signed(&self.start)),
            Some(step) => format!("the ray {} + k * {}", signed(&self.start), signed(step)),
        };
        if !self.bounds.is_empty() {
            words.push_str(" with ends that move with the position");
        }
        if !self.guards.is_empty() || !self.conditions.is_empty() {
            words.push_str(" where the position allows it");
        }
        words
    }
}

/// A row over a position, terms and amounts with the registers of a layer put in.
fn in_layer(row: &Inequality, heaps: usize, coordinates: usize, layer: &[i64]) -> Inequality {
    let mut narrow = Inequality { coefficients: row.coefficients[..heaps].to_vec(), constant: row.constant };
    for (factor, value) in row.coefficients[heaps..coordinates].iter().zip(layer) {
        narrow.constant += factor * i128::from(*value);
    }
    narrow.coefficients.extend(&row.coefficients[coordinates..]);
    narrow
}

/// The layer that registers after a move are those of.
fn layer_of(plan: &MoveRuns, registers: &[Inequality]) -> Result<usize, String> {
    let is_constant = |form: &Inequality| form.coefficients.iter().all(|factor| *factor == 0);
    let value = |form: &Inequality| i64::try_from(form.constant).ok().filter(|_| is_constant(form));
    let registers: Option<Vec<i64>> = registers.iter().map(value).collect();
    let registers = registers.ok_or("a register after the move depends on the heaps or amounts")?;
    let found = plan.layers.iter().position(|layer| *layer == registers);
    found.ok_or_else(|| "a register leaves its range".to_owned())
}

/// That amounts are at least 1 or 0, where that is known.
fn least_amounts(mut known: KnownRows, amounts: Range<usize>, variables: usize) -> Result<Vec<Inequality>, Unlike> {
    let mut rows = Vec::new();
    for amount in amounts {
        for least in [1, 0] {
            let mut row = natural(amount, variables);
            row.constant = least;
            if known.implies(&row)? {
                known = known.with([row.clone()]);
                rows.push(row);
                break;
            }
        }
    }
    Ok(rows)
}

/// An alternative of a move in one layer, over heaps, terms of the position, and amounts.
pub(crate) struct Shape {
    pub(crate) heaps: usize,
    pub(crate) amounts: usize,
    pub(crate) terms: Vec<Term>,
    pub(crate) to: usize,
    pub(crate) deltas: Vec<Inequality>,
    /// Rows on amounts alone, on the position alone, and on both.
    pub(crate) own: Vec<Inequality>,
    pub(crate) fixed: Vec<Inequality>,
    pub(crate) mixed: Vec<Inequality>,
    /// What amounts alone have to satisfy besides.
    pub(crate) tests: Vec<Condition>,
    pub(crate) conditions: Vec<usize>,
}

impl Shape {
    /// The alternative, or nothing if it is never satisfied.
    fn new(plan: &mut MoveRuns, family: &Move, branch: &Branch, from: usize) -> Result<Option<Self>, String> {
        let heaps = plan.heaps;
        let layer = plan.layers[from].clone();
        let (tests, conditions): (Vec<&Condition>, Vec<&Condition>) =
            branch.residual.iter().partition(|condition| condition.mentions_amounts());
        if tests.iter().any(|condition| condition.mentions_coordinates()) {
            return Err("its condition is not linear in the amounts".to_owned());
        }
        let first = branch.coordinates + branch.opaques.len();
        let narrowed = |row: &Inequality| in_layer(row, heaps, branch.coordinates, &layer);
        let mut rows: Vec<Inequality> = branch.inequalities.iter().map(narrowed).collect();
        let mut targets = Vec::new();
        for target in &family.targets {
            let form = branch.linear(target).ok_or("its option is not linear in its amounts")?;
            targets.push(narrowed(&form));
        }
        let fixed = heaps + first - branch.coordinates;
        let variables = fixed + branch.amounts;
        let naturals: Vec<Inequality> = (0..heaps).map(|heap| natural(heap, variables)).collect();
        if infeasible(&[&rows[..], &naturals[..]].concat(), variables) {
            return Ok(None);
        }
        let columns = Columns { heaps, fixed, amounts: branch.amounts };
        let words = |why: Unlike| why.words("what it takes depends on the position");
        columns.substitute(&mut rows, &mut targets, tests.is_empty()).map_err(words)?;
        let to = layer_of(plan, &targets[heaps..])?;
        let deltas = targets[..heaps].to_vec();
        // What is known of terms need not be asked again.
        let facts = rows.split_off(rows.len() - branch.facts);
        let all = KnownRows::of([&rows[..], &facts[..], &naturals[..]].concat(), variables);
        rows.extend(least_amounts(all, fixed..variables, variables).map_err(words)?);
        let (own, other): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| columns.is_of_amounts(row));
        let mut known = KnownRows::new(&columns, &own, &deltas).map_err(words)?.with(facts);
        let mut kept = Vec::new();
        for row in other {
            if !known.implies(&row).map_err(words)? && !kept.contains(&row) {
                kept.push(row);
            }
        }
        let (fixed_rows, mixed) = kept.into_iter().partition(|row| columns.is_of_position(row));
        Ok(Some(Self {
            heaps,
            amounts: branch.amounts,
            terms: branch.opaques.clone(),
            to,
            deltas,
            own,
            fixed: fixed_rows,
            mixed,
            tests: tests.into_iter().cloned().collect(),
            conditions: conditions.into_iter().map(|condition| plan.condition(condition)).collect(),
        }))
    }

    /// The rows on amounts alone and the differences, without columns for the position.
    pub(crate) fn bare(&self) -> (Vec<Inequality>, Vec<Inequality>) {
        let fixed = self.heaps + self.terms.len();
        let bare =
            |row: &Inequality| Inequality { coefficients: row.coefficients[fixed..].to_vec(), constant: row.constant };
        (self.own.iter().map(bare).collect(), self.deltas.iter().map(bare).collect())
    }

    /// The alternative as runs: one start for each nearest option, and at most one step.
    ///
    /// # Errors
    /// Why it is none, in words.
    fn runs(&self, plan: &mut MoveRuns, from: usize) -> Result<Vec<Run>, String> {
        let fixed = self.heaps + self.terms.len();
        let (own, deltas) = self.bare();
        let found = generators(&own, self.amounts)?;
        let modulus = modulus(&self.tests)?;
        let mut steps: Vec<(Vector, Vec<usize>)> = Vec::new();
        for step in found.times(modulus) {
            let takes = taken(&deltas, &step, 0)?;
            let new = !steps.iter().any(|known| known.1 == takes);
            if !self.mixed.is_empty() || (new && takes.iter().any(|taken| *taken != 0)) {
                steps.push((step, takes));
            }
        }
        let step = match steps.as_slice() {
            [] => None,
            [(_, takes)] if takes.iter().all(|taken| *taken == 0) => {
                return Err("one amount does not tell its options apart".to_owned());
            }
            [one] => Some(one),
            _ => return Err("it leaves in all directions of a cone".to_owned()),
        };
        let guards: Vec<Form> = self.fixed.iter().map(|row| self.form(plan, row, None)).collect::<Result<_, _>>()?;
        let mut runs = Vec::new();
        for amounts in nearest(&found, modulus, &self.tests, self.heaps)? {
            let mut run = Run {
                from,
                to: self.to,
                start: taken(&deltas, &amounts, 1)?,
                step: step.map(|step| step.1.clone()),
                bounds: Vec::new(),
                guards: guards.clone(),
                conditions: self.conditions.clone(),
            };
            for row in &self.mixed {
                let form = self.form(plan, row, Some(&amounts))?;
                let slope = step.map_or(0, |(step, _)| {
                    row.coefficients[fixed..].iter().zip(step).map(|(factor, value)| factor * i128::from(*value)).sum()
                });
                match number(slope)? {
                    0 => run.guards.push(form),
                    slope => run.bounds.push((form, slope)),
                }
            }
            if run.from == run.to && run.start.iter().all(|taken| *taken == 0) {
                return Err("it may leave the position as it is".to_owned());
            }
            runs.push(run.tidied());
        }
        Ok(runs)
    }

    /// A row as a form of the position, the amounts put in.
    pub(crate) fn form(&self, plan: &mut MoveRuns, row: &Inequality, amounts: Option<&Vector>) -> Result<Form, String> {
        let fixed = self.heaps + self.terms.len();
        let mut constant = row.constant;
        for (factor, value) in row.coefficients[fixed..].iter().zip(amounts.into_iter().flatten()) {
            constant += factor * i128::from(*value);
        }
        let heaps: Vec<i64> =
            row.coefficients[..self.heaps].iter().map(|factor| number(*factor)).collect::<Result<_, _>>()?;
        let mut terms = Vec::new();
        for (factor, term) in row.coefficients[self.heaps..fixed].iter().zip(&self.terms) {
            if *factor != 0 {
                terms.push((plan.term(term), number(*factor)?));
            }
        }
        terms.sort_unstable();
        if LARGEST << 20 < constant.abs() {
            return Err("its numbers are too large".to_owned());
        }
        let constant = i64::try_from(constant).map_err(|_| "its numbers are too large")?;
        Ok(Form { heaps, terms, constant })
    }
}

/// What amounts take from the heaps.
pub(crate) fn taken(deltas: &[Inequality], amounts: &Vector, constants: i128) -> Result<Vec<usize>, String> {
    let one = |value: i128| match value {
        1.. => Err("a move raises a heap".to_owned()),
        value if value < -LARGEST => Err("its numbers are too large".to_owned()),
        value => Ok(usize::try_from(-value).expect("it is between 0 and the largest number")),
    };
    image(deltas, amounts, constants).into_iter().map(one).collect()
}

fn number(value: i128) -> Result<i64, String> {
    if LARGEST < value.abs() {
        return Err("its numbers are too large".to_owned());
    }
    i64::try_from(value).map_err(|_| "its numbers are too large".to_owned())
}
