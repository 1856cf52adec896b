//! Claims that speak of finitely many positions, by the definition of values and outcomes: the positions that play can reach are looked at one
//! after the other. Knows no automata.
use super::spent::CheckEffort;
use crate::ruleset::options::Options;
use crate::ruleset::statement::{Body, Bound, Except, Formula, Lookup, Place, Property, Statement, Value};
use crate::ruleset::{Condition, Position, Ruleset, Term};
use crate::value::{Outcome, Play, Saturate};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Positions whose values are worked out at most.
const MOST_POSITIONS: usize = 1 << 18;
/// So many options are looked at in the time that a node of a graph takes.
const OPTIONS_AT_ONCE: usize = 64;
/// Ways to move that the conditions of one position leave open at most.
const MOST_WAYS: u64 = 1 << 20;
/// Values of a variable that are tried at most.
const MOST_NUMBERS: i64 = 1 << 12;

/// True, false, or without a value; or why it cannot be said.
type ListedTruth = Result<Option<bool>, String>;

/// Whether a statement names all that it speaks of.
pub(crate) fn is_listed(statement: &Statement) -> bool {
    let Body::Holds(formula) = &statement.body else { return false };
    let ends = |bound: &Bound| bound.domain.0.iter().all(|(_, high)| high.is_some());
    statement.free.is_empty()
        && statement.condition.is_none()
        && matches!(statement.except, Except::Nothing)
        && !formula.any(&mut |part| match part {
            Formula::ForAll(bound, _) | Formula::Exists(bound, _) => !ends(bound),
            Formula::Admissible(_) | Formula::Member(..) | Formula::Is(Property::Final, _) => true,
            _ => false,
        })
}

/// Confirms that a statement about finitely many positions holds, and tells how many positions were looked at.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<usize, String> {
    let Body::Holds(formula) = &statement.body else {
        return Err("a claim about a set does not name its positions".to_owned());
    };
    if !is_listed(statement) {
        return Err("it does not speak of finitely many positions".to_owned());
    }
    let games = rulesets.iter().map(|_| None).collect();
    let (slots, tried) = (vec![0; statement.slots], Arc::default());
    let mut list = VisitedPositions { spent, rulesets, play: statement.play, games, slots, tried };
    match list.formula(formula)? {
        Some(true) => Ok(list.games.iter().flatten().map(|game| game.normal.len() + game.misere.len()).sum()),
        Some(false) => Err("it is false".to_owned()),
        None => Err("it has no value".to_owned()),
    }
}

/// The values of positions of a game in normal play, all of which belong to it.
pub(super) fn values_of(
    spent: &CheckEffort<'_>,
    ruleset: &Ruleset,
    positions: impl Iterator<Item = Position>,
) -> Result<Vec<u32>, String> {
    let rulesets = [ruleset];
    let mut list = VisitedPositions::of_one_game(spent, &rulesets);
    let mut value = |position: Position| {
        let known = list.known(0, Play::Normal, &position)?;
        known.ok_or_else(|| "a position does not belong to the game".to_owned())
    };
    positions.map(&mut value).collect()
}

/// The first coordinates of the options of a position.
pub(super) fn first_of_options(
    spent: &CheckEffort<'_>,
    ruleset: &Ruleset,
    position: &[i64],
) -> Result<Vec<i64>, String> {
    let rulesets = [ruleset];
    let options = VisitedPositions::of_one_game(spent, &rulesets).options(0, position)?;
    Ok(options.chunks(position.len().max(1)).filter_map(|option| option.first().copied()).collect())
}

/// What is known of positions of one game: values, or outcomes of misère play (0 for a P-position).
#[derive(Debug)]
struct FoundPositions {
    options: Options,
    normal: HashMap<Position, u32>,
    misere: HashMap<Position, u32>,
}

impl FoundPositions {
    fn of(&mut self, play: Play) -> &mut HashMap<Position, u32> {
        if play == Play::Normal { &mut self.normal } else { &mut self.misere }
    }
}

/// A position that waits until all its options are known.
struct Waiting {
    here: Position,
    /// The coordinates of the options, one option after the other.
    options: Vec<i64>,
    /// How many coordinates belong to options that were met.
    met: usize,
    values: Vec<u32>,
}

/// The positions that were looked at.
struct VisitedPositions<'a> {
    spent: &'a CheckEffort<'a>,
    rulesets: &'a [&'a Ruleset],
    play: Play,
    games: Vec<Option<FoundPositions>>,
    slots: Vec<i64>,
    /// Ways to move that were tried since it was asked last.
    tried: Arc<AtomicU64>,
}

