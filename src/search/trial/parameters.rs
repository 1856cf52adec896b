//! Searches the parameters of a ruleset for given P-positions, with the rules as conditions where they are linear, on
//! tables where they are not. Adds no moves.
use super::chunk::{Chunk, Survivor};
use super::driver::{Long, Trial, run, sampling};
use super::goal::{Goal, Passed, SHORTEST_CHAIN, differences};
use crate::check::{Document, Settings};
use crate::engine::{Context, p_positions};
use crate::identify;
use crate::ruleset::options::Options;
use crate::ruleset::{ParameterValue, Position, Ruleset};
use crate::search::hits::confirm::{Confirmation, Confirmed, Named, name};
use crate::search::hits::origin::{self, Origin};
use crate::search::hits::write::{self, Known};
use crate::search::relation::bit_board_30;
use crate::search::relation::bit_board_62::Field;
use crate::search::relation::form::{Pair, Relation};
use crate::search::space::base;
use crate::search::space::choices::Choices;
use crate::search::task::Search;
use crate::search::{Found, Ground, Hit, SearchError};
use crate::source::Span;
use crate::syntax::ast::{Expr, File, Item, ItemKind, Kind};
use crate::syntax::{print_file, substitute};
use indexmap::IndexMap;
use std::collections::HashSet;
use std::ops::Range;

/// Candidates of a chunk, and how many of them a thread takes at once.
const CHUNK: (u64, u64) = (256, 8);
/// Rules with the same options for heaps below this count as the same rule.
const SMALL: i64 = 10;
/// A name that only a table supports needs as many terms that it was not made of.
const FEWEST_HELD_OUT: usize = 10;

/// The parameters of a ruleset.
struct Sweep<'a> {
    document: &'a Document,
    candidates: &'a Choices,
    prefix: &'a str,
    goal: &'a Goal,
    /// The largest heap of a table.
    board: u64,
    sample: u64,
}

/// Tries every value of the parameters.
pub(in crate::search) fn sweep(
    ground: &Ground<'_>,
    task: &Search,
    long: &Long<'_>,
    context: &Context,
) -> Result<Found, SearchError> {
    let ruleset = &ground.document.ruleset;
    if ruleset.heaps.len() != 2 || !ruleset.registers.is_empty() {
        return Err(SearchError::Request("a search needs a ruleset with two heaps and no registers".to_owned()));
    }
    base::heaps_are_plain(ground.document)?;
    let (board, confirm) = (ground.bound(task.board)?, ground.bound(task.confirm)?);
    let goal = ground.goal(task, (board, confirm), context)?;
    let (sample, each) = sampling(ground.candidates.count());
    let sweep = Sweep {
        document: ground.document,
        candidates: ground.candidates,
        prefix: ground.prefix,
        goal: &goal,
        board: board.unsigned_abs(),
        sample,
    };
    let screened = run(&sweep, ground.number, long, context)?;
    let named = if task.named { Named::Only } else { Named::Any };
    let confirmation = Confirmation { goal: &goal, confirm_to: confirm, named, number: ground.number, long, context };
    let mut survivors = screened.survivors.clone();
    survivors.sort_unstable_by_key(|survivor| (survivor.target, survivor.length, survivor.number));
    let mut hits: Vec<Hit> = Vec::new();
    for target in (0..goal.targets.len().max(1)).map(|target| (!goal.targets.is_empty()).then_some(target)) {
        let mut kept = 0;
        for survivor in survivors.iter().filter(|survivor| survivor.target == target) {
            if task.keep <= kept {
                break;
            }
            context.go_on()?;
            if let Some(hit) = sweep.confirmed(survivor, &confirmation, hits.len() + 1)? {
                long.watch.found(&format!("{} with {} P-positions", hit.file, hit.p_positions.len()));
                hits.push(hit);
                kept += 1;
            }
        }
    }
    Ok(Found {
        task: "search",
        origin: Origin::new(ground, task)?,
        candidates: screened.candidates,
        conditions: None,
        distinct: screened.fingerprints.len() as u64 * each,
        screened: screened.candidates - screened.rejected,
        passed: screened.survivors.len() as u64,
        rejected: screened.rejected,
        board: board.unsigned_abs(),
        notes: Vec::new(),
        hits,
    })
}

