//! Random claims on whole boards, compared with an evaluation of every position that shares nothing with the library's.
use nimdsl::claim::Verdict;
use nimdsl::engine::{Context, reference};
use nimdsl::table::{Region, Table};
use nimdsl::value::Play;
use proptest::prelude::*;
use std::collections::HashSet;

const RULES: [&str; 3] = [
    "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\nmove bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\n",
    "heaps x, y\nmove yama(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n",
    "heaps x, y\npositions where x <= y + 5\nmove take(i): x -> x - i where 1 <= i\nmove lower(i): y -> y - i \
     where 1 <= i <= 3\n",
];

/// A number that depends on the position and on `k`.
#[derive(Clone, Debug)]
enum Number {
    Known(i64),
    X,
    Y,
    K,
    Grundy(i64, i64),
    Plus(Box<Number>, Box<Number>),
    Minus(Box<Number>, Box<Number>),
    Times(i64, Box<Number>),
    Rest(Box<Number>, i64),
    Half(Box<Number>),
    Least(Box<Number>, Box<Number>),
    NimSum(Box<Number>, Box<Number>),
    Either(Box<Number>, Box<Number>, Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
enum Says {
    Below(Number, Number),
    Same(Number, Number),
    IsP,
    In(Cells),
    And(Box<Says>, Box<Says>),
    Or(Box<Says>, Box<Says>),
    Not(Box<Says>),
    Iff(Box<Says>, Box<Says>),
    All(i64, Box<Says>),
    Some(Number, Box<Says>),
    /// There is a k, without end, such that `p * k + q = x`, and so on.
    Solved(i64, i64, Box<Says>),
}

#[derive(Clone, Debug)]
enum Cells {
    List(Vec<(i64, i64)>),
    /// `{(p * n + q, r * n + s) for n >= 0}`.
    Family([i64; 4]),
    /// `{(x, y) where x <= p * y + q}`
    Where(i64, i64),
    Union(Box<Cells>, Box<Cells>),
    Less(Box<Cells>, Box<Cells>),
    Both(Box<Cells>, Box<Cells>),
    Sym(Box<Cells>),
}

struct At<'a> {
    x: i64,
    y: i64,
    k: i64,
    grundy: &'a Table,
    outcomes: &'a Table,
    /// What positions without a value are taken to have.
    guess: Option<i64>,
}

impl Number {
    fn text(&self) -> String {
        match self {
            Self::Known(number) => format!("({number})"),
            Self::X => "x".to_owned(),
            Self::Y => "y".to_owned(),
            Self::K => "k".to_owned(),
            Self::Grundy(p, q) => format!("grundy(x + {p}, y + {q})"),
            Self::Plus(left, right) => format!("({} + {})", left.text(), right.text()),
            Self::Minus(left, right) => format!("({} - {})", left.text(), right.text()),
            Self::Times(factor, inner) => format!("({factor} * {})", inner.text()),
            // The remainder of a constant is a fault.
            Self::Rest(inner, by) => format!("((x + {}) mod {by})", inner.text()),
            Self::Half(inner) => format!("floor({} / 2)", inner.text()),
            Self::Least(left, right) => format!("min({}, {})", left.text(), right.text()),
            Self::NimSum(left, right) => format!("(abs({}) xor abs({}))", left.text(), right.text()),
            Self::Either(left, right, then, otherwise) => format!(
                "cases {{ {} if {} <= {}; {} otherwise }}",
                then.text(),
                left.text(),
                right.text(),
                otherwise.text()
            ),
        }
    }

