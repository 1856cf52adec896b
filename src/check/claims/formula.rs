//! Lowers expressions of claims to formulas. Comparisons are lowered as in rules, with look-ups of Grundy values.
use super::lazy;
use super::lookups::{hoisted, value};
use super::sets::{components, is_position_set, set};
use crate::check::lower::conditions::condition;
use crate::check::lower::decided::{decided, is_sound_behind};
use crate::check::lower::functions::coordinates;
use crate::check::lower::functions::no_values;
use crate::check::lower::indices::{are_indices, choices};
use crate::check::lower::terms::{not_elsewhere, term};
use crate::check::scope::{Binding, Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::statement::{Admissibility, Bound, Domain, Formula, Place, Property, Value};
use crate::ruleset::{Condition, ParameterValue, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{Binder, Expr, ExprKind, Name, Operator, RelationSign};
use crate::syntax::print_expression;
use crate::value::Outcome;
use indexmap::IndexMap;

/// An expression as a formula.
pub(super) fn formula(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Formula> {
    if let ExprKind::Binary(operator, left, right) = &expression.kind
        && let Some(join) = joining(*operator)
    {
        let left = formula(left, scope, local, sink);
        let known = left.as_ref().and_then(known).and_then(|known| decided(*operator, known));
        if let Some(known) = known {
            let is_sound = is_sound_behind(sink, |sink| formula(right, scope, local, sink).is_some());
            return is_sound.then_some(Formula::Known(known));
        }
        let right = formula(right, scope, local, sink);
        return Some(join(left?, right?));
    }
    match &expression.kind {
        ExprKind::All(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| formula(part, scope, local, sink)).collect();
            parts.into_iter().collect::<Option<_>>().map(Formula::And)
        }
        ExprKind::Not(inner) => formula(inner, scope, local, sink).map(|inner| Formula::Not(Box::new(inner))),
        ExprKind::Cases(cases) if !cases.iter().any(|case| is_number(&case.0)) => {
            let mut alternatives = Vec::new();
            let mut earlier = Vec::new();
            for (statement, guard) in cases {
                let guard = match guard {
                    Some(guard) => formula(guard, scope, local, sink)?,
                    None => Formula::Known(true),
                };
                let statement = formula(statement, scope, local, sink)?;
                alternatives.push(Formula::And([earlier.as_slice(), &[guard.clone(), statement]].concat()));
                earlier.push(Formula::Not(Box::new(guard)));
            }
            Some(Formula::Or(alternatives))
        }
        ExprKind::Comparison { first, rest, modulus: None } => comparison(expression, first, rest, scope, local, sink),
        ExprKind::Call { function, arguments } => call(expression, function, arguments, 0, scope, local, sink),
        ExprKind::Of(inner, file) => {
            let game = local.game(file, expression.span, sink)?;
            match &inner.kind {
                ExprKind::Call { function, arguments } if is_property(function) => {
                    call(expression, function, arguments, game, scope, local, sink)
                }
                _ => not_elsewhere(expression, sink),
            }
        }
        ExprKind::Quantified { universal, binders, body } => quantified(*universal, binders, body, scope, local, sink),
        ExprKind::OptionsOf { universal, names, position, body } => {
            options(*universal, names, position, body, scope, local, sink)
        }
        ExprKind::Name { name, .. }
            if !local.names.contains_key(name)
                && scope.functions.get(name).is_some_and(|known| known.arguments.is_empty()) =>
        {
            let inner = scope.enter((name, expression.span), local.at_hand.clone(), local, sink)?;
            formula(&scope.functions[name].body, scope, &inner, sink)
        }
        _ => test(expression, scope, local, sink),
    }
}

/// Whether a statement is true or false whatever the position is, if that is seen at once.
fn known(formula: &Formula) -> Option<bool> {
    match formula {
        Formula::Known(known) => Some(*known),
        Formula::Test(lookups, Condition::Known(known)) if lookups.is_empty() => Some(*known),
        Formula::Not(inner) => known(inner).map(|known| !known),
        _ => None,
    }
}

/// How two statements become one.
type Joining = fn(Formula, Formula) -> Formula;

/// How an operator joins two statements, if it stands between statements.
fn joining(operator: Operator) -> Option<Joining> {
    Some(match operator {
        Operator::And => |left, right| Formula::And(vec![left, right]),
        Operator::Or => |left, right| Formula::Or(vec![left, right]),
        Operator::Implies => |left, right| Formula::Or(vec![Formula::Not(Box::new(left)), right]),
        Operator::Iff => |left, right| Formula::Iff(Box::new(left), Box::new(right)),
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Modulo
        | Operator::Power
        | Operator::Xor
        | Operator::Union
        | Operator::Intersect
        | Operator::Minus => return None,
    })
}

fn test(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Formula> {
    let (lowered, lookups) = hoisted(local, || condition(expression, scope, local, sink));
    lowered.map(|lowered| lazy::test(lookups, lowered))
}

/// A chain of comparisons whose terms may look up values of positions.
fn comparison(
    expression: &Expr,
    first: &Expr,
    rest: &[(RelationSign, Expr)],
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Formula> {
    if let [(relation @ (RelationSign::In | RelationSign::NotIn), right)] = rest
        && is_position_set(right, scope, local)
    {
        let position: Vec<Expr> = match &first.kind {
            ExprKind::Tuple(parts) => parts.clone(),
            _ => vec![first.clone()],
        };
        let place = place(&position, 0, first.span, scope, local, sink);
        let set = set(right, scope, local, sink);
        let member = Formula::Member(place?, set?);
        return Some(if *relation == RelationSign::In { member } else { Formula::Not(Box::new(member)) });
    }
    // P(x, y) = P(u, v) and the like compare truth.
    if let [(relation @ (RelationSign::Equal | RelationSign::NotEqual), right)] = rest
        && is_statement(first)
        && is_statement(right)
    {
        let sides = (formula(first, scope, local, sink), formula(right, scope, local, sink));
        let both = Formula::Iff(Box::new(sides.0?), Box::new(sides.1?));
        return Some(if *relation == RelationSign::Equal { both } else { Formula::Not(Box::new(both)) });
    }
    if let [(RelationSign::Equal | RelationSign::NotEqual, right)] = rest
        && (is_position_set(first, scope, local) || is_position_set(right, scope, local))
    {
        sets_are_compared(first, right, expression, sink);
        return None;
    }
    test(expression, scope, local, sink)
}

/// Reports an equation of sets that is not a whole claim `P = ...`.
fn sets_are_compared(left: &Expr, right: &Expr, whole: &Expr, sink: &mut Sink) {
    let [first, second] = [left, right].map(print_expression);
    let outcome = |side: &Expr| matches!(&side.kind, ExprKind::Name { name, .. } if matches!(name.as_str(), "P" | "N"));
    let message = "two sets of positions are compared here";
    if outcome(right) && !outcome(left) {
        let help = format!("a claim that compares sets begins with `P` or `N`: write `{second} = {first}`");
        let mut fault = sink.error("not-a-term", whole.span, message, "numbers are compared", help);
        fault.likely(whole.span, format!("{second} = {first}"));
        return;
    }
    let help = "sets are compared by a whole claim `P = ...` or `N = ...`; otherwise ask position by position whether one is \
                in both, `... in ... iff ... in ...`";
    sink.error("not-a-term", whole.span, message, "numbers are compared", help);
}

fn is_number(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Number(_))
}

/// Whether it is a property of a position, here or in another ruleset.
fn is_property(function: &Name) -> bool {
    matches!(function.text.as_str(), "P" | "N" | "terminal" | "final")
}

fn is_statement(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Call { function, .. } => is_property(function),
        ExprKind::Of(inner, _) => is_statement(inner),
        _ => false,
    }
}

/// A call as a formula: a condition of the file, or what is said of a position: `P(x, y)`.
fn call(
    expression: &Expr,
    function: &Name,
    arguments: &[Expr],
    game: usize,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Formula> {
    let of_values = ["final", "admissible", "universally admissible"].contains(&function.text.as_str());
    if game == 0 && 0 < scope.blocking && of_values {
        no_values(expression.span, sink);
        return None;
    }
    let property = match function.text.as_str() {
        "P" => Property::Outcome(Outcome::P),
        "N" => Property::Outcome(Outcome::N),
        "terminal" => Property::Terminal,
        "final" => Property::Final,
        "admissible" => return Some(Formula::Admissible(Admissibility::Plain)),
        "universally admissible" => return Some(Formula::Admissible(Admissibility::Universal)),
        name => {
            let Some(known) = scope.functions.get(name).filter(|known| known.arguments.len() == arguments.len()) else {
                return test(expression, scope, local, sink);
            };
            let mut names = local.at_hand.clone();
            for (argument, value) in known.arguments.iter().zip(arguments) {
                names.insert(argument.clone(), Binding::Term(term(value, scope, local, sink)?));
            }
            let inner = scope.enter((name, expression.span), names, local, sink)?;
            return formula(&known.body, scope, &inner, sink);
        }
    };
    place(arguments, game, expression.span, scope, local, sink).map(|place| Formula::Is(property, place))
}

fn place(arguments: &[Expr], game: usize, span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Place> {
    let (position, lookups) = hoisted(local, || coordinates(arguments, game, span, scope, local, sink));
    Some(Place { game, lookups, position: position? })
}

fn slot_of(local: &Local) -> usize {
    local.claims.as_ref().map_or(0, |hoist| hoist.slot())
}

/// Binds a variable; the domain may speak of variables that were bound before.
pub(super) fn bind(binder: &Binder, scope: &Scope, local: &mut Local, sink: &mut Sink) -> Option<Bound> {
    let domain = domain(binder, scope, local, sink)?;
    let slot = slot_of(local);
    let variable = Term::Variable(Variable::Amount(slot));
    local.names.insert(binder.name.text.clone(), Binding::Term(variable.into()));
    Some(Bound { name: binder.name.text.clone(), slot, domain })
}

/// The values that a bound name runs through.
fn domain(binder: &Binder, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Domain> {
    let zero = || Value { lookups: Vec::new(), term: Term::Constant(0) };
    let shifted = |mut value: Value, by: i128| {
        value.term = match value.term {
            Term::Constant(constant) => Term::Constant(constant + by),
            term => Term::Sum(vec![term, Term::Constant(by)]),
        };
        value
    };
    let range = match binder.relation {
        RelationSign::In => return member_domain(&binder.range, scope, local, sink),
        RelationSign::GreaterEqual => (value(&binder.range, scope, local, sink)?, None),
        RelationSign::Greater => (shifted(value(&binder.range, scope, local, sink)?, 1), None),
        RelationSign::LessEqual => (zero(), Some(value(&binder.range, scope, local, sink)?)),
        RelationSign::Less => (zero(), Some(shifted(value(&binder.range, scope, local, sink)?, -1))),
        RelationSign::Equal => {
            let only = value(&binder.range, scope, local, sink)?;
            (only.clone(), Some(only))
        }
        RelationSign::NotEqual | RelationSign::NotIn | RelationSign::Divides => {
            let name = &binder.name.text;
            let help = format!("write `{name} >= 0` or `{name} in 0..8`, and put other conditions into the body");
            sink.error("bad-range", binder.range.span, "a variable needs a range", "this is none", help);
            return None;
        }
    };
    Some(Domain(vec![range]))
}

/// The values that a name runs through after `in`.
fn member_domain(range: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Domain> {
    let number = |number: i64| Value { lookups: Vec::new(), term: Term::Constant(i128::from(number)) };
    match &range.kind {
        ExprKind::Range(low, high) => {
            let ends = (value(low, scope, local, sink), value(high, scope, local, sink));
            Some(Domain(vec![(ends.0?, Some(ends.1?))]))
        }
        ExprKind::Set(elements) => {
            let mut all = Vec::new();
            for element in elements {
                if matches!(element.kind, ExprKind::Range(..)) {
                    all.extend(member_domain(element, scope, local, sink)?.0);
                } else {
                    let only = value(element, scope, local, sink)?;
                    all.push((only.clone(), Some(only)));
                }
            }
            Some(Domain(all))
        }
        ExprKind::Name { name, .. } => match scope.parameters.get(name) {
            Some(ParameterValue::Set(values)) => {
                Some(Domain(values.iter().map(|value| (number(*value), Some(number(*value)))).collect()))
            }
            _ => not_a_range(range, sink),
        },
        _ => not_a_range(range, sink),
    }
}

fn not_a_range<T>(range: &Expr, sink: &mut Sink) -> Option<T> {
    let message = format!("`{}` is not a range or set of numbers", print_expression(range));
    sink.error("not-a-set", range.span, message, "here", "write `0..8`, `{1, 3..5}`, or a parameter that is a set");
    None
}

fn quantified(
    universal: bool,
    binders: &[Binder],
    body: &Expr,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Formula> {
    let ranges = binders.iter().map(|binder| &*binder.range);
    if are_indices(binders, &ranges.chain([body]).collect::<Vec<_>>(), scope) {
        let all = choices(binders, None, scope, local, sink)?;
        let parts = all.iter().map(|(inner, _)| formula(body, scope, inner, sink)).collect::<Option<_>>()?;
        return Some(if universal { Formula::And(parts) } else { Formula::Or(parts) });
    }
    let mut inner = local.clone();
    let mut bound = Vec::new();
    for binder in binders {
        bound.push(bind(binder, scope, &mut inner, sink)?);
    }
    let body = formula(body, scope, &inner, sink)?;
    Some(bound.into_iter().rev().fold(body, |body, bound| {
        if universal { Formula::ForAll(bound, Box::new(body)) } else { Formula::Exists(bound, Box::new(body)) }
    }))
}

/// `for all` or `exists` over the options of a position.
fn options(
    universal: bool,
    names: &[Name],
    position: &Expr,
    body: &Expr,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Formula> {
    let place = place(&components(position), 0, position.span, scope, local, sink)?;
    let heaps = scope.heaps.len();
    let mut inner = local.clone();
    let mut slots = Vec::new();
    // One name may stand for all heaps of an array.
    if let [only] = names
        && scope.nameable() != 1
    {
        let all: Vec<usize> = (0..heaps).collect();
        let terms = all.iter().map(|_| {
            slots.push(slot_of(local));
            Term::Variable(Variable::Amount(slots[slots.len() - 1]))
        });
        let terms = terms.collect();
        inner.names.insert(only.text.clone(), Binding::Vector(all, terms));
    } else if names.len() == heaps || names.len() == scope.nameable() {
        let mut bound = IndexMap::new();
        for name in names {
            slots.push(slot_of(local));
            bound.insert(name.text.clone(), slots[slots.len() - 1]);
        }
        for (name, slot) in bound {
            inner.names.insert(name, Binding::Term(Term::Variable(Variable::Amount(slot)).into()));
        }
    } else {
        let message = format!("{} names are given, and an option has {heaps} heaps", names.len());
        sink.error("wrong-arity", position.span, message, "here", "give one name for each heap");
        return None;
    }
    let body = Box::new(formula(body, scope, &inner, sink)?);
    Some(if universal { Formula::AllOptions(place, slots, body) } else { Formula::SomeOption(place, slots, body) })
}
