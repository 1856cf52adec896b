//! The automata engine against brute force over a window, in seven numerations, and against theorems of the papers.
use nimdsl::automata::{
    Abandoned, Automaton, Budget, Integer, Natural, Numeration, Presburger, Sign, TermRelation, Truth, decide,
    decide_named, numeration_of,
};
use proptest::prelude::*;
use std::num::NonZeroU32;
use std::sync::Arc;

mod cubic;
mod games;

const FREE: [Natural; 3] = [Natural(0), Natural(1), Natural(2)];

fn numerations() -> [Numeration; 7] {
    [
        Numeration::binary(),
        Numeration::base(3).expect("a base"),
        Numeration::Zeckendorf,
        Numeration::metallic(2).expect("a factor"),
        Numeration::chebyshev(4).expect("a factor"),
        Numeration::tribonacci(),
        Numeration::cubic([2, 1, 1]).expect("factors"),
    ]
}

fn ample() -> Budget<'static> {
    Budget::nodes(2_000_000)
}

/// The value of a term; `None` if it is not defined.
fn term_value(term: &Integer, values: &[i128]) -> Option<i128> {
    let value = |term: &Integer| term_value(term, values);
    Some(match term {
        Integer::Constant(constant) => i128::from(*constant),
        Integer::Variable(variable) => values[variable.0 as usize],
        Integer::Sum(terms) => terms.iter().map(value).sum::<Option<i128>>()?,
        Integer::Times(factor, term) => i128::from(*factor) * value(term)?,
        Integer::Min(a, b) => value(a)?.min(value(b)?),
        Integer::Max(a, b) => value(a)?.max(value(b)?),
        Integer::Abs(term) => value(term)?.abs(),
        Integer::Floor(term, divisor) => value(term)?.div_euclid(i128::from(divisor.get())),
        Integer::Mod(term, modulus) => value(term)?.rem_euclid(i128::from(modulus.get())),
        Integer::Xor(a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            return (0 <= a && 0 <= b).then_some(a ^ b);
        }
        Integer::SlopeFloor(numeration, term) => {
            let n = value(term)?;
            let digits = i128::from(numeration.digits());
            // The slope is (add + sqrt(below)) / 2, and the root of a multiple of `below` by a square is never an integer for n > 0.
            let (add, below) = match numeration {
                Numeration::Base(_) | Numeration::Cubic(_) => return None,
                Numeration::Zeckendorf => (1, 5),
                Numeration::Metallic(_) => (3 - digits, (digits - 1) * (digits - 1) + 4),
                Numeration::Chebyshev(_) => (digits, digits * digits - 4),
            };
            return (0 <= n).then(|| (add * n + (below * n * n).isqrt()).div_euclid(2));
        }
    })
}

/// The truth of a formula whose bound variables are all at most `most`.
fn truth(formula: &Presburger, values: &mut Vec<i128>, most: i128) -> bool {
    let defined = |terms: &[&Integer], values: &[i128]| -> Option<Vec<i128>> {
        terms.iter().map(|term| term_value(term, values)).collect()
    };
    match formula {
        Presburger::True => true,
        Presburger::False => false,
        Presburger::Compare(a, relation, b) => defined(&[a, b], values).is_some_and(|both| match relation {
            TermRelation::Equal => both[0] == both[1],
            TermRelation::Differs => both[0] != both[1],
            TermRelation::Less => both[0] < both[1],
            TermRelation::AtMost => both[0] <= both[1],
        }),
        Presburger::Congruent(a, b, modulus) => {
            defined(&[a, b], values).is_some_and(|both| (both[0] - both[1]) % i128::from(modulus.get()) == 0)
        }
        Presburger::Not(body) => !truth(body, values, most),
        Presburger::And(parts) => parts.iter().all(|part| truth(part, values, most)),
        Presburger::Or(parts) => parts.iter().any(|part| truth(part, values, most)),
        Presburger::Implies(a, b) => !truth(a, values, most) || truth(b, values, most),
        Presburger::Iff(a, b) => truth(a, values, most) == truth(b, values, most),
        Presburger::Exists(bound, body) => over_all(bound, body, values, most, true),
        Presburger::Forall(bound, body) => !over_all(bound, body, values, most, false),
        Presburger::Named(_, body) => truth(body, values, most),
        _ => panic!("not in these tests: {formula:?}"),
    }
}

