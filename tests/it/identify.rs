//! Names of sequences: known ones are named, near misses are not, and random ones of a kind are found to be of it.
use dashu_int::IBig;
use nimdsl::identify::{SequenceName, identify, identify_pair, oeis};
use proptest::prelude::*;
use std::process::{Command, Output};

fn big<T: Copy>(terms: &[T]) -> Vec<IBig>
where
    IBig: From<T>,
{
    terms.iter().map(|term| IBig::from(*term)).collect()
}

fn listed(count: i128, term: impl Fn(i128) -> i128) -> Vec<IBig> {
    (0..count).map(|k| IBig::from(term(k))).collect()
}

fn floor_surd(n: i128, part: i128, root: i128, below: i128) -> i128 {
    (n * part + (n * n * root).isqrt()).div_euclid(below)
}

#[track_caller]
fn hit(terms: &[IBig], name: &str) -> SequenceName {
    let hits = identify(terms);
    let found = hits.iter().find(|hit| hit.name.contains(name));
    found.unwrap_or_else(|| panic!("no `{name}` in {hits:#?}")).clone()
}

#[track_caller]
fn first(terms: &[IBig], name: &str) -> SequenceName {
    let hits = identify(terms);
    assert!(hits.first().is_some_and(|hit| hit.name.starts_with(name)), "not `{name}` first: {hits:#?}");
    let hit = hits[0].clone();
    assert_eq!(hit.terms_used + hit.terms_held_out, terms.len());
    assert_eq!(hit.tentative, hit.name.ends_with('?'));
    hit
}

#[track_caller]
fn nothing(terms: &[IBig]) {
    let hits = identify(terms);
    assert!(hits.is_empty(), "{hits:#?}");
}

fn fibonacci(count: usize) -> Vec<IBig> {
    let mut terms = big(&[0, 1]);
    while terms.len() < count {
        terms.push(&terms[terms.len() - 1] + &terms[terms.len() - 2]);
    }
    terms
}

#[test]
fn periods_come_with_preperiod_and_saltus() {
    first(&big(&[5; 12]), "constant");
    first(&big(&[3, 1, 5, 5, 5, 5, 5, 5, 5, 5, 5]), "eventually constant, preperiod 2");
    first(&listed(12, |k| 3 * k - 5), "arithmetic progression");
    first(&listed(20, |k| [0, 1, 2, 0, 3][k as usize % 5]), "periodic with period 5");
    let nim = first(
        &listed(40, |k| 4 * (k / 4) + [2, 0, 3, 1][k as usize % 4]),
        "arithmetic-periodic with period 4 and saltus 4",
    );
    assert_eq!(nim.formula, "a(k + 4) = a(k) + 4; a = 2, 0, 3, 1");
    let mut late = big(&[9, 8, 0, 1]);
    late.extend(listed(40, |k| [1, 2, 4][k as usize % 3]));
    first(&late, "eventually periodic with period 3, preperiod 4");
}

#[test]
fn polynomials_are_exact() {
    let triangular = first(&big(&[0, 1, 3, 6, 10, 15, 21, 28, 36, 45]), "triangular numbers (A000217)");
    assert_eq!(triangular.formula, "a(k) = (k^2 + k)/2");
    first(&big(&[0, 1, 3, 6, 10, 15]), "triangular numbers (A000217)?");
    assert_eq!(first(&big(&[4, 9, 16, 25, 36, 49]), "squares").formula, "a(k) = n^2, n = k + 2");
    first(&big(&[0, 1, 5, 12, 22, 35, 51, 70, 92, 117]), "pentagonal numbers");
    first(&listed(12, |k| (11 * k * k - 9 * k) / 2), "13-gonal numbers");
    assert_eq!(first(&listed(12, |k| k * k * k - 7), "polynomial of degree 3").formula, "a(k) = k^3 - 7");
    hit(&listed(12, |k| k * k * k), "cubes (A000578)");
    let halves = first(&listed(30, |k| k * k / 4), "quasi-polynomial of degree 2 with period 2");
    assert_eq!(halves.formula, "a(2n) = n^2; a(2n + 1) = n^2 + n");
    let mut late = big(&[7, 7]);
    late.extend(listed(14, |k| k * k + k + 1));
    first(&late, "eventually polynomial of degree 2");
}

