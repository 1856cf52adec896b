//! From statistics, relations and terms to the conditions of a search space, each with its text and its linear form.
//! Knows nothing about targets.
use super::candidates::{Candidates, Either, shapes};
use super::expression::{ConditionSide, SideTree};
use crate::asked::TaskFailure;
use crate::search::relation::form::{Below, MoveRelation};
use crate::search::relation::samples::{meaning, samples};
use crate::search::task::{Add, Join, TermLattice};
use indexmap::IndexMap;

const MOST_VALUES: usize = 10_000;
const MOST_CONDITIONS: usize = 200_000;
/// Each takes 16 KiB on the board.
const MOST_DISTINCT: usize = 20_000;

/// One condition of the space.
#[derive(Clone, Debug)]
pub(in crate::search) struct SearchCondition {
    /// In the names of the heaps.
    pub(in crate::search) text: String,
    /// Letters without white space.
    pub(in crate::search) length: usize,
    /// What it says.
    pub(in crate::search) relation: MoveRelation,
}

/// The conditions of a space.
#[derive(Clone, Debug)]
pub(in crate::search) struct Space {
    /// How many were written down.
    pub(in crate::search) written: usize,
    /// How many of them cannot be tried: two different roots meet in them, or a number is too large.
    pub(in crate::search) left_out: usize,
    /// Those that differ, and speak of the move, in their order.
    pub(in crate::search) conditions: Vec<SearchCondition>,
    /// How they stand together.
    pub(in crate::search) candidates: Candidates,
}

/// The space that `add` describes, written in the names of the ruleset's heaps.
pub(in crate::search) fn space(add: &Add, heaps: [&str; 2], bases: usize) -> Result<Space, TaskFailure> {
    let request = |why: &str| TaskFailure::Request(why.to_owned());
    let too_many = || request("the space has more candidates than 64 bits can count; choose smaller ranges");
    let Add::Conditions {
        at_most,
        families,
        joins,
        statistics,
        relations,
        terms,
        lattices,
        coefficients,
        slopes,
        constants,
        ..
    } = add
    else {
        let candidates = Candidates::new(Vec::new(), 0, bases).ok_or_else(too_many)?;
        return Ok(Space { written: 0, left_out: 0, conditions: Vec::new(), candidates });
    };
    if !(1..=6).contains(at_most) || !(1..=2).contains(families) {
        return Err(request("`at_most` is the number of conditions, 1 to 6, and `families` is 1 or 2"));
    }
    let read =
        |texts: &[String]| texts.iter().map(|text| ConditionSide::new(text, heaps)).collect::<Result<Vec<_>, _>>();
    let (statistics, terms) = (read(statistics)?, read(terms)?);
    let sums: Vec<String> =
        lattices.iter().map(|lattice| sums(lattice, heaps)).collect::<Result<Vec<_>, _>>()?.concat();
    let sums = read(&sums)?;
    let mut factors = coefficients
        .list(MOST_VALUES)
        .ok_or_else(|| request("too many coefficients"))?
        .into_iter()
        .map(Factor::whole)
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| request("a coefficient is too large"))?;
    factors.extend(read(slopes)?.into_iter().map(Factor::slope).collect::<Result<Vec<_>, _>>()?);
    let constants = constants.list(MOST_VALUES).ok_or_else(|| request("too many constants"))?;
    let parts = ConditionParts { statistics, relations, factors, terms, sums, constants };
    let written = parts.count().filter(|count| *count <= MOST_CONDITIONS).ok_or_else(|| {
        TaskFailure::Request(format!("the space has more than {MOST_CONDITIONS} conditions; choose smaller ranges"))
    })?;
    let Different { conditions: distinct, left_out } = parts.different()?;
    if MOST_DISTINCT < distinct.len() {
        return Err(TaskFailure::Request(format!(
            "the space has {} different conditions; at most {MOST_DISTINCT} are tried",
            distinct.len()
        )));
    }
    let either = if joins.contains(&Join::Or) { Either::AndOr } else { Either::And };
    let shapes = shapes(*at_most, *families, either);
    let candidates = Candidates::new(shapes, distinct.len(), bases).ok_or_else(too_many)?;
    Ok(Space { written, left_out, conditions: distinct, candidates })
}

