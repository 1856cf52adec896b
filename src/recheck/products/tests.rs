//! Every fact is true of the numbers that its unknowns are called, and nothing that has a solution is refuted.
use super::facts::{NumberOrigin, UnknownNumbers};
use super::forms::{Asserted, IntegerForm, at_most, equal, less, not};
use super::refute::is_impossible;
use super::refute::reasons::{ReasonTree, reasons, simplified};
use crate::recheck::spent::CheckEffort;
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{Term, Variable};
use std::collections::BTreeMap;
use std::sync::Arc;

fn value(form: &IntegerForm, values: &BTreeMap<usize, i128>) -> i128 {
    form.terms.iter().map(|(own, coefficient)| coefficient * values[own]).sum::<i128>() + form.constant
}

fn holds(said: &Asserted, values: &BTreeMap<usize, i128>) -> bool {
    match said {
        Asserted::AtMost(form) => value(form, values) <= 0,
        Asserted::Zero(form) => value(form, values) == 0,
        Asserted::All(parts) => parts.iter().all(|part| holds(part, values)),
        Asserted::One(parts) => parts.iter().any(|part| holds(part, values)),
    }
}

/// The numbers that two unknowns of an origin are.
fn meant(origin: &NumberOrigin, values: &BTreeMap<usize, i128>) -> (i128, i128) {
    let at = |form: &IntegerForm| value(form, values);
    match origin {
        NumberOrigin::Triangle(form) => (at(form) * (at(form) - 1) / 2, 0),
        NumberOrigin::Product(one, other) => (values[one] * values[other], 0),
        NumberOrigin::Scaled(form, parameter) => (at(form) * at(parameter), 0),
        NumberOrigin::Root(form) => (at(form).max(0).isqrt(), 0),
        NumberOrigin::Step(form) => ((1..1_000_000).find(|d| at(form) < d * (d + 1) / 2).unwrap_or(1), 0),
        NumberOrigin::Quotient(_, divisor) if at(divisor) <= 0 => (0, 0),
        NumberOrigin::Quotient(form, divisor) => {
            let quotient = at(form).div_euclid(at(divisor));
            (quotient, quotient * at(divisor))
        }
        NumberOrigin::Part(form, divisor) => (at(form).div_euclid(*divisor), 0),
        NumberOrigin::Extreme(forms, 1) => (forms.iter().map(at).min().unwrap_or(0), 0),
        NumberOrigin::Extreme(forms, _) => (forms.iter().map(at).max().unwrap_or(0), 0),
        NumberOrigin::Power(base, exponent) => {
            (u32::try_from(at(exponent)).map_or(-7, |exponent| at(base).pow(exponent)), 0)
        }
        NumberOrigin::Recursive(Term::Recursive(recursion, _), form) => (recursion.at(at(form)).unwrap_or(-7), 0),
        NumberOrigin::Recursive(..) | NumberOrigin::Value(..) => unreachable!("no game is looked at"),
    }
}

#[test]
fn facts_are_true_of_all_small_numbers() -> Result<(), String> {
    let mut numbers = UnknownNumbers::default();
    let [x, y, _] = [numbers.fresh()?, numbers.fresh()?, numbers.fresh()?];
    let distance = numbers.extreme(vec![x.plus(-1, &y)?, y.plus(-1, &x)?], -1)?;
    let least = numbers.extreme(vec![x.clone(), y.clone()], 1)?;
    let product = numbers.product(&x.and(3)?, &y.times(2)?.and(-1)?)?;
    let square = numbers.product(&x.plus(-1, &y)?, &x.plus(-1, &y)?)?;
    numbers.product(&distance, &distance.times(-3)?.and(2)?)?;
    let root = numbers.root(&x.times(8)?.and(1)?)?;
    numbers.quotient(&root.and(1)?, &IntegerForm::number(2))?;
    let step = numbers.step(&x)?;
    for divisor in [&step, &distance, &y, &x.plus(1, &y)?, &y.times(2)?] {
        let (quotient, multiple) = numbers.quotient(&product.plus(1, &least)?, divisor)?;
        numbers.quotient(&multiple.plus(-1, &x)?, divisor)?;
        numbers.product(&quotient, divisor)?;
    }
    numbers.triangle(&square)?;
    assert!(100 < all_hold(&numbers, (-6..20).flat_map(|one| (-6..20).map(move |other| [one, other, 0])))?);
    Ok(())
}

