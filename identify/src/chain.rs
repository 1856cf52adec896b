//! Turns pairs (a1, a2), (a2, a3), ... into the sequence a1, a2, ... and its name. Knows nothing of where the pairs come from.
use super::{SURE, SequenceName, identify};
use dashu_int::IBig;
use serde::Serialize;

/// A sequence that pairs are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chain {
    /// a1, a2, ..., the second part of the last pair included.
    #[serde(rename = "chain")]
    pub terms: Vec<i64>,
    /// The first name that needs no question mark; else the first one; `None` if there is none.
    #[serde(rename = "is")]
    pub hit: Option<SequenceName>,
}

impl Chain {
    /// The chain of pairs after (0, 0), if they are one. `positions` are those of two heaps, the smaller one first, in order
    /// of total.
    #[must_use]
    pub fn of(positions: &[&[i64]]) -> Option<Self> {
        let pair = |position: &&[i64]| match position {
            [small, large] => Some((*small, *large)),
            _ => None,
        };
        let pairs: Option<Vec<(i64, i64)>> = positions.iter().map(pair).collect();
        let pairs: Vec<(i64, i64)> = pairs?.into_iter().filter(|pair| *pair != (0, 0)).collect();
        if !pairs.windows(2).all(|two| two[0].1 == two[1].0) {
            return None;
        }
        let terms: Vec<i64> = pairs.iter().map(|pair| pair.0).chain([pairs.last()?.1]).collect();
        let numbers: Vec<IBig> = terms.iter().map(|term| IBig::from(*term)).collect();
        let mut hits = identify(&numbers);
        let best = hits.iter().position(|hit| !hit.tentative).unwrap_or(0);
        let hit = (best < hits.len()).then(|| hits.swap_remove(best));
        Some(Self { terms, hit })
    }

    /// The name in one line, with its question mark, and what would make it sure; `None` if there is none.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let hit = self.hit.as_ref()?;
        let count = self.terms.len();
        let doubt = if hit.tentative && count < SURE {
            format!(" ({count} terms are too few to be sure)")
        } else {
            String::new()
        };
        Some(format!("{}: {}{doubt}", hit.name, hit.formula))
    }
}
