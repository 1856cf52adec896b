//! Turns moves that are the same difference vectors at every position, whatever condition picks these, into tables: the
//! vectors of a board are listed once. Knows nothing of their shapes.
//!
//! If no heap rises and the condition says nothing of the position but that heaps stay at 0 or above, the options of the
//! greatest position of a board show all difference vectors that matter on it.
//!
//! Right because the options of a position p are then exactly p + d for the difference vectors d that keep p + d on the board,
//! and of those of the greatest position every one that keeps a smaller position on the board is among them. No heap rises, so
//! options come earlier row by row, and tile by tile of the first two heaps (`front`).
use crate::engine::board::mex::Met;
use crate::engine::by_cell::compiled::taken_from_greatest;
use crate::engine::front::{Front, longest_side, threads_along};
use crate::engine::moves::caps::capped;
use crate::engine::moves::differences::{Columns, KnownRows};
use crate::engine::numbers::{index, signed, whole};
use crate::engine::question::{Engine, Passed, Unfit};
use crate::engine::{Context, EngineError, EngineKind, Question};
use crate::ruleset::branch::{Branch, branches};
use crate::ruleset::determined::{shortened, with_differences};
use crate::ruleset::linear::Inequality;
use crate::ruleset::options::Options;
use crate::ruleset::{Condition, Move, Ruleset};
use crate::table::{Cells, Kept, Region, SharedCell, Table};
use crate::value::Play;
use blocks::Blocks;
use std::iter::repeat_n;
use std::ops::{ControlFlow, Range};

mod blocks;

/// Cells from which on several threads are worth while.
const MANY: usize = 1 << 13;

/// About so many progress is told of where rows are not cut.
const PARTS: usize = 64;

/// How many cells a tile has along the first two heaps, if there are no others.
const TILE: [usize; 2] = [64, 256];

/// The engine of a ruleset.
#[derive(Debug)]
pub(in crate::engine) struct ByPoints<'a>(&'a Ruleset);

impl<'a> ByPoints<'a> {
    pub(in crate::engine) fn new(ruleset: &'a Ruleset) -> Result<Self, Unfit> {
        if apply(ruleset) {
            return Ok(Self(ruleset));
        }
        Err("a move raises a heap, changes a register, or is not allowed wherever its option exists".to_owned())
    }
}

impl Engine for ByPoints<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        table(self.0, region, question, context)
    }

    fn why(&self, passed: &Passed) -> String {
        format!(
            "{}, but every move raises no heap and is allowed wherever its option exists; the difference vectors of a \
             table are listed once, and a cell costs one look at each of them",
            passed.words(EngineKind::Boards)
        )
    }
}

/// What is taken from the last heap, ascending, along with what is taken from the others.
struct PointGroup {
    others: Vec<usize>,
    last: Vec<usize>,
}

/// Whether all moves are difference vectors that are the same at every position and raise no heap.
fn apply(ruleset: &Ruleset) -> bool {
    let heaps = ruleset.heaps.len();
    ruleset.registers.is_empty()
        && ruleset.positions == Condition::Known(true)
        && ruleset.moves.iter().map(with_differences).all(|family| {
            branches(&family.guard, heaps, family.amounts.len())
                .is_ok_and(|all| all.iter().all(|branch| is_invariant(&family, branch, heaps) == Some(true)))
        })
}

/// Whether an alternative adds the same to the heaps wherever its option exists, and raises none.
fn is_invariant(family: &Move, branch: &Branch, heaps: usize) -> Option<bool> {
    if branch.residual.iter().any(Condition::mentions_coordinates) || !branch.opaques.is_empty() {
        return None;
    }
    let columns = Columns { heaps, fixed: heaps, amounts: branch.amounts };
    let mut rows = branch.inequalities.clone();
    let mut deltas: Vec<Inequality> =
        family.targets.iter().map(|target| branch.linear(target)).collect::<Option<_>>()?;
    columns.substitute(&mut rows, &mut deltas, branch.residual.is_empty()).ok()?;
    let (own, other): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| columns.is_of_amounts(row));
    let mut known = KnownRows::new(&columns, &own, &deltas).ok()?;
    // The row of a difference says that it is at most 0.
    let mut follows = other.iter().chain(&deltas).map(|row| known.implies(row));
    Some(follows.all(|follows| follows == Ok(true)))
}

