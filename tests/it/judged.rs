//! Games that are in no paper here: true claims, claims that are false only far out, and sets found without a claim. The values
//! are from a table that another program made.
use super::checked;
use nimdsl::automata::export::Target;
use nimdsl::check::{Document, Settings};
use nimdsl::engine::Context;
use nimdsl::prover::ask::claims::{Proved, Prover, Request};
use nimdsl::prover::ask::export::{ProofLanguage, export};
use nimdsl::prover::ask::solve::solve;
use nimdsl::prover::{Obstacle, Verdict};
use nimdsl::ruleset::ParameterValue;

fn document(text: &str) -> Document {
    checked(&format!("ruleset \"G\"\n{text}\n")).unwrap_or_else(|faults| panic!("{faults}"))
}

fn all_with(text: &str, context: &Context) -> Vec<Proved> {
    let document = document(text);
    let prover = Prover::new(&document, context);
    document.claims().map(|claim| prover.prove(claim, &Request::default()).expect("a sound claim")).collect()
}

fn last(text: &str) -> Proved {
    all_with(text, &Context::default()).pop().expect("a claim")
}

/// The counterexample and its reason.
fn refuted(text: &str) -> (Vec<i64>, String) {
    match last(text).judged.verdict {
        Verdict::Refuted { position: Some(position), reason, .. } => (position, reason),
        other => panic!("{text}: {other:?}"),
    }
}

fn solved(text: &str) -> Result<Option<String>, Obstacle> {
    let document = document(text);
    let ruleset = document.at(&Settings::new()).expect("a ruleset");
    solve(&document, &ruleset, ruleset.play, &Context::default())
        .map(|solved| solved.formula.map(|name| name.to_string()))
}

const SUBTRACTION: &str = "heaps x\nmove t(i): x -> x - i where i in {2, 5, 6}\n";
const HALF: &str = "heaps x\nmove t(i): x -> x - i where 1 <= i <= x / 2\n";
const NIM: &str = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n";
const THREE: &str = "heaps x, y, z\nmove t(i) for each a in (x, y, z): a -> a - i where 1 <= i <= 3\n";

#[test]
fn claims_that_are_false_beyond_a_trillion_are_refuted_there() {
    let claim = "claim \"F\": P(x) iff x mod 11 in {0, 1, 4, 8} and x < 999999999999";
    assert_eq!(refuted(&format!("{SUBTRACTION}{claim}")).0, [999_999_999_999]);
    let claim = "claim \"F\": P = {(2^k - 1) for k in 0..61}";
    assert_eq!(refuted(&format!("{HALF}{claim}")).0, [4_611_686_018_427_387_903]);
    let claim = "claim \"F\": P(x, y) iff x = y or x = y + 100 and y >= 7000000";
    assert_eq!(refuted(&format!("{NIM}{claim}")).0, [7_000_100, 7_000_000]);
}

#[test]
fn conditions_that_fail_are_told_with_the_option() {
    let (position, reason) =
        refuted(&format!("{THREE}claim \"F\": P(x, y, z) iff (x mod 4) xor (y mod 4) = z mod 4 or z = 9001"));
    assert_eq!(position, [0, 0, 9001]);
    assert!(reason.contains("claimed to be a P-position, and so is its option (0, 0, 9000) by `t`"), "{reason}");
    let (position, reason) =
        refuted(&format!("{NIM}claim \"F\": grundy(x, y) = cases {{ 1 if x = 30000 and y = 0; x xor y otherwise }}"));
    assert_eq!(position, [30_000, 0]);
    assert!(reason.contains("its value is claimed to be 1, and so is that of its option (1, 0) by `rook`"), "{reason}");
}

