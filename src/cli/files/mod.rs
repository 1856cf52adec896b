//! The files of the command line: read with a limit, found in folders, and written whole. Knows nothing of what they say.

pub(in crate::cli) mod kinds;

use super::stop::{Stop, why};
use nimdsl::check::Library;
use nimdsl::source::Source;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

const LONGEST: u64 = 16 << 20;
/// Names that are tried for a temporary file.
const TRIES: u64 = 1000;
/// Bytes of a file's name that its temporary name repeats.
const REPEATED: usize = 100;

/// What was read as input by this process: nothing of it is written over. There is one command to a process.
static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Files of a folder, by relative name.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder in which a file lies.
    pub(super) fn of(file: &Path) -> Self {
        Self(file.parent().unwrap_or(Path::new("")).to_path_buf())
    }
}

impl Library for Folder {
    fn read(&self, name: &str) -> Result<String, String> {
        read(&self.0.join(name)).map(|source| source.text.clone()).map_err(|stop| match stop {
            Stop::Message(message, _) => message,
            _ => format!("{name} cannot be read"),
        })
    }
}

/// What is typed or piped in, as a text of at most 16 MiB.
pub(super) fn standard_input() -> Result<String, Stop> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes)?;
    if LONGEST < bytes.len() as u64 {
        return Err(Stop::refused(format!(
            "standard input: has more than {LONGEST} bytes, which is the most that is read"
        )));
    }
    decoded(bytes).map_err(|why| Stop::refused(format!("standard input: {why}")))
}

/// Whether a name stands for the standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn decoded(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        format!("is not UTF-8 text: byte {} cannot be decoded; save it as UTF-8", error.utf8_error().valid_up_to())
    })
}

/// Reads a file, or the standard input if it is called `-`. Files that a text from there names are looked for in the folder in which the
/// program was started.
pub(super) fn read_or_input(path: &Path) -> Result<Arc<Source>, Stop> {
    static PIPED: OnceLock<String> = OnceLock::new();
    if !is_standard_input(path) {
        return read(path);
    }
    // It can be read once, and is asked for more often.
    let text = match PIPED.get() {
        Some(text) => text.clone(),
        None => standard_input()?,
    };
    Ok(Source::new("-", PIPED.get_or_init(|| text).clone()))
}

/// Reads a regular file of at most 16 MiB; undecodable bytes are named.
pub(super) fn read(path: &Path) -> Result<Arc<Source>, Stop> {
    let name = path.display().to_string();
    if name.contains(char::is_control) {
        let why = "the name of this file holds a control sign, such as the end of a line: rename it";
        return Err(Stop::refused(format!("{}: {why}", name.escape_debug())));
    }
    let fail = |why: String| Stop::Message(format!("{name}: {why}"), 2);
    let unreadable = |error: io::Error| fail(format!("cannot be read: {}", why(&error)));
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        let piped = if about.is_dir() { "" } else { "; a ruleset that is piped in is called `-`" };
        return Err(fail(format!("is not a regular file{piped}")));
    }
    if LONGEST < about.len() {
        return Err(fail(format!("has {} bytes; at most {LONGEST} are read", about.len())));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(LONGEST).read_to_end(&mut bytes).map_err(unreadable)?;
    let text = decoded(bytes).map_err(fail)?;
    if let (Ok(place), Ok(mut inputs)) = (fs::canonicalize(path), INPUTS.lock()) {
        inputs.insert(place);
    }
    Ok(Source::new(name, text))
}

/// Opens a regular file: a pipe of somebody else would be waited for without end.
pub(super) fn opened(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("it is not a regular file")) }
}

/// Whether a file was read as input.
pub(in crate::cli) fn is_input(path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|place| INPUTS.lock().is_ok_and(|inputs| inputs.contains(&place)))
}

/// A folder stands for the rulesets in it, in the order of their names.
pub(super) fn in_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    let is_ruleset = |file: &Path| file.extension().is_some_and(|ending| ending == "nim");
    each_in_folders(paths, is_ruleset, "there is no ruleset (.nim) in this folder")
}

/// A folder stands for those files in it that are wanted, in the order of their names.
pub(super) fn each_in_folders(
    paths: &[PathBuf],
    is_wanted: impl Fn(&Path) -> bool,
    none: &str,
) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |error: io::Error| Stop::of_file(path, "cannot be read", &error);
        let mut found = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if is_wanted(&file) {
                found.push(file);
            }
        }
        if found.is_empty() {
            return Err(Stop::refused(format!("{}: {none}", path.display())));
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// Writes a file whole or not at all, whatever stops it: beside its name, to the disk, and then in its place. A link is
/// replaced, not followed; the permissions of what was there stay, and its owner if that is allowed.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    placed(path, bytes).map_err(|error| not_written(path, &error))
}

/// The same for a file that was read, to write it anew: a link stays a link.
pub(super) fn rewrite(path: &Path, text: &str) -> Result<(), Stop> {
    let written = fs::canonicalize(path).and_then(|place| placed(&place, text.as_bytes()));
    written.map_err(|error| not_written(path, &error))
}

/// That a file cannot be written, and why.
pub(in crate::cli) fn unwritten(path: &Path, why: &str) -> Stop {
    Stop::refused(format!("{}: cannot be written: {why}", path.display()))
}

/// The same, where the system says why.
pub(in crate::cli) fn not_written(path: &Path, error: &io::Error) -> Stop {
    Stop::of_file(path, "cannot be written", error)
}

/// Writes beside a file and renames, so that the file is the old one or the new one at any time.
fn placed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let before = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
    if before.as_ref().is_some_and(|about| about.permissions().readonly()) {
        return Err(io::Error::other("it is protected against writing"));
    }
    let (beside, mut file) = beside(path)?;
    let placed = || {
        file.write_all(bytes)?;
        if let Some(about) = before {
            // Only some may give a file away; its text matters more.
            #[cfg(unix)]
            let _ = fchown(&file, Some(about.uid()), Some(about.gid()));
            file.set_permissions(about.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    let done = placed();
    if done.is_err() {
        // What is half written is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    done?;
    // Where a folder can be synced, the new name outlives a power cut as well.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// A new, empty file in the folder of another. Its name is that of no other process, and nothing that is there is opened.
pub(super) fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=REPEATED.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    for _ in 0..TRIES {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let beside = path.with_file_name(format!(".{}.{}.{count}.partial", &name[..end], std::process::id()));
        match File::create_new(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (beside, file)),
        }
    }
    Err(io::Error::other("its folder is full of temporary files (.partial)"))
}

/// Whose temporary name this is, if it is one.
pub(in crate::cli) fn partial_of(name: &str) -> Option<&str> {
    let (rest, count) = name.strip_prefix('.')?.strip_suffix(".partial")?.rsplit_once('.')?;
    let (whose, process) = rest.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(count) && is_number(process)).then_some(whose)
}
