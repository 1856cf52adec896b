//! The output folder of a run: what in it is ours, by exact name and by what it says, and what is kept when a run begins
//! afresh. Knows nothing about searches.
use super::files::kinds::{self, FileKind};
use super::files::{is_input, not_written, partial_of, unwritten};
use crate::cli::stop::{IN_USE, Stop, why};
use crate::cli::store::{RunStore, SUFFIXES, is_journal, is_store, with};
use nimdsl::asked::StoreFailure;
use nimdsl::engine::Context;
use nimdsl::rules::Hit;
use nimdsl::tasks::{Drawing, DrawingForm};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(in crate::cli) const STORE: &str = "store.sqlite";
pub(in crate::cli) const DATA: &str = "report.json";
const REPORT: &str = "report.txt";
/// How far a run is, while it goes on.
pub(in crate::cli) const PROGRESS: &str = "progress.json";

/// An output folder in which nothing of anybody else is in the way.
#[derive(Debug)]
pub(in crate::cli) struct OutputFolder {
    folder: PathBuf,
}

/// A folder that no other run may use.
#[derive(Debug)]
pub(in crate::cli) struct Held {
    _folder: Option<File>,
}

/// Whether a run that holds a folder is waited for.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Patience<'a> {
    /// It is not.
    None,
    /// As long as the command may go on.
    Waits(&'a Context),
}

impl<'a> Patience<'a> {
    /// As `--wait-lock` says.
    pub(in crate::cli) fn of(wait_lock: bool, context: &'a Context) -> Self {
        if wait_lock { Self::Waits(context) } else { Self::None }
    }
}

/// A folder that is held is looked at this often.
const LOOK: Duration = Duration::from_millis(100);

/// What a name in an output folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FolderEntry {
    /// The store of a run, or one that was set aside.
    Store,
    /// What `SQLite` keeps beside a store.
    Journal,
    /// A report or a hit.
    Written(FileKind),
}

/// What our name for a file stands for; names of others stand for nothing.
fn entry(name: &str) -> Option<FolderEntry> {
    match name {
        DATA => return Some(FolderEntry::Written(FileKind::Data)),
        PROGRESS => return Some(FolderEntry::Written(FileKind::Progress)),
        REPORT => return Some(FolderEntry::Written(FileKind::Report)),
        _ if is_hit(name) => return Some(FolderEntry::Written(FileKind::Hit)),
        _ if is_numbered(name, "plot_", ".svg") => return Some(FolderEntry::Written(FileKind::Svg)),
        _ if is_numbered(name, "plot_", ".tex") => return Some(FolderEntry::Written(FileKind::Tikz)),
        _ => {}
    }
    let (stem, suffix) = name.split_at(name.find(".sqlite")? + ".sqlite".len());
    let kept = stem.strip_prefix("store.before").and_then(|rest| rest.strip_suffix(".sqlite"));
    let is_kept = |rest: &str| rest.is_empty() || rest.strip_prefix('_').is_some_and(is_count);
    match (stem == STORE || kept.is_some_and(is_kept), suffix) {
        (true, "") => Some(FolderEntry::Store),
        (true, suffix) if SUFFIXES.contains(&suffix) => Some(FolderEntry::Journal),
        _ => None,
    }
}

/// `hit_001.nim`, `task_2_hit_014.nim`: exactly as a search names them.
fn is_hit(name: &str) -> bool {
    is_numbered(name, "hit_", ".nim")
}

/// The same for other names: what stands before the number, and the ending.
fn is_numbered(name: &str, before: &str, ending: &str) -> bool {
    let of_task = name.strip_prefix("task_").and_then(|rest| rest.split_once('_'));
    let rest = of_task.filter(|(task, _)| is_count(task)).map_or(name, |(_, rest)| rest);
    let number = rest.strip_prefix(before).and_then(|rest| rest.strip_suffix(ending));
    number.is_some_and(|number| {
        number.parse::<usize>().is_ok_and(|parsed| 0 < parsed && format!("{parsed:03}") == number)
    })
}

/// Whether a number is written as we write it: from 1, without zeros before it.
fn is_count(text: &str) -> bool {
    text.parse::<usize>().is_ok_and(|number| 0 < number && number.to_string() == text)
}

