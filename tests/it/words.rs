//! Each word of the language against the same worked out here: in claims, in rules, as constants, and in sequences.
use super::checked;
use super::claims::verdict_of;
use nimdsl::check::Settings;
use nimdsl::claim::verify::Verified;
use nimdsl::claim::{Gaps, Verdict};
use nimdsl::ruleset::options::Options;

const NIM: &str = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";
/// Heaps up to this are tried.
const MOST: i64 = 6;

pub(crate) type Number = fn(i64, i64) -> i64;
/// A term of a sequence.
type Term = fn(i128) -> i128;
pub(crate) type Truth = fn(i64, i64) -> bool;

fn real(number: i64) -> f64 {
    f64::from(i32::try_from(number).expect("it is small"))
}

/// Rounded down. None of the numbers here is near a whole one without being it.
fn floor(number: f64) -> i64 {
    (number + 1e-9).floor() as i64
}

fn phi() -> f64 {
    (1.0 + 5_f64.sqrt()) / 2.0
}

pub(crate) fn truth(holds: bool) -> i64 {
    i64::from(holds)
}

/// Terms in the numbers A and B.
pub(crate) const TERMS: &[(&str, Number)] = &[
    ("A + 2 * B - 1", |a, b| a + 2 * b - 1),
    ("-(A - 3) - (B - A)", |a, b| 3 - b - a + a),
    ("2 * (3 * (A - B) + 1) * 2", |a, b| 12 * (a - b) + 4),
    ("A * B - B * B", |a, b| a * b - b * b),
    ("(A - 2) * 3 * B", |a, b| (a - 2) * 3 * b),
    ("(A + 1)^3", |a, _| (a + 1).pow(3)),
    ("2^A - 3^(B + 1)", |a, b| (1 << a) - 3 * 3_i64.pow(b as u32)),
    ("(-1)^B * A", |a, b| if b % 2 == 0 { a } else { -a }),
    ("floor((A + 2 * B) / 3)", |a, b| (a + 2 * b).div_euclid(3)),
    ("ceil((A - 2 * B) / 3)", |a, b| -(2 * b - a).div_euclid(3)),
    ("floor((A - 5) / (B + 1))", |a, b| (a - 5).div_euclid(b + 1)),
    ("ceil((A - 5) / (B + 1))", |a, b| -(5 - a).div_euclid(b + 1)),
    ("floor((A - B) / -2)", |a, b| (b - a).div_euclid(2)),
    ("floor(A / 2 + B / 3)", |a, b| (3 * a + 2 * b).div_euclid(6)),
    ("ceil(A / 2 - B / 3)", |a, b| -(2 * b - 3 * a).div_euclid(6)),
    ("(A - 4) mod 3", |a, _| (a - 4).rem_euclid(3)),
    ("(A - 4) mod (B + 1)", |a, b| (a - 4).rem_euclid(b + 1)),
    ("(A xor B) + (A xor 3)", |a, b| (a ^ b) + (a ^ 3)),
    ("xor(A, 5, B, 1)", |a, b| a ^ 5 ^ b ^ 1),
    ("|A - B| + abs(A - 3)", |a, b| (a - b).abs() + (a - 3).abs()),
    ("3 * sign(A - B) + sign(-2 * B)", |a, b| 3 * (a - b).signum() + (-b).signum()),
    ("min(A, 4, B, A)", |a, b| a.min(4).min(b)),
    ("max(A, 2, B, 1)", |a, b| a.max(2).max(b)),
    ("max(A - B, min(B, 3), -1)", |a, b| (a - b).max(b.min(3))),
    ("sum(A, B, 2)", |a, b| a + b + 2),
    ("gcd(A, B)", |a, b| (1..=6).rev().find(|d| a % d == 0 && b % d == 0).filter(|_| a + b > 0).unwrap_or(0)),
    ("gcd(A - 9, 6, 2 * B)", |a, b| {
        (1..=6).rev().find(|d| (a - 9) % d == 0 && 6 % d == 0 && 2 * b % d == 0).unwrap_or(0)
    }),
    ("valuation(2, 4 * A + 8)", |a, _| i64::from((4 * a + 8).trailing_zeros())),
    ("valuation(A + 2, B + 1)", |a, b| (0..4).take_while(|k| (b + 1) % (a + 2).pow(*k + 1) == 0).count() as i64),
    ("bitand(A, B + 3) + 10 * bitor(A, 5)", |a, b| (a & (b + 3)) + 10 * (a | 5)),
    ("floor(sqrt(A * B + 2))", |a, b| (a * b + 2).isqrt()),
    ("floor(phi * A) - ceil(phi * B)", |a, b| floor(phi() * real(a)) + floor(-phi() * real(b))),
    ("floor(sqrt(2) * A + B)", |a, b| floor(2_f64.sqrt() * real(a)) + b),
    ("floor((A + sqrt(5) * B) / 2)", |a, b| floor((real(a) + 5_f64.sqrt() * real(b)) / 2.0)),
    ("floor(-phi * A + 3)", |a, _| floor(-phi() * real(a)) + 3),
    ("floor(phi^2 * (A - B))", |a, b| floor(phi() * phi() * real(a - b))),
    ("cases { A if A < B; B + 7 if A = B; 9 if A > 5; 0 - B otherwise }", |a, b| match a {
        _ if a < b => a,
        _ if a == b => b + 7,
        6.. => 9,
        _ => -b,
    }),
    ("min(A, B) * max(A, B) + floor(A / 2) * 2 - A", |a, b| a * b + a / 2 * 2 - a),
];

