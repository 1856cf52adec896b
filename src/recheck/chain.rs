//! Sets of positions whose coordinates follow a linear recurrence: the recurrence is held against the terms of the claim, and the two conditions
//! for P-positions against linear inequalities about its terms. Decided case by case, each by linear inequalities; no digits are read.
//!
//! From the index f of the certificate on, elements are linear forms in terms of the sequence b; those of the indices before are worked out.
//! Two indices are equal, or at most `near` apart (all terms are then forms in the same few), or further apart; of the latter only that sums which
//! never fall have not fallen is used. Where a sum grows, every number from its value at f on has an index at which the sum is at or
//! below it for the last time.
use super::cases::contradict;
use super::claims::orders;
use super::elements::{ChainFamily, UNKNOWN, collect, lists, positions, solved};
use super::finite::{FiniteOrder, order, values};
use super::game::{Bench, Check};
use super::known::{ReadElements, Slot};
pub(crate) use super::links::Trend;
use super::links::{Links, sum_at};
use super::lookups::alone;
use super::search::{Linear, OnTracks};
use super::spent::CheckEffort;
use super::table::Numeration;
use super::tracks::{Read, VALUES, at_most, equal, not, number, place, plus, track};
use crate::certificate::{ChainChoice, ConsecutiveSum, LinkedChain};
use crate::ruleset::statement::Set;
use crate::ruleset::{Move, Ruleset, Term, Variable};
use crate::value::Play;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

/// Elements that are looked at one by one, at most.
const MOST_ELEMENTS: usize = 400;
/// Indices that are chosen for one position, at most.
const MOST_CHOICES: usize = 2;
/// How many indices there are before `from`, at most.
const MOST_BEFORE: i128 = 60;
/// What all attempts to find a certificate may cost.
const TRIED: usize = 2_000_000;

/// Part of what has to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChainStage {
    /// The sequence is what the certificate says.
    Facts,
    /// No move leads from the set into the set.
    Inside,
    /// Every other position has a move into the set.
    Outside,
}

/// An element, and those of the families at its index.
struct ChainElement {
    position: Vec<Linear>,
    at: Rc<ReadElements>,
    /// Whether it is one of an index behind the first one of the facts, or that one.
    is_late: bool,
}

/// Two windows of terms, or one for both, and what is known of them.
struct ChainWindows {
    known: Vec<OnTracks>,
    windows: Vec<Vec<Linear>>,
}

/// The windows of a choice, and from where to where in them elements are looked at.
struct ChainPlaces {
    windows: ChainWindows,
    chosen: Vec<OnTracks>,
    near: Vec<(usize, usize)>,
}

/// What is shown of a position while a choice is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChainCase {
    /// Even the first index is beyond the number.
    Absent,
    /// The index that is this far behind the first.
    Exact(usize),
    /// An index of which only the facts are known.
    Later,
}

/// Values of a component, if there is one, and of the sequence.
type ReadValues = (Option<Vec<i128>>, Vec<i128>);

struct ChainSet<'a> {
    check: Check<'a>,
    links: Links<'a>,
    set: &'a Set,
    families: Vec<ChainFamily<'a>>,
    /// The terms from the first index of the facts on.
    first: Vec<i64>,
    /// The elements of lists, and those of indices that are worked out.
    listed: Vec<ChainElement>,
}

/// Confirms that a set is that of the P-positions.
pub(super) fn outcomes(
    spent: &CheckEffort<'_>,
    (ruleset, set, play): (&Ruleset, &Set, Play),
    made: &LinkedChain,
) -> Read<()> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Err("the explorer does not check this kind of certificate".to_owned());
    }
    let chain = ChainSet::new(spent, (ruleset, set, play), made)?;
    [ChainStage::Facts, ChainStage::Inside, ChainStage::Outside].into_iter().try_for_each(|stage| chain.shows(stage))
}

/// Attempts without a certificate, which together may cost so much.
pub(crate) struct ChainTrial<'a> {
    about: (&'a Ruleset, &'a Set, Play),
    spent: CheckEffort<'a>,
}

impl<'a> ChainTrial<'a> {
    pub(crate) fn new(about: (&'a Ruleset, &'a Set, Play), cancel: &'a AtomicBool) -> Self {
        Self { about, spent: CheckEffort::new(cancel).at_most(TRIED) }
    }

