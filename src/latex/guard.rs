//! Whether LaTeX that a stranger's file brings could have been written here: nothing but the commands of statements and
//! definitions, which read no file, run nothing and define nothing. Parses no more than that needs.
use super::symbols::GREEK;

/// The commands of statements and definitions that are words.
const COMMANDS: [&str; 58] = [
    "allowbreak",
    "begin",
    "bigoplus",
    "bmod",
    "cap",
    "cdot",
    "cup",
    "dots",
    "emph",
    "emptyset",
    "end",
    "equiv",
    "exists",
    "forall",
    "frac",
    "gcd",
    "ge",
    "iff",
    "implies",
    "in",
    "item",
    "lceil",
    "ldots",
    "le",
    "lfloor",
    "lvert",
    "mathcal",
    "mathit",
    "max",
    "mid",
    "min",
    "ne",
    "not",
    "notin",
    "operatorname",
    "oplus",
    "pmod",
    "qquad",
    "quad",
    "rceil",
    "rfloor",
    "rvert",
    "setminus",
    "sloppy",
    "sqrt",
    "sum",
    "tag",
    "text",
    "textasciicircum",
    "textasciitilde",
    "textbackslash",
    "textbar",
    "textbf",
    "textgreater",
    "textit",
    "textless",
    "texttt",
    "times",
];

/// The first thing that no statement and no definition has: another command, a sign by its code, or what a page would read as
/// a mark of HTML.
#[must_use]
pub fn stranger(latex: &str) -> Option<String> {
    if let Some(at) = latex.find("^^") {
        return Some(latex[at..].chars().take(4).collect());
    }
    let tag = |at: &usize| latex[at + 1..].starts_with(|next: char| next.is_alphabetic() || "/!?".contains(next));
    if let Some(at) = latex.match_indices('<').map(|found| found.0).find(tag) {
        return Some(latex[at..].chars().take(12).collect());
    }
    let mut rest = latex;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (command, after) = rest.split_at(end);
        if !command.is_empty() && !COMMANDS.contains(&command) && !GREEK.contains(&command) {
            return Some(format!("\\{command}"));
        }
        // A sign that is no letter is a command of its own, be it a backslash.
        rest = if command.is_empty() { after.strip_prefix('\\').unwrap_or(after) } else { after };
    }
    None
}

#[cfg(test)]
mod tests;
