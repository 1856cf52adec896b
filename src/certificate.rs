//! What a proof leaves behind: the automaton of the set, and which claim of which ruleset it belongs to. Data only.
mod progressions;

pub use progressions::{Progression, ProgressionChoice, ProgressionTerm};

use crate::check::{Document, Settings};
use crate::ruleset::ParameterValue;
use crate::ruleset::digits::Modulus;
use crate::ruleset::statement::ClaimPart;
use crate::syntax::ast::{Claim, ClaimKind};
use crate::value::Play;
use indexmap::IndexMap;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the automaton is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CertificateKind {
    /// The P-positions.
    Outcomes,
    /// The relation between positions and Grundy values.
    Values,
    /// The P-positions, by a sequence that no automaton knows.
    Sequence,
    /// The P-positions, by a linear recurrence that their coordinates follow.
    Chain,
    /// What the claim looks up, if anything: the claim itself is checked with that.
    Statement,
    /// Of games of taking and breaking: from where on their values repeat.
    Periods,
    /// Of fixed lines, whose positions have options at fixed distances: from where on their values repeat.
    Lines,
    /// Nothing: every move in the sums that the claim speaks of has a reply.
    Replies,
    /// Which games are games of windows: the rest of the proof is what is true of the values of every game.
    Axioms,
    /// Nothing: the claim speaks of finitely many positions.
    Listed,
    /// Which claims give values by products, squares and roots, and by which moves smaller values are reached.
    Products,
    /// The P-positions, made of the powers of an open parameter, or of a complementary pair.
    Progression,
}

/// The period of the values of a game of taking and breaking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePeriod {
    /// 0 for the game of the claim; the others in the order in which the file names them.
    pub game: usize,
    /// The first heap from which on values repeat.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
}

/// Which heap is the same for all positions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FixedHeap {
    /// The first: the line is a row. A game of one heap is its row 0.
    First,
    /// The second: the line is a column.
    Second,
}

/// The positions with at most so many tokens in one heap, which no move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstRows {
    /// Which heap, from 0.
    pub heap: usize,
    /// The most tokens in it.
    pub most: u64,
}

/// Options of a position: it less `start + k * step`, for every k >= 0 for which no heap falls below 0; one number for each heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenRay {
    /// What is taken for k = 0.
    pub start: Vec<u64>,
    /// How much more is taken from one k to the next; nothing if there is only one option.
    pub step: Vec<u64>,
}

/// An additive period of the values of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepeatedLine {
    /// From which place of the line on values repeat.
    pub preperiod: u64,
    /// After how many places.
    pub period: u64,
    /// What is added to the value then.
    pub saltus: u64,
}

/// A number that is a period of all rows, or of all columns, each from some place on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommonPeriod {
    /// The number, perhaps with registers in it.
    pub period: Sum,
    /// The period that the claim tells is so many times as large; 1 if it tells none.
    pub times: u64,
}

/// The first rows, or the first columns, of a game of one or two heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLines {
    /// 0 for the game of the claim; the others in the order in which the file names them.
    pub game: usize,
    /// Whether they are rows or columns.
    pub fixed: FixedHeap,
    /// All options of every position; none where all lines have a common period.
    pub options: Vec<TakenRay>,
    /// The lines 0, 1, ..., as many as the claim needs; none if it is about all lines.
    pub lines: Vec<RepeatedLine>,
    /// A period of all lines, which the moves show to be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common: Option<CommonPeriod>,
}

/// Options of the positions of a line that lie on one line: of place n the places `n - start - k * step`, for every k >= 0 for which there is
/// such a place, where `from <= n`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacesOnLine {
    /// Which line they lie on, by its number in the list.
    pub line: usize,
    /// How far before place n the first one lies; negative where it lies behind, which only another line allows.
    pub start: i64,
    /// The distance to the next; 0 if there is only one.
    pub step: u64,
    /// The first place that has these options.
    #[serde(default)]
    pub from: u64,
}

/// A line of a game: place n is the position with so many tokens more in each heap that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderedLine {
    /// The heaps at place 0, some heap that runs being empty, and the registers.
    pub first: Vec<i64>,
    /// All options of all its positions, on itself and on lines before it in the list.
    pub options: Vec<PlacesOnLine>,
    /// Its additive period.
    pub repeated: RepeatedLine,
}

/// Lines of a game along which the same heaps run, each with options on itself and on lines before it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineOrder {
    /// 0 for the game of the claim; the others in the order in which the file names them.
    pub game: usize,
    /// The heaps that run, ascending.
    pub along: Vec<usize>,
    /// The lines.
    pub lines: Vec<OrderedLine>,
}

/// What is known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Knowledge {
    /// The P-positions of normal play.
    Normal,
    /// The P-positions of misère play.
    Misere,
    /// The relation between positions and Grundy values.
    Values,
    /// The positions of value 0, 1, ..., one automaton for each.
    Levels,
    /// The final phase of misère play; the values stand before it.
    Final,
    /// The options of a heap are the last few below it, as many as grow by at most one; without any automaton.
    Windows,
    /// The same beside passes, and what the values with a pass left are; without any automaton.
    Passes,
}