/// Whether some values of the bound variables give the formula this truth.
fn over_all(bound: &[Natural], body: &Presburger, values: &mut Vec<i128>, most: i128, wanted: bool) -> bool {
    let Some((first, rest)) = bound.split_first() else { return truth(body, values, most) == wanted };
    let index = first.0 as usize;
    let outside = values[index];
    let found = (0..=most).any(|value| {
        values[index] = value;
        over_all(rest, body, values, most, wanted)
    });
    values[index] = outside;
    found
}

fn nonzero(value: u32) -> NonZeroU32 {
    NonZeroU32::new(value).expect("not zero")
}

/// Terms in the variables below `variables`.
fn terms(variables: u32) -> impl Strategy<Value = Integer> {
    let linear = (prop::collection::vec((-3..4i64, 0..variables), 1..3), -5..6i64).prop_map(|(parts, constant)| {
        let parts = parts.into_iter().map(|(factor, variable)| Integer::from(Natural(variable)) * factor);
        Integer::Sum(parts.chain([Integer::from(constant)]).collect())
    });
    linear.prop_recursive(1, 3, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.min(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.max(b)),
            inner.clone().prop_map(Integer::abs),
            (inner.clone(), 1..5u32).prop_map(|(a, divisor)| a.floor_by(nonzero(divisor))),
            (inner.clone(), 1..5u32).prop_map(|(a, modulus)| a.modulo(nonzero(modulus))),
            (inner.clone(), inner).prop_map(|(a, b)| a - b),
        ]
    })
}

fn atoms(variables: u32) -> impl Strategy<Value = Presburger> {
    let relation = prop_oneof![
        Just(TermRelation::Equal),
        Just(TermRelation::Differs),
        Just(TermRelation::Less),
        Just(TermRelation::AtMost)
    ];
    let compare = (terms(variables), relation, terms(variables)).prop_map(|(a, is, b)| Presburger::Compare(a, is, b));
    let congruent = (terms(variables), terms(variables), 1..6u32)
        .prop_map(|(a, b, modulus)| Presburger::Congruent(a, b, nonzero(modulus)));
    prop_oneof![3 => compare, 1 => congruent]
}

fn connected(atom: BoxedStrategy<Presburger>) -> BoxedStrategy<Presburger> {
    atom.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(Presburger::negated),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Presburger::and),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Presburger::or),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.implies(b)),
            (inner.clone(), inner).prop_map(|(a, b)| a.iff(b)),
        ]
    })
    .boxed()
}

/// Quantifies the last of so many variables, up to a bound that depends on the others, on top of `body`.
fn quantified(variables: u32, body: BoxedStrategy<Presburger>) -> BoxedStrategy<Presburger> {
    let last = Natural(variables - 1);
    (body, 0..variables - 1, 0..2i64, 0..5i64, any::<bool>())
        .prop_map(move |(body, other, factor, constant, all)| {
            let bounded = Presburger::at_most(last, Integer::from(Natural(other)) * factor + constant);
            if all {
                Presburger::forall([last], bounded.implies(body))
            } else {
                Presburger::exists([last], Presburger::and([bounded, body]))
            }
        })
        .boxed()
}

fn formulas() -> impl Strategy<Value = Presburger> {
    let inner = quantified(5, connected(atoms(5).boxed()));
    let middle = quantified(4, connected(prop_oneof![2 => atoms(4).boxed(), 1 => inner].boxed()));
    connected(prop_oneof![1 => atoms(3).boxed(), 2 => middle].boxed())
}

/// Free variables below this are compared; bound ones are at most 7 in the outer quantifier and 11 in the inner one.
const WINDOW: i128 = 4;

