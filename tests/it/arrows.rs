//! The arrows between files: who imports whom, in which order, and that none goes round in a circle.
use super::tidy::{LAYERS, LIBRARY, SOURCES};
use nimdsl::engine::EngineKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) type Module = Vec<String>;

/// Inside of a room, a part imports only from those before it. Every part is listed.
const ROOMS: [(&str, &[&str]); 6] = [
    (
        "engine",
        &[
            "error",
            "kind",
            "context",
            "numbers",
            "rows",
            "question",
            "moves",
            "board",
            "front",
            "reference",
            "breaking",
            "by_cell",
            "by_value",
            "far",
            "sum",
            "choose",
            "periods",
        ],
    ),
    (
        "check",
        &[
            "library",
            "document",
            "scope",
            "lower",
            "judge",
            "passes",
            "extend",
            "sum",
            "semicolons",
            "at",
            "claims",
            "questions",
            "bound_twice",
            "captured",
            "elsewhere",
            "compose",
            "mend",
            "heap_by_heap",
            "any_number",
            "summed",
            "symbolic",
        ],
    ),
    (
        "recheck",
        &[
            "refusal",
            "polynomial",
            "multiples",
            "table",
            "search",
            "spent",
            "tracks",
            "graph",
            "known",
            "read",
            "roots",
            "lookups",
            "powers",
            "claims",
            "as_set",
            "game",
            "restated",
            "conditions",
            "growth",
            "rows",
            "cases",
            "finite",
            "links",
            "elements",
            "chain",
            "replies",
            "final_phase",
            "statement",
            "making",
            "products",
            "windows",
            "regular",
            "images",
            "listed",
            "passes",
            "symmetry",
            "induction",
            "looked_up",
            "instances",
            "axioms",
            "without",
            "progressions",
            "claimed_set",
            "ending",
            "periods",
            "coverage",
        ],
    ),
    ("prover", &["say", "theory", "know", "name", "ask"]),
    (
        "search",
        &[
            "task", "found", "names", "relation", "space", "trial", "input", "mine", "hits", "method", "stand",
            "atlas", "share", "slips",
        ],
    ),
    (
        "cli",
        &[
            "terminal", "faults", "stop", "output", "version", "args", "help", "accepted", "budget", "pictures",
            "files", "row_file", "store", "folder", "units", "onlooker", "forecast", "input", "pages", "session",
            "shares", "commands",
        ],
    ),
];

/// Files that speak of each other by their nature, every one of them listed, in the order of their names, and the reason.
const KNOTS: [(&[&str], &str); 3] = [
    (
        &[
            "check/lower/conditions",
            "check/lower/families",
            "check/lower/functions",
            "check/lower/indices",
            "check/lower/irrational",
            "check/lower/numbers",
            "check/lower/ordinals",
            "check/lower/recursions",
            "check/lower/terms",
        ],
        "a term may hold a condition, a condition terms and both definitions, which are lowered where they are used: one recursion",
    ),
    (
        &["check/claims/formula", "check/claims/sets"],
        "a statement may ask for a set, whose members a statement may choose",
    ),
    (&["ruleset/grid", "ruleset/recursion", "ruleset/term"], "a term may be a recursion, whose body is a term"),
];

/// A file and the folder of its name are one; a folder with a `mod.rs` is a room, whose files stand for themselves.
fn whole(module: &Module, all: &BTreeMap<Module, PathBuf>) -> Module {
    let is_file = |prefix: &[String]| all.get(prefix).is_some_and(|path| !path.ends_with("mod.rs"));
    let longer = (1..module.len()).find(|length| is_file(&module[..*length]));
    longer.map_or_else(|| module.clone(), |length| module[..length].to_vec())
}

/// The files of the library and of the engines, by module.
pub(crate) fn modules() -> BTreeMap<Module, PathBuf> {
    LIBRARY.iter().flat_map(|folder| modules_below(folder)).collect()
}

