//! Why a question has no answer, and what that means for whoever asked.
use crate::ruleset::error::EvaluationError;
use std::fmt;

/// Why there is no answer. Another engine may have one after [`Self::Unfit`] and [`Self::Evaluation`], and none after the
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The table does not fit.
    Memory {
        /// Bytes that it would take.
        needed: u128,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// Stopped from outside.
    Cancelled,
    /// More work than was allowed.
    TooMuchWork,
    /// A rule cannot be evaluated somewhere.
    Evaluation(EvaluationError),
    /// This engine does not serve the ruleset, the region or the question; in words, why.
    Unfit(String),
    /// The P-positions are too dense to be followed without a table; in words, with a bound that a table serves.
    Dense(String),
    /// The question makes no sense for this ruleset; in words, why.
    Request(String),
    /// A move decreases no measure at a position, although the author's measure says so.
    Endless(String),
}

impl EngineError {
    /// A table whose cells or values an engine cannot number.
    #[must_use]
    pub fn too_large() -> Self {
        Self::Unfit("the table is too large".to_owned())
    }

    /// A region that an engine has no board for.
    pub(crate) fn unfit_region() -> Self {
        Self::Unfit("the region does not suit this engine".to_owned())
    }

    /// Whether another engine may answer.
    pub(crate) fn is_of_this_engine(&self) -> bool {
        match self {
            Self::Unfit(_) | Self::Evaluation(_) => true,
            Self::Memory { .. }
            | Self::Cancelled
            | Self::TooMuchWork
            | Self::Dense(_)
            | Self::Request(_)
            | Self::Endless(_) => false,
        }
    }
}

impl From<EvaluationError> for EngineError {
    fn from(error: EvaluationError) -> Self {
        match error {
            EvaluationError::Unbounded { name } => Self::Request(format!(
                "by move `{name}`, some of these positions have infinitely many options; tables exist only for positions \
                 from which finitely many can be reached (try windows in which all leading coefficients are 0); `prove` \
                 will speak of all positions"
            )),
            EvaluationError::Interrupted => Self::Cancelled,
            other => Self::Evaluation(other),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { needed, allowed } => write!(
                f,
                "this needs about {} of memory and {} are allowed; ask for fewer positions, or allow more with --memory {}",
                bytes(*needed),
                bytes(u128::from(*allowed)),
                enough(*needed)
            ),
            Self::Cancelled => f.write_str("interrupted"),
            Self::TooMuchWork => f.write_str("the claim takes more evaluations than were allowed"),
            Self::Evaluation(error) => error.fmt(f),
            Self::Unfit(why) | Self::Dense(why) | Self::Request(why) => f.write_str(why),
            Self::Endless(cycle) => write!(f, "play does not end: {cycle}; every move must decrease the measure"),
        }
    }
}

impl std::error::Error for EngineError {}

/// An argument of `--memory` that suffices: a power of two.
fn enough(needed: u128) -> String {
    let mebibytes = (needed >> 20).saturating_add(1).next_power_of_two();
    if mebibytes < 1024 { format!("{mebibytes}MiB") } else { format!("{}GiB", mebibytes / 1024) }
}

fn bytes(count: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut scale = 0;
    let mut value = count;
    while 10_240 <= value && scale + 1 < units.len() {
        value /= 1024;
        scale += 1;
    }
    format!("{value} {}", units[scale])
}
