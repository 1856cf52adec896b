//! Turns lines into P-positions, row after row, without a board. Knows nothing of Grundy values.
//!
//! A P-position closes every line through it, from its nearest option on. Where a move takes any number of tokens from one
//! heap, each row along that heap has at most one P-position: the first cell with no closed line. Closed lines of one step
//! that follow each other are passed over at once: each points to a later one that may be open, and what was passed over
//! points farther the next time (path halving, as in Tarjan's disjoint sets).
//!
//! Right because two P-positions of one row would be an option of each other. So the first cell of a row that no P-position
//! before closes is P (in misère play, if it has an option), and closes the rest of its row.
//! R. E. Tarjan and J. van Leeuwen, Worst-case analysis of set union algorithms, J. ACM 31 (1984) 245-281, for the halving.
use super::{LineSets, LineValues};
use crate::engine::numbers::signed;
use crate::engine::{Context, EngineError};
use crate::ruleset::Position;
use crate::value::Play;

/// Bytes of one found position, about.
const POSITION: u128 = 64;
/// Steps to the next cell for each row, before another engine is asked.
const STEPS: u64 = 256;
const NONE: u32 = u32::MAX;

/// The lines of one step: which are closed from the row at hand on.
struct ClosedLines {
    down: usize,
    across: usize,
    /// What the nearest option takes.
    lag: [usize; 2],
    /// How far the lines of a row move along from one to the next with the same remainder, in all.
    shift: usize,
    width: usize,
    /// For each line, itself while it is open, else a later one.
    next: Vec<u32>,
}

impl ClosedLines {
    fn new(set: &LineValues, bound: usize) -> Option<Self> {
        let [down, across] = set.step;
        let shift = across.checked_mul(bound / down)?;
        // Beyond the last cell of a row there is one more line, which stays open.
        let width = shift.checked_add(bound)?.checked_add(2)?;
        let lines = u32::try_from(width.checked_mul(down)?).ok()?;
        Some(Self { down, across, lag: set.lag.unwrap_or(set.step), shift, width, next: (0..lines).collect() })
    }

    /// The line of the first cell of a row.
    fn row(&self, x: usize) -> usize {
        x % self.down * self.width + self.shift - self.across * (x / self.down)
    }

    /// The first place from some place of a row on whose line is open.
    fn open(&mut self, x: usize, y: usize) -> usize {
        let row = self.row(x);
        let mut at = row + y;
        while self.next[at] as usize != at {
            let after = self.next[self.next[at] as usize];
            self.next[at] = after;
            at = after as usize;
        }
        at - row
    }

    fn close(&mut self, x: usize, y: usize) {
        let at = self.row(x) + y;
        self.next[at] = u32::try_from(at + 1).unwrap_or(NONE);
    }
}

/// The moves, with rows along a heap that a move takes any number from.
struct AlongRows {
    sets: Vec<ClosedLines>,
    points: Vec<[usize; 2]>,
    /// Whether rows are along the first heap, and not the second.
    turned: bool,
}

impl AlongRows {
    /// `None` if rows can have many P-positions, or if the numbers are too large.
    fn new(lines: &LineSets, bound: usize) -> Option<Self> {
        let whole = |step: [usize; 2]| lines.sets.iter().any(|set| set.step == step && set.lag.is_none());
        let turned = !whole([0, 1]);
        if turned && !whole([1, 0]) {
            return None;
        }
        let turn = |[x, y]: [usize; 2]| if turned { [y, x] } else { [x, y] };
        let mut sets = Vec::new();
        for set in &lines.sets {
            let set = LineValues { step: turn(set.step), lag: set.lag.map(turn), ..set.clone() };
            // A P-position closes all cells behind it in its own row.
            if 0 < set.step[0] {
                sets.push(ClosedLines::new(&set, bound)?);
            } else if set.lag.is_some_and(|lag| 0 < lag[0]) {
                return None;
            }
        }
        Some(Self { sets, points: lines.points.iter().map(|point| turn(*point)).collect(), turned })
    }

    /// Whether a cell has an option.
    fn moves(&self, x: usize, y: usize) -> bool {
        let within = |taken: &[usize; 2]| taken[0] <= x && taken[1] <= y;
        0 < y || self.sets.iter().any(|set| within(&set.lag)) || self.points.iter().any(within)
    }
}

/// All P-positions with both heaps at most `up_to`, in order of total, then lexicographic. Cost: some steps for each row.
///
/// # Errors
/// Unfit if rows can have many P-positions or too much is looked at in vain; memory or cancellation.
pub(crate) fn p_positions(
    lines: &LineSets,
    up_to: u64,
    play: Play,
    context: &Context,
) -> Result<Vec<Position>, EngineError> {
    let refused = || EngineError::Unfit("rows have many P-positions".to_owned());
    let bound = usize::try_from(up_to).ok().filter(|bound| *bound < NONE as usize).ok_or_else(refused)?;
    let widths = lines.sets.iter().map(|set| (set.step[0] + set.step[1]) as u128).sum::<u128>();
    context.fits((u128::from(up_to) + 1) * (4 * widths + POSITION))?;
    let mut rows = AlongRows::new(lines, bound).ok_or_else(refused)?;
    // The P-position of each row.
    let mut places: Vec<u32> = vec![NONE; bound + 1];
    let mut left = STEPS * (up_to + 1);
    for x in 0..=bound {
        if x.is_multiple_of(4096) {
            context.go_on()?;
            if let Some(progress) = &context.progress {
                progress(x as u64, bound as u64);
            }
        }
        for set in rows.sets.iter_mut().filter(|set| 0 < set.lag[0]) {
            let Some(before) = x.checked_sub(set.lag[0]) else { continue };
            let place = (places[before] as usize).saturating_add(set.lag[1]);
            if places[before] != NONE && place <= bound {
                set.close(x, place);
            }
        }
        let mut y = 0;
        let place = loop {
            left = left.checked_sub(1).ok_or_else(refused)?;
            let from = y;
            for set in &mut rows.sets {
                y = set.open(x, y.min(bound + 1));
            }
            if bound < y {
                break NONE;
            }
            if from < y {
                continue;
            }
            let attacks = |point: &[usize; 2]| {
                x.checked_sub(point[0]).is_some_and(|before| places[before] as usize + point[1] == y)
            };
            if !rows.points.iter().any(attacks) && (play == Play::Normal || rows.moves(x, y)) {
                break u32::try_from(y).unwrap_or(NONE);
            }
            y += 1;
        };
        places[x] = place;
        // Lines whose nearest option lies in this row are closed for the rows that follow.
        for set in rows.sets.iter_mut().filter(|set| set.lag[0] == 0 && place != NONE) {
            let nearest = (place as usize).saturating_add(set.lag[1]);
            if nearest <= bound {
                set.close(x, nearest);
            }
        }
    }
    Ok(sorted(&places, rows.turned))
}

/// The positions of rows, in order of total, then lexicographic.
fn sorted(places: &[u32], turned: bool) -> Vec<Position> {
    let all = places.iter().enumerate().filter(|(_, place)| **place != NONE);
    let heaps = |(x, place): (usize, &u32)| {
        let [x, y] = [signed(x), i64::from(*place)];
        if turned { [y, x] } else { [x, y] }
    };
    let mut found: Vec<[i64; 2]> = all.map(heaps).collect();
    found.sort_unstable_by_key(|heaps| (heaps[0] + heaps[1], heaps[0]));
    found.into_iter().map(|heaps| heaps.to_vec()).collect()
}
