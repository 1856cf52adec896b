//! A game of which every heap x is written as p u + a with 0 <= a < p, where p is a register, or so many times one and a number more:
//! the same game, in which nothing is multiplied by p or divided by it. So automata can say what holds for every p. Knows nothing of automata.
//!
//! The translation is exact, number by number: `x - s` is (u - v, a - b) or (u - v - 1, a + p - b), `x mod p` is a, `floor(x / p)` is u,
//! `p * n` is (n, 0), and numbers compare by u first. It fails where a number in two digits is multiplied, or stands in a
//! nim-sum. Grundy values become P-positions of the game beside a heap of Nim.
mod formulas;
mod kinds;
mod layout;
mod numbers;
mod own_variables;
mod terms;

use super::definition::with_outcomes;
use super::statement::{Formula, Statement};
use super::{Comparison, Condition, Move, Part, Position, Register, Ruleset, Term, Variable};
use crate::value::Play;
pub use kinds::{Modulus, Writing};

use formulas::Formulas;
use kinds::{GivenGame, Writings, statement_parts};
use layout::{DigitLayout, WrittenAt, digit};
use num_integer::gcd;
use numbers::{Combination, DigitBase, Expressed, Number, all_of, cannot, compared};
use own_variables::with_own_variables;
use std::cell::Cell;
use terms::DigitTerms;

/// Numbers that are divided by in turn, at most: each may make many moves of one.
pub const MOST_MODULI: usize = 3;

/// Periods with greater numbers are not tried where nothing is divided by them: automata grow with these.
const LARGEST_PERIOD: i64 = 64;

/// A game and a statement about it in two digits.
#[derive(Clone, Debug)]
pub struct InDigits {
    /// The game: each heap that is divided is two heaps; perhaps with a heap of Nim behind its heaps.
    pub ruleset: Ruleset,
    /// The statement.
    pub statement: Statement,
    layout: DigitLayout,
    times: i64,
    more: i64,
    register: usize,
}

impl InDigits {
    /// The coordinates of the game as it was given, without the heap of Nim. `None` if one does not fit.
    #[must_use]
    pub fn position(&self, digits: &[i64]) -> Option<Position> {
        let modulus = digits.get(self.register)?.checked_mul(self.times)?.checked_add(self.more)?;
        let given = self.layout.coordinates.iter().map(|written| match written {
            WrittenAt::Plain(place) => digits.get(*place).copied(),
            WrittenAt::Split([quotient, rest]) => {
                digits.get(*quotient)?.checked_mul(modulus)?.checked_add(*digits.get(*rest)?)
            }
            WrittenAt::Multiple(place, rest) => {
                let next = digits.get(*place)?.checked_add(1)?;
                next.checked_mul(modulus)?.checked_add(i64::try_from(*rest).ok()?)
            }
        });
        given.collect()
    }

    /// How many coordinates the last ones of the game as it was given have become.
    #[must_use]
    pub fn last(&self, count: usize) -> usize {
        self.layout.coordinates.iter().rev().take(count).map(|own| own.places().len()).sum()
    }
}

/// A game and a statement about it with its heaps in two digits.
///
/// # Errors
/// What cannot be said so.
pub fn in_digits(ruleset: &Ruleset, statement: &Statement, modulus: &Modulus) -> Result<InDigits, String> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return cannot("the explorer does not write heaps in two digits");
    }
    let ruleset = &with_amounts_apart(ruleset);
    let statement = &with_outcomes(statement);
    let made = written(ruleset, statement, modulus);
    if made.is_ok() {
        return made;
    }
    match with_own_variables(ruleset, statement) {
        Some(other) => written(ruleset, &other, modulus).or(made),
        None => made,
    }
}

