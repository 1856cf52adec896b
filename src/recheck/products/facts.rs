//! Unknown integers for what is not linear, and what is known of them: every unknown is the number that it is called here, and all facts are
//! true of these numbers. Where something has no value (a division by 0, the root of a negative number), nothing is said.
//!
//! With `T(n) = n (n - 1) / 2` for all integers n:
//! - `n^2 = 2 T(n) + n`, and `c n - c (c + 1) / 2 <= T(n)` for every integer c, since `(n - c) (n - c - 1)` is no negative number, and it is 0
//!   for n = c and n = c + 1;
//! - for `0 <= m < n`, `T(m) + m <= T(n)`, as T(n) is the sum of the numbers below n;
//! - `n = a m + b` gives `T(n) = a^2 T(m) + (a (a - 1) / 2 + a b) m + b (b - 1) / 2`;
//! - `s = floor(sqrt(n))` is `0 <= s` with `s^2 <= n <= s^2 + 2 s`, for `0 <= n`;
//! - for `1 <= d`, `floor(n / d) d` is the multiple w of d with `w <= n < w + d`;
//! - of two quotients m and n by the same `1 <= d`, with multiples v = m d and w = n d: `w = v` if n = m, `w = v + d` if n = m + 1, and
//!   `v + 2 d <= w` if `m + 2 <= n`;
//! - two multiples v and w of `1 <= d` are equal, or `d` apart or more; a multiple of d is one c times as large of `c d`;
//! - a product `m n` with `0 <= n` is 0 if m is, `n` or more if `1 <= m`, and `-n` or less if `m <= -1`;
//! - a product `m n` with `1 <= m` and `1 <= n` is `m + n - 1` or more, as `(m - 1) (n - 1)` is not negative;
//! - `floor((n + k d) / d) = floor(n / d) + k` for `1 <= d`.
//!
//! Where a game has open parameters, what is made of these alone and is 1 or more is a divisor like a number: products with it are multiples
//! `m d` of it, and all of its multiples are compared with each other by their m, as quotients are. In cases that exclude each other they are not:
//! what is said of numbers of which a case is made holds in any case, and is only told where that case is looked at.
mod squares;

use super::forms::{Asserted, Formed, IntegerForm, at_most, equal, less, not};
use crate::ruleset::Term;

/// Unknowns at most.
const MOST_UNKNOWNS: usize = 400;
/// Numbers c for which a line below T is told: those of its corners where it is small.
const LINES: [i128; 3] = [0, 1, 2];
/// Numbers a and b for which T(a m + b) is told by T(m).
const TIES: [(i128, i128); 4] = [(2, 0), (2, -1), (1, 1), (-1, 0)];

/// What an unknown is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NumberOrigin {
    /// T of a form.
    Triangle(IntegerForm),
    /// The product of two unknowns, the first of which comes first.
    Product(usize, usize),
    /// The product of a form with a parameter.
    Scaled(IntegerForm, IntegerForm),
    /// The square root of a form, rounded down.
    Root(IntegerForm),
    /// The d >= 1 with `T(d) <= n < T(d) + d`.
    Step(IntegerForm),
    /// The quotient of two forms, rounded down, by the greatest multiple of the second that is not above the first.
    Quotient(IntegerForm, IntegerForm),
    /// The same by a number.
    Part(IntegerForm, i128),
    /// The least of several forms, or the greatest if the sign is -1.
    Extreme(Vec<IntegerForm>, i128),
    /// The value of a position of a game.
    Value(usize, Vec<IntegerForm>),
    /// The power of a form.
    Power(IntegerForm, IntegerForm),
    /// The term of a recursion at a form; the recursion stands at 0.
    Recursive(Term, IntegerForm),
}

/// A quotient, its product with the divisor, and the cases in which it is looked at.
#[derive(Clone, Debug)]
struct ComparedQuotient {
    divisor: IntegerForm,
    quotient: IntegerForm,
    multiple: IntegerForm,
    within: Vec<Asserted>,
}

