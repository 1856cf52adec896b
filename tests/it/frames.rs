//! Games in which one heap is never raised, while others and registers without end go as far as its tokens let them: all engines against the reference,
//! and the choice between them.
use crate::agree::agree;
use crate::checked;
use nimdsl::engine::{Context, EngineKind, Plan, Question, applicable, reference};
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;

/// What costs a token of A, which does not come back.
fn payments() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..4i64, 0..6i64).prop_map(|(a, b)| format!(": A -> A - {a}, B -> B + {b}")),
        (1..3i64, 2..4i64).prop_map(|(a, m)| format!(": A -> A - {a}, B -> {m} * B where B <= 40")),
        (2..4i64, 1..3i64).prop_map(|(d, m)| format!(": A -> floor(A / {d}), B -> {m} * B where 1 <= A")),
        (1..4i64).prop_map(|c| format!("(i): A -> A - i, B -> B + {c} * i where 1 <= i <= 3")),
        (1..4i64).prop_map(|c| format!("(i): A -> A - i, B -> max(B, {c} * i) where 1 <= i")),
        (1..3i64).prop_map(|c| format!("(i): A -> A - i, B -> B + i where {c} <= i, (A + B + i) mod 3 != 1")),
        (2..30i64).prop_map(|c| format!(": A -> A - 1, B -> min(B + 7, {c})")),
        Just(": A -> A - 1, B -> B + A".to_owned()),
        Just(": A -> A - 2, B -> B xor 5".to_owned()),
    ]
}

/// What is done with B alone.
fn steps() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..5i64).prop_map(|c| format!("(i): B -> B - i where 1 <= i <= {c}")),
        Just("(i): B -> B - i where 1 <= i".to_owned()),
        (2..4i64).prop_map(|d| format!(": B -> floor(B / {d}) where 1 <= B")),
        (2..4i64).prop_map(|m| format!("(i): B -> B - i where 1 <= i <= 6, (A + i) mod {m} = B mod {m}")),
        Just("(i): B -> B - i where 1 <= i, prime(B - i + A)".to_owned()),
    ]
}

/// A game in which some heap pays for all others.
fn games(heaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    let payment = (payments(), 1..heaps.len());
    let step = (steps(), 0..heaps.len(), 1..heaps.len());
    let all = (prop::collection::vec(payment, 1..4), prop::collection::vec(step, 1..4), 0..heaps.len());
    all.prop_map(move |(payments, steps, payer)| {
        let mut text = format!("heaps {}\nmeasure {}, {}\n", heaps.join(", "), heaps[payer], heaps.join(" + "));
        let named = |text: &str, a: usize, b: usize| text.replace('A', heaps[a]).replace('B', heaps[b]);
        for (number, (payment, further)) in payments.iter().enumerate() {
            text += &format!("move p{number}{}\n", named(payment, payer, (payer + further) % heaps.len()));
        }
        for (number, (step, own, further)) in steps.iter().enumerate() {
            text += &format!("move s{number}{}\n", named(step, (own + further) % heaps.len(), *own));
        }
        text
    })
}

