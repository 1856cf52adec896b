//! From a rule that has no value at a position to the words of the text that are to blame, and the fault that says so.
//! Knows no table: the position is given.
use crate::check::lower::changes::with_free_parts;
use crate::check::lower::conditions::condition;
use crate::check::lower::moves;
use crate::check::lower::terms::integer;
use crate::check::scope::{Local, Scope, Stepwise};
use crate::diagnostic::Sink;
use crate::ruleset::error::{CoordinateName, EvaluationError, RulePlace};
use crate::ruleset::grid::Lack;
use crate::ruleset::{Condition, Move, Ruleset};
use crate::source::{Source, Span};
use crate::syntax::ast::{Change, Expr, ExprKind, File, ItemKind, MoveDeclaration, Operator};
use crate::syntax::{print_expression, walk};
use miette::Severity;
use std::rc::Rc;

/// Reports a rule that has no value somewhere. `with` says at which parameters, if they are not the defaults.
pub(in crate::check) fn report(
    file: &File,
    scope: &Scope,
    ruleset: &Ruleset,
    place: &RulePlace,
    severity: Severity,
    with: &str,
    sink: &mut Sink,
) {
    let seen = SeenValues::new(file, scope, ruleset, place);
    let blamed = match place.cause.cause() {
        EvaluationError::TooLarge { value, .. } => {
            seen.roots().into_iter().find(|root| seen.number(root) == Some(*value))
        }
        _ => seen.roots().into_iter().find_map(|root| seen.blamed(root)),
    };
    let span = blamed.map_or(seen.span, |blamed| blamed.span);
    let code = match place.cause.cause() {
        EvaluationError::Overflow | EvaluationError::TooLarge { .. } | EvaluationError::OutOfReach { .. } => {
            ValueFault::OutOfRange
        }
        _ => ValueFault::NoValue,
    };
    let (reason, help) = seen.reason(blamed);
    let with = if with.is_empty() { String::new() } else { format!(", where {with}") };
    let message = format!("{place}{with}: {reason}");
    let label = "this has no value there";
    match (code, severity) {
        (ValueFault::NoValue, Severity::Error) => sink.error("no-value", span, message, label, help),
        (ValueFault::NoValue, _) => sink.warning("no-value", span, message, label, help),
        (ValueFault::OutOfRange, Severity::Error) => sink.error("out-of-range", span, message, "here", help),
        (ValueFault::OutOfRange, _) => sink.warning("out-of-range", span, message, "here", help),
    };
}

#[derive(Clone, Copy)]
enum ValueFault {
    NoValue,
    OutOfRange,
}

/// A rule as it is written, with what its names mean, at one position.
struct SeenValues<'a> {
    scope: &'a Scope,
    place: &'a RulePlace,
    declaration: Option<&'a MoveDeclaration>,
    positions: Vec<&'a Expr>,
    local: Local,
    /// Whether the amounts are known.
    whole: bool,
    amounts: Vec<i64>,
    /// Where the rule is named.
    span: Span,
}