/// The unknowns of one question, and the facts about them.
#[derive(Debug, Default)]
pub(super) struct UnknownNumbers {
    count: usize,
    known: Vec<(NumberOrigin, IntegerForm, IntegerForm)>,
    facts: Vec<Asserted>,
    triangles: Vec<(IntegerForm, IntegerForm)>,
    /// Divisors and multiples of them.
    multiples: Vec<(IntegerForm, IntegerForm)>,
    /// Divisors that are no numbers, quotients by them, and the multiples that these stand for.
    quotients: Vec<ComparedQuotient>,
    /// What holds where the numbers at hand are looked at: the cases that they belong to.
    pub(super) within: Vec<Asserted>,
    roots: Vec<usize>,
    /// The unknowns that are the parameters of a game: what is made of these alone is a parameter as well.
    parameters: Vec<usize>,
}

impl UnknownNumbers {
    /// These unknowns are natural numbers, and parameters: their products and what is divided by them are compared as a whole.
    pub(super) fn open(&mut self, parameters: Vec<usize>) {
        self.parameters = parameters;
    }

    /// Whether a form is made of parameters.
    fn is_parameter(&self, form: &IntegerForm) -> bool {
        !form.terms.is_empty() && form.terms.keys().all(|own| self.parameters.contains(own))
    }

    /// Whether two forms are numbers or made of parameters.
    pub(super) fn is_steady(&self, one: &IntegerForm, other: &IntegerForm) -> bool {
        one.terms.keys().chain(other.terms.keys()).all(|own| self.parameters.contains(own))
    }

    /// Whether a form is 1 or more whatever the parameters are.
    fn is_positive(&self, form: &IntegerForm) -> bool {
        self.is_parameter(form) && 0 < form.constant && form.terms.values().all(|coefficient| 0 <= *coefficient)
    }

    pub(super) fn fresh(&mut self) -> Formed<IntegerForm> {
        self.count += 1;
        if MOST_UNKNOWNS < self.count {
            return Err("so many unknown numbers are not checked".to_owned());
        }
        Ok(IntegerForm::unknown(self.count - 1))
    }

    /// All that was made, in turn.
    pub(super) fn known(&self) -> &[(NumberOrigin, IntegerForm, IntegerForm)] {
        &self.known
    }

