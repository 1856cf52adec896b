//! Claims for all positions: true ones proved, planted false ones refuted at the right place.
use super::{checked, ruleset};
use nimdsl::check::{Document, Settings};
use nimdsl::claim::verify::Expectation;
use nimdsl::engine::Context;
use nimdsl::prover::ask::claims::{Proved, Prover, Request};
use nimdsl::prover::ask::solve::solve;
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::ruleset::ParameterValue;
use nimdsl::syntax::ast::ClaimKind;
use nimdsl::value::Play;

pub(crate) fn proved(document: &Document) -> Vec<Proved> {
    let context = Context::default();
    let prover = Prover::new(document, &context);
    let all = document.claims().map(|claim| prover.prove(claim, &Request::default()).expect("a sound claim"));
    all.collect()
}

/// The only claim of a text.
fn one(text: &str) -> Proved {
    let document = checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    proved(&document).pop().expect("a claim")
}

const TRIANGULAR: &str =
    "ruleset \"T\"\nheaps x, y\nmove t(i, j) symmetric:\n    (x, y) -> (x - i, y + j)\n    where 2 <= i, 1 <= j < i\n";
pub(crate) const NIM: &str = "ruleset \"N\"\nheaps x, y\nmove take(i) symmetric:\n    x -> x - i\n    where 1 <= i\n";

fn refuted_at(text: &str) -> Option<Vec<i64>> {
    match one(text).judged.verdict {
        Verdict::Refuted { position, .. } => position,
        other => panic!("{other:?}"),
    }
}

fn is_proved(text: &str) -> bool {
    matches!(one(text).verdict, Verdict::Proved(_))
}

#[test]
fn files_of_the_project_turn_out_as_they_say() {
    for name in [
        "yama",
        "yama_wythoff",
        "ab_triangular",
        "ab_yama",
        "all_but",
        "subtraction",
        "nim",
        "nim_pass_from_m",
        "ryuo_pass",
        "ryuo_three",
        "ryuo_restricted",
        "suetsugu_fukui",
        "triangular_geometric",
        "triangular_subgeometric",
        "three_heap_1",
        "three_heap_5",
        "transfinite_triangular",
        "transfinite_wythoff",
        "transfinite_yama",
    ] {
        for claim in proved(&ruleset(name)) {
            let shown = format!("{name}: {} {:?}", claim.name, claim.verdict);
            let is_partial = claim.limits().is_some_and(|limits| limits.is_partial);
            let expected =
                if is_partial && claim.kind != ClaimKind::Refuted { Expectation::Open } else { Expectation::Met };
            assert_eq!(claim.as_expected, expected, "{shown}");
            assert!(!matches!(claim.verdict, Verdict::Open(_)), "{shown}");
        }
    }
}

#[test]
fn p_positions_are_proved_and_false_ones_refuted_at_the_least_position() {
    assert!(is_proved(&format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where |x - y| <= 1}}")));
    let corner = format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where |x - y| <= 1}} minus {{(5, 5)}}");
    assert_eq!(refuted_at(&corner), Some(vec![5, 5]));
    let wider = format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where |x - y| <= 2}}");
    assert_eq!(refuted_at(&wider), Some(vec![0, 2]));
    let misere = format!("{NIM}claim \"a\" misere: P(x, y) iff (x = y and 2 <= x or x + y = 1)");
    assert!(is_proved(&misere));
    assert_eq!(refuted_at(&misere.replace("2 <= x", "3 <= x")), Some(vec![2, 2]));
}

#[test]
fn a_claim_that_is_true_far_beyond_every_table_is_refuted() {
    let text = format!("{NIM}claim \"a\": P(x, y) iff x = y or (x = 70000 and y = 70001)");
    assert_eq!(refuted_at(&text), Some(vec![70_000, 70_001]));
    let text = format!("{NIM}claim \"a\": grundy(x, y) = cases {{ 7 if x = 123456, y = 3; x xor y otherwise }}");
    assert_eq!(refuted_at(&text), Some(vec![123_456, 3]));
    let text = format!("{NIM}claim \"a\": grundy(x, y) <= 3 implies |x - y| <= 3 where x < 1000000 or y != 1000003");
    assert!(is_proved(&text));
    assert_eq!(refuted_at(&text.replace("|x - y| <= 3", "(|x - y| <= 3 and x != 50000)")), Some(vec![50_000, 50_000]));
}

