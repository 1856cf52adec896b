//! Inputs that something was wrong with once: each goes through the chain that random inputs go through in `fuzz/`.
use crate::slips::{Folders, files, root};
#[path = "../chain/mod.rs"]
mod chain;
use chain::{Judge, Watch};
use dashu_int::IBig;
use std::fs;
use std::str::FromStr;

/// Steps are cancelled after their time; nobody waits for them.
struct Alone;

impl Watch for Alone {
    fn begins(&mut self, _: &'static str, _: u64) {}

    fn place(&self) -> String {
        "a place in the message above".to_owned()
    }
}

#[test]
fn what_was_found_once_is_found_no_more() {
    let library = Folders::of("tests/fuzz");
    let mut wrong = Vec::new();
    for path in files(&root().join("tests/fuzz")) {
        let text = fs::read_to_string(&path).expect("text");
        let mut alone = Alone;
        let mut judge = Judge::new(&mut alone);
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("ron") => judge.experiment(&text, &library),
            Some("terms") => {
                let terms: Vec<IBig> =
                    text.split(',').map(|term| IBig::from_str(term.trim()).expect("a number")).collect();
                judge.named(&terms);
            }
            _ => judge.ruleset(&text, &library),
        }
        wrong.extend(judge.findings.iter().map(|found| format!("{}: {}: {}", path.display(), found.key, found.detail)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
