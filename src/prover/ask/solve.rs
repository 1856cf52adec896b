//! No claim at all: guesses the P-positions of a game from a table, proves the guess, and names it if it has a known shape.
use crate::check::{Document, Settings};
use crate::engine::Context;
use crate::prover::know::find::{Hint, Subject, find};
use crate::prover::know::learn::MOST_STATES;
use crate::prover::know::numerations::{Numerations, in_turn};
use crate::prover::know::tables::Tables;
use crate::prover::name::names::name;
use crate::prover::say::notation::Notation;
use crate::prover::theory::ending::play_ends;
use crate::prover::{FORBIDDEN, Figures, Limits, Obstacle, SetName, nodes_in};
use crate::ruleset::Ruleset;
use crate::ruleset::definition::Needs;
use crate::value::Play;
use nimdsl_automata::{Automaton, Budget, Natural};
use std::sync::atomic::Ordering;

/// A set of P-positions that was found and proved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The set, on one track for each coordinate.
    pub automaton: Automaton,
    /// What the set is called, if it has one of the known shapes.
    pub formula: Option<SetName>,
    /// What the proof consists of.
    pub figures: Figures,
    /// The names of the tracks.
    pub names: Vec<String>,
}

impl Solved {
    /// The name of a track.
    #[must_use]
    pub fn name(&self, track: Natural) -> String {
        let at = self.automaton.tracks().iter().position(|known| *known == track);
        at.and_then(|at| self.names.get(at)).cloned().unwrap_or_default()
    }
}

/// The P-positions of a game, for all positions: in base 2, in Zeckendorf's numeration, in base 3, in the bases that
/// numbers of the file suggest, and in bases up to 10, in this order.
///
/// # Errors
/// No guess could be proved in any numeration, or it is not shown that play ends.
pub fn solve(document: &Document, ruleset: &Ruleset, play: Play, context: &Context) -> Result<Solved, Obstacle> {
    if !ruleset.finite_options {
        return Err(Obstacle::Cannot("some positions have infinitely many options: there is no table".to_owned()));
    }
    if 0 < ruleset.blocking {
        return Err(Obstacle::Cannot(FORBIDDEN.to_owned()));
    }
    let cancelled = || context.cancel.load(Ordering::Relaxed);
    let budget = Budget::nodes(nodes_in(context)).with_cancellation(&cancelled);
    play_ends(ruleset, budget)?;
    let hints = Hint::all(document, ruleset, &Settings::new(), "");
    let source = Subject { ruleset, play, hints: &hints };
    let needs = Needs { outcomes: true, ..Needs::default() };
    let tables = Tables::default();
    let mut tried = Vec::new();
    for numeration in Numerations::of(ruleset).all() {
        let facts = find(&source, needs, None, numeration, budget, (context, &tables))?;
        let set = if play == Play::Normal { facts.normal } else { facts.misere };
        let Some(set) = set else {
            tried.push((numeration, facts.tried.join("; ")));
            continue;
        };
        let notation = Notation::of(ruleset);
        let automaton = Automaton::clone(&set);
        let figures = Figures {
            numeration: numeration.to_string(),
            states: automaton.states(),
            nodes: automaton.nodes(),
            limits: Limits::default(),
        };
        let formula = name(&automaton, ruleset, &notation.tracks, budget)?;
        let labels = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
        return Ok(Solved { automaton, formula, figures, names: labels.cloned().collect() });
    }
    Err(Obstacle::Cannot(format!(
        "no automaton of the P-positions was found ({}). Guesses come from one table, and have {} states ({} for one heap) \
         at most; `prove` tries a claim that says what the set is in its own numeration, and with facts about sequences",
        in_turn(&tried),
        MOST_STATES.of_tuples,
        MOST_STATES.of_numbers,
    )))
}