    /// None where a position outside the game is asked for.
    fn value(&self, at: &At<'_>) -> Option<i64> {
        Some(match self {
            Self::Known(number) => *number,
            Self::X => at.x,
            Self::Y => at.y,
            Self::K => at.k,
            Self::Grundy(p, q) => at.grundy.get(&[at.x + p, at.y + q]).map(i64::from).or(at.guess)?,
            Self::Plus(left, right) => left.value(at)? + right.value(at)?,
            Self::Minus(left, right) => left.value(at)? - right.value(at)?,
            Self::Times(factor, inner) => factor * inner.value(at)?,
            Self::Rest(inner, by) => (at.x + inner.value(at)?).rem_euclid(*by),
            Self::Half(inner) => inner.value(at)?.div_euclid(2),
            Self::Least(left, right) => left.value(at)?.min(right.value(at)?),
            Self::NimSum(left, right) => left.value(at)?.abs() ^ right.value(at)?.abs(),
            Self::Either(left, right, then, otherwise) => {
                if left.value(at)? <= right.value(at)? {
                    then.value(at)?
                } else {
                    otherwise.value(at)?
                }
            }
        })
    }
}

impl Says {
    fn text(&self) -> String {
        match self {
            Self::Below(left, right) => format!("({} <= {})", left.text(), right.text()),
            Self::Same(left, right) => format!("({} = {})", left.text(), right.text()),
            Self::IsP => "P(x, y)".to_owned(),
            Self::In(cells) => format!("((x, y) in {})", cells.text()),
            Self::And(left, right) => format!("({} and {})", left.text(), right.text()),
            Self::Or(left, right) => format!("({} or {})", left.text(), right.text()),
            Self::Not(inner) => format!("(not {})", inner.text()),
            Self::Iff(left, right) => format!("({} iff {})", left.text(), right.text()),
            Self::All(high, body) => format!("(forall k in 0..{high}: {})", body.text()),
            Self::Some(high, body) => format!("(exists k in 0..abs({}): {})", high.text(), body.text()),
            Self::Solved(p, q, body) => format!("(exists k >= 0: {p} * k + {q} = x and {})", body.text()),
        }
    }

    fn holds(&self, at: &At<'_>) -> Option<bool> {
        let every = |parts: [&Self; 2], decisive: bool| {
            let truths = parts.map(|part| part.holds(at));
            if truths.contains(&Some(decisive)) {
                return Some(decisive);
            }
            truths.iter().all(Option::is_some).then_some(!decisive)
        };
        let over = |high: i64, body: &Self, decisive: bool| {
            let truths: Vec<Option<bool>> = (0..=high).map(|k| body.holds(&At { k, ..*at })).collect();
            if truths.contains(&Some(decisive)) {
                return Some(decisive);
            }
            truths.iter().all(Option::is_some).then_some(!decisive)
        };
        match self {
            Self::Below(left, right) => Some(left.value(at)? <= right.value(at)?),
            Self::Same(left, right) => Some(left.value(at)? == right.value(at)?),
            Self::IsP => Some(at.outcomes.get(&[at.x, at.y])? == 0),
            Self::In(cells) => Some(cells.has(at.x, at.y)),
            Self::And(left, right) => every([left, right], false),
            Self::Or(left, right) => every([left, right], true),
            Self::Not(inner) => inner.holds(at).map(|truth| !truth),
            Self::Iff(left, right) => left.holds(at).zip(right.holds(at)).map(|(left, right)| left == right),
            Self::All(high, body) => over(*high, body, false),
            Self::Some(high, body) => over(high.value(at)?.abs(), body, true),
            Self::Solved(p, q, body) => {
                let k = (at.x - q).div_euclid(*p);
                if 0 <= k && p * k + q == at.x { body.holds(&At { k, ..*at }) } else { Some(false) }
            }
        }
    }
}

impl Cells {
    fn text(&self) -> String {
        match self {
            Self::List(list) => {
                let all: Vec<String> = list.iter().map(|(x, y)| format!("({x}, {y})")).collect();
                format!("{{{}}}", all.join(", "))
            }
            Self::Family([p, q, r, s]) => format!("{{({p} * n + {q}, {r} * n + {s}) for n >= 0}}"),
            Self::Where(p, q) => format!("{{(x, y) where x <= {p} * y + {q}}}"),
            Self::Union(left, right) => format!("({} union {})", left.text(), right.text()),
            Self::Less(left, right) => format!("({} minus {})", left.text(), right.text()),
            Self::Both(left, right) => format!("({} intersect {})", left.text(), right.text()),
            Self::Sym(inner) => format!("sym ({})", inner.text()),
        }
    }

