//! A guard as a union of branches: linear inequalities, and residual conditions that are only tested.
//!
//! A part of a term that depends on the position alone and is not linear becomes an opaque variable: it is computed
//! once before the amounts are enumerated.
mod cuts;
mod definite;
mod gaps;
mod signs;

pub use signs::is_never_negative;

use super::linear::{Eliminated, Inequality, eliminate, infeasible};
use super::numbers::NumberFunction;
use super::{Comparison, Condition, Term, Variable};
use cuts::Cuts;
pub(crate) use cuts::never_falls_from;
use gaps::{all_of, gaps};

const MOST_BRANCHES: usize = 4_096;

/// The conditions multiply beyond 4,096 alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyBranches;

/// An amount that nothing bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// Which amount of the move.
    pub amount: usize,
    /// Whether the bound from above is missing.
    pub above: bool,
}

/// One alternative of a guard.
#[derive(Clone, Debug)]
pub struct Branch {
    /// How many coordinates; the variables are coordinates, opaques, amounts.
    pub coordinates: usize,
    /// Terms over coordinates that count as variables.
    pub opaques: Vec<Term>,
    /// How many amounts.
    pub amounts: usize,
    /// What has to hold.
    pub inequalities: Vec<Inequality>,
    /// How many of the last inequalities are true of every position: what is known of opaques.
    pub facts: usize,
    /// What has to hold besides.
    pub residual: Vec<Condition>,
}

/// A loop nest over the amounts: rows that bound each amount by coordinates, opaques and earlier amounts.
#[derive(Clone, Debug)]
pub struct Loops {
    /// Rows on coordinates and opaques alone.
    pub entry: Vec<Inequality>,
    /// For each amount, rows in which it is the last amount.
    pub bounds: Vec<Vec<Inequality>>,
}

impl Loops {
    /// Whether no position enters, as a row without variables says.
    #[must_use]
    pub fn never_begin(&self) -> bool {
        self.entry.iter().any(|row| 0 < row.constant && row.coefficients.iter().all(|factor| *factor == 0))
    }
}

/// The atoms of an alternative by what can be done with them.
struct Sorted {
    /// Linear inequalities.
    rows: Vec<Sparse>,
    /// What is only tested.
    residual: Vec<Condition>,
    /// Terms that are at most 0 and not linear: linear inequalities may follow from them.
    beyond: Vec<Term>,
}

impl Sorted {
    /// Opaque terms are numbered as they are met.
    fn of(atoms: Vec<SingleCondition>, opaques: &mut Vec<Term>, coordinates: usize) -> Self {
        let (mut rows, mut residual, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
        for atom in atoms {
            match atom {
                SingleCondition::AtMostZero(term) => match form(&term, opaques, coordinates) {
                    Some(row) => rows.push(row),
                    None => {
                        beyond.push(term.clone());
                        if !square_bound(&term, opaques, coordinates, &mut rows) {
                            residual.push(Condition::Compare(term, Comparison::AtMost, Term::Constant(0)));
                        }
                    }
                },
                SingleCondition::Tested(condition) => {
                    if let Condition::Compare(left, Comparison::Equal, right) = &condition {
                        beyond.extend([minus(left, right, 0), minus(right, left, 0)]);
                        beyond.extend(prime(left, right).map(|prime| minus(&Term::Constant(2), prime, 0)));
                    }
                    residual.push(condition);
                }
            }
        }
        Self { rows, residual, beyond }
    }
}

/// What is said to be a prime, and so at least 2.
fn prime<'a>(left: &'a Term, right: &Term) -> Option<&'a Term> {
    match (left, right) {
        (Term::Number(NumberFunction::IsPrime, parts), Term::Constant(1)) => parts.first(),
        _ => None,
    }
}

