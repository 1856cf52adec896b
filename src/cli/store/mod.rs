//! What a long run has done, in an `SQLite` file beside its report. Decides nothing, and believes nothing that it did not
//! write: the layout is compared with ours, and every row carries a checksum.
//!
//! A checksum is no secret. It tells damage, by a disk or by a slip, and not what somebody forges on purpose. Therefore
//! `merge` takes over only which candidates passed and how many were tried, and confirms and proves every hit again.

pub(in crate::cli) mod rows;

use super::files::kinds::start;
use super::files::{beside, opened};
use super::stop::{FULL, IN_USE, of_file};
use nimdsl::asked::StoreFailure;
use nimdsl::check::Library;
use nimdsl::rules::{Chunk, ChunkStore, Shard};
use rows::{Damaged, StoreRow};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, ffi, params};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// The layout of the file; another one is refused.
const LAYOUT: i64 = 3;
/// The `application_id` of our stores: "nimd".
const MARK: i32 = 0x6e69_6d64;
/// Where it stands in a file of `SQLite`, and how such a file begins.
const MARK_AT: usize = 68;
const SQLITE: &[u8] = b"SQLite format 3\0";
/// What `SQLite` appends to the name of a store for the files that it keeps beside it.
pub(super) const SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

const TABLES: [(&str, &str); 5] = [
    (
        "about",
        "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum BLOB NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        "chunks",
        "CREATE TABLE chunks (task INTEGER, chunk INTEGER, candidates INTEGER NOT NULL, rejected INTEGER NOT NULL, \
         fingerprints BLOB NOT NULL, survivors BLOB NOT NULL, sum BLOB NOT NULL, PRIMARY KEY (task, chunk)) \
         STRICT, WITHOUT ROWID",
    ),
    (
        "proofs",
        "CREATE TABLE proofs (task INTEGER, hit TEXT, proved INTEGER NOT NULL, sum BLOB NOT NULL, \
         PRIMARY KEY (task, hit)) STRICT, WITHOUT ROWID",
    ),
    (
        "texts",
        "CREATE TABLE texts (name TEXT PRIMARY KEY, text TEXT NOT NULL, sum BLOB NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        "verdicts",
        "CREATE TABLE verdicts (task INTEGER, candidate INTEGER, up_to INTEGER, sum BLOB NOT NULL, \
         PRIMARY KEY (task, candidate)) STRICT, WITHOUT ROWID",
    ),
];
/// The one table that every earlier layout had; its row `layout` says which.
const EARLIER: &str = "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID";

/// The longest text or blob that is read: a chunk with all its candidates for all targets fits.
const LONGEST: i32 = 128 << 20;
/// Instructions of a query between two looks at the cancellation.
const STEPS: i32 = 100_000;
/// Bytes of a store that are copied between two looks at the cancellation.
const PIECE: usize = 1 << 20;

/// A store on disk.
#[derive(Debug)]
pub(super) struct RunStore {
    connection: Mutex<Connection>,
    path: PathBuf,
    /// Verdicts and proofs that were damaged, and are found again.
    damaged: AtomicU64,
    /// The folder of a copy, which goes with it; dropped after the connection.
    _copy: Option<Scratch>,
}

/// A folder that nobody else uses, removed in the end.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether a file is a store of ours, by its mark. Opens no database.
pub(super) fn is_store(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    let Some(head) = start(path).ok().filter(|head| is_file && head.starts_with(SQLITE)) else { return false };
    // A store of an earlier layout has no mark of its own, and what defines its tables may not have left the journal.
    let journal = start(&with(path, "-wal")).unwrap_or_default();
    let tells = |bytes: &[u8]| bytes.windows(EARLIER.len()).any(|window| window == EARLIER.as_bytes());
    head.get(MARK_AT..MARK_AT + 4) == Some(MARK.to_be_bytes().as_slice()) || tells(&head) || tells(&journal)
}

/// Whether a file of `SQLite` goes on behind the pages that its head counts (bytes 28 to 31, of as many bytes as 16 and 17
/// say), as no store does, with a journal or without.
fn is_longer_than_it_says(path: &Path) -> bool {
    let Some((head, about)) = start(path).ok().zip(fs::metadata(path).ok()) else { return false };
    let number = |from: usize, to: usize| {
        head.get(from..to).map(|bytes| bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)))
    };
    let Some((size, pages)) = number(16, 18).zip(number(28, 32)) else { return false };
    // A page of 65,536 bytes is written as 1.
    let size = if size == 1 { 1 << 16 } else { size };
    size * pages < about.len()
}

