//! Certificates without automata: replies to every move, what is true of every game, windows, positions one by one. Confirmed where the
//! claim is true; refused for claims that are nearly the same and false, and never accepted for one that a table denies.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::{Certificate, CertificateKind, GameFacts, Knowledge, Lookups, hash};
use nimdsl::check::Document;
use nimdsl::engine::{Context, reference};
use nimdsl::recheck::recheck;
use nimdsl::syntax::ast::ClaimKind;
use nimdsl::table::Region;
use nimdsl::value::Play;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Its values have no automaton.
const MAXIMUM: &str = "ruleset \"M\"\nheaps t\nmove remove(v): t -> t - v where 1 <= v <= ceil(t / 2)\n";
/// The same with a third less, which jumps by two.
const JUMPS: &str = "ruleset \"J\"\nheaps t\nmove remove(v): t -> t - v where 1 <= v <= 2 * floor(t / 3)\n";
const PASS: &str = "ruleset \"P\"\nheaps t\nregister p in 0..1\nmove remove(v): t -> t - v where 1 <= v <= ceil(t / 2)\n\
    move pass: p -> 0 where p = 1, 1 <= t\n";
const THREE: &str = "ruleset \"T\"\nheaps s, t, u\nmove remove(v) symmetric: s -> s - v where 1 <= v <= ceil(s / 2)\n";
/// The same, but of the last heap one token more may be taken, if there is one.
const UNLIKE: &str = "ruleset \"U\"\nheaps s, t, u\nmove a(v): s -> s - v where 1 <= v <= ceil(s / 2)\n\
    move b(v): t -> t - v where 1 <= v <= ceil(t / 2)\nmove c(v): u -> u - v where 1 <= v <= ceil((u + 1) / 2)\n";
/// One heap looks at the other.
const LOOKS: &str = "ruleset \"L\"\nheaps x, y\nmove a(v): x -> x - v where 1 <= v <= ceil(x / 2)\n\
    move b(v): y -> y - v where 1 <= v <= ceil(y / 2), v != x + 3\n";
/// No product has an automaton: the moves are read as more or as fewer of them. All of them may be made with the heaps in another order.
const ROOTS: &str = "ruleset \"O\"\nheaps x, y\nmove a(i) symmetric: x -> x - i where 1 <= i, i * i <= x\n";
const AREAS: &str = "ruleset \"A\"\nheaps x, y\nmove a(i) symmetric: x -> x - i where 1 <= i <= floor(x / 2)\n\
    move b(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j <= 6\n";
/// The same in the first two of three heaps; and in two heaps but for one number.
const OF_THREE: &str = "ruleset \"E\"\nheaps x, y, z\nmove a(i) symmetric: x -> x - i where 1 <= i, i * i <= x\n\
    move b(i, j): (x, y, z) -> (x - i, y - j, z) where 1 <= i, 1 <= j, i * j <= x + y\n";
const NEARLY: &str = "ruleset \"N\"\nheaps x, y\nmove a(i): x -> x - i where 1 <= i, i * i <= x\n\
    move b(i): y -> y - i where 1 <= i, i * i <= y + 1\n";
/// Fraenkel's game with |i - j| < 3.
const NEAR: &str = "ruleset \"W\"\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
    move bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, abs(i - j) < 3\n";
/// Every move takes something; in the second, what it adds is less.
const TAKES: &str = "ruleset \"K\"\nheaps x, y\nmove a(i): x -> x - i where 1 <= i <= 3\nmove b(i): y -> y - i where i in {1, 4}\n\
    move c(i): (x, y) -> (x - i, y + 1) where 2 <= i <= 5\n";
/// From each position at most six moves: alternatives, a few numbers in a row, and the third part.
const SPARSE: &str = "ruleset \"Q\"\nheaps n\nmove a(i): n -> n - i where i in {1, 7}\nmove b(i): n -> n - i where 20 <= i <= 22\n\
    move c(i): n -> n - i where 3 * i = n, 1 <= i\n";
const FOUR: &str = "ruleset \"V\"\nheaps n\nmove a(i): n -> n - i where 1 <= i <= 4\n";
/// Maximum Nim with bounds that are said of multiples and of squares of what is taken; and two whose rule is not 0 for no token.
const HALF: &str = "ruleset \"H\"\nheaps t\nmove remove(v): t -> t - v where 1 <= v, 2 * v <= t\n";
const ROOT: &str = "ruleset \"S\"\nheaps t\nmove remove(v): t -> t - v where 1 <= v, v * v <= t\n";
const MORE: &str = "ruleset \"H\"\nheaps t\nmove remove(v): t -> t - v where 1 <= v <= t, 2 * v <= t + 2\n";
const ROOT_MORE: &str = "ruleset \"S\"\nheaps t\nmove remove(v): t -> t - v where 1 <= v <= t, v * v <= t + 3\n";
/// What is taken is a product, and what is left a quotient, a remainder or a root.
const SQUARES: &str = "ruleset \"Y\"\nheaps n\nmove a(k): n -> n - k * k where 1 <= k\n";
const PARTS: &str = "ruleset \"Z\"\nheaps x, y\nmove a(k): x -> x - k * (k + 1) / 2 where 1 <= k\n\
    move b(i, j): (x, y) -> (x - i * j, y - i) where 1 <= i, 1 <= j\nmove c(k): y -> y mod k where 2 <= k <= y\n\
    move d(k): y -> floor(y / k) where 2 <= k <= y\nmove e: y -> floor(sqrt(y)) where 2 <= y\n";
