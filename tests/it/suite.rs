//! The printed tables of `tests/suite`, one test for each engine and file: `suite::lines::srt_wythoff`.
//!
//! [`SERVED`] says which engine answers for which file. An engine that refuses a file it is said to serve fails, and so does
//! one that serves a file that it is said to leave out.
use crate::ruleset;
use nimdsl::check::Settings;
use nimdsl::engine::{Context, EngineError, EngineKind, Plan};
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use nimdsl::table::Region;
use nimdsl::value::Play;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The files, in the order of their names; a letter for each engine that answers for the file's Grundy values: n(im-sum),
/// (c)o(des), l(ines), L(evels), r(ays), b(oards), v(ectors), c(ompiled), R(eference); s(parse) for its P-positions alone.
const SERVED: [(&str, &str); 24] = [
    ("ky23_section_5_c0", "LsbcR"),
    ("ky23_triangular_wythoff_c0", "LsbcR"),
    ("ky23_triangular_wythoff_c1", "LsbcR"),
    ("ky23_triangular_wythoff_c2", "LsbcR"),
    ("ky24_remark_4_c0", "LsbcR"),
    ("ky24_theorem_3_g0", "LsbcR"),
    ("ky24_theorem_3_g1", "LsbcR"),
    ("ky24_theorem_3_g2", "LsbcR"),
    ("ky24_theorem_3_g3", "LsbcR"),
    ("ky24_theorem_3_g4", "LsbcR"),
    ("ky24_theorem_5_c0", "LsbcR"),
    ("ky24_theorem_5_c1", "LsbcR"),
    ("ky24_theorem_6_d2", "LsbcR"),
    ("ky24_theorem_7_d2", "LsbcR"),
    ("ky24_triangular", "LsbcR"),
    ("rnp_maximum_nim_pass", "rcR"),
    ("ryu_pass_3", "rbcR"),
    ("ryu_pass_3_p_positions", "rbcR"),
    ("ryu_pass_4", "rbcR"),
    ("ryu_pass_4_p_positions", "rbcR"),
    ("srt_rectangular", "lLsrbvcR"),
    ("srt_square", "lLsrbvcR"),
    ("srt_wythoff", "lLsrbvcR"),
    ("srt_wythoff_periods", "lLrbvcR"),
];

fn letter(kind: EngineKind) -> char {
    match kind {
        EngineKind::NimSum => 'n',
        EngineKind::Codes => 'o',
        EngineKind::Compiled => 'c',
        EngineKind::Lines => 'l',
        EngineKind::Levels => 'L',
        EngineKind::Rays => 'r',
        EngineKind::Boards => 'b',
        EngineKind::Vectors => 'v',
        EngineKind::Reference => 'R',
        EngineKind::Sparse => 's',
    }
}

/// Whether an engine is said to answer for a file.
fn is_served(kind: EngineKind, file: &str) -> bool {
    SERVED.iter().find(|one| one.0 == file).expect("the file is listed").1.contains(letter(kind))
}

macro_rules! engines {
    ($($engine:ident: $kind:ident),*) => { $(
        mod $engine {
            files! { $kind:
                ky23_section_5_c0, ky23_triangular_wythoff_c0, ky23_triangular_wythoff_c1, ky23_triangular_wythoff_c2,
                ky24_remark_4_c0, ky24_theorem_3_g0, ky24_theorem_3_g1, ky24_theorem_3_g2, ky24_theorem_3_g3,
                ky24_theorem_3_g4, ky24_theorem_5_c0, ky24_theorem_5_c1, ky24_theorem_6_d2, ky24_theorem_7_d2,
                ky24_triangular, rnp_maximum_nim_pass, ryu_pass_3, ryu_pass_3_p_positions, ryu_pass_4,
                ryu_pass_4_p_positions, srt_rectangular, srt_square, srt_wythoff, srt_wythoff_periods
            }
        }
    )*
        /// Every engine that has tests here.
        const RUN: &[EngineKind] = &[$(EngineKind::$kind),*];
    };
}

