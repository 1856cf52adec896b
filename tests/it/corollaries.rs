//! What follows of P-positions that a claim gives by a sequence or by powers: proved with certificates where it is true, refuted or left
//! unknown where it is false, whatever certificate is forged for it; and formulas that are such sets.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind, OutcomesBy, hash};
use nimdsl::check::Document;
use nimdsl::recheck::recheck;

/// KY24, Theorem 5: the P-positions are pairs of consecutive polygonal numbers.
const POLYGONAL: &str = "ruleset \"T\"\nparam c = 0 where c >= 0\nheaps x, y\n\
    move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n\
    move wythoff(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - j| <= c\n\
    sequence a(k) = ((1 + c) * k^2 + (1 - c) * k) / 2\n";
const PAIRS: &str = "claim \"s\" for c >= 0: P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}\n";
/// KY24, Theorem 6: powers of d.
const GEOMETRIC: &str = "ruleset \"G\"\nparam d = 3 where d >= 2\nheaps x, y\n\
    move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n\
    move geometric(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i <= d * j - 2, j <= d * i - 2\n\
    claim \"s\" for d >= 3: P = sym {(0, 0), (0, 1)} union sym {(d^k, d^(k + 1)) for k >= 0}\n";
const PELL: &str = "ruleset \"P\"\nheaps x, y\n\
    move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i\n\
    move added(i, j) symmetric: (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, x <= y, j < 2 * x'\n\
    sequence a(k) = 2 * a(k - 1) + a(k - 2) from a(0) = 0, a(1) = 1\n\
    claim \"s\": P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}\n";
const POWERS: &str = "ruleset \"W\"\nheaps x, y\n\
    move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i\n\
    move added(i, j) symmetric: (x, y) -> (x - i, y - j)\n    where 0 <= i, 0 <= j, 1 <= i + j, x <= y, j < 4 * y' - 6 * x'\n\
    sequence a(k) = 3^k - 2^k\n\
    claim \"s\": P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}\n";

