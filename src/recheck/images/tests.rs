//! Tests of the file above.
use super::*;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// So far numbers are tried one by one, and so far beyond them the images that others may have.
const TRIED: usize = 120;
const BEYOND: usize = 80;

/// What `gives_least` says, for all numbers below a bound.
fn is_least(image: &NumberMap, passed: &NumberMap, least: usize) -> bool {
    let images: Vec<i64> = (0..TRIED + BEYOND).map(|number| image.at(number)).collect();
    (0..TRIED).all(|number| {
        // More and more of them are met.
        let mut met: Vec<i64> = vec![passed.at(number)];
        met.extend((0..number.max(least)).filter(|other| *other != number).map(|other| images[other]));
        (number.max(least)..number.max(least) + BEYOND).all(|last| {
            if last != number {
                met.push(images[last]);
            }
            (0..=1 << 10).find(|value| !met.contains(value)) == Some(images[number])
        })
    })
}

/// A map with few first numbers, which are often those of one that is right.
fn any_map() -> impl Strategy<Value = (Vec<u64>, Vec<i64>)> {
    let swaps = Just((Vec::new(), vec![1, -1]));
    let shifted = Just((vec![1, 2, 0], vec![1, -1]));
    let turned = Just((vec![1, 2, 0], vec![1, 1, -2]));
    let any = (prop::collection::vec(0..6u64, 0..4), prop::collection::vec(-3..4i64, 1..4));
    let right = prop_oneof![swaps, shifted, turned];
    let nearly = (right.clone(), 0..6usize, -1..2i64).prop_map(|((first, then), at, by)| {
        let (mut first, mut then): (Vec<u64>, Vec<i64>) = (first, then);
        if let Some(one) = first.get_mut(at) {
            *one = one.saturating_add_signed(by);
        } else {
            let place = at % then.len();
            then[place] += by;
        }
        (first, then)
    });
    prop_oneof![2 => right, 2 => nearly, 1 => any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn maps_are_confirmed_where_they_give_the_least_number(
        image in any_map(),
        passed in prop_oneof![Just((Vec::new(), vec![0])), any_map()],
        least in 0..12usize,
    ) {
        let [image, passed] = [image, passed].map(|(first, then)| NumberMap::checked(&first, &then));
        let (Ok(image), Ok(passed)) = (image, passed) else { return Ok(()) };
        let cancel = AtomicBool::new(false);
        let told = gives_least(&CheckEffort::new(&cancel), &image, &passed, least);
        prop_assert_eq!(told.is_ok(), is_least(&image, &passed, least), "{:?} {:?} {}: {:?}", image, passed, least, told);
    }
}

/// Both answers are given, and a fault far from the first numbers is found.
#[test]
fn right_and_wrong_maps_are_told_apart() {
    let cancel = AtomicBool::new(false);
    let told = |first: &[u64], then: &[i64], least| {
        let map = NumberMap::checked(first, then).expect("a map");
        gives_least(&CheckEffort::new(&cancel), &map, &NumberMap::identity(), least).is_ok()
    };
    assert!(told(&[], &[1, -1], 0) && told(&[1, 2, 0], &[1, -1], 3));
    // 0 has no image below it that could be left out.
    assert!(!told(&[], &[1], 0) && !told(&[], &[0], 0));
    // 40 numbers are moved by one place, and then the last comes first.
    let first: Vec<u64> = (1..40).chain([0]).collect();
    assert_eq!(
        told(&first, &[1, -1], 40),
        is_least(&NumberMap::checked(&first, &[1, -1]).expect("a map"), &NumberMap::identity(), 40)
    );
}
