//! Finds automata for what a statement looks up: from other claims that define it, or guessed from a table; each is proved
//! before it is used.
use super::learn::{Learnt, learn};
use super::tables::{Cell, Dense, Tables, reach};
use crate::check::{Document, Settings};
use crate::engine::{Context, Question, Values as Table};
use crate::prover::say::facts::{Facts, ValueFacts};
use crate::prover::say::notation::Notation;
use crate::prover::say::reading::{Reading, final_phase};
use crate::prover::theory::conditions::{Checked, Conditions};
use crate::prover::theory::decider::Decider;
use crate::prover::{Obstacle, locked};
use crate::ruleset::Ruleset;
use crate::ruleset::definition::{Definition, Given, Needs, definition, level};
use crate::ruleset::options::Options;
use crate::ruleset::statement::Statement;
use crate::syntax::ast::ClaimKind;
use crate::value::{Outcome, Play};
use nimdsl_automata::{Automaton, Budget, Integer, Natural, Numeration, Presburger};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Rows by which prefixes are continued.
const MOST_ROWS: usize = 16;
/// Nodes of automata in the proof of a guess.
const GUESS: usize = 400_000;
/// So many values at most are told apart where the values as a whole have no automaton.
pub(in crate::prover) const MOST_LEVELS: usize = 24;

/// What there is to find facts about a game from.
#[derive(Clone, Copy, Debug)]
pub(in crate::prover) struct Subject<'a> {
    pub(in crate::prover) ruleset: &'a Ruleset,
    pub(in crate::prover) play: Play,
    pub(in crate::prover) hints: &'a [Hint],
}

/// What a file says of a game: proved before it is used.
#[derive(Clone, Debug)]
pub(in crate::prover) struct Hint {
    pub(in crate::prover) statement: Statement,
    /// Whether it may define what is looked up: it is another claim than the one to be proved, about the game at these parameters.
    pub(in crate::prover) defines: bool,
}

impl Hint {
    /// The claims of a document about one of its games; `without` is the one that must not be used for its own proof.
    pub(in crate::prover) fn all(
        document: &Document,
        ruleset: &Ruleset,
        settings: &Settings,
        without: &str,
    ) -> Vec<Self> {
        let claims = document.claims().filter(|claim| claim.kind != ClaimKind::Refuted);
        let hints = claims.filter_map(|claim| {
            let statement = document.statement(claim, ruleset).ok()?;
            let is_here = || document.speaks_of(claim, settings, ruleset);
            let defines = claim.name != without && statement.condition.is_none() && is_here();
            Some(Self { statement, defines })
        });
        hints.collect()
    }
}

/// A hash of what is offered, by its derived text, which tells all parts of it.
pub(in crate::prover) fn hash_of(hints: &[Hint]) -> [u8; 32] {
    *blake3::hash(format!("{hints:?}").as_bytes()).as_bytes()
}

/// Finds what is needed, as far as that succeeds.
pub(in crate::prover) fn find(
    source: &Subject<'_>,
    needs: Needs,
    levels: Option<usize>,
    numeration: Numeration,
    budget: Budget<'_>,
    (context, tables): (&Context, &Tables),
) -> Result<Facts, Obstacle> {
    let notation = Notation::of(source.ruleset);
    let decider = Decider::new(numeration, budget, &notation.names);
    let conditions = Conditions::of(&notation, &decider, 0);
    let domain = conditions.domain(None)?;
    // A guess that is right is small: large ones are not tried for long.
    let small = Decider::new(numeration, budget.at_most(GUESS), &notation.names);
    let guessed = Conditions::of(&notation, &small, 0);
    let tried = RefCell::default();
    let finder = GuessFinder {
        tables,
        source,
        notation: &notation,
        conditions: &conditions,
        guessed: &guessed,
        domain,
        context,
        tried,
    };
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
    facts.tried = finder.tried.into_inner();
    Ok(facts)
}

/// What an attempt to guess comes to.
enum Guess {
    Made(Automaton),
    /// It contradicts the table; longer continuations may tell more.
    Wrong,
    /// There are too many classes, or the table does not reach far enough.
    Hopeless(String),
}

/// What a guess is to be of.
struct SoughtSet<'a> {
    /// What the table holds.
    question: Question,
    tracks: &'a [Natural],
    /// Whether the numbers on the tracks belong to the set, by what the table holds at the position that they begin with.
    accepts: &'a dyn Fn(&[u128], u32) -> bool,
}

