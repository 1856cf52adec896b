//! Lines of games of any number of heaps and registers, and diagonals: what is proved of them is so in tables, claims about them are decided as tables
//! decide them, and no number of a certificate is believed.
use super::prover::proved;
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, CertificateKind};
use nimdsl::check::Document;
use nimdsl::engine::periods::{Lines, Period, periods, proved_lines, slices};
use nimdsl::engine::{Context, reference};
use nimdsl::prover::Verdict;
use nimdsl::recheck::recheck;
use nimdsl::ruleset::Ruleset;
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use proptest::prelude::*;
use serde_json::{Value, json};

/// From up to two of three heaps.
const MOORE: &str = "heaps x, y, z\nmove one(i) symmetric: x -> x - i where 1 <= i\n\
    move two(i, j) symmetric: (x, y, z) -> (x - i, y - j, z) where 1 <= i, 1 <= j\n";
/// The pass may not be made from the empty position.
const PASS: &str = "heaps x, y\nregister t in 0..1\nmove take(i) symmetric: x -> x - i where 1 <= i\n\
    move pass: t -> 0 where t = 1, 1 <= x + y\n";
/// The heaps come nearer to each other, or both lose the same.
const NEARER: &str = "heaps x, y\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i\n\
    move up: y -> y - 1 where x < y\nmove down: x -> x - 1 where y < x\n";
const MISERE: &str =
    "heaps x, y\nplay misere\nmove a(i): x -> x - i where 1 <= i <= 2\nmove b(i): y -> y - i where 1 <= i\n";

/// The verdict on a claim, with its certificates.
fn judged(game: &str, claim: &str) -> (Verdict, Vec<Certificate>, Document) {
    let text = format!("ruleset \"G\"\n{game}claim \"a\": {claim}\n");
    let document = checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
    let found = proved(&document).pop().expect("a claim");
    (found.judged.verdict.clone(), found.certificates, document)
}

/// The certificate of a claim that lines prove.
fn by_lines(game: &str, claim: &str) -> (Certificate, Document) {
    let (verdict, mut found, document) = judged(game, claim);
    let one = found.pop().unwrap_or_else(|| panic!("{claim}: {verdict:?}"));
    assert!(matches!(verdict, Verdict::Proved(_)), "{claim}: {verdict:?}");
    assert_eq!((one.kind, one.line_orders.is_empty()), (CertificateKind::Lines, false), "{claim}");
    assert_eq!(recheck(&one, &document), Ok(()), "{claim}");
    (one, document)
}

#[test]
fn claims_about_lines_of_any_game_are_proved() {
    for (game, claim) in [
        // Moore's Nim with k = 2: Jenkyns and Mayberry 1980.
        (MOORE, "forall n >= 2: grundy(1, n, 1) = n + 2"),
        (MOORE, "grundy(x + 1, y, z) = grundy(x, y, z) + 1 where 3 <= x, y <= 1, z = 1"),
        // A heap with a pass is worth n + 1 and n - 1 in turn.
        (PASS, "forall n >= 1: grundy(n, 0; 1) = n + 1 - 2 * ((n + 1) mod 2)"),
        (PASS, "forall m in 0..1: forall t in 0..1: forall n >= 6: grundy(m, n + 4; t) = grundy(m, n; t) + 4"),
        (PASS, "grundy(x + 4, y; t) = grundy(x, y; t) + 4 where y <= 1, 6 <= x"),
        (NEARER, "forall n >= 0: grundy(n + 2, n + 5) = grundy(n, n + 3) + 2"),
        (NEARER, "exists q >= 1, b >= 0: forall n >= b: grundy(n + 1 + q, n + q) = grundy(n + 1, n) + q"),
        // Two heaps of misère play, the second as in Nim.
        (MISERE, "forall n >= 0: P(n + 3, 3) iff P(n, 3)"),
        (MISERE, "P(x, y) iff x mod 3 = y where y = 2"),
    ] {
        by_lines(game, claim);
    }
}

