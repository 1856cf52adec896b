//! Claims that some positions and heaps of Nim have the nim-sum 0, by a reply to every move. Knows no values, and makes no automaton of
//! a game's own.
//!
//! Let a claim say, wherever its conditions hold, that the nim-sum of the values of some positions and of some numbers is 0. A number n is
//! the value of a heap of n in Nim, so it says of the sum of all of them that it is a P-position of normal play (Sprague 1935, Grundy
//! 1939). Let S be the set of these sums. If every move from one of them has a reply that leads into S, to two positions of the same
//! game that are equal, or to where nothing can be moved, then all of S are P-positions: play of a sum ends where it ends in its summands, and by induction a position with
//! only options from which some option is a P-position is one. No option leaves its game, and numbers must not be negative.
//!
//! Nothing is asked of the game that is not of first order: what a reply leads to is again a sum of the claim at other numbers. So a game is
//! the same with its heaps exchanged, a game of one heap is met in one of three heaps, and a game whose moves change one heap and look at
//! that heap only is the sum of its heaps, whatever the values are.
use super::game::{Bench, Check};
use super::graph::Missed;
use super::lookups::shift;
use super::read::Reader;
use super::search::{Linear, OnTracks};
use super::spent::CheckEffort;
use super::table::Numeration;
use super::tracks::{Read, at_most, equal, number, place, plus, track};
use crate::ruleset::definition::looks_up;
use crate::ruleset::statement::{Body, Bound, Domain, Except, Formula, Lookup, Place, Property, Statement, Value};
use crate::ruleset::{Comparison, Condition, Part, Ruleset, Term, Variable};
use crate::value::{Outcome, Play};

/// More summands than this are not checked: there is a condition for each two of them.
const MOST_SUMMANDS: usize = 8;

/// A part of a sum.
#[derive(Clone, Copy, Debug)]
enum Summand<'a> {
    /// A position of a game.
    Position(usize, &'a [Term]),
    /// A heap of Nim.
    Heap(&'a Term),
}

/// Sums of which it is claimed that they are P-positions.
#[derive(Clone, Debug, Default)]
struct Sums<'a> {
    /// What varies beside the coordinates.
    bounds: Vec<&'a Bound>,
    /// Where it is claimed: these formulas have these truths.
    premises: Vec<(&'a Formula, bool)>,
    summands: Vec<Summand<'a>>,
    /// Whether the claim speaks of outcomes, which are those of the play of each file.
    is_of_outcomes: bool,
}

/// A sum at some numbers: the coordinates of each summand.
type SummandsAt = Vec<Vec<Linear>>;

/// Whether a statement has the form of such a claim.
pub(crate) fn is_of_sums(statement: &Statement) -> bool {
    claimed(statement).is_ok()
}

/// Confirms that a statement holds, by a reply to every move: or a more general one, as a move may change what is in registers.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    numeration: Numeration,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    let held = are_answered(spent, numeration, (rulesets, statement));
    match with_any_register(rulesets, statement) {
        Some(general) if held.is_err() => are_answered(spent, numeration, (rulesets, &general)).or(held),
        _ => held,
    }
}

/// The statement for every number in the only register of each game, if it speaks of positions with one and the same number there.
fn with_any_register(rulesets: &[&Ruleset], statement: &Statement) -> Option<Statement> {
    let Body::Holds(formula) = &statement.body else { return None };
    let mut places: Vec<(usize, &[Term])> = Vec::new();
    Part::Formula(formula).visit(&mut |part| match part {
        Part::Lookup(lookup) => places.push((lookup.game, &lookup.position)),
        Part::Formula(Formula::Is(_, place)) => places.push((place.game, &place.position)),
        _ => {}
    });
    let Term::Constant(number) = places.first()?.1.last()? else { return None };
    let (mut low, mut high) = (i128::MIN, i128::MAX);
    for (game, position) in places {
        let ruleset = *rulesets.get(game)?;
        let [register] = ruleset.registers.as_slice() else { return None };
        if position.len() != ruleset.heaps.len() + 1 || position.last() != Some(&Term::Constant(*number)) {
            return None;
        }
        low = low.max(register.low.into());
        high = high.min(register.high?.into());
    }
    if *number < low || high < *number {
        return None;
    }
    let own = Term::Variable(Variable::Amount(statement.slots));
    let there = |position: &[Term]| -> Vec<Term> {
        position.iter().take(position.len().saturating_sub(1)).chain([&own]).cloned().collect()
    };
    let body = formula.map(&mut |part| match part {
        Formula::Is(property, place) => {
            Some(Formula::Is(*property, Place { position: there(&place.position), ..place.clone() }))
        }
        Formula::Test(lookups, condition) => {
            let there = |lookup: &Lookup| Lookup { position: there(&lookup.position), ..lookup.clone() };
            Some(Formula::Test(lookups.iter().map(there).collect(), condition.clone()))
        }
        _ => None,
    });
    let end = |number: i128| Value { lookups: Vec::new(), term: Term::Constant(number) };
    let domain = Domain(vec![(end(low), Some(end(high)))]);
    let bound = Bound { name: "the number in the register".to_owned(), slot: statement.slots, domain };
    let body = Body::Holds(Formula::ForAll(bound, Box::new(body)));
    Some(Statement { body, slots: statement.slots + 1, ..statement.clone() })
}

