//! Lowers sets of positions: lists, conditions, families, unions, intersections, differences, and `sym`.
use super::formula::{bind, formula};
use super::lookups::{hoisted, new_set, value};
use crate::check::lower::ordinals;
use crate::check::lower::terms::term;
use crate::check::lower::vectors::width;
use crate::check::scope::{Binding, Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::statement::{Bound, Domain, Set, SetKind, Value};
use crate::ruleset::{Term, Variable};
use crate::syntax::ast::{Binder, Claim, Expr, ExprKind, Operator, RelationSign};
use crate::syntax::{print_expression, walk};
use crate::value::Outcome;

/// Whether an expression is a set of positions rather than of numbers.
pub(super) fn is_position_set(expression: &Expr, scope: &Scope, local: &Local) -> bool {
    is_set_of_positions(expression, scope, local, &mut Vec::new())
}

/// The same within definitions that were entered; one that is met again inside of itself is none, which is told elsewhere.
fn is_set_of_positions<'a>(expression: &'a Expr, scope: &'a Scope, local: &Local, entered: &mut Vec<&'a str>) -> bool {
    let mut defined = |name: &'a str, takes_none: bool| {
        let Some(known) = scope.functions.get(name).filter(|known| !takes_none || known.arguments.is_empty()) else {
            return false;
        };
        let is_written = takes_none || known.body.span.start < known.body.span.end;
        if entered.contains(&name) || !is_written {
            return false;
        }
        entered.push(name);
        let found = is_set_of_positions(&known.body, scope, local, entered);
        entered.pop();
        found
    };
    match &expression.kind {
        ExprKind::Family { .. } | ExprKind::Symmetric(_) => true,
        ExprKind::Binary(Operator::Union | Operator::Intersect | Operator::Minus, left, _) => {
            matches!(left.kind, ExprKind::Set(_)) || is_set_of_positions(left, scope, local, entered)
        }
        ExprKind::Set(elements) => elements.iter().any(|element| matches!(element.kind, ExprKind::Tuple(_))),
        ExprKind::Name { name, .. } if local.names.contains_key(name) => false,
        ExprKind::Name { name, .. } => matches!(name.as_str(), "P" | "N") || defined(name, true),
        ExprKind::Call { function, .. } => defined(&function.text, false),
        _ => false,
    }
}

/// The components of a bracket, or the expression alone.
pub(super) fn components(expression: &Expr) -> Vec<Expr> {
    match &expression.kind {
        ExprKind::Tuple(parts) => parts.clone(),
        _ => vec![expression.clone()],
    }
}

