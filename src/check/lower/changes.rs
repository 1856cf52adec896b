//! What a move does to a position: every coordinate that changes, with its new value as written; where a position breaks,
//! for each of its parts. Knows nothing of conditions.
use super::indices::heap_index;
use super::vectors::width;
use crate::check::scope::{Binding, Local, PREDEFINED, Scope};
use crate::diagnostic::Sink;
use crate::source::Span;
use crate::syntax::ast::{Amount, Binder, Change, Expr, ExprKind, MoveDeclaration, Name};
use crate::syntax::{print_expression, walk};
use std::borrow::Cow;

/// A coordinate that changes, its new value as written, and which component of that is meant.
type Changed<'a> = (usize, &'a Expr, Option<usize>);

/// The parts that a move leaves, one if the position does not break: the coordinates that change in each. Faults where a
/// bracket has the wrong length or order.
pub(super) fn parts<'a>(
    declaration: &'a MoveDeclaration,
    local: &Local,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<Vec<Changed<'a>>>> {
    let several = match &declaration.change {
        Change::Full { from, to, more, span } => {
            if !more.is_empty() && scope.ordinal.is_some() {
                ordinals_break(*span, sink);
                return None;
            }
            if more.is_empty() && is_by_name(from, to, local, scope) {
                return Some(vec![changed_by_name(from, to, local, scope, sink)?]);
            }
            let brackets = std::iter::once(to).chain(more);
            let whole = |to: &'a Vec<Expr>, sink: &mut Sink| {
                whole_position(&declaration.name, from, to, *span, local, scope, sink)
            };
            brackets.map(|to| whole(to, sink)).collect::<Option<Vec<_>>>()?
        }
        Change::Short(changes) => broken_heap(changes, scope, sink)?
            .into_iter()
            .map(|component| changed_heaps(changes, component, local, scope, sink))
            .collect::<Option<Vec<_>>>()?,
    };
    if 1 < several.len() && !no_primes(declaration, sink) {
        return None;
    }
    Some(several)
}

/// Whether no heap is primed, which would be that of one part and not of the others; reports the first that is.
fn no_primes(declaration: &MoveDeclaration, sink: &mut Sink) -> bool {
    let mut roots: Vec<&Expr> = declaration.condition.iter().collect();
    match &declaration.change {
        Change::Full { to, more, .. } => roots.extend(to.iter().chain(more.iter().flatten())),
        Change::Short(changes) => roots.extend(changes.iter().map(|(_, value)| value)),
    }
    let mut primed = None;
    for root in roots {
        walk::expression(root, &mut |part| {
            if let ExprKind::Name { primed: true, .. } | ExprKind::Index { primed: true, .. } = &part.kind {
                primed = primed.or(Some(part.span));
            }
        });
    }
    let Some(span) = primed else { return true };
    let message =
        format!("`{}` leaves several positions, so it is not clear which heap this is", declaration.name.text);
    sink.error("bad-prime", span, message, "a heap after the move", "give each part a name: `n -> (a, b)`");
    false
}

/// A move with the names that only its parts have as amounts: `n -> (a, b)` where nothing else is called a or b.
pub(in crate::check) fn with_free_parts<'a>(
    declaration: &'a MoveDeclaration,
    scope: &Scope,
) -> Cow<'a, MoveDeclaration> {
    let written: Vec<&Expr> = match &declaration.change {
        Change::Full { to, more, .. } if !more.is_empty() => to.iter().chain(more.iter().flatten()).collect(),
        Change::Full { .. } => Vec::new(),
        Change::Short(changes) => changes.iter().flat_map(|(_, value)| in_bracket(value)).collect(),
    };
    let mut free: Vec<Name> = Vec::new();
    for expression in written {
        let ExprKind::Name { name, primed: false } = &expression.kind else { continue };
        let own = declaration.amounts.iter().map(|amount| &amount.name).chain(chosen_names(declaration));
        let is_known = own.chain(&free).any(|known| known.text == *name) || PREDEFINED.contains(&name.as_str());
        if !is_known && !scope.known(&Local::default()).any(|known| known == name) {
            free.push(Name { text: name.clone(), span: expression.span });
        }
    }
    if free.is_empty() {
        return Cow::Borrowed(declaration);
    }
    let mut whole = declaration.clone();
    whole.amounts.extend(free.into_iter().map(|name| Amount { name, over: None }));
    Cow::Owned(whole)
}

