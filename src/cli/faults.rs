//! Faults of input files: for people on the error stream, and as data.
use super::terminal;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, Severity};
use nimdsl::diagnostic::{Certainty, Fault, Faults};
use nimdsl::source::Span;
use serde_json::{Value, json};
use std::io::{self, Write};

const LONGEST_LINE: usize = 500;

/// Renders faults for people on the error stream.
pub(in crate::cli) fn render(faults: &[Fault]) -> io::Result<()> {
    let mut out = terminal::err_in_colour();
    let theme = if terminal::is_coloured(&io::stderr()) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110);
    for fault in faults {
        let fault = fault.legible();
        let mut text = String::new();
        let long = fault.source.text.lines().any(|line| LONGEST_LINE < line.len());
        if long || handler.render_report(&mut text, &fault).is_err() {
            // A line that fills the screen hides the message.
            text = format!("{}: {}", fault.code, Faults(vec![fault.clone()]));
        }
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// A fault as data: its place as `line` to `end_column` (counted from 1, the end behind the last character) and in bytes
/// from `start` up to `end`, all its places with their remarks, and the replacements that mend it.
pub(in crate::cli) fn fault_json(fault: &Fault) -> Value {
    let first = fault.labels.first().map_or(Span::default(), |(span, _)| *span);
    let severity = if fault.severity().unwrap_or(Severity::Error) == Severity::Error { "error" } else { "warning" };
    let places: Vec<Value> =
        fault.labels.iter().map(|(span, label)| with_place(json!({"label": label}), *span, fault)).collect();
    let fixes: Vec<Value> = fault
        .fixes
        .iter()
        .map(|fix| with_place(json!({"text": fix.text, "sure": fix.certainty == Certainty::Sure}), fix.span, fault))
        .collect();
    let about = json!({
        "code": fault.code, "severity": severity, "message": fault.message, "help": fault.help,
        "source": fault.source.name, "places": places, "fixes": fixes,
    });
    with_place(about, first, fault)
}

/// Adds where something is, in lines and columns and in bytes.
fn with_place(mut about: Value, span: Span, fault: &Fault) -> Value {
    let ((line, column), (end_line, end_column)) =
        (fault.source.line_column(span.start), fault.source.line_column(span.end));
    for (name, number) in [
        ("line", line),
        ("column", column),
        ("end_line", end_line),
        ("end_column", end_column),
        ("start", span.start),
        ("end", span.end),
    ] {
        about[name] = number.into();
    }
    about
}

/// A file that cannot be read, as a fault.
pub(in crate::cli) fn unreadable_json(message: &str) -> Value {
    json!({
        "code": "unreadable", "severity": "error", "message": message, "help": null, "line": 1, "column": 1,
        "end_line": 1, "end_column": 1, "start": 0, "end": 0, "places": [], "fixes": [],
    })
}
