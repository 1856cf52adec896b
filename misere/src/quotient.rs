//! Misère quotients: from positions that are closed under options to the monoid that tells the outcomes of all sums of them.
//!
//! Position by position, those that lead to others later: a position gets an element of the monoid that is known, if one is proved to
//! fit (`proof`); else it is a generator more, and a monoid is learned again (`learn`). What is learned is a guess, as positions that are
//! no generators are replaced by the sums of generators that they were equal to before; what is told is proved of the positions
//! themselves (`prove`).
use super::closed::ClosedSet;
use super::generated::{Exponents, GeneratorGame, ProvedBelow, sum_of};
use super::learn::{Unlearned, learned, value};
use super::monoid::{BipartiteMonoid, Element};
use super::proof::{FollowedSums, Refused, useless_rests};
use nimdsl_engines::engine::{Context, EngineError};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// How often a position may be given another sum of generators before it is made one.
const MOST_CHANGES: usize = 2;

/// The misère quotient of the first positions of a set, proved.
#[derive(Clone, Debug)]
pub(super) struct ProvedQuotient {
    pub(super) monoid: BipartiteMonoid,
    /// The element of each position.
    pub(super) elements: Vec<Element>,
    /// The order of the quotient of the positions up to each.
    pub(super) orders: Vec<usize>,
}

/// What is found within limits.
#[derive(Clone, Debug)]
pub(super) struct FoundQuotient {
    pub(super) proved: ProvedQuotient,
    /// The first position whose quotient with those before it has more elements than are looked for, if there is one.
    pub(super) beyond: Option<u32>,
}

/// The quotients of the first positions, as far as they have at most so many elements.
///
/// # Errors
/// Memory or cancellation.
pub(super) fn quotient(set: &ClosedSet, most: usize, context: &Context) -> Result<FoundQuotient, EngineError> {
    let mut builder = QuotientBuilder::new(set, most, context)?;
    let mut last = builder.proved();
    for position in 0..set.len() {
        if let Some(progress) = &context.progress {
            progress(position as u64, set.len() as u64);
        }
        match builder.place(super::monoid::element(position)) {
            Ok(()) => {}
            Err(Unlearned::Stopped(error)) => return Err(error),
            Err(Unlearned::TooMany(_)) => {
                prove(set, &last, context)?;
                return Ok(FoundQuotient { proved: last, beyond: Some(super::monoid::element(position)) });
            }
        }
        builder.orders.push(builder.monoid.order());
        // Only where the next position may be beyond the limits is what was known before asked for.
        if builder.is_changed {
            last = builder.proved();
            builder.is_changed = false;
        }
        last.elements.clone_from(&builder.elements);
        last.orders.clone_from(&builder.orders);
    }
    prove(set, &last, context)?;
    Ok(FoundQuotient { proved: last, beyond: None })
}

/// Proves all over again that a monoid is the quotient of the positions that have elements.
fn prove(set: &ClosedSet, quotient: &ProvedQuotient, context: &Context) -> Result<(), EngineError> {
    let ProvedQuotient { monoid, elements, .. } = quotient;
    let mut sums = FollowedSums::default();
    let mut known: BTreeSet<(Element, Vec<Element>)> = BTreeSet::new();
    let mut is_right = !monoid.is_p(0) && monoid.is_reduced() && monoid.is_generated_by(elements);
    for (number, own) in (0..).zip(elements) {
        let options = images(set, monoid, elements, number);
        if options.is_empty() {
            is_right &= *own == 0;
        } else if known.insert((*own, options.clone())) {
            match sums.add(monoid, (number, *own), &options, context) {
                Ok(()) => {}
                Err(Refused::Stopped(error)) => return Err(error),
                Err(Refused::Wrong(_)) => is_right = false,
            }
        }
    }
    assert!(is_right, "a quotient is told only where every position was found to fit");
    Ok(())
}

/// The elements of the options of a position, each once, in ascending order.
pub(super) fn images(set: &ClosedSet, monoid: &BipartiteMonoid, elements: &[Element], number: u32) -> Vec<Element> {
    let of_option = |option: &Vec<u32>| monoid.of_all(option.iter().map(|part| elements[*part as usize]));
    let all: BTreeSet<Element> = set.options(number).iter().map(of_option).collect();
    all.into_iter().collect()
}

