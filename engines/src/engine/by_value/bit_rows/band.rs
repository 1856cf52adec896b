//! Turns the cells of the value at hand into the intervals of later rows that a band attacks. Knows nothing of modules.
//!
//! Seen from an option, the sides of a band are fixed up to a constant each. A cell whose constants are all at least those of
//! another attacks nothing that the other does not, so it is forgotten. A row asks only for its cells that are still open,
//! first the options that answered before.
use super::store::load;
use super::{BitBoard, BitRow};
use crate::engine::moves::jumps::MOST_SIDES;
use crate::engine::numbers::{index, signed};

/// How many options a new one is compared with.
const COMPARED: usize = 48;

/// A band as seen from its options.
#[derive(Clone, Debug)]
pub(super) struct Band<'a> {
    pub(super) from: usize,
    /// What a position has to satisfy, by number.
    pub(super) conditions: &'a [usize],
    /// Factors of level and bit of the position, of level and bit of the option, and a constant: at most 0.
    sides: Vec<[i64; 5]>,
    /// Those that speak of the option alone.
    tests: Vec<[i64; 5]>,
    /// The constants of the sides for each option of the value at hand.
    options: Vec<i64>,
    /// Where two sides leave one bit of each row: the bits that are attacked.
    line: Option<Line>,
}

/// A band each of whose options attacks one bit of a row, on every `step`-th of the levels of an interval.
///
/// From one of these levels to the next the bit moves by `slope`; it is kept at a place that does not move, for each remainder of levels
/// by itself.
#[derive(Clone, Debug)]
struct Line {
    /// The two sides, and the sign of the bit in the first.
    sides: [usize; 2],
    sign: i64,
    step: i64,
    slope: i64,
    /// The least place, and how many there are for a remainder.
    least: i64,
    places: usize,
    /// How many options attack each place at the level at hand, and those that some option attacks.
    counts: Vec<u32>,
    attacked: Vec<u64>,
    /// The places at which options begin and end to attack, by level.
    begins: Vec<Vec<u32>>,
    ends: Vec<Vec<u32>>,
    /// The next level whose changes are to be made.
    next: usize,
    /// The places that were attacked for the value at hand, with the remainders.
    touched: Vec<(usize, u32)>,
}

const STEEPEST: i64 = 4;
/// The greatest step. The explorer has a limit of bytes, and does with lines on every level.
const LONGEST: i64 = if cfg!(target_arch = "wasm32") { 1 } else { 4 };

impl Line {
    /// A band with rows over x, y, x', y'.
    fn new(board: &BitBoard<'_>, sides: &[[i64; 5]]) -> Option<Self> {
        let opposite = |a: &[i64; 5], b: &[i64; 5]| a.iter().zip(b).all(|(a, b)| *a == -b);
        let (first, second) = (0..sides.len()).find_map(|at| {
            let fit = (1..=LONGEST).contains(&sides[at][1].abs()) && sides[at][0].abs() <= STEEPEST;
            let other = (at + 1..sides.len()).find(|other| opposite(&sides[at], &sides[*other]))?;
            fit.then_some((at, other))
        })?;
        let (sign, step) = (sides[first][1].signum(), sides[first][1].abs());
        let slope = -sign * sides[first][0];
        let levels = i64::try_from(board.sizes.len()).ok()?;
        let bits = board.rows.iter().map(|row| row.bits).max()?;
        // A place is a bit without what its level moved it by.
        let far = slope * (levels - 1);
        let (least, most) = ((-far).min(0), bits + (-far).max(0));
        let places = usize::try_from(most - least + 1).ok()?;
        let mut line = Self {
            sides: [first, second],
            sign,
            step,
            slope,
            least,
            places,
            counts: Vec::new(),
            attacked: Vec::new(),
            begins: vec![Vec::new(); board.sizes.len() + index(step)],
            ends: vec![Vec::new(); board.sizes.len() + index(step)],
            next: 0,
            touched: Vec::new(),
        };
        line.counts = vec![0; places * index(step)];
        line.attacked = vec![0; line.words() * index(step)];
        Some(line)
    }

    /// How many levels lie between two that an option attacks.
    const fn step(&self) -> i64 {
        if LONGEST == 1 { 1 } else { self.step }
    }

    /// The words of one remainder.
    const fn words(&self) -> usize {
        self.places / 64 + 4
    }

