//! Claims with quantifiers whose witnesses lie beyond every table: a claim and its negation are never both refuted or both
//! proved, tables and automata never contradict each other, and certificates of the one do not fit the other.
use super::checked;
use nimdsl::certificate::Certificate;
use nimdsl::check::{Document, Settings};
use nimdsl::claim::Verdict as OnTable;
use nimdsl::claim::verify::{Request, verify};
use nimdsl::engine::Context;
use nimdsl::prover::Verdict;
use nimdsl::prover::ask::claims::{Prover, Request as Asked};
use nimdsl::recheck::recheck;
use proptest::prelude::*;

const TAKE: &str = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 2\n";
const WYTHOFF: &str = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove bishop(i): (x, y) -> (x - i, y - i) \
                       where 1 <= i\n";
const NIM: &str = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";
const BOUNDED: &str = "heaps x\npositions where 5 <= x\nmove take(i): x -> x - i where 1 <= i <= 3\n";

/// What a table says: whether it is certain that the claim is true, or false.
fn on_a_table(document: &Document, up_to: Option<u64>) -> Vec<Option<bool>> {
    let request = Request { settings: Settings::new(), play: None, up_to };
    let judged = document.claims().map(|claim| match verify(document, claim, &request, &Context::default()) {
        Ok(verified) => match verified.verdict {
            OnTable::Refuted { .. } => Some(false),
            _ => None,
        },
        Err(why) => panic!("{why}"),
    });
    judged.collect()
}

fn by_proof(document: &Document) -> (Vec<Option<bool>>, Vec<Vec<Certificate>>) {
    let context = Context::default();
    let prover = Prover::new(document, &context);
    let judged = document.claims().map(|claim| {
        let proved = prover.prove(claim, &Asked::default()).expect("it ends");
        let truth = match &proved.verdict {
            Verdict::Proved(figures) => figures.limits.without_value.is_none().then_some(true),
            Verdict::Refuted { .. } => Some(false),
            Verdict::Open(_) => None,
        };
        (truth, proved.certificates)
    });
    judged.unzip()
}

