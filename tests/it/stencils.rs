//! Games of several heaps whose moves have fixed steps, and ask for remainders and linear inequalities.
use crate::agree::agree;
use crate::checked;
use nimdsl::table::Region;
use proptest::prelude::*;

/// When a move is allowed; `Z` is the last heap, and `R` a register, or a number where there is none.
fn guards() -> impl Strategy<Value = String> {
    let number = || 0..5i64;
    prop_oneof![
        (2..5i64, number()).prop_map(|(m, c)| format!("x mod {m} = {c}")),
        (2..5i64, number()).prop_map(|(m, c)| format!("Z mod {m} != {c}")),
        (2..4i64, number()).prop_map(|(m, c)| format!("(x + 2 * Z + R) mod {m} != {c}")),
        (2..4i64, 2..4i64).prop_map(|(m, k)| format!("floor(Z / {m}) mod {k} = 1")),
        (2..5i64, number()).prop_map(|(m, c)| format!("x * Z mod {m} != {c}")),
        (2..5i64, number()).prop_map(|(m, c)| format!("(x^2 + 2 * Z * R + x) mod {m} != {c}")),
        (2..4i64, 2..4i64, number()).prop_map(|(m, k, c)| format!("x mod {m} + 2 * (Z mod {k}) <= {c}")),
        (-3..4i64).prop_map(|c| format!("x <= Z + {c}")),
        (-3..4i64).prop_map(|c| format!("x != Z + {c}")),
        (-3..4i64).prop_map(|c| format!("x = Z + {c}")),
        (1..4i64, 1..4i64, -9..9i64).prop_map(|(a, b, c)| format!("{a} * x <= {b} * Z + {c}")),
        (1..4i64, 1..4i64, 3..60i64).prop_map(|(a, b, c)| format!("{a} * x + {b} * Z <= {c}")),
        (1..4i64, 3..60i64).prop_map(|(a, c)| format!("{c} <= {a} * Z + x mod 2")),
        (1..4i64, 66..90i64).prop_map(|(a, c)| format!("{a} * Z != {c}")),
        (0..20i64, 0..20i64).prop_map(|(a, b)| format!("not ({a} <= x and {b} <= Z)")),
        (0..9i64, 2..4i64).prop_map(|(a, m)| format!("(x <= {a} or x < Z and Z mod {m} = 0)")),
        (1..4i64).prop_map(|a| format!("R + x <= {a} * Z")),
        (0..30i64).prop_map(|a| format!("x + R != {a}")),
        (0..9i64, -2..3i64).prop_map(|(a, b)| format!("max(x, {a}) <= Z + {b}")),
        (0..9i64, -2..3i64).prop_map(|(a, b)| format!("(min(x, Z) <= {a} or |x - Z| <= {b})")),
    ]
}

/// What becomes of the heaps.
fn acts() -> impl Strategy<Value = String> {
    let step = || 1..4i64;
    prop_oneof![
        prop::collection::btree_set(1..9i64, 1..4).prop_map(|all| {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("(i): (x, REST) -> (x, LESS i) where i in {{{}}}", all.join(", "))
        }),
        step().prop_map(|k| format!("(i): (x, REST) -> (x - i, REST) where 1 <= i <= {k}")),
        step().prop_map(|k| format!("(i): (x, REST) -> (x - 2 * i, MORE i) where 1 <= i <= {k}")),
        (step(), step()).prop_map(|(a, b)| format!(": (x, REST) -> (x - {a}, LESS {b}) where {a} <= x, {b} <= Z")),
        (step(), step()).prop_map(|(a, b)| format!(": (x, REST) -> (x - {a}, MORE {b}) where {a} <= x")),
        (step(), step())
            .prop_map(|(a, b)| format!("(i, j): (x, REST) -> (x - i, LESS j) where 0 <= i <= {a}, 1 <= j <= {b}")),
        (2..5i64).prop_map(|m| format!(": (x, REST) -> (x - 1 - x mod {m}, REST) where {m} <= x")),
        (1..9i64, 0..2i64).prop_map(|(a, b)| format!(": (x, REST) -> ({b}, REST) where {b} < x <= {a}")),
        (2..4i64).prop_map(|m| format!(": (x, REST) -> (x, LESS Z mod {m}) where 1 <= Z mod {m}")),
        (1..4i64, 0..3i64)
            .prop_map(|(a, b)| format!(": (x, REST) -> (x - 1, MAX Z - {a}, {b})) where 1 <= x, {b} <= Z")),
        (1..4i64)
            .prop_map(|a| format!("(i): (x, REST) -> (max(x - 2 * i, x mod 2), REST) where 1 <= i <= {a}, 2 <= x")),
    ]
}

fn rules() -> impl Strategy<Value = (String, usize)> {
    let one = (acts(), guards(), any::<bool>(), 0..3i64);
    let register = prop::option::of((-1..2i64, 1..3i64));
    (prop::collection::vec(one, 1..5), register, 2..4usize).prop_map(|(moves, register, heaps)| {
        let (rest, last) = if heaps == 2 { ("y", "y") } else { ("y, z", "z") };
        let mut text = format!("heaps x, {rest}\n");
        if let Some((low, size)) = register {
            text += &format!("register r in {low}..{}\n", low + size);
        }
        for (at, (act, guard, changes, by)) in moves.into_iter().enumerate() {
            let before = if heaps == 2 { String::new() } else { "y, ".to_owned() };
            let mut own = format!("move m{at}{act}, {guard}\n");
            for (word, sign) in [("LESS", "-"), ("MORE", "+")] {
                own = own.replace(&format!("{word} "), &format!("{before}{last} {sign} "));
            }
            own = own.replace("MAX ", &format!("{before}max("));
            own = own.replace("REST", rest).replace('Z', last);
            own = own.replace('R', &register.map_or_else(|| by.to_string(), |_| "r".to_owned()));
            if let Some((low, size)) = register.filter(|_| changes) {
                let turned = format!("; (r - ({low}) + {by}) mod {} + ({low}))", size + 1);
                let (head, tail) = own.split_once(") -> ").expect("heaps");
                let (target, guards) = tail.split_once(" where ").expect("a guard");
                let target = target.strip_suffix(')').expect("heaps");
                own = format!("{head}; r) -> {target}{turned} where {guards}");
            }
            text += &own;
        }
        (text, heaps)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn fixed_steps_by_classes(rules in rules(), first in 1..40u64, last in 20..60u64, is_total in any::<bool>()) {
        let (text, heaps) = rules;
        if let Ok(document) = checked(&text) {
            let region = match (is_total, heaps) {
                (true, 2) => Region::Total(last + first),
                (true, _) => Region::Total(30),
                (false, 2) => Region::Box(vec![first, last]),
                (false, _) => Region::Box(vec![1 + first % 5, 4, last]),
            };
            agree(&document.ruleset, &region, &text)?;
        }
    }
}
