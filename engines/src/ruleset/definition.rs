//! Which statements say by themselves what all P-positions or all Grundy values are: those that need no facts.
use super::statement::{Body, Except, Formula, Lookup, Place, Property, Set, SetKind, Statement};
use super::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};

/// A set of positions, as a statement gives it.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// By a set.
    Set(&'a Set),
    /// By a formula about the coordinates.
    Formula(&'a Formula),
}

/// A statement that defines what it speaks of.
#[derive(Clone, Debug)]
pub enum Definition<'a> {
    /// The positions of this outcome are given.
    Outcomes(Outcome, Given<'a>),
    /// The value, which these slots hold, is given by a formula.
    Values(Formula, Vec<usize>),
}

impl Definition<'_> {
    /// Whether it gives values.
    #[must_use]
    pub const fn is_of_values(&self) -> bool {
        matches!(self, Self::Values(..))
    }
}

/// What a statement about a game of so many coordinates defines, if it does nothing else. What it says of the value 0 in normal play it says of outcomes.
pub fn definition(statement: &Statement, dimension: usize) -> Option<Definition<'_>> {
    if !matches!(statement.except, Except::Nothing) || statement.condition.as_ref().is_some_and(looks_up) {
        return None;
    }
    match &statement.body {
        Body::Equal(outcome, set) if !set_looks_up(set) => Some(Definition::Outcomes(*outcome, Given::Set(set))),
        Body::Equal(..) => None,
        Body::Holds(Formula::Iff(left, right)) => {
            let outcome = |side: &Formula| match side {
                Formula::Is(Property::Outcome(outcome), place) if is_here(place, dimension) => Some(*outcome),
                _ => None,
            };
            let of_zero =
                |side: &Formula| if statement.play == Play::Normal { of_zero_here(side, dimension) } else { None };
            let either = |side: &Formula| outcome(side).or_else(|| of_zero(side));
            match (either(left), either(right)) {
                (Some(outcome), _) if !looks_up(right) => Some(Definition::Outcomes(outcome, Given::Formula(right))),
                (_, Some(outcome)) if !looks_up(left) => Some(Definition::Outcomes(outcome, Given::Formula(left))),
                _ if outcome(left).or(outcome(right)).is_none() => values(statement, dimension),
                _ => None,
            }
        }
        Body::Holds(_) => values(statement, dimension),
    }
}

/// The same statement with what it asks of values alone, whether they are 0, asked of outcomes, where these are of normal play.
#[must_use]
pub fn with_outcomes(statement: &Statement) -> Statement {
    let mut replace = |part: &Formula| {
        let (outcome, lookup) = of_zero(part).filter(|(_, lookup)| lookup.game == 0)?;
        let place = Place { game: 0, lookups: Vec::new(), position: lookup.position.clone() };
        Some(Formula::Is(Property::Outcome(outcome), place))
    };
    let mut told = statement.clone();
    if statement.play == Play::Normal {
        if let Body::Holds(formula) = &statement.body {
            told.body = Body::Holds(formula.map(&mut replace));
        }
        told.condition = statement.condition.as_ref().map(|condition| condition.map(&mut replace));
    }
    told
}

/// The same of the value of the position at hand.
fn of_zero_here(side: &Formula, dimension: usize) -> Option<Outcome> {
    let (outcome, lookup) = of_zero(side)?;
    (lookup.game == 0 && is_identity(&lookup.position, dimension)).then_some(outcome)
}

/// What the value of one position says of its outcome in normal play: P if it is 0 (R. Sprague, Tôhoku Math. J. 41 (1935) 438-444), N if it is not; with
/// the look-up. `None` if it says anything else.
fn of_zero(side: &Formula) -> Option<(Outcome, &Lookup)> {
    let Formula::Test(lookups, condition) = side else { return None };
    let [lookup] = lookups.as_slice() else { return None };
    let (condition, is_denied) = match condition {
        Condition::Not(inner) => (&**inner, true),
        _ => (condition, false),
    };
    let Condition::Compare(left, comparison, right) = condition else { return None };
    let is_value = |term: &Term| *term == Term::Variable(Variable::Amount(lookup.slot));
    let is_zero = match (left, comparison, right) {
        (value, Comparison::Equal, Term::Constant(0)) | (Term::Constant(0), Comparison::Equal, value)
            if is_value(value) =>
        {
            true
        }
        (value, Comparison::AtMost, Term::Constant(0)) if is_value(value) => true,
        (value, Comparison::Different, Term::Constant(0)) | (Term::Constant(0), Comparison::Different, value)
            if is_value(value) =>
        {
            false
        }
        (Term::Constant(1), Comparison::AtMost, value) if is_value(value) => false,
        _ => return None,
    };
    Some((if is_zero == is_denied { Outcome::N } else { Outcome::P }, lookup))
}

