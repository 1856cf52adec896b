//! Claims that bound Grundy values by numbers of options: true ones are proved for all parameters, with certificates, and no certificate shows a bound that
//! a table exceeds.
use super::checked;
use super::prover::proved;
use indexmap::IndexMap;
use nimdsl::certificate::{Certificate, CertificateKind, hash};
use nimdsl::check::Document;
use nimdsl::engine::{Context, reference};
use nimdsl::recheck::recheck;
use nimdsl::syntax::ast::ClaimKind;
use nimdsl::table::Region;

fn read(text: &str) -> Document {
    checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

const RECTANGLES: &str = "heaps x, y\nparam p = 3 where p >= 1\nparam q = 2 where q >= 1\n\
    move rect(i, j): (x, y) -> (x - i, y - j) where 0 <= i < p, 0 <= j < q, 1 <= i + j\n";
const ROOTS: &str = "heaps n\nparam a = 1 where a >= 1\nmove take(i): n -> n - i where a <= i, i * i <= n\n\
    move two(j): n -> n - 2 * j where 1 <= j <= a\n";
const SQUARES: &str = "heaps n\nmove take(k): n -> n - k * k where 1 <= k\n";
const PASSES: &str = "heaps n\nparam c = 2 where c >= 1\nregister pass in 0..1\nmove take(i): n -> n - i where 1 <= i <= c\n\
    move pass: pass -> 0 where pass = 1, 1 <= n\n";

/// A game, what is true of it, and what is false.
const GAMES: [(&str, &[&str], &[&str]); 4] = [
    (
        RECTANGLES,
        &[
            "for p >= 1, q >= 1: grundy(x, y) <= p * q - 1",
            "for p >= 1, q >= 1: grundy(x, y) < p * q",
            "for p >= 1, q >= 1: x < p and y < q implies grundy(x, y) <= x * y + x + y",
        ],
        &["for p >= 1, q >= 1: grundy(x, y) <= p * q - 2", "for p >= 1, q >= 1: grundy(x, y) <= p + q - 3"],
    ),
    (
        ROOTS,
        &["for a >= 1: grundy(n) <= floor(sqrt(n)) + a", "for a in 1..1: grundy(n) <= floor(sqrt(n)) + 1"],
        &["for a >= 1: grundy(n) <= floor(sqrt(n))", "for a >= 1: grundy(n) <= a"],
    ),
    (
        SQUARES,
        &[": grundy(n) * grundy(n) <= n", ": grundy(n) <= floor(sqrt(n))"],
        &[": grundy(n) * grundy(n) < n", ": grundy(n) + 1 <= floor(sqrt(n))"],
    ),
    (
        PASSES,
        &["for c >= 1: grundy(n; 1) <= c + 1", "for c >= 1: grundy(n; pass) <= c + pass"],
        &["for c >= 1: grundy(n; 1) <= c", "for c >= 1: grundy(n; pass) <= c"],
    ),
];

#[test]
fn values_are_at_most_numbers_of_options() {
    for (game, right, wrong) in GAMES {
        let claims = right.iter().chain(wrong).enumerate().map(|(at, claim)| format!("claim \"{at}\" {claim}\n"));
        let document = read(&format!("{game}{}", claims.collect::<String>()));
        let told = proved(&document);
        for (claim, found) in right.iter().zip(&told) {
            let ("proved", Some(certificate)) = (found.word(), found.certificates.first()) else {
                panic!("{claim}: {}", found.word())
            };
            assert_eq!(recheck(certificate, &document), Ok(()), "{claim}");
        }
        for (at, claim) in (right.len()..).zip(wrong) {
            assert_eq!(told[at].word(), "refuted", "{claim}");
            let certificate = told[0].certificates.first().expect("a certificate");
            assert_eq!(certificate.kind, CertificateKind::Products, "{claim}");
            let forged = Certificate { claim: at.to_string(), ..certificate.clone() };
            assert!(recheck(&forged, &document).is_err(), "{claim}");
        }
    }
}

/// What is asked of the amounts, which are taken from x and y.
const GUARDS: [&str; 26] = [
    "1 <= i, i <= 3",
    "0 < i < 4",
    "-2 <= i, i <= 2, i != 0",
    "1 <= i, 2 * i <= 7",
    "1 <= i, 5 <= 3 * i, 2 * i <= x",
    "1 <= i, i * i <= 10",
    "i * i < 9, 1 <= i",
    "1 <= i, 2 * i * i <= 9 + x",
    "0 <= 19 - 3 * i * i - y, 1 <= i",
    "i in {1, 2, 5}",
    "i in {1, 3}, i != x",
    "i = 2 or 3 <= i <= 4",
    "(1 <= i <= 2 or i = y) and 1 <= i",
    "1 <= i <= 3, not (i = 2)",
    "i = 2, x mod 2 = 0",
    "1 <= i <= 3, 0 <= j <= 0",
    "0 <= i <= 0, 1 <= j < 3",
    "0 <= i < 2, 0 <= j < 2, 1 <= i + j",
    "0 <= i <= 1, 0 <= j <= 2, i + j != 0",
    "0 <= i <= 1, 0 <= j <= 2, 1 <= i + j <= 2",
    "1 <= i <= 2, 1 <= j <= 2, i != j",
    "i in {1, 2}, j in {0, 1}",
    "0 <= i <= 2, j = 1",
    "0 <= i <= 1, 0 <= j, j <= i, 1 <= i + j, j <= 1",
    "i = x, 1 <= i, 0 <= j <= 1",
    "1 <= i <= 2, 0 <= j * j, j <= 1, 0 <= j, (i + j) mod 2 = 1",
];

/// For every bound: what is confirmed holds in a table; and the number of options of a guard without further conditions is reached.
#[test]
fn no_bound_is_confirmed_that_a_value_exceeds() {
    let certificate = {
        let document = read(&format!("{ROOTS}claim \"0\" for a in 1..1: grundy(n) <= floor(sqrt(n)) + 1\n"));
        proved(&document).remove(0).certificates.remove(0)
    };
    assert_eq!(certificate.kind, CertificateKind::Products);
    let mut confirmed = 0;
    for guard in GUARDS {
        let amounts = if guard.contains('j') { "i, j" } else { "i" };
        let taken = if guard.contains('j') { "y - j" } else { "y" };
        // What rises is paid for.
        let (x, measure) = if guard.starts_with("-2") { ("x", "x") } else { ("x - i", "x + y") };
        let y = if guard.starts_with("-2") { "y - i * i" } else { taken };
        let claims: String = (0..12).map(|most| format!("claim \"{most}\": grundy(x, y) <= {most}\n")).collect();
        let measure = if guard.starts_with("-2") { "y" } else { measure };
        let text =
            format!("heaps x, y\nmeasure {measure}\nmove m({amounts}): (x, y) -> ({x}, {y}) where {guard}\n{claims}");
        let document = read(&text);
        let table = reference::grundy(&document.ruleset, &Region::Box(vec![12, 12]), &Context::default());
        let table = table.expect("it fits");
        let greatest = table.layers[0].1.iter().flatten().max().expect("a value");
        for most in 0..12u32 {
            let claim = most.to_string();
            let forged = Certificate {
                claim,
                measure: None,
                ruleset: hash(&document),
                parameters: IndexMap::new(),
                claim_kind: ClaimKind::Claim,
                ..certificate.clone()
            };
            let is_confirmed = recheck(&forged, &document).is_ok();
            assert!(!is_confirmed || greatest <= most, "{guard}: {most}");
            confirmed += usize::from(is_confirmed);
        }
    }
    assert!(120 < confirmed, "{confirmed}");
}
