//! Terms and conditions over numbers in two digits: each term becomes cases, and a condition becomes one in which p is never
//! multiplied. Knows nothing of moves and statements.
use super::kinds::{Divisor, GivenGame, few_residues};
use super::layout::{WrittenAt, digit};
use super::numbers::{Combination, DigitBase, DigitScope, Expressed, Number, NumberCase, all_of, cannot, one_of};
use crate::ruleset::{Comparison, Condition, Part, Term, Variable};

/// A term has at most so many cases.
const MOST_CASES: usize = 64;

/// Conditions, and what holds under them.
pub(super) type Under<T> = Vec<(Vec<Condition>, T)>;

/// Terms are read as they were given, and written with digits.
#[derive(Debug)]
pub(super) struct DigitTerms {
    pub(super) given: GivenGame,
    pub(super) base: DigitBase,
}

impl DigitTerms {
    /// The cases of a term.
    pub(super) fn term(&self, term: &Term, scope: &DigitScope) -> Expressed<Vec<NumberCase>> {
        let alone = |number: Number| vec![NumberCase { guards: Vec::new(), number }];
        match term {
            Term::Constant(value) => Ok(NumberCase::plain(Combination::constant(*value))),
            Term::Variable(Variable::Coordinate(at)) => Ok(alone(scope.coordinates[*at].clone())),
            Term::Variable(Variable::Amount(slot)) => match scope.slots.get(slot) {
                Some(number) => Ok(alone(number.clone())),
                None => cannot("a variable is missing"),
            },
            Term::Sum(parts) => {
                let zero = NumberCase::plain(Combination::constant(0));
                parts.iter().try_fold(zero, |sum, part| {
                    joined(&sum, &self.term(part, scope)?, &|left, right| self.sum(left, right))
                })
            }
            Term::Product(left, right) => self.product(left, right, scope),
            Term::Modulo(left, right) if few_residues(right).is_some() => self.residue(&self.term(left, scope)?, right),
            Term::FloorDivide(left, right) | Term::Modulo(left, right) => self.divided(term, (left, right), scope),
            Term::Min(parts) => self.extreme(parts, scope, true),
            Term::Max(parts) => self.extreme(parts, scope, false),
            Term::Cases(cases) => match self.rounded_root(term, scope) {
                Some(number) => Ok(alone(number)),
                None => self.cases(cases, scope),
            },
            Term::Xor(_)
            | Term::SquareRoot(_)
            | Term::Power(..)
            | Term::Number(..)
            | Term::Recursive(..)
            | Term::Grid(..) => self.plain_parts(term, scope),
            Term::Own(_) | Term::OwnGrid(_) => cannot("a recursion stands where it has no value"),
        }
    }

    /// A quotient or a remainder.
    fn divided(&self, term: &Term, (left, right): (&Term, &Term), scope: &DigitScope) -> Expressed<Vec<NumberCase>> {
        let is_quotient = matches!(term, Term::FloorDivide(..));
        let by = match self.given.divisor(right) {
            None => return self.plain_parts(term, scope),
            Some(Divisor::Times(factor)) => Term::Constant(factor),
            Some(Divisor::Divided) => match self.term(right, scope)?.as_slice() {
                [NumberCase { guards, number: Number::Split(quotient, rest) }]
                    if guards.is_empty() && rest.known() == Some(0) =>
                {
                    quotient.term()
                }
                _ => return cannot("what is divided by is no multiple of the modulus"),
            },
        };
        let mut all = Vec::new();
        for case in self.term(left, scope)? {
            for (guards, [quotient, digit]) in self.base.digits_of(&case, &scope.digits)? {
                let whole = by == Term::Constant(1);
                let divided = |make: fn(Box<Term>, Box<Term>) -> Term| {
                    Combination::of(make(Box::new(quotient.term()), Box::new(by.clone())))
                };
                let number = match (is_quotient, whole) {
                    (true, true) => Number::Plain(quotient),
                    (true, false) => Number::Plain(divided(Term::FloorDivide)),
                    (false, true) => Number::Split(Combination::constant(0), digit),
                    (false, false) => Number::Split(divided(Term::Modulo), digit),
                };
                all.push(NumberCase { guards, number });
            }
        }
        limited(all)
    }

    fn sum(&self, left: &Number, right: &Number) -> Expressed<Number> {
        if let (Number::Plain(left), Number::Plain(right)) = (left, right) {
            return Ok(Number::Plain(left.plus(1, right)?));
        }
        let ((left, left_rest), (right, right_rest)) = (self.base.split(left)?, self.base.split(right)?);
        Ok(Number::Split(left.plus(1, &right)?, left_rest.plus(1, &right_rest)?))
    }

