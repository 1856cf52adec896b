//! Functions of two to four natural numbers that are defined by recursion: values are kept. Knows no game.
use super::Term;
use super::between::{Between, End};
use super::earlier::Earlier;
use super::error::EvaluationError;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// How many arguments a grid has at most.
pub const MOST_ARGUMENTS: usize = 4;
/// Binary digits of all arguments together: 2^24 values are kept at most, 17 bytes each.
const DIGITS: usize = 24;
/// Values that are kept side by side.
const PAGE: usize = 64;

/// A function f with f(m, n) given by a term over m, n and values of f at other arguments, of which none may need f(m, n) again.
pub struct GridRecursion {
    /// Its name.
    pub name: String,
    /// How many arguments it has: 2 to [`MOST_ARGUMENTS`].
    pub width: usize,
    /// Values that are given: arguments and value.
    pub given: Vec<(Vec<i128>, i128)>,
    /// The value, in which coordinates are the arguments; [`Term::OwnGrid`] is the function itself.
    pub body: Term,
    known: Mutex<HashMap<usize, CellPage>>,
}

/// Why a grid has no value somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It needs a value at a negative argument.
    Negative(Vec<i128>),
    /// It needs this value, which needs itself.
    Itself(Vec<i128>),
    /// It needs a value beyond [`GridRecursion::bound`].
    Beyond(Vec<i128>),
    /// Its own rule has no value at these arguments.
    Own(Vec<i128>),
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridState {
    Unknown,
    /// It is computed as soon as what it needs is known.
    Waiting,
    Value,
    Lacks(CellFailure),
}

/// Why a value is none, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellFailure {
    Undefined,
    DivisionByZero,
    Negative,
    Overflow(End),
}

/// Values whose last argument differs.
#[derive(Debug)]
struct CellPage {
    slots: [GridState; PAGE],
    values: Box<[i128; PAGE]>,
}

impl GridRecursion {
    /// A function that is not evaluated anywhere yet.
    #[must_use]
    pub fn new(name: String, width: usize, given: Vec<(Vec<i128>, i128)>, body: Term) -> Self {
        Self { name, width: width.clamp(1, MOST_ARGUMENTS), given, body, known: Mutex::default() }
    }

    /// Arguments are less than this: 4,096 of two, 256 of three, 64 of four.
    #[must_use]
    pub fn bound(&self) -> i128 {
        1 << (DIGITS / self.width)
    }

    /// The value at arguments. Cost: every value that it needs is computed once, without recursion of the program.
    ///
    /// # Errors
    /// Arguments at which it has no value, as one that needs itself, or arguments beyond [`GridRecursion::bound`].
    pub fn at(&self, arguments: &[i128]) -> Result<i128, EvaluationError> {
        if let Some(value) = self.given_at(arguments) {
            return Ok(value);
        }
        let index = self.index(arguments)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.compute(index, &mut known);
        read(&known, index).unwrap_or(Err(EvaluationError::Undefined))
    }

    /// Bounds of a value that leaves 128 bits.
    pub(super) fn between(&self, arguments: &[i128]) -> Between {
        let Ok(index) = self.index(arguments) else { return Between::ANYWHERE };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.compute(index, &mut known);
        end(&known, index)
    }

    /// Why it has no value at arguments; `None` if it has one, or one that leaves 128 bits. Cost: as [`GridRecursion::at`].
    #[must_use]
    pub fn lack(&self, arguments: &[i128]) -> Option<Lack> {
        let mut seen: HashSet<Vec<i128>> = HashSet::new();
        let mut here = arguments.to_vec();
        loop {
            match (self.index(&here), self.at(&here)) {
                (_, Ok(_)) => return None,
                (Err(EvaluationError::Undefined), _) => return Some(Lack::Negative(here)),
                (Err(_), _) => return Some(Lack::Beyond(here)),
                (Ok(_), Err(_)) => {}
            }
            if seen.contains(&here) {
                return Some(Lack::Itself(here));
            }
            let earlier = Traced { grid: self, failed: Cell::default(), asked: Cell::new(false) };
            let failed = self.rule(&here, &earlier);
            match (earlier.failed.take(), failed) {
                (Some(next), _) => {
                    seen.insert(here);
                    here = next;
                }
                (None, Err(EvaluationError::Overflow)) => return None,
                (None, _) => return Some(Lack::Own(here)),
            }
        }
    }

    /// Whether its rule asks for a value of itself at arguments of the grid.
    #[must_use]
    pub fn calls_itself(&self, arguments: &[i128]) -> bool {
        if self.given_at(arguments).is_some() || self.index(arguments).is_err() {
            return false;
        }
        let earlier = Traced { grid: self, failed: Cell::default(), asked: Cell::new(false) };
        let _ = self.rule(arguments, &earlier);
        earlier.asked.get()
    }

    fn given_at(&self, arguments: &[i128]) -> Option<i128> {
        self.given.iter().find(|given| given.0 == arguments).map(|given| given.1)
    }

    /// The number of a cell.
    fn index(&self, arguments: &[i128]) -> Result<usize, EvaluationError> {
        if arguments.len() != self.width || arguments.iter().any(|argument| *argument < 0) {
            return Err(EvaluationError::Undefined);
        }
        if arguments.iter().any(|argument| self.bound() <= *argument) {
            return Err(EvaluationError::Overflow);
        }
        let index = arguments.iter().fold(0, |index, argument| index * self.bound() + argument);
        usize::try_from(index).map_err(|_| EvaluationError::Overflow)
    }

    /// The arguments of a cell, the last of which varies fastest.
    fn arguments(&self, index: usize) -> Vec<i128> {
        let digits = DIGITS / self.width;
        let places = (0..self.width).rev();
        places.map(|place| ((index >> (place * digits)) & ((1 << digits) - 1)) as i128).collect()
    }