#[test]
fn false_claims_about_lines_of_any_game_are_refuted() {
    for (game, claim, words) in [
        (MOORE, "forall n >= 1: grundy(1, n, 1) = n + 2", "n = 1"),
        (PASS, "forall n >= 3: grundy(n + 1, 0; 1) = grundy(n, 0; 1) + 1", "n = 3"),
        (NEARER, "forall n >= 30: grundy(n + 1, n + 2) = grundy(n, n + 1) + 1", "n = 30"),
        (MISERE, "forall n >= 40: P(n + 2, 2) iff P(n, 2)", "n = 41"),
    ] {
        let (verdict, found, _) = judged(game, claim);
        let Verdict::Refuted { reason, .. } = &verdict else { panic!("{claim}: {verdict:?}") };
        assert!(reason.contains(words) && found.is_empty(), "{claim}: {reason}");
    }
    let (verdict, ..) =
        judged(PASS, "grundy(x + 4, y; t) = grundy(x, y; t) + 4 where y <= 1, 2000 <= x, t = y - 1 + 1");
    assert!(!matches!(verdict, Verdict::Refuted { .. }), "{verdict:?}");
}

/// What is said of a certificate with some parts in place of others.
fn said((one, document): &(Certificate, Document), change: &dyn Fn(&mut Value)) -> String {
    let mut made = serde_json::to_value(one).expect("data");
    change(&mut made);
    match serde_json::from_value(made) {
        Ok(read) => recheck(&read, document).err().map_or_else(|| "confirmed".to_owned(), |why| why.to_string()),
        Err(why) => format!("not read: {why}"),
    }
}