#[test]
fn values_are_proved_by_their_formula() {
    let values = "claim \"a\": grundy(x, y) = x xor y";
    assert!(is_proved(&format!("{NIM}{values}")));
    let wrong = "claim \"a\": grundy(x, y) = x + y where x < 2, y < 2";
    assert_eq!(refuted_at(&format!("{NIM}{wrong}")), Some(vec![1, 1]));
    assert!(is_proved(&format!("{NIM}claim \"a\": grundy(x + 4, y + 4) = grundy(x, y) where x < 4, y < 4")));
    assert!(is_proved(&format!("{NIM}claim \"a\": grundy(x, y) = 3 iff (x xor y) = 3")));
}

#[test]
fn level_sets_are_proved_where_the_values_have_no_automaton() {
    let text = format!("{TRIANGULAR}claim \"a\": grundy(x, y) = 1 iff (x, y) in sym {{(2 * k, 2 * k + 2) for k >= 0}}");
    assert!(is_proved(&text));
    assert_eq!(refuted_at(&text.replace("2 * k + 2)", "2 * k + 3)")), Some(vec![0, 2]));
}

#[test]
fn level_sets_with_any_step_are_proved_and_false_ones_refuted() {
    let levels = |fourth: &str| {
        format!(
            "{TRIANGULAR}claim \"3\":\n    grundy(x, y) = 3 iff (x, y) in sym {{(1, 3), (0, 4)}} union \
             sym {{(3 * k + 4, 3 * k + 7) for k >= 0}}\nclaim \"4\":\n    grundy(x, y) = 4 iff (x, y) in {fourth}\n"
        )
    };
    let right = "sym {(1, 4), (0, 5)} union sym {(3 * k + 5, 3 * k + 8) for k >= 0}";
    assert!(is_proved(&levels(right)));
    let without = "sym {(1, 4), (0, 5)} union sym {(3 * k + 8, 3 * k + 11) for k >= 0}";
    assert_eq!(refuted_at(&levels(without)), Some(vec![5, 8]));
    let more = "sym {(1, 4), (0, 5)} union sym {(3 * k + 5, 3 * k + 8) for k >= 0} union {(20000, 20000)}";
    assert!(!is_proved(&levels(more)));
}

#[test]
fn a_claim_that_fails_at_a_large_parameter_only_is_refuted_there() {
    let one =
        one("ruleset \"S\"\nparam p = 3 where p >= 2\nheaps x\nmove take(i):\n    x -> x - i\n    where 1 <= i < p\n\
         claim \"a\" for p >= 2: P(x) iff x mod min(p, 9) = 0");
    assert!(matches!(one.verdict, Verdict::Refuted { .. }), "{:?}", one.verdict);
    assert_eq!(one.parameters.get("p"), Some(&ParameterValue::Number(10)));
}

/// A recurrence whose factor is an open parameter is no list of numbers.
#[test]
fn recurrences_with_an_open_factor_stand_beside_proofs_for_all_parameters() {
    for rule in ["d * a(k - 1) + k", "d * a(k - 1) + k mod 2", "(d + 1) * a(k - 1) + k", "a(k - 1) + d * k * k"] {
        let found = one(&format!(
            "ruleset \"S\"\nparam d = 2 where d >= 1\nheaps n\nsequence a(k) = {rule} from a(0) = 0\n\
             move take(i): n -> n - i where 1 <= i <= d\nclaim \"a\" for d >= 1: P(n) iff n mod (d + 1) = 0"
        ));
        assert_eq!(range(&found), Some("d >= 1"), "{rule}");
    }
}

