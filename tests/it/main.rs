//! The integration tests: the binary as a stranger uses it, engines against printed tables, laws over random rulesets.
#![cfg(has_tests)]
#![expect(clippy::pedantic, reason = "tests compute with small numbers")]
mod agree;
mod amounts;
mod answers;
mod any_number;
mod arrows;
mod atlas;
mod automata;
mod begins;
mod blocking;
mod boards;
mod breaking;
mod bridges;
mod budget;
mod certificates;
mod chains;
mod checker;
mod claims;
mod cli;
mod common_periods;
mod complementary;
mod confirmed;
mod contributing;
mod coq;
mod corollaries;
mod counted;
mod coverage;
mod digits;
mod distances;
mod divided;
mod early;
mod engines;
mod explorer;
mod faults;
mod few;
mod files;
mod final_phase;
mod fixes;
mod forecast;
mod forged;
mod format;
mod frames;
mod grids;
mod guards;
mod help;
mod hits;
mod identify;
mod indices;
mod judged;
mod kinds;
mod laws;
mod layers;
mod line_orders;
mod linear;
mod lines;
mod listing;
mod lookups;
mod manual;
mod mine;
mod mined;
mod misere;
mod multiples;
mod names;
mod needs;
mod octal_claims;
mod open_products;
mod ordinals;
mod packages;
mod page;
mod papers;
mod partial;
mod parts;
mod passes;
mod periods;
mod pictures;
mod player;
mod plots;
mod powers;
mod precedence;
mod products;
mod progressions;
mod prover;
mod quadratic;
mod quantifiers;
mod question2;
mod random;
mod random_claims;
mod rays;
mod regular;
mod related;
mod remainders;
mod replay;
mod rising;
mod rows;
mod said;
mod seams;
mod search;
mod second_reader;
mod sequences;
mod settings;
mod shapes;
mod sight;
mod slices;
mod slips;
mod solved;
mod starts;
mod stencils;
mod stores;
mod strangers;
mod suite;
mod sums;
mod symbols;
mod tabled;
mod tables;
mod termination;
mod tidy;
mod tiles;
mod tribonacci;
mod type_names;
mod ui;
mod units;
mod verdicts;
mod without;
mod worded;
mod words;

use nimdsl::check::{Document, Library, check};
use nimdsl::diagnostic::Faults;
use nimdsl::source::Source;

/// The rulesets of the project, for a text that speaks of others.
struct Rulesets;

impl Library for Rulesets {
    fn read(&self, name: &str) -> Result<String, String> {
        let path = format!("{}/rulesets/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).map_err(|_| format!("there is no {name}"))
    }
}

fn checked(text: &str) -> Result<Document, Faults> {
    check(&Source::new("test.nim", text), &Rulesets)
}

fn ruleset(name: &str) -> Document {
    let path = format!("{}/rulesets/{name}.nim", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a ruleset of the project");
    checked(&text).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}
