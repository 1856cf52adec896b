//! Texts on the page: whether one is right, what of it is mended, and its canonical layout. Opens and writes no file.
use super::NoAnswer;
use super::faults::{Faulty, faulty, unreadable};
use crate::bridge::imported::{self, ImportForm};
use crate::check::mend::MendedPlace;
use crate::check::{Library, NoTexts, check};
use crate::diagnostic::{Fault, Faults, Sink};
use crate::ruleset::branch::branches;
use crate::ruleset::linear::infeasible;
use crate::ruleset::{Move, Ruleset};
use crate::source::Source;
use crate::syntax::{format, parse, print_file};
use miette::Severity;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::sync::Arc;

/// A ruleset that is right, in figures.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedRuleset {
    /// How many heaps it has.
    pub heaps: usize,
    /// How many moves it has, without instances of a family that no position allows.
    pub moves: usize,
    /// Why play ends, in words.
    pub ending: String,
    /// What is taken for granted.
    pub assumes: Vec<String>,
    /// What is odd, and no error.
    #[serde(skip)]
    pub warnings: Vec<Fault>,
}

/// Files that were checked.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedTexts {
    /// In the order in which they were asked for.
    pub files: Vec<CheckedText>,
}

/// What is said of a file that was checked.
#[derive(Clone, Debug)]
pub struct CheckedText {
    /// What it is called.
    pub file: String,
    /// Why it cannot be read; then nothing else is known.
    pub unreadable: Option<String>,
    /// All that is wrong with it or odd about it.
    pub faults: Vec<Fault>,
    /// What is taken for granted of it.
    pub assumes: Vec<String>,
    /// The replacements that were made; `None` if none were asked for.
    pub fixed: Option<Vec<MendedPlace>>,
}

impl Serialize for CheckedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let faults: Vec<Faulty<'_>> = match &self.unreadable {
            Some(why) => vec![unreadable(&self.file, why)],
            None => self.faults.iter().map(faulty).collect(),
        };
        let mut form = json!({"file": self.file, "faults": faults, "assumes": self.assumes});
        if let (Some(fixed), None) = (&self.fixed, &self.unreadable) {
            form["fixed"] = json!(fixed);
        }
        form.serialize(serializer)
    }
}

/// The figures of a ruleset that is right.
///
/// # Errors
/// All faults of the text.
pub fn check_ruleset(source: &Arc<Source>, library: &dyn Library) -> Result<CheckedRuleset, Faults> {
    let document = check(source, library)?;
    let ruleset = &document.ruleset;
    Ok(CheckedRuleset {
        heaps: ruleset.heaps.len(),
        moves: ruleset.moves.iter().filter(|family| !never_made(family, ruleset)).count(),
        ending: ruleset.ending(),
        assumes: ruleset.assumption().into_iter().collect(),
        warnings: document.warnings,
    })
}

/// Whether no position allows a move, which happens to some instances of a family.
fn never_made(family: &Move, ruleset: &Ruleset) -> bool {
    let coordinates = ruleset.heaps.len() + ruleset.registers.len();
    branches(&family.guard, coordinates, family.amounts.len())
        .is_ok_and(|all| all.iter().all(|branch| infeasible(&branch.inequalities, branch.variables())))
}

/// A ruleset from what tables and papers list a game by, in canonical layout; it is checked.
///
/// ```
/// use nimdsl::rules::{ImportForm, imported};
///
/// # fn main() -> Result<(), nimdsl::rules::NoAnswer> {
/// assert!(imported(ImportForm::Subtraction, "1, 3, 4, 5", false)?.contains("where i in {1, 3..5}"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// What cannot be read; all faults of the game, in the text that was made.
pub fn imported(form: ImportForm, data: &str, symmetric: bool) -> Result<String, NoAnswer> {
    let text = imported::imported(form, data, symmetric).map_err(NoAnswer::Question)?;
    let text = formatted(&Source::new("imported", text))?;
    check_ruleset(&Source::new("imported", text.clone()), &NoTexts)?;
    Ok(text)
}

/// A ruleset in canonical layout.
///
/// # Errors
/// Faults of its syntax; a layout that would say something else, which nobody is given.
pub fn formatted(source: &Arc<Source>) -> Result<String, NoAnswer> {
    let mut sink = Sink::new(source.clone());
    let file = parse(source, &mut sink);
    if sink.has_errors() {
        sink.faults.retain(|fault| fault.severity == Severity::Error);
        return Err(NoAnswer::Faults(Faults(sink.faults)));
    }
    let text = format(&file, &source.text);
    let after = Source::new(source.name.clone(), text.clone());
    let mut sink = Sink::new(after.clone());
    let again = parse(&after, &mut sink);
    if sink.has_errors() || print_file(&file) != print_file(&again) || file.comments.len() != again.comments.len() {
        let message = format!("{}: its canonical layout would say something else; it is left as it is", source.name);
        return Err(NoAnswer::Question(message));
    }
    Ok(text)
}
