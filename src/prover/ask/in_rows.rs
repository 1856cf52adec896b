//! A claim about one row of a game, of which the file tells the rows before: they are a game by themselves, if no move leads from them
//! to a row behind them.
//!
//! Right because the options of a position of these rows are those that it has in the whole game.
use super::claims::instance::Instance;
use super::in_digits::{by_shapes, in_digits};
use crate::certificate::{Certificate, FirstRows};
use crate::claim::instances::Failure;
use crate::engine::Question;
use crate::prover::Verdict;
use crate::prover::know::find::{Hint, hash_of};
use crate::prover::know::tables::{Cell, Dense};
use crate::ruleset::definition::{Definition, Given, RowStatement, definition, first_rows, row, rows_asked, within};
use crate::ruleset::few_amounts::{with_few_amounts, with_growing_moves};
use crate::ruleset::statement::{Body, Except, Formula, Place, Property, Statement};
use crate::ruleset::{Comparison, Condition, Term, Variable};
use crate::value::{Outcome, Saturate};
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

/// Nodes of all automata of such a proof, in millions.
const MOST_NODES: u64 = 12;

/// More rows than these are not looked for.
const MOST_ROWS: i128 = 64;

/// Moduli that are guessed of a row before that of a claim: multiples of the parameter, and numbers beside them. A parameter may be written by what it
/// exceeds its least value by.
const MOST_MULTIPLE: i64 = 2;
const BESIDE: RangeInclusive<i64> = -2..=24;
/// Parameters that begin above this are not guessed with.
const LARGEST_FIRST: u64 = 1 << 30;
/// So many values of the parameter are looked at, and in so many of them a P-position has to be seen.
const PARAMETERS: u128 = 6;
const FEWEST_SEEN: usize = 4;

/// At so many of the first values of the parameter a row may be another one.
const FIRST_APART: u128 = 3;

/// So many numbers of tokens, or remainders, are guessed of a row at most.
const MOST_TOKENS: usize = 4;

/// At most so many ways to choose one claim for each row are tried.
const MOST_CHOICES: usize = 12;

/// What is said of some rows, by their numbers: perhaps several things of one, of which all but one are false.
#[derive(Default)]
struct RowsSaid {
    /// Where the P-positions are.
    outcomes: BTreeMap<i128, Vec<Formula>>,
    /// What the values are.
    values: BTreeMap<i128, Vec<Term>>,
}

/// What comes out of a claim about a row with what is said of those before; `None` if it is no such claim, or is not decided so.
pub(super) fn in_rows(instance: &Instance<'_>) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Ok(None);
    }
    let (heaps, registers) = (instance.ruleset.heaps.len(), instance.ruleset.registers.len());
    let Some(own) = row(instance.statement, heaps, registers) else {
        return of_rows_alone(instance, rows_asked(instance.statement, heaps));
    };
    match by_those_before(instance, &own)? {
        None if instance.open == 0 => of_rows_alone(instance, Some((own.heap, own.number))),
        told => Ok(told),
    }
}

/// The same of a row by what is said of those before.
fn by_those_before(
    instance: &Instance<'_>,
    own: &RowStatement,
) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
    let (heaps, registers) = (instance.ruleset.heaps.len(), instance.ruleset.registers.len());
    let few = with_few_amounts(instance.ruleset, own.heap, own.number);
    let Some(ruleset) = first_rows(&few, own.heap, own.number).filter(|_| own.number <= MOST_ROWS) else {
        return Ok(None);
    };
    let dimension = heaps + registers;
    let said = said(instance, own, dimension);
    let hints: Vec<Hint> =
        together(&said, own, dimension).into_iter().map(|statement| Hint { statement, defines: true }).collect();
    let region = Formula::Test(Vec::new(), within(own.heap, own.number));
    let growing = with_growing_moves(&few, own.heap);
    let whole = Instance { ruleset: &growing, ..*instance };
    if hints.is_empty() || !whole.none_leaves(MOST_NODES, &region)? {
        return Ok(None);
    }
    let Ok(most) = u64::try_from(own.number) else { return Ok(None) };
    let rows = Some(FirstRows { heap: own.heap, most });
    let rows =
        Instance { ruleset: &ruleset, offered: Some(hash_of(&hints)), rows, digits: Some((&[], &hints)), ..*instance };
    let decided = rows.within(MOST_NODES, &|budget| rows.decided(budget))?;
    let told = match decided.verdict {
        Verdict::Open(_) => in_digits(&rows)?,
        _ => Some(rows.certified(decided)?),
    };
    // What is false may be so of another choice of what is said of the rows.
    Ok(told.filter(|(verdict, _)| matches!(verdict, Verdict::Proved(_))))
}

impl Instance<'_> {
    /// What the first rows tell, for those that this room does not know.
    pub(super) fn in_first_rows(&self) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
        in_rows(self)
    }
}

