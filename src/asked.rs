//! What all tasks of an experiment share, searches and others: numbers as they are asked for, places in the file of the
//! experiment, and why a task comes to nothing. Runs nothing.
pub mod choices;
mod failure;
pub(crate) mod starts;
pub mod values;

pub use failure::{StoreFailure, TaskFailure};

/// One step into a value of an experiment's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldStep<'a> {
    /// The field or key of this name.
    Field(&'a str),
    /// The element of this number, from 0.
    Item(usize),
}
