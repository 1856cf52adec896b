//! A move that leaves the least or the greatest of several numbers, as one move for each of them: what is left is then linear, and
//! the options stand at equal distances. Knows nothing of values.
//!
//! Right because exactly one of the numbers is the first that is least, or greatest.
use super::brief::IS_SMALL;
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Comparison, Condition, Move, Part, Term};

/// More cases cost more than they save.
const MOST: usize = 8;

/// The same relation as several moves without extremes of amounts in what is left; `None` if there are none of them, or too many.
pub(super) fn by_cases(family: &Move) -> Option<Vec<Move>> {
    let mut open = vec![family.clone()];
    let mut done = Vec::new();
    while let Some(family) = open.pop() {
        let Some(extreme) = extreme(&family) else {
            done.push(family);
            continue;
        };
        let (Term::Min(parts) | Term::Max(parts)) = &extreme else { return None };
        open.extend((0..parts.len()).map(|own| case(&family, &extreme, parts, own)));
        if MOST < open.len() + done.len() {
            return None;
        }
    }
    (1 < done.len()).then_some(done)
}

/// A least or greatest of some numbers, with amounts, on which an option depends.
fn extreme(family: &Move) -> Option<Term> {
    let mut found = None;
    for target in &family.targets {
        Part::Term(target).walk(&mut |part| {
            if let Part::Term(term @ (Term::Min(_) | Term::Max(_))) = part
                && term.mentions_amounts()
                && found.is_none()
            {
                found = Some(term.clone());
            }
            found.is_none()
        });
    }
    found
}

/// The case in which one of the numbers is the first of those that are least, or greatest.
fn case(family: &Move, extreme: &Term, parts: &[Term], own: usize) -> Move {
    let is_least = matches!(extreme, Term::Min(_));
    let mut conditions = conjuncts(&family.guard);
    for (other, part) in parts.iter().enumerate().filter(|(other, _)| *other != own) {
        let (less, more) = if is_least { (&parts[own], part) } else { (part, &parts[own]) };
        let less = if other < own { Term::Sum(vec![less.clone(), Term::Constant(1)]) } else { less.clone() };
        conditions.push(Condition::Compare(less, Comparison::AtMost, more.clone()));
    }
    // Of two numbers, the other one is the other extreme.
    let opposite = |part: &Term| match (part, extreme) {
        (Term::Max(all), Term::Min(_)) | (Term::Min(all), Term::Max(_)) if !IS_SMALL => {
            (all.len() == 2 && parts.len() == 2 && parts.iter().all(|own| all.contains(own)))
                .then(|| parts[1 - own].clone())
        }
        _ => None,
    };
    let mut replace = |part: &Term| if part == extreme { Some(parts[own].clone()) } else { opposite(part) };
    Move {
        guard: Condition::And(conditions).map_terms(&mut replace),
        targets: family.targets.iter().map(|target| target.map(&mut replace)).collect(),
        ..family.clone()
    }
}
