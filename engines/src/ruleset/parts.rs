//! What terms, conditions, formulas and sets are made of: one way through all of them, and one way to make others of them.
//! Knows nothing of what they mean.
//!
//! Whoever looks for something in a statement, or replaces something in it, goes through here; only what gives each kind of
//! part a meaning of its own (checking, evaluating, proving, rechecking) takes them apart itself.
//!
//! ```
//! use nimdsl_engines::ruleset::{Part, Term, Variable};
//! let heap = Term::Variable(Variable::Coordinate(0));
//! let term = Term::Max(vec![heap.clone(), Term::Constant(3)]);
//! assert!(Part::Term(&term).any(&mut |part| matches!(part, Part::Term(Term::Constant(3)))));
//! let other = term.map(&mut |part| (*part == heap).then_some(Term::Constant(5)));
//! assert_eq!(other, Term::Max(vec![Term::Constant(5), Term::Constant(3)]));
//! ```
use super::statement::{Bound, Formula, Lookup, Place, Set, SetKind, Value};
use super::{Condition, Term, Variable};

/// A part of a statement, or of a ruleset.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A term.
    Term(&'a Term),
    /// A condition.
    Condition(&'a Condition),
    /// A formula.
    Formula(&'a Formula),
    /// A set of positions.
    Set(&'a Set),
    /// A Grundy value that is looked up.
    Lookup(&'a Lookup),
}

/// What is called on parts.
type See<'s, 'a> = dyn FnMut(Part<'a>) + 's;

impl<'a> Part<'a> {
    /// Calls `see` on the parts that this one is made of, and not on theirs, in the order of the text.
    pub fn direct(self, see: &mut See<'_, 'a>) {
        match self {
            Self::Term(term) => of_term(term, see),
            Self::Condition(condition) => of_condition(condition, see),
            Self::Formula(formula) => of_formula(formula, see),
            Self::Set(set) => of_set(set, see),
            Self::Lookup(lookup) => of_terms(&lookup.position, see),
        }
    }

    /// Calls `enters` on this part, and on those inside of it if it answers that it enters.
    pub fn walk(self, enters: &mut dyn FnMut(Part<'a>) -> bool) {
        if enters(self) {
            self.direct(&mut |part| part.walk(enters));
        }
    }

    /// Calls `see` on this part and on all parts inside of it.
    pub fn visit(self, see: &mut See<'_, 'a>) {
        see(self);
        self.direct(&mut |part| part.visit(see));
    }

    /// Whether something is so of this part or of one inside of it.
    pub fn any(self, is: &mut dyn FnMut(Part<'a>) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| {
            found = found || is(part);
            !found
        });
        found
    }
}

fn of_terms<'a>(terms: &'a [Term], see: &mut See<'_, 'a>) {
    for term in terms {
        see(Part::Term(term));
    }
}

/// The parts of a term, in the order in which they stand.
fn of_term<'a>(term: &'a Term, see: &mut See<'_, 'a>) {
    match term {
        Term::Constant(_) | Term::Variable(_) => {}
        Term::Sum(parts)
        | Term::Min(parts)
        | Term::Max(parts)
        | Term::Xor(parts)
        | Term::Number(_, parts)
        | Term::Grid(_, parts)
        | Term::OwnGrid(parts) => {
            of_terms(parts, see);
        }
        Term::Product(left, right)
        | Term::FloorDivide(left, right)
        | Term::Modulo(left, right)
        | Term::Power(left, right) => {
            see(Part::Term(left));
            see(Part::Term(right));
        }
        Term::SquareRoot(inner) | Term::Recursive(_, inner) | Term::Own(inner) => see(Part::Term(inner)),
        Term::Cases(cases) => {
            for (guard, value) in cases {
                see(Part::Condition(guard));
                see(Part::Term(value));
            }
        }
    }
}

fn of_condition<'a>(condition: &'a Condition, see: &mut See<'_, 'a>) {
    match condition {
        Condition::Known(_) => {}
        Condition::Compare(left, _, right) => {
            see(Part::Term(left));
            see(Part::Term(right));
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| see(Part::Condition(part))),
        Condition::Not(inner) => see(Part::Condition(inner)),
    }
}

fn of_lookups<'a>(lookups: &'a [Lookup], see: &mut See<'_, 'a>) {
    for lookup in lookups {
        see(Part::Lookup(lookup));
    }
}

fn of_value<'a>(value: &'a Value, see: &mut See<'_, 'a>) {
    of_lookups(&value.lookups, see);
    see(Part::Term(&value.term));
}

