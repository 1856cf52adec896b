//! Evaluates formulas: what is known of them at a position, by tables that reach so far and no farther.
use super::cells::PositionSet;
use super::equation::{Cut, Equation, ValueIndex};
use super::extent::ClaimExtent;
use super::lookups::{ClaimBoard, Missing, Obtained};
use super::positions::{BoardPositions, written};
use super::standing::{Seen, Standing};
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::error::EvaluationError;
use crate::ruleset::statement::{Admissibility, Bound, Formula, Lookup, Place, Property, Statement, Value};
use crate::ruleset::{Comparison, Condition, Position, Term};
use crate::table::Table;
use crate::value::{Outcome, Play};
use std::collections::{HashMap, HashSet};

pub(super) type Stands = Result<Standing, EngineError>;

/// Values of variables that are looked at for one position, and for a statement without positions, at most.
const MOST_HERE: u64 = 1 << 21;
const MOST_IN_ALL: u64 = 1 << 24;

/// Values of a variable that are looked at one by one, at most.
const MOST_VALUES: i64 = 1 << 16;

pub(super) struct Evaluator<'a> {
    pub(super) boards: Vec<ClaimBoard<'a>>,
    context: &'a Context,
    play: Play,
    /// Whether the statement speaks of no position.
    pub(super) is_closed: bool,
    pub(super) extent: ClaimExtent,
    /// How far variables without upper end run.
    pub(super) window: i64,
    pub(super) coordinates: Vec<i64>,
    pub(super) slots: Vec<i64>,
    /// Names and values of the variables for which a formula was false.
    witness: Vec<(String, i64)>,
    /// The first value of a variable for which a statement about all values is not decided.
    missed: Option<(String, i64)>,
    /// Both sides of the last comparison that was false.
    pub(super) sides: Option<(i128, i128)>,
    /// Why something has no value, where that was seen first.
    pub(super) trouble: Option<String>,
    admissible: Option<(Standing, String)>,
    /// Elements of families, by the number of the set and the values that it depends on.
    pub(super) families: HashMap<Vec<i64>, PositionSet>,
    /// Sets whose elements are listed for whole rows, by set and the values that it depends on.
    pub(super) sets: HashMap<(usize, Vec<i64>), PositionSet>,
    /// The options of the position that was last asked for.
    pub(super) listed: Option<((usize, Position), HashSet<Position>)>,
    /// Where the own side of an equation has which value, by the variable.
    indices: HashMap<usize, ValueIndex>,
    /// What bounds a variable without upper end, by the variable.
    cuts: HashMap<usize, Option<Cut>>,
    /// What becomes true from some value on, by the variable.
    starts: HashMap<usize, Vec<Cut>>,
    /// Whether anything was tested or looked up.
    pub(super) asked: bool,
    steps: u64,
    /// Values of variables that may still be looked at for the position at hand.
    left: u64,
    /// Evaluations that are allowed.
    pub(super) most_steps: u64,
}

impl<'a> Evaluator<'a> {
    /// Nothing is looked up yet; the window of quantifiers is the whole extent.
    pub(super) fn new(
        boards: Vec<ClaimBoard<'a>>,
        statement: &Statement,
        extent: ClaimExtent,
        context: &'a Context,
    ) -> Self {
        Self {
            boards,
            context,
            play: statement.play,
            is_closed: statement.free.is_empty(),
            window: extent.largest(),
            extent,
            coordinates: Vec::new(),
            slots: vec![0; statement.slots],
            witness: Vec::new(),
            missed: None,
            sides: None,
            trouble: None,
            admissible: None,
            families: HashMap::new(),
            sets: HashMap::new(),
            listed: None,
            indices: HashMap::new(),
            cuts: HashMap::new(),
            starts: HashMap::new(),
            asked: false,
            steps: 0,
            left: 0,
            most_steps: u64::MAX,
        }
    }

    /// An evaluator for another thread: what it looks up, it shares with this one.
    pub(super) fn beside(&self, statement: &Statement) -> Self {
        let boards = self.boards.iter().map(ClaimBoard::beside).collect();
        let other = Self::new(boards, statement, self.extent.clone(), self.context);
        Self { window: self.window, most_steps: self.most_steps, ..other }
    }