/// Conditions on the numbers A and B.
pub(crate) const CONDITIONS: &[(&str, Truth)] = &[
    ("A < B", |a, b| a < b),
    ("A <= B", |a, b| a <= b),
    ("A > B", |a, b| a > b),
    ("A >= B", |a, b| a >= b),
    ("A = B + 1", |a, b| a == b + 1),
    ("A != B + 1", |a, b| a != b + 1),
    ("not A < B", |a, b| a >= b),
    ("not (A = B or A = 2)", |a, b| a != b && a != 2),
    ("not (A != B and A != 2)", |a, b| a == b || a == 2),
    ("A < B and B < 5", |a, b| a < b && b < 5),
    ("A < 2 or B < 2 and A != 4", |a, b| a < 2 || b < 2 && a != 4),
    ("A < 3 implies B < 3", |a, b| a >= 3 || b < 3),
    ("A < 3 iff B < 3", |a, b| (a < 3) == (b < 3)),
    ("not (A < 3 iff B < 3)", |a, b| (a < 3) != (b < 3)),
    ("1 <= A < B <= 4", |a, b| 1 <= a && a < b && b <= 4),
    ("5 > A >= B > 1", |a, b| 5 > a && a >= b && b > 1),
    ("A in {1, 3..5}", |a, _| a == 1 || (3..=5).contains(&a)),
    ("A not in {1, 3..5}", |a, _| a != 1 && !(3..=5).contains(&a)),
    ("A in 2..B - 1", |a, b| 2 <= a && a < b),
    ("A not in 2..B - 1", |a, b| !(2 <= a && a < b)),
    ("A = B (mod 3)", |a, b| (a - b) % 3 == 0),
    ("A != B + 1 (mod 3)", |a, b| (a - b - 1) % 3 != 0),
    ("1 <= (A, B)", |a, b| 1 <= a && 1 <= b),
    ("1 <= (A, B) < 5", |a, b| 1 <= a && 1 <= b && a < 5 && b < 5),
    ("A / 2 <= B", |a, b| a <= 2 * b),
    ("A < B / 2", |a, b| 2 * a < b),
    ("A / 2 = B / 3", |a, b| 3 * a == 2 * b),
    ("A < phi * B", |a, b| real(a) < phi() * real(b)),
    ("phi * A <= B + 1", |a, b| phi() * real(a) <= real(b + 1)),
    ("phi * A > 2 * B", |a, b| phi() * real(a) > real(2 * b)),
    ("sqrt(2) * A - 1 < B", |a, b| 2_f64.sqrt() * real(a) - 1.0 < real(b)),
    ("|B - phi * A| <= 1", |a, b| (real(b) - phi() * real(a)).abs() <= 1.0),
    ("B - 1 > abs(A - sqrt(2) * B)", |a, b| real(b) > (real(a) - 2_f64.sqrt() * real(b)).abs() + 1.0),
    ("2 < |phi * (A - B)| <= 5", |a, b| (2.0..=5.0).contains(&(phi() * real(a - b)).abs())),
    ("|sqrt(2) * (A - 3)| = B - 1", |a, b| a == 3 && b == 1),
    ("|sqrt(2) * (A - 3)| != B - 1", |a, b| a != 3 || b != 1),
    ("A * A <= B", |a, b| a * a <= b),
    ("A^2 + B^2 < 20", |a, b| a * a + b * b < 20),
    ("|A - B| <= 2", |a, b| (a - b).abs() <= 2),
    ("|A - B| > 2", |a, b| (a - b).abs() > 2),
    ("|A - B| = 2", |a, b| (a - b).abs() == 2),
    ("min(A, B) <= 1", |a, b| a.min(b) <= 1),
    ("2 <= min(A, B)", |a, b| a.min(b) >= 2),
    ("max(A, B) <= 3", |a, b| a.max(b) <= 3),
    ("4 < max(A, B)", |a, b| a.max(b) > 4),
    ("(A xor B) = 1", |a, b| a ^ b == 1),
    ("A mod 2 = 1", |a, _| a % 2 == 1),
    ("A divides B", |a, b| if a == 0 { b == 0 } else { b % a == 0 }),
    ("A - 4 divides 2 * B - 6", |a, b| if a == 4 { b == 3 } else { (2 * b - 6) % (a - 4) == 0 }),
    ("0 divides B", |_, b| b == 0),
    ("not (3 divides A + B)", |a, b| (a + b) % 3 != 0),
    ("prime(A + B)", |a, b| [2, 3, 5, 7, 11].contains(&(a + b))),
    ("not prime(A - B)", |a, b| ![2, 3, 5].contains(&(a - b))),
    ("gcd(A, B) = 1", |a, b| (2..=6).all(|d| a % d != 0 || b % d != 0) && (a == 1 || b == 1 || a * b > 0)),
    ("floor(A / 2) <= B < floor(A / 2) + 3", |a, b| a / 2 <= b && b < a / 2 + 3),
    ("cases { 1 if A < B; 0 otherwise } = 1", |a, b| a < b),
];

