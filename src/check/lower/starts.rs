//! What registers are when play begins: `start q = n - 1`. Knows nothing of moves.
use super::terms::term;
use crate::check::scope::{Local, Scope};
use crate::diagnostic::Sink;
use crate::ruleset::{Register, Term, Variable};
use crate::syntax::ast::{Expr, File, ItemKind, Name};

/// The registers with their starts.
pub(in crate::check) fn registers(file: &File, scope: &Scope, sink: &mut Sink) -> Vec<Register> {
    let mut registers = scope.registers.clone();
    for item in &file.items {
        if let ItemKind::Start { name, value } = &item.kind
            && let Some(places) = registers_called(name, scope, sink)
            && let Some(start) = start(value, scope, sink)
        {
            places.for_each(|at| registers[at - scope.heaps.len()].start = Some(start.clone()));
        }
    }
    registers
}

/// The coordinates of a register, or of an array of registers; reports a name of something else.
fn registers_called(name: &Name, scope: &Scope, sink: &mut Sink) -> Option<std::ops::Range<usize>> {
    let single = scope.coordinates.get(&name.text).map(|at| *at..at + 1);
    let places = single.or_else(|| scope.arrays.get(&name.text).map(|(first, count)| *first..first + count));
    let found = places.filter(|places| scope.heaps.len() <= places.start);
    if found.is_none() && !scope.damaged.contains(&name.text) {
        let known: Vec<&str> = scope.registers.iter().map(|register| register.name.as_str()).collect();
        let help = match known.as_slice() {
            [] => format!("declare it before: `register {}`", name.text),
            known => format!("registers are {}", known.join(", ")),
        };
        let message = format!("`{}` is no register", name.text);
        sink.error("bad-start", name.span, message, "only registers have a value when play begins", help);
    }
    found
}

/// The value of a register when play begins, as a term of the heaps.
fn start(value: &Expr, scope: &Scope, sink: &mut Sink) -> Option<Term> {
    let found = term(value, scope, &Local::default(), sink)?;
    let mut of_heaps = true;
    found.numerator.visit_variables(&mut |variable| {
        of_heaps &= matches!(variable, Variable::Coordinate(at) if at < scope.heaps.len());
    });
    if of_heaps && found.denominator == 1 {
        return Some(found.numerator);
    }
    let (label, help) = if of_heaps {
        ("not always a whole number", "round it: `floor(n / 2)`")
    } else {
        ("another register has no value yet", "write a term of the heaps and parameters, such as `n - 1`")
    };
    sink.error("bad-start", value.span, "a start is a whole number that the heaps tell", label, help);
    None
}
