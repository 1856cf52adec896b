//! Automata as certificates hold them, read without trust; and how numbers are written.
use serde::{Deserialize, Serialize};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Numeration {
    /// Digits below a base.
    Base(u32),
    /// Zeckendorf's numeration.
    Zeckendorf,
    /// The digits `0..=a`, where each weight is a times the last one and the one before.
    Metallic(u32),
    /// The digits `0..c`, where each weight is c times the last one less the one before.
    Chebyshev(u32),
    /// The digits `0..=a`, where each weight is a times the last one, b times the one before and c times the one before that.
    Cubic([u32; 3]),
}

/// How weights go on: `weight(n + 1) = factor * weight(n) + sign * weight(n - 1)` from `weight(0) = 1` and `weight(-1)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextWeight {
    pub(crate) factor: i64,
    pub(crate) sign: i64,
    pub(crate) before: i64,
}

/// How weights go on: each is the sum of the three before it, the last one first, times the factors, from the first three on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CubicWeights {
    pub(crate) factors: [i64; 3],
    pub(crate) first: [i64; 3],
}

/// Factors of a recurrence of order three are at most this.
const MOST_CUBIC: u32 = 16;

impl Numeration {
    /// A numeration that numbers can be written in.
    pub(super) fn checked(self) -> Result<Self, String> {
        let (least, most, what, number) = match self {
            Self::Base(radix) => (2, 1024, "base", radix),
            Self::Zeckendorf => return Ok(self),
            Self::Metallic(factor) => (2, 128, "factor of a metallic numeration", factor),
            Self::Chebyshev(factor) => (3, 128, "factor of Chebyshev's numerations", factor),
            // The explorer has a limit of bytes, and does without.
            Self::Cubic(_) if cfg!(target_arch = "wasm32") => {
                return Err("the explorer does not check certificates in a cubic numeration".to_owned());
            }
            Self::Cubic([a, b, c]) => {
                let descend = a <= MOST_CUBIC && b <= a && c <= b && 1 <= c;
                return if descend {
                    Ok(self)
                } else {
                    Err(format!("{a}, {b}, {c} are not factors of a cubic numeration"))
                };
            }
        };
        if (least..=most).contains(&number) { Ok(self) } else { Err(format!("{number} is not a {what}")) }
    }

    pub(crate) fn digits(self) -> u32 {
        match self {
            Self::Base(radix) => radix,
            Self::Zeckendorf => 2,
            Self::Metallic(factor) => factor + 1,
            Self::Chebyshev(factor) => factor,
            Self::Cubic([first, ..]) => first.saturating_add(1),
        }
    }

    /// None in a base, where a weight is a multiple of the last one, and where it needs the last three.
    pub(crate) fn recurrence(self) -> Option<NextWeight> {
        match self {
            Self::Base(_) | Self::Cubic(_) => None,
            Self::Zeckendorf => Some(NextWeight { factor: 1, sign: 1, before: 1 }),
            Self::Metallic(factor) => Some(NextWeight { factor: factor.into(), sign: 1, before: 1 }),
            Self::Chebyshev(factor) => Some(NextWeight { factor: factor.into(), sign: -1, before: 0 }),
        }
    }

    /// The recurrence of order three, if there is one. The second and the third weight are the numbers of valid words of one
    /// digit, and of two.
    pub(crate) fn cubic(self) -> Option<CubicWeights> {
        let Self::Cubic(factors) = self else { return None };
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let factors = factors.map(i64::from);
        let [a, b, _] = factors;
        Some(CubicWeights { factors, first: [1, a + 1, a * (a + 1) + b + 1] })
    }

    /// Whether all words of digits are numbers.
    pub(super) fn has_every_word(self) -> bool {
        self.fullest() == 0
    }

    /// How full a word can be.
    pub(super) fn fullest(self) -> u8 {
        match self {
            Self::Base(_) => 0,
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => 1,
            Self::Cubic(_) => 2,
        }
    }

