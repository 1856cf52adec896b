//! What the names of a file mean: parameters, heaps, registers, functions; and what names mean inside one move.
use super::claims::Hoist;
use super::lower::ordinals;
use super::lower::terms::{Fraction, constant};
use super::lower::unfold::{self, Unfolded};
use crate::diagnostic::{Fault, Sink};
use crate::ruleset::recursion::Recursion;
use crate::ruleset::{ParameterValue, Register, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{Expr, File, ItemKind, Name};
use crate::syntax::nearest;
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// How the name of a register begins that stands for an open parameter; no file can write it.
pub(super) const OPEN: &str = "any ";

/// More heaps than this are refused: no table of them fits any machine.
const MOST_HEAPS: i64 = 64;
const MOST_REGISTER_VALUES: i64 = 1 << 31;
/// More options than these are not forbidden.
const MOST_FORBIDDEN: usize = 1_000;

/// Raised digits, in their order.
const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Names that the language itself binds.
pub(super) const PREDEFINED: [&str; 24] = [
    "P", "N", "grundy", "terminal", "final", "total", "phi", "omega", "min", "max", "sum", "xor", "abs", "floor",
    "ceil", "sqrt", "sign", "count", "size", "mod", "and", "or", "not", "in",
];

/// A `let`, or a sequence in closed form.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its name where it is defined.
    pub(super) place: Span,
    /// Names of its arguments.
    pub(super) arguments: Vec<String>,
    /// What it stands for.
    pub(super) body: Expr,
    /// First values of a recurrence.
    pub(super) from: Vec<(Vec<Expr>, Expr)>,
}

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
    pub(super) recursions: RefCell<IndexMap<String, Option<Arc<Recursion>>>>,
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

impl Local {
    /// The heap that the heap of this number stands for.
    pub(super) fn heap(&self, coordinate: usize) -> usize {
        self.permutation.as_ref().and_then(|all| all.get(coordinate)).copied().unwrap_or(coordinate)
    }
}

/// Reports heaps that are declared too late.
fn heaps_after_register(place: Span, sink: &mut Sink) {
    let help = "a position is written heaps first, then registers";
    let message = "heaps are declared before registers";
    sink.error("heaps-after-register", place, message, "move this line up", help);
}

/// Reports a move that has the name of another.
fn second_move(name: &Name, sink: &mut Sink) {
    let message = format!("move `{}` is declared twice", name.text);
    sink.error("duplicate-name", name.span, message, "the second declaration", "give one of them another name");
}

impl Scope {
    /// A scope in which only parameters exist.
    pub(super) fn of_parameters(parameters: IndexMap<String, ParameterValue>) -> Self {
        Self { parameters, ..Self::default() }
    }

    /// The scope of what is known before there are heaps: parameters, and the names that nothing is said of.
    fn of_numbers(&self) -> Self {
        Self { damaged: self.damaged.clone(), ..Self::of_parameters(self.parameters.clone()) }
    }