/// The components of a bracket of several; of anything else there are none.
fn in_bracket(value: &Expr) -> &[Expr] {
    match &value.kind {
        ExprKind::Tuple(all) if 1 < all.len() => all,
        _ => &[],
    }
}

/// Reports a position of ordinals that breaks.
fn ordinals_break(span: Span, sink: &mut Sink) {
    let help = "positions that break have heaps of natural numbers; leave out `below`";
    sink.error("cannot-break", span, "a position breaks, and heaps are ordinals", "into several here", help);
}

/// What stands in the place of a new value.
type Replaced<'a> = Option<(usize, &'a Expr)>;

/// `n -> (a, b), q -> 1` is read as `n -> a, q -> 1` and `n -> b, q -> 1`: which value stands for another in each part. What does
/// not break is one part without such a value.
fn broken_heap<'a>(changes: &'a [(Expr, Expr)], scope: &Scope, sink: &mut Sink) -> Option<Vec<Replaced<'a>>> {
    let broken = changes.iter().enumerate().find(|(_, (target, value))| {
        let is_array = matches!(&target.kind, ExprKind::Name { name, .. } if scope.arrays.contains_key(name));
        !in_bracket(value).is_empty() && !is_array
    });
    let Some((at, (target, value))) = broken else { return Some(vec![None]) };
    if scope.ordinal.is_some() {
        ordinals_break(value.span, sink);
        return None;
    }
    if scope.heaps.len() != 1 {
        let shown = (print_expression(target), scope.heaps.join(", "));
        let message = format!("heap `{}` breaks, and it is not said which part the other heaps belong to", shown.0);
        let help = if scope.arrays.is_empty() {
            format!("write each part as a position: ({}) -> (...) + (...)", shown.1)
        } else {
            "heaps of arrays do not break; name the heaps, `heaps x, y`, and write each part as a position".to_owned()
        };
        sink.error("cannot-break", value.span, message, "here", help);
        return None;
    }
    Some(in_bracket(value).iter().map(|component| Some((at, component))).collect())
}

/// `(x, y) -> (x - i, y)`: a new value for each coordinate in order; registers may be left out.
fn whole_position<'a>(
    rule: &Name,
    from: &[Name],
    to: &'a [Expr],
    span: Span,
    local: &Local,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<Changed<'a>>> {
    let heaps = scope.heaps.len() / scope.width();
    let all = heaps + scope.registers.len();
    let coordinate = |index: usize| {
        if index < heaps { index * scope.width() } else { index - heaps + scope.heaps.len() }
    };
    let names: Vec<&str> = (0..heaps)
        .map(|heap| scope.heap_name(heap * scope.width()))
        .chain(scope.registers.iter().map(|register| register.name.as_str()))
        .collect();
    if from.len() != to.len() || (from.len() != heaps && from.len() != all) {
        let message =
            format!("`{}` goes from {} to {} components, and a position has {heaps}", rule.text, from.len(), to.len());
        sink.error(
            "wrong-arity",
            span,
            message,
            "here",
            format!("name every heap in order: ({})", names[..heaps].join(", ")),
        );
        return None;
    }
    for (index, name) in from.iter().enumerate() {
        if scope.coordinates.get(&name.text) != Some(&coordinate(index)) {
            let expected = names[index];
            sink.error(
                "wrong-heap",
                name.span,
                format!("`{}` stands where heap `{expected}` is expected", name.text),
                "the bracket before `->` is the position",
                format!("write `{expected}`"),
            )
            .likely(name.span, expected);
            return None;
        }
    }
    let heap = |index: usize| {
        if index < heaps { local.heap(coordinate(index)) } else { coordinate(index) }
    };
    Some(to.iter().enumerate().map(|(index, value)| (heap(index), value, None)).collect())
}

/// Whether brackets hold what changes, and not the whole position: fewer names than there are heaps, names of `for each`, or registers.
fn is_by_name(from: &[Name], to: &[Expr], local: &Local, scope: &Scope) -> bool {
    let is_no_heap = |name: &Name| match local.names.get(&name.text) {
        Some(binding) => matches!(binding, Binding::Heap(_)),
        None => scope.registers.iter().any(|register| register.name == name.text),
    };
    from.len() == to.len() && scope.width() == 1 && (from.len() < scope.heaps.len() || from.iter().any(is_no_heap))
}

