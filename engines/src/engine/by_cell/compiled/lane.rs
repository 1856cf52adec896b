//! Numbers of 32 or 64 bits in lanes, and what is done with them. Nothing overflows: ranges are known before (`program.rs`).
use super::brief::IS_SMALL;
use std::array::from_fn;

/// Numbers that are worked on at once.
pub(super) const LANES: usize = 256;

/// One number for each lane.
pub(super) type Lanes<N> = [N; LANES];

/// A number of a lane. Truth is all bits or none.
pub(super) trait LaneNumber: Copy + Ord + Default + std::fmt::Debug + Send + Sync {
    /// The greatest number in absolute value that may occur.
    const MOST: i128;
    fn of(value: i64) -> Self;
    /// The number of a lane.
    fn near(at: usize) -> Self;
    fn wide(self) -> i64;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The quotient rounded down; 0 where the divisor is 0, which is told beside.
    fn quotient(self, other: Self) -> Self;
    /// The remainder with the sign of the divisor; 0 where that is 0, which is told beside.
    fn remainder(self, other: Self) -> Self;
    /// The quotient by a power of 2 whose exponent is from 0 to 30.
    fn shift(self, exponent: Self) -> Self;
    /// Multiples by one number.
    fn multiples(out: &mut [Self], all: &[Self], by: Self);
    /// Quotients by one divisor, rounded down.
    fn quotients(out: &mut [Self], all: &[Self], by: Self);
    /// Remainders of one divisor.
    fn remainders(out: &mut [Self], all: &[Self], by: Self);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn not(self) -> Self;
    /// The integer square root; 0 of negative numbers, which is told beside.
    fn root(self) -> Self;
    /// The same of many numbers.
    fn roots(out: &mut [Self], all: &[Self]);
    /// The numbers of a list at some places; its last one at those that it does not have.
    fn looked(out: &mut [Self], at: &[Self], list: &[i32]);
    fn truth(known: bool) -> Self;
    /// As an index; lanes whose mask is empty give 0.
    fn index(self, mask: Self) -> usize;
    /// As an index below 2^31 with a mark beside it; lanes whose mask is empty give 0.
    fn packed(self, mask: Self, mark: u32) -> u32;
    fn is_true(self) -> bool;
}

macro_rules! lane {
    ($name:ty, $most:expr, $of:path, $roots:path, $index:path, $word:path, $quotients:path, $remainders:path) => {
        impl LaneNumber for $name {
            const MOST: i128 = $most;

            #[inline]
            fn of(value: i64) -> Self {
                $of(value)
            }

            #[inline]
            fn near(at: usize) -> Self {
                Self::try_from(at).expect("there are few lanes")
            }

            #[inline]
            fn wide(self) -> i64 {
                i64::from(self)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline]
            fn quotient(self, other: Self) -> Self {
                if other == 0 {
                    return 0;
                }
                let quotient = self.wrapping_div(other);
                let inexact = quotient.wrapping_mul(other) != self;
                quotient.wrapping_sub(Self::from(inexact && (self < 0) != (other < 0)))
            }

            #[inline]
            fn remainder(self, other: Self) -> Self {
                if other == 0 {
                    return 0;
                }
                let rest = self.wrapping_rem(other);
                if rest != 0 && (rest < 0) != (other < 0) { rest + other } else { rest }
            }

            #[inline]
            fn shift(self, exponent: Self) -> Self {
                self >> (exponent & 31)
            }

            #[inline(always)]
            fn multiples(out: &mut [Self], all: &[Self], by: Self) {
                let pairs = out.iter_mut().zip(all);
                match by {
                    -1 if !cfg!(target_arch = "wasm32") => pairs.for_each(|(out, own)| *out = own.wrapping_neg()),
                    1.. if !cfg!(target_arch = "wasm32") && by.count_ones() == 1 => {
                        let shift = by.trailing_zeros();
                        pairs.for_each(|(out, own)| *out = *own << shift);
                    }
                    _ => pairs.for_each(|(out, own)| *out = own.wrapping_mul(by)),
                }
            }

            #[inline(always)]
            fn quotients(out: &mut [Self], all: &[Self], by: Self) {
                $quotients(out, all, by);
            }

            #[inline(always)]
            fn remainders(out: &mut [Self], all: &[Self], by: Self) {
                $remainders(out, all, by);
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline]
            fn not(self) -> Self {
                !self
            }

            #[inline]
            fn root(self) -> Self {
                self.max(0).isqrt()
            }

            #[inline(always)]
            fn roots(out: &mut [Self], all: &[Self]) {
                $roots(out, all);
            }

            #[inline(always)]
            fn looked(out: &mut [Self], at: &[Self], list: &[i32]) {
                let Some(last) = list.len().checked_sub(1) else { return };
                out.iter_mut().zip(at).for_each(|(out, at)| *out = Self::from(list[$index(*at).min(last)]));
            }

            #[inline]
            fn truth(known: bool) -> Self {
                -Self::from(known)
            }

            #[inline]
            fn index(self, mask: Self) -> usize {
                $index(self & mask)
            }

            #[inline]
            fn packed(self, mask: Self, mark: u32) -> u32 {
                $word(self & mask) | $word(mask) & mark
            }

            #[inline]
            fn is_true(self) -> bool {
                self != 0
            }
        }
    };
}

