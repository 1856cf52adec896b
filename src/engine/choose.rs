//! Turns a ruleset into the engine that answers for it, top to bottom, and says why. Knows nothing of how they work.
use super::by_cell::lines::{self, Lines};
use super::by_cell::{points, runs};
use super::by_value::{bit_rows, thresholds};
use super::far::rare;
use super::moves::jumps::{Kind, Relation};
use super::moves::plane::{Analysis, analyse};
use super::moves::runs::{Depth, Plan};
use super::{Context, EngineError, reference, sum};
use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use crate::value::{Outcome, Play};

/// Levels that are swept on a board without asking whether the P-positions are rare.
const MOST_BOARD_LEVELS: u128 = 20_000;
/// The largest heap of a board that is swept for P-positions when they are dense: some seconds.
const MOST_BOARD_HEAP: u64 = 1 << 18;
/// Intervals to look at before a board is tried, and where none will do.
const SHORT_HUNT: u64 = 2_000_000;
const LONG_HUNT: u64 = 20_000_000;
/// The most cells that are computed for one position.
const MOST_CELLS: u64 = 1 << 22;

/// The engine of a ruleset.
enum Choice {
    Lines(Analysis, Lines),
    Levels(Analysis, String),
    Rays(Plan, String),
    Boards(Relation, String),
    Vectors(String),
    Sum,
    Reference(String),
}

impl Choice {
    fn new(ruleset: &Ruleset) -> Self {
        if !ruleset.components.is_empty() {
            return Self::Sum;
        }
        if !ruleset.finite_options {
            let heaps = ruleset.heaps.join(", ");
            return Self::Reference(format!(
                "some positions have infinitely many options; tables are computed only where finitely many can be reached \
                 (sizes and positions are given for {heaps}), and `prove` speaks of all positions"
            ));
        }
        let analysis = match analyse(ruleset) {
            Ok(analysis) => analysis,
            Err(why) => {
                if let Ok(plan) = Plan::new(ruleset, Depth::Runs) {
                    return Self::Rays(plan, why);
                }
                return match Relation::new(ruleset) {
                    Ok(relation) => Self::Boards(relation, why),
                    Err(boards) => match Plan::new(ruleset, Depth::Families) {
                        Ok(plan) => Self::Rays(plan, boards),
                        Err(_) if points::apply(ruleset) => Self::Vectors(boards),
                        Err(rays) => Self::Reference(none_else(ruleset, &rays, &boards)),
                    },
                };
            }
        };
        match Lines::new(&analysis) {
            Ok(lines) => Self::Lines(analysis, lines),
            Err(why) => Self::Levels(analysis, why),
        }
    }
}

/// Why no faster engine answers. Boards and vectors are for several heaps.
fn none_else(ruleset: &Ruleset, rays: &str, boards: &str) -> String {
    if ruleset.heaps.len() == 1 {
        return format!("no faster engine reads its moves ({rays})");
    }
    format!(
        "no faster engine reads its moves (rays: {rays}; boards: {boards}; vectors: a move raises a heap, changes a \
         register, or is not allowed wherever its option exists)"
    )
}

/// Which engine answers, and why.
#[must_use]
pub fn choose(ruleset: &Ruleset) -> (&'static str, String) {
    match Choice::new(ruleset) {
        Choice::Lines(analysis, _) => {
            let why = format!(
                "the moves are rays and single vectors that raise no heap ({}); a cell costs one look at each of them",
                shapes(&analysis)
            );
            ("lines", why)
        }
        Choice::Levels(analysis, why) => {
            let why = format!(
                "every move is translation-invariant and lowers {} x + {} y ({}), but {why}; the cost is that of the pairs \
                 of a value and a level that are neither closed nor full; a cell takes 2 bytes while values fit, and a bit",
                analysis.weights[0],
                analysis.weights[1],
                shapes(&analysis)
            );
            ("levels", why)
        }
        Choice::Rays(plan, why) => ("rays", rays_words(&plan, &why)),
        Choice::Boards(relation, why) => ("boards", boards_words(ruleset, &relation, &why)),
        Choice::Vectors(why) => {
            let why = format!(
                "{why}, but every move raises no heap and is allowed wherever its option exists; the difference vectors of \
                 a table are listed once, and a cell costs one look at each of them"
            );
            ("vectors", why)
        }
        Choice::Sum => {
            let parts: Vec<&str> = ruleset.components.iter().map(|part| part.ruleset.name.as_str()).collect();
            let why = format!(
                "the Grundy value of a disjunctive sum is the nim-sum of those of its parts ({}); misère play is computed \
                 in the product",
                parts.join(" + ")
            );
            ("nim-sum", why)
        }
        Choice::Reference(why) => {
            let why = format!(
                "{why}; so the options of every position are enumerated by the loop nests of {} move{}",
                ruleset.moves.len(),
                if ruleset.moves.len() == 1 { "" } else { "s" }
            );
            ("reference", why)
        }
    }
}

