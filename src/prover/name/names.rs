//! Names a set that an automaton accepts, by comparing it with the automata of known formulas, up to finitely many positions.
use super::patterns::patterns;
use crate::automata::{Automaton, Budget, Formula, Numeration, Stop, Term, Variable};
use crate::prover::Obstacle;
use crate::prover::say::translate::Names;
use crate::prover::theory::decider::Decider;
use crate::ruleset::Ruleset;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Finite differences with more positions than this do not make a shape.
const MOST_EXCEPTIONS: usize = 20;
/// How far pairs of Zeckendorf's numeration are moved off the corner.
const MOST_SHIFT: i64 = 4;
/// Positions of a finite difference lie below this.
const FAR: u128 = 64;

const NOTHING: &str = "no position";
const EVERYTHING: &str = "every position";
/// Combinations of values of registers that are told one by one.
const MOST_SLICES: i64 = 12;

/// A formula for the set, if it has one of the known shapes.
pub(in crate::prover) fn name(
    set: &Automaton,
    ruleset: &Ruleset,
    tracks: &[Variable],
    budget: Budget<'_>,
) -> Result<Option<String>, Obstacle> {
    if !ruleset.registers.is_empty() {
        return by_registers(set, ruleset, tracks, budget);
    }
    of_heaps(set, &ruleset.heaps, tracks, budget)
}

/// A formula for each value of the registers, if there are few.
fn by_registers(
    set: &Automaton,
    ruleset: &Ruleset,
    tracks: &[Variable],
    budget: Budget<'_>,
) -> Result<Option<String>, Obstacle> {
    let mut values: Vec<Vec<i64>> = vec![Vec::new()];
    for register in &ruleset.registers {
        let Some(high) = register.high.filter(|high| high.saturating_sub(register.low) < MOST_SLICES) else {
            return Ok(None);
        };
        let with = |begun: &Vec<i64>| {
            (register.low..=high).map(|value| [begun.as_slice(), &[value]].concat()).collect::<Vec<_>>()
        };
        values = values.iter().flat_map(with).collect();
        if i64::try_from(values.len()).is_ok_and(|slices| MOST_SLICES < slices) {
            return Ok(None);
        }
    }
    let names = Names::default();
    let decider = Decider::new(set.numeration(), budget, &names);
    let heaps = &tracks[..ruleset.heaps.len()];
    let shared = Arc::new(set.clone());
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for chosen in values {
        let shown =
            ruleset.registers.iter().zip(&chosen).map(|(register, value)| Term::from(value - register.low.min(0)));
        let terms = heaps.iter().map(|track| Term::from(*track)).chain(shown).collect();
        let mentions = heaps.iter().map(|track| Formula::at_most(0, *track));
        let slice = decider.decide(&Formula::and(mentions.chain([Formula::Holds(Arc::clone(&shared), terms)])))?;
        let Some(words) = of_heaps(&slice, &ruleset.heaps, heaps, budget)? else { return Ok(None) };
        let at = ruleset.registers.iter().zip(&chosen).map(|(register, value)| format!("{} = {value}", register.name));
        let at = at.collect::<Vec<_>>().join(" and ");
        match parts.iter_mut().find(|(known, _)| *known == words) {
            Some((_, places)) => places.push(at),
            None => parts.push((words, vec![at])),
        }
    }
    let part = |(words, places): &(String, Vec<String>)| {
        let places = if places.len() == 1 { places[0].clone() } else { format!("({})", places.join(" or ")) };
        match words.as_str() {
            EVERYTHING => places,
            words if is_set(words) => format!("{places} and ({}) in {words}", ruleset.heaps.join(", ")),
            words => format!("{places} and ({words})"),
        }
    };
    let some = parts.iter().filter(|(words, _)| words != NOTHING);
    Ok(Some(some.map(part).collect::<Vec<_>>().join(" or ")))
}

/// Whether words are those of a set, not of a condition.
fn is_set(words: &str) -> bool {
    words.starts_with('{') || words.starts_with("sym ")
}

