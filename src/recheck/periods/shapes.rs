//! From which heap on, and modulo what, the truth of a formula about a heap n comes back, if values are periodic: read off its
//! terms. Each of them is `slope * n` and a rest that is bounded and comes back, or is not read.
use super::fixed::FixedNumbers;
use super::lines::{RepeatingValues, multiple_of_both};
use super::places::line_of;
use super::{GameValues, OwnHeap};
use crate::certificate::FixedHeap;
use crate::ruleset::statement::{Bound, Formula, Lookup, Place, Property, Set, SetKind, Value};
use crate::ruleset::{Comparison, Condition, Term, Variable};
use num_integer::gcd;
use std::collections::BTreeMap;

/// Nothing longer is tried.
const LONGEST: u64 = 1 << 22;
/// Numbers in terms are smaller than this.
const LARGEST: i128 = 1 << 62;

/// Where something comes back: at n + period as at n, for all n from a number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    from: i64,
    period: u64,
}

impl Course {
    const ALWAYS: Self = Self { from: 0, period: 1 };

    pub(super) fn with(self, other: Self) -> Result<Self, String> {
        let period = (self.period / gcd(self.period, other.period))
            .checked_mul(other.period)
            .filter(|period| *period <= LONGEST);
        let from = self.from.max(other.from);
        let all = period.filter(|_| from.unsigned_abs() <= LONGEST).map(|period| Self { from, period });
        all.ok_or_else(|| "what the claim says comes back too late to be tried".to_owned())
    }

    fn every(self, period: u64) -> Result<Self, String> {
        self.with(Self { from: 0, period })
    }

    fn not_before(self, from: i128) -> Result<Self, String> {
        // What begins so late is refused, and what begins so early always holds.
        let from = from.clamp(i64::MIN.into(), i64::MAX.into());
        self.with(Self { from: i64::try_from(from).expect("it was cut"), period: 1 })
    }

    /// The last number of the first period, of those from a start on.
    pub(super) fn end(self, start: i64) -> i64 {
        self.from.max(start) + self.period.cast_signed() - 1
    }
}

/// `slope * n / unit` and something that comes back, whose size is at most `rest`; the unit is the same for all terms of a claim.
#[derive(Clone, Copy, Debug)]
struct HeapShape {
    slope: i128,
    rest: i128,
    course: Course,
}

impl HeapShape {
    fn new(slope: Option<i128>, rest: Option<i128>, course: Course) -> Result<Self, String> {
        let fits = |number: &i128| number.abs() < LARGEST;
        let both = slope.filter(fits).zip(rest.filter(fits));
        both.map(|(slope, rest)| Self { slope, rest, course }).ok_or_else(|| "a number is too large".to_owned())
    }

    fn number(rest: i128) -> Self {
        Self { slope: 0, rest, course: Course::ALWAYS }
    }
}

/// Reads formulas.
#[derive(Debug)]
pub(super) struct Shapes<'a> {
    own: OwnHeap,
    games: &'a [GameValues],
    fixed: &'a FixedNumbers,
    slots: BTreeMap<usize, HeapShape>,
    /// A multiple of the periods of all lines that rise by no whole number for each place.
    unit: i128,
}

fn unread<T>(what: &str) -> Result<T, String> {
    Err(format!("{what} is not read where values are periodic"))
}

impl<'a> Shapes<'a> {
    pub(super) fn new(own: OwnHeap, games: &'a [GameValues], fixed: &'a FixedNumbers) -> Self {
        let mut unit = Some(1);
        let lines = games.iter().flat_map(GameValues::lines);
        for line in lines.filter(|line| i128::from(line.saltus) % line.period.max(1) as i128 != 0) {
            unit = unit.and_then(|unit| multiple_of_both(unit, line.period));
        }
        // A slope that is no whole number of units is refused where it is met.
        Self { own, games, fixed, slots: BTreeMap::new(), unit: unit.unwrap_or(1) as i128 }
    }

    /// The heap of a claim about one heap itself.
    fn own_heap(&self) -> HeapShape {
        HeapShape { slope: self.unit, ..HeapShape::number(0) }
    }

    /// The value of the heap itself.
    pub(super) fn own_value(&self) -> Result<Course, String> {
        Ok(self.value_at(self.line(0, FixedHeap::First, 0)?, self.own_heap())?.course)
    }