/// What the values with a certain number in a register are, of a game of one heap that is one of windows but for passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassedValues {
    /// The number in the register.
    pub register: i64,
    /// The number in it after a pass: that of an entry before this one, or, of the first, one with which nobody passes.
    pub passed: i64,
    /// The first heap at which the theorem is used: what follows is so from its least option without a pass on.
    pub start: u64,
    /// The values of heaps that are worth 0, 1, ... where nobody passes.
    pub first: Vec<u64>,
    /// What is added to all larger ones, in turn, over and over.
    pub then: Vec<i64>,
}

/// Automata of what is known of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFacts {
    /// 0 for the game of the claim; the others in the order in which the file names them.
    pub game: usize,
    /// What the automata are of.
    pub what: Knowledge,
    /// One for each value, or only one.
    pub sets: Vec<Value>,
    /// In place of automata.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<PassedValues>,
}

/// What a claim looks up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lookups {
    /// How numbers are written.
    pub numeration: Value,
    /// What is known.
    pub known: Vec<GameFacts>,
}

/// A linear form in the registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The number in it.
    pub constant: i64,
    /// The coefficients of registers; an open parameter c is the register `any c`.
    pub of: IndexMap<String, i64>,
}

/// A family of positions made of a sequence a with differences d.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceFamily {
    /// Which of its variables is the index k of the sequence.
    pub index: String,
    /// For each component c, numbers n, p, q: n c is p a(k) + q d(k) and something linear. With 1, 0, 0 the component is taken
    /// as it is.
    pub components: Vec<[i64; 3]>,
}

/// By which number of a position an index of the sequence is chosen, to find a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The term at or below the smallest heap.
    Smallest,
    /// The term at or below the largest heap.
    Largest,
    /// The difference at or below the distance of two heaps.
    Distance,
}

/// A sequence with `a(k + 1) = a(k) + d(k)` and `d(k + 1) = d(k) + s`, and what a set is made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// How numbers are written where obligations are decided.
    pub numeration: Value,
    /// Its first term.
    pub term: Sum,
    /// Its first difference.
    pub difference: Sum,
    /// The second difference.
    pub step: Sum,
    /// The families of the set, in reading order; none for one that is read as it is.
    pub families: Vec<Option<SequenceFamily>>,
    /// A position outside of the set has a move to an element at the first index or at one that is chosen so.
    pub strategy: Vec<Choice>,
}

/// What a [`Sum`] in a [`SmallerOption`] calls the value w that is to be reached, beside the names of heaps and registers.
pub const VALUE: &str = "the value";
/// The d with `d (d - 1) / 2 <= w < d (d + 1) / 2`.
pub const STEP: &str = "the step";
/// The greatest multiple of d up to a given number.
pub const MULTIPLE: &str = "the multiple";

/// What is made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberMaking {
    /// Their quotient, rounded down.
    Quotient,
    /// The greatest multiple of the second that is not above the first.
    Multiple,
    /// Their product.
    Product,
}

/// A number that a [`Sum`] of the same [`SmallerOption`] may name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeNumber {
    /// Its name.
    pub name: String,
    /// How it is made.
    pub made: NumberMaking,
    /// Of these numbers, which may name those before it.
    pub of: [Sum; 2],
}

/// An option for each position and each value below its own, where some numbers are not negative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmallerOption {
    /// What is made of the coordinates and the value, to be named below.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<MadeNumber>,
    /// These numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Sum>,
    /// Up to which number the multiple goes, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multiple: Option<Sum>,
    /// The coordinates of the option.
    pub option: Vec<Sum>,
}

/// A claim that gives all values of a game by a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedValues {
    /// 0 for the game of the claim; the others in the order in which the file names them.
    pub game: usize,
    /// The name of a claim in the file of that game.
    pub claim: String,
    /// For every smaller value, the first of these that is for it is an option of that value.
    pub ways: Vec<SmallerOption>,
}

/// What shows that a set is that of all P-positions, without automata.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomesBy {
    /// A sequence of constant second differences.
    Sequence(Sequence),
    /// A linear recurrence.
    Chain(LinkedChain),
    /// The powers of an open parameter, or a complementary pair.
    Progression(Progression),
}

/// A claim that gives all P-positions of the game, and what shows that it is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedOutcomes {
    /// The name of a claim of the file; empty for the pair that `by` tells of.
    pub claim: String,
    /// What shows it.
    pub by: OutcomesBy,
}

/// A sum of a number and multiples of consecutive terms b(k), b(k + 1), ...
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsecutiveSum {
    /// The number in it.
    pub constant: i64,
    /// The multiples of the terms, from b(k) on.
    pub of: Vec<i64>,
}

/// By which number of a position an index of the sequence is chosen, to find a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainChoice {
    /// The multiples of the heaps, from the smallest to the largest, whose sum is that number.
    pub heaps: Vec<i64>,
    /// Which of the sums that rise is at or below it for the last time at the index.
    pub by: usize,
}

