//! Proofs on the page in words. Proves nothing, and reads certificates only.
use super::Rules;
use crate::engine::Context;
use crate::prover::ask::claims::Proved;
use crate::words::{ToldClaim, Typesetting, proofs};

impl Rules {
    /// The proofs of claims in words, each from the certificates that it left; what is refuted or unknown is told as such. `file` is
    /// the file of the rules, as somebody types it who checks them. Cost: the certificates are checked once more; those that are not when
    /// the context is cancelled are told without a proof.
    #[must_use]
    pub fn proofs_in_words(&self, proved: &[Proved], (file, how): (&str, Typesetting), context: &Context) -> String {
        let told = proved.iter().map(|proved| ToldClaim {
            name: &proved.name,
            verdict: proved.word(),
            line: proved.words(&self.ruleset),
            certificates: &proved.certificates,
        });
        proofs(&context.cancel, &self.document, &self.chosen, &told.collect::<Vec<_>>(), (file, how))
    }
}
