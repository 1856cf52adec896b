//! Functions of several numbers that call themselves: against tables that are written out here, by every engine.
use crate::agree::agree;
use crate::checked;
use crate::prover::proved;
use nimdsl::engine::{Context, EngineKind, Question, applicable, reference};
use nimdsl::prover::Verdict;
use nimdsl::ruleset::error::EvaluationError;
use nimdsl::ruleset::grid::{GridRecursion, Lack};
use nimdsl::ruleset::options::Options;
use nimdsl::ruleset::{Comparison, Condition, Ruleset, Term, Variable};
use nimdsl::table::Region;

const DEFINITIONS: &str = "\
let C(n, k) = cases { 1 if k = 0; 0 if n = 0; C(n - 1, k - 1) + C(n - 1, k) otherwise }
let S(n, k) = cases { 1 if n = 0 and k = 0; 0 if n = 0 or k = 0; k * S(n - 1, k) + S(n - 1, k - 1) otherwise }
let D(m, n) = cases { 1 if m = 0 or n = 0; D(m - 1, n) + D(m - 1, n - 1) + D(m, n - 1) otherwise }
let common(a, b) = cases { a if b = 0; common(b, a mod b) otherwise }
let less(a, b, c) = cases { 1 if a + b + c = 0; cases { less(a - 1, b, c) if 1 <= a; 0 otherwise } + cases { less(a, b - 1, c) if 1 <= b; 0 otherwise } + cases { less(a, b, c - 1) if 1 <= c; 0 otherwise } otherwise }
";

/// A term at (x, y), as the heap that the only move leads to.
fn value(ruleset: &Ruleset, x: usize, y: usize) -> usize {
    let number = |heap| i64::try_from(heap).expect("a heap");
    let found = Options::new(ruleset).expect("finite").list(&[number(x), number(y), 1 << 30]).expect("options");
    usize::try_from(found[0].position[2]).expect("a heap")
}

