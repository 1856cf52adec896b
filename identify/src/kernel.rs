//! Turns a list into the linear relations of its k-kernel, which make it k-regular, and k-automatic if it takes few
//! values (Allouche and Shallit, Theoret. Comput. Sci. 98, 1992).
use super::modular::{common, rational, residue, solve};
use super::{SequenceName, write};
use dashu_int::IBig;
use std::collections::BTreeSet;

/// The largest number of independent kernel members, the constant 1 not counted.
const RANK: usize = 5;
/// A list with at most so many values can come from an automaton.
const FEW: usize = 8;
/// Terms that a relation is fitted on, at most.
const ROWS: usize = 64;
/// A set is told by so many members, and up to so large ones.
const LEAST_MEMBERS: usize = 12;
const LARGEST_MEMBER: usize = 1 << 16;
/// Longer terms than this grow too fast to be regular.
const LARGEST: i128 = 1 << 62;

/// The kernel member n -> a(step*n + start).
struct Member {
    step: usize,
    start: usize,
    values: Vec<i128>,
}

impl Member {
    fn text(&self) -> String {
        let step = if self.step == 1 { String::new() } else { self.step.to_string() };
        if self.start == 0 { format!("a({step}n)") } else { format!("a({step}n + {})", self.start) }
    }

    /// n -> self(base*n + digit), for n from the first index on.
    fn child(&self, base: usize, digit: usize, first: usize) -> Self {
        let skipped = (base * first + digit).saturating_sub(first);
        Self {
            step: self.step * base,
            start: self.start + self.step * digit,
            values: self.values.iter().skip(skipped).step_by(base).copied().collect(),
        }
    }
}

/// A relation between members: denominator * left = sum of coefficients times members, and a constant last.
struct MemberRelation {
    coefficients: Vec<IBig>,
    denominator: IBig,
}

/// The relations of the 2-kernel or the 3-kernel, indices counted from 0 or from 1.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    let values: Vec<i128> = terms.iter().map(|term| i128::try_from(term).ok()).collect::<Option<_>>()?;
    if values.iter().any(|value| LARGEST < value.abs()) {
        return None;
    }
    [(2, 0), (2, 1), (3, 0), (3, 1)].into_iter().find_map(|(base, first)| regular(&values, base, first))
}

/// An increasing list as the set of its members: whether a number is one is told by its digits (Cobham, Math. Systems Theory 6, 1972).
pub(super) fn find_set(terms: &[IBig]) -> Option<SequenceName> {
    let members: Vec<usize> = terms.iter().map(|term| usize::try_from(term).ok()).collect::<Option<_>>()?;
    let last = *members.last()?;
    if members.len() < LEAST_MEMBERS || LARGEST_MEMBER < last || !members.windows(2).all(|two| two[0] < two[1]) {
        return None;
    }
    let mut inside = vec![0; last + 1];
    for member in &members {
        inside[*member] = 1;
    }
    let (base, rank, formula, used) = [2, 3].into_iter().find_map(|base| {
        let Kernel { rank, is_automatic, formula, used } = kernel(&inside, base, 0)?;
        is_automatic.then_some((base, rank, formula, used))
    })?;
    let told = members.iter().filter(|member| **member < used).count();
    if members.len() < 2 * told + 2 {
        return None;
    }
    let formula = format!("a(n) = 1 for the members n, 0 for others: {formula}");
    Some(SequenceName::new(format!("{base}-automatic set of rank {rank}"), formula, told, terms.len()))
}

/// A sequence whose kernel spans a space of finite dimension: every subsequence along digits is a combination of finitely many
/// (Allouche and Shallit 1992). Nothing unless each combination is sure.
fn regular(values: &[i128], base: usize, first: usize) -> Option<SequenceName> {
    let Kernel { rank, is_automatic, formula, used } = kernel(values, base, first)?;
    let kind = if is_automatic { "automatic" } else { "regular" };
    let from = if first == 0 { "n = 0 is the first term" } else { "n = 1 is the first term" };
    let formula = format!("{formula}; {from}");
    Some(SequenceName::new(format!("{base}-{kind} sequence of rank {rank}"), formula, used, values.len()))
}

/// What generates a kernel.
struct Kernel {
    rank: usize,
    is_automatic: bool,
    formula: String,
    used: usize,
}

/// The relations of the kernel, if they are few and enough terms agree with them.
fn kernel(values: &[i128], base: usize, first: usize) -> Option<Kernel> {
    let mut basis = vec![Member { step: 1, start: 0, values: values.to_vec() }];
    let mut relations = Vec::new();
    let mut used = 0;
    let mut next = 0;
    while next < basis.len() {
        for digit in 0..base {
            let child = basis[next].child(base, digit, first);
            let unknowns = basis.len() + 1;
            if child.values.len() < 2 * unknowns + 4 {
                return None;
            }
            match relation(&basis, &child) {
                Some(found) => {
                    used = used.max(child.step * (unknowns + first) + child.start);
                    relations.push(format!("{} = {}", child.text(), right(&basis, &found)));
                }
                None if basis.len() < RANK => basis.push(child),
                None => return None,
            }
        }
        next += 1;
    }
    let distinct: BTreeSet<i128> = values.iter().copied().collect();
    // A slowly growing list takes few values too, but keeps taking further ones.
    let early: BTreeSet<i128> = values.iter().take(values.len() / 4).copied().collect();
    let is_automatic = distinct.len() <= FEW && early == distinct;
    let held_out = values.len().checked_sub(used)?;
    if held_out < basis.len() + 4 {
        return None;
    }
    Some(Kernel { rank: basis.len(), is_automatic, formula: relations.join("; "), used })
}

/// The member as a combination of the basis and 1, exact on every common term.
fn relation(basis: &[Member], child: &Member) -> Option<MemberRelation> {
    let length = basis.iter().map(|member| member.values.len()).min()?.min(child.values.len());
    let row = |place: usize| {
        let mut entries: Vec<u64> = basis.iter().map(|member| residue(&IBig::from(member.values[place]))).collect();
        entries.push(1);
        entries.push(residue(&IBig::from(child.values[place])));
        entries
    };
    let solution = solve((0..length.min(ROWS)).map(row).collect(), basis.len() + 1)?;
    let ratios: Vec<_> = solution.into_iter().map(rational).collect::<Option<_>>()?;
    let (coefficients, denominator) = common(&ratios)?;
    let exact = (0..length).all(|place| {
        let sum = basis
            .iter()
            .zip(&coefficients)
            .fold(coefficients[basis.len()].clone(), |sum, (member, c)| sum + c * IBig::from(member.values[place]));
        sum == &denominator * IBig::from(child.values[place])
    });
    exact.then_some(MemberRelation { coefficients, denominator })
}

fn right(basis: &[Member], relation: &MemberRelation) -> String {
    let factors = basis.iter().map(Member::text).chain([String::new()]);
    let parts: Vec<(IBig, String)> = relation.coefficients.iter().cloned().zip(factors).collect();
    write::over(&write::sum(&parts), &relation.denominator)
}
