//! Hits of searches are complete rulesets: they pass `check`, their claims hold on tables, and what a report calls proved is
//! proved again from the file alone. All shipped experiments, those of the manual, and bases of every kind.
use nimdsl::asked::values::{Effort, HeapBound};
use nimdsl::check::{Document, Library, check};
use nimdsl::claim::Verdict as Seen;
use nimdsl::claim::verify::{self, verify};
use nimdsl::engine::Context;
use nimdsl::experiment::{self, Task};
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Prover, Request};
use nimdsl::search::found::Hit;
use nimdsl::search::trial::chunk::{Nobody, Shard};
use nimdsl::search::{LongRun, RunWork};
use nimdsl::source::Source;
use std::fs;
use std::path::{Path, PathBuf};

/// So many hits of each base and target are looked for, and so far they are confirmed: the searches take most of the time.
const KEPT: usize = 2;
const CONFIRMED: u64 = 20_000;
/// Bounds of the tables that claims are tried on.
const UP_TO: u64 = 40;

/// Files by name: those of a test first, then those of a folder.
struct Files<'a>(&'a [(&'a str, &'a str)], PathBuf);

impl Library for Files<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        if let Some((_, text)) = self.0.iter().find(|file| file.0 == name) {
            return Ok((*text).to_owned());
        }
        fs::read_to_string(self.1.join(name)).map_err(|error| format!("{name}: {error}"))
    }
}

/// The hits of the searches of an experiment.
fn hits(name: &str, text: &str, library: &dyn Library) -> Vec<Hit> {
    let mut experiment = experiment::read(&Source::new(name, text)).unwrap_or_else(|faults| panic!("{name}: {faults}"));
    experiment.tasks.retain(|task| matches!(task, Task::Search(_)));
    for task in &mut experiment.tasks {
        let Task::Search(search) = task else { continue };
        search.keep = search.keep.min(KEPT);
        search.confirm = HeapBound::Always(search.confirm.at(Effort::Quick).min(CONFIRMED));
    }
    let long = LongRun { store: None, work: RunWork::Share(Shard::WHOLE), watch: &Nobody };
    let context = Context { threads: 2, ..Context::default() };
    let done = experiment::run(&experiment, library, Effort::Quick, &long, &context);
    let (report, failures) = done.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    assert!(failures.is_empty(), "{name}: {failures:?}");
    report.hits().cloned().collect()
}

fn document(hit: &Hit) -> Document {
    let nothing = Files(&[], PathBuf::from("nowhere"));
    let source = Source::new(hit.file.clone(), hit.ruleset.clone());
    check(&source, &nothing).unwrap_or_else(|faults| panic!("{}\n{faults}", hit.ruleset))
}

fn is_proved(document: &Document, context: &Context) -> Verdict {
    let claim = document.claims().next().expect("a claim");
    Prover::new(document, context).prove(claim, &Request::default()).expect("an answer").judged.verdict
}

/// Checks, verifies and proves; how many are proved.
fn all_hold(name: &str, hits: &[Hit]) -> usize {
    let context = Context { memory: 256 << 20, ..Context::default() };
    let mut proved = 0;
    for hit in hits {
        let document = document(hit);
        let claim = document.claims().next().expect("a claim");
        let request = verify::Request { up_to: Some(UP_TO), ..verify::Request::default() };
        let seen = verify(&document, claim, &request, &context).expect("an answer").verdict;
        assert!(matches!(seen, Seen::Holds { .. }), "{name} {}: {seen:?}\n{}", hit.file, hit.ruleset);
        assert!(!hit.ruleset.contains(" except "), "{name}: it says less than is known\n{}", hit.ruleset);
        if hit.proved == Some(true) {
            let verdict = is_proved(&document, &context);
            assert!(matches!(verdict, Verdict::Proved(_)), "{name} {}: {verdict:?}\n{}", hit.file, hit.ruleset);
            let statement = document.statement(claim, &document.ruleset).expect("a statement");
            assert!(statement.condition.is_none(), "{name} {}: of some positions\n{}", hit.file, hit.ruleset);
            proved += 1;
        }
    }
    proved
}

