//! How a command ends if not well, how that is told, and with which exit code.
use super::faults::render;
use super::terminal;
use nimdsl::asked::StoreFailure;
use nimdsl::diagnostic::Faults;
use nimdsl::engine::{Context, EngineError, EvaluationError};
use nimdsl::rules::NoAnswer;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Another run holds what this one needs.
pub(in crate::cli) const IN_USE: &str = "another run is using this folder; wait for it, or choose another with --out";
/// There is no room for what would be written.
pub(in crate::cli) const FULL: &str = "the disk is full";
/// The exit code of what may pass by itself: the same command may do well later. `EX_TEMPFAIL` of `sysexits.h`.
const PASSES: u8 = 75;

/// How a command ended if not well.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Told already; the exit code.
    Code(u8),
    /// To be told; the exit code.
    Message(String, u8),
    /// Faults of an input file.
    Faults(Faults),
    /// A rule has no value somewhere; the document can say where.
    Evaluation(EvaluationError),
}

impl Stop {
    /// That a request makes no sense, or that a file is not as it has to be.
    pub(in crate::cli) fn refused(message: impl Into<String>) -> Self {
        Self::Message(message.into(), 2)
    }

    /// That files or a store are in the way: with the exit code of what may pass, if it is of that kind.
    pub(in crate::cli) fn blocked(failure: impl Into<StoreFailure>) -> Self {
        let StoreFailure { why, may_pass } = failure.into();
        Self::Message(why, if may_pass { PASSES } else { 2 })
    }

    /// That a file cannot be read or written, or what else is said of it.
    pub(in crate::cli) fn of_file(path: &Path, what: &str, error: &io::Error) -> Self {
        Self::blocked(of_file(path, what, error))
    }

    /// Ends a command that was told to stop.
    pub(in crate::cli) fn if_cancelled(context: &Context) -> Result<(), Self> {
        if context.cancel.load(Ordering::Relaxed) { Err(Self::from(EngineError::Cancelled)) } else { Ok(()) }
    }

    /// Tells what is left to be told, with the number of a task before it if there is one, and gives the exit code.
    pub(in crate::cli) fn tell(self, task: Option<usize>) -> u8 {
        let before = task.map_or_else(String::new, |task| format!("task {}: ", task + 1));
        let (message, code) = match self {
            Self::Code(code) => return code,
            Self::Message(message, code) => (message, code),
            Self::Evaluation(error) => (error.to_string(), 2),
            Self::Faults(faults) => {
                if task.is_some() {
                    let _ = writeln!(terminal::err(), "nimdsl: {before}a file is faulty");
                }
                let _ = render(&faults.0);
                return 2;
            }
        };
        let _ = writeln!(terminal::err(), "nimdsl: {before}{message}");
        code
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::Code(0);
        }
        let told = format!("the output cannot be written: {}", why(&error));
        Self::blocked(StoreFailure { why: told, may_pass: is_full(&error) })
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Self {
        Self::refused(error.to_string())
    }
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Self {
        let code = match error {
            EngineError::Memory { .. } => 3,
            EngineError::Cancelled => 130,
            EngineError::Unfit(_)
            | EngineError::Dense(_)
            | EngineError::Request(_)
            | EngineError::TooMuchWork
            | EngineError::Endless(_) => 2,
            EngineError::Evaluation(error) => return Self::Evaluation(error),
        };
        Self::Message(error.to_string(), code)
    }
}

impl From<NoAnswer> for Stop {
    fn from(refusal: NoAnswer) -> Self {
        match refusal {
            NoAnswer::Faults(faults) => faults.into(),
            NoAnswer::Question(why) => Self::refused(why),
            NoAnswer::Engine(error) => error.into(),
            NoAnswer::Open(why) => Self::Message(why.to_string(), 3),
        }
    }
}

impl From<Faults> for Stop {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

/// Whether there is no room for what would be written.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// That a file cannot be read or written, or what else is said of it.
pub(in crate::cli) fn of_file(path: &Path, what: &str, error: &io::Error) -> StoreFailure {
    StoreFailure { why: format!("{}: {what}: {}", path.display(), why(error)), may_pass: is_full(error) }
}

/// An error of the system in words, without its number.
pub(in crate::cli) fn why(error: &io::Error) -> String {
    if is_full(error) {
        return FULL.to_owned();
    }
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}
