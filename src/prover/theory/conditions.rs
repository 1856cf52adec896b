//! The two conditions that make a set the set of P-positions, and those that make a relation the graph of the Grundy values.
use super::decider::Decider;
use crate::prover::Obstacle;
use crate::prover::say::game::Game;
use crate::prover::say::notation::Notation;
use crate::recheck::multiples::{Approximated, approximated};
use crate::value::Play;
use nimdsl_automata::{Automaton, Integer, Natural, Presburger};
use std::sync::Arc;

/// What came out of checking conditions.
#[derive(Debug)]
pub(in crate::prover) enum Checked {
    /// All of them hold. The automaton has the coordinates as tracks, and the value last.
    Good(Automaton),
    /// A relation is not total and single-valued: it is no graph of values.
    Unclear,
    /// Some do not; at the least such position, as the tracks show it. The automaton is what was to be shown.
    Bad(Vec<i64>, Arc<Automaton>),
}

/// A game in a numeration, with the tracks of its coordinates.
#[derive(Debug)]
pub(in crate::prover) struct Conditions<'a> {
    pub(in crate::prover) game: Game<'a>,
    pub(in crate::prover) decider: &'a Decider<'a>,
    pub(in crate::prover) tracks: &'a [Natural],
    /// The variable of the value; stands behind the tracks.
    pub(in crate::prover) value: Natural,
    /// How many of the last coordinates stand for open parameters.
    pub(in crate::prover) open: usize,
}

fn holds(automaton: &Arc<Automaton>, terms: &[Integer]) -> Presburger {
    Presburger::Holds(Arc::clone(automaton), terms.to_vec())
}

impl<'a> Conditions<'a> {
    pub(in crate::prover) fn of(notation: &'a Notation<'_>, decider: &'a Decider<'a>, open: usize) -> Self {
        let Notation { tracks, value, .. } = notation;
        Self { game: notation.game(), decider, tracks, value: *value, open }
    }
}

