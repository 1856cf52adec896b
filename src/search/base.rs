//! From a ruleset with two heaps to its moves as linear conditions on a position and its option.
use super::SearchError;
use super::board::{CELLS, Rows, cells};
use super::form::{Clause, Form, LARGEST, Literal, Relation};
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Condition, Move, Ruleset};

/// Moves that added ones stand beside.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// As conditions.
    pub(super) relation: Relation,
    /// On the small board.
    pub(super) rows: Rows,
}

impl Moves {
    /// No move at all.
    pub(super) fn none() -> Self {
        Self { relation: Relation::default(), rows: [0; CELLS] }
    }
}

/// The moves of a ruleset, if a search can stand on them.
pub(super) fn moves(ruleset: &Ruleset) -> Result<Moves, SearchError> {
    let refuse = |why: &str| Err(SearchError::Request(format!("the base `{}` {why}", ruleset.name)));
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() || !ruleset.components.is_empty() {
        return refuse("has to have two heaps, no register, and to be no sum");
    }
    if ruleset.positions != Condition::Known(true) && ruleset.positions != Condition::And(Vec::new()) {
        return refuse("restricts its positions; a search needs all of them");
    }
    let decreasing = matches!(ruleset.measure.as_slice(), [weights] if weights[0] == weights[1]);
    if !decreasing && !ruleset.moves.is_empty() {
        return refuse("has a move that is not shown to decrease the number of tokens");
    }
    let mut relation = Relation::default();
    for family in &ruleset.moves {
        let Ok(alternatives) = branches(&family.guard, 2, family.amounts.len()) else {
            return refuse("has a guard with too many alternatives");
        };
        for branch in &alternatives {
            match clause(branch, family) {
                Some(clause) => relation.0.push(clause),
                None => return refuse(&format!("has the move `{}`, which is not linear", family.name)),
            }
        }
    }
    let cells = cells();
    let mut rows = [0; CELLS];
    for (from, position) in cells.iter().enumerate() {
        for (to, option) in cells.iter().enumerate() {
            let swap = |pair: (i64, i64)| (pair.1, pair.0);
            let straight = relation.holds(*position, *option);
            let crossed = relation.holds(*position, swap(*option));
            if straight != relation.holds(swap(*position), swap(*option))
                || crossed != relation.holds(swap(*position), *option)
            {
                return refuse("is not symmetric in its heaps");
            }
            rows[from] |= u64::from(straight || crossed) << to;
        }
    }
    Ok(Moves { relation, rows })
}

/// One alternative of a move with the amounts eliminated: every amount has to be given by what a heap loses or gains.
fn clause(branch: &Branch, family: &Move) -> Option<Clause> {
    if !branch.residual.is_empty() || !branch.opaques.is_empty() {
        return None;
    }
    let amounts = branch.amounts;
    // Variables are the heaps, the amounts, and the heaps of the option.
    let width = 2 + amounts + 2;
    let widen = |row: &Inequality| {
        let mut row = row.clone();
        row.coefficients.resize(width, 0);
        row
    };
    let mut rows: Vec<Inequality> = branch.inequalities.iter().map(widen).collect();
    let mut equations: Vec<Inequality> = Vec::new();
    for (heap, target) in family.targets.iter().enumerate() {
        let mut equation = widen(&branch.linear(target)?);
        equation.coefficients[2 + amounts + heap] -= 1;
        equations.push(equation);
    }
    for amount in 2..2 + amounts {
        let solving = equations.iter().position(|equation| equation.coefficients[amount].abs() == 1);
        let Some(solving) = solving else {
            let used = rows.iter().chain(&equations).any(|row| row.coefficients[amount] != 0);
            if used {
                return None;
            }
            continue;
        };
        let equation = equations.swap_remove(solving);
        for row in rows.iter_mut().chain(&mut equations) {
            let factor = -row.coefficients[amount] * equation.coefficients[amount];
            *row = row.plus(factor, &equation)?;
        }
    }
    for equation in equations {
        rows.push(equation.times(-1)?);
        rows.push(equation);
    }
    rows.iter().map(|row| literal(row, amounts)).collect()
}

fn literal(row: &Inequality, amounts: usize) -> Option<Literal> {
    let number = |value: i128| i64::try_from(value).ok().filter(|value| value.abs() <= LARGEST);
    let at = |index: usize| number(row.coefficients[index]);
    let form = Form::new([at(0)?, at(1)?], [at(2 + amounts)?, at(3 + amounts)?], number(row.constant)?);
    Some(Literal::AtMostZero(form))
}
