//! Tries a statement at positions: on a whole board at once where its lanes suffice, else one position after the other.
use super::evaluate::Evaluator;
use super::extent::ClaimExtent;
use super::positions::{BoardPositions, written};
use super::standing::Standing;
use super::sweep::{BoardRows, Swept, sweep};
use super::verdict::{Gaps, Verdict};
use crate::engine::EngineError;
use crate::ruleset::statement::{Body, Except, Formula, Lookup, Place, Property, Statement};
use crate::ruleset::{Part, Position, Ruleset, Term};
use crate::value::{Outcome, Play};
use std::ops::ControlFlow;

/// Totals up to this are tried before a board is swept.
const EARLY: i64 = 12;

/// So many positions are tried together.
const PIECE: usize = 64;

/// More exceptions than this are not finitely many, as far as a table can tell.
const MOST_EXCEPTIONS: usize = 1_000;

/// A statement on a board.
pub(super) struct BoardTrial<'a> {
    pub(super) statement: &'a Statement,
    /// The coordinates that the statement itself speaks of.
    spoken: &'a [usize],
    pub(super) ruleset: &'a Ruleset,
    pub(super) extent: ClaimExtent,
    pub(super) evaluator: Evaluator<'a>,
    /// The same for other threads, as many as were needed so far.
    pub(super) others: Vec<Self>,
}

impl<'a> BoardTrial<'a> {
    /// Nothing is tried yet.
    pub(super) fn new(
        (statement, spoken): (&'a Statement, &'a [usize]),
        ruleset: &'a Ruleset,
        extent: ClaimExtent,
        evaluator: Evaluator<'a>,
    ) -> Self {
        Self { statement, spoken, ruleset, extent, evaluator, others: Vec::new() }
    }

    /// The same for another thread.
    pub(super) fn beside(&self) -> Self {
        let evaluator = self.evaluator.beside(self.statement);
        Self::new((self.statement, self.spoken), self.ruleset, self.extent.clone(), evaluator)
    }

    pub(super) fn verdict(&mut self) -> Result<Verdict, EngineError> {
        if self.statement.free.is_empty() { self.closed() } else { self.open() }
    }

    /// A statement without free heaps.
    fn closed(&mut self) -> Result<Verdict, EngineError> {
        let Body::Holds(formula) = &self.statement.body else {
            return Ok(Verdict::Unknown("it speaks of no position".to_owned()));
        };
        let zero = vec![0; self.ruleset.heaps.len() + self.ruleset.registers.len()];
        if let Some(condition) = &self.statement.condition
            && self.evaluator.at(condition, &zero)? == Standing::False
        {
            return Ok(Verdict::Unknown("its condition holds for no value: nothing was tested".to_owned()));
        }
        let open = formula.open_depth() != 0;
        let up_to = if open { self.evaluator.window } else { self.extent.largest() };
        let up_to = up_to.unsigned_abs();
        let mut gaps = Gaps::default();
        let standing = self.evaluator.at(formula, &zero)?;
        if standing == Standing::True && !self.evaluator.asked && !matches!(formula, Formula::Known(_)) {
            return Ok(Verdict::Untested("it speaks of no value at all".to_owned()));
        }
        Ok(match standing {
            Standing::True => Verdict::Holds { up_to, exceptions: Vec::new(), gaps },
            Standing::NoCounterexample => {
                if let Some(missed) = self.evaluator.missed_words() {
                    gaps.add(Standing::Undecided, || missed);
                }
                Verdict::Holds { up_to, exceptions: Vec::new(), gaps }
            }
            Standing::False => Verdict::Refuted { position: None, reason: self.closed_reason(), up_to, before: gaps },
            Standing::NoWitness => Verdict::Unknown(match self.evaluator.missed_words() {
                Some(missed) => format!("nothing in reach of a table shows that it holds for {missed}"),
                None => format!("nothing with heaps up to {} shows that it holds", self.evaluator.reach()),
            }),
            Standing::Void => Verdict::Unknown(self.without_value()),
            Standing::Undecided => Verdict::Unknown(self.undecided()),
        })
    }

