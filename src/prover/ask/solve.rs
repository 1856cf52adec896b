//! No claim at all: guesses the P-positions of a game from a table, proves the guess, and names it if it has a known shape.
use crate::check::{Document, Settings};
use crate::engine::Context;
use crate::prover::know::find::{Hint, Subject, find};
use crate::prover::know::learn::MOST_STATES;
use crate::prover::know::numerations::{Numerations, in_turn};
use crate::prover::know::tables::Tables;
use crate::prover::name::names::name;
use crate::prover::say::facts::Facts;
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::Reading;
use crate::prover::theory::conditions::Conditions;
use crate::prover::theory::decider::Decider;
use crate::prover::theory::ending::play_ends;
use crate::prover::{FORBIDDEN, Figures, Limits, Obstacle, SetName, nodes_in};
use crate::ruleset::definition::{Definition, Needs, definition};
use crate::ruleset::statement::Statement;
use crate::ruleset::{ParameterValue, Ruleset};
use crate::syntax::ast::{Claim, ClaimKind, Expr, ExprKind, Operator, RelationSign};
use crate::syntax::print_expression;
use crate::syntax::substitute::replaced;
use crate::value::Play;
use indexmap::IndexMap;
use nimdsl_automata::{Automaton, Budget, Natural, Presburger};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A set of P-positions that was found and proved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The set, on one track for each coordinate.
    pub automaton: Automaton,
    /// What the set is called, if it has one of the known shapes or a claim of the file says what it is.
    pub formula: Option<SetName>,
    /// The claim whose words these are, if the set has none of the known shapes.
    pub said_by: Option<(ClaimKind, String)>,
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

/// The P-positions of a game, for all positions: in base 2, in Zeckendorf's numeration, in base 3, in the
/// numerations that numbers and sequences of the file suggest, in bases up to 10, and in the Tribonacci numeration, in this order.
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
    for numeration in Numerations::of(ruleset, document).all() {
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
        let decider = Decider::new(numeration, budget, &notation.names);
        let positions = Conditions::of(&notation, &decider, 0).domain(None)?;
        let mut formula = name(&automaton, &positions, ruleset, &notation.tracks, budget)?;
        let mut said_by = None;
        if formula.is_none() {
            let own = ClaimedWords { document, notation: &notation, decider: &decider, positions: &positions, play };
            let claimed = own.claimed(&automaton)?;
            said_by = claimed.as_ref().map(|(_, claim)| (claim.kind, claim.name.clone()));
            formula = claimed.map(|(name, _)| name);
        }
        let labels = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
        return Ok(Solved { automaton, formula, said_by, figures, names: labels.cloned().collect() });
    }
    Err(Obstacle::Cannot(format!(
        "no automaton of the P-positions was found ({}). Guesses come from one table, and have {} states ({} for one heap) \
         at most; `prove` tries a claim that says what the set is in its own numeration, and with facts about sequences",
        in_turn(&tried),
        MOST_STATES.of_tuples,
        MOST_STATES.of_numbers,
    )))
}

/// Where a claim of the file is compared with the set that was found.
struct ClaimedWords<'a> {
    document: &'a Document,
    notation: &'a Notation<'a>,
    decider: &'a Decider<'a>,
    positions: &'a Arc<Automaton>,
    play: Play,
}

impl ClaimedWords<'_> {
    /// The first claim that says what the set is, for all positions, and its words: a condition, a set, or that a formula for the values is 0.
    fn claimed(&self, set: &Automaton) -> Result<Option<(SetName, &Claim)>, Obstacle> {
        let ruleset = self.notation.ruleset;
        for claim in self.document.claims().filter(|claim| claim.kind != ClaimKind::Refuted) {
            let Ok(statement) = self.document.statement(claim, ruleset) else { continue };
            let Some(name) = words(&claim.body, ruleset) else { continue };
            let play = claim.play.unwrap_or(self.play);
            if statement.condition.is_some()
                || play != self.play
                || !self.document.speaks_of(claim, &Settings::new(), ruleset)
            {
                continue;
            }
            let statement = Statement { play, ..statement };
            match self.is_set(&statement, set) {
                Ok(true) => return Ok(Some((name, claim))),
                Err(why) if why.ends_everything() => return Err(why),
                Ok(false) | Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Whether a statement defines the set, or values that are 0 on it and nowhere else.
    fn is_set(&self, statement: &Statement, set: &Automaton) -> Result<bool, Obstacle> {
        let Some(defined) = definition(statement, self.notation.tracks.len()) else { return Ok(false) };
        let (facts, rulesets) = ([Facts::default()], [self.notation.ruleset]);
        let reading = Reading::of(&rulesets, &facts, &self.notation.names, statement.play);
        let mut given = self.notation.given(&reading, &defined)?;
        if let Definition::Values(..) = defined {
            let is_zero = Presburger::equal(self.notation.value, 0);
            given = Presburger::exists([self.notation.value], Presburger::and([given, is_zero]));
        }
        let here = Presburger::Holds(Arc::clone(self.positions), self.notation.here());
        let candidate = self.decider.decide(&Presburger::and([here, given]))?;
        let difference = candidate.differ(set, &self.decider.budget);
        Ok(difference.map_err(|why| Obstacle::Budget(why.to_string()))?.is_empty())
    }
}

/// What a claim says of the P-positions in its own words, if it is `P(x, y) iff ...`, `P = ...` or `grundy(x, y) = ...` with the
/// coordinates in their order; with the numbers of parameters put in.
fn words(body: &Expr, ruleset: &Ruleset) -> Option<SetName> {
    let (heaps, registers) = ruleset.named_coordinates();
    let coordinates = [heaps, registers].concat();
    let numbers: IndexMap<String, i64> = ruleset
        .parameters
        .iter()
        .filter_map(|(name, value)| match value {
            ParameterValue::Number(number) => Some((name.clone(), *number)),
            ParameterValue::Set(_) | ParameterValue::Brackets(_) => None,
        })
        .collect();
    let is_here = |expression: &Expr, function: &str| {
        let ExprKind::Call { function: called, arguments } = &expression.kind else { return false };
        called.text == function && arguments.iter().map(print_expression).eq(coordinates.iter().copied())
    };
    let text = |expression: &Expr| print_expression(&replaced(expression, &numbers));
    match &body.kind {
        ExprKind::Binary(Operator::Iff, left, right) if is_here(left, "P") => Some(SetName::Condition(text(right))),
        ExprKind::Comparison { first, rest, modulus: None } => match (rest.as_slice(), &first.kind) {
            ([(RelationSign::Equal, set)], ExprKind::Name { name, primed: false }) if name == "P" => {
                Some(SetName::Set(text(set)))
            }
            ([(RelationSign::Equal, value)], _) if is_here(first, "grundy") => {
                Some(SetName::Condition(format!("{} = 0", text(value))))
            }
            _ => None,
        },
        _ => None,
    }
}
