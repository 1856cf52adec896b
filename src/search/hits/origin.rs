//! From a search to the lines that say where its hits come from: the ruleset by its hash, parameters, bounds, counts.
//! Changes no hit but by these lines.
use crate::check::Settings;
use crate::ruleset::ParameterValue;
use crate::search::task::{Add, Search};
use crate::search::{Found, Ground, Hit, SearchError};
use crate::syntax::print_file;
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value, json};

/// What a search stood on.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The BLAKE3 hash of its canonical text, as `nimdsl fmt` prints it.
    pub blake3: String,
    /// The parameters that do not vary.
    pub parameters: IndexMap<String, Value>,
    /// What passed is right for all heaps up to this, or for the first pairs of a target.
    pub screen: u64,
    /// Hits are confirmed for all heaps up to this, at most.
    pub confirm: u64,
    /// How many extra and missing pairs are forgiven.
    pub exceptions: usize,
}

impl Origin {
    /// What a search stands on.
    pub(in crate::search) fn new(ground: &Ground<'_>, task: &Search) -> Result<Self, SearchError> {
        let screened = if matches!(task.add, Add::Parameters) { task.board } else { task.screen };
        let varied = |name: &String| ground.candidates.names().any(|varied| varied == name);
        let fixed = ground.document.parameters.iter().filter(|(name, _)| !varied(name));
        Ok(Self {
            ruleset: ground.document.ruleset.name.clone(),
            blake3: blake3::hash(print_file(&ground.document.file).as_bytes()).to_hex().to_string(),
            parameters: fixed.map(|(name, value)| (name.clone(), written(value))).collect(),
            screen: ground.bound(screened)?.unsigned_abs(),
            confirm: ground.bound(task.confirm)?.unsigned_abs(),
            exceptions: task.exceptions,
        })
    }
}

/// The values of parameters as data.
pub(in crate::search) fn values(settings: &Settings) -> IndexMap<String, Value> {
    settings.iter().map(|(name, value)| (name.clone(), written(value))).collect()
}

fn written(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Number(number) => json!(number),
        ParameterValue::Set(set) => json!(set),
    }
}

fn listed(parameters: &IndexMap<String, Value>) -> String {
    let pairs: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
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
    let parameters: IndexMap<String, Value> =
        origin.parameters.iter().chain(&hit.parameters).map(|(name, value)| (name.clone(), value.clone())).collect();
    format!(
        "{OPENING}{}: candidate {} of {}, {} of them distinct.\n\
         # Searched on the ruleset \"{}\", blake3 {}; parameters: {}.\n\
         # Screened up to {}, to be confirmed up to {}; at most {} exceptions.\n",
        env!("CARGO_PKG_VERSION"),
        hit.candidate,
        found.candidates,
        found.distinct,
        origin.ruleset,
        origin.blake3,
        listed(&parameters),
        origin.screen,
        origin.confirm,
        origin.exceptions
    )
}
