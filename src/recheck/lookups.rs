//! What a claim looks up, as conditions on tracks: values and outcomes by automata that were checked, options by the moves.
//!
//! What is looked up outside of a game has no value; a claim is not judged by such places, so each part is true or false of
//! positions of the game only.
use super::known::{LookedUp, Slot, ValueTables};
use super::read::Reader;
use super::search::{Atom, Linear, OnTracks};
use super::table::GraphTable;
use super::tracks::{AMOUNTS, Read, VALUES, at_most, equal, not, number, plus, track};
use crate::ruleset::statement::{Formula, Lookup, Place, Property};
use crate::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a track adds to its number to give the coordinate.
pub(super) fn shift(ruleset: &Ruleset, at: usize) -> i64 {
    let register = at.checked_sub(ruleset.heaps.len()).and_then(|at| ruleset.registers.get(at));
    register.map_or(0, |register| register.low.min(0))
}

fn accepts(set: &Rc<GraphTable>, tracks: &[usize]) -> OnTracks {
    OnTracks::Is(Atom::Accepts(Rc::clone(set), tracks.to_vec()))
}

impl<'a> Reader<'a> {
    fn game(&self, game: usize) -> Read<&'a LookedUp<'a>> {
        let known: Option<&'a [LookedUp<'a>]> = self.games;
        known.and_then(|games| games.get(game)).ok_or_else(|| "its claim has a look-up that is not checked".to_owned())
    }

    /// The values that something needs: their slots, and what they satisfy.
    pub(super) fn look_up(&mut self, lookups: &[Lookup]) -> Read<()> {
        for lookup in lookups {
            let game = self.game(lookup.game)?;
            let tracks = self.place(game.ruleset, &lookup.position)?;
            let value = self.tracks.take((VALUES, 0));
            let held = match &game.values {
                Some(ValueTables::Graph(graph)) => accepts(graph, &[tracks.as_slice(), &[value]].concat()),
                Some(ValueTables::Levels(levels)) => self.by_levels(game.ruleset, levels, &tracks, value)?,
                None => return Err("the certificate has no values of a game that the claim looks up".to_owned()),
            };
            self.facts.push(held);
            self.slots.insert(lookup.slot, Slot::Number(track(value)));
        }
        Ok(())
    }

    /// A value that may be that of the position: positions that are in no set may have any larger one.
    fn by_levels(
        &mut self,
        ruleset: &Ruleset,
        levels: &[Rc<GraphTable>],
        tracks: &[usize],
        value: usize,
    ) -> Read<OnTracks> {
        if self.is_denied {
            return Err("values of which only the least are known are not checked under a quantifier".to_owned());
        }
        let (mut all, mut beyond) = (Vec::new(), vec![self.belongs(ruleset, tracks)?]);
        for (at, level) in levels.iter().enumerate() {
            let own = number(natural(at));
            all.push(OnTracks::And(vec![accepts(level, tracks), equal(&track(value), &own)?]));
            beyond.push(not(accepts(level, tracks)));
        }
        let least = number(natural(levels.len()));
        beyond.push(at_most(&least, &track(value))?);
        all.push(OnTracks::And(beyond));
        Ok(OnTracks::Or(all))
    }

    /// Tracks with the coordinates of a position, in their order.
    fn place(&mut self, ruleset: &Ruleset, position: &[Term]) -> Read<Vec<usize>> {
        if position.len() != ruleset.heaps.len() + ruleset.registers.len() {
            return Err("a position has another number of coordinates".to_owned());
        }
        let mut tracks = Vec::new();
        for (at, term) in position.iter().enumerate() {
            let place = u32::try_from(at).ok().filter(|at| *at < AMOUNTS).ok_or("there are too many coordinates")?;
            let form = plus(&self.term(term)?, -1, &number(shift(ruleset, at)))?;
            if let ([(own, 1)], 0) = (form.terms.as_slice(), form.constant)
                && self.tracks.place(*own) == (place, 0)
            {
                tracks.push(*own);
                continue;
            }
            let own = self.tracks.take((place, 2));
            self.facts.push(equal(&track(own), &form)?);
            tracks.push(own);
        }
        Ok(tracks)
    }

    /// Reads something of a game where the coordinates are these, and no other variables are known.
    fn at<T>(&mut self, coordinates: Vec<Linear>, read: &mut dyn FnMut(&mut Self) -> Read<T>) -> Read<T> {
        let coordinates = std::mem::replace(&mut self.coordinates, coordinates);
        let (slots, known) = (std::mem::take(&mut self.slots), std::mem::take(&mut self.known));
        let found = read(self);
        (self.coordinates, self.slots, self.known) = (coordinates, slots, known);
        found
    }

    fn coordinates_on(ruleset: &Ruleset, tracks: &[usize]) -> Read<Vec<Linear>> {
        let own = tracks.iter().enumerate();
        own.map(|(at, own)| plus(&track(*own), 1, &number(shift(ruleset, at)))).collect()
    }

    /// The position on the tracks belongs to the game.
    fn belongs(&mut self, ruleset: &Ruleset, tracks: &[usize]) -> Read<OnTracks> {
        self.inside(ruleset, &Self::coordinates_on(ruleset, tracks)?)
    }

    /// Coordinates are those of a position of the game.
    pub(super) fn inside(&mut self, ruleset: &Ruleset, coordinates: &[Linear]) -> Read<OnTracks> {
        if coordinates.len() != ruleset.heaps.len() + ruleset.registers.len() {
            return Err("a position has another number of coordinates".to_owned());
        }
        let mut parts = Vec::new();
        for heap in &coordinates[..ruleset.heaps.len()] {
            parts.push(at_most(&number(0), heap)?);
        }
        for (value, register) in coordinates[ruleset.heaps.len()..].iter().zip(&ruleset.registers) {
            parts.push(at_most(&number(register.low), value)?);
            if let Some(high) = register.high {
                parts.push(at_most(value, &number(high))?);
            }
        }
        parts.push(self.at(coordinates.to_vec(), &mut |reader| reader.condition(&ruleset.positions))?);
        Ok(OnTracks::And(parts))
    }

    /// That a position of the game has a property, or that one has it not.
    pub(super) fn property(&mut self, property: Property, place: &Place, truth: bool) -> Read<OnTracks> {
        self.apart(&mut |reader| {
            reader.look_up(&place.lookups)?;
            let game = reader.game(place.game)?;
            let tracks = reader.place(game.ruleset, &place.position)?;
            match property {
                Property::Outcome(outcome) => reader.outcome(game, &tracks, (outcome == Outcome::P) == truth),
                Property::Terminal => {
                    let here = Self::coordinates_on(game.ruleset, &tracks)?;
                    let belongs = reader.belongs(game.ruleset, &tracks)?;
                    let mut some = |reader: &mut Self| {
                        reader.some_move(game.ruleset, &here, &mut |_, _| Ok(OnTracks::Known(true)))
                    };
                    let moves = if truth { reader.denied(&mut some)? } else { some(reader)? };
                    Ok(OnTracks::And(vec![belongs, moves]))
                }
                Property::Final => {
                    let last = game.last.as_ref().ok_or("the certificate has no final phase")?;
                    let inside = accepts(last, &tracks);
                    if truth {
                        return Ok(inside);
                    }
                    Ok(OnTracks::And(vec![reader.belongs(game.ruleset, &tracks)?, not(inside)]))
                }
            }
        })
    }

    /// Whether coordinates are a position of an outcome, or one of the other.
    pub(super) fn has_outcome(&mut self, outcome: Outcome, position: &[Linear], truth: bool) -> Read<OnTracks> {
        let game = self.game(0)?;
        let place: Vec<Term> = (0..position.len()).map(|at| Term::Variable(Variable::Coordinate(at))).collect();
        let tracks = self.at(position.to_vec(), &mut |reader| reader.place(game.ruleset, &place))?;
        self.outcome(game, &tracks, (outcome == Outcome::P) == truth)
    }

    fn outcome(&mut self, game: &LookedUp<'_>, tracks: &[usize], is_p: bool) -> Read<OnTracks> {
        let set = if game.play == Play::Normal { &game.normal } else { &game.misere };
        let inside = match (set, &game.values, game.play) {
            (Some(set), ..) => accepts(set, tracks),
            (None, Some(ValueTables::Graph(graph)), Play::Normal) => {
                let value = self.tracks.take((VALUES, 0));
                self.facts.push(equal(&track(value), &number(0))?);
                accepts(graph, &[tracks, &[value]].concat())
            }
            (None, Some(ValueTables::Levels(levels)), Play::Normal) if !levels.is_empty() => {
                accepts(&levels[0], tracks)
            }
            _ => return Err("the certificate has no outcomes of a game that the claim looks up".to_owned()),
        };
        Ok(if is_p { inside } else { OnTracks::And(vec![self.belongs(game.ruleset, tracks)?, not(inside)]) })
    }

    /// For some option of a position, the body has this truth.
    pub(super) fn option(&mut self, place: &Place, slots: &[usize], body: &Formula, truth: bool) -> Read<OnTracks> {
        self.apart(&mut |reader| {
            reader.look_up(&place.lookups)?;
            let game = reader.game(place.game)?;
            let tracks = reader.place(game.ruleset, &place.position)?;
            let here = Self::coordinates_on(game.ruleset, &tracks)?;
            let belongs = reader.belongs(game.ruleset, &tracks)?;
            let found = reader.some_move(game.ruleset, &here, &mut |reader, option| {
                for (slot, form) in slots.iter().zip(option) {
                    reader.slots.insert(*slot, Slot::Number(form.clone()));
                }
                reader.read(body, truth)
            })?;
            Ok(OnTracks::And(vec![belongs, found]))
        })
    }

    /// For some option of a position, something holds of its coordinates.
    pub(super) fn some_move(
        &mut self,
        ruleset: &Ruleset,
        here: &[Linear],
        body: &mut dyn FnMut(&mut Self, &[Linear]) -> Read<OnTracks>,
    ) -> Read<OnTracks> {
        let mut all = Vec::new();
        for family in &ruleset.moves {
            all.push(self.apart(&mut |reader| {
                let (guard, option) = reader.at(here.to_vec(), &mut |reader| reader.made(family))?;
                Ok(OnTracks::And(vec![guard, body(reader, &option)?]))
            })?);
        }
        Ok(OnTracks::Or(all))
    }

    /// That a move can be made, and the coordinates of its option.
    fn made(&mut self, family: &Move) -> Read<(OnTracks, Vec<Linear>)> {
        alone(family)?;
        self.slots = BTreeMap::new();
        self.take_amounts(family)?;
        let guard = self.condition(&family.guard)?;
        Ok((guard, family.targets.iter().map(|target| self.term(target)).collect::<Read<_>>()?))
    }
}

/// Only moves to a single position are read.
pub(super) fn alone(family: &Move) -> Result<(), String> {
    if family.more.is_empty() { Ok(()) } else { Err(format!("move `{}` breaks a position into several", family.name)) }
}

/// Whether a guard says that the amount is at least some natural number.
pub(super) fn is_natural(guard: &Condition, amount: usize) -> bool {
    match guard {
        Condition::And(parts) => parts.iter().any(|part| is_natural(part, amount)),
        Condition::Or(parts) => parts.iter().all(|part| is_natural(part, amount)),
        Condition::Compare(Term::Constant(0..), Comparison::AtMost | Comparison::Equal, Term::Variable(variable))
        | Condition::Compare(Term::Variable(variable), Comparison::Equal, Term::Constant(0..)) => {
            *variable == Variable::Amount(amount)
        }
        Condition::Not(inner) => match &**inner {
            // k > -1.
            Condition::Compare(Term::Variable(variable), Comparison::AtMost, Term::Constant(-1..)) => {
                *variable == Variable::Amount(amount)
            }
            _ => false,
        },
        _ => false,
    }
}

/// How many there are, as a number of the certificate's claims.
fn natural(count: usize) -> i64 {
    i64::try_from(count).expect("a list in memory has fewer elements")
}
