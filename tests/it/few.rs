//! Games whose positions have few options: all of them by one word, and the choice between engines that list options and engines that
//! look at lines.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, EngineKind, Plan, Question, applicable, reference};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;

/// What a position has to be like.
fn guards() -> impl Strategy<Value = String> {
    prop_oneof![
        (2..4i64, 2..4i64).prop_map(|(p, q)| format!("A mod {p} != B mod {q}")),
        (2..5i64, 0..3i64).prop_map(|(p, r)| format!("(A + B) mod {p} != {r}")),
        Just("A <= B".to_owned()),
        (0..3i64).prop_map(|c| format!("(A xor B) mod 4 != {c}")),
        (0..4i64).prop_map(|c| format!("bitand(A + {c}, B) <= A mod 3")),
        (1..4i64).prop_map(|c| format!("A mod (B + {c}) <= 2 or gcd(A, B) = 1")),
        (0..3i64).prop_map(|c| format!("bitor(A, B + {c}) mod 2 = 1 or min(A, B) = {c}")),
        Just("0 <= A".to_owned()),
    ]
}

/// What is done with few amounts.
fn acts() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64).prop_map(|c| format!(": A -> A - {c} where {c} <= A")),
        (1..5i64).prop_map(|c| format!("(i): A -> A - i where 1 <= i <= {c}")),
        (1..9i64, 2..4i64, 0..3i64)
            .prop_map(|(c, m, r)| format!("(i): A -> A - i where 1 <= i <= {c}, (A + B + i) mod {m} = {r}")),
        (1..4i64).prop_map(|c| format!("(i): A -> A - i, B -> B - i where 1 <= i <= {c}")),
        (2..4i64).prop_map(|d| format!(": A -> floor(A / {d}) where 1 <= A")),
        (1..4i64).prop_map(|c| format!("(i): A -> A - i, B -> B + i where 1 <= i <= {c}")),
        (1..3i64, 0..3i64)
            .prop_map(|(p, c)| format!("(i): A -> A - {p} * i - {c}, B -> B + i where 1 <= i <= 3, 1 <= {p} + {c}")),
        (2..8i64, 0..3i64).prop_map(|(c, p)| format!("(i): A -> A - i where 1 <= i <= B mod {c} + {p}")),
        (0..3i64).prop_map(|c| format!("(i, k): A -> A - i where 1 <= k, i = k * k or i = k * k + {c}")),
        (0..3i64).prop_map(|c| format!("(i, k): A -> A - i where 1 <= i, 0 <= k <= 9, i = 2^k or i = 3 * k + {c}")),
        Just("(i): A -> A - i where 1 <= i <= A, bitand(i, A) = i".to_owned()),
        (1..4i64).prop_map(|c| format!("(i): A -> A - i where 1 <= i <= A, bitand(i + {c}, B) = bitand(A', 3)")),
        (1..12i64).prop_map(|c| format!(": A -> A - gcd(A, {c}) where {c} <= A")),
        Just(": A -> A - 2^valuation(2, A) where 1 <= A".to_owned()),
        (1..5i64).prop_map(|c| format!("(i): A -> A - i where i in {{1..6}} union {{9, 11}} minus {{{c}}}")),
    ]
}

/// Rules for so many heaps of these names.
fn rules(heaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    let one = (acts(), guards(), 0..heaps.len(), 1..heaps.len().max(2));
    let register = prop::option::of((0..2i64, 1..3i64));
    (prop::collection::vec(one, 1..5), register).prop_map(move |(moves, register)| {
        let mut text = format!("heaps {}\n", heaps.join(", "));
        if let Some((low, high)) = register {
            text += &format!("register r in {low}..{high}\n");
        }
        text += &format!("measure {}", heaps.join(" + "));
        // Tokens that wander go one way.
        text += &heaps.iter().map(|heap| format!(", {heap}")).collect::<String>();
        for (number, (act, guard, own, further)) in moves.into_iter().enumerate() {
            let other = (own + further) % heaps.len();
            let (own, other) = if act.contains("B + i") && other < own { (other, own) } else { (own, other) };
            if act.contains("B ->") && own == other {
                continue;
            }
            let named = |text: &str| text.replace('A', heaps[own]).replace('B', heaps[other]);
            let asked = if register.is_some() && number % 2 == 1 { ", r = 1" } else { "" };
            text += &format!("\nmove m{number}{}, {}{asked}", named(&act), named(&guard));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// Of one heap, two and three, so many cells that lanes are filled more than once.
    #[test]
    fn one_heap_with_few_options(text in rules(&["n"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![330]), &text)?;
        }
    }

    #[test]
    fn two_heaps_with_few_options(text in rules(&["x", "y"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![17, 23]), &text)?;
            agree(&document.ruleset, &Region::Total(21), &text)?;
        }
    }

    #[test]
    fn three_heaps_with_few_options(text in rules(&["x", "y", "z"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![6, 8, 7]), &text)?;
        }
    }
}

