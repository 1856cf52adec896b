//! Puts numbers in place of parameters, and drops what then says nothing (`+ 0`, `1 *`, `0 *`).
use super::ast::{Binder, Change, CodeDigits, Expr, ExprKind, Item, ItemKind, Operator};
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
            for binder in declaration.indices.iter().flat_map(|indices| &indices.binders) {
                numbers.retain(|name, _| binder.names().all(|own| own.text != *name));
            }
        }
        _ => {}
    }
    let numbers = &numbers;
    let put = |expression: &mut Expr| *expression = replaced(expression, numbers);
    match &mut item.kind {
        ItemKind::Heaps { heaps, .. } => heaps.iter_mut().filter_map(|heap| heap.size.as_mut()).for_each(put),
        ItemKind::Register { size, range, .. } => {
            range.iter_mut().flat_map(|(low, high)| [low, high]).chain(size).for_each(put);
        }
        ItemKind::Positions(root) | ItemKind::Blocking(root) | ItemKind::Start { value: root, .. } => put(root),
        ItemKind::Measure(entries) => entries.iter_mut().for_each(put),
        ItemKind::Let { body, .. } => put(body),
        ItemKind::Code(code) => {
            if let CodeDigits::Listed(digits) = &mut code.digits {
                digits.iter_mut().for_each(put);
            }
        }
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
                Change::Full { to, more, .. } => to.iter_mut().chain(more.iter_mut().flatten()).for_each(put),
                Change::Short(changes) => changes.iter_mut().for_each(|(_, to)| put(to)),
            }
            declaration.condition.iter_mut().for_each(put);
            if let Some(indices) = &mut declaration.indices {
                let ranges = indices.binders.iter_mut().map(|binder| &mut *binder.range);
                ranges.chain(&mut indices.condition).for_each(put);
            }
        }
        _ => {}
    }
    item
}

/// An expression with numbers for names.
pub(crate) fn replaced(expression: &Expr, numbers: &IndexMap<String, i64>) -> Expr {
    let span = expression.span;
    let again = |part: &Expr| replaced(part, numbers);
    let boxed = |part: &Expr| Box::new(replaced(part, numbers));
    let all = |parts: &[Expr]| parts.iter().map(again).collect::<Vec<_>>();
    let kind = match &expression.kind {
        ExprKind::Name { name, primed: false } => {
            numbers.get(name).map_or_else(|| expression.kind.clone(), |value| ExprKind::Number(*value))
        }
        ExprKind::Binary(operator, left, right) => return simplified(*operator, again(left), again(right), expression),
        ExprKind::Negate(inner) => match again(inner) {
            Expr { kind: ExprKind::Number(value), .. } if value != i64::MIN => ExprKind::Number(-value),
            inner => ExprKind::Negate(Box::new(inner)),
        },
        ExprKind::Not(inner) => ExprKind::Not(boxed(inner)),
        ExprKind::Absolute(inner) => ExprKind::Absolute(boxed(inner)),
        ExprKind::Index { name, primed, index } => {
            ExprKind::Index { name: name.clone(), primed: *primed, index: boxed(index) }
        }
        ExprKind::Call { function, arguments } => {
            ExprKind::Call { function: function.clone(), arguments: all(arguments) }
        }
        ExprKind::Tuple(parts) => ExprKind::Tuple(all(parts)),
        ExprKind::Set(parts) => ExprKind::Set(all(parts)),
        ExprKind::List(parts) => ExprKind::List(all(parts)),
        ExprKind::All(parts) => ExprKind::All(all(parts)),
        ExprKind::Range(low, high) => ExprKind::Range(boxed(low), boxed(high)),
        ExprKind::Comparison { first, rest, modulus } => ExprKind::Comparison {
            first: boxed(first),
            rest: rest.iter().map(|(relation, right)| (*relation, again(right))).collect(),
            modulus: modulus.as_deref().map(boxed),
        },
        ExprKind::Cases(cases) => {
            ExprKind::Cases(cases.iter().map(|(value, guard)| (again(value), guard.as_ref().map(again))).collect())
        }
        other => within(other, numbers).unwrap_or_else(|| other.clone()),
    };
    Expr { kind, span }
}

