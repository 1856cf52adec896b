//! What a text is made of before it is parsed: words, numbers, signs; and the words that have a meaning of their own.

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

/// The words that stand between or before operands, so that no product sign is missing beside them.
pub(super) const OPERATORS: [&str; 22] = [
    "mod",
    "xor",
    "and",
    "or",
    "not",
    "in",
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
];

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Number(&'a str),
    Text,
    Sign(&'a str),
}
