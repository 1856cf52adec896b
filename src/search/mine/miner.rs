//! Mines a space for targets, unit by unit, and keeps what passes the screening. Knows nothing about texts.
use super::ground::{Ground, pool};
use super::quest::{Quest, Quests, SHARES};
use super::root::QuestRoot;
use super::tree::{BranchShare, MOST_ANSWERS, answers};
use crate::engine::Context;
use crate::search::relation::bit_board_30::{Boards, MoveKind, OptionColumns, Rule, hash};
use crate::search::relation::bit_board_62::Field;
use crate::search::relation::form::{MoveRelation, Pair};
use crate::search::space::base::BaseMoves;
use crate::search::space::candidates::Candidate;
use crate::search::space::condition::Space;
use crate::search::trial::chunk::{Chunk, ChunkBounds, Survivor};
use crate::search::trial::driver::{Counted, Screener, Sizes};
use crate::search::trial::goal::{Goal, PassedSet};
use crate::search::trial::moves::{Passes, letters, of_base, relation};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Units of a chunk: eight quests.
const CHUNK: u64 = 8 * SHARES;
/// An answer is tried in so many wordings at most.
pub(in crate::search) const MOST_WORDINGS: usize = 256;
/// So many wordings of an answer that pass are kept at most.
const KEPT_WORDINGS: usize = 4;
/// Grounds that are kept at once: units of two targets may be in work.
const KEPT_GROUNDS: usize = 2;
/// Roots that are kept at once.
const KEPT_ROOTS: usize = 16;

/// What mines a space.
#[derive(Debug)]
pub(in crate::search) struct Miner<'a> {
    space: &'a Space,
    bases: &'a [BaseMoves],
    goal: &'a Goal,
    quests: Quests,
    /// How many conditions a conjunction has at most.
    most: usize,
    /// A share of branches is left when so many conjunctions passed.
    enough: usize,
    /// Every move that removes tokens.
    every: OptionColumns,
    grounds: Recent<Ground>,
    roots: Recent<Option<QuestRoot>>,
}

/// How a share of branches was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Followed {
    /// To the end.
    Whole,
    /// Until enough conjunctions passed, or one failed in many wordings.
    Left,
}

/// The last few things that were made, by number; several threads wait for one that makes it.
#[derive(Debug)]
struct Recent<T> {
    kept: Mutex<Vec<(u64, Arc<OnceLock<T>>)>>,
    most: usize,
}

impl<T> Recent<T> {
    fn new(most: usize) -> Self {
        Self { kept: Mutex::new(Vec::new()), most }
    }

    fn cell(&self, number: u64) -> Arc<OnceLock<T>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cell)) = kept.iter().find(|(known, _)| *known == number) {
            return Arc::clone(cell);
        }
        if self.most <= kept.len() {
            kept.remove(0);
        }
        let cell = Arc::new(OnceLock::new());
        kept.push((number, Arc::clone(&cell)));
        cell
    }
}

impl Screener for Miner<'_> {
    fn count(&self) -> u64 {
        self.quests.units()
    }

    fn sizes(&self) -> Sizes {
        Sizes { chunk: CHUNK, piece: 1, step: 1, whole: SHARES }
    }

    fn bounds(&self, numbers: &Range<u64>) -> ChunkBounds {
        let candidates = 0..self.space.candidates.count();
        let targets = self.goal.targets.len();
        ChunkBounds { tried: numbers.end - numbers.start, fingerprints: u64::MAX, survivors: candidates, targets }
    }

    fn counted(&self) -> Counted {
        Counted::Branches
    }

    fn chunk(&self, numbers: Range<u64>, context: &Context) -> Chunk {
        let mut chunk = Chunk::default();
        let mut field = Field::new();
        for unit in numbers {
            if context.go_on().is_err() {
                break;
            }
            chunk.candidates += 1;
            let Some((quest, share)) = self.quests.at(unit) else { continue };
            let root = self.roots.cell(unit / SHARES);
            let Some(root) = root.get_or_init(|| self.root(&quest)) else { continue };
            let share = BranchShare { number: share, of: SHARES };
            chunk.rejected +=
                u64::from(self.follow(&quest, root, share, &mut field, &mut chunk, context) == Followed::Left);
        }
        chunk
    }

    fn settle(&self, _: &mut Chunk, _: &Context) {}
}

