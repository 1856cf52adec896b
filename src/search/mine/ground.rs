//! From a target and conditions to what each condition says on the moves that matter: those into pairs that may be
//! P-positions, as bits. Decides nothing.
use crate::search::relation::bit_board_62;
use crate::search::relation::form::{Clause, LinearForm, Literal, MoveRelation, Pair};
use crate::search::space::base::BaseMoves;
use crate::search::space::condition::Space;
use crate::search::trial::goal::Goal;
use crate::search::trial::target::Wanted;

/// Options that are looked at, one bit each.
const MOST_COLUMNS: usize = 64;
/// All positions with at most so many tokens are looked at.
const NEAR: i64 = 60;

/// What conditions say about one target.
#[derive(Debug)]
pub(super) struct Ground {
    /// The wanted pairs as far as they are screened, then those that may be extra.
    pub(super) pairs: Vec<Pair>,
    /// How many of them are wanted.
    pub(super) wanted: usize,
    /// The options that are looked at: a pair, in one order of its heaps.
    columns: Vec<(Pair, usize)>,
    /// Positions that have to reach a P-position if they are none; those come first that most conditions leave without.
    pub(super) positions: Vec<Pair>,
    /// How many conditions there are.
    pub(super) conditions: usize,
    /// For each condition and position the options that it allows.
    words: Vec<u64>,
    /// Moves that remove tokens between the pairs, given by their places.
    pub(super) moves: Vec<(usize, usize)>,
    /// For each condition the moves that it allows.
    allowed: Vec<u64>,
    /// For each base what its moves do.
    pub(super) bases: Vec<BaseGround>,
}

/// What the moves of a base do for a target.
#[derive(Debug)]
pub(super) struct BaseGround {
    /// For each position the options that it has.
    pub(super) words: Vec<u64>,
    /// Moves between the pairs.
    pub(super) moves: Vec<(usize, usize)>,
}

impl Ground {
    /// Looks at all conditions. Cost: about 15 microseconds a condition, and 8 KiB.
    pub(super) fn new(space: &Space, bases: &[BaseMoves], goal: &Goal, wanted: &Wanted, extra: &[Pair]) -> Self {
        let total = goal.total_of(wanted);
        let mut pairs: Vec<Pair> = wanted.pairs.iter().copied().filter(|pair| pair.0 + pair.1 <= total).collect();
        let count = pairs.len();
        pairs.extend(extra);
        let (columns, within) = columns(&pairs, count, total);
        let positions = positions(&pairs[..count], total, within);
        let moves = removals(&pairs);
        let ends: Vec<(Pair, Pair)> =
            moves.iter().map(|(from, to, crossed)| (pairs[*from], turned(pairs[*to], *crossed))).collect();
        let options: Vec<Pair> = columns.iter().map(|(to, _)| *to).collect();
        let removing = OptionWords::of(&MoveRelation::removal(), &positions, &options);
        let (mut words, mut allowed) = (Vec::new(), Vec::new());
        for condition in &space.conditions {
            let of_one = OptionWords::of(&condition.relation, &positions, &options);
            words.extend(of_one.0.iter().zip(&removing.0).map(|(word, removing)| word & removing));
            allowed.extend(ends.chunks(64).map(|chunk| condition.relation.bits(chunk)));
        }
        let bases = bases.iter().map(|base| BaseGround::new(base, &positions, &columns, &pairs)).collect();
        let moves = moves.into_iter().map(|(from, to, _)| (from, to)).collect();
        let conditions = space.conditions.len();
        let mut ground = Self { pairs, wanted: count, columns, positions, conditions, words, moves, allowed, bases };
        ground.put_in_order();
        ground
    }

    /// For each position the options that a condition allows.
    pub(super) fn words(&self, condition: usize) -> &[u64] {
        let count = self.positions.len();
        &self.words[condition * count..(condition + 1) * count]
    }

    /// The moves between pairs that a condition allows.
    pub(super) fn allowed(&self, condition: usize) -> &[u64] {
        let count = self.moves.len().div_ceil(64);
        &self.allowed[condition * count..(condition + 1) * count]
    }

