//! Mutation testing of the core of nimdsl without a build for each mutant.
//!
//! ```text
//! files --sites--> every change --sample--> some, all in one copy of the tree --cargo--> tests --run--> which test sees which
//! ```
//!
//! `cargo run --manifest-path .ci/mutants/Cargo.toml -- --seed 1 --count 90`. `--count 0` only counts the sites; `--only 3,5`
//! runs some mutants of a sample again, `--tests certificates` only the tests whose names say that, and with `--traces kept` no
//! test that was traced before for this sample is traced again: for more tests of the same code. `--part 100` runs so many of a
//! larger sample, drawn from it by the same seed (and by others with `--draw 1`, `--draw 2`): a build with thousands of mutants costs little more than one with a hundred,
//! and tells of all of them which no test reaches. `--leave prover,rays` leaves out tests whose names say one of these,
//! and `--quick 4` those that take more seconds: what no test sees then may be seen by one that was left out.
mod cargo;
mod run;
mod sample;
mod sites;

use run::{Fate, Test};
use sample::{Mutant, Strata};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What is mutated: the definition of a game, of its tables, of claims, and the checker of certificates.
const CORE: [&str; 6] =
    ["engines/src/ruleset", "src/check", "engines/src/engine/reference.rs", "src/recheck", "src/claim", "src/search/hits/confirm.rs"];

/// Tests that take longer are run only for mutants that no other sees.
const QUICK: Duration = Duration::from_secs(15);

struct Request {
    seed: u64,
    count: usize,
    jobs: usize,
    folder: PathBuf,
    only: Option<BTreeSet<usize>>,
    tests: String,
    leave: Vec<String>,
    part: usize,
    draw: u64,
    quick: Option<Duration>,
    core: Vec<String>,
    keeps_traces: bool,
}

fn request() -> Result<Request, Box<dyn Error>> {
    let mut request = Request {
        seed: 1,
        count: 90,
        jobs: 1,
        folder: std::env::temp_dir().join("nimdsl-mutants"),
        only: None,
        tests: String::new(),
        leave: Vec::new(),
        part: usize::MAX,
        draw: 0,
        quick: None,
        core: CORE.map(str::to_owned).to_vec(),
        keeps_traces: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--seed" => request.seed = value.parse()?,
            "--count" => request.count = value.parse()?,
            "--jobs" => request.jobs = value.parse()?,
            "--folder" => request.folder = value.into(),
            "--only" => request.only = Some(value.split(',').map(str::parse).collect::<Result<_, _>>()?),
            "--tests" => request.tests = value,
            "--draw" => request.draw = value.parse()?,
            "--quick" => request.quick = Some(Duration::from_secs(value.parse()?)),
            "--leave" => request.leave = value.split(',').map(str::to_owned).collect(),
            "--part" => request.part = value.parse()?,
            "--traces" => request.keeps_traces = value == "kept",
            "--core" => request.core = value.split(',').map(str::to_owned).collect(),
            _ => return Err(format!("{word} is not known").into()),
        }
    }
    Ok(request)
}

/// The files of the tree that git knows or would take, by their names in it.
fn files(root: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()?;
    let names = String::from_utf8(listed.stdout)?;
    Ok(names.lines().map(PathBuf::from).filter(|name| root.join(name).is_file()).collect())
}

fn strata(root: &Path, core: &[String], files: &[PathBuf]) -> Result<Strata, Box<dyn Error>> {
    let mut strata = Strata::new();
    // Tests that stand beside the code are no code.
    let is_code = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "rs") && !file.ends_with("tests.rs");
    for file in files.iter().filter(is_code) {
        let Some(stratum) = core.iter().find(|folder| file.starts_with(folder)) else { continue };
        let text = fs::read_to_string(root.join(file))?;
        let sites = sites::sites(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        strata.entry(stratum.clone()).or_default().extend(sites.into_iter().map(|site| (file.clone(), site)));
    }
    Ok(strata)
}

/// Copies the tree with all mutants but those that were dropped.
fn lay(
    root: &Path,
    files: &[PathBuf],
    copy: &mut cargo::Copy,
    mutants: &[Mutant],
    dropped: &BTreeSet<usize>,
) -> Result<(), Box<dyn Error>> {
    let changed = sample::by_file(mutants, dropped);
    copy.places.clear();
    for file in files {
        let mut bytes = fs::read(root.join(file))?;
        if let Some(mutants) = changed.get(file) {
            let (text, places) = sample::spliced(&String::from_utf8(bytes)?, mutants);
            copy.places.insert(file.clone(), places);
            bytes = text.into_bytes();
        }
        if file == Path::new("src/lib.rs") {
            bytes.extend_from_slice(sample::LIVES.as_bytes());
        }
        copy.write(file, &bytes)?;
    }
    Ok(())
}

fn fate_in_words(fate: Option<&Fate>) -> String {
    match fate {
        None => "not viable".to_owned(),
        Some(Fate::Seen { test, late: false, tests }) => format!("`{test}` ({tests})"),
        Some(Fate::Seen { test, late: true, tests }) => format!("`{test}` does not end ({tests})"),
        Some(Fate::Survived { tests }) => format!("SURVIVED {tests} tests"),
        Some(Fate::Unreached) => "SURVIVED: no test reaches it".to_owned(),
    }
}

fn row(mutant: &Mutant, fate: Option<&Fate>) -> String {
    let told = mutant.site.told.replace('|', "\\|");
    let file = mutant.file.display();
    format!("| {} | {file}:{} | `{told}` | {} |", mutant.number, mutant.site.line, fate_in_words(fate))
}