/// Products that are compared with small numbers, and small divisors, are alternatives without them.
#[test]
fn small_products_and_divisors_are_no_obstacle() {
    let hyperbola = "ruleset \"H\"\nheaps x, y\nmove take(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i * j < 3\n";
    let rectangle =
        "ruleset \"R\"\nheaps x, y\nmove cut(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j = 6\n";
    let divisor = "ruleset \"D\"\nheaps n\nmove take(d): n -> n - d where 1 <= d <= 6, d < n, d divides n\n";
    let area = "ruleset \"A\"\nheaps x, y\npositions where 1 <= x, 1 <= y\nmove cut(i) symmetric: x -> x - i where 1 <= i, i * y <= 5\n";
    for (game, claim, is_true) in [
        (
            hyperbola,
            ": P(x, y) iff x = y and x mod 2 = 0 or floor(x / 4) = floor(y / 4) and |x - y| = 2 and x mod 2 = 1",
            true,
        ),
        (hyperbola, " misere: P(x, y) iff |x - y| = 1 and floor(x / 2) = floor(y / 2)", true),
        (hyperbola, " misere: P(x, y) iff |x - y| = 1 and floor(x / 2) = floor(y / 2) and x != 300", false),
        (rectangle, ": P(x, 2) iff x < 3", true),
        (rectangle, ": P(x, 2) iff x < 3 or x = 3000", false),
        (divisor, ": P(n) iff n = 0 or n mod 2 = 1", true),
        (divisor, ": P(n) iff n = 0 or n mod 2 = 1 and n != 5001", false),
        (area, ": grundy(x, 1) = (x - 1) mod 6", true),
        (area, ": grundy(x, 1) = (x - 1) mod 7", false),
    ] {
        let found = one(&format!("{game}claim \"a\"{claim}"));
        match (&found.verdict, is_true) {
            (Verdict::Proved(_), true) | (Verdict::Refuted { .. }, false) => {}
            (other, _) => panic!("{game}{claim}: {other:?}"),
        }
    }
}

/// A number that a claim names is a value of its parameter that tables try, whatever the claim says of it.
#[test]
fn a_claim_that_fails_where_its_parameter_is_a_number_that_it_names_is_refuted_there() {
    let square = "ruleset \"S\"\nparam p = 2 where p >= 2\nheaps x, y\nmove square(i, j):\n    (x, y) -> (x - i, y - j)\n    \
                  where 0 <= i < p, 0 <= j < p, 1 <= i + j\n";
    let wythoff = "ruleset \"W\"\nparam a = 2 where a >= 1\nheaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
                   move bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, abs(i - j) < a\n";
    for (game, name, value, claim) in [
        (square, "p", 47, "forall k >= 0: grundy(k, 0) = k mod p and (p != 47 or k != 7)"),
        (square, "p", 48, "grundy(x, y) = grundy(y, x) + cases { 1 if 47 < p <= 50 and x = 3 and y = 5; 0 otherwise }"),
        (wythoff, "a", 23, "P(1, y) iff y = a + 1 + cases { 1 if a = 23; 0 otherwise }"),
        (wythoff, "a", 23, "not (P(x, y) and x = 2 and y = 2 * a + 2 and a = 23)"),
    ] {
        let first = if name == "p" { 2 } else { 1 };
        let found = one(&format!("{game}claim \"a\" for {name} >= {first}: {claim}"));
        assert!(matches!(found.verdict, Verdict::Refuted { .. }), "{claim}: {:?}", found.verdict);
        assert_eq!(found.parameters.get(name), Some(&ParameterValue::Number(value)), "{claim}");
    }
}

#[test]
fn what_no_automaton_can_say_is_said() {
    let text = format!("{TRIANGULAR}claim \"a\": P = {{(x, y) where x * y <= 3 * x * y, |x - y| <= 1}}");
    match one(&text).judged.verdict {
        Verdict::Open(Obstacle::Cannot(why)) => assert!(why.contains("product"), "{why}"),
        other => panic!("{other:?}"),
    }
    let text =
        format!("{NIM}claim \"a\": P(x, y) iff ((x xor y) = 0 and not (exists k >= 0: x = 3^k and y = 3^k + 1))");
    match one(&text).judged.verdict {
        Verdict::Open(why) => assert!(why.to_string().contains("nim-sum"), "{why}"),
        other => panic!("{other:?}"),
    }
    let squares = "ruleset \"S\"\nheaps x, y\nmove t(k) symmetric: (x, y) -> (x - k * k, y) where 1 <= k\n\
                   move b(i): (x, y) -> (x - i, y - i) where 1 <= i\nclaim \"a\": exists k >= 0: P(0, k) and k > 100";
    match one(squares).judged.verdict {
        Verdict::Open(why) => assert!(
            why.to_string().ends_with("; a claim of the file that gives the P-positions would do, where it is proved"),
            "{why}"
        ),
        other => panic!("{other:?}"),
    }
}

