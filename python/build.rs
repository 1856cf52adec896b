//! The rulesets that are shipped, as a list of names and texts that the library holds.
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../rulesets").canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    gather(&folder, &mut files)?;
    files.sort();
    let mut list = String::from("[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&folder)?.with_extension("");
        let name = name.to_str().ok_or("a name of a ruleset is not UTF-8")?.replace('\\', "/");
        writeln!(list, "    ({name:?}, include_str!({:?})),", file.to_str().ok_or("a path is not UTF-8")?)?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("shipped.rs"), list + "]\n")?;
    Ok(())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "nim") {
            files.push(path);
        }
    }
    Ok(())
}