/// The alternatives of a guard, without those that inequalities exclude. Their union is the guard; they may overlap.
///
/// # Errors
/// More than 4,096 alternatives.
pub fn branches(guard: &Condition, coordinates: usize, amounts: usize) -> Result<Vec<Branch>, TooManyBranches> {
    let mut opaques = Vec::new();
    let mut all = Vec::new();
    for atoms in alternatives(guard, true)? {
        let Sorted { mut rows, residual, beyond } = Sorted::of(atoms, &mut opaques, coordinates);
        let dense: Vec<_> = rows.iter().map(|row| row.dense(coordinates, opaques.len(), amounts)).collect();
        if infeasible(&dense, coordinates + opaques.len() + amounts) {
            continue;
        }
        // What follows from one may be needed for another.
        for _ in 0..beyond.len().min(2) {
            for term in &beyond {
                let found = Cuts { rows: &rows, opaques: &opaques, coordinates, amounts }.of(term);
                for row in found {
                    if !rows.contains(&row) {
                        rows.push(row);
                    }
                }
            }
        }
        all.push((rows, residual));
    }
    let mut facts = Vec::new();
    let mut at = 0;
    while at < opaques.len() {
        let opaque = opaques[at].clone();
        facts.extend(facts_of(&opaque, at, &mut opaques, coordinates));
        at += 1;
    }
    Ok(all
        .into_iter()
        .map(|(rows, residual)| {
            let dense = |sparse: &Sparse| sparse.dense(coordinates, opaques.len(), amounts);
            Branch {
                coordinates,
                amounts,
                inequalities: rows.iter().chain(&facts).map(dense).collect(),
                facts: facts.len(),
                opaques: opaques.clone(),
                residual,
            }
        })
        .collect())
}

impl Branch {
    /// The number of variables of its inequalities.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.coordinates + self.opaques.len() + self.amounts
    }

    /// A term as a linear form in the variables of this branch, if it is one.
    #[must_use]
    pub fn linear(&self, term: &Term) -> Option<Inequality> {
        let mut opaques = self.opaques.clone();
        let sparse = form(term, &mut opaques, self.coordinates)?;
        (opaques.len() == self.opaques.len()).then(|| sparse.dense(self.coordinates, opaques.len(), self.amounts))
    }

    /// A loop nest for the amounts.
    ///
    /// # Errors
    /// An amount that nothing bounds.
    pub fn loops(&self) -> Result<Loops, Unbounded> {
        let first = self.coordinates + self.opaques.len();
        let mut bounds = vec![Vec::new(); self.amounts];
        let mut rows = self.inequalities.clone();
        let never = || {
            let mut never = Inequality::zero(self.variables());
            never.constant = 1;
            Loops { entry: vec![never], bounds: vec![Vec::new(); self.amounts] }
        };
        if infeasible(&rows, self.variables()) {
            return Ok(never());
        }
        for amount in (0..self.amounts).rev() {
            let variable = first + amount;
            bounds[amount] = rows.iter().filter(|row| row.coefficients[variable] != 0).cloned().collect();
            if !bounds[amount].iter().any(|row| 0 < row.coefficients[variable]) {
                return Err(Unbounded { amount, above: true });
            }
            if !bounds[amount].iter().any(|row| row.coefficients[variable] < 0) {
                return Err(Unbounded { amount, above: false });
            }
            rows = match eliminate(&rows, variable) {
                Eliminated::Rows(rest) => rest,
                // Nothing bounds the other amounts of what never holds.
                Eliminated::Infeasible => return Ok(never()),
                Eliminated::Abandoned => rows.into_iter().filter(|row| row.coefficients[variable] == 0).collect(),
            };
        }
        Ok(Loops { entry: rows, bounds })
    }
}

