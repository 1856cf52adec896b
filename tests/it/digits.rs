//! Heaps in two digits: the same game number by number, and theorems for every modulus.
use super::prover::proved;
use super::{checked, ruleset};
use nimdsl::certificate::{Certificate, hash};
use nimdsl::check::{Document, Settings};
use nimdsl::recheck::recheck;
use nimdsl::ruleset::digits::{InDigits, Modulus, in_digits, moduli};
use nimdsl::ruleset::error::EvaluationError;
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::statement::{Body, Formula, Statement};
use nimdsl::ruleset::{ParameterValue, Position, Ruleset};
use std::collections::BTreeSet;

/// Numbers by chance, the same on every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// A number in which nothing is multiplied that cannot be.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(3) == 0 {
            return self.one(&["x", "y", "p", "1", "3", "2 * p", "p - 1", "x + 2", "p + 3"]).to_owned();
        }
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        match self.below(11) {
            0 => format!("({left}) mod p"),
            1 => format!("p * floor(({left}) / p)"),
            2 => format!("min({left}, {right})"),
            3 => format!("max({left}, {right})"),
            4 => format!("({left}) - ({right})"),
            5 => format!("({left}) mod (2 * p)"),
            6 => format!("p * (floor(({left} + x) / p) xor floor(({right} + y) / (3 * p)))").replace("-", "+"),
            7 => format!("(({left}) mod p) * (p - 2)"),
            8 => format!("({left}) mod {}", self.one(&["2", "3", "4"])),
            9 => format!("cases {{ {left} if {right} < x; {right} otherwise }}"),
            _ => format!("{left} + {right}"),
        }
    }

    fn condition(&mut self) -> String {
        let sign = self.one(&["<", "<=", "=", "!=", ">", ">="]);
        format!("{} {sign} {}", self.number(2), self.number(2))
    }

    fn game(&mut self) -> String {
        let mut moves = String::new();
        for at in 0..=self.below(2) {
            let rule = self.one(&[
                "(i, j): (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, i + j <= p - 1",
                "(i, j): (x, y) -> (x - i, y - j) where 0 <= i < p, 0 <= j < 2 * p, 1 <= i + j",
                "(i, j): (x, y) -> (x - i, y - j) where 0 <= i < p, 0 <= j < 3, i + j > 0",
                "(i, j): (x, y) -> (x - i, y - j) where 0 <= i < p, 0 <= j < p, i + j != 0",
                "(i, j): (x, y) -> (x - i, y + j) where 0 <= i, 0 <= j < i, i + j != 1",
                "(i) symmetric: x -> x - i where 1 <= i",
                "(i): y -> y - i where 1 <= i <= 2 * p + 1",
                "(i, j): (x, y) -> (x - i, y + j) where 1 <= i, 0 <= j < i, j <= p",
                "(i): (x, y) -> (x - i, y - i) where 1 <= i, i != p",
                "(i): x -> x - i where 1 <= i, i mod p <= 1",
                "(i): x -> x - i where 1 <= i, (x + i) mod 3 <= i mod 2",
                ": x -> floor(x / p) * p where 1 <= x mod p",
                ": x -> x' where x' < x, x' mod p = x mod p",
                ": (x, y) -> (y, x) where y < x",
            ]);
            moves.push_str(&format!("move m{at}{rule}\n"));
        }
        moves
    }
}

/// The game and the statement with p open, and in digits.
fn written(document: &Document) -> Option<(Ruleset, Statement, InDigits)> {
    let claim = document.claims().next()?;
    let opened = document.symbolic(claim, &Settings::new())?;
    let ruleset = opened.document.at(&Settings::new()).expect("the same rules");
    let statement = opened.document.statement(&opened.claim, &ruleset).expect("the same claim");
    let modulus = moduli(&ruleset, std::slice::from_ref(&statement)).into_iter().next()?;
    let digits = in_digits(&ruleset, &statement, &modulus).ok()?;
    Some((ruleset, statement, digits))
}

/// The truth of the right side of a statement `P(x, y) iff test`; none where it has no value.
fn tested(statement: &Statement, at: &[i64]) -> Option<bool> {
    let Body::Holds(Formula::Iff(_, right)) = &statement.body else { panic!("{statement:?}") };
    truth(right, at)
}