/// What conditions are made of.
struct ConditionParts<'a> {
    statistics: Vec<ConditionSide>,
    relations: &'a [String],
    factors: Vec<Factor>,
    terms: Vec<ConditionSide>,
    /// Terms that are multiplied by nothing.
    sums: Vec<ConditionSide>,
    constants: Vec<i64>,
}

/// Conditions that differ on the samples, each the shortest of its meaning, and how many could not be tried.
struct Different {
    conditions: Vec<SearchCondition>,
    left_out: usize,
}

impl ConditionParts<'_> {
    /// How many conditions they make.
    fn count(&self) -> Option<usize> {
        let Self { statistics, relations, factors, terms, sums, constants } = self;
        let right = factors.len().checked_mul(terms.len())?.checked_add(sums.len())?;
        let numbers = [statistics.len(), relations.len(), right, constants.len()];
        numbers.iter().try_fold(1_usize, |product, count| product.checked_mul(*count))
    }

    /// The conditions that differ in their meaning on samples, each in the shortest way that it can be written.
    fn different(&self) -> Result<Different, TaskFailure> {
        let samples = samples();
        let mut distinct: IndexMap<Vec<u64>, SearchCondition> = IndexMap::new();
        let mut left_out = 0;
        let mut add = |condition: Option<SearchCondition>| {
            let Some(condition) = condition else {
                left_out += 1;
                return;
            };
            let Some(meaning) = meaning(&condition.relation, &samples) else { return };
            let kept = distinct.entry(meaning).or_insert_with(|| condition.clone());
            if condition.length < kept.length {
                *kept = condition;
            }
        };
        let once = Factor::whole(1);
        let products = self.factors.iter().flat_map(|factor| self.terms.iter().map(move |term| (factor, term)));
        let right: Vec<(&Factor, &ConditionSide)> =
            products.chain(once.iter().flat_map(|once| self.sums.iter().map(move |sum| (once, sum)))).collect();
        for statistic in &self.statistics {
            for relation in self.relations {
                for (factor, term) in &right {
                    for constant in &self.constants {
                        add(condition(statistic, relation, factor, term, *constant)?);
                    }
                }
            }
        }
        Ok(Different { conditions: distinct.into_values().collect(), left_out })
    }
}

/// What a term is multiplied by.
enum Factor {
    Whole(i64, SideTree),
    Slope(ConditionSide),
}

impl Factor {
    fn whole(number: i64) -> Option<Self> {
        Some(Self::Whole(number, SideTree::number(number)?))
    }

    fn slope(side: ConditionSide) -> Result<Self, TaskFailure> {
        match side.factor() {
            Some(_) => Ok(Self::Slope(side)),
            None => Err(TaskFailure::Request(format!("the slope `{}` is no number", side.text))),
        }
    }

    fn times(&self, term: &SideTree) -> Option<SideTree> {
        match self {
            Self::Whole(_, SideTree::Linear(number)) => term.times(number),
            Self::Whole(..) => None,
            Self::Slope(side) => term.times(side.factor()?),
        }
    }
}

/// The sums of a lattice as texts, but for 0.
fn sums(lattice: &TermLattice, heaps: [&str; 2]) -> Result<Vec<String>, TaskFailure> {
    let factors = lattice.coefficients.list(MOST_VALUES).ok_or_else(|| {
        TaskFailure::Request(format!("a lattice has more than {MOST_VALUES} coefficients; choose smaller ranges"))
    })?;
    let mut parts = Vec::new();
    let mut sums: Vec<Vec<i64>> = vec![Vec::new()];
    for text in &lattice.over {
        let simple = ConditionSide::new(text, heaps)?.simple;
        parts.push(if simple { text.clone() } else { format!("({text})") });
        if MOST_CONDITIONS < sums.len().saturating_mul(factors.len()) {
            return Err(TaskFailure::Request(format!("a lattice has more than {MOST_CONDITIONS} sums")));
        }
        let with = |sum: &Vec<i64>| {
            let sum = sum.clone();
            factors.iter().map(move |factor| sum.iter().copied().chain([*factor]).collect())
        };
        sums = sums.iter().flat_map(with).collect();
    }
    sums.retain(|sum| sum.iter().any(|factor| *factor != 0));
    Ok(sums.iter().map(|sum| sum_text(sum, &parts)).collect())
}