#[test]
fn powers_and_repunits_are_named() {
    first(&big(&[1, 2, 4, 8, 16, 32, 64, 128, 256, 512]), "powers of 2 (A000079)");
    first(&big(&[5, -15, 45, -135, 405, -1215]), "geometric with ratio -3?");
    first(&big(&[64, 96, 144, 216, 324]), "geometric with ratio 3/2?");
    first(&big(&[0, 1, 11, 111, 1111, 11111, 111111, 1111111, 11111111, 111111111]), "repunits in base 10");
    first(&big(&[1, 3, 7, 15, 31, 63, 127, 255, 511, 1023]), "repunits in base 2");
}

#[test]
fn well_known_recurrences_are_named_with_their_shift() {
    let shifted = first(&fibonacci(20)[4..], "Fibonacci numbers (A000045)");
    assert_eq!(shifted.formula, "a(k) = a(k-1) + a(k-2) for 2 <= k; a = 3, 5; index n = k + 4");
    first(&big(&[2, 1, 3, 4, 7, 11, 18, 29, 47, 76]), "Lucas numbers");
    first(&big(&[0, 1, 2, 5, 12, 29, 70, 169, 408, 985]), "Pell numbers");
    first(&big(&[2, 2, 6, 14, 34, 82, 198, 478, 1154, 2786]), "companion Pell");
    first(&big(&[0, 1, 1, 3, 5, 11, 21, 43, 85, 171]), "Jacobsthal numbers");
    first(&big(&[0, 0, 1, 1, 2, 4, 7, 13, 24, 44, 81]), "Tribonacci");
    first(&big(&[1, 1, 1, 2, 3, 4, 6, 9, 13, 19, 28]), "Narayana");
    first(&big(&[1, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 9]), "Padovan");
    first(&big(&[3, 0, 2, 3, 2, 5, 5, 7, 10, 12, 17, 22]), "Perrin");
    first(&big(&[0, 2, 2, 4, 6, 10, 16, 26, 42, 68]), "2 times the Fibonacci");
    first(&big(&[1, 3, 8, 21, 55, 144, 377, 987, 2584, 6765]), "Fibonacci numbers of even index");
}

#[test]
fn two_hundred_digits_are_exact() {
    let long = fibonacci(1000);
    assert!(200 < long[999].to_string().len());
    let found = first(&long[960..], "Fibonacci numbers (A000045)");
    assert!(found.formula.ends_with("index n = k + 960"));
    let mut altered = long[960..].to_vec();
    altered[30] += IBig::ONE;
    nothing(&altered);
}

#[test]
fn one_altered_term_takes_the_name_away() {
    for place in 0..20 {
        for change in [-1, 1, 5] {
            let mut terms = fibonacci(20);
            terms[place] += IBig::from(change);
            let hits = identify(&terms);
            assert!(hits.iter().all(|hit| !hit.name.contains("Fibonacci")), "{place}: {hits:#?}");
        }
    }
    let kinds: [Vec<IBig>; 3] =
        [listed(20, |k| k * k), listed(20, |k| 1 << k), listed(40, |k| floor_surd(k + 1, 1, 5, 2))];
    for terms in kinds {
        for place in 8..terms.len() - 4 {
            let mut altered = terms.clone();
            altered[place] += IBig::from(2);
            let names = ["squares", "powers", "Wythoff", "Beatty"];
            let hits = identify(&altered);
            assert!(hits.iter().all(|hit| names.iter().all(|name| !hit.name.starts_with(name))), "{place}: {hits:#?}");
        }
    }
}

