//! The final phase of misère play and admissible rulesets (KY24, Definition 2, after Yamasaki 1980): that a set is the final phase, and that a
//! ruleset is admissible with it. Knows nothing of certificates.
//!
//! A position is in the final phase if its value is 0, and it is terminal or has an option of value 1 in the final phase; or if its value is 1, and all its
//! options of value 0 are in the final phase. Where play ends, one set alone has this property: by induction over play, what is said of a position is
//! decided by its options.
use super::game::{Bench, Check, Into, accepts};
use super::known::ValueTables;
use super::search::OnTracks;
use super::table::GraphTable;
use super::tracks::{Tracks, VALUES, at_most, equal, not, number, track};
use crate::ruleset::Move;
use crate::ruleset::statement::Admissibility;
use std::rc::Rc;

/// A value, 0 or 1, and whether a position of it is in the final phase.
type PhaseOfValue = (usize, bool);

/// A game with its values, and the set that is to be its final phase.
pub(super) struct FinalPhase<'a> {
    pub(super) check: &'a Check<'a>,
    pub(super) values: &'a ValueTables,
    pub(super) last: &'a Rc<GraphTable>,
}

impl FinalPhase<'_> {
    /// Confirms that the set is the final phase.
    pub(super) fn holds(&self) -> Result<(), String> {
        let mut bench = self.check.bench(0);
        let place = bench.here.clone();
        let inside = accepts(self.last, place.clone());
        let low = [self.value_is(&mut bench.tracks, &place, 0)?, self.value_is(&mut bench.tracks, &place, 1)?];
        self.check.covers(&bench, &inside, &low, "a position in the final phase has another value than 0 and 1")?;
        for family in &self.check.ruleset.moves {
            let mut bench = self.check.bench(0);
            let mut moves = vec![self.here(&mut bench, (0, true))?];
            moves.push(self.check.makes(&mut bench, family, Into::Anywhere)?);
            bench.outer = bench.tracks.len();
            let why = "a position of value 0 in the final phase is not terminal and has no option of value 1 in it";
            let some = self.some(&mut bench, (1, true))?;
            self.check.covers(&bench, &OnTracks::And(moves), &some, why)?;
        }
        self.none_leads(
            ((1, true), (0, false)),
            "a position of value 1 in the final phase has an option of value 0 out of it",
        )?;
        self.none_leads(
            ((0, false), (1, true)),
            "a position of value 0 out of the final phase has an option of value 1 in it",
        )?;
        let mut bench = self.check.bench(0);
        let premise = self.outside(&mut bench, 0)?;
        let any = self.check.all_moves(&mut bench, Into::Anywhere)?;
        self.check.covers(&bench, &premise, &any, "a terminal position is not in the final phase")?;
        let mut bench = self.check.bench(0);
        let premise = self.outside(&mut bench, 1)?;
        let some = self.some(&mut bench, (0, false))?;
        let why = "all options of value 0 of a position of value 1 out of the final phase are in it";
        self.check.covers(&bench, &premise, &some, why)
    }

    /// Confirms that the ruleset is admissible, or universally.
    pub(super) fn is_admissible(&self, which: Admissibility) -> Result<(), String> {
        let mut bench = self.check.bench(0);
        let mut larger = vec![self.check.domain(&mut bench)?];
        larger.push(self.is_larger(&mut bench)?);
        bench.outer = bench.tracks.len();
        let larger = OnTracks::And(larger);
        let why = "a position of a larger value lacks the options that (iii) of the definition asks for";
        if which == Admissibility::Plain {
            let mut some = self.some(&mut bench, (0, false))?;
            some.extend(self.some(&mut bench, (1, true))?);
            return self.check.covers(&bench, &larger, &some, why);
        }
        self.none_leads(
            ((0, true), (1, false)),
            "a position of value 0 in the final phase has an option of value 1 out of it",
        )?;
        self.none_leads(
            ((1, false), (0, true)),
            "a position of value 1 out of the final phase has an option of value 0 in it",
        )?;
        let mut both = Vec::new();
        for phase in [false, true] {
            for one in &self.check.ruleset.moves {
                for other in &self.check.ruleset.moves {
                    let zero = self.into(&mut bench, one, (0, phase))?;
                    both.push(OnTracks::And(vec![zero, self.into(&mut bench, other, (1, phase))?]));
                    bench.tracks.release(bench.outer);
                }
            }
        }
        self.check.covers(&bench, &larger, &both, why)
    }

    /// No move leads from positions of one kind to one of the other.
    fn none_leads(&self, (from, to): (PhaseOfValue, PhaseOfValue), why: &str) -> Result<(), String> {
        self.check.ruleset.moves.iter().try_for_each(|family| {
            let mut bench = self.check.bench(0);
            let mut parts = vec![self.check.domain(&mut bench)?, self.here(&mut bench, from)?];
            parts.push(self.into(&mut bench, family, to)?);
            self.check.is_empty(&bench, &OnTracks::And(parts), why)
        })
    }

    /// The position at hand belongs to the game, has the value and is not in the final phase; what follows is asked for all its tracks.
    fn outside(&self, bench: &mut Bench, value: usize) -> Result<OnTracks, String> {
        let domain = self.check.domain(bench)?;
        let here = self.here(bench, (value, false))?;
        bench.outer = bench.tracks.len();
        Ok(OnTracks::And(vec![domain, here]))
    }

    fn here(&self, bench: &mut Bench, phase: PhaseOfValue) -> Result<OnTracks, String> {
        let place = bench.here.clone();
        self.is(&mut bench.tracks, &place, phase)
    }

    /// The position on some tracks is of a kind.
    fn is(&self, tracks: &mut Tracks, place: &[usize], (value, is_final): PhaseOfValue) -> Result<OnTracks, String> {
        let last = accepts(self.last, place.to_vec());
        let last = if is_final { last } else { not(last) };
        Ok(OnTracks::And(vec![self.value_is(tracks, place, value)?, last]))
    }

    fn value_is(&self, tracks: &mut Tracks, place: &[usize], value: usize) -> Result<OnTracks, String> {
        match self.values {
            ValueTables::Levels(levels) => {
                let level = levels.get(value).ok_or("the certificate has too few values for a final phase")?;
                Ok(accepts(level, place.to_vec()))
            }
            ValueTables::Graph(graph) => {
                let own = tracks.take((VALUES, 0));
                let given = number(i64::try_from(value).map_err(|_| "a value is too large")?);
                let graph = accepts(graph, [place, &[own]].concat());
                Ok(OnTracks::And(vec![graph, equal(&track(own), &given)?]))
            }
        }
    }

    /// The value of the position at hand is 2 or more.
    fn is_larger(&self, bench: &mut Bench) -> Result<OnTracks, String> {
        let place = bench.here.clone();
        match self.values {
            ValueTables::Levels(_) => {
                let low = [0, 1].map(|value| self.value_is(&mut bench.tracks, &place, value));
                Ok(OnTracks::And(low.into_iter().map(|low| low.map(not)).collect::<Result<_, _>>()?))
            }
            ValueTables::Graph(graph) => {
                let own = bench.tracks.take((VALUES, 0));
                let graph = accepts(graph, [place.as_slice(), &[own]].concat());
                Ok(OnTracks::And(vec![graph, at_most(&number(2), &track(own))?]))
            }
        }
    }

    /// The move can be made, and its option is of a kind.
    fn into(&self, bench: &mut Bench, family: &Move, phase: PhaseOfValue) -> Result<OnTracks, String> {
        self.check.makes(bench, family, Into::Tracks(&|tracks, place| self.is(tracks, place, phase)))
    }

    /// For each move, that it can be made, and its option is of a kind.
    fn some(&self, bench: &mut Bench, phase: PhaseOfValue) -> Result<Vec<OnTracks>, String> {
        let mut all = Vec::new();
        for family in &self.check.ruleset.moves {
            all.push(self.into(bench, family, phase)?);
            bench.tracks.release(bench.outer);
        }
        Ok(all)
    }
}