fn read(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// The certificate of the last claim of a file.
fn last(document: &Document) -> Option<Certificate> {
    let claim = proved(document).pop().expect("a claim");
    (claim.word() == "proved").then(|| claim.certificates.into_iter().next().expect("a certificate"))
}

#[test]
fn formulas_that_are_sets_are_proved_as_sets() {
    for (head, claim) in [
        ("c >= 0", "x = y = 0 or (exists k >= 0: min(x, y) = a(k) and max(x, y) = a(k + 1))"),
        ("c >= 0", "x + y = 0 or (exists k >= 0: x = a(k) and y = a(k + 1) or y = a(k) and x = a(k + 1))"),
        (
            "c >= 0",
            "x = y = 0 or (exists k >= 0: x = a(k) and y = x + (1 + c) * k + 1) \
            or (exists k >= 0: y = a(k) and x = y + (1 + c) * k + 1)",
        ),
        ("c in 1..1", "x = y = 0 or (exists k >= 0, m >= 0: min(x, y) = k^2 and max(x, y) = m^2 and m = k + 1)"),
        ("c in 1..1", "x = y = 0 or (exists k >= 0: (x, y) in sym {(k^2, (k + 1)^2)})"),
        ("c in 1..1", "x = y = 0 or (exists k >= 0: {x, y} = {k^2, (k + 1)^2})"),
        ("c in 1..1", "(x, y) in {(0, 0)} union sym {((k + 1)^2, k^2) for k >= 0}"),
    ] {
        let claim = claim.replace("x + y = 0", "x = 0 and y = 0");
        let document = read(&format!("{POLYGONAL}claim \"f\" for {head}: P(x, y) iff {claim}"));
        let certificate = last(&document).unwrap_or_else(|| panic!("{claim}"));
        assert_eq!(
            (certificate.kind, recheck(&certificate, &document)),
            (CertificateKind::Sequence, Ok(())),
            "{claim}"
        );
    }
    let pairs = read(&format!(
        "{POLYGONAL}claim \"f\" for c in 1..1: P(x, y) iff x = y = 0 or \
        (exists k >= 0: min(x, y) = k^2 and max(x, y) = (k + 1)^2)"
    ));
    let certificate = last(&pairs).expect("a certificate");
    let later_first = "claim \"f\" for c in 1..1: P = {(0, 0)} union sym {((k + 1)^2, k^2) for k >= 0}";
    let later_first = last(&read(&format!("{POLYGONAL}{later_first}"))).expect("a certificate");
    for claim in [
        "x = y = 0 or (exists k >= 0: min(x, y) = k^2 and max(x, y) = (k + 2)^2)",
        "x = y = 0 or (exists k >= 0: min(x, y) = (k + 1)^2 and max(x, y) = k^2)",
        "x = y = 0 or (exists k >= 0: x = k^2 and y = (k + 1)^2)",
        "x = y = 0 or (exists k >= 1: min(x, y) = k^2 and max(x, y) = (k + 1)^2)",
        "x = y = 0 or (exists k >= 0: min(x, y) = k^2 and max(x, y) = (k + 1)^2 and x != 400)",
        "(exists k >= 0: min(x, y) = k^2 and max(x, y) = (k + 1)^2)",
    ] {
        let document = read(&format!("{POLYGONAL}claim \"f\" for c in 1..1: P(x, y) iff {claim}"));
        assert_eq!(proved(&document)[0].word(), "refuted", "{claim}");
        for certificate in [&certificate, &later_first] {
            let forged = Certificate { measure: None, ruleset: hash(&document), ..certificate.clone() };
            assert!(recheck(&forged, &document).is_err(), "{claim}");
        }
    }
}

/// A game, what follows from the claim "s" about it from that, and what does not.
const GAMES: [(&str, &[&str], &[&str]); 4] = [
    (
        POLYGONAL,
        &[
            "for c >= 0: forall k >= 0: P(a(k), a(k + 1))",
            "for c >= 0: P(1, y) iff y = 0 or y = c + 3",
            "for c >= 0: P(x, y) and 2 <= x <= y implies y <= 3 * x",
            "for c >= 0: P(x, y) and x < y implies (forall z > y: N(x, z))",
            "for c >= 0: P(x, y) and 1 <= x < y implies (y - x) mod (c + 1) = 1 (mod c + 1)",
            "for c >= 0: P(x, y) and x + y >= 1 implies (x - y)^2 = (1 + c) * (x + y) - c",
            "for c in 0..0: P(x, y) iff (x - y)^2 = x + y",
            "for c in 0..0: (x - y)^2 >= x + y where P(x, y)",
            "for c in 0..0: P(x, y) implies floor(sqrt(8 * x + 1))^2 = 8 * x + 1",
            "for c in 1..1: P(x, y) and x * y > 0 implies 4 * x * y = (x + y - 1)^2",
            "for c in 1..1: P(x, y) and x < y implies (exists k >= 0: x = k^2)",
            "for c in 1..1: P(x, y) implies (x + y) mod 2 = 1 or x = y",
        ],
        &[
            "for c >= 0: forall k >= 0: P(a(k), a(k + 2))",
            "for c >= 0: P(1, y) iff y = 0 or y = 2 * c + 3",
            "for c >= 0: P(x, y) and 2 <= x <= y implies y <= 2 * x",
            "for c >= 0: P(x, y) implies (x - y)^2 = (1 + c) * (x + y) - c",
            "for c in 0..0: P(x, y) iff (x - y)^2 = x + y and x != 190",
            "for c in 0..0: P(x, y) iff (x - y)^2 = x + y or x = 5 and y = 9",
            "for c in 0..0: (x - y)^2 > x + y where P(x, y)",
            "for c in 1..1: P(x, y) implies 4 * x * y = (x + y - 1)^2",
            "for c in 1..1: P(x, y) and x < y implies (exists k >= 0: x = k^2 and x != 121)",
        ],
    ),
    (
        GEOMETRIC,
        &[
            "for d >= 3: forall k >= 0: P(d^k, d^(k + 1))",
            "for d >= 3: P(1, y) iff y = 0 or y = d",
            "for d >= 3: P(x, y) and 1 < y and x <= y implies y = d * x",
            "for d >= 3: P(x, y) and 1 < x + y implies (d * x - y) * (d * y - x) = 0",
            "for d >= 3: forall k >= 0: N(d^k, d^(k + 2))",
            "for d >= 3: P(x, y) and 1 < x + y implies (x + y) mod (d + 1) = 0",
            "for d >= 3: P(x, y) and 1 < x + y and x < y implies y mod d = 0",
            "for d >= 3: P(x, y) and 1 < x and x < y implies x mod d = 0",
            "for d >= 3: P(x, y) and 1 < x + y implies P(d * x, d * y)",
            "for d >= 3: P(d * x, d * y) implies P(x, y)",
        ],
        &[
            "for d >= 3: P(1, y) iff y = 0 or y = 3",
            "for d >= 3: P(x, y) and 1 < x + y implies (x + y) mod d = 0",
            "for d >= 3: P(x, y) and x < y implies y mod d = 0",
            "for d >= 3: P(x, y) and 1 <= x and x < y implies x mod d = 0",
            "for d >= 3: P(x, y) implies P(d * x, d * y)",
            "for d >= 3: P(d * x, y) implies P(x, d * y)",
            "for d >= 3: P(x, y) and x <= y implies y = d * x",
            "for d >= 3: P(x, y) implies (d * x - y) * (d * y - x) = 0",
        ],
    ),
    (PELL, &[": forall k >= 0: P(a(k), a(k + 1))"], &[": forall k >= 0: P(a(k), a(k + 1) + 1)"]),
    (POWERS, &[": forall k >= 0: P(a(k), a(k + 1))"], &[": forall k >= 0: P(a(k), 3 * a(k) + 1)"]),
];

#[test]
fn what_follows_from_a_set_is_proved_and_nothing_else() {
    for (game, right, wrong) in GAMES {
        let claims = right.iter().chain(wrong).enumerate().map(|(at, claim)| format!("claim \"{at}\" {claim}\n"));
        let set = if game == POLYGONAL { PAIRS } else { "" };
        let document = read(&format!("{game}{set}{}", claims.collect::<String>()));
        let told = proved(&document);
        let found: Vec<(&str, Option<&Certificate>)> =
            told[1..].iter().map(|claim| (claim.word(), claim.certificates.first())).collect();
        for (claim, found) in right.iter().zip(&found) {
            let ("proved", Some(certificate)) = found else { panic!("{claim}: {found:?}") };
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
            let named = certificate.outcomes.as_ref().unwrap_or_else(|| panic!("{claim}"));
            let expected = match &named.by {
                OutcomesBy::Sequence(_) => POLYGONAL,
                OutcomesBy::Progression(_) => GEOMETRIC,
                OutcomesBy::Chain(_) => game,
            };
            let kind = (certificate.kind, named.claim.as_str(), expected);
            assert_eq!(kind, (CertificateKind::Products, "s", game), "{claim}");
        }
        for (at, claim) in (right.len()..).zip(wrong) {
            assert_ne!(found[at].0, "proved", "{claim}");
            // The first and the last of those of claims about the same parameters.
            let head = |claim: &'static str| claim.split(':').next().expect("a head");
            let same = right.iter().zip(&found).filter(|(other, _)| head(other) == head(claim));
            let all: Vec<&Certificate> = same.filter_map(|(_, found)| found.1).collect();
            assert!(!all.is_empty(), "{claim}");
            for certificate in [all[0], all[all.len() - 1]] {
                let forged = Certificate { claim: at.to_string(), ..certificate.clone() };
                assert!(recheck(&forged, &document).is_err(), "{claim}");
            }
        }
    }
}

#[test]
fn sets_that_are_not_those_of_the_p_positions_show_nothing() {
    let right = "for c in 1..1: P(x, y) and x < y implies (exists k >= 0: x = k^2)";
    let document = read(&format!(
        "{POLYGONAL}{PAIRS}\
        claim \"w\" for c in 1..1: P = {{(0, 0)}} union sym {{(k^2, (k + 2)^2) for k >= 0}}\n\
        claim \"v\" for c in 1..1: N = {{(0, 0)}} union sym {{(k^2, (k + 1)^2) for k >= 0}}\n\
        claim \"m\" misere for c in 1..1: P = {{(0, 0)}} union sym {{(k^2, (k + 1)^2) for k >= 0}}\n\
        claim \"n\" for c in 1..1: P = {{(0, 0)}} union sym {{(k^2, (k + 1)^2) for k >= 0}} except {{(9, 9)}}\n\
        claim \"f\" {right}"
    ));
    let certificate = last(&document).expect("a certificate");
    assert_eq!(recheck(&certificate, &document), Ok(()));
    for other in ["w", "v", "m", "n", "f", "none"] {
        let mut forged = certificate.clone();
        forged.outcomes.as_mut().expect("outcomes").claim = other.to_owned();
        assert!(recheck(&forged, &document).is_err(), "{other}");
    }
    let nothing = Certificate { outcomes: None, ..certificate.clone() };
    assert!(recheck(&nothing, &document).is_err());
    for kind in [CertificateKind::Axioms, CertificateKind::Sequence, CertificateKind::Progression] {
        assert!(recheck(&Certificate { kind, ..certificate.clone() }, &document).is_err(), "{kind:?}");
    }
}
