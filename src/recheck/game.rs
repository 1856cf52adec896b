//! The conditions of a game on tracks: where its positions are, where its moves lead, and that something holds of all of them.
//! Knows nothing of certificates.
use super::graph::{self, Missed};
use super::lookups::{alone, shift};
use super::read::Reader;
use super::search::{Atom, Linear, OnTracks, TooMany};
use super::spent::CheckEffort;
use super::table::{GraphTable, Numeration};
use super::tracks::{Tracks, VALUES, at_most, equal, number, place, plus, renamed, track};
use crate::ruleset::statement::Formula;
use crate::ruleset::{Move, Ruleset, Term, Variable};
use crate::value::Play;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::rc::Rc;

/// A game, or the part of it that a claim speaks of.
pub(super) struct Check<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) region: Option<&'a Formula>,
    pub(super) play: Play,
    pub(super) numeration: Numeration,
    pub(super) spent: &'a CheckEffort<'a>,
}

/// What a reader at the option of a move says of the option's coordinates.
pub(super) type SaidOfOption<'a> = dyn Fn(&mut Reader<'_>, &[Linear]) -> Result<OnTracks, String> + 'a;

/// What is said of the tracks of an option.
pub(super) type SaidOfTracks<'a> = dyn Fn(&mut Tracks, &[usize]) -> Result<OnTracks, String> + 'a;

/// Where the option of a move must lie.
#[derive(Clone, Copy)]
pub(super) enum Into<'a> {
    /// Anywhere.
    Anywhere,
    /// In a set, perhaps with a value on a track.
    Set(&'a Rc<GraphTable>, Option<usize>),
    /// Where this holds of its tracks.
    Tracks(&'a SaidOfTracks<'a>),
    /// Where this holds.
    Where(&'a SaidOfOption<'a>),
}

/// Conditions that share tracks.
pub(super) struct Bench {
    pub(super) tracks: Tracks,
    pub(super) here: Vec<usize>,
    pub(super) values: Vec<usize>,
    pub(super) outer: usize,
}

/// A hash of a text that is never there as a whole.
struct TextHash(blake3::Hasher);

impl Write for TextHash {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// A hash of all that a question is about, by its derived text, which tells all parts of it.
fn hash_of(question: &impl Debug) -> [u8; 32] {
    let mut hash = TextHash(blake3::Hasher::new());
    write!(hash, "{question:?}").expect("a hash takes all texts");
    *hash.0.finalize().as_bytes()
}

impl Check<'_> {
    pub(super) fn dimension(&self) -> usize {
        self.ruleset.heaps.len() + self.ruleset.registers.len()
    }

    pub(super) fn bench(&self, values: usize) -> Bench {
        let mut tracks = Tracks::default();
        let here = (0..self.dimension()).map(|at| tracks.take((place(at), 0))).collect();
        let values = (0..values).map(|at| tracks.take((VALUES, place(at)))).collect();
        let outer = tracks.len();
        Bench { tracks, here, values, outer }
    }

    pub(super) fn shift(&self, at: usize) -> i64 {
        shift(self.ruleset, at)
    }

