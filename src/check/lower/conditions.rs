//! Lowers expressions to conditions.
use super::decided::{all, decided, is_sound_behind};
use super::indices::choices;
use super::irrational::{self, in_bars, is_irrational};
use super::terms::{compared, folded, integer, term};
use super::unordered::{in_any_order, two_pairs};
use super::vectors::width;
use super::{families, fold, numbers, ordinals};
use crate::check::scope::{Binding, Fraction, Function, Local, OF_POSITIONS, Scope, unfold};
use crate::diagnostic::{Certainty, Sink};
use crate::ruleset::{Comparison, Condition, ParameterValue, Part, Term};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Operator, RelationSign};
use crate::syntax::{print_expression, print_operation, walk};

/// An expression as a condition.
pub(in crate::check) fn condition(
    expression: &Expr,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    match &expression.kind {
        ExprKind::All(parts) => all(parts, sink, &|part, sink| condition(part, scope, local, sink)),
        ExprKind::Binary(Operator::Or | Operator::Implies | Operator::Iff, ..) | ExprKind::Not(_)
            if width(expression, scope, local, sink)?.is_some() =>
        {
            unclear_vector(expression, sink)
        }
        ExprKind::Not(inner) => condition(inner, scope, local, sink).map(fold::not),
        ExprKind::Binary(Operator::And | Operator::Or | Operator::Implies | Operator::Iff, ..) => {
            connected(expression, scope, local, sink)
        }
        ExprKind::Comparison { first, rest, modulus } => {
            if let Some(pairs) = two_pairs(first, rest).filter(|_| modulus.is_none()) {
                return in_any_order(pairs, &mut |one, other| equation(one, other, scope, local, sink));
            }
            let several = if local.component.is_none() { width(expression, scope, local, sink)? } else { None };
            match several {
                Some(several) => in_each_component(expression, rest, several, scope, local, sink),
                None => chain(first, rest, modulus.as_deref(), scope, local, sink),
            }
        }
        ExprKind::Call { function, arguments } if scope.functions.contains_key(&function.text) => {
            called(expression, &function.text, arguments, scope, local, sink)
        }
        ExprKind::Call { function, arguments } if function.text == "prime" => {
            numbers::prime(arguments, expression.span, scope, local, sink)
        }
        ExprKind::Name { name, .. } if scope.functions.get(name).is_some_and(|known| known.arguments.is_empty()) => {
            let inner = scope.enter((name, expression.span), local.at_hand.clone(), local, sink)?;
            condition(&scope.functions[name].body, scope, &inner, sink)
        }
        ExprKind::Cases(cases) => by_cases(cases, scope, local, sink),
        ExprKind::Quantified { universal, binders, body } => {
            let all = choices(binders, None, scope, local, sink)?;
            let parts = all.iter().map(|(inner, _)| condition(body, scope, inner, sink)).collect::<Option<Vec<_>>>()?;
            let joined = if *universal { fold::and(parts) } else { fold::or(parts) };
            unfold::is_small(Part::Condition(&joined), expression.span, sink).then_some(joined)
        }
        ExprKind::OptionsOf { .. } | ExprKind::Of(..) => {
            let (message, help) = ("this is not available in rules", "it belongs into a claim");
            sink.error("unsupported", expression.span, message, "here", help);
            None
        }
        _ => not_a_condition(expression, local, sink),
    }
}

