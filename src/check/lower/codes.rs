//! Codes of games of taking and breaking to moves: `octal "0.137"`. The digit at place k says what may become of a heap from
//! which k are taken: 1 for none left, 2 for one heap, 4 for two, 8 for three, added up (Guy and Smith 1956; Berlekamp, Conway
//! and Guy, Winning Ways, chapter 4). Heaps that are left are not empty.
use super::fold;
use super::instance::{Lowered, belongs};
use super::terms::constant;
use crate::check::scope::{Scope, coordinate};
use crate::diagnostic::Sink;
use crate::ruleset::{Comparison, Condition, Move, Term, Variable};
use crate::syntax::ast::{CodeDeclaration, CodeDigits, Expr};

/// The most digits behind the point.
const MOST_DIGITS: usize = 64;

/// What a code says.
struct ReadCode {
    /// The digit at each place, from 0 on.
    digits: Vec<u32>,
    /// Whether the last digit is repeated for ever.
    repeats: bool,
}

/// The moves of a code, one for each number of heaps that may be left at each place.
pub(super) fn moves(code: &CodeDeclaration, scope: &Scope, positions: &Condition, sink: &mut Sink) -> Vec<Lowered> {
    if scope.heaps.len() != 1 || scope.ordinal.is_some() {
        let help = "write `heaps n` for it, and other heaps in a file of their own";
        let message = format!("an {} code speaks of one heap, and this game has {}", code.word(), scope.heaps.len());
        sink.error("bad-code", code.span, message, "here", help);
        return Vec::new();
    }
    let Some(read) = read(code, scope, sink) else { return Vec::new() };
    let mut all = Vec::new();
    for (taken, digit) in read.digits.iter().enumerate() {
        let from_here_on = read.repeats && taken + 1 == read.digits.len();
        for left in 0..4 {
            if digit >> left & 1 == 1 {
                all.extend(family(taken, left, from_here_on, code, (scope, positions)));
            }
        }
    }
    // Parameters may come to a game without a move; nobody writes one.
    if let (true, CodeDigits::Written(digits)) = (all.is_empty(), &code.digits) {
        let message = format!("`{digits}` allows no move");
        sink.error("bad-code", code.span, message, "all its digits are 0", "a digit says what may be left, as 0.137");
    }
    all
}

/// The digits of a code; reports what is none.
fn read(code: &CodeDeclaration, scope: &Scope, sink: &mut Sink) -> Option<ReadCode> {
    let read = match &code.digits {
        CodeDigits::Written(digits) => written(digits, code, sink)?,
        CodeDigits::Listed(digits) => listed(digits, code, scope, sink)?,
    };
    // Nothing taken and less than two heaps left is no move.
    if read.digits[0] & 3 != 0 {
        let help = "the digit before the point says into how many heaps one is parted: 0, or 4 for two (8 for three)";
        let message = format!("`{}` before the point would be a move that changes nothing", read.digits[0]);
        sink.error("bad-code", code.span, message, "not such a code", help);
        return None;
    }
    Some(read)
}

/// The largest digit, and a code as an example.
fn largest(code: &CodeDeclaration) -> (u32, &'static str) {
    if code.hexadecimal { (15, "0.8") } else { (7, "0.137") }
}

/// Digits between quotation marks.
fn written(digits: &str, code: &CodeDeclaration, sink: &mut Sink) -> Option<ReadCode> {
    let (largest, example) = largest(code);
    let mut refuse = |message: String, help: String| {
        sink.error("bad-code", code.span, message, "not such a code", help);
        None
    };
    let shape = format!(
        "write a digit, a point, and digits from 0 to {largest:X}, for example `{} \"{example}\"`; `...` repeats the last one",
        code.word()
    );
    let repeated = digits.strip_suffix("...").or_else(|| digits.strip_suffix('…'));
    let Some((first, others)) = repeated.unwrap_or(digits).split_once('.') else {
        return refuse(format!("`{digits}` has no point"), shape);
    };
    if first.chars().count() != 1 || others.is_empty() {
        return refuse(format!("`{digits}` does not have one digit before its point and some behind it"), shape);
    }
    if MOST_DIGITS < others.len() {
        return refuse(format!("this code has {} digits", others.len()), format!("at most {MOST_DIGITS} are read"));
    }
    let mut all = Vec::new();
    for letter in first.chars().chain(others.chars()) {
        match letter.to_digit(16).filter(|digit| *digit <= largest) {
            Some(digit) => all.push(digit),
            None => return refuse(format!("`{letter}` is no digit of an {} code", code.word()), shape),
        }
    }
    Some(ReadCode { digits: all, repeats: repeated.is_some() })
}

