//! From formulas as they are written to a core of few connectives, linear conditions and leaves; every quantifier has its own
//! variables there.
use super::atoms::Dfa;
use super::automaton::{Automaton, Natural};
use super::budget::Abandoned;
use super::formula::{Integer, Presburger, TermRelation};
use super::linear::{Linear, Sign};
use super::numeration::Numeration;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::Arc;

/// A formula in which negations stand only before quantifiers and leaves, and terms are linear.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Core {
    True,
    False,
    Linear(Linear, Sign),
    Congruence(Linear, NonZeroU32),
    Leaf(Leaf, Vec<Natural>),
    Not(Box<Core>),
    And(Vec<Core>),
    Or(Vec<Core>),
    /// The cases of one condition: a union that is not worth distributing over.
    Cases(Vec<Core>),
    Differ(Box<Core>, Box<Core>),
    Exists(Vec<Natural>, Box<Core>),
    Named(String, Box<Core>),
}

/// A relation between variables that is not linear.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Leaf {
    Xor,
    Power(u32),
    Repunit(u32),
    LargestPower(u32),
    Digits(Arc<Dfa>),
    Fibonacci,
    SlopeFloor(Numeration),
    Holds(Arc<Automaton>),
}

impl Core {
    pub(super) fn mentions(&self, variable: Natural) -> bool {
        match self {
            Self::True | Self::False => false,
            Self::Linear(form, _) | Self::Congruence(form, _) => form.coefficient(variable) != 0,
            Self::Leaf(_, variables) => variables.contains(&variable),
            Self::Not(body) | Self::Named(_, body) | Self::Exists(_, body) => body.mentions(variable),
            Self::And(parts) | Self::Or(parts) | Self::Cases(parts) => parts.iter().any(|part| part.mentions(variable)),
            Self::Differ(a, b) => a.mentions(variable) || b.mentions(variable),
        }
    }
}

/// Which truth a part of a formula is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Polarity {
    Positive,
    Negative,
}

/// Cases of one condition beyond this are not worked with.
const MOST_CASES: usize = 256;

/// The core of a formula.
pub(super) fn lower(formula: &Presburger) -> Result<Core, Abandoned> {
    let free = formula.free_variables();
    let mut all = free.clone();
    all_variables(formula, &mut all);
    let fresh = all.last().map_or(Some(0), |last| last.0.checked_add(1)).ok_or(Abandoned::TooWide)?;
    let mut lowering = Lowering { taken: free, fresh, names: BTreeMap::new() };
    lowering.formula(formula, Polarity::Positive)
}

fn all_variables(formula: &Presburger, all: &mut BTreeSet<Natural>) {
    if let Presburger::Exists(bound, _) | Presburger::Forall(bound, _) = formula {
        all.extend(bound);
    }
    formula.for_each_term(&mut |term| term.for_each_variable(&mut |variable| _ = all.insert(variable)));
    for part in formula.parts() {
        all_variables(part, all);
    }
}

struct Lowering {
    /// The variables that are free, or bound already by some quantifier.
    taken: BTreeSet<Natural>,
    fresh: u32,
    /// What variables are called here inside of quantifiers that had to be renamed.
    names: BTreeMap<Natural, Natural>,
}

/// One case of a term: under the guards, for the values of the fresh variables that they allow, it is a linear form.
#[derive(Clone)]
struct Case {
    guards: Vec<Core>,
    fresh: Vec<Natural>,
    form: Linear,
}

impl Case {
    fn plain(form: Linear) -> Self {
        Self { guards: Vec::new(), fresh: Vec::new(), form }
    }

    /// Both cases at once, with a form made from theirs.
    fn joined(&self, other: &Self, form: Linear) -> Self {
        let mut joined = self.clone();
        joined.guards.extend_from_slice(&other.guards);
        joined.fresh.extend_from_slice(&other.fresh);
        joined.form = form;
        joined
    }

    fn guarded(mut self, guard: Core) -> Self {
        self.guards.push(guard);
        self
    }

