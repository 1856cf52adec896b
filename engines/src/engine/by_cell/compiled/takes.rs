//! What a move that concerns one heap alone takes from it: one list for all positions where its conditions do not ask how large
//! the heap is, or a list for each value of the heap, found by trying the values for each amount where a congruence says
//! which ones it can be taken from (a sieve). Knows nothing of values.
//!
//! Right because such a move has the same options wherever the heap is the same; where the heap matters only in that it has to be
//! large enough, what can be taken from a heap can be taken from every larger one.
use super::amounts::AmountLists;
use super::board::CellBoard;
use super::brief::IS_SMALL;
use super::lane::{LANES, LaneNumber};
use super::nest::Nest;
use super::program::{Program, Range};
use super::splits::{LONG_RUN, Split, SplitPart};
use super::step::{Compiled, OptionSink, Rest, Step};
use super::sums::MOST_BITS;
use super::trouble::Trouble;
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};
use crate::ruleset::branch::{Branch, branches, scaled_parts, with_own_opaques};
use crate::ruleset::determined::conjuncts;
use crate::ruleset::error::EvaluationError;
use crate::ruleset::last::{Congruence, congruence_first};
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};

/// Lists are made for at least so many values of a heap at once.
const LEAST_BLOCK: usize = 1 << 16;

/// So many options are listed at once; where there are more, fewer values of the heap are taken at once.
const MOST: usize = 1 << 22;

/// A list of so many linear options costs less than runs of few of them.
const MOST_LINEAR: i128 = 1 << 12;

/// A list so short costs less than any loop.
const FEW: usize = 64;

/// A move of one heap whose lists cost less than its loops.
#[derive(Clone, Debug)]
pub(super) struct Solo {
    heap: usize,
    /// With the heap as one more amount, the last; `None` where one list serves all values.
    turned: Option<Move>,
    family: Move,
    /// How many positions an option is the sum of.
    parts: usize,
    /// Where one list serves all values: numbers that no amount may raise above the heap.
    needed: Vec<Term>,
    /// Conditions that speak of the heap alone: where they hold, one list serves the values.
    asked: Vec<Condition>,
    /// Where one list of the parts of sums serves all values: what the parts are.
    split: Option<Split>,
}

/// What can be taken from a heap.
#[derive(Clone)]
pub(super) struct Takes<'a> {
    pub(super) heap: usize,
    /// How far apart neighbours along the heap stand.
    pub(super) stride: usize,
    size: usize,
    /// For values from the first on, where their lists begin; empty if there is one list.
    begins: Vec<usize>,
    from: usize,
    /// For each option what each of its parts lacks.
    taken: Vec<u32>,
    /// For which values the one list serves, where that is asked.
    holds: Vec<bool>,
    /// For how many values at once lists are made.
    block: usize,
    solo: &'a Solo,
}

/// A sink that lists.
pub(super) struct Listing {
    pub(super) cells: Vec<usize>,
}

impl Solo {
    /// `None` if the move changes or asks for another coordinate, or if loops cost no more than lists.
    pub(super) fn of(family: &Move, (heaps, dimension): (usize, usize)) -> Option<Self> {
        let coordinate = |at: usize| Term::Variable(Variable::Coordinate(at));
        let changed: Vec<usize> = (0..dimension).filter(|at| family.targets[*at] != coordinate(*at)).collect();
        let [heap] = changed[..] else { return None };
        let parts = if IS_SMALL { 1 } else { family.targets.len() / dimension };
        let is_kept = |(at, target): (usize, &Term)| at % dimension == heap || *target == coordinate(at % dimension);
        let mut is_alone = heap < heaps && family.targets.iter().enumerate().all(is_kept);
        let mut note =
            |variable: Variable| is_alone &= !matches!(variable, Variable::Coordinate(other) if other != heap);
        family.guard.visit_variables(&mut note);
        own_targets(family, heap, parts).for_each(|target| target.visit_variables(&mut note));
        if !is_alone {
            return None;
        }
        let solo = |turned, needed| Self {
            heap,
            turned,
            family: family.clone(),
            parts,
            needed,
            asked: Vec::new(),
            split: None,
        };
        if let Some(needed) = needed(family, heap).filter(|_| parts == 1) {
            return Some(solo(None, needed));
        }
        if !IS_SMALL && let Some(one) = Self::with_asked(family, heap, parts) {
            return Some(one);
        }
        let turned = turned(family, heap, parts);
        // Steps of a number that varies leave out more than those of a constant one.
        let is_better = Sieve::of(family, family.targets.len()) < Sieve::of(&turned, 2);
        is_better.then(|| solo(Some(turned), Vec::new()))
    }