fn agrees_with_brute_force(formula: &Presburger) {
    let tracks: Vec<Natural> = formula.free_variables().into_iter().collect();
    let mut expected = Vec::new();
    let mut tuple = vec![0; tracks.len()];
    loop {
        let mut values = vec![0; 5];
        for (track, value) in tracks.iter().zip(&tuple) {
            values[track.0 as usize] = *value;
        }
        if truth(formula, &mut values, WINDOW + 7) {
            expected.push(tuple.iter().map(|value| *value as u128).collect::<Vec<u128>>());
        }
        let Some(place) = tuple.iter().rposition(|value| *value + 1 < WINDOW) else { break };
        tuple[place] += 1;
        tuple[place + 1..].fill(0);
    }
    let rank = |tuple: &[u128]| (tuple.iter().sum::<u128>(), tuple.to_vec());
    for numeration in numerations() {
        let automaton = match decide(formula, numeration, &Budget::nodes(50_000)) {
            Ok(automaton) => automaton,
            // Some of these random relations are large, above all where validity is remembered for each track.
            Err(failed) => {
                assert!(matches!(failed.why, Abandoned::Nodes(_)), "{failed}");
                continue;
            }
        };
        assert_eq!(automaton.tracks(), tracks);
        assert_eq!(automaton.tuples_below(WINDOW as u128), expected, "in {numeration}: {formula:?}");
        assert!(expected.iter().all(|tuple| automaton.accepts(tuple)));
        let least = automaton.least().expect("small numbers");
        assert_eq!(least.is_none(), automaton.is_empty());
        let Some(least) = least else { continue };
        assert!(automaton.accepts(&least));
        // A tuple outside of the window may be smaller than all inside, but then it has a value beyond the window.
        if let Some(first) = expected.iter().map(|tuple| rank(tuple)).min() {
            assert!(rank(&least) <= first);
            assert!(rank(&least) == first || least.iter().any(|value| WINDOW as u128 <= *value));
        }
    }
}

/// A few random formulas have automata that no test waits for; they are drawn again, and too many of them fail the test.
fn fits<T, E>(result: Result<T, E>) -> Result<T, TestCaseError> {
    result.map_err(|_| TestCaseError::reject("too large"))
}

proptest! {
    #[test]
    fn formulas_agree_with_brute_force(formula in formulas()) {
        agrees_with_brute_force(&formula);
    }

    #[test]
    fn large_numbers_satisfy_what_they_should(
        formula in connected(atoms(3).boxed()),
        values in prop::collection::vec((0..1_000_000u128, -3..4i128), 2),
    ) {
        // Numbers near each other make the conditions come out both ways.
        let first = values[0].0;
        let near = |index: usize| values[index].0.min(first.saturating_add_signed(values[index].1));
        let all = [first, near(0), near(1)];
        for numeration in numerations() {
            let automaton = fits(decide(&formula, numeration, &Budget::nodes(100_000)))?;
            let chosen: Vec<u128> = automaton.tracks().iter().map(|track| all[track.0 as usize]).collect();
            let mut signed: Vec<i128> = all.iter().map(|value| *value as i128).collect();
            prop_assert_eq!(automaton.accepts(&chosen), truth(&formula, &mut signed, 0));
        }
    }

    #[test]
    fn stored_automata_come_back(formula in atoms(3)) {
        for numeration in numerations() {
            let automaton = fits(decide(&formula, numeration, &Budget::nodes(100_000)))?;
            let text = serde_json::to_string(&automaton).expect("data");
            prop_assert_eq!(serde_json::from_str::<Automaton>(&text).expect("an automaton"), automaton);
        }
    }

    #[test]
    fn algebra_of_relations(first in atoms(2), second in atoms(3)) {
        for numeration in numerations() {
            let budget = Budget::nodes(100_000);
            let on = |formula| fits(fits(decide(formula, numeration, &budget))?.on_tracks(&FREE, &budget));
            let (a, b) = (on(&first)?, on(&second)?);
            let not = |automaton: &Automaton| fits(automaton.clone().complement(&budget));
            prop_assert_eq!(&not(&not(&a)?)?, &a);
            prop_assert_eq!(not(&fits(a.and(&b, &budget))?)?, fits(not(&a)?.or(&not(&b)?, &budget))?);
            prop_assert_eq!(fits(a.minus(&b, &budget))?, fits(a.and(&not(&b)?, &budget))?);
            prop_assert!(fits(a.or(&not(&a)?, &budget))?.is_universal());
            prop_assert!(fits(a.and(&not(&a)?, &budget))?.is_empty());
            let turned = [FREE[2], FREE[0], FREE[1]];
            let back = [FREE[1], FREE[2], FREE[0]];
            prop_assert_eq!(&fits(fits(a.renamed(&turned, &budget))?.renamed(&back, &budget))?, &a);
            for tuple in fits(a.renamed(&turned, &budget))?.tuples_below(3) {
                prop_assert!(a.accepts(&[tuple[2], tuple[0], tuple[1]]));
            }
        }
    }
}

