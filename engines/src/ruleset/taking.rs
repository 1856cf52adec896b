//! What may be taken and left: the rules of a game of taking and breaking. Knows nothing of values.

mod read;

pub use read::{code, taking};

/// How much is taken from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Taken {
    /// So many.
    Exactly(usize),
    /// So many or more.
    AtLeast(usize),
}

/// A kind of move: so many are taken, and what is left is so many heaps, none of them empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Taking {
    /// What is taken.
    pub taken: Taken,
    /// The number of heaps that are left, at most three.
    pub left: usize,
    /// Whether two heaps that are left have different sizes.
    pub different: bool,
}

/// The rules of a game of taking and breaking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Each once, in ascending order.
    pub rules: Vec<Taking>,
}

impl Code {
    pub(crate) fn new(mut rules: Vec<Taking>) -> Self {
        rules.sort_unstable();
        rules.dedup();
        Self { rules }
    }

    /// The greatest number that is taken; `None` if that has no end.
    #[must_use]
    pub fn most_taken(&self) -> Option<usize> {
        let taken = |rule: &Taking| match rule.taken {
            Taken::Exactly(count) => Some(count),
            Taken::AtLeast(_) => None,
        };
        self.rules.iter().map(taken).try_fold(0, |most, taken| Some(most.max(taken?)))
    }

    /// The most heaps that are left.
    #[must_use]
    pub fn most_left(&self) -> usize {
        self.rules.iter().map(|rule| rule.left).max().unwrap_or(0)
    }

    /// In words: `0.77`, or what is said instead where no code of digits says it.
    pub(crate) fn name(&self) -> String {
        let Some(most) = self.most_taken().filter(|_| self.rules.iter().all(|rule| !rule.different)) else {
            return "rules of taking and breaking".to_owned();
        };
        let mut digits = vec![0u32; most.max(1) + 1];
        for rule in &self.rules {
            if let Taken::Exactly(taken) = rule.taken {
                digits[taken] |= 1 << rule.left;
            }
        }
        let letters: String = digits[1..].iter().filter_map(|digit| char::from_digit(*digit, 16)).collect();
        format!("the code {}.{letters}", digits[0])
    }
}
