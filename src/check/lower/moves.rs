//! Lowers moves: every instance of `symmetric` and `for each` becomes one move of the IR.
use super::changes::{chosen_names, is_own_prime, parts, with_free_parts};
use super::conditions::condition;
use super::indices::{PutIn, choices};
use super::instance::{Lowered, belongs};
use super::parameters::mentions_parameter;
use super::terms::integer;
use super::{codes, families, fold, ordinals};
use crate::check::scope::{Binding, Local, PREDEFINED, Scope, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::small::without_small;
use crate::ruleset::{Condition, Move, Ruleset, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{Change, Each, Expr, ExprKind, File, ItemKind, MoveDeclaration, Name, RelationSign};
use crate::syntax::{print_expression, walk};
use crate::value::Play;
use std::rc::Rc;

const MOST_INSTANCES: usize = 5_040;

/// `positions where ...`, or true.
pub(in crate::check) fn positions(file: &File, scope: &Scope, sink: &mut Sink) -> Condition {
    let mut all = Vec::new();
    for item in &file.items {
        if let ItemKind::Positions(written) = &item.kind {
            all.extend(condition(written, scope, &Local::default(), sink));
        }
    }
    fold::and(all)
}

/// The first condition of `positions where` that does not hold at a position, in canonical text.
pub(in crate::check) fn excluding(file: &File, scope: &Scope, position: &[i64], sink: &mut Sink) -> Option<String> {
    let written = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Positions(written) => Some(written),
        _ => None,
    });
    let fails = |part: &&Expr, sink: &mut Sink| {
        let lowered = condition(part, scope, &Local::default(), sink);
        lowered.is_some_and(|lowered| lowered.holds(position, &[]) == Ok(false))
    };
    written.flat_map(|written| conjuncts(Some(written))).find(|part| fails(part, sink)).map(print_expression)
}

/// All instances of all moves, in the order of the file.
pub(in crate::check) fn families(file: &File, scope: &Scope, positions: &Condition, sink: &mut Sink) -> Vec<Lowered> {
    let mut lowered: Vec<Lowered> = Vec::new();
    for item in &file.items {
        let declaration = match &item.kind {
            ItemKind::Move(declaration) => with_free_parts(declaration, scope),
            ItemKind::Code(code) => {
                lowered.extend(codes::moves(code, scope, positions, sink));
                continue;
            }
            _ => continue,
        };
        let declaration = &*declaration;
        if !amounts_are_new(declaration, scope, sink) {
            continue;
        }
        let first = lowered.len();
        let told = sink.faults.len();
        let instances = instances(declaration, scope, sink);
        if instances.is_empty() && sink.faults.len() == told {
            move_has_no_instance(declaration, scope, sink);
        }
        for (local, words) in instances {
            let Some(instance) = instance(declaration, local, words, scope, positions, sink) else { break };
            let known = lowered[first..]
                .iter()
                .any(|other| other.rule.leads_as(&instance.rule) && other.rule.guard == instance.rule.guard);
            if !known {
                lowered.push(instance);
            }
        }
    }
    lowered
}

/// Warns of a move whose `for` has nothing to choose.
fn move_has_no_instance(declaration: &MoveDeclaration, scope: &Scope, sink: &mut Sink) {
    let name = &declaration.name;
    let (label, help) = if declaration.indices.is_some() {
        let label = "its `for` goes over no value";
        (label, "check the range: `3..1` is empty; or leave it: sweeps of parameters make moves empty")
    } else {
        let label = "there are fewer heaps than its `for each` has names";
        if scope.parameters.is_empty() {
            (label, "name fewer heaps, or declare more")
        } else {
            (label, "name fewer heaps, or declare more; leave it if a parameter says how many there are")
        }
    };
    let with = scope.parameters_in_words();
    let with = if with.is_empty() { with } else { format!(" with {with}") };
    sink.warning("empty-move", name.span, format!("move `{}` can never be made{with}", name.text), label, help);
}