#[test]
fn each_number_of_a_certificate_of_ordered_lines_is_checked() {
    let row = by_lines(PASS, "forall n >= 6: grundy(1, n + 4; 1) = grundy(1, n; 1) + 4");
    let order = |one: &Value| one["line_orders"][0].clone();
    let lines = order(&serde_json::to_value(&row.0).expect("data"))["lines"].as_array().expect("lines").clone();
    assert_eq!(
        lines.iter().map(|line| line["first"].clone()).collect::<Vec<_>>(),
        [json!([0, 0, 0]), json!([0, 0, 1]), json!([1, 0, 0]), json!([1, 0, 1])]
    );
    let set = |at: usize, key: &'static str, value: Value| {
        move |one: &mut Value| one["line_orders"][0]["lines"][at][key] = value.clone()
    };
    let repeated = |at: usize, key: &'static str, number: i64| {
        move |one: &mut Value| one["line_orders"][0]["lines"][at]["repeated"][key] = number.into()
    };
    let option = |at: usize, option: usize, key: &'static str, number: i64| {
        move |one: &mut Value| one["line_orders"][0]["lines"][at]["options"][option][key] = number.into()
    };
    let own = |at: usize| lines[at]["repeated"].clone();
    let number = |at: usize, key: &str| own(at)[key].as_i64().expect("a number");
    type Change<'a> = &'a dyn Fn(&mut Value);
    assert_eq!(said(&row, &|_| {}), "confirmed");
    let refused = |change: Change<'_>, expected: &str| {
        let told = said(&row, change);
        assert!(told.contains(expected) && told != "confirmed", "{expected}: {told}");
    };
    // The period halved, another gain, an earlier beginning.
    assert_eq!(own(1), json!({"preperiod": 1, "period": 2, "saltus": 2}));
    refused(&repeated(1, "period", 1), "line 1: ");
    refused(&repeated(3, "saltus", number(3, "saltus") + 1), "line 3: ");
    refused(&repeated(3, "preperiod", number(3, "preperiod") - 1), "line 3: the value of");
    refused(&repeated(0, "saltus", 2), "line 0: ");
    refused(&repeated(0, "period", 0), "its period is 0");
    // A line left out, or told of something else.
    for at in 0..lines.len() {
        let left_out =
            said(&row, &|one| drop(one["line_orders"][0]["lines"].as_array_mut().expect("lines").remove(at)));
        assert_ne!(left_out, "confirmed", "{at}");
    }
    refused(&set(1, "first", json!([0, 0, 2])), "none of the game");
    refused(&set(1, "first", json!([0, 1, 1])), "no heap that runs is empty");
    refused(&set(1, "first", json!([0, 0, 0])), "told twice");
    refused(&set(1, "first", json!([0, 0])), "another number of coordinates");
    refused(&set(1, "first", json!([-1, 0, 1])), "none of the game");
    // An option that is missing, and one that is not there.
    for (at, line) in lines.iter().enumerate() {
        for missing in 0..line["options"].as_array().expect("options").len() {
            refused(
                &|one| {
                    let all = &mut one["line_orders"][0]["lines"][at]["options"];
                    drop(all.as_array_mut().expect("options").remove(missing));
                },
                "an option is at none of the distances",
            );
        }
    }
    let more = json!({"line": 0, "start": 3, "step": 0, "from": 0});
    let adds = |one: &mut Value| {
        one["line_orders"][0]["lines"][3]["options"].as_array_mut().expect("options").push(more.clone());
    };
    refused(&adds, "a position lacks an option");
    let last = lines[3]["options"].as_array().expect("options").iter().position(|one| one["step"] == 1).expect("a ray");
    refused(&option(3, last, "step", 2), "an option is at none of the distances");
    refused(&option(3, last, "start", 2), "an option is at none of the distances");
    refused(&option(3, last, "start", 0), "no earlier place of its own");
    refused(&option(3, last, "from", 3), "an option is at none of the distances");
    refused(&option(0, 0, "line", 1), "lies on a line behind it");
    refused(&option(3, 0, "start", i64::MIN), "too large");
    refused(&option(3, 0, "from", i64::MAX), "too large");
    refused(&option(3, last, "step", 1 << 40), "too large");
    // The pass is made from place 1 on where the first heap is empty.
    let pass =
        lines[1]["options"].as_array().expect("options").iter().position(|one| one["line"] == 0).expect("a pass");
    refused(&option(1, pass, "from", 0), "a position lacks an option");
    // Other lines, other games, other kinds.
    refused(&|one| one["line_orders"][0]["along"] = json!([0]), "line");
    refused(&|one| one["line_orders"][0]["along"] = json!([2]), "the heaps that run");
    refused(&|one| one["line_orders"][0]["along"] = json!([]), "the heaps that run");
    refused(&|one| one["line_orders"][0]["game"] = json!(1), "there is no game 1");
    refused(&|one| one["line_orders"] = json!([]), "is not read");
    refused(&|one| one["kind"] = json!("periods"), "parts of another kind");
    refused(&|one| one["kind"] = json!("statement"), "parts of another kind");
}

