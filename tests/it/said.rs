//! What is said of many small texts, a line for each thing: faults with code and place, how play ends, options, and verdicts.
//! The texts are in `tests/said/*.txt`, what is said stands beside them. Values are held against other means elsewhere
//! ([`super::words`], [`super::laws`]); here every word is.
use super::random::Texts;
use crate::slips::root;
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::{Document, Settings, check};
use nimdsl::claim::Verdict;
use nimdsl::claim::verify::{Expectation, Request, verify};
use nimdsl::diagnostic::{Fault, Faults};
use nimdsl::engine::{Context, EngineError, grundy, reference};
use nimdsl::recheck::{Refusal, recheck};
use nimdsl::ruleset::Ruleset;
use nimdsl::ruleset::options::Options;
use nimdsl::source::Source;
use nimdsl::syntax::ast::{Claim, ItemKind};
use nimdsl::table::Region;
use nimdsl::value::{Outcome, Play};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;

/// Other files that the texts name.
fn library() -> Texts {
    let file = |name, text: &str| (name, text.to_owned());
    Texts(vec![
        file("nim.nim", "ruleset \"Nim\"\nheaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n"),
        file(
            "one.nim",
            "ruleset \"One\"\nparam m = 3 where m >= 1\nheaps x\nmove take(i): x -> x - i where 1 <= i <= m\n",
        ),
        file(
            "pass.nim",
            "heaps x\nregister p in 0..1\nplay misere\nmove take(i): x -> x - i where 1 <= i\nmove pass: p -> 0 where p = 1\n",
        ),
        file("even.nim", "heaps x\npositions where x mod 2 = 0\nmove take(i): x -> x - i where 1 <= i\n"),
        file(
            "named.nim",
            "param c = 1\nheaps x, y\nlet f(m) = m + c\nsequence s(k) = 2 * k\nmeasure x + y\nmove a(i): x -> x - i where 1 <= i <= f(y)\nmove b(i): y -> y - i where 1 <= i, i = s(x) or i = 1\n",
        ),
        file("deeper.nim", "extends \"nim.nim\"\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i\n"),
        file("summed.nim", "sum of \"nim.nim\", \"one.nim\"\n"),
        file("broken.nim", "heaps x\nmove take(i): x -> x - k where 1 <= i\n"),
        file("sub/first.nim", "extends \"second.nim\"\nmove one: x -> x - 1\n"),
        file("sub/second.nim", "heaps x\nmove take(i): x -> x - 3 * i where 1 <= i\n"),
        file("sub/rooted.nim", "extends \"/nim.nim\"\n"),
        file("/nim.nim", "heaps y\nmove take(i): y -> y - i where i in {2, 5}\n"),
        file(
            "doubt.nim",
            "heaps x\nmeasure x\nmove a: x -> x xor 1 where x mod 2 = 1\nmove b(i): x -> x - i where 3 <= i\n",
        ),
        file("round.nim", "extends \"round.nim\"\n"),
        file("there.nim", "extends \"back.nim\"\n"),
        file("back.nim", "extends \"there.nim\"\n"),
    ])
}

/// The part of the text that a fault points at.
fn pointed(fault: &Fault) -> String {
    let places = fault.labels.iter().map(|(span, label)| {
        let (line, column) = fault.source.line_column(span.start);
        let text = fault.source.text.get(span.start..span.end).unwrap_or("elsewhere");
        format!("{line}:{column} «{text}» {label}")
    });
    places.collect::<Vec<_>>().join(" & ")
}

/// A line for each fault, its places and its replacements.
pub(crate) fn faults(faults: &[Fault], said: &mut String) {
    for fault in faults {
        let kind = format!("{:?}", fault.severity);
        let help = fault.help.as_deref().unwrap_or("no help");
        writeln!(said, "  {} {}: {} ({help})", kind.to_lowercase(), fault.code, fault.message).expect("text");
        writeln!(said, "    at {}", pointed(fault)).expect("text");
        for fix in &fault.fixes {
            writeln!(said, "    {:?}: {}", fix.certainty, fix.text).expect("text");
        }
    }
}

/// The blocks of a file, between lines `---`.
fn blocks(name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("tests/said").join(name)).expect("a file");
    text.split("---\n").map(str::to_owned).filter(|block| !block.trim().is_empty()).collect()
}

fn checked(text: &str) -> Result<Document, Faults> {
    check(&Source::new("said.nim", text), &library())
}

