//! Tables that guesses are made from: values of all positions with heaps up to a bound. Knows nothing of automata.
use crate::engine::{Context, EngineError, Plan, Question, Values};
use crate::prover::Obstacle;
use crate::ruleset::options::Options;
use crate::ruleset::{Move, Position, Ruleset, Term, Variable};
use crate::table::Region;
use crate::value::{Play, Saturate};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Heaps of the tables of the reference engine are at most this, by the number of heaps.
const SLOW: [u64; 6] = [4096, 4096, 640, 64, 20, 10];
/// The same for quicker engines.
const MIDDLE: [u64; 6] = [4096, 4096, 640, 80, 24, 10];
/// The same for engines that fill so many cells in a second: they know games of two heaps.
const SWIFT: u64 = 100_000_000;
const FAST: [u64; 6] = [4096, 4096, 1023, 80, 24, 10];
/// Of tables of two heaps for guesses that need longer words: all numbers of 12 digits in the Tribonacci numeration.
const WIDE: u64 = 1_704;
/// Options of all positions of a table of the reference engine, about.
const MOST_OPTIONS: u64 = 30_000_000;
/// All coordinates of a table of a game with open parameters are below this, by their number; there is none with more of them.
const SIDES: [u64; 5] = [0, 0, 256, 64, 32];
/// Cells of a table.
const MOST_CELLS: usize = 1 << 23;

/// Values of all positions with heaps up to a bound; none where there is no position.
#[derive(Debug)]
pub(in crate::prover) struct Dense {
    /// The largest heap.
    pub(in crate::prover) reach: u128,
    sides: Vec<usize>,
    /// Whether a coordinate can be larger: all heaps, and registers without a greatest value.
    endless: Vec<bool>,
    values: Vec<Option<u32>>,
    /// Instead of the values: what has the value 0, where all else is worth 1.
    zeros: BTreeSet<Vec<u128>>,
}

/// How a table comes to its values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filling {
    /// Position by position, as play reaches them.
    Asked,
    /// As a whole.
    Filled,
}

/// Heaps of tables that know P-positions alone are at most this.
const FAR: u64 = 16_383;
/// P-positions of such a table.
const MOST_ZEROS: usize = 200_000;

/// What a table says of a tuple.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) enum Cell {
    /// It is no position.
    Nothing,
    /// The value of the position.
    Value(u32),
}

/// Tables by game, parameters and question.
pub(in crate::prover) type Tables = Arc<Mutex<BTreeMap<String, Option<Arc<Dense>>>>>;

