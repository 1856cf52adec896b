//! Claims about fixed rows and columns: proved by the periods of their values, with certificates of which each number is checked; refuted at
//! the least counterexample.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind};
use nimdsl::engine::periods::{Lines, periods};
use nimdsl::engine::{Context, reference};
use nimdsl::prover::Verdict;
use nimdsl::recheck::recheck;
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use serde_json::{Value, json};

const WYTHOFF: &str = "ruleset \"W\"\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
    move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\nsequence a = [0, 0, 0, 8, 9]\nsequence p = [1, 3, 3, 6, 12]\n";
/// Its rows have the period 7, and gain nothing.
const FINITE: &str = "ruleset \"F\"\nheaps x, y\nmove first(s): x -> x - s where s in {2, 5}\n\
    move second(s): y -> y - s where s in {1, 3, 4}\nmove both(s): (x, y) -> (x - s, y - s) where s in {1, 2}\n";
/// Rows rise by a half for each place.
const HALF: &str = "ruleset \"H\"\nheaps n\nmove take(i): n -> n - i where 2 <= i\n";

fn text(game: &str, claim: &str) -> String {
    format!("{game}claim \"a\": {claim}\n")
}

/// The verdict on a claim, with its certificates.
fn judged(game: &str, claim: &str) -> (Verdict, Vec<Certificate>, nimdsl::check::Document) {
    let document = checked(&text(game, claim)).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
    let found = proved(&document).pop().expect("a claim");
    (found.judged.verdict.clone(), found.certificates, document)
}

#[test]
fn claims_about_fixed_lines_are_proved() {
    for (game, claim) in [
        (WYTHOFF, "forall n >= 8: grundy(3, n + 6) = grundy(3, n) + 6"),
        (WYTHOFF, "forall n >= 9: grundy(n + 12, 4) = grundy(n, 4) + 12"),
        (WYTHOFF, "grundy(x, y + 12) = grundy(x, y) + 12 where x = 4, 9 <= y"),
        (WYTHOFF, "grundy(x, y + p(x)) = grundy(x, y) + p(x) where x <= 4, a(x) <= y"),
        (WYTHOFF, "forall m in 0..4: forall n >= a(m): grundy(m, n + p(m)) = grundy(m, n) + p(m)"),
        (WYTHOFF, "grundy(2, y + 3) = grundy(2, y) + 3"),
        (WYTHOFF, "forall n >= 8: grundy(3, n + 6) = grundy(n, 3) + 6"),
        (WYTHOFF, "grundy(1, y) = y + 1 - 3 * floor((y mod 3) / 2)"),
        (WYTHOFF, "forall n >= 9: abs(grundy(4, n) - n) <= 8 and (not P(4, n))"),
        (WYTHOFF, "P(x, y) iff y = 2 where x = 1"),
        (FINITE, "grundy(x, y + 7) = grundy(x, y) where x = 2, 12 <= y"),
        (FINITE, "forall n >= 30: grundy(n + 7, 3) = grundy(n, 3)"),
        (HALF, "grundy(n + 2) = grundy(n) + 1"),
        (HALF, "2 * grundy(n) + (n mod 2) = n"),
    ] {
        let (verdict, found, document) = judged(game, claim);
        let [one] = found.as_slice() else { panic!("{claim}: {verdict:?}, {} certificates", found.len()) };
        assert!(matches!(verdict, Verdict::Proved(_)), "{claim}: {verdict:?}");
        assert_eq!(recheck(one, &document), Ok(()), "{claim}");
        // Small lines of one heap have automata, too.
        assert!(one.kind == CertificateKind::Lines || game == HALF, "{claim}: {:?}", one.kind);
    }
}

