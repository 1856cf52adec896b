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

/// The result of an atlas: that of its search, whose hits are the games of the rows, and a row for each chain that is listed.
#[derive(Clone, Debug, Serialize)]
pub struct AtlasFound {
    /// What was tried, and the hits.
    #[serde(flatten)]
    pub found: Found,
    /// How many chains there are; games with the same first pairs have the same chain.
    pub chains: AtlasCounts,
    /// How many games have each, in all; see [`AtlasRow::games`].
    pub games: u64,
    /// How many chains turned out wrong far out before the last one that is listed.
    pub left_out: usize,
    /// Part by part.
    pub rows: Vec<AtlasRow>,
}

/// How many chains an atlas has in each part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AtlasCounts {
    /// Named by a sequence of the OEIS.
    pub named: usize,
    /// With another name that needs no question mark.
    pub formula: usize,
    /// Without a name.
    pub open: usize,
}

/// A part of an atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AtlasPart {
    /// Chains that are in the OEIS, or are made of one that is, the simplest game first.
    Named,
    /// Chains with a name or formula that is not there, the simplest game first.
    Formula,
    /// Chains without a name, the most surprising first.
    Open,
}

/// A chain with its simplest game. All values are single ones, so that rows make a table.
#[derive(Clone, Debug, Serialize)]
pub struct AtlasRow {
    /// Where it belongs.
    pub part: AtlasPart,
    /// a1, a2, ...: the first terms.
    pub sequence: String,
    /// What it is called; empty in the last part.
    pub name: String,
    /// The number in the OEIS that its name holds: its own, or that of the sequence that it is made of; or nothing.
    pub oeis: String,
    /// The conditions of the added move.
    pub game: String,
    /// What it stands beside, or `alone`.
    pub base: String,
    /// The letters of all moves.
    pub letters: usize,
    /// How many games have the chain: those with the same options on all positions with at most 14 tokens count once, but for
    /// some that different chunks of candidates have in common.
    pub games: u64,
    /// How hard it is to foretell, in tenths of a bit a term.
    pub tenths_of_bits: u64,
    /// A thousand times these tenths, by the letters.
    pub surprise: u64,
    /// Whether it is proved.
    pub proved: bool,
    /// All heaps up to this were computed.
    pub verified_up_to: u64,
    /// The file with the whole game.
    pub file: String,
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
