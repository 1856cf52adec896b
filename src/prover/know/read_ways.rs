//! Options of every smaller value w, read off a term for all values of a game with open parameters, and tried at small positions. Proves
//! nothing.
//!
//! A case of the term that is linear has the value w where one heap changes by what is lacking. One of the form `A m + B mod m` has it where
//! A is the quotient of w by m, and a heap of B is lowered to what leaves the remainder of w.
use crate::certificate::{MadeNumber, NumberMaking, SmallerOption, Sum, VALUE};
use crate::ruleset::options::Options;
use crate::ruleset::{Comparison, Condition, Position, Ruleset, Term, Variable};
use indexmap::IndexMap;

/// Heaps of positions that are tried are below this, by the number of heaps.
const REACH: [i64; 4] = [0, 30, 10, 5];
/// Registers of positions that are tried.
const REGISTERS: [i64; 5] = [0, 1, 2, 5, 7];
/// Open parameters at most.
const MOST_REGISTERS: usize = 3;
/// Ways at most.
const MOST_WAYS: usize = 8;
/// Of the values below that of a position, every so many are tried.
const STRIDE: usize = 3;

/// A form of an option, and what may be asked where it is for, the least first.
struct CandidateWay {
    option: Vec<Sum>,
    asked: Vec<Vec<Sum>>,
}

/// A position and a smaller value, with all numbers that have names there.
struct Sample {
    position: Position,
    value: i64,
    named: IndexMap<String, i64>,
}

/// What a term is made of, with names.
struct TermOfValues<'a> {
    ruleset: &'a Ruleset,
    /// What the names of numbers begin with: no name of a coordinate does.
    letter: char,
    numbers: Vec<MadeNumber>,
}

/// Ways to all smaller values; none if the term suggests none.
pub(in crate::prover) fn read_off(ruleset: &Ruleset, term: &Term) -> Option<Vec<SmallerOption>> {
    if MOST_REGISTERS < ruleset.registers.len() {
        return None;
    }
    let reach = *REACH.get(ruleset.heaps.len()).filter(|reach| 0 < **reach)?;
    let names = || ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
    let letter = ['n', 'k', 'l', 't', 'r']
        .into_iter()
        .find(|letter| !names().any(|name| name.chars().take(1).any(|first| first == *letter)))?;
    let mut reader = TermOfValues { ruleset, letter, numbers: Vec::new() };
    let mut candidates = Vec::new();
    reader.cases(term, &mut Vec::new(), &mut candidates)?;
    let options = Options::new(ruleset).ok()?;
    let samples = reader.samples(term, &options, reach)?;
    let value_at = |position: &Position| term.evaluate(position, &[]).ok();
    let leads = |candidate: &CandidateWay, sample: &Sample| {
        let option = candidate.option.iter().map(|one| at(one, &sample.named)).collect::<Option<Position>>()?;
        let is_inside = option.iter().take(ruleset.heaps.len()).all(|heap| 0 <= *heap);
        let same = is_inside && value_at(&option) == Some(sample.value.into());
        (same && options.is_option(&sample.position, &option).ok()?).then_some(())
    };
    let leading = candidates.iter().map(|candidate| {
        let leads = samples.iter().map(|sample| leads(candidate, sample).is_some());
        (candidate, leads.collect::<Vec<_>>())
    });
    let ways = covered(&samples, &leading.collect::<Vec<_>>())?;
    Some(ways.into_iter().map(|way| reader.with_its_numbers(way)).collect())
}

/// Ways one after the other, each of which leads wherever it is for and no earlier one is, until nothing is left.
fn covered(samples: &[Sample], candidates: &[(&CandidateWay, Vec<bool>)]) -> Option<Vec<SmallerOption>> {
    let is_for = |given: &[Sum], sample: usize| {
        given.iter().all(|one| at(one, &samples[sample].named).is_some_and(|number| 0 <= number))
    };
    let mut left: Vec<usize> = (0..samples.len()).collect();
    let mut ways: Vec<SmallerOption> = Vec::new();
    while !left.is_empty() && ways.len() < MOST_WAYS {
        let mut best: Option<(usize, &Vec<Sum>, &CandidateWay)> = None;
        for (candidate, leads) in candidates {
            for given in &candidate.asked {
                let mut count = 0;
                let good = left.iter().filter(|sample| is_for(given, **sample)).all(|sample| {
                    count += 1;
                    leads[*sample]
                });
                if good && best.as_ref().map_or(0, |best| best.0) < count {
                    best = Some((count, given, candidate));
                }
            }
        }
        let (_, given, candidate) = best?;
        left.retain(|sample| !is_for(given, *sample));
        let (given, option) = (given.clone(), candidate.option.clone());
        ways.push(SmallerOption { numbers: Vec::new(), given, multiple: None, option });
    }
    left.is_empty().then_some(ways)
}