    fn core(self, atom: Core) -> Core {
        let Self { mut guards, fresh, .. } = self;
        if guards.is_empty() {
            return atom;
        }
        guards.push(atom);
        if fresh.is_empty() { Core::And(guards) } else { Core::Exists(fresh, Box::new(Core::And(guards))) }
    }
}

/// The comparison of a form with 0 in a case. A quotient that only the form mentions, with the factor 1 or -1, needs no
/// variable of its own: `floor(u / d) <= t` says `u < d * (t + 1)`, and `t <= floor(u / d)` says `d * t <= u`.
fn compared(mut case: Case, form: &Linear, sign: Sign) -> Result<Core, Abandoned> {
    let only = case.fresh.iter().copied().find(|quotient| form.coefficient(*quotient).abs() == 1);
    let Some((quotient, (of, divisor))) = only.and_then(|only| Some((only, quotient_of(&case, only)?))) else {
        return Ok(case.core(Core::Linear(form.clone(), sign)));
    };
    let factor = form.coefficient(quotient);
    // The form is factor * quotient + rest, and is compared with 0 as the quotient with -factor * rest.
    let rest = form.plus(-factor, &Linear::variable(quotient))?;
    let other = Linear::default().plus(-factor, &rest)?;
    let of = of?;
    let scaled = Linear::default().plus(divisor, &other)?;
    let at_most = Core::Linear(of.minus(&scaled)?.shifted(1 - divisor)?, Sign::AtMostZero);
    let at_least = Core::Linear(scaled.minus(&of)?, Sign::AtMostZero);
    let made = match (sign, factor) {
        (Sign::AtMostZero, 1) => at_most,
        (Sign::AtMostZero, _) => at_least,
        (Sign::Zero, _) => Core::And(vec![at_most, at_least]),
        (Sign::NotZero, _) => return Ok(case.core(Core::Linear(form.clone(), sign))),
    };
    case.guards.retain(|guard| !guard.mentions(quotient));
    if !of.is_never_negative() {
        case.guards.push(Core::Linear(Linear::default().minus(&of)?, Sign::AtMostZero));
    }
    case.fresh.retain(|known| *known != quotient);
    Ok(case.core(made))
}

/// What a fresh variable is the quotient of, which is never negative, and by which number; `None` if it is no quotient.
fn quotient_of(case: &Case, variable: Natural) -> Option<(Result<Linear, Abandoned>, i64)> {
    let guards: Vec<&Core> = case.guards.iter().filter(|guard| guard.mentions(variable)).collect();
    let [Core::Linear(low, Sign::AtMostZero), Core::Linear(high, Sign::AtMostZero)] = guards.as_slice() else {
        return None;
    };
    let divisor = low.coefficient(variable);
    let sum = low.plus(1, high).ok()?;
    let is_quotient = 0 < divisor && sum == Linear::constant(1 - divisor);
    let of = low.plus(-divisor, &Linear::variable(variable)).and_then(|rest| Linear::default().minus(&rest));
    is_quotient.then_some((of, divisor))
}

impl Lowering {
    fn fresh(&mut self) -> Result<Natural, Abandoned> {
        let variable = Natural(self.fresh);
        self.fresh = self.fresh.checked_add(1).ok_or(Abandoned::TooWide)?;
        Ok(variable)
    }

