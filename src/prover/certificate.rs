//! What a proof leaves behind: the automaton of the set, and which claim of which ruleset it belongs to. Data only.
use crate::check::Document;
use crate::ruleset::ParameterValue;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the automaton is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The P-positions.
    Outcomes,
    /// The relation between positions and Grundy values.
    Values,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// A number.
    Number(i64),
    /// A set.
    Set(Vec<i64>),
}

impl From<Parameter> for ParameterValue {
    fn from(parameter: Parameter) -> Self {
        match parameter {
            Parameter::Number(number) => Self::Number(number),
            Parameter::Set(set) => Self::Set(set),
        }
    }
}

impl From<&ParameterValue> for Parameter {
    fn from(value: &ParameterValue) -> Self {
        match value {
            ParameterValue::Number(number) => Self::Number(*number),
            ParameterValue::Set(set) => Self::Set(set.clone()),
        }
    }
}

/// A proof of one claim at one choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this form: 1.
    pub schema: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The hash of the text of the ruleset.
    pub ruleset: String,
    /// The name of the claim.
    pub claim: String,
    /// `theorem`, `conjecture` or `claim`.
    pub claim_kind: String,
    /// The parameters that the head of the claim binds.
    pub parameters: IndexMap<String, Parameter>,
    /// The parameters that are open: each has a track behind those of the registers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub for_all: Vec<String>,
    /// `normal` or `misere`.
    pub play: String,
    /// What the automaton is of.
    pub kind: Kind,
    /// The automaton: its tracks are the heaps, the registers, and the value.
    pub set: Value,
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
