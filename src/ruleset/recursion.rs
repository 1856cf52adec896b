//! Functions of one natural number that are defined by recursion, and sequences: values are kept. Knows no game.
use super::Term;
use super::evaluate::EvaluationError;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Larger arguments are refused: all values below are computed and kept, 32 bytes each.
const LARGEST: usize = 1 << 22;

/// A function f with f(m) given by a term over m and earlier values of f.
pub struct Recursion {
    /// Its name.
    pub name: String,
    /// First values that are given: argument and value.
    pub given: Vec<(i128, i128)>,
    /// The value at m, which is coordinate 0; [`Term::Own`] is the function itself.
    pub body: Term,
    known: Mutex<Vec<Result<i128, EvaluationError>>>,
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
        if let Some(given) = self.given.iter().find(|given| given.0 == argument) {
            return Ok(given.1);
        }
        let index = usize::try_from(argument).map_err(|_| EvaluationError::Undefined)?;
        if LARGEST <= index {
            return Err(EvaluationError::Overflow);
        }
        // A panic elsewhere leaves the list with whole values only.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        while known.len() <= index {
            let here = i64::try_from(known.len()).map_err(|_| EvaluationError::Overflow)?;
            let value = match self.given.iter().find(|given| given.0 == i128::from(here)) {
                Some(given) => Ok(given.1),
                None => {
                    let earlier = |argument: i128| -> Result<i128, EvaluationError> {
                        if let Some(given) = self.given.iter().find(|given| given.0 == argument) {
                            return Ok(given.1);
                        }
                        let earlier = usize::try_from(argument).ok().and_then(|index| known.get(index));
                        earlier.cloned().unwrap_or(Err(EvaluationError::Undefined))
                    };
                    self.body.value(&[here], &[], Some(&earlier))
                }
            };
            known.push(value);
        }
        known[index].clone()
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