/// Conditions that only claims can say.
pub(crate) const QUANTIFIED: &[(&str, Truth)] = &[
    ("exists k < B: k = A", |a, b| a < b),
    ("exists k <= B: k = A", |a, b| a <= b),
    ("exists k in {1, 4..5}: k = A", |a, _| a == 1 || a == 4 || a == 5),
    ("exists k in 2..B: k = A", |a, b| 2 <= a && a <= b),
    ("exists k in {-2..-1, 3..4}: k + 2 = A", |a, _| a == 0 || a == 1 || a == 5 || a == 6),
    ("exists k = 2: k = A", |a, _| a == 2),
    ("forall k < B: k != A", |a, b| b <= a),
    ("forall k <= B: k < A", |a, b| b < a),
    ("forall k in 2..B: k < A or A < 2", |a, b| b < 2 || b < a || a < 2),
    ("forall k = B: k < A", |a, b| b < a),
    ("not (exists k <= B: 2 * k = A)", |a, b| a % 2 == 1 || 2 * b < a),
    ("exists k >= 2: k + A = B + 2 and k <= 8", |a, b| a <= b),
    ("exists k > 2: k + A = B + 3 and k <= 9", |a, b| a <= b),
    ("not (forall k >= 2: k > 8 or k + A != B + 2)", |a, b| a <= b),
    ("(A, B) in {(1, 2), (3, 3)}", |a, b| (a, b) == (1, 2) || (a, b) == (3, 3)),
    ("(A, B) in sym {(1, 2)} union {(k, k) for k in 2..4}", |a, b| {
        (a, b) == (1, 2) || (a, b) == (2, 1) || a == b && (2..=4).contains(&a)
    }),
    ("(A, B) in {(k, j) for k <= 3, j < 2} minus {(k, 0) for k >= 1}", |a, b| a <= 3 && b < 2 && !(a >= 1 && b == 0)),
    ("(A, B) in {(k, 2 * k) for k >= 0} intersect {(j, k) for j >= 1, k >= 0}", |a, b| b == 2 * a && a >= 1),
    ("(A, B) not in {(x, y) where x < y}", |a, b| a >= b),
    ("(A, B) not in {(k, 2 * k) for k >= 0} intersect {(j, k) for j >= 1, k >= 0}", |a, b| b != 2 * a || a < 1),
    ("(A, B) not in {(k, j) for k <= 3, j < 2} minus {(k, 0) for k >= 1}", |a, b| a > 3 || b > 1 || a >= 1 && b == 0),
    ("(A, B) not in {(k, 0) for k >= 0} union {(k, k) for k >= 2}", |a, b| b != 0 && (a != b || a < 2)),
    ("digit(2, 1, A) = 1", |a, _| a & 2 != 0),
    ("digit(3, 0, A) = digit(3, 1, B + 2)", |a, b| a % 3 == (b + 2) / 3 % 3),
];

