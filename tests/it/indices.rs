//! Moves, quantifiers and sums whose variables are put in, against the same written out one by one here, by every engine.
use crate::agree::agree;
use crate::checked;
use nimdsl::check::Document;
use nimdsl::diagnostic::Sink;
use nimdsl::engine::{Context, reference};
use nimdsl::source::Source;
use nimdsl::syntax::{format, parse};
use nimdsl::table::Region;
use proptest::prelude::*;

/// Small numbers that a move and its conditions are made of.
type Seed = (usize, [i64; 3], Vec<(usize, i64)>);

/// A condition on the amount `i` and the heap that `at` names, with variables and written out.
fn condition((kind, p): (usize, i64), at: &str, number: i64, n: i64) -> (String, String) {
    let heap = format!("h[{number}]");
    let joined = |parts: Vec<String>, word: &str, none: &str| {
        if parts.is_empty() { none.to_owned() } else { format!("({})", parts.join(word)) }
    };
    let all = |of: &dyn Fn(i64) -> String| (1..=n).map(of).collect::<Vec<_>>();
    match kind {
        0 => (
            format!("exists q in 1..3: h[{at}] + i = 2 * q + {p}"),
            joined((1..=3).map(|q| format!("{heap} + i = {}", 2 * q + p)).collect(), " or ", "1 = 0"),
        ),
        1 => (
            format!("forall q in 1..{n}: h[q] <= i + {}", p + 3),
            joined(all(&|q| format!("h[{q}] <= i + {}", p + 3)), " and ", "1 = 1"),
        ),
        2 => (
            format!("i <= sum(h[q] for q in 1..{n} where q != {at}) + {p}"),
            format!(
                "i <= {} + {p}",
                joined((1..=n).filter(|q| *q != number).map(|q| format!("h[{q}]")).collect(), " + ", "0")
            ),
        ),
        3 => (
            format!("count(q in 1..{n} where h[q] = {p}) <= 1"),
            format!("{} <= 1", joined(all(&|q| format!("cases {{ 1 if h[{q}] = {p}; 0 otherwise }}")), " + ", "0")),
        ),
        4 => (
            format!("exists (a, b) in {{(1, 2), ({n}, 1)}}: h[a] + {p} >= h[b]"),
            format!("(h[1] + {p} >= h[2] or h[{n}] + {p} >= h[1])"),
        ),
        5 => (
            format!("forall q in 1..{n} cyclic: h[q] <= h[q + 1] + {}", p + 2),
            joined(all(&|q| format!("h[{q}] <= h[{}] + {}", q % n + 1, p + 2)), " and ", "1 = 1"),
        ),
        _ => (format!("i <= max(h[q] for q in {{1, {n}}}) + {p}"), format!("i <= max(h[1], h[{n}]) + {p}")),
    }
}

