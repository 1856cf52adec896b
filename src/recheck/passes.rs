//! Games of one heap t with one register that only passes change, and that are games of windows (`windows`, `regular`) but for them: what their
//! values are with a pass left, told by those without.
//!
//! Let nobody pass with b in the register, and let the options of (t; b) be the (u; b) with a(t) <= u < t, where a(0) = 0 and a(t + 1) is a(t) or
//! a(t) + 1. Let the options of (t; r) for t >= T be the (u; r) for the same u, and (t; q). Let g(t; q) be G(g(t; b)) for all t >= T
//! (G(w) = w if q is b), and g(s; r) be F(g(s; b)) for a(T) <= s < T. Let F(w), for all w and all l that are not below w or T - a(T), be the least
//! number that is neither G(w) nor F(v) for some v <= l other than w. Then g(t; r) is F(g(t; b)) for all t >= a(T).
//!
//! By induction on t >= T: the values of the (u; b) with a(t) <= u <= t are 0, ..., l, each once, where l = t - a(t) is not below T - a(T)
//! (`windows`). So with w = g(t; b) the options (u; r), for which u >= a(t) >= a(T), have the values F(v) for the v <= l other than w, and (t; q) has
//! the value G(w). (RNP, Theorem 3, has F for one pass in Maximum Nim.)
use super::images::{NumberMap, gives_least};
use super::making::{Making, Unknown, constant, slot, test};
use super::spent::CheckEffort;
use super::windows::{is_of_windows, not};
use super::{listed, regular, statement, windows};
use crate::certificate::PassedValues;
use crate::ruleset::statement::{Formula, Place};
use crate::ruleset::{Comparison, Move, Part, Register, Ruleset, Term, Variable};
use serde_json::{Value, json};

/// Numbers in the register of which something is told, and heaps that are looked at one by one, at most.
const MOST_PASSES: usize = 16;
const MOST_HEAPS: u64 = 1 << 10;
/// Slots of the conditions: the coordinates of an option.
const OPTION: [usize; 2] = [0, 1];

/// What is known of the values of such a game.
#[derive(Debug)]
pub(super) struct WithPasses {
    /// The number in the register with which nobody passes.
    base: i64,
    /// The rule of the game without passes, where windows are not spoken of by their options.
    pub(super) rule: Option<Term>,
    layers: Vec<PassLayer>,
}

/// What is known with one number in the register.
#[derive(Debug)]
struct PassLayer {
    register: i64,
    /// The values of the first heaps.
    small: Vec<u32>,
    /// The values of all other heaps, by those with which nobody passes.
    image: NumberMap,
}

/// The moves that take something from the heap, and those that leave it alone, each as a game.
fn parted(ruleset: &Ruleset) -> Result<[Ruleset; 2], String> {
    let [_] = ruleset.registers.as_slice() else { return Err("it is no game with one register".to_owned()) };
    if ruleset.heaps.len() != 1 || !ruleset.finite_options {
        return Err("it is no game of one heap".to_owned());
    }
    let mut speaks = false;
    Part::Condition(&ruleset.positions).visit(&mut |part| speaks |= matches!(part, Part::Term(Term::Variable(_))));
    if speaks || ruleset.positions.holds(&[], &[]) != Ok(true) {
        return Err("not all heaps belong to the game".to_owned());
    }
    let coordinate = |at: usize| Term::Variable(Variable::Coordinate(at));
    let is_pass = |rule: &Move| rule.more.is_empty() && rule.targets.first() == Some(&coordinate(0));
    let (passes, rest): (Vec<Move>, Vec<Move>) = ruleset.moves.iter().cloned().partition(is_pass);
    let ignores = |part: Part<'_>| !part.any(&mut |part| matches!(part, Part::Term(term) if *term == coordinate(1)));
    for rule in &rest {
        let [heap, register] = rule.targets.as_slice() else { return Err("a move has other targets".to_owned()) };
        let is_apart = ignores(Part::Condition(&rule.guard)) && ignores(Part::Term(heap));
        if !is_apart || *register != coordinate(1) || !rule.more.is_empty() {
            return Err(format!("move `{}` speaks of the register", rule.name));
        }
    }
    Ok([rest, passes].map(|moves| Ruleset { moves, ..ruleset.clone() }))
}

