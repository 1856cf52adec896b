//! From a ruleset with two heaps to its moves as linear conditions on a position and its option.
use crate::asked::TaskFailure;
use crate::check::Document;
use crate::engine::is_symmetric;
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::linear::Inequality;
use crate::ruleset::{Condition, Move, Ruleset};
use crate::search::relation::bit_board_30::{self, OptionColumns};
use crate::search::relation::form::{Clause, LARGEST, LinearForm, Literal, MoveRelation};
use crate::syntax::ast::{Item, ItemKind};
use crate::value::Play;

/// Moves that added ones stand beside.
#[derive(Clone, Debug)]
pub(in crate::search) struct BaseMoves {
    /// As conditions.
    pub(in crate::search) relation: MoveRelation,
    /// On the board.
    pub(in crate::search) columns: OptionColumns,
}

impl BaseMoves {
    /// No move at all.
    pub(in crate::search) fn none() -> Self {
        Self { relation: MoveRelation::default(), columns: OptionColumns::none() }
    }

    /// The moves of a ruleset, if a search can stand on them.
    pub(in crate::search) fn new(ruleset: &Ruleset) -> Result<Self, TaskFailure> {
        let relation = relation(ruleset)?;
        let columns = OptionColumns::new(&relation, bit_board_30::MoveKind::Any);
        Ok(Self { relation, columns })
    }
}

/// A hit is written in the heaps of one file.
pub(in crate::search) fn heaps_are_plain(document: &Document) -> Result<(), TaskFailure> {
    let refuse = |why: &str| Err(TaskFailure::Request(format!("the ruleset `{}` {why}", document.ruleset.name)));
    if !document.ruleset.components.is_empty() {
        return refuse("is a sum; a hit has to be complete, so write its moves in one file");
    }
    let ordinal = |item: &Item| matches!(item.kind, ItemKind::Heaps { below: Some(_), .. });
    if document.file.items.iter().any(ordinal) {
        return refuse("has ordinal heaps; a search needs natural numbers");
    }
    Ok(())
}

/// The moves of a ruleset as conditions, if they are linear, symmetric, and decrease the number of tokens.
pub(in crate::search) fn relation(ruleset: &Ruleset) -> Result<MoveRelation, TaskFailure> {
    let refuse = |why: &str| Err(TaskFailure::Request(format!("the base `{}` {why}", ruleset.name)));
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() || !ruleset.components.is_empty() {
        return refuse("has to have two heaps, no register, and to be no sum");
    }
    if ruleset.positions != Condition::Known(true) && ruleset.positions != Condition::And(Vec::new()) {
        return refuse("restricts its positions; a search needs all of them");
    }
    let decreasing =
        matches!(ruleset.measure.as_slice(), [weights] if weights[0] == weights[1]) && ruleset.unproved.is_empty();
    if !decreasing && !ruleset.moves.is_empty() {
        return refuse("has a move that is not shown to decrease the number of tokens");
    }
    if ruleset.breaks() {
        return refuse("breaks positions into several");
    }
    if 0 < ruleset.blocking {
        return refuse("lets the previous player forbid options");
    }
    if ruleset.play == Play::Misere {
        return refuse("is played misère; moves are added to games of normal play: write `play normal`");
    }
    let mut relation = MoveRelation::default();
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
    if is_symmetric(ruleset) { Ok(relation) } else { refuse("is not shown to be symmetric in its heaps") }
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
    let form = LinearForm::new([at(0)?, at(1)?], [at(2 + amounts)?, at(3 + amounts)?], number(row.constant)?);
    Some(Literal::AtMostZero(form))
}