/// That lines repeat, whatever the period is and wherever it begins (Landman 2002 for all rows of Wythoff's game): numbers for which the
/// claim holds are found among those of the lines.
#[test]
fn that_there_is_a_period_is_proved() {
    for claim in [
        "exists q >= 1, b >= 0: forall n >= b: grundy(3, n + q) = grundy(3, n) + q",
        "forall m in 0..6: exists q >= 1, b >= 0: forall n >= b: grundy(m, n + q) = grundy(m, n) + q",
        "exists q >= 1, b >= 0: forall m in 0..5: forall n >= b: grundy(n + q, m) = grundy(n, m) + q",
        "exists q >= 1, s >= 0: forall n >= 20: grundy(2, n + q) = grundy(2, n) + s",
        "exists b >= 0: forall n >= b: not P(4, n)",
        "exists q in 5..6, b in 8..9: forall n >= b: grundy(3, n + q) = grundy(3, n) + q",
    ] {
        let (verdict, found, document) = judged(WYTHOFF, claim);
        let [one] = found.as_slice() else { panic!("{claim}: {verdict:?}, {} certificates", found.len()) };
        assert!(matches!(verdict, Verdict::Proved(_)) && one.kind == CertificateKind::Lines, "{claim}: {verdict:?}");
        assert_eq!(recheck(one, &document), Ok(()), "{claim}");
    }
    // Row 3 has the period 6 from 8 on, and no smaller one: SRT, Table 2.
    for claim in [
        "exists q in 1..5, b in 0..30: forall n >= b: grundy(3, n + q) = grundy(3, n) + q",
        "exists q in 1..11: forall n >= 0: grundy(3, n + q) = grundy(3, n) + q",
        "forall m in 0..3: exists b in 0..7: forall n >= b: grundy(m, n + 6) = grundy(m, n) + 6",
    ] {
        let (verdict, ..) = judged(WYTHOFF, claim);
        assert!(matches!(verdict, Verdict::Refuted { .. }), "{claim}: {verdict:?}");
    }
    // What no number that is tried shows is open, be it true or not.
    for claim in [
        "exists q >= 1: forall n >= 0: grundy(3, n + q) = grundy(3, n) + q",
        "exists b >= 0: forall n >= b: grundy(3, n) = n",
        "forall m in 2..4: exists s >= 1000: forall n >= s: grundy(m, n + 5) = grundy(m, n) + 5",
    ] {
        let (verdict, ..) = judged(WYTHOFF, claim);
        assert!(!matches!(verdict, Verdict::Proved(_)), "{claim}: {verdict:?}");
    }
}

