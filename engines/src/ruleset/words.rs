//! Parameters and positions as they are written for people, everywhere alike. As data a parameter is a number, a list of
//! numbers, or a list of such lists, and a position a list of numbers: `serde` writes both.
use super::statement::{Formula, Property, SetKind};
use super::{ParameterValue, Term};
use indexmap::IndexMap;
use std::fmt;

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Set(set) => write!(f, "{{{}}}", list(set)),
            Self::Brackets(set) => write!(f, "{{{}}}", brackets(set)),
        }
    }
}

/// Parameters with their values: `c = 2, S = {1, 2}`.
#[must_use]
pub fn settings(settings: &IndexMap<String, ParameterValue>) -> String {
    settings.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// The numbers of a position, heaps before registers, as the command line reads them: an ordinal heap by its coefficients.
#[must_use]
pub fn numbers(position: &[i64], heaps: usize) -> String {
    let (heaps, registers) = position.split_at(heaps.min(position.len()));
    within_brackets(&list(heaps), registers)
}

/// A position as the papers write it; `heaps` are the names of the heaps.
#[must_use]
pub fn position(position: &[i64], heaps: &[String]) -> String {
    let (values, registers) = position.split_at(heaps.len().min(position.len()));
    let is_ordinal = heaps.iter().any(|name| name.contains("[w"));
    let values = if is_ordinal { ordinals(values, heaps) } else { list(values) };
    within_brackets(&values, registers)
}

/// Brackets of numbers, with commas between them: `(1, 2), (2, 1)`.
#[must_use]
pub fn brackets(set: &[Vec<i64>]) -> String {
    set.iter().map(|one| format!("({})", list(one))).collect::<Vec<_>>().join(", ")
}

fn list(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn within_brackets(heaps: &str, registers: &[i64]) -> String {
    if registers.is_empty() { format!("({heaps})") } else { format!("({heaps}; {})", list(registers)) }
}

/// Ordinal heaps, each by its coefficients, that of the highest power of omega first.
fn ordinals(coefficients: &[i64], heaps: &[String]) -> String {
    let width = heaps.iter().position(|name| name.ends_with("[1]")).map_or(1, |last| last + 1);
    let ordinal = |heap: &[i64]| {
        let parts: Vec<String> = heap
            .iter()
            .zip((0..heap.len()).rev())
            .filter(|(coefficient, _)| **coefficient != 0)
            .map(|(coefficient, power)| match power {
                0 => coefficient.to_string(),
                1 => format!("omega * {coefficient}"),
                _ => format!("omega^{power} * {coefficient}"),
            })
            .collect();
        if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
    };
    coefficients.chunks(width).map(ordinal).collect::<Vec<_>>().join(", ")
}

/// What a term is, by its outermost part, as it is called where a term of its kind is refused.
#[must_use]
pub fn kind_of_term(term: &Term) -> String {
    let words = match term {
        Term::Number(function, _) => return format!("`{}`", function.name()),
        Term::Constant(_) => "a number",
        Term::Variable(_) => "a variable",
        Term::Sum(_) => "a sum",
        Term::Product(..) => "a product",
        Term::FloorDivide(..) => "a quotient",
        Term::Modulo(..) => "a remainder (`mod`)",
        Term::Min(_) => "`min`",
        Term::Max(_) => "`max`",
        Term::Xor(_) => "a nim-sum (`xor`)",
        Term::SquareRoot(_) => "a root (`sqrt`)",
        Term::Cases(_) => "`cases`",
        Term::Power(..) => "a power",
        Term::Recursive(..) | Term::Own(_) => "a member of a sequence or recursion",
        Term::Grid(..) | Term::OwnGrid(_) => "a recursion of several numbers",
    };
    words.to_owned()
}

/// What a formula is, by its outermost part, likewise.
#[must_use]
pub fn kind_of_formula(formula: &Formula) -> &'static str {
    match formula {
        Formula::Known(_) => "a truth value",
        Formula::Test(lookups, _) if lookups.is_empty() => "a comparison",
        Formula::Test(..) => "a Grundy value that is looked up",
        Formula::Is(Property::Outcome(_), _) => "an outcome that is looked up",
        Formula::Is(Property::Terminal, _) => "`terminal`",
        Formula::Is(Property::Final, _) => "`final`",
        Formula::Member(..) => "membership in a set",
        Formula::Admissible(_) => "admissibility",
        Formula::And(_) => "`and`",
        Formula::Or(_) => "`or`",
        Formula::Not(_) => "`not`",
        Formula::Iff(..) => "`iff`",
        Formula::ForAll(..) => "`forall`",
        Formula::Exists(..) => "`exists`",
        Formula::AllOptions(..) | Formula::SomeOption(..) => "options of a position",
    }
}

/// What a set is, by its outermost part, likewise.
#[must_use]
pub fn kind_of_set(set: &SetKind) -> &'static str {
    match set {
        SetKind::List(_) => "a list of positions",
        SetKind::Family { .. } => "a family of positions",
        SetKind::Outcome(_) => "`P` or `N` as a set",
        SetKind::Union(..) => "`union`",
        SetKind::Intersection(..) => "`intersect`",
        SetKind::Difference(..) => "`minus`",
        SetKind::Symmetric(..) => "`sym` of so many heaps",
    }
}