/// How a journal of `SQLite` begins: one of pages to come, one of pages that were, one that is over.
const JOURNALS: [&[u8]; 3] = [&[0x37, 0x7f, 0x06], &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7], &[0; 8]];

/// Whether a file is a journal of `SQLite`, or begins to be one.
pub(super) fn is_journal(path: &Path) -> bool {
    start(path).is_ok_and(|start| start.is_empty() || JOURNALS.iter().any(|journal| start.starts_with(journal)))
}

/// The name of what lies beside a store.
pub(super) fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// What a store gives, or why it does not.
type StoreResult<T> = Result<T, StoreFailure>;

/// What is wrong with a store.
fn words(path: &Path, error: &rusqlite::Error) -> StoreFailure {
    let shown = path.display();
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy) => return StoreFailure::passing(format!("{shown}: {IN_USE}")),
        Some(ErrorCode::DiskFull) => return StoreFailure::passing(format!("{shown}: cannot be written: {FULL}")),
        Some(ErrorCode::SystemIoFailure) => {
            let is_read = [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_SHORT_READ];
            let code = error.sqlite_error().map(|error| error.extended_code);
            let what = if code.is_some_and(|code| is_read.contains(&code)) { "read" } else { "written" };
            format!("{shown}: cannot be {what}: {error}")
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            format!("{shown}: cannot be written: {error}")
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            format!("{shown}: is damaged ({error}); begin afresh, without --resume")
        }
        _ => format!("{shown}: {error}"),
    };
    why.into()
}

/// What stranger's files cannot do: no view, trigger or function of a schema is run, no page is written past `SQLite`, and a
/// query ends when it is cancelled.
fn harden(connection: &mut Connection, cancel: &Arc<AtomicBool>) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for config in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
    ] {
        connection.set_db_config(config, false)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    let cancel = cancel.clone();
    connection.progress_handler(STEPS, Some(move || cancel.load(Ordering::Relaxed)))
}

/// Compares what defines the tables with ours, letter by letter. `remedy` says what to do.
fn is_ours(connection: &Connection, path: &Path, remedy: &str) -> StoreResult<()> {
    let shown = path.display();
    let read = || {
        let mut statement = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 100")?;
        let rows = statement.query_map([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, Option<String>>(3)?.unwrap_or_default()))
        })?;
        rows.collect::<Result<Vec<(String, String, String, String)>, _>>()
    };
    let found = read().map_err(|error| words(path, &error))?;
    let is_table = |entry: &(String, String, String, String), name: &str, sql: &str| {
        entry.0 == "table" && entry.1 == name && entry.2 == name && entry.3 == sql
    };
    if found.iter().any(|entry| is_table(entry, "about", EARLIER)) {
        let layout = connection.query_row("SELECT value FROM about WHERE name = 'layout'", [], |row| row.get(0));
        let layout = layout
            .map_or_else(|_| "no layout".to_owned(), |layout: String| format!("layout {}", layout.escape_debug()));
        return Err(format!("{shown}: has {layout}, and this program writes {LAYOUT}; {remedy}").into());
    }
    // Names are taken once, so that as many tables as we have are all of ours.
    let (ours, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|entry| TABLES.iter().any(|(name, sql)| is_table(entry, name, sql)));
    if let Some((kind, name, ..)) = others.first() {
        let (kind, name) = (kind.escape_debug(), name.escape_debug());
        return Err(format!("{shown}: holds what no run writes (the {kind} `{name}`); {remedy}").into());
    }
    if ours.len() < TABLES.len() {
        return Err(format!("{shown}: lacks a table; {remedy}").into());
    }
    let layout = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    match layout.map_err(|error| words(path, &error))? {
        LAYOUT => Ok(()),
        layout => Err(format!("{shown}: has layout {layout}, and this program writes {LAYOUT}; {remedy}").into()),
    }
}

const AFRESH: &str = "begin afresh, without --resume";
const AGAIN: &str = "run this shard again";

impl RunStore {
    /// Prepares an empty store beside the place where it belongs: half a store is never in that place.
    pub(super) fn prepare(path: &Path) -> StoreResult<PathBuf> {
        let failed = |error: io::Error| of_file(path, "cannot be written", &error);
        let (prepared, file) = beside(path).map_err(failed)?;
        let empty = || {
            let connection = Connection::open_with_flags(&prepared, FLAGS)?;
            connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
            connection.pragma_update(None, "application_id", MARK)?;
            connection.pragma_update(None, "user_version", LAYOUT)?;
            for (_, sql) in TABLES {
                connection.execute_batch(sql)?;
            }
            Ok(())
        };
        let filled = empty().map_err(|error| words(path, &error)).and_then(|()| file.sync_all().map_err(failed));
        if filled.is_err() {
            let _ = fs::remove_file(&prepared);
        }
        filled.map(|()| prepared)
    }

