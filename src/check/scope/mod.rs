//! What the names of a file mean: parameters, heaps, registers, functions; and what names mean inside one move.
mod fraction;
mod function;
mod hoist;
pub(super) mod unfold;

pub(super) use fraction::Fraction;
pub(super) use function::{Function, Stepwise};
pub(super) use hoist::Hoist;

use crate::diagnostic::{Fault, Sink};
use crate::ruleset::{ParameterValue, Register, Term, Variable, words};
use crate::source::Span;
use crate::syntax::nearest;
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use unfold::Unfolded;

/// How the name of a register begins that stands for an open parameter; no file can write it.
pub(super) const OPEN: &str = "any ";

/// Raised digits, in their order.
const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Names that the language itself binds.
pub(super) const PREDEFINED: [&str; 24] = [
    "P", "N", "grundy", "terminal", "final", "total", "phi", "omega", "min", "max", "sum", "xor", "abs", "floor",
    "ceil", "sqrt", "sign", "count", "size", "mod", "and", "or", "not", "in",
];

/// What the names of a file mean.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Values of parameters.
    pub(super) parameters: IndexMap<String, ParameterValue>,
    /// Names of all heaps, such as `x` or `h[2]`; of all their coefficients if heaps are ordinals.
    pub(super) heaps: Vec<String>,
    /// How many coefficients each heap has if heaps are ordinals.
    pub(super) ordinal: Option<usize>,
    /// The registers.
    pub(super) registers: Vec<Register>,
    /// Single heaps and registers: their coordinate; the first of them for an ordinal heap.
    pub(super) coordinates: IndexMap<String, usize>,
    /// Arrays of heaps or registers: first coordinate, and how many.
    pub(super) arrays: IndexMap<String, (usize, usize)>,
    /// Functions.
    pub(super) functions: IndexMap<String, Function>,
    /// Names whose declaration cannot be read: nothing is said of them.
    pub(super) damaged: Vec<String>,
    /// Recursive functions that were lowered; `None` after a fault.
    pub(super) recursions: RefCell<IndexMap<String, Option<Stepwise>>>,
    /// How often functions were expanded so far.
    pub(super) expansions: Cell<usize>,
    /// How often values were put in for variables so far.
    pub(super) put_in: Cell<usize>,
    /// How many options the previous player may forbid.
    pub(super) blocking: usize,
    /// What made an expansion too large: it is said once, wherever the definition is used.
    pub(super) unfolded: RefCell<Option<Unfolded>>,
}

/// What a name means inside a move or a function only.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// One heap.
    Heap(usize),
    /// Some heaps: a subset.
    Heaps(Vec<usize>),
    /// One amount for each of some heaps.
    Vector(Vec<usize>, Vec<Term>),
    /// A term: an amount, or the argument of a function.
    Term(Fraction),
    /// A value of a variable that is put in: `for k in 1..n`.
    Index {
        /// The value.
        value: i64,
        /// Whether an index in which it stands goes around.
        cyclic: bool,
    },
    /// A bracket of numbers that such a variable takes.
    Numbers(Vec<i64>),
}

/// What names mean inside one instance of a move.
#[derive(Clone, Debug, Default)]
pub(super) struct Local {
    /// Amounts, heaps of `for each`, arguments.
    pub(super) names: IndexMap<String, Binding>,
    /// Heaps that the tuple of a set binds: there the position at hand is that of the set, for definitions, too.
    pub(super) at_hand: IndexMap<String, Binding>,
    /// For `symmetric`: which heap each heap stands for.
    pub(super) permutation: Option<Vec<usize>>,
    /// Every coordinate after the move, where that is known.
    pub(super) primed: Option<Rc<Vec<Term>>>,
    /// Which component of vectors and arrays is meant.
    pub(super) component: Option<usize>,
    /// Inside a claim: look-ups and slots.
    pub(super) claims: Option<Rc<Hoist>>,
    /// The recursive function whose body this is.
    pub(super) defining: Option<String>,
    /// How many functions are being expanded.
    pub(super) depth: usize,
    /// The number of the function whose expansion the others are inside of.
    pub(super) outermost: Option<usize>,
}

/// What is said of positions, and follows from the rules.
pub(super) const OF_POSITIONS: [&str; 5] = ["P", "N", "terminal", "final", "grundy"];

impl Local {
    /// Binds a heap to that of the tuple of a set, here and in definitions.
    pub(super) fn bind_at_hand(&mut self, heap: &str, binding: Binding) {
        self.names.insert(heap.to_owned(), binding.clone());
        self.at_hand.insert(heap.to_owned(), binding);
    }

    /// The heap that the heap of this number stands for.
    pub(super) fn heap(&self, coordinate: usize) -> usize {
        self.permutation.as_ref().and_then(|all| all.get(coordinate)).copied().unwrap_or(coordinate)
    }

    /// The number of another ruleset that the claim speaks of; one that there is not is reported.
    pub(super) fn game(&self, file: &str, span: Span, sink: &mut Sink) -> Option<usize> {
        let known = self.claims.as_ref().and_then(|hoist| hoist.game(file));
        if known.is_none() {
            sink.error(
                "missing-file",
                span,
                format!("there is no ruleset `{file}`"),
                "here",
                "name a file beside this one",
            );
        }
        known
    }
}