const FEW: &str =
    "ruleset \"F\"\nheaps x, y\nmove a(i): x -> x - i where i in {2, 7}\nmove b: (x, y) -> (x + 1, y - 3)\n";
const TRIANGULAR: &str =
    "ruleset \"D\"\nheaps x, y\nmove t(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n";

fn document(game: &str, claim: &str) -> Document {
    checked(&format!("{game}claim \"a\"{claim}\n")).unwrap_or_else(|faults| panic!("{game}{claim}: {faults}"))
}

/// A certificate of a kind that has nothing in it but games of windows.
fn made(document: &Document, kind: CertificateKind, windows: &[usize]) -> Certificate {
    let known = windows.iter().map(|game| GameFacts {
        game: *game,
        what: Knowledge::Windows,
        sets: Vec::new(),
        passes: Vec::new(),
    });
    let lookups = Lookups { numeration: json!({"Base": 2}), known: known.collect() };
    let claimed = document.claims().find(|claim| claim.name == "a").and_then(|claim| claim.play);
    Certificate {
        schema: 1,
        program: String::new(),
        ruleset: hash(document),
        claim: "a".to_owned(),
        claim_kind: ClaimKind::Claim,
        part: None,
        parameters: Default::default(),
        for_all: Vec::new(),
        begins: BTreeMap::new(),
        rows: None,
        digits: Vec::new(),
        play: claimed.unwrap_or(document.ruleset.play),
        measure: None,
        kind,
        set: serde_json::Value::Null,
        sequence: None,
        chain: None,
        lookups: (kind != CertificateKind::Listed).then_some(lookups),
        periods: Vec::new(),
        lines: Vec::new(),
        line_orders: Vec::new(),
        products: None,
        outcomes: None,
        progression: None,
    }
}

/// A certificate by moves whose amounts are numbers of the claim: nothing is decided by digits.
fn by_instances(document: &Document) -> Certificate {
    let lookups = Lookups { numeration: serde_json::Value::Null, known: Vec::new() };
    Certificate { lookups: Some(lookups), ..made(document, CertificateKind::Axioms, &[]) }
}

/// All that could be written without an automaton.
fn forged(document: &Document) -> Vec<Certificate> {
    let mut all = vec![
        by_instances(document),
        made(document, CertificateKind::Replies, &[]),
        made(document, CertificateKind::Axioms, &[]),
        made(document, CertificateKind::Axioms, &[0]),
        made(document, CertificateKind::Listed, &[]),
    ];
    if !document.others.is_empty() {
        all.push(made(document, CertificateKind::Axioms, &[1]));
        all.push(made(document, CertificateKind::Axioms, &[0, 1]));
    }
    all
}

#[test]
fn claims_are_proved_without_automata() {
    use CertificateKind::{Axioms, Listed, Replies};
    for (game, claim, kind) in [
        (THREE, ": grundy(s, t, u) = grundy(t, s, u) and grundy(s, t, u) = grundy(s, u, t)", Replies),
        (THREE, ": P(s, t, u) iff P(u, s, t)", Replies),
        (THREE, ": grundy(s, t, u) = grundy(s, 0, 0) xor grundy(0, t, 0) xor grundy(0, 0, u)", Replies),
        (THREE, ": grundy(s, t, t) = grundy(s, 0, 0)", Replies),
        (THREE, ": P(t, 0, t)", Replies),
        (THREE, ": grundy(s, 0, 0) = grundy(s) of \"maximum_nim.nim\"", Replies),
        (THREE, ": forall k >= 0: grundy(k, s, 0) = grundy(s, k, 0)", Replies),
        (UNLIKE, ": grundy(s, t, u) = grundy(t, s, u)", Replies),
        (PASS, ": grundy(t; 0) = grundy(t) of \"maximum_nim.nim\"", Replies),
        (PASS, ": forall q in 0..1: grundy(t; q) = grundy(t; q) of \"maximum_nim_pass.nim\"", Replies),
        // With every number in the register, as a pass changes it.
        (PASS, ": grundy(t; 1) = grundy(t; 1) of \"maximum_nim_pass.nim\"", Replies),
        (TRIANGULAR, ": grundy(0, 2) = 1 where x = 5", Replies),
        (MAXIMUM, ": forall option (u) of t: grundy(u) != grundy(t)", Axioms),
        (MAXIMUM, ": forall j < grundy(t): exists option (u) of t: grundy(u) = j", Axioms),
        (MAXIMUM, ": grundy(t) = 0 iff P(t)", Axioms),
        (MAXIMUM, ": N(t) iff (exists option (u) of t: P(u))", Axioms),
        (MAXIMUM, ": grundy(t) = 7 implies (exists option (u) of t: grundy(u) mod 3 = 2)", Axioms),
        (MAXIMUM, ": forall option (u) of t: grundy(u) = 3 implies grundy(t) != 3", Axioms),
        (TRIANGULAR, ": forall j < grundy(x, y): exists option (u, v) of (x, y): grundy(u, v) = j", Axioms),
        (MAXIMUM, ": grundy(t) = grundy(t - ceil(t / 2) - 1) where 1 <= t, ceil(t / 2) = ceil((t - 1) / 2)", Replies),
        (MAXIMUM, ": grundy(t) = ceil(t / 2) where t mod 2 = 1", Axioms),
        (MAXIMUM, ": grundy(t) = grundy((t - 2) / 2) where 2 <= t, t mod 2 = 0", Axioms),
        (HALF, ": grundy(2 * t + 1) = grundy(t)", Replies),
        (HALF, ": grundy(2 * t) = t", Axioms),
        (ROOT, ": grundy(t * t) = t", Axioms),
        (
            ROOT,
            ": grundy(t) = grundy(t - floor(sqrt(t)) - 1) where 1 <= t, floor(sqrt(t)) = floor(sqrt(t - 1))",
            Axioms,
        ),
        (THREE, ": grundy(5, 4, 3) = 0", Listed),
        (PASS, ": forall k in 3..9: grundy(k; 1) != grundy(k; 0)", Listed),
        (TRIANGULAR, ": forall k in 0..5: exists option (u, v) of (k + 2, 0): grundy(u, v) = 0", Listed),
        (TRIANGULAR, " misere: P(0, 2) and N(0, 1) and not P(1, 1)", Listed),
    ] {
        let document = document(game, claim);
        let found: Vec<Certificate> = proved(&document).into_iter().flat_map(|claim| claim.certificates).collect();
        let [one] = found.as_slice() else { panic!("{claim}: {} certificates", found.len()) };
        assert_eq!((one.kind, recheck(one, &document)), (kind, Ok(())), "{claim}");
    }
}

