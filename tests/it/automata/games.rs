//! P-positions of games, proved for all positions by the two conditions, and found wrong where they are wrong.
use super::{ample, nonzero};
use nimdsl::automata::{Automaton, Integer, Natural, Numeration, Presburger, decide, numeration_of};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A move: amounts from `AMOUNTS` on, a condition on heaps and amounts, and the heaps after it.
struct Move {
    amounts: u32,
    condition: Presburger,
    option: Vec<Integer>,
}

const AMOUNTS: u32 = 10;
const OPTION: u32 = 20;
const SCRATCH: u32 = 30;

fn heap(index: u32) -> Integer {
    Integer::from(Natural(index))
}

fn amount(index: u32) -> Integer {
    Integer::from(Natural(AMOUNTS + index))
}

/// Both orders of two heaps.
fn symmetric(condition: &Presburger, amounts: u32, [x, y]: [Integer; 2]) -> [Move; 2] {
    let swapped = [swap(&y), swap(&x)];
    [
        Move { amounts, condition: condition.clone(), option: vec![x, y] },
        Move { amounts, condition: condition.clone(), option: swapped.to_vec() },
    ]
}

/// The term with heaps 0 and 1 exchanged.
fn swap(term: &Integer) -> Integer {
    match term {
        Integer::Variable(Natural(index @ (0 | 1))) => heap(1 - index),
        Integer::Sum(terms) => Integer::Sum(terms.iter().map(swap).collect()),
        Integer::Times(factor, term) => Integer::Times(*factor, Box::new(swap(term))),
        other => other.clone(),
    }
}

#[derive(Debug, PartialEq)]
struct Verdict {
    /// A position of the claimed set with a move into it.
    inner_move: Option<Vec<u128>>,
    /// A position outside of the claimed set without a move into it.
    stuck: Option<Vec<u128>>,
}

const PROVED: Verdict = Verdict { inner_move: None, stuck: None };

/// The two conditions for `claimed`, a formula in `heaps` variables from 0 on; and the automaton of the set.
fn proved(heaps: u32, moves: &[Move], claimed: &Presburger) -> (Verdict, Automaton) {
    let numeration = numeration_of(claimed).expect("one numeration");
    let set = decide(claimed, numeration, &ample()).expect("the claim is small");
    let here: Vec<Integer> = (0..heaps).map(heap).collect();
    let shared = Arc::new(set.clone());
    let into_set = Presburger::or(moves.iter().map(|rule| {
        let after = (0..heaps).map(|index| Natural(OPTION + index));
        let amounts = (0..rule.amounts).map(|index| Natural(AMOUNTS + index));
        let mut parts = vec![
            rule.condition.clone(),
            Presburger::Holds(Arc::clone(&shared), after.clone().map(Integer::from).collect()),
        ];
        parts.extend(after.clone().zip(&rule.option).map(|(heap, term)| Presburger::equal(heap, term.clone())));
        Presburger::exists(amounts.chain(after), Presburger::and(parts))
    }));
    let reaches = decide(&into_set, numeration, &ample()).expect("the moves are small");
    let inner = set.and(&reaches, &ample()).expect("small");
    let outside = Presburger::and([
        Presburger::Holds(shared, here).negated(),
        Presburger::Holds(Arc::new(reaches), (0..heaps).map(heap).collect()).negated(),
    ]);
    let stuck = decide(&outside, numeration, &ample()).expect("small");
    let least = |automaton: &Automaton| automaton.least().expect("small numbers");
    (Verdict { inner_move: least(&inner), stuck: least(&stuck) }, set)
}

/// The P-positions of a two-heap game by the definition; `options` lists the options of a position.
fn p_positions(bound: u128, options: impl Fn(u128, u128) -> Vec<(u128, u128)>) -> Vec<Vec<u128>> {
    let mut known = BTreeMap::new();
    fn is_p(
        position: (u128, u128),
        options: &impl Fn(u128, u128) -> Vec<(u128, u128)>,
        known: &mut BTreeMap<(u128, u128), bool>,
    ) -> bool {
        if let Some(value) = known.get(&position) {
            return *value;
        }
        let value = options(position.0, position.1).into_iter().all(|option| !is_p(option, options, known));
        known.insert(position, value);
        value
    }
    let mut found = Vec::new();
    for x in 0..bound {
        for y in 0..bound {
            if is_p((x, y), &options, &mut known) {
                found.push(vec![x, y]);
            }
        }
    }
    found
}

fn at_least(term: Integer, least: i64) -> Presburger {
    Presburger::at_most(least, term)
}

/// The moves of Wythoff's game.
fn wythoff() -> Vec<Move> {
    let positive = at_least(amount(0), 1);
    let mut moves = symmetric(&positive, 1, [heap(0) - amount(0), heap(1)]).into_iter().collect::<Vec<_>>();
    moves.push(Move { amounts: 1, condition: positive, option: vec![heap(0) - amount(0), heap(1) - amount(0)] });
    moves
}

