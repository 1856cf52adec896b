//! Which coordinates of an option lie on the board for certain. Knows nothing of cells.
use super::board::CellBoard;
use super::brief::IS_SMALL;
use crate::ruleset::branch::{Branch, scaled_parts};
use crate::ruleset::linear::{Inequality, infeasible};
use crate::ruleset::{Term, Variable};

/// Whether a coordinate of an option lies on the board for certain: a heap that the move does not raise, or not beyond what other
/// heaps have there; or a register with a greatest value, which the guard keeps in its range.
pub(super) fn stays(
    branch: &Branch,
    (linear, target): (Option<&Inequality>, &Term),
    at: usize,
    board: &CellBoard,
) -> bool {
    if board.heaps <= at {
        return board.is_closed[at - board.heaps];
    }
    let above = if linear.is_none() && !IS_SMALL { linear_above(branch, target, board.heaps) } else { None };
    let form = linear.or(above.as_ref());
    let Some(row) = form.filter(|_| at < branch.coordinates).and_then(|target| target.times(-1)) else {
        return false;
    };
    let mut rows = branch.inequalities.clone();
    // target - heap >= 1
    let mut raised = row.clone();
    raised.coefficients[at] += 1;
    raised.constant += 1;
    rows.push(raised);
    if infeasible(&rows, branch.variables()) {
        return true;
    }
    rows.pop();
    let size = |at: usize| board.size[at] as i128;
    let mut beyond = row;
    beyond.constant += size(at);
    rows.push(beyond);
    rows.extend((0..board.heaps).map(|heap| {
        let mut below = Inequality::zero(branch.variables());
        below.coefficients[heap] = 1;
        below.constant = 1 - size(heap);
        below
    }));
    infeasible(&rows, branch.variables())
}

/// A linear form that a term is never above, as inequalities say it of the factors of products that are taken away: of `x - k * y` it is x.
fn linear_above(branch: &Branch, term: &Term, heaps: usize) -> Option<Inequality> {
    let is_natural = |factor: &Term| {
        is_natural(factor, heaps)
            || branch.linear(factor).is_some_and(|mut below| {
                below.constant += 1;
                let mut rows = branch.inequalities.clone();
                rows.push(below);
                infeasible(&rows, branch.variables())
            })
    };
    let mut parts = Vec::new();
    scaled_parts(term, 1, &mut parts);
    let is_taken = |(scale, part): &(i128, Term)| match part {
        Term::Product(left, right) => *scale < 0 && is_natural(left) && is_natural(right),
        _ => false,
    };
    let scaled = |(scale, part)| Term::Product(Box::new(Term::Constant(scale)), Box::new(part));
    let rest = parts.into_iter().filter(|part| !is_taken(part)).map(scaled).collect();
    branch.linear(&Term::Sum(rest))
}

/// Whether a term has no negative value wherever it has one, as its form tells.
fn is_natural(term: &Term, heaps: usize) -> bool {
    let is_natural = |part: &Term| is_natural(part, heaps);
    match term {
        Term::SquareRoot(_) | Term::Xor(_) => true,
        Term::Constant(value) => 0 <= *value,
        Term::Variable(Variable::Coordinate(at)) => *at < heaps,
        Term::Sum(parts) | Term::Min(parts) => parts.iter().all(is_natural),
        Term::Max(parts) => parts.iter().any(is_natural),
        Term::Product(left, right) => is_natural(left) && is_natural(right),
        Term::Modulo(_, divisor) => matches!(**divisor, Term::Constant(1..)),
        Term::FloorDivide(above, divisor) => matches!(**divisor, Term::Constant(1..)) && is_natural(above),
        Term::Number(function, _) => 0 <= function.range().0,
        _ => false,
    }
}
