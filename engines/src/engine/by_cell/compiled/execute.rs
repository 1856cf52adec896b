//! Computes the operations of a program, in lanes or one by one. Knows nothing of terms.
use super::brief::IS_SMALL;
use super::lane::{LaneNumber, Lanes, Operand, WIDTH, binary, one_by_one, onto, unary};
use super::program::{Id, LIMIT, Op, Program};
use crate::ruleset::NumberFunction;
use multiversion::multiversion;
use num_integer::Integer;

impl Program {
    /// Computes the operations of a level in lanes; those of lower levels are in `below`.
    pub(super) fn run<N: LaneNumber>(&self, level: usize, lanes: &mut [Lanes<N>], count: usize, below: &[N]) {
        if let Some(ids) = self.levels.get(level) {
            in_lanes(self, (ids, level), lanes, count, below);
        }
    }

    /// Computes the operations of a level in lanes, each of which has its own position and amounts, among what it needs of lower
    /// levels; numbers are in `below`.
    pub(super) fn run_apart<N: LaneNumber>(&self, level: usize, lanes: &mut [Lanes<N>], count: usize, below: &[N]) {
        if let Some(ids) = self.levels.get(level) {
            in_lanes(self, (ids, 1), lanes, count, below);
        }
    }

    /// Computes the operations of a level for one choice of amounts, among those of all lower levels.
    pub(super) fn run_once<N: LaneNumber>(&self, level: usize, all: &mut [N]) {
        let Some(ids) = self.levels.get(level) else { return };
        for &id in ids {
            let value = match self.nodes[id].op {
                Op::Number(number) => N::of(number),
                Op::Coordinate(_) | Op::Amount(_) => continue,
                Op::Plus(left, right) => all[left].plus(all[right]),
                Op::Times(left, right) => all[left].times(all[right]),
                Op::Quotient(left, right) => all[left].quotient(all[right]),
                Op::Remainder(left, right) => all[left].remainder(all[right]),
                Op::Shift(left, right) => all[left].shift(all[right]),
                Op::Least(left, right) => all[left].min(all[right]),
                Op::Greatest(left, right) => all[left].max(all[right]),
                Op::Xor(left, right) => all[left].xor(all[right]),
                Op::Root(inner) => all[inner].root(),
                Op::Function(function, left, right) => at(function, all[left], all[right]),
                Op::Inverse(own, modulus) => inverse(all[own], all[modulus]),
                Op::Look(list, at) => self.look(list, all[at]),
                Op::Lacks(list, at) => self.lacks(list, all[at]),
                Op::Rank(list, at) => self.rank_in(list, all[at]),
                Op::Choose(truth, yes, no) => {
                    if all[truth].is_true() {
                        all[yes]
                    } else {
                        all[no]
                    }
                }
                Op::AtMost(left, right) => at_most(all[left], all[right]),
                Op::Same(left, right) => same(all[left], all[right]),
                Op::And(left, right) => all[left].and(all[right]),
                Op::Or(left, right) => all[left].or(all[right]),
                Op::Not(inner) => all[inner].not(),
                Op::SumLeaves(left, right) => sum_leaves(all[left], all[right]),
                Op::ProductLeaves(left, right) => product_leaves(all[left], all[right]),
            };
            all[id] = value;
        }
    }

    fn look<N: LaneNumber>(&self, list: usize, at: N) -> N {
        let at = usize::try_from(at.wide()).ok();
        N::of(at.and_then(|at| self.lists[list].at(at)).unwrap_or(0))
    }

    fn lacks<N: LaneNumber>(&self, list: usize, at: N) -> N {
        let at = usize::try_from(at.wide()).ok();
        N::truth(at.and_then(|at| self.lists[list].at(at)).is_none())
    }

    fn rank_in<N: LaneNumber>(&self, list: usize, most: N) -> N {
        let most = most.wide();
        N::near(self.lists[list].rank(most))
    }
}