impl Trial for Sweep<'_> {
    fn count(&self) -> u64 {
        self.candidates.count()
    }

    fn sizes(&self) -> (u64, u64) {
        CHUNK
    }

    fn targets(&self) -> usize {
        self.goal.targets.len()
    }

    fn chunk(&self, numbers: Range<u64>, context: &Context) -> Chunk {
        let mut chunk = Chunk::default();
        for number in numbers {
            if context.go_on().is_err() {
                break;
            }
            chunk.candidates += 1;
            let Some((settings, ruleset)) = self.ruleset(number) else {
                chunk.rejected += 1;
                continue;
            };
            let Some(meaning) = meaning(&ruleset) else {
                chunk.rejected += 1;
                continue;
            };
            if meaning & self.sample == 0 {
                chunk.fingerprints.push(meaning);
            }
            for (passed, _) in self.passes(&ruleset, context) {
                let meaning = match passed.target {
                    None => bit_board_30::hash(
                        passed.set.iter().flat_map(|pair| [pair.0.unsigned_abs(), pair.1.unsigned_abs()]),
                    ),
                    Some(target) => bit_board_30::hash([meaning, target as u64].into_iter()),
                };
                let length = letters(&self.rules(&settings, 0)) as u64;
                chunk.survivors.push(Survivor { number, target: passed.target, length, meaning });
            }
        }
        chunk
    }

    fn settle(&self, _: &mut Chunk, _: &Context) {}
}

