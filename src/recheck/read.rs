//! Conditions of the IR as conditions on tracks; written apart from the formula compiler, and shares no code with it.
use super::known::{LookedUp, ReadElements, ReadIndex, Slot};
use super::polynomial::Polynomial;
use super::search::{Atom, Linear, OnTracks};
use super::table::Numeration;
use super::tracks::{HELP, Read, Tracks, at_most, equal, never_negative, not, number, plus, track};
use crate::ruleset::surds::without_rational_bounds;
use crate::ruleset::{self, Comparison, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Reads terms and conditions; what it needs besides is collected in `facts`.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) tracks: &'a mut Tracks,
    pub(super) numeration: Numeration,
    /// How many of the coordinates are heaps.
    pub(super) heaps: usize,
    /// What help tracks satisfy.
    pub(super) facts: Vec<OnTracks>,
    /// Whether something was read that has no value somewhere.
    pub(super) is_partial: bool,
    /// Terms that have help already.
    pub(super) known: Vec<(Term, Linear)>,
    /// The coordinates.
    pub(super) coordinates: Vec<Linear>,
    pub(super) slots: BTreeMap<usize, Slot>,
    /// The index at which families over a sequence are read.
    pub(super) growth: Option<ReadIndex>,
    /// The elements that are all of their families.
    pub(super) elements: Option<Rc<ReadElements>>,
    /// The games that something is looked up of.
    pub(super) games: Option<&'a [LookedUp<'a>]>,
    /// Whether what is read is below a negated quantifier.
    pub(super) is_denied: bool,
}