impl Passes for Miner<'_> {
    fn passes(&self, candidate: &Candidate, context: &Context) -> Vec<PassedSet> {
        let relation = relation(self.space, self.bases, candidate);
        let targets = (0..self.goal.targets.len()).collect();
        self.goal.fitting(targets, &relation, &[], -1, &mut Field::new(), context)
    }
}

impl<'a> Miner<'a> {
    /// Numbers the work; nothing is looked at before a unit is in work.
    pub(in crate::search) fn new(space: &'a Space, bases: &'a [BaseMoves], goal: &'a Goal, keep: usize) -> Self {
        let enough = Self::enough(keep);
        let most = space.candidates.shapes.iter().map(|shape| shape.groups.iter().sum()).max().unwrap_or(0);
        let every = OptionColumns::new(&MoveRelation(vec![Vec::new()]), MoveKind::Removing);
        let (grounds, roots) = (Recent::new(KEPT_GROUNDS), Recent::new(KEPT_ROOTS));
        Self { space, bases, goal, quests: quests(goal, bases.len()), most, enough, every, grounds, roots }
    }

    /// So many conjunctions of a share of branches are enough where so many are kept: some turn out to be one game, or wrong.
    pub(in crate::search) fn enough(keep: usize) -> usize {
        keep.saturating_mul(4).saturating_add(16)
    }

    /// How many quests there are for a goal.
    pub(in crate::search) fn quests_of(goal: &Goal, bases: usize) -> u64 {
        quests(goal, bases).count()
    }

    /// How many bytes mining so many conditions takes, about.
    pub(in crate::search) fn bytes(conditions: usize) -> u128 {
        Ground::bytes(conditions) * (KEPT_GROUNDS + KEPT_ROOTS) as u128
    }

    fn root(&self, quest: &Quest) -> Option<QuestRoot> {
        let wanted = &self.goal.targets[quest.target];
        let (extra, missing) = pool(wanted, self.goal.total_of(wanted));
        let ground = self.grounds.cell(quest.target as u64);
        let ground = ground.get_or_init(|| Ground::new(self.space, self.bases, self.goal, wanted, &extra));
        QuestRoot::new(ground, quest, &missing)
    }

    /// Adds the answers of a share of the branches, those with few conditions first, and of these the shortest; leaves it when so
    /// many passed that longer ones would not be kept.
    fn follow(
        &self,
        quest: &Quest,
        root: &QuestRoot,
        share: BranchShare,
        field: &mut Field,
        chunk: &mut Chunk,
        context: &Context,
    ) -> Followed {
        let passed = chunk.survivors.len();
        let mut followed = Followed::Whole;
        for size in 1..=self.most {
            let mut found = answers(root, size, share, &|| context.go_on().is_ok());
            let many = MOST_ANSWERS <= found.len();
            // Those with fewer conditions were met before.
            found.retain(|answer| answer.len() == size);
            let letters =
                |class: &usize| root.classes[*class].iter().map(|place| self.space.conditions[*place].length).min();
            found.sort_by_cached_key(|answer| answer.iter().filter_map(letters).sum::<usize>());
            for answer in found {
                if self.enough <= chunk.survivors.len() - passed {
                    return Followed::Left;
                }
                if context.go_on().is_err() {
                    return followed;
                }
                let classes: Vec<&[usize]> = answer.iter().map(|class| root.classes[*class].as_slice()).collect();
                let first = classes.iter().map(|class| class[0] as u64);
                chunk.fingerprints.push(hash(first.chain([quest.target as u64, quest.base as u64])));
                if self.word(quest, &classes, field, chunk, context) == Followed::Left {
                    followed = Followed::Left;
                }
            }
            if many {
                return Followed::Left;
            }
        }
        followed
    }