    /// How many threads may evaluate side by side, each by itself: one where steps are counted, or where values are found one by one.
    pub(super) fn threads(&self) -> usize {
        // A browser has no threads.
        if cfg!(target_arch = "wasm32") {
            return 1;
        }
        let is_alone = self.most_steps < u64::MAX || self.boards.iter().any(ClaimBoard::asks_one_by_one);
        if is_alone { 1 } else { self.context.workers(usize::MAX) }
    }

    pub(super) fn reach(&self) -> i64 {
        self.boards[0].reach
    }

    pub(super) fn heap_count(&self) -> usize {
        self.boards[0].ruleset.heaps.len()
    }

    pub(super) fn in_domain(&self, position: &[i64]) -> Result<bool, EngineError> {
        Ok(self.boards[0].place(position)?.is_ok())
    }

    /// Puts a position in place of the free heaps.
    pub(super) fn begin(&mut self, position: &[i64]) {
        position.clone_into(&mut self.coordinates);
        self.witness.clear();
        self.left = if self.is_closed { MOST_IN_ALL.min(self.most_steps) } else { MOST_HERE };
        self.missed = None;
        self.sides = None;
    }

    pub(super) fn at(&mut self, formula: &Formula, position: &[i64]) -> Stands {
        self.begin(position);
        self.here(formula)
    }

    pub(super) fn grundy(&mut self, game: usize, position: &[i64]) -> Obtained<u32> {
        self.boards[game].grundy(position)
    }

    pub(super) fn outcome(&mut self, game: usize, position: &[i64]) -> Obtained<Outcome> {
        let play = self.play_of(game);
        self.boards[game].outcome(play, position)
    }

    /// The play in which outcomes of a ruleset are asked for.
    pub(super) fn play_of(&self, game: usize) -> Play {
        if game == 0 { self.play } else { self.boards[game].ruleset.play }
    }

    /// The largest table that is known of a ruleset; none if it has no fast engine.
    pub(super) fn table(&mut self, game: usize, question: Question) -> Result<Option<&Table>, EngineError> {
        self.boards[game].table(question)
    }

    /// Bounds of all coordinates: heaps in reach, and registers.
    pub(super) fn bounds(&self) -> Vec<(i64, u64)> {
        let board = &self.boards[0];
        let heaps = board.ruleset.heaps.iter().map(|_| (0, board.reach.unsigned_abs() + 1));
        let registers = board.ruleset.registers.iter().map(|register| {
            let high = register.high.or(register.shown.map(|shown| shown.1)).unwrap_or(i64::from(i32::MAX));
            (register.low, high.abs_diff(register.low).saturating_add(1))
        });
        heaps.chain(registers).collect()
    }

    pub(super) fn has_room(&self, needed: u128) -> Result<(), EngineError> {
        self.context.fits(needed)
    }

    pub(super) fn go_on(&self) -> Result<(), EngineError> {
        self.context.go_on()
    }

    /// The first value of a variable at which a statement about all its values is not decided, in words.
    pub(super) fn missed_words(&self) -> Option<String> {
        self.missed.as_ref().map(|(name, value)| format!("{name} = {value}"))
    }

    /// Counts work; some of it is looked at for an interruption.
    pub(super) fn step(&mut self, steps: u64) -> Result<(), EngineError> {
        let before = self.steps / 65_536;
        let visited: u64 = self.boards.iter_mut().map(ClaimBoard::take_visited).sum();
        self.steps = self.steps.saturating_add(steps).saturating_add(visited);
        if before != self.steps / 65_536 {
            self.context.go_on()?;
        }
        if self.most_steps < self.steps {
            return Err(EngineError::TooMuchWork);
        }
        Ok(())
    }

    pub(super) fn options_of(&mut self, position: &[i64]) -> Result<Vec<Position>, EngineError> {
        self.boards[0].options_of(position)
    }

    /// The values for which the last formula was false, in words.
    pub(super) fn witness_words(&self) -> String {
        let mut words: Vec<String> =
            self.witness.iter().rev().map(|(name, value)| format!("{name} = {value}")).collect();
        if let Some((_, why)) = self.admissible.as_ref().filter(|known| known.0 == Standing::False) {
            words.push(why.clone());
        }
        if words.is_empty() { String::new() } else { format!("it fails for {}", words.join(", ")) }
    }

