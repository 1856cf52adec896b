//! Relations that one numeration knows by their digits: nim-sums, powers, repunits, Fibonacci numbers, `floor(slope * x)`,
//! and sets given by a small automaton over the digits of one number.
use super::automaton::{Automaton, Natural, ordered, radix_of};
use super::budget::{Abandoned, Budget};
use super::graph::{NodeTarget, explore};
use super::linear::Sign;
use super::numeration::Numeration;

/// A deterministic automaton over the digits of one number, most significant first. It begins in state 0; a digit without a
/// transition refuses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    /// The numeration whose digits are read.
    pub numeration: Numeration,
    /// `next[state][digit]`.
    pub next: Vec<Vec<Option<u32>>>,
    /// Whether a number may end in this state.
    pub accepting: Vec<bool>,
}

/// The exponent `j` of `number = base^j`, if there is one from 1 on.
pub(super) fn exponent(base: u32, number: u32) -> Option<u32> {
    (1..=32).find(|exponent| base.checked_pow(*exponent) == Some(number))
}

impl Automaton {
    /// A relation given row by row: `step(state, digits)` reads one digit of each of `tracks`, which need not be ordered, and
    /// says the next state; the first state is 0.
    ///
    /// # Errors
    /// If a track is given twice, or the budget is too small.
    ///
    /// # Panics
    /// Never: digits are small numbers.
    pub fn by_rows(
        numeration: Numeration,
        tracks: &[Natural],
        step: impl Fn(u32, &[u32]) -> Option<u32>,
        accepts: impl Fn(u32) -> bool,
        budget: &Budget,
    ) -> Result<Self, Abandoned> {
        let sorted = ordered(tracks);
        if sorted.len() != tracks.len() {
            return Err(Abandoned::Tracks);
        }
        let places: Vec<usize> =
            tracks.iter().map(|track| sorted.iter().position(|known| known == track).expect("sorted")).collect();
        let walk = |level: usize, (state, read): &(u32, Vec<u32>), digit: usize| {
            let mut read = read.clone();
            read.push(u32::try_from(digit).expect("digits are small"));
            if level + 1 < sorted.len() {
                return Ok(NodeTarget::To((*state, read)));
            }
            let digits: Vec<u32> = places.iter().map(|place| read[*place]).collect();
            Ok(step(*state, &digits).map_or(NodeTarget::Dead, |state| NodeTarget::To((state, Vec::new()))))
        };
        let shape = (radix_of(numeration), sorted.len());
        let graph = explore(budget, shape, NodeTarget::To((0, Vec::new())), walk, |(state, _)| accepts(*state))?;
        Self { numeration, tracks: sorted, graph }.within_valid_words(budget)
    }

    /// `x` is this number, which is not 0.
    pub(super) fn number(numeration: Numeration, x: Natural, value: u64, budget: &Budget) -> Result<Self, Abandoned> {
        let digits = numeration.digits_of(u128::from(value));
        // A state is the number of digits read, without leading zeros.
        let step = |state: u32, read: &[u32]| match (digits.get(state as usize), read[0]) {
            (_, 0) if state == 0 => Some(0),
            (Some(digit), read) if *digit == read => Some(state + 1),
            _ => None,
        };
        Self::by_rows(numeration, &[x], step, |state| state as usize == digits.len(), budget)
    }

    /// `x` xor `y` = `z`, for three different tracks, if the base is a power of 2.
    ///
    /// # Errors
    /// If the base is not a power of 2, or the budget is too small.
    pub fn xor(numeration: Numeration, [x, y, z]: [Natural; 3], budget: &Budget) -> Result<Self, Abandoned> {
        match numeration {
            Numeration::Base(radix) if radix.get().is_power_of_two() => {}
            _ => return Err(Abandoned::Foreign),
        }
        let step = |_, digits: &[u32]| (digits[0] ^ digits[1] == digits[2]).then_some(0);
        Self::by_rows(numeration, &[x, y, z], step, |_| true, budget)
    }

    /// `x` is 1, d, d^2, ... for a `number` d of which the base is a root.
    ///
    /// # Errors
    /// If d is not a power of the base.
    pub fn power(numeration: Numeration, x: Natural, number: u32, budget: &Budget) -> Result<Self, Abandoned> {
        let period = period_of(numeration, number)?;
        // State 0 is before the digit 1; state 1 + r is behind it and r zeros, modulo the period.
        let step = |state: u32, digits: &[u32]| match (state, digits[0]) {
            (0, digit @ (0 | 1)) => Some(digit),
            (1.., 0) => Some(1 + state % period),
            _ => None,
        };
        Self::by_rows(numeration, &[x], step, |state| state == 1, budget)
    }

