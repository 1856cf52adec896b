//! Tests of the file above.
use super::{Approximated, approximated};
use crate::check::{Library, check};
use crate::ruleset::Ruleset;
use crate::ruleset::options::Options;
use crate::source::Source;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

struct Nothing;

impl Library for Nothing {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("{name} is not needed"))
    }
}

fn ruleset(moves: &str) -> Ruleset {
    let text = format!("ruleset \"M\"\nheaps x, y\n{moves}");
    check(&Source::new("test.nim", &text), &Nothing).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset
}

/// The options of a position, without what is behind so many coordinates.
fn options(ruleset: &Ruleset, position: &[i64]) -> BTreeSet<Vec<i64>> {
    let mut all = BTreeSet::new();
    let visited = Options::new(ruleset).expect("options").visit(position, &mut |_, _, option| {
        all.insert(option[..2].to_vec());
        ControlFlow::Continue(())
    });
    assert!(visited.expect("a position").is_continue());
    all
}

/// The remainders in the registers, if there are such that the position belongs to the game: the right ones among them.
fn remainders(fewer: &Ruleset, position: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![position.to_vec()];
    for _ in 2..fewer.heaps.len() + fewer.registers.len() {
        all = all.iter().flat_map(|start| (0..=40).map(|last| [start.as_slice(), &[last]].concat())).collect();
    }
    let here = |position: &Vec<i64>| fewer.positions.holds(position, &[]).expect("a condition");
    all.into_iter().filter(here).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// There are at least the options of a game in one of the two games, and some numbers in the registers of the other leave no others.
    #[test]
    fn options_are_between_those_of_both_games(
        (factor, more, least, bound) in (1_i64..4, 0_i64..4, 0_i64..4, 0_usize..4),
        symmetric in any::<bool>(),
    ) {
        let bound = ["1 <= x", "x <= y + 3", "k * x <= y + 2", "1 <= y - x"][bound];
        let least = least.max(1);
        let family = if symmetric { "t(k) symmetric" } else { "t(k)" };
        let divisor = format!("({factor} * x + {more})");
        let text = format!("move {family}: y -> y - k * {divisor} where {least} <= k, 1 <= {divisor}, {bound}\n");
        let game = ruleset(&text);
        let Some(Approximated { more, fewer }) = approximated(&game) else {
            prop_assert!(text.contains("k * x <="), "{text}");
            return Ok(());
        };
        for position in (0..14).flat_map(|x| (0..14).map(move |y| [x, y])) {
            let own = options(&game, &position);
            prop_assert!(own.is_subset(&options(&more, &position)), "{text} at {position:?}");
            let with = remainders(&fewer, &position);
            let some = with.iter().any(|with| options(&fewer, with).is_subset(&own));
            prop_assert!(some, "{text} at {position:?}: {with:?}");
        }
    }
}
