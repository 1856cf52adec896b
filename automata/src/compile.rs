//! From a formula to its automaton: leaves first, then connectives; quantifiers are eliminated next door.
use super::automaton::{Automaton, Natural, Truth};
use super::budget::{Abandoned, Budget, GaveUp};
use super::formula::Presburger;
use super::graph::Quick;
use super::lower::{Core, Leaf, lower};
use super::numeration::Numeration;
use std::collections::HashMap;
use std::rc::Rc;

/// The automaton of a formula, with one track for each of its free variables.
///
/// A sentence has no free variables; it is true if its automaton is not empty.
///
/// # Errors
/// If the budget is too small, with what was being done; also if a relation of the formula is not automatic in the
/// numeration (see [`numeration_of`](super::numeration_of)).
pub fn decide(formula: &Presburger, numeration: Numeration, budget: &Budget) -> Result<Automaton, GaveUp> {
    decide_named(formula, numeration, budget, &|variable| format!("v{}", variable.0))
}

/// As [`decide`], with names of the variables for messages. Variables that the formula does not have stand for values of its
/// terms.
///
/// # Errors
/// As [`decide`].
pub fn decide_named(
    formula: &Presburger,
    numeration: Numeration,
    budget: &Budget,
    name: &dyn Fn(Natural) -> String,
) -> Result<Automaton, GaveUp> {
    let mut compiler = Compiler { numeration, budget, name, path: Vec::new(), parts: 1, known: HashMap::default() };
    let core = lower(formula).map_err(|why| compiler.gave_up("reading the formula", why))?;
    let automaton = compiler.automaton(&core)?;
    let free: Vec<Natural> = formula.free_variables().into_iter().collect();
    automaton.on_tracks(&free, budget).map_err(|why| compiler.gave_up("adding tracks", why))
}

pub(super) struct Compiler<'a> {
    pub(super) numeration: Numeration,
    pub(super) budget: &'a Budget<'a>,
    pub(super) name: &'a dyn Fn(Natural) -> String,
    /// The named parts around the current one.
    pub(super) path: Vec<String>,
    /// The parts of unions that are distributed over, outer ones times inner ones.
    pub(super) parts: usize,
    known: HashMap<Core, Rc<Automaton>, Quick>,
}

impl Compiler<'_> {
    /// The automaton of a part, on tracks for some of its free variables: those on which it depends.
    pub(super) fn automaton(&mut self, core: &Core) -> Result<Rc<Automaton>, GaveUp> {
        if let Some(known) = self.known.get(core) {
            return Ok(Rc::clone(known));
        }
        let made = match core {
            Core::True => self.sentence(Truth::True),
            Core::False => self.sentence(Truth::False),
            Core::Linear(form, sign) => {
                let made = Automaton::of_linear(self.numeration, form, *sign, self.budget);
                Rc::new(made.map_err(|why| self.gave_up("building a linear condition", why))?)
            }
            Core::Congruence(form, modulus) => {
                let made = Automaton::of_congruence(self.numeration, form, *modulus, self.budget);
                Rc::new(made.map_err(|why| self.gave_up("building a congruence", why))?)
            }
            Core::Leaf(leaf, variables) => {
                let made = self.leaf(leaf, variables);
                Rc::new(made.map_err(|why| self.gave_up("building a relation", why))?)
            }
            Core::Not(body) => {
                let body = self.automaton(body)?;
                let made = Automaton::clone(&body).complement(self.budget);
                Rc::new(made.map_err(|why| self.gave_up("negating", why))?)
            }
            Core::And(parts) => self.eliminate(Vec::new(), parts.clone())?,
            Core::Exists(bound, body) => self.eliminate(bound.clone(), vec![Core::clone(body)])?,
            Core::Or(parts) | Core::Cases(parts) => {
                let parts = parts.iter().map(|part| self.automaton(part)).collect::<Result<_, _>>()?;
                self.union(parts)?
            }
            Core::Differ(first, second) => {
                let (first, second) = (self.automaton(first)?, self.automaton(second)?);
                let made = first.differ(&second, self.budget);
                Rc::new(made.map_err(|why| self.gave_up("comparing two conditions", why))?)
            }
            Core::Named(name, body) => {
                self.path.push(name.clone());
                let made = self.automaton(body);
                self.path.pop();
                made?
            }
        };
        self.known.insert(core.clone(), Rc::clone(&made));
        Ok(made)
    }

    pub(super) fn sentence(&self, truth: Truth) -> Rc<Automaton> {
        Rc::new(Automaton::sentence(self.numeration, truth))
    }

    /// The union, small ones first.
    pub(super) fn union(&self, mut parts: Vec<Rc<Automaton>>) -> Result<Rc<Automaton>, GaveUp> {
        while 1 < parts.len() {
            // Large ones come last in a stable order; the smallest two are at the end after the reversal.
            parts.sort_by_key(|part| part.nodes());
            parts.reverse();
            if let (Some(first), Some(second)) = (parts.pop(), parts.pop()) {
                let union = first.or(&second, self.budget).map_err(|why| self.gave_up("uniting", why))?;
                parts.push(Rc::new(union));
            }
        }
        Ok(parts.pop().unwrap_or_else(|| self.sentence(Truth::False)))
    }

    fn leaf(&self, leaf: &Leaf, variables: &[Natural]) -> Result<Automaton, Abandoned> {
        let (numeration, budget) = (self.numeration, self.budget);
        match (leaf, variables) {
            (Leaf::Xor, &[x, y, z]) => Automaton::xor(numeration, [x, y, z], budget),
            (Leaf::Power(number), &[x]) => Automaton::power(numeration, x, *number, budget),
            (Leaf::Repunit(number), &[x]) => Automaton::repunit(numeration, x, *number, budget),
            (Leaf::LargestPower(number), &[x, y]) => match Numeration::base(*number) {
                Some(base) if base == numeration => Automaton::largest_power(numeration, [x, y], budget),
                _ => Err(Abandoned::Foreign),
            },
            (Leaf::Digits(dfa), &[x]) => Automaton::regular(numeration, x, dfa, budget),
            (Leaf::Fibonacci, &[x]) => Automaton::fibonacci(numeration, x, budget),
            (Leaf::SlopeFloor(own), &[x, y]) if *own == numeration => {
                Automaton::slope_floor(numeration, [x, y], budget)
            }
            (Leaf::Holds(automaton), _) if automaton.numeration() == numeration => automaton.renamed(variables, budget),
            (Leaf::Holds(_), _) => Err(Abandoned::Foreign),
            _ => Err(Abandoned::Tracks),
        }
    }

    pub(super) fn gave_up(&self, doing: &str, why: Abandoned) -> GaveUp {
        let nodes = match why {
            Abandoned::Nodes(nodes) | Abandoned::Together(nodes) | Abandoned::Cancelled(nodes) => nodes,
            _ => 0,
        };
        let place = self.path.last().map_or_else(String::new, |name| format!(" in `{name}`"));
        GaveUp { what: format!("{doing}{place}"), nodes, why }
    }
}
