//! Turns the moves of a two-heap ruleset into sets of difference vectors, with their shapes. Knows nothing of tables.
//!
//! A move is translation-invariant if its condition says nothing of the position but that heaps stay at 0 or above. The
//! difference vectors of such a move are the images of the integer points of a polyhedron of amounts.

pub(in crate::engine) mod invariant;

use crate::engine::EngineError;
use crate::ruleset::Ruleset;
use crate::ruleset::branch::branches;
use crate::ruleset::linear::{Inequality, infeasible};
use crate::table::Region;
use invariant::alternative;
use num_integer::gcd;
use std::fmt;

/// What a move adds to the two heaps.
pub type Delta = [i64; 2];

/// `factors . delta + constant <= 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeltaRow {
    /// One factor for each heap.
    pub factors: [i64; 2],
    /// The constant.
    pub constant: i64,
}

/// A set of difference vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Finitely many.
    Finite(Vec<Delta>),
    /// `start + k * step` for all k >= 0.
    Ray {
        /// The first one.
        start: Delta,
        /// The difference of neighbours.
        step: Delta,
    },
    /// All integer points of a polyhedron, which is neither bounded nor a strip.
    Cone(Vec<DeltaRow>),
}

/// A translation-invariant ruleset of two heaps in which every move lowers one weighted sum of the heaps.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Coprime positive weights: every move lowers `weights . heaps`.
    pub weights: [i64; 2],
    /// The union of these is what the moves can add.
    pub pieces: Vec<Piece>,
    /// Which heaps some move may raise.
    pub rises: [bool; 2],
    /// Whether exchanging the heaps changes nothing.
    pub symmetric: bool,
    /// Each alternative of each move: the name of the move and the shape.
    pub shapes: Vec<(String, String)>,
}

impl Analysis {
    /// The shapes in words.
    pub(in crate::engine) fn words(&self) -> String {
        let all: Vec<String> = self.shapes.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
        all.join("; ")
    }
}

/// Refuses a region that has no cells of two heaps, or too large ones.
pub(in crate::engine) fn is_of_plane(region: &Region) -> Result<(), EngineError> {
    let fair = |bound: &u64| 0 < *bound && *bound <= 1 << 31;
    let fits = match region {
        Region::Box(bounds) => bounds.len() == 2 && bounds.iter().all(fair),
        Region::Total(total) => fair(total),
    };
    if fits { Ok(()) } else { Err(EngineError::unfit_region()) }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(all) => {
                write!(f, "{} difference vector{}", all.len(), if all.len() == 1 { "" } else { "s" })
            }
            Self::Ray { start, step } => {
                write!(f, "the ray ({}, {}) + k * ({}, {})", start[0], start[1], step[0], step[1])
            }
            Self::Cone(rows) => write!(f, "a cone with {} sides", rows.len()),
        }
    }
}

/// The difference vectors of a ruleset.
///
/// # Errors
/// Why the ruleset has none, in words: more or fewer heaps, registers, conditions on the position, or no measure.
pub fn analyse(ruleset: &Ruleset) -> Result<Analysis, String> {
    if ruleset.breaks() {
        return Err("positions break into several".to_owned());
    }
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return Err("lines and levels are for two heaps without a register".to_owned());
    }
    let domain = branches(&ruleset.positions, 2, 0).map_err(|_| "`positions where` has too many parts".to_owned())?;
    if !domain.iter().any(|branch| branch.inequalities.is_empty() && branch.residual.is_empty()) {
        return Err("only some positions belong to the game".to_owned());
    }
    let weights = weights(ruleset)?;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut shapes = Vec::new();
    for family in &ruleset.moves {
        let alternatives = branches(&family.guard, 2, family.amounts.len())
            .map_err(|_| format!("the condition of move `{}` has too many alternatives", family.name))?;
        for branch in alternatives {
            if infeasible(&branch.inequalities, branch.variables()) {
                continue;
            }
            let found = alternative(family, &branch).map_err(|why| format!("move `{}`: {why}", family.name))?;
            shapes.push((family.name.clone(), words(&found)));
            for piece in found {
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
        }
    }
    let pieces = tidy(pieces);
    if !pieces.iter().all(|piece| piece.descends(weights)) {
        return Err("the first entry of its measure is not lowered by every move".to_owned());
    }
    let rises = [0, 1].map(|heap| pieces.iter().any(|piece| piece.rises(heap)));
    let symmetric = pieces.iter().all(|piece| piece.exchanged().is_in(&pieces));
    Ok(Analysis { weights, pieces, rises, symmetric, shapes })
}

