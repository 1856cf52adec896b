//! P-positions that are made of complementary sequences with an open slope: proved with certificates that are confirmed, never where a rule, the
//! set or a claim is another one.
use super::checked;
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::claim::{self, verify};
use nimdsl::engine::Context;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Prover, Request};
use nimdsl::recheck::recheck;
use nimdsl::value::Play;
use std::sync::OnceLock;

const RULES: &str = "ruleset \"T\"\nheaps x, y\nparam a = 2 where a >= 1\nlet A(n) = floor(n * (2 - a + sqrt(a * a + 4)) / 2)\n\
    let B(n) = floor(n * (2 + a + sqrt(a * a + 4)) / 2)\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
    move bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, abs(i - j) < a\n";
/// The P-positions, written in some ways.
const SETS: [&str; 5] = [
    "P = sym {(A(n), B(n)) for n >= 0}",
    "P = sym {(A(n), A(n) + a * n) for n >= 0}",
    "P = {(0, 0)} union sym {(B(n), A(n)) for n >= 1}",
    "P(x, y) iff exists n >= 0: x = A(n) and y = B(n) or y = A(n) and x = B(n)",
    "P = sym {(floor(n * (2 - a + sqrt(4 + a ^ 2)) / 2), floor(n * (sqrt(4 * a * a + 16) + 2 * a + 4) / 4)) for n >= 0}",
];
/// What follows.
const TRUE: [&str; 15] = [
    "P(x, y) implies (x - y) mod a = 0",
    "exists k >= 0: P(x, k)",
    "exists k >= 0: P(k, k + a * x)",
    "forall k >= 0: P(x, k) and k != y implies not P(x, y)",
    "P(x, y) and x <= y implies y <= (a + 2) * x",
    "P(x, x + a * y) implies x = A(y)",
    "P(A(y), A(y) + a * y)",
    "(exists k >= 0: x = A(k)) iff not (exists k >= 1: x = B(k))",
    "A(x + 1) - A(x) >= 1 and A(x + 1) - A(x) <= 2",
    "B(x + 1) - B(x) <= a + 2",
    "x < y and P(x, y) implies exists k >= 1: x = A(k)",
    "P(x, y) iff P(y, x)",
    "forall m >= 0: exists n >= 0: P(m, n)",
    "forall n >= 0: exists m >= 0: P(m, m + a * n)",
    "P(a + 1, y) iff y = 1",
];
/// What does not, each with what would make it true.
const FALSE: [&str; 15] = [
    "P(x, y) implies (x - y) mod (a + 1) = 0",
    "P(x, y) implies (x + y) mod a = 0",
    "exists k >= 1: P(x, k)",
    "exists k >= 0: P(k, k + (a + 1) * x)",
    "P(x, y) and x <= y implies y <= a * x",
    "P(x, x + a * y) implies x = A(y) and y < 100000",
    "P(A(y), A(y) + a * y + a)",
    "(exists k >= 0: x = A(k)) iff not (exists k >= 0: x = B(k))",
    "A(x + 1) - A(x) <= 1",
    "B(x + 1) - B(x) <= a + 1",
    "x < y and P(x, y) implies exists k >= 1: x = B(k)",
    "P(x, y) implies x <= y",
    "forall m >= 0: exists n >= 1: P(m, n)",
    "forall n >= 0: exists m >= 0: P(m, m + (a + 1) * n)",
    "P(a + 1, y) iff y = a - 1",
];
/// What is so in misère play, for a from 2 on (Fraenkel 1984).
const MISERE: [&str; 6] = [
    "P = sym {(M(n), M(n) + a * n + 1) for n >= 0}",
    "P(x, y) and x <= y implies (y - x) mod a = 1",
    "exists k >= 0: P(x, k)",
    "exists k >= 0: P(k, k + a * x + 1)",
    "P(x, y) implies y <= (a + 2) * x + 1",
    "not P(x, x)",
];
const NOT_MISERE: [&str; 6] = [
    "P = sym {(M(n), M(n) + a * n + 1) for n >= 1}",
    "P(x, y) and x <= y implies (y - x) mod a = 0",
    "exists k >= 1: P(x, k)",
    "exists k >= 0: P(k, k + a * x)",
    "P(x, y) implies y <= (a + 2) * x",
    "not P(x, x + 1)",
];
/// Games that have other P-positions.
const OTHERS: [(&str, &str); 8] = [
    ("abs(i - j) < a", "abs(i - j) <= a"),
    ("abs(i - j) < a", "abs(i - j) < a, i != 12345"),
    ("1 <= i, 1 <= j", "1 <= i, 1 <= j, a != 77"),
    ("abs(i - j) < a", "i - j < a, j - i < a + 1"),
    ("x -> x - i where 1 <= i", "x -> x - i where 2 <= i"),
    ("x -> x - i where 1 <= i", "x -> x - i where 1 <= i, i != a"),
    ("1 <= i, 1 <= j", "1 <= i, 1 <= j, a != 1 or x != 3 or y != 4"),
    ("heaps x, y", "heaps x, y\npositions where x != 1 or y != 2"),
];