/// The numbers that all unknowns are where the first three are these.
fn all_values(numbers: &UnknownNumbers, given: [i128; 3]) -> BTreeMap<usize, i128> {
    let mut values: BTreeMap<usize, i128> = given.into_iter().enumerate().collect();
    for (origin, first, second) in numbers.known() {
        let (of_first, of_second) = meant(origin, &values);
        for (form, meant) in [(first, of_first), (second, of_second)] {
            if let Some(own) = form.terms.keys().next().filter(|own| form.terms.len() == 1 && !values.contains_key(own))
            {
                values.insert(*own, meant);
            }
        }
        assert_eq!(value(first, &values), of_first, "{origin:?}");
    }
    values
}

/// All facts are true where the first three unknowns are these numbers; how many there are.
fn all_hold(numbers: &UnknownNumbers, given: impl Iterator<Item = [i128; 3]>) -> Result<usize, String> {
    let facts = numbers.facts()?;
    for given in given {
        let values = all_values(numbers, given);
        for fact in &facts {
            assert!(holds(fact, &values), "{given:?}: {fact:?}");
        }
    }
    Ok(facts.len())
}

#[test]
fn facts_about_open_parameters_are_true_of_all_small_numbers() -> Result<(), String> {
    let mut numbers = UnknownNumbers::default();
    let [x, p, q] = [numbers.fresh()?, numbers.fresh()?, numbers.fresh()?];
    numbers.open(vec![1, 2]);
    let (one, two) = (p.and(1)?, p.times(2)?.plus(1, &q)?.and(3)?);
    for divisor in [&one, &two, &p, &q.and(-2)?] {
        let (quotient, multiple) = numbers.quotient(&x, divisor)?;
        let product = numbers.product(&x.plus(-1, &quotient)?.and(2)?, divisor)?;
        numbers.within.push(less(&product, &x)?);
        let (other, _) = numbers.quotient(&product.plus(-1, &multiple)?.plus(1, &x)?.plus(2, divisor)?, divisor)?;
        numbers.product(divisor, &other.plus(3, &q)?)?;
        numbers.within.pop();
        numbers.product(&divisor.and(-3)?, &x)?;
        numbers.quotient(&x.plus(-1, &multiple)?, divisor)?;
    }
    numbers.product(&one, &two)?;
    let given = (-9..15).flat_map(|x| (0..6).flat_map(move |p| (0..5).map(move |q| [x, p, q])));
    assert!(100 < all_hold(&numbers, given)?);
    Ok(())
}

#[test]
fn facts_about_powers_and_recursions_are_true_of_all_small_numbers() -> Result<(), String> {
    let mut numbers = UnknownNumbers::default();
    let [e, p, f] = [numbers.fresh()?, numbers.fresh()?, numbers.fresh()?];
    numbers.open(vec![1]);
    for base in [p.and(1)?, p.and(2)?, IntegerForm::number(2), IntegerForm::number(3), p.and(-1)?] {
        for exponent in [e.clone(), e.and(1)?, f.clone(), e.plus(1, &f)?, f.and(-1)?] {
            let power = numbers.power(&base, &exponent)?;
            numbers.product(&power.plus(1, &f)?, &p.times(-1)?.and(1)?)?;
        }
    }
    let square = numbers.product(&e, &e)?;
    numbers.product(&square.plus(-3, &f)?, &p.and(1)?)?;
    let before =
        |by: i128| Term::Own(Box::new(Term::Sum(vec![Term::Variable(Variable::Coordinate(0)), Term::Constant(-by)])));
    for (body, given) in [
        (Term::Sum(vec![before(1), before(2)]), vec![(0, 0), (1, 1)]),
        (Term::Product(Box::new(Term::Constant(-2)), Box::new(before(1))), vec![(0, 1)]),
        (before(1), vec![(0, -1)]),
    ] {
        let recursion = Arc::new(Recursion::new("a".to_owned(), given, body));
        for at in [&e, &f, &e.and(1)?, &e] {
            numbers.recursive(&recursion, at)?;
        }
    }
    let given = (-2..6).flat_map(|e| (0..4).flat_map(move |p| (-2..6).map(move |f| [e, p, f])));
    assert!(100 < all_hold(&numbers, given)?);
    Ok(())
}