impl<'a> SeenValues<'a> {
    fn new(file: &'a File, scope: &'a Scope, ruleset: &Ruleset, place: &'a RulePlace) -> Self {
        let rule = place.rule.and_then(|rule| ruleset.moves.get(rule));
        let found = rule.and_then(|rule| declared(file, rule, scope));
        let (declaration, local) = found.map_or((None, Local::default()), |(one, local)| (Some(one), local));
        let positions: Vec<&Expr> = file
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Positions(condition) => Some(condition),
                _ => None,
            })
            .collect();
        let span = match (declaration, positions.first()) {
            (Some(declaration), _) => declaration.name.span,
            (None, Some(first)) => first.span,
            (None, None) => Span::default(),
        };
        let amounts: Vec<i64> = place.amounts.iter().map(|amount| amount.1).collect();
        let whole = rule.is_none_or(|rule| rule.amounts.len() == amounts.len());
        Self { scope, place, declaration, positions, local, whole, amounts, span }
    }

    /// The conditions and new values of the rule, in the order in which they are asked.
    fn roots(&self) -> Vec<&'a Expr> {
        let Some(declaration) = self.declaration else { return self.positions.clone() };
        let to: Vec<&Expr> = match &declaration.change {
            Change::Full { to, more, .. } => to.iter().chain(more.iter().flatten()).collect(),
            Change::Short(changes) => changes.iter().map(|change| &change.1).collect(),
        };
        declaration.condition.iter().chain(to).collect()
    }

    /// The innermost expression without a value, the leftmost of several.
    fn blamed(&self, root: &'a Expr) -> Option<&'a Expr> {
        let inner = walk::parts(root).into_iter().find_map(|part| self.blamed(part));
        inner.or_else(|| matches!(self.value(root), Some(Err(_))).then_some(root))
    }

    /// The value of an expression; `None` if it is not a term or condition, or its amounts are not known.
    fn value(&self, expression: &Expr) -> Option<Result<i128, EvaluationError>> {
        let mut ignored = Sink::new(Source::new("", ""));
        if let Some(term) = integer(expression, self.scope, &self.local, &mut ignored) {
            let known = self.whole || !term.mentions_amounts();
            return known.then(|| term.evaluate(&self.place.position, &self.amounts));
        }
        let test: Condition = condition(expression, self.scope, &self.local, &mut ignored)?;
        let known = self.whole || !test.mentions_amounts();
        known.then(|| test.holds(&self.place.position, &self.amounts).map(i128::from))
    }

    fn number(&self, expression: &Expr) -> Option<i128> {
        self.value(expression).and_then(Result::ok)
    }

    /// Why there is no value, and what to do.
    fn reason(&self, blamed: Option<&Expr>) -> (String, String) {
        let cause = self.place.cause.cause();
        let so = blamed.map_or_else(String::new, |blamed| format!(", so `{}` has no value", print_expression(blamed)));
        let found = blamed.and_then(|blamed| match cause {
            EvaluationError::DivisionByZero => self.zero_divisor(blamed),
            EvaluationError::NegativeArgument => self.negative_argument(blamed),
            _ => None,
        });
        if let Some((reason, help)) = found {
            return (format!("{reason}{so}"), help);
        }
        if let Some(told) = blamed.and_then(|blamed| self.valueless_call(blamed)) {
            return told;
        }
        let (reason, help) = (cause.reason(), cause.remedy().unwrap_or("limit it with a condition"));
        match cause {
            EvaluationError::TooLarge { coordinate: CoordinateName::Register(name), .. } => {
                (reason, format!("give it a range, `register {name} in 0..100`; or {help}"))
            }
            EvaluationError::TooLarge { .. } => (reason, help.to_owned()),
            _ => (format!("{reason}{so}"), help.to_owned()),
        }
    }

    fn zero_divisor(&self, blamed: &Expr) -> Option<(String, String)> {
        let divisor = inside(blamed, &divisors).into_iter().find(|part| self.number(part) == Some(0))?;
        let written = print_expression(divisor);
        let plain = matches!(divisor.kind, ExprKind::Name { .. } | ExprKind::Index { .. });
        let condition = if plain { format!("1 <= {written}") } else { format!("{written} != 0") };
        Some((format!("`{written}` is 0"), format!("exclude that with a condition, for example `{condition}`")))
    }

    fn negative_argument(&self, blamed: &Expr) -> Option<(String, String)> {
        let parts = inside(blamed, &arguments).into_iter();
        let (argument, value) =
            parts.filter_map(|part| Some((part, self.number(part)?))).find(|(_, value)| *value < 0)?;
        let written = print_expression(argument);
        let help = format!("exclude that with a condition, for example `0 <= {written}`");
        Some((format!("`{written}` is {value}"), help))
    }

    /// A function or sequence of the file at these arguments.
    fn valueless_call(&self, blamed: &Expr) -> Option<(String, String)> {
        let ExprKind::Call { function, arguments } = &blamed.kind else { return None };
        let own = self.scope.functions.contains_key(&function.text);
        if !own && function.text != "valuation" {
            return None;
        }
        let given: Vec<String> = arguments
            .iter()
            .map(|part| self.number(part).map_or_else(|| print_expression(part), |value| value.to_string()))
            .collect();
        let why = match self.place.cause.cause() {
            EvaluationError::Undefined => String::new(),
            other => format!(" ({})", self.beyond(&function.text, arguments).unwrap_or_else(|| other.reason())),
        };
        let help = if own {
            "limit the argument by a condition, or define the function there: a case, or more first terms"
        } else {
            "the base is 2 or more, and the number 1 or more: add a condition that says so"
        };
        Some((format!("`{}({})` has no value{why}", function.text, given.join(", ")), help.to_owned()))
    }

    /// That a recursion in several numbers is asked for too large arguments, if it is.
    fn beyond(&self, name: &str, arguments: &[Expr]) -> Option<String> {
        let stepwise = self.scope.recursions.borrow().get(name).cloned().flatten();
        let Some(Stepwise::Grid(grid)) = stepwise else { return None };
        let arguments = arguments.iter().map(|part| self.number(part)).collect::<Option<Vec<_>>>()?;
        let is_beyond = matches!(grid.lack(&arguments), Some(Lack::Beyond(_)));
        is_beyond.then(|| format!("it needs one at a larger argument than {}, the largest", grid.bound() - 1))
    }
}

/// The declaration that a move comes from, with what its names mean in that instance.
fn declared<'a>(file: &'a File, rule: &Move, scope: &Scope) -> Option<(&'a MoveDeclaration, Local)> {
    let mut ignored = Sink::new(Source::new("", ""));
    let mut declarations = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Move(declaration) => Some(declaration),
        _ => None,
    });
    let declaration = declarations.find(|declaration| declaration.name.text == rule.name)?;
    let all = moves::instances(&with_free_parts(declaration, scope), scope, &mut ignored);
    let (mut local, _) = all.into_iter().find(|(_, words)| *words == rule.instance)?;
    local.primed = Some(Rc::new(rule.targets.clone())).filter(|_| rule.more.is_empty());
    Some((declaration, local))
}

/// What `pick` finds in an expression and in its parts.
fn inside<'a>(root: &'a Expr, pick: &dyn Fn(&'a Expr) -> Vec<&'a Expr>) -> Vec<&'a Expr> {
    let mut found: Vec<&Expr> = walk::parts(root).into_iter().flat_map(|part| inside(part, pick)).collect();
    found.extend(pick(root));
    found
}

fn divisors(expression: &Expr) -> Vec<&Expr> {
    match &expression.kind {
        ExprKind::Binary(Operator::Divide | Operator::Modulo, _, right) => vec![right],
        ExprKind::Comparison { modulus: Some(modulus), .. } => vec![modulus],
        _ => Vec::new(),
    }
}

fn arguments(expression: &Expr) -> Vec<&Expr> {
    match &expression.kind {
        ExprKind::Binary(Operator::Power, _, exponent) => vec![exponent],
        ExprKind::Binary(Operator::Xor, left, right) => vec![left, right],
        ExprKind::Call { function, arguments } if matches!(function.text.as_str(), "sqrt" | "xor") => {
            arguments.iter().collect()
        }
        _ => Vec::new(),
    }
}
