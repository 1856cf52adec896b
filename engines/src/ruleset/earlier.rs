//! Values of a function that is being defined, below the argument at hand. Knows no terms.
use super::between::Between;
use super::error::EvaluationError;

/// Earlier values of the function that is being defined.
pub(super) trait Earlier {
    fn value(&self, argument: i128) -> Result<i128, EvaluationError>;
    /// Bounds of a value that leaves 128 bits.
    fn between(&self, argument: i128) -> Between;
}

pub(super) type Own<'a> = &'a dyn Earlier;
