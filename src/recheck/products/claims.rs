//! Formulas and sets of claims as what is said of unknown integers. What must hold for all numbers is asked of some of them, which is less:
//! a contradiction with less is one with all.
use super::facts::{NumberOrigin, UnknownNumbers};
use super::forms::{Asserted, Formed, IntegerForm, at_most, equal, known, not};
use super::terms::VariableForms;
use crate::recheck::claims::orders;
use crate::ruleset::statement::{Bound, Formula, Lookup, Place, Property, Set, SetKind, Value};
use crate::ruleset::{Comparison, Condition, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};

/// Numbers that one quantifier is asked of, at most.
const MOST_INSTANCES: usize = 12;

/// A game, and a term for the values of its positions and the set of P-positions of normal play, if they are known.
#[derive(Clone, Debug)]
pub(super) struct GameWithValues<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) play: Play,
    pub(super) value: Option<Term>,
    pub(super) p_positions: Option<Set>,
}

/// Reads claims, and notes the values that were looked up.
pub(super) struct ProductReader<'a> {
    pub(super) numbers: UnknownNumbers,
    pub(super) games: &'a [GameWithValues<'a>],
    values: Vec<IntegerForm>,
    /// What quantifiers and families have bound so far, as some number.
    bound: Vec<IntegerForm>,
    /// A position of the first game, and whether it is a P-position.
    pub(super) known_outcome: Option<(Vec<IntegerForm>, bool)>,
}

/// What a quantifier binds may be found from equations: two terms that are equal, where it is.
type SoughtEquations<'e> = dyn Fn(&mut ProductReader<'_>, &VariableForms) -> Formed<Vec<IntegerForm>> + 'e;

