//! Claims "for every n" about heaps of which each is played alone, as claims about one heap and what the others come to, by induction on the number
//! of heaps. Knows nothing of proofs.
//!
//! Let a claim C speak of n heaps only by sums, nim-sums and largest values of what is said of each of them, and by the value of the position, which is
//! the nim-sum of the values of the heaps (Sprague 1935, Grundy 1939). What these come to for n + 1 heaps follows from what they come to for n
//! and from the last heap. So C holds for all n if some statement K, from which it follows, holds of one heap, and of what n heaps and one more come to
//! wherever it holds of what the n heaps come to. K is C and what is true of any numbers, as far as it is kept by one more (`premises`).
//!
//! *Misère play.* Call a heap fickle if it has the value 0 and is an N-position of misère play, or the value 1 and is a P-position, and firm otherwise. Let every terminal heap be
//! fickle; no move lead from a fickle heap to a firm one, or from a firm one to a fickle one, whose values are 0 and 1 or 1 and 0; a fickle heap of value 0 that is not terminal have a fickle option of value 1;
//! and a firm heap of value v have, for x = 0 and 1 below v, a firm option of value x or a fickle one of value 1 - x. Then n heaps are a P-position of misère play if all are fickle and
//! their nim-sum is 1, or some is firm and it is 0 (J. H. Conway, On Numbers and Games, chapter 12: tame games). For no move leads from such a position to another: the nim-sum changes if heaps are fickle before and after, or firm before and
//! after, and what is excluded is the rest. And from every other position that is not terminal one leads there: if all are fickle and their nim-sum is 0, a heap of value 1 has an option of value 0, which is fickle, and without such a heap
//! one of value 0 has a fickle option of value 1; if some is firm, the nim-sum is made 0 as in Nim, unless the only firm heap would become a fickle one of value x; all others have nim-sum x then, and the heap has
//! a firm option of value x or a fickle one of value 1 - x. Which heaps are fickle is what an equivalence says of one heap; other claims do not tell, and the heaps of value 0 or 1 are tried: the proof needs no more of fickle heaps than such values.
use super::bound_twice::listed;
use super::scope::OPEN;
use crate::source::Span;
use crate::syntax::ast::{Binder, Claim, Expr, ExprKind, Name, Operator, RelationSign};
use crate::syntax::{print_expression, walk};
use crate::value::Play;

/// So many numbers that heaps come to are followed at once.
const MOST_FOLDS: usize = 6;

/// Largest numbers are compared with so many others, which are at most this.
const MOST_BOUNDS: usize = 4;
const MOST_BOUND: i64 = 1_000;

/// How what is said of each heap becomes one number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FoldKind {
    Sum,
    NimSum,
    Largest,
}

/// A number that heaps come to.
struct Fold {
    kind: FoldKind,
    /// What is said of one heap, the first of its array.
    element: Expr,
}

/// A claim speaks of heaps in other ways than by what they come to, or of too many such numbers.
struct TellsHeapsApart;

/// The claim that one heap and what others come to have to satisfy.
struct Folds<'a> {
    /// The array of heaps.
    heaps: &'a str,
    play: Play,
    /// Whether an expression speaks neither of heaps nor of positions.
    alone: &'a dyn Fn(&Expr) -> bool,
    found: Vec<Fold>,
    /// Whether one heap is fickle, where that matters.
    fickle: Option<Expr>,
    /// What largest numbers are compared with.
    bounds: Vec<i64>,
    /// The parameters of the head.
    parameters: Vec<Expr>,
}

/// An induction on the number of heaps.
#[derive(Clone, Debug)]
pub struct HeapInduction {
    /// What each of the numbers is that heaps come to, told of all of them, and its name; none for whether some heap is firm.
    pub numbers: Vec<(String, Option<Expr>)>,
    /// What is claimed, told of these numbers.
    pub claimed: Expr,
    /// In misère play: which heaps are fickle, and the name of a heap there.
    pub fickle: Option<(String, Expr)>,
    /// What has to hold of one heap in normal play.
    pub(super) whole: Expr,
}