/// Parameters are written out in so many bytes.
const LONGEST: usize = 80;

impl Scope {
    /// A scope in which only parameters exist.
    pub(super) fn of_parameters(parameters: IndexMap<String, ParameterValue>) -> Self {
        Self { parameters, ..Self::default() }
    }

    /// The parameters of the game with their values, in words; without these where they would be long, and empty if there are none.
    pub(super) fn parameters_in_words(&self) -> String {
        let words = words::settings(&self.parameters);
        if LONGEST < words.len() { "these parameters".to_owned() } else { words }
    }

    /// Enters a function: what its arguments mean inside; reports recursion without end and explosive definitions.
    pub(super) fn enter(
        &self,
        called: (&str, Span),
        names: IndexMap<String, Binding>,
        local: &Local,
        sink: &mut Sink,
    ) -> Option<Local> {
        self.expansions.set(self.expansions.get() + 1);
        let outermost = local.outermost.or_else(|| self.functions.get_index_of(called.0));
        let told = self.unfolded.borrow().is_some();
        if told || unfold::DEEPEST <= local.depth || unfold::MOST_EXPANSIONS < self.expansions.get() {
            let mut why = self.unfolded.borrow_mut();
            why.get_or_insert_with(|| unfold::too_large(outermost, called.1, &self.functions)).report(sink);
            return None;
        }
        Some(Local { names, depth: local.depth + 1, outermost, ..local.clone() })
    }

    /// The heaps that a name stands for, if it stands for several.
    pub(super) fn several(&self, name: &str, local: &Local) -> Option<Vec<usize>> {
        match local.names.get(name) {
            Some(Binding::Heaps(heaps)) => Some(heaps.clone()),
            Some(_) => None,
            None => {
                self.arrays.get(name).map(|(first, count)| (*first..first + count).map(|at| local.heap(at)).collect())
            }
        }
    }

    /// How many coordinates each heap has.
    pub(super) fn width(&self) -> usize {
        self.ordinal.unwrap_or(1)
    }

    /// The name of the heap that a coordinate belongs to.
    pub(super) fn heap_name(&self, index: usize) -> &str {
        let name = self.heaps.get(index).map_or("", String::as_str);
        if self.ordinal.is_none() { name } else { name.split('[').next().unwrap_or(name) }
    }

    /// The name of a coordinate: a heap or a register.
    pub(super) fn coordinate_name(&self, index: usize) -> &str {
        let register =
            || self.registers.get(index.checked_sub(self.heaps.len())?).map(|register| register.name.as_str());
        self.heaps.get(index).map(String::as_str).or_else(register).unwrap_or("")
    }

    /// The number of coordinates: heaps, or their coefficients, and registers.
    pub(super) fn dimension(&self) -> usize {
        self.heaps.len() + self.registers.len()
    }