/// A branch without the opaques that only other branches of its guard speak of: these may have no value here.
pub(crate) fn with_own_opaques(branch: Branch, targets: &[Term]) -> Branch {
    let (first, count) = (branch.coordinates, branch.opaques.len());
    let own = branch.inequalities.len() - branch.facts;
    let forms: Vec<Inequality> = targets.iter().filter_map(|target| branch.linear(target)).collect();
    let kept: Vec<usize> = (0..count)
        .filter(|at| {
            let mut rows = branch.inequalities[..own].iter().chain(&forms);
            rows.any(|row| row.coefficients[first + at] != 0)
        })
        .collect();
    if kept.len() == count {
        return branch;
    }
    // What is known of an opaque that is left out is known of nothing else.
    let speaks_of_kept =
        |row: &&Inequality| (0..count).all(|at| row.coefficients[first + at] == 0 || kept.contains(&at));
    let shorter = |row: &Inequality| {
        let middle = kept.iter().map(|at| row.coefficients[first + at]);
        let (before, after) = (&row.coefficients[..first], &row.coefficients[first + count..]);
        let coefficients = before.iter().copied().chain(middle).chain(after.iter().copied()).collect();
        Inequality { coefficients, constant: row.constant }
    };
    let facts: Vec<Inequality> = branch.inequalities[own..].iter().filter(speaks_of_kept).map(shorter).collect();
    Branch {
        coordinates: first,
        amounts: branch.amounts,
        opaques: kept.iter().map(|at| branch.opaques[*at].clone()).collect(),
        inequalities: branch.inequalities[..own].iter().map(shorter).chain(facts.iter().cloned()).collect(),
        facts: facts.len(),
        residual: branch.residual,
    }
}

/// A condition that cannot be taken apart further.
#[derive(Clone, Debug)]
enum SingleCondition {
    AtMostZero(Term),
    Tested(Condition),
}

type Conjunction = Vec<SingleCondition>;

/// A condition, or its opposite, as a union of conjunctions.
fn alternatives(condition: &Condition, positive: bool) -> Result<Vec<Conjunction>, TooManyBranches> {
    match condition {
        Condition::Known(known) => Ok(if *known == positive { vec![Vec::new()] } else { Vec::new() }),
        Condition::Not(inner) => alternatives(inner, !positive),
        Condition::And(parts) if positive => product(parts, positive),
        Condition::Or(parts) if !positive => product(parts, positive),
        Condition::And(parts) | Condition::Or(parts) => union(parts, positive),
        Condition::Compare(left, comparison, right) => {
            if is_tested(left, right, *comparison) {
                let test = Condition::Compare(left.clone(), *comparison, right.clone());
                let test = if positive { test } else { Condition::Not(Box::new(test)) };
                return Ok(vec![vec![SingleCondition::Tested(test)]]);
            }
            let above = |by: i128| at_most(&minus(left, right, by));
            let below = |by: i128| at_most(&minus(right, left, by));
            match (comparison, positive) {
                (Comparison::AtMost, true) => above(0),
                (Comparison::AtMost, false) => below(1),
                (Comparison::Equal, true) | (Comparison::Different, false) => both(&above(0)?, &below(0)?),
                (Comparison::Equal, false) | (Comparison::Different, true) => {
                    let mut all = above(1)?;
                    all.extend(below(1)?);
                    Ok(all)
                }
            }
        }
    }
}

/// A congruence or other equation between terms that cannot be linear: testing it costs less than branching.
fn is_tested(left: &Term, right: &Term, comparison: Comparison) -> bool {
    let opaque = |term: &Term| {
        matches!(
            term,
            Term::Modulo(..)
                | Term::Xor(_)
                | Term::SquareRoot(_)
                | Term::Number(..)
                | Term::Cases(_)
                | Term::Power(..)
                | Term::Recursive(..)
                | Term::Grid(..)
        ) && term.mentions_amounts()
    };
    comparison != Comparison::AtMost && (opaque(left) || opaque(right))
}