/// A move with variables, and all its instances by hand.
fn moves(index: usize, (form, [p, q, s], conditions): &Seed, n: i64) -> (String, String) {
    let around = |number: i64| (number - 1).rem_euclid(n) + 1;
    let with =
        |at: &str| -> String { conditions.iter().map(|one| format!(", {}", condition(*one, at, 1, n).0)).collect() };
    let out = |number: i64| -> String {
        conditions.iter().map(|one| format!(", {}", condition(*one, "k", number, n).1)).collect()
    };
    let (mut short, mut long) = (String::new(), String::new());
    match form {
        0 => {
            let rest = format!("where 0 <= i, 0 <= j <= {}, 1 <= i + j", p + 1);
            short += &format!(
                "move m{index}(i, j) for k in 1..{n} cyclic: h[k] -> h[k] - i, h[k + 1] -> h[k + 1] - j {rest}{}\n",
                with("k")
            );
            for k in 1..=n {
                let next = around(k + 1);
                long += &format!(
                    "move m{index}_{k}(i, j): h[{k}] -> h[{k}] - i, h[{next}] -> h[{next}] - j {rest}{}\n",
                    out(k)
                );
            }
        }
        1 => {
            let rest = format!("where {} <= i, 1 <= j < i", p + 2);
            short += &format!(
                "move m{index}(i, j) for k in 1..{n} - 1: h[k + 1] -> h[k + 1] - i, h[k] -> h[k] + j {rest}{}\n",
                with("k")
            );
            for k in 1..n {
                let next = k + 1;
                long += &format!(
                    "move m{index}_{k}(i, j): h[{next}] -> h[{next}] - i, h[{k}] -> h[{k}] + j {rest}{}\n",
                    out(k)
                );
            }
        }
        2 => {
            // A part of the circle, of at most all heaps.
            short += &format!(
                "move m{index}(i[A]) for k in 1..{n} cyclic, A = h[k..k + {q}]: A -> A - i where 0 <= i <= {}, 1 <= sum(i)\n",
                p + 1
            );
            for k in 1..=n {
                let mut heaps: Vec<i64> = (k..=k + q).map(around).collect();
                heaps.sort_unstable();
                heaps.dedup();
                let names: Vec<String> = heaps.iter().map(|heap| format!("i{heap}")).collect();
                let changes: Vec<String> =
                    heaps.iter().map(|heap| format!("h[{heap}] -> h[{heap}] - i{heap}")).collect();
                let bounds: Vec<String> = names.iter().map(|name| format!("0 <= {name} <= {}", p + 1)).collect();
                long += &format!(
                    "move m{index}_{k}({}): {} where {}, 1 <= {}\n",
                    names.join(", "),
                    changes.join(", "),
                    bounds.join(", "),
                    names.join(" + ")
                );
            }
        }
        3 => {
            let edges = [(1, 2), (2, n), (n, 1)];
            let listed: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
            let rest = format!("where 1 <= i, 1 <= j, |i - j| <= {p}");
            short += &format!(
                "move m{index}(i, j) for (k, l) in {{{}}} where k != l: h[k] -> h[k] - i, h[l] -> h[l] - j {rest}{}\n",
                listed.join(", "),
                with("k")
            );
            for (at, (a, b)) in edges.into_iter().enumerate().filter(|(_, (a, b))| a != b) {
                long +=
                    &format!("move m{index}_{at}(i, j): h[{a}] -> h[{a}] - i, h[{b}] -> h[{b}] - j {rest}{}\n", out(a));
            }
        }
        4 => {
            short += &format!(
                "move m{index}(i) for k in 1..{n}, l in k + 1..{n} where (k + l) mod 2 = {}: h[k] -> h[k] - i, h[l] -> h[l] - i where 1 <= i{}\n",
                s % 2,
                with("k")
            );
            for (k, l) in (1..=n).flat_map(|k| (k + 1..=n).map(move |l| (k, l))) {
                if (k + l) % 2 == s % 2 {
                    long += &format!(
                        "move m{index}_{k}_{l}(i): h[{k}] -> h[{k}] - i, h[{l}] -> h[{l}] - i where 1 <= i{}\n",
                        out(k)
                    );
                }
            }
        }
        _ => {
            short += &format!(
                "move m{index}(i) for e in {{({n}, 1), (2)}}, A = h[e]: A -> A - i where 1 <= i <= {}\n",
                p + 2
            );
            let bound = p + 2;
            long += &format!("move m{index}_1(i): h[{n}] -> h[{n}] - i, h[1] -> h[1] - i where 1 <= i <= {bound}\n");
            long += &format!("move m{index}_2(i): h[2] -> h[2] - i where 1 <= i <= {bound}\n");
        }
    }
    (short, long)
}

/// A text with variables, and the same written out; and the number of heaps.
fn texts() -> impl Strategy<Value = (String, String, i64)> {
    let one = (0..7usize, 0..3i64);
    let seed = (0..6usize, [0..3i64, 0..4i64, 0..4i64], prop::collection::vec(one, 0..3));
    (2..=4i64, 0..4usize, prop::collection::vec(seed, 1..3)).prop_map(|(n, positions, seeds)| {
        let head = format!("heaps h[{n}]\n");
        let (mut short, mut long) = (head.clone(), head);
        if positions == 0 {
            short += &format!("positions where forall k in 1..{n} - 1: h[k] <= h[k + 1] + 2\n");
            let parts: Vec<String> = (1..n).map(|k| format!("h[{k}] <= h[{}] + 2", k + 1)).collect();
            long += &format!("positions where {}\n", parts.join(", "));
        }
        // A move that is always there, so that a text whose other moves are empty is a game.
        let take = "move take(i) for each a in h: a -> a - i where 1 <= i <= 2\n";
        (short, long) = (short + take, long + take);
        for (index, seed) in seeds.iter().enumerate() {
            let (with, out) = moves(index, seed, n);
            (short, long) = (short + &with, long + &out);
        }
        (short, long, n)
    })
}

