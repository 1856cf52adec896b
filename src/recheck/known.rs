//! What is known when something is read: variables, the games that are looked up with their automata, and the pair of terms of a
//! sequence that families are read at.
use super::search::Linear;
use super::table::GraphTable;
use crate::ruleset::{Ruleset, Variable};
use crate::value::Play;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What an amount or bound variable is.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// A number.
    Number(Linear),
    /// The power of a base whose exponent it is.
    Power(u32, usize),
}

/// Grundy values.
#[derive(Debug)]
pub(super) enum ValueTables {
    /// The relation between positions and values.
    Graph(Rc<GraphTable>),
    /// The positions of value 0, 1, ...; all others have a value that is not less than their number.
    Levels(Vec<Rc<GraphTable>>),
}

/// A game, and what is known of it.
#[derive(Debug)]
pub(super) struct LookedUp<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// The play of outcomes that are looked up.
    pub(super) play: Play,
    pub(super) values: Option<ValueTables>,
    pub(super) normal: Option<Rc<GraphTable>>,
    pub(super) misere: Option<Rc<GraphTable>>,
    /// The final phase.
    pub(super) last: Option<Rc<GraphTable>>,
}

/// What a component of a family is.
#[derive(Debug)]
pub(super) enum GrownComponent {
    /// The claim's own term, without the index.
    Plain,
    /// `scale * component = of_term * a(k) + of_difference * d(k) + rest`.
    Grown { scale: i64, of_term: i64, of_difference: i64, rest: (Vec<(Variable, i64)>, i64) },
}

/// A family over the indices of the sequence.
#[derive(Debug)]
pub(super) struct Grown {
    /// The slot of the index.
    pub(super) index: usize,
    pub(super) components: Vec<GrownComponent>,
}

/// The element of each family at some index, by sets; `None` where families have none.
pub(super) type ReadElements = BTreeMap<usize, Option<Vec<Linear>>>;

/// A pair `(a(k), d(k))`, and the families that are read with it, by their sets.
#[derive(Clone, Debug)]
pub(super) struct ReadIndex {
    pub(super) families: Rc<BTreeMap<usize, Grown>>,
    pub(super) term: Linear,
    pub(super) difference: Linear,
}
