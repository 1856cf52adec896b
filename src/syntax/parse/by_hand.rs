//! What is said of rules and claims as they are written by hand: `x -> x - i if 1 <= i`, `i is even`, `min{x, y}`, `for all k`. Knows the
//! words and signs around the place where the grammar stopped, and nothing of what they mean.

/// What is to be written, and how many bytes from the place on this replaces, with the text.
pub(super) type WrittenByHand = (String, Option<(usize, &'static str)>);

/// What is to be written in place of what stands at a place of an item: `before` is the item up to it, `rest` what follows.
pub(super) fn as_the_language_has_it(before: &str, rest: &str) -> Option<WrittenByHand> {
    // The explorer has a limit of bytes, and does without.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let item = before.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("");
    let before = before.trim_end();
    anywhere(before, rest).or_else(|| match item {
        "move" => in_a_move(before, rest),
        "theorem" | "conjecture" | "claim" | "refuted" => in_a_claim(item, before, rest),
        "heaps" | "register" | "sequence" | "positions" => in_a_declaration(item, before, rest),
        _ => None,
    })
}

/// The word with which a text begins.
fn word_of(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("")
}

/// A help without a replacement.
fn told(help: &str) -> WrittenByHand {
    (help.to_owned(), None)
}

/// Whether a text begins with this word, and nothing that belongs to it follows.
fn begins(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

/// Words and signs that stand in moves and claims alike.
fn anywhere(before: &str, rest: &str) -> Option<WrittenByHand> {
    let last = before.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next_back().unwrap_or("");
    let is_expression = before.contains("where") || before.contains("->") || before.contains("\":");
    if let Some(phrase) = ["if and only if", "if, and only if,"].iter().find(|phrase| begins(rest, phrase)) {
        return Some(("write `iff`".to_owned(), Some((phrase.len(), "iff"))));
    }
    let parity = [("is even", "= 0"), ("is odd", "= 1")].into_iter().find(|(words, _)| begins(rest, words));
    if let Some((_, remainder)) = parity.filter(|_| !last.is_empty()) {
        return Some((format!("write `{last} mod 2 {remainder}`"), None));
    }
    if rest.starts_with('{') && matches!(last, "min" | "max" | "gcd") {
        return Some((format!("its arguments stand in round brackets: `{last}(..., ...)`"), None));
    }
    let is_one_bar = rest.starts_with('|') && !rest[1..].contains('|') && !before.contains(['|', '{']);
    if is_expression && is_one_bar {
        return Some(("that one number divides another is said by `divides`".to_owned(), Some((1, "divides"))));
    }
    if matches!(last, "phi" | "φ") && rest.starts_with(char::is_alphanumeric) {
        return Some((format!("a product is written with its sign: `{last} * {}`", word_of(rest)), None));
    }
    let is_open = before.matches('(').count() != before.matches(')').count();
    if begins(rest, "where") && before.contains(" where ") && !is_open {
        return Some(("conditions behind `where` are joined by commas".to_owned(), None));
    }
    None
}

/// What is said of a move: the order of its parts, and how changes are joined.
fn in_a_move(before: &str, rest: &str) -> Option<WrittenByHand> {
    let has_arrow = before.contains("->") || before.contains('→');
    let arrow_follows = rest.contains("->") || rest.contains('→');
    let is_where = before.contains(" where ");
    if has_arrow && !is_where && begins(rest, "if") && !rest.contains("else") {
        return Some(("conditions stand behind `where`".to_owned(), Some((2, "where"))));
    }
    if has_arrow && !is_where && before.ends_with(',') && rest.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Some(told("a comma joins changes of heaps; conditions stand behind `where`: `... -> ... where ...`"));
    }
    if !has_arrow && begins(rest, "where") && arrow_follows {
        return Some(told("what the move does stands before its conditions: `move ...: ... -> ... where ...`"));
    }
    if has_arrow && !is_where && (rest.starts_with("->") || rest.starts_with('→')) {
        let joins = |word: &str| before.contains(&format!(" {word} "));
        if joins("or") {
            return Some(told(
                "each of several changes to choose from is a move of its own; a comma joins those that are made together",
            ));
        }
        if joins("and") {
            return Some(told("changes that are made together are joined by commas: `... -> ..., ... -> ...`"));
        }
    }
    if has_arrow && !is_where && rest.starts_with(';') && arrow_follows {
        return Some(told(
            "a comma joins changes that are made together; each of several to choose from is a move of its own",
        ));
    }
    if !has_arrow && (rest.starts_with("-=") || rest.starts_with("+=")) {
        let heap = before.rsplit([' ', ':', ',']).next().unwrap_or("x");
        let sign = &rest[..1];
        return Some((format!("what changes is written with an arrow: `{heap} -> {heap} {sign} ...`"), None));
    }
    let is_in_head = !before.contains(':') || before.rsplit(':').next().is_some_and(|behind| behind.trim().is_empty());
    let bounds = rest.starts_with(|letter: char| letter.is_ascii_digit()) || rest.starts_with('(');
    if is_in_head && bounds && !before.contains(" for ") {
        let bracket = rest.split(')').next().unwrap_or("");
        if before.ends_with('(') || [" in ", "<", "=", "≤"].iter().any(|relation| bracket.contains(relation)) {
            return Some(told(
                "the bracket behind the name lists amounts; conditions on them stand behind `where`: `move ...: ... -> ... where ...`",
            ));
        }
    }
    None
}

/// What is said of a claim: its name, its parameters and its variables.
fn in_a_claim(item: &str, before: &str, rest: &str) -> Option<WrittenByHand> {
    let has_name = before.contains('"');
    if !has_name && rest.starts_with(char::is_alphabetic) {
        return Some((format!("the name of a claim stands in quotes: `{item} \"...\": ...`"), None));
    }
    let is_body =
        before.matches('"').count() == 2 && before.rsplit('"').next().is_some_and(|behind| behind.contains(':'));
    if is_body && ["for all", "for every", "for each"].iter().any(|words| begins(rest, words)) {
        let name = word_of(rest.split_whitespace().nth(2).unwrap_or(""));
        return Some((format!("write `forall {name} >= 0: ...`"), None));
    }
    if !is_body && before.ends_with(" for all") {
        return Some((format!("parameters stand behind `for` alone: `for {} ...`", word_of(rest)), None));
    }
    if begins(rest, "exists") && before.ends_with("there") {
        return Some(told("write `exists`, without `there`"));
    }
    let quantifier = before.rfind("forall").max(before.rfind("exists"));
    if let Some(at) = quantifier.filter(|_| rest.starts_with(',')) {
        let names = &before[at + "forall".len()..];
        if names.chars().all(|letter| letter.is_alphanumeric() || " _,".contains(letter)) {
            let help = format!(
                "each variable needs a range: `{} >= 0, ...`; heaps that nothing binds run through all positions",
                word_of(names.trim())
            );
            return Some((help, None));
        }
    }
    if begins(rest, "subset") || rest.starts_with('⊆') || rest.starts_with('⊂') {
        return Some(told("that positions lie in a set is said of each: `P(...) implies (...) in {...}`"));
    }
    None
}

/// What is said of what declares heaps, registers and sequences.
fn in_a_declaration(item: &str, before: &str, rest: &str) -> Option<WrittenByHand> {
    match item {
        "heaps" if before == item && rest.starts_with(':') => {
            Some(("the names of heaps stand behind `heaps`, without a colon".to_owned(), Some((1, ""))))
        }
        "heaps" if before == item && rest.starts_with(|letter: char| letter.is_ascii_digit()) => Some(told(
            "heaps have names, with commas between them; an array of heaps has their number in square brackets behind its name",
        )),
        "heaps" | "register" | "positions" if begins(rest, "misere") || begins(rest, "normal") => {
            Some((format!("who wins is said by an item of its own: `play {}`", word_of(rest)), None))
        }
        "register" if rest.starts_with('=') => {
            let name = before.split_whitespace().next_back().unwrap_or("");
            let help = format!(
                "a register has a range, `register {name} in 0..1`; its value when play begins is said by `start {name} = ...`"
            );
            Some((help, None))
        }
        "sequence" if rest.starts_with(',') && rest.contains('=') => {
            let name = word_of(before.strip_prefix("sequence").unwrap_or("").trim());
            Some((format!("its first values stand behind `from`: `... from {name}(0) = ..., {name}(1) = ...`"), None))
        }
        _ => None,
    }
}
