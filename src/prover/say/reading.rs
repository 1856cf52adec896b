//! Statements as formulas of automata, given automata for the outcomes and values that they look up.
//!
//! What is looked up outside of a game has no value; a statement is not judged by such places, as on a table. So every part
//! is read with the truth that it takes where something has no value.

pub(in crate::prover) mod final_phase;

use super::exponents::{Usage, usage_in_family, usage_in_formula};
use super::facts::Facts;
use super::game::Game;
use super::second_differences::At;
use super::translate::{Meaning, SlotTerm, Translator, VariableNames, cannot, known, relation};
use crate::prover::Obstacle;
use crate::ruleset::definition::looks_up;
use crate::ruleset::statement::{Bound, Formula, Lookup, Place, Property, Set, SetKind, Value};
use crate::ruleset::{self, Ruleset};
use crate::value::{Outcome, Play};
use nimdsl_automata::{Integer, Natural, Presburger, TermRelation};

/// A variable with more values than this is not replaced by them.
const MOST_VALUES: i64 = 64;

type Formulated = Result<Presburger, Obstacle>;

/// What a bound variable stands for: variables, a term of them, and what must hold of them.
type StandsFor = (Vec<Natural>, SlotTerm, Presburger);

/// Which side an approximation lies on, and the truth of what has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::prover) enum Approximation {
    /// Nothing is claimed that is not so.
    Below,
    /// Nothing is denied that is so.
    Above,
}

impl Approximation {
    fn opposite(self) -> Self {
        if self == Self::Below { Self::Above } else { Self::Below }
    }
}

/// How a part is read.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct Mode {
    pub(in crate::prover) side: Approximation,
    /// The truth where something has no value.
    pub(in crate::prover) without: bool,
}

impl Mode {
    /// As a whole statement is read.
    pub(in crate::prover) const STATEMENT: Self = Self { side: Approximation::Below, without: true };

    fn negated(self) -> Self {
        Self { side: self.side.opposite(), without: !self.without }
    }

    fn within(self, without: bool) -> Self {
        Self { without, ..self }
    }
}

/// A reader of the statements of one game, with the facts of all games that they speak of.
#[derive(Debug)]
pub(in crate::prover) struct Reading<'a> {
    pub(in crate::prover) rulesets: &'a [&'a Ruleset],
    pub(in crate::prover) facts: &'a [Facts],
    pub(in crate::prover) names: &'a VariableNames,
    pub(in crate::prover) play: Play,
    /// The index at which families over a sequence of which only facts are known are read.
    pub(in crate::prover) at: Option<At<'a>>,
}

impl<'a> Reading<'a> {
    /// A reader outside of all families over sequences.
    pub(in crate::prover) fn of(
        rulesets: &'a [&'a Ruleset],
        facts: &'a [Facts],
        names: &'a VariableNames,
        play: Play,
    ) -> Self {
        Self { rulesets, facts, names, play, at: None }
    }
}