impl Dense {
    /// The table of a game all of whose registers have a greatest value; tuples are positions less `shifts`.
    pub(in crate::prover) fn new(
        ruleset: &Ruleset,
        shifts: &[i64],
        question: Question,
        context: &Context,
    ) -> Result<Self, Obstacle> {
        let options = Options::new(ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let options = options.until(&context.cancel);
        let heaps = ruleset.heaps.len();
        let most = |table: [u64; 6]| table[heaps.min(table.len() - 1)];
        let plan = Plan::of(ruleset);
        let slow = !plan.is_quick(question);
        let wanted = match plan.cells_per_second(question) {
            SWIFT.. => most(FAST),
            _ if slow => reach(ruleset, &options),
            _ => most(MIDDLE),
        };
        let way = if slow { Filling::Asked } else { Filling::Filled };
        Self::up_to(wanted, ruleset, shifts, question, (way, context))
    }

    /// A larger table of a game of two heaps without registers, if an engine is quick enough.
    pub(in crate::prover) fn wide(
        ruleset: &Ruleset,
        shifts: &[i64],
        question: Question,
        context: &Context,
    ) -> Result<Option<Self>, Obstacle> {
        if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() || !Plan::of(ruleset).is_quick(question) {
            return Ok(None);
        }
        Self::up_to(WIDE, ruleset, shifts, question, (Filling::Filled, context)).map(Some)
    }

    /// The table of a game some of whose registers have no greatest value.
    pub(in crate::prover) fn of_open_registers(
        ruleset: &Ruleset,
        shifts: &[i64],
        question: Question,
        context: &Context,
    ) -> Result<Self, Obstacle> {
        let side = SIDES.get(shifts.len()).copied().filter(|side| 0 < *side);
        let side = side.ok_or_else(|| Obstacle::Budget("the table for a guess is too large".to_owned()))?;
        let mut bounded = ruleset.clone();
        for (register, shift) in bounded.registers.iter_mut().zip(&shifts[ruleset.heaps.len()..]) {
            if register.high.is_none() {
                register.high = shift.checked_add_unsigned(side - 1);
                register.shown = register.high.map(|high| (*shift, high));
            }
        }
        // Where moves change one, play may leave what is shown.
        let mut dense = if are_parameters(ruleset) {
            Self::up_to(side - 1, &bounded, shifts, question, (Filling::Filled, context))?
        } else {
            Self::up_to(side - 1, ruleset, shifts, question, (Filling::Asked, context))?
        };
        for (endless, register) in dense.endless[ruleset.heaps.len()..].iter_mut().zip(&ruleset.registers) {
            *endless = register.high.is_none();
        }
        Ok(dense)
    }

    /// The table with heaps up to a bound, and registers without a greatest value as well.
    fn up_to(
        reach: u64,
        ruleset: &Ruleset,
        shifts: &[i64],
        question: Question,
        (way, context): (Filling, &Context),
    ) -> Result<Self, Obstacle> {
        let options = Options::new(ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let options = options.until(&context.cancel);
        let heaps = ruleset.heaps.len();
        let side = usize::try_from(reach).expect("tables for guesses are small") + 1;
        let mut sides = vec![side; heaps];
        for (register, shift) in ruleset.registers.iter().zip(&shifts[heaps..]) {
            let values = |high: i64| high.saturating_sub(*shift).saturated::<usize>().saturating_add(1);
            sides.push(register.high.map_or(side, values));
        }
        let cells = sides.iter().fold(1_usize, |cells, side| cells.saturating_mul(*side));
        if MOST_CELLS < cells {
            return Err(Obstacle::Budget("the table for a guess is too large".to_owned()));
        }
        let shape = vec![reach + 1; heaps];
        let values = Vec::with_capacity(cells);
        let endless = (0..sides.len()).map(|at| at < heaps).collect();
        let mut dense = Self { reach: u128::from(reach), sides, endless, values, zeros: BTreeSet::new() };
        if way == Filling::Asked {
            let mut table = Values::new(ruleset, &options, &shape, question, context)?;
            let inside = |position: &Position| {
                let registers = ruleset.registers.iter().zip(&position[heaps..]);
                let inside = registers.clone().all(|(register, value)| register.low <= *value);
                let known = options.in_domain(position).map_err(|why| Obstacle::Cannot(why.to_string()))?;
                Ok::<bool, Obstacle>(inside && known)
            };
            dense.fill(cells, shifts, &mut |position| {
                if inside(position)? { Ok(Some(table.at(position)?)) } else { Ok(None) }
            })?;
            return Ok(dense);
        }
        let region = Region::Box(shape);
        let table = Plan::of(ruleset).table(&region, question, context)?;
        dense.fill(cells, shifts, &mut |position| Ok(table.get(position)))?;
        Ok(dense)
    }

    /// A much larger table of the outcomes of a game of two heaps, if an engine finds P-positions without one of all positions.
    pub(in crate::prover) fn far(ruleset: &Ruleset, play: Play, context: &Context) -> Result<Option<Self>, Obstacle> {
        let found = match Plan::of(ruleset).p_positions_alone(FAR, play, context) {
            Err(EngineError::Cancelled) => return Err(Obstacle::Cancelled),
            Ok(Some(found)) if found.len() <= MOST_ZEROS => found,
            Ok(_) | Err(_) => return Ok(None),
        };
        let tracks =
            |position: Position| position.into_iter().map(|number| u128::from(number.unsigned_abs())).collect();
        let zeros = found.into_iter().map(tracks).collect();
        let sides = vec![usize::try_from(FAR).expect("a number of 14 bits") + 1; 2];
        Ok(Some(Self { reach: u128::from(FAR), sides, endless: vec![true; 2], values: Vec::new(), zeros }))
    }

    /// Asks for the values of all positions in order.
    fn fill(
        &mut self,
        cells: usize,
        shifts: &[i64],
        value: &mut dyn FnMut(&Position) -> Result<Option<u32>, Obstacle>,
    ) -> Result<(), Obstacle> {
        let mut position: Position = shifts.to_vec();
        for _ in 0..cells {
            self.values.push(value(&position)?);
            for ((number, shift), side) in position.iter_mut().zip(shifts).zip(&self.sides).rev() {
                *number += 1;
                if *number - shift < i64::try_from(*side).expect("no memory has 2^63 parts") {
                    break;
                }
                *number = *shift;
            }
        }
        Ok(())
    }

    /// The value at a tuple, if it is in reach.
    pub(in crate::prover) fn at(&self, tuple: &[u128]) -> Option<Cell> {
        let mut index = 0;
        for ((number, side), endless) in tuple.iter().zip(&self.sides).zip(&self.endless) {
            let number = usize::try_from(*number).ok().filter(|number| number < side);
            let Some(number) = number else { return (!endless).then_some(Cell::Nothing) };
            index = index * side + number;
        }
        if self.values.is_empty() {
            return Some(Cell::Value(u32::from(!self.zeros.contains(tuple))));
        }
        Some(self.values[index].map_or(Cell::Nothing, Cell::Value))
    }
}

/// Whether registers without a greatest value are parameters, which no move changes.
fn are_parameters(ruleset: &Ruleset) -> bool {
    let heaps = ruleset.heaps.len();
    let open = ruleset.registers.iter().enumerate().filter(|(_, register)| register.high.is_none());
    open.map(|(at, _)| heaps + at).all(|at| {
        let kept = Term::Variable(Variable::Coordinate(at));
        ruleset.moves.iter().flat_map(Move::parts).all(|targets| targets[at] == kept)
    })
}

/// The largest heap of a table that can be had in a few seconds.
pub(in crate::prover) fn affordable(ruleset: &Ruleset) -> Result<u64, Obstacle> {
    if SWIFT <= Plan::of(ruleset).cells_per_second(Question::Grundy) {
        return Ok(u64::MAX);
    }
    let options = Options::new(ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
    Ok(reach(ruleset, &options))
}

/// The largest heap of a table that does not take the reference engine too many options.
pub(in crate::prover) fn reach(ruleset: &Ruleset, options: &Options) -> u64 {
    let heaps = ruleset.heaps.len();
    let mut reach = SLOW[heaps.min(SLOW.len() - 1)];
    while 8 < reach {
        let corner = i64::try_from(reach).expect("tables for guesses are small");
        let position: Position =
            (0..heaps).map(|_| corner).chain(ruleset.registers.iter().map(|register| register.low)).collect();
        let mut count = 0;
        let most = MOST_OPTIONS / reach.saturating_pow(heaps.saturated()).max(1);
        let visited = options.clone().at_most(most).visit(&position, &mut |_, _, _| {
            count += 1;
            if count <= most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if visited.is_ok_and(|flow| flow.is_continue()) {
            break;
        }
        reach = reach * 3 / 4;
    }
    reach
}
