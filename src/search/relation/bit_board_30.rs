//! The 256 positions with at most 30 tokens, on which a condition is a bit matrix. Settles nearly all candidates.
use super::form::{MoveRelation, Pair};
use super::strip::Strip;

/// How many positions the board has.
pub(in crate::search) const CELLS: usize = 256;
/// The largest number of tokens on the board.
pub(in crate::search) const TOTAL: i64 = 30;
/// Positions as bits, in order of total, then of the smaller heap.
pub(in crate::search) type Bits = [u64; 4];
/// The positions with at most 14 tokens: two rules with the same options there count as the same rule.
const SMALL: usize = 64;
/// Words of the board that are not empty: column p has bits above p only.
const WHOLE: usize = 2 * 64 * (4 + 3 + 2 + 1);

/// The positions in order of total, then of the smaller heap.
pub(in crate::search) fn cells() -> [Pair; CELLS] {
    let mut cells = [(0, 0); CELLS];
    let sorted = (0..=TOTAL).flat_map(|total| (0..=total / 2).map(move |small| (small, total - small)));
    for (cell, pair) in cells.iter_mut().zip(sorted) {
        *cell = pair;
    }
    cells
}

/// Positions as bits.
pub(in crate::search) fn bits<'a>(pairs: impl Iterator<Item = &'a Pair>, cells: &[Pair; CELLS]) -> Bits {
    let mut bits = [0; 4];
    for pair in pairs.filter(|pair| pair.0 + pair.1 <= TOTAL) {
        if let Some(cell) = cells.iter().position(|cell| cell == pair) {
            bits[cell / 64] |= 1 << (cell % 64);
        }
    }
    bits
}

/// For each option the positions that have it. The first four words are for an option whose smaller heap comes from the
/// smaller heap, the others for one whose smaller heap comes from the larger heap: conditions have to agree on which.
#[derive(Clone)]
pub(in crate::search) struct OptionColumns {
    /// By option.
    pub(in crate::search) of: Vec<[u64; 8]>,
    /// The small board without its empty half: words 0 to 31 straight, 32 to 63 crossed.
    packed: [u64; SMALL],
    /// The board without words that are empty: the first half straight, the second half crossed.
    whole: [u64; WHOLE],
}

impl std::fmt::Debug for OptionColumns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OptionColumns").finish_non_exhaustive()
    }
}

impl OptionColumns {
    /// A relation on the board; moves that do not remove tokens are left out where `removing` says so.
    pub(in crate::search) fn new(relation: &MoveRelation, moves: MoveKind) -> Self {
        let mut of = vec![[0u64; 8]; CELLS];
        let lines = CellLines::new();
        let (mut strip, mut intervals) = (Strip::default(), Vec::new());
        for (option, column) in cells().iter().zip(&mut of) {
            for (half, to) in [*option, (option.1, option.0)].into_iter().enumerate() {
                let half = &mut column[4 * half..4 * half + 4];
                for clause in &relation.0 {
                    if strip.fill(clause, to).is_none() {
                        continue;
                    }
                    for small in strip.low.max(0)..=strip.high.min(TOTAL / 2) {
                        intervals.clear();
                        strip.at(small, moves.range(small, to), &mut intervals);
                        for interval in &intervals {
                            lines.mark(half, small, *interval);
                        }
                    }
                }
            }
        }
        let (packed, whole) = (pack(&of), without_empty_words(&of));
        Self { of, packed, whole }
    }

    /// No move at all.
    pub(in crate::search) fn none() -> Self {
        Self { of: vec![[0; 8]; CELLS], packed: [0; SMALL], whole: [0; WHOLE] }
    }
}

/// Which moves a relation may make.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) enum MoveKind {
    /// Any that reduce the number of tokens.
    Any,
    /// 0 <= i, 0 <= j, 1 <= i + j.
    Removing,
}

impl MoveKind {
    /// The larger heaps with which a position may have an option, on the board.
    fn range(self, small: i64, to: Pair) -> Pair {
        // Fewer tokens are left in any case.
        let least = (to.0 + to.1 + 1 - small).max(small);
        match self {
            Self::Any => (least, TOTAL - small),
            Self::Removing if small < to.0 => (1, 0),
            Self::Removing => (least.max(to.1), TOTAL - small),
        }
    }
}

/// For each smaller heap s and each bound, the cells (s, l) with l below the bound.
struct CellLines(Vec<[Bits; 32]>);

impl CellLines {
    fn new() -> Self {
        let line = |small: i64| {
            let mut below = [[0; 4]; 32];
            for (bound, large) in (1..32).zip(0..) {
                below[bound] = below[bound - 1];
                let total = small + large;
                if small <= large && total <= TOTAL {
                    // The number of a cell is that of positions with a smaller total, and its smaller heap.
                    let cell = usize::try_from((total + 1) * (total + 1) / 4 + small).expect("a pair of the board");
                    below[bound][cell / 64] |= 1 << (cell % 64);
                }
            }
            below
        };
        Self((0..=TOTAL / 2).map(line).collect())
    }

