//! Facts that all members of a set share: equal heaps, sums in nim, remainders. Together they may be the whole set. They are read off
//! some members, and are guesses, to be compared with the automaton.
use nimdsl_automata::{Automaton, Integer, Numeration, Presburger};
use std::num::NonZeroU32;

/// Coordinates of the members that are looked at lie below this, by the number of coordinates.
const SEEN: [u128; 7] = [0, 256, 64, 32, 16, 8, 8];
/// What is added to each heap before their nim-sum is taken.
const SHIFTS: std::ops::RangeInclusive<i64> = 1..=3;
/// Moduli of remainders.
const MODULI: std::ops::RangeInclusive<u32> = 2..=12;

/// A condition in words, and as a formula.
pub(super) type Fact = (String, Presburger);

/// Facts that the members below a bound share, the simplest first: heaps that are fixed, heaps at a fixed distance, nim-sums of some of
/// the heaps, remainders, the order of heaps. None of more heaps than six, nor of a set without members below the bound.
pub(super) fn facts(set: &Automaton, heaps: &[String], terms: &[Integer]) -> Vec<Fact> {
    let Some(bound) = SEEN.get(heaps.len()) else { return Vec::new() };
    let found = set.tuples_below(*bound);
    let members: Vec<Vec<i64>> = found
        .iter()
        .map(|tuple| tuple.iter().map(|value| i64::try_from(*value).expect("a small number")).collect())
        .collect();
    if members.len() < 2 {
        return Vec::new();
    }
    let seen = SharedFacts { members, heaps, terms };
    let binary = set.numeration() == Numeration::binary();
    let sums = if binary { seen.nim_sums() } else { Vec::new() };
    [seen.lines(), sums, seen.remainders(), seen.orders()].concat()
}

/// Members of a set, and its coordinates.
struct SharedFacts<'a> {
    members: Vec<Vec<i64>>,
    heaps: &'a [String],
    terms: &'a [Integer],
}

impl SharedFacts<'_> {
    /// What this number of a member is, if it is the same for all.
    fn shared(&self, of: impl Fn(&[i64]) -> i64) -> Option<i64> {
        let first = of(self.members.first()?);
        self.members.iter().all(|member| of(member) == first).then_some(first)
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let count = self.heaps.len();
        (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
    }

    /// `a = 3`, `a = c`, `x = y + 1`.
    fn lines(&self) -> Vec<Fact> {
        let (heaps, terms) = (self.heaps, self.terms);
        let mut all = Vec::new();
        for (at, heap) in heaps.iter().enumerate() {
            if let Some(value) = self.shared(|member| member[at]) {
                all.push((format!("{heap} = {value}"), Presburger::equal(terms[at].clone(), value)));
            }
        }
        for (one, other) in self.pairs() {
            let Some(more) = self.shared(|member| member[one] - member[other]) else { continue };
            let words = match more {
                0 => format!("{} = {}", heaps[one], heaps[other]),
                1.. => format!("{} = {} + {more}", heaps[one], heaps[other]),
                _ => format!("{} = {} + {}", heaps[other], heaps[one], -more),
            };
            all.push((words, Presburger::equal(terms[one].clone(), terms[other].clone() + more)));
        }
        all
    }

    /// `a xor c xor d = 0` of at least two heaps, and `(a + 1) xor (b + 1) xor (c + 1) = 0` of all.
    fn nim_sums(&self) -> Vec<Fact> {
        let (heaps, terms) = (self.heaps, self.terms);
        let mut all = Vec::new();
        let chosen = |subset: u32| (0..heaps.len()).filter(move |at| subset >> at & 1 == 1);
        for subset in (0..1_u32 << heaps.len()).filter(|subset| 2 <= subset.count_ones()) {
            let Some(sum) = self.shared(|member| chosen(subset).fold(0, |sum, at| sum ^ member[at])) else { continue };
            let words: Vec<&str> = chosen(subset).map(|at| heaps[at].as_str()).collect();
            let folded = chosen(subset).map(|at| terms[at].clone()).reduce(Integer::xor);
            all.extend(
                folded.map(|folded| (format!("{} = {sum}", words.join(" xor ")), Presburger::equal(folded, sum))),
            );
        }
        for more in SHIFTS.filter(|_| 1 < heaps.len()) {
            let Some(sum) = self.shared(|member| member.iter().fold(0, |sum, value| sum ^ (value + more))) else {
                continue;
            };
            let words: Vec<String> = heaps.iter().map(|heap| format!("({heap} + {more})")).collect();
            let folded = terms.iter().map(|term| term.clone() + more).reduce(Integer::xor);
            all.extend(
                folded.map(|folded| (format!("{} = {sum}", words.join(" xor ")), Presburger::equal(folded, sum))),
            );
        }
        all
    }

    /// `a mod 4 = 2`, `(a + b + c) mod 2 = 0`; the largest modulus first.
    fn remainders(&self) -> Vec<Fact> {
        let (heaps, terms) = (self.heaps, self.terms);
        let mut all = Vec::new();
        let mut add = |words: &str, term: &Integer, of: &dyn Fn(&[i64]) -> i64| {
            for divisor in MODULI.rev().filter_map(NonZeroU32::new) {
                let rest = self.shared(|member| of(member).rem_euclid(i64::from(divisor.get())));
                all.extend(rest.map(|rest| {
                    let formula = Presburger::Congruent(term.clone(), Integer::from(rest), divisor);
                    (format!("{words} mod {divisor} = {rest}"), formula)
                }));
            }
        };
        for (at, heap) in heaps.iter().enumerate() {
            add(heap, &terms[at], &|member| member[at]);
        }
        if 1 < heaps.len() {
            let total = format!("({})", heaps.join(" + "));
            add(&total, &Integer::Sum(terms.to_vec()), &|member| member.iter().sum());
        }
        all
    }

    /// `x <= y`, `x < y`.
    fn orders(&self) -> Vec<Fact> {
        let mut all = Vec::new();
        for (one, other) in self.pairs().flat_map(|(one, other)| [(one, other), (other, one)]) {
            let least = self.members.iter().map(|member| member[other] - member[one]).min();
            let (sign, more) = match least {
                Some(0) => ("<=", 0),
                Some(1..) => ("<", 1),
                _ => continue,
            };
            let formula = Presburger::at_most(self.terms[one].clone() + more, self.terms[other].clone());
            all.push((format!("{} {sign} {}", self.heaps[one], self.heaps[other]), formula));
        }
        all
    }
}
