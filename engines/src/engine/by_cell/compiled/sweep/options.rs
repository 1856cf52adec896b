//! The options of a cell: by lists, by loops, or as the reference engine enumerates them. Knows nothing of the order of cells.
use super::{Sweep, SweepQuestion};
use crate::engine::by_cell::compiled::blocked::Forbidding;
use crate::engine::by_cell::compiled::found::Behind;
use crate::engine::by_cell::compiled::lane::{LaneNumber, Lanes};
use crate::engine::by_cell::compiled::step::{OptionSink, Rest, Step};
use crate::engine::by_cell::compiled::sums::Summands;
use crate::engine::by_cell::compiled::trouble::Trouble;
use crate::engine::{EngineError, Question};
use crate::table::{Kept, SharedCell};
use std::ops::ControlFlow;

impl<N: LaneNumber, K: Kept> Sweep<'_, N, K> {
    /// Notes the options of a cell that are in lists of what is taken. Whether its outcome was known before all were seen.
    pub(super) fn taken(&mut self, cell: usize, at: usize, positions: &[Lanes<i64>]) -> Result<bool, Trouble> {
        let SweepQuestion { context, question, blocking, .. } = self.asked;
        let is_plain = self.asked.is_plain();
        for takes in &mut self.takes {
            let value = usize::try_from(positions[takes.heap][at]).expect("a heap is natural");
            let (stride, parts) = (takes.stride, takes.parts());
            let split = takes.split();
            let all = takes.at(value, context)?;
            let mut sink = Behind { kept: self.kept, found: &mut self.found, question };
            if let Some(split) = split {
                sink.split(cell, (value, cell - value * stride), all, split);
            } else if is_plain || parts == 1 && blocking == 0 {
                sink.taken(cell, (value, stride), all);
            } else {
                sink.taken_by_parts(cell, (value, stride), (all, parts), blocking);
            }
            if sink.has_enough() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes the options of a cell, or only those that it has besides where it follows one of its row. Whether its outcome was
    /// known before all were seen.
    pub(super) fn options(
        &mut self,
        cell: usize,
        at: usize,
        positions: &[Lanes<i64>],
        follows: bool,
    ) -> Result<bool, Trouble> {
        let SweepQuestion { context, question, blocking, .. } = self.asked;
        let is_plain = self.asked.is_plain();
        let has_enough = self.found.p && question != Question::Grundy;
        if has_enough || self.taken(cell, at, positions)? {
            return Ok(true);
        }
        let (kept, found) = (self.kept, &mut self.found);
        for nest in &mut self.lister.nests {
            let told = match nest.nest.parts.filter(|_| !is_plain) {
                Some(cells) => {
                    Step { sink: &mut Summands { kept, found, cells }, context, grows: follows }.cell(nest, at)
                }
                None if !is_plain && 0 < blocking => {
                    Step { sink: &mut Forbidding { kept, found, most: blocking }, context, grows: follows }
                        .cell(nest, at)
                }
                None => Step { sink: &mut Behind { kept, found, question }, context, grows: follows }.cell(nest, at),
            };
            match told? {
                Rest::Open => {}
                Rest::Decided => return Ok(true),
                Rest::Unclear => {
                    self.row = None;
                    self.enumerate(at, positions)?;
                    break;
                }
            }
        }
        Ok(false)
    }

    /// The options of a position as the reference engine enumerates them.
    #[cold]
    pub(super) fn enumerate(&mut self, at: usize, positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let position: Vec<i64> = positions.iter().map(|lanes| lanes[at]).collect();
        let (board, kept, found) = (self.asked.board, self.kept, &mut self.found);
        let (is_plain, blocking) = (self.asked.is_plain(), self.asked.blocking);
        let mut outside = false;
        let visited = self.asked.options.visit(&position, &mut |_, _, option| {
            match board.index(option.iter().copied()) {
                Some(cell) if is_plain => found.note(kept[cell].load().kept()),
                Some(cell) if 0 < blocking => Forbidding { kept, found, most: blocking }.one(cell),
                _ => outside |= is_plain || !found.note_sum(kept, board, option),
            }
            if outside { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let _ = visited.map_err(EngineError::from)?;
        if outside { Err(Trouble::Outside) } else { Ok(()) }
    }
}
