//! What is told of a claim that was tried on a table: its least counterexample, why, what was left open, and how far it went.
use super::checked;
use super::claims::verdict_of;
use nimdsl::claim::Verdict;
use nimdsl::claim::verify::{Request, verify};
use nimdsl::engine::Context;
use nimdsl::ruleset::Position;
use nimdsl::ruleset::options::Options;

const NIM: &str = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";

fn verdict(claim: &str) -> Verdict {
    verdict_of(&format!("{NIM}claim \"c\"{claim}\n"), 20).verdict
}

#[test]
fn counterexamples_are_least_beyond_the_board_too() {
    // The first fault on the board is (19, 19); heaps that are larger than the board have smaller totals.
    for (claim, expected) in [
        (": (x <= 18 or y <= 18) and x <= 20", [21, 0]),
        (": (x <= 18 or y <= 18) and y <= 20", [0, 21]),
        (": (x <= 18 or y <= 18) and (x <= 20 or y <= 2)", [21, 3]),
        (": (x <= 18 or y <= 18) and (x <= 20 or y <= 17)", [19, 19]),
        (": x + y <= 37", [0, 38]),
        (": x + y <= 37 where x <= 20, y <= 20", [18, 20]),
        (": x <= 18 or y <= 18", [19, 19]),
        (": x + y <= 19", [0, 20]),
    ] {
        match verdict(claim) {
            Verdict::Refuted { position: Some(position), .. } => assert_eq!(*position, expected, "{claim}"),
            other => panic!("{claim}: {other:?}"),
        }
    }
}

/// Rows of games of which no position has an empty heap.
#[test]
fn rows_are_tried_where_there_are_positions() {
    let game = "heaps x, y, z\npositions where 1 <= x, 1 <= y, z mod 2 = 1\nmove take(i): x -> x - i where 1 <= i\n\
                move also(i): y -> y - i where 1 <= i\nmove z: z -> z - 2\n";
    for (claim, expected) in [
        ("P(x, 1, 1) iff x = 1", None),
        ("P(x, 1, 1) iff x mod 7 = 1", Some([8, 1, 1])),
        ("grundy(2, y, 3) = 0 iff y = 1", None),
        ("grundy(2, y, 3) = 0 iff y = 2", Some([1, 1, 1])),
        ("forall k >= 1: P(k, k, 1) where z = 5", None),
        ("P(3, 3, z) iff z mod 4 = 1", None),
        ("P(3, 3, z) iff z mod 4 = 1 and z < 9", Some([1, 1, 9])),
    ] {
        match (verdict_of(&format!("{game}claim \"c\": {claim}\n"), 12).verdict, expected) {
            (Verdict::Holds { .. }, None) => {}
            (Verdict::Refuted { position: Some(position), .. }, Some(expected)) => {
                assert_eq!(*position, expected, "{claim}");
            }
            (other, _) => panic!("{claim}: {other:?}"),
        }
    }
}