/// The prover prefers automata where there are some; the checker confirms such claims by what the moves tell, too.
#[test]
fn what_the_moves_tell_is_confirmed() {
    for (game, claim) in [
        (TAKES, ": P(x, y) implies N(x + 1, y)"),
        (TAKES, ": grundy(x, y) != grundy(x, y + 4) and grundy(x, y) != grundy(x + 3, y)"),
        (TAKES, ": grundy(x, y) <= x + y"),
        (TAKES, ": grundy(x, 2) <= x + 2"),
        (TAKES, ": grundy(x, y) <= 2 * x + y - 1 or x = 0"),
        (TAKES, ": grundy(x, y) <= y where x = 0"),
        (FEW, ": grundy(x, y) <= 3"),
        (SPARSE, ": grundy(n) <= 6"),
        (FOUR, ": grundy(n) <= 4"),
        (FEW, ": grundy(x, y) <= 2 * x + y"),
        (FEW, ": P(x, y) implies N(x - 1, y + 3) where 1 <= x"),
        (ROOTS, ": grundy(x, y) = grundy(y, x)"),
        (ROOTS, ": P(x, x)"),
        (ROOTS, ": grundy(x, y) <= x + y and P(0, 0)"),
        (ROOTS, ": P(x, y) implies N(x + 1, y)"),
        (AREAS, ": P(x, y) iff P(y, x)"),
        (AREAS, ": P(x + 1, y) implies N(x + 2, y + 1) and N(x + 3, y + 3)"),
        (AREAS, ": P(x, 0) implies x <= 1 or N(x + 1, 6)"),
        (OF_THREE, ": grundy(x, y, z) = grundy(y, x, z)"),
        (SQUARES, ": P(n) implies N(n + 1) and N(n + 4) and N(n + 9)"),
        (SQUARES, ": grundy(n) <= n and grundy(n) != grundy(n + 4)"),
        (PARTS, ": P(x, y) implies N(x + 3, y) and N(x + 1, y + 1) and N(x + 2, y + 2)"),
        (PARTS, ": grundy(x, y) <= x + y"),
        (PARTS, ": grundy(x, 0) <= x"),
        (SQUARES, ": P(n) implies N(n + 25) and N(n + 49)"),
        (NEAR, ": N(x, x) or x = 0"),
        (NEAR, ": P(x, y) and 1 <= x <= y implies y >= x + 3"),
        (NEAR, ": grundy(x, y) = x + y where |x - y| <= 2"),
        (FOUR, ": grundy(n) = n where n <= 4"),
        (TAKES, " misere: P(x, y) implies N(x + 1, y)"),
        (FEW, " misere: P(x, y) implies N(x - 1, y + 3) where 1 <= x"),
        (FEW, " misere: N(x, y) where x <= 1 and y <= 2"),
        (AREAS, " misere: P(x, y) iff P(y, x)"),
        (AREAS, " misere: P(x + 1, y) implies N(x + 2, y + 1) and N(x + 3, y + 3)"),
        (OF_THREE, " misere: P(x, y, z) iff P(y, x, z)"),
        (SQUARES, " misere: P(n) implies N(n + 1) and N(n + 4) and N(n + 9)"),
        (ROOTS, " misere: N(0, 0)"),
    ] {
        let document = document(game, claim);
        assert_eq!(recheck(&made(&document, CertificateKind::Axioms, &[]), &document), Ok(()), "{claim}");
        let all = proved(&document);
        assert_eq!(all[0].word(), "proved", "{claim}");
        assert!(all[0].certificates.iter().all(|one| recheck(one, &document) == Ok(())), "{claim}");
    }
}

