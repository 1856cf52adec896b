//! Terms and conditions on many positions at once: one lane holds one number for each of them. Whatever is out of the
//! ordinary in a cell (a number that does not fit, a division by zero) makes the cell odd, and odd cells are left to the
//! evaluation of single positions. Knows no game.
use crate::ruleset::{Comparison, Condition, Term, Variable};
use std::borrow::Cow;

/// The number of an odd cell.
pub(super) const ODD: i64 = i64::MIN;

/// One number for each cell.
#[derive(Clone, Debug)]
pub(super) enum Lane<'a> {
    /// The same number in all cells.
    Same(i64),
    /// A number for each cell.
    Each(Cow<'a, [i64]>),
}

/// Whether something holds in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellTruth {
    No,
    Yes,
    /// To be found out by evaluating the position alone.
    Odd,
}

/// One answer for each cell.
#[derive(Clone, Debug)]
pub(super) enum LaneTruth {
    /// The same answer in all cells.
    Same(CellTruth),
    /// An answer for each cell.
    Each(Vec<CellTruth>),
}

/// What the variables are.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) coordinates: &'a [Lane<'static>],
    pub(super) slots: &'a [Lane<'static>],
}

fn fitting(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(ODD)
}

impl Lane<'_> {
    pub(super) fn at(&self, cell: usize) -> i64 {
        match self {
            Self::Same(number) => *number,
            Self::Each(numbers) => numbers[cell],
        }
    }

    pub(super) fn same(&self) -> Option<i64> {
        match self {
            Self::Same(number) if *number != ODD => Some(*number),
            _ => None,
        }
    }

    pub(super) fn owned(self) -> Lane<'static> {
        match self {
            Self::Same(number) => Lane::Same(number),
            Self::Each(numbers) => Lane::Each(Cow::Owned(numbers.into_owned())),
        }
    }

    fn borrowed(&self) -> Lane<'_> {
        match self {
            Self::Same(number) => Lane::Same(*number),
            Self::Each(numbers) => Lane::Each(Cow::Borrowed(numbers)),
        }
    }

    /// Odd in all other cells.
    pub(super) fn where_known(self, known: &LaneTruth) -> Self {
        match known {
            LaneTruth::Same(CellTruth::Yes) => self,
            LaneTruth::Same(_) => Self::Same(ODD),
            LaneTruth::Each(_) => chosen(known, self, Self::Same(ODD)),
        }
    }

    fn map(self, step: impl Fn(i64) -> Option<i64>) -> Self {
        let one = |number: i64| if number == ODD { ODD } else { step(number).unwrap_or(ODD) };
        match self {
            Self::Same(number) => Self::Same(one(number)),
            Self::Each(mut numbers) => {
                for number in numbers.to_mut() {
                    *number = one(*number);
                }
                Self::Each(numbers)
            }
        }
    }

    /// Both numbers of each cell as one; odd where one of them is, or where there is none.
    fn join(self, other: Self, step: impl Fn(i64, i64) -> Option<i64>) -> Self {
        let one = |left: i64, right: i64| {
            if left == ODD || right == ODD { ODD } else { step(left, right).unwrap_or(ODD) }
        };
        match (self, other) {
            (Self::Same(left), Self::Same(right)) => Self::Same(one(left, right)),
            (Self::Each(mut numbers), Self::Same(right)) => {
                for number in numbers.to_mut() {
                    *number = one(*number, right);
                }
                Self::Each(numbers)
            }
            (Self::Same(left), Self::Each(mut numbers)) => {
                for number in numbers.to_mut() {
                    *number = one(left, *number);
                }
                Self::Each(numbers)
            }
            (Self::Each(mut numbers), Self::Each(others)) => {
                for (number, other) in numbers.to_mut().iter_mut().zip(others.iter()) {
                    *number = one(*number, *other);
                }
                Self::Each(numbers)
            }
        }
    }
}

impl LaneTruth {
    pub(super) fn at(&self, cell: usize) -> CellTruth {
        match self {
            Self::Same(answer) => *answer,
            Self::Each(answers) => answers[cell],
        }
    }

    fn map(self, step: impl Fn(CellTruth) -> CellTruth) -> Self {
        match self {
            Self::Same(answer) => Self::Same(step(answer)),
            Self::Each(mut answers) => {
                for answer in &mut answers {
                    *answer = step(*answer);
                }
                Self::Each(answers)
            }
        }
    }

