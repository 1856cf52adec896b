//! Turns an alternative whose options fill a cone into the generators of that cone. Knows nothing of tables.
use super::{Form, MoveRuns, Shape, taken};
use crate::engine::moves::differences::nearest;
use crate::engine::moves::hilbert_basis::generators;
use crate::engine::moves::modulus::modulus;

/// More nearest options than this are not looked at one by one.
const MOST_STARTS: usize = 64;

/// The options `position - start - sums of steps`, for each start, in one layer of positions in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cone {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// What the nearest options take.
    pub(crate) starts: Vec<Vec<usize>>,
    /// What each further step takes.
    pub(crate) steps: Vec<Vec<usize>>,
    /// `form <= 0`.
    pub(crate) guards: Vec<Form>,
    /// Conditions on the position (by number) that have to hold.
    pub(crate) conditions: Vec<usize>,
}

impl Shape {
    /// The alternative as a cone, where the position decides only whether it applies.
    ///
    /// # Errors
    /// In words, why it is none.
    pub(crate) fn cone(&self, plan: &mut MoveRuns, from: usize) -> Result<Cone, String> {
        if !self.mixed.is_empty() {
            return Err("its ends move with the position".to_owned());
        }
        let (own, deltas) = self.bare();
        let found = generators(&own, self.amounts)?;
        let modulus = modulus(&self.tests)?;
        let mut steps: Vec<Vec<usize>> = Vec::new();
        for step in found.times(modulus) {
            steps.push(taken(&deltas, &step, 0)?);
        }
        let nearest = nearest(&found, modulus, &self.tests, self.heaps)?;
        let mut starts: Vec<Vec<usize>> =
            nearest.iter().map(|amounts| taken(&deltas, amounts, 1)).collect::<Result<_, _>>()?;
        for all in [&mut starts, &mut steps] {
            all.sort();
            all.dedup();
        }
        let nothing = |taken: &Vec<usize>| taken.iter().all(|taken| *taken == 0);
        steps.retain(|step| !nothing(step));
        if from == self.to && starts.iter().any(nothing) {
            return Err("it may leave the position as it is".to_owned());
        }
        if MOST_STARTS < starts.len() {
            return Err("it has too many nearest options".to_owned());
        }
        let mut guards: Vec<Form> =
            self.fixed.iter().map(|row| self.form(plan, row, None)).collect::<Result<_, _>>()?;
        guards.sort();
        guards.dedup();
        Ok(Cone { from, to: self.to, starts, steps, guards, conditions: self.conditions.clone() })
    }
}
