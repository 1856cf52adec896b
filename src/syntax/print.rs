//! Tree to canonical text: what is parsed from it is the same tree.
use super::ast::{Binder, Change, Claim, Expr, File, Item, ItemKind, Kind, MoveDeclaration, Name, Operator, Relation};
use crate::value::Play;

/// A whole file, items separated by lines.
#[must_use]
pub fn print_file(file: &File) -> String {
    let mut text = String::new();
    for (index, item) in file.items.iter().enumerate() {
        let block = matches!(item.kind, ItemKind::Move(_) | ItemKind::Claim(_));
        if index != 0
            && (block
                || matches!(file.items[index - 1].kind, ItemKind::Move(_) | ItemKind::Claim(_) | ItemKind::Source(_)))
        {
            text.push('\n');
        }
        text.push_str(&print_item(item));
        text.push('\n');
    }
    text
}

/// One item, without a line break at the end.
#[must_use]
pub fn print_item(item: &Item) -> String {
    match &item.kind {
        ItemKind::Ruleset(title) => format!("ruleset \"{title}\""),
        ItemKind::Source(title) => format!("source \"{title}\""),
        ItemKind::Param { name, default, condition } => {
            format!("param {} = {}{}", name.text, print_expression(default), where_(condition.as_ref()))
        }
        ItemKind::Heaps { heaps, below } => {
            let below = below.as_ref().map_or_else(String::new, |below| format!(" below {}", print_expression(below)));
            let heaps = heaps.iter().map(|heap| match &heap.size {
                Some(size) => format!("{}[{}]", heap.name.text, print_expression(size)),
                None => heap.name.text.clone(),
            });
            format!("heaps {}{below}", heaps.collect::<Vec<_>>().join(", "))
        }
        ItemKind::Register { name, range } => match range {
            Some((low, high)) => format!("register {} in {}..{}", name.text, at(low, 7), at(high, 7)),
            None => format!("register {}", name.text),
        },
        ItemKind::Positions(condition) => format!("positions{}", where_(Some(condition))),
        ItemKind::Play(play) => format!("play {}", play_word(*play)),
        ItemKind::Measure(entries) => format!("measure {}", list(entries)),
        ItemKind::Move(declaration) => move_text(declaration),
        ItemKind::Let { name, arguments, body } => {
            format!("let {}{} = {}", name.text, bracket(arguments), print_expression(body))
        }
        ItemKind::Sequence { name, indices, body, from } => {
            let mut text = format!("sequence {}{} = {}", name.text, bracket(indices), print_expression(body));
            for (index, (arguments, value)) in from.iter().enumerate() {
                text.push_str(if index == 0 { " from " } else { ", " });
                text.push_str(&format!("{}({}) = {}", name.text, list(arguments), print_expression(value)));
            }
            text
        }
        ItemKind::Claim(claim) => claim_text(claim),
        ItemKind::Extends { file, with } => format!("extends \"{file}\"{}", with_text(with)),
        ItemKind::Sum(parts) => {
            let parts = parts.iter().map(|(file, with)| format!("\"{file}\"{}", with_text(with)));
            format!("sum of {}", parts.collect::<Vec<_>>().join(", "))
        }
    }
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

fn with_text(with: &[(Name, Expr)]) -> String {
    if with.is_empty() {
        return String::new();
    }
    let settings = with.iter().map(|(name, value)| format!("{} = {}", name.text, at(value, 7)));
    format!(" with {}", settings.collect::<Vec<_>>().join(", "))
}

fn move_text(declaration: &MoveDeclaration) -> String {
    let names = |names: &[Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>().join(", ");
    let amounts = declaration.amounts.iter().map(|amount| match &amount.over {
        Some(over) => format!("{}[{}]", amount.name.text, over.text),
        None => amount.name.text.clone(),
    });
    let amounts = amounts.collect::<Vec<_>>().join(", ");
    let amounts = if amounts.is_empty() { amounts } else { format!("({amounts})") };
    let mut text = format!("move {}{amounts}", declaration.name.text);
    if declaration.symmetric {
        text.push_str(" symmetric");
    }
    if let Some(each) = &declaration.each {
        let heaps = names(&each.heaps);
        let heaps = if each.heaps.len() == 1 { heaps } else { format!("({heaps})") };
        let (subset, of) = if each.subset { ("subset ", "of") } else { ("", "in") };
        text.push_str(&format!(" for each {subset}{} {of} {heaps}", names(&each.names)));
    }
    text.push_str(":\n    ");
    match &declaration.change {
        Change::Full { from, to, .. } => text.push_str(&format!("({}) -> ({})", names(from), list(to))),
        Change::Short(changes) => {
            let changes =
                changes.iter().map(|(from, to)| format!("{} -> {}", print_expression(from), print_expression(to)));
            text.push_str(&changes.collect::<Vec<_>>().join(", "));
        }
    }
    if declaration.condition.is_some() {
        text.push_str("\n   ");
        text.push_str(&where_(declaration.condition.as_ref()));
    }
    text
}

fn claim_text(claim: &Claim) -> String {
    let mut text = format!("{} \"{}\"", claim.kind, claim.name);
    if let Some(play) = claim.play {
        text.push_str(&format!(" {}", play_word(play)));
    }
    if let Some(position) = &claim.at {
        let position = print_expression(position);
        text.push_str(&if position.starts_with('(') { format!(" at {position}") } else { format!(" at ({position})") });
    }
    if !claim.binders.is_empty() {
        text.push_str(&format!(" for {}{}", binders(&claim.binders), where_(claim.head_condition.as_ref())));
    }
    text.push_str(&format!(":\n    {}", print_expression(&claim.body)));
    match &claim.except {
        Some(Expr { kind: Kind::Name { name, .. }, .. }) if name == "finitely" => {
            text.push_str(" except finitely many");
        }
        Some(except) => text.push_str(&format!(" except {}", print_expression(except))),
        None => {}
    }
    text.push_str(&where_(claim.condition.as_ref()));
    text
}

fn where_(condition: Option<&Expr>) -> String {
    condition.map_or_else(String::new, |condition| format!(" where {}", print_expression(condition)))
}

fn bracket(names: &[Name]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("({})", names.iter().map(|name| name.text.clone()).collect::<Vec<_>>().join(", "))
}

fn binders(binders: &[Binder]) -> String {
    let all =
        binders.iter().map(|binder| format!("{} {} {}", binder.name.text, sign(binder.relation), at(&binder.range, 6)));
    all.collect::<Vec<_>>().join(", ")
}

fn list(all: &[Expr]) -> String {
    all.iter().map(print_expression).collect::<Vec<_>>().join(", ")
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::LessEqual => "<=",
        Relation::Equal => "=",
        Relation::NotEqual => "!=",
        Relation::Greater => ">",
        Relation::GreaterEqual => ">=",
        Relation::In => "in",
        Relation::NotIn => "not in",
    }
}

/// The sign of an operator and how tightly it binds.
fn operator(operator: Operator) -> (&'static str, u8) {
    match operator {
        Operator::Iff => ("iff", 0),
        Operator::Implies => ("implies", 1),
        Operator::Or => ("or", 2),
        Operator::And => ("and", 3),
        Operator::Union => ("union", 6),
        Operator::Intersect => ("intersect", 6),
        Operator::Minus => ("minus", 6),
        Operator::Xor => ("xor", 8),
        Operator::Add => ("+", 9),
        Operator::Subtract => ("-", 9),
        Operator::Multiply => ("*", 10),
        Operator::Divide => ("/", 10),
        Operator::Modulo => ("mod", 10),
        Operator::Power => ("^", 12),
    }
}

fn tightness(expression: &Expr) -> u8 {
    match &expression.kind {
        Kind::Binary(which, ..) => operator(*which).1,
        Kind::Not(_) => 4,
        Kind::Comparison { modulus, .. } => {
            if modulus.is_some() {
                4
            } else {
                5
            }
        }
        Kind::Range(..) => 7,
        Kind::Negate(_) => 11,
        Kind::Quantified { .. } | Kind::OptionsOf { .. } | Kind::All(_) => 0,
        Kind::Number(value) if *value < 0 => 11,
        Kind::Symmetric(_) => 13,
        _ => 14,
    }
}

/// An expression in brackets unless it binds at least this tightly.
fn at(expression: &Expr, least: u8) -> String {
    let text = print_expression(expression);
    if tightness(expression) < least { format!("({text})") } else { text }
}

/// An expression with as few brackets as its meaning allows.
#[must_use]
pub fn print_expression(expression: &Expr) -> String {
    match &expression.kind {
        Kind::Number(value) => value.to_string(),
        Kind::Name { name, primed } => format!("{name}{}", if *primed { "'" } else { "" }),
        Kind::Index { name, primed, index } => {
            format!("{name}{}[{}]", if *primed { "'" } else { "" }, print_expression(index))
        }
        Kind::Negate(inner) => format!("-{}", at(inner, 12)),
        Kind::Not(inner) => format!("not {}", at(inner, 5)),
        Kind::Binary(which, left, right) => {
            let (sign, level) = operator(*which);
            let (on_left, on_right) = match which {
                Operator::Power | Operator::Implies => (level + 1, level),
                // Nim-sums and sums next to each other are always bracketed.
                Operator::Xor => (11, 11),
                _ => (level, level + 1),
            };
            let on_left = if *which == Operator::Xor && matches!(left.kind, Kind::Binary(Operator::Xor, ..)) {
                8
            } else {
                on_left
            };
            format!("{} {sign} {}", at(left, on_left), at(right, on_right))
        }
        Kind::Absolute(inner) => format!("|{}|", print_expression(inner)),
        Kind::Call { function, arguments } => format!("{}({})", function.text, list(arguments)),
        Kind::Fold { function, value, name, array, condition } => {
            let condition = where_(condition.as_deref());
            if function.text == "count" {
                return format!("count({} in {}{condition})", name.text, array.text);
            }
            format!("{}({} for {} in {}{condition})", function.text, print_expression(value), name.text, array.text)
        }
        Kind::Tuple(parts) => format!("({})", list(parts)),
        Kind::Comparison { first, rest, modulus } => {
            let mut text = at(first, 6);
            for (relation, right) in rest {
                text.push_str(&format!(" {} {}", sign(*relation), at(right, 6)));
            }
            if let Some(modulus) = modulus {
                text.push_str(&format!(" (mod {})", print_expression(modulus)));
            }
            text
        }
        Kind::Range(low, high) => format!("{}..{}", at(low, 8), at(high, 8)),
        Kind::Set(elements) => format!("{{{}}}", list(elements)),
        Kind::List(elements) => format!("[{}]", list(elements)),
        Kind::Family { element, binders: bound, condition } => {
            let bound = if bound.is_empty() { String::new() } else { format!(" for {}", binders(bound)) };
            format!("{{{}{bound}{}}}", print_expression(element), where_(condition.as_deref()))
        }
        Kind::Symmetric(inner) => format!("sym {}", at(inner, 14)),
        Kind::Cases(cases) => {
            let cases = cases.iter().map(|(value, condition)| match condition {
                Some(condition) => format!("{} if {}", print_expression(value), print_expression(condition)),
                None => format!("{} otherwise", print_expression(value)),
            });
            format!("cases {{ {} }}", cases.collect::<Vec<_>>().join("; "))
        }
        Kind::Quantified { universal, binders: bound, body } => {
            format!("{} {}: {}", if *universal { "forall" } else { "exists" }, binders(bound), print_expression(body))
        }
        Kind::OptionsOf { universal, names, position, body } => {
            let word = if *universal { "forall" } else { "exists" };
            format!("{word} option {} of {}: {}", bracket(names), print_expression(position), print_expression(body))
        }
        Kind::Of(inner, file) => format!("{} of \"{file}\"", at(inner, 14)),
        Kind::All(parts) => list(parts),
    }
}