    /// Marks the cells with a smaller heap and the larger heaps of an interval.
    fn mark(&self, column: &mut [u64], small: i64, (low, high): Pair) {
        let at = |bound: i64| usize::try_from(bound.clamp(0, TOTAL + 1)).expect("clamped from 0");
        let Some(below) = usize::try_from(small).ok().and_then(|small| self.0.get(small)) else { return };
        let (before, up_to) = (&below[at(low)], &below[at(high + 1).max(at(low))]);
        for (word, (before, up_to)) in column.iter_mut().zip(before.iter().zip(up_to)) {
            *word |= up_to & !before;
        }
    }
}

/// Column p has bits above p only, so it shares a word with column 63 - p.
fn pack(of: &[[u64; 8]]) -> [u64; SMALL] {
    let mut packed = [0; SMALL];
    for (half, offset) in [(0, 0), (32, 4)] {
        for column in 0..32 {
            let high = if column == 0 { 0 } else { of[63 - column][offset] >> (64 - column) };
            packed[half + column] = of[column][offset] | high;
        }
    }
    packed
}

fn without_empty_words(of: &[[u64; 8]]) -> [u64; WHOLE] {
    let half = |offset: usize| {
        of.iter().enumerate().flat_map(move |(option, column)| (option / 64..4).map(move |word| column[offset + word]))
    };
    let mut whole = [0; WHOLE];
    whole.iter_mut().zip(half(0).chain(half(4))).for_each(|(word, from)| *word = from);
    whole
}

/// All conditions on the board. Candidates that follow each other differ in their last condition, so the columns of one
/// option stand side by side.
pub(in crate::search) struct Boards {
    columns: Vec<[u64; 8]>,
    packed: Vec<[u64; SMALL]>,
    whole: Vec<[u64; WHOLE]>,
}

impl std::fmt::Debug for Boards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Boards").field("conditions", &self.packed.len()).finish_non_exhaustive()
    }
}

impl Boards {
    /// The removing moves under each condition.
    pub(in crate::search) fn new<'a>(relations: impl ExactSizeIterator<Item = &'a MoveRelation>) -> Self {
        let count = relations.len();
        let mut columns = vec![[0; 8]; CELLS * count];
        let (mut packed, mut whole) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (index, relation) in relations.enumerate() {
            let of_one = OptionColumns::new(relation, MoveKind::Removing);
            for (option, column) in of_one.of.iter().enumerate() {
                columns[option * count + index] = *column;
            }
            packed.push(of_one.packed);
            whole.push(of_one.whole);
        }
        Self { columns, packed, whole }
    }

    /// How many conditions there are.
    pub(in crate::search) fn count(&self) -> usize {
        self.packed.len()
    }

    /// The column of conditions that hold together.
    #[inline]
    pub(in crate::search) fn all(&self, option: usize, chosen: &[usize]) -> [u64; 8] {
        let mut all = [!0; 8];
        for index in chosen {
            for (word, own) in all.iter_mut().zip(self.column(option, *index)) {
                *word &= own;
            }
        }
        all
    }

    #[inline]
    fn column(&self, option: usize, condition: usize) -> &[u64; 8] {
        &self.columns[option * self.packed.len() + condition]
    }
}

/// How conditions stand together in one or more families of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct GroupShape {
    /// The sizes of groups of conditions, the largest first.
    pub(in crate::search) groups: Vec<usize>,
    /// How it is joined.
    pub(in crate::search) join: Grouping,
}

/// How groups are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Grouping {
    /// One group; all its conditions hold.
    All,
    /// One move: all conditions of at least one group hold.
    AnyGroup,
    /// One move: at least one condition of every group holds.
    EveryGroup,
    /// One move for each group, under all its conditions.
    Families,
}

impl GroupShape {
    /// The word of a whole family from the words of its conditions.
    #[inline]
    pub(in crate::search) fn word(&self, chosen: &[usize], word: &impl Fn(usize) -> u64) -> u64 {
        match self.join {
            Grouping::All => chosen.iter().fold(!0, |all, index| all & word(*index)),
            Grouping::AnyGroup | Grouping::Families => {
                let mut from = 0;
                self.groups.iter().fold(0, |any, size| {
                    let group = &chosen[from..from + size];
                    from += size;
                    any | group.iter().fold(!0, |all, index| all & word(*index))
                })
            }
            Grouping::EveryGroup => {
                let mut from = 0;
                self.groups.iter().fold(!0, |all, size| {
                    let group = &chosen[from..from + size];
                    from += size;
                    all & group.iter().fold(0, |any, index| any | word(*index))
                })
            }
        }
    }
}

