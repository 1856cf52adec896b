//! Common divisors of two natural numbers as a list, row by row, made once for a board: `gcd(x', y) = 1` is then one look. Knows nothing of moves.
use super::program::{LaneValue, Program, Range};
use super::shared::{ListOf, SharedLists};
use crate::engine::question::Unfit;
use crate::ruleset::recursion::NumberList;

/// All lists of a board have no more numbers together: 12 bytes each.
const MOST: i128 = 1 << 21;

/// The divisors of numbers below two bounds, the second number varying fastest; `None` if the lists would be too long. Cost: a look for each pair, the
/// first time.
fn grid(known: &SharedLists, rows: usize, columns: usize) -> Option<NumberList> {
    let cells = |own: &ListOf| match own {
        ListOf::Divisors(rows, columns) => rows.checked_mul(*columns),
        _ => Some(0),
    };
    let what = ListOf::Divisors(rows, columns);
    let is_short = |known: &[(ListOf, NumberList)]| {
        let all = known.iter().map(|own| &own.0).chain([&what]).map(cells).sum::<Option<usize>>();
        all.and_then(|all| i128::try_from(all).ok()).is_some_and(|all| all <= MOST)
    };
    known.of(what, is_short, || divisors(rows, columns).into_iter().map(i64::from).collect())
}

/// Common divisors of all pairs: that of x and y is that of x and y - x, and of y and x.
fn divisors(rows: usize, columns: usize) -> Vec<u32> {
    let size = rows.max(columns);
    let mut own: Vec<Vec<u32>> = Vec::with_capacity(rows);
    for x in 0..rows {
        let mut row: Vec<u32> = Vec::with_capacity(columns);
        for y in 0..columns {
            row.push(match () {
                () if x == 0 => narrow(y),
                () if y < x && x < size && y < own.len() && x < columns => own[y][x],
                () if y == 0 => narrow(x),
                () if x <= y => row[y - x],
                () => num_integer::gcd(narrow(x), narrow(y)),
            });
        }
        own.push(row);
    }
    own.concat()
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("no list has so many numbers")
}

impl Program {
    /// The common divisor of two numbers where an amount is asked for; `None` if one may be negative, or they are too large for a list.
    pub(super) fn common_divisor(&mut self, one: LaneValue, other: LaneValue) -> Result<Option<LaneValue>, Unfit> {
        // What varies most stands side by side.
        let (row, column) = if self.level(one.id) < self.level(other.id) { (one, other) } else { (other, one) };
        let bound = |(low, high): Range| (0 <= low && high < MOST).then_some(high + 1);
        let bounds = bound(self.range(row.id)).zip(bound(self.range(column.id)));
        let Some((rows, columns)) = bounds.filter(|_| 1 < self.level(column.id)) else { return Ok(None) };
        let size = |bound: i128| usize::try_from(bound).map_err(|_| "a list is too long".to_owned());
        let Some(list) = grid(&self.shared, size(rows)?, size(columns)?) else { return Ok(None) };
        let list = self.shared_list(list);
        let width = LaneValue { id: self.number(columns)?, fails: None };
        let first = self.times(row, width);
        let at = self.plus(first, column);
        Ok(Some(self.looked_up(list, at)))
    }
}
