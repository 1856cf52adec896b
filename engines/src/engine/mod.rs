//! Answers questions about a ruleset: Grundy values, outcomes, P-positions. The reference engine is the meaning.
//!
//! Siblings of the reference engine answer the same questions for some rulesets, faster. A [`Plan`] says which one answers
//! for a ruleset and why, and asks it; [`applicable`] builds every one that can answer.
//!
//! ```
//! use nimdsl::engine::{Context, Plan, applicable};
//! use nimdsl::table::Region;
//! # use nimdsl::check::{Library, check};
//! # use nimdsl::source::Source;
//! # struct Nothing;
//! # impl Library for Nothing {
//! #     fn read(&self, name: &str) -> Result<String, String> { Err(name.to_owned()) }
//! # }
//! let text = "heaps x, y\nmove take(i) symmetric: (x, y) -> (x - i, y) where 1 <= i\n";
//! let nim = check(&Source::new("nim.nim", text), &Nothing).expect("it is well-formed").ruleset;
//! let region = Region::Box(vec![8, 8]);
//! let table = Plan::of(&nim).grundy(&region, &Context::default()).expect("it fits");
//! assert_eq!(table.get(&[3, 5]), Some(6));
//! for engine in applicable(&nim) {
//!     if let Ok(same) = engine.grundy(&region, &Context::default()) {
//!         assert_eq!(same, table, "{}", engine.kind());
//!     }
//! }
//! ```

mod board;
mod breaking;
mod by_cell;
mod by_value;
mod choose;
mod context;
mod error;
pub mod far;
mod kind;
pub mod moves;
mod numbers;
pub mod periods;
mod question;
pub mod reference;
mod sum;

pub use crate::ruleset::error::EvaluationError;
pub use choose::{Plan, applicable, grundy, outcomes, p_positions, p_positions_alone, value_at};
pub use context::{Answered, AskedMemory, Context, Progress};
pub use error::EngineError;
pub use kind::EngineKind;
pub use moves::symmetry::is_symmetric;
pub use question::Question;
pub use reference::Values;
