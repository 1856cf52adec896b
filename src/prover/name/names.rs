//! Names a set that an automaton accepts, by comparing it with the automata of known formulas, up to finitely many positions.
use super::facts::{Fact, facts};
use super::patterns::{by_zeros, patterns};
use crate::prover::say::translate::VariableNames;
use crate::prover::theory::decider::Decider;
use crate::prover::{Obstacle, SetName};
use crate::ruleset::Ruleset;
use nimdsl_automata::{Abandoned, Automaton, Budget, Integer, Natural, Numeration, Presburger, RootFloor};
use std::num::NonZeroU32;
use std::sync::Arc;

/// A set of positions that are restricted is listed up to so many members.
const MOST_MEMBERS: usize = 6;
/// Finite differences with more positions than this do not make a shape.
const MOST_EXCEPTIONS: usize = 20;
/// How far pairs of Zeckendorf's numeration are moved off the corner.
const MOST_SHIFT: i64 = 4;
/// Pairs of Fraenkel's games with |i - j| < a have names up to this a.
const MOST_SLOPE: i64 = 8;
/// Positions of a finite difference lie below this.
const FAR: u128 = 64;
/// The same in formulas.
const FAR_AWAY: i64 = 64;

/// Combinations of values of registers that are told one by one.
const MOST_SLICES: i64 = 12;

/// A name for the set, if it has one of the known shapes.
///
/// `positions` are those of the game: a name tells them apart, and no others.
pub(in crate::prover) fn name(
    set: &Automaton,
    positions: &Arc<Automaton>,
    ruleset: &Ruleset,
    tracks: &[Natural],
    budget: Budget<'_>,
) -> Result<Option<SetName>, Obstacle> {
    if !ruleset.registers.is_empty() {
        return by_registers(set, positions, ruleset, tracks, budget);
    }
    of_heaps(set, positions, &ruleset.heaps, tracks, budget)
}

/// A condition for each value of the registers, if there are few.
fn by_registers(
    set: &Automaton,
    positions: &Arc<Automaton>,
    ruleset: &Ruleset,
    tracks: &[Natural],
    budget: Budget<'_>,
) -> Result<Option<SetName>, Obstacle> {
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
    let names = VariableNames::default();
    let decider = Decider::new(set.numeration(), budget, &names);
    let heaps = &tracks[..ruleset.heaps.len()];
    let shared = Arc::new(set.clone());
    let mut parts: Vec<(SetName, Vec<String>)> = Vec::new();
    for chosen in values {
        let shown =
            ruleset.registers.iter().zip(&chosen).map(|(register, value)| Integer::from(value - register.low.min(0)));
        let terms: Vec<Integer> = heaps.iter().map(|track| Integer::from(*track)).chain(shown).collect();
        let sliced = |whole: &Arc<Automaton>| {
            let mentions = heaps.iter().map(|track| Presburger::at_most(0, *track));
            decider.decide(&Presburger::and(mentions.chain([Presburger::Holds(Arc::clone(whole), terms.clone())])))
        };
        let (slice, here) = (sliced(&shared)?, Arc::new(sliced(positions)?));
        let Some(name) = of_heaps(&slice, &here, &ruleset.heaps, heaps, budget)? else { return Ok(None) };
        let at = ruleset.registers.iter().zip(&chosen).map(|(register, value)| format!("{} = {value}", register.name));
        let at = at.collect::<Vec<_>>().join(" and ");
        match parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, places)) => places.push(at),
            None => parts.push((name, vec![at])),
        }
    }
    Ok(Some(in_cases(&parts, &ruleset.heaps)))
}

/// What sets are called at values of the registers, in one name.
fn in_cases(parts: &[(SetName, Vec<String>)], heaps: &[String]) -> SetName {
    // The same whatever the registers hold.
    if let [(name, _)] = parts
        && !matches!(name, SetName::Set(_))
    {
        return name.clone();
    }
    let part = |(name, places): &(SetName, Vec<String>)| {
        let places = if places.len() == 1 { places[0].clone() } else { format!("({})", places.join(" or ")) };
        match name {
            SetName::Nothing => None,
            SetName::Everything => Some(places),
            SetName::Set(words) => Some(format!("{places} and ({}) in {words}", heaps.join(", "))),
            SetName::Condition(words) | SetName::Digits { condition: words, .. } => {
                Some(format!("{places} and ({words})"))
            }
        }
    };
    SetName::Condition(parts.iter().filter_map(part).collect::<Vec<_>>().join(" or "))
}

