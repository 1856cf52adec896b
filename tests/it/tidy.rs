//! The code base's own rules: layers, heads of files, their length.
use super::arrows::rooms_from;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module imports only from those before it.
pub(crate) const LAYERS: [&str; 24] = [
    "value",
    "parallel",
    "ruleset",
    "table",
    "engine",
    "source",
    "diagnostic",
    "bridge",
    "syntax",
    "latex",
    "check",
    "certificate",
    "shown",
    "recheck",
    "words",
    "claim",
    "prover",
    "asked",
    "figure",
    "search",
    "tasks",
    "report",
    "experiment",
    "rules",
];

/// The code of the library: its own, and that of the package of the engines, which it hands on with the same paths.
pub(crate) const LIBRARY: [&str; 2] = ["src", "engines/src"];

/// The code of the library and of all packages below it.
pub(crate) const SOURCES: [&str; 6] =
    ["src", "automata/src", "engines/src", "figures/src", "identify/src", "misere/src"];

/// The same, and that of the packages above it.
pub(crate) const PACKAGES: [&str; 9] = [
    "src",
    "automata/src",
    "engines/src",
    "figures/src",
    "identify/src",
    "misere/src",
    "fuzz/src",
    "page/src",
    "python/src",
];

pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn the_code_keeps_its_own_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    LIBRARY.iter().for_each(|folder| files(&root.join(folder), &mut all));
    let library = all.len();
    SOURCES[1..]
        .iter()
        .filter(|folder| !LIBRARY.contains(folder))
        .for_each(|folder| files(&root.join(folder), &mut all));
    assert!(20 < library && library + 10 < all.len());
    for path in all {
        let text = fs::read_to_string(&path).expect("text");
        let shown = path.strip_prefix(root).expect("below");
        let below = SOURCES.iter().find_map(|folder| shown.strip_prefix(folder).ok());
        let shown = below.expect("below src");
        let mark = if shown.extension().is_some_and(|kind| kind == "v") { "(**" } else { "//!" };
        assert!(text.starts_with(mark), "{} does not say what it is", shown.display());
        let first = shown.iter().next().and_then(|part| part.to_str()).unwrap_or("");
        let own = first.trim_end_matches(".rs");
        if own == "cli" || own == "main" || own == "lib" {
            continue;
        }
        for system in ["fs", "time", "io", "env", "net", "process"] {
            assert!(!text.contains(&format!("std::{system}")), "{} does I/O", shown.display());
        }
        assert!(!text.contains("f64") && !text.contains("f32"), "{} has numbers that are not exact", shown.display());
        assert!(
            shown.ends_with("parse.rs") || shown.starts_with("syntax/parse") || !text.contains("Rule::"),
            "{} names a rule of the grammar",
            shown.display()
        );
    }
}

#[test]
fn files_are_no_longer_than_600_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    let folders = PACKAGES.iter().chain(&["tests/it"]).map(|folder| root.join(folder));
    folders.for_each(|folder| files(&folder, &mut all));
    for path in all.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let lines = fs::read_to_string(path).expect("text").lines().count();
        assert!(lines <= 600, "{} has {lines} lines", path.display());
    }
}

/// A function of a file: its name, how many lines it has, and whether a comment or an attribute of tests stands before it.
struct Written {
    name: String,
    lines: usize,
    is_told: bool,
}

/// The functions of a formatted text, those that stand inside of others too. What fulfils a trait is told where the trait is.
fn functions(text: &str) -> Vec<Written> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut in_trait = false;
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if indent.is_empty() && code.starts_with("impl") {
            in_trait = code.contains(" for ");
        } else if *line == "}" {
            in_trait = false;
        }
        let Some((before, after)) = code.split_once("fn ") else { continue };
        let words = ["pub", "const", "unsafe", "async"];
        if !before.split_whitespace().all(|word| word == "pub(in" || word.ends_with(')') || words.contains(&word)) {
            continue;
        }
        let ends = |line: &&str| **line == format!("{indent}}}") || **line == format!("{indent});");
        let name: String = after.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        let length = if line.ends_with(['}', ';']) { 0 } else { lines[at..].iter().position(ends).unwrap_or(0) };
        let above = lines[..at].iter().rev().take_while(|line| !line.is_empty() && line.starts_with(indent));
        let is_told =
            in_trait || above.clone().any(|line| line.trim_start().starts_with("///") || line.trim() == "#[test]");
        found.push(Written { name, lines: length + 1, is_told });
    }
    found
}

