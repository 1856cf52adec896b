//! From statistics, relations and terms to the conditions of a search space, each with its text and its linear form.
//! Knows nothing about targets.
use super::SearchError;
use super::form::{Form, Literal, Pair, Relation};
use super::task::Add;
use crate::diagnostic::Sink;
use crate::source::Source;
use crate::syntax::ast::{Expr, ItemKind, Kind, Operator};
use crate::syntax::{parse, print_expression};
use indexmap::IndexMap;

const MOST_VALUES: usize = 10_000;
const MOST_CONDITIONS: usize = 200_000;
const MOST_CLAUSES: usize = 64;

/// One condition of the space.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// In the names of the heaps.
    pub(super) text: String,
    /// Letters without white space.
    pub(super) length: usize,
    /// What it says.
    pub(super) relation: Relation,
}

/// The conditions of a space.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// How many were written down.
    pub(super) written: usize,
    /// Those that differ, and speak of the move, in their order.
    pub(super) conditions: Vec<Condition>,
    /// How many may hold together.
    pub(super) at_most: usize,
}

/// An expression that is piecewise linear.
#[derive(Clone, Debug)]
enum Tree {
    Linear(Form),
    Greatest(Vec<Tree>),
    Least(Vec<Tree>),
}

/// The space that `add` describes, written in the names of the ruleset's heaps.
pub(super) fn space(add: &Add, heaps: [&str; 2]) -> Result<Space, SearchError> {
    let Add::Conditions { at_most, statistics, relations, terms, coefficients, constants } = add else {
        return Ok(Space { written: 0, conditions: Vec::new(), at_most: 0 });
    };
    let request = |why: &str| SearchError::Request(why.to_owned());
    if !(1..=3).contains(at_most) {
        return Err(request("`at_most` is the number of conditions, 1 to 3"));
    }
    let read = |texts: &[String]| texts.iter().map(|text| Side::new(text, heaps)).collect::<Result<Vec<_>, _>>();
    let (statistics, terms) = (read(statistics)?, read(terms)?);
    let coefficients = coefficients.list(MOST_VALUES).ok_or_else(|| request("too many coefficients"))?;
    let constants = constants.list(MOST_VALUES).ok_or_else(|| request("too many constants"))?;
    let factors = [statistics.len(), relations.len(), coefficients.len(), terms.len(), constants.len()];
    let written = factors.iter().try_fold(1usize, |product, count| product.checked_mul(*count));
    let written = written.filter(|count| *count <= MOST_CONDITIONS).ok_or_else(|| {
        SearchError::Request(format!("the space has more than {MOST_CONDITIONS} conditions; choose smaller ranges"))
    })?;
    let samples = samples();
    let mut distinct: IndexMap<Vec<u64>, Condition> = IndexMap::new();
    for statistic in &statistics {
        for relation in relations {
            for coefficient in &coefficients {
                for term in &terms {
                    for constant in &constants {
                        let condition = condition(statistic, relation, *coefficient, term, *constant)?;
                        let Some(meaning) = meaning(&condition.relation, &samples) else { continue };
                        let kept = distinct.entry(meaning).or_insert_with(|| condition.clone());
                        if condition.length < kept.length {
                            *kept = condition;
                        }
                    }
                }
            }
        }
    }
    Ok(Space { written, conditions: distinct.into_values().collect(), at_most: *at_most })
}

/// A statistic or a term.
struct Side {
    text: String,
    simple: bool,
    tree: Tree,
}

impl Side {
    fn new(text: &str, heaps: [&str; 2]) -> Result<Self, SearchError> {
        let file = format!("move m(i, j): (small, large) -> (small - i, large - j) where 0 <= {text}\n");
        let source = Source::new("the experiment", file);
        let mut sink = Sink::new(source.clone());
        let file = parse(&source, &mut sink);
        let fail = |why: &str| SearchError::Request(format!("`{text}` {why}"));
        let unread = "cannot be read as one term over i, j, small, large, small', large'";
        let declared = file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Move(declaration) => declaration.condition.clone(),
            _ => None,
        });
        let Some(Expr { kind: Kind::Comparison { rest, modulus: None, .. }, .. }) = declared else {
            return Err(fail(unread));
        };
        let [(_, side)] = rest.as_slice() else { return Err(fail(unread)) };
        if sink.has_errors() {
            return Err(fail(unread));
        }
        let why = "is not piecewise linear in i, j, small, large, small', large': use +, -, *, |a|, min, max";
        let tree = tree(side).ok_or_else(|| fail(why))?;
        let mut side = side.clone();
        rename(&mut side, heaps);
        let simple = matches!(side.kind, Kind::Name { .. } | Kind::Number(_) | Kind::Call { .. } | Kind::Absolute(_));
        Ok(Self { text: print_expression(&side), simple, tree })
    }
}

