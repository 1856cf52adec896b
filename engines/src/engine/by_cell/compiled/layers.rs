//! The moves from positions that have the same registers, as operations of their own: what the registers tell is known before, so that
//! three modes with moves of their own cost no more than one. Knows nothing of values.
//!
//! Right because the registers of a position are numbers: with these in their place a move has the same options there, and an alternative
//! that is left out is one that they exclude.
use super::board::{CellBoard, Images, Numbers};
use super::brief::IS_SMALL;
use super::few::FewMoves;
use super::lane::{LaneNumber, Lanes};
use super::nest::Nest;
use super::on;
use super::packed::{MOST_PACKED, PackedOptions};
use super::prepared::{Prepared, on_board};
use super::program::Program;
use super::unrolled::known;
use crate::ruleset::{Condition, Move, Ruleset, Term, Variable};

/// For more values of the registers, operations are shared.
const MOST_LAYERS: usize = 64;

/// Each layer of a board has at least so many cells: operations take some time to be found.
const FEWEST_CELLS: usize = 1 << 10;

/// A layer has no more alternatives.
const MOST_WAYS: usize = 62;

/// All layers have no more operations: each takes lanes of up to 2 KiB, once for each thread.
const MOST_OPERATIONS: usize = 1 << 14;

/// The moves of each layer, and the board that has the heaps alone, with exchanges of these.
pub(super) struct LayerMoves {
    board: CellBoard,
    images: Images,
    layers: Vec<(Program, Vec<Nest>)>,
}

/// The same, with what is known of the cells in hand.
#[derive(Clone)]
pub(super) struct Layers<N> {
    pub(super) board: CellBoard,
    images: Images,
    all: Vec<(FewMoves<N>, PackedOptions)>,
}

impl LayerMoves {
    /// The moves of each layer of a board; `None` if there are no registers or too many of their values, if the board is small, or if a
    /// layer has a move that no operations say. Cost: that of compiling all moves, for each layer.
    pub(super) fn of(
        moves: &[Prepared],
        ruleset: &Ruleset,
        (board, symmetries): (&CellBoard, &[Vec<usize>]),
    ) -> Option<Self> {
        let (heaps, count) = (board.heaps, board.size[board.heaps..].iter().product::<usize>());
        let cells = count * FEWEST_CELLS..=MOST_PACKED;
        let is_asked = !IS_SMALL && (2..=MOST_LAYERS).contains(&count) && cells.contains(&board.cells());
        let is_plain = ruleset.blocking == 0 && !ruleset.breaks() && ruleset.positions == Condition::Known(true);
        if !is_asked || !is_plain {
            return None;
        }
        let mut position = board.low.clone();
        let (mut layers, mut left) = (Vec::new(), MOST_OPERATIONS);
        for layer in 0..count {
            board.position(layer, &mut position);
            let own = of_layer(moves, ruleset, (board, &position[heaps..]))?;
            left = left.checked_sub(own.0.len())?;
            layers.push(own);
        }
        let board = CellBoard {
            low: board.low[..heaps].to_vec(),
            size: board.size[..heaps].to_vec(),
            stride: board.stride[..heaps].iter().map(|stride| stride / count).collect(),
            is_closed: Vec::new(),
            ..board.clone()
        };
        let images = Images::new(symmetries, &board);
        Some(Self { board, images, layers })
    }
}

/// The moves from positions with some registers, in one program; `None` if an amount has to be looked at.
fn of_layer(
    moves: &[Prepared],
    ruleset: &Ruleset,
    (board, registers): (&CellBoard, &[i64]),
) -> Option<(Program, Vec<Nest>)> {
    let own = |prepared: &Prepared| Prepared::new(&at(&prepared.family, board.heaps, registers), ruleset).ok();
    let moves: Vec<Prepared> = moves.iter().map(own).collect::<Option<_>>()?;
    let (mut program, mut nests) = (on(board), Vec::new());
    for prepared in on_board(&moves, ruleset, board) {
        nests.extend(prepared.nests_among(&mut program, board).ok()?);
    }
    let never = program.truth(false);
    nests.retain(|nest| nest.enters != never && nest.allowed != never);
    (nests.len() <= MOST_WAYS).then_some((program, nests))
}

/// A move from positions with these registers.
fn at(family: &Move, heaps: usize, registers: &[i64]) -> Move {
    let mut put = |part: &Term| match part {
        Term::Variable(Variable::Coordinate(at)) => {
            let value = at.checked_sub(heaps).and_then(|register| registers.get(register))?;
            Some(Term::Constant((*value).into()))
        }
        _ => None,
    };
    let guard: Condition = family.guard.map_terms(&mut put).map_terms(&mut known);
    let targets = family.targets.iter().map(|target| target.map(&mut put).map(&mut known)).collect();
    Move { targets, guard, ..family.clone() }
}

impl<N: LaneNumber> Layers<N> {
    /// `None` if a layer has options that depend on amounts, or numbers that do not fit the lanes.
    pub(super) fn new(LayerMoves { board, images, layers }: LayerMoves) -> Option<Self> {
        let layers = layers
            .into_iter()
            .map(|(program, nests)| Some((FewMoves::new(program, &nests)?, PackedOptions::default())));
        Some(Self { board, images, all: layers.collect::<Option<_>>()? })
    }

    /// The positions of heaps in the order of the cells of the board.
    pub(super) fn numbers<'a>(&'a self, Numbers { order, .. }: Numbers<'a>) -> Numbers<'a> {
        Numbers { board: &self.board, order, images: &self.images }
    }

    /// How many cells stand beside each other, which have the same heaps.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Takes positions of heaps in hand, which stand in lanes, with all registers. Whether all their options are known, and few.
    pub(super) fn place(&mut self, positions: &[Lanes<i64>], cells: &[usize], most: usize) -> bool {
        self.all.iter_mut().all(|(few, packed)| {
            packed.begin(cells);
            few.place(positions, cells.len(), (most, most)) && few.in_hand().pack(packed)
        })
    }

    /// The options of the positions in hand, for each layer.
    pub(super) fn options(&self) -> impl Iterator<Item = &PackedOptions> {
        self.all.iter().map(|(_, packed)| packed)
    }
}