    /// Which coordinates are never negative: heaps, and registers that begin at 0 or above.
    pub(super) fn natural_coordinates(&self) -> impl Fn(usize) -> bool + '_ {
        |at| match at.checked_sub(self.heaps.len()) {
            None => true,
            Some(register) => self.registers.get(register).is_some_and(|register| 0 <= register.low),
        }
    }

    /// The number of coordinates that a file can name: all but those of open parameters, which are behind the others.
    pub(super) fn nameable(&self) -> usize {
        let open = self.registers.iter().rev().take_while(|register| register.name.starts_with(OPEN)).count();
        self.dimension() - open
    }

    /// All names that a term can use here, for suggestions.
    pub(super) fn known<'a>(&'a self, local: &'a Local) -> impl Iterator<Item = &'a str> {
        let names = local.names.keys().chain(self.coordinates.keys()).chain(self.arrays.keys());
        names.chain(self.parameters.keys()).chain(self.functions.keys()).map(String::as_str)
    }

    /// Reports a name that should stand for several heaps and does not.
    pub(super) fn not_several(&self, name: &str, span: Span, local: &Local, sink: &mut Sink) {
        if !self.known(local).any(|known| known == name) {
            self.unknown(name, span, local, sink);
            return;
        }
        let help = match self.arrays.keys().next() {
            Some(array) => {
                format!("arrays are declared with their number, as `{array}` is; or a move takes a subset of one")
            }
            None if self.coordinates.contains_key(name) => {
                format!("`heaps {name}[2]` declares two heaps `{name}[1]` and `{name}[2]` in place of one")
            }
            None => "only arrays of heaps, subsets and vectors of amounts have components".to_owned(),
        };
        sink.error("not-an-array", span, format!("`{name}` is not an array or subset of heaps"), "here", help);
    }

    /// Reports a name that nothing binds, with the nearest one.
    pub(super) fn unknown(&self, name: &str, span: Span, local: &Local, sink: &mut Sink) {
        if self.damaged.iter().any(|damaged| damaged == name) {
            // An error without a place of its own: the declaration has one.
            return;
        }
        if OF_POSITIONS.contains(&name) {
            misplaced(name, span, local, sink);
            return;
        }
        let message = format!("nothing binds `{name}`");
        let label = "not a heap, amount, register, parameter or `let`";
        if let Some((base, power)) = self.raised(name, local) {
            let text = format!("{base}^{power}");
            sink.error("unknown-name", span, message, label, format!("write `{text}`")).sure(span, text);
            return;
        }
        if let Some(near) = nearest(name, self.known(local)) {
            let help = format!("did you mean `{near}`?");
            let same = |fault: &Fault| fault.help.as_ref() == Some(&help);
            match sink.again("unknown-name", span, &message, same) {
                Some(mut fault) => fault.likely(span, near),
                None => sink.error("unknown-name", span, message, label, help).likely(span, near),
            };
            return;
        }
        let listed = |local: &Local| {
            let known: Vec<String> = self.known(local).take(12).map(|name| format!("`{name}`")).collect();
            if known.is_empty() {
                "no parameter is declared above this line".to_owned()
            } else {
                format!("known here: {}", known.join(", "))
            }
        };
        let help = listed(local) + &self.as_amount(name, local);
        // Without a name that was meant, it is one name that was forgotten, however often it is used.
        if let Some(mut fault) = sink.again("unknown-name", span, &message, |fault| fault.fixes.is_empty()) {
            fault.help(listed(&Local::default()) + &self.as_amount(name, local));
            return;
        }
        sink.error("unknown-name", span, message, label, help);
    }

    /// That a name of one small letter may be an amount, where amounts can stand: in a move, which names them behind its own name.
    fn as_amount(&self, name: &str, local: &Local) -> String {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return String::new();
        }
        let is_elsewhere = local.claims.is_some() || local.defining.is_some() || local.outermost.is_some();
        let is_letter = name.chars().count() == 1 && name.chars().all(char::is_lowercase);
        let has_heaps = self.known(local).any(|known| self.coordinates.contains_key(known));
        if is_elsewhere || !is_letter || !has_heaps {
            return String::new();
        }
        let amounts = local.names.iter().filter(|(_, binding)| matches!(binding, Binding::Term(_)));
        let all: Vec<&str> = amounts.map(|(name, _)| name.as_str()).chain([name]).collect();
        format!("; if `{name}` is an amount, name it behind the move: `({})`", all.join(", "))
    }

    /// A known name with a raised number behind it, as typesetting writes powers: `x²`.
    fn raised<'a>(&self, name: &'a str, local: &Local) -> Option<(&'a str, String)> {
        let base = name.trim_end_matches(|letter| RAISED.contains(&letter));
        let digit = |letter: char| RAISED.iter().position(|raised| *raised == letter);
        let power: String = name[base.len()..].chars().filter_map(digit).map(|digit| digit.to_string()).collect();
        (!power.is_empty() && self.known(local).any(|known| known == base)).then_some((base, power))
    }

    /// Reports a name left of an arrow that is no heap or register.
    pub(super) fn not_changing(&self, name: &str, span: Span, local: &Local, sink: &mut Sink) {
        if self.damaged.iter().any(|damaged| damaged == name) {
            return;
        }
        let near = nearest(name, self.coordinates.keys().chain(local.names.keys()).map(String::as_str));
        let help = near
            .map_or_else(|| format!("heaps are {}", self.heaps.join(", ")), |near| format!("did you mean `{near}`?"));
        let message = format!("there is no heap or register `{name}`");
        let mut fault = match sink.again("unknown-name", span, &message, |fault| fault.help.as_ref() == Some(&help)) {
            Some(fault) => fault,
            None => sink.error("unknown-name", span, message, "only these can change", help.clone()),
        };
        if let Some(near) = near {
            fault.likely(span, near);
        }
    }

    /// A letter that means nothing yet, for examples in remedies.
    pub(super) fn fresh(&self, local: &Local) -> char {
        let free = |letter: &char| !self.known(local).any(|known| known.chars().eq([*letter]));
        ('a'..='z').find(free).unwrap_or('a')
    }
}

/// Reports the name of a set of positions, or of a function of positions, that stands alone where it means nothing.
fn misplaced(name: &str, span: Span, local: &Local, sink: &mut Sink) {
    if local.claims.is_none() {
        let help = "it follows from the rules, so no rule can depend on it; say it in a claim";
        sink.error("misplaced-grundy", span, format!("`{name}` stands in a rule"), "here", help);
    } else if matches!(name, "P" | "N") {
        let help =
            format!("write `{name} = ...` with a set behind it, `... in {name}`, or `{name}(...)` of a position");
        sink.error(
            "not-a-term",
            span,
            format!("`{name}` is a set of positions, and stands where a number is needed"),
            "here",
            help,
        );
    } else {
        let help = format!("name the position: `{name}(...)`");
        sink.error("not-a-term", span, format!("`{name}` is asked of a position, and stands alone here"), "here", help);
    }
}

/// A coordinate as a term.
pub(super) fn coordinate(index: usize) -> Term {
    Term::Variable(Variable::Coordinate(index))
}
