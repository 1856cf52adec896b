//! Claims about values that some claim of the file gives by products, squares and roots, and about P-positions that one gives by a sequence. The checker of certificates decides them; what is
//! found here are only options of all smaller values, guessed from a table.
use super::evidence::Evidence;
use super::instance::{Decided, Instance};
use crate::certificate::{ClaimedOutcomes, ClaimedValues, OutcomesBy};
use crate::claim::instances::Failure;
use crate::engine::Question;
use crate::prover::know::read_ways::read_off;
use crate::prover::know::tables::{Cell, Dense};
use crate::prover::know::ways::guessed;
use crate::prover::theory::progression::guessed_pair;
use crate::prover::{Figures, Limits, Obstacle, Verdict, locked, nodes_in};
use crate::recheck::products::{follows_until, value_term, values_until};
use crate::recheck::{p_positions, progressions};
use crate::ruleset::definition::{Needs, needs};
use crate::ruleset::statement::{Body, Set};
use crate::ruleset::{Part, Ruleset, Term};
use crate::syntax::ast::ClaimKind;
use crate::value::{Play, Saturate};
use nimdsl_automata::Budget;
use std::sync::atomic::Ordering;

/// Nodes of all automata of what shows that play ends, in millions.
const MOST_NODES: u64 = 8;
/// Values of a parameter at which a complementary pair has to be seen.
const VALUES_SEEN: u128 = 5;

