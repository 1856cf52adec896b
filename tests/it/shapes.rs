//! Claims about games with open parameters, of which the file gives no closed form: one that small positions suggest is proved, and the claim by it.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::Certificate;
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

/// Two numbers of tokens may be taken, or one of them and its multiples: a reply to every move is one for all of them.
#[test]
fn replies_are_found_for_all_parameters() {
    let two = "param a = 1 where a >= 1\nparam b = 2 where b >= 1\n";
    let one_heap = format!("{two}heaps n\nmove t(i): n -> n - i where i in {{a, b}}\n");
    let two_heaps = format!(
        "{two}heaps x, y\nmove t(i): x -> x - i where i in {{a, b}}\nmove u(i): y -> y - i where i in {{a, b}}\n"
    );
    let multiples =
        "param a = 1 where a >= 1\nheaps n\nmove t(i): n -> n - i where i in {a, 2 * a, 3 * a}\n".to_owned();
    // Rook and bishop that go at most a squares: nobody asks where their games end, which would be many cases.
    let bishop = "param a = 1 where a >= 1\nheaps x, y\nmove b(i): (x, y) -> (x - i, y - i) where 1 <= i <= a\n";
    let both = format!("{bishop}move r(i) symmetric: x -> x - i where 1 <= i <= a\n");
    let bishop = bishop.to_owned();
    for (game, claim, word) in [
        (&bishop, "for a >= 1: x mod (a + 1) = 0 and y mod (a + 1) = 0 implies P(x, y)", "proved"),
        (&both, "for a >= 1: x mod (a + 1) = 0 and y mod (a + 1) = 0 implies P(x, y)", "proved"),
        (&both, "for a >= 1: x mod (a + 1) = 0 and y mod (a + 1) <= 1 implies P(x, y)", "refuted"),
        (&one_heap, "for a >= 1, b >= 1: grundy(n + a + b) = grundy(n)", "proved"),
        (&one_heap, "for a >= 1, b >= 1: P(n) implies P(n + a + b)", "proved"),
        (&one_heap, "for a >= 1, b >= 1: P(n + a + b) or N(n)", "proved"),
        (&one_heap, "for a >= 1, b >= 1: P(n) implies P(n + 2 * a + b)", "refuted"),
        (&one_heap, "for a >= 1, b >= 1: P(n) or P(n + a + b)", "refuted"),
        (&one_heap, "for a >= 1, b >= 1: P(n + a + b) iff P(n)", "proved"),
        (&one_heap, "for a >= 1, b >= 1: grundy(n + 2 * a) = grundy(n)", "refuted"),
        (&two_heaps, "for a >= 1, b >= 1: grundy(x + a + b, y) = grundy(x, y)", "proved"),
        (&two_heaps, "for a >= 1, b >= 1: P(x, x)", "proved"),
        (&two_heaps, "for a >= 1, b >= 1: P(x + a, x)", "refuted"),
        (&multiples, "for a >= 1: grundy(n + 4 * a) = grundy(n)", "proved"),
        (&multiples, "for a >= 1: grundy(n + 3 * a) = grundy(n)", "refuted"),
    ] {
        let text = format!("ruleset \"T\"\n{game}claim \"a\" {claim}\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        assert_eq!(all[0].certificates.is_empty(), word == "refuted", "{claim}");
        for certificate in &all[0].certificates {
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            assert!(!certificate.for_all.is_empty(), "{claim}");
        }
    }
}

/// That two positions have the same outcome tells that one is a P-position only where the other is, and nothing else of them.
#[test]
fn an_equivalence_proves_implications_alone() {
    let with = |claim: &str| {
        let head =
            "param a = 1 where a >= 1\nparam b = 2 where b >= 1\nheaps n\nmove t(i): n -> n - i where i in {a, b}\n";
        let text = format!("ruleset \"T\"\n{head}claim \"a\" for a >= 1, b >= 1: {claim}\n");
        checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"))
    };
    let certificate = proved(&with("P(n) implies P(n + a + b)"))[0].certificates[0].clone();
    for (claim, holds) in [
        ("N(n) implies N(n + a + b)", true),
        ("N(n) or P(n + a + b)", true),
        ("P(n) or P(n + a + b)", false),
        ("N(n) or N(n + a + b)", false),
        ("P(n) implies N(n + a + b)", false),
        ("N(n) implies P(n + a + b)", false),
    ] {
        let document = with(claim);
        let forged =
            Certificate { measure: None, ruleset: nimdsl::certificate::hash(&document), ..certificate.clone() };
        assert_eq!(recheck(&forged, &document).is_ok(), holds, "{claim}");
    }
}

/// Games with an open c of which no closed form is tried: what is known of them is guessed with c beside the heaps, or told by the moves.
const PLAIN: [&str; 7] = [
    "heaps x, y\nmove a(i): x -> x - i where 1 <= i\nmove b(i): y -> y - i where 1 <= i <= c\nmove e(i): (x, y) -> (x - i, y - i) where 1 <= i\n",
    "heaps x, y\nmove a(i): x -> x - i where 1 <= i, i <= x - c\nmove b(i): y -> y - i where 1 <= i, i <= y - c\n\
     move e(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i + j <= c\n",
    "heaps n\nmove a(i): n -> n - i where i in {1, c}\n",
    "heaps x, y\nmove a(i): x -> x - i where c <= i\nmove b(i): y -> y - i where c <= i <= 2 * c\n\
     move e(i): (x, y) -> (x - i, y + 1) where 2 <= i <= c + 2\n",
    "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, abs(i - j) < c\n",
    "heaps n\nmove a(i): n -> n - i where i in {1, 2, c}\n",
    "heaps n\nmove a(i): n -> n - i where c <= i <= c + 1\nmove b(i): n -> n - 7 * i where i in {c, 3 * c}\n",
];

/// Each claim by itself in a file: what is true has a certificate for all values of c, of some rows alone where that is told.
#[test]
fn what_hardly_depends_on_a_parameter_is_proved_for_all_of_it() {
    for (game, claim, word, in_rows) in [
        (0, "for c >= 1: grundy(x, 0) = x", "proved", false),
        (0, "for c >= 1: P(x, 1) implies x <= 2", "proved", true),
        (0, "for c >= 1: P(x, 1) implies x <= 1", "refuted", false),
        (0, "for c >= 1: grundy(c, y) <= y + c", "proved", false),
        (0, "for c >= 1: P(x, y) implies N(x + 1, y)", "proved", false),
        (0, "for c >= 1: P(x, y) implies N(x, y + c)", "proved", false),
        (0, "for c >= 1: P(x, y) implies N(x, y + c + 1)", "refuted", false),
        (1, "for c >= 3: P(x, 0) implies x <= c", "proved", false),
        (1, "for c >= 3: P(x, 0) implies x < c", "refuted", false),
        (1, "for c >= 1: grundy(x, y) <= x + y", "proved", false),
        (1, "for c >= 1: exists k in 0..c: P(k, 0) and N(x + c + 1, 0)", "proved", true),
        (2, "for c >= 2: grundy(n) <= 2", "proved", false),
        (2, "for c >= 2: grundy(n) <= 1", "refuted", false),
        (2, "for c >= 2: grundy(n) <= n", "proved", false),
        (2, "for c >= 2: grundy(n) != grundy(n + c)", "proved", false),
        (3, "for c >= 2: grundy(x, y) <= x + y", "proved", false),
        (3, "for c >= 2: grundy(x, y) <= y", "refuted", false),
        (4, "for c >= 1: P(x, y) and 1 <= x <= y implies y >= x + c", "proved", false),
        (4, "for c >= 1: P(x, y) and 1 <= x <= y implies y > x + c", "refuted", false),
        (4, "for c >= 1: N(x, x + c - 1) or x = 0", "proved", false),
        (4, "for c >= 1: forall z >= 0: P(x, y) and P(x, z) implies y = z", "proved", false),
        (4, "for c >= 1: P(x, y) iff P(y, x)", "proved", false),
        (5, "for c >= 3: grundy(n) <= 3", "proved", false),
        (5, "for c >= 3: grundy(n) <= 2", "refuted", false),
        (6, "for c >= 1: grundy(n) <= 4", "proved", false),
    ] {
        let text = format!("ruleset \"P\"\nparam c = 3 where c >= 1\n{}claim \"a\" {claim}\n", PLAIN[game]);
        let document = checked(&text).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        for certificate in all[0].certificates.iter().filter(|_| word == "proved") {
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            assert_eq!((certificate.for_all.len(), certificate.rows.is_some()), (1, in_rows), "{claim}");
        }
    }
}

/// "Take from s to t" (Berlekamp, Conway, Guy, Winning Ways, chapter 4): the P-positions are those below s modulo s + t. The modulus is a sum of two
/// open parameters.
#[test]
fn a_modulus_may_be_a_sum_of_open_parameters() {
    let game = "ruleset \"T\"\nparam s = 2 where s >= 1\nparam t = 4 where t >= 1\nheaps n\nmove take(i): n -> n - i where s <= i <= t\n";
    for (claim, word, open) in [
        ("for s >= 1, t >= s: P(n) iff n mod (s + t) < s", "proved", 2),
        ("for s >= 1, t >= 1 where s <= t: P(n) iff n mod (t + s) < s", "proved", 2),
        ("for t >= 1, s in 1..t: P(n) iff n mod (s + t) < s", "proved", 2),
        ("for s in {1, 2, 3}, t >= s: P(n) iff n mod (s + t) < s", "proved", 1),
        ("for s >= 2, t > s: N(n) iff s <= n mod (s + t)", "proved", 2),
        ("for s >= 1, t >= s: P(n) iff n mod (s + t) <= s", "refuted", 0),
        ("for s >= 1, t >= s: P(n) iff n mod (s + t + 1) < s", "refuted", 0),
        ("for s >= 1, t >= 1: P(n) iff n mod (s + t) < s", "refuted", 0),
        ("for s >= 2, t >= s: P(n) iff n mod (2 * s + t) < s", "refuted", 0),
    ] {
        let document =
            checked(&format!("{game}claim \"a\" {claim}\n")).unwrap_or_else(|faults| panic!("{claim}: {faults}"));
        let all = proved(&document);
        assert_eq!(all[0].word(), word, "{claim}");
        for certificate in all[0].certificates.iter().filter(|_| word == "proved") {
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            assert_eq!(certificate.for_all.len(), open, "{claim}");
        }
    }
}
