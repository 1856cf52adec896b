//! Sets over a sequence that no automaton knows: the sequence is held against the polynomials of the claim, and the two conditions
//! for P-positions against linear facts about its terms. Shares nothing with the search for such proofs.
//!
//! For a sequence with `a(k + 1) = a(k) + d(k)` and `d(k + 1) = d(k) + s` from the first index on, with `0 <= a`, `0 <= d`, `0 <= s`
//! and `0 < d + s` at the first index, the pairs `(a(k), d(k))` satisfy:
//! - a pair is the first one, or `a + d <= a(k)` and `d + s <= d(k)` with the first a and d; if s = 0 then `d(k) = d`;
//! - of two pairs that differ, `a(l) + d(l) <= a(k)` and `d(l) + s <= d(k)` for one of them in place of l;
//! - every t from the first a on has a pair with `a(k) <= t < a(k) + d(k)`, as the last of the terms up to t is that of one;
//! - if 0 < s, every t from the first d on has a pair with `d(k) <= t < d(k) + s`.
use super::game::{Bench, Check, Into};
use super::graph::Missed;
use super::known::{Grown, GrownComponent, ReadIndex};
use super::polynomial::Polynomial;
use super::read::Reader;
use super::search::{Linear, OnTracks};
use super::table::Numeration;
use super::tracks::{Read, at_most, equal, not, number, plus, track};
use crate::certificate::{Choice, Sequence, SequenceFamily, Sum};
use crate::ruleset::statement::{Bound, Set, SetKind, Value};
use crate::ruleset::{Ruleset, Term, Variable};
use crate::value::Play;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Indices that are chosen for one position, at most.
const MOST_CHOICES: usize = 4;
/// The places of the tracks of a pair, beside the first heap.
const TERMS: (u32, u32) = (0, 2);
const DIFFERENCES: (u32, u32) = (0, 3);

/// Confirms that a set is that of the P-positions.
pub(super) fn outcomes<'a>(check: &dyn Fn(Numeration) -> Check<'a>, made: &Sequence, set: &Set) -> Read<()> {
    let numeration: Numeration =
        serde_json::from_value(made.numeration.clone()).map_err(|why| format!("the numeration is damaged: {why}"))?;
    let check = check(numeration.checked()?);
    if check.play != Play::Normal {
        return Err("misère play is not checked with a sequence".to_owned());
    }
    if MOST_CHOICES < made.strategy.len() {
        return Err("so many choices of an index are not checked".to_owned());
    }
    let families = Rc::new(families(check.ruleset, made, set)?);
    let growth = GrownSet { check, made, set, families };
    growth.facts_are_true()?;
    growth.no_move_stays_inside()?;
    (0..1_usize << made.strategy.len()).try_for_each(|there| growth.outside_moves_in(there))
}

struct GrownSet<'a> {
    check: Check<'a>,
    made: &'a Sequence,
    set: &'a Set,
    families: Rc<BTreeMap<usize, Grown>>,
}

/// The first a and d, and s.
struct Begin {
    term: Linear,
    difference: Linear,
    step: Linear,
}

