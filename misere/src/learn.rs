//! Learns a finite monoid that tells the outcomes of sums of a few positions, the *generators*, whose options are sums of generators.
//!
//! A sum of generators is a list of exponents. Two sums are told apart by a *test*, a third one beside which they have different
//! outcomes. As in D. Angluin's way to learn regular sets (Inf. Comput. 75 (1987) 87-106), sums are kept that no two tests agree on, until
//! every kept sum and one generator more agrees with a kept one on all tests; what is then guessed, a monoid, is proved (`proof`) or
//! has a sum that gives one test more. Every two kept sums are different elements of the quotient, so that where
//! the quotient is finite, the guess is it in the end.
use super::generated::{Exponents, GeneratorGame, GeneratorOutcomes, ProvedBelow, sum_of};
use super::monoid::{BipartiteMonoid, Element, element};
use super::proof::{Contradiction, FollowedSums, Refused};
use nimdsl_engines::engine::{Context, EngineError};
use std::collections::HashMap;

/// Outcomes that may be looked at for each element that is looked for.
const OUTCOMES: usize = 10_000;

/// Why no monoid is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unlearned {
    /// It has more elements than are looked for; at least so many.
    TooMany(usize),
    Stopped(EngineError),
}

impl From<EngineError> for Unlearned {
    fn from(error: EngineError) -> Self {
        Self::Stopped(error)
    }
}

/// On which tests a sum is a P-position: a bit for each.
type TestBits = Vec<u64>;

/// The kept sums, tests, and what they say.
struct Learner<'a> {
    outcomes: GeneratorOutcomes<'a>,
    tests: &'a mut Vec<Exponents>,
    kept: Vec<Exponents>,
    /// Of each kept sum but the empty one: the kept sum and the generator that it is the sum of.
    parents: Vec<(Element, usize)>,
    /// For each kept sum, its row; and that of it and one generator more, for each generator. The tests that are in it.
    rows: Vec<(TestBits, usize)>,
    longer: Vec<Vec<(TestBits, usize)>>,
    most: usize,
}

/// The monoid that tells the outcomes of sums of generators; tests that are found are added to those given.
///
/// # Errors
/// More elements than `most`; memory or cancellation.
pub(super) fn learned(
    game: &GeneratorGame,
    below: Option<&ProvedBelow>,
    tests: &mut Vec<Exponents>,
    most: usize,
    context: &Context,
) -> Result<(BipartiteMonoid, Vec<Exponents>), Unlearned> {
    let empty = vec![0; game.options.len()];
    if tests.is_empty() {
        tests.push(empty.clone());
    }
    let outcomes = GeneratorOutcomes::new(game, below, most.saturating_mul(OUTCOMES), context);
    let new_row = || (TestBits::new(), 0);
    let mut learner = Learner {
        outcomes,
        tests,
        kept: vec![empty],
        parents: Vec::new(),
        rows: vec![new_row()],
        longer: vec![vec![new_row(); game.options.len()]],
        most,
    };
    loop {
        let next = learner.close()?;
        if learner.splits_products(&next)? {
            continue;
        }
        let is_p: Vec<bool> = learner.rows.iter().map(|row| row.0[0] & 1 == 1).collect();
        let monoid = BipartiteMonoid::new(&next, &learner.parents, &is_p, context)?;
        match contradiction(&monoid, game, &learner.kept, context)? {
            None => return Ok((monoid, learner.kept)),
            Some(sum) => learner.learn_from(&monoid, &sum)?,
        }
        learner.outcomes.guess(&monoid);
    }
}

/// A sum that the monoid is wrong about, or about an option of it.
fn contradiction(
    monoid: &BipartiteMonoid,
    game: &GeneratorGame,
    kept: &[Exponents],
    context: &Context,
) -> Result<Option<Exponents>, Unlearned> {
    let mut sums = FollowedSums::default();
    for (generator, options) in game.options.iter().enumerate() {
        let options: Vec<Element> = options.iter().map(|option| value(monoid, option)).collect();
        let number = (element(generator), monoid.generators[generator]);
        let wrong = match sums.add(monoid, number, &options, context) {
            Ok(()) => continue,
            Err(Refused::Stopped(error)) => return Err(error.into()),
            Err(Refused::Wrong(wrong)) => wrong,
        };
        let mut sum = match &wrong {
            Contradiction::IntoP { rest } => kept[*rest as usize].clone(),
            Contradiction::NoMove { .. } => vec![0; game.options.len()],
        };
        let parts = match wrong {
            Contradiction::IntoP { .. } => vec![number.0],
            Contradiction::NoMove { parts } => parts,
        };
        for part in parts {
            let exponent = &mut sum[part as usize];
            *exponent = exponent.checked_add(1).ok_or(Unlearned::TooMany(kept.len()))?;
        }
        return Ok(Some(sum));
    }
    Ok(None)
}

/// The element of a sum of generators.
pub(super) fn value(monoid: &BipartiteMonoid, sum: &[u8]) -> Element {
    let all = monoid.generators.iter().zip(sum);
    monoid.of_all(all.flat_map(|(generator, exponent)| std::iter::repeat_n(*generator, usize::from(*exponent))))
}

