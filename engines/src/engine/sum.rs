//! Turns the tables of the parts of a disjunctive sum into that of the sum. Knows nothing of moves.
//!
//! Right because the Grundy value of a sum is the nim-sum of the values of the parts (R. Sprague, Über mathematische
//! Kampfspiele, Tôhoku Math. J. 41 (1935) 438-444; P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8).
use super::question::{Engine, Passed, Unfit};
use super::reference::{register_values, shape_of};
use super::{Context, EngineError, Question};
use crate::ruleset::Ruleset;
use crate::table::{Cells, Region, Table};
use crate::value::{Grundy, Play};

/// A nim-sum of smaller values takes two bytes.
const WIDE: u32 = 1 << 15;

/// Grundy values of one part: whoever chooses engines says how they are found.
pub(super) type OfPart = fn(&Ruleset, &Region, &Context) -> Result<Table, EngineError>;

/// The engine of a disjunctive sum.
#[derive(Debug)]
pub(super) struct OfParts<'a> {
    sum: &'a Ruleset,
    of_part: OfPart,
}

impl<'a> OfParts<'a> {
    pub(super) fn new(sum: &'a Ruleset, of_part: OfPart) -> Result<Self, Unfit> {
        if sum.components.is_empty() { Err("it is no disjunctive sum".to_owned()) } else { Ok(Self { sum, of_part }) }
    }
}

impl Engine for OfParts<'_> {
    fn table(&self, region: &Region, question: Question, context: &Context) -> Result<Table, EngineError> {
        if question == Question::Outcome(Play::Misere) {
            return Err(EngineError::Unfit("misère play of a sum is not that of its parts".to_owned()));
        }
        let mut table = grundy(self.sum, self.of_part, region, context)?;
        if question != Question::Grundy {
            table.layers.iter_mut().for_each(|layer| layer.1.at_most(1));
        }
        Ok(table)
    }

    fn why(&self, _passed: &Passed) -> String {
        let parts: Vec<&str> = self.sum.components.iter().map(|part| part.ruleset.name.as_str()).collect();
        format!(
            "the Grundy value of a disjunctive sum is the nim-sum of those of its parts ({}); misère play is computed in the \
             product",
            parts.join(" + ")
        )
    }
}

/// Grundy values of a sum. Cost: the tables of the parts, and one look-up for each part and position.
fn grundy(ruleset: &Ruleset, of_part: OfPart, region: &Region, context: &Context) -> Result<Table, EngineError> {
    let heaps = ruleset.heaps.len();
    let shape = shape_of(region, heaps)?;
    let mut parts = Vec::new();
    for component in &ruleset.components {
        let own = component.coordinates.iter().filter(|at| **at < heaps);
        let part = match region {
            Region::Box(_) => Region::Box(own.map(|at| shape[*at]).collect()),
            Region::Total(total) => Region::Total(*total),
        };
        let mut alone = component.ruleset.clone();
        for (register, at) in alone.registers.iter_mut().zip(component.coordinates.iter().filter(|at| heaps <= **at)) {
            register.shown = ruleset.registers[at - heaps].shown;
        }
        parts.push((of_part(&alone, &part, context)?, &component.coordinates));
    }
    let layers = register_values(ruleset, context)?;
    let largest =
        |(table, _): &(Table, &Vec<usize>)| table.layers.iter().flat_map(|layer| layer.1.iter()).flatten().max();
    let is_wide = parts.iter().filter_map(largest).any(|most| WIDE <= most);
    let cells = region.touched(heaps).saturating_mul(layers.len() as u128);
    context.fits(cells.saturating_mul(if is_wide { 6 } else { 2 }))?;
    let mut table = Table { shape, layers: Vec::new() };
    for registers in layers {
        let mut values =
            Cells::none(usize::try_from(table.shape.iter().product::<u64>()).map_err(|_| EngineError::too_large())?);
        for (index, mut position) in table.heaps().enumerate() {
            let shown = region.shows(&position);
            position.extend(&registers);
            let of_part = |(table, coordinates): &(Table, &Vec<usize>)| {
                let own: Vec<i64> = coordinates.iter().map(|at| position[*at]).collect();
                table.get(&own).map(Grundy)
            };
            let all: Option<Vec<Grundy>> = parts.iter().map(of_part).collect();
            let value = all.filter(|_| shown);
            if let Some(all) = value {
                values.set(index, all.into_iter().fold(Grundy(0), |sum, part| sum ^ part).0);
            }
            if index.is_multiple_of(4096) {
                context.go_on()?;
            }
        }
        table.layers.push((registers, values));
    }
    Ok(table)
}