fn rays_words(plan: &Plan, why: &str) -> String {
    let shapes: Vec<String> = plan.shapes.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
    let exchanged = plan.classes.iter().enumerate().filter(|(heap, class)| heap != *class).count();
    let symmetric = if exchanged == 0 { String::new() } else { "; heaps that can be exchanged are sorted".to_owned() };
    let layers = plan.layers.len();
    let looks: usize = plan.cones.iter().map(|cone| cone.starts.len() + cone.steps.len()).sum();
    let cones = if looks == 0 { String::new() } else { format!(" and at {looks} sets of values for its cones") };
    // Whether the options of a list are lower is seen when a table lists them.
    let falls = if plan.lists.is_empty() {
        "raises no heap and leads to single options, along lines or into cones"
    } else {
        "leads to single options, along lines, into cones or to those of a list, as long as no list raises its heap"
    };
    format!(
        "{why}, but every move {falls} ({}){symmetric}; a cell \
         of {layers} layer{} costs one look at each of {} runs{cones}{}",
        shapes.join("; "),
        if layers == 1 { "" } else { "s" },
        plan.runs.len(),
        match (plan.families.is_empty(), plan.lists.is_empty()) {
            (true, true) => "",
            (false, true) => ", and for each choice of the other amounts at one more run",
            (true, false) => ", and at each option that is listed",
            (false, false) =>
                ", at each option that is listed, and for each choice of the other amounts at one more run",
        }
    )
}

fn boards_words(ruleset: &Ruleset, relation: &Relation, why: &str) -> String {
    let shapes: Vec<String> = relation.shapes.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
    let (mut generators, mut modules, mut bands) = (0, 0, 0);
    for jump in &relation.jumps {
        match &jump.kind {
            Kind::Module { starts, steps } => {
                generators += starts.len() + steps.len();
                modules += 1;
            }
            Kind::Band(_) => bands += 1,
        }
    }
    let intervals = if bands == 0 {
        String::new()
    } else {
        format!(", and an open row looks at the options of the value for each of {bands} bands")
    };
    let layers = relation.layers.len();
    let border = match relation.border.iter().max() {
        Some(0) | None => String::new(),
        Some(most) => format!("; the boards go {most} below 0, since steps can leave them and come back"),
    };
    let exchanged = relation.classes.iter().enumerate().any(|(heap, class)| heap != *class);
    let symmetric = if exchanged { "; heaps that can be exchanged are sorted" } else { "" };
    format!(
        "{why}, but every move is linear and lowers the level {} or a register ({}); each value is swept over {layers} \
         layer{} of bits: 64 cells cost at most {generators} operations{intervals}{symmetric}{border}; a cell takes 2 bytes while values fit, and \
         about {} bits",
        weighed(&ruleset.heaps, &relation.weights),
        shapes.join("; "),
        if layers == 1 { "" } else { "s" },
        3 + modules
    )
}

fn weighed(heaps: &[String], weights: &[i64]) -> String {
    let parts = heaps.iter().zip(weights).map(|(heap, weight)| match weight {
        1 => heap.clone(),
        weight => format!("{weight} * {heap}"),
    });
    parts.collect::<Vec<_>>().join(" + ")
}

fn shapes(analysis: &Analysis) -> String {
    let all: Vec<String> = analysis.shapes.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
    all.join("; ")
}

