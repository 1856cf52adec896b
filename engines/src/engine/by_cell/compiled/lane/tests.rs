//! Tests of the file above.
use super::LaneNumber;

#[test]
fn divisions_by_one_number_are_those_of_each() {
    let most = 1 << 30;
    let near: Vec<i32> = (-70..=70).flat_map(|at| [at, most - 70 - at, -most + 70 + at, at * 7_654_321]).collect();
    for by in (-40..=40).chain([97, -97, 641, 65_535, 65_537, -65_537, most, -most, most - 1, 1 - most]) {
        let mut out = vec![0; near.len()];
        i32::quotients(&mut out, &near, by);
        let each: Vec<i32> = near.iter().map(|own| own.quotient(by)).collect();
        assert_eq!(out, each, "quotients by {by}");
        i32::remainders(&mut out, &near, by);
        let each: Vec<i32> = near.iter().map(|own| own.remainder(by)).collect();
        assert_eq!(out, each, "remainders of {by}");
    }
}

#[test]
fn wide_divisions_by_one_number_are_those_of_each() {
    let most = 1 << 60;
    let near: Vec<i64> = (-70..=70).flat_map(|at| [at, at * 7_654_321]).collect();
    let far: Vec<i64> =
        (-70..=70).flat_map(|at| [at, most - 70 - at, -most + 70 + at, (1 << 30) + at, at - (1 << 30)]).collect();
    for by in
        (-40..=40).chain([97, -97, 641, 65_537, -65_537, 1 << 30, -1 << 30, 1 << 40, most, -most, most - 1, 1 - most])
    {
        for all in [&near, &far] {
            let (mut quotients, mut remainders) = (vec![0; all.len()], vec![0; all.len()]);
            i64::quotients(&mut quotients, all, by);
            i64::remainders(&mut remainders, all, by);
            let each: Vec<(i64, i64)> = all.iter().map(|own| (own.quotient(by), own.remainder(by))).collect();
            assert_eq!(quotients.into_iter().zip(remainders).collect::<Vec<_>>(), each, "by {by}");
        }
    }
}

#[test]
fn multiples_of_one_number_are_those_of_each() {
    let near: Vec<i64> = (-1000..=1000).map(|at| at * 7_654_321).collect();
    for by in (-70..=70).chain([1 << 20, -(1 << 20), 1 << 29]) {
        let mut out = vec![0; near.len()];
        i64::multiples(&mut out, &near, by);
        assert_eq!(out, near.iter().map(|own| own * by).collect::<Vec<_>>(), "by {by}");
    }
}