    /// The options that are in a set of pairs, as bits.
    pub(super) fn options(&self, in_set: &[bool]) -> u64 {
        let columns = self.columns.iter().enumerate().filter(|(_, (_, pair))| in_set[*pair]);
        columns.fold(0, |bits, (column, _)| bits | (1 << column))
    }

    /// How many bytes one takes for so many conditions, about.
    pub(super) fn bytes(conditions: usize) -> u128 {
        conditions as u128 * 9_000
    }

    /// Puts positions first that most conditions leave without an option: what fails is seen early.
    fn put_in_order(&mut self) {
        let in_set: Vec<bool> = (0..self.pairs.len()).map(|pair| pair < self.wanted).collect();
        let (options, count) = (self.options(&in_set), self.positions.len());
        let mut without = vec![0_usize; count];
        for words in self.words.chunks_exact(count.max(1)) {
            for (without, word) in without.iter_mut().zip(words) {
                *without += usize::from(word & options == 0);
            }
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|place| std::cmp::Reverse(without[*place]));
        let sorted = |words: &[u64]| -> Vec<u64> { order.iter().map(|place| words[*place]).collect() };
        self.words = self.words.chunks_exact(count.max(1)).flat_map(sorted).collect();
        for base in &mut self.bases {
            base.words = sorted(&base.words);
        }
        self.positions = order.iter().map(|place| self.positions[*place]).collect();
    }
}

impl BaseGround {
    fn new(base: &BaseMoves, positions: &[Pair], columns: &[(Pair, usize)], pairs: &[Pair]) -> Self {
        let leads = |from: Pair, to: Pair| to.0 + to.1 < from.0 + from.1 && base.relation.holds(from, to);
        let word = |from: &Pair| {
            let reached = columns.iter().enumerate().filter(|(_, (to, _))| leads(*from, *to));
            reached.fold(0, |bits, (column, _)| bits | (1 << column))
        };
        let mut moves = Vec::new();
        for (from, heaps) in pairs.iter().enumerate() {
            for (to, option) in pairs.iter().enumerate() {
                if leads(*heaps, *option) || leads(*heaps, turned(*option, true)) {
                    moves.push((from, to));
                }
            }
        }
        Self { words: positions.iter().map(word).collect(), moves }
    }
}

/// With the heaps in the other order.
fn turned(pair: Pair, crossed: bool) -> Pair {
    if crossed { (pair.1, pair.0) } else { pair }
}

/// The options that are looked at, and up to how many tokens they are all that a wanted set has.
fn columns(pairs: &[Pair], wanted: usize, total: i64) -> (Vec<(Pair, usize)>, i64) {
    let mut columns: Vec<(Pair, usize)> = Vec::new();
    // What may be extra comes first: there are few of them.
    for place in (wanted..pairs.len()).chain(0..wanted) {
        let pair = pairs[place];
        let orders = if pair.0 == pair.1 { 1 } else { 2 };
        if MOST_COLUMNS < columns.len() + orders {
            return (columns, pair.0 + pair.1);
        }
        columns.push((pair, place));
        if orders == 2 {
            columns.push((turned(pair, true), place));
        }
    }
    (columns, total)
}

/// Positions near the origin, and those beside wanted pairs further out, where coverage fails first; each once.
fn positions(wanted: &[Pair], total: i64, within: i64) -> Vec<Pair> {
    let near = NEAR.min(total).min(within);
    let mut positions: Vec<Pair> =
        (1..=near).flat_map(|total| (0..=total / 2).map(move |small| (small, total - small))).collect();
    for (a, b) in wanted.iter().filter(|(a, b)| near < a + b) {
        let middle = (a + b) / 2;
        let beside = [
            (*a, b - 1),
            (*a, b + 1),
            (middle, a + b - middle),
            (a + 1, b - 1),
            (a + 1, b - 2),
            (*a, *a),
            (a - 1, *b),
            (a - 1, b + 1),
            (a + 1, *b),
            (*a, (a + b) / 2),
        ];
        let fits = |(small, large): &Pair| {
            0 <= *small && small <= large && near < small + large && small + large <= total.min(within)
        };
        positions.extend(beside.into_iter().filter(fits).filter(|pair| !wanted.contains(pair)));
    }
    let mut seen = std::collections::HashSet::new();
    positions.retain(|pair| seen.insert(*pair));
    positions
}