    /// Opens a store of ours, for this process alone.
    pub(super) fn open(path: &Path, cancel: &Arc<AtomicBool>) -> StoreResult<Self> {
        if !is_store(path) {
            return Err(format!("{}: is no store of nimdsl; {AFRESH}", path.display()).into());
        }
        // `SQLite` says little of why a file or the journal beside it cannot be written.
        for file in [path.to_owned(), with(path, "-wal")] {
            if fs::metadata(&file).is_ok_and(|about| !about.is_file()) {
                return Err(format!("{}: cannot be written: it is not a regular file", file.display()).into());
            }
            let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&file);
            opened.map_err(|error| of_file(&file, "cannot be written", &error))?;
        }
        let open = || {
            let mut connection = Connection::open_with_flags(path, FLAGS)?;
            harden(&mut connection, cancel)?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            // A kill loses nothing; only a power cut may take the last chunks.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            Ok(connection)
        };
        let connection = open().map_err(|error| words(path, &error))?;
        is_ours(&connection, path, AFRESH)?;
        Ok(Self { connection: Mutex::new(connection), path: path.to_owned(), damaged: AtomicU64::new(0), _copy: None })
    }

    /// Opens the store of a shard without writing to it. `SQLite` does not read what a killed run left in its journal without
    /// writing, so that a copy is opened: the shard's own files are read as bytes and nothing else. The copy of a shard that is
    /// still being written may be torn; then its checksums fail.
    pub(super) fn read_only(path: &Path, cancel: &Arc<AtomicBool>) -> StoreResult<Self> {
        let shown = path.display();
        if !is_store(path) {
            return Err(format!("{shown}: is no store of nimdsl; {AGAIN}").into());
        }
        if is_longer_than_it_says(path) {
            return Err(format!("{shown}: is damaged (it is longer than its pages); {AGAIN}").into());
        }
        let scratch =
            Scratch(private_folder().map_err(|error| of_file(&std::env::temp_dir(), "cannot be written", &error))?);
        let copy = scratch.0.join("store.sqlite");
        for suffix in ["", "-wal"] {
            match copied(&with(path, suffix), &with(&copy, suffix), cancel) {
                Err(error) if error.kind() == ErrorKind::NotFound && !suffix.is_empty() => {}
                done => done
                    .map_err(|error| of_file(path, &format!("cannot be copied to {}", scratch.0.display()), &error))?,
            }
        }
        let open = || {
            let mut connection = Connection::open_with_flags(&copy, FLAGS)?;
            harden(&mut connection, cancel)?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update(None, "query_only", true)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| words(path, &error))?;
        is_ours(&connection, path, AGAIN)?;
        let connection = Mutex::new(connection);
        // Where files can be read that have no name any more, a killed process leaves none.
        let copy = if cfg!(unix) { None } else { Some(scratch) };
        Ok(Self { connection, path: path.to_owned(), damaged: AtomicU64::new(0), _copy: copy })
    }

    /// Moves what the journal of a store holds into its file, whatever its layout; fails while another run is using it.
    pub(super) fn settle(path: &Path) -> StoreResult<()> {
        if !is_store(path) {
            return Ok(());
        }
        let settle = || {
            let connection = Connection::open_with_flags(path, FLAGS)?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.execute_batch("BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE);")
        };
        match settle() {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Err(words(path, &error)),
            // A journal that cannot be read stays beside the store.
            _ => Ok(()),
        }
    }

    /// Closes a store of which nothing is left in a journal.
    pub(super) fn close(self) -> StoreResult<()> {
        let Self { connection, path, .. } = self;
        let connection = connection.into_inner().map_err(|_| format!("{}: was left in the middle", path.display()))?;
        let settled = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);");
        settled.and_then(|()| connection.close().map_err(|error| error.1)).map_err(|error| words(&path, &error))?;
        match start(&with(&path, "-wal")) {
            Ok(journal) if !journal.is_empty() => {
                Err(format!("{}: cannot be written: a journal is left", path.display()).into())
            }
            _ => Ok(()),
        }
    }

    fn connection(&self) -> StoreResult<MutexGuard<'_, Connection>> {
        let left = || format!("{}: was left in the middle of a change", self.path.display());
        self.connection.lock().map_err(|_| left().into())
    }

    fn words(&self, error: &rusqlite::Error) -> StoreFailure {
        words(&self.path, error)
    }

    /// How many verdicts and proofs were damaged, and were found again.
    pub(super) fn damaged(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }

    fn is_damaged(&self, what: &str) -> StoreFailure {
        format!("{}: is damaged ({what}); {AFRESH}", self.path.display()).into()
    }

    /// What is noted under a name.
    pub(super) fn about(&self, name: &str) -> StoreResult<Option<String>> {
        self.named("about", "SELECT value, sum FROM about WHERE name = ?1", name)
    }

    /// A text that the run has read.
    pub(super) fn text(&self, name: &str) -> StoreResult<Option<String>> {
        self.named("texts", "SELECT text, sum FROM texts WHERE name = ?1", name)
    }

    fn named(&self, table: &str, query: &str, name: &str) -> StoreResult<Option<String>> {
        let connection = self.connection()?;
        let found = connection.query_row(query, [name], |row| Ok(rows::text(table, name, row)));
        match found.optional().map_err(|error| self.words(&error))? {
            None => Ok(None),
            Some(Some(text)) => Ok(Some(text)),
            Some(None) => Err(self.is_damaged(&format!("`{}`", name.escape_debug()))),
        }
    }

    /// Notes something under a name.
    pub(super) fn tell(&self, name: &str, value: &str) -> StoreResult<()> {
        let connection = self.connection()?;
        let sum = rows::seal("about", &[name.as_bytes(), value.as_bytes()]);
        let done = connection.execute("INSERT OR REPLACE INTO about VALUES (?1, ?2, ?3)", params![name, value, sum]);
        done.map(|_| ()).map_err(|error| self.words(&error))
    }

    /// Keeps a text that the run has read; one that was different before is refused.
    pub(super) fn keep_text(&self, name: &str, text: &str) -> StoreResult<()> {
        if let Some(before) = self.text(name)? {
            return if before == text {
                Ok(())
            } else {
                Err(format!("{name} has changed since the run began; run without --resume").into())
            };
        }
        let connection = self.connection()?;
        let sum = rows::seal("texts", &[name.as_bytes(), text.as_bytes()]);
        let done = connection.execute("INSERT INTO texts VALUES (?1, ?2, ?3)", params![name, text, sum]);
        done.map(|_| ()).map_err(|error| self.words(&error))
    }

    /// The names of all texts.
    pub(super) fn texts(&self) -> StoreResult<Vec<String>> {
        let connection = self.connection()?;
        let read = || {
            let mut statement = connection.prepare("SELECT name FROM texts ORDER BY name")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect::<Result<Vec<_>, _>>()
        };
        read().map_err(|error| self.words(&error))
    }

    /// Takes over the chunks of a shard that belong to it and to one of so many tasks; how many others it brought. Verdicts and
    /// proofs are not taken over.
    pub(super) fn take(&self, other: &Self, shard: Shard, tasks: usize) -> StoreResult<usize> {
        let (from, to) = (other.connection()?, self.connection()?);
        let shown = other.path.display();
        let (here, there) = (|error| self.words(&error), |error| other.words(&error));
        let transaction = to.unchecked_transaction().map_err(here)?;
        let mut left_out = 0;
        let mut statement = from.prepare("SELECT * FROM chunks").map_err(there)?;
        let mut rows = statement.query([]).map_err(there)?;
        while let Some(row) = rows.next().map_err(there)? {
            let StoreRow { task, chunk, result } = rows::chunk(row);
            if !usize::try_from(task).is_ok_and(|task| task < tasks) || !shard.has(chunk) {
                left_out += 1;
                continue;
            }
            let Some(result) = result else {
                return Err(format!(
                    "{shown}: is damaged (chunk {chunk} of task {}); go on with this shard by `nimdsl run ... --shard \
                     {}/{} --resume`, which does what is damaged again, and merge then",
                    task + 1,
                    shard.number,
                    shard.of
                )
                .into());
            };
            let sum = rows::insert(&transaction, "INSERT OR IGNORE", task, chunk, &result).map_err(here)?;
            let kept: Vec<u8> = transaction
                .query_row("SELECT sum FROM chunks WHERE task = ?1 AND chunk = ?2", rows::key(task, chunk), |row| {
                    row.get(0)
                })
                .map_err(here)?;
            if kept != sum {
                return Err(
                    format!("{shown}: chunk {chunk} of task {} is another one in another shard", task + 1).into()
                );
            }
        }
        transaction.commit().map_err(here)?;
        Ok(left_out)
    }

    /// What was found, unless it is damaged; it is found again then.
    fn or_again<T>(&self, found: Option<Result<T, Damaged>>) -> Option<T> {
        found?.map_err(|Damaged| self.damaged.fetch_add(1, Ordering::Relaxed)).ok()
    }
}