    fn line(&self, game: usize, fixed: FixedHeap, at: i64) -> Result<&'a RepeatingValues, String> {
        let line = self.games.get(game).and_then(|game| game.line(fixed, at));
        line.ok_or_else(|| format!("the certificate has no period of game {game}"))
    }

    /// The value of a line at a place.
    fn value_at(&self, line: &RepeatingValues, heap: HeapShape) -> Result<HeapShape, String> {
        let (period, saltus) = (line.period as i128, i128::from(line.saltus));
        // What the line rises by for each place, in units.
        let rise = saltus.checked_mul(self.unit).filter(|rise| rise % period == 0).map(|rise| rise / period);
        let (rise, whole) = rise.zip(Some(heap.slope / self.unit)).ok_or("values rise by odd fractions")?;
        let course = match heap.slope {
            0 => heap.course,
            1.. if heap.slope % self.unit == 0 => {
                let first = (line.from as i128 + heap.rest) / whole + 1;
                heap.course.every(line.period as u64)?.not_before(first)?
            }
            1.. => return unread("a heap that rises by a fraction"),
            _ => return unread("a heap that falls"),
        };
        let rest = heap.rest.checked_mul(saltus).map(|rest| rest / period + 1 + line.apart());
        HeapShape::new(rise.checked_mul(whole), rest, course)
    }

    /// The value of a position that is looked up.
    fn looked_up(&self, game: usize, position: &[Term]) -> Result<HeapShape, String> {
        if let Some(known) = self.games.get(game).filter(|known| !known.others.is_empty()) {
            return self.on_another_line(known, position);
        }
        let (line, heap) = match position {
            [heap] => (self.line(game, FixedHeap::First, 0)?, heap),
            [first, second] => match [first, second].map(|term| self.fixed.number(term)) {
                [Some(at), _] if self.line(game, FixedHeap::First, at).is_ok() => {
                    (self.line(game, FixedHeap::First, at)?, second)
                }
                [_, Some(at)] => (self.line(game, FixedHeap::Second, at)?, first),
                [Some(at), None] => (self.line(game, FixedHeap::First, at)?, second),
                [None, None] => return unread("a position of which no heap is fixed"),
            },
            _ => return unread("a position of more than two heaps"),
        };
        self.value_at(line, self.term(heap)?)
    }

    /// The value of a position of a game of which other lines than rows and columns are known.
    fn on_another_line(&self, known: &'a GameValues, position: &[Term]) -> Result<HeapShape, String> {
        let missing = || "the certificate has no period of a line".to_owned();
        let numbers: Option<Vec<i64>> = position.iter().map(|term| self.fixed.number(term)).collect();
        if let Some(numbers) = numbers {
            let (line, place) = known.at(&numbers).ok_or_else(missing)?;
            return self.value_at(line, HeapShape::number(i128::from(place.max(0))));
        }
        let heaps = known.heaps.unwrap_or(position.len());
        let Some(told) = line_of(self.fixed, heaps, position) else { return unread("a position on no fixed line") };
        let mut lines = known.others.iter().filter(|one| one.along == told.along);
        let line = lines.find_map(|one| one.lines.get(&told.first)).ok_or_else(missing)?;
        self.value_at(line, self.term(&told.place)?)
    }

    fn look_up(&mut self, lookups: &[Lookup]) -> Result<(), String> {
        for lookup in lookups {
            let value = self.looked_up(lookup.game, &lookup.position)?;
            self.slots.insert(lookup.slot, value);
        }
        Ok(())
    }

    fn place(&mut self, place: &Place) -> Result<HeapShape, String> {
        self.look_up(&place.lookups)?;
        let [heap] = place.position.as_slice() else { return unread("a position of several heaps in a set") };
        self.term(heap)
    }

    /// Whether a value is 0.
    fn is_zero(&self, value: HeapShape) -> Result<Course, String> {
        self.compared(value, HeapShape::number(0))
    }

    /// From where on, and modulo what, the truth of a formula comes back.
    pub(super) fn formula(&mut self, formula: &Formula) -> Result<Course, String> {
        match formula {
            Formula::Known(_) => Ok(Course::ALWAYS),
            Formula::Test(lookups, condition) => {
                self.look_up(lookups)?;
                self.condition(condition)
            }
            Formula::Is(Property::Outcome(_), place) => {
                self.look_up(&place.lookups)?;
                self.is_zero(self.looked_up(place.game, &place.position)?)
            }
            Formula::Member(place, set) => {
                let heap = self.place(place)?;
                self.member(set, heap)
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_fold(Course::ALWAYS, |all, part| all.with(self.formula(part)?))
            }
            Formula::Not(inner) => self.formula(inner),
            Formula::Iff(left, right) => self.formula(left)?.with(self.formula(right)?),
            Formula::ForAll(bound, body) | Formula::Exists(bound, body) => {
                let values = self.finite(bound)?;
                self.slots.insert(bound.slot, values);
                self.formula(body)
            }
            Formula::Is(..) | Formula::Admissible(_) | Formula::AllOptions(..) | Formula::SomeOption(..) => {
                unread("what is said of options")
            }
        }
    }

    /// Whether the heap itself, or so many of it, lies in a set.
    pub(super) fn set(&mut self, set: &Set, slope: i128) -> Result<Course, String> {
        let own = self.own_heap();
        self.member(set, HeapShape { slope: own.slope * slope, ..own })
    }

    /// The same for whether a heap lies in a set.
    fn member(&mut self, set: &Set, heap: HeapShape) -> Result<Course, String> {
        match &set.kind {
            SetKind::List(elements) => {
                elements.iter().try_fold(Course::ALWAYS, |all, element| all.with(self.equal(element, heap)?))
            }
            SetKind::Family { bound, condition, element } => {
                let mut course = Course::ALWAYS;
                for variable in bound {
                    let shape = if is_alone(element, variable.slot) {
                        let ends = self.fixed.ranges(variable)?;
                        let far = ends.iter().flat_map(|end| [Some(end.0), end.1]).flatten();
                        let far = far.map(|end| i128::from(end.abs())).max().unwrap_or(0);
                        course = course.with(self.compared(heap, HeapShape::number(far))?)?;
                        heap
                    } else {
                        self.finite(variable)?
                    };
                    self.slots.insert(variable.slot, shape);
                }
                if let Some(part) = condition {
                    course = course.with(self.formula(part)?)?;
                }
                course.with(self.equal(element, heap)?)
            }
            SetKind::Outcome(_) => self.is_zero(self.value_at(self.line(0, FixedHeap::First, 0)?, heap)?),
            SetKind::Union(left, right) | SetKind::Intersection(left, right) | SetKind::Difference(left, right) => {
                self.member(left, heap)?.with(self.member(right, heap)?)
            }
            SetKind::Symmetric(inner, _) => self.member(inner, heap),
        }
    }

    fn equal(&mut self, element: &[Value], heap: HeapShape) -> Result<Course, String> {
        let [only] = element else { return unread("a position of several heaps") };
        self.look_up(&only.lookups)?;
        self.compared(heap, self.term(&only.term)?)
    }

    fn condition(&self, condition: &Condition) -> Result<Course, String> {
        match condition {
            Condition::Known(_) => Ok(Course::ALWAYS),
            Condition::Compare(left, Comparison::AtMost | Comparison::Equal | Comparison::Different, right) => {
                self.compared(self.term(left)?, self.term(right)?)
            }
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_fold(Course::ALWAYS, |all, part| all.with(self.condition(part)?))
            }
            Condition::Not(inner) => self.condition(inner),
        }
    }

    /// Terms of one slope, each with the largest rest of all.
    fn alike(&self, parts: &[Term]) -> Result<HeapShape, String> {
        let shapes: Vec<HeapShape> = parts.iter().map(|part| self.term(part)).collect::<Result<_, _>>()?;
        let Some(first) = shapes.first() else { return unread("an empty list") };
        if shapes.iter().any(|shape| shape.slope != first.slope) {
            return unread("a choice between terms that part");
        }
        let course = shapes.iter().try_fold(Course::ALWAYS, |all, shape| all.with(shape.course))?;
        Ok(HeapShape { rest: shapes.iter().map(|shape| shape.rest).max().unwrap_or(0), course, ..*first })
    }

    fn nim_sum(&self, parts: &[Term]) -> Result<HeapShape, String> {
        let all = parts.iter().map(|part| self.level(part)).collect::<Result<Vec<_>, _>>()?;
        let course = all.iter().try_fold(Course::ALWAYS, |all, shape| all.with(shape.course))?;
        let most = all.iter().map(|shape| shape.rest.unsigned_abs()).max().unwrap_or(0);
        HeapShape::new(Some(0), i128::try_from((most + 1).next_power_of_two()).ok(), course)
    }

    fn variable(&self, variable: Variable) -> Result<HeapShape, String> {
        let is_own = match variable {
            Variable::Coordinate(heap) => self.own == OwnHeap::Heap(heap),
            Variable::Amount(slot) => self.own == OwnHeap::Slot(slot),
        };
        match (is_own, variable) {
            (true, _) => Ok(self.own_heap()),
            (false, Variable::Amount(slot)) => {
                self.slots.get(&slot).copied().ok_or_else(|| "a variable is missing".to_owned())
            }
            (false, Variable::Coordinate(_)) => unread("a second variable"),
        }
    }

    /// The slope and the rest of a term.
    fn term(&self, term: &Term) -> Result<HeapShape, String> {
        // What is made of numbers that stand still is a number, however it is said.
        if let Some(number) = self.fixed.number(term) {
            return HeapShape::new(Some(0), i128::from(number).checked_abs(), Course::ALWAYS);
        }
        match term {
            Term::Constant(number) => HeapShape::new(Some(0), number.checked_abs(), Course::ALWAYS),
            Term::Variable(variable) => self.variable(*variable),
            Term::Sum(parts) => parts.iter().try_fold(HeapShape::number(0), |sum, part| {
                let part = self.term(part)?;
                let (slope, rest) = (sum.slope.checked_add(part.slope), sum.rest.checked_add(part.rest));
                HeapShape::new(slope, rest, sum.course.with(part.course)?)
            }),
            Term::Product(left, right) => match (&**left, &**right) {
                (Term::Constant(factor), other) | (other, Term::Constant(factor)) => {
                    let other = self.term(other)?;
                    let size = factor.checked_abs().and_then(|factor| other.rest.checked_mul(factor));
                    HeapShape::new(other.slope.checked_mul(*factor), size, other.course)
                }
                (left, right) => {
                    let (left, right) = (self.level(left)?, self.level(right)?);
                    HeapShape::new(Some(0), left.rest.checked_mul(right.rest), left.course.with(right.course)?)
                }
            },
            Term::FloorDivide(left, right) => {
                let (left, right) = (self.level(left)?, self.level(right)?);
                HeapShape::new(Some(0), left.rest.checked_add(1), left.course.with(right.course)?)
            }
            Term::Modulo(left, right) => {
                if let Term::Constant(by) = **right
                    && let Ok(period) = u64::try_from(by.unsigned_abs())
                    && 0 < period
                {
                    let left = self.term(left)?;
                    if left.slope % self.unit != 0 {
                        return unread("a remainder of what rises by a fraction");
                    }
                    return HeapShape::new(Some(0), by.checked_abs(), left.course.every(period)?);
                }
                let (left, right) = (self.level(left)?, self.level(right)?);
                HeapShape::new(Some(0), Some(right.rest), left.course.with(right.course)?)
            }
            Term::Min(parts) | Term::Max(parts) => self.alike(parts),
            Term::Xor(parts) => self.nim_sum(parts),
            Term::SquareRoot(inner) => self.level(inner),
            Term::Cases(cases) => {
                let values: Vec<Term> = cases.iter().map(|case| case.1.clone()).collect();
                let guards = cases.iter().try_fold(Course::ALWAYS, |all, case| all.with(self.condition(&case.0)?))?;
                let shape = self.alike(&values)?;
                Ok(HeapShape { course: shape.course.with(guards)?, ..shape })
            }
            Term::Number(..) => unread("a divisor, a prime or a valuation"),
            Term::Power(..) | Term::Recursive(..) | Term::Own(_) | Term::Grid(..) | Term::OwnGrid(_) => {
                unread("a power or a recursion")
            }
        }
    }

    /// The values of a variable with two ends.
    fn finite(&self, bound: &Bound) -> Result<HeapShape, String> {
        let ends = self.fixed.ranges(bound)?;
        let all: Option<Vec<i64>> = ends.iter().map(|end| Some(end.0.abs().max(end.1?.abs()))).collect();
        let most = all.and_then(|all| all.into_iter().max().or(Some(0)));
        most.map(|most| HeapShape::number(i128::from(most))).ok_or_else(|| format!("`{}` has no end", bound.name))
    }

    /// Where the order of two terms comes back.
    fn compared(&self, left: HeapShape, right: HeapShape) -> Result<Course, String> {
        compared(left, right, self.unit)
    }

    /// A term that does not rise or fall with the heap.
    fn level(&self, term: &Term) -> Result<HeapShape, String> {
        let shape = self.term(term)?;
        if shape.slope == 0 { Ok(shape) } else { unread("a product, quotient or nim-sum of the heap") }
    }
}

/// Whether an element is a variable alone.
fn is_alone(element: &[Value], slot: usize) -> bool {
    matches!(element, [Value { lookups, term: Term::Variable(Variable::Amount(own)) }] if lookups.is_empty() && *own == slot)
}

/// Where the order of two terms comes back, whose slopes are counted in a unit.
fn compared(left: HeapShape, right: HeapShape, unit: i128) -> Result<Course, String> {
    let course = left.course.with(right.course)?;
    match (left.slope - right.slope).abs() {
        0 => Ok(course),
        // From there on the heap decides.
        slope => {
            let far = (left.rest + right.rest).checked_mul(unit).ok_or("a number is too large")?;
            course.not_before(far / slope + 1)
        }
    }
}
