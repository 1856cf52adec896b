//! Claims that say several things at once: each is proved by itself where they are not proved together.
use super::checked;
use super::prover::proved;
use nimdsl::certificate::Certificate;
use nimdsl::recheck::coverage::covered;
use nimdsl::recheck::recheck;
use nimdsl::ruleset::statement::ClaimPart;

/// Wythoff's game with bishops whose steps differ by less than a (Fraenkel 1982), and one claim.
fn of_bishops(claim: &str) -> String {
    let moves = "move r(i) symmetric: x -> x - i where 1 <= i\n\
         move b(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - j| < a\n";
    format!("ruleset \"B\"\nparam a = 2 where a >= 1\nheaps x, y\n{moves}claim \"c\" {claim}\n")
}

#[test]
fn what_is_said_at_once_is_proved_one_by_one() {
    let both = "for a >= 1: grundy(0, y) = y and grundy(x, y) <= x + y";
    let document = checked(&of_bishops(both)).expect("a sound text");
    let found = proved(&document).remove(0);
    assert_eq!(found.word(), "proved");
    let certificates = found.certificates;
    assert_eq!(certificates.iter().map(|one| one.part.map(|part| part.number)).collect::<Vec<_>>(), [Some(1), Some(2)]);
    certificates.iter().for_each(|one| recheck(one, &document).expect("a sound certificate"));
    assert!(covered(&document, &certificates)[0].is_complete());

    // One part is not the claim, and the parts are not exchanged.
    for only in &certificates {
        assert!(!covered(&document, std::slice::from_ref(only))[0].is_complete(), "{:?}", only.part);
    }
    let twice = vec![certificates[0].clone(), certificates[0].clone()];
    assert!(!covered(&document, &twice)[0].is_complete());
    let part = |number, of| Some(ClaimPart { number, of });
    for (at, part) in [(0, None), (0, part(2, 2)), (1, part(1, 2)), (0, part(0, 2)), (0, part(3, 2)), (0, part(1, 3))] {
        let forged = Certificate { part, ..certificates[at].clone() };
        assert!(recheck(&forged, &document).is_err(), "{part:?} of part {at}");
    }
    let other = Certificate { for_all: Vec::new(), ..certificates[1].clone() };
    assert!(!covered(&document, &[certificates[0].clone(), other])[0].is_complete());

    for (claim, word) in [
        ("for a >= 1: grundy(0, y) = y and grundy(x, y) <= x + y and not (1 <= x and P(x, x))", "proved"),
        ("for a >= 1: grundy(0, y) = y and grundy(x, y) < x + y", "refuted"),
        ("for a in 2..3: grundy(0, y) = y and grundy(x, y) <= x + y", "proved"),
        ("for a in 2..3: grundy(0, y) = y and (grundy(x, y) <= x + y or x = 7)", "proved"),
        ("for a in 2..3: grundy(0, y) = y and grundy(x, 1) = x + 1", "refuted"),
    ] {
        let document = checked(&of_bishops(claim)).expect("a sound text");
        let found = proved(&document).remove(0);
        assert_eq!(found.word(), word, "{claim}");
        assert_eq!(covered(&document, &found.certificates).iter().any(|own| own.is_complete()), word == "proved");
    }
}

#[test]
fn smaller_values_are_those_of_options_that_are_looked_up() {
    let word = |claim: &str| {
        let text = format!(
            "ruleset \"L\"\nparam c = 2 where c >= 1\nheaps n\nmove m(i): n -> n - i where i in {{c, c + 1}}\n\
             claim \"c\" for c >= 1: {claim}\n"
        );
        let document = checked(&text).expect("a sound text");
        let found = proved(&document).remove(0);
        found.certificates.iter().for_each(|one| recheck(one, &document).expect("a sound certificate"));
        found.word()
    };
    assert_eq!(word("N(n) implies (exists option (k) of (n): P(k))"), "proved");
    assert_eq!(word("P(n) implies (forall option (k) of (n): N(k))"), "proved");
    assert_eq!(word("N(n) implies (forall option (k) of (n): P(k))"), "refuted");
    assert_eq!(word("P(n) or P(n - c) or P(n - c - 1) where n >= c + 1"), "proved");
    assert_eq!(word("P(n) or P(n - c) where n >= c + 1"), "refuted");
    assert_eq!(word("grundy(n) = 2 implies grundy(n - c) <= 1 and grundy(n - c - 1) <= 1 where n >= c + 1"), "proved");
    // The checker by itself refuses what is false, and what follows only where all options are looked up.
    let text = "ruleset \"L\"\nparam c = 2 where c >= 1\nheaps n\nmove m(i): n -> n - i where i in {c, c + 1}\n\
         claim \"a\" for c >= 1: P(n) or P(n - c) or P(n - c - 1) where n >= c + 1\n\
         claim \"b\" for c >= 1: P(n) or P(n - c) where n >= c + 1\n\
         claim \"c\" for c >= 1: grundy(n) <= 1 or grundy(n - c) = 0 where n >= c + 1\n";
    let document = checked(text).expect("a sound text");
    let made = proved(&document).remove(0).certificates.remove(0);
    recheck(&made, &document).expect("a sound certificate");
    for other in ["b", "c"] {
        assert!(recheck(&Certificate { claim: other.to_owned(), ..made.clone() }, &document).is_err(), "{other}");
    }
    assert_eq!(word("grundy(n) = 1 implies grundy(n - c) <= 1 and grundy(n - c - 1) <= 1 where n >= c + 1"), "refuted");
}
