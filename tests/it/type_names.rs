//! A name of a type means one thing in all packages.
use super::arrows::{code, modules_below};
use super::tidy::PACKAGES;
use std::collections::{BTreeMap, BTreeSet};

/// Names of types that stand in two files on purpose, each with the reason.
const SHARED_NAMES: [(&str, &str); 5] = [
    ("Graph", SAME_ONCE_MORE),
    ("Linear", SAME_ONCE_MORE),
    ("Numeration", SAME_ONCE_MORE),
    ("Polynomial", SAME_ONCE_MORE),
    ("Verdict", "what a claim turned out to be: on tables, and for all positions"),
];

/// Why the checker has names of what it checks.
const SAME_ONCE_MORE: &str = "the checker shares nothing with what it checks: it writes the same thing once more";

/// The types that code defines, by name: those of its own file, too. What a trait calls its types (`type Item`) are none.
fn types(code: &str) -> Vec<String> {
    let definition = |line: &str| -> Option<String> {
        let is_inside = line.starts_with(' ');
        let line = line.trim_start();
        let line = line.strip_prefix("pub").map_or(line, |rest| {
            let rest = if rest.starts_with('(') { rest.split_once(')').map_or(rest, |(_, rest)| rest) } else { rest };
            rest.trim_start()
        });
        let kinds = ["struct ", "enum ", "trait ", "union ", "type "];
        let kinds = if is_inside { &kinds[..4] } else { &kinds[..] };
        let name = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        Some(name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
    };
    code.lines().filter_map(definition).collect()
}

#[test]
fn a_type_name_means_one_thing() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in PACKAGES {
        for (module, path) in modules_below(folder) {
            for name in types(&code(&path)) {
                files.entry(name).or_default().push(format!("{folder}/{}", module.join("/")));
            }
        }
    }
    assert!(900 < files.len(), "hardly a type was read");
    let twice: BTreeMap<&str, &Vec<String>> =
        files.iter().filter(|(_, files)| 1 < files.len()).map(|(name, files)| (name.as_str(), files)).collect();
    let excused: BTreeSet<&str> = SHARED_NAMES.iter().map(|(name, _)| *name).collect();
    let wrong: Vec<String> = twice
        .iter()
        .filter(|(name, _)| !excused.contains(*name))
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(wrong.is_empty(), "types with one name in several files:\n{}", wrong.join("\n"));
    let idle: Vec<&&str> = excused.iter().filter(|name| !twice.contains_key(**name)).collect();
    assert!(idle.is_empty(), "these names stand in one file alone: {idle:?}");
}
