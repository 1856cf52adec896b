//! Lowers moves: every instance of `symmetric` and `for each` becomes one move of the IR.
use super::conditions::condition;
use super::fold;
use super::scope::{Binding, Local, PREDEFINED, Scope, coordinate};
use super::terms::{Fraction, heap_index, integer};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{Change, Each, Expr, File, ItemKind, Kind, MoveDeclaration, Name, Relation};
use crate::syntax::{nearest, print_expression};
use crate::value::Play;

const MOST_INSTANCES: usize = 5_040;

/// One instance of a declared move, with what faults and warnings need.
#[derive(Clone, Debug)]
pub(super) struct Lowered {
    /// The move of the IR.
    pub(super) rule: Move,
    /// The conditions as they are written, each with its place and whether it mentions a parameter.
    pub(super) written: Vec<(Condition, Span, bool)>,
    /// The name in the text.
    pub(super) name: Span,
    /// The place of each amount.
    pub(super) amounts: Vec<Span>,
    /// `0 <= i, j < 3` with its remedy `0 <= (i, j) < 3`, if it is written so.
    pub(super) split_chain: Option<(String, String)>,
}

/// `positions where ...`, or true.
pub(super) fn positions(file: &File, scope: &Scope, sink: &mut Sink) -> Condition {
    let mut all = Vec::new();
    for item in &file.items {
        if let ItemKind::Positions(written) = &item.kind {
            all.extend(condition(written, scope, &Local::default(), sink));
        }
    }
    fold::and(all)
}

/// All instances of all moves, in the order of the file.
pub(super) fn families(file: &File, scope: &Scope, positions: &Condition, sink: &mut Sink) -> Vec<Lowered> {
    let mut lowered: Vec<Lowered> = Vec::new();
    for item in &file.items {
        let ItemKind::Move(declaration) = &item.kind else { continue };
        amounts_are_new(declaration, scope, sink);
        let first = lowered.len();
        for (local, words) in instances(declaration, scope, sink) {
            let Some(instance) = instance(declaration, local, words, scope, positions, sink) else { break };
            let known = lowered[first..]
                .iter()
                .any(|other| other.rule.targets == instance.rule.targets && other.rule.guard == instance.rule.guard);
            if !known {
                lowered.push(instance);
            }
        }
    }
    lowered
}

/// The ruleset without its measure.
pub(super) fn ruleset(file: &File, scope: &Scope, positions: Condition, families: &[Lowered]) -> Ruleset {
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
        measure: Vec::new(),
        parameters: scope.parameters.clone(),
    }
}

fn amounts_are_new(declaration: &MoveDeclaration, scope: &Scope, sink: &mut Sink) {
    let each = declaration.each.iter().flat_map(|each| &each.names);
    let names: Vec<&Name> = declaration.amounts.iter().chain(each).collect();
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
        }
    }
    let Some(written) = &declaration.condition else { return };
    for amount in &declaration.amounts {
        let mut used = false;
        crate::syntax::walk::expression(written, &mut |part| {
            used |= matches!(&part.kind, Kind::Name { name, .. } if *name == amount.text);
        });
        let to: Vec<&Expr> = match &declaration.change {
            Change::Full { to, .. } => to.iter().collect(),
            Change::Short(changes) => changes.iter().map(|change| &change.1).collect(),
        };
        for term in to {
            crate::syntax::walk::expression(term, &mut |part| {
                used |= matches!(&part.kind, Kind::Name { name, .. } if *name == amount.text);
            });
        }
        if !used {
            sink.warning(
                "unused-amount",
                amount.span,
                format!("amount `{}` is never used", amount.text),
                "declared here",
                "remove it",
            );
        }
    }
}