/// Numbers that a claim binds are amounts of moves. The games take squares, products of neighbours, cubes, what is decreased in one heap as often as
/// the other is squared, and rectangles.
#[test]
fn moves_are_made_at_the_numbers_of_a_claim() {
    const OBLONG: &str = "ruleset \"O\"\nheaps n\nmove a(k): n -> n - k * (k + 1) where 1 <= k\n";
    const CUBES: &str = "ruleset \"U\"\nheaps n\nmove a(k): n -> n - k^3 where 2 <= k\nmove b: n -> n - 1\n";
    const BESIDE: &str = "ruleset \"B\"\nheaps x, y\nmove a(k): (x, y) -> (x - k, y - k * k) where 1 <= k\n";
    const SIDES: &str = "ruleset \"R\"\nheaps n\nmove a(i, j): n -> n - i * j where 2 <= i, i <= j\n";
    const TIMES: &str =
        "ruleset \"T\"\nparam m = 2 where m >= 1\nheaps n\nmove a(k): n -> n - m * k * k where 1 <= k\n";
    for (game, claim) in [
        (SQUARES, ": forall k >= 1: N(k * k)"),
        (SQUARES, ": forall k >= 1: grundy(k^2) >= 1"),
        (SQUARES, ": P(n) implies (forall k >= 1: N(n + k * k))"),
        (SQUARES, ": forall k >= 1: grundy(n) != grundy(n + (k + 1) * (k + 1))"),
        (SQUARES, ": forall k >= 1: not (P(n) and P(n + k * k + 2 * k + 1))"),
        (SQUARES, ": forall k >= 1, j >= 1: not (P(n + k * k) and P(n + k * k + j * j))"),
        (OBLONG, ": forall k >= 1: N(k * k + k)"),
        (OBLONG, ": forall k >= 2: P(n) implies N(n + k * (k - 1))"),
        (CUBES, ": forall k >= 1: N(k^3)"),
        (BESIDE, ": forall k >= 1: N(k, k * k)"),
        (BESIDE, ": forall k >= 1: P(x, y) implies N(x + k, y + k^2)"),
        (SIDES, ": forall i >= 2, j >= i: N(i * j)"),
        (SIDES, ": forall i >= 2, j >= i: P(n) implies N(n + i * j)"),
        (TIMES, " for m >= 1: forall k >= 1: P(n) implies N(n + m * k * k)"),
    ] {
        let document = document(game, claim);
        let all = proved(&document);
        assert_eq!(all[0].word(), "proved", "{claim}");
        let [one] = all[0].certificates.as_slice() else { panic!("{claim}") };
        assert_eq!((one.kind, recheck(one, &document)), (CertificateKind::Axioms, Ok(())), "{claim}");
    }
    for (game, claim) in [
        (SQUARES, ": forall k >= 1: N(2 * k * k)"),
        (SQUARES, ": forall k >= 0: N(k * k)"),
        (SQUARES, ": forall k >= 1: N(k * k + 4)"),
        (SQUARES, ": forall k >= 0: P(n) implies N(n + k * k)"),
        (SQUARES, ": forall k >= 1: N(n) implies P(n + k * k)"),
        (SQUARES, ": forall k >= 1: P(n + k * k) implies P(n)"),
        (SQUARES, ": (forall k >= 1: P(n + k * k)) or (forall k >= 1: N(n + k * k))"),
        (SQUARES, ": forall k >= 1: grundy(n + k * k) != grundy(n + 2)"),
        (OBLONG, ": forall k >= 1: N(k * k)"),
        (CUBES, ": forall k >= 1: P(n) implies N(n + k^3 + 1)"),
        (BESIDE, ": forall k >= 1: N(k * k, k)"),
        (BESIDE, ": forall k >= 1: N(k, k * k - 1)"),
        (SIDES, ": forall i >= 1, j >= i: N(i * j)"),
        (SIDES, ": forall i >= 2, j >= 1: P(n) implies N(n + i * j)"),
    ] {
        let document = document(game, claim);
        assert!(recheck(&by_instances(&document), &document).is_err(), "{claim}");
        assert_eq!(proved(&document)[0].word(), "refuted", "{claim}");
    }
    let misere = document(SQUARES, " misere: forall k >= 1: N(k * k)");
    assert!(recheck(&Certificate { play: Play::Misere, ..by_instances(&misere) }, &misere).is_err());
}