/// A candidate on the board: a base and conditions in a shape.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Rule<'a> {
    pub(in crate::search) base: &'a OptionColumns,
    pub(in crate::search) conditions: &'a Boards,
    pub(in crate::search) shape: &'a GroupShape,
    pub(in crate::search) chosen: &'a [usize],
}

impl Rule<'_> {
    /// The positions that have an option by an added move.
    #[inline]
    fn column(&self, option: usize) -> [u64; 8] {
        if self.shape.join != Grouping::All {
            let word = |word: usize| self.shape.word(self.chosen, &|index| self.conditions.column(option, index)[word]);
            return std::array::from_fn(word);
        }
        self.conditions.all(option, self.chosen)
    }

    /// Adds the positions that have an option to those reached.
    #[inline]
    fn reach(&self, option: usize, reached: &mut Bits) {
        let (added, base) = (self.column(option), &self.base.of[option]);
        for (word, reached) in reached.iter_mut().enumerate() {
            *reached |= added[word] | added[4 + word] | base[word] | base[4 + word];
        }
    }

    /// The P-positions in order, each told to `accept`, until it refuses one.
    #[inline]
    pub(in crate::search) fn p_positions(&self, mut accept: impl FnMut(usize, &Bits) -> bool) -> Option<Bits> {
        let (mut found, mut reached): (Bits, Bits) = ([0; 4], [0; 4]);
        for word in 0..4 {
            loop {
                // Every earlier position is found or reached.
                let free = !(reached[word] | found[word]);
                if free == 0 {
                    break;
                }
                let option = word * 64 + free.trailing_zeros() as usize;
                found[word] |= 1 << (option % 64);
                if !accept(option, &found) {
                    return None;
                }
                self.reach(option, &mut reached);
            }
        }
        Some(found)
    }

    /// A number for the meaning of the rule on the small board: equal rules have equal numbers.
    pub(in crate::search) fn fingerprint(&self, base: usize) -> u64 {
        let all = self.combined(&self.conditions.packed);
        let word = |word: usize| all[word] | all[32 + word] | self.base.packed[word] | self.base.packed[32 + word];
        let mut hash = base as u64 ^ 0x2d35_8dcc_aa6c_78a5;
        for pair in 0..16 {
            let both = [word(2 * pair), word(2 * pair + 1)];
            hash = mix(hash ^ both[0], both[1] ^ (0x8bb8_4b93_962e_acc9 ^ (pair as u64)));
        }
        hash
    }

    /// The added moves in a layout that stores each condition in one piece.
    #[inline]
    fn combined<const WORDS: usize>(&self, pieces: &[[u64; WORDS]]) -> [u64; WORDS] {
        if self.shape.join == Grouping::EveryGroup {
            return std::array::from_fn(|word| self.shape.word(self.chosen, &|index| pieces[index][word]));
        }
        let mut any = [0; WORDS];
        let mut rest = self.chosen;
        for size in &self.shape.groups {
            let (group, later) = rest.split_at(*size);
            rest = later;
            let mut all = [!0; WORDS];
            for index in group {
                all.iter_mut().zip(&pieces[*index]).for_each(|(word, own)| *word &= own);
            }
            any.iter_mut().zip(all).for_each(|(word, own)| *word |= own);
        }
        any
    }

    /// A number for the meaning of the rule on the whole board.
    pub(in crate::search) fn meaning(&self) -> u64 {
        let mut all = self.combined(&self.conditions.whole);
        all.iter_mut().zip(&self.base.whole).for_each(|(word, base)| *word |= base);
        let (straight, crossed) = all.split_at(WHOLE / 2);
        let mut hash = 0x9e37_79b9_7f4a_7c15;
        for (left, right) in straight.chunks_exact(2).zip(crossed.chunks_exact(2)) {
            hash = mix(hash ^ (left[0] | right[0]), (left[1] | right[1]) ^ 0x2d35_8dcc_aa6c_78a5);
        }
        hash
    }

    /// Whether the added moves are all that can be made, or none, at every position: then they speak of positions alone.
    pub(in crate::search) fn speaks_of_positions(&self, every: &OptionColumns) -> bool {
        let (mut some, mut missing) = (0u64, 0u64);
        for option in 0..SMALL {
            let added = self.column(option);
            let all = every.of[option][0] | every.of[option][4];
            some |= added[0] | added[4];
            missing |= all & !(added[0] | added[4]);
            if some & missing != 0 {
                return false;
            }
        }
        true
    }
}

/// A number for a list of numbers.
pub(in crate::search) fn hash(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0x9e37_79b9_7f4a_7c15, |hash, number| mix(hash ^ number, 0x8bb8_4b93_962e_acc9))
}

/// Both halves of a product, folded.
fn mix(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right ^ 0x4cf5_ad43_2745_937f);
    #[expect(clippy::cast_possible_truncation, reason = "a hash keeps both halves")]
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded
}
