//! The values of one ruleset that a claim asks for: tables of the fast engines, made when they are first needed; what lies
//! in no table is computed when it is asked for, and kept. Several threads share what was made: boards [beside](ClaimBoard::beside) one another.
use super::extent::ClaimExtent;
use super::standing::Standing;
use crate::engine::{Context, EngineError, Plan, Question, Values};
use crate::ruleset::error::EvaluationError;
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::table::{Region, Table};
use crate::value::{Outcome, Play};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Arrays with more cells than this are replaced by one for the board alone.
const MOST_CELLS: u64 = 1 << 26;

/// Tables beyond the board of the claim with more cells than this are not made.
const MOST_BEYOND: u64 = 1 << 23;

/// Why a position has no value on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// It lies beyond what is evaluated.
    Beyond,
    /// There is none: it is no position of the game.
    Outside,
}

impl From<Missing> for Standing {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Beyond => Self::Undecided,
            Missing::Outside => Self::Void,
        }
    }
}

/// Something that is looked up or calculated, or why there is nothing.
pub(super) type Obtained<T> = Result<Result<T, Missing>, EngineError>;

/// What one board knows of the answers to one question.
#[derive(Clone)]
struct Answers<'a> {
    question: Question,
    /// Of the board, then of all positions in reach: those of [`MadeAnswers`], as far as this board has asked for them.
    tables: Vec<Arc<Table>>,
    made: Arc<Mutex<MadeAnswers<'a>>>,
}

/// What was made for one question, by whoever needed it first.
struct MadeAnswers<'a> {
    tables: Vec<Arc<Table>>,
    /// Whether there is another table to be made.
    more: bool,
    single: Option<Values<'a>>,
}

/// All that was made, by question. Whoever makes something holds it, so that nothing is made twice.
type SharedAnswers<'a> = Arc<Mutex<Vec<(Question, Arc<Mutex<MadeAnswers<'a>>>)>>>;

/// What several boards share, for the one that asks.
pub(super) fn held<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) struct ClaimBoard<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) options: &'a Options,
    context: &'a Context,
    /// No heap and no total beyond this is evaluated.
    pub(super) reach: i64,
    /// The largest heaps of the claim.
    limits: Vec<i64>,
    /// Whether the claim looks beyond the position that it is tried at.
    looks_beyond: bool,
    /// How tables are made, if they cost less than the positions that are asked for.
    plan: OnceCell<Plan<'a>>,
    answers: Vec<Answers<'a>>,
    shared: SharedAnswers<'a>,
    finals: HashMap<Position, bool>,
    /// Options that were looked at.
    visited: u64,
}