/// Where options are forbidden, they are positions and no sums: who has to move in a part is not known.
pub(in crate::check) fn forbidden_options_are_positions(
    file: &File,
    families: &[Lowered],
    scope: &Scope,
    sink: &mut Sink,
) {
    let place = file.items.iter().find(|item| matches!(item.kind, ItemKind::Blocking(_))).map(|item| item.span);
    if let Some(place) = place.filter(|_| 0 < scope.blocking && families.iter().any(|one| !one.rule.more.is_empty())) {
        let message = "options are forbidden, and positions break into sums";
        let help = "with blocking a sum is not decided by its parts; leave out one of the two";
        sink.error("cannot-break", place, message, "the outcome of a sum is not known", help);
    }
}

/// The ruleset without its measure.
pub(in crate::check) fn ruleset(file: &File, scope: &Scope, positions: Condition, families: &[Lowered]) -> Ruleset {
    let mut name = String::new();
    let mut play = Play::Normal;
    for item in &file.items {
        match &item.kind {
            ItemKind::Ruleset(title) => name.clone_from(title),
            ItemKind::Play(chosen) => play = *chosen,
            _ => {}
        }
    }
    Ruleset {
        name,
        heaps: scope.heaps.clone(),
        registers: scope.registers.clone(),
        moves: families.iter().map(|family| family.rule.clone()).collect(),
        positions,
        play,
        blocking: scope.blocking,
        measure: Vec::new(),
        unproved: Vec::new(),
        finite_options: true,
        parameters: scope.parameters.clone(),
        components: Vec::new(),
    }
}

/// Whether every amount has a name of its own; reports those that have not, and those that are never used.
fn amounts_are_new(declaration: &MoveDeclaration, scope: &Scope, sink: &mut Sink) -> bool {
    let mut fine = true;
    let names: Vec<&Name> =
        declaration.amounts.iter().map(|amount| &amount.name).chain(chosen_names(declaration)).collect();
    for (index, name) in names.iter().enumerate() {
        let taken = scope.known(&Local::default()).any(|known| known == name.text);
        if taken
            || PREDEFINED.contains(&name.text.as_str())
            || names[..index].iter().any(|other| other.text == name.text)
        {
            sink.error(
                "duplicate-name",
                name.span,
                format!("`{}` is bound twice", name.text),
                "it already means something else",
                "choose another name",
            );
            fine = false;
        }
    }
    for amount in unused_amounts(declaration) {
        sink.error(
            "unused-amount",
            amount.span,
            format!("amount `{}` of move `{}` is never used", amount.text, declaration.name.text),
            "declared here, and not mentioned again",
            "remove it, or say what it does",
        );
    }
    fine
}

/// The amounts that neither the change nor the condition of a move mentions.
fn unused_amounts(declaration: &MoveDeclaration) -> impl Iterator<Item = &Name> {
    let terms: Vec<&Expr> = match &declaration.change {
        Change::Full { to, more, .. } => to.iter().chain(more.iter().flatten()).chain(&declaration.condition).collect(),
        Change::Short(changes) => changes.iter().map(|change| &change.1).chain(&declaration.condition).collect(),
    };
    let is_used = move |amount: &Name| {
        let mut used = false;
        for term in &terms {
            walk::expression(term, &mut |part| {
                used |= matches!(&part.kind, ExprKind::Name { name, .. } | ExprKind::Index { name, .. } if *name == amount.text);
            });
        }
        used
    };
    declaration.amounts.iter().map(|amount| &amount.name).filter(move |amount| !is_used(amount))
}