    pub(super) fn reader<'b>(&self, bench: &'b mut Bench) -> Result<Reader<'b>, String> {
        let coordinates = bench.here.iter().enumerate();
        let coordinates = coordinates.map(|(at, own)| plus(&track(*own), 1, &number(self.shift(at))));
        let coordinates = coordinates.collect::<Result<_, _>>()?;
        let heaps = self.ruleset.heaps.len();
        Ok(Reader {
            tracks: &mut bench.tracks,
            numeration: self.numeration,
            heaps,
            facts: Vec::new(),
            is_partial: false,
            known: Vec::new(),
            coordinates,
            slots: BTreeMap::new(),
            growth: None,
            elements: None,
            games: None,
            is_denied: false,
        })
    }

    /// The position belongs to the game.
    pub(super) fn domain(&self, bench: &mut Bench) -> Result<OnTracks, String> {
        let mut reader = self.reader(bench)?;
        let mut parts = vec![reader.condition(&self.ruleset.positions)?];
        for (at, register) in self.ruleset.registers.iter().enumerate() {
            let value = reader.coordinates[self.ruleset.heaps.len() + at].clone();
            parts.push(at_most(&number(register.low), &value)?);
            if let Some(high) = register.high {
                parts.push(at_most(&value, &number(high))?);
            }
        }
        if let Some(region) = self.region {
            parts.push(reader.formula(region)?);
        }
        parts.append(&mut reader.facts);
        Ok(OnTracks::And(parts))
    }

    /// A claim `where` something holds is one about a smaller game, if no move leaves it.
    pub(super) fn no_option_leaves(&self) -> Result<(), String> {
        let Some(region) = self.region else { return Ok(()) };
        if matches!(region, Formula::Known(true)) {
            return Ok(());
        }
        let beyond = |reader: &mut Reader<'_>, option: &[Linear]| {
            reader.coordinates = option.to_vec();
            reader.opposite(region)
        };
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            let domain = self.domain(&mut bench)?;
            let leaves = self.makes(&mut bench, family, Into::Where(&beyond))?;
            let why = format!("move `{}` leads to where the claim says nothing", family.name);
            self.is_empty(&bench, &OnTracks::And(vec![domain, leaves]), &why)?;
        }
        Ok(())
    }

    /// The move can be made, and its option, if `into` is asked for, is in the set with the value on a track.
    pub(super) fn makes(&self, bench: &mut Bench, family: &Move, into: Into<'_>) -> Result<OnTracks, String> {
        alone(family)?;
        let here = bench.here.clone();
        let mut reader = self.reader(bench)?;
        reader.take_amounts(family)?;
        let mut parts = vec![reader.condition(&family.guard)?];
        match into {
            Into::Anywhere => {}
            Into::Where(said) => {
                let option = family.targets.iter().map(|target| reader.term(target)).collect::<Result<Vec<_>, _>>()?;
                // The amounts of the move are no variables of what is said of the option.
                reader.slots.clear();
                reader.known.clear();
                parts.push(said(&mut reader, &option)?);
            }
            Into::Set(..) | Into::Tracks(_) => {
                let mut after = Vec::new();
                for (at, target) in family.targets.iter().enumerate() {
                    if *target == Term::Variable(Variable::Coordinate(at)) {
                        after.push(here[at]);
                        continue;
                    }
                    let own = reader.tracks.take((place(at), 1));
                    let shifted = plus(&track(own), 1, &number(self.shift(at)))?;
                    let target = reader.term(target)?;
                    parts.push(equal(&shifted, &target)?);
                    after.push(own);
                }
                parts.push(match into {
                    Into::Set(set, value) => accepts(set, after.into_iter().chain(value).collect()),
                    Into::Tracks(said) => said(reader.tracks, &after)?,
                    Into::Anywhere | Into::Where(_) => OnTracks::Known(true),
                });
            }
        }
        parts.append(&mut reader.facts);
        Ok(OnTracks::And(parts))
    }

    pub(super) fn is_empty(&self, bench: &Bench, condition: &OnTracks, otherwise: &str) -> Result<(), String> {
        let order = bench.tracks.order();
        let left = self.spent.left();
        let condition = renamed(condition, &order);
        let hash = || hash_of(&("empty", self.numeration, &condition));
        let work = || graph::is_empty(self.numeration, self.spent, &condition);
        answered(self.spent.is_impossible(hash, work), otherwise)?;
        self.spent.exclude(otherwise, left);
        Ok(())
    }

    pub(super) fn covers(
        &self,
        bench: &Bench,
        premise: &OnTracks,
        conclusions: &[OnTracks],
        otherwise: &str,
    ) -> Result<(), String> {
        let all = Missed { premise: premise.clone(), conclusions: conclusions.to_vec() };
        self.none_is_missed(bench, vec![all], &OnTracks::Known(true), otherwise)
    }

    pub(super) fn none_is_missed(
        &self,
        bench: &Bench,
        parts: Vec<Missed>,
        condition: &OnTracks,
        otherwise: &str,
    ) -> Result<(), String> {
        let order = bench.tracks.order();
        let mut outer = vec![false; order.len()];
        for at in &order[..bench.outer] {
            outer[*at] = true;
        }
        let placed = |part: Missed| Missed {
            premise: renamed(&part.premise, &order),
            conclusions: part.conclusions.iter().map(|condition| renamed(condition, &order)).collect(),
        };
        let parts: Vec<Missed> = parts.into_iter().map(placed).collect();
        let condition = renamed(condition, &order);
        let left = self.spent.left();
        let hash = || hash_of(&("missed", self.numeration, &parts, &condition, &outer));
        let work = || graph::none_is_missed((self.numeration, self.spent), &parts, &condition, &outer);
        answered(self.spent.is_impossible(hash, work), otherwise)?;
        self.spent.exclude(otherwise, left);
        Ok(())
    }
}

/// That the numbers on these tracks are in a set.
pub(super) fn accepts(set: &Rc<GraphTable>, tracks: Vec<usize>) -> OnTracks {
    OnTracks::Is(Atom::Accepts(Rc::clone(set), tracks))
}

fn answered(answer: Result<bool, TooMany>, otherwise: &str) -> Result<(), String> {
    match answer {
        Ok(true) => Ok(()),
        Ok(false) => Err(otherwise.to_owned()),
        Err(TooMany) => Err("it was not checked within a hundred million nodes".to_owned()),
    }
}