#[test]
fn wythoff_positions_are_golden() {
    let n = Natural(SCRATCH);
    let golden = Integer::from(n).golden_floor();
    let pair = |a: Integer, b: Integer| {
        Presburger::and([Presburger::equal(a, golden.clone()), Presburger::equal(b, golden.clone() + n)])
    };
    let claimed = Presburger::exists([n], Presburger::or([pair(heap(0), heap(1)), pair(heap(1), heap(0))]));
    let (verdict, set) = proved(2, &wythoff(), &claimed);
    assert_eq!(verdict, PROVED);
    assert_eq!(set.numeration(), Numeration::Zeckendorf);
    assert_eq!(set.states(), 7);
    let expected = p_positions(12, |x, y| {
        let rook = (0..x).map(|x| (x, y)).chain((0..y).map(|y| (x, y)));
        rook.chain((1..=x.min(y)).map(|i| (x - i, y - i))).collect()
    });
    assert_eq!(set.tuples_below(12), expected);
    // A claim that forgets the pair (1, 2) is refuted there.
    let wrong = Presburger::and([claimed, Presburger::differs(heap(0) + heap(1), 3)]);
    let (verdict, _) = proved(2, &wythoff(), &wrong);
    assert_eq!(verdict.stuck, Some(vec![1, 2]));
}

#[test]
fn nim_positions_have_nim_sum_zero() {
    for heaps in 1..=5 {
        let moves: Vec<Move> = (0..heaps)
            .map(|taken| Move {
                amounts: 1,
                condition: at_least(amount(0), 1),
                option: (0..heaps)
                    .map(|index| if index == taken { heap(index) - amount(0) } else { heap(index) })
                    .collect(),
            })
            .collect();
        let sum = (0..heaps).map(heap).reduce(|a, b| a.xor(b)).expect("a heap");
        let (verdict, set) = proved(heaps, &moves, &Presburger::equal(sum, 0));
        assert_eq!(verdict, PROVED);
        assert_eq!(set.states(), 1);
    }
}

fn triangular() -> Vec<Move> {
    let condition =
        Presburger::and([at_least(amount(0), 2), at_least(amount(1), 1), Presburger::less(amount(1), amount(0))]);
    symmetric(&condition, 2, [heap(0) - amount(0), heap(1) + amount(1)]).into_iter().collect()
}

fn yama() -> Vec<Move> {
    symmetric(&at_least(amount(0), 2), 1, [heap(0) - amount(0), heap(1) + 1]).into_iter().collect()
}

#[test]
fn triangular_and_yama_positions() {
    let by_rule = |most_added: fn(u128) -> u128| {
        p_positions(16, move |x, y| {
            let one = (2..=x).flat_map(|i| (1..=most_added(i)).map(move |j| (x - i, y + j)));
            let other = (2..=y).flat_map(|i| (1..=most_added(i)).map(move |j| (x + j, y - i)));
            one.chain(other).collect()
        })
    };
    let close = Presburger::at_most((heap(0) - heap(1)).abs(), 1);
    let (verdict, set) = proved(2, &yama(), &close);
    assert_eq!((verdict, set.tuples_below(16)), (PROVED, by_rule(|_| 1)));
    let (verdict, set) = proved(2, &triangular(), &close);
    assert_eq!((verdict, set.tuples_below(16)), (PROVED, by_rule(|i| i - 1)));
    // A claim that leaves out the diagonal from (1, 1) on is refuted there, one that adds (0, 2) by its move to (0, 1).
    let beside =
        Presburger::or([Presburger::equal((heap(0) - heap(1)).abs(), 1), Presburger::equal(heap(0) + heap(1), 0)]);
    let (verdict, _) = proved(2, &triangular(), &beside);
    assert_eq!(verdict, Verdict { inner_move: None, stuck: Some(vec![1, 1]) });
    let wider =
        Presburger::or([close, Presburger::and([Presburger::equal(heap(0), 0), Presburger::equal(heap(1), 2)])]);
    let (verdict, _) = proved(2, &triangular(), &wider);
    assert_eq!(verdict.inner_move, Some(vec![0, 2]));
}

#[test]
fn yama_values() {
    // The sum with a nim heap has the P-positions (x, y, grundy(x, y)).
    let take =
        Move { amounts: 1, condition: at_least(amount(0), 1), option: vec![heap(0), heap(1), heap(2) - amount(0)] };
    let moves: Vec<Move> = yama()
        .into_iter()
        .map(|rule| Move { option: [rule.option, vec![heap(2)]].concat(), ..rule })
        .chain([take])
        .collect();
    let close = Presburger::at_most((heap(0) - heap(1)).abs(), 1);
    let value = Presburger::or([
        Presburger::and([close.clone(), Presburger::equal(heap(2), 0)]),
        Presburger::and([close.negated(), Presburger::equal(heap(2), heap(0).min(heap(1)) + 1)]),
    ]);
    let (verdict, set) = proved(3, &moves, &value);
    assert_eq!(verdict, PROVED);
    assert_eq!(set.states(), 13);
}

#[test]
fn ryuo_values() {
    // Theorem 1.2 of the paper on generalised Ryūō Nim, for two moduli.
    for p in [3, 5] {
        let take = |heap_: u32| Move {
            amounts: 1,
            condition: at_least(amount(0), 1),
            option: (0..3).map(|index| if index == heap_ { heap(index) - amount(0) } else { heap(index) }).collect(),
        };
        let king = Presburger::and([
            at_least(amount(0), 1),
            at_least(amount(1), 1),
            Presburger::at_most(amount(0) + amount(1), p - 1),
        ]);
        let king =
            Move { amounts: 2, condition: king, option: vec![heap(0) - amount(0), heap(1) - amount(1), heap(2)] };
        let modulus = nonzero(u32::try_from(p).expect("small"));
        let value = (heap(0) + heap(1)).modulo(modulus) + heap(0).floor_by(modulus).xor(heap(1).floor_by(modulus)) * p;
        let (verdict, set) = proved(3, &[take(0), take(1), take(2), king], &Presburger::equal(heap(2), value));
        assert_eq!(verdict, PROVED);
        assert!(set.accepts(&[7, 7, 14 % p as u128]));
    }
}