#[test]
fn claims_that_are_nearly_true_are_not_confirmed() {
    for (game, claim) in [
        (UNLIKE, ": grundy(s, t, u) = grundy(s, u, t)"),
        (UNLIKE, ": grundy(s, t, u) = grundy(s, 0, 0) xor grundy(t, 0, 0) xor grundy(u, 0, 0)"),
        (LOOKS, ": grundy(x, y) = grundy(y, x)"),
        (LOOKS, ": grundy(x, y) = grundy(x, 0) xor grundy(0, y)"),
        (THREE, ": grundy(s, t, u) = grundy(s, t, 0)"),
        (THREE, ": grundy(s, t, t) = grundy(s, 0, 0) xor 1"),
        (THREE, ": grundy(s, t, u) = grundy(s) of \"maximum_nim.nim\" xor grundy(t) of \"maximum_nim.nim\""),
        (THREE, ": grundy(s, 0, 0) = grundy(s) of \"maximum_nim_floor.nim\""),
        (THREE, ": P(t, 0, t + 1)"),
        (TRIANGULAR, ": grundy(0, 2) = 2 where x = 5"),
        (TRIANGULAR, ": P(0, 2) where x = 5"),
        (THREE, ": grundy(s, t, u) = s xor t xor u"),
        (THREE, ": grundy(s, s, t) = grundy(t, 0, 0) - 1 where 1 <= t"),
        (THREE, " misere: P(s, t, u) iff N(t, s, u)"),
        (PASS, ": grundy(t; 1) = grundy(t) of \"maximum_nim.nim\""),
        (PASS, ": grundy(t; 1) = grundy(t; 0) of \"maximum_nim_pass.nim\""),
        (PASS, ": grundy(t; 0) = grundy(t; 1) of \"maximum_nim_pass.nim\""),
        (PASS, ": forall q in 0..2: grundy(t; q) = grundy(t; q) of \"maximum_nim_pass.nim\""),
        (HALF, ": grundy(2 * t + 1) = grundy(t) + cases { 1 if t = 30; 0 otherwise }"),
        (HALF, ": grundy(2 * t + 2) = grundy(t)"),
        (MORE, ": grundy(2 * t) = t"),
        (ROOT, ": grundy(t * t) = t + cases { 1 if t = 30; 0 otherwise }"),
        (ROOT_MORE, ": grundy(t * t) = t"),
        (MAXIMUM, ": exists k >= 0: grundy(k) = 7 and grundy(k) = 8"),
        (MAXIMUM, ": not (forall k >= 0: grundy(k) <= k) or grundy(t) = 0"),
        (MAXIMUM, ": forall option (u) of t: grundy(u) < grundy(t)"),
        (MAXIMUM, ": forall j <= grundy(t): exists option (u) of t: grundy(u) = j"),
        (MAXIMUM, ": exists option (u) of t: P(u)"),
        (MAXIMUM, ": forall option (u) of t: P(u) where N(t)"),
        (MAXIMUM, ": exists option (u) of t: grundy(u) = 2 where grundy(t) = 2"),
        (MAXIMUM, " misere: grundy(t) = 0 iff P(t)"),
        (MAXIMUM, ": grundy(t) = grundy(t - ceil(t / 2)) where 2 <= t, t mod 2 = 0"),
        (MAXIMUM, ": grundy(t) = ceil(t / 2) where t mod 2 = 1 or t = 100"),
        (MAXIMUM, ": grundy(t) = floor(t / 2) where 3 <= t"),
        (JUMPS, ": grundy(t) = 2 * floor(t / 3) where t mod 3 = 0"),
        (THREE, ": grundy(5, 4, 3) = 5"),
        (PASS, ": forall k in 0..9: grundy(k; 1) != grundy(k; 0)"),
        (TRIANGULAR, " misere: P(0, 0)"),
    ] {
        let document = document(game, claim);
        let play = if claim.starts_with(" misere") { Play::Misere } else { Play::Normal };
        for certificate in forged(&document) {
            let certificate = Certificate { play, ..certificate };
            assert!(recheck(&certificate, &document).is_err(), "{claim}: {:?}", certificate.kind);
        }
        let told = proved(&document);
        assert!(told.iter().all(|claim| claim.certificates.is_empty()), "{claim}");
    }
}