lane!(i32, 1 << 30, narrow, roots_by_digits, near, i32::cast_unsigned, quotients_by_products, remainders_by_products);
lane!(i64, 1 << 62, whole, roots_one_by_one, far, low_word, wide_quotients, wide_remainders);

/// A divisor that is not 0, whose quotients are products.
///
/// With `2^(l - 1) < d <= 2^l` and `m = ceil(2^(31 + l) / d)`, the number `m * d` is less than `2^l` above `2^(31 + l)`, so that
/// `u * m >> (31 + l)` is `u / d` rounded down for all `0 <= u < 2^31` (T. Granlund, P. Montgomery, "Division by invariant integers using
/// multiplication", PLDI 1994, Theorem 4.2). `m` is less than `2^32`: no product leaves 64 bits.
#[derive(Clone, Copy)]
struct LaneDivisor {
    multiplier: u32,
    shift: u32,
    /// All bits where the divisor is below 0, else none.
    sign: i32,
}

impl LaneDivisor {
    fn of(by: i32) -> Self {
        let size = u64::from(by.unsigned_abs());
        let shift = 31 + size.next_power_of_two().trailing_zeros();
        let multiplier = u32::try_from((1_u64 << shift).div_ceil(size)).expect("less than 2^32, since 2^(l - 1) < d");
        Self { multiplier, shift, sign: by >> 31 }
    }

    /// The quotient rounded down. The quotients of `x` and `-1 - x` add up to -1, so that none below 0 is asked for.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a quotient of a number of 31 bits has no more")]
    fn quotient(self, own: i32) -> i32 {
        let upright = (own ^ self.sign).wrapping_sub(self.sign);
        let below = upright >> 31;
        let natural = u64::from((upright ^ below).cast_unsigned());
        ((natural * u64::from(self.multiplier)) >> self.shift) as i32 ^ below
    }
}

/// Whether a division is a shift.
fn is_power_of_two(by: i32) -> bool {
    0 < by && by.count_ones() == 1
}

#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn quotients_by_products(out: &mut [i32], all: &[i32], by: i32) {
    if by == 0 {
        return out.fill(0);
    }
    if is_power_of_two(by) {
        let shift = by.trailing_zeros();
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = *own >> shift);
    }
    let divisor = LaneDivisor::of(by);
    out.iter_mut().zip(all).for_each(|(out, own)| *out = divisor.quotient(*own));
}

