//! The first terms of sequences from sieves, digits, self-reference and heap games.
use dashu_int::IBig;

fn big(terms: impl IntoIterator<Item = usize>) -> Vec<IBig> {
    terms.into_iter().map(IBig::from).collect()
}

/// Numbers from `from` on that have a property, `count` of them.
fn filtered(count: usize, from: usize, property: impl Fn(usize) -> bool) -> Vec<IBig> {
    big((from..).filter(|n| property(*n)).take(count))
}

/// The least prime factor of every number below the bound; 0 and 1 have themselves.
fn least_factors(bound: usize) -> Vec<usize> {
    let mut factors: Vec<usize> = (0..bound).collect();
    for prime in (2..bound).take_while(|n| n * n < bound) {
        if factors[prime] != prime {
            continue;
        }
        for multiple in (prime * prime..bound).step_by(prime) {
            factors[multiple] = factors[multiple].min(prime);
        }
    }
    factors
}

/// A bound below which there are at least `count` primes and semiprimes: n (log2 n + 4) is above the n-th prime.
fn sieve(count: usize) -> Vec<usize> {
    let logarithm = usize::try_from(count.max(2).ilog2()).expect("a logarithm is small") + 4;
    least_factors(count * logarithm + 32)
}

fn sieved(count: usize, from: usize, property: impl Fn(usize, &[usize]) -> bool) -> Vec<IBig> {
    let factors = sieve(count);
    big((from..factors.len()).filter(|n| property(*n, &factors)).take(count))
}

/// The exponents of the primes of a number.
fn exponents(mut number: usize, factors: &[usize]) -> Vec<(usize, u32)> {
    let mut found: Vec<(usize, u32)> = Vec::new();
    while 1 < number {
        let prime = factors[number];
        match found.last_mut() {
            Some((known, exponent)) if *known == prime => *exponent += 1,
            _ => found.push((prime, 1)),
        }
        number /= prime;
    }
    found
}

/// A multiplicative function of 1, 2, ... from its values at prime powers.
fn multiplicative(count: usize, at_power: impl Fn(usize, u32) -> usize) -> Vec<IBig> {
    let factors = least_factors(count + 1);
    big((1..=count)
        .map(|n| exponents(n, &factors).into_iter().map(|(prime, exponent)| at_power(prime, exponent)).product()))
}

pub(super) fn primes(count: usize) -> Vec<IBig> {
    sieved(count, 2, |n, factors| factors[n] == n)
}

pub(super) fn primorials(count: usize) -> Vec<IBig> {
    let mut product = IBig::ONE;
    let mut terms = vec![IBig::ONE];
    for prime in primes(count) {
        product *= prime;
        terms.push(product.clone());
    }
    terms.truncate(count);
    terms
}

pub(super) fn composites(count: usize) -> Vec<IBig> {
    sieved(count, 2, |n, factors| factors[n] != n)
}

pub(super) fn prime_powers(count: usize) -> Vec<IBig> {
    sieved(count, 1, |n, factors| exponents(n, factors).len() <= 1)
}

pub(super) fn squarefree(count: usize) -> Vec<IBig> {
    sieved(count, 1, |n, factors| exponents(n, factors).iter().all(|(_, exponent)| *exponent == 1))
}

pub(super) fn semiprimes(count: usize) -> Vec<IBig> {
    sieved(count, 2, |n, factors| exponents(n, factors).iter().map(|(_, exponent)| exponent).sum::<u32>() == 2)
}

pub(super) fn prime_counts(count: usize) -> Vec<IBig> {
    let factors = least_factors(count + 1);
    let mut seen = 0;
    big((1..=count).map(|n| {
        seen += usize::from(1 < n && factors[n] == n);
        seen
    }))
}

pub(super) fn divisor_counts(count: usize) -> Vec<IBig> {
    multiplicative(count, |_, exponent| usize::try_from(exponent).expect("a small exponent") + 1)
}

pub(super) fn divisor_sums(count: usize) -> Vec<IBig> {
    multiplicative(count, |prime, exponent| (0..=exponent).map(|power| prime.pow(power)).sum())
}

pub(super) fn totients(count: usize) -> Vec<IBig> {
    multiplicative(count, |prime, exponent| prime.pow(exponent - 1) * (prime - 1))
}

