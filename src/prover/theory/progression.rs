//! P-positions that are made of the powers of an open parameter, or of a complementary pair: their elements and how powers or indices are chosen
//! for a position are guessed from the claim, and decided by the checker of certificates.
use super::pairs;
use super::power_forms::{Coefficients, PowerForm, PowerReading, product, solved, sum};
use crate::certificate::{Progression, ProgressionChoice, ProgressionTerm};
use crate::prover::{Figures, Limits};
use crate::recheck::progressions::{ProgressionStage, ProgressionTrial, pair_set};
use crate::ruleset::definition::{Definition, Given, definition};
use crate::ruleset::statement::{Body, Bound, Except, Formula, Set, SetKind, Statement, Value};
use crate::ruleset::{Comparison, Condition, Ruleset, Term};
use crate::value::{Outcome, Play};
use std::sync::atomic::AtomicBool;

/// Values of the parameter that are taken one by one, and how often inequalities are multiplied by it.
const TRIES: [(i64, usize); 6] = [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)];
/// How many powers after a chosen one are looked at.
const REACHES: [usize; 2] = [0, 1];
/// Elements without powers are looked for up to this number.
const LARGEST: i64 = 2;
/// How often inequalities are multiplied to see that a small position is no element.
const FILTER: usize = 2;
/// Alternatives of a claim, at most.
const MOST_CASES: usize = 40;
const MOST_HEAPS: usize = 3;

/// Proves that a claim gives the P-positions, for all values of the parameter that a register is; `None` says nothing against it.
pub(in crate::prover) fn outcomes(
    ruleset: &Ruleset,
    statement: &Statement,
    cancel: &AtomicBool,
) -> Option<(Figures, Progression)> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let (heaps, registers) = (ruleset.heaps.len(), ruleset.registers.len());
    let Definition::Outcomes(Outcome::P, given) = definition(statement, heaps + registers)? else { return None };
    if heaps == 0 || MOST_HEAPS < heaps {
        return None;
    }
    let search =
        ProgressionSearch { ruleset, trial: ProgressionTrial::new((ruleset, statement), cancel), tries: &TRIES };
    let made = (0..registers).find_map(|register| search.with(register, given))?;
    let by = if made.ratio.is_empty() { "complementary sequences" } else { "a geometric progression" };
    let figures =
        Figures { numeration: format!("{by}, linear inequalities"), states: 0, nodes: 0, limits: Limits::default() };
    Some((figures, made))
}

/// The set of a complementary pair that is that of the P-positions of a game of two heaps, for all values of a register, with a slope that its
/// moves suggest, of those that a look at small positions admits: it is asked with the register and the slope.
pub(in crate::prover) fn guessed_pair(
    ruleset: &Ruleset,
    play: Play,
    admits: &dyn Fn(usize, &[i64]) -> bool,
    cancel: &AtomicBool,
) -> Option<(Progression, Set)> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") || ruleset.heaps.len() != 2 {
        return None;
    }
    (0..ruleset.registers.len()).find_map(|register| {
        let reading = PowerReading { ruleset, parameter: 2 + register, order: &[0, 1], ratio: None };
        pairs::suggested(reading).into_iter().filter(|slope| admits(register, slope)).find_map(|slope| {
            let made = Progression { slope, shifted: play == Play::Misere, ..begun(ruleset, register) };
            let set = pair_set(ruleset, register, &made);
            let everything = Statement {
                body: Body::Equal(Outcome::P, set.clone()),
                valued: Formula::Known(true),
                condition: None,
                except: Except::Nothing,
                play,
                slots: 1,
                free: Vec::new(),
                scale: None,
            };
            // What is only guessed is not tried for long.
            let trial = ProgressionTrial::new((ruleset, &everything), cancel);
            let search = ProgressionSearch { ruleset, trial, tries: &TRIES[..1] };
            Some((search.with(register, Given::Set(&set))?, set))
        })
    })
}

/// What a claim says some of its elements to be.
#[derive(Debug, Default)]
struct SeenElements {
    ratio: Option<Coefficients>,
    low: Option<usize>,
    /// Coordinates that are made of a power, from the smallest to the largest as it seems.
    sorted: Vec<Vec<PowerForm>>,
    /// Elements as they are.
    all: Vec<Vec<ProgressionTerm>>,
}

struct ProgressionSearch<'a> {
    ruleset: &'a Ruleset,
    trial: ProgressionTrial<'a>,
    tries: &'static [(i64, usize)],
}

