//! Tests of `fold.rs`.
use super::*;
use crate::ruleset::Variable;

/// Terms of two coordinates, constants among them, and terms that folding takes apart.
fn terms() -> Vec<Term> {
    let [x, y] = [0, 1].map(|at| Term::Variable(Variable::Coordinate(at)));
    let two = || Box::new(Term::Constant(2));
    let mut all: Vec<Term> = (-3..=3).map(Term::Constant).collect();
    all.extend([
        x.clone(),
        y.clone(),
        Term::Sum(vec![x.clone(), Term::Constant(1)]),
        Term::Sum(vec![x.clone(), y.clone(), Term::Constant(-2)]),
        Term::Product(two(), Box::new(y.clone())),
        Term::Product(Box::new(x.clone()), Box::new(y.clone())),
        Term::FloorDivide(Box::new(x.clone()), two()),
        Term::Max(vec![x, y]),
    ]);
    all
}

const POSITIONS: [[i64; 2]; 5] = [[0, 0], [1, 0], [0, 3], [2, 5], [7, 4]];

/// What folding builds has the value of the plain operation, wherever that has one.
fn same(built: &Result<Term, FoldFailure>, plain: &Term) {
    for position in POSITIONS {
        let Ok(expected) = plain.evaluate(&position, &[]) else { continue };
        let built = built.as_ref().unwrap_or_else(|why| panic!("{plain:?}: {why:?}"));
        assert_eq!(built.evaluate(&position, &[]), Ok(expected), "{plain:?} at {position:?} as {built:?}");
    }
}

#[test]
fn a_folded_term_has_the_value_of_the_plain_one() {
    for a in terms() {
        for b in terms() {
            let both = || (Box::new(a.clone()), Box::new(b.clone()));
            let pair = || vec![a.clone(), b.clone()];
            same(&sum(pair()), &Term::Sum(pair()));
            same(&product(a.clone(), b.clone()), &Term::Product(both().0, both().1));
            same(&floor_divide(a.clone(), b.clone()), &Term::FloorDivide(both().0, both().1));
            same(&modulo(a.clone(), b.clone()), &Term::Modulo(both().0, both().1));
            same(&Ok(min(pair())), &Term::Min(pair()));
            same(&Ok(max(pair())), &Term::Max(pair()));
            same(&xor(pair(), &|_| true), &Term::Xor(pair()));
        }
        let opposite = Term::Product(Box::new(Term::Constant(-1)), Box::new(a.clone()));
        same(&negative(a.clone()), &opposite);
        same(&difference(Term::Constant(4), a.clone()), &Term::Sum(vec![Term::Constant(4), opposite]));
        same(&square_root(a.clone()), &Term::SquareRoot(Box::new(a)));
    }
}

/// A nim-sum has a value at the same positions however it is folded: `(x - 3) xor 0` has none at x = 2, and neither has
/// `xor(x - 3)`.
#[test]
fn a_folded_nim_sum_has_no_value_more() {
    for a in terms() {
        for parts in
            [vec![a.clone()], vec![a.clone(), Term::Constant(0)], vec![Term::Constant(2), Term::Constant(2), a]]
        {
            let plain = Term::Xor(parts.clone());
            let built = xor(parts, &|_| true);
            for position in POSITIONS {
                let folded = built.as_ref().ok().and_then(|term| term.evaluate(&position, &[]).ok());
                assert_eq!(folded, plain.evaluate(&position, &[]).ok(), "{plain:?} at {position:?} as {built:?}");
            }
        }
    }
}

#[test]
fn a_folded_condition_holds_where_the_plain_one_does() {
    let known = [Condition::Known(true), Condition::Known(false)];
    let compared = terms().into_iter().flat_map(|left| {
        let kinds = [Comparison::AtMost, Comparison::Equal, Comparison::Different];
        kinds.map(|kind| (left.clone(), kind, Term::Variable(Variable::Coordinate(1))))
    });
    let mut all: Vec<Condition> = known.to_vec();
    for (left, kind, right) in compared {
        let plain = Condition::Compare(left.clone(), kind, right.clone());
        let built = compare(left, kind, right);
        for position in POSITIONS {
            assert_eq!(built.holds(&position, &[]), plain.holds(&position, &[]), "{plain:?} at {position:?}");
        }
        all.push(built);
    }
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        for position in POSITIONS {
            let of = |condition: &Condition| condition.holds(&position, &[]).expect("a value everywhere");
            let pair = || vec![a.clone(), b.clone()];
            assert_eq!(of(&and(pair())), of(a) && of(b), "{a:?} and {b:?}");
            assert_eq!(of(&or(pair())), of(a) || of(b), "{a:?} or {b:?}");
            assert_eq!(of(&not(a.clone())), !of(a), "not {a:?}");
        }
    }
}

#[test]
fn what_is_constant_is_computed() {
    let number = Term::Constant;
    assert_eq!(sum(vec![number(2), number(-2)]), Ok(number(0)));
    assert_eq!(floor_divide(number(-7), number(2)), Ok(number(-4)));
    assert_eq!(modulo(number(-7), number(2)), Ok(number(1)));
    assert_eq!(modulo(number(7), number(-2)), Ok(number(-1)));
    assert_eq!(exact(number(6), 3).map(|term| term.evaluate(&[], &[])), Ok(Ok(2)));
    assert_eq!(xor(vec![number(5), number(3)], &|_| false), Ok(number(6)));
    assert_eq!(xor(vec![number(-1)], &|_| false), Err(FoldFailure::Negative));
    assert_eq!(floor_divide(number(1), number(0)), Err(FoldFailure::ZeroDivisor));
    assert_eq!(product(number(LIMIT - 1), number(2)), Err(FoldFailure::TooLarge));
}
