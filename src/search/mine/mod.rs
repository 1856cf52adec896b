//! Conjunctions of conditions for targets, mined instead of tried: from what each condition says on the moves that matter to all
//! irredundant conjunctions that are right as far as one looks. Writes no text.
//!
//! ```text
//! quest: target, base, exceptions --ground, root--> classes of conditions --tree--> answers --miner--> survivors of a chunk
//! ```

mod ground;
pub(in crate::search) mod miner;
mod quest;
mod root;
mod tree;