fn list(position: &[i64]) -> String {
    position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A position with other heaps in each place, and registers at their least values.
fn sample(ruleset: &Ruleset, first: i64, step: i64) -> Vec<i64> {
    let heaps = (0..ruleset.heaps.len()).map(|heap| (first + step * heap as i64).max(0));
    heaps.chain(ruleset.registers.iter().map(|register| register.high.unwrap_or(2).min(register.low + 1))).collect()
}

fn options(ruleset: &Ruleset, said: &mut String) {
    let Ok(options) = Options::new(ruleset) else { return };
    for position in [sample(ruleset, 5, -2), sample(ruleset, 2, 2)] {
        let told = match options.in_domain(&position) {
            Ok(true) => options.list(&position).map(|all| {
                let one = |reached: &nimdsl::ruleset::options::Reached| {
                    let ways: Vec<String> =
                        reached.ways.iter().map(|(rule, amounts)| format!("{rule}({})", list(amounts))).collect();
                    format!("{} by {}", list(&reached.position), ways.join(" "))
                };
                all.iter().map(one).collect::<Vec<_>>().join("; ")
            }),
            Ok(false) => Ok("none of the game".to_owned()),
            Err(error) => Err(error),
        };
        let told = told.unwrap_or_else(|error| format!("fails: {error}"));
        writeln!(said, "  options of {}: {told}", list(&position)).expect("text");
    }
}

fn values(document: &Document, said: &mut String) {
    let ruleset = &document.ruleset;
    let size = match ruleset.heaps.len() {
        1 => 12,
        2 => 5,
        3 => 3,
        _ => return,
    };
    let (region, context) = (Region::Box(vec![size; ruleset.heaps.len()]), Context::default());
    match reference::grundy(ruleset, &region, &context) {
        Ok(table) => {
            for registers in table.layers.iter().map(|layer| layer.0.clone()).take(3) {
                let value = |heaps: Vec<i64>| {
                    let value = table.get(&[heaps, registers.clone()].concat());
                    value.map_or("-".to_owned(), |value| value.to_string())
                };
                let row: Vec<String> = table.heaps().map(value).collect();
                writeln!(said, "  values {}: {}", list(&registers), row.join(" ")).expect("text");
            }
            if let Ok(fast) = grundy(ruleset, &region, &context) {
                assert_eq!(fast, table, "{}", document.source.text);
            }
            let misere = reference::p_positions(ruleset, size, Play::Misere, &context).unwrap_or_default();
            let misere: Vec<String> = misere.iter().take(9).map(|position| list(position)).collect();
            writeln!(said, "  misere P: {}", misere.join("  ")).expect("text");
            for position in [sample(ruleset, 3, 1), sample(ruleset, 0, 7)] {
                let value = match reference::value_at(ruleset, &position, ruleset.play, &context) {
                    Ok((value, outcome)) => format!("{value} {}", if outcome == Outcome::P { "P" } else { "N" }),
                    Err(error) => error.to_string(),
                };
                writeln!(said, "  value of {}: {value}", list(&position)).expect("text");
            }
        }
        Err(EngineError::Evaluation(error)) => {
            writeln!(said, "  no table: {error}").expect("text");
            faults(&document.blame(ruleset, &error).0, said);
        }
        Err(error) => writeln!(said, "  no table: {error}").expect("text"),
    }
}

fn rules(document: &Document, said: &mut String) {
    let ruleset = &document.ruleset;
    let finite = if ruleset.finite_options { "" } else { ", options without end" };
    writeln!(said, "  ok: {} heaps, {}, {:?}{finite}", ruleset.heaps.len(), ruleset.ending(), ruleset.play)
        .expect("text");
    for register in &ruleset.registers {
        writeln!(said, "  register {} {:?} {:?}", register.name, register.low, register.high).expect("text");
    }
    let one = |rule: &nimdsl::ruleset::Move| format!("{} [{}] ({})", rule.name, rule.instance, rule.amounts.join(", "));
    let moves: Vec<String> = ruleset.moves.iter().map(one).collect();
    writeln!(said, "  moves of {}: {}", ruleset.heaps.join(" "), moves.join("; ")).expect("text");
    faults(&document.warnings, said);
    for item in &document.file.items {
        let ItemKind::Sequence { name, .. } = &item.kind else { continue };
        match document.sequence(&name.text, &Settings::new(), 9) {
            Ok(terms) => writeln!(said, "  {}: {terms:?}", name.text).expect("text"),
            Err(found) => faults(&found.0, said),
        }
    }
    options(ruleset, said);
    values(document, said);
}

/// Compares with what is kept beside the texts.
pub(crate) fn shown(name: &str, said: &str) {
    insta::with_settings!({
        snapshot_path => root().join("tests/said"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, said);
    });
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("| {line}\n")).collect()
}

