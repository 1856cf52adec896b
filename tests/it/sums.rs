//! Games whose options are sums of positions, under any conditions: all engines against the reference.
use crate::checked;
use nimdsl::engine::{Context, EngineKind, Plan, Question, applicable, reference};
use nimdsl::ruleset::Ruleset;
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;

/// How one heap breaks.
fn broken() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..4i64).prop_map(|c| format!("(a): n -> (a, n - a - {c}) where {} <= a, a + {c} <= n", i64::from(c == 0))),
        (0..3i64, 2..5i64).prop_map(|(c, m)| format!("(a): n -> (a, n - a) where 1 <= a < n, a mod {m} != {c}")),
        (0..3i64, 2..5i64).prop_map(|(c, m)| format!("(a): n -> (a, n - a) where 1 <= a < n, a mod {m} = {c}")),
        (1..4i64, 0..4i64).prop_map(|(c, d)| format!("(a, b): n -> (a, b) where a + b = n - {c}, a <= b <= a + {d}")),
        (1..4i64).prop_map(|c| format!("(a, b): n -> (a, b) where a + b = n - {c}, bitand(a, b) = 0, a <= b")),
        Just("(d): n -> (d, n - d) where 1 <= d < n, d divides n".to_owned()),
        Just("(d): n -> (d, floor(n / d)) where 2 <= d < n, d divides n".to_owned()),
        (2..5i64, 2..5i64).prop_map(|(c, d)| format!(": n -> (floor(n / {c}), floor(n / {d})) where 1 <= n")),
        (1..5i64).prop_map(|c| format!("(a): n -> (a, a) where a + {c} <= n")),
        (1..5i64).prop_map(|c| format!("(a): n -> (n - a, n - 2 * a) where 1 <= a <= {c}")),
        (0..4i64).prop_map(|c| format!("(a, b): n -> (a, b, n - a - b) where 1 <= a <= b, a + 2 * b + {c} <= n")),
        Just("(k): n -> (k * k, n - k * k - 1)".to_owned()),
        Just("(a): n -> (a, n - a) where 1 <= a < n, gcd(a, n) = 1".to_owned()),
        (1..4i64).prop_map(|c| format!("(a): n -> (a, n - a - 1) where 0 <= a < n, (a xor n) mod 4 <= {c}")),
        (1..9i64).prop_map(|c| format!(": n -> (n - {c}, n - {c}, n - {c}, {c}) where {} <= n", c + 1)),
        (2..9i64).prop_map(|c| format!("(a): n -> (a, n - a) where 1 <= a < n, n != {c}")),
        Just("(i, a): n -> (a, n - i - a) where 1 <= i".to_owned()),
    ]
}

/// What is done without breaking.
fn taken() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64).prop_map(|c| format!("(i): n -> n - i where 1 <= i <= {c}")),
        (2..4i64).prop_map(|c| format!(": n -> floor(n / {c}) where 1 <= n")),
        Just("(i): n -> n - i where 1 <= i, i * i <= n".to_owned()),
        Just("(d): n -> n - d where 1 <= d < n, d divides n".to_owned()),
        (2..9i64).prop_map(|c| format!("(i): n -> n - i where i in {{1, {c}, {}}}", 2 * c)),
        (1..9i64).prop_map(|c| format!("(i): n -> n - i where 1 <= i, (n + i) mod {} = 0", c + 1)),
    ]
}

fn one_heap() -> impl Strategy<Value = String> {
    let positions = prop::option::of((2..5i64, 0..2i64));
    let moves = (prop::collection::vec(broken(), 1..3), prop::collection::vec(taken(), 0..2));
    (moves, positions).prop_map(|((broken, taken), positions)| {
        let mut text = "heaps n\nmeasure n\n".to_owned();
        if let Some((modulus, rest)) = positions {
            text += &format!("positions where n mod {modulus} != {rest}\n");
        }
        let all = broken.iter().chain(&taken).enumerate();
        text += &all.map(|(number, rule)| format!("move m{number}{rule}\n")).collect::<String>();
        text
    })
}

