//! From a search to the lines that say where its hits come from: the ruleset by its hash, parameters, bounds, counts.
//! Changes no hit but by these lines.
use crate::check::Settings;
use crate::search::found::{Found, Hit, Origin};
use serde_json::json;

fn listed(parameters: &Settings) -> String {
    let pairs: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} = {}", json!(value))).collect();
    if pairs.is_empty() { "none".to_owned() } else { pairs.join(", ") }
}

/// The lines of a report.
#[must_use]
pub fn lines(origin: &Origin) -> String {
    format!(
        "ruleset \"{}\", blake3 {}; parameters: {}\nscreened up to {}, confirmed up to {}; exceptions: at most {}",
        origin.ruleset,
        origin.blake3,
        listed(&origin.parameters),
        origin.screen,
        origin.confirm,
        origin.exceptions
    )
}

/// How every hit begins.
pub const OPENING: &str = "# nimdsl ";

/// Whether a text opens with the comment of a hit.
#[must_use]
pub fn is_hit(text: &str) -> bool {
    let line = text.lines().next().and_then(|line| line.strip_prefix(OPENING));
    line.is_some_and(|line| line.split_once(": candidate ").is_some_and(|parts| !parts.0.contains(' ')))
}

/// Comments that open the file of a hit.
pub(in crate::search) fn header(found: &Found, hit: &Hit) -> String {
    let origin = &found.origin;
    let parameters: Settings =
        origin.parameters.iter().chain(&hit.parameters).map(|(name, value)| (name.clone(), value.clone())).collect();
    format!(
        "{OPENING}{}: candidate {} of {}, {}.\n\
         # Searched on the ruleset \"{}\", blake3 {}; parameters: {}.\n\
         # Screened up to {}, to be confirmed up to {}; at most {} exceptions.\n",
        env!("CARGO_PKG_VERSION"),
        hit.candidate,
        found.candidates,
        found.distinct.map_or_else(|| "mined".to_owned(), |distinct| format!("{distinct} of them distinct")),
        origin.ruleset,
        origin.blake3,
        listed(&parameters),
        origin.screen,
        origin.confirm,
        origin.exceptions
    )
}
