//! Misère play of sums: quotients against published ones and against outcomes by definition, genus symbols against misère Grundy values
//! of sums, both by a program that shares nothing with the library.
use nimdsl::engine::Context;
use nimdsl::misere::Temper;
use nimdsl::rules::{QuotientAnswer, Rules};
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn game(code: &str) -> Rules {
    let word = if code.contains(['8', '9', 'A', 'B', 'C', 'D', 'E', 'F']) { "hexadecimal" } else { "octal" };
    let text = format!("heaps n\n{word} \"{code}\"");
    nimdsl::open(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

fn quotient(rules: &Rules, up_to: u64) -> QuotientAnswer {
    rules.misere_quotient(up_to, 1000, &Context::default()).expect("a quotient")
}

/// The words of heaps 1, 2, ...
fn words(answer: &QuotientAnswer) -> Vec<&str> {
    answer.quotient.values.iter().skip(1).map(|value| answer.quotient.elements[*value].as_str()).collect()
}

/// The orders of the quotients of heaps up to n, where they change.
fn orders(answer: &QuotientAnswer) -> Vec<(usize, usize)> {
    let all = &answer.quotient.orders;
    (1..all.len()).filter(|heap| all[*heap] != all[heap - 1]).map(|heap| (heap, all[heap])).collect()
}

/// The options of a heap by a code, and of a nim-heap of two, which is written 1001 (of one: 1000).
fn options(code: &str, heap: u32) -> Vec<Vec<u32>> {
    match heap {
        1001 => return vec![vec![], vec![1000]],
        1000 => return vec![vec![]],
        _ => {}
    }
    let mut all = Vec::new();
    let digits = code.chars().filter(|letter| *letter != '.').map(|letter| letter.to_digit(16).expect("a digit"));
    for (taken, digit) in (0..).zip(digits).filter(|(taken, _)| *taken <= heap) {
        let left = heap - taken;
        if digit & 1 != 0 && left == 0 {
            all.push(vec![]);
        }
        if digit & 2 != 0 && left != 0 {
            all.push(vec![left]);
        }
        for a in (1..left).filter(|_| digit & 4 != 0) {
            all.push(vec![a, left - a]);
        }
        for (a, b) in
            (1..left).flat_map(|a| (1..left).map(move |b| (a, b))).filter(|(a, b)| digit & 8 != 0 && a + b < left)
        {
            all.push(vec![a, b, left - a - b]);
        }
    }
    all
}

/// The misère Grundy value of a sum of heaps: P where it is 0.
fn misere(code: &str, sum: &[u32], known: &mut HashMap<Vec<u32>, u32>) -> u32 {
    if let Some(value) = known.get(sum) {
        return *value;
    }
    let mut met = BTreeSet::new();
    for place in 0..sum.len() {
        for option in options(code, sum[place]) {
            let mut reached: Vec<u32> = sum[..place].iter().chain(&sum[place + 1..]).chain(&option).copied().collect();
            reached.sort_unstable();
            met.insert(misere(code, &reached, known));
        }
    }
    let value = if met.is_empty() { 1 } else { (0..).find(|value| !met.contains(value)).expect("one is missing") };
    known.insert(sum.to_vec(), value);
    value
}

/// All sums of heaps with so many tokens at most.
fn sums(left: u32, least: u32, all: &mut Vec<Vec<u32>>, sum: &mut Vec<u32>) {
    all.push(sum.clone());
    for heap in least..=left {
        sum.push(heap);
        sums(left - heap, heap, all, sum);
        sum.pop();
    }
}

fn sums_up_to(tokens: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    sums(tokens, 1, &mut all, &mut Vec::new());
    all
}

/// Codes without a pattern.
fn codes(count: usize, largest_digit: u64) -> Vec<String> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let code = |_| {
        let before = if next(4) == 0 { '4' } else { '0' };
        let digits = (0..=next(3)).map(|_| char::from_digit(next(largest_digit + 1) as u32, 16).expect("a digit"));
        let digits: String = digits.collect::<String>().to_uppercase();
        format!("{before}.{digits}{}", 1 + next(7))
    };
    (0..count).map(code).collect()
}

#[test]
fn quotients_tell_the_outcomes_of_all_small_sums() {
    let mut whole = 0;
    for (codes, tokens) in [(codes(60, 7), 12), (codes(25, 15), 10)] {
        for code in codes {
            // Where the quotient is larger, that of the heaps before is told.
            let answer = game(&code).misere_quotient(u64::from(tokens), 60, &Context::default()).expect("a quotient");
            let told = &answer.quotient;
            whole += usize::from(told.beyond.is_none());
            let mut known = HashMap::new();
            let is_told = |sum: &Vec<u32>| sum.iter().all(|heap| (*heap as usize) < told.values.len());
            for sum in sums_up_to(tokens).into_iter().filter(is_told) {
                let is_p = misere(&code, &sum, &mut known) == 0;
                assert_eq!(told.p_portion.contains(&told.value(&sum)), is_p, "{code} {sum:?}");
            }
        }
    }
    assert!(60 < whole, "only {whole} quotients were found");
}

/// Elements that differ are told apart by some third one, and relations hold.
#[test]
fn quotients_are_reduced_and_presented() {
    for code in ["0.123", "0.77", "0.07", "0.71", "0.144"] {
        let answer = quotient(&game(code), 16);
        let told = &answer.quotient;
        let product = |one: usize, other: usize| {
            told.spelled[other].iter().fold(one, |value, letter| told.products[value][*letter])
        };
        let sides: BTreeSet<Vec<bool>> = (0..told.order)
            .map(|one| (0..told.order).map(|other| told.p_portion.contains(&product(one, other))).collect())
            .collect();
        assert_eq!(sides.len(), told.order, "{code}");
        assert_eq!(told.elements.iter().collect::<BTreeSet<_>>().len(), told.order, "{code}");
        let letters: Vec<&str> = told.generators.iter().map(|one| one.0.as_str()).collect();
        let value = |word: &str| {
            let mut value = 0;
            let mut rest = word.trim_start_matches('1').chars().peekable();
            while let Some(letter) = rest.next() {
                let at = letters.iter().position(|name| *name == letter.to_string()).expect("a letter");
                let mut power = 1;
                if rest.next_if_eq(&'^').is_some() {
                    power = rest.next().and_then(|digit| digit.to_digit(10)).expect("an exponent below ten");
                }
                value = (0..power).fold(value, |value, _| told.products[value][at]);
            }
            value
        };
        for (left, right) in &told.relations {
            assert_eq!(value(left), value(right), "{code}: {left} = {right}");
        }
        for (place, word) in told.elements.iter().enumerate() {
            assert_eq!(value(word), place, "{code}: {word}");
        }
    }
}

/// Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005) G5: order 20, and the elements of heaps have period 5
/// from heap 5 on: x, e, z, z, x, b^2, e, a, b, x, b^2, e, a, b, x, ...
#[test]
fn plambecks_0_123_has_twenty_elements() {
    let answer = quotient(&game("0.123"), 24);
    assert_eq!((answer.quotient.order, answer.is_of_all), (20, true));
    let period = answer.quotient.period.expect("a period");
    assert_eq!((period.preperiod, period.period), (5, 5));
    let usual: BTreeMap<&str, &str> =
        [("a", "x"), ("1", "e"), ("b", "z"), ("d^2", "b^2"), ("c", "a"), ("d", "b")].into_iter().collect();
    let told: Vec<&str> = words(&answer).into_iter().map(|word| usual[word]).collect();
    let printed = ["x", "e", "z", "z", "x", "b^2", "e", "a", "b", "x", "b^2", "e", "a", "b", "x", "b^2", "e", "a", "b"];
    assert_eq!(told[..printed.len()], printed);
}

/// Plambeck and Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008) 593-622: Kayles (solved by Sibert and
/// Conway, Mathematical Kayles, Internat. J. Game Theory 20 (1992) 237-246) has a quotient of order 40.
#[test]
fn misere_kayles_has_forty_elements() {
    let rules = game("0.77");
    let answer = quotient(&rules, 167);
    assert_eq!((answer.quotient.order, answer.is_of_all), (40, true));
    let period = answer.quotient.period.expect("a period");
    assert_eq!((period.preperiod, period.period, period.needed), (71, 12, 168));
    assert_eq!(orders(&answer), [(1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40)]);
    assert!(!quotient(&rules, 166).is_of_all, "a heap is missing");
}

/// The same paper: 0.75 has the smallest quotient that is not tame, of order 8; the tame ones have order 2^n + 2.
#[test]
fn small_quotients_come_out() {
    let smallest = quotient(&game("0.75"), 30);
    assert_eq!((smallest.quotient.order, smallest.is_of_all), (8, true));
    let nim = nimdsl::open("heaps n\nmove take(i): n -> n - i where 1 <= i").expect("Nim");
    let expected: Vec<(usize, usize)> =
        (0..5).map(|power| (1 << power, if power == 0 { 2 } else { (2 << power) + 2 })).collect();
    assert_eq!(orders(&quotient(&nim, 31)), expected);
}

#[test]
fn what_has_too_many_elements_is_told_as_unknown() {
    let answer = game("0.77").misere_quotient(30, 20, &Context::default()).expect("the first heaps");
    assert_eq!((answer.quotient.order, answer.quotient.beyond, answer.is_of_all), (18, Some(12), false));
    assert_eq!(answer.quotient.values.len(), 12);
}

/// Winning Ways, chapter 13, has those of Kayles: 0, 1, 2, 3, 1^{031}, then 4^{146}, the first that is wild.
#[test]
fn genus_symbols_are_misere_grundy_values_beside_heaps_of_two() {
    let kayles = game("0.77").genus(13, &Context::default()).expect("symbols");
    let symbols: Vec<&str> = kayles.genus.iter().map(|one| one.symbol.as_str()).collect();
    let printed =
        ["0^{120}", "1^{031}", "2^{20}", "3^{31}", "1^{031}", "4^{146}", "3^{31}", "2^{20}", "1^{13}", "4^{046}"];
    assert_eq!(symbols[..printed.len()], printed);
    assert_eq!(kayles.genus.iter().position(|one| one.temper == Temper::Wild), Some(5));
    for code in codes(25, 7).iter().chain(&codes(10, 15)) {
        let told = game(code).genus(9, &Context::default()).expect("symbols");
        let mut known = HashMap::new();
        for (heap, genus) in (0..).zip(&told.genus) {
            for twos in 0..6 {
                let mut sum = vec![1001; twos];
                sum.insert(0, heap);
                sum.retain(|heap| *heap != 0);
                let length = genus.misere.len() - genus.repeats;
                let place = if twos < genus.repeats { twos } else { genus.repeats + (twos - genus.repeats) % length };
                assert_eq!(misere(code, &sum, &mut known), genus.misere[place], "{code} {heap} {twos}");
            }
        }
    }
}

/// Positions of two coordinates, against outcomes by the options that the page gives.
#[test]
fn positions_of_two_coordinates_have_quotients() {
    let text = "heaps x, y\nmove across: (x, y) -> (a, y) + (x - a, y) where 1 <= a < x\n\
                move take(i): (x, y) -> (x - i, y) where 1 <= i, i <= 2, y <= x\nmove down(i): (x, y) -> (x, y - i) where 1 <= i <= y";
    let rules = nimdsl::open(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let answer = quotient(&rules, 3);
    let told = &answer.quotient;
    let mut known: HashMap<Vec<Vec<i64>>, bool> = HashMap::new();
    let count = answer.positions.len() as u32;
    assert_eq!(count, 16);
    for (one, other, third) in (0..count).flat_map(|a| (a..count).map(move |b| (a, b, (a * b) % count))) {
        let sum = [one, other, third].map(|number| answer.positions[number as usize].clone());
        let is_p = is_p(&rules, sum.to_vec(), &mut known);
        assert_eq!(told.p_portion.contains(&told.value(&[one, other, third])), is_p, "{sum:?}");
    }
}

fn is_p(rules: &Rules, mut sum: Vec<Vec<i64>>, known: &mut HashMap<Vec<Vec<i64>>, bool>) -> bool {
    sum.sort();
    if let Some(is_p) = known.get(&sum) {
        return *is_p;
    }
    let (mut has_option, mut has_p) = (false, false);
    for place in 0..sum.len() {
        for option in rules.options(&sum[place]).expect("options").options {
            let others = sum[..place].iter().chain(&sum[place + 1..]);
            has_option = true;
            has_p |= is_p(rules, others.chain(option.summands()).cloned().collect(), known);
        }
    }
    known.insert(sum, has_option && !has_p);
    has_option && !has_p
}

#[test]
fn outcomes_of_sums_name_the_winning_moves() {
    let rules = game("0.77");
    let mut known = HashMap::new();
    for sum in sums_up_to(9) {
        let positions: Vec<Vec<i64>> = sum.iter().map(|heap| vec![i64::from(*heap)]).collect();
        let answer = rules.misere_outcome(&positions, &Context::default()).expect("an outcome");
        let is_p = misere("0.77", &sum, &mut known) == 0;
        assert_eq!(answer.outcome == nimdsl::value::Outcome::P, is_p, "{sum:?}");
        assert_eq!(answer.winning.is_empty(), is_p || sum.is_empty(), "{sum:?}");
    }
}

/// Every option of every part that leaves a P-position is told as it is among the options, and nothing else.
#[test]
fn winning_moves_are_options_as_they_are_told() {
    let codes = ["0.07", "4.007", "0.77", "0.137"].map(game);
    let others =
        ["heaps n\nmove take(i): n -> n - i where i in {3, 5}", "heaps n\nmove take(i): n -> n - i where 2 <= i <= 4"]
            .map(|text| nimdsl::open(text).expect("it is well-formed"));
    let mut silent = 0;
    for rules in codes.iter().chain(&others) {
        let mut known = HashMap::new();
        for sum in sums_up_to(9).into_iter().filter(|sum| !sum.is_empty()) {
            let sum: Vec<Vec<i64>> = sum.iter().map(|heap| vec![i64::from(*heap)]).collect();
            let mut wanted = Vec::new();
            for place in (0..sum.len()).filter(|place| !sum[..*place].contains(&sum[*place])) {
                for option in rules.options(&sum[place]).expect("options").options {
                    let mut reached: Vec<Vec<i64>> = sum[..place].iter().chain(&sum[place + 1..]).cloned().collect();
                    reached.extend(option.summands().iter().cloned());
                    if is_p(rules, reached, &mut known) {
                        let parts = option.summands().to_vec();
                        silent += usize::from(
                            parts.iter().any(|part| rules.options(part).expect("it is one").options.is_empty()),
                        );
                        wanted.push((place, parts));
                    }
                }
            }
            let answer = rules.misere_outcome(&sum, &Context::default()).expect("an outcome");
            assert_eq!(answer.winning, wanted, "{sum:?}");
        }
    }
    assert!(100 <= silent, "{silent}");
}