#[test]
fn rules_are_said_to_be_what_they_are() {
    let mut said = String::new();
    for text in blocks("rules.txt") {
        said.push_str(&quoted(&text));
        match checked(&text) {
            Ok(document) => rules(&document, &mut said),
            Err(found) => faults(&found.0, &mut said),
        }
    }
    shown("rules", &said);
}

fn verdict(document: &Document, up_to: Option<u64>, said: &mut String) {
    for claim in document.claims() {
        let request = Request { up_to, ..Request::default() };
        let told = match verify(document, claim, &request, &Context { memory: 64 << 20, ..Context::default() }) {
            Ok(verified) => {
                let mark = match verified.as_expected {
                    Expectation::Met => "met",
                    Expectation::Missed => "missed",
                    Expectation::Open => "open",
                };
                format!("{} {} [{mark}]", verified.word(), verified.words(&document.ruleset))
            }
            Err(failure) => failure.to_string(),
        };
        writeln!(said, "  {}: {told}", claim.name).expect("text");
    }
}

/// How far a block says that its claims are tried: `# up to 12`, or `# usual`.
fn bound(text: &str) -> Option<u64> {
    let said = text.lines().find_map(|line| line.strip_prefix("# up to "));
    if text.contains("# usual") { None } else { Some(said.map_or(10, |bound| bound.parse().expect("a number"))) }
}

/// What is said of all claims of a file, and kept beside it.
fn verdicts(name: &str) {
    let mut said = String::new();
    for text in blocks(&format!("{name}.txt")) {
        said.push_str(&quoted(&text));
        match checked(&text) {
            Ok(document) => verdict(&document, bound(&text), &mut said),
            Err(found) => faults(&found.0, &mut said),
        }
    }
    shown(name, &said);
}

#[test]
fn claims_are_said_to_be_what_they_are() {
    verdicts("claims");
}

#[test]
fn claims_are_tried_as_far_as_it_is_said() {
    verdicts("usual");
}

/// Nim, of which the checker is told the values: digit by digit, that of the value is the sum of those of the heaps.
const NIM: &str = "heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i\n";

/// A certificate that says how numbers are written, and what is known of the game if that is Nim.
fn certificate(document: &Document, claim: &Claim, numeration: &Value) -> Certificate {
    let values = json!({
        "numeration": {"Base": 2}, "tracks": [0, 16, 32], "start": 2, "accepting": [2],
        "edges": [[3, 4], [5, 6], [6, 5], [2, 0], [0, 2]],
    });
    let is_nim = document.source.text.starts_with(NIM) && *numeration == json!({"Base": 2});
    let known = if is_nim { json!([{"game": 0, "what": "values", "sets": [values]}]) } else { json!([]) };
    let play = claim.play.unwrap_or(document.ruleset.play);
    let made = json!({
        "schema": 1, "program": "", "ruleset": hash(document), "claim": claim.name, "claim_kind": claim.kind,
        "parameters": {}, "play": if play == Play::Normal { "normal" } else { "misere" }, "kind": "statement",
        "lookups": {"numeration": numeration, "known": known},
    });
    serde_json::from_value(made).expect("a certificate")
}

#[test]
fn the_checker_confirms_nothing_that_a_table_refutes() {
    let mut said = String::new();
    for text in blocks("claims.txt") {
        let Ok(document) = checked(&text) else { continue };
        let title: Vec<&str> =
            text.lines().filter(|line| line.starts_with("heaps") || line.starts_with("move")).collect();
        writeln!(said, "{}", title.join("; ")).expect("text");
        for claim in document.claims() {
            let binary = recheck(&certificate(&document, claim, &json!({"Base": 2})), &document);
            let golden = recheck(&certificate(&document, claim, &json!("Zeckendorf")), &document);
            if binary.is_ok() || golden.is_ok() {
                let up_to = Some(if document.ruleset.heaps.len() < 4 { 8 } else { 2 });
                let request = Request { up_to, ..Request::default() };
                let verified = verify(&document, claim, &request, &Context::default()).expect("a verdict");
                assert_ne!(verified.word(), "refuted", "{}: {text}", claim.name);
            }
            let word = |said: Result<(), Refusal>| {
                said.err().map_or_else(|| "confirmed".to_owned(), |refusal| refusal.to_string())
            };
            let (binary, golden) = (word(binary), word(golden));
            let both = if binary == golden { binary } else { format!("{binary} | {golden}") };
            writeln!(said, "  {}: {}", claim.name, both.lines().next().unwrap_or("")).expect("text");
        }
    }
    shown("checker", &said);
}

