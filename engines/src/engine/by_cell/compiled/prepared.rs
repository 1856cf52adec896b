//! Moves as loop nests, with all that does not depend on a board, and with what a board says of their amounts. Knows nothing of values.
//!
//! Right because amounts that are left out are determined by the others, and alternatives together say what the guard says.
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::cases::by_cases;
use super::crossings::with_crossings;
use super::cyclic::by_remainders;
use super::nest::Nest;
use super::on;
use super::ordered::with_squares;
use super::program::{Program, Range};
use super::residues::{of_differences, split, told_by_congruence};
use super::same::different;
use super::settled::settled;
use super::sums::side_by_side;
use super::takes::Solo;
use super::unrolled::unrolled;
use crate::engine::moves::caps::capped;
use crate::engine::question::Unfit;
use crate::ruleset::branch::{Branch, Loops, branches, with_own_opaques};
use crate::ruleset::determined::{alternatives, conjuncts, with_exponents_apart, without_determined};
use crate::ruleset::last::congruence_first;
use crate::ruleset::told_cases::cases_apart;
use crate::ruleset::{Condition, Move, Ruleset, Term, Variable};
use std::borrow::Cow;

/// What may be asked in the place of a remainder becomes so many moves at most.
const MOST_APART: usize = 3;

/// A move without the amounts that the others determine, as loop nests, and as lists if it has some.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) family: Move,
    pub(super) alternatives: Vec<(Branch, Loops)>,
    pub(super) solo: Option<Solo>,
}

impl Prepared {
    pub(super) fn new(family: &Move, ruleset: &Ruleset) -> Result<Self, Unfit> {
        let dimension = ruleset.heaps.len() + ruleset.registers.len();
        let mut alternatives = Vec::new();
        let aligned;
        let family = if IS_SMALL {
            family
        } else {
            let guard = with_crossings(&family.guard, family, ruleset);
            let guard = one_after_another(&of_differences(&guard, ruleset));
            aligned = Move { guard: with_squares(&guard), ..family.clone() };
            &aligned
        };
        let split = split(family, dimension).or_else(|| by_remainders(family, dimension));
        let guard = split.as_ref().map_or(&family.guard, |split| &split.guard);
        let all = branches(guard, dimension, family.amounts.len());
        for branch in all.map_err(|_| "a move has too many alternatives".to_owned())? {
            let branch = congruence_first(with_own_opaques(branch, &family.targets));
            let loops = branch.loops().map_err(|_| "an amount has no bound".to_owned())?;
            if !loops.never_begin() {
                alternatives.push((branch, loops));
            }
        }
        Ok(Self { family: family.clone(), alternatives, solo: Solo::of(family, (ruleset.heaps.len(), dimension)) })
    }
}

/// The same condition where what is asked of amounts is only asked where what is asked of the position alone, and always has a value, does not hold: no way is
/// allowed twice by `k mod 3 = 1 or n mod 2 = 0`.
fn one_after_another(guard: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(one_after_another).collect();
    match guard {
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => {
            let (known, asked): (Vec<_>, Vec<_>) = all(parts).into_iter().partition(is_told_by_position);
            if known.is_empty() || asked.is_empty() {
                return Condition::Or(known.into_iter().chain(asked).collect());
            }
            let others: Vec<Condition> = known.iter().map(|own| Condition::Not(Box::new(own.clone()))).collect();
            let asked = Condition::Or(asked);
            let otherwise = Condition::And(others.into_iter().chain([asked]).collect());
            Condition::Or(known.into_iter().chain([otherwise]).collect())
        }
        _ => guard.clone(),
    }
}

/// Whether a comparison asks for no amount, and has a value at every position.
fn is_told_by_position(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(left, _, right) => [left, right].into_iter().all(has_value),
        _ => false,
    }
}

fn has_value(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(Variable::Coordinate(_)) => true,
        Term::Sum(parts) | Term::Min(parts) | Term::Max(parts) => parts.iter().all(has_value),
        Term::Product(left, right) => [left, right].into_iter().all(|part| has_value(part)),
        Term::Modulo(inner, by) | Term::FloorDivide(inner, by) => {
            matches!(**by, Term::Constant(1..)) && has_value(inner)
        }
        _ => false,
    }
}

/// The same options by several moves, where an amount that is determined by others hides alternatives of these: `p = q^k` with q in
/// `{2, 3}`. `None` if there are none.
fn apart(family: &Move) -> Option<Vec<Move>> {
    if IS_SMALL {
        return None;
    }
    let shorter = without_determined(family)?;
    let all = alternatives(&shorter);
    (1 < all.len()).then(|| all.into_iter().flat_map(|own| apart(&own).unwrap_or_else(|| vec![own])).collect())
}

/// The same options by several moves, if what may be asked in the place of a remainder hides its alternatives: `i mod 5 != n mod 5 or i = 1`.
fn apart_by_remainders(family: &Move, ruleset: &Ruleset) -> Option<Vec<Move>> {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let is_split = |own: &Move| {
        let own = Move { guard: of_differences(&own.guard, ruleset), ..own.clone() };
        split(&own, dimension).is_some()
    };
    let all = conjuncts(&family.guard);
    let at = all.iter().position(|part| matches!(part, Condition::Or(parts) if parts.len() <= MOST_APART))?;
    let Condition::Or(parts) = &all[at] else { return None };
    let one = |part: &Condition| {
        let mut all = all.clone();
        all[at] = part.clone();
        Move { guard: Condition::And(all), ..family.clone() }
    };
    let moves: Vec<Move> = parts.iter().map(one).collect();
    (!is_split(family) && moves.iter().any(is_split)).then_some(moves)
}

