//! Finds automata for what a statement looks up: from other claims that define it, or guessed from a table; each is proved
//! before it is used.
use super::facts::{Facts, Values};
use super::forms::{Form, Given, Needs, form};
use super::game::Game;
use super::kernel::Kernel;
use super::learn::learn;
use super::reading::{Mode, Reading};
use super::theory::{Checked, Theory};
use super::translate::{Names, Scope, Slot};
use super::{Obstacle, phases};
use crate::automata::{self, Automaton, Numeration, Term, Variable};
use crate::check::{Document, Settings};
use crate::engine::{Context, Question, Values as Table};
use crate::ruleset::Ruleset;
use crate::ruleset::options::Options;
use crate::ruleset::statement::Statement;
use crate::value::{Outcome, Play};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

/// Largest heaps of the tables that guesses are made from, by the number of heaps.
const REACH: [u128; 6] = [4096, 4096, 640, 64, 20, 10];
/// Options of all positions of a table for a guess, about.
const MOST_OPTIONS: u128 = 30_000_000;
/// Cells of such a table.
const MOST_CELLS: usize = 1 << 23;
/// Nodes of automata in the proof of a guess.
const GUESS: usize = 400_000;
/// So many values at most are told apart where the values as a whole have no automaton.
pub(super) const MOST_LEVELS: usize = 24;

/// What there is to find facts about a game from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) document: &'a Document,
    pub(super) ruleset: &'a Ruleset,
    pub(super) settings: &'a Settings,
    pub(super) play: Play,
    /// The claim that must not be used for its own proof.
    pub(super) without: &'a str,
}

/// The tracks and the value track of a game.
pub(super) fn tracks(ruleset: &Ruleset, names: &Names) -> (Vec<Variable>, Variable) {
    let labels = ruleset.heaps.iter().chain(ruleset.registers.iter().map(|register| &register.name));
    let tracks: Vec<Variable> = labels.enumerate().map(|(at, name)| names.beside(at, name)).collect();
    let value = names.beside(tracks.len(), "the value");
    (tracks, value)
}

/// Finds what is needed, as far as that succeeds.
pub(super) fn find(
    source: &Source<'_>,
    needs: Needs,
    levels: Option<usize>,
    numeration: Numeration,
    budget: automata::Budget<'_>,
    (context, tables): (&Context, &Tables),
) -> Result<Facts, Obstacle> {
    let names = Names::default();
    let kernel = Kernel::new(numeration, budget, &names);
    let (tracks, value) = tracks(source.ruleset, &names);
    let game = Game { ruleset: source.ruleset, names: &names };
    let theory = Theory { game, kernel: &kernel, tracks: &tracks, value };
    let domain = theory.domain(None)?;
    // A guess that is right is small: large ones are not tried for long.
    let small = Kernel::new(numeration, budget.at_most(GUESS), &names);
    let guessed = Theory { game, kernel: &small, tracks: &tracks, value };
    let finder = Finder { tables, source, theory: &theory, guessed: &guessed, domain, context };
    let mut facts = Facts::default();
    if needs.values || needs.last {
        facts.values = finder.values(levels)?;
    }
    if needs.outcomes {
        let known = source.play == Play::Normal && facts.values.is_some();
        if !known {
            let found = finder.outcomes(source.play)?.map(Arc::new);
            if source.play == Play::Normal { facts.normal = found } else { facts.misere = found }
        }
    }
    if needs.last && facts.values.is_some() {
        facts.last = finder.last(&facts)?.map(Arc::new);
    }
    Ok(facts)
}

/// The automaton of a set or of values that a form gives.
pub(super) fn given(
    reading: &Reading<'_>,
    form: &Form<'_>,
    theory: &Theory<'_>,
) -> Result<automata::Formula, Obstacle> {
    let mut scope = Scope { coordinates: theory.game.coordinates(theory.tracks), slots: BTreeMap::new() };
    match form {
        Form::Outcomes(outcome, given) => {
            let set = match given {
                Given::Set(set) => reading.member(set, &scope.coordinates.clone(), &scope, Mode::STATEMENT)?,
                Given::Formula(formula) => reading.formula(formula, &scope, Mode::STATEMENT)?,
            };
            Ok(if *outcome == Outcome::P { set } else { set.negated() })
        }
        Form::Values(formula, slots) => {
            for slot in slots {
                scope.slots.insert(*slot, Slot::Is(Term::from(theory.value)));
            }
            reading.formula(formula, &scope, Mode::STATEMENT)
        }
    }
}

