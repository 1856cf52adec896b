//! Linear inequalities about the terms of a recurrence, and the indices at which a position has a move into a set made of it: guessed, and
//! decided by the checker of certificates.
use super::recurrences::{SeenRecurrence, seen, value};
use crate::certificate::{ChainChoice, ConsecutiveSum, LinkedChain};
use crate::prover::{Figures, Limits};
use crate::recheck::chain::{ChainStage, ChainTrial, Trend};
use crate::ruleset::Ruleset;
use crate::ruleset::statement::Set;
use crate::value::Play;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// How many first indices are tried.
const STARTS: usize = 7;
/// Sums that rise, at most.
const MOST_RISING: usize = 6;
/// How far indices are looked at together, and how far from one that is chosen.
const REACHES: [(usize, usize); 2] = [(2, 1), (3, 2)];

/// Proves that a set is that of the P-positions; `None` says nothing against it.
pub(in crate::prover) fn outcomes(
    ruleset: &Ruleset,
    set: &Set,
    play: Play,
    cancel: &AtomicBool,
) -> Option<(Figures, LinkedChain)> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let seen = seen(set)?;
    let search = ChainSearch { heaps: ruleset.heaps.len(), trial: ChainTrial::new((ruleset, set, play), cancel) };
    let chain = (0..STARTS).find_map(|later| search.from(&seen, seen.begins + later))?;
    let numeration = format!("a recurrence of order {}, linear inequalities", chain.recurrence.of.len());
    Some((Figures { numeration, states: 0, nodes: 0, limits: Limits::default() }, chain))
}

struct ChainSearch<'a> {
    heaps: usize,
    trial: ChainTrial<'a>,
}

impl ChainSearch<'_> {
    /// A proof with facts that hold from an index on, so far behind the first one of the families.
    fn from(&self, seen: &SeenRecurrence, begins: usize) -> Option<LinkedChain> {
        let values = seen.values.get(begins..)?;
        let from = seen.low + i64::try_from(begins).ok()?;
        let SeenRecurrence { recurrence, families, .. } = seen;
        let (facts, rising, choices) = (Vec::new(), Vec::new(), Vec::new());
        let (recurrence, families) = (recurrence.clone(), families.clone());
        let mut chain = LinkedChain { recurrence, from, families, facts, rising, near: 0, reach: 0, choices };
        let sums = sums(values, chain.recurrence.of.len());
        chain.facts.clone_from(&sums);
        self.keep_true(&mut chain);
        chain.rising = self.rising(&chain, &sums);
        let grows = |sum: &ConsecutiveSum| self.trial.has(&chain, Trend::Grows, sum);
        let growing: Vec<bool> = chain.rising.iter().map(grows).collect();
        if growing.first() != Some(&true) || !self.trial.shows(&chain, ChainStage::Facts) {
            return None;
        }
        REACHES.iter().find_map(|(near, reach)| {
            (chain.near, chain.reach) = (*near, *reach);
            chain.choices = Vec::new();
            if !self.trial.shows(&chain, ChainStage::Inside) {
                return None;
            }
            strategies(self.heaps, &chain.rising, &growing).into_iter().find_map(|choices| {
                chain.choices = choices;
                (!self.trial.is_spent() && self.trial.shows(&chain, ChainStage::Outside)).then(|| chain.clone())
            })
        })
    }

    /// Only facts that follow at the next index from all of them.
    fn keep_true(&self, chain: &mut LinkedChain) {
        loop {
            let kept: Vec<bool> =
                chain.facts.iter().map(|fact| self.trial.has(chain, Trend::NeverNegative, fact)).collect();
            if kept.iter().all(|kept| *kept) {
                return;
            }
            let mut kept = kept.into_iter();
            chain.facts.retain(|_| kept.next() == Some(true));
        }
    }

    /// Sums that never fall: the term itself first.
    fn rising(&self, chain: &LinkedChain, sums: &[ConsecutiveSum]) -> Vec<ConsecutiveSum> {
        let plain = |of: &[i64]| ConsecutiveSum { constant: 0, of: of.to_vec() };
        let mut all = vec![plain(&[1]), plain(&[-1, 1]), plain(&[1, 1]), plain(&[1, -2, 1])];
        for sum in sums.iter().map(|sum| plain(&sum.of)) {
            if !all.contains(&sum) {
                all.push(sum);
            }
        }
        let holds = |sum: &ConsecutiveSum| self.trial.has(chain, Trend::NeverFalls, sum);
        all.into_iter().filter(holds).take(MOST_RISING).collect()
    }
}