    /// Overflow means that a value is out of reach; everything else that there is none, which is told.
    pub(super) fn excused<T>(&mut self, result: Result<T, EvaluationError>) -> Result<T, Missing> {
        match result {
            Ok(value) => Ok(value),
            Err(EvaluationError::Overflow) => Err(Missing::Beyond),
            Err(error) => {
                self.note(|| error.to_string());
                Err(Missing::Outside)
            }
        }
    }

    /// Keeps why something has no value, if it is the first such thing.
    fn note(&mut self, why: impl FnOnce() -> String) {
        if self.trouble.is_none() {
            self.trouble = Some(why());
        }
    }

    pub(super) fn term(&mut self, term: &Term) -> Result<i64, Missing> {
        let value = term.evaluate(&self.coordinates, &self.slots);
        self.excused(value).and_then(|value| i64::try_from(value).map_err(|_| Missing::Beyond))
    }

    fn lookups(&mut self, lookups: &[Lookup]) -> Obtained<()> {
        for lookup in lookups {
            let position = match self.position(&lookup.position) {
                Ok(position) => position,
                Err(missing) => return Ok(Err(missing)),
            };
            match self.boards[lookup.game].grundy(&position)? {
                Ok(value) => self.slots[lookup.slot] = i64::from(value),
                Err(missing) => return Ok(Err(self.told(missing, lookup.game, &position))),
            }
        }
        Ok(Ok(()))
    }

    /// Keeps that a position lies outside of its game.
    pub(super) fn told(&mut self, missing: Missing, game: usize, position: &[i64]) -> Missing {
        if missing == Missing::Outside {
            let here = written(position, self.boards[game].ruleset);
            self.note(|| format!("{here} is no position of the game"));
        }
        missing
    }

    fn position(&mut self, terms: &[Term]) -> Result<Position, Missing> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    pub(super) fn value(&mut self, value: &Value) -> Obtained<i64> {
        if let Err(missing) = self.lookups(&value.lookups)? {
            return Ok(Err(missing));
        }
        Ok(self.term(&value.term))
    }

    pub(super) fn place(&mut self, place: &Place) -> Obtained<Position> {
        if let Err(missing) = self.lookups(&place.lookups)? {
            return Ok(Err(missing));
        }
        Ok(self.position(&place.position))
    }

    /// What is known of a formula at the position and slots at hand.
    pub(super) fn here(&mut self, formula: &Formula) -> Stands {
        match formula {
            Formula::Known(known) => Ok(Standing::from(*known)),
            Formula::Test(lookups, condition) => self.test(lookups, condition),
            Formula::Is(property, place) => match self.place(place)? {
                Ok(position) => self.property(*property, place.game, &position),
                Err(missing) => Ok(missing.into()),
            },
            Formula::Member(place, set) => {
                self.asked = true;
                match self.place(place)? {
                    Ok(position) => self.member(set, &position),
                    Err(missing) => Ok(missing.into()),
                }
            }
            Formula::Admissible(which) => self.admissible(*which),
            Formula::And(parts) => self.every(parts, false),
            Formula::Or(parts) => self.every(parts, true),
            Formula::Not(inner) => Ok(self.here(inner)?.negated()),
            Formula::Iff(left, right) => Ok(self.here(left)?.iff(self.here(right)?)),
            Formula::ForAll(bound, body) => self.quantified(bound, body, false),
            Formula::Exists(bound, body) => self.quantified(bound, body, true),
            Formula::AllOptions(place, slots, body) => self.over_options(place, slots, body, false),
            Formula::SomeOption(place, slots, body) => self.over_options(place, slots, body, true),
        }
    }

    fn test(&mut self, lookups: &[Lookup], condition: &Condition) -> Stands {
        self.step(1)?;
        self.asked = true;
        if let Err(missing) = self.lookups(lookups)? {
            return Ok(missing.into());
        }
        let truth = condition.holds(&self.coordinates, &self.slots);
        let truth = self.excused(truth);
        if truth == Ok(false)
            && let Condition::Compare(left, Comparison::Equal, right) = condition
        {
            let sides = (left.evaluate(&self.coordinates, &self.slots), right.evaluate(&self.coordinates, &self.slots));
            if let (Ok(left), Ok(right)) = sides {
                self.sides = Some((left, right));
            }
        }
        Ok(truth.map_or_else(Standing::from, Standing::from))
    }

