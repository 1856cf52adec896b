//! The tables of the document on Question 2 that are written by a run: the run is made again, quick bounds, and every hit is played
//! from its text. `INSTA_UPDATE=always` writes the tables.
use super::Rulesets;
use super::player::Player;
use nimdsl::asked::values::Effort;
use nimdsl::engine::Context;
use nimdsl::experiment;
use nimdsl::report::Report;
use nimdsl::search::found::{Found, Hit, SoughtTarget};
use nimdsl::search::task::Base;
use nimdsl::search::trial::chunk::{Nobody, Shard};
use nimdsl::search::{LongRun, RunWork};
use nimdsl::source::Source;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

const BEGIN: &str = "<!-- written by experiments/mined_search.ron -->\n";
const END: &str = "<!-- the end of it -->\n";
const TITLES: [&str; 5] = [
    "Recurrences a(k + 1) = p a(k) + q a(k - 1) for p, q = 1, ..., 5, beside Triangular Nim",
    "The same recurrences alone",
    "Polygonal numbers with 3 to 12 sides",
    "Powers and repunits up to base 10",
    "Other sequences",
];

fn page() -> String {
    format!("{}/docs/question2.md", env!("CARGO_MANIFEST_DIR"))
}

fn run() -> Report {
    let path = format!("{}/experiments/mined_search.ron", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("an experiment").replace("../rulesets/", "");
    let experiment = experiment::read(&Source::new("mined_search.ron", text)).expect("an experiment");
    let long = LongRun { store: None, work: RunWork::Share(Shard::WHOLE), watch: &Nobody };
    let context = Context { threads: 2, ..Context::default() };
    let (report, failures) = experiment::run(&experiment, &Rulesets, Effort::Quick, &long, &context).expect("a run");
    assert!(failures.is_empty(), "{failures:?}");
    report
}

/// What is extra and what is missing, in words.
fn exceptions(hit: &Hit) -> String {
    let listed = |wanted: bool, word: &str| {
        let some = hit.exceptions.iter().filter(|pair| hit.p_positions.contains(pair) == wanted);
        let some: Vec<String> = some.map(|(a, b)| format!("({a}, {b})")).collect();
        let is = if some.len() == 1 { "is" } else { "are" };
        if some.is_empty() { String::new() } else { format!("{} {is} {word}", some.join(", ")) }
    };
    let both: Vec<String> =
        [listed(true, "extra"), listed(false, "missing")].into_iter().filter(|text| !text.is_empty()).collect();
    if both.is_empty() { "none".to_owned() } else { both.join("; ") }
}

/// A target's rows, one for each hit; or that it has none.
fn rows(found: &Found, target: &SoughtTarget) -> String {
    let terms: Vec<String> = target.terms.iter().take(10).map(i64::to_string).collect();
    let name = format!("{}: {}", target.name, terms.join(", "));
    let hits: Vec<&Hit> = found.hits.iter().filter(|hit| hit.target == Some(target.index)).collect();
    let row = |hit: &&Hit| {
        let alone = if hit.base == Some(Base::Nothing) { "alone: " } else { "" };
        let conditions = hit.conditions.as_deref().unwrap_or_default().replace('|', "\\|");
        let conditions: Vec<String> = conditions.split(", ").map(|condition| format!("`{condition}`")).collect();
        format!("| {name} | {alone}{} | {} |\n", conditions.join(", "), exceptions(hit))
    };
    if hits.is_empty() { format!("| {name} | nothing found | |\n") } else { hits.iter().map(row).collect() }
}

fn tables(report: &Report) -> String {
    let mut text = String::new();
    for (found, title) in report.searches().zip(TITLES) {
        let (_, conditions) = found.conditions.expect("conditions");
        let _ = writeln!(
            text,
            "\n### {title}\n\n{} candidates of {conditions} conditions; {} came out and were tried.\n",
            grouped(found.candidates),
            grouped(found.mined.expect("mined"))
        );
        text += "| sequence | conditions | exceptions |\n|---|---|---|\n";
        text += &found.targets.iter().map(|target| rows(found, target)).collect::<String>();
    }
    text + "\n"
}

/// With a comma at each thousand.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|part| str::from_utf8(part).expect("digits")).collect();
    parts.join(",")
}

#[test]
fn the_tables_of_the_mined_searches_are_those_of_their_run() {
    let report = run();
    for hit in report.hits() {
        let near = |pair: &&(i64, i64)| pair.0 + pair.1 <= 300 && pair.1 <= 200;
        let played = Player::of_text(&hit.ruleset).p_positions(300);
        let played: BTreeSet<_> = played.iter().filter(near).copied().collect();
        assert_eq!(hit.p_positions.iter().filter(near).copied().collect::<BTreeSet<_>>(), played, "{}", hit.ruleset);
    }
    let written = tables(&report);
    let text = fs::read_to_string(page()).expect("a page");
    let (before, rest) = text.split_once(BEGIN).expect("where the tables begin");
    let (own, after) = rest.split_once(END).expect("where the tables end");
    if own != written && std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(page(), format!("{before}{BEGIN}{written}{END}{after}")).expect("it is written");
    } else {
        assert!(
            own == written,
            "docs/question2.md is not what the run gives; INSTA_UPDATE=always writes it\n{written}"
        );
    }
}