/// Every second number is struck out, then every third of the rest, then every seventh, ...
pub(super) fn lucky(count: usize) -> Vec<IBig> {
    let mut left: Vec<usize> = (1..sieve(count).len()).step_by(2).collect();
    let mut index = 1;
    while index < left.len() && left[index] <= left.len() {
        let step = left[index];
        let mut place = 0;
        left.retain(|_| {
            place += 1;
            place % step != 0
        });
        index += 1;
    }
    big(left.into_iter().take(count))
}

pub(super) fn ulam(count: usize) -> Vec<IBig> {
    let mut terms = vec![1_usize, 2];
    // In how many ways each number is a sum of two different terms.
    let mut ways = vec![0_usize; 4];
    ways[3] = 1;
    while terms.len() < count {
        let last = terms[terms.len() - 1];
        let Some(next) = (last + 1..ways.len()).find(|n| ways[*n] == 1) else { break };
        ways.resize(2 * next + 1, 0);
        for term in &terms {
            ways[next + term] += 1;
        }
        terms.push(next);
    }
    big(terms.into_iter().take(count))
}

fn odd_ones(n: usize) -> bool {
    n.count_ones() % 2 == 1
}

pub(super) fn thue_morse(count: usize) -> Vec<IBig> {
    big((0..count).map(|n| usize::from(odd_ones(n))))
}

pub(super) fn evil(count: usize) -> Vec<IBig> {
    filtered(count, 0, |n| !odd_ones(n))
}

pub(super) fn odious(count: usize) -> Vec<IBig> {
    filtered(count, 0, odd_ones)
}

pub(super) fn vile(count: usize) -> Vec<IBig> {
    filtered(count, 1, |n| n.trailing_zeros() % 2 == 0)
}

pub(super) fn dopey(count: usize) -> Vec<IBig> {
    filtered(count, 1, |n| n.trailing_zeros() % 2 == 1)
}

pub(super) fn fibbinary(count: usize) -> Vec<IBig> {
    filtered(count, 0, |n| n & (n >> 1) == 0)
}

/// The binary digits of n, read in another base.
fn reread(count: usize, base: usize) -> Vec<IBig> {
    big((0..count).map(|n| {
        let digits = usize::try_from(usize::BITS - n.leading_zeros()).expect("a small length");
        (0..digits).rev().fold(0, |value, place| value * base + (n >> place) % 2)
    }))
}

pub(super) fn moser(count: usize) -> Vec<IBig> {
    reread(count, 4)
}

pub(super) fn stanley(count: usize) -> Vec<IBig> {
    reread(count, 3)
}

fn count_ones(n: usize) -> usize {
    usize::try_from(n.count_ones()).expect("a small number")
}

fn twos(n: usize) -> usize {
    usize::try_from(n.trailing_zeros()).expect("a small number")
}

pub(super) fn ones(count: usize) -> Vec<IBig> {
    big((0..count).map(count_ones))
}

pub(super) fn ruler(count: usize) -> Vec<IBig> {
    big((1..=count).map(|n| twos(n) + 1))
}

pub(super) fn two_exponents(count: usize) -> Vec<IBig> {
    big((1..=count).map(twos))
}

pub(super) fn two_powers(count: usize) -> Vec<IBig> {
    big((1..=count).map(|n| 1_usize << n.trailing_zeros()))
}

pub(super) fn odd_parts(count: usize) -> Vec<IBig> {
    big((1..=count).map(|n| n >> n.trailing_zeros()))
}

/// a(2n) = n, a(2n + 1) = a(n).
pub(super) fn halving(count: usize) -> Vec<IBig> {
    big((0..count).map(|n| n >> (n.trailing_ones() + 1)))
}

pub(super) fn logarithms(count: usize) -> Vec<IBig> {
    big((1..=count).map(|n| n.ilog2() as usize))
}

pub(super) fn lengths(count: usize) -> Vec<IBig> {
    big((0..count).map(|n: usize| n.checked_ilog2().map_or(1, |log| log as usize + 1)))
}

pub(super) fn period_doubling(count: usize) -> Vec<IBig> {
    big((1..=count).map(|n| twos(n) % 2))
}

pub(super) fn gray(count: usize) -> Vec<IBig> {
    big((0..count).map(|n| n ^ (n >> 1)))
}

pub(super) fn binary_losses(count: usize) -> Vec<IBig> {
    big((0..count).map(|n| 2 * n - count_ones(n)))
}

pub(super) fn stern(count: usize) -> Vec<IBig> {
    let mut terms = vec![0_usize, 1];
    for n in 2..count {
        terms.push(if n % 2 == 0 { terms[n / 2] } else { terms[n / 2] + terms[n / 2 + 1] });
    }
    big(terms.into_iter().take(count))
}

