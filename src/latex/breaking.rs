//! Moves that break positions, as papers print them: sums of positions, and the digits of codes.
use crate::syntax::ast::{Change, CodeDeclaration, Expr, ExprKind, MoveDeclaration};

/// A move as one for each part that it leaves; one that breaks no position is itself.
pub(super) fn part_by_part(declaration: &MoveDeclaration, is_single: bool) -> Vec<MoveDeclaration> {
    let with = |change: Change| MoveDeclaration { change, ..declaration.clone() };
    match &declaration.change {
        Change::Full { from, to, more, span } => {
            let part =
                |to: &Vec<Expr>| Change::Full { from: from.clone(), to: to.clone(), more: Vec::new(), span: *span };
            std::iter::once(to).chain(more).map(|to| with(part(to))).collect()
        }
        Change::Short(changes) => {
            let broken = changes.iter().enumerate().find_map(|(at, (_, value))| match &value.kind {
                ExprKind::Tuple(parts) if 1 < parts.len() && is_single => Some((at, parts)),
                _ => None,
            });
            let Some((at, parts)) = broken else { return vec![declaration.clone()] };
            let part = |component: &Expr| {
                let mut own = changes.clone();
                own[at].1 = component.clone();
                with(Change::Short(own))
            };
            parts.iter().map(part).collect()
        }
    }
}

/// What is left where so many heaps are, with the conditions on `n`.
fn left(count: u32, heap: &str, taken: &str) -> (&'static str, String) {
    match count {
        0 => ("0", format!("{heap} = {taken}")),
        1 => ("m", format!(r"1 \le m = {heap} - {taken}")),
        2 => ("(a) + (b)", format!(r"a + b = {heap} - {taken},\ 1 \le a \le b")),
        _ => ("(a) + (b) + (c)", format!(r"a + b + c = {heap} - {taken},\ 1 \le a \le b \le c")),
    }
}

/// The sets of options of a code, each with a label.
pub(super) fn sets(code: &CodeDeclaration, heap: &str) -> Vec<(String, String)> {
    let repeated = code.digits.strip_suffix("...").or_else(|| code.digits.strip_suffix('…'));
    let digits = repeated.unwrap_or(&code.digits).chars().filter_map(|letter| letter.to_digit(16));
    let digits: Vec<u32> = digits.collect();
    let mut lines = Vec::new();
    for (place, digit) in digits.iter().enumerate() {
        let repeats = repeated.is_some() && place + 1 == digits.len();
        for count in (0..4).filter(|count| digit >> count & 1 == 1) {
            let taken = if repeats { "i".to_owned() } else { place.to_string() };
            let (element, mut conditions) = left(count, heap, &taken);
            if repeats {
                conditions = format!(r"{place} \le i,\ {conditions}");
            }
            lines.push((format!("{}, place {place}", code.digits), format!(r"\{{{element} : {conditions}\}}")));
        }
    }
    lines
}
