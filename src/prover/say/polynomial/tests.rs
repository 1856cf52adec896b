//! Tests of `polynomial.rs`.
use super::*;
use proptest::prelude::*;

const POINTS: std::ops::RangeInclusive<i64> = -7..=7;

fn terms() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (-6_i128..=6).prop_map(Term::Constant),
        (0_usize..2).prop_map(|at| Term::Variable(Variable::Coordinate(at))),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            prop::collection::vec(inner, 1..4).prop_map(Term::Sum),
            (boxed.clone(), boxed.clone()).prop_map(|(left, right)| Term::Product(left, right)),
            (boxed.clone(), 1_i128..5)
                .prop_map(|(left, divisor)| Term::FloorDivide(left, Box::new(Term::Constant(divisor)))),
            (boxed, 0_i128..3).prop_map(|(base, exponent)| Term::Power(base, Box::new(Term::Constant(exponent)))),
        ]
    })
}

fn points() -> impl Iterator<Item = [i64; 2]> {
    POINTS.flat_map(|x| POINTS.map(move |y| [x, y]))
}

/// The numerator at a point, monomial by monomial.
fn numerator(polynomial: &Polynomial, point: [i64; 2]) -> i128 {
    let value = |variable: &Variable| match variable {
        Variable::Coordinate(at) => i128::from(point[*at]),
        Variable::Amount(_) => unreachable!("these terms have none"),
    };
    let monomial = |of: &Monomial| of.iter().map(|(own, exponent)| value(own).pow(*exponent)).product::<i128>();
    polynomial.parts.iter().map(|(own, coefficient)| coefficient * monomial(own)).sum()
}

proptest! {
    #[test]
    fn a_polynomial_has_the_value_of_its_term(term in terms()) {
        let Some(found) = polynomial(&term) else { return Ok(()) };
        for point in points() {
            let value = term.evaluate(&point, &[]).expect("polynomials have values");
            prop_assert_eq!(numerator(&found, point), value * found.denominator(), "{:?} at {:?}", &term, point);
        }
    }

    #[test]
    fn what_is_whole_is_told_by_all_residues(term in terms(), divisor in 1_i128..=7) {
        let Some(over) = polynomial(&term).and_then(|known| known.over(divisor)) else { return Ok(()) };
        // The points run through all residues of denominators up to 15.
        prop_assume!(over.denominator() <= 15);
        let expected = points().all(|point| numerator(&over, point) % over.denominator() == 0);
        prop_assert_eq!(over.is_whole(), expected);
    }

    #[test]
    fn a_linear_difference_has_the_sign_of_the_difference(left in terms(), right in terms()) {
        let Some(difference) = linear_difference(&left, &right) else { return Ok(()) };
        for point in points() {
            let [left, right, found] =
                [&left, &right, &difference].map(|term| term.evaluate(&point, &[]).expect("polynomials have values"));
            prop_assert_eq!((left - right).signum(), found.signum());
        }
    }
}
