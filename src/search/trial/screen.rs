//! Tries candidates by number and keeps those with the wanted P-positions up to a bound. Knows nothing about texts.
//!
//! A candidate is a base and conditions in a shape. The board settles nearly all of them by bits; the rest is
//! compared with the targets, or continued as a chain, and checked by intervals.
use super::chunk::{Chunk, ChunkBounds, Survivor};
use super::driver::{Counted, Screener, Sizes};
use super::goal::{DENSE, Goal, PassedSet, allowed, differences, moves_between};
use super::moves::{Passes, letters, of_base, relation};
use super::target::Wanted;
use crate::engine::Context;
use crate::search::relation::bit_board_30::{self, Bits, Boards, CELLS, Grouping, OptionColumns, Rule, cells};
use crate::search::relation::bit_board_62::{self, Field};
use crate::search::relation::form::{MoveRelation, Pair};
use crate::search::space::base::BaseMoves;
use crate::search::space::candidates::Candidate;
use crate::search::space::condition::Space;
use crate::search::space::unions::Unions;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Candidates of a chunk in a search for targets.
const CHUNK: u64 = 1 << 15;
/// Candidates of a chunk in an open search, where chains are folded chunk by chunk.
const OPEN_CHUNK: u64 = 1 << 17;
/// How many candidates a thread takes at once.
const PIECE: u64 = 1 << 10;
/// A base with more P-positions in the field gains nothing from keeping them.
const MOST_OWN: usize = 64;

/// All targets on the board: for each cell the targets that want it, and those that are known there and do not.
#[derive(Clone, Debug)]
struct OnBoard {
    wanted: [u64; CELLS],
    unwanted: [u64; CELLS],
}

impl OnBoard {
    fn new(targets: &[Wanted], cells: &[Pair; CELLS]) -> Self {
        let (mut wanted, mut unwanted) = ([0; CELLS], [0; CELLS]);
        // (0, 0) is no difference.
        for (cell, pair) in cells.iter().enumerate().skip(1) {
            for (target, of) in targets.iter().enumerate().filter(|(_, of)| pair.0 + pair.1 <= of.total) {
                let mask = if of.has(*pair) { &mut wanted } else { &mut unwanted };
                mask[cell] |= 1 << target;
            }
        }
        Self { wanted, unwanted }
    }
}

impl OnBoard {
    /// For each of the first so many targets the cells that it wants, (0, 0) among them, and those that it does not.
    fn sets(&self, targets: usize) -> (Vec<Bits>, Vec<Bits>) {
        let cells = |masks: &[u64; CELLS], target: usize| {
            let mut bits = Bits::default();
            for (cell, _) in masks.iter().enumerate().filter(|(_, mask)| (*mask >> target) & 1 == 1) {
                bits[cell / 64] |= 1 << (cell % 64);
            }
            bits
        };
        let mut wanted: Vec<Bits> = (0..targets).map(|target| cells(&self.wanted, target)).collect();
        for bits in &mut wanted {
            bits[0] |= 1;
        }
        (wanted, (0..targets).map(|target| cells(&self.unwanted, target)).collect())
    }
}

/// For each of 64 targets how many differences were seen, bit by bit, up to so many as are forgiven.
struct Tally {
    /// Targets without too many differences.
    left: u64,
    bits: [u64; 8],
    exceptions: usize,
}

impl Tally {
    fn new(targets: usize, exceptions: usize) -> Self {
        let left = if targets < 64 { (1 << targets) - 1 } else { u64::MAX };
        // Start so that the first difference that is one too many carries out of the highest bit.
        let exceptions = exceptions.min(255);
        let spare = 255 - exceptions;
        let bits = std::array::from_fn(|bit| if (spare >> bit) & 1 == 1 { u64::MAX } else { 0 });
        Self { left, bits, exceptions }
    }

    /// One more difference for these targets.
    fn add(&mut self, targets: u64) {
        let mut carry = targets & self.left;
        if self.exceptions == 0 {
            self.left &= !carry;
            return;
        }
        for bits in &mut self.bits {
            if carry == 0 {
                return;
            }
            let both = *bits & carry;
            *bits ^= carry;
            carry = both;
        }
        self.left &= !carry;
    }
}

/// The P-positions of a base by itself. Moves that are added change none of them as long as they lead from none to another:
/// every other position keeps its move to one of them.
#[derive(Debug)]
struct OwnPositions {
    found: Bits,
    /// All in the field.
    set: Vec<Pair>,
    /// For each condition and each pair of P-positions, in both orders, whether it allows the move.
    moves: Vec<Vec<u64>>,
    /// The targets that these P-positions fit as far as they are screened.
    fits: Vec<usize>,
}

