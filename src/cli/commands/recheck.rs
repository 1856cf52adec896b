//! `nimdsl recheck`: whether certificates are valid, and what of each claim they cover.
use crate::cli::args::RecheckArgs;
use crate::cli::files::read;
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::rules::{NoAnswer, Rechecked, RefusedCertificates, ValidCertificates, certificates, to_json};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// Rechecks the certificates of a file: all of them must be valid, and cover all that their claims speak of.
pub(in crate::cli) fn run(asked: &RecheckArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let (path, ruleset) = (asked.file.as_path(), asked.ruleset.as_deref());
    let all = match certificates(&read(path)?.text) {
        Ok(all) => all,
        Err(refused) => return told(&refused, session),
    };
    let beside = path.parent().unwrap_or(Path::new("")).join(&all.file);
    let given = ruleset.map_or_else(|| Path::new(&all.file).to_path_buf(), Path::to_path_buf);
    let place = if ruleset.is_none() && !given.exists() { beside } else { given };
    let rules = session.open_as_it_is(&place)?;
    let rechecked = rules.recheck(&all, &session.context).map_err(|refusal| match refusal {
        // A limit, or somebody who asks to stop: nothing is known of the file.
        NoAnswer::Engine(why) => Stop::from(why),
        refusal => Stop::refused(format!("{}: {refusal}", path.display())),
    })?;
    let valid = match rechecked {
        Rechecked::Valid(valid) => valid,
        Rechecked::Refused(refused) => return told(&refused, session),
    };
    if session.wants_data() {
        writeln!(terminal::out(), "{}", as_json(&valid, &place))?;
    } else {
        as_text(&valid, &place)?;
    }
    if valid.is_complete() { Ok(()) } else { Err(Stop::Code(3)) }
}

/// Tells why certificates are refused; what is only taken for granted is no fault of theirs.
fn told(refused: &RefusedCertificates, session: &Session<'_>) -> Result<(), Stop> {
    let mut out = terminal::out();
    if session.wants_data() {
        writeln!(out, "{}", to_json(refused))?;
    } else {
        writeln!(out, "refused: {}", refused.reason)?;
    }
    Err(Stop::Code(if refused.assumes.is_empty() { 1 } else { 3 }))
}

fn as_text(valid: &ValidCertificates, place: &Path) -> io::Result<()> {
    let mut out = terminal::out();
    for claim in &valid.claims {
        writeln!(out, "{} \"{}\": {} [{} play]", claim.kind, claim.name, claim.words(), claim.play)?;
    }
    for (kind, name) in &valid.without_certificate {
        writeln!(out, "{kind} \"{name}\": no certificate")?;
    }
    writeln!(out, "ruleset: {}, {}", place.display(), valid.hash)?;
    writeln!(out, "measure: every move decreases {}", valid.measures().join("; or "))?;
    let partly = valid.claims.iter().filter(|claim| !claim.is_complete()).count();
    let certificates = counted(valid.count, "certificate");
    let claims = counted(valid.claims.len(), "claim");
    let others = match valid.without_certificate.len() {
        0 => String::new(),
        1 => "; nothing is said of 1 more claim of the file".to_owned(),
        count => format!("; nothing is said of {count} more claims of the file"),
    };
    if partly == 0 {
        writeln!(out, "valid: {certificates}, for the whole of {claims}{others}")
    } else {
        writeln!(out, "valid, but partial: {certificates} for {claims}; not for the whole of {partly}{others}")
    }
}

/// The answer with the file of the rules.
fn as_json(valid: &ValidCertificates, place: &Path) -> Value {
    let mut answer = to_json(valid);
    answer["file"] = json!(place.display().to_string());
    answer
}