#[test]
fn near_misses_are_not_named() {
    nothing(&big(&[1, 2, 4, 8, 16, 31]));
    nothing(&[]);
    nothing(&big(&[7]));
    nothing(&big(&[1, 2]));
    nothing(&big(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 30]));
    nothing(&big(&[0, 1, 3, 6, 10, 16]));
    nothing(&big(&[0, 1, 4, 9, 16, 25, 36, 49, 64, 82]));
    nothing(&big(&[0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2046]));
    nothing(&big(&[1, 1, 2, 5, 14, 42, 132, 429, 1430, 4863]));
    nothing(&big(&[0, 2, 4, 8, 14, 24, 40, 66, 108, 177]));
    nothing(&big(&[0, 1, 4, 11, 26, 57, 120, 247, 502, 1014]));
    nothing(&big(&[1, 2, 5, 14, 41, 122, 365, 1094, 3281, 9843]));
    nothing(&big(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3]));
}

/// 22/7 and 355/113 have the first rounded multiples of pi, whose own period would be a false name.
#[test]
fn periods_of_rounded_multiples_are_doubted() {
    for terms in [listed(100, |k| k * 355 / 113), listed(105, |k| k * 314_159_265 / 100_000_000)] {
        let hits = identify(&terms);
        assert!(hits.iter().all(|hit| hit.tentative || !hit.name.contains("periodic")), "{hits:#?}");
    }
    first(&listed(40, |k| 3 * k / 2), "arithmetic-periodic with period 2 and saltus 3");
    first(&listed(400, |k| k * 22 / 7), "arithmetic-periodic with period 7 and saltus 22");
}

#[test]
fn multiples_of_named_sequences_are_named() {
    hit(&listed(12, |k| 3 * k * (k + 1) / 2), "3 times the triangular numbers (A000217)");
    hit(&big(&[4, 6, 10, 14, 22, 26, 34, 38, 46, 58, 62, 74]), "2 times the primes (A000040)");
    first(&listed(14, |k| (1 << (k + 1)) - 2), "2^(k + 1) - 2");
    first(&listed(14, |k| (1 << k) + 2), "2^k + 2");
}

#[test]
fn beatty_slopes_are_named() {
    let lower = listed(30, |k| floor_surd(k + 1, 1, 5, 2));
    let upper = listed(30, |k| floor_surd(k + 1, 3, 5, 2));
    assert_eq!(first(&lower, "lower Wythoff numbers").formula, "a(k) = floor((k + 1)*((1 + sqrt(5))/2))");
    first(&upper, "upper Wythoff numbers");
    first(&listed(30, |k| floor_surd(k, 0, 2, 1)), "floor(n*sqrt(2))");
    first(&listed(40, |k| floor_surd(k + 1, 2, 2, 1)), "floor(n*(2 + sqrt(2)))");
    first(&listed(200, |k| floor_surd(k, 1, 13, 2)), "Beatty sequence with slope ((1 + sqrt(13))/2)");
    first(&listed(900, |k| floor_surd(k, 1, 5, 2)), "lower Wythoff numbers");
    nothing(&listed(50, |k| k * 16181 / 10000 + k % 2 * (k / 40)));
}

#[test]
fn pairs_are_complementary() {
    let names = |a: &[IBig], b: &[IBig]| identify_pair(a, b).into_iter().map(|hit| hit.name).collect::<Vec<_>>();
    let lower = listed(30, |k| floor_surd(k + 1, 1, 5, 2));
    let upper = listed(30, |k| floor_surd(k + 1, 3, 5, 2));
    assert_eq!(names(&lower, &upper), ["Wythoff pair", "complementary", "difference k + 1"]);
    let two = (listed(60, |k| floor_surd(k, 0, 2, 1)), listed(60, |k| floor_surd(k, 2, 2, 1)));
    assert_eq!(names(&two.0, &two.1), ["Wythoff pair of the game with c = 2", "complementary", "difference 2*k"]);
    assert_eq!(names(&lower, &lower), ["difference 0"]);
    let mut wrong = upper.clone();
    wrong[3] += IBig::ONE;
    assert!(names(&lower, &wrong).is_empty());
}

