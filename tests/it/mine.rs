//! Searches that mine their conjunctions: the same as by trying all of them, right by a player of their texts, and the same bytes
//! however the work is cut.
use super::Rulesets;
use super::player::Player;
use nimdsl::asked::values::Effort;
use nimdsl::engine::Context;
use nimdsl::experiment;
use nimdsl::report::Report;
use nimdsl::search::found::{Found, Hit};
use nimdsl::search::trial::chunk::{Nobody, Shard};
use nimdsl::search::{LongRun, RunWork};
use nimdsl::source::Source;
use std::collections::BTreeSet;

/// Positions with at most so many tokens are played.
const PLAYED: i64 = 60;

fn run(search: &str, threads: usize) -> Report {
    let text = format!("(title: \"t\", ruleset: \"triangular.nim\", tasks: [Search({search})])");
    let experiment =
        experiment::read(&Source::new("t.ron", text)).unwrap_or_else(|faults| panic!("{search}: {faults}"));
    let long = LongRun { store: None, work: RunWork::Share(Shard::WHOLE), watch: &Nobody };
    let context = Context { threads, ..Context::default() };
    let done = experiment::run(&experiment, &Rulesets, Effort::Quick, &long, &context);
    let (report, failures) = done.unwrap_or_else(|failure| panic!("{search}: {failure}"));
    assert!(failures.is_empty(), "{search}: {failures:?}");
    report
}

fn found(report: &Report) -> &Found {
    report.searches().next().expect("a search")
}

/// A hit's P-positions, which are listed with heaps up to the screening, are those that the player finds.
fn is_right(hit: &Hit, tokens: i64, screen: i64) {
    let known = i64::try_from(hit.confirmed_up_to).unwrap_or(i64::MAX);
    let near = |pair: &&(i64, i64)| pair.0 + pair.1 <= tokens && pair.1 <= known.min(screen);
    let played = Player::of_text(&hit.ruleset).p_positions(tokens);
    let played: BTreeSet<_> = played.iter().filter(near).copied().collect();
    assert_eq!(hit.p_positions.iter().filter(near).copied().collect::<BTreeSet<_>>(), played, "{}", hit.ruleset);
}

/// Spaces that differ in everything, drawn without chance: the number counts through the choices.
fn space(number: usize) -> String {
    let lists = |all: &[&str], take: usize, from: usize| {
        let some: Vec<String> = (0..take).map(|at| format!("\"{}\"", all[(from + 3 * at) % all.len()])).collect();
        some.join(", ")
    };
    let statistics = ["j", "i", "i + j", "|i - j|", "j - i", "large - small", "2 * j - i"];
    let terms = ["small'", "large'", "large' - small'", "small", "i", "large", "small' + large'"];
    format!(
        "statistics: [{}], relations: [\"<\", \"!=\"{}], terms: [{}], coefficients: Range(1, {}), constants: Range({}, {})",
        lists(&statistics, 3, number),
        if number.is_multiple_of(2) { ", \"<=\"" } else { "" },
        lists(&terms, 4, number / 2),
        2 + number % 2,
        -(i64::try_from(number % 2).expect("small")),
        1 + number % 3,
    )
}

const TARGETS: [&str; 6] = [
    "Recurrence(coefficients: [1, 1], start: [0, 1])",
    "Polygonal(3)",
    "Recurrence(coefficients: [2, 1], start: [0, 1])",
    "Geometric(2)",
    "Recurrence(coefficients: [1, 1], start: [2, 1])",
    "Polygonal(4)",
];

/// What is left of conditions that are right when none of them can be left out.
fn without_idle(conditions: &str, triangular: bool, wanted: &BTreeSet<(i64, i64)>) -> Vec<Player> {
    let all: Vec<&str> = conditions.split(", ").collect();
    let right = |chosen: &[&str]| {
        let player = Player::of(&chosen.join(", "), triangular);
        (player.p_positions(PLAYED) == *wanted).then_some(player)
    };
    let parts = (1_usize..1 << all.len()).map(|bits| {
        all.iter().enumerate().filter(|(at, _)| (bits >> at) & 1 == 1).map(|(_, text)| *text).collect::<Vec<_>>()
    });
    let mut parts: Vec<Vec<&str>> = parts.collect();
    parts.sort_by_key(Vec::len);
    let least = parts.iter().find_map(|chosen| right(chosen));
    least.into_iter().collect()
}

fn conditions(hit: &Hit) -> String {
    let text = hit.ruleset.split("x <= y, ").nth(1).expect("conditions");
    text.lines().next().expect("a line").to_owned()
}