    fn property(&mut self, property: Property, game: usize, position: &[i64]) -> Stands {
        self.step(1)?;
        self.asked = true;
        let found = match property {
            Property::Outcome(wanted) => self.outcome(game, position)?.map(|found| found == wanted),
            Property::Terminal => match self.boards[game].place(position)? {
                Ok(()) => Ok(self.boards[game].is_terminal(position)?),
                Err(missing) => Err(missing),
            },
            Property::Final => self.boards[game].is_final(position)?,
        };
        Ok(match found {
            Ok(found) => found.into(),
            Err(missing) => self.told(missing, game, position).into(),
        })
    }

    /// Conjunction, or disjunction if `decisive` is true: the first decisive part decides.
    fn every(&mut self, parts: &[Formula], decisive: bool) -> Stands {
        let mut all = Standing::True;
        for part in parts {
            let here = self.here(part)?;
            if here == Standing::from(decisive) {
                return Ok(here);
            }
            all = all.and(here.turned(!decisive));
        }
        Ok(all.turned(!decisive))
    }

    /// For all values, or for one if `decisive` is true: a decisive value decides.
    fn quantified(&mut self, bound: &Bound, body: &Formula, decisive: bool) -> Stands {
        let before = self.witness.len();
        let (mut seen, mut whole) = (Seen::default(), true);
        for (low, high) in &bound.domain.0 {
            let ends = match (self.value(low)?, high.as_ref().map(|high| self.value(high)).transpose()?) {
                (Ok(low), None) => Ok((low, None)),
                (Ok(low), Some(Ok(high))) => Ok((low, Some(high))),
                (Err(missing), _) | (_, Some(Err(missing))) => Err(missing),
            };
            let (low, high) = match ends {
                Ok(ends) => ends,
                Err(missing) => {
                    seen.add(missing.into());
                    continue;
                }
            };
            // What a cut leaves out was looked at, too.
            self.asked |= high.is_none();
            let (values, all) = self.values(bound, body, (low, high), decisive)?;
            whole &= all;
            for value in values {
                // What takes too long is out of reach.
                let Some(left) = self.left.checked_sub(1) else {
                    whole = false;
                    break;
                };
                self.left = left;
                self.slots[bound.slot] = value;
                let here = self.here(body)?;
                if here == Standing::from(decisive) {
                    if decisive {
                        self.witness.truncate(before);
                    } else {
                        self.witness.push((bound.name.clone(), value));
                    }
                    return Ok(here);
                }
                if !here.holds_so_far() && seen.is_so_far() && !decisive {
                    self.missed.get_or_insert((bound.name.clone(), value));
                }
                seen.add(here);
            }
        }
        if decisive {
            self.witness.truncate(before);
        }
        Ok(if decisive { Standing::for_some(seen, whole) } else { Standing::for_all(seen, whole, self.is_closed) })
    }

    /// The values of a range that have to be looked at, and whether those are all that matter.
    fn values(
        &mut self,
        bound: &Bound,
        body: &Formula,
        (low, high): (i64, Option<i64>),
        decisive: bool,
    ) -> Result<(Box<dyn Iterator<Item = i64>>, bool), EngineError> {
        let last = high.unwrap_or_else(|| self.end(low, decisive));
        if decisive && let Some((values, beyond)) = self.solutions(bound, body, low, last)? {
            let whole = high.is_some() || beyond;
            if whole {
                return Ok((Box::new(values.into_iter()), true));
            }
        }
        if high.is_some() {
            return Ok((Box::new(low..=last), true));
        }
        let cut = self.cuts.entry(bound.slot).or_insert_with(|| Cut::of(bound, body, decisive)).as_ref();
        let range = cut.and_then(|cut| cut.range(low, &self.coordinates, &mut self.slots));
        if let Some((first, end)) = range
            && end.saturating_sub(first) <= MOST_VALUES.max(last.saturating_sub(low))
        {
            return Ok((Box::new(first..end), true));
        }
        // Behind the window, what makes a condition true is tried.
        let farther = self.thresholds(bound, body, low, decisive);
        let farther = farther.into_iter().filter(move |value| last < *value);
        Ok((Box::new((low..=last).chain(farther)), false))
    }

