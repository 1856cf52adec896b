//! Cuts a text at the words that begin an item, blanks out what stands between words, and finds what the grammar could
//! not say well: habits of other notations, brackets nested too deeply, texts that are no texts.
use super::characters::every_character_is_seen;
use super::habits::habits;
use super::nearest::unmistakable;
use super::tokens::{CODES, ITEMS, OPERATORS, Token};
use crate::diagnostic::{Certainty, Sink};
use crate::source::{Source, Span};

/// Longer texts are refused.
const LONGEST: usize = 8 << 20;
const DEEPEST: usize = 200;
const MOST_TOKENS: usize = 2_000;

/// A text cut into items.
#[derive(Debug, Default)]
pub(super) struct CutText {
    /// The items, in order; each may be parsed alone.
    pub(super) items: Vec<Span>,
    /// The text with blanks in the place of comments and of all other space, byte by byte; strings are kept.
    pub(super) plain: String,
    /// Comments with their `#`.
    pub(super) comments: Vec<(Span, String)>,
    /// Items that were left out.
    pub(super) damaged: Vec<Span>,
}

/// The names that an item which cannot be read may have declared.
pub(super) fn declared(item: &str) -> Vec<String> {
    let words = item.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let count = match words.first().copied() {
        Some("param" | "register" | "let" | "sequence" | "move") => 2,
        Some(
            "ruleset" | "source" | "octal" | "hexadecimal" | "theorem" | "conjecture" | "claim" | "refuted" | "play"
            | "measure",
        ) => 1,
        _ => words.len(),
    };
    words.into_iter().take(count).map(str::to_owned).collect()
}

/// Cuts the text; items with a fault of their own are left out.
pub(super) fn cut(text: &str, sink: &mut Sink) -> CutText {
    let mut cut = CutText::default();
    if LONGEST < text.len() {
        let message = format!("the file has {} bytes", text.len());
        sink.error("file-too-long", Span::new(0, 0), message, "too long", format!("at most {LONGEST} bytes are read"));
        return cut;
    }
    if !every_character_is_seen(text, sink) {
        return cut;
    }
    let tokens = tokens(text, &mut cut.comments, sink);
    cut.plain = blanked(text, &tokens);
    let known = |index: usize| match tokens[index].0 {
        Token::Word(word) => {
            let next = tokens.get(index + 1).map(|token| token.0);
            let is_code = CODES.contains(&word) && matches!(next, Some(Token::Text | Token::Number(_)));
            let second = tokens.get(index + 2).map(|token| token.0);
            let is_start = word == "start" && matches!(next, Some(Token::Word(_))) && second == Some(Token::Sign("="));
            ITEMS.contains(&word) || is_code || is_start || (word == "sum" && next == Some(Token::Word("of")))
        }
        _ => false,
    };
    let begins = |index: usize| known(index) || mistyped(&tokens, index, text);
    let mut start = 0;
    while start < tokens.len() {
        let next = (start + 1..tokens.len()).find(|index| begins(*index)).unwrap_or(tokens.len());
        let span = tokens[start].1.to(tokens[next - 1].1);
        if !known(start) {
            unknown_item(tokens[start], sink);
            cut.damaged.push(span);
        } else if is_fine(&tokens[start..next], text, sink) {
            lines_begin_clearly(&tokens[start..next], text, sink);
            cut.items.push(span);
        } else {
            cut.damaged.push(span);
        }
        start = next;
    }
    if tokens.is_empty() && !sink.has_errors() {
        sink.error(
            "no-heaps",
            Span::new(0, 0),
            "this file is empty",
            "nothing here",
            "begin with `ruleset \"...\"`, `heaps x, y` and a `move`",
        );
    }
    cut
}

