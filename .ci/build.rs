//! The commit for `nimdsl --version`. What is written is where git keeps the log of commits, so that a commit compiles the
//! program anew and not the library; without git, or outside of a repository, there is none.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=.ci/build.rs");
    // A package has the head of the tests alone, which is empty then.
    println!("cargo::rustc-check-cfg=cfg(has_tests)");
    if Path::new("tests/it/tidy.rs").exists() {
        println!("cargo::rustc-cfg=has_tests");
    }
    explorer();
    let log = packaged().or_else(in_repository).unwrap_or_else(|| "b\"\"".to_owned());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(out.join("log.rs"), log).expect("the folder of cargo can be written");
}

/// With the feature `page` the explorer is built in; where it is not there, it is said how it is made.
fn explorer() {
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=page/dist/explorer.html");
    if !Path::new("page/dist/explorer.html").exists() {
        println!(
            "cargo::error=there is no page/dist/explorer.html to be built in: run page/build first, which needs npm"
        );
    }
}

/// What `cargo package` says of the commit, as a line of a log.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let commit = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    let digits: String = commit.chars().filter(char::is_ascii_hexdigit).collect();
    Some(format!("b\"{:040} {digits}\"", 0))
}

/// The log in which git writes each commit that is checked out, the last one in its last line.
fn in_repository() -> Option<String> {
    // A repository around the folder is another one.
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"]).output().ok()?;
    let file = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let whole = fs::canonicalize(file.trim()).ok()?;
    Some(format!("include_bytes!({:?})", whole.to_str()?))
}