#[test]
fn reasons_name_what_is_the_case() {
    for (claim, expected) in [
        (": forall k < 4: grundy(x, k) < x + 3", "at (0, 0), of Grundy value 0; it fails for k = 3"),
        (": forall k >= 0: grundy(k, 0) < 30", "it fails for k = 30"),
        (": forall k in 0..9: exists j in 0..3: grundy(k, j) = 4", "it fails for k = 0"),
        (": exists k < 3: forall j < 4: grundy(j, 0) < k", "no value of its variables makes it true"),
        (": forall k < 3: exists j < 4: grundy(j, k) = j + k + 1", "it fails for k = 0"),
        (": grundy(5, 6) = 4", "the left side is 3 and the right side is 4"),
        (": grundy(5, 6) / 2 = 3", "the left side is 3/2 and the right side is 3"),
        (": grundy(x, y) = x + y", "at (1, 1), of Grundy value 0: the left side is 0 and the right side is 2"),
        (": P(x, y) or x != 2", "at (2, 0), of Grundy value 2"),
        (": P = {(k, k) for k >= 1}", "(0, 0) is a P-position, and it is not in the set: it has no options"),
        (
            ": P = {(k, k) for k >= 0} minus {(2, 2)}",
            "(2, 2) is a P-position, and it is not in the set: all its options are N-positions: (0, 2) (1, 2) (2, 0) (2, 1)",
        ),
        (
            ": P = {(k, k) for k >= 0} minus {(7, 7)}",
            "(0, 7) (1, 7) (2, 7) (3, 7) (4, 7) (5, 7) (6, 7) (7, 0) (7, 1) (7, 2) (7, 3) (7, 4) and 2 more",
        ),
        (
            ": P = {(k, k) for k >= 0} union {(9, 7)}",
            "(9, 7) is an N-position, and it is in the set: its option (7, 7) is a P-position",
        ),
        (
            " misere: P = {(k, k) for k >= 0}",
            "(0, 0) is an N-position, and it is in the set: it is terminal, in misère play",
        ),
    ] {
        match verdict(claim) {
            Verdict::Refuted { reason, .. } => assert!(reason.ends_with(expected), "{claim}: {reason}"),
            other => panic!("{claim}: {other:?}"),
        }
    }
}

#[test]
fn what_was_left_open_is_told() {
    let gaps = |claim: &str| match verdict(claim) {
        Verdict::Holds { gaps, .. } => gaps.told().join(", "),
        other => panic!("{claim}: {other:?}"),
    };
    assert_eq!(gaps(": grundy(x, y) = x xor y"), "");
    let nothing = "a divisor is 0; exclude that with a condition";
    assert_eq!(gaps(": floor(20 / (x - 3)) <= 20"), format!("where it has a value: it has none at (3, 0) ({nothing})"));
    let every = gaps(": floor(20 / (x - 3)) <= 20 + y");
    assert_eq!(every, format!("where it has a value: it has none at (3, 0) ({nothing}) and 20 more"));
    // (x, k) with k = x xor (25 + y) has more tokens than the boards know, from a total of 12 on.
    let open = gaps(": exists k in 0..60: grundy(x, k) = 25 + y");
    assert!(open.starts_with("undecided at (4, 8) and "), "{open}");
    for (claim, why) in [
        (": exists k >= 0: grundy(x, k) = 50 + y", "nothing could be tested with heaps up to 20"),
        (": exists k >= 0: grundy(k, 0) = 1000", "nothing with heaps up to 40 shows that it holds"),
        (": P = {(k, k) for k >= 12} except finitely many", "an exception, (11, 11), lies beyond half of the bound"),
    ] {
        match verdict(claim) {
            Verdict::Unknown(told) => assert!(told.contains(why), "{claim}: {told}"),
            other => panic!("{claim}: {other:?}"),
        }
    }
    for (claim, count) in [("k >= 3", 3), ("k >= 11", 11)] {
        match verdict(&format!(": P = {{(k, k) for {claim}}} except finitely many")) {
            Verdict::Holds { exceptions, .. } => {
                let expected: Vec<Position> = (0..count).map(|at| [at, at].into_iter().collect()).collect();
                assert_eq!(exceptions, expected);
            }
            other => panic!("{claim}: {other:?}"),
        }
    }
}

