//! Rulesets from what tables and papers list games by: a code, the numbers that may be taken, difference vectors. Makes a text of
//! the language; whether it is a game, the checker says.
use indexmap::IndexSet;

/// How the text begins: by it the program knows a file of its own.
pub const OPENING: &str = "# From `nimdsl import ";

/// More numbers than this are refused.
const MOST: usize = 10_000;
/// Names of heaps, and of what is taken from them.
const NAMES: [(&str, &str); 6] = [("x", "i"), ("y", "j"), ("z", "k"), ("u", "l"), ("v", "m"), ("w", "n")];

/// What a game is listed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportForm {
    /// An octal code, such as `0.137`.
    Octal,
    /// A hexadecimal code, such as `0.F`.
    Hexadecimal,
    /// The numbers that may be taken from one heap, such as `1,3,4` or `{1, 3..5}`.
    Subtraction,
    /// What may be taken from several heaps at once, such as `(1,2) (2,1)`, or a line for each vector.
    Vectors,
}

/// The rules as a text, not in canonical layout. `symmetric` closes vectors under all exchanges of heaps.
///
/// # Errors
/// What cannot be read, with an example.
pub fn imported(form: ImportForm, data: &str, symmetric: bool) -> Result<String, String> {
    if symmetric && form != ImportForm::Vectors {
        return Err("one heap has no symmetric form; only vectors have".to_owned());
    }
    match form {
        ImportForm::Octal => code("octal", data),
        ImportForm::Hexadecimal => code("hexadecimal", data),
        ImportForm::Subtraction => subtraction(data),
        ImportForm::Vectors => vectors(data, symmetric),
    }
}

fn code(word: &str, data: &str) -> Result<String, String> {
    let code = data.trim().trim_matches('"');
    if code.is_empty() || !code.chars().all(|sign| sign.is_ascii_hexdigit() || sign == '.') {
        return Err(format!("`{code}` is no {word} code; write it as `0.137`"));
    }
    Ok(format!("{OPENING}{word} {code}`\nruleset \"{code}\"\nheaps n\n{word} \"{code}\"\n"))
}

fn subtraction(data: &str) -> Result<String, String> {
    let example = "write the numbers as `1,3,4` or `1, 3..5`";
    let mut taken: Vec<i64> = Vec::new();
    for part in pieces(data) {
        let (low, high) = part.split_once("..").unwrap_or((part, part));
        let end = |text: &str| text.parse::<i64>().map_err(|_| format!("`{part}` is no number; {example}"));
        let (low, high) = (end(low)?, end(high)?);
        if low < 1 || high < low {
            return Err(format!("`{part}`: what is taken is 1 or more; {example}"));
        }
        if i64::try_from(MOST - taken.len()).expect("a small number") <= high - low {
            return Err(format!("more than {MOST} numbers; write a condition instead, as `where 1 <= i <= n`"));
        }
        taken.extend(low..=high);
    }
    taken.sort_unstable();
    taken.dedup();
    if taken.is_empty() {
        return Err(format!("there are no numbers; {example}"));
    }
    let set = runs(&taken);
    Ok(format!(
        "{OPENING}subtraction {set}`\nruleset \"Subtract one of {{{set}}}\"\nheaps n\nmove take(i): n -> n - i where i in {{{set}}}\n"
    ))
}

/// Numbers between commas, blanks and braces.
fn pieces(data: &str) -> impl Iterator<Item = &str> {
    data.split(|sign: char| sign.is_whitespace() || ",;{}[]()".contains(sign)).filter(|piece| !piece.is_empty())
}

/// Ascending numbers, with runs of three or more as ranges.
fn runs(numbers: &[i64]) -> String {
    let written = numbers.chunk_by(|left, right| left + 1 == *right).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}..{last}")],
        few => few.iter().map(ToString::to_string).collect(),
    });
    written.collect::<Vec<_>>().join(", ")
}

/// A move that takes one of some vectors. The first one tells how many heaps there are; a vector twice is one.
fn vectors(data: &str, symmetric: bool) -> Result<String, String> {
    let example = "write them as `(1,2) (2,1)`, or a line for each";
    let mut all: IndexSet<Vec<i64>> = IndexSet::new();
    for row in rows(data)? {
        let shown = row.trim();
        let refused = |piece: &str| format!("`{piece}` in `{shown}` is no number; {example}");
        let number = |piece: &str| piece.parse::<i64>().map_err(|_| refused(piece));
        let vector = pieces(row).map(number).collect::<Result<Vec<_>, _>>()?;
        let first = all.first().map_or(vector.len(), Vec::len);
        if vector.len() != first {
            return Err(format!("`{shown}` has {} components, and the first vector {first}; {example}", vector.len()));
        }
        if vector.iter().all(|part| *part == 0) {
            return Err(format!("`{shown}` takes nothing: a move changes something"));
        }
        all.insert(vector);
        if MOST < all.len() {
            return Err(format!("more than {MOST} vectors; write a condition instead"));
        }
    }
    let Some(heaps) = all.first().map(Vec::len) else { return Err(format!("there are no vectors; {example}")) };
    if heaps < 2 || NAMES.len() < heaps {
        return Err(format!(
            "vectors have from 2 to {} components, not {heaps}; of one heap, import a subtraction set",
            NAMES.len()
        ));
    }
    let names = |which: fn(&(&'static str, &'static str)) -> String| -> String {
        NAMES[..heaps].iter().map(which).collect::<Vec<_>>().join(", ")
    };
    let (own, amounts) = (names(|name| name.0.to_owned()), names(|name| name.1.to_owned()));
    let after = names(|name| format!("{} - {}", name.0, name.1));
    let listed = |vector: &Vec<i64>| format!("({})", vector.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
    let set: Vec<String> = all.iter().map(listed).collect();
    let (set, word) = (set.join(", "), if symmetric { " symmetric" } else { "" });
    Ok(format!(
        "{OPENING}vectors`\nruleset \"Vector subtraction game\"\nheaps {own}\nmove take({amounts}){word}: ({own}) -> ({after}) where ({amounts}) in {{{set}}}\n"
    ))
}

/// The texts of vectors: between the innermost brackets, or else in lines.
fn rows(data: &str) -> Result<Vec<&str>, String> {
    let [opens, closes] = ["([{", ")]}"].map(|signs| move |sign: char| signs.contains(sign));
    if !data.contains(opens) {
        return Ok(data.split(['\n', ';']).filter(|row| !row.trim().is_empty()).collect());
    }
    let mut found = Vec::new();
    for (at, part) in data.split(opens).enumerate() {
        let (inside, after) = match part.split_once(closes) {
            _ if at == 0 => ("", part),
            Some(parts) => parts,
            // Brackets about all vectors open here.
            None if part.trim().is_empty() => ("", ""),
            None => return Err(format!("a bracket before `{}` is not closed", part.trim())),
        };
        if let Some(word) = pieces(after).next() {
            return Err(format!("`{word}` stands in no brackets, where others do"));
        }
        found.extend(Some(inside).filter(|inside| !inside.trim().is_empty()));
    }
    Ok(found)
}