/// The same of amounts that are apart, and of the statement as it stands.
fn written(ruleset: &Ruleset, statement: &Statement, modulus: &Modulus) -> Expressed<InDigits> {
    let given = given(ruleset, modulus)?;
    let writings = Writings::of(ruleset, statement, (given.clone(), modulus))?;
    let layout = DigitLayout::of(ruleset, modulus, &given);
    let differs = |(at, written): (usize, &WrittenAt)| {
        (writings.coordinate(at) == Writing::Plain) != matches!(written, WrittenAt::Plain(_))
    };
    let is_asked = looks_up(statement);
    let WrittenAt::Plain(register) = layout.coordinates[given.register] else {
        return cannot("what is divided by is not divided itself");
    };
    if layout.coordinates.iter().enumerate().any(differs) || is_asked && modulus.value != Some(writings.value()) {
        return cannot("other numbers than these are divided");
    }
    if is_asked && statement.play == Play::Misere {
        return cannot("Grundy values are of normal play");
    }
    let base = DigitBase { register: Variable::Coordinate(register), times: given.times, more: given.more };
    let terms = DigitTerms { given, base };
    let made = Digits { ruleset, terms: &terms, layout: &layout, writings: &writings };
    let own = made.ruleset()?;
    let next = Cell::new(statement.slots);
    let formulas = Formulas { ruleset, terms: &terms, layout: &layout, writings: &writings, next };
    let statement = formulas.statement(statement)?;
    Ok(InDigits { ruleset: own, statement, layout, times: modulus.times, more: modulus.more, register })
}

/// The game with each condition that natural amounts are not all 0 said of them one by one: in a sum all would be written alike, while each
/// heap may be divided by a number of its own.
fn with_amounts_apart(ruleset: &Ruleset) -> Ruleset {
    let apart = |family: &Move| {
        let naturals = natural_amounts(&family.guard);
        let own = |term: &Term| matches!(term, Term::Variable(Variable::Amount(at)) if naturals.contains(at));
        let is_apart = |condition: &Condition| match are_not_all_zero(condition) {
            Some(parts) if parts.iter().all(own) => {
                let one = |part: &Term| Condition::Compare(Term::Constant(1), Comparison::AtMost, part.clone());
                Condition::Or(parts.iter().map(one).collect())
            }
            _ => condition.clone(),
        };
        let guard = match &family.guard {
            Condition::And(parts) => Condition::And(parts.iter().map(is_apart).collect()),
            other => is_apart(other),
        };
        Move { guard, ..family.clone() }
    };
    Ruleset { moves: ruleset.moves.iter().map(apart).collect(), ..ruleset.clone() }
}

/// The parts of a sum that is not 0 by a condition, if none of them is negative: `1 <= i + j`, `i + j != 0`, `not i + j <= 0`.
fn are_not_all_zero(condition: &Condition) -> Option<&[Term]> {
    let (low, high) = match condition {
        Condition::Compare(Term::Constant(1), Comparison::AtMost, sum) => (None, sum),
        Condition::Compare(low, Comparison::Different, high) => (Some(high), low),
        Condition::Not(inner) => match &**inner {
            Condition::Compare(sum, Comparison::AtMost, zero) => (Some(zero), sum),
            _ => return None,
        },
        _ => return None,
    };
    match (low, high) {
        (None | Some(Term::Constant(0)), Term::Sum(parts)) => Some(parts),
        _ => None,
    }
}

/// What p is.
fn given(ruleset: &Ruleset, modulus: &Modulus) -> Expressed<GivenGame> {
    let heaps = ruleset.heaps.len();
    let found = ruleset.registers.iter().position(|own| own.name == modulus.register);
    let Some(at) = found else { return cannot("there is no such register") };
    let Register { low, high, .. } = ruleset.registers[at];
    let changes = |family: &Move| family.targets[heaps + at] != digit(heaps + at);
    if !modulus.is_in_range() || low != 0 || high.is_some() || ruleset.moves.iter().any(changes) {
        return cannot("the modulus may be less than 1, is too large, or a move changes it");
    }
    let mut given = GivenGame::of(heaps + at, (modulus.times.into(), modulus.more.into()), ruleset);
    // What is to be divided is divided.
    given.less.retain(|at| !modulus.split.contains(&ruleset.registers[at - heaps].name));
    Ok(given)
}

fn looks_up(statement: &Statement) -> bool {
    let is_lookup = &mut |part: Part<'_>| matches!(part, Part::Lookup(_));
    statement_parts(statement).into_iter().any(|part| part.any(is_lookup))
}

/// What some statements divide heaps by, written so that the first can be said, and as many of the others as possible; one modulus
/// for each number that is divided by.
#[must_use]
pub fn moduli(ruleset: &Ruleset, statements: &[Statement]) -> Vec<Modulus> {
    let Some(first) = statements.first().filter(|_| !cfg!(target_arch = "wasm32")) else { return Vec::new() };
    // A heap of Nim beside the game is no help in misère play: what others say of values is left out.
    let helps = |own: &&Statement| first.play == Play::Normal || !looks_up(own);
    let statements: Vec<Statement> = statements.iter().filter(helps).map(with_outcomes).collect();
    let first = &with_outcomes(first);
    let ruleset = &with_amounts_apart(ruleset);
    let fitted = |modulus: Modulus| {
        let mut modulus = with(ruleset, first, modulus)?;
        for other in statements.iter().skip(1) {
            if let Some(wider) = with(ruleset, other, modulus.clone())
                && in_digits(ruleset, first, &wider).is_ok()
            {
                modulus = wider;
            }
        }
        Some(modulus)
    };
    divisors(ruleset, &statements).into_iter().filter_map(fitted).collect()
}

