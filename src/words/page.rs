//! A proof as a page: blocks of lines, whose pieces are words, formulas and names; and the page in Markdown or LaTeX. Knows nothing of games.
use crate::latex::text;

/// How a page is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typesetting {
    /// Markdown, with formulas between dollar signs.
    Markdown,
    /// LaTeX, for the packages `amsmath`, `amssymb` and `longtable`.
    Latex,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LinePiece {
    Plain(String),
    /// In LaTeX's mathematics.
    Formula(String),
    /// As it is typed.
    Code(String),
    Strong(String),
}

/// A line of words and formulas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProofLine(Vec<LinePiece>);

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProofBlock {
    Heading(ProofLine),
    Paragraph(ProofLine),
    /// Numbered from 1 on.
    Steps(Vec<ProofLine>),
    Table(Vec<ProofLine>, Vec<Vec<ProofLine>>),
    /// The rules, as they are typed and in LaTeX.
    Rules(String, String),
}

impl ProofLine {
    /// A line in which formulas stand between dollar signs, and what is typed between backquotes. Words of a file go into
    /// [`ProofLine::plain`], which reads no signs.
    #[must_use]
    pub(super) fn of(marked: &str) -> Self {
        let mut pieces = Vec::new();
        for (at, part) in marked.split('$').enumerate() {
            if at % 2 == 1 {
                pieces.push(LinePiece::Formula(part.to_owned()));
                continue;
            }
            for (at, part) in part.split('`').enumerate().filter(|(_, part)| !part.is_empty()) {
                let part = part.to_owned();
                pieces.push(if at % 2 == 1 { LinePiece::Code(part) } else { LinePiece::Plain(part) });
            }
        }
        Self(pieces)
    }

    /// With words behind it.
    #[must_use]
    pub(super) fn plain(mut self, words: &str) -> Self {
        self.0.push(LinePiece::Plain(words.to_owned()));
        self
    }

    /// With a name as it is typed behind it.
    #[must_use]
    pub(super) fn code(mut self, words: &str) -> Self {
        self.0.push(LinePiece::Code(words.to_owned()));
        self
    }

    /// With words in bold behind it.
    #[must_use]
    pub(super) fn strong(mut self, words: &str) -> Self {
        self.0.push(LinePiece::Strong(words.to_owned()));
        self
    }

    /// With more that is marked behind it.
    #[must_use]
    pub(super) fn and(mut self, marked: &str) -> Self {
        self.0.append(&mut Self::of(marked).0);
        self
    }

    /// With another line behind it.
    #[must_use]
    pub(super) fn followed(mut self, mut line: Self) -> Self {
        self.0.append(&mut line.0);
        self
    }

    /// The line as it is written down.
    #[must_use]
    pub(super) fn written(&self, how: Typesetting) -> String {
        let piece = |piece: &LinePiece| match (how, piece) {
            (_, LinePiece::Formula(formula)) => format!("${formula}$"),
            (Typesetting::Markdown, LinePiece::Plain(words)) => escaped(words),
            (Typesetting::Markdown, LinePiece::Strong(words)) => format!("**{}**", escaped(words)),
            (Typesetting::Markdown, LinePiece::Code(words)) => format!("`{}`", words.replace('`', "'")),
            (Typesetting::Latex, LinePiece::Plain(words)) => text(words),
            (Typesetting::Latex, LinePiece::Strong(words)) => format!(r"\textbf{{{}}}", text(words)),
            (Typesetting::Latex, LinePiece::Code(words)) => format!(r"\texttt{{{}}}", breakable(words)),
        };
        self.0.iter().map(piece).collect()
    }
}

/// What is typed, with places where a line may break inside of long words.
fn breakable(words: &str) -> String {
    let all: Vec<char> = words.chars().collect();
    let parts = all.chunks(12).map(|part| text(&part.iter().collect::<String>()));
    parts.collect::<Vec<_>>().join(r"\allowbreak{}")
}

/// Words in which Markdown sees no signs.
fn escaped(words: &str) -> String {
    let mut text = String::new();
    for letter in words.chars() {
        match letter {
            '*' | '_' | '`' | '$' | '<' | '|' | '\\' | '[' | ']' => text.extend(['\\', letter]),
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

/// A paragraph of a marked line.
pub(super) fn paragraph(marked: &str) -> ProofBlock {
    ProofBlock::Paragraph(ProofLine::of(marked))
}

impl ProofBlock {
    /// The block as it is written down, with a line end behind it.
    pub(super) fn written(&self, how: Typesetting) -> String {
        let line = |line: &ProofLine| line.written(how);
        match (how, self) {
            (_, Self::Paragraph(words)) => format!("{}\n", line(words)),
            (Typesetting::Markdown, Self::Heading(words)) => format!("## {}\n", line(words)),
            (Typesetting::Latex, Self::Heading(words)) => format!("\\subsection*{{{}}}\n", line(words)),
            (Typesetting::Markdown, Self::Steps(steps)) => {
                let steps = steps.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, line(step)));
                steps.collect::<Vec<_>>().join("\n") + "\n"
            }
            (Typesetting::Latex, Self::Steps(steps)) => {
                let steps = steps.iter().map(|step| format!("\\item {}", line(step))).collect::<Vec<_>>().join("\n");
                format!("\\begin{{enumerate}}\\sloppy\n{steps}\n\\end{{enumerate}}\n")
            }
            (Typesetting::Markdown, Self::Table(head, rows)) => {
                let row = |cells: &Vec<ProofLine>| {
                    format!("| {} |\n", cells.iter().map(line).collect::<Vec<_>>().join(" | "))
                };
                let rule = format!("|{}\n", "---|".repeat(head.len()));
                row(head) + &rule + &rows.iter().map(row).collect::<String>()
            }
            (Typesetting::Latex, Self::Table(head, rows)) => {
                let row = |cells: &Vec<ProofLine>| {
                    format!("{} \\\\\n", cells.iter().map(line).collect::<Vec<_>>().join(" & "))
                };
                // The last column has the words.
                let before = "p{0.16\\linewidth}".repeat(head.len().saturating_sub(1));
                let columns = format!("{before}p{{{}\\linewidth}}", if head.len() < 4 { "0.55" } else { "0.3" });
                let rows = rows.iter().map(row).collect::<String>();
                format!("\\begin{{longtable}}{{{columns}}}\n{}\\hline\n{rows}\\end{{longtable}}\n", row(head))
            }
            (Typesetting::Markdown, Self::Rules(typed, _)) => format!("```text\n{typed}```\n"),
            (Typesetting::Latex, Self::Rules(_, rules)) => rules.clone(),
        }
    }
}
