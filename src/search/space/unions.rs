//! Families that are tried two at a time: what each does on the board by itself, so that two are combined as a set cover.
//! Knows nothing about texts.
//!
//! The wanted pairs are the P-positions exactly if no move leads from one to another and every other position has a move to
//! one (von Neumann's kernel). For a union of families the first holds if it does for each of them, and the second if the
//! positions with such moves cover all together.
use super::candidates::{Candidate, Candidates};
use crate::search::relation::bit_board_30::{Bits, Boards, CELLS, GroupShape, Grouping, OptionColumns};

/// More families times targets are not tabulated.
const MOST: usize = 1 << 21;

/// What some moves do for one target.
#[derive(Clone, Copy, Debug, Default)]
struct Single {
    /// Positions with a move to a wanted pair.
    cover: Bits,
    /// Whether one of them is wanted itself.
    spoils: bool,
}

/// All families with one or two conditions, without exceptions.
#[derive(Debug)]
pub(in crate::search) struct Unions {
    conditions: usize,
    /// For each target the cells that have to be covered.
    needed: Vec<Bits>,
    /// For each base and target.
    bases: Vec<Single>,
    /// For each family and target.
    families: Vec<Single>,
}

impl Unions {
    /// From the cells that each target wants, (0, 0) included, and those that it does not; none if there are no unions
    /// of small families, or too many.
    pub(in crate::search) fn new<'a>(
        candidates: &Candidates,
        boards: &Boards,
        bases: impl Iterator<Item = &'a OptionColumns>,
        wanted: &[Bits],
        unwanted: Vec<Bits>,
    ) -> Option<Self> {
        let conditions = boards.count();
        let unions = candidates.shapes.iter().any(is_union);
        let count = conditions * (conditions + 1) / 2 * wanted.len();
        if !unions || count == 0 || MOST < count {
            return None;
        }
        let bases = bases.flat_map(|base| wanted.iter().map(|wanted| single(wanted, |option| base.of[option])));
        let mut families = Vec::with_capacity(count);
        let mut add = |chosen: &[usize]| {
            let column = |option: usize| boards.all(option, chosen);
            families.extend(wanted.iter().map(|wanted| single(wanted, column)));
        };
        (0..conditions).for_each(|one| add(&[one]));
        (0..conditions).for_each(|one| (one + 1..conditions).for_each(|two| add(&[one, two])));
        Some(Self { conditions, needed: unwanted, bases: bases.collect(), families })
    }

    /// Whether two families together may have the P-positions of a target, as far as the board goes.
    pub(in crate::search) fn may_fit(&self, candidate: &Candidate, shape: &GroupShape) -> bool {
        let ([first, _], true) = (shape.groups.as_slice(), is_union(shape)) else { return true };
        let (left, right) = candidate.chosen.split_at(*first);
        let (Some(left), Some(right)) = (self.place(left), self.place(right)) else { return true };
        let targets = self.needed.len();
        (0..targets).any(|target| {
            let parts = [
                &self.bases[candidate.base * targets + target],
                &self.families[left * targets + target],
                &self.families[right * targets + target],
            ];
            let covered = |word: usize| parts.iter().fold(0, |any, part| any | part.cover[word]);
            parts.iter().all(|part| !part.spoils)
                && self.needed[target].iter().enumerate().all(|(word, needed)| needed & !covered(word) == 0)
        })
    }

    /// The number of a family.
    fn place(&self, chosen: &[usize]) -> Option<usize> {
        match *chosen {
            [one] => Some(one),
            [one, two] => Some(self.conditions + one * (2 * self.conditions - one - 1) / 2 + two - one - 1),
            _ => None,
        }
    }
}

/// Whether a move of any group is a move.
fn is_union(shape: &GroupShape) -> bool {
    matches!(shape.join, Grouping::Families | Grouping::AnyGroup)
}

fn single(wanted: &Bits, column: impl Fn(usize) -> [u64; 8]) -> Single {
    let mut cover = Bits::default();
    for option in (0..CELLS).filter(|cell| (wanted[cell / 64] >> (cell % 64)) & 1 == 1) {
        let column = column(option);
        cover.iter_mut().enumerate().for_each(|(word, cover)| *cover |= column[word] | column[4 + word]);
    }
    Single { spoils: cover.iter().zip(wanted).any(|(cover, wanted)| cover & wanted != 0), cover }
}
