//! The relation of a game as formulas: which positions belong to it, and what holds for some option.
use super::exponents::usage_in_move;
use super::translate::{Meaning, SlotTerm, Translator, VariableNames, cannot};
use crate::prover::Obstacle;
use crate::ruleset::branch::{branches, is_never_negative};
use crate::ruleset::{self, Comparison, Condition, Move, Ruleset};
use nimdsl_automata::{Integer, Natural, Presburger};
use std::collections::BTreeMap;

/// Rounds in which lower bounds of amounts are passed on.
const ROUNDS: usize = 4;

/// A ruleset whose relation is written as formulas.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct Game<'a> {
    pub(in crate::prover) ruleset: &'a Ruleset,
    pub(in crate::prover) names: &'a VariableNames,
}

impl<'a> Game<'a> {
    fn translator(&self) -> Translator<'a> {
        Translator { names: self.names }
    }

    /// Heaps and registers.
    pub(in crate::prover) fn dimension(&self) -> usize {
        self.ruleset.heaps.len() + self.ruleset.registers.len()
    }

    /// What a track adds to its number to give the coordinate: less than 0 only for registers that can be negative.
    pub(in crate::prover) fn shift(&self, at: usize) -> i64 {
        let register = at.checked_sub(self.ruleset.heaps.len()).and_then(|at| self.ruleset.registers.get(at));
        register.map_or(0, |register| register.low.min(0))
    }

    /// Coordinates as terms over the tracks.
    pub(in crate::prover) fn coordinates(&self, tracks: &[Natural]) -> Vec<Integer> {
        let shifted = |(at, track): (usize, &Natural)| match self.shift(at) {
            0 => Integer::from(*track),
            shift => Integer::from(*track) + shift,
        };
        tracks.iter().enumerate().map(shifted).collect()
    }

    /// The numbers on the tracks, given the coordinates.
    pub(in crate::prover) fn on_tracks(&self, coordinates: &[Integer]) -> Vec<Integer> {
        let shifted = |(at, term): (usize, &Integer)| match (self.shift(at), term) {
            (0, term) => term.clone(),
            (shift, Integer::Sum(parts)) if parts.len() == 2 && parts[1] == Integer::Constant(shift) => {
                parts[0].clone()
            }
            (shift, term) => term.clone() - shift,
        };
        coordinates.iter().enumerate().map(shifted).collect()
    }

    /// Whether the coordinates are a position of the game.
    pub(in crate::prover) fn domain(&self, coordinates: &[Integer]) -> Result<Presburger, Obstacle> {
        let (heaps, registers) = coordinates.split_at(self.ruleset.heaps.len().min(coordinates.len()));
        let mut parts = Vec::new();
        for heap in heaps {
            if !matches!(heap, Integer::Variable(_)) {
                parts.push(Presburger::at_most(0, heap.clone()));
            }
        }
        for (value, register) in registers.iter().zip(&self.ruleset.registers) {
            if register.low != 0 || !matches!(value, Integer::Variable(_)) {
                parts.push(Presburger::at_most(register.low, value.clone()));
            }
            if let Some(high) = register.high {
                parts.push(Presburger::at_most(value.clone(), high));
            }
        }
        let scope = Meaning { coordinates: coordinates.to_vec(), slots: BTreeMap::new() };
        parts.push(self.translator().condition(&self.ruleset.positions, &scope)?);
        Ok(Presburger::And(parts))
    }

    /// Whether `body` holds for some option of a position.
    pub(in crate::prover) fn some_option(
        &self,
        coordinates: &[Integer],
        body: &dyn Fn(&[Integer]) -> Result<Presburger, Obstacle>,
    ) -> Result<Presburger, Obstacle> {
        let parts = self.ruleset.moves.iter().map(|family| self.some_option_by(family, coordinates, body));
        Ok(Presburger::Or(parts.collect::<Result<_, _>>()?))
    }

    /// The same for the options by one family of moves, with its name.
    pub(in crate::prover) fn some_option_by(
        &self,
        family: &Move,
        coordinates: &[Integer],
        body: &dyn Fn(&[Integer]) -> Result<Presburger, Obstacle>,
    ) -> Result<Presburger, Obstacle> {
        let name = if family.instance.is_empty() {
            family.name.clone()
        } else {
            format!("{} {}", family.name, family.instance)
        };
        let made = self.some_option_of(family, coordinates, body);
        Ok(Presburger::named(name.clone(), made.map_err(|why| why.inside(&format!("move `{name}`")))?))
    }

    /// The formula that something holds at an option by one family of moves.
    fn some_option_of(
        &self,
        family: &Move,
        coordinates: &[Integer],
        body: &dyn Fn(&[Integer]) -> Result<Presburger, Obstacle>,
    ) -> Result<Presburger, Obstacle> {
        if !family.more.is_empty() {
            let why = "positions break, and the value of a sum is a nim-sum of values";
            return Err(Obstacle::Cannot(why.to_owned()));
        }
        let mut all = Vec::new();
        for guard in self.alternatives(family) {
            let mut signs = vec![Meaning { coordinates: coordinates.to_vec(), slots: BTreeMap::new() }];
            let mut variables = Vec::new();
            for (amount, name) in family.amounts.iter().enumerate() {
                let variable = self.names.beside(amount, name);
                variables.push(variable);
                let choices = self.choices(family, &guard, amount, variable)?;
                let with = |scope: &Meaning| {
                    choices
                        .iter()
                        .map(|choice| {
                            let mut scope = scope.clone();
                            scope.slots.insert(amount, choice.clone());
                            scope
                        })
                        .collect::<Vec<_>>()
                };
                signs = signs.iter().flat_map(with).collect();
            }
            for scope in &signs {
                let powers = scope.slots.values().filter_map(SlotTerm::power);
                let condition = self.translator().condition(&guard, scope)?;
                let after = self.translator().on_all(&family.targets, scope, body)?;
                let both = Presburger::and(powers.chain([condition, after]));
                all.push(if variables.is_empty() { both } else { Presburger::exists(variables.clone(), both) });
            }
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Presburger::Or(all) })
    }

    /// What an amount may stand for: the variable, its opposite, or the exponent of the power that it holds.
    fn choices(
        &self,
        family: &Move,
        guard: &Condition,
        amount: usize,
        variable: Natural,
    ) -> Result<Vec<SlotTerm>, Obstacle> {
        let name = &family.amounts[amount];
        // The explorer has a limit of bytes, and does without exponents.
        let base = if cfg!(target_arch = "wasm32") { None } else { usage_in_move(family, amount).base(name)? };
        if let Some(base) = base {
            // Elsewhere a power has no value.
            let all = (self.dimension(), family.amounts.len());
            return if is_natural(guard, amount) || is_never_negative(guard, amount, all) {
                Ok(vec![SlotTerm::Exponent(base, variable)])
            } else {
                cannot(format!("the exponent `{name}` may be negative"))
            };
        }
        let low = least(guard, amount, family.amounts.len());
        // The bound takes coordinates for naturals.
        let natural = self.ruleset.registers.iter().all(|register| 0 <= register.low);
        let numbers = match low.filter(|_| natural) {
            Some(0..) => vec![Integer::from(variable)],
            Some(low) => vec![Integer::from(variable) + low],
            // Negative amounts are -1 - n.
            None => vec![Integer::from(variable), -Integer::from(variable) - 1],
        };
        Ok(numbers.into_iter().map(SlotTerm::Is).collect())
    }

    /// The alternatives of a guard whose top is a disjunction: each has bounds of its own.
    fn alternatives(&self, family: &Move) -> Vec<Condition> {
        match &family.guard {
            Condition::Or(parts) if branches(&family.guard, self.dimension(), family.amounts.len()).is_ok() => {
                parts.clone()
            }
            guard => vec![guard.clone()],
        }
    }

    /// Whether there are options.
    pub(in crate::prover) fn terminal(&self, coordinates: &[Integer]) -> Result<Presburger, Obstacle> {
        Ok(self.some_option(coordinates, &|_| Ok(Presburger::True))?.negated())
    }
}