fn weights(ruleset: &Ruleset) -> Result<[i64; 2], String> {
    match ruleset.measure.first().map(Vec::as_slice) {
        Some([first, second]) if 0 < *first && 0 < *second && first.max(second) < &(1 << 20) => {
            let divisor = gcd(i128::from(*first), i128::from(*second));
            let small =
                |weight: i64| i64::try_from(i128::from(weight) / divisor).expect("it is no larger than the weight");
            Ok([small(*first), small(*second)])
        }
        _ => Err("the first entry of its measure does not weigh both heaps".to_owned()),
    }
}

fn words(pieces: &[Piece]) -> String {
    match pieces {
        [] => "no difference vector".to_owned(),
        [one] => one.to_string(),
        many if many.iter().all(|piece| matches!(piece, Piece::Ray { .. })) => {
            format!("a strip of {} rays", many.len())
        }
        many => format!("{} sets", many.len()),
    }
}

impl Piece {
    fn descends(&self, weights: [i64; 2]) -> bool {
        let level = |delta: &Delta| weights[0] * delta[0] + weights[1] * delta[1];
        match self {
            Self::Finite(all) => all.iter().all(|delta| level(delta) < 0),
            Self::Ray { start, step } => level(start) < 0 && level(step) <= 0,
            Self::Cone(rows) => {
                let up = DeltaRow { factors: weights.map(|weight| -weight), constant: 0 };
                infeasible_rows(rows, &up)
            }
        }
    }

    fn rises(&self, heap: usize) -> bool {
        match self {
            Self::Finite(all) => all.iter().any(|delta| 0 < delta[heap]),
            Self::Ray { start, step } => 0 < start[heap] || 0 < step[heap],
            Self::Cone(rows) => {
                let mut up = DeltaRow { factors: [0, 0], constant: 1 };
                up.factors[heap] = -1;
                !infeasible_rows(rows, &up)
            }
        }
    }

    pub(in crate::engine) fn exchanged(&self) -> Self {
        let swap = |delta: &Delta| [delta[1], delta[0]];
        match self {
            Self::Finite(all) => {
                let mut all: Vec<Delta> = all.iter().map(swap).collect();
                all.sort_unstable();
                Self::Finite(all)
            }
            Self::Ray { start, step } => Self::Ray { start: swap(start), step: swap(step) },
            Self::Cone(rows) => Self::Cone(
                rows.iter().map(|row| DeltaRow { factors: swap(&row.factors), constant: row.constant }).collect(),
            ),
        }
    }

    fn is_in(&self, pieces: &[Self]) -> bool {
        pieces.iter().any(|piece| match (piece, self) {
            (Self::Cone(known), Self::Cone(rows)) => {
                known.iter().all(|row| rows.contains(row)) && rows.iter().all(|row| known.contains(row))
            }
            _ => piece == self,
        })
    }
}

/// Whether it is proved that no integer point satisfies the rows and one more.
fn infeasible_rows(rows: &[DeltaRow], more: &DeltaRow) -> bool {
    let system: Vec<Inequality> = rows
        .iter()
        .chain([more])
        .map(|row| Inequality {
            coefficients: row.factors.iter().map(|factor| i128::from(*factor)).collect(),
            constant: i128::from(row.constant),
        })
        .collect();
    infeasible(&system, 2)
}

/// One finite set, each ray once, no vector that lies on a ray.
pub(in crate::engine) fn tidy(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut points: Vec<Delta> = Vec::new();
    let mut rays: Vec<(Delta, Delta)> = Vec::new();
    let mut cones = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Finite(all) => points.extend(all),
            Piece::Ray { start, step } => rays.push((start, step)),
            Piece::Cone(_) => cones.push(piece),
        }
    }
    let on = |point: &Delta, (start, step): &(Delta, Delta)| {
        let apart = [point[0] - start[0], point[1] - start[1]];
        let heap = usize::from(step[0] == 0);
        let times = apart[heap] / step[heap];
        0 <= times && apart == [step[0] * times, step[1] * times]
    };
    let kept: Vec<(Delta, Delta)> = rays
        .iter()
        .enumerate()
        .filter(|(at, ray)| {
            let same = |(other_at, other): (usize, &(Delta, Delta))| {
                other_at != *at && other.1 == ray.1 && on(&ray.0, other) && (other.0 != ray.0 || other_at < *at)
            };
            !rays.iter().enumerate().any(same)
        })
        .map(|(_, ray)| *ray)
        .collect();
    points.retain(|point| !kept.iter().any(|ray| on(point, ray)));
    points.sort_unstable();
    points.dedup();
    let mut all: Vec<Piece> = kept.into_iter().map(|(start, step)| Piece::Ray { start, step }).collect();
    all.extend(cones);
    if !points.is_empty() {
        all.push(Piece::Finite(points));
    }
    all
}
