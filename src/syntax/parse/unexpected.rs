//! What is said of a text that the grammar refuses: the word, the place, and what could stand there.
use super::by_hand::as_the_language_has_it;
use super::in_claims::in_the_right_order;
use super::readable::{readable, reads_on};
use crate::diagnostic::{Certainty, Sink};
use crate::source::Span;
use crate::syntax::grammar::Rule;
use crate::syntax::nearest::{nearest, unmistakable};
use crate::syntax::tokens::ITEMS;
use pest::error::{ErrorVariant, InputLocation};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Signs of two characters.
const SIGNS: [&str; 5] = ["->", "<=", ">=", "!=", ".."];

/// Words that stand inside items.
const WORDS: [&str; 19] = [
    "where",
    "symmetric",
    "for",
    "each",
    "cyclic",
    "with",
    "union",
    "otherwise",
    "misere",
    "mod",
    "divides",
    "and",
    "not",
    "xor",
    "minus",
    "intersect",
    "implies",
    "iff",
    "subset",
];

/// How items look of which the grammar tells only that they cannot be read.
const FORMS: [(&str, &str); 5] = [
    ("param", "param c = 1; param c = 1 where c >= 1; param S = {1, 3}"),
    ("register", "register pass in 0..1; register limit"),
    (
        "sequence",
        "sequence A(k) = k * k; sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1; sequence s = [1, 3, 6]",
    ),
    ("measure", "measure 2 * x + y"),
    ("start", "start q = n - 1, what a register is when play begins; it may begin with any heaps"),
];

/// With more places than this at which a bracket might close, none is proposed.
const MOST_PLACES: usize = 40;

/// The words in items of a text that declare names; read once, and only if they are asked for.
#[derive(Default)]
pub(in crate::syntax) struct DeclaredWords(OnceCell<BTreeSet<String>>);

impl DeclaredWords {
    fn contain(&self, word: &str, text: &str) -> bool {
        let read = || {
            let mut declares = false;
            let is_declared = |word: &&str| {
                if ITEMS.contains(word) {
                    declares = matches!(*word, "heaps" | "param" | "register" | "let" | "sequence");
                }
                declares
            };
            words_of(text).filter(is_declared).map(str::to_owned).collect()
        };
        self.0.get_or_init(read).contains(word)
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Reports an item that cannot be parsed; the words are those of the whole text.
pub(in crate::syntax) fn unexpected(
    error: &pest::error::Error<Rule>,
    item: Span,
    (text, declared): (&str, &DeclaredWords),
    sink: &mut Sink,
) {
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
    let two = SIGNS.into_iter().find(|sign| rest.starts_with(sign)).map(str::to_owned);
    let one = || rest.chars().next().map_or(String::new(), String::from);
    let found = if word.is_empty() { two.unwrap_or_else(one) } else { word.clone() };
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
    let stop = StopsAt { text, declared, item, at, word, found, expected };
    if let Some((word, span)) = stop.mistyped_symmetric() {
        let message = format!("`{word}` is not expected in this `move`");
        let mut fault = sink.error("syntax", span, message, "here", "did you mean `symmetric`?");
        fault.fix(span, "symmetric".to_owned(), stop.certainty(span, "symmetric"));
        return;
    }
    let remedy = stop.remedy();
    let item_word: String = text[item.start..].chars().take_while(|letter| letter.is_alphanumeric()).collect();
    let message = if stop.found.is_empty() {
        format!("this `{item_word}` stops too early")
    } else if stop.at == item.start {
        format!("this `{item_word}` cannot be read")
    } else {
        format!("`{}` is not expected in this `{item_word}`", stop.found)
    };
    let mut fault = sink.error("syntax", place, message, "here", remedy.help);
    if let Some((span, text, certainty)) = remedy.fix {
        fault.fix(span, text, certainty);
    }
}

/// What to do in words, and as a replacement.
struct Remedy {
    help: String,
    fix: Option<(Span, String, Certainty)>,
}

impl From<String> for Remedy {
    fn from(help: String) -> Self {
        Self { help, fix: None }
    }
}

/// Where the grammar stopped in an item, and what it expected.
struct StopsAt<'a> {
    text: &'a str,
    declared: &'a DeclaredWords,
    item: Span,
    at: usize,
    /// The word there, empty if there is none.
    word: String,
    /// The word or sign there, empty at the end of the item.
    found: String,
    expected: Vec<&'a str>,
}

impl StopsAt<'_> {
    fn before(&self) -> &str {
        &self.text[self.item.start..self.at]
    }

