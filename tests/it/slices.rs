//! Claims about positions with given numbers in heaps or registers, `P(x, y; 0) iff ...`, `grundy(0, y) = ...`: proved where no move leaves these positions, with
//! certificates, and the same statement as the one with a condition.
use super::checked;
use super::prover::proved;
use nimdsl::check::Document;
use nimdsl::recheck::recheck;
use nimdsl::ruleset::definition::{definition, sliced};

/// Nim with two passes; and one in which a pass may come back.
const GAMES: [&str; 2] = [
    "ruleset \"S\"\nheaps x, y\nregister r in 0..2\nmove take(i) symmetric: x -> x - i where 1 <= i\n\
     move pass: r -> r - 1 where 1 <= r, 1 <= x + y\n",
    "ruleset \"B\"\nheaps x, y\nregister r in 0..2\nmove take(i) symmetric: x -> x - i where 1 <= i\n\
     measure x + y, 2 - r\nmove on: r -> r + 1 where r <= 1, x = y, 1 <= x\n",
];

fn document(game: &str, claim: &str) -> Document {
    checked(&format!("{game}claim \"a\"{claim}\n")).unwrap_or_else(|faults| panic!("{claim}: {faults}"))
}

fn is_sliced(document: &Document) -> bool {
    let claim = document.claims().next().expect("a claim");
    let statement = document.statement(claim, &document.ruleset).expect("a statement");
    let dimension = document.ruleset.heaps.len() + document.ruleset.registers.len();
    assert!(definition(&statement, dimension).is_none(), "it defines what it speaks of without that");
    sliced(&statement, dimension).is_some()
}

#[test]
fn what_is_said_of_one_number_in_a_register_is_proved() {
    for (game, claim, word) in [
        (0, ": P(x, y; 0) iff x = y", "proved"),
        (0, ": x = y iff P(x, y; 0)", "proved"),
        (0, ": grundy(x, y; 0) = x xor y", "proved"),
        (0, ": P(x, y; 0) iff x = y where x <= 5, y <= 5", "proved"),
        (0, " misere: P(x, y; 0) iff x = y and 2 <= x or x + y = 1", "proved"),
        (0, ": P(x, y; 0) iff x = y or x + y = 301", "refuted"),
        (0, ": N(x, y; 0) iff x = y", "refuted"),
        (0, ": grundy(x, y; 0) = x + y", "refuted"),
        (0, ": P(x, y; 1) iff x = y", "refuted"),
        // Play leaves these positions.
        (1, ": P(x, y; 1) iff x = y", "refuted"),
        (1, ": P(x, y; 2) iff x = y", "proved"),
        (0, ": P(0, y; 0) iff y = 0", "proved"),
        (0, ": P(0, y; 0) iff y = 0 or y = 301", "refuted"),
        (0, ": grundy(x, 0; 0) = x", "proved"),
        (0, ": grundy(x, 0; 0) = x - floor(x / 301)", "refuted"),
        (0, ": P(3, y; 0) iff y = 3", "proved"),
        (0, ": P(3, y; 0) iff y = 2", "refuted"),
    ] {
        let document = document(GAMES[game], claim);
        assert!(is_sliced(&document), "{claim}");
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        assert_eq!(all[0].certificates.len(), usize::from(word == "proved"), "{claim}");
        for certificate in &all[0].certificates {
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            // The same automaton for other positions, or for something else.
            for other in
                [": P(x, y; 1) iff x = y", ": P(x, y; 0) iff x = y or x = 301", ": grundy(x, y; 0) = x xor (y + 1)"]
            {
                let other = self::document(GAMES[game], other);
                let forged = nimdsl::certificate::Certificate {
                    measure: None,
                    ruleset: nimdsl::certificate::hash(&other),
                    ..certificate.clone()
                };
                assert!(recheck(&forged, &other).is_err(), "{claim}");
            }
        }
    }
}

/// The rows are a game by themselves, which has an automaton where the whole game has none that is known.
#[test]
fn what_is_said_of_rows_that_moves_may_leave_inside_of_the_first_ones_is_proved() {
    for (claim, word) in [
        (": grundy(x, 0; 1) = cases { 0 if x = 0; x + 1 if x mod 2 = 1; x - 1 otherwise }", "proved"),
        (": grundy(x, 0; 1) = cases { 0 if x = 0; x + 1 if x mod 2 = 1; x otherwise }", "refuted"),
        (": grundy(x, 1; 0) = x xor 1", "proved"),
        (": grundy(x, 1; 0) = cases { x xor 1 if x != 301; 0 otherwise }", "refuted"),
    ] {
        let document = document(GAMES[0], claim);
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        for certificate in all[0].certificates.iter().filter(|_| word == "proved") {
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            assert!(certificate.rows.is_some(), "{claim}");
        }
    }
}