/// Whether a word at the beginning of a line looks like a mistyped word that begins an item: two words in a row occur
/// nowhere else unless one of them is a word of the language.
fn mistyped(tokens: &[(Token<'_>, Span)], index: usize, text: &str) -> bool {
    let Token::Word(word) = tokens[index].0 else { return false };
    let first = index == 0 || text[tokens[index - 1].1.end..tokens[index].1.start].contains('\n');
    let complete = index == 0
        || match tokens[index - 1].0 {
            Token::Word(word) => !OPERATORS.contains(&word),
            Token::Sign(sign) => matches!(sign, ")" | "]" | "}" | "|" | "'"),
            Token::Number(_) | Token::Text => true,
        };
    let followed = match tokens.get(index + 1) {
        Some((Token::Word(next), _)) => !OPERATORS.contains(next),
        Some((Token::Text, _)) => true,
        _ => false,
    };
    first && complete && followed && !OPERATORS.contains(&word) && super::nearest(word, ITEMS).is_some()
}

/// Line breaks mean nothing, so a comma forgotten before `-j < 3` reads `i - j < 3`.
fn lines_begin_clearly(tokens: &[(Token<'_>, Span)], text: &str, sink: &mut Sink) {
    let mut guarded = false;
    let mut related = false;
    for (index, &(token, span)) in tokens.iter().enumerate() {
        match token {
            Token::Word("where") => (guarded, related) = (true, false),
            Token::Word("and" | "or" | "implies" | "iff") | Token::Sign("," | "∧" | "∨" | "⇒" | "⇔") => {
                related = false;
            }
            Token::Sign("<" | "<=" | ">" | ">=" | "=" | "!=" | "≤" | "≥" | "≠" | "≡") => related = true,
            Token::Sign("-" | "−" | "+") if guarded && related => {
                let before = tokens[index - 1];
                let complete = !matches!(before.0, Token::Sign(sign) if !matches!(sign, ")" | "]" | "|" | "'"));
                if complete && text[before.1.end..span.start].contains('\n') {
                    sink.warning(
                        "line-begins-with-sign",
                        span,
                        "this line continues the condition before it",
                        "line breaks mean nothing",
                        "put a comma at the end of the line before, or join the two lines",
                    );
                }
            }
            _ => {}
        }
    }
}

/// What begins no item: a word that is mistyped, or a file that another command reads.
fn unknown_item((token, span): (Token<'_>, Span), sink: &mut Sink) {
    let near = match token {
        Token::Word(word) => super::nearest(word, ITEMS),
        _ => None,
    };
    let help = match (near, token) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        // What another command reads. The explorer, which has a limit of bytes, opens no files.
        (None, Token::Sign("{")) if !cfg!(target_arch = "wasm32") => {
            "this is no ruleset; certificates are read by `nimdsl recheck`".to_owned()
        }
        (None, Token::Sign("(")) if !cfg!(target_arch = "wasm32") => {
            "this is no ruleset; experiments are read by `nimdsl run`".to_owned()
        }
        _ => format!("items begin with {}", ITEMS.join(", ")),
    };
    let word = match token {
        Token::Word(word) | Token::Number(word) | Token::Sign(word) => word,
        Token::Text => "a text in quotes",
    };
    let mut fault = sink.error("unknown-item", span, format!("no item begins with `{word}`"), "here", help);
    if let Some(near) = near {
        let certain = unmistakable(word, ITEMS) == Some(near);
        fault.fix(span, near.to_owned(), if certain { Certainty::Sure } else { Certainty::Likely });
    }
}

/// The tokens of a text with their places; comments go to a list of their own, and letters that belong to no token are
/// reported.
fn tokens<'a>(text: &'a str, comments: &mut Vec<(Span, String)>, sink: &mut Sink) -> Vec<(Token<'a>, Span)> {
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().peekable();
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    while let Some((start, letter)) = rest.next() {
        if letter.is_whitespace() || letter == '\u{FEFF}' {
            continue;
        }
        let mut end = start + letter.len_utf8();
        if letter == '#' {
            end = text[start..].find('\n').map_or(text.len(), |length| start + length);
            comments.push((Span::new(start, end), text[start..end].trim_end().to_owned()));
            while rest.next_if(|(at, _)| *at < end).is_some() {}
            continue;
        }
        if letter == '"' {
            let line = text[end..].find(['\n', '"']);
            let Some(length) = line.filter(|length| text[end + length..].starts_with('"')) else {
                let line_end = line.map_or(text.len(), |length| end + length);
                let alone = matches!(tokens.last(), Some((Token::Word("ruleset" | "source"), _)));
                unclosed_string(Span::new(start, end), &text[end..line_end], alone, sink);
                end = line_end;
                while rest.next_if(|(at, _)| *at < end).is_some() {}
                tokens.push((Token::Text, Span::new(start, end)));
                continue;
            };
            end += length + 1;
            while rest.next_if(|(at, _)| *at < end).is_some() {}
            tokens.push((Token::Text, Span::new(start, end)));
            continue;
        }
        if word(letter) {
            let digits = letter.is_ascii_digit();
            while let Some((at, next)) =
                rest.next_if(|(_, next)| if digits { next.is_ascii_digit() } else { word(*next) })
            {
                end = at + next.len_utf8();
            }
            let token = if digits { Token::Number(&text[start..end]) } else { Token::Word(&text[start..end]) };
            tokens.push((token, Span::new(start, end)));
            continue;
        }
        end = end.max(start + length_of_sign(&text[start..]));
        while rest.next_if(|(at, _)| *at < end).is_some() {}
        tokens.push((Token::Sign(&text[start..end]), Span::new(start, end)));
    }
    tokens
}

/// The bytes of a sign of several letters at the beginning of a text; 1 where there is none.
fn length_of_sign(text: &str) -> usize {
    let begins = |signs: &[&str]| signs.iter().any(|sign| text.starts_with(sign));
    if begins(&["<=>", "<->", "==>", "==="]) {
        3
    // `||` may be two bars of absolute values.
    } else if begins(&["<=", ">=", "!=", "->", "..", "==", "=<", "=>", "&&", "**", "<>", ":="]) {
        2
    } else {
        1
    }
}

/// A title or citation is the last thing on its line, so that its end is known.
fn unclosed_string(quote: Span, rest: &str, alone: bool, sink: &mut Sink) {
    let message = "a string does not end on its line";
    let mut fault = sink.error("unclosed-string", quote, message, "it begins here", "close it with `\"`");
    let written = rest.trim_end();
    // An item on the same line is not part of the title.
    let item = written.split(|letter: char| !letter.is_alphanumeric()).any(|word| ITEMS.contains(&word));
    if alone && !item && !written.is_empty() && !written.contains('#') {
        let end = quote.end + written.len();
        fault.sure(Span::new(end, end), "\"");
    }
}

/// Only what stands in tokens is kept: everything between them is space or a comment.
fn blanked(text: &str, tokens: &[(Token<'_>, Span)]) -> String {
    let mut plain = String::with_capacity(text.len());
    for (_, span) in tokens {
        plain.extend(std::iter::repeat_n(' ', span.start - plain.len()));
        plain.push_str(&text[span.start..span.end]);
    }
    plain
}

/// How deep brackets and signs are nested.
#[derive(Default)]
struct Nesting {
    brackets: usize,
    prefixes: usize,
}

impl Nesting {
    /// Goes on to the next word or sign; whether it lies too deep to be parsed.
    fn is_too_deep_at(&mut self, token: Token<'_>) -> bool {
        let is_prefix = matches!(token, Token::Sign("-" | "−" | "¬" | "|") | Token::Word("not" | "sym"));
        self.prefixes = if is_prefix { self.prefixes + 1 } else { 0 };
        match token {
            Token::Sign("(" | "[" | "{" | "⌊" | "⌈") => self.brackets += 1,
            Token::Sign(")" | "]" | "}" | "⌋" | "⌉") => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
        DEEPEST < self.brackets.max(self.prefixes)
    }
}

/// Whether an item is neither too long nor too deep to be given to the grammar, which calls itself for what is nested.
pub(super) fn can_be_parsed(item: &str) -> bool {
    let tokens = tokens(item, &mut Vec::new(), &mut Sink::new(Source::new("", "")));
    let mut nesting = Nesting::default();
    tokens.len() <= MOST_TOKENS && !tokens.iter().any(|(token, _)| nesting.is_too_deep_at(*token))
}

/// Whether an item is neither too long nor too deep, and free of what other languages write; reports what it is not.
fn is_fine(tokens: &[(Token<'_>, Span)], text: &str, sink: &mut Sink) -> bool {
    let before = sink.faults.len();
    let quoted = |token: &Token<'_>| matches!(token, Token::Sign("“" | "”" | "„"));
    let is_quoted = tokens.iter().any(|(token, _)| quoted(token));
    let mut nesting = Nesting::default();
    for (index, &(token, span)) in tokens.iter().enumerate() {
        if nesting.is_too_deep_at(token) {
            sink.error(
                "nesting-too-deep",
                span,
                format!("brackets or signs are nested deeper than {DEEPEST}"),
                "here",
                "name parts with `let`",
            );
            return false;
        }
        if MOST_TOKENS < index {
            let message = format!("this item has more than {MOST_TOKENS} words and signs");
            sink.error("item-too-long", tokens[0].1, message, "it begins here", "split it, or name parts with `let`");
            return false;
        }
        // Between foreign quotation marks stands a title, in which all signs may stand.
        if !is_quoted || quoted(&token) {
            habits(tokens, index, text, sink);
        }
    }
    before == sink.faults.len()
}