fn truth(formula: &Formula, at: &[i64]) -> Option<bool> {
    match formula {
        Formula::Known(known) => Some(*known),
        Formula::Test(_, condition) => condition.holds(at, &[]).ok(),
        Formula::Not(inner) => truth(inner, at).map(|known| !known),
        Formula::And(parts) => parts.iter().try_fold(true, |all, part| Some(all & truth(part, at)?)),
        Formula::Or(parts) => parts.iter().try_fold(false, |some, part| Some(some | truth(part, at)?)),
        other => panic!("{other:?}"),
    }
}

fn options(options: &Options, at: &[i64]) -> BTreeSet<Position> {
    options.list(at).expect("a list").into_iter().map(|option| option.position).collect()
}

/// Every position of the game in digits, with the position that it stands for.
fn positions(digits: &InDigits, register: i64) -> Vec<(Position, Position)> {
    let coordinates = digits.ruleset.heaps.len() + digits.ruleset.registers.len();
    let mut all: Vec<Position> = vec![Vec::new()];
    for _ in 1..coordinates {
        all = all.iter().flat_map(|known| (0..4).map(|next| [known.as_slice(), &[next]].concat())).collect();
    }
    let whole = all.into_iter().map(|known| [known.as_slice(), &[register]].concat());
    let inside = whole.filter(|at| digits.ruleset.positions.holds(at, &[]).expect("a truth"));
    inside.map(|at| (digits.position(&at).expect("small numbers"), at)).collect()
}

#[test]
fn games_in_digits_are_the_same_games() {
    let mut chance = Chance(7);
    let (mut compared, mut fitting) = (0, [0; 2]);
    for _ in 0..250 {
        let (times, more) = (1 + chance.below(3) as i64, 1 + chance.below(2) as i64);
        let (parameter, head) = if times == 1 {
            ("param p = 3 where p >= 1".to_owned(), format!("p >= {more}"))
        } else {
            (format!("param c = 1 where c >= 0\nlet p = {times} * c + {more}"), "c >= 0".to_owned())
        };
        let condition = chance.condition().replace("p + 3", if times == 1 { "p + 3" } else { "c + 1" });
        let text = format!(
            "ruleset \"D\"\n{parameter}\nheaps x, y\n{}claim \"a\" for {head}: P(x, y) iff {condition} and (x + y) mod p = 0\n",
            chance.game(),
        );
        let Ok(document) = checked(&text) else { continue };
        let Some((ruleset, statement, digits)) = written(&document) else { continue };
        let given = Options::new(&ruleset).expect("finite");
        let made = match Options::new(&digits.ruleset) {
            Err(EvaluationError::TooManyBranches) => continue,
            made => made.expect("finite"),
        };
        fitting[usize::from(1 < times)] += 1;
        for register in 0..4 {
            let modulus = times * register + more;
            for (at, in_two) in positions(&digits, register) {
                let back = |option: Position| digits.position(&option).expect("small numbers");
                let found: BTreeSet<Position> = options(&made, &in_two).into_iter().map(back).collect();
                assert_eq!(found, options(&given, &at), "{text}at {at:?} in digits {in_two:?}, p = {modulus}");
                if let Some(known) = tested(&statement, &at) {
                    assert_eq!(tested(&digits.statement, &in_two), Some(known), "{text}at {at:?}, p = {modulus}");
                }
                compared += 1;
            }
        }
    }
    assert!(25 < fitting[0] && 50 < fitting[1] && 5_000 < compared, "{fitting:?} games, {compared} positions");
}

fn claims(name: &str, wanted: &[&str]) {
    let document = ruleset(name);
    let context = nimdsl::engine::Context::default();
    let prover = nimdsl::prover::ask::claims::Prover::new(&document, &context);
    for wanted in wanted {
        let claim = document.claims().find(|claim| claim.name == *wanted).expect("a claim of this name");
        let proved = prover.prove(claim, &Default::default()).expect("a sound claim");
        assert_eq!(proved.word(), "proved", "{name}, {wanted}: {:?}", proved.verdict);
        assert!(proved.limits().is_some_and(|limits| limits.range.is_some()), "{name}, {wanted}");
    }
}

