//! Values of cells whose options need no lists: a word tells the values of a few, and those of a growing row add some to those before.
//! Knows nothing of the order of cells.
use super::Sweep;
use crate::engine::Question;
use crate::engine::by_cell::compiled::brief::IS_SMALL;
use crate::engine::by_cell::compiled::found::Behind;
use crate::engine::by_cell::compiled::lane::{LaneNumber, Lanes};
use crate::engine::by_cell::compiled::trouble::Trouble;
use crate::table::{Kept, SharedCell};
use crate::value::Play;

/// The bits of a word of values seen.
const SEEN: usize = 64;

impl<N: LaneNumber, K: Kept> Sweep<'_, N, K> {
    /// Takes cells in hand whose options are known without a look at amounts, and so few that one word holds their values. Whether
    /// they are.
    pub(super) fn has_few(&mut self, positions: &[Lanes<i64>], count: usize) -> bool {
        if IS_SMALL {
            return false;
        }
        let listed: Option<usize> = self.takes.iter().map(|takes| takes.always().map(<[u32]>::len)).sum();
        let most = listed.and_then(|listed| (SEEN - 2).checked_sub(listed));
        self.few.as_mut().zip(most).is_some_and(|(few, most)| few.place(positions, count, most))
    }

    /// The values of some cells that have few options.
    pub(super) fn by_words(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let (question, Some(few)) = (self.asked.question, &self.few) else { return Ok(()) };
        let takes = self.takes.iter();
        let takes: Vec<(&Lanes<i64>, usize, &[u32])> =
            takes.map(|takes| (&positions[takes.heap], takes.stride, takes.always().unwrap_or_default())).collect();
        let few = few.in_hand();
        for (at, cell) in batch.iter().enumerate() {
            // Bit v + 1 is for value v, and bit 0 for no value yet. The last stands for all greater ones: the value of the cell is
            // at most the number of its options.
            let mut seen = 0u64;
            let mut note = |cell: usize| seen |= 1 << self.kept[cell].load().kept().min(SEEN - 1);
            for (values, stride, all) in &takes {
                let value = usize::try_from(values[at]).expect("a heap is natural");
                let all = all.iter().map(|taken| *taken as usize);
                all.take_while(|taken| *taken <= value).for_each(|taken| note(cell - taken * stride));
            }
            few.visit(at, &mut note);
            let value = match question {
                Question::Outcome(_) if seen & 2 != 0 => 1,
                _ if seen & 1 == 1 => return Err(Trouble::Order),
                Question::Grundy => (seen >> 1).trailing_ones() as usize,
                Question::Outcome(play) => usize::from(seen == 0 && play == Play::Misere),
            };
            self.put(*cell, K::of(value + 1), (at, positions));
        }
        Ok(())
    }

    /// The values of some cells of growing rows, by alternatives all of whose options are one run each.
    pub(super) fn by_growth(&mut self, batch: &[usize], positions: &[Lanes<i64>]) -> Result<(), Trouble> {
        let (question, mut kept) = (self.asked.question, None);
        for (at, cell) in batch.iter().enumerate() {
            if !self.follows(*cell, (at, positions)) {
                self.found.begin();
                self.lister.nests.iter_mut().for_each(|nest| nest.reached = None);
                kept = None;
            }
            let mut sink = Behind { kept: self.kept, found: &mut self.found, question };
            let mut adds = false;
            for nest in &mut self.lister.nests {
                adds |= nest.add_run(at, &mut sink, true);
            }
            let is_decided = self.found.p && question != Question::Grundy;
            if adds && !is_decided && self.found.lacks_value() {
                return Err(Trouble::Order);
            }
            let own = match kept.filter(|_| !adds) {
                Some(same) => same,
                None => self.kept_value()?,
            };
            self.put(*cell, own, (at, positions));
            kept = Some(own);
        }
        Ok(())
    }
}
