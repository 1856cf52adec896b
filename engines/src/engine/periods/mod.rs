//! Turns a question about rows, columns or diagonals into additive periods: proved where the moves allow it, else seen in
//! a table. In misère play they are those of outcomes, 0 for P-positions and 1 for N-positions. Knows nothing of how tables are computed.

mod diagonals;
mod lines;
mod order;
mod reach;
pub(in crate::engine) mod rows;
mod slices;

use super::breaking::heap::period_of;
use super::moves::plane::{Analysis, Delta, Piece, analyse};
use super::{Context, EngineError, Plan, Question};
use crate::ruleset::{Comparison, Condition, Ruleset, Term, Variable};
use crate::table::{Cells, Region};
use crate::value::{Play, Saturate};
use reach::reach;
use rows::{Rows, seen};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

pub use super::breaking::RareHeaps;
pub use diagonals::{diagonals, diagonals_by};
pub use lines::Lines;
pub use order::{LineOptions, ProvedLine, proved_lines};
pub use rows::Period;
pub use slices::{LinePeriod, slices, slices_by};

/// What is known of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which row, column or diagonal; those below the main diagonal are negative.
    pub line: i64,
    /// The least period; `None` if there is none in what was computed.
    pub period: Option<Period>,
    /// How far it was looked at if nothing is proved: terms below this.
    pub seen_up_to: Option<u64>,
    /// So many terms are needed before what is seen can tell a period, if that is more than were looked at.
    pub needed: Option<u64>,
    /// So many bytes of memory are needed, if that is more than are allowed; then nothing was looked at.
    pub memory: Option<u64>,
    /// For a game of taking and breaking: which of the heaps that were looked at have rare values.
    pub rare: Option<RareHeaps>,
}

impl Answer {
    /// Nothing is known of a line yet.
    fn none(line: i64) -> Self {
        Self { line, period: None, seen_up_to: None, needed: None, memory: None, rare: None }
    }
}

/// Columns that are computed for a proof if nothing else is said, and for a table.
const MOST_COLUMNS: u64 = 1 << 23;
const SEEN_COLUMNS: u64 = 4_000;
/// The same where options are sums of positions.
const SEEN_SUMS: u64 = 1_000;
/// Heaps of a game of taking and breaking that are computed for a proof if nothing else is said.
const MOST_BROKEN: u64 = 1 << 17;
/// The same where three heaps may be left, which takes the square of the heaps.
const MOST_BROKEN_IN_THREE: u64 = 1 << 12;
/// What is only seen has to be seen over several times the largest step.
const SEVERAL: u64 = 4;
/// Beyond this, a table is made only if it is asked for.
const MOST_SEEN: u64 = 1 << 18;
/// More lines than this are not listed.
const MOST_LINES: u64 = 1 << 20;
/// The last line, and the most terms of one: heaps go up to it.
const LAST_LINE: u64 = (1 << 31) - 2;

/// What the terms of a line are: Grundy values, in misère play outcomes.
fn terms_of(play: Play) -> Question {
    match play {
        Play::Normal => Question::Grundy,
        Play::Misere => Question::Outcome(play),
    }
}

