//! What is true of sums, nim-sums and largest numbers of any natural numbers, for claims that are proved by one heap more: nim-sums are even if the
//! sum is, and not greater; they have no more binary digits than the largest number, or than what no number exceeds; twice the largest is at most their
//! sum and their nim-sum; digits of a nim-sum are those of the digits; a sum is 0, or the largest at most something, if and only if that is true of each
//! number. What follows from this for each heap follows for what they come to. Decides nothing: all of it is shown again with one heap more.
use super::{
    FoldKind, Folds, at_most, by, compared, firm_name, heap_name, index, is_name, joined, natural_binder, number,
    quantified, variable,
};
use crate::syntax::ast::{Expr, Operator, RelationSign};
use crate::syntax::print_expression;

/// Nim-sums of numbers below these are below them, and those of numbers with the same remainders have the same remainders.
const NIMBERS: [i64; 3] = [2, 4, 8];

/// That a number which heaps come to is small, which is that something is small of each of them.
struct SmallFold {
    /// Of the numbers that heaps come to, which.
    at: usize,
    /// What is said of each heap.
    each: Expr,
    /// What is said of the number.
    all: Expr,
}

impl Folds<'_> {
    /// What is true of numbers that heaps come to, whatever the claim says. Each part is kept when a heap is added.
    pub(super) fn known(&self, values: &[Expr]) -> Vec<Expr> {
        let mut elements: Vec<String> = self.found.iter().map(|fold| print_expression(&fold.element)).collect();
        elements.sort();
        elements.dedup();
        let mut all: Vec<Expr> = Vec::new();
        for element in &elements {
            let numbers = [FoldKind::NimSum, FoldKind::Sum, FoldKind::Largest];
            all.extend(of_any_numbers(&numbers.map(|kind| self.at(kind, element).map(|at| values[at].clone()))));
        }
        if let Some(firm) = (0..values.len()).find(|at| self.is_firm(*at)) {
            all.push(at_most(&values[firm], 1));
        }
        all.extend(self.of_bounded_numbers(values));
        all.extend(self.of_small_numbers(values));
        all.extend(self.of_less_numbers(values));
        all.extend(self.of_the_value(&elements, values));
        all
    }

    /// Which number comes of what is said of each heap in this way.
    fn at(&self, kind: FoldKind, element: &str) -> Option<usize> {
        self.found.iter().position(|fold| fold.kind == kind && print_expression(&fold.element) == element)
    }

    /// Nim-sums are below a power of two if all numbers are, and have no more digits than a parameter if no number is above it.
    fn of_bounded_numbers(&self, values: &[Expr]) -> Vec<Expr> {
        let mut all = Vec::new();
        for (fold, value) in self.found.iter().zip(values).filter(|(fold, _)| fold.kind == FoldKind::NimSum) {
            let element = self.of_any_heap(&fold.element);
            let mut follows = |each: Expr, told: Expr| all.push(joined(Operator::Implies, of_each_heap(each), told));
            for nimbers in NIMBERS {
                follows(at_most(&element, nimbers - 1), at_most(value, nimbers - 1));
            }
            for parameter in &self.parameters {
                let each = compared(element.clone(), RelationSign::LessEqual, parameter.clone());
                follows(each, has_the_digits(value, parameter));
            }
        }
        all
    }

    /// The value of the position is a nim-sum of other numbers, as a whole or in its last digits, if the values of all heaps are such numbers.
    fn of_the_value(&self, elements: &[String], values: &[Expr]) -> Vec<Expr> {
        let own_value = print_expression(&self.value_of(&index(self.heaps)));
        let Some(value) = self.at(FoldKind::NimSum, &own_value).map(|at| &values[at]) else { return Vec::new() };
        let there = self.value_of(&variable(&heap_name()));
        let equal = |one: &Expr, other: &Expr| compared(one.clone(), RelationSign::Equal, other.clone());
        let mut all = Vec::new();
        for element in elements.iter().filter(|element| ![&own_value, &firm_name()].contains(element)) {
            let Some(fold) = self.found.iter().find(|fold| print_expression(&fold.element) == *element) else {
                continue;
            };
            let own = self.of_any_heap(&fold.element);
            let mut told = Vec::new();
            if let Some(nim_sum) = self.at(FoldKind::NimSum, element).map(|at| &values[at]) {
                for nimbers in NIMBERS {
                    let alike =
                        |one: &Expr, other: &Expr| equal(&by(one.clone(), nimbers), &by(other.clone(), nimbers));
                    all.push(joined(Operator::Implies, of_each_heap(alike(&there, &own)), alike(value, nim_sum)));
                }
                told.push(equal(value, nim_sum));
            } else {
                let [sum, largest] =
                    [FoldKind::Sum, FoldKind::Largest].map(|kind| self.at(kind, element).map(|at| values[at].clone()));
                told.extend(of_any_numbers(&[Some(value.clone()), sum, largest]));
            }
            let is_value = of_each_heap(equal(&there, &own));
            all.extend(told.into_iter().map(|told| joined(Operator::Implies, is_value.clone(), told)));
        }
        all
    }

    /// What follows of other numbers where a sum or a largest number is small: that they are small too, are 0, or are the same. Each is said only
    /// where it holds of every heap.
    fn of_small_numbers(&self, values: &[Expr]) -> Vec<Expr> {
        let small: Vec<SmallFold> = (0..values.len()).flat_map(|at| self.is_small(at, &values[at])).collect();
        let alike: Vec<(usize, usize)> = (0..values.len())
            .flat_map(|left| (left + 1..values.len()).map(move |right| (left, right)))
            .filter(|(left, right)| self.found[*left].kind == self.found[*right].kind)
            .filter(|(left, right)| [left, right].iter().all(|at| !self.is_firm(**at)))
            .collect();
        let element = |at: usize| self.of_any_heap(&self.found[at].element);
        let mut all = Vec::new();
        let mut follows = |premise: &SmallFold, each: Expr, told: Expr| {
            let each = of_each_heap(joined(Operator::Implies, premise.each.clone(), each));
            let told = joined(Operator::Implies, premise.all.clone(), told);
            all.push(joined(Operator::Implies, each, told));
        };
        for premise in &small {
            for other in small.iter().filter(|other| other.at != premise.at) {
                follows(premise, other.each.clone(), other.all.clone());
            }
            for at in (0..values.len()).filter(|at| self.found[*at].kind == FoldKind::NimSum) {
                for bound in [0, 1] {
                    follows(premise, at_most(&element(at), bound), at_most(&values[at], bound));
                }
            }
            for (left, right) in &alike {
                let each = compared(element(*left), RelationSign::Equal, element(*right));
                let told = compared(values[*left].clone(), RelationSign::Equal, values[*right].clone());
                follows(premise, each, told);
            }
        }
        all
    }

    /// What follows of a nim-sum where each heap adds no more to it than to a sum, or than what the largest number is found of. Each is said only where
    /// it holds of every heap.
    fn of_less_numbers(&self, values: &[Expr]) -> Vec<Expr> {
        let of_kind = |kind| (0..values.len()).filter(move |at| self.found[*at].kind == kind && !self.is_firm(*at));
        let element = |at: usize| self.of_any_heap(&self.found[at].element);
        let in_order = |one: Expr, other: Expr| compared(one, RelationSign::LessEqual, other);
        let follows = |nim_sum: usize, other: usize, told: Expr| {
            let each = of_each_heap(in_order(element(nim_sum), element(other)));
            joined(Operator::Implies, each, told)
        };
        let mut all = Vec::new();
        for nim_sum in of_kind(FoldKind::NimSum) {
            for sum in of_kind(FoldKind::Sum) {
                all.push(follows(nim_sum, sum, in_order(values[nim_sum].clone(), values[sum].clone())));
            }
            for largest in of_kind(FoldKind::Largest) {
                all.push(follows(nim_sum, largest, has_the_digits(&values[nim_sum], &values[largest])));
            }
        }
        all
    }

    /// Whether the number is the largest of which heaps are firm.
    pub(super) fn is_firm(&self, at: usize) -> bool {
        is_name(&self.found[at].element, &firm_name())
    }

    /// That a sum is 0, or a largest number at most 1.
    fn is_small(&self, at: usize, value: &Expr) -> Vec<SmallFold> {
        let fold = &self.found[at];
        let own = self.of_any_heap(&fold.element);
        let bounds: &[i64] = match fold.kind {
            FoldKind::NimSum => &[],
            FoldKind::Largest if !self.is_firm(at) => &self.bounds,
            FoldKind::Sum | FoldKind::Largest => &[0],
        };
        let told = |bound: &i64| {
            let fickle = self.fickle.as_ref().filter(|_| self.is_firm(at));
            let each = fickle.map_or_else(|| at_most(&own, *bound), |fickle| self.of_any_heap(fickle));
            SmallFold { at, each, all: at_most(value, *bound) }
        };
        bounds.iter().map(told).collect()
    }
}