/// Conditions on variables without an end, whose values are found by what rises with them.
pub(crate) const OPEN: &[(&str, Truth)] = &[
    ("exists k >= 0: k^2 - 3 * k + 3 = A", |a, _| (0..9).any(|k| k * k - 3 * k + 3 == a)),
    ("exists k >= 0: floor(k^2 / 3) = A", |a, _| (0..9).any(|k| k * k / 3 == a)),
    ("exists k >= 1: 2^k = A", |a, _| a == 2 || a == 4),
    ("exists k >= 0: 2^k + 2 * k - 1 = A", |a, _| (0..4).any(|k| (1 << k) + 2 * k - 1 == a)),
    ("exists k >= 0: max(k - 2, 3) = A", |a, _| a >= 3),
    ("exists k >= 0: min(2 * k, k + 2) = A", |a, _| a % 2 == 0 || a > 3),
    ("exists k >= 0: floor((3 * k + 1) / 2) = A", |a, _| (0..9).any(|k| (3 * k + 1) / 2 == a)),
    ("exists k >= 0: floor(sqrt(k)) = A and k mod 5 = B", |a, b| (a * a..(a + 1) * (a + 1)).any(|k| k % 5 == b)),
    ("exists k >= 0: cases { k + 3 if 2 <= k; 1 otherwise } = A", |a, _| a == 1 || a >= 5),
    ("exists k in 0..B: k * (A + 1) = B", |a, b| b % (a + 1) == 0),
    ("exists k in 1..12: k * A + B = 12 + k", |a, b| (1..13).any(|k| k * a + b == 12 + k)),
    ("exists k >= 0: A - 2 * k = B", |a, b| b <= a && (a - b) % 2 == 0),
    ("exists k >= 0: B - k^2 = A - 5", |a, b| (0..9).any(|k| b - k * k == a - 5)),
    ("exists k >= 0: A + 4 = k * k * k and B < k + 3", |a, b| a == 4 && b < 5),
    ("exists k >= 0: exists j >= 0: 3 * k + 5 * j = A", |a, _| (0..3).any(|j| a >= 5 * j && (a - 5 * j) % 3 == 0)),
    ("exists k >= 0: exists j > k: k + 2 * j = A + B", |a, b| (0..13).any(|k| (k + 1..13).any(|j| k + 2 * j == a + b))),
    ("exists k in {0, 2..A}: k = B", |a, b| b == 0 || 2 <= b && b <= a),
    ("forall k >= 0: k^2 <= 5 or A < k", |a, _| a < 3),
    ("forall k >= 0: k + B < A implies k < 2", |a, b| a - b < 3),
    ("forall k >= 0: k * k != A", |a, _| ![0, 1, 4].contains(&a)),
    ("not (exists k in 2..9: k * B = A)", |a, b| !(2..7).any(|k| k * b == a)),
    ("forall k in 2..9: not (exists j in 2..9: k * j = A + 2)", |a, _| [2, 3, 5, 7].contains(&(a + 2))),
    ("(A, B) in {(k * (k + 1) / 2, k) for k >= 1}", |a, b| b >= 1 && 2 * a == b * (b + 1)),
    ("(A, B) in {(k + j, k - j) for j >= 0, k >= j}", |a, b| b <= a && (a - b) % 2 == 0),
    ("(A, B) in {(k, floor(k * phi)) for k >= 1}", |a, b| a >= 1 && b == floor(phi() * real(a))),
    ("(A, B) in sym {(2^k, 2^k + k) for k >= 0}", |a, b| {
        (0..3).any(|k| {
            let pair = (1 << k, (1 << k) + k);
            (a, b) == pair || (b, a) == pair
        })
    }),
    ("(A, B) in {(k, j) for k >= 0, j >= 2 * k where (k + j) mod 3 != 1}", |a, b| 2 * a <= b && (a + b) % 3 != 1),
];

pub(crate) fn at(text: &str, first: &str, second: &str) -> String {
    text.replace('A', first).replace('B', second)
}

pub(crate) fn grid() -> impl Iterator<Item = (i64, i64)> {
    (0..=MOST).flat_map(|a| (0..=MOST).map(move |b| (a, b)))
}