fn summary(mutants: &[Mutant], fates: &BTreeMap<usize, Fate>) {
    println!("\n| part | drawn | viable | seen | survived |\n|---|---|---|---|---|");
    let mut strata: Vec<&str> = mutants.iter().map(|mutant| mutant.stratum.as_str()).collect();
    strata.dedup();
    for part in strata.into_iter().map(Some).chain([None]) {
        let own: Vec<&Mutant> =
            mutants.iter().filter(|mutant| part.is_none_or(|part| mutant.stratum == part)).collect();
        let known: Vec<&Fate> = own.iter().filter_map(|mutant| fates.get(&mutant.number)).collect();
        let seen = known.iter().filter(|fate| matches!(fate, Fate::Seen { .. })).count();
        let (part, survived) = (part.unwrap_or("all"), known.len() - seen);
        println!("| {part} | {} | {} | {seen} | {survived} |", own.len(), known.len());
    }
}

/// First by all quick tests; what these do not see, by the others.
fn fates(
    root: &Path,
    tests: Vec<Test>,
    numbers: Vec<usize>,
    jobs: usize,
    told: &(dyn Fn(usize, &Fate) + Sync),
) -> BTreeMap<usize, Fate> {
    let mut fates: BTreeMap<usize, Fate> = BTreeMap::new();
    let (quick, slow): (Vec<Test>, Vec<Test>) = tests.into_iter().partition(|test| test.time < QUICK);
    let mut left = numbers;
    for tests in [quick, slow] {
        eprintln!("{} mutants, {} tests", left.len(), tests.len());
        for (number, fate) in run::fates(root, &tests, &left, jobs, told) {
            let fate = match (fates.remove(&number), fate) {
                (Some(Fate::Survived { tests }), Fate::Unreached) => Fate::Survived { tests },
                (Some(Fate::Survived { tests: one }), Fate::Survived { tests }) => {
                    Fate::Survived { tests: one + tests }
                }
                (_, fate) => fate,
            };
            fates.insert(number, fate);
        }
        left.retain(|number| !matches!(fates[number], Fate::Seen { .. }));
    }
    fates
}

fn main() -> Result<(), Box<dyn Error>> {
    let request = request()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let files = files(&root)?;
    let strata = strata(&root, &request.core, &files)?;
    for (part, sites) in &strata {
        eprintln!("{part}: {} sites", sites.len());
    }
    if request.count == 0 {
        return Ok(());
    }
    let mutants = sample::draw(&strata, request.count, request.seed);
    let (tree, target) = (request.folder.join("tree"), request.folder.join("target"));
    fs::create_dir_all(&tree)?;
    let mut copy = cargo::Copy { root: tree, target, places: BTreeMap::new() };
    let memory = request.folder.join(format!("not_viable_{}_{}", request.seed, request.count));
    let known = fs::read_to_string(&memory).unwrap_or_default();
    let mut dropped: BTreeSet<usize> = known.lines().filter_map(|line| line.parse().ok()).collect();
    loop {
        lay(&root, &files, &mut copy, &mutants, &dropped)?;
        let refused = copy.refused()?;
        if refused.is_empty() {
            break;
        }
        eprintln!("not viable: {refused:?}");
        dropped.extend(refused);
        fs::write(&memory, dropped.iter().map(|number| format!("{number}\n")).collect::<String>())?;
    }
    let programs = copy.built()?;
    let names = programs.iter().flat_map(|program| run::names(program).into_iter().map(|name| (program.clone(), name)));
    let runs = |name: &str| name.contains(&request.tests) && !request.leave.iter().any(|part| name.contains(part));
    let names: Vec<(PathBuf, String)> = names.filter(|(_, name)| runs(name)).collect();
    let kept = request.folder.join(format!("traced_{}_{}", request.seed, request.count));
    let mut tests = if request.keeps_traces { run::read(&kept, &names) } else { Vec::new() };
    let new = names.into_iter().filter(|(_, name)| !tests.iter().any(|test| test.name == *name)).collect();
    let (traced, bad) = run::traced(&copy.root, new, request.jobs);
    tests.extend(traced);
    tests.sort_by_key(|test| test.time);
    run::write(&kept, &tests)?;
    tests.retain(|test| request.quick.is_none_or(|quick| test.time < quick));
    let time: f64 = tests.iter().map(|test| test.time.as_secs_f64()).sum();
    eprintln!("{} tests pass without a mutant in {time:.0} s; these do not: {bad:?}", tests.len());
    let wanted = |number: &usize| request.only.as_ref().is_none_or(|only| only.contains(number));
    let numbers: Vec<usize> = mutants.iter().map(|mutant| mutant.number).collect();
    let numbers = numbers.into_iter().filter(|number| !dropped.contains(number) && wanted(number)).collect();
    let mut numbers = sample::some(numbers, request.part, request.seed ^ request.draw);
    numbers.sort_unstable();
    let told = |number: usize, fate: &Fate| eprintln!("{}", row(&mutants[number - 1], Some(fate)));
    let fates = fates(&copy.root, tests, numbers, request.jobs, &told);
    println!("| number | place | change | seen by (tests run) |\n|---|---|---|---|");
    for mutant in mutants.iter().filter(|mutant| request.part == usize::MAX || fates.contains_key(&mutant.number)) {
        println!("{}", row(mutant, fates.get(&mutant.number)));
    }
    summary(&mutants, &fates);
    Ok(())
}
