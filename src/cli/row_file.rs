//! A table that is written into a file row by row, and can be gone on with after any end: the rows so far, and beside them a state
//! that says how many of their bytes count. Knows nothing of rules and of forms.
//!
//! ```text
//! FILE.part   the rows so far           --all of them--> FILE
//! FILE.state  a line of JSON, what the form keeps, what rows need of those before, a hash of all this
//! ```
//!
//! The state is replaced whole, after the bytes that it counts are on the disk; what follows these is cut off when it is gone on.
use super::files::kinds::{FileKind, STATE, is_free, start};
use super::files::{beside, not_written, partial_of, unwritten};
use super::output::BandForm;
use super::stop::Stop;
use nimdsl::asked::StoreFailure;
use nimdsl::rules::TabledRows;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bytes of the hash at the end of a state.
const HASH: u64 = 32;
/// Bytes that are written at once.
const BUFFER: usize = 1 << 20;
/// Keeping a state takes no more than one part of so many of the time.
const SPARING: u32 = 20;
/// What a user can do about a state that does not fit.
const AFRESH: &str = "remove it and begin afresh, without --resume";

/// What a state says in its first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StateHead {
    /// Which table: where it comes from, what its values are, the form, the engine.
    table: TableIdentity,
    /// How many rows are written.
    rows: usize,
    /// How many bytes they and what stands before them take; 0 before anything is written.
    bytes: u64,
    /// Whether that is all.
    is_whole: bool,
    /// How many bytes the form keeps.
    form: u64,
}

/// Which table a file is to hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct TableIdentity {
    /// The program, the ruleset, parameters, play and positions.
    pub(in crate::cli) cite: String,
    pub(in crate::cli) outcomes: bool,
    pub(in crate::cli) format: String,
    pub(in crate::cli) engine: String,
}

impl TableIdentity {
    /// How another one differs, in words.
    fn differs(&self, other: &Self) -> Option<String> {
        let kind = |one: &Self| if one.outcomes { "outcomes" } else { "Grundy values" };
        let pairs = [
            (self.cite.as_str(), other.cite.as_str()),
            (kind(self), kind(other)),
            (&self.format, &other.format),
            (&self.engine, &other.engine),
        ];
        let (own, others) = pairs.into_iter().find(|(own, others)| own != others)?;
        Some(format!("it belongs to another table: {own}, not {others}"))
    }
}

/// The names of the files.
#[derive(Debug)]
pub(in crate::cli) struct RowFile {
    whole: PathBuf,
    part: PathBuf,
    state: PathBuf,
    table: TableIdentity,
}

/// The file that grows, held against other processes, and when its state was kept.
#[derive(Debug)]
pub(in crate::cli) struct Growing<'a> {
    files: &'a RowFile,
    out: BufWriter<File>,
    bytes: u64,
    /// A state is kept this often at most.
    every: Duration,
    kept: Instant,
    took: Duration,
}

impl RowFile {
    /// For a table that is to be written to a file.
    pub(in crate::cli) fn new(whole: &Path, table: TableIdentity) -> Self {
        let with = |ending: &str| {
            let mut name = whole.file_name().unwrap_or_default().to_os_string();
            name.push(ending);
            whole.with_file_name(name)
        };
        Self { part: with(".part"), state: with(".state"), whole: whole.to_owned(), table }
    }

    /// The state, for messages.
    pub(in crate::cli) fn state(&self) -> &Path {
        &self.state
    }