    fn join(self, other: Self, step: impl Fn(CellTruth, CellTruth) -> CellTruth) -> Self {
        match (self, other) {
            (Self::Same(left), Self::Same(right)) => Self::Same(step(left, right)),
            (Self::Each(answers), Self::Same(right)) => Self::Each(answers).map(|left| step(left, right)),
            (Self::Same(left), Self::Each(answers)) => Self::Each(answers).map(|right| step(left, right)),
            (Self::Each(mut answers), Self::Each(others)) => {
                for (answer, other) in answers.iter_mut().zip(others) {
                    *answer = step(*answer, other);
                }
                Self::Each(answers)
            }
        }
    }

    pub(super) fn negated(self) -> Self {
        self.map(|answer| match answer {
            CellTruth::No => CellTruth::Yes,
            CellTruth::Yes => CellTruth::No,
            CellTruth::Odd => CellTruth::Odd,
        })
    }

    /// Both or neither; odd where one is.
    pub(super) fn iff(self, other: Self) -> Self {
        self.join(other, |left, right| match (left, right) {
            (CellTruth::Odd, _) | (_, CellTruth::Odd) => CellTruth::Odd,
            _ if left == right => CellTruth::Yes,
            _ => CellTruth::No,
        })
    }

    /// What comes first decides if it is `decisive` or odd; else what comes next.
    pub(super) fn then(self, next: Self, decisive: CellTruth) -> Self {
        self.join(next, |known, next| if known == decisive || known == CellTruth::Odd { known } else { next })
    }

    /// Whether no cell is left for what comes next.
    pub(super) fn is_settled(&self, decisive: CellTruth) -> bool {
        let settled = |answer: &CellTruth| *answer == decisive || *answer == CellTruth::Odd;
        match self {
            Self::Same(answer) => settled(answer),
            Self::Each(answers) => answers.iter().all(settled),
        }
    }
}

/// Compares cell by cell.
pub(super) fn compared(left: Lane<'_>, right: Lane<'_>, holds: impl Fn(i64, i64) -> bool) -> LaneTruth {
    let one = |left: i64, right: i64| match holds(left, right) {
        _ if left == ODD || right == ODD => CellTruth::Odd,
        true => CellTruth::Yes,
        false => CellTruth::No,
    };
    match (left, right) {
        (Lane::Same(left), Lane::Same(right)) => LaneTruth::Same(one(left, right)),
        (Lane::Each(numbers), Lane::Same(right)) => {
            LaneTruth::Each(numbers.iter().map(|number| one(*number, right)).collect())
        }
        (Lane::Same(left), Lane::Each(numbers)) => {
            LaneTruth::Each(numbers.iter().map(|number| one(left, *number)).collect())
        }
        (Lane::Each(left), Lane::Each(right)) => {
            LaneTruth::Each(left.iter().zip(right.iter()).map(|(left, right)| one(*left, *right)).collect())
        }
    }
}

