//! The positions of a ruleset that sums are made of: those asked for and all that can be reached, each with its options as
//! multisets. Knows nothing of outcomes.
use nimdsl_engines::engine::{Context, EngineError};
use nimdsl_engines::ruleset::options::Options;
use nimdsl_engines::ruleset::{Position, Ruleset, words};
use std::collections::{HashMap, HashSet};

/// A sum of positions of a [`ClosedSet`]: their numbers in ascending order, each as often as it stands in the sum. Positions
/// without options are left out, as they change no sum.
pub type SummandList = Vec<u32>;

/// Positions that are closed under options, each after those that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    positions: Vec<Position>,
    options: Vec<Vec<SummandList>>,
    numbers: HashMap<Position, u32>,
}

/// A position whose options are being gone through.
struct BegunPosition {
    position: Position,
    /// The parts of each option.
    options: Vec<Vec<Position>>,
    /// Where the next part stands that may be unknown.
    next: (usize, usize),
}

impl ClosedSet {
    /// The positions that can be reached from some, in their order as far as options come first.
    ///
    /// # Errors
    /// A position outside of the game; memory, cancellation, a rule without a value somewhere, play that does not end.
    pub fn of(ruleset: &Ruleset, wanted: &[Position], context: &Context) -> Result<Self, EngineError> {
        let options = Options::new(ruleset)?.until(&context.cancel);
        let mut found = Self { positions: Vec::new(), options: Vec::new(), numbers: HashMap::new() };
        let mut bytes = 0u128;
        for position in wanted {
            found.extend(position, ruleset, &options, &mut bytes, context)?;
        }
        Ok(found)
    }

    /// Adds a position, after all that it leads to.
    fn extend(
        &mut self,
        position: &[i64],
        ruleset: &Ruleset,
        options: &Options,
        bytes: &mut u128,
        context: &Context,
    ) -> Result<(), EngineError> {
        if self.numbers.contains_key(position) {
            return Ok(());
        }
        let mut open = vec![begun(position.to_vec(), ruleset, options)?];
        // Those that are open, as a chain of options can be as long as a heap is high.
        let mut chain = HashSet::from([position.to_vec()]);
        while let Some(last) = open.last_mut() {
            context.go_on()?;
            if let Some(part) = last.unknown(&self.numbers) {
                if !chain.insert(part.clone()) {
                    let shown = words::numbers(&part, ruleset.heaps.len());
                    return Err(EngineError::Endless(format!("{shown} can be reached from itself")));
                }
                open.push(begun(part, ruleset, options)?);
                continue;
            }
            let Some(done) = open.pop() else { break };
            chain.remove(&done.position);
            let known = self.reached(&done.options);
            *bytes += known.iter().map(|sum| sum.len() as u128 * 4 + 24).sum::<u128>() + 128;
            context.fits(*bytes)?;
            let number = u32::try_from(self.positions.len()).map_err(|_| EngineError::too_large())?;
            self.numbers.insert(done.position.clone(), number);
            self.positions.push(done.position);
            self.options.push(known);
        }
        Ok(())
    }

    /// Options as sums of positions that are known.
    fn reached(&self, options: &[Vec<Position>]) -> Vec<SummandList> {
        let of_one = |parts: &Vec<Position>| {
            let numbers = parts.iter().map(|part| self.numbers[part]);
            self.sum(numbers)
        };
        let mut known: Vec<SummandList> = options.iter().map(of_one).collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    /// A sum of positions by their numbers.
    pub fn sum(&self, numbers: impl IntoIterator<Item = u32>) -> SummandList {
        let mut sum: SummandList = numbers.into_iter().filter(|number| !self.options(*number).is_empty()).collect();
        sum.sort_unstable();
        sum
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position of a number.
    #[must_use]
    pub fn position(&self, number: u32) -> &Position {
        &self.positions[number as usize]
    }

    /// The number of a position.
    #[must_use]
    pub fn number(&self, position: &[i64]) -> Option<u32> {
        self.numbers.get(position).copied()
    }

    /// The options of a position, each once.
    #[must_use]
    pub fn options(&self, number: u32) -> &[SummandList] {
        &self.options[number as usize]
    }

    /// The options of a sum, each once for each way to choose a part and an option of it; parts that are equal count as one.
    pub fn options_of_sum(&self, sum: &[u32]) -> impl Iterator<Item = SummandList> {
        let is_first = |at: &usize| *at == 0 || sum[*at - 1] != sum[*at];
        (0..sum.len()).filter(is_first).flat_map(move |at| {
            self.options(sum[at]).iter().map(move |option| {
                let mut reached: SummandList = Vec::with_capacity(sum.len() - 1 + option.len());
                reached.extend(&sum[..at]);
                reached.extend(&sum[at + 1..]);
                reached.extend(option);
                reached.sort_unstable();
                reached
            })
        })
    }
}

impl BegunPosition {
    /// The next part that is not known.
    fn unknown(&mut self, known: &HashMap<Position, u32>) -> Option<Position> {
        while let Some(parts) = self.options.get(self.next.0) {
            let Some(part) = parts.get(self.next.1) else {
                self.next = (self.next.0 + 1, 0);
                continue;
            };
            if !known.contains_key(part) {
                return Some(part.clone());
            }
            self.next.1 += 1;
        }
        None
    }
}

fn begun(position: Position, ruleset: &Ruleset, options: &Options) -> Result<BegunPosition, EngineError> {
    if !options.in_domain(&position)? {
        let shown = words::numbers(&position, ruleset.heaps.len());
        return Err(EngineError::Request(format!("{shown} does not belong to the game")));
    }
    let parts = |option: &Position| option.chunks(position.len().max(1)).map(<[i64]>::to_vec).collect();
    let options = options.list(&position)?.iter().map(|reached| parts(&reached.position)).collect();
    Ok(BegunPosition { position, options, next: (0, 0) })
}
