//! Conditions of claims whose cases look values up: each case is asked for its look-ups where it applies, and nowhere else.
use crate::ruleset::statement::{Formula, Lookup};
use crate::ruleset::{Condition, Term, Variable};

/// Conditions with more cases are not taken apart.
const MOST_CASES: usize = 64;

/// A condition after its look-ups, with the cases taken apart that look something up: `grundy(x) = cases { grundy(x - 3) if
/// 3 <= x; 0 otherwise }` asks for no value at x - 3 where x < 3.
pub(super) fn test(lookups: Vec<Lookup>, condition: Condition) -> Formula {
    let mut left = MOST_CASES;
    apart(&lookups, &condition, &mut left).unwrap_or(Formula::Test(lookups, condition))
}

fn apart(lookups: &[Lookup], condition: &Condition, left: &mut usize) -> Option<Formula> {
    let Some(cases) = first_cases(condition, lookups) else {
        return Some(Formula::Test(needed(lookups, condition), condition.clone()));
    };
    *left = left.checked_sub(cases.len())?;
    let mut rest = None;
    for (guard, value) in cases.iter().rev() {
        let here = apart(lookups, &in_condition(condition, &cases, value), left)?;
        let holds = apart(lookups, guard, left)?;
        rest = Some(match (guard, rest) {
            (Condition::Known(true), _) => here,
            (_, rest) => {
                let otherwise = rest.unwrap_or_else(|| nowhere(lookups, condition));
                let not = Formula::Not(Box::new(holds.clone()));
                Formula::Or(vec![Formula::And(vec![holds, here]), Formula::And(vec![not, otherwise])])
            }
        });
    }
    rest
}

/// Where no case applies there is no value, as the whole condition says.
fn nowhere(lookups: &[Lookup], condition: &Condition) -> Formula {
    Formula::Test(lookups.to_vec(), condition.clone())
}

/// The look-ups that a condition needs, with those that their positions need.
fn needed(lookups: &[Lookup], condition: &Condition) -> Vec<Lookup> {
    let mut slots = Vec::new();
    let mut note = |variable: Variable| {
        if let Variable::Amount(slot) = variable {
            slots.push(slot);
        }
    };
    condition.visit_variables(&mut note);
    let mut kept: Vec<Lookup> = Vec::new();
    for lookup in lookups.iter().rev() {
        if slots.contains(&lookup.slot) {
            for term in &lookup.position {
                term.visit_variables(&mut |variable| {
                    if let Variable::Amount(slot) = variable {
                        slots.push(slot);
                    }
                });
            }
            kept.push(lookup.clone());
        }
    }
    kept.reverse();
    kept
}

/// The outermost cases, the first from the left, one of whose values looks something up.
fn first_cases(condition: &Condition, lookups: &[Lookup]) -> Option<Vec<(Condition, Term)>> {
    match condition {
        Condition::Known(_) => None,
        Condition::Compare(left, _, right) => in_term(left, lookups).or_else(|| in_term(right, lookups)),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().find_map(|part| first_cases(part, lookups)),
        Condition::Not(inner) => first_cases(inner, lookups),
    }
}

fn in_term(term: &Term, lookups: &[Lookup]) -> Option<Vec<(Condition, Term)>> {
    let all = |parts: &[Term]| parts.iter().find_map(|part| in_term(part, lookups));
    match term {
        Term::Cases(cases) => {
            let looks_up = |term: &Term| {
                let mut found = false;
                term.visit_variables(&mut |variable| {
                    found |= lookups.iter().any(|lookup| variable == Variable::Amount(lookup.slot));
                });
                found
            };
            cases.iter().any(|case| looks_up(&case.1)).then(|| cases.clone())
        }
        Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) | Term::Xor(parts) => all(parts),
        Term::Product(left, right)
        | Term::FloorDivide(left, right)
        | Term::Modulo(left, right)
        | Term::Power(left, right) => in_term(left, lookups).or_else(|| in_term(right, lookups)),
        Term::SquareRoot(inner) | Term::Recursive(_, inner) | Term::Own(inner) => in_term(inner, lookups),
        Term::Constant(_) | Term::Variable(_) => None,
    }
}

/// The condition with a value in place of the cases.
fn in_condition(condition: &Condition, cases: &[(Condition, Term)], value: &Term) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| in_condition(part, cases, value)).collect();
    match condition {
        Condition::Known(known) => Condition::Known(*known),
        Condition::Compare(left, comparison, right) => {
            Condition::Compare(replaced(left, cases, value), *comparison, replaced(right, cases, value))
        }
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(in_condition(inner, cases, value))),
    }
}

fn replaced(term: &Term, cases: &[(Condition, Term)], value: &Term) -> Term {
    let all = |parts: &[Term]| parts.iter().map(|part| replaced(part, cases, value)).collect();
    let boxed = |part: &Term| Box::new(replaced(part, cases, value));
    match term {
        Term::Cases(own) if own == cases => value.clone(),
        Term::Constant(_) | Term::Variable(_) | Term::Cases(_) => term.clone(),
        Term::Sum(parts) => Term::Sum(all(parts)),
        Term::Min(parts) => Term::Min(all(parts)),
        Term::Max(parts) => Term::Max(all(parts)),
        Term::Xor(parts) => Term::Xor(all(parts)),
        Term::Product(left, right) => Term::Product(boxed(left), boxed(right)),
        Term::FloorDivide(left, right) => Term::FloorDivide(boxed(left), boxed(right)),
        Term::Modulo(left, right) => Term::Modulo(boxed(left), boxed(right)),
        Term::Power(left, right) => Term::Power(boxed(left), boxed(right)),
        Term::SquareRoot(inner) => Term::SquareRoot(boxed(inner)),
        Term::Recursive(recursion, inner) => Term::Recursive(recursion.clone(), boxed(inner)),
        Term::Own(inner) => Term::Own(boxed(inner)),
    }
}