impl GrownSet<'_> {
    fn sum(&self, sum: &Sum, bench: &Bench) -> Read<Linear> {
        let mut form = number(sum.constant);
        for (name, coefficient) in &sum.of {
            let at = register(self.check.ruleset, name)?;
            let coordinate = plus(&track(bench.here[at]), 1, &number(self.check.shift(at)))?;
            form = plus(&form, *coefficient, &coordinate)?;
        }
        Ok(form)
    }

    fn begin(&self, bench: &Bench) -> Read<Begin> {
        let Sequence { term, difference, step, .. } = self.made;
        Ok(Begin {
            term: self.sum(term, bench)?,
            difference: self.sum(difference, bench)?,
            step: self.sum(step, bench)?,
        })
    }

    fn index(&self, term: Linear, difference: Linear) -> ReadIndex {
        ReadIndex { families: Rc::clone(&self.families), term, difference }
    }

    fn pair(&self, bench: &mut Bench) -> ReadIndex {
        let term = track(bench.tracks.take(TERMS));
        self.index(term, track(bench.tracks.take(DIFFERENCES)))
    }

    /// What the facts need of the parameters.
    fn facts_are_true(&self) -> Read<()> {
        let mut bench = self.check.bench(0);
        let begin = self.begin(&bench)?;
        let domain = self.check.domain(&mut bench)?;
        bench.outer = bench.tracks.len();
        let zero = number(0);
        let grows = OnTracks::And(vec![
            at_most(&zero, &begin.term)?,
            at_most(&zero, &begin.difference)?,
            at_most(&zero, &begin.step)?,
            at_most(&number(1), &plus(&begin.difference, 1, &begin.step)?)?,
        ]);
        self.check.covers(&bench, &domain, &[grows], "the sequence of the certificate does not increase")
    }

    fn no_move_stays_inside(&self) -> Read<()> {
        for family in &self.check.ruleset.moves {
            let mut bench = self.check.bench(0);
            let begin = self.begin(&bench)?;
            let (one, other) = (self.pair(&mut bench), self.pair(&mut bench));
            let parts = vec![
                self.check.domain(&mut bench)?,
                self.here(&mut bench, &one)?,
                self.check.makes(
                    &mut bench,
                    family,
                    Into::Where(&|reader, option| self.member(reader, option, &other)),
                )?,
                of_one(&one, &begin)?,
                of_one(&other, &begin)?,
                of_two(&one, &other, &begin)?,
            ];
            let why = format!("that move `{}` leads nowhere from the set into the set does not follow", family.name);
            self.check.is_empty(&bench, &OnTracks::And(parts), &why)?;
        }
        Ok(())
    }

    /// A position is in the set or has a move into it, if it has just these of the chosen indices.
    fn outside_moves_in(&self, there: usize) -> Read<()> {
        let mut bench = self.check.bench(0);
        let begin = self.begin(&bench)?;
        let mut domain = vec![self.check.domain(&mut bench)?];
        let mut chosen = Vec::new();
        for (at, choice) in self.made.strategy.iter().enumerate() {
            let exists = self.exists(*choice, &begin, &bench)?;
            if there >> at & 1 == 0 {
                domain.push(not(exists));
                continue;
            }
            let index = self.pair(&mut bench);
            let found = vec![exists, self.found(*choice, &index, &begin, &bench)?, of_one(&index, &begin)?];
            chosen.push((index, found));
        }
        bench.outer = bench.tracks.len();
        let first = self.good(&mut bench, &self.index(begin.term.clone(), begin.difference.clone()))?;
        let mut parts = vec![Missed { premise: OnTracks::And(domain.clone()), conclusions: first.clone() }];
        let mut between = Vec::new();
        for (at, (index, found)) in chosen.iter().enumerate() {
            for (earlier, _) in &chosen[..at] {
                between.push(of_two(earlier, index, &begin)?);
            }
            let conclusions = [first.clone(), self.good(&mut bench, index)?].concat();
            parts.push(Missed { premise: OnTracks::And([domain.clone(), found.clone()].concat()), conclusions });
        }
        let lost = "that every position outside of the set has a move into it does not follow";
        self.check.none_is_missed(&bench, parts, &OnTracks::And(between), lost)
    }

    /// A position is the element at an index, or has a move to it.
    fn good(&self, bench: &mut Bench, index: &ReadIndex) -> Read<Vec<OnTracks>> {
        let here = self.here(bench, index)?;
        bench.tracks.release(bench.outer);
        let into = |reader: &mut Reader<'_>, option: &[Linear]| self.member(reader, option, index);
        Ok([vec![here], self.check.all_moves(bench, Into::Where(&into))?].concat())
    }

    fn member(&self, reader: &mut Reader<'_>, position: &[Linear], index: &ReadIndex) -> Read<OnTracks> {
        reader.coordinates = position.to_vec();
        reader.growth = Some(index.clone());
        reader.member(self.set, position)
    }

    fn here(&self, bench: &mut Bench, index: &ReadIndex) -> Read<OnTracks> {
        let mut reader = self.check.reader(bench)?;
        let position = reader.coordinates.clone();
        let mut parts = vec![self.member(&mut reader, &position, index)?];
        parts.append(&mut reader.facts);
        Ok(OnTracks::And(parts))
    }

    fn heaps(&self, bench: &Bench) -> Vec<Linear> {
        bench.here[..self.check.ruleset.heaps.len()].iter().map(|own| track(*own)).collect()
    }

    /// The two differences of two heaps: their distance is the larger one.
    fn distances(&self, bench: &Bench) -> Read<[Linear; 2]> {
        let heaps = self.heaps(bench);
        let [first, second] = heaps.as_slice() else { return Err("a distance needs two heaps".to_owned()) };
        Ok([plus(first, -1, second)?, plus(second, -1, first)?])
    }

    /// Whether there is an index that is chosen so.
    fn exists(&self, choice: Choice, begin: &Begin, bench: &Bench) -> Read<OnTracks> {
        let at_least =
            |first: &Linear, all: &[Linear]| all.iter().map(|one| at_most(first, one)).collect::<Read<Vec<_>>>();
        Ok(match choice {
            Choice::Smallest => OnTracks::And(at_least(&begin.term, &self.heaps(bench))?),
            Choice::Largest => OnTracks::Or(at_least(&begin.term, &self.heaps(bench))?),
            Choice::Distance => {
                let far = OnTracks::Or(at_least(&begin.difference, &self.distances(bench)?)?);
                OnTracks::And(vec![at_most(&number(1), &begin.step)?, far])
            }
        })
    }

    /// What the index that is chosen so satisfies.
    fn found(&self, choice: Choice, index: &ReadIndex, begin: &Begin, bench: &Bench) -> Read<OnTracks> {
        let by_term = choice != Choice::Distance;
        let (low, all) = if by_term {
            (&index.term, self.heaps(bench))
        } else {
            (&index.difference, self.distances(bench)?.to_vec())
        };
        let more = if by_term { &index.difference } else { &begin.step };
        let above = plus(&plus(low, 1, more)?, -1, &number(1))?;
        let from = all.iter().map(|one| at_most(low, one)).collect::<Read<Vec<_>>>()?;
        let below = all.iter().map(|one| at_most(one, &above)).collect::<Read<Vec<_>>>()?;
        Ok(match choice {
            Choice::Smallest => OnTracks::And(vec![OnTracks::And(from), OnTracks::Or(below)]),
            Choice::Largest | Choice::Distance => OnTracks::And(vec![OnTracks::Or(from), OnTracks::And(below)]),
        })
    }
}

