//! Numbers as they are or in two digits, and what can be said of two of them without a product. Knows no games.
use crate::ruleset::{Comparison, Condition, Term, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// A number in two digits has at most so many carries.
const MOST_CARRIES: i128 = 64;

/// What cannot be said, in words.
pub(super) type Expressed<T> = Result<T, String>;

pub(super) fn cannot<T>(why: impl Into<String>) -> Expressed<T> {
    Err(why.into())
}

/// A sum of terms with coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Combination {
    constant: i128,
    parts: Vec<(Term, i128)>,
}

impl Combination {
    pub(super) fn constant(constant: i128) -> Self {
        Self { constant, parts: Vec::new() }
    }

    pub(super) fn of(term: Term) -> Self {
        match term {
            Term::Constant(value) => Self::constant(value),
            term => Self { constant: 0, parts: vec![(term, 1)] },
        }
    }

    /// The number, if it depends on nothing.
    pub(super) fn known(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.constant)
    }

    pub(super) fn plus(&self, factor: i128, other: &Self) -> Expressed<Self> {
        let added = |here: i128, there: i128| factor.checked_mul(there).and_then(|there| here.checked_add(there));
        let large = || "a number is too large".to_owned();
        let mut sum = self.clone();
        sum.constant = added(sum.constant, other.constant).ok_or_else(large)?;
        for (term, own) in &other.parts {
            match sum.parts.iter_mut().find(|part| part.0 == *term) {
                Some(part) => part.1 = added(part.1, *own).ok_or_else(large)?,
                None => sum.parts.push((term.clone(), added(0, *own).ok_or_else(large)?)),
            }
        }
        sum.parts.retain(|part| part.1 != 0);
        Ok(sum)
    }

    pub(super) fn times(&self, factor: i128) -> Expressed<Self> {
        Self::default().plus(factor, self)
    }

    pub(super) fn term(&self) -> Term {
        let part = |(term, factor): &(Term, i128)| match factor {
            1 => term.clone(),
            factor => Term::Product(Box::new(Term::Constant(*factor)), Box::new(term.clone())),
        };
        let mut parts: Vec<Term> = self.parts.iter().map(part).collect();
        if self.constant != 0 || parts.is_empty() {
            parts.push(Term::Constant(self.constant));
        }
        if parts.len() == 1 { parts.swap_remove(0) } else { Term::Sum(parts) }
    }
}

/// How one sum compares with another: known, if they differ by a number.
pub(super) fn compared(left: &Combination, comparison: Comparison, right: &Combination) -> Expressed<Condition> {
    let difference = left.plus(-1, right)?;
    let Some(known) = difference.known() else {
        return Ok(Condition::Compare(left.term(), comparison, right.term()));
    };
    Ok(Condition::Known(match comparison {
        Comparison::AtMost => known <= 0,
        Comparison::Equal => known == 0,
        Comparison::Different => known != 0,
    }))
}

pub(super) fn all_of(parts: impl IntoIterator<Item = Condition>) -> Condition {
    let mut parts: Vec<Condition> = parts.into_iter().filter(|part| *part != Condition::Known(true)).collect();
    if parts.contains(&Condition::Known(false)) {
        return Condition::Known(false);
    }
    match parts.len() {
        0 => Condition::Known(true),
        1 => parts.swap_remove(0),
        _ => Condition::And(parts),
    }
}

pub(super) fn one_of(parts: impl IntoIterator<Item = Condition>) -> Condition {
    let mut parts: Vec<Condition> = parts.into_iter().filter(|part| *part != Condition::Known(false)).collect();
    if parts.contains(&Condition::Known(true)) {
        return Condition::Known(true);
    }
    match parts.len() {
        0 => Condition::Known(false),
        1 => parts.swap_remove(0),
        _ => Condition::Or(parts),
    }
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// As it is.
    Plain(Combination),
    /// `p * quotient + rest`, where the rest may be any number.
    Split(Combination, Combination),
}