#[test]
fn what_the_moves_do_not_tell_is_not_confirmed() {
    for (game, claim) in [
        (NEARLY, ": grundy(x, y) = grundy(y, x)"),
        (NEARLY, ": P(x, x)"),
        (ROOTS, ": P(x, y) implies N(x + 2, y)"),
        (ROOTS, ": P(x, x + 1)"),
        (AREAS, ": P(x, x)"),
        (AREAS, ": P(x, y) implies N(x + 3, y + 3)"),
        (OF_THREE, ": grundy(x, y, z) = grundy(z, y, x)"),
        (OF_THREE, ": P(x, x, 0)"),
        (NEAR, ": P(x, y) and 1 <= x <= y implies y >= x + 4"),
        (NEAR, ": N(x, x)"),
        (NEAR, ": grundy(x, y) = x + y where |x - y| <= 3"),
        (NEAR, ": grundy(x, y) = x + y - 1 where |x - y| <= 2, 1 <= x"),
        (NEAR, ": grundy(x, y) = x + y where |x - y| <= 2 or x = 9"),
        (FOUR, ": grundy(n) = n where n <= 5"),
        (SQUARES, ": P(n) implies N(n + 2)"),
        (SQUARES, ": P(n) implies N(n + 3) or N(n + 8)"),
        (SQUARES, ": grundy(n) <= 3"),
        (SQUARES, ": grundy(n) <= n - 1 or n = 0"),
        (SQUARES, ": grundy(n) != grundy(n + 3)"),
        (PARTS, ": P(x, y) implies N(x + 2, y)"),
        (PARTS, ": grundy(x, y) <= x"),
        (PARTS, ": grundy(0, y) <= y - 1"),
        (TAKES, ": P(x, y) implies N(x, y + 3)"),
        (TAKES, ": grundy(x, y) != grundy(x + 4, y)"),
        (TAKES, ": grundy(x, y) <= x + y - 1"),
        (TAKES, ": grundy(x, y) <= x"),
        (TAKES, ": grundy(x, y) <= 2 * x + y - 1"),
        (TAKES, ": grundy(x, y) <= 3"),
        (FEW, ": grundy(x, y) <= 2"),
        (FOUR, ": grundy(n) <= 3"),
        (FEW, ": grundy(x, y) <= x"),
        (FEW, ": P(x, y) implies N(x - 1, y + 3)"),
    ] {
        let document = document(game, claim);
        for certificate in forged(&document) {
            assert!(recheck(&certificate, &document).is_err(), "{claim}: {:?}", certificate.kind);
        }
        let told = proved(&document);
        assert!(told.iter().all(|claim| claim.certificates.is_empty()), "{claim}");
    }
}

/// What is known of a value says nothing where it is asked of no position: there the rest of the claim decides.
#[test]
fn claims_that_are_false_where_a_value_does_not_matter_are_refused() {
    let root = "ruleset \"R\"\nheaps t\nmove take(v): t -> t - v where 1 <= v <= floor(sqrt(t))\n";
    let registers =
        "ruleset \"G\"\nheaps t\nregister p in 3..4\nmove take(v): t -> t - v where 1 <= v <= ceil(t / 2)\n";
    let unlike = "ruleset \"L\"\nheaps t\nregister p in 3..4\npositions where p = 3\n\
        move take(v): t -> t - v where 1 <= v <= ceil(t / 2)\n";
    for (game, value) in [
        (MAXIMUM, "grundy(t - 100002) = 5"),
        (MAXIMUM, "grundy(t - 100002) = grundy(t - 100002)"),
        (MAXIMUM, "grundy((t - 100000) / 2) = 5"),
        (MAXIMUM, "grundy(t) = grundy((t - 100000) / 2)"),
        (MAXIMUM, "grundy(t + 1) = 3 + grundy((t - 100000) / 2) + grundy(t)"),
        (root, "grundy(t - 100002) = 5"),
        (root, "grundy(t - 100001 - floor(sqrt(t))) = 5"),
        (registers, "grundy(t; 5) = 5"),
        (registers, "grundy(t; p - 2) = 5"),
        (unlike, "grundy(t; 4) = 5"),
    ] {
        let claim = format!(": t != 100001 or (t != 100001 and {value})");
        let document = document(game, &claim);
        let by_windows = made(&document, CertificateKind::Axioms, &[0]);
        let by_rule = by_windows.lookups.clone().map(|told| Lookups { numeration: serde_json::Value::Null, ..told });
        let by_rule = Certificate { lookups: by_rule, ..by_windows.clone() };
        for certificate in [by_windows, by_rule] {
            assert!(recheck(&certificate, &document).is_err(), "{value}");
        }
    }
}

#[test]
fn windows_are_games_of_windows() {
    for (game, expected) in [
        (MAXIMUM, true),
        (JUMPS, false),
        ("ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where 1 <= v <= 3\n", true),
        ("ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where 2 <= v <= 3\n", false),
        ("ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where v in {1, 3}\n", false),
        ("ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where 1 <= v <= 5 - t\n", false),
        ("ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where 1 <= v, 7 <= t\n", false),
        ("ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where 1 <= v <= t - 7\n", true),
        ("ruleset \"C\"\nheaps t\npositions where t != 4\nmove take(v): t -> t - v where 1 <= v\n", false),
        (
            "ruleset \"C\"\nheaps t\nmove take(v): t -> t - v where 1 <= v <= ceil(t / 2)\nmove all: t -> 0 where 1 <= t\n",
            false,
        ),
    ] {
        // What is claimed is true of every game, so only the windows are in question.
        let document = document(game, ": grundy(t) = 0 iff P(t)");
        let told = recheck(&made(&document, CertificateKind::Axioms, &[0]), &document);
        assert_eq!(told.is_ok(), expected, "{game}: {told:?}");
    }
}