/// A register that what was taken sets, without an end.
fn limited() -> impl Strategy<Value = String> {
    let next =
        prop_oneof![Just("2 * i"), Just("i"), Just("3 * i + 1"), Just("max(q, i)"), Just("q + i"), Just("i + A")];
    let guard =
        prop_oneof![Just("i <= q"), Just("i != q"), Just("i >= q"), Just("(i + q) mod 3 != 0"), Just("q <= 2 * i")];
    let start = prop_oneof![Just("n - 1"), Just("1"), Just("floor(n / 2)"), Just("0")];
    let all = prop::collection::vec((next, guard, prop::option::of(1..6i64)), 1..3);
    (all, start, prop::option::of(1..4i64)).prop_map(|(moves, start, other)| {
        let heaps = if other.is_some() { "n, m" } else { "n" };
        let mut text = format!("heaps {heaps}\nregister q\nstart q = {start}\n");
        for (number, (next, guard, most)) in moves.iter().enumerate() {
            let most = most.map_or(String::new(), |most| format!(" <= {most}"));
            let next = next.replace('A', "n");
            text += &format!("move t{number}(i): n -> n - i, q -> {next} where 1 <= i{most}, {guard}\n");
        }
        if let Some(most) = other {
            text += &format!("move o(i): m -> m - i, q -> i where 1 <= i <= {most}\n");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn two_heaps_of_which_one_pays(text in games(&["x", "y"]), bound in 9..24u64) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![bound, bound + 3]), &text)?;
            agree(&document.ruleset, &Region::Total(bound), &text)?;
        }
    }

    #[test]
    fn three_heaps_of_which_one_pays(text in games(&["x", "y", "z"]), bound in 4..8u64) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![bound, bound + 1, bound]), &text)?;
        }
    }

    /// Values of the register that nobody shows are those of the reference, too.
    #[test]
    fn registers_without_an_end(text in limited(), bound in 10..40u64) {
        if let Ok(document) = checked(&text) {
            let mut ruleset = document.ruleset;
            ruleset.registers[0].shown = Some((0, 7));
            let shape = if ruleset.heaps.len() == 1 { vec![bound] } else { vec![bound / 2, 6] };
            agree(&ruleset, &Region::Box(shape), &text)?;
        }
    }
}

/// A register without an end, and a heap that is raised while another one falls, do not leave a game to the definition.
#[test]
fn what_is_paid_for_is_compiled() {
    for text in [
        "heaps x, y\nmove h: (x, y) -> (x - 1, y + 5) where 1 <= x\nmove g(i): y -> y - i where 1 <= i <= 4\nmove k: x -> x - 2\n",
        "heaps x, y\nmove h: (x, y) -> (x + 3, y - 1)\nmove g(i): x -> x - i where 1 <= i <= 4\n",
        "heaps x, y, z\nmove a: (x, y, z) -> (x - 1, y + 2, z + 1)\nmove b(i): y -> y - i where 1 <= i <= 3\nmove c(i): z -> z - i where 1 <= i <= 2\n",
        "heaps n\nregister q\nstart q = n - 1\nmove take(i): (n; q) -> (n - i; 2 * i) where 1 <= i <= q\n",
    ] {
        let mut ruleset = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset;
        ruleset.registers.iter_mut().for_each(|register| register.shown = Some((0, 11)));
        let region = Region::Box(vec![12; ruleset.heaps.len()]);
        let plan = Plan::of(&ruleset);
        assert_eq!(plan.kind(), EngineKind::Compiled, "{text}");
        for question in [Question::Grundy, Question::Outcome(Play::Misere)] {
            for threads in [1, 3] {
                let context = Context { threads, ..Context::default() };
                let found = plan.table(&region, question, &context).expect("it fits");
                assert_eq!(context.answered.kind(), Some(EngineKind::Compiled), "{text}");
                let expected = match question {
                    Question::Grundy => reference::grundy(&ruleset, &region, &context),
                    Question::Outcome(play) => reference::outcomes(&ruleset, &region, play, &context),
                };
                assert!(found == expected.expect("it fits"), "{text}");
            }
        }
        assert!(applicable(&ruleset).iter().any(|engine| engine.kind() == EngineKind::Compiled));
    }
}

/// What is paid is gained once: the board of a game with 3 * x + y is no larger than that lets it be.
#[test]
fn what_is_gained_is_what_was_paid() {
    let text = "heaps x, y\nregister q\nstart q = 3\nmove pay(i): x -> x - i, y -> y + 2 * i, q -> i where 1 <= i <= q + 1\n\
                move cut(i): y -> y - i, q -> i + 1 where 1 <= i, i != q\n";
    let mut ruleset = checked(text).expect("it is well-formed").ruleset;
    ruleset.registers[0].shown = Some((0, 3));
    let region = Region::Box(vec![20, 20]);
    let context = Context::default();
    let found = Plan::of(&ruleset).grundy(&region, &context).expect("it fits");
    assert_eq!(context.answered.kind(), Some(EngineKind::Compiled));
    // 20 * 58 * 59 cells of two bytes, and what is shown.
    assert!(context.asked.bytes() < 400_000, "{}", context.asked.bytes());
    assert!(found == reference::grundy(&ruleset, &region, &Context::default()).expect("it fits"));
}