/// Something of three numbers that is made of what a seed says.
fn random(seed: &mut u64, depth: usize) -> Result<Asserted, String> {
    let mut next = |most: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % most
    };
    if depth == 0 {
        let mut form = IntegerForm::number(i128::from(next(9)) - 4);
        for own in 0..3 {
            form = form.plus(i128::from(next(7)) - 3, &IntegerForm::unknown(own))?;
        }
        let zero = IntegerForm::default();
        return match next(3) {
            0 => equal(&form, &zero),
            1 => not(equal(&form, &zero)?),
            _ => at_most(&form, &zero),
        };
    }
    let (is_all, count) = (next(2) == 0, 2 + next(3));
    let parts = (0..count).map(|_| random(seed, depth - 1)).collect::<Result<_, _>>()?;
    Ok(if is_all { Asserted::All(parts) } else { Asserted::One(parts) })
}

#[test]
fn nothing_that_has_a_solution_is_refuted() -> Result<(), String> {
    let (mut seed, mut refuted, mut solved) = (7, 0, 0);
    let spent = CheckEffort::default();
    for _ in 0..3_000 {
        let parts = (0..4).map(|_| random(&mut seed, 2)).collect::<Result<_, _>>()?;
        let said = Asserted::All(parts);
        let all =
            (0..9_i128.pow(3)).map(|at| [1, 9, 81].into_iter().map(|step| at / step % 9 - 4).enumerate().collect());
        let found = all.into_iter().any(|values| holds(&said, &values));
        let impossible = is_impossible(&spent, &said).unwrap_or(false);
        assert!(!(found && impossible), "{said:?}");
        refuted += usize::from(impossible);
        solved += usize::from(found);
    }
    assert!(300 < refuted && 300 < solved, "{refuted} {solved}");
    // Fractions alone satisfy the first, nothing the second.
    let (x, y) = (IntegerForm::unknown(0), IntegerForm::unknown(1));
    let odd = equal(&x.times(2)?, &y.times(4)?.and(1)?)?;
    assert_eq!(is_impossible(&spent, &odd), Ok(true));
    let both = Asserted::All(vec![less(&x, &y)?, less(&y, &x.and(1)?)?]);
    assert_eq!(is_impossible(&spent, &both), Ok(true));
    Ok(())
}

#[test]
fn monomials_are_what_products_are_made_of() -> Result<(), String> {
    let mut numbers = UnknownNumbers::default();
    let [x, y, p] = [numbers.fresh()?, numbers.fresh()?, numbers.fresh()?];
    numbers.open(vec![2]);
    let steps = numbers.product(&p.and(1)?, &x)?.and(1)?;
    let square = numbers.product(&steps, &steps)?;
    let more = numbers.product(&x.plus(1, &y)?, &y.plus(-1, &x)?)?;
    numbers.product(&more, &p.and(1)?)?;
    let own = numbers.product(&x, &x)?;
    let twice = numbers.product(&own, &p.and(1)?)?;
    let other = numbers.product(&twice, &p.and(1)?)?;
    let root = numbers.root(&own.times(4)?.plus(4, &x)?.and(1)?)?;
    numbers.product(&root, &y)?;
    all_hold(&numbers, (-3..4).flat_map(|x| (-3..4).flat_map(move |y| (0..3).map(move |p| [x, y, p]))))?;
    let (equations, spent) = (numbers.expanded()?, CheckEffort::default());
    assert!(!equations.is_empty());
    for given in (-3..4).flat_map(|x| (-3..4).flat_map(move |y| (0..3).map(move |p| [x, y, p]))) {
        let values = all_values(&numbers, given).into_iter();
        let known = values.map(|(own, number)| equal(&IntegerForm::unknown(own), &IntegerForm::number(number)));
        let all = known.collect::<Result<Vec<_>, _>>()?.into_iter().chain(equations.clone());
        assert_eq!(is_impossible(&spent, &Asserted::All(all.collect())), Ok(false), "{given:?}");
    }
    // ((p + 1) x + 1)^2 = (p + 1)^2 x^2 + 2 (p + 1) x + 1, which needs them.
    let expected = other.plus(2, &steps)?.and(-1)?;
    let mut parts = vec![not(equal(&square, &expected)?)?];
    assert_eq!(is_impossible(&spent, &Asserted::All([parts.clone(), numbers.facts()?].concat())), Ok(false));
    parts.extend(equations);
    assert_eq!(is_impossible(&spent, &Asserted::All(parts)), Ok(true));
    Ok(())
}