pub(super) fn josephus(count: usize) -> Vec<IBig> {
    big((0..count).map(|n| if n == 0 { 0 } else { 2 * (n - (1 << n.ilog2())) + 1 }))
}

pub(super) fn fibonacci_word(count: usize) -> Vec<IBig> {
    let (mut before, mut word) = (vec![0_usize], vec![0, 1]);
    while word.len() < count {
        let next: Vec<usize> = word.iter().chain(&before).copied().collect();
        before = word;
        word = next;
    }
    big(word.into_iter().take(count))
}

pub(super) fn zeckendorf_terms(count: usize) -> Vec<IBig> {
    let mut fibonacci = vec![1, 2];
    let mut terms: Vec<usize> = vec![0];
    for n in 1..count {
        if fibonacci[fibonacci.len() - 1] <= n {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        let largest = fibonacci.iter().rev().find(|term| **term <= n).expect("1 is at most n");
        terms.push(terms[n - largest] + 1);
    }
    big(terms.into_iter().take(count))
}

/// Terms from 1 on: the next is told by its index and the terms before, the 0-th being no term.
fn nested(count: usize, first: &[usize], next: impl Fn(usize, &[usize]) -> Option<usize>) -> Vec<IBig> {
    let mut terms = vec![0];
    terms.extend_from_slice(first);
    while terms.len() <= count {
        let Some(term) = next(terms.len(), &terms) else { break };
        terms.push(term);
    }
    big(terms.into_iter().skip(1).take(count))
}

pub(super) fn golomb(count: usize) -> Vec<IBig> {
    nested(count, &[1], |n, a| Some(1 + a[n - a[a[n - 1]]]))
}

pub(super) fn hofstadter_g(count: usize) -> Vec<IBig> {
    let mut terms = vec![0];
    for n in 1..count {
        terms.push(n - terms[terms[n - 1]]);
    }
    big(terms.into_iter().take(count))
}

/// Whether every term exists is not known; where one would not, the sequence ends.
pub(super) fn hofstadter_q(count: usize) -> Vec<IBig> {
    nested(count, &[1, 1], |n, a| {
        let (left, right) = (n.checked_sub(a[n - 1])?, n.checked_sub(a[n - 2])?);
        Some(a.get(left)? + a.get(right)?)
    })
}

pub(super) fn conway(count: usize) -> Vec<IBig> {
    nested(count, &[1, 1], |n, a| Some(a[a[n - 1]] + a[n - a[n - 1]]))
}

pub(super) fn kolakoski(count: usize) -> Vec<IBig> {
    let mut terms = vec![1_usize, 2, 2];
    let mut run = 2;
    while terms.len() < count {
        let symbol = 3 - terms[terms.len() - 1];
        terms.extend(std::iter::repeat_n(symbol, terms[run]));
        run += 1;
    }
    big(terms.into_iter().take(count))
}

pub(super) fn roots(count: usize) -> Vec<IBig> {
    big((0..count).map(usize::isqrt))
}

/// Grundy values where a row of n becomes the sum of two rows; the options give the pairs.
fn splitting(count: usize, pairs: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..count {
        let options: Vec<usize> = pairs(n).into_iter().map(|(left, right)| values[left] ^ values[right]).collect();
        let mut seen = vec![false; options.len() + 1];
        for option in options {
            if let Some(slot) = seen.get_mut(option) {
                *slot = true;
            }
        }
        values.push(seen.iter().position(|one| !one).expect("one more slot than options"));
    }
    values
}

/// One pin or two neighbours are knocked down.
pub(super) fn kayles(count: usize) -> Vec<IBig> {
    let split = |rest: usize| (0..=rest / 2).map(move |left| (left, rest - left));
    let pairs = |n: usize| (1..=n.min(2)).flat_map(|taken| split(n - taken)).collect();
    big(splitting(count, pairs))
}

/// Two neighbours are knocked down; the row of one pin comes first.
pub(super) fn dawson_kayles(count: usize) -> Vec<IBig> {
    let pairs = |n: usize| match n.checked_sub(2) {
        Some(rest) => (0..=rest / 2).map(|left| (left, rest - left)).collect(),
        None => Vec::new(),
    };
    big(splitting(count + 1, pairs).into_iter().skip(1))
}

/// A heap is divided into two heaps of different sizes.
pub(super) fn grundys_game(count: usize) -> Vec<IBig> {
    let pairs = |n: usize| (1..n.div_ceil(2)).map(|left| (left, n - left)).collect();
    big(splitting(count, pairs))
}