fn of_one(index: &ReadIndex, begin: &Begin) -> Read<OnTracks> {
    let ReadIndex { term, difference, .. } = index;
    let first = vec![equal(term, &begin.term)?, equal(difference, &begin.difference)?];
    let later = vec![
        at_most(&plus(&begin.term, 1, &begin.difference)?, term)?,
        at_most(&plus(&begin.difference, 1, &begin.step)?, difference)?,
    ];
    let constant = vec![at_most(&number(1), &begin.step)?, equal(difference, &begin.difference)?];
    let place = OnTracks::Or(vec![OnTracks::And(first), OnTracks::And(later)]);
    Ok(OnTracks::And(vec![place, OnTracks::Or(constant)]))
}

fn of_two(one: &ReadIndex, other: &ReadIndex, begin: &Begin) -> Read<OnTracks> {
    let before = |first: &ReadIndex, second: &ReadIndex| {
        Ok::<_, String>(OnTracks::And(vec![
            at_most(&plus(&first.term, 1, &first.difference)?, &second.term)?,
            at_most(&plus(&first.difference, 1, &begin.step)?, &second.difference)?,
        ]))
    };
    let same = vec![equal(&one.term, &other.term)?, equal(&one.difference, &other.difference)?];
    Ok(OnTracks::Or(vec![OnTracks::And(same), before(one, other)?, before(other, one)?]))
}

/// The coordinate of a register that no move changes: what it says is the same for a position and its options.
fn register(ruleset: &Ruleset, name: &str) -> Read<usize> {
    let at = ruleset.registers.iter().position(|register| register.name == name);
    let at = at.ok_or_else(|| format!("there is no register `{name}`"))? + ruleset.heaps.len();
    let kept = Term::Variable(Variable::Coordinate(at));
    if ruleset.moves.iter().any(|family| family.targets[at] != kept) {
        return Err(format!("moves change the register `{name}`"));
    }
    Ok(at)
}