/// How far a claim is tried when nobody says how far.
fn reach(rules: &str, claim: &str) -> u64 {
    let text = format!("{rules}claim \"c\"{claim}\n");
    let document = checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    let claim = document.claims().next().expect("a claim");
    match verify(&document, claim, &Request::default(), &Context::default()).expect("a verdict").verdict {
        Verdict::Holds { up_to, .. } => up_to,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn claims_are_tried_as_far_as_their_boards_allow() {
    let heaps = |names: &str| format!("heaps {names}\nmove take(i) symmetric: x -> x - i where 1 <= i\n");
    for (rules, claim, expected) in [
        (heaps("x"), ": grundy(x) = x", 3000),
        // Values of the position at hand; of others; long rows; options; sets beyond every table.
        (heaps("x, y"), ": grundy(x, y) = x xor y", 400),
        (heaps("x, y"), ": grundy(y, x) = x xor y", 400),
        (heaps("x, y"), ": grundy(x, y + 1) = x xor (y + 1)", 130),
        (heaps("x, y"), ": exists k >= 0: grundy(x, k) = 0", 130),
        (heaps("x, y"), ": grundy(x, y) = x xor y where x <= 3", 20_000),
        (heaps("x, y"), ": forall option (u, v) of (x, y): u + v < x + y", 130),
        (heaps("x, y"), ": P = {(k, k) for k >= 0}", 20_000),
        (heaps("x, y, z"), ": grundy(x, y, z) = (x xor y) xor z", 40),
        (heaps("x, y, z, t"), ": P(x, y, x, y) or x < 0", 12),
        (heaps("x, y, z, t, u"), ": grundy(x, y, z, t, u) >= 0", 6),
    ] {
        assert_eq!(reach(&rules, claim), expected, "{rules}{claim}");
    }
}

#[test]
fn sets_are_those_of_the_position_at_hand() {
    for (claim, holds) in [
        (": (x, y) in {(grundy(x, y) + y, y)} iff (x xor y) + y = x", true),
        (": (x, y) in {(grundy(x, y) + y, y)} iff y = 0", false),
        (": (x, y) in {(k, y) for k >= grundy(x, y)} iff (x xor y) <= x", true),
        (": (x, y) in {(k, y) for k >= grundy(x, y)} iff y <= x", false),
        (": (x, y) in {(0, 0), (1, 0), (0, 2)} iff (y = 0 and x <= 1) or (x = 0 and y = 2)", true),
        (": (x, y) in {(k, 0) for k in 0..9} union {(0, 2)} iff (y = 0 and x <= 9) or (x = 0 and y = 2)", true),
        (": (x, y) in {(2 * k, k mod 3) for k in 1..9} iff (x, 2 * y) in {(2 * k, 2 * (k mod 3)) for k in 1..9}", true),
        (
            ": (x, y) in {(2 * k, k mod 3) for k in 1..9} iff (2 <= x and x <= 18 and x mod 2 = 0 and y = floor(x / 2) mod 3)",
            true,
        ),
        (": (x, y) in {(2 * k, k mod 3) for k in 1..9} iff x mod 2 = 0 and y = floor(x / 2) mod 3", false),
        (": (x, y) in {(0, 7 * k) for k in 0..200} iff x = 0 and y mod 7 = 0", true),
        (": (x, y) in {(k, 30 * k + 40) for k in 0..200} iff x = 0 and y = 40", true),
        (": (x, y) in {(k, y) for k in x - y..x - 1} iff 1 <= y", false),
        (": (x, y) in {(k, y) for k in x - y..x} iff 0 <= y", true),
        (": (x, y) in {(k, j) for k >= 0, j >= 0 where k + j = grundy(x, y)} iff x + y = (x xor y)", true),
        (": (x, y) in {(k, j) for k >= 0, j >= 0 where k + j = grundy(x, y)} iff x = 0 or y = 0", false),
    ] {
        let found = verdict(claim);
        assert_eq!(matches!(found, Verdict::Holds { .. }), holds, "{claim}: {found:?}");
        assert_eq!(matches!(found, Verdict::Refuted { .. }), !holds, "{claim}: {found:?}");
    }
}

#[test]
fn heaps_of_arrays_can_be_named_after_the_move() {
    let list = |rules: &str| -> Vec<Vec<Position>> {
        let document = checked(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
        let options = Options::new(&document.ruleset).expect("options");
        let all = (0..27).map(|at| [at / 9, at / 3 % 3, at % 3]);
        all.map(|at| options.list(&at).expect("a list").into_iter().map(|one| one.position).collect()).collect()
    };
    let by_amounts = list("heaps h[3]\nmove a(i[h]): h -> h - i where 0 <= i, 1 <= sum(i)\n");
    assert_eq!(by_amounts[26].len(), 26);
    assert_eq!(list("heaps h[3]\nmove a: h -> h' where h' <= h, total' < total\n"), by_amounts);
    assert_eq!(
        list("heaps h[3]\nmove a: h[1] -> h'[1], h[2] -> h'[2], h[3] -> h'[3] where h' <= h, total' < total\n"),
        by_amounts
    );
    let first = list("heaps h[3]\nmove a(i): h[2] -> h[2] - i where 1 <= i\n");
    assert_eq!(list("heaps h[3]\nmove a: h[2] -> h'[2] where h'[2] < h[2]\n"), first);
}

#[test]
fn one_name_stands_for_all_heaps_of_an_array() {
    let rules = "heaps h[3]\nmove take(i) for each a in h: a -> a - i where 1 <= i\n";
    for (claim, expected) in [
        ("forall option (u) of (h): sum(u) < sum(h)", None),
        ("forall option (u) of (h): not (grundy(u) = xor(h))", None),
        ("exists option (u) of (h): P(u) where N(h)", None),
        ("forall option (u) of (h): max(u) < max(h)", Some([0, 1, 1])),
        ("forall option (u) of (h): sum(u) + 1 < sum(h)", Some([0, 0, 1])),
        ("exists option (u) of (h): P(u)", Some([0, 0, 0])),
        ("exists option (u) of (h): N(u) where 2 <= sum(h)", Some([1, 1, 1])),
    ] {
        match (verdict_of(&format!("{rules}claim \"c\": {claim}\n"), 8).verdict, expected) {
            (Verdict::Holds { .. }, None) => {}
            (Verdict::Refuted { position: Some(position), .. }, Some(expected)) => {
                assert_eq!(*position, expected, "{claim}")
            }
            (other, _) => panic!("{claim}: {other:?}"),
        }
    }
}

#[test]
fn the_last_positions_of_a_board_are_tried_as_the_first_are() {
    let registers = "heaps x, y\nregister r in -1..3\nmove take(i) symmetric: x -> x - i where 1 <= i\n";
    for up_to in [3, 6, 9, 20] {
        let corner = format!("(x != {up_to} or y != {up_to}) where x <= {up_to}, y <= {up_to}");
        let rows = format!("(x != {up_to} or y != 0) where x <= {up_to}, y <= {up_to}");
        let most = i64::try_from(up_to).expect("it is small");
        for (rules, claim, expected) in [
            (NIM, corner.as_str(), vec![most, most]),
            (NIM, &rows, vec![most, 0]),
            (NIM, "x + y != 0", vec![0, 0]),
            (registers, "r != 3", vec![0, 0, 3]),
            (registers, "r != -1", vec![0, 0, -1]),
            (registers, "grundy(x, y; r) != 3 or r != 2", vec![0, 3, 2]),
            (registers, "grundy(x, y; r) = (x xor y) and r <= 2", vec![0, 0, 3]),
        ] {
            match verdict_of(&format!("{rules}claim \"c\": {claim}\n"), up_to).verdict {
                Verdict::Refuted { position: Some(position), .. } => assert_eq!(position, expected, "{up_to}: {claim}"),
                other => panic!("{up_to}: {claim}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_set_of_which_elements_may_be_missing_refutes_nothing() {
    // All even numbers are in the second set, the larger ones far beyond what is tried; a row runs through them backwards.
    let set = "{(31)} union {(2 * floor(k / 100000)) for k >= 0}";
    for index in ["40 - 2 * x", "2 * x", "44 - x - x", "x + x + 4", "2 * (x xor 1)"] {
        let text =
            format!("heaps x\nmove take(i): x -> x - i where 1 <= i\nclaim \"c\": ({index}) in {set} where x <= 20\n");
        let verdict = verdict_of(&text, 40).verdict;
        assert!(!matches!(verdict, Verdict::Refuted { .. }), "{index}: {verdict:?}");
    }
}
