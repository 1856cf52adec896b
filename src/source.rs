//! Texts and places in them. Never opens a file.
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

/// Whether a letter is printed as it is: a terminal obeys control characters, and shows a line with signs that turn the
/// direction of writing, or that nobody sees, as if it were another.
#[must_use]
pub fn is_shown(letter: char) -> bool {
    match letter {
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' => false,
        letter => !letter.is_control(),
    }
}

/// A text of which every letter is shown: the others are written as `\u001b`, and line ends and tabulators stay.
#[must_use]
pub fn legible(text: &str) -> Cow<'_, str> {
    let stays = |letter: char| matches!(letter, '\n' | '\t') || is_shown(letter);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().fold(String::with_capacity(text.len()), |mut safe, letter| {
        if stays(letter) {
            safe.push(letter);
        } else {
            let _ = write!(safe, "\\u{:04x}", u32::from(letter));
        }
        safe
    }))
}

/// A half-open range of bytes of one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`, in bytes.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A named text.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// What the text is called in messages, usually a path.
    pub name: String,
    /// The text itself.
    pub text: String,
    /// Sources that this one takes over, each with the offset of its bytes; offsets lie beyond the text.
    pub parts: Vec<(usize, Arc<Source>)>,
}

impl Source {
    /// A source that can be shared by all the faults that speak of it.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into(), parts: Vec::new() })
    }

    /// The source that a span lies in, and the span there.
    #[must_use]
    pub fn resolve(self: &Arc<Self>, span: Span) -> (Arc<Self>, Span) {
        match self.parts.iter().rev().find(|part| part.0 <= span.start) {
            Some((offset, part)) if self.text.len() < span.start => {
                (part.clone(), Span::new(span.start - offset, span.end.saturating_sub(*offset)))
            }
            _ => (self.clone(), span),
        }
    }

    /// The line and column of a byte, both counted from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }
}
