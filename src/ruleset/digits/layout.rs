//! Where the digits of a game lie among the coordinates of the game in digits. Knows nothing of rules.
use super::kinds::{Modulus, Writing};
use super::numbers::{Combination, Number};
use super::terms::Standing;
use crate::ruleset::statement::Place;
use crate::ruleset::{Ruleset, Term, Variable};

/// Where the digits of coordinates lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Of each coordinate: its place, or those of its quotient and its remainder.
    pub(super) places: Vec<Vec<usize>>,
    /// Of the heap of Nim.
    pub(super) value: Vec<usize>,
    pub(super) heaps: usize,
}

pub(super) fn digit(place: usize) -> Term {
    Term::Variable(Variable::Coordinate(place))
}

fn number(places: &[usize]) -> Number {
    let digit = |place: usize| Combination::of(digit(place));
    match places {
        [quotient, rest] => Number::Split(digit(*quotient), digit(*rest)),
        places => Number::Plain(digit(places[0])),
    }
}

impl Layout {
    /// Heaps come first, then the heap of Nim, then registers.
    pub(super) fn of(ruleset: &Ruleset, modulus: &Modulus) -> Self {
        let mut next = 0;
        let mut take = |is_split: bool| {
            let count = if is_split { 2 } else { 1 };
            next += count;
            (next - count..next).collect::<Vec<_>>()
        };
        let is_split = |name: &String| modulus.split.contains(name);
        let mut places: Vec<Vec<usize>> = ruleset.heaps.iter().map(|name| take(is_split(name))).collect();
        let value = modulus.value.map(|writing| take(writing == Writing::Split)).unwrap_or_default();
        let all = places.iter().map(Vec::len).sum::<usize>() + value.len();
        places.extend(ruleset.registers.iter().map(|register| take(is_split(&register.name))));
        Self { places, value, heaps: all }
    }

    pub(super) fn are_split(&self) -> impl Iterator<Item = bool> {
        self.places.iter().map(|places| places.len() == 2)
    }

    pub(super) fn value_number(&self) -> Number {
        number(&self.value)
    }

    /// What stands at all places, given what stands for each coordinate and for the heap of Nim.
    pub(super) fn position<T: Clone>(&self, digits: &[Vec<T>], value: &[T]) -> Vec<T> {
        let own = self.places.iter().zip(digits).flat_map(|(places, digits)| places.iter().zip(digits));
        let mut all: Vec<(usize, T)> = own.map(|(place, digit)| (*place, digit.clone())).collect();
        all.extend(self.value.iter().zip(value).map(|(place, digit)| (*place, digit.clone())));
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, digit)| digit).collect()
    }

    pub(super) fn identity(&self) -> Place {
        let all = self.places.iter().map(Vec::len).sum::<usize>() + self.value.len();
        Place { game: 0, lookups: Vec::new(), position: (0..all).map(digit).collect() }
    }

    /// What coordinates stand for, with nothing bound.
    pub(super) fn standing(&self) -> Standing {
        let pairs = self.places.iter().chain([&self.value]).filter(|places| places.len() == 2);
        Standing {
            coordinates: self.places.iter().map(|places| number(places)).collect(),
            digits: pairs.map(|places| Variable::Coordinate(places[1])).collect(),
            ..Standing::default()
        }
    }
}