/// The moves of the candidate that was tried last.
#[derive(Debug, Default)]
struct LastMoves {
    relation: MoveRelation,
    /// The base, if the first clause is that of all added moves, and the rest are those of the base.
    base: Option<usize>,
}

/// What one thread needs for one candidate after the other.
#[derive(Debug)]
struct ScreenScratch {
    field: Field,
    moves: LastMoves,
}

impl ScreenScratch {
    fn new() -> Self {
        Self { field: Field::new(), moves: LastMoves::default() }
    }
}

/// What all candidates have in common.
#[derive(Debug)]
pub(in crate::search) struct Screen<'a> {
    space: &'a Space,
    bases: &'a [BaseMoves],
    goal: &'a Goal,
    cells: [Pair; CELLS],
    conditions: Boards,
    every: OptionColumns,
    targets: OnBoard,
    /// What families do that are tried two at a time.
    unions: Option<Unions>,
    /// For each target and condition, whether it allows moves between wanted pairs far out.
    far: Vec<Vec<u64>>,
    /// For each base, if it has enough P-positions.
    own: Vec<Option<OwnPositions>>,
    /// Only fingerprints with these bits zero are kept.
    sample: u64,
}

impl Screener for Screen<'_> {
    fn count(&self) -> u64 {
        self.space.candidates.count()
    }

    fn sizes(&self) -> Sizes {
        Self::sizes_for(self.goal)
    }

    fn bounds(&self, numbers: &Range<u64>) -> ChunkBounds {
        let tried = numbers.end - numbers.start;
        ChunkBounds { tried, fingerprints: tried, survivors: numbers.clone(), targets: self.goal.targets.len() }
    }

    fn counted(&self) -> Counted {
        Counted::Candidates
    }

    fn chunk(&self, numbers: Range<u64>, context: &Context) -> Chunk {
        let mut chunk = Chunk::default();
        let mut bench = ScreenScratch::new();
        let mut known = Folded::default();
        let mut current: Option<Candidate> = None;
        for number in numbers {
            let Some(candidate) = current.take().or_else(|| self.space.candidates.at(number)) else { break };
            if number.trailing_zeros() == 10 && context.go_on().is_err() {
                break;
            }
            chunk.candidates += 1;
            let fingerprint = self.rule(&candidate).fingerprint(candidate.base);
            if fingerprint & self.sample == 0 {
                chunk.fingerprints.push(fingerprint);
            }
            if self.goal.targets.is_empty() {
                chunk.survivors.extend(self.promising(number, &candidate, &mut bench));
            } else {
                self.fold_in((number, fingerprint), &candidate, &mut known, &mut chunk, &mut bench, context);
            }
            let mut following = candidate;
            current = self.space.candidates.advance(&mut following).then_some(following);
        }
        chunk
    }

    /// Keeps the shortest candidate of each sequence that has it indeed. Only the chunk is looked at, so that the result
    /// does not depend on how it was done.
    fn settle(&self, chunk: &mut Chunk, context: &Context) {
        if !self.goal.targets.is_empty() {
            return;
        }
        chunk.survivors.sort_unstable_by_key(|survivor| (survivor.meaning, survivor.length, survivor.number));
        let mut groups: Vec<&[Survivor]> = chunk.survivors.chunk_by(|a, b| a.meaning == b.meaning).collect();
        groups.sort_unstable_by_key(|group| group[0].number);
        let next = AtomicUsize::new(0);
        let kept: Mutex<Vec<Survivor>> = Mutex::new(Vec::new());
        let work = || {
            let mut bench = ScreenScratch::new();
            while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                let first = if self.goal.counts_games {
                    self.counted(group, &mut bench, context)
                } else {
                    group.iter().copied().find(|survivor| self.holds(survivor, &mut bench, context))
                };
                if let (Some(first), Ok(mut kept)) = (first, kept.lock()) {
                    kept.push(first);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..context.workers(groups.len()) {
                scope.spawn(work);
            }
            work();
        });
        chunk.survivors = kept.into_inner().unwrap_or_default();
    }
}

impl Passes for Screen<'_> {
    fn passes(&self, candidate: &Candidate, context: &Context) -> Vec<PassedSet> {
        let bench = &mut ScreenScratch::new();
        if self.goal.targets.is_empty() {
            return self.chain(candidate, bench, context).into_iter().collect();
        }
        let Some((found, alive)) = self.alive(candidate) else { return Vec::new() };
        self.fitting(candidate, &found, alive, bench, context)
    }
}

