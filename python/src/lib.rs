//! nimdsl for Python: numbers, texts and arrays in, and answers as JSON, tuples and arrays out. The package `nimdsl` makes objects of them.
//!
//! ```text
//! nimdsl (Python: names, defaults, objects) --> native: given --> work (a thread with a deep stack) --> rules of the library --> arrays, JSON
//!                                                            failures <-- NoAnswer
//! ```
//!
//! All that is computed is asked of [`nimdsl::rules`]. While it works, other threads of Python run, and an interrupt ends it.
mod arrays;
mod disk;
mod failures;
mod figures;
mod game;
mod near;
mod positions;
mod runs;
mod shelf;
mod texts;
mod told;
mod work;

use pyo3::prelude::*;

/// What the package `nimdsl` stands on; its functions say in `_native.pyi` what they take and give.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::disk::seal;
    #[pymodule_export]
    use super::figures::NativeFigure;
    #[pymodule_export]
    use super::game::NativeGame;
    #[pymodule_export]
    use super::runs::{merged, run, searches, shard, texts_of};
    #[pymodule_export]
    use super::texts::{certificates_of, faults, fixed, formatted, identify, imported, shipped, version};
    #[pymodule_export]
    use super::told::{genus, misere_outcome, misere_quotient, pairs, proofs, with_text};
}
