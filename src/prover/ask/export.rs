//! The conditions of a proof as a script for another program: the same formulas that are decided here.
use super::coq;
use crate::check::Document;
use crate::claim::instances::{Failure, Request};
use crate::prover::Obstacle;
use crate::prover::say::facts::Facts;
use crate::prover::say::game::Game;
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::Reading;
use crate::prover::say::translate::cannot;
use crate::prover::theory::decider::Decider;
use crate::ruleset::definition::{Definition, definition};
use crate::ruleset::statement::Statement;
use crate::ruleset::{Ruleset, words};
use crate::syntax::ast::Claim;
use crate::value::Play;
use nimdsl_automata::coq::comment;
use nimdsl_automata::export::{Script, Target, script};
use nimdsl_automata::{Budget, Integer, Natural, Presburger, numeration_of};
use std::sync::Arc;

/// Nodes of the automaton by which the set is recognised in the formulas.
const NODES: usize = 1 << 20;

/// The parameters in words, and the script or why there is none.
pub type Exported = (String, Result<String, Obstacle>);

/// A program that reads the conditions of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofLanguage {
    /// Walnut, MONA or a solver: definitions, then sentences that must be true.
    Conditions(Target),
    /// Coq: definitions, and a theorem about the P-positions or values of the game, with its proof.
    Coq,
}

impl ProofLanguage {
    /// What stands once before all scripts.
    #[must_use]
    pub fn preamble(self) -> String {
        match self {
            Self::Conditions(_) => String::new(),
            Self::Coq => coq::PREAMBLE.concat(),
        }
    }

    /// A script with its title, as one of several in a file, counted from 1.
    #[must_use]
    pub fn titled(self, title: &str, number: usize, script: &str) -> String {
        match self {
            // Walnut has no comments in scripts.
            Self::Conditions(Target::Walnut) => script.to_owned(),
            Self::Conditions(Target::Mona) => format!("# {title}\n{script}"),
            // A solver begins anew with each script.
            Self::Conditions(Target::Smt) => {
                format!("{}; {title}\n{script}", if 1 < number { "(reset)\n" } else { "" })
            }
            Self::Coq => {
                format!("\n(** * {} *)\n\nModule Claim_{number}.\n\n{script}\nEnd Claim_{number}.\n", comment(title))
            }
        }
    }
}

/// One script for each choice of parameters of a claim, or why there is none; and the parameters in words.
///
/// # Errors
/// A faulty claim.
pub fn export(
    document: &Document,
    claim: &Claim,
    request: &Request,
    language: ProofLanguage,
) -> Result<Vec<Exported>, Failure> {
    if language == ProofLanguage::Coq
        && let Some(found) = for_all(document, claim, request)?
    {
        return Ok(found);
    }
    at_each(document, claim, request, language)
}

/// One script for each choice of parameters.
fn at_each(
    document: &Document,
    claim: &Claim,
    request: &Request,
    language: ProofLanguage,
) -> Result<Vec<Exported>, Failure> {
    let mut all = Vec::new();
    for settings in document.instances(claim, &request.settings)? {
        let ruleset = document.at(&settings)?;
        let mut statement = document.statement(claim, &ruleset)?;
        statement.play = request.played(claim, statement.play);
        all.push((words::settings(&settings), written(&ruleset, &statement, language)));
    }
    Ok(all)
}

/// Theorems for Coq about all values of the parameters that the head of a claim gives no end: they are coordinates that no move changes. None
/// if some of them has no script so.
fn for_all(document: &Document, claim: &Claim, request: &Request) -> Result<Option<Vec<Exported>>, Failure> {
    // A claim about any number of heaps is another one than that about one heap.
    let Some(symbolic) = document.symbolic(claim, &request.settings).filter(|found| found.heaps.is_none()) else {
        return Ok(None);
    };
    // What cannot be said with open parameters is no fault of the file.
    let scripts = match at_each(&symbolic.document, &symbolic.claim, request, ProofLanguage::Coq) {
        Err(Failure::Faults(_)) => return Ok(None),
        scripts => scripts?,
    };
    let opened = scripts.into_iter().map(|(parameters, script)| {
        let all = format!("all {}", symbolic.range);
        let words = if parameters.is_empty() { all } else { format!("{parameters}, {all}") };
        script.ok().map(|script| (words, Ok(format!("(* {}. *)\n\n{script}", comment(&symbolic.meaning())))))
    });
    Ok(opened.collect())
}

