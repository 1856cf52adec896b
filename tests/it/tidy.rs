//! The code base's own rules: layers, heads of files, their length.
use std::fs;
use std::path::{Path, PathBuf};

/// A module imports only from those before it.
const LAYERS: [&str; 20] = [
    "source",
    "diagnostic",
    "value",
    "ruleset",
    "syntax",
    "check",
    "table",
    "engine",
    "claim",
    "certificate",
    "recheck",
    "automata",
    "prover",
    "identify",
    "asked",
    "search",
    "tasks",
    "report",
    "experiment",
    "rules",
];

pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

fn rank(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == module)
}

#[test]
fn the_code_keeps_its_own_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    assert!(20 < all.len());
    for path in all {
        let text = fs::read_to_string(&path).expect("text");
        let shown = path.strip_prefix(&root).expect("below src");
        assert!(text.starts_with("//!"), "{} does not say what it is", shown.display());
        assert!(text.lines().count() <= 600, "{} is too long", shown.display());
        let first = shown.iter().next().and_then(|part| part.to_str()).unwrap_or("");
        let own = first.trim_end_matches(".rs");
        if own == "cli" || own == "main" || own == "lib" {
            continue;
        }
        assert!(!text.contains("std::fs") && !text.contains("std::time"), "{} does I/O", shown.display());
        assert!(
            shown.ends_with("parse.rs")
                || shown.starts_with("syntax/parse")
                || shown.ends_with("unexpected.rs")
                || !text.contains("Rule::"),
            "{} names a rule of the grammar",
            shown.display()
        );
        for import in text.lines().filter_map(|line| line.trim().strip_prefix("use crate::")) {
            let module: String = import.chars().take_while(|letter| letter.is_alphanumeric()).collect();
            assert!(rank(&module) <= rank(own), "{} imports {module} from a later layer", shown.display());
        }
    }
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
