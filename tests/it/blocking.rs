//! Play in which options are forbidden: outcomes by the definition, counted here, and what has no meaning there.
use crate::random::rulesets;
use nimdsl::diagnostic::Faults;
use nimdsl::engine::{Context, EngineError, EngineKind, Plan, Question, applicable, reference};
use nimdsl::ruleset::Ruleset;
use nimdsl::ruleset::options::Options;
use nimdsl::table::Region;
use nimdsl::value::{Outcome, Play};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::process::Command;

/// Whether at most so many different options are P-positions.
fn is_p(position: &[i64], options: &Options, most: usize, known: &mut HashMap<Vec<i64>, bool>) -> bool {
    if let Some(found) = known.get(position) {
        return *found;
    }
    let all: BTreeSet<Vec<i64>> =
        options.list(position).expect("options").into_iter().map(|option| option.position).collect();
    let lost = all.iter().filter(|option| is_p(option, options, most, known)).count();
    known.insert(position.to_vec(), lost <= most);
    lost <= most
}

fn opened(text: &str) -> Result<Ruleset, Faults> {
    nimdsl::open(text).map(|rules| rules.ruleset().clone())
}

/// The codes of the faults of a text.
fn codes(text: &str) -> Vec<&'static str> {
    opened(text).err().map_or_else(Vec::new, |faults| faults.0.iter().map(|fault| fault.code).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn outcomes_are_those_of_the_definition(random in rulesets(3), most in 1..4usize) {
        let text = format!("play blocking {most}\n{}", random.at(1));
        // Guards of chance may exclude each other.
        let Ok(ruleset) = opened(&text) else { return Ok(()) };
        let context = Context::default();
        let bound = [0, 12, 7, 4][ruleset.heaps.len()];
        let region = Region::Box(vec![bound; ruleset.heaps.len()]);
        // A register without bound asks for values.
        let Ok(table) = reference::outcomes(&ruleset, &region, Play::Normal, &context) else { return Ok(()) };
        let options = Options::new(&ruleset).expect("options");
        let mut known = HashMap::new();
        for (registers, values) in &table.layers {
            for (heaps, value) in table.heaps().zip(values) {
                let position = [heaps.as_slice(), registers.as_slice()].concat();
                if options.in_domain(&position).expect("a condition") {
                    let expected = is_p(&position, &options, most, &mut known);
                    prop_assert_eq!(value == Some(0), expected, "{}{:?}", text, position);
                }
            }
        }
        let chosen = Plan::of(&ruleset);
        prop_assert!(chosen.table(&region, Question::Outcome(Play::Normal), &context).expect("it fits") == table);
        for engine in applicable(&ruleset) {
            prop_assert!(matches!(engine.kind(), EngineKind::Reference | EngineKind::Compiled), "{}", text);
            match engine.table(&region, Question::Outcome(Play::Normal), &context) {
                Ok(found) => prop_assert!(found == table, "{} by {}", text, engine.kind()),
                Err(error) => prop_assert!(matches!(error, EngineError::Unfit(_)), "{} {}", text, error),
            }
        }
        prop_assert!(chosen.grundy(&region, &context).is_err());
        prop_assert!(chosen.table(&region, Question::Outcome(Play::Misere), &context).is_err());
        let expected: Vec<Vec<i64>> = table.zeros();
        let found = chosen.p_positions(bound - 1, Play::Normal, &context).expect("a list");
        prop_assert_eq!(found, expected, "{}", text);
    }
}

const WYTHOFF: &str = "param k = 2 where k >= 0\nplay blocking k\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\n";

/// Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011) P120; there one option more is counted.
#[test]
fn two_forbidden_options_of_wythoff() {
    let ruleset = opened(WYTHOFF).expect("a ruleset");
    let found = Plan::of(&ruleset).p_positions(60, Play::Normal, &Context::default()).expect("a list");
    let mut expected: Vec<Vec<i64>> = vec![vec![0, 0]];
    for low in 0..=60 {
        for high in [2 * low + 1, 2 * low + 2].into_iter().filter(|high| *high <= 60) {
            expected.extend([vec![low, high], vec![high, low]]);
        }
    }
    expected.sort_by_key(|position| (position.iter().sum::<i64>(), position.clone()));
    assert_eq!(found, expected);
}