/// The shortest name of a set of positions without registers.
fn of_heaps(
    set: &Automaton,
    heaps: &[String],
    tracks: &[Variable],
    budget: Budget<'_>,
) -> Result<Option<String>, Obstacle> {
    let names = Names::default();
    for (track, heap) in tracks.iter().zip(heaps) {
        names.beside((track.0 / 16) as usize, heap);
    }
    let decider = Decider::new(set.numeration(), budget, &names);
    let mut best: Option<(usize, String)> = None;
    let known = candidates(heaps, tracks, set.numeration(), &names);
    let terms: Vec<Term> = tracks.iter().map(|track| Term::from(*track)).collect();
    for (words, formula) in known.into_iter().chain(patterns(set, heaps, &terms)) {
        let mentions = Formula::and(tracks.iter().map(|track| Formula::at_most(0, *track)));
        let candidate = decider.decide(&Formula::and([formula, mentions]))?;
        let wrong = |why: Stop| Obstacle::Budget(why.to_string());
        let difference = candidate.differ(set, &decider.budget).map_err(wrong)?;
        if difference.is_empty() {
            return Ok(Some(words));
        }
        let far = Formula::or(tracks.iter().map(|track| Formula::at_most(i64::try_from(FAR).unwrap_or(64), *track)));
        let here = tracks.iter().map(|track| Term::from(*track)).collect();
        let beyond = decider.decide(&Formula::and([Formula::Holds(difference.clone().into(), here), far]))?;
        if !beyond.is_empty() {
            continue;
        }
        let exceptions = difference.some_tuples_below(FAR, MOST_EXCEPTIONS + 1);
        if MOST_EXCEPTIONS < exceptions.len() {
            continue;
        }
        let list = |inside: bool| -> Vec<String> {
            let chosen = exceptions.iter().filter(|tuple| set.accepts(tuple) == inside);
            chosen
                .map(|tuple| format!("({})", tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")))
                .collect()
        };
        let (more, fewer) = (list(true), list(false));
        let text = corrected(words, heaps, &fewer, &more);
        if best.as_ref().is_none_or(|known| exceptions.len() < known.0) {
            best = Some((exceptions.len(), text));
        }
    }
    Ok(best.map(|known| known.1))
}

/// The words of a set, with what is taken from it and added to it.
fn corrected(words: String, heaps: &[String], fewer: &[String], more: &[String]) -> String {
    let is_set = is_set(&words);
    let mut text = match words.as_str() {
        NOTHING if !more.is_empty() => return format!("{{{}}}", more.join(", ")),
        _ if is_set => words,
        _ => format!("{{({}) where {words}}}", heaps.join(", ")),
    };
    if !fewer.is_empty() {
        text = format!("{text} minus {{{}}}", fewer.join(", "));
    }
    if !more.is_empty() {
        text = format!("{text} union {{{}}}", more.join(", "));
    }
    text
}

fn candidates(heaps: &[String], tracks: &[Variable], numeration: Numeration, names: &Names) -> Vec<(String, Formula)> {
    let terms: Vec<Term> = tracks.iter().map(|track| Term::from(*track)).collect();
    let sum = Term::Sum(terms.clone());
    let mut all = vec![(NOTHING.to_owned(), Formula::False), (EVERYTHING.to_owned(), Formula::True)];
    let total = heaps.join(" + ");
    for modulus in 2..=12 {
        let Some(divisor) = NonZeroU32::new(modulus) else { continue };
        for rest in 0..modulus {
            let formula = Formula::Congruent(sum.clone(), Term::from(i64::from(rest)), divisor);
            all.push((format!("{total} = {rest} (mod {modulus})"), formula));
        }
    }
    if let ([x, y], [first, second]) = (terms.as_slice(), heaps) {
        all.extend(of_two(x, y, (first, second), numeration, names));
    }
    if numeration == Numeration::binary() {
        for value in 0..4 {
            let folded = terms.iter().cloned().reduce(Term::xor);
            if let Some(folded) = folded.filter(|_| 1 < terms.len()) {
                all.push((format!("{} = {value}", heaps.join(" xor ")), Formula::equal(folded, value)));
            }
        }
    }
    all
}

/// Sets of pairs of heaps, in either order, with their names.
struct Pairs<'a> {
    heaps: (&'a str, &'a str),
    x: &'a Term,
    y: &'a Term,
    names: &'a Names,
}

/// Shapes of sets of pairs.
fn of_two(x: &Term, y: &Term, heaps: (&str, &str), numeration: Numeration, names: &Names) -> Vec<(String, Formula)> {
    let pairs = Pairs { heaps, x, y, names };
    let further = match numeration {
        Numeration::Zeckendorf => pairs.golden(),
        Numeration::Base(radix) => pairs.of_powers(radix.get()),
    };
    pairs.on_lines().into_iter().chain(further).collect()
}

impl Pairs<'_> {
    /// The heaps are these numbers, in one order or the other.
    fn both(&self, a: Term, b: Term) -> Formula {
        let (x, y) = (self.x, self.y);
        Formula::or([
            Formula::and([Formula::equal(x.clone(), a.clone()), Formula::equal(y.clone(), b.clone())]),
            Formula::and([Formula::equal(y.clone(), a), Formula::equal(x.clone(), b)]),
        ])
    }

    /// The diagonal, bands around it, lines beside it, and lines with other slopes.
    fn on_lines(&self) -> Vec<(String, Formula)> {
        let (x, y, (first, second)) = (self.x, self.y, self.heaps);
        let distance = (x.clone() - y.clone()).abs();
        let (small, large) = (x.clone().min(y.clone()), x.clone().max(y.clone()));
        let mut all = vec![(format!("{first} = {second}"), Formula::equal(x.clone(), y.clone()))];
        for most in 0..9 {
            all.push((format!("|{first} - {second}| <= {most}"), Formula::at_most(distance.clone(), most)));
            all.push((format!("min({first}, {second}) = {most}"), Formula::equal(small.clone(), most)));
            all.push((format!("|{first} - {second}| = {most}"), Formula::equal(distance.clone(), most)));
            for factor in 2..5_i64 {
                let formula = Formula::equal(large.clone(), small.clone() * factor + most);
                let words = format!("max({first}, {second}) = {factor} min({first}, {second}) + {most}");
                all.push((words, formula));
            }
        }
        all
    }

    /// Pairs of Wythoff's sequences, and of Fibonacci numbers that follow each other.
    fn golden(&self) -> Vec<(String, Formula)> {
        let mut all = Vec::new();
        let n = self.names.fresh("n");
        let plus = |words: &str, shift: i64| if shift == 0 { words.to_owned() } else { format!("{words} + {shift}") };
        for shift in 0..=MOST_SHIFT {
            let golden = Term::from(n).golden_floor() + shift;
            let pairs = Formula::exists([n], self.both(golden.clone(), golden + n));
            let words = (plus("floor(n * phi)", shift), plus("floor(n * phi) + n", shift));
            all.push((format!("sym {{({}, {}) for n >= 0}}", words.0, words.1), pairs));
        }
        let next = self.names.fresh("next");
        let consecutive = Formula::and([
            Formula::Fibonacci(Term::from(n)),
            Formula::Fibonacci(Term::from(next)),
            Formula::less(n, next),
            Formula::at_most(next, Term::from(n) * 2),
        ]);
        for shift in 0..=MOST_SHIFT {
            let pair = self.both(Term::from(n) + shift, Term::from(next) + shift);
            let pairs = Formula::exists([n, next], Formula::and([consecutive.clone(), pair]));
            let words = (plus("F(k)", shift), plus("F(k + 1)", shift));
            all.push((format!("sym {{({}, {}) for k >= 2}}", words.0, words.1), pairs));
        }
        all
    }

    /// Pairs of powers of the base that follow each other, and of sums of all smaller powers.
    fn of_powers(&self, base: u32) -> Vec<(String, Formula)> {
        let mut all = Vec::new();
        let n = self.names.fresh("n");
        let d = i64::from(base);
        for shift in -6..=6_i64 {
            let value = Term::from(n) + shift;
            let pairs = self.both(value.clone(), Term::from(n) * d + shift);
            let formula = Formula::exists([n], Formula::and([Formula::Power(Term::from(n), base), pairs]));
            let words = |power: &str| match shift {
                0 => power.to_owned(),
                1.. => format!("{power} + {shift}"),
                _ => format!("{power} - {}", -shift),
            };
            let name =
                format!("sym {{({}, {}) for k >= 0}}", words(&format!("{base}^k")), words(&format!("{base}^(k + 1)")));
            all.push((name, formula));
        }
        let pairs = self.both(Term::from(n), Term::from(n) * d + 1);
        let formula = Formula::exists([n], Formula::and([Formula::Repunit(Term::from(n), base), pairs]));
        let repunit = |exponent: &str| match base {
            2 => format!("2^{exponent} - 1"),
            _ => format!("({base}^{exponent} - 1) / {}", base - 1),
        };
        let name = format!("sym {{({}, {}) for k >= 1}}", repunit("k"), repunit("(k + 1)"));
        all.push((name, formula));
        all
    }
}
