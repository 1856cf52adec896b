//! The conditions for P-positions of a set over a sequence of which only linear facts are known: with a strategy that says
//! which of its terms matter for a position, both are linear.
use super::decider::Decider;
use crate::certificate::{Choice, Sequence};
use crate::prover::say::facts::Facts;
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::{Mode, Reading};
use crate::prover::say::second_differences::{Abstraction, At, SequenceIndex};
use crate::prover::say::translate::{Meaning, Translator, cannot};
use crate::prover::{Figures, Limits, Obstacle};
use crate::ruleset::Ruleset;
use crate::ruleset::statement::Set;
use crate::value::Play;
use nimdsl_automata::{Automaton, Budget, Integer, Natural, Numeration, Presburger, numeration_of};
use std::sync::Arc;

/// Nodes of one automaton in the attempt with one strategy.
const ATTEMPT: usize = 150_000;

/// Strategies, in the order in which they are tried.
const STRATEGIES: [&[Choice]; 6] = [
    &[Choice::Smallest],
    &[Choice::Smallest, Choice::Distance],
    &[Choice::Largest],
    &[Choice::Smallest, Choice::Largest],
    &[Choice::Largest, Choice::Distance],
    &[Choice::Smallest, Choice::Largest, Choice::Distance],
];

/// What the conditions are made of.
struct SequenceConditions<'a> {
    abstraction: &'a Abstraction,
    translator: Translator<'a>,
    decider: &'a Decider<'a>,
    scope: Meaning,
    tracks: &'a [Natural],
    heaps: usize,
    indices: [SequenceIndex; 3],
    domain: Presburger,
    /// The positions that are in the set, by a list or as the element at an index; tracks are the coordinates and the index.
    inside: Arc<Automaton>,
    /// The positions with a move to such a position.
    into: Arc<Automaton>,
}

/// Proves that a set is the set of P-positions, with what other code needs to confirm it; an obstacle says nothing against it.
/// `None` if no family of it needs facts.
pub(in crate::prover) fn outcomes(
    ruleset: &Ruleset,
    set: &Set,
    play: Play,
    budget: Budget<'_>,
) -> Result<Option<(Figures, Option<Sequence>)>, Obstacle> {
    let Some(abstraction) = Abstraction::of(set)? else { return Ok(None) };
    let notation = Notation::of(ruleset);
    let Notation { names, tracks, .. } = &notation;
    let game = notation.game();
    let indices = ["k", "l", "m"].map(|name| SequenceIndex {
        term: names.beside(0, &format!("a({name})")),
        difference: names.beside(1, &format!("a({name} + 1) - a({name})")),
    });
    let facts = [Facts::default()];
    let rulesets = [ruleset];
    let at = At { abstraction: &abstraction, index: indices[0] };
    let reading = Reading { at: Some(at), ..Reading::of(&rulesets, &facts, names, play) };
    let scope = notation.scope();
    let member = |terms: &[Integer]| reading.member(set, terms, &scope, Mode::STATEMENT);
    let natural = |all: &[Natural]| Presburger::and(all.iter().map(|variable| Presburger::at_most(0, *variable)));
    let own = natural(&[indices[0].term, indices[0].difference]);
    let domain = Presburger::and([game.domain(&scope.coordinates)?, natural(tracks)]);
    let inside = Presburger::and([domain.clone(), member(&scope.coordinates)?, own.clone()]);
    let mut into = game.some_option(&scope.coordinates, &member)?;
    if play == Play::Misere {
        into = Presburger::or([into, game.terminal(&scope.coordinates)?]);
    }
    let into = Presburger::and([domain.clone(), into, own]);
    let numeration = numeration_of(&Presburger::and([inside.clone(), into.clone()]))?;
    let decider = Decider::new(numeration, budget.at_most(ATTEMPT), names);
    let translator = Translator { names };
    let assumed = abstraction.assumptions(&scope, translator)?;
    let doubtful = Presburger::and([domain.clone(), Presburger::and(assumed).negated()]);
    if !decider.decide(&doubtful)?.is_empty() {
        return cannot("the sequence of the set does not increase");
    }
    let conditions = SequenceConditions {
        abstraction: &abstraction,
        translator,
        inside: Arc::new(decider.decide(&inside)?),
        into: Arc::new(decider.decide(&into)?),
        decider: &decider,
        scope,
        tracks,
        heaps: ruleset.heaps.len(),
        indices,
        domain,
    };
    if !conditions.no_move_stays_inside()? {
        return cannot("linear facts about the sequence do not show that no move leads from the set into the set");
    }
    let strategy = conditions.strategy_outside()?;
    let certified = abstraction.certified(ruleset, set, (decider.numeration, strategy));
    Ok(Some((figures(&decider), certified)))
}

fn figures(decider: &Decider<'_>) -> Figures {
    let numeration: Numeration = decider.numeration;
    Figures {
        numeration: format!("{numeration}, linear facts"),
        states: 0,
        nodes: decider.largest.get(),
        limits: Limits::default(),
    }
}

