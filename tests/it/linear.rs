//! The contract of `ruleset/linear`: what it says of a system is compared with all integer points of a box.
use nimdsl::ruleset::linear::{Eliminated, Inequality, eliminate, infeasible};
use proptest::prelude::*;

const VARIABLES: usize = 3;
const SIDE: i128 = 5;

fn rows() -> impl Strategy<Value = Vec<Inequality>> {
    let row = (prop::collection::vec(-3_i128..=3, VARIABLES), -8_i128..=8);
    prop::collection::vec(row.prop_map(|(coefficients, constant)| Inequality { coefficients, constant }), 1..6)
}

/// Rows that hold exactly in the box.
fn walls() -> Vec<Inequality> {
    let wall = |at: usize, sign: i128| {
        let coefficients = (0..VARIABLES).map(|own| if own == at { sign } else { 0 }).collect();
        Inequality { coefficients, constant: -SIDE }
    };
    (0..VARIABLES).flat_map(|at| [wall(at, 1), wall(at, -1)]).collect()
}

fn points() -> impl Iterator<Item = Vec<i128>> {
    let side = -SIDE..=SIDE;
    side.clone().flat_map(move |x| {
        let side = side.clone();
        side.clone().flat_map(move |y| side.clone().map(move |z| vec![x, y, z]))
    })
}

fn holds(row: &Inequality, point: &[i128]) -> bool {
    row.coefficients.iter().zip(point).map(|(a, b)| a * b).sum::<i128>() + row.constant <= 0
}

fn all_hold(rows: &[Inequality], point: &[i128]) -> bool {
    rows.iter().all(|row| holds(row, point))
}

proptest! {
    #[test]
    fn what_is_proved_infeasible_has_no_point(rows in rows()) {
        let rows: Vec<Inequality> = rows.into_iter().chain(walls()).collect();
        if infeasible(&rows, VARIABLES) {
            prop_assert_eq!(points().find(|point| all_hold(&rows, point)), None);
        }
    }

    #[test]
    fn a_system_without_points_for_one_variable_is_found(low in -20_i128..20, high in -20_i128..20, factor in 1_i128..5) {
        // factor * x >= low and factor * x <= high: there is a point if a multiple of the factor lies between.
        let rows = [
            Inequality { coefficients: vec![-factor], constant: low },
            Inequality { coefficients: vec![factor], constant: -high },
        ];
        let has_point = (-40..40).any(|x| low <= factor * x && factor * x <= high);
        prop_assert_eq!(infeasible(&rows, 1), !has_point);
    }

    #[test]
    fn every_point_satisfies_its_shadow(rows in rows(), variable in 0..VARIABLES) {
        match eliminate(&rows, variable) {
            Eliminated::Rows(shadow) => {
                prop_assert!(shadow.iter().all(|row| row.coefficients[variable] == 0));
                for point in points().filter(|point| all_hold(&rows, point)) {
                    prop_assert!(all_hold(&shadow, &point), "{point:?} is in {rows:?} and not in {shadow:?}");
                }
            }
            Eliminated::Infeasible => prop_assert_eq!(points().find(|point| all_hold(&rows, point)), None),
            Eliminated::Abandoned => {}
        }
    }

    #[test]
    fn the_shadow_along_a_variable_that_is_never_multiplied_is_exact(rows in rows(), variable in 0..VARIABLES) {
        let unit = |mut row: Inequality| {
            row.coefficients[variable] = row.coefficients[variable].signum();
            row
        };
        let rows: Vec<Inequality> = rows.into_iter().map(unit).collect();
        let Eliminated::Rows(shadow) = eliminate(&rows, variable) else { return Ok(()) };
        // Coefficients and constants are so small that a value of the variable is not far away.
        for mut point in points().filter(|point| point[variable] == 0 && all_hold(&shadow, point)) {
            let has_value = (-60..=60).any(|value| {
                point[variable] = value;
                all_hold(&rows, &point)
            });
            prop_assert!(has_value, "{point:?} is in the shadow {shadow:?} of {rows:?} alone");
        }
    }
}

#[test]
fn numbers_beyond_a_hundred_bits_are_not_worked_with() {
    let large = Inequality { coefficients: vec![1 << 99], constant: 0 };
    assert_eq!(large.plus(2, &large), None);
    assert!(large.plus(0, &large).is_some());
}

#[test]
fn a_system_that_is_too_large_is_not_called_infeasible() {
    // 0 satisfies all of them; whichever variable is taken first, there are 2,500 pairs.
    let row = |x: i128, y: i128| Inequality { coefficients: vec![x, y], constant: -5 };
    let pairs = (0..50).flat_map(|at| [row(1000 + at, 2000 - at * at), row(-1001 - at, at * at - 2003)]);
    let rows: Vec<Inequality> = pairs.collect();
    assert!((0..2).all(|variable| eliminate(&rows, variable) == Eliminated::Abandoned) && !infeasible(&rows, 2));
}
