//! The facts about complementary pairs hold of the sequences that the least number that is left defines.
use super::*;

/// The numbers of a pair by their definition: the least that is not among those before, and so much more.
fn by_exclusion(slope: i128, shifted: bool, count: usize) -> Vec<i128> {
    let (mut lower, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    for index in 0..i128::try_from(count).expect("a number") {
        let next = (0..10_000).find(|number| !seen.contains(number)).expect("there is one");
        lower.push(next);
        seen.extend([next, next + slope * index + i128::from(shifted)]);
    }
    lower
}

fn holds(said: &Asserted, values: &dyn Fn(usize) -> i128) -> bool {
    let value =
        |form: &IntegerForm| form.constant + form.terms.iter().map(|(own, factor)| factor * values(*own)).sum::<i128>();
    match said {
        Asserted::AtMost(form) => value(form) <= 0,
        Asserted::Zero(form) => value(form) == 0,
        Asserted::All(parts) => parts.iter().all(|part| holds(part, values)),
        Asserted::One(parts) => parts.iter().any(|part| holds(part, values)),
    }
}

#[test]
fn facts_hold_of_the_numbers_by_exclusion() {
    let some = (0..14).flat_map(|t| [(t, [0, 1, 2]), (t, [3, 3, 17]), (t, [40, 41, 60])]);
    for ((parameter, indices), shifted) in some.map(|(t, indices)| ((t / 2, indices), t % 2 == 1)) {
        let mut numbers = Monomials::new(1, true).expect("small");
        let mut pair = ComplementaryPair::new(numbers.parameter().clone(), shifted).expect("positive");
        let lower = by_exclusion(parameter + 1, shifted, 62);
        let (mut known, mut quotients) = (Vec::new(), Vec::new());
        for index in indices {
            let (own, from) = pair.index(&mut numbers, 0).expect("small");
            known.push(i128::try_from(index).expect("small"));
            for more in 0..2_usize {
                let next = own.and(i128::try_from(more).expect("small")).expect("small");
                pair.lower(&mut numbers, &next).expect("an index");
                known.push(lower[index + more]);
            }
            quotients.push(own);
            assert!(pair.lower(&mut numbers, &from_below(&quotients[0])).is_err());
            assert!(matches!(from, Asserted::AtMost(_)));
        }
        // `t^e u` is the unknown `24 u + e`, and the unknown 0 is 1.
        let values = |own: usize| {
            let unit = (own / 24).checked_sub(1).map_or(1, |at| known[at]);
            unit * parameter.pow(u32::try_from(own % 24).expect("small"))
        };
        let facts = [pair.facts(), pair.compared(&quotients)].map(|facts| facts.expect("small")).concat();
        assert!(60 < facts.len());
        for fact in facts {
            assert!(holds(&fact, &values), "{parameter} {indices:?}: {fact:?}");
        }
    }
}

fn from_below(index: &IntegerForm) -> IntegerForm {
    index.and(-1).expect("small")
}

#[test]
fn the_closed_form_is_the_sequence_by_exclusion() {
    for slope in 1_i128..40 {
        let both = by_exclusion(slope, false, 200).into_iter().zip(by_exclusion(slope, true, 200));
        for (index, (lower, shifted)) in both.enumerate() {
            let index = i128::try_from(index).expect("small");
            let closed = ((2 - slope) * index + (index * index * (slope * slope + 4)).isqrt()).div_euclid(2);
            assert_eq!(closed, lower, "{slope} {index}");
            let (side, other) = (slope * index + 1, slope * index - 1);
            let closed = ((2 - slope) * other + (side * side * (slope * slope + 4)).isqrt()).div_euclid(2 * slope);
            assert_eq!(closed, shifted, "{slope} {index}");
        }
    }
}
