//! Candidates by number: a base, a shape, and the conditions in it, in a fixed order. Knows nothing about moves.
use crate::search::relation::bit_board_30::{GroupShape, Grouping};

/// A candidate by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Candidate {
    pub(in crate::search) base: usize,
    /// Which of the shapes.
    pub(in crate::search) shape: usize,
    /// Conditions, group after group; ascending in a group, and groups of the same size ascend.
    pub(in crate::search) chosen: Vec<usize>,
}

/// All candidates of a space: for each base and shape every choice of conditions.
#[derive(Clone, Debug)]
pub(in crate::search) struct Candidates {
    pub(in crate::search) shapes: Vec<GroupShape>,
    conditions: u64,
    bases: u64,
    /// Of one base.
    counts: Vec<u64>,
}

impl Candidates {
    /// None if there are more than 64 bits can count.
    pub(in crate::search) fn new(shapes: Vec<GroupShape>, conditions: usize, bases: usize) -> Option<Self> {
        let conditions = conditions as u64;
        let counts = shapes.iter().map(|shape| {
            runs(shape).iter().try_fold(1u64, |all, (size, times)| {
                all.checked_mul(choose(choose(conditions, *size as u64)?, *times as u64)?)
            })
        });
        let counts: Vec<u64> = counts.collect::<Option<_>>()?;
        let each = counts.iter().try_fold(0u64, |sum, count| sum.checked_add(*count))?;
        each.checked_mul(bases as u64)?;
        Some(Self { shapes, conditions, bases: bases as u64, counts })
    }

    /// How many there are.
    pub(in crate::search) fn count(&self) -> u64 {
        self.counts.iter().sum::<u64>() * self.bases
    }

    /// The candidate of a number.
    pub(in crate::search) fn at(&self, number: u64) -> Option<Candidate> {
        let each: u64 = self.counts.iter().sum();
        let base = number.checked_div(each).filter(|base| *base < self.bases)?;
        let mut rest = number % each;
        for (shape, count) in self.counts.iter().enumerate() {
            if rest < *count {
                let base = usize::try_from(base).ok()?;
                return Some(Candidate { base, shape, chosen: self.chosen(&self.shapes[shape], rest)? });
            }
            rest -= count;
        }
        None
    }

    fn chosen(&self, shape: &GroupShape, rank: u64) -> Option<Vec<usize>> {
        let mut digits = Vec::new();
        let mut rest = rank;
        for (size, times) in runs(shape).into_iter().rev() {
            let groups = choose(self.conditions, size as u64)?;
            let all = choose(groups, times as u64)?;
            digits.push((size, unranked(rest % all, times, groups)?));
            rest /= all;
        }
        let mut chosen = Vec::new();
        for (size, groups) in digits.into_iter().rev() {
            for group in groups {
                let members = unranked(group, size, self.conditions)?;
                chosen.extend(members.into_iter().filter_map(|index| usize::try_from(index).ok()));
            }
        }
        Some(chosen)
    }

    /// The number of conditions that hold together, given in ascending order; none if no shape has so many.
    pub(in crate::search) fn number_of_all(&self, base: usize, chosen: &[usize]) -> Option<u64> {
        let is_own = |shape: &GroupShape| shape.join == Grouping::All && shape.groups == [chosen.len()];
        let shape = self.shapes.iter().position(is_own)?;
        let members: Vec<u64> = chosen.iter().map(|index| *index as u64).collect();
        let before: u64 = self.counts[..shape].iter().sum();
        Some(self.counts.iter().sum::<u64>() * base as u64 + before + rank(&members, self.conditions)?)
    }

    /// Turns a candidate into the one with the next number; false after the last of its base and shape.
    pub(in crate::search) fn advance(&self, candidate: &mut Candidate) -> bool {
        let shape = &self.shapes[candidate.shape];
        let last = shape.groups.last().copied().unwrap_or(0);
        let mut end = candidate.chosen.len();
        if self.advance_group(&mut candidate.chosen[end - last..]) {
            return true;
        }
        for (size, times) in runs(shape).into_iter().rev() {
            let start = end - size * times;
            if self.advance_run(&mut candidate.chosen[start..end], size) {
                return true;
            }
            end = start;
        }
        false
    }

