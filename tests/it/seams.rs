//! What parts of the program hand to each other are types: no decision is read off words that the program wrote, and no number
//! becomes another one where it does not fit.
use super::tidy::{LIBRARY, PACKAGES, files};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Texts are looked into here for what a person, a file or another program wrote, or to write them for another program: the file,
/// how often, and what is read there. Whoever looks into a text of our own making gives it a type instead.
const READ: [(&str, usize, &str); 20] = [
    ("bridge/imported.rs", 1, "ranges as the command line has them"),
    ("bridge/mathematica.rs", 2, "what would end a comment of Mathematica"),
    ("bridge/mod.rs", 3, "what would end a comment of another language"),
    ("check/lower/codes.rs", 1, "digits of a code in a ruleset"),
    ("claim/listing.rs", 3, "names of claims, and statements as they were typed"),
    ("cli/commands/check.rs", 2, "a text in quotes"),
    ("cli/commands/page.rs", 1, "the place for data in the page"),
    ("cli/commands/periods.rs", 1, "ranges of the command line"),
    ("cli/files/kinds.rs", 1, "first lines of files, to know ours"),
    ("cli/files/mod.rs", 1, "names of files, to know ours"),
    ("cli/folder.rs", 4, "names of files, to know ours"),
    ("cli/input.rs", 1, "ranges of the command line"),
    ("cli/output/mathematica.rs", 2, "what would end a comment of Mathematica"),
    ("experiment/tree.rs", 6, "a file in RON"),
    ("latex/breaking.rs", 1, "digits of a code in a ruleset"),
    ("latex/definition.rs", 3, "symbols of LaTeX, and names in a ruleset"),
    ("latex/guard.rs", 1, "LaTeX of a ruleset"),
    ("latex/mod.rs", 2, "names of files, and of functions in a ruleset"),
    ("ruleset/words.rs", 2, "names of heaps, which say what is an ordinal"),
    ("search/hits/origin.rs", 1, "first lines of files, to know ours"),
];

/// How a text is looked into for a literal.
const LOOKS: [&str; 12] = [
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "split_once",
    "rsplit_once",
    "replace",
    "replacen",
    "find",
    "trim_start_matches",
    "trim_end_matches",
];

/// The same for a text that has a name: the file, and what is read there.
const READ_BY_NAME: [(&str, &str); 10] = [
    ("check/scope/mod.rs", "registers that stand for open parameters, whose names nobody can write"),
    ("claim/listing.rs", "statements as they were typed"),
    ("cli/commands/status.rs", "first lines of files, to know ours"),
    ("cli/files/kinds.rs", "first lines of files, to know ours"),
    ("cli/folder.rs", "names of files, to know ours"),
    ("cli/row_file.rs", "first lines of files, to know ours"),
    ("cli/store/mod.rs", "first bytes of files, to know ours"),
    ("cli/units.rs", "first lines of files, to know ours"),
    ("latex/definition.rs", "LaTeX that is printed already"),
    ("search/hits/origin.rs", "first lines of files, to know ours"),
];

/// Whether a text is looked into for another one that has a name: `message.ends_with(FULL)`.
fn looks_for_a_name(code: &str) -> bool {
    ["starts_with", "ends_with", "strip_prefix", "strip_suffix"].iter().any(|look| {
        code.split(&format!(".{look}(")).skip(1).any(|rest| {
            let rest = rest.trim_start_matches('&');
            rest.starts_with(char::is_alphabetic) && !rest.starts_with("char::") && !rest.starts_with("r\"")
        })
    })
}

/// The code of a file, without comments and without what only tests it.
fn code(text: &str) -> String {
    let before_tests =
        text.split("#[cfg(all(test").next().and_then(|text| text.split("#[cfg(test)]").next()).unwrap_or("");
    let lines = before_tests.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of a folder with their code, by their names there.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = Vec::new();
    files(&root, &mut all);
    let named = all.iter().map(|path| {
        let name = path.strip_prefix(&root).expect("below the folder").to_str().expect("a name").replace('\\', "/");
        (name, code(&fs::read_to_string(path).expect("text")))
    });
    named.filter(|(name, _)| !name.ends_with("tests.rs")).collect()
}

