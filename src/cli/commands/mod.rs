//! The commands, one in each file.

pub(in crate::cli) mod check;
pub(in crate::cli) mod fmt;
pub(in crate::cli) mod identify;
pub(in crate::cli) mod merge;
pub(in crate::cli) mod periods;
pub(in crate::cli) mod prove;
pub(in crate::cli) mod recheck;
pub(in crate::cli) mod run;
pub(in crate::cli) mod show;
pub(in crate::cli) mod verify;