impl Reader<'_> {
    /// A track for a natural number, and its form.
    pub(super) fn natural(&mut self) -> Linear {
        track(self.tracks.take((HELP, 0)))
    }

    /// An integer: the difference of two naturals, one of which is 0.
    pub(super) fn integer(&mut self, place: (u32, u32)) -> Read<Linear> {
        let (above, below) = (self.tracks.take(place), self.tracks.take(place));
        let zero = number(0);
        self.facts.push(OnTracks::Or(vec![equal(&track(above), &zero)?, equal(&track(below), &zero)?]));
        plus(&track(above), -1, &track(below))
    }

    fn whole(&mut self, sure: bool) -> Read<Linear> {
        if sure { Ok(self.natural()) } else { self.integer((HELP, 0)) }
    }

    /// What is read together with the help that it needs, which nothing else may speak of.
    pub(super) fn apart(&mut self, read: &mut dyn FnMut(&mut Self) -> Read<OnTracks>) -> Read<OnTracks> {
        let outer = std::mem::take(&mut self.facts);
        let (before, known) = (self.tracks.log_length(), self.known.len());
        let condition = read(self)?;
        self.known.truncate(known);
        let mut parts = std::mem::replace(&mut self.facts, outer);
        let own = self.tracks.taken_since(before);
        if own.is_empty() && parts.is_empty() {
            return Ok(condition);
        }
        parts.push(condition);
        Ok(OnTracks::Some(own, Box::new(OnTracks::And(parts))))
    }

    /// The opposite of what asks for numbers: help that has no value somewhere would be wrong in it.
    pub(super) fn denied(&mut self, read: &mut dyn FnMut(&mut Self) -> Read<OnTracks>) -> Read<OnTracks> {
        let outer = std::mem::replace(&mut self.is_partial, false);
        let above = std::mem::replace(&mut self.is_denied, true);
        let condition = read(self)?;
        self.is_denied = above;
        if self.is_partial {
            return Err("something without a value under a quantifier is not checked".to_owned());
        }
        self.is_partial = outer;
        Ok(not(condition))
    }

    /// A condition of a rule.
    pub(super) fn condition(&mut self, condition: &ruleset::Condition) -> Read<OnTracks> {
        use ruleset::Condition as C;
        Ok(match condition {
            C::Known(known) => OnTracks::Known(*known),
            C::And(parts) => {
                let parts = without_rational_bounds(parts).into_iter().map(|part| self.condition(part));
                OnTracks::And(parts.collect::<Read<_>>()?)
            }
            C::Or(parts) => OnTracks::Or(self.all(parts)?),
            C::Not(inner) => not(self.condition(inner)?),
            C::Compare(left, comparison, right) => {
                if let Some(condition) = self.exponents(left, *comparison, right)? {
                    return Ok(condition);
                }
                let (left, right) = match difference(left, right) {
                    Some(linear) => (self.term(&linear)?, number(0)),
                    None => match self.squares(left, *comparison, right)? {
                        Some(condition) => return Ok(condition),
                        None => (self.term(left)?, self.term(right)?),
                    },
                };
                match comparison {
                    Comparison::AtMost => at_most(&left, &right)?,
                    Comparison::Equal => equal(&left, &right)?,
                    Comparison::Different => not(equal(&left, &right)?),
                }
            }
        })
    }

    fn all(&mut self, parts: &[ruleset::Condition]) -> Read<Vec<OnTracks>> {
        parts.iter().map(|part| self.condition(part)).collect()
    }

    /// A term as a linear form, with help tracks for what is not linear: the same ones wherever a term comes again.
    pub(super) fn term(&mut self, term: &Term) -> Read<Linear> {
        let helped = matches!(
            term,
            Term::FloorDivide(..) | Term::Modulo(..) | Term::Min(_) | Term::Max(_) | Term::Xor(_) | Term::SquareRoot(_)
        );
        if !helped {
            return self.read_term(term);
        }
        if let Some((_, known)) = self.known.iter().find(|known| known.0 == *term) {
            return Ok(known.clone());
        }
        let form = self.read_term(term)?;
        self.known.push((term.clone(), form.clone()));
        Ok(form)
    }

    /// A term as a linear form on tracks; what is not linear gets a track of its own, with a fact that says what it is.
    fn read_term(&mut self, term: &Term) -> Read<Linear> {
        match term {
            Term::Constant(value) => i64::try_from(*value).map(number).map_err(|_| "a number is too large".to_owned()),
            Term::Variable(ruleset::Variable::Coordinate(at)) => {
                self.coordinates.get(*at).cloned().ok_or_else(|| "a coordinate is missing".to_owned())
            }
            Term::Variable(ruleset::Variable::Amount(slot)) => match self.slots.get(slot) {
                Some(Slot::Number(form)) => Ok(form.clone()),
                _ => Err("a variable is used as a number and as an exponent".to_owned()),
            },
            Term::Sum(parts) => {
                let mut sum = number(0);
                for part in parts {
                    let part = self.term(part)?;
                    sum = plus(&sum, 1, &part)?;
                }
                Ok(sum)
            }
            Term::Product(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                match (left.terms.is_empty(), right.terms.is_empty()) {
                    (true, _) => plus(&number(0), left.constant, &right),
                    (_, true) => plus(&number(0), right.constant, &left),
                    _ => Err("a product of two variables is not checked".to_owned()),
                }
            }
            Term::FloorDivide(left, right) => self.quotient(left, right),
            Term::Modulo(left, right) => {
                if let Some(digit) = self.digit(left, right)? {
                    return Ok(digit);
                }
                let quotient = self.term(&Term::FloorDivide(left.clone(), right.clone()))?;
                let divisor = self.term(right)?.constant;
                let whole = self.term(left)?;
                let rest = self.natural();
                self.facts.push(equal(&rest, &plus(&whole, -divisor, &quotient)?)?);
                Ok(rest)
            }
            Term::Min(parts) => self.extreme(parts, 1),
            Term::Max(parts) => self.extreme(parts, -1),
            Term::Xor(parts) => self.nim_sum(parts),
            Term::Cases(cases) => self.cases(cases),
            Term::Power(base, exponent) => self.power(base, exponent),
            Term::SquareRoot(inner) => self.root(inner),
            Term::Number(..) => Err("divisors, primes and valuations are not checked".to_owned()),
            Term::Recursive(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_) => {
                Err("recursions are not checked".to_owned())
            }
        }
    }

    fn quotient(&mut self, left: &Term, right: &Term) -> Read<Linear> {
        if let Some(slope) = self.slope_quotient(left, right)? {
            return Ok(slope);
        }
        let (left, right) = (self.term(left)?, self.term(right)?);
        let divisor = right.constant;
        if !right.terms.is_empty() || divisor <= 0 {
            return Err("only divisions by positive numbers are checked".to_owned());
        }
        let quotient = self.whole(never_negative(&left))?;
        self.divides(&left, divisor, quotient)
    }

    /// The quotient by a positive number, rounded down.
    pub(super) fn divides(&mut self, whole: &Linear, divisor: i64, quotient: Linear) -> Read<Linear> {
        let rest = plus(whole, -divisor, &quotient)?;
        self.facts.push(at_most(&number(0), &rest)?);
        self.facts.push(at_most(&rest, &number(divisor - 1))?);
        Ok(quotient)
    }

    fn extreme(&mut self, parts: &[Term], sign: i64) -> Read<Linear> {
        let parts = parts.iter().map(|part| self.term(part)).collect::<Read<Vec<_>>>()?;
        let found = self.whole(parts.iter().all(never_negative))?;
        let mut equal_to_one = Vec::new();
        for part in &parts {
            let difference = plus(&number(0), sign, &plus(&found, -1, part)?)?;
            self.facts.push(at_most(&difference, &number(0))?);
            equal_to_one.push(equal(&found, part)?);
        }
        self.facts.push(OnTracks::Or(equal_to_one));
        Ok(found)
    }

    /// Operands that are negative leave the value open.
    fn nim_sum(&mut self, parts: &[Term]) -> Read<Linear> {
        match self.numeration {
            Numeration::Base(radix) if radix.is_power_of_two() => {}
            _ => return Err("nim-sums are checked in bases that are powers of 2".to_owned()),
        }
        let mut read = Vec::new();
        let mut excuses = Vec::new();
        for part in parts {
            let form = self.term(part)?;
            if let ([(own, 1)], 0) = (form.terms.as_slice(), form.constant)
                && !read.contains(own)
            {
                read.push(*own);
                continue;
            }
            let own = self.tracks.take((HELP, 0));
            read.push(own);
            let held = equal(&track(own), &form)?;
            if never_negative(&form) {
                self.facts.push(held);
                continue;
            }
            self.is_partial = true;
            let negative = at_most(&form, &number(-1))?;
            self.facts.push(OnTracks::Or(vec![held, negative.clone()]));
            excuses.push(negative);
        }
        let value = self.tracks.take((HELP, 0));
        read.push(value);
        excuses.push(OnTracks::Is(Atom::Xor(read)));
        self.facts.push(OnTracks::Or(excuses));
        Ok(track(value))
    }

    /// The value of the first case that applies, on a track of its own.
    fn cases(&mut self, cases: &[(ruleset::Condition, Term)]) -> Read<Linear> {
        let mut read = Vec::new();
        for (guard, value) in cases {
            let guard = self.condition(guard)?;
            if matches!(guard, OnTracks::Known(false)) {
                continue;
            }
            let always = matches!(guard, OnTracks::Known(true));
            read.push((guard, self.term(value)?));
            // What comes after a case that always applies is never asked.
            if always {
                break;
            }
        }
        if let [(OnTracks::Known(true), value)] = read.as_slice() {
            return Ok(value.clone());
        }
        let is_whole = matches!(read.last(), Some((OnTracks::Known(true), _)));
        let found = self.whole(read.iter().all(|case| never_negative(&case.1)))?;
        let mut earlier: Vec<OnTracks> = Vec::new();
        let mut alternatives = Vec::new();
        for (guard, value) in read {
            let mut parts = earlier.clone();
            parts.push(guard.clone());
            parts.push(equal(&found, &value)?);
            alternatives.push(OnTracks::And(parts));
            earlier.push(not(guard));
        }
        // Without a case that applies there is no value, and nothing is said.
        self.is_partial |= !is_whole;
        self.facts.push(OnTracks::Or(alternatives));
        Ok(found)
    }
}

/// A multiple of the difference of two terms, as a linear term, if products cancel in it.
fn difference(left: &Term, right: &Term) -> Option<Term> {
    if is_plain(left) && is_plain(right) {
        return None;
    }
    let (terms, constant) = Polynomial::of(left)?.plus(-1, &Polynomial::of(right)?)?.numerator().linear()?;
    let term = |(variable, factor): (ruleset::Variable, i64)| {
        Term::Product(Box::new(Term::Constant(i128::from(factor))), Box::new(Term::Variable(variable)))
    };
    let constant = Term::Constant(i128::from(constant));
    Some(Term::Sum(terms.into_iter().map(term).chain([constant]).collect()))
}

/// Whether a term is linear as it is written.
fn is_plain(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(_) => true,
        Term::Sum(parts) => parts.iter().all(is_plain),
        Term::Product(left, right) => match (&**left, &**right) {
            (Term::Constant(_), other) | (other, Term::Constant(_)) => is_plain(other),
            _ => false,
        },
        _ => false,
    }
}