/// A heap that breaks into three parts, of which two have few values and the third is what is left.
fn broken_off() -> impl Strategy<Value = String> {
    let sizes = (1..4i64, 0..5i64, 0..4i64, 1..4i64, prop_oneof![Just("b"), Just("2 * b")]);
    let asked = (0..4i64, 2..4i64, 1..6i64, prop_oneof![Just(""), Just(", n mod 3 != 1"), Just(", b - a <= n - 6")]);
    (sizes, asked, 0..3usize, any::<bool>()).prop_map(
        |((most, width, own, more, double), (by_a, by_b, least, other), at, beside)| {
            let mut parts = [format!("a + {own}"), double.to_owned(), format!("n - a - b - {}", own + more)];
            parts.rotate_left(at);
            let (heaps, parts) = if beside {
                ("m, n", format!("(m, n) -> {}", parts.map(|part| format!("(m, {part})")).join(" + ")))
            } else {
                ("n", format!("n -> ({})", parts.join(", ")))
            };
            let limits =
                format!("0 <= a <= {most}, a <= b <= a + {width}, {by_a} * a + {by_b} * b + {least} <= n{other}");
            format!(
                "heaps {heaps}\nmeasure n\nmove part(a, b): {parts} where {limits}\nmove one: {} where n mod 4 = 1\n",
                if beside { "(m, n) -> (m, n - 1)" } else { "n -> n - 1" }
            )
        },
    )
}

/// How two heaps break, which a register may allow.
fn two_heaps() -> impl Strategy<Value = String> {
    let parted = prop_oneof![
        Just("(a): (x, y; R) -> (a, y; S) + (x - a, y; S) where 1 <= a < x".to_owned()),
        Just("(b): (x, y; R) -> (x, b; S) + (x, y - b; S) where 1 <= b < y".to_owned()),
        (1..3i64).prop_map(|c| format!(
            "(a): (x, y; R) -> (a, y; S) + (x - a, y - {c}; S) where 0 <= a < x, (a + y) mod 3 != {c}"
        )),
        (0..3i64).prop_map(|c| format!("(a): (x, y; R) -> (a, y + {c}; S) + (x - a - 1, y; S) where 0 <= a < x")),
        (1..3i64)
            .prop_map(|c| format!("(a, b): (x, y; R) -> (a, b; S) + (x - a, y - b; S) where 1 <= a < x, {c} <= b < y")),
        (0..2i64).prop_map(|c| format!(
            "(a, b): (x, y; R) -> (a, b; S) + (b, a; S) where 1 <= a + b + {c}, 2 * a + 2 * b < x + y"
        )),
        (1..4i64).prop_map(|c| format!("(i): (x, y; R) -> (x - i, y; S) where 1 <= i <= {c}")),
        Just("(i): (x, y; R) -> (x, y - i; S) where 1 <= i".to_owned()),
    ];
    let register = prop::option::of(prop_oneof![Just("1 - r"), Just("0"), Just("r")]);
    (prop::collection::vec(parted, 1..4), register).prop_map(|(moves, register)| {
        let mut text = "heaps x, y\n".to_owned();
        if register.is_some() {
            text += "register r in 0..1\n";
        }
        text += "measure x + y, x\n";
        for (number, rule) in moves.iter().enumerate() {
            let with = |name: &str, put: &str| {
                if register.is_some() { format!("; {put}") } else { String::new() }.replace(name, put)
            };
            let rule = rule.replace("; R", &with("r", "r")).replace("; S", &with("s", register.unwrap_or("")));
            text += &format!("move m{number}{rule}\n");
        }
        text
    })
}

/// Whether all engines tell what the definition tells, and misère play is refused.
fn compare(ruleset: &Ruleset, region: &Region, text: &str) -> Result<(), TestCaseError> {
    let context = Context::default();
    let Ok(expected) = reference::grundy(ruleset, region, &context) else { return Ok(()) };
    let outcomes = reference::outcomes(ruleset, region, Play::Normal, &context).expect("values are there");
    let engines = applicable(ruleset);
    for engine in engines.iter().chain([&Plan::of(ruleset)]) {
        match engine.table(region, Question::Grundy, &context) {
            Ok(found) => prop_assert!(
                found == expected,
                "{} by {}: {:?}",
                text,
                engine.kind(),
                first_difference(&found, &expected)
            ),
            Err(error) => prop_assert!(engine.kind() != EngineKind::Reference, "{} {}", text, error),
        }
        if let Ok(found) = engine.table(region, Question::Outcome(Play::Normal), &context) {
            prop_assert!(found == outcomes, "outcomes of {} by {}", text, engine.kind());
        }
        let misere = engine.table(region, Question::Outcome(Play::Misere), &context);
        prop_assert!(misere.is_err() || !ruleset.breaks(), "{}", text);
    }
    Ok(())
}

