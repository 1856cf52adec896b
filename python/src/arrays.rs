//! Tables as arrays of `NumPy`: one axis for each register, then one for each heap. The memory of a table without registers changes
//! hands; layers are put one behind the other. Computes no value.
use nimdsl::engine::Context;
use nimdsl::rules::{NoAnswer, Rules, Tabled};
use nimdsl::ruleset::Register;
use nimdsl::table::{PlainCells, Region};
use nimdsl::tasks::What;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// All values of a table in one piece.
#[derive(Debug)]
enum ArrayPiece {
    /// Grundy values in two bytes.
    Small(Vec<u16>),
    /// Grundy values in four bytes.
    Large(Vec<u32>),
    /// Outcomes.
    Outcomes(Vec<i8>),
}

/// A table in one piece.
#[derive(Debug)]
pub(crate) struct WholeArray {
    piece: ArrayPiece,
    shape: Vec<u64>,
    registers: Vec<Vec<i64>>,
    cite: String,
}

/// An array, the values of the registers along its first axes, and where it comes from.
pub(crate) type GivenArray<'py> = (Bound<'py, PyAny>, Vec<Vec<i64>>, String);

impl WholeArray {
    /// Cost: one pass over the table.
    pub(crate) fn of(tabled: Tabled) -> Self {
        let cite = tabled.cite();
        let Tabled { table, what, .. } = tabled;
        let count = table.layers.first().map_or(0, |layer| layer.0.len());
        let registers: Vec<Vec<i64>> = (0..count)
            .map(|index| {
                let mut values: Vec<i64> = table.layers.iter().map(|layer| layer.0[index]).collect();
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect();
        let mut shape: Vec<u64> = registers.iter().map(|values| values.len() as u64).collect();
        shape.extend(&table.shape);
        let layers = table.layers.into_iter().map(|layer| layer.1);
        let piece = match what {
            What::Outcomes => joined(layers.map(|layer| ArrayPiece::Outcomes(layer.to_outcomes()))),
            What::Grundy => joined(layers.map(|layer| match layer.into_plain() {
                PlainCells::Small(values) => ArrayPiece::Small(values),
                PlainCells::Large(values) => ArrayPiece::Large(values),
            })),
        };
        Self { piece, shape, registers, cite }
    }

    /// The array.
    pub(crate) fn into_array(self, py: Python<'_>) -> PyResult<GivenArray<'_>> {
        let flat = match self.piece {
            ArrayPiece::Small(values) => PyArray1::from_vec(py, values).into_any(),
            ArrayPiece::Large(values) => PyArray1::from_vec(py, values).into_any(),
            ArrayPiece::Outcomes(values) => PyArray1::from_vec(py, values).into_any(),
        };
        let shaped = flat.call_method1("reshape", (PyTuple::new(py, self.shape)?,))?;
        Ok((shaped, self.registers, self.cite))
    }
}

/// Layers one behind the other; a single one as it is.
fn joined(layers: impl Iterator<Item = ArrayPiece>) -> ArrayPiece {
    layers.reduce(ArrayPiece::followed).unwrap_or(ArrayPiece::Small(Vec::new()))
}

fn widened(values: &[u16]) -> impl Iterator<Item = u32> + '_ {
    values.iter().map(|value| if *value == u16::MAX { u32::MAX } else { u32::from(*value) })
}

impl ArrayPiece {
    fn followed(self, next: Self) -> Self {
        match (self, next) {
            (Self::Small(mut all), Self::Small(next)) => {
                all.extend(next);
                Self::Small(all)
            }
            (Self::Outcomes(mut all), Self::Outcomes(next)) => {
                all.extend(next);
                Self::Outcomes(all)
            }
            (first, next) => {
                let mut all = first.into_large();
                all.extend(next.into_large());
                Self::Large(all)
            }
        }
    }

    fn into_large(self) -> Vec<u32> {
        match self {
            Self::Small(values) => widened(&values).collect(),
            Self::Large(values) => values,
            Self::Outcomes(_) => unreachable!("layers of a table are all outcomes, or none is"),
        }
    }
}

/// Refuses an array that does not fit the memory: outcomes beside the bits that they are made of, values in two bytes each.
pub(crate) fn fits(rules: &Rules, region: &Region, outcomes: bool, context: &Context) -> Result<(), NoAnswer> {
    let Region::Box(sizes) = region else { return Ok(()) };
    let cells = sizes.iter().fold(1_u128, |all, size| all.saturating_mul(u128::from(*size)));
    let values = |one: &Register| one.shown.map_or(1, |(low, high)| u128::from(high.abs_diff(low)) + 1);
    let pages = rules.ruleset().registers.iter().filter(|one| one.start.is_none()).map(values);
    let cells = pages.fold(cells, u128::saturating_mul);
    let more = if outcomes { cells / 8 } else { cells };
    context.fits(cells.saturating_add(more)).map_err(NoAnswer::Engine)
}