    /// Whether nothing more is to be tried.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.left() == 0 || self.spent.is_cancelled()
    }

    /// Whether one part is shown.
    pub(crate) fn shows(&self, made: &LinkedChain, stage: ChainStage) -> bool {
        ChainSet::new(&self.spent, self.about, made).and_then(|chain| chain.shows(stage)).is_ok()
    }

    /// Whether the facts of a certificate show that a sum has a trend.
    pub(crate) fn has(&self, made: &LinkedChain, trend: Trend, sum: &ConsecutiveSum) -> bool {
        Links::new(made, &self.spent).and_then(|links| links.has(trend, sum)) == Ok(true)
    }
}

impl<'a> ChainSet<'a> {
    fn new(
        spent: &'a CheckEffort<'a>,
        (ruleset, set, play): (&'a Ruleset, &'a Set, Play),
        made: &'a LinkedChain,
    ) -> Read<Self> {
        if play != Play::Normal || !ruleset.registers.is_empty() {
            return Err("misère play and registers are not checked with a recurrence".to_owned());
        }
        let links = Links::new(made, spent)?;
        let mut families = Vec::new();
        collect(set, true, &mut families)?;
        if families.len() != made.families.len() || MOST_CHOICES < made.choices.len() {
            return Err("the certificate has other families than the set, or too many choices".to_owned());
        }
        let check = Check { ruleset, region: None, play, numeration: Numeration::Base(2), spent };
        let mut chain = Self { check, links, set, families, first: Vec::new(), listed: Vec::new() };
        chain.first = chain.first_terms()?;
        chain.listed = chain.listed()?;
        Ok(chain)
    }

    fn shows(&self, stage: ChainStage) -> Read<()> {
        match stage {
            ChainStage::Facts => {
                self.components_follow()?;
                self.links.are_true(&self.exact(0, self.links.longest() + 1))
            }
            ChainStage::Inside => self.no_move_stays_inside(),
            ChainStage::Outside => self.outside_moves_in(),
        }
    }

    fn low(&self) -> Read<i128> {
        let low = self.families.first().map_or(0, |family| family.low);
        let from = i128::from(self.links.made.from);
        let same = self.families.iter().all(|family| family.low == low);
        if !same || from < low || MOST_BEFORE < from.saturating_sub(low) || MOST_BEFORE < low.saturating_abs() {
            return Err("the indices of the certificate are not those of the families".to_owned());
        }
        Ok(low)
    }

    fn component(&self) -> Read<(&'a Term, Variable)> {
        let family = self.families.first().ok_or("the set has no family")?;
        let value = family.element.first().ok_or("a family has no components")?;
        Ok((&value.term, family.index))
    }

    fn first_terms(&self) -> Read<Vec<i64>> {
        self.low()?;
        let (term, index) = self.component()?;
        order(term, index, self.low()?)?;
        let made = self.links.made;
        let length = self.links.longest() + self.links.order() + 2 * made.reach + made.near + 3;
        let found = values(term, index, i128::from(made.from), i128::try_from(length).expect("a size is a number"))?;
        let small = |value: i128| i64::try_from(value).map_err(|_| "a term is too large".to_owned());
        found.into_iter().map(small).collect()
    }

    /// Numbers as forms: the terms from so many behind the first on.
    fn exact(&self, from: usize, length: usize) -> Vec<Linear> {
        self.first.iter().skip(from).take(length).map(|term| number(*term)).collect()
    }

    /// The recurrence, and that the components are made of the sequence as the certificate says, at all indices from its first one on.
    fn components_follow(&self) -> Read<()> {
        let (LinkedChain { recurrence, from, families, .. }, low) = (self.links.made, self.low()?);
        let from = i128::from(*from);
        let (term, index) = self.component()?;
        let base = order(term, index, low)?;
        let next = [recurrence.of.as_slice(), &[-1]].concat();
        let recurrence = ConsecutiveSum { constant: recurrence.constant, of: next };
        self.is_zero(&|length| Ok((None, values(term, index, from, length)?)), base, &recurrence)?;
        for (family, made) in self.families.iter().zip(families) {
            if family.element.len() != made.len() {
                return Err("the family has another number of components".to_owned());
            }
            for (value, sum) in family.element.iter().zip(made) {
                let own = order(&value.term, family.index, low)?;
                let read = |length: i128| {
                    let own = values(&value.term, family.index, from, length)?;
                    Ok((Some(own), values(term, index, from, length)?))
                };
                self.is_zero(&read, base.plus(own)?, sum)?;
            }
        }
        Ok(())
    }