/// The shortest name of a set of positions without registers.
fn of_heaps(
    set: &Automaton,
    positions: &Arc<Automaton>,
    heaps: &[String],
    tracks: &[Natural],
    budget: Budget<'_>,
) -> Result<Option<SetName>, Obstacle> {
    let names = VariableNames::default();
    for (track, heap) in tracks.iter().zip(heaps) {
        names.beside((track.0 / 16) as usize, heap);
    }
    let decider = Decider::new(set.numeration(), budget, &names);
    let mut best: Option<(usize, SetName)> = None;
    let known = candidates(heaps, tracks, set.numeration(), &names);
    let terms: Vec<Integer> = tracks.iter().map(|track| Integer::from(*track)).collect();
    let seen = patterns(set, heaps, &terms).into_iter().map(|(words, formula)| (SetName::Condition(words), formula));
    let digits = by_zeros(heaps, &terms, set.numeration());
    let wrong = |why: Abandoned| Obstacle::Budget(why.to_string());
    let among = |formula: Presburger| {
        let candidate =
            decider.decide(&Presburger::and([formula, Presburger::Holds(Arc::clone(positions), terms.clone())]))?;
        candidate.differ(set, &decider.budget).map_err(wrong)
    };
    let is_set = |formula: Presburger| among(formula).map(|difference| difference.is_empty());
    let anywhere = decider.decide(&Presburger::and(tracks.iter().map(|track| Presburger::at_most(0, *track))))?;
    let restricted = !anywhere.differ(positions, &decider.budget).map_err(wrong)?.is_empty();
    // Among some positions only, what all members share is shorter than what holds among all.
    if restricted && let Some(together) = conjunction(facts(set, heaps, &terms), &is_set)? {
        return Ok(Some(together));
    }
    let far = Presburger::or(tracks.iter().map(|track| Presburger::at_most(FAR_AWAY, *track)));
    let is_near = |of: Automaton| {
        let beyond = Presburger::and([Presburger::Holds(of.into(), terms.clone()), far.clone()]);
        decider.decide(&beyond).map(|beyond| beyond.is_empty())
    };
    let members = set.some_tuples_below(FAR, MOST_MEMBERS + 1);
    if restricted && (1..=MOST_MEMBERS).contains(&members.len()) && is_near(set.clone())? {
        return Ok(Some(SetName::Set(format!("{{{}}}", listed(&members).join(", ")))));
    }
    for (name, formula) in known.into_iter().chain(seen).chain(digits) {
        let difference = among(formula)?;
        if difference.is_empty() {
            return Ok(Some(name));
        }
        if !is_near(difference.clone())? {
            continue;
        }
        let exceptions = difference.some_tuples_below(FAR, MOST_EXCEPTIONS + 1);
        let fits = exceptions.len() <= MOST_EXCEPTIONS;
        if fits && best.as_ref().is_none_or(|known| exceptions.len() < known.0) {
            let (more, fewer): (Vec<_>, Vec<_>) = exceptions.iter().cloned().partition(|tuple| set.accepts(tuple));
            best = Some((exceptions.len(), corrected(name, heaps, &listed(&fewer), &listed(&more))));
        }
    }
    let together = conjunction(facts(set, heaps, &terms), &is_set)?;
    Ok(together.or(best.map(|known| known.1)))
}

/// Positions as a set has them.
fn listed(members: &[Vec<u128>]) -> Vec<String> {
    let one = |tuple: &Vec<u128>| tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    members.iter().map(|tuple| format!("({})", one(tuple))).collect()
}

/// As few of the facts as are the whole set together, if all of them are; the last ones are dropped first.
fn conjunction(
    mut known: Vec<Fact>,
    is_set: &dyn Fn(Presburger) -> Result<bool, Obstacle>,
) -> Result<Option<SetName>, Obstacle> {
    let all = |known: &[Fact]| Presburger::and(known.iter().map(|fact| fact.1.clone()));
    if known.is_empty() || !is_set(all(&known))? {
        return Ok(None);
    }
    for at in (0..known.len()).rev() {
        let mut fewer = known.clone();
        fewer.remove(at);
        if is_set(all(&fewer))? {
            known = fewer;
        }
    }
    let words = known.into_iter().map(|fact| fact.0).collect::<Vec<_>>();
    Ok((!words.is_empty()).then(|| SetName::Condition(words.join(" and "))))
}

/// The name of a set, with what is taken from it and added to it.
fn corrected(name: SetName, heaps: &[String], fewer: &[String], more: &[String]) -> SetName {
    let mut text = match name {
        SetName::Nothing => return SetName::Set(format!("{{{}}}", more.join(", "))),
        SetName::Set(words) => words,
        SetName::Everything => {
            return SetName::Condition(format!("({}) not in {{{}}}", heaps.join(", "), fewer.join(", ")));
        }
        SetName::Condition(_) | SetName::Digits { .. } => {
            format!("{{({}) where {name}}}", heaps.join(", "))
        }
    };
    if !fewer.is_empty() {
        text = format!("{text} minus {{{}}}", fewer.join(", "));
    }
    if !more.is_empty() {
        text = format!("{text} union {{{}}}", more.join(", "));
    }
    SetName::Set(text)
}