fn product(parts: &[Condition], positive: bool) -> Result<Vec<Conjunction>, TooManyBranches> {
    let mut conditions = Vec::new();
    all_of(parts, positive, &mut conditions);
    let (gaps, said) = gaps(&conditions);
    let mut gaps = gaps.into_iter().peekable();
    // How many there will be is known before any is made.
    let (mut factors, mut count) = (Vec::new(), 1usize);
    for (at, (part, positive)) in conditions.into_iter().enumerate() {
        let factor = if let Some(gaps) = gaps.next_if(|gaps| gaps.first == at) {
            gaps.alternatives()?
        } else if said[at] {
            continue;
        } else {
            alternatives(part, positive)?
        };
        count = count.saturating_mul(factor.len());
        if MOST_BRANCHES < count {
            return Err(TooManyBranches);
        }
        factors.push(factor);
    }
    factors.iter().try_fold(vec![Vec::new()], |all, factor| both(&all, factor))
}

fn union(parts: &[Condition], positive: bool) -> Result<Vec<Conjunction>, TooManyBranches> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(alternatives(part, positive)?);
        if MOST_BRANCHES < all.len() {
            return Err(TooManyBranches);
        }
    }
    Ok(all)
}

fn both(left: &[Conjunction], right: &[Conjunction]) -> Result<Vec<Conjunction>, TooManyBranches> {
    if MOST_BRANCHES < left.len() * right.len() {
        return Err(TooManyBranches);
    }
    Ok(left.iter().flat_map(|a| right.iter().map(move |b| a.iter().chain(b).cloned().collect())).collect())
}

fn minus(left: &Term, right: &Term, by: i128) -> Term {
    let negative = Term::Product(Box::new(Term::Constant(-1)), Box::new(right.clone()));
    Term::Sum(vec![left.clone(), negative, Term::Constant(by)])
}

/// `term <= 0`, with minima, maxima and floors of amounts taken apart.
fn at_most(term: &Term) -> Result<Vec<Conjunction>, TooManyBranches> {
    let mut parts: Vec<(i128, Term)> = Vec::new();
    scaled_parts(term, 1, &mut parts);
    let found =
        parts.iter().position(|(_, part)| matches!(part, Term::Min(_) | Term::Max(_)) && part.mentions_amounts());
    if let Some(at) = found {
        let (factor, part) = parts.swap_remove(at);
        let (Term::Min(choices) | Term::Max(choices)) = &part else { return Ok(Vec::new()) };
        let every = matches!(part, Term::Max(_)) == (0 < factor);
        let mut all: Vec<Conjunction> = if every { vec![Vec::new()] } else { Vec::new() };
        for choice in choices {
            let mut with = parts.clone();
            with.push((factor, choice.clone()));
            let one = at_most(&sum_of(with))?;
            if every {
                all = both(&all, &one)?;
            } else {
                all.extend(one);
            }
        }
        return Ok(all);
    }
    // floor(t / d) <= s iff t <= d * s + d - 1, and s <= floor(t / d) iff d * s <= t.
    let floor = parts.iter().position(|(factor, part)| {
        factor.abs() == 1
            && matches!(part, Term::FloorDivide(_, divisor) if matches!(**divisor, Term::Constant(value) if 0 < value))
            && part.mentions_amounts()
    });
    if let Some(at) = floor {
        let (factor, part) = parts.swap_remove(at);
        if let Term::FloorDivide(above, divisor) = &part
            && let Term::Constant(divisor) = **divisor
        {
            let mut with: Vec<(i128, Term)> = Vec::new();
            for (scale, part) in parts {
                match scale.checked_mul(divisor) {
                    Some(scale) => with.push((scale, part)),
                    None => return Err(TooManyBranches),
                }
            }
            with.push((factor, (**above).clone()));
            if 0 < factor {
                with.push((1, Term::Constant(1 - divisor)));
            }
            return at_most(&sum_of(with));
        }
    }
    Ok(vec![vec![SingleCondition::AtMostZero(sum_of(parts))]])
}

