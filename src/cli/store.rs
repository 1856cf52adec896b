//! What a long run has done, in an `SQLite` file beside its report. Decides nothing.
use nimdsl::check::Library;
use nimdsl::search::chunk::{Chunk, Store, Survivor};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

/// The layout of the file; another one is refused.
const LAYOUT: i64 = 2;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS texts (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS chunks (task INTEGER, chunk INTEGER, candidates INTEGER NOT NULL,
        rejected INTEGER NOT NULL, fingerprints BLOB NOT NULL, survivors BLOB NOT NULL,
        PRIMARY KEY (task, chunk)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS verdicts (task INTEGER, candidate INTEGER, up_to INTEGER,
        PRIMARY KEY (task, candidate)) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS proofs (task INTEGER, hit TEXT, proved INTEGER NOT NULL,
        PRIMARY KEY (task, hit)) STRICT, WITHOUT ROWID;
";

/// A store on disk.
#[derive(Debug)]
pub(crate) struct Kept(Mutex<Connection>);

fn words(error: &rusqlite::Error) -> String {
    if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) {
        return "another run is using this folder; wait for it, or choose another with --out".to_owned();
    }
    format!("the store of the run: {error}")
}

/// A number of 64 bits in a column; `SQLite` has signed ones only.
fn column(number: u64) -> i64 {
    i64::from_ne_bytes(number.to_ne_bytes())
}

fn number(column: i64) -> u64 {
    u64::from_ne_bytes(column.to_ne_bytes())
}

fn bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)).collect()
}

fn survivor_bytes(survivors: &[Survivor]) -> Vec<u8> {
    let all = survivors.iter().flat_map(|survivor| {
        let target = survivor.target.map_or(0, |target| target as u64 + 1);
        [survivor.number, target, survivor.length, survivor.meaning]
    });
    bytes(&all.collect::<Vec<_>>())
}

fn survivors(bytes: &[u8]) -> Vec<Survivor> {
    let all = numbers(bytes);
    let parts = all.as_chunks::<4>().0.iter();
    parts
        .map(|[number, target, length, meaning]| Survivor {
            number: *number,
            target: usize::try_from(*target).ok().and_then(|target| target.checked_sub(1)),
            length: *length,
            meaning: *meaning,
        })
        .collect()
}

impl Kept {
    /// Opens a store, or begins one.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let connection = Connection::open(path).map_err(|error| words(&error))?;
        let prepare = || {
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            // A kill loses nothing; only a power cut may take the last chunks.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.execute_batch(TABLES)
        };
        prepare().map_err(|error| words(&error))?;
        let store = Self(Mutex::new(connection));
        match store.about("layout")? {
            None => store.tell("layout", &LAYOUT.to_string())?,
            Some(layout) if layout == LAYOUT.to_string() => {}
            Some(layout) => {
                return Err(format!("the store has layout {layout}, and this program writes {LAYOUT}; start afresh"));
            }
        }
        Ok(store)
    }

    /// Moves what the journal of a store holds into its file, whatever its layout; fails while another run is using it.
    pub(crate) fn settle(path: &Path) -> Result<(), String> {
        let settle = || {
            let connection = Connection::open(path)?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.execute_batch("BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE);")
        };
        match settle() {
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Err(words(&error)),
            _ => Ok(()),
        }
    }

    fn connection(&self) -> Result<MutexGuard<'_, Connection>, String> {
        self.0.lock().map_err(|_| "the store of the run was left in the middle of a change".to_owned())
    }

    /// What is noted under a name.
    pub(crate) fn about(&self, name: &str) -> Result<Option<String>, String> {
        let connection = self.connection()?;
        let found = connection.query_row("SELECT value FROM about WHERE name = ?1", [name], |row| row.get(0));
        found.optional().map_err(|error| words(&error))
    }

    /// Notes something under a name.
    pub(crate) fn tell(&self, name: &str, value: &str) -> Result<(), String> {
        let connection = self.connection()?;
        let done = connection.execute("INSERT OR REPLACE INTO about VALUES (?1, ?2)", [name, value]);
        done.map(|_| ()).map_err(|error| words(&error))
    }

    /// A text that the run has read.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, String> {
        let connection = self.connection()?;
        let found = connection.query_row("SELECT text FROM texts WHERE name = ?1", [name], |row| row.get(0));
        found.optional().map_err(|error| words(&error))
    }

    /// Keeps a text that the run has read; one that was different before is refused.
    pub(crate) fn keep_text(&self, name: &str, text: &str) -> Result<(), String> {
        if let Some(before) = self.text(name)? {
            return if before == text {
                Ok(())
            } else {
                Err(format!("{name} has changed since the run began; run without --resume"))
            };
        }
        let connection = self.connection()?;
        let done = connection.execute("INSERT INTO texts VALUES (?1, ?2)", [name, text]);
        done.map(|_| ()).map_err(|error| words(&error))
    }

    /// All texts, by name.
    pub(crate) fn texts(&self) -> Result<Vec<(String, String)>, String> {
        let connection = self.connection()?;
        let read = || {
            let mut statement = connection.prepare("SELECT name, text FROM texts ORDER BY name")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<Result<Vec<_>, _>>()
        };
        read().map_err(|error| words(&error))
    }

    /// Copies what another store has done.
    pub(crate) fn take(&self, other: &Self) -> Result<(), String> {
        let (from, to) = (other.connection()?, self.connection()?);
        let copy = || {
            let transaction = to.unchecked_transaction()?;
            let mut statement = from.prepare("SELECT * FROM chunks")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                transaction.execute(
                    "INSERT OR IGNORE INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![
                        row.get::<_, i64>(0)?,
                        row.get::<_, i64>(1)?,
                        row.get::<_, i64>(2)?,
                        row.get::<_, i64>(3)?,
                        row.get::<_, Vec<u8>>(4)?,
                        row.get::<_, Vec<u8>>(5)?
                    ],
                )?;
            }
            let mut statement = from.prepare("SELECT * FROM verdicts")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                transaction.execute(
                    "INSERT OR IGNORE INTO verdicts VALUES (?1, ?2, ?3)",
                    params![row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?],
                )?;
            }
            let mut statement = from.prepare("SELECT * FROM proofs")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                transaction.execute(
                    "INSERT OR IGNORE INTO proofs VALUES (?1, ?2, ?3)",
                    params![row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?],
                )?;
            }
            transaction.commit()
        };
        copy().map_err(|error| words(&error))
    }
}