/// Conditions that papers write, with their texts: an automaton that decides the same set gets the first one's name.
fn candidates(
    heaps: &[String],
    tracks: &[Natural],
    numeration: Numeration,
    names: &VariableNames,
) -> Vec<(SetName, Presburger)> {
    let terms: Vec<Integer> = tracks.iter().map(|track| Integer::from(*track)).collect();
    let sum = Integer::Sum(terms.clone());
    let mut all = vec![(SetName::Nothing, Presburger::False), (SetName::Everything, Presburger::True)];
    let total = heaps.join(" + ");
    for modulus in 2..=12 {
        let Some(divisor) = NonZeroU32::new(modulus) else { continue };
        for rest in 0..modulus {
            let formula = Presburger::Congruent(sum.clone(), Integer::from(i64::from(rest)), divisor);
            all.push((SetName::Condition(format!("{total} = {rest} (mod {modulus})")), formula));
        }
    }
    if let ([x, y], [first, second]) = (terms.as_slice(), heaps) {
        all.extend(of_two(x, y, (first, second), numeration, names));
    }
    if numeration == Numeration::binary() {
        for value in 0..4 {
            let folded = terms.iter().cloned().reduce(Integer::xor);
            if let Some(folded) = folded.filter(|_| 1 < terms.len()) {
                let name = SetName::Condition(format!("{} = {value}", heaps.join(" xor ")));
                all.push((name, Presburger::equal(folded, value)));
            }
        }
    }
    all
}

/// Sets of pairs of heaps, in either order, with their names.
struct Pairs<'a> {
    heaps: (&'a str, &'a str),
    x: &'a Integer,
    y: &'a Integer,
    names: &'a VariableNames,
}

/// Shapes of sets of pairs.
fn of_two(
    x: &Integer,
    y: &Integer,
    heaps: (&str, &str),
    numeration: Numeration,
    names: &VariableNames,
) -> Vec<(SetName, Presburger)> {
    let pairs = Pairs { heaps, x, y, names };
    let further = match numeration {
        Numeration::Zeckendorf => [pairs.golden(), pairs.sloped(numeration)].concat(),
        Numeration::Metallic(_) | Numeration::Chebyshev(_) => pairs.sloped(numeration),
        Numeration::Base(radix) => pairs.of_powers(radix.get()),
        Numeration::Cubic(_) => Vec::new(),
    };
    pairs.on_lines().into_iter().chain(further).collect()
}