/// What has to hold of one heap, so that a claim holds of any number of heaps; none if it speaks of them in other ways.
pub(super) fn by_heaps(claim: &Claim, play: Play, heaps: &str, alone: &dyn Fn(&Expr) -> bool) -> Option<HeapInduction> {
    let outer: Vec<&str> = claim.binders.iter().flat_map(Binder::names).map(|name| name.text.as_str()).collect();
    let mut told = std::iter::once(&claim.body).chain(&claim.condition);
    (!told.any(|part| hides(part, &[outer.as_slice(), &[heaps]].concat()))).then_some(())?;
    let parameters = claim.binders.iter().map(|binder| variable(&binder.name.text)).filter(alone).collect();
    let mut folds = Folds { heaps, play, alone, found: Vec::new(), fickle: None, bounds: vec![0, 1], parameters };
    let mut parts = Vec::new();
    let claimed = match misere(claim, heaps).filter(|_| play == Play::Misere) {
        Some(told) => {
            let told = folds.replaced(&told)?;
            // What says which heaps are fickle must not speak of outcomes itself.
            (!(0..folds.found.len()).any(|at| folds.is_firm(at))).then_some(())?;
            let fickle = folds.is_fickle(&told);
            let is_p = folds.is_lost().ok()?;
            parts = folds.is_tame(&fickle);
            folds.fickle = Some(fickle);
            joined(Operator::Iff, told, is_p)
        }
        None => {
            if play == Play::Misere {
                // Nothing says which heaps are fickle: those of value 0 or 1, perhaps.
                let fickle = at_most(&folds.value_of(&index(heaps)), 1);
                parts = folds.is_tame(&fickle);
                folds.fickle = Some(fickle);
            }
            let body = folds.replaced(&claim.body)?;
            match &claim.condition {
                Some(condition) => joined(Operator::Implies, folds.replaced(condition)?, body),
                None => body,
            }
        }
    };
    folds.bounds.extend(numbers(&claimed));
    folds.bounds.sort_unstable();
    folds.bounds.dedup();
    folds.bounds.truncate(MOST_BOUNDS);
    (!folds.found.is_empty() && folds.found.len() <= MOST_FOLDS).then_some(())?;
    let first: Vec<Expr> = folds.found.iter().map(|fold| fold.element.clone()).collect();
    let before: Vec<Expr> = (0..first.len()).map(state).collect();
    let after: Vec<Expr> = folds.found.iter().zip(&before).map(|(fold, before)| fold.after(before.clone())).collect();
    parts.extend(folds.found.iter().filter(|fold| !folds.is_natural(fold)).map(|fold| natural(&fold.element)));
    let step = joined(Operator::Implies, folds.kept(&claimed, &before), folds.kept(&claimed, &after));
    let binders = (0..first.len()).map(|at| natural_binder(&state_name(at))).collect();
    let step = quantified(binders, step);
    let both = joined(Operator::And, folds.kept(&claimed, &first), step);
    parts.push(match folds.fickle.clone() {
        Some(fickle) => {
            let is_not_firm = compared(variable(&firm_name()), RelationSign::Equal, number(0));
            let told = joined(Operator::Iff, is_not_firm, fickle);
            let at_most_one = compared(variable(&firm_name()), RelationSign::LessEqual, number(1));
            let premise = joined(Operator::And, at_most_one, told);
            quantified(vec![natural_binder(&firm_name())], joined(Operator::Implies, premise, both))
        }
        None => both,
    });
    let numbers = folds.found.iter().enumerate().map(|(at, fold)| (state_name(at), folds.told(fold))).collect();
    let fickle = folds.fickle.as_ref().map(|fickle| (heap_name(), folds.of_any_heap(fickle)));
    Some(HeapInduction { numbers, claimed, fickle, whole: all(parts)? })
}

/// An expression in which what holds of every heap, or of some, told by their numbers from 1 to n, is told by the largest of numbers that are 0 or 1.
pub(super) fn without_numbers(part: &Expr, heaps: &str, count: &str) -> Expr {
    if hides(part, &[heaps, count]) {
        return part.clone();
    }
    mapped(part, &|part| {
        let ExprKind::Quantified { universal, binders, body } = &part.kind else { return None };
        let [Binder { name, more, relation: RelationSign::In, range, cyclic: false }] = binders.as_slice() else {
            return None;
        };
        let ExprKind::Range(low, high) = &range.kind else { return None };
        if !more.is_empty() || !is_number(low, 1) || !is_name(high, count) {
            return None;
        }
        let own = mapped(body, &|part| match &part.kind {
            ExprKind::Index { name: array, primed: false, index } if array == heaps && is_name(index, &name.text) => {
                Some(variable(&heap_name()))
            }
            _ => None,
        });
        if mentions(&own, &name.text) {
            return None;
        }
        let wanted = if *universal { not(own) } else { own };
        let (one, zero) = ((number(1), Some(wanted)), (number(0), None));
        let largest = expression(ExprKind::Fold {
            function: named("max"),
            value: Box::new(expression(ExprKind::Cases(vec![one, zero]))),
            name: named(&heap_name()),
            array: named(heaps),
            condition: None,
        });
        Some(compared(largest, RelationSign::Equal, number(i64::from(!*universal))))
    })
}

