//! Periods that are proved hold in tables; those of Wythoff's game are the printed ones, two of them corrected.
use crate::{checked, ruleset};
use nimdsl::engine::periods::{Answer, Lines, Period, diagonals, periods, slices};
use nimdsl::engine::{Context, reference};
use nimdsl::ruleset::Ruleset;
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;

/// Compares answers with the reference engine, as far as a small table goes; how many proved ones were seen to be least.
fn hold(ruleset: &Ruleset, lines: Lines, answers: &[Answer], text: &str) -> Result<usize, TestCaseError> {
    let terms = 160u64;
    let count = answers.len() as u64;
    let shape = match (ruleset.heaps.len(), lines) {
        (1, _) => vec![terms],
        (_, Lines::Columns) => vec![terms, count],
        _ => vec![count, terms],
    };
    let table = reference::grundy(ruleset, &Region::Box(shape), &Context::default()).expect("it fits");
    let mut least = 0;
    for answer in answers.iter().filter(|answer| answer.seen_up_to.is_none()) {
        let period = answer.period.expect("it is proved");
        let (line, own) = (answer.line, period.period as i64);
        let at = |n: i64| {
            let value = match (ruleset.heaps.len(), lines) {
                (1, _) => table.get(&[n]),
                (_, Lines::Columns) => table.get(&[n, line]),
                _ => table.get(&[line, n]),
            };
            i64::from(value.expect("a value"))
        };
        let from = period.preperiod as i64;
        for n in from..terms as i64 - own {
            prop_assert_eq!(at(n + own), at(n) + period.saltus as i64, "{}line {}: {:?} at {}", text, line, period, n);
        }
        if 0 < from && from + own <= terms as i64 {
            prop_assert_ne!(
                at(from - 1 + own),
                at(from - 1) + period.saltus as i64,
                "{}line {}: {:?}",
                text,
                line,
                period
            );
        }
        if from + 2 * own <= terms as i64 {
            least += 1;
            for shorter in (1..own).filter(|shorter| own % shorter == 0) {
                let gained = at(from + shorter) - at(from);
                let all = (from..from + own).all(|n| at(n + shorter) == at(n) + gained);
                prop_assert!(!all, "{text}line {line}: {period:?}, but {shorter} is a period");
            }
        }
    }
    Ok(least)
}

fn moves() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (1..3i64, 1..3i64).prop_map(|(a, m)| format!("(i): y -> y - {m} * i where {a} <= i")),
        2 => (1..3i64, 1..3i64).prop_map(|(a, m)| format!("(i): x -> x - {m} * i where {a} <= i")),
        1 => (1..3i64, 0..3i64, 0..3i64, 0..2i64)
            .prop_map(|(a, b, c, d)| format!("(i): (x, y) -> (x - {a} * i - {d}, y - {b} * i - {c}) where 1 <= i")),
        2 => (1..3i64, 0..3i64, 1..3i64, 0..3i64)
            .prop_map(|(a, b, c, d)| format!("(i): (x, y) -> (x - {c} - {a} * i, y - {d} - {b} * i) where 0 <= i")),
        1 => (1..5i64, 0..4i64, 2..4i64).prop_map(|(a, b, m)| format!(
            "(i, j): (x, y) -> (x - i, y - j) where 0 <= i <= {a}, 0 <= j <= {b}, 1 <= i + j, i + j != 0 (mod {m})"
        )),
        1 => (2..4i64, 0..3i64).prop_map(|(m, r)| format!("(i): y -> y - i where 1 <= i, i = {r} (mod {m})")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn proved_periods_hold(moves in prop::collection::vec(moves(), 1..4), columns in any::<bool>()) {
        let mut text = "heaps x, y\n".to_owned();
        for (index, one) in moves.iter().enumerate() {
            text.push_str(&format!("move m{index}{one}\n"));
        }
        let Ok(document) = checked(&text) else { return Ok(()) };
        let lines = if columns { Lines::Columns } else { Lines::Rows };
        let found = periods((&document.ruleset, Play::Normal), lines, &(0..=12), Some(600), &Context::default()).expect("it fits");
        hold(&document.ruleset, lines, &found, &text)?;
    }

    /// SRT, section 1: finite sets are periodic, sets that leave out finitely many are additively periodic.
    #[test]
    fn one_heap_is_proved(set in prop::collection::btree_set(1..12i64, 1..5), but in any::<bool>()) {
        let list = set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let word = if but { "not in" } else { "in" };
        let text = format!("heaps x\nmove m(i): x -> x - i where 1 <= i, i {word} {{{list}}}\n");
        let document = checked(&text).expect("it is well-formed");
        let found = periods((&document.ruleset, Play::Normal), Lines::Rows, &(0..=0), None, &Context::default()).expect("it fits");
        prop_assert_eq!(found[0].seen_up_to, None, "{}", text);
        hold(&document.ruleset, Lines::Rows, &found, &text)?;
    }
}