/// The same of a claim that asks of rows up to one: what is known of the game of these rows alone may tell.
fn of_rows_alone(
    instance: &Instance<'_>,
    rows: Option<(usize, i128)>,
) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
    let Some((heap, number)) = rows else { return Ok(None) };
    let few = with_few_amounts(instance.ruleset, heap, number);
    let (Some(ruleset), Ok(most)) = (first_rows(&few, heap, number), u64::try_from(number)) else { return Ok(None) };
    let region = Formula::Test(Vec::new(), within(heap, number));
    let growing = with_growing_moves(&few, heap);
    let whole = Instance { ruleset: &growing, ..*instance };
    if MOST_ROWS < number || !whole.none_leaves(MOST_NODES, &region)? {
        return Ok(None);
    }
    let rows = Instance { ruleset: &ruleset, rows: Some(FirstRows { heap, most }), ..*instance };
    let decided = rows.within(MOST_NODES, &|budget| rows.decided(budget))?;
    let told = match decided.verdict {
        Verdict::Open(_) => by_shapes(&rows)?,
        _ => Some(rows.certified(decided)?),
    };
    // Nothing is chosen here: what is false of these rows is false of the game.
    Ok(told.filter(|(verdict, _)| !matches!(verdict, Verdict::Open(_))))
}

/// What the file says of the rows before that of a claim, and what this claim says.
fn said(instance: &Instance<'_>, own: &RowStatement, dimension: usize) -> RowsSaid {
    let (heaps, registers) = (instance.ruleset.heaps.len(), instance.ruleset.registers.len());
    let mut said = RowsSaid::default();
    let others = Hint::all(instance.prover.document, instance.ruleset, instance.settings, &instance.claim.name);
    let others = others.iter().filter_map(|hint| row(&hint.statement, heaps, registers));
    let before =
        |one: &RowStatement| one.heap == own.heap && one.number < own.number && one.sliced.play == own.sliced.play;
    for one in others.filter(before).chain([own.clone()]) {
        said.note(&one, dimension);
    }
    // Of the first row this is so in many games.
    let run = (0..heaps).filter(|heap| *heap != own.heap).map(|heap| Term::Variable(Variable::Coordinate(heap)));
    let first = Term::Sum(run.collect());
    said.outcomes.entry(0).or_default().push(equal(first.clone(), Term::Constant(0)));
    said.values.entry(0).or_default().push(first);
    let is_said = |row: &i128| *row != 0 && said.outcomes.contains_key(row);
    let unsaid: Vec<i128> = (0..own.number).filter(|row| !is_said(row)).collect();
    if !unsaid.is_empty()
        && value_of(&own.sliced, dimension).is_none()
        && let Some(table) = RowTable::of(instance, own)
    {
        for row in unsaid {
            said.outcomes.entry(row).or_default().splice(0..0, table.guessed(row));
        }
    }
    said
}

/// How far values of a parameter are from the first one, and at how many of them something has to be seen at least.
type SeenSteps = (Range<u128>, usize);

/// The outcomes of a game of two heaps whose one parameter is open, as far as a small table goes.
struct RowTable {
    table: Dense,
    /// The heap that numbers rows.
    heap: usize,
    /// The least value of the parameter.
    first: i64,
}

impl RowTable {
    fn of(instance: &Instance<'_>, own: &RowStatement) -> Option<Self> {
        let [register] = instance.ruleset.registers.as_slice() else { return None };
        let is_small = register.low.unsigned_abs() <= LARGEST_FIRST;
        if instance.ruleset.heaps.len() != 2 || instance.open != 1 || register.high.is_some() || !is_small {
            return None;
        }
        let (shifts, question) = ([0, 0, register.low], Question::Outcome(own.sliced.play));
        let table = Dense::of_open_registers(instance.ruleset, &shifts, question, instance.prover.context).ok()?;
        Some(Self { table, heap: own.heap, first: register.low })
    }

    /// Where the P-positions of a row seem to be, perhaps from one of the first values of the parameter on, and at each before by itself. Nothing is proved
    /// by this.
    fn guessed(&self, row: i128) -> Option<Formula> {
        (0..=FIRST_APART).find_map(|from| {
            let later = self.guessed_from(row, from)?;
            let alone = (0..from).map(|step| self.guessed_at(row, step)).collect::<Option<Vec<_>>>()?;
            let is = |step: u128, comparison: fn(Term, Term) -> Condition| {
                let value = Term::Constant((self.first + step.saturated::<i64>()).into());
                Formula::Test(Vec::new(), comparison(value, Term::Variable(Variable::Coordinate(2))))
            };
            let equals = |value: Term, own: Term| Condition::Compare(own, Comparison::Equal, value);
            let at_least = |value: Term, own: Term| Condition::Compare(value, Comparison::AtMost, own);
            let first = (0..).zip(alone).map(|(step, told)| Formula::And(vec![is(step, equals), told]));
            let mut all: Vec<Formula> = first.collect();
            if all.is_empty() {
                return Some(later);
            }
            all.push(Formula::And(vec![is(from, at_least), later]));
            Some(Formula::Or(all))
        })
    }