    /// How many unknowns there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn note(&mut self, fact: Asserted) {
        self.facts.push(fact);
    }

    /// What was made of the same before.
    pub(super) fn recalled(&self, origin: &NumberOrigin) -> Option<(IntegerForm, IntegerForm)> {
        self.known.iter().find(|known| known.0 == *origin).map(|(_, one, other)| (one.clone(), other.clone()))
    }

    pub(super) fn remember(&mut self, origin: NumberOrigin, one: &IntegerForm, other: &IntegerForm) {
        self.known.push((origin, one.clone(), other.clone()));
    }

    /// The exponents and values of all powers of a form.
    pub(super) fn powers_of(&self, base: &IntegerForm) -> Vec<(IntegerForm, IntegerForm)> {
        let power = |(origin, value, _): &(NumberOrigin, IntegerForm, IntegerForm)| match origin {
            NumberOrigin::Power(own, exponent) if own == base => Some((exponent.clone(), value.clone())),
            _ => None,
        };
        self.known.iter().filter_map(power).collect()
    }

    /// The bases and values of all powers with an exponent.
    pub(super) fn powers_to(&self, exponent: &IntegerForm) -> Vec<(IntegerForm, IntegerForm)> {
        let power = |(origin, value, _): &(NumberOrigin, IntegerForm, IntegerForm)| match origin {
            NumberOrigin::Power(base, own) if own == exponent => Some((base.clone(), value.clone())),
            _ => None,
        };
        self.known.iter().filter_map(power).collect()
    }

    /// Where else terms of the same recursion stand, and what they are.
    pub(super) fn terms_beside(&self, recursion: &Term) -> Vec<(IntegerForm, IntegerForm)> {
        let beside = |(origin, value, _): &(NumberOrigin, IntegerForm, IntegerForm)| match origin {
            NumberOrigin::Recursive(own, at) if own == recursion => Some((at.clone(), value.clone())),
            _ => None,
        };
        self.known.iter().filter_map(beside).collect()
    }

    /// The product of two forms, as a linear form.
    pub(super) fn product(&mut self, left: &IntegerForm, right: &IntegerForm) -> Formed<IntegerForm> {
        if let Some(number) = left.known() {
            return right.times(number);
        }
        if let Some(number) = right.known() {
            return left.times(number);
        }
        match (self.is_parameter(left), self.is_parameter(right)) {
            (true, true) => return self.scaled(left.max(right), left.min(right)),
            (false, true) => return self.scaled(left, right),
            (true, false) => return self.scaled(right, left),
            (false, false) => {}
        }
        let ((base, p), (other, q)) = (primitive(left)?, primitive(right)?);
        if base == other {
            // (p b + c) (q b + e) = p q b^2 + (p e + q c) b + c e.
            let (c, e) = (left.constant, right.constant);
            let square = self.triangle(&base)?.times(2)?.plus(1, &base)?;
            let large = || "a number is too large".to_owned();
            let mixed = p.checked_mul(e).zip(q.checked_mul(c)).and_then(|(one, two)| one.checked_add(two));
            let sum = square.times(p.checked_mul(q).ok_or_else(large)?)?.plus(mixed.ok_or_else(large)?, &base)?;
            return sum.and(c.checked_mul(e).ok_or_else(large)?);
        }
        let mut sum = left.times(right.constant)?.plus(left.constant, right)?;
        sum = sum.and(-left.constant.checked_mul(right.constant).ok_or("a number is too large")?)?;
        for (one, first) in &left.terms {
            for (two, second) in &right.terms {
                let factor = first.checked_mul(*second).ok_or("a number is too large")?;
                sum = sum.plus(factor, &self.of_two(*one, *two)?)?;
            }
        }
        Ok(sum)
    }

    /// Whether an unknown is T of something.
    fn is_triangle(&self, own: usize) -> bool {
        let is_it = |(_, value): &(IntegerForm, IntegerForm)| single(value) == Some(own);
        self.triangles.iter().any(is_it)
    }

    /// The product of a form with a parameter: a multiple of it, compared with all others.
    fn scaled(&mut self, form: &IntegerForm, parameter: &IntegerForm) -> Formed<IntegerForm> {
        if form.constant != 0 {
            let linear = IntegerForm { constant: 0, ..form.clone() };
            return self.scaled(&linear, parameter)?.plus(form.constant, parameter);
        }
        if parameter.terms.values().next().is_some_and(|first| *first < 0) {
            return self.scaled(form, &parameter.times(-1)?)?.times(-1);
        }
        let origin = NumberOrigin::Scaled(form.clone(), parameter.clone());
        if let Some((known, _)) = self.used_again(&origin) {
            return Ok(known);
        }
        if 1 < form.terms.len() && form.terms.keys().any(|own| self.is_triangle(*own)) {
            // Sums with squares: what each of them is times the parameter.
            let mut sum = IntegerForm::default();
            for (own, coefficient) in &form.terms {
                sum = sum.plus(*coefficient, &self.scaled(&IntegerForm::unknown(*own), parameter)?)?;
            }
            return Ok(sum);
        }
        let known = self.quotients.iter().map(|known| &known.divisor);
        if let Some(by) = known.clone().find(|by| by.terms == parameter.terms).filter(|by| *by != parameter).cloned() {
            return self.scaled(form, &by)?.plus(parameter.constant - by.constant, form);
        }
        let product = self.fresh()?;
        self.remember(origin, &product, &product);
        self.note(growth(form, parameter, &product)?);
        self.compare_quotient(parameter, form, &product);
        Ok(product)
    }

    /// Notes a quotient and its product with the divisor, to be compared with all others by the same divisor.
    fn compare_quotient(&mut self, divisor: &IntegerForm, quotient: &IntegerForm, multiple: &IntegerForm) {
        let known = self.quotients.iter().any(|known| known.divisor == *divisor);
        if self.is_positive(divisor) && !known {
            let (quotient, multiple) = (IntegerForm::default(), IntegerForm::default());
            let divisor = divisor.clone();
            self.quotients.push(ComparedQuotient { divisor, quotient, multiple, within: Vec::new() });
        }
        let (divisor, quotient, multiple) = (divisor.clone(), quotient.clone(), multiple.clone());
        self.quotients.push(ComparedQuotient { divisor, quotient, multiple, within: self.within.clone() });
    }

    /// A number that was made before is looked at in these cases as well.
    fn used_again(&mut self, origin: &NumberOrigin) -> Option<(IntegerForm, IntegerForm)> {
        let (one, other) = self.recalled(origin)?;
        for known in self.quotients.iter_mut().filter(|known| known.multiple == other) {
            let same = known.within.iter().zip(&self.within).take_while(|(one, other)| one == other).count();
            known.within.truncate(same);
        }
        Some((one, other))
    }

    /// What is known of quotients by the same divisor, in the cases that both belong to.
    fn compared_quotients(&self) -> Formed<Vec<Asserted>> {
        let mut all = Vec::new();
        for (at, one) in self.quotients.iter().enumerate() {
            for other in self.quotients[..at].iter().filter(|other| other.divisor == one.divisor) {
                let mut parts = Vec::new();
                if !self.is_positive(&one.divisor) {
                    parts.push(at_most(&one.divisor, &IntegerForm::default())?);
                }
                for case in other.within.iter().chain(&one.within) {
                    parts.push(not(case.clone())?);
                }
                parts.extend(compared(
                    (&other.quotient, &other.multiple),
                    (&one.quotient, &one.multiple),
                    &one.divisor,
                )?);
                all.push(Asserted::One(parts));
            }
        }
        Ok(all)
    }

    /// The product of two unknowns.
    fn of_two(&mut self, one: usize, two: usize) -> Formed<IntegerForm> {
        let (first, second) = (IntegerForm::unknown(one.min(two)), IntegerForm::unknown(one.max(two)));
        if one == two {
            return self.triangle(&first)?.times(2)?.plus(1, &first);
        }
        let origin = NumberOrigin::Product(one.min(two), one.max(two));
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let product = self.fresh()?;
        self.remember(origin, &product, &product);
        for (m, n) in [(&first, &second), (&second, &first)] {
            let (zero, opposite) = (IntegerForm::default(), n.times(-1)?);
            self.note(Asserted::One(vec![
                less(n, &zero)?,
                Asserted::All(vec![equal(m, &zero)?, equal(&product, &zero)?]),
                Asserted::All(vec![less(&zero, m)?, at_most(n, &product)?]),
                Asserted::All(vec![less(m, &zero)?, at_most(&product, &opposite)?]),
            ]));
            self.multiples.push((n.clone(), product.clone()));
        }
        Ok(product)
    }

    /// T of a form.
    pub(super) fn triangle(&mut self, base: &IntegerForm) -> Formed<IntegerForm> {
        let origin = NumberOrigin::Triangle(base.clone());
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let found = self.fresh()?;
        self.remember(origin, &found, &found);
        for c in LINES {
            let (line, low, high) =
                (base.times(c)?.and(-c * (c + 1) / 2)?, IntegerForm::number(c), IntegerForm::number(c + 1));
            self.note(at_most(&line, &found)?);
            self.note(Asserted::One(vec![less(base, &low)?, less(&high, base)?, at_most(&found, &line)?]));
        }
        for (other, value) in std::mem::take(&mut self.triangles) {
            self.note(increase((&other, &value), (base, &found))?);
            for (one, two) in [((&other, &value), (base, &found)), ((base, &found), (&other, &value))] {
                for (a, b) in TIES {
                    let linear = one.0.times(a)?.and(b)?;
                    let made = one.1.times(a * a)?.plus(a * (a - 1) / 2 + a * b, one.0)?.and(b * (b - 1) / 2)?;
                    let tied = vec![less(&linear, two.0)?, less(two.0, &linear)?, equal(two.1, &made)?];
                    self.note(Asserted::One(tied));
                }
            }
            self.triangles.push((other, value));
        }
        self.triangles.push((base.clone(), found.clone()));
        Ok(found)
    }

    /// The quotient, rounded down, and the multiple of the divisor that it stands for.
    pub(super) fn quotient(&mut self, form: &IntegerForm, divisor: &IntegerForm) -> Formed<(IntegerForm, IntegerForm)> {
        if divisor.known().is_some_and(|number| number <= 0) {
            // Nothing is said where the divisor is not positive.
            return Ok((self.fresh()?, self.fresh()?));
        }
        if let Some(number) = divisor.known() {
            let quotient = self.part(form, number)?;
            let multiple = quotient.times(number)?;
            return Ok((quotient, multiple));
        }
        let origin = NumberOrigin::Quotient(form.clone(), divisor.clone());
        if let Some(known) = self.used_again(&origin) {
            return Ok(known);
        }
        if self.is_positive(divisor)
            && let Some(known) = self.without_multiples(form, divisor)?
        {
            return Ok(known);
        }
        let (quotient, multiple) = (self.fresh()?, self.fresh()?);
        self.remember(origin, &quotient, &multiple);
        if let (Some(own), Some(by)) = (single(&quotient), single(divisor)) {
            self.remember(NumberOrigin::Product(own.min(by), own.max(by)), &multiple, &multiple);
        }
        let zero = IntegerForm::default();
        let held = Asserted::All(vec![at_most(&multiple, form)?, less(form, &multiple.plus(1, divisor)?)?]);
        if self.is_positive(divisor) {
            self.note(held);
            self.note(growth(&quotient, divisor, &multiple)?);
            self.compare_quotient(divisor, &quotient, &multiple);
            return Ok((quotient, multiple));
        }
        self.note(Asserted::One(vec![at_most(divisor, &zero)?, held]));
        self.multiples.push((divisor.clone(), multiple.clone()));
        let signs = vec![
            at_most(divisor, &zero)?,
            Asserted::All(vec![equal(&quotient, &zero)?, equal(&multiple, &zero)?]),
            Asserted::All(vec![less(&zero, &quotient)?, at_most(divisor, &multiple)?]),
            Asserted::All(vec![less(&quotient, &zero)?, at_most(&multiple, &divisor.times(-1)?)?]),
        ];
        self.note(Asserted::One(signs));
        self.compare_quotient(divisor, &quotient, &multiple);
        Ok((quotient, multiple))
    }

    /// The same of a form with multiples of the divisor in it, by what is left without them; none if there are none in it.
    fn without_multiples(
        &mut self,
        form: &IntegerForm,
        divisor: &IntegerForm,
    ) -> Formed<Option<(IntegerForm, IntegerForm)>> {
        let one = IntegerForm::number(1);
        let itself = divisor.terms.iter().next().map(|(own, by)| (*own, *by, one, divisor.clone()));
        let multiples = self.quotients.iter().filter(|known| known.divisor == *divisor);
        let multiples = multiples.filter_map(|known| {
            single(&known.multiple).map(|own| (own, 1, known.quotient.clone(), known.multiple.clone()))
        });
        let all: Vec<_> = itself.into_iter().chain(multiples).collect();
        for (own, by, quotient, multiple) in all {
            let times = form.terms.get(&own).map_or(0, |coefficient| coefficient / by);
            if times != 0 {
                let (rest, of_rest) = self.quotient(&form.plus(-times, &multiple)?, divisor)?;
                let (quotient, multiple) = (rest.plus(times, &quotient)?, of_rest.plus(times, &multiple)?);
                let origin = NumberOrigin::Quotient(form.clone(), divisor.clone());
                self.remember(origin, &quotient, &multiple);
                self.compare_quotient(divisor, &quotient, &multiple);
                return Ok(Some((quotient, multiple)));
            }
        }
        Ok(None)
    }

    /// The quotient by a number, rounded down.
    fn part(&mut self, form: &IntegerForm, divisor: i128) -> Formed<IntegerForm> {
        if form.content() % divisor == 0 {
            let mut exact = form.clone();
            exact.terms.values_mut().for_each(|coefficient| *coefficient /= divisor);
            exact.constant = form.constant.div_euclid(divisor);
            return Ok(exact);
        }
        let origin = NumberOrigin::Part(form.clone(), divisor);
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let quotient = self.fresh()?;
        self.remember(origin, &quotient, &quotient);
        let rest = form.plus(-divisor, &quotient)?;
        self.note(at_most(&IntegerForm::default(), &rest)?);
        self.note(at_most(&rest, &IntegerForm::number(divisor - 1))?);
        if self.roots.iter().any(|root| form.terms.contains_key(root)) {
            // What is about a part of a root may need its T.
            self.triangle(&quotient)?;
        }
        Ok(quotient)
    }

    /// The least of several forms, or the greatest if the sign is -1.
    pub(super) fn extreme(&mut self, mut forms: Vec<IntegerForm>, sign: i128) -> Formed<IntegerForm> {
        forms.sort();
        forms.dedup();
        // Of two that are always so far apart, one is enough.
        let mut at = 0;
        while at < forms.len() {
            let mut is_told = false;
            for other in &forms {
                is_told |= other.plus(-1, &forms[at])?.known().is_some_and(|apart| apart * sign < 0);
            }
            if is_told {
                forms.remove(at);
            } else {
                at += 1;
            }
        }
        if let [only] = forms.as_slice() {
            return Ok(only.clone());
        }
        let origin = NumberOrigin::Extreme(forms.clone(), sign);
        if let Some((known, _)) = self.recalled(&origin) {
            return Ok(known);
        }
        let found = self.fresh()?;
        self.remember(origin, &found, &found);
        let mut one = Vec::new();
        for form in &forms {
            let beyond = found.plus(-1, form)?.times(sign)?;
            self.note(at_most(&beyond, &IntegerForm::default())?);
            one.push(at_most(&IntegerForm::default(), &beyond)?);
        }
        self.note(Asserted::One(one));
        Ok(found)
    }

    /// All facts, with what follows for multiples of equal numbers.
    pub(super) fn facts(&self) -> Formed<Vec<Asserted>> {
        let mut all = self.facts.clone();
        all.extend(self.compared_quotients()?);
        for (at, one) in self.multiples.iter().enumerate() {
            let zero = IntegerForm::default();
            all.push(apart(one, (&one.0, &zero), 1)?);
            for other in &self.multiples[..at] {
                all.push(apart(one, (&other.0, &other.1), 1)?);
                for (first, second) in [(one, other), (other, one)] {
                    let times = second.0.content();
                    if 1 < times && first.0.content() == 1 {
                        all.push(apart(first, (&second.0, &second.1), times)?);
                    }
                }
            }
        }
        Ok(all)
    }
}