#[test]
fn digits_and_values_are_inverse() {
    let all = numerations().into_iter().chain([Numeration::base(10).unwrap(), Numeration::metallic(128).unwrap()]);
    let all = all.chain([[3, 3, 3], [16, 16, 16], [16, 1, 1]].map(|factors| Numeration::cubic(factors).unwrap()));
    for numeration in all {
        for value in (0..2000).chain([u128::MAX / 3, u128::MAX]) {
            assert_eq!(numeration.value_of(&numeration.digits_of(value)), Some(value), "{numeration}");
        }
    }
    assert_eq!(Numeration::Zeckendorf.value_of(&[1, 1]), None);
    assert_eq!(numerations()[3].value_of(&[2, 1]), None);
    assert_eq!(numerations()[3].value_of(&[1, 1, 1, 1]), Some(17 + 7 + 3 + 1));
    assert_eq!(numerations()[4].value_of(&[3, 2, 3]), None);
    assert_eq!(numerations()[4].value_of(&[3, 1, 3]), Some(45 + 4 + 3));
    assert_eq!([Numeration::metallic(129), Numeration::chebyshev(2)], [None, None]);
    assert_eq!(Numeration::binary().value_of(&[2]), None);
}

fn set(formula: &Presburger) -> Vec<u128> {
    let numeration = numeration_of(formula).expect("one numeration");
    let automaton = decide(formula, numeration, &ample()).expect("a small formula");
    automaton.tuples_below(130).into_iter().map(|tuple| tuple[0]).collect()
}

