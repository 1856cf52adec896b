//! Multiples of square roots, rounded down or compared, by the digits of numerations that know them; apart from the formula compiler.
use super::read::Reader;
use super::search::{Atom, Linear, OnTracks};
use super::table::{NextWeight, Numeration};
use super::tracks::{HELP, Read, at_most, equal, never_negative, not, number, plus, track};
use crate::ruleset::{Comparison, Term};

/// The root of a number F that is no square: `divisor * sqrt(F) = slopes * slope + ones`, with the slope of the numeration.
struct KnownRoot {
    slopes: i64,
    ones: i64,
    divisor: i64,
}

/// A positive number, and what is squared.
type SquareMultiple<'a> = (i64, &'a Term);

fn open<T>() -> Read<T> {
    Err("this root is not checked".to_owned())
}

impl Numeration {
    /// The root of a number in this numeration; none if the number is a square, or its root not in the field of the slope.
    ///
    /// With a sum the slope is (2 - a + sqrt(a^2 + 4)) / 2, with a difference (c + sqrt(c^2 - 4)) / 2. Let D stand below the root in it.
    /// If F D = r^2, then sqrt(F) = r / D * sqrt(D); and D is no square, so F is none.
    fn root(self, of: i64) -> Option<KnownRoot> {
        let NextWeight { factor, sign, .. } = self.recurrence()?;
        let below = factor * factor + 4 * sign;
        // sqrt(below) = 2 * slope + add.
        let add = if sign == 1 { factor - 2 } else { -factor };
        let square = i128::from(of) * i128::from(below);
        let root = i64::try_from(square.isqrt()).ok().filter(|root| 0 < *root)?;
        if i128::from(root) * i128::from(root) != square {
            return None;
        }
        let mut known = KnownRoot { slopes: root.checked_mul(2)?, ones: root.checked_mul(add)?, divisor: below };
        for prime in 2..=below {
            let divides =
                |known: &KnownRoot| known.slopes % prime == 0 && known.ones % prime == 0 && known.divisor % prime == 0;
            while divides(&known) {
                known.slopes /= prime;
                known.ones /= prime;
                known.divisor /= prime;
            }
        }
        Some(known)
    }
}