/// Sums of consecutive terms that are never negative among the values, as small as that allows.
fn sums(values: &[i128], order: usize) -> Vec<ConsecutiveSum> {
    let mut found = BTreeSet::new();
    let mut add = |of: &[i64]| {
        for sign in [1, -1] {
            let of: Vec<i64> = of.iter().map(|times| sign * times).collect();
            let plain = ConsecutiveSum { constant: 0, of };
            let all: Vec<i128> = (0..values.len()).map_while(|at| value(&plain, &values[at..])).collect();
            let Some(least) = all.iter().min() else { continue };
            // What is least only at the end falls further.
            if all[..all.len().div_ceil(2)].contains(least)
                && let Ok(constant) = i64::try_from(-least)
            {
                found.insert((
                    plain.of.len(),
                    constant.abs(),
                    plain.of.iter().map(|times| times.abs()).sum::<i64>(),
                    plain.of,
                    constant,
                ));
            }
        }
    };
    add(&[1]);
    for shift in 0..order.max(2) - 1 {
        add(&[vec![0; shift], vec![-1, 1]].concat());
    }
    for times in 1..=3 {
        let ratios = values.windows(2).skip(2).filter(|pair| 0 < pair[0]);
        let floors: BTreeSet<i64> = ratios
            .filter_map(|pair| i64::try_from(pair[1] * times / pair[0]).ok())
            .filter(|ratio| *ratio < 100)
            .collect();
        let (Some(least), Some(most)) = (floors.first(), floors.last()) else { continue };
        let times = i64::try_from(times).expect("it is at most three");
        for ratio in [least - 1, *least, least + 1, *most, most + 1, most + 2] {
            // Of later terms a sum is a fact of its own, but not one for each.
            let shifts = if times == 1 { order.saturating_sub(1) } else { order.min(3).saturating_sub(1) };
            for shift in 0..shifts.max(1) {
                add(&[vec![0; shift], vec![-ratio, times]].concat());
            }
        }
    }
    if 1 < order {
        add(&[1, -2, 1]);
        add(&[-1, -1, 1]);
        add(&[-1, 3, -3, 1]);
        add(&[1, -3, 2]);
        add(&[2, -3, 1]);
    }
    found.into_iter().map(|(.., of, constant)| ConsecutiveSum { constant, of }).collect()
}

/// Indices that may be chosen for a position, the simplest first.
fn strategies(heaps: usize, rising: &[ConsecutiveSum], growing: &[bool]) -> Vec<Vec<ChainChoice>> {
    let mut ones = Vec::new();
    let at = |of: &[i64]| rising.iter().position(|sum| sum.of == of).filter(|at| growing[*at]);
    let one_of = |heap: usize| (0..heaps).map(|own| i64::from(own == heap)).collect::<Vec<_>>();
    let mut add = |heaps: Vec<i64>, by: Option<usize>| ones.extend(by.map(|by| ChainChoice { heaps, by }));
    add(one_of(0), at(&[1]));
    if 1 < heaps {
        add(vec![1; heaps], at(&[1, 1]));
        add(one_of(heaps - 1), at(&[1]));
    }
    if heaps == 2 {
        add(vec![-1, 1], at(&[-1, 1]));
    }
    let pairs = ones
        .iter()
        .enumerate()
        .flat_map(|(at, one)| ones[at + 1..].iter().map(|other| vec![one.clone(), other.clone()]));
    ones.iter().map(|one| vec![one.clone()]).chain(pairs).collect()
}
