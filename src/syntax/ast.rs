//! The tree says what was written. Terms, conditions and sets share one type of expression; `check` sorts them.
use crate::source::Span;
use crate::value::Play;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name without prime.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole ruleset file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Items in the order of the file.
    pub items: Vec<Item>,
    /// Comments with their `#`, in order.
    pub comments: Vec<(Span, String)>,
    /// Names that items with a syntax fault may have declared; nothing more is said of them.
    pub damaged: Vec<String>,
    /// The signs `;` between parts of brackets.
    pub semicolons: Vec<Semicolon>,
}

/// A `;` in a bracket or in the arguments of a function: between heaps and registers, if it is a position.
#[derive(Clone, Debug)]
pub struct Semicolon {
    /// The place of the sign.
    pub span: Span,
    /// What stands before it in its bracket; names that stand alone.
    pub before: Vec<Option<String>>,
    /// The function whose arguments these are.
    pub function: Option<String>,
}

/// One declaration and its place.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it declares.
    pub kind: ItemKind,
    /// The whole item.
    pub span: Span,
}

/// What an item declares.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `ruleset "..."`.
    Ruleset(String),
    /// `source "..."`.
    Source(String),
    /// `param c = 0 where c >= 0`; the default is a term, or a set.
    Param {
        /// The parameter.
        name: Name,
        /// Its value unless it is set from outside.
        default: Expr,
        /// What every value has to satisfy.
        condition: Option<Expr>,
    },
    /// `heaps x, y` or `heaps h[n]`, perhaps `below omega^2`.
    Heaps {
        /// The heaps and arrays.
        heaps: Vec<HeapDeclaration>,
        /// The bound of ordinal heaps.
        below: Option<Expr>,
    },
    /// `register pass in 0..1`, or without a range; or an array of registers, `register visited[n] in 0..1`.
    Register {
        /// The register or array.
        name: Name,
        /// The number of registers in `visited[n]`.
        size: Option<Expr>,
        /// Its least and greatest value.
        range: Option<(Expr, Expr)>,
    },
    /// `start q = n - 1`: what a register, or each of an array, is when play begins.
    Start {
        /// The register or array.
        name: Name,
        /// Its value, a term of the heaps.
        value: Expr,
    },
    /// `positions where ...`.
    Positions(Expr),
    /// `play misere`.
    Play(Play),
    /// `play blocking k`: normal play in which the previous player forbids options.
    Blocking(Expr),
    /// `measure x + 2 * y, pass`.
    Measure(Vec<Expr>),
    /// A family of moves.
    Move(MoveDeclaration),
    /// `octal "0.137"`, `octal 0, a, b, c`, `hexadecimal "0.8"`: all moves of a game of taking and breaking.
    Code(CodeDeclaration),
    /// `let f(m) = ...`.
    Let {
        /// What is defined.
        name: Name,
        /// Its parameters; none for a constant.
        arguments: Vec<Name>,
        /// Its value.
        body: Expr,
    },
    /// `sequence a(k) = ...`, with `from F(0) = 0, F(1) = 1` for a recurrence, or a list.
    Sequence {
        /// The sequence.
        name: Name,
        /// Its indices; none for a list.
        indices: Vec<Name>,
        /// The closed form or recurrence, or a `ExprKind::List`.
        body: Expr,
        /// First values: index arguments and the value.
        from: Vec<(Vec<Expr>, Expr)>,
    },
    /// `theorem`, `conjecture`, `claim`, `refuted`.
    Claim(Claim),
    /// `extends "file" with c = 2`.
    Extends {
        /// The file named.
        file: String,
        /// Parameters given.
        with: Vec<(Name, Expr)>,
    },
    /// `sum of "a.nim" with n = 1, "b.nim"`.
    Sum(Vec<(String, Vec<(Name, Expr)>)>),
}

/// One heap, or an array of heaps.
#[derive(Clone, Debug)]
pub struct HeapDeclaration {
    /// The heap or array.
    pub name: Name,
    /// The number of heaps in `h[n]`.
    pub size: Option<Expr>,
}

/// The code of a game of taking and breaking, as it is written.
#[derive(Clone, Debug)]
pub struct CodeDeclaration {
    /// Whether digits go to F.
    pub hexadecimal: bool,
    /// Its digits.
    pub digits: CodeDigits,
    /// The place of the digits.
    pub span: Span,
}

/// How the digits of a code are given.
#[derive(Clone, Debug)]
pub enum CodeDigits {
    /// What stands between quotation marks: `"0.137"`.
    Written(String),
    /// Numbers or parameters, that before the point first: `0, 1, 3, 7`.
    Listed(Vec<Expr>),
}

