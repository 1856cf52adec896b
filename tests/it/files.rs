//! Files as a stranger leaves them: what is not ours is never written over or removed, and every file is whole or not there.
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for each test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("nimdsl_files_{name}_{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        let folder = Self(path);
        for (file, text) in files {
            folder.write(file, text);
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    pub(crate) fn nimdsl(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
        command.args(arguments).current_dir(&self.0).output().expect("it starts")
    }

    /// Fails with these words, and changes nothing.
    pub(crate) fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let before = everything(&self.0);
        let output = self.nimdsl(arguments);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        for part in words {
            assert!(told.contains(part), "{arguments:?}: {part}: {told}");
        }
        assert!(!told.contains("os error"), "{told}");
        assert_eq!(everything(&self.0), before, "{arguments:?}");
    }

    pub(crate) fn does(&self, arguments: &[&str]) -> String {
        let output = self.nimdsl(arguments);
        let told = told(&output);
        assert!(output.status.success(), "{arguments:?}: {told}");
        told
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All names below a folder with what they hold; links with where they lead.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_symlink() {
            let to = fs::read_link(&path).expect("a link").display().to_string().into_bytes();
            all.push((path, to));
        } else if path.is_dir() {
            all.extend(everything(&path));
            all.push((path, Vec::new()));
        } else {
            let bytes = fs::read(&path).expect("a file");
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

const NIM: &str = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\ntheorem \"T\": P(x, y) iff x = y\n";
const TAKE: &str = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 3\n";
/// Hits come out of a sweep in no time.
const SWEEP: &str = "(title: \"A sweep\", ruleset: \"base.nim\", vary: {\"c\": Range(0, 5)},
    tasks: [Search(target: Open, board: 20, confirm: 200, keep: 3)])";
const BASE: &str = "param c = 1 where 0 <= c\nheaps x, y
move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i <= x, 1 <= j < i
move wythoff(i, j) symmetric: (x, y) -> (x - i, y - j) where 0 <= i, 0 <= j, 1 <= i + j, |i - j| <= c\n";
const SMALL: &str = "(title: \"Small\", ruleset: \"take.nim\", tasks: [Table(size: 4)])";

pub(crate) fn files(name: &str) -> Folder {
    Folder::new(
        name,
        &[("nim.nim", NIM), ("take.nim", TAKE), ("base.nim", BASE), ("a.ron", SWEEP), ("small.ron", SMALL)],
    )
}

/// What each command writes goes where nothing is, or over an earlier file of its kind, and over nothing else.
#[test]
fn only_our_own_files_are_written_over() {
    let folder = files("outputs");
    for (name, command) in [
        ("out.json", &["prove", "nim.nim", "--certificate"][..]),
        ("out.dot", &["solve", "nim.nim", "--dot"]),
        ("statements.md", &["verify", "nim.nim", "--statements"]),
        ("errata.md", &["verify", "nim.nim", "--errata"]),
    ] {
        let with = |name: &'static str| [command, &[name]].concat();
        folder.does(&with(name));
        let first = folder.read(name);
        folder.does(&with(name));
        assert_eq!(folder.read(name), first, "{name}");
        for foreign in [
            "int main() {}\n",
            "",
            "{\"file\": \"a\"}",
            "{\"file\":\"a\",\"certificates\":[1]}",
            "digraph g {}",
            "# Statements\n\nMine.\n",
        ] {
            folder.write("foreign", foreign);
            folder.refuses(
                &with("foreign"),
                &["foreign: cannot be written: a file is there that is not", "choose another name"],
            );
        }
        folder.refuses(&with("nim.nim"), &["nim.nim: cannot be written: this command reads it"]);
        folder.refuses(&with("nodir/out"), &["nodir/out: cannot be written: No such file or directory"]);
        folder.refuses(&with("take.nim/out"), &["take.nim/out: cannot be written: "]);
        folder.refuses(&with("."), &[".: cannot be written: it is a folder"]);
        let _ = fs::remove_file(folder.path("link"));
        symlink(name, folder.path("link")).expect("a link");
        folder.refuses(&with("link"), &["link: cannot be written: it is a link"]);
        folder.refuses(&with("/dev/null"), &["/dev/null: cannot be written: it is a link, or no regular file"]);
    }
}

/// A certificate is an input of nobody who writes certificates, but a ruleset that it names may be.
#[test]
fn a_file_that_is_read_is_no_output_even_if_it_is_ours() {
    let folder = files("inputs");
    folder.does(&["run", "a.ron", "--out", "out"]);
    // A hit is a ruleset, and the next search may stand on it.
    let again = SMALL.replace("take.nim", "out/hit_001.nim");
    folder.write("again.ron", &again);
    folder
        .refuses(&["run", "again.ron", "--out", "out"], &["out/hit_001.nim: cannot be written: this command reads it"]);
    folder.write("extends.nim", "extends \"out/hit_001.nim\"\n");
    folder.write("further.ron", &SMALL.replace("take.nim", "extends.nim"));
    folder.refuses(
        &["run", "further.ron", "--out", "out"],
        &["out/hit_001.nim: cannot be written: this command reads it"],
    );
}

/// The files of `docs/` that the program writes can be written again: they begin as it writes them.
#[test]
fn lists_of_the_project_can_be_written_again() {
    let folder = files("docs");
    for name in ["statements.md", "errata.md"] {
        let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
        fs::copy(path, folder.path(name)).expect("a file of the project");
    }
    folder.does(&["verify", "nim.nim", "--statements", "statements.md", "--errata", "errata.md"]);
    assert!(
        folder.read("statements.md").contains("P(x, y) iff x = y") && folder.read("errata.md").starts_with("# Errata")
    );
}

/// A temporary file is nobody else's: whatever has its former name, or a link of that name, stays.
#[test]
fn temporary_files_are_our_own() {
    let folder = files("temporary");
    folder.write("out.partial", "mine");
    folder.write("victim", "mine");
    symlink("victim", folder.path("report.partial")).expect("a link");
    folder.does(&["prove", "nim.nim", "--certificate", "out.json"]);
    folder.does(&["run", "small.ron", "--out", "out"]);
    assert_eq!((folder.read("out.partial").as_str(), folder.read("victim").as_str()), ("mine", "mine"));
    let left = everything(&folder.0);
    let is_partial = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    assert!(!left.iter().any(|(path, _)| is_partial(path)), "{left:?}");
}

/// What cannot be written is not said to be written, and nothing of it is left.
#[test]
fn a_full_disk_leaves_no_half_file() {
    let folder = files("full");
    folder.does(&["prove", "nim.nim", "--certificate", "out.json"]);
    let before = everything(&folder.0);
    let limited = |limit: &str, command: &str| {
        let program = env!("CARGO_BIN_EXE_nimdsl");
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec {program} {command}");
        Command::new("bash").args(["-c", &script]).current_dir(&folder.0).output().expect("it starts")
    };
    for (name, command) in [
        ("out.json", "prove nim.nim --certificate out.json"),
        ("out.dot", "solve nim.nim --dot out.dot"),
        ("statements.md", "verify nim.nim --statements statements.md"),
        ("a.nim", "fmt a.nim"),
    ] {
        if name == "a.nim" {
            folder.write("a.nim", "heaps x,y\nmove m(i): x->x-i where 1<=i\n");
        }
        let output = limited("0", command);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        let words = format!("{name}: cannot be written: File too large");
        assert!(told(&output).contains(&words) && !told(&output).contains("rechecked"), "{}", told(&output));
        if name == "a.nim" {
            assert_eq!(folder.read("a.nim"), "heaps x,y\nmove m(i): x->x-i where 1<=i\n");
            fs::remove_file(folder.path("a.nim")).expect("removed");
        }
        assert_eq!(everything(&folder.0), before, "{command}");
    }
    // The store takes some room; where it ends, the run can go on when there is more.
    folder.does(&["run", "a.ron", "--out", "whole"]);
    let mut ended = 0;
    for limit in ["0", "4", "16", "40"] {
        let begun = folder.path("out/store.sqlite").exists();
        let output = limited(limit, if begun { "run a.ron --out out --resume" } else { "run a.ron --out out" });
        if !output.status.success() {
            ended += 1;
            assert!(told(&output).contains("out/") && told(&output).contains("cannot be written"), "{}", told(&output));
        }
    }
    assert!(0 < ended, "the limits were never met");
    folder.does(&["run", "a.ron", "--out", "out", "--resume"]);
    for name in ["report.json", "report.txt", "hit_001.nim"] {
        assert_eq!(folder.read(&format!("whole/{name}")), folder.read(&format!("out/{name}")));
    }
}

/// A folder with somebody's work in it is left alone; one with a run of ours is gone on with, and only our files change.
#[test]
fn folders_of_others_are_left_alone() {
    let folder = files("others");
    for (name, text) in [
        ("notes.txt", "mine"),
        ("report.json", "{\"mine\": true}"),
        ("report.txt", "mine"),
        ("hit_001.nim", "heaps x\n"),
        ("store.sqlite", "what another program wrote"),
        ("store.before.sqlite", "what another program wrote"),
        (".hidden", ""),
        (".store.sqlite.12.0.partial", "mine"),
        ("hit_1.nim", "# nimdsl 0.1.0: candidate 0 of 1, 1 of them distinct.\n"),
        ("below/mine", "mine"),
    ] {
        let out = format!("out_{}", name.replace('/', "_"));
        folder.write(&format!("{out}/{name}"), text);
        folder.refuses(&["run", "a.ron", "--out", &out], &[&out, "cannot be written", "--out"]);
    }
    folder.refuses(&["run", "a.ron", "--out", "nim.nim"], &["nim.nim: cannot be written: it is no folder"]);
    folder.does(&["run", "a.ron", "--out", "out"]);
    // Names that only look like ours, and ours with other content.
    let header = folder.read("out/hit_001.nim");
    for name in [
        "my_hit_7.nim",
        "hit_.nim",
        "hit_7.nim",
        "hit_0007.nim",
        "task_0_hit_007.nim",
        "report.partial",
        "hit_007.nim.bak",
    ] {
        folder.write(&format!("out/{name}"), &header);
    }
    folder.write("out/task_2_hit_014.nim", &header);
    folder.write("out/hit_900.nim", &header);
    let before = everything(&folder.path("out"));
    folder.does(&["run", "a.ron", "--out", "out"]);
    let after = everything(&folder.path("out"));
    let gone: Vec<String> = before
        .iter()
        .filter(|old| !after.iter().any(|new| new.0 == old.0))
        .map(|(path, _)| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(gone, ["hit_900.nim", "task_2_hit_014.nim"]);
    // A file that has our name and is not ours stops a run before it changes anything.
    folder.write("out/hit_901.nim", "heaps x\nmove mine(i): x -> x - i where 1 <= i\n");
    folder.refuses(&["run", "a.ron", "--out", "out"], &["out/hit_901.nim: cannot be written", "or remove it"]);
    fs::remove_file(folder.path("out/hit_901.nim")).expect("removed");
    folder.write("out/report.txt", "my own notes");
    folder.refuses(&["run", "a.ron", "--out", "out", "--resume"], &["out/report.txt: cannot be written"]);
}

/// Beginning afresh keeps every earlier store, and a run that cannot begin touches none.
#[test]
fn stores_are_set_aside_under_names_of_their_own() {
    let folder = files("aside");
    let stores = || {
        let names =
            fs::read_dir(folder.path("out")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.retain(|name| name.contains("store"));
        names.sort();
        names
    };
    folder.does(&["run", "a.ron", "--out", "out"]);
    let first = fs::read(folder.path("out/store.sqlite")).expect("a store");
    folder.write("bad.ron", &SWEEP.replace("base.nim", "bse.nim"));
    for _ in 0..2 {
        let output = folder.nimdsl(&["run", "bad.ron", "--out", "out"]);
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(stores(), ["store.sqlite"]);
    folder.does(&["run", "a.ron", "--out", "out"]);
    folder.does(&["run", "small.ron", "--out", "out"]);
    assert_eq!(stores(), ["store.before.sqlite", "store.before_2.sqlite", "store.sqlite"]);
    assert_eq!(fs::read(folder.path("out/store.before.sqlite")).expect("a store"), first);
}

#[test]
fn a_run_that_was_never_begun_is_not_gone_on_with() {
    let folder = files("resume");
    folder.refuses(
        &["run", "a.ron", "--out", "out", "--resume"],
        &["out: there is no run to go on with; begin it without --resume"],
    );
}

/// A folder that must not be written to is named, and stays as it is.
#[test]
fn a_folder_that_is_protected_is_named() {
    let folder = files("protected");
    folder.does(&["run", "small.ron", "--out", "out"]);
    folder.does(&["prove", "nim.nim", "--certificate", "out.json"]);
    fs::set_permissions(folder.path("out.json"), fs::Permissions::from_mode(0o444)).expect("a mode");
    folder
        .refuses(&["prove", "nim.nim", "--certificate", "out.json"], &["out.json: cannot be written: it is protected"]);
    fs::create_dir(folder.path("closed")).expect("a folder");
    fs::set_permissions(folder.path("closed"), fs::Permissions::from_mode(0o555)).expect("a mode");
    // Whoever may do everything is not kept out by a mode.
    if fs::write(folder.path("closed/try"), "").is_ok() {
        let _ = fs::remove_file(folder.path("closed/try"));
        return;
    }
    folder.refuses(
        &["prove", "nim.nim", "--certificate", "closed/a.json"],
        &["closed/a.json: cannot be written: Permission denied"],
    );
    folder.refuses(&["run", "small.ron", "--out", "closed/out"], &["closed/out: cannot be written: Permission denied"]);
}

/// Choices of parameters are counted before any is made.
#[test]
fn choices_are_counted_before_they_are_made() {
    let folder = files("choices");
    for (vary, words) in [
        (
            "{\"c\": Range(0, 9999999)}",
            &["`vary` gives `c` 10000000 values, and 1000000 choices are tried at most"][..],
        ),
        ("{\"c\": Range(-9223372036854775808, 9223372036854775807)}", &["`vary` gives `c` 2^64 values"]),
        ("{\"c\": Range(1, 0)}", &["`vary` gives `c` no value"]),
        (
            "{\"c\": Range(0, 4999), \"d\": Range(0, 4999)}",
            &["`vary` makes 5000 * 5000 choices", "1000000 are tried at most"],
        ),
    ] {
        folder.write("two.nim", &BASE.replace("heaps", "param d = 1\nheaps"));
        folder.write(
            "many.ron",
            &format!("(title: \"Many\", ruleset: \"two.nim\", vary: {vary}, tasks: [Table(size: 4)])"),
        );
        let output = folder.nimdsl(&["run", "many.ron", "--out", "many"]);
        let told = told(&output).replace('│', " ");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(words.iter().all(|part| told.contains(part)) && told.contains("bad-task"), "{words:?} {told}");
        assert!(!folder.path("many").exists());
    }
}

/// A ruleset may come from a pipe: `-` is read once, however often it is asked for, and nothing of that name is written.
#[test]
fn a_ruleset_that_is_piped_in_is_read_like_a_file() {
    let folder = files("piped");
    let piped = |text: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
        let command = command.args(arguments).current_dir(folder.path("."));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        child.wait_with_output().expect("it ends")
    };
    let said = |text: &str, arguments: &[&str]| {
        let output = piped(text, arguments);
        assert!(output.status.success(), "{arguments:?} {}", told(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    for arguments in
        [&["table", "-", "--size", "5"][..], &["verify", "-"], &["prove", "-"], &["p-positions", "-", "--up-to", "9"]]
    {
        let named: Vec<&str> = arguments.iter().map(|word| if *word == "-" { "nim.nim" } else { word }).collect();
        let of_file = folder.nimdsl(&named);
        assert_eq!(said(NIM, arguments).replace("-:", "nim.nim:"), String::from_utf8_lossy(&of_file.stdout).as_ref());
    }
    // What it names lies where the program was started.
    assert!(said("extends \"take.nim\"\n", &["options", "-", "2"]).contains("(1)"));
    assert_eq!(said("heaps   x\nmove take( i ): x->x-i where 1<=i\n", &["fmt", "-"]).lines().next(), Some("heaps x"));
    let slip = piped("heaps x\nmove take(i): x -> y - i where 1 <= i\n", &["check", "-"]);
    assert_eq!(slip.status.code(), Some(1), "{}", told(&slip));
    assert!(told(&slip).contains("[-:2:"), "{}", told(&slip));
    assert_eq!(piped(NIM, &["check", "--fix", "-"]).status.code(), Some(2));
    let to_itself = folder.nimdsl(&["table", "nim.nim", "--size", "3", "--out", "-"]);
    assert_eq!(to_itself.status.code(), Some(2), "{}", told(&to_itself));
    assert!(!folder.path("-").exists());
}

/// No engine is fallen back on in silence.
#[test]
fn a_table_by_the_reference_engine_is_told() {
    let parts = (0..8).map(|more| format!("floor((n + {more}) / 8)")).collect::<Vec<_>>().join(", ");
    let text = format!("heaps n\nmove part: n -> ({parts}) where 2 <= n\nmove take(i): n -> n - i where 1 <= i <= 2\n");
    let folder = Folder::new("reference", &[("eighths.nim", &text)]);
    let said = |more: &[&str]| {
        let output = folder.nimdsl(&[&["table", "eighths.nim", "--format", "hash"], more].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(said(&["--size", "1000"]), (Some(0), String::new()));
    let (code, told) = said(&["--size", "33000"]);
    assert_eq!(code, Some(0));
    assert!(told.contains("the reference engine answered") && told.contains("--engine compiled"), "{told}");
    let (code, why) = said(&["--size", "33000", "--engine", "compiled"]);
    assert_ne!(code, Some(0));
    assert!(why.contains("too large for two numbers"), "{why}");
    assert_eq!(said(&["--size", "33000", "--engine", "reference"]), (Some(0), String::new()));
}