impl<'a> Screen<'a> {
    /// How many candidates belong together. A chunk is not cut: chains are folded in it.
    pub(in crate::search) fn sizes_for(goal: &Goal) -> Sizes {
        let chunk = if goal.targets.is_empty() { OPEN_CHUNK } else { CHUNK };
        Sizes { chunk, piece: PIECE, step: chunk, whole: chunk }
    }

    /// Lays out the boards on which candidates are tried: those of bases, of conditions and of targets.
    pub(in crate::search) fn new(space: &'a Space, bases: &'a [BaseMoves], goal: &'a Goal, sample: u64) -> Self {
        let cells = cells();
        let own = bases.iter().map(|base| OwnPositions::new(base, space, goal, &cells));
        let far = goal.targets.iter().map(|wanted| goal.moves_far_out(wanted, space));
        let conditions = Boards::new(space.conditions.iter().map(|condition| &condition.relation));
        let targets = OnBoard::new(&goal.targets, &cells);
        let unions = if goal.exceptions == 0 {
            let columns = bases.iter().map(|base| &base.columns);
            let (wanted, unwanted) = targets.sets(goal.targets.len());
            Unions::new(&space.candidates, &conditions, columns, &wanted, unwanted)
        } else {
            None
        };
        Self {
            space,
            bases,
            goal,
            cells,
            conditions,
            unions,
            every: OptionColumns::new(&MoveRelation(vec![Vec::new()]), bit_board_30::MoveKind::Removing),
            targets,
            far: far.collect(),
            own: own.collect(),
            sample,
        }
    }

    /// Whether a promising candidate has the sequence that it promised.
    fn holds(&self, survivor: &Survivor, bench: &mut ScreenScratch, context: &Context) -> bool {
        let Some(candidate) = self.space.candidates.at(survivor.number) else { return false };
        if context.go_on().is_err() {
            return false;
        }
        let passed = self.chain(&candidate, bench, context);
        passed.is_some_and(|passed| self.of_chain(survivor.number, &candidate, &passed.set) == *survivor)
    }

    /// The first of a group that has the sequence that all promised, with the number of games that have it: those with the same
    /// options on the small board count once, and so does what an earlier chunk has counted with fewer conditions.
    fn counted(&self, group: &[Survivor], bench: &mut ScreenScratch, context: &Context) -> Option<Survivor> {
        let mut first: Option<Survivor> = None;
        let mut games = HashSet::new();
        for survivor in group {
            let candidate = self.space.candidates.at(survivor.number)?;
            let fingerprint = self.rule(&candidate).fingerprint(candidate.base);
            let is_new = !games.contains(&fingerprint) && !self.was_counted(survivor, &candidate, bench);
            if (is_new || first.is_none()) && self.holds(survivor, bench, context) {
                first.get_or_insert(*survivor);
                games.extend(is_new.then_some(fingerprint));
            }
        }
        Some(Survivor { games: games.len() as u64, ..first? })
    }

    /// Whether all conditions but one are a candidate of an earlier chunk that is the same game on the small board, and promises
    /// the same sequence.
    fn was_counted(&self, survivor: &Survivor, candidate: &Candidate, bench: &mut ScreenScratch) -> bool {
        let Candidate { base, shape, chosen } = candidate;
        if self.space.candidates.shapes[*shape].join != Grouping::All || chosen.len() < 2 {
            return false;
        }
        let before = survivor.number / OPEN_CHUNK * OPEN_CHUNK;
        let fingerprint = self.rule(candidate).fingerprint(*base);
        (0..chosen.len()).any(|left_out| {
            let mut fewer = chosen.clone();
            fewer.remove(left_out);
            let number = self.space.candidates.number_of_all(*base, &fewer).filter(|number| *number < before);
            let Some(part) = number.and_then(|number| self.space.candidates.at(number)) else { return false };
            self.rule(&part).fingerprint(*base) == fingerprint
                && self.promising(survivor.number, &part, bench).is_some_and(|one| one.meaning == survivor.meaning)
        })
    }

    /// A candidate that has a chain on the board, with the chain that follows if it goes on.
    fn promising(&self, number: u64, candidate: &Candidate, bench: &mut ScreenScratch) -> Option<Survivor> {
        let found = self.chain_on_board(candidate)?;
        if let Some(own) = self.own(candidate, &found) {
            return Some(self.of_chain(number, candidate, own.set.get(..DENSE)?));
        }
        let (set, _) = self.goal.predicted(
            self.moves(candidate, &mut bench.moves),
            self.pairs(&found),
            &mut bench.field.scratch,
        )?;
        Some(self.of_chain(number, candidate, &set))
    }

