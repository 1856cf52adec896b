//! The integration tests: the binary as a stranger uses it, engines against printed tables, laws over random rulesets.
#![expect(clippy::pedantic, reason = "tests compute with small numbers")]
mod cli;
mod engines;
mod faults;
mod laws;
mod tables;
mod tidy;

use nimdsl::check::{Document, Library, check};
use nimdsl::diagnostic::Faults;
use nimdsl::source::Source;

/// A library without texts.
struct Empty;

impl Library for Empty {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("there is no {name}"))
    }
}

fn checked(text: &str) -> Result<Document, Faults> {
    check(&Source::new("test.nim", text), &Empty)
}

fn ruleset(name: &str) -> Document {
    let path = format!("{}/rulesets/{name}.nim", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a ruleset of the project");
    checked(&text).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}