    /// `x` is 1, d + 1, d^2 + d + 1, ... for a `number` d of which the base is a root: all its digits in base d are 1.
    ///
    /// # Errors
    /// If d is not a power of the base.
    pub fn repunit(numeration: Numeration, x: Natural, number: u32, budget: &Budget) -> Result<Self, Abandoned> {
        let period = period_of(numeration, number)?;
        // State 0 is before the first 1; state 1 + r is r digits behind the last 1.
        let step = |state: u32, digits: &[u32]| match (state, digits[0]) {
            (0, digit @ (0 | 1)) => Some(digit),
            (1.., 1) if state == period => Some(1),
            (1.., 0) if state < period => Some(state + 1),
            _ => None,
        };
        Self::by_rows(numeration, &[x], step, |state| state == 1, budget)
    }

    /// `y` is the largest power of the base that divides `x`, and 1 for `x` = 0: the function V of Büchi arithmetic.
    ///
    /// # Errors
    /// In a numeration that has no base.
    pub fn largest_power(numeration: Numeration, [x, y]: [Natural; 2], budget: &Budget) -> Result<Self, Abandoned> {
        let Numeration::Base(_) = numeration else { return Err(Abandoned::Foreign) };
        // 0: nothing but zeros; 1: x has begun, y has not; 2: the last digit of x that is not 0, and the 1 of y; 3: x = 0, y = 1.
        let step = |state: u32, digits: &[u32]| match (state, digits[0], digits[1]) {
            (0, 0, 0) => Some(0),
            (0, 0, 1) => Some(3),
            (0 | 1, 1.., 1) => Some(2),
            (0, 1.., 0) | (1, _, 0) => Some(1),
            (2, 0, 0) => Some(2),
            _ => None,
        };
        Self::by_rows(numeration, &[x, y], step, |state| 2 <= state, budget)
    }

    /// The digits of `x` are accepted by `dfa`, with or without leading zeros.
    ///
    /// # Errors
    /// If the numeration of `dfa` is another.
    pub fn regular(numeration: Numeration, x: Natural, dfa: &Dfa, budget: &Budget) -> Result<Self, Abandoned> {
        if dfa.numeration != numeration {
            return Err(Abandoned::Foreign);
        }
        // State 0 is the padding; state s of `dfa` is s + 1, and its first digit is not 0. The number 0 is the empty word.
        let step = |state: u32, digits: &[u32]| {
            if state == 0 && digits[0] == 0 {
                return Some(0);
            }
            let row = dfa.next.get(state.saturating_sub(1) as usize)?;
            row.get(digits[0] as usize).copied().flatten().and_then(|next| next.checked_add(1))
        };
        let accepts = |state: u32| dfa.accepting.get(state.saturating_sub(1) as usize).copied().unwrap_or(false);
        Self::by_rows(numeration, &[x], step, accepts, budget)
    }

    /// `x` is 1, 2, 3, 5, 8, ...
    ///
    /// # Errors
    /// In another numeration than Zeckendorf's.
    pub fn fibonacci(numeration: Numeration, x: Natural, budget: &Budget) -> Result<Self, Abandoned> {
        let Numeration::Zeckendorf = numeration else { return Err(Abandoned::Foreign) };
        let step = |state: u32, digits: &[u32]| (state + digits[0] <= 1).then_some(state + digits[0]);
        Self::by_rows(numeration, &[x], step, |state| state == 1, budget)
    }

    /// `y` is `floor(slope * x)` with the slope of the numeration ([`super::Integer::SlopeFloor`]), for two different tracks.
    ///
    /// # Errors
    /// In a base, and in a cubic numeration.
    pub fn slope_floor(numeration: Numeration, [x, y]: [Natural; 2], budget: &Budget) -> Result<Self, Abandoned> {
        let top = x.0.max(y.0).checked_add(2).ok_or(Abandoned::TooWide)?;
        let help = [Natural(top - 1), Natural(top)];
        let positive = match numeration {
            Numeration::Base(_) | Numeration::Cubic(_) => return Err(Abandoned::Foreign),
            Numeration::Zeckendorf => golden(numeration, [x, y], help, budget)?,
            Numeration::Metallic(factor) => metallic(numeration, factor.get(), [x, y], help[0], budget)?,
            Numeration::Chebyshev(_) => one_less_than_shifted(numeration, [x, y], help[0], budget)?,
        };
        let zero = |track| Self::linear(numeration, &[(track, 1)], 0, Sign::Zero, budget);
        positive.or(&zero(x)?.and(&zero(y)?, budget)?, budget)
    }
}

