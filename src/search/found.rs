//! What a search gives. Holds results, and makes none.
use crate::check::Settings;
use crate::search::task::Base;
use indexmap::IndexMap;
use serde::Serialize;

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Always "search".
    pub task: &'static str,
    /// What it stood on.
    pub origin: Origin,
    /// How many candidates there are.
    pub candidates: u64,
    /// How many conditions were written down, and how many differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<(usize, usize)>,
    /// How many candidates differ on a small board; of many, it is estimated from a fixed sample. None if they were mined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// If candidates were mined: how many came out that differ on the moves that matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mined: Option<u64>,
    /// How many were well-formed and were tried.
    pub screened: u64,
    /// How many different ones have the wanted P-positions as far as all are screened; in an open search, how many chains.
    pub passed: u64,
    /// How many were ill-formed, for example because play would not end.
    pub rejected: u64,
    /// Those that passed are right for all heaps up to this.
    pub board: u64,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What was looked for; none in an open search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<SoughtTarget>,
    /// The hits, shortest first.
    pub hits: Vec<Hit>,
}

/// A target with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct SoughtTarget {
    /// Its place among the targets, from 0.
    pub index: usize,
    /// What it is called.
    pub name: String,
    /// The first terms of its sequence; none of a target that is no sequence.
    pub terms: Vec<i64>,
    /// How many hits it has.
    pub hits: usize,
}

/// A ruleset with the wanted P-positions.
#[derive(Clone, Debug, Serialize)]
pub struct Hit {
    /// The whole text.
    pub ruleset: String,
    /// The name of its file.
    pub file: String,
    /// The number of the candidate, from 0.
    pub candidate: u64,
    /// The parameters that a search through `vary` chose.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub parameters: Settings,
    /// The number of letters that describe the rules, without white space.
    pub description_length: usize,
    /// The place of its target; none in an open search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
    /// What the added moves stand beside; none without added moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// The conditions of the added moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<String>,
    /// What the chain of an open search is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<nimdsl_identify::SequenceName>,
    /// a1, a2, ... if the P-positions after (0, 0) are (a1, a2), (a2, a3), ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Vec<i64>>,
    /// P-positions with x <= y.
    pub p_positions: Vec<(i64, i64)>,
    /// Pairs that are extra or missing.
    pub exceptions: Vec<(i64, i64)>,
    /// All heaps up to this were computed.
    pub confirmed_up_to: u64,
    /// Whether it is proved; none if nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
}

/// What a search stood on.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The BLAKE3 hash of its canonical text, as `nimdsl fmt` prints it.
    pub blake3: String,
    /// The parameters that do not vary.
    pub parameters: Settings,
    /// What passed is right for all heaps up to this, or for the first pairs of a target.
    pub screen: u64,
    /// Hits are confirmed for all heaps up to this, at most.
    pub confirm: u64,
    /// How many extra and missing pairs are forgiven.
    pub exceptions: usize,
}
