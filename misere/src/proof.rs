//! Proves that a finite monoid tells the outcomes of all sums in misère play, or finds a sum where it contradicts itself.
//!
//! Let each position have an element, and a sum the product of those of its parts. *P tells the outcomes* if a sum is a P-position
//! just where its element is in P. By induction along play that is so if and only if the empty sum is not in P, and every other sum
//! is in P just where no option of it is. Two conditions say the same of the sums, which are infinitely many, in finitely many steps:
//!
//! 1. *No move leads from P into P*: for a position x and an option e of it there is no z with xz and ez in P. The sum that x stands
//!    in has some element xz.
//! 2. *Every other sum has a move into P*. Let D(x) be the elements z such that neither xz is in P nor ez for an option e of x: with a
//!    rest of that element, x is of no use. A sum without a move into P that is not in P itself is one in which every part x leaves a
//!    rest with an element in D(x). For sums D(X + Y) = {z : zY in D(X) and zX in D(Y)}, and X + Y is such a sum with the rest z just
//!    where z is in it. So the pairs (X, D(X)) of all sums are followed: a sum is wrong if 1 is in D(X), its extensions are all right
//!    if D(X) is empty, and of two sums of the same element only the larger D has to be followed. There are finitely many pairs.
//!
//! If the elements of positions generate the monoid, and any two elements come to different sides of P with some third, it is *the*
//! misère quotient: sums of the same element have the same outcomes beside all sums, and others have not (T. E. Plambeck and A. N.
//! Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008) 593-622).
use super::bits::ElementSet;
use super::monoid::{BipartiteMonoid, Element};
use nimdsl_engines::engine::{Context, EngineError};

/// A sum by its element and the elements of the rests beside which it is of no use.
#[derive(Clone, Debug)]
struct Useless {
    element: Element,
    rests: ElementSet,
    /// The positions of the sum by the numbers that they were given.
    parts: Vec<u32>,
}

/// The sums that are followed.
#[derive(Clone, Debug, Default)]
pub(super) struct FollowedSums {
    /// Single positions.
    positions: Vec<Useless>,
    /// For each element, sums of which none has a larger set of rests than another.
    sums: Vec<Vec<Useless>>,
    count: usize,
}

/// Where a monoid contradicts itself: a sum that is wrong itself, or has an option that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// The first position beside a rest of some element is in P, and so is an option.
    IntoP {
        /// An element of the rest.
        rest: Element,
    },
    /// A sum of these positions has no move into P.
    NoMove {
        /// The numbers that they were given.
        parts: Vec<u32>,
    },
}

/// Why sums cannot be followed further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Wrong(Contradiction),
    Stopped(EngineError),
}

impl From<EngineError> for Refused {
    fn from(error: EngineError) -> Self {
        Self::Stopped(error)
    }
}

/// The rests beside which a position is of no use, by its element and those of its options.
///
/// # Errors
/// An option and a rest that contradict the first condition.
pub(super) fn useless_rests(
    monoid: &BipartiteMonoid,
    element: Element,
    options: &[Element],
) -> Result<ElementSet, Contradiction> {
    let mut helped = ElementSet::of(monoid.order(), |_| false);
    for option in options {
        helped.join(monoid.to_p(*option));
    }
    match monoid.to_p(element).shared(&helped) {
        Some(rest) => Err(Contradiction::IntoP { rest: super::monoid::element(rest) }),
        None => {
            helped.join(monoid.to_p(element));
            Ok(ElementSet::of(monoid.order(), |rest| !helped.has(rest)))
        }
    }
}

impl FollowedSums {
    /// Adds a position, by a number that tells it from others, and follows all sums with it.
    ///
    /// # Errors
    /// A contradiction, after which nothing may be asked of the sums; memory or cancellation.
    pub(super) fn add(
        &mut self,
        monoid: &BipartiteMonoid,
        (number, element): (u32, Element),
        options: &[Element],
        context: &Context,
    ) -> Result<(), Refused> {
        let rests = useless_rests(monoid, element, options).map_err(Refused::Wrong)?;
        if rests.is_empty() {
            return Ok(());
        }
        let alone = Useless { element, rests, parts: vec![number] };
        let is_worse = |known: &Useless| known.element == element && alone.rests.is_within(&known.rests);
        if self.positions.iter().any(is_worse) {
            return Ok(());
        }
        self.positions.push(alone.clone());
        self.sums.resize(monoid.order(), Vec::new());
        let mut open = vec![alone];
        while let Some(sum) = open.pop() {
            context.go_on()?;
            if sum.rests.has(0) {
                return Err(Refused::Wrong(Contradiction::NoMove { parts: sum.parts }));
            }
            let known = &mut self.sums[sum.element as usize];
            if known.iter().any(|known| sum.rests.is_within(&known.rests)) {
                continue;
            }
            let before = known.len();
            known.retain(|known| !known.rests.is_within(&sum.rests));
            known.push(sum.clone());
            self.count = self.count + known.len() - before;
            context.fits(self.count as u128 * (monoid.order() as u128 / 8 + 128))?;
            let longer = self.positions.iter().map(|position| beside(monoid, &sum, position));
            open.extend(longer.filter(|sum| !sum.rests.is_empty()));
        }
        Ok(())
    }
}

/// A sum of two.
fn beside(monoid: &BipartiteMonoid, one: &Useless, other: &Useless) -> Useless {
    let is_useless = |rest: usize| {
        let rest = super::monoid::element(rest);
        one.rests.has(monoid.product(rest, other.element) as usize)
            && other.rests.has(monoid.product(rest, one.element) as usize)
    };
    let rests = ElementSet::of(monoid.order(), is_useless);
    let parts = one.parts.iter().chain(&other.parts).copied().collect();
    Useless { element: monoid.product(one.element, other.element), rests, parts }
}