/// The same statement as one about the positions at hand that have given numbers in some heaps or registers, if it defines their
/// outcomes or values: `P(x, y; 0) iff ...` is `P(x, y; r) iff ... where r = 0`, and `grundy(0, y) = y` is `grundy(x, y) = y where
/// x = 0`. None if it is no such statement of a game with so many heaps and registers, or if it defines what it speaks of already.
#[must_use]
pub fn sliced(statement: &Statement, dimension: usize) -> Option<Statement> {
    let Body::Holds(formula) = &statement.body else { return None };
    let mut places = Vec::new();
    Part::Formula(formula).visit(&mut |part| match part {
        Part::Lookup(lookup) => places.push((lookup.game, lookup.position.clone())),
        Part::Formula(Formula::Is(_, place)) => places.push((place.game, place.position.clone())),
        _ => {}
    });
    let (_, slice) = places.first()?.clone();
    let fixed = |at: usize| match slice.get(at)? {
        Term::Constant(number) => Some(*number),
        _ => None,
    };
    let variable = |at: usize| Term::Variable(Variable::Coordinate(at));
    let here: Vec<Term> = (0..dimension).map(variable).collect();
    let fits = (0..dimension).all(|at| fixed(at).is_some() || slice.get(at) == Some(&here[at]));
    let numbers: Vec<(usize, i128)> = (0..dimension).filter_map(|at| Some((at, fixed(at)?))).collect();
    let is_number =
        |(at, number): &(usize, i128)| Condition::Compare(variable(*at), Comparison::Equal, Term::Constant(*number));
    let known: Vec<Condition> = numbers.iter().map(is_number).collect();
    // What the condition says of these heaps may be just that.
    let is_known = |part: &Formula| matches!(part, Formula::Test(none, own) if none.is_empty() && known.contains(own));
    let condition = statement.condition.as_ref().map(|condition| match condition {
        Formula::And(parts) => Formula::And(parts.iter().filter(|part| !is_known(part)).cloned().collect()),
        condition => condition.clone(),
    });
    let mut speaks = false;
    let mut parts = vec![Part::Formula(formula)];
    parts.extend(condition.as_ref().map(Part::Formula));
    for part in parts {
        part.visit(&mut |part| {
            let named = |at: &usize| matches!(part, Part::Term(Term::Variable(Variable::Coordinate(own))) if own == at);
            speaks |= numbers.iter().any(|(at, _)| named(at));
        });
    }
    if !fits || numbers.is_empty() || speaks || !matches!(statement.except, Except::Nothing) {
        return None;
    }
    if places.iter().any(|place| *place != (0, slice.clone())) {
        return None;
    }
    let body = formula.map(&mut |part| match part {
        Formula::Is(property, place) if place.lookups.is_empty() => {
            Some(Formula::Is(*property, Place { position: here.clone(), ..place.clone() }))
        }
        Formula::Test(lookups, condition) => {
            let here = |lookup: &Lookup| Lookup { position: here.clone(), ..lookup.clone() };
            Some(Formula::Test(lookups.iter().map(here).collect(), condition.clone()))
        }
        _ => None,
    });
    let mut region: Vec<Formula> = known.into_iter().map(|own| Formula::Test(Vec::new(), own)).collect();
    region.extend(condition);
    let told = Statement { body: Body::Holds(body), condition: Some(Formula::And(region)), ..statement.clone() };
    definition(&told, dimension).is_some().then_some(told)
}