/// The table of a region. Cost: that of the options of one position, and one look at each option of each position.
fn table(ruleset: &Ruleset, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
    let heaps = ruleset.heaps.len();
    let shape = region.shape(heaps).filter(|shape| !shape.contains(&0)).ok_or_else(EngineError::unfit_region)?;
    let total = if let Region::Total(total) = region { *total } else { u64::MAX };
    let sizes: Vec<usize> = shape
        .iter()
        .map(|bound| usize::try_from(*bound))
        .collect::<Result<_, _>>()
        .map_err(|_| EngineError::too_large())?;
    let cells =
        sizes.iter().try_fold(1usize, |cells, size| cells.checked_mul(*size)).ok_or_else(EngineError::too_large)?;
    context.fits(cells as u128 * 2)?;
    let groups = groups(ruleset, &sizes, total, context)?;
    // No value exceeds the number of options.
    let options: usize = groups.iter().map(|group| group.last.len()).sum();
    let cells = if options + 1 < usize::from(u16::MAX) {
        filled::<u16>(&sizes, total, cells, (&groups, question), context)?
    } else {
        context.fits(cells as u128 * 4)?;
        filled::<u32>(&sizes, total, cells, (&groups, question), context)?
    };
    Ok(Table { shape, layers: vec![(Vec::new(), cells)] })
}

/// All cells of a board.
fn filled<K: Kept>(
    sizes: &[usize],
    total: u64,
    cells: usize,
    (groups, question): (&[PointGroup], Question),
    context: &Context,
) -> Result<Cells, EngineError> {
    let (last, others) = sizes.split_last().ok_or_else(EngineError::unfit_region)?;
    let kept: Vec<K::Shared> = SharedCell::none(cells);
    let bytes = (cells * size_of::<K>()) as u128;
    let blocks = match (groups, question) {
        ([only], Question::Grundy) if others.is_empty() => Blocks::new(&only.last, cells, bytes, context),
        _ => None,
    };
    if let Some(blocks) = blocks {
        blocks.fill(&kept, context)?;
    } else {
        let board = PointBoard { last: *last, sizes: others, total, kept: &kept };
        let front = front(sizes, cells, context);
        front.share(repeat_n((), front.threads()), |()| {
            let mut looks = PointLooks { heaps: vec![0; others.len()], near: Vec::new(), met: Met::default() };
            // Values may be those that another thread gave.
            looks.met.reserve(groups.iter().map(|group| group.last.len()).sum());
            front.work(|rows, columns| board.tile(&[rows, columns], (groups, question), &mut looks, context))
        })?;
    }
    Ok(K::cells(kept.into_iter().map(SharedCell::into_kept).collect()))
}

/// The tiles of a board: whole rows, if threads do not gain by others.
fn front<'a>(sizes: &[usize], cells: usize, context: &'a Context) -> Front<'a> {
    let size = [sizes[0], sizes.get(1).copied().unwrap_or(1)];
    let threads = if cells < MANY || sizes.len() == 1 { 1 } else { threads_along(size[0].min(size[1]), context) };
    if threads == 1 {
        return Front::new(size, [size[0].div_ceil(PARTS), size[1]], 1, context);
    }
    let across: usize = sizes[2..].iter().product();
    let block = |at: usize| (TILE[at] / across.isqrt()).max(1).min(longest_side(size[at], threads));
    Front::new(size, [block(0), block(1)], threads, context)
}

/// The difference vectors of a board.
fn groups(ruleset: &Ruleset, sizes: &[usize], total: u64, context: &Context) -> Result<Vec<PointGroup>, EngineError> {
    let top: Vec<i64> = sizes.iter().map(|size| signed(size - 1)).collect();
    let mut ruleset = shortened(ruleset);
    let reached: Vec<(i64, i64)> = top.iter().map(|top| (0, *top)).collect();
    for family in &mut ruleset.moves {
        if let Some(capped) = capped(family, &reached) {
            *family = capped;
        }
    }
    let mut taken = match computed(&ruleset, sizes, context)? {
        Some(taken) => taken,
        None => enumerated(&ruleset, &top, total, context)?,
    };
    let fits = |vector: &Vec<usize>| vector.iter().map(|heap| *heap as u64).fold(0, u64::saturating_add) < total;
    taken.retain(fits);
    taken.sort_unstable();
    taken.dedup();
    let mut groups: Vec<PointGroup> = Vec::new();
    for mut vector in taken {
        let last = vector.pop().unwrap_or(0);
        match groups.last_mut() {
            Some(group) if group.others == vector => group.last.push(last),
            _ => groups.push(PointGroup { others: vector, last: vec![last] }),
        }
    }
    Ok(groups)
}

/// The difference vectors by the operations of conditions; `None` where they cannot say one of the moves.
fn computed(ruleset: &Ruleset, sizes: &[usize], context: &Context) -> Result<Option<Vec<Vec<usize>>>, EngineError> {
    let mut all = Vec::new();
    for family in &ruleset.moves {
        let Some(own) = taken_from_greatest(family, sizes, context)? else { return Ok(None) };
        all.extend(own);
        context.fits(all.len() as u128 * 64)?;
    }
    Ok(Some(all))
}

