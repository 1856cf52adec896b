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
                    ruleset: nimdsl::certificate::hash(&other),
                    ..certificate.clone()
                };
                assert!(recheck(&forged, &other).is_err(), "{claim}");
            }
        }
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
