//! Numerations of order three against brute force, and the Tribonacci numeration against what is published about it.
use super::{FREE, ample};
use nimdsl::automata::export::{Script, Target, script};
use nimdsl::automata::{Automaton, Budget, CubicFactors, Integer, Natural, Numeration, Presburger, Sign, decide};
use std::collections::BTreeMap;
use std::sync::Arc;

fn cubic(factors: [u32; 3]) -> Numeration {
    Numeration::cubic(factors).expect("factors")
}

/// OEIS A278038, and A000073 without its first terms.
#[test]
fn tribonacci_digits_are_those_of_the_encyclopedia() {
    let words =
        "1 10 11 100 101 110 1000 1001 1010 1011 1100 1101 10000 10001 10010 10011 10100 10101 10110 11000 11001";
    for (value, word) in (1..).zip(words.split(' ')) {
        let digits: Vec<u32> = word.chars().filter_map(|digit| digit.to_digit(2)).collect();
        assert_eq!(Numeration::tribonacci().digits_of(value), digits);
    }
    let weights: Vec<u128> = (0..12).filter_map(|place| Numeration::tribonacci().weight(place)).collect();
    assert_eq!(weights, [1, 2, 4, 7, 13, 24, 44, 81, 149, 274, 504, 927]);
    assert_eq!(Numeration::tribonacci().value_of(&[1, 0, 1, 1, 1]), None);
    assert_eq!(Numeration::tribonacci().to_string(), "the Tribonacci numeration");
    assert_eq!(cubic([2, 1, 1]).to_string(), "the cubic numeration of 2, 1, 1");
}

/// In the order of words, the valid words of one length are the numbers below the next weight.
#[test]
fn valid_words_are_all_numbers_in_order() {
    for a in 1..=4 {
        for (b, c) in (1..=a).flat_map(|b| (1..=b).map(move |c| (b, c))) {
            let numeration = cubic([a, b, c]);
            let mut words: Vec<Vec<u32>> = vec![Vec::new()];
            for length in 1..=5 {
                words = words.iter().flat_map(|word| (0..=a).map(move |digit| [word, &[digit][..]].concat())).collect();
                let values: Vec<u128> = words.iter().filter_map(|word| numeration.value_of(word)).collect();
                let all = numeration.weight(length).expect("small");
                assert_eq!(values, (0..all).collect::<Vec<_>>(), "{numeration}");
            }
        }
    }
}

#[test]
fn factors_that_do_not_descend_are_refused() {
    for factors in [[1, 2, 1], [2, 1, 2], [1, 1, 0], [17, 1, 1], [0, 0, 0], [u32::MAX, 1, 1]] {
        assert_eq!(Numeration::cubic(factors), None);
    }
    let why = CubicFactors::try_from([1, 2, 1]).expect_err("not descending");
    assert_eq!(why, "1, 2, 1 are not three factors from 16 to 1, none larger than the one before");
    assert!(serde_json::from_str::<Numeration>("{\"Cubic\": [1, 1, 1]}").is_ok());
    assert!(serde_json::from_str::<Numeration>("{\"Cubic\": [1, 2, 1]}").is_err());
}

#[test]
fn addition_is_right_and_small() {
    let [x, y, z] = FREE;
    for (factors, states) in [([1, 1, 1], 149), ([2, 1, 1], 163), ([2, 2, 1], 175), ([2, 2, 2], 517), ([3, 2, 1], 150)]
    {
        let terms = [(x, 1), (y, 1), (z, -1)];
        let sum = Automaton::linear(cubic(factors), &terms, 0, Sign::Zero, &ample()).expect("a small automaton");
        assert_eq!(sum.states(), states, "{factors:?}");
        let large = [(10_u128.pow(18), 10_u128.pow(17) + 7), (u128::MAX / 3, u128::MAX / 5)];
        for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))).chain(large) {
            for c in (a + b).saturating_sub(3)..a + b + 4 {
                assert_eq!(sum.accepts(&[a, b, c]), a + b == c, "{a} + {b} = {c}");
            }
        }
    }
}

