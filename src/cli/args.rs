//! The arguments of every command, and nothing else.
mod runs;

use super::output::Format;
use super::terminal::Colour;
use super::version::VERSION;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(crate) use runs::{MergeArgs, PlanArgs, RunArgs, StatusArgs};

/// Where the shells look for completions.
const HINTS: &str = "\
Where they go:
  bash  nimdsl completions bash > ~/.local/share/bash-completion/completions/nimdsl
  zsh   nimdsl completions zsh > ~/.zfunc/_nimdsl    (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)
  fish  nimdsl completions fish > ~/.config/fish/completions/nimdsl.fish";

/// Rules of heap games as papers print them: tables, P-positions, searches.
#[derive(Debug, Parser)]
#[command(version = VERSION.as_str())]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// What that is called on the command line.
    #[arg(skip)]
    pub(crate) name: String,
    /// Overrides a parameter, for example c=2 or S=1,2,5; repeatable.
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Fixes a register, pass=1, or bounds it, q=0..10; repeatable.
    #[arg(long, global = true, value_name = "REGISTER=VALUE")]
    pub(crate) at: Vec<String>,
    /// Plays misère.
    #[arg(long, global = true)]
    pub(crate) misere: bool,
    /// The memory that may be taken, for example 4GiB.
    #[arg(long, global = true, default_value = "2GiB")]
    pub(crate) memory: String,
    /// How many threads may work; all cores if it is not given.
    #[arg(long, global = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Gives up after this long, for example 60s, 10m or 2h.
    #[arg(long, global = true)]
    pub(crate) time: Option<String>,
    /// Ends when the process that started it ends.
    #[arg(long, global = true)]
    pub(crate) die_with_parent: bool,
    /// The form of the output.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub(crate) format: &'static Format,
    /// When to use colour; `NO_COLOR` in the environment forbids it unless this says otherwise.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub(crate) color: Colour,
    /// Prints the CPU seconds of each phase to the error stream, as one JSON line.
    #[arg(long, global = true)]
    pub(crate) timing: bool,
}

/// Languages of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScriptLanguage {
    /// Walnut.
    Walnut,
    /// MONA.
    Mona,
    /// SMT-LIB 2.
    Smt2,
    /// Coq: a theorem with its proof.
    Coq,
}

/// Programs that people of the field work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportProgram {
    /// Mathematica.
    Mathematica,
    /// `CGSuite` 2.
    Cgsuite,
    /// Plain Python, which Sage reads as well.
    Sage,
}

/// Languages of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageLanguage {
    /// LaTeX.
    Tex,
    /// Typst.
    Typ,
    /// Markdown.
    Md,
    /// HTML.
    Html,
}

/// The commands. Each is an argument list below, a file in `commands/`, and a line in `dispatch`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Explain(ExplainArgs),
    Show(ShowArgs),
    Export(ExportArgs),
    Options(OptionsArgs),
    Table(TableArgs),
    Plot(PlotArgs),
    PPositions(PPositionsArgs),
    Page(PageArgs),
    Verify(VerifyArgs),
    Periods(PeriodsArgs),
    Prove(ProveArgs),
    Recheck(RecheckArgs),
    Solve(SolveArgs),
    Misere(MisereArgs),
    Identify(IdentifyArgs),
    Import(ImportArgs),
    Fmt(FmtArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Run(RunArgs),
    Plan(PlanArgs),
    Merge(MergeArgs),
    Status(StatusArgs),
    Report(ReportArgs),
}

/// Checks rulesets: all faults at once.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Ruleset files (.nim) or experiments (.ron).
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Makes the replacements that are sure, writes the file, and checks it again.
    #[arg(long)]
    pub(crate) fix: bool,
}

/// Prints a ruleset, its measure and engine; with a position, its value and winning moves.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// For example 9,12 or 9,12;1.
    #[arg(conflicts_with_all = ["size", "total"])]
    pub(crate) position: Option<String>,
    /// What a table of this size will cost: N, or N,M,... for each heap.
    #[arg(long, conflicts_with = "total")]
    pub(crate) size: Option<String>,
    /// What a table of all positions with fewer tokens than this will cost.
    #[arg(long)]
    pub(crate) total: Option<u64>,
    /// The cost of outcomes instead of Grundy values.
    #[arg(long, conflicts_with = "position")]
    pub(crate) outcomes: bool,
}

