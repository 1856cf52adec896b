//! The engines: how they are built, the order in which they are asked, what they cost, and who answers where they do not fit.
//! Whoever needs to know more of an engine than that it answers asks a [`Plan`](super::Plan).
use crate::engine::breaking::heap::ByCode;
use crate::engine::by_cell::compiled::ByProgram;
use crate::engine::by_cell::lines::ByLines;
use crate::engine::by_cell::points::ByPoints;
use crate::engine::by_cell::runs::ByRuns;
use crate::engine::by_value::bit_rows::ByBitRows;
use crate::engine::by_value::thresholds::ByLevels;
use crate::engine::far::rare::Rare;
use crate::engine::kind::EngineKind;
use crate::engine::moves::plane::{Analysis, analyse};
use crate::engine::moves::runs::Depth;
use crate::engine::question::{Engine, Question, Unfit};
use crate::engine::reference::Enumeration;
use crate::engine::sum::{OfPart, OfParts};
use crate::ruleset::Ruleset;
use crate::value::Play;
use std::cell::OnceCell;
use std::sync::Arc;

use EngineKind::{Boards, Codes, Compiled, Levels, Lines, NimSum, Rays, Reference, Sparse, Vectors};

/// Who is asked for tables, in this order; the first that serves a ruleset is chosen. Runs alone cost less than boards, and
/// boards less than families of runs.
pub(super) const ORDER: [(EngineKind, Depth); 10] = [
    (NimSum, Depth::Runs),
    (Codes, Depth::Runs),
    (Lines, Depth::Runs),
    (Levels, Depth::Runs),
    (Rays, Depth::Runs),
    (Boards, Depth::Runs),
    (Rays, Depth::Families),
    (Vectors, Depth::Runs),
    (Compiled, Depth::Runs),
    (Reference, Depth::Runs),
];

/// Positions of a box that are computed to know one of them.
const FEW_CELLS: u64 = 1 << 22;

impl EngineKind {
    /// The engine for a ruleset, or why it does not serve it.
    pub(super) fn build<'a>(self, depth: Depth, moves: &Readings<'a>) -> Result<Box<dyn Engine + 'a>, Unfit> {
        let ruleset = moves.ruleset;
        if !ruleset.finite_options && !matches!(self, NimSum | Reference) {
            return Err("some positions have infinitely many options".to_owned());
        }
        // In a browser every loop counts for the size of the page.
        let is_compiled = self == Compiled && cfg!(not(target_arch = "wasm32"));
        if 0 < ruleset.blocking && self != Reference && !is_compiled {
            return Err("the previous player forbids options, so that they are counted".to_owned());
        }
        if ruleset.breaks() && !matches!(self, NimSum | Codes | Reference) && !is_compiled {
            return Err("positions break into several".to_owned());
        }
        Ok(match self {
            NimSum => Box::new(OfParts::new(ruleset, moves.of_part)?),
            Codes => Box::new(ByCode::new(ruleset)?),
            Lines => Box::new(ByLines::new(&*moves.plane()?)?),
            Levels => Box::new(ByLevels::new(moves.plane()?)),
            Rays => Box::new(ByRuns::new(ruleset, depth)?),
            Boards => Box::new(ByBitRows::new(ruleset)?),
            Vectors => Box::new(ByPoints::new(ruleset)?),
            Compiled => Box::new(ByProgram::new(ruleset)?),
            Sparse => Box::new(Rare::new(moves.plane()?)),
            Reference => Box::new(Enumeration::new(ruleset)),
        })
    }

    /// Who answers where this engine does not fit the region or the question, or meets a rule that it cannot evaluate.
    pub(super) fn spares(self) -> &'static [Self] {
        match self {
            Reference => &[],
            Lines => &[Levels, Compiled, Reference],
            NimSum | Codes | Levels | Rays | Boards | Vectors | Sparse => &[Compiled, Reference],
            Compiled => &[Reference],
        }
    }

    /// Who finds P-positions without a table of all positions, in this order.
    pub(super) fn without_table(self) -> &'static [Self] {
        match self {
            Lines => &[Lines, Sparse, Levels],
            Levels => &[Sparse, Levels],
            NimSum | Codes | Rays | Boards | Vectors | Compiled | Sparse | Reference => &[],
        }
    }

    /// About how many cells it fills in a second, as a power of ten (docs/engines.md).
    pub(super) fn cells_per_second(self, question: Question) -> u64 {
        match self {
            Lines | Levels => 100_000_000,
            Rays => 10_000_000,
            Codes => 1_000_000,
            // The tables of the parts are small beside that of the sum; misère play is left to enumeration.
            NimSum if question != Question::Outcome(Play::Misere) => 10_000_000,
            Boards | Vectors => 1_000_000,
            NimSum | Compiled | Sparse | Reference => 100_000,
        }
    }

    /// Whether a cell of a table costs less than to try what the moves do there.
    pub(super) fn is_fast(self) -> bool {
        match self {
            Lines | Levels | Rays | Codes | NimSum | Boards | Vectors | Sparse => true,
            Compiled | Reference => false,
        }
    }

    /// Whether a cell costs no more along a row, and depends on no cell behind the end of one.
    pub(super) fn has_cheap_rows(self) -> bool {
        match self {
            Lines => true,
            Levels | Rays | Codes | NimSum | Boards | Vectors | Sparse | Compiled | Reference => false,
        }
    }

    /// The most cells of a box that are computed for its last position alone.
    pub(super) fn most_cells_for_one(self) -> u64 {
        match self {
            Lines | Levels => u64::MAX,
            Rays | Codes => FEW_CELLS,
            NimSum | Boards | Vectors | Compiled | Sparse | Reference => 0,
        }
    }
}

/// What the moves of a ruleset are, as far as several engines read the same; found when it is asked for.
#[derive(Debug)]
pub(super) struct Readings<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// Who answers for one part of a sum.
    of_part: OfPart,
    plane: OnceCell<Result<Arc<Analysis>, Unfit>>,
}

impl<'a> Readings<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, of_part: OfPart) -> Self {
        Self { ruleset, of_part, plane: OnceCell::new() }
    }

    /// Difference vectors in the plane.
    fn plane(&self) -> Result<Arc<Analysis>, Unfit> {
        self.plane.get_or_init(|| analyse(self.ruleset).map(Arc::new)).clone()
    }

    /// Whether heaps up to a bound have more levels than so many: values of the weighted sum that no move raises.
    pub(super) fn has_more_levels(&self, up_to: u64, most: u128) -> bool {
        let weights = self.plane().map(|plane| plane.weights.iter().map(|weight| weight.unsigned_abs()).sum::<u64>());
        weights.is_ok_and(|weights| most < u128::from(up_to) * u128::from(weights))
    }
}