/// An expression as a set of positions.
pub(super) fn set(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Set> {
    let kind = match &expression.kind {
        ExprKind::Set(elements) => {
            let elements: Option<Vec<Vec<Value>>> =
                elements.iter().map(|element| position(element, scope, local, sink)).collect();
            SetKind::List(elements?)
        }
        ExprKind::Family { element, binders, condition } => {
            return family(element, binders, condition.as_deref(), scope, local, sink);
        }
        ExprKind::Binary(operator @ (Operator::Union | Operator::Intersect | Operator::Minus), left, right) => {
            let sides = (set(left, scope, local, sink), set(right, scope, local, sink));
            let (left, right) = (Box::new(sides.0?), Box::new(sides.1?));
            match operator {
                Operator::Union => SetKind::Union(left, right),
                Operator::Intersect => SetKind::Intersection(left, right),
                _ => SetKind::Difference(left, right),
            }
        }
        ExprKind::Symmetric(inner) => SetKind::Symmetric(Box::new(set(inner, scope, local, sink)?), scope.width()),
        ExprKind::Name { name, .. } if name == "P" => SetKind::Outcome(Outcome::P),
        ExprKind::Name { name, .. } if name == "N" => SetKind::Outcome(Outcome::N),
        ExprKind::Name { name, .. } if scope.functions.get(name).is_some_and(|known| known.arguments.is_empty()) => {
            let inner = scope.enter((name, expression.span), local.at_hand.clone(), local, sink)?;
            return set(&scope.functions[name].body, scope, &inner, sink);
        }
        ExprKind::Call { function, arguments } if scope.functions.contains_key(&function.text) => {
            let known = &scope.functions[&function.text];
            let mut names = local.at_hand.clone();
            for (argument, value) in known.arguments.iter().zip(arguments) {
                names.insert(argument.clone(), Binding::Term(term(value, scope, local, sink)?));
            }
            let inner = scope.enter((&function.text, expression.span), names, local, sink)?;
            return set(&known.body, scope, &inner, sink);
        }
        _ => {
            let message = format!("`{}` is not a set of positions", print_expression(expression));
            let heaps = vec!["..."; scope.dimension()].join(", ");
            let help = format!(
                "sets are lists of positions, `{{({heaps}) where ...}}`, `{{({heaps}) for k >= 0}}`, and `sym` of them"
            );
            sink.error("not-a-set", expression.span, message, "here", help);
            return None;
        }
    };
    Some(new_set(kind, &[], local))
}

/// An element as the values of a position; registers that are not mentioned may have any.
fn position(element: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for part in components(element) {
        if scope.ordinal.is_some() && values.len() < scope.heaps.len() {
            let (coefficients, lookups) = hoisted(local, || ordinals::ordinal(&part, scope, local, sink));
            values.extend(coefficients?.into_iter().map(|term| Value { lookups: lookups.clone(), term }));
            continue;
        }
        match width(&part, scope, local, sink)? {
            Some(width) => {
                for at in 0..width {
                    let local = Local { component: Some(at), ..local.clone() };
                    values.push(value(&part, scope, &local, sink)?);
                }
            }
            None => values.push(value(&part, scope, local, sink)?),
        }
    }
    let (heaps, dimension) = (scope.heaps.len(), scope.dimension());
    if values.len() != scope.nameable() && values.len() != heaps {
        let message =
            format!("`{}` has {} components, and a position has {dimension}", print_expression(element), values.len());
        sink.error("wrong-arity", element.span, message, "here", "give one component for each heap and register");
        return None;
    }
    // Registers that are not mentioned may have any value: those of the position that is tested.
    for at in values.len()..dimension {
        values.push(Value { lookups: Vec::new(), term: Term::Variable(Variable::Coordinate(at)) });
    }
    Some(values)
}

/// Warns of a heap of the position that is asked for, where a family takes its name for numbers of its own and says it once more:
/// `(x, y) in {(x - k, x) for k in 0..x}` is true at (1, 2), and not what it seems to be.
pub(in crate::check) fn heaps_mean_one_thing(claim: &Claim, scope: &Scope, sink: &mut Sink) {
    for root in std::iter::once(&claim.body).chain(&claim.condition) {
        walk::expression(root, &mut |part| {
            if let ExprKind::Comparison { first: position, rest, .. } = &part.kind
                && let [(RelationSign::In | RelationSign::NotIn, set)] = rest.as_slice()
            {
                in_set(position, set, scope, sink);
            }
        });
    }
}

/// The same where one position is asked for in one set.
fn in_set(position: &Expr, set: &Expr, scope: &Scope, sink: &mut Sink) {
    let is_heap =
        |part: &Expr, heap: &str| matches!(&part.kind, ExprKind::Name { name, primed: false } if name == heap);
    let mentions = |whole: &Expr, heap: &str| {
        let mut found = false;
        walk::expression(whole, &mut |part| found |= is_heap(part, heap));
        found
    };
    walk::expression(set, &mut |part| {
        let ExprKind::Family { element, binders, .. } = &part.kind else { return };
        for component in components(element) {
            let ExprKind::Name { name, primed: false } = &component.kind else { continue };
            let binds = scope.coordinates.contains_key(name) && binders.iter().all(|binder| binder.name.text != *name);
            let elsewhere = components(element).iter().any(|other| !is_heap(other, name) && mentions(other, name));
            let again = elsewhere || binders.iter().any(|binder| mentions(&binder.range, name));
            if binds && again && !binders.is_empty() && mentions(position, name) {
                let message =
                    format!("in this tuple `{name}` is any number, and not the heap of the position that is asked for");
                let help =
                    format!("take another letter for it, or say what is meant by `exists`: x = ... and y = {name}");
                sink.warning(
                    "bound-heap",
                    component.span,
                    message,
                    "a heap that stands alone in a tuple of a set binds",
                    help,
                );
            }
        }
    });
}

/// A set `{element for binders where condition}`.
fn family(
    element: &Expr,
    binders: &[Binder],
    condition: Option<&Expr>,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Set> {
    let mut inner = local.clone();
    let mut bound = Vec::new();
    for binder in binders {
        bound.push(bind(binder, scope, &mut inner, sink)?);
    }
    // Heap names in the element bind, unless a binder of the family does.
    for part in components(element) {
        let ExprKind::Name { name, primed: false } = &part.kind else { continue };
        if binders.iter().any(|binder| binder.name.text == *name) {
            continue;
        }
        if let (Some(count), Some(first)) = (scope.ordinal, scope.coordinates.get(name))
            && *first < scope.heaps.len()
        {
            bound.extend((0..count).map(|_| open(name, &mut inner)));
            let slots = bound.iter().skip(bound.len() - count).map(|bound| bound.slot);
            let terms = slots.map(|slot| Term::Variable(Variable::Amount(slot))).collect();
            inner.bind_at_hand(name, Binding::Vector((*first..first + count).collect(), terms));
        } else if scope.coordinates.contains_key(name) {
            bound.push(open(name, &mut inner));
            let slot = bound[bound.len() - 1].slot;
            inner.bind_at_hand(name, Binding::Term(Term::Variable(Variable::Amount(slot)).into()));
        } else if let Some((_, count)) = scope.arrays.get(name) {
            let first = scope.arrays[name].0;
            let mut terms = Vec::new();
            for _ in 0..*count {
                bound.push(open(name, &mut inner));
                terms.push(Term::Variable(Variable::Amount(bound[bound.len() - 1].slot)));
            }
            inner.bind_at_hand(name, Binding::Vector((first..first + count).collect(), terms));
        }
    }
    let values = position(element, scope, &inner, sink);
    let condition = match condition {
        Some(condition) => Some(Box::new(formula(condition, scope, &inner, sink)?)),
        None => None,
    };
    let slots: Vec<usize> = bound.iter().map(|bound| bound.slot).collect();
    Some(new_set(SetKind::Family { bound, condition, element: values? }, &slots, local))
}

fn open(name: &str, local: &mut Local) -> Bound {
    let slot = local.claims.as_ref().map_or(0, |hoist| hoist.slot());
    let zero = Value { lookups: Vec::new(), term: Term::Constant(0) };
    Bound { name: name.to_owned(), slot, domain: Domain(vec![(zero, None)]) }
}