/// What the names of a move mean in each of its instances, with words for the instance.
fn instances(declaration: &MoveDeclaration, scope: &Scope, sink: &mut Sink) -> Vec<(Local, String)> {
    let mut base = Local::default();
    for (index, amount) in declaration.amounts.iter().enumerate() {
        base.names.insert(amount.text.clone(), Binding::Term(Term::Variable(Variable::Amount(index)).into()));
    }
    let tuples = match &declaration.each {
        Some(each) => match each_tuples(each, scope, sink) {
            Some(tuples) => tuples,
            None => return Vec::new(),
        },
        None => vec![Vec::new()],
    };
    let permutations = if declaration.symmetric { permutations(scope.heaps.len()) } else { Some(vec![Vec::new()]) };
    let Some(permutations) = permutations.filter(|all| all.len() * tuples.len() <= MOST_INSTANCES) else {
        let span = declaration.name.span;
        sink.error(
            "too-many-heaps",
            span,
            format!("`{}` would have too many instances", declaration.name.text),
            "one for each permutation of the heaps",
            "write `for each a, b in h` instead of `symmetric`",
        );
        return Vec::new();
    };
    let mut all = Vec::new();
    for tuple in &tuples {
        for permutation in &permutations {
            let mut local = base.clone();
            let mut words = Vec::new();
            if let Some(each) = &declaration.each {
                for (name, heap) in each.names.iter().zip(tuple) {
                    local.names.insert(name.text.clone(), Binding::Heap(*heap));
                    words.push(format!("{} = {}", name.text, scope.heaps[*heap]));
                }
            }
            if !permutation.is_empty() {
                local.permutation = Some(permutation.clone());
                let moved = permutation.iter().enumerate().filter(|(from, to)| from != *to);
                words.extend(moved.map(|(from, to)| format!("{} as {}", scope.heaps[*to], scope.heaps[from])));
            }
            all.push((local, words.join(", ")));
        }
    }
    all
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
    let mut heaps: Vec<usize> = Vec::new();
    for name in &each.heaps {
        if let Some(&(first, count)) = scope.arrays.get(&name.text) {
            heaps.extend(first..first + count);
        } else if let Some(index) = scope.coordinates.get(&name.text).filter(|index| **index < scope.heaps.len()) {
            heaps.push(*index);
        } else {
            scope.unknown(&name.text, name.span, &Local::default(), sink);
            return None;
        }
    }
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

fn instance(
    declaration: &MoveDeclaration,
    mut local: Local,
    words: String,
    scope: &Scope,
    positions: &Condition,
    sink: &mut Sink,
) -> Option<Lowered> {
    let mut amounts: Vec<String> = declaration.amounts.iter().map(|amount| amount.text.clone()).collect();
    let mut places: Vec<Span> = declaration.amounts.iter().map(|amount| amount.span).collect();
    let mut targets: Vec<Term> = (0..scope.dimension()).map(coordinate).collect();
    for (index, value) in changes(declaration, &local, scope, sink)? {
        if is_own_prime(value, index, &local, scope, sink) {
            targets[index] = Term::Variable(Variable::Amount(amounts.len()));
            amounts.push(print_expression(value));
            places.push(value.span);
        } else {
            targets[index] = integer(value, scope, &local, sink)?;
        }
    }
    local.primed = Some(targets.clone());
    let mut written = Vec::new();
    let mut fine = true;
    for part in conjuncts(declaration.condition.as_ref()) {
        match condition(part, scope, &local, sink) {
            Some(lowered) => written.push((lowered, part.span, mentions_parameter(part, scope))),
            None => fine = false,
        }
    }
    if !fine {
        return None;
    }
    let mut guard: Vec<Condition> = written.iter().map(|part| part.0.clone()).collect();
    for (index, target) in targets.iter().enumerate().filter(|(index, target)| **target != coordinate(*index)) {
        if let Some(register) = index.checked_sub(scope.heaps.len()).and_then(|index| scope.registers.get(index)) {
            let (low, high) = (Term::Constant(i128::from(register.low)), Term::Constant(i128::from(register.high)));
            guard.push(fold::compare(low, Comparison::AtMost, target.clone()));
            guard.push(fold::compare(target.clone(), Comparison::AtMost, high));
        } else {
            guard.push(fold::compare(Term::Constant(0), Comparison::AtMost, target.clone()));
        }
    }
    guard.push(substituted(positions, &targets));
    let rule = Move { name: declaration.name.text.clone(), instance: words, amounts, targets, guard: fold::and(guard) };
    let split_chain = conjuncts(declaration.condition.as_ref()).windows(2).find_map(|two| split_chain(two[0], two[1]));
    Some(Lowered { rule, written, name: declaration.name.span, amounts: places, split_chain })
}

/// Pairs of a coordinate and its new value as written; faults where a bracket has the wrong length or order.
fn changes<'a>(
    declaration: &'a MoveDeclaration,
    local: &Local,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<Vec<(usize, &'a Expr)>> {
    match &declaration.change {
        Change::Full { from, to, span } => {
            let (heaps, all) = (scope.heaps.len(), scope.dimension());
            if from.len() != to.len() || (from.len() != heaps && from.len() != all) {
                let message = format!(
                    "`{}` goes from {} to {} components, and a position has {heaps}",
                    declaration.name.text,
                    from.len(),
                    to.len()
                );
                sink.error(
                    "wrong-arity",
                    *span,
                    message,
                    "here",
                    format!("name every heap in order: ({})", scope.heaps.join(", ")),
                );
                return None;
            }
            for (index, name) in from.iter().enumerate() {
                if scope.coordinates.get(&name.text) != Some(&index) {
                    let expected =
                        scope.heaps.iter().chain(scope.registers.iter().map(|register| &register.name)).nth(index);
                    let expected = expected.map_or("", String::as_str);
                    sink.error(
                        "wrong-heap",
                        name.span,
                        format!("`{}` stands where heap `{expected}` is expected", name.text),
                        "the bracket before `->` is the position",
                        format!("write `{expected}`"),
                    );
                    return None;
                }
            }
            let heap = |index: usize| if index < heaps { local.heap(index) } else { index };
            Some(to.iter().enumerate().map(|(index, value)| (heap(index), value)).collect())
        }
        Change::Short(changes) => {
            let mut found: Vec<(usize, &Expr)> = Vec::new();
            for (target, value) in changes {
                let index = target_of(target, local, scope, sink)?;
                if found.iter().any(|(known, _)| *known == index) {
                    sink.error(
                        "duplicate-name",
                        target.span,
                        format!("`{}` is changed twice", print_expression(target)),
                        "the second time",
                        "a move gives each heap one new value",
                    );
                    return None;
                }
                found.push((index, value));
            }
            Some(found)
        }
    }
}

fn target_of(target: &Expr, local: &Local, scope: &Scope, sink: &mut Sink) -> Option<usize> {
    match &target.kind {
        Kind::Name { name, primed: false } => {
            if let Some(Binding::Heap(index)) = local.names.get(name) {
                return Some(*index);
            }
            if let Some(index) = scope.coordinates.get(name) {
                return Some(if *index < scope.heaps.len() { local.heap(*index) } else { *index });
            }
            if scope.arrays.contains_key(name) {
                let help = format!("write `move ... for each a in {name}: a -> a - i`, or `{name}[1] -> ...`");
                sink.error(
                    "unsupported",
                    target.span,
                    format!("changing the whole array `{name}` at once is not available yet"),
                    "here",
                    help,
                );
                return None;
            }
            if scope.damaged.contains(name) {
                return None;
            }
            let heaps = scope.coordinates.keys().chain(local.names.keys()).map(String::as_str);
            let help = nearest(name, heaps).map_or_else(
                || format!("heaps are {}", scope.heaps.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            sink.error(
                "unknown-name",
                target.span,
                format!("there is no heap or register `{name}`"),
                "only these can change",
                help,
            );
            None
        }
        Kind::Index { name, primed: false, index } => {
            heap_index(name, index, target.span, scope, sink).map(|index| local.heap(index))
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
fn is_own_prime(value: &Expr, index: usize, local: &Local, scope: &Scope, sink: &mut Sink) -> bool {
    match &value.kind {
        Kind::Name { name, primed: true } => match (local.names.get(name), scope.coordinates.get(name)) {
            (Some(Binding::Heap(heap)), _) => *heap == index,
            (None, Some(heap)) => index == if *heap < scope.heaps.len() { local.heap(*heap) } else { *heap },
            _ => false,
        },
        Kind::Index { name, primed: true, index: inner } => {
            heap_index(name, inner, value.span, scope, sink).is_some_and(|heap| local.heap(heap) == index)
        }
        _ => false,
    }
}

fn conjuncts(written: Option<&Expr>) -> Vec<&Expr> {
    match written {
        None => Vec::new(),
        Some(Expr { kind: Kind::All(parts), .. }) => parts.iter().collect(),
        Some(other) => vec![other],
    }
}

/// `lo <= x, y < hi` as it is written, and the bracket that is probably meant.
fn split_chain(left: &Expr, right: &Expr) -> Option<(String, String)> {
    let rising = |relation: Relation| matches!(relation, Relation::Less | Relation::LessEqual);
    let (Kind::Comparison { first: low, rest: from, modulus: None }, Kind::Comparison { first: second, rest: to, .. }) =
        (&left.kind, &right.kind)
    else {
        return None;
    };
    let ([(lower, first)], [(upper, high)]) = (from.as_slice(), to.as_slice()) else { return None };
    let names = matches!((&first.kind, &second.kind), (Kind::Name { .. }, Kind::Name { .. }));
    if !names || !rising(*lower) || !rising(*upper) {
        return None;
    }
    let (low, high) = (print_expression(low), print_expression(high));
    let (first, second) = (print_expression(first), print_expression(second));
    let sign = |relation: Relation| if relation == Relation::Less { "<" } else { "<=" };
    let (lower, upper) = (sign(*lower), sign(*upper));
    Some((
        format!("{low} {lower} {first}, {second} {upper} {high}"),
        format!("{low} {lower} ({first}, {second}) {upper} {high}"),
    ))
}

fn mentions_parameter(written: &Expr, scope: &Scope) -> bool {
    let mut found = false;
    crate::syntax::walk::expression(written, &mut |part| {
        found |= match &part.kind {
            Kind::Name { name, .. } => scope.parameters.contains_key(name) || scope.functions.contains_key(name),
            Kind::Call { function, .. } => scope.functions.contains_key(&function.text),
            _ => false,
        };
    });
    found
}

/// A condition on coordinates, said of the option.
fn substituted(condition: &Condition, targets: &[Term]) -> Condition {
    match condition {
        Condition::Known(known) => Condition::Known(*known),
        Condition::Compare(left, comparison, right) => {
            fold::compare(in_term(left, targets), *comparison, in_term(right, targets))
        }
        Condition::And(parts) => fold::and(parts.iter().map(|part| substituted(part, targets)).collect()),
        Condition::Or(parts) => fold::or(parts.iter().map(|part| substituted(part, targets)).collect()),
        Condition::Not(inner) => fold::not(substituted(inner, targets)),
    }
}

fn in_term(term: &Term, targets: &[Term]) -> Term {
    let all = |parts: &[Term]| parts.iter().map(|part| in_term(part, targets)).collect::<Vec<_>>();
    let boxed = |part: &Term| Box::new(in_term(part, targets));
    match term {
        Term::Constant(_) | Term::Variable(Variable::Amount(_)) => term.clone(),
        Term::Variable(Variable::Coordinate(index)) => targets.get(*index).cloned().unwrap_or_else(|| term.clone()),
        Term::Sum(parts) => Term::Sum(all(parts)),
        Term::Product(left, right) => Term::Product(boxed(left), boxed(right)),
        Term::FloorDivide(left, right) => Term::FloorDivide(boxed(left), boxed(right)),
        Term::Modulo(left, right) => Term::Modulo(boxed(left), boxed(right)),
        Term::Min(parts) => fold::min(all(parts)),
        Term::Max(parts) => fold::max(all(parts)),
        Term::Xor(parts) => Term::Xor(all(parts)),
        Term::SquareRoot(inner) => Term::SquareRoot(boxed(inner)),
        Term::Cases(cases) => Term::Cases(
            cases.iter().map(|(guard, value)| (substituted(guard, targets), in_term(value, targets))).collect(),
        ),
    }
}

/// A fraction as weights of coordinates, if it is linear without constant.
pub(super) fn weights(fraction: &Fraction, dimension: usize) -> Option<Vec<i64>> {
    let mut weights = vec![0i64; dimension];
    if fraction.denominator != 1 {
        return None;
    }
    let parts = match &fraction.numerator {
        Term::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    for part in parts {
        let (factor, variable) = match part {
            Term::Variable(variable) => (1, variable),
            Term::Product(left, right) => match (&**left, &**right) {
                (Term::Constant(factor), Term::Variable(variable)) => (*factor, variable),
                _ => return None,
            },
            Term::Constant(_) => continue,
            _ => return None,
        };
        let Variable::Coordinate(index) = variable else { return None };
        weights[*index] = weights[*index].checked_add(i64::try_from(factor).ok()?)?;
    }
    Some(weights)
}