/// The verdicts of a proof on two claims of which exactly one is true, after all the checks of this page.
fn opposites(rules: &str, claim: &str, up_to: Option<u64>) -> Vec<Option<bool>> {
    let text = format!("ruleset \"R\"\n{rules}claim \"yes\": {claim}\nclaim \"no\": not ({claim})\n");
    let document = checked(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let table = on_a_table(&document, up_to);
    let (proof, certificates) = by_proof(&document);
    assert!(table != [Some(false), Some(false)], "a table refutes both: {text}");
    assert!(proof[0] != proof[1] || proof[0].is_none(), "both {proof:?}: {text}");
    for (at, other) in [(0, 1), (1, 0)] {
        assert!(table[at] != Some(false) || proof[at] != Some(true), "a table refutes what is proved: {text}");
        assert!(
            table[at] != Some(false) || proof[other] != Some(false),
            "a table refutes the one, a proof the other: {text}"
        );
        for made in &certificates[at] {
            if let Err(why) = recheck(made, &document) {
                // It may not know how to check a claim, or give up; it never denies what is proved.
                assert!(!why.to_string().contains("does not follow"), "{why}: {text}");
            }
            let name = if at == 0 { "no" } else { "yes" };
            let forged = Certificate { claim: name.to_owned(), ..made.clone() };
            assert!(recheck(&forged, &document).is_err(), "a certificate fits the opposite: {text}");
        }
    }
    proof
}

fn is_proved(rules: &str, claim: &str) {
    assert_eq!(opposites(rules, claim, None), [Some(true), Some(false)], "{claim}");
}

#[test]
fn theorems_whose_witnesses_lie_beyond_tables_are_proved() {
    is_proved(WYTHOFF, "forall d >= 0: exists k >= 0: P(k, k + d)");
    is_proved(WYTHOFF, "forall n >= 0: exists k >= 0: P(n, k)");
    is_proved(TAKE, "exists k in 1000..1002: P(k)");
    is_proved(TAKE, "forall a >= 0: exists b >= 0: a < b and P(b)");
    is_proved(TAKE, "exists k >= 0: k >= 100000");
    is_proved(TAKE, "forall n >= 0: exists k >= 0: k > 50 * n");
    is_proved(TAKE, "forall n >= 0: forall k >= 0: k = n + 7000 implies (P(k) iff P(n + 1))");
    is_proved(TAKE, "forall n >= 0: not (forall k in 3000..3002: N(n + k))");
    is_proved(NIM, "forall n >= 0: exists k >= 0: grundy(n, k) = 5");
    is_proved(NIM, "forall n >= 0: forall m >= 0: not (forall k in 0..1: grundy(n + k, m) mod 2 = 0)");
    is_proved(BOUNDED, "exists k >= 9000: P(k) and k mod 5 = 3");
}

#[test]
fn claims_about_rows_hold_at_every_position() {
    for (rules, claim) in [
        (WYTHOFF, "exists k >= 0: P(x, k)"),
        (TAKE, "exists k in 0..2: P(x + k)"),
        (TAKE, "exists k >= 0: k = x + 1000"),
        (NIM, "exists k >= 0: grundy(x, k) = 5"),
    ] {
        let text = format!("ruleset \"R\"\n{rules}claim \"C\": {claim}\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(on_a_table(&document, None), [None], "{text}");
        assert_eq!(by_proof(&document).0, [Some(true)], "{text}");
    }
}

/// Makes a formula from numbers that are drawn one after the other.
struct Maker {
    state: u64,
    /// Variables that are bound, with whether they are natural.
    bound: Vec<String>,
    two_heaps: bool,
    least: i64,
}

impl Maker {
    fn draw(&mut self, bound: u64) -> i64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        i64::try_from((self.state >> 11) % bound).expect("it is small")
    }

    fn constant(&mut self) -> i64 {
        match self.draw(8) {
            0 => 100 + self.draw(900),
            1 => 10_000 + self.draw(1_000_000),
            _ => self.draw(7),
        }
    }

    /// A sum of natural numbers.
    fn natural(&mut self) -> String {
        let constant = self.constant();
        if self.bound.is_empty() || self.draw(5) == 0 {
            return (constant + self.least).to_string();
        }
        let at = usize::try_from(self.draw(self.bound.len() as u64)).expect("it is small");
        let factor = 1 + self.draw(3);
        let variable = self.bound[at].clone();
        match self.draw(3) {
            0 if self.least == 0 => variable,
            1 => format!("{variable} + {}", constant + self.least),
            _ => format!("{factor} * {variable} + {}", constant + self.least),
        }
    }

    fn atom(&mut self) -> String {
        let (left, right) = (self.natural(), self.natural());
        match self.draw(8) {
            0 => format!("({left} <= {right})"),
            1 => format!("({left} = {right})"),
            2 => format!("({left} != {right})"),
            3 => {
                let by = 2 + self.draw(3);
                format!("(({left}) = {} (mod {by}))", self.draw(u64::try_from(by).expect("it is small")))
            }
            4 if self.two_heaps => format!("N({left}, {right})"),
            4 => format!("N({left})"),
            5 if self.two_heaps => format!("P({left}, {right})"),
            5 => format!("(grundy({left}) <= {})", self.draw(3)),
            _ if self.two_heaps => format!("P({left}, {right})"),
            _ => format!("P({left})"),
        }
    }

    fn formula(&mut self, depth: u64) -> String {
        if depth == 0 {
            return self.atom();
        }
        match self.draw(9) {
            0 => format!("({} and {})", self.formula(depth - 1), self.formula(depth - 1)),
            1 => format!("({} or {})", self.formula(depth - 1), self.formula(depth - 1)),
            2 => format!("({} implies {})", self.formula(depth - 1), self.formula(depth - 1)),
            3 => format!("(not {})", self.formula(depth - 1)),
            4 => format!("({} iff {})", self.formula(depth - 1), self.formula(0)),
            _ => self.quantified(depth),
        }
    }

    fn quantified(&mut self, depth: u64) -> String {
        let word = if self.draw(2) == 0 { "forall" } else { "exists" };
        let name = format!("n{}", self.bound.len());
        let low = self.natural();
        let range = match self.draw(5) {
            0 => format!("{name} in {low}..{}", self.natural()),
            1 => format!("{name} in {low}..{low} + {}", self.draw(4)),
            2 => format!("{name} >= {low}"),
            _ => format!("{name} >= {}", self.draw(3)),
        };
        self.bound.push(name);
        let body = self.formula(depth - 1);
        self.bound.pop();
        format!("({word} {range}: {body})")
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn a_claim_and_its_opposite_are_never_both_refuted(seed in 1u64.., rules in 0usize..8, depth in 2u64..4) {
        let (rules, two_heaps, least) = match rules {
            0 => (WYTHOFF, true, 0),
            1 => (NIM, true, 0),
            2 => (BOUNDED, false, 5),
            _ => (TAKE, false, 0),
        };
        let mut maker = Maker { state: seed, bound: Vec::new(), two_heaps, least };
        let claim = maker.quantified(depth);
        opposites(rules, &claim, Some(40));
    }
}

#[test]
fn a_part_that_decides_excuses_one_without_a_value() {
    // At (x, 0) there is no (x, -1): what is denied of (x - 1, 0) decides, alone and under another denial.
    let claims = ["P(x, y - 1) or not P(x - 1, y)", "not (P(x - 1, y) and N(x, y - 1))", "N(x - 1, y) or N(x, y - 1)"];
    for claim in claims {
        let text = format!("ruleset \"R\"\n{NIM}claim \"C\": {claim} where y = 0, 2 <= x\n");
        let document = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(by_proof(&document).0, [Some(true)], "{text}");
    }
}
