//! `merge` of units: files to the report of the whole run. Each is believed by its checksum alone; all have to be of one build and one
//! experiment, what two of them say of the same numbers has to be the same, and nothing may be missing. Hits are confirmed, named
//! and proved here, once.
use super::run::{Job, JobSource, broken};
use super::unit::{experiment_name, failed};
use crate::cli::args::MergeArgs;
use crate::cli::files::{Folder, read};
use crate::cli::folder::{OutputFolder, Patience};
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::store::{RunStore, SUFFIXES, with};
use crate::cli::units::{Remembering, Texts, UnitFile, UnitHead, extent_word, unit_files};
use nimdsl::asked::values::Effort;
use nimdsl::engine::Context;
use nimdsl::rules::{
    Chunk, ChunkStore, Experiment, RunWork, SharePart, SharedSearch, WorkUnit, check_experiment, read_experiment,
    shared_searches,
};
use nimdsl::source::Source;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// So many missing units are named.
const NAMED: usize = 20;

/// Puts units together.
pub(super) fn run(asked: &MergeArgs, session: &Session<'_>) -> Result<(), Stop> {
    let context = &session.context;
    let gathered = GatheredUnits::read(&asked.shards, asked.experiment.as_deref(), context)?;
    gathered.are_all_there()?;
    let folder = asked.out.clone().unwrap_or_else(|| Path::new("out").join(&gathered.head.name));
    let output = OutputFolder::look(folder)?;
    output.make()?;
    let _held = output.hold(Patience::of(asked.wait_lock, context))?;
    filled(&output, context, |store| gathered.keep(store, context))?;
    let store = RunStore::open(&output.store(), &context.cancel).map_err(|why| broken(why, context))?;
    output.tidy();
    let job = Job {
        file: &PathBuf::from(format!("{}.ron", gathered.head.name)),
        experiment: &gathered.experiment,
        library: &Texts(&gathered.head.texts),
        store: &store,
        output: &output,
        source: JobSource::Units,
        session,
    };
    job.finish(gathered.head.extent(), RunWork::Kept)
}

/// Prepares a store, fills it, and puts it in its place: nothing that was there before is set aside until all is read and fits.
pub(super) fn filled<T>(
    output: &OutputFolder,
    context: &Context,
    fill: impl FnOnce(&RunStore) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let broken = |why| broken(why, context);
    let prepared = RunStore::prepare(&output.store()).map_err(broken)?;
    let filled = || {
        let store = RunStore::open(&prepared, &context.cancel).map_err(broken)?;
        let done = fill(&store)?;
        store.close().map_err(broken)?;
        Ok(done)
    };
    match filled() {
        Ok(done) => {
            output.begin(&prepared)?;
            Ok(done)
        }
        Err(stop) => {
            for suffix in SUFFIXES.into_iter().chain([""]) {
                let _ = fs::remove_file(with(&prepared, suffix));
            }
            // A folder that was made for nothing goes; one with anything in it stays.
            let _ = fs::remove_dir(output.path());
            Err(stop)
        }
    }
}

/// Units of one run.
pub(super) struct GatheredUnits {
    pub(super) head: UnitHead,
    experiment: Experiment,
    pub(super) searches: Vec<SharedSearch>,
    /// By task and first number, each with its file.
    parts: BTreeMap<(usize, u64), (SharePart, PathBuf)>,
    /// The numbers that no unit has.
    pub(super) missing: Vec<WorkUnit>,
}

impl GatheredUnits {
    /// Reads units from files and folders, and compares them with each other; and with an experiment as it is, if one is given.
    pub(super) fn read(paths: &[PathBuf], experiment: Option<&Path>, context: &Context) -> Result<Self, Stop> {
        let files = unit_files(paths)?;
        let expected = experiment.map(Expected::read).transpose()?;
        let mut known: Option<(UnitHead, PathBuf)> = None;
        let mut parts: BTreeMap<(usize, u64), (SharePart, PathBuf)> = BTreeMap::new();
        for path in &files {
            Stop::if_cancelled(context)?;
            let UnitFile { head, unit, parts: own } = UnitFile::read(path)?;
            let shown = path.display();
            if let Some(why) = expected.as_ref().and_then(|expected| head.difference(&expected.at(head.extent()))) {
                return Err(Stop::refused(format!("{shown}: {why}; run unit {unit} again")));
            }
            if let Some((why, first)) = known.as_ref().and_then(|(known, first)| Some((head.difference(known)?, first)))
            {
                let why = format!("{shown}: {why}: it does not belong to {}", first.display());
                return Err(Stop::refused(why));
            }
            for part in own {
                let key = (unit.task, part.numbers.start);
                match parts.get(&key) {
                    Some((before, _)) if before.numbers != part.numbers => {
                        let unit = WorkUnit { task: unit.task, numbers: part.numbers };
                        return Err(cut_otherwise(path, &unit));
                    }
                    Some((before, other)) if *before != part => {
                        let (numbers, other) = (WorkUnit { task: unit.task, numbers: part.numbers }, other.display());
                        let why = format!("{shown}: says something else of {numbers} than {other}; run both again");
                        return Err(Stop::refused(why));
                    }
                    Some(_) => {}
                    None => {
                        parts.insert(key, (part, path.clone()));
                    }
                }
            }
            known.get_or_insert((head, path.clone()));
        }
        let Some((head, _)) = known else { return Err(Stop::refused("there is no unit")) };
        Self::fitting(head, parts, context)
    }

