//! From the text of a statistic or term to a piecewise linear value over a position and its option.
//! Knows nothing about conditions or targets.
use crate::asked::TaskFailure;
use crate::diagnostic::Sink;
use crate::search::relation::form::{Below, LARGEST, LinearForm, Literal, MoveRelation, Root, SurdForm};
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, ItemKind, Operator};
use crate::syntax::{nearest, parse, print_expression};

/// What a statistic or term may speak of.
const NAMES: [&str; 9] = ["i", "j", "small", "large", "min", "max", "floor", "sqrt", "phi"];
const MOST_CLAUSES: usize = 64;
const MOST_IRRATIONAL: i64 = 1 << 16;

/// `(rational + irrational * sqrt(radicand) + times * floor(sqrt(under))) / denominator`
#[derive(Clone, Debug)]
pub(in crate::search) struct LinearExpression {
    rational: LinearForm,
    irrational: LinearForm,
    /// 1 if there is no irrational part.
    radicand: i64,
    root: Option<(i64, LinearForm)>,
    /// At least 1.
    denominator: i64,
}

/// An expression that is piecewise linear.
#[derive(Clone, Debug)]
pub(in crate::search) enum SideTree {
    Linear(LinearExpression),
    Greatest(Vec<SideTree>),
    Least(Vec<SideTree>),
}

impl LinearExpression {
    fn plain(rational: LinearForm) -> Self {
        Self { rational, irrational: LinearForm::default(), radicand: 1, root: None, denominator: 1 }
    }

    fn scaled(&self, factor: i64) -> Option<Self> {
        let zero = LinearForm::default();
        Some(Self {
            rational: self.rational.scaled_plus(factor, &zero)?,
            irrational: self.irrational.scaled_plus(factor, &zero)?,
            root: match &self.root {
                Some((times, under)) => {
                    Some((small(times.checked_mul(factor)?)?, *under)).filter(|(times, _)| *times != 0)
                }
                None => None,
            },
            ..self.clone()
        })
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let denominator = small(self.denominator.checked_mul(other.denominator)?)?;
        let (left, right) = (self.scaled(other.denominator)?, other.scaled(self.denominator)?);
        let radicand = match (left.radicand, right.radicand) {
            (1, any) | (any, 1) => any,
            (left, right) if left == right => left,
            _ => return None,
        };
        let root = match (left.root, right.root) {
            (None, any) | (any, None) => any,
            (Some((first, under)), Some((second, same))) if under == same => {
                Some((small(first + second)?, under)).filter(|(times, _)| *times != 0)
            }
            _ => return None,
        };
        Some(Self {
            rational: left.rational.scaled_plus(1, &right.rational)?,
            irrational: left.irrational.scaled_plus(1, &right.irrational)?,
            radicand,
            root,
            denominator,
        })
    }

    /// Multiplied by a number: one of both has to be free of heaps.
    fn times(&self, other: &Self) -> Option<Self> {
        let (number, factor) = match (self.number(), other.number()) {
            (Some(number), _) => (number, other),
            (_, Some(number)) => (number, self),
            _ => return None,
        };
        let (a, b, radicand, denominator) = number;
        let mut product = factor.scaled(a)?;
        if b != 0 {
            if factor.root.is_some() || (factor.radicand != 1 && factor.radicand != radicand) {
                return None;
            }
            // (r + i * sqrt(n)) * (a + b * sqrt(n)) = r * a + i * b * n + (r * b + i * a) * sqrt(n)
            product.rational = factor.irrational.scaled_plus(small(b.checked_mul(radicand)?)?, &product.rational)?;
            product.irrational = factor.rational.scaled_plus(b, &product.irrational)?;
            product.radicand = radicand;
        }
        product.denominator = small(factor.denominator.checked_mul(denominator)?)?;
        Some(product)
    }

    /// a, b, n, d of a number (a + b * sqrt(n)) / d.
    fn number(&self) -> Option<(i64, i64, i64, i64)> {
        let constant = |form: &LinearForm| *form == LinearForm::new([0; 2], [0; 2], form.constant);
        let number = self.root.is_none() && constant(&self.rational) && constant(&self.irrational);
        number.then_some((self.rational.constant, self.irrational.constant, self.radicand, self.denominator))
    }