#[test]
fn wythoff_has_the_printed_periods_but_for_two_numbers() {
    let printed = include_str!("../suite/srt_wythoff_periods.txt");
    let document = ruleset("wythoff");
    let found =
        periods((&document.ruleset, Play::Normal), Lines::Rows, &(0..=43), None, &Context::default()).expect("it fits");
    let mut different = Vec::new();
    for line in printed.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        let [row, period, preperiod] = numbers[..] else { panic!("{line}") };
        let answer = &found[row as usize];
        assert_eq!(answer.seen_up_to, None);
        if answer.period != Some(Period { preperiod, period, saltus: period }) {
            let own = answer.period.expect("it is proved");
            different.push((row, own.period, own.preperiod));
        }
    }
    assert_eq!(different, [(11, 48, 277), (16, 192, 771)]);
    let seen = hold(&document.ruleset, Lines::Rows, &found[..8], "wythoff").expect("they hold");
    assert!(4 < seen);
}

#[test]
fn what_is_not_proved_is_only_seen() {
    let document = ruleset("triangular");
    let found = periods((&document.ruleset, Play::Normal), Lines::Rows, &(2..=3), Some(200), &Context::default())
        .expect("it fits");
    assert!(found.iter().all(|answer| answer.seen_up_to == Some(200) && answer.period.is_some()));
    let found = periods((&document.ruleset, Play::Normal), Lines::Diagonals, &(0..=1), Some(50), &Context::default())
        .expect("it fits");
    assert_eq!(found.len(), 2);
}

/// The last terms of a row that has no period yet go up by one now and then; that is no period.
#[test]
fn a_few_last_terms_are_no_period() {
    let text = "heaps x, y\nmove one(i) symmetric: x -> x - i where 1 <= i <= 2\n\
                move both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, i <= j <= 2 * i\n";
    let ruleset = checked(text).expect("a ruleset").ruleset;
    let context = Context::default();
    for terms in [40, 400, 4_000] {
        for answer in periods((&ruleset, Play::Normal), Lines::Rows, &(0..=6), Some(terms), &context).expect("it fits")
        {
            let Some(found) = answer.period else { continue };
            if answer.seen_up_to.is_some() {
                assert!(found.preperiod + terms / 4 <= terms, "row {} of {terms} terms: {found:?}", answer.line);
            }
        }
    }
}

/// Lines of three heaps with two fixed, and of games with registers, are those of their tables.
#[test]
fn lines_of_any_game_are_looked_at() {
    let context = Context::default();
    let three =
        checked("heaps x, y, z\nmove take(i) symmetric: x -> x - i where 1 <= i <= 2\n").expect("it is well-formed");
    let found =
        slices((&three.ruleset, Play::Normal), &[Some(0..=1), None, Some(2..=2)], None, &context).expect("it fits");
    let told: Vec<_> =
        found.iter().map(|slice| (slice.heaps.clone(), slice.period.map(|period| period.period))).collect();
    // One heap has values 0, 1, 2, 0, 1, 2, ..., and a sum has their nim-sum.
    assert_eq!(told, [(vec![Some(0), None, Some(2)], Some(3)), (vec![Some(1), None, Some(2)], Some(3))]);

    // Nim with a pass that cannot be taken from the empty position: n - 1 and n + 1 take turns with the pass from 1 on.
    let pass = "heaps n\nregister p in 0..1\nmove take(i): n -> n - i where 1 <= i\nmove pass: p -> p - 1 where p = 1, 1 <= n\n";
    let pass = checked(pass).expect("it is well-formed");
    let found = slices((&pass.ruleset, Play::Normal), &[None], None, &context).expect("it fits");
    let told: Vec<_> = found.iter().map(|slice| (slice.registers.clone(), slice.period)).collect();
    assert_eq!(told[0], (vec![0], Some(Period { preperiod: 0, period: 1, saltus: 1 })));
    assert_eq!(told[1], (vec![1], Some(Period { preperiod: 1, period: 2, saltus: 2 })));

    // A line that begins where x <= y begins.
    let above = "heaps x, y\npositions where x <= y\nmove take(i): y -> y - i where 1 <= i <= 2\n";
    let above = checked(above).expect("it is well-formed");
    let found = slices((&above.ruleset, Play::Normal), &[Some(4..=4), None], None, &context).expect("it fits");
    assert_eq!(found[0].period, Some(Period { preperiod: 4, period: 3, saltus: 0 }));
    assert!(slices((&above.ruleset, Play::Normal), &[None, None], None, &context).is_err());
    // No list of lines is made that no memory holds, neither here nor of rows.
    let many = Some(0..=1 << 30);
    assert!(slices((&three.ruleset, Play::Normal), &[many.clone(), many, None], Some(1), &context).is_err());
    assert!(periods((&ruleset("wythoff").ruleset, Play::Normal), Lines::Rows, &(0..=1 << 30), None, &context).is_err());
    assert!(slices((&above.ruleset, Play::Normal), &[Some(0..=1), Some(0..=1)], None, &context).is_err());
}

