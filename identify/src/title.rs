//! What a list is called, and which sequence of the OEIS the words name.

/// Words for a list, and the number of the sequence that they name in the OEIS, which they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Title {
    pub(super) words: String,
    pub(super) oeis: Option<String>,
}

impl Title {
    /// `squares (A000290)`.
    pub(super) fn numbered(name: &str, number: &str) -> Self {
        Self { words: format!("{name} ({number})"), oeis: Some(number.to_owned()) }
    }

    /// The same with words before and behind.
    pub(super) fn between(self, before: &str, behind: &str) -> Self {
        Self { words: format!("{before}{}{behind}", self.words), ..self }
    }
}

impl From<String> for Title {
    fn from(words: String) -> Self {
        Self { words, oeis: None }
    }
}

impl From<&str> for Title {
    fn from(words: &str) -> Self {
        Self::from(words.to_owned())
    }
}