impl Reader<'_> {
    /// `floor(sqrt(F u^2))` for a natural u.
    pub(super) fn root(&mut self, inner: &Term) -> Read<Linear> {
        let (known, side) = self.multiple_of_square(inner)?;
        self.root_of(&known, &side)
    }

    fn root_of(&mut self, known: &KnownRoot, side: &Linear) -> Read<Linear> {
        let slope = self.slope(&plus(&number(0), known.slopes, side)?)?;
        // The sum is natural, as the root is: rounded down before the division or not, the quotient is the same.
        let sum = plus(&slope, known.ones, side)?;
        if known.divisor == 1 {
            return Ok(sum);
        }
        let quotient = self.natural();
        self.divides(&sum, known.divisor, quotient)
    }

    /// `floor((r u + floor(sqrt(F u^2))) / d)`, where that is `floor(slope * s u) + t u` for natural s and a whole number t.
    pub(super) fn slope_quotient(&mut self, left: &Term, right: &Term) -> Read<Option<Linear>> {
        let (Term::Sum(parts), Term::Constant(divisor)) = (left, right) else { return Ok(None) };
        let root = parts.iter().position(|part| matches!(part, Term::SquareRoot(_)));
        let Some((at, Term::SquareRoot(inner))) = root.map(|at| (at, &parts[at])) else { return Ok(None) };
        let others = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| part.clone());
        let (known, side) = self.multiple_of_square(inner)?;
        let rest = self.term(&Term::Sum(others.collect()))?;
        let ([(first, factor), ..], Ok(divisor)) = (side.terms.as_slice(), i64::try_from(*divisor)) else {
            return Ok(None);
        };
        let own = rest.terms.iter().find(|term| term.0 == *first).map_or(0, |term| term.1);
        let times = own / factor;
        let whole = divisor.checked_mul(known.divisor).filter(|whole| 0 < *whole);
        let ones = times.checked_mul(known.divisor).and_then(|times| times.checked_add(known.ones));
        let (Some(whole), Some(ones)) = (whole, ones) else { return Ok(None) };
        if plus(&number(0), times, &side)? != rest || known.slopes % whole != 0 || ones % whole != 0 {
            return Ok(None);
        }
        let slope = self.slope(&plus(&number(0), known.slopes / whole, &side)?)?;
        plus(&slope, ones / whole, &side).map(Some)
    }

    /// `f s^2` beside `g t^2`, for positive numbers.
    pub(super) fn squares(&mut self, left: &Term, comparison: Comparison, right: &Term) -> Read<Option<OnTracks>> {
        let (Some(low), Some(high)) = (square(left), square(right)) else { return Ok(None) };
        // By itself and negated twice: what it needs is no number that anything else speaks of.
        let compared = self.apart(&mut |reader| reader.multiples(low, comparison, high))?;
        Ok(Some(not(not(compared))))
    }

    /// `f |s|` beside `sqrt(f g) |t|`, where that is no square rounded down.
    fn multiples(
        &mut self,
        (low, side): SquareMultiple<'_>,
        comparison: Comparison,
        (high, across): SquareMultiple<'_>,
    ) -> Read<OnTracks> {
        let Some(product) = low.checked_mul(high) else { return open() };
        let (side, across) = (self.absolute(side)?, self.absolute(across)?);
        let (side, root) = (plus(&number(0), low, &side)?, product.isqrt());
        if root * root == product {
            let across = plus(&number(0), root, &across)?;
            return Ok(match comparison {
                Comparison::AtMost => at_most(&side, &across)?,
                Comparison::Equal => equal(&side, &across)?,
                Comparison::Different => not(equal(&side, &across)?),
            });
        }
        let both = OnTracks::And(vec![equal(&side, &number(0))?, equal(&across, &number(0))?]);
        Ok(match (comparison, self.numeration.root(product)) {
            (Comparison::Equal, _) => both,
            (Comparison::Different, _) => not(both),
            (Comparison::AtMost, None) => return open(),
            (Comparison::AtMost, Some(known)) => at_most(&side, &self.root_of(&known, &across)?)?,
        })
    }

    /// The absolute value of a term.
    fn absolute(&mut self, term: &Term) -> Read<Linear> {
        let form = self.term(term)?;
        let opposite = plus(&number(0), -1, &form)?;
        if never_negative(&form) {
            return Ok(form);
        }
        if never_negative(&opposite) {
            return Ok(opposite);
        }
        let found = self.natural();
        self.facts.push(OnTracks::Or(vec![equal(&found, &form)?, equal(&found, &opposite)?]));
        Ok(found)
    }

    /// The root of F, and the natural number u, for `F u^2`.
    fn multiple_of_square(&mut self, inner: &Term) -> Read<(KnownRoot, Linear)> {
        // floor(sqrt(F u^2 - 1)) is the same for u > 0, because F u^2 is no square; and for u = 0, where it is written so.
        let inner = match inner {
            Term::Max(parts) => match parts.as_slice() {
                [Term::Sum(sum), Term::Constant(0)] => match sum.as_slice() {
                    [square, Term::Constant(-1)] => square,
                    _ => return open(),
                },
                _ => return open(),
            },
            inner => inner,
        };
        let Some((factor, side)) = square(inner) else { return open() };
        let Some(known) = self.numeration.root(factor) else { return open() };
        let side = self.term(side)?;
        if never_negative(&side) { Ok((known, side)) } else { open() }
    }

    /// `floor(slope * n)`: 0 for n = 0, and else what the digits say.
    ///
    /// In Zeckendorf's numeration, where the slope is phi, it is 1 more than n - 1 with all its digits one place higher (Knuth, The
    /// Art of Computer Programming, section 1.2.8).
    ///
    /// With a metallic recurrence it is the number v with an even number of zeros behind its last digit that is not 0, for which v
    /// with all digits one place higher is v + a n (Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982). Let
    /// L = (a + sqrt(a^2 + 4)) / 2, d(i) the digits of v, and s that number. The weights have
    /// w(i + 1) - L w(i) = (L - 1) / L (-1 / L)^i, so slope (s - v) / a - v is 1 / L times the sum of d(i) (-1 / L)^i. As digits are
    /// at most a, this is less than 1, and has the sign of its last term that is not 0. Every w(i) is 1 modulo a, so s - v is a
    /// multiple of a. So the v with an even number of zeros are floor(slope * n) for n = (s - v) / a, and their s, which are the
    /// numbers with an odd one, floor((slope + a) n); and since 1 / slope + 1 / (slope + a) = 1, both together are all positive
    /// numbers, each once (Beatty).
    ///
    /// With Chebyshev's recurrence it is 1 less than n with all digits one place higher: the weights have w(i + 1) - slope w(i) =
    /// slope^(-i - 1), and the sum of d(i) slope^(-i - 1) is positive and less than 1: what must not stand in a word is the same
    /// backwards, so the digits d(0), d(1), ... are smaller in the order of words than those of 1, which are c - 1, c - 2, c - 2, ...,
    /// from wherever one begins (Parry 1960).
    fn slope(&mut self, argument: &Linear) -> Read<Linear> {
        let own = match (argument.terms.as_slice(), argument.constant) {
            ([(own, 1)], 0) => *own,
            _ => {
                let own = self.tracks.take((HELP, 0));
                self.facts.push(equal(&track(own), argument)?);
                own
            }
        };
        let (shifted, held) = (self.tracks.take((HELP, 0)), self.tracks.take((HELP, 0)));
        let value = track(held);
        let mut inner = vec![shifted];
        let something = match self.numeration {
            Numeration::Base(_) | Numeration::Cubic(_) => return open(),
            Numeration::Zeckendorf => {
                let below = self.tracks.take((HELP, 0));
                inner.push(below);
                vec![
                    equal(&plus(&track(below), 1, &number(1))?, &track(own))?,
                    OnTracks::Is(Atom::Shift(below, shifted)),
                    equal(&value, &plus(&track(shifted), 1, &number(1))?)?,
                ]
            }
            Numeration::Metallic(factor) => vec![
                OnTracks::Is(Atom::EvenZeros(held)),
                OnTracks::Is(Atom::Shift(held, shifted)),
                equal(&track(shifted), &plus(&value, factor.into(), &track(own))?)?,
            ],
            Numeration::Chebyshev(_) => vec![
                at_most(&number(1), &track(own))?,
                OnTracks::Is(Atom::Shift(own, shifted)),
                equal(&track(shifted), &plus(&value, 1, &number(1))?)?,
            ],
        };
        let nothing = OnTracks::And(vec![equal(&track(own), &number(0))?, equal(&value, &number(0))?]);
        let either = OnTracks::Or(vec![nothing, OnTracks::And(something)]);
        // Negated twice, it is worked out as a relation of the argument and the value, and not taken apart into cases.
        self.facts.push(not(not(OnTracks::Some(inner, Box::new(either)))));
        Ok(value)
    }
}

/// A positive multiple of a square: the number, and what is squared.
fn square(term: &Term) -> Option<SquareMultiple<'_>> {
    let (mut factor, mut sides) = (1_i128, Vec::new());
    factors(term, &mut factor, &mut sides);
    match sides.as_slice() {
        [first, second] if first == second && 0 < factor => Some((i64::try_from(factor).ok()?, *first)),
        _ => None,
    }
}

/// The factors of a product, with numbers and squares taken apart.
fn factors<'a>(term: &'a Term, number: &mut i128, sides: &mut Vec<&'a Term>) {
    match term {
        Term::Constant(value) => *number = number.saturating_mul(*value),
        Term::Product(left, right) => {
            factors(left, number, sides);
            factors(right, number, sides);
        }
        Term::Power(base, exponent) if **exponent == Term::Constant(2) => sides.extend([&**base, &**base]),
        other => sides.push(other),
    }
}