/// A line that takes more memory than is allowed says so; a short table would say that there is no period.
#[test]
fn a_line_that_lacks_memory_says_how_much() {
    let wythoff = ruleset("wythoff").ruleset;
    let context = Context { memory: 1 << 20, ..Context::default() };
    let found = periods((&wythoff, Play::Normal), Lines::Rows, &(0..=60), None, &context).expect("it tells");
    assert_eq!(found.len(), 61);
    let lacking = found.iter().position(|answer| answer.memory.is_some()).expect("a mebibyte is too little");
    assert!(2 < lacking && found[..lacking].iter().all(|answer| answer.period.is_some()));
    assert!(found[lacking..].iter().all(|answer| answer.memory > Some(1 << 20) && answer.period.is_none()));
}

/// Diagonals below the main one are those of the game with its heaps exchanged; single heaps have periods 4 and 3, and the
/// nim-sum of both the period 12.
#[test]
fn diagonals_below_the_main_one_are_negative() {
    let game = |x: &str, y: &str| {
        let text = format!(
            "heaps x, y\nmove a(i): {x} -> {x} - i where 1 <= i <= 3\nmove b(i): {y} -> {y} - i where 1 <= i <= 2\n"
        );
        checked(&text).expect("it is well-formed").ruleset
    };
    let find =
        |game: &Ruleset, range| periods((game, Play::Normal), Lines::Diagonals, &range, None, &Context::default());
    let own = find(&game("x", "y"), -5..=4).expect("it fits");
    let exchanged = find(&game("y", "x"), -4..=5).expect("it fits");
    assert_eq!(own.iter().map(|answer| answer.line).collect::<Vec<_>>(), (-5..=4).collect::<Vec<i64>>());
    for (below, above) in own.iter().zip(exchanged.iter().rev()) {
        assert_eq!((below.line, below.period), (-above.line, above.period));
        assert_eq!(below.period, Some(Period { preperiod: 0, period: 12, saltus: 0 }));
    }
    assert_ne!(find(&game("x", "y"), 1 << 40..=1 << 40), find(&game("x", "y"), 0..=0));
    assert!(periods((&game("x", "y"), Play::Normal), Lines::Rows, &(-1..=0), None, &Context::default()).is_err());
    // What tells the sides apart: x may fall alone only below the diagonal.
    let one = "heaps x, y\nmove a(i): x -> x - i where 1 <= i, y <= x - i\nmove b: y -> y - 1\n";
    let one = checked(one).expect("it is well-formed").ruleset;
    let found = find(&one, -3..=3).expect("it fits");
    for answer in &found {
        let at = |n: i64| {
            let position = if answer.line < 0 { [n - answer.line, n] } else { [n, n + answer.line] };
            let value = reference::value_at(&one, &position, nimdsl::value::Play::Normal, &Context::default())
                .expect("it fits")
                .0;
            i64::from(value)
        };
        let Period { preperiod, period, saltus } = answer.period.expect("it is seen");
        for n in preperiod.cast_signed()..preperiod.cast_signed() + 20 {
            assert_eq!(at(n + period.cast_signed()), at(n) + saltus.cast_signed(), "{} {n}", answer.line);
        }
    }
}

/// Games with and without registers, of one heap and of two.
const GAMES: [&str; 5] = [
    "heaps n\nmove t(i): n -> n - i where i in {2, 5, 7}\n",
    "heaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i <= 3\nmove b(i): (x, y) -> (x - i, y - i) where 1 <= i <= 2\n",
    "heaps x, y\nmove a(i): x -> x - i where 1 <= i <= 2\nmove b(i): y -> y - i where 1 <= i\n",
    "heaps x, y\nregister p in 0..1\nmove a(i): x -> x - i where 1 <= i <= 2\nmove b(i): y -> y - i where i in {1, 4}\n\
     move pass: p -> 0 where p = 1, 1 <= x + y\n",
    "heaps x, y\nregister p in 0..2\nmove a(i) symmetric: x -> x - i, p -> i where 1 <= i <= 2, i != p\n",
];