    /// Values from which on a condition of the body has the truth that would decide.
    fn thresholds(&mut self, bound: &Bound, body: &Formula, low: i64, decisive: bool) -> Vec<i64> {
        let starts = self.starts.entry(bound.slot).or_insert_with(|| Cut::starts(bound, body, decisive));
        let mut found: Vec<i64> =
            starts.iter().filter_map(|start| start.first_above(low, &self.coordinates, &mut self.slots)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The values of a range at which an equation in the body of `exists` can hold, if there is one, and whether it can hold
    /// nowhere behind the range.
    fn solutions(
        &mut self,
        bound: &Bound,
        body: &Formula,
        low: i64,
        high: i64,
    ) -> Result<Option<(Vec<i64>, bool)>, EngineError> {
        let Some(equation) = Equation::of(bound, body) else { return Ok(None) };
        let Ok(given) = equation.given.evaluate(&self.coordinates, &self.slots) else { return Ok(None) };
        let values = self.solved_for(&equation, bound.slot, (low, high), &[given])?;
        Ok(values.map(|values| (values, equation.is_beyond(bound.slot, high, given))))
    }

    /// The values of a range at which the own side of an equation is one of the given numbers; `None` if the range is too
    /// long for an index.
    pub(super) fn solved_for(
        &mut self,
        equation: &Equation<'_>,
        slot: usize,
        (low, high): (i64, i64),
        given: &[i128],
    ) -> Result<Option<Vec<i64>>, EngineError> {
        if self.indices.get(&slot).is_none_or(|index| !index.covers(low, high)) {
            let Some(index) = equation.index(slot, low, high, self.indices.get(&slot)) else { return Ok(None) };
            self.step(index.cost())?;
            self.indices.insert(slot, index);
        }
        let index = self.indices.get(&slot);
        Ok(index.map(|index| index.values(given, low, high)))
    }

    /// The last value of a variable without upper end. What exists for positions in reach is looked for up to the reach.
    pub(super) fn end(&self, low: i64, exists: bool) -> i64 {
        let window = if exists { self.reach().max(self.window) } else { self.window };
        window.max(low.saturating_add(self.extent.largest().min(64)))
    }

    /// KY24, Definition 2, on all positions of the board: a position that does not satisfy it is a counterexample, and
    /// others lie beyond. In (i) and (ii) the conclusion is read of the option.
    fn admissible(&mut self, which: Admissibility) -> Stands {
        if let Some((known, _)) = &self.admissible {
            return Ok(*known);
        }
        let ruleset = self.boards[0].ruleset;
        let all: Vec<usize> = (0..ruleset.heaps.len() + ruleset.registers.len()).collect();
        let positions = BoardPositions::new(ruleset, &all, &self.extent.limits);
        let mut known = (Standing::NoCounterexample, String::new());
        for position in positions {
            self.step(1)?;
            if self.boards[0].place(&position)?.is_ok() && !self.fits(which, &position)? {
                known = (Standing::False, format!("{} does not satisfy the definition", written(&position, ruleset)));
                break;
            }
        }
        let standing = known.0;
        self.admissible = Some(known);
        Ok(standing)
    }

    fn fits(&mut self, which: Admissibility, position: &[i64]) -> Result<bool, EngineError> {
        let Ok(value) = self.boards[0].grundy(position)? else { return Ok(true) };
        let Ok(own) = self.boards[0].is_final(position)? else { return Ok(true) };
        let (mut zero, mut one) = ([false; 2], [false; 2]);
        let Some(options) = self.boards[0].small_options(position)? else { return Ok(true) };
        for (option, value) in options {
            let Ok(last) = self.boards[0].is_final(&option)? else { return Ok(true) };
            let seen = if value == 0 { &mut zero } else { &mut one };
            seen[usize::from(last)] = true;
        }
        Ok(match (which, value) {
            (Admissibility::Plain, 0 | 1) => true,
            (Admissibility::Plain, _) => zero[0] || one[1],
            (Admissibility::Universal, 0) => !own || !one[0],
            (Admissibility::Universal, 1) => own || !zero[1],
            (Admissibility::Universal, _) => zero[0] && one[0] || zero[1] && one[1],
        })
    }
}