fn of_place<'a>(place: &'a Place, see: &mut See<'_, 'a>) {
    of_lookups(&place.lookups, see);
    of_terms(&place.position, see);
}

fn of_bound<'a>(bound: &'a Bound, see: &mut See<'_, 'a>) {
    for (low, high) in &bound.domain.0 {
        of_value(low, see);
        if let Some(high) = high {
            of_value(high, see);
        }
    }
}

/// What a formula is made of, with the ends of ranges before what is said of their variables.
fn of_formula<'a>(formula: &'a Formula, see: &mut See<'_, 'a>) {
    match formula {
        Formula::Known(_) | Formula::Admissible(_) => {}
        Formula::Test(lookups, condition) => {
            of_lookups(lookups, see);
            see(Part::Condition(condition));
        }
        Formula::Is(_, place) => of_place(place, see),
        Formula::Member(place, set) => {
            of_place(place, see);
            see(Part::Set(set));
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| see(Part::Formula(part))),
        Formula::Not(inner) => see(Part::Formula(inner)),
        Formula::Iff(left, right) => {
            see(Part::Formula(left));
            see(Part::Formula(right));
        }
        Formula::ForAll(bound, body) | Formula::Exists(bound, body) => {
            of_bound(bound, see);
            see(Part::Formula(body));
        }
        Formula::AllOptions(place, _, body) | Formula::SomeOption(place, _, body) => {
            of_place(place, see);
            see(Part::Formula(body));
        }
    }
}

fn of_set<'a>(set: &'a Set, see: &mut See<'_, 'a>) {
    match &set.kind {
        SetKind::List(elements) => elements.iter().flatten().for_each(|value| of_value(value, see)),
        SetKind::Family { bound, condition, element } => {
            for one in bound {
                of_bound(one, see);
            }
            if let Some(condition) = condition {
                see(Part::Formula(condition));
            }
            for value in element {
                of_value(value, see);
            }
        }
        SetKind::Outcome(_) => {}
        SetKind::Union(left, right) | SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            see(Part::Set(left));
            see(Part::Set(right));
        }
        SetKind::Symmetric(inner, _) => see(Part::Set(inner)),
    }
}

/// What takes the place of a term; none if its parts are to be replaced instead.
type Replace<'r> = dyn FnMut(&Term) -> Option<Term> + 'r;

impl Term {
    /// Calls `visit` on every variable that occurs, as often as it occurs.
    pub fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        variables(Part::Term(self), visit);
    }

    /// The term with others in place of some of its parts.
    #[must_use]
    pub fn map(&self, replace: &mut Replace<'_>) -> Self {
        if let Some(other) = replace(self) {
            return other;
        }
        let mut all = |parts: &[Self]| -> Vec<Self> { parts.iter().map(|part| part.map(replace)).collect() };
        match self {
            Self::Constant(_) | Self::Variable(_) => self.clone(),
            Self::Sum(parts) => Self::Sum(all(parts)),
            Self::Min(parts) => Self::Min(all(parts)),
            Self::Max(parts) => Self::Max(all(parts)),
            Self::Xor(parts) => Self::Xor(all(parts)),
            Self::Number(function, parts) => Self::Number(*function, all(parts)),
            Self::Product(left, right) => Self::Product(left.boxed(replace), right.boxed(replace)),
            Self::FloorDivide(left, right) => Self::FloorDivide(left.boxed(replace), right.boxed(replace)),
            Self::Modulo(left, right) => Self::Modulo(left.boxed(replace), right.boxed(replace)),
            Self::Power(left, right) => Self::Power(left.boxed(replace), right.boxed(replace)),
            Self::SquareRoot(inner) => Self::SquareRoot(inner.boxed(replace)),
            Self::Recursive(recursion, inner) => Self::Recursive(recursion.clone(), inner.boxed(replace)),
            Self::Own(inner) => Self::Own(inner.boxed(replace)),
            Self::Grid(grid, parts) => Self::Grid(grid.clone(), all(parts)),
            Self::OwnGrid(parts) => Self::OwnGrid(all(parts)),
            Self::Cases(cases) => {
                let both = |(guard, value): &(Condition, Self)| (guard.map_terms(replace), value.map(replace));
                Self::Cases(cases.iter().map(both).collect())
            }
        }
    }

    fn boxed(&self, replace: &mut Replace<'_>) -> Box<Self> {
        Box::new(self.map(replace))
    }
}

