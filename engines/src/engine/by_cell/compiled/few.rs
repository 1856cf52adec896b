//! The options of many cells by all alternatives together, where the position alone tells of them and they are few: one list of operations.
//! Knows nothing of values.
//!
//! Right because each alternative says of a position what it says by itself ([`super::step`], [`super::brief`]); what two of them ask for is
//! computed once, and two that lead to one cell are one that is made where either is.
use super::brief::BriefRun;
use super::lane::{LANES, LaneNumber, Lanes};
use super::nest::Nest;
use super::packed::PackedOptions;
use super::program::{Id, Program};
use super::step::is_any;
use super::sums::{OptionNumbers, PartCells};
use crate::engine::numbers::index;

/// The most batches in a row that are not tried after one whose options were too many.
const MOST_REST: u32 = 64;

/// An alternative without amounts: where it may be made, and where something has no value.
#[derive(Clone)]
struct SingleMove {
    enters: Id,
    allowed: Id,
    inside: Option<Id>,
    fails: Vec<Id>,
    /// Which cell it leads to, by its number among all.
    target: usize,
}

/// Where the option of an alternative without amounts stands: its cell, or the numbers of those of its parts.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SingleTarget {
    cell: Id,
    second: Option<Id>,
    parts: Option<PartCells>,
}

/// An alternative whose options are one run: these, where something has no value, and how parts stand in the number of a cell.
#[derive(Clone)]
struct FewOptions {
    run: BriefRun,
    fails: Option<Id>,
    parts: Option<PartCells>,
}

/// All alternatives, and what is known of the cells in hand.
#[derive(Clone)]
pub(super) struct FewMoves<N> {
    program: Program,
    singles: Vec<SingleMove>,
    /// Where the options of alternatives without amounts stand.
    targets: Vec<SingleTarget>,
    runs: Vec<FewOptions>,
    all: Vec<N>,
    cells: Vec<Lanes<N>>,
    /// For each target, which cells have it as an option.
    ones: Vec<Lanes<N>>,
    /// How many batches are left to other ways, now and after the next one that has too many options.
    rest: (u32, u32),
}

impl<N: LaneNumber> FewMoves<N> {
    /// All alternatives, whose operations are in one program; `None` if an amount has to be looked at, or numbers do not fit the lanes.
    pub(super) fn new(program: Program, nests: &[Nest]) -> Option<Self> {
        let (mut singles, mut targets, mut runs) = (Vec::new(), Vec::new(), Vec::new());
        for nest in nests {
            if nest.amounts != 0 {
                runs.push(FewOptions { run: nest.brief?, fails: nest.enters_fails, parts: nest.parts });
                continue;
            }
            let own = SingleTarget { cell: nest.cell, second: nest.second, parts: nest.parts };
            let known = targets.iter().position(|target| *target == own);
            let target = known.unwrap_or_else(|| {
                targets.push(own);
                targets.len() - 1
            });
            let fails = nest.enters_fails.into_iter().chain(nest.fails).collect();
            let inside = (!nest.is_always_inside).then_some(nest.inside);
            singles.push(SingleMove { enters: nest.enters, allowed: nest.allowed, inside, fails, target });
        }
        if !program.fits::<N>() {
            return None;
        }
        let mut all = vec![N::default(); program.len()];
        program.run_once(0, &mut all);
        let cells = all.iter().map(|number| [*number; LANES]).collect();
        let ones = vec![[N::default(); LANES]; targets.len()];
        Some(Self { program, singles, targets, runs, all, cells, ones, rest: (0, 1) })
    }

    /// Takes some cells in hand, whose positions stand in lanes. Whether all their options are known, no more than so many come by runs (which
    /// are read at once elsewhere), and no more than so many are left for single ones.
    pub(super) fn place(&mut self, positions: &[Lanes<i64>], count: usize, (most, singles): (usize, usize)) -> bool {
        if let Some(left) = self.rest.0.checked_sub(1) {
            self.rest.0 = left;
            return false;
        }
        for (lanes, values) in self.cells.iter_mut().zip(positions) {
            for (lane, value) in lanes[..count].iter_mut().zip(values) {
                *lane = N::of(*value);
            }
        }
        self.program.run(1, &mut self.cells, count, &self.all);
        let runs = if self.singles(count) { self.most(count) } else { None };
        let are_few = runs.is_some_and(|runs| runs <= most && self.targets.len() <= singles.saturating_sub(runs));
        self.rest = if are_few { (0, 1) } else { (self.rest.1, (self.rest.1 * 2).min(MOST_REST)) };
        are_few
    }

