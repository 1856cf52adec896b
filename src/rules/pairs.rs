//! P-positions of two heaps side by side on the page: n, A(n), B(n), B(n) - A(n), what each column is, and claims that say so.
use super::{NoAnswer, Rules};
use crate::check::Library;
use crate::claim::instances::Expectation;
use crate::diagnostic::Faults;
use crate::engine::{Context, is_symmetric};
use crate::ruleset::Position;
use crate::source::Source;
use dashu_int::IBig;
use nimdsl_identify::{ClosedTerm, SequenceName, identify};
use serde::Serialize;

/// What a claim is called that is to be pasted.
const PASTED: &str = "the P-positions";

/// Positions of two heaps in columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairColumns {
    /// A(0), B(0), then A(1), B(1), ..., by A; of a symmetric game those with A <= B.
    pub pairs: Vec<[i64; 2]>,
    /// What A, B and B - A are, as far as it is known.
    pub columns: [Option<SequenceName>; 3],
    /// Statements that say it, the likeliest first; none is judged yet.
    #[serde(skip)]
    pub statements: Vec<String>,
}

impl Rules {
    /// Positions in columns.
    ///
    /// # Errors
    /// A game that has not two heaps, or has registers.
    pub fn pairs(&self, positions: &[Position]) -> Result<PairColumns, NoAnswer> {
        let ruleset = self.ruleset();
        if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
            return Err(NoAnswer::Question("pairs need two heaps and no registers".to_owned()));
        }
        let is_mirrored = is_symmetric(ruleset);
        let pair = |position: &Position| match position.as_slice() {
            [first, second] if !is_mirrored || first <= second => Some([*first, *second]),
            _ => None,
        };
        let mut pairs: Vec<[i64; 2]> = positions.iter().filter_map(pair).collect();
        pairs.sort_unstable();
        let column = |term: fn(&[i64; 2]) -> i64| {
            let terms: Vec<IBig> = pairs.iter().map(|pair| IBig::from(term(pair))).collect();
            identify(&terms).into_iter().next()
        };
        let columns = [column(|pair| pair[0]), column(|pair| pair[1]), column(|pair| pair[1] - pair[0])];
        let statements = statements(&columns, is_mirrored);
        Ok(PairColumns { pairs, columns, statements })
    }

    /// The first of the statements of columns that the text takes as a claim and that holds up to a bound, as it is pasted.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub fn holding(
        &self,
        columns: &PairColumns,
        up_to: u64,
        library: &dyn Library,
        context: &Context,
    ) -> Result<Option<String>, NoAnswer> {
        for statement in &columns.statements {
            let claim = format!("claim \"{PASTED}\":\n    {statement}\n");
            let Ok(rules) = self.with_text(&claim, library) else { continue };
            if rules.verify(PASTED, Some(up_to), context)?.as_expected == Expectation::Met {
                return Ok(Some(claim));
            }
        }
        Ok(None)
    }

    /// The same rules with more text behind theirs, such as a claim, at the values that were chosen and in the same play.
    ///
    /// # Errors
    /// All the faults of the whole text.
    pub fn with_text(&self, more: &str, library: &dyn Library) -> Result<Self, Faults> {
        let source = &self.document.source;
        let text = Source::new(source.name.as_str(), format!("{}\n{more}", source.text));
        let rules = Self::open(&text, library)?.at(&self.chosen)?;
        Ok(rules.played(self.play))
    }
}

/// Sets of pairs as claims write them, from the terms of two of the columns.
fn statements(columns: &[Option<SequenceName>; 3], is_mirrored: bool) -> Vec<String> {
    let [first, second, apart] = columns.each_ref().map(|hit| hit.as_ref().and_then(SequenceName::term));
    let before = if is_mirrored { "sym " } else { "" };
    let sets = |pair: &dyn Fn(&str) -> Option<(String, String)>| -> Vec<String> {
        // A letter may be a heap of the game, or a parameter.
        let set = |variable| {
            let (first, second) = pair(variable)?;
            Some(format!("P = {before}{{({first}, {second}) for {variable} >= 0}}"))
        };
        ["k", "n", "m", "s"].into_iter().filter_map(set).collect()
    };
    let written = |term: &ClosedTerm, variable: &str| term.written(variable, Some("phi"));
    let by_difference = sets(&|variable| {
        let (first, apart) = (written(first?, variable), apart?);
        let second = if apart.is_zero() { first.clone() } else { format!("{first} + {}", written(apart, variable)) };
        Some((first, second))
    });
    let by_both = sets(&|variable| Some((written(first?, variable), written(second?, variable))));
    [by_difference, by_both].concat()
}
