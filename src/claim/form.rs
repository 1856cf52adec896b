//! The JSON form of a claim with its verdict: what all verdicts say of the claim itself, and that of tables. A proof adds what it
//! says to the first. Judges nothing.
use super::instances::{Expectation, Judged};
use super::verdict::Verdict;
use super::verify::Verified;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

impl<V> Judged<V> {
    /// What every verdict says of the claim, with the word for it, and what this one says besides.
    pub(crate) fn form(&self, word: &str, mut own: Value) -> Value {
        let claim = json!({
            "name": self.name, "kind": self.kind, "statement": self.statement, "latex": self.latex,
            "params": self.parameters, "expected": self.kind.expected(), "verdict": word,
            "as_expected": self.as_expected == Expectation::Met
        });
        let (Value::Object(all), Value::Object(claim)) = (&mut own, claim) else { unreachable!("both are objects") };
        all.extend(claim);
        own
    }
}

impl Serialize for Verified {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (up_to, counterexample, reason) = match &self.verdict {
            Verdict::Holds { up_to, exceptions, gaps } => {
                let except = (!exceptions.is_empty()).then(|| format!("except {exceptions:?}"));
                let told: Vec<String> = except.into_iter().chain(gaps.told()).collect();
                (json!(up_to), Value::Null, if told.is_empty() { Value::Null } else { json!(told.join(", ")) })
            }
            Verdict::Refuted { position, reason, up_to, .. } => (json!(up_to), json!(position), json!(reason)),
            Verdict::Unknown(why) | Verdict::Untested(why) => (Value::Null, Value::Null, json!(why)),
        };
        let (undecided, without_value) = match &self.verdict {
            Verdict::Holds { gaps, .. } | Verdict::Refuted { before: gaps, .. } => (gaps.undecided, gaps.valueless),
            Verdict::Unknown(_) | Verdict::Untested(_) => (0, 0),
        };
        let own = json!({
            "undecided": undecided, "without_value": without_value, "up_to": up_to, "counterexample": counterexample,
            "reason": reason
        });
        self.form(self.word(), own).serialize(serializer)
    }
}