#[test]
fn theorems_for_every_modulus_are_proved() {
    claims(
        "ryuo",
        &["RYU, Theorem 1.1", "RYU, Theorem 1.2", "RYU, Lemma 1.2", "RYU, Lemma 1.3", "RYU, Example 2.1 (c)"],
    );
    claims("ryuo_pass", &["Theorem 3.1, corrected", "Lemma 3.2 (a)", "Lemma 3.2 (e)"]);
    claims(
        "square",
        &["all values", "section 3, the first step", "section 3, symmetry", "Theorem 4.2", "section 4 (1)"],
    );
    claims("ryuo_restricted", &["Theorem 4.1"]);
    claims("ryuo_restricted_pqr", &["Theorem 4.3"]);
}

#[test]
fn theorems_for_every_modulus_that_is_a_multiple_and_more_are_proved() {
    let text = |moves: &str, claim: &str| {
        format!("ruleset \"M\"\nparam c = 1 where c >= 1\nheaps x, y\n{moves}\nclaim \"a\" for c >= 1: {claim}\n")
    };
    let take = |amounts: &str| format!("move t(i) symmetric: x -> x - i where i in {{{amounts}}}");
    let king = "move r(i) symmetric: x -> x - i where 1 <= i\n\
                move k(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i + j <= 2 * c";
    let value = |of: &str| format!("({of}) mod (2 * c + 1)");
    let ryuo = |p: &str| format!("(x + y) mod ({p}) + ({p}) * (floor(x / ({p})) xor floor(y / ({p})))");
    for (moves, claim, word) in [
        (take("c, c + 1"), format!("P(x, 0) iff {} < c", value("x")), "proved"),
        (take("c, c + 1"), format!("P(x, 0) iff {} <= c", value("x")), "refuted"),
        (take("1, 2 * c"), format!("P(x, 0) iff {0} < 2 * c and ({0}) mod 2 = 0", value("x")), "proved"),
        (
            take("1, 2 * c"),
            format!("P(x, 0) iff {0} < 2 * c and ({0}) mod 2 = 0 or c = 999 and x = 7", value("x")),
            "refuted",
        ),
        (king.to_owned(), format!("grundy(x, y) = {}", ryuo("2 * c + 1")), "proved"),
        (king.to_owned(), format!("grundy(x, y) = {}", ryuo("2 * c + 2")), "refuted"),
    ] {
        let document = checked(&text(&moves, &claim)).expect("a sound text");
        let found = proved(&document).remove(0);
        assert_eq!(found.word(), word, "{claim}: {:?}", found.verdict);
        for made in &found.certificates {
            assert_eq!(recheck(made, &document), Ok(()), "{claim}");
            // Another number that is divided by.
            for (times, more) in [(1, 3), (2, 1), (4, 3), (0, 3), (i64::MAX, 3), (2, i64::MAX)] {
                let digits = made.digits.iter().map(|own| Modulus { times, more, ..own.clone() }).collect();
                assert!(
                    recheck(&Certificate { digits, ..made.clone() }, &document).is_err(),
                    "{claim}, {times}, {more}"
                );
            }
        }
    }
}

/// From s to t are taken: the remainder by s + t, which is divided by s again; s is a digit of the first, as it is less than s + t.
#[test]
fn the_remainder_by_a_sum_is_divided_by_a_summand() {
    let text = |claim: &str| {
        format!(
            "ruleset \"S\"\nparam s = 2 where s >= 1\nparam t = 3 where t >= 1\nheaps n\n\
             move take(i): n -> n - i where s <= i <= t\nclaim \"a\" for {claim}\n"
        )
    };
    for (claim, word) in [
        ("s >= 1, t >= s: grundy(n) = floor((n mod (s + t)) / s)", "proved"),
        ("1 <= s <= t: grundy(n) = floor((n mod (s + t)) / s)", "proved"),
        ("s >= 1, t >= s: grundy(n) = floor((n mod (s + t)) / (s + 1))", "refuted"),
        ("s >= 1, t >= 1: grundy(n) = floor((n mod (s + t)) / s)", "refuted"),
    ] {
        let Some(document) = checked(&text(claim)).ok() else { panic!("{claim}") };
        let found = proved(&document).remove(0);
        assert_eq!(found.word(), word, "{claim}: {:?}", found.verdict);
        for made in &found.certificates {
            assert_eq!(recheck(made, &document), Ok(()), "{claim}");
            for other in [
                text("s >= 1, t >= 1: grundy(n) = floor((n mod (s + t)) / s)"),
                text(claim).replace("<= t", "<= t + 1"),
            ] {
                let other = checked(&other).expect("a sound text");
                let moved = Certificate { measure: None, ruleset: hash(&other), ..made.clone() };
                assert!(recheck(&moved, &other).is_err(), "{claim}");
            }
        }
    }
}

