//! The moves of a candidate as conditions, and its letters. Tries nothing.
use super::goal::PassedSet;
use crate::engine::Context;
use crate::search::relation::bit_board_30::{self, Grouping};
use crate::search::relation::form::MoveRelation;
use crate::search::space::base::BaseMoves;
use crate::search::space::candidates::Candidate;
use crate::search::space::condition::Space;

/// What tells for which targets a candidate passes.
pub(in crate::search) trait Passes: Sync {
    /// The P-positions of a candidate for every target that it passes.
    fn passes(&self, candidate: &Candidate, context: &Context) -> Vec<PassedSet>;
}

/// Moves of a candidate as conditions.
pub(in crate::search) fn relation(space: &Space, bases: &[BaseMoves], candidate: &Candidate) -> MoveRelation {
    let shape = &space.candidates.shapes[candidate.shape];
    let mut from = 0;
    let groups: Vec<Vec<&MoveRelation>> = shape
        .groups
        .iter()
        .map(|size| {
            from += size;
            candidate.chosen[from - size..from].iter().map(|index| &space.conditions[*index].relation).collect()
        })
        .collect();
    let every = |group: &Vec<&MoveRelation>| {
        group.iter().fold(MoveRelation(vec![Vec::new()]), |all, condition| all.and(condition))
    };
    let any =
        |group: &Vec<&MoveRelation>| group.iter().fold(MoveRelation::default(), |any, condition| any.or(condition));
    let added = match shape.join {
        Grouping::EveryGroup => {
            groups.iter().map(any).fold(MoveRelation(vec![Vec::new()]), |all, group| all.and(&group))
        }
        _ => groups.iter().map(every).fold(MoveRelation::default(), |any, group| any.or(&group)),
    };
    // Cheap conditions of the added moves come first.
    MoveRelation::removal().and(&added).or(&bases[candidate.base].relation)
}

/// The letters of a candidate's conditions and of what joins them.
pub(in crate::search) fn letters(space: &Space, candidate: &Candidate) -> usize {
    let letters: usize = candidate.chosen.iter().map(|index| space.conditions[*index].length + 1).sum();
    let joined = match space.candidates.shapes[candidate.shape].join {
        Grouping::All => 0,
        Grouping::AnyGroup | Grouping::EveryGroup => 6,
        Grouping::Families => 60,
    };
    letters + joined
}

/// Rulesets with different bases are not folded into each other.
pub(in crate::search) fn of_base(base: usize, meaning: u64) -> u64 {
    bit_board_30::hash([meaning, base as u64].into_iter())
}
