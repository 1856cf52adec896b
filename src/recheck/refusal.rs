//! Why a certificate is not confirmed. Knows nothing of how that is found.
use std::fmt;

/// Why a certificate is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// That play ends is only taken for granted: the certificate is neither confirmed nor false.
    Endless(String),
    /// It is of something else, an obligation fails, or one cannot be read or decided.
    Unconfirmed(String),
    /// Somebody asked to stop: nothing is known of it.
    Stopped,
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self::Unconfirmed(why)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless(why) | Self::Unconfirmed(why) => f.write_str(why),
            Self::Stopped => f.write_str("it was not checked to the end"),
        }
    }
}

impl std::error::Error for Refusal {}