impl<'a> View<'a> {
    /// The values of a term.
    pub(super) fn term(&self, term: &Term) -> Lane<'a> {
        match term {
            Term::Constant(constant) => Lane::Same(fitting(*constant)),
            Term::Variable(Variable::Coordinate(at)) => self.coordinates[*at].borrowed(),
            Term::Variable(Variable::Amount(slot)) => self.slots[*slot].borrowed(),
            Term::Sum(parts) => self.folded(parts, i64::checked_add),
            Term::Min(parts) => self.folded(parts, |left, right| Some(left.min(right))),
            Term::Max(parts) => self.folded(parts, |left, right| Some(left.max(right))),
            Term::Xor(parts) => {
                let natural = |number: i64| (0 <= number).then_some(number);
                let first = Lane::Same(0);
                parts
                    .iter()
                    .fold(first, |sum, part| sum.join(self.term(part).map(natural), |left, right| Some(left ^ right)))
            }
            Term::Product(left, right) => self.term(left).join(self.term(right), i64::checked_mul),
            Term::FloorDivide(left, right) => self.term(left).join(self.term(right), floored_quotient),
            Term::Modulo(left, right) => self.term(left).join(self.term(right), floored_remainder),
            Term::SquareRoot(inner) => self.term(inner).map(i64::checked_isqrt),
            Term::Cases(cases) => self.cases(cases),
            Term::Power(base, exponent) => self.term(base).join(self.term(exponent), |base, exponent| {
                u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))
            }),
            Term::Recursive(recursion, argument) => {
                let at = |argument: i64| recursion.at(i128::from(argument)).ok().map(fitting);
                self.term(argument).map(at)
            }
            Term::Number(function, parts) => {
                let at = |first: i64, second: i64| function.at(i128::from(first), i128::from(second)).ok().map(fitting);
                match parts.as_slice() {
                    [first, second] => self.term(first).join(self.term(second), at),
                    parts => parts.first().map_or(Lane::Same(ODD), |only| self.term(only).map(|only| at(only, only))),
                }
            }
            Term::Grid(grid, parts) => match parts.as_slice() {
                [first, second] => self
                    .term(first)
                    .join(self.term(second), |first, second| grid.at(&[first.into(), second.into()]).ok().map(fitting)),
                // More than two are left to the evaluation of a position at a time.
                _ => Lane::Same(ODD),
            },
            Term::Own(_) | Term::OwnGrid(_) => Lane::Same(ODD),
        }
    }

    fn folded(&self, parts: &[Term], step: impl Fn(i64, i64) -> Option<i64> + Copy) -> Lane<'a> {
        let mut parts = parts.iter();
        let first = parts.next().map_or(Lane::Same(0), |part| self.term(part));
        parts.fold(first, |sum, part| sum.join(self.term(part), step))
    }

    /// The first case whose guard holds; a guard that is odd settles the cell.
    fn cases(&self, cases: &[(Condition, Term)]) -> Lane<'a> {
        let mut answer = Lane::Same(ODD);
        let mut open = LaneTruth::Same(CellTruth::Yes);
        for (guard, term) in cases {
            let here = open.clone().then(self.condition(guard), CellTruth::No);
            answer = chosen(&here, self.term(term), answer);
            open = here.join(open, |taken, open| match (open, taken) {
                (CellTruth::Yes, CellTruth::No) => CellTruth::Yes,
                (CellTruth::Yes, CellTruth::Yes) => CellTruth::No,
                (CellTruth::Yes, CellTruth::Odd) => CellTruth::Odd,
                (open, _) => open,
            });
            if open.is_settled(CellTruth::No) {
                break;
            }
        }
        answer
    }

    /// Whether a condition holds.
    pub(super) fn condition(&self, condition: &Condition) -> LaneTruth {
        match condition {
            Condition::Known(true) => LaneTruth::Same(CellTruth::Yes),
            Condition::Known(false) => LaneTruth::Same(CellTruth::No),
            Condition::Compare(left, comparison, right) => {
                let (left, right) = (self.term(left), self.term(right));
                match comparison {
                    Comparison::AtMost => compared(left, right, |left, right| left <= right),
                    Comparison::Equal => compared(left, right, |left, right| left == right),
                    Comparison::Different => compared(left, right, |left, right| left != right),
                }
            }
            Condition::And(parts) => self.every(parts, CellTruth::No, CellTruth::Yes),
            Condition::Or(parts) => self.every(parts, CellTruth::Yes, CellTruth::No),
            Condition::Not(inner) => self.condition(inner).negated(),
        }
    }

    fn every(&self, parts: &[Condition], decisive: CellTruth, otherwise: CellTruth) -> LaneTruth {
        let mut truth = LaneTruth::Same(otherwise);
        for part in parts {
            if truth.is_settled(decisive) {
                break;
            }
            truth = truth.then(self.condition(part), decisive);
        }
        truth
    }
}

/// `then` where the answer is yes, else `otherwise`.
fn chosen<'a>(truth: &LaneTruth, then: Lane<'a>, otherwise: Lane<'a>) -> Lane<'a> {
    match truth {
        LaneTruth::Same(CellTruth::Yes) => then,
        LaneTruth::Same(_) => otherwise,
        LaneTruth::Each(answers) => {
            let pick = |(cell, answer): (usize, &CellTruth)| {
                if *answer == CellTruth::Yes { then.at(cell) } else { otherwise.at(cell) }
            };
            Lane::Each(Cow::Owned(answers.iter().enumerate().map(pick).collect()))
        }
    }
}

fn floored_remainder(left: i64, right: i64) -> Option<i64> {
    let remainder = left.checked_rem(right)?;
    if remainder != 0 && (remainder < 0) != (right < 0) { remainder.checked_add(right) } else { Some(remainder) }
}

fn floored_quotient(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    let whole = left.checked_rem(right)? == 0;
    if !whole && (left < 0) != (right < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}

#[cfg(all(test, has_tests))]
mod tests;