    /// A formula, or its opposite, with negation only where it cannot be avoided.
    fn formula(&mut self, formula: &Presburger, polarity: Polarity) -> Result<Core, Abandoned> {
        let positive = polarity == Polarity::Positive;
        let opposite = if positive { Polarity::Negative } else { Polarity::Positive };
        let signed = |core: Core| match core {
            core if positive => core,
            Core::True => Core::False,
            Core::False => Core::True,
            Core::Linear(form, Sign::Zero) => Core::Linear(form, Sign::NotZero),
            Core::Linear(form, Sign::NotZero) => Core::Linear(form, Sign::Zero),
            core => Core::Not(Box::new(core)),
        };
        Ok(match formula {
            Presburger::Not(body) => self.formula(body, opposite)?,
            Presburger::Named(name, body) => Core::Named(name.clone(), Box::new(self.formula(body, polarity)?)),
            Presburger::And(parts) | Presburger::Or(parts) => {
                let parts = parts.iter().map(|part| self.formula(part, polarity)).collect::<Result<_, _>>()?;
                if matches!(formula, Presburger::And(_)) == positive { Core::And(parts) } else { Core::Or(parts) }
            }
            Presburger::Implies(first, second) => {
                let parts = vec![self.formula(first, opposite)?, self.formula(second, polarity)?];
                if positive { Core::Or(parts) } else { Core::And(parts) }
            }
            Presburger::Iff(first, second) => {
                // They agree if one differs from the negation of the other.
                let first = self.formula(first, opposite)?;
                let second = self.formula(second, Polarity::Positive)?;
                Core::Differ(Box::new(first), Box::new(second))
            }
            Presburger::Exists(bound, body) => signed(self.quantified(bound, body, Polarity::Positive)?),
            Presburger::Forall(bound, body) => {
                let counterexample = self.quantified(bound, body, Polarity::Negative)?;
                if positive { Core::Not(Box::new(counterexample)) } else { counterexample }
            }
            atom => signed(self.atom(atom)?),
        })
    }

    fn quantified(&mut self, bound: &[Natural], body: &Presburger, polarity: Polarity) -> Result<Core, Abandoned> {
        let outside = self.names.clone();
        let mut variables = Vec::new();
        for variable in bound {
            let name = if self.taken.insert(*variable) { *variable } else { self.fresh()? };
            self.names.insert(*variable, name);
            variables.push(name);
        }
        let body = self.formula(body, polarity);
        self.names = outside;
        Ok(Core::Exists(variables, Box::new(body?)))
    }

    /// A comparison or relation, with a case for each value that its terms may take.
    fn atom(&mut self, formula: &Presburger) -> Result<Core, Abandoned> {
        match formula {
            Presburger::True => Ok(Core::True),
            Presburger::Compare(left, relation, right) => {
                let (sign, more) = match relation {
                    TermRelation::Equal => (Sign::Zero, 0),
                    TermRelation::Differs => (Sign::NotZero, 0),
                    TermRelation::Less => (Sign::AtMostZero, 1),
                    TermRelation::AtMost => (Sign::AtMostZero, 0),
                };
                self.difference(left, right, |case, form| compared(case, &form.shifted(more)?, sign))
            }
            Presburger::Congruent(left, right, modulus) => {
                self.difference(left, right, |case, form| Ok(case.core(Core::Congruence(form, *modulus))))
            }
            Presburger::Power(term, number) => self.leaf(&Leaf::Power(*number), [term]),
            Presburger::Repunit(term, number) => self.leaf(&Leaf::Repunit(*number), [term]),
            Presburger::LargestPower(x, y, number) => self.leaf(&Leaf::LargestPower(*number), [x, y]),
            Presburger::Digits(term, dfa) => self.leaf(&Leaf::Digits(Arc::clone(dfa)), [term]),
            Presburger::Fibonacci(term) => self.leaf(&Leaf::Fibonacci, [term]),
            Presburger::Holds(automaton, terms) if terms.len() == automaton.tracks().len() => {
                self.leaf(&Leaf::Holds(Arc::clone(automaton)), terms)
            }
            Presburger::Holds(..) => Err(Abandoned::Tracks),
            // The connectives have been dealt with.
            _ => Ok(Core::False),
        }
    }

    fn difference(
        &mut self,
        left: &Integer,
        right: &Integer,
        atom: impl Fn(Case, Linear) -> Result<Core, Abandoned>,
    ) -> Result<Core, Abandoned> {
        let cases =
            self.pairs(left, right, |left, right| Ok(vec![left.joined(right, left.form.minus(&right.form)?)]))?;
        let made = cases.into_iter().map(|case| {
            let form = case.form.clone();
            atom(case, form)
        });
        Ok(one_of(made.collect::<Result<_, Abandoned>>()?))
    }