fn period_of(numeration: Numeration, number: u32) -> Result<u32, Abandoned> {
    match numeration {
        Numeration::Base(radix) => exponent(radix.get(), number).ok_or(Abandoned::Foreign),
        Numeration::Zeckendorf | Numeration::Metallic(_) | Numeration::Chebyshev(_) | Numeration::Cubic(_) => {
            Err(Abandoned::Foreign)
        }
    }
}

/// `y` has the digits of `x` and a zero behind them: its digit that was read last is the next one of `x`.
fn shifted(numeration: Numeration, [x, y]: [Natural; 2], budget: &Budget) -> Result<Automaton, Abandoned> {
    let step = |state: u32, digits: &[u32]| (digits[0] == state).then_some(digits[1]);
    Automaton::by_rows(numeration, &[x, y], step, |state| state == 0, budget)
}

/// For x from 1 on, `floor(phi * x) - 1` has the digits of x - 1 and a zero behind them; see Fraenkel, *How to beat your
/// Wythoff games' opponent on three fronts* (1982), for the digits of both sequences of Wythoff pairs.
fn golden(
    numeration: Numeration,
    [x, y]: [Natural; 2],
    [before_x, before_y]: [Natural; 2],
    budget: &Budget,
) -> Result<Automaton, Abandoned> {
    let follows = |after, before| Automaton::linear(numeration, &[(after, 1), (before, -1)], -1, Sign::Zero, budget);
    let shift = shifted(numeration, [before_x, before_y], budget)?;
    let positive = shift.and(&follows(x, before_x)?, budget)?.exists(before_x, budget)?;
    positive.and(&follows(y, before_y)?, budget)?.exists(before_y, budget)
}

/// For x from 1 on, y = floor(slope * x) are the numbers with an even number of zeros at their end, and with one more zero they
/// are y + a * x (Fraenkel 1982, section 4).
///
/// With L = (a + sqrt(a^2 + 4)) / 2, digits d(i) at the place i and s, the number with one more zero, it follows from
/// weight(i + 1) - L * weight(i) = (L - 1) / L * (-1 / L)^i that slope * (s - y) / a - y = sum of d(i) * (-1 / L)^i / L. The sum
/// is less than 1, and its sign is that of its last digit. s - y is a multiple of a, since every weight is 1 modulo a. The
/// numbers with an odd number of zeros are the s, hence the multiples of slope + a, rounded down; so nothing is missing (Beatty).
fn metallic(
    numeration: Numeration,
    factor: u32,
    [x, y]: [Natural; 2],
    shift: Natural,
    budget: &Budget,
) -> Result<Automaton, Abandoned> {
    // Zeros behind a digit that is not 0: 1 after an even number of them, 2 after an odd one.
    let step = |state: u32, digits: &[u32]| match (state, digits[0]) {
        (0, 0) => Some(0),
        (1, 0) => Some(2),
        _ => Some(1),
    };
    let even = Automaton::by_rows(numeration, &[y], step, |state| state == 1, budget)?;
    let sum = [(y, 1), (x, factor.into()), (shift, -1)];
    let shifted = shifted(numeration, [y, shift], budget)?.and(&even, budget)?;
    shifted.and(&Automaton::linear(numeration, &sum, 0, Sign::Zero, budget)?, budget)?.exists(shift, budget)
}

/// For x from 1 on, floor(slope * x) is one less than x with a zero behind its digits.
///
/// The weights are (L^(i + 1) - L^(-i - 1)) / (L - 1 / L) with L = slope, so that weight(i + 1) - L * weight(i) = L^(-i - 1), and
/// x with a zero is L * x plus the sum of d(i) * L^(-i - 1). That is positive, and less than 1: what must not stand in a word is the
/// same backwards, and the digits of 1 after the point are c - 1, c - 2, c - 2, ... (Parry 1960).
fn one_less_than_shifted(
    numeration: Numeration,
    [x, y]: [Natural; 2],
    shift: Natural,
    budget: &Budget,
) -> Result<Automaton, Abandoned> {
    let positive = Automaton::linear(numeration, &[(x, -1)], 1, Sign::AtMostZero, budget)?;
    let less = Automaton::linear(numeration, &[(y, 1), (shift, -1)], 1, Sign::Zero, budget)?;
    let shifted = shifted(numeration, [x, shift], budget)?.and(&positive, budget)?;
    shifted.and(&less, budget)?.exists(shift, budget)
}
