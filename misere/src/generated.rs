//! The outcomes of sums of generators in misère play, by definition, for many sums.
//!
//! A sum is one number: the exponents of its generators side by side, with a bit between them that is set where one grows too large. What is
//! known of sums without the last generator is asked for (`below`); a guess of all outcomes says which option is looked at first, and
//! nothing else.
use super::monoid::{BipartiteMonoid, Element};
use nimdsl_engines::engine::{Context, EngineError};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How often each generator stands in a sum.
pub(super) type Exponents = Vec<u8>;

/// Bytes that a known outcome takes, about, in a table that is never full.
const ENTRY: u128 = 48;

/// Generators, each with its options as sums of generators.
#[derive(Clone, Debug, Default)]
pub(super) struct GeneratorGame {
    pub(super) options: Vec<Vec<Exponents>>,
}

/// The proved quotient of all generators but one.
#[derive(Clone, Debug)]
pub(super) struct ProvedBelow {
    pub(super) monoid: BipartiteMonoid,
    /// The elements of the generators; that of the last one says nothing.
    pub(super) elements: Vec<Element>,
    /// The place of the one.
    pub(super) without: usize,
}

/// A sum of two; `None` if an exponent is too large.
pub(super) fn sum_of(one: &[u8], other: &[u8]) -> Option<Exponents> {
    one.iter().zip(other).map(|(one, other)| one.checked_add(*other)).collect()
}

/// Mixes the bits of a sum.
#[derive(Clone, Copy, Debug, Default)]
struct SumHasher(u64);

impl Hasher for SumHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u128(u128::from(*byte));
        }
    }

    fn write_u128(&mut self, number: u128) {
        let [low, high] = [number, number >> 64].map(|half| half & u128::from(u64::MAX));
        let (low, high) = ((low ^ u128::from(self.0)) * 0x9e37_79b9_7f4a_7c15, high * 0xd6e8_feb8_6659_fd93);
        let mixed = low.wrapping_add(high);
        let folded = (mixed ^ mixed >> 64) & u128::from(u64::MAX);
        self.0 = u64::try_from(folded).expect("the upper half was cut off");
        self.0 ^= self.0 >> 29;
    }
}

type KnownOutcomes = HashMap<u128, bool, BuildHasherDefault<SumHasher>>;

/// Where the exponents stand in the number of a sum.
#[derive(Clone, Copy, Debug)]
struct Packing {
    width: usize,
    /// The bit above each exponent.
    guards: u128,
}

impl Packing {
    fn of(generators: usize) -> Self {
        let width = (128 / generators.max(1)).min(9);
        // With more generators than there is room for, nothing is packed.
        let count = if width < 2 { 0 } else { generators };
        let guards = (0..count).fold(0, |guards, at| guards | 1 << (at * width + width - 1));
        Self { width, guards }
    }

    /// The number of a sum; `None` if an exponent is too large.
    fn pack(self, sum: &[u8]) -> Option<u128> {
        if self.width < 2 {
            return None;
        }
        let most = (1u128 << (self.width - 1)) - 1;
        let fields = sum.iter().enumerate();
        fields.into_iter().try_fold(0, |number, (at, exponent)| {
            let exponent = u128::from(*exponent);
            (exponent <= most).then(|| number | exponent << (at * self.width))
        })
    }

    fn exponent(self, sum: u128, at: usize) -> u128 {
        sum >> (at * self.width) & ((1 << (self.width - 1)) - 1)
    }

    fn one(self, at: usize) -> u128 {
        1 << (at * self.width)
    }
}

/// A sum whose options are being gone through.
struct OpenSum {
    sum: u128,
    /// Options that are not known yet, the last one to be looked at first.
    open: Vec<u128>,
}

/// The outcomes of sums, found when they are asked for and kept.
pub(super) struct GeneratorOutcomes<'a> {
    pub(super) game: &'a GeneratorGame,
    packing: Packing,
    /// The options of each generator; `None` if one is too large.
    options: Option<Vec<Vec<u128>>>,
    below: Option<&'a ProvedBelow>,
    guess: Option<BipartiteMonoid>,
    known: KnownOutcomes,
    /// How many outcomes are kept at most.
    most: usize,
    context: &'a Context,
}