    /// Where one list serves all values for which conditions hold that speak of the heap alone; `None` if none does.
    fn with_asked(family: &Move, heap: usize, parts: usize) -> Option<Self> {
        let (asked, rest): (Vec<Condition>, Vec<Condition>) = conjuncts(&family.guard)
            .into_iter()
            .partition(|condition| condition.mentions_coordinates() && !condition.mentions_amounts());
        let rest = Move { guard: Condition::And(rest), ..family.clone() };
        let split = if 1 < parts { Split::of(&rest, heap, parts) } else { None };
        let is_listed = split.is_some() || parts == 1 && needed(&rest, heap).is_some_and(|all| all.is_empty());
        let (turned, needed) = (None, Vec::new());
        (is_listed && !family.amounts.is_empty()).then_some(Self {
            heap,
            turned,
            family: rest,
            parts,
            needed,
            asked,
            split,
        })
    }

    /// Whether it is clear without a list that one serves all values of the heap.
    pub(super) fn is_one_list(&self) -> bool {
        self.turned.is_none() && self.needed.is_empty() && self.asked.is_empty() && self.split.is_none()
    }
}

impl Solo {
    /// Whether one list of parts that are linear serves all values of the heap.
    fn is_linear_split(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_linear)
    }

    /// Whether one list of linear parts serves all values of the heap, and is short where runs are, as the ranges of amounts tell.
    pub(super) fn is_short_split<'n>(&self, mut nests: impl Iterator<Item = &'n Nest>) -> bool {
        let length = |(low, high): &Range| high.saturating_sub(*low).saturating_add(1).max(0);
        let is_short = |nest: &Nest| {
            nest.ranges.last().is_none_or(|last| length(last) <= LONG_RUN)
                && nest.ranges.iter().map(length).fold(1, i128::saturating_mul) <= MOST_LINEAR
        };
        self.is_linear_split() && nests.all(is_short)
    }

    /// Whether a list may be made: one of linear parts only if it is short.
    pub(super) fn may_list<'n>(&self, nests: impl Iterator<Item = &'n Nest>) -> bool {
        !self.is_linear_split() || self.is_short_split(nests)
    }

    /// For each value of the heap whether what is asked of it holds; nothing where nothing is asked.
    fn holds(&self, board: &CellBoard, context: &Context) -> Result<Vec<bool>, Trouble> {
        if IS_SMALL || self.asked.is_empty() {
            return Ok(Vec::new());
        }
        context.fits(board.size[self.heap] as u128)?;
        let mut position = board.low.clone();
        let mut at = |value: usize| {
            position[self.heap] = board.low[self.heap] + signed(value);
            let mut all = self.asked.iter();
            all.try_fold(true, |holds, condition| Ok(holds && condition.holds(&position, &[])?))
        };
        let all = (0..board.size[self.heap]).map(&mut at).collect::<Result<_, EvaluationError>>();
        all.map_err(|_| unfit("a condition has no value somewhere"))
    }
}

/// What a move leaves in a heap, in each part of an option.
fn own_targets(family: &Move, heap: usize, parts: usize) -> impl Iterator<Item = &Term> {
    family.targets.iter().skip(heap).step_by(family.targets.len() / parts)
}

/// What the heap has to have at least, besides what is taken, where the conditions ask for it only so far that it has that; `None` if they
/// ask for more.
fn needed(family: &Move, heap: usize) -> Option<Vec<Term>> {
    let target = &family.targets[heap];
    let own = (1, Term::Variable(Variable::Coordinate(heap)));
    let is_plain = |parts: &[(i128, Term)]| {
        parts.iter().filter(|part| **part == own).count() == 1
            && parts.iter().all(|part| *part == own || !part.1.mentions_coordinates())
    };
    let mut parts = Vec::new();
    scaled_parts(target, 1, &mut parts);
    if !is_plain(&parts) {
        return None;
    }
    let left = Condition::Compare(Term::Constant(0), Comparison::AtMost, target.clone());
    let mut needed = Vec::new();
    for condition in conjuncts(&family.guard) {
        if condition == left || !condition.mentions_coordinates() {
            continue;
        }
        let Condition::Compare(less, Comparison::AtMost, more) = &condition else { return None };
        if IS_SMALL {
            return None;
        }
        let mut parts = Vec::new();
        scaled_parts(more, 1, &mut parts);
        scaled_parts(less, -1, &mut parts);
        if !is_plain(&parts) {
            return None;
        }
        // heap - needed >= 0
        let others = parts.into_iter().filter(|part| *part != own);
        let less = |(factor, part): (i128, Term)| {
            Some(Term::Product(Box::new(Term::Constant(factor.checked_neg()?)), Box::new(part)))
        };
        needed.push(Term::Sum(others.map(less).collect::<Option<_>>()?));
    }
    Some(needed)
}

