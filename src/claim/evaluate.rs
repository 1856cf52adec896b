//! Evaluates formulas. A formula has three values: true, false, and undecided where a value is out of reach.
use super::board::Board;
use super::cells::Cells;
use super::equation::{Equation, Index};
use super::extent::Extent;
use super::positions::{Positions, written};
use crate::engine::{Context, EngineError, Question};
use crate::ruleset::evaluate::EvaluationError;
use crate::ruleset::statement::{Admissibility, Bound, Formula, Lookup, Place, Property, Statement, Value};
use crate::ruleset::{Comparison, Condition, Position, Term, Variable};
use crate::table::Table;
use crate::value::{Outcome, Play};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The evaluations that were allowed are used up.
pub(super) const TOO_MUCH_WORK: &str = "the claim takes more evaluations than were allowed";

type Truth = Result<Option<bool>, EngineError>;

pub(super) struct Evaluator<'a> {
    boards: Vec<Board<'a>>,
    context: &'a Context,
    play: Play,
    pub(super) extent: Extent,
    /// How far variables without upper end run.
    pub(super) window: i64,
    pub(super) coordinates: Vec<i64>,
    pub(super) slots: Vec<i64>,
    /// Names and values of the variables for which a formula was false.
    witness: Vec<(String, i64)>,
    /// Both sides of the last comparison that was false.
    pub(super) sides: Option<(i128, i128)>,
    /// Why something could not be evaluated at all.
    pub(super) trouble: Option<String>,
    admissible: Option<(bool, String)>,
    /// Elements of families, by set and the values that it depends on.
    pub(super) families: HashMap<(usize, Vec<i64>), Cells>,
    /// The options of the position that was last asked for.
    listed: Option<((usize, Position), HashSet<Position>)>,
    /// Where the own side of an equation has which value, by the variable.
    indices: HashMap<usize, Index>,
    steps: u64,
    /// Evaluations that are allowed.
    pub(super) most_steps: u64,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(boards: Vec<Board<'a>>, statement: &Statement, extent: Extent, context: &'a Context) -> Self {
        Self {
            boards,
            context,
            play: statement.play,
            window: extent.largest(),
            extent,
            coordinates: Vec::new(),
            slots: vec![0; statement.slots],
            witness: Vec::new(),
            sides: None,
            trouble: None,
            admissible: None,
            families: HashMap::new(),
            listed: None,
            indices: HashMap::new(),
            steps: 0,
            most_steps: u64::MAX,
        }
    }

    pub(super) fn reach(&self) -> i64 {
        self.boards[0].reach
    }

    pub(super) fn heap_count(&self) -> usize {
        self.boards[0].ruleset.heaps.len()
    }

    pub(super) fn in_domain(&self, position: &[i64]) -> Result<bool, EngineError> {
        self.boards[0].has(position)
    }

    /// Puts a position in place of the free heaps.
    pub(super) fn begin(&mut self, position: &[i64]) {
        position.clone_into(&mut self.coordinates);
        self.witness.clear();
        self.sides = None;
    }

    pub(super) fn at(&mut self, formula: &Formula, position: &[i64]) -> Truth {
        self.begin(position);
        self.here(formula)
    }

    pub(super) fn grundy(&mut self, game: usize, position: &[i64]) -> Result<Option<u32>, EngineError> {
        self.boards[game].grundy(position)
    }

    pub(super) fn outcome(&mut self, game: usize, position: &[i64]) -> Result<Option<Outcome>, EngineError> {
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

    pub(super) fn go_on(&self) -> Result<(), EngineError> {
        self.context.go_on()
    }

    /// Counts work; some of it is looked at for an interruption.
    pub(super) fn step(&mut self, steps: u64) -> Result<(), EngineError> {
        let before = self.steps / 65_536;
        self.steps += steps;
        if before != self.steps / 65_536 {
            self.context.go_on()?;
        }
        if self.most_steps < self.steps {
            return Err(EngineError::Question(TOO_MUCH_WORK.to_owned()));
        }
        Ok(())
    }

    pub(super) fn options_of(&self, position: &[i64]) -> Result<Vec<Position>, EngineError> {
        self.boards[0].options_of(position)
    }

    /// The values for which the last formula was false, in words.
    pub(super) fn witness_words(&self) -> String {
        let mut words: Vec<String> =
            self.witness.iter().rev().map(|(name, value)| format!("{name} = {value}")).collect();
        if let Some((_, why)) = self.admissible.as_ref().filter(|known| !known.0) {
            words.push(why.clone());
        }
        if words.is_empty() { String::new() } else { format!("it fails for {}", words.join(", ")) }
    }

    /// Overflow means that a value is out of reach; everything else is a trouble that is told.
    pub(super) fn excused<T>(&mut self, result: Result<T, EvaluationError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(EvaluationError::Overflow) => None,
            Err(error) => {
                if self.trouble.is_none() {
                    let at: Vec<String> = self.coordinates.iter().map(ToString::to_string).collect();
                    self.trouble = Some(format!("at ({}): {error}", at.join(", ")));
                }
                None
            }
        }
    }

    fn term(&mut self, term: &Term) -> Option<i64> {
        let value = term.evaluate(&self.coordinates, &self.slots);
        self.excused(value).and_then(|value| i64::try_from(value).ok())
    }

    fn lookups(&mut self, lookups: &[Lookup]) -> Result<bool, EngineError> {
        for lookup in lookups {
            let Some(position) = self.position(&lookup.position) else { return Ok(false) };
            let Some(value) = self.boards[lookup.game].grundy(&position)? else { return Ok(false) };
            self.slots[lookup.slot] = i64::from(value);
        }
        Ok(true)
    }

    fn position(&mut self, terms: &[Term]) -> Option<Position> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    pub(super) fn value(&mut self, value: &Value) -> Result<Option<i64>, EngineError> {
        if !self.lookups(&value.lookups)? {
            return Ok(None);
        }
        Ok(self.term(&value.term))
    }

    fn place(&mut self, place: &Place) -> Result<Option<Position>, EngineError> {
        if !self.lookups(&place.lookups)? {
            return Ok(None);
        }
        Ok(self.position(&place.position))
    }

    /// The truth of a formula at the position and slots at hand.
    pub(super) fn here(&mut self, formula: &Formula) -> Truth {
        match formula {
            Formula::Known(known) => Ok(Some(*known)),
            Formula::Test(lookups, condition) => self.test(lookups, condition),
            Formula::Is(property, place) => {
                let Some(position) = self.place(place)? else { return Ok(None) };
                self.property(*property, place.game, &position)
            }
            Formula::Member(place, set) => {
                let Some(position) = self.place(place)? else { return Ok(None) };
                self.member(set, &position)
            }
            Formula::Admissible(which) => self.admissible(*which),
            Formula::And(parts) => self.every(parts, false),
            Formula::Or(parts) => self.every(parts, true),
            Formula::Not(inner) => Ok(self.here(inner)?.map(|truth| !truth)),
            Formula::Iff(left, right) => {
                let sides = (self.here(left)?, self.here(right)?);
                Ok(sides.0.zip(sides.1).map(|(left, right)| left == right))
            }
            Formula::ForAll(bound, body) => self.quantified(bound, body, false),
            Formula::Exists(bound, body) => self.quantified(bound, body, true),
            Formula::AllOptions(place, slots, body) => self.over_options(place, slots, body, false),
            Formula::SomeOption(place, slots, body) => self.over_options(place, slots, body, true),
        }
    }

    fn test(&mut self, lookups: &[Lookup], condition: &Condition) -> Truth {
        self.step(1)?;
        if !self.lookups(lookups)? {
            return Ok(None);
        }
        let truth = condition.holds(&self.coordinates, &self.slots);
        let truth = self.excused(truth);
        if truth == Some(false)
            && let Condition::Compare(left, Comparison::Equal, right) = condition
        {
            let sides = (left.evaluate(&self.coordinates, &self.slots), right.evaluate(&self.coordinates, &self.slots));
            if let (Ok(left), Ok(right)) = sides {
                self.sides = Some((left, right));
            }
        }
        Ok(truth)
    }

    fn property(&mut self, property: Property, game: usize, position: &[i64]) -> Truth {
        match property {
            Property::Outcome(wanted) => Ok(self.outcome(game, position)?.map(|found| found == wanted)),
            Property::Terminal => {
                if !self.boards[game].has(position)? {
                    return Ok(None);
                }
                self.boards[game].is_terminal(position).map(Some)
            }
            Property::Final => self.boards[game].is_final(position),
        }
    }

    /// Conjunction, or disjunction if `decisive` is true: the first decisive part decides.
    fn every(&mut self, parts: &[Formula], decisive: bool) -> Truth {
        let mut undecided = false;
        for part in parts {
            match self.here(part)? {
                Some(truth) if truth == decisive => return Ok(Some(decisive)),
                Some(_) => {}
                None => undecided = true,
            }
        }
        Ok((!undecided).then_some(!decisive))
    }

    fn quantified(&mut self, bound: &Bound, body: &Formula, decisive: bool) -> Truth {
        let (mut decided, mut unknown) = (false, false);
        let before = self.witness.len();
        for (low, high) in &bound.domain.0 {
            let Some(low) = self.value(low)? else {
                unknown = true;
                continue;
            };
            let (high, open) = match high {
                Some(high) => (self.value(high)?, false),
                None => (Some(self.end(low, decisive)), true),
            };
            let Some(high) = high else {
                unknown = true;
                continue;
            };
            // An empty range is decided.
            decided |= high < low && !open;
            let found = if decisive { self.solutions(bound, body, low, high)? } else { None };
            let mut values: Box<dyn Iterator<Item = i64>> = match found {
                Some(values) => Box::new(values.into_iter()),
                None => Box::new(low..=high),
            };
            for value in values.by_ref() {
                self.slots[bound.slot] = value;
                match self.here(body)? {
                    Some(truth) if truth == decisive => {
                        if decisive {
                            self.witness.truncate(before);
                        } else {
                            self.witness.push((bound.name.clone(), value));
                        }
                        return Ok(Some(decisive));
                    }
                    Some(_) => decided = true,
                    None => {}
                }
            }
        }
        if decisive {
            self.witness.truncate(before);
            // No table refutes that something holds from some number on.
            if bound.domain.0.iter().any(|range| range.1.is_none()) && body.open_depth() != 0 {
                return Ok(None);
            }
        }
        // Of a range whose ends are out of reach nothing is known.
        if unknown {
            return Ok(None);
        }
        // Without a witness in reach, "exists" is false; "for all" needs at least one value that could be tested.
        Ok((decided || decisive).then_some(!decisive))
    }

    /// The values of a range at which an equation in the body of `exists` can hold, if there is one.
    fn solutions(
        &mut self,
        bound: &Bound,
        body: &Formula,
        low: i64,
        high: i64,
    ) -> Result<Option<Vec<i64>>, EngineError> {
        let Some(equation) = Equation::of(bound, body) else { return Ok(None) };
        let Ok(given) = equation.given.evaluate(&self.coordinates, &self.slots) else { return Ok(None) };
        self.solved_for(&equation, bound.slot, (low, high), &[given])
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

    fn over_options(&mut self, place: &Place, slots: &[usize], body: &Formula, decisive: bool) -> Truth {
        let Some(position) = self.place(place)? else { return Ok(None) };
        if !self.boards[place.game].has(&position)? {
            return Ok(None);
        }
        if decisive && let Some(terms) = determined(slots, body) {
            return self.the_option((place.game, position), slots, &terms, body);
        }
        let options = self.boards[place.game].options;
        let mut undecided = false;
        let mut failed = None;
        let flow = options.visit(&position, &mut |_, _, option| {
            for (slot, value) in slots.iter().zip(option) {
                self.slots[*slot] = *value;
            }
            match self.here(body) {
                Ok(Some(truth)) if truth == decisive => return ControlFlow::Break(()),
                Ok(Some(_)) => {}
                Ok(None) => undecided = true,
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if flow.is_break() {
            return Ok(Some(decisive));
        }
        Ok((!undecided).then_some(!decisive))
    }

    /// Whether an option satisfies the body, which says of each of its coordinates what it is.
    fn the_option(&mut self, from: (usize, Position), slots: &[usize], terms: &[&Term], body: &Formula) -> Truth {
        self.step(1)?;
        let mut option = Vec::with_capacity(terms.len());
        for term in terms {
            let Some(value) = self.term(term) else { return Ok(None) };
            option.push(value);
        }
        if self.listed.as_ref().is_none_or(|listed| listed.0 != from) {
            let options = self.boards[from.0].options_of(&from.1)?.into_iter().collect();
            self.listed = Some((from, options));
        }
        if !self.listed.as_ref().is_some_and(|listed| listed.1.contains(&option)) {
            return Ok(Some(false));
        }
        for (slot, value) in slots.iter().zip(option) {
            self.slots[*slot] = value;
        }
        self.here(body)
    }

    /// KY24, Definition 2, on all positions of the board. In (i) and (ii) the conclusion is read of the option.
    fn admissible(&mut self, which: Admissibility) -> Truth {
        if let Some((known, _)) = &self.admissible {
            return Ok(Some(*known));
        }
        let ruleset = self.boards[0].ruleset;
        let all: Vec<usize> = (0..ruleset.heaps.len() + ruleset.registers.len()).collect();
        let mut positions = Positions::new(ruleset, &all, &self.extent.limits);
        while let Some(position) = positions.next() {
            if !self.boards[0].has(&position)? {
                continue;
            }
            if !self.fits(which, &position)? {
                let why = format!("{} does not satisfy the definition", written(&position, ruleset));
                self.admissible = Some((false, why));
                return Ok(Some(false));
            }
        }
        self.admissible = Some((true, String::new()));
        Ok(Some(true))
    }

    fn fits(&mut self, which: Admissibility, position: &[i64]) -> Result<bool, EngineError> {
        let Some(value) = self.boards[0].grundy(position)? else { return Ok(true) };
        let own = self.boards[0].is_final(position)?;
        let (mut zero, mut one) = ([false; 2], [false; 2]);
        let Some(options) = self.boards[0].small_options(position)? else { return Ok(true) };
        for (option, value) in options {
            let Some(last) = self.boards[0].is_final(&option)? else { return Ok(true) };
            let seen = if value == 0 { &mut zero } else { &mut one };
            seen[usize::from(last)] = true;
        }
        Ok(match (which, value) {
            (Admissibility::Plain, 0 | 1) => true,
            (Admissibility::Plain, _) => zero[0] || one[1],
            (Admissibility::Universal, 0) => own != Some(true) || !one[0],
            (Admissibility::Universal, 1) => own != Some(false) || !zero[1],
            (Admissibility::Universal, _) => zero[0] && one[0] || zero[1] && one[1],
        })
    }
}

/// For each slot the term that it must equal for a formula to hold, if there is one that speaks of none of the slots.
fn determined<'f>(slots: &[usize], body: &'f Formula) -> Option<Vec<&'f Term>> {
    let mut parts = Vec::new();
    conjuncts(body, &mut parts);
    let is_free = |term: &Term| {
        let mut free = true;
        term.visit_variables(&mut |variable| {
            free &= !matches!(variable, Variable::Amount(slot) if slots.contains(&slot));
        });
        free
    };
    let of = |slot: &usize| {
        let own = Term::Variable(Variable::Amount(*slot));
        parts.iter().find_map(|part| match part {
            Condition::Compare(left, Comparison::Equal, right) if *left == own && is_free(right) => Some(right),
            Condition::Compare(left, Comparison::Equal, right) if *right == own && is_free(left) => Some(left),
            _ => None,
        })
    };
    slots.iter().map(of).collect()
}

/// Conditions that all hold where a formula holds, as far as they look nothing up.
fn conjuncts<'f>(formula: &'f Formula, found: &mut Vec<&'f Condition>) {
    fn of_condition<'f>(condition: &'f Condition, found: &mut Vec<&'f Condition>) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| of_condition(part, found)),
            other => found.push(other),
        }
    }
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        Formula::Test(lookups, condition) if lookups.is_empty() => of_condition(condition, found),
        _ => {}
    }
}
