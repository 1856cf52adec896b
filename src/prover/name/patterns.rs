//! Reads formulas off an automaton: residues, bands of residues, powers. They are guesses, to be compared with the automaton.
use crate::prover::SetName;
use nimdsl_automata::{Automaton, Integer, Natural, Numeration, Presburger};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// Numbers that a period or a power is read off.
const SEEN: u128 = 4096;
/// Members of a list in a formula.
const MOST_LISTED: usize = 24;
/// Distances of two heaps, and tuples of residues, of which a formula speaks.
const MOST_PARTS: usize = 8;
/// Moduli of bands and tuples.
const MODULI: std::ops::RangeInclusive<u32> = 1..=12;

/// A variable that no coordinate has.
const POWER: u32 = 1_000_000;

type NamedFormula = (String, Presburger);

/// Formulas that the set may have.
pub(in crate::prover) fn patterns(set: &Automaton, heaps: &[String], terms: &[Integer]) -> Vec<NamedFormula> {
    let mut all = Vec::new();
    match (heaps, terms) {
        ([heap], [x]) => {
            let seen: Vec<u128> = set.some_tuples_below(SEEN, usize::MAX).into_iter().map(|tuple| tuple[0]).collect();
            all.extend(periodic(&seen, heap, x));
            if let Numeration::Base(radix) = set.numeration() {
                all.extend(geometric(&seen, radix.get(), heap, x));
            }
        }
        ([first, second], [x, y]) => all.extend(band(set, (first, second), x, y)),
        _ => {}
    }
    if 1 < heaps.len() {
        let neighbours = || terms.iter().zip(&terms[1..]);
        let equal = Presburger::and(neighbours().map(|(one, other)| Presburger::equal(one.clone(), other.clone())));
        let words = heaps.iter().zip(&heaps[1..]).map(|(one, other)| format!("{one} = {other}")).collect::<Vec<_>>();
        all.push((words.join(" and "), equal));
        let smallest = terms.iter().cloned().reduce(Integer::min).map(|smallest| Presburger::equal(smallest, 0));
        all.extend(smallest.map(|formula| (format!("min({}) = 0", heaps.join(", ")), formula)));
        if set.numeration() == Numeration::binary() {
            all.extend(nim_sums(heaps, terms));
        }
        all.extend(classes(set, heaps, terms));
    }
    all
}

fn number(value: u128) -> i64 {
    i64::try_from(value).expect("members are looked at below a few thousand")
}

fn listed(members: &[u128]) -> String {
    let words = members.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if members.len() == 1 { format!("= {words}") } else { format!("in {{{words}}}") }
}

fn residue(x: &Integer, rest: u128, modulus: u32) -> Presburger {
    NonZeroU32::new(modulus)
        .map_or(Presburger::False, |modulus| Presburger::Congruent(x.clone(), Integer::from(number(rest)), modulus))
}

/// Residues of one period, after finitely many numbers.
fn periodic(seen: &[u128], heap: &str, x: &Integer) -> Option<NamedFormula> {
    let accepts = |value: u128| seen.binary_search(&value).is_ok();
    let (period, start) = (1..=SEEN / 4).find_map(|period| {
        let last_wrong = (0..SEEN - period).rev().find(|value| accepts(*value) != accepts(value + period));
        let start = last_wrong.map_or(0, |value| value + 1);
        (start < SEEN / 2).then_some((period, start))
    })?;
    let mut rests: Vec<u128> =
        (start..start + period).filter(|value| accepts(*value)).map(|value| value % period).collect();
    rests.sort_unstable();
    let before: Vec<u128> = seen.iter().copied().filter(|value| *value < start).collect();
    if rests.is_empty() || MOST_LISTED < rests.len() || MOST_LISTED < before.len() {
        return None;
    }
    let modulus = u32::try_from(period).ok()?;
    // The periodic part may begin earlier than the period of the whole does.
    let from = (0..start)
        .rev()
        .find(|value| rests.contains(&(value % period)) && !accepts(*value))
        .map_or(0, |value| value + 1);
    let before: Vec<u128> =
        before.into_iter().filter(|value| *value < from || !rests.contains(&(value % period))).collect();
    let mut conditions = Vec::new();
    if 1 < modulus {
        conditions.push(format!("{heap} mod {modulus} {}", listed(&rests)));
    }
    if 0 < from {
        conditions.push(format!("{from} <= {heap}"));
    }
    let mut words = conditions.join(" and ");
    let residues = Presburger::or(rests.iter().map(|rest| residue(x, *rest, modulus)));
    let mut formula = Presburger::and([residues, Presburger::at_most(number(from), x.clone())]);
    if words.is_empty() {
        return None;
    }
    if !before.is_empty() {
        words = format!("{words} or {heap} {}", listed(&before));
        formula = Presburger::or(
            [formula].into_iter().chain(before.iter().map(|value| Presburger::equal(x.clone(), number(*value)))),
        );
    }
    Some((words, formula))
}

