//! Functions of one natural number that are defined by recursion, and sequences: values are kept. Knows no game.
mod quick;

use super::Term;
use super::between::{Between, End};
use super::earlier::Earlier;
use super::error::EvaluationError;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Larger arguments are refused: all values below are computed and kept, 16 bytes each, and as many again where a list is asked for.
const LARGEST: usize = 1 << 22;

/// A function f with f(m) given by a term over m and earlier values of f.
pub struct Recursion {
    /// Its name.
    pub name: String,
    /// First values that are given: argument and value.
    pub given: Vec<(i128, i128)>,
    /// The value at m, which is coordinate 0; [`Term::Own`] is the function itself.
    pub body: Term,
    known: Mutex<KnownValues>,
}

/// All values below an argument.
#[derive(Debug, Default)]
struct KnownValues {
    /// [`NONE`] where there is none.
    values: Vec<i128>,
    /// By their arguments, ascending: why there is none, and where it is if it leaves 128 bits.
    lacking: Vec<(usize, EvaluationError, End)>,
    /// The first of them as numbers of 64 bits, and none for those that are none.
    list: NumberList,
}

/// Numbers by their places, some of which may lack.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberList {
    pub(crate) values: Arc<Vec<Option<i64>>>,
    /// The least and the greatest of them and 0.
    pub(crate) range: (i64, i64),
    /// Whether none lacks.
    pub(crate) is_complete: bool,
    /// The same in 32 bits, 0 for those that lack, and a 0 behind them; nothing if one does not fit.
    #[cfg(not(target_arch = "wasm32"))]
    short: Arc<Vec<i32>>,
}

impl NumberList {
    pub(crate) fn of(values: Vec<Option<i64>>) -> Self {
        let range =
            values.iter().flatten().fold((0i64, 0i64), |(low, high), value| (low.min(*value), high.max(*value)));
        let is_complete = values.iter().all(Option::is_some);
        #[cfg(not(target_arch = "wasm32"))]
        let short = Arc::new(short(&values).unwrap_or_default());
        Self {
            values: Arc::new(values),
            range,
            is_complete,
            #[cfg(not(target_arch = "wasm32"))]
            short,
        }
    }

    /// The values in 32 bits, 0 for those that lack, and a 0 behind them; nothing if one does not fit.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn short(&self) -> &[i32] {
        &self.short
    }

    /// Nothing: a page looks at one value after the other.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "elsewhere it has them")]
    pub(crate) fn short(&self) -> &[i32] {
        &[]
    }
}

/// Numbers in 32 bits, 0 for those that lack, and a 0 behind them; `None` if one does not fit.
#[cfg(not(target_arch = "wasm32"))]
fn short(values: &[Option<i64>]) -> Option<Vec<i32>> {
    let all = values.iter().map(|value| i32::try_from(value.unwrap_or(0)).ok());
    all.chain([Some(0)]).collect()
}

/// Stands where there is no value; a value that is this number is kept as one that lacks.
const NONE: i128 = i128::MIN;

impl KnownValues {
    fn at(&self, index: usize) -> Option<Result<i128, EvaluationError>> {
        match self.values.get(index) {
            Some(&NONE) => self.lack(index).map(|lack| Err(lack.1.clone())),
            Some(value) => Some(Ok(*value)),
            None => None,
        }
    }

    fn lack(&self, index: usize) -> Option<&(usize, EvaluationError, End)> {
        self.lacking.binary_search_by_key(&index, |lack| lack.0).ok().map(|at| &self.lacking[at])
    }

    fn end(&self, index: usize) -> End {
        self.lack(index).map_or(End::Unknown, |lack| lack.2)
    }
}

impl Recursion {
    /// A function that is not evaluated anywhere yet.
    #[must_use]
    pub fn new(name: String, given: Vec<(i128, i128)>, body: Term) -> Self {
        Self { name, given, body, known: Mutex::default() }
    }

    /// The value at an argument. Cost: all values below are computed once.
    ///
    /// # Errors
    /// An argument at which the recursion does not reach a given value or case, or beyond 4,194,304.
    pub fn at(&self, argument: i128) -> Result<i128, EvaluationError> {
        if let Some(given) = self.given_at(argument) {
            return Ok(given);
        }
        let index = usize::try_from(argument).map_err(|_| EvaluationError::Undefined)?;
        if LARGEST <= index {
            return Err(EvaluationError::Overflow);
        }
        self.with(index, |known| known.at(index).unwrap_or(Err(EvaluationError::Undefined)))
    }

