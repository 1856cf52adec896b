//! Misère play of sums on the page: outcomes of sums, genus symbols, misère quotients, each as it is printed and as JSON.
use super::{NoAnswer, Rules};
use crate::engine::{Context, EngineError};
use crate::misere::{ClosedSet, Genus, GenusValues, MisereQuotient, SumOutcomes, Temper, misere_quotient};
use crate::ruleset::Position;
use crate::ruleset::options::Options;
use crate::value::Outcome;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The misère quotient of all positions up to a bound.
#[derive(Clone, Debug)]
pub struct QuotientAnswer {
    /// The title of the ruleset.
    pub ruleset: String,
    /// The positions, those that lead to others later.
    pub positions: Vec<Position>,
    /// Their quotient; without those from `beyond` on.
    pub quotient: MisereQuotient,
    /// Whether it is that of all heaps.
    pub is_of_all: bool,
}

/// The genus symbols of all positions up to a bound.
#[derive(Clone, Debug, Serialize)]
pub struct GenusAnswer {
    /// The title of the ruleset.
    pub ruleset: String,
    /// One for each position, those that lead to others later.
    pub genus: Vec<GenusOf>,
}

/// The genus symbol of a position.
#[derive(Clone, Debug, Serialize)]
pub struct GenusOf {
    /// The position.
    pub position: Position,
    /// The Grundy value of normal play.
    pub grundy: u32,
    /// The misère Grundy values beside 0, 1, 2, ... heaps of two.
    pub misere: Vec<u32>,
    /// The place from which on they come again and again.
    pub repeats: usize,
    /// The symbol as it is printed.
    pub symbol: String,
    /// `tame`, `wild`, or `over wild`: the genus of a position of Nim, and a wild position below.
    pub temper: Temper,
}

impl GenusOf {
    fn new(position: Position, genus: &Genus, temper: Temper) -> Self {
        let (grundy, misere, repeats) = (genus.grundy, genus.misere.clone(), genus.repeats);
        Self { position, grundy, misere, repeats, symbol: genus.words(), temper }
    }

    /// Whether it is neither the genus of a position of Nim nor explained by a wild position below.
    #[must_use]
    pub fn is_wild(&self) -> bool {
        self.temper == Temper::Wild
    }
}

/// The outcome of a sum in misère play, and what wins.
#[derive(Clone, Debug)]
pub struct SumAnswer {
    /// Whether the sum is P or N.
    pub outcome: Outcome,
    /// The sums that are P and one move away: the part that is moved in, by its place, and what it becomes, as an option is told.
    pub winning: Vec<(usize, Vec<Position>)>,
    /// The parts of the sum.
    pub sum: Vec<Position>,
}

impl Serialize for SumAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let winning = self.winning.iter().map(|(part, option)| json!({"part": self.sum[*part], "option": option}));
        let winning: Vec<Value> = winning.collect();
        let letter = if self.outcome == Outcome::P { "P" } else { "N" };
        json!({"sum": self.sum, "outcome": letter, "winning": winning}).serialize(serializer)
    }
}

impl Serialize for QuotientAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = &self.quotient;
        let position = |number: u32| &self.positions[number as usize];
        let generators =
            told.generators.iter().map(|(name, first)| json!({"name": name, "position": position(*first)}));
        let values = self.positions.iter().zip(&told.values);
        let values = values.map(|(position, value)| json!({"position": position, "element": told.elements[*value]}));
        let p_portion = told.p_portion.iter().map(|place| &told.elements[*place]);
        let period = told.period.map(|period| {
            json!({
                "preperiod": period.preperiod, "period": period.period, "needed": period.needed,
                "proved": self.quotient.is_of_all_heaps()
            })
        });
        json!({
            "ruleset": self.ruleset, "order": told.order, "generators": generators.collect::<Vec<_>>(),
            "relations": told.relations, "elements": told.elements, "p_portion": p_portion.collect::<Vec<_>>(),
            "values": values.collect::<Vec<_>>(), "orders": told.orders, "products": told.products,
            "beyond": told.beyond.map(position), "of_all": self.is_of_all, "period": period
        })
        .serialize(serializer)
    }
}