/// Tokens come first in the order of counterexamples: at (500001; 7) the claim is true, and the conditions fail there as well.
#[test]
fn registers_are_no_tokens_in_the_order_of_counterexamples() {
    let game = "heaps x\nregister q in 0..9\nmove a: (x; q) -> (x - 1; q + 2) where q <= 7\nmove b: (x; q) -> (x - 1; 0) where 8 <= q\n";
    assert!(matches!(last(&format!("{game}claim \"T\": P(x; q) iff x mod 2 = 0")).verdict, Verdict::Proved(_)));
    let claim = "claim \"F\": P(x; q) iff x mod 2 = 0 and not (x = 500000 and q = 9)";
    assert_eq!(refuted(&format!("{game}{claim}")).0, [500_000, 9]);
}

#[test]
fn claims_that_are_false_at_one_value_of_a_parameter_are_refuted_there() {
    let game = "param m = 3 where m >= 1\nheaps x\nmove t(i): x -> x - i where 1 <= i <= m\n";
    for (m, x) in [(7, 800), (13, 1400), (19, 20_000)] {
        let claim = format!("claim \"F\" for m >= 1: P(x) iff x mod (m + 1) = 0 and (m != {m} or x != {x})");
        let proved = last(&format!("{game}{claim}"));
        assert!(matches!(&proved.verdict, Verdict::Refuted { position: Some(position), .. } if *position == [x]));
        assert_eq!(proved.parameters.get("m"), Some(&ParameterValue::Number(m)));
    }
}

#[test]
fn what_is_proved_of_a_game_shows_the_least_counterexample() {
    // A pass keeps the total, and an option of an ordinal may have larger coefficients.
    let ordinals = "heaps x, y below omega^2\nmove rook symmetric: (x, y) -> (x', y) where x' < x\nclaim \"T\": P(x, y) iff x = y\n";
    let claim = "claim \"F\": P(x, y) iff x = y and x != omega * 300 + 7";
    assert_eq!(refuted(&format!("{ordinals}{claim}")).0, [300, 7, 300, 7]);
    let pass = "heaps x, y\nregister p in 0..1\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove pass: p -> 0 where p = 1, x = y, 1 <= x\n";
    let claim = "claim \"F\": P(x, y; p) iff p = 0 and x = y or p = 1 and (x + y = 0 or |x - y| = 1 and min(x, y) mod 2 = 1 and y != 9001)";
    assert_eq!(refuted(&format!("{pass}{claim}")).0, [9002, 9001, 1]);
}

/// The claimed values are too large for the budget; the true ones are not.
#[test]
fn a_claim_that_is_too_large_is_compared_with_what_is_true() {
    let game = "heaps x, y\nmove r(i) symmetric: x -> x - i where 2 <= i\n";
    let claim = "claim \"F\": grundy(x, y) = (floor(x / 2) xor floor(y / 2)) + floor(x / 777)";
    let context = Context { memory: 40 << 20, ..Context::default() };
    let proved = all_with(&format!("{game}{claim}"), &context).pop().expect("a claim");
    assert!(matches!(&proved.verdict, Verdict::Refuted { position: Some(position), .. } if *position == [777, 0]));
}

#[test]
fn bounds_by_a_quotient_take_few_nodes() {
    let game = "heaps x, y\nmove r(i) symmetric: x -> x - i where 1 <= i, x <= y\nmove last symmetric: y -> y - 1 where x = 0\n";
    assert!(matches!(
        last(&format!("{game}claim \"T\": P(x, y) iff (x + y) mod 2 = 0 and min(x, y) <= 1")).verdict,
        Verdict::Proved(_)
    ));
    let claim = "claim \"F\": P(x, y) iff (x + y) mod 2 = 0 and min(x, y) <= floor(max(x, y) / 2000) + 1";
    assert_eq!(refuted(&format!("{game}{claim}")).0, [2, 2000]);
}