/// What moves double again and again takes a board that is nearly empty; what is reached lies together, whichever heap is halved.
#[test]
fn what_is_doubled_again_and_again_is_laid_out_by_what_is_halved() {
    for (text, size) in [
        ("heaps x, y\nmove d: x -> floor(x / 2), y -> 2 * y where 1 <= x\nmove e: y -> y - 1\n", vec![300, 3]),
        ("heaps y, x\nmove d: x -> floor(x / 2), y -> 2 * y where 1 <= x\nmove e: y -> y - 1\n", vec![3, 300]),
        (
            "heaps y, x\nmove d: x -> floor(x / 2), y -> 3 * y + 1 where 1 <= x\nmove e(i): y -> y - i where 1 <= i <= 3\n",
            vec![9, 90],
        ),
        (
            "heaps x, y\nmove d: x -> floor(x / 3), y -> 3 * y where 1 <= x\nmove e(i): y -> y - i where i in {1, 4}\nmove f: x -> x - 1\n",
            vec![120, 5],
        ),
        (
            "heaps y, z, x\nmove d: x -> floor(x / 2), y -> 2 * y + z where 1 <= x\nmove e: y -> y - 1\nmove f: z -> z - 1\n",
            vec![4, 3, 40],
        ),
        (
            "heaps y, x\nregister q in 0..2\nmove d: x -> floor(x / 2), y -> 2 * y, q -> y mod 3 where 1 <= x, q != 1\nmove e(i): y -> y - i, q -> i where 1 <= i <= 2\n",
            vec![6, 70],
        ),
    ] {
        let ruleset = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset;
        let region = Region::Box(size);
        for question in [Question::Grundy, Question::Outcome(Play::Normal), Question::Outcome(Play::Misere)] {
            for threads in [1, 2] {
                let context = Context { threads, ..Context::default() };
                let found = Plan::of(&ruleset).table(&region, question, &context).expect("it fits");
                assert_eq!(context.answered.kind(), Some(EngineKind::Compiled), "{text}");
                let expected = match question {
                    Question::Grundy => reference::grundy(&ruleset, &region, &context),
                    Question::Outcome(play) => reference::outcomes(&ruleset, &region, play, &context),
                };
                assert!(found == expected.expect("it fits"), "{text}");
            }
        }
    }
}

/// A board that is nearly empty takes memory for what is reached: 300 heaps by 300 * 2^8 tokens would be 46 MB, and twice that for the order.
#[test]
fn what_is_not_reached_takes_no_memory() {
    for heaps in ["x, y", "y, x"] {
        let text = format!(
            "heaps {heaps}\nmove d: x -> floor(x / 2), y -> 2 * y where 1 <= x\nmove e(i): y -> y - i where 1 <= i <= 3\n"
        );
        let ruleset = checked(&text).expect("it is well-formed").ruleset;
        let context = Context { memory: 40 << 20, ..Context::default() };
        Plan::of(&ruleset)
            .grundy(&Region::Box(vec![300, 300]), &context)
            .unwrap_or_else(|error| panic!("{heaps}: {error}"));
        assert_eq!(context.answered.kind(), Some(EngineKind::Compiled), "{heaps}");
    }
}

/// Remainders on both sides of a comparison, and registers beside one, are those of a difference.
#[test]
fn remainders_are_compared() {
    let register = "heaps x, y\nregister m in 0..R\nmove t(i) symmetric: x -> x - i, m -> i mod S where 1 <= i, G\n";
    for (high, modulus, guard) in [
        (1, 2, "i mod 2 != m"),
        (1, 2, "m = i mod 2"),
        (1, 2, "not (i mod 2 = m)"),
        (2, 3, "i mod 3 = m or m = 0"),
        (2, 3, "i mod 3 != m"),
        (2, 3, "(x + i) mod 3 != (y + m) mod 3"),
        (2, 2, "i mod 2 = m"),
        (4, 4, "i mod 4 = m"),
        (2, 3, "i mod 3 = x mod 3"),
        (2, 3, "(2 * i) mod 4 = (y - x) mod 4"),
        (2, 3, "i mod 3 <= m"),
        (2, 3, "i mod 4 = y mod 3"),
    ] {
        let text = register.replace('R', &high.to_string()).replace('S', &modulus.to_string()).replace('G', guard);
        let ruleset = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset;
        agree(&ruleset, &Region::Box(vec![19, 17]), &text).expect("all engines agree");
    }
}