/// The same relation with the heap as the last amount, between two bounds that are the coordinates.
fn turned(family: &Move, heap: usize, parts: usize) -> Move {
    let amount = Term::Variable(Variable::Amount(family.amounts.len()));
    let mut replace = |part: &Term| match part {
        Term::Variable(Variable::Coordinate(_)) => Some(amount.clone()),
        _ => None,
    };
    let at_most = |left: Term, right: Term| Condition::Compare(left, Comparison::AtMost, right);
    let bound = |at| Term::Variable(Variable::Coordinate(at));
    let guard = family.guard.map_terms(&mut replace);
    let guard = vec![guard, at_most(bound(0), amount.clone()), at_most(amount.clone(), bound(1))];
    let left: Vec<Term> = own_targets(family, heap, parts).map(|target| target.map(&mut replace)).collect();
    let mut amounts = family.amounts.clone();
    amounts.push(String::new());
    let targets = std::iter::once(amount.clone()).chain(left).collect();
    Move { guard: Condition::And(guard), targets, amounts, ..family.clone() }
}

/// By which modulus a congruence says which values of the last amount are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sieve {
    No,
    Constant,
    Varying,
}

impl Sieve {
    /// The least that one of the alternatives has.
    fn of(family: &Move, coordinates: usize) -> Self {
        let Ok(all) = branches(&family.guard, coordinates, family.amounts.len()) else { return Self::No };
        let own = |branch: Branch| {
            let branch = congruence_first(with_own_opaques(branch, &family.targets));
            match Congruence::of(&branch).filter(|_| branch.loops().is_ok()).map(|congruence| congruence.modulus) {
                None => Self::No,
                Some(Term::Constant(_)) => Self::Constant,
                Some(_) => Self::Varying,
            }
        };
        all.into_iter().map(own).min().unwrap_or(Self::Varying)
    }
}

impl<'a> Takes<'a> {
    /// The lists of a move on a board; where those that differ from value to value can be made as they are needed, none yet.
    ///
    /// # Errors
    /// Too many options at once, a condition without a value, options beside the board; memory and cancellation.
    pub(super) fn new(solo: &'a Solo, board: &CellBoard, context: &Context) -> Result<Self, Trouble> {
        let (size, stride) = (board.size[solo.heap], board.stride[solo.heap]);
        let block = if solo.heap == 0 { (size / 4).max(LEAST_BLOCK) } else { size };
        let holds = solo.holds(board, context)?;
        let mut all =
            Self { heap: solo.heap, stride, size, begins: Vec::new(), from: 0, taken: Vec::new(), holds, block, solo };
        if solo.turned.is_none() {
            all.list_once(board, context)?;
            if solo.split.is_none() {
                all.taken.sort_unstable();
                all.taken.dedup();
            }
        } else if 0 < solo.heap {
            all.list(0, context)?;
        }
        Ok(all)
    }

    /// Lists what can be taken from every value that has as much.
    fn list_once(&mut self, board: &CellBoard, context: &Context) -> Result<(), Trouble> {
        let Solo { heap, family, needed, split, parts, .. } = self.solo;
        let mut left: Vec<Term> = own_targets(family, *heap, *parts).cloned().collect();
        if let Some(split) = split.as_ref().filter(|_| !IS_SMALL) {
            left = split.listable(&left, *heap);
        }
        let behind: Vec<&Term> = left[1..].iter().chain(needed).collect();
        let mut position = board.low.clone();
        position[*heap] += signed(self.size) - 1;
        let own = board.index(position.iter().copied()).expect("its own greatest values are on the board");
        // What is needed stands beside what is left.
        let (whole, mut wide) = (board.cells().next_power_of_two(), self.size.next_power_of_two());
        if split.is_some() && !IS_SMALL {
            // Parts are small numbers where many bits are not left for them.
            let bits = MOST_BITS.saturating_sub(whole.trailing_zeros()) as usize / behind.len().max(1);
            wide = wide.min(1 << bits);
        }
        let mut wider = board.clone();
        let mut next = Some(whole);
        for _ in behind.iter().filter(|_| !IS_SMALL) {
            wider.stride.push(next.ok_or_else(|| unfit("a list is too wide"))?);
            next = next.and_then(|next| next.checked_mul(wide));
            wider.size.push(self.size.min(wide));
            wider.low.push(0);
            wider.is_closed.push(false);
        }
        let mut longer = family.clone();
        longer.targets.truncate(board.size.len());
        longer.targets[*heap] = left[0].clone();
        longer.targets.extend(behind.into_iter().filter(|_| !IS_SMALL).cloned());
        let cells = options(&longer, &wider, &position, context)?.ok_or_else(|| unfit("too many options"))?;
        if let Some(split) = split.as_ref().filter(|_| !IS_SMALL) {
            self.taken = split.listed(&cells, board, (*heap, whole, wide), context)?;
            return Ok(());
        }
        for cell in cells {
            let left = cell % whole;
            let taken = own.checked_sub(left).filter(|taken| 0 < *taken).ok_or(Trouble::Order)? / self.stride;
            let has_enough =
                IS_SMALL || wider.stride[board.stride.len()..].iter().all(|stride| cell / stride % wide <= taken);
            if !has_enough {
                return Err(unfit("more has to be there than is taken"));
            }
            self.taken.push(u32::try_from(taken).map_err(|_| Trouble::Outside)?);
        }
        Ok(())
    }