    /// Begins to write: nothing of anybody is in the way.
    pub(in crate::cli) fn begin(&self, form: &mut dyn BandForm, every: Duration) -> Result<Growing<'_>, Stop> {
        is_free(&self.whole, FileKind::Table)?;
        if let Some(why) = self.kept_words() {
            return Err(Stop::refused(format!("{}: {why}", self.state.display())));
        }
        is_free(&self.part, FileKind::Table)?;
        is_free(&self.state, FileKind::State)?;
        // From here on it can be gone on with.
        let head = self.head(0, 0, &[]);
        self.write_state(&head, &[], |_| Ok(()))?;
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&self.part);
        let mut growing = Growing::new(self, file.map_err(|error| not_written(&self.part, &error))?, 0, every)?;
        form.begin(&mut growing)?;
        Ok(growing)
    }

    /// That a table that was stopped is in the way, if one is, and what to do.
    fn kept_words(&self) -> Option<String> {
        if !self.state.exists() {
            return None;
        }
        let kept = "a table that was stopped is kept here";
        let remove = format!("remove it and {}", self.part.display());
        Some(match self.confirmed() {
            Err(_) => format!("{kept}, and its state is damaged: {remove}"),
            // It is a file of somebody, which is told as such.
            Ok(None) => return None,
            Ok(Some(head)) => match head.table.differs(&self.table) {
                None => format!("{kept}: go on with --resume, or {remove}"),
                Some(why) => {
                    format!("{kept}, and {why}; write this one to another file, or {remove} if the other is not wanted")
                }
            },
        })
    }

    /// Goes on where a process was stopped; `None` if all was done.
    pub(in crate::cli) fn go_on(
        &self,
        (rows, form): (&mut TabledRows, &mut dyn BandForm),
        every: Duration,
    ) -> Result<Option<Growing<'_>>, Stop> {
        let wrong = |why: &str| Stop::refused(format!("{}: {why}; {AFRESH}", self.state.display()));
        if fs::symlink_metadata(&self.state).is_err() {
            let shown = self.whole.display();
            let why = if self.whole.exists() {
                "it is whole: there is nothing to go on with"
            } else {
                "there is no table to go on with; begin it without --resume"
            };
            return Err(Stop::refused(format!("{shown}: {why}")));
        }
        let damaged = |_| wrong("the state is damaged");
        let head = self.confirmed().map_err(damaged)?.ok_or_else(|| wrong("this is no state of a table"))?;
        if let Some(why) = head.table.differs(&self.table) {
            return Err(Stop::refused(format!(
                "{}: {why}; write this one to another file, or {AFRESH}",
                self.state.display()
            )));
        }
        if head.is_whole && !self.part.exists() && self.whole.exists() {
            self.forget()?;
            return Ok(None);
        }
        let unopened = |error: io::Error| Stop::of_file(&self.part, "cannot be gone on with", &error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(head.bytes == 0).truncate(false);
        let file = options.open(&self.part).map_err(unopened)?;
        let mut growing = Growing::new(self, file, head.bytes, every)?;
        self.tidy();
        let file = growing.out.get_mut();
        if file.metadata().map_err(unopened)?.len() < head.bytes {
            return Err(wrong("the rows that it speaks of are not all there"));
        }
        file.set_len(head.bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(unopened)?;
        if head.is_whole {
            growing.finish()?;
            return Ok(None);
        }
        if head.bytes == 0 {
            form.begin(&mut growing)?;
            return Ok(Some(growing));
        }
        let mut state = self.body().map_err(damaged)?;
        let mut kept = Vec::new();
        state.by_ref().take(head.form).read_to_end(&mut kept).map_err(damaged)?;
        if !form.take_up(&kept) {
            return Err(wrong("the state is damaged"));
        }
        if !rows.take_up(head.rows, &mut |bytes| state.read_exact(bytes).is_ok()) {
            return Err(wrong("the state is damaged"));
        }
        Ok(Some(growing))
    }

    fn head(&self, rows: usize, bytes: u64, form: &[u8]) -> StateHead {
        StateHead { table: self.table.clone(), rows, bytes, is_whole: false, form: form.len() as u64 }
    }

    /// The first line of the state, if it is one, and its hash is that of what it says.
    fn confirmed(&self) -> io::Result<Option<StateHead>> {
        if !FileKind::State.is_kind_of(&self.state) {
            return Ok(None);
        }
        let file = File::open(&self.state)?;
        let length = file.metadata()?.len().saturating_sub(HASH);
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut reader.by_ref().take(length), &mut hasher)?;
        let mut told = Vec::new();
        reader.read_to_end(&mut told)?;
        if told != hasher.finalize().as_bytes() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let start = start(&self.state)?;
        let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let fields = [b"{", line.strip_prefix(STATE.as_bytes()).unwrap_or_default()].concat();
        serde_json::from_slice(&fields).map(Some).map_err(|_| io::ErrorKind::InvalidData.into())
    }

    /// The state behind its first line.
    fn body(&self) -> io::Result<impl Read> {
        let start = start(&self.state)?;
        let line = start.iter().position(|byte| *byte == b'\n').ok_or(io::ErrorKind::InvalidData)?;
        let mut file = File::open(&self.state)?;
        let length = file.metadata()?.len().saturating_sub(HASH);
        let begin = file.seek(SeekFrom::Start(line as u64 + 1))?;
        Ok(BufReader::with_capacity(BUFFER, file).take(length.saturating_sub(begin)))
    }

    /// Replaces the state by another one, whatever stops it.
    fn write_state(
        &self,
        head: &StateHead,
        form: &[u8],
        rest: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Stop> {
        let placed = || {
            let (beside, file) = beside(&self.state)?;
            let written = || {
                let mut out = Hashed { out: BufWriter::with_capacity(BUFFER, file), hasher: blake3::Hasher::new() };
                let fields = serde_json::to_string(head)?;
                writeln!(out, "{STATE}{}", fields.trim_start_matches('{'))?;
                out.write_all(form)?;
                rest(&mut out)?;
                let hash = out.hasher.finalize();
                out.out.write_all(hash.as_bytes())?;
                out.out.into_inner()?.sync_all()?;
                fs::rename(&beside, &self.state)
            };
            written().inspect_err(|_| drop(fs::remove_file(&beside)))
        };
        placed().map_err(|error| not_written(&self.state, &error))
    }

    /// Removes states that a process that was killed left half written.
    fn tidy(&self) {
        let name = self.state.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = self.state.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for found in fs::read_dir(folder).into_iter().flatten().flatten() {
            if found.file_name().to_str().and_then(partial_of) == Some(name.as_str()) {
                let _ = fs::remove_file(found.path());
            }
        }
    }

    fn forget(&self) -> Result<(), Stop> {
        fs::remove_file(&self.state).map_err(|error| Stop::of_file(&self.state, "cannot be removed", &error))
    }
}