impl OutputFolder {
    /// Looks at a folder, and changes nothing. A folder with files of others is refused unless there is a run of ours, and so is
    /// one where a name that we write is taken by something else.
    pub(in crate::cli) fn look(folder: PathBuf) -> Result<Self, Stop> {
        let refused = |why: &str| Err(unwritten(&folder, why));
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self { folder }),
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return refused("it is no folder; choose another with --out");
            }
            Err(error) => return refused(&why(&error)),
        };
        let (mut is_run, mut of_others) = (false, None);
        for found in entries {
            let path = found.map_err(|error| not_written(&folder, &error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match entry(&name) {
                Some(FolderEntry::Store) if is_store(&path) => is_run = true,
                Some(FolderEntry::Store) if name == STORE => {
                    let why = "it is no store of nimdsl; choose another folder with --out, or remove it";
                    return Err(unwritten(&path, why));
                }
                Some(FolderEntry::Written(kind)) => kinds::is_free(&path, kind)?,
                Some(FolderEntry::Journal) => {}
                None if is_left_over(&path, &name) => {}
                Some(FolderEntry::Store) | None => of_others = Some(name),
            }
        }
        match of_others {
            Some(name) if !is_run => {
                let why = format!("it holds `{name}` and no run of nimdsl; choose a new or empty folder with --out");
                Err(unwritten(&folder, &why))
            }
            _ => Ok(Self { folder }),
        }
    }

    /// The folder.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.folder
    }

    /// Where the store of the run is.
    pub(in crate::cli) fn store(&self) -> PathBuf {
        self.folder.join(STORE)
    }

    /// Makes the folder.
    pub(in crate::cli) fn make(&self) -> Result<(), Stop> {
        fs::create_dir_all(&self.folder).map_err(|error| not_written(&self.folder, &error))
    }

    /// Keeps other runs out of the folder until what is returned goes. If one is there, refused at once, or waited for until it goes
    /// or the command is cancelled. To be asked before anything is set aside. Where folders cannot be locked, only the store is.
    pub(in crate::cli) fn hold(&self, patience: Patience<'_>) -> Result<Held, Stop> {
        let Ok(folder) = File::open(&self.folder) else { return Ok(Held { _folder: None }) };
        loop {
            match (folder.try_lock(), patience) {
                (Err(TryLockError::WouldBlock), Patience::Waits(context)) => {
                    Stop::if_cancelled(context)?;
                    std::thread::sleep(LOOK);
                }
                (Err(TryLockError::WouldBlock), Patience::None) => {
                    return Err(Stop::blocked(StoreFailure::passing(format!("{}: {IN_USE}", self.folder.display()))));
                }
                (Ok(()) | Err(TryLockError::Error(_)), _) => return Ok(Held { _folder: Some(folder) }),
            }
        }
    }

    /// Puts a store that was prepared beside it in the place of the store; what was there is kept under a name of its own.
    pub(in crate::cli) fn begin(&self, prepared: &Path) -> Result<(), Stop> {
        let path = self.store();
        let begun = RunStore::settle(&path).map_err(Stop::blocked).and_then(|()| {
            set_aside(&path).and_then(|()| fs::rename(prepared, &path)).map_err(|e| not_written(&path, &e))
        });
        if begun.is_err() {
            let _ = fs::remove_file(prepared);
        }
        begun
    }

    /// Removes what a run that was killed left half written. Only who holds the store may do so: nobody else is writing here.
    pub(in crate::cli) fn tidy(&self) {
        for found in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = found.file_name().to_string_lossy().into_owned();
            if is_left_over(&found.path(), &name) {
                let _ = fs::remove_file(found.path());
            }
        }
    }

    /// Removes what tells how far the run is.
    pub(in crate::cli) fn forget_progress(&self) {
        let path = self.folder.join(PROGRESS);
        if kinds::is_free(&path, FileKind::Progress).is_ok() {
            let _ = fs::remove_file(path);
        }
    }

    /// Writes a report, its hits and pictures, and then removes those of an earlier run that this one does not have: they would
    /// be misleading.
    pub(in crate::cli) fn write(
        &self,
        hits: &[&Hit],
        drawings: &[&Drawing],
        data: &str,
        report: &str,
    ) -> Result<(), Stop> {
        let mut written = BTreeSet::new();
        for hit in hits {
            kinds::write(&self.folder.join(&hit.file), FileKind::Hit, &hit.ruleset)?;
            written.insert(hit.file.as_str());
        }
        for drawing in drawings {
            let kind = match drawing.form {
                DrawingForm::Svg => FileKind::Svg,
                DrawingForm::Tikz => FileKind::Tikz,
            };
            kinds::write(&self.folder.join(&drawing.file), kind, &drawing.text)?;
            written.insert(drawing.file.as_str());
        }
        // A report of an earlier version is known by the title in its data, which therefore change last.
        kinds::write(&self.folder.join(REPORT), FileKind::Report, report)?;
        kinds::write(&self.folder.join(DATA), FileKind::Data, data)?;
        self.forget_progress();
        let unreadable = |error: io::Error| not_written(&self.folder, &error);
        for found in fs::read_dir(&self.folder).map_err(unreadable)? {
            let path = found.map_err(unreadable)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(FolderEntry::Written(kind @ (FileKind::Hit | FileKind::Svg | FileKind::Tikz))) = entry(&name)
            else {
                continue;
            };
            if !written.contains(name.as_str()) && !is_input(&path) && kinds::is_free(&path, kind).is_ok() {
                fs::remove_file(&path).map_err(|error| {
                    Stop::Message(format!("{}: cannot be removed: {}", path.display(), why(&error)), 2)
                })?;
            }
        }
        Ok(())
    }
}

/// Whether this is what a killed process left of a file that we write.
fn is_left_over(path: &Path, name: &str) -> bool {
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    if let Some(whose) = SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix)) {
        return partial_of(whose) == Some(STORE) && is_journal(path);
    }
    partial_of(name).and_then(entry).is_some_and(|entry| match entry {
        FolderEntry::Written(kind) => kind.begins(path),
        FolderEntry::Store => kinds::start(path).is_ok_and(|start| start.is_empty()) || is_store(path),
        FolderEntry::Journal => false,
    })
}

/// Gives a store, and what lies beside it, a name that is not taken.
fn set_aside(path: &Path) -> io::Result<()> {
    let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
    let all: Vec<&str> = SUFFIXES.into_iter().chain([""]).collect();
    if !all.iter().any(|suffix| is_there(&with(path, suffix))) {
        return Ok(());
    }
    for number in 1_u64.. {
        let name = if number == 1 { "store.before.sqlite".to_owned() } else { format!("store.before_{number}.sqlite") };
        let kept = path.with_file_name(name);
        if all.iter().any(|suffix| is_there(&with(&kept, suffix))) {
            continue;
        }
        // The name is taken before it is used, so that two processes never use the same one.
        match File::create_new(&kept) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            made => drop(made?),
        }
        // A journal goes first: a store without its journal is merely older, but a journal would spoil another store.
        for suffix in all.iter().filter(|suffix| is_there(&with(path, suffix))) {
            fs::rename(with(path, suffix), with(&kept, suffix))?;
        }
        return Ok(());
    }
    Ok(())
}
