//! Functions of one natural number that are defined by recursion, and sequences: values are kept. Knows no game.
use super::Term;
use super::between::{Between, End};
use super::earlier::Earlier;
use super::error::EvaluationError;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Larger arguments are refused: all values below are computed and kept, 33 bytes each.
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
    values: Vec<Result<i128, EvaluationError>>,
    /// Where a value is that leaves 128 bits.
    ends: Vec<End>,
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
        self.with(index, |known| known.values[index].clone())
    }

    /// Bounds of a value that leaves 128 bits.
    pub(super) fn between(&self, argument: i128) -> Between {
        let index = usize::try_from(argument).ok().filter(|index| *index < LARGEST);
        Between::from(index.map_or(End::Unknown, |index| self.with(index, |known| known.ends[index])))
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
    fn with<T>(&self, index: usize, look: impl FnOnce(&KnownValues) -> T) -> T {
        // A panic elsewhere leaves a list of ends that is as long as that of values, or one longer.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        while known.values.len() <= index {
            let here = known.values.len();
            let (value, end) = self.next(&known);
            known.ends.truncate(here);
            known.ends.push(end);
            known.values.push(value);
        }
        look(&known)
    }

    /// The value behind all that are known.
    fn next(&self, known: &KnownValues) -> (Result<i128, EvaluationError>, End) {
        let Ok(here) = i64::try_from(known.values.len()) else {
            return (Err(EvaluationError::Overflow), End::Unknown);
        };
        if let Some(given) = self.given_at(i128::from(here)) {
            return (Ok(given), End::Unknown);
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
        let earlier = usize::try_from(argument).ok().and_then(|index| self.known.values.get(index));
        earlier.cloned().unwrap_or(Err(EvaluationError::Undefined))
    }

    fn between(&self, arguments: &[i128]) -> Between {
        let &[argument] = arguments else { return Between::ANYWHERE };
        let end = usize::try_from(argument).ok().and_then(|index| self.known.ends.get(index));
        Between::from(end.copied().unwrap_or(End::Unknown))
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