/// Values of all positions with heaps up to a bound; none where there is no position.
#[derive(Debug)]
pub(super) struct Dense {
    reach: u128,
    sides: Vec<usize>,
    heaps: usize,
    /// Which registers have no greatest value.
    open: Vec<bool>,
    values: Vec<Option<u32>>,
}

/// What a table says of a tuple.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// It is no position.
    Nothing,
    /// The value of the position.
    Value(u32),
}

/// Tables by game, parameters and question.
pub(super) type Tables = RefCell<BTreeMap<String, Rc<Dense>>>;

impl Dense {
    /// The value at a tuple, if it is in reach.
    fn at(&self, tuple: &[u128]) -> Option<Cell> {
        let mut index = 0;
        for (at, side) in self.sides.iter().enumerate() {
            let number = usize::try_from(tuple[at]).ok().filter(|number| number < side);
            let Some(number) = number else {
                let outside = self.heaps <= at && !self.open[at - self.heaps];
                return outside.then_some(Cell::Nothing);
            };
            index = index * side + number;
        }
        Some(self.values[index].map_or(Cell::Nothing, Cell::Value))
    }
}

/// What an attempt to guess comes to.
enum Guess {
    Made(Automaton),
    /// It contradicts the table; longer continuations may tell more.
    Wrong,
    /// There are too many classes, or the table does not reach far enough.
    Hopeless,
}

struct Finder<'a> {
    tables: &'a Tables,
    source: &'a Source<'a>,
    theory: &'a Theory<'a>,
    guessed: &'a Theory<'a>,
    domain: Arc<Automaton>,
    context: &'a Context,
}