/// What is chosen on a large board by the number of options has the values that each engine finds, by any number of threads.
#[test]
fn large_boards_by_the_engine_that_costs_less() {
    let files = [
        "heaps x, y\nmove a(k): x -> x - 2^k where 0 <= k\nmove b(k): y -> y - 2^k where 0 <= k",
        "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, i * i <= x + y",
        "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, (x + y) mod 40 = 0\nmove step symmetric: x -> x - 1",
        "heaps x, y\nregister r in 0..2\nmove take(i): x -> x - i where 1 <= i, i * i <= x + y\nmove pass: r -> r - 1 where 1 <= x, x mod 2 = y mod 3\nmove one: y -> y - 1",
        "heaps x, y, z\nmove one(i): x -> x - i where 1 <= i <= (y xor z) mod 5\nmove two: y -> floor(y / 2) where 1 <= y\nmove three: z -> z - 1",
    ];
    for text in files {
        let document = checked(text).expect("it is right");
        let ruleset = &document.ruleset;
        let region = Region::Box(if ruleset.heaps.len() == 2 { vec![120, 110] } else { vec![24, 20, 21] });
        let plan = Plan::of(ruleset);
        assert_eq!(plan.kind(), EngineKind::Rays, "{text}");
        for question in [Question::Grundy, Question::Outcome(Play::Normal), Question::Outcome(Play::Misere)] {
            let context = Context::default();
            let chosen = plan.table(&region, question, &context).expect("it fits");
            let two = Context { threads: 2, ..Context::default() };
            assert!(plan.table(&region, question, &two).expect("it fits") == chosen, "{text}");
            for engine in applicable(ruleset) {
                if matches!(engine.kind(), EngineKind::Rays | EngineKind::Compiled) {
                    assert!(
                        engine.table(&region, question, &context).expect("it fits") == chosen,
                        "{text}: {}",
                        engine.kind()
                    );
                }
            }
        }
    }
}

/// About as many options as one word holds, and as alternatives become moves of their own.
#[test]
fn as_many_options_as_a_word_holds() {
    for count in (58..=66).chain([118, 124, 125, 131]) {
        let files = [
            format!("heaps n\nmove take(i): n -> n - i where 1 <= i <= {count}"),
            format!("heaps n\nmove take(i): n -> n - i where 1 <= i <= {count}, (n + i * i) mod 101 != 3"),
            format!(
                "heaps n\nmove take(i): n -> n - i where 1 <= i <= {count}, bitand(i, 3) <= n mod 5\nmove one: n -> n - 70"
            ),
            format!(
                "heaps x, y\nmove a(i): x -> x - i where 1 <= i <= {}, i mod 3 <= y\nmove b(i): y -> y - i where 1 <= i <= 30",
                count - 30
            ),
        ];
        for text in files {
            let document = checked(&text).expect("it is right");
            let ruleset = &document.ruleset;
            let region = Region::Box(if ruleset.heaps.len() == 2 { vec![70, 40] } else { vec![300] });
            agree(ruleset, &region, &text).expect("it agrees");
        }
    }
}

/// Heaps that break in few ways: two parts, three, one beside sums, more ways than a word has bits, and values that a word does not tell.
#[test]
fn heaps_that_break_in_few_ways() {
    let sequence = "sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 1, F(1) = 2\n";
    let moves = [
        "move m(a, b, k): n -> (a, b) where 0 <= k, a + b = n - F(k), 0 <= a, 0 <= b - a <= 1",
        "move m(a, b, k): n -> (a, b) where 0 <= k, a + b = n - F(k), 0 <= a, 0 <= b - a <= 3, n mod 4 != 2",
        "move m: n -> (floor(n / 2), floor(n / 3)) where 2 <= n\nmove one(i): n -> n - i where i in {1, 4, 6}",
        "move m: n -> (floor(n / 2), floor(n / 3), floor(n / 7)) where 2 <= n\nmove one(k): n -> n - 3^k where 0 <= k",
        "move m(a, b, i): n -> (a, b) where 1 <= i <= 70, a + b = n - i, 0 <= a, 0 <= b - a <= 1, (n + i) mod 7 != 2",
        "move m(i): n -> n - i where 1 <= i <= 90, (n + i * i) mod 50 != 3\nmove h: n -> (floor(n / 2), floor(n / 3)) where 2 <= n",
    ];
    let heaps = moves.map(|moves| (format!("heaps n\n{sequence}{moves}"), vec![330]));
    let two = "heaps x, y\nmove m(k): (x, y) -> (x - 2^k, floor(y / 2)) + (floor(x / 3), y) where 0 <= k, 1 <= x\nmove one symmetric: x -> x - 1";
    for (text, bounds) in heaps.into_iter().chain([(two.to_owned(), vec![40, 23])]) {
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let (ruleset, region, context) = (&document.ruleset, Region::Box(bounds), Context::default());
        let values = reference::grundy(ruleset, &region, &context).expect("it fits");
        let plans = applicable(ruleset);
        assert!(plans.iter().any(|plan| plan.kind() == EngineKind::Compiled), "{text}");
        for plan in plans {
            let own = plan.table(&region, Question::Grundy, &context).expect("it fits");
            assert!(own == values, "{text} {}", plan.kind());
            let outcomes = plan.table(&region, Question::Outcome(Play::Normal), &context).expect("it fits");
            for position in values.heaps() {
                let won = values.get(&position).map(|value| u32::from(value != 0));
                assert_eq!(outcomes.get(&position), won, "{text} {} {position:?}", plan.kind());
            }
        }
    }
}