/// What binds variables, with numbers for the names that they do not hide.
fn within(kind: &ExprKind, numbers: &IndexMap<String, i64>) -> Option<ExprKind> {
    Some(match kind {
        ExprKind::Quantified { universal, binders, body } => {
            let (binders, numbers) = bound(binders, numbers);
            ExprKind::Quantified { universal: *universal, binders, body: Box::new(replaced(body, &numbers)) }
        }
        ExprKind::FoldIndices { function, value, binders, condition } => {
            let (binders, numbers) = bound(binders, numbers);
            ExprKind::FoldIndices {
                function: function.clone(),
                value: Box::new(replaced(value, &numbers)),
                binders,
                condition: condition.as_deref().map(|part| Box::new(replaced(part, &numbers))),
            }
        }
        ExprKind::Fold { function, value, name, array, condition } => {
            let mut numbers = numbers.clone();
            numbers.shift_remove(&name.text);
            ExprKind::Fold {
                function: function.clone(),
                value: Box::new(replaced(value, &numbers)),
                name: name.clone(),
                array: array.clone(),
                condition: condition.as_deref().map(|part| Box::new(replaced(part, &numbers))),
            }
        }
        ExprKind::Family { element, binders, condition } => {
            let (binders, numbers) = bound(binders, numbers);
            ExprKind::Family {
                element: Box::new(replaced(element, &numbers)),
                binders,
                condition: condition.as_deref().map(|part| Box::new(replaced(part, &numbers))),
            }
        }
        _ => return None,
    })
}

/// Variables with numbers in their ranges, and the numbers whose names they do not hide.
fn bound(binders: &[Binder], numbers: &IndexMap<String, i64>) -> (Vec<Binder>, IndexMap<String, i64>) {
    let mut numbers = numbers.clone();
    let mut all = Vec::new();
    for binder in binders {
        all.push(Binder { range: Box::new(replaced(&binder.range, &numbers)), ..binder.clone() });
        numbers.retain(|name, _| binder.names().all(|own| own.text != *name));
    }
    (all, numbers)
}

/// An operation without products with 0, 1 and -1, sums with 0, and sums with what is negative.
fn simplified(operator: Operator, left: Expr, right: Expr, original: &Expr) -> Expr {
    let number = |expression: &Expr| match expression.kind {
        ExprKind::Number(value) => Some(value),
        _ => None,
    };
    let make = |kind| Expr { kind, span: original.span };
    match (operator, number(&left), number(&right)) {
        (Operator::Multiply, Some(0), _) | (Operator::Multiply, _, Some(0)) => make(ExprKind::Number(0)),
        (Operator::Multiply, Some(1), _) | (Operator::Add, Some(0), _) => right,
        (Operator::Multiply, _, Some(1)) | (Operator::Add | Operator::Subtract, _, Some(0)) => left,
        (Operator::Multiply, Some(-1), _) => make(ExprKind::Negate(Box::new(right))),
        (Operator::Add, _, Some(value)) if value < 0 && value != i64::MIN => {
            let right = Expr { kind: ExprKind::Number(-value), span: right.span };
            make(ExprKind::Binary(Operator::Subtract, Box::new(left), Box::new(right)))
        }
        _ => match right.kind {
            ExprKind::Negate(inner) if operator == Operator::Add => {
                make(ExprKind::Binary(Operator::Subtract, Box::new(left), inner))
            }
            ExprKind::Binary(Operator::Multiply, factor, rest)
                if operator == Operator::Add && number(&factor).is_some_and(|value| value < 0 && value != i64::MIN) =>
            {
                let factor =
                    Expr { kind: ExprKind::Number(number(&factor).map_or(0, |value| -value)), span: factor.span };
                let product =
                    Expr { kind: ExprKind::Binary(Operator::Multiply, Box::new(factor), rest), span: right.span };
                make(ExprKind::Binary(Operator::Subtract, Box::new(left), Box::new(product)))
            }
            _ => make(ExprKind::Binary(operator, Box::new(left), Box::new(right))),
        },
    }
}
