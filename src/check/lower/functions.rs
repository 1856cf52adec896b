//! Lowers what is written as a function: floors, minima, sums over heaps, `let`, and cases.
use super::conditions::{condition, guarded};
use super::fold;
use super::indices::choices;
use super::numbers;
use super::ordinals::ordinal;
use super::recursions::{apply, is_recursive};
use super::terms::{absolute, common, folded, integer, irrational_alone, rounded, term};
use super::vectors::width;
use crate::check::scope::{Binding, Fraction, Function, Local, Scope, coordinate, unfold};
use crate::diagnostic::Sink;
use crate::ruleset::{Condition, ParameterValue, Part, Term};
use crate::source::Span;
use crate::syntax::ast::{Binder, Expr, ExprKind, Name, RelationSign};
use crate::syntax::{nearest, print_expression};

/// A call as a term: what is built in, a function or recurrence of the file, a sequence.
pub(in crate::check) fn call(
    function: &Name,
    arguments: &[Expr],
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let name = function.text.as_str();
    let one = |sink: &mut Sink| {
        if arguments.len() == 1 {
            return Some(&arguments[0]);
        }
        wrong_arity(name, 1, arguments.len(), &format!("{name}(...)"), span, sink);
        None
    };
    if let Some(known) = scope.functions.get(name) {
        return applied(name, known, arguments, span, scope, local, sink);
    }
    match name {
        "floor" => rounded(one(sink)?, false, span, scope, local, sink).map(Fraction::from),
        "ceil" => rounded(one(sink)?, true, span, scope, local, sink).map(Fraction::from),
        "abs" => absolute(one(sink)?, span, scope, local, sink),
        "sign" => {
            let inner = term(one(sink)?, scope, local, sink)?.numerator;
            let below = fold::max(vec![inner, Term::Constant(-1)]);
            Some(fold::min(vec![below, Term::Constant(1)]).into())
        }
        "grundy" => grundy(arguments, 0, span, scope, local, sink),
        "digit" => digit(arguments, span, scope, local, sink),
        "size" => {
            let argument = one(sink)?;
            let Some(width) = width(argument, scope, local, sink)? else {
                let written = print_expression(argument);
                let help = "sizes are those of arrays, subsets and vectors";
                sink.error("not-an-array", argument.span, format!("`{written}` has no size"), "here", help);
                return None;
            };
            Some(Term::Constant(width as i128).into())
        }
        "min" | "max" | "sum" | "xor" => {
            let parts = spread(arguments, scope, local, sink)?;
            if parts.is_empty() {
                wrong_arity(name, 1, 0, &format!("{name}(...)"), span, sink);
                return None;
            }
            aggregate(name, parts, span, scope, sink)
        }
        "gcd" | "prime" | "valuation" | "bitand" | "bitor" => {
            numbers::function(name, arguments, span, scope, local, sink).map(Fraction::from)
        }
        "sqrt" => irrational_alone(span, sink),
        _ => {
            not_a_function(function, arguments, span, scope, local, sink);
            None
        }
    }
}

/// A function or recurrence of the file at its arguments.
fn applied(
    name: &str,
    known: &Function,
    arguments: &[Expr],
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    if known.arguments.len() != arguments.len() {
        let form = format!("{name}({})", known.arguments.join(", "));
        wrong_arity(name, known.arguments.len(), arguments.len(), &form, span, sink);
        return None;
    }
    if is_recursive(name, known) {
        return apply(name, span, known, arguments, scope, local, sink).map(Fraction::from);
    }
    let mut names = local.at_hand.clone();
    for (argument, value) in known.arguments.iter().zip(arguments) {
        names.insert(argument.clone(), Binding::Term(term(value, scope, local, sink)?));
    }
    let inner = scope.enter((name, span), names, local, sink)?;
    term(&known.body, scope, &inner, sink)
}