impl<'a> ClaimBoard<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, options: &'a Options, extent: &ClaimExtent, context: &'a Context) -> Self {
        let heaps = ruleset.heaps.len();
        let largest = extent.limits.iter().copied().max().unwrap_or(0);
        // Another ruleset of the claim may have more heaps, or fewer.
        let limits: Vec<i64> = (0..heaps).map(|heap| extent.limits.get(heap).copied().unwrap_or(largest)).collect();
        let reach = extent.reach(heaps);
        let looks_beyond = extent.looks_beyond;
        Self {
            ruleset,
            options,
            context,
            reach,
            limits,
            looks_beyond,
            plan: OnceCell::new(),
            answers: Vec::new(),
            shared: SharedAnswers::default(),
            finals: HashMap::new(),
            visited: 0,
        }
    }

    /// A board for another thread, which shares tables and values with this one.
    pub(super) fn beside(&self) -> Self {
        Self {
            limits: self.limits.clone(),
            plan: OnceCell::new(),
            answers: self.answers.clone(),
            shared: Arc::clone(&self.shared),
            finals: HashMap::new(),
            visited: 0,
            ..*self
        }
    }

    /// Whether values are found one by one, which threads would wait for.
    pub(super) fn asks_one_by_one(&self) -> bool {
        held(&self.shared).iter().any(|(_, made)| held(made).single.is_some())
    }

    fn plan(&self) -> &Plan<'a> {
        self.plan.get_or_init(|| Plan::of(self.ruleset))
    }

    /// The options that were looked at since this was last asked.
    pub(super) fn take_visited(&mut self) -> u64 {
        std::mem::take(&mut self.visited)
    }

    fn cells(&self, shape: &[u64]) -> u64 {
        let registers = self.ruleset.registers.iter().fold(1u64, |all, register| {
            all.saturating_mul(register.high.map_or(1, |high| high.abs_diff(register.low) + 1))
        });
        shape.iter().fold(registers, |cells, bound| cells.saturating_mul(*bound))
    }

    /// The shape of all positions in reach, and of the board.
    fn shapes(&self) -> [Vec<u64>; 2] {
        let reach = vec![self.reach.unsigned_abs() + 1; self.limits.len()];
        [reach, self.limits.iter().map(|limit| limit.unsigned_abs() + 1).collect()]
    }

    /// Whether a position belongs to the game and is in reach.
    pub(super) fn place(&self, position: &[i64]) -> Obtained<()> {
        let (heaps, registers) = position.split_at(self.ruleset.heaps.len());
        let belongs = heaps.iter().all(|heap| 0 <= *heap)
            && registers
                .iter()
                .zip(&self.ruleset.registers)
                .all(|(value, register)| register.low <= *value && register.high.is_none_or(|high| *value <= high));
        if !belongs {
            return Ok(Err(Missing::Outside));
        }
        match self.options.in_domain(position) {
            Ok(true) => {}
            Ok(false) => return Ok(Err(Missing::Outside)),
            Err(EvaluationError::Overflow) => return Ok(Err(Missing::Beyond)),
            Err(error) => return Err(error.into()),
        }
        let total = heaps.iter().fold(0i64, |total, heap| total.saturating_add(*heap));
        Ok(if total <= self.reach { Ok(()) } else { Err(Missing::Beyond) })
    }

    /// The Grundy value.
    pub(super) fn grundy(&mut self, position: &[i64]) -> Obtained<u32> {
        self.value(Question::Grundy, position)
    }

    /// The outcome.
    pub(super) fn outcome(&mut self, play: Play, position: &[i64]) -> Obtained<Outcome> {
        let value = self.value(self.outcome_question(play), position)?;
        Ok(value.map(|value| if value == 0 { Outcome::P } else { Outcome::N }))
    }

    /// What tells the outcomes: Grundy values if they are known anyway.
    fn outcome_question(&self, play: Play) -> Question {
        let known = self.answers.iter().any(|answers| answers.question == Question::Grundy);
        if play == Play::Normal && known { Question::Grundy } else { Question::Outcome(play) }
    }

    fn value(&mut self, question: Question, position: &[i64]) -> Obtained<u32> {
        let at = self.answers_to(question);
        for table in &self.answers[at].tables {
            if let Some(value) = table.get(position) {
                return Ok(Ok(value));
            }
        }
        if let Err(missing) = self.place(position)? {
            return Ok(Err(missing));
        }
        while let Some(table) = self.next_table(at)? {
            if let Some(value) = table.get(position) {
                return Ok(Ok(value));
            }
        }
        let mut made = held(&self.answers[at].made);
        let values = match &mut made.single {
            Some(values) => values,
            none => none.insert(self.single(at)?),
        };
        values.at(position).map(Ok)
    }

    /// Values that are found one by one, beginning with what the tables know.
    fn single(&self, at: usize) -> Result<Values<'a>, EngineError> {
        let shape = self.shapes().into_iter().find(|shape| self.cells(shape) <= MOST_CELLS);
        let shape = shape.unwrap_or_else(|| vec![1; self.limits.len()]);
        let answers = &self.answers[at];
        let mut values = Values::new(self.ruleset, self.options, &shape, answers.question, self.context)?;
        let Some(table) = answers.tables.last() else { return Ok(values) };
        for (registers, layer) in &table.layers {
            for (mut position, value) in table.heaps().zip(layer.iter()) {
                let Some(value) = value else { continue };
                position.extend(registers);
                values.keep(&position, value)?;
            }
        }
        Ok(values)
    }

    fn answers_to(&mut self, question: Question) -> usize {
        let known = self.answers.iter().position(|answers| answers.question == question);
        known.unwrap_or_else(|| {
            let mut shared = held(&self.shared);
            let made = shared.iter().find(|known| known.0 == question).map(|known| Arc::clone(&known.1));
            let made = made.unwrap_or_else(|| {
                let made = MadeAnswers { tables: Vec::new(), more: self.plan().is_fast(), single: None };
                let made = Arc::new(Mutex::new(made));
                shared.push((question, Arc::clone(&made)));
                made
            });
            drop(shared);
            self.answers.push(Answers { question, tables: Vec::new(), made });
            self.answers.len() - 1
        })
    }

    /// The next table that this board has not seen, made if there is need: of the board, or of all that is in reach.
    fn next_table(&mut self, at: usize) -> Result<Option<&Table>, EngineError> {
        let answers = &self.answers[at];
        let seen = answers.tables.len();
        let mut made = held(&answers.made);
        while made.tables.len() <= seen && made.more {
            self.make_table(answers.question, &mut made)?;
        }
        let next = made.tables.get(seen).map(Arc::clone);
        drop(made);
        self.answers[at].tables.extend(next);
        Ok(self.answers[at].tables.get(seen).map(Arc::as_ref))
    }

    fn make_table(&self, question: Question, made: &mut MadeAnswers<'_>) -> Result<(), EngineError> {
        let [reach, board] = self.shapes();
        let beyond = self.cells(&reach) <= MOST_BEYOND;
        let first = made.tables.is_empty();
        let wide = beyond && (self.looks_beyond || !first);
        made.more = first && beyond && !wide;
        let region = match () {
            () if wide => Region::Total(self.reach.unsigned_abs() + 1),
            () if first && self.cells(&board) <= MOST_CELLS => Region::Box(board),
            () => return Ok(()),
        };
        match self.plan().table(&region, question, self.context) {
            Ok(table) => made.tables.push(Arc::new(table)),
            Err(EngineError::Cancelled) => return Err(EngineError::Cancelled),
            // What does not fit a table is found one by one.
            Err(_) => made.more = false,
        }
        Ok(())
    }

    /// The largest table that is known, made if none is; none if the ruleset has no fast engine.
    pub(super) fn table(&mut self, question: Question) -> Result<Option<&Table>, EngineError> {
        let question = match question {
            Question::Outcome(play) => self.outcome_question(play),
            Question::Grundy => question,
        };
        let at = self.answers_to(question);
        if self.answers[at].tables.is_empty() {
            self.next_table(at)?;
        }
        Ok(self.answers[at].tables.last().map(Arc::as_ref))
    }

    /// All options in lexicographic order, each once.
    pub(super) fn options_of(&mut self, position: &[i64]) -> Result<Vec<Position>, EngineError> {
        let reached = self.options.list(position)?;
        self.visited += reached.len() as u64;
        Ok(reached.into_iter().map(|option| option.position).collect())
    }

    /// The options of value 0 or 1, perhaps several times; `None` if an option is out of reach.
    pub(super) fn small_options(&mut self, position: &[i64]) -> Result<Option<Vec<(Position, u32)>>, EngineError> {
        let (options, heaps, reach) = (self.options, self.ruleset.heaps.len(), self.reach);
        let mut found = Vec::new();
        let mut failed = None;
        let flow = options.visit(position, &mut |_, _, option| {
            self.visited += 1;
            if reach < option[..heaps].iter().sum::<i64>() {
                return ControlFlow::Break(());
            }
            match self.grundy(option) {
                Ok(Ok(value @ (0 | 1))) => found.push((option.to_vec(), value)),
                Ok(_) => {}
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        failed.map_or(Ok(flow.is_continue().then_some(found)), Err)
    }

    pub(super) fn is_terminal(&self, position: &[i64]) -> Result<bool, EngineError> {
        Ok(self.options.visit(position, &mut |_, _, _| ControlFlow::Break(()))?.is_continue())
    }

    /// Whether a position is in the final phase: KY24, Definition 2, after Yamasaki.
    pub(super) fn is_final(&mut self, position: &[i64]) -> Obtained<bool> {
        if let Some(known) = self.finals.get(position) {
            return Ok(Ok(*known));
        }
        let value = match self.grundy(position)? {
            Ok(value) => value,
            Err(missing) => return Ok(Err(missing)),
        };
        let last = match value {
            0 if self.is_terminal(position)? => true,
            0 | 1 => {
                let Some(options) = self.small_options(position)? else { return Ok(Err(Missing::Beyond)) };
                let wanted = 1 - value;
                let mut last = value == 1;
                for (option, _) in options.iter().filter(|(_, value)| *value == wanted) {
                    let judged = match self.is_final(option)? {
                        Ok(judged) => judged,
                        Err(missing) => return Ok(Err(missing)),
                    };
                    last = if value == 0 { last || judged } else { last && judged };
                }
                last
            }
            _ => false,
        };
        self.finals.insert(position.to_vec(), last);
        Ok(Ok(last))
    }
}
