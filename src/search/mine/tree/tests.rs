//! Tests of `tree.rs`.
use super::*;

const CLASSES: usize = 14;
const POSITIONS: usize = 10;
const MOVES: usize = 9;

/// Bits that look like chance, one in so many.
fn noise(seed: u64, place: u64, one_in: u64) -> bool {
    let mixed = (seed * 1_000_003 + place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33).is_multiple_of(one_in)
}

fn root(seed: u64) -> QuestRoot {
    let word = |place: u64| (0..8).fold(0, |bits, bit| bits | (u64::from(!noise(seed, place * 8 + bit, 4)) << bit));
    let words = (0..(CLASSES * POSITIONS) as u64).map(word).collect();
    let set = |place: u64| {
        let forbids = |class: &u64| noise(seed ^ 0x4d, place * 64 + class, 3);
        vec![(0..CLASSES as u64).filter(forbids).fold(0, |bits, class| bits | (1 << class))]
    };
    let forbidders = (0..MOVES as u64).map(set).collect();
    QuestRoot { classes: (0..CLASSES).map(|class| vec![class]).collect(), positions: POSITIONS, words, forbidders }
}

/// All answers of which nothing can be left out, by trying every set of classes.
fn by_trying(root: &QuestRoot, most: usize) -> Vec<Vec<usize>> {
    let is_answer = |chosen: &[usize]| {
        let reaches = |place: usize| chosen.iter().fold(u64::MAX, |all, class| all & root.words(*class)[place]) != 0;
        let forbidden = |set: &BitSet| chosen.iter().any(|class| (set[0] >> class) & 1 == 1);
        (0..POSITIONS).all(reaches) && root.forbidders.iter().all(forbidden)
    };
    let sets = (1_u64..1 << CLASSES).map(|bits| members(&vec![bits]).collect::<Vec<_>>());
    let small = sets.filter(|chosen| chosen.len() <= most && is_answer(chosen));
    let without = |chosen: &[usize], class: usize| {
        let rest: Vec<usize> = chosen.iter().copied().filter(|other| *other != class).collect();
        is_answer(&rest)
    };
    small.filter(|chosen| !chosen.iter().any(|class| without(chosen, *class))).collect()
}

#[test]
fn the_branches_meet_what_trying_meets_and_each_once() {
    let mut met = 0;
    for seed in 0..60 {
        let root = root(seed);
        for most in 1..=5 {
            let share = |number| answers(&root, most, BranchShare { number, of: 3 }, &|| true);
            let mut found: Vec<Vec<usize>> = (0..3).flat_map(share).collect();
            let mut tried = by_trying(&root, most);
            found.sort();
            tried.sort();
            assert_eq!(found, tried, "seed {seed}, at most {most}");
            met += found.len();
        }
    }
    assert!(1000 < met, "only {met} answers were compared");
}
