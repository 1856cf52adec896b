//! The lists of statements and of errata that `verify` writes: rows, counterexamples, corrections, remarks.
use nimdsl::claim::listing::{Entry, errata, statements};
use nimdsl::claim::verify::{Request, verify};
use nimdsl::engine::Context;

const NIM: &str = "\
ruleset \"Two heaps\"
source \"Bouton 1901; ABC24, section 1\"

heaps x, y

move take(i) symmetric: x -> x - i where 1 <= i

theorem \"Theorem 1\":
    grundy(x, y) = x xor y

# A sum where a nim-sum is meant.
# Damage to our copy: possible.
refuted \"Theorem 2 (ii), as printed\" at (1, 1):
    grundy(x, y) = x + y # the bound x | y is no bound
        where x <= y

claim \"Theorem 2 (ii), corrected\":
    grundy(x, y) <= x + y

# Not an erratum: one move is missing.
refuted \"XYZ99, Lemma 3.1, without (2, 2)\" at (2, 2):
    P = {(k, k) for k >= 0} minus {(2, 2)}
";

fn entries() -> Vec<Entry> {
    entries_of(NIM, "two")
}

fn entries_of(text: &str, file: &str) -> Vec<Entry> {
    let document = crate::checked(text).expect("it is a ruleset");
    let request = Request { up_to: Some(20), ..Request::default() };
    let context = Context::default();
    let entry = |claim| {
        let verified = verify(&document, claim, &request, &context).expect("a verdict");
        Entry::new(&document, claim, &verified, file, &context).expect("an entry")
    };
    document.claims().map(entry).collect()
}

/// The cells of the rows of a table, without its head.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| item") && !line.starts_with("| paper"))
        .map(|line| line.trim_matches(['|', ' ']).split(" | ").map(str::trim).collect())
        .collect()
}

#[test]
fn statements_have_a_row_an_item() {
    let text = statements(&entries(), "nimdsl verify two.nim");
    assert!(text.contains("nimdsl verify two.nim"), "{text}");
    let mut rows = rows(&text);
    // Games of no paper come last.
    rows.rotate_left(1);
    assert_eq!(rows[0], ["Theorem 1", "", "`grundy(x, y) = x xor y`", "`two`", "theorem", "holds", "20"]);
    // A comment inside a claim is no part of it.
    assert_eq!(
        rows[1],
        ["Theorem 2 (ii)", "as printed", "`grundy(x, y) = x + y where x <= y`", "`two`", "refuted", "refuted", "20"]
    );
    assert_eq!(rows[3][..2], ["Lemma 3.1", "without (2, 2)"]);
    // The paper that a claim names itself has a section of its own; a source that is no key is no paper.
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(headings, ["## XYZ99", "## Other games"]);
}

#[test]
fn errata_have_counterexamples_and_corrections() {
    let text = errata(&entries(), "nimdsl verify two.nim");
    let (first, limits) = text.split_once("## Limits of statements").expect("two tables");
    let first = rows(first);
    assert_eq!(first.len(), 1, "{text}");
    let row = &first[0];
    assert_eq!(row[1..3], ["Theorem 2 (ii)", "as printed"]);
    assert_eq!(row[5], "(1, 1)");
    assert_eq!(row[6], "at (1, 1), of Grundy value 0: the left side is 0 and the right side is 2");
    assert_eq!(row[7], "(0, 1): 1, (1, 0): 1");
    assert_eq!(row[8], "Theorem 2 (ii), corrected: `grundy(x, y) <= x + y` (`two`) up to 20");
    assert_eq!(row[9], "A sum where a nim-sum is meant. Damage to our copy: possible.");
    let limits = rows(limits);
    assert_eq!(limits.len(), 1, "{text}");
    assert_eq!(limits[0][5], "(2, 2)");
    // Where P-positions are spoken of, options have outcomes.
    assert_eq!(limits[0][7], "(0, 2): N, (1, 2): N, (2, 0): N, (2, 1): N");
    assert_eq!(limits[0].last(), Some(&"one move is missing."));
}

/// What is false of the rules as they are printed is told beside what holds of the corrected ones, and of no others.
#[test]
fn errata_name_what_holds_of_the_corrected_rules() {
    let rules = |moves: &str, claim: &str| {
        format!("ruleset \"Two heaps\"\nsource \"ABC24\"\nheaps x, y\n{moves}\n{claim} \"Theorem 2\"")
    };
    let nim = "move take(i) symmetric: x -> x - i where 1 <= i";
    let small = "move take(i) symmetric: x -> x - i where 1 <= i <= 2";
    let printed = rules(small, "refuted") + " at (0, 3): grundy(x, y) = x xor y\n";
    let mut entries = entries_of(&printed, "game_as_printed");
    entries.extend(entries_of(&(rules(nim, "theorem") + ": grundy(x, y) = x xor y\n"), "game"));
    entries.extend(entries_of(&(rules(nim, "theorem") + ": x xor y = grundy(x, y)\n"), "another"));
    entries.extend(entries_of(&(rules(small, "claim") + ": grundy(x, y) <= 3\n"), "game_as_printed"));
    let text = errata(&entries, "nimdsl verify game.nim game_as_printed.nim");
    let found = rows(&text);
    assert_eq!(found.len(), 1, "{text}");
    assert_eq!(found[0][8], "Theorem 2: `grundy(x, y) = x xor y` (`game`) up to 20", "{text}");
}
