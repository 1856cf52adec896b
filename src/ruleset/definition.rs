//! Which statements say by themselves what all P-positions or all Grundy values are: those that need no facts.
use crate::ruleset::statement::{Body, Except, Formula, Lookup, Place, Property, Set, SetKind, Statement};
use crate::ruleset::{Comparison, Condition, Term, Variable};
use crate::value::Outcome;

/// A set of positions, as a statement gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given<'a> {
    /// By a set.
    Set(&'a Set),
    /// By a formula about the coordinates.
    Formula(&'a Formula),
}

/// A statement that defines what it speaks of.
#[derive(Clone, Debug)]
pub(crate) enum Form<'a> {
    /// The positions of this outcome are given.
    Outcomes(Outcome, Given<'a>),
    /// The value, which these slots hold, is given by a formula.
    Values(Formula, Vec<usize>),
}

/// The form of a statement about a game of so many coordinates, if it has one.
pub(crate) fn form(statement: &Statement, dimension: usize) -> Option<Form<'_>> {
    if !matches!(statement.except, Except::Nothing) || statement.condition.as_ref().is_some_and(looks_up) {
        return None;
    }
    match &statement.body {
        Body::Equal(outcome, set) if !set_looks_up(set) => Some(Form::Outcomes(*outcome, Given::Set(set))),
        Body::Equal(..) => None,
        Body::Holds(Formula::Iff(left, right)) => {
            let outcome = |side: &Formula| match side {
                Formula::Is(Property::Outcome(outcome), place) if is_here(place, dimension) => Some(*outcome),
                _ => None,
            };
            match (outcome(left), outcome(right)) {
                (Some(outcome), _) if !looks_up(right) => Some(Form::Outcomes(outcome, Given::Formula(right))),
                (_, Some(outcome)) if !looks_up(left) => Some(Form::Outcomes(outcome, Given::Formula(left))),
                (None, None) => values(statement, dimension),
                _ => None,
            }
        }
        Body::Holds(_) => values(statement, dimension),
    }
}

/// The positions of one value, if a statement without conditions gives them: `grundy(x, y) = 3 iff ...`.
pub(crate) fn level(statement: &Statement, dimension: usize) -> Option<(i128, &Formula)> {
    if !matches!(statement.except, Except::Nothing) || statement.condition.is_some() {
        return None;
    }
    let Body::Holds(Formula::Iff(left, right)) = &statement.body else { return None };
    let value = |side: &Formula| {
        let Formula::Test(lookups, Condition::Compare(one, Comparison::Equal, other)) = side else { return None };
        let [lookup] = lookups.as_slice() else { return None };
        let here = lookup.game == 0 && is_identity(&lookup.position, dimension);
        let slot = |term: &Term| *term == Term::Variable(Variable::Amount(lookup.slot));
        match (one, other) {
            (Term::Constant(value), term) | (term, Term::Constant(value)) if here && slot(term) => Some(*value),
            _ => None,
        }
    };
    match (value(left), value(right)) {
        (Some(value), None) if !looks_up(right) => Some((value, &**right)),
        (None, Some(value)) if !looks_up(left) => Some((value, &**left)),
        _ => None,
    }
}

fn values(statement: &Statement, dimension: usize) -> Option<Form<'_>> {
    let Body::Holds(formula) = &statement.body else { return None };
    let mut slots = Vec::new();
    let inlined = inlined(formula, dimension, &mut slots)?;
    (!slots.is_empty()).then_some(Form::Values(inlined, slots))
}

fn is_here(place: &Place, dimension: usize) -> bool {
    place.game == 0 && place.lookups.is_empty() && is_identity(&place.position, dimension)
}

fn is_identity(position: &[Term], dimension: usize) -> bool {
    position.len() == dimension
        && position.iter().enumerate().all(|(at, term)| *term == Term::Variable(Variable::Coordinate(at)))
}

/// The formula without its look-ups, if all of them are of the position itself; their slots are noted.
fn inlined(formula: &Formula, dimension: usize, slots: &mut Vec<usize>) -> Option<Formula> {
    let mut all =
        |parts: &[Formula]| parts.iter().map(|part| inlined(part, dimension, slots)).collect::<Option<Vec<_>>>();
    Some(match formula {
        Formula::Known(known) => Formula::Known(*known),
        Formula::Test(lookups, condition) => {
            let here = |lookup: &Lookup| lookup.game == 0 && is_identity(&lookup.position, dimension);
            if !lookups.iter().all(here) {
                return None;
            }
            slots.extend(lookups.iter().map(|lookup| lookup.slot));
            Formula::Test(Vec::new(), Condition::clone(condition))
        }
        Formula::And(parts) => Formula::And(all(parts)?),
        Formula::Or(parts) => Formula::Or(all(parts)?),
        Formula::Not(inner) => Formula::Not(Box::new(inlined(inner, dimension, slots)?)),
        Formula::Iff(left, right) => {
            let left = inlined(left, dimension, slots)?;
            Formula::Iff(Box::new(left), Box::new(inlined(right, dimension, slots)?))
        }
        Formula::Exists(bound, body) => Formula::Exists(bound.clone(), Box::new(inlined(body, dimension, slots)?)),
        Formula::ForAll(bound, body) => Formula::ForAll(bound.clone(), Box::new(inlined(body, dimension, slots)?)),
        other if !looks_up(other) => other.clone(),
        _ => return None,
    })
}

