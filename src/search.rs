//! Searches the parameters of a ruleset for given P-positions. Candidates come in a fixed order; a candidate that
//! deviates too often on a small board is not tried on a larger one.
use crate::check::{Document, Settings};
use crate::engine::{Context, EngineError, p_positions};
use crate::experiment::{Failure, Search, Target};
use crate::ruleset::options::{Options, Reached};
use crate::ruleset::{ParameterValue, Ruleset};
use crate::source::Span;
use crate::syntax::ast::{Expr, File, Item, ItemKind, Kind};
use crate::syntax::{print_file, substitute};
use indexmap::IndexMap;
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Always "search".
    pub task: &'static str,
    /// How many candidates there are.
    pub candidates: usize,
    /// How many were well-formed and were tried.
    pub screened: usize,
    /// How many were ill-formed, for example because play would not end.
    pub rejected: usize,
    /// The largest heap of the board.
    pub board: u64,
    /// The hits, shortest first.
    pub hits: Vec<Hit>,
}

/// A ruleset with the wanted P-positions.
#[derive(Clone, Debug, Serialize)]
pub struct Hit {
    /// The whole text.
    pub ruleset: String,
    /// The name of its file.
    pub file: String,
    /// The length of the text without white space.
    pub description_length: usize,
    /// P-positions with x <= y.
    pub p_positions: Vec<(i64, i64)>,
    /// Pairs that are extra or missing.
    pub exceptions: Vec<(i64, i64)>,
    /// All heaps up to this were computed.
    pub confirmed_up_to: u64,
}

/// Tries every candidate; all cores are used, and the result does not depend on how many there are.
///
/// # Errors
/// A ruleset that has not two heaps and no register, or an engine that gave up.
pub fn search(
    document: &Document,
    candidates: &[Settings],
    task: &Search,
    board: u64,
    context: &Context,
    found: &(dyn Fn(&Hit) + Sync),
) -> Result<Found, Failure> {
    if document.ruleset.heaps.len() != 2 || !document.ruleset.registers.is_empty() {
        return Err(Failure::Experiment("a search needs a ruleset with two heaps and no registers".to_owned()));
    }
    let Target::Consecutive(terms) = &task.target;
    let terms =
        terms.up_to(i64::try_from(board).map_err(|_| Failure::Experiment("the board is too large".to_owned()))?);
    let wanted: Vec<(i64, i64)> = terms.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
    let next = AtomicUsize::new(0);
    let rejected = AtomicUsize::new(0);
    let hits: Mutex<Vec<(usize, Hit)>> = Mutex::new(Vec::new());
    let failed: Mutex<Option<EngineError>> = Mutex::new(None);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(settings) = candidates.get(index) else { break };
            let Ok(ruleset) = document.at(settings) else {
                rejected.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            match screen(&ruleset, &wanted, task.exceptions, board, context) {
                Ok(Some((p_positions, exceptions))) => {
                    let hit = hit(document, settings, index, (p_positions, exceptions), board);
                    found(&hit);
                    if let Ok(mut hits) = hits.lock() {
                        hits.push((index, hit));
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    if let Ok(mut failed) = failed.lock() {
                        failed.get_or_insert(error);
                    }
                    break;
                }
            }
            if let Some(progress) = &context.progress {
                progress(index as u64 + 1, candidates.len() as u64);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..context.threads {
            scope.spawn(work);
        }
    });
    if let Ok(Some(error)) = failed.into_inner() {
        return Err(Failure::Engine(error));
    }
    let mut hits = hits.into_inner().unwrap_or_default();
    hits.sort_by_key(|(index, hit)| (hit.description_length, *index));
    let mut distinct: IndexMap<Vec<Vec<Reached>>, Hit> = IndexMap::new();
    for (index, hit) in hits {
        let Ok(ruleset) = document.at(&candidates[index]) else { continue };
        let Ok(options) = small_options(&ruleset) else { continue };
        distinct.entry(options).or_insert(hit);
    }
    let rejected = rejected.into_inner();
    Ok(Found {
        task: "search",
        candidates: candidates.len(),
        screened: candidates.len() - rejected,
        rejected,
        board,
        hits: distinct.into_values().take(task.keep).collect(),
    })
}

type Pairs = Vec<(i64, i64)>;

/// P-positions and exceptions of a ruleset that deviates at most so often; boards grow so that most fail early.
fn screen(
    ruleset: &Ruleset,
    wanted: &[(i64, i64)],
    most: usize,
    board: u64,
    context: &Context,
) -> Result<Option<(Pairs, Pairs)>, EngineError> {
    let mut last = None;
    for size in [12, 40, board] {
        let size = size.min(board);
        let limit = i64::try_from(size).unwrap_or(i64::MAX);
        let all = p_positions(ruleset, size, ruleset.play, context)?;
        let sorted: Pairs =
            all.iter().map(|position| (position[0].min(position[1]), position[0].max(position[1]))).collect();
        let mut pairs: Pairs = Vec::new();
        for pair in sorted {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let extra = pairs.iter().filter(|pair| !wanted.contains(pair) && **pair != (0, 0));
        let missing = wanted.iter().filter(|pair| pair.1 <= limit && !pairs.contains(pair));
        let exceptions: Pairs = extra.chain(missing).copied().collect();
        if most < exceptions.len() {
            return Ok(None);
        }
        last = Some((pairs, exceptions));
    }
    Ok(last)
}

/// The options of all positions of a small board without the ways: what a ruleset means, as far as it is seen there.
fn small_options(ruleset: &Ruleset) -> Result<Vec<Vec<Reached>>, EngineError> {
    let options = Options::new(ruleset)?;
    let mut all = Vec::new();
    for x in 0..10 {
        for y in 0..10 {
            let mut reached = options.list(&[x, y])?;
            for option in &mut reached {
                option.ways.clear();
            }
            all.push(reached);
        }
    }
    Ok(all)
}

fn hit(document: &Document, settings: &Settings, index: usize, found: (Pairs, Pairs), board: u64) -> Hit {
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
    let mut file = File::default();
    file.items.push(title(ItemKind::Ruleset(format!("{}, candidate {}", document.ruleset.name, index + 1))));
    file.items.push(title(ItemKind::Source("found by search, KY24 Question 2".to_owned())));
    for item in &document.file.items {
        match &item.kind {
            ItemKind::Ruleset(_) | ItemKind::Source(_) | ItemKind::Claim(_) => {}
            ItemKind::Param { default: Expr { kind: Kind::Set(_), .. }, .. } => file.items.push(item.clone()),
            ItemKind::Param { .. } => {}
            _ => file.items.push(substitute::parameters(item, &numbers)),
        }
    }
    let ruleset = print_file(&file);
    Hit {
        description_length: ruleset.chars().filter(|letter| !letter.is_whitespace()).count(),
        ruleset,
        file: format!("hit_{:06}.nim", index + 1),
        p_positions: found.0,
        exceptions: found.1,
        confirmed_up_to: board,
    }
}