    /// The next choice of groups of one size; back to the first one, and false, after the last.
    fn advance_run(&self, run: &mut [usize], size: usize) -> bool {
        let times = run.len() / size;
        if self.advance_group(&mut run[(times - 1) * size..]) {
            return true;
        }
        for at in (0..times - 1).rev() {
            let mut groups = run.to_vec();
            let fits = self.advance_group(&mut groups[at * size..(at + 1) * size]) && {
                (at + 1..times).all(|later| {
                    let (before, here) = groups.split_at_mut(later * size);
                    here[..size].copy_from_slice(&before[(later - 1) * size..]);
                    self.advance_group(&mut here[..size])
                })
            };
            if fits {
                run.copy_from_slice(&groups);
                return true;
            }
        }
        let mut group: Vec<usize> = (0..size).collect();
        for at in 0..times {
            run[at * size..(at + 1) * size].copy_from_slice(&group);
            self.advance_group(&mut group);
        }
        false
    }

    /// The next choice of conditions, in lexicographic order.
    fn advance_group(&self, group: &mut [usize]) -> bool {
        let size = group.len();
        for at in (0..size).rev() {
            if ((group[at] + size - at) as u64) < self.conditions {
                let first = group[at] + 1;
                group[at..].iter_mut().enumerate().for_each(|(offset, member)| *member = first + offset);
                return true;
            }
        }
        false
    }
}

/// Sizes of groups, each with how often it stands there.
fn runs(shape: &GroupShape) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for size in &shape.groups {
        match runs.last_mut() {
            Some((last, times)) if last == size => *times += 1,
            _ => runs.push((*size, 1)),
        }
    }
    runs
}

/// Binomial coefficients, unless they leave 64 bits.
fn choose(from: u64, size: u64) -> Option<u64> {
    let mut product: u128 = 1;
    for taken in 0..size {
        product = product.checked_mul(u128::from(from.saturating_sub(taken)))? / u128::from(taken + 1);
    }
    u64::try_from(product).ok()
}

/// The number of a choice among all choices of so many, in lexicographic order.
fn rank(chosen: &[u64], from: u64) -> Option<u64> {
    let size = chosen.len() as u64;
    let mut after = 0;
    for (before, member) in (0..size).zip(chosen) {
        after += choose((from - 1).checked_sub(*member)?, size - before)?;
    }
    Some(choose(from, size)? - 1 - after)
}

/// The choice of `size` of 0, ..., `from` - 1 with a rank in lexicographic order.
fn unranked(rank: u64, size: usize, from: u64) -> Option<Vec<u64>> {
    let mut rest = rank;
    let mut chosen: Vec<u64> = Vec::new();
    let mut least = 0;
    for left in (0..size as u64).rev() {
        // The rank of the first choice with this member: all choices without the members from `least` to before it.
        let all = choose(from - least, left + 1)?;
        let skipped = |member: u64| choose(from - member, left + 1).map(|later| all - later);
        let (mut low, mut high) = (least, from - left - 1);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if skipped(middle)? <= rest { low = middle } else { high = middle - 1 }
        }
        rest -= skipped(low)?;
        chosen.push(low);
        least = low + 1;
    }
    Some(chosen)
}

/// The shapes with groups of at most `at_most` conditions, in at most `families` families, joined in these ways.
pub(in crate::search) fn shapes(at_most: usize, families: usize, either: Either) -> Vec<GroupShape> {
    let shape = |groups: &[usize], join| GroupShape { groups: groups.to_vec(), join };
    let mut shapes: Vec<GroupShape> = (1..=at_most).map(|size| shape(&[size], Grouping::All)).collect();
    if either == Either::AndOr {
        let joined: [(&[usize], Grouping); 4] = [
            (&[1, 1], Grouping::AnyGroup),
            (&[1, 1, 1], Grouping::AnyGroup),
            (&[2, 1], Grouping::AnyGroup),
            (&[2, 1], Grouping::EveryGroup),
        ];
        let fitting = joined.iter().filter(|(groups, _)| groups.iter().sum::<usize>() <= at_most);
        shapes.extend(fitting.map(|(groups, join)| shape(groups, *join)));
    }
    if 2 <= families {
        let pairs = (1..=at_most).flat_map(|first| (1..=first).map(move |second| [first, second]));
        shapes.extend(pairs.map(|groups| shape(&groups, Grouping::Families)));
    }
    shapes
}

/// Whether conditions may be joined by `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Either {
    /// Only by `and`.
    And,
    /// By both.
    AndOr,
}

#[cfg(all(test, has_tests))]
mod tests;