/// Exponents are bounded by logarithms, each by what the other powers leave: all engines find the same options.
#[test]
fn several_exponents_are_bounded() {
    for change in ["n - 2^a * 3^b", "n - 2^a - 3^b", "n - 2^a - 2^b", "n - 3 * 2^a * 2^b", "n - 2^a * 3^b - a"] {
        let text = format!("heaps n\nmove take(a, b): n -> {change} where 0 <= a, 0 <= b, 1 <= n - ({change})\n");
        let Ok(document) = checked(&text) else { panic!("{text}") };
        agree(&document.ruleset, &Region::Box(vec![70]), &text).expect("all engines agree");
        let region = Region::Box(vec![20_000]);
        let context = Context::default();
        let found = Plan::of(&document.ruleset).grundy(&region, &context).expect("it fits");
        assert_eq!(found.layers.len(), 1, "{text}");
    }
}

/// Bounds of heaps that no move leaves are kept where tokens go from heap to heap: values are those of a larger board, as that of each position says by
/// itself.
#[test]
fn bounds_that_no_move_leaves_are_kept() {
    let delete = "move del(a, b) symmetric: (x, y, z) -> (a, b, z) where a + b = x, 1 <= a, 1 <= b, 1 <= y";
    let split =
        "move part(a, b): (x, y, z) -> (a, b, z) where a + b = x - 1, a <= y, 1 <= y\nmove one symmetric: x -> x - 1";
    let level =
        "move give(i): (x, y, z) -> (x - i - 1, y + i, z) where 1 <= i, y + 2 * i < x\nmove one symmetric: x -> x - 1";
    let swap = "move swap(i): (x, y, z) -> (y, x - i, z) where 1 <= i\nmove one: z -> z - 1";
    let gather = "move all: (x, y, z) -> (x + y - 1, 0, z) where 1 <= x, 1 <= y\nmove one symmetric: x -> x - 1";
    let twice = "move up(i): (x, y, z) -> (x - 2 * i, y + i, z) where 1 <= i\nmove one symmetric: x -> x - 1";
    for (moves, is_closed) in
        [(delete, true), (split, true), (level, true), (swap, true), (gather, false), (twice, false)]
    {
        let text = format!("heaps x, y, z\nmeasure x + y + z\n{moves}\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let ruleset = &document.ruleset;
        for shape in [vec![6, 7, 9], vec![9, 6, 7], vec![8, 8, 8]] {
            let context = Context::default();
            let mut asked = Vec::new();
            let large = reference::grundy(ruleset, &Region::Box(vec![22, 22, 22]), &context).expect("it fits");
            for plan in applicable(ruleset) {
                let Ok(own) = plan.table(&Region::Box(shape.clone()), Question::Grundy, &context) else { continue };
                for position in own.heaps() {
                    assert_eq!(own.get(&position), large.get(&position), "{text} {} {position:?}", plan.kind());
                }
                asked.push(plan.kind());
            }
            assert!(asked.contains(&EngineKind::Compiled) && asked.contains(&EngineKind::Reference), "{text}");
        }
        // A board of 8 * 8 * 8 cells takes less than one of 22 * 22 * 22.
        let compiled =
            applicable(ruleset).into_iter().find(|plan| plan.kind() == EngineKind::Compiled).expect("it serves");
        let least = (0..30).map(|size| 1 << size).find(|memory| {
            let context = Context { memory: *memory, ..Context::default() };
            compiled.table(&Region::Box(vec![8, 8, 8]), Question::Grundy, &context).is_ok()
        });
        assert!(least.is_some_and(|least| least < 16_384 || !is_closed), "{text} {least:?}");
    }
}
