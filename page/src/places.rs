//! Places in texts: from bytes of UTF-8, as the library counts, to UTF-16 units, as editors count.
use nimdsl::diagnostic::Fault;
use nimdsl::rules::faulty;
use nimdsl::value::Saturate;
use serde_json::{Value, json};

/// How many UTF-16 units come before each byte of a text.
#[derive(Debug)]
pub(crate) struct Units(Vec<usize>);

impl Units {
    /// Those of a text. Cost: a number for each byte.
    pub(crate) fn of(text: &str) -> Self {
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for letter in text.chars() {
            before.extend(std::iter::repeat_n(units, letter.len_utf8()));
            units += letter.len_utf16();
        }
        before.push(units);
        Self(before)
    }

    fn at(&self, byte: &Value) -> usize {
        let byte: usize = byte.as_u64().map_or(0, Saturate::saturated);
        self.0[byte.min(self.0.len() - 1)]
    }

    /// Faults in the JSON form of the library, each place with `from` and `to` in units.
    pub(crate) fn faults(&self, faults: &[Fault]) -> Value {
        faults.iter().map(|fault| self.placed(json!(faulty(fault)))).collect()
    }

    fn placed(&self, value: Value) -> Value {
        match value {
            Value::Array(all) => all.into_iter().map(|one| self.placed(one)).collect(),
            Value::Object(mut all) => {
                for (_, part) in &mut all {
                    *part = self.placed(part.take());
                }
                if let (Some(start), Some(end)) = (all.get("start"), all.get("end")) {
                    let (from, to) = (self.at(start), self.at(end));
                    all.insert("from".to_owned(), json!(from));
                    all.insert("to".to_owned(), json!(to));
                }
                Value::Object(all)
            }
            other => other,
        }
    }
}