impl CodeDeclaration {
    /// The keyword.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.hexadecimal { "hexadecimal" } else { "octal" }
    }
}

/// `move name(i, j) symmetric for each a, b in h: ...`
#[derive(Clone, Debug)]
pub struct MoveDeclaration {
    /// The move; names of moves are a space of their own.
    pub name: Name,
    /// The amounts.
    pub amounts: Vec<Amount>,
    /// Whether every permutation of the heaps is meant.
    pub symmetric: bool,
    /// `for each a, b in h`.
    pub each: Option<Each>,
    /// `for k in 1..n - 1`.
    pub indices: Option<Indices>,
    /// What the move does.
    pub change: Change,
    /// Its guard; a comma list is `ExprKind::All`.
    pub condition: Option<Expr>,
}

/// `i`, or `i[A]`: one amount for each heap of an array or of a subset.
#[derive(Clone, Debug)]
pub struct Amount {
    /// The amount.
    pub name: Name,
    /// The array or subset.
    pub over: Option<Name>,
}

/// Ordered tuples of different heaps, or subsets.
#[derive(Clone, Debug)]
pub struct Each {
    /// Whether it is `for each subset A of h`.
    pub subset: bool,
    /// The names that stand for heaps.
    pub names: Vec<Name>,
    /// Where the heaps come from: an array name or a bracket of heaps.
    pub heaps: Vec<Name>,
}

/// Variables of which each choice of values makes one move: `for k in 1..n cyclic, A = h[k..k + 1] where k != 3`.
#[derive(Clone, Debug)]
pub struct Indices {
    /// What varies; later ones may speak of those before them.
    pub binders: Vec<Binder>,
    /// Which choices count.
    pub condition: Option<Expr>,
}

/// The heaps after a move.
#[derive(Clone, Debug)]
pub enum Change {
    /// `(x, y) -> (x - i, y + j)`; with registers both sides may end in `; r`, kept here as further components.
    Full {
        /// The left bracket.
        from: Vec<Name>,
        /// The right bracket.
        to: Vec<Expr>,
        /// The brackets behind it: `+ (x - a, y)`, where the option is a sum of positions.
        more: Vec<Vec<Expr>>,
        /// All brackets.
        span: Span,
    },
    /// `x -> x - i, y -> y + j`: only those that change.
    Short(Vec<(Expr, Expr)>),
}

/// What the author says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// It is proved somewhere.
    Theorem,
    /// It is believed.
    Conjecture,
    /// It is said.
    Claim,
    /// It is false.
    Refuted,
}

impl ClaimKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Theorem, Self::Conjecture, Self::Claim, Self::Refuted];

    /// The keyword with which such a claim begins.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Theorem => "theorem",
            Self::Conjecture => "conjecture",
            Self::Claim => "claim",
            Self::Refuted => "refuted",
        }
    }

    /// The verdict that the author expects, in a word.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Theorem | Self::Conjecture | Self::Claim => "holds",
            Self::Refuted => "refuted",
        }
    }
}

impl fmt::Display for ClaimKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A statement about the ruleset.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What the author says of it.
    pub kind: ClaimKind,
    /// Its name.
    pub name: String,
    /// `misere` or `normal` in the head.
    pub play: Option<Play>,
    /// `at (3, 5)` of `refuted`.
    pub at: Option<Expr>,
    /// `for c in 0..8`.
    pub binders: Vec<Binder>,
    /// `where c != 3` of the head.
    pub head_condition: Option<Expr>,
    /// The statement.
    pub body: Expr,
    /// `where ...` at the end of the body.
    pub condition: Option<Expr>,
    /// `except {(1, 1)}`, or `except finitely many` as the name `finitely`.
    pub except: Option<Expr>,
}

/// `k >= 0` or `c in 0..8`; of indices also `k in 1..n cyclic` and `(a, b) in {(1, 2), (2, 3)}`.
#[derive(Clone, Debug)]
pub struct Binder {
    /// What is bound; the first name if it is a bracket.
    pub name: Name,
    /// The other names of a bracket.
    pub more: Vec<Name>,
    /// The relation: an order relation, or `In`.
    pub relation: RelationSign,
    /// The other side.
    pub range: Box<Expr>,
    /// Whether an index in which this variable stands is counted around its array.
    pub cyclic: bool,
}

