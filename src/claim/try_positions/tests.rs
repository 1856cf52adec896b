//! Whole rows against single positions: what lanes settle is what the positions say, and lanes settle whatever they can.
use super::*;
use crate::check::{Library, check};
use crate::claim::evaluate::Evaluator;
use crate::claim::lookups::ClaimBoard;
use crate::engine::Context;
use crate::ruleset::options::Options;
use crate::source::Source;
use std::collections::BTreeSet;

const NIM: &str = "heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i\nparam c = 2\n\
                   let f(m) = cases { m if m <= 4; 9 - m otherwise }\nsequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\n";
const PASS: &str = "heaps x, y\nregister p in 0..1\nplay misere\nmove t(i) symmetric: x -> x - i where 1 <= i\nmove pass: p -> 0 where p = 1, total >= 1\n";
const THREE: &str = "heaps h[3]\nmove t(i) for each b in h: b -> b - i where 1 <= i <= 2\n";
const EVEN: &str = "heaps x, y\npositions where (x + y) mod 2 = 0\nmove t(i) symmetric: x -> x - 2 * i where 1 <= i\n";

/// One other ruleset.
struct One;

impl Library for One {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok("heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i <= 3\n".to_owned())
    }
}

/// A sweep of all positions with heaps up to `limit` beside what is said of each alone; how many positions it left open that
/// are true or false.
fn left_open(text: &str, claim: &str, limit: i64) -> usize {
    let source = Source::new("t.nim", format!("{text}claim \"c\": {claim}\n"));
    let document = check(&source, &One).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
    let ruleset = &document.ruleset;
    let statement = document.statement(document.claims().next().expect("a claim"), ruleset).expect("a statement");
    let games: Vec<&Ruleset> =
        std::iter::once(ruleset).chain(document.others.values().map(|other| &other.ruleset)).collect();
    let options: Vec<Options> = games.iter().map(|game| Options::new(game).expect("options")).collect();
    let context = Context::default();
    let extent = ClaimExtent::even(&statement, ruleset.heaps.len(), limit);
    let run = || {
        let boards =
            games.iter().zip(&options).map(|(game, options)| ClaimBoard::new(game, options, &extent, &context));
        let evaluator = Evaluator::new(boards.collect(), &statement, extent.clone(), &context);
        BoardTrial::new((&statement, &statement.free), ruleset, extent.clone(), evaluator)
    };
    let mut alone = run();
    let positions = BoardPositions::new(ruleset, &statement.free, &extent.limits);
    let (mut wrong, mut open, mut count) = (BTreeSet::new(), BTreeSet::new(), 0);
    for position in positions {
        let Some(standing) = alone.holds_at(&position).expect("no table fails") else { continue };
        count += 1;
        match standing {
            Standing::True => {}
            Standing::False => assert!(wrong.insert(position)),
            _ => assert!(open.insert(position)),
        }
    }
    let mut rows = run();
    let swept = rows.swept().expect("no table fails");
    let Some(swept) = swept else { return usize::MAX };
    let odd: BTreeSet<Position> = swept.odd.into_iter().collect();
    let speaks = |position: &&Position| alone.holds_at(position).expect("no table fails").is_some();
    let left: Vec<&Position> = odd.iter().filter(speaks).collect();
    assert_eq!(swept.tested + left.len() as u64, count, "{claim}");
    let found: BTreeSet<Position> = swept.wrong.into_iter().collect();
    assert!(found.is_subset(&wrong), "{claim}: {found:?} and not {wrong:?}");
    assert!(open.is_subset(&odd), "{claim}: {open:?} and not {odd:?}");
    let settled = |position: &&&Position| !open.contains(**position);
    assert_eq!(wrong.len() - found.len(), left.iter().filter(|position| wrong.contains(**position)).count(), "{claim}");
    left.iter().filter(settled).count()
}

