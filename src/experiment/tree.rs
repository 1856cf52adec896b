//! The places of an experiment's text: RON as a tree of spans. Knows brackets, names and strings, and no field.
use crate::asked::FieldStep;
use crate::source::Span;

/// Deeper texts have no tree.
const DEEPEST: usize = 64;

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct RonNode {
    /// Where it stands.
    pub(super) span: Span,
    /// What stands before its bracket, or the whole word.
    pub(super) name: String,
    /// What it holds.
    pub(super) inside: Inside,
}

/// What a value holds.
#[derive(Clone, Debug)]
pub(super) enum Inside {
    /// Nothing: a number, string or word.
    Nothing,
    /// Named values: name, its place, value.
    Fields(Vec<(String, Span, RonNode)>),
    /// Values in a row.
    Items(Vec<RonNode>),
}

impl RonNode {
    /// The tree of a text; `None` if brackets and strings do not fit.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut reader = RonReader { text, at: 0 };
        reader.skip();
        while reader.rest().starts_with("#!") {
            reader.at += reader.rest().find(']')? + 1;
            reader.skip();
        }
        reader.value(0)
    }

    /// The value that some steps lead to, or the last one on the way there.
    pub(super) fn at(&self, steps: &[FieldStep<'_>]) -> &Self {
        let Some((first, rest)) = steps.split_first() else { return self };
        let found = match (&self.inside, first) {
            (Inside::Fields(fields), FieldStep::Field(name)) => {
                fields.iter().find(|field| field.0 == *name).map(|field| &field.2)
            }
            (Inside::Items(items), FieldStep::Item(index)) if self.name != "Some" => items.get(*index),
            // A newtype stands around its value: `Some(...)`, `Search((...))`.
            (Inside::Items(items), _) if items.len() == 1 => return items[0].at(steps),
            _ => None,
        };
        found.map_or(self, |found| found.at(rest))
    }

    /// The keys that stand twice in one map, each at its second place.
    pub(super) fn twice(&self) -> Vec<(&str, Span)> {
        match &self.inside {
            Inside::Nothing => Vec::new(),
            Inside::Items(items) => items.iter().flat_map(Self::twice).collect(),
            Inside::Fields(fields) => {
                let is_second = |at: usize| fields[..at].iter().any(|before| before.0 == fields[at].0);
                let own = (0..fields.len()).filter(|at| is_second(*at)).map(|at| (fields[at].0.as_str(), fields[at].1));
                own.chain(fields.iter().flat_map(|field| field.2.twice())).collect()
            }
        }
    }

    /// Calls `visit` on every field, with its name, outer ones first. A quoted key is no field.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&str, &RonNode)) {
        match &self.inside {
            Inside::Nothing => {}
            Inside::Fields(fields) => {
                for (name, place, node) in fields {
                    if place.end - place.start == name.len() {
                        visit(name, node);
                    }
                    node.visit(visit);
                }
            }
            Inside::Items(items) => items.iter().for_each(|item| item.visit(visit)),
        }
    }
}

struct RonReader<'a> {
    text: &'a str,
    at: usize,
}

impl RonReader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes over white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if 0 < blank {
                self.at += blank;
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> String {
        let word: String = self
            .rest()
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-' | '+'))
            .collect();
        self.at += word.len();
        word
    }

    fn string(&mut self) -> Option<String> {
        let hashes = self.rest().strip_prefix('r').map(|rest| rest.chars().take_while(|letter| *letter == '#').count());
        if let Some(hashes) = hashes {
            let opening = 2 + hashes;
            let closing = format!("\"{}", "#".repeat(hashes));
            let length = self.rest().get(opening..)?.find(&closing)?;
            let inner = self.rest()[opening..opening + length].to_owned();
            self.at += opening + length + closing.len();
            return Some(inner);
        }
        let mut escaped = false;
        let inner = self.rest().get(1..)?;
        let end = inner.char_indices().find(|(_, letter)| {
            let closes = *letter == '"' && !escaped;
            escaped = *letter == '\\' && !escaped;
            closes
        })?;
        let inner = inner[..end.0].to_owned();
        self.at += inner.len() + 2;
        Some(inner)
    }

    /// A value with its name and place.
    fn value(&mut self, depth: usize) -> Option<RonNode> {
        if DEEPEST < depth {
            return None;
        }
        self.skip();
        let start = self.at;
        let raw = self.rest().starts_with("r\"") || self.rest().starts_with("r#");
        if raw || self.next()? == '"' {
            let name = self.string()?;
            return Some(RonNode { span: Span::new(start, self.at), name, inside: Inside::Nothing });
        }
        let name = self.word();
        let end = self.at;
        self.skip();
        let inside = match self.next() {
            Some('(') if name.chars().next().is_none_or(char::is_alphabetic) => self.bracket(')', depth)?,
            Some('[') if name.is_empty() => self.bracket(']', depth)?,
            Some('{') if name.is_empty() => self.bracket('}', depth)?,
            _ if name.is_empty() => return None,
            _ => {
                self.at = end;
                Inside::Nothing
            }
        };
        Some(RonNode { span: Span::new(start, self.at), name, inside })
    }

    /// What stands between brackets: fields or items.
    fn bracket(&mut self, closing: char, depth: usize) -> Option<Inside> {
        self.at += 1;
        let (mut fields, mut items) = (Vec::new(), Vec::new());
        loop {
            self.skip();
            if self.next()? == closing {
                self.at += 1;
                break;
            }
            let first = self.value(depth + 1)?;
            self.skip();
            if self.next()? == ':' {
                self.at += 1;
                let value = self.value(depth + 1)?;
                fields.push((first.name, first.span, value));
                self.skip();
            } else {
                items.push(first);
            }
            match self.next()? {
                ',' => self.at += 1,
                next if next == closing => {}
                _ => return None,
            }
        }
        Some(if fields.is_empty() { Inside::Items(items) } else { Inside::Fields(fields) })
    }
}
