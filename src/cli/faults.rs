//! Faults of input files: for people on the error stream, and as data.
use super::terminal;
use miette::{GraphicalReportHandler, GraphicalTheme};
use nimdsl::diagnostic::{Fault, Faults};
use nimdsl::rules::faulty;
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

/// A fault for programs.
pub(in crate::cli) fn fault_json(fault: &Fault) -> Value {
    json!(faulty(fault))
}