/// What a statement looks up of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Grundy values.
    pub(crate) values: bool,
    /// Outcomes of the play of the statement, or of the file.
    pub(crate) outcomes: bool,
    /// The final phase.
    pub(crate) last: bool,
}

/// What a statement looks up of each of `games` games.
pub(crate) fn needs(statement: &Statement, games: usize) -> Vec<Needs> {
    let mut all = vec![Needs::default(); games];
    match &statement.body {
        Body::Equal(_, set) => {
            all[0].outcomes = true;
            in_set(set, &mut all);
        }
        Body::Holds(formula) => in_formula(formula, &mut all),
    }
    if let Some(condition) = &statement.condition {
        in_formula(condition, &mut all);
    }
    if let Except::These(set) = &statement.except {
        in_set(set, &mut all);
    }
    all
}

fn lookups(lookups: &[Lookup], all: &mut [Needs]) {
    for lookup in lookups {
        all[lookup.game].values = true;
    }
}

fn in_formula(formula: &Formula, all: &mut [Needs]) {
    match formula {
        Formula::Known(_) => {}
        Formula::Test(needed, _) => lookups(needed, all),
        Formula::Is(property, place) => {
            lookups(&place.lookups, all);
            match property {
                Property::Outcome(_) => all[place.game].outcomes = true,
                Property::Terminal => {}
                Property::Final => all[place.game].last = true,
            }
        }
        Formula::Member(place, set) => {
            lookups(&place.lookups, all);
            in_set(set, all);
        }
        Formula::Admissible(_) => {
            all[0].last = true;
            all[0].values = true;
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| in_formula(part, all)),
        Formula::Not(inner) => in_formula(inner, all),
        Formula::Iff(left, right) => {
            in_formula(left, all);
            in_formula(right, all);
        }
        Formula::ForAll(bound, body) | Formula::Exists(bound, body) => {
            for (low, high) in &bound.domain.0 {
                lookups(&low.lookups, all);
                if let Some(high) = high {
                    lookups(&high.lookups, all);
                }
            }
            in_formula(body, all);
        }
        Formula::AllOptions(place, _, body) | Formula::SomeOption(place, _, body) => {
            lookups(&place.lookups, all);
            in_formula(body, all);
        }
    }
}

fn in_set(set: &Set, all: &mut [Needs]) {
    use crate::ruleset::statement::SetKind;
    match &set.kind {
        SetKind::List(elements) => elements.iter().flatten().for_each(|value| lookups(&value.lookups, all)),
        SetKind::Family { condition, element, .. } => {
            for value in element {
                lookups(&value.lookups, all);
            }
            if let Some(condition) = condition {
                in_formula(condition, all);
            }
        }
        SetKind::Outcome(_) => all[0].outcomes = true,
        SetKind::Union(left, right) | SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            in_set(left, all);
            in_set(right, all);
        }
        SetKind::Symmetric(inner, _) => in_set(inner, all),
    }
}

/// Whether outcomes, values or phases are looked up.
pub(crate) fn looks_up(formula: &Formula) -> bool {
    match formula {
        Formula::Known(_) => false,
        Formula::Test(lookups, _) => !lookups.is_empty(),
        Formula::Is(..) | Formula::Admissible(_) => true,
        Formula::Member(place, set) => !place.lookups.is_empty() || set_looks_up(set),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(looks_up),
        Formula::Not(inner) => looks_up(inner),
        Formula::Iff(left, right) => looks_up(left) || looks_up(right),
        Formula::ForAll(bound, body) | Formula::Exists(bound, body) => {
            let ends = bound.domain.0.iter();
            ends.clone().any(|(low, high)| {
                !low.lookups.is_empty() || high.as_ref().is_some_and(|high| !high.lookups.is_empty())
            }) || looks_up(body)
        }
        Formula::AllOptions(..) | Formula::SomeOption(..) => true,
    }
}

/// Whether a set depends on outcomes, values or phases.
pub(crate) fn set_looks_up(set: &Set) -> bool {
    match &set.kind {
        SetKind::List(elements) => elements.iter().flatten().any(|value| !value.lookups.is_empty()),
        SetKind::Family { condition, element, .. } => {
            condition.as_deref().is_some_and(looks_up) || element.iter().any(|value| !value.lookups.is_empty())
        }
        SetKind::Outcome(_) => true,
        SetKind::Union(left, right) | SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            set_looks_up(left) || set_looks_up(right)
        }
        SetKind::Symmetric(inner, _) => set_looks_up(inner),
    }
}