    /// How full a word is after a digit, if it was so full before; none if the digit must not stand there. A word begins as one that
    /// is not full: 0.
    ///
    /// Words are those of greedy digits: what the digits behind a place come to is less than its weight. With a sum, a word is full
    /// that ends in the greatest digit, and nothing but a 0 follows. With a difference, one is full that ends in the greatest digit
    /// and any number of digits that are one less, and the greatest digit must not follow.
    ///
    /// With three factors a >= b >= c >= 1, a word is valid if three digits in a row always come before a, b, c in the order of words.
    /// It is full as far as it ends in a, b; a digit below what is next in a, b, c is below a, too, and begins nothing. Of the words of
    /// m digits a weights(m - 1) begin with less than a, b weights(m - 2) with a and less than b, c weights(m - 3) with a, b and less
    /// than c: as many as the weight behind them. So in the order of words they are 0, 1, 2, ...
    pub(super) fn after(self, full: u8, digit: u32) -> Option<u8> {
        let greatest = self.digits() - 1;
        match self {
            Self::Base(_) => Some(0),
            Self::Zeckendorf | Self::Metallic(_) if full != 0 => (digit == 0).then_some(0),
            Self::Chebyshev(_) if full != 0 => (digit != greatest).then_some(u8::from(digit + 1 == greatest)),
            Self::Zeckendorf | Self::Metallic(_) | Self::Chebyshev(_) => Some(u8::from(digit == greatest)),
            Self::Cubic([a, b, c]) => match full {
                0 => (digit <= a).then_some(u8::from(digit == a)),
                1 => (digit <= b).then_some(if digit == b { 2 } else { 0 }),
                _ => (digit < c).then_some(0),
            },
        }
    }
}

/// A graph of digits: node 0 is dead, node 1 accepts everything, the nodes from 2 on have one row of targets each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GraphTable {
    numeration: Numeration,
    tracks: Vec<u32>,
    start: u32,
    accepting: Vec<u32>,
    edges: Vec<Vec<u32>>,
}

impl GraphTable {
    /// A table whose numbers fit: so many tracks, no edge to nowhere, every node on one level, zeros in front without meaning.
    pub(super) fn checked(value: &serde_json::Value, width: usize) -> Result<Self, String> {
        let table: Self =
            serde_json::from_value(value.clone()).map_err(|why| format!("the automaton is damaged: {why}"))?;
        let digits = table.numeration.checked()?.digits();
        if table.tracks.len() != width {
            return Err(format!("the automaton has {} tracks in place of {width}", table.tracks.len()));
        }
        if table.tracks.windows(2).any(|pair| pair[1] <= pair[0]) {
            return Err("the tracks of the automaton do not ascend".to_owned());
        }
        let nodes = table.edges.len() + 2;
        let there = |node: &u32| (*node as usize) < nodes;
        let complete = table.edges.iter().all(|row| row.len() == digits as usize && row.iter().all(there));
        if !complete || !there(&table.start) || !table.accepting.iter().all(there) {
            return Err("an edge of the automaton leads nowhere".to_owned());
        }
        if table.accepting.iter().any(|node| *node < 2) {
            return Err("the sinks of the automaton need no mark".to_owned());
        }
        table.levels_fit(width)?;
        let zeros = (0..width).fold(table.start, |node, _| table.edge(node, 0));
        if zeros != table.start {
            return Err("zeros in front change what the automaton accepts".to_owned());
        }
        Ok(table)
    }

    fn levels_fit(&self, width: usize) -> Result<(), String> {
        let mut levels = vec![usize::MAX; self.edges.len() + 2];
        let mut stack = vec![(self.start, 0)];
        while let Some((node, level)) = stack.pop() {
            let known = levels[node as usize];
            if node < 2 || known == level {
                continue;
            }
            if known != usize::MAX {
                return Err("a node of the automaton reads two tracks".to_owned());
            }
            levels[node as usize] = level;
            let next = if level + 1 < width { level + 1 } else { 0 };
            stack.extend(self.edges[node as usize - 2].iter().map(|target| (*target, next)));
        }
        if self.accepting.iter().any(|node| levels[*node as usize] != 0) {
            return Err("a node in the middle of a row accepts, or one that nothing leads to".to_owned());
        }
        if levels[2..].contains(&usize::MAX) {
            return Err("nothing leads to a node of the automaton".to_owned());
        }
        Ok(())
    }

    pub(super) fn numeration(&self) -> Numeration {
        self.numeration
    }

    pub(super) fn start(&self) -> u32 {
        self.start
    }

    pub(super) fn edge(&self, node: u32, digit: u32) -> u32 {
        if node < 2 { node } else { self.edges[node as usize - 2][digit as usize] }
    }

    pub(super) fn accepts(&self, node: u32) -> bool {
        node == 1 || self.accepting.contains(&node)
    }

    /// Whether all words, or none, are accepted from here on.
    pub(super) fn settled(node: u32) -> Option<bool> {
        match node {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}