impl Reading<'_> {
    fn translator(&self) -> Translator<'_> {
        Translator { names: self.names }
    }

    pub(in crate::prover) fn game(&self, game: usize) -> Game<'_> {
        Game { ruleset: self.rulesets[game], names: self.names }
    }

    /// A formula in a scope.
    pub(in crate::prover) fn formula(&self, formula: &Formula, scope: &Meaning, mode: Mode) -> Formulated {
        use Presburger as F;
        let all =
            |parts: &[Formula]| parts.iter().map(|part| self.formula(part, scope, mode)).collect::<Result<Vec<_>, _>>();
        Ok(match formula {
            Formula::Known(true) => F::True,
            Formula::Known(false) => F::False,
            Formula::Test(lookups, condition) => {
                self.with_lookups(lookups, scope, mode, &|scope| self.translator().condition(condition, scope))?
            }
            Formula::Is(property, place) => {
                self.at_place(place, scope, mode, &|terms| self.property(*property, place.game, terms, mode))?
            }
            Formula::Member(place, set) => {
                self.at_place(place, scope, mode, &|terms| self.member(set, terms, scope, mode))?
            }
            Formula::Admissible(which) => final_phase::admissible(self, *which)?,
            Formula::And(parts) => F::And(all(parts)?),
            Formula::Or(parts) => F::Or(all(parts)?),
            Formula::Not(inner) => self.formula(inner, scope, mode.negated())?.negated(),
            Formula::Iff(left, right) if !looks_up(left) && !looks_up(right) => {
                self.formula(left, scope, mode)?.iff(self.formula(right, scope, mode)?)
            }
            Formula::Iff(left, right) => {
                let implied = |from: &Formula, to: &Formula| -> Formulated {
                    let from = self.formula(from, scope, mode.negated())?.negated();
                    Ok(F::or([from, self.formula(to, scope, mode)?]))
                };
                F::and([implied(left, right)?, implied(right, left)?])
            }
            Formula::Exists(bound, body) => self.some(bound, body, scope, mode.within(false))?,
            Formula::ForAll(bound, body) => {
                // For all is not for some not; the body is read with the truth that makes no counterexample.
                let opposite = Formula::Not(body.clone());
                self.some(bound, &opposite, scope, mode.negated().within(false))?.negated()
            }
            Formula::SomeOption(place, slots, body) => self.option(place, slots, body, scope, mode.within(false))?,
            Formula::AllOptions(place, slots, body) => {
                let opposite = Formula::Not(body.clone());
                self.option(place, slots, &opposite, scope, mode.negated().within(false))?.negated()
            }
        })
    }

    fn option(&self, place: &Place, slots: &[usize], body: &Formula, scope: &Meaning, mode: Mode) -> Formulated {
        self.at_place(place, scope, mode, &|terms| {
            self.game(place.game).some_option(terms, &|option| {
                let mut inner = scope.clone();
                for (slot, term) in slots.iter().zip(option) {
                    inner.slots.insert(*slot, SlotTerm::Is(term.clone()));
                }
                self.formula(body, &inner, mode)
            })
        })
    }

    fn some(&self, bound: &Bound, body: &Formula, scope: &Meaning, mode: Mode) -> Formulated {
        let usage = usage_in_formula(body, bound.slot);
        match self.bound(&[(bound, usage)], scope, mode, &|scope| self.formula(body, scope, mode)) {
            Err(Obstacle::Cannot(why)) => match few_values(bound) {
                Some(values) => self.one_of(bound, &values, body, scope, mode),
                None => cannot(why),
            },
            read => read,
        }
    }

    /// For one of some numbers: numbers can be multiplied where variables cannot.
    fn one_of(&self, bound: &Bound, values: &[i64], body: &Formula, scope: &Meaning, mode: Mode) -> Formulated {
        let read = values.iter().map(|value| {
            let mut inner = scope.clone();
            inner.slots.insert(bound.slot, SlotTerm::Is(Integer::Constant(*value)));
            self.formula(body, &inner, mode)
        });
        Ok(Presburger::Or(read.collect::<Result<_, _>>()?))
    }

    /// For some values of variables, one after the other, something holds.
    fn bound(
        &self,
        bound: &[(&Bound, Usage)],
        scope: &Meaning,
        mode: Mode,
        body: &dyn Fn(&Meaning) -> Formulated,
    ) -> Formulated {
        let Some(((first, usage), rest)) = bound.split_first() else { return body(scope) };
        let mut cases = Vec::new();
        for (variables, stands_for, condition) in self.values(first, usage, scope, mode)? {
            let mut inner = scope.clone();
            inner.slots.insert(first.slot, stands_for);
            let body = self.bound(rest, &inner, mode, body)?;
            cases.push(Presburger::exists(variables, Presburger::and([condition, body])));
        }
        Ok(if cases.len() == 1 { cases.swap_remove(0) } else { Presburger::Or(cases) })
    }

    /// What a bound variable stands for: in one or two ways, the variables, and what must hold of them.
    fn values(&self, bound: &Bound, usage: &Usage, scope: &Meaning, mode: Mode) -> Result<Vec<StandsFor>, Obstacle> {
        let name = &bound.name;
        if let Some(base) = usage.base(name)? {
            return self.exponent(bound, base);
        }
        match (usage.number, usage.fibonacci) {
            (true, true) => {
                return cannot(format!("`{name}` is an index of a sequence and a number: no automaton knows both"));
            }
            (false, true) => return self.fibonacci(bound),
            (_, false) => {}
        }
        let variable = self.names.fresh(name);
        let least = bound.domain.0.iter().map(|(low, _)| match &low.term {
            ruleset::Term::Constant(low) if low_is_plain(bound) => i64::try_from(*low).ok(),
            _ => never_negative(&low.term, scope).then_some(0),
        });
        let least: Option<Vec<i64>> = least.collect();
        let choices = match least.and_then(|all| all.into_iter().min()) {
            Some(0..) => vec![Integer::from(variable)],
            Some(low) => vec![Integer::from(variable) + low],
            None => vec![Integer::from(variable), -Integer::from(variable) - 1],
        };
        let mut all = Vec::new();
        for term in choices {
            let condition = self.in_domain(bound, &term, scope, mode)?;
            all.push((vec![variable], SlotTerm::Is(term), condition));
        }
        Ok(all)
    }

    /// An exponent, by the power that it belongs to.
    fn exponent(&self, bound: &Bound, base: u32) -> Result<Vec<StandsFor>, Obstacle> {
        use Presburger as F;
        let variable = self.names.fresh(&format!("{base}^{}", bound.name));
        let power = |at: i64| {
            let power = u32::try_from(at.max(0)).ok().and_then(|at| i64::from(base).checked_pow(at));
            power.map_or_else(|| cannot("a power is too large"), Ok)
        };
        let mut parts = Vec::new();
        for (low, high) in constant_ranges(bound)? {
            let mut range = vec![F::at_most(power(low)?, variable)];
            match high {
                Some(high) if high < 0 => range.push(F::False),
                Some(high) => range.push(F::at_most(variable, power(high)?)),
                None => {}
            }
            parts.push(F::And(range));
        }
        let condition = F::and([F::Power(Integer::from(variable), base), F::Or(parts)]);
        Ok(vec![(vec![variable], SlotTerm::Exponent(base, variable), condition)])
    }

    /// Consecutive Fibonacci numbers: from 1, 2 on, both are Fibonacci numbers and the second is at most twice the first.
    fn fibonacci(&self, bound: &Bound) -> Result<Vec<StandsFor>, Obstacle> {
        use Presburger as F;
        let here = self.names.fresh(&format!("F({})", bound.name));
        let next = self.names.fresh(&format!("F({} + 1)", bound.name));
        let mut parts = Vec::new();
        for (low, high) in constant_ranges(bound)? {
            if low < 0 {
                return cannot("a Fibonacci sequence is asked at a negative index");
            }
            for (index, (a, b)) in [(0, 1), (1, 1)].into_iter().enumerate() {
                let index = i64::try_from(index).expect("a list in memory has fewer elements");
                if low <= index && high.is_none_or(|high| index <= high) {
                    parts.push(F::and([F::equal(here, a), F::equal(next, b)]));
                }
            }
            let number = |at: i64| -> Option<i64> {
                let (mut a, mut b) = (0_i64, 1_i64);
                for _ in 0..at {
                    (a, b) = (b, a.checked_add(b)?);
                }
                Some(a)
            };
            let (Some(low), Some(high)) =
                (number(low.clamp(2, 200)), high.map_or(Some(None), |high| number(high).map(Some)))
            else {
                return cannot("a Fibonacci number is too large");
            };
            let mut range = vec![
                F::Fibonacci(Integer::from(here)),
                F::Fibonacci(Integer::from(next)),
                F::less(here, next),
                F::at_most(next, Integer::from(here) * 2),
                F::at_most(low, here),
            ];
            range.extend(high.map(|high| F::at_most(here, high)));
            parts.push(F::And(range));
        }
        Ok(vec![(vec![here, next], SlotTerm::Fibonacci(here, next), F::Or(parts))])
    }

    fn in_domain(&self, bound: &Bound, term: &Integer, scope: &Meaning, mode: Mode) -> Formulated {
        let mut ranges = Vec::new();
        for (low, high) in &bound.domain.0 {
            let mut range = vec![self.on_value(low, scope, mode, &|low| Presburger::at_most(low, term.clone()))?];
            if let Some(high) = high {
                range.push(self.on_value(high, scope, mode, &|high| Presburger::at_most(term.clone(), high))?);
            }
            ranges.push(Presburger::And(range));
        }
        Ok(if ranges.len() == 1 { ranges.swap_remove(0) } else { Presburger::Or(ranges) })
    }

    fn on_value(&self, value: &Value, scope: &Meaning, mode: Mode, atom: &dyn Fn(Integer) -> Presburger) -> Formulated {
        self.with_lookups(&value.lookups, scope, mode, &|scope| {
            self.translator().on(&value.term, scope, |term| match (known(&term), atom(term)) {
                (_, Presburger::Compare(Integer::Constant(0), TermRelation::AtMost, Integer::Variable(_))) => {
                    Presburger::True
                }
                (_, atom) => atom,
            })
        })
    }

    /// Something about the coordinates of a place, after the look-ups that it needs.
    fn at_place(
        &self,
        place: &Place,
        scope: &Meaning,
        mode: Mode,
        body: &dyn Fn(&[Integer]) -> Formulated,
    ) -> Formulated {
        self.with_lookups(&place.lookups, scope, mode, &|scope| self.translator().on_all(&place.position, scope, body))
    }

    /// Something about values that are looked up.
    fn with_lookups(
        &self,
        lookups: &[Lookup],
        scope: &Meaning,
        mode: Mode,
        body: &dyn Fn(&Meaning) -> Formulated,
    ) -> Formulated {
        use Presburger as F;
        let Some((first, rest)) = lookups.split_first() else { return body(scope) };
        self.translator().on_all(&first.position, scope, &|terms| {
            let game = self.game(first.game);
            let value = self.names.beside(game.dimension(), "the value");
            let mut inner = scope.clone();
            inner.slots.insert(first.slot, SlotTerm::Is(Integer::from(value)));
            let graph = self.facts[first.game].value(&game.on_tracks(terms), value)?;
            let body = self.with_lookups(rest, &inner, mode, body)?;
            Ok(match (mode.side, mode.without) {
                (Approximation::Below, true) => F::exists([value], F::and([graph, body.negated()])).negated(),
                (Approximation::Below, false) => {
                    F::and([game.domain(terms)?, F::exists([value], F::and([graph, body.negated()])).negated()])
                }
                (Approximation::Above, false) => F::exists([value], F::and([graph, body])),
                (Approximation::Above, true) => {
                    F::or([game.domain(terms)?.negated(), F::exists([value], F::and([graph, body]))])
                }
            })
        })
    }

    fn property(&self, property: Property, game: usize, terms: &[Integer], mode: Mode) -> Formulated {
        use Presburger as F;
        let relation = self.game(game);
        let tracks = relation.on_tracks(terms);
        let play = if game == 0 { self.play } else { self.rulesets[game].play };
        let inside = match property {
            Property::Outcome(Outcome::P) => self.facts[game].p_positions(play, &tracks)?,
            Property::Outcome(Outcome::N) => self.facts[game].p_positions(play, &tracks)?.negated(),
            Property::Terminal => relation.terminal(terms)?,
            Property::Final => self.facts[game].final_phase(&tracks)?,
        };
        let everywhere = self.rulesets[game].positions == ruleset::Condition::Known(true)
            && self.rulesets[game].registers.is_empty();
        if everywhere && terms.iter().all(|term| matches!(term, Integer::Variable(_))) {
            return Ok(inside);
        }
        let domain = relation.domain(terms)?;
        Ok(if mode.without { F::or([domain.negated(), inside]) } else { F::and([domain, inside]) })
    }

    /// Whether coordinates lie in a set.
    pub(in crate::prover) fn member(&self, set: &Set, terms: &[Integer], scope: &Meaning, mode: Mode) -> Formulated {
        use Presburger as F;
        if let SetKind::Family { bound, .. } = &set.kind
            && let Some((at, family)) = self.at.and_then(|at| at.abstraction.family(set).map(|family| (at, family)))
        {
            let others = bound.iter().filter(|bound| bound.slot != family.index);
            let others: Vec<_> = others.map(|bound| (bound, Usage { number: true, ..Usage::default() })).collect();
            return self.bound(&others, scope, mode.within(false), &|scope| {
                at.element(family, terms, scope, self.translator())
            });
        }
        Ok(match &set.kind {
            SetKind::List(elements) => {
                let all = elements.iter().map(|element| self.element(element, terms, scope, mode));
                F::Or(all.collect::<Result<_, _>>()?)
            }
            SetKind::Family { bound, condition, element } => {
                self.in_family((bound, condition.as_deref(), element), terms, scope, mode.within(false))?
            }
            SetKind::Outcome(outcome) => self.property(Property::Outcome(*outcome), 0, terms, mode)?,
            SetKind::Union(left, right) => {
                F::or([self.member(left, terms, scope, mode)?, self.member(right, terms, scope, mode)?])
            }
            SetKind::Intersection(left, right) => {
                F::and([self.member(left, terms, scope, mode)?, self.member(right, terms, scope, mode)?])
            }
            SetKind::Difference(left, right) => F::and([
                self.member(left, terms, scope, mode)?,
                self.member(right, terms, scope, mode.negated())?.negated(),
            ]),
            SetKind::Symmetric(inner, width) => {
                let heaps = self.rulesets[0].heaps.len() / (*width).max(1);
                if 5 < heaps {
                    return cannot("the permutations of more than 5 heaps are too many");
                }
                let all = permutations(heaps).into_iter().map(|order| {
                    let mut permuted: Vec<Integer> =
                        order.iter().flat_map(|heap| terms[heap * width..(heap + 1) * width].iter().cloned()).collect();
                    permuted.extend_from_slice(&terms[heaps * width..]);
                    self.member(inner, &permuted, scope, mode)
                });
                F::Or(all.collect::<Result<_, _>>()?)
            }
        })
    }

    /// A position is the element of a family at some values of its variables.
    fn in_family(
        &self,
        (bound, condition, element): (&[Bound], Option<&Formula>, &[Value]),
        terms: &[Integer],
        scope: &Meaning,
        mode: Mode,
    ) -> Formulated {
        // A variable that is a component is read off the position.
        let mut inner = scope.clone();
        let mut parts = Vec::new();
        let mut rest = Vec::new();
        for bound in bound {
            let usage = usage_in_family(element, condition, bound.slot);
            let own = ruleset::Term::Variable(ruleset::Variable::Amount(bound.slot));
            let component = element.iter().position(|value| value.term == own);
            match component.filter(|_| usage.number && usage.bases.is_empty() && !usage.fibonacci) {
                Some(component) => {
                    inner.slots.insert(bound.slot, SlotTerm::Is(terms[component].clone()));
                    parts.push(self.in_domain(bound, &terms[component], &inner, mode)?);
                }
                None => rest.push((bound, usage)),
            }
        }
        self.bound(&rest, &inner, mode, &|scope| {
            let mut parts = parts.clone();
            parts.push(self.element(element, terms, scope, mode)?);
            if let Some(condition) = condition {
                parts.push(self.formula(condition, scope, mode)?);
            }
            Ok(Presburger::And(parts))
        })
    }

    fn element(&self, element: &[Value], terms: &[Integer], scope: &Meaning, mode: Mode) -> Formulated {
        let mut parts = Vec::new();
        for (value, term) in element.iter().zip(terms) {
            parts.push(self.on_value(value, scope, mode, &|value| {
                if value == *term {
                    Presburger::True
                } else {
                    relation(term.clone(), ruleset::Comparison::Equal, value)
                }
            })?);
        }
        Ok(Presburger::And(parts))
    }
}

