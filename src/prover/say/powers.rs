//! Powers by variables that hold them: their values, the digits at their places, and bounds of their exponents.
use super::exponents;
use super::polynomial::polynomial;
use super::translate::{
    Alternative, Alternatives, Meaning, SlotTerm, Translator, cannot, known, limited, positive, relation, times,
};
use crate::prover::Obstacle;
use crate::ruleset::{self, Comparison, Variable};
use nimdsl_automata::{Integer, Natural, Presburger};

/// An exponent and its power: the base, and the variable that holds the power.
type Exponent = (u32, Natural);

/// A number to a natural power.
fn raised(base: u32, exponent: i128) -> Result<i64, Obstacle> {
    let value = u32::try_from(exponent).ok().and_then(|exponent| i64::from(base).checked_pow(exponent));
    value.map_or_else(|| cannot("a power is too large"), Ok)
}

/// `factor * exponent + constant` beside 0, for a factor that is not 0.
fn bound(
    (base, power): Exponent,
    factor: i128,
    comparison: Comparison,
    constant: i128,
) -> Result<Presburger, Obstacle> {
    let Some(opposite) = constant.checked_neg() else { return cannot("a number is too large") };
    // Rounded down for positive factors, and up for negative ones.
    let limit = opposite.div_euclid(factor);
    let is_met = constant % factor == 0 && 0 <= limit;
    Ok(match comparison {
        Comparison::Equal if is_met => Presburger::equal(power, raised(base, limit)?),
        Comparison::Different if is_met => Presburger::equal(power, raised(base, limit)?).negated(),
        Comparison::Equal => Presburger::False,
        Comparison::Different => Presburger::True,
        Comparison::AtMost if factor < 0 => Presburger::at_most(raised(base, limit.max(0))?, power),
        Comparison::AtMost if limit < 0 => Presburger::False,
        Comparison::AtMost => Presburger::at_most(power, raised(base, limit)?),
    })
}

/// `exponent + constant` beside another exponent of the same base.
fn beside(
    (base, power): Exponent,
    comparison: Comparison,
    other: Natural,
    constant: i128,
) -> Result<Presburger, Obstacle> {
    let factor = raised(base, constant.saturating_abs())?;
    let (more, less) = if 0 <= constant { (factor, 1) } else { (1, factor) };
    Ok(relation(times(power.into(), more)?, comparison, times(other.into(), less)?))
}

impl Meaning {
    /// A comparison of an exponent with a number, or of two exponents of one base, as one of the powers.
    pub(super) fn exponents(
        &self,
        left: &ruleset::Term,
        comparison: Comparison,
        right: &ruleset::Term,
    ) -> Result<Option<Presburger>, Obstacle> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") || !self.slots.values().any(|slot| matches!(slot, SlotTerm::Exponent(..))) {
            return Ok(None);
        }
        let difference = || polynomial(left)?.plus(-1, &polynomial(right)?)?.linear();
        let Some(difference) = difference() else { return Ok(None) };
        let of = |variable: &Variable| match variable {
            Variable::Amount(slot) => match self.slots.get(slot) {
                Some(SlotTerm::Exponent(base, power)) => Some((*base, *power)),
                _ => None,
            },
            Variable::Coordinate(_) => None,
        };
        let terms: Vec<_> = difference.terms.iter().map(|(own, factor)| (of(own), *factor)).collect();
        Ok(match terms.as_slice() {
            [(Some(own), factor)] => Some(bound(*own, *factor, comparison, difference.constant)?),
            [(Some(own), 1), (Some(other), -1)] | [(Some(other), -1), (Some(own), 1)]
                if own.0 == other.0 && difference.denominator == 1 =>
            {
                Some(beside(*own, comparison, other.1, difference.constant)?)
            }
            _ => None,
        })
    }
}