/// What is known of the first positions.
struct QuotientBuilder<'a> {
    set: &'a ClosedSet,
    context: &'a Context,
    most: usize,
    /// Positions that are generators.
    generators: Vec<u32>,
    /// For each position, the sum of generators that it is equal to, and how often that was changed.
    words: Vec<(Exponents, usize)>,
    tests: Vec<Exponents>,
    monoid: BipartiteMonoid,
    /// For each element, a sum of generators.
    kept: Vec<Exponents>,
    elements: Vec<Element>,
    orders: Vec<usize>,
    sums: FollowedSums,
    /// The element of positions by those of their options.
    same: HashMap<Vec<Element>, Element>,
    is_changed: bool,
}

impl<'a> QuotientBuilder<'a> {
    fn new(set: &'a ClosedSet, most: usize, context: &'a Context) -> Result<Self, EngineError> {
        let mut tests = Vec::new();
        let (monoid, kept) = match learned(&GeneratorGame::default(), None, &mut tests, most.max(1), context) {
            Ok(found) => found,
            Err(Unlearned::Stopped(error)) => return Err(error),
            Err(Unlearned::TooMany(_)) => unreachable!("without generators there is one element"),
        };
        Ok(Self {
            set,
            context,
            most,
            generators: Vec::new(),
            words: Vec::new(),
            tests,
            monoid,
            kept,
            elements: Vec::new(),
            orders: Vec::new(),
            sums: FollowedSums::default(),
            same: HashMap::new(),
            is_changed: true,
        })
    }

    fn proved(&self) -> ProvedQuotient {
        let (monoid, elements, orders) = (self.monoid.clone(), self.elements.clone(), self.orders.clone());
        ProvedQuotient { monoid, elements, orders }
    }

    /// Gives the next position an element, in another monoid if none of this one fits.
    fn place(&mut self, number: u32) -> Result<(), Unlearned> {
        let empty = vec![0; self.generators.len()];
        self.words.push((empty, 0));
        if let Some(element) = self.fitting(number)? {
            self.words[number as usize].0.clone_from(&self.kept[element as usize]);
            self.elements.push(element);
            return Ok(());
        }
        self.is_changed = true;
        let (monoid, elements) = (self.monoid.clone(), self.elements.clone());
        self.promote(number);
        while !self.learn_up_to(number, (&monoid, &elements))? {}
        Ok(())
    }

    /// An element that fits a position beside all that are placed.
    fn fitting(&mut self, number: u32) -> Result<Option<Element>, Unlearned> {
        let options = images(self.set, &self.monoid, &self.elements, number);
        if options.is_empty() {
            return Ok(Some(0));
        }
        if let Some(element) = self.same.get(&options) {
            return Ok(Some(*element));
        }
        let usual = value(&self.monoid, &self.words[number as usize].0);
        let possible = |element: Element| {
            let rests = useless_rests(&self.monoid, element, &options).ok()?;
            // One that needs no proof first, then the one that it had before.
            (!rests.has(0)).then_some((!rests.is_empty(), element != usual, element))
        };
        let order = super::monoid::element(self.monoid.order());
        let mut possible: Vec<(bool, bool, Element)> = (0..order).filter_map(possible).collect();
        possible.sort_unstable();
        for (needs_proof, _, element) in possible {
            let before = needs_proof.then(|| self.sums.clone());
            match self.sums.add(&self.monoid, (number, element), &options, self.context) {
                Ok(()) => {
                    self.same.insert(options, element);
                    return Ok(Some(element));
                }
                Err(Refused::Stopped(error)) => return Err(error.into()),
                Err(Refused::Wrong(_)) => self.sums = before.unwrap_or_default(),
            }
        }
        Ok(None)
    }

    /// Makes a position a generator.
    fn promote(&mut self, number: u32) {
        self.generators.push(number);
        let words = self.words.iter_mut().map(|word| &mut word.0);
        words.chain(&mut self.tests).for_each(|word| word.push(0));
        let word = &mut self.words[number as usize].0;
        word.fill(0);
        if let Some(own) = word.last_mut() {
            *own = 1;
        }
    }