impl Conditions<'_> {
    fn here(&self) -> Vec<Integer> {
        self.tracks.iter().map(|track| Integer::from(*track)).collect()
    }

    /// The positions of the game that a region holds.
    pub(in crate::prover) fn domain(&self, region: Option<Presburger>) -> Result<Arc<Automaton>, Obstacle> {
        let domain = self.game.domain(&self.game.coordinates(self.tracks))?;
        let formula = Presburger::and([domain, region.unwrap_or(Presburger::True), self.mentions_all()]);
        self.decider.decide(&formula).map(Arc::new)
    }

    /// A condition that is always true and speaks of all tracks, so that they are there.
    fn mentions_all(&self) -> Presburger {
        Presburger::and(self.tracks.iter().map(|track| Presburger::at_most(0, *track)))
    }

    /// Whether no option of a position of `domain` leaves it.
    pub(in crate::prover) fn is_closed(&self, domain: &Arc<Automaton>) -> Result<bool, Obstacle> {
        let leaves = self.game.some_option(&self.game.coordinates(self.tracks), &|option| {
            Ok(holds(domain, &self.game.on_tracks(option)).negated())
        })?;
        Ok(self.decider.decide(&Presburger::and([holds(domain, &self.here()), leaves]))?.is_empty())
    }

    /// Whether every option comes before its position in the order of the total and then of the coordinates.
    pub(in crate::prover) fn order_falls(&self) -> Result<bool, Obstacle> {
        let heaps = self.game.ruleset.heaps.len();
        let total = |terms: &[Integer]| Integer::Sum(terms[..heaps].to_vec());
        let here = self.game.coordinates(self.tracks);
        let rises = self.game.some_option(&here, &|option| {
            // The first coordinate that differs is larger, or none differs.
            let mut not_before = Presburger::True;
            for (new, old) in option.iter().zip(&here).rev() {
                let same = Presburger::and([Presburger::equal(new.clone(), old.clone()), not_before]);
                not_before = Presburger::or([Presburger::less(old.clone(), new.clone()), same]);
            }
            let same = Presburger::and([Presburger::equal(total(&here), total(option)), not_before]);
            Ok(Presburger::or([Presburger::less(total(&here), total(option)), same]))
        })?;
        Ok(self.decider.decide(&rises)?.is_empty())
    }

    /// The least of some positions by the total and then by the coordinates, as the tracks show it; of those with the least
    /// open parameters, if there are any.
    pub(in crate::prover) fn least(&self, positions: &Automaton) -> Result<Option<Vec<i64>>, Obstacle> {
        let heaps = self.game.ruleset.heaps.len();
        let width = self.tracks.len();
        if width == heaps {
            return Decider::least(positions);
        }
        let positions = Arc::new(positions.clone());
        // Registers are no tokens: one after the other, they only order what has the same heaps.
        let mut groups = vec![width - self.open..width, 0..heaps];
        groups.extend((heaps..width - self.open).map(|at| at..at + 1));
        let mut known: Vec<Option<i64>> = vec![None; width];
        for group in groups.into_iter().filter(|group| !group.is_empty()) {
            let terms =
                self.tracks.iter().zip(&known).map(|(track, known)| known.map_or(Integer::from(*track), Integer::from));
            let here = holds(&positions, &terms.collect::<Vec<_>>());
            let others = (0..width).filter(|at| known[*at].is_none() && !group.contains(at)).map(|at| self.tracks[at]);
            let asked = Presburger::and(group.clone().map(|at| Presburger::at_most(0, self.tracks[at])));
            let left =
                self.decider.decide(&Presburger::and([asked, Presburger::exists(others.collect::<Vec<_>>(), here)]))?;
            let Some(found) = Decider::least(&left)? else { return Ok(None) };
            for (at, number) in group.zip(found) {
                known[at] = Some(number);
            }
        }
        Ok(known.into_iter().collect())
    }

    /// The conditions for P-positions.
    pub(in crate::prover) fn outcomes(
        &self,
        domain: &Arc<Automaton>,
        play: Play,
        set: &Presburger,
    ) -> Result<Checked, Obstacle> {
        let here = self.here();
        let set = self.decider.decide(&Presburger::and([holds(domain, &here), set.clone()]))?;
        self.outcomes_of(domain, play, set)
    }

    /// The conditions for P-positions, of an automaton.
    pub(in crate::prover) fn outcomes_of(
        &self,
        domain: &Arc<Automaton>,
        play: Play,
        set: Automaton,
    ) -> Result<Checked, Obstacle> {
        if play == Play::Normal
            && let Some(approximated) = approximated(self.game.ruleset)
        {
            return self.outcomes_in_both(domain, &Arc::new(set), &approximated);
        }
        let here = self.here();
        let set = Arc::new(set);
        let coordinates = self.game.coordinates(self.tracks);
        let into = self.game.some_option(&coordinates, &|option| Ok(holds(&set, &self.game.on_tracks(option))))?;
        let into = Arc::new(self.decider.decide(&Presburger::and([into, self.mentions_all()]))?);
        // In misère play a terminal position is an N-position: it counts as one that has a move into the set.
        let mut winning = vec![holds(&into, &here)];
        if play == Play::Misere {
            winning.push(self.game.terminal(&coordinates)?);
        }
        let winning = Presburger::Or(winning);
        let inside = Presburger::and([holds(&set, &here), winning.clone()]);
        let outside = Presburger::and([holds(domain, &here), holds(&set, &here).negated(), winning.negated()]);
        let bad = self.decider.decide(&Presburger::or([inside, outside]))?;
        self.judged(&bad, &set)
    }

    /// The same where moves take multiples: with more moves than there are none leads from the set into the set, and with fewer one leads there from every
    /// other position, whatever the remainders are. What does not follow so is not known.
    fn outcomes_in_both(
        &self,
        domain: &Arc<Automaton>,
        set: &Arc<Automaton>,
        approximated: &Approximated,
    ) -> Result<Checked, Obstacle> {
        let (here, width) = (self.here(), self.tracks.len());
        let more = Game { ruleset: &approximated.more, ..self.game };
        let into = |game: Game<'_>, tracks: &[Natural]| {
            let leads = |option: &[Integer]| Ok(holds(set, &game.on_tracks(&option[..width])));
            game.some_option(&game.coordinates(tracks), &leads)
        };
        let inside = Presburger::and([holds(set, &here), into(more, self.tracks)?]);
        let fewer = Game { ruleset: &approximated.fewer, ..self.game };
        let remainders = fewer.dimension() - width;
        let beside = (0..remainders).map(|at| self.decider.names.beside(width + at, "a remainder"));
        let beside: Vec<Natural> = beside.collect();
        let all = [self.tracks, beside.as_slice()].concat();
        let is_one = fewer.domain(&fewer.coordinates(&all))?;
        let none = Presburger::and([is_one, into(fewer, &all)?.negated()]);
        let outside = [holds(domain, &here), holds(set, &here).negated(), Presburger::exists(beside, none)];
        let bad = Presburger::or([inside, Presburger::and(outside)]);
        if self.decider.decide(&bad)?.is_empty() {
            return Ok(Checked::Good(Automaton::clone(set)));
        }
        Err(Obstacle::Cannot("multiples of a heap are taken, and bounds of the remainders do not decide it".to_owned()))
    }

    fn judged(&self, bad: &Automaton, shown: &Arc<Automaton>) -> Result<Checked, Obstacle> {
        Ok(match self.least(bad)? {
            None => Checked::Good(Automaton::clone(shown)),
            Some(least) => Checked::Bad(least, Arc::clone(shown)),
        })
    }

    /// The conditions for Grundy values.
    pub(in crate::prover) fn values(&self, domain: &Arc<Automaton>, graph: &Presburger) -> Result<Checked, Obstacle> {
        let here = self.here();
        let graph = self.decider.decide(&Presburger::and([
            holds(domain, &here),
            Presburger::at_most(0, self.value),
            graph.clone(),
        ]))?;
        self.values_of(domain, graph)
    }

    /// The conditions for Grundy values, of an automaton.
    pub(in crate::prover) fn values_of(&self, domain: &Arc<Automaton>, graph: Automaton) -> Result<Checked, Obstacle> {
        let here = self.here();
        let graph = Arc::new(graph);
        let with = |terms: &[Integer], value: Natural| -> Presburger {
            let terms: Vec<Integer> = terms.iter().cloned().chain([Integer::from(value)]).collect();
            holds(&graph, &terms)
        };
        let other = self.decider.names.beside(self.tracks.len(), "another value");
        let coordinates = self.game.coordinates(self.tracks);
        let none = Presburger::and([
            holds(domain, &here),
            Presburger::exists([self.value], with(&here, self.value)).negated(),
        ]);
        let several = Presburger::exists(
            [self.value, other],
            Presburger::and([with(&here, self.value), with(&here, other), Presburger::less(self.value, other)]),
        );
        let unclear = self.decider.decide(&Presburger::or([none, several]))?;
        if !unclear.is_empty() {
            return Ok(Checked::Unclear);
        }
        let reaches =
            self.game.some_option(&coordinates, &|option| Ok(with(&self.game.on_tracks(option), self.value)))?;
        let reaches = Arc::new(self.decider.decide(&Presburger::and([
            reaches,
            self.mentions_all(),
            Presburger::at_most(0, self.value),
        ]))?);
        let pair: Vec<Integer> = here.iter().cloned().chain([Integer::from(self.value)]).collect();
        let same = Presburger::exists([self.value], Presburger::and([with(&here, self.value), holds(&reaches, &pair)]));
        let missing = Presburger::exists(
            [self.value, other],
            Presburger::and([
                with(&here, other),
                Presburger::less(self.value, other),
                holds(&reaches, &pair).negated(),
            ]),
        );
        let bad = self.decider.decide(&Presburger::or([same, missing]))?;
        self.judged(&bad, &graph)
    }

    /// Whether `level` is the set of positions of the value `earlier.len()`, given those of all smaller values: no move leads
    /// from it into it, and every other position of none of the smaller values has a move into it.
    pub(in crate::prover) fn level(
        &self,
        domain: &Arc<Automaton>,
        earlier: &[Arc<Automaton>],
        level: Automaton,
    ) -> Result<Checked, Obstacle> {
        let here = self.here();
        let level = Arc::new(level);
        let coordinates = self.game.coordinates(self.tracks);
        let into = self.game.some_option(&coordinates, &|option| Ok(holds(&level, &self.game.on_tracks(option))))?;
        let into = Arc::new(self.decider.decide(&Presburger::and([into, self.mentions_all()]))?);
        let smaller = Presburger::or(earlier.iter().map(|earlier| holds(earlier, &here)));
        let own = holds(&level, &here);
        let rest = Presburger::and([holds(domain, &here), smaller.clone().negated(), own.clone().negated()]);
        let bad = self.decider.decide(&Presburger::or([
            Presburger::and([own.clone(), Presburger::or([smaller, holds(domain, &here).negated()])]),
            Presburger::and([own, holds(&into, &here)]),
            Presburger::and([rest, holds(&into, &here).negated()]),
        ]))?;
        self.judged(&bad, &level)
    }
}
