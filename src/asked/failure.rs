//! Why an experiment, or one of its tasks, comes to nothing. Every other error of the layers below becomes one of these here.
use crate::claim::verify;
use crate::diagnostic::Faults;
use crate::engine::EngineError;
use std::fmt;

/// Why something cannot be kept, or what was kept cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreFailure {
    /// In words.
    pub why: String,
    /// Whether the same may do well later: another run is in the way, or the disk is full.
    pub may_pass: bool,
}

impl StoreFailure {
    /// What may be gone later.
    #[must_use]
    pub fn passing(why: String) -> Self {
        Self { why, may_pass: true }
    }
}

impl From<String> for StoreFailure {
    fn from(why: String) -> Self {
        Self { why, may_pass: false }
    }
}

impl fmt::Display for StoreFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// Why a task, or a whole experiment, has no result.
#[derive(Debug)]
pub enum TaskFailure {
    /// A ruleset cannot be read.
    Library(String),
    /// A ruleset, a parameter or a target is faulty.
    Faults(Faults),
    /// The engine gave up.
    Engine(EngineError),
    /// What is asked makes no sense.
    Request(String),
    /// What was done cannot be kept, or is not there.
    Store(StoreFailure),
    /// What a shard says of a chunk of a task, both from 0, cannot be.
    Damaged {
        /// Which task.
        task: usize,
        /// Which chunk.
        chunk: u64,
    },
}

impl From<EngineError> for TaskFailure {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Faults> for TaskFailure {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl From<verify::Failure> for TaskFailure {
    fn from(failure: verify::Failure) -> Self {
        match failure {
            verify::Failure::Faults(faults) => Self::Faults(faults),
            verify::Failure::Engine(error) => Self::Engine(error),
        }
    }
}

impl fmt::Display for TaskFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(why) | Self::Request(why) => f.write_str(why),
            Self::Store(failure) => failure.fmt(f),
            Self::Faults(faults) => faults.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Damaged { task, chunk } => write!(f, "chunk {chunk} of task {} is damaged", task + 1),
        }
    }
}

impl std::error::Error for TaskFailure {}

impl TaskFailure {
    /// Whether no other task could be done either.
    pub(crate) fn ends_the_run(&self) -> bool {
        matches!(self, Self::Store(_) | Self::Damaged { .. } | Self::Engine(EngineError::Cancelled))
    }
}