    /// A leaf wants variables, each once.
    fn leaf<'a>(&mut self, leaf: &Leaf, terms: impl IntoIterator<Item = &'a Integer>) -> Result<Core, Abandoned> {
        let mut cases = vec![(Case::plain(Linear::default()), Vec::new())];
        for term in terms {
            let mut next = Vec::new();
            for case in self.cases(term)? {
                for (before, variables) in &cases {
                    let joined = before.joined(&case, case.form.clone());
                    let (joined, variable) = self.as_variable(joined, variables)?;
                    let mut variables = variables.clone();
                    variables.push(variable);
                    next.push((joined, variables));
                }
            }
            cases = limited(next)?;
        }
        Ok(one_of(cases.into_iter().map(|(case, variables)| case.core(Core::Leaf(leaf.clone(), variables))).collect()))
    }

    /// A variable, none of `others`, with the value of the case's form.
    fn as_variable(&mut self, case: Case, others: &[Natural]) -> Result<(Case, Natural), Abandoned> {
        if let ([(variable, 1)], 0) = (case.form.terms.as_slice(), case.form.constant)
            && !others.contains(variable)
        {
            let variable = *variable;
            return Ok((case, variable));
        }
        let variable = self.fresh()?;
        let value = Linear::variable(variable);
        let guard = Core::Linear(value.minus(&case.form)?, Sign::Zero);
        let mut case = case.guarded(guard);
        case.fresh.push(variable);
        case.form = value;
        Ok((case, variable))
    }

    /// The cases of a term: exactly one of them holds, for exactly one value of its fresh variables; none if the term is not
    /// defined.
    fn cases(&mut self, term: &Integer) -> Result<Vec<Case>, Abandoned> {
        match term {
            Integer::Constant(value) => Ok(vec![Case::plain(Linear::default().shifted(*value)?)]),
            Integer::Variable(variable) => {
                let name = self.names.get(variable).unwrap_or(variable);
                Ok(vec![Case::plain(Linear::variable(*name))])
            }
            Integer::Sum(terms) => {
                let mut sums = vec![Case::plain(Linear::default())];
                for term in terms {
                    sums = products(&sums, &self.cases(term)?, |a, b| Ok(vec![a.joined(b, a.form.plus(1, &b.form)?)]))?;
                }
                Ok(sums)
            }
            Integer::Times(factor, term) => self.each(term, |_, case| {
                let form = Linear::default().plus(*factor, &case.form)?;
                Ok(vec![Case { form, ..case }])
            }),
            Integer::Min(left, right) => self.pairs(left, right, |a, b| smaller(a, b, 1)),
            Integer::Max(left, right) => self.pairs(left, right, |a, b| smaller(a, b, -1)),
            Integer::Abs(term) => self.each(term, |_, case| {
                if case.form.is_never_negative() {
                    return Ok(vec![case]);
                }
                let opposite = Linear::default().minus(&case.form)?;
                let positive = Core::Linear(opposite.clone(), Sign::AtMostZero);
                let negative = Core::Linear(case.form.shifted(1)?, Sign::AtMostZero);
                Ok(vec![case.clone().guarded(positive), Case { form: opposite, ..case }.guarded(negative)])
            }),
            Integer::Floor(term, divisor) => self.each(term, |this, case| this.floor(&case, *divisor)),
            Integer::Mod(term, modulus) => self.each(term, |this, case| Ok(vec![this.remainder(case, *modulus)?])),
            Integer::Xor(left, right) => self.nim_sum(left, right),
            Integer::SlopeFloor(numeration, term) => self.each(term, |this, case| {
                let (mut case, argument) = this.as_variable(case, &[])?;
                let value = this.fresh()?;
                case.fresh.push(value);
                case.form = Linear::variable(value);
                Ok(vec![case.guarded(Core::Leaf(Leaf::SlopeFloor(*numeration), vec![argument, value]))])
            }),
        }
    }

    fn each(
        &mut self,
        term: &Integer,
        mut make: impl FnMut(&mut Self, Case) -> Result<Vec<Case>, Abandoned>,
    ) -> Result<Vec<Case>, Abandoned> {
        let mut all = Vec::new();
        for case in self.cases(term)? {
            all.extend(make(self, case)?);
        }
        limited(all)
    }

    fn pairs(
        &mut self,
        left: &Integer,
        right: &Integer,
        make: impl Fn(&Case, &Case) -> Result<Vec<Case>, Abandoned>,
    ) -> Result<Vec<Case>, Abandoned> {
        let (left, right) = (self.cases(left)?, self.cases(right)?);
        products(&left, &right, make)
    }

    /// A quotient is a fresh variable q with 0 <= form - divisor * q < divisor, or its opposite.
    fn floor(&mut self, case: &Case, divisor: NonZeroU32) -> Result<Vec<Case>, Abandoned> {
        let divisor = i64::from(divisor.get());
        let mut cases = Vec::new();
        let signs: &[i64] = if case.form.is_never_negative() { &[1] } else { &[1, -1] };
        for sign in signs {
            let variable = self.fresh()?;
            let quotient = Linear::default().plus(*sign, &Linear::variable(variable))?;
            let rest = case.form.plus(-divisor, &quotient)?;
            let mut made = case.clone();
            made.fresh.push(variable);
            made.form = quotient;
            made.guards.push(Core::Linear(Linear::default().minus(&rest)?, Sign::AtMostZero));
            made.guards.push(Core::Linear(rest.shifted(1 - divisor)?, Sign::AtMostZero));
            if *sign < 0 {
                // The quotient 0 belongs to the other case.
                let negative = Linear::constant(1).minus(&Linear::variable(variable))?;
                made.guards.push(Core::Linear(negative, Sign::AtMostZero));
            }
            cases.push(made);
        }
        Ok(cases)
    }

    fn remainder(&mut self, mut case: Case, modulus: NonZeroU32) -> Result<Case, Abandoned> {
        let rest = Linear::variable(self.fresh()?);
        case.fresh.push(rest.terms[0].0);
        case.guards.push(Core::Congruence(case.form.minus(&rest)?, modulus));
        case.guards.push(Core::Linear(rest.shifted(1 - i64::from(modulus.get()))?, Sign::AtMostZero));
        case.form = rest;
        Ok(case)
    }

    fn nim_sum(&mut self, left: &Integer, right: &Integer) -> Result<Vec<Case>, Abandoned> {
        let (left, right) = (self.cases(left)?, self.cases(right)?);
        let mut made = Vec::new();
        for first in &left {
            for second in &right {
                let (first, x) = self.as_variable(first.clone(), &[])?;
                let (case, y) = self.as_variable(first.joined(second, second.form.clone()), &[x])?;
                let value = self.fresh()?;
                let mut case = case.guarded(Core::Leaf(Leaf::Xor, vec![x, y, value]));
                case.fresh.push(value);
                case.form = Linear::variable(value);
                made.push(case);
            }
        }
        limited(made)
    }
}