impl ProgressionSearch<'_> {
    /// A proof with a register as the parameter.
    fn with(&self, register: usize, given: Given<'_>) -> Option<Progression> {
        let mut seen = SeenElements::default();
        for order in orders(self.ruleset.heaps.len()) {
            let parameter = self.ruleset.heaps.len() + register;
            let reading = PowerReading { ruleset: self.ruleset, parameter, order: &order, ratio: seen.ratio.clone() };
            seen.look(reading, given)?;
        }
        let mut made = begun(self.ruleset, register);
        let strategies = if let Some(ratio) = &seen.ratio {
            (made.ratio, made.low) = (ratio.clone(), seen.low?);
            strategies(&seen.sorted, self.ruleset.heaps.len())
        } else {
            let parameter = self.ruleset.heaps.len() + register;
            let reading = PowerReading { ruleset: self.ruleset, parameter, order: &[0, 1], ratio: None };
            let pair = pairs::seen(reading, given)?;
            (made.slope, made.shifted) = (pair.slope, pair.shifted);
            seen.all = pair.elements;
            pair.strategies
        };
        self.add_numbers(&made, &mut seen);
        made.elements.clone_from(&seen.all);
        self.tries.iter().find_map(|(single, degree)| {
            (made.single, made.degree, made.reach) = (*single, *degree, 0);
            made.choices = Vec::new();
            self.trial.shows(&made, ProgressionStage::Inside).then_some(())?;
            REACHES.into_iter().flat_map(|reach| strategies.iter().map(move |choices| (reach, choices))).find_map(
                |(reach, choices)| {
                    (made.reach, made.choices) = (reach, choices.clone());
                    (!self.trial.is_spent() && self.trial.shows(&made, ProgressionStage::Outside)).then(|| made.clone())
                },
            )
        })
    }

    /// Small positions that may belong to the set.
    fn add_numbers(&self, made: &Progression, seen: &mut SeenElements) {
        let polynomial = |number: i64| if number == 0 { Vec::new() } else { vec![number] };
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in &self.ruleset.heaps {
            all = all.iter().flat_map(|begun| (0..=LARGEST).map(|last| [begun.as_slice(), &[last]].concat())).collect();
        }
        for numbers in all {
            let term = |number: &i64| ProgressionTerm { constant: polynomial(*number), ..nothing() };
            let element: Vec<ProgressionTerm> = numbers.iter().map(term).collect();
            if !seen.all.contains(&element)
                && self.trial.may_belong(&Progression { degree: FILTER, ..made.clone() }, &element)
            {
                seen.all.push(element);
            }
        }
    }
}

impl SeenElements {
    /// The elements that a claim names, with its heaps in an order.
    fn look(&mut self, mut reading: PowerReading<'_>, given: Given<'_>) -> Option<()> {
        match given {
            Given::Set(set) => self.look_in(&mut reading, set)?,
            Given::Formula(formula) => {
                for (parts, low) in cases(formula)? {
                    self.solve(&mut reading, &parts, low);
                }
            }
        }
        self.ratio = reading.ratio;
        Some(())
    }

    /// The elements of lists and families; with their coordinates in the order at hand where a set is symmetric.
    fn look_in(&mut self, reading: &mut PowerReading<'_>, set: &Set) -> Option<()> {
        match &set.kind {
            SetKind::List(elements) => {
                for element in elements {
                    self.element(reading, element, None);
                }
            }
            SetKind::Family { bound, element, .. } => {
                let [bound] = bound.as_slice() else { return None };
                self.element(reading, element, Some(index_low(bound)?));
            }
            SetKind::Union(left, right) => {
                self.look_in(reading, left)?;
                self.look_in(reading, right)?;
            }
            SetKind::Intersection(left, _) | SetKind::Difference(left, _) | SetKind::Symmetric(left, _) => {
                self.look_in(reading, left)?;
            }
            SetKind::Outcome(_) => return None,
        }
        Some(())
    }

    fn element(&mut self, reading: &mut PowerReading<'_>, element: &[Value], low: Option<usize>) {
        let heaps = reading.ruleset.heaps.len();
        let forms: Option<Vec<PowerForm>> = element.iter().take(heaps).map(|value| reading.term(&value.term)).collect();
        if let Some(forms) = forms {
            self.add(forms, reading.order, low);
        }
    }

    /// The heaps that equations tell.
    fn solve(&mut self, reading: &mut PowerReading<'_>, parts: &[&Formula], low: Option<usize>) {
        let mut equations = Vec::new();
        for part in parts {
            if let Formula::Test(lookups, condition) = part
                && lookups.is_empty()
            {
                compared(condition, &mut |left, right| {
                    let (left, right) = (reading.term(left), reading.term(right));
                    equations.extend(left.zip(right).and_then(|(left, right)| left.plus(-1, &right)));
                });
            }
        }
        let heaps = reading.ruleset.heaps.len();
        if let Some(forms) = solved(equations, heaps) {
            let sorted = reading.order.iter().map(|heap| forms[*heap].clone()).collect();
            self.add(sorted, reading.order, low);
        }
    }