    /// The values from 0 up to an argument, or more, and none where there is none or it leaves 64 bits. Cost: all of them once.
    pub(crate) fn list(&self, most: usize) -> NumberList {
        let most = most.min(LARGEST - 1);
        let own = |known: &mut KnownValues| {
            if known.list.values.len() <= most {
                let mut list: Vec<Option<i64>> = known.values.iter().map(|value| i64::try_from(*value).ok()).collect();
                for (argument, value) in &self.given {
                    if let Some(slot) = usize::try_from(*argument).ok().and_then(|argument| list.get_mut(argument)) {
                        *slot = i64::try_from(*value).ok();
                    }
                }
                known.list = NumberList::of(list);
            }
            known.list.clone()
        };
        self.with(most, own)
    }

    /// Bounds of a value that leaves 128 bits.
    pub(super) fn between(&self, argument: i128) -> Between {
        let index = usize::try_from(argument).ok().filter(|index| *index < LARGEST);
        Between::from(index.map_or(End::Unknown, |index| self.with(index, |known| known.end(index))))
    }

    /// Arguments are less than this, where no value is given: 4,194,304.
    #[must_use]
    pub fn bound(&self) -> i128 {
        LARGEST as i128
    }

    /// Whether the value at an argument is given.
    pub(super) fn is_given(&self, argument: i128) -> bool {
        self.given_at(argument).is_some()
    }

    fn given_at(&self, argument: i128) -> Option<i128> {
        self.given.iter().find(|given| given.0 == argument).map(|given| given.1)
    }

    /// Looks at values that are known up to an argument.
    fn with<T>(&self, index: usize, look: impl FnOnce(&mut KnownValues) -> T) -> T {
        // A panic elsewhere leaves a reason for a value that is not there yet, and is found again.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        while known.values.len() <= index {
            let here = known.values.len();
            let (value, end) = self.next(&known);
            if let Err(error) = &value {
                let before = known.lacking.partition_point(|lack| lack.0 < here);
                known.lacking.truncate(before);
                known.lacking.push((here, error.clone(), end));
            }
            known.values.push(value.unwrap_or(NONE));
        }
        look(&mut known)
    }

    /// The value behind all that are known.
    fn next(&self, known: &KnownValues) -> (Result<i128, EvaluationError>, End) {
        let Ok(here) = i64::try_from(known.values.len()) else {
            return (Err(EvaluationError::Overflow), End::Unknown);
        };
        if let Some(given) = self.given_at(i128::from(here)) {
            return (Ok(given), End::Unknown);
        }
        let quick = |argument: i64| {
            if let Some(given) = self.given_at(argument.into()) {
                return i64::try_from(given).ok();
            }
            let value = *known.values.get(usize::try_from(argument).ok()?)?;
            i64::try_from(value).ok()
        };
        // In a browser lists are short, and every loop counts for the size of the page.
        if cfg!(not(target_arch = "wasm32"))
            && let Some(value) = quick::value(&self.body, here, &quick)
        {
            return (Ok(value.into()), End::Unknown);
        }
        let earlier = Before { recursion: self, known };
        let value = self.body.value(&[here], &[], Some(&earlier));
        let value = if value == Ok(NONE) { Err(EvaluationError::Overflow) } else { value };
        let end = match value {
            Err(EvaluationError::Overflow) => {
                self.body.between(&[here], &[], Some(&earlier)).map_or(End::Unknown, End::from)
            }
            _ => End::Unknown,
        };
        (value, end)
    }
}

/// The values before one that is computed.
struct Before<'a> {
    recursion: &'a Recursion,
    known: &'a KnownValues,
}

impl Earlier for Before<'_> {
    fn value(&self, arguments: &[i128]) -> Result<i128, EvaluationError> {
        let &[argument] = arguments else { return Err(EvaluationError::Undefined) };
        if let Some(given) = self.recursion.given_at(argument) {
            return Ok(given);
        }
        let earlier = usize::try_from(argument).ok().and_then(|index| self.known.at(index));
        earlier.unwrap_or(Err(EvaluationError::Undefined))
    }

    fn between(&self, arguments: &[i128]) -> Between {
        let &[argument] = arguments else { return Between::ANYWHERE };
        let end = usize::try_from(argument).ok().map(|index| self.known.end(index));
        Between::from(end.unwrap_or(End::Unknown))
    }
}

impl PartialEq for Recursion {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.given == other.given && self.body == other.body
    }
}

impl Eq for Recursion {}

impl Hash for Recursion {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.given.hash(state);
    }
}

impl fmt::Debug for Recursion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recursion").field("name", &self.name).finish_non_exhaustive()
    }
}