/// Of values without an automaton, what tells them apart from 0 are the P-positions (Wythoff, A modification of the game of Nim, 1907).
#[test]
fn what_is_known_of_the_first_values_may_do() {
    let wythoff = "ruleset \"W\"\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
                   move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\n";
    for (claim, word) in [
        (": grundy(x, x + 1) != 0 where 2 <= x", "proved"),
        (": 1 <= grundy(x, x + 1) where 2 <= x", "proved"),
        (": grundy(x, y) = 0 implies x <= 2 * y", "proved"),
        (": grundy(x, y) > 0 or 3 * x <= 5 * y + 3", "proved"),
        (": grundy(x, y) > 0 or 2 * x <= 3 * y", "refuted"),
        (": 1 <= grundy(x, x + 10) where x != 17", "refuted"),
        (": grundy(x, y) <= 1 implies x <= 3 * y + 1", "unknown"),
    ] {
        let document = document(wythoff, claim);
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        assert!(all[0].certificates.iter().all(|certificate| recheck(certificate, &document) == Ok(())), "{claim}");
    }
}

#[test]
fn other_statements_are_not_taken_for_such() {
    for claim in [
        ": P(x, y; 0) iff x = y or r = 1",
        ": P(x, y; 0) iff P(y, x; 0)",
        ": P(x, y; 0) iff P(x, y; 1)",
        ": P(x, y; 0) iff grundy(x, y; 1) = 1",
        ": P(y, x; 0) iff x = y",
        ": P(x + 1, y; 0) iff x + 1 = y",
        ": P(3, y; 0) iff y = 3 or x = 2",
        ": P(x, y; 0) iff x = y where r = 1",
        ": P(x, y; 0) iff x = y except {(0, 0; 1)}",
    ] {
        assert!(!is_sliced(&document(GAMES[0], claim)), "{claim}");
    }
}

/// Games with an open parameter of which no closed form is known beyond some rows.
const OPEN: [&str; 4] = [
    "ruleset \"W\"\nparam a = 2 where a >= 1\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
     move both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, abs(i - j) < a\n",
    "ruleset \"K\"\nparam p = 3 where p >= 2\nheaps x, y\nmove rook(s) symmetric: x -> x - s where 1 <= s\n\
     move king(s, t): (x, y) -> (x - s, y - t) where 1 <= s, 1 <= t, s + t <= p - 1\n",
    "ruleset \"Q\"\nparam c = 2 where c >= 2\nheaps x, y\nmove one(i) symmetric: x -> x - i where 1 <= i <= c\n\
     move knight: (x, y) -> (x - 1, y - 2)\n",
    // The first heap may rise; x = y (mod c + 1) tells the P-positions, and no row by itself.
    "ruleset \"R\"\nparam c = 2 where c >= 2\nheaps x, y\nmeasure y, x\nmove one(i) symmetric: x -> x - i where 1 <= i <= c\n\
     move up: (x, y) -> (x + 1, y - 1)\n",
];

/// Of each claim its word, and whether it is proved by the rows up to its own.
#[test]
fn rows_are_proved_for_all_parameters_by_those_before() {
    for (game, claims) in [
        (
            0,
            &[
                ("for a >= 1: P(1, y) iff y = a + 1", "proved", false),
                ("for a >= 3: P(2, y) iff y = 2 * a + 2", "proved", true),
                ("for a >= 3: P(x, 2) iff x = 2 * a + 2", "proved", true),
                ("for a >= 1: P(2, y) iff y = 2 * a + 2", "refuted", false),
                ("for a >= 1: P(1, y) iff y = a + 1 or y = a + 301", "refuted", false),
            ][..],
        ),
        (
            1,
            &[
                ("for p >= 2: grundy(1, y) = (y + 1) mod p + p * floor((y + 1) / p)", "refuted", false),
                ("for p >= 2: grundy(1, y) = (y + 1) mod p + p * floor(y / p)", "proved", true),
                ("for p >= 3: grundy(2, y) = (y + 2) mod p + p * floor(y / p)", "proved", true),
                ("for p >= 3: P(2, y) iff y = p - 2", "proved", true),
                ("for p >= 2: grundy(x, 1) = (x + 1) mod p + p * floor(x / p)", "proved", true),
            ],
        ),
        (
            2,
            &[
                ("for c >= 2: grundy(0, y) = y mod (c + 1)", "proved", false),
                ("for c >= 2: grundy(0, y) = (y mod (c + 1)) xor floor(y / 301)", "refuted", false),
                ("for c >= 2: P(1, y) iff y mod (c + 1) = 1", "proved", true),
                ("for c >= 2: P(1, y) iff y mod (c + 1) = 2", "refuted", false),
            ],
        ),
        (
            3,
            &[
                ("for c >= 2: P(1, y) iff y mod (c + 1) = 1", "proved", false),
                ("for c >= 2: P(x, 0) iff x mod (c + 1) = 0", "proved", false),
            ],
        ),
    ] {
        let said = claims.iter().enumerate().map(|(at, (claim, ..))| format!("claim \"{at}\" {claim}\n"));
        let text = OPEN[game].to_owned() + &said.collect::<String>();
        let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
        for (proof, (claim, word, by_rows)) in proved(&document).iter().zip(claims) {
            assert_eq!(proof.word(), *word, "{claim}");
            for certificate in proof.certificates.iter().filter(|_| *word == "proved") {
                assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
                assert_eq!(certificate.rows.is_some(), *by_rows, "{claim}");
                assert_eq!(certificate.for_all.len(), 1, "{claim}");
            }
        }
    }
}