/// That every row repeats, by theorems that ask only what moves take (SRT, Propositions 1.2 and 2.2).
#[test]
fn that_every_line_repeats_is_proved_where_a_theorem_says_so() {
    let claim = |gain: &str, far: &str, near: &str| {
        format!("forall m >= 0: exists q >= 1, b >= 0: forall n >= b: grundy({far}) = grundy({near}){gain}")
    };
    let rows = |gain: &str| claim(gain, "m, n + q", "m, n");
    let columns = |gain: &str| claim(gain, "n + q, m", "n, m");
    // Pieces of a rook that leave one of three on the way, and of a bishop.
    let thinned = "heaps x, y\nmove up(i): x -> x - i where 2 <= i\nmove left(i): y -> y - i where 1 <= i\n\
        move both(i): (x, y) -> (x - 2 * i, y - i) where 1 <= i\nmove one: (x, y) -> (x - 1, y - 3)\n";
    // Every second place of a row, or an unlimited move away from the row.
    let odd = "heaps x, y\nmove up(i): x -> x - i where 1 <= i\nmove left(i): y -> y - 2 * i where 1 <= i\n";
    let far = "heaps x, y\nmove up(i): x -> x - i where 1 <= i\nmove both(i): (x, y) -> (x - 1, y - i) where 1 <= i\n";
    let bounded = "positions where x <= y + 3\n";
    for (game, claim, is_proved) in [
        (WYTHOFF, rows(" + q"), true),
        (WYTHOFF, columns(" + q"), true),
        (WYTHOFF, rows(""), false),
        (WYTHOFF, rows(" + 2 * q"), false),
        (WYTHOFF, rows(" + q + 1"), false),
        (FINITE, rows(""), true),
        (FINITE, columns(""), true),
        (FINITE, rows(" + q"), false),
        (thinned, rows(" + q"), true),
        (thinned, columns(" + q"), false),
        (thinned, rows(""), false),
        (odd, rows(" + q"), false),
        (odd, rows(""), false),
        (odd, columns(" + q"), true),
        // Row m has the value m: a period of all rows that the moves show.
        (far, rows(""), true),
        (far, rows(" + q"), false),
        (&format!("{WYTHOFF}{bounded}"), rows(" + q"), false),
        (WYTHOFF, claim(" + q", "m, n + q", "n, m"), false),
        (WYTHOFF, claim(" + q", "m, n + b", "m, n"), false),
        (WYTHOFF, claim(" + q", "m + 1, n + q", "m, n"), false),
        (WYTHOFF, rows(" + q").replace("forall n >= b", "forall n >= b - 1"), false),
        (WYTHOFF, rows(" + q").replace("m >= 0", "m >= 0, k >= 0").replace("m, n)", "k, n)"), false),
    ] {
        let (verdict, found, document) = judged(game, &claim);
        // Where no theorem says so an automaton may.
        let by_lines = found.iter().any(|one| one.kind == CertificateKind::Lines);
        assert_eq!(by_lines, is_proved, "{game}{claim}: {verdict:?}");
        if is_proved {
            let [one] = found.as_slice() else { panic!("{claim}: {} certificates", found.len()) };
            assert_eq!((one.kind, recheck(one, &document)), (CertificateKind::Lines, Ok(())), "{claim}");
            // What the certificate says that moves take is not believed.
            for at in 0..one.lines[0].options.len() {
                let mut forged = one.clone();
                forged.lines[0].options.remove(at);
                assert!(recheck(&forged, &document).is_err(), "{claim}: an option is missing");
            }
            let mut other = one.clone();
            other.lines[0].fixed = nimdsl::certificate::FixedHeap::Second;
            assert_eq!(recheck(&other, &document).is_err(), claim.contains("(m, n)"), "{claim}: other lines");
        }
    }
}

/// False claims, the least position where they are (none for those that name no position), and what is said.
const FALSE: [(&str, &str, Option<[i64; 2]>, &str); 7] = [
    (WYTHOFF, "forall n >= 7: grundy(3, n + 6) = grundy(3, n) + 6", None, "it fails for n = 7"),
    (WYTHOFF, "forall n >= 8: grundy(3, n + 5) = grundy(3, n) + 5", None, "it fails for n = 8"),
    (WYTHOFF, "forall n >= 8: grundy(3, n + 6) = grundy(3, n) + 7", None, "it fails for n = 8"),
    (WYTHOFF, "grundy(x, y + 12) = grundy(x, y) + 12 where x = 4, 8 <= y", Some([4, 8]), ""),
    (WYTHOFF, "grundy(x, y + p(x)) = grundy(x, y) + p(x) where 1 <= x <= 4, a(x) <= y + 1", Some([3, 7]), ""),
    (FINITE, "grundy(x, y + 7) = grundy(x, y) where x = 2, 11 <= y", Some([2, 11]), ""),
    (
        WYTHOFF,
        "forall m in 2..3: forall n >= 5: grundy(m, n + 6) = grundy(m, n) + 6",
        None,
        "it fails for m = 3, n = 5",
    ),
];

#[test]
fn false_claims_are_refuted_at_their_least_counterexample() {
    for (game, claim, position, words) in FALSE {
        let (verdict, found, _) = judged(game, claim);
        let Verdict::Refuted { position: at, reason, is_least: true } = verdict else { panic!("{claim}: {verdict:?}") };
        assert_eq!(at, position.map(|position| position.to_vec()), "{claim}: {reason}");
        assert!(reason.contains(words), "{claim}: {reason}");
        assert!(found.is_empty(), "{claim}");
    }
}

