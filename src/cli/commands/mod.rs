//! The commands, one in each file. Each is given its arguments and the session, and prints its answer.

pub(in crate::cli) mod check;
pub(in crate::cli) mod completions;
pub(in crate::cli) mod explain;
pub(in crate::cli) mod export;
pub(in crate::cli) mod fmt;
pub(in crate::cli) mod identify;
pub(in crate::cli) mod import;
pub(in crate::cli) mod man;
pub(in crate::cli) mod merge;
pub(in crate::cli) mod misere;
pub(in crate::cli) mod options;
pub(in crate::cli) mod p_positions;
pub(in crate::cli) mod page;
pub(in crate::cli) mod periods;
pub(in crate::cli) mod plan;
pub(in crate::cli) mod plot;
pub(in crate::cli) mod prove;
pub(in crate::cli) mod recheck;
pub(in crate::cli) mod report;
pub(in crate::cli) mod run;
pub(in crate::cli) mod show;
pub(in crate::cli) mod solve;
pub(in crate::cli) mod status;
pub(in crate::cli) mod table;
mod together;
mod unit;
pub(in crate::cli) mod verify;
