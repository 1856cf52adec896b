//! Closed forms that games with open parameters often have: nim-sums of remainders, totals and quotients. Those that hold at small positions
//! are offered as if the file said them.
//!
//! Right because what is offered is proved before it is used, like all that a file says.
use super::find::Hint;
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Body, Except, Formula, Lookup, Place, Property, Statement};
use crate::ruleset::{Comparison, Condition, Position, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Each open parameter has its first values.
const VALUES: i64 = 3;
/// So many choices of all of them at most.
const MOST_CHOICES: usize = 9;
/// Heaps below this, by their number.
const SIZES: [i64; 4] = [40, 13, 7, 5];
/// No more positions are looked at, no more options of one, and no longer play.
const MOST_POSITIONS: usize = 40_000;
const MOST_OPTIONS: usize = 4_000;
const MOST_DEPTH: usize = 200;
/// No more closed forms are offered.
const MOST_OFFERED: usize = 3;

/// Grundy values of small positions, by definition.
struct SmallValues<'a> {
    options: Options,
    ruleset: &'a Ruleset,
    known: HashMap<Position, i128>,
}

impl SmallValues<'_> {
    /// The value of a position; `None` if that takes too much.
    fn of(&mut self, position: &[i64], depth: usize) -> Option<i128> {
        if let Some(value) = self.known.get(position) {
            return Some(*value);
        }
        if depth == MOST_DEPTH || self.known.len() == MOST_POSITIONS {
            return None;
        }
        let mut all: Vec<Position> = Vec::new();
        let visited = self.options.visit(position, &mut |_, _, option| {
            all.push(option.to_vec());
            if all.len() == MOST_OPTIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if visited.ok()?.is_break() {
            return None;
        }
        let values: HashSet<i128> = all.iter().map(|option| self.of(option, depth + 1)).collect::<Option<_>>()?;
        let mut value = 0;
        while values.contains(&value) {
            value += 1;
        }
        self.known.insert(position.to_vec(), value);
        Some(value)
    }

    /// All positions with small heaps and the first values of open parameters, and their values.
    fn all(mut self, open: usize) -> Option<Vec<(Position, i128)>> {
        let heaps = self.ruleset.heaps.len();
        let size = *SIZES.get(heaps.checked_sub(1)?)?;
        let counted = |count: usize, end: i64| {
            (0..count).fold(vec![Position::new()], |all, _| {
                all.iter().flat_map(|begun| (0..end).map(move |next| [begun.as_slice(), &[next]].concat())).collect()
            })
        };
        let mut all = Vec::new();
        for choice in counted(open, VALUES).into_iter().take(MOST_CHOICES) {
            for heaps in counted(heaps, size) {
                let position = [heaps, choice.clone()].concat();
                if !self.options.in_domain(&position).ok()? {
                    continue;
                }
                let value = self.of(&position, 0)?;
                all.push((position, value));
            }
        }
        Some(all)
    }
}

/// What a file could say of all values or all P-positions of a game whose last registers, so many, stand for open parameters, as far as
/// small positions do not contradict it; none of games with other registers, and of misère play. Cost: some thousands of positions.
pub(in crate::prover) fn shapes(ruleset: &Ruleset, about: &Statement, open: usize) -> Vec<Hint> {
    let is_plain = ruleset.registers.len() == open && 0 < open;
    if cfg!(target_arch = "wasm32") || !is_plain || about.play == Play::Misere || !ruleset.finite_options {
        return Vec::new();
    }
    let Ok(options) = Options::new(ruleset) else { return Vec::new() };
    let small = SmallValues { options: options.at_most(1 << 16), ruleset, known: HashMap::new() };
    let Some(small) = small.all(open) else { return Vec::new() };
    let heaps: Vec<Term> = (0..ruleset.heaps.len()).map(coordinate).collect();
    let all = terms(&heaps, &moduli(heaps.len(), open));
    let fitting = |fits: &dyn Fn(i128, i128) -> bool| -> Vec<Term> {
        let fit =
            |term: &&Term| small.iter().all(|(at, value)| term.evaluate(at, &[]).is_ok_and(|own| fits(own, *value)));
        all.iter().filter(fit).take(MOST_OFFERED).cloned().collect()
    };
    let here: Vec<Term> = (0..heaps.len() + open).map(coordinate).collect();
    let said = |body: Formula| Hint {
        statement: Statement {
            body: Body::Holds(body),
            valued: Formula::Known(true),
            condition: None,
            except: Except::Nothing,
            slots: about.slots.max(1),
            scale: None,
            ..about.clone()
        },
        defines: true,
    };
    let values = fitting(&|own, value| own == value);
    let outcomes = if values.is_empty() { fitting(&|own, value| (own == 0) == (value == 0)) } else { values.clone() };
    let value = |term: Term| {
        let lookup = Lookup { slot: 0, game: 0, position: here.clone() };
        said(Formula::Test(vec![lookup], equal(Term::Variable(Variable::Amount(0)), term)))
    };
    let outcome = |told: Condition| {
        let place = Place { game: 0, lookups: Vec::new(), position: here.clone() };
        let is_p = Formula::Is(Property::Outcome(Outcome::P), place);
        said(Formula::Iff(Box::new(is_p), Box::new(Formula::Test(Vec::new(), told))))
    };
    let mut told: Vec<Condition> = outcomes.into_iter().map(|term| equal(term, Term::Constant(0))).collect();
    if told.is_empty()
        && let [one, other] = heaps.as_slice()
    {
        let pairs = moduli(2, open).into_iter().map(|by| wythoff([one, other], &by));
        let fits = |told: &Condition| {
            small.iter().all(|(at, value)| told.holds(at, &[]).is_ok_and(|own| own == (*value == 0)))
        };
        told.extend(pairs.filter(fits).take(MOST_OFFERED));
    }
    values.into_iter().map(value).chain(told.into_iter().map(outcome)).collect()
}

fn coordinate(at: usize) -> Term {
    Term::Variable(Variable::Coordinate(at))
}

fn equal(one: Term, other: Term) -> Condition {
    Condition::Compare(one, Comparison::Equal, other)
}

/// Numbers near the open parameters, which are not 0: c + k, 2 c + k, c + d + k.
fn moduli(heaps: usize, open: usize) -> Vec<Term> {
    let own = |at: usize| coordinate(heaps + at);
    let mut sums: Vec<Vec<Term>> = (0..open).map(|at| vec![own(at)]).collect();
    sums.extend((0..open).flat_map(|one| (one..open).map(move |other| vec![own(one), own(other)])));
    let near = |sum: &Vec<Term>| -> Vec<Term> {
        (1..=6).map(|more| Term::Sum(sum.iter().cloned().chain([Term::Constant(more)]).collect())).collect()
    };
    sums.iter().flat_map(near).collect()
}

/// Closed forms of some heaps with these moduli.
fn terms(heaps: &[Term], moduli: &[Term]) -> Vec<Term> {
    let boxed = |term: &Term| Box::new(term.clone());
    let rest = |of: &Term, by: &Term| Term::Modulo(boxed(of), boxed(by));
    let quotient = |of: &Term, by: &Term| Term::FloorDivide(boxed(of), boxed(by));
    let joined = |mut parts: Vec<Term>| if parts.len() == 1 { parts.remove(0) } else { Term::Xor(parts) };
    let total = if heaps.len() == 1 { heaps[0].clone() } else { Term::Sum(heaps.to_vec()) };
    let mut all = Vec::new();
    for by in moduli {
        let quotients = joined(heaps.iter().map(|heap| quotient(heap, by)).collect());
        all.push(joined(heaps.iter().map(|heap| rest(heap, by)).collect()));
        all.push(rest(&total, by));
        all.push(Term::Sum(vec![rest(&total, by), Term::Product(boxed(by), boxed(&quotients))]));
        all.push(quotients);
        all.push(quotient(&total, by));
        if let [heap] = heaps {
            // Where all but a number may be taken; and where those from one number to another are.
            let twice = Term::Product(Box::new(Term::Constant(2)), boxed(by));
            all.push(Term::Sum(vec![rest(heap, by), Term::Product(boxed(by), boxed(&quotient(heap, &twice)))]));
            all.extend(moduli.iter().map(|other_by| quotient(&rest(heap, by), other_by)));
        }
        if let [one, other] = heaps {
            all.push(Term::Xor(vec![rest(one, by), other.clone()]));
            all.push(Term::Xor(vec![one.clone(), rest(other, by)]));
            all.push(rectangles([one, other], by));
            let others = moduli.iter().filter(|other_by| *other_by != by);
            all.extend(others.map(|other_by| Term::Xor(vec![rest(one, by), rest(other, other_by)])));
        }
    }
    all
}

/// That the remainders of two heaps are a P-position of Wythoff's game: the smaller is floor(n phi), where n is their difference. So it is where moves of
/// rook and bishop take less than p tokens, and no pairs have differences n and p - n: the remainders are small beside p then.
fn wythoff([one, other]: [&Term; 2], by: &Term) -> Condition {
    let boxed = |term: Term| Box::new(term);
    let [one, other] = [one, other].map(|heap| Term::Modulo(boxed(heap.clone()), boxed(by.clone())));
    let pair = |small: &Term, large: &Term| {
        let less = Term::Product(boxed(Term::Constant(-1)), boxed(small.clone()));
        let index = Term::Sum(vec![large.clone(), less]);
        let square = Term::Product(boxed(index.clone()), boxed(index.clone()));
        let root = Term::SquareRoot(boxed(Term::Product(boxed(Term::Constant(5)), boxed(square))));
        let first = Term::FloorDivide(boxed(Term::Sum(vec![index, root])), boxed(Term::Constant(2)));
        Condition::And(vec![
            Condition::Compare(small.clone(), Comparison::AtMost, large.clone()),
            equal(small.clone(), first),
        ])
    };
    Condition::Or(vec![pair(&one, &other), pair(&other, &one)])
}

/// The values where fewer than p tokens are taken from each of two heaps: of the first p rows and columns, along diagonals
/// (those of `rulesets/rectangular.nim`; Section 5.1 of its source has their periods).
fn rectangles([x, y]: [&Term; 2], p: &Term) -> Term {
    let boxed = |term: &Term| Box::new(term.clone());
    let times = |one: &Term, other: &Term| Term::Product(boxed(one), boxed(other));
    let rest = |of: &Term, by: &Term| Term::Modulo(boxed(of), boxed(by));
    let less =
        |of: &Term, by: Term| Term::Sum(vec![of.clone(), Term::Product(Box::new(Term::Constant(-1)), Box::new(by))]);
    let [rows, columns] = [x, y].map(|heap| Term::FloorDivide(boxed(heap), boxed(p)));
    // In a strip whose coordinate across is `short`.
    let strip = |short: &Term, long: &Term| {
        let (total, most) = (Term::Sum(vec![short.clone(), long.clone()]), times(short, p));
        let below =
            Condition::Compare(Term::Sum(vec![total.clone(), Term::Constant(1)]), Comparison::AtMost, most.clone());
        let above = Term::Sum(vec![most, rest(&total, p)]);
        Term::Cases(vec![(below, total), (Condition::Known(true), above)])
    };
    let row = strip(&rest(x, p), &less(y, times(p, &rows)));
    let column = strip(&rest(y, p), &less(x, times(p, &columns)));
    Term::Cases(vec![(Condition::Compare(rows, Comparison::AtMost, columns), row), (Condition::Known(true), column)])
}
