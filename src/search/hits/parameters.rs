//! From choices of parameters that passed to hits: confirmed far out, the shortest first, with the parameters written out.
use super::confirm::{Confirmation, Confirmed, NamedChains, name};
use super::draft::Draft;
use super::write::{self, KnownPositions};
use crate::asked::TaskFailure;
use crate::ruleset::Ruleset;
use crate::ruleset::options::Options;
use crate::search::found::Hit;
use crate::search::names::{heaps, used_by_moves};
use crate::search::relation::form::Pair;
use crate::search::trial::chunk::{Chunk, Survivor};
use crate::search::trial::goal::{PassedSet, chain, differences};
use crate::search::trial::parameters::{ParameterSweep, letters};
use crate::syntax::print_file;

/// A name that only a table supports needs as many terms that it was not made of.
const FEWEST_HELD_OUT: usize = 10;

/// What turns survivors of a sweep into hits.
#[derive(Clone, Copy)]
pub(in crate::search) struct FinishSweep<'a> {
    pub(in crate::search) sweep: &'a ParameterSweep<'a>,
    pub(in crate::search) confirmation: Confirmation<'a>,
    /// What the names of hits begin with.
    pub(in crate::search) prefix: &'a str,
    /// How many hits of each target are kept.
    pub(in crate::search) keep: usize,
}

impl FinishSweep<'_> {
    /// The shortest rulesets for each target that mean different things, confirmed.
    pub(in crate::search) fn hits(&self, screened: &Chunk) -> Result<Vec<Draft>, TaskFailure> {
        let mut survivors = screened.survivors.clone();
        survivors.sort_unstable_by_key(|survivor| (survivor.target, survivor.length, survivor.number));
        let targets = self.sweep.goal.targets.len();
        let mut hits: Vec<Draft> = Vec::new();
        for target in (0..targets.max(1)).map(|target| (0 < targets).then_some(target)) {
            let mut kept = 0;
            for survivor in survivors.iter().filter(|survivor| survivor.target == target) {
                if self.keep <= kept {
                    break;
                }
                self.confirmation.context.go_on()?;
                if let Some(hit) = self.confirmed(survivor, hits.len() + 1)? {
                    let line = format!("{} with {} P-positions", hit.file, hit.p_positions.len());
                    self.confirmation.long.watch.found(&line);
                    hits.push(Draft::new(hit, self.sweep.goal.speaks_of_all(target)));
                    kept += 1;
                }
            }
        }
        Ok(hits)
    }

    /// A survivor as a hit, if it holds as far as it can be confirmed.
    fn confirmed(&self, survivor: &Survivor, number: usize) -> Result<Option<Hit>, TaskFailure> {
        let Self { sweep, confirmation, prefix, .. } = self;
        let Some((settings, ruleset)) = sweep.ruleset(survivor.number) else { return Ok(None) };
        let passed = sweep.passes(&ruleset, confirmation.context);
        let passed = passed.into_iter().find(|(passed, _)| passed.target == survivor.target);
        let Some((passed, relation)) = passed else { return Ok(None) };
        let wanted = passed.target.and_then(|target| sweep.goal.targets.get(target));
        let confirmed = match relation {
            Some(relation) => confirmation.confirm(&relation, passed, survivor.number)?,
            None => self.on_table(passed, &ruleset),
        };
        let Some(Confirmed { set, total, up_to, name }) = confirmed else { return Ok(None) };
        let exceptions = wanted.map(|wanted| differences(&set, &wanted.pairs, total)).unwrap_or_default();
        let file = sweep.rules(&settings, survivor.number + 1);
        let known = KnownPositions {
            wanted: wanted.map(|wanted| &wanted.words),
            set: &set,
            exceptions: &exceptions,
            name: name.as_ref(),
        };
        let claim = write::claim(&known, heaps(sweep.document), &used_by_moves(&file));
        let near = up_to.min(sweep.goal.total / 2);
        Ok(Some(Hit {
            description_length: letters(&file),
            ruleset: format!("{}\n{claim}", print_file(&file)),
            file: format!("{prefix}hit_{number:03}.nim"),
            candidate: survivor.number,
            parameters: settings,
            target: survivor.target,
            base: None,
            conditions: None,
            chain: Some(chain(&set)),
            p_positions: set.iter().copied().filter(|pair| pair.1 <= near).collect(),
            exceptions,
            confirmed_up_to: up_to.unsigned_abs(),
            proved: Some(false),
            name,
        }))
    }

    /// What a table says is confirmed as far as the table goes, and the target; without a confirmation far out, a name needs
    /// ten terms that it was not made of.
    fn on_table(&self, passed: PassedSet, ruleset: &Ruleset) -> Option<Confirmed> {
        let PassedSet { target, set, mut total } = passed;
        let board = self.sweep.board;
        let mut up_to = board;
        if let Some(wanted) = target.and_then(|target| self.sweep.goal.targets.get(target)) {
            // The screening looked at totals alone, and forgives nothing beyond them.
            let beyond = |(a, b): &&Pair| total < a + b && a + b <= wanted.total && *b <= board;
            let options = Options::new(ruleset).ok()?;
            let is_position =
                |(a, b): &Pair| [[*a, *b], [*b, *a]].iter().any(|position| options.in_domain(position).unwrap_or(true));
            let missing = |pair: &Pair| !set.contains(pair) && is_position(pair);
            if set.iter().filter(beyond).any(|pair| !wanted.has(*pair))
                || wanted.pairs.iter().filter(beyond).any(missing)
            {
                return None;
            }
            total = total.min(wanted.total);
            up_to = up_to.min(wanted.total / 2);
        }
        let sure = |hit: &nimdsl_identify::SequenceName| FEWEST_HELD_OUT <= hit.terms_held_out;
        let name = if target.is_none() { name(&set).filter(sure) } else { None };
        let is_wanted = self.confirmation.named == NamedChains::Any || name.is_some();
        is_wanted.then_some(Confirmed { set, total, up_to, name })
    }
}