/// A sequence b with `b(k + r) =` a sum of b(k), ..., b(k + r - 1), and what a set is made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkedChain {
    /// The sum; b is the first component of the first family.
    pub recurrence: ConsecutiveSum,
    /// The index from which on all of this is so.
    pub from: i64,
    /// The components of each family, in reading order.
    pub families: Vec<Vec<ConsecutiveSum>>,
    /// Sums that are never negative.
    pub facts: Vec<ConsecutiveSum>,
    /// Sums that never fall from one index to the next.
    pub rising: Vec<ConsecutiveSum>,
    /// Two indices are looked at together if they are this far apart at most.
    pub near: usize,
    /// How far from an index that is chosen elements are looked at.
    pub reach: usize,
    /// A position outside of the set has a move to an element of an index below `from` or near one that is chosen so.
    pub choices: Vec<ChainChoice>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// A number.
    Number(i64),
    /// A set.
    Set(Vec<i64>),
    /// A set of brackets.
    Brackets(Vec<Vec<i64>>),
}

impl From<Parameter> for ParameterValue {
    fn from(parameter: Parameter) -> Self {
        match parameter {
            Parameter::Number(number) => Self::Number(number),
            Parameter::Set(set) => Self::Set(set),
            Parameter::Brackets(set) => Self::Brackets(set),
        }
    }
}

impl From<&ParameterValue> for Parameter {
    fn from(value: &ParameterValue) -> Self {
        match value {
            ParameterValue::Number(number) => Self::Number(*number),
            ParameterValue::Set(set) => Self::Set(set.clone()),
            ParameterValue::Brackets(set) => Self::Brackets(set.clone()),
        }
    }
}

/// A part of a kind of certificates that the explorer, which has a limit of bytes, neither confirms nor reads.
fn read_here<'d, T: Default + Deserialize<'d>, D: Deserializer<'d>>(from: D) -> Result<T, D::Error> {
    if cfg!(target_arch = "wasm32") {
        return IgnoredAny::deserialize(from).map(|_| T::default());
    }
    T::deserialize(from)
}

/// Whether such a part is not written: one that says nothing, and in the explorer all.
fn is_left_out<T: Default + PartialEq>(part: &T) -> bool {
    cfg!(target_arch = "wasm32") || *part == T::default()
}

/// A proof of one claim at one choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this form: [`Certificate::SCHEMA`].
    pub schema: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The hash of the text of the ruleset.
    pub ruleset: String,
    /// The name of the claim.
    pub claim: String,
    /// What the file says of it; `refuted` has no certificate.
    pub claim_kind: ClaimKind,
    /// It is of one of the things that the claim says.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub part: Option<ClaimPart>,
    /// The parameters that the head of the claim binds.
    pub parameters: IndexMap<String, Parameter>,
    /// The parameters that are open: each has a track behind those of the registers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub for_all: Vec<String>,
    /// Those of them that begin at a number above the first one that the head allows.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub begins: BTreeMap<String, i64>,
    /// The game is that of these positions alone; before heaps are written in digits.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub rows: Option<FirstRows>,
    /// The game and the claim are those with heaps in two digits, by each of these in turn; the heap of Nim that stands for a Grundy
    /// value is behind the heaps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digits: Vec<Modulus>,
    /// The play that the claim is about.
    pub play: Play,
    /// What every move of the game decreases, in words, so that play ends; those of older programs do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// What the automaton is of.
    pub kind: CertificateKind,
    /// The automaton: its tracks are the heaps, the registers, and the value.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub set: Value,
    /// In place of an automaton.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<Sequence>,
    /// In place of an automaton.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub chain: Option<LinkedChain>,
    /// In place of an automaton.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lookups: Option<Lookups>,
    /// In place of an automaton.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<GamePeriod>,
    /// In place of an automaton.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub lines: Vec<GameLines>,
    /// Beside these, or in their place.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub line_orders: Vec<LineOrder>,
    /// In place of an automaton.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub products: Option<Vec<ClaimedValues>>,
    /// Beside these: of the game of the claim.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub outcomes: Option<ClaimedOutcomes>,
    /// In place of an automaton.
    #[serde(default, deserialize_with = "read_here", skip_serializing_if = "is_left_out")]
    pub progression: Option<Progression>,
}

impl Certificate {
    /// The version of the form of all certificates that are written; the checker reads no other.
    pub const SCHEMA: u32 = 1;

    /// The claim that it is of, in a file that has one of this name and kind.
    #[must_use]
    pub fn claim_in<'a>(&self, document: &'a Document) -> Option<&'a Claim> {
        document.claims().find(|claim| claim.name == self.claim && claim.kind == self.claim_kind)
    }

    /// The parameters that it is at.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.parameters.iter().map(|(name, value)| (name.clone(), ParameterValue::from(value.clone()))).collect()
    }
}

/// All certificates of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificates {
    /// The file of the ruleset, as it was given.
    pub file: String,
    /// One for each claim and choice of parameters.
    pub certificates: Vec<Certificate>,
}

/// The hash of the texts that a ruleset consists of.
#[must_use]
pub fn hash(document: &Document) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(document.source.text.as_bytes());
    for (part, _) in &document.components {
        hasher.update(part.source.text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
