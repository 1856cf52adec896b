//! What strangers leave in the way: streams that nobody reads, folders that two runs want, pipes in the place of files, reports
//! that were written by hand, and tasks that cannot be.
use super::files::{Folder, files, told};
use crate::slips::root;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Who has not ended by now does not end.
const PATIENCE: Duration = Duration::from_secs(120);

fn started(folder: &Folder, arguments: &[&str], errors: impl Into<Stdio>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
    let command = command.args(arguments).current_dir(&folder.0).stdout(Stdio::null());
    command.stderr(errors).spawn().expect("it starts")
}

fn code(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a state") {
            return status.code();
        }
        if PATIENCE < start.elapsed() {
            child.kill().expect("it can be killed");
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn messages_that_nobody_reads_hold_up_no_limit_and_no_signal() {
    let folder = files("unread");
    let (_unread, full) = std::io::pipe().expect("a pipe");
    let mut filled = full.try_clone().expect("its end");
    // It never gets all of it written.
    std::thread::spawn(move || filled.write_all(&vec![b' '; 8 << 20]));
    std::thread::sleep(Duration::from_millis(300));
    let large = ["table", "take.nim", "--size", "2000000000", "--format", "csv"];
    let mut late = started(&folder, &[&large[..], &["--time", "1s"]].concat(), full.try_clone().expect("its end"));
    assert_eq!(code(&mut late), Some(3));
    let mut large =
        started(&folder, &[&large[..], &["--memory", "64MiB"]].concat(), full.try_clone().expect("its end"));
    std::thread::sleep(Duration::from_millis(500));
    // Perhaps it waits to tell that this is too much; then a signal ends it.
    let _ = Command::new("kill").args(["-TERM", &large.id().to_string()]).status();
    assert!(matches!(code(&mut large), Some(2 | 3 | 130)));
}

#[test]
fn one_run_at_a_time_uses_a_folder() {
    let folder = files("together");
    for round in 0..3 {
        let run = ["run", "a.ron", "--out", "both"];
        let mut all: Vec<Child> = (0..4).map(|_| started(&folder, &run, Stdio::piped())).collect();
        let codes: Vec<Option<i32>> = all.iter_mut().map(code).collect();
        let told: Vec<String> = all.into_iter().map(|child| told(&child.wait_with_output().expect("output"))).collect();
        assert!(codes.contains(&Some(0)), "{round}: {told:?}");
        for (code, told) in codes.iter().zip(&told) {
            let is_refused = told.contains("both: another run is using this folder; wait for it");
            assert!(*code == Some(0) || *code == Some(75) && is_refused, "{round}: {code:?} {told}");
        }
        assert!(folder.path("both/store.sqlite").is_file() && folder.path("both/report.json").is_file(), "{round}");
        folder.does(&["run", "a.ron", "--out", "both", "--resume"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
    let folder = files("pipes");
    folder.does(&["run", "small.ron", "--out", "one"]);
    folder.does(&["run", "small.ron", "--out", "two", "--shard", "1/1"]);
    fs::create_dir_all(folder.path("oeis")).expect("a folder");
    folder.write("oeis/names", "A000001 x\n");
    for name in ["one/store.sqlite-wal", "oeis/stripped"] {
        let made = Command::new("mkfifo").arg(folder.path(name)).status().expect("mkfifo");
        assert!(made.success());
    }
    for arguments in [
        &["run", "small.ron", "--out", "one", "--resume"][..],
        &["merge", "one", "two", "--out", "whole"],
        &["identify", "1,2,3,4,7", "--oeis", "oeis"],
    ] {
        let mut child = started(&folder, arguments, Stdio::piped());
        assert_eq!(code(&mut child), Some(2), "{arguments:?}");
        let told = told(&child.wait_with_output().expect("output"));
        assert!(told.contains("not a regular file"), "{arguments:?}: {told}");
    }
}

#[test]
fn a_report_that_no_run_wrote_becomes_no_page() {
    let folder = files("pages");
    let report = |rulesets: &str, rows: &str| {
        format!(
            "{{\"schema\": 1, \"title\": \"t\", \"version\": \"0.1.0\", \"rulesets\": [{rulesets}], \
             \"tasks\": [{{\"task\": \"verify\", \"rows\": [{rows}]}}]}}"
        )
    };
    let ruleset = |latex: &str, text: &str| {
        serde_json::json!({"name": "a.nim", "title": "a", "source": null, "hash": "0", "text": text, "latex": latex})
            .to_string()
    };
    for (text, why) in [
        (report("", "\"x\""), "`rows` holds what is no object"),
        (report("3", ""), "`rulesets` holds what is no object"),
        (report("{\"latex\": 1}", ""), "is no text"),
        (report("{\"notation\": \"$x$\"}", ""), "`notation` of `rulesets` is no list"),
        (report("{\"notation\": [\"$x$\", \"\\\\input{/etc/passwd}\"]}", ""), "has `\\input`"),
        (
            report(&ruleset("\\input{/etc/passwd}\\immediate\\write18{id}", ""), ""),
            "has `\\input`, which nimdsl does not write",
        ),
        (report("", "{\"latex\": \"<script>alert(1)</script>\"}"), "has `<script>"),
        (report("", "{\"params\": {}, \"failing_params\": {\"c\": 2}}"), "have the form of an earlier version"),
        (report("", "{\"layers\": [{\"values\": [0, 1]}]}"), "have the form of an earlier version"),
    ] {
        folder.write("r/report.json", &text);
        for to in ["tex", "typ", "md", "html"] {
            folder.refuses(&["report", "r", "--to", to], &["it is no report of nimdsl", why]);
        }
    }
    // A text that seems to end where it stands does not.
    let breaks_out = "heaps x\n```\n<script>alert(1)</script>\n````\n";
    folder.write("r/report.json", &report(&ruleset("$x$", breaks_out), ""));
    let page = String::from_utf8(folder.nimdsl(&["report", "r", "--to", "md"]).stdout).expect("text");
    assert!(page.contains(&format!("`````text\n{breaks_out}`````\n")), "{page}");
    let defines = serde_json::json!({
        "name": "a.nim", "title": "a", "source": null, "hash": "0", "text": "heaps x\n", "definitions": breaks_out,
        "latex": "$x$", "notation": [],
    });
    let defines = defines.to_string();
    folder.write("r/report.json", &report(&defines, ""));
    let page = String::from_utf8(folder.nimdsl(&["report", "r", "--to", "typ"]).stdout).expect("text");
    assert!(page.contains(&format!("`````\n{breaks_out}`````\n")), "{page}");
}

#[test]
fn nothing_that_the_program_writes_is_strange_to_it() {
    let folder = files("own");
    let all: Vec<serde_json::Value> = crate::slips::files(&root().join("rulesets"))
        .into_iter()
        .map(|file| {
            let file = file.display().to_string();
            let shown = folder.nimdsl(&["show", &file, "--format", "json"]);
            let mut shown: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("one object");
            (shown["name"], shown["title"]) = (file.into(), shown["ruleset"].clone());
            shown
        })
        .collect();
    assert!(30 < all.len());
    let claims = all.iter().flat_map(|one| one["claims"].as_array().expect("claims").clone());
    let rows: Vec<serde_json::Value> = claims
        .map(|mut row| {
            (row["verdict"], row["words"], row["ruleset"]) = ("holds".into(), "seen".into(), "a.nim".into());
            row
        })
        .collect();
    assert!(200 < rows.len() && rows.iter().all(|row| row["latex"].is_string()), "{} claims", rows.len());
    let report = serde_json::json!({
        "schema": 1, "title": "t", "version": "0.1.0", "rulesets": all, "tasks": [{"task": "verify", "rows": rows}],
    });
    folder.write("r/report.json", &report.to_string());
    let page = folder.nimdsl(&["report", "r", "--to", "tex"]);
    assert!(page.status.success(), "{}", String::from_utf8_lossy(&page.stderr));
}

#[test]
fn what_a_template_asks_for_is_bounded() {
    let folder = files("templates");
    folder.does(&["run", "small.ron", "--out", "run"]);
    for ask in [
        "\"%99999999999d\"|format(3)",
        "\"a\nb\"|indent(99999999999)",
        "[1]|batch(99999999999, 0)",
        "[1]|slice(99999999999)",
    ] {
        folder.write("own.txt", &format!("{{{{ {ask} }}}}\n"));
        folder.refuses(&["report", "run", "--to", "md", "--template", "own.txt"], &["own.txt"]);
    }
    folder.write("own.txt", &format!("{{{{ {}1 }}}}\n", "-".repeat(1_000_000)));
    folder.refuses(&["report", "run", "--to", "md", "--template", "own.txt"], &["a template has 65536 at most"]);
}

/// All that is wrong with a task is said before results are set aside.
#[test]
fn pictures_that_cannot_be_are_refused_before_a_run_begins() {
    let folder = files("drawn");
    folder.write("q.nim", "heaps x\nregister q in 0..3\nmove take(i): x -> x - i where 1 <= i <= q + 1\n");
    folder.does(&["run", "small.ron", "--out", "run"]);
    for (task, why) in [
        ("Plot(kind: Heat, fix: {\"q\": 3})", "there is no heap `q` to fix"),
        ("Plot(kind: Heat, size: 0)", "`size` is 0"),
        ("Plot(kind: Heat, at: {\"pass\": 9})", "`at` gives `pass` the value 9"),
        ("Plot(kind: Board([1, 2, 3]))", "does not fit: heaps are x, y"),
        ("Plot(kind: Heat, misere: true)", "are those of normal play"),
        ("Plot(kind: Heat, with: \"nope.nim\")", "`with` names another"),
        ("Plot(kind: Overlay, with: \"nope.nim\")", "`nope.nim` cannot be read"),
        ("Plot(kind: Overlay, with: \"q.nim\")", "different numbers of heaps or registers"),
        ("Plot(kind: Overlay, set: {\"zz\": 3})", "`nim.nim` has no parameter `zz`"),
        ("Plot(kind: Growth, lines: [\"y = x\"])", "has no lines"),
        ("Plot(kind: Heat, lines: [\"y = foo * x\"])", "nothing binds `foo`"),
        ("Plot(kind: Heat, to: [])", "`to` names no form of files"),
    ] {
        folder.write("plot.ron", &format!("(title: \"t\", ruleset: \"nim.nim\", tasks: [{task}])"));
        folder.refuses(&["run", "plot.ron", "--out", "run"], &[why]);
        let checked = folder.nimdsl(&["check", "plot.ron"]);
        assert!(checked.status.code() == Some(1) && told(&checked).contains(why), "{task}: {}", told(&checked));
    }
    folder.write(
        "plot.ron",
        "(title: \"t\", ruleset: \"base.nim\", vary: {\"c\": List([1]), \"c\": Range(0, 2)}, tasks: [Table(size: 3)])",
    );
    folder.refuses(&["run", "plot.ron", "--out", "run"], &["`c` is given twice"]);
    folder
        .write("plot.ron", "(title: \"t\", ruleset: \"nim.nim\", tasks: [Plot(kind: Heat, size: 8, to: [Svg, Tikz])])");
    folder.does(&["run", "plot.ron", "--out", "run"]);
}

#[test]
fn a_file_whose_name_would_forge_a_line_is_refused() {
    let folder = files("forged_names");
    folder.write("x.nim: ok\nevil.nim", "heaps x\n");
    folder.refuses(
        &["check", "x.nim: ok\nevil.nim"],
        &["x.nim: ok\\nevil.nim: the name of this file holds a control sign"],
    );
    folder.refuses(&["check", "nowhere.nim"], &["nowhere.nim: cannot be read"]);
}

/// A store that says little and is long takes neither the time nor the disk of its length.
#[test]
fn a_store_with_holes_is_refused_before_it_is_copied() {
    let folder = files("holes");
    folder.does(&["run", "small.ron", "--out", "one", "--shard", "1/2"]);
    folder.does(&["run", "small.ron", "--out", "two", "--shard", "2/2"]);
    folder.does(&["merge", "one", "two", "--out", "before"]);
    let store = fs::OpenOptions::new().write(true).open(folder.path("one/store.sqlite")).expect("a store");
    let length = store.metadata().expect("its length").len();
    store.set_len(60 << 30).expect("a hole");
    let refused = folder.nimdsl(&["merge", "one", "two", "--out", "whole"]);
    let why = told(&refused);
    assert_eq!(refused.status.code(), Some(2), "{why}");
    assert!(why.contains("store.sqlite: is damaged (it is longer than its pages)"), "{why}");
    store.set_len(length).expect("a store");
    folder.does(&["merge", "one", "two", "--out", "whole"]);
}

#[cfg(unix)]
#[test]
fn a_limit_on_files_is_told() {
    let folder = files("limits");
    for (words, file) in [
        ("table take.nim --size 100000 --format csv > table.csv", "table.csv"),
        ("plot take.nim rows --size 100 --out rows.svg", "rows.svg"),
    ] {
        let line = format!("ulimit -f 1; exec {} {words}", env!("CARGO_BIN_EXE_nimdsl"));
        let output = Command::new("sh").args(["-c", &line]).current_dir(&folder.0).output().expect("a shell");
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{words}: {told}");
        assert!(told.contains("File too large"), "{words}: {told}");
        // What is written whole is not there in part; a stream is as far as it went.
        assert_eq!(folder.path(file).exists(), file == "table.csv", "{words}");
    }
}

/// Only somebody who may give files away can try this.
#[cfg(unix)]
#[test]
fn a_file_that_is_written_anew_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = files("owners");
    folder.write("mine.nim", "heaps   x\nmove a: x->x-1\n");
    let file = folder.path("mine.nim");
    if chown(&file, Some(12_345), Some(12_346)).is_err() {
        return;
    }
    folder.does(&["fmt", "mine.nim"]);
    let about = fs::metadata(&file).expect("the file");
    assert_eq!((about.uid(), about.gid()), (12_345, 12_346));
    assert!(fs::read_to_string(&file).expect("the file").contains("heaps x\n"));
}
