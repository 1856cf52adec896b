//! What the program writes, kind by kind, and how it knows such a file again: nothing else is ever written over.
use super::{is_input, is_standard_input, opened, unwritten, write_whole};
use crate::cli::pictures::{MADE_PDF, MADE_PNG, PDF_OPENING, PNG_OPENING};
use crate::cli::stop::{Stop, why};
use nimdsl::figure;
use nimdsl::rules::openings::{self, is_hit};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::fs;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes at the beginning of a file that are looked at.
const START: u64 = 1 << 12;
/// Bytes at the end of one.
const END: u64 = 1 << 16;

/// A kind of file that the program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum FileKind {
    /// Certificates of `prove`.
    Certificates,
    /// The drawing of an automaton.
    Drawing,
    /// All statements, of `verify`.
    Statements,
    /// What is refuted, of `verify`.
    Errata,
    /// The report of a run as data.
    Data,
    /// The report of a run for people.
    Report,
    /// A hit of a search.
    Hit,
    /// A picture as SVG.
    Svg,
    /// A picture as `TikZ`.
    Tikz,
    /// A manual page.
    ManualPage,
    /// A picture as PNG.
    Png,
    /// A picture as PDF.
    Pdf,
    /// The explorer with a ruleset.
    Page,
    /// A ruleset of `import`.
    Imported,
    /// What a unit of a search gave.
    Unit,
    /// How far a run is.
    Progress,
    /// A table.
    Table,
    /// How far a table is that is written row by row.
    State,
}

impl FileKind {
    /// What is looked for where a file is, in words.
    fn noun(self) -> &'static str {
        match self {
            Self::Certificates => "certificates of nimdsl",
            Self::Drawing => "a drawing of nimdsl",
            Self::Statements => "a list of statements of nimdsl",
            Self::Errata => "a list of errata of nimdsl",
            Self::Data | Self::Report => "a report of nimdsl",
            Self::Unit => "a unit of nimdsl",
            Self::Progress => "the progress of a run of nimdsl",
            Self::Hit => "a hit of nimdsl",
            Self::ManualPage => "a manual page of nimdsl",
            Self::Page => "an explorer of nimdsl",
            Self::Imported | Self::Table => "one that this command replaces",
            Self::State => "the state of a table of nimdsl",
            Self::Svg | Self::Tikz | Self::Png | Self::Pdf => "a picture of nimdsl",
        }
    }

    fn remedy(self) -> &'static str {
        match self {
            Self::Data | Self::Report | Self::Hit | Self::Progress => "choose another folder with --out",
            _ => "choose another name",
        }
    }

    /// Whether a file is one of this kind, by what it says.
    fn is(self, path: &Path) -> io::Result<bool> {
        let begins = |with: &str| Ok(start(path)?.starts_with(with.as_bytes()));
        match self {
            Self::Certificates => Ok(parsed::<Certified>(path)?.is_some()),
            Self::Data => Ok(parsed::<ReportForm>(path)?.is_some()),
            Self::Drawing => begins(openings::DRAWING),
            Self::Statements => begins(openings::STATEMENTS),
            Self::Errata => begins(openings::ERRATA),
            Self::ManualPage => begins(MANUAL_PAGE),
            Self::Page => begins(EXPLORER),
            Self::Unit => begins(UNIT),
            Self::Progress => begins(PROGRESS),
            Self::State => begins(STATE),
            // Its author goes on with it, or it has no mark.
            Self::Imported | Self::Table => Ok(false),
            Self::Svg => begins(figure::SVG_OPENING),
            Self::Tikz => begins(figure::TIKZ_OPENING),
            // The program names itself in what it says of the picture: near the beginning, or at the end.
            Self::Png => start(path).map(|start| start.starts_with(PNG_OPENING) && holds(&start, MADE_PNG)),
            Self::Pdf => Ok(start(path)?.starts_with(PDF_OPENING) && holds(&end(path)?, MADE_PDF)),
            Self::Hit => Ok(is_hit(&String::from_utf8_lossy(&start(path)?))),
            Self::Report => Ok(is_report(&String::from_utf8_lossy(&start(path)?))
                || parsed::<ReportForm>(&path.with_extension("json"))
                    .is_ok_and(|data| data.is_some_and(|data| begins(&format!("{}\n", data.title)).unwrap_or(false)))),
        }
    }

    /// Whether a file can be read and is one of this kind.
    pub(in crate::cli) fn is_kind_of(self, path: &Path) -> bool {
        self.is(path).unwrap_or(false)
    }

    /// What half a file of this kind can hold: what a process that was killed left behind.
    pub(in crate::cli) fn begins(self, path: &Path) -> bool {
        let opening = match self {
            Self::Png | Self::Pdf | Self::Table => return false,
            Self::Certificates => "{\"file\":",
            Self::Drawing => openings::DRAWING,
            Self::Statements => openings::STATEMENTS,
            Self::Errata => openings::ERRATA,
            Self::Data => "{\n  \"schema\": ",
            Self::Report => REPORT,
            Self::Hit => openings::HIT,
            Self::ManualPage => MANUAL_PAGE,
            Self::Page => EXPLORER,
            Self::Unit => UNIT,
            Self::Progress => PROGRESS,
            Self::State => STATE,
            Self::Imported => openings::IMPORTED,
            Self::Svg => figure::SVG_OPENING,
            Self::Tikz => figure::TIKZ_OPENING,
        };
        start(path).is_ok_and(|start| {
            start.starts_with(opening.as_bytes()) || opening.as_bytes().starts_with(start.as_slice())
        })
    }
}

