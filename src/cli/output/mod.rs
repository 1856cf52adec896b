//! The forms of output, and which command has which. Computes nothing.
//!
//! A form is a file here and a line in [`FORMATS`]. It says how it writes tables, and, if it does, lists of positions and
//! all other answers; which command has it follows from that.

mod bfile;
mod csv;
mod hash;
mod json;
mod latex;
mod mathematica;
mod md;
mod npy;
mod oeis;
mod terms;
mod text;
pub(in crate::cli) mod words;

use super::stop::Stop;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use nimdsl::engine::RowBand;
use nimdsl::rules::{Positions, Rules, Shown, Tabled, Typesetting};
use nimdsl::ruleset::Ruleset;
use nimdsl::table::Table;
use nimdsl::tasks::What;
use std::io::Write;

/// All forms, in the order in which they are told.
static FORMATS: [&Format; 10] = [
    &text::FORMAT,
    &csv::FORMAT,
    &latex::FORMAT,
    &md::FORMAT,
    &mathematica::FORMAT,
    &json::FORMAT,
    &npy::FORMAT,
    &bfile::FORMAT,
    &oeis::FORMAT,
    &hash::FORMAT,
];

type WriteBands = fn(BandsHead) -> Box<dyn BandForm>;
type WriteTable = fn(&TableAnswer<'_>, &mut dyn Write) -> Result<(), Stop>;
type WriteChain = fn(&ChainAnswer<'_>, &mut dyn Write) -> Result<(), Stop>;
type WriteRules = fn(&Shown, &mut dyn Write) -> Result<(), Stop>;
type WriteList = fn(&PositionList<'_>, &mut dyn Write) -> Result<(), Stop>;

/// A form of output.
#[derive(Debug)]
pub(crate) struct Format {
    /// As `--format` takes it.
    name: &'static str,
    /// What it is for, as `--help` says it.
    about: &'static str,
    /// Whether it is text, in which nothing may stand that a terminal would obey.
    is_text: bool,
    /// How it writes a table.
    table: WriteTable,
    /// How it writes a table that comes row by row, if it does.
    bands: Option<WriteBands>,
    /// How it writes a list of positions, if it does.
    positions: Option<WriteList>,
    /// How commands give all other answers in it, if they do.
    answers: Option<AnswerForm>,
    /// How it writes the chain of P-positions, where commands do not.
    chain: Option<WriteChain>,
    /// How it writes the rules of a file, where commands do not.
    rules: Option<WriteRules>,
    /// How it writes proofs in words, where commands do not.
    proofs: Option<Typesetting>,
}

/// A table that comes row by row.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct BandsHead {
    pub(in crate::cli) what: What,
    /// Rows and columns.
    pub(in crate::cli) shape: [usize; 2],
}

/// A form that writes a table row by row: the same bytes as of a whole table.
pub(in crate::cli) trait BandForm {
    /// Writes what stands before the first row.
    fn begin(&mut self, out: &mut dyn Write) -> Result<(), Stop>;
    /// Writes some rows.
    fn band(&mut self, band: &RowBand, out: &mut dyn Write) -> Result<(), Stop>;
    /// Writes what stands behind the last row.
    fn end(&mut self, out: &mut dyn Write) -> Result<(), Stop>;
    /// What it has to know of the rows before, beside what it has written.
    fn keep(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Takes up what it kept; whether it can be that.
    fn take_up(&mut self, kept: &[u8]) -> bool {
        kept.is_empty()
    }
}

/// How an answer that is neither a table nor a list of positions is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerForm {
    /// In words, for people.
    Words,
    /// As one JSON object, for programs.
    Data,
}

/// What a command gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Gives {
    /// A table.
    Table,
    /// A list of positions.
    Positions,
    /// A sequence that positions form.
    Chain,
    /// The rules of a file.
    Rules,
    /// Proofs.
    Proofs,
    /// Any other answer.
    Answer,
    /// A script, which has one form.
    Script,
}

impl Format {
    /// As `--format` takes it.
    pub(in crate::cli) fn name(&self) -> &'static str {
        self.name
    }

    /// All forms that something can be given in.
    pub(in crate::cli) fn all_that_have(gives: Gives) -> impl Iterator<Item = &'static Self> {
        FORMATS.into_iter().filter(move |format| format.has(gives))
    }

    /// Whether answers are one JSON object.
    pub(in crate::cli) fn is_data(&self) -> bool {
        self.answers == Some(AnswerForm::Data)
    }

    /// Whether it is text.
    pub(in crate::cli) fn is_text(&self) -> bool {
        self.is_text
    }

    /// How it writes a table that comes row by row, if it does.
    pub(in crate::cli) fn bands(&self, head: BandsHead) -> Option<Box<dyn BandForm>> {
        self.bands.map(|bands| bands(head))
    }

    /// The names of all forms in which a table is written row by row.
    pub(in crate::cli) fn all_with_bands() -> Vec<&'static str> {
        FORMATS.into_iter().filter(|format| format.bands.is_some()).map(Self::name).collect()
    }

    /// Writes a table.
    pub(in crate::cli) fn table(&self, table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
        (self.table)(table, out)
    }

    /// Writes a list of positions.
    pub(in crate::cli) fn positions(&self, list: &PositionList<'_>, out: &mut dyn Write) -> Result<(), Stop> {
        let write = self.positions.expect("a format without lists is refused before any work");
        write(list, out)
    }

    /// Writes a chain, if it has a form of its own for it.
    pub(in crate::cli) fn chain(&self, chain: &ChainAnswer<'_>, out: &mut dyn Write) -> Option<Result<(), Stop>> {
        self.chain.map(|write| write(chain, out))
    }

    /// Writes rules, if it has a form of its own for them.
    pub(in crate::cli) fn rules(&self, shown: &Shown, out: &mut dyn Write) -> Option<Result<(), Stop>> {
        self.rules.map(|write| write(shown, out))
    }

    /// How it writes proofs in words, if it does.
    pub(in crate::cli) fn proofs(&self) -> Option<Typesetting> {
        self.proofs
    }

    /// Whether something can be given in it.
    pub(in crate::cli) fn has(&self, gives: Gives) -> bool {
        match gives {
            Gives::Table => true,
            Gives::Positions => self.positions.is_some(),
            Gives::Chain => self.answers.is_some() || self.chain.is_some(),
            Gives::Rules => self.answers.is_some() || self.rules.is_some(),
            Gives::Proofs => self.answers.is_some() || self.proofs.is_some(),
            Gives::Answer => self.answers.is_some(),
            Gives::Script => self.answers == Some(AnswerForm::Words),
        }
    }
}