/// What is said to be a P-position of misère play, if that is all that a claim says.
fn misere(claim: &Claim, heaps: &str) -> Option<Expr> {
    let ExprKind::Binary(Operator::Iff, left, right) = &claim.body.kind else { return None };
    let asked = |part: &Expr| called(part, heaps).filter(|function| matches!(*function, "P" | "N")).map(str::to_owned);
    let (asked, told) = match (asked(left), asked(right)) {
        (Some(asked), None) => (asked, right),
        (None, Some(asked)) => (asked, left),
        _ => return None,
    };
    let told = Expr::clone(told);
    claim.condition.is_none().then(|| if asked == "P" { told } else { not(told) })
}

impl Folds<'_> {
    /// An expression with numbers for what it says of all heaps; none if it speaks of them in other ways.
    fn replaced(&mut self, part: &Expr) -> Option<Expr> {
        let mut part = part.clone();
        self.replace(&mut part)?;
        (self.alone)(&part).then_some(part)
    }

    fn replace(&mut self, part: &mut Expr) -> Option<()> {
        if let Some(found) = self.fold_of(part).ok()? {
            *part = found;
            return Some(());
        }
        let (sum, kind) = match &mut part.kind {
            ExprKind::Binary(Operator::Modulo, sum, two) if is_number(two, 2) => (Some(&mut **sum), FoldKind::NimSum),
            ExprKind::Comparison { first, rest, modulus: None } => {
                (compared_with_nothing(first, rest), FoldKind::Largest)
            }
            _ => (None, FoldKind::Sum),
        };
        if let Some(sum) = sum
            && let Some(other) = self.in_place_of(sum, kind).ok()?
        {
            *sum = other;
            return Some(());
        }
        walk::parts_mut(part).into_iter().try_for_each(|inner| self.replace(inner))
    }

    /// The number of another kind in the place of a sum of the same numbers: the parity of a sum is that of the nim-sum, and it is 0 where the largest
    /// is. A claim that speaks of both needs one number less, and these need fewer digits.
    fn in_place_of(&mut self, sum: &Expr, kind: FoldKind) -> Result<Option<Expr>, TellsHeapsApart> {
        let (bounds, parameters) = (Vec::new(), Vec::new());
        let mut own = Folds { found: Vec::new(), fickle: None, bounds, parameters, ..*self };
        match (own.fold_of(sum)?, own.found.pop()) {
            (Some(_), Some(Fold { kind: FoldKind::Sum, element })) => self.fold(kind, element).map(Some),
            _ => Ok(None),
        }
    }

    /// The number that stands for an expression about all heaps, or what is said of the value of the position; nothing if it is no such expression.
    fn fold_of(&mut self, part: &Expr) -> Result<Option<Expr>, TellsHeapsApart> {
        if let Some(function) = called(part, self.heaps) {
            let value = self.value_of(&index(self.heaps));
            return Ok(Some(match function {
                "sum" => self.fold(FoldKind::Sum, index(self.heaps))?,
                "xor" => self.fold(FoldKind::NimSum, index(self.heaps))?,
                "max" => self.fold(FoldKind::Largest, index(self.heaps))?,
                "grundy" => self.fold(FoldKind::NimSum, value)?,
                "P" | "N" if self.play == Play::Normal => {
                    let sign = if function == "P" { RelationSign::Equal } else { RelationSign::NotEqual };
                    compared(self.fold(FoldKind::NimSum, value)?, sign, number(0))
                }
                "P" | "N" => {
                    let is_p = self.is_lost()?;
                    if function == "P" { is_p } else { not(is_p) }
                }
                _ => return Err(TellsHeapsApart),
            }));
        }
        match &part.kind {
            ExprKind::Name { name, primed: false } if name == "total" => {
                Ok(Some(self.fold(FoldKind::Sum, index(self.heaps))?))
            }
            ExprKind::Fold { function, value, name, array, condition } if array.text == self.heaps => {
                let kind = match function.text.as_str() {
                    "sum" | "count" => FoldKind::Sum,
                    "xor" => FoldKind::NimSum,
                    "max" => FoldKind::Largest,
                    _ => return Err(TellsHeapsApart),
                };
                let parts = std::iter::once(&**value).chain(condition.as_deref());
                parts.into_iter().all(|part| (self.alone)(part)).then_some(()).ok_or(TellsHeapsApart)?;
                let heap = index(self.heaps);
                let is_it = |part: &Expr| is_name(part, &name.text).then(|| heap.clone());
                let own = mapped(value, &is_it);
                let own = match condition {
                    Some(condition) => {
                        let zero = (number(0), None);
                        expression(ExprKind::Cases(vec![(own, Some(mapped(condition, &is_it))), zero]))
                    }
                    None => own,
                };
                Ok(Some(self.fold(kind, own)?))
            }
            _ => Ok(None),
        }
    }

    /// The number that stands for a fold.
    fn fold(&mut self, kind: FoldKind, element: Expr) -> Result<Expr, TellsHeapsApart> {
        let text = print_expression(&element);
        let is_same = |known: &Fold| known.kind == kind && print_expression(&known.element) == text;
        let at = self.found.iter().position(is_same).unwrap_or(self.found.len());
        if at == self.found.len() {
            self.found.push(Fold { kind, element });
        }
        if at < MOST_FOLDS { Ok(state(at)) } else { Err(TellsHeapsApart) }
    }

    /// The value of the position with one heap: with the first, or another one.
    fn value_of(&self, heap: &Expr) -> Expr {
        let is_first = matches!(&heap.kind, ExprKind::Index { name, .. } if name == self.heaps);
        let position = if is_first { variable(self.heaps) } else { heap.clone() };
        expression(ExprKind::Call { function: named("grundy"), arguments: vec![position] })
    }

    /// A number as what is said of all heaps; none for whether some heap is firm.
    fn told(&self, fold: &Fold) -> Option<Expr> {
        let text = print_expression(&fold.element);
        let is = |part: &Expr| print_expression(part) == text;
        if is(&variable(&firm_name())) {
            return None;
        }
        let heap = index(self.heaps);
        let of_all = |function: &str| {
            let arguments = vec![variable(self.heaps)];
            expression(ExprKind::Call { function: named(function), arguments })
        };
        let function = match fold.kind {
            FoldKind::Sum => "sum",
            FoldKind::NimSum => "xor",
            FoldKind::Largest => "max",
        };
        Some(match fold.kind {
            _ if is(&heap) => of_all(function),
            FoldKind::NimSum if is(&self.value_of(&heap)) => of_all("grundy"),
            _ => expression(ExprKind::Fold {
                function: named(function),
                value: Box::new(self.of_any_heap(&fold.element)),
                name: named(&heap_name()),
                array: named(self.heaps),
                condition: None,
            }),
        })
    }

    /// Whether what is said of a heap is never negative.
    fn is_natural(&self, fold: &Fold) -> bool {
        let text = print_expression(&fold.element);
        let heap = index(self.heaps);
        let naturals = [heap.clone(), self.value_of(&heap), variable(&firm_name())];
        naturals.iter().any(|natural| print_expression(natural) == text)
    }

    /// What is claimed of these numbers, and what is true of all numbers that heaps come to.
    fn kept(&self, claimed: &Expr, values: &[Expr]) -> Expr {
        all(std::iter::once(with_states(claimed, values)).chain(self.known(values)).collect())
            .unwrap_or_else(|| number(0))
    }

    /// What is said of the first heap and of its value, of any heap.
    fn of_any_heap(&self, told: &Expr) -> Expr {
        let heap = variable(&heap_name());
        mapped(told, &|part| match &part.kind {
            ExprKind::Index { name, .. } if name == self.heaps => Some(heap.clone()),
            _ if called(part, self.heaps) == Some("grundy") => Some(self.value_of(&heap)),
            _ => None,
        })
    }

    /// Whether one heap is fickle, by what is said of misère play.
    fn is_fickle(&self, told: &Expr) -> Expr {
        let elements: Vec<Expr> = self.found.iter().map(|fold| fold.element.clone()).collect();
        let is_lost = with_states(told, &elements);
        let value = self.value_of(&index(self.heaps));
        let zero = joined(Operator::And, compared(value.clone(), RelationSign::Equal, number(0)), not(is_lost.clone()));
        let one = joined(Operator::And, compared(value, RelationSign::Equal, number(1)), is_lost);
        joined(Operator::Or, zero, one)
    }

    /// That heaps are a P-position of misère play.
    fn is_lost(&mut self) -> Result<Expr, TellsHeapsApart> {
        let value = self.value_of(&index(self.heaps));
        let firm = self.fold(FoldKind::Largest, variable(&firm_name()))?;
        let nim_sum = self.fold(FoldKind::NimSum, value)?;
        let sum = |is_firm: i64| {
            let firm = compared(firm.clone(), RelationSign::Equal, number(is_firm));
            joined(Operator::And, firm, compared(nim_sum.clone(), RelationSign::Equal, number(1 - is_firm)))
        };
        Ok(joined(Operator::Or, sum(0), sum(1)))
    }

    /// What is asked of each heap, and of its options.
    fn is_tame(&self, fickle: &Expr) -> Vec<Expr> {
        let value = self.value_of(&index(self.heaps));
        let there = self.value_of(&variable(&heap_name()));
        let fickle_there = self.of_any_heap(fickle);
        let options = |universal: bool, body: Expr| {
            let position = Box::new(variable(self.heaps));
            expression(ExprKind::OptionsOf {
                universal,
                names: vec![named(&heap_name())],
                position,
                body: Box::new(body),
            })
        };
        let is = |value: &Expr, own: i64| compared(value.clone(), RelationSign::Equal, number(own));
        let both = |one: Expr, other: Expr| joined(Operator::And, one, other);
        let firm = not(fickle.clone());
        let firm_there = not(fickle_there.clone());
        let exchanged = both(
            joined(Operator::Or, both(is(&value, 0), is(&there, 1)), both(is(&value, 1), is(&there, 0))),
            not(joined(Operator::Iff, fickle.clone(), fickle_there.clone())),
        );
        let some = options(false, is(&number(0), 0));
        let reaches = |x: i64| {
            let is_firm = both(firm_there.clone(), is(&there, x));
            options(false, joined(Operator::Or, is_firm, both(fickle_there.clone(), is(&there, 1 - x))))
        };
        let above = |x: i64| both(firm.clone(), compared(number(x), RelationSign::Less, value.clone()));
        vec![
            joined(Operator::Or, some.clone(), fickle.clone()),
            options(true, not(exchanged)),
            joined(
                Operator::Implies,
                both(both(fickle.clone(), is(&value, 0)), some),
                options(false, both(fickle_there.clone(), is(&there, 1))),
            ),
            joined(Operator::Implies, above(0), reaches(0)),
            joined(Operator::Implies, above(1), reaches(1)),
        ]
    }
}

