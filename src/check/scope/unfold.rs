//! Why what is written out comes to no end, or to too much: definitions that use themselves in a circle, or sheer size. Told at
//! the definition that is the cause, not at its uses.
use super::Function;
use crate::diagnostic::Sink;
use crate::ruleset::Part;
use crate::source::Span;
use crate::syntax::ast::ExprKind;
use crate::syntax::walk;
use indexmap::IndexMap;

/// Definitions that may stand inside each other.
pub(in crate::check) const DEEPEST: usize = 32;
/// Uses of definitions that are written out for one ruleset.
pub(in crate::check) const MOST_EXPANSIONS: usize = 50_000;

/// Parts of a term or a condition that is written out: each pair of bars, each square, each `iff` doubles what is inside.
const MOST_PARTS: usize = 100_000;

/// Whether what an expression was written out to is no larger than can be worked with; else it is reported. To be asked wherever
/// one expression becomes several copies.
pub(in crate::check) fn is_small(part: Part<'_>, span: Span, sink: &mut Sink) -> bool {
    let is_small = has_few_parts(part);
    if !is_small {
        let message = format!("written out, this has more than {MOST_PARTS} parts");
        let help = "bars, powers, `iff` and definitions write their insides out twice or more: nest fewer of them";
        sink.error("item-too-long", span, message, "too many of these stand inside each other", help);
    }
    is_small
}

/// Whether a part has no more parts than can be worked with.
pub(in crate::check) fn has_few_parts(part: Part<'_>) -> bool {
    let mut parts = 0;
    part.walk(&mut |_| {
        parts += 1;
        parts <= MOST_PARTS
    });
    parts <= MOST_PARTS
}

/// A definition that cannot be written out, in words.
#[derive(Clone, Debug)]
pub(in crate::check) struct Unfolded {
    place: Span,
    message: String,
    label: &'static str,
    help: &'static str,
}

impl Unfolded {
    /// Reports it; a sink holds one fault of a place.
    pub(in crate::check) fn report(&self, sink: &mut Sink) {
        sink.error("endless-let", self.place, self.message.as_str(), self.label, self.help);
    }
}

/// The cause that the expansion of a function came to a limit, at a use of another.
pub(in crate::check) fn too_large(
    outermost: Option<usize>,
    used: Span,
    functions: &IndexMap<String, Function>,
) -> Unfolded {
    let calls: Vec<Vec<usize>> = functions.iter().map(|(name, function)| calls(name, function, functions)).collect();
    let called = |at: usize| functions.get_index(at).map_or("", |(name, _)| name.as_str());
    let place = |at: usize| functions.get_index(at).map_or(used, |(_, function)| function.place);
    let order = match walked(outermost, &calls) {
        Ok(order) => order,
        Err(circle) => {
            let written: Vec<&str> = circle.iter().map(|at| called(*at)).collect();
            return Unfolded {
                place: place(circle[0]),
                message: format!("`{}` is defined by itself: {}", written[0], written.join(" -> ")),
                label: "this definition comes back to itself through others",
                help: "functions that call each other in a circle are not possible; one may call itself",
            };
        }
    };
    // How often definitions are used in one that is written out, and how deep; those that it uses come first.
    let mut sizes: Vec<(usize, usize)> = vec![(0, 0); calls.len()];
    for at in &order {
        let count = calls[*at].iter().fold(1, |sum: usize, inner| sum.saturating_add(sizes[*inner].0));
        let depth = calls[*at].iter().map(|inner| sizes[*inner].1).max().unwrap_or(0) + 1;
        sizes[*at] = (count, depth);
    }
    let first = order.iter().copied().find(|at| DEEPEST < sizes[*at].1 || MOST_EXPANSIONS < sizes[*at].0);
    let Some(first) = first else {
        return Unfolded {
            place: used,
            message: format!("the definitions of this ruleset are written out more than {MOST_EXPANSIONS} times"),
            label: "a definition is written out wherever it is used",
            help: "use definitions fewer times, or in fewer instances of moves",
        };
    };
    let (count, depth) = sizes[first];
    let name = called(first);
    let (message, help) = if MOST_EXPANSIONS < count {
        let message = format!("`{name}` unfolds to too large a term: definitions are used {count} times in it");
        (message, "use other definitions fewer times in it and in those that it uses")
    } else {
        let message =
            format!("`{name}` stands on {depth} definitions, each inside the next; at most {DEEPEST} are possible");
        (message, "write some of them out in the next; a definition that calls itself counts once")
    };
    Unfolded { place: place(first), message, label: "a definition is written out wherever it is used", help }
}

/// The definitions that a definition uses, each as often as it is used; not itself.
fn calls(name: &str, function: &Function, functions: &IndexMap<String, Function>) -> Vec<usize> {
    let mut found = Vec::new();
    walk::expression(&function.body, &mut |part| {
        let used = match &part.kind {
            ExprKind::Call { function, .. } => &function.text,
            ExprKind::Name { name, .. } => name,
            _ => return,
        };
        if used != name && !function.arguments.contains(used) {
            found.extend(functions.get_index_of(used));
        }
    });
    found
}

/// The definitions that one leads to, those that another uses before it; or a circle among them, its first repeated at the
/// end. The one that is defined first stands first in a circle.
fn walked(start: Option<usize>, calls: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut order = Vec::new();
    let mut known = vec![false; calls.len()];
    let mut open = vec![false; calls.len()];
    let mut path: Vec<(usize, usize)> = start.into_iter().map(|start| (start, 0)).collect();
    while let Some((at, next)) = path.last_mut() {
        let at = *at;
        open[at] = true;
        let Some(called) = calls[at].get(*next).copied() else {
            open[at] = false;
            known[at] = true;
            order.push(at);
            path.pop();
            continue;
        };
        *next += 1;
        if open[called] {
            let begins = path.iter().position(|(known, _)| *known == called).unwrap_or(0);
            let mut circle: Vec<usize> = path[begins..].iter().map(|(at, _)| *at).collect();
            let first = (0..circle.len()).min_by_key(|at| circle[*at]).unwrap_or(0);
            circle.rotate_left(first);
            circle.push(circle[0]);
            return Err(circle);
        }
        if !known[called] {
            path.push((called, 0));
        }
    }
    Ok(order)
}