#[test]
fn no_decision_is_read_off_our_own_words() {
    assert!(
        looks_for_a_name("if message.ends_with(FULL) {") && !looks_for_a_name("word.starts_with(char::is_alphabetic)")
    );
    let allowed: BTreeMap<&str, (usize, &str)> =
        READ.iter().map(|(file, count, what)| (*file, (*count, *what))).collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    let library: BTreeMap<String, String> = LIBRARY.iter().flat_map(|folder| sources(folder)).collect();
    for (name, code) in library.iter().filter(|(name, _)| !name.starts_with("syntax/")) {
        let looks: usize = LOOKS.iter().map(|look| code.matches(&format!(".{look}(\"")).count()).sum();
        let (count, what) = allowed.get(name.as_str()).copied().unwrap_or((0, "nothing"));
        seen += usize::from(looks != 0);
        if looks != count {
            wrong.push(format!(
                "{name} looks into texts {looks} times for a literal, and {count} times are told ({what}): hand over a type, or \
                 tell in tests/it/seams.rs what text of others that is"
            ));
        }
        if looks_for_a_name(code) != READ_BY_NAME.iter().any(|(file, _)| file == name) {
            wrong.push(format!(
                "{name}: whether a text is looked into for one that has a name is told in tests/it/seams.rs: hand over a type, or tell it"
            ));
        }
        // What a fault says is for people, and for programs outside.
        for look in [".message.replace(", ".message.contains(", ".message.starts_with(", ".to_string().contains("] {
            if code.contains(look) {
                wrong.push(format!("{name}: `{look}` decides by what was said"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, allowed.len(), "files that are told, and look into nothing");
}

/// The version of a form stands where the form is made: answers of the page, and certificates.
#[test]
fn versions_of_forms_are_said_once() {
    let library = LIBRARY.iter().flat_map(|folder| sources(folder));
    let wrong: Vec<String> = library
        .filter(|(_, code)| ["\"schema\":", "schema: 1", "schema != 1"].iter().any(|told| code.contains(told)))
        .map(|(name, _)| name)
        .collect();
    assert!(
        wrong.is_empty(),
        "answers get their version by `to_json`, certificates have `Certificate::SCHEMA`: {wrong:?}"
    );
}

/// Whether a conversion in this code becomes 0 or the greatest number where it fails: `u8::try_from(n).unwrap_or(0)`, on one line
/// or several, also out of a closure: `text.and_then(|text| text.parse().ok()).unwrap_or_default()`.
fn hides_failure(code: &str) -> Option<String> {
    let flat = code.split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".").replace("( ", "(");
    ["try_from(", ".try_into()", ".parse()", ".parse::<"].iter().flat_map(|from| flat.match_indices(from)).find_map(
        |(at, from)| {
            let group = at + from.rfind(['(', '<']).expect("a bracket");
            let taken = &flat[at..at + length_to_default(&flat[at..], group - at)?];
            let ends = [".unwrap_or_default()", ".unwrap_or(0)", "MAX)"];
            ends.iter().any(|end| taken.ends_with(end)).then(|| taken.trim_start_matches('.').to_owned())
        },
    )
}

/// How much of a text is a call whose arguments begin with the bracket at this place, and what is asked of its answer down to a
/// value in its place.
fn length_to_default(text: &str, bracket: usize) -> Option<usize> {
    let mut at = bracket + group(&text[bracket..])?;
    loop {
        let rest = &text[at..];
        match rest.chars().next()? {
            // The end of a closure or of a call around it.
            ')' => at += 1,
            ',' if rest.starts_with(",)") || rest.starts_with(", )") => at += 1,
            ' ' => at += 1,
            '(' | '<' => at += group(rest)?,
            ':' if rest.starts_with("::<") => at += 2,
            '.' => {
                let name = rest[1..].find(|letter: char| !letter.is_alphanumeric() && letter != '_')? + 1;
                let word = &rest[1..name];
                if word.starts_with("unwrap_or") {
                    return Some(at + name + group(&rest[name..])?);
                }
                if !["ok", "map", "map_err", "and_then", "filter", "copied", "flatten", "next"].contains(&word) {
                    return None;
                }
                at += name;
            }
            _ => return None,
        }
    }
}

/// How long a group in brackets is. Signs that compare are none, unless the group is one of types.
fn group(text: &str) -> Option<usize> {
    let of_types = text.starts_with('<');
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '>' if !of_types => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[test]
fn a_conversion_says_what_becomes_of_what_does_not_fit() {
    assert!(hides_failure("let a = u8::try_from(n)\n    .unwrap_or(0);").is_some());
    assert!(hides_failure("let a = f(i64::try_from(n.max(1)).unwrap_or(i64::MAX));").is_some());
    assert!(hides_failure("let a = text.parse::<u32>().unwrap_or_default();").is_some());
    assert!(hides_failure("let a = f(b, u8::try_from(n.max(1, 2)).unwrap_or(0), c);").is_some());
    assert!(hides_failure("let a = text.and_then(|text| text.parse().ok()).unwrap_or(0);").is_some());
    assert!(
        hides_failure("if a < 1 { b(if c < d { u8::try_from(c, d) } else { e }, u8::try_from(c).unwrap_or(u8::MAX)) }")
            .is_some()
    );
    assert_eq!(hides_failure("let a = (u8::try_from(n).ok()?, c.unwrap_or(0));"), None);
    assert_eq!(hides_failure("let a = u8::try_from(n).expect(\"small\"); let b = c.unwrap_or(0);"), None);
    let mut wrong = Vec::new();
    for (name, code) in PACKAGES.iter().flat_map(|folder| sources(folder)) {
        if let Some(found) = hides_failure(&code) {
            wrong.push(format!(
                "{name}: `{found}`: use `expect` where it always fits, `Saturate` where it is cut off, or an error"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