/// Numbers that coordinates are raised by where a statement looks things up, or that they are multiples of, as `n + c + 1` in
/// `grundy(n + c + 1) = grundy(n)` and `(c + 1) * n` in `P((c + 1) * n)`: a game with such a period may depend on remainders by it. None
/// where the statement itself divides by one.
#[must_use]
pub fn periods(ruleset: &Ruleset, statement: &Statement) -> Vec<Modulus> {
    if cfg!(target_arch = "wasm32") || !divisors(ruleset, std::slice::from_ref(statement)).is_empty() {
        return Vec::new();
    }
    let ruleset = &with_amounts_apart(ruleset);
    let heaps = ruleset.heaps.len();
    let mut found: Vec<Modulus> = Vec::new();
    let mut note = |position: &[Term]| {
        for (term, name) in position.iter().zip(&ruleset.heaps) {
            for (at, register) in ruleset.registers.iter().enumerate() {
                for (times, more) in kinds::steps(term, heaps + at, heaps) {
                    let split = vec![name.clone()];
                    let own = Modulus { register: register.name.clone(), times, more, split, value: None };
                    if own.is_in_range() && times.max(more) <= LARGEST_PERIOD && !found.contains(&own) {
                        found.push(own);
                    }
                }
            }
        }
    };
    for part in statement_parts(statement) {
        part.visit(&mut |inside| match inside {
            Part::Lookup(lookup) => note(&lookup.position),
            Part::Formula(Formula::Is(_, place)) => note(&place.position),
            _ => {}
        });
    }
    found.into_iter().filter_map(|modulus| with(ruleset, statement, modulus)).collect()
}

/// The modulus with all that a statement divides as well; or, if it cannot be said so, that one with variables of its own.
fn with(ruleset: &Ruleset, statement: &Statement, modulus: Modulus) -> Option<Modulus> {
    let own = as_it_stands(ruleset, statement, modulus.clone());
    let is_said = |statement: &Statement, own: &Modulus| written(ruleset, statement, own).is_ok();
    if own.as_ref().is_some_and(|own| is_said(statement, own)) {
        return own;
    }
    let other = with_own_variables(ruleset, statement).and_then(|other| {
        let found = as_it_stands(ruleset, &other, modulus)?;
        is_said(&other, &found).then_some(found)
    });
    other.or(own)
}

/// The modulus with all that a statement divides as well, whether it can be said or not.
fn as_it_stands(ruleset: &Ruleset, statement: &Statement, modulus: Modulus) -> Option<Modulus> {
    let writings = Writings::of(ruleset, statement, (given(ruleset, &modulus).ok()?, &modulus)).ok()?;
    let names = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
    let split = names.enumerate().filter(|(at, _)| writings.coordinate(*at) == Writing::Split);
    let split = split.map(|(_, name)| name.clone()).collect();
    let value = (modulus.value.is_some() || looks_up(statement)).then(|| writings.value());
    Some(Modulus { split, value, ..modulus })
}

/// The numbers that a game and statements divide by: registers, each so many times and with a number that makes it at least 1.
fn divisors(ruleset: &Ruleset, statements: &[Statement]) -> Vec<Modulus> {
    let heaps = ruleset.heaps.len();
    let mut found: Vec<Modulus> = Vec::new();
    let mut note = |part: Part<'_>| {
        let Part::Term(Term::FloorDivide(_, by) | Term::Modulo(_, by)) = part else { return };
        for (at, register) in ruleset.registers.iter().enumerate() {
            let game = GivenGame { register: heaps + at, times: 1, more: 0, multiples: Vec::new(), less: Vec::new() };
            let Some((factor @ 1.., rest @ 1..)) = game.multiple(by) else { continue };
            let common = gcd(factor, rest);
            let (Ok(times), Ok(more)) = (i64::try_from(factor / common), i64::try_from(rest / common)) else {
                continue;
            };
            let own = Modulus { register: register.name.clone(), times, more, split: Vec::new(), value: None };
            if own.is_in_range() && !found.contains(&own) {
                found.push(own);
            }
        }
    };
    for family in &ruleset.moves {
        Part::Condition(&family.guard).visit(&mut note);
        family.targets.iter().for_each(|target| Part::Term(target).visit(&mut note));
    }
    Part::Condition(&ruleset.positions).visit(&mut note);
    statements.iter().flat_map(statement_parts).for_each(|part| part.visit(&mut note));
    found
}