/// Computes some operations in lanes; those from a level on have a number for each lane. Compiled twice: for the registers that
/// every machine has, and for wide ones.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+fma+lzcnt+popcnt"))]
fn in_lanes<N: LaneNumber>(
    program: &Program,
    (ids, apart): (&[Id], usize),
    lanes: &mut [Lanes<N>],
    count: usize,
    below: &[N],
) {
    for &id in ids {
        let (before, rest) = lanes.split_at_mut(id);
        let out = &mut rest[0];
        let get = |id: Id| {
            if apart <= program.nodes[id].level { Operand::Each(&before[id]) } else { Operand::One(below[id]) }
        };
        let two = |left: Id, right: Id| (get(left), get(right));
        match program.nodes[id].op {
            Op::Number(_) | Op::Coordinate(_) | Op::Amount(_) => {}
            Op::Plus(left, right) => binary(out, count, two(left, right), N::plus),
            Op::Times(left, right) => times(out, count, two(left, right)),
            Op::Quotient(left, right) => match two(left, right) {
                (Operand::Each(left), Operand::One(by)) => N::quotients(&mut out[..count], left, by),
                operands => one_by_one(out, count, operands, N::quotient),
            },
            Op::Shift(left, right) => binary(out, count, two(left, right), N::shift),
            Op::Remainder(left, right) => match two(left, right) {
                (Operand::Each(left), Operand::One(by)) => N::remainders(&mut out[..count], left, by),
                operands => one_by_one(out, count, operands, N::remainder),
            },
            Op::Least(left, right) => binary(out, count, two(left, right), N::min),
            Op::Greatest(left, right) => binary(out, count, two(left, right), N::max),
            Op::Xor(left, right) => binary(out, count, two(left, right), N::xor),
            Op::Root(inner) => match get(inner) {
                Operand::Each(inner) => N::roots(&mut out[..count.next_multiple_of(WIDTH)], inner),
                Operand::One(inner) => out.fill(inner.root()),
            },
            Op::Function(function, left, right) => {
                one_by_one(out, count, two(left, right), |left, right| at(function, left, right));
            }
            Op::Inverse(_, _) if IS_SMALL => {}
            Op::Inverse(own, modulus) => one_by_one(out, count, two(own, modulus), inverse),
            Op::Look(list, at) => match (get(at), program.lists[list].short()) {
                (Operand::Each(at), short @ [_, ..]) if !IS_SMALL => N::looked(&mut out[..count], at, short),
                (at, _) => one_by_one(out, count, (at, at), |at, _| program.look(list, at)),
            },
            Op::Lacks(list, at) => one_by_one(out, count, two(at, at), |at, _| program.lacks(list, at)),
            Op::Rank(list, at) => one_by_one(out, count, two(at, at), |at, _| program.rank_in(list, at)),
            Op::Choose(truth, yes, no) => {
                binary(out, count, two(truth, yes), N::and);
                onto(out, count, two(truth, no), |yes, truth, no| yes.or(truth.not().and(no)));
            }
            Op::AtMost(left, right) => binary(out, count, two(left, right), at_most),
            Op::Same(left, right) => binary(out, count, two(left, right), same),
            Op::And(left, right) => binary(out, count, two(left, right), N::and),
            Op::Or(left, right) => binary(out, count, two(left, right), N::or),
            Op::Not(inner) => unary(out, count, get(inner), N::not),
            Op::SumLeaves(left, right) => one_by_one(out, count, two(left, right), sum_leaves),
            Op::ProductLeaves(left, right) => one_by_one(out, count, two(left, right), product_leaves),
        }
    }
}

/// Products, of which those by one number for all lanes are less work.
#[expect(clippy::inline_always, reason = "what is called keeps to the registers that every machine has")]
#[inline(always)]
fn times<N: LaneNumber>(out: &mut Lanes<N>, count: usize, operands: (Operand<'_, N>, Operand<'_, N>)) {
    match operands {
        (Operand::Each(own), Operand::One(by)) | (Operand::One(by), Operand::Each(own)) if !IS_SMALL => {
            N::multiples(&mut out[..count.next_multiple_of(WIDTH)], own, by);
        }
        operands => binary(out, count, operands, N::times),
    }
}

/// The value of a function of number theory, which is no larger than its arguments; 0 where there is none.
fn at<N: LaneNumber>(function: NumberFunction, left: N, right: N) -> N {
    let (own, other) = (left.wide(), right.wide());
    let value = match function {
        NumberFunction::CommonDivisor => i64::try_from(own.unsigned_abs().gcd(&other.unsigned_abs())).ok(),
        NumberFunction::Valuation => valuation(own, other),
        NumberFunction::IsPrime => {
            function.at(own.into(), other.into()).ok().and_then(|value| i64::try_from(value).ok())
        }
    };
    N::of(value.unwrap_or(0))
}

/// The least natural u with u own congruent to the common divisor of own and a modulus; 0 if that is below 1.
fn inverse<N: LaneNumber>(own: N, modulus: N) -> N {
    let (own, modulus) = (own.wide(), modulus.wide());
    if IS_SMALL || modulus < 1 {
        return N::of(0);
    }
    N::of(own.rem_euclid(modulus).extended_gcd(&modulus).x.rem_euclid(modulus))
}

/// How often a number divides another, as [`NumberFunction::at`] says it with more bits.
fn valuation(base: i64, mut rest: i64) -> Option<i64> {
    if base < 2 || rest < 1 {
        return None;
    }
    let mut times = 0;
    while rest % base == 0 {
        rest /= base;
        times += 1;
    }
    Some(times)
}

fn at_most<N: LaneNumber>(left: N, right: N) -> N {
    N::truth(left <= right)
}

fn same<N: LaneNumber>(left: N, right: N) -> N {
    N::truth(left == right)
}

fn sum_leaves<N: LaneNumber>(left: N, right: N) -> N {
    N::truth(LIMIT <= (i128::from(left.wide()) + i128::from(right.wide())).abs())
}

fn product_leaves<N: LaneNumber>(left: N, right: N) -> N {
    N::truth(LIMIT <= (i128::from(left.wide()) * i128::from(right.wide())).abs())
}