/// The same as [`sliced`] tells, where the statement has a value or not whatever the heaps are: then it has one at all positions if it has
/// one at those of the slice.
#[must_use]
pub fn sliced_with_values(statement: &Statement, heaps: usize, registers: usize) -> Option<Statement> {
    let of_heaps = |part: Part<'_>| match part {
        Part::Term(Term::Variable(Variable::Coordinate(at))) => *at < heaps,
        Part::Lookup(_) | Part::Formula(Formula::Is(..)) => true,
        _ => false,
    };
    let alike = !Part::Formula(&statement.valued).any(&mut { of_heaps });
    sliced(statement, heaps + registers).filter(|_| alike)
}

/// What a statement without conditions defines of one row, and which: `P(1, y) iff y = a + 1` speaks of the positions with 1 token in the
/// first heap, `grundy(x, 2) = x` of those with 2 in the second.
#[derive(Clone, Debug)]
pub struct RowStatement {
    /// The heap that is fixed.
    pub heap: usize,
    /// The tokens in it.
    pub number: i128,
    /// The statement as [`sliced`] tells it.
    pub sliced: Statement,
}

/// Of which row a statement speaks, if it defines the outcomes or values of one: of a heap, where no register is fixed.
#[must_use]
pub fn row(statement: &Statement, heaps: usize, registers: usize) -> Option<RowStatement> {
    let sliced = sliced_with_values(statement, heaps, registers).filter(|_| statement.condition.is_none())?;
    let Some(Formula::And(parts)) = &sliced.condition else { return None };
    let [Formula::Test(_, condition)] = parts.as_slice() else { return None };
    match condition {
        Condition::Compare(
            Term::Variable(Variable::Coordinate(heap)),
            Comparison::Equal,
            Term::Constant(number @ 0..),
        ) if *heap < heaps => Some(RowStatement { heap: *heap, number: *number, sliced }),
        _ => None,
    }
}

/// The first heap that a statement asks of with given numbers of tokens alone, and does not speak of elsewhere, with the largest of them:
/// `P(1, y) implies N(2, y)` asks of two rows of the first heap.
#[must_use]
pub fn rows_asked(statement: &Statement, heaps: usize) -> Option<(usize, i128)> {
    let Body::Holds(body) = &statement.body else { return None };
    if !matches!(statement.except, Except::Nothing) {
        return None;
    }
    (0..heaps).filter(|heap| !statement.free.contains(heap)).find_map(|heap| {
        let (mut numbers, mut others) = (Vec::new(), false);
        for formula in std::iter::once(body).chain(&statement.condition).chain([&statement.valued]) {
            Part::Formula(formula).visit(&mut |part| {
                let position = match part {
                    Part::Lookup(Lookup { game: 0, position, .. })
                    | Part::Formula(
                        Formula::Is(_, Place { game: 0, position, .. })
                        | Formula::AllOptions(Place { game: 0, position, .. }, ..)
                        | Formula::SomeOption(Place { game: 0, position, .. }, ..),
                    ) => position,
                    Part::Formula(Formula::Member(..) | Formula::Admissible(_)) => return others = true,
                    Part::Term(Term::Variable(Variable::Coordinate(at))) => return others |= *at == heap,
                    _ => return,
                };
                match position.get(heap) {
                    Some(Term::Constant(number @ 0..)) => numbers.push(*number),
                    _ => others = true,
                }
            });
        }
        numbers.into_iter().max().filter(|_| !others).map(|most| (heap, most))
    })
}

/// The game of the positions with at most so many tokens in a heap, if all are positions of the game; no move may leave them.
#[must_use]
pub fn first_rows(ruleset: &Ruleset, heap: usize, most: i128) -> Option<Ruleset> {
    let within = within(heap, most);
    let all = ruleset.positions == Condition::Known(true) && heap < ruleset.heaps.len();
    all.then(|| Ruleset { positions: within, ..ruleset.clone() })
}

/// That there are at most so many tokens in a heap.
#[must_use]
pub const fn within(heap: usize, most: i128) -> Condition {
    Condition::Compare(Term::Variable(Variable::Coordinate(heap)), Comparison::AtMost, Term::Constant(most))
}

