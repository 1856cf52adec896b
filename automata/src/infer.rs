//! Which numeration a formula can be decided in, from the relations that it uses; or why there is none.
use super::formula::{Integer, Presburger};
use super::numeration::Numeration;
use std::fmt;

/// Two parts of a formula that need different numerations, or one that needs an impossible one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What the one part is: "powers of 3".
    pub first: String,
    /// What the other part is, if there is one: "a nim-sum".
    pub second: Option<String>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second } = self;
        match second {
            Some(second) => write!(formatter, "{first} and {second} have no automata in one and the same numeration"),
            None => write!(formatter, "{first} have no automata in any base from 2 to 1024"),
        }
    }
}

impl std::error::Error for Conflict {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// A base of which this number is a power.
    RootOf(u32),
    Exactly(Numeration),
    /// A power of 2 as base.
    Xor,
}

/// The numeration in which every relation of the formula is automatic; base 2 if all are automatic everywhere.
///
/// ```
/// use nimdsl_automata::{Integer, Natural, Numeration, Presburger, numeration_of};
/// let x = Integer::from(Natural(0));
/// let cube = Presburger::Power(x.clone(), 27);
/// assert_eq!(numeration_of(&cube), Ok(Numeration::base(27).unwrap()));
/// let with_nim_sum = Presburger::and([cube, Presburger::equal(x.clone().xor(x), 0)]);
/// assert_eq!(
///     numeration_of(&with_nim_sum).unwrap_err().to_string(),
///     "powers of 27 and a nim-sum have no automata in one and the same numeration",
/// );
/// ```
///
/// # Errors
/// If two relations need different numerations. That is no accident: addition together with the powers of two numbers that
/// are not powers of one number is undecidable (Villemaire, *The theory of `(N, +, V_k, V_l)` is undecidable*, 1992).
pub fn numeration_of(formula: &Presburger) -> Result<Numeration, Conflict> {
    let mut needs = Vec::new();
    needs_of(formula, &mut needs);
    let Some((first, name)) = needs.first().cloned() else { return Ok(Numeration::binary()) };
    let mut chosen = alone(first).ok_or_else(|| Conflict { first: name.clone(), second: None })?;
    for index in 1..needs.len() {
        if fits(chosen, &needs[..=index]) {
            continue;
        }
        let roots = needs.iter().filter_map(|(need, _)| alone(*need)).flat_map(roots_of);
        let found = roots.into_iter().find(|root| fits(*root, &needs[..=index]));
        let (_, second) = &needs[index];
        let opponent = needs[..index].iter().find(|(other, _)| !together(*other, needs[index].0));
        let (_, first) = opponent.unwrap_or(&needs[0]);
        chosen = found.ok_or_else(|| Conflict { first: first.clone(), second: Some(second.clone()) })?;
    }
    Ok(chosen)
}

/// The numeration that a need asks for if nothing else is asked.
fn alone(need: Need) -> Option<Numeration> {
    match need {
        Need::RootOf(number) => {
            Numeration::base(number).or_else(|| roots(number).last().and_then(|root| Numeration::base(*root)))
        }
        Need::Exactly(numeration) => Some(numeration),
        Need::Xor => Some(Numeration::binary()),
    }
}

/// The numbers of which `number` is a power, ascending.
fn roots(number: u32) -> Vec<u32> {
    (2..=1024.min(number)).filter(|root| super::atoms::exponent(*root, number).is_some()).collect()
}

fn roots_of(numeration: Numeration) -> Vec<Numeration> {
    match numeration {
        Numeration::Base(radix) => roots(radix.get()).into_iter().rev().filter_map(Numeration::base).collect(),
        Numeration::Zeckendorf | Numeration::Metallic(_) | Numeration::Chebyshev(_) | Numeration::Cubic(_) => {
            vec![numeration]
        }
    }
}

fn together(one: Need, other: Need) -> bool {
    let both = [(one, String::new()), (other, String::new())];
    [one, other].into_iter().filter_map(alone).flat_map(roots_of).any(|numeration| fits(numeration, &both))
}

fn fits(numeration: Numeration, needs: &[(Need, String)]) -> bool {
    needs.iter().all(|(need, _)| match (need, numeration) {
        (Need::Exactly(needed), _) => *needed == numeration,
        (Need::RootOf(number), Numeration::Base(radix)) => super::atoms::exponent(radix.get(), *number).is_some(),
        (Need::Xor, Numeration::Base(radix)) => radix.get().is_power_of_two(),
        (_, Numeration::Zeckendorf | Numeration::Metallic(_) | Numeration::Chebyshev(_) | Numeration::Cubic(_)) => {
            false
        }
    })
}

fn needs_of(formula: &Presburger, needs: &mut Vec<(Need, String)>) {
    match formula {
        Presburger::Power(_, number) => needs.push((Need::RootOf(*number), format!("powers of {number}"))),
        Presburger::Repunit(_, number) => needs.push((Need::RootOf(*number), format!("repunits in base {number}"))),
        Presburger::LargestPower(_, _, number) => match Numeration::base(*number) {
            Some(base) => needs.push((Need::Exactly(base), format!("largest powers of {number} that divide"))),
            None => needs.push((Need::RootOf(*number), format!("largest powers of {number} that divide"))),
        },
        Presburger::Digits(_, dfa) => {
            needs.push((Need::Exactly(dfa.numeration), format!("digits in {}", dfa.numeration)));
        }
        Presburger::Fibonacci(_) => needs.push((Need::Exactly(Numeration::Zeckendorf), "Fibonacci numbers".to_owned())),
        Presburger::Holds(automaton, _) => {
            let numeration = automaton.numeration();
            needs.push((Need::Exactly(numeration), format!("a relation in {numeration}")));
        }
        _ => {}
    }
    formula.for_each_term(&mut |term| needs_of_term(term, needs));
    for part in formula.parts() {
        needs_of(part, needs);
    }
}

fn needs_of_term(term: &Integer, needs: &mut Vec<(Need, String)>) {
    match term {
        Integer::Constant(_) | Integer::Variable(_) => {}
        Integer::Sum(terms) => terms.iter().for_each(|term| needs_of_term(term, needs)),
        Integer::Times(_, term) | Integer::Abs(term) | Integer::Floor(term, _) | Integer::Mod(term, _) => {
            needs_of_term(term, needs);
        }
        Integer::Min(a, b) | Integer::Max(a, b) => {
            needs_of_term(a, needs);
            needs_of_term(b, needs);
        }
        Integer::Xor(a, b) => {
            needs.push((Need::Xor, "a nim-sum".to_owned()));
            needs_of_term(a, needs);
            needs_of_term(b, needs);
        }
        Integer::SlopeFloor(numeration, term) => {
            needs.push((Need::Exactly(*numeration), numeration.irrational()));
            needs_of_term(term, needs);
        }
    }
}
