//! How much a construction may cost, and how it says that it was too much; knows nothing of formulas.
use std::cell::Cell;
use std::fmt;

/// What a construction may cost: a number of nodes for each intermediate automaton, a number for all of them together, and
/// a question to be asked in between.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    nodes: usize,
    together: Option<&'a Allowance>,
    cancelled: Option<&'a dyn Fn() -> bool>,
}

/// What several constructions may cost together; counted down in steps of a thousand nodes.
#[derive(Debug)]
pub struct Allowance {
    steps: Cell<u64>,
}

impl Allowance {
    /// So many thousands of nodes, of 1024 each, of which every construction takes at least one.
    #[must_use]
    pub const fn thousands(count: u64) -> Self {
        Self { steps: Cell::new(count) }
    }

    /// Nothing is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.steps.get() == 0
    }

    /// Leaves nothing.
    pub fn spend_all(&self) {
        self.steps.set(0);
    }

    /// Takes one step; whether there was one.
    fn step(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left != 0
    }
}

impl<'a> Budget<'a> {
    /// At most so many nodes in any automaton before it is minimised.
    #[must_use]
    pub fn nodes(nodes: usize) -> Self {
        Self { nodes: nodes.min(LARGEST), together: None, cancelled: None }
    }

    /// The same, with fewer nodes if it had more.
    #[must_use]
    pub fn at_most(self, nodes: usize) -> Self {
        Self { nodes: self.nodes.min(nodes), ..self }
    }

    /// The same, with a number of nodes for this and other constructions together.
    #[must_use]
    pub fn of(self, together: &'a Allowance) -> Self {
        Self { together: Some(together), ..self }
    }

    /// Asks `cancelled` now and then, and stops when the answer is yes.
    #[must_use]
    pub fn with_cancellation(self, cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { cancelled: Some(cancelled), ..self }
    }

    /// How many thousands of nodes are left for all together; 0 where they are not counted.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.together.map_or(0, |together| together.steps.get())
    }

    /// Takes so many of them, as constructions would that are known already. Whether there were as many.
    ///
    /// ```
    /// use nimdsl_automata::{Allowance, Budget};
    ///
    /// let allowance = Allowance::thousands(3);
    /// let budget = Budget::nodes(10).of(&allowance);
    /// assert!(budget.take(2));
    /// assert_eq!(budget.left(), 1);
    /// assert!(!budget.take(2) && allowance.is_spent());
    /// ```
    #[must_use]
    pub fn take(&self, thousands: u64) -> bool {
        let Some(together) = self.together else { return true };
        let left = together.steps.get().checked_sub(thousands);
        together.steps.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether a construction that has so many nodes may go on.
    pub(super) fn allows(&self, nodes: usize) -> Result<(), Abandoned> {
        if self.nodes < nodes {
            return Err(Abandoned::Nodes(nodes));
        }
        if nodes.is_multiple_of(STEP) { self.allows_step(nodes) } else { Ok(()) }
    }

    /// One more step of a construction that has so many nodes.
    fn allows_step(&self, nodes: usize) -> Result<(), Abandoned> {
        if self.together.is_some_and(|together| !together.step()) {
            return Err(Abandoned::Together(nodes));
        }
        if self.cancelled.is_some_and(|cancelled| cancelled()) {
            return Err(Abandoned::Cancelled(nodes));
        }
        Ok(())
    }

    /// Counts what a node of a projection takes, which stands for a set of nodes, beside the node itself.
    pub(super) fn allows_set(&self, members: usize, nodes: usize, spent: &mut Spent) -> Result<(), Abandoned> {
        spent.members += members;
        if self.nodes < spent.members / MEMBERS_OF_A_NODE {
            return Err(Abandoned::Nodes(nodes));
        }
        while spent.asked + STEP * MEMBERS_OF_A_NODE < spent.members {
            spent.asked += STEP * MEMBERS_OF_A_NODE;
            self.allows_step(nodes)?;
        }
        Ok(())
    }
}

/// The members of all sets of one projection, so far.
#[derive(Debug, Default)]
pub(super) struct Spent {
    members: usize,
    asked: usize,
}

/// Node numbers are 32 bits wide.
const LARGEST: usize = 1 << 30;
/// After so many nodes an allowance is counted down and the question is asked.
const STEP: usize = 1024;
/// So many members of sets take as long as a node.
const MEMBERS_OF_A_NODE: usize = 32;

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Budget").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// Why a construction ended early, with the number of nodes that it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abandoned {
    /// One automaton became larger than the budget.
    Nodes(usize),
    /// What this and other constructions may cost together was used up.
    Together(usize),
    /// The caller wanted to stop.
    Cancelled(usize),
    /// A coefficient or a residual left 62 bits.
    Overflow,
    /// There are more tracks, or more cases of one condition, than the engine is made for.
    TooWide,
    /// A relation has no automaton in the numeration, or two numerations meet.
    Foreign,
    /// The tracks of a relation do not fit what is to be put on them.
    Tracks,
}

impl fmt::Display for Abandoned {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(formatter, "at {nodes} nodes"),
            Self::Together(nodes) => write!(formatter, "as all automata together took too much, at {nodes} nodes"),
            Self::Cancelled(nodes) => write!(formatter, "on request, at {nodes} nodes"),
            Self::Overflow => write!(formatter, "because a number is too large"),
            Self::TooWide => write!(formatter, "because there are too many variables or cases"),
            Self::Foreign => write!(formatter, "because a relation has no automaton in this numeration"),
            Self::Tracks => write!(formatter, "because the arguments of a relation do not fit its tracks"),
        }
    }
}

/// A decision that ended early: what was being done, and why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// What was being done: "eliminating `j` in `king`".
    pub what: String,
    /// The nodes of the automaton under construction.
    pub nodes: usize,
    /// Why.
    pub why: Abandoned,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "gave up {} {}", self.what, self.why)
    }
}

impl std::error::Error for GaveUp {}