impl Learner<'_> {
    fn too_many(&self) -> Unlearned {
        Unlearned::TooMany(self.kept.len())
    }

    fn is_p(&mut self, sum: &[u8]) -> Result<bool, Unlearned> {
        let known = self.outcomes.is_p(sum)?;
        known.ok_or_else(|| self.too_many())
    }

    /// Brings a row up to all tests.
    fn filled(&mut self, sum: &[u8], (mut row, known): (TestBits, usize)) -> Result<(TestBits, usize), Unlearned> {
        row.resize(self.tests.len().div_ceil(64), 0);
        for test in known..self.tests.len() {
            let sum = sum_of(sum, &self.tests[test]).ok_or_else(|| self.too_many())?;
            row[test / 64] |= u64::from(self.is_p(&sum)?) << (test % 64);
        }
        Ok((row, self.tests.len()))
    }

    /// Keeps sums until each with one generator more agrees with a kept one; gives which.
    fn close(&mut self) -> Result<Vec<Vec<Element>>, Unlearned> {
        let mut numbers: HashMap<TestBits, Element> = HashMap::new();
        for at in 0..self.kept.len() {
            let (sum, row) = (self.kept[at].clone(), std::mem::take(&mut self.rows[at]));
            self.rows[at] = self.filled(&sum, row)?;
            numbers.insert(self.rows[at].0.clone(), element(at));
        }
        let mut next: Vec<Vec<Element>> = Vec::new();
        while let Some(sum) = self.kept.get(next.len()).cloned() {
            let at = next.len();
            let mut own = Vec::new();
            for generator in 0..sum.len() {
                let mut more = sum.clone();
                more[generator] = more[generator].checked_add(1).ok_or_else(|| self.too_many())?;
                let row = std::mem::take(&mut self.longer[at][generator]);
                let row = self.filled(&more, row)?;
                self.longer[at][generator] = row.clone();
                let same = numbers.get(&row.0).copied();
                own.push(same.unwrap_or_else(|| element(self.kept.len())));
                if same.is_none() {
                    numbers.insert(row.0.clone(), element(self.kept.len()));
                    self.longer.push(vec![(TestBits::new(), 0); more.len()]);
                    self.parents.push((element(at), generator));
                    self.kept.push(more);
                    self.rows.push(row);
                }
                if self.most < self.kept.len() {
                    return Err(self.too_many());
                }
            }
            next.push(own);
        }
        Ok(next)
    }

    /// Whether the order of generators makes a difference somewhere; then a test is added that shows which guess is wrong.
    fn splits_products(&mut self, next: &[Vec<Element>]) -> Result<bool, Unlearned> {
        let generators = self.kept[0].len();
        for at in 0..next.len() {
            for (first, second) in (0..generators).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let one = next[next[at][first] as usize][second];
                let other = next[next[at][second] as usize][first];
                if one == other {
                    continue;
                }
                let (one_row, other_row) = (&self.rows[one as usize].0, &self.rows[other as usize].0);
                let differs = |test: &usize| (one_row[test / 64] ^ other_row[test / 64]) >> (test % 64) & 1 == 1;
                let Some(test) = (0..self.tests.len()).find(differs) else { continue };
                let one_is_p = one_row[test / 64] >> (test % 64) & 1 == 1;
                let test = self.tests[test].clone();
                let both = sum_of(&self.kept[at], &test).ok_or_else(|| self.too_many())?;
                let both = self.with(&self.with(&both, first)?, second)?;
                // The first guess was made after the first generator, or after the second.
                let wrong = if self.is_p(&both)? == one_is_p { first } else { second };
                self.tests.push(self.with(&test, wrong)?);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A sum and one generator more.
    fn with(&self, sum: &[u8], generator: usize) -> Result<Exponents, Unlearned> {
        let mut sum = sum.to_vec();
        sum[generator] = sum[generator].checked_add(1).ok_or_else(|| self.too_many())?;
        Ok(sum)
    }

    /// Adds a test that a sum gives which the monoid is wrong about, or about an option of it.
    fn learn_from(&mut self, monoid: &BipartiteMonoid, sum: &[u8]) -> Result<(), Unlearned> {
        let mut all = vec![sum.to_vec()];
        for generator in (0..sum.len()).filter(|generator| sum[*generator] != 0) {
            let mut rest = sum.to_vec();
            rest[generator] -= 1;
            for option in &self.outcomes.game.options[generator] {
                all.push(sum_of(&rest, option).ok_or_else(|| self.too_many())?);
            }
        }
        for wrong in all {
            let is_p = self.is_p(&wrong)?;
            if monoid.is_p(value(monoid, &wrong)) != is_p {
                return self.split(monoid, wrong, is_p);
            }
        }
        unreachable!("a sum and its options that are all told rightly contradict nothing")
    }

    /// Takes generators off a sum one by one and puts the kept sum in their place: the first that changes the outcome was kept too long.
    fn split(&mut self, monoid: &BipartiteMonoid, mut rest: Exponents, is_p: bool) -> Result<(), Unlearned> {
        let mut before: Element = 0;
        for generator in 0..rest.len() {
            while rest[generator] != 0 {
                rest[generator] -= 1;
                before = monoid.product(before, monoid.generators[generator]);
                let other = sum_of(&self.kept[before as usize], &rest).ok_or_else(|| self.too_many())?;
                if self.is_p(&other)? != is_p {
                    self.tests.push(rest);
                    return Ok(());
                }
            }
        }
        unreachable!("the kept sum of an element has the outcome that the element tells")
    }
}