    /// What to write in place of what was found, by what stands before and behind it.
    fn remedy(&self) -> Remedy {
        let (before, rest) = (self.before(), &self.text[self.at..self.item.end]);
        let place = Span::new(self.at, self.at + self.found.len());
        // Where only a name can stand, a short word of the language is none that was mistyped.
        let mistyped = nearest(&self.word, ITEMS.into_iter().chain(WORDS))
            .filter(|_| self.expected != ["a name"] || 3 < self.word.len());
        let first = self.by_hand(before, rest).or_else(|| self.colon(before.trim_end(), mistyped.is_some()));
        if let Some(remedy) = first {
            return remedy;
        }
        if matches!(self.word.as_str(), "such" | "when" | "provided" | "given" | "while") {
            return format!("`{}` is no word of the language: conditions stand behind `where`", self.word).into();
        }
        if let Some(help) = self.choice(before, rest) {
            return help.into();
        }
        let is_item = self.expected.is_empty() || before.starts_with("heaps");
        if let Some((_, forms)) = FORMS.iter().find(|(item, _)| is_item && *item == self.word) {
            return format!("forms: {forms}").into();
        }
        if mistyped.is_none() && before.starts_with("heaps") && !self.word.is_empty() {
            return self.heaps_in_a_row(rest);
        }
        if let Some(near) = mistyped {
            return self.with_fix(format!("did you mean `{near}`?"), place, near);
        }
        if rest.starts_with("||") {
            let help = "for `or`, write `or`; bars stand for an absolute value, as in `|...|`".to_owned();
            let or = Span::new(self.at, self.at + 2);
            let bars = self.text[self.item.start..self.item.end].replace("||", "").contains('|');
            return if bars { help.into() } else { self.with_fix(help, or, "or") };
        }
        if let Some(remedy) = self.change(rest).or_else(|| self.cases_with_commas()) {
            return remedy;
        }
        if self.expected == ["a name"] && !self.found.is_empty() {
            return self.no_name(before.trim_end()).into();
        }
        if self.found == ":"
            && let Some(variable) = unbounded_variable(before.trim_end())
        {
            let end = self.item.start + before.trim_end().len();
            let help = format!(
                "a variable needs a range: `{variable} >= 0`, `{variable} in 0..8`; heaps that nothing binds run through all positions"
            );
            return Remedy { help, fix: Some((Span::new(end, end), " >= 0".to_owned(), Certainty::Likely)) };
        }
        if self.expected.is_empty() {
            return "the manual `docs/language.md` shows the form".to_owned().into();
        }
        if let Some(remedy) = self.set_of_mathematics(before, place) {
            return remedy;
        }
        let possible = format!("possible here: {}", self.expected.join(", "));
        match open_bracket(before) {
            Some(bracket) => self.closed(bracket, format!("close the bracket; or {possible}")),
            None => possible.into(),
        }
    }

    /// What is written in another order, or as on paper.
    fn by_hand(&self, before: &str, rest: &str) -> Option<Remedy> {
        if let Some(help) = in_the_right_order(before, &self.word) {
            return Some(help.into());
        }
        let (help, fix) = as_the_language_has_it(before, rest)?;
        Some(match fix {
            Some((length, text)) => self.with_fix(help, Span::new(self.at, self.at + length), text),
            None => help.into(),
        })
    }

    /// `{(k, k) : k >= 0}` or `{(k, k) | k >= 0}`: what runs stands behind `for`.
    fn set_of_mathematics(&self, before: &str, place: Span) -> Option<Remedy> {
        // The explorer has a limit of bytes, and does without.
        let is_family = !cfg!(target_arch = "wasm32") && matches!(self.found.as_str(), ":" | "|");
        let is_in_a_set = is_family && open_bracket(before).is_some_and(|(_, bracket)| bracket == '{');
        let help = "what runs stands behind `for`: `{... for ... where ...}`";
        is_in_a_set.then(|| self.with_fix(help.to_owned(), place, "for"))
    }

    /// What is claimed stands behind a colon, and that behind the name and the parameters.
    fn colon(&self, before: &str, is_mistyped: bool) -> Option<Remedy> {
        let end = self.item.start + before.len();
        let is_missing = before.ends_with('"') && self.expected.contains(&"`for`") && !is_mistyped;
        let (start, text) = match self.word.as_str() {
            "for" if before.ends_with("\":") => (end - 1, ""),
            _ if is_missing => (end, ":"),
            _ => return None,
        };
        let help = "parameters stand before the colon, and what is claimed behind it: `claim \"...\" for c >= 1: ...`";
        Some(self.with_fix(help.to_owned(), Span::new(start, end), text))
    }