/// What is told of a line may be true for a while: all its options have to be there, and lines before it have to repeat.
#[test]
fn ordered_lines_that_repeat_for_a_while_are_refused() {
    let one = "heaps y\nregister t in 0..1\nmove a: y -> y - 1 where 1 <= y\n";
    let far = format!("{one}move b: (y, t) -> (y - 300, 0) where t = 1\n");
    let late = format!("{one}move b: t -> 0 where t = 1, 300 <= y\n");
    // All options of line 1 lie on line 0.
    let apart = "heaps y\nregister t in 0..1\nmove a: y -> y - 1 where 1 <= y, t = 0\n\
        move b(i): (y, t) -> (y - 40 - i, 0) where t = 1, 1 <= i\n"
        .to_owned();
    // Line 0 has the value 2 once, at place 150, and is 0, 1, 0, 1, ... else.
    let once = "heaps y\nregister t in 0..2\nmove a: y -> y - 1 where 1 <= y\n\
        move b: (y, t) -> (y - 150, 0) where t = 1\nmove c: t -> t - 1 where t = 2, y <= 1000 * t\n";
    for (game, claim, line, numbers, expected) in [
        (far.as_str(), "grundy(y; 1) <= 2", 1, [0, 2, 0], "line 1: the value of"),
        (&far, "grundy(y; 1) <= 2", 1, [301, 2, 0], "confirmed"),
        (&late, "grundy(y; 1) <= 2", 1, [0, 2, 0], "line 1: the value of"),
        (&late, "grundy(y; 1) <= 2", 1, [300, 2, 1], "it does not rise"),
        (&apart, "grundy(y; 1) <= 2", 1, [0, 2, 0], "line 1: the value of"),
    ] {
        let certified = by_lines(game, claim);
        let told = said(&certified, &|one| {
            let [preperiod, period, saltus] = numbers;
            one["line_orders"][0]["lines"][line]["repeated"] =
                json!({"preperiod": preperiod, "period": period, "saltus": saltus});
        });
        assert!(told.contains(expected), "{claim}: {told}");
    }
    // A move that is made at the first places only has no such options.
    let (verdict, found, _) = judged(once, "forall n >= 3000: grundy(n + 2; 2) = grundy(n; 2)");
    assert!(found.iter().all(|one| one.line_orders.is_empty()), "{verdict:?}");
    // A progression on another line: values of line 0 rise, and line 1 finds them all.
    let rising = "heaps y\nregister t in 0..1\nmove a(i): y -> y - i where 1 <= i\nmove b(i): (y, t) -> (y - 40 - i, 0) where t = 1, 1 <= i\n";
    let certified = by_lines(rising, "forall n >= 100: grundy(n; 1) <= n");
    for (numbers, expected) in
        [([0, 1, 1], "confirmed"), ([0, 2, 1], "it does not rise"), ([0, 1, 0], "it does not rise")]
    {
        let told = said(&certified, &|one| {
            let [preperiod, period, saltus] = numbers;
            one["line_orders"][0]["lines"][1]["repeated"] =
                json!({"preperiod": preperiod, "period": period, "saltus": saltus});
        });
        assert!(told.contains(expected), "{numbers:?}: {told}");
    }
}