    /// Declares everything that a file declares. Reports names bound twice; `None` if there are no heaps.
    pub(super) fn new(file: &File, values: IndexMap<String, ParameterValue>, sink: &mut Sink) -> Option<Self> {
        let mut scope = Self::of_parameters(values);
        scope.damaged.clone_from(&file.damaged);
        scope.ordinal = ordinals::coefficients(file, &scope, sink)?;
        let (mut bound, mut moves) = (IndexMap::<String, Span>::new(), IndexMap::<String, Span>::new());
        let mut heaps_fine = true;
        let mut register_seen = false;
        for item in &file.items {
            match &item.kind {
                ItemKind::Param { name, .. } => {
                    bind(&mut bound, name, sink);
                    if !scope.parameters.contains_key(&name.text) {
                        scope.damaged.push(name.text.clone());
                    }
                }
                ItemKind::Heaps { heaps: declarations, .. } => {
                    if register_seen {
                        heaps_after_register(item.span, sink);
                    }
                    for declaration in declarations {
                        bind(&mut bound, &declaration.name, sink);
                        heaps_fine &= scope.declare_heaps(&declaration.name, declaration.size.as_ref(), sink);
                    }
                }
                ItemKind::Register { name, size, range } => {
                    register_seen = true;
                    bind(&mut bound, name, sink);
                    scope.declare_registers(name, size.as_ref(), range.as_ref(), sink);
                }
                ItemKind::Blocking(most) => scope.blocking = scope.forbidden(most, sink),
                ItemKind::Let { name, arguments, body } => {
                    bind(&mut bound, name, sink);
                    let arguments = arguments.iter().map(|argument| argument.text.clone()).collect();
                    scope.declare_function(name, arguments, body, &[]);
                }
                ItemKind::Sequence { name, indices, body, from } => {
                    bind(&mut bound, name, sink);
                    let arguments = indices.iter().map(|index| index.text.clone()).collect();
                    let arguments = if indices.is_empty() { vec!["k".to_owned()] } else { arguments };
                    scope.declare_function(name, arguments, body, from);
                }
                ItemKind::Move(declaration)
                    if moves.insert(declaration.name.text.clone(), declaration.name.span).is_some() =>
                {
                    second_move(&declaration.name, sink);
                }
                _ => {}
            }
        }
        let is_whole = file.damaged.is_empty();
        if heaps_fine && is_whole {
            scope.there_are_heaps(sink);
        }
        if moves.is_empty() && is_whole && !has_code(file) {
            let help = scope.example_of_a_move();
            sink.error("no-moves", Span::default(), "this ruleset has no moves", "no line begins with `move`", help);
        }
        (heaps_fine && !scope.heaps.is_empty()).then_some(scope)
    }

    /// How many options `play blocking` lets the previous player forbid.
    fn forbidden(&self, most: &Expr, sink: &mut Sink) -> usize {
        let Some(number) = constant(most, &self.of_numbers(), sink) else { return 0 };
        match usize::try_from(number).ok().filter(|number| *number <= MOST_FORBIDDEN) {
            Some(number) => number,
            None => {
                let message = format!("the previous player cannot forbid {number} options");
                let help = format!("give a number from 0 to {MOST_FORBIDDEN}; 0 is play without blocking");
                sink.error("bad-range", most.span, message, "how many options may be forbidden", help);
                0
            }
        }
    }