    /// A choice as programs write it: `if C then A else B`, `{A if C; B otherwise}`, `A if C else B`.
    fn choice(&self, before: &str, rest: &str) -> Option<String> {
        let has = |word: &str| rest.split(|letter: char| !letter.is_alphanumeric()).any(|own| own == word);
        let begins = before.trim_end().ends_with(['=', ':', '{', ',', '(', '+']);
        let choice = "`cases { ... if ...; ... otherwise }`";
        match self.word.as_str() {
            // Whoever wants the word for a name is told that it is one of the language.
            _ if self.expected == ["a name"] => None,
            // The explorer has a limit of bytes, and does without.
            "if" if !cfg!(target_arch = "wasm32")
                && !has("else")
                && !before.contains('{')
                && (has("then") || begins) =>
            {
                Some(format!("between statements stands `implies`; a number that depends is {choice}"))
            }
            "if" if !has("else") && !before.contains('{') => None,
            "if" | "then" | "else" | "elif" => Some(format!("a choice is written {choice}")),
            _ => None,
        }
    }

    /// A word behind a heap: the next heap, or what heaps are below.
    fn heaps_in_a_row(&self, rest: &str) -> Remedy {
        if let Some(below) = nearest(&self.word, ["below"]) {
            let place = Span::new(self.at, self.at + self.found.len());
            return self.with_fix(format!("did you mean `{below}`?"), place, below);
        }
        // No heap would be called so: it is asked that heaps may change places. The explorer has a limit of bytes, and does without.
        if !cfg!(target_arch = "wasm32")
            && ["unordered", "ordered", "symmetric", "sorted", "swappable"].contains(&self.word.as_str())
        {
            let help =
                "heaps have their order; `symmetric` behind the name of a move says that they may change places there";
            return help.to_owned().into();
        }
        let written = self.before().trim_end();
        let end = self.item.start + written.len();
        let names = rest.chars().all(|letter| letter.is_alphanumeric() || " _,".contains(letter));
        let help = format!("heaps are listed with commas: `{written}, {}`", self.word);
        if names { self.with_fix(help, Span::new(end, end), ",") } else { help.into() }
    }

    /// What a move changes is not written with an arrow, or not heap by heap.
    fn change(&self, rest: &str) -> Option<Remedy> {
        let before = self.before();
        if !before.starts_with("move") {
            return None;
        }
        let (written, arrow) = (before.trim_end(), before.contains("->") || before.contains('→'));
        let left = written.rsplit([' ', ':', ',']).next().unwrap_or("");
        let help = match self.found.as_str() {
            "=" if !arrow && !left.ends_with(['\'', '′']) => {
                let help = format!("what changes is written with an arrow: `{left} -> ...`");
                let mut remedy = self.with_fix(help, Span::new(self.at, self.at + 1), "->");
                if let Some(fix) = remedy.fix.as_mut().filter(|_| rest.contains("->") || rest.contains('→')) {
                    // What changes stands behind it: this may be a condition.
                    fix.2 = Certainty::Likely;
                }
                return Some(remedy);
            }
            "+" | "-" | "*" if !arrow => {
                "left of `->` stands what changes: one heap or register, or the position in brackets"
            }
            "(" if !arrow => {
                "what changes is written with an arrow, heap by heap: `... -> ...`, or `(..., ...) -> (..., ...)`"
            }
            "-" | "*" if written.ends_with(')') => {
                "brackets are not added or multiplied: write behind `->` what becomes of each heap, `(... - ..., ... - ...)`"
            }
            _ => return None,
        };
        Some(help.to_owned().into())
    }

    /// `cases { 1 if x = 0, 2 otherwise }`: a comma where a case ends, with the only one in whose place a `;` is read.
    fn cases_with_commas(&self) -> Option<Remedy> {
        if self.word != "otherwise" {
            return None;
        }
        let before = self.before();
        let (open, _) = open_bracket(before).filter(|(at, _)| before[..*at].trim_end().ends_with("cases"))?;
        let commas = before.char_indices().filter(|(at, letter)| open < *at && *letter == ',');
        let places = commas.map(|(at, _)| Span::new(self.item.start + at, self.item.start + at + 1));
        let mut places: Vec<Span> =
            places.filter(|place| reads_on(&self.replaced(*place, ";"), self.at - self.item.start)).collect();
        let certainty = if places.len() == 1 { Certainty::Sure } else { Certainty::Likely };
        let fix = places.pop().map(|span| (span, ";".to_owned(), certainty))?;
        Some(Remedy { help: "cases are parted by `;`; commas join conditions".to_owned(), fix: Some(fix) })
    }

