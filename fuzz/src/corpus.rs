//! The texts that mutations begin with: rulesets, slips, experiments, and the fences of the manual. Reads files only at the start.
use nimdsl::check::Library;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts by name.
#[derive(Debug, Default)]
pub struct Corpus {
    /// Rulesets, by the name of the file or fence.
    pub rulesets: BTreeMap<String, String>,
    /// Experiments.
    pub experiments: BTreeMap<String, String>,
    /// The grammar.
    pub grammar: String,
}

/// The repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

impl Corpus {
    /// Reads the repository.
    pub fn read() -> Self {
        let mut corpus = Self::default();
        for folder in ["rulesets", "tests/ui", "tests/fuzz", "experiments"] {
            for path in files(&root().join(folder)) {
                let Ok(text) = fs::read_to_string(&path) else { continue };
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                match path.extension().and_then(|ending| ending.to_str()) {
                    Some("nim") if folder == "rulesets" => corpus.rulesets.insert(name, text),
                    Some("nim") => corpus.rulesets.insert(format!("{}", path.display()), text),
                    Some("ron") => corpus.experiments.insert(format!("{}", path.display()), text),
                    _ => None,
                };
            }
        }
        for manual in ["docs/language.md", "docs/diagnostics.md", "docs/experiments.md", "README.md"] {
            let text = fs::read_to_string(root().join(manual)).unwrap_or_default();
            for (at, fence) in text.split("```nim").skip(1).enumerate() {
                let body = fence.split_once('\n').map_or("", |parts| parts.1);
                let body = body.split("```").next().unwrap_or("");
                corpus.rulesets.insert(format!("{manual}-{at}"), body.to_owned());
            }
            for (at, fence) in text.split("```ron").skip(1).enumerate() {
                let body = fence.split_once('\n').map_or("", |parts| parts.1);
                corpus.experiments.insert(format!("{manual}-{at}"), body.split("```").next().unwrap_or("").to_owned());
            }
        }
        corpus.grammar = fs::read_to_string(root().join("grammar/nimdsl.pest")).unwrap_or_default();
        corpus
    }
}

/// Rulesets by the last part of their name; `game.nim` is the one at hand.
#[derive(Debug)]
pub struct CorpusShelf<'a> {
    /// The texts of the repository.
    pub corpus: &'a Corpus,
    /// The text that is tried.
    pub game: &'a str,
}

impl Library for CorpusShelf<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let last = name.rsplit('/').next().unwrap_or(name);
        if last == "game.nim" {
            return Ok(self.game.to_owned());
        }
        self.corpus.rulesets.get(last).cloned().ok_or_else(|| format!("there is no {last}"))
    }
}

/// All files below a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
