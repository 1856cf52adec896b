//! Why a script is not written.
use std::fmt;

/// What a target cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid(pub String);

impl fmt::Display for Unsaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsaid {}
