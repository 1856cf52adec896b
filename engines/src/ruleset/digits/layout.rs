//! Where the digits of a game lie among the coordinates of the game in digits. Knows nothing of rules.
use super::kinds::{GivenGame, Modulus, Writing};
use super::numbers::{Combination, DigitScope, Number};
use crate::ruleset::statement::Place;
use crate::ruleset::{Ruleset, Term, Variable};

/// Where the digits of a number are.
#[derive(Clone, Copy, Debug)]
pub(super) enum WrittenAt {
    /// The number itself.
    Plain(usize),
    /// Its quotient, and its remainder.
    Split([usize; 2]),
    /// Its quotient less 1; the rest is known.
    Multiple(usize, i128),
}

impl WrittenAt {
    /// The places.
    pub(super) fn places(&self) -> &[usize] {
        match self {
            Self::Plain(place) | Self::Multiple(place, _) => std::slice::from_ref(place),
            Self::Split(places) => places,
        }
    }

    /// The names of the digits of something.
    pub(super) fn names(self, of: &str) -> Vec<String> {
        match self {
            Self::Plain(_) => vec![of.to_owned()],
            Self::Split(_) => vec![format!("floor({of} / p)"), format!("{of} mod p")],
            Self::Multiple(..) => vec![format!("floor({of} / p)")],
        }
    }

    fn number(self) -> Number {
        let own = |place: usize| Combination::of(digit(place));
        match self {
            Self::Plain(place) => Number::Plain(own(place)),
            Self::Split([quotient, rest]) => Number::Split(own(quotient), own(rest)),
            Self::Multiple(place, rest) => {
                let next = Term::Sum(vec![digit(place), Term::Constant(1)]);
                Number::Split(Combination::of(next), Combination::constant(rest))
            }
        }
    }
}

/// Where the digits of coordinates lie.
#[derive(Clone, Debug)]
pub(super) struct DigitLayout {
    /// Of each coordinate.
    pub(super) coordinates: Vec<WrittenAt>,
    /// Of the heap of Nim.
    pub(super) value: Option<WrittenAt>,
    pub(super) heaps: usize,
    /// The coordinates that are digits as they are.
    less: Vec<usize>,
}

pub(super) fn digit(place: usize) -> Term {
    Term::Variable(Variable::Coordinate(place))
}

impl DigitLayout {
    /// Heaps come first, then the heap of Nim, then registers.
    pub(super) fn of(ruleset: &Ruleset, modulus: &Modulus, given: &GivenGame) -> Self {
        let mut next = 0;
        let mut take = |is_split: bool| {
            let first = next;
            next += if is_split { 2 } else { 1 };
            if is_split { WrittenAt::Split([first, first + 1]) } else { WrittenAt::Plain(first) }
        };
        let is_split = |name: &String| modulus.split.contains(name);
        let mut coordinates: Vec<WrittenAt> = ruleset.heaps.iter().map(|name| take(is_split(name))).collect();
        let value = modulus.value.map(|writing| take(writing == Writing::Split));
        let heaps = coordinates.iter().chain(&value).map(|own| own.places().len()).sum();
        for (at, register) in ruleset.registers.iter().enumerate() {
            let known = given.multiples.iter().find(|own| own.coordinate == ruleset.heaps.len() + at);
            coordinates.push(match known.filter(|_| is_split(&register.name)) {
                Some(known) => WrittenAt::Multiple(take(false).places()[0], known.rest - known.more),
                None => take(is_split(&register.name)),
            });
        }
        Self { coordinates, value, heaps, less: given.less.clone() }
    }

    fn all(&self) -> impl Iterator<Item = &WrittenAt> {
        self.coordinates.iter().chain(&self.value)
    }

    /// The places of the heap of Nim.
    pub(super) fn value(&self) -> &[usize] {
        self.value.as_ref().map_or(&[], WrittenAt::places)
    }

    pub(super) fn value_number(&self) -> Option<Number> {
        self.value.map(WrittenAt::number)
    }

    /// What stands at all places, given what stands for each coordinate and for the heap of Nim.
    pub(super) fn position<T: Clone>(&self, digits: &[Vec<T>], value: &[T]) -> Vec<T> {
        let own = self.coordinates.iter().zip(digits).flat_map(|(own, digits)| own.places().iter().zip(digits));
        let mut all: Vec<(usize, T)> = own.map(|(place, digit)| (*place, digit.clone())).collect();
        all.extend(self.value().iter().zip(value).map(|(place, digit)| (*place, digit.clone())));
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, digit)| digit).collect()
    }

    pub(super) fn identity(&self) -> Place {
        let all = self.all().map(|own| own.places().len()).sum();
        Place { game: 0, lookups: Vec::new(), position: (0..all).map(digit).collect() }
    }

    /// What coordinates stand for, with nothing bound.
    pub(super) fn standing(&self) -> DigitScope {
        let rest = |own: &WrittenAt| match own {
            WrittenAt::Split([_, rest]) => Some(Variable::Coordinate(*rest)),
            WrittenAt::Plain(_) | WrittenAt::Multiple(..) => None,
        };
        let less = self.less.iter().flat_map(|at| self.coordinates[*at].places()).copied().map(Variable::Coordinate);
        DigitScope {
            coordinates: self.coordinates.iter().map(|own| own.number()).collect(),
            digits: self.all().filter_map(rest).chain(less).collect(),
            ..DigitScope::default()
        }
    }
}
