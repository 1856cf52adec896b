//! Tests of `positions.rs`.
use super::*;
use crate::ruleset::{Condition, Register};
use crate::value::Play;
use proptest::prelude::*;

fn ruleset(heaps: usize) -> Ruleset {
    let register =
        |low: i64, high: Option<i64>, shown| Register { name: "r".to_owned(), low, high, shown, start: None };
    Ruleset {
        name: String::new(),
        heaps: vec!["x".to_owned(); heaps],
        registers: vec![register(-1, Some(5), Some((-1, 1))), register(2, None, None)],
        moves: Vec::new(),
        positions: Condition::Known(true),
        play: Play::Normal,
        blocking: 0,
        measure: Vec::new(),
        unproved: Vec::new(),
        finite_options: true,
        parameters: indexmap::IndexMap::new(),
        components: Vec::new(),
    }
}

/// All positions of a board, in lexicographic order: what does not occur is at its least.
fn all(heaps: usize, free: &[usize], limits: &[i64]) -> Vec<Position> {
    let range = |at: usize, (low, high): (i64, i64)| low..=if free.contains(&at) { high } else { low };
    let mut all = vec![Vec::new()];
    let ends = limits.iter().map(|limit| (0, *limit)).chain([(-1, 1), (2, 10)]);
    for (at, ends) in ends.enumerate().take(heaps + 2) {
        let longer = |begun: Position| range(at, ends).map(move |value| [begun.as_slice(), &[value]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

proptest! {
    #[test]
    fn a_board_is_gone_through_in_order(
        limits in prop::collection::vec(0..5i64, 1..4), occurs in prop::collection::vec(any::<bool>(), 5), last in 0..14i64
    ) {
        let heaps = limits.len();
        let ruleset = ruleset(heaps);
        let free: Vec<usize> = (0..heaps + 2).filter(|at| occurs[*at]).collect();
        let total = |position: &Position| position[..heaps].iter().sum::<i64>();
        let mut expected = all(heaps, &free, &limits);
        let rows = |running: usize| {
            let first = expected.iter().filter(move |position| position[running] == 0);
            first.cloned().collect::<Vec<_>>()
        };
        for running in free.iter().copied().filter(|at| *at < heaps) {
            prop_assert_eq!(prefixes(&ruleset, &free, running, &limits).collect::<Vec<_>>(), rows(running));
        }
        expected.sort_by_key(|position| (total(position), position.clone()));
        let mut whole = BoardPositions::new(&ruleset, &free, &limits);
        prop_assert!(whole.is_whole());
        prop_assert_eq!(std::iter::from_fn(|| whole.next()).collect::<Vec<_>>(), expected.clone());
        let mut part = BoardPositions::new(&ruleset, &free, &limits).up_to(last);
        let most = expected.iter().map(total).max().expect("a position");
        prop_assert_eq!(part.is_whole(), most <= last);
        expected.retain(|position| total(position) <= last);
        prop_assert_eq!(std::iter::from_fn(|| part.next()).collect::<Vec<_>>(), expected);
        let list = registers(&ruleset, &free);
        prop_assert_eq!(registers_in_bytes(&ruleset, &free), list.len() as u128 * (24 + 8 * 2));
    }
}