/// Every rule that is found by trying all of them is found by mining, up to moves that lead to no P-position and conditions that
/// can be left out; and the miner's hits are right.
#[test]
fn what_is_found_by_trying_is_mined() {
    let mut compared = 0;
    for number in 0..12 {
        let target = TARGETS[number % TARGETS.len()];
        let exceptions = [0, 2, 1][number % 3];
        let base = if number % 4 < 2 { "Nothing" } else { "Ruleset" };
        let search = |method: &str, keep: usize| {
            // Hundreds of hits are compared, and none of their proofs.
            let rest = "screen: 60, confirm: 60, prove: false";
            let space = space(number);
            let add = format!("Conditions(at_most: 2, method: {method}, {space})");
            run(
                &format!(
                    "target: Consecutive({target}), exceptions: {exceptions}, add: {add}, bases: [{base}], {rest}, keep: {keep}"
                ),
                2,
            )
        };
        let (tried, mined) = (search("Try", 60), search("Mine", 5000));
        let answers: Vec<_> = mined.hits().map(|hit| Player::of_text(&hit.ruleset).answers(PLAYED)).collect();
        // Twice as many tokens take sixteen times as long.
        mined.hits().for_each(|hit| is_right(hit, PLAYED, 60));
        mined.hits().step_by(8).for_each(|hit| is_right(hit, 2 * PLAYED, 60));
        // Only exceptions among the first pairs are guessed.
        let guessed = |hit: &&Hit| hit.exceptions.iter().all(|(a, b)| a + b <= 4);
        for hit in tried.hits().filter(guessed) {
            let wanted = Player::of_text(&hit.ruleset).p_positions(PLAYED);
            for least in without_idle(&conditions(hit), base == "Ruleset", &wanted) {
                compared += 1;
                assert!(answers.contains(&least.answers(PLAYED)), "{number} {target}: {}", hit.ruleset);
            }
        }
    }
    assert!(50 <= compared, "only {compared} rules were compared");
}

const SQUARES: &str =
    "target: AnyOf([Consecutive(Polygonal(4)), Consecutive(Recurrence(coefficients: [1, 2], start: [0, 1]))]),
    exceptions: 1, add: Conditions(at_most: 3, method: Mine, statistics: [\"i\", \"j\", \"large - small\"],
    relations: [\"<\", \"!=\"], terms: [\"small\", \"small'\", \"large'\", \"large' - small'\", \"large - small\"],
    coefficients: Range(1, 3), constants: Range(0, 3)), bases: [Ruleset, Nothing], screen: 200, confirm: 20000, keep: 3";

/// Three conditions for squares without other moves, on any number of threads.
#[test]
fn squares_stand_alone() {
    let one = run(SQUARES, 1);
    let alone: Vec<&Hit> = one.hits().filter(|hit| !hit.ruleset.contains("triangular")).collect();
    assert!(!alone.is_empty(), "{:?}", found(&one));
    one.hits().for_each(|hit| is_right(hit, 300, 200));
    let many = run(SQUARES, 3);
    let texts = |report: &Report| serde_json::to_string(report).expect("JSON");
    assert_eq!(texts(&one), texts(&many));
}

/// No conjunction of up to three conditions of this space has Tribonacci numbers alone; five conditions are mined as well, and
/// where there are many answers the shortest are found.
#[test]
fn many_conditions_are_mined_to_the_end() {
    let search = |target: &str, most: usize, keep: usize| {
        run(
            &format!(
                "target: Consecutive({target}), add: Conditions(at_most: {most}, statistics: [\"i\", \"j\"],
                relations: [\"<\", \"!=\"], terms: [\"small\", \"small'\", \"large'\", \"large' - small'\"],
                coefficients: Range(1, 3), constants: Range(0, 2)), bases: [Nothing], screen: 200, confirm: 20000, keep: {keep}"
            ),
            2,
        )
    };
    let none = search("Recurrence(coefficients: [1, 1, 1], start: [0, 0, 1])", 4, 2);
    assert_eq!((none.hits().count(), found(&none).mined), (0, Some(0)));
    assert!(none.text().contains("nothing found for F(k) = F(k - 1) + F(k - 2) + F(k - 3)"), "{}", none.text());
    let fibonacci = |most| search("Recurrence(coefficients: [1, 1], start: [0, 1])", most, 2);
    let many = fibonacci(5);
    assert!(many.text().contains("shares of branches were left when"), "{}", many.text());
    many.hits().for_each(|hit| is_right(hit, 300, 200));
    let texts = |report: &Report| report.hits().map(conditions).collect::<Vec<_>>();
    assert_eq!(texts(&many), texts(&fibonacci(3)));
}

/// Each target is named with what was found for it.
#[test]
fn targets_are_named_with_their_hits() {
    let report = run(
        "target: AnyOf([Consecutive(Geometric(2)), Consecutive(ClosedForm(\"k^3\")), Consecutive(Repunit(2))]), exceptions: 1,
         add: Conditions(at_most: 1, statistics: [\"j\"], relations: [\"<\", \"<=\"], terms: [\"small\"]),
         screen: 60, confirm: 1000, keep: 3",
        1,
    );
    let json = serde_json::to_value(found(&report)).expect("JSON");
    let targets = json["targets"].as_array().expect("targets");
    let hits: Vec<_> = targets.iter().map(|target| target["hits"].as_u64().expect("a number")).collect();
    assert_eq!(hits, [1, 0, 1], "{json}");
    assert_eq!(targets[1]["terms"][3], 27, "{json}");
    assert_eq!(json["hits"][1]["target"], 2, "{json}");
    let text = report.text();
    assert!(text.contains("nothing found for a(k) = k^3"), "{text}");
}