    fn rule<'b>(&'b self, candidate: &'b Candidate) -> Rule<'b> {
        Rule {
            base: &self.bases[candidate.base].columns,
            conditions: &self.conditions,
            shape: &self.space.candidates.shapes[candidate.shape],
            chosen: &candidate.chosen,
        }
    }

    /// Adds a candidate for every target that it passes, unless a shorter one with the same options was seen.
    fn fold_in(
        &self,
        (number, fingerprint): (u64, u64),
        candidate: &Candidate,
        known: &mut Folded,
        chunk: &mut Chunk,
        bench: &mut ScreenScratch,
        context: &Context,
    ) {
        let shape = &self.space.candidates.shapes[candidate.shape];
        if self.unions.as_ref().is_some_and(|unions| !unions.may_fit(candidate, shape)) {
            return;
        }
        let Some((found, mut alive)) = self.alive(candidate) else { return };
        let length = letters(self.space, candidate) as u64;
        let meaning = OnceCell::new();
        let own_meaning = |target: usize| {
            let meaning = *meaning.get_or_init(|| self.rule(candidate).meaning());
            of_base(candidate.base, bit_board_30::hash([meaning, target as u64].into_iter()))
        };
        // Rules that mean the same on the board do so on the small board, where it is known already.
        if known.small.contains(&fingerprint) {
            alive.retain(|target| known.shortest.get(&own_meaning(*target)).is_none_or(|shortest| length < *shortest));
        }
        for passed in self.fitting(candidate, &found, alive, bench, context) {
            let Some(target) = passed.target else { continue };
            let meaning = own_meaning(target);
            known.small.insert(fingerprint);
            known.shortest.insert(meaning, length);
            chunk.survivors.push(Survivor { number, target: Some(target), length, meaning, games: 0 });
        }
    }

    /// A survivor of an open search: a ruleset is folded into a shorter one with the same sequence.
    fn of_chain(&self, number: u64, candidate: &Candidate, set: &[Pair]) -> Survivor {
        let meaning = bit_board_30::hash(set.iter().flat_map(|pair| [pair.0.unsigned_abs(), pair.1.unsigned_abs()]));
        let length = letters(self.space, candidate) as u64;
        Survivor { number, target: None, length, meaning: of_base(candidate.base, meaning), games: 0 }
    }