/// The positions of one value, if a statement without conditions gives them: `grundy(x, y) = 3 iff ...`.
#[must_use]
pub fn level(statement: &Statement, dimension: usize) -> Option<(i128, &Formula)> {
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

fn values(statement: &Statement, dimension: usize) -> Option<Definition<'_>> {
    let Body::Holds(formula) = &statement.body else { return None };
    let mut slots = Vec::new();
    let inlined = inlined(formula, dimension, &mut slots)?;
    (!slots.is_empty()).then_some(Definition::Values(inlined, slots))
}

fn is_here(place: &Place, dimension: usize) -> bool {
    place.game == 0 && place.lookups.is_empty() && is_identity(&place.position, dimension)
}

/// Whether a position of this many coordinates is the one at hand, coordinate by coordinate.
#[must_use]
pub fn is_identity(position: &[Term], dimension: usize) -> bool {
    position.len() == dimension
        && position.iter().enumerate().all(|(at, term)| *term == Term::Variable(Variable::Coordinate(at)))
}

/// The formula without its look-ups, if all of them are of the position itself; their slots are noted.
fn inlined(formula: &Formula, dimension: usize, slots: &mut Vec<usize>) -> Option<Formula> {
    let mut fits = true;
    let inlined = formula.map(&mut |part| match part {
        Formula::Test(lookups, condition) => {
            fits &= lookups.iter().all(|lookup| lookup.game == 0 && is_identity(&lookup.position, dimension));
            slots.extend(lookups.iter().map(|lookup| lookup.slot));
            Some(Formula::Test(Vec::new(), Condition::clone(condition)))
        }
        Formula::Is(..) | Formula::Member(..) | Formula::Admissible(_) => {
            fits &= !looks_up(part);
            Some(part.clone())
        }
        Formula::AllOptions(..) | Formula::SomeOption(..) => {
            fits = false;
            Some(part.clone())
        }
        _ => None,
    });
    fits.then_some(inlined)
}

/// What a statement looks up of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Grundy values.
    pub values: bool,
    /// Outcomes of the play of the statement, or of the file.
    pub outcomes: bool,
    /// The final phase.
    pub last: bool,
}

/// What a statement looks up of each of `games` games.
#[must_use]
pub fn needs(statement: &Statement, games: usize) -> Vec<Needs> {
    let mut all = vec![Needs::default(); games];
    let mut note = |part: Part<'_>| match part {
        Part::Lookup(lookup) => all[lookup.game].values = true,
        Part::Formula(Formula::Is(Property::Outcome(_), place)) => all[place.game].outcomes = true,
        Part::Formula(Formula::Is(Property::Final, place)) => all[place.game].last = true,
        Part::Formula(Formula::Admissible(_)) => {
            all[0].last = true;
            all[0].values = true;
        }
        Part::Set(Set { kind: SetKind::Outcome(_), .. }) => all[0].outcomes = true,
        _ => {}
    };
    match &statement.body {
        Body::Equal(_, set) => Part::Set(set).visit(&mut note),
        Body::Holds(formula) => Part::Formula(formula).visit(&mut note),
    }
    if let Some(condition) = &statement.condition {
        Part::Formula(condition).visit(&mut note);
    }
    if let Except::These(set) = &statement.except {
        Part::Set(set).visit(&mut note);
    }
    all[0].outcomes |= matches!(statement.body, Body::Equal(..));
    all
}

/// Whether outcomes, values or phases are looked up.
pub fn looks_up(formula: &Formula) -> bool {
    Part::Formula(formula).any(&mut is_looked_up)
}

/// Whether a set depends on outcomes, values or phases.
pub fn set_looks_up(set: &Set) -> bool {
    Part::Set(set).any(&mut is_looked_up)
}

fn is_looked_up(part: Part<'_>) -> bool {
    match part {
        Part::Lookup(_) | Part::Set(Set { kind: SetKind::Outcome(_), .. }) => true,
        Part::Formula(formula) => matches!(
            formula,
            Formula::Is(..) | Formula::Admissible(_) | Formula::AllOptions(..) | Formula::SomeOption(..)
        ),
        _ => false,
    }
}