impl Binder {
    /// All names that are bound.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        std::iter::once(&self.name).chain(&self.more)
    }
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// A name as an expression.
    #[must_use]
    pub fn named(name: &Name) -> Self {
        Self { kind: ExprKind::Name { name: name.text.clone(), primed: false }, span: name.span }
    }
}

/// What relates two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationSign {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `divides`
    Divides,
}

impl RelationSign {
    /// The relation with its sides exchanged; `in` has none of its own.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            other => other,
        }
    }

    /// Whether two relations of a chain lead the same way, up or down.
    #[must_use]
    pub fn leads_as(self, other: Self) -> bool {
        let rising = |relation| matches!(relation, Self::Less | Self::LessEqual);
        let falling = |relation| matches!(relation, Self::Greater | Self::GreaterEqual);
        rising(self) && rising(other) || falling(self) && falling(other)
    }

    /// As it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
            Self::Divides => "divides",
        }
    }
}

/// Operators with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`, floored
    Modulo,
    /// `^`
    Power,
    /// `xor`
    Xor,
    /// `and`
    And,
    /// `or`
    Or,
    /// `implies`
    Implies,
    /// `iff`
    Iff,
    /// `union`
    Union,
    /// `intersect`
    Intersect,
    /// `minus`
    Minus,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number that fits 64 bits.
    Number(i64),
    /// `x`, or `x'` after the move.
    Name {
        /// The name without prime.
        name: String,
        /// Whether a prime follows.
        primed: bool,
    },
    /// `h[1]`, heaps counted from 1; or `h'[1]`.
    Index {
        /// The array.
        name: String,
        /// Whether a prime follows the array.
        primed: bool,
        /// Which of its heaps.
        index: Box<Expr>,
    },
    /// `-a`
    Negate(Box<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `a + b` and its kind.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `|a|`
    Absolute(Box<Expr>),
    /// `min(a, b)`, `P(x, y)`, `f(k)`.
    Call {
        /// The function.
        function: Name,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// `xor(floor(a / p) for a in h)`, `count(a in h where 1 <= a)` (the value is then 1).
    Fold {
        /// `min`, `max`, `sum`, `xor` or `count`.
        function: Name,
        /// What is folded.
        value: Box<Expr>,
        /// The name for each heap.
        name: Name,
        /// The array.
        array: Name,
        /// Which heaps count.
        condition: Option<Box<Expr>>,
    },
    /// `xor(h[k] for k in 1..n where k mod 2 = 1)`, `count(k in 1..n where h[k] = 0)` (the value is then 1).
    FoldIndices {
        /// `min`, `max`, `sum`, `xor` or `count`.
        function: Name,
        /// What is folded.
        value: Box<Expr>,
        /// What varies.
        binders: Vec<Binder>,
        /// Which choices count.
        condition: Option<Box<Expr>>,
    },
    /// `(a, b)`: at least two components.
    Tuple(Vec<Expr>),
    /// A chain `a <= b < c`; the last link may be a congruence.
    Comparison {
        /// The first term.
        first: Box<Expr>,
        /// Relations and the terms after them.
        rest: Vec<(RelationSign, Expr)>,
        /// `(mod m)` after a single `=` or `!=`.
        modulus: Option<Box<Expr>>,
    },
    /// `1..p - 1`, both ends included.
    Range(Box<Expr>, Box<Expr>),
    /// `{1, 3..5}` or `{(0, 0)}`.
    Set(Vec<Expr>),
    /// `[0, 1, 3, 10]`
    List(Vec<Expr>),
    /// `{(a(k), a(k + 1)) for k >= 0 where ...}`.
    Family {
        /// The element.
        element: Box<Expr>,
        /// What varies.
        binders: Vec<Binder>,
        /// Which count.
        condition: Option<Box<Expr>>,
    },
    /// `sym S`
    Symmetric(Box<Expr>),
    /// `cases { a if c; b otherwise }`
    Cases(Vec<(Expr, Option<Expr>)>),
    /// `forall k >= 0: ...`, `exists k in 0..5: ...`.
    Quantified {
        /// Whether it is `forall`.
        universal: bool,
        /// What varies.
        binders: Vec<Binder>,
        /// The statement.
        body: Box<Expr>,
    },
    /// `exists option (u, v) of (x, y): ...`.
    OptionsOf {
        /// Whether it is `forall`.
        universal: bool,
        /// Names of the option's heaps.
        names: Vec<Name>,
        /// The position.
        position: Box<Expr>,
        /// The statement.
        body: Box<Expr>,
    },
    /// `grundy(s) of "max_nim.nim"`.
    Of(Box<Expr>, String),
    /// Conditions joined by commas.
    All(Vec<Expr>),
}