    /// Reports a file that declares no heaps.
    fn there_are_heaps(&self, sink: &mut Sink) {
        if self.heaps.is_empty() {
            sink.error(
                "no-heaps",
                Span::default(),
                "this ruleset declares no heaps",
                "nothing here says what a position is",
                "add a line such as `heaps x, y` or `heaps h[3]`",
            );
        }
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
        let help = listed(local);
        // Without a name that was meant, it is one name that was forgotten, however often it is used.
        if let Some(mut fault) = sink.again("unknown-name", span, &message, |fault| fault.fixes.is_empty()) {
            fault.help(listed(&Local::default()));
            return;
        }
        sink.error("unknown-name", span, message, label, help);
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

    /// Words that propose a first move of these heaps.
    fn example_of_a_move(&self) -> String {
        let amount = ['i', 'j', 'k']
            .into_iter()
            .find(|name| !self.known(&Local::default()).any(|known| known.chars().eq([*name])));
        let amount = amount.unwrap_or_else(|| self.fresh(&Local::default()));
        let single = self.coordinates.iter().find(|(_, at)| **at < self.heaps.len()).map(|(name, _)| name);
        let written = match (single, self.arrays.keys().next()) {
            (Some(heap), _) if self.ordinal.is_some() => format!("move take: {heap} -> {heap}' where {heap}' < {heap}"),
            (Some(heap), _) => format!("move take({amount}): {heap} -> {heap} - {amount} where 1 <= {amount}"),
            (None, Some(array)) => {
                let one = self.fresh(&Local::default());
                format!("move take({amount}) for each {one} in {array}: {one} -> {one} - {amount} where 1 <= {amount}")
            }
            (None, None) => return "a move begins with `move`, its name and what it changes".to_owned(),
        };
        format!("add one, for example `{written}`")
    }

    /// Binds a heap, or an array of heaps whose size parameters may give.
    fn declare_heaps(&mut self, name: &Name, size: Option<&Expr>, sink: &mut Sink) -> bool {
        let first = self.heaps.len();
        let Some(size) = size else {
            self.coordinates.insert(name.text.clone(), first);
            match self.ordinal {
                Some(count) => self.heaps.extend(ordinals::coefficient_names(&name.text, count)),
                None => self.heaps.push(name.text.clone()),
            }
            return true;
        };
        let Some(count) = self.count(name, size, "heaps", sink) else { return false };
        for number in 1..=count {
            self.heaps.push(format!("{}[{number}]", name.text));
        }
        self.arrays.insert(name.text.clone(), (first, self.heaps.len() - first));
        true
    }

    /// The number of heaps or registers of an array.
    fn count(&self, name: &Name, size: &Expr, what: &str, sink: &mut Sink) -> Option<i64> {
        let count = constant(size, &self.of_numbers(), sink)?;
        if (1..=MOST_HEAPS).contains(&count) {
            return Some(count);
        }
        let help = format!("between 1 and {MOST_HEAPS} {what} are possible");
        let message = format!("`{}[...]` would have {count} {what}", name.text);
        sink.error("too-many-heaps", size.span, message, format!("the number of {what}"), help);
        None
    }

    /// Binds a function, or a sequence with the first values of its recurrence.
    fn declare_function(&mut self, name: &Name, arguments: Vec<String>, body: &Expr, from: &[(Vec<Expr>, Expr)]) {
        let function = Function { place: name.span, arguments, body: body.clone(), from: from.to_vec() };
        self.functions.insert(name.text.clone(), function);
    }

    /// Binds a register or an array of registers with their range; parameters may give range and number.
    fn declare_registers(&mut self, name: &Name, size: Option<&Expr>, range: Option<&(Expr, Expr)>, sink: &mut Sink) {
        let ends = match range {
            None => Some((0, None)),
            Some((low, high)) => self.ends(name, low, high, sink),
        };
        let count = match size {
            None => Some(1),
            Some(size) => self.count(name, size, "registers", sink),
        };
        let (Some((low, high)), Some(count)) = (ends, count) else {
            self.damaged.push(name.text.clone());
            return;
        };
        let first = self.heaps.len() + self.registers.len();
        for number in 1..=count {
            let name = if size.is_some() { format!("{}[{number}]", name.text) } else { name.text.clone() };
            self.registers.push(Register { name, low, high, shown: high.map(|high| (low, high)) });
        }
        if size.is_some() {
            self.arrays.insert(name.text.clone(), (first, self.heaps.len() + self.registers.len() - first));
        } else {
            self.coordinates.insert(name.text.clone(), first);
        }
    }

    /// The least and the greatest value of a register.
    fn ends(&self, name: &Name, low: &Expr, high: &Expr, sink: &mut Sink) -> Option<(i64, Option<i64>)> {
        let parameters = self.of_numbers();
        let (lowest, highest) = (constant(low, &parameters, sink), constant(high, &parameters, sink));
        let (lowest, highest) = (lowest?, highest?);
        if highest < lowest || MOST_REGISTER_VALUES <= highest || lowest <= -MOST_REGISTER_VALUES {
            let help = "a range names its least and its greatest value, both included and below 2^31";
            sink.error(
                "bad-range",
                low.span.to(high.span),
                format!("register `{}` cannot range over {lowest}..{highest}", name.text),
                "this range",
                help,
            );
            return None;
        }
        Some((lowest, Some(highest)))
    }
}

/// A coordinate as a term.
pub(super) fn coordinate(index: usize) -> Term {
    Term::Variable(Variable::Coordinate(index))
}

fn bind(bound: &mut IndexMap<String, Span>, name: &Name, sink: &mut Sink) {
    if PREDEFINED.contains(&name.text.as_str()) {
        sink.error(
            "duplicate-name",
            name.span,
            format!("`{}` already has a meaning in the language", name.text),
            "bound again here",
            "choose another name",
        );
    } else if bound.insert(name.text.clone(), name.span).is_some() {
        sink.error(
            "duplicate-name",
            name.span,
            format!("`{}` is bound twice", name.text),
            "the second time",
            "give one of them another name",
        );
    }
}

/// Whether all moves are given by a code.
fn has_code(file: &File) -> bool {
    file.items.iter().any(|item| matches!(item.kind, ItemKind::Code(_)))
}
