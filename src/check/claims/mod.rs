//! From claims to statements of the IR: which parameters they speak of, formulas, sets.
mod formula;
mod lazy;
mod names;
mod sets;
mod valued;

pub(super) use formula::{coordinates, game};
pub(in crate::check) use names::{every_claim_has_its_own_name, every_claim_makes_sense};
pub(in crate::check) use sets::heaps_mean_one_thing;

use super::lower::ordinals;
use super::lower::terms::{common, constant, integer, term};
use super::scope::{Binding, Local, Scope};
use super::{Document, Settings};
use crate::diagnostic::{Faults, Sink};
use crate::ruleset::statement::{Body, Except, Formula, Lookup, Set, SetKind, Statement, Value};
use crate::ruleset::{Condition, ParameterValue, Ruleset, Term, Variable};
use crate::source::Source;
use crate::syntax::ast::{self, Binder, Expr, ExprKind, File, ItemKind, Operator, RelationSign};
use crate::syntax::{print_expression, walk};
use crate::value::Outcome;
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many values of a parameter without a bound are tried on a table.
const WINDOW: i64 = 5;
const MOST_INSTANCES: usize = 10_000;

/// What look-ups, slots and sets a claim has so far; shared by all its parts.
#[derive(Debug, Default)]
pub(super) struct Hoist {
    /// Look-ups of the term at hand.
    pending: RefCell<Vec<Lookup>>,
    slots: Cell<usize>,
    sets: Cell<usize>,
    /// Other rulesets by name: index, heaps, registers.
    games: IndexMap<String, (usize, usize, usize)>,
    /// Which positions belong to the ruleset of the claim; true of all if it is not said.
    positions: Option<Condition>,
}

impl Hoist {
    fn slot(&self) -> usize {
        self.slots.set(self.slots.get() + 1);
        self.slots.get() - 1
    }

    /// Whether the game has the position, as far as its numbers are known.
    fn may_have(&self, heaps: usize, position: &[Term]) -> bool {
        let known = |term: &Term| match term {
            Term::Constant(number) => i64::try_from(*number).ok(),
            _ => None,
        };
        if position[..heaps].iter().filter_map(known).any(|heap| heap < 0) {
            return false;
        }
        let all: Option<Vec<i64>> = position.iter().map(known).collect();
        let (Some(all), Some(positions)) = (all, &self.positions) else { return true };
        positions.holds(&all, &[]) != Ok(false)
    }