/// A sum of products, those that are added first.
fn sum_text(factors: &[i64], parts: &[String]) -> String {
    let mut text = String::new();
    for sign in [1, -1] {
        for (factor, part) in factors.iter().zip(parts).filter(|(factor, _)| factor.signum() == sign) {
            text += match (text.is_empty(), sign) {
                (true, 1) => "",
                (true, _) => "-",
                (false, 1) => " + ",
                (false, _) => " - ",
            };
            if factor.abs() != 1 {
                text += &format!("{} * ", factor.unsigned_abs());
            }
            text += part;
        }
    }
    text
}

/// Whether a text is a relation of conditions.
pub(in crate::search) fn is_relation(text: &str) -> bool {
    ["<", "<=", "≤", ">", ">=", "≥", "=", "!=", "≠"].contains(&text)
}

/// One condition, unless two different roots meet in it, or a number is too large.
fn condition(
    statistic: &ConditionSide,
    relation: &str,
    factor: &Factor,
    term: &ConditionSide,
    constant: i64,
) -> Result<Option<SearchCondition>, TaskFailure> {
    if !is_relation(relation) {
        return Err(TaskFailure::Request(format!(
            "`{relation}` is no relation of a condition; known are <, <=, !=, =, >=, >"
        )));
    }
    let Some(relation_meant) = meant(statistic, relation, factor, term, constant) else { return Ok(None) };
    let text = format!("{} {relation} {}", statistic.text, right_side(factor, term, constant));
    let length = text.chars().filter(|letter| !letter.is_whitespace()).count();
    Ok(Some(SearchCondition { length, text, relation: relation_meant }))
}

fn meant(
    statistic: &ConditionSide,
    relation: &str,
    factor: &Factor,
    term: &ConditionSide,
    constant: i64,
) -> Option<MoveRelation> {
    let right = factor.times(&term.tree)?.plus(&SideTree::number(constant)?)?;
    let difference = statistic.tree.plus(&right.opposite()?)?;
    let opposite = difference.opposite()?;
    match relation {
        "<" => difference.at_most_zero(Below::Less),
        "<=" | "≤" => difference.at_most_zero(Below::AtMost),
        ">" => opposite.at_most_zero(Below::Less),
        ">=" | "≥" => opposite.at_most_zero(Below::AtMost),
        "=" => Some(difference.at_most_zero(Below::AtMost)?.and(&opposite.at_most_zero(Below::AtMost)?)),
        _ => difference.not_zero(),
    }
}

fn right_side(factor: &Factor, term: &ConditionSide, constant: i64) -> String {
    let bracketed = |side: &ConditionSide| if side.simple { side.text.clone() } else { format!("({})", side.text) };
    if let (Factor::Whole(number, _), Ok(term)) = (factor, term.text.parse::<i64>())
        && let Some(value) = number.checked_mul(term).and_then(|product| product.checked_add(constant))
    {
        return value.to_string();
    }
    let product = match factor {
        Factor::Whole(0, _) => return constant.to_string(),
        Factor::Whole(1, _) => term.text.clone(),
        Factor::Whole(-1, _) => format!("-{}", bracketed(term)),
        Factor::Whole(number, _) => format!("{number} * {}", bracketed(term)),
        Factor::Slope(slope) => format!("{} * {}", bracketed(slope), bracketed(term)),
    };
    match constant {
        0 => product,
        _ if constant < 0 => format!("{product} - {}", constant.unsigned_abs()),
        _ => format!("{product} + {constant}"),
    }
}