/// No file is made by opening it.
const FLAGS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

fn private_folder() -> io::Result<PathBuf> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for count in 0..1000 {
        let folder = std::env::temp_dir().join(format!("nimdsl.{}.{count}", std::process::id()));
        match builder.create(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::Error::other("it is full of folders of nimdsl"))
}

/// Copies a file unless it is cancelled.
fn copied(from: &Path, to: &Path, cancel: &AtomicBool) -> io::Result<()> {
    let (mut from, mut to) = (opened(from)?, File::create_new(to)?);
    let mut piece = vec![0; PIECE];
    loop {
        let count = from.read(&mut piece)?;
        if count == 0 {
            let length = to.stream_position()?;
            return to.set_len(length);
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(ErrorKind::Interrupted.into());
        }
        // What is a hole takes no place on the disk of the copy either.
        if piece[..count].iter().all(|byte| *byte == 0) {
            to.seek(SeekFrom::Current(count.cast_signed() as i64))?;
        } else {
            to.write_all(&piece[..count])?;
        }
    }
}

impl ChunkStore for RunStore {
    fn chunks(&self, task: usize, tell: &mut dyn FnMut(u64, Option<Chunk>)) -> StoreResult<()> {
        let connection = self.connection()?;
        let mut read = || {
            let mut statement = connection.prepare("SELECT * FROM chunks WHERE task = ?1 ORDER BY chunk")?;
            let mut rows = statement.query([rows::column(task as u64)])?;
            while let Some(row) = rows.next()? {
                let row = rows::chunk(row);
                tell(row.chunk, row.result);
            }
            Ok(())
        };
        read().map_err(|error| self.words(&error))
    }