/// The first position at which two tables differ, with both values.
fn first_difference(found: &nimdsl::table::Table, expected: &nimdsl::table::Table) -> String {
    let all = found.layers.iter().zip(&expected.layers);
    let mut differences = all.flat_map(|(own, other)| {
        let values = own.1.iter().zip(other.1.iter()).zip(found.heaps());
        values
            .filter(|((own, other), _)| own != other)
            .map(|(both, heaps)| format!("{heaps:?} {:?}: {both:?}", own.0))
            .collect::<Vec<_>>()
    });
    differences.next().unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_heap_that_breaks(text in one_heap()) {
        if let Ok(document) = checked(&text) {
            compare(&document.ruleset, &Region::Box(vec![if text.contains("i, a)") || text.contains("a, b)") { 90 } else { 400 }]), &text)?;
        }
    }

    #[test]
    fn one_list_of_parts_serves_all_heaps(text in broken_off()) {
        let document = checked(&text).unwrap_or_else(|_| panic!("a ruleset\n{text}"));
        let region = Region::Box(if text.contains("m, n") { vec![3, 200] } else { vec![300] });
        compare(&document.ruleset, &region, &text)?;
        let engines = applicable(&document.ruleset);
        let compiled = engines.iter().find(|engine| engine.kind() == EngineKind::Compiled).expect("it is compiled");
        prop_assert!(compiled.table(&region, Question::Grundy, &Context::default()).is_ok(), "{}", text);
    }

    #[test]
    fn two_heaps_that_break(text in two_heaps()) {
        if let Ok(document) = checked(&text) {
            compare(&document.ruleset, &Region::Box(vec![13, 17]), &text)?;
            compare(&document.ruleset, &Region::Total(16), &text)?;
        }
    }
}

/// Nim-sums are greater than the number of cells here, and what one thread keeps is read by the other (the first: heap 17 has the value 32).
#[test]
fn values_may_be_greater_than_the_number_of_cells() {
    let many = "move b: n -> (a, b) where 0 <= a < n, 0 <= b < n, a mod 2 = 1\n";
    for size in 2..46 {
        let text = format!("heaps n\nmove a(i): n -> n - i where 1 <= i\n{many}");
        let document = checked(&text).expect("a ruleset");
        let region = Region::Box(vec![size]);
        compare(&document.ruleset, &region, &text).expect("the same values");
        let engines = applicable(&document.ruleset);
        let compiled = engines.iter().find(|engine| engine.kind() == EngineKind::Compiled).expect("it is compiled");
        compiled.table(&region, Question::Grundy, &Context::default()).expect("room for all values");
    }
    let four = "heaps x, y\nmove p(i): (x, y) -> (x - i, y) where 1 <= i, 59 < x\n\
                move m: (x, y) -> (a, y) + (b, y) + (c, y) + (d, y) where 0 <= a, a <= b <= c <= d < x, x <= 59, y = 0\n";
    let document = checked(four).expect("a ruleset");
    let tables = [1, 2].map(|threads| {
        let context = Context { threads, ..Context::default() };
        Plan::of(&document.ruleset).table(&Region::Box(vec![100, 83]), Question::Grundy, &context).expect("a table")
    });
    assert!(tables[0] == tables[1], "{four}");
}

/// No game of the generators above is left to the definition, but where a part may have more than the table.
#[test]
fn what_breaks_is_compiled() {
    for text in [
        "heaps n\nmove part(a): n -> (a, n - a) where 1 <= a < n, a divides n",
        "heaps n\nmove part(a): n -> (a, n - a) where 1 <= a < n, n != 2",
        "heaps n\noctal \"4.777...\"",
        "heaps x, y\nmove down: (x, y) -> (a, y) + (x - a, y) where 1 <= a < x",
    ] {
        let document = checked(text).expect("a ruleset");
        assert_eq!(Plan::of(&document.ruleset).kind(), EngineKind::Compiled, "{text}");
    }
}
