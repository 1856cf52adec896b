//! Takes values that are looked up out of a claim, by what is true of the values of every game (`axioms` says what). Decides nothing.
use crate::ruleset::definition::{looks_up, set_looks_up};
use crate::ruleset::statement::{Body, Bound, Domain, Except, Formula, Lookup, Place, Property, Statement, Value};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};
use std::collections::BTreeSet;

type Made<T> = Result<T, String>;

/// A value that is looked up of a position, and the slot of the number that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unknown {
    pub(super) game: usize,
    pub(super) position: Vec<Term>,
    pub(super) slot: usize,
}

/// An option that a claim speaks of.
struct OptionNamed {
    game: usize,
    /// The slots of its first coordinates: all, or the heaps.
    slots: Vec<usize>,
    /// Its other coordinates, if no move changes them.
    others: Option<Vec<Term>>,
    /// The slot of the number that stands for its value.
    value: usize,
}

/// A claim while values are taken out of it.
pub(super) struct Making<'a> {
    rulesets: &'a [&'a Ruleset],
    play: Play,
    pub(super) unknown: Vec<Unknown>,
    /// The first slot that nothing has.
    pub(super) next: usize,
    /// Whether something was left out that may be true: a value of a position that a quantifier inside of the claim chooses.
    pub(super) leaves_out: bool,
    /// What is bound in front of the rest of the claim.
    outer: BTreeSet<usize>,
    /// The options that are spoken of.
    options: Vec<OptionNamed>,
}