    fn has(&self, x: i64, y: i64) -> bool {
        match self {
            Self::List(list) => list.contains(&(x, y)),
            Self::Family([p, q, r, s]) => (0..=200).any(|n| p * n + q == x && r * n + s == y),
            Self::Where(p, q) => x <= p * y + q,
            Self::Union(left, right) => left.has(x, y) || right.has(x, y),
            Self::Less(left, right) => left.has(x, y) && !right.has(x, y),
            Self::Both(left, right) => left.has(x, y) && right.has(x, y),
            Self::Sym(inner) => inner.has(x, y) || inner.has(y, x),
        }
    }
}

fn numbers() -> impl Strategy<Value = Number> {
    let leaf = prop_oneof![
        (-3i64..9).prop_map(Number::Known),
        Just(Number::X),
        Just(Number::Y),
        (0i64..2, 0i64..3).prop_map(|(p, q)| Number::Grundy(p, q)),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            two().prop_map(|(left, right)| Number::Plus(left, right)),
            two().prop_map(|(left, right)| Number::Minus(left, right)),
            (-2i64..4, inner.clone()).prop_map(|(factor, inner)| Number::Times(factor, Box::new(inner))),
            (inner.clone(), 2i64..5).prop_map(|(inner, by)| Number::Rest(Box::new(inner), by)),
            inner.clone().prop_map(|inner| Number::Half(Box::new(inner))),
            two().prop_map(|(left, right)| Number::Least(left, right)),
            two().prop_map(|(left, right)| Number::NimSum(left, right)),
            (two(), two()).prop_map(|((left, right), (then, otherwise))| Number::Either(left, right, then, otherwise)),
        ]
    })
}

/// A number that depends on `k` alone.
fn of_k() -> impl Strategy<Value = Number> {
    let sum = |(factor, number)| {
        Number::Plus(Box::new(Number::Times(factor, Box::new(Number::K))), Box::new(Number::Known(number)))
    };
    prop_oneof![
        (-2i64..4, -3i64..9).prop_map(sum),
        (0i64..9).prop_map(|number| Number::NimSum(Box::new(Number::K), Box::new(Number::Known(number)))),
        Just(Number::Half(Box::new(Number::K))),
    ]
}

fn cells() -> impl Strategy<Value = Cells> {
    let leaf = prop_oneof![
        proptest::collection::vec((0i64..30, 0i64..30), 1..4).prop_map(Cells::List),
        [1i64..4, 0..4, 1..4, 0..4].prop_map(Cells::Family),
        (0i64..3, 0i64..9).prop_map(|(p, q)| Cells::Where(p, q)),
    ];
    leaf.prop_recursive(3, 6, 2, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            two().prop_map(|(left, right)| Cells::Union(left, right)),
            two().prop_map(|(left, right)| Cells::Less(left, right)),
            two().prop_map(|(left, right)| Cells::Both(left, right)),
            inner.clone().prop_map(|inner| Cells::Sym(Box::new(inner))),
        ]
    })
}

fn claims() -> impl Strategy<Value = Says> {
    let leaf = prop_oneof![
        (numbers(), numbers()).prop_map(|(left, right)| Says::Below(left, right)),
        // What nearly always holds, so that counterexamples lie far out.
        (numbers(), 20i64..60).prop_map(|(number, most)| Says::Below(number, Number::Known(most))),
        (numbers(), numbers()).prop_map(|(left, right)| Says::Same(left, right)),
        Just(Says::IsP),
        cells().prop_map(Says::In),
        (1i64..6, numbers()).prop_map(|(high, number)| {
            let sum = Number::Plus(Box::new(Number::K), Box::new(number));
            Says::All(high, Box::new(Says::Below(sum, Number::Known(40))))
        }),
        (numbers(), numbers()).prop_map(|(high, number)| {
            Says::Some(
                high,
                Box::new(Says::Same(Number::Rest(Box::new(Number::K), 3), Number::Rest(Box::new(number), 3))),
            )
        }),
        (of_k(), numbers(), numbers(), numbers()).prop_map(|(own, given, left, right)| {
            let right = Number::Plus(Box::new(Number::K), Box::new(right));
            let both = Says::And(Box::new(Says::Same(own, given)), Box::new(Says::Below(left, right)));
            Says::Some(Number::Plus(Box::new(Number::X), Box::new(Number::Known(2))), Box::new(both))
        }),
        (1i64..4, -3i64..4, numbers()).prop_map(|(p, q, number)| {
            let sum = Number::Plus(Box::new(Number::K), Box::new(number));
            Says::Solved(p, q, Box::new(Says::Below(sum, Number::Y)))
        }),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            two().prop_map(|(left, right)| Says::And(left, right)),
            two().prop_map(|(left, right)| Says::Or(left, right)),
            two().prop_map(|(left, right)| Says::Iff(left, right)),
            inner.clone().prop_map(|inner| Says::Not(Box::new(inner))),
        ]
    })
}