/// Prints rules and claims: canonical text, or with --format latex as papers print them.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// Only the claim of this name, without the rules.
    #[arg(long)]
    pub(crate) claim: Option<String>,
    /// The rules alone, without any claim.
    #[arg(long, conflicts_with = "claim")]
    pub(crate) rules: bool,
}

/// Writes rules for another program, with the first Grundy values to compare.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// The program.
    #[arg(long, value_enum)]
    pub(crate) to: ExportProgram,
}

/// Lists the options of a position with the moves that lead to them.
#[derive(Args, Debug)]
pub(crate) struct OptionsArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// For example 9,12 or 9,12;1.
    pub(crate) position: String,
}

/// Prints Grundy values.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// Heaps below this: N, or N,M,... for each heap.
    #[arg(long, conflicts_with = "total")]
    pub(crate) size: Option<String>,
    /// All positions with fewer tokens than this.
    #[arg(long)]
    pub(crate) total: Option<u64>,
    /// Shows the positions with this heap alone; repeatable.
    #[arg(long, value_name = "HEAP=VALUE", conflicts_with_all = ["total", "plot"])]
    pub(crate) fix: Vec<String>,
    /// Outcomes instead of Grundy values.
    #[arg(long)]
    pub(crate) outcomes: bool,
    /// Shows the table as blocks of text, a letter for a cell.
    #[arg(long)]
    pub(crate) plot: bool,
    /// Writes the table to a file; row by row as csv, hash or npy where the moves allow it.
    #[arg(short, long, value_name = "FILE", conflicts_with = "plot")]
    pub(crate) out: Option<PathBuf>,
    /// Goes on with the file --out where its writing was stopped.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// How often what was done is kept, in seconds.
    #[arg(long, hide = true, default_value_t = 30, value_name = "SECONDS")]
    pub(crate) keep_every: u64,
    /// One engine alone, by its name.
    #[arg(long, hide = true, value_name = "NAME")]
    pub(crate) engine: Option<String>,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureKind {
    /// Grundy values.
    #[value(alias = "grundy")]
    Heat,
    /// P- and N-positions.
    Outcomes,
    /// The options of the position that --at names.
    Board,
    /// P-positions as points.
    #[value(alias = "p")]
    Scatter,
    /// Grundy values less the last heap.
    Rows,
    /// Grundy values modulo the number that --mod names.
    Residues,
    /// The heaps of the P-positions, one after the other.
    Growth,
    /// P-positions of two games.
    Overlay,
    /// Grundy values of a game less those of another.
    Difference,
    /// Grundy values along one heap, in rows of a period.
    Strip,
}

/// How values are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaletteName {
    /// From blue to yellow.
    Cividis,
    /// From blue over green to rose.
    Batlow,
    /// From light to dark.
    Grey,
}

/// Where both axes begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CornerName {
    /// As in a table: the first heap downwards.
    Upper,
    /// As in a plot: the first heap to the right.
    Lower,
}

/// When values are written into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NumbersWhen {
    /// Where they can be read.
    Auto,
    /// However small they are.
    Always,
    /// Never.
    Never,
}

