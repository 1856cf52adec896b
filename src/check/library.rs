//! Where the texts of files come from that another names.

/// Where the texts of other rulesets come from; in memory in tests.
pub trait Library {
    /// The text of a name.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// A library without texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoTexts;

impl Library for NoTexts {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("there is no {name} beside this text"))
    }
}