    /// The same from a value of the parameter on: everywhere or nowhere, or at a few numbers of tokens that are linear in the parameter, or at those that
    /// leave such numbers by one near the parameter.
    fn guessed_from(&self, row: i128, from: u128) -> Option<Formula> {
        let values = (from..from + PARAMETERS, FEWEST_SEEN);
        let constant = [true, false].into_iter().find(|known| self.agrees(row, &values, *known, &|_, _| *known));
        if let Some(known) = constant {
            return Some(Formula::Known(known));
        }
        let moduli = (1..=MOST_MULTIPLE).flat_map(|slope| BESIDE.map(move |constant| Some((slope, constant))));
        [None].into_iter().chain(moduli).find_map(|modulus| self.at_few(row, &values, modulus))
    }

    /// The same at one value of the parameter: everywhere or nowhere, or at those that leave a few numbers by a small one, or at a few.
    fn guessed_at(&self, row: i128, step: u128) -> Option<Formula> {
        let values = (step..step + 1, 1);
        let constant = [true, false].into_iter().find(|known| self.agrees(row, &values, *known, &|_, _| *known));
        if let Some(known) = constant {
            return Some(Formula::Known(known));
        }
        let moduli = (1..=*BESIDE.end()).map(|constant| Some((0, constant)));
        moduli.chain([None]).find_map(|modulus| self.at_few(row, &values, modulus))
    }

    /// The same at a few numbers of tokens, or remainders by a multiple of the parameter and a number, if that is so.
    fn at_few(&self, row: i128, values: &SeenSteps, modulus: Option<(i64, i64)>) -> Option<Formula> {
        let by = |parameter: i64| modulus.map(|(slope, constant)| slope * parameter + constant);
        let first = self.first + values.0.start.saturated::<i64>();
        let tokens = |step: u128| -> Option<Vec<i64>> {
            let end = by(self.first + step.saturated::<i64>()).map_or(Some(i64::MAX), |by| (0 < by).then_some(by))?;
            let seen = (0..end).map_while(|tokens| Some((tokens, self.outcome(row, tokens, step)?)));
            let found: Vec<i64> = seen.filter(|(_, is_n)| !is_n).map(|one| one.0).take(MOST_TOKENS + 1).collect();
            (found.len() <= MOST_TOKENS).then_some(found)
        };
        let own = tokens(values.0.start)?;
        // Of one value of the parameter numbers do not depend on it.
        let next = if values.0.clone().count() == 1 { own.clone() } else { tokens(values.0.start + 1)? };
        if own.len() != next.len() {
            return None;
        }
        let line = |(own, next): (&i64, &i64)| (next - own, own - (next - own) * first);
        let lines: Vec<(i64, i64)> = own.iter().zip(&next).map(line).collect();
        let is_said = |tokens: i64, parameter: i64| {
            let rest = match by(parameter) {
                Some(by @ 1..) => tokens.rem_euclid(by),
                Some(_) => return false,
                None => tokens,
            };
            lines.iter().any(|(slope, constant)| rest == slope * parameter + constant)
        };
        if !self.agrees(row, values, true, &is_said) {
            return None;
        }
        let own = Term::Variable(Variable::Coordinate(1 - self.heap));
        let rest = match modulus {
            Some(by) => Term::Modulo(Box::new(own), Box::new(linear(by))),
            None => own,
        };
        let mut all: Vec<Formula> = lines.into_iter().map(|line| equal(rest.clone(), linear(line))).collect();
        if all.len() == 1 { all.pop() } else { Some(Formula::Or(all)) }
    }

    /// Whether a position is an N-position; `None` out of sight.
    fn outcome(&self, row: i128, tokens: i64, step: u128) -> Option<bool> {
        let mut tuple = [0, 0, step];
        (tuple[self.heap], tuple[1 - self.heap]) = (u128::try_from(row).ok()?, u128::from(tokens.unsigned_abs()));
        match self.table.at(&tuple) {
            Some(Cell::Value(value)) => Some(value != 0),
            _ => None,
        }
    }