/// The unknown that a form is, if it is one.
pub(super) fn single(form: &IntegerForm) -> Option<usize> {
    let mut terms = form.terms.iter();
    match (terms.next(), terms.next(), form.constant) {
        (Some((own, 1)), None, 0) => Some(*own),
        _ => None,
    }
}

/// A form as a multiple of one whose coefficients have no common divisor, the first of them positive, and something constant.
fn primitive(form: &IntegerForm) -> Formed<(IntegerForm, i128)> {
    let sign = form.terms.values().next().map_or(1, |first| first.signum());
    let factor = form.content() * sign;
    let mut base = IntegerForm { constant: 0, ..form.clone() };
    if factor == 0 {
        return Err("a form without unknowns has no direction".to_owned());
    }
    base.terms.values_mut().for_each(|coefficient| *coefficient /= factor);
    Ok((base, factor))
}

/// T does not decrease, and grows by the smaller number or more.
fn increase((m, of_m): (&IntegerForm, &IntegerForm), (n, of_n): (&IntegerForm, &IntegerForm)) -> Formed<Asserted> {
    let zero = IntegerForm::default();
    Ok(Asserted::One(vec![
        Asserted::All(vec![equal(m, n)?, equal(of_m, of_n)?]),
        Asserted::All(vec![less(m, n)?, at_most(&of_m.plus(1, m)?, of_n)?]),
        Asserted::All(vec![less(n, m)?, at_most(&of_n.plus(1, n)?, of_m)?]),
        less(m, &zero)?,
        less(n, &zero)?,
    ]))
}

