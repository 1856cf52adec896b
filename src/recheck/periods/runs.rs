//! Claims about fixed rows and columns: which numbers of a claim stand still and which one runs, and the claim at all of them until its
//! terms and the values come back.
use super::super::spent::CheckEffort;
use super::fixed::{FixedNumbers, Starts};
use super::lines::{LineReach, lines};
use super::shapes::Shapes;
use super::truth::Trial;
use super::witnesses::candidates;
use super::{GameValues, OwnHeap};
use super::{common_period, every_line, options};
use crate::certificate::{FixedHeap, GameLines};
use crate::ruleset::statement::{Body, Bound, Except, Formula, Statement};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::Play;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Numbers that are put for one variable at most.
const MOST_FIXED: i64 = 1 << 12;
/// Choices of these numbers for which it is asked which lines are needed.
const MOST_ASKED: usize = 1 << 16;

/// What a claim about lines comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineVerdict {
    /// It holds.
    Holds,
    /// It is false at a position, the least one in the order of total and coordinates.
    FalseAt(Vec<i64>),
    /// It is false where its variables have these values; there may be none.
    FalseFor(Vec<(String, i64)>),
}

/// The same without a certificate: how a proof is found is that it is checked.
///
/// # Errors
/// Why neither is confirmed.
pub(crate) fn judged_until(
    cancel: &AtomicBool,
    told: &[GameLines],
    about: (&[&Ruleset], &Statement),
) -> Result<LineVerdict, String> {
    judged(&CheckEffort::new(cancel), told, about)
}

/// Confirms that a statement holds, by the periods that a certificate tells of the lines in which it looks something up.
pub(in super::super) fn holds(
    spent: &CheckEffort<'_>,
    told: &[GameLines],
    about: (&[&Ruleset], &Statement),
) -> Result<(), String> {
    match judged(spent, told, about)? {
        LineVerdict::Holds => Ok(()),
        LineVerdict::FalseAt(position) => Err(format!("the claim does not hold at {position:?}")),
        LineVerdict::FalseFor(numbers) => {
            let all: Vec<String> = numbers.iter().map(|(name, number)| format!("{name} = {number}")).collect();
            Err(format!("the claim does not hold for {}", all.join(", ")))
        }
    }
}

/// Which lines a claim looks at: of which games, what is fixed in them, and the last one.
///
/// # Errors
/// Why it is no claim about fixed rows and columns.
pub(crate) fn wanted((rulesets, statement): (&[&Ruleset], &Statement)) -> Result<Vec<(usize, FixedHeap, i64)>, String> {
    let (asked, spent) = (RefCell::new(WantedLines::new()), CheckEffort::default().at_most(MOST_ASKED));
    Runs::new(&spent, statement, rulesets, KnownLines::Asked(&asked)).claim(rulesets[0])?;
    Ok(asked.into_inner().into_iter().map(|((game, fixed), last)| (game, fixed, last)).collect())
}

