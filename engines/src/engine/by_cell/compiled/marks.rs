//! Cells that are no positions, marked before values are given: so options need not be asked whether they are positions, where that is tested and
//! bounds no amount (`positions where gcd(x, y) = 1`).
//!
//! Right because a mark is greater than what is kept of any value of the board, so that an option with a mark changes no least excluded value; and a mark
//! is taken off before anybody else looks.
use super::ByProgram;
use super::board::{CellBoard, Order};
use super::brief::IS_SMALL;
use super::lane::LANES;
use super::lister::Membership;
use super::prepared::prepared_moves;
use super::trouble::Trouble;
use crate::engine::moves::symmetry::written;
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::branch::branches;
use crate::ruleset::determined::conjuncts;
use crate::ruleset::{Condition, Move, Ruleset, Term, Variable};
use crate::table::{Kept, SharedCell};

impl ByProgram<'_> {
    /// The values of a region, by moves that do not ask whether options are positions; `None` where such moves say no more, or where an option has no
    /// value when it is asked for.
    pub(super) fn swept_by_marks<K: Kept>(
        &self,
        (board, order): (&CellBoard, Order<'_>),
        question: Question,
        context: &Context,
    ) -> Result<Option<Vec<K>>, Trouble> {
        if IS_SMALL || question != Question::Grundy || !matches!(order, Order::Rows(_)) {
            return Ok(None);
        }
        let Some(moves) = without_question(self.ruleset) else { return Ok(None) };
        let small = self.board(&vec![2; self.ruleset.heaps.len()]).map_err(EngineError::Unfit)?;
        let Ok(moves) = prepared_moves(&moves, self.ruleset, &small) else { return Ok(None) };
        let Some((program, belongs)) = self.domain(board)? else { return Ok(None) };
        let kept: Vec<K::Shared> = SharedCell::none(board.cells());
        let mark = K::of((board.cells() + 2).min(K::of(usize::MAX).kept()));
        let mut domain = Membership::<i64>::new(program, belongs);
        mark_others::<K>(&kept, mark, (&mut domain, board), context)?;
        match self.sweep_by_moves::<K>(&moves, (board, order, None), question, &kept, context) {
            Err(Trouble::Order | Trouble::Outside) => Ok(None),
            Err(trouble) => Err(trouble),
            Ok(()) => {
                let mut kept: Vec<K> = kept.into_iter().map(SharedCell::into_kept).collect();
                let is_mark = |own: &&mut K| own.kept() == mark.kept();
                kept.iter_mut().filter(is_mark).for_each(|own| *own = K::default());
                Ok(Some(kept))
            }
        }
    }
}

/// Marks all cells of a board that are no positions.
fn mark_others<K: Kept>(
    kept: &[K::Shared],
    mark: K,
    (domain, board): (&mut Membership<i64>, &CellBoard),
    context: &Context,
) -> Result<(), Trouble> {
    let mut position = board.low.clone();
    let mut positions = vec![[0; LANES]; board.size.len()];
    for cells in kept.chunks(LANES) {
        for lane in 0..cells.len() {
            positions.iter_mut().zip(&position).for_each(|(lanes, value)| lanes[lane] = *value);
            board.advance(&mut position);
        }
        domain.place(&positions, cells.len());
        cells.iter().enumerate().filter(|(lane, _)| !domain.has(*lane)).for_each(|(_, cell)| cell.store(mark));
        context.go_on()?;
    }
    Ok(())
}

/// The moves without what they only test of their options, that these are positions; `None` if none tests it.
fn without_question(ruleset: &Ruleset) -> Option<Vec<Move>> {
    if ruleset.positions == Condition::Known(true) || ruleset.breaks() || 0 < ruleset.blocking {
        return None;
    }
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let mut is_shorter = false;
    let shorter = |family: &Move| {
        let asked: Vec<String> =
            conjuncts(&ruleset.positions).iter().filter_map(|part| tested(part, family, dimension)).collect();
        let mut all = conjuncts(&family.guard);
        all.retain(|condition| !asked.contains(&written(condition, dimension, family.amounts.len())));
        is_shorter |= all.len() < conjuncts(&family.guard).len();
        Move { guard: Condition::And(all), ..family.clone() }
    };
    let moves = ruleset.moves.iter().map(shorter).collect();
    is_shorter.then_some(moves)
}

/// What a move asks of its options where positions are asked for this, if that can only be tested.
fn tested(part: &Condition, family: &Move, dimension: usize) -> Option<String> {
    let mut put = |term: &Term| match term {
        Term::Variable(Variable::Coordinate(at)) => family.targets.get(*at).cloned(),
        _ => None,
    };
    let asked = part.map_terms(&mut put);
    let amounts = family.amounts.len();
    let all = branches(&asked, dimension, amounts).ok()?;
    all.iter().any(|branch| !branch.residual.is_empty()).then(|| written(&asked, dimension, amounts))
}
