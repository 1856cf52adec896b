//! Whether play ends where only the author says so: that a move decreases the measure is one formula, decided by automata.
use super::decider::Decider;
use crate::claim::written;
use crate::prover::say::notation::Notation;
use crate::prover::{Assumption, Obstacle};
use crate::ruleset::{Position, Ruleset};
use nimdsl_automata::{Budget, Integer, Presburger, numeration_of};

/// Nodes of one automaton that decides whether a measure falls.
const MOST_NODES: usize = 400_000;

/// Confirms that play ends in a game: every move of which only the author says it decreases the measure.
///
/// # Errors
/// [`Obstacle::Endless`] with a position where the measure does not fall, or with the reason why that is open.
pub(in crate::prover) fn play_ends(ruleset: &Ruleset, budget: Budget<'_>) -> Result<(), Obstacle> {
    let Some(assumed) = ruleset.assumption() else { return Ok(()) };
    let open = |why: String| Obstacle::Endless(Assumption { assumed: assumed.clone(), why });
    for at in &ruleset.unproved {
        match staying(ruleset, *at, budget.at_most(MOST_NODES)) {
            Ok(None) => {}
            Ok(Some(position)) => {
                let (here, name) = (written(&position, ruleset), &ruleset.moves[*at].name);
                let why = format!("at {here}, move `{name}` does not decrease {}", ruleset.measure_in_words());
                return Err(open(why));
            }
            Err(why) if why.ends_everything() => return Err(why),
            Err(obstacle) => return Err(open(obstacle.to_string())),
        }
    }
    Ok(())
}

/// A position with an option by one move at which the measure is not smaller.
fn staying(ruleset: &Ruleset, family: usize, budget: Budget<'_>) -> Result<Option<Position>, Obstacle> {
    let alone = Ruleset { moves: vec![ruleset.moves[family].clone()], ..ruleset.clone() };
    let notation = Notation::of(&alone);
    let (game, here) = (notation.game(), notation.coordinates());
    let stays = game.some_option(&here, &|option| Ok(not_lower(&ruleset.measure, &here, option)))?;
    // The tracks are mentioned so that a position has a number for each.
    let mentioned = Presburger::and(notation.tracks.iter().map(|track| Presburger::at_most(0, *track)));
    let formula = Presburger::and([game.domain(&here)?, stays, mentioned]);
    let decider = Decider::new(numeration_of(&formula)?, budget, &notation.names);
    let least = Decider::least(&decider.decide(&formula)?)?;
    Ok(least.map(|least| least.iter().enumerate().map(|(at, number)| number + game.shift(at)).collect()))
}

/// The measure of the option is as large as that of the position, or larger, lexicographically.
fn not_lower(measure: &[Vec<i64>], here: &[Integer], option: &[Integer]) -> Presburger {
    let mut parts = Vec::new();
    let mut same: Vec<Presburger> = Vec::new();
    for weights in measure {
        let [before, after] = [here, option].map(|terms| weighted(weights, terms));
        let rises = Presburger::less(before.clone(), after.clone());
        parts.push(Presburger::and(same.iter().cloned().chain([rises])));
        same.push(Presburger::equal(before, after));
    }
    parts.push(Presburger::and(same));
    Presburger::or(parts)
}

fn weighted(weights: &[i64], terms: &[Integer]) -> Integer {
    let parts = weights.iter().zip(terms).filter(|(weight, _)| **weight != 0);
    Integer::Sum(parts.map(|(weight, term)| term.clone() * *weight).collect())
}
