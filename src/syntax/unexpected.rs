//! What is said of a text that the grammar refuses: the word, the place, and what could stand there.
use super::nearest::nearest;
use super::parse::Rule;
use super::scan::ITEMS;
use crate::diagnostic::Sink;
use crate::source::Span;
use pest::error::{ErrorVariant, InputLocation};

/// Words that stand inside items.
const WORDS: [&str; 17] = [
    "where",
    "symmetric",
    "for",
    "each",
    "with",
    "union",
    "otherwise",
    "misere",
    "mod",
    "and",
    "not",
    "xor",
    "minus",
    "intersect",
    "implies",
    "iff",
    "subset",
];

/// Reports an item that cannot be parsed.
pub(super) fn unexpected(error: &pest::error::Error<Rule>, item: Span, text: &str, sink: &mut Sink) {
    let at = item.start
        + match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
    let at = at + (text[at..item.end].len() - text[at..item.end].trim_start().len());
    let rest = &text[at..item.end];
    if rest.starts_with('"') && !rest[1..].lines().next().unwrap_or("").contains('"') {
        // That the string has no end is said already.
        return;
    }
    let word: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let found = if word.is_empty() { rest.chars().next().map_or(String::new(), String::from) } else { word.clone() };
    let place = Span::new(at, at + found.len());
    let mut expected: Vec<&str> = Vec::new();
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
        // Where a number can stand, brackets can; the grammar looks ahead for these, and does not tell.
        let number = positives.contains(&Rule::number);
        let brackets = [Rule::tuple, Rule::set].into_iter().filter(|_| number);
        for words in brackets.chain(positives.iter().copied()).filter_map(words) {
            if !expected.contains(&words) {
                expected.push(words);
            }
        }
    }
    // Where only a name can stand, a short word of the language is none that was mistyped.
    let near = nearest(&word, ITEMS.into_iter().chain(WORDS)).filter(|_| expected != ["a name"] || 3 < word.len());
    let before = &text[item.start..at];
    let is_move = before.starts_with("move");
    // A mistyped word before the colon of a move is read as part of its head.
    let head = before.trim_end();
    let last = head.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |end| end + 1);
    if is_move && found == ":" && nearest(&head[last..], ["symmetric"]).is_some() && head[..last].contains(' ') {
        let (start, word) = (item.start + last, &head[last..]);
        let message = format!("`{word}` is not expected in this `move`");
        sink.error("syntax", Span::new(start, start + word.len()), message, "here", "did you mean `symmetric`?");
        return;
    }
    let help = match near {
        None if before.starts_with("heaps") && !word.is_empty() => {
            "heaps are listed with commas: `heaps x, y`".to_owned()
        }
        Some(near) => format!("did you mean `{near}`?"),
        None if rest.starts_with("||") => {
            "for `or`, write `or`; bars stand for an absolute value, `|x - y|`".to_owned()
        }
        None if is_move && found == "=" && !before.contains("->") && !before.contains('→') => {
            "what changes is written with an arrow: `x -> x - i`".to_owned()
        }
        None if is_move && matches!(found.as_str(), "+" | "-" | "*") && !before.contains("->") => {
            "left of `->` stands one heap: `x -> x - i`".to_owned()
        }
        None if expected == ["a name"] && !word.is_empty() => {
            format!("`{word}` is a word of the language: choose another name")
        }
        None if expected.is_empty() => "the manual `docs/language.md` shows the form".to_owned(),
        None if bracket_is_open(before) => format!("close the bracket; or possible here: {}", expected.join(", ")),
        None => format!("possible here: {}", expected.join(", ")),
    };
    let item_word: String = text[item.start..].chars().take_while(|letter| letter.is_alphanumeric()).collect();
    let message = if found.is_empty() {
        format!("this `{item_word}` stops too early")
    } else {
        format!("`{found}` is not expected in this `{item_word}`")
    };
    sink.error("syntax", place, message, "here", help);
}

/// Whether a bracket that was opened is not closed yet.
fn bracket_is_open(text: &str) -> bool {
    text.matches(['(', '[', '{']).count() > text.matches([')', ']', '}']).count()
}

/// What a rule is called in messages; `None` for rules that say nothing new.
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::expr | Rule::conditions => "an expression",
        Rule::number => "a number",
        Rule::name | Rule::names | Rule::reference | Rule::named => "a name",
        Rule::string | Rule::inner => "a text in quotes",
        Rule::tuple | Rule::from => "a bracket",
        Rule::kw_where => "`where`",
        Rule::kw_for => "`for`",
        Rule::kw_in => "`in`",
        Rule::kw_symmetric => "`symmetric`",
        Rule::kw_misere => "`misere`",
        Rule::kw_normal => "`normal`",
        Rule::relation => "a relation such as `<=`",
        Rule::add | Rule::subtract | Rule::multiply => "an operator such as `+`",
        Rule::and => "`and`",
        Rule::set => "a set",
        Rule::EOI => "the end of the item",
        Rule::full | Rule::short | Rule::assignment => "what the move does, such as `x -> x - i`",
        Rule::binder | Rule::binders => "a variable with its range",
        Rule::heap => "a heap",
        _ => return None,
    })
}
