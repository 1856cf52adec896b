//! Searches as a user runs them: what must be found, what must not, and what a stop, a share or a fault may not change.
use crate::{checked, ruleset};
use nimdsl::check::{Document, Settings};
use nimdsl::ruleset::ParameterValue;
use nimdsl::ruleset::options::Options;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("nimdsl_search_{name}_{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file")
    }

    /// An experiment with one search over Triangular Nim.
    fn experiment(&self, search: &str) -> String {
        let ruleset = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets/triangular.nim");
        // Rulesets are named relative to the experiment.
        let up = "../".repeat(self.0.components().count() + 1);
        let ruleset = format!("{up}{}", ruleset.display().to_string().trim_start_matches('/'));
        let text = format!("(title: \"a test\", ruleset: \"{ruleset}\", tasks: [Search({search})])");
        std::fs::write(self.0.join("test.ron"), text).expect("a file");
        self.path("test.ron")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn nimdsl(arguments: &[&str]) -> Output {
    command(arguments).output().expect("it starts")
}

fn run(folder: &Folder, search: &str) -> serde_json::Value {
    let file = folder.experiment(search);
    let output = nimdsl(&["run", &file, "--out", &folder.path("out"), "--format", "json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refused(folder: &Folder, search: &str) -> String {
    let file = folder.experiment(search);
    let output = nimdsl(&["run", &file, "--out", &folder.path("out")]);
    assert_eq!(output.status.code(), Some(2));
    // Messages are broken into lines.
    let told = String::from_utf8_lossy(&output.stderr).replace('│', " ");
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every hit passes `check`, and its claim holds on a table, which the search never makes.
fn every_hit_holds(folder: &Folder, report: &serde_json::Value) {
    for hit in report["tasks"][0]["hits"].as_array().expect("hits") {
        let file = folder.path(&format!("out/{}", hit["file"].as_str().expect("a name")));
        assert!(nimdsl(&["check", &file]).status.success(), "{hit}");
        let verified = nimdsl(&["verify", &file, "--up-to", "60", "--format", "json"]);
        let verified: serde_json::Value = serde_json::from_slice(&verified.stdout).expect("JSON");
        let claims = verified["claims"].as_array().expect("claims");
        assert!(!claims.is_empty() && claims.iter().all(|claim| claim["verdict"] == "holds"), "{hit} {verified}");
        let listed = nimdsl(&["p-positions", &file, "--up-to", "40", "--sorted", "--format", "json"]);
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("JSON");
        let near: Vec<&serde_json::Value> = hit["p_positions"]
            .as_array()
            .expect("pairs")
            .iter()
            .filter(|pair| pair[1].as_i64().is_some_and(|large| large <= 40))
            .collect();
        let listed: Vec<&serde_json::Value> = listed["p_positions"].as_array().expect("pairs").iter().collect();
        assert_eq!(near, listed, "{hit}");
    }
}

fn rulesets(report: &serde_json::Value) -> Vec<String> {
    let hits = report["tasks"][0]["hits"].as_array().expect("hits");
    hits.iter().map(|hit| hit["ruleset"].as_str().expect("text").to_owned()).collect()
}

const SPACE: &str = "add: Conditions(at_most: 1, statistics: [\"j\", \"i + j\"], relations: [\"<\", \"<=\", \"!=\"],
    terms: [\"small\", \"large\", \"small'\", \"large'\", \"i\"], coefficients: Range(1, 3), constants: Range(-1, 1)),
    screen: 100, confirm: 5000, keep: 3";

#[test]
fn rulesets_of_known_sequences_come_out() {
    for (name, target, condition) in [
        ("fibonacci", "Recurrence(coefficients: [1, 1], start: [0, 1])", "j < x'"),
        ("pell", "Recurrence(coefficients: [2, 1], start: [0, 1])", "j < 2 * x'"),
        ("ky23", "List([0, 1, 3, 10, 33, 109, 360])", "j < 3 * x'"),
        ("powers", "Geometric(2)", "j < x"),
        ("repunits", "Repunit(2)", "j <= x"),
        ("closed", "ClosedForm(\"k * (k + 1) / 2\")", "j <= i"),
    ] {
        let folder = Folder::new(name);
        let report = run(&folder, &format!("target: Consecutive({target}), exceptions: 2, {SPACE}"));
        assert!(
            rulesets(&report).iter().any(|text| text.contains(&format!("x <= y, {condition}\n"))),
            "{name} {report}"
        );
        every_hit_holds(&folder, &report);
    }
}

/// What reaches back three terms, and what grows like a power: sequences that need two conditions.
#[test]
fn rulesets_of_sequences_that_reach_further_back_come_out() {
    let space = "exceptions: 3, add: Conditions(at_most: 2, statistics: [\"j\", \"large - small\", \"small'\",
        \"j - |large' - small'|\"], relations: [\"<\", \"<=\"], terms: [\"i\", \"large\", \"small'\", \"large'\",
        \"floor(sqrt(12 * |large' - small'|))\"], coefficients: Range(1, 3), constants: List([0, 3])),
        screen: 100, confirm: 20000, keep: 4";
    for (name, target, conditions) in [
        ("tribonacci", "Recurrence(coefficients: [1, 1, 1], start: [0, 0, 1])", "y - x < i, y - x < 3 * y'"),
        ("narayana", "Recurrence(coefficients: [1, 0, 1], start: [1, 1, 1])", "y - x < x'"),
        ("padovan", "Recurrence(coefficients: [0, 1, 1], start: [1, 1, 1])", "j < x'"),
        ("cubes", "ClosedForm(\"k^3\")", "j - |y' - x'| < floor(sqrt(12 * |y' - x'|)) + 3"),
    ] {
        let folder = Folder::new(name);
        let report = run(&folder, &format!("target: Consecutive({target}), {space}"));
        assert!(rulesets(&report).iter().any(|text| text.contains(conditions)), "{name} {report}");
        every_hit_holds(&folder, &report);
    }
}

/// The positions with their options that a ruleset has on a small board.
fn options(document: &Document, settings: &Settings) -> Vec<Vec<Vec<i64>>> {
    let ruleset = document.at(settings).expect("a ruleset");
    let options = Options::new(&ruleset).expect("options");
    let list = |x: i64, y: i64| {
        let mut list: Vec<Vec<i64>> =
            options.list(&[x, y]).expect("a list").into_iter().map(|reached| reached.position.to_vec()).collect();
        list.sort();
        list.dedup();
        list
    };
    (0..14).flat_map(|x| (0..14).map(move |y| (x, y))).map(|(x, y)| list(x, y)).collect()
}

/// The twists of KY24, Definitions 8 and 10, and of KY23, Definition 5.2: the search finds rules with the same options.
#[test]
fn the_twists_of_the_papers_come_out_again() {
    let polygonal = |sides| format!("Polygonal({sides})");
    let twice = |c| format!("ClosedForm(\"{} * k * (k + 1) / 2\")", c + 1);
    let geometric = |d| format!("Geometric({d})");
    let repunit = |d| format!("Repunit({d})");
    let mut twists = Vec::new();
    twists.extend((0..=3).map(|c| ("triangular_wythoff", "c", c, polygonal(c + 3))));
    twists.extend((0..=2).map(|c| ("triangular_wythoff_2", "c", c, twice(c))));
    twists.extend((2..=4).map(|d| ("triangular_geometric", "d", d, geometric(d))));
    twists.extend((2..=4).map(|d| ("triangular_subgeometric", "d", d, repunit(d))));
    for (name, parameter, value, target) in twists {
        let folder = Folder::new(&format!("{name}_{value}"));
        let report = run(
            &folder,
            &format!(
                "target: Consecutive({target}), exceptions: 2, add: Conditions(at_most: 2,
                statistics: [\"|i - j|\", \"min(i, j)\", \"max(i, j)\"], relations: [\"<\", \"<=\", \"!=\"],
                terms: [\"1\", \"min(i, j)\"], coefficients: Range(0, 4), constants: Range(-2, 0)),
                screen: 60, confirm: 1000, keep: 400"
            ),
        );
        let settings = Settings::from_iter([(parameter.to_owned(), ParameterValue::Number(value))]);
        let wanted = options(&ruleset(name), &settings);
        let found = rulesets(&report);
        let same = |text: &String| options(&checked(text).expect("a ruleset"), &Settings::new()) == wanted;
        assert!(found.iter().any(same), "{name} {value}: {} hits", found.len());
    }
}

/// A chain of a swept ruleset is named, and confirmed far beyond the board.
#[test]
fn chains_of_a_sweep_are_named() {
    let folder = Folder::new("named_sweep");
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let up = "../".repeat(folder.0.components().count() + 1);
    let path = format!("{up}{}", rulesets.display().to_string().trim_start_matches('/'));
    let experiment = format!(
        "(title: \"a test\", ruleset: \"{path}/triangular_wythoff.nim\", vary: {{ \"c\": Range(0, 3) }},
        tasks: [Search(target: Open, board: 40, confirm: 20000, keep: 9)])"
    );
    std::fs::write(folder.0.join("test.ron"), experiment).expect("a file");
    let output = nimdsl(&["run", &folder.path("test.ron"), "--out", &folder.path("out"), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let hits = report["tasks"][0]["hits"].as_array().expect("hits");
    let names: Vec<&str> = hits.iter().filter_map(|hit| hit["name"]["name"].as_str()).collect();
    assert_eq!(names.len(), 4, "{report}");
    assert!(names[0].contains("triangular") && names[1].contains("squares"), "{names:?}");
    assert!(hits.iter().all(|hit| hit["confirmed_up_to"] == 20000), "{report}");
    every_hit_holds(&folder, &report);
}

/// A hit says what it was found in: the ruleset by its hash, the candidate, the counts.
#[test]
fn hits_say_where_they_come_from() {
    let folder = Folder::new("origin");
    let report = run(&folder, &format!("target: Consecutive(Geometric(2)), exceptions: 2, {SPACE}"));
    let origin = &report["tasks"][0]["origin"];
    let hash = origin["blake3"].as_str().expect("a hash");
    assert_eq!(hash.len(), 64);
    for text in rulesets(&report) {
        assert!(text.contains(hash) && text.contains(" distinct.") && text.contains("parameters: none"), "{text}");
    }
}

/// A game without a base, two irrational slopes, and a set in words.
#[test]
fn wythoff_comes_out_of_pairs_and_of_a_claim() {
    let space =
        "add: Conditions(at_most: 1, families: 2, statistics: [\"|i - j|\", \"min(i, j)\"], relations: [\"<\", \"<=\"],
        terms: [\"1\"], coefficients: Range(0, 1)), bases: [Nothing], screen: 60, confirm: 500, keep: 2";
    let pairs = "Pairs(ClosedForm(\"floor(phi * k)\"), ClosedForm(\"floor(phi * k) + k\"))";
    let claim = "Claim(\"P = sym {(floor(phi * k), floor(phi * k) + k) for k >= 0}\")";
    for (name, target) in [("pairs", pairs), ("claim", claim)] {
        let folder = Folder::new(name);
        let report = run(&folder, &format!("target: {target}, {space}"));
        assert!(!rulesets(&report).is_empty(), "{report}");
        assert!(rulesets(&report)[0].contains("added2"), "{report}");
        every_hit_holds(&folder, &report);
    }
}

#[test]
fn irrational_slopes_roots_and_or_are_written_as_they_are_meant() {
    let folder = Folder::new("forms");
    let report = run(
        &folder,
        "target: Open, add: Conditions(at_most: 2, joins: [And, Or], statistics: [\"j\", \"i\"], relations: [\"<\", \"<=\"],
            terms: [\"small'\", \"floor(sqrt(small))\", \"floor(sqrt(2 * |large - small|))\"], slopes: [\"phi\", \"sqrt(2)\"]),
            bases: [Ruleset, Nothing], screen: 60, confirm: 300, keep: 12",
    );
    let all = rulesets(&report).join("\n");
    assert!(all.contains("phi") && all.contains("sqrt(2)") && all.contains("floor(sqrt(x))"), "{all}");
    every_hit_holds(&folder, &report);
}

/// The names of an open search come from `identify`, and a name that needs a question mark is not printed.
#[test]
fn chains_of_an_open_search_have_names() {
    let folder = Folder::new("open");
    let report = run(&folder, &format!("target: Open, named: true, {}", SPACE.replace("keep: 3", "keep: 6")));
    let hits = report["tasks"][0]["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 6, "{report}");
    assert!(hits.iter().all(|hit| hit["name"]["name"].as_str().is_some_and(|name| !name.ends_with('?'))), "{report}");
    every_hit_holds(&folder, &report);
}

/// Planted faults: what is almost a target is not found, and an exception is listed.
#[test]
fn almost_is_not_found() {
    let folder = Folder::new("almost");
    let wrong = "target: Consecutive(List([0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 90]))";
    assert!(rulesets(&run(&folder, &format!("{wrong}, exceptions: 0, {SPACE}"))).is_empty());
    let lucas = run(&folder, &format!("target: Consecutive(Recurrence(coefficients: [1, 1], start: [2, 1])), {SPACE}"));
    assert!(rulesets(&lucas).is_empty(), "Lucas numbers need exceptions here");
    let shifted = "target: Consecutive(Recurrence(coefficients: [1, 1], start: [1, 2]))";
    assert!(rulesets(&run(&folder, &format!("{shifted}, exceptions: 1, {SPACE}"))).is_empty());
    let report = run(&folder, &format!("{shifted}, exceptions: 2, {SPACE}"));
    assert_eq!(report["tasks"][0]["hits"][0]["exceptions"], serde_json::json!([[0, 1], [1, 1]]), "{report}");
    every_hit_holds(&folder, &report);
}

/// A condition on the position alone only declares the answer terminal.
#[test]
fn conditions_on_positions_alone_are_excluded() {
    let folder = Folder::new("alone");
    let report = run(
        &folder,
        "target: Open, add: Conditions(at_most: 2, statistics: [\"small\", \"large\"], relations: [\"<\", \"!=\"],
            terms: [\"small\", \"large\"], coefficients: Range(1, 2)), screen: 60, confirm: 100, keep: 5",
    );
    assert_eq!(report["tasks"][0]["candidates"], 0);
}

/// The same search by parameters: the rules are swept, and confirmed as far.
#[test]
fn parameters_are_swept() {
    let folder = Folder::new("sweep");
    let output = nimdsl(&["run", "experiments/fib_template.ron", "--out", &folder.path("out"), "--format", "json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(!rulesets(&report).is_empty());
    every_hit_holds(&folder, &report);
}

#[test]
fn wrong_searches_are_refused_in_words() {
    let folder = Folder::new("wrong");
    let told = refused(&folder, &format!("target: Consecutive(List([0, 1])), {SPACE}"));
    assert!(told.contains("at least 3 are needed"), "{told}");
    let told = refused(&folder, &format!("target: Claim(\"N = {{(0, 1)}}\"), {SPACE}"));
    assert!(told.contains("P = {...}"), "{told}");
    let told = refused(&folder, &SPACE.replace("\"j\"", "\"i * j\"").replacen("add", "target: Open, add", 1));
    assert!(told.contains("not piecewise linear"), "{told}");
    let told = refused(&folder, &SPACE.replace("\"small\"", "\"smal\"").replacen("add", "target: Open, add", 1));
    assert!(told.contains("unknown name `smal`") && told.contains("Did you mean `small`?"), "{told}");
    let told = refused(&folder, &SPACE.replace("coefficients", "coefficient").replacen("add", "target: Open, add", 1));
    assert!(told.contains("did you mean `coefficients`?"), "{told}");
    let told = refused(&folder, &SPACE.replace("at_most: 1", "at_most: 4").replacen("add", "target: Open, add", 1));
    assert!(told.contains("only mined"), "{told}");
}

const LARGE: &str = "target: Open, add: Conditions(at_most: 3, statistics: [\"j\", \"i + j\", \"|i - j|\"],
    relations: [\"<\", \"<=\", \"!=\"], terms: [\"small\", \"large\", \"small'\", \"large'\"], coefficients: Range(1, 2),
    constants: Range(0, 1)), bases: [Nothing], screen: 40, confirm: 200, keep: 4";

#[test]
fn a_run_that_is_killed_goes_on_and_gives_the_same_report() {
    let folder = Folder::new("kill");
    let file = folder.experiment(LARGE);
    assert!(nimdsl(&["run", &file, "--out", &folder.path("whole")]).status.success());
    for pause in [150, 300, 450] {
        let begun = Path::new(&folder.path("killed/store.sqlite")).exists();
        let mut child = command(&["run", &file, "--out", &folder.path("killed")])
            .args(begun.then_some("--resume"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(nimdsl(&["run", &file, "--out", &folder.path("killed"), "--resume"]).status.success());
    assert_eq!(folder.read("whole/report.json"), folder.read("killed/report.json"));
    assert_eq!(folder.read("whole/report.txt"), folder.read("killed/report.txt"));
    // Another experiment cannot be resumed from what this one has done.
    folder.experiment(&LARGE.replace("screen: 40", "screen: 41"));
    let output = nimdsl(&["run", &file, "--out", &folder.path("killed"), "--resume"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has changed since the run began"));
}

/// A run that is killed among its proofs goes on with those that are left.
#[test]
fn proofs_outlive_a_kill() {
    let folder = Folder::new("proofs");
    let targets = "AnyOf([Consecutive(Recurrence(coefficients: [1, 1], start: [0, 1])), Consecutive(Geometric(2)),
        Consecutive(Repunit(2))])";
    let file = folder.experiment(&format!("target: {targets}, exceptions: 2, prove: true, {SPACE}"));
    let run = |out: &str| {
        let begun = Path::new(&folder.path(&format!("{out}/store.sqlite"))).exists();
        let mut command = command(&["run", &file, "--out", &folder.path(out)]);
        command.args(begun.then_some("--resume"));
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    };
    assert!(run("whole").wait().expect("it ends").success());
    let whole = folder.read("whole/report.json");
    assert!(whole.contains("\"proved\": true"), "{whole}");
    let mut kills = 0;
    for pause in (10..).step_by(20) {
        let mut child = run("killed");
        std::thread::sleep(Duration::from_millis(pause));
        if child.try_wait().expect("a state").is_some() {
            break;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
    }
    assert!(0 < kills, "no run was killed");
    assert!(run("killed").wait().expect("it ends").success());
    assert_eq!(whole, folder.read("killed/report.json"));
    let hits = |out: &str| (1..=3).map(|hit| folder.read(&format!("{out}/hit_00{hit}.nim"))).collect::<Vec<_>>();
    assert_eq!(hits("whole"), hits("killed"));
}

/// Two families at once are tried as a set cover, but with exceptions one after the other: the same come out.
#[test]
fn unions_of_families_are_found_both_ways() {
    let folder = Folder::new("unions");
    let search = |exceptions: usize| {
        let search = format!(
            "target: AnyOf([Pairs(ClosedForm(\"floor(sqrt(2) * k)\"), ClosedForm(\"floor((2 + sqrt(2)) * k)\")),
                Claim(\"P = sym {{(floor(phi * k), floor(phi * k) + k) for k >= 0}}\"),
                Consecutive(Polygonal(3))]), exceptions: {exceptions},
             add: Conditions(at_most: 2, families: 2, joins: [And, Or], statistics: [\"|i - j|\", \"min(i, j)\", \"j\"],
                relations: [\"<\", \"!=\"], terms: [\"1\", \"i\"], coefficients: Range(1, 3)),
             bases: [Ruleset, Nothing], screen: 60, confirm: 500, keep: 1000"
        );
        let report = run(&folder, &search);
        let hits = report["tasks"][0]["hits"].as_array().expect("hits").clone();
        let exact = hits.into_iter().filter(|hit| hit["exceptions"] == serde_json::json!([]));
        exact.map(|hit| (hit["candidate"].clone(), hit["target"].clone())).collect::<Vec<_>>()
    };
    let exact = search(0);
    assert!(3 <= exact.len(), "{exact:?}");
    assert_eq!(exact, search(1));
}

const MINED: &str =
    "target: AnyOf([Consecutive(Polygonal(4)), Consecutive(Recurrence(coefficients: [1, 2], start: [0, 1]))]),
    exceptions: 2, add: Conditions(at_most: 3, method: Mine, statistics: [\"i\", \"j\", \"large - small\"],
    relations: [\"<\", \"!=\"], terms: [\"small\", \"small'\", \"large'\", \"large' - small'\"],
    coefficients: Range(1, 3), constants: Range(0, 2)), bases: [Ruleset, Nothing], screen: 60, confirm: 2000, keep: 3";

#[test]
fn shards_together_give_the_report_of_one_run() {
    shards_give_the_whole(&Folder::new("shards"), LARGE);
}

#[test]
fn shards_of_mining_together_give_the_report_of_one_run() {
    shards_give_the_whole(&Folder::new("mined_shards"), MINED);
}

fn shards_give_the_whole(folder: &Folder, search: &str) {
    let file = folder.experiment(search);
    assert!(nimdsl(&["run", &file, "--out", &folder.path("whole"), "--threads", "1"]).status.success());
    for shard in ["1/2", "2/2"] {
        let out = folder.path(&format!("shard_{}", &shard[..1]));
        assert!(nimdsl(&["run", &file, "--out", &out, "--shard", shard]).status.success());
    }
    let (first, second) = (folder.path("shard_1"), folder.path("shard_2"));
    let missing = nimdsl(&["merge", &first, "--out", &folder.path("part")]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("finish all shards first"));
    assert!(nimdsl(&["merge", &second, &first, "--out", &folder.path("merged")]).status.success());
    assert_eq!(folder.read("whole/report.json"), folder.read("merged/report.json"));
    assert_eq!(folder.read("whole/report.txt"), folder.read("merged/report.txt"));
    assert_eq!(nimdsl(&["run", &file, "--shard", "0/2"]).status.code(), Some(2));
}

/// Every experiment in the document on experiments can be read.
#[test]
fn experiments_of_the_document_are_well_formed() {
    let text = std::fs::read_to_string(format!("{}/docs/experiments.md", env!("CARGO_MANIFEST_DIR"))).expect("text");
    let fenced: Vec<&str> = text.split("```ron\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    assert!(!fenced.is_empty());
    for (index, experiment) in fenced.iter().enumerate() {
        let folder = Folder::new(&format!("document_{index}"));
        // Everything that an experiment names has to be there.
        let rulesets = format!("\"{}/rulesets/", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(folder.0.join("test.ron"), experiment.replace("\"../rulesets/", &rulesets)).expect("a file");
        let output = nimdsl(&["check", &folder.path("test.ron")]);
        assert!(output.status.success(), "{experiment} {}", String::from_utf8_lossy(&output.stderr));
    }
    // Its base is a ruleset of the project.
    assert_eq!(ruleset("triangular").ruleset.heaps.len(), 2);
}
