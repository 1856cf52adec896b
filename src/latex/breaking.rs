//! Moves that break positions, as papers print them: sums of positions, and the digits of codes.
use super::Symbols;
use crate::syntax::ast::{Change, CodeDeclaration, CodeDigits, Expr, ExprKind, MoveDeclaration};

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

/// What is left where so many heaps are, with the conditions on `n`; the heaps have these letters.
fn left(count: u32, heap: &str, taken: &str, [a, b, c]: [&str; 3]) -> (String, String) {
    match count {
        0 => ("0".to_owned(), format!("{heap} = {taken}")),
        1 => ("m".to_owned(), format!(r"1 \le m = {heap} - {taken}")),
        2 => (format!("({a}) + ({b})"), format!(r"{a} + {b} = {heap} - {taken},\ 1 \le {a} \le {b}")),
        _ => (
            format!("({a}) + ({b}) + ({c})"),
            format!(r"{a} + {b} + {c} = {heap} - {taken},\ 1 \le {a} \le {b} \le {c}"),
        ),
    }
}

/// The sets of options of a code, each with a label.
pub(super) fn sets(code: &CodeDeclaration, heap: &str, names: &Symbols) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    match &code.digits {
        CodeDigits::Written(written) => {
            let repeated = written.strip_suffix("...").or_else(|| written.strip_suffix('…'));
            let digits = repeated.unwrap_or(written).chars().filter_map(|letter| letter.to_digit(16));
            let digits: Vec<u32> = digits.collect();
            for (place, digit) in digits.iter().enumerate() {
                let repeats = repeated.is_some() && place + 1 == digits.len();
                for count in (0..4).filter(|count| digit >> count & 1 == 1) {
                    let taken = if repeats { "i".to_owned() } else { place.to_string() };
                    let (element, mut conditions) = left(count, heap, &taken, ["a", "b", "c"]);
                    if repeats {
                        conditions = format!(r"{place} \le i,\ {conditions}");
                    }
                    lines.push((format!("{written}, place {place}"), format!(r"\{{{element} : {conditions}\}}")));
                }
            }
        }
        CodeDigits::Listed(digits) => {
            for (place, digit) in digits.iter().enumerate() {
                for count in 0..if code.hexadecimal { 4 } else { 3 } {
                    let (element, mut conditions) = left(count, heap, &place.to_string(), ["u", "v", "w"]);
                    match &digit.kind {
                        ExprKind::Number(number) if number >> count & 1 == 1 => {}
                        ExprKind::Number(_) => continue,
                        // A parameter allows it where its binary digit is 1.
                        _ => {
                            let digit = names.expression(digit);
                            let part = match count {
                                0 => digit,
                                _ => format!(r"\lfloor \frac{{{digit}}}{{{}}} \rfloor", 1 << count),
                            };
                            conditions = format!(r"{conditions},\ {part} \text{{ is odd}}");
                        }
                    }
                    lines.push((format!("place {place}"), format!(r"\{{{element} : {conditions}\}}")));
                }
            }
        }
    }
    lines
}
