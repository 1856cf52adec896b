//! What a search is asked for: the forms that stand in an experiment file. Runs nothing.
use crate::asked::values::{HeapBound, NumberSet};
use serde::{Deserialize, Serialize};

/// A search for rulesets whose P-positions have a given form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// What the P-positions should be.
    pub target: SearchTarget,
    /// How many extra and missing pairs are forgiven, at most.
    #[serde(default)]
    pub exceptions: usize,
    /// What is added to a base; without it the search runs through the parameters in `vary`.
    #[serde(default)]
    pub add: Add,
    /// What the conditions are added to.
    #[serde(default = "ruleset_alone")]
    pub bases: Vec<Base>,
    /// A parameter sweep computes tables with heaps up to this.
    #[serde(default = "usual_board")]
    pub board: HeapBound,
    /// Candidates that pass are right for all heaps up to this.
    #[serde(default = "usual_board")]
    pub screen: HeapBound,
    /// Hits are confirmed for all heaps up to this.
    #[serde(default = "usual_confirmation")]
    pub confirm: HeapBound,
    /// How many hits are kept for each base.
    pub keep: usize,
    /// Whether hits should be proved, as they are if nothing is said.
    #[serde(default = "yes")]
    pub prove: bool,
    /// Whether only chains with a name are kept, in an open search.
    #[serde(default)]
    pub named: bool,
    /// Whether the games of every chain are counted: an atlas does, and no experiment asks for it otherwise.
    #[serde(skip)]
    pub counts_games: bool,
}

/// An atlas: all chains of a space of rulesets, with the simplest game of each.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Atlas", deny_unknown_fields)]
pub struct AtlasTask {
    /// What is added to a base: the space.
    pub add: Add,
    /// What the conditions are added to.
    #[serde(default = "ruleset_alone")]
    pub bases: Vec<Base>,
    /// Chains are right for all heaps up to this, or for their first pairs.
    #[serde(default = "usual_board")]
    pub screen: HeapBound,
    /// Those that are listed are confirmed for all heaps up to this.
    #[serde(default = "usual_confirmation")]
    pub confirm: HeapBound,
    /// How many chains of each part are listed.
    pub keep: usize,
    /// Whether those that are listed should be proved, as they are if nothing is said.
    #[serde(default = "yes")]
    pub prove: bool,
}

impl AtlasTask {
    /// The open search that tries its candidates.
    #[must_use]
    pub fn search(&self) -> Search {
        Search {
            target: SearchTarget::Open,
            exceptions: 0,
            add: self.add.clone(),
            bases: self.bases.clone(),
            board: usual_board(),
            screen: self.screen,
            confirm: self.confirm,
            keep: self.keep,
            prove: self.prove,
            named: false,
            counts_games: true,
        }
    }
}

fn yes() -> bool {
    true
}

fn ruleset_alone() -> Vec<Base> {
    vec![Base::Ruleset]
}

fn usual_board() -> HeapBound {
    HeapBound::Always(200)
}

fn usual_confirmation() -> HeapBound {
    HeapBound::Always(1_000_000)
}

/// A base for added moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Base {
    /// The moves of the experiment's ruleset.
    Ruleset,
    /// No other move.
    Nothing,
}

/// What is added.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Add {
    /// Nothing: parameters vary.
    #[default]
    Parameters,
    /// Families of moves: i tokens from the smaller heap and j from the larger, under up to `at_most` conditions
    /// `statistic relation coefficient * term + constant`.
    Conditions {
        /// How many conditions a family has, 1 to 6; more than 3 are only mined.
        at_most: usize,
        /// How conjunctions for targets are found.
        #[serde(default)]
        method: SearchMethod,
        /// How many families are added, 1 or 2.
        #[serde(default = "one_family")]
        families: usize,
        /// How conditions are joined.
        #[serde(default = "by_and")]
        joins: Vec<Join>,
        /// Left sides: expressions over i, j, small, large, small', large'.
        statistics: Vec<String>,
        /// `<`, `<=`, `!=`, `=`, `>=`, `>`.
        relations: Vec<String>,
        /// Right sides: expressions over the same names.
        #[serde(default)]
        terms: Vec<String>,
        /// More right sides, all sums of multiples of a few expressions; they are not multiplied by `coefficients`.
        #[serde(default)]
        lattices: Vec<TermLattice>,
        /// What the terms are multiplied by.
        #[serde(default = "one")]
        coefficients: NumberSet,
        /// Irrational numbers that the terms are multiplied by as well, for example `phi` or `sqrt(2)`.
        #[serde(default)]
        slopes: Vec<String>,
        /// What is added to them.
        #[serde(default = "zero")]
        constants: NumberSet,
    },
}

/// How conjunctions are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename = "Method")]
pub enum SearchMethod {
    /// As it takes less time.
    #[default]
    Auto,
    /// Every candidate is tried.
    Try,
    /// They are put together from conditions that leave every other position with a move to a wanted one.
    Mine,
}

/// All sums of multiples of a few expressions.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Linear", deny_unknown_fields)]
pub struct TermLattice {
    /// The expressions.
    pub over: Vec<String>,
    /// What each is multiplied by.
    pub coefficients: NumberSet,
}

/// How conditions are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Join {
    /// All of them hold.
    And,
    /// At least one of them holds; three of them also as `a and b, or c` and `a or b, and c`.
    Or,
}

fn one_family() -> usize {
    1
}

fn by_and() -> Vec<Join> {
    vec![Join::And]
}

fn one() -> NumberSet {
    NumberSet::Range(1, 1)
}

fn zero() -> NumberSet {
    NumberSet::Range(0, 0)
}

/// Pairs that a search looks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Target")]
pub enum SearchTarget {
    /// (a0, a1), (a1, a2), ...
    Consecutive(TargetTerms),
    /// (a0, b0), (a1, b1), ...
    Pairs(TargetTerms, TargetTerms),
    /// (a1, a2), (a2, a3), ... for any sequence.
    Open,
    /// The set of a claim in the ruleset language, for example `P = {(k, k + 1) for k >= 0}`; it may use the functions
    /// and sequences of the experiment's ruleset.
    Claim(String),
    /// Each of these by itself; a candidate is tried once for all of them.
    AnyOf(Vec<SearchTarget>),
}

/// A sequence of naturals.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Terms", deny_unknown_fields)]
pub enum TargetTerms {
    /// A linear recurrence: coefficients of the most recent term first.
    Recurrence {
        /// Coefficients.
        coefficients: Vec<i64>,
        /// First terms.
        start: Vec<i64>,
    },
    /// A term of the ruleset language in k = 0, 1, ...
    ClosedForm(String),
    /// These terms.
    List(Vec<i64>),
    /// Polygonal numbers with so many sides, from 0.
    Polygonal(i64),
    /// 1, d, d^2, ...
    Geometric(i64),
    /// (d^k - 1) / (d - 1) for k = 0, 1, ...
    Repunit(i64),
    /// Numbers in a file: separated by white space or commas, or one line `k a(k)` for each.
    File(String),
}
