//! Units of searches in files: what a unit gave, with all that it was made from, to text and back. Does no unit, and believes none
//! without its checksum.
//!
//! ```text
//! {"nimdsl":"unit", build, experiment, texts, unit, ...}      what it was made from
//! {"from":0,"to":32768,"chunk":{...}}                          what it gave, a line for each part
//! {"blake3":"..."}                                             of all that stands before
//! ```
//!
//! The same unit has the same bytes wherever it is done: no time, no machine and no number of threads is in it.
use super::files::kinds::{FileKind, UNIT, start};
use super::files::{each_in_folders, opened};
use super::stop::Stop;
use super::version::VERSION;
use nimdsl::asked::values::Effort;
use nimdsl::check::Library;
use nimdsl::rules::{Chunk, SharePart, WorkUnit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The layout of the file; another one is refused.
const LAYOUT: u32 = 1;
/// Longer lines are no unit's.
const LONGEST: u64 = 1 << 30;

/// What a unit was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct UnitHead {
    /// Always "unit": the file begins with it.
    nimdsl: String,
    layout: u32,
    /// The build of the program.
    build: String,
    /// The BLAKE3 hash of the experiment: of its text, of all texts that it names, and of the extent.
    blake3: String,
    /// The name of the unit.
    unit: String,
    /// The name of the experiment, without its ending.
    pub(in crate::cli) name: String,
    /// `quick` or `full`.
    extent: String,
    /// The text of the experiment.
    pub(in crate::cli) experiment: String,
    /// All texts that it names.
    pub(in crate::cli) texts: BTreeMap<String, String>,
}

/// A line of what a unit gave.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    from: u64,
    to: u64,
    chunk: Chunk,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitEnd {
    blake3: String,
}

/// A unit as its file says it.
#[derive(Debug)]
pub(in crate::cli) struct UnitFile {
    pub(in crate::cli) head: UnitHead,
    pub(in crate::cli) unit: WorkUnit,
    pub(in crate::cli) parts: Vec<SharePart>,
}

/// The words of an extent.
pub(in crate::cli) fn extent_word(extent: Effort) -> &'static str {
    match extent {
        Effort::Quick => "quick",
        Effort::Full => "full",
    }
}

/// The hash of an experiment: each part with its length.
fn hash(extent: &str, experiment: &str, texts: &BTreeMap<String, String>) -> String {
    let mut hasher = blake3::Hasher::new();
    let named = texts.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]);
    for part in [extent, experiment].into_iter().chain(named) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

impl UnitHead {
    /// Of an experiment with all texts that it names.
    pub(in crate::cli) fn new(
        name: &str,
        extent: Effort,
        experiment: &str,
        texts: BTreeMap<String, String>,
        unit: &str,
    ) -> Self {
        let extent = extent_word(extent);
        Self {
            nimdsl: "unit".to_owned(),
            layout: LAYOUT,
            build: VERSION.clone(),
            blake3: hash(extent, experiment, &texts),
            unit: unit.to_owned(),
            name: name.to_owned(),
            extent: extent.to_owned(),
            experiment: experiment.to_owned(),
            texts,
        }
    }

    /// Whether full bounds hold.
    pub(in crate::cli) fn extent(&self) -> Effort {
        if self.extent == extent_word(Effort::Full) { Effort::Full } else { Effort::Quick }
    }

    /// The build that made it.
    pub(in crate::cli) fn build(&self) -> &str {
        &self.build
    }

    /// The hash of the experiment.
    pub(in crate::cli) fn identity(&self) -> &str {
        &self.blake3
    }

    /// What of another one is different, in words; none if both are units of one run.
    pub(in crate::cli) fn difference(&self, other: &Self) -> Option<String> {
        let named =
            || self.texts.iter().find(|(name, text)| other.texts.get(*name).is_some_and(|known| known != *text));
        match () {
            () if self.blake3 == other.blake3 => None,
            () if self.extent != other.extent => {
                Some(format!("has the {} bounds, and others have the {} ones", self.extent, other.extent))
            }
            () if self.name == other.name && self.experiment != other.experiment => {
                Some(format!("is of another text of {}.ron", self.name))
            }
            () if self.experiment != other.experiment => {
                Some(format!("is of another experiment ({}, and not {})", self.name, other.name))
            }
            () => Some(named().map_or_else(
                || "reads other texts".to_owned(),
                |(name, _)| format!("was made from another text of {}", name.escape_debug()),
            )),
        }
    }

    /// A unit as text, with a line for each part and its checksum.
    pub(in crate::cli) fn text(&self, parts: Vec<SharePart>) -> Result<String, Stop> {
        let mut text = serde_json::to_string(self)? + "\n";
        for SharePart { numbers: Range { start: from, end: to }, chunk } in parts {
            text.push_str(&serde_json::to_string(&UnitRow { from, to, chunk })?);
            text.push('\n');
        }
        let end = UnitEnd { blake3: blake3::hash(text.as_bytes()).to_hex().to_string() };
        text.push_str(&serde_json::to_string(&end)?);
        text.push('\n');
        Ok(text)
    }

