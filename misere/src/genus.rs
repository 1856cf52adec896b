//! Genus symbols of sums: the Grundy value of normal play, and those of misère play beside so many heaps of two of Nim.
//!
//! The *misère Grundy value* of a position is 1 if it has no option, and else the least number that no option has; it is 0 at the
//! P-positions of misère play. The genus of G is g^{g0 g1 g2 ...} with the Grundy value g of G and the misère Grundy values `g_k` of G and k
//! heaps of two of Nim (J. H. Conway, On Numbers and Games, chapter 12; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways,
//! chapter 13). The misère Grundy value of G and a heap of one is that of G but for the last binary digit, so that `g_k` is the least
//! number that is none of the `g_k` of options, nor `g_{k - 1}`, nor `g_{k - 1}` but for its last digit. From where on the sequences of all
//! options repeat, `g_k` follows from `g_{k - 1}` and from where k stands in their common period: as soon as both come back, the sequence
//! repeats for ever. That is how its end is known here.
//!
//! A position is *tame* if its genus is that of a position of Nim, and so are those of all positions that it leads to. The genus of a
//! sum of tame positions is that of the sum of their positions of Nim (Conway); other sums are gone through.
use super::closed::{ClosedSet, SummandList};
use nimdsl_engines::engine::{Context, EngineError};
use num_integer::lcm;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// Bytes that a known genus takes, about.
const ENTRY: u128 = 160;

/// The genus of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The Grundy value of normal play.
    pub grundy: u32,
    /// The misère Grundy values beside 0, 1, 2, ... heaps of two, up to where they repeat.
    pub misere: Vec<u32>,
    /// Where they begin to repeat: from the last on, `misere[repeats..]` comes again and again.
    pub repeats: usize,
}

/// What a genus says of how a position behaves in sums; as data, its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Temper {
    /// Like a position of Nim among others of the kind.
    Tame,
    /// Its own genus is that of a position of Nim, but not that of all positions that it leads to.
    #[serde(rename = "over wild")]
    OverWild,
    /// Its genus is none of Nim.
    Wild,
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Tame => "tame",
            Self::OverWild => "over wild",
            Self::Wild => "wild",
        })
    }
}

impl Genus {
    /// The misère Grundy value beside so many heaps of two.
    fn beside(&self, twos: usize) -> u32 {
        match self.misere.get(twos) {
            Some(value) => *value,
            None => self.misere[self.repeats + (twos - self.repeats) % (self.misere.len() - self.repeats)],
        }
    }

    /// The genus of a position of Nim with a nim-sum, all of whose heaps are at most one, or not.
    fn of_nim(grundy: u32, is_small: bool) -> Self {
        let sequence = if is_small { vec![grundy ^ 1, grundy ^ 2, grundy] } else { vec![grundy, grundy ^ 2] };
        Self { grundy, repeats: sequence.len() - 2, misere: sequence }
    }

    /// Whether it is that of a position of Nim.
    #[must_use]
    pub fn is_of_nim(&self) -> bool {
        let is_small = self.grundy < 2 && self.misere[0] == self.grundy ^ 1;
        *self == Self::of_nim(self.grundy, is_small)
    }

    /// As it is printed: the last two numbers alternate for ever; numbers with several digits are set apart.
    #[must_use]
    pub fn words(&self) -> String {
        let gap = if self.misere.iter().any(|value| 9 < *value) { "." } else { "" };
        let all: Vec<String> = self.misere.iter().map(ToString::to_string).collect();
        // Sequences that end in anything but two numbers are not known to exist.
        let end = if self.misere.len() - self.repeats == 2 { "" } else { "..." };
        format!("{}^{{{}{end}}}", self.grundy, all.join(gap))
    }
}

/// Genus symbols, found when they are asked for and kept.
#[derive(Debug)]
pub struct GenusValues<'a> {
    set: &'a ClosedSet,
    known: HashMap<SummandList, Genus>,
    tempers: Vec<Temper>,
    /// The genus of each position.
    alone: Vec<Genus>,
}

