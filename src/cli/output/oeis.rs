//! A draft of an entry of the OEIS in its internal format. The number is not assigned yet, and the author's line is left empty.
use super::terms::terms;
use super::{ChainAnswer, Format, TableAnswer};
use crate::cli::stop::Stop;
use nimdsl::rules::Rules;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "oeis",
    about: "A draft of an entry of the OEIS, to be completed by its author",
    is_text: true,
    table,
    bands: None,
    positions: None,
    answers: None,
    chain: Some(chain),
    rules: None,
    proofs: None,
};

/// The number that the OEIS will give.
const NUMBER: &str = "A000000";
/// Letters of terms on a line, and lines of them: `%S`, `%T`, `%U`.
const LINE: usize = 80;
const LINES: [char; 3] = ['S', 'T', 'U'];
/// Rows and columns of the array that an example shows.
const SHOWN: usize = 10;

/// What an entry says.
struct EntryDraft<'a> {
    name: String,
    terms: &'a [i64],
    offset: usize,
    keywords: &'static str,
    formula: Option<String>,
    example: Vec<String>,
    rules: &'a Rules,
}

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let terms = terms(table, "oeis")?;
    let shape = table.shape();
    let only: Vec<String> = table.tabled.only.iter().map(ToString::to_string).collect();
    let only = if only.is_empty() { String::new() } else { format!(" ({})", only.join(", ")) };
    let title = title(table.rules) + &only;
    let heaps = table.tabled.heaps.join(",");
    let (name, keywords, example) = if shape.len() == 2 {
        let name = format!(
            "Square array T({heaps}), {heaps} >= 0: Grundy values of {title}, read by descending antidiagonals."
        );
        (name, "nonn,tabl", array(table, shape[1], shape[0].min(shape[1])))
    } else {
        (format!("Grundy value of a heap of n tokens in {title}."), "nonn", Vec::new())
    };
    let draft = EntryDraft { name, terms: &terms, offset: 0, keywords, formula: None, example, rules: table.rules };
    write_draft(&draft, out)
}

fn chain(chain: &ChainAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let title = title(chain.rules);
    let name = format!("The P-positions of {title} are (a(n), a(n+1)), n >= 1, and their mirror images.");
    let formula = chain.name.as_ref().map(|name| format!("Seen, not proved: {name}."));
    let draft = EntryDraft {
        name,
        terms: chain.terms,
        offset: 1,
        keywords: "nonn",
        formula,
        example: Vec::new(),
        rules: chain.rules,
    };
    write_draft(&draft, out)
}

/// The title with the parameters.
fn title(rules: &Rules) -> String {
    let about = rules.ruleset();
    let parameters: Vec<String> = about.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let with = if parameters.is_empty() { String::new() } else { format!(" with {}", parameters.join(", ")) };
    let name = if about.name.is_empty() { "a heap game" } else { &about.name };
    format!("{}{with}", name.replace(char::is_control, " "))
}

/// The corner of the array.
fn array(table: &TableAnswer<'_>, columns: usize, whole: usize) -> Vec<String> {
    let cells = table.table.layers.first().map(|(_, cells)| cells.to_vec()).unwrap_or_default();
    let shown = whole.min(SHOWN);
    let corner = (0..shown).map(|row| {
        let row = (0..shown).map(|column| cells.get(row * columns + column).copied().flatten());
        let row: Vec<String> = row.map(|value| value.map_or_else(String::new, |value| value.to_string())).collect();
        format!("  {}, ...", row.join(", "))
    });
    std::iter::once("Array begins:".to_owned()).chain(corner).collect()
}

/// All lines, in the order of the format.
fn write_draft(draft: &EntryDraft<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let mut line = |letter: char, text: &str| writeln!(out, "%{letter} {NUMBER} {text}").map_err(Stop::from);
    for (letter, terms) in LINES.into_iter().zip(lines(draft.terms)) {
        line(letter, &terms)?;
    }
    line('N', &draft.name)?;
    line('C', "Rules, as nimdsl reads them:")?;
    let shown = draft.rules.shown();
    for rule in shown.text.lines().filter(|rule| !rule.trim().is_empty()) {
        line('C', &format!("  {rule}"))?;
    }
    line('H', &format!("nimdsl {}, ruleset with blake3 {}", env!("CARGO_PKG_VERSION"), shown.hash))?;
    if let Some(formula) = &draft.formula {
        line('F', formula)?;
    }
    for example in &draft.example {
        line('e', example)?;
    }
    line('K', draft.keywords)?;
    // The second number is the place of the first term that is neither 0 nor 1.
    let first = draft.terms.iter().position(|term| 1 < term.abs()).map_or(1, |at| at + 1);
    line('O', &format!("{},{first}", draft.offset))?;
    line('A', "")
}

/// Terms with commas, in lines of some letters; what does not fit belongs into the b-file.
fn lines(terms: &[i64]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for term in terms {
        let text = format!("{term},");
        match lines.last_mut() {
            Some(line) if line.len() + text.len() <= LINE => line.push_str(&text),
            _ => lines.push(text),
        }
    }
    lines.truncate(LINES.len());
    if let Some(last) = lines.last_mut() {
        last.pop();
    }
    lines
}