/// Numbers each of which is `base` times the one before plus a constant.
fn geometric(seen: &[u128], base: u32, heap: &str, x: &Integer) -> Option<NamedFormula> {
    let factor = i64::from(base);
    let [.., before, last] = seen else { return None };
    let more = number(*last) - factor * number(*before);
    let first = (0..seen.len() - 1).rev().find(|at| number(seen[at + 1]) != factor * number(seen[*at]) + more);
    let first = number(seen[first.map_or(0, |at| at + 1)]);
    let scale = (factor - 1) * first + more;
    if scale <= 0 || 3 * MOST_LISTED < seen.len() {
        return None;
    }
    let power = Natural(POWER);
    let value = x.clone() * (factor - 1) + more;
    let formula = Presburger::exists(
        [power],
        Presburger::and([
            Presburger::Power(Integer::from(power), base),
            Presburger::equal(value, Integer::from(power) * scale),
        ]),
    );
    // A heap of this name would be meant.
    let letter = if heap == "k" { "j" } else { "k" };
    let scaled = if scale == 1 { format!("{base}^{letter}") } else { format!("{scale} * {base}^{letter}") };
    let shifted = match more {
        0 => scaled,
        1.. => format!("{scaled} - {more}"),
        _ => format!("{scaled} + {}", -more),
    };
    let whole = match (base, more) {
        (2, _) => shifted,
        (_, 0) => format!("{shifted} / {}", factor - 1),
        _ => format!("({shifted}) / {}", factor - 1),
    };
    Some((format!("exists {letter} >= 0: {heap} = {whole}"), formula))
}

/// Numbers of one heap that end in an odd, or an even, number of zeros; with 0 and without.
pub(in crate::prover) fn by_zeros(
    heaps: &[String],
    terms: &[Integer],
    numeration: Numeration,
) -> Vec<(SetName, Presburger)> {
    let ([heap], [x], Numeration::Base(radix)) = (heaps, terms, numeration) else { return Vec::new() };
    let (radix, square) = (radix.get(), radix.get().saturating_mul(radix.get()));
    let power = Natural(POWER);
    let named = |(odd, with_zero): (bool, bool)| {
        // The powers of the base with an even exponent are 1 modulo its square less 1, the others are the base.
        let rest = Integer::from(if odd { i64::from(radix) } else { 1 });
        let exponent = NonZeroU32::new(square - 1)
            .map_or(Presburger::False, |modulus| Presburger::Congruent(Integer::from(power), rest, modulus));
        let largest = Presburger::LargestPower(x.clone(), Integer::from(power), radix);
        let some = Presburger::exists([power], Presburger::and([largest, exponent]));
        let (less, zero) = (Presburger::at_most(1, x.clone()), Presburger::equal(x.clone(), 0));
        let formula = Presburger::and([some, less]);
        let formula = if with_zero { Presburger::or([formula, zero]) } else { formula };
        let many = if odd { "an odd number" } else { "an even number" };
        let before = if with_zero { format!("{heap} = 0 or ") } else { format!("1 <= {heap} and ") };
        let words = format!("{before}{heap} ends in {many} of zeros in base {radix}");
        let condition = format!("{before}valuation({radix}, {heap}) mod 2 = {}", u8::from(odd));
        (SetName::Digits { words, condition }, formula)
    };
    [(true, true), (true, false), (false, true), (false, false)].into_iter().map(named).collect()
}