    fn literal(&self, below: Below) -> Option<Literal> {
        let irrational = self.irrational != LinearForm::default();
        match &self.root {
            Some(_) if irrational => None,
            Some((times, under)) => Some(Literal::Root(Box::new(Root {
                plain: lowered(&self.rational, below)?,
                times: *times,
                under: *under,
            }))),
            // Squares of what these make of heaps below 2^31 stay in 128 bits.
            None if irrational
                && [self.rational, self.irrational].iter().any(|form| MOST_IRRATIONAL < largest(form)) =>
            {
                None
            }
            None if irrational => Some(Literal::Surd(Box::new(SurdForm {
                rational: self.rational,
                irrational: self.irrational,
                radicand: self.radicand,
                below,
            }))),
            None => Some(Literal::AtMostZero(lowered(&self.rational, below)?)),
        }
    }
}

fn largest(form: &LinearForm) -> i64 {
    form.parts().iter().map(|part| part.abs()).max().unwrap_or(0)
}

fn small(value: i64) -> Option<i64> {
    (value.abs() <= LARGEST).then_some(value)
}

/// For integers, below 0 is at most -1.
fn lowered(form: &LinearForm, below: Below) -> Option<LinearForm> {
    match below {
        Below::AtMost => Some(*form),
        Below::Less => form.scaled_plus(1, &LinearForm::new([0; 2], [0; 2], 1)),
    }
}

impl SideTree {
    /// A whole number.
    pub(in crate::search) fn number(number: i64) -> Option<Self> {
        let form = LinearForm::new([0; 2], [0; 2], small(number)?);
        Some(Self::Linear(LinearExpression::plain(form)))
    }

    /// Multiplied by a number; a negative one turns max into min.
    pub(in crate::search) fn times(&self, factor: &LinearExpression) -> Option<Self> {
        let (a, b, radicand, _) = factor.number()?;
        let part = SurdForm {
            rational: LinearForm::default(),
            irrational: LinearForm::default(),
            radicand,
            below: Below::Less,
        };
        let negative = part.holds_for(a, b);
        let all = |parts: &[Self]| parts.iter().map(|part| part.times(factor)).collect::<Option<Vec<_>>>();
        match self {
            Self::Linear(linear) => linear.times(factor).map(Self::Linear),
            Self::Greatest(parts) if negative => all(parts).map(Self::Least),
            Self::Least(parts) if negative => all(parts).map(Self::Greatest),
            Self::Greatest(parts) => all(parts).map(Self::Greatest),
            Self::Least(parts) => all(parts).map(Self::Least),
        }
    }

    /// With the opposite sign.
    pub(in crate::search) fn opposite(&self) -> Option<Self> {
        self.times(&LinearExpression::plain(LinearForm::new([0; 2], [0; 2], -1)))
    }

    /// The sum.
    pub(in crate::search) fn plus(&self, other: &Self) -> Option<Self> {
        let all = |parts: &[Self], to: &Self| parts.iter().map(|part| part.plus(to)).collect::<Option<Vec<_>>>();
        match (self, other) {
            (Self::Linear(left), Self::Linear(right)) => left.plus(right).map(Self::Linear),
            (Self::Greatest(parts), _) => all(parts, other).map(Self::Greatest),
            (Self::Least(parts), _) => all(parts, other).map(Self::Least),
            (_, Self::Greatest(parts)) => all(parts, self).map(Self::Greatest),
            (_, Self::Least(parts)) => all(parts, self).map(Self::Least),
        }
    }

    /// Where the value is at most 0, or below 0.
    pub(in crate::search) fn at_most_zero(&self, below: Below) -> Option<MoveRelation> {
        let relation = match self {
            Self::Linear(linear) => MoveRelation(vec![vec![linear.literal(below)?]]),
            Self::Least(parts) => {
                let parts: Option<Vec<MoveRelation>> = parts.iter().map(|part| part.at_most_zero(below)).collect();
                parts?.iter().fold(MoveRelation::default(), |sum, part| sum.or(part))
            }
            Self::Greatest(parts) => parts.iter().try_fold(MoveRelation(vec![Vec::new()]), |product, part| {
                Some(product.and(&part.at_most_zero(below)?)).filter(|product| product.0.len() <= MOST_CLAUSES)
            })?,
        };
        (relation.0.len() <= MOST_CLAUSES).then_some(relation)
    }

