//! The copy of the tree -> programs with tests, or the mutants that do not compile; the only file that starts cargo.
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where a tree is copied to, and what is built of it.
pub struct Copy {
    pub root: PathBuf,
    pub target: PathBuf,
    /// Where each mutant stands in the files of the copy.
    pub places: BTreeMap<PathBuf, Vec<(Range<usize>, usize)>>,
}

/// The cheapest profile that tells: as released, but quick to build.
const PROFILE: [&str; 5] = [
    "profile.mutants.inherits=\"release\"",
    "profile.mutants.opt-level=1",
    "profile.mutants.debug=false",
    "profile.mutants.incremental=true",
    "profile.mutants.codegen-units=256",
];

impl Copy {
    /// Writes a file if it says something else, so that cargo builds no more than it has to.
    pub fn write(&self, name: &Path, text: &[u8]) -> io::Result<()> {
        let path = self.root.join(name);
        if fs::read(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().expect("a file is in a folder"))?;
        fs::write(path, text)
    }

    fn cargo(&self, arguments: &[&str]) -> io::Result<Vec<Value>> {
        let mut command = Command::new("cargo");
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).args(arguments);
        command.args(["--profile", "mutants", "--message-format=json"]);
        for setting in PROFILE {
            command.args(["--config", setting]);
        }
        let output = command.stderr(Stdio::inherit()).output()?;
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// Mutants that the compiler complains of; all that stand in the files that it names, if it points at none of them.
    ///
    /// # Errors
    /// Where it fails for another reason than a mutant.
    pub fn refused(&self) -> Result<BTreeSet<usize>, String> {
        let said = self.cargo(&["check", "--lib"]).map_err(|error| error.to_string())?;
        let errors: Vec<&Value> =
            said.iter().map(|one| &one["message"]).filter(|message| message["level"] == "error").collect();
        let mut found = BTreeSet::new();
        for error in &errors {
            let spans: Vec<&Value> = error["spans"].as_array().into_iter().flatten().collect();
            let at = |span: &Value| -> Option<usize> {
                let places = self.places.get(Path::new(span["file_name"].as_str()?))?;
                let start = usize::try_from(span["byte_start"].as_u64()?).ok()?;
                let end = usize::try_from(span["byte_end"].as_u64()?).ok()?;
                places.iter().find(|(place, _)| start < place.end && place.start < end).map(|(_, number)| *number)
            };
            let direct: BTreeSet<usize> =
                spans.iter().filter(|span| span["is_primary"] == true).filter_map(|span| at(span)).collect();
            let any: BTreeSet<usize> = spans.iter().filter_map(|span| at(span)).collect();
            let near = || spans.iter().filter_map(|span| self.nearest(span)).collect::<BTreeSet<_>>();
            found.extend(if !direct.is_empty() {
                direct
            } else if !any.is_empty() {
                any
            } else {
                near()
            });
        }
        if !errors.is_empty() && found.is_empty() {
            let all: Vec<&str> = errors.iter().filter_map(|error| error["rendered"].as_str()).collect();
            return Err(all.join("\n"));
        }
        Ok(found)
    }

    fn nearest(&self, span: &Value) -> Option<usize> {
        let places = self.places.get(Path::new(span["file_name"].as_str()?))?;
        let start = usize::try_from(span["byte_start"].as_u64()?).ok()?;
        places.iter().min_by_key(|(place, _)| place.start.abs_diff(start)).map(|(_, number)| *number)
    }

    /// The programs with tests.
    ///
    /// # Errors
    /// If they were not built.
    pub fn built(&self) -> Result<Vec<PathBuf>, String> {
        let said = self.cargo(&["test", "--no-run"]).map_err(|error| error.to_string())?;
        if !said.iter().any(|one| one["reason"] == "build-finished" && one["success"] == true) {
            let rendered = |one: &Value| Some(one["message"]["rendered"].as_str()?.to_owned());
            return Err(said.iter().filter_map(rendered).collect::<Vec<_>>().join("\n"));
        }
        let tests = said.iter().filter(|one| one["profile"]["test"] == true);
        Ok(tests.filter_map(|one| one["executable"].as_str()).map(PathBuf::from).collect())
    }
}