/// Each claim is true wherever it has a value; whether that is everywhere is asked of tables and of the checker.
#[test]
fn claims_without_a_value_somewhere_are_told_so() {
    let functions = "sequence L = [2, 1, 3]\nsequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1\n\
                     sequence G(k) = 2 * G(k - 1) from G(4) = 1\nlet h(m) = cases { 0 if m = 0; h(m - 1) + 1 otherwise }\n";
    let mut said = String::new();
    for line in fs::read_to_string(root().join("tests/said/valued.txt")).expect("a file").lines() {
        let text = format!("{NIM}{functions}claim \"c\": {line}\n");
        let Ok(document) = checked(&text) else {
            writeln!(said, "{line}: faulty").expect("text");
            continue;
        };
        let claim = document.claims().next().expect("a claim");
        let request = Request { up_to: Some(7), ..Request::default() };
        let verified = verify(&document, claim, &request, &Context::default()).expect("a verdict");
        let told = recheck(&certificate(&document, claim, &json!({"Base": 2})), &document);
        let valueless = match &verified.verdict {
            Verdict::Holds { gaps, .. } => gaps.valueless != 0,
            _ => false,
        };
        assert!(!valueless || told.is_err(), "{line}");
        let told = told.err().map_or_else(|| "confirmed".to_owned(), |refusal| refusal.to_string());
        writeln!(said, "{line}: {} {} | {told}", verified.word(), verified.words(&document.ruleset)).expect("text");
    }
    shown("valued", &said);
}

/// A set is set by a set, by a set of the sum itself, or by a number.
#[test]
fn sets_of_parts_are_set() {
    let take = "param S = {1}\nparam k = 4\nheaps x\nmove take(i): x -> x - i where i in S, i <= k\n";
    let library = Texts(vec![("take.nim", take.to_owned())]);
    let values = |with: &str| {
        let text = format!("param T = {{1, 3}}\nsum of \"take.nim\" with {with}\n");
        let document = check(&Source::new("sum.nim", text), &library).expect("it is well-formed");
        let value = |n| reference::value_at(&document.ruleset, &[n], Play::Normal, &Context::default());
        (0..8).map(|n| value(n).expect("a value").0).collect::<Vec<_>>()
    };
    assert_eq!(values("S = {1, 2, 4}"), [0, 1, 2, 0, 1, 2, 0, 1]);
    assert_eq!(values("S = {1..3}, k = 2"), [0, 1, 2, 0, 1, 2, 0, 1]);
    assert_eq!(values("S = T"), [0, 1, 0, 1, 0, 1, 0, 1]);
    assert_eq!(values("S = 2"), [0, 0, 1, 1, 0, 0, 1, 1]);
    let text = "sum of \"take.nim\" with k = {1, 2}\n".to_owned();
    let refused = check(&Source::new("sum.nim", text), &library).expect_err("a number is needed");
    assert!(refused.0[0].message.contains("is a number, and is set to a set"), "{refused:?}");
}

/// Arrays of parts keep their names in a sum, and a second one gets the number of its part as a whole.
#[test]
fn arrays_of_parts_are_arrays_of_the_sum() {
    let nim = "heaps h[2]\nmove take(i) for each a in h: a -> a - i where 1 <= i\n";
    let one = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 2\n";
    let library = Texts(vec![("nim.nim", nim.to_owned()), ("one.nim", one.to_owned())]);
    let text = "sum of \"nim.nim\", \"one.nim\", \"nim.nim\"\n\
                claim \"1\": grundy(h[1], h[2], x, h3[1], h3[2]) = (xor(h) xor (x mod 3) xor h3[1] xor h3[2])\n\
                claim \"2\": P(h, x, h3) implies x mod 3 <= sum(h) + sum(h3)\n";
    let document = check(&Source::new("sum.nim", text.to_owned()), &library).expect("it is well-formed");
    assert_eq!(document.ruleset.heaps, ["h[1]", "h[2]", "x", "h3[1]", "h3[2]"]);
    for claim in document.claims() {
        let request = Request { up_to: Some(5), ..Request::default() };
        let verified = verify(&document, claim, &request, &Context::default()).expect("a verdict");
        assert!(matches!(verified.verdict, Verdict::Holds { .. }), "{}", verified.words(&document.ruleset));
    }
}
