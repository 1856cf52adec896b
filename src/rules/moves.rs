//! The options of positions on the page where there are many: as runs to be drawn, and the ways to a few of them. Lists none twice.
use super::answers::ReachedOption;
use super::{NoAnswer, Rules};
use crate::engine::EngineError;
use crate::ruleset::Position;
use crate::ruleset::options::{Options, Reached};
use crate::value::Saturate;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Options in a row: the first one, the step from each to its neighbour, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedRun {
    /// Heaps, then registers.
    pub first: Position,
    /// What is added to each coordinate.
    pub step: Position,
    /// At least one.
    pub count: u64,
}

impl ReachedRun {
    /// The last one.
    #[must_use]
    pub fn last(&self) -> Position {
        let far = self.count.saturating_sub(1).saturated();
        self.first.iter().zip(&self.step).map(|(first, step)| first.saturating_add(step.saturating_mul(far))).collect()
    }
}

impl Rules {
    /// The options of a position as runs; one that several ways lead to lies in several runs. Cost: about the number of runs.
    ///
    /// ```
    /// let nim = nimdsl::open("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i").expect("it is well-formed");
    /// let runs = nim.runs(&[3, 5]).expect("it has options");
    /// assert_eq!(runs.iter().map(|run| run.count).collect::<Vec<_>>(), [3, 5]);
    /// ```
    ///
    /// # Errors
    /// A position outside of the game, or a rule without a value there; options that are sums of positions.
    pub fn runs(&self, position: &[i64]) -> Result<Vec<ReachedRun>, NoAnswer> {
        self.belongs(position)?;
        if self.ruleset().breaks() {
            let why = "options are sums of positions, which are no runs of positions";
            return Err(NoAnswer::Question(why.to_owned()));
        }
        let mut found = Vec::new();
        let visited = Options::new(self.ruleset()).and_then(|options| {
            options.runs(position, &mut |first, step, count| {
                found.push(ReachedRun { first: first.to_vec(), step: step.to_vec(), count });
                ControlFlow::Continue(())
            })
        });
        let _all = self.blamed(visited.map_err(EngineError::from))?;
        Ok(found)
    }

    /// Some options of a position with all the ways that lead to each, in lexicographic order; what is no option is left out. Cost:
    /// about the number of all ways to move, but nothing is kept of the others.
    ///
    /// # Errors
    /// As for [`Rules::runs`].
    pub fn ways(&self, position: &[i64], wanted: &[Position]) -> Result<Vec<ReachedOption>, NoAnswer> {
        self.belongs(position)?;
        let mut ways: BTreeMap<&[i64], Vec<(usize, Vec<i64>)>> = BTreeMap::new();
        let wanted: BTreeSet<&[i64]> = wanted.iter().map(Vec::as_slice).collect();
        let visited = Options::new(self.ruleset()).and_then(|options| {
            options.visit(position, &mut |rule, amounts, option| {
                if let Some(known) = wanted.get(option) {
                    ways.entry(known).or_default().push((rule, amounts.to_vec()));
                }
                ControlFlow::Continue(())
            })
        });
        let _all = self.blamed(visited.map_err(EngineError::from))?;
        let reached = ways.into_iter().map(|(option, ways)| Reached { position: option.to_vec(), ways });
        Ok(reached.map(|reached| ReachedOption::of(self.ruleset(), reached)).collect())
    }
}
