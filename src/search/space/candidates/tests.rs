//! Tests of `candidates.rs`.
use super::*;

#[test]
fn every_candidate_has_its_number() {
    let candidates = Candidates::new(shapes(3, 2, Either::AndOr), 5, 2).expect("few");
    let mut seen = Vec::new();
    let mut walked = candidates.at(0).expect("the first");
    for number in 0..candidates.count() {
        let candidate = candidates.at(number).expect("one of them");
        assert_eq!(walked, candidate, "{number}");
        assert!(!seen.contains(&candidate));
        seen.push(candidate);
        if !candidates.advance(&mut walked) {
            walked = candidates.at(number + 1).unwrap_or(walked);
        }
    }
    assert_eq!(candidates.at(candidates.count()), None);
}

/// The number of a candidate, digit by digit.
fn number(candidates: &Candidates, candidate: &Candidate) -> u64 {
    let shape = &candidates.shapes[candidate.shape];
    let mut rest: Vec<u64> = candidate.chosen.iter().map(|index| *index as u64).collect();
    let mut own = 0;
    for (size, times) in runs(shape) {
        let members: Vec<u64> = rest.drain(..size * times).collect();
        let groups: Vec<u64> =
            members.chunks(size).map(|group| rank(group, candidates.conditions).expect("it fits")).collect();
        let all = choose(candidates.conditions, size as u64).expect("it fits");
        own = own * choose(all, times as u64).expect("it fits") + rank(&groups, all).expect("it fits");
    }
    let before: u64 = candidates.counts[..candidate.shape].iter().sum();
    candidate.base as u64 * candidates.counts.iter().sum::<u64>() + before + own
}

#[test]
fn a_number_leads_to_a_candidate_and_back() {
    let candidates = Candidates::new(shapes(3, 2, Either::AndOr), 700, 3).expect("few enough");
    let last = candidates.count() - 1;
    // Steps of no regular length, and both ends of every shape.
    let starts = candidates.counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    let ends = starts.flat_map(|start| [start - 1, start]);
    let steps = (0..2000).map(|step: u64| step * step * (last / 4_000_000) + step);
    for number_of in ends.chain(steps).chain([0, last]).filter(|number| *number <= last) {
        let candidate = candidates.at(number_of).expect("one of them");
        assert!(candidate.chosen.iter().all(|index| *index < 700), "{candidate:?}");
        assert_eq!(number(&candidates, &candidate), number_of, "{candidate:?}");
        if candidates.shapes[candidate.shape].join == Grouping::All {
            assert_eq!(candidates.number_of_all(candidate.base, &candidate.chosen), Some(number_of));
        }
    }
}