/// Holds a term against a table in which each entry is made of the rows before it and those before it in its row.
fn same(term: &str, entry: impl Fn(usize, usize, &[Vec<usize>], &[usize]) -> usize) {
    let text = format!("{DEFINITIONS}heaps x, y, z\nmove tell: (x, y, z) -> (0, 0, {term}) where {term} < z\n");
    let document = checked(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for n in 0..13 {
        let mut row = Vec::new();
        for k in 0..13 {
            row.push(entry(n, k, &rows, &row));
            assert_eq!(value(&document.ruleset, n, k), row[k], "{term} at {n}, {k}");
        }
        rows.push(row);
    }
}

#[test]
fn values_are_those_of_tables() {
    same("C(x, y)", |n, k, rows, _| {
        if k == 0 {
            1
        } else if n == 0 {
            0
        } else {
            rows[n - 1][k - 1] + rows[n - 1][k]
        }
    });
    // Stirling numbers of the second kind: S(n, k) counts the partitions of n things into k parts.
    same("S(x, y)", |n, k, rows, _| match (n, k) {
        (0, 0) => 1,
        (0, _) | (_, 0) => 0,
        _ => k * rows[n - 1][k] + rows[n - 1][k - 1],
    });
    // Delannoy numbers, OEIS A008288.
    same(
        "D(x, y)",
        |m, n, rows, row| {
            if m == 0 || n == 0 { 1 } else { rows[m - 1][n] + rows[m - 1][n - 1] + row[n - 1] }
        },
    );
    same("common(x, y)", |a, b, _, _| (1..=a.max(b)).rev().find(|by| a % by == 0 && b % by == 0).unwrap_or(0));
    // Ways of taking tokens one by one from three heaps: a product of binomial coefficients.
    same("less(x, y, 2) - C(x + y + 2, x) * C(y + 2, y)", |_, _, _, _| 0);
}

/// Whether binomial coefficients are odd is told by bits (Lucas 1878), and common divisors are known without a definition.
#[test]
fn every_engine_plays_by_them() {
    let context = Context::default();
    let game = |odd: &str, prime: &str| {
        format!(
            "{DEFINITIONS}heaps x, y\nmove odd(i): x -> x - i where 1 <= i <= x, {odd}\n\
             move prime(i): (x, y) -> (x - i, y - i) where 1 <= i, {prime}\n\
             move less(i): y -> y - i where 1 <= i <= D(min(y, 3), 2)\n"
        )
    };
    let text = game("C(x, i) mod 2 = 1", "common(i, x + y) = 1");
    let own = checked(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let known =
        game("bitand(x, i) = i", "gcd(i, x + y) = 1").replace("D(min(y, 3), 2)", "2 * min(y, 3)^2 + 2 * min(y, 3) + 1");
    let known = checked(&known).unwrap_or_else(|faults| panic!("{faults}"));
    let region = Region::Box(vec![14, 14]);
    agree(&own.ruleset, &region, &text).expect("they agree");
    let table =
        |ruleset: &Ruleset| reference::grundy(ruleset, &region, &context).expect("a table").layers[0].1.to_vec();
    assert_eq!(table(&own.ruleset), table(&known.ruleset));
    let compiled = applicable(&own.ruleset).into_iter().find(|engine| engine.kind() == EngineKind::Compiled);
    assert!(compiled.is_some_and(|engine| engine.table(&region, Question::Grundy, &context).is_ok()));
}

#[test]
fn claims_know_them_and_provers_say_that_they_do_not() {
    let document = checked(&format!(
        "{DEFINITIONS}heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n\
         claim \"gcd\": common(x, y) = gcd(x, y)\n\
         refuted \"C\" at (1, 3): C(x + y, x) <= 3 where 1 <= x, 1 <= y\n"
    ));
    let document = document.unwrap_or_else(|faults| panic!("{faults}"));
    let said: Vec<String> = proved(&document).iter().map(|proved| format!("{:?}", proved.verdict)).collect();
    assert!(said[0].contains("the recursion `common` has no automaton"), "{}", said[0]);
    assert!(matches!(&proved(&document)[1].verdict, Verdict::Refuted { .. }), "{}", said[1]);
}

fn argument(at: usize) -> Term {
    Term::Variable(Variable::Coordinate(at))
}

fn less(at: usize, by: i128) -> Term {
    Term::Sum(vec![argument(at), Term::Constant(-by)])
}

fn is(at: usize, number: i128) -> Condition {
    Condition::Compare(argument(at), Comparison::Equal, Term::Constant(number))
}

fn own(arguments: [Term; 2]) -> Term {
    Term::OwnGrid(arguments.to_vec())
}

fn grid(cases: Vec<(Condition, Term)>, otherwise: Term) -> GridRecursion {
    let cases = cases.into_iter().chain([(Condition::Known(true), otherwise)]).collect();
    GridRecursion::new("f".to_owned(), 2, Vec::new(), Term::Cases(cases))
}

fn binomials() -> GridRecursion {
    let cases = vec![(is(1, 0), Term::Constant(1)), (is(0, 0), Term::Constant(0))];
    grid(cases, Term::Sum(vec![own([less(0, 1), less(1, 1)]), own([less(0, 1), argument(1)])]))
}

#[test]
fn binomials_are_pascals_triangle() {
    let binomials = binomials();
    let mut row: Vec<Option<i128>> = vec![Some(1)];
    for n in 0..150 {
        for (k, value) in row.iter().enumerate() {
            let found = binomials.at(&[n, i128::try_from(k).expect("small")]);
            assert_eq!(found, value.ok_or(EvaluationError::Overflow), "{n}, {k}");
        }
        let inner = row.windows(2).map(|two| two[0]?.checked_add(two[1]?));
        row = [Some(1)].into_iter().chain(inner).chain([Some(1)]).collect();
    }
    assert_eq!(binomials.at(&[4095, 1]), Ok(4095));
    assert_eq!(binomials.at(&[4096, 1]), Err(EvaluationError::Overflow));
    assert_eq!(binomials.at(&[3, -1]), Err(EvaluationError::Undefined));
    assert_eq!(binomials.at(&[3]), Err(EvaluationError::Undefined));
}

#[test]
fn euclids_recursion_swaps_its_arguments() {
    let rest = Term::Modulo(Box::new(argument(0)), Box::new(argument(1)));
    let common = grid(vec![(is(1, 0), argument(0))], own([argument(1), rest]));
    for (a, b) in (0..60).flat_map(|a| (0..60).map(move |b| (a, b))) {
        let least = (1..=a.max(b)).rev().find(|by| a % by == 0 && b % by == 0).unwrap_or(0);
        assert_eq!(common.at(&[a, b]), Ok(least));
    }
}

#[test]
fn what_needs_itself_has_no_value_whoever_asks_first() {
    let circle = || grid(vec![(is(0, 7), Term::Constant(1))], own([argument(1), argument(0)]));
    for first in [[0, 1], [1, 0]] {
        let circle = circle();
        assert_eq!(circle.at(&first), Err(EvaluationError::Undefined));
        assert_eq!(circle.at(&[1, 0]), Err(EvaluationError::Undefined));
        assert_eq!(circle.at(&[0, 1]), Err(EvaluationError::Undefined));
        assert_eq!(circle.at(&[3, 7]), Ok(1));
        assert_eq!(circle.lack(&[0, 1]), Some(Lack::Itself(vec![0, 1])));
        assert_eq!(circle.lack(&[3, 7]), None);
    }
}

#[test]
fn a_lack_names_the_value_that_is_missing() {
    let down = grid(Vec::new(), own([less(0, 1), argument(1)]));
    assert_eq!(down.lack(&[2, 5]), Some(Lack::Negative(vec![-1, 5])));
    let up = grid(Vec::new(), own([argument(0), less(1, -1)]));
    assert_eq!(up.lack(&[2, 5]), Some(Lack::Beyond(vec![2, 4096])));
    let partial = GridRecursion::new("f".to_owned(), 2, Vec::new(), Term::Cases(vec![(is(0, 0), Term::Constant(3))]));
    assert_eq!(partial.lack(&[1, 5]), Some(Lack::Own(vec![1, 5])));
    // A value that leaves 128 bits is one, which others can be compared with.
    let product = |left: Term, right: Term| Term::Product(Box::new(left), Box::new(right));
    let large =
        grid(vec![(is(0, 0), Term::Constant(1))], product(Term::Constant(1 << 62), own([less(0, 1), argument(1)])));
    assert_eq!((large.at(&[9, 0]), large.lack(&[9, 0])), (Err(EvaluationError::Overflow), None));
}

#[test]
fn a_long_way_takes_no_stack() {
    // f(m, n) goes through the rows of the grid from their end to their start.
    let end = Term::Constant(4095);
    let rows = grid(
        vec![(Condition::And(vec![is(0, 0), is(1, 0)]), Term::Constant(0)), (is(1, 0), own([less(0, 1), end]))],
        Term::Sum(vec![own([argument(0), less(1, 1)]), Term::Constant(1)]),
    );
    assert_eq!(rows.at(&[20, 0]), Ok(20 * 4095));
}

#[test]
fn given_values_come_before_the_rule() {
    let body = own([less(0, 1), argument(1)]);
    let given = vec![(vec![-1, 2], 8), (vec![1, 2], 5)];
    let grid = GridRecursion::new("f".to_owned(), 2, given, body);
    assert_eq!((grid.at(&[0, 2]), grid.at(&[3, 2]), grid.at(&[-1, 2])), (Ok(8), Ok(5), Ok(8)));
    assert_eq!(grid.at(&[3, 1]), Err(EvaluationError::Undefined));
}

#[test]
fn widths_have_their_bounds() {
    let zero = |width| GridRecursion::new("f".to_owned(), width, Vec::new(), Term::Sum(Vec::new()));
    for (width, bound) in [(2, 4096), (3, 256), (4, 64)] {
        let (zero, last) = (zero(width), vec![bound - 1; width]);
        assert_eq!((zero.bound(), zero.at(&last)), (bound, Ok(0)));
        assert_eq!(zero.at(&vec![bound; width]), Err(EvaluationError::Overflow));
    }
}