    /// That a sum is the other sequence everywhere, or 0 if there is none.
    fn is_zero(&self, read: &dyn Fn(i128) -> Read<ReadValues>, order: FiniteOrder, sum: &ConsecutiveSum) -> Read<()> {
        // The number of the sum is ended by E - 1.
        let order_ = i128::try_from(order.order + 1).expect("a size is a number");
        let count = order.from.saturating_sub(i128::from(self.links.made.from)).max(0).saturating_add(order_);
        let (own, terms) = read(count + i128::try_from(sum.of.len()).expect("a size is a number"))?;
        let count = usize::try_from(count).map_err(|_| "an index is too large".to_owned())?;
        for at in 0..count {
            let mut all = i128::from(sum.constant);
            for (times, term) in sum.of.iter().zip(&terms[at..]) {
                let more = term.checked_mul(i128::from(*times)).and_then(|more| all.checked_add(more));
                all = more.ok_or("a term is too large")?;
            }
            if all != own.as_ref().map_or(0, |own| own[at]) {
                return Err("the set does not follow the recurrence of the certificate".to_owned());
            }
        }
        Ok(())
    }

    /// The elements of the families with the terms of a window.
    fn elements_at(&self, window: &[Linear]) -> Read<Rc<ReadElements>> {
        let mut at = BTreeMap::new();
        for (family, made) in self.families.iter().zip(&self.links.made.families) {
            let element = made.iter().map(|sum| sum_at(sum, window)).collect::<Read<Vec<_>>>()?;
            at.insert(family.id, Some(element));
        }
        Ok(Rc::new(at))
    }

    /// The elements at a window, each in every order in which it belongs to the set.
    fn at(&self, window: &[Linear]) -> Read<Vec<ChainElement>> {
        let at = self.elements_at(window)?;
        let found = positions(self.set, &at, self.check.ruleset.heaps.len())?;
        Ok(found.into_iter().map(|position| ChainElement { position, at: Rc::clone(&at), is_late: true }).collect())
    }

    /// The elements of lists, and those of indices before the facts begin and of the first ones after that.
    fn listed(&self) -> Read<Vec<ChainElement>> {
        let heaps = self.check.ruleset.heaps.len();
        let none: Rc<ReadElements> = Rc::new(self.families.iter().map(|family| (family.id, None)).collect());
        let mut all = Vec::new();
        for position in lists(self.set, heaps)? {
            all.push(ChainElement { position, at: Rc::clone(&none), is_late: false });
        }
        let (low, from) = (self.low()?, i128::from(self.links.made.from));
        let LinkedChain { reach, near, .. } = self.links.made;
        let late = i128::try_from((2 * reach).max(near + 1)).expect("a size is a number");
        for index in low..from + late {
            let mut at = BTreeMap::new();
            for family in &self.families {
                let mut element = Vec::new();
                for value in family.element {
                    order(&value.term, family.index, low)?;
                    let number_ = i64::try_from(values(&value.term, family.index, index, 1)?[0]);
                    element.push(number(number_.map_err(|_| "a term is too large".to_owned())?));
                }
                at.insert(family.id, Some(element));
            }
            let at = Rc::new(at);
            for position in positions(self.set, &at, heaps)? {
                all.push(ChainElement { position, at: Rc::clone(&at), is_late: from <= index });
            }
        }
        if MOST_ELEMENTS < all.len() { Err("so many elements are not looked at".to_owned()) } else { Ok(all) }
    }

    /// A window of which only the facts are known, and that sums have not fallen since an index so far behind the first.
    fn later(&self, bench: &mut Bench, length: usize, behind: usize) -> Read<ChainWindows> {
        let first = (0..self.links.order()).map(|at| track(bench.tracks.take((VALUES, place(at))))).collect();
        let window = self.links.window(first, self.links.longest().max(length))?;
        let mut known = self.links.known(&window)?;
        let exact = self.exact(behind, self.links.longest());
        for sum in &self.links.made.rising {
            known.push(at_most(&sum_at(sum, &exact)?, &sum_at(sum, &window)?)?);
        }
        Ok(ChainWindows { known, windows: vec![window] })
    }

