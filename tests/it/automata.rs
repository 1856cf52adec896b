//! The automata engine against brute force over a window, in three numerations, and against theorems of the papers.
use nimdsl::automata::{
    Automaton, Budget, Formula, Numeration, Relation, Sign, Stop, Term, Truth, Variable, decide, decide_named,
    numeration_of,
};
use proptest::prelude::*;
use std::num::NonZeroU32;
use std::sync::Arc;

mod games;

const FREE: [Variable; 3] = [Variable(0), Variable(1), Variable(2)];

fn numerations() -> [Numeration; 3] {
    [Numeration::binary(), Numeration::base(3).expect("a base"), Numeration::Zeckendorf]
}

fn ample() -> Budget<'static> {
    Budget::nodes(2_000_000)
}

/// The value of a term; `None` if it is not defined.
fn term_value(term: &Term, values: &[i128]) -> Option<i128> {
    let value = |term: &Term| term_value(term, values);
    Some(match term {
        Term::Constant(constant) => i128::from(*constant),
        Term::Variable(variable) => values[variable.0 as usize],
        Term::Sum(terms) => terms.iter().map(value).sum::<Option<i128>>()?,
        Term::Times(factor, term) => i128::from(*factor) * value(term)?,
        Term::Min(a, b) => value(a)?.min(value(b)?),
        Term::Max(a, b) => value(a)?.max(value(b)?),
        Term::Abs(term) => value(term)?.abs(),
        Term::Floor(term, divisor) => value(term)?.div_euclid(i128::from(divisor.get())),
        Term::Mod(term, modulus) => value(term)?.rem_euclid(i128::from(modulus.get())),
        Term::Xor(a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            return (0 <= a && 0 <= b).then_some(a ^ b);
        }
        Term::GoldenFloor(term) => {
            // floor(phi * n) = floor((n + sqrt(5 n^2)) / 2), and the root is never an integer for n > 0.
            let n = u128::try_from(value(term)?).ok()?;
            i128::try_from((n + (5 * n * n).isqrt()) / 2).ok()?
        }
    })
}

/// The truth of a formula whose bound variables are all at most `most`.
fn truth(formula: &Formula, values: &mut Vec<i128>, most: i128) -> bool {
    let defined = |terms: &[&Term], values: &[i128]| -> Option<Vec<i128>> {
        terms.iter().map(|term| term_value(term, values)).collect()
    };
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Compare(a, relation, b) => defined(&[a, b], values).is_some_and(|both| match relation {
            Relation::Equal => both[0] == both[1],
            Relation::Differs => both[0] != both[1],
            Relation::Less => both[0] < both[1],
            Relation::AtMost => both[0] <= both[1],
        }),
        Formula::Congruent(a, b, modulus) => {
            defined(&[a, b], values).is_some_and(|both| (both[0] - both[1]) % i128::from(modulus.get()) == 0)
        }
        Formula::Not(body) => !truth(body, values, most),
        Formula::And(parts) => parts.iter().all(|part| truth(part, values, most)),
        Formula::Or(parts) => parts.iter().any(|part| truth(part, values, most)),
        Formula::Implies(a, b) => !truth(a, values, most) || truth(b, values, most),
        Formula::Iff(a, b) => truth(a, values, most) == truth(b, values, most),
        Formula::Exists(bound, body) => over_all(bound, body, values, most, true),
        Formula::Forall(bound, body) => !over_all(bound, body, values, most, false),
        Formula::Named(_, body) => truth(body, values, most),
        _ => panic!("not in these tests: {formula:?}"),
    }
}

/// Whether some values of the bound variables give the formula this truth.
fn over_all(bound: &[Variable], body: &Formula, values: &mut Vec<i128>, most: i128, wanted: bool) -> bool {
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
fn terms(variables: u32) -> impl Strategy<Value = Term> {
    let linear = (prop::collection::vec((-3..4i64, 0..variables), 1..3), -5..6i64).prop_map(|(parts, constant)| {
        let parts = parts.into_iter().map(|(factor, variable)| Term::from(Variable(variable)) * factor);
        Term::Sum(parts.chain([Term::from(constant)]).collect())
    });
    linear.prop_recursive(1, 3, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.min(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.max(b)),
            inner.clone().prop_map(Term::abs),
            (inner.clone(), 1..5u32).prop_map(|(a, divisor)| a.floor_by(nonzero(divisor))),
            (inner.clone(), 1..5u32).prop_map(|(a, modulus)| a.modulo(nonzero(modulus))),
            (inner.clone(), inner).prop_map(|(a, b)| a - b),
        ]
    })
}