/// Moves that remove tokens between pairs, by their places, and whether the heaps are crossed.
fn removals(pairs: &[Pair]) -> Vec<(usize, usize, bool)> {
    let mut moves = Vec::new();
    for (from, heaps) in pairs.iter().enumerate() {
        for (to, pair) in pairs.iter().enumerate() {
            for crossed in [false, true].into_iter().filter(|crossed| !*crossed || pair.0 != pair.1) {
                let option = turned(*pair, crossed);
                if option.0 <= heaps.0 && option.1 <= heaps.1 && option != *heaps && from != to {
                    moves.push((from, to, crossed));
                }
            }
        }
    }
    moves
}

/// For each position the options that a relation allows, as bits.
struct OptionWords(Vec<u64>);

impl OptionWords {
    fn of(relation: &MoveRelation, positions: &[Pair], options: &[Pair]) -> Self {
        let mut any = vec![0; positions.len()];
        for clause in &relation.0 {
            let all = Self::of_clause(clause, positions, options);
            any.iter_mut().zip(all.0).for_each(|(any, all)| *any |= all);
        }
        Self(any)
    }

    /// Options for which all literals hold: the bits of each literal, one after the other.
    fn of_clause(clause: &Clause, positions: &[Pair], options: &[Pair]) -> Self {
        let every = u64::MAX >> (64 - options.len().clamp(1, 64));
        let mut all = vec![every; positions.len()];
        for literal in clause {
            let mut keep = |word: &dyn Fn(Pair) -> u64| {
                all.iter_mut().zip(positions).for_each(|(all, position)| *all &= word(*position));
            };
            match literal {
                Literal::AtMostZero(form) => {
                    let ladder = Ladder::new(form, options);
                    keep(&|position| ladder.below(form.at(position, (0, 0))));
                }
                Literal::NotZero(form) => {
                    let ladder = Ladder::new(form, options);
                    keep(&|position| {
                        let value = form.at(position, (0, 0));
                        every & !(ladder.below(value) ^ ladder.below(value + 1))
                    });
                }
                _ => keep(&|position| {
                    let holds = |to: &Pair| to.0 <= position.0 && to.1 <= position.1 && literal.holds(position, *to);
                    options.iter().enumerate().fold(0, |bits, (at, to)| bits | (u64::from(holds(to)) << at))
                }),
            }
        }
        Self(all)
    }
}

/// A form is the sum of a part of the position and one of the option: the options in order of their part.
struct Ladder {
    /// The parts of options, ascending.
    steps: Vec<i64>,
    /// The first so many options, as bits.
    first: Vec<u64>,
}

impl Ladder {
    fn new(form: &LinearForm, options: &[Pair]) -> Self {
        let part = |to: Pair| form.option[0] * to.0 + form.option[1] * to.1;
        let mut order: Vec<(i64, usize)> = options.iter().enumerate().map(|(at, to)| (part(*to), at)).collect();
        order.sort_unstable();
        let mut first = vec![0];
        for (_, at) in &order {
            first.push(first[first.len() - 1] | (1 << at));
        }
        Self { steps: order.into_iter().map(|(part, _)| part).collect(), first }
    }

    /// The options whose part is at most 0 with this one of the position.
    fn below(&self, value: i64) -> u64 {
        self.first[self.steps.partition_point(|step| step + value <= 0)]
    }
}

/// The pairs that may be extra, and those of the wanted ones that may be missing, by their places among both; the likeliest
/// first.
pub(super) fn pool(wanted: &Wanted, total: i64) -> (Vec<Pair>, Vec<usize>) {
    const FEW_TOKENS: i64 = 4;
    const MISSING: usize = 4;
    let known = total.min(bit_board_62::TOTAL);
    let near = (1..=FEW_TOKENS.min(known)).flat_map(|total| (0..=total / 2).map(move |small| (small, total - small)));
    let extra: Vec<Pair> = near.filter(|pair| !wanted.has(*pair)).collect();
    let first = wanted.pairs.iter().enumerate().skip(1).take(MISSING).filter(|(_, pair)| pair.0 + pair.1 <= known);
    let missing = first.map(|(place, _)| place).collect();
    (extra, missing)
}
