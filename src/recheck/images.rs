//! Maps of the natural numbers to themselves that add to all but the first few numbers one of finitely many integers, in turn; and whether such a
//! map gives the values of a game with a pass by those without (`passes` says why). Knows nothing of games.
use super::making::{constant, test};
use super::spent::CheckEffort;
use crate::ruleset::statement::Formula;
use crate::ruleset::{Comparison, Term};
use num_integer::Integer;

/// First numbers that are listed, and integers that come in turn, at most.
const MOST_FIRST: usize = 1 << 10;
const MOST_IN_TURN: usize = 64;
/// The images of the first few numbers, and what is added to others, are at most this.
const LARGEST_IMAGE: i64 = 1 << 11;
/// Numbers that are tried at most.
const MOST_TRIED: usize = 1 << 14;
/// So many numbers are gone through in the time that a node of a graph takes.
const NUMBERS_AT_ONCE: usize = 64;

/// Such a map.
#[derive(Clone, Debug)]
pub(super) struct NumberMap {
    /// The images of 0, 1, ...
    first: Vec<i64>,
    /// What is added to the numbers after these, in turn.
    then: Vec<i64>,
}

impl NumberMap {
    /// Every number is its own image.
    pub(super) fn identity() -> Self {
        Self { first: Vec::new(), then: vec![0] }
    }

    /// The map of a certificate, if its numbers are neither too many nor too large, and none has a negative image.
    pub(super) fn checked(first: &[u64], then: &[i64]) -> Result<Self, String> {
        let within = |number: &i64| (-LARGEST_IMAGE..=LARGEST_IMAGE).contains(number);
        let first: Option<Vec<i64>> = first.iter().map(|image| i64::try_from(*image).ok().filter(within)).collect();
        let first = first.filter(|first| first.len() <= MOST_FIRST).ok_or("such a map is too large to be checked")?;
        if then.is_empty() || MOST_IN_TURN < then.len() || !then.iter().all(within) {
            return Err("such a map is too large to be checked".to_owned());
        }
        let map = Self { first, then: then.to_vec() };
        // Later ones are larger.
        if (0..map.first.len() + map.then.len()).any(|number| map.at(number) < 0) {
            return Err("the image of a number is negative".to_owned());
        }
        Ok(map)
    }

    /// The image of a number below 2^62.
    pub(super) fn at(&self, number: usize) -> i64 {
        let place = number.checked_sub(self.first.len());
        place.map_or_else(|| self.first[number], |place| natural(number) + self.then[place % self.then.len()])
    }

    /// That one number is the image of another, which is not negative.
    pub(super) fn formula(&self, number: &Term, image: &Term) -> Formula {
        let is = |number: &Term, value: i64| test(number.clone(), Comparison::Equal, constant(value.into()));
        let listed = self.first.iter().enumerate();
        let listed = listed.map(|(at, value)| Formula::And(vec![is(number, natural(at)), is(image, *value)]));
        let beyond = test(constant(natural(self.first.len()).into()), Comparison::AtMost, number.clone());
        let period = natural(self.then.len());
        let in_turn = self.then.iter().enumerate().map(|(at, added)| {
            let mut parts = vec![beyond.clone()];
            if 1 < period {
                let class = natural(self.first.len() + at) % period;
                let rest = Term::Modulo(Box::new(number.clone()), Box::new(constant(period.into())));
                parts.push(is(&rest, class));
            }
            let sum = Term::Sum(vec![number.clone(), constant((*added).into())]);
            parts.push(test(image.clone(), Comparison::Equal, sum));
            Formula::And(parts)
        });
        Formula::Or(listed.chain(in_turn).collect())
    }
}

/// Confirms of maps f and g that for all w and all l that are not below `least` or w,
///
/// > f(w) is the least number that is neither g(w) nor f(v) for some v <= l other than w.
///
/// That is so if f takes no value twice and never that of g, and every j < f(w) other than g(w) is f(v) for some v at most w or `least`. All of
/// this follows from the first few numbers. From N on let both maps add the same to w and w + m, and let no image differ from its number by more
/// than D.
/// - If f(v) = f(w), the two are at most 2 D apart, and are equal images still with m taken from both, as long as they are N + m or more: so some
///   such v is below N + m, and w below N + m + 2 D.
/// - If f(w) = g(w), the same is true of w - m, as long as w is N + m or more.
/// - Let w be at least W = max(N, `least`) + 2 m + 2 D, and the rest so of w' = w - m, which is above `least`, and at least N + m + 2 D. A j < f(w)
///   other than g(w) that is at least m + N + D is m more than one below f(w') other than g(w'). That one is some f(v) with v <= w'; v is
///   N or more, as smaller ones have images below N + D; so j is f(v + m). A smaller j is below f(w') and g(w'), which are at least w' - D, so
///   it is f(v) for some v <= w'.
pub(super) fn gives_least(
    spent: &CheckEffort<'_>,
    image: &NumberMap,
    passed: &NumberMap,
    least: usize,
) -> Result<(), String> {
    let first = image.first.len().max(passed.first.len());
    let period = image.then.len().lcm(&passed.then.len());
    let apart = |number: usize| {
        [image, passed].map(|map| map.at(number).abs_diff(natural(number))).into_iter().max().unwrap_or(0)
    };
    let farthest = (0..first + period).map(apart).max().unwrap_or(0);
    let farthest = usize::try_from(farthest).map_err(|_| "an image is too far away")?;
    let tried = first.max(least) + 2 * period + 2 * farthest;
    let expensive = "so many numbers are not tried";
    if MOST_TRIED < tried {
        return Err(expensive.to_owned());
    }
    // No image of a number that is tried is larger.
    let mut is_met = vec![false; tried + farthest + 1];
    let mut lowest_free = 0;
    let mut met = 0;
    for number in 0..tried {
        spent.spend(1).map_err(|_| expensive)?;
        while met <= number.max(least) && met < tried {
            let own = usize::try_from(image.at(met)).map_err(|_| "the image of a number is negative")?;
            let place = is_met.get_mut(own).ok_or("an image is too far away")?;
            if std::mem::replace(place, true) {
                return Err(format!("{own} is the image of two numbers"));
            }
            met += 1;
        }
        let (own, other) = (image.at(number), passed.at(number));
        if own == other {
            return Err(format!("{number} has the value {own} before and after a pass"));
        }
        while is_met.get(lowest_free) == Some(&true) {
            lowest_free += 1;
        }
        let missing = (lowest_free..is_met.len()).find(|at| !is_met[*at] && natural(*at) != other);
        let looked_at = missing.map_or(is_met.len(), |missing| missing) - lowest_free;
        spent.spend(looked_at / NUMBERS_AT_ONCE).map_err(|_| expensive)?;
        if missing.is_some_and(|missing| natural(missing) < own) {
            return Err(format!("a number below {own}, the image of {number}, is that of none up to it"));
        }
    }
    Ok(())
}

fn natural(number: usize) -> i64 {
    i64::try_from(number).expect("numbers that are tried are small")
}

#[cfg(test)]
mod tests;
