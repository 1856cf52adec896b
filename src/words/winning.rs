//! Moves into the set of a certificate, read off its automaton: for the first positions outside of it, or with a larger value.
use super::automaton::ReadAutomaton;
use super::page::{ProofBlock, ProofLine};
use crate::latex::symbol;
use crate::ruleset::options::Options;
use crate::ruleset::{Position, Ruleset, words};

/// Positions that are listed, and looked at.
const MOST_LISTED: usize = 10;
const MOST_TRIED: usize = 20_000;
/// The number that stands for an open parameter in examples.
pub(super) const OPEN: i64 = 2;
/// Values that are looked for.
const MOST_VALUE: u64 = 64;

/// A game whose positions an automaton reads.
pub(super) struct ReadGame<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) set: &'a ReadAutomaton,
    /// What its coordinates are called.
    pub(super) names: Vec<String>,
    /// How many of the last registers stand for open parameters.
    pub(super) open: usize,
    /// How heaps are in two digits, if they are by one number.
    pub(super) pairs: Option<DigitPairs>,
}

/// Which heaps are a quotient and a remainder.
pub(super) struct DigitPairs {
    pub(super) split: Vec<bool>,
    /// How many of the last coordinates are a heap of Nim.
    pub(super) nim: usize,
    /// The number that heaps are divided by in the examples.
    pub(super) modulus: i64,
    /// What the heaps are called, and what they are divided by.
    pub(super) names: Vec<String>,
    pub(super) divisor: String,
}