pub(crate) const YAMA_WYTHOFF: &str = "ruleset \"Y\"\nparam c = 0 where c >= 0\nheaps x, y\nmove yama(i) symmetric:\n    \
    (x, y) -> (x - i, y + 1)\n    where 2 <= i\nmove wythoff(i, j):\n    (x, y) -> (x - i, y - j)\n    \
    where 1 <= i, 1 <= j, |i - j| <= c\n";

/// The values of open parameters for which there is one proof.
fn range(claim: &Proved) -> Option<&str> {
    claim.limits().and_then(|limits| limits.range.as_deref())
}

/// The values of one parameter, in words, for which a claim is proved; or the one at which it is refuted.
fn for_all(head: &str, body: &str) -> Result<String, Settings> {
    let claim = one(&format!("{YAMA_WYTHOFF}claim \"a\" for {head}: {body}")).judged;
    match claim.verdict {
        Verdict::Proved(figures) if figures.limits.is_partial => Ok("partly".to_owned()),
        Verdict::Proved(figures) => Ok(figures.limits.range.unwrap_or_default()),
        Verdict::Refuted { .. } => Err(claim.parameters),
        Verdict::Open(why) => Ok(why.to_string()),
    }
}

#[test]
fn parameters_without_an_end_are_kept_open() {
    let set = |bound: &str| format!("P(x, y) iff x + y <= 1 or (min(x, y) = 1 and {bound} <= max(x, y))");
    assert_eq!(for_all("c >= 0", &set("c + 3")), Ok("c >= 0".to_owned()));
    assert_eq!(for_all("c >= 5", &set("c + 3")), Ok("c >= 5".to_owned()));
    let at = |value| Err(Settings::from_iter([("c".to_owned(), ParameterValue::Number(value))]));
    assert_eq!(for_all("c >= 0", &set("c + 4")), at(0));
    // True at the values that a table tries, and false later.
    assert_eq!(for_all("c >= 0", &set("min(c, 40) + 3")), at(41));
    let far = format!("{} or (c = 1001 and x = y)", set("c + 3"));
    assert_eq!(for_all("c >= 0", &far), at(1001));
    assert_eq!(for_all("c >= 0 where c != 1001", &far), Ok("c >= 0 where c != 1001".to_owned()));
    // A name of a parameter in a bracket is the parameter and no heap.
    let element = "P = {(0, 0), (0, 1), (1, 0)} union {(k, 1) for k >= c + 3} union {(1, k) for k >= c + 3}";
    assert_eq!(for_all("c >= 0", element), Ok("c >= 0".to_owned()));
    assert_eq!(for_all("c >= 0", &format!("{element} union {{(c + 3, 1)}}")), Ok("c >= 0".to_owned()));
    assert!(for_all("c >= 0", &format!("{element} union {{(c, k) for k >= 100 * c + 100}}")).is_err());
    // What speaks of all positions of one game is not turned into a statement about all games.
    assert!(for_all("c >= 0", "not universally admissible").is_err());
}