    /// Finds the cells that have each single option. Whether all conditions have a value, and no option leaves the board.
    fn singles(&mut self, count: usize) -> bool {
        let Self { cells, ones, .. } = self;
        for one in ones.iter_mut() {
            one[..count].fill(N::default());
        }
        for single in &self.singles {
            let fails = |id: &Id| is_any(cells[*id][..count].iter().copied());
            if single.fails.iter().any(fails) {
                return false;
            }
            let (enters, allowed) = (&cells[single.enters], &cells[single.allowed]);
            for ((slot, enters), allowed) in ones[single.target][..count].iter_mut().zip(enters).zip(allowed) {
                *slot = slot.or(enters.and(*allowed));
            }
            let outside = |inside: Id| {
                let both = enters.iter().zip(allowed).zip(&cells[inside]).take(count);
                is_any(both.map(|((enters, allowed), inside)| enters.and(*allowed).and(inside.not())))
            };
            if single.inside.is_some_and(outside) {
                return false;
            }
        }
        true
    }

    /// The most options by runs that one of the cells in hand may have; `None` where a condition has no value or an option leaves the board.
    fn most(&self, count: usize) -> Option<usize> {
        let mut all = 0;
        for FewOptions { run, fails, .. } in &self.runs {
            if fails.is_some_and(|id| is_any(self.cells[id][..count].iter().copied())) {
                return None;
            }
            let counts = &self.cells[run.count][..count];
            if let Some(inside) = run.inside {
                let is_outside = |(own, inside): (&N, &N)| 0 < own.wide() && !inside.is_true();
                if counts.iter().zip(&self.cells[inside]).any(is_outside) {
                    return None;
                }
            }
            all += index(counts.iter().max()?.wide().max(0));
        }
        Some(all)
    }

    /// What is known of the cells in hand, to be looked at cell by cell.
    pub(super) fn in_hand(&self) -> FewInHand<'_, N> {
        let target = |(one, own): (_, &SingleTarget)| SingleInHand {
            one,
            cell: &self.cells[own.cell],
            second: own.second.map(|id| &self.cells[id]),
            parts: own.parts,
        };
        let ones = self.ones.iter().zip(&self.targets).map(target).collect();
        let run = |FewOptions { run, parts, .. }: &FewOptions| {
            ([run.count, run.first, run.stride].map(|id| &self.cells[id]), *parts)
        };
        let runs = self.runs.iter().map(run);
        FewInHand { all: &self.cells, ones, runs: runs.collect() }
    }
}

/// Options of some cells: which have the single ones, and where these stand; and how many each run has, where it begins, and the distance
/// of its options.
pub(super) struct FewInHand<'a, N> {
    all: &'a [Lanes<N>],
    ones: Vec<SingleInHand<'a, N>>,
    runs: Vec<([&'a Lanes<N>; 3], Option<PartCells>)>,
}

/// The option of an alternative without amounts, for some cells: which have it, and where it stands.
struct SingleInHand<'a, N> {
    one: &'a Lanes<N>,
    cell: &'a Lanes<N>,
    second: Option<&'a Lanes<N>>,
    parts: Option<PartCells>,
}

impl<N: LaneNumber> FewInHand<'_, N> {
    /// Puts the options of some cells side by side. Whether there is room.
    pub(super) fn pack(&self, packed: &mut PackedOptions) -> bool {
        let mut run = |run: [&Lanes<N>; 3], parts: Option<PartCells>| match parts {
            None => packed.runs(run),
            Some(parts) => packed.sums(run, None, parts),
        };
        self.runs.iter().all(|(own, parts)| run(*own, *parts)) && self.ones.iter().all(|own| pack_one(own, packed))
    }

    /// The values of a heap.
    pub(super) fn heap(&self, heap: usize) -> &Lanes<N> {
        &self.all[heap]
    }

    /// Calls `visit` with the cells of the options of the cell in a lane, and with how parts stand in their numbers.
    #[inline]
    pub(super) fn visit(&self, lane: usize, mut visit: impl FnMut(OptionNumbers, Option<PartCells>)) {
        for own in &self.ones {
            let one = own.one[lane];
            if one.is_true() {
                let second = own.second.map_or(0, |second| second[lane].index(one));
                visit((own.cell[lane].index(one), second), own.parts);
            }
        }
        for ([count, first, stride], parts) in &self.runs {
            let count = count[lane].wide();
            let (mut own, stride) = (first[lane], stride[lane]);
            for _ in 0..count {
                visit((own.index(N::truth(true)), 0), *parts);
                own = own.plus(stride);
            }
        }
    }
}

/// Puts the options by one alternative without amounts side by side, as [`FewInHand::pack`] says.
fn pack_one<N: LaneNumber>(
    SingleInHand { one, cell, second, parts }: &SingleInHand<'_, N>,
    packed: &mut PackedOptions,
) -> bool {
    let Some(parts) = parts else { return packed.ones(cell, one) };
    // A mask that is full is below 0.
    let counts: Lanes<N> = one.map(|own| N::truth(true).times(own));
    packed.sums([&counts, cell, &[N::default(); LANES]], *second, *parts)
}