impl ValueEnum for &'static Format {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.about))
    }
}

/// A list of positions.
#[derive(Debug)]
pub(in crate::cli) struct PositionList<'a> {
    pub(in crate::cli) ruleset: &'a Ruleset,
    pub(in crate::cli) found: &'a Positions,
}

/// The chain that P-positions form, and where it comes from.
#[derive(Debug)]
pub(in crate::cli) struct ChainAnswer<'a> {
    pub(in crate::cli) rules: &'a Rules,
    /// a1, a2, ...
    pub(in crate::cli) terms: &'a [i64],
    /// What it is, if that is known.
    pub(in crate::cli) name: Option<String>,
}

/// A table, and where it comes from.
#[derive(Debug)]
pub(in crate::cli) struct TableAnswer<'a> {
    pub(in crate::cli) rules: &'a Rules,
    pub(in crate::cli) ruleset: &'a Ruleset,
    /// What the values are: of outcomes, 0 for P and 1 for N.
    pub(in crate::cli) what: What,
    pub(in crate::cli) table: &'a Table,
    pub(in crate::cli) tabled: &'a Tabled,
    /// How many threads may write it.
    pub(in crate::cli) threads: usize,
}

impl<'a> TableAnswer<'a> {
    pub(in crate::cli) fn new(rules: &'a Rules, tabled: &'a Tabled, threads: usize) -> Self {
        Self { rules, ruleset: rules.ruleset(), what: tabled.what, table: &tabled.table, tabled, threads }
    }

    /// The exclusive bounds of the heaps.
    fn shape(&self) -> Vec<usize> {
        let size = |size: &u64| usize::try_from(*size).expect("a table that was computed fits the memory");
        self.table.shape.iter().map(size).collect()
    }

    /// The letter of an outcome, or the number.
    fn cell(&self, value: u32) -> String {
        cell(self.what, value)
    }

    /// A line that tells where a table comes from.
    fn cite(&self) -> String {
        self.tabled.cite()
    }
}

/// The letter of an outcome, or the number.
fn cell(what: What, value: u32) -> String {
    match (what, value) {
        (What::Grundy, value) => value.to_string(),
        (What::Outcomes, 0) => "P".to_owned(),
        (What::Outcomes, _) => "N".to_owned(),
    }
}

/// Rows and columns of a slice, in which the last two heaps run; a table of one heap is one row.
fn page(shape: &[usize]) -> (usize, usize) {
    let columns = shape.last().copied().unwrap_or(1);
    let rows = shape.iter().rev().nth(1).copied().unwrap_or(1);
    (rows.max(1), columns.max(1))
}

/// The heaps that do not vary in a slice, by its number: all but the last two, of which the last runs fastest.
fn outer_heaps(slice: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = slice;
    let outer = &shape[..shape.len().saturating_sub(2)];
    let mut heaps: Vec<usize> = outer
        .iter()
        .rev()
        .map(|size| {
            let heap = rest % size;
            rest /= size;
            heap
        })
        .collect();
    heaps.reverse();
    heaps
}
