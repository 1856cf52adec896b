//! Claims that are proved without an automaton of what they look up: by a reply to every move, by what is true of every game, or position by
//! position. The checker of certificates decides them; there is no second way.
use super::evidence::Evidence;
use super::instance::{Decided, Instance};
use crate::certificate::{CertificateKind, GameFacts, Knowledge, Lookups};
use crate::check::{Document, Settings};
use crate::engine::Context;
use crate::prover::know::find::Hint;
use crate::prover::know::passes::guessed;
use crate::prover::{Figures, Limits, Obstacle, Verdict};
use crate::recheck::without::{
    AxiomGround, ConfirmedBy, games_of, has_a_regular_rule, has_passes, holds_until, is_listed, is_of_sums,
    is_of_windows,
};
use crate::ruleset::Ruleset;
use crate::ruleset::definition::{Needs, definition, needs};
use crate::value::Play;
use nimdsl_automata::Numeration;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is known of a game of windows.
fn of_windows(game: usize) -> GameFacts {
    GameFacts { game, what: Knowledge::Windows, sets: Vec::new(), passes: Vec::new() }
}

/// Which games have a regular rule, if some of them have one.
fn of_regular_rules(cancel: &AtomicBool, rulesets: &[&Ruleset]) -> Option<Lookups> {
    let known = (0..rulesets.len()).filter(|game| has_a_regular_rule(cancel, rulesets[*game])).map(of_windows);
    let known: Vec<GameFacts> = known.collect();
    (!known.is_empty()).then_some(Lookups { numeration: Value::Null, known })
}

/// What is known of these games, if some of them have passes beside windows; without a numeration, by their rules.
fn of_passes(
    context: &Context,
    numeration: &Value,
    rulesets: &[&Ruleset],
    games: &BTreeSet<usize>,
) -> Result<Option<Lookups>, Obstacle> {
    let (cancel, mut known) = (&context.cancel, Vec::new());
    for &game in games {
        let ruleset = rulesets[game];
        let passes = guessed(ruleset, context)?;
        if has_passes(cancel, numeration, ruleset, &passes) {
            known.push(GameFacts { what: Knowledge::Passes, passes, ..of_windows(game) });
        } else if numeration.is_null() && has_a_regular_rule(cancel, ruleset)
            || !numeration.is_null() && is_of_windows(cancel, numeration, ruleset)
        {
            known.push(of_windows(game));
        }
    }
    let told = known.iter().any(|facts| facts.what == Knowledge::Passes);
    Ok(told.then(|| Lookups { numeration: numeration.clone(), known }))
}

/// What a proof by windows rests on, in words.
fn of_what(lookups: &Lookups) -> String {
    let decided = if lookups.numeration.is_null() {
        "linear facts about products".to_owned()
    } else {
        Numeration::binary().to_string()
    };
    let passes = lookups.known.iter().any(|facts| facts.what == Knowledge::Passes);
    format!("{decided}, windows that grow by at most one{}", if passes { ", and passes" } else { "" })
}

/// What a proof without automata rests on, in words.
fn by_what(ground: ConfirmedBy, lookups: Option<&Lookups>) -> String {
    let binary = Numeration::binary();
    match ground {
        ConfirmedBy::Positions(1) => "one position by itself".to_owned(),
        ConfirmedBy::Positions(count) => format!("{count} positions, one by one"),
        ConfirmedBy::Replies => format!("{binary}, a reply to every move"),
        ConfirmedBy::Axioms(AxiomGround::Moves) if lookups.is_some_and(|told| told.numeration.is_null()) => {
            "linear facts about products, what the moves tell of the values".to_owned()
        }
        ConfirmedBy::Axioms(AxiomGround::Moves) => format!("{binary}, what the moves tell of the values"),
        ConfirmedBy::Axioms(AxiomGround::Induction) => format!("{binary}, by induction over play"),
        ConfirmedBy::Axioms(AxiomGround::Games) if lookups.iter().all(|told| told.known.is_empty()) => {
            format!("{binary}, true of all such games")
        }
        ConfirmedBy::Axioms(AxiomGround::Games) => lookups.map(of_what).unwrap_or_default(),
    }
}

/// A proof without an automaton of what is looked up.
struct Unaided {
    /// It follows by what the moves tell of values, or by induction over play.
    is_by_moves: bool,
    decided: Decided,
}

