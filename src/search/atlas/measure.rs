//! How hard a sequence is to foretell. Knows nothing about games.

/// Increments that repeat are looked for up to this period.
const LONGEST_PERIOD: usize = 6;
/// The sums of the last three terms that are tried as the next one, the last one first.
const SUMS: [[i128; 3]; 9] =
    [[1, 0, 0], [2, -1, 0], [3, -3, 1], [1, 1, 0], [2, 0, 0], [2, 1, 0], [3, 0, 0], [1, 0, 1], [3, -1, 0]];

/// The bits that the best of some simple guesses leaves to be said, in tenths of a bit a term: sums of the last three terms,
/// increments that repeat with a period up to six, and the quotient of the last two terms. One guess serves all terms.
pub(super) fn complexity(terms: &[i64]) -> u64 {
    let guesses = (0..SUMS.len() + LONGEST_PERIOD).map(|guess| {
        let left = |place: usize| u64::from(128 - missed(guess, &terms[..place], terms[place]).leading_zeros());
        (1..terms.len()).map(left).sum::<u64>()
    });
    guesses.min().unwrap_or(0) * 10 / (terms.len().max(2) as u64 - 1)
}

/// How far a guess is from the next term, doubled, and one more if it is too large.
fn missed(guess: usize, before: &[i64], next: i64) -> u128 {
    let term = |back: usize| before.len().checked_sub(back).map_or(0, |place| i128::from(before[place]));
    let guessed = match (SUMS.get(guess), guess.saturating_sub(SUMS.len())) {
        (Some(sum), _) => (1..).zip(sum).map(|(back, factor)| factor * term(back)).sum(),
        // The quotient of the last two terms goes on.
        (None, 0) if term(2) != 0 => term(1) * term(1) / term(2),
        (None, 0) => term(1),
        (None, one_less) => term(1) + term(one_less + 1) - term(one_less + 2),
    };
    let difference = i128::from(next) - guessed;
    difference.unsigned_abs() * 2 + u128::from(difference < 0)
}

#[cfg(all(test, has_tests))]
mod tests;