fn sum_of(parts: Vec<(i128, Term)>) -> Term {
    let scaled = parts.into_iter().map(|(factor, part)| match (factor, part) {
        (1, part) => part,
        (factor, Term::Constant(value)) if factor.checked_mul(value).is_some() => Term::Constant(factor * value),
        (factor, part) => Term::Product(Box::new(Term::Constant(factor)), Box::new(part)),
    });
    Term::Sum(scaled.collect())
}

pub(crate) fn scaled_parts(term: &Term, factor: i128, parts: &mut Vec<(i128, Term)>) {
    match term {
        Term::Sum(inner) => {
            for part in inner {
                scaled_parts(part, factor, parts);
            }
        }
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(value), other) | (other, Term::Constant(value)) if factor.checked_mul(*value).is_some() => {
                scaled_parts(other, factor * value, parts);
            }
            _ => parts.push((factor, term.clone())),
        },
        _ => parts.push((factor, term.clone())),
    }
}

/// A variable before the number of opaques is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BranchSlot {
    Coordinate(usize),
    Opaque(usize),
    Amount(usize),
}

#[derive(Clone, Debug)]
struct Sparse {
    parts: Vec<(BranchSlot, i128)>,
    constant: i128,
}

impl Sparse {
    fn dense(&self, coordinates: usize, opaques: usize, amounts: usize) -> Inequality {
        let mut row = Inequality::zero(coordinates + opaques + amounts);
        for (slot, factor) in &self.parts {
            let index = match slot {
                BranchSlot::Coordinate(index) => *index,
                BranchSlot::Opaque(index) => coordinates + index,
                BranchSlot::Amount(index) => coordinates + opaques + index,
            };
            row.coefficients[index] += factor;
        }
        row.constant = self.constant;
        row
    }
}

/// A term as a linear form; nonlinear parts over coordinates become opaque. `None` if amounts occur in another way.
fn form(term: &Term, opaques: &mut Vec<Term>, coordinates: usize) -> Option<Sparse> {
    let mut parts = Vec::new();
    scaled_parts(term, 1, &mut parts);
    let mut sparse = Sparse { parts: Vec::new(), constant: 0 };
    for (factor, part) in parts {
        if factor.abs() >> 80 != 0 {
            return None;
        }
        match &part {
            Term::Constant(value) => sparse.constant = sparse.constant.checked_add(factor.checked_mul(*value)?)?,
            Term::Variable(Variable::Coordinate(index)) if *index < coordinates => {
                sparse.parts.push((BranchSlot::Coordinate(*index), factor));
            }
            Term::Variable(Variable::Amount(index)) => sparse.parts.push((BranchSlot::Amount(*index), factor)),
            _ if part.mentions_amounts() => return None,
            _ => {
                let at = opaques.iter().position(|known| *known == part).unwrap_or_else(|| {
                    opaques.push(part.clone());
                    opaques.len() - 1
                });
                sparse.parts.push((BranchSlot::Opaque(at), factor));
            }
        }
    }
    Some(sparse)
}