impl Instance<'_> {
    /// A proof by linear facts about what is not linear; none if there is none for little work.
    pub(super) fn by_products(&self) -> Result<Option<Decided>, Obstacle> {
        match self.by_values_of_claims(self.open == 0)? {
            None if self.open == 0 => self.by_counting_options(),
            decided => Ok(decided),
        }
    }

    /// What is decided, or the same with values of games with open parameters where nothing else decides it.
    pub(in crate::prover::ask) fn or_by_open_products(&self, decided: Decided) -> Result<Decided, Failure> {
        if !matches!(decided.verdict, Verdict::Open(_)) {
            return Ok(decided);
        }
        let unknown = || Decided::from(Verdict::Open(Obstacle::Cannot("no products tell it".to_owned())));
        let more = self.within(MOST_NODES, &|_| {
            let told = match self.by_values_of_claims(true)? {
                None => self.by_counting_options()?,
                told => told,
            };
            Ok(told.unwrap_or_else(unknown))
        })?;
        Ok(if matches!(more.verdict, Verdict::Open(_)) { decided } else { more })
    }

    /// The same; `asks` says whether claims are asked for values.
    fn by_values_of_claims(&self, asks: bool) -> Result<Option<Decided>, Obstacle> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") || self.digits.is_some() {
            return Ok(None);
        }
        let rulesets = self.rulesets();
        let (mut told, mut outcomes) = (Vec::new(), None);
        for (game, needs) in needs(self.statement, rulesets.len()).into_iter().enumerate() {
            let found = if asks { self.claimed_values(game, rulesets[game])? } else { None };
            if found.is_none() && needs != Needs::default() {
                let of_outcomes_alone = needs == Needs { outcomes: true, ..Needs::default() };
                outcomes = if game == 0 && of_outcomes_alone { self.claimed_outcomes()? } else { None };
                if outcomes.is_none() {
                    return Ok(None);
                }
            }
            told.extend(found.filter(|_| game == 0 || needs != Needs::default()));
        }
        if told.is_empty() && outcomes.is_none() && self.names_a_root() {
            // It may speak of a pair of sequences that a claim of the file has, and not of positions.
            let pair = |(claimed, _): &(ClaimedOutcomes, Set)| matches!(&claimed.by, OutcomesBy::Progression(made) if !made.slope.is_empty());
            outcomes = self.claimed_outcomes()?.filter(pair);
        }
        self.by_what_is_told(told, outcomes)
    }

    /// Whether a root with an open parameter in it stands in the statement.
    fn names_a_root(&self) -> bool {
        let (Body::Holds(formula), true) = (&self.statement.body, 0 < self.open) else { return false };
        Part::Formula(formula).any(&mut |part| matches!(part, Part::Term(Term::SquareRoot(_))))
    }

    /// By nothing but that values are at most the numbers of options; none if the statement looks no value up.
    fn by_counting_options(&self) -> Result<Option<Decided>, Obstacle> {
        let asked = needs(self.statement, self.rulesets().len());
        if cfg!(target_arch = "wasm32") || self.digits.is_some() || !asked.iter().any(|needs| needs.values) {
            return Ok(None);
        }
        self.by_what_is_told(Vec::new(), None)
    }

    /// What follows from values of claims and a set of P-positions.
    fn by_what_is_told(
        &self,
        told: Vec<ClaimedValues>,
        outcomes: Option<(ClaimedOutcomes, Set)>,
    ) -> Result<Option<Decided>, Obstacle> {
        let (rulesets, cancel) = (self.rulesets(), &self.prover.context.cancel);
        let set = outcomes.as_ref().map(|(_, set)| set);
        let (mut held, mut is_of_a_pair) = (false, false);
        if let Some((ClaimedOutcomes { by: OutcomesBy::Progression(made), .. }, set)) = &outcomes
            && told.is_empty()
        {
            is_of_a_pair = !made.slope.is_empty();
            held = progressions::follows_until(cancel, (self.ruleset, set, made), self.statement);
        }
        // Of powers, other facts may tell more.
        let held = held
            || !is_of_a_pair
                && follows_until(cancel, (&told, set), self.prover.document, (&rulesets, self.statement)).is_ok();
        if cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        let of = if is_of_a_pair { "complementary sequences" } else { "products" };
        let numeration = format!("linear facts about {of}");
        let figures = Figures { numeration, states: 0, nodes: 0, limits: Limits::default() };
        let evidence = Some(Evidence::Products(told, outcomes.map(|(claimed, _)| claimed)));
        Ok(held.then_some(Decided { verdict: Verdict::Proved(figures), evidence }))
    }

    /// A claim of the file of a game that gives its values, proved once for all who ask.
    fn claimed_values(&self, game: usize, ruleset: &Ruleset) -> Result<Option<ClaimedValues>, Obstacle> {
        let (document, cancel) = (self.prover.document, &self.prover.context.cancel);
        let file = match game.checked_sub(1) {
            None => Some(document),
            Some(at) => document.others.get_index(at).map(|(_, other)| other),
        };
        let Some(file) = file else { return Ok(None) };
        let key = (game, format!("{} {:?}", self.prover.range, ruleset.parameters));
        if let Some(known) = locked(&self.prover.products).get(&key) {
            return Ok(known.clone());
        }
        let claims = file.claims().filter(|claim| claim.kind != ClaimKind::Refuted);
        let mut gives = claims.filter_map(|claim| {
            let statement = file.statement(claim, ruleset).ok()?;
            value_term(&statement, ruleset).map(|term| (claim, term))
        });
        let found = gives.find_map(|(claim, term)| {
            // Ways to smaller values are guessed from tables, which a game with open parameters has not.
            let ways = if self.open == 0 { guessed(ruleset, self.prover.context)? } else { read_off(ruleset, &term)? };
            let told = ClaimedValues { game, claim: claim.name.clone(), ways };
            values_until(cancel, &told, document, ruleset).ok().map(|()| told)
        });
        if cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        locked(&self.prover.products).insert(key, found.clone());
        Ok(found)
    }

    /// A claim of the file that gives all P-positions as a set over a sequence or powers, or a complementary pair, proved once for all who ask.
    fn claimed_outcomes(&self) -> Result<Option<(ClaimedOutcomes, Set)>, Obstacle> {
        let play = self.statement.play;
        let key = format!("{} {:?} {play}", self.prover.range, self.ruleset.parameters);
        if let Some(known) = locked(&self.prover.outcomes).get(&key) {
            return Ok(known.clone());
        }
        let mut found = None;
        for claim in self.prover.document.claims().filter(|claim| claim.kind != ClaimKind::Refuted) {
            let Ok(statement) = self.prover.document.statement(claim, self.ruleset) else { continue };
            let Some(set) = p_positions(self.ruleset, &statement).filter(|_| statement.play == play) else {
                continue;
            };
            let about = Instance { claim, statement: &statement, ..*self };
            let by = about.shown_without_automata()?;
            let by = by.filter(|by| play == Play::Normal || matches!(by, OutcomesBy::Progression(_)));
            if let Some(by) = by {
                found = Some((ClaimedOutcomes { claim: claim.name.clone(), by }, set.into_owned()));
                break;
            }
        }
        if found.is_none() && 0 < self.open {
            let admits = |register: usize, slope: &[i64]| self.is_seen_to_be_a_pair(play, register, slope);
            let pair = guessed_pair(self.ruleset, play, &admits, &self.prover.context.cancel);
            let told = |made| ClaimedOutcomes { claim: String::new(), by: OutcomesBy::Progression(made) };
            found = pair.map(|(made, set)| (told(made), set));
        }
        // Who was stopped has not looked everywhere.
        if self.prover.context.cancel.load(Ordering::Relaxed) {
            return Err(Obstacle::Cancelled);
        }
        locked(&self.prover.outcomes).insert(key, found.clone());
        Ok(found)
    }

    /// Whether the P-positions of a small table with x <= y are such that y - x grows by the slope from one to the next, for the first values of the
    /// register; nothing is seen of games without such a table. To try a proof of each pair that moves suggest would take minutes.
    fn is_seen_to_be_a_pair(&self, play: Play, register: usize, slope: &[i64]) -> bool {
        let lows = self.ruleset.registers.iter().map(|register| register.low);
        let (shifts, context) = ([0, 0].into_iter().chain(lows).collect::<Vec<_>>(), self.prover.context);
        let Ok(table) = Dense::of_open_registers(self.ruleset, &shifts, Question::Outcome(play), context) else {
            return true;
        };
        let low = shifts[2 + register];
        (0..VALUES_SEEN).all(|step| {
            let value = i64::try_from(step).ok().and_then(|step| low.checked_add(step));
            let horner = |sum: i64, factor: &i64| sum.checked_mul(value?)?.checked_add(*factor);
            let Some(by) = slope.iter().rev().try_fold(0, horner) else { return true };
            let is_p = |x: u128, y: u128| {
                let mut tuple = vec![0; shifts.len()];
                (tuple[0], tuple[1], tuple[2 + register]) = (x, y, step);
                matches!(table.at(&tuple), Some(Cell::Value(0)))
            };
            let first = |x: u128| (x..=table.reach).find(|y| is_p(x, *y));
            let mut differences = (0..=table.reach).filter_map(|x| Some((first(x)? - x).saturated::<i64>()));
            let Some(first) = differences.next() else { return true };
            differences.zip(1..).all(|(difference, index)| by.checked_mul(index) == Some(difference - first))
        })
    }

    /// What shows that the statement gives all P-positions, if automata are not what does.
    fn shown_without_automata(&self) -> Result<Option<OutcomesBy>, Obstacle> {
        let cancelled = || self.prover.context.cancel.load(Ordering::Relaxed);
        let budget = Budget::nodes(nodes_in(self.prover.context)).with_cancellation(&cancelled);
        let decided = match self.by_a_progression()? {
            None => self.by_a_sequence(budget),
            decided => Ok(decided),
        };
        match decided {
            Err(Obstacle::Cancelled) => Err(Obstacle::Cancelled),
            Err(_) | Ok(None) => Ok(None),
            Ok(Some(decided)) => Ok(match decided.evidence {
                Some(Evidence::Sequence(made)) => Some(OutcomesBy::Sequence(made)),
                Some(Evidence::Chain(made)) => Some(OutcomesBy::Chain(made)),
                Some(Evidence::Progression(made)) => Some(OutcomesBy::Progression(made)),
                _ => None,
            }),
        }
    }
}