#[test]
fn simple_sets_are_found_and_named() {
    let words = |text: &str| Ok(Some(text.to_owned()));
    assert_eq!(solved(SUBTRACTION), words("x mod 11 in {0, 1, 4, 8}"));
    let later = "heaps x\nmove t(i): x -> x - i where i in {4, 7, 13}";
    assert_eq!(
        solved(later),
        words("x mod 17 in {0, 3, 5, 6, 8, 11, 14} and 26 <= x or x in {0, 1, 2, 3, 11, 12, 17, 20, 22, 23}")
    );
    assert_eq!(solved(HALF), words("exists k >= 0: x = 2^k - 1"));
    assert_eq!(solved(&format!("{HALF}play misere")), words("exists k >= 0: x = 3 * 2^k - 1"));
    assert_eq!(
        solved("heaps x\nmove t(i): x -> x - i where 1 <= i, 5 * i <= 4 * x"),
        words("exists k >= 0: x = (5^k - 1) / 4")
    );
    assert_eq!(solved("heaps x\nmove t(i): x -> x - i where 1 <= i, i not in {1, 4}"), words("{(0), (1)}"));
    assert_eq!(
        solved(&format!("{NIM}move d(i): (x, y) -> (x - i, y - i) where 1 <= i <= 2")),
        words("x = y and min(x, y) mod 3 = 0 or |x - y| = 1 and min(x, y) mod 3 = 1")
    );
    assert_eq!(
        solved("heaps h[4]\nmove t(i[A]) for each subset A of h: A -> A - i where size(A) <= 3, 1 <= i"),
        words("h[1] = h[2] and h[2] = h[3] and h[3] = h[4]")
    );
    // The powers of 10 need a table of more than a thousand.
    let far = "heaps x, y\nmove t(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n\
               move g(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i <= 10 * j - 2, j <= 10 * i - 2";
    assert_eq!(solved(far), words("sym {(10^k, 10^(k + 1)) for k >= 0} union {(0, 0), (0, 1), (1, 0)}"));
}

/// Theorems on Nim on graphs (Dufour and Heubach), Welter's game with three coins, Gale's Chomp with two rows, Mark (Fraenkel).
#[test]
fn what_all_members_share_is_a_name() {
    let words = |text: &str| Ok(Some(text.to_owned()));
    let edge = |i: usize| {
        let (one, other) = (i, i % 4 + 1);
        format!(
            "move e{i}(i, j): h[{one}] -> h[{one}] - i, h[{other}] -> h[{other}] - j where 0 <= i, 0 <= j, 1 <= i + j\n"
        )
    };
    let circle: String = (1..=4).map(edge).collect();
    assert_eq!(solved(&format!("heaps h[4]\n{circle}")), words("h[1] = h[3] and h[2] = h[4]"));
    let welter = "heaps a, b, c\npositions where a != b, a != c, b != c\nmove s(i) symmetric: a -> a - i where 1 <= i";
    assert_eq!(solved(welter), words("(a + 1) xor (b + 1) xor (c + 1) = 0"));
    let chomp = "heaps x, y\npositions where y <= x, 1 <= x\nmove l(i): x -> x - i, y -> min(y, x - i) where 1 <= i\n\
                 move u(i): y -> y - i where 1 <= i";
    assert_eq!(solved(chomp), words("x = y + 1"));
    let rectangle = "heaps x, y\nmove r(i, j): (x, y) -> (x - i, y - j) where 0 <= i < 4, 0 <= j < 3, 1 <= i + j";
    assert_eq!(solved(rectangle), words("x mod 4 = 0 and y mod 3 = 0"));
    let mark = "heaps n\nmove one: n -> n - 1\nmove halve: n -> floor(n / 2) where 1 <= n";
    assert_eq!(solved(mark), words("n = 0 or valuation(2, n) mod 2 = 1"));
}