/// One digit of a number in a base.
fn digit(arguments: &[Expr], span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Fraction> {
    let [base, place, number] = arguments else {
        wrong_arity("digit", 3, arguments.len(), "digit(base, place, number)", span, sink);
        return None;
    };
    let mut whole = |part: &Expr| integer(part, scope, local, sink);
    let (base, place, number) = (whole(base)?, whole(place)?, whole(number)?);
    let power = Term::Power(Box::new(base.clone()), Box::new(place));
    let shifted = folded(fold::floor_divide(number, power), span, sink)?;
    folded(fold::modulo(shifted, base), span, sink).map(Fraction::from)
}

/// A Grundy value, in claims only.
pub(in crate::check) fn grundy(
    arguments: &[Expr],
    game: usize,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let Some(hoist) = &local.claims else {
        let help = "rules cannot depend on values; say it in a claim";
        sink.error("misplaced-grundy", span, "`grundy` stands in a rule", "here", help);
        return None;
    };
    if game == 0 && 0 < scope.blocking {
        no_values(span, sink);
        return None;
    }
    let position = coordinates(arguments, game, span, scope, local, sink)?;
    Some(hoist.grundy(game, position).into())
}

/// Reports what needs values where options are forbidden.
pub(in crate::check) fn no_values(span: Span, sink: &mut Sink) {
    let help = "speak of P-positions and N-positions";
    let message = "positions have no Grundy values where options are forbidden";
    sink.error("misplaced-grundy", span, message, "`play blocking` stands in this file", help);
}

/// Arguments as a position; arrays give all their heaps, and registers that are not given are those of the claim.
pub(in crate::check) fn coordinates(
    arguments: &[Expr],
    game: usize,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    for argument in arguments {
        if game == 0 && scope.ordinal.is_some() && terms.len() < scope.heaps.len() {
            terms.extend(ordinal(argument, scope, local, sink)?);
            continue;
        }
        match width(argument, scope, local, sink)? {
            Some(width) => {
                for at in 0..width {
                    let local = Local { component: Some(at), ..local.clone() };
                    terms.push(integer(argument, scope, &local, sink)?);
                }
            }
            None => terms.push(integer(argument, scope, local, sink)?),
        }
    }
    let (heaps, registers) =
        local.claims.as_ref().and_then(|hoist| hoist.sizes(game)).unwrap_or((scope.heaps.len(), scope.registers.len()));
    if game == 0 && (terms.len() == heaps || terms.len() == scope.nameable()) {
        terms.extend((terms.len()..heaps + registers).map(coordinate));
    }
    if terms.len() != heaps + registers {
        let given =
            if terms.len() == 1 { "1 component is".to_owned() } else { format!("{} components are", terms.len()) };
        let message = format!("{given} given, and a position has {}", heaps + registers);
        sink.error("wrong-arity", span, message, "here", "give one number for each heap, then the registers");
        return None;
    }
    if game == 0 && local.claims.as_ref().is_some_and(|hoist| !hoist.may_have(heaps, &terms)) {
        let help = "every heap is 0 or more, and `positions where` holds";
        let number = |term: &Term| if let Term::Constant(number) = term { number.to_string() } else { "_".to_owned() };
        let numbers: Vec<String> = terms.iter().map(number).collect();
        let message = format!("({}) is no position of the game", numbers.join(", "));
        sink.error("no-position", span, message, "its value is asked for", help);
        return None;
    }
    Some(terms)
}

pub(super) fn wrong_arity(name: &str, wanted: usize, given: usize, form: &str, span: Span, sink: &mut Sink) {
    let plural = if wanted == 1 { "" } else { "s" };
    let message = format!("`{name}` takes {wanted} argument{plural}, not {given}");
    sink.error("wrong-arity", span, message, "here", format!("its form is `{form}`"));
}

/// Reports a name that is called and is no function, with what may have been meant.
fn not_a_function(function: &Name, arguments: &[Expr], span: Span, scope: &Scope, local: &Local, sink: &mut Sink) {
    let name = function.text.as_str();
    if scope.damaged.iter().any(|damaged| damaged == name) {
        return;
    }
    let number =
        local.names.contains_key(name) || scope.coordinates.contains_key(name) || scope.parameters.contains_key(name);
    if number && arguments.len() == 1 {
        let product = format!("{name} * ({})", print_expression(&arguments[0]));
        let help = format!("did you mean `{product}`?");
        let message = format!("`{name}` is a number, not a function");
        sink.error("unknown-function", span, message, "a product needs its sign", help).likely(span, product);
        return;
    }
    let functions = [
        "floor",
        "ceil",
        "abs",
        "sign",
        "min",
        "max",
        "sum",
        "xor",
        "count",
        "size",
        "gcd",
        "prime",
        "valuation",
        "digit",
        "bitand",
        "bitor",
    ];
    // The explorer has a limit of bytes, and does without.
    let is_value = !cfg!(target_arch = "wasm32") && VALUES.contains(&name.to_lowercase().as_str());
    let near = nearest_function(name, scope, &functions).filter(|_| !is_value);
    let help = match near {
        None if is_value => "the Grundy value of a position is `grundy(...)`, of which claims speak".to_owned(),
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("functions are {}, and what `let` defines", functions.join(", ")),
    };
    let message = format!("there is no function `{name}`");
    let mut fault = match sink.again("unknown-function", span, &message, |_| true) {
        Some(fault) => fault,
        None => sink.error("unknown-function", span, message, "here", help),
    };
    if let Some(near) = near {
        fault.likely(function.span, near);
    }
}

/// What papers and programs call Grundy values.
const VALUES: [&str; 6] = ["g", "sg", "mex", "nimber", "nimvalue", "grundyvalue"];

fn nearest_function<'a>(name: &str, scope: &'a Scope, functions: &[&'a str]) -> Option<&'a str> {
    nearest(name, functions.iter().copied().chain(scope.functions.keys().map(String::as_str)))
}

/// Arguments with arrays and vectors replaced by their components.
pub(super) fn spread(arguments: &[Expr], scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<Fraction>> {
    let mut parts = Vec::new();
    for argument in arguments {
        match width(argument, scope, local, sink)? {
            Some(width) => {
                for at in 0..width {
                    let local = Local { component: Some(at), ..local.clone() };
                    parts.push(term(argument, scope, &local, sink)?);
                }
            }
            None => parts.push(term(argument, scope, local, sink)?),
        }
    }
    Some(parts)
}

fn aggregate(name: &str, parts: Vec<Fraction>, span: Span, scope: &Scope, sink: &mut Sink) -> Option<Fraction> {
    if name == "xor" && parts.iter().any(|part| part.denominator != 1) {
        let help = "round the fractions inside it with `floor` or `ceil`";
        sink.error("not-exact", span, "a nim-sum needs whole numbers", "here", help);
        return None;
    }
    let built = common(parts).and_then(|(terms, denominator)| {
        let numerator = match name {
            "min" => fold::min(terms),
            "max" => fold::max(terms),
            "xor" => fold::xor(terms, &scope.natural_coordinates())?,
            _ => fold::sum(terms)?,
        };
        Ok(Fraction { numerator, denominator })
    });
    folded(built, span, sink)
}

/// `function of value for name in array where which`.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct HeapFold<'a> {
    pub(in crate::check) function: &'a Name,
    pub(in crate::check) value: &'a Expr,
    pub(in crate::check) name: &'a Name,
    pub(in crate::check) array: &'a Name,
    pub(in crate::check) which: Option<&'a Expr>,
}

/// A function over the elements of an array or vector, all or those that a condition picks: `sum`, `count`, `max`,
/// `min`, `xor`.
pub(in crate::check) fn fold_heaps(
    asked: &HeapFold<'_>,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let HeapFold { function, value, name, array, which } = *asked;
    let elements: Vec<Binding> = match (local.names.get(&array.text), scope.several(&array.text, local)) {
        (Some(Binding::Vector(_, terms)), _) => terms.iter().map(|term| Binding::Term(term.clone().into())).collect(),
        (_, Some(heaps)) => heaps.into_iter().map(Binding::Heap).collect(),
        (binding, None) if holds_numbers(array, binding, scope) => {
            let binder = Binder {
                name: name.clone(),
                more: Vec::new(),
                relation: RelationSign::In,
                range: Box::new(Expr {
                    kind: ExprKind::Name { name: array.text.clone(), primed: false },
                    span: array.span,
                }),
                cyclic: false,
            };
            let asked = IndexFold { function, value, binders: &[binder], which };
            return fold_indices(&asked, span, scope, local, sink);
        }
        (_, None) => {
            scope.not_several(&array.text, array.span, local, sink);
            return None;
        }
    };
    let inside = elements.into_iter().map(|element| {
        let mut inner = local.clone();
        inner.names.insert(name.text.clone(), element);
        inner
    });
    each_folded(function, value, which, inside.collect(), span, scope, sink)
}

/// Whether a name stands for a set of numbers, or a bracket of them.
fn holds_numbers(name: &Name, binding: Option<&Binding>, scope: &Scope) -> bool {
    match binding {
        Some(binding) => matches!(binding, Binding::Numbers(_)),
        None => {
            let parameter = scope.parameters.get(&name.text);
            let defined = scope.functions.get(&name.text).filter(|known| known.arguments.is_empty());
            !matches!(parameter, None | Some(ParameterValue::Number(_)))
                || defined.is_some_and(|known| matches!(known.body.kind, ExprKind::Set(_) | ExprKind::Range(..)))
        }
    }
}

/// `function of value for binders where which`.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct IndexFold<'a> {
    pub(in crate::check) function: &'a Name,
    pub(in crate::check) value: &'a Expr,
    pub(in crate::check) binders: &'a [Binder],
    pub(in crate::check) which: Option<&'a Expr>,
}

/// A function over all choices of values for variables that are put in, or those that a condition picks.
pub(in crate::check) fn fold_indices(
    asked: &IndexFold<'_>,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let all = choices(asked.binders, None, scope, local, sink)?;
    let inside = all.into_iter().map(|(inner, _)| inner).collect();
    each_folded(asked.function, asked.value, asked.which, inside, span, scope, sink)
}

/// The value of a function over what a name means in turn, where a condition holds.
fn each_folded(
    function: &Name,
    value: &Expr,
    which: Option<&Expr>,
    inside: Vec<Local>,
    span: Span,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Fraction> {
    let neutral = match function.text.as_str() {
        "sum" | "xor" | "count" | "max" => Some(0),
        _ => None,
    };
    let mut parts = Vec::new();
    for inner in inside {
        let which = match which {
            Some(which) => condition(which, scope, &inner, sink)?,
            None => Condition::Known(true),
        };
        if which == Condition::Known(false) {
            continue;
        }
        let value = term(value, scope, &inner, sink)?;
        if which == Condition::Known(true) {
            parts.push(value);
            continue;
        }
        let Some(neutral) = neutral else {
            sink.error(
                "unsupported",
                span,
                "`min ... where` of some heaps is not available yet",
                "here",
                "write the condition out for each heap",
            );
            return None;
        };
        let cases = vec![(which, value.numerator), (Condition::Known(true), Term::Constant(neutral))];
        parts.push(Fraction { numerator: Term::Cases(cases), denominator: value.denominator });
    }
    let name = if function.text == "count" { "sum" } else { function.text.as_str() };
    match (parts.is_empty(), neutral) {
        (true, Some(neutral)) => Some(Term::Constant(neutral).into()),
        (true, None) => {
            let help = "let the range hold one number at least";
            sink.error("no-value", span, "the least of no numbers is asked for", "nothing lies in this range", help);
            None
        }
        _ => {
            let built = aggregate(name, parts, span, scope, sink)?;
            unfold::is_small(Part::Term(&built.numerator), span, sink).then_some(built)
        }
    }
}

/// A term given by cases: the first whose condition holds.
pub(in crate::check) fn case_term(
    cases: &[(Expr, Option<Expr>)],
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Fraction> {
    let mut values = Vec::new();
    let mut guards = Vec::new();
    for (value, guard) in cases {
        let guard = guarded(guard.as_ref(), scope, local, sink)?;
        if guard == Condition::Known(false) {
            continue;
        }
        let last = guard == Condition::Known(true);
        values.push(term(value, scope, local, sink)?);
        guards.push(guard);
        if last {
            break;
        }
    }
    if guards.last() != Some(&Condition::Known(true)) {
        sink.error(
            "cases-not-total",
            span,
            "no case may apply",
            "the last case needs `otherwise`",
            "end with a case for all other positions: `; ... otherwise`",
        );
        return None;
    }
    let (values, denominator) = folded(common(values), span, sink)?;
    if values.len() == 1 {
        return values.into_iter().next().map(|numerator| Fraction { numerator, denominator });
    }
    Some(Fraction { numerator: Term::Cases(guards.into_iter().zip(values).collect()), denominator })
}
