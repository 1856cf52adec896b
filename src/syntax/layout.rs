//! Pieces of text with places where lines may break, to lines of a given width. Knows nothing of what the text says.
//!
//! The method is that of Oppen and Wadler ("A prettier printer", 2003): a group is set on one line if it fits, and
//! otherwise breaks at all its places; a fill breaks only where the next part does not fit. Comments are handed to the
//! first place behind them, and make it break.
use super::ast::{Expr, File};
use std::collections::VecDeque;

/// Lines are kept within this many columns where something can be broken.
pub(super) const WIDTH: usize = 110;
const INDENT: usize = 4;

/// A comment of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// Its first byte.
    pub(super) start: usize,
    /// With its `#`, without white space at the end.
    pub(super) text: String,
    /// Whether something stands before it on its line.
    pub(super) trailing: bool,
}

/// When a place breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// With its group or fill; a blank if not.
    Blank,
    /// Always.
    Always,
    /// Only before a comment on a line of its own; a blank if there is none.
    Comment,
}

/// A place where a line may break.
#[derive(Clone, Debug)]
pub(super) struct Break {
    /// Comments that begin before this byte stand here at the latest.
    at: usize,
    when: When,
    comments: Vec<Comment>,
}

/// A text with places where lines may break.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// Without a line break.
    Text(String),
    /// A place where a line may break.
    Break(Break),
    /// On one line if it fits, else broken at all its own places.
    Group(Vec<Layout>),
    /// Parts and places by turns: broken only where the next part does not fit.
    Fill(Vec<Layout>),
    /// Lines begin four columns further to the right.
    Nest(Vec<Layout>),
    /// One after the other.
    Row(Vec<Layout>),
}

impl Layout {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn at(at: usize, when: When) -> Self {
        Self::Break(Break { at, when, comments: Vec::new() })
    }

    /// Hands every comment to the first place behind it; those that are left over stay in the queue.
    pub(super) fn take(&mut self, comments: &mut VecDeque<Comment>) {
        match self {
            Self::Text(_) => {}
            Self::Break(place) => {
                let wanted = |comment: &Comment, first: bool| {
                    comment.start < place.at && !(first && place.when == When::Comment && comment.trailing)
                };
                while comments.front().is_some_and(|comment| wanted(comment, place.comments.is_empty())) {
                    place.comments.extend(comments.pop_front());
                }
            }
            Self::Group(parts) | Self::Fill(parts) | Self::Nest(parts) | Self::Row(parts) => {
                for part in parts {
                    part.take(comments);
                }
            }
        }
    }

    /// The columns on one line; none if it must break.
    fn width(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::Break(place) if !place.comments.is_empty() => None,
            Self::Break(place) => match place.when {
                When::Blank | When::Comment => Some(1),
                When::Always => None,
            },
            Self::Group(parts) | Self::Fill(parts) | Self::Nest(parts) | Self::Row(parts) => {
                parts.iter().map(Self::width).sum()
            }
        }
    }

    /// The text, in lines of at most `columns` where places allow it.
    pub(super) fn lines(&self, columns: usize) -> String {
        let mut setter = Setter { columns, column: 0, fresh: true, text: String::new() };
        setter.set(self, LayoutMode { indent: 0, broken: true, after: 0 });
        setter.text
    }
}

/// How a layout is set.
#[derive(Clone, Copy)]
struct LayoutMode {
    indent: usize,
    /// Whether the places of the group around it break.
    broken: bool,
    /// Columns that follow on the same line.
    after: usize,
}

struct Setter {
    columns: usize,
    column: usize,
    /// Whether nothing stands on the line yet.
    fresh: bool,
    text: String,
}

