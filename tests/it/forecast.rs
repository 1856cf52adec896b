//! `explain --size`: what a table will cost, told by smaller ones.
use serde_json::Value;
use std::process::{Command, Output};

fn nimdsl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).output().expect("the program runs")
}

fn forecast(arguments: &[&str]) -> Value {
    let told = nimdsl(&[&["explain"], arguments, &["--format", "json"]].concat());
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    serde_json::from_slice(&told.stdout).expect("it is JSON")
}

fn bytes(of: &Value) -> u64 {
    of["bytes"].as_u64().expect("bytes are a number")
}

#[test]
fn a_small_table_is_measured() {
    let told = forecast(&["rulesets/wythoff.nim", "--size", "50,20"]);
    assert_eq!(told["is_measured"], true);
    assert_eq!(told["table"]["size"], "--size 50,20");
    assert_eq!(told["table"]["cells"], 1000);
    assert_eq!(told["table"], told["measured"][0]);
    assert!(2 * 1000 <= bytes(&told["table"]), "{told}");
}

/// Two bytes a cell, and the sets of values on 4 N lines with 2 N values each; outcomes are one bit.
#[test]
fn memory_of_a_large_table_is_foreseen() {
    let cells = 20_000u64 * 20_000;
    let values = forecast(&["rulesets/wythoff.nim", "--size", "20000"]);
    assert_eq!(values["is_measured"], false);
    let told = bytes(&values["table"]);
    assert!((2 * cells..4 * cells).contains(&told), "{values}");
    let outcomes = forecast(&["rulesets/wythoff.nim", "--size", "200000", "--outcomes"]);
    let told = bytes(&outcomes["table"]);
    assert!((100 * cells / 8..120 * cells / 8).contains(&told), "{outcomes}");
}

/// Of a total, only the half that is shown takes memory.
#[test]
fn a_total_takes_what_it_shows() {
    let told = forecast(&["rulesets/triangular.nim", "--total", "100000"]);
    let cells = 100_000u64 * 100_000 / 2;
    assert!((2 * cells..3 * cells).contains(&bytes(&told["table"])), "{told}");
    let words = nimdsl(&["explain", "rulesets/triangular.nim", "--total", "100000"]);
    let words = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(words.contains("which is more than --memory allows") && words.contains("measured: --total "), "{words}");
}
