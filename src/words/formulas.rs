//! The two conditions on a set that a formula gives by linear inequalities, perhaps with a nim-sum that is 0, case by case: each move inside
//! contradicts them, and a position outside has a move whose amounts are linear in its coordinates and in nim-sums of them. Only what is shown so is told.
//!
//! Of nim-sums this is used: each of some numbers with the nim-sum 0 is that of the others, and if it is not 0, then one of them is greater than that
//! of the others (C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901) 35-39).
mod exchanged;
mod inside;
mod outside;

use super::ConfirmedProof;
use super::contradiction::{compared, equated, form};
use super::frame::LinearFrame;
use super::page::{ProofBlock, ProofLine, paragraph};
use crate::latex::symbol;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::definition::{Definition, Given, definition};
use crate::ruleset::linear::Inequality;
use crate::ruleset::statement::Formula;
use crate::ruleset::{Condition, Term, Variable};
use crate::value::{Outcome, Play};
use exchanged::HeapExchange;

/// Systems of inequalities that are decided for one proof; one costs microseconds to a millisecond.
const MOST_SYSTEMS: usize = 200_000;
/// Alternatives of the formula.
const MOST_ALTERNATIVES: usize = 12;

/// A set by a formula: positions at which the nim-sum of some coordinates is 0, if there are any, and one of some alternatives holds.
struct FormulaCases<'a> {
    frame: LinearFrame<'a>,
    /// The coordinates with the nim-sum 0, in order; none or at least two.
    summed: Vec<usize>,
    /// Rows on the coordinates.
    alternatives: Vec<Vec<Inequality>>,
    /// What is true of every position.
    domain: Vec<Inequality>,
    /// Exchanges of two heaps that change nothing.
    exchanges: Vec<HeapExchange>,
}

/// The proof of both conditions, if all of it is linear but for one nim-sum, and not too long, until somebody asks to stop.
pub(super) fn told(proof: &ConfirmedProof<'_>) -> Option<Vec<ProofBlock>> {
    let dimension = proof.ruleset.heaps.len() + proof.ruleset.registers.len();
    if proof.certificate.play != Play::Normal || proof.statement.condition.is_some() || proof.ruleset.blocking != 0 {
        return None;
    }
    // What a position breaks into is no option of these inequalities.
    if proof.ruleset.breaks() {
        return None;
    }
    let Definition::Outcomes(outcome, Given::Formula(formula)) = definition(&proof.statement, dimension)? else {
        return None;
    };
    let condition = match outcome {
        Outcome::P => condition_of(formula)?,
        Outcome::N => Condition::Not(Box::new(condition_of(formula)?)),
    };
    let mut cases = FormulaCases::of(proof, &condition)?;
    cases.exchanges = cases.exchanges()?;
    let mut blocks = vec![cases.elements()];
    blocks.extend(cases.exchanged());
    blocks.append(&mut cases.inside()?);
    blocks.append(&mut cases.outside()?);
    Some(blocks)
}

/// A formula that looks nothing up and binds nothing, as a condition.
fn condition_of(formula: &Formula) -> Option<Condition> {
    let all = |parts: &[Formula]| parts.iter().map(condition_of).collect::<Option<Vec<_>>>();
    Some(match formula {
        Formula::Known(known) => Condition::Known(*known),
        Formula::Test(lookups, condition) if lookups.is_empty() => condition.clone(),
        Formula::And(parts) => Condition::And(all(parts)?),
        Formula::Or(parts) => Condition::Or(all(parts)?),
        Formula::Not(inner) => Condition::Not(Box::new(condition_of(inner)?)),
        _ => return None,
    })
}

/// The coordinates of a nim-sum.
fn summands(term: &Term) -> Option<Vec<usize>> {
    match term {
        Term::Variable(Variable::Coordinate(at)) => Some(vec![*at]),
        Term::Xor(parts) => Some(parts.iter().map(summands).collect::<Option<Vec<_>>>()?.concat()),
        _ => None,
    }
}

