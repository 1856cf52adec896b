//! Turns two lists into what they are together: complementary, a constant multiple of k apart, a Wythoff pair.
use super::{SequenceName, beatty};
use dashu_int::IBig;

/// The facts that hold for two increasing lists A and B of the same kind, such as the coordinates of P-positions.
///
/// Lists may begin with 0 in both. A fact is stated only if at least two terms are held out.
#[must_use]
pub fn identify_pair(first: &[IBig], second: &[IBig]) -> Vec<SequenceName> {
    let total = first.len().min(second.len());
    let both = |list: &[IBig]| list.first().is_some_and(IBig::is_zero);
    let from = usize::from(both(first) && both(second));
    let difference = difference(&first[..total], &second[..total]);
    let complementary = complementary(&first[from..], &second[from..]);
    let mut hits = Vec::new();
    if let Some(hit) = wythoff(&first[..total], &second[..total]) {
        hits.push(hit);
    }
    hits.extend(complementary);
    hits.extend(difference);
    hits
}

/// Every positive integer up to the smaller of the two largest terms is in exactly one list.
fn complementary(first: &[IBig], second: &[IBig]) -> Option<SequenceName> {
    let increasing = |list: &[IBig]| list.windows(2).all(|pair| pair[0] < pair[1]);
    let reach = first.last()?.min(second.last()?);
    let total = first.iter().chain(second).filter(|term| *term <= reach).count();
    if !increasing(first) || !increasing(second) || total < 4 || *reach != IBig::from(total) {
        return None;
    }
    let mut all: Vec<&IBig> = first.iter().chain(second).filter(|term| *term <= reach).collect();
    all.sort();
    let exact = (1_usize..).zip(&all).all(|(expected, term)| **term == IBig::from(expected));
    exact.then(|| {
        SequenceName::new("complementary", format!("every number from 1 to {reach} is in exactly one list"), 0, total)
    })
}

/// B - A = c*k + d.
fn difference(first: &[IBig], second: &[IBig]) -> Option<SequenceName> {
    let apart: Vec<IBig> = first.iter().zip(second).map(|(a, b)| b - a).collect();
    let [start, next, ..] = apart.as_slice() else { return None };
    let step = next - start;
    if apart.len() < 4 || !apart.windows(2).all(|pair| &pair[1] - &pair[0] == step) {
        return None;
    }
    let text = super::write::polynomial(&[start.clone(), step], "k");
    Some(SequenceName::new(format!("difference {text}"), format!("b(k) - a(k) = {text}"), 2, apart.len()))
}

/// A(n) = floor(n*alpha) and B(n) = A(n) + c*n for the slope of the generalised Wythoff game c (Fraenkel 1982); c = 1
/// is Wythoff's game.
fn wythoff(first: &[IBig], second: &[IBig]) -> Option<SequenceName> {
    let slope = beatty::slope(first)?;
    let c = beatty::wythoff(slope.alpha)?;
    let shift = beatty::homogeneous(&slope)?;
    let apart = (shift..).zip(first.iter().zip(second)).all(|(n, (a, b))| b - a == IBig::from(c * n));
    if !apart {
        return None;
    }
    let hit = beatty::find(first)?;
    let name = if c == 1 { "Wythoff pair".to_owned() } else { format!("Wythoff pair of the game with c = {c}") };
    let formula = format!("{}; b(k) = a(k) + {}", hit.formula, term(c, shift));
    let pair = SequenceName::new(name, formula, hit.terms_used, first.len());
    Some(if hit.tentative { pair.doubted() } else { pair })
}

fn term(c: i128, shift: i128) -> String {
    let n = super::write::shifted("k", shift);
    match (c, shift) {
        (1, _) => n,
        (_, 0) => format!("{c}*k"),
        _ => format!("{c}*({n})"),
    }
}