#[test]
fn lanes_settle_what_tables_and_numbers_say() {
    for (text, claim) in [
        (NIM, "grundy(x, y) = x xor y"),
        (NIM, "grundy(x, y) <= 6"),
        (NIM, "grundy(x, y) = x + y or x * y > 3 and not (x = y)"),
        (NIM, "grundy(y, x) = x + y where x <= 3"),
        (NIM, "grundy(x, y) <= 4 where P(y, x) or x < y"),
        (NIM, "grundy(x, y) = f(x)"),
        (NIM, "grundy(x, y) = 0 iff P(x, y)"),
        (NIM, "P(x, y) iff x = y"),
        (NIM, "N(x, y) iff x != y + 1"),
        (NIM, "P(floor(x / 2), y) or x != 4"),
        (NIM, "P(grundy(x, y), 0) iff x = y"),
        (NIM, "grundy(grundy(x, y), y) = x"),
        (NIM, "grundy(x, y) = x where y <= grundy(x, 0) - x"),
        (NIM, "P = {(k, k) for k >= 0}"),
        (NIM, "P = {(k, k) for k in 0..7}"),
        (NIM, "P = {(k, k) for k in {2..5, 7}} except {(0, 0), (1, 1)}"),
        (NIM, "P = {(k, k) for k >= 0} minus {(3, 3)}"),
        (NIM, "P = {(k, k) for k >= 0} intersect {(k, j) for k >= 0, j <= 4}"),
        (NIM, "P = {(k, k) for k >= 0} union {(3, 5)}"),
        (NIM, "P = sym {(2 * k, k) for k >= 0}"),
        (NIM, "N = {(k, j) for k >= 0, j >= 0 where k != j}"),
        (NIM, "N = sym {(k, j) for k >= 1, j < k}"),
        (NIM, "(x, y) in {(k * k, k) for k >= 0} or x != y * y"),
        (NIM, "(x, y) in {(F(k), k) for k >= 0} or x != F(y)"),
        (NIM, "(y, x) in {(0, 2), (3, 1)} iff x + 2 * y = 2 or x + y = 4 and x = 1"),
        (NIM, "(x, y) in {(k, k + c) for k >= 1 where k mod 2 = 1} iff y = x + 2 and x mod 2 = 1"),
        (NIM, "(x, y) not in {(k, k + j) for k >= 0, j in {1, 3}}"),
        (NIM, "(x, y) in P iff x = y"),
        (NIM, "(x, y) in {(k, j) for k in 1..4, j in 2..3 where P(k, j)} iff x = y and 2 <= x <= 3"),
        (NIM, "(x, x) in {(k, j) for k >= 2, j >= 0} or x <= 1"),
        (NIM, "exists k in 0..8: grundy(x, k) = y"),
        (NIM, "exists k in 0..4: x = 2 * k"),
        (NIM, "exists k >= 0: x = 2 * k"),
        (NIM, "exists k >= 0: x = F(k)"),
        (NIM, "exists k in {0, 3..5}: exists j in 0..2: x = k + 3 * j"),
        (NIM, "forall k in 0..5: x + k != y or P(x, y - k)"),
        (NIM, "forall k in {1, 3}: grundy(x, y) != k"),
        (NIM, "not exists k in 1..3: grundy(x, y) = k"),
        (NIM, "(x, y) in sym {(0, 1), (2, 3)} implies grundy(x, y) = 1"),
        (NIM, "x >= 0"),
        (NIM, "1 = 1 where x <= 3"),
        (NIM, "grundy(x, y) of \"one.nim\" = (x mod 4) xor (y mod 4)"),
        (NIM, "P(x, y) implies P(x, y) of \"one.nim\""),
        (PASS, "P(x, y; p) implies p >= 0"),
        (PASS, "P(x, y; 0) iff x = y and x >= 2 or x + y = 1"),
        (PASS, "N(x, y; 1) or x + y <= 5"),
        (PASS, "grundy(x, y; 0) = x xor y"),
        (PASS, "grundy(x, y; p) <= x + y + p"),
        (THREE, "grundy(h) = (h[1] mod 3) xor (h[2] mod 3) xor (h[3] mod 3)"),
        (THREE, "P = sym {(3 * i, j, j) for i >= 0, j >= 0}"),
        (THREE, "(h[2], h[3], h[1]) in {(i, i, j) for i >= 0, j in {1, 2}} implies N(h)"),
        (EVEN, "(x + y) mod 2 = 0 and x - y != 4"),
    ] {
        assert_eq!(left_open(text, claim, if text == THREE { 5 } else { 9 }), 0, "{claim}");
    }
}

#[test]
fn what_lanes_do_not_say_is_left_to_the_positions() {
    for (text, claim, most) in [
        // Options, phases, and ranges that differ from cell to cell.
        (NIM, "forall option (a, b) of (x, y): a + b < x + y", 100),
        (NIM, "final(x, y) iff x <= 1 and y <= 1", 100),
        (NIM, "terminal(x, y) iff x + y = 0", 100),
        (NIM, "exists k in 0..y: grundy(x, k) = 0", 100),
        (NIM, "exists k >= 0: grundy(x, k) = 3", 100),
        (NIM, "forall k >= 0: grundy(x, k) >= 0", 100),
        (NIM, "exists k >= 0: k = 100 * x", 100),
        (NIM, "exists k >= 0: 100 * y = k", 100),
        // What has no value in a cell has to be looked at there.
        (NIM, "grundy(x - 1, y) >= 0 where 1 <= x", 10),
        (NIM, "grundy(x, y - 1) >= 0 where 1 <= y", 10),
        (NIM, "grundy(x, y - 1) >= 0 or y = 0", 10),
        (NIM, "grundy(x + 40, y) >= 0 where x != 1", 100),
        (NIM, "floor(6 / (y - 2)) >= -7", 10),
        (NIM, "P = {(k, floor(k / 100000)) for k >= 0}", 100),
        (EVEN, "grundy(x, y) = floor(x / 2) xor floor(y / 2)", 100),
        (EVEN, "P(x, y) iff x = y", 100),
        (EVEN, "grundy(x, y + 1) >= 0 or (x + y) mod 2 = 0", 100),
        (PASS, "P(x, y; p + 1) or p >= 0", 100),
        (PASS, "P(x, y; x mod 2) or x + y >= 2", 200),
    ] {
        let open = left_open(text, claim, 9);
        assert!(open <= most || open == usize::MAX, "{claim}: {open}");
    }
}
