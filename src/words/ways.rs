//! Moves that win wherever linear inequalities hold: tried one after the other in each case.
use super::frame::{LinearFrame, opposite};
use crate::ruleset::linear::Inequality;

/// How deep cases are taken apart.
pub(super) const DEEPEST: usize = 4;
/// Moves that are tried first in a case.
const MOST_FIRST: usize = 6;

/// A move whose amounts are linear in the position and in what else is known, with where it leads.
#[derive(Clone)]
pub(super) struct LinearWay {
    pub(super) rule: usize,
    pub(super) amounts: Vec<(usize, Inequality)>,
    pub(super) option: Vec<Inequality>,
    /// What has to hold for it to win.
    pub(super) rows: Vec<Inequality>,
    /// One of these has to hold besides, if there are any.
    pub(super) guards: Vec<Vec<Inequality>>,
}

/// A case in which a move wins: where this holds, and none of the cases before it does.
pub(super) struct WonCase {
    pub(super) given: Vec<Inequality>,
    pub(super) way: LinearWay,
}

impl LinearFrame<'_> {
    /// Moves that win everywhere in a system, with the conditions of each.
    pub(super) fn won(&self, system: &[Inequality], ways: &[LinearWay], depth: usize) -> Option<Vec<WonCase>> {
        if self.is_excluded(system)? {
            return Some(Vec::new());
        }
        let mut fitting = Vec::new();
        for way in ways {
            for given in self.missing(system, way)? {
                if given.is_empty() {
                    return Some(vec![WonCase { given, way: way.clone() }]);
                }
                fitting.push((given, way));
            }
        }
        if depth == 0 {
            return None;
        }
        fitting.sort_by_key(|(given, _)| given.len());
        fitting.into_iter().take(MOST_FIRST).find_map(|(given, way)| {
            let mut cases = vec![WonCase { given: given.clone(), way: way.clone() }];
            for (at, row) in given.iter().enumerate() {
                let denied = [&given[..at], &[opposite(row)?]].concat();
                let mut rest = self.won(&[system, &denied].concat(), ways, depth - 1)?;
                // Of several conditions it has to be said which one fails.
                if 1 < given.len() {
                    for case in &mut rest {
                        case.given.splice(0..0, denied.iter().cloned());
                    }
                }
                cases.append(&mut rest);
            }
            Some(cases)
        })
    }

    /// Rows under which a move wins in a system; there may be several choices of them, and there is none if it never wins.
    fn missing(&self, system: &[Inequality], way: &LinearWay) -> Option<Vec<Vec<Inequality>>> {
        if self.is_excluded(&[system, &way.rows].concat())? {
            return Some(Vec::new());
        }
        let rows = self.not_following(system, &way.rows)?;
        let within = [system, &rows].concat();
        if way.guards.is_empty() || self.is_covered(&within, &way.guards)? {
            return Some(vec![rows]);
        }
        let mut all = Vec::new();
        for guard in &way.guards {
            if !self.is_excluded(&[&within, guard.as_slice()].concat())? {
                all.push([rows.clone(), self.not_following(&within, guard)?].concat());
            }
        }
        Some(all)
    }

    /// The rows that do not follow from a system.
    fn not_following(&self, system: &[Inequality], rows: &[Inequality]) -> Option<Vec<Inequality>> {
        let mut left = Vec::new();
        for row in rows {
            if !self.follow(system, std::slice::from_ref(row))? {
                left.push(row.clone());
            }
        }
        Some(left)
    }

    /// Whether in all of a system one of some alternatives holds.
    fn is_covered(&self, system: &[Inequality], alternatives: &[Vec<Inequality>]) -> Option<bool> {
        if self.is_excluded(system)? {
            return Some(true);
        }
        let Some((first, others)) = alternatives.split_first() else { return Some(false) };
        for rest in self.denied(system, first)? {
            if !self.is_covered(&[system, &rest].concat(), others)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The cases of a system in which some rows do not all hold: the first that fails is the last row of its case, behind those that hold. Rows that
    /// follow from a case are left out of it.
    pub(super) fn denied(&self, system: &[Inequality], rows: &[Inequality]) -> Option<Vec<Vec<Inequality>>> {
        let (mut cases, mut before) = (Vec::new(), Vec::<Inequality>::new());
        for row in rows {
            let known = [system, &before].concat();
            let fails = opposite(row)?;
            if !self.is_excluded(&[known.as_slice(), std::slice::from_ref(&fails)].concat())? {
                cases.push([before.clone(), vec![fails]].concat());
            }
            if !self.follow(&known, std::slice::from_ref(row))? {
                before.push(row.clone());
            }
        }
        Some(cases)
    }
}

/// The value of a variable at which a form, in which it has the factor 1 or -1, is 0.
pub(super) fn solved(form: &Inequality, variable: usize) -> Option<Inequality> {
    let own = form.coefficients[variable];
    let mut rest = form.times(-own)?;
    rest.coefficients[variable] = 0;
    Some(rest)
}

/// A form with values in the place of variables.
pub(super) fn with(form: &Inequality, values: &[(usize, Inequality)]) -> Option<Inequality> {
    let mut whole = form.clone();
    for (variable, value) in values {
        let factor = std::mem::take(&mut whole.coefficients[*variable]);
        whole = whole.plus(factor, value)?;
    }
    Some(whole)
}
