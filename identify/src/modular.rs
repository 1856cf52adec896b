//! Turns numbers modulo the prime 2^61 - 1 into recurrences and dependencies with small rational coefficients.
//!
//! Everything found here is a guess: the callers check it with exact arithmetic on every term.
use dashu_int::IBig;
use dashu_int::ops::RemEuclid;

/// A Mersenne prime.
pub(super) const PRIME: u64 = (1 << 61) - 1;

/// A rational number with a small numerator and a small positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) numerator: i128,
    pub(super) denominator: i128,
}

/// The remainder of a number.
pub(super) fn residue(number: &IBig) -> u64 {
    let remainder = number.rem_euclid(&IBig::from(PRIME));
    u64::try_from(IBig::from(remainder)).expect("a remainder is below the prime")
}

fn narrow(number: u128) -> u64 {
    u64::try_from(number % u128::from(PRIME)).expect("a remainder is below the prime")
}

/// The product of two residues.
pub(super) fn times(left: u64, right: u64) -> u64 {
    narrow(u128::from(left) * u128::from(right))
}

/// The sum of two residues.
pub(super) fn plus(left: u64, right: u64) -> u64 {
    narrow(u128::from(left) + u128::from(right))
}

/// The difference of two residues.
pub(super) fn minus(left: u64, right: u64) -> u64 {
    narrow(u128::from(left) + u128::from(PRIME) - u128::from(right))
}

/// The inverse of a residue other than 0, by Fermat.
pub(super) fn inverse(number: u64) -> u64 {
    let mut power = number;
    let mut exponent = PRIME - 2;
    let mut result = 1;
    while 0 < exponent {
        if exponent % 2 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent /= 2;
    }
    result
}

/// The shortest recurrence a(k) = c1 a(k-1) + ... + cL a(k-L), by Berlekamp and Massey (IEEE Trans. Inf. Theory 15,
/// 1969); nothing if it is longer than `longest`.
pub(super) fn shortest_recurrence(terms: &[u64], longest: usize) -> Option<Vec<u64>> {
    let mut current: Vec<u64> = Vec::new();
    let mut before: Vec<u64> = Vec::new();
    // The place where `before` failed and by how much.
    let mut failed: Option<(usize, u64)> = None;
    for (place, term) in terms.iter().enumerate() {
        let predicted =
            current.iter().enumerate().fold(0, |sum, (back, c)| plus(sum, times(*c, terms[place - back - 1])));
        let error = minus(*term, predicted);
        if error == 0 {
            continue;
        }
        let Some((then, old)) = failed else {
            current = vec![0; place + 1];
            failed = Some((place, error));
            if longest < current.len() {
                return None;
            }
            continue;
        };
        // The old recurrence, moved to this place and scaled, repairs the error.
        let scale = times(error, inverse(old));
        let mut repair = vec![0; place - then - 1];
        repair.push(scale);
        repair.extend(before.iter().map(|c| times(minus(0, scale), *c)));
        let kept = current.clone();
        if current.len() < repair.len() {
            current.resize(repair.len(), 0);
        }
        for (slot, change) in current.iter_mut().zip(&repair) {
            *slot = plus(*slot, *change);
        }
        if longest < current.len() {
            return None;
        }
        if kept.len() <= place - then + before.len() {
            before = kept;
            failed = Some((place, error));
        }
    }
    Some(current)
}

/// The fraction with both parts below 2^30 that a residue stands for, if there is one (Wang, SYMSAC 1981).
pub(super) fn rational(number: u64) -> Option<Ratio> {
    const LIMIT: i128 = 1 << 30;
    let (mut high, mut low) = (i128::from(PRIME), i128::from(number));
    let (mut over, mut under) = (0_i128, 1_i128);
    while LIMIT <= low {
        let quotient = high / low;
        (high, low) = (low, high - quotient * low);
        (over, under) = (under, over - quotient * under);
    }
    if under == 0 || LIMIT <= under.abs() {
        return None;
    }
    Some(Ratio { numerator: low * under.signum(), denominator: under.abs() })
}

/// The least common denominator of fractions and their numerators over it, as long as they stay moderate.
pub(super) fn common(ratios: &[Ratio]) -> Option<(Vec<IBig>, IBig)> {
    const LARGEST: i128 = 1 << 62;
    let mut denominator = 1_i128;
    for ratio in ratios {
        denominator = denominator / divisor(denominator, ratio.denominator) * ratio.denominator;
        if LARGEST < denominator {
            return None;
        }
    }
    let scaled = ratios.iter().map(|ratio| IBig::from(ratio.numerator) * IBig::from(denominator / ratio.denominator));
    Some((scaled.collect(), IBig::from(denominator)))
}

fn divisor(left: i128, right: i128) -> i128 {
    if right == 0 { left } else { divisor(right, left % right) }
}

/// The coefficients with which the columns of a matrix give a vector: `rows[i]` holds the entries of row i, the target
/// last. Nothing if there is no solution; a column without pivot gets 0.
pub(super) fn solve(mut rows: Vec<Vec<u64>>, unknowns: usize) -> Option<Vec<u64>> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..unknowns {
        let rank = pivots.len();
        let Some(found) = (rank..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(rank, found);
        let scale = inverse(rows[rank][column]);
        for entry in &mut rows[rank] {
            *entry = times(*entry, scale);
        }
        let pivot = rows[rank].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index == rank || factor == 0 {
                continue;
            }
            for (entry, change) in row.iter_mut().zip(&pivot) {
                *entry = minus(*entry, times(factor, *change));
            }
        }
        pivots.push(column);
    }
    if rows.iter().skip(pivots.len()).any(|row| row[unknowns] != 0) {
        return None;
    }
    let mut solution = vec![0; unknowns];
    for (rank, column) in pivots.iter().enumerate() {
        solution[*column] = rows[rank][unknowns];
    }
    Some(solution)
}