fn proved(document: &Document, name: &str) -> (Verdict, Option<Certificate>) {
    let context = Context::default();
    let prover = Prover::new(document, &context);
    let claim = document.claims().find(|claim| claim.name == name).expect("a claim of the file");
    let proved = prover.prove(claim, &Request::default()).expect("a sound claim");
    (proved.judged.verdict, proved.certificates.into_iter().find(|made| made.for_all == ["a"]))
}

fn file(rules: &str, claims: &[&str]) -> Document {
    let claims = claims.iter().enumerate().map(|(at, claim)| format!("claim \"{at}\" for a >= 1: {claim}\n"));
    let text = format!("{rules}{}", claims.collect::<String>());
    checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// A certificate of the first set, made once.
fn of_the_set() -> &'static Certificate {
    static MADE: OnceLock<Certificate> = OnceLock::new();
    MADE.get_or_init(|| {
        let document = file(RULES, &SETS[..1]);
        let (verdict, made) = proved(&document, "0");
        assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
        made.expect("a certificate")
    })
}

/// A certificate as if it were one of another file and another claim.
fn of_another(made: &Certificate, document: &Document, name: &str) -> Certificate {
    Certificate { measure: None, ruleset: hash(document), claim: name.to_owned(), ..made.clone() }
}

#[test]
fn sets_hold_for_every_slope() {
    let document = file(RULES, &SETS);
    for (at, set) in SETS.iter().enumerate() {
        let (verdict, made) = proved(&document, &at.to_string());
        assert!(matches!(verdict, Verdict::Proved(_)), "{}: {verdict:?}", set);
        let made = made.unwrap_or_else(|| panic!("{}: no certificate for all", set));
        assert_eq!(made.kind, CertificateKind::Progression, "{}", set);
        assert_eq!(recheck(&made, &document), Ok(()), "{}", set);
    }
}

#[test]
fn what_follows_is_told_with_the_set_and_without() {
    let rules = RULES.to_owned() + "claim \"set\" for a >= 1: P = sym {(A(n), B(n)) for n >= 0}\n";
    let document = file(&rules, &TRUE);
    for (at, claim) in TRUE.iter().enumerate().step_by(2) {
        let (verdict, made) = proved(&document, &at.to_string());
        assert!(matches!(verdict, Verdict::Proved(_)), "{claim}: {verdict:?}");
        assert_eq!(made.map(|made| recheck(&made, &document)), Some(Ok(())), "{claim}");
    }
    let document = file(RULES, &TRUE);
    for (at, claim) in TRUE.iter().enumerate() {
        let (verdict, made) = proved(&document, &at.to_string());
        // What looks no position up is not told from P-positions that are guessed.
        if claim.contains('P') {
            assert!(matches!(verdict, Verdict::Proved(_)), "{claim}: {verdict:?}");
            assert_eq!(made.map(|made| recheck(&made, &document)), Some(Ok(())), "{claim}");
        }
    }
}

