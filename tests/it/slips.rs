//! What bad texts get: texts with short forms for repeats, a library in the repository, and messages as they are printed.
use miette::{GraphicalReportHandler, GraphicalTheme};
use nimdsl::check::{Library, Settings, check};
use nimdsl::diagnostic::Fault;
use nimdsl::experiment;
use nimdsl::source::Source;
use nimdsl::syntax::ast::ItemKind;
use std::fs;
use std::path::{Path, PathBuf};

/// Sequences are evaluated up to this index.
const TERMS: usize = 8;

/// Texts that are named by `extends` and `sum of`: from folders of the repository, the first that has the name.
pub(crate) struct Folders(pub(crate) Vec<PathBuf>);

impl Folders {
    /// The folder of one case, texts for cases, and the rulesets of the project.
    pub(crate) fn of(folder: &str) -> Self {
        Self([folder, "tests/ui/library", "rulesets"].into_iter().map(|name| root().join(name)).collect())
    }
}

impl Library for Folders {
    fn read(&self, name: &str) -> Result<String, String> {
        let found = self.0.iter().find_map(|folder| fs::read_to_string(folder.join(name)).ok());
        found.ok_or_else(|| "there is no such file".to_owned())
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text that a short form stands for: `{{200 × (}}` is two hundred brackets, `\u{1}` a control character.
pub(crate) fn expanded(text: &str) -> String {
    let mut rest = text;
    let mut whole = String::new();
    while let Some((before, after)) = rest.split_once("{{") {
        let (form, tail) = after.split_once("}}").expect("a short form is closed");
        let (count, piece) = form.split_once(" × ").expect("a short form has a count");
        whole.push_str(before);
        whole.push_str(&piece.repeat(count.parse().expect("a count")));
        rest = tail;
    }
    whole.push_str(rest);
    characters(&whole)
}

/// The text with each `\\u{d}` as the character of that number.
fn characters(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut whole = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (number, rest) = part.split_once('}').expect("a number is closed");
        let number = u32::from_str_radix(number, 16).expect("a hexadecimal number");
        whole.push(char::from_u32(number).expect("a character"));
        whole.push_str(rest);
    }
    whole
}

/// All faults and warnings of a text; experiments are told by the ending of their name.
pub(crate) fn faults(name: &str, text: &str, library: &dyn Library) -> Vec<Fault> {
    let source = Source::new(name, expanded(text));
    if name.ends_with(".ron") {
        return experiment::check_all(&source, library).map_or_else(|faults| faults.0, |_| Vec::new());
    }
    let document = match check(&source, library) {
        Ok(document) => document,
        Err(faults) => return faults.0,
    };
    let mut all = document.warnings.clone();
    for item in &document.file.items {
        if let ItemKind::Sequence { name, indices, .. } = &item.kind
            && indices.len() < 2
        {
            all.extend(document.sequence(&name.text, &Settings::new(), TERMS).err().into_iter().flat_map(|it| it.0));
        }
    }
    all
}

/// The codes of faults, each once.
pub(crate) fn codes(faults: &[Fault]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// The faults as a terminal without colour shows them.
pub(crate) fn rendered(faults: &[Fault]) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(110);
    let mut shown = String::new();
    for fault in faults {
        handler.render_report(&mut shown, fault).expect("a text can be written to");
        shown.push('\n');
    }
    // Places of faults end in spaces where a line is empty; a snapshot has none.
    shown.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The rulesets of the five papers.
pub(crate) fn papers() -> Vec<PathBuf> {
    files(&root().join("rulesets"))
        .into_iter()
        .filter(|file| !file.starts_with(root().join("rulesets/gallery")))
        .collect()
}

/// The files of a folder and of all below it, in the order of their names.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
