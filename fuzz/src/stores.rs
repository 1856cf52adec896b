//! Stores on disk: made by the program, damaged at random, and given back to it.
use crate::arguments::FuzzArguments;
use crate::chain::Finding;
use crate::draw::Draw;
use crate::terms::EXTREMES;
use fastrand::Rng;
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const EXPERIMENT: &str = "(title: \"S\", ruleset: \"t.nim\", tasks: [Search(target: Consecutive(Recurrence(coefficients: [1, 1], \
    start: [0, 1])), exceptions: 4, add: Conditions(at_most: 1, statistics: [\"j\", \"i + j\", \"|i - j|\"], relations: [\"<\", \"<=\"], \
    terms: [\"small\", \"large\", \"small'\"], coefficients: Range(1, 3), constants: Range(-2, 2)), bases: [Ruleset], screen: 60, \
    confirm: 1000, keep: 3)])\n";
const RULES: &str = "heaps x, y\nmove t(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i\n";

/// Takes the program through one damaged store; the damage follows from `seed`.
pub fn damaged(arguments: &FuzzArguments, seed: &str, step: &mut dyn FnMut(&'static str)) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !arguments.program.is_file() {
        return findings;
    }
    let ground = arguments.findings.join("stores");
    let mut rng = Rng::with_seed(seed.trim().parse().unwrap_or(1));
    step("make a store");
    let Some((whole, expected)) = made(arguments, &ground) else {
        findings.push(Finding { key: "a store cannot be made".to_owned(), detail: String::new() });
        return findings;
    };
    let folder = ground.join("damaged");
    let _ = fs::remove_dir_all(&folder);
    if copied(&whole, &folder).is_err() {
        return findings;
    }
    let how = damage(&mut rng, &folder.join("store.sqlite"));
    let is_merge = rng.bool();
    let mut command = Command::new(&arguments.program);
    let out = if is_merge { ground.join("merged") } else { folder.clone() };
    let _ = if is_merge { fs::remove_dir_all(&out) } else { Ok(()) };
    if is_merge {
        command.arg("merge").arg(&folder).arg("--out").arg(&out);
    } else {
        command.args(["run", "--resume"]).arg(ground.join("s.ron")).arg("--out").arg(&out);
    }
    command.args(["--time", "5s", "--threads", "1"]).current_dir(&ground);
    step(if is_merge { "merge a damaged store" } else { "resume a damaged store" });
    let Some(output) = ended(command) else {
        findings.push(Finding { key: "a damaged store makes the program hang".to_owned(), detail: how });
        return findings;
    };
    let said = format!("{how}\n{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let code = output.status.code();
    if said.contains("panicked") || !matches!(code, Some(0..=3)) {
        findings.push(Finding { key: "a damaged store makes the program panic".to_owned(), detail: said });
    } else if code == Some(0) && report(&out) != Some(expected) {
        findings.push(Finding { key: "a damaged store gives a wrong report".to_owned(), detail: said });
    }
    findings
}

/// A whole store and its report, made once.
fn made(arguments: &FuzzArguments, ground: &Path) -> Option<(PathBuf, String)> {
    let whole = ground.join("whole");
    if let Some(report) = report(&whole) {
        return Some((whole, report));
    }
    let _ = fs::remove_dir_all(&whole);
    fs::create_dir_all(ground).ok()?;
    fs::write(ground.join("s.ron"), EXPERIMENT).ok()?;
    fs::write(ground.join("t.nim"), RULES).ok()?;
    let mut command = Command::new(&arguments.program);
    command.arg("run").arg(ground.join("s.ron")).arg("--out").arg(&whole).args(["--threads", "1"]).current_dir(ground);
    let output = command.output().ok()?;
    output.status.success().then(|| report(&whole)).flatten().map(|report| (whole, report))
}

fn report(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("report.json")).ok()
}

fn copied(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        // Reports would hide that none was written.
        if !entry.file_name().to_string_lossy().starts_with("report") {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Runs a command for some seconds.
fn ended(mut command: Command) -> Option<Output> {
    use std::process::Stdio;
    let end = Instant::now() + Duration::from_secs(12);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    while Instant::now() < end {
        if child.try_wait().ok()?.is_some() {
            return child.wait_with_output().ok();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Changes bytes of the file, or values of its rows; says what.
fn damage(rng: &mut Rng, path: &Path) -> String {
    if rng.bool()
        && let Ok(mut bytes) = fs::read(path)
        && !bytes.is_empty()
    {
        let mut how = "bytes".to_owned();
        for _ in 0..*rng.one(&[1, 1, 4, 40]) {
            let at = rng.usize(0..bytes.len());
            bytes[at] = rng.u8(..);
            how.push_str(&format!(" {at}"));
        }
        if rng.usize(0..8) == 0 {
            bytes.truncate(rng.usize(0..bytes.len()));
            how.push_str(", cut");
        }
        let _ = fs::write(path, bytes);
        return how;
    }
    let number = *rng.one(&EXTREMES[..17]);
    let name = rng.one(&["name", "layout", "experiment", "version", "shard"]);
    let mut all = vec![
        format!("UPDATE chunks SET candidates = {number}"),
        format!("UPDATE chunks SET rejected = -{number}"),
        "UPDATE chunks SET survivors = zeroblob(32)".to_owned(),
        "UPDATE chunks SET survivors = randomblob(64)".to_owned(),
        "UPDATE chunks SET survivors = randomblob(33)".to_owned(),
        "UPDATE chunks SET survivors = x''".to_owned(),
        "UPDATE chunks SET fingerprints = randomblob(80)".to_owned(),
        format!("UPDATE chunks SET chunk = {number}"),
        format!("UPDATE chunks SET task = {number}"),
        "DELETE FROM chunks".to_owned(),
        format!("UPDATE verdicts SET up_to = {number}"),
        "UPDATE verdicts SET up_to = NULL".to_owned(),
        format!("UPDATE verdicts SET candidate = candidate + {number}"),
        format!("INSERT OR REPLACE INTO about VALUES ('{name}', '../../{number}')"),
        format!("DELETE FROM about WHERE name = '{name}'"),
        "UPDATE texts SET text = text || ' # changed'".to_owned(),
        "UPDATE texts SET text = ''".to_owned(),
        "DELETE FROM texts".to_owned(),
        "DROP TABLE texts".to_owned(),
        "DROP TABLE chunks".to_owned(),
        "DROP TABLE verdicts; CREATE VIEW verdicts AS SELECT 0 AS task, 0 AS candidate, 5 AS up_to".to_owned(),
    ];
    let statement = all.swap_remove(rng.usize(0..all.len()));
    let done = Connection::open(path).and_then(|connection| {
        connection.execute_batch(&statement)?;
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
    });
    format!("{statement}: {done:?}")
}