/// The files of a package, by module.
pub(crate) fn modules_below(folder: &str) -> BTreeMap<Module, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
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
    named
        .filter(|(module, _)| {
            let tests = ["tests", "random_terms"];
            module != &["lib"]
                && module != &["main"]
                && module.last().is_none_or(|last| !tests.contains(&last.as_str()))
        })
        .collect()
}

/// The code of a file without comments and tests.
pub(crate) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("text");
    let tests = ["mod", "pub(crate) mod"].map(|word| format!("\n#[cfg(test)]\n{word} tests {{"));
    let text = tests.iter().filter_map(|tests| text.split_once(tests)).map(|(code, _)| code).next().unwrap_or(&text);
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

/// The paths that a tree of imports names, and the name that each gets.
fn paths(tree: &str) -> Vec<(Module, String)> {
    let tree = tree.trim();
    let Some((before, inner)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias)));
        let path: Module = path.split("::").map(|part| part.trim().to_owned()).collect();
        let name = alias.unwrap_or(path.last().expect("a path")).trim().to_owned();
        return vec![(path, name)];
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
    let inside = |(path, name): (Module, String)| {
        if path == ["self"] {
            return (prefix.clone(), prefix.last().expect("a path").clone());
        }
        ([prefix.clone(), path].concat(), name)
    };
    parts.flat_map(paths).map(inside).collect()
}

/// Where names are handed on to: of a module, and of the library (no module), by name.
type Handed = BTreeMap<(Module, String), Module>;

/// A path as it is written in a module, from the root.
fn absolute(path: &[String], from: &[String]) -> Option<Module> {
    let above = path.iter().take_while(|part| *part == "super").count();
    Some(match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("self") => [from, &path[1..]].concat(),
        Some("super") => [&from[..from.len().checked_sub(above)?], &path[above..]].concat(),
        _ => [from, path].concat(),
    })
}

/// What modules hand on with `pub use`.
fn handed_on(folders: &[&str], all: &BTreeMap<Module, PathBuf>) -> Handed {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let libraries = folders.iter().map(|folder| (Module::new(), root.join(folder).join("lib.rs")));
    let mut handed = Handed::new();
    for (module, path) in all.iter().map(|(module, path)| (module.clone(), path.clone())).chain(libraries) {
        for (_, tree) in uses(&code(&path)).into_iter().filter(|(is_public, _)| *is_public) {
            for (path, name) in paths(&tree) {
                handed.extend(absolute(&path, &module).map(|path| ((module.clone(), name), path)));
            }
        }
    }
    handed
}

/// The module that a path from the root leads to, also where another one hands it on.
fn target(path: &[String], all: &BTreeMap<Module, PathBuf>, handed: &Handed, depth: usize) -> Option<Module> {
    let length = (0..=path.len()).rev().find(|length| all.contains_key(&path[..*length]) || *length == 0)?;
    let (module, rest) = path.split_at(length);
    let next = rest.first().and_then(|name| handed.get(&(module.to_vec(), name.clone())));
    match next {
        Some(on) if depth < 10 => target(&[on.as_slice(), &rest[1..]].concat(), all, handed, depth + 1),
        _ => (length != 0).then(|| module.to_vec()),
    }
}

/// The paths to modules above that stand in code and not in an import.
fn paths_inside(code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    for line in code.lines().filter(|line| !is_use(line.trim_start())) {
        for (at, _) in line.match_indices("super::") {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|letter| letter == ':' || letter.is_alphanumeric()) || line[..at].ends_with("(in ") {
                continue;
            }
            let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
            let path: String = line[at..].chars().take_while(|letter| is_path(*letter)).collect();
            found.push(path.trim_end_matches(':').split("::").map(str::to_owned).collect());
        }
    }
    found
}

