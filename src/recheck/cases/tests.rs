//! What is said to contradict itself, against all small numbers.
use super::super::tracks::{at_most, equal, not};
use super::*;
use proptest::prelude::*;

const TRACKS: usize = 3;
const MOST: i64 = 6;

fn forms() -> impl Strategy<Value = Linear> {
    (proptest::collection::vec(-4..=4_i64, TRACKS), -9..=9_i64).prop_map(|(factors, constant)| Linear {
        terms: factors.into_iter().enumerate().filter(|(_, factor)| *factor != 0).collect(),
        constant,
    })
}

fn conditions() -> impl Strategy<Value = OnTracks> {
    let zero = number(0);
    let atoms = prop_oneof![
        3 => forms().prop_map(|form| OnTracks::Is(Atom::AtMost(form))),
        1 => forms().prop_map(|form| OnTracks::Is(Atom::Zero(form))),
        1 => forms().prop_map(move |form| at_most(&form, &zero).expect("small numbers")),
    ];
    atoms.prop_recursive(3, 12, 3, |inner| {
        let parts = proptest::collection::vec(inner.clone(), 1..4);
        prop_oneof![parts.clone().prop_map(OnTracks::And), parts.prop_map(OnTracks::Or), inner.prop_map(not),]
    })
}

fn value(form: &Linear, numbers: &[i64; TRACKS]) -> i64 {
    form.terms.iter().map(|(track, factor)| factor * numbers[*track]).sum::<i64>() + form.constant
}

fn holds(condition: &OnTracks, numbers: &[i64; TRACKS]) -> bool {
    match condition {
        OnTracks::Known(known) => *known,
        OnTracks::Is(Atom::AtMost(form)) => value(form, numbers) <= 0,
        OnTracks::Is(Atom::Zero(form)) => value(form, numbers) == 0,
        OnTracks::Not(inner) => !holds(inner, numbers),
        OnTracks::And(parts) => parts.iter().all(|part| holds(part, numbers)),
        OnTracks::Or(parts) => parts.iter().any(|part| holds(part, numbers)),
        OnTracks::Is(_) | OnTracks::Some(..) => unreachable!("no such condition is made"),
    }
}

/// The first small numbers that satisfy all conditions.
fn found(conditions: &[OnTracks]) -> Option<[i64; TRACKS]> {
    let all = (0..=MOST).flat_map(|one| (0..=MOST).flat_map(move |two| (0..=MOST).map(move |three| [one, two, three])));
    let mut all = all.filter(|numbers| conditions.iter().all(|condition| holds(condition, numbers)));
    all.next()
}

fn is_contradiction(conditions: &[OnTracks]) -> bool {
    contradict(&CheckEffort::default(), TRACKS, conditions).expect("linear conditions")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn what_contradicts_itself_has_no_solution(all in proptest::collection::vec(conditions(), 1..8)) {
        if is_contradiction(&all) {
            prop_assert_eq!(found(&all), None);
        }
    }

    /// Within a box there is an end to what can be tried, so most of what has no solution is seen.
    #[test]
    fn single_inequalities_in_a_box_are_decided(all in proptest::collection::vec(forms(), 1..6)) {
        let mut parts: Vec<OnTracks> = all.into_iter().map(|form| OnTracks::Is(Atom::AtMost(form))).collect();
        for own in 0..TRACKS {
            parts.push(at_most(&track(own), &number(MOST)).expect("small numbers"));
        }
        let (said, seen) = (is_contradiction(&parts), found(&parts));
        prop_assert!(!said || seen.is_none());
        // What is not said of a box without solutions has only points that are not whole.
        let mut rows = Inequalities::new(TRACKS);
        for part in &parts {
            if let OnTracks::Is(Atom::AtMost(form)) = part {
                rows.add(form).expect("small numbers");
            }
        }
        if rows.settle(&CheckEffort::default()) == Settled::Contradiction {
            prop_assert!(said && seen.is_none());
        }
    }
}

#[test]
fn known_contradictions_are_found() {
    let (x, y) = (track(0), track(1));
    let twice = |form: &Linear| plus(&number(0), 2, form).expect("small numbers");
    let less = |left: &Linear, right: &Linear| {
        at_most(&plus(left, 1, &number(1)).expect("small numbers"), right).expect("small numbers")
    };
    assert!(is_contradiction(&[less(&x, &y), less(&y, &x)]));
    assert!(is_contradiction(&[at_most(&x, &number(-1)).expect("small numbers")]));
    // Not of rationals.
    assert!(is_contradiction(&[
        equal(&twice(&x), &plus(&twice(&y), 1, &number(1)).expect("small numbers")).expect("small numbers")
    ]));
    assert!(is_contradiction(&[
        not(equal(&x, &y).expect("small numbers")),
        at_most(&x, &y).expect("small numbers"),
        at_most(&y, &x).expect("small numbers")
    ]));
    assert!(!is_contradiction(&[at_most(&x, &y).expect("small numbers")]));
    assert!(!is_contradiction(&[]));
    assert!(contradict(&CheckEffort::default(), TRACKS, &[OnTracks::Is(Atom::Xor(vec![0, 1, 2]))]).is_err());
    let some = OnTracks::Some(vec![2], Box::new(equal(&track(2), &x).expect("small numbers")));
    assert!(contradict(&CheckEffort::default(), TRACKS, &[not(some)]).is_err());
}
