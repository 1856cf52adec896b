//! Says in words which condition of a proof fails at a position: by its options, and by what an automaton claims of them.
use crate::claim::written;
use crate::prover::say::game::Game;
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::value::Play;
use nimdsl_automata::Automaton;
use std::ops::ControlFlow;

/// Ways to move that are looked at.
const MOST_WAYS: usize = 200_000;
/// Combinations of amounts beyond which nothing is said.
const MOST_COMBINATIONS: u64 = 1 << 20;
/// Claimed values that are looked for.
const MOST_VALUES: u128 = 20_000;
/// Questions to the automaton about the values of options.
const MOST_QUESTIONS: u128 = 4_000_000;

/// What is claimed of positions.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) enum Claimed<'a> {
    /// Its tracks are the coordinates; it accepts what is claimed to be a P-position.
    Outcomes(&'a Automaton, Play),
    /// Its last track is the claimed value.
    Values(&'a Automaton),
}

/// Which condition fails at a position where one does; `None` where that takes too long to find out.
pub(in crate::prover) fn failure(game: &Game<'_>, claimed: Claimed<'_>, position: &Position) -> Option<String> {
    let tracks = |position: &[i64]| -> Option<Vec<u128>> {
        position.iter().enumerate().map(|(at, number)| u128::try_from(number - game.shift(at)).ok()).collect()
    };
    let options = options(game.ruleset, position)?;
    let here = tracks(position)?;
    match claimed {
        Claimed::Outcomes(set, play) => {
            let accepted = |option: &Position| tracks(option).is_some_and(|tuple| set.accepts(&tuple));
            let first = options.iter().find(|(option, _)| accepted(option));
            Some(match (set.accepts(&here), first) {
                (true, _) if options.is_empty() && play == Play::Misere => {
                    "it is claimed to be a P-position, and has no option, in misère play".to_owned()
                }
                (true, Some((option, name))) => {
                    let option = written(option, game.ruleset);
                    format!("it is claimed to be a P-position, and so is its option {option} by `{name}`")
                }
                (false, None) if options.is_empty() => {
                    "it is claimed to be an N-position, and has no option".to_owned()
                }
                (false, None) if options.len() == 1 => {
                    "it is claimed to be an N-position, and so is its only option".to_owned()
                }
                (false, None) => {
                    format!("it is claimed to be an N-position, and so are all of its {} options", options.len())
                }
                _ => return None,
            })
        }
        Claimed::Values(graph) => {
            let with = |mut tuple: Vec<u128>, value: u128| {
                tuple.push(value);
                graph.accepts(&tuple)
            };
            let value = (0..MOST_VALUES).find(|value| with(here.clone(), *value))?;
            let has = |option: &Position, value: u128| tracks(option).is_some_and(|tuple| with(tuple, value));
            if let Some((option, name)) = options.iter().find(|(option, _)| has(option, value)) {
                let option = written(option, game.ruleset);
                return Some(format!(
                    "its value is claimed to be {value}, and so is that of its option {option} by `{name}`"
                ));
            }
            if MOST_QUESTIONS < value * options.len() as u128 {
                return None;
            }
            let missing = (0..value).find(|smaller| !options.iter().any(|(option, _)| has(option, *smaller)))?;
            Some(format!("its value is claimed to be {value}, and no option has the claimed value {missing}"))
        }
    }
}

/// The options, each with the name of a move that leads there; `None` if there are too many.
fn options(ruleset: &Ruleset, position: &Position) -> Option<Vec<(Position, String)>> {
    if !ruleset.finite_options {
        return None;
    }
    let options = Options::new(ruleset).ok()?.at_most(MOST_COMBINATIONS);
    let mut found: Vec<(Position, usize)> = Vec::new();
    let mut ways = 0;
    let visited = options.visit(position, &mut |rule, _, option| {
        found.push((option.to_vec(), rule));
        ways += 1;
        if ways < MOST_WAYS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !visited.is_ok_and(|flow| flow.is_continue()) {
        return None;
    }
    found.sort();
    found.dedup_by(|next, before| next.0 == before.0);
    let name = |rule: usize| ruleset.moves.get(rule).map(|family| family.name.clone()).unwrap_or_default();
    Some(found.into_iter().map(|(option, rule)| (option, name(rule))).collect())
}
