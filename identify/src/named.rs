//! Turns a list into the well-known sequence that it is a stretch of; every such sequence is computed, none is stored.
use super::title::Title;
use super::{PREDICTED, SequenceName, sequences as s, special as c, write};
use dashu_int::IBig;

/// The largest place in a named sequence at which a list may begin.
const SHIFT: usize = 10;
/// Terms that are compared before more are computed.
const GLANCE: usize = 12;

/// A sequence by its name and its number in the OEIS, a rule for a(n), the n of its first term, and the first terms, as many as asked for.
struct Named {
    name: (&'static str, &'static str),
    rule: &'static str,
    first: i128,
    terms: fn(usize) -> Vec<IBig>,
    /// Beyond so many terms the computation would take too long.
    most: usize,
}

const fn named(
    name: (&'static str, &'static str),
    rule: &'static str,
    first: i128,
    terms: fn(usize) -> Vec<IBig>,
    most: usize,
) -> Named {
    Named { name, rule, first, terms, most }
}

const ANY: usize = 20_000;
const SQUARE: usize = 3_000;
const LONG: usize = 500;

const NAMED: [Named; 71] = [
    named(("squares", "A000290"), "n^2", 0, |n| c::powers(n, 2), ANY),
    named(("cubes", "A000578"), "n^3", 0, |n| c::powers(n, 3), ANY),
    named(("fourth powers", "A000583"), "n^4", 0, |n| c::powers(n, 4), ANY),
    named(("triangular numbers", "A000217"), "n*(n + 1)/2", 0, |n| c::figurate(n, 2), ANY),
    named(("tetrahedral numbers", "A000292"), "n*(n + 1)*(n + 2)/6", 0, |n| c::figurate(n, 3), ANY),
    named(("square pyramidal numbers", "A000330"), "1^2 + 2^2 + ... + n^2", 0, c::pyramidal, ANY),
    named(("pronic numbers", "A002378"), "n*(n + 1)", 0, c::pronic, ANY),
    named(("central polygonal numbers", "A000124"), "n*(n + 1)/2 + 1", 0, |n| c::cake(n, 2), ANY),
    named(("cake numbers", "A000125"), "C(n, 0) + C(n, 1) + C(n, 2) + C(n, 3)", 0, |n| c::cake(n, 3), ANY),
    named(("quarter squares", "A002620"), "floor(n^2/4)", 0, c::quarter_squares, ANY),
    named(("factorials", "A000142"), "n!", 0, c::factorials, LONG * 4),
    named(("double factorials of odd numbers", "A001147"), "1*3*5*...*(2n - 1)", 0, c::odd_double_factorials, LONG * 4),
    named(("double factorials of even numbers", "A000165"), "2^n * n!", 0, c::even_double_factorials, LONG * 4),
    named(("n^n", "A000312"), "n^n", 0, c::self_powers, LONG * 2),
    named(("primorials", "A002110"), "the product of the first n primes", 0, s::primorials, LONG * 4),
    named(("Catalan numbers", "A000108"), "C(2n, n)/(n + 1)", 0, c::catalan, LONG * 10),
    named(("central binomial coefficients", "A000984"), "C(2n, n)", 0, c::central_binomials, LONG * 10),
    named(("Motzkin numbers", "A001006"), "(n + 2)*a(n) = (2n + 1)*a(n-1) + (3n - 3)*a(n-2)", 0, c::motzkin, LONG * 10),
    named(
        ("large Schröder numbers", "A006318"),
        "(n + 1)*a(n) = (6n - 3)*a(n-1) - (n - 2)*a(n-2)",
        0,
        c::schroeder,
        LONG * 10,
    ),
    named(
        ("central Delannoy numbers", "A001850"),
        "n*a(n) = (6n - 3)*a(n-1) - (n - 1)*a(n-2)",
        0,
        c::delannoy,
        LONG * 10,
    ),
    named(("Bell numbers", "A000110"), "a(n+1) = sum of C(n, i)*a(i)", 0, c::bell, LONG),
    named(("Fubini numbers", "A000670"), "a(n) = sum of C(n, i)*a(n-i) over 1 <= i", 0, c::fubini, LONG / 2),
    named(("derangements", "A000166"), "n*a(n-1) + (-1)^n", 0, c::derangements, LONG * 4),
    named(("involutions", "A000085"), "a(n-1) + (n - 1)*a(n-2)", 0, c::involutions, LONG * 4),
    named(("Fermat numbers", "A000215"), "2^(2^n) + 1", 0, c::fermat, 16),
    named(("Sylvester's sequence", "A000058"), "a(n-1)^2 - a(n-1) + 1", 0, c::sylvester, 16),
    named(("partition numbers", "A000041"), "the partitions of n", 0, c::partitions, LONG * 4),
    named(
        ("partitions into distinct parts", "A000009"),
        "the partitions of n into distinct parts",
        0,
        c::distinct_partitions,
        LONG,
    ),
    named(("primes", "A000040"), "the n-th prime", 1, s::primes, ANY),
    named(("composites", "A002808"), "the n-th composite number", 1, s::composites, ANY),
    named(("prime powers", "A000961"), "the n-th prime power, 1 included", 1, s::prime_powers, ANY),
    named(("squarefree numbers", "A005117"), "the n-th squarefree number", 1, s::squarefree, ANY),
    named(("semiprimes", "A001358"), "the n-th product of two primes", 1, s::semiprimes, ANY),
    named(("number of primes up to n", "A000720"), "pi(n)", 1, s::prime_counts, ANY),
    named(("number of divisors", "A000005"), "d(n)", 1, s::divisor_counts, ANY),
    named(("sum of divisors", "A000203"), "sigma(n)", 1, s::divisor_sums, ANY),
    named(("Euler's totient", "A000010"), "phi(n)", 1, s::totients, ANY),
    named(("lucky numbers", "A000959"), "the n-th number that the lucky sieve leaves", 1, s::lucky, SQUARE),
    named(
        ("Ulam numbers", "A002858"),
        "the next number that is a sum of two earlier ones in one way",
        1,
        s::ulam,
        LONG,
    ),
    named(("Thue-Morse sequence", "A010060"), "the parity of the ones of n in base 2", 0, s::thue_morse, ANY),
    named(("evil numbers", "A001969"), "the n-th number with an even number of ones in base 2", 1, s::evil, ANY),
    named(("odious numbers", "A000069"), "the n-th number with an odd number of ones in base 2", 1, s::odious, ANY),
    named(
        ("vile numbers", "A003159"),
        "the n-th number that ends in an even number of zeros in base 2",
        1,
        s::vile,
        ANY,
    ),
    named(
        ("dopey numbers", "A036554"),
        "the n-th number that ends in an odd number of zeros in base 2",
        1,
        s::dopey,
        ANY,
    ),
    named(("fibbinary numbers", "A003714"), "the numbers without adjacent ones in base 2", 0, s::fibbinary, ANY),
    named(("Moser-de Bruijn sequence", "A000695"), "the sums of distinct powers of 4", 0, s::moser, ANY),
    named(("numbers without 2 in base 3", "A005836"), "the sums of distinct powers of 3", 1, s::stanley, ANY),
    named(("number of ones in base 2", "A000120"), "the number of ones of n in base 2", 0, s::ones, ANY),
    named(("ruler function", "A001511"), "the exponent of 2 in 2n", 1, s::ruler, ANY),
    named(("exponent of 2 in n", "A007814"), "the exponent of 2 in n", 1, s::two_exponents, ANY),
    named(
        ("period-doubling sequence", "A096268"),
        "the parity of the exponent of 2 in n + 1",
        0,
        s::period_doubling,
        ANY,
    ),
    named(("binary logarithm rounded down", "A000523"), "floor(log2(n))", 1, s::logarithms, ANY),
    named(("length of n in base 2", "A070939"), "the number of digits of n in base 2", 0, s::lengths, ANY),
    named(("power of 2 in n", "A006519"), "the largest power of 2 that divides n", 1, s::two_powers, ANY),
    named(("odd part of n", "A000265"), "n without its factors 2", 1, s::odd_parts, ANY),
    named(
        ("Grundy values of taking at most half", "A025480"),
        "the Grundy value of a heap of n of which at most half is taken: a(2n) = n, a(2n+1) = a(n)",
        0,
        s::halving,
        ANY,
    ),
    named(("Gray code", "A003188"), "n xor floor(n/2)", 0, s::gray, ANY),
    named(("exponent of 2 in (2n)!", "A005187"), "2n minus the ones of n in base 2", 0, s::binary_losses, ANY),
    named(("Stern's diatomic sequence", "A002487"), "a(2n) = a(n), a(2n+1) = a(n) + a(n+1)", 0, s::stern, ANY),
    named(("Josephus problem", "A006257"), "2*(n - 2^floor(log2(n))) + 1", 0, s::josephus, ANY),
    named(("Fibonacci word", "A003849"), "the fixed point of 0 -> 01, 1 -> 0", 0, s::fibonacci_word, ANY),
    named(
        ("number of terms in the Zeckendorf representation", "A007895"),
        "the terms of n as a sum of Fibonacci numbers",
        0,
        s::zeckendorf_terms,
        ANY,
    ),
    named(("Golomb's sequence", "A001462"), "the number of times that n occurs", 1, s::golomb, ANY),
    named(("Kolakoski sequence", "A000002"), "the length of the n-th run", 1, s::kolakoski, ANY),
    named(("Hofstadter G-sequence", "A005206"), "n - a(a(n-1))", 0, s::hofstadter_g, ANY),
    named(("Hofstadter Q-sequence", "A005185"), "a(n - a(n-1)) + a(n - a(n-2))", 1, s::hofstadter_q, ANY),
    named(("Hofstadter-Conway sequence", "A004001"), "a(a(n-1)) + a(n - a(n-1))", 1, s::conway, ANY),
    named(("square roots rounded down", "A000196"), "floor(sqrt(n))", 0, s::roots, ANY),
    named(("Grundy values of Kayles", "A002186"), "the Grundy value of a row of n in Kayles", 0, s::kayles, SQUARE),
    named(
        ("Grundy values of Dawson's chess", "A002187"),
        "the Grundy value of a row of n + 1 in Dawson's Kayles",
        0,
        s::dawson_kayles,
        SQUARE,
    ),
    named(
        ("Grundy values of Grundy's game", "A002188"),
        "the Grundy value of a heap of n in Grundy's game",
        0,
        s::grundys_game,
        SQUARE,
    ),
];