/// Every move in the sums that a statement speaks of has a reply.
fn are_answered(
    spent: &CheckEffort<'_>,
    numeration: Numeration,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    for sums in claimed(statement)? {
        let misere = |summand: &Summand<'_>| match summand {
            Summand::Position(game @ 1.., _) => rulesets.get(*game).is_none_or(|other| other.play != Play::Normal),
            _ => false,
        };
        if sums.is_of_outcomes && sums.summands.iter().any(misere) {
            return Err("an outcome of misère play is not checked by replies".to_owned());
        }
        let check = Check { ruleset: rulesets[0], region: None, play: Play::Normal, numeration, spent };
        let replies = Replies { check, rulesets, statement, sums: &sums };
        replies.are_sums()?;
        (0..sums.summands.len()).try_for_each(|moved| replies.answers(moved))?;
    }
    Ok(())
}

/// The sums that a statement speaks of.
fn claimed(statement: &Statement) -> Result<Vec<Sums<'_>>, String> {
    let Body::Holds(formula) = &statement.body else {
        return Err("it does not say what the nim-sum of values is".to_owned());
    };
    if !matches!(statement.except, Except::Nothing) {
        return Err("exceptions are not checked by replies".to_owned());
    }
    let condition = statement.condition.as_ref().map(|condition| (condition, true));
    if condition.is_some_and(|(condition, _)| looks_up(condition)) {
        return Err("a condition that looks something up is not checked by replies".to_owned());
    }
    let mut all = Vec::new();
    let start = Sums { premises: condition.into_iter().collect(), ..Sums::default() };
    collect(formula, start, statement.play, &mut all)?;
    if all.is_empty() { Err("it says nothing of values".to_owned()) } else { Ok(all) }
}

/// Takes a formula apart into claims about sums, each with what it is claimed under.
fn collect<'a>(formula: &'a Formula, so_far: Sums<'a>, play: Play, all: &mut Vec<Sums<'a>>) -> Result<(), String> {
    let other = || Err("it does not say what the nim-sum of values is".to_owned());
    match formula {
        Formula::And(parts) => parts.iter().try_for_each(|part| collect(part, so_far.clone(), play, all)),
        Formula::ForAll(bound, body) => {
            let mut inner = so_far;
            if bound.domain.0.iter().any(|(low, high)| {
                !low.lookups.is_empty() || high.as_ref().is_some_and(|high| !high.lookups.is_empty())
            }) {
                return other();
            }
            inner.bounds.push(bound);
            collect(body, inner, play, all)
        }
        Formula::Or(parts) => {
            let (mut saying, premises): (Vec<_>, Vec<_>) = parts.iter().partition(|part| looks_up(part));
            if let [one, other] = saying.as_slice()
                && let Some(places) = implied(one, other, play)
            {
                let mut inner = so_far;
                inner.premises.extend(premises.into_iter().map(|part| (part, false)));
                return finished(of_outcomes(inner, &places), all);
            }
            let Some(conclusion) = saying.pop().filter(|_| saying.is_empty()) else { return other() };
            let mut inner = so_far;
            inner.premises.extend(premises.into_iter().map(|part| (part, false)));
            collect(conclusion, inner, play, all)
        }
        Formula::Test(lookups, Condition::Compare(left, Comparison::Equal, right)) => {
            let mut inner = so_far;
            summands(left, lookups, &mut inner.summands)?;
            summands(right, lookups, &mut inner.summands)?;
            finished(inner, all)
        }
        Formula::Is(..) | Formula::Iff(..) => {
            let places = match formula {
                Formula::Iff(left, right) => match (outcome(left, play), outcome(right, play)) {
                    (Some((one, left)), Some((two, right))) if one == two => vec![left, right],
                    _ => return other(),
                },
                one => match outcome(one, play) {
                    Some((Outcome::P, place)) => vec![place],
                    _ => return other(),
                },
            };
            finished(of_outcomes(so_far, &places), all)
        }
        _ => other(),
    }
}