    /// A name is needed, and something else stands there.
    fn no_name(&self, written: &str) -> String {
        let first = self.found.chars().next().unwrap_or(' ');
        let over = written.ends_with(" in") && written.contains(" for ");
        if over {
            return "after `for a in` stands an array, a subset or a vector of the move: sums, minima and maxima go over \
                    heaps, not over numbers"
                .to_owned();
        }
        if first.is_ascii_digit() {
            return format!("a name is needed, which begins with a letter; `{}` is a number", self.found);
        }
        if self.word.is_empty() {
            format!("a name is needed in the place of `{}`", self.found)
        } else {
            format!("`{}` is a word of the language: choose another name", self.word)
        }
    }

    /// A word before the colon of a move that is nearly `symmetric` was read as part of its head.
    fn mistyped_symmetric(&self) -> Option<(String, Span)> {
        let head = self.before().trim_end();
        let sign = head.char_indices().rfind(|(_, letter)| !letter.is_alphanumeric() && *letter != '_');
        let last = sign.map_or(0, |(at, letter)| at + letter.len_utf8());
        let word = &head[last..];
        let found = self.found == ":" && head.starts_with("move") && head[..last].contains(' ');
        (found && nearest(word, ["symmetric"]).is_some())
            .then(|| (word.to_owned(), Span::new(self.item.start + last, self.item.start + head.len())))
    }

    fn with_fix(&self, help: String, span: Span, text: &str) -> Remedy {
        Remedy { help, fix: Some((span, text.to_owned(), self.certainty(span, text))) }
    }

    /// A replacement after which the grammar reads on beyond it is sure, if no other word is as near.
    fn certainty(&self, span: Span, text: &str) -> Certainty {
        let old = &self.text[span.start..span.end];
        let word = !old.is_empty() && old.chars().all(char::is_alphanumeric);
        let other = word && unmistakable(old, ITEMS.into_iter().chain(WORDS)) != Some(text);
        let reads = reads_on(&self.replaced(span, text), span.start - self.item.start + text.len());
        if reads && !other && !self.is_a_name(old) { Certainty::Sure } else { Certainty::Likely }
    }

    /// Whether a word may be a name of the file: it stands elsewhere in the item, or in an item that declares names.
    fn is_a_name(&self, word: &str) -> bool {
        let item = &self.text[self.item.start..self.item.end];
        let again = || 1 < words_of(item).filter(|other| *other == word).count();
        !word.is_empty() && (again() || self.declared.contain(word, self.text))
    }

    fn replaced(&self, span: Span, text: &str) -> String {
        let item = &self.text[self.item.start..self.item.end];
        [&item[..span.start - self.item.start], text, &item[span.end - self.item.start..]].concat()
    }

    /// A bracket is closed without asking where there is only one place at which the item can be read then.
    fn closed(&self, (open, bracket): (usize, char), help: String) -> Remedy {
        let close = match bracket {
            '(' => ")",
            '[' => "]",
            _ => "}",
        };
        let inside = self.before();
        let word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        let ends = inside.char_indices().skip_while(|(at, _)| *at <= open).filter_map(|(at, letter)| {
            let end = at + letter.len_utf8();
            let inner = word(Some(letter)) && word(inside[end..].chars().next());
            (letter != ' ' && !inner).then(|| Span::new(self.item.start + end, self.item.start + end))
        });
        let ends: Vec<Span> = ends.collect();
        if MOST_PLACES < ends.len() {
            return help.into();
        }
        let closes = |place: &Span| readable(&self.replaced(*place, close)).is_ok();
        let mut places: Vec<Span> = ends.into_iter().filter(closes).collect();
        let certainty = if places.len() == 1 { Certainty::Sure } else { Certainty::Likely };
        Remedy { help, fix: places.pop().map(|span| (span, close.to_owned(), certainty)) }
    }
}

/// The variable at the end of a quantifier that says no range of it: `forall x`.
fn unbounded_variable(text: &str) -> Option<&str> {
    let (before, variable) = text.rsplit_once(char::is_whitespace)?;
    let named = variable.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let quantifies = ["forall", "exists", "∀", "∃"].iter().any(|word| before.trim_end().ends_with(word));
    (named && quantifies).then_some(variable)
}

/// Where the last bracket was opened that is not closed, and which.
fn open_bracket(text: &str) -> Option<(usize, char)> {
    let mut open = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => open.push((at, letter)),
            ')' | ']' | '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
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
        Rule::relation | Rule::below => "a relation such as `<=`",
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