/// The additive periods of some lines; `most` is the greatest number of terms that are computed of a line.
///
/// # Errors
/// Registers, more than two heaps, memory, cancellation, or what a table can meet.
pub fn periods(
    (ruleset, play): (&Ruleset, Play),
    lines: Lines,
    range: &RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<Answer>, EngineError> {
    makes_sense(ruleset, lines, range)?;
    have_terms(ruleset)?;
    let mut answers = match play {
        Play::Normal => proved(ruleset, lines, range, most, context)?,
        Play::Misere => Vec::new(),
    };
    let left = *range.start() + answers.len().cast_signed() as i64;
    if left <= *range.end() {
        let left = left..=*range.end();
        let ordered =
            if answers.is_empty() { in_order((ruleset, play), lines, &left, most, context)? } else { BTreeMap::new() };
        let told = |line: &i64| ordered.get(line).map(|period| Answer { period: Some(*period), ..Answer::none(*line) });
        if let Some(all) = left.clone().map(|line| told(&line)).collect::<Option<Vec<_>>>() {
            answers.extend(all);
        } else {
            let seen = seen_by((&Plan::of(ruleset), play), lines, left, most, context)?;
            answers.extend(seen.into_iter().map(|answer| told(&answer.line).unwrap_or(answer)));
        }
    }
    Ok(answers)
}

/// So many lines are tried first.
const FIRST_LINES: usize = 8;

/// The periods of lines that are proved in an order of their own, whatever is fixed on them.
fn in_order(
    (ruleset, play): (&Ruleset, Play),
    lines: Lines,
    range: &RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<BTreeMap<i64, Period>, EngineError> {
    // In a browser every loop counts for the size of the page; there, such lines are seen.
    if cfg!(target_arch = "wasm32") {
        return Ok(BTreeMap::new());
    }
    let along: &[usize] = match (ruleset.heaps.len(), lines) {
        (1, _) | (_, Lines::Columns) => &[0],
        (_, Lines::Rows) => &[1],
        (_, Lines::Diagonals) => &[0, 1],
    };
    let first = |line: i64| match (ruleset.heaps.len(), lines) {
        (1, _) => vec![0],
        (_, Lines::Rows) => vec![line, 0],
        (_, Lines::Columns) => vec![0, line],
        (_, Lines::Diagonals) => vec![(-line).max(0), line.max(0)],
    };
    let all: Vec<Vec<i64>> = range.clone().map(first).collect();
    let mut begun = Vec::new();
    // Where the moves do not allow it, the first lines tell.
    for few in [FIRST_LINES.min(all.len()), all.len()] {
        begun = proved_lines((ruleset, play), along, &all[..few], most, context)?;
        if begun.is_empty() {
            break;
        }
    }
    let line = |first: &[i64]| match (first, lines) {
        ([_], _) => 0,
        (_, Lines::Rows) => first[0],
        (_, Lines::Columns) => first[1],
        (_, Lines::Diagonals) => first[1] - first[0],
    };
    Ok(begun.iter().map(|proved| (line(&proved.first), proved.period)).collect())
}

/// The additive periods of some lines as they are seen in the tables of one engine; none is proved.
///
/// # Errors
/// As for [`periods`], and what the engine does not serve.
pub fn periods_by(
    (tables, play): (&Plan<'_>, Play),
    lines: Lines,
    range: &RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<Answer>, EngineError> {
    makes_sense(tables.ruleset(), lines, range)?;
    have_terms(tables.ruleset())?;
    if range.is_empty() {
        return Ok(Vec::new());
    }
    seen_by((tables, play), lines, range.clone(), most, context)
}

/// Whether a ruleset has these lines.
fn makes_sense(ruleset: &Ruleset, lines: Lines, range: &RangeInclusive<i64>) -> Result<(), EngineError> {
    let heaps = ruleset.heaps.len();
    if 2 < heaps || !ruleset.registers.is_empty() {
        return Err(EngineError::Request(
            "periods of rows and columns are those of rulesets with one or two heaps and no register".to_owned(),
        ));
    }
    if heaps == 1 && (lines != Lines::Rows || *range.end() != 0) {
        return Err(EngineError::Request("a ruleset of one heap has one row, number 0".to_owned()));
    }
    if lines != Lines::Diagonals && *range.start() < 0 {
        return Err(EngineError::Request("rows and columns are numbered from 0; diagonals may be negative".to_owned()));
    }
    if LAST_LINE < range.start().unsigned_abs().max(range.end().unsigned_abs()) {
        return Err(EngineError::Request("heaps go up to 2^31".to_owned()));
    }
    are_few(range.end().abs_diff(*range.start()))
}

/// Refuses games whose positions have neither values nor outcomes of the usual kind.
fn have_terms(ruleset: &Ruleset) -> Result<(), EngineError> {
    if 0 < ruleset.blocking {
        let why = "periods are those of Grundy values, and positions have none where options are forbidden";
        return Err(EngineError::Request(why.to_owned()));
    }
    Ok(())
}

/// The periods that a table of so many terms shows, if those are enough to tell one.
fn seen_by(
    (tables, play): (&Plan<'_>, Play),
    lines: Lines,
    range: RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<Answer>, EngineError> {
    let ruleset = tables.ruleset();
    let least = reach(ruleset, lines, *range.end()).saturating_mul(SEVERAL);
    let terms = most.unwrap_or_else(|| usual_terms(ruleset, least));
    if terms < least {
        // Whatever repeats in so few terms, larger steps may break.
        let unsaid = |line| Answer { seen_up_to: Some(terms), needed: Some(least), ..Answer::none(line) };
        return Ok(range.map(unsaid).collect());
    }
    if ruleset.heaps.len() == 2 && lines == Lines::Diagonals {
        let layers = diagonals::looked((tables, play), &range, terms, context)?;
        return Ok(layers.into_iter().next().map_or(Vec::new(), |layer| layer.1));
    }
    looked((tables, play), lines, range, terms, context)
}

/// The periods that are proved, line by line as far as that goes, with what is said of lines for which there is no memory.
fn proved(
    ruleset: &Ruleset,
    lines: Lines,
    range: &RangeInclusive<i64>,
    most: Option<u64>,
    context: &Context,
) -> Result<Vec<Answer>, EngineError> {
    let mut answers = Vec::new();
    let broken = if ruleset.breaks() { taken(ruleset, most, context)? } else { None };
    if let Some(answer) = broken {
        return Ok(vec![answer]);
    }
    let Ok(mut rows) = provable(ruleset, lines, *range.end()) else {
        // Whole heaps that are taken are no difference vectors, but places of a code.
        let whole = taken(ruleset, most, context)?.filter(|answer| answer.period.is_some());
        return Ok(whole.into_iter().collect());
    };
    // More columns than a memory has are never reached.
    let most = most.unwrap_or(MOST_COLUMNS).saturated::<usize>();
    for line in 0..=*range.end() {
        let period = match rows.next(most.max(1), context) {
            Err(EngineError::Cancelled) => return Err(EngineError::Cancelled),
            Ok(Some(period)) => period,
            // The state of a single row did not come back, so that nothing shorter is a period that is proved.
            Ok(None) if ruleset.heaps.len() == 1 => {
                answers.push(Answer { seen_up_to: Some(most as u64), ..Answer::none(line) });
                break;
            }
            // A table of so few terms would say that there is none, and lines behind this one need no less.
            Err(EngineError::Memory { needed, .. }) => {
                let memory = Some(needed.saturated());
                let left = line.max(*range.start())..=*range.end();
                answers.extend(left.map(|line| Answer { seen_up_to: Some(0), memory, ..Answer::none(line) }));
                break;
            }
            _ => break,
        };
        if range.contains(&line) {
            answers.push(Answer { period: Some(period), ..Answer::none(line) });
        }
        if let Some(progress) = &context.progress {
            progress(line.unsigned_abs(), range.end().unsigned_abs());
        }
    }
    Ok(answers)
}

/// What is known of a heap that fixed numbers are taken from, and that may break; `None` for other games.
fn taken(ruleset: &Ruleset, most: Option<u64>, context: &Context) -> Result<Option<Answer>, EngineError> {
    let parted = ruleset.moves.iter().map(|family| family.parts().count()).max().unwrap_or(1);
    let most = most.unwrap_or(if parted < 3 { MOST_BROKEN } else { MOST_BROKEN_IN_THREE });
    let most = most.saturated::<usize>();
    let Some(found) = period_of(ruleset, most, context)? else { return Ok(None) };
    let period = |(preperiod, period)| Period { preperiod, period, saltus: 0 };
    let none = Answer { rare: ruleset.breaks().then_some(found.rare), ..Answer::none(0) };
    Ok(Some(match found.repeated {
        Some((preperiod, length)) => Answer { period: Some(period((preperiod as u64, length as u64))), ..none },
        None => Answer { seen_up_to: Some(found.known as u64), ..none },
    }))
}

/// The terms of a line that are looked at if nothing else is said; `least` are needed to tell a period.
fn usual_terms(ruleset: &Ruleset, least: u64) -> u64 {
    // All sums of a position are tried where no code is read.
    let enough = if ruleset.breaks() { SEEN_SUMS } else { SEEN_COLUMNS };
    if least <= MOST_SEEN { least.max(enough) } else { enough }
}

/// Refuses more lines than are listed.
fn are_few(lines: u64) -> Result<(), EngineError> {
    if lines < MOST_LINES {
        return Ok(());
    }
    Err(EngineError::Request(format!("at most {MOST_LINES} lines are looked at: ask for fewer")))
}

/// Whether the method proves periods of these lines.
///
/// # Errors
/// Why it does not, in words.
pub fn provable_lines(ruleset: &Ruleset, lines: Lines) -> Result<(), String> {
    provable(ruleset, lines, 0).map(|_| ())
}

/// What moves take, if the method proves periods of rows or of columns: first differences with the steps to the next ones, none where
/// there is only one. One number for each heap.
///
/// # Errors
/// Why the method proves none, in words.
pub fn taken_rays(ruleset: &Ruleset, lines: Lines) -> Result<Vec<[Vec<u64>; 2]>, String> {
    provable_lines(ruleset, lines)?;
    let single = ruleset.heaps.len() == 1;
    let analysis = if single { analyse(&beside_nothing(ruleset))? } else { analyse(ruleset)? };
    let taken =
        |delta: Delta| -> Vec<u64> { delta[..ruleset.heaps.len()].iter().map(|heap| heap.unsigned_abs()).collect() };
    let of_piece = |piece: &Piece| match piece {
        Piece::Finite(all) => all.iter().map(|delta| [taken(*delta), taken([0, 0])]).collect(),
        Piece::Ray { start, step } => vec![[taken(*start), taken(*step)]],
        Piece::Cone(_) => Vec::new(),
    };
    Ok(analysis.pieces.iter().flat_map(of_piece).collect())
}

fn provable(ruleset: &Ruleset, lines: Lines, last: i64) -> Result<Rows, String> {
    if ruleset.breaks() {
        return Err("positions break into several".to_owned());
    }
    if !ruleset.components.is_empty() {
        return Err("it is a disjunctive sum".to_owned());
    }
    let analysis = match (ruleset.heaps.len(), lines) {
        (_, Lines::Diagonals) => return Err("diagonals are only looked at".to_owned()),
        (1, _) => exchanged(analyse(&beside_nothing(ruleset))?),
        (_, Lines::Rows) => analyse(ruleset)?,
        (_, Lines::Columns) => exchanged(analyse(ruleset)?),
    };
    Rows::new(&analysis, last.saturated::<usize>().min(1 << 20))
}

/// The same game with a second heap that no move changes.
fn beside_nothing(ruleset: &Ruleset) -> Ruleset {
    let mut wide = ruleset.clone();
    wide.heaps.push("0".to_owned());
    for family in &mut wide.moves {
        family.targets.push(Term::Variable(Variable::Coordinate(1)));
        let natural =
            Condition::Compare(Term::Constant(0), Comparison::AtMost, Term::Variable(Variable::Coordinate(1)));
        family.guard = Condition::And(vec![family.guard.clone(), natural]);
    }
    for weights in &mut wide.measure {
        weights.push(1);
    }
    wide
}

fn exchanged(mut analysis: Analysis) -> Analysis {
    analysis.pieces = analysis.pieces.iter().map(Piece::exchanged).collect();
    analysis
}

/// What a table shows of some rows or columns.
fn looked(
    (tables, play): (&Plan<'_>, Play),
    lines: Lines,
    range: RangeInclusive<i64>,
    terms: u64,
    context: &Context,
) -> Result<Vec<Answer>, EngineError> {
    let (ruleset, terms) = (tables.ruleset(), terms.max(1));
    if LAST_LINE < terms {
        return Err(EngineError::Request("heaps go up to 2^31".to_owned()));
    }
    let end = range.end().max(&0).unsigned_abs() + 1;
    let shape = match (ruleset.heaps.len(), lines) {
        (1, _) => vec![terms],
        (_, Lines::Columns) => vec![terms, end],
        _ => vec![end, terms],
    };
    let table = tables.table(&Region::Box(shape.clone()), terms_of(play), context)?;
    let Some((_, values)) = table.layers.first() else { return Ok(Vec::new()) };
    let whole = |number: u64| usize::try_from(number).expect("a place in a table that is in memory");
    let wide = whole(shape.get(1).copied().unwrap_or(1));
    let of_line = |line: i64| {
        let far = whole(line.unsigned_abs());
        let (first, step) = match (ruleset.heaps.len(), lines) {
            (1, _) => (0, 1),
            (_, Lines::Columns) => (far, wide),
            _ => (far * wide, 1),
        };
        Answer { period: seen_from(values, (first, step), terms), seen_up_to: Some(terms), ..Answer::none(line) }
    };
    Ok(range.map(of_line).collect())
}

/// The period of so many cells of a table, the first of them and a step apart, as far as all are positions.
fn seen_from(values: &Cells, (first, step): (usize, usize), terms: u64) -> Option<Period> {
    let cells: Option<Vec<u32>> = (0..terms.saturated::<usize>()).map(|at| values.get(first + at * step)).collect();
    seen(&cells?)
}
