//! Texts of strangers for languages of pages. LaTeX has its own, in the library.

/// For Typst: every sign that means something gets a backslash.
pub(super) fn typst(text: &str) -> String {
    before(text, r"\#$*_`@<>[]~=+-/'", '\\')
}

/// For Markdown.
pub(super) fn markdown(text: &str) -> String {
    before(text, r"\`*_{}[]<>#|$~", '\\')
}

/// For HTML.
pub(super) fn html(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, letter| {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
        out
    })
}

fn before(text: &str, signs: &str, mark: char) -> String {
    text.chars().fold(String::new(), |mut out, letter| {
        if signs.contains(letter) {
            out.push(mark);
        }
        out.push(letter);
        out
    })
}