/// All named sequences that agree with the whole list, or with as much of it as can be computed.
pub(super) fn find(terms: &[IBig]) -> Vec<SequenceName> {
    if terms.len() < 5 || terms.iter().all(|term| *term == terms[0]) {
        return Vec::new();
    }
    let starts: Vec<Vec<IBig>> = NAMED.iter().map(|one| (one.terms)((GLANCE + SHIFT).min(one.most))).collect();
    // The terms that tell one sequence of the list from every other.
    let mut agreements: Vec<(usize, usize, usize)> = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        for shift in 0..=SHIFT.min(start.len()) {
            let agreeing = start[shift..].iter().zip(terms).take_while(|(left, right)| left == right).count();
            agreements.push((index, shift, agreeing));
        }
    }
    let mut hits = Vec::new();
    for (index, shift, agreeing) in &agreements {
        let one = &NAMED[*index];
        if *agreeing < terms.len().min(starts[*index].len() - shift) {
            continue;
        }
        let compared = terms.len().min(one.most - shift);
        let full = (one.terms)(compared + shift);
        if full[*shift..] != terms[..compared] {
            continue;
        }
        let others = agreements.iter().filter(|other| other.0 != *index).map(|other| other.2 + 1);
        let used = others.max().unwrap_or(1).min(compared);
        if compared < used + 2 {
            continue;
        }
        let n = write::shifted("k", one.first + i128::try_from(*shift).expect("a small shift"));
        let checked =
            if compared < terms.len() { format!("; the first {compared} terms were compared") } else { String::new() };
        let hit = SequenceName::new(
            Title::numbered(one.name.0, one.name.1),
            format!("a(n) = {}, n = {n}{checked}", one.rule),
            used,
            compared,
        );
        let more = compared + shift + PREDICTED;
        let is_known = terms.len() == compared && more <= one.most;
        let next = if is_known { (one.terms)(more) } else { Vec::new() };
        hits.push(hit.going_on(next.into_iter().skip(compared + shift)));
    }
    // Of several places in one sequence, the first.
    hits.dedup_by(|later, earlier| later.name == earlier.name);
    hits
}
