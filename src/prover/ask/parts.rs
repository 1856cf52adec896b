//! A claim that says several things at once, each proved by itself where they are not proved together.
use super::claims::instance::{CertifiedVerdict, Instance};
use crate::claim::instances::{Decision, Failure};
use crate::prover::Verdict;
use crate::ruleset::statement::ClaimPart;

impl Instance<'_> {
    /// A proof of each of the things that a claim says; `None` if it says one alone, or if one of them is not proved.
    pub(super) fn in_parts(
        &self,
        decide: &mut dyn FnMut(&Instance<'_>) -> Result<CertifiedVerdict, Failure>,
    ) -> Result<Option<CertifiedVerdict>, Failure> {
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Ok(None);
        }
        let parts = self.statement.parts();
        let mut all: Option<CertifiedVerdict> = None;
        for (before, statement) in parts.iter().enumerate() {
            let part = Some(ClaimPart { number: before + 1, of: parts.len() });
            let (verdict, mut certificates) = decide(&Instance { statement, part, ..*self })?;
            if !matches!(verdict, Verdict::Proved(_)) {
                return Ok(None);
            }
            all = Some(match all {
                None => (verdict, certificates),
                Some((known, mut own)) => {
                    own.append(&mut certificates);
                    (known.joined(verdict), own)
                }
            });
        }
        Ok(all)
    }
}
