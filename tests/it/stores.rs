//! Stores that a disk or a stranger has changed: damage is done again, and what is forged reaches no report.
use rusqlite::{Connection, params};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    /// With an experiment of four chunks and one with proofs.
    fn new(name: &str) -> Self {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("nimdsl_stores_{name}_{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        for (file, text) in [("base.nim", BASE), ("a.ron", CHUNKS), ("p.ron", PROOFS), ("triangular.nim", TRIANGULAR)] {
            fs::write(path.join(file), text).expect("a file");
        }
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
        command.args(arguments.split(' ')).current_dir(&self.0);
        command
    }

    fn nimdsl(&self, arguments: &str) -> (Option<i32>, String) {
        let Output { status, stderr, .. } = self.command(arguments).output().expect("it starts");
        (status.code(), String::from_utf8_lossy(&stderr).into_owned())
    }

    fn does(&self, arguments: &str) -> String {
        let (code, told) = self.nimdsl(arguments);
        assert_eq!(code, Some(0), "{arguments}: {told}");
        told
    }

    fn refuses(&self, arguments: &str, words: &[&str]) {
        let (code, told) = self.nimdsl(arguments);
        assert_eq!(code, Some(2), "{arguments}: {told}");
        assert!(words.iter().all(|part| told.contains(part)), "{arguments}: {words:?}: {told}");
    }

    fn start(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    }

    fn store(&self, out: &str) -> Connection {
        Connection::open(self.path(out).join("store.sqlite")).expect("a store")
    }

    fn change(&self, out: &str, sql: &str) {
        self.store(out).execute_batch(sql).expect("a change");
    }

    fn copy(&self, from: &str, to: &str) {
        let _ = fs::remove_dir_all(self.path(to));
        fs::create_dir(self.path(to)).expect("a folder");
        for entry in fs::read_dir(self.path(from)).expect("a folder") {
            let entry = entry.expect("an entry");
            fs::copy(entry.path(), self.path(to).join(entry.file_name())).expect("a copy");
        }
    }

    fn same_reports(&self, one: &str, other: &str) {
        for name in ["report.json", "report.txt"] {
            assert_eq!(self.read(&format!("{one}/{name}")), self.read(&format!("{other}/{name}")), "{one} {other}");
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const BASE: &str = "param c = 1 where 0 <= c\nheaps x, y
move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i
move wythoff(i, j) symmetric: (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, |i - j| <= c\n";
/// 1,024 candidates, most of them ill-formed: four chunks, and the hits in the last.
const CHUNKS: &str = "(title: \"A sweep\", ruleset: \"base.nim\", vary: {\"c\": Range(-900, 123)},
    tasks: [Search(target: Open, board: 20, confirm: 200, keep: 3)])";
const TRIANGULAR: &str = "ruleset \"Triangular Nim\"\nheaps x, y\nmove triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i\n";
const PROOFS: &str = "(title: \"Proofs\", ruleset: \"triangular.nim\", tasks: [Search(
    target: AnyOf([Consecutive(Geometric(2)), Consecutive(Repunit(2))]), exceptions: 2, prove: true,
    add: Conditions(at_most: 1, statistics: [\"j\", \"i + j\"], relations: [\"<\", \"<=\"],
    terms: [\"small\", \"large\", \"small'\", \"large'\", \"i\"], coefficients: Range(1, 2), constants: Range(-1, 1)),
    screen: 100, confirm: 2000, keep: 3)])";

/// The checksum of a row, as whoever reads the source can make it.
fn seal(table: &str, columns: &[&[u8]]) -> Vec<u8> {
    let mut hasher = blake3::Hasher::new();
    for part in [table.as_bytes()].iter().chain(columns) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().as_bytes().to_vec()
}

/// What is done to the numbers, the fingerprints and the survivors of a chunk.
type Change = fn(&mut [i64; 2], &mut Vec<u8>, &mut Vec<u8>);

/// Changes a chunk and seals it again.
fn forge(store: &Connection, chunk: i64, change: Change) {
    let row = store.query_row(
        "SELECT candidates, rejected, fingerprints, survivors FROM chunks WHERE task = 0 AND chunk = ?1",
        [chunk],
        |row| Ok(([row.get(0)?, row.get(1)?], row.get(2)?, row.get(3)?)),
    );
    let (mut numbers, mut fingerprints, mut survivors) = row.expect("a chunk");
    change(&mut numbers, &mut fingerprints, &mut survivors);
    let head = [0, chunk, numbers[0], numbers[1]].map(i64::to_le_bytes).concat();
    let sum = seal("chunks", &[&head, &fingerprints, &survivors]);
    let sql = "UPDATE chunks SET candidates = ?1, rejected = ?2, fingerprints = ?3, survivors = ?4, sum = ?5
        WHERE task = 0 AND chunk = ?6";
    store.execute(sql, params![numbers[0], numbers[1], fingerprints, survivors, sum, chunk]).expect("a change");
}

/// A survivor: its number, the target or 0, its length and its meaning.
fn survivor(numbers: [u64; 4]) -> Vec<u8> {
    numbers.map(u64::to_le_bytes).concat()
}

#[test]
fn damaged_chunks_are_done_again() {
    let folder = Folder::new("chunks");
    folder.does("run a.ron --out whole");
    for (sql, chunks) in [
        ("UPDATE chunks SET candidates = -5 WHERE chunk = 1", "1 chunk"),
        ("UPDATE chunks SET survivors = randomblob(320)", "4 chunks"),
        ("UPDATE chunks SET survivors = randomblob(33) WHERE chunk < 2", "2 chunks"),
        ("UPDATE chunks SET fingerprints = x'' WHERE chunk = 3", "1 chunk"),
        ("UPDATE chunks SET rejected = 7 WHERE chunk = 0", "1 chunk"),
        ("UPDATE chunks SET sum = zeroblob(32)", "4 chunks"),
        ("UPDATE chunks SET sum = x'' WHERE chunk = 2", "1 chunk"),
    ] {
        folder.copy("whole", "damaged");
        folder.change("damaged", sql);
        let told = folder.does("run a.ron --out damaged --resume");
        assert!(told.contains(&format!("task 1: {chunks} of the store")), "{sql}: {told}");
        folder.same_reports("whole", "damaged");
        let told = folder.does("run a.ron --out damaged --resume");
        assert!(!told.contains("damaged, and"), "{told}");
    }
}

/// Numbers that cannot be are no results, also if their checksum fits.
#[test]
fn impossible_chunks_are_done_again() {
    let folder = Folder::new("impossible");
    folder.does("run a.ron --out whole");
    let changes: [Change; 8] = [
        |numbers, _, _| numbers[0] = -5,
        |numbers, _, _| numbers[0] = 255,
        |numbers, _, _| numbers[1] = 257,
        |_, fingerprints, _| fingerprints.extend([0; 16]),
        |_, _, survivors| survivors.extend(survivor([u64::MAX, 0, 1, 1])),
        |_, _, survivors| survivors.extend(survivor([1023, 0, 1, 1])),
        |_, _, survivors| *survivors = survivor([300, 1, 1, 1]),
        |_, _, survivors| survivors.extend([0; 8]),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        folder.copy("whole", "forged");
        forge(&folder.store("forged"), 1, change);
        let told = folder.does("run a.ron --out forged --resume");
        assert!(told.contains("task 1: 1 chunk of the store is damaged"), "{index}: {told}");
        folder.same_reports("whole", "forged");
    }
}

/// What was confirmed and proved is believed only with its checksum.
#[test]
fn damaged_verdicts_and_proofs_are_found_again() {
    let folder = Folder::new("verdicts");
    folder.does("run p.ron --out whole");
    let report = folder.read("whole/report.json");
    assert!(report.contains("\"proved\": true"), "{report}");
    for sql in [
        "UPDATE proofs SET proved = 1 - proved",
        "UPDATE proofs SET proved = 2",
        "UPDATE verdicts SET up_to = 7",
        "UPDATE verdicts SET up_to = NULL",
        "UPDATE verdicts SET up_to = -1, sum = randomblob(32)",
    ] {
        folder.copy("whole", "damaged");
        folder.change("damaged", sql);
        let told = folder.does("run p.ron --out damaged --resume");
        assert!(told.contains("results in the store were damaged, and are found again"), "{sql}: {told}");
        folder.same_reports("whole", "damaged");
    }
    for table in ["about", "texts"] {
        folder.copy("whole", "damaged");
        folder.change("damaged", &format!("UPDATE {table} SET sum = zeroblob(32)"));
        folder.refuses(
            "run p.ron --out damaged --resume",
            &["damaged/store.sqlite: is damaged", "begin afresh, without --resume"],
        );
    }
    fs::write(
        folder.path("damaged/store.sqlite"),
        &fs::read(folder.path("whole/store.sqlite")).expect("a store")[..9000],
    )
    .expect("a file");
    folder.refuses("run p.ron --out damaged --resume", &["damaged/store.sqlite: is damaged"]);
    folder.does("run p.ron --out damaged");
    folder.same_reports("whole", "damaged");
}

/// A merged report stands on nothing that a shard says it confirmed or proved.
#[test]
fn merge_proves_every_hit_again() {
    let folder = Folder::new("forged_proofs");
    folder.does("run p.ron --out whole");
    folder.does("run p.ron --out shard --shard 1/1");
    let store = folder.store("shard");
    let hits: Vec<String> = {
        let mut statement = store.prepare("SELECT hit FROM proofs WHERE proved = 0").expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
    for hit in &hits {
        let sum = seal("proofs", &[&0_u64.to_le_bytes(), hit.as_bytes(), &1_i64.to_le_bytes()]);
        store.execute("UPDATE proofs SET proved = 1, sum = ?1 WHERE hit = ?2", params![sum, hit]).expect("a change");
    }
    let keys: Vec<i64> = {
        let mut statement = store.prepare("SELECT candidate FROM verdicts").expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
    for key in keys {
        let sum = seal("verdicts", &[&[0, key].map(i64::to_le_bytes).concat(), &30_i64.to_le_bytes()]);
        store
            .execute("UPDATE verdicts SET up_to = 30, sum = ?1 WHERE candidate = ?2", params![sum, key])
            .expect("a change");
    }
    drop(store);
    folder.does("merge shard --out merged");
    folder.same_reports("whole", "merged");
    // The forgery is one: the run itself, whose own store this is, believes it.
    folder.does("run p.ron --out shard --resume");
    assert_ne!(folder.read("whole/report.json"), folder.read("shard/report.json"));
}

fn shards(folder: &Folder) {
    folder.does("run a.ron --out whole");
    folder.does("run a.ron --out one --shard 1/2");
    folder.does("run a.ron --out two --shard 2/2");
}

#[test]
fn shards_that_say_too_much_are_refused() {
    let folder = Folder::new("shards");
    shards(&folder);
    folder.does("merge one two --out merged");
    folder.same_reports("whole", "merged");
    // A chunk of the other shard is left out, and one that is damaged is named with its shard.
    folder.copy("one", "more");
    let other = folder.path("two/store.sqlite").display().to_string();
    folder.change(
        "more",
        &format!("ATTACH '{other}' AS other; INSERT INTO chunks SELECT * FROM other.chunks; DETACH other"),
    );
    let told = folder.does("merge more two --out merged");
    assert!(told.contains("more: 2 chunks left out: not of shard 1/2"), "{told}");
    folder.same_reports("whole", "merged");
    folder.refuses("merge more --out part", &["finish all shards first"]);
    let before = folder.read("merged/report.json");
    folder.copy("two", "damaged");
    folder.change("damaged", "UPDATE chunks SET candidates = 255 WHERE chunk = 3");
    folder.refuses(
        "merge one damaged --out merged",
        &["damaged/store.sqlite: is damaged (chunk 3 of task 1)", "--shard 2/2 --resume"],
    );
    assert_eq!(folder.read("merged/report.json"), before);
    folder.does("run a.ron --out damaged --shard 2/2 --resume");
    folder.does("merge one damaged --out merged");
    folder.same_reports("whole", "merged");
    forge(&folder.store("damaged"), 3, |numbers, _, _| numbers[0] = 255);
    folder.refuses("merge one damaged --out merged", &["damaged: is damaged (chunk 3 of task 1)"]);
    folder.copy("two", "damaged");
    folder.change("damaged", "UPDATE about SET value = '2/0', sum = x'00' WHERE name = 'shard'");
    folder.refuses("merge one damaged --out merged", &["damaged/store.sqlite: is damaged (`shard`)"]);
    folder.copy("two", "damaged");
    let store = folder.store("damaged");
    let sum = seal("about", &[b"version", b"0.0.1"]);
    store.execute("UPDATE about SET value = '0.0.1', sum = ?1 WHERE name = 'version'", [sum]).expect("a change");
    drop(store);
    folder.refuses("merge one damaged --out merged", &["damaged: belongs to another run: its version is different"]);
    folder.refuses("merge damaged one --out merged", &["damaged: was run by version 0.0.1, and this is"]);
    assert_eq!(folder.read("merged/report.json"), before);
}

/// The name in a shard says where its files go, if it is a name.
#[test]
fn a_shard_does_not_say_where_files_go() {
    let folder = Folder::new("names");
    shards(&folder);
    fs::create_dir(folder.path("victim")).expect("a folder");
    fs::write(folder.path("victim/report.json"), "mine").expect("a file");
    let victim = folder.path("victim").display().to_string();
    for name in [victim.as_str(), "../victim", "..", ".", "", "a/b", "a\\b", "a\u{1b}[31m", "a\nb", "victim/"] {
        let store = folder.store("one");
        let sum = seal("about", &[b"name", name.as_bytes()]);
        store
            .execute("UPDATE about SET value = ?1, sum = ?2 WHERE name = 'name'", params![name, sum])
            .expect("a change");
        drop(store);
        folder.refuses("merge one two", &["one: the name of its run is no plain name; choose a folder with --out"]);
        assert_eq!(folder.read("victim/report.json"), "mine", "{name}");
        assert!(!folder.path("out").exists(), "{name}");
        folder.does("merge one two --out merged");
        folder.same_reports("whole", "merged");
    }
}

/// Views, triggers, indices and other columns are no store of ours, and nothing of them is run.
#[test]
fn a_store_has_our_tables_and_nothing_else() {
    let folder = Folder::new("schema");
    shards(&folder);
    let endless =
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n AS name, n AS text, n AS sum FROM t";
    for sql in [
        format!("DROP TABLE texts; CREATE VIEW texts AS {endless}"),
        "CREATE VIEW more AS SELECT 1".to_owned(),
        "CREATE TRIGGER more AFTER INSERT ON chunks BEGIN DELETE FROM chunks; END".to_owned(),
        "CREATE INDEX more ON chunks (candidates)".to_owned(),
        "CREATE TABLE more (a)".to_owned(),
        "ALTER TABLE chunks ADD COLUMN more INTEGER".to_owned(),
        "ALTER TABLE chunks ADD COLUMN more INTEGER AS (candidates + 1)".to_owned(),
        "ALTER TABLE chunks RENAME COLUMN rejected TO refused".to_owned(),
        "PRAGMA user_version = 4".to_owned(),
        "PRAGMA application_id = 0".to_owned(),
    ] {
        folder.copy("one", "forged");
        folder.change("forged", &sql);
        let begun = Instant::now();
        folder.refuses("merge forged two --out merged --time 5s", &["forged/store.sqlite: ", "run this shard again"]);
        folder.refuses("run a.ron --out forged --shard 1/2 --resume", &["forged/store.sqlite: "]);
        assert!(begun.elapsed() < Duration::from_secs(5), "{sql}");
        assert!(!folder.path("merged").exists(), "{sql}");
    }
    folder.copy("one", "forged");
    folder.change("forged", "DROP TABLE proofs");
    folder.refuses("run a.ron --out forged --shard 1/2 --resume", &["forged/store.sqlite: "]);
}

/// The files of a shard are read and nothing else, also where a killed run left its journal.
#[test]
fn a_shard_is_never_written_to() {
    let folder = Folder::new("journal");
    shards(&folder);
    folder.copy("one", "open");
    let store = folder.store("open");
    store.execute_batch("PRAGMA wal_autocheckpoint = 0; UPDATE chunks SET task = 0; VACUUM").expect("a change");
    fs::create_dir(folder.path("killed")).expect("a folder");
    for name in ["store.sqlite", "store.sqlite-wal"] {
        fs::copy(folder.path("open").join(name), folder.path("killed").join(name)).expect("a copy");
    }
    drop(store);
    let content = || {
        ["killed/store.sqlite", "killed/store.sqlite-wal", "two/store.sqlite"]
            .map(|name| fs::read(folder.path(name)).expect("a file"))
    };
    let before = content();
    assert!(!before[1].is_empty(), "a journal");
    folder.does("merge killed two --out merged");
    folder.same_reports("whole", "merged");
    assert_eq!(content(), before);
    for shard in ["killed", "two"] {
        let names =
            fs::read_dir(folder.path(shard)).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        assert!(!names.map(|name| name.to_string_lossy().into_owned()).any(|name| name.contains("-shm")), "{shard}");
    }
}

/// A store of an earlier layout is kept, and not gone on with.
#[test]
fn stores_of_an_earlier_layout_are_refused_with_a_remedy() {
    let folder = Folder::new("layout");
    fs::create_dir(folder.path("old")).expect("a folder");
    folder.change(
        "old",
        "PRAGMA journal_mode = WAL;
         CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
         INSERT INTO about VALUES ('layout', '2')",
    );
    let remedy = "old/store.sqlite: has layout 2, and this program writes 3";
    folder.refuses("run a.ron --out old --resume", &[remedy, "begin afresh, without --resume"]);
    folder.refuses("merge old --out merged", &[remedy, "run this shard again"]);
    folder.does("run a.ron --out old");
    assert!(folder.path("old/store.before.sqlite").exists());
}

/// Twenty kills at any moment: the store stays good, and the report is that of a run that nobody disturbed.
#[test]
fn kills_at_any_moment_change_nothing() {
    let folder = Folder::new("kills");
    let begun = Instant::now();
    folder.does("run a.ron --out whole");
    let whole = begun.elapsed().as_micros() as u64;
    let go_on = || {
        let is_begun = folder.path("killed/store.sqlite").exists();
        if is_begun { "run a.ron --out killed --resume" } else { "run a.ron --out killed" }
    };
    let mut kills = 0;
    for step in 1..200 {
        let mut child = folder.start(go_on());
        std::thread::sleep(Duration::from_micros(step * 7_919_993 % whole));
        let ended = child.try_wait().expect("a state");
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        match ended {
            None => kills += 1,
            Some(status) => {
                assert!(status.success(), "after {kills} kills");
                fs::remove_dir_all(folder.path("killed")).expect("a folder");
            }
        }
        if kills == 20 {
            break;
        }
    }
    assert_eq!(kills, 20);
    folder.does(go_on());
    folder.same_reports("whole", "killed");
    let names =
        fs::read_dir(folder.path("killed")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let left: Vec<String> =
        names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.starts_with('.')).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A merge that is killed can be begun again: what it left is known as ours, and goes.
#[test]
fn a_merge_that_was_killed_is_begun_again() {
    let folder = Folder::new("killed_merge");
    shards(&folder);
    fs::create_dir(folder.path("merged")).expect("a folder");
    let store = fs::read(folder.path("one/store.sqlite")).expect("a store");
    let journal = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, 0, 0];
    for (name, bytes) in [
        (".store.sqlite.12.0.partial", store.as_slice()),
        (".store.sqlite.12.0.partial-journal", &journal),
        (".store.sqlite.13.7.partial", &[]),
        (".store.sqlite.13.7.partial-wal", &[0x37, 0x7f, 0x06, 0x82]),
        (".report.json.12.4.partial", b"{\n  \"schema\": 1,\n  \"ti"),
        (".report.txt.12.5.partial", b"nimd"),
        (".hit_001.nim.12.3.partial", b"# nimdsl 0.1.0: cand"),
    ] {
        fs::write(folder.path("merged").join(name), bytes).expect("a file");
    }
    folder.does("merge one two --out merged");
    folder.same_reports("whole", "merged");
    let names =
        fs::read_dir(folder.path("merged")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["hit_001.nim", "hit_002.nim", "report.json", "report.txt", "store.sqlite"]);
    for (name, text) in [(".store.sqlite.12.0.partial-journal", "mine"), (".report.txt.12.5.partial", "mine")] {
        fs::create_dir(folder.path("other")).expect("a folder");
        fs::write(folder.path("other").join(name), text).expect("a file");
        folder.refuses(
            "merge one two --out other",
            &["other: cannot be written: it holds `.", "choose a new or empty folder"],
        );
        fs::remove_dir_all(folder.path("other")).expect("a folder");
    }
}