impl Instance<'_> {
    /// A proof without automata, or by lines that repeat; what follows by moves alone is kept for where there is no other.
    pub(super) fn unaided(&self, by_moves: &mut Option<Decided>) -> Result<Option<Decided>, Obstacle> {
        match self.without_automata()? {
            Some(found) if !found.is_by_moves => Ok(Some(found.decided)),
            found => {
                *by_moves = found.map(|found| found.decided);
                self.by_lines()
            }
        }
    }

    /// A proof without an automaton of what is looked up; none if there is none for little work.
    fn without_automata(&self) -> Result<Option<Unaided>, Obstacle> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let (rulesets, cancel) = (self.rulesets(), &self.prover.context.cancel);
        let about = (rulesets.as_slice(), self.statement);
        let numeration = serde_json::to_value(Numeration::binary()).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let told = |known: Vec<GameFacts>| Some(Lookups { numeration: numeration.clone(), known });
        let mut tried = Vec::new();
        if is_listed(self.statement) {
            tried.push((CertificateKind::Listed, None));
        }
        if is_of_sums(self.statement) {
            tried.push((CertificateKind::Replies, told(Vec::new())));
        }
        let games = games_of(about.0, about.1);
        // What is known of windows is so in normal play.
        let is_normal = self.statement.play == Play::Normal;
        if let Some(games) = &games {
            let is_known = |game: usize| is_normal && is_of_windows(cancel, &numeration, about.0[game]);
            let known = games.iter().filter(|game| is_known(**game));
            tried.push((CertificateKind::Axioms, told(known.copied().map(of_windows).collect())));
            tried.extend(of_regular_rules(cancel, about.0).map(|told| (CertificateKind::Axioms, Some(told))));
            // Moves whose amounts are numbers that the claim speaks of.
            let by_instances = Lookups { numeration: Value::Null, known: Vec::new() };
            tried.push((CertificateKind::Axioms, Some(by_instances)));
        }
        let decided = |(kind, lookups): (CertificateKind, Option<Lookups>)| {
            let ground = holds_until(cancel, (kind, lookups.as_ref()), about).ok()?;
            Some((kind, lookups, ground))
        };
        let mut found = tried.into_iter().find_map(decided);
        for numeration in [&numeration, &Value::Null] {
            if let (None, Some(games)) = (&found, &games) {
                let told = of_passes(self.prover.context, numeration, about.0, games)?;
                found = told.and_then(|told| decided((CertificateKind::Axioms, Some(told))));
            }
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        Ok(found.map(|(kind, lookups, ground)| {
            let numeration = by_what(ground, lookups.as_ref());
            let figures = Figures { numeration, states: 0, nodes: 0, limits: Limits::default() };
            let is_by_moves = matches!(ground, ConfirmedBy::Axioms(AxiomGround::Moves | AxiomGround::Induction));
            let evidence = Some(Evidence::Without(kind, lookups));
            Unaided { is_by_moves, decided: Decided { verdict: Verdict::Proved(figures), evidence } }
        }))
    }

    /// A proof by what is true of games of windows with a regular rule, of a statement that looks nothing up.
    pub(super) fn by_regular_rules(&self) -> Result<Option<Decided>, Obstacle> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let (rulesets, cancel) = (self.rulesets(), &self.prover.context.cancel);
        let Some(lookups) = of_regular_rules(cancel, &rulesets) else { return Ok(None) };
        let told = (CertificateKind::Axioms, Some(&lookups));
        let held = holds_until(cancel, told, (rulesets.as_slice(), self.statement)).is_ok();
        if cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        let (numeration, limits) = ("linear facts about products".to_owned(), Limits::default());
        Ok(held.then(|| Verdict::Proved(Figures { numeration, states: 0, nodes: 0, limits }).into()))
    }

    /// A proof by what is true of every game alone.
    pub(super) fn true_of_all_games(&self) -> Result<Option<Decided>, Obstacle> {
        let (rulesets, cancel) = (self.rulesets(), &self.prover.context.cancel);
        let numeration = serde_json::to_value(Numeration::binary()).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let lookups = Lookups { numeration, known: Vec::new() };
        let about = (rulesets.as_slice(), self.statement);
        let held = holds_until(cancel, (CertificateKind::Axioms, Some(&lookups)), about).is_ok();
        let limits = Limits::default();
        let figures = Figures { numeration: Numeration::binary().to_string(), states: 0, nodes: 0, limits };
        Ok(held.then(|| Verdict::Proved(figures).into()))
    }

    /// What is said of the game of the claim, or of another.
    pub(super) fn hints(&self, ruleset: &Ruleset, other: Option<&Document>) -> Cow<'_, [Hint]> {
        match (other, self.digits) {
            (Some(other), _) => Cow::Owned(Hint::all(other, ruleset, &Settings::new(), "")),
            (None, Some((_, hints))) => Cow::Borrowed(hints),
            (None, None) => Cow::Owned(Hint::all(self.prover.document, ruleset, self.settings, &self.claim.name)),
        }
    }

    /// Whether other claims say what all values or P-positions are, of each game that the statement asks about.
    pub(super) fn what_it_asks_is_defined(&self) -> bool {
        let (rulesets, others) = (self.rulesets(), &self.prover.document.others);
        let needs = needs(self.statement, rulesets.len());
        let mut asked = rulesets.iter().zip(needs).enumerate().filter(|(_, (_, needs))| *needs != Needs::default());
        asked.all(|(game, (ruleset, _))| {
            let other = game.checked_sub(1).and_then(|other| others.get_index(other)).map(|(_, other)| other);
            let dimension = ruleset.heaps.len() + ruleset.registers.len();
            let hints = self.hints(ruleset, other);
            hints.iter().any(|hint| hint.defines && definition(&hint.statement, dimension).is_some())
        })
    }
}
