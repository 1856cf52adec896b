//! A claim with open parameters that divide: heaps are written in two digits, by each of these numbers in turn, until nothing is
//! divided by what is not a number. Then it is a claim like others.
use super::claims::instance::Instance;
use crate::certificate::Certificate;
use crate::claim::instances::Failure;
use crate::prover::Verdict;
use crate::prover::know::find::Hint;
use crate::ruleset::digits::{InDigits, MOST_MODULI, Modulus, in_digits as written, moduli};
use crate::ruleset::statement::Statement;
use crate::ruleset::{Position, Ruleset};

/// Nodes of all automata of such a proof, in millions.
const MOST_NODES: u64 = 60;

/// A game and claims about it, and how they were written.
#[derive(Default)]
struct Written {
    moduli: Vec<Modulus>,
    steps: Vec<InDigits>,
    hints: Vec<Hint>,
}

/// What comes out of a claim with its heaps in two digits; `None` if it cannot be said so, or is not decided.
pub(super) fn in_digits(instance: &Instance<'_>) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
    let hints = Hint::all(instance.prover.document, instance.ruleset, instance.settings, &instance.claim.name);
    let mut all = Vec::new();
    every((instance.ruleset, instance.statement), Written { hints, ..Written::default() }, &mut all);
    for Written { moduli, steps, hints } in &all {
        let Some(InDigits { ruleset, statement, .. }) = steps.last() else { continue };
        let open = steps.iter().fold(instance.open, |open, step| step.last(open));
        let own = Instance { ruleset, statement, open, digits: Some((moduli, hints)), ..*instance };
        let decided = own.within(MOST_NODES, &|budget| own.decided(budget))?;
        let (verdict, certificate) = own.certified(decided)?;
        match verdict {
            Verdict::Open(_) => {}
            Verdict::Refuted { position, reason, is_least } => {
                let given = |position: Position| steps.iter().rev().try_fold(position, |at, step| step.position(&at));
                let position = position.and_then(given);
                return Ok(Some((Verdict::Refuted { position, reason, is_least }, None)));
            }
            proved @ Verdict::Proved(_) => return Ok(Some((proved, certificate))),
        }
    }
    Ok(None)
}

/// All ways to write a game and a claim so that nothing is divided by a parameter.
fn every((ruleset, statement): (&Ruleset, &Statement), before: Written, all: &mut Vec<Written>) {
    let hints = before.hints.iter().map(|hint| hint.statement.clone());
    let statements: Vec<Statement> = std::iter::once(statement.clone()).chain(hints).collect();
    let divided = moduli(ruleset, &statements);
    if divided.is_empty() && !before.steps.is_empty() {
        all.push(before);
        return;
    }
    if before.steps.len() == MOST_MODULI {
        return;
    }
    for modulus in divided {
        let Ok(step) = written(ruleset, statement, &modulus) else { continue };
        let hint = |hint: &Hint| {
            let found = written(ruleset, &hint.statement, &modulus).ok()?;
            Some(Hint { statement: found.statement, defines: hint.defines })
        };
        let next = Written {
            hints: before.hints.iter().filter_map(hint).collect(),
            moduli: [before.moduli.as_slice(), std::slice::from_ref(&modulus)].concat(),
            steps: [before.steps.as_slice(), std::slice::from_ref(&step)].concat(),
        };
        every((&step.ruleset, &step.statement), next, all);
    }
}