/// A certificate of some rows of another heap, of fewer rows, of more than it tells of, or of none at all is refused; so is one of a game
/// whose moves leave the rows.
#[test]
fn certificates_of_other_rows_are_refused() {
    use nimdsl::certificate::{Certificate, FirstRows, hash};
    let claim = "claim \"2\" for a >= 3: P(2, y) iff y = 2 * a + 2\n";
    let given = OPEN[0].to_owned() + "claim \"1\" for a >= 1: P(1, y) iff y = a + 1\n" + claim;
    let document = checked(&given).unwrap_or_else(|faults| panic!("{faults}"));
    let all = proved(&document);
    let [certificate] = all[1].certificates.as_slice() else { panic!("{:?}", all[1].word()) };
    assert_eq!(certificate.rows, Some(FirstRows { heap: 0, most: 2 }));
    let said = |rows: Option<FirstRows>, document: &Document| {
        let measure = Some(document.ruleset.measure_in_words());
        let forged = Certificate { rows, measure, ruleset: hash(document), ..certificate.clone() };
        recheck(&forged, document).expect_err("it is not of this").to_string()
    };
    let other = "the claim is not about one of the rows of the certificate";
    assert_eq!(said(Some(FirstRows { heap: 1, most: 2 }), &document), other);
    assert_eq!(said(Some(FirstRows { heap: 7, most: 2 }), &document), other);
    assert_eq!(said(Some(FirstRows { heap: 0, most: 1 }), &document), other);
    for rows in [Some(FirstRows { heap: 0, most: 3 }), None] {
        assert!(said(rows, &document).contains("has no move into"), "{}", said(rows, &document));
    }
    said(Some(FirstRows { heap: 0, most: u64::MAX }), &document);
    let rows = certificate.rows;
    let rising = given.replacen("move rook", "move rise: (x, y) -> (x + 1, y - 2)\nmeasure y, x\nmove rook", 1);
    let rising = checked(&rising).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(said(rows, &rising), "move `rise` leads to where the claim says nothing");
    let some = given.replacen("move rook", "positions where x != 5\nmove rook", 1);
    let some = checked(&some).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(said(rows, &some), "not all numbers of tokens are positions of the game");
    let elsewhere = checked(&given.replacen(claim, &claim.replace("2 * a + 2", "2 * a + 3"), 1));
    let elsewhere = elsewhere.unwrap_or_else(|faults| panic!("{faults}"));
    said(rows, &elsewhere);
}

/// Games in whose first rows an amount has few values, where it is multiplied or divided by what varies.
const FEW: [&str; 8] = [
    "ruleset \"S\"\nheaps x, y\nmove take(k): (x, y) -> (x - k, y - k * k) where 1 <= k\n",
    "ruleset \"H\"\nparam p = 3 where p >= 2\nheaps x, y\nmove take(i, j): (x, y) -> (x - i, y - j) \
     where 0 <= i, 0 <= j, 1 <= i + j, i * j < p\n",
    "ruleset \"E\"\nparam c = 2 where c >= 1\nheaps x, y\nmove sub(k) symmetric: y -> y - k * x where 1 <= k <= c, 1 <= x <= y\n",
    "ruleset \"M\"\nheaps x, y\nmove take(i, j): (x, y) -> (x - 2 * i - j, y - 2^i + 1) where 0 <= i, 0 <= j, 1 <= i + j\n\
     move also(i): y -> y - i where 1 <= i, i mod (x + 1) = 0\n",
    "ruleset \"D\"\nheaps x, y\nmove take(i, j): (x, y) -> (x - i, y - j) where -1 <= i, 1 <= j, (j - 1) mod (i + 2) = 0\nmeasure y, x\n",
    "ruleset \"R\"\nheaps x, y\nregister p in 2..9\nmove rook(i) symmetric: x -> x - i where 1 <= i, i mod p != 0\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i, (i + 1) mod (p + 1) != 0\n",
    "ruleset \"Q\"\nheaps x, y\nregister p in 1..9\nmove take(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 1 <= j, \
     floor((2 * i + 1) / p) = j mod p or i mod (2 * p) = j\n",
    "ruleset \"Z\"\nheaps x, y\nregister p in 1..9\nmove take(i): (x, y) -> (x - i, y - 1) where 1 <= i, (i - 1) mod p = 0\n",
];

