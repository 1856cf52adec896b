//! Puts numbers in place of parameters, and drops what then says nothing (`+ 0`, `1 *`, `0 *`).
use super::ast::{Change, Expr, Item, ItemKind, Kind, Operator};
use indexmap::IndexMap;

/// An item with these parameters replaced by numbers.
#[must_use]
pub fn parameters(item: &Item, numbers: &IndexMap<String, i64>) -> Item {
    let mut item = item.clone();
    let mut numbers = numbers.clone();
    // Arguments and amounts hide parameters of the same name.
    match &item.kind {
        ItemKind::Let { arguments: own, .. } | ItemKind::Sequence { indices: own, .. } => {
            numbers.retain(|name, _| own.iter().all(|own| own.text != *name));
        }
        ItemKind::Move(declaration) => {
            let own = &declaration.amounts;
            numbers.retain(|name, _| own.iter().all(|own| own.name.text != *name));
        }
        _ => {}
    }
    let numbers = &numbers;
    let put = |expression: &mut Expr| *expression = replaced(expression, numbers);
    match &mut item.kind {
        ItemKind::Heaps { heaps, .. } => heaps.iter_mut().filter_map(|heap| heap.size.as_mut()).for_each(put),
        ItemKind::Register { range: Some((low, high)), .. } => [low, high].into_iter().for_each(put),
        ItemKind::Positions(condition) => put(condition),
        ItemKind::Measure(entries) => entries.iter_mut().for_each(put),
        ItemKind::Let { body, .. } => put(body),
        ItemKind::Sequence { body, from, .. } => {
            put(body);
            for (_, value) in from {
                put(value);
            }
        }
        ItemKind::Param { default, condition, .. } => {
            put(default);
            condition.iter_mut().for_each(put);
        }
        ItemKind::Move(declaration) => {
            match &mut declaration.change {
                Change::Full { to, .. } => to.iter_mut().for_each(put),
                Change::Short(changes) => changes.iter_mut().for_each(|(_, to)| put(to)),
            }
            declaration.condition.iter_mut().for_each(put);
        }
        _ => {}
    }
    item
}

/// An expression with numbers for names.
fn replaced(expression: &Expr, numbers: &IndexMap<String, i64>) -> Expr {
    let span = expression.span;
    let again = |part: &Expr| replaced(part, numbers);
    let boxed = |part: &Expr| Box::new(replaced(part, numbers));
    let all = |parts: &[Expr]| parts.iter().map(again).collect::<Vec<_>>();
    let kind = match &expression.kind {
        Kind::Name { name, primed: false } => {
            numbers.get(name).map_or_else(|| expression.kind.clone(), |value| Kind::Number(*value))
        }
        Kind::Binary(operator, left, right) => return simplified(*operator, again(left), again(right), expression),
        Kind::Negate(inner) => match again(inner) {
            Expr { kind: Kind::Number(value), .. } if value != i64::MIN => Kind::Number(-value),
            inner => Kind::Negate(Box::new(inner)),
        },
        Kind::Not(inner) => Kind::Not(boxed(inner)),
        Kind::Absolute(inner) => Kind::Absolute(boxed(inner)),
        Kind::Index { name, primed, index } => Kind::Index { name: name.clone(), primed: *primed, index: boxed(index) },
        Kind::Call { function, arguments } => Kind::Call { function: function.clone(), arguments: all(arguments) },
        Kind::Fold { function, value, name, array, condition } => Kind::Fold {
            function: function.clone(),
            value: boxed(value),
            name: name.clone(),
            array: array.clone(),
            condition: condition.as_deref().map(boxed),
        },
        Kind::Tuple(parts) => Kind::Tuple(all(parts)),
        Kind::Set(parts) => Kind::Set(all(parts)),
        Kind::List(parts) => Kind::List(all(parts)),
        Kind::All(parts) => Kind::All(all(parts)),
        Kind::Range(low, high) => Kind::Range(boxed(low), boxed(high)),
        Kind::Comparison { first, rest, modulus } => Kind::Comparison {
            first: boxed(first),
            rest: rest.iter().map(|(relation, right)| (*relation, again(right))).collect(),
            modulus: modulus.as_deref().map(boxed),
        },
        Kind::Cases(cases) => {
            Kind::Cases(cases.iter().map(|(value, guard)| (again(value), guard.as_ref().map(again))).collect())
        }
        other => other.clone(),
    };
    Expr { kind, span }
}

/// An operation without products with 0, 1 and -1, sums with 0, and sums with what is negative.
fn simplified(operator: Operator, left: Expr, right: Expr, original: &Expr) -> Expr {
    let number = |expression: &Expr| match expression.kind {
        Kind::Number(value) => Some(value),
        _ => None,
    };
    let make = |kind| Expr { kind, span: original.span };
    match (operator, number(&left), number(&right)) {
        (Operator::Multiply, Some(0), _) | (Operator::Multiply, _, Some(0)) => make(Kind::Number(0)),
        (Operator::Multiply, Some(1), _) | (Operator::Add, Some(0), _) => right,
        (Operator::Multiply, _, Some(1)) | (Operator::Add | Operator::Subtract, _, Some(0)) => left,
        (Operator::Multiply, Some(-1), _) => make(Kind::Negate(Box::new(right))),
        (Operator::Add, _, Some(value)) if value < 0 && value != i64::MIN => {
            let right = Expr { kind: Kind::Number(-value), span: right.span };
            make(Kind::Binary(Operator::Subtract, Box::new(left), Box::new(right)))
        }
        _ => match right.kind {
            Kind::Negate(inner) if operator == Operator::Add => {
                make(Kind::Binary(Operator::Subtract, Box::new(left), inner))
            }
            Kind::Binary(Operator::Multiply, factor, rest)
                if operator == Operator::Add && number(&factor).is_some_and(|value| value < 0 && value != i64::MIN) =>
            {
                let factor = Expr { kind: Kind::Number(number(&factor).map_or(0, |value| -value)), span: factor.span };
                let product = Expr { kind: Kind::Binary(Operator::Multiply, Box::new(factor), rest), span: right.span };
                make(Kind::Binary(Operator::Subtract, Box::new(left), Box::new(product)))
            }
            _ => make(Kind::Binary(operator, Box::new(left), Box::new(right))),
        },
    }
}