/// Writes a file that comes bit by bit, whole or not at all, over nothing.
pub(in crate::cli) fn write_through(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Stop>,
) -> Result<(), Stop> {
    is_free(path, FileKind::Table)?;
    let failed = |error| not_written(path, &error);
    let (beside, file) = beside(path).map_err(failed)?;
    let placed = || {
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write(&mut out)?;
        let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().and_then(|()| fs::rename(&beside, path)).map_err(failed)
    };
    placed().inspect_err(|_| drop(fs::remove_file(&beside)))
}

impl<'a> Growing<'a> {
    fn new(files: &'a RowFile, file: File, bytes: u64, every: Duration) -> Result<Self, Stop> {
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let part = files.part.display();
            let why = "another run writes this table; wait for it, or choose another file with --out";
            return Err(Stop::blocked(StoreFailure::passing(format!("{part}: {why}"))));
        }
        let out = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { files, out, bytes, every, kept: Instant::now(), took: Duration::ZERO })
    }

    /// Keeps how far it is, if it was not done just now.
    pub(in crate::cli) fn keep(&mut self, rows: &TabledRows, form: &dyn BandForm) -> Result<(), Stop> {
        if self.kept.elapsed() < self.every.max(self.took * SPARING) {
            return Ok(());
        }
        let begun = Instant::now();
        self.flush()
            .and_then(|()| self.out.get_ref().sync_all())
            .map_err(|error| not_written(&self.files.part, &error))?;
        let kept = form.keep();
        let rest = |to: &mut dyn Write| {
            let mut written = Ok(());
            rows.keep(&mut |bytes| {
                written = to.write_all(bytes);
                written.is_ok()
            });
            written
        };
        self.files.write_state(&self.files.head(rows.done(), self.bytes, &kept), &kept, rest)?;
        (self.kept, self.took) = (Instant::now(), begun.elapsed());
        Ok(())
    }

    /// The rows cannot be found one after the other: nothing of them stays.
    pub(in crate::cli) fn discard(self) -> Result<(), Stop> {
        let part = &self.files.part;
        fs::remove_file(part).map_err(|error| Stop::of_file(part, "cannot be removed", &error))?;
        self.files.forget()
    }

    /// All is written: puts the rows in the place of the file, and forgets the state.
    pub(in crate::cli) fn finish(mut self) -> Result<(), Stop> {
        let RowFile { whole, part, .. } = self.files;
        self.flush().and_then(|()| self.out.get_ref().sync_all()).map_err(|error| not_written(part, &error))?;
        let head = StateHead { is_whole: true, ..self.files.head(0, self.bytes, &[]) };
        self.files.write_state(&head, &[], |_| Ok(()))?;
        if whole.exists() {
            return Err(unwritten(
                whole,
                "a file is there that was not when this began; remove it, and go on with --resume",
            ));
        }
        fs::rename(part, whole).map_err(|error| not_written(whole, &error))?;
        self.files.forget()
    }
}

impl Write for Growing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A stream, and the hash of what went into it.
struct Hashed<W> {
    out: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
