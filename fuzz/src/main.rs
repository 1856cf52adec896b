//! Random and damaged inputs for nimdsl, each in a child process that is watched, judged by what has to hold for every input.
//!
//! ```text
//! supervise (parent) --starts--> work (child): inputs --chain--> counts and findings
//!        ^                                                              |
//!        +---- lines; a child that hangs, aborts or asks for too much is a finding too
//! ```
//!
//! `cargo run -p nimdsl-fuzz --profile fuzz -- --seconds 120 --seed 7 [--only STAGE] [FILES]`
mod arguments;
#[path = "../../tests/chain/mod.rs"]
mod chain;
mod claims;
mod corpus;
mod draw;
mod experiments;
mod games;
mod grammar;
mod inputs;
mod minimise;
mod mutate;
mod stores;
mod supervise;
mod terms;
mod work;

use arguments::{FuzzArguments, FuzzMode};
use cap::Cap;
use std::alloc::System;
use std::process::ExitCode;

/// Counts what is allocated, and refuses what is too much.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    let arguments = match FuzzArguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    match arguments.mode {
        FuzzMode::Supervise => supervise::supervise(&arguments),
        FuzzMode::Work => work::work(&arguments),
        FuzzMode::Print => work::print(&arguments),
    }
}