    /// Whether a square root always exists: heaps are not negative, and one of a and -a is not.
    fn never_negative(&self) -> bool {
        let opposite = |left: &Self, right: &Self| match (left, right) {
            (Self::Linear(left), Self::Linear(right)) => {
                left.plus(right).is_some_and(|sum| sum.number() == Some((0, 0, 1, sum.denominator)))
            }
            _ => false,
        };
        match self {
            Self::Linear(LinearExpression { rational, radicand: 1, root: None, .. }) => {
                rational.parts().iter().all(|part| 0 <= *part)
            }
            Self::Linear(_) => false,
            Self::Greatest(parts) => {
                parts.iter().any(Self::never_negative)
                    || parts.iter().any(|left| parts.iter().any(|right| opposite(left, right)))
            }
            Self::Least(parts) => parts.iter().all(Self::never_negative),
        }
    }

    /// The square root of something that is never negative, rounded down: of max and min, that of the parts, where the root
    /// of a negative part is 0.
    fn square_root(&self) -> Option<Self> {
        let all = |parts: &[Self]| parts.iter().map(Self::square_root).collect::<Option<Vec<_>>>();
        match self {
            Self::Linear(LinearExpression { rational, radicand: 1, root: None, denominator: 1, .. }) => {
                let mut value = LinearExpression::plain(LinearForm::default());
                value.root = Some((1, *rational));
                Some(Self::Linear(value))
            }
            Self::Linear(_) => None,
            Self::Greatest(parts) => all(parts).map(Self::Greatest),
            Self::Least(parts) => all(parts).map(Self::Least),
        }
    }

    /// Where the value is not 0.
    pub(in crate::search) fn not_zero(&self) -> Option<MoveRelation> {
        match self {
            Self::Linear(LinearExpression { rational, radicand: 1, root: None, .. }) => {
                Some(MoveRelation(vec![vec![Literal::NotZero(*rational)]]))
            }
            _ => Some(self.at_most_zero(Below::Less)?.or(&self.opposite()?.at_most_zero(Below::Less)?)),
        }
    }
}

/// A statistic or a term.
#[derive(Clone, Debug)]
pub(in crate::search) struct ConditionSide {
    /// In the names of the heaps.
    pub(in crate::search) text: String,
    /// Whether it stands in a product without brackets.
    pub(in crate::search) simple: bool,
    pub(in crate::search) tree: SideTree,
}

impl ConditionSide {
    /// Reads a text.
    pub(in crate::search) fn new(text: &str, heaps: [&str; 2]) -> Result<Self, TaskFailure> {
        let file = format!("move m(i, j): (small, large) -> (small - i, large - j) where 0 <= {text}\n");
        let source = Source::new("the experiment", file);
        let mut sink = Sink::new(source.clone());
        let file = parse(&source, &mut sink);
        let fail = |why: &str| TaskFailure::Request(format!("`{text}` {why}"));
        let unread = "cannot be read as one term over i, j, small, large, small', large'";
        let declared = file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Move(declaration) => declaration.condition.clone(),
            _ => None,
        });
        let Some(Expr { kind: ExprKind::Comparison { rest, modulus: None, .. }, .. }) = declared else {
            return Err(fail(unread));
        };
        let [(_, side)] = rest.as_slice() else { return Err(fail(unread)) };
        if sink.has_errors() {
            return Err(fail(unread));
        }
        let why = "is not piecewise linear in i, j, small, large, small', large': use +, -, *, / by a number, |a|, min, \
                   max, phi, sqrt of a number, and floor(sqrt(a)) of heaps";
        let tree = tree(side).ok_or_else(|| match unknown(text) {
            Some(word) => {
                let near = nearest(word, NAMES).map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
                fail(&format!("has the unknown name `{word}`; known are {}.{near}", NAMES.join(", ")))
            }
            None => fail(why),
        })?;
        let mut side = side.clone();
        rename(&mut side, heaps);
        let simple = matches!(
            side.kind,
            ExprKind::Name { .. }
                | ExprKind::Index { .. }
                | ExprKind::Number(_)
                | ExprKind::Call { .. }
                | ExprKind::Absolute(_)
        );
        Ok(Self { text: print_expression(&side), simple, tree })
    }

    /// The value if it is a number.
    pub(in crate::search) fn factor(&self) -> Option<&LinearExpression> {
        match &self.tree {
            SideTree::Linear(linear) if linear.number().is_some() => Some(linear),
            _ => None,
        }
    }
}

/// The first word that means nothing here.
fn unknown(text: &str) -> Option<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(char::is_alphabetic)).find(|word| !NAMES.contains(word))
}

