//! A claim `P = S except {...}` with what is so at the positions that it lists. Proves nothing.
//!
//! The claim says nothing of the listed positions. If the set S with those of them that are P-positions, and without the
//! others, is the set of all P-positions, then the claim is true.
use crate::engine::{self, Context, EngineError};
use crate::prover::Obstacle;
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Body, Except, Set, SetKind, Statement, Value};
use crate::ruleset::{Position, Ruleset, Term};
use crate::value::Outcome;

/// More positions than this are not looked at, nor larger heaps.
const MOST: usize = 1_000;
const LARGEST: i64 = 500;

/// The set of all P-positions, if the claim is true; `None` if the statement is of another kind or too large.
pub(in crate::prover) fn settled(
    ruleset: &Ruleset,
    statement: &Statement,
    context: &Context,
) -> Result<Option<Set>, Obstacle> {
    let Statement { body: Body::Equal(Outcome::P, set), condition: None, except: Except::These(listed), play, .. } =
        statement
    else {
        return Ok(None);
    };
    let (SetKind::List(positions), Ok(options)) = (&listed.kind, Options::new(ruleset)) else { return Ok(None) };
    if MOST < positions.len() {
        return Ok(None);
    }
    let (mut extra, mut missing) = (Vec::new(), Vec::new());
    for values in positions {
        let Some(position) = position(values) else { return Ok(None) };
        match options.in_domain(&position) {
            Ok(true) => {}
            // What does not belong to the game does not matter.
            Ok(false) => continue,
            Err(_) => return Ok(None),
        }
        match engine::value_at(ruleset, &position, *play, context) {
            Ok((_, Outcome::P)) => extra.push(values.clone()),
            Ok((_, Outcome::N)) => missing.push(values.clone()),
            Err(EngineError::Cancelled) => return Err(Obstacle::Cancelled),
            Err(_) => return Ok(None),
        }
    }
    // Only families are told from one another by their numbers.
    let list = |all| Box::new(Set { id: usize::MAX, kind: SetKind::List(all), free: Vec::new() });
    let join = |kind| Set { id: usize::MAX, kind, free: set.free.clone() };
    let more = join(SetKind::Union(Box::new(set.clone()), list(extra)));
    Ok(Some(join(SetKind::Difference(Box::new(more), list(missing)))))
}

fn position(values: &[Value]) -> Option<Position> {
    let number = |value: &Value| match value.term {
        Term::Constant(number) if value.lookups.is_empty() => {
            i64::try_from(number).ok().filter(|number| number.abs() <= LARGEST)
        }
        _ => None,
    };
    values.iter().map(number).collect()
}