/// What is told of a line, with the positions on it: place n has n tokens more in each heap that runs.
struct ToldLine {
    first: Vec<i64>,
    along: Vec<usize>,
    period: Option<Period>,
    is_proved: bool,
}

/// Lines of a game in one play, however they are asked for.
fn told_lines(ruleset: &Ruleset, play: Play, most: Option<u64>) -> Vec<ToldLine> {
    let context = Context::default();
    let mut all = Vec::new();
    let heaps = ruleset.heaps.len();
    if heaps == 2 {
        for line in diagonals((ruleset, play), &(-3..=4), most, &context).expect("they fit") {
            let number = line.diagonal.expect("a diagonal");
            let first = [vec![(-number).max(0), number.max(0)], line.registers].concat();
            let is_proved = line.seen_up_to.is_none();
            all.push(ToldLine { first, along: vec![0, 1], period: line.period, is_proved });
        }
    }
    for along in 0..heaps {
        let fixed: Vec<_> = (0..heaps).map(|heap| (heap != along).then_some(0..=4)).collect();
        for line in slices((ruleset, play), &fixed, most, &context).expect("they fit") {
            let heaps = line.heaps.iter().map(|heap| heap.unwrap_or(0).cast_signed());
            let first = heaps.chain(line.registers.iter().copied()).collect();
            let is_proved = line.seen_up_to.is_none();
            all.push(ToldLine { first, along: vec![along], period: line.period, is_proved });
        }
    }
    if heaps == 2 && ruleset.registers.is_empty() {
        for lines in [Lines::Rows, Lines::Columns] {
            let (heap, along) = if lines == Lines::Rows { (0, 1) } else { (1, 0) };
            for answer in periods((ruleset, play), lines, &(0..=4), most, &context).expect("they fit") {
                let mut first = vec![0, 0];
                first[heap] = answer.line;
                let is_proved = answer.seen_up_to.is_none();
                all.push(ToldLine { first, along: vec![along], period: answer.period, is_proved });
            }
        }
    }
    all
}

/// In misère play the terms are outcomes; those of lines along a heap and of diagonals, with registers and without, are those of the reference.
#[test]
fn periods_in_both_plays_are_those_of_the_reference() {
    let mut proved = 0;
    for text in GAMES {
        let ruleset = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset;
        for play in [Play::Normal, Play::Misere] {
            let region = Region::Box(vec![100; ruleset.heaps.len()]);
            let table = match play {
                Play::Normal => reference::grundy(&ruleset, &region, &Context::default()),
                Play::Misere => reference::outcomes(&ruleset, &region, play, &Context::default()),
            };
            let table = table.expect("it fits");
            for ToldLine { first, along, period, is_proved } in
                told_lines(&ruleset, play, None).into_iter().chain(told_lines(&ruleset, play, Some(90)))
            {
                let at = |place: u64| {
                    let mut position = first.clone();
                    along.iter().for_each(|heap| position[*heap] += place.cast_signed());
                    u64::from(table.get(&position).expect("a value"))
                };
                let Period { preperiod, period, saltus } =
                    period.unwrap_or_else(|| panic!("{text}{first:?} {along:?}"));
                for place in preperiod..(90 - period).min(preperiod + 3 * period) {
                    assert_eq!(at(place + period), at(place) + saltus, "{text}{play:?} {first:?} {along:?} {place}");
                }
                if let Some(last) = preperiod.checked_sub(1) {
                    assert_ne!(at(last + period), at(last) + saltus, "{text}{play:?} {first:?} {along:?}");
                }
                proved += usize::from(is_proved);
            }
        }
    }
    assert!(200 < proved, "{proved}");
}

/// Where options are forbidden nothing is told, nor of the diagonals of other than two heaps.
#[test]
fn periods_refuse_what_has_none() {
    let context = Context::default();
    let one = checked("heaps n\nmove t(i): n -> n - i where 1 <= i\n").expect("it is well-formed").ruleset;
    assert!(diagonals((&one, Play::Normal), &(0..=1), None, &context).is_err());
    let blocked = "heaps x, y\nplay blocking 1\nmove t(i) symmetric: x -> x - i where 1 <= i\n";
    let blocked = checked(blocked).expect("it is well-formed").ruleset;
    for play in [Play::Normal, Play::Misere] {
        assert!(diagonals((&blocked, play), &(0..=1), None, &context).is_err());
        assert!(periods((&blocked, play), Lines::Rows, &(0..=1), None, &context).is_err());
        assert!(slices((&blocked, play), &[None, Some(0..=1)], None, &context).is_err());
    }
}
