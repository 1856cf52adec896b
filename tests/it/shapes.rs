//! Claims about games with open parameters, of which the file gives no closed form: one that small positions suggest is proved, and the claim by it.
use super::checked;
use super::prover::proved;
use nimdsl::recheck::recheck;

/// Games of which closed forms are known: Nim where at most c tokens are taken, Ryūō Nim (RYU, Theorem 1.2), multiples of m, at most c from one heap
/// and at most d from the other.
const GAMES: [&str; 4] = [
    "ruleset \"S\"\nparam c = 2 where c >= 1\nheaps n\nmove take(i): n -> n - i where 1 <= i <= c\n",
    "ruleset \"R\"\nparam p = 2 where p >= 2\nheaps x, y\nmove rook(s) symmetric: x -> x - s where 1 <= s\n\
     move king(s, t): (x, y) -> (x - s, y - t) where 1 <= s, 1 <= t, s + t <= p - 1\n",
    "ruleset \"M\"\nparam m = 2 where m >= 1\nheaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, i mod m = 0\n",
    "ruleset \"T\"\nparam c = 2 where c >= 1\nparam d = 2 where d >= 1\nheaps x, y\nmove one(i): x -> x - i where 1 <= i <= c\n\
     move other(i): y -> y - i where 1 <= i <= d\n",
];

#[test]
fn what_follows_from_closed_forms_is_proved_for_all_parameters() {
    for (game, claim, word) in [
        (0, "for c >= 1: forall n >= 1: grundy(n) != grundy(n - 1)", "proved"),
        (0, "for c >= 1: P(n) implies N(n + 1)", "proved"),
        (0, "for c >= 1: grundy(n) <= c", "proved"),
        (0, "for c >= 1: grundy(n) < c", "refuted"),
        (0, "for c >= 1: exists m in n..n + c: P(m)", "proved"),
        (0, "for c >= 2: exists m in n..n + c - 1: P(m)", "refuted"),
        (1, "for p >= 2: grundy(x, y) <= x + y", "proved"),
        (1, "for p >= 2: grundy(x, y) = grundy(y, x)", "proved"),
        (1, "for p >= 3: grundy(2, y) = (y + 2) mod p + p * floor(y / p)", "proved"),
        (1, "for p >= 2: P(x, y) implies abs(x - y) < p", "proved"),
        (1, "for p >= 3: P(x, y) implies abs(x - y) < p - 2", "refuted"),
        (2, "for m >= 1: P(x, x)", "proved"),
        (2, "for m >= 1: P(x, y) iff P(x + m, y + m)", "proved"),
        (2, "for m >= 2: P(x, y) implies x = y", "refuted"),
        (3, "for c >= 1, d >= 1: P(x, y) iff P(x + c + 1, y)", "proved"),
        (3, "for c >= 1, d >= 1: P(x, y) iff P(x, y + c + 1)", "refuted"),
    ] {
        let text = format!("{}claim \"a\" {claim}\n", GAMES[game]);
        let document = checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        for certificate in all[0].certificates.iter().filter(|_| word == "proved") {
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            assert!(!certificate.for_all.is_empty(), "{claim}");
        }
    }
}