/// What the names of a move mean in each of its instances, with words for the instance.
pub(in crate::check) fn instances(
    declaration: &MoveDeclaration,
    scope: &Scope,
    sink: &mut Sink,
) -> Vec<(Local, String)> {
    let Some(chosen) = chosen(declaration, scope, sink) else { return Vec::new() };
    let permutations =
        if declaration.symmetric { permutations(scope.heaps.len() / scope.width()) } else { Some(vec![Vec::new()]) };
    let Some(permutations) = permutations.filter(|all| all.len() * chosen.len() <= MOST_INSTANCES) else {
        let span = declaration.name.span;
        sink.error(
            "too-many-heaps",
            span,
            format!("`{}` would have too many instances", declaration.name.text),
            "one for each permutation of the heaps",
            "name the heaps that change, with `for each ... in ...` in place of `symmetric`",
        );
        return Vec::new();
    };
    let mut all = Vec::new();
    for (local, words) in &chosen {
        for permutation in &permutations {
            let (mut local, mut words) = (local.clone(), words.clone());
            if !permutation.is_empty() {
                let width = scope.width();
                let coordinates = permutation.iter().flat_map(|heap| heap * width..(heap + 1) * width);
                local.permutation = Some(coordinates.collect());
                let moved = permutation.iter().enumerate().filter(|(from, to)| from != *to);
                let name = |heap: usize| scope.heap_name(heap * width);
                words.extend(moved.map(|(from, to)| format!("{} as {}", name(*to), name(from))));
            }
            if !amounts_are_bound(declaration, &mut local, scope, sink) {
                return all;
            }
            all.push((local, words.join(", ")));
        }
    }
    all
}

/// What the names before the colon of a move mean, for each choice of heaps or of values, and the choice in words.
fn chosen(declaration: &MoveDeclaration, scope: &Scope, sink: &mut Sink) -> Option<Vec<PutIn>> {
    if let Some(indices) = &declaration.indices {
        return choices(&indices.binders, indices.condition.as_ref(), scope, &Local::default(), sink);
    }
    let tuples = match &declaration.each {
        Some(each) if each.subset => subsets(each, scope, sink)?,
        Some(each) => each_tuples(each, scope, sink)?,
        None => vec![Vec::new()],
    };
    Some(tuples.iter().map(|tuple| with_heaps(declaration, tuple, scope)).collect())
}

/// The names of `for each` with the heaps that they stand for, and these in words.
fn with_heaps(declaration: &MoveDeclaration, tuple: &[usize], scope: &Scope) -> (Local, Vec<String>) {
    let (mut local, mut words) = (Local::default(), Vec::new());
    let Some(each) = &declaration.each else { return (local, words) };
    if each.subset {
        local.names.insert(each.names[0].text.clone(), Binding::Heaps(tuple.to_vec()));
        let heaps: Vec<&str> = tuple.iter().map(|heap| scope.heap_name(*heap)).collect();
        words.push(format!("{} = {{{}}}", each.names[0].text, heaps.join(", ")));
        return (local, words);
    }
    for (name, heap) in each.names.iter().zip(tuple) {
        local.names.insert(name.text.clone(), Binding::Heap(*heap));
        words.push(format!("{} = {}", name.text, scope.heap_name(*heap)));
    }
    (local, words)
}

/// Binds amounts, one after the other; a vector of amounts takes one for each heap.
fn amounts_are_bound(declaration: &MoveDeclaration, local: &mut Local, scope: &Scope, sink: &mut Sink) -> bool {
    let mut next = 0;
    let mut amount = || {
        next += 1;
        Term::Variable(Variable::Amount(next - 1))
    };
    for declared in &declaration.amounts {
        let binding = match &declared.over {
            None => Binding::Term(amount().into()),
            Some(over) => match scope.several(&over.text, local) {
                Some(heaps) => {
                    let terms = heaps.iter().map(|_| amount()).collect();
                    Binding::Vector(heaps, terms)
                }
                None => {
                    scope.not_several(&over.text, over.span, local, sink);
                    return false;
                }
            },
        };
        local.names.insert(declared.name.text.clone(), binding);
    }
    true
}

/// The non-empty subsets of the heaps, small ones first.
fn subsets(each: &Each, scope: &Scope, sink: &mut Sink) -> Option<Vec<Vec<usize>>> {
    if each.names.len() != 1 {
        let help = format!("write `for each subset {} of ...`", each.names[0].text);
        sink.error("wrong-arity", each.names[1].span, "one name stands for the subset", "another name", help);
        return None;
    }
    let heaps = named_heaps(each, scope, sink)?;
    if 12 < heaps.len() {
        let message = format!("{} heaps have too many subsets", heaps.len());
        sink.error("too-many-heaps", each.names[0].span, message, "here", "at most 12 heaps are possible");
        return None;
    }
    let mut all: Vec<Vec<usize>> = (1u32..1 << heaps.len())
        .map(|mask| heaps.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, heap)| *heap).collect())
        .collect();
    all.sort_by_key(|subset| (subset.len(), subset.clone()));
    Some(all)
}

