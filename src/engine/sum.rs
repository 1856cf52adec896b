//! Grundy values of disjunctive sums: the nim-sum of the values of the parts (Sprague 1935, Grundy 1939).
use super::reference::register_values;
use super::{Context, EngineError, grundy as any_grundy};
use crate::ruleset::Ruleset;
use crate::table::{Cells, Region, Table};
use crate::value::Grundy;

/// Grundy values of a sum. Cost: the tables of the parts, and one look-up for each part and position.
pub(super) fn grundy(ruleset: &Ruleset, region: &Region, context: &Context) -> Result<Table, EngineError> {
    let heaps = ruleset.heaps.len();
    let shape = match region {
        Region::Box(bounds) if bounds.len() == heaps => bounds.clone(),
        Region::Box(bounds) => {
            let message = format!("{} sizes are given, and a position has {heaps} heaps", bounds.len());
            return Err(EngineError::Question(message));
        }
        Region::Total(total) => vec![*total; heaps],
    };
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
        parts.push((any_grundy(&alone, &part, context)?, &component.coordinates));
    }
    let layers = register_values(ruleset, context)?;
    let cells = shape.iter().try_fold(layers.len() as u128, |cells, bound| cells.checked_mul(u128::from(*bound)));
    context.fits(cells.and_then(|cells| cells.checked_mul(4)).unwrap_or(u128::MAX))?;
    let mut table = Table { shape, layers: Vec::new() };
    for registers in layers {
        let mut values = Cells::none(usize::try_from(table.shape.iter().product::<u64>()).unwrap_or(0));
        for (index, mut position) in table.heaps().enumerate() {
            let total: i64 = position.iter().sum();
            position.extend(&registers);
            let shown = match region {
                Region::Total(bound) => u64::try_from(total).is_ok_and(|total| total < *bound),
                Region::Box(_) => true,
            };
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
