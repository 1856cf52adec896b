//! From claims to statements of the IR: which parameters they speak of, formulas, sets.
mod formula;
mod instances;
mod lazy;
mod lookups;
mod names;
mod sets;
mod valued;

pub(in crate::check) use instances::instances;
pub(in crate::check) use names::{
    every_claim_has_its_own_name, every_claim_makes_sense, only_refuted_claims_name_counterexamples,
};
pub(in crate::check) use sets::heaps_mean_one_thing;

use super::document::Document;
use super::lower::declare::scope_of_file;
use super::lower::ordinals;
use super::lower::terms::{common, constant, term};
use super::scope::{Binding, Hoist, Local, Scope};
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::ruleset::{ParameterValue, Ruleset, Term, Variable};
use crate::source::Source;
use crate::syntax::ast::{self, Expr, ExprKind, File, ItemKind, Operator, RelationSign};
use crate::syntax::{print_expression, walk};
use crate::value::Outcome;
use lookups::hoisted;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The names of other rulesets that the claims of a file speak of.
pub(super) fn other_games(file: &File) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in file.items.iter().filter(|item| matches!(item.kind, ItemKind::Claim(_))) {
        walk::expressions(item, &mut |expression| {
            if let ExprKind::Of(_, file) = &expression.kind {
                names.insert(file.clone());
            }
        });
    }
    names
}

/// The names of a ruleset: for a sum, those of all its parts.
pub(super) fn scope_of(document: &Document, ruleset: &Ruleset, sink: &mut Sink) -> Option<Scope> {
    if document.components.is_empty() {
        let mut ignored = Sink::new(document.source.clone());
        return scope_of_file(&document.file, ruleset.parameters.clone(), &mut ignored).or_else(|| {
            sink.faults.extend(ignored.faults);
            None
        });
    }
    let mut scope = Scope::of_parameters(ruleset.parameters.clone());
    scope.heaps.clone_from(&ruleset.heaps);
    scope.registers.clone_from(&ruleset.registers);
    let names = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
    for (at, name) in names.enumerate() {
        match name.split_once('[') {
            // The heaps of an array stand together.
            Some((array, _)) => scope.arrays.entry(array.to_owned()).or_insert((at, 0)).1 += 1,
            None => {
                scope.coordinates.insert(name.clone(), at);
            }
        }
    }
    Some(scope)
}

/// A claim as a statement about the ruleset with these parameters; the names are those of `scope_of`.
///
/// # Errors
/// Names, sorts and numbers of components that do not fit.
pub(super) fn statement(
    document: &Document,
    ruleset: &Ruleset,
    claim: &ast::Claim,
    scope: &Scope,
) -> Result<Statement, Faults> {
    let mut sink = Sink::new(document.source.clone());
    if ruleset.breaks() {
        options_are_positions(claim, scope, &mut sink);
    }
    match built(document, ruleset, claim, scope, &mut sink) {
        Some(built) if !sink.has_errors() => Ok(built),
        _ => Err(Faults(sink.faults)),
    }
}

/// Reports what a claim says of options where these are sums of positions.
fn options_are_positions(claim: &ast::Claim, scope: &Scope, sink: &mut Sink) {
    let mut asked = Vec::new();
    let mut roots: Vec<&Expr> = std::iter::once(&claim.body).chain(&claim.condition).chain(&claim.except).collect();
    let mut known = BTreeSet::new();
    while let Some(root) = roots.pop() {
        walk::expression(root, &mut |part| match &part.kind {
            ExprKind::OptionsOf { .. } => asked.push(part.span),
            ExprKind::Name { name, .. } | ExprKind::Call { function: ast::Name { text: name, .. }, .. }
                if known.insert(name.clone()) =>
            {
                roots.extend(scope.functions.get(name).map(|function| &function.body));
            }
            _ => {}
        });
    }
    for span in asked {
        let help = "say it by `grundy` and `P`, which speak of positions";
        sink.error("options-are-sums", span, "options are sums of positions in this game", "speaks of options", help);
    }
}

