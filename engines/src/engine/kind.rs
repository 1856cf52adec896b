//! The engines by name. Knows nothing of how they work; the names stand here alone.
use std::fmt;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EngineKind {
    /// The nim-sum of the values of the parts of a disjunctive sum.
    NimSum,
    /// Cell by cell, in the plane: used values of lines as bits.
    Lines,
    /// Value by value, in the plane: runs of cells on levels.
    Levels,
    /// Cell by cell: used values of lines with moving ends, of cones and of lists.
    Rays,
    /// Value by value: rows of bits.
    Boards,
    /// Cell by cell: difference vectors that are listed once.
    Vectors,
    /// Cell by cell: all options, by compiled conditions.
    Compiled,
    /// One heap that is taken from and broken: sparse spaces.
    Codes,
    /// P-positions in the plane without a table, from one to the next.
    Sparse,
    /// All options of all positions: the definition.
    Reference,
}

use EngineKind::{Boards, Codes, Compiled, Levels, Lines, NimSum, Rays, Reference, Sparse, Vectors};

impl EngineKind {
    /// All engines.
    pub const ALL: [Self; 10] = [NimSum, Codes, Lines, Levels, Rays, Boards, Vectors, Compiled, Sparse, Reference];

    /// Its name, as `explain` prints it and `--engine` reads it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NimSum => "nim-sum",
            Codes => "codes",
            Lines => "lines",
            Levels => "levels",
            Rays => "rays",
            Boards => "boards",
            Vectors => "vectors",
            Compiled => "compiled",
            Sparse => "sparse",
            Reference => "reference",
        }
    }

    /// The engine of a name.
    ///
    /// ```
    /// use nimdsl_engines::engine::EngineKind;
    /// for kind in EngineKind::ALL {
    ///     assert_eq!(EngineKind::named(kind.name()), Some(kind));
    /// }
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The definition is the last of them.
const _: () = assert!(EngineKind::ALL.len() == Reference as usize + 1, "`ALL` lacks an engine");

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
