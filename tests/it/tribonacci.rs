//! Games whose P-positions follow the Tribonacci word: solved and proved, with certificates that are rechecked, and with forged ones.
use super::checked;
use super::prover::proved;
use super::ruleset;
use nimdsl::certificate::Certificate;
use nimdsl::engine::Context;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::solve::solve;
use nimdsl::recheck::recheck;
use nimdsl::value::Play;
use serde_json::{Value, json};

const EMPRESS: &str = "gallery/corner_the_empress";
const GAME: &str = "ruleset \"E\"
heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i
move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i
move bounce(i) symmetric: (x, y) -> (i, y - x - i) where 1 <= x, 0 <= i <= y - x
sequence T(k) = T(k - 1) + T(k - 2) + T(k - 3) from T(0) = 1, T(1) = 2, T(2) = 4
";

/// The places of the letters in the Tribonacci word, by what it is fixed by.
fn letters(length: usize) -> [Vec<u128>; 3] {
    let mut word = vec![0_usize];
    while word.len() < length {
        word = word.iter().flat_map(|letter| [&[0, 1][..], &[0, 2], &[0]][*letter].to_vec()).collect();
    }
    let places =
        |wanted: usize| (1..).zip(&word).filter(|(_, letter)| **letter == wanted).map(|(place, _)| place).collect();
    [places(0), places(1), places(2)]
}

/// OEIS A140100 and A140101: the differences of places of letters that come one after the other.
#[test]
fn corner_the_empress_is_solved() {
    let document = ruleset(EMPRESS);
    let solved = solve(&document, &document.ruleset, Play::Normal, &Context::default()).expect("it is solved");
    assert_eq!(solved.figures.numeration, "the Tribonacci numeration");
    let [a, b, c] = letters(4_000);
    let pairs = a.iter().zip(&b).zip(&c).map(|((a, b), c)| [b - a, c - b]).take_while(|pair| pair[1] < 1_000);
    let mut expected: Vec<Vec<u128>> = pairs.flat_map(|[x, y]| [vec![x, y], vec![y, x]]).chain([vec![0, 0]]).collect();
    expected.sort_unstable();
    assert_eq!(expected[1..5], [[1, 2], [2, 1], [3, 5], [4, 8]]);
    assert_eq!(solved.automaton.tuples_below(1_000), expected);
    assert_eq!(solved.figures.states, 45);
}

/// What is proved of a game, with the certificates.
fn certified(text: &str) -> (Vec<Certificate>, nimdsl::check::Document) {
    let document = checked(text).unwrap_or_else(|faults| panic!("{faults}"));
    let all = proved(&document);
    assert!(all.iter().all(|claim| matches!(claim.verdict, Verdict::Proved(_))), "{text}");
    (all.into_iter().flat_map(|claim| claim.certificates).collect(), document)
}

fn told(certificate: &Certificate, document: &nimdsl::check::Document) -> String {
    recheck(certificate, document).err().map_or_else(String::new, |why| why.to_string())
}

#[test]
fn forged_certificates_of_cubic_numerations_are_refused() {
    let (all, document) = certified(&format!("{GAME}claim \"c\": exists a in 0..3 * x: P(x, a)\n"));
    let [made] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(told(made, &document), "");
    let with = |numeration: Value| {
        let mut forged = serde_json::to_value(made).expect("data");
        forged["lookups"]["numeration"] = numeration.clone();
        forged["lookups"]["known"][0]["sets"][0]["numeration"] = numeration;
        told(&serde_json::from_value(forged).expect("a certificate"), &document)
    };
    assert_eq!(with(json!({"Cubic": [1, 1, 1]})), "");
    for (numeration, expected) in [
        (json!({"Cubic": [1, 2, 1]}), "1, 2, 1 are not factors of a cubic numeration"),
        (json!({"Cubic": [1, 1, 0]}), "1, 1, 0 are not factors of a cubic numeration"),
        (json!({"Cubic": [17, 1, 1]}), "17, 1, 1 are not factors of a cubic numeration"),
        (json!({"Cubic": [u32::MAX, 1, 1]}), "4294967295, 1, 1 are not factors of a cubic numeration"),
        (json!({"Cubic": [1, 1]}), "damaged"),
        (json!({"Cubic": [2, 1, 1]}), "an edge of the automaton leads nowhere"),
        // These have as many digits, and their words mean other numbers.
        (json!({"Base": 2}), ""),
        (json!("Zeckendorf"), ""),
    ] {
        let said = with(numeration.clone());
        assert!(!said.is_empty() && said.contains(expected), "{numeration}: {said}");
    }
    let set = &serde_json::to_value(made).expect("data")["lookups"]["known"][0]["sets"][0];
    let (accepting, rows) = (set["accepting"].as_array().expect("a list"), set["edges"].as_array().expect("a list"));
    let refused = |damage: &dyn Fn(&mut Value)| {
        let mut forged = serde_json::to_value(made).expect("data");
        damage(&mut forged["lookups"]["known"][0]["sets"][0]);
        let forged: Certificate = serde_json::from_value(forged).expect("a certificate");
        assert_ne!(told(&forged, &document), "");
    };
    for at in (0..accepting.len()).step_by(7) {
        refused(&|set| {
            set["accepting"].as_array_mut().expect("a list").remove(at);
        });
    }
    for row in (0..rows.len()).step_by(45).filter(|row| rows[*row][0] != rows[*row][1]) {
        refused(&|set| set["edges"][row].as_array_mut().expect("a row").reverse());
    }
}