struct GuessFinder<'a> {
    tables: &'a Tables,
    source: &'a Subject<'a>,
    notation: &'a Notation<'a>,
    conditions: &'a Conditions<'a>,
    guessed: &'a Conditions<'a>,
    domain: Arc<Automaton>,
    context: &'a Context,
    /// What the attempts came to.
    tried: RefCell<Vec<String>>,
}

impl GuessFinder<'_> {
    /// What another claim of the file defines, if its conditions hold.
    fn claimed(&self, wanted: impl Fn(&Definition<'_>, &Statement) -> bool) -> Result<Option<Automaton>, Obstacle> {
        for Hint { statement, .. } in self.source.hints.iter().filter(|hint| hint.defines) {
            let Some(defined) =
                definition(statement, self.conditions.tracks.len()).filter(|defined| wanted(defined, statement))
            else {
                continue;
            };
            match self.proved(statement, &defined) {
                Ok(Some(found)) => return Ok(Some(found)),
                Err(why) if why.ends_everything() => return Err(why),
                _ => {}
            }
        }
        Ok(None)
    }

    fn proved(&self, statement: &Statement, defined: &Definition<'_>) -> Result<Option<Automaton>, Obstacle> {
        let facts = [Facts::default()];
        let rulesets = [self.source.ruleset];
        let reading = Reading::of(&rulesets, &facts, &self.notation.names, statement.play);
        let formula = self.notation.given(&reading, defined)?;
        let checked = match defined {
            Definition::Outcomes(..) => self.conditions.outcomes(&self.domain, statement.play, &formula)?,
            Definition::Values(..) => self.conditions.values(&self.domain, &formula)?,
        };
        Ok(if let Checked::Good(automaton) = checked { Some(automaton) } else { None })
    }

    fn values(&self, levels: Option<usize>) -> Result<Option<ValueFacts>, Obstacle> {
        let claimed = self.claimed(|defined, _| matches!(defined, Definition::Values(..)))?;
        if let Some(graph) = claimed {
            return Ok(Some(ValueFacts::Graph(Arc::new(graph))));
        }
        let width = self.conditions.tracks.len();
        let all: Vec<Natural> = self.conditions.tracks.iter().copied().chain([self.conditions.value]).collect();
        let wanted = SoughtSet {
            question: Question::Grundy,
            tracks: &all,
            accepts: &|tuple, value| tuple[width] == value.into(),
        };
        if let Some(graph) = self.by_guessing(&wanted, &|guess| self.guessed.values_of(&self.domain, guess))? {
            return Ok(Some(ValueFacts::Graph(Arc::new(graph))));
        }
        let Some(most) = levels else { return Ok(None) };
        let mut found = Vec::new();
        for level in 0..=most.min(MOST_LEVELS) {
            // What is known of the first values may do: `grundy(x, x + 1) >= 1` speaks of P-positions alone.
            let Some(next) = self.level(&found, level)? else { break };
            found.push(Arc::new(next));
        }
        Ok((!found.is_empty()).then_some(ValueFacts::Levels(found)))
    }

    /// The positions of a value, as a claim of the file gives them, if that is right.
    fn claimed_level(&self, earlier: &[Arc<Automaton>], number: usize) -> Result<Option<Automaton>, Obstacle> {
        let ruleset = self.source.ruleset;
        let decider = self.conditions.decider;
        for Hint { statement, .. } in self.source.hints {
            let Some(defined) = defined_level(statement, self.conditions.tracks.len(), number) else { continue };
            let (facts, rulesets) = ([Facts::default()], [ruleset]);
            let reading = Reading::of(&rulesets, &facts, &self.notation.names, Play::Normal);
            let checked = self.notation.given(&reading, &defined).and_then(|set| {
                let inside = Presburger::Holds(Arc::clone(&self.domain), self.notation.here());
                let set = decider.decide(&Presburger::and([inside, set]))?;
                self.conditions.level(&self.domain, earlier, set)
            });
            match checked {
                Ok(Checked::Good(set)) => return Ok(Some(set)),
                Err(why) if why.ends_everything() => return Err(why),
                _ => {}
            }
        }
        Ok(None)
    }

    fn level(&self, earlier: &[Arc<Automaton>], level: usize) -> Result<Option<Automaton>, Obstacle> {
        if let Some(claimed) = self.claimed_level(earlier, level)? {
            return Ok(Some(claimed));
        }
        let accepts = |_: &[u128], value: u32| value as usize == level;
        let wanted = SoughtSet { question: Question::Grundy, tracks: self.conditions.tracks, accepts: &accepts };
        self.by_guessing(&wanted, &|guess| self.guessed.level(&self.domain, earlier, guess))
    }

    pub(in crate::prover) fn outcomes(&self, play: Play) -> Result<Option<Automaton>, Obstacle> {
        let claimed =
            self.claimed(|defined, statement| matches!(defined, Definition::Outcomes(..)) && statement.play == play)?;
        if claimed.is_some() {
            return Ok(claimed);
        }
        let tracks = self.conditions.tracks;
        let wanted = SoughtSet { question: Question::Outcome(play), tracks, accepts: &|_, value| value == 0 };
        self.by_guessing(&wanted, &|guess| self.guessed.outcomes_of(&self.domain, play, guess))
    }

    /// A guess that is proved, made with longer and longer continuations: until one is proved, or none can be made.
    fn by_guessing(
        &self,
        wanted: &SoughtSet<'_>,
        proved: &dyn Fn(Automaton) -> Result<Checked, Obstacle>,
    ) -> Result<Option<Automaton>, Obstacle> {
        for lookahead in 1..=MOST_ROWS {
            match self.guess(wanted, lookahead)? {
                Guess::Made(guess) => match proved(guess) {
                    Ok(Checked::Good(found)) => return Ok(Some(found)),
                    other => self.not_proved(other)?,
                },
                Guess::Wrong => {}
                Guess::Hopeless(why) => {
                    self.note(why);
                    break;
                }
            }
        }
        Ok(None)
    }

    fn note(&self, why: String) {
        let mut tried = self.tried.borrow_mut();
        if !tried.contains(&why) {
            tried.push(why);
        }
    }

    /// What the proof of a guess came to, if it is none.
    fn not_proved(&self, checked: Result<Checked, Obstacle>) -> Result<(), Obstacle> {
        match checked {
            Err(why) if why.ends_everything() => return Err(why),
            Err(why) => self.note(format!("the proof of a guess {why}")),
            Ok(_) => {}
        }
        Ok(())
    }

    /// An automaton guessed from the table of values.
    fn guess(&self, wanted: &SoughtSet<'_>, lookahead: usize) -> Result<Guess, Obstacle> {
        let SoughtSet { question, tracks, accepts } = *wanted;
        let ruleset = self.source.ruleset;
        // The explorer has a limit of bytes, and does without tables of open registers.
        let has_table = !has_open_register(ruleset) || !cfg!(target_arch = "wasm32");
        if !ruleset.finite_options || !has_table {
            return Ok(Guess::Hopeless("there is no table".to_owned()));
        }
        let letters = u64::from(self.conditions.decider.numeration.digits()).saturating_pow(width(tracks.len()));
        if 100_000 < letters.saturating_pow(width(lookahead)) {
            return Ok(Guess::Hopeless("no guess with a short look ahead is right".to_owned()));
        }
        let mut table = match self.table(question) {
            // Registers may leave all bounds where other ways of proof need no table.
            Err(why) if cfg!(not(target_arch = "wasm32")) && has_open_register(ruleset) && !why.ends_everything() => {
                return Ok(Guess::Hopeless(why.to_string()));
            }
            table => table?,
        };
        let mut guess = self.learnt(&table, wanted, lookahead)?;
        if matches!((&guess, question), (Learnt::Reach, Question::Outcome(_)))
            && let Some(far) = self.far_table(question)?
        {
            table = far;
            guess = self.learnt(&table, wanted, lookahead)?;
        }
        if matches!((&guess, question), (Learnt::Reach, Question::Outcome(_)))
            && let Some(wide) = self.wide_table(question)?
        {
            table = wide;
            guess = self.learnt(&table, wanted, lookahead)?;
        }
        let reach = table.reach;
        let guess = match guess {
            Learnt::Guess(guess) => guess,
            Learnt::Classes(most) => return Ok(Guess::Hopeless(format!("a guess would have more than {most} states"))),
            Learnt::Reach => return Ok(Guess::Hopeless(format!("a table to {reach} is too small for a guess"))),
            Learnt::Questions => return Ok(Guess::Hopeless("a guess would take too long".to_owned())),
        };
        // A guess that the table refutes is not worth a proof.
        for tuple in samples(tracks.len(), reach) {
            let said = table.at(&tuple).map(|cell| matches!(cell, Cell::Value(value) if accepts(&tuple, value)));
            if said.is_some_and(|said| said != guess.accepts(&tuple)) {
                return Ok(Guess::Wrong);
            }
        }
        Ok(Guess::Made(guess))
    }

    fn learnt(&self, table: &Dense, wanted: &SoughtSet<'_>, lookahead: usize) -> Result<Learnt, Obstacle> {
        let SoughtSet { tracks, accepts, .. } = *wanted;
        let mut oracle = |tuple: &[u128]| {
            Ok(table.at(tuple).map(|cell| matches!(cell, Cell::Value(value) if accepts(tuple, value))))
        };
        let decider = self.conditions.decider;
        learn(decider.numeration, tracks, lookahead, &mut oracle, &decider.budget)
    }

    /// The table of a question, computed once.
    fn table(&self, question: Question) -> Result<Arc<Dense>, Obstacle> {
        let ruleset = self.source.ruleset;
        let is_open = !cfg!(target_arch = "wasm32") && has_open_register(ruleset);
        let key = format!("{} {question:?}", game_of(ruleset));
        if let Some(Some(known)) = locked(self.tables).get(&key) {
            return Ok(Arc::clone(known));
        }
        let coordinates = ruleset.heaps.len() + ruleset.registers.len();
        let shifts: Vec<i64> = (0..coordinates).map(|at| self.conditions.game.shift(at)).collect();
        let made = if is_open {
            Dense::of_open_registers(ruleset, &shifts, question, self.context)?
        } else {
            Dense::new(ruleset, &shifts, question, self.context)?
        };
        let made = Arc::new(made);
        locked(self.tables).insert(key, Some(Arc::clone(&made)));
        Ok(made)
    }

    /// A larger table of P-positions alone, if there can be one, computed once.
    fn far_table(&self, question: Question) -> Result<Option<Arc<Dense>>, Obstacle> {
        let (ruleset, Question::Outcome(play)) = (self.source.ruleset, question) else { return Ok(None) };
        let key = format!("{} far {play:?}", game_of(ruleset));
        if let Some(known) = locked(self.tables).get(&key) {
            return Ok(known.clone());
        }
        let made = Dense::far(ruleset, play, self.context)?.map(Arc::new);
        locked(self.tables).insert(key, made.clone());
        Ok(made)
    }

    /// A larger table, computed once, where numbers are written in a cubic numeration: relations of two numbers have more states there
    /// than elsewhere, and telling them apart takes longer words. Other numerations are tried with most games, and do with less.
    fn wide_table(&self, question: Question) -> Result<Option<Arc<Dense>>, Obstacle> {
        let is_cubic = matches!(self.conditions.decider.numeration, Numeration::Cubic(_));
        // The explorer has a limit of bytes, and does without.
        if !is_cubic || cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let ruleset = self.source.ruleset;
        let key = format!("{} wide {question:?}", game_of(ruleset));
        if let Some(known) = locked(self.tables).get(&key) {
            return Ok(known.clone());
        }
        let shifts: Vec<i64> = (0..ruleset.heaps.len()).map(|at| self.conditions.game.shift(at)).collect();
        let made = Dense::wide(ruleset, &shifts, question, self.context)?.map(Arc::new);
        locked(self.tables).insert(key, made.clone());
        Ok(made)
    }

    /// The position that tracks show; `None` out of reach.
    fn position(&self, tuple: &[u128], reach: u128) -> Option<Vec<i64>> {
        let heaps = self.source.ruleset.heaps.len();
        let coordinates = tuple.iter().take(self.conditions.tracks.len()).enumerate();
        let read = coordinates.map(|(at, number)| {
            let value = i64::try_from(*number).ok()?.checked_add(self.conditions.game.shift(at))?;
            (heaps <= at || *number <= reach).then_some(value)
        });
        read.collect()
    }

    /// The final phase: a guess that satisfies its definition is the only one, as play ends. All positions of values 0 and 1
    /// are the first guess, which needs no table.
    fn last(&self, facts: &Facts) -> Result<Option<Automaton>, Obstacle> {
        let low = Arc::new(self.low(facts)?);
        if self.is_last(facts, &low)? {
            return Ok(Some(Automaton::clone(&low)));
        }
        if has_open_register(self.source.ruleset) {
            return Ok(None);
        }
        let options = Options::new(self.source.ruleset).map_err(|why| Obstacle::Cannot(why.to_string()))?;
        let options = options.until(&self.context.cancel);
        let heaps = self.source.ruleset.heaps.len();
        let reach = reach(self.source.ruleset, &options).min(if heaps < 2 { 512 } else { 70 });
        let shape = vec![reach.max(1); heaps];
        let mut table = Table::new(self.source.ruleset, &options, &shape, Question::Grundy, self.context)?;
        let mut kept = HashMap::new();
        for lookahead in 1..=4 {
            let mut oracle = |tuple: &[u128]| {
                let Some(position) = self.position(tuple, u128::from(reach)) else { return Ok(None) };
                is_final(&position, &options, &mut table, &mut kept).map(Some)
            };
            let decider = self.conditions.decider;
            let guess = learn(decider.numeration, self.conditions.tracks, lookahead, &mut oracle, &decider.budget)?;
            let Learnt::Guess(guess) = guess else { break };
            let guess = Arc::new(guess);
            if self.is_last(facts, &guess)? {
                return Ok(Some(Automaton::clone(&guess)));
            }
        }
        Ok(None)
    }

    /// The positions of values 0 and 1.
    fn low(&self, facts: &Facts) -> Result<Automaton, Obstacle> {
        let (decider, value) = (self.conditions.decider, self.conditions.value);
        let graph = facts.value(&self.notation.here(), value)?;
        let low = Presburger::exists([value], Presburger::and([graph, Presburger::at_most(value, 1)]));
        decider.decide(&Presburger::and([Presburger::Holds(Arc::clone(&self.domain), self.notation.here()), low]))
    }

    /// Whether a set of positions satisfies the definition of the final phase.
    fn is_last(&self, facts: &Facts, set: &Arc<Automaton>) -> Result<bool, Obstacle> {
        let (rulesets, all) = ([self.source.ruleset], [facts.clone()]);
        let reading = Reading::of(&rulesets, &all, &self.notation.names, Play::Normal);
        let last = |terms: &[Integer]| Ok(Presburger::Holds(Arc::clone(set), self.conditions.game.on_tracks(terms)));
        let coordinates = self.notation.coordinates();
        let step = final_phase::step(&reading, &coordinates, &last)?;
        let wrong = Presburger::and([
            Presburger::Holds(Arc::clone(&self.domain), self.notation.here()),
            step.iff(last(&coordinates)?).negated(),
        ]);
        Ok(self.conditions.decider.decide(&wrong)?.is_empty())
    }
}