macro_rules! files {
    ($kind:ident: $($file:ident),*) => { $(
        #[test]
        fn $file() {
            super::serves_or_refuses(nimdsl::engine::EngineKind::$kind, stringify!($file));
        }
    )* };
}

engines! {
    nim_sum: NimSum, codes: Codes, lines: Lines, levels: Levels, rays: Rays, boards: Boards, vectors: Vectors,
    compiled: Compiled, sparse: Sparse, reference: Reference
}

/// The ruleset of a file and its parameters.
fn game(file: &str) -> (&'static str, Settings) {
    let number = |name: &str| {
        let value = file.chars().last().and_then(|last| last.to_digit(10)).expect("a parameter");
        vec![(name.to_owned(), i64::from(value))]
    };
    let (name, settings) = match file {
        "rnp_maximum_nim_pass" => ("maximum_nim_pass", Vec::new()),
        "srt_rectangular" => ("rectangular", vec![("p".to_owned(), 2), ("q".to_owned(), 3)]),
        "srt_square" => ("square", vec![("p".to_owned(), 2)]),
        "srt_wythoff" | "srt_wythoff_periods" => ("wythoff", Vec::new()),
        _ if file.starts_with("ryu_pass") => ("ryuo_pass", number_in(file)),
        _ if file.ends_with("_d2") && file.contains("theorem_6") => ("triangular_geometric", number("d")),
        _ if file.ends_with("_d2") => ("triangular_subgeometric", number("d")),
        _ if file.contains("_c") => ("triangular_wythoff", number("c")),
        _ => ("triangular", Vec::new()),
    };
    (name, settings.into_iter().map(|(name, value)| (name, ParameterValue::Number(value))).collect())
}

fn number_in(file: &str) -> Vec<(String, i64)> {
    vec![("p".to_owned(), if file.contains('3') { 3 } else { 4 })]
}

fn text(file: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests/suite", &format!("{file}.txt")].iter().collect();
    fs::read_to_string(path).expect("a file of the suite")
}

fn rows(text: &str) -> Vec<Vec<i64>> {
    let rows = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split_whitespace().map(|cell| cell.parse().expect("a number")).collect()).collect()
}

fn number_after(text: &str, words: &str) -> i64 {
    let rest = &text[text.find(words).expect("these words") + words.len()..];
    rest.split(|sign: char| !sign.is_ascii_digit()).next().and_then(|digits| digits.parse().ok()).expect("a number")
}

/// The sizes of the table that shows a file, and what it has to be.
fn expected(file: &str) -> (Vec<u64>, Vec<(Position, u32)>) {
    let text = text(file);
    let rows = rows(&text);
    let cells = |at: &dyn Fn(i64, i64) -> Position| -> Vec<(Position, u32)> {
        let row =
            |(x, row): (i64, &Vec<i64>)| (0..).zip(row).map(|(y, value)| (at(x, y), *value as u32)).collect::<Vec<_>>();
        (0..).zip(&rows).flat_map(row).collect()
    };
    let shape = vec![rows.len() as u64, rows[0].len() as u64];
    match file {
        "rnp_maximum_nim_pass" => (vec![shape[1]], cells(&|pass, t| vec![t, pass])),
        "ryu_pass_3" | "ryu_pass_4" => (shape, cells(&|x, y| vec![x, y, 1])),
        // Whether a position is listed is compared apart from its value.
        "ryu_pass_3_p_positions" | "ryu_pass_4_p_positions" => {
            (vec![13, 13], rows.iter().map(|row| (vec![row[0], row[1], 1], 0)).collect())
        }
        "srt_wythoff_periods" => (vec![21, 400], Vec::new()),
        _ if text.contains("x + y <= ") => {
            let value = number_after(&text, "Grundy value ") as u32;
            let total = number_after(&text, "x + y <= ") as u64;
            (vec![total + 1; 2], rows.iter().map(|row| (row.clone(), value)).collect())
        }
        _ => (shape, cells(&|x, y| vec![x, y])),
    }
}

