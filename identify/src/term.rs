//! Closed terms of sequences as data, and how they are written: for people, or with other letters. Finds none.
use super::surd::{Offset, Surd};
use super::write;
use dashu_int::IBig;

/// The term of a sequence by its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedTerm(TermShape);

#[derive(Clone, Debug, PartialEq, Eq)]
enum TermShape {
    /// A sum of multiples over a denominator.
    Sum(Vec<(IBig, TermFactor)>, IBig),
    /// A rounded multiple of an irrational number.
    Floor(Surd, Offset),
}

/// What a part of a sum is a multiple of, by the place k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TermFactor {
    /// k^exponent.
    Power(usize),
    /// (base/below)^(k + shift).
    Exponential { base: IBig, below: IBig, shift: i128 },
}

impl TermFactor {
    /// base^(k + shift).
    pub(super) fn exponential(base: IBig, shift: i128) -> Self {
        Self::Exponential { base, below: IBig::ONE, shift }
    }

    fn written(&self, variable: &str) -> String {
        match self {
            Self::Power(0) => String::new(),
            Self::Power(1) => variable.to_owned(),
            Self::Power(exponent) => format!("{variable}^{exponent}"),
            Self::Exponential { base, below, shift } => {
                let exponent = write::shifted(variable, *shift);
                let exponent = if *shift == 0 { exponent } else { format!("({exponent})") };
                let base = write::over(&base.to_string(), below);
                let is_whole = *below == IBig::ONE && !base.starts_with('-');
                if is_whole { format!("{base}^{exponent}") } else { format!("({base})^{exponent}") }
            }
        }
    }
}

impl ClosedTerm {
    pub(super) fn sum(parts: Vec<(IBig, TermFactor)>, denominator: IBig) -> Self {
        Self(TermShape::Sum(parts, denominator))
    }

    /// A polynomial over a denominator, from its coefficients, the constant one first.
    pub(super) fn polynomial(coefficients: &[IBig], denominator: &IBig) -> Self {
        let parts = coefficients.iter().cloned().enumerate().rev();
        Self::sum(parts.map(|(exponent, one)| (one, TermFactor::Power(exponent))).collect(), denominator.clone())
    }

    pub(super) fn floor(alpha: Surd, offset: Offset) -> Self {
        Self(TermShape::Floor(alpha, offset))
    }

    /// Whether it is 0 at every place.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, TermShape::Sum(parts, _) if parts.iter().all(|(factor, _)| factor.is_zero()))
    }

    /// The term with a letter for the place; a letter for the golden ratio, if it has one, else its root is written.
    #[must_use]
    pub fn written(&self, variable: &str, golden: Option<&str>) -> String {
        match &self.0 {
            TermShape::Sum(parts, denominator) => {
                let parts: Vec<(IBig, String)> =
                    parts.iter().map(|(multiple, factor)| (multiple.clone(), factor.written(variable))).collect();
                write::over(&write::sum(&parts), denominator)
            }
            TermShape::Floor(alpha, Offset::Shift(shift, add)) => {
                let place = write::shifted(variable, *shift);
                let place = if *shift == 0 { place } else { format!("({place})") };
                let rounded = format!("floor({place}*{})", alpha.text(golden));
                write::shifted(&rounded, *add)
            }
            TermShape::Floor(alpha, Offset::Part(over, parts)) => {
                let sign = if *over < 0 { '-' } else { '+' };
                format!("floor({variable}*{} {sign} {}/{parts})", alpha.text(golden), over.abs())
            }
        }
    }
}

/// What a formula says where it is no rule: which term a(k) is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) term: ClosedTerm,
    /// The place of the term is k and so much more.
    pub(super) shift: i128,
    /// From this k on.
    pub(super) from: usize,
}

impl Closed {
    /// A term that holds for all k.
    pub(super) fn always(term: ClosedTerm) -> Self {
        Self { term, shift: 0, from: 0 }
    }

    /// The formula, for something that is called otherwise than a(k).
    pub(super) fn written(&self, name: &str) -> String {
        let from = if self.from == 0 { String::new() } else { format!(" for {} <= k", self.from) };
        if self.shift == 0 {
            return format!("{name} = {}{from}", self.term.written("k", None));
        }
        format!("{name} = {}, n = {}{from}", self.term.written("n", None), write::shifted("k", self.shift))
    }
}