/// Stands for a game among others: those with open parameters are written in several ways under one name, and the first rows of a game are
/// a game by themselves.
fn game_of(ruleset: &Ruleset) -> String {
    // The explorer has a limit of bytes, and tries neither.
    if cfg!(target_arch = "wasm32") {
        return format!("{} {:?}", ruleset.name, ruleset.parameters);
    }
    blake3::hash(format!("{ruleset:?}").as_bytes()).to_hex().to_string()
}

/// The positions of a value as a statement gives them: by the value, or as the P-positions of normal play, which are those of
/// value 0.
fn defined_level(statement: &Statement, dimension: usize, number: usize) -> Option<Definition<'_>> {
    if let Some((value, set)) = level(statement, dimension) {
        return (usize::try_from(value) == Ok(number)).then_some(Definition::Outcomes(Outcome::P, Given::Formula(set)));
    }
    let is_of_p_positions = number == 0 && statement.play == Play::Normal && statement.condition.is_none();
    definition(statement, dimension).filter(|defined| is_of_p_positions && matches!(defined, Definition::Outcomes(..)))
}

/// Whether some register has no greatest value.
fn has_open_register(ruleset: &Ruleset) -> bool {
    ruleset.registers.iter().any(|register| register.high.is_none())
}

/// A small number.
fn width(count: usize) -> u32 {
    u32::try_from(count).expect("there are few tracks and rows")
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

/// Whether a position is in the final phase, by the definition, from its options.
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