    /// Two windows, the second more than `near` indices behind a place of the first.
    fn far(&self, bench: &mut Bench, length: usize, behind: usize) -> Read<ChainWindows> {
        let behind = behind + self.links.made.near + 1;
        let mut both = self.later(bench, length.max(behind + self.links.longest()), 0)?;
        let mut second = self.later(bench, length, 0)?;
        both.known.append(&mut second.known);
        both.windows.append(&mut second.windows);
        for sum in &self.links.made.rising {
            let earlier = sum_at(sum, &both.windows[0][behind..])?;
            both.known.push(at_most(&earlier, &sum_at(sum, &both.windows[1])?)?);
        }
        Ok(both)
    }

    fn contradict(&self, bench: &Bench, conditions: &[OnTracks], otherwise: &str) -> Read<()> {
        if contradict(self.check.spent, bench.tracks.len(), conditions)? { Ok(()) } else { Err(otherwise.to_owned()) }
    }

    /// That a position is among the elements at an index, or is not.
    fn is_member(&self, bench: &mut Bench, at: &Rc<ReadElements>, position: &[Linear], truth: bool) -> Read<OnTracks> {
        let mut reader = self.check.reader(bench)?;
        reader.coordinates = position.to_vec();
        reader.elements = Some(Rc::clone(at));
        let member = reader.membership(self.set, position, truth)?;
        if reader.is_partial || !reader.facts.is_empty() {
            return Err("a set with help of its own is not checked with a recurrence".to_owned());
        }
        Ok(member)
    }

    /// That a move leads from one position to another, or does not. What it takes is determined by that.
    fn leads(
        &self,
        bench: &mut Bench,
        family: &Move,
        (from, to): (&[Linear], &[Linear]),
        truth: bool,
    ) -> Read<OnTracks> {
        alone(family)?;
        let mut reader = self.check.reader(bench)?;
        reader.coordinates = from.to_vec();
        for amount in 0..family.amounts.len() {
            reader.slots.insert(amount, Slot::Number(track(UNKNOWN + amount)));
        }
        let mut equations = Vec::new();
        for (target, wanted) in family.targets.iter().zip(to) {
            equations.push(plus(&reader.term(target)?, -1, wanted)?);
        }
        if !reader.facts.is_empty() {
            return Err("a target that is not linear is not checked with a recurrence".to_owned());
        }
        let amounts = solved(&mut equations, family.amounts.len())?;
        reader.known.clear();
        for (amount, form) in amounts.into_iter().enumerate() {
            reader.slots.insert(amount, Slot::Number(form));
        }
        let zero = number(0);
        let mut parts = equations.iter().map(|form| equal(form, &zero)).collect::<Read<Vec<_>>>()?;
        parts.push(reader.condition(&family.guard)?);
        if reader.is_partial {
            return Err("a condition without a value somewhere is not checked with a recurrence".to_owned());
        }
        let made = OnTracks::And(parts);
        // What help is does not depend on whether the move can be made.
        let mut all = std::mem::take(&mut reader.facts);
        all.push(if truth { made } else { not(made) });
        Ok(OnTracks::And(all))
    }

    /// No move leads from an element to one of another index, or of the same: both worked out, one of them, or neither.
    fn no_move_stays_inside(&self) -> Read<()> {
        let mut bench = self.check.bench(0);
        for from in &self.listed {
            for to in &self.listed {
                self.is_no_move(&mut bench, &[], (from, to))?;
            }
        }
        let mut bench = self.check.bench(0);
        // An index before the facts begin is compared with the next ones above, and with those further behind here.
        let near = self.links.made.near;
        let only = self.later(&mut bench, self.links.longest(), near + 1)?;
        bench.outer = bench.tracks.len();
        for later in self.at(&only.windows[0])? {
            for early in self.listed.iter().filter(|element| !element.is_late) {
                self.is_no_move(&mut bench, &only.known, (&later, early))?;
                self.is_no_move(&mut bench, &only.known, (early, &later))?;
            }
        }
        let mut bench = self.check.bench(0);
        let only = self.later(&mut bench, self.links.longest() + near, 0)?;
        bench.outer = bench.tracks.len();
        let here = self.at(&only.windows[0])?;
        for behind in 0..=near {
            let there = self.at(&only.windows[0][behind..])?;
            self.none_between(&mut bench, &only.known, (&here, &there))?;
        }
        let mut bench = self.check.bench(0);
        let both = self.far(&mut bench, self.links.longest(), 0)?;
        bench.outer = bench.tracks.len();
        let (here, there) = (self.at(&both.windows[0])?, self.at(&both.windows[1])?);
        self.none_between(&mut bench, &both.known, (&here, &there))
    }