#[test]
fn powers_are_monomials_of_powers_with_smaller_exponents() -> Result<(), String> {
    let mut numbers = UnknownNumbers::default();
    let [k, y, d] = [numbers.fresh()?, numbers.fresh()?, numbers.fresh()?];
    numbers.open(vec![2]);
    let base = d.and(2)?;
    let [low, next, after] = [0, 1, 3].map(|more| k.and(more).and_then(|exponent| numbers.power(&base, &exponent)));
    let (low, next, after) = (low?, next?, after?);
    let square = numbers.product(&low, &low)?;
    let expected = numbers.product(&square, &base)?;
    let mixed = numbers.product(&low, &next)?;
    numbers.product(&after.plus(1, &y)?, &after.plus(-1, &y)?)?;
    let other = numbers.power(&IntegerForm::number(3), &k)?;
    numbers.product(&other, &next)?;
    let (equations, spent) = (numbers.expanded()?, CheckEffort::default());
    for given in (0..4).flat_map(|k| (-2..3).flat_map(move |y| (0..3).map(move |d| [k, y, d]))) {
        let values = all_values(&numbers, given).into_iter();
        let known = values.map(|(own, number)| equal(&IntegerForm::unknown(own), &IntegerForm::number(number)));
        let all = known.collect::<Result<Vec<_>, _>>()?.into_iter().chain(equations.clone());
        assert_eq!(is_impossible(&spent, &Asserted::All(all.collect())), Ok(false), "{given:?}");
    }
    // b^k b^(k + 1) = b (b^k)^2 where k is natural, and nothing is said where it is not.
    let differ = [vec![not(equal(&mixed, &expected)?)?], equations].concat();
    let [natural, positive] = [&k, &d].map(|own| at_most(&IntegerForm::default(), own));
    let (natural, positive) = (natural?, positive?);
    for (given, expected) in
        [(vec![natural.clone(), positive.clone()], true), (vec![natural], false), (vec![positive], false)]
    {
        let all = Asserted::All([differ.clone(), given].concat());
        assert_eq!(is_impossible(&spent, &all), Ok(expected));
    }
    Ok(())
}

/// What is said without alternatives.
fn surely<'a>(said: &'a Asserted, into: &mut Vec<&'a Asserted>) {
    match said {
        Asserted::All(parts) => parts.iter().for_each(|part| surely(part, into)),
        // What is never so is known by this.
        Asserted::One(parts) if !parts.is_empty() => {}
        row => into.push(row),
    }
}

/// Whatever numbers are taken, a way through the cases that are so ends at rows that are not, and were said on the way.
fn leads_to_what_is_false(why: &ReasonTree, known: &[&Asserted], values: &BTreeMap<usize, i128>) -> bool {
    match why {
        ReasonTree::Rows(rows) => {
            let never = Asserted::AtMost(IntegerForm::number(1));
            let is_said =
                |row: &Asserted| known.contains(&row) || *row == never && known.contains(&&Asserted::One(Vec::new()));
            rows.iter().all(is_said) && !rows.iter().all(|row| holds(row, values))
        }
        ReasonTree::Cases { cases, .. } => cases.iter().filter(|case| holds(&case.0, values)).all(|(what, why)| {
            let mut more = known.to_vec();
            surely(what, &mut more);
            leads_to_what_is_false(why, &more, values)
        }),
    }
}

#[test]
fn reasons_are_given_for_what_is_impossible_and_rest_on_what_is_said() -> Result<(), String> {
    let (mut seed, mut given, mut nested) = (11, 0, 0);
    let spent = CheckEffort::default();
    for _ in 0..400 {
        let parts: Vec<Asserted> = (0..4).map(|_| random(&mut seed, 2)).collect::<Result<_, _>>()?;
        let Ok(impossible) = is_impossible(&spent, &Asserted::All(parts.clone())) else { continue };
        let Ok(why) = reasons(&spent, &parts, &|row| Ok(row.clone())) else { continue };
        assert_eq!(why.is_some(), impossible, "{parts:?}");
        let Some(why) = why else { continue };
        given += 1;
        nested += usize::from(matches!(why, ReasonTree::Cases { .. }));
        let mut known = Vec::new();
        let simple: Vec<Asserted> = parts.iter().map(simplified).collect();
        for part in &simple {
            surely(part, &mut known);
        }
        for at in 0..9_i128.pow(3) {
            let values = [1, 9, 81].into_iter().map(|step| at / step % 9 - 4).enumerate().collect();
            assert!(leads_to_what_is_false(&why, &known, &values), "{parts:?} {why:?} {values:?}");
            // One of the cases is so wherever the part that has them is.
            if let ReasonTree::Cases { said: Some(part), cases } = &why {
                assert!(!holds(&parts[*part], &values) || cases.iter().any(|case| holds(&case.0, &values)));
            }
        }
    }
    assert!(100 < given && 20 < nested, "{given} {nested}");
    Ok(())
}
