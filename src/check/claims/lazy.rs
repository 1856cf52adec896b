//! Conditions of claims whose cases look values up: each case is asked for its look-ups where it applies, and nowhere else.
use crate::ruleset::statement::{Formula, Lookup};
use crate::ruleset::{Condition, Part, Term, Variable};

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
    let looks_up = |term: &Term| {
        let mut found = false;
        term.visit_variables(&mut |variable| {
            found |= lookups.iter().any(|lookup| variable == Variable::Amount(lookup.slot));
        });
        found
    };
    let mut first = None;
    Part::Condition(condition).walk(&mut |part| {
        let Part::Term(Term::Cases(cases)) = part else { return first.is_none() };
        if first.is_none() && cases.iter().any(|case| looks_up(&case.1)) {
            first = Some(cases.clone());
        }
        false
    });
    first
}

/// The condition with a value in place of the cases; what other cases hold stays as it is.
fn in_condition(condition: &Condition, cases: &[(Condition, Term)], value: &Term) -> Condition {
    condition.map_terms(&mut |term| match term {
        Term::Cases(own) => Some(if own == cases { value.clone() } else { term.clone() }),
        _ => None,
    })
}
