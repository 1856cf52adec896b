//! Answers questions about a ruleset: Grundy values, outcomes, P-positions. The reference engine is the meaning.
//!
//! Siblings of the reference engine answer the same questions for some rulesets, faster. A [`Plan`] says which one answers
//! for a ruleset and why, and asks it; [`applicable`] builds every one that can answer.
//!
//! ```
//! use nimdsl_engines::engine::{Context, Plan, applicable};
//! use nimdsl_engines::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};
//! use nimdsl_engines::table::Region;
//! use nimdsl_engines::value::Play;
//!
//! // One heap x, of which each move leaves x' with x - 3 <= x' < x.
//! let heap = Term::Variable(Variable::Coordinate(0));
//! let left = Term::Variable(Variable::Amount(0));
//! let plus = |number| Term::Sum(vec![left.clone(), Term::Constant(number)]);
//! let guard = Condition::And(vec![
//!     Condition::Compare(Term::Constant(0), Comparison::AtMost, left.clone()),
//!     Condition::Compare(heap.clone(), Comparison::AtMost, plus(3)),
//!     Condition::Compare(plus(1), Comparison::AtMost, heap),
//! ]);
//! let take = Move {
//!     name: "take".to_owned(),
//!     instance: String::new(),
//!     amounts: vec!["x'".to_owned()],
//!     targets: vec![left],
//!     more: Vec::new(),
//!     guard,
//! };
//! let game = Ruleset {
//!     name: "Take at most three".to_owned(),
//!     heaps: vec!["x".to_owned()],
//!     registers: Vec::new(),
//!     moves: vec![take],
//!     positions: Condition::Known(true),
//!     play: Play::Normal,
//!     blocking: 0,
//!     measure: vec![vec![1]],
//!     unproved: Vec::new(),
//!     finite_options: true,
//!     parameters: Default::default(),
//!     components: Vec::new(),
//! };
//! let region = Region::Box(vec![8]);
//! let table = Plan::of(&game).grundy(&region, &Context::default()).expect("it fits");
//! assert_eq!(table.get(&[7]), Some(3));
//! for engine in applicable(&game) {
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
mod front;
mod kind;
pub mod moves;
mod numbers;
pub mod periods;
mod question;
pub mod reference;
mod rows;
mod sum;

pub use crate::ruleset::error::EvaluationError;
pub use choose::{Plan, applicable, grundy, outcomes, p_positions, p_positions_alone, value_at};
pub use context::{Answered, AskedMemory, Context, Progress};
pub use error::EngineError;
pub use kind::EngineKind;
pub use moves::symmetry::is_symmetric;
pub use question::Question;
pub use reference::Values;
pub use rows::{PutBytes, RowBand, RowsInTurn, TakeBytes};