/// Whether a claim holds, by what is told of the lines of the games: a common period, that all repeat where no period is told, else the
/// claim along each line.
fn judged(
    spent: &CheckEffort<'_>,
    told: &[GameLines],
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<LineVerdict, String> {
    if let [one @ GameLines { common: Some(common), .. }] = told {
        return common_period::holds(spent, (one, common), (rulesets[0], statement)).map(|()| LineVerdict::Holds);
    }
    if let [GameLines { game: 0, lines, common: None, .. }] = told
        && lines.is_empty()
    {
        return every_line::holds(spent, &told[0], (rulesets[0], statement)).map(|()| LineVerdict::Holds);
    }
    let mut games: Vec<GameValues> = rulesets.iter().map(|_| GameValues::default()).collect();
    for one in told {
        if one.common.is_some() {
            return Err("a common period stands alone".to_owned());
        }
        let ruleset = rulesets.get(one.game).ok_or_else(|| format!("there is no game {}", one.game))?;
        if ruleset.play != Play::Normal && 0 < one.game {
            return Err(format!("game {} is one of misère play", one.game));
        }
        let of_lines = || {
            options::are_all(spent, ruleset, &one.options)?;
            lines(spent, &LineReach::of(&one.options, one.fixed)?, &one.lines)
        };
        let known = of_lines().map_err(|why| format!("game {}: {why}", one.game))?;
        match one.fixed {
            FixedHeap::First => games[one.game].rows = known,
            FixedHeap::Second => games[one.game].columns = known,
        }
    }
    let mut runs = Runs::new(spent, statement, rulesets, KnownLines::Told(&games));
    runs.claim(rulesets[0])?;
    Ok(runs.found.unwrap_or(LineVerdict::Holds))
}

/// The last of the lines that are asked for, by their games and by what is fixed.
type WantedLines = BTreeMap<(usize, FixedHeap), i64>;

/// Where the values of lines are looked up.
#[derive(Clone, Copy)]
enum KnownLines<'a> {
    /// They are known, of each game.
    Told(&'a [GameValues]),
    /// It is only asked which are needed.
    Asked(&'a RefCell<WantedLines>),
}

/// Asks for the lines that a formula looks at.
fn ask(asked: &RefCell<WantedLines>, fixed: &FixedNumbers, formula: &Formula) -> Result<(), String> {
    let mut is_fixed = true;
    Part::Formula(formula).visit(&mut |part| {
        let (game, position) = match part {
            Part::Lookup(lookup) => (lookup.game, &lookup.position),
            Part::Formula(Formula::Is(_, place)) => (place.game, &place.position),
            _ => return,
        };
        let line = match position.as_slice() {
            [_] => Some((FixedHeap::First, 0)),
            [first, second] => {
                let row = fixed.number(first).map(|at| (FixedHeap::First, at));
                row.or_else(|| fixed.number(second).map(|at| (FixedHeap::Second, at)))
            }
            _ => None,
        };
        if let Some((heap, at)) = line {
            let mut asked = asked.borrow_mut();
            let last = asked.entry((game, heap)).or_insert(0);
            *last = (*last).max(at);
        }
        is_fixed &= line.is_some();
    });
    if is_fixed { Ok(()) } else { Err("the claim looks at a position of which no heap is fixed".to_owned()) }
}

/// A claim that is tried.
struct Runs<'a> {
    spent: &'a CheckEffort<'a>,
    statement: &'a Statement,
    games: KnownLines<'a>,
    heaps: usize,
    /// Where it is false, if that was found.
    found: Option<LineVerdict>,
}

impl<'a> Runs<'a> {
    fn new(spent: &'a CheckEffort<'a>, statement: &'a Statement, rulesets: &[&Ruleset], games: KnownLines<'a>) -> Self {
        Self { spent, statement, games, heaps: rulesets[0].heaps.len(), found: None }
    }

    /// All of a claim about a game.
    fn claim(&mut self, ruleset: &Ruleset) -> Result<(), String> {
        let statement = self.statement;
        let Body::Holds(formula) = &statement.body else { return Err("a set has no fixed line".to_owned()) };
        if statement.play != Play::Normal || !matches!(statement.except, Except::Nothing) {
            return Err("only normal play without exceptions is checked by lines".to_owned());
        }
        let all = ruleset.positions == Condition::Known(true);
        if !all || !ruleset.registers.is_empty() || 2 < self.heaps {
            return Err("only games of one or two heaps without a register have lines".to_owned());
        }
        // A set is one of positions of the game itself, and these have two heaps.
        let of_sets = |part: &Formula| part.any(&mut |part| matches!(part, Formula::Member(..)));
        if of_sets(formula) || statement.condition.as_ref().is_some_and(of_sets) {
            return Err("sets are not read along lines".to_owned());
        }
        match (statement.free.as_slice(), &statement.condition) {
            ([], None) => self.closed(formula, &mut Vec::new(), &mut FixedNumbers::default()),
            ([], Some(_)) => Err("the claim has a condition and no position".to_owned()),
            // What is said does not depend on the other heap, if there is one.
            ([only], _) => self.positions(OwnHeap::Heap(*only), (1 - only.min(&1), (0, 0)), formula),
            (_, None) => Err("the claim fixes no heap".to_owned()),
            (_, Some(condition)) => {
                let fixed = [0, 1].into_iter().find_map(|heap| Some((heap, range_of(condition, heap)?)));
                let (heap, range) = fixed.ok_or("the claim fixes no heap")?;
                self.positions(OwnHeap::Heap(1 - heap), (heap, range), formula)
            }
        }
    }

    /// A claim about positions with a heap in a range; the least of the positions where it is false is kept.
    fn positions(
        &mut self,
        own: OwnHeap,
        (heap, (low, high)): (usize, (i64, i64)),
        formula: &Formula,
    ) -> Result<(), String> {
        let mut least: Option<(i64, [i64; 2])> = None;
        for number in low..=high {
            let fixed = FixedNumbers { heaps: [(heap, number)].into(), ..FixedNumbers::default() };
            if let Some(at) = self.along(own, &fixed, (0, None), formula)? {
                let position = if heap == 0 { [number, at] } else { [at, number] };
                let own = (number + at, position);
                least = Some(least.map_or(own, |least| least.min(own)));
            }
        }
        self.found = least.map(|(_, position)| LineVerdict::FalseAt(position[..self.heaps].to_vec()));
        Ok(())
    }

    /// A claim without positions: numbers are put for its variables in front, until one has no end.
    fn closed<'f>(
        &mut self,
        formula: &'f Formula,
        names: &mut Vec<(&'f Bound, i64)>,
        fixed: &mut FixedNumbers,
    ) -> Result<(), String> {
        // One counterexample is enough.
        if self.found.is_some() {
            return Ok(());
        }
        let (bound, body) = match formula {
            Formula::ForAll(bound, body) => (bound, body),
            Formula::And(parts) => return parts.iter().try_for_each(|part| self.closed(part, names, fixed)),
            Formula::Exists(bound, body) if is_nested(body) => return self.some((bound, body), names, fixed),
            _ => return self.closed_along((OwnHeap::Nothing, None), (formula, (0, Some(0))), names, fixed),
        };
        let starts: Starts = fixed.ranges(bound)?;
        for (low, high) in starts {
            let Some(high) = high.filter(|high| high.saturating_sub(low) < MOST_FIXED && is_nested(body)) else {
                let own = (OwnHeap::Slot(bound.slot), Some(bound));
                self.closed_along(own, (body, (low, high)), names, fixed)?;
                continue;
            };
            for number in low..=high {
                fixed.slots.insert(bound.slot, number);
                names.push((bound, number));
                let done = self.closed(body, names, fixed);
                names.pop();
                fixed.slots.remove(&bound.slot);
                done?;
            }
        }
        Ok(())
    }

    /// The same of a claim that some value of a variable makes true, about numbers that run behind it. Values of a short range are all tried,
    /// else those that the lines suggest: that none of these makes it true says nothing.
    fn some<'f>(
        &mut self,
        (bound, body): (&'f Bound, &'f Formula),
        names: &[(&'f Bound, i64)],
        fixed: &mut FixedNumbers,
    ) -> Result<(), String> {
        let starts = fixed.ranges(bound)?;
        let short = |(low, high): &(i64, Option<i64>)| high.filter(|high| high.saturating_sub(*low) < MOST_FIXED);
        let ranges: Option<Vec<_>> = starts.iter().map(|start| Some(start.0..=short(start)?)).collect();
        let tried: Vec<i64> = match (&ranges, self.games) {
            // Which lines are needed is asked for one number.
            (_, KnownLines::Asked(_)) => starts.iter().map(|start| start.0).take(1).collect(),
            (Some(ranges), _) => ranges.iter().cloned().flatten().collect(),
            (None, KnownLines::Told(games)) => {
                let among = |number: &i64| {
                    starts.iter().any(|(low, high)| low <= number && high.is_none_or(|high| *number <= high))
                };
                let low = starts.iter().map(|start| start.0).min().unwrap_or(0);
                candidates(games, fixed, body, low).into_iter().filter(among).collect()
            }
        };
        let mut open = ranges.is_none().then(|| format!("no `{}` is known for which it holds", bound.name));
        for number in tried {
            fixed.slots.insert(bound.slot, number);
            let done = self.closed(body, &mut Vec::new(), fixed);
            fixed.slots.remove(&bound.slot);
            match (done, self.found.take()) {
                (Ok(()), None) => return Ok(()),
                (Ok(()), Some(_)) => {}
                (Err(why), _) => open = Some(why),
            }
        }
        if let Some(why) = open {
            return Err(why);
        }
        let all = names.iter().map(|(bound, number)| (bound.name.clone(), *number)).collect();
        self.found = Some(LineVerdict::FalseFor(all));
        Ok(())
    }

    /// The same along one variable.
    fn closed_along(
        &mut self,
        (own, bound): (OwnHeap, Option<&Bound>),
        (formula, range): (&Formula, (i64, Option<i64>)),
        names: &[(&Bound, i64)],
        fixed: &FixedNumbers,
    ) -> Result<(), String> {
        let Some(at) = self.along(own, fixed, range, formula)? else { return Ok(()) };
        let all = names.iter().copied().chain(bound.map(|bound| (bound, at)));
        let all = all.map(|(bound, number)| (bound.name.clone(), number)).collect();
        self.found = Some(self.found.take().unwrap_or(LineVerdict::FalseFor(all)));
        Ok(())
    }

    /// The first number at which a formula is false, of those in a range; all numbers are tried until everything comes back.
    fn along(
        &self,
        own: OwnHeap,
        fixed: &FixedNumbers,
        (low, high): (i64, Option<i64>),
        formula: &Formula,
    ) -> Result<Option<i64>, String> {
        self.spent.spend(1).map_err(|_| "it takes too much work to try the claim")?;
        let games = match self.games {
            KnownLines::Told(games) => games,
            KnownLines::Asked(asked) => return ask(asked, fixed, formula).map(|()| None),
        };
        let mut shapes = Shapes::new(own, games, fixed);
        let mut course = shapes.formula(formula)?;
        if let Some(condition) = &self.statement.condition {
            course = course.with(shapes.formula(condition)?)?;
        }
        let end = course.end(low);
        let end = high.map_or(end, |high| high.min(end));
        let mut trial = Trial::new(own, games, fixed, self.statement);
        for n in low..=end {
            self.spent.spend(1).map_err(|_| "it takes too much work to try the claim")?;
            match trial.holds_at(n, Some(formula), None)? {
                Some(true) => {}
                Some(false) => return Ok(Some(n)),
                None => return Err(format!("the claim has no value at {n}")),
            }
        }
        Ok(None)
    }
}

/// Whether a formula binds a variable in front, so that the one before it has to stand still.
fn is_nested(formula: &Formula) -> bool {
    match formula {
        Formula::ForAll(..) => true,
        Formula::Exists(_, body) => is_nested(body),
        Formula::And(parts) => parts.iter().any(is_nested),
        _ => false,
    }
}

/// The numbers of a heap that a condition leaves, if they are few.
fn range_of(condition: &Formula, heap: usize) -> Option<(i64, i64)> {
    let (mut low, mut high) = (0, i64::MAX);
    let mut parts = vec![condition];
    while let Some(part) = parts.pop() {
        match part {
            Formula::And(more) => parts.extend(more),
            Formula::Test(lookups, condition) if lookups.is_empty() => cut(condition, heap, &mut low, &mut high),
            _ => {}
        }
    }
    (high.saturating_sub(low) < MOST_FIXED).then_some((low, high))
}

/// Takes the numbers from a range at which a condition is false.
fn cut(condition: &Condition, heap: usize, low: &mut i64, high: &mut i64) {
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| cut(part, heap, low, high)),
        Condition::Compare(left, comparison @ (Comparison::AtMost | Comparison::Equal), right) => {
            let forms = form(left, heap).zip(form(right, heap));
            // factor * heap <= most, or equal to it.
            let Some((factor, most)) = forms.map(|(left, right)| (left.0 - right.0, right.1 - left.1)) else { return };
            let is_equal = *comparison == Comparison::Equal;
            if factor == 1 || is_equal && factor == -1 {
                *high = (*high).min(factor * most);
            }
            if factor == -1 || is_equal && factor == 1 {
                *low = (*low).max(factor * most);
            }
        }
        Condition::Known(_) | Condition::Compare(..) | Condition::Or(_) | Condition::Not(_) => {}
    }
}

/// A term as a small multiple of a heap and a number, if it is one.
fn form(term: &Term, heap: usize) -> Option<(i64, i64)> {
    let small = |number: i128| i64::try_from(number).ok().filter(|number| number.unsigned_abs() < 1 << 40);
    match term {
        Term::Constant(number) => Some((0, small(*number)?)),
        Term::Variable(Variable::Coordinate(own)) if *own == heap => Some((1, 0)),
        Term::Sum(parts) if parts.len() < 16 => parts.iter().try_fold((0, 0), |sum: (i64, i64), part| {
            let part = form(part, heap)?;
            Some((sum.0 + part.0, sum.1 + part.1))
        }),
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(factor @ (-1 | 1)), other) | (other, Term::Constant(factor @ (-1 | 1))) => {
                let (factor, other) = (i64::try_from(*factor).ok()?, form(other, heap)?);
                Some((factor * other.0, factor * other.1))
            }
            _ => None,
        },
        _ => None,
    }
}
