//! Follows the branches of a quest to all conjunctions that forbid every move from a P-position to another, and leave every other
//! position with a move to one. Knows nothing about texts.
//!
//! A conjunction C answers a quest if (a) every move from a P-position to another is forbidden by one of C, and (b) every other
//! position has a move to a P-position that all of C allow. Nothing that breaks (b) can be mended by more conditions. So at each
//! node take a move that is not forbidden yet, and few of the remaining conditions forbid: an answer that holds what is chosen
//! holds one of these, and there is a branch for each.
//!
//! **Every irredundant answer with at most K conditions is met, once.** Let C be one: without any of its conditions, some move is
//! no longer forbidden. The path to it begins with nothing chosen. At a node where X, a part of C, is chosen and C was not met
//! yet, some move is not forbidden by X: otherwise X answers (a), and since C is irredundant X = C, which is met here. The move is
//! forbidden by C, so by one of C without X; take the first of these in the order of the branches. Its branch has left out only
//! those before it, none of them in C, and conditions that break (b) together with a part of C, which are not in C either. So the
//! path goes on, by one condition of C at each step, in exactly one way, and ends after at most K steps.
use super::root::{BitSet, QuestRoot};

/// No more answers are kept at once.
pub(super) const MOST_ANSWERS: usize = 200_000;

/// Looks for the answers of a quest.
#[derive(Debug)]
struct BranchTree<'a> {
    root: &'a QuestRoot,
    /// The classes that are chosen.
    chosen: Vec<usize>,
    /// Told of every answer.
    found: Vec<Vec<usize>>,
}

/// Which branches of the root are followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct BranchShare {
    /// Which, from 0.
    pub(super) number: u64,
    /// Of how many.
    pub(super) of: u64,
}

/// The answers in a share of the branches with at most so many classes, each with its classes in ascending order; about
/// `MOST_ANSWERS` of them at most. `go_on` is asked at every node but the last ones.
pub(super) fn answers(root: &QuestRoot, most: usize, share: BranchShare, go_on: &dyn Fn() -> bool) -> Vec<Vec<usize>> {
    let mut tree = BranchTree { root, chosen: Vec::new(), found: Vec::new() };
    let open: Vec<usize> = (0..root.forbidders.len()).collect();
    let mut left = vec![0; root.classes.len().div_ceil(64)];
    (0..root.classes.len()).for_each(|class| left[class / 64] |= 1 << (class % 64));
    tree.grow(most, &root.everything(), &left, &open, share, go_on);
    tree.found
}

impl BranchTree<'_> {
    /// Adds up to `most` classes of those that are left; `reached` is what all that are chosen reach, `open` are the moves that
    /// none of them forbids.
    fn grow(
        &mut self,
        most: usize,
        reached: &[u64],
        left: &BitSet,
        open: &[usize],
        share: BranchShare,
        go_on: &dyn Fn() -> bool,
    ) {
        if open.is_empty() {
            self.keep(None);
            return;
        }
        if most == 0 || MOST_ANSWERS <= self.found.len() || !go_on() {
            return;
        }
        let branches = if most == 1 { self.all_forbid(left, open) } else { self.fewest(left, open) };
        let mut left = left.clone();
        for (number, class) in members(&branches).enumerate() {
            left[class / 64] &= !(1 << (class % 64));
            if number as u64 % share.of != share.number || !self.leaves(reached, class) {
                continue;
            }
            if most == 1 {
                self.keep(Some(class));
                continue;
            }
            let reached: Vec<u64> = reached.iter().zip(self.root.words(class)).map(|(all, own)| all & own).collect();
            let open: Vec<usize> = open.iter().copied().filter(|place| !self.forbids(class, *place)).collect();
            // With one condition to come, only those are looked at that forbid all the rest.
            let left = if most == 2 { left.clone() } else { self.able(&reached, &left) };
            self.chosen.push(class);
            self.grow(most - 1, &reached, &left, &open, BranchShare { number: 0, of: 1 }, go_on);
            self.chosen.pop();
        }
    }

    /// What is chosen, with one more, is an answer; it is kept if none of it can be left out.
    fn keep(&mut self, last: Option<usize>) {
        let mut answer: Vec<usize> = self.chosen.iter().copied().chain(last).collect();
        answer.sort_unstable();
        let alone = |class: usize, place: usize| {
            self.forbids(class, place) && answer.iter().all(|other| *other == class || !self.forbids(*other, place))
        };
        let places = 0..self.root.forbidders.len();
        if answer.iter().all(|class| places.clone().any(|place| alone(*class, place))) {
            self.found.push(answer);
        }
    }

    fn forbids(&self, class: usize, place: usize) -> bool {
        (self.root.forbidders[place][class / 64] >> (class % 64)) & 1 == 1
    }

    /// Those that forbid the move that fewest of them forbid.
    fn fewest(&self, left: &BitSet, open: &[usize]) -> BitSet {
        let both = |place: usize| self.root.forbidders[place].iter().zip(left).map(|(set, left)| set & left);
        let size = |place: &usize| both(*place).map(u64::count_ones).sum::<u32>();
        open.iter().copied().min_by_key(size).map_or_else(Vec::new, |place| both(place).collect())
    }

    /// Those that forbid all these moves.
    fn all_forbid(&self, left: &BitSet, open: &[usize]) -> BitSet {
        let mut all = left.clone();
        for place in open {
            let mut any = 0;
            for (all, set) in all.iter_mut().zip(&self.root.forbidders[*place]) {
                *all &= set;
                any |= *all;
            }
            if any == 0 {
                break;
            }
        }
        all
    }

    /// Those that leave every position with a move to a P-position.
    fn able(&self, reached: &[u64], left: &BitSet) -> BitSet {
        let mut able = left.clone();
        for class in members(left).filter(|class| !self.leaves(reached, *class)) {
            able[class / 64] &= !(1 << (class % 64));
        }
        able
    }

    /// Whether every position has a move to a P-position with one class more.
    fn leaves(&self, reached: &[u64], class: usize) -> bool {
        reached.iter().zip(self.root.words(class)).all(|(all, own)| all & own != 0)
    }
}

/// The numbers of a set, ascending.
fn members(set: &BitSet) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(place, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                place * 64 + bit
            })
        })
    })
}

#[cfg(all(test, has_tests))]
mod tests;