    /// The rule at arguments of the grid.
    fn rule(&self, arguments: &[i128], earlier: &dyn Earlier) -> Result<i128, EvaluationError> {
        self.body.value(&small(arguments), &[], Some(earlier))
    }

    /// Computes a value and all that it needs: what waits for others stands in a list, and its rule begins again when they are known.
    fn compute(&self, index: usize, known: &mut HashMap<usize, CellPage>) {
        let mut waiting = vec![index];
        while let Some(&here) = waiting.last() {
            if !matches!(slot(known, here), GridState::Unknown | GridState::Waiting) {
                waiting.pop();
                continue;
            }
            put(known, here, GridState::Waiting, 0);
            let arguments = self.arguments(here);
            let earlier = KnownCells { grid: self, known, wanted: Cell::new(None) };
            let value = match self.given_at(&arguments) {
                Some(given) => Ok(given),
                None => self.rule(&arguments, &earlier),
            };
            let bounds = || self.body.between(&small(&arguments), &[], Some(&earlier)).map_or(End::Unknown, End::from);
            let failure = match &value {
                Ok(_) => None,
                Err(EvaluationError::Overflow) => Some(CellFailure::Overflow(bounds())),
                Err(EvaluationError::DivisionByZero) => Some(CellFailure::DivisionByZero),
                Err(EvaluationError::NegativeArgument) => Some(CellFailure::Negative),
                Err(_) => Some(CellFailure::Undefined),
            };
            match earlier.wanted.get() {
                // All that wait need what needs itself.
                Some(wanted) if slot(known, wanted) == GridState::Waiting => {
                    for cell in waiting.drain(..) {
                        put(known, cell, GridState::Lacks(CellFailure::Undefined), 0);
                    }
                }
                Some(wanted) => waiting.push(wanted),
                None => put(known, here, failure.map_or(GridState::Value, GridState::Lacks), value.unwrap_or(0)),
            }
        }
    }
}

/// Arguments of a cell as coordinates.
fn small(arguments: &[i128]) -> Vec<i64> {
    let small = |argument: &i128| i64::try_from(*argument).expect("arguments of a cell are below the bound");
    arguments.iter().map(small).collect()
}

fn slot(known: &HashMap<usize, CellPage>, index: usize) -> GridState {
    known.get(&(index / PAGE)).map_or(GridState::Unknown, |page| page.slots[index % PAGE])
}

fn put(known: &mut HashMap<usize, CellPage>, index: usize, slot: GridState, value: i128) {
    let empty = || CellPage { slots: [GridState::Unknown; PAGE], values: Box::new([0; PAGE]) };
    let page = known.entry(index / PAGE).or_insert_with(empty);
    page.slots[index % PAGE] = slot;
    page.values[index % PAGE] = value;
}

/// A value that is known.
fn read(known: &HashMap<usize, CellPage>, index: usize) -> Option<Result<i128, EvaluationError>> {
    let page = known.get(&(index / PAGE))?;
    Some(match page.slots[index % PAGE] {
        GridState::Unknown | GridState::Waiting => return None,
        GridState::Value => Ok(page.values[index % PAGE]),
        GridState::Lacks(CellFailure::Undefined) => Err(EvaluationError::Undefined),
        GridState::Lacks(CellFailure::DivisionByZero) => Err(EvaluationError::DivisionByZero),
        GridState::Lacks(CellFailure::Negative) => Err(EvaluationError::NegativeArgument),
        GridState::Lacks(CellFailure::Overflow(_)) => Err(EvaluationError::Overflow),
    })
}

/// Bounds of a value that is known to leave 128 bits.
fn end(known: &HashMap<usize, CellPage>, index: usize) -> Between {
    match slot(known, index) {
        GridState::Lacks(CellFailure::Overflow(end)) => end.into(),
        _ => Between::ANYWHERE,
    }
}

/// The values that are known while one is computed; the first that is not is wanted.
struct KnownCells<'a> {
    grid: &'a GridRecursion,
    known: &'a HashMap<usize, CellPage>,
    wanted: Cell<Option<usize>>,
}

impl Earlier for KnownCells<'_> {
    fn value(&self, arguments: &[i128]) -> Result<i128, EvaluationError> {
        if let Some(given) = self.grid.given_at(arguments) {
            return Ok(given);
        }
        let index = self.grid.index(arguments)?;
        read(self.known, index).unwrap_or_else(|| {
            self.wanted.set(self.wanted.get().or(Some(index)));
            Err(EvaluationError::Undefined)
        })
    }

    fn between(&self, arguments: &[i128]) -> Between {
        self.grid.index(arguments).map_or(Between::ANYWHERE, |index| end(self.known, index))
    }
}

/// All values, and the first arguments at which there is none.
struct Traced<'a> {
    grid: &'a GridRecursion,
    failed: Cell<Option<Vec<i128>>>,
    asked: Cell<bool>,
}

impl Earlier for Traced<'_> {
    fn value(&self, arguments: &[i128]) -> Result<i128, EvaluationError> {
        self.asked.set(true);
        self.grid.at(arguments).inspect_err(|_| {
            let first = self.failed.take();
            self.failed.set(first.or_else(|| Some(arguments.to_vec())));
        })
    }

    fn between(&self, arguments: &[i128]) -> Between {
        self.grid.between(arguments)
    }
}

impl PartialEq for GridRecursion {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.given == other.given && self.body == other.body
    }
}

impl Eq for GridRecursion {}

impl Hash for GridRecursion {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.given.hash(state);
    }
}

impl fmt::Debug for GridRecursion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridRecursion").field("name", &self.name).finish_non_exhaustive()
    }
}