/// `(x, y) -> (x - i, y - i)` of a game with more heaps: the coordinates that change, each once.
fn changed_by_name<'a>(
    from: &[Name],
    to: &'a [Expr],
    local: &Local,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<Changed<'a>>> {
    let mut found: Vec<Changed<'_>> = Vec::new();
    for (name, value) in from.iter().zip(to) {
        let index = coordinate_of(&name.text, name.span, local, scope, sink)?;
        push_once(&mut found, (index, value, None), &Expr::named(name), sink)?;
    }
    Some(found)
}

/// Adds a coordinate that changes; reports one that changes twice.
fn push_once<'a>(found: &mut Vec<Changed<'a>>, changed: Changed<'a>, target: &Expr, sink: &mut Sink) -> Option<()> {
    if found.iter().any(|(known, ..)| *known == changed.0) {
        let message = format!("`{}` is changed twice", print_expression(target));
        sink.error("duplicate-name", target.span, message, "the second time", "a move gives each heap one new value");
        return None;
    }
    found.push(changed);
    Some(())
}

/// `x -> x - i, y -> y + 1`: the coordinates that change, each once.
fn changed_heaps<'a>(
    changes: &'a [(Expr, Expr)],
    part: Replaced<'a>,
    local: &Local,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<Changed<'a>>> {
    let mut found: Vec<Changed<'_>> = Vec::new();
    for (at, (target, value)) in changes.iter().enumerate() {
        let value = part.filter(|(own, _)| *own == at).map_or(value, |(_, component)| component);
        if let ExprKind::Name { name, primed: false } = &target.kind
            && let Some(heaps) = scope.several(name, local)
        {
            if let Some(width) = width(value, scope, local, sink)?.filter(|width| *width != heaps.len()) {
                let message = format!("{} heaps change by {width} amounts", heaps.len());
                sink.error("wrong-arity", value.span, message, "here", "use amounts over the same heaps");
                return None;
            }
            found.extend(heaps.iter().enumerate().map(|(at, heap)| (*heap, value, Some(at))));
            continue;
        }
        let index = target_of(target, local, scope, sink)?;
        push_once(&mut found, (index, value, None), target, sink)?;
    }
    Some(found)
}

/// The coordinate that a name stands for.
fn coordinate_of(name: &str, span: Span, local: &Local, scope: &Scope, sink: &mut Sink) -> Option<usize> {
    if let Some(Binding::Heap(index)) = local.names.get(name) {
        return Some(*index);
    }
    if let Some(index) = scope.coordinates.get(name) {
        return Some(if *index < scope.heaps.len() { local.heap(*index) } else { *index });
    }
    scope.not_changing(name, span, local, sink);
    None
}

/// The coordinate that the left of a change stands for.
fn target_of(target: &Expr, local: &Local, scope: &Scope, sink: &mut Sink) -> Option<usize> {
    match &target.kind {
        ExprKind::Name { name, primed: false } => coordinate_of(name, target.span, local, scope, sink),
        ExprKind::Index { name, primed: false, index } => {
            heap_index(name, index, target.span, scope, local, sink).map(|index| local.heap(index))
        }
        _ => {
            sink.error(
                "not-a-heap",
                target.span,
                format!("`{}` is not a heap", print_expression(target)),
                "left of `->`",
                "name the heap that changes",
            );
            None
        }
    }
}

/// Whether the new value of a heap is written as that heap with a prime: any value, limited by the conditions.
pub(super) fn is_own_prime(value: &Expr, index: usize, local: &Local, scope: &Scope, sink: &mut Sink) -> bool {
    match &value.kind {
        ExprKind::Name { name, primed: true } if scope.several(name, local).is_some() => {
            let heaps = scope.several(name, local).unwrap_or_default();
            local.component.and_then(|at| heaps.get(at)) == Some(&index)
        }
        ExprKind::Name { name, primed: true } => match (local.names.get(name), scope.coordinates.get(name)) {
            (Some(Binding::Heap(heap)), _) => *heap == index,
            (None, Some(heap)) => index == if *heap < scope.heaps.len() { local.heap(*heap) } else { *heap },
            _ => false,
        },
        ExprKind::Index { name, primed: true, index: inner } => {
            heap_index(name, inner, value.span, scope, local, sink).is_some_and(|heap| local.heap(heap) == index)
        }
        _ => false,
    }
}

/// The names before the colon of a move that stand for heaps or for values.
pub(super) fn chosen_names(declaration: &MoveDeclaration) -> impl Iterator<Item = &Name> {
    let indices = declaration.indices.iter().flat_map(|indices| &indices.binders);
    declaration.each.iter().flat_map(|each| &each.names).chain(indices.flat_map(Binder::names))
}
