//! Grundy values of which nothing is known but that they are at most the number of options: how many choices of amounts a move allows at a position,
//! as linear facts. Knows nothing of claims.
//!
//! Right because an option is told by a move and its amounts, and a value is left out by an option each. A guard is taken apart into alternatives, and in
//! each an amount has at most as many values as lie between two of its bounds; what else is asked of amounts leaves no more. All facts hold where
//! a position is none of the game: with 0 for the value and for each count.
use super::claims::ProductReader;
use super::forms::{Asserted, Formed, IntegerForm, at_most, equal, less};
use super::terms::VariableForms;
use crate::recheck::lookups::alone;
use crate::ruleset::{Comparison, Condition, Move, Ruleset, Term, Variable};

/// Alternatives of a guard, at most.
const MOST_ALTERNATIVES: usize = 16;
/// Amounts of a move, at most.
const MOST_AMOUNTS: usize = 4;

/// What bounds an amount.
#[derive(Default)]
struct AmountBounds {
    least: Vec<IntegerForm>,
    most: Vec<IntegerForm>,
    /// An equation gives it by what is known without it.
    is_given: bool,
}

impl ProductReader<'_> {
    /// Some number that is at least 0 and at most the number of options of a position.
    pub(super) fn counted_value(&mut self, ruleset: &Ruleset, position: Vec<IntegerForm>) -> Formed<IntegerForm> {
        if !ruleset.finite_options || 0 < ruleset.blocking {
            return Err("infinitely many or forbidden options are not counted".to_owned());
        }
        let scope = VariableForms { coordinates: position, ..VariableForms::default() };
        let mut count = IntegerForm::default();
        for family in &ruleset.moves {
            alone(family)?;
            if MOST_AMOUNTS < family.amounts.len() {
                return Err("so many amounts are not counted".to_owned());
            }
            for guard in alternatives(&family.guard)? {
                count = count.plus(1, &self.choices(family, &guard, &scope)?)?;
            }
        }
        let value = self.numbers.fresh()?;
        self.numbers.note(at_most(&IntegerForm::default(), &value)?);
        self.numbers.note(at_most(&value, &count)?);
        Ok(value)
    }

    /// How many choices of amounts an alternative allows, or more: none, or no more than boxes have that the position allows.
    fn choices(&mut self, family: &Move, guard: &[&Condition], scope: &VariableForms) -> Formed<IntegerForm> {
        let all = (0..family.amounts.len()).map(|amount| self.bounds(amount, guard, scope));
        let all = all.collect::<Formed<Vec<_>>>()?;
        let (count, mut some) = (self.numbers.fresh()?, Vec::new());
        for condition in guard.iter().filter(|condition| !condition.mentions_amounts()) {
            some.extend(self.numbers.condition(condition, scope));
        }
        let most = match all.as_slice() {
            [] => vec![IntegerForm::number(1)],
            [only] => widths(only)?,
            several => {
                let mut boxed = |is_steady| self.boxed((guard, several), scope, (is_steady, &mut some));
                vec![boxed(true)?, boxed(false)?]
            }
        };
        let zero = IntegerForm::default();
        some.push(less(&zero, &count)?);
        for most in most {
            some.push(at_most(&count, &most)?);
        }
        self.numbers.note(Asserted::One(vec![equal(&count, &zero)?, Asserted::All(some)]));
        Ok(count)
    }

    /// What is asked of one amount alone.
    fn bounds(&mut self, amount: usize, guard: &[&Condition], scope: &VariableForms) -> Formed<AmountBounds> {
        let mut found = AmountBounds::default();
        for condition in guard {
            let Some((left, more, right, is_equal)) = compared(condition) else { continue };
            if amounts_of([left, right]) != [amount] {
                continue;
            }
            if !is_equal && let Some(root) = self.root_of(amount, (left, more, right), scope)? {
                found.least.push(root.times(-1)?);
                found.most.push(root);
                continue;
            }
            if !is_straight(left) || !is_straight(right) {
                continue;
            }
            // rest + by * amount is 0 or, if they need not be equal, less.
            let [rest, next] = [0, 1].map(|number| {
                let scope = scope.with(amount, IntegerForm::number(number));
                let [left, right] = [left, right].map(|side| self.numbers.term(side, &scope));
                left.and_then(|left| left.plus(-1, &right?)?.and(more))
            });
            let (Ok(rest), Ok(next)) = (rest, next) else { continue };
            let Some(by) = next.plus(-1, &rest)?.known().filter(|by| *by != 0) else { continue };
            let size = IntegerForm::number(by.abs());
            let end = self.numbers.quotient(&rest.times(-1)?, &size)?.0;
            match by {
                _ if is_equal => found.is_given = true,
                1.. => found.most.push(end),
                _ => found.least.push(end.times(-1)?),
            }
        }
        let is_bounded = !found.least.is_empty() && !found.most.is_empty();
        if found.is_given || is_bounded { Ok(found) } else { Err("an amount has no bounds by itself".to_owned()) }
    }

    /// The greatest number of which so many squares, and more, are at most a term, where one amount is asked for in this way and in no other.
    fn root_of(
        &mut self,
        amount: usize,
        (left, more, right): (&Term, i128, &Term),
        scope: &VariableForms,
    ) -> Formed<Option<IntegerForm>> {
        let mut parts = Vec::new();
        if !summands(left, 1, &mut parts) || !summands(right, -1, &mut parts) {
            return Ok(None);
        }
        let (squares, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, part)| part.mentions_amounts());
        let [(times @ 1.., square)] = squares.as_slice() else { return Ok(None) };
        if !is_square(square, amount) {
            return Ok(None);
        }
        let mut above = IntegerForm::number(-more);
        for (factor, part) in others {
            above = above.plus(-factor, &self.numbers.term(part, scope)?)?;
        }
        let above = self.numbers.quotient(&above, &IntegerForm::number(*times))?.0;
        self.numbers.root(&above).map(Some)
    }

    /// The product of what lies between two bounds of each amount; one less, if all least ones are numbers and a condition excludes these together. That
    /// there are some between them is said where there is a choice.
    fn boxed(
        &mut self,
        (guard, all): (&[&Condition], &[AmountBounds]),
        scope: &VariableForms,
        (is_steady, some): (bool, &mut Vec<Asserted>),
    ) -> Formed<IntegerForm> {
        let (mut product, mut first) = (IntegerForm::number(1), scope.clone());
        for (amount, AmountBounds { least, most, is_given }) in all.iter().enumerate() {
            let pair = least.iter().flat_map(|low| most.iter().map(move |high| (low, high)));
            let Some((low, high)) = pair.min_by_key(|(low, high)| self.numbers.is_steady(low, high) != is_steady)
            else {
                return Err("an amount that others give is not counted beside them".to_owned());
            };
            let width = if *is_given { IntegerForm::number(1) } else { high.plus(-1, low)?.and(1)? };
            some.push(less(&IntegerForm::default(), &width)?);
            product = self.numbers.product(&product, &width)?;
            first = first.with(amount, low.clone());
        }
        let are_known = first.slots.values().all(|low| low.known().is_some()) && all.iter().all(|own| !own.is_given);
        let excludes = |condition: &&Condition| {
            let said = self.numbers.condition(condition, &first);
            said.is_ok_and(|said| said == Asserted::One(Vec::new()))
        };
        let is_one_less = are_known && guard.iter().any(excludes);
        product.and(if is_one_less { -1 } else { 0 })
    }
}