impl<'a> Making<'a> {
    pub(super) fn new(rulesets: &'a [&'a Ruleset], claimed: &Statement) -> Self {
        let (unknown, outer, options) = (Vec::new(), BTreeSet::new(), Vec::new());
        Self { rulesets, play: claimed.play, unknown, next: claimed.slots, leaves_out: false, outer, options }
    }

    /// A slot that nothing has.
    pub(super) fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// What is bound in front, and the rest without values.
    pub(super) fn matrix(&mut self, claimed: &Statement) -> Made<(Vec<Bound>, Formula)> {
        let Body::Holds(formula) = &claimed.body else {
            return Err("a claim about a set is not checked by what is true of every game".to_owned());
        };
        if !matches!(claimed.except, Except::Nothing) {
            return Err("exceptions are not checked by what is true of every game".to_owned());
        }
        let (mut bounds, mut rest) = (Vec::new(), formula.clone());
        // A slot that is bound twice might be taken for one number.
        let is_alone = binds_once(formula);
        while let Some((bound, body)) = in_front(&rest)
            && (is_alone || matches!(rest, Formula::ForAll(..)))
            && self.outer.insert(bound.slot)
        {
            bounds.push(bound);
            rest = body;
        }
        let mut parts = vec![self.weaker_or_stronger(&rest, true)?];
        if let Some(condition) = &claimed.condition {
            parts.push(Formula::Not(Box::new(self.weaker_or_stronger(condition, false)?)));
        }
        Ok((bounds, Formula::Or(parts)))
    }

    /// A formula without values: one from which the given one follows, or, below a negation, one that follows from it.
    fn weaker_or_stronger(&mut self, formula: &Formula, follows: bool) -> Made<Formula> {
        let other = |why: &str| Err(format!("{why} is not checked by what is true of every game"));
        Ok(match formula {
            Formula::Known(known) => Formula::Known(*known),
            // What nothing is known of counts as what does not help.
            Formula::Test(lookups, _) if lookups.iter().any(|lookup| self.is_chosen(lookup.game, &lookup.position)) => {
                self.leaves_out = true;
                Formula::Known(!follows)
            }
            Formula::Test(lookups, condition) => {
                let condition = self.condition(lookups, condition)?;
                self.no_option_is_left(&Formula::Test(Vec::new(), condition))?
            }
            Formula::Is(Property::Outcome(outcome), place) if place.lookups.is_empty() => {
                let play = if place.game == 0 { self.play } else { self.ruleset(place.game)?.play };
                if play != self.play {
                    return other("an outcome of normal play beside one of misère play");
                }
                let value = self.value(place.game, &place.position)?;
                let relation = if *outcome == Outcome::P { Comparison::Equal } else { Comparison::Different };
                test(slot(value), relation, constant(0))
            }
            Formula::Member(_, set) if set_looks_up(set) => return other("a set that depends on outcomes"),
            Formula::Member(place, _) | Formula::Is(Property::Terminal, place) if place.lookups.is_empty() => {
                self.no_option_is_left(formula)?
            }
            Formula::Is(..) | Formula::Member(..) | Formula::Admissible(_) => return other("such a look-up"),
            Formula::And(parts) => {
                Formula::And(parts.iter().map(|part| self.weaker_or_stronger(part, follows)).collect::<Made<_>>()?)
            }
            Formula::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.weaker_or_stronger(part, follows)).collect::<Made<_>>()?)
            }
            Formula::Not(inner) => Formula::Not(Box::new(self.weaker_or_stronger(inner, !follows)?)),
            Formula::Iff(left, right) => {
                let implied =
                    |from: &Formula, to: &Formula| Formula::Or(vec![Formula::Not(Box::new(from.clone())), to.clone()]);
                let both = Formula::And(vec![implied(left, right), implied(right, left)]);
                self.weaker_or_stronger(&both, follows)?
            }
            Formula::ForAll(bound, body) => {
                Formula::ForAll(self.bound(bound)?, Box::new(self.weaker_or_stronger(body, follows)?))
            }
            Formula::Exists(bound, body) => {
                Formula::Exists(self.bound(bound)?, Box::new(self.weaker_or_stronger(body, follows)?))
            }
            Formula::SomeOption(place, slots, body) => self.some_option(place, slots, body, follows)?,
            Formula::AllOptions(place, slots, body) => self.all_options(place, slots, body, follows)?,
        })
    }

    fn some_option(&mut self, place: &Place, slots: &[usize], body: &Formula, follows: bool) -> Made<Formula> {
        self.has_smaller_values(follows)?;
        let (value, own, body) = self.of_option(place, slots, body, follows)?;
        let different = test(slot(own), Comparison::Different, slot(value));
        Ok(if follows {
            Formula::Exists(number(own, constant(0), Some(before(slot(value)))), Box::new(body))
        } else {
            Formula::Exists(number(own, constant(0), None), Box::new(Formula::And(vec![different, body])))
        })
    }

    fn all_options(&mut self, place: &Place, slots: &[usize], body: &Formula, follows: bool) -> Made<Formula> {
        self.has_smaller_values(!follows)?;
        let (value, own, body) = self.of_option(place, slots, body, follows)?;
        let same = test(slot(own), Comparison::Equal, slot(value));
        Ok(if follows {
            Formula::ForAll(number(own, constant(0), None), Box::new(Formula::Or(vec![same, body])))
        } else {
            Formula::ForAll(number(own, constant(0), Some(before(slot(value)))), Box::new(body))
        })
    }

    /// Whether the claim is one about misère play, whose numbers are 1 where play has ended.
    pub(super) fn is_misere(&self) -> bool {
        self.play == Play::Misere
    }

    /// Refuses to use that every smaller number is the value of some option where that is not so: of a terminal position in misère play.
    fn has_smaller_values(&self, is_used: bool) -> Made<()> {
        if is_used && self.is_misere() {
            return Err("which options there are is not told by outcomes of misère play".to_owned());
        }
        Ok(())
    }

    /// The value of a position, the number that stands for that of its option, and what is said of the option by it.
    fn of_option(
        &mut self,
        place: &Place,
        slots: &[usize],
        body: &Formula,
        follows: bool,
    ) -> Made<(usize, usize, Formula)> {
        if !place.lookups.is_empty() {
            return Err("options of a position that depends on a value are not checked".to_owned());
        }
        let value = self.value(place.game, &place.position)?;
        let own = self.fresh();
        let moves = &self.ruleset(place.game)?.moves;
        let is_kept = |at: usize| {
            let here = Term::Variable(Variable::Coordinate(at));
            moves.iter().all(|family| family.more.is_empty() && family.targets.get(at) == Some(&here))
        };
        let are_kept = (slots.len()..place.position.len()).all(is_kept);
        let others = place.position.get(slots.len()..).filter(|_| are_kept).map(<[Term]>::to_vec);
        self.options.push(OptionNamed { game: place.game, slots: slots.to_vec(), others, value: own });
        let body = self.weaker_or_stronger(body, follows)?;
        self.options.pop();
        Ok((value, own, body))
    }

    fn ruleset(&self, game: usize) -> Made<&Ruleset> {
        self.rulesets.get(game).copied().ok_or_else(|| "a game is missing".to_owned())
    }

    /// The slot of the number that stands for the value of a position.
    fn value(&mut self, game: usize, position: &[Term]) -> Made<usize> {
        if !self.ruleset(game)?.finite_options {
            return Err("values of a game with infinitely many options are no numbers".to_owned());
        }
        if self.is_misere() && self.ruleset(game)?.breaks() {
            return Err("outcomes of sums in misère play are not checked by what is true of every game".to_owned());
        }
        if let Some(value) = self.value_of_option(game, position) {
            return Ok(value);
        }
        if self.is_chosen(game, position) {
            return Err("a value of a position that a quantifier chooses is not checked".to_owned());
        }
        Ok(self.unknown_at(game, position))
    }

    /// The slot of the number that stands for the value of an option that is spoken of.
    fn value_of_option(&self, game: usize, position: &[Term]) -> Option<usize> {
        let is_it = |option: &&OptionNamed| {
            let slots = option.slots.iter().map(|at| slot(*at));
            let own = option.others.as_ref().map(|others| slots.chain(others.iter().cloned()));
            option.game == game && own.is_some_and(|own| position.iter().cloned().eq(own))
        };
        self.options.iter().find(is_it).map(|option| option.value)
    }

    /// Whether a position is no option that is spoken of, and has a variable that is not bound in front.
    fn is_chosen(&self, game: usize, position: &[Term]) -> bool {
        let mut known = true;
        for term in position {
            term.visit_variables(&mut |variable| {
                known &= match variable {
                    Variable::Coordinate(_) => true,
                    Variable::Amount(at) => self.outer.contains(&at),
                };
            });
        }
        !known && self.value_of_option(game, position).is_none()
    }

    /// The slot of the number that stands for the value of a position of which all variables are bound in front.
    pub(super) fn unknown_at(&mut self, game: usize, position: &[Term]) -> usize {
        let known = self.unknown.iter().find(|unknown| unknown.game == game && unknown.position == position);
        if let Some(known) = known {
            return known.slot;
        }
        let own = self.fresh();
        self.unknown.push(Unknown { game, position: position.to_vec(), slot: own });
        own
    }

    /// The numbers that stand for what is looked up.
    fn values(&mut self, lookups: &[Lookup]) -> Made<Vec<(usize, usize)>> {
        if self.is_misere() && !lookups.is_empty() {
            return Err(
                "Grundy values in a claim about misère play are not checked by what is true of every game".to_owned()
            );
        }
        lookups.iter().map(|lookup| Ok((lookup.slot, self.value(lookup.game, &lookup.position)?))).collect()
    }

    fn condition(&mut self, lookups: &[Lookup], condition: &Condition) -> Made<Condition> {
        let values = self.values(lookups)?;
        Ok(condition.map_terms(&mut |term| in_place(term, &values)))
    }

    fn end(&mut self, end: &Value) -> Made<Value> {
        let values = self.values(&end.lookups)?;
        Ok(Value { lookups: Vec::new(), term: end.term.map(&mut |term| in_place(term, &values)) })
    }

    fn bound(&mut self, bound: &Bound) -> Made<Bound> {
        let mut ranges = Vec::new();
        for (low, high) in &bound.domain.0 {
            let high = high.as_ref().map(|high| self.end(high)).transpose()?;
            ranges.push((self.end(low)?, high));
        }
        for part in ranges.iter().flat_map(|(low, high)| std::iter::once(low).chain(high)) {
            self.no_option_is_in(Part::Term(&part.term))?;
        }
        Ok(Bound { domain: Domain(ranges), ..bound.clone() })
    }

    /// The formula, if it says nothing of the coordinates of an option.
    fn no_option_is_left(&self, formula: &Formula) -> Made<Formula> {
        self.no_option_is_in(Part::Formula(formula))?;
        Ok(formula.clone())
    }

    fn no_option_is_in(&self, part: Part<'_>) -> Made<()> {
        let own: BTreeSet<usize> = self.options.iter().flat_map(|option| &option.slots).copied().collect();
        let is_in = part.any(&mut |part| match part {
            Part::Term(Term::Variable(Variable::Amount(at))) => own.contains(at),
            _ => false,
        });
        if is_in { Err("what is said of an option is not of its value only".to_owned()) } else { Ok(()) }
    }
}

