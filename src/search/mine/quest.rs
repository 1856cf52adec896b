//! Units of mining by number: a target, a base, a guess which pairs are extra or missing, and a share of the branches. Knows
//! nothing about moves.

/// In so many shares the branches of a quest are followed.
pub(super) const SHARES: u64 = 8;
/// No target has more guesses.
const MOST_GUESSES: usize = 2_000;

/// What is looked for by one guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quest {
    pub(super) target: usize,
    pub(super) base: usize,
    /// Which of the pairs that may be exceptions are, by their places among them.
    pub(super) exceptions: Vec<usize>,
}

/// All quests of a search.
#[derive(Clone, Debug)]
pub(super) struct Quests {
    bases: u64,
    /// For each target its guesses.
    guesses: Vec<Vec<Vec<usize>>>,
}

impl Quests {
    /// From the number of pairs of each target that may be exceptions.
    pub(super) fn new(pools: &[usize], bases: usize, exceptions: usize) -> Self {
        Self { bases: bases as u64, guesses: pools.iter().map(|pool| guesses(*pool, exceptions)).collect() }
    }

    /// How many quests there are.
    pub(super) fn count(&self) -> u64 {
        self.guesses.iter().map(|guesses| guesses.len() as u64).sum::<u64>() * self.bases
    }

    /// How many units there are.
    pub(super) fn units(&self) -> u64 {
        self.count() * SHARES
    }

    /// The quest of a unit with its share.
    pub(super) fn at(&self, unit: u64) -> Option<(Quest, u64)> {
        let (mut rest, share) = (unit / SHARES, unit % SHARES);
        for (target, guesses) in self.guesses.iter().enumerate() {
            let each = guesses.len() as u64;
            if rest < each * self.bases {
                let (base, guess) = (usize::try_from(rest / each).ok()?, usize::try_from(rest % each).ok()?);
                return Some((Quest { target, base, exceptions: guesses.get(guess)?.clone() }, share));
            }
            rest -= each * self.bases;
        }
        None
    }
}

/// All choices of at most so many places, the smallest choices first.
fn guesses(pool: usize, exceptions: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..exceptions.min(pool) {
        let longer = |guess: &Vec<usize>| {
            let guess = guess.clone();
            let from = guess.last().map_or(0, |last| last + 1);
            (from..pool).map(move |place| guess.iter().copied().chain([place]).collect::<Vec<_>>())
        };
        last = last.iter().flat_map(longer).collect();
        if MOST_GUESSES < all.len() + last.len() {
            break;
        }
        all.extend(last.iter().cloned());
    }
    all
}

#[cfg(test)]
mod tests;