/// Rectangular Nim with sides p and q: each heap is divided by a number of its own.
#[test]
fn heaps_with_a_modulus_of_their_own_are_divided_one_after_the_other() {
    let two = "param p = 2 where p >= 1\nparam q = 3 where q >= 1\nheaps x, y\n";
    let head = "for p >= 1, q >= 1:";
    for (condition, claim, word) in [
        ("1 <= i + j", "P(x, y) iff x mod p = 0 and y mod q = 0", "proved"),
        ("i + j > 0", "P(x, y) iff x mod p = 0 and y mod q = 0", "proved"),
        ("i + j != 0", "P(x, y) iff x mod p = 0 and y mod q = 0", "proved"),
        ("1 <= i + j", "P(x, y) iff x mod q = 0 and y mod p = 0", "refuted"),
        ("2 <= i + j", "P(x, y) iff x mod p = 0 and y mod q = 0", "refuted"),
    ] {
        let rule = format!("move box(i, j): (x, y) -> (x - i, y - j) where 0 <= i < p, 0 <= j < q, {condition}");
        let text = format!("ruleset \"B\"\n{two}{rule}\nclaim \"a\" {head} {claim}\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
        let found = proved(&document).remove(0);
        assert_eq!((found.word(), found.certificates.is_empty()), (word, word == "refuted"), "{condition}: {claim}");
        for made in &found.certificates {
            assert_eq!(recheck(made, &document), Ok(()), "{claim}");
            assert_eq!(made.digits.len(), 2, "{claim}");
            // The heaps change their numbers.
            let [one, other] = [&made.digits[0], &made.digits[1]];
            let with = |own: &Modulus, of: &Modulus| Modulus { register: of.register.clone(), ..own.clone() };
            let digits = vec![with(one, other), with(other, one)];
            assert!(recheck(&Certificate { digits, ..made.clone() }, &document).is_err(), "{claim}");
        }
    }
}

#[test]
fn values_that_no_claim_gives_are_proved_of_games_that_are_known() {
    let word = |rules: &str, claim: &str| {
        let text = format!("ruleset \"K\"\nparam c = 2 where c >= 1\n{rules}\nclaim \"a\" for c >= 1: {claim}\n");
        let document = checked(&text).expect("a sound text");
        let found = proved(&document).remove(0);
        found.certificates.iter().for_each(|one| recheck(one, &document).expect("a sound certificate"));
        found.word()
    };
    // Square Nim: Rectangular Nim of SRT, Section 5.1, with equal bounds.
    let square = "heaps x, y\nmove m(i, j): (x, y) -> (x - i, y - j) where 0 <= i < c, 0 <= j < c, 1 <= i + j";
    assert_eq!(word(square, "grundy(x + c, y + c) = grundy(x, y)"), "proved");
    assert_eq!(word(square, "grundy(x, x) = 2 * (x mod c)"), "proved");
    assert_eq!(word(square, "grundy(x + c, y) = grundy(x, y)"), "refuted");
    let all_but = "heaps n\nmove m(i): n -> n - i where 1 <= i, i != c";
    assert_eq!(word(all_but, "grundy(n + 2 * c) = grundy(n) + c"), "proved");
    assert_eq!(word(all_but, "n <= 2 * grundy(n) + 2 * c - 1"), "proved");
    assert_eq!(word(all_but, "grundy(n + 2 * c) = grundy(n) + c + 1"), "refuted");
}

#[test]
fn periods_that_no_claim_divides_by_are_proved() {
    let word = |amounts: &str, head: &str, claim: &str| {
        let text = format!(
            "ruleset \"S\"\nparam c = 2\nheaps n\nmove t(i): n -> n - i where i in {{{amounts}}}\nclaim \"a\" for {head}: {claim}\n"
        );
        proved(&checked(&text).expect("a sound text")).remove(0).word()
    };
    // Ferguson's tables of subtraction games: {1, c} has the period c + 1 for even c, and 2 for odd ones.
    let even = "c >= 2 where c mod 2 = 0";
    assert_eq!(word("1, c", even, "grundy(n + c + 1) = grundy(n)"), "proved");
    assert_eq!(word("1, c", even, "P(n + c + 1) iff P(n)"), "proved");
    assert_eq!(word("1, c", even, "grundy(n + c) = grundy(n)"), "refuted");
    assert_eq!(word("1, c", "c >= 2", "grundy(n + c + 1) = grundy(n)"), "proved");
    assert_eq!(word("1, c", "c >= 1 where c mod 2 = 1", "grundy((c + 1) * n + c + 1) = 0"), "proved");
    assert_eq!(word("1, c", "c >= 1", "grundy((c + 1) * n) = 0"), "proved");
    assert_eq!(word("1, c", "c >= 1", "grundy(c * n + c) = 0"), "refuted");
    let all = |last: &str| {
        format!(
            "grundy(n) = cases {{ n mod 2 if c mod 2 = 1; 2 if n mod (c + 1) = c{last}; n mod (c + 1) mod 2 otherwise }}"
        )
    };
    assert_eq!(word("1, c", "c >= 1", &all("")), "proved");
    assert_eq!(word("1, c", "c >= 1", &all(" and n != 44")), "refuted");
    assert_eq!(word("c, c + 1", "c >= 1", "grundy(n + 2 * c + 1) = grundy(n)"), "proved");
    assert_eq!(word("c, c + 1", "c >= 1", "grundy(n + 2 * c) = grundy(n)"), "refuted");
}

/// What is said of the value 0 is said of the P-positions, whose set needs no other values.
#[test]
fn what_is_said_of_the_value_0_is_said_of_p_positions() {
    let rules = "heaps n\nmove t(i): n -> n - i where 1 <= i <= p, i != 2";
    let text = |play: &str, claim: &str| {
        format!("ruleset \"Z\"\nparam p = 4 where p >= 4\n{play}{rules}\nclaim \"a\" for p >= 4: {claim}\n")
    };
    let word = |claim: &str| {
        let document = checked(&text("", claim)).expect("a sound text");
        let found = proved(&document).remove(0);
        found.certificates.iter().for_each(|one| recheck(one, &document).expect("a sound certificate"));
        if let [certificate] = found.certificates.as_slice() {
            // The same certificate shows nothing else.
            for other in ["grundy(n) = 0 iff n mod (p + 3) in {0, 1}", "grundy(n) = 1 iff n mod (p + 3) in {0, 2}"] {
                let other = checked(&text("", other)).expect("a sound text");
                assert!(recheck(certificate, &other).is_err(), "{claim}");
            }
            let misere = checked(&text("play misere\n", "P(n) iff n mod (p + 3) in {0, 2}")).expect("a sound text");
            assert!(recheck(certificate, &misere).is_err(), "{claim}");
        }
        found.word()
    };
    for set in ["n mod (p + 3) in {0, 2}", "n mod (p + 3) = 0 or n mod (p + 3) = 2"] {
        for (zero, side) in [
            ("grundy(n) = 0", ""),
            ("0 = grundy(n)", ""),
            ("grundy(n) < 1", ""),
            ("grundy(n) != 0", "not "),
            ("grundy(n) > 0", "not "),
            ("1 <= grundy(n)", "not "),
        ] {
            assert_eq!(word(&format!("{zero} iff {side}({set})")), "proved", "{zero}");
        }
    }
    assert_eq!(word("grundy(n) = 0 iff n mod (p + 3) = 0"), "refuted");
    assert_eq!(word("grundy(n) != 0 iff n mod (p + 3) in {0, 2}"), "refuted");
    assert_eq!(word("grundy(n) = 0 iff n mod (p + 3) in {0, 2} and n != 9 * (p + 3)"), "refuted");
}

#[test]
fn a_number_that_the_modulus_divides_is_never_less_than_one() {
    let text = |body: &str| {
        format!(
            "ruleset \"R\"\nparam p = 3 where p >= 1\nparam q = 3 where q >= 1\nheaps x\nmove t(i): x -> x - i where 1 <= i <= p\n\
             claim \"a\" for p >= 2, q >= 2 where q mod p = 0: x mod p + {body}\n"
        )
    };
    let word = |body: &str| proved(&checked(&text(body)).expect("a sound text")).remove(0).word();
    assert_eq!(word("q = x mod p where q <= p"), "refuted");
    assert_eq!(word("q = x mod p + p where q <= p"), "proved");
    assert_eq!(word("q = x mod p + 2 * p where q <= p"), "refuted");
    assert_eq!(word("q <= x mod p + p where q < 2 * p"), "proved");
    // Beyond the values that tables try.
    assert_eq!(word("p >= p and (p <= 500 or q = 0) where q <= p"), "refuted");
}

#[test]
fn a_register_of_an_option_may_be_negative() {
    let text = |low: i64, high: i64, range: &str| {
        format!(
            "ruleset \"R\"\nparam p = 3 where p >= 1\nheaps x\nregister r in {low}..{high}\n\
             move t(i): x -> x - i where 1 <= i <= p\n\
             claim \"a\" for p >= 2: exists option (u; s) of (x; r): \
             u mod p <= p and (p <= 500 or (forall k in {range}: 0 <= k)) where 1 <= x\n"
        )
    };
    let word = |low, high, range: &str| {
        let document = checked(&text(low, high, range)).unwrap_or_else(|faults| panic!("{faults}"));
        proved(&document).remove(0).word()
    };
    assert_ne!(word(-2, 0, "s..0"), "proved");
    assert_eq!(word(0, 2, "s..2"), "proved");
}

#[test]
fn a_claim_that_is_false_at_one_modulus_is_refuted_there() {
    let game = "ruleset \"R\"\nparam p = 3 where p >= 1\nheaps x, y\nmove rook(s) symmetric: x -> x - s where 1 <= s\n\
                move king(s, t): (x, y) -> (x - s, y - t) where 1 <= s, 1 <= t, s + t <= p - 1\n";
    let value = "(x + y) mod p + p * (floor(x / p) xor floor(y / p))";
    for (claim, at) in [
        (format!("grundy(x, y) = {value} + cases {{ 1 if p = 1000003, x = 2, y = 5; 0 otherwise }}"), 1_000_003),
        (format!("P(x, y) iff {value} = 0 or (p = 77 and x = 30 and y = 30)"), 77),
        (
            "grundy(x, y) = (x + y) mod p + p * (floor(x / p) xor floor((y + cases { 1 if p = 50; 0 otherwise }) / p))"
                .to_owned(),
            50,
        ),
    ] {
        let document = checked(&format!("{game}claim \"a\" for p >= 1: {claim}\n")).expect("a sound text");
        let found = proved(&document).remove(0);
        assert_eq!(found.word(), "refuted", "{claim}: {:?}", found.verdict);
        assert_eq!(found.parameters.get("p"), Some(&ParameterValue::Number(at)), "{claim}");
    }
}

/// In `(p * x, p * y)` heaps stand for numbers of their own, which nothing divides: what is said of them is said of all numbers, and of those
/// alone that `where` allows.
#[test]
fn multiples_of_the_modulus_are_named_after_heaps() {
    let ryuo = "param p = 3 where p >= 2\nheaps x, y\nmove r(i) symmetric: x -> x - i where 1 <= i\n\
                move k(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i + j <= p - 1\n\
                claim \"all\" for p >= 2: grundy(x, y) = (x + y) mod p + p * (floor(x / p) xor floor(y / p))\n";
    let claims = [
        ("grundy(p * x, p * y) = p * (x xor y)", "proved"),
        ("P(p * x, p * y) iff x = y", "proved"),
        ("grundy(p * x, 1) = p * x + 1 where x >= 3", "proved"),
        ("P(p * x + p - 1, p * y + 1) iff x = y", "proved"),
        ("P(2 * p * x, p * y) iff y = 2 * x", "proved"),
        // No table is so large: the condition alone decides.
        ("P(p * x, p * y) iff x = y or x = 1000 and y = 1001 where x != 1000", "proved"),
        ("P(p * x, p * y) iff x = y or x = 1000 and y = 1001 where x >= 500", "refuted"),
        ("grundy(p * x, p * y) = p * (x xor y) + floor(x / 7) where x >= 7", "refuted"),
        ("P(p * x + 1, p * y + 1) iff x = y", "refuted"),
        ("P(p * x, p * y) iff x = y or x + y = 40 and x > 20", "refuted"),
    ];
    let all: String =
        (0..).zip(claims).map(|(at, (claim, _))| format!("claim \"{at}\" for p >= 2: {claim}\n")).collect();
    let document = checked(&format!("ruleset \"M\"\n{ryuo}{all}")).unwrap_or_else(|faults| panic!("{faults}"));
    for (at, (found, (claim, word))) in proved(&document).into_iter().skip(1).zip(claims).enumerate() {
        assert_eq!(found.word(), word, "{claim}: {:?}", found.verdict);
        assert_eq!(found.certificates.is_empty(), word != "proved", "{claim}");
        for made in &found.certificates {
            assert_eq!(made.for_all, ["p"], "{claim}");
            // Each by itself takes as long as the theorem of all values.
            assert!(at % 2 != 0 || recheck(made, &document) == Ok(()), "{claim}");
        }
    }
}

#[test]
fn a_certificate_does_not_divide_without_end() {
    let document = ruleset("ryuo");
    let context = nimdsl::engine::Context::default();
    let prover = nimdsl::prover::ask::claims::Prover::new(&document, &context);
    let claim = document.claims().find(|claim| claim.name == "RYU, Theorem 1.2").expect("a claim of this name");
    let made = prover.prove(claim, &Default::default()).expect("a sound claim").certificates.remove(0);
    assert_eq!(recheck(&made, &document), Ok(()));
    for times in [0, 2, 3, 4, 40] {
        let digits = made.digits.iter().cycle().take(times).cloned().collect();
        let why = recheck(&Certificate { digits, ..made.clone() }, &document).expect_err("a forgery").to_string();
        assert_eq!(why.contains("at most 3 are checked"), 3 < times, "{times}: {why}");
    }
}

/// What follows from the P-positions of misère play for all s and t, beside a claim about the values of normal play.
#[test]
fn what_follows_from_the_remainder_by_a_sum() {
    let text = |claim: &str| {
        format!(
            "ruleset \"S\"\nparam s = 2 where s >= 1\nparam t = 3 where t >= 1\nheaps n\n\
             move take(i): n -> n - i where s <= i <= t\n\
             claim \"set\" misere for s >= 1, t >= s: P(n) iff n mod (s + t) >= s and n mod (s + t) < 2 * s\n\
             claim \"values\" for s >= 1, t >= s: s * grundy(n) <= n mod (s + t)\n\
             claim \"a\" misere for s >= 1, t >= s: {claim}\n"
        )
    };
    // With the last: whether it is true where one more may be taken as well.
    for (claim, word, is_true_there) in [
        ("N(n) where n < s", "proved", true),
        ("P(n) implies N(n + s) and P(n + s + t)", "proved", false),
        ("P(s + t)", "refuted", false),
        ("P(n) implies P(n + 1) or n mod (s + t) = 2 * s - 1", "proved", false),
        ("P(n) implies n mod (s + t) < 2 * s - 1", "refuted", false),
    ] {
        let Some(document) = checked(&text(claim)).ok() else { panic!("{claim}") };
        let found = proved(&document).pop().expect("three claims");
        assert_eq!(found.word(), word, "{claim}: {:?}", found.verdict);
        for made in &found.certificates {
            assert_eq!(recheck(made, &document), Ok(()), "{claim}");
            let other = checked(&text(claim).replace("<= t\n", "<= t + 1\n")).expect("a sound text");
            let moved = Certificate { measure: None, ruleset: hash(&other), ..made.clone() };
            assert_eq!(recheck(&moved, &other).is_ok(), is_true_there, "{claim}");
        }
    }
}

/// What another claim of the file says of values is no part of the P-positions of this one: take 1 to c, with a pass.
#[test]
fn claims_about_values_do_not_stand_in_the_way() {
    let rules = "ruleset \"S\"\nparam c = 3 where c >= 1\nheaps n\nregister pass in 0..1\n\
                 move take(i): n -> n - i where 1 <= i <= c\nmove pass: pass -> 0 where pass = 1, 1 <= n\n";
    let set = "claim \"set\" for c >= 1: P(n; 1) iff n = 0 or (c + 2 <= n and n mod (c + 1) = 1)\n";
    for other in [
        "claim \"values\" for c >= 1: grundy(n; pass) >= 0\n",
        "claim \"bound\" for c >= 1: grundy(n; pass) <= c + pass\n",
        "claim \"small\" for c >= 1: grundy(n; 1) = cases { n + 1 if n mod 2 = 1; n - 1 otherwise } where 1 <= n <= c\n",
    ] {
        let document = checked(&format!("{rules}{set}{other}")).expect("a sound text");
        let found = proved(&document).swap_remove(0);
        assert_eq!(found.word(), "proved", "{other}: {:?}", found.verdict);
        let [made] = found.certificates.as_slice() else { panic!("{other}: no certificate for all") };
        assert_eq!(recheck(made, &document), Ok(()), "{other}");
    }
}