    fn clear(&mut self) {
        let words = self.words();
        for (remainder, place) in self.touched.drain(..) {
            self.counts[remainder * self.places + place as usize] = 0;
            self.attacked[remainder * words + place as usize / 64 + 1] = 0;
        }
        self.begins.iter_mut().chain(&mut self.ends).for_each(Vec::clear);
        self.next = 0;
    }

    /// Takes up an option, given the constants of the sides.
    #[inline]
    fn add(&mut self, sides: &[[i64; 5]], own: &[i64]) {
        let side = self.sides[0];
        for remainder in 0..self.step() {
            // The bit at the first of the levels with this remainder.
            let start = sides[side][0] * remainder + own[side];
            if start % self.step() == 0 {
                self.add_from((remainder, -self.sign * (start / self.step())), sides, own);
            }
        }
    }

    /// The same on the levels with one remainder, on the first of which the bit would be at `start`.
    #[inline]
    fn add_from(&mut self, (remainder, start): (i64, i64), sides: &[[i64; 5]], own: &[i64]) {
        let levels = signed(self.begins.len()) - self.step();
        let (mut low, mut high) = (0, (levels - 1 - remainder).div_euclid(self.step()));
        for (at, (side, constant)) in sides.iter().zip(own).enumerate() {
            if self.sides.contains(&at) {
                continue;
            }
            let rest = -(constant + side[1] * start + side[0] * remainder);
            match side[0] * self.step() + side[1] * self.slope {
                0 if rest < 0 => return,
                0 => {}
                factor if 0 < factor => high = high.min(rest.div_euclid(factor)),
                factor => low = low.max(-rest.div_euclid(-factor)),
            }
        }
        let Ok(place) = u32::try_from(start - self.least) else { return };
        if high < low || self.places <= place as usize {
            return;
        }
        let [low, end] = [low, high + 1].map(|at| index(at * self.step() + remainder));
        if end <= self.next {
            return;
        }
        let remainder = index(remainder);
        if low < self.next {
            self.begin(remainder, place);
        } else {
            self.begins[low].push(place);
        }
        self.ends[end].push(place);
        self.touched.push((remainder, place));
    }

    #[inline]
    fn begin(&mut self, remainder: usize, place: u32) {
        let word = remainder * self.words() + place as usize / 64 + 1;
        self.counts[remainder * self.places + place as usize] += 1;
        self.attacked[word] |= 1 << (place % 64);
    }

    /// Clears the attacked bits of a row.
    #[inline]
    fn strike(&mut self, row: &BitRow, open: &mut [u64]) {
        let (level, step, words) = (index(row.level), index(self.step()), self.words());
        while self.next <= level {
            let remainder = self.next % step;
            for at in 0..self.begins[self.next].len() {
                self.begin(remainder, self.begins[self.next][at]);
            }
            for place in &self.ends[self.next] {
                let place = *place;
                let count = &mut self.counts[remainder * self.places + place as usize];
                *count -= 1;
                if *count == 0 {
                    self.attacked[remainder * words + place as usize / 64 + 1] &= !(1 << (place % 64));
                }
            }
            self.next += 1;
        }
        let mut at = -self.slope * row.level.div_euclid(self.step()) - self.least;
        let attacked = &self.attacked[level % step * words..][..words];
        for word in open {
            *word &= !load(attacked, at);
            at += 64;
            // No bit lies beyond the last place.
            at = at.min(signed(self.places) + 64);
        }
    }
}

/// What becomes of an option among those that are known.
enum BandPlace {
    /// Another attacks all that it does.
    Covered,
    /// It attacks all that the one of this number does.
    Replaces(usize),
    New,
}