/// A true certificate of lines confirms no false claim about them.
#[test]
fn true_orders_do_not_confirm_false_claims() {
    let (one, _) = by_lines(PASS, "forall n >= 6: grundy(1, n + 4; 1) = grundy(1, n; 1) + 4");
    for claim in [
        "forall n >= 6: grundy(1, n + 4; 1) = grundy(1, n; 1) + 5",
        "forall n >= 0: grundy(1, n + 2; 1) = grundy(1, n; 1) + 2",
        "forall n >= 6: grundy(2, n + 4; 1) = grundy(2, n; 1) + 4",
        "forall n >= 6: grundy(n + 4, 1; 0) = grundy(n, 1; 1) + 4",
        "forall n >= 0: grundy(1, n - 1; 1) >= 0",
        "forall n >= 0: grundy(1, n; 1) != 100000",
        "P(x, y; t) iff x = y where x = 1",
    ] {
        let text = format!("ruleset \"G\"\n{PASS}claim \"a\": {claim}\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let ruleset = nimdsl::certificate::hash(&document);
        assert!(recheck(&Certificate { measure: None, ruleset, ..one.clone() }, &document).is_err(), "{claim}");
    }
}

/// Periods of lines that were seen once are proved; those of Wythoff's diagonals, whose cells look at whole rows, are not.
#[test]
fn periods_of_lines_in_an_order_are_proved() {
    let context = Context::default();
    for (name, fixed) in [("moore", [None, Some(0..=2), Some(0..=2)]), ("ryuo_three", [None, Some(0..=2), Some(0..=1)])]
    {
        let ruleset = ruleset(name).ruleset;
        let found = slices((&ruleset, Play::Normal), &fixed, None, &context).expect("they fit");
        let table = reference::grundy(&ruleset, &Region::Box(vec![40, 3, 3]), &context).expect("it fits");
        for line in found {
            assert_eq!(line.seen_up_to, None, "{name}: {line:?}");
            let first: Vec<i64> = line.heaps.iter().map(|heap| heap.unwrap_or(0) as i64).collect();
            agrees((&first, &[0]), line.period.expect("it is proved"), &table, 40).expect(name);
        }
    }
    let pass = ruleset("ryuo_pass").ruleset;
    let found = slices((&pass, Play::Normal), &[Some(0..=3), None], None, &context).expect("they fit");
    assert!(found.len() == 8 && found.iter().all(|line| line.seen_up_to.is_none()));
    let nearer = checked(NEARER).expect("it is well-formed").ruleset;
    let table = reference::grundy(&nearer, &Region::Box(vec![60, 60]), &context).expect("it fits");
    for answer in periods((&nearer, Play::Normal), Lines::Diagonals, &(-5..=5), None, &context).expect("they fit") {
        assert_eq!(answer.seen_up_to, None);
        let first = [(-answer.line).max(0), answer.line.max(0)];
        agrees((&first, &[0, 1]), answer.period.expect("it is proved"), &table, 50).expect("a diagonal");
    }
    let wythoff = ruleset("wythoff").ruleset;
    let seen = periods((&wythoff, Play::Normal), Lines::Diagonals, &(0..=1), Some(100), &context).expect("they fit");
    assert!(seen.iter().all(|answer| answer.seen_up_to == Some(100)));
}

/// Whether a period of a line, which is told by its place 0, is that of a table, and is least as far as that tells.
fn agrees((first, along): (&[i64], &[usize]), period: Period, table: &Table, places: i64) -> Result<(), TestCaseError> {
    let heaps = table.shape.len();
    let layer = table.layers.iter().find(|layer| layer.0 == first[heaps..]).expect("a layer");
    let at = |place: i64| {
        let coordinates = first[..heaps].iter().enumerate();
        let own = coordinates.map(|(heap, least)| if along.contains(&heap) { least + place } else { *least });
        let index = own.zip(&table.shape).fold(0, |index, (heap, bound)| index * *bound as usize + heap as usize);
        i64::from(layer.1.get(index).expect("a value"))
    };
    let (from, own, gain) = (period.preperiod as i64, period.period as i64, period.saltus as i64);
    for place in from..places - own {
        prop_assert_eq!(at(place + own), at(place) + gain, "{:?} along {:?}: {:?} at {}", first, along, period, place);
    }
    if 0 < from && from - 1 + own < places {
        prop_assert_ne!(at(from - 1 + own), at(from - 1) + gain, "{:?} along {:?}: {:?}", first, along, period);
    }
    if from + 2 * own <= places {
        for shorter in (1..own).filter(|shorter| own % shorter == 0) {
            let gained = at(from + shorter) - at(from);
            let all = (from..from + own).all(|place| at(place + shorter) == at(place) + gained);
            prop_assert!(!all, "{first:?} along {along:?}: {period:?}, but {shorter} is a period");
        }
    }
    Ok(())
}

const NAMES: [&str; 4] = ["w", "x", "y", "z"];

/// A move of a game with so many heaps, and perhaps a register t in 0..2.
fn one_move(heaps: usize, has_register: bool) -> impl Strategy<Value = String> {
    let numbers = (0..heaps, 0..heaps, 1..3i64, 0..3i64, 2..4i64);
    (0..if has_register { 13 } else { 8 }, numbers).prop_map(move |(kind, (a, b, p, q, m))| {
        let (a, b) = (NAMES[a], NAMES[if a == b { (b + 1) % heaps } else { b }]);
        match kind {
            _ if a == b && (2..8).contains(&kind) => format!("(i): {a} -> {a} - {p} * i - {q} where 1 <= i"),
            0 => format!("(i): {a} -> {a} - {p} * i where {} <= i", q + 1),
            1 => format!("(i): {a} -> {a} - i where i in {{{p}, {}}}", p + m),
            2 => format!("(i): ({a}, {b}) -> ({a} - {p} * i, {b} - {q} * i) where 1 <= i"),
            3 => format!("(i, j): ({a}, {b}) -> ({a} - i, {b} - j) where 1 <= i, 1 <= j <= {m}"),
            4 => format!("(i, j): ({a}, {b}) -> ({a} - {p} * i, {b} - j) where 1 <= i, 1 <= j"),
            5 => format!("(i): {a} -> {a} - i where 1 <= i, {b} <= {q}"),
            6 => format!("(i): {a} -> {a} - i where 1 <= i <= {m}, {b} < {a}"),
            7 => format!("(i): ({a}, {b}) -> ({a} - {m} * i, {b} + {q}) where 1 <= i <= 2"),
            8 => format!(": t -> t - 1 where 1 <= t, {p} <= {a}"),
            9 => format!("(i): ({a}, t) -> ({a} - i, t - 1) where 1 <= i"),
            10 => format!("(i): {a} -> {a} - i where 1 <= i <= t + {p}"),
            11 => format!("(i): ({a}, t) -> ({a} - {m} * i - {q}, t - 1) where 0 <= i"),
            _ => format!("(i): ({a}, t) -> ({a} - i, {q}) where {p} <= i, {q} <= t"),
        }
    })
}

/// A game of one to four heaps.
fn games() -> impl Strategy<Value = (String, usize, bool)> {
    (1..5usize, any::<bool>()).prop_flat_map(|(heaps, has_register)| {
        prop::collection::vec(one_move(heaps, has_register), 1..4).prop_map(move |moves| {
            let mut text = format!("heaps {}\n", NAMES[..heaps].join(", "));
            text.push_str(if has_register { "register t in 0..2\n" } else { "" });
            for (index, one) in moves.iter().enumerate() {
                text.push_str(&format!("move m{index}{one}\n"));
            }
            (text, heaps, has_register)
        })
    })
}

/// A game, the heaps that run along its lines, and place 0 of one.
fn lines() -> impl Strategy<Value = (String, Vec<usize>, Vec<i64>)> {
    (games(), any::<u8>(), [0..3i64, 0..3, 0..3, 0..3, 0..3]).prop_map(|((text, heaps, has_register), along, first)| {
        let running = |heap: &usize| along >> heap & 1 == 1;
        let mut along: Vec<usize> = (0..heaps).filter(running).take(2).collect();
        if along.is_empty() {
            along.push(heaps - 1);
        }
        let mut first = first[..heaps + usize::from(has_register)].to_vec();
        let least = along.iter().map(|heap| first[*heap]).min().expect("a heap runs");
        along.iter().for_each(|heap| first[*heap] -= least);
        (text, along, first)
    })
}

/// A table with the first places of a line.
fn table(ruleset: &Ruleset, along: &[usize], places: u64) -> Option<Table> {
    let bound = |heap: usize| if along.contains(&heap) { places + 3 } else { 3 };
    let shape = (0..ruleset.heaps.len()).map(bound).collect();
    reference::grundy(ruleset, &Region::Box(shape), &Context::default()).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the engine proves of lines holds in tables.
    #[test]
    fn lines_that_are_proved_repeat_in_tables((text, along, first) in lines()) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        let ruleset = &document.ruleset;
        let places = if along.len() == 1 { 60 } else { 24 };
        let found = proved_lines((ruleset, Play::Normal), &along, &[first], Some(2_000), &Context::default());
        let found = found.expect("it fits");
        if found.is_empty() {
            return Ok(());
        }
        let Some(table) = table(ruleset, &along, places) else { return Ok(()) };
        for line in found {
            let fits = line.first[..table.shape.len()].iter().zip(&table.shape).all(|(heap, bound)| *heap < 3.min(*bound as i64));
            if fits {
                agrees((&line.first, &along), line.period, &table, places as i64)
                    .map_err(|why| TestCaseError::fail(format!("{text}{why}")))?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 4, failure_persistence: None, ..ProptestConfig::default() })]

    /// Claims with the period of a line are proved and confirmed, and whatever is said of claims with other numbers is so in a table.
    #[test]
    fn claims_about_random_lines_are_decided_as_tables_decide_them(
        (text, along, first) in lines(), begin in 0..6i64, other in 1..5i64, more in 0..4i64
    ) {
        let Ok(document) = checked(&text) else { return Ok(()) };
        let (ruleset, context) = (&document.ruleset, Context::default());
        let found = proved_lines((ruleset, Play::Normal), &along, std::slice::from_ref(&first), Some(500), &context).expect("it fits");
        let Some(line) = found.iter().find(|line| line.first == first) else { return Ok(()) };
        let places = if along.len() == 1 { 40 } else { 16 };
        let Some(table) = table(ruleset, &along, places) else { return Ok(()) };
        let heaps = ruleset.heaps.len();
        let claim = |from: i64, own: i64, gain: i64| {
            let place = |more: i64| {
                let heap = |at: usize| match along.contains(&at) {
                    true => format!("n + {}", first[at] + more),
                    false => first[at].to_string(),
                };
                let own = (0..heaps).map(heap).collect::<Vec<_>>().join(", ");
                let register = first.get(heaps).map(|register| format!("; {register}")).unwrap_or_default();
                format!("grundy({own}{register})")
            };
            format!("forall n >= {from}: {} = {} + {gain}", place(own), place(0))
        };
        let (from, own, gain) = (line.period.preperiod as i64, line.period.period as i64, line.period.saltus as i64);
        let (verdict, certificates, opened) = judged(&text, &claim(from, own, gain));
        prop_assert!(matches!(verdict, Verdict::Proved(_)), "{}{}: {:?}", text, claim(from, own, gain), verdict);
        prop_assert_eq!(recheck(&certificates[0], &opened), Ok(()));
        for (from, own, gain) in [(from - 1, own, gain), (begin, own, gain + 1), (begin, other, more)] {
            if from < 0 {
                continue;
            }
            let (verdict, ..) = judged(&text, &claim(from, own, gain));
            let said = Period { preperiod: from as u64, period: own as u64, saltus: gain as u64 };
            let holds = holds((&first, &along), said, &table, places as i64);
            match verdict {
                Verdict::Proved(_) => prop_assert_eq!(holds, None, "{}{}", text, claim(from, own, gain)),
                Verdict::Refuted { reason, .. } => {
                    let told = holds.is_none_or(|place| reason.contains(&format!("n = {place}")));
                    prop_assert!(told, "{}{}: {reason}", text, claim(from, own, gain));
                }
                Verdict::Open(_) => {}
            }
        }
    }
}

/// The first place at which a table says that a line has not this period.
fn holds((first, along): (&[i64], &[usize]), said: Period, table: &Table, places: i64) -> Option<i64> {
    (said.preperiod as i64..places - said.period as i64).find(|place| {
        let heaps = table.shape.len();
        let layer = table.layers.iter().find(|layer| layer.0 == first[heaps..]).expect("a layer");
        let at = |place: i64| {
            let coordinates = first[..heaps].iter().enumerate();
            let own = coordinates.map(|(heap, least)| if along.contains(&heap) { least + place } else { *least });
            let index = own.zip(&table.shape).fold(0, |index, (heap, bound)| index * *bound as usize + heap as usize);
            i64::from(layer.1.get(index).expect("a value"))
        };
        at(place + said.period as i64) != at(*place) + said.saltus as i64
    })
}
