//! A text and its tree to the canonical layout of the text, comments kept. Knows nothing of what names mean.
//!
//! Comments between items stay between them, those behind an item on its line stay there, and those inside an item move
//! at most to the next place where a line may break. Single empty lines between items are kept.
use super::ast::File;
use super::layout::{Comment, WIDTH, comments};
use super::print::{Printer, apart};
use std::collections::VecDeque;

/// Something that stands on lines of its own.
struct TextPiece {
    text: String,
    /// Whether an empty line stands before it in the source.
    apart: bool,
    /// The index of the item; none for a comment.
    item: Option<usize>,
}

/// The text in canonical layout. The tree is that of the text, without faults.
///
/// Parsing what comes out gives the same tree, and formatting it changes nothing.
#[must_use]
pub fn format(file: &File, text: &str) -> String {
    let mut waiting: VecDeque<Comment> = comments(file, text).into();
    let mut pieces: Vec<TextPiece> = Vec::new();
    let mut end = 0;
    for (index, item) in file.items.iter().enumerate() {
        while let Some(comment) = before(&mut waiting, item.span.start) {
            end = between(&mut pieces, comment, text, end);
        }
        let mut layout = Printer { source: Some(text) }.item(item);
        let mut inside = VecDeque::new();
        while let Some(comment) = before(&mut waiting, item.span.end) {
            inside.push_back(comment);
        }
        layout.take(&mut inside);
        pieces.push(TextPiece {
            text: layout.lines(WIDTH),
            apart: empty_line(text, end, item.span.start),
            item: Some(index),
        });
        end = item.span.end;
        // Comments behind the last place of an item follow it.
        for comment in inside {
            between(&mut pieces, Comment { trailing: true, ..comment }, text, end);
        }
    }
    for comment in waiting {
        end = between(&mut pieces, comment, text, end);
    }
    joined(file, &pieces)
}

/// The next comment that begins before a byte.
fn before(waiting: &mut VecDeque<Comment>, byte: usize) -> Option<Comment> {
    if waiting.front()?.start < byte { waiting.pop_front() } else { None }
}

/// A comment outside all items; returns where it ends.
fn between(pieces: &mut Vec<TextPiece>, comment: Comment, text: &str, end: usize) -> usize {
    let after = comment.start + comment.text.len();
    match pieces.last_mut() {
        Some(last) if comment.trailing && last.item.is_some() && !last.text.contains(TRAILING) => {
            last.text.push(TRAILING);
            last.text.push_str(&comment.text);
        }
        _ => pieces.push(TextPiece { apart: empty_line(text, end, comment.start), text: comment.text, item: None }),
    }
    after
}

/// Stands for the blanks before a comment behind an item; control characters occur in no ruleset.
const TRAILING: char = '\u{1}';

fn empty_line(text: &str, from: usize, to: usize) -> bool {
    text.get(from..to).is_some_and(|between| 1 < between.matches('\n').count())
}

fn joined(file: &File, pieces: &[TextPiece]) -> String {
    let mut text = String::new();
    let mut last: Option<usize> = None;
    for (index, piece) in pieces.iter().enumerate() {
        if index != 0 && (piece.apart || owed(file, last, &pieces[index..], pieces[index - 1].item.is_some())) {
            text.push('\n');
        }
        text.push_str(&piece.text.replace(TRAILING, "  "));
        text.push('\n');
        last = piece.item.or(last);
    }
    text
}

/// Whether an empty line has to stand here, behind an item: the next item asks for one, and there is none on the way.
fn owed(file: &File, last: Option<usize>, rest: &[TextPiece], behind_item: bool) -> bool {
    let next = rest.iter().position(|piece| piece.item.is_some());
    let (Some(last), Some(next)) = (last, next) else { return false };
    let Some(item) = rest[next].item else { return false };
    behind_item && apart(&file.items[last], &file.items[item]) && !rest[..=next].iter().any(|piece| piece.apart)
}