/// Positions that have the same outcome, or of which one has an outcome only where the other does: that they have the same is more than this.
fn implied<'a>(one: &'a Formula, other: &'a Formula, play: Play) -> Option<Vec<&'a Place>> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let told = |formula: &'a Formula| match formula {
        Formula::Not(inner) => outcome(inner, play).map(|(told, place)| (told != Outcome::P, place)),
        _ => outcome(formula, play).map(|(told, place)| (told == Outcome::P, place)),
    };
    match (told(one)?, told(other)?) {
        ((true, one), (false, other)) | ((false, one), (true, other)) => Some(vec![one, other]),
        _ => None,
    }
}

/// The sum of positions, told by outcomes.
fn of_outcomes<'a>(sums: Sums<'a>, places: &[&'a Place]) -> Sums<'a> {
    let summands = places.iter().map(|place| Summand::Position(place.game, &place.position)).collect();
    Sums { summands, is_of_outcomes: true, ..sums }
}

fn finished<'a>(sums: Sums<'a>, all: &mut Vec<Sums<'a>>) -> Result<(), String> {
    let any = sums.summands.iter().any(|summand| matches!(summand, Summand::Position(..)));
    if !any || MOST_SUMMANDS < sums.summands.len() {
        return Err(format!("sums without a position, or of more than {MOST_SUMMANDS} summands, are not checked"));
    }
    all.push(sums);
    Ok(())
}

/// An outcome of normal play that is looked up without values. The play of other games is that of their file.
fn outcome(formula: &Formula, play: Play) -> Option<(Outcome, &Place)> {
    match formula {
        Formula::Is(Property::Outcome(outcome), place) if place.lookups.is_empty() && play == Play::Normal => {
            Some((*outcome, place))
        }
        _ => None,
    }
}

/// The summands of one side of an equation.
fn summands<'a>(term: &'a Term, lookups: &'a [Lookup], all: &mut Vec<Summand<'a>>) -> Result<(), String> {
    let asks = |term: &Term| {
        let mut found = false;
        term.visit_variables(&mut |variable| {
            found |= lookups.iter().any(|lookup| variable == Variable::Amount(lookup.slot));
        });
        found
    };
    match term {
        Term::Xor(parts) => parts.iter().try_for_each(|part| summands(part, lookups, all)),
        Term::Constant(0) => Ok(()),
        Term::Variable(Variable::Amount(slot)) if asks(term) => {
            let lookup = lookups.iter().find(|lookup| lookup.slot == *slot);
            let lookup = lookup.filter(|lookup| !lookup.position.iter().any(asks));
            let lookup = lookup.ok_or("a position that depends on a value is not checked by replies")?;
            all.push(Summand::Position(lookup.game, &lookup.position));
            Ok(())
        }
        _ if asks(term) => Err("values are added or compared, and not only nim-added".to_owned()),
        _ => {
            all.push(Summand::Heap(term));
            Ok(())
        }
    }
}

/// Sums to be shown to be P-positions.
struct Replies<'a> {
    check: Check<'a>,
    rulesets: &'a [&'a Ruleset],
    statement: &'a Statement,
    sums: &'a Sums<'a>,
}