impl Sweep<'_> {
    fn ruleset(&self, number: u64) -> Option<(Settings, Ruleset)> {
        let settings = self.candidates.at(number)?;
        let ruleset = self.document.at(&settings).ok()?;
        Some((settings, ruleset))
    }

    /// The P-positions for every target that they fit, and the moves if they are linear.
    fn passes(&self, ruleset: &Ruleset, context: &Context) -> Vec<(Passed, Option<Relation>)> {
        let Ok(relation) = base::relation(ruleset) else {
            let mut tables = self.on_tables(ruleset, context);
            return tables.drain(..).map(|passed| (passed, None)).collect();
        };
        let mut field = Field::new();
        let mut passed: Vec<Passed> = Vec::new();
        if self.goal.targets.is_empty() {
            passed.extend(self.goal.chain(&relation, (Vec::new(), -1), &mut field, context));
        }
        let all = (0..self.goal.targets.len()).collect();
        passed.extend(self.goal.fitting(all, &relation, (&[], -1), &mut field, context));
        passed.into_iter().map(|passed| (passed, Some(relation.clone()))).collect()
    }

    /// The same by tables; boards grow so that most fail early.
    fn on_tables(&self, ruleset: &Ruleset, context: &Context) -> Vec<Passed> {
        let mut alive: Vec<usize> = (0..self.goal.targets.len()).collect();
        let mut passed = Vec::new();
        for size in [12, 40, self.board] {
            let size = size.min(self.board);
            let limit = i64::try_from(size).unwrap_or(i64::MAX);
            let Ok(all) = p_positions(ruleset, size, ruleset.play, context) else { return Vec::new() };
            if !is_mirrored(&all, ruleset) {
                return Vec::new();
            }
            let mut set: Vec<Pair> =
                all.iter().map(|position| (position[0].min(position[1]), position[0].max(position[1]))).collect();
            set.sort_unstable_by_key(|pair| (pair.0 + pair.1, *pair));
            set.dedup();
            // With heaps up to a limit, all positions with at most so many tokens are seen.
            let near = |target: usize| {
                differences(&set, &self.goal.targets[target].pairs, limit.min(self.goal.targets[target].total))
            };
            alive.retain(|target| near(*target).len() <= self.goal.exceptions);
            if self.goal.targets.is_empty() {
                let chain = write::chain(&set);
                if chain.len() < SHORTEST_CHAIN
                    || chain.len() != set.len() - usize::from(set.first() == Some(&(0, 0))) + 1
                {
                    return Vec::new();
                }
                passed = vec![Passed { target: None, set, total: limit }];
                continue;
            }
            passed =
                alive.iter().map(|target| Passed { target: Some(*target), set: set.clone(), total: limit }).collect();
            if passed.is_empty() {
                break;
            }
        }
        passed
    }

    /// A survivor as a hit, if it holds as far as it can be confirmed.
    fn confirmed(
        &self,
        survivor: &Survivor,
        confirmation: &Confirmation<'_>,
        number: usize,
    ) -> Result<Option<Hit>, SearchError> {
        let Some((settings, ruleset)) = self.ruleset(survivor.number) else { return Ok(None) };
        let passed = self.passes(&ruleset, confirmation.context);
        let passed = passed.into_iter().find(|(passed, _)| passed.target == survivor.target);
        let Some((passed, relation)) = passed else { return Ok(None) };
        let wanted = passed.target.and_then(|target| self.goal.targets.get(target));
        let confirmed = match relation {
            Some(relation) => confirmation.confirm(&relation, passed, survivor.number)?,
            None => self.on_table(passed, confirmation.named),
        };
        let Some(Confirmed { set, total, up_to, name }) = confirmed else { return Ok(None) };
        let exceptions = wanted.map(|wanted| differences(&set, &wanted.pairs, total)).unwrap_or_default();
        let file = self.rules(&settings, survivor.number + 1);
        let known = Known {
            wanted: wanted.map(|wanted| &wanted.words),
            set: &set,
            exceptions: &exceptions,
            up_to,
            name: name.as_ref(),
        };
        let claim = write::claim(&known, write::heaps(self.document), &write::used_by_moves(&file));
        let near = up_to.min(self.goal.total / 2);
        Ok(Some(Hit {
            description_length: letters(&file),
            ruleset: format!("{}\n{claim}", print_file(&file)),
            file: format!("{}hit_{number:03}.nim", self.prefix),
            candidate: survivor.number,
            parameters: origin::values(&settings),
            target: wanted.filter(|_| 1 < self.goal.targets.len()).map(|wanted| wanted.words.set.clone()),
            chain: Some(write::chain(&set)),
            p_positions: set.iter().copied().filter(|pair| pair.1 <= near).collect(),
            exceptions,
            confirmed_up_to: up_to.unsigned_abs(),
            proved: Some(false),
            name,
        }))
    }

    /// What a table says is confirmed as far as the table goes; without a confirmation far out, a name needs ten terms that it
    /// was not made of.
    fn on_table(&self, passed: Passed, named: Named) -> Option<Confirmed> {
        let Passed { target, set, total } = passed;
        let sure = |hit: &identify::Hit| FEWEST_HELD_OUT <= hit.terms_held_out;
        let name = if target.is_none() { name(&set).filter(sure) } else { None };
        let up_to = i64::try_from(self.board).ok()?;
        (named == Named::Any || name.is_some()).then_some(Confirmed { set, total, up_to, name })
    }

    /// The rules with the parameters written out.
    fn rules(&self, settings: &Settings, number: u64) -> File {
        let document = self.document;
        let mut values = document.parameters.clone();
        values.extend(settings.clone());
        let numbers: IndexMap<String, i64> = values
            .iter()
            .filter_map(|(name, value)| match value {
                ParameterValue::Number(number) => Some((name.clone(), *number)),
                ParameterValue::Set(_) => None,
            })
            .collect();
        let title = |kind| Item { kind, span: Span::default() };
        let used = write::used_by_moves(&document.file);
        let mut file = File::default();
        file.items.push(title(ItemKind::Ruleset(format!("{}, candidate {number}", document.ruleset.name))));
        file.items.push(title(ItemKind::Source("found by search, KY24 Question 2".to_owned())));
        for item in &document.file.items {
            match &item.kind {
                ItemKind::Ruleset(_) | ItemKind::Source(_) | ItemKind::Claim(_) => {}
                ItemKind::Param { default: Expr { kind: Kind::Set(_), .. }, .. } => {
                    file.items.push(substitute::parameters(item, &numbers));
                }
                ItemKind::Param { .. } => {}
                ItemKind::Let { name, .. } | ItemKind::Sequence { name, .. } if !used.contains(&name.text) => {}
                _ => file.items.push(substitute::parameters(item, &numbers)),
            }
        }
        file
    }
}

/// Whether the mirror images of P-positions that belong to the game are P-positions: a pair stands for both.
fn is_mirrored(all: &[Position], ruleset: &Ruleset) -> bool {
    let Ok(options) = Options::new(ruleset) else { return false };
    let known: HashSet<&Position> = all.iter().collect();
    all.iter().all(|position| {
        let mirrored = vec![position[1], position[0]];
        known.contains(&mirrored) || options.in_domain(&mirrored).is_ok_and(|inside| !inside)
    })
}

fn letters(file: &File) -> usize {
    print_file(file).chars().filter(|letter| !letter.is_whitespace()).count()
}

/// A number for the options of all positions of a small board: equal rules have equal numbers.
fn meaning(ruleset: &Ruleset) -> Option<u64> {
    let options = Options::new(ruleset).ok()?;
    let mut numbers: Vec<u64> = Vec::new();
    for x in 0..SMALL {
        for y in 0..SMALL {
            let reached = options.list(&[x, y]).ok()?;
            numbers.push(reached.len() as u64);
            numbers.extend(reached.iter().flat_map(|option| option.position.iter().map(|heap| heap.unsigned_abs())));
        }
    }
    Some(bit_board_30::hash(numbers.into_iter()))
}
