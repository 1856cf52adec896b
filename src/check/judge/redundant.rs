//! Warns of conditions that the others imply, and of moves that another move contains. Nothing here is wrong: papers write
//! `2 <= i <= x`, and sweeps make moves equal.
use super::measure::never;
use crate::check::lower::fold;
use crate::check::lower::instance::Lowered;
use crate::check::scope::Scope;
use crate::diagnostic::Sink;
use crate::ruleset::{Condition, Move, Variable};
use std::collections::BTreeSet;

/// With more conditions than this, the alternatives of their negations are too many to look at.
const MOST_CONDITIONS: usize = 8;
const MOST_MOVES: usize = 24;

/// Reports conditions implied by another that is written beside them, and moves contained in another.
pub(in crate::check) fn nothing_is_said_twice(families: &[Lowered], scope: &Scope, sink: &mut Sink) {
    for (index, family) in families.iter().enumerate() {
        let first = !families[..index].iter().any(|other| other.rule.name == family.rule.name);
        if first && family.written.len() <= MOST_CONDITIONS {
            no_condition_is_implied(family, scope, sink);
        }
        if first && families.len() <= MOST_MOVES {
            no_move_contains(index, families, scope, sink);
        }
    }
}

fn no_condition_is_implied(family: &Lowered, scope: &Scope, sink: &mut Sink) {
    for (index, (condition, span, parameter)) in family.written.iter().enumerate() {
        let known = matches!(condition, Condition::Known(_));
        if *parameter || known {
            continue;
        }
        let own = variables(condition);
        // `2 <= i` beside `1 <= j < i` is how papers write: only conditions on the same variables are compared.
        let implied = family.written.iter().enumerate().any(|(at, (other, _, parameter))| {
            let both = fold::and(vec![fold::not(condition.clone()), other.clone()]);
            // What a parameter excludes at one of its values it need not at another.
            at != index && !parameter && variables(other) == own && never(&both, family.rule.amounts.len(), scope)
        });
        if implied {
            sink.warning(
                "implied-condition",
                *span,
                format!("this condition of move `{}` follows from another", family.rule.name),
                "it excludes nothing",
                "remove it, or leave it if the paper writes it",
            );
            return;
        }
    }
}

/// Amounts are counted, not named, in both moves. An amount that only one of them has (`i = 2 * k + 1` with a helper `k`)
/// is free in the joined condition: if nothing satisfies that, the other move is possible whatever the helper is.
/// All instances of a move have one name, and are told of together.
fn no_move_contains(index: usize, families: &[Lowered], scope: &Scope, sink: &mut Sink) {
    let (family, rule) = (&families[index], &families[index].rule);
    let named: Vec<usize> = (0..families.len()).filter(|at| families[*at].rule.name == rule.name).collect();
    // A move that can never be made has its own warning.
    let mut made =
        named.iter().filter(|at| !never(&families[**at].rule.guard, families[**at].rule.amounts.len(), scope));
    let Some(first) = made.next() else { return };
    let Some(container) =
        holder(*first, families, scope).filter(|_| made.all(|at| holder(*at, families, scope).is_some()))
    else {
        return;
    };
    sink.warning(
        "contained-move",
        family.name,
        format!("move `{}` is contained in move `{}`", rule.name, container.rule.name),
        "it adds no option",
        "remove it, or check its conditions",
    );
}

/// A move of another name that has all options of one.
fn holder<'a>(index: usize, families: &'a [Lowered], scope: &Scope) -> Option<&'a Lowered> {
    let (family, rule) = (&families[index], &families[index].rule);
    // What is so at one value of a parameter need not be so at another.
    let is_open = |own: &Lowered| own.written.iter().any(|(_, _, parameter)| *parameter);
    if is_open(family) {
        return None;
    }
    let within = |inner: &Move, outer: &Move| {
        let outside = fold::and(vec![inner.guard.clone(), fold::not(outer.guard.clone())]);
        never(&outside, inner.amounts.len().max(outer.amounts.len()), scope)
    };
    let container = families.iter().enumerate().find(|(at, own)| {
        let other = &own.rule;
        let comparable = !is_open(own) && other.name != rule.name && other.leads_as(rule);
        // Of two moves that contain each other, the later one is told.
        comparable && within(rule, other) && !(index < *at && within(other, rule))
    });
    container.map(|(_, container)| container)
}

fn variables(condition: &Condition) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    condition.visit_variables(&mut |variable| {
        found.insert(variable);
    });
    found
}
