//! Claims about fixed lines: which numbers of a claim stand still and which one runs, and the claim at all of them until its
//! terms and the values come back.
use super::super::spent::CheckEffort;
use super::fixed::{FixedNumbers, Starts};
use super::lines::{LineReach, lines};
use super::ordered::place_of;
use super::places::line_of;
use super::shapes::Shapes;
use super::truth::Trial;
use super::witnesses::candidates;
use super::{GameValues, OwnHeap};
use super::{common_period, every_line, options, ordered};
use crate::certificate::{FixedHeap, GameLines, LineOrder};
use crate::ruleset::statement::{Body, Bound, Except, Formula, Statement};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::Play;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
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

/// What a certificate tells of rows and columns, and of other lines.
pub(crate) type ToldLines<'a> = (&'a [GameLines], &'a [LineOrder]);

/// The same without a certificate: how a proof is found is that it is checked.
///
/// # Errors
/// Why neither is confirmed.
pub(crate) fn judged_until(
    cancel: &AtomicBool,
    told: ToldLines<'_>,
    about: (&[&Ruleset], &Statement),
) -> Result<LineVerdict, String> {
    judged(&CheckEffort::new(cancel), told, about)
}

/// Confirms that a statement holds, by the periods that a certificate tells of the lines in which it looks something up.
pub(in super::super) fn holds(
    spent: &CheckEffort<'_>,
    told: ToldLines<'_>,
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

/// Confirms a claim without positions by the values of games: numbers are put for its variables in front, where some number has to make it
/// true those that the values suggest.
pub(super) fn holds_of_games(
    spent: &CheckEffort<'_>,
    games: &[GameValues],
    (rulesets, statement): (&[&Ruleset], &Statement),
    formula: &Formula,
) -> Result<(), String> {
    let mut runs = Runs::new(spent, statement, rulesets, KnownLines::Told(games));
    runs.closed(formula, &mut Vec::new(), &mut FixedNumbers::default())?;
    if runs.found.is_none() { Ok(()) } else { Err("the claim does not hold".to_owned()) }
}

/// The lines that a claim looks at.
#[derive(Debug, Default)]
pub(crate) struct LinesOfClaim {
    /// Of which games, what is fixed in them, and the last one; none if some are no rows or columns of games without a register.
    pub(crate) rows: Option<Vec<(usize, FixedHeap, i64)>>,
    /// Of which games, the heaps that run, and place 0; none if some look-up lies on no line.
    pub(crate) lines: Option<Vec<LineOfClaim>>,
}

/// A line of a game that a claim looks at: the heaps that run, and the coordinates of its place 0.
pub(crate) type LineOfClaim = (usize, Vec<usize>, Vec<i64>);

/// Which lines a claim looks at.
///
/// # Errors
/// Why it is no claim about fixed lines.
pub(crate) fn wanted((rulesets, statement): (&[&Ruleset], &Statement)) -> Result<LinesOfClaim, String> {
    let (asked, spent) = (RefCell::new(WantedLines::default()), CheckEffort::default().at_most(MOST_ASKED));
    Runs::new(&spent, statement, rulesets, KnownLines::Asked(&asked)).claim()?;
    Ok(asked.into_inner().all(rulesets))
}

/// Whether a claim holds, by what is told of the lines of the games: a common period, that all repeat where no period is told, else the
/// claim along each line.
fn judged(
    spent: &CheckEffort<'_>,
    (told, others): ToldLines<'_>,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<LineVerdict, String> {
    match (told, others) {
        ([one @ GameLines { common: Some(common), .. }], []) => {
            let confirmed = common_period::holds(spent, (one, common), (rulesets[0], statement));
            return confirmed.map(|()| LineVerdict::Holds);
        }
        ([one @ GameLines { game: 0, lines, common: None, .. }], []) if lines.is_empty() => {
            return every_line::holds(spent, one, (rulesets[0], statement)).map(|()| LineVerdict::Holds);
        }
        _ => {}
    }
    let of_game = |ruleset: &&Ruleset| GameValues { heaps: Some(ruleset.heaps.len()), ..GameValues::default() };
    let mut games: Vec<GameValues> = rulesets.iter().map(of_game).collect();
    for one in told {
        if one.common.is_some() {
            return Err("a common period stands alone".to_owned());
        }
        let (ruleset, play) = game_of(one.game, (rulesets, statement))?;
        if play != Play::Normal {
            return Err("rows and columns are told of normal play".to_owned());
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
    for one in others {
        let played = game_of(one.game, (rulesets, statement))?;
        let known = ordered::values(spent, played, one).map_err(|why| format!("game {}: {why}", one.game))?;
        games[one.game].others.push(known);
    }
    let mut runs = Runs::new(spent, statement, rulesets, KnownLines::Told(&games));
    runs.claim()?;
    Ok(runs.found.unwrap_or(LineVerdict::Holds))
}

/// A game of a claim, and how it is played there.
fn game_of<'a>(
    game: usize,
    (rulesets, statement): (&[&'a Ruleset], &Statement),
) -> Result<(&'a Ruleset, Play), String> {
    let ruleset = rulesets.get(game).copied().ok_or_else(|| format!("there is no game {game}"))?;
    if game == 0 {
        return Ok((ruleset, statement.play));
    }
    // Its outcomes would be those of another play than its values.
    if ruleset.play == Play::Normal {
        Ok((ruleset, Play::Normal))
    } else {
        Err(format!("game {game} is one of misère play"))
    }
}

/// The lines that were asked for.
#[derive(Debug, Default)]
struct WantedLines {
    /// The last one, by their games and by what is fixed.
    rows: BTreeMap<(usize, FixedHeap), i64>,
    is_of_rows: Option<bool>,
    lines: BTreeSet<LineOfClaim>,
    /// Single positions.
    points: BTreeSet<(usize, Vec<i64>)>,
    is_of_lines: Option<bool>,
}

impl WantedLines {
    /// All of them; single positions lie on a line along the heaps of another one, or else along the last heap.
    fn all(self, rulesets: &[&Ruleset]) -> LinesOfClaim {
        let rows = self.rows.into_iter().map(|((game, fixed), last)| (game, fixed, last)).collect();
        let mut lines = self.lines.clone();
        for (game, position) in self.points {
            let along = self.lines.iter().find(|line| line.0 == game).map(|line| line.1.clone());
            let along = along.unwrap_or_else(|| vec![rulesets[game].heaps.len().saturating_sub(1)]);
            lines.extend(place_of(&along, &position).map(|(first, _)| (game, along, first)));
        }
        let all = |is_so: Option<bool>| is_so != Some(false);
        LinesOfClaim {
            rows: all(self.is_of_rows).then_some(rows),
            lines: all(self.is_of_lines).then(|| lines.into_iter().collect()),
        }
    }
}

/// Where the values of lines are looked up.
#[derive(Clone, Copy)]
enum KnownLines<'a> {
    /// They are known, of each game.
    Told(&'a [GameValues]),
    /// It is only asked which are needed.
    Asked(&'a RefCell<WantedLines>),
}

/// Asks for the lines that a formula looks at.
fn ask(
    asked: &RefCell<WantedLines>,
    rulesets: &[&Ruleset],
    (fixed, formula): (&FixedNumbers, &Formula),
) -> Result<(), String> {
    let mut asked = asked.borrow_mut();
    let mut is_known = true;
    Part::Formula(formula).visit(&mut |part| {
        let (game, position) = match part {
            Part::Lookup(lookup) => (lookup.game, lookup.position.as_slice()),
            Part::Formula(Formula::Is(_, place)) => (place.game, place.position.as_slice()),
            _ => return,
        };
        let Some(ruleset) = rulesets.get(game) else { return is_known = false };
        let row = match position {
            _ if !ruleset.registers.is_empty() => None,
            [_] => Some((FixedHeap::First, 0)),
            [first, second] => {
                let row = fixed.number(first).map(|at| (FixedHeap::First, at));
                row.or_else(|| fixed.number(second).map(|at| (FixedHeap::Second, at)))
            }
            _ => None,
        };
        if let Some((heap, at)) = row {
            let last = asked.rows.entry((game, heap)).or_insert(0);
            *last = (*last).max(at);
        } else {
            asked.is_of_rows = Some(false);
        }
        let numbers: Option<Vec<i64>> = position.iter().map(|term| fixed.number(term)).collect();
        match (numbers, line_of(fixed, ruleset.heaps.len(), position)) {
            (Some(numbers), _) => drop(asked.points.insert((game, numbers))),
            (None, Some(told)) => drop(asked.lines.insert((game, told.along, told.first))),
            (None, None) => asked.is_of_lines = Some(false),
        }
    });
    is_known &= asked.is_of_rows != Some(false) || asked.is_of_lines != Some(false);
    if is_known { Ok(()) } else { Err("the claim looks at a position that lies on no fixed line".to_owned()) }
}

/// A claim that is tried.
struct Runs<'a> {
    spent: &'a CheckEffort<'a>,
    statement: &'a Statement,
    games: KnownLines<'a>,
    rulesets: &'a [&'a Ruleset],
    /// Where it is false, if that was found.
    found: Option<LineVerdict>,
}

impl<'a> Runs<'a> {
    fn new(
        spent: &'a CheckEffort<'a>,
        statement: &'a Statement,
        rulesets: &'a [&'a Ruleset],
        games: KnownLines<'a>,
    ) -> Self {
        Self { spent, statement, games, rulesets, found: None }
    }

    /// All of a claim.
    fn claim(&mut self) -> Result<(), String> {
        let statement = self.statement;
        let Body::Holds(formula) = &statement.body else { return Err("a set has no fixed line".to_owned()) };
        if !matches!(statement.except, Except::Nothing) {
            return Err("exceptions are not checked by lines".to_owned());
        }
        if self.rulesets[0].positions != Condition::Known(true) {
            return Err("only some positions belong to the game".to_owned());
        }
        // A set is one of positions of the game itself, and these may have several heaps.
        let of_sets = |part: &Formula| part.any(&mut |part| matches!(part, Formula::Member(..)));
        if of_sets(formula) || statement.condition.as_ref().is_some_and(of_sets) {
            return Err("sets are not read along lines".to_owned());
        }
        let looks_up = |formula: &Formula| Part::Formula(formula).any(&mut |part| matches!(part, Part::Lookup(..)));
        if statement.play != Play::Normal && (looks_up(formula) || statement.condition.as_ref().is_some_and(looks_up)) {
            return Err("of misère play only outcomes are known along lines".to_owned());
        }
        match (statement.free.as_slice(), &statement.condition) {
            ([], None) => self.closed(formula, &mut Vec::new(), &mut FixedNumbers::default()),
            ([], Some(_)) => Err("the claim has a condition and no position".to_owned()),
            _ => self.positions(formula),
        }
    }

    /// A claim about positions, all but one of whose free coordinates have few numbers, and those that are not free stand at their least; the
    /// least of the positions where it is false is kept.
    fn positions(&mut self, formula: &Formula) -> Result<(), String> {
        let (ruleset, statement) = (self.rulesets[0], self.statement);
        let heaps = ruleset.heaps.len();
        let (mut ranges, mut open) = (Vec::new(), Vec::new());
        for at in &statement.free {
            let register = at.checked_sub(heaps).map(|at| &ruleset.registers[at]);
            let all = register.map_or((0, i64::MAX), |own| (own.low, own.high.unwrap_or(i64::MAX)));
            let (low, high) = range_of(statement.condition.as_ref(), *at, all);
            if high.saturating_sub(low) < MOST_FIXED { ranges.push((*at, low..=high)) } else { open.push(*at) }
        }
        let few = ranges.iter().rposition(|(at, _)| *at < heaps);
        let (own, range) = match (open.as_slice(), few) {
            ([only], _) if *only < heaps => (OwnHeap::Heap(*only), (0, None)),
            ([], Some(few)) => (OwnHeap::Heap(ranges.remove(few).0), (0, None)),
            ([], None) => (OwnHeap::Nothing, (0, Some(0))),
            _ => return Err("the claim fixes no heap".to_owned()),
        };
        let registers = ruleset.registers.iter().map(|register| register.low);
        let least: Vec<i64> = vec![0; heaps].into_iter().chain(registers).collect();
        let mut choices = vec![least];
        let count = |range: &RangeInclusive<i64>| range.size_hint().0;
        let all = ranges.iter().try_fold(1, |all: usize, (_, range)| all.checked_mul(count(range)));
        if all.is_none_or(|all| MOST_ASKED < all) {
            return Err("the claim fixes too many numbers".to_owned());
        }
        for (at, range) in ranges {
            let others = |choice: &Vec<i64>| -> Vec<Vec<i64>> {
                let with = |number| {
                    let mut other = choice.clone();
                    other[at] = number;
                    other
                };
                range.clone().map(with).collect()
            };
            choices = choices.iter().flat_map(others).collect();
        }
        let mut found: Option<(i64, Vec<i64>)> = None;
        for mut choice in choices {
            let others = choice.iter().copied().enumerate().filter(|(at, _)| own != OwnHeap::Heap(*at));
            let fixed = FixedNumbers { heaps: others.collect(), ..FixedNumbers::default() };
            if let Some(at) = self.along(own, &fixed, range, formula)? {
                if let OwnHeap::Heap(heap) = own {
                    choice[heap] = at;
                }
                let place = (choice[..heaps].iter().sum(), choice);
                found = Some(found.map_or(place.clone(), |found| found.min(place)));
            }
        }
        self.found = found.map(|(_, position)| LineVerdict::FalseAt(position));
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
            KnownLines::Asked(asked) => return ask(asked, self.rulesets, (fixed, formula)).map(|()| None),
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
pub(super) fn is_nested(formula: &Formula) -> bool {
    match formula {
        Formula::ForAll(..) => true,
        Formula::Exists(_, body) => is_nested(body),
        Formula::And(parts) => parts.iter().any(is_nested),
        _ => false,
    }
}

/// The numbers of a coordinate that a condition leaves, of those in a range.
fn range_of(condition: Option<&Formula>, at: usize, (mut low, mut high): (i64, i64)) -> (i64, i64) {
    let mut parts: Vec<&Formula> = condition.into_iter().collect();
    while let Some(part) = parts.pop() {
        match part {
            Formula::And(more) => parts.extend(more),
            Formula::Test(lookups, condition) if lookups.is_empty() => cut(condition, at, &mut low, &mut high),
            _ => {}
        }
    }
    (low, high)
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
