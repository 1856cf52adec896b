//! Whether every permutation of the heaps maps a game to itself: its positions, its moves, and each register to itself.
//! What is said is proved; a game that is symmetric in a way that this does not see counts as one that is not.
//!
//! Moves are compared in a form that does not depend on how they are written: sums as polynomials, conditions in order, amounts
//! in any order.
use super::jumps::JumpTable;
use super::plane::analyse;
use super::runs::{Depth, MoveRuns};
use crate::ruleset::{Comparison, Condition, Move, NumberFunction, Ruleset, Term, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// With more amounts than this, they are compared in the order in which the options name them.
const MOST_PERMUTED: usize = 4;
/// Groups with more permutations are not told.
const MOST_SYMMETRIES: usize = 24;
/// Products of sums with more parts are not multiplied out: each step of a power would have as many times more.
const MOST_PARTS: usize = 1 << 12;
/// Moves beyond this are not compared.
const MOST_MOVES: usize = 1_000;

/// Whether it is proved that any heaps can be exchanged. A game of one heap is symmetric.
#[must_use]
pub fn is_symmetric(ruleset: &Ruleset) -> bool {
    let heaps = ruleset.heaps.len();
    if heaps < 2 {
        return true;
    }
    // Moves are compared by one part alone.
    if ruleset.breaks() {
        return false;
    }
    let alike = |classes: &[usize]| classes.len() == heaps && classes.iter().all(|class| *class == 0);
    // Neighbours generate all permutations.
    (1..heaps).all(|heap| survives(ruleset, heap - 1, heap))
        || analyse(ruleset).is_ok_and(|analysis| analysis.symmetric)
        || ruleset.components.is_empty()
            && (MoveRuns::new(ruleset, Depth::Runs).is_ok_and(|plan| alike(&plan.classes))
                || JumpTable::new(ruleset).is_ok_and(|relation| alike(&relation.classes)))
}

/// A group of permutations of the heaps that are proved to map the game to itself, the identity left out: what exchanges of two
/// heaps and turns of all of them generate. A permutation is the place of each heap. Cost: each of at most
/// `heaps^2 / 2 + 1` permutations writes all moves once.
pub(in crate::engine) fn symmetries(ruleset: &Ruleset) -> Vec<Vec<usize>> {
    let heaps = ruleset.heaps.len();
    if ruleset.breaks() {
        return Vec::new();
    }
    let identity: Vec<usize> = (0..heaps).collect();
    let exchanges = (0..heaps).flat_map(|one| (0..one).map(move |other| (one, other)));
    let turned = |(one, other)| {
        let mut turned = identity.clone();
        turned.swap(one, other);
        turned
    };
    let turn = (0..heaps).map(|heap| (heap + 1) % heaps).collect();
    let mut group = BTreeSet::from([identity.clone()]);
    for one in exchanges.map(turned).chain([turn]) {
        if !group.contains(&one)
            && maps_to_itself(ruleset, &one)
            && let Some(larger) = generated(&group, &one)
        {
            group = larger;
        }
    }
    group.remove(&identity);
    group.into_iter().collect()
}

/// The group that a group and one more permutation generate, unless it is too large.
fn generated(group: &BTreeSet<Vec<usize>>, one: &[usize]) -> Option<BTreeSet<Vec<usize>>> {
    let generators: Vec<&[usize]> = group.iter().map(Vec::as_slice).chain([one]).collect();
    let mut all = group.clone();
    let mut waiting: Vec<Vec<usize>> = all.iter().cloned().collect();
    while let Some(first) = waiting.pop() {
        for then in &generators {
            let both: Vec<usize> = first.iter().map(|place| then[*place]).collect();
            if all.insert(both.clone()) {
                waiting.push(both);
            }
        }
        if MOST_SYMMETRIES < all.len() {
            return None;
        }
    }
    Some(all)
}

/// Whether exchanging two heaps maps positions and moves to themselves.
fn survives(ruleset: &Ruleset, one: usize, other: usize) -> bool {
    let mut places: Vec<usize> = (0..ruleset.heaps.len()).collect();
    places.swap(one, other);
    maps_to_itself(ruleset, &places)
}

/// Whether a permutation of the heaps, given as the place of each, maps positions and moves to themselves.
fn maps_to_itself(ruleset: &Ruleset, places: &[usize]) -> bool {
    if MOST_MOVES < ruleset.moves.len() {
        return false;
    }
    let own: Vec<usize> = (0..ruleset.heaps.len() + ruleset.registers.len()).collect();
    let turned: Vec<usize> = places.iter().copied().chain(places.len()..own.len()).collect();
    let positions = |coordinates: &[usize]| FormNames { coordinates, amounts: &[] }.condition(&ruleset.positions);
    let moves = |coordinates: &[usize]| -> BTreeSet<String> {
        ruleset.moves.iter().map(|family| form(family, coordinates)).collect()
    };
    positions(&own) == positions(&turned) && moves(&own) == moves(&turned)
}

/// A condition in a form that does not depend on how its sums, products and parts are ordered.
pub(in crate::engine) fn written(condition: &Condition, coordinates: usize, amounts: usize) -> String {
    let (coordinates, amounts): (Vec<usize>, Vec<usize>) = ((0..coordinates).collect(), (0..amounts).collect());
    FormNames { coordinates: &coordinates, amounts: &amounts }.condition(condition)
}

/// A move in a form that does not depend on the order of its amounts, with renamed coordinates.
fn form(family: &Move, coordinates: &[usize]) -> String {
    let amounts = family.amounts.len();
    let written = |order: &[usize]| {
        let names = FormNames { coordinates, amounts: order };
        let mut targets = vec![String::new(); family.targets.len()];
        for (at, target) in family.targets.iter().enumerate() {
            targets[coordinates[at]] = names.term(target);
        }
        format!("{} if {}", targets.join("; "), names.condition(&family.guard))
    };
    if amounts <= MOST_PERMUTED {
        let all = orders(amounts);
        return all.iter().map(|order| written(order)).min().unwrap_or_default();
    }
    // Amounts are numbered as the options name them, in the order of the renamed coordinates.
    let mut order: Vec<Option<usize>> = vec![None; amounts];
    let mut next = 0;
    let mut places: Vec<usize> = (0..family.targets.len()).collect();
    places.sort_unstable_by_key(|at| coordinates[*at]);
    for at in places {
        family.targets[at].visit_variables(&mut |variable| {
            if let Variable::Amount(amount) = variable
                && order[amount].is_none()
            {
                order[amount] = Some(next);
                next += 1;
            }
        });
    }
    let order: Vec<usize> = order
        .into_iter()
        .map(|number| {
            number.unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        })
        .collect();
    written(&order)
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for thing in 0..count {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let put = |at: usize| {
                let mut order = order.clone();
                order.insert(at, thing);
                order
            };
            (0..=order.len()).map(put).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// What coordinates and amounts are called.
struct FormNames<'a> {
    coordinates: &'a [usize],
    amounts: &'a [usize],
}

/// Products of what is no sum, with their factors.
type ProductSum = BTreeMap<Vec<String>, i128>;

impl FormNames<'_> {
    fn term(&self, term: &Term) -> String {
        // What is too large for a polynomial counts as changed by every exchange.
        self.polynomial(term).map_or_else(|| format!("{term:?} of {:?}", self.coordinates), |known| shown(&known))
    }

    /// A term as a polynomial in what is none; nothing if a number is too large, or it has too many parts.
    fn polynomial(&self, term: &Term) -> Option<ProductSum> {
        let single = |name: String| Some(ProductSum::from([(vec![name], 1)]));
        match term {
            Term::Constant(constant) => Some(ProductSum::from([(Vec::new(), *constant)])),
            Term::Variable(Variable::Coordinate(at)) => single(format!("c{}", self.coordinates[*at])),
            Term::Variable(Variable::Amount(at)) => single(format!("a{}", self.amounts.get(*at).copied()?)),
            Term::Sum(parts) => {
                let mut sum = ProductSum::new();
                for part in parts {
                    add(&mut sum, 1, &self.polynomial(part)?)?;
                }
                Some(sum)
            }
            Term::Product(left, right) => times(&self.polynomial(left)?, &self.polynomial(right)?),
            other => single(self.atom(other)),
        }
    }

    /// What is no sum and no product, by its name and its parts; their order is left out where it does not matter.
    fn atom(&self, term: &Term) -> String {
        let two = |word: &str, left: &Term, right: &Term| format!("{word}({}, {})", self.term(left), self.term(right));
        let any_order = |word: &str, parts: &[Term]| {
            let mut parts: Vec<String> = parts.iter().map(|part| self.term(part)).collect();
            parts.sort_unstable();
            format!("{word}({})", parts.join(", "))
        };
        let in_order = |parts: &[Term]| parts.iter().map(|part| self.term(part)).collect::<Vec<_>>().join(", ");
        match term {
            Term::Min(parts) => any_order("min", parts),
            Term::Max(parts) => any_order("max", parts),
            Term::Xor(parts) => any_order("xor", parts),
            Term::FloorDivide(left, right) => two("div", left, right),
            Term::Modulo(left, right) => two("mod", left, right),
            Term::Power(left, right) => two("power", left, right),
            Term::SquareRoot(inner) => format!("root({})", self.term(inner)),
            Term::Number(NumberFunction::CommonDivisor, parts) => any_order("gcd", parts),
            Term::Number(function, parts) => {
                format!("{}({})", function.name(), in_order(parts))
            }
            Term::Recursive(function, inner) => {
                // Parts of a sum may call different functions alike.
                let body = FormNames { coordinates: &[0], amounts: &[] }.term(&function.body);
                format!("{} {:?} {body}({})", function.name, function.given, self.term(inner))
            }
            Term::Own(inner) => format!("own({})", self.term(inner)),
            Term::Grid(grid, parts) => {
                let coordinates: Vec<usize> = (0..grid.width).collect();
                let body = FormNames { coordinates: &coordinates, amounts: &[] }.term(&grid.body);
                format!("{} {:?} {body}({})", grid.name, grid.given, in_order(parts))
            }
            Term::OwnGrid(parts) => format!("own({})", in_order(parts)),
            Term::Cases(cases) => {
                let one = |(test, value): &(Condition, Term)| format!("{}: {}", self.condition(test), self.term(value));
                format!("cases({})", cases.iter().map(one).collect::<Vec<_>>().join("; "))
            }
            Term::Constant(_) | Term::Variable(_) | Term::Sum(_) | Term::Product(..) => format!("{term:?}"),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Known(known) => known.to_string(),
            Condition::Compare(left, comparison, right) => self.comparison(left, *comparison, right),
            Condition::And(parts) => self.several("and", parts, true),
            Condition::Or(parts) => self.several("or", parts, false),
            Condition::Not(inner) => format!("not({})", self.condition(inner)),
        }
    }

    /// Parts in order, each once; without those that change nothing.
    fn several(&self, word: &str, parts: &[Condition], neutral: bool) -> String {
        let mut all = BTreeSet::new();
        let mut left: Vec<&Condition> = parts.iter().collect();
        while let Some(part) = left.pop() {
            match part {
                Condition::And(inner) if neutral => left.extend(inner),
                Condition::Or(inner) if !neutral => left.extend(inner),
                Condition::Known(known) if *known == neutral => {}
                part => {
                    all.insert(self.condition(part));
                }
            }
        }
        match (all.len(), all.first()) {
            (0, _) => neutral.to_string(),
            (1, Some(only)) => only.clone(),
            _ => format!("{word}({})", all.into_iter().collect::<Vec<_>>().join(", ")),
        }
    }

    /// A comparison of the difference of both sides with 0; the sign of an equation does not matter.
    fn comparison(&self, left: &Term, comparison: Comparison, right: &Term) -> String {
        let difference = |first: &Term, second: &Term| {
            let mut difference = self.polynomial(first)?;
            add(&mut difference, -1, &self.polynomial(second)?)?;
            Some(shown(&difference))
        };
        let (Some(ahead), Some(back)) = (difference(left, right), difference(right, left)) else {
            return format!("{left:?} {comparison:?} {right:?} of {:?}", self.coordinates);
        };
        match comparison {
            Comparison::AtMost => format!("{ahead} <= 0"),
            Comparison::Equal => format!("{} = 0", ahead.min(back)),
            Comparison::Different => format!("{} != 0", ahead.min(back)),
        }
    }
}

fn add(sum: &mut ProductSum, factor: i128, other: &ProductSum) -> Option<()> {
    for (product, coefficient) in other {
        let entry = sum.entry(product.clone()).or_insert(0);
        *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        if *entry == 0 {
            sum.remove(product);
        }
    }
    Some(())
}

fn times(left: &ProductSum, right: &ProductSum) -> Option<ProductSum> {
    if MOST_PARTS < left.len() * right.len() {
        return None;
    }
    let mut product = ProductSum::new();
    for (first, coefficient) in left {
        for (second, other) in right {
            let mut factors = [first.as_slice(), second].concat();
            factors.sort_unstable();
            add(&mut product, 1, &ProductSum::from([(factors, coefficient.checked_mul(*other)?)]))?;
        }
    }
    Some(product)
}

fn shown(polynomial: &ProductSum) -> String {
    let parts = polynomial.iter().map(|(product, coefficient)| format!("{coefficient} {}", product.join(" ")));
    parts.collect::<Vec<_>>().join(" + ")
}