    /// Refuses what another layout or build made, or what does not fit together.
    fn is_ours(&self) -> Result<WorkUnit, String> {
        let unit = WorkUnit::named(&self.unit).ok_or("its unit has no name")?;
        match () {
            () if self.layout != LAYOUT => {
                Err(format!("has layout {}, and this program writes {LAYOUT}; run unit {unit} again", self.layout))
            }
            () if self.build != *VERSION => Err(format!(
                "was made by nimdsl {}, and this is {}: run unit {unit} again, or merge with that one",
                self.build.escape_debug(),
                *VERSION
            )),
            () if self.blake3 != hash(&self.extent, &self.experiment, &self.texts) => {
                Err("its hash is not that of its texts".to_owned())
            }
            () => Ok(unit),
        }
    }
}

impl UnitFile {
    /// Reads a unit. Cost: its length in memory, about.
    pub(in crate::cli) fn read(path: &Path) -> Result<Self, Stop> {
        let shown = path.display();
        let unreadable = |error: std::io::Error| Stop::of_file(path, "cannot be read", &error);
        if !start(path).map_err(unreadable)?.starts_with(UNIT.as_bytes()) {
            return Err(Stop::refused(format!(
                "{shown}: is no unit of a search (`nimdsl plan` says how units are made)"
            )));
        }
        let mut lines = BufReader::new(opened(path).map_err(unreadable)?);
        let mut hasher = blake3::Hasher::new();
        let (mut parts, mut line): (Vec<SharePart>, String) = (Vec::new(), String::new());
        let mut head: Option<UnitHead> = None;
        loop {
            line.clear();
            let count = lines.by_ref().take(LONGEST).read_line(&mut line).map_err(unreadable)?;
            if count == 0 || !line.ends_with('\n') {
                return Err(refused(path, head.as_ref(), "is not whole: its end is missing"));
            }
            if let Ok(end) = serde_json::from_str::<UnitEnd>(&line) {
                if end.blake3 != hasher.finalize().to_hex().as_str() {
                    return Err(refused(path, head.as_ref(), "is damaged: its checksum is another one"));
                }
                if lines.read(&mut [0]).map_err(unreadable)? != 0 {
                    return Err(refused(path, head.as_ref(), "is damaged: it goes on behind its end"));
                }
                break;
            }
            hasher.update(line.as_bytes());
            let damaged = |_| refused(path, None, "is damaged: a line cannot be read");
            match head {
                None => head = Some(serde_json::from_str(&line).map_err(damaged)?),
                Some(_) => {
                    let UnitRow { from, to, chunk } = serde_json::from_str(&line).map_err(damaged)?;
                    parts.push(SharePart { numbers: from..to, chunk });
                }
            }
        }
        let head = head.ok_or_else(|| refused(path, None, "is damaged: it has no beginning"))?;
        let unit = head.is_ours().map_err(|why| Stop::refused(format!("{shown}: {why}")))?;
        let is_next = |from: u64, part: &SharePart| (part.numbers.start == from).then_some(part.numbers.end);
        let end = parts.iter().try_fold(unit.numbers.start, is_next);
        if end != Some(unit.numbers.end) {
            return Err(refused(path, Some(&head), "does not hold what its name says"));
        }
        Ok(Self { head, unit, parts })
    }
}

/// That a file is not believed, why, and how to get another one.
fn refused(path: &Path, head: Option<&UnitHead>, why: &str) -> Stop {
    let remedy = head.map_or_else(
        || "run its unit again".to_owned(),
        |head| format!("run unit {} of {} again", head.unit.escape_debug(), head.name.escape_debug()),
    );
    Stop::refused(format!("{}: {why}; {remedy}", path.display()))
}

/// Whether a file is one of a unit, by its beginning.
pub(in crate::cli) fn is_unit(path: &Path) -> bool {
    FileKind::Unit.is_kind_of(path)
}

/// Units in files, and in folders of them, in the order of their names.
pub(in crate::cli) fn unit_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    // What a killed process left half written has a name that begins with a dot.
    let is_hidden = |file: &Path| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    each_in_folders(paths, |file| !is_hidden(file) && is_unit(file), "holds no unit of a search")
}

/// A library that remembers what it gave.
pub(in crate::cli) struct Remembering<'a> {
    library: &'a dyn Library,
    texts: Mutex<BTreeMap<String, String>>,
}

impl<'a> Remembering<'a> {
    /// Gives what another one gives.
    pub(in crate::cli) fn new(library: &'a dyn Library) -> Self {
        Self { library, texts: Mutex::default() }
    }

    /// All texts that were asked for.
    pub(in crate::cli) fn texts(self) -> BTreeMap<String, String> {
        self.texts.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library for Remembering<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.library.read(name)?;
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), text.clone());
        Ok(text)
    }
}

/// The texts that units were made from.
pub(in crate::cli) struct Texts<'a>(pub(in crate::cli) &'a BTreeMap<String, String>);

impl Library for Texts<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("{name} was not read by the units"))
    }
}
