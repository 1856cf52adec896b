//! The binary as a stranger uses it.
use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Command, Output, Stdio};

fn nimdsl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nimdsl"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it starts")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_ruleset_and_experiment_of_the_project_passes_check() {
    for folder in ["rulesets", "experiments"] {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(folder).expect("a folder") {
            let path = file.expect("an entry").path();
            let output = nimdsl(&["check", &path.display().to_string()]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn exit_codes_tell_what_happened() {
    assert_eq!(nimdsl(&["table", "rulesets/nim.nim", "--size", "4"]).status.code(), Some(0));
    assert_eq!(nimdsl(&["check", "Cargo.toml"]).status.code(), Some(1));
    assert_eq!(nimdsl(&["table", "missing.nim"]).status.code(), Some(2));
    assert_eq!(nimdsl(&["table", "rulesets/nim.nim", "--set", "m=2"]).status.code(), Some(2));
    // Grundy values are those of normal play, and nobody is to take them for others.
    let told = nimdsl(&["p-positions", "--grundy", "0", "rulesets/wythoff.nim", "--misere"]);
    assert_eq!((told.status.code(), told.stdout.is_empty()), (Some(2), true));
    let told = nimdsl(&["periods", "--row", "1", "rulesets/wythoff.nim", "--misere"]);
    let text = String::from_utf8(told.stdout).expect("text");
    assert_eq!((told.status.code(), text.contains("of outcomes in misère play")), (Some(0), true), "{text}");
    assert_eq!(nimdsl(&["table", "rulesets/wythoff.nim", "--size", "1000000"]).status.code(), Some(3));
}

#[test]
fn json_has_the_documented_fields() {
    let table = json(&nimdsl(&["table", "rulesets/wythoff.nim", "--size", "3", "--format", "json"]));
    assert_eq!(table["grundy"], serde_json::json!([[0, 1, 2], [1, 2, 0], [2, 0, 1]]));
    let options = json(&nimdsl(&["options", "rulesets/triangular.nim", "0,3", "--format", "json"]));
    assert_eq!(options["options"][0]["position"], serde_json::json!([1, 0]));
    let p_positions =
        json(&nimdsl(&["p-positions", "rulesets/wythoff.nim", "--up-to", "7", "--sorted", "--format", "json"]));
    assert_eq!(p_positions["p_positions"], serde_json::json!([[0, 0], [1, 2], [3, 5], [4, 7]]));
    let layers =
        json(&nimdsl(&["table", "rulesets/ryuo_pass.nim", "--size", "2", "--format", "json", "--at", "pass=0"]));
    assert_eq!(layers["layers"][0]["grundy"], serde_json::json!([[0, 1], [1, 2]]));
}

#[test]
fn threads_do_not_change_a_proof() {
    let folder = scratch("threads_of_proofs");
    let [one, three] = ["1", "3"].map(|threads| {
        let certificates = folder.join(threads).display().to_string();
        let file = "rulesets/yama_wythoff.nim";
        let told = nimdsl(&["prove", file, "--threads", threads, "--certificate", &certificates]);
        let checked = nimdsl(&["recheck", &certificates, "--threads", threads]);
        assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stdout));
        let text = std::fs::read_to_string(&certificates).expect("certificates are written");
        (told.status.code(), String::from_utf8(told.stdout).expect("text"), text, checked.stdout)
    });
    assert!(one.1.lines().count() > 4, "{}", one.1);
    assert_eq!(one, three);
}

/// Positions of one claim are shared out among threads: true claims, false ones by their least counterexample, and gaps.
#[test]
fn threads_do_not_change_a_verification() {
    for (file, up_to) in [
        ("rulesets/wythoff.nim", "30"),
        ("rulesets/ryuo_pass.nim", "70"),
        ("rulesets/ryuo_three_modified_as_printed.nim", "16"),
        ("rulesets/ryuo_restricted_as_printed.nim", "60"),
        ("tests/said/shared.nim", "90"),
    ] {
        let [one, three] = ["1", "3"].map(|threads| {
            let told = nimdsl(&["verify", file, "--up-to", up_to, "--threads", threads]);
            (told.status.code(), String::from_utf8(told.stdout).expect("text"))
        });
        assert!(!one.1.is_empty(), "{file}");
        assert_eq!(one, three, "{file}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimdsl"))
        .args(["table", "rulesets/nim.nim", "--size", "300"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut some = [0; 100];
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut some).expect("some output");
    drop(out);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn an_unknown_field_names_the_nearest_one() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_field_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("bad.ron");
    std::fs::write(&file, "(titel: \"x\", ruleset: \"y\", tasks: [])").expect("a file");
    let output = nimdsl(&["run", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `title`"));
}

/// KY24, Question 2: the search finds the Fibonacci numbers by itself, and what it writes passes `check`.
#[test]
fn the_main_job_finds_the_fibonacci_numbers() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_fib_{}", std::process::id()));
    let output = nimdsl(&["run", "experiments/fib_search.ron", "--out", &folder.display().to_string()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("(1, 2) (2, 3) (3, 5) (5, 8) (8, 13) (13, 21) (21, 34) (34, 55) (55, 89) (89, 144)"),
        "{text}"
    );
    let report = std::fs::read_to_string(folder.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let fibonacci: Vec<(i64, i64)> =
        vec![(0, 0), (0, 1), (1, 1), (1, 2), (2, 3), (3, 5), (5, 8), (8, 13), (13, 21), (21, 34), (34, 55)];
    let pairs = |value: &serde_json::Value| -> BTreeSet<(i64, i64)> {
        let pair = |pair: &serde_json::Value| (pair[0].as_i64().expect("a heap"), pair[1].as_i64().expect("a heap"));
        value.as_array().expect("pairs").iter().map(pair).collect()
    };
    let mut exact = BTreeSet::new();
    for hit in report["tasks"][0]["hits"].as_array().expect("hits") {
        let path = folder.join(hit["file"].as_str().expect("a file")).display().to_string();
        assert!(nimdsl(&["check", &path]).status.success());
        let found = pairs(
            &json(&nimdsl(&["p-positions", &path, "--up-to", "60", "--sorted", "--format", "json"]))["p_positions"],
        );
        let wanted: BTreeSet<(i64, i64)> = fibonacci.iter().copied().collect();
        let exceptions = pairs(&hit["exceptions"]);
        assert_eq!(found.symmetric_difference(&wanted).copied().collect::<BTreeSet<_>>(), exceptions, "{path}");
        if exceptions.is_empty() {
            exact.insert(hit["ruleset"].as_str().expect("a text").contains("move triangular"));
        }
    }
    // One ruleset with the moves of Triangular Nim, and one that only removes tokens.
    assert_eq!(exact, BTreeSet::from([false, true]));
}

fn scratch(name: &str) -> std::path::PathBuf {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_{name}_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn fmt_writes_canonical_layout_and_keeps_comments() {
    let file = scratch("fmt").join("a.nim");
    let path = file.display().to_string();
    std::fs::write(&file, "heaps x,y # two\r\nmove m(i):x->x-i where 1≤i").expect("a file");
    let checked = nimdsl(&["fmt", "--check", &path]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&checked.stdout).contains(&path));
    assert!(std::fs::read_to_string(&file).expect("text").contains("1≤i"), "--check writes nothing");
    assert_eq!(nimdsl(&["fmt", &path]).status.code(), Some(0));
    let text = std::fs::read_to_string(&file).expect("text");
    assert_eq!(text, "heaps x, y  # two\n\nmove m(i):\n    x -> x - i\n    where 1 <= i\n");
    let again = nimdsl(&["fmt", "--check", "--format", "json", &path]);
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(json(&again)["files"][0]["changed"], serde_json::json!(false));
    let left = std::fs::read_dir(file.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left beside the file");
}

#[test]
fn fmt_leaves_a_file_with_faults_alone() {
    let file = scratch("fmt_faults").join("a.nim");
    let path = file.display().to_string();
    std::fs::write(&file, "heaps x,y\nmove m(i): x -> x - where").expect("a file");
    let output = nimdsl(&["fmt", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("move"));
    assert_eq!(std::fs::read_to_string(&file).expect("text"), "heaps x,y\nmove m(i): x -> x - where");
    assert_eq!(nimdsl(&["fmt", "experiments/fib_search.ron"]).status.code(), Some(2));
}

#[test]
fn tables_have_a_form_for_every_reader() {
    let table = |format: &str, more: &[&str]| {
        let output = nimdsl(&[&["table", "--format", format], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let text = |format: &str, more: &[&str]| String::from_utf8(table(format, more)).expect("text");
    let wythoff = ["rulesets/wythoff.nim", "--size", "3"];
    let latex = text("latex", &wythoff);
    assert!(latex.starts_with("% nimdsl ") && latex.contains("blake3") && latex.contains("x < 3, y < 3"), "{latex}");
    assert!(latex.contains("1 & 1 & 2 & \\mathbf{0} \\\\"), "{latex}");
    assert_eq!(latex.matches('{').count(), latex.matches('}').count());
    let mathematica = text("mathematica", &wythoff);
    assert!(mathematica.ends_with("*)\n{{0, 1, 2},\n {1, 2, 0},\n {2, 0, 1}}\n"), "{mathematica}");
    let half = text("mathematica", &["rulesets/wythoff.nim", "--total", "2"]);
    assert!(half.ends_with("{{0, 1},\n {1, Missing[]}}\n"), "{half}");
    let pass = text("mathematica", &["rulesets/ryuo_pass.nim", "--size", "2", "--at", "pass=0"]);
    assert!(pass.ends_with("<|<|\"pass\" -> 0|> -> {{0, 1},\n {1, 2}}|>\n"), "{pass}");
    assert_eq!(text("csv", &wythoff), "0,1,2\n1,2,0\n2,0,1\n");
    let cite = json(&nimdsl(&["table", "rulesets/wythoff.nim", "--size", "3", "--format", "json"]));
    assert_eq!(cite["schema"], 1);
    assert!(cite["cite"].as_str().is_some_and(|cite| cite.starts_with("nimdsl ")));
}

/// The format of `.npy` files: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
#[test]
fn arrays_of_numpy_have_an_axis_for_each_register_and_heap() {
    let array = |more: &[&str]| {
        let bytes = nimdsl(&[&["table", "--format", "npy"], more].concat()).stdout;
        assert_eq!(&bytes[..6], b"\x93NUMPY");
        let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let head = String::from_utf8_lossy(&bytes[10..10 + length]).into_owned();
        assert!(head.contains("'<i8'"), "{head}");
        let numbers = bytes[10 + length..].chunks(8).map(|eight| i64::from_le_bytes(eight.try_into().expect("eight")));
        (head, numbers.collect::<Vec<i64>>())
    };
    let (head, numbers) = array(&["rulesets/wythoff.nim", "--total", "2"]);
    assert!(head.contains("(2, 2"), "{head}");
    assert_eq!(numbers, [0, 1, 1, -1]);
    let (head, numbers) = array(&["rulesets/ryuo_pass.nim", "--size", "2,3"]);
    assert!(head.contains("(2, 2, 3"), "{head}");
    assert_eq!(numbers.len(), 12);
}

#[test]
fn a_format_that_makes_no_sense_is_refused() {
    let refused: [&[&str]; 6] = [
        &["options", "rulesets/nim.nim", "1,2", "--format", "npy"],
        &["explain", "rulesets/nim.nim", "--format", "csv"],
        &["check", "rulesets/nim.nim", "--format", "latex"],
        &["p-positions", "rulesets/nim.nim", "--up-to", "3", "--format", "hash"],
        &["run", "experiments/fib_search.ron", "--format", "mathematica"],
        &["completions", "bash", "--format", "json"],
    ];
    for call in refused {
        let output = nimdsl(call);
        assert_eq!(output.status.code(), Some(2), "{call:?}");
        assert!(output.stdout.is_empty(), "{call:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("has no --format") && told.contains("text"), "{told}");
    }
}

#[test]
fn every_json_has_the_documented_shape() {
    let wythoff = "rulesets/wythoff.nim";
    let keys = |value: &serde_json::Value| {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys.join(" ")
    };
    let table = json(&nimdsl(&["table", wythoff, "--size", "2", "--format", "json"]));
    assert_eq!(keys(&table), "cite grundy params play ruleset schema size");
    let options = json(&nimdsl(&["options", wythoff, "1,1", "--format", "json"]));
    assert_eq!(keys(&options), "options position schema");
    assert_eq!(keys(&options["options"][0]), "position ways");
    assert_eq!(keys(&options["options"][0]["ways"][0]), "amounts move");
    let explained = json(&nimdsl(&["explain", wythoff, "1,3", "--format", "json"]));
    assert_eq!(keys(&explained), "grundy options outcome position schema winning");
    assert_eq!(explained["winning"], serde_json::json!([[1, 2]]));
    let p_positions = json(&nimdsl(&["p-positions", wythoff, "--up-to", "2", "--format", "json"]));
    assert_eq!(keys(&p_positions), "p_positions schema");
    assert_eq!(nimdsl(&["p-positions", wythoff, "--up-to", "2", "--format", "csv"]).stdout, b"0,0\n1,2\n2,1\n");
    let kayles = "rulesets/gallery/kayles.nim";
    let quotient = json(&nimdsl(&["misere", kayles, "--up-to", "9", "--format", "json"]));
    let fields =
        "beyond elements generators of_all order orders p_portion period products relations ruleset schema values";
    assert_eq!(keys(&quotient), fields);
    assert_eq!(quotient["order"], 18);
    let genus = json(&nimdsl(&["misere", kayles, "--genus", "--up-to", "5", "--format", "json"]));
    assert_eq!(keys(&genus), "genus ruleset schema");
    assert_eq!(keys(&genus["genus"][5]), "grundy misere position repeats symbol temper");
    let sum = json(&nimdsl(&["misere", kayles, "5 + 4", "--format", "json"]));
    assert_eq!(keys(&sum), "outcome schema sum winning");
    let check = json(&nimdsl(&["check", "Cargo.toml", wythoff, "--format", "json"]));
    assert_eq!(keys(&check), "files schema");
    assert_eq!(keys(&check["files"][0]), "assumes faults file");
    let fault = &check["files"][0]["faults"][0];
    assert_eq!(keys(&fault["places"][0]), "column end end_column end_line label line start");
    assert_eq!(check["files"][1]["faults"], serde_json::json!([]));
}

/// Wythoff's pairs, and those of a game of squares, whose claim is verified at the parameter that is set; pairs without a name have no claim.
#[test]
fn pairs_come_with_a_claim_to_paste() {
    let pairs = |arguments: &[&str]| {
        let common = ["p-positions", "--pairs", "--format", "json"];
        json(&nimdsl(&[&common[..], arguments].concat()))
    };
    let wythoff = pairs(&["rulesets/wythoff.nim", "--up-to", "60"]);
    assert_eq!(wythoff["pairs"][4], serde_json::json!([6, 10]));
    let statement = "P = sym {(floor(k*phi), floor(k*phi) + k) for k >= 0}";
    assert_eq!(wythoff["claim"], format!("claim \"the P-positions\":\n    {statement}\n"));
    assert_eq!(wythoff["columns"][2]["formula"], "a(k) = k");
    let text = nimdsl(&["p-positions", "rulesets/wythoff.nim", "--up-to", "60", "--pairs"]).stdout;
    let text = String::from_utf8(text).expect("text");
    assert!(text.starts_with(" n  A(n)  B(n)  B(n) - A(n)\n 0     0     0"), "{text}");
    assert!(text.contains(statement), "{text}");
    let diagonal = pairs(&["rulesets/nim.nim", "--up-to", "20"]);
    assert_eq!(diagonal["claim"], "claim \"the P-positions\":\n    P = sym {(k, k) for k >= 0}\n");
    let triangular = pairs(&["rulesets/triangular.nim", "--up-to", "20"]);
    assert_eq!(triangular["claim"], serde_json::Value::Null);
    assert_eq!(nimdsl(&["p-positions", "rulesets/ryuo_pass.nim", "--up-to", "5", "--pairs"]).status.code(), Some(2));
}

#[test]
fn check_makes_the_fixes_that_are_sure() {
    let folder = scratch("check_fix");
    let file = folder.join("slips.nim");
    let name = file.display().to_string();
    let text = "heaps x y # two\r\nmove take(i): x -> x - i where 1 =< i, 2i == y, i <= lefft\n";
    std::fs::write(&file, text).expect("a file");
    let before = json(&nimdsl(&["check", &name, "--format", "json"]));
    let sign = &before["files"][0]["faults"][0];
    let at = |value: &serde_json::Value| value.as_u64().expect("a number") as usize;
    assert_eq!(&text[at(&sign["start"])..at(&sign["end"])], "=<");
    assert_eq!((at(&sign["line"]), at(&sign["column"]), at(&sign["end_column"])), (2, 34, 36));
    assert_eq!((&sign["fixes"][0]["text"], &sign["fixes"][0]["sure"]), (&"<=".into(), &true.into()));
    assert_eq!(std::fs::read_to_string(&file).expect("text"), text);
    // What is only likely is left to the author.
    let output = nimdsl(&["check", "--fix", &name]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 4);
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing binds `lefft`"));
    let mended = "heaps x, y # two\r\nmove take(i): x -> x - i where 1 <= i, 2 * i = y, i <= lefft\n";
    assert_eq!(std::fs::read_to_string(&file).expect("text"), mended);
    let again = json(&nimdsl(&["check", "--fix", &name, "--format", "json"]));
    assert_eq!(again["files"][0]["fixed"], serde_json::json!([]));
    assert_eq!(std::fs::read_to_string(&file).expect("text"), mended);
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
}

#[test]
fn a_position_outside_the_game_is_told_its_condition() {
    let folder = scratch("outside");
    let file = folder.join("chomp.nim");
    let text = "heaps x, y\npositions where y <= x, 1 <= x\nmove take(i): x -> x - i where 1 <= i\n";
    std::fs::write(&file, text).expect("a file");
    let name = file.display().to_string();
    for (command, position, condition) in [("explain", "2,3", "`y <= x`"), ("options", "0,0", "`1 <= x`")] {
        let output = nimdsl(&[command, &name, position]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(condition));
    }
}

#[test]
fn completions_know_the_commands_and_no_output_is_coloured_off_a_terminal() {
    for shell in ["bash", "zsh", "fish"] {
        let output = nimdsl(&["completions", shell]);
        assert!(output.status.success());
        assert!(String::from_utf8_lossy(&output.stdout).contains("p-positions"));
    }
    for call in [&["table", "rulesets/nim.nim"][..], &["explain", "rulesets/nim.nim", "1,2"], &["check", "Cargo.toml"]]
    {
        let output = nimdsl(call);
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{call:?}");
    }
}

#[test]
fn every_ruleset_of_the_project_survives_fmt() {
    let folder = scratch("fmt_all");
    let mut copies = Vec::new();
    let rulesets = crate::slips::root().join("rulesets");
    std::fs::create_dir_all(folder.join("gallery")).expect("a folder");
    for from in crate::slips::files(&rulesets) {
        let to = folder.join(from.strip_prefix(&rulesets).expect("below"));
        std::fs::copy(&from, &to).expect("a copy");
        copies.push(to.display().to_string());
    }
    // Some of them speak of others.
    for verb in [&["fmt", "--check"][..], &["fmt"], &["check"], &["fmt", "--check"]] {
        let call: Vec<&str> = verb.iter().copied().chain(copies.iter().map(String::as_str)).collect();
        let output = nimdsl(&call);
        assert!(output.status.success(), "{verb:?}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Fixing a heap of two is asking for a row or a column: the same lines, and the same proofs.
#[test]
fn a_fixed_heap_is_a_row_or_a_column() {
    for (lines, fixed) in [("--row", "x=3"), ("--column", "y=3")] {
        let [asked, meant] = [[lines, "3"], ["--fix", fixed]].map(|which| {
            let told = nimdsl(&["periods", "rulesets/restricted_wythoff.nim", which[0], which[1]]);
            assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
            String::from_utf8(told.stdout).expect("text")
        });
        assert_eq!(asked, meant);
        assert!(asked.contains("proved"), "{asked}");
    }
    let wrong = nimdsl(&["periods", "rulesets/ryuo_three.nim", "--fix", "x=1"]);
    let told = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.status.code() == Some(2) && told.contains("--fix y=3 --fix z=3"), "{told}");
}

/// Where `--at` means nothing it is refused, and what an open register asks for can be done.
#[test]
fn registers_are_refused_where_they_mean_nothing() {
    let told = |arguments: &[&str]| {
        let output = nimdsl(arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let pass = "rulesets/ryuo_pass.nim";
    for command in
        [&["misere", pass][..], &["misere", pass, "3,4"], &["prove", pass], &["verify", pass], &["show", pass]]
    {
        for at in ["pass=1", "zz=0"] {
            let (code, words) = told(&[command, &["--at", at]].concat());
            let wanted = format!("--at {at}: `{}` takes no registers", command[0]);
            assert!(code == Some(2) && words.contains(&wanted), "{command:?}: {code:?} {words}");
        }
    }
    let folder = std::env::temp_dir().join(format!("nimdsl-registers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let moves = "\nmove m(i): (n, q) -> (n - i, q - 1) where 1 <= i <= 2, 1 <= q\n";
    let [open, closed] = ["register q", "register q in 0..20"].map(|register| {
        let path = folder.join(format!("{}.nim", register.len()));
        std::fs::write(&path, format!("heaps n\n{register}{moves}")).expect("a file");
        path.display().to_string()
    });
    for sum in [None, Some("5")] {
        let (code, words) =
            told(&[&["misere", &open, "--up-to", "5"][..sum.map_or(4, |_| 2)], sum.as_slice()].concat());
        let remedies = words.contains("write its value with the position") && words.contains("`register q in 0..20`");
        assert!(code == Some(2) && remedies, "{words}");
    }
    assert_eq!(told(&["misere", &open, "5;2"]).0, Some(0));
    assert_eq!(told(&["misere", &closed, "5"]).0, Some(0));
    assert_eq!(told(&["misere", &closed, "--up-to", "5"]).0, Some(0));
    std::fs::remove_dir_all(folder).expect("it is there");
}