/// The statement of a claim: its formula or set, with all names bound, its bounds and exceptions.
fn built(
    document: &Document,
    ruleset: &Ruleset,
    claim: &ast::Claim,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Statement> {
    let sizes = |other: &Document| (other.ruleset.heaps.len(), other.ruleset.registers.len());
    let games = document.others.iter().enumerate().map(|(at, (name, other))| {
        let (heaps, registers) = sizes(other);
        (name.clone(), (at + 1, heaps, registers))
    });
    let hoist = Rc::new(Hoist::new(games.collect(), ruleset.positions.clone()));
    let mut local = Local { claims: Some(hoist.clone()), ..Local::default() };
    // Binders of the head are parameters; a name that is also a heap means the parameter there.
    for binder in &claim.binders {
        if let Some(ParameterValue::Number(value)) = ruleset.parameters.get(&binder.name.text) {
            local.names.insert(binder.name.text.clone(), Binding::Term(Term::Constant(i128::from(*value)).into()));
        }
    }
    let body = body(&claim.body, scope, &local, sink);
    let condition = match &claim.condition {
        Some(condition) => Some(formula::formula(condition, scope, &local, sink)?),
        None => None,
    };
    let except = match &claim.except {
        None => Except::Nothing,
        Some(Expr { kind: ExprKind::Name { name, .. }, .. }) if name == "finitely" => Except::FinitelyMany,
        Some(set) => Except::These(sets::set(set, scope, &local, sink)?),
    };
    let body = body?;
    let free = free(&body, condition.as_ref(), scope.dimension());
    if let (true, Some(excepted)) = (free.is_empty(), &claim.except) {
        let help = "exceptions are positions: say of which the claim speaks, as in `P(x, y) except {(1, 1)}`, or leave them out";
        sink.error("idle-part", excepted.span, "nothing can be excepted from this claim", "it speaks of no heap", help);
        return None;
    }
    let games = std::iter::once(ruleset).chain(document.others.values().map(|other| &other.ruleset));
    let valued = valued::ClaimGames::new(games.collect()).body(&body, claim.body.span, sink)?;
    Some(Statement {
        body,
        valued,
        condition,
        except,
        play: claim.play.unwrap_or(ruleset.play),
        slots: hoist.slots(),
        free,
        scale: scale(&claim.body, scope, &local),
    })
}

/// The heaps and registers that a claim speaks of, ascending.
fn free(body: &Body, condition: Option<&Formula>, dimension: usize) -> Vec<usize> {
    let mut free = BTreeSet::new();
    let mut note = |variable: Variable| {
        if let Variable::Coordinate(at) = variable {
            free.insert(at);
        }
    };
    match body {
        Body::Equal(..) => (0..dimension).for_each(|at| note(Variable::Coordinate(at))),
        Body::Holds(formula) => formula.visit_variables(&mut note),
    }
    if let Some(condition) = condition {
        condition.visit_variables(&mut note);
    }
    free.into_iter().collect()
}

/// The common denominator of the sides of an equation.
fn scale(expression: &Expr, scope: &Scope, local: &Local) -> Option<i128> {
    let mut ignored = Sink::new(Source::new("", ""));
    match &expression.kind {
        ExprKind::Binary(Operator::Implies, _, right) => scale(right, scope, local),
        ExprKind::Comparison { first, rest, modulus: None } => match rest.as_slice() {
            [(RelationSign::Equal, right)] => {
                let left = hoisted(local, || term(first, scope, local, &mut ignored)).0?;
                let right = hoisted(local, || term(right, scope, local, &mut ignored)).0?;
                common(vec![left, right]).ok().map(|(_, denominator)| denominator)
            }
            _ => None,
        },
        _ => None,
    }
}

/// `P = S` and `N = S` compare sets; everything else is a formula.
fn body(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Body> {
    if let ExprKind::Comparison { first, rest, modulus: None } = &expression.kind
        && let ExprKind::Name { name, primed: false } = &first.kind
        && let [(RelationSign::Equal, right)] = rest.as_slice()
        && matches!(name.as_str(), "P" | "N")
    {
        let outcome = if name == "P" { Outcome::P } else { Outcome::N };
        return Some(Body::Equal(outcome, sets::set(right, scope, local, sink)?));
    }
    formula::formula(expression, scope, local, sink).map(Body::Holds)
}

/// The position that `refuted ... at (3, 5)` names.
pub(super) fn named_position(ruleset: &Ruleset, at: &Expr, whole: &Scope, sink: &mut Sink) -> Option<Vec<i64>> {
    let parts = match &at.kind {
        ExprKind::Tuple(parts) => parts.as_slice(),
        _ => std::slice::from_ref(at),
    };
    let (width, heaps) = (whole.width(), ruleset.heaps.len() / whole.width());
    let dimension = heaps + ruleset.registers.len();
    if parts.len() != dimension {
        let message =
            format!("`{}` has {} components, and a position has {dimension}", print_expression(at), parts.len());
        sink.error("wrong-arity", at.span, message, "here", "give one number for each heap and register");
        return None;
    }
    let mut scope = Scope::of_parameters(ruleset.parameters.clone());
    scope.ordinal = whole.ordinal;
    let mut position = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if heaps <= at || width == 1 {
            position.push(constant(part, &scope, sink)?);
            continue;
        }
        for coefficient in ordinals::ordinal(part, &scope, &Local::default(), sink)? {
            let Term::Constant(number) = coefficient else { return None };
            position.push(i64::try_from(number).ok()?);
        }
    }
    Some(position)
}