/// Alternatives, one of which is true wherever coordinates are no position of a game, or have no value: what is known of the values of the game
/// says nothing there. They may be true elsewhere, too. The game that the claim stands in has so many heaps.
pub(super) fn outside(ruleset: &Ruleset, position: &[Term], heaps: usize) -> Made<Vec<Formula>> {
    let mut all = without_a_value(position, heaps)?;
    let (own, others) = position.split_at(ruleset.heaps.len().min(position.len()));
    all.extend(own.iter().filter_map(|heap| may_be_negative(heap, heaps)));
    for (own, register) in others.iter().zip(&ruleset.registers) {
        let (low, high) = (i128::from(register.low), register.high.map(i128::from));
        if matches!(own, Term::Constant(number) if low <= *number && high.is_none_or(|high| *number <= high)) {
            continue;
        }
        all.push(test(own.clone(), Comparison::AtMost, constant(low - 1)));
        all.extend(high.map(|high| test(constant(high + 1), Comparison::AtMost, own.clone())));
    }
    let here = ruleset.positions.map_terms(&mut |term| match term {
        Term::Variable(Variable::Coordinate(at)) => position.get(*at).cloned(),
        _ => None,
    });
    if here != Condition::Known(true) && here != Condition::And(Vec::new()) {
        all.append(&mut nowhere(Part::Condition(&here), heaps)?);
        all.push(Formula::Not(Box::new(Formula::Test(Vec::new(), here))));
    }
    Ok(all)
}

