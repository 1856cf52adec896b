//! The manuals are true: what they show as a ruleset passes, what they show as a slip gets the code that they say, and
//! every code that the program can say has its heading.
use crate::slips::{Folders, codes, faults, files, rendered, root};
use std::collections::BTreeSet;
use std::fs;

/// A fenced block: its marker, its text, and the line that it begins in.
struct Fence {
    marker: String,
    text: String,
    line: usize,
}

fn fences(manual: &str) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut open = false;
    for (index, line) in manual.lines().enumerate() {
        if let Some(marker) = line.strip_prefix("```") {
            open = !open;
            if open {
                found.push(Fence { marker: marker.trim().to_owned(), text: String::new(), line: index + 1 });
            }
        } else if let Some(last) = found.last_mut().filter(|_| open) {
            last.text.push_str(line);
            last.text.push('\n');
        }
    }
    found
}

/// The code that the comment on the first line of a faulty block names.
fn announced(text: &str) -> &str {
    let first = text.lines().next().unwrap_or("");
    first.trim_start_matches(['#', '/', ' ']).split([' ', ':']).next().unwrap_or("")
}

#[test]
fn rulesets_of_the_manuals_pass_and_their_slips_do_not() {
    let manuals = files(&root().join("docs")).into_iter().chain([root().join("README.md")]);
    let (mut good, mut bad) = (0, 0);
    for path in manuals.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let manual = fs::read_to_string(&path).expect("text");
        for Fence { marker, text, line } in fences(&manual) {
            let place = format!("{}:{line}", path.display());
            let name = if marker == "ron-fault" { "example.ron" } else { "example.nim" };
            let library = Folders::of("rulesets");
            match marker.as_str() {
                "nim" => {
                    let found = faults(name, &text, &library);
                    assert!(found.is_empty(), "{place}:\n{}", rendered(&found));
                    good += 1;
                }
                "nim-fault" | "ron-fault" => {
                    let found = faults(name, &text, &library);
                    assert_eq!(codes(&found), [announced(&text)], "{place}:\n{}", rendered(&found));
                    bad += 1;
                }
                _ => {}
            }
        }
    }
    assert!(20 < good && 70 < bad, "{good} rulesets and {bad} slips");
}

#[test]
fn every_page_is_in_the_book() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the contents of the book");
    let listed: BTreeSet<String> = summary
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- [")?.split_once("](")?.1.strip_suffix(')').map(str::to_owned))
        .collect();
    let pages = fs::read_dir(root().join("docs")).expect("the manual").flatten();
    let pages = pages.map(|page| page.file_name().into_string().expect("a name"));
    let pages: BTreeSet<String> = pages.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    assert!(20 < pages.len());
    assert_eq!(listed, pages);
}

/// The first argument of each call of `.error(` and `.warning(`.
fn codes_of_the_source() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in files(&root().join("src")) {
        let text = fs::read_to_string(&path).expect("text");
        for call in text.split(".error(").skip(1).chain(text.split(".warning(").skip(1)) {
            if let Some((code, _)) = call.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')) {
                found.insert(code.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_code_has_a_heading_with_an_example_and_a_slip() {
    let manual = fs::read_to_string(root().join("docs/diagnostics.md")).expect("text");
    let headings: BTreeSet<String> =
        manual.lines().filter_map(|line| line.strip_prefix("## `")).map(|rest| rest.replace('`', "")).collect();
    assert_eq!(codes_of_the_source(), headings);
    for section in manual.split("\n## `").skip(1) {
        let (code, _) = section.split_once('`').expect("a heading in code");
        let examples: Vec<Fence> =
            fences(section).into_iter().filter(|fence| fence.marker.ends_with("-fault")).collect();
        assert!(!examples.is_empty(), "{code} has no example");
        assert!(examples.iter().all(|fence| announced(&fence.text) == code), "an example of {code} is another's");
        assert!(root().join("tests/ui").join(code).is_dir(), "tests/ui/{code} is missing");
    }
}