    /// Coordinates from the smallest to the largest, for the heaps in an order.
    fn add(&mut self, sorted: Vec<PowerForm>, order: &[usize], low: Option<usize>) {
        let mut element = vec![nothing(); order.len()];
        for (heap, form) in order.iter().zip(&sorted) {
            let Some(term) = form.term() else { return };
            element[*heap] = term;
        }
        if !self.all.contains(&element) {
            self.all.push(element);
        }
        if sorted.iter().any(|form| !form.times.is_empty()) && !self.sorted.contains(&sorted) {
            self.sorted.push(sorted);
        }
        self.low = low.map(|low| self.low.map_or(low, |known| known.min(low))).or(self.low);
    }
}

/// A certificate that says nothing yet.
fn begun(ruleset: &Ruleset, register: usize) -> Progression {
    Progression {
        parameter: ruleset.registers[register].name.clone(),
        ratio: Vec::new(),
        slope: Vec::new(),
        shifted: false,
        single: 0,
        degree: 0,
        low: 0,
        reach: 0,
        elements: Vec::new(),
        choices: Vec::new(),
    }
}

/// The number 0.
fn nothing() -> ProgressionTerm {
    ProgressionTerm { times: Vec::new(), index: Vec::new(), constant: Vec::new(), over: vec![1] }
}

/// All orders of so many heaps.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |all, heap| {
        let inserted = |begun: &Vec<usize>, at: usize| {
            let mut order = begun.clone();
            order.insert(at, heap);
            order
        };
        all.iter().flat_map(|begun| (0..=begun.len()).rev().map(move |at| inserted(begun, at))).collect()
    })
}

fn index_low(bound: &Bound) -> Option<usize> {
    match bound.domain.0.as_slice() {
        [(Value { lookups, term: Term::Constant(low) }, None)] if lookups.is_empty() => usize::try_from(*low).ok(),
        _ => None,
    }
}

/// The alternatives of a formula, each with what it says and from which number on the index in it runs; none if there are many.
fn cases(formula: &Formula) -> Option<Vec<(Vec<&Formula>, Option<usize>)>> {
    let found = match formula {
        Formula::Or(parts) => parts.iter().map(cases).collect::<Option<Vec<_>>>()?.concat(),
        Formula::And(parts) => {
            let mut all: Vec<(Vec<&Formula>, Option<usize>)> = vec![(Vec::new(), None)];
            for part in parts {
                let own = cases(part)?;
                let joined = |(left, low): &(Vec<_>, Option<usize>)| {
                    let (left, low) = (left.clone(), *low);
                    own.iter().map(move |(right, other)| ([left.as_slice(), right].concat(), low.or(*other))).collect()
                };
                all = all.iter().flat_map(|one| -> Vec<_> { joined(one) }).collect();
                if MOST_CASES < all.len() {
                    return None;
                }
            }
            all
        }
        Formula::Exists(bound, body) => {
            let low = index_low(bound);
            cases(body)?.into_iter().map(|(parts, _)| (parts, low)).collect()
        }
        part => vec![(vec![part], None)],
    };
    (found.len() <= MOST_CASES).then_some(found)
}

/// The equations of a condition that must all hold.
fn compared(condition: &Condition, found: &mut dyn FnMut(&Term, &Term)) {
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| compared(part, found)),
        Condition::Compare(left, Comparison::Equal, right) => found(left, right),
        _ => {}
    }
}

/// How powers may be chosen, the simplest first: one or two numbers of a position, each by a component of an element.
fn strategies(sorted: &[Vec<PowerForm>], heaps: usize) -> Vec<Vec<ProgressionChoice>> {
    let mut ones: Vec<ProgressionChoice> = Vec::new();
    let mut add = |form: Option<PowerForm>, heaps: Vec<i64>| {
        ones.extend(form.and_then(|form| choice(&form, &heaps)).filter(|choice| !ones.contains(choice)));
    };
    let at = |heap: usize| (0..heaps).map(|own| i64::from(own == heap)).collect::<Vec<_>>();
    for element in sorted {
        let (Some(first), Some(last)) = (element.first(), element.last()) else { continue };
        add(Some(first.clone()), at(0));
        if 1 < heaps {
            add(last.plus(-1, first), [vec![-1], vec![0; heaps - 2], vec![1]].concat());
            let all = element[1..].iter().try_fold(first.clone(), |all, one| all.plus(1, one));
            add(all, vec![1; heaps]);
            add(Some(last.clone()), at(heaps - 1));
        }
    }
    let mut all: Vec<Vec<ProgressionChoice>> = ones.iter().map(|one| vec![one.clone()]).collect();
    for (at, one) in ones.iter().enumerate() {
        all.extend(ones[at + 1..].iter().map(|other| vec![one.clone(), other.clone()]));
    }
    all
}

/// The last power at which a component is at most a number of the position.
fn choice(form: &PowerForm, heaps: &[i64]) -> Option<ProgressionChoice> {
    if form.times.is_empty() {
        return None;
    }
    let own = heaps.iter().map(|times| product(&form.over, &sum(&[], *times, &[1])?)).collect::<Option<_>>()?;
    Some(ProgressionChoice { times: form.times.clone(), heaps: own, constant: sum(&[], -1, &form.constant)? })
}
