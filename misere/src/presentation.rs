//! A finite commutative monoid by letters: generators, the shortest word of each element, relations. Knows nothing of games.
//!
//! Words are ordered by length, then by letters. The shortest words of all elements are closed under division, and the relations that are
//! listed lead from each least word that is no shortest one to the shortest word of its element: a reduced Gröbner basis, so that they
//! present the monoid.
use super::monoid::{BipartiteMonoid, Element, element};
use std::collections::HashMap;

/// How often each letter stands in a word.
type LetterCounts = Vec<u32>;

/// A monoid by letters.
#[derive(Clone, Debug)]
pub(super) struct LetteredMonoid {
    letters: Vec<String>,
    /// The elements that the letters stand for.
    pub(super) generators: Vec<Element>,
    /// The shortest word of each element.
    shortest: Vec<LetterCounts>,
    relations: Vec<(LetterCounts, Element)>,
    /// All elements by their shortest words.
    pub(super) in_order: Vec<Element>,
}

impl LetteredMonoid {
    /// Letters for elements that generate a monoid, those left out that are products of others before them.
    pub(super) fn of(monoid: &BipartiteMonoid, elements: &[Element]) -> Self {
        let generators = irredundant(monoid, elements);
        let letters = (0..generators.len()).map(letter).collect();
        let (shortest, in_order) = shortest_words(monoid, &generators);
        let relations = relations(monoid, &generators, &shortest, &in_order);
        Self { letters, generators, shortest, relations, in_order }
    }

    pub(super) fn letters(&self) -> &[String] {
        &self.letters
    }

    /// An element as a word; the identity is 1.
    pub(super) fn word(&self, element: Element) -> String {
        self.written(&self.shortest[element as usize])
    }

    /// The letters of an element's shortest word, one after the other.
    pub(super) fn spelled(&self, element: Element) -> Vec<usize> {
        let powers = self.shortest[element as usize].iter().enumerate();
        powers.flat_map(|(letter, exponent)| (0..*exponent).map(move |_| letter)).collect()
    }

    /// The relations: left side, right side.
    pub(super) fn relations(&self) -> impl Iterator<Item = (String, String)> {
        self.relations.iter().map(|(left, right)| (self.written(left), self.word(*right)))
    }

    fn written(&self, word: &[u32]) -> String {
        let powers = self.letters.iter().zip(word).filter_map(|(letter, exponent)| match exponent {
            0 => None,
            1 => Some(letter.clone()),
            _ => Some(format!("{letter}^{exponent}")),
        });
        let gap = if 26 < self.letters.len() { " " } else { "" };
        let written = powers.collect::<Vec<_>>().join(gap);
        if written.is_empty() { "1".to_owned() } else { written }
    }
}

/// The name of a generator: a letter, or one with a number.
fn letter(at: usize) -> String {
    let letters: Vec<char> = ('a'..='z').collect();
    let name = letters[at % letters.len()];
    if at < letters.len() { name.to_string() } else { format!("{name}{}", at / letters.len()) }
}

/// Elements in their order without those that are products of others before them, and without those that later ones make needless.
fn irredundant(monoid: &BipartiteMonoid, elements: &[Element]) -> Vec<Element> {
    let mut some: Vec<Element> = Vec::new();
    let mut met = vec![false; monoid.order()];
    met[0] = true;
    for one in elements {
        if !met[*one as usize] {
            some.push(*one);
            met = monoid.generated(&some);
        }
    }
    for at in (0..some.len()).rev() {
        let rest: Vec<Element> =
            some.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| *one).collect();
        if monoid.is_generated_by(&rest) {
            some = rest;
        }
    }
    some
}

/// The shortest word of each element, and the elements in the order of those words.
fn shortest_words(monoid: &BipartiteMonoid, generators: &[Element]) -> (Vec<LetterCounts>, Vec<Element>) {
    let mut words: Vec<Option<LetterCounts>> = vec![None; monoid.order()];
    words[0] = Some(vec![0; generators.len()]);
    let mut in_order = vec![0];
    let mut next = 0;
    // The words of one length come in their order, and so do those that they are prolonged to.
    while let Some(last) = in_order.get(next).copied() {
        next += 1;
        let Some(word) = words[last as usize].clone() else { continue };
        let greatest = word.iter().rposition(|exponent| *exponent != 0).unwrap_or(0);
        for (at, generator) in generators.iter().enumerate().skip(greatest) {
            let product = monoid.product(last, *generator);
            let place = &mut words[product as usize];
            if place.is_none() {
                let mut longer = word.clone();
                longer[at] += 1;
                *place = Some(longer);
                in_order.push(product);
            }
        }
    }
    (words.into_iter().map(Option::unwrap_or_default).collect(), in_order)
}

/// The least words that are no shortest ones, with the elements that they stand for.
fn relations(
    monoid: &BipartiteMonoid,
    generators: &[Element],
    shortest: &[LetterCounts],
    in_order: &[Element],
) -> Vec<(LetterCounts, Element)> {
    let known: HashMap<&LetterCounts, Element> = (0..).zip(shortest).map(|(number, word)| (word, number)).collect();
    let mut found: Vec<(LetterCounts, Element)> = Vec::new();
    for last in in_order {
        let word = &shortest[*last as usize];
        let greatest = word.iter().rposition(|exponent| *exponent != 0).unwrap_or(0);
        for (at, generator) in generators.iter().enumerate().skip(greatest) {
            let mut longer = word.clone();
            longer[at] += 1;
            let is_least = || {
                (0..longer.len()).filter(|letter| longer[*letter] != 0).all(|letter| {
                    let mut divisor = longer.clone();
                    divisor[letter] -= 1;
                    known.contains_key(&divisor)
                })
            };
            if !known.contains_key(&longer) && is_least() {
                found.push((longer, monoid.product(*last, *generator)));
            }
        }
    }
    debug_assert!(found.iter().all(|(_, right)| *right < element(shortest.len())));
    found
}