fn atoms(variables: u32) -> impl Strategy<Value = Formula> {
    let relation =
        prop_oneof![Just(Relation::Equal), Just(Relation::Differs), Just(Relation::Less), Just(Relation::AtMost)];
    let compare = (terms(variables), relation, terms(variables)).prop_map(|(a, is, b)| Formula::Compare(a, is, b));
    let congruent = (terms(variables), terms(variables), 1..6u32)
        .prop_map(|(a, b, modulus)| Formula::Congruent(a, b, nonzero(modulus)));
    prop_oneof![3 => compare, 1 => congruent]
}

fn connected(atom: BoxedStrategy<Formula>) -> BoxedStrategy<Formula> {
    atom.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(Formula::negated),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Formula::and),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Formula::or),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.implies(b)),
            (inner.clone(), inner).prop_map(|(a, b)| a.iff(b)),
        ]
    })
    .boxed()
}

/// Quantifies the last of so many variables, up to a bound that depends on the others, on top of `body`.
fn quantified(variables: u32, body: BoxedStrategy<Formula>) -> BoxedStrategy<Formula> {
    let last = Variable(variables - 1);
    (body, 0..variables - 1, 0..2i64, 0..5i64, any::<bool>())
        .prop_map(move |(body, other, factor, constant, all)| {
            let bounded = Formula::at_most(last, Term::from(Variable(other)) * factor + constant);
            if all {
                Formula::forall([last], bounded.implies(body))
            } else {
                Formula::exists([last], Formula::and([bounded, body]))
            }
        })
        .boxed()
}

fn formulas() -> impl Strategy<Value = Formula> {
    let inner = quantified(5, connected(atoms(5).boxed()));
    let middle = quantified(4, connected(prop_oneof![2 => atoms(4).boxed(), 1 => inner].boxed()));
    connected(prop_oneof![1 => atoms(3).boxed(), 2 => middle].boxed())
}

/// Free variables below this are compared; bound ones are at most 7 in the outer quantifier and 11 in the inner one.
const WINDOW: i128 = 4;

fn agrees_with_brute_force(formula: &Formula) {
    let tracks: Vec<Variable> = formula.free_variables().into_iter().collect();
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
                assert!(matches!(failed.why, Stop::Nodes(_)), "{failed}");
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
    for numeration in [Numeration::binary(), Numeration::base(10).unwrap(), Numeration::Zeckendorf] {
        for value in (0..2000).chain([u128::MAX / 3, u128::MAX]) {
            assert_eq!(numeration.value_of(&numeration.digits_of(value)), Some(value), "{numeration}");
        }
    }
    assert_eq!(Numeration::Zeckendorf.value_of(&[1, 1]), None);
    assert_eq!(Numeration::binary().value_of(&[2]), None);
}

fn set(formula: &Formula) -> Vec<u128> {
    let numeration = numeration_of(formula).expect("one numeration");
    let automaton = decide(formula, numeration, &ample()).expect("a small formula");
    automaton.tuples_below(130).into_iter().map(|tuple| tuple[0]).collect()
}

