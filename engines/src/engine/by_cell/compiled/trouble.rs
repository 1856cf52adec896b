//! Why values cannot be given on a board.
use crate::engine::EngineError;

/// Why a sweep ended early.
#[derive(Debug)]
pub(super) enum Trouble {
    /// An option had no value yet.
    Order,
    /// An option stands beside the board.
    Outside,
    /// A value does not fit.
    Wide,
    Engine(EngineError),
}

impl From<EngineError> for Trouble {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Trouble> for EngineError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Engine(error) => error,
            Trouble::Order => Self::Unfit("an option comes later than its position".to_owned()),
            Trouble::Outside => Self::Unfit("options leave every board".to_owned()),
            Trouble::Wide => Self::too_large(),
        }
    }
}
