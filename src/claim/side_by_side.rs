//! Pieces of one board on several threads, with what was found told in order. Knows nothing of what is found.
//!
//! ```text
//! positions --pieces--> a trial of each thread --parts, in order--> done
//! ```
use super::lookups::held;
use super::sweep::Swept;
use super::try_positions::BoardTrial;
use crate::engine::EngineError;
use crate::parallel::in_order;
use crate::ruleset::Position;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// So many pieces are shared out at once, at most.
const MOST_PIECES: usize = 256;

impl BoardTrial<'_> {
    /// Lets `work` find what is to be found at pieces of so many of the positions, and hands it to `done` in their order, until that breaks. The first piece
    /// is this thread's: it tells which tables are needed, and whether values are found one by one, where others would only wait.
    ///
    /// # Errors
    /// The first of `work`, in the order of the positions.
    pub(super) fn in_pieces(
        &mut self,
        (mut positions, size): (impl Iterator<Item = Position>, usize),
        work: impl Fn(&mut BoardTrial<'_>, &[Position]) -> Result<Swept, EngineError> + Sync,
        mut done: impl FnMut(Swept) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        let mut count = 1;
        loop {
            let next = |_| positions.by_ref().take(size).collect::<Vec<_>>();
            let pieces: Vec<Vec<Position>> = (0..count).map(next).take_while(|piece| !piece.is_empty()).collect();
            if pieces.is_empty() {
                return Ok(());
            }
            let mut flow = Ok(ControlFlow::Continue(()));
            let mut tell = |part: Result<Swept, EngineError>| {
                flow = part.map(&mut done);
                if flow == Ok(ControlFlow::Continue(())) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            match self.evaluator.threads().min(pieces.len()) {
                0 | 1 => _ = pieces.iter().try_for_each(|piece| tell(work(self, piece))),
                // A browser has no threads.
                _ if cfg!(target_arch = "wasm32") => {}
                threads => {
                    while self.others.len() < threads {
                        let other = self.beside();
                        self.others.push(other);
                    }
                    let idle = Mutex::new(std::mem::take(&mut self.others));
                    let by_one = |piece: &Vec<Position>| {
                        let mut trial = held(&idle).pop().expect("there is a trial for each thread");
                        let part = work(&mut trial, piece);
                        held(&idle).push(trial);
                        part
                    };
                    in_order(&pieces, threads, by_one, tell);
                    self.others = std::mem::take(&mut held(&idle));
                }
            }
            if flow?.is_break() {
                return Ok(());
            }
            // One thread gains nothing from many pieces.
            count = if self.evaluator.threads() == 1 { 1 } else { (2 * count).min(MOST_PIECES) };
        }
    }
}