/// Options of the first rows are those that they are in the whole game.
#[test]
fn few_amounts_have_the_same_options() {
    use nimdsl::ruleset::few_amounts::with_few_amounts;
    use nimdsl::ruleset::options::Options;
    for text in FEW {
        let game = document(text, ": x = x").ruleset;
        for heap in 0..2 {
            for most in 0..4i64 {
                let few = with_few_amounts(&game, heap, most.into());
                let (whole, few) = (Options::new(&game).expect("options"), Options::new(&few).expect("options"));
                let registers = game.registers.first().map(|register| register.low..=register.high.expect("a bound"));
                let all = (0..=most).flat_map(|own| (0..15).map(move |other| (own, other)));
                for (own, other, register) in all.flat_map(|(own, other)| {
                    let values = registers.clone().map_or_else(|| vec![None], |all| all.map(Some).collect());
                    values.into_iter().map(move |register| (own, other, register))
                }) {
                    let mut position = if heap == 0 { vec![own, other] } else { vec![other, own] };
                    position.extend(register);
                    let [whole, few] = [&whole, &few].map(|options| {
                        let listed = options.list(&position).expect("it has a value").into_iter();
                        listed.map(|option| option.position).collect::<std::collections::BTreeSet<_>>()
                    });
                    assert_eq!(whole, few, "{text} {position:?}");
                }
            }
        }
    }
}

/// Of each claim its word: by what the file and tables tell of the rows before, and with few amounts as numbers.
#[test]
fn rows_of_games_with_products_are_proved() {
    for (game, claims) in [
        (
            FEW[0],
            &[
                (": grundy(1, y) = min(y, 1)", "proved"),
                (": P(2, y) iff y = 0 or y = 2 or y = 3", "proved"),
                (": P(2, y) iff y = 0 or y = 2 or y = 3 or y = 1000", "refuted"),
                (": grundy(3, y) = 3 where 9 <= y", "proved"),
                (" misere: P(1, y) iff y >= 1", "proved"),
            ][..],
        ),
        (
            FEW[1],
            &[
                (" for p >= 2: P(1, y) iff y = p", "proved"),
                (" for p >= 3: P(2, y) iff y = ceil(p / 2)", "proved"),
                (" for p >= 2: P(2, y) iff y = floor(p / 2)", "refuted"),
            ],
        ),
        (
            FEW[2],
            &[
                (" for c in {2}: grundy(1, y) = y mod 3", "proved"),
                (" for c in {2}: grundy(1, y) = y mod 4", "refuted"),
            ],
        ),
        (
            OPEN[1],
            &[
                (" for p >= 3: P(2, y) iff y + 2 = p", "proved"),
                (" for p >= 3: P(2, y) iff y + 2 = p or y = p + 1000", "refuted"),
            ],
        ),
        (OPEN[0], &[(" for a >= 3: P(2, y) iff y = 2 * a + 2", "proved")]),
    ] {
        for (claim, word) in claims {
            let document = checked(&format!("{game}claim \"a\"{claim}\n")).unwrap_or_else(|faults| panic!("{faults}"));
            for proof in proved(&document) {
                assert_eq!(proof.word(), *word, "{game}{claim}");
                for certificate in proof.certificates.iter().filter(|_| *word == "proved") {
                    assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
                }
            }
        }
    }
}

