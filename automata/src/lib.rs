//! Deciding first-order formulas over the naturals with automata that read numbers digit by digit; knows nothing of games.
//!
//! ```text
//! Presburger --numeration_of--> Numeration
//!    |                           |
//!    +----------decide-----------+--> Automaton --> is_empty, least, tuples_below, to_dot
//! ```
//!
//! An automaton reads one number for each of its tracks, most significant digit first, all of the same length after
//! padding with zeros. Linear conditions, remainders and floors are automatic in every numeration of this module; nim-sums
//! in base 2; powers and repunits of d in base d; Fibonacci numbers and `floor(phi * n)` in Zeckendorf's numeration; multiples
//! of other square roots, rounded down, in metallic and Chebyshev's numerations. Weights of recurrences of order three, such as the
//! Tribonacci numbers, have numerations as well. See
//! Bruyère, Hansel, Michaux and Villemaire, *Logic and p-recognizable sets of integers* (1994), for the theory.
//!
//! ```
//! use nimdsl_automata::{Budget, Integer, Natural, Numeration, Presburger, decide};
//!
//! // Every number is even or odd: for all x there is a y with x = 2y or x = 2y + 1.
//! let (x, y) = (Natural(0), Natural(1));
//! let twice = Integer::from(y) * 2;
//! let halves = Presburger::or([Presburger::equal(x, twice.clone()), Presburger::equal(x, twice + 1)]);
//! let sentence = Presburger::forall([x], Presburger::exists([y], halves));
//! let automaton = decide(&sentence, Numeration::binary(), &Budget::nodes(1000)).expect("a small sentence");
//! assert!(!automaton.is_empty());
//! ```

mod atoms;
mod automaton;
mod budget;
mod compile;
pub mod coq;
pub mod dot;
mod eliminate;
pub mod export;
mod formula;
mod graph;
mod infer;
mod linear;
mod lower;
mod minimise;
mod numeration;
mod product;
mod project;
mod query;
mod roots;

pub use atoms::Dfa;
pub use automaton::{Automaton, Natural, Truth};
pub use budget::{Abandoned, Allowance, Budget, GaveUp};
pub use compile::{decide, decide_named};
pub use formula::{Integer, Presburger, TermRelation};
pub use infer::{Conflict, numeration_of};
pub use linear::Sign;
pub use numeration::{CubicFactors, Numeration, Radix, WeightFactor};
pub use query::TooLarge;
pub use roots::RootFloor;
