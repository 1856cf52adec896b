//! The tables of the document on Question 2 are true: every row is played, as far as its terms go.
use crate::checked;
use nimdsl::engine::{Context, p_positions};
use nimdsl::value::Play;
use std::collections::BTreeSet;

/// No table is larger than this.
const LARGEST: u64 = 90;
const TRIANGULAR: &str = "move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i";

type Pairs = BTreeSet<(i64, i64)>;

/// One ruleset of a table.
struct Row {
    terms: Vec<i64>,
    conditions: String,
    /// Without Triangular Nim.
    alone: bool,
    extra: Pairs,
    missing: Pairs,
}

/// The pairs in a text such as `(0, 1) and (1, 1)`.
fn pairs(text: &str) -> Pairs {
    let inside = text.split('(').skip(1).filter_map(|part| part.split_once(')'));
    inside
        .filter_map(|(pair, _)| {
            let (a, b) = pair.split_once(',')?;
            Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
        })
        .collect()
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
    let [sequence, conditions, exceptions] = cells.as_slice() else { return None };
    if !conditions.contains('`') {
        return None;
    }
    let listed = sequence.rsplit(':').next().unwrap_or(sequence);
    let terms: Vec<i64> = listed.split(',').map_while(|term| term.trim().parse().ok()).collect();
    let code: Vec<&str> = conditions.split('`').skip(1).step_by(2).collect();
    let (mut extra, mut missing) = (Pairs::new(), Pairs::new());
    for part in exceptions.split(';') {
        if part.contains("missing") { missing.extend(pairs(part)) } else { extra.extend(pairs(part)) }
    }
    Some(Row { terms, conditions: code.join(", "), alone: conditions.contains("alone"), extra, missing })
}

fn holds(row: &Row) -> Result<(), String> {
    let base = if row.alone { "" } else { TRIANGULAR };
    let text = format!(
        "ruleset \"row\"\nheaps x, y\n{base}\nmove added(i, j) symmetric:\n    (x, y) -> (x - i, y - j)\n    \
         where 0 <= i, 0 <= j, 1 <= i + j, x <= y, {}\n",
        row.conditions.replace("\\|", "|")
    );
    let document = checked(&text).map_err(|faults| format!("{faults}\n{text}"))?;
    let bound = row.terms.last().map_or(0, |term| term.unsigned_abs()).min(LARGEST);
    let found = p_positions(&document.ruleset, bound, Play::Normal, &Context::default()).expect("a table");
    let found: Pairs = found.iter().map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
    let mut wanted: Pairs = row.terms.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
    wanted.insert((0, 0));
    wanted.extend(&row.extra);
    wanted.retain(|pair| pair.1.unsigned_abs() <= bound && !row.missing.contains(pair));
    if found == wanted { Ok(()) } else { Err(format!("{}: {found:?} instead of {wanted:?}", row.conditions)) }
}

#[test]
fn every_ruleset_of_the_document_has_its_sequence() {
    let path = format!("{}/docs/question2.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a document");
    let rows: Vec<Row> = text.lines().filter(|line| line.starts_with('|')).filter_map(row).collect();
    assert!(30 <= rows.len(), "only {} rows were read", rows.len());
    let faults: Vec<String> = rows.iter().filter_map(|row| holds(row).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(rows.iter().all(|row| 5 <= row.terms.len()), "a row lists fewer than five terms");
}

#[test]
fn a_wrong_row_is_seen() {
    let line = "| Fibonacci: 0, 1, 1, 2, 3, 5, 8, 14, ... | `j < x'` | none |";
    assert!(holds(&row(line).expect("a row")).is_err());
    let line = "| Fibonacci: 0, 1, 1, 2, 3, 5, 8, 13, ... | `j < x'` | (0, 2) is extra |";
    assert!(holds(&row(line).expect("a row")).is_err());
}