#[test]
fn sets_by_digits() {
    let [x, y, z] = FREE.map(Integer::from);
    assert_eq!(set(&Presburger::Power(x.clone(), 3)), [1, 3, 9, 27, 81]);
    assert_eq!(set(&Presburger::Repunit(x.clone(), 3)), [1, 4, 13, 40, 121]);
    assert_eq!(set(&Presburger::Fibonacci(x.clone())), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
    // Powers of 4 and of 8 meet in base 2, where 64 is a power of both.
    let both = Presburger::and([Presburger::Power(x.clone(), 4), Presburger::Power(x.clone(), 8)]);
    assert_eq!(set(&both), [1, 64]);
    let repunits = Presburger::or([Presburger::Repunit(x.clone(), 4), Presburger::Repunit(x.clone(), 8)]);
    assert_eq!(set(&repunits), [1, 5, 9, 21, 73, 85]);
    let least_multiple = Presburger::LargestPower(x.clone() * 3, Integer::from(4), 2);
    assert_eq!(set(&least_multiple)[..5], [4, 12, 20, 28, 36]);
    for base in [2, 3, 6] {
        let power = Presburger::LargestPower(x.clone(), y.clone(), base);
        for tuple in decide(&power, numeration_of(&power).unwrap(), &ample()).unwrap().tuples_below(100) {
            let divides = |power: &u128| tuple[0] % power == 0;
            let powers = (0..7).map(|exponent| u128::from(base).pow(exponent)).take_while(divides);
            let expected = if tuple[0] == 0 { 1 } else { powers.last().expect("1 divides") };
            assert_eq!(tuple[1], expected);
        }
    }
    let nim_sum = Presburger::equal(x.clone().xor(y.clone()), z.clone());
    let found = decide(&nim_sum, numeration_of(&nim_sum).unwrap(), &ample()).unwrap().tuples_below(16);
    let expected: Vec<Vec<u128>> = (0..16).flat_map(|a| (0..16).map(move |b| vec![a, b, a ^ b])).collect();
    assert_eq!(found, expected);
    let golden = Presburger::equal(x.clone().golden_floor(), y);
    let found = decide(&golden, numeration_of(&golden).unwrap(), &ample()).unwrap().tuples_below(1000);
    assert_eq!(found.len(), 619);
    for tuple in found {
        assert_eq!(term_value(&x.clone().golden_floor(), &[tuple[0] as i128]), Some(tuple[1] as i128));
    }
    // An undefined nim-sum makes its atom false, and the negation of that atom true.
    let undefined = Presburger::equal((z - 5).xor(3), 3);
    assert_eq!(set(&undefined), [5]);
    assert_eq!(set(&undefined.negated())[..6], [0, 1, 2, 3, 4, 6]);
}

#[test]
fn digit_patterns() {
    use nimdsl::automata::Dfa;
    let x = Integer::from(FREE[0]);
    // No digit 2 in base 3.
    let numeration = Numeration::base(3).unwrap();
    let dfa = Dfa { numeration, next: vec![vec![Some(0), Some(0), None]], accepting: vec![true] };
    assert_eq!(set(&Presburger::Digits(x.clone(), Arc::new(dfa)))[..8], [0, 1, 3, 4, 9, 10, 12, 13]);
    let odd = Dfa {
        numeration: Numeration::Zeckendorf,
        next: vec![vec![Some(0), Some(1)], vec![Some(0), None]],
        accepting: vec![false, true],
    };
    assert_eq!(set(&Presburger::Digits(x, Arc::new(odd)))[..6], [1, 4, 6, 9, 12, 14]);
}

#[test]
fn quantifiers_range_over_all_naturals() {
    let [x, y, z] = FREE;
    let sentence = |formula: Presburger| {
        let automaton = decide(&formula, numeration_of(&formula).unwrap(), &ample()).unwrap();
        assert_eq!(automaton.is_empty(), !automaton.is_universal());
        automaton.is_universal()
    };
    let power = |variable| Presburger::Power(Integer::from(variable), 2);
    let above = Presburger::exists([y], Presburger::and([Presburger::less(x, y), power(y)]));
    assert!(sentence(Presburger::forall([x], above)));
    // Two powers of 2 have a power of 2 as sum only if they are equal.
    let sum = Presburger::and([power(x), power(y), Presburger::Power(Integer::from(x) + y, 2)]);
    assert!(sentence(Presburger::forall([x, y], sum.implies(Presburger::equal(x, y)))));
    // A number is a sum of two coins from 3 and 5 if it is at least 8.
    let coins = Presburger::exists([y, z], Presburger::equal(x, Integer::from(y) * 3 + Integer::from(z) * 5));
    assert!(sentence(Presburger::forall([x], Presburger::at_most(8, x).implies(coins.clone()))));
    assert!(!sentence(Presburger::forall([x], Presburger::at_most(7, x).implies(coins))));
    // An inner quantifier with the name of an outer one means its own variable.
    let shadowed = Presburger::exists(
        [x],
        Presburger::and([Presburger::equal(x, 1), Presburger::exists([x], Presburger::equal(x, 2))]),
    );
    assert!(sentence(shadowed));
    for numeration in numerations() {
        let large = Presburger::exists([y], Presburger::and([Presburger::equal(y, Integer::from(x) * 5 + 1000)]));
        assert!(decide(&large, numeration, &ample()).unwrap().is_universal());
        let small = Presburger::exists([y], Presburger::equal(Integer::from(y) + 1000, x));
        let least = decide(&small, numeration, &ample()).unwrap().least();
        assert_eq!(least, Ok(Some(vec![1000])));
    }
}

#[test]
fn numerations_follow_from_formulas() {
    let x = Integer::from(FREE[0]);
    let base = |radix| Ok(Numeration::base(radix).unwrap());
    assert_eq!(numeration_of(&Presburger::at_most(x.clone(), 3)), base(2));
    assert_eq!(numeration_of(&Presburger::Power(x.clone(), 9)), base(9));
    let both = |a: Presburger, b: Presburger| numeration_of(&Presburger::and([a, b]));
    assert_eq!(both(Presburger::Power(x.clone(), 9), Presburger::Repunit(x.clone(), 27)), base(3));
    let nim_sum = Presburger::equal(x.clone().xor(x.clone()), 0);
    assert_eq!(both(nim_sum.clone(), Presburger::Power(x.clone(), 4)), base(2));
    let conflict = both(Presburger::Fibonacci(x.clone()), nim_sum.clone()).unwrap_err();
    assert_eq!(conflict.to_string(), "Fibonacci numbers and a nim-sum have no automata in one and the same numeration");
    let conflict = both(Presburger::Power(x.clone(), 2), Presburger::Power(x.clone(), 6)).unwrap_err();
    assert_eq!(conflict.first, "powers of 2");
    let failed = decide(&nim_sum, Numeration::base(3).unwrap(), &ample()).unwrap_err();
    assert_eq!(failed.why, Abandoned::Foreign);
}

#[test]
fn giving_up_says_where() {
    let [x, y, z] = FREE;
    let large = Presburger::and([
        Presburger::Congruent(Integer::from(x) + y, Integer::from(0), nonzero(31)),
        Presburger::Congruent(Integer::from(x) + Integer::from(y) * 2, Integer::from(z) + 3, nonzero(37)),
    ]);
    let formula = Presburger::named("king", Presburger::exists([y], large));
    let name = |variable: Natural| ["x", "j", "z"][variable.0 as usize].to_owned();
    let decide = |budget: &Budget| decide_named(&formula, Numeration::binary(), budget, &name);
    let failed = decide(&Budget::nodes(1000)).unwrap_err();
    assert_eq!((failed.what.as_str(), failed.why), ("eliminating `j` in `king`", Abandoned::Nodes(failed.nodes)));
    assert_eq!(failed.to_string(), format!("gave up eliminating `j` in `king` at {} nodes", failed.nodes));
    let failed = decide(&Budget::nodes(50)).unwrap_err();
    assert_eq!(failed.what, "building a congruence in `king`");
    let cancelled = || true;
    let failed = decide(&ample().with_cancellation(&cancelled)).unwrap_err();
    assert!(matches!(failed.why, Abandoned::Cancelled(_)), "{failed}");
    let huge = Presburger::equal(Integer::from(x) * i64::MAX, Integer::from(y) * i64::MAX);
    let failed = nimdsl::automata::decide(&huge, Numeration::binary(), &ample()).unwrap_err();
    assert_eq!(failed.why, Abandoned::Overflow);
}

#[test]
fn faulty_files_are_refused() {
    let budget = ample();
    let even = Automaton::congruence(Numeration::Zeckendorf, &[(FREE[0], 1)], 0, nonzero(2), &budget).unwrap();
    let text = serde_json::to_string(&even).expect("data");
    let refused = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert!(serde_json::from_str::<Automaton>(&changed).is_err(), "{changed}");
    };
    refused("\"start\":2", "\"start\":200");
    refused("\"start\":2", "\"start\":1");
    refused("[[2,", "[[3,");
    refused("[[2,", "[[99,");
    let linear = Automaton::linear(Numeration::binary(), &[(FREE[0], 1), (FREE[0], -1)], 0, Sign::Zero, &budget);
    assert_eq!(linear, Ok(Automaton::sentence(Numeration::binary(), Truth::True)));
}

#[test]
fn drawings_name_their_tracks() {
    let below = decide(&Presburger::less(FREE[0], FREE[1]), Numeration::binary(), &ample()).unwrap();
    assert_eq!((below.nodes(), below.states()), (3, 1));
    let drawing = below.to_dot(&|variable| format!("heap {}", variable.0));
    assert!(drawing.contains("2 [label=\"heap 0\", shape=circle];"), "{drawing}");
    assert!(drawing.contains("2 -> 3 [label=\"0\"];"), "{drawing}");
    assert!(drawing.contains("1 [label=\"everything\", shape=doublecircle];"), "{drawing}");
}
