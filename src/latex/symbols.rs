//! Names and texts of strangers to LaTeX.

/// A name in LaTeX's mathematics: `h[1]` with an index, Greek letters by their names, `P11` with digits below, long names in
/// italics.
#[must_use]
pub fn symbol(name: &str) -> String {
    if let Some((array, index)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        return indexed(&symbol(array), &symbol(index));
    }
    // A number beside the position that stands for an open parameter, which no file can name.
    if let Some(("any", parameter)) = name.split_once(' ') {
        return format!(r"\hat{{{}}}", symbol(parameter));
    }
    let digits = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    if !digits.is_empty() && digits.len() < name.len() && !digits.ends_with('_') {
        return format!("{}_{{{}}}", symbol(digits), &name[digits.len()..]);
    }
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => greek(letter),
        _ if name.chars().all(|letter| letter.is_ascii_digit()) => name.to_owned(),
        _ => {
            let letters = name.chars().map(|letter| match letter {
                '_' => r"\_".to_owned(),
                letter if letter.is_ascii_alphanumeric() => letter.to_string(),
                letter => format!("{{{}}}", greek(letter)),
            });
            format!(r"\mathit{{{}}}", letters.collect::<String>())
        }
    }
}

/// Latin letters for which the usual fonts of pdflatex (encoding OT1) have no glyph.
const WITHOUT_GLYPH: &str = "«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ";

/// A symbol with an index; one that has an index already stands in braces.
pub(super) fn indexed(symbol: &str, index: &str) -> String {
    if symbol.contains('_') { format!("{{{symbol}}}_{{{index}}}") } else { format!("{symbol}_{{{index}}}") }
}

/// What LaTeX calls them, in the order of the letters below; omicron is an `o`.
pub(super) const GREEK: [&str; 34] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "o",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Phi",
    "Psi",
    "Omega",
];

/// One letter; those that LaTeX has no command for stand in a text.
fn greek(letter: char) -> String {
    const LETTERS: &str = "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ";
    match LETTERS.chars().position(|known| known == letter) {
        Some(14) => "o".to_owned(),
        Some(index) => format!(r"\{}", GREEK[index]),
        None if letter.is_ascii_alphanumeric() => letter.to_string(),
        None => format!(r"\text{{{}}}", text(&letter.to_string())),
    }
}

/// A text of a stranger, so that LaTeX obeys none of it: its signs are written out, Greek letters are mathematics, and
/// what is neither a Latin letter nor printable is left to the typesetter as it is.
#[must_use]
pub fn text(words: &str) -> String {
    words.chars().fold(String::new(), |mut out, letter| {
        match letter {
            '\\' => out.push_str(r"\textbackslash{}"),
            '{' | '}' | '%' | '$' | '&' | '#' | '_' => out.extend(['\\', letter]),
            '^' => out.push_str(r"\textasciicircum{}"),
            '~' => out.push_str(r"\textasciitilde{}"),
            '<' => out.push_str(r"\textless{}"),
            '>' => out.push_str(r"\textgreater{}"),
            '|' => out.push_str(r"\textbar{}"),
            '"' => out.push_str("''"),
            'α'..='ω' | 'Γ'..='Ω' => out.push_str(&format!("${}$", greek(letter))),
            'ō' => out.push_str(r"\={o}"),
            'ū' => out.push_str(r"\={u}"),
            'Ō' => out.push_str(r"\={O}"),
            'Ū' => out.push_str(r"\={U}"),
            letter if letter.is_control() => out.push(' '),
            // What pdflatex has no glyph for is told by its number.
            letter if letter.is_ascii() => out.push(letter),
            letter if ('\u{a0}'..='\u{17f}').contains(&letter) && !WITHOUT_GLYPH.contains(letter) => out.push(letter),
            '‘' | '’' | '“' | '”' | '–' | '—' | '…' => out.push(letter),
            letter => out.push_str(&format!(r"\texttt{{U+{:04X}}}", u32::from(letter))),
        }
        out
    })
}