/// The values that a certificate tells of such a game, confirmed.
pub(super) fn confirmed(
    spent: &CheckEffort<'_>,
    numeration: &Value,
    ruleset: &Ruleset,
    told: &[PassedValues],
) -> Result<WithPasses, String> {
    let [rest, passes] = parted(ruleset)?;
    let rule = if numeration.is_null() { Some(regular::regular_rule(spent, &rest)?) } else { None };
    if rule.is_none() {
        is_of_windows(spent, numeration, &rest)?;
    }
    let base = told.first().ok_or("the certificate tells of no passes")?.passed;
    if MOST_PASSES < told.len() {
        return Err("so many passes are not checked".to_owned());
    }
    belongs(ruleset, base)?;
    let nobody = (false_of_options(base), "somebody passes with the number that the others lead to");
    everywhere(spent, &passes, nobody)?;
    let mut known = WithPasses { base, rule, layers: Vec::new() };
    for one in told {
        belongs(ruleset, one.register)?;
        if one.register == base || known.layer(one.register).is_some() {
            return Err("a number in the register is told of twice".to_owned());
        }
        let layer = known.confirmed_layer(spent, (ruleset, &passes), one)?;
        known.layers.push(layer);
    }
    Ok(known)
}

/// A number may be in the register.
fn belongs(ruleset: &Ruleset, value: i64) -> Result<(), String> {
    let within = |register: &Register| register.low <= value && register.high.is_none_or(|high| value <= high);
    let inside = ruleset.registers.iter().all(within);
    if inside { Ok(()) } else { Err("a number of the certificate is never in the register".to_owned()) }
}

