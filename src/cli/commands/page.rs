//! `nimdsl page`: the explorer as one file, with a ruleset in it.
use crate::cli::args::PageArgs;
use crate::cli::budget::Phase;
use crate::cli::files::kinds::{FileKind, is_free, write};
use crate::cli::files::{Folder, read, read_or_input};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::check::Library;
use nimdsl::rules::{Rules, to_json};
use nimdsl::value::Play;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// The explorer, where it was built in.
#[cfg(feature = "page")]
const EXPLORER: Option<&str> = Some(include_str!("../../../page/dist/explorer.html"));
#[cfg(not(feature = "page"))]
const EXPLORER: Option<&str> = None;

/// What the ruleset takes the place of.
const PLACE: &str = "<script type=\"application/json\" id=\"given\">null</script>";

/// Writes the page, and says where.
pub(in crate::cli) fn run(asked: &PageArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    is_free(&asked.out, FileKind::Page)?;
    let explorer = explorer(asked.explorer.as_deref())?;
    let Some((before, after)) = explorer.split_once(PLACE) else {
        let shown = asked.explorer.as_deref().unwrap_or(Path::new("explorer.html")).display();
        let why = "is no explorer of this version of nimdsl, or has a ruleset in it already; page/build makes one";
        return Err(Stop::refused(format!("{shown}: {why}")));
    };
    let rules = session.open(&asked.file)?;
    let given = given(&asked.file, &rules, session)?;
    // No text ends the element that it stands in.
    let given = given.to_string().replace('<', "\\u003c");
    let element = PLACE.replace("null", &given);
    let page = format!("{before}{element}{after}");
    write(&asked.out, FileKind::Page, &page)?;
    let (file, bytes) = (asked.out.display(), page.len());
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", to_json(&json!({"file": file.to_string(), "bytes": bytes})))?;
    } else {
        writeln!(out, "{file}: {bytes} bytes, to be opened by a browser")?;
    }
    session.answered(Phase::Rendering);
    Ok(())
}

/// The explorer without a ruleset: a file that is named, or the one that was built in.
fn explorer(named: Option<&Path>) -> Result<String, Stop> {
    if let Some(path) = named {
        return Ok(read(path)?.text.clone());
    }
    let why = "this program was built without the explorer: run page/build, and then \
        cargo build --release --features page; or name an explorer.html with --explorer";
    EXPLORER.map(str::to_owned).ok_or_else(|| Stop::Message(why.to_owned(), 2))
}

/// The ruleset with the texts that it takes over, and what was chosen on the command line.
fn given(file: &Path, rules: &Rules, session: &Session<'_>) -> Result<Value, Stop> {
    let source = read_or_input(file)?;
    let library = Recording { folder: Folder::of(file), texts: RefCell::default() };
    Rules::open(&source, &library)?;
    let name = file.file_name().map_or_else(|| source.name.clone(), |name| name.to_string_lossy().into_owned());
    let mut given = json!({
        "name": name, "text": source.text, "set": session.settings()?, "texts": library.texts.into_inner(),
    });
    if session.asked_play().is_some() {
        given["misere"] = json!(rules.play() == Play::Misere);
    }
    Ok(given)
}

/// A folder that keeps what was read from it, by the names of the files alone.
struct Recording {
    folder: Folder,
    texts: RefCell<BTreeMap<String, String>>,
}

impl Library for Recording {
    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.folder.read(name)?;
        let own = name.rsplit('/').next().unwrap_or(name).to_owned();
        self.texts.borrow_mut().insert(own, text.clone());
        Ok(text)
    }
}
