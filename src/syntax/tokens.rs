//! The words of the language that tell where an item begins and what joins operands, and the pieces of a text.
use super::ast::ClaimKind;

/// The words that begin an item (`sum of` besides).
pub(super) const ITEMS: [&str; 16] = [
    "ruleset",
    "source",
    "param",
    "heaps",
    "register",
    "positions",
    "play",
    "measure",
    "move",
    "let",
    "sequence",
    "theorem",
    "conjecture",
    "claim",
    "refuted",
    "extends",
];

/// The words that begin an item before a text, and are names elsewhere.
pub(super) const CODES: [&str; 2] = ["octal", "hexadecimal"];

/// The items that say something about the rules, and are no part of them.
pub(super) const CLAIMS: [&str; 4] = {
    let [first, second, third, last] = ClaimKind::ALL;
    [first.word(), second.word(), third.word(), last.word()]
};

/// The words that stand between or before operands, so that no product sign is missing beside them.
pub(super) const OPERATORS: [&str; 24] = [
    "mod",
    "xor",
    "and",
    "or",
    "not",
    "in",
    "divides",
    "where",
    "for",
    "union",
    "intersect",
    "minus",
    "implies",
    "iff",
    "otherwise",
    "if",
    "except",
    "of",
    "from",
    "with",
    "misere",
    "normal",
    "each",
    "cyclic",
];

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword or name.
    Word(&'a str),
    /// Digits.
    Number(&'a str),
    /// Between quotation marks.
    Text,
    /// Anything else.
    Sign(&'a str),
}