    /// The moves of a candidate, in the place of those of the one before. Nearly always only the last literals differ.
    fn moves<'m>(&self, candidate: &Candidate, moves: &'m mut LastMoves) -> &'m MoveRelation {
        let shape = &self.space.candidates.shapes[candidate.shape];
        let conditions = || candidate.chosen.iter().map(|index| &self.space.conditions[*index].relation.0);
        let plain = shape.join == Grouping::All && conditions().all(|clauses| clauses.len() == 1);
        match moves.relation.0.first_mut() {
            Some(added) if plain && moves.base == Some(candidate.base) => {
                added.truncate(MoveRelation::REMOVAL);
                added.extend(conditions().flatten().flatten().cloned());
            }
            _ => {
                moves.relation = relation(self.space, self.bases, candidate);
                moves.base = plain.then_some(candidate.base);
            }
        }
        &moves.relation
    }

    /// The P-positions on the board, and the targets that they may fit.
    fn alive(&self, candidate: &Candidate) -> Option<(Bits, Vec<usize>)> {
        let (found, mut alive) = self.on_board(candidate)?;
        alive.retain(|target| self.keeps_far_pairs(candidate, *target));
        let hopeless = alive.is_empty() || self.rule(candidate).speaks_of_positions(&self.every);
        (!hopeless).then_some((found, alive))
    }

    /// Those of the targets that the P-positions fit as far as they are screened.
    fn fitting(
        &self,
        candidate: &Candidate,
        found: &Bits,
        alive: Vec<usize>,
        bench: &mut ScreenScratch,
        context: &Context,
    ) -> Vec<PassedSet> {
        if alive.is_empty() {
            return Vec::new();
        }
        // With so many more P-positions than pairs that are screened beyond the field, no such target fits.
        let many = |own: &&OwnPositions| self.goal.exceptions + DENSE <= own.set.len();
        if let Some(own) = self.own(candidate, found).filter(many) {
            let passed = |target: &usize| {
                let total = self.goal.total_of(&self.goal.targets[*target]);
                let set = own.set.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
                PassedSet { target: Some(*target), set, total }
            };
            return own.fits.iter().filter(|target| alive.contains(target)).map(passed).collect();
        }
        let relation = self.moves(candidate, &mut bench.moves);
        let (near, known) = (self.pairs(found), bit_board_30::TOTAL);
        self.goal.fitting(alive, relation, &near, known, &mut bench.field, context)
    }

    /// The P-positions on the board, and the targets that they fit.
    fn on_board(&self, candidate: &Candidate) -> Option<(Bits, Vec<usize>)> {
        let mut tally = Tally::new(self.goal.targets.len(), self.goal.exceptions);
        let mut last = 0;
        let OnBoard { wanted, unwanted } = &self.targets;
        let found = self.rule(candidate).p_positions(|option, _| {
            if option == 0 {
                return true;
            }
            wanted[last + 1..option].iter().for_each(|missing| tally.add(*missing));
            tally.add(unwanted[option]);
            last = option;
            tally.left != 0
        })?;
        wanted[last + 1..].iter().for_each(|missing| tally.add(*missing));
        let alive: Vec<usize> = (0..self.goal.targets.len()).filter(|target| (tally.left >> target) & 1 == 1).collect();
        (!alive.is_empty()).then_some((found, alive))
    }

    /// Whether the added moves lead from no wanted pair far out to another.
    fn keeps_far_pairs(&self, candidate: &Candidate, target: usize) -> bool {
        let shape = &self.space.candidates.shapes[candidate.shape];
        shape.word(&candidate.chosen, &|index| self.far[target][index]) == 0
    }

    fn pairs(&self, found: &Bits) -> Vec<Pair> {
        let on_board = self.cells.iter().enumerate().filter(|(cell, _)| (found[cell / 64] >> (cell % 64)) & 1 == 1);
        on_board.map(|(_, pair)| *pair).collect()
    }

    /// The P-positions on the board, if they are part of a chain.
    fn chain_on_board(&self, candidate: &Candidate) -> Option<Bits> {
        let mut last = None;
        let found = self.rule(candidate).p_positions(|option, _| {
            let pair = self.cells[option];
            let follows = option == 0 || last.is_none_or(|last| last == pair.0);
            if 0 < option {
                last = Some(pair.1);
            }
            follows
        })?;
        let pairs = found.iter().map(|word| word.count_ones()).sum::<u32>();
        (3 <= pairs && !self.rule(candidate).speaks_of_positions(&self.every)).then_some(found)
    }

    /// A candidate whose P-positions form a chain.
    fn chain(&self, candidate: &Candidate, bench: &mut ScreenScratch, context: &Context) -> Option<PassedSet> {
        let found = self.chain_on_board(candidate)?;
        if let Some(own) = self.own(candidate, &found) {
            let set = own.set.get(..DENSE)?.to_vec();
            let total = set.last()?.0 + set.last()?.1;
            return Some(PassedSet { target: None, set, total });
        }
        let relation = self.moves(candidate, &mut bench.moves);
        self.goal.chain(relation, self.pairs(&found), bit_board_30::TOTAL, &mut bench.field, context)
    }

    /// The P-positions of the base, if the added moves leave them as they are.
    fn own(&self, candidate: &Candidate, found: &Bits) -> Option<&OwnPositions> {
        let own = self.own[candidate.base].as_ref().filter(|own| own.found == *found)?;
        let shape = &self.space.candidates.shapes[candidate.shape];
        let none = |word: usize| shape.word(&candidate.chosen, &|index| own.moves[index][word]) == 0;
        (0..own.moves.first()?.len()).all(none).then_some(own)
    }
}

/// Those of a few candidates that passed.
#[derive(Debug, Default)]
struct Folded {
    /// Their fingerprints.
    small: HashSet<u64>,
    /// By meaning and target the length of the shortest.
    shortest: HashMap<u64, u64>,
}

impl OwnPositions {
    fn new(base: &BaseMoves, space: &Space, goal: &Goal, cells: &[Pair; CELLS]) -> Option<Self> {
        let mut set = Vec::new();
        let mut field = Field::new();
        let few = field.grow(&base.relation, &mut set, -1, &mut |_| true);
        if !few || set.len() < DENSE || MOST_OWN < set.len() {
            return None;
        }
        let moves = allowed(&moves_between(&set), space);
        let fits = goal.targets.iter().enumerate().filter(|(_, wanted)| {
            let total = goal.total_of(wanted);
            total <= bit_board_62::TOTAL && differences(&set, &wanted.pairs, total).len() <= goal.exceptions
        });
        let fits = fits.map(|(target, _)| target).collect();
        Some(Self { found: bit_board_30::bits(set.iter(), cells), moves, fits, set })
    }
}