    fn keep(&self, task: usize, chunk: u64, result: &Chunk) -> StoreResult<()> {
        let connection = self.connection()?;
        let done = rows::insert(&connection, "INSERT OR REPLACE", task as u64, chunk, result);
        done.map(|_| ()).map_err(|error| self.words(&error))
    }

    fn verdict(&self, task: usize, candidate: u64) -> StoreResult<Option<Option<u64>>> {
        let connection = self.connection()?;
        let found = connection.query_row(
            "SELECT up_to, sum FROM verdicts WHERE task = ?1 AND candidate = ?2",
            rows::key(task as u64, candidate),
            |row| Ok(rows::verdict(task as u64, candidate, row)),
        );
        Ok(self.or_again(found.optional().map_err(|error| self.words(&error))?))
    }

    fn keep_verdict(&self, task: usize, candidate: u64, verdict: Option<u64>) -> StoreResult<()> {
        let connection = self.connection()?;
        let [first, second] = rows::key(task as u64, candidate);
        let sum = rows::verdict_seal(task as u64, candidate, verdict.map(rows::column));
        let done = connection.execute(
            "INSERT OR REPLACE INTO verdicts VALUES (?1, ?2, ?3, ?4)",
            params![first, second, verdict.map(rows::column), sum],
        );
        done.map(|_| ()).map_err(|error| self.words(&error))
    }

    fn proof(&self, task: usize, hit: &str) -> StoreResult<Option<bool>> {
        let connection = self.connection()?;
        let found = connection.query_row(
            "SELECT proved, sum FROM proofs WHERE task = ?1 AND hit = ?2",
            params![rows::column(task as u64), hit],
            |row| Ok(rows::proof(task as u64, hit, row)),
        );
        Ok(self.or_again(found.optional().map_err(|error| self.words(&error))?))
    }

    fn keep_proof(&self, task: usize, hit: &str, proved: bool) -> StoreResult<()> {
        let connection = self.connection()?;
        let done = connection.execute(
            "INSERT OR REPLACE INTO proofs VALUES (?1, ?2, ?3, ?4)",
            params![rows::column(task as u64), hit, proved, rows::proof_seal(task as u64, hit, i64::from(proved))],
        );
        done.map(|_| ()).map_err(|error| self.words(&error))
    }
}

/// A library that keeps every text that it gives.
pub(super) struct Keeping<'a> {
    pub(super) library: &'a dyn Library,
    pub(super) store: &'a RunStore,
}

impl Library for Keeping<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.library.read(name)?;
        self.store.keep_text(name, &text).map_err(|failure| failure.why)?;
        Ok(text)
    }
}

/// The texts of a store.
pub(super) struct Remembered<'a>(pub(super) &'a RunStore);

impl Library for Remembered<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let kept = self.0.text(name).map_err(|failure| failure.why)?;
        kept.ok_or_else(|| format!("{name} was not read by the run"))
    }
}