impl<'a> VisitedPositions<'a> {
    fn of_one_game(spent: &'a CheckEffort<'a>, rulesets: &'a [&'a Ruleset]) -> Self {
        Self { spent, rulesets, play: Play::Normal, games: vec![None], slots: Vec::new(), tried: Arc::default() }
    }

    fn game(&mut self, game: usize) -> Result<&mut FoundPositions, String> {
        let ruleset = *self.rulesets.get(game).ok_or("a game is missing")?;
        let place = self.games.get_mut(game).ok_or("a game is missing")?;
        if place.is_none() {
            if ruleset.breaks() || !ruleset.finite_options {
                return Err("a game with sums or infinitely many options is not listed".to_owned());
            }
            let options = Options::new(ruleset).map_err(|why| why.to_string())?;
            let options = options.at_most(MOST_WAYS).adding_to(&self.tried);
            *place = Some(FoundPositions { options, normal: HashMap::new(), misere: HashMap::new() });
        }
        place.as_mut().ok_or_else(|| "a game is missing".to_owned())
    }

    /// Whether there is such a position.
    fn belongs(&mut self, game: usize, position: &[i64]) -> Result<bool, String> {
        let ruleset = *self.rulesets.get(game).ok_or("a game is missing")?;
        let heaps = ruleset.heaps.len();
        let inside = position.len() == heaps + ruleset.registers.len()
            && position.iter().take(heaps).all(|heap| 0 <= *heap)
            && position
                .iter()
                .skip(heaps)
                .zip(&ruleset.registers)
                .all(|(value, register)| register.low <= *value && register.high.is_none_or(|high| *value <= high));
        Ok(inside && ruleset.positions.holds(position, &[]).map_err(|why| why.to_string())?)
    }

    /// The coordinates of all options, one option after the other; some may come again.
    fn options(&mut self, game: usize, position: &[i64]) -> Result<Vec<i64>, String> {
        let mut found = Vec::new();
        let _ = self
            .game(game)?
            .options
            .visit(position, &mut |_, _, option| {
                found.extend_from_slice(option);
                ControlFlow::Continue(())
            })
            .map_err(|why| why.to_string())?;
        let tried: usize = self.tried.swap(0, Ordering::Relaxed).saturated();
        let many = found.len().max(tried) / OPTIONS_AT_ONCE + 1;
        self.spent.spend(many).map_err(|_| "it takes too much work to list the positions")?;
        Ok(found)
    }

    /// The value of a position in normal play, or, in misère play, 0 for a P-position and 1 for an N-position.
    fn value(&mut self, game: usize, play: Play, position: &[i64]) -> Result<u32, String> {
        let width = position.len();
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut next = Some(position.to_vec());
        loop {
            if let Some(here) = next.take() {
                if MOST_POSITIONS <= self.game(game)?.of(play).len() + waiting.len() {
                    return Err(format!("more than {MOST_POSITIONS} positions are not listed"));
                }
                let options = self.options(game, &here)?;
                waiting.push(Waiting { here, options, met: 0, values: Vec::new() });
            }
            let known = self.game(game)?.of(play);
            let Some(last) = waiting.last_mut() else { break };
            for option in last.options[last.met..].chunks(width) {
                let Some(value) = known.get(option) else {
                    next = Some(option.to_vec());
                    break;
                };
                last.values.push(*value);
                last.met += width;
            }
            if next.is_none() {
                let own = value_among(&mut last.values, play)?;
                known.insert(std::mem::take(&mut last.here), own);
                waiting.pop();
            }
        }
        let known = self.game(game)?.of(play).get(position).copied();
        known.ok_or_else(|| "a position was not reached".to_owned())
    }

    fn known(&mut self, game: usize, play: Play, position: &[i64]) -> Result<Option<u32>, String> {
        if !self.belongs(game, position)? {
            return Ok(None);
        }
        if let Some(known) = self.game(game)?.of(play).get(position) {
            return Ok(Some(*known));
        }
        self.value(game, play, position).map(Some)
    }

    fn number(&self, term: &Term) -> Option<i64> {
        term.evaluate(&[], &self.slots).ok().and_then(|number| i64::try_from(number).ok())
    }

    /// Whether everything that is looked up has a value.
    fn look_up(&mut self, lookups: &[Lookup]) -> Result<bool, String> {
        for lookup in lookups {
            let Some(position) = self.position(&lookup.position) else { return Ok(false) };
            let Some(value) = self.known(lookup.game, Play::Normal, &position)? else { return Ok(false) };
            self.slots[lookup.slot] = i64::from(value);
        }
        Ok(true)
    }

    fn position(&self, terms: &[Term]) -> Option<Position> {
        terms.iter().map(|term| self.number(term)).collect()
    }

    fn place(&mut self, place: &Place) -> Result<Option<Position>, String> {
        let found = if self.look_up(&place.lookups)? { self.position(&place.position) } else { None };
        match found {
            Some(position) if self.belongs(place.game, &position)? => Ok(Some(position)),
            _ => Ok(None),
        }
    }

    /// The truth of a formula; a part without a value matters only where no other decides.
    fn formula(&mut self, formula: &Formula) -> ListedTruth {
        match formula {
            Formula::Known(known) => Ok(Some(*known)),
            Formula::Test(lookups, condition) => self.test(lookups, condition),
            Formula::Is(property, place) => {
                let Some(position) = self.place(place)? else { return Ok(None) };
                match property {
                    Property::Outcome(outcome) => {
                        let own = self.rulesets.get(place.game).map_or(Play::Normal, |ruleset| ruleset.play);
                        let play = if place.game == 0 { self.play } else { own };
                        let value = self.known(place.game, play, &position)?;
                        Ok(value.map(|value| (value == 0) == (*outcome == Outcome::P)))
                    }
                    Property::Terminal => Ok(Some(self.options(place.game, &position)?.is_empty())),
                    Property::Final => Err("the final phase is not listed".to_owned()),
                }
            }
            Formula::And(parts) => self.one_after_the_other(parts, false),
            Formula::Or(parts) => self.one_after_the_other(parts, true),
            Formula::Not(inner) => Ok(self.formula(inner)?.map(|truth| !truth)),
            Formula::Iff(left, right) => {
                let sides = (self.formula(left)?, self.formula(right)?);
                Ok(sides.0.zip(sides.1).map(|(left, right)| left == right))
            }
            Formula::ForAll(bound, body) => self.for_each(bound, body, false),
            Formula::Exists(bound, body) => self.for_each(bound, body, true),
            Formula::AllOptions(place, slots, body) => self.of_options(place, slots, body, false),
            Formula::SomeOption(place, slots, body) => self.of_options(place, slots, body, true),
            Formula::Member(..) | Formula::Admissible(_) => Err("such a look-up is not listed".to_owned()),
        }
    }

    fn test(&mut self, lookups: &[Lookup], condition: &Condition) -> ListedTruth {
        if !self.look_up(lookups)? {
            return Ok(None);
        }
        Ok(condition.holds(&[], &self.slots).ok())
    }

    /// All parts, until one has the truth that decides.
    fn one_after_the_other(&mut self, parts: &[Formula], decisive: bool) -> ListedTruth {
        let mut void = false;
        for part in parts {
            match self.formula(part)? {
                Some(truth) if truth == decisive => return Ok(Some(decisive)),
                Some(_) => {}
                None => void = true,
            }
        }
        Ok(if void { None } else { Some(!decisive) })
    }

    fn for_each(&mut self, bound: &Bound, body: &Formula, decisive: bool) -> ListedTruth {
        let mut void = false;
        for (low, high) in &bound.domain.0 {
            let high = high.as_ref().ok_or("a range has no end")?;
            let (Some(low), Some(high)) = (self.end(low)?, self.end(high)?) else { return Ok(None) };
            if MOST_NUMBERS <= high.saturating_sub(low) {
                return Err(format!("`{}` has too many values", bound.name));
            }
            for value in low..=high {
                self.slots[bound.slot] = value;
                match self.formula(body)? {
                    Some(truth) if truth == decisive => return Ok(Some(decisive)),
                    Some(_) => {}
                    None => void = true,
                }
            }
        }
        Ok(if void { None } else { Some(!decisive) })
    }

    fn end(&mut self, end: &Value) -> Result<Option<i64>, String> {
        Ok(if self.look_up(&end.lookups)? { self.number(&end.term) } else { None })
    }

    fn of_options(&mut self, place: &Place, slots: &[usize], body: &Formula, decisive: bool) -> ListedTruth {
        let Some(position) = self.place(place)? else { return Ok(None) };
        let mut void = false;
        for option in self.options(place.game, &position)?.chunks(position.len().max(1)) {
            for (slot, number) in slots.iter().zip(option) {
                self.slots[*slot] = *number;
            }
            match self.formula(body)? {
                Some(truth) if truth == decisive => return Ok(Some(decisive)),
                Some(_) => {}
                None => void = true,
            }
        }
        Ok(if void { None } else { Some(!decisive) })
    }
}

/// The value of a position by those of its options: the least that none of them has; in misère play 0 if there are some, and none is 0.
fn value_among(values: &mut Vec<u32>, play: Play) -> Result<u32, String> {
    if play == Play::Misere {
        return Ok(u32::from(values.is_empty() || values.contains(&0)));
    }
    values.sort_unstable();
    values.dedup();
    let least = values.iter().enumerate().find(|(at, value)| u32::try_from(*at) != Ok(**value)).map(|found| found.0);
    u32::try_from(least.unwrap_or(values.len())).map_err(|_| "a value is too large".to_owned())
}
