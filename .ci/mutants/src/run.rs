//! Programs with tests -> which test sees which mutant: a process for each test, the cheapest first, none once one has failed.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// KiB of addresses that a test may have.
const MEMORY: &str = "8000000";

/// One test, how long it takes without a mutant, and the mutants whose places it reaches.
#[derive(Clone, Debug)]
pub struct Test {
    pub program: PathBuf,
    pub name: String,
    pub time: Duration,
    pub reached: BTreeSet<usize>,
}

/// What became of a mutant.
#[derive(Clone, Debug)]
pub enum Fate {
    Seen { test: String, late: bool, tests: usize },
    Survived { tests: usize },
    Unreached,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Well,
    Badly,
    Late,
}

/// Names of the tests of a program.
pub fn names(program: &Path) -> Vec<String> {
    let listed = Command::new(program).args(["--list", "--format", "terse"]).output();
    let text = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

fn started(root: &Path, program: &Path, name: &str, variable: (&str, &str)) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(program);
    command.args(["--exact", name, "--test-threads=1"]).current_dir(root).process_group(0);
    command.env("INSTA_UPDATE", "no").env("PROPTEST_RNG_SEED", "1").env(variable.0, variable.1);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a test starts")
}

fn ended(mut child: Child, limit: Duration) -> Ended {
    let start = Instant::now();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return if status.success() { Ended::Well } else { Ended::Badly };
        }
        if limit < start.elapsed() {
            // The test and what it started are one group.
            let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
            let _ = child.wait();
            return Ended::Late;
        }
        let pause = if start.elapsed() < Duration::from_millis(50) { 1 } else { 10 };
        thread::sleep(Duration::from_millis(pause));
    }
}

/// Runs every test without a mutant. Those that fail are named, and left out.
pub fn traced(root: &Path, all: Vec<(PathBuf, String)>, jobs: usize) -> (Vec<Test>, Vec<String>) {
    let (good, bad) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for job in 0..jobs {
            let (all, good, bad, next) = (&all, &good, &bad, &next);
            scope.spawn(move || {
                let trace = std::env::temp_dir().join(format!("mutants_{}_{job}", std::process::id()));
                while let Some((program, name)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let _ = fs::remove_file(&trace);
                    let start = Instant::now();
                    let variable = ("NIMDSL_TRACE", trace.to_str().expect("a name"));
                    let end = ended(started(root, program, name, variable), Duration::from_secs(900));
                    let time = start.elapsed();
                    if end != Ended::Well {
                        bad.lock().expect("no thread panics").push(name.clone());
                        continue;
                    }
                    let text = fs::read_to_string(&trace).unwrap_or_default();
                    let reached = text.lines().filter_map(|line| line.parse().ok()).collect();
                    let test = Test { program: program.clone(), name: name.clone(), time, reached };
                    good.lock().expect("no thread panics").push(test);
                }
                let _ = fs::remove_file(&trace);
            });
        }
    });
    let mut good = good.into_inner().expect("no thread panics");
    good.sort_by_key(|test: &Test| test.time);
    (good, bad.into_inner().expect("no thread panics"))
}

/// Writes what tracing told.
pub fn write(file: &Path, tests: &[Test]) -> io::Result<()> {
    let line = |test: &Test| {
        let reached: Vec<String> = test.reached.iter().map(usize::to_string).collect();
        format!("{} {} {}\n", test.name, test.time.as_millis(), reached.join(" "))
    };
    fs::write(file, tests.iter().map(line).collect::<String>())
}

/// What tracing told of these tests, the quickest first; those of which it told nothing are left out.
pub fn read(file: &Path, names: &[(PathBuf, String)]) -> Vec<Test> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let known: BTreeMap<&str, Vec<&str>> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.split(' ').collect()))
        .collect();
    let mut found: Vec<Test> = names
        .iter()
        .filter_map(|(program, name)| {
            let numbers: Vec<usize> = known.get(name.as_str())?.iter().filter_map(|word| word.parse().ok()).collect();
            let (time, reached) = numbers.split_first()?;
            let time = Duration::from_millis(u64::try_from(*time).ok()?);
            Some(Test {
                program: program.clone(),
                name: name.clone(),
                time,
                reached: reached.iter().copied().collect(),
            })
        })
        .collect();
    found.sort_by_key(|test| test.time);
    found
}

/// Runs the tests that reach a mutant, the cheapest first, until one sees it.
fn fate(root: &Path, tests: &[Test], number: usize) -> Fate {
    let reaching: Vec<&Test> = tests.iter().filter(|test| test.reached.contains(&number)).collect();
    if reaching.is_empty() {
        return Fate::Unreached;
    }
    for (at, test) in reaching.iter().enumerate() {
        let child = started(root, &test.program, &test.name, ("NIMDSL_MUTANT", &number.to_string()));
        let end = ended(child, test.time * 3 + Duration::from_secs(20));
        if end != Ended::Well {
            return Fate::Seen { test: test.name.clone(), late: end == Ended::Late, tests: at + 1 };
        }
    }
    Fate::Survived { tests: reaching.len() }
}

/// The fate of each mutant, told as soon as it is known.
pub fn fates(
    root: &Path,
    tests: &[Test],
    numbers: &[usize],
    jobs: usize,
    told: &(dyn Fn(usize, &Fate) + Sync),
) -> Vec<(usize, Fate)> {
    let found = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fate = fate(root, tests, *number);
                    told(*number, &fate);
                    found.lock().expect("no thread panics").push((*number, fate));
                    forget_failures(root);
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort_by_key(|one| one.0);
    found
}

/// Cases that one mutant failed on would help to see the next.
fn forget_failures(root: &Path) {
    let _ = fs::remove_dir_all(root.join("proptest-regressions"));
    let _ = fs::remove_dir_all(root.join("tests/it/proptest-regressions"));
}
