//! Tests of the file above.
use super::*;
use crate::engine::moves::differences::natural;
use proptest::prelude::*;

fn rows(all: &[(&[i128], i128)]) -> Vec<Inequality> {
    all.iter().map(|(row, constant)| Inequality { coefficients: row.to_vec(), constant: *constant }).collect()
}

#[test]
fn the_moves_of_triangular_nim_have_two_steps() {
    // 2 <= i, 1 <= j < i.
    let module = generators(&rows(&[(&[-1, 0], 2), (&[0, -1], 1), (&[-1, 1], 1)]), 2).expect("few");
    assert_eq!(module.starts, [vec![2, 1]]);
    assert_eq!(module.steps, [vec![1, 0], vec![1, 1]]);
}

fn difference(left: &[i128], right: &[i128]) -> Vec<i128> {
    left.iter().zip(right).map(|(a, b)| a - b).collect()
}

/// A row of a system: factors, and a constant.
fn row(variables: usize) -> impl Strategy<Value = Inequality> {
    let factors = prop::collection::vec(-3..=3i128, variables);
    (factors, -6..=6i128).prop_map(|(coefficients, constant)| Inequality { coefficients, constant })
}

/// Some rows over natural numbers, of which there are two or three.
fn systems() -> impl Strategy<Value = (Vec<Inequality>, usize)> {
    (2..=3usize).prop_flat_map(|variables| {
        prop::collection::vec(row(variables), 0..4).prop_map(move |mut rows| {
            rows.extend((0..variables).map(|at| natural(at, variables)));
            (rows, variables)
        })
    })
}

proptest! {
    /// Starts and steps satisfy the rows, so whatever they generate does; and every solution of a box comes down to a start.
    #[test]
    fn solutions_are_what_is_generated((rows, variables) in systems()) {
        let Ok(module) = generators(&rows, variables) else { return Ok(()) };
        let all: Vec<&Inequality> = rows.iter().collect();
        let wide = |vector: &Vector| vector.iter().map(|value| i128::from(*value)).collect::<Vec<i128>>();
        let cone: Vec<Inequality> =
            rows.iter().map(|row| Inequality { coefficients: row.coefficients.clone(), constant: 0 }).collect();
        let cone: Vec<&Inequality> = cone.iter().collect();
        let (starts, steps): (Vec<_>, Vec<_>) =
            (module.starts.iter().map(wide).collect(), module.steps.iter().map(wide).collect());
        prop_assert!(starts.iter().all(|start| satisfies(&all, start)), "{module:?}");
        prop_assert!(steps.iter().all(|step| satisfies(&cone, step) && step.iter().any(|value| *value != 0)));
        for mut point in solutions(&all, &vec![(0, 9); variables]).expect("the box is small") {
            while let Some(step) = steps.iter().find(|step| satisfies(&all, &difference(&point, step))) {
                point = difference(&point, step);
            }
            prop_assert!(starts.contains(&point), "{point:?} of {module:?}");
        }
    }
}

#[test]
fn a_straight_line_and_too_large_numbers_are_told_apart() {
    assert_eq!(generators(&rows(&[(&[1, 1], 0), (&[-1, -1], 0)]), 2), Err(NoModule::BothWays));
    let large = generators(&rows(&[(&[1 << 21, 1], 0), (&[-1, 0], 0)]), 2);
    assert!(matches!(large, Err(NoModule::Unfit(_))), "{large:?}");
    // 1 <= l < 65535 k: a step for each slope.
    let narrow = generators(&rows(&[(&[0, -1], 1), (&[-65_535, 1], 1)]), 2);
    assert!(matches!(narrow, Err(NoModule::Unfit(_))), "{narrow:?}");
    let none = generators(&rows(&[(&[0, 0], 1)]), 2);
    assert_eq!(none, Ok(Module { starts: Vec::new(), steps: Vec::new() }));
}

#[test]
fn a_slanted_cone_has_a_step_inside() {
    // 0 <= i, i <= 2 j, j <= 2 i: the Hilbert basis is (1, 1), (1, 2), (2, 1).
    let module = generators(&rows(&[(&[-2, 1], 0), (&[1, -2], 0)]), 2).expect("few");
    let mut steps = module.steps;
    steps.sort();
    assert_eq!(steps, [vec![1, 1], vec![1, 2], vec![2, 1]]);
    assert_eq!(module.starts, [vec![0, 0]]);
}