impl Setter {
    fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.fresh {
            self.text.push_str(&" ".repeat(self.column));
            self.fresh = false;
        }
        self.column += text.chars().count();
        self.text.push_str(text);
    }

    fn line(&mut self, indent: usize) {
        if !self.fresh {
            self.text.push('\n');
        }
        self.fresh = true;
        self.column = indent;
    }

    fn fits(&self, width: Option<usize>, after: usize) -> bool {
        width.is_some_and(|width| self.column + width + after <= self.columns)
    }

    fn set(&mut self, layout: &Layout, mode: LayoutMode) {
        match layout {
            Layout::Text(text) => self.push(text),
            Layout::Break(place) => self.place(place, mode),
            Layout::Row(parts) => self.parts(parts, mode),
            Layout::Nest(parts) => self.parts(parts, LayoutMode { indent: mode.indent + INDENT, ..mode }),
            Layout::Group(parts) => {
                let broken = !self.fits(layout.width(), mode.after);
                self.parts(parts, LayoutMode { broken, ..mode });
            }
            Layout::Fill(parts) => self.fill(parts, mode),
        }
    }

    fn parts(&mut self, parts: &[Layout], mode: LayoutMode) {
        for (index, part) in parts.iter().enumerate() {
            let after = following(&parts[index + 1..], mode);
            self.set(part, LayoutMode { after, ..mode });
        }
    }

    fn fill(&mut self, parts: &[Layout], mode: LayoutMode) {
        for (index, part) in parts.iter().enumerate() {
            let rest = &parts[index + 1..];
            let after = if rest.is_empty() { mode.after } else { 0 };
            if let Layout::Break(_) = part {
                let next = rest.first();
                let after = if rest.len() < 2 { mode.after } else { 0 };
                let width = next.and_then(Layout::width).and_then(|next| Some(next + part.width()?));
                self.set(part, LayoutMode { broken: !self.fits(width, after), ..mode });
            } else {
                self.set(part, LayoutMode { after, ..mode });
            }
        }
    }

    fn place(&mut self, place: &Break, mode: LayoutMode) {
        if let Some((first, others)) = place.comments.split_first() {
            if first.trailing && !self.fresh {
                self.push("  ");
            } else {
                self.line(mode.indent);
            }
            self.push(&first.text);
            for comment in others {
                self.line(mode.indent);
                self.push(&comment.text);
            }
            return self.line(mode.indent);
        }
        match place.when {
            When::Always => self.line(mode.indent),
            When::Blank if mode.broken => self.line(mode.indent),
            When::Blank | When::Comment if self.fresh => {}
            When::Blank | When::Comment => self.push(" "),
        }
    }
}

/// The columns of what follows up to the next place that breaks for certain.
fn following(parts: &[Layout], mode: LayoutMode) -> usize {
    let mut columns = 0;
    for part in parts {
        match part {
            Layout::Break(place) if mode.broken && place.when != When::Comment => return columns,
            Layout::Group(_) | Layout::Fill(_) | Layout::Nest(_) | Layout::Row(_) => {
                let (head, ends) = head(part);
                columns += head;
                if ends {
                    return columns;
                }
            }
            part => match part.width() {
                Some(width) => columns += width,
                None => return columns,
            },
        }
    }
    columns + mode.after
}

/// The columns of a layout up to its first place, and whether there is one.
fn head(layout: &Layout) -> (usize, bool) {
    match layout {
        Layout::Text(text) => (text.chars().count(), false),
        Layout::Break(place) => match place.when {
            When::Comment if place.comments.is_empty() => (1, false),
            _ => (0, true),
        },
        Layout::Group(parts) | Layout::Fill(parts) | Layout::Nest(parts) | Layout::Row(parts) => {
            let mut columns = 0;
            for part in parts {
                let (further, ends) = head(part);
                columns += further;
                if ends {
                    return (columns, true);
                }
            }
            (columns, false)
        }
    }
}

/// The first byte of an expression.
pub(super) fn start(expression: &Expr) -> usize {
    expression.span.start
}

/// Comments of a file, told apart by what stands before them on their line.
pub(super) fn comments(file: &File, text: &str) -> Vec<Comment> {
    let all = file.comments.iter().map(|(span, comment)| {
        let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let before = text[line..span.start].trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{FEFF}');
        Comment { start: span.start, text: comment.trim_end().to_owned(), trailing: !before.is_empty() }
    });
    all.collect()
}