/// Grundy values of all positions of a region (normal play). An engine without memory enough refuses: one that needs less
/// would be many times slower.
///
/// # Errors
/// Memory, cancellation, or a rule that cannot be evaluated somewhere.
pub fn grundy(ruleset: &Ruleset, region: &Region, context: &Context) -> Result<Table, EngineError> {
    let (engine, fast) = match Choice::new(ruleset) {
        Choice::Sum => return context.by("nim-sum", sum::grundy(ruleset, region, context)),
        Choice::Rays(plan, _) => ("rays", runs::grundy(&plan, ruleset, region, context)),
        Choice::Boards(relation, _) => ("boards", bit_rows::grundy(&relation, ruleset, region, context)),
        Choice::Vectors(_) => ("vectors", points::grundy(ruleset, region, context)),
        Choice::Lines(analysis, lines) if is_plain(region) => match lines::grundy(&lines, region, context) {
            Err(EngineError::Question(_) | EngineError::Evaluation(_)) => {
                ("levels", thresholds::grundy(&analysis, region, context))
            }
            answer => ("lines", answer),
        },
        Choice::Levels(analysis, _) if is_plain(region) => ("levels", thresholds::grundy(&analysis, region, context)),
        Choice::Lines(..) | Choice::Levels(..) | Choice::Reference(_) => {
            return context.by("reference", reference::grundy(ruleset, region, context));
        }
    };
    match fast {
        Err(EngineError::Question(_) | EngineError::Evaluation(_)) => {
            context.by("reference", reference::grundy(ruleset, region, context))
        }
        answer => context.by(engine, answer),
    }
}

/// Outcomes of all positions of a region: 0 for P, 1 for N.
///
/// # Errors
/// As for [`grundy`].
pub fn outcomes(ruleset: &Ruleset, region: &Region, play: Play, context: &Context) -> Result<Table, EngineError> {
    let (engine, fast) = match Choice::new(ruleset) {
        Choice::Sum if play == Play::Normal => {
            let mut table = context.by("nim-sum", sum::grundy(ruleset, region, context))?;
            table.layers.iter_mut().for_each(|layer| layer.1.at_most(1));
            return Ok(table);
        }
        Choice::Rays(runs, _) => ("rays", runs::outcomes(&runs, ruleset, (region, play), context)),
        Choice::Boards(relation, _) => ("boards", bit_rows::outcomes(&relation, ruleset, (region, play), context)),
        Choice::Vectors(_) => ("vectors", points::outcomes(ruleset, region, play, context)),
        Choice::Lines(analysis, _) | Choice::Levels(analysis, _) if is_plain(region) => {
            ("levels", thresholds::outcomes(&analysis, region, play, context))
        }
        Choice::Sum | Choice::Lines(..) | Choice::Levels(..) | Choice::Reference(_) => {
            return context.by("reference", reference::outcomes(ruleset, region, play, context));
        }
    };
    match fast {
        Err(EngineError::Question(_)) => context.by("reference", reference::outcomes(ruleset, region, play, context)),
        answer => context.by(engine, answer),
    }
}

/// All P-positions with every heap at most `up_to`, in order of total, then lexicographic.
///
/// # Errors
/// As for [`grundy`].
pub fn p_positions(ruleset: &Ruleset, up_to: u64, play: Play, context: &Context) -> Result<Vec<Position>, EngineError> {
    if let Some(found) = p_positions_alone(ruleset, up_to, play, context)? {
        return Ok(found);
    }
    let bound = up_to.checked_add(1).ok_or_else(|| EngineError::Question("the bound is too large".to_owned()))?;
    let table = outcomes(ruleset, &Region::Box(vec![bound; ruleset.heaps.len()]), play, context)?;
    Ok(table.zeros())
}

