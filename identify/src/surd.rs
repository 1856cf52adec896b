//! Quadratic irrational numbers and their rounded multiples, in integers alone. Knows nothing of lists.

/// The positive irrational number (part + sqrt(root))/below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surd {
    pub(super) part: i128,
    pub(super) root: i128,
    pub(super) below: i128,
}

impl Surd {
    /// floor(number * self).
    pub(super) fn floor_times(self, number: i128) -> i128 {
        self.floor_sum(number, 0, 1)
    }

    /// floor(number * self + over / parts); floor((x + y)/q) = floor((x + floor(y))/q) for integers x and q.
    pub(super) fn floor_sum(self, number: i128, over: i128, parts: i128) -> i128 {
        let number = number * parts;
        let size = (number * number * self.root).unsigned_abs().isqrt();
        let size = i128::try_from(size).expect("a square root of an i128 is one");
        let root = if number < 0 { -size - 1 } else { size };
        (number * self.part + root + over * self.below).div_euclid(self.below * parts)
    }

    /// How long it is to say.
    pub(super) fn length(self) -> i128 {
        self.below + self.part.abs() + self.root
    }

    /// Whether numerator/denominator is below this number; the denominator is positive.
    pub(super) fn exceeds(self, numerator: i128, denominator: i128) -> bool {
        // numerator*below - denominator*part < denominator*sqrt(root)
        let rest = numerator * self.below - denominator * self.part;
        rest < 0 || rest * rest < denominator * denominator * self.root
    }

    /// The golden ratio and its square by a letter, if there is one.
    pub(super) fn text(self, golden: Option<&str>) -> String {
        match (golden, (self.part, self.root, self.below)) {
            (Some(golden), (1, 5, 2)) => return golden.to_owned(),
            (Some(golden), (3, 5, 2)) => return format!("({golden} + 1)"),
            _ => (),
        }
        let root = format!("sqrt({})", self.root);
        let sum = if self.part == 0 { root } else { format!("{} + {root}", self.part) };
        match (self.below, self.part) {
            (1, 0) => sum,
            (1, _) => format!("({sum})"),
            (below, 0) => format!("{sum}/{below}"),
            (below, _) => format!("(({sum})/{below})"),
        }
    }

    /// The sequences floor(n*alpha) that have a name of their own.
    pub(super) fn name(self) -> Option<(&'static str, &'static str)> {
        match (self.part, self.root, self.below) {
            (1, 5, 2) => Some(("lower Wythoff numbers, floor(n*phi)", "A000201")),
            (3, 5, 2) => Some(("upper Wythoff numbers, floor(n*phi^2)", "A001950")),
            (0, 2, 1) => Some(("floor(n*sqrt(2))", "A001951")),
            (2, 2, 1) => Some(("floor(n*(2 + sqrt(2)))", "A001952")),
            _ => None,
        }
    }
}

/// What stands beside the slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offset {
    /// floor((k + shift)*alpha) + add.
    Shift(i128, i128),
    /// floor(k*alpha + over/parts), no whole number.
    Part(i128, i128),
}

impl Offset {
    pub(super) fn term(self, alpha: Surd, k: i128) -> i128 {
        match self {
            Self::Shift(shift, add) => alpha.floor_times(k + shift) + add,
            Self::Part(over, parts) => alpha.floor_sum(k, over, parts),
        }
    }
}
