//! Finds characters that a reader cannot see, or that make a line look like another one. Knows nothing of the language.
use crate::diagnostic::{Certainty, Sink};
use crate::source::Span;

/// Most kinds of characters that are told of; a picture or a program is no text in more ways than anybody wants to read.
const MOST_KINDS: usize = 4;

/// Reports control characters, signs that turn the direction of writing, spaces without width and line ends of old
/// machines; each kind once, with its places.
pub(super) fn every_character_is_seen(text: &str, sink: &mut Sink) -> bool {
    let mut kinds: Vec<char> = Vec::new();
    for (at, letter) in text.char_indices() {
        if letter == '\r' {
            if !text[at + 1..].starts_with('\n') {
                lone_return(at, text, sink);
            }
            continue;
        }
        let Some(what) = unseen(letter) else { continue };
        if !kinds.contains(&letter) {
            if kinds.len() == MOST_KINDS {
                break;
            }
            kinds.push(letter);
        }
        let span = Span::new(at, at + letter.len_utf8());
        let message = format!("U+{:04X} is {}", u32::from(letter), what.name);
        // A sign without width is pointed at, not underlined.
        let place = Span::new(at, at);
        let known = sink.again("not-text", place, &message, |_| true);
        let mut fault = match known {
            Some(fault) => fault,
            None => sink.error("not-text", place, message, "here", what.remedy),
        };
        if let Some(certainty) = what.certainty {
            fault.fix(span, String::new(), certainty);
        }
    }
    !sink.has_errors()
}

struct Unseen {
    name: &'static str,
    remedy: &'static str,
    /// Whether it may be removed; `None` where nobody knows what stood there.
    certainty: Option<Certainty>,
}

fn unseen(letter: char) -> Option<Unseen> {
    let (name, remedy, certainty) = match letter {
        '\n' | '\t' => return None,
        '\u{FFFD}' => ("where a byte could not be decoded", "save the file as UTF-8, and write what stood there", None),
        '\u{200B}' | '\u{2060}' => ("a space that nobody sees", "remove it", Some(Certainty::Sure)),
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => (
            "a sign that turns the direction of writing: a reader sees this line in another order than it is read here",
            "remove it, and look at the line again",
            Some(Certainty::Likely),
        ),
        _ if letter.is_control() => {
            ("a control character, and no text", "remove it; rulesets are plain UTF-8 text", None)
        }
        _ => return None,
    };
    Some(Unseen { name, remedy, certainty })
}

/// Without any line feed, carriage returns are the line ends of the text; among line feeds it is not known what they are.
fn lone_return(at: usize, text: &str, sink: &mut Sink) {
    let message = "a carriage return stands alone, and ends no line";
    let place = Span::new(at, at);
    let mut fault = match sink.again("lone-carriage-return", place, message, |_| true) {
        Some(fault) => fault,
        None => sink.error(
            "lone-carriage-return",
            place,
            message,
            "a comment before it would go on behind it",
            "end lines with a line feed, or a carriage return and a line feed: save the file with such line ends",
        ),
    };
    let certainty = if text.contains('\n') { Certainty::Likely } else { Certainty::Sure };
    fault.fix(Span::new(at, at + 1), "\n".to_owned(), certainty);
}