impl Finder<'_> {
    /// What another claim of the file defines, if its conditions hold.
    fn claimed(&self, wanted: impl Fn(&Form<'_>, &Statement) -> bool) -> Result<Option<Automaton>, Obstacle> {
        let Source { document, ruleset, settings, without, .. } = self.source;
        for claim in document.claims() {
            if claim.name == *without || claim.kind == "refuted" {
                continue;
            }
            let here = document.instances(claim, settings).is_ok_and(|all| {
                all.iter().any(|one| document.at(one).is_ok_and(|other| other.parameters == ruleset.parameters))
            });
            let Ok(statement) = document.statement(claim, ruleset) else { continue };
            if !here || statement.condition.is_some() {
                continue;
            }
            let Some(form) = form(&statement, self.theory.tracks.len()).filter(|form| wanted(form, &statement)) else {
                continue;
            };
            match self.proved(&statement, &form) {
                Ok(Some(found)) => return Ok(Some(found)),
                Err(Obstacle::Cancelled) => return Err(Obstacle::Cancelled),
                _ => {}
            }
        }
        Ok(None)
    }

    fn proved(&self, statement: &Statement, form: &Form<'_>) -> Result<Option<Automaton>, Obstacle> {
        let facts = [Facts::default()];
        let rulesets = [self.source.ruleset];
        let names = self.theory.kernel.names;
        let reading = Reading { rulesets: &rulesets, facts: &facts, names, play: statement.play, at: None };
        let formula = given(&reading, form, self.theory)?;
        let checked = match form {
            Form::Outcomes(..) => self.theory.outcomes(&self.domain, statement.play, &formula)?,
            Form::Values(..) => self.theory.values(&self.domain, &formula)?,
        };
        Ok(if let Checked::Good(automaton) = checked { Some(automaton) } else { None })
    }

    fn values(&self, levels: Option<usize>) -> Result<Option<Values>, Obstacle> {
        let claimed = self.claimed(|form, _| matches!(form, Form::Values(..)))?;
        if let Some(graph) = claimed {
            return Ok(Some(Values::Graph(Arc::new(graph))));
        }
        let width = self.theory.tracks.len();
        let all: Vec<Variable> = self.theory.tracks.iter().copied().chain([self.theory.value]).collect();
        for lookahead in 1..=5 {
            let guess =
                self.guess(Question::Grundy, &all, lookahead, &|tuple, value| tuple[width] == u128::from(value))?;
            let guess = match guess {
                Guess::Made(guess) => guess,
                Guess::Wrong => continue,
                Guess::Hopeless => break,
            };
            if let Ok(Checked::Good(graph)) = self.guessed.values_of(&self.domain, guess) {
                return Ok(Some(Values::Graph(Arc::new(graph))));
            }
        }
        let Some(most) = levels else { return Ok(None) };
        let mut found = Vec::new();
        for level in 0..=most.min(MOST_LEVELS) {
            let Some(next) = self.level(&found, level)? else { return Ok(None) };
            found.push(Arc::new(next));
        }
        Ok(Some(Values::Levels(found)))
    }

    fn level(&self, earlier: &[Arc<Automaton>], level: usize) -> Result<Option<Automaton>, Obstacle> {
        for lookahead in 1..=5 {
            let tracks = self.theory.tracks;
            let guess = self.guess(Question::Grundy, tracks, lookahead, &|_, value| value as usize == level)?;
            let guess = match guess {
                Guess::Made(guess) => guess,
                Guess::Wrong => continue,
                Guess::Hopeless => break,
            };
            match self.guessed.level(&self.domain, earlier, guess) {
                Ok(Checked::Good(set)) => return Ok(Some(set)),
                Err(Obstacle::Cancelled) => return Err(Obstacle::Cancelled),
                _ => {}
            }
        }
        Ok(None)
    }

    pub(super) fn outcomes(&self, play: Play) -> Result<Option<Automaton>, Obstacle> {
        let claimed = self.claimed(|form, statement| matches!(form, Form::Outcomes(..)) && statement.play == play)?;
        if claimed.is_some() {
            return Ok(claimed);
        }
        for lookahead in 1..=5 {
            let tracks = self.theory.tracks;
            let guess = self.guess(Question::Outcome(play), tracks, lookahead, &|_, value| value == 0)?;
            let guess = match guess {
                Guess::Made(guess) => guess,
                Guess::Wrong => continue,
                Guess::Hopeless => break,
            };
            match self.guessed.outcomes_of(&self.domain, play, guess) {
                Ok(Checked::Good(set)) => return Ok(Some(set)),
                Err(Obstacle::Cancelled) => return Err(Obstacle::Cancelled),
                _ => {}
            }
        }
        Ok(None)
    }

    /// An automaton guessed from the table of values.
    fn guess(
        &self,
        question: Question,
        tracks: &[Variable],
        lookahead: usize,
        accepts: &dyn Fn(&[u128], u32) -> bool,
    ) -> Result<Guess, Obstacle> {
        let ruleset = self.source.ruleset;
        if !ruleset.finite_options || has_open_register(ruleset) {
            return Ok(Guess::Hopeless);
        }
        let letters = u64::from(self.theory.kernel.numeration.digits()).saturating_pow(width(tracks.len()));
        if 100_000 < letters.saturating_pow(width(lookahead)) {
            return Ok(Guess::Hopeless);
        }
        let table = self.table(question)?;
        let reach = table.reach;
        let mut oracle = |tuple: &[u128]| {
            Ok(table.at(tuple).map(|cell| matches!(cell, Cell::Value(value) if accepts(tuple, value))))
        };
        let guess = learn(self.theory.kernel.numeration, tracks, lookahead, &mut oracle, &self.theory.kernel.budget)?;
        // Longer continuations tell more prefixes apart, and reach farther.
        let Some(guess) = guess else { return Ok(Guess::Hopeless) };
        // A guess that the table refutes is not worth a proof.
        for tuple in samples(tracks.len(), reach) {
            if oracle(&tuple)?.is_some_and(|said| said != guess.accepts(&tuple)) {
                return Ok(Guess::Wrong);
            }
        }
        Ok(Guess::Made(guess))
    }

    /// The table of a question, computed once.
    fn table(&self, question: Question) -> Result<Rc<Dense>, Obstacle> {
        let ruleset = self.source.ruleset;
        let key = format!("{} {:?} {question:?}", ruleset.name, ruleset.parameters);
        if let Some(known) = self.tables.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let made = Rc::new(self.computed(question)?);
        self.tables.borrow_mut().insert(key, Rc::clone(&made));
        Ok(made)
    }

    fn computed(&self, question: Question) -> Result<Dense, Obstacle> {
        let ruleset = self.source.ruleset;
        let options = Options::new(ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let heaps = ruleset.heaps.len();
        let reach = reach(ruleset, &options);
        let side = usize::try_from(reach).unwrap_or(0) + 1;
        let mut sides = vec![side; heaps];
        for register in &ruleset.registers {
            let high = register.high.unwrap_or_else(|| register.low.saturating_add(8));
            let shift = register.low.min(0);
            sides.push(usize::try_from(high.saturating_sub(shift)).unwrap_or(0) + 1);
        }
        let cells = sides.iter().fold(1_usize, |cells, side| cells.saturating_mul(*side));
        if MOST_CELLS < cells {
            return Err(Obstacle::Budget("the table for a guess is too large".to_owned()));
        }
        let shape = vec![u64::try_from(side).unwrap_or(1); heaps];
        let mut table = Table::new(ruleset, &options, &shape, question, self.context)?;
        let mut values = Vec::with_capacity(cells);
        let mut tuple = vec![0_usize; sides.len()];
        for _ in 0..cells {
            let coordinates = tuple.iter().enumerate();
            let position: Vec<i64> = coordinates
                .map(|(at, number)| {
                    i64::try_from(*number).unwrap_or(i64::MAX).saturating_add(self.theory.game.shift(at))
                })
                .collect();
            let registers = ruleset.registers.iter().zip(&position[heaps..]);
            let inside = registers.clone().all(|(register, value)| register.low <= *value)
                && options.in_domain(&position).map_err(|why| Obstacle::Cannot(why.to_string()))?;
            values.push(if inside { Some(table.at(&position)?) } else { None });
            for (number, side) in tuple.iter_mut().zip(&sides).rev() {
                *number += 1;
                if *number < *side {
                    break;
                }
                *number = 0;
            }
        }
        let open = ruleset.registers.iter().map(|register| register.high.is_none()).collect();
        Ok(Dense { reach, sides, heaps, open, values })
    }

    /// The position that tracks show; `None` out of reach.
    fn position(&self, tuple: &[u128], reach: u128) -> Option<Vec<i64>> {
        let heaps = self.source.ruleset.heaps.len();
        let coordinates = tuple.iter().take(self.theory.tracks.len()).enumerate();
        let read = coordinates.map(|(at, number)| {
            let value = i64::try_from(*number).ok()?.checked_add(self.theory.game.shift(at))?;
            (heaps <= at || *number <= reach).then_some(value)
        });
        read.collect()
    }

    /// The final phase: a guess that satisfies its definition is the only one, as play ends.
    fn last(&self, facts: &Facts) -> Result<Option<Automaton>, Obstacle> {
        if has_open_register(self.source.ruleset) {
            return Ok(None);
        }
        let rulesets = [self.source.ruleset];
        let all = [facts.clone()];
        let names = self.theory.kernel.names;
        let reading = Reading { rulesets: &rulesets, facts: &all, names, play: Play::Normal, at: None };
        let options = Options::new(self.source.ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let heaps = self.source.ruleset.heaps.len();
        let reach = reach(self.source.ruleset, &options).min(if heaps < 2 { 512 } else { 70 });
        let shape = vec![u64::try_from(reach).unwrap_or(1).max(1); heaps];
        let mut table = Table::new(self.source.ruleset, &options, &shape, Question::Grundy, self.context)?;
        let mut kept = HashMap::new();
        for lookahead in 1..=4 {
            let mut oracle = |tuple: &[u128]| {
                let Some(position) = self.position(tuple, reach) else { return Ok(None) };
                is_final(&position, &options, &mut table, &mut kept).map(Some)
            };
            let kernel = self.theory.kernel;
            let guess = learn(kernel.numeration, self.theory.tracks, lookahead, &mut oracle, &kernel.budget)?;
            let Some(guess) = guess else { break };
            let guess = Arc::new(guess);
            let last =
                |terms: &[Term]| Ok(automata::Formula::Holds(Arc::clone(&guess), self.theory.game.on_tracks(terms)));
            let coordinates = self.theory.game.coordinates(self.theory.tracks);
            let step = phases::step(&reading, &coordinates, &last)?;
            let here: Vec<Term> = self.theory.tracks.iter().map(|track| Term::from(*track)).collect();
            let wrong = automata::Formula::and([
                automata::Formula::Holds(Arc::clone(&self.domain), here),
                step.iff(last(&coordinates)?).negated(),
            ]);
            if kernel.decide(&wrong)?.is_empty() {
                return Ok(Some(Automaton::clone(&guess)));
            }
        }
        Ok(None)
    }
}

/// Whether some register has no greatest value: a table shows too few of its values for a guess.
fn has_open_register(ruleset: &Ruleset) -> bool {
    ruleset.registers.iter().any(|register| register.high.is_none())
}

/// The largest heap of a table that does not take too many options.
fn reach(ruleset: &Ruleset, options: &Options) -> u128 {
    let heaps = ruleset.heaps.len();
    let mut reach = REACH[heaps.min(REACH.len() - 1)];
    while 8 < reach {
        let corner = i64::try_from(reach).unwrap_or(0);
        let position: Vec<i64> =
            (0..heaps).map(|_| corner).chain(ruleset.registers.iter().map(|register| register.low)).collect();
        let mut count: u128 = 0;
        let most = MOST_OPTIONS / reach.saturating_pow(u32::try_from(heaps).unwrap_or(8)).max(1);
        let visited = options.visit(&position, &mut |_, _, _| {
            count += 1;
            if count <= most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if visited.is_ok_and(|flow| flow.is_continue()) {
            break;
        }
        reach = reach * 3 / 4;
    }
    reach
}

/// A small number.
fn width(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Tuples up to a bound: all small ones, and a fixed choice of larger ones.
fn samples(tracks: usize, reach: u128) -> Vec<Vec<u128>> {
    let small = (1_u128..=20_000).take_while(|side| side.saturating_pow(width(tracks)) <= 20_000).last().unwrap_or(1);
    let mut all: Vec<Vec<u128>> = vec![Vec::new()];
    for _ in 0..tracks {
        all = all.iter().flat_map(|begun| (0..small).map(move |next| [begun.as_slice(), &[next]].concat())).collect();
    }
    // Multiples of an odd number run through all residues.
    let mut state = 1_u128;
    for _ in 0..20_000 {
        let tuple = (0..tracks).map(|_| {
            state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % (1 << 64);
            (state >> 33) % (reach + 1)
        });
        all.push(tuple.collect());
    }
    all
}

fn is_final(
    position: &[i64],
    options: &Options,
    table: &mut Table<'_>,
    kept: &mut HashMap<Vec<i64>, bool>,
) -> Result<bool, Obstacle> {
    if let Some(known) = kept.get(position) {
        return Ok(*known);
    }
    let value = table.at(position)?;
    let mut judged = Vec::new();
    let mut terminal = true;
    if value <= 1 {
        let reached = options.list(position).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        for option in reached {
            terminal = false;
            if table.at(&option.position)? == 1 - value {
                judged.push(is_final(&option.position, options, table, kept)?);
            }
        }
    }
    let last = match value {
        0 => terminal || judged.contains(&true),
        1 => !judged.contains(&false),
        _ => false,
    };
    kept.insert(position.to_vec(), last);
    Ok(last)
}