impl Number {
    /// The number itself, where no multiple of p is in it.
    pub(super) fn plain(&self) -> Expressed<&Combination> {
        match self {
            Self::Plain(number) => Ok(number),
            Self::Split(quotient, rest) if quotient.known() == Some(0) => Ok(rest),
            Self::Split(..) => cannot("a number that is written in two digits stands where its quotient cannot"),
        }
    }
}

/// A number under conditions, of which just those of one case of a term hold.
#[derive(Clone, Debug)]
pub(super) struct NumberCase {
    pub(super) guards: Vec<Condition>,
    pub(super) number: Number,
}

impl NumberCase {
    pub(super) fn plain(number: Combination) -> Vec<Self> {
        vec![Self { guards: Vec::new(), number: Number::Plain(number) }]
    }
}

/// What the variables of a term stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct DigitScope {
    pub(super) coordinates: Vec<Number>,
    pub(super) slots: BTreeMap<usize, Number>,
    /// Variables that are at least 0 and less than p.
    pub(super) digits: BTreeSet<Variable>,
    /// Slots, as they were given, that are never negative.
    pub(super) naturals: BTreeSet<usize>,
}

/// The number p that quotients and remainders are taken by: a register so many times and a number, each at least 1.
#[derive(Clone, Debug)]
pub(super) struct DigitBase {
    /// The register, a coordinate of the game with digits.
    pub(super) register: Variable,
    /// How often it is taken; at least 1.
    pub(super) times: i128,
    /// What p is more than these; at least 1.
    pub(super) more: i128,
}

impl DigitBase {
    pub(super) fn number(&self) -> Combination {
        Combination { constant: self.more, parts: vec![(Term::Variable(self.register), self.times)] }
    }

    /// In two digits: so many times the register is p less a number.
    pub(super) fn split(&self, number: &Number) -> Expressed<(Combination, Combination)> {
        match number {
            Number::Split(quotient, rest) => Ok((quotient.clone(), rest.clone())),
            Number::Plain(plain) => {
                let own = plain.parts.iter().find(|part| part.0 == Term::Variable(self.register));
                let quotient = Combination::constant(own.map_or(0, |part| part.1.div_euclid(self.times)));
                let multiple = self.number().times(quotient.constant)?;
                Ok((quotient, plain.plus(-1, &multiple)?))
            }
        }
    }

    /// Numbers that a rest lies between, both included: each a multiple of p and a number more. The digits lie between 0 and
    /// p - 1.
    fn between(&self, rest: &Combination, digits: &BTreeSet<Variable>) -> Expressed<[(i128, i128); 2]> {
        let (mut low, mut high) = ((0, rest.constant), (0, rest.constant));
        let add = |end: &mut (i128, i128), factor: i128, by: (i128, i128)| -> Expressed<()> {
            let part = |here: i128, by: i128| factor.checked_mul(by).and_then(|by| here.checked_add(by));
            let sum = part(end.0, by.0).zip(part(end.1, by.1));
            *end = sum.ok_or_else(|| "a number is too large".to_owned())?;
            Ok(())
        };
        for (term, factor) in &rest.parts {
            match term {
                Term::Variable(own) if *own == self.register => {
                    let whole = factor.div_euclid(self.times);
                    add(&mut low, whole, (1, -self.more))?;
                    add(&mut high, whole, (1, -self.more))?;
                    // Less often than in p it is at least 0, and at most p less the number.
                    if factor.rem_euclid(self.times) != 0 {
                        add(&mut high, 1, (1, -self.more))?;
                    }
                }
                Term::Variable(own) if digits.contains(own) => {
                    add(if *factor < 0 { &mut low } else { &mut high }, *factor, (1, -1))?;
                }
                _ => return cannot("how often a number goes over a multiple of the modulus is not known"),
            }
        }
        Ok([low, high])
    }

