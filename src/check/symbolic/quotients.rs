//! Bounds of amounts with an open parameter as a factor, as the quotients that they are: `b * i <= n` is `i <= floor(n / b)` for b >= 1. Knows nothing of
//! claims.
use crate::ruleset::{Comparison, Condition, Ruleset, Term, Variable};

/// The same game, with such bounds in the form of which most is known.
pub(super) fn with_quotients(mut ruleset: Ruleset) -> Ruleset {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return ruleset;
    }
    let (heaps, lows) = (ruleset.heaps.len(), ruleset.registers.iter().map(|register| register.low));
    let lows: Vec<i64> = lows.collect();
    for family in &mut ruleset.moves {
        family.guard = rewritten(&family.guard, &|at| lows.get(at.checked_sub(heaps)?).copied());
    }
    ruleset
}

/// Bounds that are asked beside others; of alternatives and negations nothing changes.
fn rewritten(guard: &Condition, low: &dyn Fn(usize) -> Option<i64>) -> Condition {
    match guard {
        Condition::And(parts) => Condition::And(parts.iter().map(|part| rewritten(part, low)).collect()),
        Condition::Compare(left, Comparison::AtMost, right) if !right.mentions_amounts() => {
            bound(left, right, low).unwrap_or_else(|| guard.clone())
        }
        _ => guard.clone(),
    }
}

fn bound(left: &Term, right: &Term, low: &dyn Fn(usize) -> Option<i64>) -> Option<Condition> {
    let (product, more) = match left {
        Term::Sum(parts) => match parts.as_slice() {
            [product, Term::Constant(more)] | [Term::Constant(more), product] => (product, *more),
            _ => return None,
        },
        product => (product, 0),
    };
    let Term::Product(one, other) = product else { return None };
    let is_amount = |term: &Term| matches!(term, Term::Variable(Variable::Amount(_)));
    let (amount, factor) = if is_amount(one) { (one, other) } else { (other, one) };
    if !is_amount(amount) {
        return None;
    }
    if matches!(**factor, Term::Constant(_)) || !is_positive(factor, low) {
        return None;
    }
    let above = match more.checked_neg()? {
        0 => right.clone(),
        less => Term::Sum(vec![right.clone(), Term::Constant(less)]),
    };
    let most = Term::FloorDivide(Box::new(above), factor.clone());
    Some(Condition::Compare((**amount).clone(), Comparison::AtMost, most))
}

/// Whether a term is 1 or more, as a sum of registers and numbers.
fn is_positive(term: &Term, low: &dyn Fn(usize) -> Option<i64>) -> bool {
    fn least(term: &Term, low: &dyn Fn(usize) -> Option<i64>) -> Option<i128> {
        match term {
            Term::Constant(number) => Some(*number),
            Term::Variable(Variable::Coordinate(at)) => low(*at).map(i128::from),
            Term::Sum(parts) => parts.iter().try_fold(0i128, |sum, part| sum.checked_add(least(part, low)?)),
            _ => None,
        }
    }
    least(term, low).is_some_and(|least| 1 <= least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_say_the_same_as_quotients() {
        let variable = |at| Term::Variable(Variable::Coordinate(at));
        let amount = || Term::Variable(Variable::Amount(0));
        let times = |left: Term, right: Term| Term::Product(Box::new(left), Box::new(right));
        let sum = |parts: &[Term]| Term::Sum(parts.to_vec());
        // The register at place 1 is 0 or more.
        let factor = || sum(&[variable(1), Term::Constant(2)]);
        let low = |at: usize| (at == 1).then_some(0);
        for (left, changes) in [
            (times(factor(), amount()), true),
            (times(amount(), factor()), true),
            (sum(&[times(factor(), amount()), Term::Constant(1)]), true),
            (sum(&[Term::Constant(-3), times(amount(), factor())]), true),
            (times(variable(1), amount()), false),
            (times(variable(0), amount()), false),
            (times(Term::Constant(3), amount()), false),
            (sum(&[times(factor(), amount()), variable(0)]), false),
        ] {
            let own = Condition::Compare(left, Comparison::AtMost, variable(0));
            let all = Condition::And(vec![Condition::Known(true), own.clone()]);
            let made = rewritten(&all, &low);
            assert_eq!(made != all, changes, "{own:?}");
            for (n, register, taken) in (0..30).flat_map(|n| (0..4).flat_map(move |c| (-3..20).map(move |i| (n, c, i))))
            {
                let holds = |condition: &Condition| condition.holds(&[n, register], &[taken]).expect("small");
                assert_eq!(holds(&all), holds(&made), "{own:?} at {n}, {register}, {taken}");
            }
            let denied = Condition::Not(Box::new(own));
            assert_eq!(rewritten(&denied, &low), denied);
        }
    }
}
