//! Random conjunctions of squares, signs and bounds: without the bounds that are left out they hold at the same numbers.
use super::*;
use crate::ruleset::Variable;
use proptest::prelude::*;

fn number(value: i128) -> Term {
    Term::Constant(value)
}

/// A linear term in two coordinates.
fn form([a, b, c]: [i128; 3]) -> Term {
    let times = |factor: i128, at: usize| {
        Term::Product(Box::new(number(factor)), Box::new(Term::Variable(Variable::Coordinate(at))))
    };
    Term::Sum(vec![times(a, 0), times(b, 1), number(c)])
}

fn squared(factor: i128, side: [i128; 3]) -> Term {
    let side = Box::new(form(side));
    Term::Product(Box::new(number(factor)), Box::new(Term::Product(side.clone(), side)))
}

fn at_most(left: Term, right: Term) -> Condition {
    Condition::Compare(left, Comparison::AtMost, right)
}

fn value(term: &Term, at: [i128; 2]) -> i128 {
    match term {
        Term::Constant(value) => *value,
        Term::Variable(Variable::Coordinate(coordinate)) => at[*coordinate],
        Term::Sum(parts) => parts.iter().map(|part| value(part, at)).sum(),
        Term::Product(left, right) => value(left, at) * value(right, at),
        other => panic!("{other:?}"),
    }
}

fn holds(condition: &Condition, at: [i128; 2]) -> bool {
    match condition {
        Condition::Compare(left, Comparison::AtMost, right) => value(left, at) <= value(right, at),
        Condition::Or(parts) => parts.iter().any(|part| holds(part, at)),
        other => panic!("{other:?}"),
    }
}

/// Two sides of squares, conditions of all kinds about them, and bounds that are near the root, on both sides of it.
fn conjunctions() -> impl Strategy<Value = Vec<Condition>> {
    let side = || [-2..3i128, -2..3i128, -1..2i128];
    let part = (0..6usize, -3..4i128, -3..4i128, 1..4i128, 1..4i128, -1..2i128);
    (side(), side(), prop::collection::vec(part, 2..6)).prop_map(|(s, r, parts)| {
        let sum =
            |p: i128, q: i128, c: i128| form([0, 1, 2].map(|at| p * s[at] + q * r[at] + if at == 2 { c } else { 0 }));
        let made = parts.into_iter().map(|(kind, p, q, a, b, c)| match kind {
            0 => at_most(squared(a, s), squared(b, r)),
            1 => Condition::Or(vec![at_most(sum(p.signum(), 0, c), number(0)), at_most(squared(a, s), squared(b, r))]),
            2 => at_most(sum(p.signum(), 0, c), number(0)),
            3 => at_most(number(c), sum(0, q, 0)),
            _ => at_most(sum(p, q, 0), number(c.max(0))),
        });
        made.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn what_is_left_out_follows_from_the_rest(parts in conjunctions()) {
        let kept = without_rational_bounds(&parts);
        for at in (-9..10).flat_map(|x| (-9..10).map(move |y| [x, y])) {
            let all = parts.iter().all(|part| holds(part, at));
            prop_assert_eq!(all, kept.iter().all(|part| holds(part, at)), "{:?} of {:?} at {:?}", kept, parts, at);
        }
    }
}

/// The bounds that conditions with roots have, as they are written: of y <= sqrt(2) * x, with 99 / 70 above the root and 7 / 5 below.
#[test]
fn bounds_beside_roots_are_left_out() {
    let (x, y) = ([1, 0, 0], [0, 1, 0]);
    let bound = |p: i128, q: i128| at_most(form([p, q, 0]), number(0));
    let zero = || number(0);
    let excuse = |bound: Condition| {
        let squares = at_most(squared(1, y), squared(2, x));
        vec![at_most(form([-1, 0, 0]), number(-1)), bound, Condition::Or(vec![at_most(form(y), zero()), squares])]
    };
    assert_eq!(without_rational_bounds(&excuse(bound(-99, 70))).len(), 2);
    assert_eq!(without_rational_bounds(&excuse(bound(-7, 5))).len(), 3);
    // sqrt(2) * x + y <= 0.
    let plain = |bound: Condition| {
        vec![at_most(zero(), form(x)), at_most(form(y), zero()), bound, at_most(squared(2, x), squared(1, y))]
    };
    assert_eq!(without_rational_bounds(&plain(bound(7, 5))).len(), 3);
    assert_eq!(without_rational_bounds(&plain(bound(99, 70))).len(), 4);
}
