//! Guesses an automaton from a table: prefixes with the same continuations, up to some length, are one state (Myhill and
//! Nerode). A guess proves nothing.
use crate::prover::Obstacle;
use nimdsl_automata::{Automaton, Budget, Natural, Numeration};
use std::collections::HashMap;

/// How many states a guess may have.
pub(in crate::prover) struct MostStates {
    /// Of a set of tuples.
    pub(in crate::prover) of_tuples: usize,
    /// Of a set of single numbers: such guesses are found fast.
    pub(in crate::prover) of_numbers: usize,
}

/// States beyond this are no guess any more.
pub(in crate::prover) const MOST_STATES: MostStates = MostStates { of_tuples: 250, of_numbers: 1_200 };
/// Questions to the table beyond this are not asked.
const MOST_QUESTIONS: u64 = 16_000_000;
/// Continuations of one length that are looked at.
const MOST_SUFFIXES: usize = 800;

/// What a table says of a tuple; `None` if it is out of reach.
pub(in crate::prover) type Oracle<'a> = dyn FnMut(&[u128]) -> Result<Option<bool>, Obstacle> + 'a;

/// What came out of an attempt to guess.
pub(in crate::prover) enum Learnt {
    Guess(Automaton),
    /// Prefixes fall into more classes than this.
    Classes(usize),
    /// The table is too small to tell the classes apart.
    Reach,
    /// It takes too many questions to the table.
    Questions,
}

/// Words of one length on all tracks: how full what each follows may be, and their values.
struct Suffixes {
    length: usize,
    tuples: Vec<(Vec<u8>, Vec<u128>)>,
}

/// An automaton that agrees with the table as far as it was asked, if prefixes fall into finitely many classes when they are
/// continued by up to `lookahead` rows.
pub(in crate::prover) fn learn(
    numeration: Numeration,
    tracks: &[Natural],
    lookahead: usize,
    oracle: &mut Oracle<'_>,
    budget: &Budget<'_>,
) -> Result<Learnt, Obstacle> {
    let most_states = if tracks.len() == 1 { MOST_STATES.of_numbers } else { MOST_STATES.of_tuples };
    let letters = tuples(numeration.digits(), tracks.len());
    let mut left = MOST_QUESTIONS;
    let suffixes: Vec<Suffixes> = (0..=lookahead).map(|length| suffixes(numeration, tracks.len(), length)).collect();
    let each: u64 = suffixes.iter().map(|suffixes| suffixes.tuples.len() as u64).sum();
    let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut prefixes = vec![vec![Vec::new(); tracks.len()]];
    let mut accepting = Vec::new();
    let Some(first) = signature(numeration, &prefixes[0], &suffixes, oracle)? else { return Ok(Learnt::Reach) };
    accepting.push(first[0] & 1 == 1);
    known.insert(first, 0);
    let mut next: Vec<Vec<Option<u32>>> = Vec::new();
    let mut state = 0;
    while let Some(prefix) = prefixes.get(state).cloned() {
        let mut row = Vec::with_capacity(letters.len());
        for letter in &letters {
            let longer: Vec<Vec<u32>> = prefix.iter().zip(letter).map(|(word, digit)| extended(word, *digit)).collect();
            if longer.iter().any(|word| numeration.value_of(word).is_none()) {
                row.push(None);
                continue;
            }
            left = match left.checked_sub(each) {
                Some(left) => left,
                None => return Ok(Learnt::Questions),
            };
            let Some(found) = signature(numeration, &longer, &suffixes, oracle)? else { return Ok(Learnt::Reach) };
            if found.iter().all(|word| *word == 0) {
                row.push(None);
                continue;
            }
            let ends = found[0] & 1 == 1;
            let fresh = u32::try_from(prefixes.len()).expect("there are fewer than the states of a guess");
            let target = *known.entry(found).or_insert_with(|| {
                prefixes.push(longer);
                accepting.push(ends);
                fresh
            });
            row.push(Some(target));
        }
        next.push(row);
        if most_states < prefixes.len() {
            return Ok(Learnt::Classes(most_states));
        }
        state += 1;
    }
    let radix = numeration.digits() as usize;
    let step = |state: u32, digits: &[u32]| {
        let letter = digits.iter().fold(0, |letter, digit| letter * radix + *digit as usize);
        next[state as usize][letter]
    };
    let built = Automaton::by_rows(numeration, tracks, step, |state| accepting[state as usize], budget);
    built.map(Learnt::Guess).map_err(|why| Obstacle::Budget(format!("a guess became too large {why}")))
}

