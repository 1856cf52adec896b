//! Declares what a file declares: its parameters, heaps, registers and functions become names of a [`Scope`]. Knows nothing of
//! what moves and claims say with them.
use super::ordinals;
use super::terms::constant;
use crate::check::document::Settings;
use crate::check::scope::{Function, Local, PREDEFINED, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::Register;
use crate::source::Span;
use crate::syntax::ast::{Expr, File, ItemKind, Name};
use indexmap::IndexMap;

/// More heaps than this are refused: no table of them fits any machine.
const MOST_HEAPS: i64 = 64;
const MOST_REGISTER_VALUES: i64 = 1 << 31;
/// More options than these are not forbidden.
const MOST_FORBIDDEN: usize = 1_000;

/// Declares everything that a file declares. Reports names bound twice; `None` if there are no heaps.
pub(in crate::check) fn scope_of_file(file: &File, values: Settings, sink: &mut Sink) -> Option<Scope> {
    let mut scope = Scope::of_parameters(values);
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
        scope.there_are_no_moves(sink);
    }
    (heaps_fine && !scope.heaps.is_empty()).then_some(scope)
}

impl Scope {
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

    /// Reports a file that declares no moves.
    fn there_are_no_moves(&self, sink: &mut Sink) {
        let help = self.example_of_a_move();
        sink.error("no-moves", Span::default(), "this ruleset has no moves", "no line begins with `move`", help);
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
            self.registers.push(Register { name, low, high, shown: high.map(|high| (low, high)), start: None });
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
    /// The scope of what is known before there are heaps: parameters, and the names that nothing is said of.
    fn of_numbers(&self) -> Self {
        Self { damaged: self.damaged.clone(), ..Self::of_parameters(self.parameters.clone()) }
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