impl Pairs<'_> {
    /// The heaps are these numbers, in one order or the other.
    fn both(&self, a: Integer, b: Integer) -> Presburger {
        let (x, y) = (self.x, self.y);
        Presburger::or([
            Presburger::and([Presburger::equal(x.clone(), a.clone()), Presburger::equal(y.clone(), b.clone())]),
            Presburger::and([Presburger::equal(y.clone(), a), Presburger::equal(x.clone(), b)]),
        ])
    }

    /// The diagonal, bands around it, lines beside it, and lines with other slopes.
    fn on_lines(&self) -> Vec<(SetName, Presburger)> {
        let (x, y, (first, second)) = (self.x, self.y, self.heaps);
        let distance = (x.clone() - y.clone()).abs();
        let (small, large) = (x.clone().min(y.clone()), x.clone().max(y.clone()));
        let mut all = Vec::new();
        let mut add = |words: String, formula: Presburger| all.push((SetName::Condition(words), formula));
        add(format!("{first} = {second}"), Presburger::equal(x.clone(), y.clone()));
        for most in 0..9 {
            add(format!("|{first} - {second}| <= {most}"), Presburger::at_most(distance.clone(), most));
            add(format!("min({first}, {second}) = {most}"), Presburger::equal(small.clone(), most));
            add(format!("|{first} - {second}| = {most}"), Presburger::equal(distance.clone(), most));
            for factor in 2..5_i64 {
                let formula = Presburger::equal(large.clone(), small.clone() * factor + most);
                let more = if most == 0 { String::new() } else { format!(" + {most}") };
                let words = format!("max({first}, {second}) = {factor} * min({first}, {second}){more}");
                add(words, formula);
            }
        }
        all
    }

    /// Pairs of Wythoff's sequences, and of Fibonacci numbers that follow each other.
    fn golden(&self) -> Vec<(SetName, Presburger)> {
        let mut all = Vec::new();
        let n = self.names.fresh("n");
        let plus = |words: &str, shift: i64| if shift == 0 { words.to_owned() } else { format!("{words} + {shift}") };
        for shift in 0..=MOST_SHIFT {
            let golden = Integer::from(n).golden_floor() + shift;
            let pairs = Presburger::exists([n], self.both(golden.clone(), golden + n));
            let words = (plus("floor(n * phi)", shift), plus("floor(n * phi) + n", shift));
            all.push((SetName::Set(format!("sym {{({}, {}) for n >= 0}}", words.0, words.1)), pairs));
        }
        let next = self.names.fresh("next");
        let consecutive = Presburger::and([
            Presburger::Fibonacci(Integer::from(n)),
            Presburger::Fibonacci(Integer::from(next)),
            Presburger::less(n, next),
            Presburger::at_most(next, Integer::from(n) * 2),
        ]);
        for shift in 0..=MOST_SHIFT {
            let pair = self.both(Integer::from(n) + shift, Integer::from(next) + shift);
            let pairs = Presburger::exists([n, next], Presburger::and([consecutive.clone(), pair]));
            let words = (plus("F(k)", shift), plus("F(k + 1)", shift));
            all.push((SetName::Set(format!("sym {{({}, {}) for k >= 2}}", words.0, words.1)), pairs));
        }
        all
    }

    /// Pairs of Fraenkel's sequences for a from 2 on: floor(n * alpha) with alpha = (2 - a + sqrt(a^2 + 4)) / 2, and a * n more.
    fn sloped(&self, numeration: Numeration) -> Vec<(SetName, Presburger)> {
        let mut all = Vec::new();
        let n = self.names.fresh("n");
        for a in 2..=MOST_SLOPE {
            let Some(root) = RootFloor::in_numeration(numeration, a * a + 4) else { continue };
            let twice = Integer::from(n).root_floor(&root) + Integer::from(n) * (2 - a);
            let words = slope_in_words(a);
            for shift in 0..=MOST_SHIFT {
                let lower = twice.clone().floor_by(NonZeroU32::MIN.saturating_add(1)) + shift;
                let pairs = Presburger::exists([n], self.both(lower.clone(), lower + Integer::from(n) * a));
                let more = if shift == 0 { String::new() } else { format!(" + {shift}") };
                let words = format!("floor(n * {words}){more}, floor(n * {words}) + {a} * n{more}");
                all.push((SetName::Set(format!("sym {{({words}) for n >= 0}}")), pairs));
            }
        }
        all
    }

    /// Pairs of powers of the base that follow each other, and of sums of all smaller powers.
    fn of_powers(&self, base: u32) -> Vec<(SetName, Presburger)> {
        let mut all = Vec::new();
        let n = self.names.fresh("n");
        let d = i64::from(base);
        for shift in -6..=6_i64 {
            let value = Integer::from(n) + shift;
            let pairs = self.both(value.clone(), Integer::from(n) * d + shift);
            let formula = Presburger::exists([n], Presburger::and([Presburger::Power(Integer::from(n), base), pairs]));
            let words = |power: &str| match shift {
                0 => power.to_owned(),
                1.. => format!("{power} + {shift}"),
                _ => format!("{power} - {}", -shift),
            };
            let name =
                format!("sym {{({}, {}) for k >= 0}}", words(&format!("{base}^k")), words(&format!("{base}^(k + 1)")));
            all.push((SetName::Set(name), formula));
        }
        let pairs = self.both(Integer::from(n), Integer::from(n) * d + 1);
        let formula = Presburger::exists([n], Presburger::and([Presburger::Repunit(Integer::from(n), base), pairs]));
        let repunit = |exponent: &str| match base {
            2 => format!("2^{exponent} - 1"),
            _ => format!("({base}^{exponent} - 1) / {}", base - 1),
        };
        let name = format!("sym {{({}, {}) for k >= 1}}", repunit("k"), repunit("(k + 1)"));
        all.push((SetName::Set(name), formula));
        all
    }
}

/// (2 - a + sqrt(a^2 + 4)) / 2 as papers write it: "sqrt(2)", "(sqrt(13) - 1) / 2".
fn slope_in_words(a: i64) -> String {
    let (mut radicand, mut factor) = (a * a + 4, 1);
    for divisor in 2..=a {
        while radicand % (divisor * divisor) == 0 {
            (radicand, factor) = (radicand / (divisor * divisor), factor * divisor);
        }
    }
    let (less, factor, divided) = if a % 2 == 0 { ((a - 2) / 2, factor / 2, "") } else { (a - 2, factor, " / 2") };
    let root = if factor == 1 { format!("sqrt({radicand})") } else { format!("{factor} * sqrt({radicand})") };
    if less == 0 { format!("{root}{divided}") } else { format!("({root} - {less}){divided}") }
}