    /// Whether lists cost less than the loops of the move: many options at equal distances are read at once.
    pub(super) fn pays(&self, nests: &[(Program, Nest)]) -> bool {
        if self.solo.turned.is_some() {
            // A sieve costs more than options that the value of the heap tells of.
            return nests.iter().any(|(_, nest)| 0 < nest.amounts && nest.brief.is_none());
        }
        // Loops that leave values out of which a condition does not hold cost little as well.
        if self.solo.is_linear_split() {
            // That was asked before the list was made.
            return true;
        }
        let is_short = self.taken.len() <= FEW && self.solo.asked.is_empty() && self.solo.split.is_none();
        is_short || nests.iter().any(|(_, nest)| 0 < nest.amounts && nest.run.is_none())
    }

    /// What the parts of sums are that one list has.
    pub(super) fn split(&self) -> Option<&'a [SplitPart]> {
        self.solo.split.as_ref().filter(|_| !IS_SMALL).map(|split| &*split.parts)
    }

    /// Of how many positions an option is the sum.
    pub(super) fn parts(&self) -> usize {
        self.solo.parts
    }

    /// What can be taken from every value of the heap that has as much, if that is one list; ascending.
    pub(super) fn always(&self) -> Option<&[u32]> {
        let Solo { turned, asked, split, .. } = self.solo;
        (turned.is_none() && asked.is_empty() && split.is_none()).then_some(&*self.taken)
    }

    /// What can be taken from a value of the heap, and perhaps more than it has: that comes last, and ascending. Where an option is a sum, what
    /// each of its parts lacks.
    #[inline]
    pub(super) fn at(&mut self, value: usize, context: &Context) -> Result<&[u32], Trouble> {
        if self.solo.turned.is_none() {
            let serves = self.holds.is_empty() || self.holds[value];
            return Ok(if serves { &self.taken } else { &[] });
        }
        if self.begins.len() < 2 || value < self.from || self.from + self.begins.len() - 1 <= value {
            self.list(value, context).map_err(|trouble| match trouble {
                Trouble::Engine(error) => Trouble::Engine(error),
                _ => unfit("a list leaves the board"),
            })?;
        }
        let at = value - self.from;
        Ok(&self.taken[self.begins[at]..self.begins[at + 1]])
    }

    /// Lists what can be taken from this value on. All values at once where the heap is not the slowest coordinate; otherwise as
    /// many as have not too many options.
    #[cold]
    fn list(&mut self, value: usize, context: &Context) -> Result<(), Trouble> {
        let Some(turned) = &self.solo.turned else { return Ok(()) };
        let (wide, parts) = (self.size.next_power_of_two(), if IS_SMALL { 1 } else { self.solo.parts });
        let stride: Option<Vec<usize>> =
            (0..=parts).rev().map(|at| wide.checked_pow(u32::try_from(at).ok()?)).collect();
        let stride = stride.ok_or_else(|| unfit("a list is too wide"))?;
        let whole = stride[0];
        let board = CellBoard {
            heaps: 2,
            low: vec![0; 1 + parts],
            size: vec![self.size; 1 + parts],
            stride,
            is_closed: vec![false; parts - 1],
            amounts: AmountLists::default(),
        };
        let from = if self.heap == 0 { value } else { 0 };
        let (end, pairs) = loop {
            let end = self.size.min(from + self.block);
            if let Some(pairs) = options(turned, &board, &[signed(from), signed(end) - 1], context)? {
                break (end, pairs);
            }
            if 0 < self.heap || self.block == 1 {
                return Err(unfit("too many options"));
            }
            self.block = self.block.div_ceil(4);
        };
        let mut begins = vec![0; end - from + 1];
        context.fits(pairs.len() as u128 * (8 + 4 * parts as u128) + begins.len() as u128 * 8)?;
        for cell in &pairs {
            begins[cell / whole - from + 1] += parts;
        }
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut next = begins.clone();
        let mut taken = vec![0; pairs.len() * parts];
        for cell in pairs {
            let value = cell / whole;
            for stride in &board.stride[1..] {
                let rest = cell / stride % wide;
                let fallen = value.checked_sub(rest).filter(|fallen| 0 < *fallen).ok_or(Trouble::Order)?;
                taken[next[value - from]] = u32::try_from(fallen).map_err(|_| Trouble::Outside)?;
                next[value - from] += 1;
            }
        }
        (self.begins, self.from, self.taken) = (begins, from, taken);
        Ok(())
    }
}

