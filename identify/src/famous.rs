//! Sequences that have a name and a linear recurrence, and of which list a stretch is theirs.
use super::title::Title;
use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// A named sequence by its recurrence: coefficients, the first terms, name, OEIS number.
struct FamousSequence(&'static [i64], &'static [i64], &'static str, &'static str);

const KNOWN: [FamousSequence; 31] = [
    FamousSequence(&[1, 1], &[0, 1], "Fibonacci numbers", "A000045"),
    FamousSequence(&[1, 1], &[2, 1], "Lucas numbers", "A000032"),
    FamousSequence(&[2, 1], &[0, 1], "Pell numbers", "A000129"),
    FamousSequence(&[2, 1], &[2, 2], "companion Pell numbers", "A002203"),
    FamousSequence(&[2, 1], &[1, 1], "numerators of the convergents of sqrt(2)", "A001333"),
    FamousSequence(&[1, 2], &[0, 1], "Jacobsthal numbers", "A001045"),
    FamousSequence(&[1, 2], &[2, 1], "Jacobsthal-Lucas numbers", "A014551"),
    FamousSequence(&[1, 1, 1], &[0, 0, 1], "Tribonacci numbers", "A000073"),
    FamousSequence(&[1, 1, 1, 1], &[0, 0, 0, 1], "Tetranacci numbers", "A000078"),
    FamousSequence(&[1, 1, 1, 1, 1], &[0, 0, 0, 0, 1], "Pentanacci numbers", "A001591"),
    FamousSequence(&[1, 0, 1], &[1, 1, 1], "Narayana's cows sequence", "A000930"),
    FamousSequence(&[0, 1, 1], &[1, 0, 0], "Padovan numbers", "A000931"),
    FamousSequence(&[0, 1, 1], &[3, 0, 2], "Perrin numbers", "A001608"),
    FamousSequence(&[3, -1], &[0, 1], "Fibonacci numbers of even index", "A001906"),
    FamousSequence(&[3, -1], &[1, 1], "Fibonacci numbers of odd index", "A001519"),
    FamousSequence(&[3, -1], &[2, 3], "Lucas numbers of even index", "A005248"),
    FamousSequence(&[3, -1], &[1, 4], "Lucas numbers of odd index", "A002878"),
    FamousSequence(&[3, 1], &[0, 1], "bronze Fibonacci numbers", "A006190"),
    FamousSequence(&[2, 0, -1], &[0, 0, 1], "Fibonacci numbers minus 1", "A000071"),
    FamousSequence(&[2, 0, -1], &[0, 1, 3], "Fibonacci numbers minus 2", "A001911"),
    FamousSequence(&[2, 0, -1], &[1, 1, 3], "Leonardo numbers", "A001595"),
    FamousSequence(&[3, -1, -1], &[1, 3, 8], "partial sums of the Pell numbers", "A048739"),
    FamousSequence(&[3, -2], &[2, 3], "powers of 2 plus 1", "A000051"),
    FamousSequence(&[4, -1], &[0, 1], "a(n) = 4*a(n-1) - a(n-2) from 0, 1", "A001353"),
    FamousSequence(&[4, -1], &[1, 2], "a(n) = 4*a(n-1) - a(n-2) from 1, 2", "A001075"),
    FamousSequence(&[4, -1], &[1, 1], "a(n) = 4*a(n-1) - a(n-2) from 1, 1", "A001835"),
    FamousSequence(&[6, -1], &[0, 1], "square roots of the square triangular numbers", "A001109"),
    FamousSequence(&[6, -1], &[1, 3], "Chebyshev polynomials T(n, 3)", "A001541"),
    FamousSequence(&[6, -1], &[1, 7], "NSW numbers", "A002315"),
    FamousSequence(&[6, -1], &[0, 2], "Pell numbers of even index", "A001542"),
    FamousSequence(&[35, -35, 1], &[0, 1, 36], "square triangular numbers", "A001110"),
];

/// A stretch of a multiple of a named sequence.
pub(super) struct Stretch {
    pub(super) multiple: IBig,
    /// The sequence by its name, without an article.
    pub(super) of: Title,
    /// The index of the first term.
    pub(super) shift: i128,
}

impl Stretch {
    pub(super) fn name(&self) -> Title {
        self.of.clone().between(&times(&self.multiple), "")
    }

    pub(super) fn with_article(&self) -> Title {
        if self.multiple == IBig::ONE { self.of.clone().between("the ", "") } else { self.name() }
    }
}

/// The named sequence that a list is a stretch of, a multiple included.
pub(super) fn known(terms: &[IBig], coefficients: &[IBig]) -> Option<Stretch> {
    let order = coefficients.len();
    let largest = terms.get(..order)?.iter().map(BitTest::bit_len).max()?;
    let same = |known: &&FamousSequence| {
        known.0.len() == order && known.0.iter().zip(coefficients).all(|(left, right)| IBig::from(*left) == *right)
    };
    for FamousSequence(rule, first, name, number) in KNOWN.iter().filter(same) {
        let mut window: Vec<IBig> = first.iter().map(|term| IBig::from(*term)).collect();
        let mut shift = 0;
        while window.iter().all(|term| term.bit_len() <= largest + 1) || shift < 12 {
            if let Some(multiple) = multiple(&terms[..order], &window) {
                return Some(Stretch { multiple, of: Title::numbered(name, number), shift });
            }
            let next = rule
                .iter()
                .enumerate()
                .fold(IBig::ZERO, |sum, (back, c)| sum + IBig::from(*c) * &window[order - 1 - back]);
            window.remove(0);
            window.push(next);
            shift += 1;
        }
    }
    None
}

/// The positive integer that the second list is multiplied by to give the first.
pub(super) fn multiple(terms: &[IBig], window: &[IBig]) -> Option<IBig> {
    let place = window.iter().position(|term| !term.is_zero())?;
    let factor = &terms[place] / &window[place];
    let scaled = terms.iter().zip(window).all(|(term, one)| *term == one * &factor);
    (scaled && IBig::ZERO < factor).then_some(factor)
}

pub(super) fn times(multiple: &IBig) -> String {
    if *multiple == IBig::ONE { String::new() } else { format!("{multiple} times the ") }
}