/// For each module those that it imports from, wherever they hand things on. What a room only hands on (`pub use`) is no arrow of it.
pub(crate) fn arrows(folders: &[&str]) -> BTreeMap<Module, BTreeSet<Module>> {
    let all = &folders.iter().flat_map(|folder| modules_below(folder)).collect();
    let handed = handed_on(folders, all);
    let mut found: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, path) in all {
        let code = code(path);
        let imports = uses(&code).into_iter().filter(|(is_public, _)| !is_public || !path.ends_with("mod.rs"));
        let imports = imports.flat_map(|(_, tree)| paths(&tree)).map(|(path, _)| path).chain(paths_inside(&code));
        let targets = imports.filter_map(|path| {
            let known = matches!(path[0].as_str(), "crate" | "self" | "super");
            let child = all.contains_key(&[module.as_slice(), &path[..1]].concat());
            (known || child).then(|| target(&absolute(&path, module)?, all, &handed, 0)).flatten()
        });
        let own = whole(module, all);
        let targets = targets.map(|target| whole(&target, all)).filter(|target| *target != own);
        let targets: Vec<Module> = targets.collect();
        found.entry(own).or_default().extend(targets);
    }
    found
}

/// The other rooms that a room imports from.
pub(crate) fn rooms_from(room: &str) -> BTreeSet<String> {
    let arrows = arrows(&LIBRARY);
    let own = arrows.into_iter().filter(|(module, _)| module[0] == room);
    own.flat_map(|(_, targets)| targets).map(|target| target[0].clone()).filter(|other| other != room).collect()
}

/// Those that can be reached from a module.
fn reach(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = open.pop() {
        let fresh = arrows.get(&module).into_iter().flatten().filter(|next| found.insert((*next).clone()));
        open.extend(fresh.cloned());
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let arrows = arrows(&LIBRARY);
    assert!(100 < arrows.values().map(BTreeSet::len).sum::<usize>(), "hardly an import was read");
    let known = KNOTS.map(|(knot, reason)| {
        assert!(!reason.is_empty());
        knot.join(", ")
    });
    let circles = circles(&arrows);
    let wrong: Vec<&str> = circles.iter().filter(|circle| !known.contains(circle)).map(String::as_str).collect();
    assert!(wrong.is_empty(), "files in circles:\n{}", wrong.join("\n"));
    // One that is smaller than it is said to be is found above.
    assert_eq!(circles.len(), KNOTS.len(), "a circle is listed that is none");
}

/// The files of each circle, in one line.
pub(crate) fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let mut told: BTreeSet<Module> = BTreeSet::new();
    arrows
        .keys()
        .filter_map(|module| {
            let others = reach(module, arrows);
            if !others.contains(module) || !told.insert(module.clone()) {
                return None;
            }
            let circle: Vec<_> = others.iter().filter(|other| reach(other, arrows).contains(module)).collect();
            told.extend(circle.iter().map(|other| (*other).clone()));
            Some(circle.iter().map(|other| other.join("/")).collect::<Vec<_>>().join(", "))
        })
        .collect()
}

