//! Whether the grammar reads a text, and what that says of replacements. Makes no tree.
use crate::diagnostic::{Certainty, Sink};
use crate::source::{Source, Span};
use crate::syntax::grammar::{Grammar, Rule};
use crate::syntax::scan::can_be_parsed;
use pest::Parser;
use pest::error::InputLocation;

/// Whether the grammar reads an item; where it stops, in bytes, if not. One that is too long or too deep is not begun.
pub(super) fn readable(item: &str) -> Result<(), usize> {
    if !can_be_parsed(item) {
        return Err(0);
    }
    match Grammar::parse(Rule::item, item) {
        Ok(_) => Ok(()),
        Err(error) => match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => Err(at),
        },
    }
}

/// Whether the grammar reads on in an item behind some of its bytes, by a word or sign at least.
pub(super) fn reads_on(item: &str, end: usize) -> bool {
    readable(item).map_or_else(|stops| next(item, end) < stops, |()| true)
}

/// Where the next word or sign begins.
fn next(item: &str, end: usize) -> usize {
    let rest = item.get(end..).unwrap_or("");
    end + rest.len() - rest.trim_start().len()
}

/// A replacement in an item that was not read is sure only where the grammar reads on beyond it once all are made.
pub(super) fn sure_fixes_are_read(item: Span, source: &Source, plain: &str, sink: &mut Sink) {
    let mut tried: Vec<(Span, &str, usize)> = Vec::new();
    for (at, fault) in sink.faults.iter().enumerate().filter(|(_, fault)| fault.source.name == source.name) {
        // Of alternatives the first is tried.
        let fixes = fault.fixes.iter().take(1);
        tried.extend(fixes.map(|fix| (fix.span, fix.text.as_str(), at)));
    }
    tried.sort_by_key(|(span, _, at)| (span.start, *at));
    let mut made: Vec<(usize, usize)> = Vec::new();
    let (mut mended, mut end) = (String::new(), item.start);
    for (span, text, at) in tried {
        let Some(kept) = plain.get(end..span.start).filter(|_| span.end <= item.end) else { continue };
        mended.push_str(kept);
        mended.push_str(text);
        end = span.end;
        made.push((at, mended.len()));
    }
    mended.push_str(plain.get(end..item.end).unwrap_or(""));
    let Err(stops) = readable(&mended) else { return };
    let unread: Vec<usize> = made.iter().filter(|made| stops <= next(&mended, made.1)).map(|made| made.0).collect();
    for at in unread {
        for fix in &mut sink.faults[at].fixes {
            fix.certainty = Certainty::Likely;
        }
    }
}
