//! Ordinal heaps: what is refused, and the lowered relation against a hand-written order of ordinals.
use crate::{checked, ruleset};
use nimdsl::engine::{Context, EngineError, grundy};
use nimdsl::ruleset::options::Options;
use nimdsl::table::Region;

/// A coefficient of omega and a finite part: derived order is lexicographic, which is the order of ordinals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ordinal(i64, i64);

impl Ordinal {
    /// The natural sum (Hessenberg).
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }
}

type Pair = (Ordinal, Ordinal);
type Relation = fn(Pair, Pair) -> bool;

const ONE: Ordinal = Ordinal(0, 1);

fn yama((x, y): Pair, (u, v): Pair) -> bool {
    v == y.plus(ONE) && u.plus(ONE) < x
}

fn triangular((x, y): Pair, (u, v): Pair) -> bool {
    u < x && y < v && u.plus(v) < x.plus(y)
}

fn rook((x, y): Pair, (u, v): Pair) -> bool {
    u < x && v == y
}

fn bishop((x, y): Pair, (u, v): Pair) -> bool {
    u < x && v < y && x.plus(v) == y.plus(u)
}

fn swapped((x, y): Pair) -> Pair {
    (y, x)
}

#[test]
fn options_follow_the_order_of_ordinals() {
    let games: [(&str, Relation); 3] = [
        ("transfinite_yama", |p, q| yama(p, q) || yama(swapped(p), swapped(q))),
        ("transfinite_triangular", |p, q| triangular(p, q) || triangular(swapped(p), swapped(q))),
        ("transfinite_wythoff", |p, q| rook(p, q) || rook(swapped(p), swapped(q)) || bishop(p, q)),
    ];
    let window: Vec<[i64; 4]> = (0..81).map(|n| [n / 27, n / 9 % 3, n / 3 % 3, n % 3]).collect();
    let pair = |p: &[i64; 4]| (Ordinal(p[0], p[1]), Ordinal(p[2], p[3]));
    for (name, expected) in games {
        let document = ruleset(name);
        assert!(!document.ruleset.finite_options);
        assert_eq!(document.ruleset.measure, [[1, 0, 1, 0], [0, 1, 0, 1]]);
        let options = Options::new(&document.ruleset).expect("it is asked about pairs only");
        let mut found = 0;
        for from in &window {
            for to in &window {
                let is_option = options.is_option(from, to).expect("small");
                assert_eq!(is_option, expected(pair(from), pair(to)), "{name}: {from:?} to {to:?}");
                found += u32::from(is_option);
            }
        }
        assert!(100 < found, "{name} has {found} moves in the window");
    }
}

#[test]
fn finite_windows_have_the_tables_of_the_finite_games() {
    for (name, finite) in
        [("transfinite_yama", "yama"), ("transfinite_triangular", "triangular"), ("transfinite_wythoff", "wythoff")]
    {
        let ordinal = grundy(&ruleset(name).ruleset, &Region::Box(vec![1, 7, 1, 7]), &Context::default());
        let natural = grundy(&ruleset(finite).ruleset, &Region::Box(vec![7, 7]), &Context::default());
        assert_eq!(ordinal.expect("a finite window").layers, natural.expect("it fits").layers, "{name}");
        let wide = grundy(&ruleset(name).ruleset, &Region::Box(vec![2, 2, 2, 2]), &Context::default());
        assert!(matches!(wide, Err(EngineError::Request(why)) if why.contains("infinitely many options")), "{name}");
    }
}

#[test]
fn constants_and_multiples_are_ordinals() {
    let text = "heaps x, y below omega^3\nmove m: (x, y) -> (x', y + omega * 3 + 2) where x' + omega * 3 + 2 < x, 2 * x' < x\n";
    let document = checked(text).expect("a ruleset");
    let options = Options::new(&document.ruleset).expect("pairs only");
    let is_option = |from: [i64; 6], to: [i64; 6]| options.is_option(&from, &to).expect("small");
    assert!(is_option([1, 0, 0, 0, 0, 0], [0, 9, 9, 0, 3, 2]));
    assert!(!is_option([1, 0, 0, 0, 0, 0], [0, 9, 9, 0, 3, 1]));
    assert!(is_option([0, 3, 3, 0, 0, 0], [0, 0, 0, 0, 3, 2]));
    assert!(!is_option([0, 3, 2, 0, 0, 0], [0, 0, 0, 0, 3, 2]));
    assert!(is_option([0, 7, 0, 0, 0, 0], [0, 3, 9, 0, 3, 2]));
    assert!(!is_option([0, 7, 0, 0, 0, 0], [0, 4, 0, 0, 3, 2]));
    assert!(!is_option([0, 9, 0, 0, 0, 0], [0, 5, 0, 0, 3, 2]));
}

#[test]
fn ordinals_below_omega_are_natural_numbers() {
    let text = |below: &str| format!("heaps x, y{below}\nmove m(i) symmetric: x -> x - i where 1 <= i\n");
    let (natural, ordinal) = (checked(&text("")).expect("nim"), checked(&text(" below omega")).expect("nim"));
    assert_eq!(natural.ruleset.moves, ordinal.ruleset.moves);
    assert!(ordinal.ruleset.finite_options);
}

#[test]
fn each_fault_of_ordinals_has_its_code() {
    let with = |heaps: &str, rest: &str| format!("{heaps}\n{rest}\n");
    let fine = "move m: x -> x' where x' < x";
    let two = "heaps x, y below omega^2";
    for (text, code) in [
        (with("heaps x, y below omega^0", fine), "bad-ordinal-bound"),
        (with("heaps x, y below omega^9", fine), "bad-ordinal-bound"),
        (with("heaps x, y below 7", fine), "bad-ordinal-bound"),
        (with("heaps x below omega^2\nheaps y", fine), "mixed-heaps"),
        (with("heaps x below omega^2\nheaps y below omega^3", fine), "mixed-heaps"),
        (with("heaps h[2] below omega^2", fine), "ordinal-array"),
        (with(two, "move m(i): x -> x - i where 1 <= i"), "ordinal-subtraction"),
        (with(two, "move m: x -> x' where x' < x - 1"), "ordinal-subtraction"),
        (with(two, "move m: x -> x' where x' < x, x mod 2 = 0"), "ordinal-term"),
        (with(two, "move m: x -> x' where x' < x, x in {1, 2}"), "ordinal-term"),
        (with(two, "move m: x -> x' where x' * y < x"), "ordinal-term"),
        (with(two, "move m: x -> x' where x' + omega^2 < x"), "ordinal-too-large"),
        (with(two, "move m: (x, y) -> (x', y + 1) where y < x'"), "endless-play"),
        (with("heaps x, y", "move m: x -> x' where x' + omega < x"), "misplaced-omega"),
    ] {
        let codes: Vec<&str> =
            checked(&text).map_or_else(|faults| faults.0.iter().map(|fault| fault.code).collect(), |_| Vec::new());
        assert!(codes.contains(&code), "{text}: {codes:?}");
    }
    let faults = checked(&with(two, "move m(i): x -> x - i where 1 <= i")).expect_err("a subtraction").to_string();
    assert!(faults.contains("write `x'` and a condition on it, for example `x' < x`"), "{faults}");
}