    fn product(&self, left: &Term, right: &Term, scope: &DigitScope) -> Expressed<Vec<NumberCase>> {
        let (known, other) = match (self.given.multiple(left), self.given.multiple(right)) {
            (Some(known @ (0, _)), _) => (known, right),
            (_, Some(known @ (0, _))) | (None, Some(known)) => (known, left),
            (Some(known), _) => (known, right),
            (None, None) => {
                let whole = Term::Product(Box::new(left.clone()), Box::new(right.clone()));
                return self.plain_parts(&whole, scope);
            }
        };
        let times = |case: NumberCase| {
            let number = match (known, &case.number) {
                ((0, factor), Number::Plain(number)) => Number::Plain(number.times(factor)?),
                ((0, factor), Number::Split(quotient, rest)) => {
                    Number::Split(quotient.times(factor)?, rest.times(factor)?)
                }
                ((multiple, more), number) => {
                    let plain = number.plain()?;
                    Number::Split(plain.times(multiple)?, plain.times(more)?)
                }
            };
            Ok(NumberCase { number, ..case })
        };
        self.term(other, scope)?.into_iter().map(times).collect()
    }

    /// The remainder by a small number: that of `p u + a` is told by the remainders of p and of u, and a.
    fn residue(&self, cases: &[NumberCase], divisor: &Term) -> Expressed<Vec<NumberCase>> {
        let Some(divisor) = few_residues(divisor) else { return cannot("a divisor has too many remainders") };
        let rest = |number: &Combination| {
            let (number, divisor) = (Box::new(number.term()), Box::new(Term::Constant(divisor)));
            Term::Modulo(number, divisor)
        };
        let is = |number: &Combination, residue: i128| {
            Condition::Compare(rest(number), Comparison::Equal, Term::Constant(residue))
        };
        let p = self.base.number();
        let mut all = Vec::new();
        for NumberCase { guards, number } in cases {
            let mut add = |more: Option<Condition>, number: &Combination| {
                let guards = guards.iter().cloned().chain(more).collect();
                all.push(NumberCase { guards, number: Number::Plain(Combination::of(rest(number))) });
            };
            let (quotient, digit) = match number {
                Number::Split(quotient, digit) if number.plain().is_err() => (quotient, digit),
                _ => {
                    add(None, number.plain()?);
                    continue;
                }
            };
            if self.base.times % divisor == 0 {
                add(None, &digit.plus(self.base.more % divisor, quotient)?);
                continue;
            }
            for product in 0..divisor {
                let pairs = (0..divisor).flat_map(|one| (0..divisor).map(move |other| (one, other)));
                let pairs = pairs.filter(|(one, other)| one * other % divisor == product);
                let some = one_of(pairs.map(|(one, other)| all_of([is(&p, one), is(quotient, other)])));
                add(Some(some), &digit.plus(1, &Combination::constant(product))?);
            }
        }
        limited(all)
    }

    /// A function of numbers that are not in two digits.
    fn plain_parts(&self, term: &Term, scope: &DigitScope) -> Expressed<Vec<NumberCase>> {
        let mut parts = Vec::new();
        let mut is_whole = true;
        // The parts of the term itself, and not theirs.
        let _ = term.map(&mut |part| {
            if std::mem::take(&mut is_whole) {
                return None;
            }
            parts.push(part.clone());
            Some(part.clone())
        });
        let mut all = vec![(Vec::new(), Vec::new())];
        for part in &parts {
            let cases = self.term(part, scope)?;
            let mut next = Vec::new();
            for (guards, known) in &all {
                for case in &cases {
                    let own = case.number.plain()?.term();
                    let known: Vec<Term> = known.iter().cloned().chain([own]).collect();
                    next.push(([guards.as_slice(), &case.guards].concat(), known));
                }
            }
            all = limited(next)?;
        }
        let made = all.into_iter().map(|(guards, parts)| {
            let (mut parts, mut is_whole) = (parts.into_iter(), true);
            let term = term.map(&mut |_| if std::mem::take(&mut is_whole) { None } else { parts.next() });
            NumberCase { guards, number: Number::Plain(Combination::of(term)) }
        });
        Ok(made.collect())
    }

    /// The least or the greatest of some numbers: two by two, the first where it is no more (or no less), the second otherwise.
    fn extreme(&self, parts: &[Term], scope: &DigitScope, is_least: bool) -> Expressed<Vec<NumberCase>> {
        let mut found: Option<Vec<NumberCase>> = None;
        for part in parts {
            let cases = self.term(part, scope)?;
            let Some(known) = found else {
                found = Some(cases);
                continue;
            };
            let mut next = Vec::new();
            for left in &known {
                for right in &cases {
                    let (low, high) = if is_least { (left, right) } else { (right, left) };
                    let first = self.base.related(&low.number, Comparison::AtMost, &high.number, &scope.digits)?;
                    let both = [left.guards.as_slice(), &right.guards].concat();
                    let with = |own: Condition, number: &Number| NumberCase {
                        guards: both.iter().cloned().chain([own]).collect(),
                        number: number.clone(),
                    };
                    next.push(with(first.clone(), &left.number));
                    next.push(with(Condition::Not(Box::new(first)), &right.number));
                }
            }
            found = Some(limited(next)?);
        }
        found.ok_or_else(|| "nothing is folded".to_owned())
    }

