//! Rules as scripts of other programs, each with the first values to compare.
use super::{NoAnswer, Rules};
use crate::bridge::{Heading, ScriptTarget, export};
use crate::certificate::hash;
use crate::engine::Context;
use crate::ruleset::Position;
use crate::table::Region;
use crate::value::Play;

/// The exclusive bound of each heap, by the number of heaps.
const SIZES: [u64; 5] = [20, 6, 4, 3, 2];
/// Registers that reach farther are shown so far beyond their least value.
const REGISTER: i64 = 2;

impl Rules {
    /// The rules at the chosen parameters as a script for another program. Cost: a table of a few positions.
    ///
    /// # Errors
    /// Something that the target cannot say; memory, cancellation, a rule without a value at a small position.
    pub fn exported(&self, target: ScriptTarget, context: &Context) -> Result<String, NoAnswer> {
        let document = self.document();
        let mut ruleset = self.ruleset().clone();
        ruleset.play = self.play();
        let hash = hash(document);
        let with = |first: &[(Position, u32)]| {
            let heading = Heading { source: document.cited(), hash: &hash, first };
            export(&ruleset, target, &heading).map_err(|unsaid| NoAnswer::Question(unsaid.to_string()))
        };
        // What cannot be said is told before any table is computed.
        with(&[])?;
        with(&self.first_values(context)?)
    }

    /// The Grundy values of small positions, with small registers.
    fn first_values(&self, context: &Context) -> Result<Vec<(Position, u32)>, NoAnswer> {
        let mut rules = self.clone().played(Play::Normal);
        for register in &self.ruleset().registers {
            let (low, high) = register.shown.unwrap_or((register.low, i64::MAX));
            rules = rules.showing(&register.name, low..=high.min(low.saturating_add(REGISTER)))?;
        }
        let heaps = rules.ruleset().heaps.len();
        let size = SIZES[heaps.clamp(1, SIZES.len()) - 1];
        let table = rules.grundy(&Region::Box(vec![size; heaps]), context)?.table;
        let mut first = Vec::new();
        for (registers, values) in &table.layers {
            for (index, value) in values.to_vec().into_iter().enumerate() {
                let mut rest = u64::try_from(index).expect("a small table");
                let mut position: Position = Vec::new();
                for bound in table.shape.iter().rev() {
                    position.push(i64::try_from(rest % bound).expect("a small bound"));
                    rest /= bound;
                }
                position.reverse();
                position.extend(registers);
                first.extend(value.map(|value| (position, value)));
            }
        }
        Ok(first)
    }
}