impl ReadGame<'_> {
    /// Whether a position is in the set, with a value behind it.
    fn has(&self, position: &[i64], value: Option<u64>) -> bool {
        // A track counts a register that may be negative from its least value.
        let least = self.ruleset.registers.iter().map(|register| register.low.min(0));
        let least = self.ruleset.heaps.iter().map(|_| 0).chain(least);
        let numbers: Option<Vec<u64>> =
            position.iter().zip(least).map(|(number, least)| u64::try_from(number - least).ok()).collect();
        numbers.is_some_and(|numbers| self.set.accepts(&[numbers, value.into_iter().collect()].concat()))
    }

    /// The first positions of the game in the order of their totals.
    fn positions(&self, options: &Options) -> Vec<Position> {
        let width = self.ruleset.heaps.len() + self.ruleset.registers.len() - self.open;
        let low = |at: usize| at.checked_sub(self.ruleset.heaps.len()).map_or(0, |at| self.ruleset.registers[at].low);
        let (mut found, mut tried) = (Vec::new(), 0);
        for total in 0..64 {
            let mut all = Vec::new();
            with_total(total, width, &mut Vec::new(), &mut all);
            tried += all.len();
            if MOST_TRIED < tried {
                break;
            }
            for position in all {
                let numbers = position.iter().enumerate().map(|(at, number)| number + low(at));
                let position: Position = numbers.chain(std::iter::repeat_n(OPEN, self.open)).collect();
                if options.in_domain(&position).unwrap_or(false) {
                    found.push(position);
                }
            }
        }
        found
    }

    /// A move from a position to an option of this value, or into the set: its name with its amounts, and the option.
    fn way(&self, options: &Options, position: &[i64], value: Option<u64>) -> Option<(ProofLine, Position)> {
        let reached = options.list(position).ok()?;
        let good = reached.into_iter().find(|reached| self.has(&reached.position, value))?;
        let (index, amounts) = good.ways.first()?;
        let rule = &self.ruleset.moves[*index];
        let amounts = rule.amounts.iter().zip(amounts).map(|(name, amount)| format!("{} = {amount}", symbol(name)));
        let amounts = amounts.collect::<Vec<_>>().join(",\\ ");
        let amounts = if amounts.is_empty() || self.pairs.is_some() { String::new() } else { format!(": ${amounts}$") };
        Some((ProofLine::default().code(&rule.name).and(&amounts), good.position))
    }

    /// A winning move for each of the first positions outside of the set.
    pub(super) fn winning(&self) -> Vec<ProofBlock> {
        let Ok(options) = Options::new(self.ruleset) else { return Vec::new() };
        let mut rows = Vec::new();
        for position in self.positions(&options) {
            if MOST_LISTED <= rows.len() {
                break;
            }
            if self.has(&position, None) {
                continue;
            }
            // In misère play a terminal position is outside, and needs no move.
            let Some((way, option)) = self.way(&options, &position, None) else { continue };
            // Whoever lowers the heap of Nim to the value needs no example.
            let nim = self.pairs.as_ref().map_or(0, |pairs| pairs.nim);
            let first = self.ruleset.heaps.len() - nim;
            if 0 < nim && position[..first] == option[..first] {
                continue;
            }
            rows.push(vec![self.place(&position), self.place(&option), way]);
        }
        if rows.is_empty() {
            return Vec::new();
        }
        let told = if !cfg!(target_arch = "wasm32") && self.pairs.as_ref().is_some_and(|pairs| 0 < pairs.nim) {
            "Some moves of the game from sums outside of $S$ into $S$:"
        } else {
            "Some moves from positions outside of $S$ into $S$:"
        };
        vec![
            ProofBlock::Paragraph(ProofLine::of(told)),
            ProofBlock::Table([&format!("from {}", self.heading()), "to", "by"].map(ProofLine::of).to_vec(), rows),
        ]
    }

    /// For the first positions of a value above 0, an option of each smaller value.
    pub(super) fn smaller(&self) -> Vec<ProofBlock> {
        let Ok(options) = Options::new(self.ruleset) else { return Vec::new() };
        let mut rows = Vec::new();
        for position in self.positions(&options) {
            let value = (0..MOST_VALUE).find(|value| self.has(&position, Some(*value)));
            let Some(value) = value.filter(|value| 0 < *value) else { continue };
            if MOST_LISTED <= rows.len() {
                break;
            }
            let ways: Option<Vec<_>> = (0..value).map(|smaller| self.way(&options, &position, Some(smaller))).collect();
            let Some(ways) = ways else { continue };
            let ways = ways.iter().map(|(_, option)| format!("${}$", self.formula(option)));
            let line = ProofLine::of(&ways.collect::<Vec<_>>().join(", "));
            rows.push(vec![self.place(&position), ProofLine::of(&format!("${value}$")), line]);
        }
        if rows.is_empty() {
            return Vec::new();
        }
        let told = "For instance, the automaton gives the first positions of a value above $0$ these options of the values $0, 1, \\dots$ below it, in this order:";
        let head = [&self.heading(), "value", "options"].map(ProofLine::of).to_vec();
        vec![ProofBlock::Paragraph(ProofLine::of(told)), ProofBlock::Table(head, rows)]
    }

    /// What positions are called, and at which number heaps are divided in the examples.
    fn heading(&self) -> String {
        match &self.pairs {
            None => format!("$({})$", self.names.join(", ")),
            Some(pairs) => format!("$({})$ at ${} = {}$", pairs.names.join(", "), pairs.divisor, pairs.modulus),
        }
    }

    fn formula(&self, position: &[i64]) -> String {
        if let Some(pairs) = &self.pairs {
            let mut digits = position.iter();
            let whole = pairs.split.iter().filter_map(|is_split| {
                let first = digits.next()?;
                Some(if *is_split { first * pairs.modulus + digits.next()? } else { *first })
            });
            return words::numbers(&whole.collect::<Vec<_>>(), pairs.split.len());
        }
        // The numbers of a position as the command line writes them, which is mathematics.
        words::numbers(position, self.ruleset.heaps.len())
    }

    fn place(&self, position: &[i64]) -> ProofLine {
        ProofLine::of(&format!("${}$", self.formula(position)))
    }
}

/// All rows of so many natural numbers with a total.
fn with_total(total: i64, width: usize, begun: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
    if begun.len() + 1 == width {
        all.push([begun.as_slice(), &[total]].concat());
        return;
    }
    if MOST_TRIED < all.len() || width == 0 {
        return;
    }
    for number in 0..=total {
        begun.push(number);
        with_total(total - number, width, begun, all);
        begun.pop();
    }
}