    /// A multiple of a root rounded down, as it stands: what reads it knows its whole look, both its cases. `None` if it is something else, or of what
    /// is written in two digits.
    fn rounded_root(&self, term: &Term, scope: &DigitScope) -> Option<Number> {
        let mut is_plain = true;
        let mut plain = |own: &Term| {
            let number = match own {
                Term::Variable(Variable::Coordinate(at)) if *at == self.given.register => None,
                Term::Variable(Variable::Coordinate(at)) => scope.coordinates.get(*at),
                Term::Variable(Variable::Amount(slot)) => scope.slots.get(slot),
                _ => return None,
            };
            let told = if let Some(Number::Plain(number)) = number { Some(number.term()) } else { None };
            is_plain &= told.is_some();
            told
        };
        let own = term.map(&mut plain);
        let has_a_root = Part::Term(term).any(&mut |part| matches!(part, Part::Term(Term::SquareRoot(_))));
        (is_plain && has_a_root).then(|| Number::Plain(Combination::of(own)))
    }

    fn cases(&self, cases: &[(Condition, Term)], scope: &DigitScope) -> Expressed<Vec<NumberCase>> {
        let mut all = Vec::new();
        let mut earlier: Vec<Condition> = Vec::new();
        for (guard, value) in cases {
            let guard = self.condition(guard, scope)?;
            for case in self.term(value, scope)? {
                let guards = earlier.iter().chain([&guard]).chain(&case.guards).cloned().collect();
                all.push(NumberCase { guards, number: case.number });
            }
            earlier.push(Condition::Not(Box::new(guard)));
        }
        limited(all)
    }

    /// A condition.
    pub(super) fn condition(&self, condition: &Condition, scope: &DigitScope) -> Expressed<Condition> {
        let all = |parts: &[Condition]| -> Expressed<Vec<Condition>> {
            parts.iter().map(|part| self.condition(part, scope)).collect()
        };
        Ok(match condition {
            Condition::Known(known) => Condition::Known(*known),
            Condition::And(parts) => all_of(all(parts)?),
            Condition::Or(parts) => one_of(all(parts)?),
            Condition::Not(inner) => match self.condition(inner, scope)? {
                Condition::Known(known) => Condition::Known(!known),
                inner => Condition::Not(Box::new(inner)),
            },
            Condition::Compare(left, comparison, right) => {
                self.compared(&self.term(left, scope)?, *comparison, &self.term(right, scope)?, scope)?
            }
        })
    }

    /// How two terms compare, by their cases.
    pub(super) fn compared(
        &self,
        left: &[NumberCase],
        comparison: Comparison,
        right: &[NumberCase],
        scope: &DigitScope,
    ) -> Expressed<Condition> {
        let mut all = Vec::new();
        for left in left {
            for right in right {
                let own = self.base.related(&left.number, comparison, &right.number, &scope.digits)?;
                all.push(all_of(left.guards.iter().chain(&right.guards).cloned().chain([own])));
            }
        }
        Ok(one_of(limited(all)?))
    }

    /// The digits of the terms of a position, each written as its coordinate is.
    pub(super) fn digits(
        &self,
        position: &[Term],
        coordinates: &[WrittenAt],
        scope: &DigitScope,
    ) -> Expressed<Under<Vec<Vec<Term>>>> {
        let mut all: Under<Vec<Vec<Term>>> = vec![(Vec::new(), Vec::new())];
        for ((at, term), written) in position.iter().enumerate().zip(coordinates) {
            let mut own: Under<Vec<Term>> = Vec::new();
            let stays = *term == digit(at);
            for case in self.term(term, scope)? {
                match written {
                    WrittenAt::Plain(_) => own.push((case.guards.clone(), vec![case.number.plain()?.term()])),
                    WrittenAt::Split(_) => {
                        let digits = self.base.digits_of(&case, &scope.digits)?.into_iter();
                        own.extend(digits.map(|(guards, both)| (guards, both.iter().map(Combination::term).collect())));
                    }
                    WrittenAt::Multiple(place, _) if stays => own.push((Vec::new(), vec![digit(*place)])),
                    WrittenAt::Multiple(..) => return cannot("a number that the modulus divides changes"),
                }
            }
            let mut next = Vec::new();
            for (guards, known) in &all {
                for (more, digits) in &own {
                    let known: Vec<Vec<Term>> = known.iter().cloned().chain([digits.clone()]).collect();
                    next.push(([guards.as_slice(), more].concat(), known));
                }
            }
            all = limited(next)?;
        }
        Ok(all)
    }
}

/// All pairs of cases.
fn joined(
    left: &[NumberCase],
    right: &[NumberCase],
    join: &dyn Fn(&Number, &Number) -> Expressed<Number>,
) -> Expressed<Vec<NumberCase>> {
    let mut all = Vec::new();
    for left in left {
        for right in right {
            let number = join(&left.number, &right.number)?;
            all.push(NumberCase { guards: [left.guards.as_slice(), &right.guards].concat(), number });
        }
    }
    limited(all)
}

fn limited<T>(all: Vec<T>) -> Expressed<Vec<T>> {
    if MOST_CASES < all.len() { cannot("a number has too many cases") } else { Ok(all) }
}
