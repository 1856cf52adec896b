//! The arrows between files: who imports whom, in which order, and that none goes round in a circle.
use nimdsl::engine::EngineKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Module = Vec<String>;

/// Inside of a room, a part imports only from those before it. What a room does not list may be imported by all its parts.
const ROOMS: [(&str, &[&str]); 4] = [
    (
        "engine",
        &[
            "error",
            "context",
            "question",
            "moves",
            "board",
            "reference",
            "by_cell",
            "by_value",
            "far",
            "sum",
            "choose",
            "periods",
        ],
    ),
    ("prover", &["say", "theory", "know", "name", "ask"]),
    ("search", &["relation", "space", "trial", "mine", "hits"]),
    ("cli", &["terminal", "stop", "output", "args", "input", "session", "commands"]),
];

/// Files that speak of each other by their nature; each with the reason.
const KNOTS: [(&[&str], &str); 3] = [
    (
        &["check"],
        "a term may hold a condition, a condition terms and both definitions, which are lowered where they are used: one recursion",
    ),
    (&["ruleset", "ruleset/evaluate", "ruleset/recursion"], "a term may be a recursion, whose body is a term"),
    (&["recheck"], "what is trusted is read as a whole, and its parts name each other's types"),
];

/// A file and the folder of its name are one; a folder with a `mod.rs` is a room, whose files stand for themselves.
fn whole(module: &Module, all: &BTreeMap<Module, PathBuf>) -> Module {
    let is_file = |prefix: &[String]| all.get(prefix).is_some_and(|path| !path.ends_with("mod.rs"));
    let longer = (1..module.len()).find(|length| is_file(&module[..*length]));
    longer.map_or_else(|| module.clone(), |length| module[..length].to_vec())
}

/// The files of the library, by module.
fn modules() -> BTreeMap<Module, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    super::tidy::files(&root, &mut all);
    let module = |path: &Path| -> Module {
        let shown = path.strip_prefix(&root).expect("below src").with_extension("");
        let mut parts: Module = shown.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.last().is_some_and(|last| last == "mod") {
            parts.pop();
        }
        parts
    };
    let named = all.into_iter().map(|path| (module(&path), path));
    named.filter(|(module, _)| module != &["lib"] && module != &["main"]).collect()
}

/// The code of a file without comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("text");
    let text = text.split("\n#[cfg(test)]").next().expect("a first part").to_owned();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The statements of a file that begin with `use`, and whether each is `pub`.
fn uses(code: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    for part in code.split_inclusive(';') {
        let Some(line) = part.lines().position(|line| is_use(line.trim_start())) else { continue };
        let statement: String = part.lines().skip(line).map(str::trim).collect::<Vec<_>>().join(" ");
        let (before, tree) = statement.split_once("use ").expect("a use");
        found.push((before.starts_with("pub"), tree.trim_end_matches(';').to_owned()));
    }
    found
}

fn is_use(line: &str) -> bool {
    let line = line.strip_prefix("pub").unwrap_or(line);
    let line = if line.starts_with('(') { line.split_once(')').map_or(line, |(_, rest)| rest) } else { line };
    line.trim_start().starts_with("use ")
}

/// The paths that a tree of imports names.
fn paths(tree: &str) -> Vec<Module> {
    let tree = tree.trim();
    let Some((before, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().expect("a path");
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let inner = &inner[..inner.rfind('}').expect("a closing brace")];
    let prefix: Module = before.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(paths).map(|path| [prefix.clone(), path].concat()).collect()
}

/// The module that a path of imports leads to, seen from another.
fn target(path: &[String], from: &[String], all: &BTreeMap<Module, PathBuf>) -> Option<Module> {
    let above = path.iter().take_while(|part| *part == "super").count();
    let absolute: Module = match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("self") => [from, &path[1..]].concat(),
        Some("super") => [&from[..from.len().checked_sub(above)?], &path[above..]].concat(),
        _ => [from, path].concat(),
    };
    (1..=absolute.len()).rev().map(|length| absolute[..length].to_vec()).find(|prefix| all.contains_key(prefix))
}

/// For each module the modules that it imports from. What a room only hands on (`pub use`) is no arrow of the room.
fn arrows(all: &BTreeMap<Module, PathBuf>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut found: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, path) in all {
        let imports = uses(&code(path)).into_iter().filter(|(is_public, _)| !is_public || !path.ends_with("mod.rs"));
        let targets = imports.flat_map(|(_, tree)| paths(&tree)).filter_map(|path| {
            let known = matches!(path[0].as_str(), "crate" | "self" | "super");
            let child = all.contains_key(&[module.as_slice(), &path[..1]].concat());
            (known || child).then(|| target(&path, module, all)).flatten()
        });
        let own = whole(module, all);
        let targets = targets.map(|target| whole(&target, all)).filter(|target| *target != own);
        let targets: Vec<Module> = targets.collect();
        found.entry(own).or_default().extend(targets);
    }
    found
}