fn rename(expression: &mut Expr, heaps: [&str; 2]) {
    match &mut expression.kind {
        ExprKind::Name { name, primed } if name == "small" => expression.kind = heap(heaps[0], *primed),
        ExprKind::Name { name, primed } if name == "large" => expression.kind = heap(heaps[1], *primed),
        ExprKind::Negate(inner) | ExprKind::Absolute(inner) => rename(inner, heaps),
        ExprKind::Binary(_, left, right) => {
            rename(left, heaps);
            rename(right, heaps);
        }
        ExprKind::Call { arguments, .. } => arguments.iter_mut().for_each(|argument| rename(argument, heaps)),
        _ => {}
    }
}

/// A heap by its name, `x` or `h[1]`.
fn heap(name: &str, primed: bool) -> ExprKind {
    let element = name.strip_suffix(']').and_then(|name| name.split_once('['));
    match element.and_then(|(array, index)| Some((array, index.parse().ok()?))) {
        Some((array, index)) => {
            let index = Box::new(Expr { kind: ExprKind::Number(index), span: Span::default() });
            ExprKind::Index { name: array.to_owned(), primed, index }
        }
        None => ExprKind::Name { name: name.to_owned(), primed },
    }
}

/// An expression of the search as a tree of linear forms.
fn tree(expression: &Expr) -> Option<SideTree> {
    let linear = |heaps, option| Some(SideTree::Linear(LinearExpression::plain(LinearForm::new(heaps, option, 0))));
    match &expression.kind {
        ExprKind::Number(number) => SideTree::number(*number),
        ExprKind::Name { name, primed } => match (name.as_str(), primed) {
            ("small", false) => linear([1, 0], [0, 0]),
            ("large", false) => linear([0, 1], [0, 0]),
            ("small", true) => linear([0, 0], [1, 0]),
            ("large", true) => linear([0, 0], [0, 1]),
            ("i", false) => linear([1, 0], [-1, 0]),
            ("j", false) => linear([0, 1], [0, -1]),
            ("phi", false) => Some(SideTree::Linear(surd((1, 1), 5, 2))),
            _ => None,
        },
        ExprKind::Negate(inner) => tree(inner)?.opposite(),
        ExprKind::Absolute(inner) => {
            let inner = tree(inner)?;
            Some(SideTree::Greatest(vec![inner.opposite()?, inner]))
        }
        ExprKind::Binary(Operator::Add, left, right) => tree(left)?.plus(&tree(right)?),
        ExprKind::Binary(Operator::Subtract, left, right) => tree(left)?.plus(&tree(right)?.opposite()?),
        ExprKind::Binary(Operator::Multiply, left, right) => match (tree(left)?, tree(right)?) {
            (SideTree::Linear(number), other) | (other, SideTree::Linear(number)) if number.number().is_some() => {
                other.times(&number)
            }
            (SideTree::Linear(other), SideTree::Linear(number)) => other.times(&number).map(SideTree::Linear),
            _ => None,
        },
        ExprKind::Binary(Operator::Divide, left, right) => {
            let ExprKind::Number(divisor) = right.kind else { return None };
            let mut reciprocal = LinearExpression::plain(LinearForm::new([0; 2], [0; 2], 1));
            reciprocal.denominator = small(divisor).filter(|divisor| 1 <= *divisor)?;
            tree(left)?.times(&reciprocal)
        }
        ExprKind::Call { function, arguments } => call(&function.text, arguments),
        _ => None,
    }
}

fn call(function: &str, arguments: &[Expr]) -> Option<SideTree> {
    match (function, arguments) {
        ("max", _) => arguments.iter().map(tree).collect::<Option<Vec<_>>>().map(SideTree::Greatest),
        ("min", _) => arguments.iter().map(tree).collect::<Option<Vec<_>>>().map(SideTree::Least),
        ("sqrt", [Expr { kind: ExprKind::Number(radicand), .. }]) => {
            let radicand = small(*radicand).filter(|radicand| 0 <= *radicand)?;
            if radicand.isqrt() * radicand.isqrt() == radicand {
                return SideTree::number(radicand.isqrt());
            }
            Some(SideTree::Linear(surd((0, 1), radicand, 1)))
        }
        ("floor", [Expr { kind: ExprKind::Call { function, arguments }, .. }]) if function.text == "sqrt" => {
            let [under] = arguments.as_slice() else { return None };
            let under = tree(under)?;
            under.never_negative().then(|| under.square_root()).flatten()
        }
        _ => None,
    }
}

/// (a + b * sqrt(n)) / d
fn surd((a, b): (i64, i64), radicand: i64, denominator: i64) -> LinearExpression {
    let number = |value| LinearForm::new([0; 2], [0; 2], value);
    LinearExpression { rational: number(a), irrational: number(b), radicand, root: None, denominator }
}