#[test]
fn functions_fit_on_a_screen_and_long_ones_say_what_they_do() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    PACKAGES.iter().for_each(|folder| files(&root.join(folder), &mut all));
    let (mut count, mut wrong) = (0, Vec::new());
    for path in all {
        let shown = path.strip_prefix(root).expect("below").to_str().expect("a name").to_owned();
        let text = fs::read_to_string(&path).expect("text");
        for Written { name, lines, is_told } in functions(&text) {
            count += 1;
            if 60 < lines {
                wrong.push(format!("{shown}: {name} has {lines} lines"));
            }
            if 25 < lines && !is_told {
                wrong.push(format!("{shown}: {name} has {lines} lines and does not say what it does"));
            }
        }
    }
    assert!(4_000 < count, "only {count} functions were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_repository_holds_texts_of_moderate_size() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = std::process::Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
    // A package that was downloaded is no repository.
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else { return };
    let names = String::from_utf8(listed.stdout).expect("names in UTF-8");
    let paths = names.split('\0').filter(|name| !name.is_empty()).map(|name| root.join(name));
    let bytes = paths.filter_map(|path| fs::read(&path).ok().map(|bytes| (path, bytes)));
    let mut count = 0;
    for (path, bytes) in bytes {
        count += 1;
        assert!(bytes.len() <= 1 << 20, "{} has {} bytes", path.display(), bytes.len());
        assert!(!bytes.contains(&0), "{} is no text", path.display());
    }
    assert!(100 < count, "only {count} files were looked at");
}

/// The rows of all tables of a page whose first cell is in backquotes: that cell, and the next one.
fn rows(page: &str) -> Vec<(String, String)> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        Some((cells.next()?.strip_suffix('`')?.to_owned(), cells.next()?.to_owned()))
    };
    page.lines().filter_map(row).collect()
}

/// The rooms or packages that a text names with this beginning of a path, at the top or inside.
fn named(text: &str, beginning: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let ends = code.flat_map(|line| line.split(beginning).skip(1));
    ends.map(|end| end.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()).collect()
}

/// All files of a room: `engines/src/value.rs`, or all below `src/check`; and where that is.
fn room(root: &Path, name: &str) -> (String, Vec<PathBuf>) {
    let below = LIBRARY.iter().map(|folder| format!("{folder}/{name}"));
    let path = below.flat_map(|path| [format!("{path}.rs"), format!("{path}/")]).find(|path| root.join(path).exists());
    let path = path.expect("a room");
    if path.ends_with(".rs") {
        return (path.clone(), vec![root.join(path)]);
    }
    let mut all = Vec::new();
    files(&root.join(&path), &mut all);
    // What is tested with is not trusted.
    all.retain(|file| !file.ends_with("tests.rs"));
    (path, all)
}

#[test]
fn the_checker_trusts_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/trust.md")).expect("the page");
    let told = rows(&page);
    let mut rooms = BTreeSet::from(["recheck".to_owned()]);
    let mut to_read = vec!["recheck".to_owned()];
    let (mut paths, mut packages) = (BTreeSet::new(), BTreeSet::new());
    while let Some(name) = to_read.pop() {
        let (path, all) = room(root, &name);
        to_read.extend(rooms_from(&name).into_iter().filter(|other| rooms.insert(other.clone())));
        let texts: Vec<String> = all.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
        for text in &texts {
            let known = ["std", "super", "crate", "self"];
            let modules = named(text, "mod ");
            let used = text.lines().filter_map(|line| line.strip_prefix("use "));
            let used = used.flat_map(|line| named(&format!("use {line}"), "use "));
            packages.extend(used.filter(|name| !known.contains(&name.as_str()) && !modules.contains(name)));
            let known =
                ["blake3", "indexmap", "miette", "nimdsl_automata", "pest", "pest_derive", "serde", "serde_json"];
            let inside = known.into_iter();
            packages.extend(inside.filter(|name| text.contains(&format!("{name}::"))).map(str::to_owned));
        }
        let sizes = all.iter().zip(&texts).map(|(file, text)| (file, text.lines().count()));
        if name == "recheck" {
            for (file, size) in sizes {
                let file = file.strip_prefix(root).expect("below").to_str().expect("a name").to_owned();
                paths.insert((file, size));
            }
        } else {
            paths.insert((path, sizes.map(|(_, size)| size).sum()));
        }
    }
    for forbidden in ["prover", "engine", "claim", "table", "search"] {
        assert!(!rooms.contains(forbidden), "the checker reaches {forbidden}");
    }
    assert!(!packages.contains("nimdsl_automata"), "the checker reaches the automata of the prover");
    let mut missing: BTreeSet<&str> = told.iter().map(|(what, _)| what.as_str()).collect();
    for (path, size) in &paths {
        let size_told = told.iter().find(|(what, _)| what == path).and_then(|(_, size)| size.parse::<usize>().ok());
        let size_told = size_told.unwrap_or_else(|| panic!("docs/trust.md does not list {path}"));
        assert!(
            size_told.abs_diff(*size) <= 10.max(size / 10),
            "{path} has {size} lines, and the page says {size_told}"
        );
        missing.remove(path.as_str());
    }
    for package in &packages {
        assert!(missing.remove(package.as_str()), "docs/trust.md does not list {package}");
    }
    assert!(missing.is_empty(), "docs/trust.md lists what is not used: {missing:?}");
}
