//! Positions at the beginning of play, whose registers are what the file says they are then. Computes no value.
use super::{NoAnswer, Rules};
use crate::asked::starts;
use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use std::borrow::Cow;

impl Rules {
    /// Whether some registers are shown only as they are when play begins.
    #[must_use]
    pub fn shows_starts(&self) -> bool {
        starts::has_starts(&self.ruleset)
    }

    /// The same rules, where tables have a page for each value of a register, also of one with a start.
    #[must_use]
    pub fn with_pages(mut self) -> Self {
        self.ruleset.registers.iter_mut().for_each(|register| register.start = None);
        self
    }

    /// The names of the registers that tables have pages for.
    pub(super) fn paged(&self) -> Vec<String> {
        starts::paged(&self.ruleset)
    }

    /// The same ruleset, where tables show every value that registers have when play begins somewhere on a region.
    pub(super) fn reaching_starts(&self, region: &Region) -> Result<Cow<'_, Ruleset>, NoAnswer> {
        let too_many = |why: &str| NoAnswer::Question(format!("{why} with --at"));
        starts::reaching_starts(&self.ruleset, region).map_err(too_many)
    }

    /// A table of the beginning of play, where registers have a start.
    pub(super) fn at_starts(&self, table: Table) -> Table {
        starts::at_starts(&self.ruleset.registers, table)
    }

    /// Leaves the positions with which play can begin.
    pub(super) fn only_starts(&self, positions: &mut Vec<Position>) {
        starts::only_starts(&self.ruleset, positions);
    }
}
