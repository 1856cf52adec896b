//! Tries choices of the parameters of a ruleset, with the rules as conditions where they are linear, on tables where they are
//! not. Adds no moves.
use super::chunk::{Chunk, ChunkBounds, Survivor};
use super::driver::{Counted, Screener, Sizes};
use super::goal::{Goal, PassedSet, SHORTEST_CHAIN, chain, differences};
use crate::asked::choices::Choices;
use crate::check::{Document, Settings};
use crate::engine::{Context, p_positions};
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset};
use crate::search::names::{numbers, used_by_moves};
use crate::search::relation::bit_board_30;
use crate::search::relation::bit_board_62::Field;
use crate::search::relation::form::{MoveRelation, Pair};
use crate::search::space::base;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, File, Item, ItemKind};
use crate::syntax::{print_file, substitute};
use std::collections::HashSet;
use std::ops::Range;

const SIZES: Sizes = Sizes { chunk: 256, piece: 8, step: 8, whole: 8 };
/// Rules with the same options for heaps below this count as the same rule.
const SMALL: i64 = 10;
/// The parameters of a ruleset.
#[derive(Debug)]
pub(in crate::search) struct ParameterSweep<'a> {
    pub(in crate::search) document: &'a Document,
    pub(in crate::search) choices: &'a Choices,
    pub(in crate::search) goal: &'a Goal,
    /// The largest heap of a table.
    pub(in crate::search) board: i64,
    /// Fingerprints with these bits zero are kept.
    pub(in crate::search) sample: u64,
}

impl Screener for ParameterSweep<'_> {
    fn count(&self) -> u64 {
        self.choices.count()
    }

    fn sizes(&self) -> Sizes {
        SIZES
    }

    fn bounds(&self, numbers: &Range<u64>) -> ChunkBounds {
        let tried = numbers.end - numbers.start;
        ChunkBounds { tried, fingerprints: tried, survivors: numbers.clone(), targets: self.goal.targets.len() }
    }

    fn counted(&self) -> Counted {
        Counted::Candidates
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
                chunk.survivors.push(Survivor { number, target: passed.target, length, meaning, games: 0 });
            }
        }
        chunk
    }

    fn settle(&self, _: &mut Chunk, _: &Context) {}
}

impl ParameterSweep<'_> {
    /// The choice of a number and its ruleset, if it is one.
    pub(in crate::search) fn ruleset(&self, number: u64) -> Option<(Settings, Ruleset)> {
        let settings = self.choices.at(number)?;
        let ruleset = self.document.at(&settings).ok()?;
        Some((settings, ruleset))
    }

    /// The P-positions for every target that they fit, and the moves if they are linear.
    pub(in crate::search) fn passes(
        &self,
        ruleset: &Ruleset,
        context: &Context,
    ) -> Vec<(PassedSet, Option<MoveRelation>)> {
        let Ok(relation) = base::relation(ruleset) else {
            let mut tables = self.on_tables(ruleset, context);
            return tables.drain(..).map(|passed| (passed, None)).collect();
        };
        let mut field = Field::new();
        let mut passed: Vec<PassedSet> = Vec::new();
        if self.goal.targets.is_empty() {
            passed.extend(self.goal.chain(&relation, Vec::new(), -1, &mut field, context));
        }
        let all = (0..self.goal.targets.len()).collect();
        passed.extend(self.goal.fitting(all, &relation, &[], -1, &mut field, context));
        passed.into_iter().map(|passed| (passed, Some(relation.clone()))).collect()
    }

    /// The same by tables; boards grow so that most fail early.
    fn on_tables(&self, ruleset: &Ruleset, context: &Context) -> Vec<PassedSet> {
        let mut alive: Vec<usize> = (0..self.goal.targets.len()).collect();
        let mut passed = Vec::new();
        for limit in [12, 40, self.board] {
            let limit = limit.min(self.board);
            let Ok(all) = p_positions(ruleset, limit.unsigned_abs(), ruleset.play, context) else { return Vec::new() };
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
                let terms = chain(&set);
                if terms.len() < SHORTEST_CHAIN
                    || terms.len() != set.len() - usize::from(set.first() == Some(&(0, 0))) + 1
                {
                    return Vec::new();
                }
                passed = vec![PassedSet { target: None, set, total: limit }];
                continue;
            }
            passed = alive
                .iter()
                .map(|target| PassedSet { target: Some(*target), set: set.clone(), total: limit })
                .collect();
            if passed.is_empty() {
                break;
            }
        }
        passed
    }

    /// The rules with the parameters written out.
    pub(in crate::search) fn rules(&self, settings: &Settings, number: u64) -> File {
        let document = self.document;
        let mut values = document.parameters.clone();
        values.extend(settings.clone());
        let numbers = numbers(&values);
        let title = |kind| Item { kind, span: Span::default() };
        let used = used_by_moves(&document.file);
        let mut file = File::default();
        file.items.push(title(ItemKind::Ruleset(format!("{}, candidate {number}", document.ruleset.name))));
        file.items.push(title(ItemKind::Source("found by search, KY24 Question 2".to_owned())));
        for item in &document.file.items {
            match &item.kind {
                ItemKind::Ruleset(_) | ItemKind::Source(_) | ItemKind::Claim(_) => {}
                ItemKind::Param { default: Expr { kind: ExprKind::Set(_), .. }, .. } => {
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

/// How many letters describe the rules, without white space.
pub(in crate::search) fn letters(file: &File) -> usize {
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
