//! A claim with open parameters that divide: heaps are written in two digits, by each of these numbers in turn, until nothing is
//! divided by what is not a number. Then it is a claim like others.
use super::claims::instance::Instance;
use crate::certificate::Certificate;
use crate::claim::instances::Failure;
use crate::prover::Verdict;
use crate::prover::know::find::{Hint, hash_of};
use crate::prover::know::shapes::shapes;
use crate::ruleset::definition::{definition, sliced_with_values};
use crate::ruleset::digits::{InDigits, MOST_MODULI, Modulus, in_digits as written, moduli, periods};
use crate::ruleset::statement::Statement;
use crate::ruleset::{Position, Ruleset};
use nimdsl_automata::Budget;

/// Nodes of all automata of such a proof, in millions.
const MOST_NODES: u64 = 60;

/// A game and claims about it, and how they were written.
#[derive(Default)]
struct Written {
    /// The claim is said of a slice alone: its own conditions decide it or nothing.
    is_slice: bool,
    moduli: Vec<Modulus>,
    steps: Vec<InDigits>,
    hints: Vec<Hint>,
}

/// What comes out of a claim with its heaps in two digits; `None` if it cannot be said so, or is not decided.
pub(super) fn in_digits(instance: &Instance<'_>) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return Ok(None);
    }
    let hints = match instance.digits {
        Some((_, hints)) => hints.to_vec(),
        None => Hint::all(instance.prover.document, instance.ruleset, instance.settings, &instance.claim.name),
    };
    let mut all = Vec::new();
    let (heaps, registers) = (instance.ruleset.heaps.len(), instance.ruleset.registers.len());
    // What is said of a slice that no move leaves is said in the digits of its positions: values as well become P-positions there. Those of
    // the whole game tell more, where they are known.
    let slice = sliced_with_values(instance.statement, heaps, registers);
    let mut ways: Vec<(&Statement, bool)> = slice.iter().map(|slice| (slice, true)).collect();
    ways.push((instance.statement, false));
    if slice
        .as_ref()
        .and_then(|slice| definition(slice, heaps + registers))
        .is_some_and(|defined| defined.is_of_values())
    {
        ways.reverse();
    }
    for (statement, is_slice) in ways {
        let begin = || Written { is_slice, hints: hints.clone(), ..Written::default() };
        every((instance.ruleset, statement), (begin(), true), &mut all);
        // What other claims divide by, or speak of, may stand in the way: a claim about values makes the value one more number.
        let mut narrow = Vec::new();
        every((instance.ruleset, statement), (begin(), false), &mut narrow);
        narrow.retain(|own| !all.iter().any(|known| known.is_slice == is_slice && known.moduli == own.moduli));
        all.append(&mut narrow);
    }
    for Written { is_slice, moduli, steps, hints } in &all {
        let Some(InDigits { ruleset, statement, .. }) = steps.last() else { continue };
        let open = steps.iter().fold(instance.open, |open, step| step.last(open));
        let own = Instance { ruleset, statement, open, digits: Some((moduli, hints)), ..*instance };
        let decide = |budget: Budget<'_>| if *is_slice { own.by_itself(budget) } else { own.decided(budget) };
        let decided = own.within(MOST_NODES, &decide)?;
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

/// The same with closed forms that are true of small positions, as if the file said them; `None` if it is not proved so.
pub(super) fn by_shapes(instance: &Instance<'_>) -> Result<Option<(Verdict, Option<Certificate>)>, Failure> {
    if cfg!(target_arch = "wasm32") {
        return Ok(None);
    }
    let mut all = Hint::all(instance.prover.document, instance.ruleset, instance.settings, &instance.claim.name);
    let mut shapes = shapes(instance.ruleset, instance.statement, instance.open);
    if shapes.is_empty() {
        return Ok(None);
    }
    let offered = Some(hash_of(&shapes));
    all.append(&mut shapes);
    let told = in_digits(&Instance { offered, digits: Some((&[], &all)), ..*instance })?;
    Ok(told.filter(|(verdict, _)| matches!(verdict, Verdict::Proved(_))))
}

/// All ways to write a game and a claim so that nothing is divided by a parameter; with what other claims divide by, or without.
fn every((ruleset, statement): (&Ruleset, &Statement), (before, with_others): (Written, bool), all: &mut Vec<Written>) {
    let hints = before.hints.iter().filter(|_| with_others).map(|hint| hint.statement.clone());
    let statements: Vec<Statement> = std::iter::once(statement.clone()).chain(hints).collect();
    let mut divided = moduli(ruleset, &statements);
    if before.steps.is_empty() {
        divided.extend(periods(ruleset, statement));
    }
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
            is_slice: before.is_slice,
            hints: before.hints.iter().filter_map(hint).collect(),
            moduli: [before.moduli.as_slice(), std::slice::from_ref(&modulus)].concat(),
            steps: [before.steps.as_slice(), std::slice::from_ref(&step)].concat(),
        };
        every((&step.ruleset, &step.statement), (next, with_others), all);
    }
}