#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn remainders_by_products(out: &mut [i32], all: &[i32], by: i32) {
    if by == 0 {
        return out.fill(0);
    }
    if is_power_of_two(by) {
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = *own & (by - 1));
    }
    let divisor = LaneDivisor::of(by);
    out.iter_mut().zip(all).for_each(|(out, own)| *out = own.wrapping_sub(divisor.quotient(*own).wrapping_mul(by)));
}

/// A divisor as a number of 32 bits, if it and all these numbers are such, of less than all bits.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn narrow_divisor(all: &[i64], by: i64) -> Option<i32> {
    let fits = |own: i64| own.wrapping_add(1 << 30).cast_unsigned() >> 31 == 0;
    let are_narrow = all.iter().fold(true, |all, own| all & fits(*own));
    (by != 0 && are_narrow && fits(by)).then(|| narrow(by))
}

#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn wide_quotients(out: &mut [i64], all: &[i64], by: i64) {
    if cfg!(target_arch = "wasm32") {
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = own.quotient(by));
    }
    if 0 < by && by.count_ones() == 1 {
        let shift = by.trailing_zeros();
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = *own >> shift);
    }
    if let Some(divisor) = narrow_divisor(&all[..out.len()], by).map(LaneDivisor::of) {
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = i64::from(divisor.quotient(narrow(*own))));
    }
    out.iter_mut().zip(all).for_each(|(out, own)| *out = own.quotient(by));
}

#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn wide_remainders(out: &mut [i64], all: &[i64], by: i64) {
    if cfg!(target_arch = "wasm32") {
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = own.remainder(by));
    }
    if 0 < by && by.count_ones() == 1 {
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = *own & (by - 1));
    }
    if let Some(divisor) = narrow_divisor(&all[..out.len()], by).map(LaneDivisor::of) {
        let rest = |own: i64| own - i64::from(divisor.quotient(narrow(own))) * by;
        return out.iter_mut().zip(all).for_each(|(out, own)| *out = rest(*own));
    }
    out.iter_mut().zip(all).for_each(|(out, own)| *out = own.remainder(by));
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "ranges are known to fit before a program runs")]
fn narrow(value: i64) -> i32 {
    value as i32
}

/// The roots of natural numbers, digit by digit in base 2, of so many at once as are worked on as one.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn roots_by_digits(out: &mut [i32], all: &[i32]) {
    // The root of the greatest has so many digits, and no other has more.
    let most = if IS_SMALL { 15 } else { all.iter().copied().max().unwrap_or(0).max(1).ilog2() / 2 };
    for (out, all) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(all.as_chunks::<WIDTH>().0) {
        let (mut left, mut root) = (all.map(|own| own.max(0)), [0i32; WIDTH]);
        for bit in (0..=most).rev().map(|half| 1i32 << (2 * half)) {
            let next = root.map(|root| root + bit);
            let fits: [i32; WIDTH] = from_fn(|at| -i32::from(next[at] <= left[at]));
            left = from_fn(|at| left[at] - (next[at] & fits[at]));
            root = from_fn(|at| (root[at] >> 1) + (bit & fits[at]));
        }
        *out = root;
    }
}

/// The roots of natural numbers, one after the other: neighbours often have the same.
fn roots_one_by_one(out: &mut [i64], all: &[i64]) {
    let mut root = 0;
    for (out, own) in out.iter_mut().zip(all) {
        let own = (*own).max(0);
        let least = root * root;
        if IS_SMALL || own < least || 2 * root < own - least {
            root = own.root();
        }
        *out = root;
    }
}

#[inline]
fn whole(value: i64) -> i64 {
    value
}

#[inline]
fn near(cell: i32) -> usize {
    cell.cast_unsigned() as usize
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a lane whose mask is full holds a cell of the board, which fits the memory"
)]
fn far(cell: i64) -> usize {
    cell.cast_unsigned() as usize
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "indices that are packed fit, and of a mask any bits serve")]
fn low_word(cell: i64) -> u32 {
    cell.cast_unsigned() as u32
}

/// An operand: a number for each lane, or one for all.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand<'a, N> {
    Each(&'a Lanes<N>),
    One(N),
}