/// What is printed means what it says when it is pasted: names of heaps and parameters take no bound variable, and all is syntax.
#[test]
fn words_can_be_pasted() {
    let words = |text: &str| Ok(Some(text.to_owned()));
    let half = "heaps k\npositions where 1 <= k\nmove m(i): k -> k - i where 1 <= i, 2 * i < k";
    assert_eq!(solved(half), words("exists j >= 0: k = 2^j"));
    let one = "heaps x, y\nmove m: x -> x - 1 where x = 3, y = 3";
    assert_eq!(solved(one), words("(x, y) not in {(3, 3)}"));
    let few = "heaps n\npositions where n <= 5\nmove m(i): n -> n - i where 1 <= i";
    assert_eq!(solved(few), words("{(0)}"));
    let register = "heaps n\nregister r in 0..3\nmove m(i): n -> n - i where 1 <= i <= 2\nmove p: n -> n - 1, r -> 0";
    assert_eq!(solved(register), words("n = 0 (mod 3)"));
    let parity = "heaps h[2]\nparam c = 2\npositions where h[2] >= h[1]\nmove m(i): h[2] -> h[2] - i where 1 <= i, h[2] - i >= 2 * h[1]\n\
                  move s: h[2] -> h[2] - 1 where h[2] < 2 * h[1]\n";
    let says = "P(h) iff h[2] <= 2 * h[1] and (sum(c for c in h) mod 2 = 0 or h[2] = c * h[1])";
    let told = "h[2] <= 2 * h[1] and (sum(c for c in h) mod 2 = 0 or h[2] = 2 * h[1])";
    assert_eq!(solved(&format!("{parity}claim \"C\": {says}")), words(told));
    // The claim is not about the game at its defaults.
    assert_eq!(solved(&format!("{parity}claim \"C\" for c in 3..4: {says}")), Ok(None));
}

#[test]
fn a_claim_of_the_file_gives_words() {
    let exact = "heaps x, y, z\nmove t(i, j) symmetric: (x, y, z) -> (x - i, y - j, z) where 1 <= i, 1 <= j\n";
    let refused = "claim \"wrong\": P(x, y, z) iff x = y\nrefuted \"no\": P(x, y, z) iff x = 0\n";
    let values = "claim \"F\": grundy(x, y, z) = min(floor((x + y + z) / 2), x + y + z - max(x, y, z))\n";
    let solve_it = |text: &str| {
        let document = document(text);
        let ruleset = document.at(&Settings::new()).expect("a ruleset");
        let solved = solve(&document, &ruleset, ruleset.play, &Context::default()).expect("it is solved");
        (solved.formula.map(|name| name.to_string()), solved.said_by.map(|(_, name)| name))
    };
    let words = "min(floor((x + y + z) / 2), x + y + z - max(x, y, z)) = 0";
    let told = solve_it(&format!("{exact}{refused}{values}"));
    assert_eq!(told, (Some(words.to_owned()), Some("F".to_owned())));
    assert_eq!(solve_it(&format!("{exact}{refused}")), (None, None));
    // What a claim says of misère play is not what is lost in normal play.
    let greedy =
        format!("param n = 3\n{}", "heaps h[n]\nmove t(i) for each a in h: a -> a - i where 1 <= i, a = max(h)\n");
    let says = "claim \"G\": P(h) iff max(h) = 0 or count(a in h where a = max(h)) mod 2 = 0\n";
    let told = solve_it(&format!("{greedy}{says}"));
    assert_eq!(told.1.as_deref(), Some("G"));
    assert_eq!(solve_it(&format!("{greedy}{}", says.replace("\"G\"", "\"G\" misere"))).1, None);
}

#[test]
fn sets_with_registers_are_named_for_each_value() {
    let game = "heaps x\nregister q in 0..3\nmove a(i): (x; q) -> (x - i; i) where 1 <= i <= 3, i != q";
    let words = "(q = 0 or q = 2) and (x mod 4 = 0) or q = 1 and (x mod 4 in {0, 1}) or q = 3 and (x mod 4 in {0, 3})";
    let found = solved(game).expect("a set").expect("a name").replace("x = 0 (mod 4)", "x mod 4 = 0");
    assert_eq!(found, words);
    let game = "heaps x\nregister t in 0..1\nmove a(i): (x; t) -> (x - i; 1) where t = 0, 1 <= i <= 2\n\
                move b(i): (x; t) -> (x - i; 0) where t = 1, 1 <= i <= 3";
    assert_eq!(solved(game), Ok(Some("t = 0 and (3 <= x or x = 0) or t = 1 and (x) in {(0)}".to_owned())));
}