#[test]
fn sets_by_digits() {
    let [x, y, z] = FREE.map(Term::from);
    assert_eq!(set(&Formula::Power(x.clone(), 3)), [1, 3, 9, 27, 81]);
    assert_eq!(set(&Formula::Repunit(x.clone(), 3)), [1, 4, 13, 40, 121]);
    assert_eq!(set(&Formula::Fibonacci(x.clone())), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
    // Powers of 4 and of 8 meet in base 2, where 64 is a power of both.
    let both = Formula::and([Formula::Power(x.clone(), 4), Formula::Power(x.clone(), 8)]);
    assert_eq!(set(&both), [1, 64]);
    let repunits = Formula::or([Formula::Repunit(x.clone(), 4), Formula::Repunit(x.clone(), 8)]);
    assert_eq!(set(&repunits), [1, 5, 9, 21, 73, 85]);
    let least_multiple = Formula::LargestPower(x.clone() * 3, Term::from(4), 2);
    assert_eq!(set(&least_multiple)[..5], [4, 12, 20, 28, 36]);
    for base in [2, 3, 6] {
        let power = Formula::LargestPower(x.clone(), y.clone(), base);
        for tuple in decide(&power, numeration_of(&power).unwrap(), &ample()).unwrap().tuples_below(100) {
            let divides = |power: &u128| tuple[0] % power == 0;
            let powers = (0..7).map(|exponent| u128::from(base).pow(exponent)).take_while(divides);
            let expected = if tuple[0] == 0 { 1 } else { powers.last().expect("1 divides") };
            assert_eq!(tuple[1], expected);
        }
    }
    let nim_sum = Formula::equal(x.clone().xor(y.clone()), z.clone());
    let found = decide(&nim_sum, numeration_of(&nim_sum).unwrap(), &ample()).unwrap().tuples_below(16);
    let expected: Vec<Vec<u128>> = (0..16).flat_map(|a| (0..16).map(move |b| vec![a, b, a ^ b])).collect();
    assert_eq!(found, expected);
    let golden = Formula::equal(x.clone().golden_floor(), y);
    let found = decide(&golden, numeration_of(&golden).unwrap(), &ample()).unwrap().tuples_below(1000);
    assert_eq!(found.len(), 619);
    for tuple in found {
        assert_eq!(term_value(&x.clone().golden_floor(), &[tuple[0] as i128]), Some(tuple[1] as i128));
    }
    // An undefined nim-sum makes its atom false, and the negation of that atom true.
    let undefined = Formula::equal((z - 5).xor(3), 3);
    assert_eq!(set(&undefined), [5]);
    assert_eq!(set(&undefined.negated())[..6], [0, 1, 2, 3, 4, 6]);
}

#[test]
fn digit_patterns() {
    use nimdsl::automata::Dfa;
    let x = Term::from(FREE[0]);
    // No digit 2 in base 3.
    let numeration = Numeration::base(3).unwrap();
    let dfa = Dfa { numeration, next: vec![vec![Some(0), Some(0), None]], accepting: vec![true] };
    assert_eq!(set(&Formula::Digits(x.clone(), Arc::new(dfa)))[..8], [0, 1, 3, 4, 9, 10, 12, 13]);
    let odd = Dfa {
        numeration: Numeration::Zeckendorf,
        next: vec![vec![Some(0), Some(1)], vec![Some(0), None]],
        accepting: vec![false, true],
    };
    assert_eq!(set(&Formula::Digits(x, Arc::new(odd)))[..6], [1, 4, 6, 9, 12, 14]);
}

#[test]
fn quantifiers_range_over_all_naturals() {
    let [x, y, z] = FREE;
    let sentence = |formula: Formula| {
        let automaton = decide(&formula, numeration_of(&formula).unwrap(), &ample()).unwrap();
        assert_eq!(automaton.is_empty(), !automaton.is_universal());
        automaton.is_universal()
    };
    let power = |variable| Formula::Power(Term::from(variable), 2);
    let above = Formula::exists([y], Formula::and([Formula::less(x, y), power(y)]));
    assert!(sentence(Formula::forall([x], above)));
    // Two powers of 2 have a power of 2 as sum only if they are equal.
    let sum = Formula::and([power(x), power(y), Formula::Power(Term::from(x) + y, 2)]);
    assert!(sentence(Formula::forall([x, y], sum.implies(Formula::equal(x, y)))));
    // A number is a sum of two coins from 3 and 5 if it is at least 8.
    let coins = Formula::exists([y, z], Formula::equal(x, Term::from(y) * 3 + Term::from(z) * 5));
    assert!(sentence(Formula::forall([x], Formula::at_most(8, x).implies(coins.clone()))));
    assert!(!sentence(Formula::forall([x], Formula::at_most(7, x).implies(coins))));
    // An inner quantifier with the name of an outer one means its own variable.
    let shadowed =
        Formula::exists([x], Formula::and([Formula::equal(x, 1), Formula::exists([x], Formula::equal(x, 2))]));
    assert!(sentence(shadowed));
    for numeration in numerations() {
        let large = Formula::exists([y], Formula::and([Formula::equal(y, Term::from(x) * 5 + 1000)]));
        assert!(decide(&large, numeration, &ample()).unwrap().is_universal());
        let small = Formula::exists([y], Formula::equal(Term::from(y) + 1000, x));
        let least = decide(&small, numeration, &ample()).unwrap().least();
        assert_eq!(least, Ok(Some(vec![1000])));
    }
}

#[test]
fn numerations_follow_from_formulas() {
    let x = Term::from(FREE[0]);
    let base = |radix| Ok(Numeration::base(radix).unwrap());
    assert_eq!(numeration_of(&Formula::at_most(x.clone(), 3)), base(2));
    assert_eq!(numeration_of(&Formula::Power(x.clone(), 9)), base(9));
    let both = |a: Formula, b: Formula| numeration_of(&Formula::and([a, b]));
    assert_eq!(both(Formula::Power(x.clone(), 9), Formula::Repunit(x.clone(), 27)), base(3));
    let nim_sum = Formula::equal(x.clone().xor(x.clone()), 0);
    assert_eq!(both(nim_sum.clone(), Formula::Power(x.clone(), 4)), base(2));
    let conflict = both(Formula::Fibonacci(x.clone()), nim_sum.clone()).unwrap_err();
    assert_eq!(conflict.to_string(), "Fibonacci numbers and a nim-sum have no automata in one and the same numeration");
    let conflict = both(Formula::Power(x.clone(), 2), Formula::Power(x.clone(), 6)).unwrap_err();
    assert_eq!(conflict.first, "powers of 2");
    let failed = decide(&nim_sum, Numeration::base(3).unwrap(), &ample()).unwrap_err();
    assert_eq!(failed.why, Stop::Foreign);
}

#[test]
fn giving_up_says_where() {
    let [x, y, z] = FREE;
    let large = Formula::and([
        Formula::Congruent(Term::from(x) + y, Term::from(0), nonzero(31)),
        Formula::Congruent(Term::from(x) + Term::from(y) * 2, Term::from(z) + 3, nonzero(37)),
    ]);
    let formula = Formula::named("king", Formula::exists([y], large));
    let name = |variable: Variable| ["x", "j", "z"][variable.0 as usize].to_owned();
    let decide = |budget: &Budget| decide_named(&formula, Numeration::binary(), budget, &name);
    let failed = decide(&Budget::nodes(1000)).unwrap_err();
    assert_eq!((failed.what.as_str(), failed.why), ("eliminating `j` in `king`", Stop::Nodes(failed.nodes)));
    assert_eq!(failed.to_string(), format!("gave up eliminating `j` in `king` at {} nodes", failed.nodes));
    let failed = decide(&Budget::nodes(50)).unwrap_err();
    assert_eq!(failed.what, "building a congruence in `king`");
    let cancelled = || true;
    let failed = decide(&ample().with_cancellation(&cancelled)).unwrap_err();
    assert!(matches!(failed.why, Stop::Cancelled(_)), "{failed}");
    let huge = Formula::equal(Term::from(x) * i64::MAX, Term::from(y) * i64::MAX);
    let failed = nimdsl::automata::decide(&huge, Numeration::binary(), &ample()).unwrap_err();
    assert_eq!(failed.why, Stop::Overflow);
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
    let below = decide(&Formula::less(FREE[0], FREE[1]), Numeration::binary(), &ample()).unwrap();
    assert_eq!((below.nodes(), below.states()), (3, 1));
    let drawing = below.to_dot(&|variable| format!("heap {}", variable.0));
    assert!(drawing.contains("2 [label=\"heap 0\", shape=circle];"), "{drawing}");
    assert!(drawing.contains("2 -> 3 [label=\"0\"];"), "{drawing}");
    assert!(drawing.contains("1 [label=\"everything\", shape=doublecircle];"), "{drawing}");
}