    /// Looks at the experiment of units, and whether their numbers fit it.
    fn fitting(
        head: UnitHead,
        parts: BTreeMap<(usize, u64), (SharePart, PathBuf)>,
        context: &Context,
    ) -> Result<Self, Stop> {
        let file = PathBuf::from(format!("{}.ron", head.name));
        let experiment = read_experiment(&Source::new(file.display().to_string(), head.experiment.clone()))?;
        let searches = shared_searches(&experiment, &Texts(&head.texts), head.extent(), context);
        let searches = searches.map_err(|why| failed(why, &file, context))?;
        let mut missing = Vec::new();
        for search in &searches {
            let mut from = 0;
            for ((_, start), (part, path)) in parts.range((search.task, 0)..=(search.task, u64::MAX)) {
                let shown = path.display();
                let unit = WorkUnit { task: search.task, numbers: part.numbers.clone() };
                if let Some(why) = search.obstacle(&part.numbers) {
                    return Err(Stop::refused(format!("{shown}: {unit} is no unit of {}: {why}", head.name)));
                }
                if *start < from {
                    return Err(cut_otherwise(path, &unit));
                }
                if from < *start {
                    missing.push(WorkUnit { task: search.task, numbers: from..*start });
                }
                from = part.numbers.end;
            }
            if from < search.count {
                missing.push(WorkUnit { task: search.task, numbers: from..search.count });
            }
        }
        let is_known = |task: usize| searches.iter().any(|search| search.task == task);
        if let Some(((task, _), (_, path))) = parts.iter().find(|((task, _), _)| !is_known(*task)) {
            let (shown, task) = (path.display(), task + 1);
            return Err(Stop::refused(format!("{shown}: task {task} of {} is no search", head.name)));
        }
        Ok(Self { head, experiment, searches, parts, missing })
    }

    /// Refuses to go on where something is missing, and says what would do it.
    fn are_all_there(&self) -> Result<(), Stop> {
        let Some(first) = self.missing.first() else { return Ok(()) };
        let named: Vec<String> = self.missing.iter().take(NAMED).map(WorkUnit::to_string).collect();
        let more = self.missing.len() - named.len();
        let more = if more == 0 { String::new() } else { format!(" and {more} more, which `nimdsl status` lists") };
        let full = if self.head.extent() == Effort::Full { " --full" } else { "" };
        let (what, list, name) = (counted(self.missing.len(), "unit"), named.join(", "), &self.head.name);
        Err(Stop::refused(format!(
            "{what} missing: {list}{more}; `nimdsl run {name}.ron{full} --unit {first} --out FILE` does the first"
        )))
    }

    /// How many numbers of a search were done.
    pub(super) fn done(&self, search: &SharedSearch) -> u64 {
        let own = self.parts.range((search.task, 0)..=(search.task, u64::MAX));
        own.map(|(_, (part, _))| part.numbers.end - part.numbers.start).sum()
    }

    /// How many candidates of a search passed.
    pub(super) fn passed(&self, search: &SharedSearch) -> u64 {
        let own = self.parts.range((search.task, 0)..=(search.task, u64::MAX));
        own.map(|(_, (part, _))| part.chunk.survivors.len() as u64).sum()
    }

    /// Fills the store of a run with what units gave, chunk by chunk.
    fn keep(&self, store: &RunStore, context: &Context) -> Result<(), Stop> {
        let broken = |why| broken(why, context);
        let head = &self.head;
        let facts = [
            ("experiment", head.experiment.as_str()),
            ("extent", extent_word(head.extent())),
            ("version", env!("CARGO_PKG_VERSION")),
            ("name", head.name.as_str()),
            ("shard", "1/1"),
        ];
        for (fact, value) in facts {
            store.tell(fact, value).map_err(broken)?;
        }
        for (name, text) in &head.texts {
            store.keep_text(name, text).map_err(broken)?;
        }
        for search in &self.searches {
            let mut chunks: BTreeMap<u64, Vec<Chunk>> = BTreeMap::new();
            for ((_, start), (part, _)) in self.parts.range((search.task, 0)..=(search.task, u64::MAX)) {
                chunks.entry(start / search.chunk).or_default().push(part.chunk.clone());
            }
            for (number, parts) in chunks {
                Stop::if_cancelled(context)?;
                store.keep(search.task, number, &Chunk::joined(parts)).map_err(broken)?;
            }
        }
        Ok(())
    }
}

/// That units overlap, so that they cannot be compared.
fn cut_otherwise(path: &Path, unit: &WorkUnit) -> Stop {
    let shown = path.display();
    Stop::refused(format!("{shown}: {unit} is cut otherwise than in other units: leave those of one plan"))
}

/// An experiment as it is.
struct Expected {
    name: String,
    text: String,
    texts: BTreeMap<String, String>,
}

impl Expected {
    fn read(file: &Path) -> Result<Self, Stop> {
        let source = read(file)?;
        let folder = Folder::of(file);
        let library = Remembering::new(&folder);
        check_experiment(&source, &library)?;
        Ok(Self { name: experiment_name(file), text: source.text.clone(), texts: library.texts() })
    }

    /// What its units are made from.
    fn at(&self, extent: Effort) -> UnitHead {
        UnitHead::new(&self.name, extent, &self.text, self.texts.clone(), "")
    }
}
