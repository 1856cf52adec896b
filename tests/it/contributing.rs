//! What is added is told where a reader looks for it, and `docs/contributing.md` names files that there are.
use crate::slips::{Folders, faults, root};
use std::fs;
use std::process::Command;

fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_nimdsl")).args(arguments).output().expect("it starts");
    String::from_utf8(output.stdout).expect("text")
}

/// The first words of the lines of a list that begins below a line.
fn listed(text: &str, heading: &str) -> Vec<String> {
    let below = text.lines().skip_while(|line| line.trim() != heading).skip(1);
    let items = below.take_while(|line| line.starts_with("  "));
    let words =
        items.filter_map(|line| line.trim().trim_start_matches("- ").split([' ', ':']).next().map(str::to_owned));
    words.filter(|word| word.starts_with(char::is_alphabetic)).collect()
}

#[test]
fn every_file_that_is_named_exists() {
    let mut count = 0;
    for name in text("docs/contributing.md").split('`').skip(1).step_by(2) {
        let is_path = name.contains('/') && !name.contains(' ') && !name.contains("NAME") && !name.contains("CODE");
        if is_path {
            count += 1;
            assert!(root().join(name).exists(), "docs/contributing.md: there is no {name}");
        }
    }
    assert!(40 < count, "{count} paths");
}

#[test]
fn every_command_and_form_is_in_the_readme() {
    let readme = text("README.md");
    let commands = listed(&help(&["--help"]), "Commands:");
    assert!(10 < commands.len(), "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        assert!(readme.contains(&format!("nimdsl {command}")), "README.md does not show `nimdsl {command}`");
    }
    let line = readme.lines().find(|line| line.contains("--format")).expect("a line about forms");
    let forms = listed(&help(&["table", "--help"]), "Possible values:");
    assert!(5 < forms.len(), "{forms:?}");
    for form in forms.iter().filter(|form| !["text", "always", "auto", "never"].contains(&form.as_str())) {
        assert!(line.contains(form.as_str()), "README.md does not name --format {form}");
    }
}

#[test]
fn every_task_is_in_the_manual() {
    let manual = text("docs/experiments.md");
    let experiment = "(title: \"T\", ruleset: \"nim.nim\", tasks: [Nothing()])";
    let found = faults("example.ron", experiment, &Folders::of("rulesets"));
    let help = found.first().and_then(|fault| fault.help.clone()).expect("a fault with help");
    let (_, tasks) = help.split_once("known forms: ").expect("the tasks that there are");
    for task in tasks.split(", ") {
        let is_told = manual.contains(&format!("| `{task}` |")) || manual.contains(&format!("\n## {task}\n"));
        assert!(is_told, "docs/experiments.md does not tell of {task}");
    }
}
