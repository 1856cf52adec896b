//! The conditions that make the automaton of a certificate the set of P-positions, or the relation between positions and values.
use super::game::{Bench, Check, Into, accepts};
use super::known::Slot;
use super::multiples::{Approximated, approximated};
use super::search::OnTracks;
use super::table::GraphTable;
use super::tracks::{Tracks, VALUES, at_most, number, plus, track};
use crate::ruleset::definition::{Definition, Given};
use crate::value::Play;
use std::rc::Rc;

impl Check<'_> {
    /// What the claim says of the position, and of the value on a track.
    fn claimed(&self, bench: &mut Bench, defined: &Definition<'_>) -> Result<OnTracks, String> {
        let values = bench.values.clone();
        let mut reader = self.reader(bench)?;
        let said = match defined {
            Definition::Outcomes(_, Given::Set(set)) => {
                let position = reader.coordinates.clone();
                reader.member(set, &position)?
            }
            Definition::Outcomes(_, Given::Formula(formula)) => reader.formula(formula)?,
            Definition::Values(formula, slots) => {
                for slot in slots {
                    reader.slots.insert(*slot, Slot::Number(track(values[0])));
                }
                reader.formula(formula)?
            }
        };
        let mut parts = vec![said];
        parts.append(&mut reader.facts);
        Ok(OnTracks::And(parts))
    }

    /// The set is what the claim says.
    fn is_claimed(&self, defined: &Definition<'_>, set: &Rc<GraphTable>, values: usize) -> Result<(), String> {
        let mut bench = self.bench(values);
        let value = bench.values.first().copied();
        let said = self.claimed(&mut bench, defined)?;
        let domain = self.domain(&mut bench)?;
        let outside = OnTracks::Not(Box::new(here(set, &bench, value)));
        let wrong = OnTracks::And(vec![said, domain, outside]);
        self.is_empty(&bench, &wrong, "the claim holds of a position that is not in the set of the certificate")?;
        let mut bench = self.bench(values);
        let said = self.claimed(&mut bench, defined)?;
        let inside = here(set, &bench, value);
        self.covers(&bench, &inside, &[said], "the certificate's set has a position of which the claim is false")?;
        self.is_within(set, values)
    }

    /// All positions of a set belong to the game. Help of the domain is not shared with a claim, so both are asked apart.
    pub(super) fn is_within(&self, set: &Rc<GraphTable>, values: usize) -> Result<(), String> {
        let mut bench = self.bench(values);
        let domain = self.domain(&mut bench)?;
        let inside = here(set, &bench, bench.values.first().copied());
        self.covers(&bench, &inside, &[domain], "the certificate's set has a position that is not of this game")
    }

    pub(super) fn outcomes(&self, defined: &Definition<'_>, set: &Rc<GraphTable>) -> Result<(), String> {
        self.is_claimed(defined, set, 0)?;
        self.is_outcomes(set)
    }

    /// A set of positions of the game is that of the P-positions.
    pub(super) fn is_outcomes(&self, set: &Rc<GraphTable>) -> Result<(), String> {
        if self.play == Play::Normal
            && let Some(approximated) = approximated(self.ruleset)
        {
            return self.is_outcomes_in_both(set, &approximated);
        }
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            let into = self.makes(&mut bench, family, Into::Set(set, None))?;
            let both = OnTracks::And(vec![here(set, &bench, None), into]);
            self.is_empty(&bench, &both, &format!("move `{}` leads from the set into the set", family.name))?;
        }
        let mut bench = self.bench(0);
        let mut domain = vec![self.domain(&mut bench)?, OnTracks::Not(Box::new(here(set, &bench, None)))];
        bench.outer = bench.tracks.len();
        let lost = "a position outside of the set has no move into it";
        if self.play == Play::Normal {
            let winning = self.all_moves(&mut bench, Into::Set(set, None))?;
            return self.covers(&bench, &OnTracks::And(domain), &winning, lost);
        }
        // In misère play a terminal position is an N-position; every other one outside of the set needs a move into it.
        let mut bench = self.bench(0);
        let any = self.all_moves(&mut bench, Into::Anywhere)?;
        let inside = here(set, &bench, None);
        self.covers(&bench, &inside, &any, "a terminal position is in the set")?;
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            domain = vec![self.domain(&mut bench)?, OnTracks::Not(Box::new(here(set, &bench, None)))];
            domain.push(self.makes(&mut bench, family, Into::Anywhere)?);
            bench.outer = bench.tracks.len();
            let winning = self.all_moves(&mut bench, Into::Set(set, None))?;
            self.covers(&bench, &OnTracks::And(domain), &winning, lost)?;
        }
        Ok(())
    }

    /// The same by two games: with more moves none leads from the set into the set, and with fewer there is one from every other position,
    /// whatever the remainders are.
    fn is_outcomes_in_both(&self, set: &Rc<GraphTable>, approximated: &Approximated) -> Result<(), String> {
        let dimension = self.dimension();
        let more = Check { ruleset: &approximated.more, ..*self };
        for family in &more.ruleset.moves {
            let mut bench = more.bench(0);
            let into = more.makes(&mut bench, family, Into::Set(set, None))?;
            let both = OnTracks::And(vec![here(set, &bench, None), into]);
            more.is_empty(&bench, &both, &format!("move `{}` leads from the set into the set", family.name))?;
        }
        let fewer = Check { ruleset: &approximated.fewer, ..*self };
        let mut bench = fewer.bench(0);
        let inside = accepts(set, bench.here[..dimension].to_vec());
        let outside = vec![fewer.domain(&mut bench)?, OnTracks::Not(Box::new(inside))];
        bench.outer = bench.tracks.len();
        let leads = |_: &mut Tracks, option: &[usize]| Ok(accepts(set, option[..dimension].to_vec()));
        let winning = fewer.all_moves(&mut bench, Into::Tracks(&leads))?;
        fewer.covers(&bench, &OnTracks::And(outside), &winning, "a position outside of the set has no move into it")
    }

    pub(super) fn all_moves(&self, bench: &mut Bench, into: Into<'_>) -> Result<Vec<OnTracks>, String> {
        let mut all = Vec::new();
        for family in &self.ruleset.moves {
            all.push(self.makes(bench, family, into)?);
            bench.tracks.release(bench.outer);
        }
        Ok(all)
    }

    pub(super) fn values(&self, defined: &Definition<'_>, set: &Rc<GraphTable>) -> Result<(), String> {
        self.is_claimed(defined, set, 1)?;
        self.is_values(set)
    }

    /// A relation between positions of the game and numbers is that of the values.
    pub(super) fn is_values(&self, set: &Rc<GraphTable>) -> Result<(), String> {
        let mut bench = self.bench(2);
        let (one, other) = (bench.values[0], bench.values[1]);
        let less = at_most(&plus(&track(one), 1, &number(1))?, &track(other))?;
        let both = OnTracks::And(vec![here(set, &bench, Some(one)), here(set, &bench, Some(other)), less.clone()]);
        self.is_empty(&bench, &both, "a position has two values")?;
        for family in &self.ruleset.moves {
            let mut bench = self.bench(1);
            let value = bench.values[0];
            let into = self.makes(&mut bench, family, Into::Set(set, Some(value)))?;
            let both = OnTracks::And(vec![here(set, &bench, Some(value)), into]);
            let why = format!("move `{}` leads to an option of the same value", family.name);
            self.is_empty(&bench, &both, &why)?;
        }
        let smaller = OnTracks::And(vec![here(set, &bench, Some(other)), less]);
        let winning = self.all_moves(&mut bench, Into::Set(set, Some(one)))?;
        self.covers(&bench, &smaller, &winning, "a position has no option of some smaller value")?;
        // Every position has a value: the track of the value is an inner one.
        let mut bench = self.bench(0);
        let domain = self.domain(&mut bench)?;
        bench.outer = bench.tracks.len();
        let value = bench.tracks.take((VALUES, 0));
        let some = here(set, &bench, Some(value));
        self.covers(&bench, &domain, &[some], "a position has no value")
    }
}

fn here(set: &Rc<GraphTable>, bench: &Bench, value: Option<usize>) -> OnTracks {
    accepts(set, bench.here.iter().copied().chain(value).collect())
}
