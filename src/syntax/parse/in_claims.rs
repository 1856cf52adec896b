//! What is said of a claim in which a word stands in the wrong place: behind the parameters in place of before them, in the head in place of at
//! the end, before the range of a variable in place of behind the colon. Knows nothing of what claims mean.

/// Where in a claim something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClaimPlace {
    /// Before the colon.
    Head,
    /// Directly behind it.
    Begin,
    /// Behind a variable of `forall` or `exists`, before its colon.
    Quantifier,
    /// In a round bracket.
    Bracket,
    /// Elsewhere.
    Body,
}

/// The right order, where a word stands in a claim at which it cannot; `before` is the claim up to it, with its first word.
pub(super) fn in_the_right_order(before: &str, word: &str) -> Option<String> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let kind = before.split_whitespace().next().unwrap_or("");
    if !matches!(kind, "theorem" | "conjecture" | "claim" | "refuted") {
        return None;
    }
    let body = before.splitn(3, '"').nth(2)?;
    let place = place(body);
    // `in misere play`: the last word was read as the name of a set.
    let last = body.split_whitespace().last().unwrap_or("");
    let is_play = |word: &str| matches!(word, "misere" | "normal");
    let play = if is_play(word) { word } else { last };
    let is_misplaced_play = place == ClaimPlace::Head && body.contains("for ") && (is_play(word) || word.is_empty());
    Some(match (place, word) {
        _ if is_misplaced_play && is_play(play) => {
            format!("`{play}` stands behind the name: `{kind} \"...\" {play} for ...: ...`")
        }
        (ClaimPlace::Head, "at") if kind == "refuted" => {
            "`at` stands before the parameters: `refuted \"...\" at (...) for ...: ...`".to_owned()
        }
        (ClaimPlace::Head, "at") => "`at` names the counterexample of `refuted`; other claims have none".to_owned(),
        (ClaimPlace::Head, "where") => format!(
            "a condition on parameters stands behind `for`: `{kind} \"...\" for ... where ...: ...`; one on heaps ends the claim: \
             `{kind} \"...\": ... where ...`"
        ),
        (ClaimPlace::Begin, "where") => {
            format!("`where` stands at the end of a claim: `{kind} \"...\": ... where ...`; or write `... implies ...`")
        }
        (ClaimPlace::Quantifier, "where") => {
            "behind a variable stands its range, and a condition behind the colon: `exists ...: ... and ...`, \
             `forall ...: ... implies ...`"
                .to_owned()
        }
        (ClaimPlace::Bracket, "where") => {
            "`where` stands once, at the end of the claim; inside of it write `... and ...`, or `... implies ...`"
                .to_owned()
        }
        _ => return None,
    })
}

/// Where a claim stops, of which this stands behind its name.
fn place(body: &str) -> ClaimPlace {
    let mut open = Vec::new();
    // Colons that are still to come, in each bracket.
    let mut waits = vec![0_usize];
    let mut is_head = true;
    let mut word = String::new();
    for letter in body.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        if matches!(word.as_str(), "forall" | "exists") || matches!(letter, '∀' | '∃') {
            *waits.last_mut().unwrap_or(&mut 0) += 1;
        }
        word.clear();
        match letter {
            ':' if is_head && open.is_empty() => is_head = false,
            ':' => {
                if let Some(waits) = waits.last_mut() {
                    *waits = waits.saturating_sub(1);
                }
            }
            '(' | '[' | '{' => {
                open.push(letter);
                waits.push(0);
            }
            ')' | ']' | '}' => {
                open.pop();
                waits.pop();
            }
            _ => {}
        }
    }
    match open.last() {
        _ if is_head => ClaimPlace::Head,
        _ if waits.last().is_some_and(|waits| 0 < *waits) => ClaimPlace::Quantifier,
        Some('(') => ClaimPlace::Bracket,
        None if body.trim_end().ends_with(':') => ClaimPlace::Begin,
        _ => ClaimPlace::Body,
    }
}