impl Store for Kept {
    fn chunks(&self, task: usize, tell: &mut dyn FnMut(u64, Chunk)) -> Result<(), String> {
        let connection = self.connection()?;
        let mut read = || {
            let mut statement = connection.prepare(
                "SELECT chunk, candidates, rejected, fingerprints, survivors FROM chunks WHERE task = ?1 ORDER BY chunk",
            )?;
            let mut rows = statement.query([column(task as u64)])?;
            while let Some(row) = rows.next()? {
                let chunk = Chunk {
                    candidates: number(row.get(1)?),
                    rejected: number(row.get(2)?),
                    fingerprints: numbers(row.get_ref(3)?.as_blob()?),
                    survivors: survivors(row.get_ref(4)?.as_blob()?),
                };
                tell(number(row.get(0)?), chunk);
            }
            Ok(())
        };
        read().map_err(|error: rusqlite::Error| words(&error))
    }

    fn keep(&self, task: usize, chunk: u64, result: &Chunk) -> Result<(), String> {
        let connection = self.connection()?;
        let done = connection.execute(
            "INSERT OR REPLACE INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                column(task as u64),
                column(chunk),
                column(result.candidates),
                column(result.rejected),
                bytes(&result.fingerprints),
                survivor_bytes(&result.survivors)
            ],
        );
        done.map(|_| ()).map_err(|error| words(&error))
    }

    fn verdict(&self, task: usize, candidate: u64) -> Result<Option<Option<u64>>, String> {
        let connection = self.connection()?;
        let found = connection.query_row(
            "SELECT up_to FROM verdicts WHERE task = ?1 AND candidate = ?2",
            [column(task as u64), column(candidate)],
            |row| row.get::<_, Option<i64>>(0),
        );
        let found = found.optional().map_err(|error| words(&error))?;
        Ok(found.map(|up_to| up_to.map(number)))
    }

    fn keep_verdict(&self, task: usize, candidate: u64, verdict: Option<u64>) -> Result<(), String> {
        let connection = self.connection()?;
        let done = connection.execute(
            "INSERT OR REPLACE INTO verdicts VALUES (?1, ?2, ?3)",
            params![column(task as u64), column(candidate), verdict.map(column)],
        );
        done.map(|_| ()).map_err(|error| words(&error))
    }

    fn proof(&self, task: usize, hit: &str) -> Result<Option<bool>, String> {
        let connection = self.connection()?;
        let found = connection.query_row(
            "SELECT proved FROM proofs WHERE task = ?1 AND hit = ?2",
            params![column(task as u64), hit],
            |row| row.get(0),
        );
        found.optional().map_err(|error| words(&error))
    }

    fn keep_proof(&self, task: usize, hit: &str, proved: bool) -> Result<(), String> {
        let connection = self.connection()?;
        let done = connection
            .execute("INSERT OR REPLACE INTO proofs VALUES (?1, ?2, ?3)", params![column(task as u64), hit, proved]);
        done.map(|_| ()).map_err(|error| words(&error))
    }
}

/// A library that keeps every text that it gives.
pub(crate) struct Keeping<'a> {
    pub(crate) library: &'a dyn Library,
    pub(crate) store: &'a Kept,
}

impl Library for Keeping<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.library.read(name)?;
        self.store.keep_text(name, &text)?;
        Ok(text)
    }
}

/// The texts of a store.
pub(crate) struct Remembered<'a>(pub(crate) &'a Kept);

impl Library for Remembered<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        self.0.text(name)?.ok_or_else(|| format!("{name} was not read by the run"))
    }
}
