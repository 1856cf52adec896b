//! Each move of a game as a relation between a position and an option, for scripts that are read.
use crate::prover::Obstacle;
use crate::prover::say::game::Game;
use crate::prover::say::notation::Notation;
use crate::prover::theory::decider::Decider;
use crate::ruleset::Move;
use nimdsl_automata::export::ScriptRelation;
use nimdsl_automata::{Automaton, Integer, Natural, Presburger};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One move: what it is called, what is in it, and its automaton.
struct ScriptMove {
    name: String,
    comment: String,
    formula: Presburger,
    automaton: Arc<Automaton>,
}

/// The moves of a game between the tracks of a position and those of an option.
pub(super) struct MoveRelations<'a> {
    game: Game<'a>,
    /// For each coordinate the track of the position and that of the option.
    tracks: Vec<[Natural; 2]>,
    /// None if one of them is too large: then conditions of moves stand where they are used.
    moves: Option<Vec<ScriptMove>>,
}

impl<'a> MoveRelations<'a> {
    pub(super) fn of(notation: &'a Notation<'a>, decider: &Decider<'_>) -> Self {
        let game = notation.game();
        let tracks = notation.tracks.iter().enumerate().map(|(at, track)| {
            let name = format!("new{}", notation.names.of(*track));
            [*track, notation.names.beside(at, &name)]
        });
        let mut relations = Self { game, tracks: tracks.collect(), moves: None };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let moves = notation.ruleset.moves.iter().map(|family| {
            let name = relation_name(family, &mut known);
            relations.relation(family, name, notation, decider)
        });
        relations.moves = moves.collect();
        relations
    }

    /// A move as a relation, if its automaton is not too large.
    fn relation(
        &self,
        family: &Move,
        name: String,
        notation: &Notation<'_>,
        decider: &Decider<'_>,
    ) -> Option<ScriptMove> {
        let here = notation.coordinates();
        let reaches = |option: &[Integer]| {
            let numbers = self.game.on_tracks(option);
            let same = numbers.into_iter().zip(&self.tracks);
            Ok(Presburger::and(same.map(|(number, [_, new])| Presburger::equal(number, *new))))
        };
        let formula = self.game.some_option_by(family, &here, &reaches).ok()?;
        let natural = self.tracks.iter().flatten().map(|track| Presburger::at_most(0, *track));
        let formula = Presburger::and([formula].into_iter().chain(natural));
        let automaton = Arc::new(decider.decide(&formula).ok()?);
        let instance = if family.instance.is_empty() { String::new() } else { format!(" ({})", family.instance) };
        let comment = format!("move {}{instance}, from a position to an option", family.name);
        Some(ScriptMove { name, comment, formula, automaton })
    }

    /// That something holds of some option of the position at hand.
    pub(super) fn some_option(
        &self,
        here: &[Integer],
        body: &dyn Fn(&[Integer]) -> Result<Presburger, Obstacle>,
    ) -> Result<Presburger, Obstacle> {
        let Some(moves) = &self.moves else { return self.game.some_option(here, body) };
        let new: Vec<Natural> = self.tracks.iter().map(|[_, new]| *new).collect();
        let mut all: Vec<Natural> = self.tracks.iter().flatten().copied().collect();
        all.sort_unstable();
        let terms: Vec<Integer> = all.into_iter().map(Integer::from).collect();
        let made = moves.iter().map(|made| Presburger::Holds(Arc::clone(&made.automaton), terms.clone()));
        let made = Presburger::or(made.collect::<Vec<_>>());
        let said = body(&self.game.coordinates(&new))?;
        Ok(Presburger::exists(new, Presburger::and([made, said])))
    }

    /// What a script defines.
    pub(super) fn definitions(&self) -> Vec<ScriptRelation<'_>> {
        let mut variables: Vec<Natural> = self.tracks.iter().flatten().copied().collect();
        variables.sort_unstable();
        let all = self.moves.iter().flatten().map(|made| ScriptRelation {
            name: made.name.clone(),
            comment: made.comment.clone(),
            automaton: Arc::clone(&made.automaton),
            variables: variables.clone(),
            formula: &made.formula,
        });
        all.collect()
    }
}

/// What the relation of a move is called: as the move, and with a number where several have that name.
fn relation_name(family: &Move, known: &mut BTreeMap<String, usize>) -> String {
    let plain: String = family.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let count = known.entry(plain.clone()).or_insert(0);
    *count += 1;
    if *count == 1 { format!("move_{plain}") } else { format!("move_{plain}_{count}") }
}