fn least_false(holds: impl Fn(i64, i64) -> Option<bool>, limit: i64) -> Option<Vec<i64>> {
    let all = (0..=2 * limit).flat_map(|total| (0..=total).map(move |x| (x, total - x)));
    // A total that refutes is looked through as a whole, beyond the board too.
    let first = all.clone().find(|(x, y)| *x <= limit && *y <= limit && holds(*x, *y) == Some(false))?;
    let mut upto = all.take_while(|(x, y)| x + y <= first.0 + first.1);
    upto.find(|(x, y)| holds(*x, *y) == Some(false)).map(|(x, y)| vec![x, y])
}

fn tables(rules: usize, total: u64) -> (Table, Table) {
    let text = format!("ruleset \"R\"\n{}", RULES[rules]);
    let ruleset = crate::checked(&text).expect("it is a ruleset").ruleset;
    let region = Region::Total(total);
    let context = Context::default();
    let grundy = reference::grundy(&ruleset, &region, &context).expect("it fits");
    let outcomes = reference::outcomes(&ruleset, &region, Play::Normal, &context).expect("it fits");
    (grundy, outcomes)
}

fn found(rules: usize, claim: &str, limit: u64) -> Option<Vec<i64>> {
    let verified = super::claims::verdict_of(&format!("{}claim \"C\":\n    {claim}\n", RULES[rules]), limit);
    match verified.verdict {
        Verdict::Refuted { position, .. } => position,
        Verdict::Holds { .. } | Verdict::Untested(_) => None,
        Verdict::Unknown(why) => panic!("{claim}: {why}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn formulas_fail_where_they_are_false(rules in 0usize..3, says in claims(), limit in 13i64..24) {
        // Values are asked for up to three steps beyond the last position.
        let (grundy, outcomes) = tables(rules, limit.unsigned_abs() * 2 + 4);
        let guessed = |x: i64, y: i64, guess: Option<i64>| {
            grundy.get(&[x, y])?;
            says.holds(&At { x, y, k: 0, grundy: &grundy, outcomes: &outcomes, guess })
        };
        let expected = least_false(|x, y| guessed(x, y, None), limit);
        // Closed claims have no position.
        let text = format!("0 <= x + y and {}", says.text());
        // Where values out of reach are asked for, nothing is promised.
        let safe = |position: Option<Vec<i64>>| position.filter(|it| it.iter().sum::<i64>() <= 2 * limit - 3);
        let found = found(rules, &text, limit.unsigned_abs());
        // What is false whatever a value that is missing would be may be refuted: 0 * grundy(x + 1, y) is zero.
        let is_false_anyhow = |position: &Vec<i64>| {
            [0, 1, 2, 5, 100, 1001].iter().all(|guess| guessed(position[0], position[1], Some(*guess)) == Some(false))
        };
        let rank = |position: &Vec<i64>| (position[0] + position[1], position[0]);
        let is_earlier = found.as_ref().is_some_and(|here| {
            is_false_anyhow(here) && expected.as_ref().is_none_or(|least| rank(here) < rank(least))
        });
        if !is_earlier {
            prop_assert_eq!(safe(found), safe(expected), "{}{}", RULES[rules], text);
        }
    }

    #[test]
    fn sets_fail_where_they_differ(rules in 0usize..3, cells in cells(), right in any::<bool>(), limit in 13i64..40) {
        let (_, outcomes) = tables(rules, limit.unsigned_abs() * 2 + 1);
        // Half of the sets are those of the P-positions, with a small change.
        let zeros: HashSet<(i64, i64)> =
            outcomes.zeros().iter().map(|position| (position[0], position[1])).collect();
        let member = |x: i64, y: i64| if right { zeros.contains(&(x, y)) != cells.has(x, y) } else { cells.has(x, y) };
        let holds = |x: i64, y: i64| Some((outcomes.get(&[x, y])? == 0) == member(x, y));
        let text = if right {
            format!("P = (P union {0}) minus (P intersect {0})", cells.text())
        } else {
            format!("P = {}", cells.text())
        };
        prop_assert_eq!(found(rules, &text, limit.unsigned_abs()), least_false(holds, limit), "{}{}", RULES[rules], text);
    }
}
