//! `nimdsl report`: what runs and proofs left behind as a page to be read or printed.
use crate::cli::args::{PageLanguage, ReportArgs};
use crate::cli::files::read;
use crate::cli::pages::data::{Page, add_report, add_ruleset};
use crate::cli::pages::proofs::{CheckedFile, proofs};
use crate::cli::pages::{Language, page};
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{NamedRuleset, Rechecked, certificates, to_json};
use nimdsl::source::Source;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Prints a page.
pub(in crate::cli) fn run(asked: &ReportArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let language = match asked.to {
        PageLanguage::Tex => Language::Tex,
        PageLanguage::Typ => Language::Typ,
        PageLanguage::Md => Language::Md,
        PageLanguage::Html => Language::Html,
    };
    let own = asked.template.as_deref().map(template).transpose()?;
    let mut whole = Page { version: env!("CARGO_PKG_VERSION").to_owned(), ..Page::default() };
    for input in &asked.inputs {
        add(&mut whole, input, session)?;
    }
    let text = page(&whole, language, own.as_ref().map(|own| (own.name.as_str(), own.text.as_str())))?;
    let mut out = terminal::out();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// The longest template, in bytes: the shipped ones have some thousands.
const LONGEST: usize = 64 << 10;

/// A template of the user's.
fn template(path: &Path) -> Result<Arc<Source>, Stop> {
    let source = read(path)?;
    if source.text.len() <= LONGEST {
        return Ok(source);
    }
    let (name, length) = (&source.name, source.text.len());
    Err(Stop::refused(format!("{name}: has {length} bytes; a template has {LONGEST} at most, see docs/templates/")))
}

/// Adds the report of a run, or the proofs of a file of certificates.
fn add(whole: &mut Page, input: &Path, session: &mut Session<'_>) -> Result<(), Stop> {
    let file = if input.is_dir() { input.join("report.json") } else { input.to_path_buf() };
    let source = read(&file)?;
    let shown = file.display().to_string();
    let neither = |why: &str| {
        let wanted = "give the folder of a run, its report.json, or what `prove --certificate` wrote";
        Stop::refused(format!("{shown}: {why}; {wanted}"))
    };
    let data: Value = serde_json::from_str(&source.text).map_err(|_| neither("it is no JSON"))?;
    if data["tasks"].is_array() && data["title"].is_string() {
        if !whole.tasks.is_empty() {
            return Err(Stop::refused(format!("{shown}: a page has one report of a run; certificates may be several")));
        }
        return add_report(whole, &data).map_err(|why| neither(&format!("it is no report of nimdsl: {why}")));
    }
    if !data["certificates"].is_array() {
        return Err(neither("it is neither a report nor a file of certificates"));
    }
    add_proofs(whole, &file, &source.text, session)
}

/// Adds proofs whose certificates the checker confirms here and now.
fn add_proofs(whole: &mut Page, file: &Path, text: &str, session: &mut Session<'_>) -> Result<(), Stop> {
    let shown = file.display().to_string();
    let all = certificates(text).map_err(|refused| Stop::refused(format!("{shown}: {}", refused.reason)))?;
    let given = PathBuf::from(&all.file);
    let beside = file.parent().unwrap_or(Path::new("")).join(&all.file);
    let place = if given.exists() { given } else { beside };
    let rules = session.open_as_it_is(&place)?;
    let valid = match rules
        .recheck(&all, &session.context)
        .map_err(|refusal| Stop::refused(format!("{shown}: {refusal}")))?
    {
        Rechecked::Valid(valid) => valid,
        Rechecked::Refused(refused) => return Err(Stop::Message(format!("{shown}: refused: {}", refused.reason), 1)),
    };
    if whole.title.is_empty() {
        whole.title.clone_from(&valid.ruleset);
    }
    let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
    let document = rules.document();
    // What is proved speaks of these rules and names, which a report of a run may have shown.
    if !whole.rulesets.iter().any(|one| one["hash"] == valid.hash.as_str()) {
        let shown_rules = to_json(&NamedRuleset::of(&all.file, document));
        add_ruleset(whole, &shown_rules).map_err(|why| Stop::refused(format!("{shown}: {why}")))?;
    }
    whole.proofs.extend(proofs(&CheckedFile { file: &shown, hash: &hash, all: &all, valid: &valid, document }));
    Ok(())
}
