//! The conditions of a proof as a script for another program: the same formulas that are decided here.
use super::coq;
use super::move_relations::MoveRelations;
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
use nimdsl_automata::export::{Script, ScriptRelation, Target, script};
use nimdsl_automata::{Budget, Integer, Natural, Presburger, numeration_of};
use std::sync::Arc;

/// Something that is said of the coordinates of an option.
type OptionBody<'b> = dyn Fn(&[Integer]) -> Result<Presburger, Obstacle> + 'b;

/// That it holds of some option of the position at hand.
type SomeOption<'b> = dyn Fn(&OptionBody<'_>) -> Result<Presburger, Obstacle> + 'b;

/// A sentence by name, what it says in words, and itself.
type Sentence = (String, String, Presburger);

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
            Self::Conditions(Target::Walnut | Target::Mona) => format!("# {title}\n{script}"),
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
    if let Some(found) = for_all(document, claim, request, language)? {
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

/// Scripts about all values of the parameters that the head of a claim gives no end: they are coordinates that no move changes. None if some of
/// them has no script so.
fn for_all(
    document: &Document,
    claim: &Claim,
    request: &Request,
    language: ProofLanguage,
) -> Result<Option<Vec<Exported>>, Failure> {
    // A claim about any number of heaps is another one than that about one heap.
    let Some(symbolic) = document.symbolic(claim, &request.settings).filter(|found| found.heaps.is_none()) else {
        return Ok(None);
    };
    // What cannot be said with open parameters is no fault of the file.
    let scripts = match at_each(&symbolic.document, &symbolic.claim, request, language) {
        Err(Failure::Faults(_)) => return Ok(None),
        scripts => scripts?,
    };
    let opened = scripts.into_iter().map(|(parameters, script)| {
        let all = format!("all {}", symbolic.range);
        let words = if parameters.is_empty() { all } else { format!("{parameters}, {all}") };
        let meaning = symbolic.meaning();
        let told = |script: String| match language {
            ProofLanguage::Coq => format!("(* {}. *)\n\n{script}", comment(&meaning)),
            ProofLanguage::Conditions(Target::Smt) => format!("; {meaning}\n{script}"),
            ProofLanguage::Conditions(Target::Walnut | Target::Mona) => format!("# {meaning}\n{script}"),
        };
        script.ok().map(|script| (words, Ok(told(script))))
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
    let moves = MoveRelations::of(&notation, &decider);
    let into = |body: &OptionBody<'_>| moves.some_option(&here, body);
    let sentences = if values {
        of_values((&game, &into), tracks, value, &holds, &domain)?
    } else {
        of_outcomes((&game, &into), statement.play, tracks, &holds, &domain)?
    };
    let claimed = if values { "the values that are claimed" } else { "the set that is claimed" };
    let mut definitions = moves.definitions();
    definitions.push(ScriptRelation {
        name: "claimed".to_owned(),
        comment: claimed.to_owned(),
        automaton: Arc::clone(&set),
        variables,
        formula: &defined,
    });
    let whole = Script {
        numeration,
        definitions,
        sentences: sentences.iter().map(|(name, words, sentence)| (name.clone(), words.clone(), sentence)).collect(),
        names: notation.names.all(),
    };
    script(target, &whole).map_err(Obstacle::Cannot)
}

/// That no move leads from the set into the set, and one does from everywhere else.
fn of_outcomes(
    (game, some_option): (&Game<'_>, &SomeOption<'_>),
    play: Play,
    tracks: &[Natural],
    holds: &dyn Fn(&[Integer]) -> Presburger,
    domain: &Presburger,
) -> Result<Vec<Sentence>, Obstacle> {
    let own: Vec<Integer> = tracks.iter().map(|track| Integer::from(*track)).collect();
    let into = some_option(&|option| Ok(holds(&game.on_tracks(option))))?;
    let winning = match play {
        Play::Normal => into,
        Play::Misere => Presburger::or([into, some_option(&|_| Ok(Presburger::True))?.negated()]),
    };
    let lost = Presburger::and([domain.clone(), holds(&own).negated()]).implies(winning.clone());
    let inside = holds(&own).implies(winning.negated());
    let (first, second) = match play {
        Play::Normal => {
            ("no move leads from the set into the set", "from every other position some move leads into the set")
        }
        Play::Misere => (
            "no position of the set is terminal, and no move leads from the set into the set",
            "every other position is terminal, or some move leads from it into the set",
        ),
    };
    Ok(vec![
        ("inside".to_owned(), first.to_owned(), Presburger::forall(tracks.to_vec(), inside)),
        ("outside".to_owned(), second.to_owned(), Presburger::forall(tracks.to_vec(), lost)),
    ])
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
    let here = game.coordinates(tracks);
    let some_option = |body: &OptionBody<'_>| game.some_option(&here, body);
    let sentences = of_values((game, &some_option), tracks, value, holds, domain)?;
    let mut defining = sentences.iter().filter(|(name, ..)| matches!(name.as_str(), "total" | "single"));
    defining.try_fold(true, |so_far, (_, _, sentence)| Ok(so_far && !decider.decide(sentence)?.is_empty()))
}

/// That each position has one number, which is its value.
fn of_values(
    (game, some_option): (&Game<'_>, &SomeOption<'_>),
    tracks: &[Natural],
    value: Natural,
    holds: &dyn Fn(&[Integer]) -> Presburger,
    domain: &Presburger,
) -> Result<Vec<Sentence>, Obstacle> {
    let other = game.names.beside(tracks.len(), "another value");
    let with = |terms: &[Integer], value: Natural| {
        holds(&terms.iter().cloned().chain([Integer::from(value)]).collect::<Vec<_>>())
    };
    let here: Vec<Integer> = tracks.iter().map(|track| Integer::from(*track)).collect();
    let into = some_option(&|option| Ok(with(&game.on_tracks(option), value)))?;
    let all = |more: &[Natural], body: Presburger| Presburger::forall(tracks.iter().chain(more).copied(), body);
    let several = Presburger::and([with(&here, value), with(&here, other), Presburger::less(value, other)]);
    let smaller = Presburger::and([with(&here, other), Presburger::less(value, other)]);
    let total = domain.clone().implies(Presburger::exists([value], with(&here, value)));
    let same = with(&here, value).implies(into.clone().negated());
    let all = [
        ("total", "every position has a number", all(&[], total)),
        ("single", "no position has two", all(&[value, other], several.negated())),
        ("same", "no option has the number of its position", all(&[value], same)),
        ("smaller", "every smaller number is that of some option", all(&[value, other], smaller.implies(into))),
    ];
    Ok(all.map(|(name, words, sentence)| (name.to_owned(), words.to_owned(), sentence)).to_vec())
}
