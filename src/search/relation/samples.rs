//! What a condition says on a set of samples, as bits: conditions that agree there count once. Knows nothing about texts.
use super::form::{Clause, Literal, MoveRelation, Pair};

/// The longest row.
const LONGEST: usize = 256;
/// Options along a row as bits.
type SampleRow = [u64; LONGEST / 64];

/// Options of one position with the same smaller heap left.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct OptionRow {
    position: Pair,
    left: i64,
    /// What is left of the larger heap is below this.
    bound: i64,
}

/// Positions with options, on which conditions are compared: all small ones, and some larger.
pub(in crate::search) fn samples() -> Vec<Vec<OptionRow>> {
    let row = |(small, large): Pair, left: i64| {
        // The position is no option of itself.
        let bound = if left == small { large } else { large + 1 };
        OptionRow { position: (small, large), left, bound }
    };
    let small = (0..=12).flat_map(|large| (0..=large).map(move |small| (small, large)));
    let mut samples: Vec<Vec<OptionRow>> =
        small.map(|position| (0..=position.0).map(|left| row(position, left)).collect()).collect();
    for (small, large) in [(0, 200), (1, 100), (2, 50), (5, 200), (13, 60), (34, 100), (50, 50), (89, 144), (150, 200)]
    {
        let left = [0, 1, 2, small / 3, small / 2, small - 1, small].into_iter().filter(|left| 0 <= *left);
        samples.push(left.map(|left| row((small, large), left)).collect());
    }
    // With little left, every larger heap tells one large coefficient from the next.
    samples.extend((13..=140).map(|large| [0, 1].map(|left| row((large / 2, large), left)).to_vec()));
    samples
}

/// What a condition says on the samples; none if it is always or never true, or speaks of positions alone.
pub(in crate::search) fn meaning(relation: &MoveRelation, samples: &[Vec<OptionRow>]) -> Option<Vec<u64>> {
    let mut bits = Vec::new();
    let mut decides = false;
    for rows in samples {
        let (mut some, mut every) = (false, true);
        for options in rows {
            // Where the bound is negative there is no option.
            let words = usize::try_from(options.bound.max(0)).expect("a bound of samples is small").div_ceil(64);
            let all = interval(0, options.bound - 1);
            let mut holds = SampleRow::default();
            for clause in &relation.0 {
                let row = along(clause, options);
                holds.iter_mut().zip(row).for_each(|(any, word)| *any |= word);
            }
            some |= holds != SampleRow::default();
            every &= holds == all;
            bits.extend(&holds[..words]);
        }
        decides |= some && !every;
    }
    decides.then_some(bits)
}

/// The options of a row for which all literals hold.
fn along(clause: &Clause, options: &OptionRow) -> SampleRow {
    let last = options.bound - 1;
    let mut row = interval(0, last);
    for literal in clause {
        let holds = match literal {
            // The value is factor * l + rest for the heap l that is left of the larger one.
            Literal::AtMostZero(form) => {
                let (factor, rest) = (form.option[1], form.at(options.position, (options.left, 0)));
                match factor {
                    0 if rest <= 0 => continue,
                    0 => SampleRow::default(),
                    factor if 0 < factor => interval(0, last.min((-rest).div_euclid(factor))),
                    factor => interval(-(-rest).div_euclid(-factor), last),
                }
            }
            Literal::NotZero(form) => {
                let (factor, rest) = (form.option[1], form.at(options.position, (options.left, 0)));
                let zero = match factor {
                    0 if rest == 0 => interval(0, last),
                    factor if factor != 0 && rest % factor == 0 => {
                        let zero = -rest / factor;
                        if 0 <= zero && zero <= last { interval(zero, zero) } else { continue }
                    }
                    _ => continue,
                };
                zero.map(|word| !word)
            }
            _ => one_by_one(literal, options),
        };
        row.iter_mut().zip(holds).for_each(|(all, word)| *all &= word);
    }
    row
}

fn one_by_one(literal: &Literal, options: &OptionRow) -> SampleRow {
    let mut row = SampleRow::default();
    for (at, left) in (0..options.bound).enumerate() {
        let holds = literal.holds(options.position, (options.left, left));
        row[at / 64] |= u64::from(holds) << (at % 64);
    }
    row
}

/// The bits from `first` to `last`, both included; none if `last` comes before.
fn interval(first: i64, last: i64) -> SampleRow {
    let mut row = SampleRow::default();
    for (word, start) in row.iter_mut().zip((0..).step_by(64)) {
        let (low, high) = ((first - start).max(0), (last - start).min(63));
        if low <= high {
            *word = (u64::MAX << low) & (u64::MAX >> (63 - high));
        }
    }
    row
}

#[cfg(test)]
mod tests;