fn document(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{faults} in\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn variables_mean_what_is_written_out((short, long, n) in texts()) {
        // Conditions of chance may exclude each other.
        prop_assume!(checked(&long).is_ok());
        let (own, other) = (document(&short), document(&long));
        let region = Region::Box(vec![[0, 0, 9, 6, 4][n as usize]; n as usize]);
        let context = Context::default();
        let found = reference::grundy(&own.ruleset, &region, &context).expect("it fits");
        let expected = reference::grundy(&other.ruleset, &region, &context).expect("it fits");
        prop_assert!(found == expected, "{}\n{}", short, long);
        agree(&own.ruleset, &region, &short)?;
    }

    #[test]
    fn what_is_printed_is_read_again((short, _, _) in texts()) {
        let source = Source::new("text", short.as_str());
        let mut sink = Sink::new(source.clone());
        let file = parse(&source, &mut sink);
        prop_assert!(!sink.has_errors());
        let printed = format(&file, &source.text);
        let again = Source::new("text", printed.as_str());
        let mut sink = Sink::new(again.clone());
        let tree = parse(&again, &mut sink);
        prop_assert!(!sink.has_errors(), "{}", printed);
        prop_assert_eq!(format(&tree, &again.text), printed);
        prop_assume!(checked(&short).is_ok());
        prop_assert_eq!(document(&short).ruleset.moves, document(&again.text).ruleset.moves);
    }
}

/// Brackets of some heaps, of registers and of chosen heaps are what they change, name by name; what is laid out means the same.
#[test]
fn brackets_are_read_by_name() {
    let three = "heaps x, y, z\nregister q in 0..1\n";
    let array = "heaps h[3]\n";
    for (heaps, bracket, by_name) in [
        (three, "(x, z) -> (x - i, z - i)", "x -> x - i, z -> z - i"),
        (three, "(z, x) -> (x, z - i)", "z -> x, x -> z - i"),
        (three, "(z) -> (z - i)", "z -> z - i"),
        (three, "(x, y, z) -> (x - i, z, y), q -> 1", "x -> x - i, y -> z, z -> y, q -> 1"),
        (three, "(x, y), q -> 1", ""),
        (three, "(x, q) -> (x - i, 1 - q), z -> y, y -> z", "x -> x - i, q -> 1 - q, z -> y, y -> z"),
        (three, "(x, y, z; q) -> (x - i, y, z; 1)", "x -> x - i, y -> y, z -> z, q -> 1"),
        (array, "for each a, b in h: (a, b) -> (a - i, b - i)", "for each a, b in h: a -> a - i, b -> b - i"),
        (array, "for each a, b in h: (a) -> (a - i), b -> b - i", "for each a, b in h: a -> a - i, b -> b - i"),
    ] {
        let game = |change: &str| {
            let colon = if change.starts_with("for") { "" } else { ":" };
            format!("ruleset \"B\"\n{heaps}move m(i){colon} {change} where 1 <= i\n")
        };
        if by_name.is_empty() {
            assert!(checked(&game(bracket)).is_err(), "{bracket}");
            continue;
        }
        let (own, other) = (document(&game(bracket)).ruleset, document(&game(by_name)).ruleset);
        assert_eq!(own.moves, other.moves, "{bracket}");
        let source = Source::new("text", game(bracket));
        let mut sink = Sink::new(source.clone());
        let laid_out = format(&parse(&source, &mut sink), &source.text);
        assert_eq!(document(&laid_out).ruleset.moves, own.moves, "{laid_out}");
    }
    for (heaps, bracket, words) in [
        (three, "(x, x) -> (x - i, x - i)", "changed twice"),
        (three, "(x, y) -> (x - i, y), x -> 0", "changed twice"),
        (three, "(x, w) -> (x - i, 0)", "no heap or register `w`"),
        (three, "(x, y) -> (x - i, y, z)", "components"),
        (three, "(x, y) -> (x - i, y, z), q -> 1", "components"),
        (three, "(x, y) -> (x - i, y) + (x, y - i)", "components"),
    ] {
        let faults = checked(&format!("ruleset \"B\"\n{heaps}move m(i): {bracket} where 1 <= i\n"));
        let told = faults.err().map(|faults| faults.to_string()).unwrap_or_default();
        assert!(told.contains(words), "{bracket}: {told}");
    }
}