    fn closed_reason(&self) -> String {
        let witness = self.evaluator.witness_words();
        match (self.evaluator.sides, self.statement.scale) {
            _ if !witness.is_empty() => witness,
            (Some((left, right)), Some(scale)) => {
                format!("the left side is {} and the right side is {}", quotient(left, scale), quotient(right, scale))
            }
            // The explorer has a limit of bytes, and does without.
            _ if cfg!(not(target_arch = "wasm32")) && self.binds_nothing() => {
                "it is false, and speaks of no variable".to_owned()
            }
            _ => "no value of its variables makes it true".to_owned(),
        }
    }

    /// Whether it speaks of no variable and of no option.
    fn binds_nothing(&self) -> bool {
        let binds = |part: &Formula| {
            matches!(
                part,
                Formula::ForAll(..) | Formula::Exists(..) | Formula::AllOptions(..) | Formula::SomeOption(..)
            )
        };
        matches!(&self.statement.body, Body::Holds(formula) if !formula.any(&mut |part| binds(part)))
    }

    fn without_value(&self) -> String {
        let why = self.evaluator.trouble.clone();
        format!("it has no value: {}", why.unwrap_or_else(|| "something is looked up outside of the game".to_owned()))
    }

    fn undecided(&self) -> String {
        format!("nothing could be tested with heaps up to {}: ask for more with --up-to", self.extent.largest())
    }

    /// A statement about all positions.
    fn open(&mut self) -> Result<Verdict, EngineError> {
        let finitely = matches!(self.statement.except, Except::FinitelyMany);
        // Most false statements are false early, and then no board need be swept.
        let all = || BoardPositions::new(self.ruleset, &self.statement.free, &self.extent.limits);
        let (early, all) = (all().up_to(EARLY), all());
        let whole = early.is_whole();
        let enough = if finitely { MOST_EXCEPTIONS + 1 } else { 1 };
        let mut found = self.tried(early, enough)?;
        if !whole && (finitely || found.wrong.is_empty()) {
            found = match self.swept()? {
                Some(swept) => self.with_odd_ones(swept, enough)?,
                None => self.tried(all, enough)?,
            };
        }
        let up_to = self.extent.largest().unsigned_abs();
        let gaps = found.gaps;
        if finitely {
            return Ok(self.finitely_many(found.wrong, gaps));
        }
        if let Some(first) = found.wrong.into_iter().next() {
            let least = self.least(first)?;
            let reason = self.reason(&least)?;
            return Ok(Verdict::Refuted { position: Some(least), reason, up_to, before: gaps });
        }
        Ok(match (found.tested, &gaps) {
            (0, Gaps { first_valueless: Some(first), .. }) => Verdict::Unknown(format!("it has no value at {first}")),
            (0, Gaps { undecided: 0, .. }) => Verdict::Untested(self.untested()),
            (0, _) => Verdict::Unknown(self.undecided()),
            _ => Verdict::Holds { up_to, exceptions: Vec::new(), gaps },
        })
    }

    /// Why no position was judged where none needs anything that is missing.
    fn untested(&self) -> String {
        format!("it speaks of no position with heaps up to {}", self.extent.largest())
    }

    /// What exceptions say: few of them, all in the lower half of the bound and each of one position alone, may be all.
    fn finitely_many(&self, wrong: Vec<Position>, gaps: Gaps) -> Verdict {
        if MOST_EXCEPTIONS < wrong.len() {
            let up_to = self.extent.largest();
            return Verdict::Unknown(format!(
                "there are more than {MOST_EXCEPTIONS} exceptions with heaps up to {up_to}"
            ));
        }
        let unspoken = (0..self.ruleset.heaps.len()).find(|heap| !self.spoken.contains(heap));
        if let (Some(first), Some(heap)) = (wrong.first(), unspoken) {
            let first = written(first, self.ruleset);
            let heap = &self.ruleset.heaps[heap];
            return Verdict::Unknown(format!(
                "the exception {first} is one for each `{heap}`, which it does not speak of"
            ));
        }
        let half: Vec<i64> = self.extent.limits.iter().map(|limit| limit / 2).collect();
        let far = wrong.iter().find(|position| position.iter().zip(&half).any(|(heap, half)| half < heap));
        if let Some(far) = far {
            let far = written(far, self.ruleset);
            return Verdict::Unknown(format!("an exception, {far}, lies beyond half of the bound"));
        }
        Verdict::Holds { up_to: self.extent.largest().unsigned_abs(), exceptions: wrong, gaps }
    }