/// Writes the rules of a game.
struct Digits<'a> {
    ruleset: &'a Ruleset,
    terms: &'a DigitTerms,
    layout: &'a DigitLayout,
    writings: &'a Writings,
}

impl Digits<'_> {
    /// The rules with digits for heaps: names, registers with their ranges, moves by carries, and the heap of Nim.
    fn ruleset(&self) -> Expressed<Ruleset> {
        let given = self.ruleset;
        let names = given.heaps.iter().chain(given.registers.iter().map(|register| &register.name));
        let digits: Vec<Vec<String>> =
            names.zip(&self.layout.coordinates).map(|(name, written)| written.names(name)).collect();
        let value = self.layout.value.map(|written| written.names("value")).unwrap_or_default();
        let mut heaps = self.layout.position(&digits, &value);
        let names = heaps.split_off(self.layout.heaps);
        let mut registers: Vec<Register> =
            names.into_iter().map(|name| Register { name, low: 0, high: None, shown: None, start: None }).collect();
        for (at, register) in given.registers.iter().enumerate() {
            match self.layout.coordinates[given.heaps.len() + at] {
                WrittenAt::Plain(place) => {
                    registers[place - self.layout.heaps] = Register { start: None, ..register.clone() };
                }
                _ if register.low < 0 => return cannot("a register that is divided can be negative"),
                _ => {}
            }
        }
        let mut moves = Vec::new();
        for (at, family) in given.moves.iter().enumerate() {
            self.family(at, family, &mut moves)?;
        }
        moves.extend(self.moves_of_the_value()?);
        Ok(Ruleset {
            heaps,
            registers,
            moves,
            positions: self.positions()?,
            measure: Vec::new(),
            unproved: Vec::new(),
            components: Vec::new(),
            ..given.clone()
        })
    }

    /// Which positions belong to the game; remainders are less than p.
    fn positions(&self) -> Expressed<Condition> {
        let scope = self.layout.standing();
        let mut parts = vec![self.terms.condition(&self.ruleset.positions, &scope)?];
        for written in self.layout.coordinates.iter().chain(&self.layout.value) {
            if let WrittenAt::Split([_, rest]) = written {
                parts.push(self.is_digit(&Combination::of(digit(*rest)))?);
            }
        }
        for (at, register) in self.ruleset.registers.iter().enumerate() {
            let own = self.ruleset.heaps.len() + at;
            if matches!(self.layout.coordinates[own], WrittenAt::Plain(_)) {
                continue;
            }
            let ends = [Some(register.low).map(|low| (low, true)), register.high.map(|high| (high, false))];
            for (end, is_low) in ends.into_iter().flatten() {
                let (end, own) = (Term::Constant(end.into()), digit(own));
                let (low, high) = if is_low { (end, own) } else { (own, end) };
                parts.push(self.terms.condition(&Condition::Compare(low, Comparison::AtMost, high), &scope)?);
            }
        }
        Ok(all_of(parts))
    }

    fn is_digit(&self, rest: &Combination) -> Expressed<Condition> {
        let last = self.terms.base.number().plus(-1, &Combination::constant(1))?;
        compared(rest, Comparison::AtMost, &last)
    }

    /// A family of moves: one for each way in which remainders carry.
    fn family(&self, index: usize, family: &Move, all: &mut Vec<Move>) -> Expressed<()> {
        if !family.more.is_empty() {
            return cannot("positions break");
        }
        let mut scope = self.layout.standing();
        let (mut amounts, mut digits) = (Vec::new(), Vec::new());
        let naturals = natural_amounts(&family.guard);
        let small = self.amounts_below(&family.guard, &naturals);
        for (at, name) in family.amounts.iter().enumerate() {
            let first = amounts.len();
            let amount = |at: usize| Variable::Amount(first + at);
            let own = |at: usize| Combination::of(Term::Variable(amount(at)));
            let zero = Combination::constant(0);
            if naturals.contains(&at) {
                digits.push(compared(&zero, Comparison::AtMost, &own(0))?);
            }
            let is_split = self.writings.amount(index, at) == Writing::Split;
            let number = if is_split && small.contains(&at) {
                amounts.push(name.clone());
                scope.digits.insert(amount(0));
                digits.push(self.is_digit(&own(0))?);
                Number::Split(zero, own(0))
            } else if is_split {
                amounts.extend([format!("floor({name} / p)"), format!("{name} mod p")]);
                scope.digits.insert(amount(1));
                digits.extend([compared(&zero, Comparison::AtMost, &own(1))?, self.is_digit(&own(1))?]);
                Number::Split(own(0), own(1))
            } else {
                amounts.push(name.clone());
                Number::Plain(own(0))
            };
            scope.slots.insert(at, number);
        }
        let guard = self.terms.condition(&family.guard, &scope)?;
        let value: Vec<Term> = self.layout.value().iter().map(|place| digit(*place)).collect();
        for (guards, targets) in self.terms.digits(&family.targets, &self.layout.coordinates, &scope)? {
            let parts = digits.iter().cloned().chain([guard.clone()]).chain(guards);
            let flat = parts.flat_map(|part| if let Condition::And(parts) = part { parts } else { vec![part] });
            let guard = all_of(flat);
            if guard != Condition::Known(false) {
                let targets = self.layout.position(&targets, &value);
                all.push(Move { amounts: amounts.clone(), targets, guard, ..family.clone() });
            }
        }
        Ok(())
    }

    /// Natural amounts that a guard says to be less than p, perhaps with others.
    fn amounts_below(&self, guard: &Condition, naturals: &[usize]) -> Vec<usize> {
        match guard {
            Condition::And(parts) => parts.iter().flat_map(|part| self.amounts_below(part, naturals)).collect(),
            condition => {
                let natural = |variable| match variable {
                    Variable::Amount(at) if naturals.contains(&at) => Some(at),
                    _ => None,
                };
                let all = self.terms.given.below(condition).unwrap_or_default();
                all.into_iter().map(natural).collect::<Option<_>>().unwrap_or_default()
            }
        }
    }

    /// The moves of a heap of Nim in two digits: the quotient falls, or stays while the remainder falls.
    fn moves_of_the_value(&self) -> Expressed<Vec<Move>> {
        let amount = |at: usize| Term::Variable(Variable::Amount(at));
        let below = |term: Term, place: usize| -> Expressed<Condition> {
            let less = Combination::of(digit(place)).plus(-1, &Combination::constant(1))?;
            Ok(all_of([
                Condition::Compare(Term::Constant(0), Comparison::AtMost, term.clone()),
                compared(&Combination::of(term), Comparison::AtMost, &less)?,
            ]))
        };
        let made = |targets: &[Term], conditions: Vec<Condition>| {
            let mut all = self.layout.identity().position;
            for (place, target) in self.layout.value().iter().zip(targets) {
                all[*place] = target.clone();
            }
            let amounts = (1..=targets.len()).map(|at| format!("n{at}")).collect();
            let flat = conditions
                .into_iter()
                .flat_map(|part| if let Condition::And(parts) = part { parts } else { vec![part] });
            let (name, guard) = ("the heap of Nim".to_owned(), all_of(flat));
            Move { name, instance: String::new(), amounts, targets: all, more: Vec::new(), guard }
        };
        Ok(match self.layout.value() {
            [] => Vec::new(),
            [place] => vec![made(&[amount(0)], vec![below(amount(0), *place)?])],
            [quotient, rest, ..] => {
                let any = vec![
                    Condition::Compare(Term::Constant(0), Comparison::AtMost, amount(1)),
                    self.is_digit(&Combination::of(amount(1)))?,
                ];
                let falls = [vec![below(amount(0), *quotient)?], any].concat();
                let mut stays = made(&[amount(0), amount(0)], vec![below(amount(0), *rest)?]);
                stays.targets[*quotient] = digit(*quotient);
                stays.amounts.truncate(1);
                vec![made(&[amount(0), amount(1)], falls), stays]
            }
        })
    }
}

/// The amounts that a guard says to be at least a number that is not negative.
fn natural_amounts(guard: &Condition) -> Vec<usize> {
    match guard {
        Condition::And(parts) => parts.iter().flat_map(natural_amounts).collect(),
        Condition::Compare(Term::Constant(0..), Comparison::AtMost, Term::Variable(Variable::Amount(at))) => vec![*at],
        _ => Vec::new(),
    }
}
