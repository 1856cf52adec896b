//! Hits of small searches, word by word: how far they are confirmed, what they are called, and their P-positions against tables.
use super::said::shown;
use super::{Rulesets, checked};
use nimdsl::asked::values::Effort;
use nimdsl::engine::{Context, p_positions};
use nimdsl::experiment::{self, Task};
use nimdsl::search::found::Hit;
use nimdsl::search::trial::chunk::{Nobody, Shard};
use nimdsl::search::{LongRun, RunWork};
use nimdsl::source::Source;
use nimdsl::value::Play;
use std::fmt::Write;

fn hits(search: &str) -> Result<Vec<Hit>, String> {
    let text = format!("(title: \"t\", ruleset: \"triangular.nim\", tasks: [Search({search})])");
    let experiment = experiment::read(&Source::new("t.ron", text)).map_err(|faults| faults.to_string())?;
    assert!(experiment.tasks.iter().all(|task| matches!(task, Task::Search(_))));
    let long = LongRun { store: None, work: RunWork::Share(Shard::WHOLE), watch: &Nobody };
    let done = experiment::run(&experiment, &Rulesets, Effort::Quick, &long, &Context::default());
    let (report, failures) = done.map_err(|failure| failure.to_string())?;
    assert!(failures.is_empty(), "{failures:?}");
    Ok(report.hits().cloned().collect())
}

/// A line for a hit. Its P-positions must be those of a table.
fn line(hit: &Hit) -> String {
    let ruleset = checked(&hit.ruleset).unwrap_or_else(|faults| panic!("{}: {faults}", hit.ruleset)).ruleset;
    let up_to = hit.confirmed_up_to.min(60);
    let mut table = p_positions(&ruleset, up_to, Play::Normal, &Context::default()).expect("it fits");
    table.retain(|position| position[0] <= position[1]);
    let far = i64::try_from(up_to).expect("it is small");
    let mut own: Vec<Vec<i64>> =
        hit.p_positions.iter().filter(|pair| pair.1 <= far).map(|(a, b)| vec![*a, *b]).collect();
    own.sort_unstable_by_key(|pair| (pair[0] + pair[1], pair.clone()));
    assert_eq!(own, table, "{}", hit.ruleset);
    let name = hit.name.as_ref().map_or("no name".to_owned(), |name| format!("{} = {}", name.name, name.formula));
    let chain = hit.chain.as_deref().unwrap_or_default();
    let ends = (chain.iter().take(6).collect::<Vec<_>>(), chain.len(), chain.last());
    let guard = hit.ruleset.split("where").last().unwrap_or("").split("\n\n").next().unwrap_or("").trim().to_owned();
    format!(
        "{} #{} [{}] {guard:?}: to {}, {name}, {:?}, {} pairs to {:?}, but {:?}, {}",
        hit.file,
        hit.candidate,
        hit.description_length,
        hit.confirmed_up_to,
        ends,
        hit.p_positions.len(),
        hit.p_positions.last(),
        hit.exceptions,
        hit.target.map_or("no target".to_owned(), |target| format!("target {target}"))
    )
}

const SPACE: &str = "add: Conditions(at_most: 1, statistics: [\"j\"], relations: [\"<\", \"<=\"],
    terms: [\"small\", \"small'\", \"large'\", \"i\"], coefficients: Range(1, 3), constants: Range(0, 1)), keep: 3";

#[test]
fn hits_are_confirmed_as_far_as_they_say() {
    let mut said = String::new();
    for (target, bounds) in [
        (
            "Consecutive(Recurrence(coefficients: [1, 1], start: [0, 1])), exceptions: 2",
            &[(100, 5000), (100, 30), (40, 20), (40, 8), (60, 100_000)][..],
        ),
        ("Consecutive(Geometric(2)), exceptions: 2", &[(100, 5000), (60, 2_000_000)]),
        ("Consecutive(List([0, 1, 3, 10, 33, 109, 360])), exceptions: 2", &[(100, 5000), (60, 200)]),
        ("Consecutive(ClosedForm(\"k * (k + 1) / 2\")), exceptions: 2", &[(80, 3000)]),
        ("Open", &[(100, 5000), (60, 30), (60, 100_000)]),
        ("Open, named: true", &[(100, 5000), (60, 70)]),
        (
            "AnyOf([Consecutive(Geometric(2)), Consecutive(Repunit(2)), Consecutive(Geometric(3))]), exceptions: 2",
            &[(60, 1000)],
        ),
    ] {
        for (screen, confirm) in bounds {
            let search = format!("target: {target}, {SPACE}, screen: {screen}, confirm: {confirm}");
            writeln!(said, "{target} {screen} {confirm}").expect("text");
            match hits(&search) {
                Ok(hits) => hits.iter().for_each(|hit| writeln!(said, "  {}", line(hit)).expect("text")),
                Err(why) => writeln!(said, "  {why}").expect("text"),
            }
        }
    }
    shown("confirmed", &said);
}