/// Whether a guard says by itself that an amount is not negative.
fn is_natural(guard: &Condition, amount: usize) -> bool {
    let says = |left, right| {
        row(left, right).is_some_and(|row| {
            let own = row.amounts.get(&amount).is_some_and(|factor| *factor < 0);
            own && row.amounts.len() == 1 && !row.is_of_position && 0 <= row.constant
        })
    };
    match guard {
        Condition::And(parts) => parts.iter().any(|part| is_natural(part, amount)),
        Condition::Or(parts) => parts.iter().all(|part| is_natural(part, amount)),
        Condition::Compare(left, Comparison::AtMost, right) => says(left, right),
        Condition::Compare(left, Comparison::Equal, right) => says(left, right) || says(right, left),
        Condition::Not(inner) => match &**inner {
            // Among whole numbers, k > -1 says that k is natural.
            Condition::Compare(left, Comparison::AtMost, ruleset::Term::Constant(bound)) => {
                says(&ruleset::Term::Constant(bound.saturating_add(1)), left)
            }
            _ => false,
        },
        _ => false,
    }
}

/// A number that the amount is never below, from the linear parts of a guard; amounts of coordinates are at least 0.
fn least(guard: &Condition, amount: usize, amounts: usize) -> Option<i64> {
    let mut rows = Vec::new();
    linear_rows(guard, &mut rows);
    let mut low: Vec<Option<i128>> = vec![None; amounts];
    for _ in 0..ROUNDS {
        for row in &rows {
            for (index, coefficient) in &row.amounts {
                if 0 <= *coefficient {
                    continue;
                }
                // -c a + ... + constant <= 0 says a >= (constant + ...) / c.
                let mut rest = row.constant;
                let bounded = row.amounts.iter().filter(|other| *other.0 != *index).all(|(other, factor)| {
                    let known = low.get(*other).copied().flatten().filter(|_| 0 < *factor);
                    known.is_some_and(|known| {
                        rest += factor * known;
                        true
                    })
                });
                if !bounded || row.falls {
                    continue;
                }
                let bound = -((-rest).div_euclid(-coefficient));
                if let Some(slot) = low.get_mut(*index) {
                    *slot = Some(slot.map_or(bound, |known| known.max(bound)));
                }
            }
        }
    }
    low.get(amount).copied().flatten().map(|low| i64::try_from(low.clamp(-(1 << 40), 0)).expect("40 bits fit"))
}

