//! Tests of `between.rs`.
use super::*;
use proptest::prelude::*;

/// Bounds of a number, near or far; the number is one of the two, or lies between.
fn around() -> impl Strategy<Value = (i128, Between)> {
    (-9..10i128, prop::option::of(0..4i128), prop::option::of(0..4i128)).prop_map(|(value, below, above)| {
        (value, Between { low: below.map(|by| value - by), high: above.map(|by| value + by) })
    })
}

fn holds(all: Between, value: i128) -> bool {
    all.low.is_none_or(|low| low <= value) && all.high.is_none_or(|high| value <= high)
}

proptest! {
    #[test]
    fn results_lie_between_their_bounds((one, ones) in around(), (two, twos) in around()) {
        prop_assert!(holds(ones.plus(twos), one + two));
        prop_assert!(holds(ones.times(twos), one * two));
        prop_assert!(holds(ones.negative(), -one));
        if two != 0 {
            let rest = one.rem_euclid(two);
            let floor = (one - if 0 < rest && two < 0 { rest + two } else { rest }) / two;
            prop_assert!(holds(ones.divided(twos), floor));
        }
        if 0 <= two {
            prop_assert!(holds(ones.power(twos), one.pow(u32::try_from(two).expect("it is small"))));
        }
        prop_assert!(holds(Between::least(&[ones, twos]), one.min(two)));
        prop_assert!(holds(Between::greatest(&[ones, twos]), one.max(two)));
        prop_assert_ne!(ones.at_most(twos), Some(two < one));
        prop_assert_ne!(ones.equals(twos), Some(one != two));
    }
}

#[test]
fn the_ends_of_128_bits_bound_what_lies_beyond() {
    let greatest = Between::only(i128::MAX);
    assert_eq!(greatest.plus(Between::only(1)), Between::at_least(i128::MAX));
    assert_eq!(Between::only(i128::MIN).plus(Between::only(-1)), Between { low: None, high: Some(i128::MIN) });
    assert_eq!(greatest.times(Between::only(-2)).high, Some(-i128::MAX));
    assert_eq!(greatest.times(Between::only(-2)).low, None);
    assert_eq!(Between::only(i128::MIN).negative(), Between::at_least(i128::MAX));
    assert_eq!(Between::only(-3).power(Between::only(201)).high, Some(i128::MIN));
    assert_eq!(Between::only(-3).power(Between::only(200)), Between::at_least(i128::MAX));
    // Two numbers beyond the same end are not compared.
    let far = Between::from(End::Above);
    assert_eq!((far.at_most(far), far.equals(far)), (None, None));
    assert_eq!(far.at_most(greatest), None);
    assert_eq!(greatest.at_most(far), Some(true));
}
