//! Parameters that are chosen from outside: what a head says of them, and what is said of those that do not fit.
use super::checked;
use super::said::{faults, shown};
use nimdsl::check::Settings;
use nimdsl::engine::{Context, EngineError, reference};
use nimdsl::ruleset::ParameterValue;
use nimdsl::table::Region;
use std::fmt::Write;

/// Whether a head speaks of a value.
type Meant = fn(i64) -> bool;

#[test]
fn parameters_from_outside_are_judged_by_the_head() {
    let rules = "param c = 2\nparam d = 1\nparam S = {1, 4}\nheaps x\nmove t(i): x -> x - i where 1 <= i <= floor(x / (c + 5)) + d, i not in S\n";
    let within: &[(&str, Meant)] = &[
        ("c >= 2", |c| 2 <= c),
        ("c > 2", |c| 2 < c),
        ("c <= 2", |c| c <= 2),
        ("c < 2", |c| c < 2),
        ("c = 2", |c| c == 2),
        ("c in 2..4", |c| (2..=4).contains(&c)),
        ("c in {0, 3..4}", |c| c == 0 || c == 3 || c == 4),
        ("c in S", |c| c == 1 || c == 4),
        ("c >= 2 where c != 3", |c| 2 <= c && c != 3),
        ("c in 4..2", |_| false),
    ];
    let number = |name: &str, value: i64| Settings::from([(name.to_owned(), ParameterValue::Number(value))]);
    for (head, is_meant) in within {
        let document =
            checked(&format!("{rules}claim \"c\" for {head}: x >= 0\n")).unwrap_or_else(|faults| panic!("{faults}"));
        let claim = document.claims().next().expect("a claim");
        for c in -1..7 {
            let found = document.instances(claim, &number("c", c)).expect("no fault");
            let expected = if is_meant(c) { vec![number("c", c)] } else { Vec::new() };
            assert_eq!(found, expected, "{head} {c}");
            assert!(!document.leaves_defaults(claim, &number("c", c)));
        }
        assert!(document.leaves_defaults(claim, &number("d", 5)) && !document.leaves_defaults(claim, &number("d", 1)));
    }
    let document = checked(rules).unwrap_or_else(|faults| panic!("{faults}"));
    let set = |name: &str, values: &[i64]| Settings::from([(name.to_owned(), ParameterValue::Set(values.to_vec()))]);
    let mut said = String::new();
    for settings in [
        number("c", 3),
        number("c", -5),
        number("e", 1),
        number("cc", 1),
        set("c", &[1, 2]),
        set("S", &[2]),
        set("S", &[]),
        number("S", 3),
        Settings::new(),
    ] {
        writeln!(said, "{settings:?}").expect("text");
        match document.at(&settings) {
            Ok(ruleset) => match reference::grundy(&ruleset, &Region::Box(vec![9]), &Context::default()) {
                Ok(table) => {
                    writeln!(said, "  {:?}", (0..9).map(|x| table.get(&[x])).collect::<Vec<_>>()).expect("text")
                }
                Err(EngineError::Evaluation(error)) => faults(&document.blame(&ruleset, &error).0, &mut said),
                Err(error) => writeln!(said, "  {error}").expect("text"),
            },
            Err(found) => faults(&found.0, &mut said),
        }
    }
    shown("settings", &said);
}
