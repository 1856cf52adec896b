//! Sums of open parameters that something is divided by: one of the parameters is then counted by the sum, so that the sum is a number of its
//! own. Knows nothing of registers.
use crate::source::Span;
use crate::syntax::ast::{Binder, Claim, Expr, ExprKind, File, Item, ItemKind, Operator, RelationSign};
use crate::syntax::walk;
use std::collections::BTreeMap;

/// The least values of open parameters, of those before in a head.
pub(super) type Least = BTreeMap<String, i64>;

/// A sum of open parameters.
pub(super) struct SummedParameters {
    /// What is added to the last of them.
    pub(super) others: Expr,
    /// No sum is less; at least 1.
    pub(super) least: i64,
}

/// A sum of names, each so many times, and a number.
struct NameSum {
    names: BTreeMap<String, i64>,
    number: i64,
}

impl NameSum {
    /// What an expression is, if it is such a sum and no number is too large.
    fn of(expression: &Expr) -> Option<Self> {
        match &expression.kind {
            ExprKind::Number(number) => Some(Self { names: BTreeMap::new(), number: *number }),
            ExprKind::Name { name, primed: false } => {
                Some(Self { names: BTreeMap::from([(name.clone(), 1)]), number: 0 })
            }
            ExprKind::Binary(Operator::Add, left, right) => Self::of(left)?.plus(1, &Self::of(right)?),
            ExprKind::Binary(Operator::Subtract, left, right) => Self::of(left)?.plus(-1, &Self::of(right)?),
            ExprKind::Binary(Operator::Multiply, left, right) => match (Self::of(left)?, Self::of(right)?) {
                (factor, sum) | (sum, factor) if factor.names.is_empty() => {
                    Self { names: BTreeMap::new(), number: 0 }.plus(factor.number, &sum)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn plus(mut self, factor: i64, other: &Self) -> Option<Self> {
        for (name, times) in &other.names {
            let own = self.names.entry(name.clone()).or_default();
            *own = own.checked_add(factor.checked_mul(*times)?)?;
        }
        self.number = self.number.checked_add(factor.checked_mul(other.number)?)?;
        Some(self)
    }

    fn expression(&self) -> Expr {
        let expression = |kind| Expr { kind, span: Span::default() };
        let number = |number: i64| expression(ExprKind::Number(number));
        let joined = |operator, left, right| expression(ExprKind::Binary(operator, Box::new(left), Box::new(right)));
        let named = |(name, times): (&String, &i64)| {
            let name = expression(ExprKind::Name { name: name.clone(), primed: false });
            if *times == 1 { name } else { joined(Operator::Multiply, number(*times), name) }
        };
        let rest = (self.number != 0).then(|| number(self.number));
        let parts = self.names.iter().map(named).chain(rest);
        parts.reduce(|sum, part| joined(Operator::Add, sum, part)).unwrap_or_else(|| number(0))
    }

    /// No value of the sum is less; none if a name is subtracted, or has no least value.
    fn least(&self, least: &Least) -> Option<i64> {
        self.names.iter().try_fold(self.number, |sum, (name, times)| {
            let own = least.get(name).filter(|_| 0 <= *times)?;
            sum.checked_add(times.checked_mul(*own)?)
        })
    }
}

/// The least value of a parameter by its head; none if it has none, or depends on what has none.
pub(super) fn least_value(binder: &Binder, least: &Least) -> Option<i64> {
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let low = |end: &Expr| NameSum::of(end)?.least(least);
    match (binder.relation, &binder.range.kind) {
        (RelationSign::GreaterEqual, _) => low(&binder.range),
        (RelationSign::Greater, _) => low(&binder.range)?.checked_add(1),
        (RelationSign::In, ExprKind::Range(first, _)) => low(first),
        _ => None,
    }
}

/// What the moves or a claim divide by, or else another claim about the same parameters, which may be used: a parameter and others before it, each a
/// natural number of times, the parameter once. `least` has the least values of all of them.
pub(super) fn summed(file: &File, claim: &Claim, parameter: &str, least: &Least) -> Option<SummedParameters> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let mut found = None;
    let mut note = |part: &Expr| {
        let divisor = match &part.kind {
            ExprKind::Binary(Operator::Modulo | Operator::Divide, _, divisor) => divisor,
            ExprKind::Comparison { modulus: Some(modulus), .. } => modulus,
            _ => return,
        };
        let Some(mut sum) = NameSum::of(divisor) else { return };
        let Some(total) = sum.least(least).filter(|total| found.is_none() && 1 <= *total) else { return };
        if sum.names.remove(parameter) == Some(1) && !sum.names.is_empty() {
            found = Some((sum, total));
        }
    };
    walk::expression(&claim.body, &mut note);
    let names = |claim: &Claim| claim.binders.iter().map(|binder| binder.name.text.clone()).collect::<Vec<_>>();
    let is_rule = |item: &&Item| !matches!(item.kind, ItemKind::Claim(_));
    let is_beside = |item: &&Item| matches!(&item.kind, ItemKind::Claim(other) if names(other) == names(claim));
    let rules = file.items.iter().filter(is_rule);
    for item in rules.chain(file.items.iter().filter(is_beside)) {
        walk::expressions(item, &mut note);
    }
    found.map(|(sum, least)| SummedParameters { others: sum.expression(), least })
}
