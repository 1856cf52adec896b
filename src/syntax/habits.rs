//! Habits of other notations: signs of programming languages, of typesetting and of other keyboards, and products without
//! a sign. Each has a fix, which is sure where only one reading is possible.
use super::tokens::{ITEMS, OPERATORS, Token};
use crate::diagnostic::{Certainty, Sink};
use crate::source::Span;

/// Words that stand behind a number and are no factors: those of the language that are no operators, and those that people
/// write in the place of `where`.
const BESIDE: [&str; 15] = [
    "sum",
    "symmetric",
    "below",
    "at",
    "cases",
    "forall",
    "exists",
    "sym",
    "such",
    "that",
    "when",
    "provided",
    "then",
    "else",
    "while",
];

/// Reports what a token would mean in another notation.
pub(super) fn habits(tokens: &[(Token<'_>, Span)], index: usize, text: &str, sink: &mut Sink) {
    let (token, span) = tokens[index];
    match token {
        Token::Sign(sign) => {
            if let Some((meant, certainty)) = meant(sign, tokens, index) {
                foreign_sign(sign, span, meant, certainty, text, sink);
            }
        }
        Token::Number(number) => {
            if number.parse::<i64>().is_err() {
                let shown: String = number.chars().take(24).collect();
                sink.error(
                    "number-too-large",
                    span,
                    format!("the number {shown} does not fit"),
                    "too large",
                    "numbers have at most 64 bits",
                );
            }
            a_product_has_its_sign(number, tokens, index, text, sink);
        }
        Token::Word(_) | Token::Text => {}
    }
}

/// Whether a `!` is surely `not`: before a bracket it denies all of it, in every notation; `!a = b` denies `a` in some, and `n!` is a
/// factorial.
fn denial(tokens: &[(Token<'_>, Span)], index: usize) -> Certainty {
    let operand = |at: Option<&(Token<'_>, Span)>| {
        matches!(at, Some((Token::Number(_) | Token::Sign(")" | "]" | "|" | "'"), _)))
            || matches!(at, Some((Token::Word(word), _)) if !OPERATORS.contains(word))
    };
    let after = matches!(tokens.get(index + 1), Some((Token::Sign("("), _)));
    let prefix = after && !operand(index.checked_sub(1).and_then(|before| tokens.get(before)));
    if prefix { Certainty::Sure } else { Certainty::Likely }
}

/// What a foreign sign stands for here; several words if that is not known.
fn meant(sign: &str, tokens: &[(Token<'_>, Span)], index: usize) -> Option<(&'static [&'static str], Certainty)> {
    if sign == "=>" {
        return Some((&[">=", "implies"], Certainty::Likely));
    }
    if sign == "!" {
        return Some((&["not"], denial(tokens, index)));
    }
    let number = |at: Option<usize>| matches!(at.and_then(|at| tokens.get(at)), Some((Token::Number(_), _)));
    if matches!(sign, "–" | "—") && number(index.checked_sub(1)) && number(Some(index + 1)) {
        // `1–5` is printed for a range as well.
        return Some((&["-", ".."], Certainty::Likely));
    }
    if sign == "∣" {
        // A bar of an absolute value, or the sign of divisibility.
        return Some((&["|", "divides"], Certainty::Likely));
    }
    if sign == "&" {
        // Also the bits that two numbers share, which have no sign here.
        return Some((&["and"], Certainty::Likely));
    }
    if matches!(sign, "’" | "‘" | "ʹ" | "´") && !touches_a_name(tokens, index) {
        // A quotation mark, and no prime.
        return Some((&["'"], Certainty::Likely));
    }
    let only: &[&str] = match sign {
        "==" | "===" | ":=" | "＝" | "≔" => &["="],
        "=<" | "≦" | "⩽" => &["<="],
        "≧" | "⩾" => &[">="],
        "<>" => &["!="],
        "＜" => &["<"],
        "＞" => &[">"],
        "&&" => &["and"],
        "**" => &["^"],
        "%" => &["mod"],
        "×" | "∗" | "⋅" | "∙" | "•" | "＊" => &["*"],
        "÷" | "∕" | "⁄" | "／" => &["/"],
        "–" | "—" | "‐" | "‑" | "‒" | "﹣" | "－" => &["-"],
        "＋" => &["+"],
        "⟶" | "⟼" | "↦" | "⇾" | "➔" | "➜" => &["->"],
        "⟹" | "==>" => &["implies"],
        "⟺" | "↔" | "⟷" | "<=>" | "<->" => &["iff"],
        "…" | "‥" => &[".."],
        "｜" => &["|"],
        "’" | "‘" | "ʹ" | "´" => &["'"],
        "“" | "”" | "„" => &["\""],
        "（" => &["("],
        "）" => &[")"],
        "，" => &[","],
        "：" => &[":"],
        "；" => &[";"],
        _ => return None,
    };
    Some((only, Certainty::Sure))
}

fn foreign_sign(written: &str, span: Span, meant: &[&'static str], certainty: Certainty, text: &str, sink: &mut Sink) {
    let message = format!("`{written}` is not a sign of this language");
    let words: Vec<String> = meant.iter().map(|meant| format!("`{meant}`")).collect();
    let help = if meant == ["\""] {
        "write a straight quotation mark, `\"`".to_owned()
    } else {
        format!("write {}", words.join(" or "))
    };
    if let Some(help) = behind(written, &text[..span.start]) {
        sink.error("foreign-sign", span, message, "here", help);
        return;
    }
    let mut fault = sink.error("foreign-sign", span, message, "here", help);
    for meant in meant {
        fault.fix(span, spaced(text, span, meant), certainty);
    }
}

/// What a `!` behind something stands for, where that is no `not`.
fn behind(written: &str, before: &str) -> Option<&'static str> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") || written != "!" {
        return None;
    }
    if before.ends_with("exists") || before.ends_with('∃') {
        return Some(
            "that there is no other is a condition of its own: `exists ...: ... and (forall ...: ... implies ... = ...)`",
        );
    }
    let is_operand = before.ends_with(|letter: char| letter.is_alphanumeric() || matches!(letter, ')' | ']' | '_'));
    is_operand.then_some("a factorial is a `sequence`: each number times what it is of the number before")
}

/// A word in the place of a sign does not run into the words beside it.
fn spaced(text: &str, span: Span, meant: &str) -> String {
    let letter = |beside: Option<char>| beside.is_some_and(|beside| beside.is_alphanumeric() || beside == '_');
    let word = meant.chars().all(char::is_alphabetic);
    let before = if word && letter(text[..span.start].chars().next_back()) { " " } else { "" };
    let after = if word && letter(text[span.end..].chars().next()) { " " } else { "" };
    format!("{before}{meant}{after}")
}

/// Whether a sign stands right behind a name or a bracket, as a prime does.
fn touches_a_name(tokens: &[(Token<'_>, Span)], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| tokens.get(before));
    let named = matches!(before, Some((Token::Word(_) | Token::Sign("]"), _)));
    named && before.map(|before| before.1.end) == tokens.get(index).map(|token| token.1.start)
}

/// Digits and `_`, as programming languages part the digits of a number.
fn parted_digits(word: &str) -> bool {
    word.starts_with('_')
        && word.chars().all(|letter| letter.is_ascii_digit() || letter == '_')
        && word.ends_with(|letter: char| letter.is_ascii_digit())
}

/// Reports `1_000`, which is one number elsewhere.
fn digits_are_parted(number: &str, word: &str, span: Span, sink: &mut Sink) {
    let plain = format!("{number}{}", word.replace('_', ""));
    let message = format!("`{number}{word}` is not a number");
    let help = format!("write `{plain}`: nothing stands between the digits of a number");
    sink.error("missing-sign", span, message, "digits are not parted here", help).sure(span, plain);
}

/// Reports a number at the end of a line before a line that begins with a name or bracket: a comma was forgotten there, rather
/// than the sign of a product.
fn a_line_ends(number: &str, written: &str, span: Span, after: Span, sink: &mut Sink) {
    let message = format!("nothing joins `{number}` to `{written}` on the next line");
    let help = format!(
        "line breaks mean nothing: put a comma behind `{number}` if another condition begins there; a product is `{number} * {written}`"
    );
    let label = "a sign is missing between them";
    sink.error("missing-sign", span.to(after), message, label, help).likely(Span::new(span.end, span.end), ",");
}

/// Reports `2x` and `2(x + 1)`, and says what to write: the product, and brackets where it can be read in two ways.
fn a_product_has_its_sign(number: &str, tokens: &[(Token<'_>, Span)], index: usize, text: &str, sink: &mut Sink) {
    let span = tokens[index].1;
    let Some(&(next, after)) = tokens.get(index + 1) else { return };
    let (written, place) = match next {
        Token::Word(word) if span.end == after.start && parted_digits(word) => {
            digits_are_parted(number, word, span.to(after), sink);
            return;
        }
        Token::Word(word) if begins_a_factor(word) => (word, &text[span.start..after.end]),
        Token::Sign("(") if !text[after.end..].trim_start().starts_with("mod") => ("(", &text[span.start..after.end]),
        _ => return,
    };
    if in_a_head(&tokens[..index]) && is_change(&tokens[index + 1..]) {
        let message = "a colon is missing before what this move changes";
        let help = "write `:` between them";
        let mut fault = sink.error("syntax", span.to(after), message, "no colon between", help);
        fault.sure(Span::new(span.end, span.end), ":");
        return;
    }
    if text[span.end..after.start].contains('\n') {
        a_line_ends(number, written, span, after, sink);
        return;
    }
    let message = format!("`{place}` is not a product");
    let product = format!("{number} * {written}");
    if binds_tightly(index.checked_sub(1).map(|before| tokens[before].0)) {
        let help = if written == "(" {
            format!("write `{product}`, and brackets about the whole product if all of it is meant")
        } else {
            format!(
                "write `({product})` if all of it is meant, `{product}` if the sign before it takes `{number}` alone"
            )
        };
        let mut fault = sink.error("missing-sign", span.to(after), message, "a product needs its sign", help);
        let called = matches!(tokens.get(index + 2), Some((Token::Sign("(" | "["), _)));
        if written != "(" && !called {
            fault.likely(span.to(after), format!("({product})"));
        }
        return;
    }
    // `1e5` and `0x1F` are numbers elsewhere.
    let scientific =
        written.strip_prefix(['e', 'E']).is_some_and(|rest| rest.chars().all(|digit| digit.is_ascii_digit()));
    // With a space between them, a comma or a word may have been forgotten as well.
    let apart = span.end < after.start;
    let certainty = if scientific || apart || number == "0" || written.starts_with('_') {
        Certainty::Likely
    } else {
        Certainty::Sure
    };
    let mut fault =
        sink.error("missing-sign", span.to(after), message, "a product needs its sign", format!("write `{product}`"));
    fault.fix(Span::new(span.end, after.start), " * ".to_owned(), certainty);
}

/// Whether the sign before a product without a sign may take its first factor alone: `1/2k`, `x mod 2k` and `x^2k` can be read in two
/// ways.
fn binds_tightly(before: Option<Token<'_>>) -> bool {
    let strokes = ["/", "^", "**", "÷", "∕", "⁄", "／", "%"];
    match before {
        Some(Token::Sign(sign)) => strokes.contains(&sign),
        Some(Token::Word(word)) => matches!(word, "mod" | "xor"),
        _ => false,
    }
}

/// Whether a word behind a number is a factor: a name, and no word that joins, or that begins something else.
fn begins_a_factor(word: &str) -> bool {
    !OPERATORS.contains(&word) && !ITEMS.contains(&word) && !BESIDE.contains(&word)
}

/// Whether tokens end inside the head of a move, behind its `for` and before a colon.
fn in_a_head(tokens: &[(Token<'_>, Span)]) -> bool {
    let begins = tokens.iter().rposition(|(token, _)| *token == Token::Word("move"));
    begins.is_some_and(|begins| {
        let ends = |token: &Token<'_>| matches!(token, Token::Sign("->" | "→" | ":"));
        let head = &tokens[begins..];
        head.iter().any(|(token, _)| *token == Token::Word("for")) && !head.iter().any(|(token, _)| ends(token))
    })
}

/// Whether tokens begin with what a move changes: `x -> ...`, `h[k] -> ...`, `(x, y) -> ...`.
fn is_change(tokens: &[(Token<'_>, Span)]) -> bool {
    let sign = |at: usize| match tokens.get(at) {
        Some((Token::Sign(sign), _)) => *sign,
        _ => "",
    };
    let begins = usize::from(sign(0) != "(");
    let mut depth = 0;
    for at in begins..tokens.len() {
        match sign(at) {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            // Behind a bracket that closes, or right behind the name.
            let next = if matches!(sign(at), ")" | "]") { at + 1 } else { at };
            return matches!(sign(next), "->" | "→");
        }
    }
    false
}
