//! Tests of `far.rs`.
use super::*;
use crate::search::relation::form::{Clause, LinearForm, Literal};
use crate::search::relation::p_positions::{StripScratch, continue_chain, is_kernel};

fn at_most_zero(heaps: [i64; 2], option: [i64; 2], constant: i64) -> Literal {
    Literal::AtMostZero(LinearForm::new(heaps, option, constant))
}

/// Triangular Nim: i from one heap, j < i to the other, 2 <= i and 1 <= j.
fn triangular() -> MoveRelation {
    let clause = |unit: [i64; 2], other: [i64; 2]| -> Clause {
        let minus = |unit: [i64; 2]| [-unit[0], -unit[1]];
        vec![
            at_most_zero(minus(unit), unit, 2),
            at_most_zero(other, minus(other), 1),
            at_most_zero([-1, -1], [1, 1], 1),
        ]
    };
    MoveRelation(vec![clause([1, 0], [0, 1]), clause([0, 1], [1, 0])])
}

fn rules() -> Vec<MoveRelation> {
    let added = [
        // j < i + 2, j <= i, j < x', j <= x, and j <= i with y - x < i.
        vec![at_most_zero([-1, 1], [1, -1], -1)],
        vec![at_most_zero([-1, 1], [1, -1], 0)],
        vec![at_most_zero([0, 1], [-1, -1], 1)],
        vec![at_most_zero([-1, 1], [0, -1], 0)],
        vec![at_most_zero([-1, 1], [1, -1], 0), at_most_zero([-2, 1], [1, 0], 1)],
        // 2 * j - i < 2 * x' + 1, j != x', and j < i + 2 with j != 2 * x' and with x' != 3.
        vec![at_most_zero([-1, 2], [-1, -2], 0)],
        vec![Literal::NotZero(LinearForm::new([0, 1], [-1, -1], 0)), at_most_zero([1, 0], [-1, -1], 1)],
        vec![at_most_zero([-1, 1], [1, -1], -1), Literal::NotZero(LinearForm::new([0, 1], [-2, -1], 0))],
        vec![at_most_zero([-1, 1], [1, -1], -1), Literal::NotZero(LinearForm::new([0, 0], [1, 0], -3))],
        vec![at_most_zero([-1, 1], [1, -1], -1), Literal::NotZero(LinearForm::new([-1, 0], [0, 0], 17))],
        vec![at_most_zero([-1, 1], [1, -1], -1), Literal::NotZero(LinearForm::new([-1, 2], [0, 0], 1))],
    ];
    let rules = added.into_iter().map(|clause| MoveRelation::removal().and(&MoveRelation(vec![clause])));
    rules.flat_map(|added| [added.or(&triangular()), added]).collect()
}

#[test]
fn rows_at_once_say_what_rows_one_by_one_say() {
    let (context, mut scratch) = (Context::default(), StripScratch::default());
    let mut right = 0;
    for relation in rules() {
        let mut set = vec![(0, 0), (0, 1)];
        continue_chain(&relation, &mut set, 900, 200, &mut scratch);
        for left_out in (0..set.len()).filter(|index| index % 5 == 0 || *index < 12) {
            for moved in [None, Some((0, 0)), Some((0, 1)), Some((1, 1)), Some((0, -1))] {
                let mut changed = set.clone();
                let pair = changed.remove(left_out);
                changed.extend(moved.map(|by: Pair| (pair.0 + by.0, pair.1 + by.1)));
                // Just beyond the changed pair nothing else is wrong yet.
                for total in [40, 399, 800, pair.0 + pair.1, pair.0 + pair.1 + 4] {
                    let expected = is_kernel(&relation, &changed, total, &mut scratch, &context);
                    let far = is_kernel_far(&relation, &changed, total, i64::MAX, &context);
                    right += usize::from(expected);
                    assert_eq!(far == Far::Right, expected, "{relation:?} {changed:?} {total}");
                }
            }
        }
    }
    assert!(100 < right, "{right} sets are right");
}

/// Numbers that look random, from a linear congruence.
fn chance(seed: &mut u64, below: i64) -> i64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    i64::try_from(*seed >> 33).expect("31 bits") % below
}

#[test]
fn rows_that_are_left_out_are_covered() {
    let (total, mut seed, mut left_out) = (60, 1, 0);
    for _ in 0..4000 {
        let mut number = |low: i64, high: i64| low + chance(&mut seed, high - low + 1);
        let clauses = (0..3).map(|_| {
            let mut literal = || {
                let form =
                    LinearForm::new([number(-2, 2), number(-2, 2)], [number(-1, 1), number(-1, 1)], number(-30, 10));
                if number(0, 5) == 0 { Literal::NotZero(form) } else { Literal::AtMostZero(form) }
            };
            (0..2).map(|_| literal()).collect()
        });
        let relation = MoveRelation(clauses.collect());
        let mut strips = Strips::default();
        for option in [(0, 0), (2, 5), (9, 14)] {
            strips.add(&relation, option);
        }
        let mut rows = FarRows::new(strips.all(), total);
        for small in 0..=total / 2 {
            rows.at(small);
            let Some(last) = rows.covered_up_to(small) else { continue };
            for row in small..=last.min(total / 2) {
                let mut intervals = Vec::new();
                strips.all().iter().for_each(|strip| strip.at(row, (row, total - row), &mut intervals));
                let gap = first_gap(&mut intervals, row);
                assert!(total - row < gap, "{relation:?}: from {small} to {last}, but not ({row}, {gap})");
                left_out += row - small;
            }
        }
    }
    assert!(20_000 < left_out, "{left_out} rows");
}

#[test]
fn rows_between_p_positions_are_not_looked_at() {
    let relation = &rules()[0];
    let mut set = vec![(0, 0), (0, 2)];
    let total = 2_000_000;
    continue_chain(relation, &mut set, total, 5000, &mut StripScratch::default());
    assert_eq!(set[3], (6, 12), "k (k + 1)");
    let most = 4_000_000;
    assert_eq!(is_kernel_far(relation, &set, total, most, &Context::default()), Far::Right);
    assert!(matches!(is_kernel_far(relation, &set, total, 1000, &Context::default()), Far::TooLong(_)));
    set.remove(700);
    assert_eq!(is_kernel_far(relation, &set, total, most, &Context::default()), Far::Wrong);
}
