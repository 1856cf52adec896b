//! A hit while its text is not whole: the candidates are not counted yet, and nobody has tried to prove it.
use super::origin;
use super::write::{Proof, standing};
use crate::asked::TaskFailure;
use crate::check::{Library, check};
use crate::engine::Context;
use crate::prover::Verdict;
use crate::prover::ask::claims::{Prover, Request};
use crate::search::found::{Found, Hit};
use crate::search::trial::driver::LongRun;
use crate::source::Source;

/// Bytes that the proof of one hit may take.
const PROOF_MEMORY: u64 = 256 << 20;

/// A hit whose text is not whole.
#[derive(Clone, Debug)]
pub(in crate::search) struct Draft {
    /// The hit, but of its text the rules and the claim alone.
    pub(in crate::search) hit: Hit,
    pub(in crate::search) proof: Proof,
    /// Whether its claim speaks of all positions; what is said of some is not called proved.
    speaks_of_all: bool,
}

impl Draft {
    /// A hit that is not proved, and whether its claim speaks of all positions.
    pub(in crate::search) fn new(hit: Hit, speaks_of_all: bool) -> Self {
        Self { hit, proof: Proof::Missing, speaks_of_all }
    }

    /// The text, but for the lines that say where it comes from.
    fn text(&self) -> String {
        format!("{}{}", self.hit.ruleset, standing(self.hit.confirmed_up_to, self.proof))
    }

    /// The hit with its whole text.
    pub(in crate::search) fn complete(self, found: &Found) -> Hit {
        let ruleset = origin::header(found, &self.hit) + &self.text();
        Hit { ruleset, proved: Some(self.proof == Proof::ForAll), ..self.hit }
    }
}

/// Tries to prove every hit of a task whose claim speaks of all positions; what was tried before the run was stopped is not tried again.
pub(in crate::search) fn prove(
    drafts: &mut [Draft],
    task: usize,
    long: &LongRun<'_>,
    context: &Context,
) -> Result<(), TaskFailure> {
    // A proof that needs more is left to `nimdsl prove`.
    let modest = Context { memory: context.memory.min(PROOF_MEMORY), ..context.clone() };
    for draft in drafts.iter_mut().filter(|draft| draft.speaks_of_all) {
        context.go_on()?;
        let text = draft.text();
        let known = match long.store {
            Some(store) => store.proof(task, &text).map_err(TaskFailure::Store)?,
            None => None,
        };
        let proved = match known {
            Some(proved) => proved,
            None => {
                let proved = is_proved(&draft.hit.file, &text, &modest);
                // A proof that was broken off says nothing.
                context.go_on()?;
                if let Some(store) = long.store {
                    store.keep_proof(task, &text, proved).map_err(TaskFailure::Store)?;
                }
                proved
            }
        };
        if proved {
            draft.proof = Proof::ForAll;
        }
    }
    Ok(())
}

/// Whether the claim of a hit is proved.
fn is_proved(file: &str, text: &str, context: &Context) -> bool {
    let Ok(document) = check(&Source::new(file, text), &Nothing) else { return false };
    // The P-positions were confirmed farther than tables reach.
    let prover = Prover::of_confirmed(&document, context);
    document.claims().next().is_some_and(|claim| {
        prover.prove(claim, &Request::default()).is_ok_and(|proved| matches!(proved.verdict, Verdict::Proved(_)))
    })
}

/// A hit speaks of no other file.
struct Nothing;

impl Library for Nothing {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("{name} is not needed"))
    }
}