fn is_refuted_at(verified: &Verified, expected: [i64; 2]) -> bool {
    matches!(&verified.verdict, Verdict::Refuted { position: Some(position), .. } if **position == expected)
}

/// A claim that a term has these values on the grid.
pub(crate) fn values(term: &str, of: impl Fn(i64, i64) -> i64) -> String {
    let one = |(a, b)| format!("{} if x = {a} and y = {b}", of(a, b));
    let all: Vec<String> = grid().map(one).collect();
    format!(
        "{NIM}claim \"c\": {} = cases {{ {}; 0 otherwise }} where x <= {MOST}, y <= {MOST}\n",
        at(term, "x", "y"),
        all.join("; ")
    )
}

#[test]
fn terms_of_claims_have_their_values() {
    for (term, of) in TERMS {
        let verified = verdict_of(&values(term, of), 14);
        assert!(matches!(verified.verdict, Verdict::Holds { .. }), "{term}: {:?}", verified.verdict);
        let wrong = verdict_of(&values(term, |a, b| of(a, b) + truth((a, b) == (4, 2))), 14);
        assert!(is_refuted_at(&wrong, [4, 2]), "{term}: {:?}", wrong.verdict);
    }
}

/// A claim that a condition holds at just these positions of the grid.
pub(crate) fn places(condition: &str, of: impl Fn(i64, i64) -> bool) -> String {
    let all: Vec<String> = grid().filter(|(a, b)| of(*a, *b)).map(|(a, b)| format!("({a}, {b})")).collect();
    let condition = at(condition, "x", "y");
    let list = all.join(", ");
    format!("{NIM}claim \"c\": ({condition}) iff (x, y) in {{{list}}} where x <= {MOST}, y <= {MOST}\n")
}

#[test]
fn conditions_of_claims_hold_where_they_should() {
    for (condition, of) in CONDITIONS.iter().chain(QUANTIFIED) {
        let verified = verdict_of(&places(condition, of), 14);
        // Nothing is left open.
        let holds = matches!(&verified.verdict, Verdict::Holds { gaps, .. } if *gaps == Gaps::default());
        assert!(holds, "{condition}: {:?}", verified.verdict);
        let wrong = verdict_of(&places(condition, |a, b| of(a, b) != ((a, b) == (3, 5))), 14);
        assert!(is_refuted_at(&wrong, [3, 5]), "{condition}: {:?}", wrong.verdict);
    }
}

#[test]
fn variables_without_an_end_find_their_witnesses() {
    for (condition, of) in OPEN {
        let verified = verdict_of(&places(condition, of), 14);
        let holds = matches!(&verified.verdict, Verdict::Holds { gaps, .. } if *gaps == Gaps::default());
        assert!(holds, "{condition}: {:?}", verified.verdict);
        // Where there is none, a table need not know; where there is one, it does.
        let place = grid().filter(|(a, b)| of(*a, *b)).last().expect("it holds somewhere");
        let wrong = verdict_of(&places(condition, |a, b| of(a, b) && (a, b) != place), 14);
        assert!(is_refuted_at(&wrong, place.into()), "{condition}: {:?}", wrong.verdict);
    }
}

#[test]
fn sequences_are_searched_whether_they_rise_or_fall() {
    // From 5 over 6 and 6 down to 0; from 3 over 4 down to 0 and up again; 0, 1, 1, 2, 4, 7; and 2, 2, 6, 6, 10, 10.
    for (sequence, terms) in [
        ("s(k) = s(k - 1) + max(2 - k, -1) from s(0) = 5", &[0, 1, 2, 3, 4, 5, 6][..]),
        ("s(k) = s(k - 1) + |k - 4| - 2 from s(0) = 3", &[0, 1, 3, 4, 6]),
        ("s(k) = s(k - 1) + floor((k - 1) / 1) from s(0) = 0, s(1) = 1", &[0, 1, 2, 4]),
        ("s(k) = s(k - 1) + s(k - 2) from s(0) = 1, s(1) = 3", &[1, 3, 4]),
        ("s(k) = s(k - 2) + 4 from s(0) = 2, s(1) = 2", &[2, 6]),
        ("s(k) = 2 * s(k - 1) - 1 from s(0) = 2", &[2, 3, 5]),
        ("s = [4, 0, 2, 6]", &[0, 2, 4, 6]),
    ] {
        let claim = |terms: &[i64]| {
            let rules = format!("{NIM}sequence {sequence}\nclaim \"c\": (exists k >= 0: s(k) = x) iff ");
            let list: Vec<String> = terms.iter().map(|term| format!("x = {term}")).collect();
            verdict_of(&format!("{rules}({}) where x <= {MOST}\n", list.join(" or ")), 14).verdict
        };
        let right = claim(terms);
        assert!(matches!(right, Verdict::Holds { .. }), "{sequence}: {right:?}");
        for at in 0..terms.len() {
            let wrong = claim(&[&terms[..at], &terms[at + 1..], &[9]].concat());
            assert!(matches!(wrong, Verdict::Refuted { .. }), "{sequence} without {}: {wrong:?}", terms[at]);
        }
    }
}