#[test]
fn parts_of_another_kind_are_refused() {
    let document = document(THREE, ": P(s, t, u) iff P(u, s, t)");
    let right = made(&document, CertificateKind::Replies, &[]);
    assert_eq!(recheck(&right, &document), Ok(()));
    let lookups = right.lookups.clone().expect("look-ups");
    for wrong in [
        Certificate { lookups: None, ..right.clone() },
        Certificate { set: json!({}), ..right.clone() },
        Certificate { kind: CertificateKind::Listed, ..right.clone() },
        Certificate { play: Play::Misere, ..right.clone() },
        Certificate { claim: "b".to_owned(), ..right.clone() },
        made(&document, CertificateKind::Replies, &[0]),
        Certificate { lookups: Some(Lookups { numeration: json!({"Base": 1}), ..lookups.clone() }), ..right.clone() },
        Certificate { lookups: Some(Lookups { numeration: json!(null), ..lookups }), ..right.clone() },
    ] {
        assert!(recheck(&wrong, &document).is_err(), "{wrong:?}");
    }
}

#[test]
fn nothing_is_confirmed_where_play_does_not_end() {
    let game = "ruleset \"E\"\nheaps x, y\nmeasure -x - y\nmove up: x -> x + 1\nmove down: y -> y + 1\n";
    for claim in [": grundy(x, y) = grundy(y, x)", ": grundy(x, y) = 0 iff P(x, y)"] {
        let Ok(document) = checked(&format!("{game}claim \"a\"{claim}\n")) else { continue };
        assert!(forged(&document).iter().all(|one| recheck(one, &document).is_err()), "{claim}");
    }
}

/// A move of one or two heaps, whose amounts look at the heaps.
fn moves() -> impl Strategy<Value = String> {
    let bound = prop_oneof![
        Just("3"),
        Just("2"),
        Just("x"),
        Just("y"),
        Just("ceil(x / 2)"),
        Just("floor(y / 2)"),
        Just("x - 1"),
        Just("y + 1"),
        Just("min(x, y)"),
        Just("floor(sqrt(x))"),
        Just("x * y"),
    ];
    let to = prop_oneof![
        Just("x -> x - i"),
        Just("y -> y - i"),
        Just("(x, y) -> (x - i, y - i)"),
        Just("(x, y) -> (x - i, y - 1)"),
        Just("(x, y) -> (x - i, y + i - 1)"),
        Just("(x, y) -> (x - 2 * i, y + 1)"),
        Just("x -> x - i * i"),
        Just("(x, y) -> (x - i * (i + 1) / 2, y)"),
        Just("(x, y) -> (x - i * y - 1, y)"),
        Just("y -> floor(y / (i + 1))"),
    ];
    let words = prop_oneof![Just(""), Just(" symmetric")];
    (to, bound, words).prop_map(|(to, bound, words)| format!("(i){words}: {to} where 1 <= i, i <= {bound}\n"))
}

