//! What is left behind of sets that are made of the powers of a ratio, or of a complementary pair. Data only.
use serde::{Deserialize, Serialize};

/// A number made of a power q of the ratio of a progression: `(times q + constant) / over`; or at an index n of a complementary pair:
/// `(times A(n) + index n + constant) / over`. Each is a polynomial in the parameter, by its coefficients from the constant on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressionTerm {
    /// What q is multiplied by, or A(n).
    pub times: Vec<i64>,
    /// What n is multiplied by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub index: Vec<i64>,
    /// What is added.
    pub constant: Vec<i64>,
    /// What all is divided by.
    pub over: Vec<i64>,
}

/// By which number of a position a power q, or an index n of a complementary pair, is chosen: the last one for which `times q` or `times n` is
/// at most that number; or where `times` is empty, the n for which A(n) or B(n) is that number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressionChoice {
    /// What q or n is multiplied by, as a polynomial in the parameter.
    pub times: Vec<i64>,
    /// By what the heaps are multiplied, from the smallest to the largest.
    pub heaps: Vec<Vec<i64>>,
    /// What is added.
    pub constant: Vec<i64>,
}

/// What is known of a set that is made of the powers of a ratio, or of a complementary pair `A(n) = floor(n (2 - g + sqrt(g^2 + 4)) / 2)`,
/// `B(n) = A(n) + g n`, for all values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progression {
    /// The register that the parameter is; an open parameter c is the register `any c`.
    pub parameter: String,
    /// The ratio, as a polynomial in that register; empty for a pair.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratio: Vec<i64>,
    /// The number g of a pair, as a polynomial in that register; empty for powers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slope: Vec<i64>,
    /// The pair is `A(n) = floor(n alpha + 1 / alpha)` and `B(n) = A(n) + g n + 1`, where the other one has `floor(n alpha)`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shifted: bool,
    /// How many of its first values are taken one by one.
    pub single: i64,
    /// Up to which power of what the register is beyond these inequalities are multiplied.
    pub degree: usize,
    /// The index of the first power that is chosen.
    pub low: usize,
    /// So many powers after one that is chosen are looked at.
    pub reach: usize,
    /// Elements of the set, at powers that are chosen.
    pub elements: Vec<Vec<ProgressionTerm>>,
    /// A position outside of the set has a move to one of the elements at powers that are chosen so.
    pub choices: Vec<ProgressionChoice>,
}