    fn none_between(
        &self,
        bench: &mut Bench,
        known: &[OnTracks],
        (here, there): (&[ChainElement], &[ChainElement]),
    ) -> Read<()> {
        for one in here {
            for other in there {
                self.is_no_move(bench, known, (one, other))?;
                self.is_no_move(bench, known, (other, one))?;
            }
        }
        Ok(())
    }

    fn is_no_move(
        &self,
        bench: &mut Bench,
        known: &[OnTracks],
        (from, to): (&ChainElement, &ChainElement),
    ) -> Read<()> {
        for family in &self.check.ruleset.moves {
            // What is asked of one move shares nothing with what is asked of another.
            bench.tracks.release(bench.outer);
            let mut parts = known.to_vec();
            parts.push(self.is_member(bench, &from.at, &from.position, true)?);
            parts.push(self.is_member(bench, &to.at, &to.position, true)?);
            parts.push(self.leads(bench, family, (&from.position, &to.position), true)?);
            let why = format!("that move `{}` leads nowhere from the set into the set does not follow", family.name);
            self.contradict(bench, &parts, &why)?;
        }
        Ok(())
    }

    /// Every position outside of the set has a move into it, in each order of its heaps and wherever the choices lie.
    fn outside_moves_in(&self) -> Read<()> {
        let LinkedChain { choices, rising, reach, .. } = self.links.made;
        for choice in choices {
            let by = rising.get(choice.by).ok_or("a choice by a sum that is not there")?;
            if !self.links.has(Trend::Grows, by)? {
                return Err("that a sum of the certificate grows does not follow".to_owned());
            }
        }
        let heaps = self.check.ruleset.heaps.len();
        if 4 < heaps {
            return Err("so many heaps are not checked with a recurrence".to_owned());
        }
        let mut cases = vec![ChainCase::Absent, ChainCase::Later];
        cases.extend((0..*reach).map(ChainCase::Exact));
        for sorted in orders(heaps) {
            match choices.as_slice() {
                [] => self.is_left(&sorted, &[], None)?,
                [_] => cases.iter().try_for_each(|case| self.is_left(&sorted, &[*case], None))?,
                _ => {
                    for one in &cases {
                        cases.iter().try_for_each(|other| self.at_two(&sorted, [*one, *other]))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The same for two choices, wherever they lie to each other.
    fn at_two(&self, sorted: &[usize], cases: [ChainCase; 2]) -> Read<()> {
        if cases != [ChainCase::Later, ChainCase::Later] {
            return self.is_left(sorted, &cases, None);
        }
        let near = i64::try_from(self.links.made.near).expect("it is bounded");
        (-near - 1..=near + 1).try_for_each(|apart| self.is_left(sorted, &cases, Some(apart)))
    }

    /// Positions with their heaps in an order, at which the choices are these, and the second this far behind the first.
    fn is_left(&self, sorted: &[usize], cases: &[ChainCase], apart: Option<i64>) -> Read<()> {
        let mut bench = self.check.bench(0);
        let position: Vec<Linear> = bench.here.iter().map(|own| track(*own)).collect();
        let mut parts = vec![self.check.domain(&mut bench)?];
        for pair in sorted.windows(2) {
            parts.push(at_most(&position[pair[0]], &position[pair[1]])?);
        }
        let ChainPlaces { windows, chosen, near } = self.places(&mut bench, (sorted, &position), cases, apart)?;
        parts.extend(windows.known);
        parts.extend(chosen);
        for element in &self.listed {
            self.is_missed(&mut bench, &position, element, &mut parts)?;
        }
        for (window, (first, last)) in windows.windows.iter().zip(near) {
            for at in first..=last {
                for element in self.at(&window[at..])? {
                    self.is_missed(&mut bench, &position, &element, &mut parts)?;
                }
            }
        }
        self.contradict(&bench, &parts, "that every position outside of the set has a move into it does not follow")
    }

    /// The position is not the element, and has no move to it.
    fn is_missed(
        &self,
        bench: &mut Bench,
        position: &[Linear],
        element: &ChainElement,
        parts: &mut Vec<OnTracks>,
    ) -> Read<()> {
        let outside = self.is_member(bench, &element.at, &element.position, false)?;
        let mut missed = position.iter().zip(&element.position).map(|(own, other)| Ok(not(equal(own, other)?)));
        parts.push(OnTracks::Or(missed.by_ref().chain([Ok(outside.clone())]).collect::<Read<_>>()?));
        for family in &self.check.ruleset.moves {
            let no = self.leads(bench, family, (position, &element.position), false)?;
            parts.push(OnTracks::Or(vec![outside.clone(), no]));
        }
        Ok(())
    }

    /// The windows in which choices lie, and what that says of the position.
    fn places(
        &self,
        bench: &mut Bench,
        (sorted, position): (&[usize], &[Linear]),
        cases: &[ChainCase],
        apart: Option<i64>,
    ) -> Read<ChainPlaces> {
        let LinkedChain { choices, reach, near, .. } = self.links.made;
        let length = 2 * reach + near + self.links.longest() + 2;
        let distance = apart.map_or(0, |apart| usize::try_from(apart.unsigned_abs()).expect("it is bounded"));
        let is_later = cases.contains(&ChainCase::Later);
        let windows = match apart {
            _ if !is_later => ChainWindows { known: Vec::new(), windows: Vec::new() },
            Some(_) if *near < distance => self.far(bench, length, 0)?,
            _ => self.later(bench, length, 0)?,
        };
        let is_far = windows.windows.len() == 2;
        let mut places = ChainPlaces { windows, chosen: Vec::new(), near: Vec::new() };
        for (at, (choice, case)) in choices.iter().zip(cases).enumerate() {
            // The one of two that comes first is at `reach`.
            let is_second = apart.is_some_and(|apart| if at == 0 { apart < 0 } else { 0 < apart });
            let window = usize::from(is_far && is_second);
            let offset = reach + if is_second && !is_far { distance } else { 0 };
            let number_ = Self::number_of(choice, sorted, position)?;
            let by = &self.links.made.rising[choice.by];
            let own = places.windows.windows.get(window).filter(|_| *case == ChainCase::Later).cloned();
            places.chosen.extend(self.chosen(by, &number_, *case, (own.as_deref(), offset))?);
        }
        let last = 2 * reach + if is_far { 0 } else { distance };
        places.near = places.windows.windows.iter().map(|_| (0, last)).collect();
        Ok(places)
    }

    fn number_of(choice: &ChainChoice, sorted: &[usize], position: &[Linear]) -> Read<Linear> {
        let mut form = number(0);
        for (times, heap) in choice.heaps.iter().zip(sorted) {
            form = plus(&form, *times, &position[*heap])?;
        }
        Ok(form)
    }

    /// What a number satisfies if the sum is at or below it for the last time there.
    fn chosen(
        &self,
        by: &ConsecutiveSum,
        own: &Linear,
        case: ChainCase,
        (window, offset): (Option<&[Linear]>, usize),
    ) -> Read<Vec<OnTracks>> {
        let exact = self.exact(0, usize::MAX);
        let (window, offset) = match (case, window) {
            (ChainCase::Absent, _) => {
                return Ok(vec![at_most(&plus(own, 1, &number(1))?, &sum_at(by, &exact)?)?]);
            }
            (ChainCase::Exact(offset), _) => (exact.as_slice(), offset),
            (ChainCase::Later, Some(window)) => (window, offset),
            (ChainCase::Later, None) => return Err("a window is missing".to_owned()),
        };
        let (low, next) = (sum_at(by, &window[offset..])?, sum_at(by, &window[offset + 1..])?);
        Ok(vec![at_most(&low, own)?, at_most(&plus(own, 1, &number(1))?, &next)?])
    }
}