#[test]
fn sequences_with_linear_differences_are_proved_by_facts() {
    let claims: Vec<_> = proved(&ruleset("triangular_wythoff")).into_iter().take(2).collect();
    assert!(
        claims.iter().all(|claim| claim.as_expected == Expectation::Met && range(claim) == Some("c >= 0")),
        "{claims:?}"
    );
    let game = YAMA_WYTHOFF
        .replace("yama(i)", "t(i, h)")
        .replace("y + 1", "y + h")
        .replace("2 <= i\n", "2 <= i, 1 <= h < i\n");
    let sequence = "sequence a(k) = ((1 + c) * k^2 + (1 - c) * k) / 2\n";
    let verdict = |set: &str| one(&format!("{game}{sequence}claim \"a\" for c >= 0: P = {set}"));
    let all = "{(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}";
    assert!(matches!(verdict(all).verdict, Verdict::Proved(_)));
    for wrong in [
        "sym {(a(k), a(k + 1)) for k >= 0}",
        "{(0, 0)} union sym {(a(k), a(k + 1)) for k >= 1}",
        "{(0, 0)} union {(a(k), a(k + 1)) for k >= 0}",
        "{(0, 0)} union sym {(a(k) + 1, a(k + 1)) for k >= 0}",
        "{(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0} minus {(a(700), a(701))}",
        "{(0, 0), (1000000, 1000003)} union sym {(a(k), a(k + 1)) for k >= 0}",
    ] {
        let found = verdict(wrong);
        assert!(!matches!(found.verdict, Verdict::Proved(_)), "{wrong}: {found:?}");
    }
    // Where the parameter occurs in another way than linearly, the claim is true or false at each value by itself.
    let bent = sequence.replace("1 + c)", "1 + min(c, 40))").replace("1 - c)", "1 - min(c, 40))");
    let found = one(&format!("{game}{bent}claim \"a\" for c >= 0: P = {all}"));
    assert!(
        found.limits().is_some_and(|limits| limits.is_partial) && found.as_expected == Expectation::Open,
        "{found:?}"
    );
}

#[test]
fn both_parameters_of_a_game_can_be_open() {
    let all = proved(&ruleset("ab_triangular"));
    let last = all.last().expect("a claim");
    assert_eq!((range(last), last.as_expected), (Some("a >= 1, b < a"), Expectation::Met));
}

/// What is remembered of one claim changes nothing for another but the time.
#[test]
fn claims_alone_and_together_say_the_same() {
    for file in ["yama_wythoff", "three_heap_6_one_or_both", "wythoff"] {
        let document = ruleset(file);
        let together = proved(&document);
        let context = Context::default();
        for (claim, known) in document.claims().zip(&together) {
            let alone = Prover::new(&document, &context).prove(claim, &Request::default()).expect("a sound claim");
            assert_eq!(alone.verdict, known.verdict, "{file}: {}", claim.name);
            assert_eq!(alone.certificates.len(), known.certificates.len(), "{file}: {}", claim.name);
        }
    }
}

#[test]
fn a_small_budget_gives_up_in_words() {
    let document = ruleset("ryuo");
    let context = Context { memory: 20_000, ..Context::default() };
    let claim = document.claims().find(|claim| claim.name == "RYU, Theorem 1.2").expect("a claim");
    let done = Prover::new(&document, &context).prove(claim, &Request::default()).expect("a sound claim");
    assert!(matches!(done.verdict, Verdict::Open(Obstacle::Budget(_))), "{:?}", done.verdict);
}

#[test]
fn games_are_solved_without_a_claim() {
    let context = Context::default();
    let found = |name: &str, settings: &[(&str, i64)]| {
        let settings: Settings =
            settings.iter().map(|(name, value)| ((*name).to_owned(), ParameterValue::Number(*value))).collect();
        let document = ruleset(name);
        let ruleset = document.at(&settings).expect("parameters");
        solve(&document, &ruleset, Play::Normal, &context).map(|solved| solved.formula.map(|name| name.to_string()))
    };
    let words = |text: &str| Ok(Some(text.to_owned()));
    assert_eq!(found("triangular", &[]), words("|x - y| <= 1"));
    assert_eq!(found("wythoff", &[]), words("sym {(floor(n * phi), floor(n * phi) + n) for n >= 0}"));
    assert_eq!(
        found("triangular_geometric", &[("d", 3)]),
        words("sym {(3^k, 3^(k + 1)) for k >= 0} union {(0, 0), (0, 1), (1, 0)}")
    );
    assert!(matches!(found("triangular_wythoff", &[]), Err(Obstacle::Cannot(_))));
}
