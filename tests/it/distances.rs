//! Games of one heap whose options stand at distances that remainders of the heap tell, from some heap on.
use crate::agree::agree;
use crate::checked;
use nimdsl::table::Region;
use proptest::prelude::*;

/// When a move is allowed; `R` stands for a register, or for a number where there is none.
fn guards() -> impl Strategy<Value = String> {
    let number = || 0..5i64;
    prop_oneof![
        (2..7i64, number()).prop_map(|(m, c)| format!("n mod {m} = {c}")),
        (2..7i64, number()).prop_map(|(m, c)| format!("(n + R) mod {m} != {c}")),
        (2..5i64, 2..5i64, number()).prop_map(|(m, k, c)| format!("n mod {m} + 2 * (n mod {k}) <= {c}")),
        (2..5i64, 2..6i64).prop_map(|(m, k)| format!("(n mod {m}) xor (n mod {k}) <= 2")),
        (2..5i64, 2..4i64, 0..2i64).prop_map(|(m, k, c)| format!("floor((n + {c}) / {m}) mod {k} = {c}")),
        (3..40i64, number()).prop_map(|(k, c)| format!("{k} <= n + {c} * (n mod 3)")),
        (3..40i64, 1..4i64).prop_map(|(k, c)| format!("{c} * n + R <= {k}")),
        (3..40i64, 2..4i64).prop_map(|(k, m)| format!("n != {k}, floor(n / {m}) != 7")),
        (3..40i64, 2..5i64, number()).prop_map(|(k, m, c)| format!("(n mod {m} = {c} or n <= {k})")),
        (3..40i64, number()).prop_map(|(k, c)| format!("not ({k} <= n and n mod 4 = {c})")),
        (1..4i64, 0..3i64).prop_map(|(c, k)| format!("{c} <= n + R, {k} <= n")),
    ]
}

/// What becomes of the heap.
fn acts() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::btree_set(1..30i64, 1..5).prop_map(|all| {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("(i): N -> n - i where i in {{{}}}", all.join(", "))
        }),
        (1..5i64, 2..5i64, 0..3i64)
            .prop_map(|(k, m, c)| format!("(i): N -> n - i where 1 <= i <= {k}, (n - i) mod {m} != {c}")),
        (1..7i64).prop_map(|k| format!(": N -> n - {k} where {k} <= n")),
        (2..5i64).prop_map(|m| format!(": N -> floor(n / {m}) where 1 <= n")),
        (2..4i64, 0..6i64)
            .prop_map(|(m, c)| format!(": N -> floor(({m} * n + n mod 2 - n - {c}) / {m}) where {c} < n")),
        (2..9i64).prop_map(|m| format!(": N -> n mod {m} where {m} <= n")),
        (2..9i64).prop_map(|m| format!(": N -> n - n mod {m} where 1 <= n mod {m}")),
        (2..6i64, 1..4i64).prop_map(|(m, k)| format!(": N -> n - min(n mod {m}, {k}) - 1 where {m} <= n")),
        (1..5i64, 1..3i64)
            .prop_map(|(a, b)| format!("(k): N -> n - i where 0 <= k, i = {a} * 2^k + {b}").replace("(k)", "(i, k)")),
    ]
}

fn rules() -> impl Strategy<Value = String> {
    let one = (acts(), guards(), any::<bool>(), 0..3i64);
    let register = prop::option::of((-1..2i64, 1..3i64));
    (prop::collection::vec(one, 1..5), register, any::<bool>()).prop_map(|(moves, register, passes)| {
        let mut text = String::from("heaps n\n");
        if let Some((low, size)) = register {
            text += &format!("register r in {low}..{}\n", low + size);
        }
        for (at, (act, guard, changes, by)) in moves.into_iter().enumerate() {
            let (act, guard) = match register {
                Some((low, size)) if changes => {
                    let turned = format!("(r - ({low}) + {by}) mod {} + ({low})", size + 1);
                    let (head, rest) = act.split_once("N -> ").expect("a target");
                    let (target, guards) = rest.split_once(" where ").expect("a guard");
                    (format!("{head}(n; r) -> ({target}; {turned}) where {guards}"), guard.replace('R', "r"))
                }
                Some(_) => (act.replace("N ->", "n ->"), guard.replace('R', "r")),
                None => (act.replace("N ->", "n ->"), guard.replace('R', &by.to_string())),
            };
            text += &format!("move m{at}{act}, {guard}\n");
        }
        if let Some((low, _)) = register.filter(|_| passes) {
            text += &format!("move pass: (n; r) -> (n; r - 1) where {low} < r, 1 <= n\n");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn options_at_distances_that_repeat(text in rules(), size in 1..420u64) {
        if let Ok(document) = checked(&text) {
            agree(&document.ruleset, &Region::Box(vec![size]), &text)?;
        }
    }
}