/// Lanes that are worked on as one: loops over so many need no rest.
pub(super) const WIDTH: usize = 8;

/// Fills at least the first lanes with a function of two operands; it is asked of what else is in the last lanes, too.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
pub(super) fn binary<N: LaneNumber>(
    out: &mut Lanes<N>,
    count: usize,
    operands: (Operand<'_, N>, Operand<'_, N>),
    of: impl Fn(N, N) -> N,
) {
    onto(out, count, operands, |_, left, right| of(left, right));
}

/// Changes at least the first lanes by a function of what is there and of two operands, as [`binary`] does.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
pub(super) fn onto<N: LaneNumber>(
    out: &mut Lanes<N>,
    count: usize,
    (left, right): (Operand<'_, N>, Operand<'_, N>),
    of: impl Fn(N, N, N) -> N,
) {
    let out = &mut out.as_chunks_mut::<WIDTH>().0[..count.div_ceil(WIDTH)];
    match (left, right) {
        (Operand::Each(left), Operand::Each(right)) => {
            for ((out, left), right) in out.iter_mut().zip(chunks(left)).zip(chunks(right)) {
                *out = from_fn(|at| of(out[at], left[at], right[at]));
            }
        }
        (Operand::Each(left), Operand::One(right)) => {
            for (out, left) in out.iter_mut().zip(chunks(left)) {
                *out = from_fn(|at| of(out[at], left[at], right));
            }
        }
        (Operand::One(left), Operand::Each(right)) => {
            for (out, right) in out.iter_mut().zip(chunks(right)) {
                *out = from_fn(|at| of(out[at], left, right[at]));
            }
        }
        (Operand::One(left), Operand::One(right)) => {
            for out in out.iter_mut() {
                *out = out.map(|own| of(own, left, right));
            }
        }
    }
}

/// Fills at least the first lanes with a function of one operand, as [`binary`] does.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
pub(super) fn unary<N: LaneNumber>(out: &mut Lanes<N>, count: usize, operand: Operand<'_, N>, of: impl Fn(N) -> N) {
    let out = &mut out.as_chunks_mut::<WIDTH>().0[..count.div_ceil(WIDTH)];
    match operand {
        Operand::Each(operand) => {
            for (out, operand) in out.iter_mut().zip(chunks(operand)) {
                *out = operand.map(&of);
            }
        }
        Operand::One(operand) => out.fill([of(operand); WIDTH]),
    }
}

/// Fills lanes with an arithmetic progression.
#[inline]
pub(super) fn arithmetic<N: LaneNumber>(out: &mut [N], first: N, distance: N) {
    let ahead: [N; WIDTH] = from_fn(|at| distance.times(N::near(at)));
    let jump = distance.times(N::near(WIDTH));
    let mut first = first;
    let (wide, rest) = out.as_chunks_mut::<WIDTH>();
    for out in wide {
        *out = ahead.map(|ahead| first.plus(ahead));
        first = first.plus(jump);
    }
    for (out, ahead) in rest.iter_mut().zip(ahead) {
        *out = first.plus(ahead);
    }
}

fn chunks<N>(lanes: &Lanes<N>) -> &[[N; WIDTH]] {
    lanes.as_chunks().0
}

/// Fills exactly the first lanes with a function of two operands that takes long for each.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
pub(super) fn one_by_one<N: LaneNumber>(
    out: &mut Lanes<N>,
    count: usize,
    (left, right): (Operand<'_, N>, Operand<'_, N>),
    of: impl Fn(N, N) -> N,
) {
    for (at, out) in out[..count].iter_mut().enumerate() {
        *out = of(left.at(at), right.at(at));
    }
}

impl<N: LaneNumber> Operand<'_, N> {
    #[inline]
    fn at(self, lane: usize) -> N {
        match self {
            Self::Each(lanes) => lanes[lane],
            Self::One(own) => own,
        }
    }
}

#[cfg(test)]
mod tests;