/// Row 0 is 0, 1, 0, 1, ...; so is row 1, until place 3000 has the value 2, and then 1 comes at even places.
#[test]
fn preperiods_beyond_small_tables_are_decided() {
    let far = "ruleset \"L\"\nheaps x, y\nmove a: y -> y - 1 where 1 <= y\nmove b: (x, y) -> (x - 1, y - 3000) where 1 <= x\n";
    let (verdict, found, document) = judged(far, "forall n >= 3001: grundy(1, n + 2) = grundy(1, n)");
    assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
    assert_eq!(recheck(&found[0], &document), Ok(()));
    let (verdict, _, _) = judged(far, "grundy(1, y + 2) = grundy(1, y) where 2000 <= y");
    let Verdict::Refuted { position, is_least: true, .. } = verdict else { panic!("{verdict:?}") };
    assert_eq!(position, Some(vec![0, 2998]));
    for first in [2998, 3000] {
        let (verdict, _, _) = judged(far, &format!("forall n >= {first}: grundy(1, n + 2) = grundy(1, n)"));
        let Verdict::Refuted { reason, .. } = verdict else { panic!("{verdict:?}") };
        assert_eq!(reason, format!("it fails for n = {first}"));
    }
}

/// A certificate of a claim, and the text that it is of.
fn of(game: &str, claim: &str) -> (Certificate, nimdsl::check::Document) {
    let (_, mut found, document) = judged(game, claim);
    (found.pop().expect("a certificate"), document)
}

/// What is said of a certificate with some parts in place of others.
fn said((one, document): &(Certificate, nimdsl::check::Document), change: &dyn Fn(&mut Value)) -> String {
    let mut made = serde_json::to_value(one).expect("data");
    change(&mut made);
    match serde_json::from_value(made) {
        Ok(read) => recheck(&read, document).err().map_or_else(|| "confirmed".to_owned(), |why| why.to_string()),
        Err(why) => format!("not read: {why}"),
    }
}

#[test]
fn each_number_of_a_certificate_of_lines_is_checked() {
    let row = of(WYTHOFF, "forall n >= 8: grundy(3, n + 6) = grundy(3, n) + 6");
    let parts = "the certificate has parts of another kind";
    let lacks = "game 0: an option is at none of the differences";
    let more = "game 0: a position lacks an option";
    let line = |at: usize, key: &'static str, number: u64| {
        move |one: &mut Value| one["lines"][0]["lines"][at][key] = number.into()
    };
    let option = |at: usize, key: &'static str, numbers: Value| {
        move |one: &mut Value| one["lines"][0]["options"][at][key] = numbers.clone()
    };
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [(Change<'_>, &str); 27] = [
        (&|_| {}, "confirmed"),
        // A later beginning and a multiple of a period are as true.
        (&line(3, "preperiod", 9), "confirmed"),
        (&line(3, "preperiod", 7), "game 0: line 3: the value of 13 is not that of 7 and 6 more"),
        (&line(3, "preperiod", u64::MAX), "game 0: line 3: its preperiod is too long"),
        (&line(3, "period", 5), "game 0: line 3: it does not rise as a line does that it looks at"),
        (&line(3, "period", 0), "game 0: line 3: its period is 0, or too long"),
        (&line(3, "period", 1 << 40), "game 0: line 3: its period is 0, or too long"),
        (&line(3, "saltus", 5), "game 0: line 3: it does not rise as a line does that it looks at"),
        (&line(3, "saltus", 1 << 40), "game 0: line 3: its saltus is too large"),
        (&line(0, "saltus", 2), "game 0: line 0: the value of 1 is not that of 0 and 2 more"),
        (&line(1, "period", 2), "game 0: line 1: it does not rise"),
        (&|one| drop(one["lines"][0]["lines"].as_array_mut().expect("lines").pop()), "the certificate has no period"),
        (
            &|one| drop(one["lines"][0]["lines"].as_array_mut().expect("lines").remove(0)),
            "the certificate has no period",
        ),
        (&|one| one["lines"][0]["fixed"] = "second".into(), "the certificate has no period of game 0"),
        (&|one| one["lines"][0]["fixed"] = "third".into(), "not read"),
        (&|one| one["lines"][0]["game"] = 1.into(), "there is no game 1"),
        (&|one| one["lines"] = json!([]), "the certificate has no period of game 0"),
        (&|one| drop(one["lines"][0]["options"].as_array_mut().expect("options").pop()), lacks),
        (
            &|one| {
                let more = json!({"start": [1, 3], "step": [0, 0]});
                one["lines"][0]["options"].as_array_mut().expect("options").push(more);
            },
            more,
        ),
        (&option(0, "start", json!([2, 2])), "game 0: "),
        (&option(0, "step", json!([2, 2])), "game 0: "),
        (&option(0, "start", json!([0, 0])), "game 0: a difference is of other heaps, too large, or nothing"),
        (&option(0, "start", json!([1])), "game 0: a difference is of other heaps, too large, or nothing"),
        (&|one| one["kind"] = "periods".into(), parts),
        (&|one| one["lookups"] = json!({"numeration": {"Base": 2}, "known": []}), parts),
        (&|one| one["periods"] = json!([{"game": 0, "preperiod": 8, "period": 6}]), parts),
        (&|one| one["digits"] = json!([]), "confirmed"),
    ];
    for (at, (change, expected)) in changes.iter().enumerate() {
        let told = said(&row, *change);
        assert!(told.starts_with(expected), "{at}: {expected}: {told}");
    }
    // What gains nothing cannot be said to gain something, and the other way round.
    let none = said(&of(FINITE, "grundy(x, y + 7) = grundy(x, y) where x = 0"), &line(0, "saltus", 1));
    assert!(none.contains("it cannot rise"), "{none}");
}