/// A move without the amounts that the others determine, if that can be said.
pub(super) fn prepared(family: &Move, ruleset: &Ruleset) -> Result<Prepared, Unfit> {
    let shorter = without_determined(family).and_then(|shorter| Prepared::new(&shorter, ruleset).ok());
    shorter.map_or_else(|| Prepared::new(family, ruleset), Ok)
}

/// Moves without the amounts that others determine, and apart where that pays; what has no place in a program is found on a small board.
pub(super) fn prepared_moves(moves: &[Move], ruleset: &Ruleset, board: &CellBoard) -> Result<Vec<Prepared>, Unfit> {
    let prepared = |family: &Move| prepared(family, ruleset);
    let mut found: Vec<Prepared> = Vec::new();
    let told = |family: Move| if IS_SMALL { family } else { with_exponents_apart(&family) };
    let in_cases = |family: Move| if IS_SMALL { vec![family] } else { cases_apart(&family) };
    let moves = moves.iter().map(side_by_side).flat_map(in_cases).map(told);
    let moves = moves.flat_map(|family| alternatives(&family));
    let by_remainders = |family: Move| {
        let apart = if IS_SMALL { None } else { apart_by_remainders(&family, ruleset) };
        apart.unwrap_or_else(|| vec![family])
    };
    let moves: Vec<Move> = moves.flat_map(by_remainders).collect();
    for family in different(&moves) {
        let apart: Option<Vec<Prepared>> =
            apart(family).and_then(|all| all.iter().map(|family| prepared(family).ok()).collect());
        if let Some(apart) = apart {
            found.extend(apart);
            continue;
        }
        // Cases pay where all that is left of them are runs.
        let is_quick = |own: &Prepared| {
            own.nests(board).is_ok_and(|all| all.iter().all(|(_, nest)| nest.amounts == 0 || nest.run.is_some()))
        };
        let cases: Option<Vec<Prepared>> =
            by_cases(family).and_then(|all| all.iter().map(|case| prepared(case).ok().filter(is_quick)).collect());
        match cases {
            Some(cases) => found.extend(cases),
            None => found.push(prepared(family)?),
        }
    }
    for prepared in &found {
        prepared.nests(board)?;
    }
    Ok(found)
}

impl Prepared {
    /// The alternatives, each with operations of its own.
    pub(super) fn nests(&self, board: &CellBoard) -> Result<Vec<(Program, Nest)>, Unfit> {
        let nests = self.alternatives.iter().map(|alternative| {
            let mut program = on(board);
            let nest = self.nest(&mut program, alternative, board)?;
            Ok((program, nest))
        });
        nests.collect()
    }

    /// Between which numbers each amount lies by one alternative or another.
    pub(super) fn ranges(&self, board: &CellBoard) -> Result<Vec<Range>, Unfit> {
        let mut ranges = vec![(i128::MAX, i128::MIN); self.family.amounts.len()];
        for (branch, loops) in &self.alternatives {
            let nest = Nest::new(&mut on(board), (branch, loops, &self.family.targets), board)?;
            for ((low, high), own) in ranges.iter_mut().zip(nest.ranges) {
                (*low, *high) = ((*low).min(own.0), (*high).max(own.1));
            }
        }
        Ok(ranges)
    }

    /// The alternatives, with operations beside those of others.
    pub(super) fn nests_among(&self, program: &mut Program, board: &CellBoard) -> Result<Vec<Nest>, Unfit> {
        let nests = self.alternatives.iter().map(|alternative| {
            let nest = self.nest(program, alternative, board)?;
            program.next_alternative(nest.amounts);
            Ok(nest)
        });
        nests.collect()
    }

    pub(super) fn nest(
        &self,
        program: &mut Program,
        (branch, loops): &(Branch, Loops),
        board: &CellBoard,
    ) -> Result<Nest, Unfit> {
        let told = told_by_congruence(branch, &self.family.targets);
        let targets = told.as_deref().unwrap_or(&self.family.targets);
        match settled(branch, targets) {
            Some((branch, loops, targets)) => Nest::new(program, (&branch, &loops, &targets), board),
            None => Nest::new(program, (branch, loops, targets), board),
        }
    }
}

/// Moves with what a board says of their amounts.
pub(super) fn on_board<'m>(moves: &'m [Prepared], ruleset: &Ruleset, board: &CellBoard) -> Vec<Cow<'m, Prepared>> {
    let reached = board.reached();
    let own = |prepared: &Prepared| {
        let family = capped(&prepared.family, &reached)?;
        Prepared::new(&family, ruleset).ok()
    };
    let moves: Vec<Cow<'m, Prepared>> =
        moves.iter().map(|prepared| own(prepared).map_or(Cow::Borrowed(prepared), Cow::Owned)).collect();
    unrolled(&moves, ruleset, board).unwrap_or(moves)
}
