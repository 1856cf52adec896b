//! Tests of `standing.rs`.
use super::Standing::{False, NoCounterexample, NoWitness, True, Undecided, Void};
use super::*;
use proptest::prelude::*;

const ALL: [Standing; 6] = [False, NoWitness, Undecided, Void, NoCounterexample, True];

#[test]
fn the_connectives_are_strong() {
    // Least first; what has no value is told before what is out of reach.
    let place = |standing: Standing| [0, 1, 3, 2, 4, 5][standing as usize];
    let opposite = |standing: Standing| [True, NoCounterexample, Undecided, Void, NoWitness, False][standing as usize];
    for one in ALL {
        assert_eq!(one.negated(), opposite(one));
        assert_eq!((one.turned(true), one.turned(false)), (one, opposite(one)));
        assert_eq!(one.holds_so_far(), NoCounterexample == one || True == one);
        for other in ALL {
            let least = if place(one) <= place(other) { one } else { other };
            assert_eq!(one.and(other), least, "{one:?} and {other:?}");
            let greatest = opposite(opposite(one).and(opposite(other)));
            assert_eq!(one.or(other), greatest, "{one:?} or {other:?}");
            let both = one.and(other).or(opposite(one).and(opposite(other)));
            assert_eq!(one.iff(other), both, "{one:?} iff {other:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn a_quantifier_is_certain_where_nothing_can_change_it(
        seen in prop::collection::vec(0..6usize, 0..4), is_whole in any::<bool>(), is_closed in any::<bool>()
    ) {
        let seen: Vec<Standing> = seen.into_iter().map(|at| ALL[at]).collect();
        let mut all = Seen::default();
        for standing in &seen {
            all.add(*standing);
        }
        prop_assert_eq!(all.is_so_far(), seen.iter().all(|one| one.holds_so_far()));
        let (some, every) = (Standing::for_some(all, is_whole), Standing::for_all(all, is_whole, is_closed));
        // A true value is enough; all have to be false.
        prop_assert_eq!(some == True, seen.contains(&True));
        prop_assert_eq!(some == False, is_whole && seen.iter().all(|one| *one == False));
        prop_assert_eq!(every == False, seen.contains(&False));
        prop_assert_eq!(every == True, is_whole && seen.iter().all(|one| *one == True));
        prop_assert_eq!(some == Void, seen.contains(&Void) && !seen.contains(&True));
        prop_assert_eq!(every == Void, seen.contains(&Void) && !seen.contains(&False));
        if seen.contains(&Void) {
            return Ok(());
        }
        if is_whole {
            let folded = |start, join: fn(Standing, Standing) -> Standing| seen.iter().fold(start, |all, one| join(all, *one));
            prop_assert_eq!(some, folded(False, Standing::or));
            prop_assert_eq!(every, folded(True, Standing::and));
            return Ok(());
        }
        // Nothing that was looked at makes it true, and what lies beyond may; the same with false.
        let expected = match () {
            () if seen.contains(&True) => True,
            () if seen.contains(&NoCounterexample) => NoCounterexample,
            () if seen.is_empty() => Undecided,
            () if seen.contains(&False) => NoWitness,
            () if seen.contains(&Undecided) => Undecided,
            () => NoWitness,
        };
        prop_assert_eq!(some, expected, "some of {:?}", seen);
        let expected = match () {
            () if seen.contains(&False) => False,
            () if seen.contains(&NoWitness) && !is_closed => NoWitness,
            () if seen.iter().any(|one| one.holds_so_far()) => NoCounterexample,
            () if seen.contains(&NoWitness) => NoWitness,
            () => Undecided,
        };
        prop_assert_eq!(every, expected, "all of {:?}", seen);
    }
}
