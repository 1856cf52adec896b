//! Makes the sure fixes of a ruleset, round after round, until none is left. Writes no file.
use super::{Library, check};
use crate::diagnostic::{Fault, Fix, Sink, mended};
use crate::source::Source;
use crate::syntax::{parse, print_item};
use serde::Serialize;
use std::sync::Arc;

/// Every round makes at least one replacement; a fix that calls for itself again would go on for ever.
const MOST_ROUNDS: usize = 100;

/// A replacement that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MendedPlace {
    /// The line before its round, counted from 1.
    pub line: usize,
    /// The column before its round, counted from 1 in characters.
    pub column: usize,
    /// What stood there.
    pub old: String,
    /// What stands there afterwards.
    #[serde(rename = "text")]
    pub new: String,
}

/// The text with all sure fixes made, and what was changed, round by round; `None` if nothing is sure. Items that could be
/// read before and hold no fix say the same afterwards: a round that would change one is not made.
///
/// # Examples
/// ```
/// use nimdsl::check::{Library, mend::mend};
/// use nimdsl::source::Source;
///
/// struct Nothing;
/// impl Library for Nothing {
///     fn read(&self, name: &str) -> Result<String, String> {
///         Err(format!("there is no {name}"))
///     }
/// }
///
/// let source = Source::new("nim.nim", "heaps x\nmove take(i): x -> x - i where 1 =< i\n");
/// let (text, changes) = mend(&source, &Nothing).expect("a sign is foreign");
/// assert_eq!(text, "heaps x\nmove take(i): x -> x - i where 1 <= i\n");
/// assert_eq!((changes[0].old.as_str(), changes[0].new.as_str()), ("=<", "<="));
/// ```
#[must_use]
pub fn mend(source: &Arc<Source>, library: &dyn Library) -> Option<(String, Vec<MendedPlace>)> {
    let mut source = source.clone();
    let mut changes = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let faults = match check(&source, library) {
            Ok(document) => document.warnings,
            Err(faults) => faults.0,
        };
        let Some((text, fixes)) = round(&source, &faults) else { break };
        for fix in fixes {
            let (line, column) = source.line_column(fix.span.start);
            let old = source.text[fix.span.start..fix.span.end].to_owned();
            changes.push(MendedPlace { line, column, old, new: fix.text });
        }
        source = Source::new(source.name.clone(), text);
    }
    (!changes.is_empty()).then(|| (source.text.clone(), changes))
}

fn round(source: &Arc<Source>, faults: &[Fault]) -> Option<(String, Vec<Fix>)> {
    let (text, fixes) = mended(source, faults)?;
    let after = Source::new(source.name.clone(), text.clone());
    let mut kept = items(source, &fixes).into_iter();
    let mut wanted = kept.next();
    for item in items(&after, &[]) {
        if wanted.as_ref() == Some(&item) {
            wanted = kept.next();
        }
    }
    wanted.is_none().then_some((text, fixes))
}

/// The items that can be read and hold no fix, in canonical text.
fn items(source: &Arc<Source>, fixes: &[Fix]) -> Vec<String> {
    let file = parse(source, &mut Sink::new(source.clone()));
    let apart = |start: usize, end: usize| fixes.iter().all(|fix| fix.span.end < start || end < fix.span.start);
    let kept = file.items.iter().filter(|item| apart(item.span.start, item.span.end));
    kept.map(print_item).collect()
}