/// The coordinates with the nim-sum 0 by some rows of a branch, which say nothing else: `x xor y = n`, or `x xor y xor n = 0`.
fn nim_sum(branch: &Branch, rows: &[&Inequality]) -> Option<Vec<usize>> {
    let [one, other] = rows else { return None };
    let opposite = one.times(-1)?;
    let mut factors = one.coefficients.iter().enumerate().filter(|(_, factor)| **factor != 0);
    let is_alone = |at: &usize| one.coefficients[*at].abs() == 1;
    let named: Vec<usize> = factors.by_ref().map(|(at, _)| at).collect();
    let (coordinates, opaques): (Vec<usize>, Vec<usize>) = named.iter().partition(|at| **at < branch.coordinates);
    let [opaque] = opaques.as_slice() else { return None };
    let mut all = summands(branch.opaques.get(opaque - branch.coordinates)?)?;
    let says_so = match coordinates.as_slice() {
        [] => true,
        [own] => one.coefficients[*own] == -one.coefficients[*opaque],
        _ => false,
    };
    all.extend(&coordinates);
    all.sort_unstable();
    let is_set = all.windows(2).all(|pair| pair[0] != pair[1]);
    (says_so && opposite == **other && one.constant == 0 && named.iter().all(is_alone) && is_set).then_some(all)
}

impl<'a> FormulaCases<'a> {
    /// The set of a game, if the condition is of this form.
    ///
    /// Of the alternatives of the condition those are left that positions of the game satisfy, each with the rows that it needs.
    fn of(proof: &'a ConfirmedProof<'a>, condition: &Condition) -> Option<Self> {
        let coordinates = proof.ruleset.heaps.len() + proof.ruleset.registers.len();
        let amounts = proof.ruleset.moves.iter().map(|family| family.amounts.len()).max()?;
        // The nim-sum of the others stands beside each coordinate.
        let frame = LinearFrame::new(proof, 2 * coordinates + amounts, MOST_SYSTEMS);
        let domain = frame.domain()?;
        let (mut alternatives, mut summed) = (Vec::new(), None);
        for branch in branches(condition, coordinates, 0).ok()? {
            let is_linear = |row: &&Inequality| row.coefficients[coordinates..].iter().all(|factor| *factor == 0);
            let known = branch.inequalities.len() - branch.facts;
            let (linear, other): (Vec<_>, Vec<_>) = branch.inequalities[..known].iter().partition(is_linear);
            let mut rows: Vec<Inequality> = linear.into_iter().map(|row| frame.placed(row, 0)).collect();
            if frame.is_excluded(&[domain.as_slice(), &rows].concat())? {
                continue;
            }
            let own = if other.is_empty() { Vec::new() } else { nim_sum(&branch, &other)? };
            if !branch.residual.is_empty() || summed.as_ref().is_some_and(|summed| *summed != own) {
                return None;
            }
            summed = Some(own);
            rows = frame.needed(&domain, rows)?;
            if !alternatives.contains(&rows) {
                alternatives.push(rows);
            }
            if MOST_ALTERNATIVES < alternatives.len() {
                return None;
            }
        }
        Some(Self { frame, summed: summed?, alternatives, domain, exchanges: Vec::new() })
    }

    /// The nim-sum of the other coordinates that are summed.
    fn others(&self, coordinate: usize) -> Inequality {
        self.frame.variable(self.frame.variables - self.frame.coordinates + coordinate)
    }

    /// That the nim-sum is 0: each coordinate is that of the others.
    fn balanced(&self) -> Option<Vec<Inequality>> {
        let mut rows = Vec::new();
        for at in &self.summed {
            let difference = self.frame.variable(*at).plus(-1, &self.others(*at))?;
            rows.extend([difference.times(-1)?, difference]);
        }
        Some(rows)
    }

    /// What is true of the position at hand.
    fn facts(&self) -> Option<Vec<Inequality>> {
        let natural = self.summed.iter().map(|at| self.others(*at).times(-1)).collect::<Option<Vec<_>>>()?;
        Some([self.domain.clone(), natural].concat())
    }

    /// Rows on coordinates at a position.
    fn placed_at(&self, rows: &[Inequality], position: &[Inequality]) -> Option<Vec<Inequality>> {
        let at = |row: &Inequality| {
            let here = position.iter().zip(&row.coefficients);
            here.filter(|(_, factor)| **factor != 0)
                .try_fold(self.frame.number(row.constant), |sum, (form, factor)| sum.plus(*factor, form))
        };
        rows.iter().map(at).collect()
    }

    /// The coordinates that differ at an option.
    fn changed(&self, option: &[Inequality]) -> Vec<usize> {
        (0..self.frame.coordinates).filter(|at| option[*at] != self.frame.variable(*at)).collect()
    }

