//! The lines of a table that can be periodic.

/// Lines of a table. A ruleset of one heap is one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// The first heap is fixed.
    Rows,
    /// The second heap is fixed.
    Columns,
    /// The second heap less the first is fixed, which may be negative, and both run.
    Diagonals,
}

impl Lines {
    /// What one of them is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "row",
            Self::Columns => "column",
            Self::Diagonals => "diagonal",
        }
    }
}
