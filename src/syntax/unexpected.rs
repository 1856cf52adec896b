//! What is said of a text that the grammar refuses: the word, the place, and what could stand there.
use super::nearest::nearest;
use super::parse::Rule;
use super::scan::ITEMS;
use crate::diagnostic::Sink;
use crate::source::Span;
use pest::error::{ErrorVariant, InputLocation};

/// Reports an item that cannot be parsed.
pub(super) fn unexpected(error: &pest::error::Error<Rule>, item: Span, text: &str, sink: &mut Sink) {
    let at = item.start
        + match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
    let rest = &text[at..item.end];
    let word: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let found = if word.is_empty() { rest.chars().next().map_or(String::new(), String::from) } else { word.clone() };
    let place = Span::new(at, at + found.len());
    let mut expected: Vec<&str> = Vec::new();
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
        for words in positives.iter().filter_map(|rule| words(*rule)) {
            if !expected.contains(&words) {
                expected.push(words);
            }
        }
    }
    let near = nearest(
        &word,
        ITEMS.into_iter().chain(["where", "symmetric", "for", "each", "with", "union", "otherwise", "misere"]),
    );
    let expected = expected.join(", ");
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if expected.is_empty() => "the manual `docs/language.md` shows the form".to_owned(),
        None => format!("possible here: {expected}"),
    };
    let item_word: String = text[item.start..].chars().take_while(|letter| letter.is_alphanumeric()).collect();
    let message = if found.is_empty() {
        format!("this `{item_word}` stops too early")
    } else {
        format!("`{found}` is not expected in this `{item_word}`")
    };
    sink.error("syntax", place, message, "here", help);
}

/// What a rule is called in messages; `None` for rules that say nothing new.
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::expr | Rule::conditions => "an expression",
        Rule::number => "a number",
        Rule::name | Rule::names | Rule::reference => "a name",
        Rule::string | Rule::inner => "a text in quotes",
        Rule::tuple | Rule::from => "a bracket",
        Rule::kw_where => "`where`",
        Rule::kw_for => "`for`",
        Rule::kw_in => "`in`",
        Rule::kw_symmetric => "`symmetric`",
        Rule::kw_misere => "`misere`",
        Rule::kw_normal => "`normal`",
        Rule::relation | Rule::compare | Rule::at_most => "a relation such as `<=`",
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