impl<'a> GenusValues<'a> {
    /// The genus symbols of all positions of a set. Cost: all sums with a position that is not tame that can be reached.
    ///
    /// # Errors
    /// Memory or cancellation.
    pub fn new(set: &'a ClosedSet, context: &Context) -> Result<Self, EngineError> {
        let mut values = Self { set, known: HashMap::new(), tempers: Vec::new(), alone: Vec::new() };
        for position in 0..u32::try_from(set.len()).map_err(|_| EngineError::too_large())? {
            if let Some(progress) = &context.progress {
                progress(u64::from(position), set.len() as u64);
            }
            let genus = if set.options(position).is_empty() {
                Genus::of_nim(0, true)
            } else {
                values.of(&[position], context)?
            };
            let mut parts = set.options(position).iter().flatten();
            let is_over_tame = parts.all(|part| values.tempers[*part as usize] == Temper::Tame);
            values.tempers.push(match (genus.is_of_nim(), is_over_tame) {
                (true, true) => Temper::Tame,
                (true, false) => Temper::OverWild,
                (false, _) => Temper::Wild,
            });
            values.alone.push(genus);
        }
        Ok(values)
    }

    /// The genus of a position, and how it behaves.
    #[must_use]
    pub fn position(&self, number: u32) -> (&Genus, Temper) {
        (&self.alone[number as usize], self.tempers[number as usize])
    }

    /// The genus of a sum of tame positions.
    fn of_tame(&self, sum: &[u32]) -> Option<Genus> {
        let (mut grundy, mut is_small) = (0, true);
        for part in sum {
            if self.tempers.get(*part as usize) != Some(&Temper::Tame) {
                return None;
            }
            let alone = &self.alone[*part as usize];
            grundy ^= alone.grundy;
            is_small &= alone.repeats == 1;
        }
        Some(Genus::of_nim(grundy, is_small))
    }

    fn looked_up(&self, sum: &[u32]) -> Option<Genus> {
        self.of_tame(sum).or_else(|| match sum {
            [one] => self.alone.get(*one as usize).cloned(),
            _ => self.known.get(sum).cloned(),
        })
    }

    /// The genus of a sum of positions whose options are known.
    fn of(&mut self, sum: &[u32], context: &Context) -> Result<Genus, EngineError> {
        let mut open = vec![sum.to_vec()];
        while let Some(last) = open.last() {
            context.go_on()?;
            if 1 < open.len() && self.looked_up(last).is_some() {
                open.pop();
                continue;
            }
            let mut options: BTreeMap<(u32, Vec<u32>), Genus> = BTreeMap::new();
            let mut unknown = None;
            for option in self.set.options_of_sum(last) {
                match self.looked_up(&option) {
                    Some(genus) => {
                        options.insert((genus.grundy, genus.misere.clone()), genus);
                    }
                    None => {
                        unknown = Some(option);
                        break;
                    }
                }
            }
            if let Some(option) = unknown {
                open.push(option);
                continue;
            }
            let options: Vec<Genus> = options.into_values().collect();
            let genus = of_options(&options);
            let Some(done) = open.pop() else { break };
            if open.is_empty() {
                return Ok(genus);
            }
            context.fits((self.known.len() as u128 + 1) * (done.len() as u128 * 4 + ENTRY))?;
            self.known.insert(done, genus);
        }
        unreachable!("the first sum is the last that is left")
    }
}

fn least_missing(mut met: Vec<u32>) -> u32 {
    met.sort_unstable();
    met.into_iter().fold(0, |least, value| if value == least { least + 1 } else { least })
}

/// The genus of a position with these options, of which there is at least one.
fn of_options(options: &[Genus]) -> Genus {
    let grundy = least_missing(options.iter().map(|option| option.grundy).collect());
    let settled = options.iter().map(|option| option.repeats).max().unwrap_or(0);
    let period = options.iter().map(|option| option.misere.len() - option.repeats).fold(1, lcm);
    let mut misere: Vec<u32> = Vec::new();
    let mut seen: HashMap<(usize, u32), usize> = HashMap::new();
    let repeats = loop {
        let twos = misere.len();
        let mut met: Vec<u32> = options.iter().map(|option| option.beside(twos)).collect();
        if let Some(before) = misere.last() {
            met.extend([*before, before ^ 1]);
            if settled <= twos
                && let Some(first) = seen.insert((twos % period, *before), twos)
            {
                break first;
            }
        }
        misere.push(least_missing(met));
    };
    shortened(grundy, misere, repeats)
}

/// The shortest way to write a sequence that repeats from a place on.
fn shortened(grundy: u32, mut misere: Vec<u32>, mut repeats: usize) -> Genus {
    let length = misere.len() - repeats;
    let same = |period: &usize| (repeats..misere.len() - period).all(|at| misere[at] == misere[at + period]);
    let period = (1..length).find(|period| length.is_multiple_of(*period) && same(period)).unwrap_or(length);
    misere.truncate(repeats + period);
    while repeats != 0 && misere[repeats - 1] == misere[misere.len() - 1] {
        misere.pop();
        repeats -= 1;
    }
    Genus { grundy, misere, repeats }
}
