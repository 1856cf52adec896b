//! Where texts come from that others name: those that were given, then files of a folder, or those that are shipped if there is none. Remembers what was read, so that somebody
//! elsewhere can read the same.
use nimdsl::check::Library;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The rulesets that are shipped: names, without the ending of their files, and texts.
pub(crate) const SHIPPED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Longer files are refused.
const LONGEST: u64 = 16 << 20;

/// Texts by name, with the folder in which others lie.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    folder: Option<PathBuf>,
    texts: BTreeMap<String, String>,
    was_read: Mutex<BTreeMap<String, String>>,
}

impl Shelf {
    pub(crate) fn new(folder: Option<PathBuf>, texts: BTreeMap<String, String>) -> Self {
        Self { folder, texts, was_read: Mutex::default() }
    }

    /// One with the same texts and the same folder, from which nothing was read.
    pub(crate) fn again(&self) -> Self {
        Self::new(self.folder.clone(), self.texts.clone())
    }

    /// All texts that were read from it.
    pub(crate) fn was_read(&self) -> BTreeMap<String, String> {
        self.was_read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn find(&self, name: &str) -> Result<String, String> {
        match (self.texts.get(name), &self.folder) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(folder)) => read(&folder.join(name)),
            (None, None) => shipped(name).map(str::to_owned).ok_or_else(|| {
                format!(
                    "there is no {name} beside this text, and none is shipped: give it by library={{\"{name}\": ...}}, or its \
                     folder by library=path"
                )
            }),
        }
    }
}

impl Library for Shelf {
    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.find(name)?;
        self.was_read.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), text.clone());
        Ok(text)
    }
}

/// A text that is shipped, by the name of its file; its folder may be left out, since names are taken once.
fn shipped(file: &str) -> Option<&'static str> {
    let name = file.strip_suffix(".nim").unwrap_or(file);
    let own = name.rsplit('/').next()?;
    let is_it = |known: &str| known == own || known.strip_suffix(own).is_some_and(|folder| folder.ends_with('/'));
    let found = SHIPPED.iter().find(|known| known.0 == name);
    found.or_else(|| SHIPPED.iter().find(|known| is_it(known.0))).map(|known| known.1)
}

/// A regular file of at most 16 MiB in UTF-8.
fn read(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let unreadable = |error: std::io::Error| format!("{shown}: cannot be read: {error}");
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(format!("{shown}: is not a regular file"));
    }
    if LONGEST < about.len() {
        return Err(format!("{shown}: has {} bytes; at most {LONGEST} are read", about.len()));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes)).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{shown}: is not UTF-8 text: byte {at} cannot be decoded; save it as UTF-8")
    })
}