#[test]
fn digits_tell_automatic_and_zeckendorf_sequences() {
    let thue_morse = listed(200, |k| i128::from(k.count_ones() % 2));
    let automatic = first(&thue_morse, "2-automatic sequence of rank 1");
    assert_eq!(automatic.formula, "a(2n) = a(n); a(2n + 1) = -a(n) + 1; n = 0 is the first term");
    hit(&thue_morse, "Thue-Morse");
    hit(&listed(200, |k| 2 * k + i128::from(k.count_ones() % 2)), "evil numbers");
    hit(&listed(200, |k| i128::from(k.count_ones())), "2-regular");
    let sum_of_ternary_digits = |mut k: i128| {
        let mut sum = 0;
        while 0 < k {
            sum += k % 3;
            k /= 3;
        }
        sum
    };
    first(&listed(300, sum_of_ternary_digits), "3-regular sequence");
    hit(&listed(300, |k| floor_surd(k + 1, 3, 5, 2) - 1), "Zeckendorf representation ends in 1");
}

#[test]
fn p_recursive_sequences_are_found() {
    let mut factorials = big(&[1]);
    let mut squared = big(&[3]);
    for n in 1..25 {
        factorials.push(&factorials[n - 1] * IBig::from(n));
        squared.push(&squared[n - 1] * IBig::from(n * n + 1));
    }
    hit(&factorials, "factorials (A000142)");
    first(&factorials, "P-recursive sequence of order 1 and degree 1");
    first(&squared, "P-recursive sequence of order 1 and degree 2");
    hit(&big(&[1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796]), "Catalan numbers");
    hit(&big(&[1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798]), "Motzkin numbers");
}

#[test]
fn famous_sequences_are_named() {
    hit(&big(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]), "primes (A000040)");
    hit(&big(&[1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147]), "Bell numbers");
    hit(&big(&[1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56]), "partition numbers");
    hit(&big(&[1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18]), "distinct parts");
    hit(&big(&[1, 3, 13, 75, 541, 4683, 47293, 545835, 7087261, 102247563]), "Fubini");
    hit(&big(&[1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6]), "number of divisors");
    hit(&big(&[1, 3, 4, 7, 6, 12, 8, 15, 13, 18, 12, 28]), "sum of divisors");
    hit(&big(&[1, 1, 2, 2, 4, 2, 6, 4, 6, 4, 10, 4]), "totient");
    hit(&big(&[1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43]), "lucky numbers");
    hit(&big(&[1, 2, 3, 4, 6, 8, 11, 13, 16, 18, 26, 28]), "Ulam numbers");
    hit(&big(&[1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6]), "Golomb");
    hit(&big(&[1, 2, 2, 1, 1, 2, 1, 2, 2, 1, 2, 2, 1, 1]), "Kolakoski");
    hit(&big(&[1, 1, 2, 3, 3, 4, 5, 5, 6, 6, 6, 8, 8, 8]), "Hofstadter Q");
    hit(&big(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]), "Kayles (A002186)");
    hit(&big(&[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]), "Dawson's chess");
    hit(&big(&[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3]), "Grundy's game");
    hit(&big(&[2, 3, 7, 43, 1807, 3263443]), "Sylvester");
}

#[test]
fn the_oeis_files_are_searched() {
    let stripped = [
        "# OEIS",
        "A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,233,377,610,987,1597,2584,4181,",
        "A000217 ,0,1,3,6,10,15,21,28,36,45,55,66,78,91,105,120,136,153,171,190,210,231,",
        "A000290 ,0,1,4,9,16,25,36,49,64,81,100,121,144,",
    ];
    let names = ["# OEIS", "A000045 Fibonacci numbers.", "A000217 Triangular numbers."];
    let found = |terms: &[i64]| oeis::find(&big(terms), stripped, names);
    assert_eq!(found(&[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55])[0].name, "A000045 Fibonacci numbers.");
    let shifted = found(&[3, 6, 10, 15, 21, 28, 36, 45, 55, 66]);
    assert!(
        shifted[0].name.starts_with("A000217") && shifted[0].formula.contains("from its term 2 on"),
        "{shifted:#?}"
    );
    assert_eq!(
        found(&[1, 2, 5, 11, 21, 36, 57, 85, 121, 166, 221])[0].name,
        "differences: A000217 Triangular numbers."
    );
    assert_eq!(found(&[0, 1, 3, 8, 21, 55, 144, 377, 987, 2584])[0].name, "a(2n) of A000045 Fibonacci numbers.");
    assert!(found(&[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 56]).is_empty());
}

