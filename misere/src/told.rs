//! A misère quotient as it is told: letters, words, relations, the element of each position, the period of heaps.
use super::closed::ClosedSet;
use super::monoid::Element;
use super::period::{ElementPeriod, element_period};
use super::presentation::LetteredMonoid;
use super::quotient::quotient;
use nimdsl_engines::engine::{Context, EngineError};
use nimdsl_engines::ruleset::Ruleset;
use nimdsl_engines::ruleset::taking::taking;

/// The misère quotient of positions that are closed under options, proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereQuotient {
    /// How many elements it has.
    pub order: usize,
    /// Generators: a letter, and the first position that has the element, by its number.
    pub generators: Vec<(String, u32)>,
    /// Relations that present it: a word, and the shortest one for the same element.
    pub relations: Vec<(String, String)>,
    /// All elements by their shortest words, in their order.
    pub elements: Vec<String>,
    /// The elements of P-positions, by their places in `elements`.
    pub p_portion: Vec<usize>,
    /// The letters of each element's shortest word, by their places in `generators`.
    pub spelled: Vec<Vec<usize>>,
    /// For each element, its products with the generators, by places in `elements`.
    pub products: Vec<Vec<usize>>,
    /// The element of each position, by its place in `elements`.
    pub values: Vec<usize>,
    /// The order of the quotient of the positions up to each.
    pub orders: Vec<usize>,
    /// The first position that is left out because with it there are more elements than were looked for.
    pub beyond: Option<u32>,
    /// The period of the elements of heaps that is proved, or seems to be; none for games that no theorem speaks of.
    pub period: Option<ElementPeriod>,
}

impl MisereQuotient {
    /// The element of a sum of positions, by its place in `elements`.
    ///
    /// # Panics
    /// For a position that is left out.
    #[must_use]
    pub fn value(&self, sum: &[u32]) -> usize {
        let letters = sum.iter().flat_map(|part| &self.spelled[self.values[*part as usize]]);
        letters.fold(0, |value, letter| self.products[value][*letter])
    }

    /// Whether the period is proved, so that the quotient is that of all heaps.
    #[must_use]
    pub fn is_of_all_heaps(&self) -> bool {
        self.period.is_some_and(|period| period.needed <= self.values.len())
    }
}

/// The misère quotient of the positions of a set as far as it has at most so many elements.
///
/// # Errors
/// Memory or cancellation.
pub fn misere_quotient(
    ruleset: &Ruleset,
    set: &ClosedSet,
    most: usize,
    context: &Context,
) -> Result<MisereQuotient, EngineError> {
    let found = quotient(set, most, context)?;
    let (monoid, values) = (&found.proved.monoid, &found.proved.elements);
    let lettered = LetteredMonoid::of(monoid, values);
    let mut places = vec![0; monoid.order()];
    for (place, element) in lettered.in_order.iter().enumerate() {
        places[*element as usize] = place;
    }
    let place = |element: Element| places[element as usize];
    let first = |element: Element| values.iter().position(|value| *value == element).unwrap_or(0);
    let number = |element: Element| super::monoid::element(first(element));
    let products = |element: &Element| {
        let of_letter = |letter: &Element| place(monoid.product(*element, *letter));
        lettered.generators.iter().map(of_letter).collect()
    };
    let is_p = |place: &usize| monoid.is_p(lettered.in_order[*place]);
    let period = period_of_heaps(ruleset, set, values);
    Ok(MisereQuotient {
        order: monoid.order(),
        generators: lettered
            .letters()
            .iter()
            .cloned()
            .zip(lettered.generators.iter().map(|one| number(*one)))
            .collect(),
        relations: lettered.relations().collect(),
        elements: lettered.in_order.iter().map(|element| lettered.word(*element)).collect(),
        spelled: lettered.in_order.iter().map(|element| lettered.spelled(*element)).collect(),
        p_portion: (0..monoid.order()).filter(is_p).collect(),
        products: lettered.in_order.iter().map(products).collect(),
        values: values.iter().map(|element| place(*element)).collect(),
        orders: found.proved.orders.clone(),
        beyond: found.beyond,
        period,
    })
}

/// The period of the elements of heaps, if the positions are the first heaps of a game that the theorem speaks of.
fn period_of_heaps(ruleset: &Ruleset, set: &ClosedSet, values: &[Element]) -> Option<ElementPeriod> {
    let code = taking(ruleset).ok()?;
    let is_heap = |at: usize| i64::try_from(at).is_ok_and(|heap| *set.position(super::monoid::element(at)) == [heap]);
    (0..values.len()).all(is_heap).then(|| element_period(&code, values)).flatten()
}