/// How many values lie between any two bounds of an amount; one, if it is given.
fn widths(AmountBounds { least, most, is_given }: &AmountBounds) -> Formed<Vec<IntegerForm>> {
    let given = is_given.then(|| Ok(IntegerForm::number(1)));
    let pairs = least.iter().flat_map(|low| most.iter().map(move |high| high.plus(-1, low)?.and(1)));
    given.into_iter().chain(pairs).collect()
}

/// Two terms of which the first and a number are at most the second, or that are equal.
fn compared(condition: &Condition) -> Option<(&Term, i128, &Term, bool)> {
    match condition {
        Condition::Compare(left, Comparison::AtMost, right) => Some((left, 0, right, false)),
        Condition::Compare(left, Comparison::Equal, right) => Some((left, 0, right, true)),
        Condition::Not(inner) => match &**inner {
            Condition::Compare(left, Comparison::AtMost, right) => Some((right, 1, left, false)),
            _ => None,
        },
        _ => None,
    }
}

/// The amounts that terms mention, ascending.
fn amounts_of<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Vec<usize> {
    let mut all = Vec::new();
    for term in terms {
        term.visit_variables(&mut |variable| {
            if let Variable::Amount(amount) = variable {
                all.push(amount);
            }
        });
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The summands of a term, each so many times; not if a number is too large.
fn summands<'t>(term: &'t Term, factor: i128, all: &mut Vec<(i128, &'t Term)>) -> bool {
    match term {
        Term::Sum(parts) => parts.iter().all(|part| summands(part, factor, all)),
        Term::Product(left, right) => match **left {
            Term::Constant(number) => {
                let product = factor.checked_mul(number).filter(|product| product.unsigned_abs() < 1 << 60);
                product.is_some_and(|factor| summands(right, factor, all))
            }
            _ => {
                all.push((factor, term));
                true
            }
        },
        other => {
            all.push((factor, other));
            true
        }
    }
}

/// Whether a term is the square of an amount.
fn is_square(term: &Term, amount: usize) -> bool {
    let own = Term::Variable(Variable::Amount(amount));
    match term {
        Term::Product(left, right) => **left == own && **right == own,
        Term::Power(base, exponent) => **base == own && **exponent == Term::Constant(2),
        _ => false,
    }
}

/// Whether amounts are only added and multiplied with what has none.
fn is_straight(term: &Term) -> bool {
    match term {
        Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(is_straight),
        Term::Product(left, right) => {
            let is_free = |side: &Term| !side.mentions_amounts();
            is_free(left) && is_straight(right) || is_free(right) && is_straight(left)
        }
        other => !other.mentions_amounts(),
    }
}

/// The alternatives of a guard, each with all that it asks.
fn alternatives(guard: &Condition) -> Formed<Vec<Vec<&Condition>>> {
    let all = match guard {
        Condition::And(parts) => parts.iter().try_fold(vec![Vec::new()], |chosen: Vec<Vec<&Condition>>, part| {
            let next = alternatives(part)?;
            if MOST_ALTERNATIVES < chosen.len() * next.len() {
                return Err("so many alternatives are not counted".to_owned());
            }
            let pairs = chosen.iter().flat_map(|own| next.iter().map(move |more| [own.as_slice(), more].concat()));
            Ok(pairs.collect())
        })?,
        Condition::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part)?);
            }
            all
        }
        other => vec![vec![other]],
    };
    if MOST_ALTERNATIVES < all.len() { Err("so many alternatives are not counted".to_owned()) } else { Ok(all) }
}