    /// Adds an answer in the shortest wordings that pass: its classes agree where they were looked at, and nowhere else.
    fn word(
        &self,
        quest: &Quest,
        classes: &[&[usize]],
        field: &mut Field,
        chunk: &mut Chunk,
        context: &Context,
    ) -> Followed {
        let mut kept: Vec<u64> = Vec::new();
        let mut wordings = Wordings::new(self.space, classes);
        for chosen in wordings.by_ref().take(MOST_WORDINGS) {
            let Some(survivor) = self.tried(quest, chosen, field, context) else { continue };
            if !kept.contains(&survivor.meaning) {
                kept.push(survivor.meaning);
                chunk.survivors.push(survivor);
            }
            if KEPT_WORDINGS <= kept.len() {
                break;
            }
        }
        if kept.is_empty() && wordings.next().is_some() { Followed::Left } else { Followed::Whole }
    }

    /// A conjunction as a survivor, if it passes the screening.
    fn tried(&self, quest: &Quest, mut chosen: Vec<usize>, field: &mut Field, context: &Context) -> Option<Survivor> {
        chosen.sort_unstable();
        let number = self.space.candidates.number_of_all(quest.base, &chosen)?;
        let candidate = self.space.candidates.at(number)?;
        let moves = relation(self.space, self.bases, &candidate);
        let passed = self.goal.fitting(vec![quest.target], &moves, &[], -1, field, context);
        let target = passed.first()?.target;
        let conditions = Boards::new(chosen.iter().map(|place| &self.space.conditions[*place].relation));
        let places: Vec<usize> = (0..chosen.len()).collect();
        let shape = &self.space.candidates.shapes[candidate.shape];
        let base = &self.bases[quest.base].columns;
        let rule = Rule { base, conditions: &conditions, shape, chosen: &places };
        if rule.speaks_of_positions(&self.every) {
            return None;
        }
        let meaning = of_base(quest.base, hash([rule.meaning(), quest.target as u64].into_iter()));
        Some(Survivor { number, target, length: letters(self.space, &candidate) as u64, meaning, games: 0 })
    }
}

/// The quests for the targets of a goal.
fn quests(goal: &Goal, bases: usize) -> Quests {
    let size = |(extra, missing): (Vec<Pair>, Vec<usize>)| extra.len() + missing.len();
    let pools: Vec<usize> = goal.targets.iter().map(|wanted| size(pool(wanted, goal.total_of(wanted)))).collect();
    Quests::new(&pools, bases, goal.exceptions)
}

/// All choices of one member of each class, those with the fewest letters first.
struct Wordings {
    /// The members of each class, the shortest first, with their letters.
    classes: Vec<Vec<(usize, usize)>>,
    /// Choices whose shorter neighbours were given: letters, and the place in each class.
    coming: BinaryHeap<Reverse<(usize, Vec<usize>)>>,
}

impl Wordings {
    fn new(space: &Space, classes: &[&[usize]]) -> Self {
        let by_length = |class: &&[usize]| {
            let mut members: Vec<(usize, usize)> =
                class.iter().map(|place| (space.conditions[*place].length, *place)).collect();
            members.sort_unstable();
            members
        };
        let classes: Vec<Vec<(usize, usize)>> = classes.iter().map(by_length).collect();
        let letters = classes.iter().map(|class| class[0].0).sum();
        let coming = BinaryHeap::from([Reverse((letters, vec![0; classes.len()]))]);
        Self { classes, coming }
    }
}

impl Iterator for Wordings {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let Reverse((letters, places)) = self.coming.pop()?;
        // Each choice comes from one other: the one before it in the last class where it is not the first.
        let last = places.iter().rposition(|place| 0 < *place).unwrap_or(0);
        for class in last..places.len() {
            let members = &self.classes[class];
            if let Some((longer, _)) = members.get(places[class] + 1) {
                let mut next = places.clone();
                next[class] += 1;
                self.coming.push(Reverse((letters - members[places[class]].0 + longer, next)));
            }
        }
        Some(places.iter().zip(&self.classes).map(|(place, class)| class[*place].1).collect())
    }
}