/// Numbers near the end of 62 bits leave what is computed with: an error, and no wrong automaton.
#[test]
fn large_factors_give_up() {
    let [x, y, _] = FREE;
    for factor in [1 << 40, 1 << 61, i64::MAX] {
        let terms = [(x, factor), (y, -1)];
        let made = Automaton::linear(cubic([16, 16, 16]), &terms, 0, Sign::Zero, &Budget::nodes(10_000));
        assert!(made.is_err(), "{factor}");
    }
}

fn held(relation: Arc<Automaton>, tracks: &[Natural]) -> Presburger {
    Presburger::Holds(relation, tracks.iter().copied().map(Integer::from).collect())
}

/// `y` is one more than the number whose digits are those of `x - 1` with a zero behind them, and `more`.
fn moved_up(more: i64) -> Presburger {
    let [x, y, before] = FREE;
    let high = Natural(3);
    let step = |state: u32, digits: &[u32]| (digits[0] == state).then_some(digits[1]);
    let shift = Automaton::by_rows(Numeration::tribonacci(), &[before, high], step, |state| state == 0, &ample())
        .expect("small");
    Presburger::exists(
        [before, high],
        Presburger::and([
            held(Arc::new(shift), &[before, high]),
            Presburger::equal(Integer::from(before) + 1, x),
            Presburger::equal(Integer::from(high) + 1 + more, y),
        ]),
    )
}

/// The places of the letters in the Tribonacci word, which is fixed by a -> ab, b -> ac, c -> a: OEIS A003144, A003145 and A003146,
/// and that the third is the sum of the first two and the index (Carlitz, Scoville and Hoggatt 1972).
#[test]
fn places_of_letters_in_the_tribonacci_word() {
    let [n, other, _] = FREE;
    let [a, b, c] = [Natural(10), Natural(11), Natural(12)];
    let relation = |more: i64| decide(&moved_up(more), Numeration::tribonacci(), &ample()).expect("it is small");
    let (first, further) = (Arc::new(relation(0)), Arc::new(relation(1)));
    assert_eq!(first.tracks(), [n, other]);
    let all = Presburger::and([held(first, &[n, a]), held(Arc::clone(&further), &[a, b]), held(further, &[b, c])]);
    let places = decide(&all, Numeration::tribonacci(), &ample()).expect("it is small");
    let expected = [[1, 1, 2, 4], [2, 3, 6, 11], [3, 5, 9, 17], [4, 7, 13, 24], [5, 8, 15, 28], [6, 10, 19, 35]];
    assert_eq!(places.tuples_below(36), expected);
    let sum = Presburger::equal(c, Integer::from(a) + b + n);
    let theorem = Presburger::forall([n, a, b, c], held(Arc::new(places), &[n, a, b, c]).implies(sum));
    assert!(decide(&theorem, Numeration::tribonacci(), &ample()).expect("it is small").is_universal());
}

/// Walnut has the Tribonacci numeration as `msd_trib`, and no other cubic one.
#[test]
fn walnut_knows_the_tribonacci_numeration() {
    let [x, y, _] = FREE;
    let formula = Presburger::exists([y], Presburger::equal(x, Integer::from(y) * 2));
    let written = |numeration| {
        let sentences = vec![("even".to_owned(), String::new(), &formula)];
        let (definitions, names) = (Vec::new(), BTreeMap::new());
        script(Target::Walnut, &Script { numeration, definitions, sentences, names })
    };
    assert!(written(Numeration::tribonacci()).expect("it is known").starts_with("eval even \"?msd_trib "));
    let why = written(cubic([2, 1, 1])).expect_err("it is not");
    assert_eq!(why, "a script for Walnut does not define the cubic numeration of 2, 1, 1");
}
