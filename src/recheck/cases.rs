//! Whether conditions on natural numbers that are made of linear inequalities contradict each other: case by case, each by linear inequalities.
//! Says `false` also where it does not find out. Knows nothing of games.
use super::rows::{Inequalities, Settled, TrackPoint};
use super::search::{Atom, Linear, OnTracks};
use super::spent::CheckEffort;
use super::tracks::{Read, number, plus, track};

/// Systems of inequalities in one question, at most.
const MOST_SYSTEMS: usize = 6_000;
/// Numbers that are cut in two because they are not whole, one below the other.
const MOST_CUTS: usize = 4;

/// A condition without negations.
#[derive(Clone, Debug)]
enum LinearCase {
    AtMost(Linear),
    All(Vec<LinearCase>),
    Any(Vec<LinearCase>),
}

impl LinearCase {
    fn known(truth: bool) -> Self {
        if truth { Self::All(Vec::new()) } else { Self::Any(Vec::new()) }
    }

    /// That a condition has this truth. Numbers that are asked for inside of it have tracks that nothing else speaks of.
    fn of(condition: &OnTracks, truth: bool) -> Read<Self> {
        let all = |parts: &[OnTracks]| parts.iter().map(|part| Self::of(part, truth)).collect::<Read<Vec<_>>>();
        let above = |form: &Linear| plus(&number(1), -1, form).map(Self::AtMost);
        Ok(match condition {
            OnTracks::Known(known) => Self::known(*known == truth),
            OnTracks::Not(inner) => Self::of(inner, !truth)?,
            OnTracks::And(parts) if truth => Self::All(all(parts)?),
            OnTracks::Or(parts) if !truth => Self::All(all(parts)?),
            OnTracks::And(parts) | OnTracks::Or(parts) => Self::Any(all(parts)?),
            OnTracks::Some(_, inner) if truth => Self::of(inner, true)?,
            OnTracks::Is(Atom::AtMost(form)) if truth => Self::AtMost(form.clone()),
            OnTracks::Is(Atom::AtMost(form)) => above(form)?,
            OnTracks::Is(Atom::Zero(form)) => {
                let opposite = plus(&number(0), -1, form)?;
                if truth {
                    Self::All(vec![Self::AtMost(form.clone()), Self::AtMost(opposite)])
                } else {
                    Self::Any(vec![above(form)?, above(&opposite)?])
                }
            }
            OnTracks::Some(..) | OnTracks::Is(_) => {
                return Err("a condition is not linear, so it is not checked case by case".to_owned());
            }
        })
    }

    /// Whether it holds at a point, as far as that can be told.
    fn holds(&self, at: &TrackPoint) -> bool {
        match self {
            Self::AtMost(form) => at.satisfies(form) == Some(true),
            Self::All(parts) => parts.iter().all(|part| part.holds(at)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(at)),
        }
    }
}

/// What is asked so far: inequalities, and cases that are still open.
#[derive(Clone)]
struct Branching<'a> {
    rows: Inequalities,
    open: Vec<&'a [LinearCase]>,
}

struct CaseQuestion<'a> {
    spent: &'a CheckEffort<'a>,
    systems: usize,
    tracks: usize,
}

/// Whether no natural numbers on the tracks satisfy all conditions. That there are some is not shown by `false`.
pub(super) fn contradict(spent: &CheckEffort<'_>, tracks: usize, conditions: &[OnTracks]) -> Read<bool> {
    let all = LinearCase::All(conditions.iter().map(|condition| LinearCase::of(condition, true)).collect::<Read<_>>()?);
    let mut question = CaseQuestion { spent, systems: 0, tracks };
    let mut begin = Branching { rows: Inequalities::new(tracks), open: Vec::new() };
    Ok(begin.also(&all).is_some() && question.is_refuted(begin, 0)?)
}

impl<'a> Branching<'a> {
    /// `None` if a number is too large.
    fn also(&mut self, case: &'a LinearCase) -> Option<()> {
        match case {
            LinearCase::AtMost(form) => self.rows.add(form)?,
            LinearCase::All(parts) => {
                for part in parts {
                    self.also(part)?;
                }
            }
            LinearCase::Any(parts) => match parts.as_slice() {
                [only] => self.also(only)?,
                _ => self.open.push(parts),
            },
        }
        Some(())
    }
}

impl CaseQuestion<'_> {
    /// Whether every case comes to a contradiction.
    fn is_refuted(&mut self, mut all: Branching<'_>, cuts: usize) -> Read<bool> {
        self.systems += 1;
        if MOST_SYSTEMS < self.systems || self.spent.spend(all.rows.size()).is_err() {
            return Ok(false);
        }
        match all.rows.settle(self.spent) {
            Settled::Contradiction => return Ok(true),
            Settled::Open => return Ok(false),
            Settled::Point => {}
        }
        // Only what the point does not satisfy has to be taken apart.
        let point = all.rows.point();
        let holds = |part: &LinearCase| point.as_ref().is_some_and(|point| part.holds(point));
        let wrong = all.open.iter().enumerate().filter(|(_, parts)| !parts.iter().any(holds));
        let Some((at, _)) = wrong.min_by_key(|(_, parts)| parts.len()) else { return self.is_cut(&all, cuts) };
        let parts = all.open.swap_remove(at);
        for part in parts {
            let mut one = all.clone();
            if one.also(part).is_none() || !self.is_refuted(one, cuts)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same below and above a number of the point that is not whole.
    fn is_cut(&mut self, all: &Branching<'_>, cuts: usize) -> Read<bool> {
        let Some((own, whole)) = all.rows.broken().filter(|_| cuts < MOST_CUTS) else { return Ok(false) };
        debug_assert!(own < self.tracks, "a point has a number for each track");
        let Ok(whole) = i64::try_from(whole) else { return Ok(false) };
        let below = plus(&track(own), -1, &number(whole))?;
        let above = plus(&number(whole + 1), -1, &track(own))?;
        for half in [below, above] {
            let mut one = all.clone();
            if one.rows.add(&half).is_none() || !self.is_refuted(one, cuts + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(all(test, has_tests))]
mod tests;