/// How full words are behind a word, if they were so before; none if it is not valid there.
fn after(numeration: Numeration, before: u8, word: &[u32]) -> Option<u8> {
    word.iter().try_fold(before, |full, digit| numeration.after(full, *digit))
}

/// Leading zeros are left out, so that they change nothing.
fn extended(word: &[u32], digit: u32) -> Vec<u32> {
    if word.is_empty() && digit == 0 { Vec::new() } else { [word, &[digit]].concat() }
}

fn tuples(digits: u32, count: usize) -> Vec<Vec<u32>> {
    (0..count).fold(vec![Vec::new()], |all: Vec<Vec<u32>>, _| {
        all.iter().flat_map(|begun| (0..digits).map(move |digit| [begun.as_slice(), &[digit]].concat())).collect()
    })
}

fn suffixes(numeration: Numeration, tracks: usize, length: usize) -> Suffixes {
    let words = tuples(numeration.digits(), length);
    let fullest = |word: &[u32]| (0..=numeration.fullest()).rev().find(|full| after(numeration, *full, word).is_some());
    let words: Vec<(u8, u128)> =
        words.iter().filter_map(|word| Some((fullest(word)?, numeration.value_of(word)?))).collect();
    let tuples = (0..tracks).fold(vec![(Vec::new(), Vec::new())], |all: Vec<(Vec<u8>, Vec<u128>)>, _| {
        all.iter()
            .flat_map(|(follow, values)| {
                words.iter().map(move |(follows, value)| {
                    ([follow.as_slice(), &[*follows]].concat(), [values.as_slice(), &[*value]].concat())
                })
            })
            .collect()
    });
    // A fixed choice of many continuations tells states apart as well as all of them: the proof decides.
    let stride = tuples.len().div_ceil(MOST_SUFFIXES).max(1);
    let stride = if stride.is_multiple_of(2) && 1 < stride { stride + 1 } else { stride };
    Suffixes { length, tuples: tuples.into_iter().step_by(stride).collect() }
}

/// Which continuations are accepted, one bit each; `None` out of reach.
fn signature(
    numeration: Numeration,
    prefix: &[Vec<u32>],
    suffixes: &[Suffixes],
    oracle: &mut Oracle<'_>,
) -> Result<Option<Vec<u64>>, Obstacle> {
    let mut bits = vec![0_u64];
    let mut count = 0;
    let mut tuple = vec![0_u128; prefix.len()];
    for suffixes in suffixes {
        let shifted: Option<Vec<u128>> = prefix
            .iter()
            .map(|word| numeration.value_of(&[word.as_slice(), &vec![0; suffixes.length]].concat()))
            .collect();
        let Some(shifted) = shifted else { return Ok(None) };
        // In a numeration with invalid words the junction must be valid too.
        let full: Vec<u8> = prefix.iter().map(|word| after(numeration, 0, word).unwrap_or(0)).collect();
        for (follow, values) in &suffixes.tuples {
            if count == 64 * bits.len() {
                bits.push(0);
            }
            let valid = follow.iter().zip(&full).all(|(follows, full)| full <= follows);
            if valid {
                for ((number, high), low) in tuple.iter_mut().zip(&shifted).zip(values) {
                    *number = high + low;
                }
                match oracle(&tuple)? {
                    None => return Ok(None),
                    Some(true) => bits[count / 64] |= 1 << (count % 64),
                    Some(false) => {}
                }
            }
            count += 1;
        }
    }
    Ok(Some(bits))
}
