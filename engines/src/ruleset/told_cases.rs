//! A move in which the position tells which case of a term holds, as one move for each case: `y - cases { 2 * i if x mod 2 = 0; i otherwise }`
//! is `y - 2 * i` where x is even, and `y - i` elsewhere. What is left may be linear, which engines for shapes read.
//!
//! Right because exactly one of the cases is the first that holds, as the last one always does, and all their conditions have a value everywhere.
use super::determined::{conjuncts, has_value};
use super::{Condition, Move, Part, Ruleset, Term};
use std::borrow::Cow;

/// More moves cost more than they save.
const MOST: usize = 16;

/// The same options by moves without such cases; the ruleset itself if it has none.
pub(crate) fn with_cases_apart(ruleset: &Ruleset) -> Cow<'_, Ruleset> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") || ruleset.moves.iter().all(|family| told_cases(family).is_none()) {
        return Cow::Borrowed(ruleset);
    }
    Cow::Owned(Ruleset { moves: ruleset.moves.iter().flat_map(cases_apart).collect(), ..ruleset.clone() })
}

/// The same options of one move; itself if it has no such cases, or too many.
pub(crate) fn cases_apart(family: &Move) -> Vec<Move> {
    let mut open = vec![family.clone()];
    let mut done = Vec::new();
    while let Some(own) = open.pop() {
        let Some((whole, cases)) = told_cases(&own) else {
            done.push(own);
            continue;
        };
        open.extend((0..cases.len()).map(|at| case(&own, &whole, &cases, at)));
        if MOST < open.len() + done.len() {
            return vec![family.clone()];
        }
    }
    done
}

/// The first term of amounts in what is left of which the position tells the case that holds.
fn told_cases(family: &Move) -> Option<(Term, Vec<(Condition, Term)>)> {
    let is_told = |condition: &Condition| !condition.mentions_amounts() && has_value(condition);
    let mut found = None;
    for target in &family.targets {
        Part::Term(target).walk(&mut |part| {
            if let Part::Term(term @ Term::Cases(cases)) = part
                && found.is_none()
                && term.mentions_amounts()
                && cases.last().is_some_and(|(last, _)| *last == Condition::Known(true))
                && cases.iter().all(|(condition, _)| is_told(condition))
            {
                found = Some((term.clone(), cases.clone()));
            }
            found.is_none()
        });
    }
    found
}

/// The move where one of the cases is the first that holds.
fn case(family: &Move, whole: &Term, cases: &[(Condition, Term)], at: usize) -> Move {
    let (own, value) = &cases[at];
    let before = cases[..at].iter().map(|(other, _)| Condition::Not(Box::new(other.clone())));
    let mut conditions: Vec<Condition> = before.chain([own.clone()]).collect();
    conditions.retain(|condition| *condition != Condition::Known(true));
    let replace = &mut |part: &Term| (part == whole).then(|| value.clone());
    conditions.extend(conjuncts(&family.guard.map_terms(replace)));
    Move {
        guard: Condition::And(conditions),
        targets: family.targets.iter().map(|target| target.map(replace)).collect(),
        ..family.clone()
    }
}