/// Draws tables, P-positions and options: into files for a paper, or as blocks of text.
#[derive(Args, Debug)]
pub(crate) struct PlotArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// What is shown; the position of a board is --at 3,5.
    #[arg(value_enum)]
    pub(crate) kind: PictureKind,
    /// Heaps below this: N, or N,M for the heaps that run.
    #[arg(long, conflicts_with = "total")]
    pub(crate) size: Option<String>,
    /// All positions with fewer tokens than this.
    #[arg(long)]
    pub(crate) total: Option<u64>,
    /// The modulus of `residues`.
    #[arg(long = "mod", value_name = "M")]
    pub(crate) modulus: Option<u32>,
    /// The length of the rows of `strip`; that of the period if it is not given.
    #[arg(long, value_name = "P")]
    pub(crate) period: Option<u32>,
    /// The other game of `overlay` and `difference`.
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Option<PathBuf>,
    /// A parameter of the other game, which is the same file if none is named; repeatable.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) compare_set: Vec<String>,
    /// A heap that does not run, for example z=3; repeatable.
    #[arg(long, value_name = "HEAP=VALUE")]
    pub(crate) fix: Vec<String>,
    /// A line, for example "y = phi * x"; repeatable.
    #[arg(long, value_name = "EQUATION")]
    pub(crate) line: Vec<String>,
    /// Where it is written, by its ending: .svg, .tex, .png or .pdf; a list with commas, or repeatable. Without it, blocks of text.
    #[arg(short, long, value_name = "FILE", value_delimiter = ',')]
    pub(crate) out: Vec<PathBuf>,
    /// How values are told apart.
    #[arg(long, value_enum, default_value = "cividis")]
    pub(crate) palette: PaletteName,
    /// Where both axes begin; as usual for what is shown if it is not given.
    #[arg(long, value_enum)]
    pub(crate) origin: Option<CornerName>,
    /// When values are written into cells.
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) values: NumbersWhen,
    /// How wide it is: 8cm, 120mm, 3.2in, 240pt.
    #[arg(long, default_value = "8cm")]
    pub(crate) width: String,
    /// Pixels to an inch of .png: 36 to 2400; 300 if it is not given.
    #[arg(long, value_name = "N")]
    pub(crate) dpi: Option<u16>,
    /// Says below the picture, in small letters, where it comes from; the file itself always does.
    #[arg(long)]
    pub(crate) cite: bool,
    /// One engine alone, by its name.
    #[arg(long, hide = true, value_name = "NAME")]
    pub(crate) engine: Option<String>,
}

/// Writes the explorer with a ruleset in it: one HTML file that shows, plays and proves the game in a browser, without a network.
#[derive(Args, Debug)]
pub(crate) struct PageArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// Where the page is written.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The explorer.html that is filled; the one that was built in if it is not given.
    #[arg(long, value_name = "FILE")]
    pub(crate) explorer: Option<PathBuf>,
}

/// Lists P-positions.
#[derive(Args, Debug)]
pub(crate) struct PPositionsArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// The largest heap.
    #[arg(long)]
    pub(crate) up_to: u64,
    /// Only x <= y <= ...
    #[arg(long)]
    pub(crate) sorted: bool,
    /// Positions of this Grundy value instead.
    #[arg(long)]
    pub(crate) grundy: Option<u32>,
    /// Prints a1, a2, ... when the positions are (a1, a2), (a2, a3), ...
    #[arg(long)]
    pub(crate) chain: bool,
    /// Prints A, B and B - A side by side, what each column is, and a claim that says so.
    #[arg(long, conflicts_with_all = ["chain", "sorted"])]
    pub(crate) pairs: bool,
    /// One engine alone, by its name.
    #[arg(long, hide = true, value_name = "NAME")]
    pub(crate) engine: Option<String>,
}

/// Checks every claim of rulesets on tables.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Ruleset files (.nim), or folders of them.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The largest heap; a bound that suits the ruleset if it is not given.
    #[arg(long)]
    pub(crate) up_to: Option<u64>,
    /// Only the claims of this name.
    #[arg(long)]
    pub(crate) claim: Option<String>,
    /// Writes all statements with their verdicts to a Markdown file.
    #[arg(long, value_name = "FILE")]
    pub(crate) statements: Option<PathBuf>,
    /// Writes what is refuted, with all options of the counterexamples and the corrections, to a Markdown file.
    #[arg(long, value_name = "FILE")]
    pub(crate) errata: Option<PathBuf>,
}

/// Finds additive periods of rows, columns and diagonals, in misère play those of outcomes; proves them where the moves allow it.
#[derive(Args, Debug)]
pub(crate) struct PeriodsArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// Fixes a heap, z=3 or z=0..3, where all but one have to be fixed; repeatable.
    #[arg(long, value_name = "HEAP=N or N..M", conflicts_with_all = ["row", "column", "diagonal"])]
    pub(crate) fix: Vec<String>,
    /// A row, or rows 0..100: the first heap is fixed.
    #[arg(long, alias = "rows", group = "lines", value_name = "N or N..M")]
    pub(crate) row: Option<String>,
    /// A column, or columns 0..100: the second heap is fixed.
    #[arg(long, alias = "columns", group = "lines", value_name = "N or N..M")]
    pub(crate) column: Option<String>,
    /// A diagonal: the second heap less the first, which may be negative.
    #[arg(long, alias = "diagonals", group = "lines", value_name = "N or N..M", allow_hyphen_values = true)]
    pub(crate) diagonal: Option<String>,
    /// The most terms of a line that are computed.
    #[arg(long)]
    pub(crate) up_to: Option<u64>,
}

