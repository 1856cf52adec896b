//! What is claimed of a game: formulas over positions, with look-ups of Grundy values and outcomes. Has no places in any
//! text, and is evaluated elsewhere.
//!
//! Terms are those of the IR: coordinates are the free heaps and registers of the claim; amounts are *slots*, which hold
//! bound variables and the results of look-ups.
use super::{Condition, Term, Variable};
use crate::value::{Outcome, Play};
use serde::{Deserialize, Serialize};

/// A Grundy value that is looked up before a term is evaluated.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Where the value goes.
    pub slot: usize,
    /// Which ruleset: 0 is the one that the claim stands in.
    pub game: usize,
    /// The position.
    pub position: Vec<Term>,
}

/// A term with the look-ups that it needs.
#[derive(Clone, Debug)]
pub struct Value {
    /// Done in order.
    pub lookups: Vec<Lookup>,
    /// Evaluated afterwards.
    pub term: Term,
}

/// The numbers that a bound variable runs through: ranges, both ends included, perhaps without an upper end.
#[derive(Clone, Debug)]
pub struct Domain(pub Vec<(Value, Option<Value>)>);

/// A bound variable.
#[derive(Clone, Debug)]
pub struct Bound {
    /// As the author calls it.
    pub name: String,
    /// Where its value is.
    pub slot: usize,
    /// What it runs through.
    pub domain: Domain,
}

/// What can be said of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// It is a P-position of the play of the claim, or an N-position.
    Outcome(Outcome),
    /// It has no options.
    Terminal,
    /// It is in the final phase (Yamasaki 1980; KY24, Definition 2).
    Final,
}

/// A place of a formula: a position, possibly of another ruleset.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which ruleset.
    pub game: usize,
    /// Done first.
    pub lookups: Vec<Lookup>,
    /// The position.
    pub position: Vec<Term>,
}

/// A statement that is true or false once its variables have values.
#[derive(Clone, Debug)]
pub enum Formula {
    /// True or false.
    Known(bool),
    /// A condition, after some look-ups.
    Test(Vec<Lookup>, Condition),
    /// A property of a position.
    Is(Property, Place),
    /// A position lies in a set.
    Member(Place, Set),
    /// KY24, Definition 2: the ruleset is admissible; or, if the flag is `Universally`, universally admissible.
    Admissible(Admissibility),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// The opposite.
    Not(Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For all values.
    ForAll(Bound, Box<Formula>),
    /// For at least one value.
    Exists(Bound, Box<Formula>),
    /// For all options; the slots hold the coordinates of the option.
    AllOptions(Place, Vec<usize>, Box<Formula>),
    /// For at least one option.
    SomeOption(Place, Vec<usize>, Box<Formula>),
}

/// The two notions of KY24, Definition 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admissibility {
    /// Admissible.
    Plain,
    /// Universally admissible.
    Universal,
}

/// A set of positions.
#[derive(Clone, Debug)]
pub struct Set {
    /// Different for all sets of a claim.
    pub id: usize,
    /// What it consists of.
    pub kind: SetKind,
    /// The variables that it depends on.
    pub free: Vec<Variable>,
}

/// The kinds of set.
#[derive(Clone, Debug)]
pub enum SetKind {
    /// These positions.
    List(Vec<Vec<Value>>),
    /// The element for all values of the bound variables for which the condition holds.
    Family {
        /// What varies.
        bound: Vec<Bound>,
        /// Which count.
        condition: Option<Box<Formula>>,
        /// The position.
        element: Vec<Value>,
    },
    /// All P-positions, or all N-positions.
    Outcome(Outcome),
    /// In at least one.
    Union(Box<Set>, Box<Set>),
    /// In both.
    Intersection(Box<Set>, Box<Set>),
    /// In the first and not in the second.
    Difference(Box<Set>, Box<Set>),
    /// With every permutation of the heaps; each consists of this many coordinates.
    Symmetric(Box<Set>, usize),
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum Body {
    /// The P-positions (or N-positions) are these.
    Equal(Outcome, Set),
    /// This holds for all values of the free heaps and registers.
    Holds(Formula),
}

/// What is excepted.
#[derive(Clone, Debug)]
pub enum Except {
    /// Nothing.
    Nothing,
    /// These positions.
    These(Set),
    /// Finitely many positions, which are to be found.
    FinitelyMany,
}

/// A claim with the parameters put in.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it says.
    pub body: Body,
    /// Where the body has a value: every position that it asks for belongs to its game, and every term has a value, or what
    /// has one decides it. True if that is everywhere.
    pub valued: Formula,
    /// Which positions it speaks of.
    pub condition: Option<Formula>,
    /// What is excepted.
    pub except: Except,
    /// Normal or misère play.
    pub play: Play,
    /// How many slots its terms use.
    pub slots: usize,
    /// Heaps and registers that occur freely, ascending.
    pub free: Vec<usize>,
    /// If it is an equation, perhaps under a hypothesis: its sides are multiplied by this, to be whole numbers.
    pub scale: Option<i128>,
}

/// A part of a claim that says several things at once: which one, from 1, of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimPart {
    /// Which one, from 1.
    pub number: usize,
    /// How many there are; at least 2.
    pub of: usize,
}

impl Statement {
    /// What it says, one statement for each: all of them hold if and only if it does. None if it says one thing alone, or has no value somewhere.
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        let Body::Holds(Formula::And(_)) = &self.body else { return Vec::new() };
        let mut parts: Vec<&Formula> = Vec::new();
        if let (Body::Holds(formula), Formula::Known(true)) = (&self.body, &self.valued) {
            flatten(formula, &mut parts);
        }
        let part = |formula: &&Formula| Self { body: Body::Holds(Formula::clone(formula)), ..self.clone() };
        parts.iter().map(part).collect()
    }

    /// One of its parts.
    ///
    /// # Errors
    /// There is no such part.
    pub fn part(&self, part: ClaimPart) -> Result<Self, String> {
        let mut parts = self.parts();
        let at = part.number.checked_sub(1).filter(|at| *at < parts.len() && parts.len() == part.of);
        at.map(|at| parts.swap_remove(at)).ok_or_else(|| "the claim has no such part".to_owned())
    }
}

fn flatten<'a>(formula: &'a Formula, parts: &mut Vec<&'a Formula>) {
    match formula {
        Formula::And(all) => all.iter().for_each(|part| flatten(part, parts)),
        part => parts.push(part),
    }
}
