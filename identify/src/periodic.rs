//! Turns a list into its preperiod, period and saltus; knows nothing about other kinds of sequences.
use super::term::{Closed, ClosedTerm};
use super::{NameKind, PREDICTED, SequenceName, beatty, write};
use dashu_int::IBig;

/// A stretch of a Sturmian sequence can repeat more than twice; from so many whole periods on, a period is believed.
const BELIEVED: usize = 4;

/// The rounded multiples of an irrational number can repeat a period p about as often as the next term of its continued
/// fraction says; from so many times p periods on, the number is believed to be rational.
const RATIONAL: usize = 4;

/// A tail that begins after so few terms is believed sooner.
const LATE: usize = 6;

/// The reading with the fewest terms used: a(k + p) = a(k) + s for k from the preperiod on.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    let (preperiod, period) = shortest(terms)?;
    let saltus = &terms[preperiod + period] - &terms[preperiod];
    let used = preperiod + period + usize::from(!saltus.is_zero());
    if !enough(preperiod, period, terms.len().checked_sub(used)?) {
        return None;
    }
    let name = name(preperiod, period, &saltus);
    let hit = if period == 1 {
        let start = &terms[preperiod] - &saltus * IBig::from(preperiod);
        let term = ClosedTerm::polynomial(&[start, saltus.clone()], &IBig::ONE);
        SequenceName::closed(name, Closed { term, shift: 0, from: preperiod }, used, terms.len())
    } else {
        SequenceName::new(name, formula(terms, preperiod, period, &saltus), used, terms.len())
    };
    let hit = hit.of(NameKind::Period);
    let last = &terms[terms.len() - period..];
    let hit =
        hit.going_on((0..PREDICTED).map(|ahead| &last[ahead % period] + &saltus * IBig::from(ahead / period + 1)));
    let whole = (terms.len() - preperiod) / period;
    // Beside p/q, the slopes whose multiples are rounded to the same q^2 terms are no rarer than p/q.
    let looks_irrational = whole < RATIONAL * period && !saltus.is_zero() && beatty::is_balanced(terms);
    let doubted = if period == 1 { is_late(preperiod, terms.len()) } else { whole < BELIEVED || looks_irrational };
    Some(if doubted { hit.doubted() } else { hit })
}

/// Whether a tail that is constant, or a line, is no longer than twice what stands before it: it may be one of many stretches that
/// grow, as those of floor(log2(n)) and of the Josephus problem do.
fn is_late(preperiod: usize, length: usize) -> bool {
    LATE < preperiod && length < 3 * preperiod
}

/// A preperiod is paid for term by term, whatever comes after it.
fn enough(preperiod: usize, period: usize, held_out: usize) -> bool {
    let least = if preperiod == 0 { period.max(2) } else { preperiod + period + 2 };
    least <= held_out && period * 3 <= held_out * 2
}

/// The preperiod and period with the least sum. Read backwards, the differences of a list with a saltus repeat from the
/// start, and the borders of every prefix give its periods (Knuth, Morris and Pratt, SIAM J. Comput. 6, 1977).
fn shortest(terms: &[IBig]) -> Option<(usize, usize)> {
    let steps: Vec<IBig> = terms.windows(2).rev().map(|pair| &pair[1] - &pair[0]).collect();
    let mut borders = vec![0_usize; steps.len()];
    for end in 1..steps.len() {
        let mut border = borders[end - 1];
        while 0 < border && steps[border] != steps[end] {
            border = borders[border - 1];
        }
        borders[end] = if steps[border] == steps[end] { border + 1 } else { 0 };
    }
    let mut best: Option<(usize, usize)> = None;
    for (end, border) in borders.iter().enumerate() {
        let length = end + 1;
        let candidate = (steps.len() - length, length - border);
        let candidates_terms = length + 1;
        if candidates_terms < 2 * candidate.1 {
            continue;
        }
        if best.is_none_or(|(preperiod, period)| candidate.0 + candidate.1 < preperiod + period) {
            best = Some(candidate);
        }
    }
    best
}

fn name(preperiod: usize, period: usize, saltus: &IBig) -> String {
    let eventually = if preperiod == 0 { "" } else { "eventually " };
    let from = if preperiod == 0 { String::new() } else { format!(", preperiod {preperiod}") };
    match (period, saltus.is_zero()) {
        (1, true) => format!("{eventually}constant{from}"),
        (1, false) => format!("{eventually}arithmetic progression{from}"),
        (_, true) => format!("{eventually}periodic with period {period}{from}"),
        (_, false) => format!("{eventually}arithmetic-periodic with period {period} and saltus {saltus}{from}"),
    }
}

fn formula(terms: &[IBig], preperiod: usize, period: usize, saltus: &IBig) -> String {
    const SHOWN: usize = 40;
    let from = if preperiod == 0 { String::new() } else { format!(" for {preperiod} <= k") };
    let jump = if saltus.is_zero() {
        String::new()
    } else {
        write::sum(&[(IBig::ONE, "a(k)".to_owned()), (saltus.clone(), String::new())])
    };
    let jump = if jump.is_empty() { "a(k)" } else { &jump };
    let shown = &terms[..(preperiod + period).min(SHOWN)];
    let more = if shown.len() < preperiod + period { ", ..." } else { "" };
    format!("a(k + {period}) = {jump}{from}; a = {}{more}", write::list(shown))
}