#[test]
fn rooms_keep_their_order() {
    let all = modules();
    let mut wrong = Vec::new();
    let part = |module: &Module, room: &str| module.get(1).filter(|_| module[0] == room).cloned();
    for (room, order) in ROOMS {
        let listed: BTreeSet<String> = order.iter().map(|part| (*part).to_owned()).collect();
        let parts: BTreeSet<String> = all.keys().filter_map(|module| part(module, room)).collect();
        assert_eq!(parts, listed, "the parts of {room}");
    }
    let layer = |module: &Module| LAYERS.iter().position(|layer| *layer == module[0]);
    for (module, targets) in arrows(&LIBRARY) {
        assert!(module[0] == "cli" || layer(&module).is_some(), "{} is in no layer", module.join("/"));
        for target in &targets {
            let mut is_late = layer(&module).zip(layer(target)).is_some_and(|(own, other)| own < other);
            for (room, order) in ROOMS {
                let rank = |part: Option<String>| part.and_then(|part| order.iter().position(|known| *known == part));
                let ranks = rank(part(&module, room)).zip(rank(part(target, room)));
                is_late |= ranks.is_some_and(|(own, other)| own < other);
            }
            if is_late {
                wrong.push(format!("{} imports {} from a later part", module.join("/"), target.join("/")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page of the architecture has the layers in their order, and a picture of each room with all its parts.
#[test]
fn the_page_shows_layers_and_rooms() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).expect("a page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    assert!(rows.map(|row| row.0).eq(LAYERS.into_iter().chain(["cli"])), "the table of layers");
    let picture = page.split("## Rooms").nth(1).and_then(|rest| rest.split("```").nth(1)).expect("a picture");
    for (room, parts) in ROOMS {
        let from = picture.find(&format!("\n{room} ")).unwrap_or_else(|| panic!("no picture of {room}"));
        let lines = picture[from + 1..].lines().enumerate();
        let own: Vec<&str> =
            lines.take_while(|(at, line)| *at == 0 || line.starts_with(' ')).map(|(_, line)| line).collect();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let words: BTreeSet<&str> = own.iter().flat_map(|line| line.split(|letter| !is_part(letter))).collect();
        let missing: Vec<&&str> = parts.iter().filter(|part| !words.contains(**part)).collect();
        assert!(missing.is_empty(), "the picture of {room} lacks {missing:?}");
    }
}

#[test]
fn paths_to_other_rooms_stand_at_the_top() {
    let mut wrong = Vec::new();
    for (module, path) in SOURCES.iter().flat_map(|folder| modules_below(folder)) {
        for whole in code(&path).lines() {
            let line = whole.trim_start();
            let is_visibility = |before: &str| before.ends_with("pub(in ");
            let inline = line.match_indices("crate::").filter(|(at, _)| !is_visibility(&line[..*at]));
            let is_import = is_use(line) && (line == whole || line.starts_with("pub use"));
            if !is_import && 0 < inline.count() {
                wrong.push(format!("{}: {line}", module.join("/")));
            }
        }
    }
    assert!(wrong.is_empty(), "paths inside of code:\n{}", wrong.join("\n"));
}

/// What the command line may name beside the page: the words in which questions and answers are put, how a text is read, and how work is shared.
const WORDS: [&str; 13] = [
    "asked",
    "check",
    "diagnostic",
    "engine",
    "figure",
    "latex",
    "parallel",
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
    // In quotes of its own, or before what an engine said.
    let names = EngineKind::ALL.map(EngineKind::name);
    let names = names.iter().flat_map(|name| [format!("\"{name}\""), format!("{name}: {{")]).collect::<Vec<_>>();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    let folders = SOURCES.iter().chain(&["page/src", "python/src"]);
    folders.for_each(|folder| super::tidy::files(&root.join(folder), &mut all));
    let mut wrong = Vec::new();
    for path in all.iter().filter(|path| !path.ends_with("engine/kind.rs")) {
        for line in code(path).lines() {
            // A group of options of the command line and a form of import have names of engines.
            let other = |name: &String| [format!("group = {name}"), format!("{name} => ImportForm")];
            let named = |name: &String| {
                let rest = other(name).iter().fold(line.to_owned(), |line, other| line.replace(other, ""));
                rest.contains(name.as_str())
            };
            if names.iter().any(named) {
                wrong.push(format!("{}: {}", path.strip_prefix(root).expect("below").display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "names of engines:\n{}", wrong.join("\n"));
}

/// What answers beside the engines: a sweep that they share, and the periods of tables.
const BESIDE_ENGINES: [&str; 2] = ["engine/by_value/bands", "engine/periods/rows"];

#[test]
fn engines_say_why_they_are_right() {
    let mut count = 0;
    for (module, path) in modules().into_iter().filter(|(module, _)| module[0] == "engine") {
        let (text, name) = (fs::read_to_string(&path).expect("text"), module.join("/"));
        let answers = text.lines().any(|line| line.starts_with("impl") && line.contains(" Engine for "));
        if !answers && !BESIDE_ENGINES.contains(&name.as_str()) {
            continue;
        }
        count += 1;
        assert!(text.contains("\n//! Right because"), "{name} does not say why it is right");
    }
    assert_eq!(count, EngineKind::ALL.len() + BESIDE_ENGINES.len());
}
