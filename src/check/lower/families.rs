//! Membership in a comprehension, `i in {k^2 for k >= 1}`: its variables become amounts of a move where that can be, and are
//! put in elsewhere. Knows nothing of other sets.
use super::conditions::{components, condition, not_a_set, related};
use super::fold;
use super::indices::choices;
use super::terms::term;
use super::vectors::varies;
use crate::check::scope::{Binding, Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{Binder, Expr, ExprKind, RelationSign};
use crate::syntax::print_expression;
use indexmap::IndexMap;

/// `left in {element for binders where which}`, and what names mean inside the braces.
struct AskedMember<'a> {
    left: &'a Expr,
    element: &'a Expr,
    binders: &'a [Binder],
    which: Option<&'a Expr>,
    span: Span,
    inside: Local,
}

/// A condition of a move that asks for membership in a comprehension without end, with each variable as one more amount: two
/// ways to reach an option are one option, so that some value of the variable and any value of an amount are the same. `None` if
/// it is another condition; `Some(None)` after a fault.
#[expect(clippy::option_option, reason = "another condition, a fault, and a condition are three things")]
pub(super) fn as_amounts(
    part: &Expr,
    (amounts, places): (&mut Vec<String>, &mut Vec<Span>),
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Option<Condition>> {
    let ExprKind::Comparison { first, rest, modulus: None } = &part.kind else { return None };
    let [(RelationSign::In, right)] = rest.as_slice() else { return None };
    let mut asked = match &right.kind {
        ExprKind::Name { name, primed: false } if !local.names.contains_key(name) => {
            let known = scope.functions.get(name).filter(|known| known.arguments.is_empty())?;
            let inside = Local { names: IndexMap::new(), ..local.clone() };
            asked(first, &known.body, part.span, inside)?
        }
        _ => asked(first, right, part.span, local.clone())?,
    };
    let ends = |binder: &Binder| has_ends(binder, scope, &asked.inside);
    if asked.binders.is_empty() || asked.binders.iter().all(ends) {
        return None;
    }
    let mut conditions = Vec::new();
    for binder in asked.binders {
        let name = &binder.name.text;
        let variable = Term::Variable(Variable::Amount(amounts.len()));
        asked.inside.names.insert(name.clone(), Binding::Term(variable.clone().into()));
        let taken = |own: &String| amounts.contains(own);
        let numbered = (2..).map(|number| format!("{name}{number}"));
        amounts.extend(std::iter::once(name.clone()).chain(numbered).find(|own| !taken(own)));
        places.push(binder.name.span);
        if matches!(binder.relation, RelationSign::Less | RelationSign::LessEqual) {
            conditions.push(fold::compare(Term::Constant(0), Comparison::AtMost, variable));
        }
        let own = Expr { kind: ExprKind::Name { name: name.clone(), primed: false }, span: binder.name.span };
        let link = (binder.relation, Expr::clone(&binder.range));
        let span = binder.name.span.to(binder.range.span);
        let kind = ExprKind::Comparison { first: Box::new(own), rest: vec![link], modulus: None };
        let Some(lowered) = condition(&Expr { kind, span }, scope, &asked.inside, sink) else { return Some(None) };
        conditions.push(lowered);
    }
    let inside = asked.inside.clone();
    Some(is_element(&asked, &inside, scope, local, sink).map(|element| {
        conditions.insert(0, element);
        fold::and(conditions)
    }))
}

/// Membership in a comprehension whose variables have two ends: an equation for each choice of values.
pub(super) fn put_in(
    left: &Expr,
    right: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let Some(asked) = asked(left, right, span, local.clone()).filter(|asked| !asked.binders.is_empty()) else {
        return not_a_set(right, sink);
    };
    if let Some(binder) = asked.binders.iter().find(|binder| !has_ends(binder, scope, local)) {
        let message = format!("`{}` goes on without end, or as far as the position says", print_expression(right));
        let help = format!(
            "such a set stands by itself between the commas of the `where` of a move; elsewhere `{}` needs a range of numbers and parameters",
            binder.name.text
        );
        sink.error("bad-range", binder.range.span, message, "not known before play", help);
        return None;
    }
    let all = choices(asked.binders, None, scope, local, sink)?;
    let parts = all.iter().map(|(inner, _)| is_element(&asked, inner, scope, local, sink));
    Some(fold::or(parts.collect::<Option<_>>()?))
}

fn asked<'a>(left: &'a Expr, right: &'a Expr, span: Span, inside: Local) -> Option<AskedMember<'a>> {
    let ExprKind::Family { element, binders, condition } = &right.kind else { return None };
    Some(AskedMember { left, element, binders, which: condition.as_deref(), span, inside })
}

/// Whether the values of a variable can be listed before play.
fn has_ends(binder: &Binder, scope: &Scope, local: &Local) -> bool {
    let finite = !matches!(binder.relation, RelationSign::Greater | RelationSign::GreaterEqual);
    finite && !varies(&binder.range, scope, local)
}

/// That the left side is the element at this choice, and that the choice counts.
fn is_element(
    asked: &AskedMember<'_>,
    inner: &Local,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let (lefts, elements) = (components(asked.left), components(asked.element));
    if lefts.len() != elements.len() {
        let message = format!("`{}` is no bracket of {} numbers", print_expression(asked.element), lefts.len());
        let help = "write as many numbers as on the left of `in`";
        sink.error("wrong-arity", asked.element.span, message, "here", help);
        return None;
    }
    let mut parts = Vec::new();
    for (left, element) in lefts.into_iter().zip(elements) {
        let sides = (term(left, scope, local, sink), term(element, scope, inner, sink));
        parts.push(related(sides.0?, RelationSign::Equal, sides.1?, asked.span, sink)?);
    }
    if let Some(which) = asked.which {
        parts.push(condition(which, scope, inner, sink)?);
    }
    Some(fold::and(parts))
}