    /// Whether a number is less than p, as far as its look shows.
    pub(super) fn is_below(&self, number: &Number, digits: &BTreeSet<Variable>) -> bool {
        let Ok((quotient, rest)) = self.split(number) else { return false };
        let Some(quotient) = quotient.known() else { return false };
        self.between(&rest, digits).is_ok_and(|[_, (multiple, more)]| match quotient.saturating_add(multiple) {
            1 => more < 0,
            0 => more < self.more,
            multiple => multiple < 0 && more <= 0,
        })
    }

    /// The least and the greatest multiple of p that a rest may hold.
    fn carries(&self, rest: &Combination, digits: &BTreeSet<Variable>) -> Expressed<(i128, i128)> {
        let [low, high] = self.between(rest, digits)?;
        // Of 1 <= more <= p: floor(n / p) is least at the least p where n < 0, and near 0 at large p otherwise.
        let least = low.0.saturating_add(if low.1 < 0 { low.1.div_euclid(self.more) } else { 0 });
        let greatest = high.0.saturating_add(if high.1 < 0 { -1 } else { high.1.div_euclid(self.more) });
        if MOST_CARRIES < greatest.saturating_sub(least) {
            return cannot("a number goes over too many multiples of the modulus");
        }
        Ok((least, greatest))
    }

    /// The cases in which the rest of a number is a digit: at least 0 and less than p.
    pub(super) fn digits_of(
        &self,
        case: &NumberCase,
        digits: &BTreeSet<Variable>,
    ) -> Expressed<Vec<(Vec<Condition>, [Combination; 2])>> {
        let (quotient, rest) = self.split(&case.number)?;
        let (least, greatest) = self.carries(&rest, digits)?;
        let mut all = Vec::new();
        for carry in least..=greatest {
            let multiple = self.number().times(carry)?;
            let digit = rest.plus(-1, &multiple)?;
            let mut guards = case.guards.clone();
            if least < carry {
                guards.push(compared(&multiple, Comparison::AtMost, &rest)?);
            }
            if carry < greatest {
                let greatest_digit = self.number().plus(-1, &Combination::constant(1))?;
                guards.push(compared(&digit, Comparison::AtMost, &greatest_digit)?);
            }
            if !guards.contains(&Condition::Known(false)) {
                all.push((guards, [quotient.plus(1, &Combination::constant(carry))?, digit]));
            }
        }
        Ok(all)
    }

    /// How two numbers compare: `p * u + a <= 0` says that u is at most -j, where j p is the least multiple that is not below a.
    pub(super) fn related(
        &self,
        left: &Number,
        comparison: Comparison,
        right: &Number,
        digits: &BTreeSet<Variable>,
    ) -> Expressed<Condition> {
        if let (Ok(left), Ok(right)) = (left.plain(), right.plain()) {
            return compared(left, comparison, right);
        }
        let ((left, left_rest), (right, right_rest)) = (self.split(left)?, self.split(right)?);
        let (quotient, rest) = (left.plus(-1, &right)?, left_rest.plus(-1, &right_rest)?);
        let (least, greatest) = self.carries(&rest, digits)?;
        let mut all = Vec::new();
        for carry in least..=greatest + 1 {
            let multiple = self.number().times(carry)?;
            let before = self.number().times(carry - 1)?.plus(1, &Combination::constant(1))?;
            let opposite = Combination::constant(-carry);
            all.push(if comparison == Comparison::AtMost {
                let mut parts = vec![compared(&quotient, Comparison::AtMost, &opposite)?];
                if least < carry {
                    parts.push(compared(&before, Comparison::AtMost, &rest)?);
                }
                if carry <= greatest {
                    parts.push(compared(&rest, Comparison::AtMost, &multiple)?);
                }
                all_of(parts)
            } else {
                all_of([
                    compared(&rest, Comparison::Equal, &multiple)?,
                    compared(&quotient, Comparison::Equal, &opposite)?,
                ])
            });
        }
        let some = one_of(all);
        Ok(if comparison == Comparison::Different { Condition::Not(Box::new(some)) } else { some })
    }
}
