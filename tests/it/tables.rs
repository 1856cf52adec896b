//! Tables and P-positions against values printed in the papers, and against closed forms.
use crate::ruleset;
use nimdsl::check::Settings;
use nimdsl::engine::{Context, grundy, p_positions};
use nimdsl::ruleset::{ParameterValue, Position};
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use std::collections::BTreeSet;

fn at(values: &[(&str, i64)]) -> Settings {
    values.iter().map(|(name, value)| ((*name).to_owned(), ParameterValue::Number(*value))).collect()
}

fn table(name: &str, settings: &Settings, size: &[u64]) -> Table {
    let ruleset = ruleset(name).at(settings).expect("these parameters are allowed");
    grundy(&ruleset, &Region::Box(size.to_vec()), &Context::default()).expect("it fits")
}

fn printed(text: &str) -> Vec<Vec<u32>> {
    let rows = text.lines().map(str::trim).filter(|line| !line.is_empty());
    rows.map(|line| line.split_whitespace().map(|cell| cell.parse().expect("a number")).collect()).collect()
}

fn compare(table: &Table, rows: &[Vec<u32>]) {
    assert_eq!(rows.len() as u64, table.shape[0]);
    assert!(rows.iter().all(|row| row.len() as u64 == table.shape[1]));
    for (x, row) in rows.iter().enumerate() {
        for (y, value) in row.iter().enumerate() {
            assert_eq!(table.get(&[x as i64, y as i64]), Some(*value), "at ({x}, {y})");
        }
    }
}

fn sorted_p(name: &str, settings: &Settings, up_to: u64, play: Play) -> Vec<Position> {
    let ruleset = ruleset(name).at(settings).expect("these parameters are allowed");
    let mut all = p_positions(&ruleset, up_to, play, &Context::default()).expect("it fits");
    all.retain(|position| position.is_sorted());
    all
}

fn chain(terms: &[i64], up_to: i64) -> Vec<Position> {
    let mut all: Vec<Position> = vec![vec![0, 0]];
    all.extend(terms.windows(2).map(<[i64]>::to_vec).filter(|pair| pair[1] <= up_to));
    all
}

/// KY24, section 2, the table after Theorem 2, all 16 x 16 cells.
#[test]
fn triangular_nim_as_printed_in_ky24() {
    let rows = printed(include_str!("../suite/ky24_triangular.txt"));
    compare(&table("triangular", &Settings::new(), &[16, 16]), &rows);
}

/// SRT, Table 1.
#[test]
fn wythoff_nim_as_printed_in_srt() {
    compare(&table("wythoff", &Settings::new(), &[8, 8]), &printed(include_str!("../suite/srt_wythoff.txt")));
}

/// SRT, section 3, Square Nim with S = {1}.
#[test]
fn square_nim_as_printed_in_srt() {
    compare(&table("square", &at(&[("p", 2)]), &[10, 10]), &printed(include_str!("../suite/srt_square.txt")));
}

/// KY24, Theorem 1.
#[test]
fn yama_nim_follows_theorem_1() {
    let table = table("yama", &Settings::new(), &[30, 30]);
    for x in 0..30i64 {
        for y in 0..30i64 {
            let expected = if (x - y).abs() <= 1 { 0 } else { x.min(y) + 1 };
            assert_eq!(table.get(&[x, y]).map(i64::from), Some(expected), "at ({x}, {y})");
        }
    }
}

/// RYU, Theorem 1.2.
#[test]
fn ryuo_nim_follows_theorem_1_2() {
    for p in 2..6 {
        let table = table("ryuo", &at(&[("p", p)]), &[25, 25]);
        for x in 0..25 {
            for y in 0..25 {
                let expected = (x + y) % p + p * ((x / p) ^ (y / p));
                assert_eq!(table.get(&[x, y]).map(i64::from), Some(expected), "p = {p} at ({x}, {y})");
            }
        }
    }
}

/// Bouton: the Grundy value of Nim is the nim-sum.
#[test]
fn nim_is_the_nim_sum() {
    let table = table("nim", &at(&[("n", 3)]), &[9, 9, 9]);
    for heaps in table.heaps() {
        assert_eq!(table.get(&heaps).map(i64::from), Some(heaps[0] ^ heaps[1] ^ heaps[2]));
    }
}

/// KY24, Theorem 5: polygonal numbers.
#[test]
fn wythoff_twists_give_polygonal_numbers() {
    for c in 0..5 {
        let terms: Vec<i64> = (0..30).map(|k| ((1 + c) * k * k + (1 - c) * k) / 2).collect();
        assert_eq!(sorted_p("triangular_wythoff", &at(&[("c", c)]), 80, Play::Normal), chain(&terms, 80));
    }
}

/// KY24, Theorems 6 and 7: powers and repunits.
#[test]
fn geometric_twists_give_powers_and_repunits() {
    for d in 2..5i64 {
        let powers: Vec<i64> = std::iter::once(0).chain((0..7).map(|k| d.pow(k))).collect();
        let mut expected = chain(&powers, 80);
        if d == 2 {
            expected.insert(2, vec![1, 1]);
        }
        assert_eq!(sorted_p("triangular_geometric", &at(&[("d", d)]), 80, Play::Normal), expected);
        let repunits: Vec<i64> = (0..7).map(|k| (d.pow(k) - 1) / (d - 1)).collect();
        assert_eq!(sorted_p("triangular_subgeometric", &at(&[("d", d)]), 80, Play::Normal), chain(&repunits, 80));
    }
}

/// KY24, Corollary 1: misère Yama Nim.
#[test]
fn misere_yama_nim_follows_corollary_1() {
    let found = sorted_p("yama", &Settings::new(), 30, Play::Misere);
    let expected: Vec<Position> = (2..=30).map(|y| vec![0, y]).collect();
    assert_eq!(found, expected);
}

/// KY24, section 6, the P-positions of rulesets (1) and (5). The printed list for (5) lacks (a, a, a) for 2 <= a. The least
/// counterexample is (2, 2, 2), by hand: its only option is (0, 2, 3); from there 2 tokens taken from the heap of 2 leave
/// one heap alone, which has no move. So (0, 2, 3) is an N-position and (2, 2, 2) is a P-position.
#[test]
fn three_heap_p_positions_of_ky24_with_the_missing_diagonal() {
    let limit = 16;
    let mut one: BTreeSet<Position> = BTreeSet::from([vec![0, 0, 1]]);
    let mut five: BTreeSet<Position> =
        BTreeSet::from([vec![1, 1, 2], vec![0, 0, 0], vec![0, 0, 1], vec![0, 1, 1], vec![1, 1, 1]]);
    for a in 0..=limit {
        one.extend([vec![0, a, a], vec![a, a, a], vec![a, a, 2 * a]]);
        five.insert(vec![0, 0, a]);
        if 1 <= a {
            five.extend([vec![1, a, a], vec![a, a, 2 * a - 1], vec![a, a, a]]);
        }
    }
    for (name, expected) in [("three_heap_1", one), ("three_heap_5", five)] {
        let found: BTreeSet<Position> = sorted_p(name, &Settings::new(), 16, Play::Normal).into_iter().collect();
        let expected: BTreeSet<Position> = expected.into_iter().filter(|position| position[2] <= limit).collect();
        assert_eq!(found, expected, "{name}");
    }
}
