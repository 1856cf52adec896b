//! Games in which any multiple of one number is taken from another: Euclid's and others, proved by bounds of remainders, with certificates; what is
//! nearly true is not.
use super::prover::proved;
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::Document;
use nimdsl::recheck::recheck;

/// Euclid's game (Cole and Davie 1969), and the one that ends at equal numbers (Grossman 1997).
const EUCLID: &str = "move take(k) symmetric: y -> y - k * x where 1 <= k, 1 <= x <= y";
const POSITIVE: &str = "positions where 1 <= x, 1 <= y\nmove take(k) symmetric: y -> y - k * x where 1 <= k, x <= y";
/// The same, with less than all said in another way.
const STRICT: &str =
    "positions where 1 <= x, 1 <= y\nmove take(k) symmetric: y -> y - k * x where not k < 1, k * x < y";
/// Multiples of one more, which is Grossman's game with heaps counted from 0.
const SUCCESSOR: &str = "move take(k) symmetric: y -> y - k * (x + 1) where 1 <= k";
const ODD: &str = "move take(k): y -> y - k * (2 * x + 1) where 1 <= k";
const BESIDE: &str = "move take(k): y -> y - k * x where 1 <= k, 1 <= x\nmove rook(i): x -> x - i where 1 <= i";

const TRUE: [(&str, &str); 11] = [
    (EUCLID, "P(x, y) iff x != y and max(x, y) < phi * min(x, y) where 1 <= x, 1 <= y"),
    (EUCLID, "N(x, y) where 1 <= x, 2 * x <= y"),
    (EUCLID, "N(x, x) where 1 <= x"),
    (EUCLID, "forall k >= 1: P(k + 1, k + 2)"),
    (POSITIVE, "P(x, y) iff max(x, y) < phi * min(x, y)"),
    (POSITIVE, "P(x, y) implies max(x, y) < 2 * min(x, y)"),
    (SUCCESSOR, "P(x, y) iff max(x + 1, y + 1) < phi * min(x + 1, y + 1)"),
    (SUCCESSOR, "P(x, x)"),
    (ODD, "P(x, y) iff y <= 2 * x"),
    (BESIDE, "P(x, y) iff x = 0"),
    (STRICT, "P(x, y) iff max(x, y) < phi * min(x, y)"),
];

/// True of another of these games, or nearly so.
const FALSE: [(&str, &str); 7] = [
    (EUCLID, "P(x, y) iff max(x, y) < phi * min(x, y) where 1 <= x, 1 <= y"),
    (EUCLID, "P(x, y) iff x != y and 1000 * max(x, y) < 1619 * min(x, y) where 1 <= x, 1 <= y"),
    (EUCLID, "forall k >= 0: P(k + 1, k + 2)"),
    (POSITIVE, "P(x, y) iff x != y and max(x, y) < phi * min(x, y)"),
    (SUCCESSOR, "P(x, y) iff max(x + 1, y + 1) < phi * min(x + 1, y + 1) + 1"),
    (ODD, "P(x, y) iff y <= 2 * x + 1"),
    (STRICT, "P(x, y) iff max(x, y) <= 2 * min(x, y)"),
];

fn document(moves: &str, claim: &str) -> Document {
    let text = format!("ruleset \"M\"\nheaps x, y\n{moves}\nclaim \"a\": {claim}\n");
    checked(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

#[test]
fn multiples_are_proved_by_bounds_of_remainders() {
    let mut certificates = Vec::new();
    for (moves, claim) in TRUE {
        let document = document(moves, claim);
        let all = proved(&document);
        let [one] = all.as_slice() else { panic!("{claim}") };
        assert_eq!(one.word(), "proved", "{moves}: {claim}");
        let [certificate] = one.certificates.as_slice() else { panic!("{claim}: {:?}", one.certificates) };
        assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
        certificates.push(certificate.clone());
    }
    for (moves, claim) in FALSE {
        let document = document(moves, claim);
        assert_ne!(proved(&document)[0].word(), "proved", "{moves}: {claim}");
        for certificate in &certificates {
            let forged = Certificate { measure: None, ruleset: hash(&document), ..certificate.clone() };
            assert!(recheck(&forged, &document).is_err(), "{moves}: {claim}");
        }
    }
}

#[test]
fn euclid_of_the_gallery_is_proved() {
    for name in ["gallery/euclid", "gallery/euclid_positive"] {
        let document = ruleset(name);
        let all = proved(&document);
        let one = all.iter().find(|one| one.judged.statement.contains("phi")).expect("the theorem");
        assert_eq!((one.word(), one.certificates.len()), ("proved", 1), "{name}");
    }
}
