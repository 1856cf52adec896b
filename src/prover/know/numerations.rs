//! Which numerations are tried where nothing asks for one, and in what words that is told.
use crate::check::{Document, Settings};
use crate::ruleset::{Condition, ParameterValue, Part, Ruleset, Term, Variable};
use crate::syntax::ast::ItemKind;
use nimdsl_automata::Numeration;
use std::collections::BTreeSet;

/// Bases that are tried last: sets with patterns in bases 4, 8 and 9 have them in bases 2 and 3.
const FURTHER: [u32; 4] = [5, 6, 7, 10];
/// Bases that numbers of the file may suggest.
const SUGGESTED: std::ops::RangeInclusive<i128> = 3..=12;

/// Metallic numerations that distances of amounts may suggest.
const METALLIC: std::ops::RangeInclusive<i128> = 2..=8;

/// The largest factor of cubic numerations that sequences may suggest.
const CUBIC: u32 = 8;
/// So many terms of a sequence are compared with a recurrence.
const TERMS: usize = 12;

/// Numerations worth trying for a ruleset, in groups.
#[derive(Debug)]
pub(in crate::prover) struct Numerations {
    suggested: BTreeSet<u32>,
    metallic: BTreeSet<u32>,
    cubic: Vec<Numeration>,
}

impl Numerations {
    /// What the rules suggest, and the sequences of their file.
    pub(in crate::prover) fn of(ruleset: &Ruleset, document: &Document) -> Self {
        let (mut suggested, mut metallic) = (BTreeSet::new(), BTreeSet::new());
        let mut add = |number: i128| {
            if SUGGESTED.contains(&number) {
                suggested.extend(u32::try_from(number).ok());
            }
        };
        for value in ruleset.parameters.values() {
            if let ParameterValue::Number(number) = value {
                add(i128::from(*number));
            }
        }
        for family in &ruleset.moves {
            suggestions(Part::Condition(&family.guard), &mut add);
            family.targets.iter().for_each(|target| suggestions(Part::Term(target), &mut add));
            distances(&family.guard, &mut |number| {
                let near = [number.saturating_abs(), number.saturating_abs().saturating_add(1)];
                let inside = near.into_iter().filter(|factor| METALLIC.contains(factor));
                metallic.extend(inside.filter_map(|factor| u32::try_from(factor).ok()));
            });
        }
        Self { suggested, metallic, cubic: of_order_three(document) }
    }

    /// Those that the file suggests, and those of most known games.
    pub(in crate::prover) fn likely(&self) -> Vec<Numeration> {
        let bases = [3].into_iter().chain(self.suggested.iter().copied());
        let metallic = self.metallic.iter().filter_map(|factor| Numeration::metallic(*factor));
        let known = [Numeration::binary(), Numeration::Zeckendorf].into_iter();
        without_repetition(known.chain(bases_of(bases)).chain(metallic).chain(self.cubic.iter().copied()))
    }

    /// All.
    pub(in crate::prover) fn all(&self) -> Vec<Numeration> {
        // The explorer has a limit of bytes, and does without.
        let last = (!cfg!(target_arch = "wasm32")).then(Numeration::tribonacci);
        without_repetition(self.likely().into_iter().chain(bases_of(FURTHER)).chain(last))
    }
}

/// Cubic numerations whose weights obey the recurrence of a sequence of the file.
///
/// The recurrence is irreducible, so a sequence of integers that is not 0 obeys no other of order three or less; a few terms are
/// looked at, since nothing is proved by this.
fn of_order_three(document: &Document) -> Vec<Numeration> {
    if cfg!(target_arch = "wasm32") {
        return Vec::new();
    }
    let names = document.file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Sequence { name, .. } => Some(name.text.as_str()),
        _ => None,
    });
    let recurrence = |name: &str| {
        let terms = document.sequence(name, &Settings::new(), TERMS).ok()?;
        let obeys = |factors: &[u32; 3]| {
            let [a, b, c] = factors.map(i128::from);
            let next = |last: &[i128]| {
                let sum = a.checked_mul(last[2])?.checked_add(b.checked_mul(last[1])?)?;
                sum.checked_add(c.checked_mul(last[0])?)
            };
            terms.iter().any(|term| *term != 0) && terms.windows(4).all(|four| next(&four[..3]) == Some(four[3]))
        };
        let all = (1..=CUBIC).flat_map(|a| (1..=a).flat_map(move |b| (1..=b).map(move |c| [a, b, c])));
        all.into_iter().find(obeys).and_then(Numeration::cubic)
    };
    names.filter_map(recurrence).collect()
}

fn bases_of(bases: impl IntoIterator<Item = u32>) -> impl Iterator<Item = Numeration> {
    bases.into_iter().filter_map(Numeration::base)
}

fn without_repetition(all: impl Iterator<Item = Numeration>) -> Vec<Numeration> {
    let mut kept = Vec::new();
    for numeration in all {
        if !kept.contains(&numeration) {
            kept.push(numeration);
        }
    }
    kept
}

/// What came of each numeration, those with the same outcome together: "in base 2 and base 3: ...; in base 5: ...".
pub(in crate::prover) fn in_turn(tried: &[(Numeration, String)]) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for (numeration, outcome) in tried {
        match groups.iter_mut().find(|(known, _)| known == outcome) {
            Some((_, members)) => members.push(numeration.to_string()),
            None => groups.push((outcome, vec![numeration.to_string()])),
        }
    }
    let words = groups.iter().map(|(outcome, members)| {
        let members = match members.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => members.join(", "),
        };
        if outcome.is_empty() { format!("in {members}") } else { format!("in {members}: {outcome}") }
    });
    words.collect::<Vec<_>>().join("; ")
}

/// Numbers that a comparison of two amounts speaks of: where |i - j| < a, P-positions may follow the metallic numeration of a.
fn distances(guard: &Condition, add: &mut dyn FnMut(i128)) {
    Part::Condition(guard).walk(&mut |part| {
        let Part::Condition(Condition::Compare(left, _, right)) = part else { return true };
        let (mut amounts, mut numbers) = (BTreeSet::new(), Vec::new());
        for side in [left, right] {
            side.visit_variables(&mut |variable| {
                if let Variable::Amount(slot) = variable {
                    amounts.insert(slot);
                }
            });
            Part::Term(side).walk(&mut |part| {
                if let Part::Term(Term::Constant(value)) = part {
                    numbers.push(*value);
                }
                matches!(part, Part::Term(Term::Sum(_) | Term::Min(_) | Term::Max(_)))
            });
        }
        if 1 < amounts.len() {
            numbers.into_iter().for_each(&mut *add);
        }
        false
    });
}

/// Factors and divisors: what they multiply may be read by digits in their base.
fn suggestions(part: Part<'_>, add: &mut dyn FnMut(i128)) {
    let mut number = |term: &Term| {
        if let Term::Constant(value) = term {
            add(*value);
        }
    };
    part.walk(&mut |part| match part {
        Part::Term(Term::Product(left, right) | Term::FloorDivide(left, right)) => {
            number(left);
            number(right);
            true
        }
        Part::Term(Term::Power(base, _)) => {
            number(base);
            false
        }
        Part::Term(term) => matches!(term, Term::Sum(_) | Term::Min(_) | Term::Max(_) | Term::Xor(_)),
        _ => true,
    });
}