/// A claim with its truth at a position, by a table; none where it has no value.
type Claimed = (&'static str, fn(i64, i64, &dyn Fn(i64, i64) -> Option<u32>) -> Option<bool>);

const CLAIMS: [Claimed; 25] = [
    ("grundy(x, y) = grundy(y, x)", |x, y, g| Some(g(x, y)? == g(y, x)?)),
    ("P(x, y) iff P(y, x)", |x, y, g| Some((g(x, y)? == 0) == (g(y, x)? == 0))),
    ("grundy(x, y) = grundy(x, 0) xor grundy(0, y)", |x, y, g| Some(g(x, y)? == g(x, 0)? ^ g(0, y)?)),
    ("grundy(x, y) = x xor y", |x, y, g| Some(i64::from(g(x, y)?) == x ^ y)),
    ("grundy(x, y) = grundy(x, 0)", |x, y, g| Some(g(x, y)? == g(x, 0)?)),
    ("P(x, x)", |x, _, g| Some(g(x, x)? == 0)),
    ("grundy(x + 1, y + 1) = grundy(x, y)", |x, y, g| Some(g(x + 1, y + 1)? == g(x, y)?)),
    ("grundy(x, 0) = x", |x, _, g| Some(i64::from(g(x, 0)?) == x)),
    ("grundy(x, y) = grundy(y, x) xor 1 where x = y + 1", |x, y, g| {
        (x == y + 1).then_some(()).map_or(Some(true), |()| Some(g(x, y)? == g(y, x)? ^ 1))
    }),
    ("grundy(x, 2) = grundy(2, x)", |x, _, g| Some(g(x, 2)? == g(2, x)?)),
    ("x = y implies grundy(x, y) = 0", |x, y, g| Some(x != y || g(x, y)? == 0)),
    ("grundy(3, 4) = 1", |_, _, g| Some(g(3, 4)? == 1)),
    ("grundy(x, y) <= 3 or grundy(y, x) != grundy(x, y)", |x, y, g| Some(g(x, y)? <= 3 || g(x, y)? != g(y, x)?)),
    ("grundy(x, y) <= x + y", |x, y, g| Some(i64::from(g(x, y)?) <= x + y)),
    ("grundy(x, y) <= 2 * x + y", |x, y, g| Some(i64::from(g(x, y)?) <= 2 * x + y)),
    ("grundy(x, y) <= x", |x, y, g| Some(i64::from(g(x, y)?) <= x)),
    ("grundy(x, 0) <= x", |x, _, g| Some(i64::from(g(x, 0)?) <= x)),
    ("grundy(x, 1) <= x + 1", |x, _, g| Some(i64::from(g(x, 1)?) <= x + 1)),
    ("grundy(x, y) <= 2", |x, y, g| Some(g(x, y)? <= 2)),
    ("grundy(x, y) <= 3", |x, y, g| Some(g(x, y)? <= 3)),
    ("grundy(x, y) <= y or x > 2", |x, y, g| Some(i64::from(g(x, y)?) <= y || 2 < x)),
    ("P(x, y) implies N(x + 1, y)", |x, y, g| Some(g(x, y)? != 0 || g(x + 1, y)? != 0)),
    ("P(x, y) implies N(x, y + 2)", |x, y, g| Some(g(x, y)? != 0 || g(x, y + 2)? != 0)),
    ("grundy(x + 1, y) != grundy(x, y + 1)", |x, y, g| Some(g(x + 1, y)? != g(x, y + 1)?)),
    ("forall k in 0..4: grundy(k, 1) = grundy(1, k)", |_, _, g| {
        (0..=4).try_fold(true, |all, k| Some(all && g(k, 1)? == g(1, k)?))
    }),
];

/// The same of outcomes of misère play.
type MisereClaim = (&'static str, fn(i64, i64, &dyn Fn(i64, i64) -> Option<bool>) -> Option<bool>);

const MISERE_CLAIMS: [MisereClaim; 12] = [
    ("P(x, y) iff P(y, x)", |x, y, p| Some(p(x, y)? == p(y, x)?)),
    ("P(x, y) implies N(x + 1, y)", |x, y, p| Some(!p(x, y)? || !p(x + 1, y)?)),
    ("P(x, y) implies N(x, y + 2)", |x, y, p| Some(!p(x, y)? || !p(x, y + 2)?)),
    ("P(x, y) implies N(x + 1, y + 1)", |x, y, p| Some(!p(x, y)? || !p(x + 1, y + 1)?)),
    ("P(x, x)", |x, _, p| p(x, x)),
    ("N(0, 0)", |_, _, p| Some(!p(0, 0)?)),
    ("P(0, 0)", |_, _, p| p(0, 0)),
    ("N(0, 0) and N(0, 1)", |_, _, p| Some(!p(0, 0)? && !p(0, 1)?)),
    ("N(x, y) where x = 0", |x, y, p| Some(x != 0 || !p(x, y)?)),
    ("P(x, 0) where x = 1", |x, _, p| Some(x != 1 || p(x, 0)?)),
    ("N(x, y) implies N(x + 1, y)", |x, y, p| Some(p(x, y)? || !p(x + 1, y)?)),
    ("N(x, x) implies not (exists option (a, b) of (x, x): P(a, b))", |x, _, p| p(x, x)),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The same in misère play.
    #[test]
    fn what_is_confirmed_of_misere_play_is_true(moves in proptest::collection::vec(moves(), 1..=3)) {
        let named: String = moves.iter().enumerate().map(|(at, rest)| format!("move m{at}{rest}")).collect();
        let game = format!("ruleset \"R\"\nheaps x, y\n{named}");
        let Ok(plain) = checked(&game) else { return Ok(()) };
        let table = reference::outcomes(&plain.ruleset, &Region::Total(18), Play::Misere, &Context::default());
        let Ok(table) = table else { return Ok(()) };
        let is_p = |x: i64, y: i64| table.get(&[x, y]).map(|value| value == 0);
        for (claim, holds) in MISERE_CLAIMS {
            let Ok(document) = checked(&format!("{game}claim \"a\" misere: {claim}\n")) else { continue };
            if forged(&document).iter().any(|one| recheck(one, &document).is_ok()) {
                for (x, y) in (0..=8).flat_map(|x| (0..=8).map(move |y| (x, y))) {
                    prop_assert!(holds(x, y, &is_p) != Some(false), "{game}{claim} at ({x}, {y})");
                }
            }
        }
    }

    /// What is confirmed without automata is true on a table. The games are random, and most of the claims are false.
    #[test]
    fn what_is_confirmed_is_true(moves in proptest::collection::vec(moves(), 1..=3)) {
        let named: String = moves.iter().enumerate().map(|(at, rest)| format!("move m{at}{rest}")).collect();
        let game = format!("ruleset \"R\"\nheaps x, y\n{named}");
        let Ok(plain) = checked(&game) else { return Ok(()) };
        let ruleset = plain.ruleset;
        let table = reference::grundy(&ruleset, &Region::Total(18), &Context::default());
        let Ok(table) = table else { return Ok(()) };
        let value = |x: i64, y: i64| table.get(&[x, y]);
        for (claim, holds) in CLAIMS {
            let Ok(document) = checked(&format!("{game}claim \"a\": {claim}\n")) else { continue };
            if forged(&document).iter().any(|one| recheck(one, &document).is_ok()) {
                for (x, y) in (0..=8).flat_map(|x| (0..=8).map(move |y| (x, y))) {
                    prop_assert!(holds(x, y, &value) != Some(false), "{game}{claim} at ({x}, {y})");
                }
            }
        }
    }
}