fn serves_or_refuses(kind: EngineKind, file: &str) {
    let (name, settings) = game(file);
    let ruleset = ruleset(name).at(&settings).expect("these parameters are allowed");
    let (shape, cells) = expected(file);
    let serves = is_served(kind, file);
    if kind == EngineKind::Sparse {
        return lists_or_refuses(file, &ruleset, &shape, &cells);
    }
    let answer = Plan::only(kind, &ruleset).and_then(|plan| plan.grundy(&Region::Box(shape), &Context::default()));
    let table = match answer {
        Err(EngineError::Unfit(why)) => return assert!(!serves, "{kind} refuses {file}: {why}"),
        Err(error) => panic!("{kind} of {file}: {error}"),
        Ok(table) => table,
    };
    assert!(serves, "{kind} serves {file}");
    for (position, value) in &cells {
        assert_eq!(table.get(position), Some(*value), "{kind}: {file} at {position:?}");
    }
    let text = text(file);
    if text.contains("x + y <= ") {
        // The list is complete, up to the diagonal where a theorem treats it apart.
        let (value, total) = (number_after(&text, "Grundy value ") as u32, number_after(&text, "x + y <= "));
        let from = i64::from(text.contains("x < y"));
        let listed: BTreeSet<Position> = cells.into_iter().map(|cell| cell.0).collect();
        let found = table.positions_of(value).into_iter();
        let found = found.filter(|at| at[0] + from <= at[1] && at[0] + at[1] <= total);
        assert_eq!(found.collect::<BTreeSet<_>>(), listed, "{kind}: {file}");
    }
    if file == "srt_wythoff_periods" {
        for row in rows(&text) {
            let [m, period, preperiod] = row[..] else { panic!("three numbers") };
            // Two numbers are wrong in print (docs/errata.md).
            let holds = |n: i64| table.get(&[m, n]).map(|value| i64::from(value) + period);
            let last = 400 - period;
            let all = (preperiod..last).all(|n| holds(n) == table.get(&[m, n + period]).map(i64::from));
            assert!(all || [11, 16].contains(&m), "{kind}: row {m}");
        }
    }
}

/// The engine that makes no tables, against the zeros among the values of a file.
fn lists_or_refuses(file: &str, ruleset: &Ruleset, shape: &[u64], cells: &[(Position, u32)]) {
    let serves = is_served(EngineKind::Sparse, file);
    if cells.is_empty() {
        return assert!(!serves, "{file} says nothing of P-positions");
    }
    let bound = shape.iter().max().expect("a size") - 1;
    let plan = Plan::only(EngineKind::Sparse, ruleset);
    let found = match plan.and_then(|plan| plan.p_positions(bound, Play::Normal, &Context::default())) {
        Err(EngineError::Unfit(why)) => return assert!(!serves, "sparse refuses {file}: {why}"),
        found => found.unwrap_or_else(|error| panic!("sparse of {file}: {error}")),
    };
    assert!(serves, "sparse serves {file}");
    let found: BTreeSet<Position> = found.into_iter().collect();
    for (position, value) in cells {
        assert_eq!(found.contains(position), *value == 0, "{file} at {position:?}");
    }
}

#[test]
fn every_engine_runs_the_suite() {
    let names = |kinds: &[EngineKind]| kinds.iter().map(|kind| kind.name()).collect::<BTreeSet<&str>>();
    assert_eq!(names(RUN), names(&EngineKind::ALL));
}

#[test]
fn every_file_of_the_suite_is_run() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let names = fs::read_dir(folder).expect("the suite").map(|entry| entry.expect("a file").file_name());
    let names: BTreeSet<String> =
        names.map(|name| name.to_string_lossy().trim_end_matches(".txt").to_owned()).collect();
    assert_eq!(names, SERVED.iter().map(|one| one.0.to_owned()).collect::<BTreeSet<_>>());
}
