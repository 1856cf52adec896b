//! Functions of one natural number that are defined by recursion, and sequences: values are kept. Knows no game.
mod list;
mod quick;
#[cfg(not(target_arch = "wasm32"))]
mod several;
#[cfg(test)]
mod tests;

use super::Term;
use super::between::{Between, End};
use super::earlier::Earlier;
use super::error::EvaluationError;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use list::LACKING;
pub(crate) use list::{NumberList, or_lacking};
#[cfg(not(target_arch = "wasm32"))]
use several::SEVERAL;

/// Larger arguments are refused: all values below are computed and kept, 8 bytes each, 32 more where 64 bits are not enough, and 4 more where a list is asked for.
const LARGEST: usize = 1 << 22;
/// Values are computed several at once where at least so many of them are found so.
#[cfg(not(target_arch = "wasm32"))]
const LEAST_FOUND: u32 = 32;

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
    /// In 64 bits, and [`LACKING`] where something else is said of it.
    values: Arc<Vec<i64>>,
    /// By their arguments, ascending: those that leave 64 bits.
    wide: Vec<(usize, i128)>,
    /// By their arguments, ascending: why there is none, and where it is if it leaves 128 bits.
    lacking: Vec<(usize, EvaluationError, End)>,
    /// Several values at once are not tried at arguments below this.
    #[cfg(not(target_arch = "wasm32"))]
    several_from: usize,
    /// The first of them as numbers of 64 bits, and none for those that are none.
    list: NumberList,
}

impl KnownValues {
    fn at(&self, index: usize) -> Option<Result<i128, EvaluationError>> {
        match *self.values.get(index)? {
            LACKING => match self.wide.binary_search_by_key(&index, |wide| wide.0) {
                Ok(at) => Some(Ok(self.wide[at].1)),
                Err(_) => self.lack(index).map(|lack| Err(lack.1.clone())),
            },
            value => Some(Ok(value.into())),
        }
    }

    /// Keeps the value behind all that are known, or why there is none.
    fn push(&mut self, value: Result<i128, EvaluationError>, end: End) {
        let here = self.values.len();
        let short = value.as_ref().ok().and_then(|value| i64::try_from(*value).ok()).filter(|value| *value != LACKING);
        match value {
            Ok(value) if short.is_none() => self.wide.push((here, value)),
            Ok(_) => {}
            Err(error) => self.lacking.push((here, error, end)),
        }
        Arc::make_mut(&mut self.values).push(short.unwrap_or(LACKING));
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
            if known.list.len() <= most {
                known.list = NumberList::of(Arc::clone(&known.values));
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
        let lacking = (index + 1).saturating_sub(known.values.len());
        if cfg!(not(target_arch = "wasm32")) && 0 < lacking {
            Arc::make_mut(&mut known.values).reserve(lacking);
        }
        while known.values.len() <= index {
            #[cfg(not(target_arch = "wasm32"))]
            if self.several(&mut known, index) {
                continue;
            }
            let (value, end) = self.next(&known);
            known.push(value, end);
        }
        look(&mut known)
    }

    /// Finds as many values as are computed at once, if an argument that is asked for is beyond them; false if it is not, or where too few of them
    /// are found so.
    #[cfg(not(target_arch = "wasm32"))]
    fn several(&self, known: &mut KnownValues, index: usize) -> bool {
        let here = known.values.len();
        if here < known.several_from || index - here < SEVERAL {
            return false;
        }
        let found = several::values(&self.body, &known.values);
        let (values, are) = found.unwrap_or(([0; SEVERAL], 0));
        if are.count_ones() < LEAST_FOUND {
            // Arguments that were too near may be far enough later.
            known.several_from = (2 * here).max(SEVERAL);
            return false;
        }
        let is_given = |at: &usize| self.given_at((here + at) as i128).is_some();
        if are == u64::MAX && !(0..SEVERAL).any(|at| is_given(&at)) {
            Arc::make_mut(&mut known.values).extend(values);
            return true;
        }
        for (at, value) in values.into_iter().enumerate() {
            let is_found = are & 1 << at != 0 && !is_given(&at);
            let (value, end) = if is_found { (Ok(value.into()), End::Unknown) } else { self.next(known) };
            known.push(value, end);
        }
        true
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
            known.values.get(usize::try_from(argument).ok()?).copied().filter(|value| *value != LACKING)
        };
        // In a browser lists are short, and every loop counts for the size of the page.
        if cfg!(not(target_arch = "wasm32"))
            && let Some(value) = quick::value(&self.body, here, &quick)
        {
            return (Ok(value.into()), End::Unknown);
        }
        let earlier = Before { recursion: self, known };
        let value = self.body.value(&[here], &[], Some(&earlier));
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