impl<'a> ProductReader<'a> {
    pub(super) fn new(games: &'a [GameWithValues<'a>]) -> Self {
        Self { numbers: UnknownNumbers::default(), games, values: Vec::new(), bound: Vec::new(), known_outcome: None }
    }

    /// The value of a position.
    pub(super) fn value(&mut self, game: usize, position: Vec<IntegerForm>) -> Formed<IntegerForm> {
        let origin = NumberOrigin::Value(game, position.clone());
        if let Some((known, _)) = self.numbers.recalled(&origin) {
            return Ok(known);
        }
        let games = self.games;
        let known = games.get(game).ok_or_else(|| format!("there is no game {game}"))?;
        // Whoever looks it up, in whatever case.
        let within = std::mem::take(&mut self.numbers.within);
        let value = match &known.value {
            Some(term) => self.numbers.term(term, &VariableForms { coordinates: position, ..VariableForms::default() }),
            None if known.play == Play::Normal => self.counted_value(known.ruleset, position),
            None => Err("values of misère play are not checked so".to_owned()),
        };
        self.numbers.within = within;
        let value = value?;
        self.numbers.remember(origin, &value, &value);
        self.values.push(value.clone());
        Ok(value)
    }

    fn look_up(&mut self, lookups: &[Lookup], scope: &VariableForms) -> Formed<VariableForms> {
        let mut scope = scope.clone();
        for lookup in lookups {
            let position = self.numbers.terms(&lookup.position, &scope)?;
            let value = self.value(lookup.game, position)?;
            scope.slots.insert(lookup.slot, value);
        }
        Ok(scope)
    }

    pub(super) fn end(&mut self, end: &Value, scope: &VariableForms) -> Formed<IntegerForm> {
        let scope = self.look_up(&end.lookups, scope)?;
        self.numbers.term(&end.term, &scope)
    }

    /// A number is one of those that a variable runs through.
    pub(super) fn ranges(&mut self, bound: &Bound, form: &IntegerForm, scope: &VariableForms) -> Formed<Asserted> {
        let mut ranges = Vec::new();
        for (low, high) in &bound.domain.0 {
            let mut parts = vec![at_most(&self.end(low, scope)?, form)?];
            if let Some(high) = high {
                parts.push(at_most(form, &self.end(high, scope)?)?);
            }
            ranges.push(Asserted::All(parts));
        }
        Ok(Asserted::One(ranges))
    }

    /// That the formula has this truth.
    pub(super) fn formula(&mut self, formula: &Formula, scope: &VariableForms, truth: bool) -> Formed<Asserted> {
        let mut all = |parts: &[Formula], truth| {
            parts.iter().map(|part| self.formula(part, scope, truth)).collect::<Formed<Vec<_>>>()
        };
        Ok(match formula {
            Formula::Known(is_true) => known(*is_true == truth),
            Formula::Test(lookups, condition) => {
                let scope = self.look_up(lookups, scope)?;
                let said = self.numbers.condition(condition, &scope)?;
                if truth { said } else { not(said)? }
            }
            Formula::And(parts) if truth => Asserted::All(all(parts, true)?),
            Formula::Or(parts) if !truth => Asserted::All(all(parts, false)?),
            Formula::And(parts) | Formula::Or(parts) => Asserted::One(all(parts, truth)?),
            Formula::Not(inner) => self.formula(inner, scope, !truth)?,
            Formula::Iff(left, right) => {
                let both = vec![self.formula(left, scope, true)?, self.formula(right, scope, truth)?];
                let neither = vec![self.formula(left, scope, false)?, self.formula(right, scope, !truth)?];
                Asserted::One(vec![Asserted::All(both), Asserted::All(neither)])
            }
            Formula::Exists(bound, body) | Formula::ForAll(bound, body)
                if truth == matches!(formula, Formula::Exists(..)) =>
            {
                let own = self.some_number()?;
                let ranges = self.ranges(bound, &own, scope)?;
                Asserted::All(vec![ranges, self.formula(body, &scope.with(bound.slot, own), truth)?])
            }
            Formula::Exists(bound, body) | Formula::ForAll(bound, body) => {
                let equations = |reader: &mut ProductReader<'_>, scope: &VariableForms| reader.differences(body, scope);
                let mut all = Vec::new();
                let more = matches!(**body, Formula::Exists(..) | Formula::ForAll(..)) && !self.values.is_empty();
                for form in self.instances(bound.slot, scope, (!more).then_some(&equations))? {
                    let outside = not(self.ranges(bound, &form, scope)?)?;
                    let said = self.formula(body, &scope.with(bound.slot, form), truth)?;
                    all.push(Asserted::One(vec![outside, said]));
                }
                Asserted::All(all)
            }
            Formula::Member(place, set) if place.game == 0 => {
                let position = self.place(place, scope)?;
                self.member(set, &position, scope, truth)?
            }
            Formula::Is(Property::Outcome(outcome), place) => {
                let position = self.place(place, scope)?;
                self.outcome(*outcome, place.game, position, truth)?
            }
            Formula::Member(..) | Formula::Is(..) | Formula::Admissible(_) => {
                return Err("terminal positions and final phases are not checked so".to_owned());
            }
            Formula::SomeOption(..) | Formula::AllOptions(..) => {
                return Err("options are not checked so".to_owned());
            }
        })
    }

    /// A number that is bound, of which nothing is known yet.
    pub(super) fn some_number(&mut self) -> Formed<IntegerForm> {
        let own = self.numbers.fresh()?;
        self.bound.push(own.clone());
        Ok(own)
    }

    fn place(&mut self, place: &Place, scope: &VariableForms) -> Formed<Vec<IntegerForm>> {
        let scope = self.look_up(&place.lookups, scope)?;
        self.numbers.terms(&place.position, &scope)
    }

    pub(super) fn outcome(
        &mut self,
        outcome: Outcome,
        game: usize,
        position: Vec<IntegerForm>,
        truth: bool,
    ) -> Formed<Asserted> {
        if self.games.get(game).is_none_or(|game| game.play != Play::Normal) {
            return Err("outcomes of misère play are not checked so".to_owned());
        }
        if let Some((_, is_p)) = self.known_outcome.as_ref().filter(|known| game == 0 && known.0 == position) {
            return Ok(known(truth == (*is_p == (outcome == Outcome::P))));
        }
        let games = self.games;
        if let Some(set) = &games[game].p_positions {
            let scope = VariableForms { coordinates: position.clone(), ..VariableForms::default() };
            return self.member(set, &position, &scope, truth == (outcome == Outcome::P));
        }
        let zero = equal(&self.value(game, position)?, &IntegerForm::default())?;
        if truth == (outcome == Outcome::P) { Ok(zero) } else { not(zero) }
    }

    /// That coordinates lie in a set, or do not.
    pub(super) fn member(
        &mut self,
        set: &Set,
        position: &[IntegerForm],
        scope: &VariableForms,
        truth: bool,
    ) -> Formed<Asserted> {
        let join = |one: bool, parts: Vec<Asserted>| if one { Asserted::One(parts) } else { Asserted::All(parts) };
        Ok(match &set.kind {
            SetKind::List(elements) => {
                let elements = elements.iter().map(|element| {
                    let same = self.element(element, position, scope)?;
                    if truth { Ok(same) } else { not(same) }
                });
                join(truth, elements.collect::<Formed<_>>()?)
            }
            SetKind::Family { bound, condition, element } => {
                let family = (bound.as_slice(), condition.as_deref(), element.as_slice());
                self.family(family, position, scope, truth)?
            }
            SetKind::Union(left, right) => {
                let left = self.member(left, position, scope, truth)?;
                join(truth, vec![left, self.member(right, position, scope, truth)?])
            }
            SetKind::Intersection(left, right) => {
                let left = self.member(left, position, scope, truth)?;
                join(!truth, vec![left, self.member(right, position, scope, truth)?])
            }
            SetKind::Difference(left, right) => {
                let left = self.member(left, position, scope, truth)?;
                join(!truth, vec![left, self.member(right, position, scope, !truth)?])
            }
            SetKind::Symmetric(inner, width) => {
                let width = (*width).max(1);
                let heaps = self.games[0].ruleset.heaps.len() / width;
                if 4 < heaps {
                    return Err("so many permutations are not checked".to_owned());
                }
                let mut parts = Vec::new();
                for order in orders(heaps) {
                    let mut permuted: Vec<IntegerForm> =
                        order.iter().flat_map(|at| position[at * width..(at + 1) * width].to_vec()).collect();
                    permuted.extend_from_slice(&position[heaps * width..]);
                    parts.push(self.member(inner, &permuted, scope, truth)?);
                }
                join(truth, parts)
            }
            SetKind::Outcome(outcome) => self.outcome(*outcome, 0, position.to_vec(), truth)?,
        })
    }

    fn element(&mut self, element: &[Value], position: &[IntegerForm], scope: &VariableForms) -> Formed<Asserted> {
        let mut parts = Vec::new();
        for (value, coordinate) in element.iter().zip(position) {
            parts.push(equal(&self.end(value, scope)?, coordinate)?);
        }
        Ok(Asserted::All(parts))
    }

    /// That coordinates are an element of a family, or not for some choices of what it binds.
    fn family(
        &mut self,
        (bounds, condition, element): (&[Bound], Option<&Formula>, &[Value]),
        position: &[IntegerForm],
        scope: &VariableForms,
        truth: bool,
    ) -> Formed<Asserted> {
        let Some((bound, rest)) = bounds.split_first() else {
            let mut parts = vec![self.element(element, position, scope)?];
            if let Some(condition) = condition {
                parts.push(self.formula(condition, scope, true)?);
            }
            let inside = Asserted::All(parts);
            if truth {
                return Ok(inside);
            }
            let mut outside = vec![not(self.element(element, position, scope)?)?];
            if let Some(condition) = condition {
                outside.push(self.formula(condition, scope, false)?);
            }
            return Ok(Asserted::One(outside));
        };
        if truth {
            let own = self.some_number()?;
            let ranges = self.ranges(bound, &own, scope)?;
            let scope = scope.with(bound.slot, own);
            return Ok(Asserted::All(vec![ranges, self.family((rest, condition, element), position, &scope, true)?]));
        }
        // What is bound later counts as 0 while this is found.
        let equations = |reader: &mut ProductReader<'_>, scope: &VariableForms| {
            let mut scope = scope.clone();
            scope.slots.extend(rest.iter().map(|later| (later.slot, IntegerForm::default())));
            let pairs = element.iter().zip(position);
            let differences = pairs.map(|(value, coordinate)| coordinate.plus(-1, &reader.end(value, &scope)?));
            let mut all: Vec<IntegerForm> = differences.collect::<Formed<_>>()?;
            // Where two components grow alike, their difference may tell the index.
            if let [first, second, ..] = all.as_slice() {
                all.push(first.plus(-1, second)?);
            }
            Ok(all)
        };
        let mut all = Vec::new();
        let more = !rest.is_empty() && !self.values.is_empty();
        for form in self.instances(bound.slot, scope, (!more).then_some(&equations))? {
            let outside = not(self.ranges(bound, &form, scope)?)?;
            let inner = scope.with(bound.slot, form);
            all.push(Asserted::One(vec![outside, self.family((rest, condition, element), position, &inner, false)?]));
        }
        Ok(Asserted::All(all))
    }

    /// Forms that a variable is asked at: what solves one of the equations for it, rounded down; or, where more is bound below, the values
    /// that are looked up.
    fn instances(
        &mut self,
        slot: usize,
        scope: &VariableForms,
        equations: Option<&SoughtEquations<'_>>,
    ) -> Formed<Vec<IntegerForm>> {
        let values = &self.values;
        let Some(equations) = equations else { return Ok(values[..values.len().min(MOST_INSTANCES)].to_vec()) };
        let mut found: Vec<IntegerForm> = Vec::new();
        let at = [IntegerForm::default(), IntegerForm::number(1)].map(|number| scope.with(slot, number));
        if let (Ok(first), Ok(second)) = (equations(self, &at[0]), equations(self, &at[1])) {
            for (rest, next) in first.iter().zip(&second) {
                // The equation is `rest = n by`, for the number n that is looked for.
                let by = rest.plus(-1, next)?;
                let sign = if by.known().is_some_and(|by| by < 0) { -1 } else { 1 };
                let (rest, by) = (rest.times(sign)?, by.times(sign)?);
                if by.known() != Some(0)
                    && let Ok((quotient, _)) = self.numbers.quotient(&rest, &by)
                    && !found.contains(&quotient)
                {
                    found.push(quotient);
                }
            }
        }
        if self.games.iter().any(|game| game.p_positions.is_some()) {
            // An index of a set is one that was named before, or one beside it.
            for own in self.bound.iter().flat_map(|own| [Ok(own.clone()), own.and(1), own.and(-1)]) {
                let own = own?;
                if !found.contains(&own) {
                    found.push(own);
                }
            }
        }
        if found.is_empty() {
            found.clone_from(&self.values);
        }
        found.truncate(MOST_INSTANCES);
        Ok(found)
    }

    /// The differences of the two sides of all equations in a formula that can be read.
    fn differences(&mut self, formula: &Formula, scope: &VariableForms) -> Formed<Vec<IntegerForm>> {
        let mut tests = Vec::new();
        formula.any(&mut |part| {
            if let Formula::Test(lookups, condition) = part
                && lookups.is_empty()
            {
                compared(condition, &mut tests);
            }
            false
        });
        let mut all = Vec::new();
        for (left, right) in tests {
            if let (Ok(left), Ok(right)) = (self.numbers.term(&left, scope), self.numbers.term(&right, scope)) {
                all.push(left.plus(-1, &right)?);
            }
        }
        Ok(all)
    }

    /// That a position belongs to the first game.
    pub(super) fn domain(&mut self, scope: &VariableForms) -> Formed<Asserted> {
        let ruleset = self.games[0].ruleset;
        let (heaps, registers) = scope.coordinates.split_at(ruleset.heaps.len());
        let mut parts = vec![self.numbers.condition(&ruleset.positions, scope)?];
        for heap in heaps {
            parts.push(at_most(&IntegerForm::default(), heap)?);
        }
        for (own, register) in registers.iter().zip(&ruleset.registers) {
            parts.push(at_most(&IntegerForm::number(register.low.into()), own)?);
            if let Some(high) = register.high {
                parts.push(at_most(own, &IntegerForm::number(high.into()))?);
            }
        }
        Ok(Asserted::All(parts))
    }

    /// A position, and the scope in which its coordinates are known.
    pub(super) fn position(&mut self) -> Formed<VariableForms> {
        let ruleset = self.games[0].ruleset;
        let count = ruleset.heaps.len() + ruleset.registers.len();
        let coordinates = (0..count).map(|_| self.numbers.fresh()).collect::<Formed<Vec<_>>>()?;
        let heaps = ruleset.heaps.len();
        let is_open = |at: &usize| ruleset.registers[at - heaps].low == 0 && is_frozen(ruleset, *at);
        let open = (heaps..count).filter(is_open);
        self.numbers.open(open.flat_map(|at| coordinates[at].terms.keys().copied()).collect());
        Ok(VariableForms { coordinates, ..VariableForms::default() })
    }
}

/// Whether no move changes a coordinate.
fn is_frozen(ruleset: &Ruleset, at: usize) -> bool {
    ruleset.moves.iter().all(|family| family.targets.get(at) == Some(&Term::Variable(Variable::Coordinate(at))))
}

/// The equations of a condition.
fn compared(condition: &Condition, found: &mut Vec<(Term, Term)>) {
    match condition {
        Condition::Known(_) => {}
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| compared(part, found)),
        Condition::Not(inner) => compared(inner, found),
        Condition::Compare(left, comparison, right) => {
            if *comparison != Comparison::AtMost {
                found.push((left.clone(), right.clone()));
            }
        }
    }
}

/// The slot of a variable that is an amount or bound.
pub(super) fn slot_of(term: &Term) -> Option<usize> {
    match term {
        Term::Variable(Variable::Amount(slot)) => Some(*slot),
        _ => None,
    }
}
