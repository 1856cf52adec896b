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