/// That two terms are equal.
fn equation(one: &Expr, other: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Condition> {
    let (first, rest) = (Box::new(one.clone()), vec![(RelationSign::Equal, other.clone())]);
    condition(&Expr { kind: ExprKind::Comparison { first, rest, modulus: None }, span: one.span }, scope, local, sink)
}

/// Two conditions with a word between them; faults of both are reported.
fn connected(expression: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Condition> {
    let ExprKind::Binary(word, left, right) = &expression.kind else { return not_a_condition(expression, local, sink) };
    let left = condition(left, scope, local, sink);
    let known = if let Some(Condition::Known(known)) = left { decided(*word, known) } else { None };
    if let Some(known) = known {
        let is_sound = is_sound_behind(sink, |sink| condition(right, scope, local, sink).is_some());
        return is_sound.then_some(Condition::Known(known));
    }
    let right = condition(right, scope, local, sink);
    let (left, right) = (left?, right?);
    match word {
        Operator::And => Some(fold::and(vec![left, right])),
        Operator::Or => Some(fold::or(vec![left, right])),
        Operator::Implies => Some(fold::or(vec![fold::not(left), right])),
        Operator::Iff => {
            let both = fold::and(vec![left.clone(), right.clone()]);
            let either = fold::or(vec![both, fold::and(vec![fold::not(left), fold::not(right)])]);
            unfold::is_small(Part::Condition(&either), expression.span, sink).then_some(either)
        }
        _ => not_a_condition(expression, local, sink),
    }
}

/// A comparison of several heaps or amounts at once: it holds for each of them.
fn in_each_component(
    expression: &Expr,
    rest: &[(RelationSign, Expr)],
    several: usize,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    if rest.iter().any(|(relation, _)| matches!(relation, RelationSign::NotEqual | RelationSign::NotIn)) {
        return unclear_vector(expression, sink);
    }
    let every = (0..several).map(|at| {
        let local = Local { component: Some(at), ..local.clone() };
        condition(expression, scope, &local, sink)
    });
    Some(fold::and(every.collect::<Option<_>>()?))
}

/// A function of the file whose body is a condition, at its arguments.
fn called(
    expression: &Expr,
    function: &str,
    arguments: &[Expr],
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let known = &scope.functions[function];
    if known.arguments.len() != arguments.len() {
        return not_a_condition(expression, local, sink);
    }
    let mut names = local.at_hand.clone();
    for (name, value) in known.arguments.iter().zip(arguments) {
        names.insert(name.clone(), Binding::Term(term(value, scope, local, sink)?));
    }
    let inner = scope.enter((function, expression.span), names, local, sink)?;
    condition(&known.body, scope, &inner, sink)
}

/// When a case applies, if none before it does; `otherwise` is no condition.
pub(super) fn guarded(guard: Option<&Expr>, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Condition> {
    guard.map_or(Some(Condition::Known(true)), |guard| condition(guard, scope, local, sink))
}

/// The first case whose guard holds decides.
fn by_cases(cases: &[(Expr, Option<Expr>)], scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Condition> {
    let mut alternatives = Vec::new();
    let mut earlier = Vec::new();
    for (value, guard) in cases {
        let guard = guarded(guard.as_ref(), scope, local, sink)?;
        let value = condition(value, scope, local, sink)?;
        alternatives.push(fold::and([earlier.as_slice(), &[guard.clone(), value]].concat()));
        earlier.push(fold::not(guard));
    }
    Some(fold::or(alternatives))
}

fn unclear_vector(expression: &Expr, sink: &mut Sink) -> Option<Condition> {
    sink.error(
        "vector-compared",
        expression.span,
        "`!=`, `or`, `not` and `implies` of vectors are not clear",
        "does it hold for every component, or for one?",
        "speak of single components, or of `sum`, `max`, `min`",
    );
    None
}

/// Reports what is said of a position of the game where conditions of numbers stand.
pub(super) fn asks_the_game(written: &str, span: Span, local: &Local, sink: &mut Sink) {
    if local.claims.is_none() {
        let message = format!("`{written}` stands in a rule");
        let help = "it follows from the rules, so no rule can depend on it; say it in a claim";
        sink.error("misplaced-grundy", span, message, "here", help);
        return;
    }
    let message = format!("`{written}` stands inside a number, where conditions speak of numbers alone");
    let help = format!("say it outside: `({written} implies ...) and (not {written} implies ...)`");
    sink.error("not-a-condition", span, message, "here", help);
}

/// Reports a set with arguments where a rule needs a set, with the condition that says the same.
fn set_with_arguments(left: &Expr, right: &Expr, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Condition> {
    let ExprKind::Call { function, arguments } = &right.kind else { return not_a_set(right, sink) };
    let known = scope.functions.get(&function.text);
    let is_set = |body: &Expr| matches!(body.kind, ExprKind::Set(_) | ExprKind::Range(..) | ExprKind::Family { .. });
    let Some(known) = known.filter(|known| is_set(&known.body)) else { return not_a_set(right, sink) };
    let (name, fresh) = (&function.text, scope.fresh(local));
    let listed = |first: String, rest: Vec<String>| std::iter::once(first).chain(rest).collect::<Vec<_>>().join(", ");
    let declared = listed(fresh.to_string(), known.arguments.clone());
    let asked = listed(print_expression(left), arguments.iter().map(print_expression).collect());
    let message = format!("`{name}` is a set that depends on arguments, which rules do not have");
    let body = print_expression(&known.body);
    let help =
        format!("make it a condition: `let {name}({declared}) = {fresh} in {body}`, and write `{name}({asked})` here");
    sink.error("not-a-set", right.span, message, "a set with arguments", help);
    None
}

/// Reports what is neither true nor false, with what is probably meant.
fn not_a_condition(expression: &Expr, local: &Local, sink: &mut Sink) -> Option<Condition> {
    if let ExprKind::Call { function, .. } = &expression.kind
        && OF_POSITIONS.contains(&function.text.as_str())
    {
        asks_the_game(&print_expression(expression), expression.span, local, sink);
        return None;
    }
    let written = print_expression(expression);
    let meant = match &expression.kind {
        ExprKind::Call { function, arguments } => match (function.text.as_str(), arguments.as_slice()) {
            ("primes" | "isprime" | "is_prime", [number]) => Some(format!("prime({})", print_expression(number))),
            ("divides", [left, right]) => {
                Some(format!("{} divides {}", print_expression(left), print_expression(right)))
            }
            _ => None,
        },
        _ => None,
    };
    let help = match &meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        // The explorer has a limit of bytes, and does without.
        None if !cfg!(target_arch = "wasm32") && matches!(expression.kind, ExprKind::Number(_)) => {
            "a comparison is needed, with `=` or `<=`; one of several numbers is said by `... in {1, 2}`".to_owned()
        }
        None => "a comparison is needed, with `=`, `<=` or `in`".to_owned(),
    };
    let message = format!("`{written}` is not a condition");
    let mut fault = sink.error("not-a-condition", expression.span, message, "neither true nor false", help);
    if let Some(meant) = meant {
        fault.likely(expression.span, meant);
    }
    None
}

/// A chain of comparisons: all of its links.
fn chain(
    first: &Expr,
    rest: &[(RelationSign, Expr)],
    modulus: Option<&Expr>,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let mut parts = Vec::new();
    let mut left = first;
    let mut fine = true;
    for (relation, right) in rest {
        if modulus.is_none()
            && let ExprKind::Binary(Operator::Modulo, number, modulus) = &right.kind
            && matches!(relation, RelationSign::Equal | RelationSign::NotEqual)
            && matches!((&number.kind, &modulus.kind), (ExprKind::Number(_), divisor) if !matches!(divisor, ExprKind::Number(0)))
            && is_fixed(modulus, scope)
        {
            if let (ExprKind::Binary(Operator::Modulo, own, same), 1) = (&left.kind, rest.len())
                && !cfg!(target_arch = "wasm32")
                && print_expression(same) == print_expression(modulus)
            {
                // Two remainders by one number are the same where a congruence holds. The explorer has a limit of bytes, and does without.
                return chain(own, &[(*relation, (**number).clone())], Some(modulus), scope, local, sink);
            }
            let certainty = if rest.len() == 1 { is_residue(number, modulus) } else { Certainty::Likely };
            congruence_meant([left, number, modulus], right.span, *relation, certainty, sink);
            fine = false;
            left = right;
            continue;
        }
        let span = left.span.to(right.span);
        match link(left, *relation, right, modulus, span, scope, local, sink) {
            Some(part) => parts.push(part),
            None => fine = false,
        }
        left = right;
    }
    fine.then(|| fold::and(parts))
}

/// One link of a chain of comparisons, `a <= b` or `a = b mod m`, as a condition.
#[expect(clippy::too_many_arguments, reason = "a link of a chain has two ends, a relation and a modulus")]
fn link(
    left: &Expr,
    relation: RelationSign,
    right: &Expr,
    modulus: Option<&Expr>,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    if let Some(modulus) = modulus {
        let sides = (integer(left, scope, local, sink), integer(right, scope, local, sink));
        let modulus = integer(modulus, scope, local, sink)?;
        let difference = folded(fold::difference(sides.0?, sides.1?), span, sink)?;
        let remainder = folded(fold::modulo(difference, modulus), span, sink)?;
        let comparison = if relation == RelationSign::NotEqual { Comparison::Different } else { Comparison::Equal };
        return Some(fold::compare(remainder, comparison, Term::Constant(0)));
    }
    match relation {
        RelationSign::In => member(left, right, span, scope, local, sink),
        RelationSign::NotIn => member(left, right, span, scope, local, sink).map(fold::not),
        RelationSign::Divides => numbers::divides(left, right, span, scope, local, sink),
        _ if [left, right]
            .iter()
            .any(|side| is_irrational(side, scope, local) || in_bars(side, scope, local).is_some()) =>
        {
            irrational::related(left, relation, right, span, scope, local, sink)
        }
        _ => between_brackets(&components(left), relation, &components(right), span, scope, local, sink),
    }
}

/// A comparison of two brackets, component by component; a single expression is compared with each component.
fn between_brackets(
    lefts: &[&Expr],
    relation: RelationSign,
    rights: &[&Expr],
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let count = lefts.len().max(rights.len());
    if (lefts.len() != 1 && lefts.len() != count) || (rights.len() != 1 && rights.len() != count) {
        sink.error(
            "wrong-arity",
            span,
            "the brackets have different lengths",
            "here",
            "both sides need the same number of components",
        );
        return None;
    }
    if 1 < count && relation == RelationSign::NotEqual {
        let link = |at: usize| {
            let [left, right] = [lefts[at % lefts.len()], rights[at % rights.len()]].map(print_expression);
            format!("{left} != {right}")
        };
        let some = (0..count).map(link).collect::<Vec<_>>().join(" or ");
        let help = format!("say which components differ, for example one of them: `{some}`");
        sink.error("vector-compared", span, "`!=` between brackets is not clear", "here", help)
            .likely(span, format!("({some})"));
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..count {
        let sides = [lefts[index % lefts.len()], rights[index % rights.len()]];
        if sides.iter().any(|side| ordinals::is_ordinal(side, scope, local)) {
            parts.push(ordinals::related(sides[0], relation, sides[1], scope, local, sink)?);
            continue;
        }
        let left = term(sides[0], scope, local, sink);
        let right = term(sides[1], scope, local, sink);
        parts.push(related(left?, relation, right?, span, sink)?);
    }
    Some(fold::and(parts))
}

/// Whether an expression is made of numbers and parameters alone.
fn is_fixed(expression: &Expr, scope: &Scope) -> bool {
    let mut fixed = true;
    walk::expression(expression, &mut |part| {
        fixed &= match &part.kind {
            ExprKind::Name { name, .. } => scope.parameters.contains_key(name),
            ExprKind::Number(_) | ExprKind::Binary(..) | ExprKind::Negate(_) => true,
            _ => false,
        };
    });
    fixed
}

/// `i = 0 mod p` reads `i = (0 mod p)`, a number; a congruence is meant, in any notation.
fn congruence_meant(
    [left, number, modulus]: [&Expr; 3],
    place: Span,
    relation: RelationSign,
    certainty: Certainty,
    sink: &mut Sink,
) {
    let whole = print_operation(number, Operator::Modulo, modulus);
    let [left, number, modulus] = [left, number, modulus].map(print_expression);
    let message = format!("`{whole}` is the remainder of a number, which is always the same");
    let sign = if relation == RelationSign::NotEqual { "!=" } else { "=" };
    let help = format!("a congruence is written `{left} {sign} {number} (mod {modulus})`");
    sink.error("constant-remainder", place, message, "the remainder of a number", help).fix(
        place,
        format!("{number} (mod {modulus})"),
        certainty,
    );
}

/// A congruence is surely meant where the number is one of the remainders; `7 mod 3` may be a number after all.
fn is_residue(number: &Expr, modulus: &Expr) -> Certainty {
    match (&number.kind, &modulus.kind) {
        (ExprKind::Number(number), ExprKind::Number(modulus)) if number < modulus => Certainty::Sure,
        (ExprKind::Number(0 | 1), ExprKind::Name { .. }) => Certainty::Sure,
        _ => Certainty::Likely,
    }
}

pub(super) fn components(expression: &Expr) -> Vec<&Expr> {
    match &expression.kind {
        ExprKind::Tuple(parts) => parts.iter().collect(),
        _ => vec![expression],
    }
}

pub(super) fn related(
    left: Fraction,
    relation: RelationSign,
    right: Fraction,
    span: Span,
    sink: &mut Sink,
) -> Option<Condition> {
    let built = match relation {
        RelationSign::LessEqual => compared(left, Comparison::AtMost, right),
        RelationSign::GreaterEqual => compared(right, Comparison::AtMost, left),
        RelationSign::Less => compared(right, Comparison::AtMost, left).map(fold::not),
        RelationSign::Greater => compared(left, Comparison::AtMost, right).map(fold::not),
        RelationSign::NotEqual => compared(left, Comparison::Different, right),
        // Sets and divisors have functions of their own.
        RelationSign::Equal | RelationSign::In | RelationSign::NotIn | RelationSign::Divides => {
            compared(left, Comparison::Equal, right)
        }
    };
    folded(built, span, sink)
}

/// `left in right`, where `right` is a range, a set, the name of one, or made of these.
fn member(left: &Expr, right: &Expr, span: Span, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Condition> {
    if let ExprKind::Binary(operator @ (Operator::Union | Operator::Intersect | Operator::Minus), one, other) =
        &right.kind
    {
        let one = member(left, one, span, scope, local, sink);
        let (one, other) = (one?, member(left, other, span, scope, local, sink)?);
        return Some(match operator {
            Operator::Union => fold::or(vec![one, other]),
            Operator::Intersect => fold::and(vec![one, other]),
            _ => fold::and(vec![one, fold::not(other)]),
        });
    }
    if matches!(left.kind, ExprKind::Tuple(_)) {
        return among_brackets(left, right, span, scope, local, sink);
    }
    let element = term(left, scope, local, sink);
    match &right.kind {
        ExprKind::Range(low, high) => {
            let ends = (term(low, scope, local, sink), term(high, scope, local, sink));
            let (element, low, high) = (element?, ends.0?, ends.1?);
            let above = related(low, RelationSign::LessEqual, element.clone(), span, sink)?;
            Some(fold::and(vec![above, related(element, RelationSign::LessEqual, high, span, sink)?]))
        }
        ExprKind::Set(elements) => {
            let mut parts = Vec::new();
            for one in elements {
                if let ExprKind::Range(..) = one.kind {
                    parts.push(member(left, one, span, scope, local, sink)?);
                } else {
                    let value = term(one, scope, local, sink)?;
                    parts.push(related(element.clone()?, RelationSign::Equal, value, span, sink)?);
                }
            }
            Some(fold::or(parts))
        }
        ExprKind::Name { name, .. } => match scope.parameters.get(name) {
            Some(ParameterValue::Set(values)) => {
                let element = element?;
                let mut parts = Vec::new();
                for (low, high) in runs(values) {
                    let low = Fraction::from(Term::Constant(i128::from(low)));
                    let high = Fraction::from(Term::Constant(i128::from(high)));
                    let above = related(low, RelationSign::LessEqual, element.clone(), span, sink)?;
                    let below = related(element.clone(), RelationSign::LessEqual, high, span, sink)?;
                    parts.push(fold::and(vec![above, below]));
                }
                Some(fold::or(parts))
            }
            Some(ParameterValue::Number(_) | ParameterValue::Brackets(_)) => not_a_set(right, sink),
            None => member(left, named_set(name, right, scope, local, sink)?, span, scope, local, sink),
        },
        ExprKind::Family { .. } => families::put_in(left, right, span, scope, local, sink),
        _ => set_with_arguments(left, right, scope, local, sink),
    }
}

/// What a `let` says that a name without arguments stands for; reports what is no set.
fn named_set<'a>(name: &str, place: &Expr, scope: &'a Scope, local: &Local, sink: &mut Sink) -> Option<&'a Expr> {
    match scope.functions.get(name) {
        Some(function) if function.arguments.is_empty() && !matches!(function.body.kind, ExprKind::Name { .. }) => {
            Some(&function.body)
        }
        None if !scope.known(local).any(|known| known == name) => {
            scope.unknown(name, place.span, local, sink);
            None
        }
        Some(Function { body: Expr { kind: ExprKind::Name { name: body, .. }, .. }, arguments, .. })
            if arguments.is_empty() && OF_POSITIONS.contains(&body.as_str()) =>
        {
            asks_the_game(name, place.span, local, sink);
            None
        }
        _ => {
            not_a_set(place, sink);
            None
        }
    }
}

/// `(i, j) in {(1, 2), (2, 1..3)}`, or the name of such a set: all components are those of one bracket, or in its ranges.
fn among_brackets(
    left: &Expr,
    right: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Condition> {
    let ExprKind::Tuple(components) = &left.kind else { return not_a_set(right, sink) };
    match &right.kind {
        ExprKind::Set(elements) => {
            let of_one = |element: &Expr, sink: &mut Sink| {
                let ExprKind::Tuple(values) = &element.kind else {
                    return different_brackets(components, element, sink);
                };
                if values.len() != components.len() {
                    return different_brackets(components, element, sink);
                }
                let pair = |(component, value): (&Expr, &Expr), sink: &mut Sink| match value.kind {
                    ExprKind::Range(..) => member(component, value, span, scope, local, sink),
                    _ => between_brackets(&[component], RelationSign::Equal, &[value], span, scope, local, sink),
                };
                let parts = components.iter().zip(values).map(|both| pair(both, sink));
                Some(fold::and(parts.collect::<Option<_>>()?))
            };
            let alternatives: Option<Vec<Condition>> = elements.iter().map(|element| of_one(element, sink)).collect();
            Some(fold::or(alternatives?))
        }
        ExprKind::Name { name, .. } if matches!(scope.parameters.get(name), Some(ParameterValue::Brackets(_))) => {
            let Some(ParameterValue::Brackets(brackets)) = scope.parameters.get(name) else { return None };
            let of_one = |numbers: &Vec<i64>, sink: &mut Sink| {
                if numbers.len() != components.len() {
                    let (count, own) = (components.len(), numbers.len());
                    let message = format!("`{name}` holds a bracket of {own} numbers, and {count} stand on the left");
                    let help = "let the set hold brackets of as many numbers as stand on the left of `in`";
                    sink.error("wrong-arity", right.span, message, "here", help);
                    return None;
                }
                let equal = |(component, number): (&Expr, &i64), sink: &mut Sink| {
                    let number = Fraction::from(Term::Constant(i128::from(*number)));
                    related(term(component, scope, local, sink)?, RelationSign::Equal, number, span, sink)
                };
                let parts = components.iter().zip(numbers).map(|both| equal(both, sink));
                Some(fold::and(parts.collect::<Option<_>>()?))
            };
            let alternatives: Option<Vec<Condition>> = brackets.iter().map(|one| of_one(one, sink)).collect();
            let joined = fold::or(alternatives?);
            unfold::is_small(Part::Condition(&joined), span, sink).then_some(joined)
        }
        ExprKind::Name { name, .. } if !scope.parameters.contains_key(name) => {
            member(left, named_set(name, right, scope, local, sink)?, span, scope, local, sink)
        }
        ExprKind::Family { .. } => families::put_in(left, right, span, scope, local, sink),
        _ => set_with_arguments(left, right, scope, local, sink),
    }
}

fn different_brackets(components: &[Expr], element: &Expr, sink: &mut Sink) -> Option<Condition> {
    let (count, written) = (components.len(), print_expression(element));
    let message = format!("`{written}` is no bracket of {count} numbers");
    sink.error("wrong-arity", element.span, message, "here", "write as many numbers as on the left of `in`");
    None
}

pub(super) fn not_a_set(expression: &Expr, sink: &mut Sink) -> Option<Condition> {
    let written = print_expression(expression);
    sink.error(
        "not-a-set",
        expression.span,
        format!("`{written}` is used as a set"),
        "not a set",
        "sets are written as `{1, 3..5}` or as a range `1..5`, or named by a parameter that is one",
    );
    None
}

/// Maximal runs of consecutive numbers of an ascending list.
fn runs(values: &[i64]) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &value in values {
        match runs.last_mut() {
            Some(last) if last.1.checked_add(1) == Some(value) => last.1 = value,
            _ => runs.push((value, value)),
        }
    }
    runs
}