fn nimdsl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).output().expect("it starts")
}

#[test]
fn the_command_prints_text_and_json() {
    let text = nimdsl(&["identify", "0,1,3,6,10,15"]);
    assert!(text.status.success());
    assert_eq!(
        String::from_utf8_lossy(&text.stdout),
        "triangular numbers (A000217)?\n  a(k) = (k^2 + k)/2\n  3 terms used, 3 more agree\n"
    );
    let output = nimdsl(&["identify", "-3, -1, 1, 3, 5, 7, 9, 11, 13, 15", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        json,
        serde_json::json!({"schema": 1, "hits": [{"name": "arithmetic progression", "formula": "a(k) = 2*k - 3", "terms_used": 2, "terms_held_out": 8, "tentative": false}]})
    );
    for (wrong, told) in
        [("1,x,3", "term 2 `x`"), ("1,,3", "term 2 is empty"), ("", "no terms"), ("1_0,2", "term 1 `1_0`")]
    {
        let output = nimdsl(&["identify", wrong]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(told), "{wrong}");
    }
    let output = nimdsl(&["identify", "1,2,3,4", "--oeis", "no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stripped"));
}

proptest! {
    #[test]
    fn random_polynomials_are_found(coefficients in prop::collection::vec(-50..50i128, 3..6), leading in 1..9i128, shift in -30..30i128) {
        let degree = coefficients.len();
        let value = |k: i128| coefficients.iter().fold(leading, |sum, c| sum * (k + shift) + c);
        let hits = identify(&listed(3 * degree as i128 + 4, value));
        let expected = format!("polynomial of degree {degree}");
        prop_assert_eq!(&hits[0].name, &expected);
        prop_assert_eq!(hits[0].terms_used, degree + 1);
    }

    #[test]
    fn random_recurrences_are_found(rule in prop::collection::vec(-9..10i64, 1..6), start in prop::collection::vec(-99..100i64, 6)) {
        let order = rule.len();
        let mut terms = big(&start[..order]);
        while terms.len() < 7 * order + 10 {
            let next = rule.iter().rev().zip(&terms[terms.len() - order..]).fold(IBig::ZERO, |sum, (c, term)| sum + IBig::from(*c) * term);
            terms.push(next);
        }
        let hits = identify(&terms);
        prop_assert!(!hits.is_empty());
        prop_assert!(hits.iter().all(|hit| 2 <= hit.terms_held_out && hit.terms_used + hit.terms_held_out <= terms.len()));
    }

    #[test]
    fn random_lists_have_no_name(terms in prop::collection::vec(-1000..1000i64, 3..60)) {
        let hits = identify(&big(&terms));
        prop_assert!(hits.iter().all(|hit| hit.tentative), "{:?}", hits);
    }

    #[test]
    fn random_bits_have_no_sure_name(terms in prop::collection::vec(0..2i64, 40..200)) {
        let hits = identify(&big(&terms));
        prop_assert!(hits.is_empty(), "{:?}", hits);
    }

    #[test]
    fn nothing_panics(terms in prop::collection::vec(any::<i128>(), 0..30), small in prop::collection::vec(-3..4i64, 0..30)) {
        let _ = identify(&big(&terms));
        let _ = identify(&big(&small));
        let _ = identify_pair(&big(&small), &big(&terms));
    }
}

/// What looks like something for a while only: stretches that grow are no constants, and rounded multiples have no period.
#[test]
fn tails_and_rounded_multiples_are_called_what_they_are() {
    for count in (59..=200).step_by(3) {
        first(&listed(count, |k| i128::from((k + 1).ilog2())), "2-regular sequence");
        hit(&listed(count, |k| i128::from((k + 1).ilog2())), "binary logarithm rounded down (A000523)");
        let josephus = listed(count, |k| 2 * (k + 1 - (1 << (k + 1).ilog2())) + 1);
        assert!(identify(&josephus).iter().all(|hit| hit.tentative || !hit.name.contains("eventually")), "{count}");
        hit(&josephus, "Josephus problem");
    }
    first(&listed(40, |k| floor_surd(k, 0, 3, 1)), "Beatty sequence with slope sqrt(3)");
    first(&listed(40, |k| floor_surd(k, 1, 3, 2)), "Beatty sequence with slope ((1 + sqrt(3))/2)");
    let hits = identify(&listed(40, |k| floor_surd(k, 0, 3, 1)));
    assert!(hits.iter().skip(1).all(|hit| hit.tentative), "{hits:#?}");
    // floor(k*sqrt(2) + 1/2) and floor(k*phi + 1/3), from few terms on.
    let halves = listed(30, |k| ((8 * k * k).isqrt() + 1).div_euclid(2));
    assert!(first(&halves, "Beatty sequence with slope sqrt(2)").formula.ends_with("floor(k*sqrt(2) + 1/2)"));
    assert!(identify(&halves)[0].tentative);
    let thirds = listed(60, |k| (3 * k + (9 * k * k * 5).isqrt() + 2).div_euclid(6));
    assert!(hit(&thirds, "slope ((1 + sqrt(5))/2)").formula.ends_with(" + 1/3)"));
}

/// Where names disagree about the terms to come, one is believed and the others are doubted.
#[test]
fn names_that_predict_otherwise_are_doubted() {
    let hits = identify(&listed(40, |k| floor_surd(k, 1, 3, 2)));
    assert!(hits[0].name.starts_with("Beatty") && hits[1..].iter().all(|hit| hit.tentative), "{hits:#?}");
    // A period that is seen often enough is believed.
    assert!(!first(&listed(300, |k| k * 22 / 7), "arithmetic-periodic with period 7 and saltus 22").tentative);
}

#[test]
fn sets_are_told_by_the_digits_of_their_members() {
    let thirds: Vec<IBig> = (0..600_u32).filter(|n| n.count_ones() % 3 == 0).map(IBig::from).collect();
    first(&thirds, "2-automatic set of rank 2");
    let mut wrong = thirds.clone();
    let middle = wrong.len() / 2;
    wrong[middle] += IBig::ONE;
    assert!(identify(&wrong).iter().all(|hit| !hit.name.contains("automatic")));
}

/// The number of the OEIS and the term are data beside the words that hold them.
#[test]
fn numbers_and_terms_are_no_words() {
    let numbered = [
        (fibonacci(30), "A000045"),
        (fibonacci(30).iter().map(|term| term * IBig::from(3)).collect(), "A000045"),
        (listed(30, |k| k * k), "A000290"),
        (listed(30, |k| 1 << k), "A000079"),
        (listed(30, |k| 2 * (1 << k) - k - 2), "A000295"),
        (listed(30, |k| k.count_ones().into()), "A000120"),
        (listed(60, |k| floor_surd(k, 1, 5, 2)), "A000201"),
    ];
    for (terms, number) in numbered {
        let hits = identify(&terms);
        let named = hits.iter().find(|hit| hit.oeis() == Some(number)).unwrap_or_else(|| panic!("{hits:?}"));
        assert!(named.name.contains(number), "{named:?}");
        assert!(hits.iter().all(|hit| hit.oeis().is_some() == hit.name.contains("(A")), "{hits:?}");
    }
    let written = |terms: &[IBig]| identify(terms)[0].term().map(|term| term.written("m", Some("phi")));
    assert_eq!(written(&listed(30, |k| 3 * (1 << k) - k - 2)).as_deref(), Some("3*2^m - m - 2"));
    assert_eq!(written(&listed(60, |k| floor_surd(k, 1, 5, 2) + 2)).as_deref(), Some("floor(m*phi) + 2"));
    assert_eq!(written(&listed(30, |k| k * k + 1)).as_deref(), Some("m^2 + 1"));
    // What holds from a place on, or of another place, is no term of k alone; nor is a rule.
    let late = listed(30, |k| if k < 2 { 7 } else { k * k + 1 });
    assert_eq!((written(&late), written(&fibonacci(30))), (None, None));
    assert_eq!(identify(&late)[0].formula_of("A(k)"), "A(k) = k^2 + 1 for 2 <= k");
}
