//! The arguments of those that run experiments, whole or shared out, and nothing else.
use clap::Args;
use std::path::PathBuf;

/// Runs an experiment.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The experiment (.ron).
    pub(crate) experiment: PathBuf,
    /// Uses the full bounds.
    #[arg(long)]
    pub(crate) full: bool,
    /// Where files are written; out/NAME if it is not given. With --unit, the file.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Goes on where a stopped run was; the files have to be the same.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Does only one of several shares, for example 1/4 to 4/4; `merge` puts them together.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<String>,
    /// Does one unit of `plan`, and writes what it gave to the file --out: the same bytes each time.
    #[arg(long, value_name = "ID", requires = "out", conflicts_with_all = ["resume", "shard", "wait_lock"])]
    pub(crate) unit: Option<String>,
    /// Waits while another run is using the folder.
    #[arg(long)]
    pub(crate) wait_lock: bool,
}

/// Cuts the searches of an experiment into units that can be done anywhere, in any order: a command for each.
#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    /// The experiment (.ron).
    pub(crate) experiment: PathBuf,
    /// How many units, at most; fewer where more would spend over a tenth of the work on preparations.
    #[arg(long, value_name = "N")]
    pub(crate) units: u64,
    /// Uses the full bounds.
    #[arg(long)]
    pub(crate) full: bool,
    /// The folder for the files of the units; `out/NAME_units` if it is not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// Puts the units or the shards of one run together and prints the report of the whole run.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The files of all units, or folders of them; or the output folders of all shards.
    #[arg(required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Where files are written; out/NAME if it is not given.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Refuses units of an earlier text of this experiment, or of another one.
    #[arg(long, value_name = "FILE")]
    pub(crate) experiment: Option<PathBuf>,
    /// Waits while another run is using the folder.
    #[arg(long)]
    pub(crate) wait_lock: bool,
}

/// Says how far a run is, or which units are done and which are missing.
#[derive(Args, Debug)]
pub(crate) struct StatusArgs {
    /// The output folder of a run; or files of units, or folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}