impl Condition {
    /// Calls `visit` on every variable that occurs, as often as it occurs.
    pub fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        variables(Part::Condition(self), visit);
    }

    /// The condition with others in place of some of its terms.
    #[must_use]
    pub fn map_terms(&self, replace: &mut Replace<'_>) -> Self {
        let mut all = |parts: &[Self]| parts.iter().map(|part| part.map_terms(replace)).collect();
        match self {
            Self::Known(known) => Self::Known(*known),
            Self::Compare(left, comparison, right) => {
                let left = left.map(replace);
                Self::Compare(left, *comparison, right.map(replace))
            }
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
            Self::Not(inner) => Self::Not(Box::new(inner.map_terms(replace))),
        }
    }
}

impl Formula {
    /// Calls `visit` on every variable that occurs, bound ones too.
    pub fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        variables(Part::Formula(self), visit);
    }

    /// The formula with others in place of some of those that it is made of; sets and ranges stay as they are.
    #[must_use]
    pub fn map(&self, replace: &mut dyn FnMut(&Self) -> Option<Self>) -> Self {
        if let Some(other) = replace(self) {
            return other;
        }
        match self {
            Self::Known(_) | Self::Admissible(_) | Self::Test(..) | Self::Is(..) | Self::Member(..) => self.clone(),
            Self::And(parts) => Self::And(parts.iter().map(|part| part.map(replace)).collect()),
            Self::Or(parts) => Self::Or(parts.iter().map(|part| part.map(replace)).collect()),
            Self::Not(inner) => Self::Not(Box::new(inner.map(replace))),
            Self::Iff(left, right) => {
                let left = Box::new(left.map(replace));
                Self::Iff(left, Box::new(right.map(replace)))
            }
            Self::ForAll(bound, body) => Self::ForAll(bound.clone(), Box::new(body.map(replace))),
            Self::Exists(bound, body) => Self::Exists(bound.clone(), Box::new(body.map(replace))),
            Self::AllOptions(place, slots, body) => {
                Self::AllOptions(place.clone(), slots.clone(), Box::new(body.map(replace)))
            }
            Self::SomeOption(place, slots, body) => {
                Self::SomeOption(place.clone(), slots.clone(), Box::new(body.map(replace)))
            }
        }
    }

    /// Whether something is so of this formula or of one that it is made of; what describes a set is none of those.
    pub fn any(&self, is: &mut dyn FnMut(&Self) -> bool) -> bool {
        let mut found = false;
        Part::Formula(self).walk(&mut |part| {
            let Part::Formula(formula) = part else { return false };
            found = found || is(formula);
            !found
        });
        found
    }
}

impl Set {
    /// Calls `visit` on every variable that occurs, bound ones too.
    pub fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        variables(Part::Set(self), visit);
    }
}

fn variables(part: Part<'_>, visit: &mut dyn FnMut(Variable)) {
    part.visit(&mut |part| {
        if let Part::Term(Term::Variable(variable)) = part {
            visit(*variable);
        }
    });
}