fn rename(expression: &mut Expr, heaps: [&str; 2]) {
    match &mut expression.kind {
        Kind::Name { name, .. } if name == "small" => heaps[0].clone_into(name),
        Kind::Name { name, .. } if name == "large" => heaps[1].clone_into(name),
        Kind::Negate(inner) | Kind::Absolute(inner) => rename(inner, heaps),
        Kind::Binary(_, left, right) => {
            rename(left, heaps);
            rename(right, heaps);
        }
        Kind::Call { arguments, .. } => arguments.iter_mut().for_each(|argument| rename(argument, heaps)),
        _ => {}
    }
}

fn tree(expression: &Expr) -> Option<Tree> {
    let linear = |heaps, option| Some(Tree::Linear(Form::new(heaps, option, 0)));
    match &expression.kind {
        Kind::Number(number) => Form::default().scaled_plus(0, &Form::new([0; 2], [0; 2], *number)).map(Tree::Linear),
        Kind::Name { name, primed } => match (name.as_str(), primed) {
            ("small", false) => linear([1, 0], [0, 0]),
            ("large", false) => linear([0, 1], [0, 0]),
            ("small", true) => linear([0, 0], [1, 0]),
            ("large", true) => linear([0, 0], [0, 1]),
            ("i", false) => linear([1, 0], [-1, 0]),
            ("j", false) => linear([0, 1], [0, -1]),
            _ => None,
        },
        Kind::Negate(inner) => tree(inner)?.times(-1),
        Kind::Absolute(inner) => {
            let inner = tree(inner)?;
            Some(Tree::Greatest(vec![inner.times(-1)?, inner]))
        }
        Kind::Binary(Operator::Add, left, right) => tree(left)?.plus(&tree(right)?),
        Kind::Binary(Operator::Subtract, left, right) => tree(left)?.plus(&tree(right)?.times(-1)?),
        Kind::Binary(Operator::Multiply, left, right) => match (&left.kind, &right.kind) {
            (Kind::Number(factor), _) => tree(right)?.times(*factor),
            (_, Kind::Number(factor)) => tree(left)?.times(*factor),
            _ => None,
        },
        Kind::Call { function, arguments } => {
            let parts: Option<Vec<Tree>> = arguments.iter().map(tree).collect();
            match function.text.as_str() {
                "max" => parts.map(Tree::Greatest),
                "min" => parts.map(Tree::Least),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Tree {
    fn times(&self, factor: i64) -> Option<Self> {
        let all = |parts: &[Self]| parts.iter().map(|part| part.times(factor)).collect::<Option<Vec<_>>>();
        match self {
            Self::Linear(form) => form.scaled_plus(factor, &Form::default()).map(Self::Linear),
            Self::Greatest(parts) if factor < 0 => all(parts).map(Self::Least),
            Self::Least(parts) if factor < 0 => all(parts).map(Self::Greatest),
            Self::Greatest(parts) => all(parts).map(Self::Greatest),
            Self::Least(parts) => all(parts).map(Self::Least),
        }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let all = |parts: &[Self], to: &Self| parts.iter().map(|part| part.plus(to)).collect::<Option<Vec<_>>>();
        match (self, other) {
            (Self::Linear(left), Self::Linear(right)) => left.scaled_plus(1, right).map(Self::Linear),
            (Self::Greatest(parts), _) => all(parts, other).map(Self::Greatest),
            (Self::Least(parts), _) => all(parts, other).map(Self::Least),
            (_, Self::Greatest(parts)) => all(parts, self).map(Self::Greatest),
            (_, Self::Least(parts)) => all(parts, self).map(Self::Least),
        }
    }

    /// Where the value is at most 0.
    fn at_most_zero(&self) -> Option<Relation> {
        let relation = match self {
            Self::Linear(form) => Relation(vec![vec![Literal::AtMostZero(*form)]]),
            Self::Least(parts) => {
                let parts: Option<Vec<Relation>> = parts.iter().map(Self::at_most_zero).collect();
                parts?.iter().fold(Relation::default(), |sum, part| sum.or(part))
            }
            Self::Greatest(parts) => parts
                .iter()
                .try_fold(Relation(vec![Vec::new()]), |product, part| Some(product.and(&part.at_most_zero()?)))?,
        };
        (relation.0.len() <= MOST_CLAUSES).then_some(relation)
    }

    fn shifted(&self, constant: i64) -> Option<Self> {
        self.plus(&Self::Linear(Form::new([0; 2], [0; 2], constant)))
    }
}

fn condition(
    statistic: &Side,
    relation: &str,
    coefficient: i64,
    term: &Side,
    constant: i64,
) -> Result<Condition, SearchError> {
    let too_large =
        || SearchError::Request(format!("a number beside `{}` or `{}` is too large", statistic.text, term.text));
    let difference = (|| statistic.tree.plus(&term.tree.times(coefficient)?.shifted(constant)?.times(-1)?))();
    let difference = difference.ok_or_else(too_large)?;
    let opposite = difference.times(-1).ok_or_else(too_large)?;
    let below = |tree: &Tree, by: i64| tree.shifted(by).and_then(|tree| tree.at_most_zero()).ok_or_else(too_large);
    let meant = match (relation, &difference) {
        ("<", _) => below(&difference, 1)?,
        ("<=" | "≤", _) => below(&difference, 0)?,
        (">", _) => below(&opposite, 1)?,
        (">=" | "≥", _) => below(&opposite, 0)?,
        ("=", _) => below(&difference, 0)?.and(&below(&opposite, 0)?),
        ("!=" | "≠", Tree::Linear(form)) => Relation(vec![vec![Literal::NotZero(*form)]]),
        ("!=" | "≠", _) => below(&difference, 1)?.or(&below(&opposite, 1)?),
        _ => {
            return Err(SearchError::Request(format!(
                "`{relation}` is no relation of a condition; known are <, <=, !=, =, >=, >"
            )));
        }
    };
    let text = format!("{} {relation} {}", statistic.text, right_side(coefficient, term, constant));
    Ok(Condition { length: text.chars().filter(|letter| !letter.is_whitespace()).count(), text, relation: meant })
}

fn right_side(coefficient: i64, term: &Side, constant: i64) -> String {
    let bracketed = || if term.simple { term.text.clone() } else { format!("({})", term.text) };
    let product = match coefficient {
        0 => return constant.to_string(),
        1 => term.text.clone(),
        -1 => format!("-{}", bracketed()),
        _ => format!("{coefficient} * {}", bracketed()),
    };
    match constant {
        0 => product,
        _ if constant < 0 => format!("{product} - {}", constant.unsigned_abs()),
        _ => format!("{product} + {constant}"),
    }
}

/// Positions with options, on which conditions are compared: all small ones, and some larger.
fn samples() -> Vec<(Pair, Vec<Pair>)> {
    let small = (0..=12).flat_map(|large| (0..=large).map(move |small| (small, large)));
    let mut samples: Vec<(Pair, Vec<Pair>)> = small
        .map(|(small, large)| {
            let options = (0..=small).flat_map(|u| (0..=large).map(move |v| (u, v)));
            ((small, large), options.filter(|option| *option != (small, large)).collect())
        })
        .collect();
    for (small, large) in [(0, 200), (1, 100), (2, 50), (5, 200), (13, 60), (34, 100), (50, 50), (89, 144), (150, 200)]
    {
        let left: Vec<i64> =
            [0, 1, 2, small / 3, small / 2, small - 1, small].into_iter().filter(|u| 0 <= *u).collect();
        let options = left.iter().flat_map(|u| (0..large).map(|v| (*u, v)));
        samples.push(((small, large), options.collect()));
    }
    samples
}

/// What a condition says on the samples, as bits; none if it is always or never true, or speaks of positions alone.
fn meaning(relation: &Relation, samples: &[(Pair, Vec<Pair>)]) -> Option<Vec<u64>> {
    let mut bits = Vec::new();
    let (mut word, mut filled, mut decides) = (0u64, 0, false);
    for (position, options) in samples {
        let (mut some, mut every) = (false, true);
        for option in options {
            let holds = relation.holds(*position, *option);
            some |= holds;
            every &= holds;
            word = (word << 1) | u64::from(holds);
            filled += 1;
            if filled == 64 {
                bits.push(word);
                (word, filled) = (0, 0);
            }
        }
        decides |= some && !every;
    }
    bits.push(word);
    decides.then_some(bits)
}