/// What is told of a line may be true for a while: the state has to come back, and beyond where the lines before it do.
#[test]
fn lines_that_repeat_for_a_while_are_refused() {
    let two = "heaps n\nmove take: n -> n - 2 where 2 <= n\n";
    let far = "heaps x, y\nmove a: y -> y - 1 where 1 <= y\nmove b: (x, y) -> (x - 1, y - 300) where 1 <= x\n";
    for (game, claim, line, numbers, expected) in [
        (two, "grundy(n) <= 1", 0, [2, 1, 0], "game 0: line 0: the value of 4 is not that of 3 and 0 more"),
        (HALF, "2 * grundy(n) <= n", 0, [2, 1, 0], "game 0: line 0: the value of 4 is not that of 3 and 0 more"),
        (far, "grundy(1, y) <= 2", 1, [0, 2, 0], "game 0: line 1: the value of 300 is not that of 298 and 0 more"),
        (far, "grundy(1, y) <= 2", 1, [301, 2, 0], "confirmed"),
    ] {
        let certified = of(game, claim);
        assert_eq!(certified.0.kind, CertificateKind::Lines, "{claim}");
        let told = said(&certified, &|one| {
            let [preperiod, period, saltus] = numbers;
            one["lines"][0]["lines"][line] = json!({"preperiod": preperiod, "period": period, "saltus": saltus});
        });
        assert_eq!(told, expected, "{claim}");
    }
}

#[test]
fn true_lines_do_not_confirm_false_claims() {
    let (one, _) = of(WYTHOFF, "forall n >= 8: grundy(3, n + 6) = grundy(3, n) + 6");
    for (game, claim) in [
        (WYTHOFF, "forall n >= 7: grundy(3, n + 6) = grundy(3, n) + 6"),
        (WYTHOFF, "forall n >= 8: grundy(3, n + 12) = grundy(3, n) + 11"),
        (WYTHOFF, "forall n >= 8: grundy(4, n + 12) = grundy(4, n) + 12"),
        (WYTHOFF, "forall n >= 8: grundy(3, n) = grundy(2, n)"),
        (WYTHOFF, "forall n >= 0: grundy(3, n) <= n + 2"),
        (WYTHOFF, "forall n >= 0: grundy(3, n) < 100000"),
        (WYTHOFF, "forall n >= 0: grundy(3, n) != 100000"),
        (WYTHOFF, "forall n >= 0: 2 * grundy(3, n) <= 3 * n + 9 and grundy(3, n) mod 2 = n mod 2"),
        (WYTHOFF, "forall n >= 0: grundy(3, n - 1) >= 0"),
        (WYTHOFF, "grundy(x, y + 6) = grundy(x, y) + 6 where x <= 3"),
        (WYTHOFF, "grundy(x, y + 6) = grundy(x, y) + 6 where 8 <= y"),
    ] {
        let document = checked(&text(game, claim)).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let hash = nimdsl::certificate::hash(&document);
        let told = said(&(Certificate { ruleset: hash, ..one.clone() }, document), &|_| {});
        assert_ne!(told, "confirmed", "{claim}");
    }
}