/// The conditions on the set or on the values that a statement gives, in the target's language.
fn written(ruleset: &Ruleset, statement: &Statement, language: ProofLanguage) -> Result<String, Obstacle> {
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let Some(defined) = definition(statement, dimension).filter(|_| statement.condition.is_none()) else {
        return cannot("only claims that give all P-positions, or the value of every position, are exported");
    };
    let notation = Notation::of(ruleset);
    let Notation { tracks, value, .. } = &notation;
    let (game, value) = (notation.game(), *value);
    let (facts, rulesets) = ([Facts::default()], [ruleset]);
    let reading = Reading::of(&rulesets, &facts, &notation.names, statement.play);
    let said = notation.given(&reading, &defined)?;
    let here = notation.coordinates();
    let domain = game.domain(&here)?;
    let mut variables = tracks.clone();
    let values = matches!(defined, Definition::Values(..));
    if values {
        variables.push(value);
    }
    let natural = variables.iter().map(|track| Presburger::at_most(0, *track));
    let defined = Presburger::and([domain.clone(), said.clone()].into_iter().chain(natural));
    let relation = game.some_option(&here, &|_| Ok(Presburger::True))?;
    let numeration = numeration_of(&Presburger::and([defined.clone(), relation]))?;
    let decider = Decider::new(numeration, Budget::nodes(NODES), &notation.names);
    let set = Arc::new(decider.decide(&defined)?);
    let holds = |terms: &[Integer]| Presburger::Holds(Arc::clone(&set), terms.to_vec());
    let own = notation.here();
    if values && !gives_one_value(&game, tracks, value, &holds, &domain, &decider)? {
        return cannot("it does not give each position one value");
    }
    let target = match language {
        ProofLanguage::Conditions(target) => target,
        ProofLanguage::Coq => {
            let (notation, play) = (&notation, statement.play);
            let asked = coq::ForCoq { notation, game, play, domain: &domain, claimed: &said, has_values: values };
            return coq::theorem(&asked);
        }
    };
    let sentences = if values {
        of_values(&game, tracks, value, &holds, &domain)?
    } else {
        let into = game.some_option(&here, &|option| Ok(holds(&game.on_tracks(option))))?;
        let winning = match statement.play {
            Play::Normal => into,
            Play::Misere => Presburger::or([into, game.terminal(&here)?]),
        };
        let lost = Presburger::and([domain, holds(&own).negated()]).implies(winning.clone());
        vec![
            ("inside".to_owned(), Presburger::forall(tracks.clone(), holds(&own).implies(winning.negated()))),
            ("outside".to_owned(), Presburger::forall(tracks.clone(), lost)),
        ]
    };
    let whole = Script {
        numeration,
        definitions: vec![("claimed".to_owned(), Arc::clone(&set), variables, &defined)],
        sentences: sentences.iter().map(|(name, sentence)| (name.clone(), sentence)).collect(),
    };
    script(target, &whole).map_err(Obstacle::Cannot)
}

/// Whether the relation is total and single-valued: other relations are statements about some values only.
fn gives_one_value(
    game: &Game<'_>,
    tracks: &[Natural],
    value: Natural,
    holds: &dyn Fn(&[Integer]) -> Presburger,
    domain: &Presburger,
    decider: &Decider<'_>,
) -> Result<bool, Obstacle> {
    let sentences = of_values(game, tracks, value, holds, domain)?;
    let mut defining = sentences.iter().filter(|(name, _)| matches!(name.as_str(), "total" | "single"));
    defining.try_fold(true, |so_far, (_, sentence)| Ok(so_far && !decider.decide(sentence)?.is_empty()))
}

fn of_values(
    game: &Game<'_>,
    tracks: &[Natural],
    value: Natural,
    holds: &dyn Fn(&[Integer]) -> Presburger,
    domain: &Presburger,
) -> Result<Vec<(String, Presburger)>, Obstacle> {
    let other = game.names.beside(tracks.len(), "another value");
    let with = |terms: &[Integer], value: Natural| {
        holds(&terms.iter().cloned().chain([Integer::from(value)]).collect::<Vec<_>>())
    };
    let here: Vec<Integer> = tracks.iter().map(|track| Integer::from(*track)).collect();
    let into = game.some_option(&game.coordinates(tracks), &|option| Ok(with(&game.on_tracks(option), value)))?;
    let all = |more: &[Natural], body: Presburger| Presburger::forall(tracks.iter().chain(more).copied(), body);
    let several = Presburger::and([with(&here, value), with(&here, other), Presburger::less(value, other)]);
    let smaller = Presburger::and([with(&here, other), Presburger::less(value, other)]);
    Ok(vec![
        ("total".to_owned(), all(&[], domain.clone().implies(Presburger::exists([value], with(&here, value))))),
        ("single".to_owned(), all(&[value, other], several.negated())),
        ("same".to_owned(), all(&[value], with(&here, value).implies(into.clone().negated()))),
        ("smaller".to_owned(), all(&[value, other], smaller.implies(into))),
    ])
}
