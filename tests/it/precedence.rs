//! The table of the manual that says what binds tighter: each row is read as it says.
use crate::checked;
use crate::slips::root;
use nimdsl::diagnostic::Sink;
use nimdsl::ruleset::options::Options;
use nimdsl::source::Source;
use nimdsl::syntax::parse;
use std::fs;

/// The rows: what is written, and what it is read as.
fn rows() -> Vec<(String, String)> {
    let manual = fs::read_to_string(root().join("docs/language.md")).expect("the manual");
    let table = manual.lines().skip_while(|line| *line != "| signs | written | read as |").skip(2);
    let rows = table.take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, written, read] = cells.as_slice() else { panic!("{line}") };
        ((*written).to_owned(), (*read).to_owned())
    });
    rows.collect()
}

fn game(condition: &str) -> String {
    format!("heaps x, y\nmove take: x -> x - 1 where {condition}\n")
}

/// What a text says, without places; `None` if it cannot be read.
fn tree(text: &str) -> Option<String> {
    let source = Source::new("test.nim", text);
    let mut sink = Sink::new(source.clone());
    let all = format!("{:?}", parse(&source, &mut sink).items);
    let mut parts = all.split("Span { start: ");
    let first = parts.next().unwrap_or("").to_owned();
    let text = parts.fold(first, |text, part| text + part.split_once('}').expect("a span ends").1);
    (!sink.has_errors()).then_some(text)
}

/// Where the move can be made, of all positions with small heaps.
fn places(text: &str) -> Vec<(i64, i64)> {
    let document = checked(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let options = Options::new(&document.ruleset).expect("finite");
    let all = (0..9).flat_map(|x| (0..9).map(move |y| (x, y)));
    all.filter(|(x, y)| !options.list(&[*x, *y]).expect("options").is_empty()).collect()
}

#[test]
fn every_row_is_read_as_it_says() {
    let rows = rows();
    assert_eq!(rows.len(), 15);
    for (written, read) in rows {
        // A term is compared with a number.
        let is_term = !["=", "<", " in "].iter().any(|sign| written.contains(sign));
        let whole = |part: &str| game(&if is_term { format!("y = ({part})") } else { part.to_owned() });
        let (first, second) = (whole(&written), whole(&read));
        let trees = (tree(&first), tree(&second));
        assert!(trees.0.is_some() && trees.1.is_some(), "{written}, {read}");
        if trees.0 != trees.1 {
            // Chains, congruences and commas are conditions that are joined.
            assert_eq!(places(&first), places(&second), "{written} is not {read}");
            assert!(!places(&first).is_empty(), "{written}");
        }
    }
}

#[test]
fn two_numbers_are_compared_in_any_order() {
    for (written, read) in [
        ("{x, y} = {2, 3}", "x = 2 and y = 3 or x = 3 and y = 2"),
        ("{x, y} = {3, 3}", "x = 3 and y = 3"),
        ("{x, 4} = {4, y + 1}", "x = y + 1 or x = 4 and y = 3"),
        ("{x, y} != {2, x}", "not (x = 2 and y = x or x = x and y = 2)"),
        ("{(x, y), (4, 4)} = {(4, 4), (2, 3)}", "x = 2 and y = 3"),
        ("{x', y} = {2 * y, y'} or x < 1", "x - 1 = 2 * y and y = y"),
    ] {
        assert_eq!(places(&game(written)), places(&game(read)), "{written}");
    }
    for refused in ["{x, y, 1} = {1, 2, 3}", "{x, y} = {1..2, 3}", "{x, y} <= {1, 2}", "{x, y} = 3"] {
        assert!(checked(&game(refused)).is_err(), "{refused}");
    }
}