/// The product of two numbers, of which the first is not negative, by their signs; `(m - 1) (n - 1)` is not negative if both are 1 or more.
fn growth(form: &IntegerForm, parameter: &IntegerForm, product: &IntegerForm) -> Formed<Asserted> {
    let zero = IntegerForm::default();
    Ok(Asserted::One(vec![
        less(form, &zero)?,
        Asserted::All(vec![equal(parameter, &zero)?, equal(product, &zero)?]),
        Asserted::All(vec![equal(form, &zero)?, equal(product, &zero)?]),
        Asserted::All(vec![
            less(&zero, form)?,
            less(&zero, parameter)?,
            at_most(&form.plus(1, parameter)?.and(-1)?, product)?,
        ]),
        Asserted::All(vec![less(parameter, &zero)?, at_most(product, &form.times(-1)?)?]),
    ]))
}

/// Two numbers are equal, one apart, or two apart or more, and their products with a positive number are so many times that number apart.
fn compared(
    (m, of_m): (&IntegerForm, &IntegerForm),
    (n, of_n): (&IntegerForm, &IntegerForm),
    divisor: &IntegerForm,
) -> Formed<Vec<Asserted>> {
    let mut one = vec![Asserted::All(vec![equal(m, n)?, equal(of_m, of_n)?])];
    for ((low, of_low), (high, of_high)) in [((m, of_m), (n, of_n)), ((n, of_n), (m, of_m))] {
        let next = Asserted::All(vec![equal(high, &low.and(1)?)?, equal(of_high, &of_low.plus(1, divisor)?)?]);
        let beyond = Asserted::All(vec![at_most(&low.and(2)?, high)?, at_most(&of_low.plus(2, divisor)?, of_high)?]);
        one.push(Asserted::All(vec![
            at_most(&low.and(1)?, high)?,
            at_most(&of_low.plus(1, divisor)?, of_high)?,
            Asserted::One(vec![next, beyond]),
        ]));
    }
    Ok(one)
}

/// Two multiples of a positive number are equal or apart: the first one is of a number that, so many times, is the other.
fn apart(
    (divisor, multiple): &(IntegerForm, IntegerForm),
    (other, of_other): (&IntegerForm, &IntegerForm),
    times: i128,
) -> Formed<Asserted> {
    let (large, first) = (divisor.times(times)?, multiple.times(times)?);
    Ok(Asserted::One(vec![
        equal(&first, of_other)?,
        at_most(&first.plus(1, &large)?, of_other)?,
        at_most(&of_other.plus(1, &large)?, &first)?,
        less(&large, other)?,
        less(other, &large)?,
        at_most(divisor, &IntegerForm::default())?,
    ]))
}