/// Of moves that may make a heap larger none is left out, whatever else is.
#[test]
fn moves_that_may_grow_are_told() {
    use nimdsl::ruleset::few_amounts::with_growing_moves;
    let text = "ruleset \"G\"\nheaps x, y\nmeasure y, x\nmove a(i): x -> x - i where 1 <= i\nmove b(i): (x, y) -> (x - i, y - 1) where -1 <= i\n\
         move c(i): (x, y) -> (x + i, y - 1) where 0 <= i <= 2\nmove d: y -> y - 1\nmove e: (x, y) -> (y - 1, y - 1)\n\
         move f: (x, y) -> (x + 1, y - 1)\nmove g: (x, y) -> (2 * x, y - 1)\nmove h(i): (x, y) -> (x - 2 * i - 1, y) where 0 <= i\n\
         move k(i): (x, y) -> (floor(x / 2), y - i) where 1 <= i\n";
    let game = document(text, ": x = x").ruleset;
    let names = |heap: usize| -> Vec<String> {
        with_growing_moves(&game, heap).moves.into_iter().map(|family| family.name).collect()
    };
    assert_eq!(names(0), ["b", "c", "e", "f", "g", "k"]);
    assert!(names(1).is_empty(), "{:?}", names(1));
}

/// Wythoff's game without multiples of p, with only those for the bishop, and with others; Euclid's with at most c multiples; rook and bishop that
/// take at most c; and one whose rows differ at the first values of p.
const DIVIDED: [&str; 6] = [
    "ruleset \"W\"\nparam p = 5 where p >= 2\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i, i mod p != 0\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i, i mod p != 0\n",
    "ruleset \"M\"\nparam p = 5 where p >= 1\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i, i mod p = 0\n",
    "ruleset \"N\"\nparam p = 5 where p >= 2\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i, i mod p != 0\n",
    "ruleset \"E\"\nparam c = 2 where c >= 1\nheaps x, y\nmove e(k): (x, y) -> (x, y - k * x) where 1 <= k <= c, x >= 1\n\
     move f(k): (x, y) -> (x - k * y, y) where 1 <= k <= c, y >= 1\n",
    "ruleset \"C\"\nparam c = 3 where c >= 1\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i <= c\n\
     move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i <= c\n",
    "ruleset \"O\"\nparam p = 3 where p >= 1\nheaps x, y\nmove a(i): x -> x - i where 1 <= i\nmove b(i): y -> y - i where 1 <= i, floor(i / p) = 0\n\
     move c(i): (x, y) -> (x - i, y - i) where 1 <= i, (i mod p = 1 or i = 1)\n",
];

/// Of each claim for every value of a parameter its word; what is false is so of few values.
#[test]
fn rows_of_games_that_a_parameter_divides_are_proved() {
    let wythoff = "exists n >= 0: x mod (c + 1) = floor(n * phi) and y mod (c + 1) = floor(n * phi) + n \
         or y mod (c + 1) = floor(n * phi) and x mod (c + 1) = floor(n * phi) + n";
    let residues = format!(" for c >= 1: P(x, y) iff ({wythoff})");
    for (game, claim, word) in [
        (0, " for p >= 2: P(1, y) iff y mod p = 2", "proved"),
        (0, " for p >= 3: P(2, y) iff y mod p = 1", "proved"),
        (0, " for p >= 2: P(2, y) iff y mod p = 1", "refuted"),
        (0, " for p >= 6: P(3, y) iff y mod p = 5", "proved"),
        (0, " for p >= 4: P(3, y) iff y mod p = 5", "proved"),
        (0, " for p >= 3: P(3, y) iff y mod p = 5", "refuted"),
        (1, " for p >= 2: P(1, y) iff y = 1", "proved"),
        (1, " for p >= 1: P(1, y) iff y = 1", "refuted"),
        (1, " for p >= 1: P(x, y) iff y = x where x < p", "proved"),
        (1, " for p >= 1: P(x, y) iff y = x where x <= p", "refuted"),
        (2, " for p >= 4: P(3, y) iff y = 5", "proved"),
        (2, " for p >= 2: P(3, y) iff y = 5", "refuted"),
        (5, " for p >= 1: P(3, y) iff y mod p = 3", "proved"),
        (5, " for p >= 1: P(3, y) iff y mod p = 4", "refuted"),
        (3, " for c >= 1: P(1, y) iff y mod (c + 1) = 0", "proved"),
        (4, &*residues, "proved"),
        (4, " for c >= 1: P(x, y) iff P(x mod (c + 1), y mod (c + 1))", "proved"),
    ] {
        let document = document(DIVIDED[game], claim);
        for proof in proved(&document) {
            assert_eq!(proof.word(), word, "{claim}");
            assert_eq!(proof.certificates.is_empty(), word != "proved", "{claim}");
            for certificate in &proof.certificates {
                assert!(word == "refuted" || !certificate.for_all.is_empty(), "{claim}");
                assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            }
        }
    }
}