/// The smaller of two, or the larger if `sign` is -1.
fn smaller(left: &Case, right: &Case, sign: i64) -> Result<Vec<Case>, Abandoned> {
    let difference = Linear::default().plus(sign, &left.form.minus(&right.form)?)?;
    let first = Core::Linear(difference.clone(), Sign::AtMostZero);
    let second = Core::Linear(Linear::constant(1).minus(&difference)?, Sign::AtMostZero);
    Ok(vec![
        left.joined(right, left.form.clone()).guarded(first),
        left.joined(right, right.form.clone()).guarded(second),
    ])
}

fn products(
    left: &[Case],
    right: &[Case],
    make: impl Fn(&Case, &Case) -> Result<Vec<Case>, Abandoned>,
) -> Result<Vec<Case>, Abandoned> {
    let mut all = Vec::new();
    for first in left {
        for second in right {
            all.extend(make(first, second)?);
            if MOST_CASES < all.len() {
                return Err(Abandoned::TooWide);
            }
        }
    }
    Ok(all)
}

fn limited<T>(cases: Vec<T>) -> Result<Vec<T>, Abandoned> {
    if MOST_CASES < cases.len() { Err(Abandoned::TooWide) } else { Ok(cases) }
}

fn one_of(mut cases: Vec<Core>) -> Core {
    match (cases.len(), cases.pop()) {
        (_, None) => Core::False,
        (1, Some(only)) => only,
        (_, Some(last)) => {
            cases.push(last);
            Core::Cases(cases)
        }
    }
}