    /// Learns a monoid and places all positions up to one; says whether they fit, all and for good. What is known of the positions
    /// before that one is a monoid and their elements.
    fn learn_up_to(&mut self, last: u32, known: (&BipartiteMonoid, &[Element])) -> Result<bool, Unlearned> {
        let options = |generator: &u32| self.set.options(*generator).iter().map(|option| self.word(option)).collect();
        let game = GeneratorGame {
            options: self.generators.iter().map(options).collect::<Option<_>>().ok_or(Unlearned::TooMany(0))?,
        };
        let is_last = |generator: &u32| *generator == last;
        let element = |generator: &u32| known.1.get(*generator as usize).copied().unwrap_or(0);
        let below = self.generators.iter().position(is_last).map(|without| ProvedBelow {
            monoid: known.0.clone(),
            elements: self.generators.iter().map(element).collect(),
            without,
        });
        (self.monoid, self.kept) = learned(&game, below.as_ref(), &mut self.tests, self.most, self.context)?;
        (self.sums, self.same) = (FollowedSums::default(), HashMap::new());
        for (at, generator) in self.generators.iter().enumerate() {
            let of_options = game.options[at].iter().map(|option| value(&self.monoid, option));
            let options: Vec<Element> = of_options.collect::<BTreeSet<_>>().into_iter().collect();
            let own = self.monoid.generators[at];
            match self.sums.add(&self.monoid, (*generator, own), &options, self.context) {
                Ok(()) => self.same.insert(options, own),
                Err(Refused::Stopped(error)) => return Err(error.into()),
                Err(Refused::Wrong(_)) => unreachable!("what is learned contradicts nothing"),
            };
        }
        self.elements.clear();
        for number in 0..=last {
            if let Some(at) = self.generators.iter().position(|generator| *generator == number) {
                self.elements.push(self.monoid.generators[at]);
                continue;
            }
            let Some(element) = self.fitting(number)? else {
                self.promote(number);
                return Ok(false);
            };
            self.elements.push(element);
        }
        Ok(self.is_settled(&game) || !self.change_words())
    }

    /// Whether the generators have the options that they were learned with.
    fn is_settled(&self, game: &GeneratorGame) -> bool {
        self.generators.iter().zip(&game.options).all(|(generator, options)| {
            let learned: BTreeSet<Element> = options.iter().map(|option| value(&self.monoid, option)).collect();
            let own = images(self.set, &self.monoid, &self.elements, *generator);
            own.into_iter().eq(learned)
        })
    }

    /// Takes the elements that positions have got for what they are equal to; says whether anything changed.
    fn change_words(&mut self) -> bool {
        let mut is_any = false;
        let mut restless = Vec::new();
        for (number, element) in (0..).zip(&self.elements) {
            let (word, changes) = &mut self.words[number as usize];
            if value(&self.monoid, word) == *element {
                continue;
            }
            *changes += 1;
            is_any = true;
            // The sum is one of generators below, so that what a generator leads to always ends.
            match of_generators_below(&self.generators, number, &self.monoid, *element) {
                Some(other) if *changes <= MOST_CHANGES => *word = other,
                _ => restless.push(number),
            }
        }
        for number in restless {
            self.promote(number);
        }
        is_any
    }

    /// A sum of positions as one of generators.
    fn word(&self, sum: &[u32]) -> Option<Exponents> {
        let words = sum.iter().map(|part| &self.words[*part as usize].0);
        words.into_iter().try_fold(vec![0; self.generators.len()], |sum, word| sum_of(&sum, word))
    }
}

/// A sum of those generators that are positions before one, which has an element; `None` if no such sum has it.
fn of_generators_below(
    generators: &[u32],
    number: u32,
    monoid: &BipartiteMonoid,
    wanted: Element,
) -> Option<Exponents> {
    let mut words: HashMap<Element, Exponents> = HashMap::from([(0, vec![0; generators.len()])]);
    let mut open = VecDeque::from([0]);
    while let Some(last) = open.pop_front() {
        let word = words[&last].clone();
        if last == wanted {
            return Some(word);
        }
        for (at, generator) in monoid.generators.iter().enumerate().filter(|(at, _)| generators[*at] < number) {
            let product = monoid.product(last, *generator);
            if let Entry::Vacant(vacant) = words.entry(product) {
                let mut longer = word.clone();
                longer[at] = longer[at].checked_add(1)?;
                vacant.insert(longer);
                open.push_back(product);
            }
        }
    }
    None
}