impl<'a> GeneratorOutcomes<'a> {
    pub(super) fn new(
        game: &'a GeneratorGame,
        below: Option<&'a ProvedBelow>,
        most: usize,
        context: &'a Context,
    ) -> Self {
        let packing = Packing::of(game.options.len());
        let of_one = |options: &Vec<Exponents>| {
            let mut options = options.iter().map(|option| packing.pack(option)).collect::<Option<Vec<u128>>>()?;
            options.sort_unstable();
            options.dedup();
            Some(options)
        };
        let options = game.options.iter().map(of_one).collect();
        Self { game, packing, options, below, guess: None, known: KnownOutcomes::default(), most, context }
    }

    /// Takes a monoid for the next guess.
    pub(super) fn guess(&mut self, monoid: &BipartiteMonoid) {
        self.guess = Some(monoid.clone());
    }

    /// Whether a sum is a P-position; `None` if an exponent leaves its range, or too many sums would have to be known.
    pub(super) fn is_p(&mut self, sum: &[u8]) -> Result<Option<bool>, EngineError> {
        let Some(sum) = self.packing.pack(sum).filter(|_| self.options.is_some()) else { return Ok(None) };
        if let Some(known) = self.looked_up(sum) {
            return Ok(Some(known));
        }
        let Some(first) = self.frame(sum) else { return Ok(None) };
        let mut frames = vec![first];
        while let Some(last) = frames.last_mut() {
            self.context.go_on()?;
            if self.most <= self.known.len() {
                return Ok(None);
            }
            let Some(option) = last.open.pop() else {
                let done = last.sum;
                self.keep(done, done != 0)?;
                frames.pop();
                continue;
            };
            match self.looked_up(option) {
                Some(true) => {
                    let done = last.sum;
                    self.keep(done, false)?;
                    frames.pop();
                }
                Some(false) => {}
                None => {
                    // It is asked for again when it is known.
                    last.open.push(option);
                    let Some(frame) = self.frame(option) else { return Ok(None) };
                    frames.push(frame);
                }
            }
        }
        Ok(self.looked_up(sum))
    }

    fn keep(&mut self, sum: u128, is_p: bool) -> Result<(), EngineError> {
        self.known.insert(sum, is_p);
        if self.known.len().is_multiple_of(1024) {
            self.context.fits(self.known.len() as u128 * ENTRY)?;
        }
        Ok(())
    }

    fn looked_up(&self, sum: u128) -> Option<bool> {
        if let Some(below) = self.below.filter(|below| self.packing.exponent(sum, below.without) == 0) {
            return Some(below.monoid.is_p(self.value(&below.monoid, &below.elements, sum)));
        }
        self.known.get(&sum).copied()
    }

    /// The element of a sum by those of the generators.
    fn value(&self, monoid: &BipartiteMonoid, elements: &[Element], sum: u128) -> Element {
        let mut value = 0;
        for (at, element) in elements.iter().enumerate() {
            for _ in 0..self.packing.exponent(sum, at) {
                value = monoid.product(value, *element);
            }
        }
        value
    }

    /// The options of a sum, those last that are guessed to be P; `None` if an exponent leaves its range. A known option that is P is all
    /// that is needed.
    fn frame(&self, sum: u128) -> Option<OpenSum> {
        let (mut likely, mut open) = (Vec::new(), Vec::new());
        for (at, options) in self.options.iter().flatten().enumerate() {
            if self.packing.exponent(sum, at) == 0 {
                continue;
            }
            let rest = sum - self.packing.one(at);
            for option in options {
                let reached = rest + option;
                if reached & self.packing.guards != 0 {
                    return None;
                }
                match self.looked_up(reached) {
                    Some(true) => return Some(OpenSum { sum, open: vec![reached] }),
                    Some(false) => continue,
                    None => {}
                }
                let guess = self.guess.as_ref();
                let is_likely = guess.is_some_and(|guess| guess.is_p(self.value(guess, &guess.generators, reached)));
                if is_likely { likely.push(reached) } else { open.push(reached) }
            }
        }
        open.append(&mut likely);
        Some(OpenSum { sum, open })
    }
}
