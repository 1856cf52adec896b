//! Names of lists of integers: every list gets an answer, the same one each time.
use super::Judge;
use dashu_int::IBig;
use nimdsl::identify::identify;

impl Judge<'_> {
    /// Names a list twice.
    pub(crate) fn named(&mut self, terms: &[IBig]) {
        self.count("lists");
        let first = self.step("identify", 8_000, |_| identify(terms));
        let Some(first) = first else { return };
        if !first.is_empty() {
            self.count("lists named");
        }
        if let Some(hit) = first.iter().find(|hit| terms.len() < hit.terms_used + hit.terms_held_out) {
            self.finds("identify uses terms that are not there", format!("{hit:?}"));
        }
        if self.step("identify again", 8_000, |_| identify(terms)).is_some_and(|again| again != first) {
            self.finds("identify differs", "");
        }
    }
}
