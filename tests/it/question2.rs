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

/// The theorem of the document on every increasing sequence, with gaps as a table: P-positions by their definition alone.
#[test]
fn every_increasing_sequence_has_a_game() {
    let sequences: [(&str, &[i64]); 5] = [
        ("primes", &[0, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]),
        ("Catalan numbers", &[0, 1, 2, 5, 14, 42, 132]),
        ("factorials", &[0, 1, 2, 6, 24, 120]),
        ("nothing in particular", &[0, 3, 4, 5, 11, 12, 30, 31, 33, 50, 51, 52, 90]),
        ("naturals", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
    ];
    for (name, terms) in sequences {
        let known = terms[terms.len() - 2];
        let gap =
            |x: i64| terms.windows(2).find(|pair| pair[0] <= x && x < pair[1]).map_or(0, |pair| pair[1] - pair[0]);
        let leads = |(x, y): (i64, i64), (a, b): (i64, i64)| {
            let added = |(a, b): (i64, i64)| a <= x && b <= y && a + b < x + y && y - b < gap(x);
            let triangular = |(a, b): (i64, i64)| {
                let moved = |taken: i64, put: i64| 1 <= put && put < taken;
                moved(x - a, b - y) || moved(y - b, a - x)
            };
            [(a, b), (b, a)].into_iter().any(|to| added(to) || triangular(to))
        };
        let mut found: Vec<(i64, i64)> = Vec::new();
        for total in 0..=known.min(100) {
            for position in (0..=total / 2).map(|small| (small, total - small)) {
                if !found.iter().any(|to| leads(position, *to)) {
                    found.push(position);
                }
            }
        }
        let mut wanted: Vec<(i64, i64)> = terms.windows(2).map(|pair| (pair[0], pair[1])).collect();
        wanted.insert(0, (0, 0));
        wanted.retain(|pair| pair.0 + pair.1 <= known.min(100));
        assert_eq!(found, wanted, "{name}");
    }
}