/// What is known of an opaque term q.
fn facts_of(term: &Term, at: usize, opaques: &mut Vec<Term>, coordinates: usize) -> Vec<Sparse> {
    let own = (BranchSlot::Opaque(at), 1i128);
    let mut facts = Vec::new();
    let mut order = |part: &Term, sign: i128, opaques: &mut Vec<Term>| {
        // sign * (q - part) <= 0
        if let Some(mut row) = form(part, opaques, coordinates) {
            for factor in &mut row.parts {
                factor.1 *= -sign;
            }
            row.constant *= -sign;
            row.parts.push((own.0, sign));
            facts.push(row);
        }
    };
    match term {
        Term::Min(parts) => parts.iter().for_each(|part| order(part, 1, opaques)),
        Term::Max(parts) => parts.iter().for_each(|part| order(part, -1, opaques)),
        Term::Xor(_) | Term::SquareRoot(_) => order(&Term::Constant(0), -1, opaques),
        Term::Number(function, _) => {
            let (low, high) = function.range();
            order(&Term::Constant(low), -1, opaques);
            if let Some(high) = high {
                order(&Term::Constant(high), 1, opaques);
            }
        }
        Term::Modulo(_, divisor) => {
            if let Term::Constant(divisor) = **divisor {
                let (low, high) = if 0 < divisor { (0, divisor - 1) } else { (divisor + 1, 0) };
                order(&Term::Constant(low), -1, opaques);
                order(&Term::Constant(high), 1, opaques);
            }
        }
        Term::FloorDivide(above, divisor) => {
            if let (Term::Constant(divisor), Some(above)) = (&**divisor, form(above, opaques, coordinates))
                && 0 < *divisor
            {
                // d * q - above <= 0 and above - d * q - (d - 1) <= 0
                let mut low = above.clone();
                low.parts.iter_mut().for_each(|part| part.1 = -part.1);
                low.constant = -low.constant;
                low.parts.push((own.0, *divisor));
                let mut high = above;
                high.parts.push((own.0, -divisor));
                high.constant -= divisor - 1;
                facts.extend([low, high]);
            }
        }
        _ => {}
    }
    facts
}

/// `c * t * t - T <= 0` for a linear form t with amounts and T over coordinates: |t| is at most the root of T. Whether that and `0 <= T`, which
/// is added as well, say all of it: they do for c = 1.
fn square_bound(term: &Term, opaques: &mut Vec<Term>, coordinates: usize, rows: &mut Vec<Sparse>) -> bool {
    let mut parts = Vec::new();
    scaled_parts(term, 1, &mut parts);
    let Some(at) = parts.iter().position(|(factor, part)| 0 < *factor && squared(part).is_some()) else { return false };
    let (times, product) = parts.swap_remove(at);
    let Some(own) = squared(&product).and_then(|own| form(own, opaques, coordinates)) else { return false };
    if parts.iter().any(|(_, part)| part.mentions_amounts()) {
        return false;
    }
    let rest = sum_of(parts.into_iter().map(|(factor, part)| (-factor, part)).collect());
    let least = form(&rest, opaques, coordinates);
    let root = Term::SquareRoot(Box::new(Term::Max(vec![rest, Term::Constant(0)])));
    let (Some(root), Some(mut least)) = (form(&root, opaques, coordinates), least) else { return false };
    least.parts.iter_mut().for_each(|part| part.1 = -part.1);
    least.constant = -least.constant;
    rows.push(least);
    for sign in [1, -1] {
        let mut row = root.clone();
        row.parts.iter_mut().for_each(|part| part.1 = -part.1);
        let constant = own.constant.checked_mul(sign).and_then(|own| own.checked_sub(row.constant));
        let Some(constant) = constant else { return false };
        row.constant = constant;
        row.parts.extend(own.parts.iter().map(|(slot, factor)| (*slot, sign * factor)));
        rows.push(row);
    }
    times == 1
}

/// What a product is the square of, up to its sign, if amounts are in it.
fn squared(product: &Term) -> Option<&Term> {
    let Term::Product(one, other) = product else { return None };
    let own = match &**one {
        Term::Max(both) => match both.as_slice() {
            [own, other] if are_opposite(own, other) => own,
            _ => one,
        },
        _ => one,
    };
    (one == other && own.mentions_amounts()).then_some(own)
}

fn are_opposite(one: &Term, other: &Term) -> bool {
    let mut parts = Vec::new();
    scaled_parts(one, 1, &mut parts);
    scaled_parts(other, 1, &mut parts);
    let counts = |(factor, part): &(i128, Term), own: &Term| match (part, own) {
        (Term::Constant(number), Term::Constant(_)) => factor.saturating_mul(*number),
        (part, own) if part == own => *factor,
        _ => 0,
    };
    parts.iter().all(|(_, own)| parts.iter().fold(0, |sum, part| counts(part, own).saturating_add(sum)) == 0)
}