/// `sum of coefficient * amount + (something) + constant <= 0`, where the something is never negative unless `falls`.
#[derive(Debug, Default)]
struct AmountRow {
    amounts: BTreeMap<usize, i128>,
    constant: i128,
    falls: bool,
    is_of_position: bool,
}

fn linear_rows(guard: &Condition, rows: &mut Vec<AmountRow>) {
    match guard {
        Condition::And(parts) => parts.iter().for_each(|part| linear_rows(part, rows)),
        Condition::Compare(left, Comparison::AtMost, right) => rows.extend(row(left, right)),
        Condition::Compare(left, Comparison::Equal, right) => {
            rows.extend(row(left, right));
            rows.extend(row(right, left));
        }
        Condition::Not(inner) => {
            if let Condition::Compare(left, Comparison::AtMost, right) = &**inner
                && let Some(mut row) = row(right, left)
            {
                row.constant += 1;
                rows.push(row);
            }
        }
        _ => {}
    }
}

fn row(left: &ruleset::Term, right: &ruleset::Term) -> Option<AmountRow> {
    let mut row = AmountRow::default();
    add(left, 1, &mut row)?;
    add(right, -1, &mut row)?;
    row.amounts.retain(|_, coefficient| *coefficient != 0);
    Some(row)
}

fn add(term: &ruleset::Term, factor: i128, row: &mut AmountRow) -> Option<()> {
    match term {
        ruleset::Term::Constant(value) => row.constant = row.constant.checked_add(factor.checked_mul(*value)?)?,
        ruleset::Term::Variable(ruleset::Variable::Coordinate(_)) => {
            row.falls |= factor < 0;
            row.is_of_position = true;
        }
        ruleset::Term::Variable(ruleset::Variable::Amount(amount)) => {
            let slot = row.amounts.entry(*amount).or_default();
            *slot = slot.checked_add(factor)?;
        }
        ruleset::Term::Sum(parts) => parts.iter().try_for_each(|part| add(part, factor, row))?,
        ruleset::Term::Product(left, right) => match (&**left, &**right) {
            (ruleset::Term::Constant(value), other) | (other, ruleset::Term::Constant(value)) => {
                add(other, factor.checked_mul(*value)?, row)?;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}
