//! Makes an input small that still gives the same finding: lines, then clauses, then tokens are left out.
use crate::arguments::FuzzArguments;
use crate::mutate::tokens;
use crate::supervise::{child, listen};
use std::fs;
use std::time::{Duration, Instant};

/// Seconds for one finding.
const TIME: u64 = 40;

/// The smallest text that was met with this finding.
pub fn minimise(arguments: &FuzzArguments, key: &str, text: &str, ending: &str) -> String {
    let path = arguments.findings.join(format!("try.{ending}"));
    let is_slow = key.starts_with("hang");
    let patience = Duration::from_secs(if is_slow { 6 } else { arguments.patience });
    let end = Instant::now() + Duration::from_secs(if is_slow { 2 * TIME } else { TIME });
    let mut is_found = |text: &str| {
        if end < Instant::now() || fs::write(&path, text).is_err() {
            return false;
        }
        let outcome = listen(child(arguments, 0, &[&path]), patience, Instant::now() + Duration::from_secs(60));
        outcome.findings.iter().any(|finding| finding.0 == key)
    };
    let mut text = text.to_owned();
    for split in [lines, clauses, words] {
        text = fewer(&text, split, &mut is_found);
    }
    let _ = fs::remove_file(&path);
    text
}

fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn clauses(text: &str) -> Vec<String> {
    text.split_inclusive([',', '\n']).map(str::to_owned).collect()
}

fn words(text: &str) -> Vec<String> {
    tokens(text).into_iter().map(str::to_owned).collect()
}

/// Leaves out halves, then quarters, and so on, as long as the finding stays.
fn fewer(text: &str, split: fn(&str) -> Vec<String>, is_found: &mut dyn FnMut(&str) -> bool) -> String {
    let mut parts = split(text);
    let mut size = parts.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        while at < parts.len() {
            let end = (at + size).min(parts.len());
            let without = [&parts[..at], &parts[end..]].concat();
            if !without.is_empty() && is_found(&without.concat()) {
                parts = without;
            } else {
                at = end;
            }
        }
        if size == 1 {
            return parts.concat();
        }
        size = size.div_ceil(2);
    }
}