impl Translator<'_> {
    /// A power, as the value of a variable that holds it, or as a number.
    pub(super) fn power(self, base: &ruleset::Term, exponent: &ruleset::Term, scope: &Meaning) -> Alternatives {
        let bases = self.term(base, scope)?;
        let [Alternative { term: Integer::Constant(base), .. }] = bases.as_slice() else {
            let squares = self.term(exponent, scope)?;
            if let [Alternative { term: Integer::Constant(1), .. }] = squares.as_slice() {
                return Ok(bases);
            }
            return cannot("a power of something that is not a number has no automaton");
        };
        if let Some((slot, shift)) = exponents::shifted_slot(exponent)
            && let Some(SlotTerm::Exponent(number, variable)) = scope.slots.get(&slot)
        {
            if i64::from(*number) == *base {
                return self.shifted_power(*number, *variable, shift);
            }
            return cannot(format!("powers of {number} and of {base} with one exponent have no automaton"));
        }
        let mut all = Vec::new();
        for exponent in self.term(exponent, scope)? {
            match (known(&exponent.term), *base) {
                (Some(power), base) => {
                    let value = u32::try_from(power).ok().and_then(|power| base.checked_pow(power));
                    let Some(value) = value else { return cannot("a power is too large") };
                    all.push(Alternative { term: Integer::Constant(value), ..exponent });
                }
                (None, 0 | 1) => all.push(Alternative { term: Integer::Constant(*base), ..exponent }),
                // 1 - 2 (k mod 2)
                (None, -1) => {
                    let parity = exponent.term.clone().modulo(positive(2)?);
                    all.push(Alternative { term: Integer::Constant(1) - parity * 2, ..exponent });
                }
                (None, base) => {
                    return cannot(format!(
                        "a power of {base} whose exponent occurs outside of powers has no automaton"
                    ));
                }
            }
        }
        Ok(all)
    }

    /// `base^(k + shift)` where the variable is `base^k`.
    fn shifted_power(self, base: u32, variable: Natural, shift: i64) -> Alternatives {
        let factor = u32::try_from(shift.unsigned_abs()).ok().and_then(|shift| i64::from(base).checked_pow(shift));
        let Some(factor) = factor else { return cannot("a power is too large") };
        if 0 <= shift {
            return Ok(vec![Alternative::plain(times(Integer::from(variable), factor)?)]);
        }
        let value = self.names.fresh("a power");
        let guard = Presburger::equal(Integer::from(value) * factor, variable);
        Ok(vec![Alternative { guards: vec![guard], fresh: vec![value], term: Integer::from(value) }])
    }

    /// `floor(a / d^k) mod d`: the digit of a at the place k.
    pub(super) fn digit(
        self,
        left: &ruleset::Term,
        right: &ruleset::Term,
        scope: &Meaning,
    ) -> Result<Option<Vec<Alternative>>, Obstacle> {
        let (ruleset::Term::FloorDivide(number, power), ruleset::Term::Constant(base)) = (left, right) else {
            return Ok(None);
        };
        let ruleset::Term::Power(known_base, exponent) = &**power else { return Ok(None) };
        if **known_base != ruleset::Term::Constant(*base) {
            return Ok(None);
        }
        let Some((slot, 0)) = exponents::shifted_slot(exponent) else { return Ok(None) };
        let Some(SlotTerm::Exponent(radix, place)) = scope.slots.get(&slot).cloned() else { return Ok(None) };
        let mut all = Vec::new();
        for number in self.term(number, scope)? {
            let above = self.names.fresh("digits above");
            let below = self.names.fresh("digits below");
            let lowest = self.names.fresh("a power");
            // number = above + digit * place + below with below < place, and base * place divides above.
            let divisible = Presburger::or([
                Presburger::equal(above, 0),
                Presburger::and([
                    Presburger::LargestPower(Integer::from(above), Integer::from(lowest), radix),
                    Presburger::at_most(Integer::from(place) * i64::from(radix), lowest),
                ]),
            ]);
            for digit in 0..i64::from(radix) {
                let sum = Integer::from(above) + times(Integer::from(place), digit)? + below;
                let mut guards = number.guards.clone();
                guards.push(Presburger::equal(number.term.clone(), sum));
                guards.push(Presburger::less(below, place));
                guards.push(Presburger::exists([lowest], divisible.clone()));
                let fresh = number.fresh.iter().copied().chain([above, below]).collect();
                all.push(Alternative { guards, fresh, term: Integer::Constant(digit) });
            }
        }
        limited(all).map(Some)
    }
}