impl<'a> Band<'a> {
    /// A band with rows over x, y, x', y'.
    pub(super) fn new(
        board: &BitBoard<'_>,
        (from, conditions): (usize, &'a [usize]),
        rows: &[([i64; 4], i64)],
    ) -> Self {
        // The dropped heap is level - weight * bit.
        let weight = board.relation.weights[board.bit];
        let pair = |own: &[i64]| [own[board.dropped], own[board.bit] - weight * own[board.dropped]];
        let seen = rows.iter().map(|(factors, constant)| {
            let ([level, bit], [level_, bit_]) = (pair(&factors[..2]), pair(&factors[2..]));
            // Levels and bits count from the border on.
            let lift =
                |own: &[i64]| own.iter().zip(&board.relation.border).map(|(own, border)| own * border).sum::<i64>();
            [level, bit, level_, bit_, constant - lift(&factors[..2]) - lift(&factors[2..])]
        });
        let (tests, sides): (Vec<_>, Vec<_>) = seen.partition(|row| row[0] == 0 && row[1] == 0);
        let line = Line::new(board, &sides);
        Self { from, conditions, sides, tests, options: Vec::new(), line }
    }

    pub(super) fn clear(&mut self) {
        self.options.clear();
        if let Some(line) = &mut self.line {
            line.clear();
        }
    }

    /// Takes up an option.
    pub(super) fn add(&mut self, level: i64, bit: i64) {
        let known = |row: &[i64; 5]| row[2] * level + row[3] * bit + row[4];
        if self.tests.iter().any(|row| 0 < known(row)) {
            return;
        }
        let count = self.sides.len();
        let mut own = [0; MOST_SIDES];
        for (slot, side) in own.iter_mut().zip(&self.sides) {
            *slot = known(side);
        }
        let own = &own[..count];
        if let Some(line) = &mut self.line {
            line.add(&self.sides, own);
            return;
        }
        // What is compared most is compared at a length that is known.
        let found = match count {
            2 => self.place::<2>(own),
            3 => self.place::<3>(own),
            4 => self.place::<4>(own),
            _ => self.place::<MOST_SIDES>(own),
        };
        match found {
            BandPlace::Covered => {}
            BandPlace::Replaces(at) => self.options[at * count..(at + 1) * count].copy_from_slice(own),
            BandPlace::New => self.options.extend_from_slice(own),
        }
    }

    /// Compares the constants of an option with those of the first options: `N` numbers, or fewer where it is `MOST_SIDES`.
    fn place<const N: usize>(&self, own: &[i64]) -> BandPlace {
        let count = if N == MOST_SIDES { own.len() } else { N };
        let own = &own[..count];
        let mut found = BandPlace::New;
        let mut rest = &self.options[..];
        for at in 0..COMPARED {
            let Some((option, others)) = rest.split_at_checked(count.max(1)) else { break };
            if option.iter().zip(own).all(|(wide, narrow)| wide <= narrow) {
                return BandPlace::Covered;
            }
            if matches!(found, BandPlace::New) && option.iter().zip(own).all(|(narrow, wide)| wide <= narrow) {
                found = BandPlace::Replaces(at);
            }
            rest = others;
        }
        found
    }

    /// Clears the bits of a row that an option attacks.
    pub(super) fn strike(&mut self, row: &BitRow, open: &mut [u64]) {
        if let Some(line) = &mut self.line {
            return line.strike(row, open);
        }
        let Some((mut first, mut last)) = ends(open) else { return };
        let count = self.sides.len();
        let mut at = 0;
        while (at + 1) * count <= self.options.len() {
            let own = &self.options[at * count..(at + 1) * count];
            let (mut low, mut high) = (first, last);
            let mut over = false;
            for (side, constant) in self.sides.iter().zip(own) {
                let rest = -(side[0] * row.level + constant);
                match side[1] {
                    0 if 0 <= rest => {}
                    0 => {
                        low = i64::MAX;
                        over |= 0 < side[0];
                    }
                    1 => high = high.min(rest),
                    -1 => low = low.max(-rest),
                    factor if 0 < factor => high = high.min(rest.div_euclid(factor)),
                    factor => low = low.max(-rest.div_euclid(-factor)),
                }
            }
            if over {
                // Rows come with levels ascending: this option attacks no more.
                let last = self.options.len() - count;
                self.options.copy_within(last.., at * count);
                self.options.truncate(last);
                continue;
            }
            if low <= high && clear(open, low, high) {
                if 0 < at {
                    // What helped here will help soon again.
                    let (before, own) = self.options.split_at_mut(at * count);
                    before[(at / 2) * count..(at / 2 + 1) * count].swap_with_slice(&mut own[..count]);
                }
                match ends(open) {
                    Some(ends) => (first, last) = ends,
                    None => return,
                }
            }
            at += 1;
        }
    }
}

/// The first and the last bit.
fn ends(words: &[u64]) -> Option<(i64, i64)> {
    let first = words.iter().position(|word| *word != 0)?;
    let last = words.iter().rposition(|word| *word != 0)?;
    let low = signed(first) * 64 + i64::from(words[first].trailing_zeros());
    Some((low, signed(last) * 64 + 63 - i64::from(words[last].leading_zeros())))
}

/// Clears the bits of an interval; says whether any was set.
fn clear(words: &mut [u64], low: i64, high: i64) -> bool {
    let [low, high] = [low, high].map(index);
    let mut some = false;
    super::sweep::mark(words, low, high, |word, mask| {
        some |= *word & mask != 0;
        *word &= !mask;
    });
    some
}