#[test]
fn hits_of_shipped_experiments_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let (mut searched, mut listed, mut proved) = (0, 0, 0);
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("text");
        if path.extension().is_none_or(|ending| ending != "ron") || !text.contains("Search(") {
            continue;
        }
        let name = path.display().to_string();
        let hits = hits(&name, &text, &Files(&[], folder.clone()));
        assert!(!hits.is_empty(), "{name}");
        let sure = all_hold(&name, &hits);
        searched += 1;
        // What measures how fast candidates are tried proves nothing.
        if !text.contains("prove: false") {
            listed += hits.len();
            proved += sure;
        }
    }
    // Nine of ten are proved for all positions.
    assert!(8 <= searched && 9 * listed <= 10 * proved, "{searched}: {proved} of {listed}");
}

#[test]
fn hits_of_the_manual_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = fs::read_to_string(root.join("docs/experiments.md")).expect("a manual");
    let blocks = manual.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut searched = 0;
    for block in blocks.filter(|block| block.contains("Search(")) {
        let hits = hits("the manual", block, &Files(&[], root.join("docs")));
        assert!(!hits.is_empty(), "{block}");
        all_hold("the manual", &hits);
        searched += 1;
    }
    assert!(2 <= searched);
}

const BASES: &[(&str, &str)] = &[
    ("nim.nim", "heaps h[2]\nmove take(i) for each a in h: a -> a - i where 1 <= i\n"),
    (
        "named.nim",
        "param c = 2\nparam n = 2\nparam S = {1..c, 4}\nheaps a[n]\nlet k(m) = m\nsequence F(c) = 2^c\n\
         move added(i) for each b in a: b -> b - i where i in S or i = F(1) or k(i) = 3\n\
         move rest(i) for each b in a: b -> b - i where 1 <= i\n",
    ),
    ("extending.nim", "extends \"nim.nim\"\n"),
];

const ADDED: &str = "add: Conditions(at_most: 1, statistics: [\"|i - j|\", \"j - small'\"], relations: [\"<\", \"<=\"], \
                     terms: [\"1\", \"small\"], coefficients: Range(0, 1))";

/// Arrays, sets of parameters, names that the hit wants as well, other files.
#[test]
fn hits_hold_whatever_their_base_is() {
    let mut all = 0;
    for (base, _) in BASES {
        for target in [
            "Pairs(ClosedForm(\"floor(phi * k)\"), ClosedForm(\"floor(phi * k) + k\"))",
            "Claim(\"P = sym {(floor(phi * m), floor(phi * m) + m) for m >= 0}\")",
            "Consecutive(Recurrence(coefficients: [1, 1], start: [1, 2]))",
        ] {
            let text = format!(
                "(title: \"t\", ruleset: \"{base}\", tasks: [Search(target: {target}, {ADDED}, exceptions: 3, \
                 bases: [Ruleset, Nothing], screen: 60, keep: 2, prove: true)])"
            );
            let hits = hits(base, &text, &Files(BASES, PathBuf::from("nowhere")));
            all_hold(base, &hits);
            all += hits.len();
        }
    }
    assert!(6 <= all, "{all}");
}

