//! Laws over random rulesets: enumeration against a scan of a box, the option test and the measure against
//! enumeration, the printer against the parser, the engine against a plain recursion.
use crate::checked;
use nimdsl::diagnostic::Sink;
use nimdsl::engine::{Context, grundy, outcomes};
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::{Position, Ruleset};
use nimdsl::source::Source;
use nimdsl::syntax::ast::File;
use nimdsl::syntax::{parse, print_file};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn tree(text: &str) -> File {
    let source = Source::new("text", text);
    let mut sink = Sink::new(source.clone());
    let file = parse(&source, &mut sink);
    assert!(!sink.has_errors(), "{:?} in {text}", sink.faults);
    file
}

/// The text of a random ruleset of two heaps, mixed signs, with a guard.
fn rulesets() -> impl Strategy<Value = String> {
    let sign = prop_oneof![Just("-"), Just("+")];
    let condition = prop_oneof![
        (0..4i64, -2..3i64).prop_map(|(a, b)| format!("{a} * i <= x + {b} * j + 2")),
        (1..4i64).prop_map(|a| format!("|i - j| <= {a}")),
        (2..4i64, 0..2i64).prop_map(|(m, r)| format!("i + j = {r} (mod {m})")),
        (0..3i64).prop_map(|a| format!("i != j + {a}")),
        (1..3i64).prop_map(|a| format!("i + {a} * j < max(x, y) + 2")),
        (2..4i64).prop_map(|d| format!("j <= floor((x + i) / {d}) or i <= 2")),
        Just("j * j <= y + 1".to_owned()),
        (0..3i64).prop_map(|a| format!("x' <= y' + {a}")),
    ];
    let one = (sign.clone(), sign, 0..3i64, prop::collection::vec(condition, 0..3), any::<bool>());
    prop::collection::vec(one, 1..3).prop_map(|moves| {
        let mut text = "heaps x, y\n".to_owned();
        for (index, (first, second, least, conditions, symmetric)) in moves.into_iter().enumerate() {
            let symmetric = if symmetric { " symmetric" } else { "" };
            let extra: String = conditions.iter().map(|condition| format!(", {condition}")).collect();
            text.push_str(&format!(
                "move m{index}(i, j){symmetric}: (x, y) -> (x {first} i, y {second} j) where {least} <= i <= 5, 0 <= j <= 4{extra}\n"
            ));
        }
        text
    })
}

/// All options by trying all amounts of a box against the relation itself.
fn scanned(ruleset: &Ruleset, options: &Options, position: &[i64]) -> BTreeSet<Position> {
    let mut all = BTreeSet::new();
    for (index, rule) in ruleset.moves.iter().enumerate() {
        for i in -1..7i64 {
            for j in -1..6i64 {
                let targets: Result<Vec<i128>, _> =
                    rule.targets.iter().map(|target| target.evaluate(position, &[i, j])).collect();
                let option: Position = targets.expect("small numbers").into_iter().map(|value| value as i64).collect();
                if options.relates(index, position, &[i, j], &option).expect("small numbers") {
                    all.insert(option);
                }
            }
        }
    }
    all
}

fn plain(options: &Options, position: &[i64], known: &mut HashMap<Position, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let reached = options.list(position).expect("small numbers");
    let values: BTreeSet<u32> = reached.iter().map(|option| plain(options, &option.position, known)).collect();
    let least = (0..).find(|value| !values.contains(value)).unwrap_or(0);
    known.insert(position.to_vec(), least);
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn enumeration_is_the_relation(text in rulesets()) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        let options = Options::new(&document.ruleset).expect("a checked ruleset is finite");
        for x in 0..6 {
            for y in 0..6 {
                let listed: BTreeSet<Position> = options.list(&[x, y]).expect("small").into_iter().map(|option| option.position).collect();
                prop_assert_eq!(&listed, &scanned(&document.ruleset, &options, &[x, y]), "{} at ({}, {})", text, x, y);
                for u in 0..8 {
                    for v in 0..8 {
                        let found = options.is_option(&[x, y], &[u, v]).expect("small");
                        prop_assert_eq!(found, listed.contains(&vec![u, v]), "{} from ({}, {}) to ({}, {})", text, x, y, u, v);
                    }
                }
                for option in &listed {
                    let level = |position: &[i64]| -> Vec<i64> {
                        document.ruleset.measure.iter().map(|weights| weights.iter().zip(position).map(|(a, b)| a * b).sum()).collect()
                    };
                    prop_assert!(level(option) < level(&[x, y]), "{} does not decrease its measure", text);
                }
            }
        }
    }

    #[test]
    fn the_engine_agrees_with_plain_recursion(text in rulesets()) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        let options = Options::new(&document.ruleset).expect("a checked ruleset is finite");
        let region = Region::Box(vec![9, 7]);
        let table = grundy(&document.ruleset, &region, &Context::default()).expect("it fits");
        let winners = outcomes(&document.ruleset, &region, Play::Normal, &Context::default()).expect("it fits");
        let mut known = HashMap::new();
        for heaps in table.heaps() {
            let expected = plain(&options, &heaps, &mut known);
            prop_assert_eq!(table.get(&heaps), Some(expected), "{} at {:?}", text, heaps);
            prop_assert_eq!(winners.get(&heaps), Some(u32::from(expected != 0)), "{} at {:?}", text, heaps);
        }
    }

    #[test]
    fn printed_text_parses_to_the_same_tree(text in rulesets()) {
        let file = tree(&text);
        let printed = print_file(&file);
        let again = tree(&printed);
        prop_assert_eq!(&printed, &print_file(&again));
    }
}
