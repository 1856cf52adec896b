//! Finite commutative monoids with a set P of elements, given by generators. Knows nothing of games.
use super::bits::ElementSet;
use nimdsl_engines::engine::{Context, EngineError};

/// An element by its number; 0 is the identity.
pub(super) type Element = u32;

/// A finite commutative monoid with a set P (a *bipartite monoid* of Plambeck and Siegel).
#[derive(Clone, Debug)]
pub(super) struct BipartiteMonoid {
    /// The elements that generate it.
    pub(super) generators: Vec<Element>,
    /// Products of two elements, row by row.
    products: Vec<Element>,
    /// For each element, those with which it comes to P.
    to_p: Vec<ElementSet>,
}

impl BipartiteMonoid {
    /// The monoid on which generators act.
    ///
    /// `next` has a row for each element: its products with the generators; `parents` say of each but the identity which
    /// element before it and which generator it is the product of. That the actions commute is the caller's.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub(super) fn new(
        next: &[Vec<Element>],
        parents: &[(Element, usize)],
        is_p: &[bool],
        context: &Context,
    ) -> Result<Self, EngineError> {
        let order = next.len();
        context.fits(order as u128 * order as u128 * 5)?;
        let mut products = vec![0; order * order];
        for one in 0..order {
            context.go_on()?;
            let row = &mut products[one * order..][..order];
            row[0] = element(one);
            for (other, (parent, generator)) in (1..order).zip(parents) {
                row[other] = next[row[*parent as usize] as usize][*generator];
            }
        }
        let to_p = products.chunks(order).map(|row| ElementSet::of(order, |other| is_p[row[other] as usize]));
        Ok(Self { generators: next[0].clone(), to_p: to_p.collect(), products })
    }

    /// The number of elements.
    pub(super) fn order(&self) -> usize {
        self.to_p.len()
    }

    pub(super) fn product(&self, one: Element, other: Element) -> Element {
        self.products[one as usize * self.order() + other as usize]
    }

    /// The product of some elements.
    pub(super) fn of_all(&self, elements: impl IntoIterator<Item = Element>) -> Element {
        elements.into_iter().fold(0, |product, element| self.product(product, element))
    }

    /// The elements with which an element comes to P.
    pub(super) fn to_p(&self, element: Element) -> &ElementSet {
        &self.to_p[element as usize]
    }

    pub(super) fn is_p(&self, element: Element) -> bool {
        self.to_p[0].has(element as usize)
    }

    /// Whether any two elements come to different sides of P with some third one.
    pub(super) fn is_reduced(&self) -> bool {
        let mut all: Vec<&ElementSet> = self.to_p.iter().collect();
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Whether products of some elements are all there are.
    pub(super) fn is_generated_by(&self, some: &[Element]) -> bool {
        self.generated(some).into_iter().all(|is_met| is_met)
    }

    /// Which elements are products of some.
    pub(super) fn generated(&self, some: &[Element]) -> Vec<bool> {
        let mut met = vec![false; self.order()];
        let mut open = vec![0];
        met[0] = true;
        while let Some(last) = open.pop() {
            for one in some {
                let product = self.product(last, *one);
                if !std::mem::replace(&mut met[product as usize], true) {
                    open.push(product);
                }
            }
        }
        met
    }
}

/// An element of a number that is below the order.
pub(super) fn element(number: usize) -> Element {
    Element::try_from(number).expect("a monoid whose products fit the memory has fewer than 2^32 elements")
}