#[test]
fn none_forbidden_is_play_without_blocking() {
    let rules = nimdsl::open(&WYTHOFF.replace("k = 2", "k = 0")).expect("a ruleset");
    assert_eq!(rules.ruleset().blocking, 0);
    let plan = Plan::of(rules.ruleset());
    assert_ne!(plan.kind(), EngineKind::Reference);
    let (value, outcome) = plan.value_at(&[3, 5], Play::Normal, &Context::default()).expect("a value");
    assert_eq!((value, outcome), (0, Outcome::P));
}

#[test]
fn what_needs_values_is_refused_with_its_place() {
    let with = |line: &str| codes(&format!("{WYTHOFF}{line}"));
    assert_eq!(with("claim \"a\": grundy(x, y) = 0"), ["misplaced-grundy"]);
    assert_eq!(with("claim \"a\": final(x, y)"), ["misplaced-grundy"]);
    assert!(with("claim \"a\": P(x, y) iff P(y, x)").is_empty());
    assert_eq!(codes("play blocking -1\nheaps x\nmove a: x -> x - 1"), ["bad-range"]);
    assert_eq!(codes("play blocking x\nheaps x\nmove a: x -> x - 1"), ["unknown-name"]);
    assert_eq!(codes("play blocking 1\nplay misere\nheaps x\nmove a: x -> x - 1"), ["duplicate-item"]);
    assert_eq!(codes("play blocking 1\nheaps n\noctal \"0.77\""), ["cannot-break"]);
    assert!(codes("play blocking 0\nheaps n\noctal \"0.77\"").is_empty());
}

/// What commands say: outcomes where there are outcomes, and the reason where there are none.
#[test]
fn commands_answer_or_say_why_not() {
    let folder = std::env::temp_dir().join(format!("nimdsl_blocking_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("wythoff.nim");
    let claims = "theorem \"Larsson 2011\": P = {(0, 0)} union sym {(j, 2 * j + 1) for j >= 0} union sym {(j, 2 * j + 2) for j >= 0}\n\
         claim \"false\": P = {(0, 0)}\n";
    std::fs::write(&file, format!("{WYTHOFF}{claims}")).expect("a file");
    let run = |arguments: &[&str]| {
        let file = file.to_string_lossy().into_owned();
        let all: Vec<&str> = arguments.iter().map(|one| if *one == "FILE" { file.as_str() } else { one }).collect();
        let output = Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(all).output().expect("the program");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&text).into_owned())
    };
    let verified = run(&["verify", "FILE", "--up-to", "40"]);
    assert!(verified.1.contains("holds    theorem \"Larsson 2011\" up to 40"), "{}", verified.1);
    assert!(verified.1.contains("1 of its options are P-positions, and 2 may be forbidden"), "{}", verified.1);
    let explained = run(&["explain", "FILE", "3,7"]);
    assert_eq!(explained.0, Some(0), "{}", explained.1);
    assert!(explained.1.starts_with("(3, 7) is a P-position\n"), "{}", explained.1);
    assert!(explained.1.contains("the other player forbids at most 2, and so all of them"), "{}", explained.1);
    let outcomes = run(&["table", "FILE", "--size", "5", "--outcomes"]);
    assert_eq!(outcomes.0, Some(0), "{}", outcomes.1);
    for refused in [
        &["table", "FILE", "--size", "5"][..],
        &["table", "FILE", "--size", "5", "--outcomes", "--misere"],
        &["solve", "FILE"],
        &["periods", "FILE", "--rows", "0..3"],
        &["export", "FILE", "--to", "sage"],
    ] {
        let (code, text) = run(refused);
        assert!(matches!(code, Some(2 | 3)), "{refused:?}: {code:?} {text}");
        assert!(text.contains("forbid"), "{refused:?}: {text}");
    }
    let proved = run(&["prove", "FILE", "--claim", "Larsson 2011"]);
    assert!(proved.1.contains("forbids options"), "{}", proved.1);
    std::fs::remove_dir_all(&folder).expect("a folder");
}
