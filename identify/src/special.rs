//! The first terms of sequences that count things: factorials, Catalan numbers, partitions and their kin.
use dashu_int::IBig;

fn each(count: usize, term: impl Fn(IBig) -> IBig) -> Vec<IBig> {
    (0..count).map(|n| term(IBig::from(n))).collect()
}

/// n^exponent.
pub(super) fn powers(count: usize, exponent: usize) -> Vec<IBig> {
    each(count, |n| n.pow(exponent))
}

/// C(n + dimension - 1, dimension).
pub(super) fn figurate(count: usize, dimension: usize) -> Vec<IBig> {
    each(count, |n| (0..dimension).fold(IBig::ONE, |product, i| product * (&n + IBig::from(i)) / IBig::from(i + 1)))
}

/// 1^2 + ... + n^2.
pub(super) fn pyramidal(count: usize) -> Vec<IBig> {
    each(count, |n| &n * (&n + IBig::ONE) * (&n + &n + IBig::ONE) / IBig::from(6))
}

/// n*(n + 1).
pub(super) fn pronic(count: usize) -> Vec<IBig> {
    each(count, |n| &n * (&n + IBig::ONE))
}

/// C(n, 0) + ... + C(n, dimension).
pub(super) fn cake(count: usize, dimension: usize) -> Vec<IBig> {
    each(count, |n| {
        let mut term = IBig::ONE;
        let mut sum = IBig::ONE;
        for i in 0..dimension {
            term = term * (&n - IBig::from(i)) / IBig::from(i + 1);
            sum += &term;
        }
        sum
    })
}

/// floor(n^2/4).
pub(super) fn quarter_squares(count: usize) -> Vec<IBig> {
    each(count, |n| &n * &n / IBig::from(4))
}

/// n^n.
pub(super) fn self_powers(count: usize) -> Vec<IBig> {
    (0..count).map(|n| IBig::from(n).pow(n)).collect()
}

/// Terms told by their index and the terms before them.
fn unfold(count: usize, first: &[i64], next: impl Fn(&IBig, &[IBig]) -> IBig) -> Vec<IBig> {
    let mut terms: Vec<IBig> = first.iter().map(|term| IBig::from(*term)).collect();
    while terms.len() < count {
        let term = next(&IBig::from(terms.len()), &terms);
        terms.push(term);
    }
    terms.truncate(count);
    terms
}

fn last(terms: &[IBig]) -> &IBig {
    &terms[terms.len() - 1]
}

fn before_last(terms: &[IBig]) -> &IBig {
    &terms[terms.len() - 2]
}

pub(super) fn factorials(count: usize) -> Vec<IBig> {
    unfold(count, &[1], |n, terms| n * last(terms))
}

pub(super) fn odd_double_factorials(count: usize) -> Vec<IBig> {
    unfold(count, &[1], |n, terms| (n + n - IBig::ONE) * last(terms))
}

pub(super) fn even_double_factorials(count: usize) -> Vec<IBig> {
    unfold(count, &[1], |n, terms| (n + n) * last(terms))
}

pub(super) fn catalan(count: usize) -> Vec<IBig> {
    unfold(count, &[1], |n, terms| (n * IBig::from(4) - IBig::from(2)) * last(terms) / (n + IBig::ONE))
}

pub(super) fn central_binomials(count: usize) -> Vec<IBig> {
    unfold(count, &[1], |n, terms| (n * IBig::from(4) - IBig::from(2)) * last(terms) / n)
}

pub(super) fn motzkin(count: usize) -> Vec<IBig> {
    unfold(count, &[1, 1], |n, terms| {
        let three = IBig::from(3);
        ((n + n + IBig::ONE) * last(terms) + (n * &three - &three) * before_last(terms)) / (n + IBig::from(2))
    })
}

pub(super) fn schroeder(count: usize) -> Vec<IBig> {
    unfold(count, &[1, 2], |n, terms| {
        ((n * IBig::from(6) - IBig::from(3)) * last(terms) - (n - IBig::from(2)) * before_last(terms)) / (n + IBig::ONE)
    })
}

pub(super) fn delannoy(count: usize) -> Vec<IBig> {
    unfold(count, &[1, 3], |n, terms| {
        ((n * IBig::from(6) - IBig::from(3)) * last(terms) - (n - IBig::ONE) * before_last(terms)) / n
    })
}

pub(super) fn derangements(count: usize) -> Vec<IBig> {
    unfold(count, &[1, 0], |n, terms| (n - IBig::ONE) * (last(terms) + before_last(terms)))
}

pub(super) fn involutions(count: usize) -> Vec<IBig> {
    unfold(count, &[1, 1], |n, terms| last(terms) + (n - IBig::ONE) * before_last(terms))
}

pub(super) fn fermat(count: usize) -> Vec<IBig> {
    unfold(count, &[3], |_, terms| (last(terms) - IBig::ONE).pow(2) + IBig::ONE)
}

pub(super) fn sylvester(count: usize) -> Vec<IBig> {
    unfold(count, &[2], |_, terms| last(terms) * (last(terms) - IBig::ONE) + IBig::ONE)
}

/// By the triangle of Aitken (1933): each row begins with the last entry of the one before.
pub(super) fn bell(count: usize) -> Vec<IBig> {
    let mut terms = Vec::new();
    let mut row = vec![IBig::ONE];
    while terms.len() < count {
        terms.push(row[0].clone());
        let mut next = vec![last(&row).clone()];
        for entry in &row {
            next.push(last(&next) + entry);
        }
        row = next;
    }
    terms
}

pub(super) fn fubini(count: usize) -> Vec<IBig> {
    unfold(count, &[1], |n, terms| {
        let mut binomial = IBig::ONE;
        let mut sum = IBig::ZERO;
        for (place, term) in terms.iter().rev().enumerate() {
            let i = IBig::from(place);
            binomial = binomial * (n - &i) / (i + IBig::ONE);
            sum += &binomial * term;
        }
        sum
    })
}

/// By Euler's pentagonal number theorem.
pub(super) fn partitions(count: usize) -> Vec<IBig> {
    let mut terms: Vec<IBig> = vec![IBig::ONE];
    while terms.len() < count {
        let n = terms.len();
        let mut sum = IBig::ZERO;
        for k in 1..=n {
            let lower = k * (3 * k - 1) / 2;
            if n < lower {
                break;
            }
            let mut part = terms[n - lower].clone();
            if lower + k <= n {
                part += &terms[n - lower - k];
            }
            if k % 2 == 1 { sum += part } else { sum -= part }
        }
        terms.push(sum);
    }
    terms.truncate(count);
    terms
}

/// Each part in turn is taken or not.
pub(super) fn distinct_partitions(count: usize) -> Vec<IBig> {
    let mut terms = vec![IBig::ZERO; count];
    if let Some(first) = terms.first_mut() {
        *first = IBig::ONE;
    }
    for part in 1..count {
        for total in (part..count).rev() {
            let more = terms[total - part].clone();
            terms[total] += more;
        }
    }
    terms
}