impl Fold {
    /// What heaps and one more come to.
    fn after(&self, before: Expr) -> Expr {
        let element = self.element.clone();
        match self.kind {
            FoldKind::Sum => joined(Operator::Add, before, element),
            FoldKind::NimSum => joined(Operator::Xor, before, element),
            FoldKind::Largest => {
                expression(ExprKind::Call { function: named("max"), arguments: vec![before, element] })
            }
        }
    }
}

fn at_most(part: &Expr, bound: i64) -> Expr {
    compared(part.clone(), RelationSign::LessEqual, number(bound))
}

fn by(part: Expr, modulus: i64) -> Expr {
    joined(Operator::Modulo, part, number(modulus))
}

/// The small numbers of an expression.
fn numbers(part: &Expr) -> Vec<i64> {
    let own = match part.kind {
        ExprKind::Number(value) if (0..=MOST_BOUND).contains(&value) => vec![value],
        _ => Vec::new(),
    };
    own.into_iter().chain(walk::parts(part).into_iter().flat_map(numbers)).collect()
}

fn mentions(part: &Expr, name: &str) -> bool {
    is_name(part, name) || walk::parts(part).into_iter().any(|inner| mentions(inner, name))
}

fn is_number(part: &Expr, wanted: i64) -> bool {
    matches!(part.kind, ExprKind::Number(value) if value == wanted)
}