    /// The names of all variables, with the amounts of a move; nim-sums of several numbers in parentheses where these are asked for.
    fn named(&self, rule: Option<usize>, has_parentheses: bool) -> Vec<String> {
        let mut names = self.frame.coordinate_names();
        let own = names.clone();
        names.extend(rule.into_iter().flat_map(|rule| self.amounts(rule, &own)));
        names.resize(self.frame.variables - self.frame.coordinates, String::new());
        let sum = |at: usize| {
            let others = self.summed.iter().filter(|other| **other != at);
            let sum = others.map(|other| own[*other].clone()).collect::<Vec<_>>().join(" \\oplus ");
            if has_parentheses && 2 < self.summed.len() { format!("({sum})") } else { sum }
        };
        names.extend((0..self.frame.coordinates).map(sum));
        names
    }

    /// The names of the amounts of a move: of one that a coordinate becomes, the name of this coordinate; of one in two digits, two.
    fn amounts(&self, rule: usize, coordinates: &[String]) -> Vec<String> {
        let proof = self.frame.proof;
        let family = &proof.ruleset.moves[rule];
        let given = proof.given.moves.iter().find(|given| given.name == family.name);
        let mut plain = given.map_or(family.amounts.as_slice(), |given| &given.amounts).iter();
        let mut names = Vec::new();
        while names.len() < family.amounts.len() {
            let amount = &family.amounts[names.len()];
            match plain.next() {
                Some(plain) if plain != amount => {
                    names.extend([1, 0].map(|digit| format!("{}_{digit}", symbol(plain))));
                }
                _ => names.push(symbol(amount)),
            }
        }
        for (at, name) in names.iter_mut().enumerate() {
            let is_all = |target: &Term| *target == Term::Variable(Variable::Amount(at));
            if let Some(coordinate) = family.targets.iter().position(is_all) {
                *name = format!("{}'", coordinates[coordinate]);
            }
        }
        names
    }

    /// When a position is in the set.
    fn elements(&self) -> ProofBlock {
        let names = self.frame.coordinate_names();
        let sum = self.summed.iter().map(|at| names[*at].clone()).collect::<Vec<_>>().join(" \\oplus ");
        if !sum.is_empty() && self.alternatives.iter().any(Vec::is_empty) {
            return paragraph(&format!("A position is in $S$ if and only if ${sum} = 0$."));
        }
        let sum = if sum.is_empty() { String::new() } else { format!("${sum} = 0$ and ") };
        let all: Vec<String> = self.alternatives.iter().map(|rows| self.listed(rows, None)).collect();
        let all = match all.as_slice() {
            [only] => only.clone(),
            all => {
                let all = all.iter().enumerate().map(|(at, rows)| format!("({}) {rows}", at + 1));
                format!("one of the following holds: {}", all.collect::<Vec<_>>().join("; "))
            }
        };
        paragraph(&format!("A position is in $S$ if and only if {sum}{all}."))
    }

    /// Rows in words; two that are opposite are an equation.
    fn listed(&self, rows: &[Inequality], rule: Option<usize>) -> String {
        let names = self.named(rule, true);
        let mut told: Vec<String> = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let is_opposite = |other: &Inequality| row.times(-1).is_some_and(|opposite| opposite == *other);
            if rows[..at].iter().any(is_opposite) {
                continue;
            }
            let (shown, is_equation) = (self.frame.shown(row), rows[at + 1..].iter().any(is_opposite));
            told.push(format!("${}$", if is_equation { equated(&shown, &names) } else { compared(&shown, &names) }));
        }
        if told.is_empty() { "nothing else is asked".to_owned() } else { told.join(", ") }
    }

    /// A move with what it changes.
    fn way(&self, rule: usize, option: &[Inequality]) -> ProofLine {
        let own = self.frame.coordinate_names();
        let (names, grouped) = (self.named(Some(rule), false), self.named(Some(rule), true));
        let changed = self.changed(option).into_iter().map(|at| {
            let value = &self.frame.shown(&option[at]);
            // A nim-sum that is not alone stands in parentheses.
            let is_alone =
                value.constant == 0 && value.coefficients.iter().map(|factor| factor.abs()).sum::<i128>() == 1;
            let value = if is_alone { form(value, &names) } else { form(value, &grouped) };
            let name = format!("{}'", own[at]);
            if value == name { format!("${name}$") } else { format!("${name} = {value}$") }
        });
        let changed = changed.collect::<Vec<_>>().join(", ");
        ProofLine::default().code(&self.frame.proof.ruleset.moves[rule].name).and(&format!(" to {changed}"))
    }
}