/// Digits that are numbers when the parameters are put in.
fn listed(digits: &[Expr], code: &CodeDeclaration, scope: &Scope, sink: &mut Sink) -> Option<ReadCode> {
    let (largest, _) = largest(code);
    if MOST_DIGITS + 1 < digits.len() {
        let (message, help) =
            (format!("this code has {} digits", digits.len()), format!("at most {MOST_DIGITS} are read"));
        sink.error("bad-code", code.span, message, "not such a code", help);
        return None;
    }
    let mut all = Vec::new();
    for digit in digits {
        let value = constant(digit, scope, sink)?;
        let fits = u32::try_from(value).ok().filter(|value| *value <= largest);
        let Some(fits) = fits else {
            let message = format!("{value} is no digit of an {} code", code.word());
            let help = format!(
                "digits go from 0 to {largest}: say so of a parameter, as in `param a = 1 where 0 <= a <= {largest}`"
            );
            sink.error("bad-code", digit.span, message, "here", help);
            return None;
        };
        all.push(fits);
    }
    Some(ReadCode { digits: all, repeats: false })
}

/// So many are taken, or so many and more, and so many heaps are left, the smaller ones first.
fn family(
    taken: usize,
    left: usize,
    from_here_on: bool,
    code: &CodeDeclaration,
    (scope, positions): (&Scope, &Condition),
) -> Option<Lowered> {
    let number = |value: usize| Term::Constant(i128::try_from(value).expect("a place fits 128 bits"));
    let mut names: Vec<&str> = Vec::new();
    let mut amount = |name: &'static str| {
        names.push(name);
        Term::Variable(Variable::Amount(names.len() - 1))
    };
    let mut guard = Vec::new();
    let mut take = number(taken);
    // What is left after all is taken has one form only, however many are taken.
    if from_here_on && 0 < left {
        let free = amount("i");
        guard.push(fold::compare(take, Comparison::AtMost, free.clone()));
        take = free;
    }
    let heap = coordinate(0);
    let mut heaps: Vec<Term> = ["a", "b"].into_iter().take(left.saturating_sub(1)).map(&mut amount).collect();
    match left {
        0 if from_here_on => guard.push(fold::compare(take, Comparison::AtMost, heap)),
        0 => guard.push(fold::compare(take, Comparison::Equal, heap)),
        _ => {
            let taken: Vec<Term> = std::iter::once(take).chain(heaps.iter().cloned()).collect();
            let rest = taken.into_iter().try_fold(heap, |rest, part| fold::difference(rest, part).ok())?;
            heaps.push(rest);
            guard.push(fold::compare(number(1), Comparison::AtMost, heaps[0].clone()));
            guard.extend(heaps.windows(2).map(|two| fold::compare(two[0].clone(), Comparison::AtMost, two[1].clone())));
        }
    }
    if heaps.is_empty() {
        heaps.push(number(0));
    }
    let mut after = heaps.into_iter().map(|size| {
        let mut targets: Vec<Term> = (0..scope.dimension()).map(coordinate).collect();
        targets[0] = size;
        targets
    });
    let targets = after.next().unwrap_or_default();
    let more: Vec<Vec<Term>> = after.collect();
    let words = ["leaving nothing", "leaving one heap", "leaving two heaps", "leaving three heaps"];
    let or_more = if from_here_on { " or more" } else { "" };
    let mut rule = Move {
        name: format!("take {taken}{or_more}"),
        instance: words[left].to_owned(),
        amounts: names.into_iter().map(str::to_owned).collect(),
        targets,
        more,
        guard: Condition::Known(true),
    };
    guard.extend(rule.parts().flat_map(|part| belongs(part, positions, scope)));
    rule.guard = fold::and(guard);
    let amounts = vec![code.span; rule.amounts.len()];
    Some(Lowered { rule, written: Vec::new(), name: code.span, amounts, unused: Vec::new(), split_chain: None })
}