/// Something that looks nothing up holds at all heaps of the game that only has passes.
fn everywhere(
    spent: &CheckEffort<'_>,
    passes: &Ruleset,
    (formula, why): (Formula, &'static str),
) -> Result<(), String> {
    statement::holds_everywhere(spent, &json!({"Base": 2}), passes, (formula, OPTION.len(), why))
}

fn heap() -> Term {
    Term::Variable(Variable::Coordinate(0))
}

/// The heap at hand with a number in the register.
fn place(register: i64) -> Place {
    Place { game: 0, lookups: Vec::new(), position: vec![heap(), constant(register.into())] }
}

/// Nobody passes with this number in the register.
fn false_of_options(register: i64) -> Formula {
    Formula::AllOptions(place(register), OPTION.to_vec(), Box::new(Formula::Known(false)))
}

impl WithPasses {
    fn layer(&self, register: i64) -> Option<&PassLayer> {
        self.layers.iter().find(|layer| layer.register == register)
    }

    /// What is told of one number in the register.
    fn confirmed_layer(
        &self,
        spent: &CheckEffort<'_>,
        (ruleset, passes): (&Ruleset, &Ruleset),
        told: &PassedValues,
    ) -> Result<PassLayer, String> {
        if MOST_HEAPS < told.start {
            return Err("so many heaps are not looked at".to_owned());
        }
        let start = i64::try_from(told.start).map_err(|_| "so many heaps are not looked at")?;
        let image = NumberMap::checked(&told.first, &told.then)?;
        let identity = NumberMap::identity();
        let (after, begun) = match self.layer(told.passed) {
            Some(layer) => (&layer.image, layer.small.len()),
            None if told.passed == self.base => (&identity, 0),
            None => return Err("nothing is known of the values after a pass".to_owned()),
        };
        let early = test(heap(), Comparison::AtMost, constant(i128::from(start) - 1));
        let leads = test(slot(OPTION[1]), Comparison::Equal, constant(told.passed.into()));
        let there = place(told.register);
        let some = Formula::SomeOption(there.clone(), OPTION.to_vec(), Box::new(Formula::Known(true)));
        let all = Formula::AllOptions(there, OPTION.to_vec(), Box::new(leads));
        everywhere(spent, passes, (Formula::Or(vec![early.clone(), some]), "there is no pass"))?;
        everywhere(spent, passes, (Formula::Or(vec![early, all]), "a pass leads elsewhere"))?;
        let options = listed::first_of_options(spent, ruleset, &[start, self.base])?;
        let from = options.into_iter().min().unwrap_or(start);
        let heaps = (0..start).flat_map(|heap| [vec![heap, self.base], vec![heap, told.register]]);
        let values = listed::values_of(spent, ruleset, heaps)?;
        let values: Vec<[u32; 2]> = values.as_chunks().0.to_vec();
        let from = usize::try_from(from).map_err(|_| "a heap is negative")?;
        if values.len() < begun {
            return Err("the values after a pass are known later only".to_owned());
        }
        for [without, with] in values.iter().skip(from) {
            let without = usize::try_from(*without).map_err(|_| "a value is too large")?;
            if image.at(without) != i64::from(*with) {
                return Err("a value of a heap that is looked at is another one".to_owned());
            }
        }
        gives_least(spent, &image, after, values.len().saturating_sub(from))?;
        let small = values.iter().take(from).map(|value| value[1]).collect();
        Ok(PassLayer { register: told.register, small, image })
    }

    /// What is known of one value, where nobody passes by that of the window if that is asked for.
    pub(super) fn unfolded(
        &self,
        unknown: &Unknown,
        making: &mut Making<'_>,
        others: &mut Vec<usize>,
        with_windows: bool,
    ) -> Result<Formula, String> {
        let [heap, register] = unknown.position.as_slice() else {
            return Err("a position has another number of coordinates".to_owned());
        };
        let mut parts = Vec::new();
        let heap = if self.rule.is_none() && !matches!(heap, Term::Variable(_) | Term::Constant(_)) {
            // A number of its own: what has no value somewhere is then read once, and below no negation.
            let own = making.fresh();
            others.push(own);
            parts.push(test(slot(own), Comparison::Equal, heap.clone()));
            slot(own)
        } else {
            heap.clone()
        };
        let is = |value: i64| test(register.clone(), Comparison::Equal, constant(value.into()));
        let may_be = |value: i64| !matches!(register, Term::Constant(own) if *own != i128::from(value));
        let base = vec![heap.clone(), constant(self.base.into())];
        let base = Unknown { game: unknown.game, slot: making.unknown_at(unknown.game, &base), position: base };
        for layer in self.layers.iter().filter(|layer| may_be(layer.register)) {
            parts.push(Formula::Or(vec![not(is(layer.register)), layer.formula(&heap, (base.slot, unknown.slot))]));
        }
        if with_windows {
            parts.push(match &self.rule {
                Some(rule) => regular::unfolded(&base, rule, making)?,
                None => windows::unfolded(&base, making, others)?,
            });
        }
        Ok(Formula::And(parts))
    }
}

impl PassLayer {
    /// What is known of the value of a heap with a pass left, and of that without, in these slots.
    fn formula(&self, heap: &Term, (without, with): (usize, usize)) -> Formula {
        let is = |term: &Term, value: i128| test(term.clone(), Comparison::Equal, constant(value));
        let from = i128::try_from(self.small.len()).expect("a list in memory has fewer elements");
        let small = (0_i128..).zip(&self.small);
        let small = small.map(|(at, value)| Formula::And(vec![is(heap, at), is(&slot(with), i128::from(*value))]));
        let later = Formula::And(vec![
            test(constant(from), Comparison::AtMost, heap.clone()),
            self.image.formula(&slot(without), &slot(with)),
        ]);
        Formula::Or(small.chain([later]).collect())
    }
}
