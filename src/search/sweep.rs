//! Searches the parameters of a ruleset for given P-positions. Candidates come in a fixed order; a candidate that
//! deviates too often on a small board is not tried on a larger one.
use super::target::wanted;
use super::task::Search;
use super::{Found, Ground, Hit, SearchError};
use crate::check::{Document, Settings};
use crate::engine::{Context, EngineError, p_positions};
use crate::ruleset::options::{Options, Reached};
use crate::ruleset::{ParameterValue, Ruleset};
use crate::source::Span;
use crate::syntax::ast::{Expr, File, Item, ItemKind, Kind};
use crate::syntax::{print_file, substitute};
use indexmap::IndexMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Tries every value of the parameters.
pub(super) fn sweep(
    ground: &Ground<'_>,
    task: &Search,
    context: &Context,
    found: &(dyn Fn(&Hit) + Sync),
) -> Result<Found, SearchError> {
    let (document, candidates, prefix) = (ground.document, ground.candidates, ground.prefix);
    let board = task.board.at(ground.extent);
    let request = |why: &str| SearchError::Request(why.to_owned());
    if document.ruleset.heaps.len() != 2 || !document.ruleset.registers.is_empty() {
        return Err(request("a search needs a ruleset with two heaps and no registers"));
    }
    let limit = i64::try_from(board).ok().and_then(|board| board.checked_mul(2));
    let limit = limit.ok_or_else(|| request("the board is too large"))?;
    let wanted = wanted(&task.target, limit, ground.library)?;
    let wanted = wanted.ok_or_else(|| request("an open search needs `add`"))?.pairs;
    let next = AtomicUsize::new(0);
    let rejected = AtomicU64::new(0);
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
                    let hit = hit(document, settings, (prefix, index), (p_positions, exceptions), board);
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
        return Err(SearchError::Engine(error));
    }
    let hits = distinct(document, candidates, hits.into_inner().unwrap_or_default());
    let (rejected, candidates) = (rejected.into_inner(), candidates.len() as u64);
    Ok(Found {
        task: "search",
        candidates,
        conditions: None,
        distinct: None,
        screened: candidates - rejected,
        passed: None,
        rejected,
        board,
        hits: hits.into_iter().take(task.keep).collect(),
    })
}

/// The shortest of the hits with the same options on a small board.
fn distinct(document: &Document, candidates: &[Settings], mut hits: Vec<(usize, Hit)>) -> Vec<Hit> {
    hits.sort_by_key(|(index, hit)| (hit.description_length, *index));
    let mut distinct: IndexMap<Vec<Vec<Reached>>, Hit> = IndexMap::new();
    for (index, hit) in hits {
        let Ok(ruleset) = document.at(&candidates[index]) else { continue };
        let Ok(options) = small_options(&ruleset) else { continue };
        distinct.entry(options).or_insert(hit);
    }
    distinct.into_values().collect()
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

fn hit(
    document: &Document,
    settings: &Settings,
    (prefix, index): (&str, usize),
    found: (Pairs, Pairs),
    board: u64,
) -> Hit {
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
        file: format!("{prefix}hit_{:06}.nim", index + 1),
        chain: None,
        proved: None,
        p_positions: found.0,
        exceptions: found.1,
        confirmed_up_to: board,
    }
}
