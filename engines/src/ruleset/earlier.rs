//! Values of a function that is being defined, at other arguments than those at hand. Knows no terms.
use super::between::Between;
use super::error::EvaluationError;

/// Other values of the function that is being defined.
pub(super) trait Earlier {
    fn value(&self, arguments: &[i128]) -> Result<i128, EvaluationError>;
    /// Bounds of a value that leaves 128 bits.
    fn between(&self, arguments: &[i128]) -> Between;
}

pub(super) type Own<'a> = &'a dyn Earlier;