/// That something holds of every heap.
fn of_each_heap(told: Expr) -> Expr {
    quantified(vec![natural_binder(&heap_name())], told)
}

/// What is true of the nim-sum, the sum and the largest of any natural numbers, of which some are given.
fn of_any_numbers(numbers: &[Option<Expr>]) -> Vec<Expr> {
    let [nim_sum, sum, largest] = numbers else { return Vec::new() };
    let in_order = |left: &Expr, right: &Expr| compared(left.clone(), RelationSign::LessEqual, right.clone());
    let mut all = Vec::new();
    if let (Some(nim_sum), Some(sum)) = (nim_sum, sum) {
        all.push(compared(by(nim_sum.clone(), 2), RelationSign::Equal, by(sum.clone(), 2)));
        all.push(in_order(nim_sum, sum));
    }
    if let (Some(nim_sum), Some(largest)) = (nim_sum, largest) {
        all.push(has_the_digits(nim_sum, largest));
    }
    if let (Some(sum), Some(largest)) = (sum, largest) {
        all.push(in_order(largest, sum));
    }
    if let (Some(nim_sum), Some(sum), Some(largest)) = (nim_sum, sum, largest) {
        let twice = joined(Operator::Multiply, number(2), largest.clone());
        all.push(in_order(&twice, &joined(Operator::Add, sum.clone(), nim_sum.clone())));
    }
    all
}

/// That a number has no more binary digits than another.
fn has_the_digits(number: &Expr, of: &Expr) -> Expr {
    let less = joined(Operator::Xor, number.clone(), of.clone());
    let shares_the_first = compared(less, RelationSign::Less, of.clone());
    joined(Operator::Or, compared(number.clone(), RelationSign::LessEqual, of.clone()), shares_the_first)
}
