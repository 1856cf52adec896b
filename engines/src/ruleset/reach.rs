//! Whether a term that leaves 128 bits does so only because a recursion is asked for beyond the arguments that it is computed for.
//! Asked after a failure only.
use super::error::EvaluationError;
use super::grid::Lack;
use super::{Part, Term};

/// The cause of a failure, in which a number that does not fit is told from a recursion that is out of reach at this position.
#[cold]
pub(super) fn told<'a>(
    cause: EvaluationError,
    parts: impl IntoIterator<Item = Part<'a>>,
    position: &[i64],
    amounts: &[i64],
) -> EvaluationError {
    if cause != EvaluationError::Overflow {
        return cause;
    }
    let mut found = None;
    for part in parts {
        part.any(&mut |part| {
            if let Part::Term(term) = part {
                found = found.take().or_else(|| out_of_reach(term, position, amounts));
            }
            found.is_some()
        });
    }
    found.unwrap_or(cause)
}

fn out_of_reach(term: &Term, position: &[i64], amounts: &[i64]) -> Option<EvaluationError> {
    match term {
        Term::Recursive(recursion, argument) => {
            let at = argument.evaluate(position, amounts).ok()?;
            let beyond = recursion.bound() <= at && !recursion.is_given(at);
            beyond
                .then(|| EvaluationError::OutOfReach { function: recursion.name.clone(), last: recursion.bound() - 1 })
        }
        Term::Grid(grid, arguments) => {
            let at =
                arguments.iter().map(|argument| argument.evaluate(position, amounts)).collect::<Result<Vec<_>, _>>();
            let beyond = matches!(grid.lack(&at.ok()?), Some(Lack::Beyond(_)));
            beyond.then(|| EvaluationError::OutOfReach { function: grid.name.clone(), last: grid.bound() - 1 })
        }
        _ => None,
    }
}