    /// Tries positions in order until the statement is false, or false at too many.
    fn tried(&mut self, positions: impl Iterator<Item = Position>, enough: usize) -> Result<Swept, EngineError> {
        let mut found = Swept::default();
        let work = |trial: &mut BoardTrial<'_>, piece: &[Position]| trial.in_turn(piece, enough);
        self.in_pieces((positions, PIECE), work, |part| {
            found.join(part);
            // Totals ascend inside the board, so only larger heaps can come before.
            if enough <= found.wrong.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(found)
    }

    /// The same for a piece, by this thread.
    fn in_turn(&mut self, positions: &[Position], enough: usize) -> Result<Swept, EngineError> {
        self.evaluator.go_on()?;
        let mut found = Swept::default();
        for position in positions {
            let Some(standing) = self.holds_at(position)? else { continue };
            found.tested += u64::from(self.is_settled(standing, position, &mut found.gaps));
            if standing == Standing::False {
                found.wrong.push(position.clone());
                if enough <= found.wrong.len() {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// What lanes settle on the whole board; `None` if that is too little to be worth it.
    fn swept(&mut self) -> Result<Option<Swept>, EngineError> {
        let (statement, ruleset) = (self.statement, self.ruleset);
        let Some(board) = BoardRows::of(statement, ruleset, &self.extent) else { return Ok(None) };
        let rows = board.all(statement, ruleset, &self.extent);
        let mut swept = Swept::default();
        let work = |trial: &mut BoardTrial<'_>, rows: &[Position]| {
            sweep(&mut trial.evaluator, trial.statement, trial.ruleset, board, rows)
        };
        self.in_pieces((rows, board.together()), work, |part| {
            swept.join(part);
            if swept.is_worth_it() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(swept.is_worth_it().then_some(swept))
    }

    /// Evaluates what a sweep left over, and puts all in order.
    fn with_odd_ones(&mut self, mut swept: Swept, enough: usize) -> Result<Swept, EngineError> {
        let heaps = self.ruleset.heaps.len();
        let order = |position: &Position| (position[..heaps].iter().sum::<i64>(), position.clone());
        swept.wrong.sort_by_cached_key(order);
        swept.wrong.truncate(enough);
        let mut odd = std::mem::take(&mut swept.odd);
        odd.sort_by_cached_key(order);
        if let Some(worst) = swept.wrong.get(enough - 1).map(order) {
            odd.truncate(odd.partition_point(|position| order(position) < worst));
        }
        swept.join(self.tried(odd.into_iter(), enough)?);
        swept.wrong.sort_by_cached_key(order);
        swept.wrong.truncate(enough);
        Ok(swept)
    }

    /// The least position of at most the same total: heaps beyond the board are looked at as well.
    fn least(&mut self, first: Position) -> Result<Position, EngineError> {
        let heaps = self.ruleset.heaps.len();
        let total: i64 = first[..heaps].iter().sum();
        let (limits, largest) = (self.extent.limits.clone(), self.extent.largest());
        if total <= largest {
            return Ok(first);
        }
        // Where heaps have limits of their own, the statement speaks of nothing beyond them.
        let farther: Vec<i64> = limits.iter().map(|limit| if *limit < largest { *limit } else { total }).collect();
        let positions = BoardPositions::new(self.ruleset, &self.statement.free, &farther);
        for position in positions {
            let own: i64 = position[..heaps].iter().sum();
            if total < own || position == first {
                break;
            }
            let beyond = position.iter().zip(&limits).any(|(heap, limit)| limit < heap);
            if beyond && self.holds_at(&position)? == Some(Standing::False) {
                return Ok(position);
            }
        }
        Ok(first)
    }

    /// Whether something was found out at a position; keeps the others.
    fn is_settled(&mut self, standing: Standing, position: &[i64], gaps: &mut Gaps) -> bool {
        let (ruleset, trouble) = (self.ruleset, &mut self.evaluator.trouble);
        gaps.add(standing, || {
            let here = written(position, ruleset);
            match trouble.take() {
                Some(why) if standing == Standing::Void => format!("{here} ({why})"),
                _ => here,
            }
        });
        standing.holds_so_far() || standing == Standing::False
    }

    /// What is known of the statement at one position; `None` if it does not speak of it.
    fn holds_at(&mut self, position: &[i64]) -> Result<Option<Standing>, EngineError> {
        if !self.evaluator.in_domain(position)? {
            return Ok(None);
        }
        self.evaluator.begin(position);
        self.evaluator.trouble = None;
        let mut speaks = match &self.statement.condition {
            Some(condition) => self.evaluator.here(condition)?,
            None => Standing::True,
        };
        if let Except::These(set) = &self.statement.except
            && speaks != Standing::False
        {
            speaks = speaks.and(self.evaluator.member(set, position)?.negated());
        }
        // Of a position at which its condition has no value it does not speak.
        if matches!(speaks, Standing::False | Standing::Void) {
            return Ok(None);
        }
        self.evaluator.trouble = None;
        let holds = match &self.statement.body {
            Body::Holds(formula) => self.evaluator.here(formula)?,
            Body::Equal(outcome, set) => {
                let member = self.evaluator.member(set, position)?;
                let found = match self.evaluator.outcome(0, position)? {
                    Ok(found) => Standing::from(found == *outcome),
                    Err(missing) => missing.into(),
                };
                member.iff(found)
            }
        };
        Ok(Some(if speaks == Standing::True { holds } else { speaks.negated().or(holds) }))
    }

    /// What is the case at a position where the statement is false.
    fn reason(&mut self, position: &[i64]) -> Result<String, EngineError> {
        let here = written(position, self.ruleset);
        let Body::Equal(outcome, set) = &self.statement.body else {
            self.evaluator.begin(position);
            if let Body::Holds(formula) = &self.statement.body {
                self.evaluator.here(formula)?;
            }
            let mut words = self.values_words(position)?;
            let witness = self.evaluator.witness_words();
            if !witness.is_empty() {
                words.push_str("; ");
                words.push_str(&witness);
            }
            return Ok(words);
        };
        self.evaluator.begin(position);
        let member = self.evaluator.member(set, position)? == Standing::True;
        let found = self.evaluator.outcome(0, position)?;
        let side = if member { "in the set" } else { "not in the set" };
        let letter = if found == Ok(Outcome::P) { "a P-position" } else { "an N-position" };
        let mut words = format!("{here} is {letter}, and it is {side}");
        let _ = outcome;
        let options = self.evaluator.options_of(position)?;
        if 0 < self.ruleset.blocking {
            words.push_str(&self.counted_words(&options, position.len())?);
            return Ok(words);
        }
        if found == Ok(Outcome::N) {
            for option in &options {
                if self.is_lost(option, position.len())? {
                    let option = sum_words(option, position.len(), self.ruleset);
                    words.push_str(&format!(": its option {option} is a P-position"));
                    return Ok(words);
                }
            }
            words.push_str(": it is terminal, in misère play");
            return Ok(words);
        }
        if options.is_empty() {
            words.push_str(": it has no options");
            return Ok(words);
        }
        let shown = options.iter().take(12).map(|option| sum_words(option, position.len(), self.ruleset));
        let shown: Vec<String> = shown.collect();
        let more = if options.len() <= 12 { String::new() } else { format!(" and {} more", options.len() - 12) };
        words.push_str(&format!(": all its options are N-positions: {}{more}", shown.join(" ")));
        Ok(words)
    }

    /// How many options are P-positions where some may be forbidden.
    fn counted_words(&mut self, options: &[Position], width: usize) -> Result<String, EngineError> {
        let mut lost: Vec<&Position> = Vec::new();
        for option in options {
            if !lost.contains(&option) && self.is_lost(option, width)? {
                lost.push(option);
            }
        }
        let most = self.ruleset.blocking;
        Ok(format!(": {} of its options are P-positions, and {most} may be forbidden", lost.len()))
    }

    /// Whether an option, perhaps a sum of positions, is a P-position.
    fn is_lost(&mut self, option: &[i64], width: usize) -> Result<bool, EngineError> {
        if option.len() == width {
            return Ok(self.evaluator.outcome(0, option)? == Ok(Outcome::P));
        }
        let mut value = 0;
        for part in option.chunks(width) {
            let Ok(of_part) = self.evaluator.grundy(0, part)? else { return Ok(false) };
            value ^= of_part;
        }
        Ok(value == 0)
    }

    /// What the positions are that a claim looks up, if there are heaps of which it does not speak, or if the position at hand is none of them.
    fn looked_up(&mut self, position: &[i64]) -> Result<String, EngineError> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Ok(String::new());
        }
        let spoken = |heap: usize| self.spoken.contains(&heap);
        let Body::Holds(body) = &self.statement.body else { return Ok(String::new()) };
        if self.ruleset.blocking != 0 {
            return Ok(String::new());
        }
        let speaks_of_all = (0..self.ruleset.heaps.len()).all(spoken);
        let mut places: Vec<(bool, &[Term])> = Vec::new();
        Part::Formula(body).visit(&mut |part| {
            let place = match part {
                Part::Lookup(Lookup { game: 0, position, .. }) => (false, position.as_slice()),
                Part::Formula(Formula::Is(Property::Outcome(_), Place { game: 0, position, .. })) => {
                    (true, position.as_slice())
                }
                _ => return,
            };
            if !places.contains(&place) && !place.1.iter().any(Term::mentions_amounts) {
                places.push(place);
            }
        });
        let mut words = Vec::new();
        for (is_of_outcome, place) in places.into_iter().take(MOST_LOOKED_UP) {
            let there = place.iter().map(|term| i64::try_from(term.evaluate(position, &[]).ok()?).ok());
            let Some(there) = there.collect::<Option<Position>>() else { continue };
            if speaks_of_all && there == position {
                return Ok(String::new());
            }
            let own = written(&there, self.ruleset);
            if !is_of_outcome {
                let value = self.evaluator.grundy(0, &there)?;
                words.extend(value.map(|value| format!("{own} has the Grundy value {value}")));
            } else if let Ok(outcome) = self.evaluator.outcome(0, &there)? {
                let letter = if outcome == Outcome::P { "a P-position" } else { "an N-position" };
                words.push(format!("{own} is {letter}"));
            }
        }
        Ok(words.join(", "))
    }

    /// Whether the claim asks for outcomes of misère play, of which Grundy values tell nothing.
    fn is_about_misere_outcomes(&self) -> bool {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") || self.statement.play == Play::Normal {
            return false;
        }
        let is_outcome = |part: Part<'_>| matches!(part, Part::Formula(Formula::Is(Property::Outcome(_), _)));
        matches!(&self.statement.body, Body::Holds(body) if Part::Formula(body).any(&mut |part| is_outcome(part)))
    }

    fn values_words(&mut self, position: &[i64]) -> Result<String, EngineError> {
        let here = written(position, self.ruleset);
        let mut words = format!("at {here}");
        let looked_up = self.looked_up(position)?;
        if !looked_up.is_empty() {
            words = looked_up;
        } else if self.is_about_misere_outcomes()
            && let Ok(outcome) = self.evaluator.outcome(0, position)?
        {
            let letter = if outcome == Outcome::P { "a P-position" } else { "an N-position" };
            words.push_str(&format!(", {letter} of misère play"));
        } else if uses_values(&self.statement.body)
            && self.ruleset.blocking == 0
            && let Ok(value) = self.evaluator.grundy(0, position)?
        {
            words.push_str(&format!(", of Grundy value {value}"));
        }
        if let (Some((left, right)), Some(scale)) = (self.evaluator.sides, self.statement.scale) {
            let (left, right) = (quotient(left, scale), quotient(right, scale));
            words.push_str(&format!(": the left side is {left} and the right side is {right}"));
        }
        Ok(words)
    }
}

fn quotient(above: i128, below: i128) -> String {
    if above % below == 0 { (above / below).to_string() } else { format!("{above}/{below}") }
}

/// Values of so many positions are told at most.
const MOST_LOOKED_UP: usize = 3;

fn uses_values(body: &Body) -> bool {
    !matches!(body, Body::Holds(Formula::Is(..)))
}

/// An option in words: the positions of which it is the sum.
fn sum_words(option: &[i64], width: usize, ruleset: &Ruleset) -> String {
    option.chunks(width).map(|part| written(part, ruleset)).collect::<Vec<_>>().join(" + ")
}

#[cfg(all(test, has_tests))]
mod tests;
