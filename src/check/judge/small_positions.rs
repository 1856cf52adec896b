//! The small positions at which a judgment looks for what refutes it. Knows nothing of what is judged.
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};

/// Combinations of amounts that are tried for one move at one position, whether or not they are ways to move.
pub(in crate::check) const COMBINATIONS: u64 = 1 << 16;
/// Small positions that are searched for a circle of moves.
pub(in crate::check) const MOST_POSITIONS: usize = 4_000;

/// Positions with small heaps and registers, by their total.
pub(in crate::check) fn small_positions(ruleset: &Ruleset, options: &Options) -> Vec<Position> {
    let heaps = ruleset.heaps.len();
    let mut all: Vec<Position> = vec![Vec::new()];
    let side = [0, 200, 20, 8, 4, 3].get(heaps).copied().unwrap_or(1);
    for _ in 0..heaps.min(10) {
        all = all.iter().flat_map(|begun| (0..=side).map(|value| [begun.as_slice(), &[value]].concat())).collect();
    }
    for position in &mut all {
        position.resize(heaps, 0);
    }
    for register in &ruleset.registers {
        let few = register.low.saturating_add(3);
        let high = register.high.map_or(few, |high| high.min(few));
        all = all
            .iter()
            .flat_map(|begun| (register.low..=high).map(|value| [begun.as_slice(), &[value]].concat()))
            .collect();
        all.truncate(MOST_POSITIONS);
    }
    all.sort_by_key(|position| position[..heaps].iter().sum::<i64>());
    all.retain(|position| options.in_domain(position).unwrap_or(false));
    all
}