/// What a comparison says to be 0, or not to be, of natural numbers.
fn compared_with_nothing<'a>(first: &'a mut Expr, rest: &'a mut [(RelationSign, Expr)]) -> Option<&'a mut Expr> {
    let [(sign, second)] = rest else { return None };
    let (told, sign, bound) =
        if matches!(first.kind, ExprKind::Number(_)) { (second, sign.turned(), first) } else { (first, *sign, second) };
    let bound = match sign {
        RelationSign::Equal | RelationSign::NotEqual | RelationSign::LessEqual | RelationSign::Greater => {
            is_number(bound, 0)
        }
        RelationSign::Less | RelationSign::GreaterEqual => is_number(bound, 1),
        _ => false,
    };
    bound.then_some(told)
}

/// Whether an expression gives a name to something where that name, or one of others, stands for something else already: there names cannot be
/// exchanged one for the other.
fn hides(part: &Expr, outer: &[&str]) -> bool {
    let own = match &part.kind {
        ExprKind::Fold { name, .. } => vec![name],
        _ => listed(part),
    };
    let own: Vec<&str> = own.into_iter().map(|name| name.text.as_str()).collect();
    let within = [outer, &own].concat();
    own.iter().any(|name| outer.contains(name)) || walk::parts(part).into_iter().any(|inner| hides(inner, &within))
}

