//! Moves as linear conditions on a position and its option. Knows nothing about texts, boards or targets.

/// Coefficients and constants beyond this are refused, so that no evaluation on heaps below 2^31 leaves 64 bits.
pub(in crate::search) const LARGEST: i64 = 1 << 24;

/// A pair of heaps, the smaller one first.
pub(in crate::search) type Pair = (i64, i64);

/// A linear form over the heaps, the heaps after the move, and 1. The first heap is the smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::search) struct LinearForm {
    /// Coefficients of the heaps before the move.
    pub(in crate::search) heaps: [i64; 2],
    /// Coefficients of the same heaps after the move.
    pub(in crate::search) option: [i64; 2],
    /// What is added.
    pub(in crate::search) constant: i64,
}

impl LinearForm {
    pub(in crate::search) fn new(heaps: [i64; 2], option: [i64; 2], constant: i64) -> Self {
        Self { heaps, option, constant }
    }

    pub(in crate::search) fn parts(&self) -> [i64; 5] {
        [self.heaps[0], self.heaps[1], self.option[0], self.option[1], self.constant]
    }

    fn from_parts(parts: [i64; 5]) -> Option<Self> {
        let [a, b, c, d, constant] = parts;
        parts.iter().all(|part| part.abs() <= LARGEST).then_some(Self::new([a, b], [c, d], constant))
    }

    /// `factor * self + other`, unless a coefficient becomes too large.
    pub(in crate::search) fn scaled_plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let mut parts = other.parts();
        for (sum, part) in parts.iter_mut().zip(self.parts()) {
            *sum = sum.checked_add(part.checked_mul(factor)?)?;
        }
        Self::from_parts(parts)
    }

    #[inline]
    pub(in crate::search) fn at(&self, (small, large): Pair, (u, v): Pair) -> i64 {
        self.heaps[0] * small + self.heaps[1] * large + self.option[0] * u + self.option[1] * v + self.constant
    }
}

/// A condition on a position and an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) enum Literal {
    /// The form is at most 0.
    AtMostZero(LinearForm),
    /// The form is not 0.
    NotZero(LinearForm),
    /// `rational + irrational * sqrt(radicand)` is at most 0, or below 0.
    Surd(Box<SurdForm>),
    /// `plain + times * floor(sqrt(under))` is at most 0.
    Root(Box<Root>),
}

/// A form over the integers with a square root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) struct SurdForm {
    pub(in crate::search) rational: LinearForm,
    pub(in crate::search) irrational: LinearForm,
    /// At least 2, and not a square.
    pub(in crate::search) radicand: i64,
    pub(in crate::search) below: Below,
}

/// Whether 0 itself is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) enum Below {
    /// At most 0.
    AtMost,
    /// Less than 0.
    Less,
}

impl SurdForm {
    /// Whether a + b * sqrt(radicand) is small enough; exact.
    pub(in crate::search) fn holds_for(&self, rational: i64, irrational: i64) -> bool {
        let square = |value: i64| i128::from(value) * i128::from(value);
        let (left, right) = (square(rational), square(irrational) * i128::from(self.radicand));
        match (rational.signum(), irrational.signum()) {
            (0, 0) => self.below == Below::AtMost,
            (a, b) if a <= 0 && b <= 0 => true,
            (a, b) if 0 <= a && 0 <= b => false,
            (a, _) if a < 0 => right < left,
            _ => left < right,
        }
    }
}

/// A form with the square root of another, rounded down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) struct Root {
    pub(in crate::search) plain: LinearForm,
    pub(in crate::search) times: i64,
    /// Its root counts as 0 where it is negative.
    pub(in crate::search) under: LinearForm,
}

/// The square root, rounded down; 0 of negative numbers.
pub(in crate::search) fn root(value: i64) -> i64 {
    value.max(0).isqrt()
}

impl Literal {
    /// Which of up to 64 moves it allows, as bits.
    fn bits(&self, moves: &[(Pair, Pair)]) -> u64 {
        let word = |holds: &dyn Fn(Pair, Pair) -> bool| {
            moves.iter().enumerate().fold(0, |word, (at, (from, to))| word | (u64::from(holds(*from, *to)) << at))
        };
        match self {
            Self::AtMostZero(form) => moves
                .iter()
                .enumerate()
                .fold(0, |word, (at, (from, to))| word | (u64::from(form.at(*from, *to) <= 0) << at)),
            Self::NotZero(form) => moves
                .iter()
                .enumerate()
                .fold(0, |word, (at, (from, to))| word | (u64::from(form.at(*from, *to) != 0) << at)),
            _ => word(&|from, to| self.holds(from, to)),
        }
    }

    pub(in crate::search) fn holds(&self, from: Pair, to: Pair) -> bool {
        match self {
            Self::AtMostZero(form) => form.at(from, to) <= 0,
            Self::NotZero(form) => form.at(from, to) != 0,
            Self::Surd(surd) => surd.holds_for(surd.rational.at(from, to), surd.irrational.at(from, to)),
            Self::Root(part) => part.plain.at(from, to) + part.times * root(part.under.at(from, to)) <= 0,
        }
    }
}

/// Conditions that hold together.
pub(in crate::search) type Clause = Vec<Literal>;

/// A relation between positions and options: at least one clause holds.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct MoveRelation(pub(in crate::search) Vec<Clause>);

impl MoveRelation {
    /// How many literals a removal has.
    pub(in crate::search) const REMOVAL: usize = 3;

    /// What every added move obeys: 0 <= i, 0 <= j, 1 <= i + j.
    pub(in crate::search) fn removal() -> Self {
        Self(vec![vec![
            Literal::AtMostZero(LinearForm::new([-1, 0], [1, 0], 0)),
            Literal::AtMostZero(LinearForm::new([0, -1], [0, 1], 0)),
            Literal::AtMostZero(LinearForm::new([-1, -1], [1, 1], 1)),
        ]])
    }

    /// Both relations at once.
    pub(in crate::search) fn and(&self, other: &Self) -> Self {
        let joined = |left: &Clause, right: &Clause| left.iter().chain(right).cloned().collect();
        Self(self.0.iter().flat_map(|left| other.0.iter().map(move |right| joined(left, right))).collect())
    }

    /// At least one of both.
    pub(in crate::search) fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// Which of up to 64 moves it allows, as bits.
    pub(in crate::search) fn bits(&self, moves: &[(Pair, Pair)]) -> u64 {
        let every = u64::MAX >> (64 - moves.len().clamp(1, 64));
        let clause = |clause: &Clause| clause.iter().fold(every, |all, literal| all & literal.bits(moves));
        self.0.iter().fold(0, |any, alternative| any | clause(alternative))
    }

    /// Whether the heaps become `to` in this order.
    pub(in crate::search) fn holds(&self, from: Pair, to: Pair) -> bool {
        self.0.iter().any(|clause| clause.iter().all(|literal| literal.holds(from, to)))
    }
}