impl Rules {
    /// The misère quotient of all positions whose heaps are at most so many, as far as it has at most so many elements.
    ///
    /// # Errors
    /// Too many positions; memory, cancellation, a rule without a value somewhere.
    pub fn misere_quotient(&self, up_to: u64, most: usize, context: &Context) -> Result<QuotientAnswer, NoAnswer> {
        let set = self.closed_up_to(up_to, context)?;
        let quotient = self.blamed(misere_quotient(self.ruleset(), &set, most, context))?;
        let positions = (0..).take(set.len()).map(|number| set.position(number).clone()).collect();
        let is_of_all = quotient.is_of_all_heaps();
        Ok(QuotientAnswer { ruleset: self.ruleset().name.clone(), positions, quotient, is_of_all })
    }

    /// The genus symbols of all positions whose heaps are at most so many.
    ///
    /// # Errors
    /// As for [`Rules::misere_quotient`].
    pub fn genus(&self, up_to: u64, context: &Context) -> Result<GenusAnswer, NoAnswer> {
        let set = self.closed_up_to(up_to, context)?;
        let values = self.blamed(GenusValues::new(&set, context))?;
        let of_one = |number: u32| {
            let (genus, temper) = values.position(number);
            GenusOf::new(set.position(number).clone(), genus, temper)
        };
        let genus = (0..).take(set.len()).map(of_one).collect();
        Ok(GenusAnswer { ruleset: self.ruleset().name.clone(), genus })
    }

    /// The outcome in misère play of a sum of positions, by definition.
    ///
    /// # Errors
    /// A position outside of the game; memory, cancellation, a rule without a value somewhere.
    pub fn misere_outcome(&self, sum: &[Position], context: &Context) -> Result<SumAnswer, NoAnswer> {
        sum.iter().try_for_each(|position| self.belongs(position))?;
        let set = self.blamed(ClosedSet::of(self.ruleset(), sum, context))?;
        let numbers: Vec<u32> = sum.iter().filter_map(|position| set.number(position)).collect();
        let mut outcomes = SumOutcomes::new(&set);
        let outcome = self.blamed(outcomes.of(&set.sum(numbers.iter().copied()), context))?;
        let mut winning = Vec::new();
        for (place, position) in sum.iter().enumerate() {
            if sum[..place].contains(position) {
                continue;
            }
            // As they are told, with the parts that no move leads from, which the set leaves out.
            for option in self.options(position)?.options {
                let others = numbers.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, number)| *number);
                let parts = option.summands();
                let reached = set.sum(others.chain(parts.iter().filter_map(|part| set.number(part))));
                if self.blamed(outcomes.of(&reached, context))? == Outcome::P {
                    winning.push((place, parts.to_vec()));
                }
            }
        }
        Ok(SumAnswer { outcome, winning, sum: sum.to_vec() })
    }

    /// The positions whose heaps are at most so many and all that they lead to; registers have their greatest values.
    fn closed_up_to(&self, up_to: u64, context: &Context) -> Result<ClosedSet, NoAnswer> {
        let heaps = self.ruleset().heaps.len();
        let too_many = || NoAnswer::Engine(EngineError::too_large());
        let bound = i64::try_from(up_to).ok().and_then(|up_to| up_to.checked_add(1)).ok_or_else(too_many)?;
        let power = u32::try_from(heaps).map_err(|_| too_many())?;
        let count = bound.unsigned_abs().checked_pow(power).ok_or_else(too_many)?;
        self.blamed(context.fits(u128::from(count) * 128))?;
        let options = self.blamed(Options::new(self.ruleset()).map_err(EngineError::from))?;
        let mut wanted = Vec::new();
        let mut at = vec![0; heaps];
        loop {
            let position = self.position(&at, None)?;
            if self.blamed(options.in_domain(&position).map_err(EngineError::from))? {
                wanted.push(position);
            }
            // The last heap runs first.
            let Some(next) = at.iter().rposition(|heap| *heap + 1 < bound) else { break };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
        self.blamed(ClosedSet::of(self.ruleset(), &wanted, context))
    }
}
