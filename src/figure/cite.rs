//! Where a table or a picture comes from, in one line: the program, the ruleset with its hash, parameters, play.
use crate::check::Document;
use crate::ruleset::{Ruleset, words};
use crate::source::legible;
use crate::syntax::print_file;
use crate::value::Play;
use serde_json::Value;

/// The program and its version, the title and the hash of a ruleset, its parameters, the play.
pub(crate) fn source_line(document: &Document, name: &str, parameters: &Value, play: Play) -> String {
    format!(
        "nimdsl {}; ruleset \"{}\", blake3 {}; parameters {parameters}; {play} play",
        env!("CARGO_PKG_VERSION"),
        name,
        hash(document)
    )
}

/// The same, short: a title, parameters, and the beginning of the hash.
pub(super) fn short_line(document: &Document, ruleset: &Ruleset, play: Play) -> String {
    let parameters = words::settings(&ruleset.parameters);
    let parameters = if parameters.is_empty() { parameters } else { format!(", {parameters}") };
    let play = if play == Play::Misere { ", misère play" } else { "" };
    let name = legible(&ruleset.name).replace(['\n', '\t'], " ");
    format!("{name}{parameters}{play}; nimdsl {}, ruleset {}", env!("CARGO_PKG_VERSION"), &hash(document)[..12])
}

/// BLAKE3 of the canonical text.
fn hash(document: &Document) -> String {
    blake3::hash(print_file(&document.file).as_bytes()).to_hex().to_string()
}