/// The difference vectors with so small a total, by enumeration.
fn enumerated(ruleset: &Ruleset, top: &[i64], total: u64, context: &Context) -> Result<Vec<Vec<usize>>, EngineError> {
    let mut taken: Vec<Vec<usize>> = Vec::new();
    let (mut fits, mut steps) = (Ok(()), 0u64);
    let _ = Options::new(ruleset)?.until(&context.cancel).visit(top, &mut |_, _, option| {
        let vector = top.iter().zip(option).map(|(own, left)| index(own - left));
        let vector: Vec<usize> = vector.collect();
        steps += 1;
        if steps.is_multiple_of(1 << 16) && fits.is_ok() {
            fits = context.go_on().and_then(|()| context.fits(taken.len() as u128 * 64));
        }
        if vector.iter().map(|heap| *heap as u64).fold(0, u64::saturating_add) < total {
            taken.push(vector);
        }
        if fits.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    fits?;
    Ok(taken)
}

/// Values row by row along the last heap.
struct PointBoard<'a, S> {
    /// Of all heaps but the last.
    sizes: &'a [usize],
    last: usize,
    total: u64,
    kept: &'a [S],
}

/// What is looked at for the cell at hand.
struct PointLooks<'a> {
    /// All heaps but the last.
    heaps: Vec<usize>,
    /// Where options lie: the first cell of a row, and what is taken from the last heap.
    near: Vec<(usize, &'a [usize])>,
    met: Met,
}

impl<S: SharedCell<Kept: Kept>> PointBoard<'_, S> {
    /// All cells with the first two heaps in these ranges, if there are so many. Options have smaller indices: they come first.
    fn tile<'a>(
        &self,
        tile: &[Range<usize>; 2],
        (groups, question): (&'a [PointGroup], Question),
        looks: &mut PointLooks<'a>,
        context: &Context,
    ) -> Result<(), EngineError> {
        let heaps = self.sizes.len();
        let ranges: Vec<Range<usize>> =
            (0..heaps).map(|heap| tile.get(heap).cloned().unwrap_or(0..self.sizes[heap])).collect();
        let places = tile.get(heaps).cloned().unwrap_or(0..self.last);
        looks.heaps = ranges.iter().map(|range| range.start).collect();
        loop {
            context.go_on()?;
            self.row(&places, (groups, question), looks, context)?;
            let Some(heap) = (0..heaps).rev().find(|heap| looks.heaps[*heap] + 1 < ranges[*heap].end) else {
                return Ok(());
            };
            looks.heaps[heap] += 1;
            for (later, range) in looks.heaps.iter_mut().zip(&ranges).skip(heap + 1) {
                *later = range.start;
            }
        }
    }

    /// Some cells of a row.
    fn row<'a>(
        &self,
        places: &Range<usize>,
        (groups, question): (&'a [PointGroup], Question),
        PointLooks { heaps, near, met }: &mut PointLooks<'a>,
        context: &Context,
    ) -> Result<(), EngineError> {
        let index = |heaps: &[usize]| heaps.iter().zip(self.sizes).fold(0, |row, (heap, size)| row * size + heap);
        let row = index(heaps);
        near.clear();
        for group in groups {
            if group.others.iter().zip(&*heaps).all(|(taken, heap)| taken <= heap) {
                near.push(((row - index(&group.others)) * self.last, &group.last));
            }
        }
        let used = heaps.iter().map(|heap| *heap as u64).fold(0, u64::saturating_add);
        let shown = whole(self.total.saturating_sub(used).min(self.last as u64));
        for place in places.start..places.end.min(shown) {
            if place % (1 << 14) == (1 << 14) - 1 {
                context.go_on()?;
            }
            let value = match question {
                Question::Grundy => self.least(near, place, met),
                Question::Outcome(play) => self.outcome(near, place, play),
            };
            self.kept[row * self.last + place].store(Kept::of(value + 1));
        }
        Ok(())
    }

    /// The least value that no option has.
    fn least(&self, near: &[(usize, &[usize])], place: usize, met: &mut Met) -> usize {
        met.begin();
        for (row, taken) in near {
            for taken in taken.iter().take_while(|taken| **taken <= place) {
                met.note(self.value(row + place - taken));
            }
        }
        met.least()
    }

    /// 0 if no option is a P-position, else 1.
    fn outcome(&self, near: &[(usize, &[usize])], place: usize, play: Play) -> usize {
        let mut ends = true;
        for (row, taken) in near {
            for taken in taken.iter().take_while(|taken| **taken <= place) {
                if self.value(row + place - taken) == 0 {
                    return 1;
                }
                ends = false;
            }
        }
        usize::from(ends && play == Play::Misere)
    }

    /// The value of a cell that was filled.
    fn value(&self, cell: usize) -> usize {
        self.kept[cell].load().kept() - 1
    }
}
