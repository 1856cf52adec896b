//! All choices of parameters, each by its number: counted, and made only when it is asked for. Checks no ruleset.
use super::values::NumberSet;
use crate::check::Settings;
use crate::ruleset::ParameterValue;
use indexmap::IndexMap;

/// Choices of parameters; the last parameter varies fastest.
#[derive(Clone, Debug)]
pub struct Choices {
    axes: Vec<(String, NumberSet)>,
    count: u64,
}

impl Choices {
    /// Every value of each parameter with every value of the others; none if 64 bits cannot count them. Without parameters
    /// there is one choice.
    #[must_use]
    pub fn new(vary: &IndexMap<String, NumberSet>) -> Option<Self> {
        let count = vary.values().try_fold(1_u64, |all, values| all.checked_mul(values.count()?))?;
        Some(Self { axes: vary.iter().map(|(name, values)| (name.clone(), values.clone())).collect(), count })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The names of the parameters.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.axes.iter().map(|axis| &axis.0)
    }

    /// The choice of a number.
    #[must_use]
    pub fn at(&self, number: u64) -> Option<Settings> {
        if self.count <= number {
            return None;
        }
        let mut rest = number;
        let mut chosen = Vec::new();
        for (name, values) in self.axes.iter().rev() {
            let count = values.count()?;
            chosen.push((name.clone(), ParameterValue::Number(values.at(rest.checked_rem(count)?)?)));
            rest /= count;
        }
        Some(chosen.into_iter().rev().collect())
    }

    /// All of them, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Settings> {
        (0..self.count).map_while(|number| self.at(number))
    }
}

#[cfg(test)]
mod tests;