/// What a sum is where its names are known.
fn at(sum: &Sum, named: &IndexMap<String, i64>) -> Option<i64> {
    let parts = sum.of.iter().map(|(name, coefficient)| named.get(name)?.checked_mul(*coefficient));
    parts.into_iter().try_fold(sum.constant, |all, part| all.checked_add(part?))
}

fn number(constant: i64) -> Sum {
    Sum { constant, of: IndexMap::new() }
}

fn named(name: &str) -> Sum {
    Sum { constant: 0, of: IndexMap::from([(name.to_owned(), 1)]) }
}

/// `left + factor * right`.
fn plus(left: &Sum, factor: i64, right: &Sum) -> Option<Sum> {
    let mut sum = left.clone();
    sum.constant = sum.constant.checked_add(factor.checked_mul(right.constant)?)?;
    for (name, coefficient) in &right.of {
        let own = sum.of.entry(name.clone()).or_default();
        *own = own.checked_add(factor.checked_mul(*coefficient)?)?;
    }
    sum.of.retain(|_, coefficient| *coefficient != 0);
    Some(sum)
}

impl TermOfValues<'_> {
    fn names(&self) -> impl Iterator<Item = &String> {
        self.ruleset.heaps.iter().chain(self.ruleset.registers.iter().map(|register| &register.name))
    }

    fn made(&mut self, made: NumberMaking, of: [Sum; 2]) -> Sum {
        if let Some(known) = self.numbers.iter().find(|known| known.made == made && known.of == of) {
            return named(&known.name);
        }
        let name = format!("{}{}", self.letter, self.numbers.len() + 1);
        self.numbers.push(MadeNumber { name: name.clone(), made, of });
        named(&name)
    }

    /// A term as a sum, if it is made of sums, products, quotients and remainders.
    fn sum(&mut self, term: &Term) -> Option<Sum> {
        Some(match term {
            Term::Constant(constant) => number(i64::try_from(*constant).ok()?),
            Term::Variable(Variable::Coordinate(place)) => named(self.names().nth(*place)?),
            Term::Sum(parts) => {
                let mut all = number(0);
                for part in parts {
                    all = plus(&all, 1, &self.sum(part)?)?;
                }
                all
            }
            Term::Product(left, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                match (left.of.is_empty(), right.of.is_empty()) {
                    (true, _) => plus(&number(0), left.constant, &right)?,
                    (_, true) => plus(&number(0), right.constant, &left)?,
                    _ => self.made(NumberMaking::Product, [left, right]),
                }
            }
            Term::FloorDivide(left, right) => {
                let of = [self.sum(left)?, self.sum(right)?];
                self.made(NumberMaking::Quotient, of)
            }
            Term::Modulo(left, right) => {
                let of = [self.sum(left)?, self.sum(right)?];
                let left = of[0].clone();
                plus(&left, -1, &self.made(NumberMaking::Multiple, of))?
            }
            _ => return None,
        })
    }

    /// What is not negative where a condition holds; nothing where it is of another kind.
    fn asked(&mut self, condition: &Condition, truth: bool) -> Option<Vec<Sum>> {
        Some(match condition {
            Condition::And(parts) if truth => {
                let parts = parts.iter().map(|part| self.asked(part, true));
                parts.collect::<Option<Vec<_>>>()?.concat()
            }
            Condition::Not(inner) => self.asked(inner, !truth)?,
            Condition::Compare(left, Comparison::AtMost, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                let above = plus(&right, -1, &left)?;
                vec![if truth { above } else { plus(&number(-1), -1, &above)? }]
            }
            _ => Vec::new(),
        })
    }

    /// Candidates for each case of a term, with what chooses it.
    fn cases(&mut self, term: &Term, path: &mut Vec<Vec<Sum>>, found: &mut Vec<CandidateWay>) -> Option<()> {
        let Term::Cases(cases) = term else {
            self.options(term, path, found);
            return Some(());
        };
        let depth = path.len();
        for (condition, inner) in cases {
            let chosen = self.asked(condition, true)?;
            path.push(chosen);
            self.cases(inner, path, found)?;
            path.pop();
            let otherwise = self.asked(condition, false)?;
            path.push(otherwise);
        }
        path.truncate(depth);
        Some(())
    }

    /// Candidates for one case.
    fn options(&mut self, term: &Term, path: &[Vec<Sum>], found: &mut Vec<CandidateWay>) -> Option<()> {
        // All that chooses the case, or all but the last of it: then it is for what lies beside the case as well.
        let path: Vec<&[Sum]> = path.iter().map(Vec::as_slice).filter(|chosen| !chosen.is_empty()).collect();
        let asked = [path.len().saturating_sub(1), path.len()].map(|most| path[..most].concat());
        let same: Vec<Sum> = self.names().map(String::as_str).map(named).collect();
        let heaps = 0..self.ruleset.heaps.len();
        let parts = if let Term::Sum(parts) = term { parts.as_slice() } else { std::slice::from_ref(term) };
        let lacking = plus(&named(VALUE), -1, &self.sum(term)?)?;
        for heap in heaps.clone() {
            let mut option = same.clone();
            option[heap] = plus(&option[heap], 1, &lacking)?;
            found.push(CandidateWay { option, asked: asked.to_vec() });
        }
        let remainder = parts.iter().find(|part| matches!(part, Term::Modulo(..)));
        let Some(Term::Modulo(inside, modulus)) = remainder else { return Some(()) };
        let factor = parts.iter().find_map(|part| match part {
            Term::Product(left, right) if left == modulus => Some(right),
            Term::Product(left, right) if right == modulus => Some(left),
            _ => None,
        });
        let (inside, modulus) = (self.sum(inside)?, self.sum(modulus)?);
        let change = match factor {
            Some(factor) => {
                let quotient = self.made(NumberMaking::Quotient, [named(VALUE), modulus.clone()]);
                plus(&quotient, -1, &self.sum(factor)?)?
            }
            None => number(0),
        };
        for (first, lowered) in heaps.clone().flat_map(|first| heaps.clone().map(move |lowered| (first, lowered))) {
            if first == lowered {
                continue;
            }
            let room = plus(&plus(&inside, 1, &change)?, -1, &named(VALUE))?;
            let multiple = self.made(NumberMaking::Multiple, [room.clone(), modulus.clone()]);
            let mut option = same.clone();
            option[first] = plus(&option[first], 1, &change)?;
            option[lowered] = plus(&plus(&option[lowered], -1, &room)?, 1, &multiple)?;
            let more = asked.iter().map(|asked| [asked.as_slice(), std::slice::from_ref(&room)].concat());
            found.push(CandidateWay { option, asked: asked.iter().cloned().chain(more).collect() });
        }
        Some(())
    }

    /// Small positions at small parameters, with smaller values.
    fn samples(&self, term: &Term, options: &Options, reach: i64) -> Option<Vec<Sample>> {
        let (heaps, count) = (self.ruleset.heaps.len(), self.names().count());
        let choices = |place: usize| if place < heaps { (0..reach).collect() } else { REGISTERS.to_vec() };
        let choices: Vec<Vec<i64>> = (0..count).map(choices).collect();
        let mut chosen = vec![0; count];
        let mut all = Vec::new();
        loop {
            let position: Position = chosen.iter().zip(&choices).map(|(at, choices)| choices[*at]).collect();
            if options.in_domain(&position).ok()? {
                let value = i64::try_from(term.evaluate(&position, &[]).ok()?).ok()?;
                let first = usize::try_from(position.iter().sum::<i64>()).ok()? % STRIDE;
                for value in (0..value).skip(first).step_by(STRIDE) {
                    all.push(Sample { position: position.clone(), value, named: self.values(&position, value) });
                }
            }
            let Some(place) = (0..count).find(|place| chosen[*place] + 1 < choices[*place].len()) else {
                return Some(all);
            };
            chosen[place] += 1;
            chosen[..place].fill(0);
        }
    }

    /// What all names stand for; those that stand for nothing are left out.
    fn values(&self, position: &Position, value: i64) -> IndexMap<String, i64> {
        let mut named: IndexMap<String, i64> = self.names().cloned().zip(position.iter().copied()).collect();
        named.insert(VALUE.to_owned(), value);
        for MadeNumber { name, made, of } in &self.numbers {
            let (Some(one), Some(other)) = (at(&of[0], &named), at(&of[1], &named)) else { continue };
            let quotient = if other == 0 { None } else { Some(one.div_euclid(other)).filter(|_| 0 < other) };
            let found = match made {
                NumberMaking::Quotient => quotient,
                NumberMaking::Multiple => quotient.map(|quotient| quotient * other),
                NumberMaking::Product => one.checked_mul(other),
            };
            named.extend(found.map(|found| (name.clone(), found)));
        }
        named
    }

    /// A way with the numbers that it names.
    fn with_its_numbers(&self, mut way: SmallerOption) -> SmallerOption {
        let mut used: Vec<&String> = way.given.iter().chain(&way.option).flat_map(|sum| sum.of.keys()).collect();
        let mut numbers = Vec::new();
        for number in self.numbers.iter().rev() {
            if used.contains(&&number.name) {
                used.extend(number.of.iter().flat_map(|sum| sum.of.keys()));
                numbers.push(number.clone());
            }
        }
        numbers.reverse();
        way.numbers = numbers;
        way
    }
}