#[test]
fn a_certificate_is_of_its_claim_alone() {
    let followed = {
        let document = file(RULES, &TRUE);
        proved(&document, "0").1.expect("a certificate for all")
    };
    let document = file(RULES, &FALSE);
    for (at, claim) in FALSE.iter().enumerate() {
        let forged = of_another(&followed, &document, &at.to_string());
        assert!(recheck(&forged, &document).is_err(), "{claim}");
    }
    let document = file(RULES, &TRUE);
    let kept = TRUE
        .iter()
        .enumerate()
        .filter(|(at, _)| recheck(&of_another(&followed, &document, &at.to_string()), &document).is_ok());
    assert!(9 <= kept.count());
}

#[test]
fn a_certificate_is_of_its_game_alone() {
    let followed = proved(&file(RULES, &TRUE), "0").1.expect("a certificate for all");
    for (from, to) in OTHERS {
        assert!(RULES.contains(from), "{from}");
        let rules = RULES.replacen(from, to, 1);
        let document = file(&rules, &[SETS[0], TRUE[1]]);
        for (name, made) in [("0", of_the_set()), ("1", &followed)] {
            assert!(recheck(&of_another(made, &document, name), &document).is_err(), "{to}: {name}");
        }
    }
    for set in [
        "P = sym {(A(n), B(n)) for n >= 1}",
        "P = sym {(A(n), B(n) + 1) for n >= 0}",
        "P = sym {(A(n), B(n)) for n >= 0} union {(7777, 7777)}",
        "P = sym {(A(n), B(n)) for n >= 0 where n != 5000}",
        "P = sym {(floor(n * (2 - a + sqrt(a * a + 8)) / 2), floor(n * (2 + a + sqrt(a * a + 8)) / 2)) for n >= 0}",
        "P = sym {(floor(n * (4 - a + sqrt(a * a + 4)) / 2), floor(n * (4 + a + sqrt(a * a + 4)) / 2)) for n >= 0}",
        "P = sym {(floor(n * (2 - a + sqrt(a * a + 4)) / 2), floor(n * (4 + a + sqrt(a * a + 4)) / 2)) for n >= 0}",
    ] {
        let document = file(RULES, &[set]);
        assert!(recheck(&of_another(of_the_set(), &document, "0"), &document).is_err(), "{set}");
    }
    let document = file(RULES, &SETS);
    for slope in [vec![], vec![0, 1], vec![2, 1], vec![1, 2], vec![-1, 1], vec![1]] {
        let mut forged = of_another(of_the_set(), &document, "0");
        forged.progression.as_mut().expect("one").slope.clone_from(&slope);
        assert!(recheck(&forged, &document).is_err(), "{slope:?}");
    }
    let forged = |change: &dyn Fn(&mut nimdsl::certificate::Progression)| {
        let mut forged = of_another(of_the_set(), &document, "0");
        change(forged.progression.as_mut().expect("one"));
        recheck(&forged, &document)
    };
    assert_eq!(forged(&|_| ()), Ok(()));
    assert!(forged(&|made| made.choices.clear()).is_err());
    assert!(forged(&|made| made.elements.clear()).is_err());
    assert!(forged(&|made| made.ratio = vec![2]).is_err());
    assert!(forged(&|made| made.degree = 0).is_err());
}