/// An expression with others in the place of some of its parts, outer ones first.
fn mapped(part: &Expr, in_place: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
    if let Some(found) = in_place(part) {
        return found;
    }
    let mut part = part.clone();
    for inner in walk::parts_mut(&mut part) {
        *inner = mapped(inner, in_place);
    }
    part
}

/// What is said of the numbers that heaps come to, of other numbers.
fn with_states(told: &Expr, values: &[Expr]) -> Expr {
    mapped(told, &|part| {
        let ExprKind::Name { name, primed: false } = &part.kind else { return None };
        (0..values.len()).find(|at| state_name(*at) == *name).map(|at| values[at].clone())
    })
}

/// The function that is asked of all heaps together.
fn called<'a>(part: &'a Expr, heaps: &str) -> Option<&'a str> {
    let ExprKind::Call { function, arguments } = &part.kind else { return None };
    matches!(arguments.as_slice(), [inner] if is_name(inner, heaps)).then_some(function.text.as_str())
}

pub(super) fn is_name(part: &Expr, wanted: &str) -> bool {
    matches!(&part.kind, ExprKind::Name { name, primed: false } if name == wanted)
}

/// A name that no file can bind.
fn state_name(at: usize) -> String {
    format!("{OPEN}s{at}")
}

/// 0 for a fickle heap and 1 for a firm one.
fn firm_name() -> String {
    format!("{OPEN}e")
}

fn heap_name() -> String {
    format!("{OPEN}b")
}

fn state(at: usize) -> Expr {
    variable(&state_name(at))
}

fn variable(name: &str) -> Expr {
    expression(ExprKind::Name { name: name.to_owned(), primed: false })
}

/// The first heap of an array.
fn index(heaps: &str) -> Expr {
    expression(ExprKind::Index { name: heaps.to_owned(), primed: false, index: Box::new(number(1)) })
}

fn number(value: i64) -> Expr {
    expression(ExprKind::Number(value))
}

fn named(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expression(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn joined(operator: Operator, left: Expr, right: Expr) -> Expr {
    expression(ExprKind::Binary(operator, Box::new(left), Box::new(right)))
}

fn compared(left: Expr, sign: RelationSign, right: Expr) -> Expr {
    expression(ExprKind::Comparison { first: Box::new(left), rest: vec![(sign, right)], modulus: None })
}

fn not(part: Expr) -> Expr {
    expression(ExprKind::Not(Box::new(part)))
}

fn quantified(binders: Vec<Binder>, body: Expr) -> Expr {
    expression(ExprKind::Quantified { universal: true, binders, body: Box::new(body) })
}

fn natural(part: &Expr) -> Expr {
    compared(number(0), RelationSign::LessEqual, part.clone())
}

fn natural_binder(name: &str) -> Binder {
    let range = Box::new(number(0));
    Binder { name: named(name), more: Vec::new(), relation: RelationSign::GreaterEqual, range, cyclic: false }
}

fn all(parts: Vec<Expr>) -> Option<Expr> {
    parts.into_iter().reduce(|left, right| joined(Operator::And, left, right))
}

mod premises;