/// Rules whose parameters vary: positions that are restricted, misère play, heaps that are not alike.
#[test]
fn hits_of_parameters_hold() {
    let text = |rules: &str, target: &str| {
        let experiment = format!(
            "(title: \"t\", ruleset: \"r.nim\", vary: {{\"c\": Range(1, 3)}}, tasks: [Search(target: {target}, \
             exceptions: 2, board: 40, keep: 3, prove: true)])"
        );
        (rules.to_owned(), experiment)
    };
    let diagonal = "Claim(\"P = {(k, k) for k >= 0}\")";
    let nim = "move m(i) symmetric: x -> x - i where 1 <= i, i != 7 * c\n";
    for ((rules, experiment), least) in [
        (text(&format!("param c = 1\nheaps x, y\n{nim}"), diagonal), 0),
        (
            text(
                "param c = 1\nheaps x, y\nplay misere\nmove m(i) symmetric: x -> x - i where 1 <= i, c <= 3\n",
                diagonal,
            ),
            1,
        ),
        (
            text(
                "param c = 1\nheaps x, y\npositions where x + y <= 30 * c\nmove m(i) symmetric: x -> x - i where 1 <= i\n",
                diagonal,
            ),
            1,
        ),
        (
            text(
                "param c = 1\nheaps x, y\npositions where x <= y\nmove m(i) symmetric: x -> x - i where c <= i\n",
                diagonal,
            ),
            0,
        ),
        (
            text(
                "param c = 1\nheaps x, y\nmove m(i): x -> x - i where c <= i\nmove n(i): y -> y - i where 1 <= i\n",
                diagonal,
            ),
            1,
        ),
    ] {
        let files = [("r.nim", rules.as_str())];
        let hits = hits(&rules, &experiment, &Files(&files, PathBuf::from("nowhere")));
        all_hold(&rules, &hits);
        assert!(least <= hits.len(), "{rules}: {}", hits.len());
    }
}

/// A list, and one that ends at an odd number of tokens, and searches that confirm less far than they screen: what holds beyond a bound is
/// no exception, and the claim says no more than is true.
#[test]
fn what_lies_beyond_the_confirmation_is_no_exception() {
    const MOVES: &str = "heaps x, y\nparam c = 0\n\
        move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n";
    const TAKING: &str = "move taken(i, j) symmetric: (x, y) -> (x - i, y - j)\n\
        where 0 <= i, 0 <= j, 1 <= i + j, x <= y, ";
    let linear = format!("{MOVES}{TAKING}i + j < x + c\n");
    let squares = format!("{MOVES}{TAKING}(i + j)^2 < (x + c)^2\n");
    let files =
        [("base.nim", &MOVES.replace("param c = 0\n", "")[..]), ("linear.nim", &linear), ("squares.nim", &squares)];
    let files = Files(&files, PathBuf::from("nowhere"));
    let added = |method: &str| {
        format!(
            "add: Conditions(at_most: 1, method: {method}, statistics: [\"i + j\"], relations: [\"<\"], terms: [\"small\"])"
        )
    };
    let bounds = ["screen: 60, board: 60, confirm: 20,", "board: 60, confirm: 5000,"];
    let mut found = 0;
    for terms in [
        "List([0, 1, 1, 2, 3, 5, 8, 13, 21, 34])",
        "List([0, 1, 1, 2, 3, 5, 8, 13])",
        "Recurrence(coefficients: [1, 1], start: [0, 1])",
    ] {
        for (base, what) in [
            ("base", added("Mine")),
            ("base", added("Try")),
            ("linear", "add: Parameters".to_owned()),
            ("squares", "add: Parameters".to_owned()),
        ] {
            let vary = if base == "base" { "" } else { "vary: {\"c\": Range(0, 1)}," };
            for (bounds, exceptions) in bounds.iter().flat_map(|bounds| [(bounds, 0), (bounds, 1)]) {
                let text = format!(
                    "(title: \"t\", ruleset: \"{base}.nim\", {vary} tasks: [Search(target: Consecutive({terms}), {what}, \
                     {bounds} exceptions: {exceptions}, keep: 1)])"
                );
                let hits = hits(base, &text, &files);
                assert_eq!(hits.len(), 1, "{text}");
                assert_eq!(hits[0].exceptions, [], "{text}\n{}", hits[0].ruleset);
                assert!(!hits[0].ruleset.contains(" minus "), "{text}\n{}", hits[0].ruleset);
                all_hold(&text, &hits);
                found += 1;
            }
        }
    }
    assert_eq!(found, 48);
}