    /// Whether the P-positions of a row are those of which this is said, by tokens and parameter, and for several parameters a position in sight
    /// is one, or is none if that is asked.
    fn agrees(&self, row: i128, (steps, fewest): &SeenSteps, is_p: bool, is_said: &dyn Fn(i64, i64) -> bool) -> bool {
        let mut seen = 0;
        for step in steps.clone() {
            let parameter = self.first + step.saturated::<i64>();
            let mut is_seen = false;
            for tokens in 0..i64::MAX {
                let Some(is_n) = self.outcome(row, tokens, step) else { break };
                if is_n == is_said(tokens, parameter) {
                    return false;
                }
                is_seen |= is_n != is_p;
            }
            seen += usize::from(is_seen);
        }
        *fewest <= seen
    }
}

/// A multiple of the parameter of a game of two heaps and a number, as it would be written: it is read by its form.
fn linear((slope, constant): (i64, i64)) -> Term {
    let parameter = Term::Variable(Variable::Coordinate(2));
    let multiple = match slope {
        0 => return Term::Constant(constant.into()),
        1 => parameter,
        _ => Term::Product(Box::new(Term::Constant(slope.into())), Box::new(parameter)),
    };
    if constant == 0 { multiple } else { Term::Sum(vec![multiple, Term::Constant(constant.into())]) }
}

impl RowsSaid {
    fn note(&mut self, one: &RowStatement, dimension: usize) {
        if let Some(value) = value_of(&one.sliced, dimension) {
            self.outcomes.entry(one.number).or_default().push(equal(value.clone(), Term::Constant(0)));
            self.values.entry(one.number).or_default().push(value);
        } else if let Some(Definition::Outcomes(outcome, Given::Formula(formula))) = definition(&one.sliced, dimension)
        {
            let formula = formula.clone();
            let formula = if outcome == Outcome::P { formula } else { Formula::Not(Box::new(formula)) };
            self.outcomes.entry(one.number).or_default().push(formula);
        }
    }
}

/// One thing for each row up to a number, in all ways, as far as they are few; none if nothing is said of one.
fn chosen<T: Clone>(said: &BTreeMap<i128, Vec<T>>, number: i128) -> Vec<Vec<(i128, T)>> {
    let mut all = vec![Vec::new()];
    for row in 0..=number {
        let own = said.get(&row).map(Vec::as_slice).unwrap_or_default();
        let longer = |begun: &Vec<(i128, T)>| -> Vec<Vec<(i128, T)>> {
            own.iter().map(|one| begun.iter().cloned().chain([(row, one.clone())]).collect()).collect()
        };
        all = all.iter().flat_map(longer).take(MOST_CHOICES).collect();
    }
    all
}

fn equal(one: Term, other: Term) -> Formula {
    Formula::Test(Vec::new(), Condition::Compare(one, Comparison::Equal, other))
}

/// The term that a statement gives as the value of the position at hand.
fn value_of(statement: &Statement, dimension: usize) -> Option<Term> {
    let Some(Definition::Values(..)) = definition(statement, dimension) else { return None };
    let Body::Holds(Formula::Test(lookups, Condition::Compare(one, Comparison::Equal, other))) = &statement.body else {
        return None;
    };
    let [lookup] = lookups.as_slice() else { return None };
    let value = Term::Variable(Variable::Amount(lookup.slot));
    let term = if *one == value { other } else { one };
    (*one == value || *other == value).then_some(term).filter(|term| !term.mentions_amounts()).cloned()
}

/// What is said of all rows up to one, as statements about all positions of them.
fn together(said: &RowsSaid, own: &RowStatement, dimension: usize) -> Vec<Statement> {
    let RowStatement { heap, number, sliced } = own;
    let at = |row: i128| {
        Condition::Compare(Term::Variable(Variable::Coordinate(*heap)), Comparison::Equal, Term::Constant(row))
    };
    let here = (0..dimension).map(|at| Term::Variable(Variable::Coordinate(at)));
    let place = Place { game: 0, lookups: Vec::new(), position: here.collect() };
    let of_all = |body: Formula| Statement {
        body: Body::Holds(body),
        condition: None,
        except: Except::Nothing,
        ..sliced.clone()
    };
    let mut all = Vec::new();
    if let Body::Holds(Formula::Test(lookups, _)) = &sliced.body
        && let [lookup] = lookups.as_slice()
    {
        let value = Term::Variable(Variable::Amount(lookup.slot));
        for terms in chosen(&said.values, *number) {
            let cases = terms.into_iter().map(|(row, term)| (at(row), term)).collect();
            let told = Condition::Compare(value.clone(), Comparison::Equal, Term::Cases(cases));
            all.push(of_all(Formula::Test(lookups.clone(), told)));
        }
    }
    for parts in chosen(&said.outcomes, *number) {
        let of_row = |(row, formula)| Formula::And(vec![Formula::Test(Vec::new(), at(row)), formula]);
        let here = Formula::Is(Property::Outcome(Outcome::P), place.clone());
        let there = Formula::Or(parts.into_iter().map(of_row).collect());
        all.push(of_all(Formula::Iff(Box::new(here), Box::new(there))));
    }
    all
}