/// The families of a set that the certificate calls families over the sequence, held against the claim.
fn families(ruleset: &Ruleset, made: &Sequence, set: &Set) -> Read<BTreeMap<usize, Grown>> {
    let mut found = Vec::new();
    collect(set, true, &mut found);
    if found.len() != made.families.len() {
        return Err(format!("the set has {} families, and the certificate {}", found.len(), made.families.len()));
    }
    let mut known = BTreeMap::new();
    for ((set, may_grow), family) in found.into_iter().zip(&made.families) {
        let (Some(family), SetKind::Family { bound, element, .. }) = (family, &set.kind) else { continue };
        if !may_grow {
            return Err("a family over the sequence stands where its elements are taken away".to_owned());
        }
        if known.insert(set.id, grown(ruleset, made, family, (bound, element))?).is_some() {
            return Err("two families of the set have one name".to_owned());
        }
    }
    Ok(known)
}

/// A component of an element: `scale * component = of_term * a(k) + of_difference * d(k) + rest`, the rest linear.
#[derive(Debug)]
pub(crate) struct ElementForm {
    pub(crate) scale: i64,
    pub(crate) of_term: i64,
    pub(crate) of_difference: i64,
    pub(crate) rest: (Vec<(Variable, i64)>, i64),
}

/// The components of the families over the sequence, by their sets, as linear forms; `None` if some component is none.
pub(crate) fn element_forms(
    ruleset: &Ruleset,
    made: &Sequence,
    set: &Set,
) -> Option<BTreeMap<usize, Vec<ElementForm>>> {
    let grown = families(ruleset, made, set).ok()?;
    let mut found = Vec::new();
    collect(set, true, &mut found);
    let mut all = BTreeMap::new();
    for (set, _) in found {
        let (SetKind::Family { element, .. }, Some(family)) = (&set.kind, grown.get(&set.id)) else { continue };
        let forms = family.components.iter().zip(element).map(|(component, value)| match component {
            GrownComponent::Plain => {
                let rest = Polynomial::of(&value.term).filter(|_| value.lookups.is_empty())?.linear()?;
                Some(ElementForm { scale: 1, of_term: 0, of_difference: 0, rest })
            }
            GrownComponent::Grown { scale, of_term, of_difference, rest } => Some(ElementForm {
                scale: *scale,
                of_term: *of_term,
                of_difference: *of_difference,
                rest: rest.clone(),
            }),
        });
        all.insert(set.id, forms.collect::<Option<_>>()?);
    }
    Some(all)
}

/// The families of a set in reading order, and whether the set is the union of what it is with one element each.
fn collect<'a>(set: &'a Set, may_grow: bool, found: &mut Vec<(&'a Set, bool)>) {
    match &set.kind {
        SetKind::List(_) | SetKind::Outcome(_) => {}
        SetKind::Family { .. } => found.push((set, may_grow)),
        SetKind::Union(left, right) => {
            collect(left, may_grow, found);
            collect(right, may_grow, found);
        }
        SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
            collect(left, may_grow, found);
            collect(right, false, found);
        }
        SetKind::Symmetric(inner, _) => collect(inner, may_grow, found),
    }
}