/// The same by the engines that make no table of outcomes; `None` if there is none for the ruleset.
///
/// # Errors
/// As for [`grundy`]; P-positions that are too dense for so large heaps.
pub fn p_positions_alone(
    ruleset: &Ruleset,
    up_to: u64,
    play: Play,
    context: &Context,
) -> Result<Option<Vec<Position>>, EngineError> {
    let choice = Choice::new(ruleset);
    if let Choice::Lines(_, rays) = &choice {
        match lines::p_positions(rays, up_to, play, context) {
            Err(EngineError::Question(_) | EngineError::Evaluation(_)) => {}
            answer => return context.by("lines", answer).map(Some),
        }
    }
    if let Some(bound) = up_to.checked_add(1)
        && let Choice::Lines(analysis, _) | Choice::Levels(analysis, _) = choice
    {
        let levels =
            u128::from(up_to) * u128::from(analysis.weights[0].unsigned_abs() + analysis.weights[1].unsigned_abs());
        let far = play == Play::Normal && MOST_BOARD_LEVELS < levels;
        let budget = if up_to < MOST_BOARD_HEAP { SHORT_HUNT } else { LONG_HUNT };
        let mut dense = None;
        if far {
            match rare::up_to(&analysis, up_to, (budget, MOST_BOARD_HEAP - 1), context) {
                Err(EngineError::Question(why)) if up_to < MOST_BOARD_HEAP => dense = Some(why),
                answer => return context.by("sparse", answer).map(Some),
            }
        }
        if is_plain(&Region::Total(bound)) {
            match thresholds::p_positions(&analysis, bound, play, context) {
                Err(EngineError::Question(_) | EngineError::Evaluation(_)) => {}
                answer => return context.by("levels", answer).map(Some),
            }
        }
        if let Some(why) = dense {
            return Err(EngineError::Question(why));
        }
    }
    Ok(None)
}

/// Grundy value (normal play) and outcome of one position.
///
/// # Errors
/// As for [`grundy`]; a position that does not belong to the game.
pub fn value_at(
    ruleset: &Ruleset,
    position: &[i64],
    play: Play,
    context: &Context,
) -> Result<(u32, Outcome), EngineError> {
    let bounds: Option<Vec<u64>> = position.iter().map(|heap| u64::try_from(*heap).ok().map(|heap| heap + 1)).collect();
    if let Some(bounds) = bounds.filter(|bounds| bounds.len() == ruleset.heaps.len())
        && is_plain(&Region::Box(bounds.clone()))
        && matches!(Choice::new(ruleset), Choice::Lines(..) | Choice::Levels(..))
    {
        let region = Region::Box(bounds);
        let both = grundy(ruleset, &region, context).and_then(|values| {
            let outcomes = outcomes(ruleset, &region, play, context)?;
            Ok(values.get(position).zip(outcomes.get(position)))
        });
        match both {
            Ok(Some((value, 0))) => return Ok((value, Outcome::P)),
            Ok(Some((value, _))) => return Ok((value, Outcome::N)),
            Ok(None) | Err(EngineError::Memory { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    if let Some(answer) = at_end_of_box(ruleset, position, play, context)? {
        return Ok(answer);
    }
    context.by("reference", reference::value_at(ruleset, position, play, context))
}

/// The answer from the table of all positions with at most these heaps, where that is quick.
fn at_end_of_box(
    ruleset: &Ruleset,
    position: &[i64],
    play: Play,
    context: &Context,
) -> Result<Option<(u32, Outcome)>, EngineError> {
    let heaps = ruleset.heaps.len();
    let Some(own) = position.get(..heaps).filter(|_| position.len() == heaps + ruleset.registers.len()) else {
        return Ok(None);
    };
    let bounds: Option<Vec<u64>> = own.iter().map(|heap| u64::try_from(*heap).ok()?.checked_add(1)).collect();
    let Some(bounds) = bounds else { return Ok(None) };
    let cells = bounds.iter().try_fold(1u64, |cells, bound| cells.checked_mul(*bound));
    let Choice::Rays(runs, _) = Choice::new(ruleset) else { return Ok(None) };
    if cells.is_none_or(|cells| MOST_CELLS < cells) {
        return Ok(None);
    }
    let region = Region::Box(bounds);
    let both = runs::grundy(&runs, ruleset, &region, context).and_then(|values| {
        let outcomes = context.by("rays", runs::outcomes(&runs, ruleset, (&region, play), context))?;
        Ok(values.get(position).zip(outcomes.get(position)))
    });
    match both {
        Ok(Some((value, 0))) => Ok(Some((value, Outcome::P))),
        Ok(Some((value, _))) => Ok(Some((value, Outcome::N))),
        Ok(None) | Err(EngineError::Memory { .. } | EngineError::Question(_) | EngineError::Evaluation(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a region has cells of two heaps; others are left to the reference engine.
fn is_plain(region: &Region) -> bool {
    let fair = |bound: &u64| 0 < *bound && *bound <= 1 << 31;
    match region {
        Region::Box(bounds) => bounds.len() == 2 && bounds.iter().all(fair),
        Region::Total(total) => fair(total),
    }
}