/// Walnut tells of a larger number, and goes on with an older definition of the same name.
#[test]
fn numbers_that_walnut_does_not_have_are_not_exported() {
    let document =
        document(&format!("{SUBTRACTION}claim \"F\": P(x) iff x mod 11 in {{0, 1, 4, 8}} and x < 99999999999"));
    let claim = document.claims().next().expect("a claim");
    let scripts = |target| {
        export(&document, claim, &Request::default(), ProofLanguage::Conditions(target)).expect("a sound claim")
    };
    let walnut = scripts(Target::Walnut).pop().expect("a script").1;
    assert!(walnut.is_err_and(|why| why.to_string().contains("2147483647")));
    assert!(scripts(Target::Mona).pop().expect("a script").1.is_ok());
}

#[test]
fn what_is_not_found_is_told_of_every_numeration() {
    let why = solved("heaps x\nmove t(i): x -> x - i where 1 <= i <= x / 3").expect_err("no automaton").to_string();
    for part in
        ["in base 2, Zeckendorf's numeration, base 3", "base 10", "a table to 4096 is too small", "`prove` tries"]
    {
        assert!(why.contains(part), "{why}");
    }
    let claim = "claim \"C\": grundy(x, y) != 1 or y <= 2 * x + 3";
    let text = format!("{NIM}move d(i): (x, y) -> (x - i, y - i) where 1 <= i\n{claim}");
    let Verdict::Open(why) = last(&text).judged.verdict else { panic!("the values have no automaton here") };
    let why = why.to_string();
    assert!(why.contains("base 2") && why.contains("Zeckendorf's numeration"), "{why}");
}

/// A definition of heaps speaks of the position that the tuple of a set names, as if it were written out.
#[test]
fn definitions_speak_of_the_position_of_a_set() {
    let wythoff = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\n\
                   let n = y - x\nlet above = n > 0\n";
    let theorem = last(&format!("{wythoff}theorem \"W\": P = sym {{(x, y) where n >= 0, x = floor(n * phi)}}"));
    assert!(matches!(theorem.judged.verdict, Verdict::Proved(_)), "{theorem:?}");
    for claim in [
        "(x, y) in sym {(x, y) where n > 0} iff x < y",
        "(x, y) in sym {(x, y) where above} iff x < y",
        "(x, y) in {(y, x) where n > 0} iff x < y",
    ] {
        let (position, _) = refuted(&format!("{wythoff}claim \"F\": {claim}"));
        assert!(position.iter().sum::<i64>() == 1, "{claim}: {position:?}");
    }
    let (position, _) =
        refuted(&format!("{wythoff}claim \"F\": (x + 1, y) in {{(x, y) where total = 0}} iff total = 0"));
    assert_eq!(position, [0, 0]);
    let total = last(&format!("{wythoff}claim \"T\": (x + 1, y) in {{(x, y) where total = 1}} iff total = 0"));
    assert!(matches!(total.judged.verdict, Verdict::Proved(_)), "{total:?}");
}

/// A register without a greatest value that moves change, as in games in which what was taken bounds what may be taken next: its P-positions are
/// guessed from a table like those of a heap.
#[test]
fn registers_without_a_greatest_value_are_guessed() {
    let fibonacci = "sequence F(k) = F(k - 1) + F(k - 2) from F(1) = 1, F(2) = 2\nheaps n\nregister q\n\
                     move take(i): (n; q) -> (n - i; 2 * i) where 1 <= i <= q\n";
    let powers = "heaps n\nregister q\nmove take(i): (n; q) -> (n - i; i) where 1 <= i <= q\n";
    for (rules, claims) in [
        (
            fibonacci,
            [
                // Whinihan 1963.
                ("P(n; n - 1) iff (exists k >= 1: n = F(k)) where n >= 2", "proved"),
                ("P(n; q) implies P(n; q - 1) where q >= 1", "proved"),
                ("P(n; q) implies P(n; q + 1)", "refuted"),
            ],
        ),
        (
            powers,
            [
                ("P(n; n - 1) iff (exists k >= 0: n = 2^k) where n >= 1", "proved"),
                ("P(n; 3) iff n mod 4 = 0", "proved"),
                ("P(n; 3) iff n mod 4 = 0 and n != 4000", "refuted"),
            ],
        ),
    ] {
        for (claim, word) in claims {
            assert_eq!(last(&format!("{rules}claim \"c\": {claim}")).word(), word, "{claim}");
        }
    }
}