/// Those that can be reached from a module.
fn reach(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = open.pop() {
        for next in arrows.get(&module).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let all = modules();
    let mut arrows = arrows(&all);
    assert!(100 < arrows.values().map(BTreeSet::len).sum::<usize>(), "hardly an import was read");
    for (knot, reason) in KNOTS {
        assert!(!reason.is_empty());
        let inside = |module: &Module| {
            let name = module.join("/");
            knot.iter().any(|known| name == *known || (*known != "ruleset" && name.starts_with(&format!("{known}/"))))
        };
        for (module, targets) in &mut arrows {
            if inside(module) {
                targets.retain(|target| !inside(target));
            }
        }
    }
    let mut told: BTreeSet<Module> = BTreeSet::new();
    let circles: Vec<String> = arrows
        .keys()
        .filter_map(|module| {
            let others = reach(module, &arrows);
            if !others.contains(module) || !told.insert(module.clone()) {
                return None;
            }
            let circle = others.iter().filter(|other| reach(other, &arrows).contains(module));
            let circle: Vec<&Module> = circle.collect();
            told.extend(circle.iter().map(|other| (*other).clone()));
            Some(circle.iter().map(|other| other.join("/")).collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert!(circles.is_empty(), "files in circles:\n{}", circles.join("\n"));
}

#[test]
fn rooms_keep_their_order() {
    let all = modules();
    let mut wrong = Vec::new();
    for (module, targets) in arrows(&all) {
        for (room, order) in ROOMS {
            let rank = |module: &Module| {
                let part = if module.first().is_some_and(|first| first == room) { module.get(1) } else { None };
                part.and_then(|part| order.iter().position(|known| known == part))
            };
            for target in &targets {
                if rank(&module).zip(rank(target)).is_some_and(|(own, other)| own < other) {
                    wrong.push(format!("{} imports {} from a later part", module.join("/"), target.join("/")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paths_to_other_rooms_stand_at_the_top() {
    let mut wrong = Vec::new();
    for (module, path) in modules() {
        for line in code(&path).lines() {
            let line = line.trim_start();
            let is_visibility = |before: &str| before.ends_with("pub(in ");
            let inline = line.match_indices("crate::").filter(|(at, _)| !is_visibility(&line[..*at]));
            if !is_use(line) && 0 < inline.count() {
                wrong.push(format!("{}: {line}", module.join("/")));
            }
        }
    }
    assert!(wrong.is_empty(), "paths inside of code:\n{}", wrong.join("\n"));
}

/// What the command line may name beside the page: the words in which questions and answers are put, and how a text is read.
const WORDS: [&str; 12] = [
    "asked",
    "check",
    "diagnostic",
    "engine",
    "figure",
    "latex",
    "ruleset",
    "source",
    "syntax",
    "table",
    "tasks",
    "value",
];

#[test]
fn the_command_line_asks_the_page() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for (module, path) in modules().into_iter().filter(|(module, _)| module[0] == "cli") {
        let named = code(&path).split("nimdsl::").skip(1).map(str::to_owned).collect::<Vec<_>>();
        let rooms = named.iter().map(|rest| rest.chars().take_while(char::is_ascii_lowercase).collect::<String>());
        for room in rooms {
            if room == "rules" {
                asked += 1;
            } else if !WORDS.contains(&room.as_str()) {
                wrong.push(format!("{} asks {room}", module.join("/")));
            }
        }
    }
    assert!(20 < asked, "hardly a command asks the page");
    assert!(wrong.is_empty(), "below the page:\n{}", wrong.join("\n"));
}

#[test]
fn engines_are_named_where_they_are_chosen() {
    let names = EngineKind::ALL.map(EngineKind::name);
    let mut wrong = Vec::new();
    for (module, path) in modules() {
        let name = module.join("/");
        if name == "engine/choose/kind" {
            continue;
        }
        for line in code(&path).lines() {
            // A group of options of the command line has the name of an engine.
            let quoted = names.iter().any(|name| line.contains(&format!("\"{name}\""))) && !line.contains("group =");
            if quoted {
                wrong.push(format!("{name}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "names of engines:\n{}", wrong.join("\n"));
}

#[test]
fn engines_say_why_they_are_right() {
    let all = modules();
    let engines = [
        "by_cell/lines",
        "by_cell/points",
        "by_cell/runs",
        "by_value/bit_rows",
        "by_value/thresholds",
        "by_value/bands",
    ];
    for engine in engines.iter().chain(&["far/rare", "sum", "periods/rows", "reference"]) {
        let module: Module = format!("engine/{engine}").split('/').map(str::to_owned).collect();
        let text = fs::read_to_string(&all[&module]).expect("text");
        let head = text.lines().take_while(|line| line.starts_with("//!"));
        assert!(
            head.clone().any(|line| line.starts_with("//! Right because")),
            "{engine} does not say why it is right"
        );
    }
}

/// Names of types that stand in two rooms on purpose, each with the reason.
const SHARED_NAMES: [(&str, &str); 8] = [
    ("Linear", SAME_ONCE_MORE),
    ("Numeration", SAME_ONCE_MORE),
    ("Polynomial", SAME_ONCE_MORE),
    ("Lane", "a number for each cell of a row, in statements and in compiled moves"),
    ("Verdict", "what a claim turned out to be: on tables, and for all positions"),
    ("Bound", "a variable that a statement binds, and a run's bound on an amount"),
    ("Set", "a set of positions in a statement, and the values on a line as bits"),
    ("Value", "a term of a statement with its look-ups, and a number in compiled moves"),
];

/// Why the checker has names of what it checks.
const SAME_ONCE_MORE: &str = "the checker shares nothing with what it checks: it writes the same thing once more";

/// The types that code defines for other files, by name.
fn shared_types(code: &str) -> Vec<String> {
    let definition = |line: &str| -> Option<String> {
        let line = line.trim_start().strip_prefix("pub")?;
        let line = if line.starts_with('(') { line.split_once(')')?.1 } else { line };
        let name = ["struct ", "enum ", "type ", "trait ", "union "]
            .iter()
            .find_map(|kind| line.trim_start().strip_prefix(kind))?;
        Some(name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
    };
    code.lines().filter_map(definition).collect()
}

#[test]
fn a_type_name_means_one_thing() {
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, path) in modules() {
        for name in shared_types(&code(&path)) {
            rooms.entry(name).or_default().insert(module[0].clone());
        }
    }
    assert!(300 < rooms.len(), "hardly a type was read");
    let twice: BTreeMap<&str, &BTreeSet<String>> =
        rooms.iter().filter(|(_, rooms)| 1 < rooms.len()).map(|(name, rooms)| (name.as_str(), rooms)).collect();
    let excused: BTreeSet<&str> = SHARED_NAMES.iter().map(|(name, _)| *name).collect();
    let wrong: Vec<String> = twice
        .iter()
        .filter(|(name, _)| !excused.contains(*name))
        .map(|(name, rooms)| format!("{name}: {rooms:?}"))
        .collect();
    assert!(wrong.is_empty(), "types with one name in several rooms:\n{}", wrong.join("\n"));
    let idle: Vec<&&str> = excused.iter().filter(|name| !twice.contains_key(**name)).collect();
    assert!(idle.is_empty(), "these names stand in one room alone: {idle:?}");
}
