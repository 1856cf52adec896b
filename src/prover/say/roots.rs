//! Square roots of multiples of squares, and comparisons of such multiples, as multiples of roots that a numeration knows.
use super::exponents;
use super::translate::{Alternative, Alternatives, Meaning, Translator, cannot, one_of, relation, times};
use crate::prover::Obstacle;
use crate::ruleset::{Comparison, Term};
use nimdsl_automata::{Integer, Presburger, RootFloor};

/// The root of a number that is no square.
fn known_root(number: i64) -> Result<RootFloor, Obstacle> {
    RootFloor::of(number)
        .map_or_else(|| cannot(format!("no numeration that is there knows the multiples of sqrt({number})")), Ok)
}

impl Translator<'_> {
    /// Square roots of multiples of squares, rounded down.
    pub(super) fn root(self, inner: &Term, scope: &Meaning) -> Alternatives {
        let inner = exponents::irrational_square(inner).unwrap_or(inner);
        if let Some((radicand, factor, side)) = exponents::square(inner) {
            let root = if radicand == 1 { None } else { Some(known_root(radicand)?) };
            let mut all = self.term(side, scope)?;
            for alternative in &mut all {
                let side = times(alternative.term.clone(), factor)?.abs();
                alternative.term = root.map_or_else(|| side.clone(), |root| side.clone().root_floor(&root));
            }
            return Ok(all);
        }
        match self.term(inner, scope)?.as_slice() {
            [Alternative { term: Integer::Constant(value), .. }] if 0 <= *value => {
                Ok(vec![Alternative::plain(Integer::Constant(value.isqrt()))])
            }
            _ => cannot("a square root has no automaton"),
        }
    }

    /// `a * t^2 <= b * u^2`, and its kind.
    pub(super) fn squares(
        self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
        scope: &Meaning,
    ) -> Result<Option<Presburger>, Obstacle> {
        let (Some((one, factor, side)), Some((other, opposite, across))) =
            (exponents::square(left), exponents::square(right))
        else {
            return Ok(None);
        };
        let (left, right) = (self.term(side, scope)?, self.term(across, scope)?);
        let mut cases = Vec::new();
        for first in &left {
            for second in &right {
                let (a, b) = (times(first.term.clone(), factor)?.abs(), times(second.term.clone(), opposite)?.abs());
                let atom = if one == other {
                    relation(a, comparison, b)
                } else {
                    multiples((one, a), comparison, (other, b))?
                };
                cases.push(first.with(second, Integer::Constant(0)).holds(atom));
            }
        }
        Ok(Some(one_of(cases)))
    }
}

/// `sqrt(one) * a` beside `sqrt(other) * b`, for two numbers whose product is no square, and natural terms.
fn multiples(
    (one, a): (i64, Integer),
    comparison: Comparison,
    (other, b): (i64, Integer),
) -> Result<Presburger, Obstacle> {
    if comparison != Comparison::AtMost {
        let both = Presburger::and([Presburger::equal(a, 0), Presburger::equal(b, 0)]);
        return Ok(if comparison == Comparison::Equal { both } else { both.negated() });
    }
    if other == 1 {
        let root = known_root(one)?;
        return Ok(Presburger::or([Presburger::equal(a.clone(), 0), Presburger::less(a.root_floor(&root), b)]));
    }
    // Both sides times the root of `one`.
    let Some(product) = one.checked_mul(other) else { return cannot("a number is too large") };
    Ok(Presburger::at_most(times(a, one)?, b.root_floor(&known_root(product)?)))
}