/// How many options each position of the grid has.
fn counts(rules: &str) -> Vec<usize> {
    let document = checked(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    let options = Options::new(&document.ruleset).expect("options");
    grid().map(|(a, b)| options.list(&[a, b]).expect("a list").len()).collect()
}

#[test]
fn terms_of_rules_have_their_values() {
    for (term, of) in TERMS {
        let term = at(term, "x", "y");
        // So many options as the value says, in the reach of the heap and of negative amounts.
        let below = format!("heaps x, y\nmove a(i): x -> x - i where 1 <= i <= {term}\n");
        let expected: Vec<usize> = grid().map(|(a, b)| usize::try_from(of(a, b).clamp(0, a)).expect("small")).collect();
        assert_eq!(counts(&below), expected, "{term}");
        let from = format!("heaps x, y\nmove a(i): x -> x - i where {term} <= i, 1 <= i\n");
        let left = |(a, b)| usize::try_from(a - of(a, b).clamp(1, a + 1) + 1).expect("small");
        assert_eq!(counts(&from), grid().map(left).collect::<Vec<_>>(), "{term}");
        let same = format!("heaps x, y\nmove a(i): x -> x - i where 1 <= i, i = {term}\n");
        let one = |(a, b)| usize::from((1..=a).contains(&of(a, b)));
        assert_eq!(counts(&same), grid().map(one).collect::<Vec<_>>(), "{term}");
    }
}

#[test]
fn conditions_of_rules_hold_where_they_should() {
    for (condition, of) in CONDITIONS {
        for is_denied in [false, true] {
            let of = |a, b| of(a, b) != is_denied;
            let at = |left, right| {
                let said = at(condition, left, right);
                if is_denied { format!("not ({said})") } else { said }
            };
            // On the position, on the amount, and on both heaps after the move.
            let here = format!("heaps x, y\nmove a: y -> y - 1 where {}, 0 <= y\n", at("x", "y"));
            let one = |(a, b)| usize::from(of(a, b) && 1 <= b);
            assert_eq!(counts(&here), grid().map(one).collect::<Vec<_>>(), "{here}");
            let amount = format!("heaps x, y\nmove a(i): y -> y - i where 1 <= i, {}\n", at("i", "x"));
            let some = |(a, b)| (1..=b).filter(|i| of(*i, a)).count();
            assert_eq!(counts(&amount), grid().map(some).collect::<Vec<_>>(), "{amount}");
            let after = format!(
                "heaps x, y\nmove a: (x, y) -> (x', y') where x' + y' < x + y, x' <= x, y' <= y, {}\n",
                at("x'", "y'")
            );
            let all = |(a, b): (i64, i64)| {
                let pairs = (0..=a).flat_map(|c| (0..=b).map(move |d| (c, d)));
                pairs.filter(|(c, d)| (*c, *d) != (a, b) && of(*c, *d)).count()
            };
            assert_eq!(counts(&after), grid().map(all).collect::<Vec<_>>(), "{after}");
        }
    }
}

#[test]
fn conditions_of_positions_hold_where_they_should() {
    for (condition, of) in CONDITIONS {
        let rules = format!("{NIM}positions where {}\n", at(condition, "x", "y"));
        let document = checked(&rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
        let options = Options::new(&document.ruleset).expect("options");
        for (a, b) in grid() {
            assert_eq!(options.in_domain(&[a, b]), Ok(of(a, b)), "{condition}: {a}, {b}");
            if of(a, b) {
                let taken = (0..a).filter(|c| of(*c, b)).count() + (0..b).filter(|d| of(a, *d)).count();
                assert_eq!(options.list(&[a, b]).expect("a list").len(), taken, "{condition}: {a}, {b}");
            }
        }
    }
}

#[test]
fn constants_are_computed_as_terms_are() {
    let none = Settings::new();
    for (term, of) in TERMS {
        // In a sequence as it stands, through a function, and from a parameter.
        for rules in [
            format!("{NIM}sequence s(k) = {}\n", at(term, "k", "3")),
            format!("{NIM}let f(m, n) = {}\nsequence s(k) = f(k, 3)\n", at(term, "m", "n")),
            format!("param p = 3\n{NIM}let f(m) = {}\nsequence s(k) = f(k)\n", at(term, "m", "p")),
        ] {
            let document = checked(&rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
            let expected: Vec<i128> = (0..12).map(|k| of(k, 3).into()).collect();
            assert_eq!(
                document.sequence("s", &none, 12).unwrap_or_else(|faults| panic!("{rules}: {faults}")),
                expected,
                "{rules}"
            );
        }
        let (a, b) = (5, 2);
        let fixed = at(term, &format!("({a})"), &format!("({b})"));
        let claim = format!("{NIM}claim \"c\": {fixed} = {}\n", of(a, b));
        assert!(matches!(verdict_of(&claim, 4).verdict, Verdict::Holds { .. }), "{claim}");
    }
    for (condition, of) in CONDITIONS {
        for (a, b) in grid() {
            let fixed = at(condition, &a.to_string(), &b.to_string());
            let rules = format!(
                "{NIM}let f(m, n) = cases {{ 1 if {}; 0 otherwise }}\nsequence s(k) = f({a}, {b})\n",
                at(condition, "m", "n")
            );
            let document = checked(&rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
            assert_eq!(document.sequence("s", &none, 1).expect("a term"), [i128::from(of(a, b))], "{fixed}");
        }
    }
}

#[test]
fn sequences_have_their_terms() {
    let of = |text: &str, count: usize| {
        let document =
            checked(&format!("param p = 2\n{NIM}{text}\n")).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        document.sequence("s", &Settings::new(), count).map_err(|faults| faults.to_string())
    };
    let closed: &[(&str, Term)] = &[
        ("k * (k + 1) / 2", |k| k * (k + 1) / 2),
        ("(k^3 - k) / 6 + p^k", |k| (k.pow(3) - k) / 6 + (1 << k)),
        ("k / 2 + k / 3 + k / 6 - (1 - k) / -1", |k| k + 1 - k),
        ("(3 * k - 7) mod 4", |k| (3 * k - 7).rem_euclid(4)),
        ("floor(k / 2) + ceil(k / 3) - ceil(-k / 2)", |k| k / 2 + (k + 2) / 3 + k / 2),
        ("min(k, 4, 7) + 2 * max(k, 3)", |k| k.min(4) + 2 * k.max(3)),
        ("|3 - k| - -k", |k| (3 - k).abs() + k),
        ("(k / 2) / (1 / 4) * (2 / 3) * (3 / 2)", |k| 2 * k),
    ];
    for (text, term) in closed {
        let expected: Vec<i128> = (0..12).map(term).collect();
        assert_eq!(of(&format!("sequence s(k) = {text}"), 12), Ok(expected), "{text}");
    }
    // An argument hides another name, and is no root if that is one.
    assert_eq!(of("let r = phi\nlet f(r) = r * r + r\nsequence s(k) = f(k + p)", 3), Ok(vec![6, 12, 20]));
    let fibonacci = "sequence s(k) = s(k - 1) + s(k - 2) from s(0) = 0, s(1) = 1";
    assert_eq!(of(fibonacci, 9), Ok(vec![0, 1, 1, 2, 3, 5, 8, 13, 21]));
    let later = "sequence s(k) = 2 * s(k - 1) + k from s(0) = 5";
    assert_eq!(of(later, 4), Ok(vec![5, 11, 24, 51]));
    assert_eq!(of("sequence s = [3, 1, 4, 1]", 3), Ok(vec![3, 1, 4]));
    for (text, why) in [
        ("sequence s(k) = k / 2", "is not a whole number"),
        ("sequence s(k) = 9^(k * 90)", "does not fit 128 bits"),
        ("sequence s(k) = 1 / (k - 1)", "does not fit 128 bits"),
    ] {
        let told = of(text, 9);
        assert!(told.as_ref().is_err_and(|told| told.contains(why)), "{text}: {told:?}");
    }
}
