//! Games with registers on boards so large that each of their values has operations of its own, against the definition.
use crate::agree::agree;
use crate::checked;
use nimdsl::table::Region;
use proptest::prelude::*;

/// The registers, with their ranges.
const REGISTERS: [(&str, i64, i64); 2] = [("r", 0, 2), ("s", -1, 1)];

/// What becomes of a register.
fn changes() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just("R".to_owned()),
        1 => Just("R + 1".to_owned()),
        1 => Just("R - 1".to_owned()),
        1 => Just("LOW + HIGH - R".to_owned()),
        1 => Just("min(HIGH, R + 1)".to_owned()),
        1 => Just("max(LOW, R - 1)".to_owned()),
        2 => Just("i".to_owned()),
        1 => Just("A' mod 2".to_owned()),
    ]
}

/// What is asked of a position and an amount besides.
fn guards() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("0 <= A".to_owned()),
        (0..2i64).prop_map(|c| format!("r = {c}")),
        (0..3i64).prop_map(|c| format!("r != {c}")),
        Just("A mod 3 = r".to_owned()),
        Just("i != r".to_owned()),
        (1..4i64).prop_map(|c| format!("i <= r + {c}")),
        (0..4i64).prop_map(|c| format!("bitand(A + {c}, i) <= r or r = 1")),
        Just("A mod 2 = B mod (r + 2)".to_owned()),
        Just("prime(i + r)".to_owned()),
    ]
}

/// Moves of games with these heaps and one register or two.
fn rules(heaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    let own = (1..6i64, guards(), changes(), changes(), 0..heaps.len(), 1..heaps.len().max(2), any::<bool>());
    (prop::collection::vec(own, 1..5), 1..=2usize, any::<bool>()).prop_map(move |(moves, count, is_symmetric)| {
        let registers = &REGISTERS[..count];
        let mut text = format!("heaps {}", heaps.join(", "));
        for (name, low, high) in registers {
            text += &format!("\nregister {name} in {low}..{high}");
        }
        for (number, (most, guard, first, second, at, further, falls)) in moves.into_iter().enumerate() {
            let other = (at + further) % heaps.len();
            let word = if is_symmetric && 1 < heaps.len() { " symmetric" } else { "" };
            text += &format!("\nmove m{number}(i){word}: A -> A - i");
            if falls && at != other {
                text += ", B -> B - 1";
            }
            for ((name, low, high), change) in
                registers.iter().zip([first, second]).filter(|(_, change)| *change != "R")
            {
                let change = change.replace("LOW", &low.to_string()).replace("HIGH", &high.to_string());
                text += &format!(", {name} -> {}", change.replace('R', name));
            }
            text += &format!(" where 1 <= i <= {most}, {guard}");
            text = text.replace('A', heaps[at]).replace('B', heaps[other]);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn one_heap_in_layers(text in rules(&["n"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![1050]), &text)?;
        }
    }

    #[test]
    fn two_heaps_in_layers(text in rules(&["x", "y"])) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![33, 35]), &text)?;
            agree(&document.ruleset, &Region::Total(33), &text)?;
        }
    }
}

/// Three heaps; moves that differ in each layer; more layers than have operations of their own; options that some layers have too many of.
#[test]
fn layers_of_all_kinds() {
    let files = [
        "heaps x, y, z\nregister r in 0..3\nmove take(i) symmetric: (x, y, z; r) -> (x - i, y, z; i - 1) where 1 <= i <= 4, i != r + 1",
        "heaps n\nregister mode in 0..2\nmove few(i): (n; mode) -> (n - i; 1) where mode = 0, 1 <= i <= 5\nmove half: (n; mode) -> (floor(n / 2); 2) where mode = 1, 1 <= n\nmove prime(p): (n; mode) -> (n - p; 0) where mode = 2, p <= 30, prime(p)",
        "heaps n\nregister left in 0..8\nmove run(i): (n; left) -> (n - i; left - floor(i / 2)) where 2 <= i\nmove rest: (n; left) -> (n - 1; min(8, left + 1))",
        "heaps n\nregister last in 0..70\nmove take(i): (n; last) -> (n - i; i) where 1 <= i <= 70, i != last, i mod 9 = 1",
        "heaps n\nregister r in 0..2\nmove all(i): (n; r) -> (n - i; 0) where r = 2, 1 <= i\nmove one: (n; r) -> (n - 1; r + 1)",
        "heaps n\nregister r in 0..2\nmove no: (n; r) -> (n - 1; r - 1) where r = 2\nmove down: r -> r - 1 where 1 <= n, n mod 2 = 0",
        "play misere\nheaps x, y\nregister turn in 0..1\nmove left(i): (x, y; turn) -> (x - i, y; 1) where turn = 0, 1 <= i <= 3\nmove right(i): (x, y; turn) -> (x, y - i; 0) where turn = 1, 1 <= i <= 2 + x mod 2",
    ];
    for text in files {
        let document = checked(text).expect("it is right");
        let bounds = match document.ruleset.heaps.len() {
            1 => vec![1100],
            2 => vec![34, 36],
            _ => vec![11, 11, 11],
        };
        agree(&document.ruleset, &Region::Box(bounds), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}
