//! Claims on tables: true ones hold, planted false ones are refuted at their least position, faults have places.
use crate::checked;
use nimdsl::check::Settings;
use nimdsl::claim::Verdict;
use nimdsl::claim::verify::{Expectation, Request, Verified, verify};
use nimdsl::engine::Context;
use nimdsl::ruleset::ParameterValue;

const TRIANGULAR: &str =
    "ruleset \"T\"\nheaps x, y\nmove t(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n";
const NIM: &str = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";

/// The verdict on the one claim of a text.
pub(crate) fn verdict_of(text: &str, up_to: u64) -> Verified {
    let document = checked(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    let claim = document.claims().next().expect("a claim");
    let request = Request { up_to: Some(up_to), ..Request::default() };
    verify(&document, claim, &request, &Context::default()).expect("a verdict")
}

fn holds(rules: &str, claim: &str, up_to: u64) {
    let verified = verdict_of(&format!("{rules}\n{claim}\n"), up_to);
    assert!(matches!(verified.verdict, Verdict::Holds { .. }), "{claim}: {:?}", verified.verdict);
    assert_eq!(verified.as_expected, Expectation::Met, "{claim}");
}

fn refuted_at(rules: &str, claim: &str, up_to: u64, expected: &[i64]) {
    let verified = verdict_of(&format!("{rules}\n{claim}\n"), up_to);
    match &verified.verdict {
        Verdict::Refuted { position: Some(position), .. } => assert_eq!(position, expected, "{claim}"),
        other => panic!("{claim}: {other:?}"),
    }
    assert_eq!(verified.as_expected, Expectation::Missed, "{claim}");
}

#[test]
fn sets_are_compared_with_p_positions_far_beyond_tables() {
    let rules = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove bishop(i): (x, y) -> (x - i, y - i) \
                 where 1 <= i\n";
    let verdict = |set: &str| {
        let document = checked(&format!("{rules}claim \"C\": P = {set}\n")).expect("a ruleset");
        let claim = document.claims().next().expect("a claim");
        verify(&document, claim, &Request::default(), &Context::default()).expect("a verdict").verdict
    };
    let refuted_at = |set: &str, expected: [i64; 2]| match verdict(set) {
        Verdict::Refuted { position: Some(position), .. } => assert_eq!(position, expected, "{set}"),
        other => panic!("{set}: {other:?}"),
    };
    let wythoff = "sym {(floor(n * phi), floor(n * phi) + n) for n >= 0}";
    assert!(matches!(verdict(wythoff), Verdict::Holds { up_to: 20_000, .. }));
    // 2584 / 1597 is a convergent of phi: both sequences agree up to n = 4180, and 4181 phi is a little more than 6765.
    refuted_at("sym {(floor(n * 2584 / 1597), floor(n * 2584 / 1597) + n) for n >= 0}", [6764, 10945]);
    refuted_at(&format!("{wythoff} union {{(16000, 16001)}}"), [16000, 16001]);
    // The 5000th pair is missing.
    let missing = "sym {(floor(n * phi), floor(n * phi) + n) for n >= 0 where n != 5000}";
    refuted_at(missing, [8090, 13090]);
    // Every set with two long variables is left to tables.
    assert!(matches!(
        verdict(&format!("{wythoff} union {{(n + k, n - k) for n >= 0, k >= n + 1}}")),
        Verdict::Holds { up_to: 1000, .. }
    ));
}

#[test]
fn closed_forms_hold() {
    holds(NIM, "theorem \"Bouton\": grundy(x, y) = x xor y", 60);
    holds(NIM, "theorem \"Bouton\": P = {(x, x) for x >= 0}", 60);
    holds(NIM, "theorem \"misere\" misere: P = {(k, k) for k >= 2} union sym {(0, 1)}", 60);
    holds(NIM, "theorem \"by conditions\": P(x, y) iff x = y", 60);
    holds(NIM, "claim \"mex\": forall option (u, v) of (x, y): grundy(u, v) != grundy(x, y)", 24);
    holds(NIM, "claim \"digits\": digit(2, 3, grundy(x, y)) = (digit(2, 3, x) + digit(2, 3, y)) mod 2", 40);
    holds(NIM, "claim \"terminal\": terminal(x, y) iff x = 0 and y = 0", 20);
    let wythoff =
        format!("{NIM}move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\nsequence A(n) = floor(n * phi)\n");
    holds(&wythoff, "theorem \"Wythoff\": P = sym {(A(n), A(n) + n) for n >= 0}", 120);
    holds(&wythoff, "claim \"row 1\": forall n >= 8: grundy(1, n + 3) = grundy(1, n) + 3", 40);
    let triangular = "theorem \"Theorem 2\": grundy(x, y) = cases { 0 if |x - y| <= 1; floor(|x - y| * (|x - y| - 1) / 2) \
                      + floor((x + y - |x - y|^2 - 2) / 2) mod |x - y| if |x - y|^2 + 2 <= x + y; x + y - 1 otherwise }";
    let two = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 2\n";
    // Values are those of normal play, whatever the claim says of outcomes, and whichever is asked for first.
    holds(two, "claim \"both\" misere: P(x) iff grundy(x) = 1", 60);
    holds(two, "claim \"both\" misere: grundy(x) = 1 iff P(x)", 60);
    // A set that depends on the row.
    holds(NIM, "claim \"row\": P(x, y) iff (x, y) in {(x - k, x + 0) for k in 0..x}", 40);
    holds(TRIANGULAR, triangular, 60);
    holds(TRIANGULAR, "claim \"final\": final(x, y) iff (x, y) in sym {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)}", 30);
    holds(TRIANGULAR, "claim \"exception\": P = {(x, y) where |x - y| <= 1, 1 <= x + y} except {(0, 0)}", 30);
}

#[test]
fn planted_faults_are_found_at_their_least_position() {
    // One number changed in a true claim; the positions were found by hand from the tables.
    refuted_at(NIM, "claim \"or\": grundy(x, y) = x + y", 30, &[1, 1]);
    refuted_at(NIM, "claim \"from 1\": P = {(x, x) for x >= 1}", 30, &[0, 0]);
    refuted_at(NIM, "claim \"one missing\": P = {(x, x) for x >= 0} minus {(7, 7)}", 30, &[7, 7]);
    refuted_at(NIM, "claim \"one too many\": P = {(x, x) for x >= 0} union {(3, 5)}", 30, &[3, 5]);
    refuted_at(NIM, "claim \"normal formula\" misere: P = {(x, x) for x >= 0}", 30, &[0, 0]);
    refuted_at(NIM, "claim \"far\": grundy(x, y) < 32", 40, &[0, 32]);
    refuted_at(TRIANGULAR, "claim \"wide\": P = {(x, y) where |x - y| <= 2}", 30, &[0, 2]);
    // All of total 3 are right; of total 4, (0, 4) comes first.
    refuted_at(TRIANGULAR, "claim \"cut\": grundy(x, y) <= 2", 30, &[0, 4]);
}

#[test]
fn refuted_claims_are_held_to_their_word() {
    let verified = verdict_of(&format!("{NIM}refuted \"true\" at (1, 1): grundy(x, y) = x xor y\n"), 20);
    assert_eq!((verified.word(), verified.as_expected), ("holds", Expectation::Missed));
    let verified = verdict_of(&format!("{NIM}refuted \"elsewhere\" at (2, 2): grundy(x, y) = x + y\n"), 20);
    assert_eq!((verified.word(), verified.as_expected), ("refuted", Expectation::Missed));
    let verified = verdict_of(&format!("{NIM}refuted \"here\" at (1, 1): grundy(x, y) = x + y\n"), 20);
    assert_eq!((verified.word(), verified.as_expected), ("refuted", Expectation::Met));
    // A counterexample at the default is none of the parameters that are chosen from outside.
    let file = "param p = 3\nheaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i <= p\n\
                refuted \"at p = 3\" at (0, 4): P = {(x, x) for x >= 0}\n";
    let document = checked(file).expect("it is well-formed");
    let claim = document.claims().next().expect("a claim");
    for (p, position) in [(3, [0, 4]), (4, [0, 5])] {
        let settings: Settings = [("p".to_owned(), ParameterValue::Number(p))].into_iter().collect();
        let request = Request { settings, play: None, up_to: Some(20) };
        let verified = verify(&document, claim, &request, &Context::default()).expect("a verdict");
        assert_eq!(verified.as_expected, Expectation::Met, "p = {p}: {}", verified.words(&document.ruleset));
        assert!(matches!(&verified.verdict, Verdict::Refuted { position: Some(at), .. } if *at == position));
    }
}

#[test]
fn heads_run_through_their_parameters() {
    let rules = "param m = 2 where m >= 1\nheaps x\nmove take(i): x -> x - i where 1 <= i <= m\n";
    holds(rules, "theorem \"subtraction\" for m in 1..9: grundy(x) = x mod (m + 1)", 100);
    let verified = verdict_of(&format!("{rules}theorem \"too far\" for m in 1..9: grundy(x) <= 6\n"), 100);
    assert_eq!(verified.parameters.get("m"), Some(&nimdsl::ruleset::ParameterValue::Number(7)));
    let verified = verdict_of(&format!("{rules}theorem \"nothing\" for m in 1..9 where 9 < m: grundy(x) = 0\n"), 100);
    assert_eq!(verified.as_expected, Expectation::Open);
}

#[test]
fn what_cannot_be_decided_on_a_table_is_open() {
    let open = |claim: &str| verdict_of(&format!("{NIM}{claim}\n"), 20).as_expected;
    assert_eq!(open("claim \"e\": P = {(x, x) for x >= 1} except finitely many"), Expectation::Met);
    assert_eq!(open("claim \"e\": P = {(0, 0)} except finitely many"), Expectation::Open);
    for many in ["P(x, y)", "N = {(k, k) for k >= 0}", "x > 5", "x < 60 or y < 60", "grundy(x, y) = x + y"] {
        let verified = verdict_of(&format!("{NIM}claim \"e\": {many} except finitely many\n"), 100);
        assert_eq!(verified.as_expected, Expectation::Open, "{many}");
    }
    assert_eq!(open("claim \"v\": grundy(x, y) = 5 where x < 0"), Expectation::Open);
    // The exceptions of all instances together, each once.
    for head in ["1..3", "{1, 3, 2}"] {
        let claim =
            format!("param c = 1\n{NIM}claim \"e\" for c in {head}: P = {{(x, x) for x >= c}} except finitely many\n");
        let Verdict::Holds { mut exceptions, .. } = verdict_of(&claim, 20).verdict else { panic!("{claim}") };
        exceptions.sort();
        assert_eq!(exceptions, [[0, 0], [1, 1], [2, 2]]);
    }
}

#[test]
fn membership_of_a_number_is_a_value() {
    let take = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 3\n";
    holds(take, "claim \"in P\": 4 in P", 20);
    let verified = verdict_of(&format!("{take}claim \"not in P\": 5 in P\n"), 20);
    assert!(matches!(verified.verdict, Verdict::Refuted { .. }), "{:?}", verified.verdict);
}

/// A row of a game of rays is tried far, but not where its claim asks for positions of the whole board.
#[test]
fn a_claim_about_a_row_that_looks_elsewhere_takes_the_usual_board() {
    let up_to = |claim: &str| {
        let document = checked(&format!("{NIM}claim \"C\": {claim}\n")).expect("a ruleset");
        let claim = document.claims().next().expect("a claim");
        let verdict = verify(&document, claim, &Request::default(), &Context::default()).expect("a verdict").verdict;
        let Verdict::Holds { up_to, .. } = verdict else { panic!("{verdict:?}") };
        up_to
    };
    assert_eq!(up_to("N(x, y) where y = 0, 1 <= x"), 20_000);
    assert_eq!(up_to("grundy(x + 3, y) = x + 3 where y = 0"), 20_000);
    for elsewhere in ["P(x, x) where y = 0", "exists k in 0..x: P(k, x) where y = 0"] {
        assert!(up_to(elsewhere) <= 400, "{elsewhere}");
    }
}

#[test]
fn sides_of_an_equation_are_not_multiplied() {
    let verified = verdict_of(&format!("{NIM}claim \"half\": grundy(x, y) = (x + y) / 2 + (x + y) / 2 + 1\n"), 20);
    let document = checked(NIM).expect("a ruleset");
    assert!(verified.words(&document.ruleset).contains("the left side is 0 and the right side is 1"));
}

#[test]
fn faults_in_claims_have_places() {
    for (claim, place) in [
        ("theorem \"T\": grundy(x) = 0", "3:14"),
        ("theorem \"T\": P = {(x, z)}", "3:23"),
        ("theorem \"T\" for k in 0..3: P = {(0, 0)}", "3:17"),
    ] {
        let faults = checked(&format!("{NIM}{claim}\n")).expect_err(claim);
        assert!(faults.to_string().contains(place), "{claim}: {faults}");
    }
}

#[test]
fn parameters_from_outside_choose_among_those_of_the_head() {
    let text = "param m = 2 where m >= 1\nheaps x\nmove take(i): x -> x - i where 1 <= i <= m\n\
                refuted \"only for 1\" at (2) for m in {1}: grundy(x) = x\ntheorem \"all\" for m >= 1: grundy(x) = x mod (m + 1)\n";
    let document = checked(text).expect("a ruleset");
    let settings = [("m".to_owned(), nimdsl::ruleset::ParameterValue::Number(3))].into_iter().collect();
    let request = Request { up_to: Some(20), settings, ..Request::default() };
    let verdicts: Vec<Verified> = document
        .claims()
        .map(|claim| verify(&document, claim, &request, &Context::default()).expect("a verdict"))
        .collect();
    // The first does not speak of m = 3, the second is tested there alone.
    assert_eq!(verdicts.iter().map(Verified::word).collect::<Vec<_>>(), ["unknown", "holds"]);
    assert_eq!(verdicts.iter().map(|it| it.instances).collect::<Vec<_>>(), [0, 1]);
    assert!(verdicts.iter().all(|it| it.as_expected == Expectation::Met));
}

#[test]
fn positions_of_ordinals_are_written_as_ordinals() {
    let text = "heaps x, y below omega^2\nmove yama symmetric: (x, y) -> (x', y + 1) where x' + 1 < x\n\
                refuted \"none\" at (omega * 2 + 3, omega): P = {(0, 0)}\n";
    let document = checked(text).expect("a ruleset");
    let position = document.claims().next().map(|claim| document.named_position(claim, &document.ruleset));
    let position = position.expect("a claim").expect("no fault").expect("a position");
    assert_eq!(position, [2, 3, 1, 0]);
    assert_eq!(nimdsl::claim::written(&position, &document.ruleset), "(omega * 2 + 3, omega * 1)");
    assert_eq!(nimdsl::claim::written(&[0, 0, 0, 4], &document.ruleset), "(0, 4)");
}