/// Small distances of two heaps, each with residues of the smaller heap.
fn band(set: &Automaton, (first, second): (&str, &str), x: &Integer, y: &Integer) -> Vec<NamedFormula> {
    let mut distances: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
    // Beyond small irregularities.
    let (low, high) = (24_u128, 24 + 5 * 24_u128);
    for distance in 0..16 {
        let found: Vec<u128> = (low..high).filter(|small| set.accepts(&[*small, small + distance])).collect();
        if !found.is_empty() {
            distances.insert(distance, found);
        }
    }
    if distances.is_empty() || MOST_PARTS < distances.len() {
        return Vec::new();
    }
    let fits = |modulus: u32| {
        let modulus = u128::from(modulus);
        distances.values().all(|found| {
            (low..high - modulus).all(|small| found.contains(&small) == found.contains(&(small + modulus)))
        })
    };
    let Some(modulus) = MODULI.into_iter().find(|modulus| fits(*modulus)) else { return Vec::new() };
    let (smaller, distance) = (x.clone().min(y.clone()), (x.clone() - y.clone()).abs());
    let mut words = Vec::new();
    let mut formulas = Vec::new();
    for (number_of, found) in &distances {
        let mut rests: Vec<u128> = found.iter().map(|small| small % u128::from(modulus)).collect();
        rests.sort_unstable();
        rests.dedup();
        let apart =
            if *number_of == 0 { format!("{first} = {second}") } else { format!("|{first} - {second}| = {number_of}") };
        let mut formula = Presburger::equal(distance.clone(), number(*number_of));
        if rests.len() < modulus as usize {
            words.push(format!("{apart} and min({first}, {second}) mod {modulus} {}", listed(&rests)));
            formula =
                Presburger::and([formula, Presburger::or(rests.iter().map(|rest| residue(&smaller, *rest, modulus)))]);
        } else {
            words.push(apart);
        }
        formulas.push(formula);
    }
    vec![(words.join(" or "), Presburger::Or(formulas))]
}

/// Nim-sums of remainders and of quotients.
fn nim_sums(heaps: &[String], terms: &[Integer]) -> Vec<NamedFormula> {
    let mut all = Vec::new();
    let mut add = |words: &dyn Fn(&String) -> String, of: &dyn Fn(&Integer) -> Integer| {
        let words: Vec<String> = heaps.iter().map(words).collect();
        let sum = terms.iter().map(of).reduce(Integer::xor);
        all.extend(sum.map(|sum| (format!("xor({}) = 0", words.join(", ")), Presburger::equal(sum, 0))));
    };
    for divisor in (2..=8).filter_map(NonZeroU32::new) {
        add(&|heap| format!("{heap} mod {divisor}"), &|term| term.clone().modulo(divisor));
        add(&|heap| format!("floor({heap} / {divisor})"), &|term| term.clone().floor_by(divisor));
    }
    all
}

/// Tuples of residues.
fn classes(set: &Automaton, heaps: &[String], terms: &[Integer]) -> Option<NamedFormula> {
    for modulus in 2_u32..=6 {
        let far = u128::from(modulus) * 12;
        let mut tuples: Vec<Vec<u128>> = vec![Vec::new()];
        for _ in heaps {
            tuples = tuples
                .iter()
                .flat_map(|begun| (0..u128::from(modulus)).map(move |rest| [begun.as_slice(), &[rest]].concat()))
                .collect();
            if 4096 < tuples.len() {
                return None;
            }
        }
        let accepts = |tuple: &[u128], more: u128| {
            let shifted =
                tuple.iter().enumerate().map(|(at, rest)| rest + far + u128::from(modulus) * (more * at as u128 % 5));
            set.accepts(&shifted.collect::<Vec<_>>())
        };
        let agree = tuples.iter().all(|tuple| (1..4).all(|more| accepts(tuple, 0) == accepts(tuple, more)));
        let kept: Vec<&Vec<u128>> = tuples.iter().filter(|tuple| accepts(tuple, 0)).collect();
        if !agree || kept.is_empty() || MOST_PARTS < kept.len() {
            continue;
        }
        let of = |tuple: &Vec<u128>| {
            let parts = heaps.iter().zip(tuple).map(|(heap, rest)| format!("{heap} mod {modulus} = {rest}"));
            parts.collect::<Vec<_>>().join(" and ")
        };
        let words = kept.iter().map(|tuple| of(tuple)).collect::<Vec<_>>().join(" or ");
        let formula = kept.iter().map(|tuple| {
            Presburger::and(terms.iter().zip(tuple.iter()).map(|(term, rest)| residue(term, *rest, modulus)))
        });
        return Some((words, Presburger::or(formula)));
    }
    None
}