fn named_heaps(each: &Each, scope: &Scope, sink: &mut Sink) -> Option<Vec<usize>> {
    let mut heaps: Vec<usize> = Vec::new();
    for name in &each.heaps {
        let array = scope.arrays.get(&name.text);
        if let Some(&(first, count)) = array.filter(|(first, _)| *first < scope.heaps.len()) {
            heaps.extend(first..first + count);
        } else if let Some(index) = scope.coordinates.get(&name.text).filter(|index| **index < scope.heaps.len()) {
            heaps.push(*index);
        } else if scope.coordinates.contains_key(&name.text) || array.is_some() {
            let message = format!("`for each` goes over heaps, and `{}` is a register", name.text);
            let help = "name heaps or an array of heaps; what becomes of a register stands behind the colon";
            sink.error("not-a-heap", name.span, message, "no heap", help);
            return None;
        } else {
            scope.unknown(&name.text, name.span, &Local::default(), sink);
            return None;
        }
    }
    Some(heaps)
}

/// All permutations of 0..count in lexicographic order; `None` if there are too many.
fn permutations(count: usize) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        if MOST_INSTANCES < all.len() {
            return None;
        }
        all = all
            .iter()
            .flat_map(|begun: &Vec<usize>| {
                (0..count).filter(|next| !begun.contains(next)).map(|next| [begun.as_slice(), &[next]].concat())
            })
            .collect();
    }
    (all.len() <= MOST_INSTANCES).then_some(all)
}

fn each_tuples(each: &Each, scope: &Scope, sink: &mut Sink) -> Option<Vec<Vec<usize>>> {
    let heaps = named_heaps(each, scope, sink)?;
    let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
    for name in &each.names {
        tuples = tuples
            .iter()
            .flat_map(|begun| {
                heaps.iter().filter(|heap| !begun.contains(heap)).map(|heap| [begun.as_slice(), &[*heap]].concat())
            })
            .collect();
        if MOST_INSTANCES < tuples.len() {
            sink.error(
                "too-many-heaps",
                name.span,
                "this move would have too many instances",
                "here",
                format!("at most {MOST_INSTANCES} are possible"),
            );
            return None;
        }
    }
    Some(tuples)
}