/// How a manual page begins.
pub(in crate::cli) const MANUAL_PAGE: &str = ".\\\" A manual page of nimdsl ";

/// How the explorer begins.
const EXPLORER: &str = "<!doctype html>\n<!-- The explorer of nimdsl: everything is in this file. -->";

/// How the file of a unit begins.
pub(in crate::cli) const UNIT: &str = "{\"nimdsl\":\"unit\",";

/// How the progress of a run begins.
pub(in crate::cli) const PROGRESS: &str = "{\"nimdsl\":\"progress\",";

/// How the state of a table begins that is written row by row.
pub(in crate::cli) const STATE: &str = "{\"nimdsl\":\"rows\",";

/// How the report of a run begins, in its file.
pub(in crate::cli) const REPORT: &str = "nimdsl ";

/// Whether the first line is `nimdsl VERSION: TITLE`.
fn is_report(text: &str) -> bool {
    let version = text.strip_prefix(REPORT).and_then(|rest| rest.split_once(": ")).map(|parts| parts.0);
    version.is_some_and(|version| version.contains('.') && !version.contains(char::is_whitespace))
}

/// The form of a file of certificates.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Certified {
    #[serde(rename = "file")]
    _file: String,
    #[serde(rename = "certificates")]
    _certificates: Vec<CertificateForm>,
}

#[derive(Deserialize)]
struct CertificateForm {
    #[serde(rename = "claim")]
    _claim: IgnoredAny,
}

/// The form of a report as data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportForm {
    #[serde(rename = "schema")]
    _schema: u32,
    title: String,
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "tasks")]
    _tasks: Vec<IgnoredAny>,
    /// Reports of version 0.1 have none.
    #[serde(rename = "rulesets", default)]
    _rulesets: Vec<IgnoredAny>,
}

fn parsed<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    match serde_json::from_reader(BufReader::new(opened(path)?)) {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_io() => Err(error.into()),
        Err(_) => Ok(None),
    }
}

/// The first bytes of a file.
pub(in crate::cli) fn start(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    opened(path)?.take(START).read_to_end(&mut start)?;
    Ok(start)
}

/// The last bytes of a file.
fn end(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = opened(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    let mut end = Vec::new();
    file.take(END).read_to_end(&mut end)?;
    Ok(end)
}

fn holds(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|window| window == words)
}

/// Refuses a name under which something is kept that is not ours: a file that was read, one of another kind, a link, a
/// folder. To be asked before the work begins, too.
pub(in crate::cli) fn is_free(path: &Path, kind: FileKind) -> Result<(), Stop> {
    let refused = |why: &str| Err(unwritten(path, why));
    if is_standard_input(path) {
        return refused("it is the standard input, and no name of a file; choose another name");
    }
    let about = match fs::symlink_metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            return folder.map_or(Ok(()), |folder| match fs::metadata(folder) {
                Ok(about) if about.is_dir() => Ok(()),
                Ok(_) => refused("it would lie in what is no folder"),
                Err(error) => refused(&why(&error)),
            });
        }
        Err(error) => return refused(&why(&error)),
    };
    if about.is_dir() {
        return refused("it is a folder");
    }
    if !about.is_file() {
        return refused("it is a link, or no regular file; choose the name of a file");
    }
    if is_input(path) {
        return refused(&format!("this command reads it; {}", kind.remedy()));
    }
    match kind.is(path) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let (noun, remedy) = (kind.noun(), kind.remedy());
            refused(&format!("a file is there that is not {noun}; {remedy}, or remove it"))
        }
        Err(error) => refused(&why(&error)),
    }
}

/// Writes a file of a kind, whole, over nothing but an earlier one of its kind.
pub(in crate::cli) fn write(path: &Path, kind: FileKind, text: impl AsRef<[u8]>) -> Result<(), Stop> {
    is_free(path, kind)?;
    write_whole(path, text.as_ref())
}