#[test]
fn misere_play_has_a_pair_of_its_own() {
    let rules = RULES.replace(
        "let B",
        "let M(n) = floor((floor(sqrt((a * n + 1)^2 * (a * a + 4))) + (2 - a) * (a * n - 1)) / (2 * a))\nlet B",
    );
    let file = |claims: &[&str], least: u32| {
        let claims = claims.iter().enumerate();
        let claims = claims.map(|(at, claim)| format!("claim \"{at}\" misere for a >= {least}: {claim}\n"));
        let text = format!("{rules}{}", claims.collect::<String>());
        checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
    };
    let (document, wrong, more) = (file(&MISERE, 2), file(&NOT_MISERE, 2), file(&MISERE, 1));
    // The set of normal play has the end of play in it, which is not lost in misère play; all else is so of it there, too.
    let ended = file(&[SETS[0]], 2);
    let mut lost = Certificate { play: Play::Misere, ..of_another(of_the_set(), &ended, "0") };
    lost.progression.as_mut().expect("one").slope = vec![2, 1];
    assert!(recheck(&lost, &ended).is_err_and(|why| why.to_string().contains("terminal")));
    let normal = self::file(RULES, &[SETS[0], TRUE[2]]);
    for (at, claim) in MISERE.iter().enumerate() {
        let name = at.to_string();
        let (verdict, made) = proved(&document, &name);
        assert!(matches!(verdict, Verdict::Proved(_)), "{claim}: {verdict:?}");
        let made = made.expect("a certificate for all");
        assert_eq!(recheck(&made, &document), Ok(()), "{claim}");
        assert!(recheck(&of_another(&made, &wrong, &name), &wrong).is_err(), "{}", NOT_MISERE[at]);
        if at != 2 && at != 5 {
            assert!(recheck(&of_another(&made, &more, &name), &more).is_err(), "{claim} at a = 1");
        }
        for (other, play) in [("0", Play::Normal), ("1", Play::Normal), ("1", Play::Misere)] {
            let forged = Certificate { play, ..of_another(&made, &normal, other) };
            assert!(recheck(&forged, &normal).is_err(), "{claim} of normal play");
        }
    }
}

/// Rounded roots of what varies are the numbers that they should be.
#[test]
fn roots_of_what_varies_are_rounded_exactly() {
    let text = "ruleset \"R\"\nheaps x, y\nmove a(i): x -> x - i where 1 <= i\nmove b(i): y -> y - i where 1 <= i\n\
        let r(n, m) = floor(n * sqrt(m))\nlet u(n, m) = ceil(n * sqrt(m))\n\
        claim \"a\": 0 <= r(x, y) and r(x, y)^2 <= x * x * y < (r(x, y) + 1)^2\n\
        claim \"b\": x * x * y <= u(x, y)^2 and (x * y = 0 or (u(x, y) - 1)^2 < x * x * y)\n\
        claim \"c\": floor((3 - x) * sqrt(y)) = cases { floor(sqrt((3 - x)^2 * y)) if x <= 3; -u(x - 3, y) otherwise }\n\
        claim \"d\": floor((1 + x * sqrt(y + 2)) / (2 * 3)) = floor((1 + r(x, y + 2)) / 6)\n\
        claim \"e\": floor((1 + sqrt(y)) * (2 - sqrt(y))) = floor((2 - y + floor(sqrt(y))) / 1)\n";
    let document = checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    let (request, context) = (verify::Request { up_to: Some(40), ..Default::default() }, Context::default());
    for claim in document.claims() {
        let verdict = verify::verify(&document, claim, &request, &context).expect("a verdict").verdict;
        assert!(matches!(verdict, claim::Verdict::Holds { .. }), "{}: {verdict:?}", claim.name);
    }
}

/// What the checker does not read of a claim is named, and not said to be false.
#[test]
fn what_is_not_read_is_named() {
    let set = SETS[1];
    let said = |claim: &str| {
        let text = format!("{RULES}theorem \"T\" for a >= 1: {set}\nclaim \"q\" for a >= 1: {claim}\n");
        checked(&text).expect("it passes")
    };
    let of_q = |document: &Document| -> Vec<Certificate> {
        let claim = document.claims().find(|claim| claim.name == "q").expect("a claim");
        let context = Context::default();
        Prover::new(document, &context).prove(claim, &Request::default()).expect("a verdict").certificates
    };
    let made = of_q(&said("P(x, y) implies (x - y) mod a = 0"));
    assert_eq!(made.len(), 1);
    for (claim, words) in [
        ("P(x, y) implies (x xor y) != 1", "a nim-sum (`xor`) is not read"),
        ("P(x, y) implies gcd(x, y) != 7", "`gcd` is not read"),
        ("P(x, y) implies cases { x if x < y; y otherwise } <= y", "`cases` is not read"),
        ("terminal(x, y) implies x = 0", "`terminal` is not read"),
    ] {
        let other = said(claim);
        let refused = recheck(&Certificate { measure: None, ruleset: hash(&other), ..made[0].clone() }, &other)
            .expect_err("no proof");
        assert!(refused.to_string().starts_with(words), "{claim}: {refused}");
    }
}