/// A claim that divides by 0 at one value of a parameter is open there, and the claims behind it are judged; where both sides of what has a
/// value are plain, no position is said to lack one.
#[test]
fn a_divisor_that_is_0_somewhere_ends_one_claim() {
    let rules = "param c = 3 where c >= 1\nparam d = c mod 3\nheaps n\nmove t(i): n -> n - i where 1 <= i <= c\n";
    let claims = "claim \"a\" for c >= 1: n mod d = 0 or N(n) or P(n)\nclaim \"b\" for c in {2, 3}: P(n) iff n mod (c + 1) = 0 or n mod d > 5\n\
                  claim \"c\" for c >= 1: P(n) iff n mod (c + 1) = 0\n";
    let all = all_with(&format!("{rules}{claims}"), &Context::default());
    let [one, two, three] = all.as_slice() else { panic!("three claims") };
    assert_eq!([one, two, three].map(|one| one.word()), ["partly", "unknown", "proved"]);
    let said = two.words(&document(rules).ruleset);
    assert!(said.contains("division by zero in `n mod d`") && said.contains("c = 3"), "{said}");
    // At a number that the file chooses it is a fault of the file.
    assert!(checked(&format!("{rules}claim \"a\": n mod d = 0")).is_err());
    let pairs = "param c = 3 where c >= 1\nheaps n\nmove t(i): n -> n - i where i in {c, c + 1}\n";
    let own = last(&format!("{pairs}claim \"k\" for c >= 1: n mod (c + 1) = 2 implies grundy(n) <= 2"));
    assert_eq!(own.word(), "proved");
    let own = last(&format!("{pairs}claim \"k\" for c >= 1: n mod (c - 2) = 2 implies grundy(n) <= 2"));
    assert_ne!(own.word(), "proved");
}

/// Scripts for Walnut have a definition for each move, the names of the file and comments; arguments stand in the order of the names in the
/// definition, as Walnut takes them, and a variable of a definition that nothing is said of stays in it.
#[test]
fn scripts_for_walnut_are_read() {
    let game = "param c = 1 where c >= 1\nheaps z, b\nmove down(i): z -> z - i where 1 <= i <= c\n\
                theorem \"T\" for c >= 1: P(z, b) iff z <= 0\nclaim \"U\": P(z, b) iff z mod 2 = 0\n";
    let document = document(game);
    let script = |name: &str| {
        let claim = document.claims().find(|claim| claim.name == name).expect("a claim");
        let language = ProofLanguage::Conditions(Target::Walnut);
        let mut all = export(&document, claim, &Request::default(), language).expect("a sound claim");
        assert_eq!(all.len(), 1);
        all.pop().expect("one script")
    };
    let (parameters, text) = script("T");
    assert_eq!(parameters, "all c >= 1");
    let text = text.unwrap_or_else(|why| panic!("{why}"));
    // b is nowhere in the claim, and an argument of its definition.
    let expected = "# c = 1 + any c\n\
        # move down, from a position to an option\n\
        def move_down \"?msd_2 (Ei ((1<=i & i<=anyc+1 & i<=z & z=newz+i & b=newb & anyc=newanyc)))\":\n\
        # the set that is claimed\n\
        def claimed \"?msd_2 ((z<=0 & 0<=b) & 0<=anyc)\":\n";
    let held = "$claimed(anyc,b,z) & (Enewz,newb,newanyc (($move_down(anyc,b,newanyc,newb,newz,z) & $claimed(newanyc,newb,newz))))";
    assert!(text.contains(held), "{text}");
    assert!(text.starts_with(expected), "{text}");
}