/// Moves that take from one heap or from both, in rays, steps and finite sets.
fn moves() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (1..3i64, 1..3i64).prop_map(|(a, m)| format!("(i): y -> y - {m} * i where {a} <= i")),
        2 => (1..3i64, 1..3i64).prop_map(|(a, m)| format!("(i): x -> x - {m} * i where {a} <= i")),
        2 => (1..3i64, 0..3i64, 0..3i64)
            .prop_map(|(a, b, c)| format!("(i): (x, y) -> (x - {a} * i, y - {b} * i - {c}) where 1 <= i")),
        1 => (1..5i64, 2..4i64).prop_map(|(a, m)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i <= {a}, 0 <= j <= 3, 1 <= i + j, i + j != 0 (mod {m})"
        )),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// Periods that the engine finds are proved as claims and confirmed; one place before, or with another gain, they are refuted where a
    /// table says so.
    #[test]
    fn lines_of_random_games_are_proved_and_refuted(
        moves in prop::collection::vec(moves(), 1..4), columns in any::<bool>(), line in 0..4i64
    ) {
        let mut game = "heaps x, y\n".to_owned();
        for (index, one) in moves.iter().enumerate() {
            game.push_str(&format!("move m{index}{one}\n"));
        }
        let Ok(document) = checked(&game) else { return Ok(()) };
        let kind = if columns { Lines::Columns } else { Lines::Rows };
        let found = periods((&document.ruleset, Play::Normal), kind, &(line..=line), Some(240), &Context::default()).expect("it fits");
        let answer = &found[0];
        let (Some(period), None) = (answer.period, answer.seen_up_to) else { return Ok(()) };
        let (own, gain, from) = (period.period as i64, period.saltus as i64, period.preperiod as i64);
        let claim = |from: i64, gain: i64| {
            let place = |n: &str| if columns { format!("({n}, {line})") } else { format!("({line}, {n})") };
            format!("forall n >= {from}: grundy{} = grundy{} + {gain}", place(&format!("n + {own}")), place("n"))
        };
        let (verdict, certificates, opened) = judged(&game, &claim(from, gain));
        prop_assert!(matches!(verdict, Verdict::Proved(_)), "{}{}: {:?}", game, claim(from, gain), verdict);
        prop_assert_eq!(recheck(&certificates[0], &opened), Ok(()));
        let terms = (from + 2 * own + 2).min(300) as u64;
        let shape = if columns { vec![terms, line as u64 + 1] } else { vec![line as u64 + 1, terms] };
        let table = reference::grundy(&document.ruleset, &Region::Box(shape), &Context::default()).expect("it fits");
        let at = |n: i64| i64::from(table.get(&if columns { [n, line] } else { [line, n] }).expect("a value"));
        for (begin, gain) in [(from - 1, gain), (from, gain + 1)] {
            let fails = (begin.max(0)..terms as i64 - own).find(|n| at(n + own) != at(*n) + gain);
            let Some(fails) = fails.filter(|_| 0 <= begin) else { continue };
            let (verdict, _, _) = judged(&game, &claim(begin, gain));
            let Verdict::Refuted { reason, .. } = &verdict else { panic!("{game}{}: {verdict:?}", claim(begin, gain)) };
            prop_assert!(reason.contains(&format!("n = {fails}")), "{}{}: {}", game, claim(begin, gain), reason);
        }
    }
}
