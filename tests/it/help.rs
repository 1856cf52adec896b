//! The help of every command shows three examples, which work, and no option that the command does not take.
use super::plots::Desk;
use crate::slips::root;
use std::collections::BTreeSet;
use std::fs;

/// The names in the list of commands.
fn commands(desk: &Desk) -> Vec<String> {
    let help = desk.does(&["--help"]);
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned));
    names.filter(|name| !name.is_empty() && name != "help").collect()
}

/// Words, of which those in quotes are one.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// What a command leaves behind for those that read it comes first.
const FIRST: [&str; 3] = ["prove", "run", "merge"];

#[test]
fn every_command_shows_three_examples_that_work() {
    let desk = Desk::new("examples");
    fs::create_dir_all(desk.0.join("experiments")).expect("a folder");
    for name in ["ky23.ron", "ky24.ron", "fib_search.ron"] {
        fs::copy(root().join("experiments").join(name), desk.0.join("experiments").join(name)).expect("a copy");
    }
    fs::create_dir_all(desk.0.join("rulesets/gallery")).expect("a folder");
    for name in ["rulesets/gallery/kayles.nim", "rulesets/gallery/octal_123.nim"] {
        fs::copy(root().join(name), desk.0.join(name)).expect("a copy");
    }
    let slip = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i, i != 2i\n";
    fs::write(desk.0.join("twist.nim"), slip).expect("a file");
    fs::write(desk.0.join("explorer.html"), super::explorer::STAND_IN).expect("a file");
    let mut all = commands(&desk);
    assert_eq!(all.len(), 25, "{all:?}");
    all.sort_by_key(|name| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()));
    for name in all {
        let help = desk.does(&[&name, "--help"]);
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{name} has no examples"));
        let examples: Vec<&str> = examples.trim_end().lines().collect();
        assert_eq!(examples.len(), 3, "{name}: {examples:?}");
        let different: BTreeSet<&&str> = examples.iter().collect();
        assert_eq!(different.len(), 3, "{name}");
        for example in examples {
            let words = words(example);
            assert_eq!(words[..2], ["nimdsl", &name]);
            // A program that was built without the explorer is given one.
            let given: &[&str] = if name == "page" && !cfg!(feature = "page") && !words.contains(&"--explorer") {
                &["--explorer", "explorer.html"]
            } else {
                &[]
            };
            desk.does(&[&words[1..], given].concat());
        }
    }
}

#[test]
fn help_shows_the_common_options_that_a_command_takes() {
    let desk = Desk::new("options");
    let shows = |command: &str, option: &str| desk.does(&[command, "--help"]).contains(&format!("      --{option}"));
    for command in ["table", "plot", "options", "p-positions", "periods", "explain"] {
        for option in ["set", "at", "misere", "memory", "threads", "time", "format", "color", "timing"] {
            assert!(shows(command, option), "{command} --{option}");
        }
    }
    for (command, hidden) in [
        ("identify", &["set", "at", "misere"][..]),
        ("fmt", &["set", "at", "misere"]),
        ("run", &["set", "at", "misere"]),
        ("verify", &["at"]),
        ("completions", &["set", "at", "misere", "memory", "threads", "time", "format", "timing"]),
    ] {
        for option in hidden {
            assert!(!shows(command, option), "{command} --{option}");
        }
        assert!(shows(command, "color"));
    }
    // What is hidden where it does nothing still works where it does something.
    assert!(desk.does(&["show", "rulesets/triangular_wythoff.nim", "--set", "c=2"]).contains("param c = 0"));
}

/// An option of another command is told as such, and what bounds heaps by its name here.
#[test]
fn an_option_of_another_command_has_a_remedy() {
    let desk = Desk::new("elsewhere");
    for (line, remedy) in [
        (&["table", "rulesets/nim.nim", "--up-to", "5"][..], "`table` has `--size`: heaps below this"),
        (&["periods", "rulesets/nim.nim", "--size", "5"], "`periods` has `--up-to`: the most terms"),
        (&["check", "rulesets/nim.nim", "--size", "5"], "`--size` is an option of `explain`, `table`"),
        (&["table", "rulesets/nim.nim", "--sise", "5"], "a similar argument exists: '--size'"),
    ] {
        desk.refuses(line, remedy);
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::new("man");
    desk.does(&["man", "-o", "pages/man1"]);
    let folder = desk.0.join("pages/man1");
    let mut names: BTreeSet<String> = commands(&desk).iter().map(|name| format!("nimdsl-{name}.1")).collect();
    names.insert("nimdsl.1".to_owned());
    let found: BTreeSet<String> = fs::read_dir(&folder)
        .expect("a folder")
        .flatten()
        .map(|one| one.file_name().into_string().expect("a name"))
        .collect();
    assert_eq!(found, names);
    let page = fs::read_to_string(folder.join("nimdsl-plot.1")).expect("a page");
    assert!(page.contains(".TH nimdsl-plot 1") && page.contains("heat") && page.contains("Examples:"), "{page}");
    // Pages are written over, other files are not.
    desk.does(&["man", "-o", "pages/man1"]);
    fs::write(folder.join("nimdsl-run.1"), "mine").expect("a file");
    desk.refuses(&["man", "-o", "pages/man1"], "is not a manual page of nimdsl");
}

#[test]
fn the_version_names_the_commit() {
    let desk = Desk::new("version");
    let told = desk.does(&["--version"]);
    let expected = format!("nimdsl {}", env!("CARGO_PKG_VERSION"));
    let rest = told.strip_prefix(&expected).unwrap_or_else(|| panic!("{told}")).trim();
    let git = std::process::Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).current_dir(root()).output();
    // A package that was downloaded is no repository.
    let commit = git.ok().filter(|git| git.status.success() && root().join(".git").exists());
    if let Some(commit) = commit {
        assert_eq!(rest, format!("({})", String::from_utf8_lossy(&commit.stdout).trim()));
    }
}
