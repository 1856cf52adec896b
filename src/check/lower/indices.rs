//! What the variables of `for`, of quantifiers and of sums over indices run through, put in one by one; and which heap an index
//! names. Knows nothing of what is built for each choice.
use super::conditions::condition;
use super::terms::constant_in;
use super::vectors;
use crate::check::scope::{Binding, Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::{Condition, ParameterValue};
use crate::source::Span;
use crate::syntax::ast::{Binder, Expr, ExprKind, RelationSign};
use crate::syntax::{print_expression, walk};
use indexmap::IndexMap;

/// Choices of values for the variables of one `for`, quantifier or sum.
pub(in crate::check) const MOST_CHOICES: usize = 5_040;
/// Parts that variables are put into in one ruleset.
const MOST_PUT_IN: usize = 50_000;

/// What names mean in one choice of values, and the values in words.
pub(in crate::check) type PutIn = (Local, Vec<String>);

/// What a variable takes.
#[derive(Clone, Debug)]
enum IndexValue {
    /// A number.
    Number(i64),
    /// A bracket or set of numbers.
    Several(Vec<i64>),
    /// Some heaps of an array.
    Heaps(Vec<usize>),
}

/// All choices of values for variables that satisfy a condition, in the order in which their ranges list them. Reports what
/// depends on the position, and what is too much.
pub(in crate::check) fn choices(
    binders: &[Binder],
    which: Option<&Expr>,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Vec<PutIn>> {
    let mut all: Vec<PutIn> = vec![(local.clone(), Vec::new())];
    for binder in binders {
        let mut next = Vec::new();
        for (local, words) in &all {
            for value in values(binder, scope, local, sink)? {
                if MOST_CHOICES <= next.len() {
                    too_many(binder, sink);
                    return None;
                }
                let (mut local, mut words) = (local.clone(), words.clone());
                words.push(bind(binder, value, &mut local, scope, sink)?);
                next.push((local, words));
            }
        }
        all = next;
    }
    scope.put_in.set(scope.put_in.get() + all.len());
    if MOST_PUT_IN < scope.put_in.get() {
        if let Some(binder) = binders.first() {
            let message = format!("variables of this ruleset are put in more than {MOST_PUT_IN} times");
            let help =
                "a quantifier or sum is written out for each value, in each instance of a move: use smaller ranges";
            sink.error("too-many-instances", binder.name.span, message, "here", help);
        }
        return None;
    }
    let Some(which) = which else { return Some(all) };
    let mut chosen = Vec::new();
    for (local, words) in all {
        match condition(which, scope, &local, sink)? {
            Condition::Known(true) => chosen.push((local, words)),
            Condition::Known(false) => {}
            _ => {
                let message = format!("whether `{}` holds depends on the position", print_expression(which));
                let help =
                    "here it is chosen before play: what depends on the position belongs behind the last `where`";
                sink.error("not-constant", which.span, message, "not numbers and parameters alone", help);
                return None;
            }
        }
    }
    Some(chosen)
}

/// Whether what stands inside has to be written out for each value of these variables: some index depends on them, here or in a
/// definition that is used.
pub(in crate::check) fn are_indices(binders: &[Binder], inside: &[&Expr], scope: &Scope) -> bool {
    if binders.iter().any(|binder| binder.cyclic || !binder.more.is_empty()) {
        return true;
    }
    let mut names: Vec<String> = binders.iter().map(|binder| binder.name.text.clone()).collect();
    let mut parts: Vec<&Expr> = inside.to_vec();
    let mut used: Vec<String> = Vec::new();
    let mut found = false;
    while let Some(part) = parts.pop() {
        let mut called = Vec::new();
        walk::expression(part, &mut |part| match &part.kind {
            ExprKind::Index { index, .. } => {
                walk::expression(index, &mut |part| {
                    found |= matches!(&part.kind, ExprKind::Name { name, .. } if names.contains(name));
                });
            }
            ExprKind::Call { function, .. } => called.push(function.text.clone()),
            _ => {}
        });
        for name in called {
            if let Some(function) = scope.functions.get(&name).filter(|_| !used.contains(&name)) {
                names.extend(function.arguments.iter().cloned());
                parts.push(&function.body);
                used.push(name);
            }
        }
    }
    found
}

fn too_many(binder: &Binder, sink: &mut Sink) {
    let message = format!("`{}` makes more than {MOST_CHOICES} choices", binder.name.text);
    let help =
        "each value is put in by itself: use smaller ranges, such as `l in k + 1..n` for pairs that are in order";
    sink.error("too-many-instances", binder.name.span, message, "here", help);
}

/// Gives a variable, or those of a bracket, a value; the same in words.
fn bind(binder: &Binder, value: IndexValue, local: &mut Local, scope: &Scope, sink: &mut Sink) -> Option<String> {
    let shown = |numbers: &[i64]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let name = &binder.name.text;
    if binder.more.is_empty() {
        let (binding, words) = match value {
            IndexValue::Number(value) => (Binding::Index { value, cyclic: binder.cyclic }, format!("{name} = {value}")),
            IndexValue::Several(numbers) => {
                let words = format!("{name} = ({})", shown(&numbers));
                (Binding::Numbers(numbers), words)
            }
            IndexValue::Heaps(heaps) => {
                let names: Vec<&str> = heaps.iter().map(|heap| scope.coordinate_name(*heap)).collect();
                let words = format!("{name} = {{{}}}", names.join(", "));
                (Binding::Heaps(heaps), words)
            }
        };
        local.names.insert(name.clone(), binding);
        return Some(words);
    }
    let names: Vec<&str> = binder.names().map(|name| name.text.as_str()).collect();
    match value {
        IndexValue::Several(numbers) if numbers.len() == names.len() => {
            for (name, value) in names.iter().zip(&numbers) {
                let binding = Binding::Index { value: *value, cyclic: binder.cyclic };
                local.names.insert((*name).to_owned(), binding);
            }
            Some(format!("({}) = ({})", names.join(", "), shown(&numbers)))
        }
        _ => {
            let message =
                format!("`{}` holds more than brackets of {} numbers", print_expression(&binder.range), names.len());
            let help = format!("write brackets of {} numbers, such as `{{(1, 2), (2, 3)}}`", names.len());
            sink.error("wrong-arity", binder.range.span, message, "here", help);
            None
        }
    }
}

/// What a variable runs through.
fn values(binder: &Binder, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<IndexValue>> {
    let range = &binder.range;
    let last = |shift: i64, sink: &mut Sink| {
        let end = number(range, binder, scope, local, sink)?.saturating_add(shift);
        between(0, end, binder, sink)
    };
    match binder.relation {
        RelationSign::In => elements(range, binder, scope, local, sink),
        RelationSign::Equal => one(range, binder, scope, local, sink).map(|value| vec![value]),
        RelationSign::LessEqual => last(0, sink),
        RelationSign::Less => last(-1, sink),
        RelationSign::Greater
        | RelationSign::GreaterEqual
        | RelationSign::NotEqual
        | RelationSign::NotIn
        | RelationSign::Divides => {
            let name = &binder.name.text;
            let message = format!("`{name}` has no last value, and its values are put in one by one");
            let help = format!(
                "give it a range or a set, such as `{name} in 1..8`; a number without end is an amount of the move"
            );
            sink.error("bad-range", range.span, message, "no range with two ends", help);
            None
        }
    }
}

fn between(low: i64, high: i64, binder: &Binder, sink: &mut Sink) -> Option<Vec<IndexValue>> {
    if MOST_CHOICES as i128 <= i128::from(high) - i128::from(low) {
        too_many(binder, sink);
        return None;
    }
    Some((low..=high).map(IndexValue::Number).collect())
}

/// The elements of a set or range.
fn elements(range: &Expr, binder: &Binder, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<IndexValue>> {
    match &range.kind {
        ExprKind::Range(low, high) => {
            let ends = (number(low, binder, scope, local, sink), number(high, binder, scope, local, sink));
            between(ends.0?, ends.1?, binder, sink)
        }
        ExprKind::Set(parts) => {
            let mut all = Vec::new();
            for part in parts {
                if matches!(part.kind, ExprKind::Range(..)) {
                    all.extend(elements(part, binder, scope, local, sink)?);
                } else {
                    all.push(one(part, binder, scope, local, sink)?);
                }
            }
            Some(all)
        }
        ExprKind::Family { element, binders, condition: which } if !binders.is_empty() => {
            let all = choices(binders, which.as_deref(), scope, local, sink)?;
            all.iter().map(|(inner, _)| one(element, binder, scope, inner, sink)).collect()
        }
        ExprKind::Name { name, primed: false } if !local.names.contains_key(name) => {
            match (scope.parameters.get(name), scope.functions.get(name)) {
                (Some(ParameterValue::Set(set)), _) => Some(set.iter().copied().map(IndexValue::Number).collect()),
                (Some(ParameterValue::Brackets(set)), _) => {
                    Some(set.iter().cloned().map(IndexValue::Several).collect())
                }
                (None, Some(function)) if function.arguments.is_empty() => {
                    let inner = scope.enter((name, range.span), IndexMap::new(), local, sink)?;
                    elements(&function.body, binder, scope, &inner, sink)
                }
                (None, None) if !scope.known(local).any(|known| known == name) => {
                    scope.unknown(name, range.span, local, sink);
                    None
                }
                _ => not_a_range(range, sink),
            }
        }
        ExprKind::Name { name, primed: false } => match local.names.get(name) {
            Some(Binding::Numbers(numbers)) => Some(numbers.iter().copied().map(IndexValue::Number).collect()),
            _ => not_a_range(range, sink),
        },
        _ => not_a_range(range, sink),
    }
}

fn not_a_range<T>(range: &Expr, sink: &mut Sink) -> Option<T> {
    let message = format!("`{}` is not a range or set of numbers", print_expression(range));
    let help = "write `1..8`, `{1, 3..5}`, `{(1, 2), (2, 3)}`, or the name of such a set; one value is given by `=`";
    sink.error("not-a-set", range.span, message, "here", help);
    None
}

/// One element: a number, a bracket or set of numbers, or a part of an array.
fn one(element: &Expr, binder: &Binder, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<IndexValue> {
    match &element.kind {
        ExprKind::Tuple(_) | ExprKind::Set(_) => several(element, binder, scope, local, sink).map(IndexValue::Several),
        ExprKind::Name { name, .. } => match local.names.get(name) {
            Some(Binding::Numbers(numbers)) => Some(IndexValue::Several(numbers.clone())),
            Some(Binding::Heaps(heaps)) => Some(IndexValue::Heaps(heaps.clone())),
            _ => match scope.several(name, local) {
                Some(heaps) => Some(IndexValue::Heaps(heaps)),
                None => number(element, binder, scope, local, sink).map(IndexValue::Number),
            },
        },
        ExprKind::Index { name, primed: false, index } if scope.arrays.contains_key(name) => {
            part(name, index, element.span, binder, scope, local, sink).map(IndexValue::Heaps)
        }
        _ => number(element, binder, scope, local, sink).map(IndexValue::Number),
    }
}

/// The numbers of a bracket, set or range.
fn several(written: &Expr, binder: &Binder, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<Vec<i64>> {
    let mut all = Vec::new();
    match &written.kind {
        ExprKind::Tuple(parts) | ExprKind::Set(parts) => {
            for part in parts {
                match &part.kind {
                    ExprKind::Range(..) => all.extend(several(part, binder, scope, local, sink)?),
                    _ => all.push(number(part, binder, scope, local, sink)?),
                }
            }
        }
        ExprKind::Range(..) => {
            for value in elements(written, binder, scope, local, sink)? {
                if let IndexValue::Number(number) = value {
                    all.push(number);
                }
            }
        }
        ExprKind::Name { name, .. } if matches!(local.names.get(name), Some(Binding::Numbers(_))) => {
            if let Some(Binding::Numbers(numbers)) = local.names.get(name) {
                all.clone_from(numbers);
            }
        }
        _ => all.push(number(written, binder, scope, local, sink)?),
    }
    Some(all)
}

/// The heaps that `h[1..3]`, `h[{1, 4}]`, `h[e]` name, each once.
fn part(
    name: &str,
    index: &Expr,
    span: Span,
    binder: &Binder,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<Vec<usize>> {
    let around = is_cyclic(index, local);
    let mut heaps: Vec<usize> = Vec::new();
    for number in several(index, binder, scope, local, sink)? {
        let heap = local.heap(numbered(name, number, around, span, scope, local, sink)?);
        if !heaps.contains(&heap) {
            heaps.push(heap);
        }
    }
    if heaps.is_empty() {
        let message = format!("`{name}[{}]` is no heap at all", print_expression(index));
        sink.error("no-such-heap", span, message, "an empty part", "let the range hold one number at least");
        return None;
    }
    Some(heaps)
}

/// A number that is known before play; reports what is none, with what a variable that depends on the position should be.
fn number(written: &Expr, binder: &Binder, scope: &Scope, local: &Local, sink: &mut Sink) -> Option<i64> {
    if vectors::varies(written, scope, local) {
        let (name, range) = (&binder.name.text, print_expression(written));
        let message = format!("what `{name}` runs through depends on the position: `{range}`");
        let help = format!(
            "its values are put in one by one, so numbers and parameters bound it; of an `exists` that stands by itself in a `where`, name `{name}` behind the move, as an amount; below `not` and `forall` that would be another game: say it without `{name}`, as `floor(sqrt(i))^2 != i` says that i is no square"
        );
        sink.error("not-constant", written.span, message, "not known before play", help);
        return None;
    }
    constant_in(written, scope, local, sink)
}

/// Whether a variable that goes around stands in an index.
fn is_cyclic(index: &Expr, local: &Local) -> bool {
    let mut found = false;
    walk::expression(index, &mut |part| {
        if let ExprKind::Name { name, .. } = &part.kind {
            found |= matches!(local.names.get(name), Some(Binding::Index { cyclic: true, .. }));
        }
    });
    found
}

/// Which coordinate `h[k]` is.
pub(in crate::check) fn heap_index(
    name: &str,
    index: &Expr,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<usize> {
    if scope.arrays.contains_key(name) && vectors::varies(index, scope, local) {
        vectors::index_varies(name, index, span, scope, local, sink);
        return None;
    }
    let number = if scope.arrays.contains_key(name) { constant_in(index, scope, local, sink)? } else { 0 };
    numbered(name, number, is_cyclic(index, local), span, scope, local, sink)
}

/// The place of a component, counted from 0, in a vector of this many; around it if its index goes around.
pub(super) fn place_in(count: usize, index: &Expr, number: i64, local: &Local) -> Option<usize> {
    let count = i64::try_from(count).ok()?;
    let number = if is_cyclic(index, local) && 0 < count { (number - 1).rem_euclid(count) + 1 } else { number };
    usize::try_from(number).ok()?.checked_sub(1)
}

/// The coordinate of a heap of an array by its number.
fn numbered(
    name: &str,
    number: i64,
    around: bool,
    span: Span,
    scope: &Scope,
    local: &Local,
    sink: &mut Sink,
) -> Option<usize> {
    let Some(&(first, count)) = scope.arrays.get(name) else {
        if scope.coordinates.contains_key(name) {
            let help = format!("write `{name}`, or declare `heaps {name}[3]`");
            sink.error("not-an-array", span, format!("`{name}` is one heap, not an array"), "here", help);
        } else {
            scope.unknown(name, span, local, sink);
        }
        return None;
    };
    let size = i64::try_from(count).ok()?;
    let number = if around { number.checked_sub(1)?.rem_euclid(size) + 1 } else { number };
    if (1..=size).contains(&number) {
        return Some(first + usize::try_from(number - 1).ok()?);
    }
    let variable = local.names.values().any(|binding| matches!(binding, Binding::Index { .. }));
    let help = if variable {
        format!(
            "heaps are counted from 1 to {count}: choose a smaller range, or `cyclic` behind it if the heaps lie in a circle"
        )
    } else {
        format!("heaps are counted from 1 to {count}")
    };
    sink.error("no-such-heap", span, format!("there is no heap `{name}[{number}]`"), "here", help);
    None
}