/// Proves every claim of a ruleset for all positions, or refutes it.
#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// Only the claim of this name.
    #[arg(long)]
    pub(crate) claim: Option<String>,
    /// Where the certificates of what is proved are written.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Prints scripts for another program in place of proofs.
    #[arg(long, value_enum, conflicts_with = "certificate")]
    pub(crate) export: Option<ScriptLanguage>,
}

/// Confirms or refuses the certificates of a file.
#[derive(Args, Debug)]
pub(crate) struct RecheckArgs {
    /// What `prove --certificate` wrote.
    pub(crate) file: PathBuf,
    /// The ruleset, if it is not where it was.
    #[arg(long, value_name = "FILE")]
    pub(crate) ruleset: Option<PathBuf>,
}

/// Guesses the P-positions of a game from a table, and proves the guess for all positions.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// Where a drawing of the automaton is written, in the DOT language.
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
}

/// Finds the misère quotient of sums of positions, and proves it; or their genus symbols, or the outcome of one sum.
#[derive(Args, Debug)]
pub(crate) struct MisereArgs {
    /// The ruleset; `-` is the standard input.
    pub(crate) file: PathBuf,
    /// A sum of positions, for example "5 + 4 + 4" or "3,5 + 2,2": who wins it in misère play, and by which moves.
    #[arg(conflicts_with_all = ["up_to", "genus", "order"])]
    pub(crate) sum: Option<String>,
    /// The largest heap.
    #[arg(long, default_value_t = 20)]
    pub(crate) up_to: u64,
    /// Prints genus symbols, and which positions are tame.
    #[arg(long)]
    pub(crate) genus: bool,
    /// The most elements of a quotient that are looked for; the work grows with it.
    #[arg(long, default_value_t = 300, value_name = "N", conflicts_with = "genus")]
    pub(crate) order: usize,
}

/// Makes a ruleset of an octal code, of the numbers that may be taken, or of difference vectors.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// What the game is listed by.
    #[arg(value_enum)]
    pub(crate) form: ImportedForm,
    /// The code, as 0.137; the numbers, as 1,3,4 or {1, 3..5}; the vectors, as (1,2) (2,1) or a line for each. A single - reads the input.
    #[arg(required = true, allow_negative_numbers = true)]
    pub(crate) data: Vec<String>,
    /// Vectors may be taken in any order of the heaps.
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// Writes the ruleset to a file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// What games are listed by.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ImportedForm {
    /// The code of a game of taking and breaking, such as 0.137.
    Octal,
    /// The same with heaps that break into three, such as 0.F.
    Hexadecimal,
    /// The numbers that may be taken from one heap.
    Subtraction,
    /// What may be taken from several heaps at once.
    Vectors,
}

/// Says what a sequence of integers is, how many terms told it and how many more agree.
#[derive(Args, Debug)]
pub(crate) struct IdentifyArgs {
    /// For example 0,1,3,6,10,15 or 0 1 3 6 10 15; a single - reads the terms from the input.
    #[arg(allow_hyphen_values = true)]
    pub(crate) terms: String,
    /// Further terms.
    #[arg(allow_negative_numbers = true, hide = true)]
    pub(crate) more: Vec<String>,
    /// A folder with the OEIS files `stripped` and `names`.
    #[arg(long, value_name = "DIR")]
    pub(crate) oeis: Option<PathBuf>,
}

/// Writes rulesets in canonical layout; keeps comments.
#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    /// Ruleset files (.nim), or folders of them.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Writes nothing; names the files that would change.
    #[arg(long)]
    pub(crate) check: bool,
}

/// Prints completions for a shell.
#[derive(Args, Debug)]
#[command(after_help = HINTS)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

/// Writes manual pages, one for each command; without a folder, prints the first of them.
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The folder; it is made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// Makes a page of a report and of proofs: rules, tables, verdicts as footnotes, proofs in words.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The folder of a run or its report.json, and files that `prove --certificate` wrote; certificates are rechecked.
    #[arg(required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The language of the page.
    #[arg(long, value_enum)]
    pub(crate) to: PageLanguage,
    /// A template in place of the shipped one.
    #[arg(long, value_name = "FILE")]
    pub(crate) template: Option<PathBuf>,
}
