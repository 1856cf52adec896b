//! Faults as data for other programs. Words nothing.
use crate::diagnostic::{Certainty, Fault};
use crate::source::Span;
use miette::{Diagnostic, Severity};
use serde::Serialize;

/// A fault with its places counted out: lines and columns from 1, columns in characters, and bytes from 0.
#[derive(Clone, Debug, Serialize)]
pub struct Faulty<'a> {
    /// Its kebab-case name.
    pub code: &'a str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: &'a str,
    /// What to do about it.
    pub help: Option<&'a str>,
    /// What the text is called.
    pub source: &'a str,
    /// Where it is.
    #[serde(flatten)]
    pub place: TextPlace,
    /// All places with a remark each.
    pub places: Vec<Remark<'a>>,
    /// Replacements that mend it.
    pub fixes: Vec<Replacement<'a>>,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TextPlace {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start: usize,
    end: usize,
}

/// A place and what is said of it.
#[derive(Clone, Debug, Serialize)]
pub struct Remark<'a> {
    label: &'a str,
    #[serde(flatten)]
    place: TextPlace,
}

/// A place and what may stand there.
#[derive(Clone, Debug, Serialize)]
pub struct Replacement<'a> {
    text: &'a str,
    sure: bool,
    #[serde(flatten)]
    place: TextPlace,
}

/// A file that cannot be read, as a fault of it.
#[must_use]
pub(super) fn unreadable<'a>(file: &'a str, why: &'a str) -> Faulty<'a> {
    let place = TextPlace { line: 1, column: 1, end_line: 1, end_column: 1, start: 0, end: 0 };
    let (code, severity, places, fixes) = ("unreadable", "error", Vec::new(), Vec::new());
    Faulty { code, severity, message: why, help: None, source: file, place, places, fixes }
}

/// A fault for other programs.
#[must_use]
pub fn faulty(fault: &Fault) -> Faulty<'_> {
    let place = |span: Span| {
        let ((line, column), (end_line, end_column)) =
            (fault.source.line_column(span.start), fault.source.line_column(span.end));
        TextPlace { line, column, end_line, end_column, start: span.start, end: span.end }
    };
    let is_error = fault.severity().is_none_or(|severity| severity == Severity::Error);
    let places = fault.labels.iter().map(|(span, label)| Remark { label, place: place(*span) });
    let fixes = fault.fixes.iter().map(|fix| Replacement {
        text: &fix.text,
        sure: fix.certainty == Certainty::Sure,
        place: place(fix.span),
    });
    Faulty {
        code: fault.code,
        severity: if is_error { "error" } else { "warning" },
        message: &fault.message,
        help: fault.help.as_deref(),
        source: &fault.source.name,
        place: place(fault.labels.first().map_or(Span::default(), |(span, _)| *span)),
        places: places.collect(),
        fixes: fixes.collect(),
    }
}