/// Every coordinate after the move, for each part that it leaves. A heap that is free (`x'`) is one more amount.
fn after(
    declaration: &MoveDeclaration,
    local: &Local,
    (amounts, places): (&mut Vec<String>, &mut Vec<Span>),
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<Vec<Term>>> {
    let parts = parts(declaration, local, scope, sink)?;
    let breaks = 1 < parts.len();
    let mut after: Vec<Vec<Term>> = Vec::new();
    for changes in &parts {
        let mut targets: Vec<Term> = (0..scope.dimension()).map(coordinate).collect();
        for &(index, value, component) in changes {
            let local = Local { component, ..local.clone() };
            let own = !breaks && is_own_prime(value, index, &local, scope, sink);
            if let Some(count) = scope.ordinal.filter(|_| index < scope.heaps.len()) {
                let mut terms = Vec::new();
                if own {
                    let names = ordinals::coefficient_names(&print_expression(value), count);
                    terms.extend((amounts.len()..amounts.len() + count).map(|at| Term::Variable(Variable::Amount(at))));
                    amounts.extend(names);
                    places.resize(amounts.len(), value.span);
                } else {
                    terms = ordinals::ordinal(value, scope, &local, sink)?;
                }
                targets.splice(index..index + count, terms);
            } else if own {
                targets[index] = Term::Variable(Variable::Amount(amounts.len()));
                // In an instance with other heaps in their places, the amount is the new size of the heap that it stands for there.
                let renamed = local.permutation.is_some() && index < scope.heaps.len();
                amounts.push(if renamed { format!("{}'", scope.heap_name(index)) } else { print_expression(value) });
                places.push(value.span);
            } else {
                targets[index] = integer(value, scope, &local, sink)?;
            }
        }
        after.push(targets);
    }
    Some(after)
}

/// One instance of a move: its amounts, targets and guard; positions that do not belong to the game are no options.
fn instance(
    declaration: &MoveDeclaration,
    mut local: Local,
    words: String,
    scope: &Scope,
    positions: &Condition,
    sink: &mut Sink,
) -> Option<Lowered> {
    let (mut amounts, mut places): (Vec<String>, Vec<Span>) =
        amount_names(declaration, &local, scope).into_iter().unzip();
    let after = after(declaration, &local, (&mut amounts, &mut places), scope, sink)?;
    // What a prime means where there are several parts is not said.
    local.primed = after.first().filter(|_| after.len() == 1).cloned().map(Rc::new);
    let mut written = Vec::new();
    let mut fine = true;
    for part in conjuncts(declaration.condition.as_ref()) {
        let lowered = families::as_amounts(part, (&mut amounts, &mut places), scope, &local, sink)
            .unwrap_or_else(|| condition(part, scope, &local, sink));
        match lowered {
            Some(lowered) => written.push((lowered, part.span, mentions_parameter(part, scope))),
            None => fine = false,
        }
    }
    if !fine {
        return None;
    }
    let mut guard: Vec<Condition> = written.iter().map(|part| part.0.clone()).collect();
    for targets in &after {
        guard.extend(belongs(targets, positions, scope));
    }
    let mut after = after.into_iter();
    let (targets, more) = (after.next()?, after.collect());
    let guard = match fold::and(guard) {
        Condition::And(parts) => fold::and(without_small(parts, scope.heaps.len())),
        one => one,
    };
    let rule = Move { name: declaration.name.text.clone(), instance: words, amounts, targets, more, guard };
    let split_chain = conjuncts(declaration.condition.as_ref()).windows(2).find_map(|two| split_chain(two[0], two[1]));
    let unused = unused_amounts(declaration).map(|amount| amount.span).collect();
    Some(Lowered { rule, written, name: declaration.name.span, amounts: places, unused, split_chain })
}

/// Every single amount with its place; a component of a vector is called after its heap.
fn amount_names(declaration: &MoveDeclaration, local: &Local, scope: &Scope) -> Vec<(String, Span)> {
    let mut all = Vec::new();
    for amount in &declaration.amounts {
        match local.names.get(&amount.name.text) {
            Some(Binding::Vector(heaps, _)) => {
                let name = |heap: &usize| format!("{}[{}]", amount.name.text, scope.coordinate_name(*heap));
                let names = heaps.iter().map(name);
                all.extend(names.map(|name| (name, amount.name.span)));
            }
            _ => all.push((amount.name.text.clone(), amount.name.span)),
        }
    }
    all
}

fn conjuncts(written: Option<&Expr>) -> Vec<&Expr> {
    match written {
        None => Vec::new(),
        Some(Expr { kind: ExprKind::All(parts), .. }) => parts.iter().collect(),
        Some(other) => vec![other],
    }
}

/// `lo <= x, y < hi` as it is written, and the bracket that is probably meant.
fn split_chain(left: &Expr, right: &Expr) -> Option<(String, String)> {
    let rising = |relation: RelationSign| matches!(relation, RelationSign::Less | RelationSign::LessEqual);
    let (
        ExprKind::Comparison { first: low, rest: from, modulus: None },
        ExprKind::Comparison { first: second, rest: to, .. },
    ) = (&left.kind, &right.kind)
    else {
        return None;
    };
    let ([(lower, first)], [(upper, high)]) = (from.as_slice(), to.as_slice()) else { return None };
    let names = matches!((&first.kind, &second.kind), (ExprKind::Name { .. }, ExprKind::Name { .. }));
    if !names || !rising(*lower) || !rising(*upper) {
        return None;
    }
    let (low, high) = (print_expression(low), print_expression(high));
    let (first, second) = (print_expression(first), print_expression(second));
    let sign = |relation: RelationSign| if relation == RelationSign::Less { "<" } else { "<=" };
    let (lower, upper) = (sign(*lower), sign(*upper));
    Some((
        format!("{low} {lower} {first}, {second} {upper} {high}"),
        format!("{low} {lower} ({first}, {second}) {upper} {high}"),
    ))
}