/// A family of a claim, compared with what the certificate says of its components.
fn grown(
    ruleset: &Ruleset,
    made: &Sequence,
    family: &SequenceFamily,
    (bound, element): (&[Bound], &[Value]),
) -> Read<Grown> {
    let mut named = bound.iter().filter(|bound| bound.name == family.index);
    let (Some(index), None) = (named.next(), named.next()) else {
        return Err(format!("the family has no index `{}`", family.index));
    };
    let low = match index.domain.0.as_slice() {
        [(Value { lookups, term: Term::Constant(low) }, None)] if lookups.is_empty() => *low,
        _ => return Err("an index must run from a number on, without an end".to_owned()),
    };
    if family.components.len() != element.len() {
        return Err("the family has another number of components".to_owned());
    }
    let slot = Variable::Amount(index.slot);
    let large = || "a polynomial is too large".to_owned();
    let (term, difference) = terms(ruleset, made, slot, low)?;
    let mut components = Vec::new();
    for (value, numbers) in element.iter().zip(&family.components) {
        let [scale, of_term, of_difference] = *numbers;
        if (scale, of_term, of_difference) == (1, 0, 0) {
            components.push(GrownComponent::Plain);
            continue;
        }
        let own = Polynomial::of(&value.term).filter(|_| value.lookups.is_empty() && 0 < scale);
        let own = own.ok_or_else(|| "a component is no polynomial".to_owned())?;
        let rest = Polynomial::number(0).plus(i128::from(scale), &own);
        let rest = rest.and_then(|rest| rest.plus(-i128::from(of_term), &term));
        let rest = rest.and_then(|rest| rest.plus(-i128::from(of_difference), &difference)).ok_or_else(large)?;
        let rest = rest.linear().filter(|(terms, _)| terms.iter().all(|term| term.0 != slot));
        let rest = rest.ok_or_else(|| "a component is not made of the sequence as the certificate says".to_owned())?;
        components.push(GrownComponent::Grown { scale, of_term, of_difference, rest });
    }
    Ok(Grown { index: index.slot, components })
}

/// `a(k) = a + n d + n (n - 1) / 2 s` and `d(k) = d + n s` for n = k - low, as polynomials.
fn terms(ruleset: &Ruleset, made: &Sequence, index: Variable, low: i128) -> Read<(Polynomial, Polynomial)> {
    let sum = |sum: &Sum| {
        let mut all = Polynomial::number(i128::from(sum.constant));
        for (name, coefficient) in &sum.of {
            let own = Polynomial::variable(Variable::Coordinate(register(ruleset, name)?));
            all = all.plus(i128::from(*coefficient), &own).ok_or_else(|| "a number is too large".to_owned())?;
        }
        Ok::<_, String>(all)
    };
    let (first, difference, step) = (sum(&made.term)?, sum(&made.difference)?, sum(&made.step)?);
    let both = || {
        let count = Polynomial::variable(index).plus(-low, &Polynomial::number(1))?;
        let pairs = count.times(&count.plus(-1, &Polynomial::number(1))?)?.over(2)?;
        let term = first.plus(1, &count.times(&difference)?)?.plus(1, &pairs.times(&step)?)?;
        Some((term, difference.plus(1, &count.times(&step)?)?))
    };
    both().ok_or_else(|| "a polynomial is too large".to_owned())
}

impl ReadIndex {
    /// Whether the elements of a family are those at this index.
    pub(super) fn has(&self, set: &Set) -> bool {
        self.families.contains_key(&set.id)
    }
}

impl Reader<'_> {
    /// Whether coordinates are the element of a family at an index, with some values of its other variables.
    pub(super) fn grown(&mut self, set: &Set, position: &[Linear], index: &ReadIndex) -> Read<OnTracks> {
        let (SetKind::Family { bound, condition, element }, Some(family)) = (&set.kind, index.families.get(&set.id))
        else {
            return Err("a family over the sequence is missing".to_owned());
        };
        // What speaks of the index itself is not read.
        self.slots.remove(&family.index);
        let mut parts = Vec::new();
        for bound in bound.iter().filter(|bound| bound.slot != family.index) {
            parts.push(self.bind(bound, None)?);
        }
        for ((component, value), coordinate) in family.components.iter().zip(element).zip(position) {
            let GrownComponent::Grown { scale, of_term, of_difference, rest } = component else {
                parts.push(self.element(std::slice::from_ref(value), std::slice::from_ref(coordinate))?);
                continue;
            };
            let mut sum = plus(&number(rest.1), *of_term, &index.term)?;
            sum = plus(&sum, *of_difference, &index.difference)?;
            for (variable, coefficient) in &rest.0 {
                sum = plus(&sum, *coefficient, &self.term(&Term::Variable(*variable))?)?;
            }
            parts.push(equal(&plus(&number(0), *scale, coordinate)?, &sum)?);
        }
        if let Some(condition) = condition {
            parts.push(self.formula(condition)?);
        }
        Ok(OnTracks::And(parts))
    }
}