/// Alternatives, one of which is true wherever one of these terms has no value.
pub(super) fn without_a_value(terms: &[Term], heaps: usize) -> Made<Vec<Formula>> {
    let all: Vec<Vec<Formula>> = terms.iter().map(|term| nowhere(Part::Term(term), heaps)).collect::<Made<_>>()?;
    Ok(all.into_iter().flatten().collect())
}

/// Alternatives, one of which is true wherever some term in a part has no value.
pub(super) fn nowhere(part: Part<'_>, heaps: usize) -> Made<Vec<Formula>> {
    let (mut all, mut is_known) = (Vec::new(), true);
    part.visit(&mut |part| match part {
        Part::Term(Term::Cases(cases)) => {
            let conditions: Vec<Condition> = cases.iter().map(|(condition, _)| condition.clone()).collect();
            if conditions.last() != Some(&Condition::Known(true)) {
                all.push(Formula::Not(Box::new(Formula::Test(Vec::new(), Condition::Or(conditions)))));
            }
        }
        Part::Term(Term::FloorDivide(_, divisor) | Term::Modulo(_, divisor))
            if !matches!(**divisor, Term::Constant(number) if number != 0) =>
        {
            all.push(test(Term::clone(divisor), Comparison::Equal, constant(0)));
        }
        Part::Term(Term::Xor(parts)) => all.extend(parts.iter().filter_map(|part| may_be_negative(part, heaps))),
        Part::Term(Term::SquareRoot(inner) | Term::Power(_, inner)) => all.extend(may_be_negative(inner, heaps)),
        Part::Term(Term::Number(..) | Term::Recursive(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_)) => {
            is_known = false;
        }
        _ => {}
    });
    if is_known { Ok(all) } else { Err("where such a position belongs to its game is not checked".to_owned()) }
}

/// That a term is negative, unless it is seen to be a natural number: a heap of the game that a claim stands in, of so many.
fn may_be_negative(term: &Term, heaps: usize) -> Option<Formula> {
    let is_natural = match term {
        Term::Constant(number) => 0 <= *number,
        Term::Variable(Variable::Coordinate(at)) => *at < heaps,
        _ => false,
    };
    (!is_natural).then(|| test(term.clone(), Comparison::AtMost, constant(-1)))
}

/// The number that stands for a value, in the place of its slot.
fn in_place(term: &Term, values: &[(usize, usize)]) -> Option<Term> {
    let Term::Variable(Variable::Amount(own)) = term else { return None };
    values.iter().find(|(known, _)| known == own).map(|(_, value)| slot(*value))
}

/// Whether no two quantifiers of a formula have one slot.
fn binds_once(formula: &Formula) -> bool {
    let mut bound = BTreeSet::new();
    !formula.any(&mut |part| match part {
        Formula::ForAll(own, _) | Formula::Exists(own, _) => !bound.insert(own.slot),
        Formula::SomeOption(_, slots, _) | Formula::AllOptions(_, slots, _) => {
            slots.iter().any(|own| !bound.insert(*own))
        }
        _ => false,
    })
}

/// What is said for all numbers first, and the rest: such an alternative is said of all of them, where nothing outside has its slot.
fn in_front(formula: &Formula) -> Option<(Bound, Formula)> {
    match formula {
        Formula::ForAll(bound, body) if !bound_looks_up(bound) => Some((bound.clone(), Formula::clone(body))),
        Formula::Or(parts) => {
            let (at, (bound, body)) = parts.iter().enumerate().find_map(|(at, part)| Some((at, in_front(part)?)))?;
            let mut parts = parts.clone();
            parts[at] = body;
            Some((bound, Formula::Or(parts)))
        }
        _ => None,
    }
}

fn bound_looks_up(bound: &Bound) -> bool {
    let always = Formula::Exists(bound.clone(), Box::new(Formula::Known(true)));
    looks_up(&always)
}

/// A variable that runs from one number to another, both included, or without end.
pub(super) fn number(own: usize, low: Term, high: Option<Term>) -> Bound {
    let value = |term: Term| Value { lookups: Vec::new(), term };
    Bound { name: "a number".to_owned(), slot: own, domain: Domain(vec![(value(low), high.map(value))]) }
}

pub(super) fn test(left: Term, comparison: Comparison, right: Term) -> Formula {
    Formula::Test(Vec::new(), Condition::Compare(left, comparison, right))
}

pub(super) fn slot(own: usize) -> Term {
    Term::Variable(Variable::Amount(own))
}

pub(super) fn constant(number: i128) -> Term {
    Term::Constant(number)
}

/// One less.
pub(super) fn before(term: Term) -> Term {
    Term::Sum(vec![term, constant(-1)])
}
