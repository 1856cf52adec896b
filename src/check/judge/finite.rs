//! The game has positions; every move has finitely many options from every position, and some position that it can be made from.
use super::suggested::{bound_through, bound_to_write, is_given};
use crate::check::lower::fold;
use crate::check::lower::instance::Lowered;
use crate::check::scope::{Scope, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::branch::{Branch, Unbounded, branches};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Comparison, Condition, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{File, ItemKind};

/// Warns where linear arithmetic shows that no position satisfies `positions where`; whether it does.
fn no_position_belongs(tree: &File, positions: &Condition, scope: &Scope, sink: &mut Sink) -> bool {
    let none = branches(positions, scope.dimension(), 0)
        .is_ok_and(|alternatives| !alternatives.iter().any(|branch| can_be_made(branch, scope)));
    let written = tree.items.iter().find(|item| matches!(item.kind, ItemKind::Positions(_)));
    let Some(place) = written.filter(|_| none) else { return false };
    sink.warning(
        "empty-positions",
        place.span,
        "no position belongs to this game",
        "heaps are 0 or more, and none satisfies this",
        "check the signs: this says which positions there are, not which moves",
    );
    true
}

/// Reports amounts that nothing bounds, contradictions, and moves that cannot be made. Returns whether all option
/// sets are finite; ordinal heaps may have infinite ones, for others that is a fault, and the answer is `None`.
pub(in crate::check) fn options_are_finite(
    families: &[Lowered],
    tree: &File,
    positions: &Condition,
    scope: &Scope,
    sink: &mut Sink,
) -> Option<bool> {
    let nowhere = no_position_belongs(tree, positions, scope, sink);
    let mut fine = true;
    let mut finite = true;
    let mut empty: Vec<(&Lowered, bool)> = Vec::new();
    for family in families {
        let rule = &family.rule;
        let Ok(alternatives) = branches(&rule.guard, scope.dimension(), rule.amounts.len()) else {
            let help = "split the move into several, or use fewer `or` and `!=`";
            sink.error(
                "too-many-alternatives",
                family.name,
                format!("move `{}` has too many alternatives", rule.name),
                "its conditions multiply",
                help,
            );
            fine = false;
            continue;
        };
        let possible: Vec<&Branch> = alternatives.iter().filter(|branch| can_be_made(branch, scope)).collect();
        empty.push((family, possible.is_empty()));
        for unbounded in possible.iter().filter_map(|branch| branch.loops().err()) {
            finite = false;
            if scope.ordinal.is_some() {
                continue;
            }
            fine = false;
            amount_is_unbounded(family, unbounded, positions, scope, sink);
        }
    }
    for (family, _) in &empty {
        let all_instances_empty =
            empty.iter().filter(|(other, _)| other.rule.name == family.rule.name).all(|(_, empty)| *empty);
        if all_instances_empty && !nowhere {
            move_is_empty(family, scope, sink);
        }
    }
    fine.then_some(finite)
}

/// Reports an amount that nothing bounds from one side, with the bound that may have been meant.
fn amount_is_unbounded(family: &Lowered, unbounded: Unbounded, positions: &Condition, scope: &Scope, sink: &mut Sink) {
    let rule = &family.rule;
    let name = rule.amounts.get(unbounded.amount).map_or("?", String::as_str);
    let place = family.amounts.get(unbounded.amount).copied().unwrap_or(family.name);
    if family.unused.contains(&place) {
        // An amount that nothing mentions is without bound for that reason.
        return;
    }
    // The component `i[x]` of a vector is bounded by a condition on the vector.
    let written = name.split_once('[').map_or(name, |(vector, _)| vector);
    // A move of one amount that may be 0 changes nothing.
    let least = i128::from(rule.amounts.len() == 1);
    let enough = if unbounded.above {
        (least..=1).find(|least| is_only_missing(*least, unbounded.amount, family, scope))
    } else {
        Some(least)
    };
    let (direction, (help, is_underived)) = match enough {
        Some(least) => {
            let help = format!("amounts may be negative: did you mean `{least} <= {written}`?");
            ("below", (help, is_given(unbounded.amount, family)))
        }
        None => ("above", what_is_missing((unbounded.amount, written), family, positions, scope)),
    };
    let help = match &family.split_chain {
        Some((written, meant)) if meant.contains(name) => {
            format!("{help}; `{written}` bounds each on one side only: for both, write `{meant}`")
        }
        _ => help,
    };
    let (which, why, here) = if is_underived {
        ("no known bound", "may have infinitely many options", "no bound of")
    } else {
        ("no bound", "has infinitely many options", "nothing bounds")
    };
    let behind = if is_underived { " is derived" } else { "" };
    let message = format!("amount `{name}` of move `{}` has {which} from {direction}, so this move {why}", rule.name);
    sink.error("unbounded-amount", place, message, format!("{here} `{name}` from {direction}{behind}"), help);
}

/// Whether a least value of an amount is all that is missing, and no other is given: `i = 2^k` bounds k where `0 <= k`.
fn is_only_missing(least: i128, amount: usize, family: &Lowered, scope: &Scope) -> bool {
    let own = Term::Variable(Variable::Amount(amount));
    let with = |condition: Condition| fold::and(vec![condition, family.rule.guard.clone()]);
    let negative = with(fold::compare(own.clone(), Comparison::AtMost, Term::Constant(-1)));
    let may_be_negative = branches(&negative, scope.dimension(), family.rule.amounts.len())
        .is_ok_and(|all| all.iter().any(|branch| can_be_made(branch, scope)));
    may_be_negative && bounded(&with(fold::compare(Term::Constant(least), Comparison::AtMost, own)), family, scope)
}

/// The moves, with what is known of every position as a condition where their amounts have no bounds without it.
pub(in crate::check) fn with_positions(
    mut families: Vec<Lowered>,
    positions: &Condition,
    scope: &Scope,
) -> Vec<Lowered> {
    if scope.ordinal.is_some() {
        return families;
    }
    for family in &mut families {
        let guard = family.rule.guard.clone();
        if enumerable(&guard, family, scope) {
            continue;
        }
        let mut known = vec![guard, positions.clone()];
        known.extend(ranges(scope));
        let known = fold::and(known);
        if enumerable(&known, family, scope) {
            family.rule.guard = known;
        }
    }
    families
}

/// Whether a guard bounds all amounts of a move by itself, as options are enumerated: what no position satisfies counts too.
fn enumerable(guard: &Condition, family: &Lowered, scope: &Scope) -> bool {
    branches(guard, scope.dimension(), family.rule.amounts.len())
        .is_ok_and(|alternatives| alternatives.iter().all(|branch| branch.loops().is_ok()))
}

/// Whether a guard bounds all amounts of a move.
fn bounded(guard: &Condition, family: &Lowered, scope: &Scope) -> bool {
    branches(guard, scope.dimension(), family.rule.amounts.len()).is_ok_and(|alternatives| {
        alternatives.iter().filter(|branch| can_be_made(branch, scope)).all(|branch| branch.loops().is_ok())
    })
}

/// Heaps and registers are never below their least value.
fn ranges(scope: &Scope) -> impl Iterator<Item = Condition> {
    let lows = std::iter::repeat_n(0, scope.heaps.len()).chain(scope.registers.iter().map(|register| register.low));
    let at_least = |(at, low)| fold::compare(Term::Constant(i128::from(low)), Comparison::AtMost, coordinate(at));
    lows.enumerate().map(at_least)
}

/// What is missing for a bound of an amount from above, and whether there may be one that is not derived.
fn what_is_missing(
    (amount, name): (usize, &str),
    family: &Lowered,
    positions: &Condition,
    scope: &Scope,
) -> (String, bool) {
    let emptied = (0..scope.heaps.len()).find(|heap| {
        let occupied = fold::compare(Term::Constant(1), Comparison::AtMost, coordinate(*heap));
        let mut all = vec![family.rule.guard.clone(), positions.clone(), occupied];
        all.extend(ranges(scope));
        bounded(&fold::and(all), family, scope)
    });
    if let Some(place) = emptied {
        let heap = &scope.heaps[place];
        let words = format!(
            "only where `{heap}` is 0 nothing bounds it: add `1 <= {heap}` if the rules say so, here or in `positions where`"
        );
        return (words, false);
    }
    let Some(others) = bound_through(amount, family, scope) else {
        let help =
            format!("say how large `{name}` can be: no condition of the move, and no heap, gives a bound that follows");
        return (help, false);
    };
    let all = others.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let form = bound_to_write(amount, family, scope);
    let form = form.map_or_else(String::new, |(bound, is_tried)| {
        let tried = if is_tried { ", which holds wherever this was tried" } else { "" };
        format!(", such as `{name} <= {bound}`{tried}")
    });
    let help = format!(
        "a bound of `{name}` by {all} through products, powers or functions is not derived: write it as well where there \
         is one{form}"
    );
    (help, true)
}

/// What is known of every position: heaps at 0 or above, registers in their range.
pub(in crate::check) fn known_of_positions(branch: &Branch, scope: &Scope) -> Vec<Inequality> {
    let variables = branch.coordinates + branch.opaques.len() + branch.amounts;
    let row = |index: usize, factor: i128, constant: i128| {
        let mut coefficients = vec![0; variables];
        coefficients[index] = factor;
        Inequality { coefficients, constant }
    };
    let mut rows: Vec<Inequality> = (0..scope.heaps.len()).map(|heap| row(heap, -1, 0)).collect();
    for (index, register) in scope.registers.iter().enumerate() {
        rows.push(row(scope.heaps.len() + index, -1, i128::from(register.low)));
        if let Some(high) = register.high {
            rows.push(row(scope.heaps.len() + index, 1, -i128::from(high)));
        }
    }
    rows
}

/// All inequalities of a branch, with what is known of positions.
pub(in crate::check) fn system(branch: &Branch, scope: &Scope) -> Vec<Inequality> {
    let mut rows = branch.inequalities.clone();
    rows.extend(known_of_positions(branch, scope));
    rows
}

pub(in crate::check) fn can_be_made(branch: &Branch, scope: &Scope) -> bool {
    let variables = branch.coordinates + branch.opaques.len() + branch.amounts;
    !infeasible(&system(branch, scope), variables) && !branch.residual.contains(&Condition::Known(false))
}

fn excluded(parts: &[&(Condition, Span, bool)], family: &Lowered, scope: &Scope) -> bool {
    let all = fold::and(parts.iter().map(|part| part.0.clone()).collect());
    branches(&all, scope.dimension(), family.rule.amounts.len())
        .is_ok_and(|alternatives| !alternatives.iter().any(|branch| can_be_made(branch, scope)))
}

/// Warns of a move that can be made from no position, with the conditions that exclude each other.
fn move_is_empty(family: &Lowered, scope: &Scope, sink: &mut Sink) {
    let name = &family.rule.name;
    let mut core: Vec<&(Condition, Span, bool)> = family.written.iter().collect();
    if !excluded(&core, family, scope) {
        sink.warning(
            "empty-move",
            family.name,
            format!("move `{name}` can never be made"),
            "it would always leave a heap negative or leave the positions",
            "check the signs: no heap is negative after a move",
        );
        return;
    }
    let mut index = 0;
    while index < core.len() {
        let without: Vec<_> = core.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, part)| *part).collect();
        if excluded(&without, family, scope) {
            core = without;
        } else {
            index += 1;
        }
    }
    let Some(first) = core.first().map(|part| part.1) else { return };
    let place = core.iter().fold(first, |span, part| span.to(part.1));
    let nothing = if core.len() == 1 { "nothing satisfies this" } else { "these conditions exclude each other" };
    if core.iter().any(|part| part.2) {
        sink.warning(
            "empty-move",
            place,
            format!("move `{name}` can never be made with {}", scope.parameters_in_words()),
            nothing,
            "leave it if claims, sweeps or --set choose other values; otherwise give another value, or check the signs",
        );
    } else {
        sink.error(
            "contradiction",
            place,
            format!("the conditions of move `{name}` exclude each other"),
            "nothing satisfies all of this",
            "change or remove one of them",
        );
    }
}