impl Replies<'_> {
    /// Where the claim speaks of a sum, no heap of Nim is negative: the claim would be false there.
    fn are_sums(&self) -> Result<(), String> {
        for summand in &self.sums.summands {
            let Summand::Heap(term) = summand else { continue };
            let mut bench = self.check.bench(0);
            let mut reader = self.check.reader(&mut bench)?;
            let here = reader.coordinates.clone();
            let (mut parts, _) = self.at(&mut reader, &here)?;
            parts.push(at_most(&reader.term(term)?, &number(-1))?);
            parts.append(&mut reader.facts);
            self.check.is_empty(&bench, &OnTracks::And(parts), "a value is claimed to be negative")?;
        }
        Ok(())
    }

    /// The claim speaks of the sum at these coordinates: what holds there, and the sum.
    fn at(&self, reader: &mut Reader<'_>, coordinates: &[Linear]) -> Read<(Vec<OnTracks>, SummandsAt)> {
        reader.coordinates = coordinates.to_vec();
        // A claim that names no position speaks of its sums also where the game has none.
        let mut parts = Vec::new();
        if !self.statement.free.is_empty() {
            parts.push(reader.inside(self.check.ruleset, coordinates)?);
        }
        for bound in &self.sums.bounds {
            parts.push(reader.bind(bound, None)?);
        }
        for (formula, truth) in &self.sums.premises {
            parts.push(reader.read(formula, *truth)?);
        }
        let mut sum = Vec::new();
        for summand in &self.sums.summands {
            sum.push(match summand {
                Summand::Heap(term) => vec![reader.term(term)?],
                Summand::Position(game, position) => {
                    let ruleset = self.game(*game)?;
                    let forms = position.iter().map(|term| reader.term(term)).collect::<Read<Vec<_>>>()?;
                    parts.push(reader.inside(ruleset, &forms)?);
                    forms
                }
            });
        }
        Ok((parts, sum))
    }

    fn game(&self, game: usize) -> Result<&Ruleset, String> {
        self.rulesets.get(game).copied().ok_or_else(|| "a game is missing".to_owned())
    }

    /// One summand moves from some coordinates to others.
    fn moves(&self, reader: &mut Reader<'_>, moved: usize, from: &[Linear], to: &[Linear]) -> Read<OnTracks> {
        match self.sums.summands[moved] {
            Summand::Heap(_) => at_most(&plus(&to[0], 1, &number(1))?, &from[0]),
            Summand::Position(game, _) => {
                reader.some_move(self.game(game)?, from, &mut |_, option| all_equal(option, to))
            }
        }
    }

    /// Every move of one summand has a reply: the same summand or another moves, so that the sum is one of the claim again, or two equal
    /// positions of one game, or a sum in which nothing can be moved.
    fn answers(&self, moved: usize) -> Result<(), String> {
        let mut bench = self.check.bench(0);
        let mut reader = self.check.reader(&mut bench)?;
        let here = reader.coordinates.clone();
        let (mut parts, mut sum) = self.at(&mut reader, &here)?;
        let reached = self.fresh(&mut reader, moved, sum[moved].len());
        parts.push(self.moves(&mut reader, moved, &sum[moved], &reached)?);
        parts.append(&mut reader.facts);
        bench.outer = bench.tracks.len();
        sum[moved] = reached;
        let mut replies = Vec::new();
        for reply in 0..sum.len() {
            replies.push(self.alone(&mut bench, &mut |reader| self.lead_into_sums(reader, reply, &here, &sum))?);
        }
        if self.are_alike() {
            // The other follows, or the same moves on to where the other is.
            for (moves, stays) in [(1 - moved, moved), (moved, 1 - moved)] {
                replies
                    .push(self.alone(&mut bench, &mut |reader| self.moves(reader, moves, &sum[moves], &sum[stays]))?);
            }
        }
        let each_is = |bench: &Bench, replies: &[OnTracks]| {
            let missed = Missed { premise: OnTracks::And(parts.clone()), conclusions: replies.to_vec() };
            self.check.none_is_missed(bench, vec![missed], &OnTracks::Known(true), "a move has no reply")
        };
        // Where games end is asked for only where other replies do not suffice: it may take all the work that is left.
        let spent = self.check.spent;
        if spent.within(spent.left() / 2, || each_is(&bench, &replies)).is_ok() {
            return Ok(());
        }
        for reply in 0..sum.len() {
            // What cannot be said of the ends of a game is no reply.
            replies.extend(self.alone(&mut bench, &mut |reader| self.lead_into_the_end(reader, reply, &sum)));
        }
        each_is(&bench, &replies)
    }

    /// What is read on tracks that nothing else keeps.
    fn alone(&self, bench: &mut Bench, read: &mut dyn FnMut(&mut Reader<'_>) -> Read<OnTracks>) -> Read<OnTracks> {
        let mut reader = self.check.reader(bench)?;
        let found = read(&mut reader);
        let mut parts = std::mem::take(&mut reader.facts);
        bench.tracks.release(bench.outer);
        parts.push(found?);
        Ok(OnTracks::And(parts))
    }

    /// A move of one summand leads to a sum of the claim, at other coordinates.
    fn lead_into_sums(
        &self,
        reader: &mut Reader<'_>,
        reply: usize,
        here: &[Linear],
        sum: &SummandsAt,
    ) -> Read<OnTracks> {
        let elsewhere = self.elsewhere(reader, here)?;
        let (mut parts, goal) = self.at(reader, &elsewhere)?;
        if reader.is_partial {
            return Err("something in the claim has no value somewhere".to_owned());
        }
        for at in (0..sum.len()).filter(|at| *at != reply) {
            parts.push(all_equal(&goal[at], &sum[at])?);
        }
        parts.push(self.moves(reader, reply, &sum[reply], &goal[reply])?);
        Ok(OnTracks::And(parts))
    }

    /// A move of one summand leads to a sum in which nothing can be moved.
    fn lead_into_the_end(&self, reader: &mut Reader<'_>, reply: usize, sum: &SummandsAt) -> Read<OnTracks> {
        let mut parts = Vec::new();
        for at in (0..sum.len()).filter(|at| *at != reply) {
            parts.push(self.is_terminal(reader, at, &sum[at])?);
        }
        parts.push(match self.sums.summands[reply] {
            Summand::Heap(_) => at_most(&number(1), &sum[reply][0])?,
            Summand::Position(game, _) => reader.some_move(self.game(game)?, &sum[reply], &mut |reader, option| {
                self.is_terminal(reader, reply, option)
            })?,
        });
        if reader.is_partial {
            return Err("something in the rules has no value somewhere".to_owned());
        }
        Ok(OnTracks::And(parts))
    }

    fn is_terminal(&self, reader: &mut Reader<'_>, at: usize, forms: &[Linear]) -> Read<OnTracks> {
        match self.sums.summands[at] {
            Summand::Heap(_) => equal(&forms[0], &number(0)),
            Summand::Position(game, _) => {
                let ruleset = self.game(game)?;
                reader.denied(&mut |reader| reader.some_move(ruleset, forms, &mut |_, _| Ok(OnTracks::Known(true))))
            }
        }
    }

    /// Tracks for where a summand moves to.
    fn fresh(&self, reader: &mut Reader<'_>, moved: usize, width: usize) -> Vec<Linear> {
        let game = match self.sums.summands[moved] {
            Summand::Position(game, _) => self.rulesets.get(game),
            Summand::Heap(_) => None,
        };
        let own = |at: usize| {
            let low = game.map_or(0, |ruleset| shift(ruleset, at));
            (track(reader.tracks.take((place(at), 1))), low)
        };
        let tracks: Vec<(Linear, i64)> = (0..width).map(own).collect();
        tracks.into_iter().map(|(form, shift)| Linear { constant: shift, ..form }).collect()
    }

    /// Other coordinates at which the claim speaks of a sum; those that it does not mention stay.
    fn elsewhere(&self, reader: &mut Reader<'_>, here: &[Linear]) -> Read<Vec<Linear>> {
        let mut all = Vec::new();
        for (at, form) in here.iter().enumerate() {
            if self.statement.free.contains(&at) {
                let own = track(reader.tracks.take((place(at), 2)));
                all.push(plus(&own, 1, &number(shift(self.check.ruleset, at)))?);
            } else {
                all.push(form.clone());
            }
        }
        Ok(all)
    }

    /// Whether there are two summands, both of the same game.
    fn are_alike(&self) -> bool {
        match self.sums.summands.as_slice() {
            [Summand::Position(one, _), Summand::Position(other, _)] => one == other,
            [Summand::Heap(_), Summand::Heap(_)] => true,
            _ => false,
        }
    }
}

fn all_equal(forms: &[Linear], others: &[Linear]) -> Read<OnTracks> {
    if forms.len() != others.len() {
        return Ok(OnTracks::Known(false));
    }
    Ok(OnTracks::And(forms.iter().zip(others).map(|(one, other)| equal(one, other)).collect::<Read<_>>()?))
}