impl SequenceConditions<'_> {
    /// A relation of the first index, of another index or of other numbers.
    fn with(&self, automaton: &Arc<Automaton>, term: &Integer, difference: &Integer) -> Presburger {
        let here = |track: &Natural| match *track {
            track if track == self.indices[0].term => term.clone(),
            track if track == self.indices[0].difference => difference.clone(),
            track => Integer::from(track),
        };
        Presburger::Holds(Arc::clone(automaton), automaton.tracks().iter().map(here).collect())
    }

    fn at(&self, automaton: &Arc<Automaton>, index: SequenceIndex) -> Presburger {
        self.with(automaton, &Integer::from(index.term), &Integer::from(index.difference))
    }

    fn is_impossible(&self, parts: Vec<Presburger>) -> Result<bool, Obstacle> {
        let indices = self.indices.iter().flat_map(|index| [index.term, index.difference]);
        let all: Vec<Natural> = indices.chain(self.tracks.iter().copied()).collect();
        Ok(self.decider.decide(&Presburger::exists(all, Presburger::And(parts)))?.is_empty())
    }

    fn no_move_stays_inside(&self) -> Result<bool, Obstacle> {
        let [one, other, _] = self.indices;
        self.is_impossible(vec![
            self.at(&self.inside, one),
            self.at(&self.into, other),
            self.abstraction.of_one(one, &self.scope, self.translator)?,
            self.abstraction.of_one(other, &self.scope, self.translator)?,
            self.abstraction.of_two(one, other, &self.scope, self.translator)?,
        ])
    }

    /// The first strategy by which every other position has a move into the set.
    fn strategy_outside(&self) -> Result<&'static [Choice], Obstacle> {
        let mut obstacle = None;
        for strategy in STRATEGIES {
            match self.outside_moves_in(strategy) {
                Ok(true) => return Ok(strategy),
                Err(why) if why.ends_everything() => return Err(why),
                Err(why) => obstacle = Some(why),
                Ok(false) => {}
            }
        }
        match obstacle {
            Some(why @ Obstacle::Budget(_)) => Err(why),
            _ => {
                cannot("linear facts about the sequence do not show that every other position has a move into the set")
            }
        }
    }

    /// Whether each position that is not in the set has a move to an element at the first index, or at one of those chosen.
    fn outside_moves_in(&self, strategy: &[Choice]) -> Result<bool, Obstacle> {
        let mut rest = vec![self.domain.clone()];
        let (start, first) = self.abstraction.first(&self.scope, self.translator)?;
        rest.push(self.with(&self.inside, &start, &first).negated());
        rest.push(self.with(&self.into, &start, &first).negated());
        let rest = Arc::new(self.decider.decide(&Presburger::and(rest))?);
        let mut chosen = Vec::new();
        for (choice, index) in strategy.iter().zip(self.indices) {
            let Some((exists, found)) = self.chosen(*choice, index)? else { return Ok(false) };
            let hopeless = Presburger::and([
                Self::same(&rest),
                exists.clone(),
                found,
                self.abstraction.of_one(index, &self.scope, self.translator)?,
                self.at(&self.inside, index).negated(),
                self.at(&self.into, index).negated(),
            ]);
            chosen.push((index, exists, Arc::new(self.decider.decide(&hopeless)?)));
        }
        // An index that is not there says nothing.
        (0..1_usize << chosen.len()).try_fold(true, |so_far, there| {
            if !so_far {
                return Ok(false);
            }
            let mut parts = vec![Self::same(&rest)];
            let mut earlier: Vec<SequenceIndex> = Vec::new();
            for (at, (index, exists, hopeless)) in chosen.iter().enumerate() {
                if there >> at & 1 == 0 {
                    parts.push(exists.clone().negated());
                    continue;
                }
                parts.push(Self::same(hopeless));
                for other in &earlier {
                    parts.push(self.abstraction.of_two(*other, *index, &self.scope, self.translator)?);
                }
                earlier.push(*index);
            }
            self.is_impossible(parts)
        })
    }

    fn same(automaton: &Arc<Automaton>) -> Presburger {
        Presburger::Holds(Arc::clone(automaton), automaton.tracks().iter().map(|track| Integer::from(*track)).collect())
    }

    fn chosen(&self, choice: Choice, index: SequenceIndex) -> Result<Option<(Presburger, Presburger)>, Obstacle> {
        let heaps = &self.scope.coordinates[..self.heaps];
        let folded = |join: fn(Integer, Integer) -> Integer| heaps.iter().cloned().reduce(join);
        let found = match (choice, heaps) {
            (Choice::Smallest, _) => folded(Integer::min).map(|term| (term, true)),
            (Choice::Largest, [_, _, ..]) => folded(Integer::max).map(|term| (term, true)),
            (Choice::Distance, [first, second]) => Some(((first.clone() - second.clone()).abs(), false)),
            _ => None,
        };
        let Some((at, by_term)) = found else { return Ok(None) };
        let (scope, translator) = (&self.scope, self.translator);
        Ok(Some(if by_term {
            self.abstraction.by_term(index, &at, scope, translator)?
        } else {
            self.abstraction.by_difference(index, &at, scope, translator)?
        }))
    }
}