/// Whether a term is a sum of naturals, as far as its look shows.
fn never_negative(term: &ruleset::Term, scope: &Meaning) -> bool {
    match term {
        ruleset::Term::Constant(value) => 0 <= *value,
        ruleset::Term::Variable(ruleset::Variable::Coordinate(at)) => {
            matches!(scope.coordinates.get(*at), Some(Integer::Variable(_)))
        }
        ruleset::Term::Variable(ruleset::Variable::Amount(slot)) => {
            matches!(scope.slots.get(slot), Some(SlotTerm::Is(Integer::Variable(_))))
        }
        ruleset::Term::Sum(parts) | ruleset::Term::Min(parts) | ruleset::Term::Xor(parts) => {
            parts.iter().all(|part| never_negative(part, scope))
        }
        ruleset::Term::Max(parts) => parts.iter().any(|part| never_negative(part, scope)),
        ruleset::Term::Product(left, right) | ruleset::Term::FloorDivide(left, right) => {
            never_negative(left, scope) && never_negative(right, scope)
        }
        ruleset::Term::Modulo(_, right) => never_negative(right, scope),
        _ => false,
    }
}

fn low_is_plain(bound: &Bound) -> bool {
    bound.domain.0.iter().all(|(low, _)| low.lookups.is_empty())
}