    /// A look-up of a Grundy value, as a term.
    pub(super) fn grundy(&self, game: usize, position: Vec<Term>) -> Term {
        let slot = self.slot();
        self.pending.borrow_mut().push(Lookup { slot, game, position });
        Term::Variable(Variable::Amount(slot))
    }
}

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
        return Scope::new(&document.file, ruleset.parameters.clone(), &mut ignored).or_else(|| {
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

/// The parameter values that a claim speaks of; `settings` are those chosen from outside, which are not varied.
pub(super) fn instances(document: &Document, claim: &ast::Claim, settings: &Settings) -> Result<Vec<Settings>, Faults> {
    let mut sink = Sink::new(document.source.clone());
    let mut all = vec![settings.clone()];
    for binder in &claim.binders {
        let name = &binder.name;
        if !document.parameters.contains_key(&name.text) {
            let message = format!("`{}` in the head of a claim is no parameter", name.text);
            let help = format!(
                "the head binds parameters; other variables are bound in the body, `forall {} ...: ...`",
                name.text
            );
            sink.error("unknown-parameter", name.span, message, "here", help);
            return Err(Faults(sink.faults));
        }
        if let Some(chosen) = settings.get(&name.text) {
            // What is chosen from outside is kept if the claim speaks of it.
            all.retain(|begun| {
                let mut values = document.parameters.clone();
                values.extend(begun.clone());
                let scope = Scope::of_parameters(values);
                matches!(chosen, ParameterValue::Number(value) if speaks_of(binder, *value, &scope, &mut sink))
            });
            continue;
        }
        let mut next = Vec::new();
        for begun in &all {
            let mut values = document.parameters.clone();
            values.extend(begun.clone());
            for value in binder_values(binder, &Scope::of_parameters(values), &mut sink) {
                let mut with = begun.clone();
                with.insert(name.text.clone(), ParameterValue::Number(value));
                next.push(with);
            }
            if MOST_INSTANCES < next.len() {
                let message = format!("the head speaks of more than {MOST_INSTANCES} combinations");
                sink.error("too-many-instances", name.span, message, "here", "choose smaller ranges");
                return Err(Faults(sink.faults));
            }
        }
        all = next;
    }
    if let Some(condition) = &claim.head_condition {
        all.retain(|settings| {
            let mut values = document.parameters.clone();
            values.extend(settings.clone());
            let scope = Scope::of_parameters(values);
            let known = super::lower::conditions::condition(condition, &scope, &Local::default(), &mut sink);
            known == Some(Condition::Known(true))
        });
    }
    if sink.has_errors() { Err(Faults(sink.faults)) } else { Ok(all) }
}

/// Whether a value lies in the range of a binder.
fn speaks_of(binder: &Binder, value: i64, scope: &Scope, sink: &mut Sink) -> bool {
    let end = |sink: &mut Sink| constant(&binder.range, scope, sink);
    match binder.relation {
        RelationSign::GreaterEqual => end(sink).is_some_and(|end| end <= value),
        RelationSign::Greater => end(sink).is_some_and(|end| end < value),
        RelationSign::LessEqual => end(sink).is_some_and(|end| value <= end),
        RelationSign::Less => end(sink).is_some_and(|end| value < end),
        _ => elements(&binder.range).into_iter().any(|element| match &element.kind {
            ExprKind::Range(low, high) => {
                let ends = (constant(low, scope, sink), constant(high, scope, sink));
                matches!(ends, (Some(low), Some(high)) if (low..=high).contains(&value))
            }
            _ => binder_values(binder, scope, sink).contains(&value),
        }),
    }
}

/// The parts of what a variable of a head lies in.
fn elements(range: &Expr) -> Vec<&Expr> {
    match &range.kind {
        ExprKind::Set(elements) => elements.iter().collect(),
        _ => vec![range],
    }
}

/// The values of a parameter that the head of a claim speaks of; of an open range a window of them.
fn binder_values(binder: &Binder, scope: &Scope, sink: &mut Sink) -> Vec<i64> {
    let range = |low: Option<i64>, high: Option<i64>| match (low, high) {
        // One more than there may be is enough to be told.
        (Some(low), Some(high)) => (low..=high).take(MOST_INSTANCES + 1).collect(),
        (Some(low), None) => (low..low.saturating_add(WINDOW)).collect(),
        (None, Some(high)) => (high.saturating_sub(WINDOW - 1)..=high).collect(),
        (None, None) => Vec::<i64>::new(),
    };
    let value = |expression: &Expr, sink: &mut Sink| constant(expression, scope, sink);
    match binder.relation {
        RelationSign::GreaterEqual => value(&binder.range, sink).map_or_else(Vec::new, |low| range(Some(low), None)),
        RelationSign::Greater => {
            value(&binder.range, sink).map_or_else(Vec::new, |low| range(low.checked_add(1), None))
        }
        RelationSign::LessEqual => value(&binder.range, sink).map_or_else(Vec::new, |high| range(None, Some(high))),
        RelationSign::Less => value(&binder.range, sink).map_or_else(Vec::new, |high| range(None, high.checked_sub(1))),
        RelationSign::Equal => value(&binder.range, sink).into_iter().collect(),
        RelationSign::In => {
            let mut all = Vec::new();
            for element in elements(&binder.range) {
                match &element.kind {
                    ExprKind::Range(low, high) => all.extend(range(value(low, sink), value(high, sink))),
                    ExprKind::Name { name, .. }
                        if matches!(scope.parameters.get(name), Some(ParameterValue::Set(_))) =>
                    {
                        if let Some(ParameterValue::Set(set)) = scope.parameters.get(name) {
                            all.extend(set);
                        }
                    }
                    _ => all.extend(value(element, sink)),
                }
            }
            all
        }
        RelationSign::NotEqual | RelationSign::NotIn | RelationSign::Divides => {
            let help = format!(
                "give a range, and put the condition behind it: `{name} in ... where {name} != ...`",
                name = binder.name.text
            );
            sink.error("bad-range", binder.range.span, "a variable needs a range", "this is none", help);
            Vec::new()
        }
    }
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
    let positions = Some(ruleset.positions.clone());
    let hoist = Rc::new(Hoist { games: games.collect(), positions, ..Hoist::default() });
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
    let mut free = BTreeSet::new();
    let mut note = |variable: Variable| {
        if let Variable::Coordinate(at) = variable {
            free.insert(at);
        }
    };
    match &body {
        Body::Equal(..) => (0..scope.dimension()).for_each(|at| note(Variable::Coordinate(at))),
        Body::Holds(formula) => formula.visit_variables(&mut note),
    }
    if let Some(condition) = &condition {
        condition.visit_variables(&mut note);
    }
    let games = std::iter::once(ruleset).chain(document.others.values().map(|other| &other.ruleset));
    let valued = valued::ClaimGames::new(games.collect()).body(&body, claim.body.span, sink)?;
    Some(Statement {
        body,
        valued,
        condition,
        except,
        play: claim.play.unwrap_or(ruleset.play),
        slots: hoist.slots.get(),
        free: free.into_iter().collect(),
        scale: scale(&claim.body, scope, &local),
    })
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

/// An expression as a term with the look-ups that it needs.
fn value(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Value> {
    let (term, lookups) = hoisted(local, || integer(expression, scope, local, sink));
    Some(Value { lookups, term: term? })
}

/// What `lower` gives, with the look-ups that were noted meanwhile.
fn hoisted<T>(local: &Local, lower: impl FnOnce() -> T) -> (T, Vec<Lookup>) {
    let Some(hoist) = &local.claims else { return (lower(), Vec::new()) };
    let before = std::mem::take(&mut *hoist.pending.borrow_mut());
    let lowered = lower();
    let found = std::mem::replace(&mut *hoist.pending.borrow_mut(), before);
    (lowered, found)
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

fn is_set(expression: &Expr, scope: &Scope, local: &Local) -> bool {
    sets::is_position_set(expression, scope, local)
}

fn new_set(kind: SetKind, bound: &[usize], local: &Local) -> Set {
    let id = local.claims.as_ref().map_or(0, |hoist| {
        hoist.sets.set(hoist.sets.get() + 1);
        hoist.sets.get()
    });
    let mut set = Set { id, kind, free: Vec::new() };
    let mut free = BTreeSet::new();
    set.visit_variables(&mut |variable| {
        free.insert(variable);
    });
    free.retain(|variable| !matches!(variable, Variable::Amount(slot) if bound.contains(slot)));
    set.free = free.into_iter().collect();
    set
}
