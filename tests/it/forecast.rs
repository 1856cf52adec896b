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

/// What does not fit as a whole is foreseen row by row as well: for Wythoff's game the sets of columns and diagonals, N / 4 bytes each
/// and so N^2 / 2 in all, and a quarter more for the rows at hand.
#[test]
fn rows_are_foreseen_where_the_table_does_not_fit() {
    let told = forecast(&["rulesets/wythoff.nim", "--size", "40000"]);
    let cells = 40_000u64 * 40_000;
    assert!(2 << 30 < bytes(&told["table"]), "{told}");
    assert!((cells / 2..cells * 3 / 4).contains(&bytes(&told["rows"])), "{told}");
    let words = nimdsl(&["explain", "rulesets/wythoff.nim", "--size", "40000"]);
    let words = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(words.contains("row by row, as --format csv, npy, hash: about "), "{words}");
    // What fits is not told of twice.
    assert!(forecast(&["rulesets/wythoff.nim", "--size", "4000"])["rows"].is_null());
    // Each row of Wythoff's game has one P-position.
    let outcomes = forecast(&["rulesets/wythoff.nim", "--size", "300000", "--outcomes"]);
    assert!(bytes(&outcomes["rows"]) < 300_000 * 1000, "{outcomes}");
}