fn unfit(why: &str) -> Trouble {
    Trouble::Engine(EngineError::Unfit(why.to_owned()))
}

/// What one move takes from the greatest position with heaps below some sizes, a vector for each option; `None` if operations cannot say it,
/// or if there are too many.
///
/// # Errors
/// Memory and cancellation.
pub(super) fn taken_from_greatest(
    family: &Move,
    sizes: &[usize],
    context: &Context,
) -> Result<Option<Vec<Vec<usize>>>, EngineError> {
    let mut stride = vec![1; sizes.len()];
    for at in (0..sizes.len().saturating_sub(1)).rev() {
        stride[at] = stride[at + 1] * sizes[at + 1];
    }
    let board = CellBoard {
        heaps: sizes.len(),
        low: vec![0; sizes.len()],
        size: sizes.to_vec(),
        stride,
        is_closed: Vec::new(),
        amounts: AmountLists::default(),
    };
    let position: Vec<i64> = sizes.iter().map(|size| signed(*size) - 1).collect();
    let cells = match options(family, &board, &position, context) {
        Ok(cells) => cells,
        Err(Trouble::Engine(error)) if !error.is_of_this_engine() => return Err(error),
        Err(_) => None,
    };
    let vector = |cell: usize| {
        let taken = |(stride, size): (&usize, &usize)| size - 1 - cell / stride % size;
        board.stride.iter().zip(sizes).map(taken).collect()
    };
    Ok(cells.map(|cells| cells.into_iter().map(vector).collect()))
}

/// The cells of all options of a position by one move; `None` if they are too many to be listed.
fn options(
    family: &Move,
    board: &CellBoard,
    position: &[i64],
    context: &Context,
) -> Result<Option<Vec<usize>>, Trouble> {
    let mut listing = Listing { cells: Vec::new() };
    let all = branches(&family.guard, board.size.len(), family.amounts.len());
    for branch in all.map_err(|_| unfit("a move has too many alternatives"))? {
        let branch = congruence_first(with_own_opaques(branch, &family.targets));
        let loops = branch.loops().map_err(|_| unfit("an amount has no bound"))?;
        if loops.never_begin() {
            continue;
        }
        let mut program = super::on(board);
        let nest = Nest::new(&mut program, (&branch, &loops, &family.targets), board);
        let nest = nest.map_err(|why| unfit(&why))?;
        let mut compiled = Compiled::<i64>::new(program, nest);
        let lanes: Vec<_> = position.iter().map(|value| [*value; LANES]).collect();
        compiled.place(&lanes, 1);
        match (Step { sink: &mut listing, context, grows: false }).cell(&mut compiled, 0)? {
            Rest::Unclear => return Err(unfit("a condition has no value somewhere")),
            Rest::Decided => return Ok(None),
            Rest::Open => {}
        }
        context.fits(listing.cells.len() as u128 * 20)?;
    }
    Ok(Some(listing.cells))
}

impl OptionSink for Listing {
    fn one(&mut self, cell: usize) {
        self.cells.push(cell);
    }

    fn run(&mut self, first: usize, stride: i64, count: usize) {
        let cell = |at| usize::try_from(signed(first) + stride * at).expect("an option stands on the board");
        self.cells.extend((0..signed(count.min(MOST + 1))).map(cell));
    }

    fn lanes<N: LaneNumber>(&mut self, allowed: &[N], cells: &[N]) {
        let all = allowed.iter().zip(cells).filter(|(mask, _)| mask.is_true());
        self.cells.extend(all.map(|(mask, cell)| cell.index(*mask)));
    }

    fn every<N: LaneNumber>(&mut self, cells: &[N]) {
        self.cells.extend(cells.iter().map(|cell| cell.index(N::truth(true))));
    }

    fn has_enough(&self) -> bool {
        MOST < self.cells.len()
    }
}
