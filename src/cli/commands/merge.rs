//! `merge`: the shards of one run to the report of the whole. Shards come from others: nothing in them is believed that
//! cannot be compared, and what they confirmed and proved is confirmed and proved again.
use super::run::{Job, JobSource, broken, parsed_shard};
use super::together;
use crate::cli::args::MergeArgs;
use crate::cli::files::unwritten;
use crate::cli::folder::{OutputFolder, Patience, STORE};
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::store::{Remembered, RunStore};
use crate::cli::terminal;
use crate::cli::units::extent_word;
use nimdsl::asked::values::Effort;
use nimdsl::engine::Context;
use nimdsl::rules::{Experiment, RunWork, Shard, read_experiment};
use nimdsl::source::Source;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

/// What all shards of a run say alike.
const FACTS: [&str; 3] = ["experiment", "extent", "version"];

/// What the shards say together.
struct WholeRun {
    /// The name of the run, if it is a plain one.
    name: Option<String>,
    facts: [String; 3],
    experiment: Experiment,
}

/// Puts units or shards together.
pub(in crate::cli) fn run(asked: &MergeArgs, session: &Session<'_>) -> Result<(), Stop> {
    let is_shard = |path: &PathBuf| path.join(STORE).exists();
    match (asked.shards.iter().find(|path| is_shard(path)), asked.shards.iter().find(|path| !is_shard(path))) {
        (None, _) => return together::run(asked, session),
        (Some(shard), Some(other)) if other.is_file() => {
            let (shard, other) = (shard.display(), other.display());
            return Err(Stop::refused(format!(
                "{shard} is a shard and {other} is none: merge units or shards, not both"
            )));
        }
        _ => {}
    }
    if let Some(experiment) = &asked.experiment {
        let shown = experiment.display();
        return Err(Stop::refused(format!("--experiment {shown}: shards are compared with each other; leave it out")));
    }
    let (shards, context) = (&asked.shards, &session.context);
    let broken = |why| broken(why, context);
    let first = open(&shards[0], context)?;
    let whole = whole(&first, &shards[0], context)?;
    let folder = match (&asked.out, &whole.name) {
        (Some(out), _) => out.clone(),
        (None, Some(name)) => Path::new("out").join(name),
        (None, None) => {
            let message =
                format!("{}: the name of its run is no plain name; choose a folder with --out", shards[0].display());
            return Err(Stop::refused(message));
        }
    };
    drop(first);
    let inside = |shard: &PathBuf| shard.canonicalize().ok().zip(folder.canonicalize().ok());
    if shards.iter().filter_map(inside).any(|(shard, folder)| shard == folder) {
        return Err(unwritten(&folder, "it is a shard itself; choose another folder with --out"));
    }
    let output = OutputFolder::look(folder)?;
    output.make()?;
    let _held = output.hold(Patience::of(asked.wait_lock, context))?;
    let shards = together::filled(&output, context, |store| taken(store, shards, &whole, context))?;
    let store = RunStore::open(&output.store(), &context.cancel).map_err(broken)?;
    output.tidy();
    let extent = if whole.facts[1] == extent_word(Effort::Full) { Effort::Full } else { Effort::Quick };
    let file = PathBuf::from(format!("{}.ron", whole.name.as_deref().unwrap_or("run")));
    let library = Remembered(&store);
    let job = Job {
        file: &file,
        experiment: &whole.experiment,
        library: &library,
        store: &store,
        output: &output,
        source: JobSource::Shards(&shards),
        session,
    };
    job.finish(extent, RunWork::Kept)
}

/// What the first shard says of the run.
fn whole(first: &RunStore, folder: &Path, context: &Context) -> Result<WholeRun, Stop> {
    let about = |name: &str| first.about(name).map_err(|why| broken(why, context)).map(Option::unwrap_or_default);
    let name = Some(about("name")?).filter(|name| is_plain(name));
    let facts = [about(FACTS[0])?, about(FACTS[1])?, about(FACTS[2])?];
    if facts[2] != env!("CARGO_PKG_VERSION") {
        let version = facts[2].escape_debug();
        let message = format!(
            "{}: was run by version {version}, and this is {}; run it again",
            folder.display(),
            env!("CARGO_PKG_VERSION")
        );
        return Err(Stop::refused(message));
    }
    let source = Source::new(format!("{}.ron", name.as_deref().unwrap_or("run")), facts[0].clone());
    Ok(WholeRun { name, experiment: read_experiment(&source)?, facts })
}

/// Whether a name is that of a file or folder and nothing more.
fn is_plain(name: &str) -> bool {
    let mut components = Path::new(name).components();
    let is_one = matches!((components.next(), components.next()), (Some(Component::Normal(one)), None) if one == name);
    is_one && !name.contains(['/', '\\', ':']) && !name.chars().any(char::is_control) && name.len() <= 200
}

fn open(folder: &Path, context: &Context) -> Result<RunStore, Stop> {
    let path = folder.join(STORE);
    if !path.is_file() {
        return Err(Stop::Message(format!("{} holds no run", folder.display()), 2));
    }
    RunStore::read_only(&path, &context.cancel).map_err(|why| broken(why, context))
}

/// Fills a store with what the shards have done, shard by shard; the shards with their folders.
fn taken(
    store: &RunStore,
    shards: &[PathBuf],
    whole: &WholeRun,
    context: &Context,
) -> Result<Vec<(Shard, PathBuf)>, Stop> {
    let broken = |why| broken(why, context);
    for (fact, value) in FACTS.iter().zip(&whole.facts) {
        store.tell(fact, value).map_err(broken)?;
    }
    store.tell("name", whole.name.as_deref().unwrap_or("run")).map_err(broken)?;
    store.tell("shard", "1/1").map_err(broken)?;
    let mut found = Vec::new();
    for folder in shards {
        let shown = folder.display();
        let other = open(folder, context)?;
        for (fact, value) in FACTS.iter().zip(&whole.facts) {
            if other.about(fact).map_err(broken)?.as_ref() != Some(value) {
                return Err(Stop::Message(format!("{shown}: belongs to another run: its {fact} is different"), 2));
            }
        }
        let shard = other.about("shard").map_err(broken)?.as_deref().and_then(parsed_shard);
        let shard = shard.ok_or_else(|| Stop::Message(format!("{shown}: does not say which shard it is"), 2))?;
        for name in other.texts().map_err(broken)? {
            let text = other.text(&name).map_err(broken)?.unwrap_or_default();
            store.keep_text(&name, &text).map_err(|_| {
                let name = name.escape_debug();
                Stop::Message(format!("{shown}: has another text of {name}: the shards do not fit"), 2)
            })?;
        }
        let left_out = store.take(&other, shard, whole.experiment.tasks.len()).map_err(broken)?;
        if 0 < left_out {
            let chunks = counted(left_out, "chunk");
            let told = format!("nimdsl: {shown}: {chunks} left out: not of shard {}/{}", shard.number, shard.of);
            writeln!(terminal::err(), "{told}")?;
        }
        found.push((shard, folder.clone()));
    }
    Ok(found)
}