/// The numbers that a variable runs through, if they are few.
fn few_values(bound: &Bound) -> Option<Vec<i64>> {
    let ranges = constant_ranges(bound).ok()?;
    let mut values = Vec::new();
    for (low, high) in ranges {
        let high = high.filter(|high| high.saturating_sub(low) < MOST_VALUES)?;
        values.extend(low..=high);
    }
    Some(values)
}

/// Ranges whose ends are numbers.
fn constant_ranges(bound: &Bound) -> Result<Vec<(i64, Option<i64>)>, Obstacle> {
    let number = |value: &Value| match (&value.term, value.lookups.is_empty()) {
        (ruleset::Term::Constant(value), true) => i64::try_from(*value).ok(),
        _ => None,
    };
    let ends = bound.domain.0.iter().map(|(low, high)| {
        let high = match high {
            Some(high) => Some(number(high)?),
            None => None,
        };
        Some((number(low)?, high))
    });
    match ends.collect::<Option<Vec<_>>>() {
        Some(ranges) => Ok(ranges),
        None => cannot(format!("the range of the exponent or index `{}` is not given by numbers", bound.name)),
    }
}

/// All orders of so many things.
pub(in crate::prover) fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<usize>| {
                let free: Vec<usize> = (0..count).filter(|at| !begun.contains(at)).collect();
                free.into_iter().map(move |at| [begun.as_slice(), &[at]].concat())
            })
            .collect();
    }
    all
}
